// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "output.h"
#include "sctrace.h"
#include "why_print.h"

#define ROWS_MAX 200 /* rows of tasks that were asked for, on a screen; JSON has all */

static volatile sig_atomic_t interrupted;

static void on_signal(int sig)
{
	interrupted = sig;
}

/* The options of the library, and the lists that they point to. */
struct scope {
	struct sctrace_why_opts opts;
	pid_t *pids, *trees;
	const char *cgroups[SCOPE_CGROUPS], *containers[SCOPE_CGROUPS];
	char why[256];
};

static void scope_make(struct scope *s, const struct options *o)
{
	struct sctrace_why_opts *opts = &s->opts;

	s->pids = options__more(o, NULL, o->npids + 1, sizeof(*s->pids));
	s->trees = options__more(o, NULL, o->npids + 1, sizeof(*s->trees));
	*opts = (struct sctrace_why_opts)SCTRACE_INIT(struct sctrace_why_opts);
	for (unsigned i = 0; i < o->npids; i++)
		if (o->follow || o->families[i] & SCTRACE_TREE)
			s->trees[opts->ntrees++] = o->pids[i];
		else
			s->pids[opts->npids++] = o->pids[i];
	for (size_t i = 0; i < o->scope.ncgroups; i++)
		if (o->scope.cgroups[i].container)
			s->containers[opts->ncontainers++] = o->scope.cgroups[i].name;
		else
			s->cgroups[opts->ncgroups++] = o->scope.cgroups[i].name;
	opts->pids = s->pids;
	opts->trees = s->trees;
	opts->cgroups = s->cgroups;
	opts->containers = s->containers;
	opts->uids = o->scope.uids;
	opts->nuids = o->scope.nuids;
	opts->comms = o->scope.comms;
	opts->skip = o->scope.skip;
	opts->nskip = o->scope.nskip;
	opts->rows = o->stats.json ? 0 : ROWS_MAX;
	opts->btf = o->btf;
	opts->without = o->without;
	opts->why = s->why;
	opts->why_size = sizeof(s->why);
}

/* Opens the output as for lines. Returns 0, or prints a message and returns 1. */
static int output_open(struct output *out, const struct options *o)
{
	if (o->output && (*o->output == '|' || *o->output == '!'))
		return output__pipe(out, o->output + 1);
	if (o->output)
		return output__file(out, o->output, o->append);
	output__standard(out, o->stats.json ? STDOUT_FILENO : STDERR_FILENO);
	return 0;
}

/* Waits for the next look. Returns false when a signal asks to end. */
static bool next_wait(double seconds)
{
	struct timespec t = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };

	return !interrupted && !nanosleep(&t, NULL);
}

/* Prints one look. Returns 0 or -errno with a message. */
static int look(struct sctrace_look *w, struct output *out, const struct options *o)
{
	struct why_print p;
	int err = why_print__begin(&p, o->stats.json);

	if (!err && o->stats.interval)
		why_print__time(&p, time(NULL));
	if (!err)
		err = sctrace_why(w, why_print__row, &p);
	if (!err)
		why_print__end(&p, sctrace_why_tasks(w), sctrace_why_left(w), sctrace_why_lacks(w));
	if (err)
		complain(o, "--why: %s", *sctrace_why_error(w) ? sctrace_why_error(w) : strerror(-err));
	else
		err = why_print__write(&p, output__write, out);
	why_print__free(&p);
	return err;
}

static int looks(struct sctrace_look *w, struct output *out, const struct options *o)
{
	const struct sigaction act = { .sa_handler = on_signal };
	unsigned n = 0;
	int err;

	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	do
		err = look(w, out, o);
	while (!err && o->stats.interval && (!o->stats.count || ++n < o->stats.count) && next_wait(o->stats.interval));
	if (!err && !sctrace_why_tasks(w) && !interrupted) {
		complain(o, "--why: no such process or task");
		return 1;
	}
	return err ? 1 : 0;
}

int why(const struct options *o)
{
	struct output out = { .o = o, .json = o->stats.json, .fd = -1 };
	struct sctrace_look *w;
	struct scope s = {};
	int err, status = 1;

	scope_make(&s, o);
	err = sctrace_why_open(&w, &s.opts);
	if (err) {
		complain(o, "--why: %s", *s.why ? s.why : strerror(-err));
	} else {
		status = output_open(&out, o);
		if (!status)
			status = looks(w, &out, o);
		output__close(&out);
		sctrace_why_close(w);
	}
	free(s.pids);
	free(s.trees);
	return status;
}
