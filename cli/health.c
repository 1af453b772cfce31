// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "health.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static void put_bytes(FILE *f, uint64_t n)
{
	static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB" };
	double v = (double)n;
	unsigned i = 0;

	for (; v >= 1000 && i < 4; i++)
		v /= 1000;
	fprintf(f, i ? "%.1f %s" : "%.0f %s", v, units[i]);
}

static void put_rings(FILE *f, const struct sctrace_health *h)
{
	double size = (double)h->ring_bytes;

	if (!h->rings)
		return;
	fprintf(f, "   rings          %" PRIu32 " of ", h->rings);
	put_bytes(f, h->ring_bytes);
	fprintf(f, " each; the fullest one: %.1f %% used, at most %.1f %%\n", 100 * (double)h->ring_fill / size,
		100 * (double)h->ring_peak / size);
	fprintf(f, "   not read yet   ");
	if (h->lag)
		fprintf(f, "the oldest record for %.3f s\n", (double)h->lag / 1e9);
	else
		fprintf(f, "nothing\n");
}

static void put_left_out(FILE *f, const struct left_out *left)
{
	if (!left_out__any(left))
		return;
	fprintf(f, "   left out       ");
	left_out__put(f, left);
	fputc('\n', f);
}

static void put_text(FILE *f, const struct sctrace_health *h, const struct left_out *left, const char *what)
{
	fprintf(f, "\n health:\n\n   %-14s %" PRIu64 ", ", what, h->records);
	put_bytes(f, h->bytes);
	fprintf(f, "\n   lost           %" PRIu64, h->lost);
	if (h->lost)
		fprintf(f,
			" (ring full %" PRIu64 ", program skipped %" PRIu64 ", no memory %" PRIu64 "; of %" PRIu64
			" calls)",
			h->lost_ring_full, h->lost_skipped, h->lost_no_memory, h->lost_calls);
	fputc('\n', f);
	put_left_out(f, left);
	put_rings(f, h);
	fprintf(f, "   tasks          %" PRIu32 ", asked for %" PRIu32 "\n", h->tasks, h->targets);
	fprintf(f, "   descriptors    %" PRIu32 "\n   kernel memory  ", h->fds);
	put_bytes(f, h->memory);
	fprintf(f, "\n   reader         %.3f s of CPU time\n", (double)h->cpu_ns / 1e9);
	if (h->runs)
		fprintf(f, "   programs       %" PRIu64 " runs, %.3f s, %.0f ns each\n", h->runs,
			(double)h->run_ns / 1e9, (double)h->run_ns / (double)h->runs);
	else
		fprintf(f, "   programs       not counted (sysctl kernel.bpf_stats_enabled=1)\n");
}

/* Writes a member. A number that a double cannot hold is a string, as in all of the JSON. */
static void put_number(FILE *f, const char *name, uint64_t v)
{
	const char *quote = v >> 53 ? "\"" : "";

	fprintf(f, ",\"%s\":%s%" PRIu64 "%s", name, quote, v, quote);
}

static void put_json(FILE *f, const struct sctrace_health *h, const struct left_out *left)
{
	const struct {
		const char *name;
		uint64_t v;
	} members[] = {
		{ "records", h->records },
		{ "bytes", h->bytes },
		{ "lost", h->lost },
		{ "lost_ring_full", h->lost_ring_full },
		{ "lost_skipped", h->lost_skipped },
		{ "lost_no_memory", h->lost_no_memory },
		{ "lost_calls", h->lost_calls },
		{ "rings", h->rings },
		{ "ring_bytes", h->ring_bytes },
		{ "ring_fill", h->ring_fill },
		{ "ring_peak", h->ring_peak },
		{ "lag_ns", h->lag },
		{ "tasks", h->tasks },
		{ "targets", h->targets },
		{ "fds", h->fds },
		{ "memory", h->memory },
		{ "cpu_ns", h->cpu_ns },
		{ "runs", h->runs },
		{ "run_ns", h->run_ns },
		{ "left_out", left_out__lines(left) },
	};

	fprintf(f, "{\"type\":\"health\"");
	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++)
		put_number(f, members[i].name, members[i].v);
	fprintf(f, "}\n");
}

static int print_health(struct output *out, const struct sctrace_health *h, const char *what)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int err;

	if (!f)
		return -ENOMEM;
	if (out->json)
		put_json(f, h, &out->left);
	else
		put_text(f, h, &out->left, what);
	err = fclose(f) ? -ENOMEM : output__write(out, text, size);
	free(text);
	return err;
}

int health__events(struct session *s, struct sctrace *t)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	int err = s->o->health ? sctrace_health(t, &h) : 0;

	if (err || !s->o->health)
		return err;
	err = print_health(&s->out, &h, "records");
	return err || !s->o->json ? err : print_health(&s->extra[EXTRA_JSON], &h, "records");
}

int health__stats(struct session *s, struct sctrace_stats *stats)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	int err = s->o->health ? sctrace_stats_health(stats, &h) : 0;

	return err || !s->o->health ? err : print_health(&s->out, &h, "rows read");
}
