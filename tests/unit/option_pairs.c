// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * option_pairs FILE: gives the command's parser each option of options.def
 * alone, twice, and with each other one, in both orders, and compares the
 * outcomes with the table in FILE. option_pairs alone prints the table.
 * option_pairs --questions prints, for docs/combinations.md and a live test, a
 * line for each pair of options that answer a question: for both options the
 * question and how the option is spelled; then the outcome, and the message.
 * Tabs separate them.
 *
 * In it: "." both take effect, "w" one has no effect and a warning says so,
 * "x" refused. Each pair is also tried with a command after it, and the better
 * outcome counts: what is refused is refused either way. An option that FILE
 * does not have yet passes if its outcomes are in order: one message in one
 * line, and the same in both orders.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"

/* Options whose effect depends on the argument, or on how often they are given. */
static const struct {
	const char *label, *words[2];
} further[] = {
	{ "-ff", { "-ff" } },	     { "-s", { "-s" } },	   { "--top(alone)", { "--top" } },
	{ "-o|", { "-o", "|cat" } }, { "PROG", { "--", "true" } },
};

#define NFURTHER (sizeof(further) / sizeof(further[0]))
#define SPECS_MAX (OPT_IDS + NFURTHER)

struct spec {
	int id; /* index in further[] plus 1, or 0 */
	char label[48];
	char text[64];
	const char *words[3];
};

/* Valid arguments, by what options.def calls them; others may be a number. */
static const char *argument(const struct option_row *row)
{
	static const char *const values[][2] = {
		{ "VAR[=VALUE]", "A=1" },  { "NAME|UID:GID", "root" },
		{ "NAME,...", "name" },	   { "USER,...", "root" },
		{ "FEATURE,...", "iter" }, { "CATEGORY:NAME", "c:n" },
		{ "BYTES", "4k" },	   { "BEGIN..END[@ARG,...]", "p:n..p:m" },
		{ "KEY,...", "comm" },	   { "CALL", "openat" },
		{ "SIZE|TIME", "64M" },
	};
	static char word[32];

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (!strcmp(row->value, values[i][0]))
			return values[i][1];
	if (row->classes & C_PROBE)
		return strstr(row->value, "PROVIDER") ? "p:n" : "f";
	if (!row->words)
		return "5";
	snprintf(word, sizeof(word), "%.*s", (int)strcspn(row->words, " "), row->words);
	return word;
}

/* Fills in how the option is spelled. Returns false if the command line does not have it, or it ends the parser. */
static bool make_spec(struct spec *s, int id)
{
	const struct option_row *row = &option_rows[id];
	const char *name = row->strace ?: row->own, *arg = row->arg == NO_ARG || !row->value ? "" : argument(row);

	if (id == OPT_H || id == OPT_HELP || id == OPT_VERSION || id == OPT_EXPR || id == OPT_S ||
	    (!row->letter && !name && !row->expr))
		return false;
	if (name)
		snprintf(s->label, sizeof(s->label), "--%.*s", (int)strcspn(name, " "), name);
	else if (row->letter)
		snprintf(s->label, sizeof(s->label), "-%c", row->letter);
	else
		snprintf(s->label, sizeof(s->label), "-e:%s", row->expr);
	if (name)
		snprintf(s->text, sizeof(s->text), "--%.*s%s%s", (int)strcspn(name, " "), name, *arg ? "=" : "", arg);
	else if (row->letter)
		snprintf(s->text, sizeof(s->text), "-%c%s", row->letter, arg);
	else
		snprintf(s->text, sizeof(s->text), "-e%s=%s", row->expr, arg);
	s->words[0] = s->text;
	s->id = id;
	return true;
}

static struct spec specs[SPECS_MAX];
static size_t nspecs;

static void make_specs(void)
{
	for (int id = 1; id < OPT_IDS; id++)
		nspecs += make_spec(&specs[nspecs], id);
	for (size_t i = 0; i < NFURTHER; i++, nspecs++) {
		strcpy(specs[nspecs].label, further[i].label);
		memcpy(specs[nspecs].words, further[i].words, sizeof(further[i].words));
	}
}

/* Opens a terminal, for options that redraw one. */
static int terminal(void)
{
	int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || grantpt(fd) || unlockpt(fd)) {
		perror("/dev/ptmx");
		exit(2);
	}
	return open(ptsname(fd), O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

/* Runs the parser; what it prints goes to err. Returns '.', 'w' or 'x', or '?' if it printed or exited as it should not. */
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

/* Returns the better outcome of the two options without and with a command; why gets its message, in one line. */
static char try_both(const struct spec *a, const struct spec *b, int tty, char *why, size_t size)
{
	const struct spec *const both[] = { a, b };
	const char *argv[16] = { "sctrace" };
	char err[4096], got = 'x', now;
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
		now = outcome(argc, run, tty, err, sizeof(err));
		got = better(got, now);
		if (got == now)
			snprintf(why, size, "%.*s", (int)strcspn(err, "\n"), err);
		if (got == '?')
			fprintf(stderr, "%s %s: %s\n", a->label, b ? b->label : "", err);
	}
	return got;
}

