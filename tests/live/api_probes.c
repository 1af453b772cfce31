// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Prints the values of a probe whose file of probes has a struct: api_probes FILE PROBE PROG [ARG]... */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sctrace.h>

/* "argument.member=value", indented by its depth. */
static int on_value(void *ctx, const struct sctrace_value *v)
{
	if (v->kind == SCTRACE_KIND_END)
		return 0;
	printf("%*s%s=", (int)(2 * v->depth), "", v->name ? v->name : "");
	if (v->kind == SCTRACE_KIND_STRING)
		printf("\"%.*s\"\n", (int)v->len, (const char *)v->bytes);
	else if (v->kind == SCTRACE_KIND_SYMBOL || v->kind == SCTRACE_KIND_FLAGS)
		printf("%s\n", v->nnames ? v->names[0] : "?");
	else if (v->kind == SCTRACE_KIND_STRUCT || v->kind == SCTRACE_KIND_ARRAY)
		printf("\n");
	else
		printf("%lld\n", (long long)v->number);
	return 0;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct sctrace **trace = ctx;
	struct sctrace_value v;

	if (ev->type != SCTRACE_PROBE && ev->type != SCTRACE_FUNC_EXIT)
		return 0;
	if (sctrace_arg(*trace, ev, "req", &v) || (v.kind != SCTRACE_KIND_STRUCT && v.number))
		printf("no struct\n");
	printf("%s\n", ev->name);
	return sctrace_values(*trace, ev, on_value, NULL);
}

static pid_t start(char **argv, int *go)
{
	int fds[2];
	pid_t pid;
	char c;

	if (pipe(fds))
		return -1;
	pid = fork();
	if (pid) {
		close(fds[0]);
		*go = fds[1];
		return pid;
	}
	close(fds[1]);
	if (read(fds[0], &c, 1) == 1)
		execvp(*argv, argv);
	_exit(127);
}

int main(int argc, char **argv)
{
	struct sctrace *trace = NULL;
	char why[256] = "";
	const char *probe = argc > 3 ? argv[2] : "";
	struct sctrace_opts opts = {
		.sz = sizeof(opts),
		.trace = "none",
		.event = on_event,
		.ctx = &trace,
		.why = why,
		.why_size = sizeof(why),
		.probes = &probe,
		.nprobes = *probe ? 1 : 0,
		.probe_rows = argv[1],
		.probe_file = argc > 3 ? argv[3] : NULL,
	};
	int err, go = -1;
	pid_t pid;

	if (argc < 4)
		return 2;
	pid = start(argv + 3, &go);
	err = pid < 0 ? -1 : sctrace_open(&trace, &opts);
	if (!err)
		err = sctrace_target(trace, pid, SCTRACE_FOLLOW | SCTRACE_WAIT_EXEC);
	if (!err)
		err = sctrace_start(trace);
	if (!err && write(go, "", 1) != 1)
		err = -1;
	while (err >= 0 && sctrace_tasks(trace))
		err = sctrace_poll(trace, -1);
	if (err < 0)
		printf("%s\n", *why ? why : trace ? sctrace_error(trace) : "failed");
	if (trace)
		sctrace_close(trace);
	close(go);
	return err < 0;
}
