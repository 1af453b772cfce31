// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Probes that the kernel counts in rows: keys, numbers, and refused keys. api_probe_rows [TEST] */
#include "api_counts.h"

#define N 1000

static const char *probe = "ufunc=counted(n:int, text:str) -> int";

int counted(int n, const char *text);

__attribute__((noinline)) int counted(int n, const char *text)
{
	__asm__ volatile("" ::"r"(text) : "memory");
	return n + 10;
}

/* The compiler must not make a clone of counted(), which has no probe, for a constant argument. */
static int (*volatile call_counted)(int n, const char *text) = counted;

static void calls_itself(void)
{
	for (int i = 0; i < N; i++)
		call_counted(i & 1, "text");
}

/* Forks a child that stops itself, and calls the function whenever it is continued. */
static pid_t caller(int rounds)
{
	pid_t pid = fork();

	if (!pid) {
		for (int i = 0; i < rounds; i++) {
			raise(SIGSTOP);
			calls_itself();
		}
		_exit(0);
	}
	waitpid(pid, NULL, WUNTRACED);
	return pid;
}

static struct sctrace_stats_opts of_probe(const char *by)
{
	return (struct sctrace_stats_opts){
		.trace = "none", .by = by, .probes = &probe, .nprobes = 1, .probe_file = "/proc/self/exe"
	};
}

struct sums {
	unsigned rows, strange;
	uint64_t calls[2], total;
};

/* Rows with the keys func, arg1 and ret. */
static int on_row(void *ctx, const struct sctrace_stat *r)
{
	struct sums *s = ctx;
	int n = r->args[0] && !r->args[0][1] ? r->args[0][0] - '0' : -1;
	char ret[8];

	s->rows++;
	if (n != 0 && n != 1) {
		s->strange++;
		return 0;
	}
	snprintf(ret, sizeof(ret), "%d", n + 10);
	s->strange += !r->probe || r->nr || !r->name || strcmp(r->name, "counted") || !r->args[6] ||
		      strcmp(r->args[6], ret) || r->args[1] || r->file || r->peer || r->host || r->waiting;
	s->calls[n] += r->calls;
	s->total += r->total;
	return 0;
}

static void by_numbers(void)
{
	struct sctrace_stats *s = counting(of_probe("func,arg1,ret"));
	pid_t pid = caller(1);
	struct sums sums = {};

	if (!s)
		return;
	is("target", sctrace_stats_target(s, pid, 0), 0);
	is("start", sctrace_stats_start(s), 0);
	kill(pid, SIGCONT);
	waitpid(pid, NULL, 0);
	is("stop", sctrace_stats_stop(s), 0);
	sctrace_stats_each(s, on_row, &sums);
	is("rows", sums.rows, 2);
	is("that are not as they should be", sums.strange, 0);
	is("calls with 0", (long long)sums.calls[0], N / 2);
	is("calls with 1", (long long)sums.calls[1], N / 2);
	check(sums.total > 0, "they took %llu ns", (unsigned long long)sums.total);
	is("missed", (long long)sctrace_stats_missed(s), 0);
	sctrace_stats_close(s);
}

static int on_any(void *ctx, const struct sctrace_stat *r)
{
	*(uint64_t *)ctx += r->calls;
	return 0;
}

/* While the handle is paused, calls are not counted; earlier counts remain. */
static void pauses(void)
{
	struct sctrace_stats *s = counting(of_probe("func"));
	pid_t pid = caller(3);
	uint64_t calls = 0;

	if (!s)
		return;
	sctrace_stats_target(s, pid, 0);
	sctrace_stats_start(s);
	for (int round = 0; round < 3; round++) {
		if (round == 1)
			is("pause", sctrace_stats_pause(s), 0);
		if (round == 2)
			is("resume", sctrace_stats_resume(s), 0);
		kill(pid, SIGCONT);
		waitpid(pid, NULL, WUNTRACED);
	}
	is("stop", sctrace_stats_stop(s), 0);
	sctrace_stats_each(s, on_any, &calls);
	is("calls, but those while it was paused", (long long)calls, 2 * N);
	sctrace_stats_close(s);
}

static void refuses(const char *what, struct sctrace_stats_opts o, int want, const char *text)
{
	struct sctrace_stats *s = NULL;
	char why[256] = "";
	int err;

	o.sz = sizeof(o);
	o.why = why;
	o.why_size = sizeof(why);
	err = sctrace_stats_open(&s, &o);
	is(what, err, want);
	check(strstr(why, text) != NULL, "%s: '%s'", what, why);
	if (!err)
		sctrace_stats_close(s);
}

static void what_is_refused(void)
{
	struct sctrace_stats_opts o = of_probe("func,arg2");

	refuses("a string", o, -EOPNOTSUPP, "arg2");
	o = of_probe("func,arg1");
	o.trace = "read";
	refuses("arguments beside calls", o, -EOPNOTSUPP, "arguments of system calls");
	refuses("a file", of_probe("func,file"), -EOPNOTSUPP, "the key 'file'");
	refuses("an argument by its name", of_probe("func,name"), -EOPNOTSUPP, "the key 'name'");
	o = of_probe("func");
	o.sharable = o.share_only = true;
	refuses("shared", o, -EINVAL, "no probes");
	o = of_probe("func");
	o.nprobes = 1;
	o.probes = NULL;
	refuses("no list", o, -EINVAL, "probes is NULL");
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "by_numbers", by_numbers },
		{ "pauses", pauses },
		{ "what_is_refused", what_is_refused },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}