/* Returns the result of a pair of options in both orders; '!' if they differ. All words after a command belong to the command. */
static char pair_outcome(const struct spec *a, const struct spec *b, int tty)
{
	bool last = !strcmp(b->label, "PROG");
	char why[256], got = last && a == b ? '.' : try_both(a, b, tty, why, sizeof(why));

	return last || try_both(b, a, tty, why, sizeof(why)) == got ? got : '!';
}

/* outcomes of a pair, the earlier option second; SPECS_MAX stands for the option alone */
static char outcomes[SPECS_MAX][SPECS_MAX + 1];

static void print_table(FILE *f)
{
	fprintf(f, "# %s: with which other option, in this order, each option is allowed\n", "option_pairs");
	fprintf(f, "# .: yes  w: one of them has no effect, which a warning tells  x: refused\n");
	fprintf(f, "# First column: the option alone. Last one of a line: the same option twice.\n");
	for (size_t i = 0; i < nspecs; i++)
		fprintf(f, "%-27s %c %.*s\n", specs[i].label, outcomes[i][SPECS_MAX], (int)i + 1, outcomes[i]);
}

/* Returns the index of a label of the file, or -1 if there is no such option. */
static int spec_index(const char *label)
{
	for (size_t i = 0; i < nspecs; i++)
		if (!strcmp(specs[i].label, label))
			return (int)i;
	return -1;
}

static bool report(const char *a, const char *b, char want, char got)
{
	if (want != got)
		fprintf(stderr, "%s %s: '%c' in the table, the parser '%c'\n", a, b, want, got);
	return want == got;
}

/* Compares what the file has. Its options may be in another order. */
static bool compare(FILE *f)
{
	char line[512], label[48], marks[512], alone;
	int index[SPECS_MAX], n = 0, at;
	bool same = true;

	while (fgets(line, sizeof(line), f)) {
		if (*line == '#')
			continue;
		if (n == (int)SPECS_MAX || sscanf(line, "%47s %c %s", label, &alone, marks) != 3 ||
		    (int)strlen(marks) != n + 1) {
			fprintf(stderr, "not a line of the table: %s", line);
			return false;
		}
		at = index[n] = spec_index(label);
		if (at < 0) {
			fprintf(stderr, "%s: no such option any more\n", label);
			return false;
		}
		same &= report(label, "", alone, outcomes[at][SPECS_MAX]);
		for (int i = 0; i <= n; i++) {
			int a = index[i] < at ? at : index[i], b = index[i] < at ? index[i] : at;

			same &= report(label, specs[index[i]].label, marks[i], outcomes[a][b]);
		}
		n++;
	}
	return same && n;
}

static enum option_question question_of(const struct spec *s)
{
	return s->id			   ? option_rows[s->id].asks
	       : !strcmp(s->label, "PROG") ? WHOSE
	       : !strcmp(s->label, "-s")   ? HOW
					   : ASKS_NOTHING;
}

static void print_questions(int tty)
{
	static const char *const names[QUESTIONS] = {
		[WHOSE] = "whose", [WHICH] = "which", [WHEN] = "when", [HOW] = "how"
	};
	char why[256];

	for (size_t i = 0; i < nspecs; i++)
		for (size_t j = 0; j < i; j++) {
			const struct spec *a = &specs[j], *b = &specs[i];

			if (!question_of(a) || !question_of(b))
				continue;
			printf("%s\t%s\t%s\t%s\t%c\t", names[question_of(a)], a->label, names[question_of(b)], b->label,
			       try_both(a, b, tty, why, sizeof(why)));
			printf("%s\n", why);
			fflush(stdout); /* buffered text must not be written again by a child that exits */
		}
}

int main(int argc, char **argv)
{
	bool questions = argc > 1 && !strcmp(argv[1], "--questions");
	FILE *f = argc > 1 && !questions ? fopen(argv[1], "r") : NULL;
	bool good = true;
	int tty = terminal();
	char why[256];

	if ((argc > 1 && !questions && !f) || tty < 0)
		return 2;
	make_specs();
	if (questions) {
		print_questions(tty);
		return 0;
	}
	for (size_t i = 0; i < nspecs; i++) {
		outcomes[i][SPECS_MAX] = try_both(&specs[i], NULL, tty, why, sizeof(why));
		good &= outcomes[i][SPECS_MAX] != '?';
		for (size_t j = 0; j <= i; j++) {
			outcomes[i][j] = pair_outcome(&specs[j], &specs[i], tty);
			good &= !strchr("?!", outcomes[i][j]);
		}
	}
	if (!f)
		print_table(stdout);
	else
		good &= compare(f);
	return good ? 0 : 1;
}
