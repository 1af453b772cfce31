// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * A capture file, through the library's functions as the command uses them. zlib
 * reads what is not compressed as it is, so that mutations reach the records;
 * an input that begins as a gzip file goes through zlib.
 */
#include "fuzz.h"

#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "sctrace.h"

struct run {
	struct sctrace_text *text;
	struct sctrace_event_stats *stats;
};

static int fd = -1;
static char path[32];

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct run *r = ctx;
	int err = sctrace_text_event(r->text, ev), serr = sctrace_event_stats_add(r->stats, ev);

	return err ? err : serr;
}

static int on_pending(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	MUST(ev->type == SCTRACE_ENTER, "type %d", (int)ev->type);
	return 0;
}

static int write_lines(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_text(p, n, false);
	return 0;
}

static int write_table(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_text(p, n, true);
	return 0;
}

static int write_json(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_json(p, n);
	return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	setenv("TZ", "UTC0", 1);
	tzset();
	fd = memfd_create("capture", MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return fd < 0;
}

static void finish(struct sctrace *t, struct run *r)
{
	struct sctrace_table_opts json = { .sz = sizeof(json), .json = true };
	int err = sctrace_stop(t);

	MUST(err <= 0, "sctrace_stop(): %d", err);
	sctrace_pending(t, on_pending, NULL);
	sctrace_text_detach(r->text);
	MUST(!sctrace_event_stats_print(r->stats, NULL, write_table, NULL), "table");
	MUST(!sctrace_event_stats_print(r->stats, &json, write_json, NULL), "json");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char why[256] = "";
	struct run r = {};
	struct sctrace_opts o = {
		.sz = sizeof(o), .replay = path, .event = on_event, .ctx = &r, .why = why, .why_size = sizeof(why)
	};
	struct sctrace_text_opts to = { .sz = sizeof(to), .prefix = SCTRACE_PREFIX_PID, .write = write_lines };
	struct sctrace *t;
	int n;

	MUST(!ftruncate(fd, 0) && pwrite(fd, data, size, 0) == (ssize_t)size, "writing the file");
	o.trace = size && data[size - 1] & 1 ? "!read,write" : NULL;
	n = sctrace_open(&t, &o);
	if (n) {
		MUST(*why, "error %d without a reason", n);
		return 0;
	}
	MUST(!sctrace_text_new(&r.text, t, &to) && !sctrace_event_stats_new(&r.stats, t), "sinks");
	do {
		n = sctrace_poll(t, 0);
		if (n > 0)
			count_records((unsigned)n);
	} while (n >= 0);
	MUST(n == -ENODATA || *sctrace_error(t), "error %d without a reason", n);
	finish(t, &r);
	sctrace_text_free(r.text);
	sctrace_event_stats_free(r.stats);
	sctrace_close(t);
	return 0;
}
