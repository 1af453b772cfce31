// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * option_pairs FILE: gives the command's parser each option alone, twice, and
 * with each other one, in both orders, and compares what becomes of them with
 * the table in FILE. option_pairs alone prints the table.
 *
 * In it: "." both take effect, "w" one has no effect and a warning says so,
 * "x" refused. Each is tried with a command after it, too, and the better
 * outcome counts: what is refused is refused either way.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "options_rules.h"

struct spec {
	const char *label;
	const char *words[3];
};

static const struct spec specs[] = {
	{ "-p", { "-p", "1" } },
	{ "-f", { "-f" } },
	{ "-ff", { "-ff" } },
	{ "-E", { "-E", "A=1" } },
	{ "-u", { "-u", "root" } },
	{ "--argv0", { "--argv0=name" } },
	{ "-D", { "-D" } },
	{ "--daemonize", { "--daemonize=session" } },
	{ "-I", { "-I", "3" } },
	{ "-b", { "-b", "execve" } },
	{ "--syscall-limit", { "--syscall-limit=5" } },
	{ "--kill-on-exit", { "--kill-on-exit" } },
	{ "-F", { "-F" } },
	{ "--seccomp-bpf", { "--seccomp-bpf" } },
	{ "--inject", { "--inject=read:error=EIO" } },
	{ "-d", { "-d" } },
	{ "--tips", { "--tips=none" } },
	{ "-e trace", { "-e", "read" } },
	{ "-e status", { "-e", "status=failed" } },
	{ "-e signal", { "-e", "signal=INT" } },
	{ "-P", { "-P", "/" } },
	{ "-e trace-fds", { "-e", "trace-fds=1" } },
	{ "-e ufunc", { "-e", "ufunc=f" } },
	{ "--probes", { "--probes=file" } },
	{ "-e quiet", { "-e", "quiet=exit" } },
	{ "-z", { "-z" } },
	{ "-Z", { "-Z" } },
	{ "-s N", { "-s", "5" } },
	{ "-v", { "-v" } },
	{ "-e abbrev", { "-e", "abbrev=none" } },
	{ "-e verbose", { "-e", "verbose=none" } },
	{ "-e raw", { "-e", "raw=all" } },
	{ "-X", { "-X", "raw" } },
	{ "-e read", { "-e", "read=3" } },
	{ "-e write", { "-e", "write=all" } },
	{ "-t", { "-t" } },
	{ "--timestamps", { "--timestamps" } },
	{ "-r", { "-r" } },
	{ "-T", { "-T" } },
	{ "-i", { "-i" } },
	{ "-n", { "-n" } },
	{ "-N", { "-N" } },
	{ "--always-show-pid", { "--always-show-pid" } },
	{ "-x", { "-x" } },
	{ "--strings-in-hex", { "--strings-in-hex" } },
	{ "-y", { "-y" } },
	{ "--decode-fds=", { "--decode-fds=dev" } },
	{ "-Y", { "-Y" } },
	{ "--decode-pids", { "--decode-pids=pidns" } },
	{ "--pidns-translation", { "--pidns-translation" } },
	{ "--secontext", { "--secontext=full" } },
	{ "-a", { "-a", "50" } },
	{ "-k", { "-k" } },
	{ "--stack-trace", { "--stack-trace=symbol" } },
	{ "--stack-trace-frame-limit", { "--stack-trace-frame-limit=5" } },
	{ "-q", { "-q" } },
	{ "--quiet=", { "--quiet=attach" } },
	{ "-s", { "-s" } },
	{ "-c", { "-c" } },
	{ "-C", { "-C" } },
	{ "-w", { "-w" } },
	{ "-S", { "-S", "calls" } },
	{ "-O", { "-O", "5us" } },
	{ "-U", { "-U", "name,calls" } },
	{ "--by", { "--by=comm" } },
	{ "--summary-mode", { "--summary-mode=total" } },
	{ "--errno-summary", { "--errno-summary" } },
	{ "--hist", { "--hist" } },
	{ "--percentiles", { "--percentiles" } },
	{ "--top N", { "--top=5" } },
	{ "--top", { "--top" } },
	{ "--max-summary", { "--max-summary=5" } },
	{ "--max-rows", { "--max-rows=5" } },
	{ "--interval", { "--interval=1" } },
	{ "--count", { "--count=1" } },
	{ "--for", { "--for=1" } },
	{ "--format", { "--format=json" } },
	{ "--all-cpus", { "--all-cpus" } },
	{ "-o", { "-o", "file" } },
	{ "-o |", { "-o", "|cat" } },
	{ "-A", { "-A" } },
	{ "--output-separately", { "--output-separately" } },
	{ "--record", { "--record=file" } },
	{ "--replay", { "--replay=file" } },
	{ "--ring-size", { "--ring-size=4k" } },
	{ "--fail-on-loss", { "--fail-on-loss" } },
	{ "--health", { "--health" } },
	{ "--priority", { "--priority=5" } },
	{ "--btf", { "--btf=file" } },
	{ "--features", { "--features" } },
	{ "--list", { "--list=usdt" } },
	{ "--without", { "--without=iter" } },
	{ "PROG", { "--", "true" } },
};

#define N (sizeof(specs) / sizeof(specs[0]))

/* A terminal, for what redraws one. */
static int terminal(void)
{
	int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || grantpt(fd) || unlockpt(fd)) {
		perror("/dev/ptmx");
		exit(2);
	}
	return open(ptsname(fd), O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

/* What the parser prints goes to err. '.', 'w', 'x', or '?': it ends in no way that it should. */
static char outcome(int argc, const char **argv, int tty, char *err, size_t size)
{
	size_t lines = 0, len;
	int status, fds[2];
	bool helps;
	pid_t pid;

	if (pipe(fds) || (pid = fork()) < 0)
		exit(2);
	if (!pid) {
		struct options o;

		dup2(tty, STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		options__parse(&o, argc, (char **)argv);
		_exit(0);
	}
	close(fds[1]);
	for (len = 0; len < size - 1;) {
		ssize_t n = read(fds[0], err + len, size - 1 - len);

		if (n <= 0)
			break;
		len += (size_t)n;
	}
	err[len] = '\0';
	close(fds[0]);
	waitpid(pid, &status, 0);
	for (const char *p = err; (p = strchr(p, '\n')); p++)
		lines++;
	helps = strstr(err, "\nTry 'sctrace -h' for more information.\n");
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1 || (len && strncmp(err, "sctrace: ", 9)))
		return '?';
	if (WEXITSTATUS(status))
		return lines == 1u + helps ? 'x' : '?';
	return lines ? 'w' : '.';
}

static char better(char a, char b)
{
	return strchr("?.wx", a) < strchr("?.wx", b) ? a : b;
}

static char try_both(const struct spec *a, const struct spec *b, int tty)
{
	const struct spec *const both[] = { a, b };
	const char *argv[16] = { "sctrace" };
	char err[4096], got = 'x';
	int n = 1;

	for (unsigned i = 0; i < 2 && both[i]; i++)
		for (const char *const *w = both[i]->words; *w; w++)
			argv[n++] = *w;
	for (int with = 0; with < 2; with++) {
		const char *run[18];
		int argc = n;

		memcpy(run, argv, sizeof(argv));
		if (with && strcmp(argv[n - 1], "true"))
			run[argc++] = "true";
		run[argc] = NULL;
		got = better(got, outcome(argc, run, tty, err, sizeof(err)));
		if (got == '?')
			fprintf(stderr, "%s %s: %s\n", a->label, b ? b->label : "", err);
	}
	return got;
}

static void print_table(FILE *f, int tty)
{
	fprintf(f, "# %s: with which other option, in this order, each option is allowed\n", "option_pairs");
	fprintf(f, "# .: yes  w: one of them has no effect, which a warning tells  x: refused\n");
	fprintf(f, "# First column: the option alone. Last one of a line: the same option twice.\n");
	for (size_t i = 0; i < N; i++) {
		fprintf(f, "%-20s %c ", specs[i].label, try_both(&specs[i], NULL, tty));
		for (size_t j = 0; j <= i; j++) {
			bool last = !strcmp(specs[i].label, "PROG");
			char got = last && i == j ? '.' : try_both(&specs[j], &specs[i], tty);

			/* in the other order, too: but all words after a command belong to the command */
			if (!last && try_both(&specs[i], &specs[j], tty) != got)
				got = '!';
			fputc(got, f);
		}
		fputc('\n', f);
	}
}

/* The status: 0, the file says the same; 1, it does not; 2, there is none. */
static int compare(const char *path, const char *got)
{
	static char want[32768];
	FILE *f = fopen(path, "r");

	if (!f)
		return 2;
	want[fread(want, 1, sizeof(want) - 1, f)] = '\0';
	fclose(f);
	if (!strcmp(got, want))
		return 0;
	fprintf(stderr, "the table is another; this is what the parser does:\n%s", got);
	return 1;
}

int main(int argc, char **argv)
{
	char *got = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&got, &size);
	int tty = terminal(), status;

	_Static_assert(OPT_IDS <= 128, "OPTION_SET() has 128 bits");
	if (!f || tty < 0)
		return 2;
	print_table(f, tty);
	fclose(f);
	if (argc < 2) {
		fputs(got, stdout);
		status = strpbrk(strchr(got, '\n'), "?!") ? 1 : 0;
	} else {
		status = compare(argv[1], got);
	}
	free(got);
	return status;
}
