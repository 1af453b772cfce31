// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why_print.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"

#define INDENT 3
#define DEPTH_MAX 16 /* deeper rows are not indented more */
#define WAITERS_MIN 2

static const char *const states[] = {
	[SCTRACE_WHY_BLOCKED] = "blocked",     [SCTRACE_WHY_RUNNING] = "running", [SCTRACE_WHY_RUNNABLE] = "runnable",
	[SCTRACE_WHY_THROTTLED] = "throttled", [SCTRACE_WHY_STOPPED] = "stopped", [SCTRACE_WHY_TRACED] = "traced",
	[SCTRACE_WHY_FROZEN] = "frozen",       [SCTRACE_WHY_ZOMBIE] = "zombie",
};

static const char *const capitals[] = {
	[SCTRACE_WHY_BLOCKED] = "BLOCKED",     [SCTRACE_WHY_RUNNING] = "RUNNING", [SCTRACE_WHY_RUNNABLE] = "RUNNABLE",
	[SCTRACE_WHY_THROTTLED] = "THROTTLED", [SCTRACE_WHY_STOPPED] = "STOPPED", [SCTRACE_WHY_TRACED] = "TRACED",
	[SCTRACE_WHY_FROZEN] = "FROZEN",       [SCTRACE_WHY_ZOMBIE] = "ZOMBIE",
};

int why_print__begin(struct why_print *p, bool json)
{
	*p = (struct why_print){ .json = json };
	p->f = open_memstream(&p->text, &p->size);
	return p->f ? 0 : -ENOMEM;
}

void why_print__time(struct why_print *p, time_t now)
{
	struct tm tm;
	char text[32];

	if (p->json || !localtime_r(&now, &tm) || !strftime(text, sizeof(text), "%H:%M:%S", &tm))
		return;
	fprintf(p->f, "%s\n", text);
}

/* ---- JSON ---- */

static void json_row(FILE *f, const struct sctrace_why_row *r)
{
	fprintf(f, "{\"type\": \"why\", \"depth\": %u, \"pid\": %" PRIu32 ", \"tid\": %" PRIu32, r->depth, r->pid,
		r->tid);
	print__json_string(f, "comm", r->comm);
	print__json_string(f, "role", r->role);
	print__json_string(f, "state", states[r->state]);
	if (r->uninterruptible)
		fputs(", \"uninterruptible\": true", f);
	if (r->age != UINT64_MAX)
		fprintf(f, ", \"age\": %" PRIu64, r->age);
	fprintf(f, ", \"cpu\": %" PRIu32, r->cpu);
	if (r->signal)
		fprintf(f, ", \"signal\": %" PRIu32, r->signal);
	print__json_string(f, "name", r->name);
	print__json_string(f, "call", r->call);
	print__json_string(f, "frame", r->frame);
	print__json_string(f, "reason", r->reason);
	print__json_string(f, "object", r->object);
	if (r->fd >= 0)
		fprintf(f, ", \"fd\": %d", r->fd);
	if (r->depth)
		fprintf(f, ", \"others\": %" PRIu32, r->others);
	fprintf(f, ", \"tasks\": %" PRIu32 ", \"processes\": %" PRIu32, r->tasks, r->processes);
	if (r->deadlock)
		fputs(", \"deadlock\": true", f);
	if (r->again)
		fputs(", \"again\": true", f);
	fputs("}\n", f);
}

/* ---- text ---- */

static void age_print(FILE *f, uint64_t age)
{
	double s = (double)age / 1e9;

	if (age == UINT64_MAX)
		return;
	if (s < 10)
		fprintf(f, " %.3f s", s);
	else if (s < 600)
		fprintf(f, " %.1f s", s);
	else if (s < 36000)
		fprintf(f, " %.0f min", s / 60);
	else
		fprintf(f, " %.1f h", s / 3600);
}

static void state_print(FILE *f, const struct sctrace_why_row *r)
{
	fprintf(f, "%s%s", capitals[r->state], r->uninterruptible ? " (D)" : "");
	if (r->state == SCTRACE_WHY_RUNNING || r->state == SCTRACE_WHY_RUNNABLE)
		fprintf(f, " CPU %" PRIu32, r->cpu);
	if (r->signal)
		fprintf(f, " by SIG%s", sigabbrev_np((int)r->signal) ?: "?");
	if (r->state != SCTRACE_WHY_ZOMBIE)
		age_print(f, r->age);
}

/* Prints what the task waits for: "the pipe is empty (pipe:[23911])". */
static void reason_print(FILE *f, const struct sctrace_why_row *r)
{
	bool object = r->object && !(r->call && strstr(r->call, r->object));

	if (!r->reason && !object)
		return;
	fprintf(f, "   %s", r->reason ? r->reason : "");
	if (object) {
		fputs(r->reason ? " (" : "", f);
		print__name(f, r->object);
		fputs(r->reason ? ")" : "", f);
	}
}

static void counts_print(FILE *f, const struct sctrace_why_row *r, int indent)
{
	if (r->tasks < WAITERS_MIN || r->again)
		return;
	if (r->depth)
		fprintf(f, "%*s%" PRIu32 " threads of %" PRIu32 " process%s wait for this one\n", indent, "", r->tasks,
			r->processes, r->processes == 1 ? "" : "es");
	else
		fprintf(f, "%*sand %" PRIu32 " more thread%s like it, in %" PRIu32 " process%s\n", indent, "",
			r->tasks - 1, r->tasks == 2 ? "" : "s", r->processes, r->processes == 1 ? "" : "es");
}

static void text_row(FILE *f, const struct sctrace_why_row *r)
{
	unsigned depth = r->depth < DEPTH_MAX ? r->depth : DEPTH_MAX;

	fprintf(f, "%*s", (int)(INDENT * depth), "");
	if (r->role)
		fprintf(f, "%s: ", r->role);
	print__name(f, r->comm);
	fprintf(f, " %" PRIu32, r->pid);
	if (r->tid != r->pid)
		fprintf(f, "/%" PRIu32, r->tid);
	if (r->fd >= 0)
		fprintf(f, " (fd %d)", r->fd);
	if (r->others)
		fprintf(f, " or %" PRIu32 " other%s", r->others, r->others == 1 ? "" : "s");
	fputs("   ", f);
	if (r->deadlock)
		fputs("DEADLOCK ", f);
	if (r->again) {
		fputs("(above)\n", f);
		return;
	}
	state_print(f, r);
	if (r->call)
		fprintf(f, "   %s", r->call);
	reason_print(f, r);
	if (r->frame)
		fprintf(f, "   in %s", r->frame);
	fputc('\n', f);
	counts_print(f, r, (int)(INDENT * (depth + 1)));
}

/* ---- the closing sentence ---- */

/* Describes a task as its row does, but without the call's arguments. */
static void about_set(struct why_sum *s, const struct sctrace_why_row *r)
{
	size_t size;
	FILE *f;

	free(s->about);
	s->about = NULL;
	f = open_memstream(&s->about, &size);
	if (!f)
		return;
	print__name(f, r->comm);
	fprintf(f, " %" PRIu32, r->pid);
	if (r->tid != r->pid)
		fprintf(f, "/%" PRIu32, r->tid);
	fputs(", ", f);
	state_print(f, r);
	if (r->name)
		fprintf(f, " in %s", r->name);
	if (r->reason)
		fprintf(f, ": %s", r->reason);
	fclose(f);
}

/* True if a task can do nothing about its own wait. */
static bool is_held_up(const struct sctrace_why_row *r)
{
	return r->uninterruptible || (r->state != SCTRACE_WHY_BLOCKED && r->state != SCTRACE_WHY_RUNNING);
}

static bool is_loop(const struct sctrace_why_row *r)
{
	return r->name && (strstr(r->name, "poll") || strstr(r->name, "select"));
}

/*
 * The task for which most wait is the culprit: at the end of a chain, more wait for it than for those before. An event
 * loop that waits for others has no work, unless one of them is held up.
 */
static void sum_add(struct why_sum *s, const struct sctrace_why_row *r)
{
	bool more;

	if (!r->depth) {
		s->row++;
		s->loop = is_loop(r);
		s->running += r->state == SCTRACE_WHY_RUNNING ? r->tasks : 0;
	}
	if (r->again)
		return;
	s->deadlocked += r->deadlock;
	more = r->tasks > s->tasks ||
	       (r->tasks == s->tasks && r->depth > s->depth && (!s->depth || s->row == s->chain));
	if (!more || !(is_held_up(r) || (r->depth && !s->loop)))
		return;
	s->tasks = r->tasks;
	s->depth = r->depth;
	s->chain = s->row;
	about_set(s, r);
}

static void sum_print(const struct why_sum *s, FILE *f, uint32_t tasks)
{
	const char *plural = tasks == 1 ? "" : "s";

	if (s->deadlocked)
		fprintf(f, "in short: a deadlock: %" PRIu32 " thread%s wait%s for each other, and none can go on\n",
			s->deadlocked, s->deadlocked == 1 ? "" : "s", s->deadlocked == 1 ? "s" : "");
	else if (s->about && s->depth)
		fprintf(f, "in short: %" PRIu32 " of %" PRIu32 " thread%s wait%s for %s\n", s->tasks, tasks, plural,
			s->tasks == 1 ? "s" : "", s->about);
	else if (s->about)
		fprintf(f, "in short: %" PRIu32 " of %" PRIu32 " thread%s held up: %s\n", s->tasks, tasks, plural,
			s->about);
	else if (s->running)
		fprintf(f, "in short: %" PRIu32 " of %" PRIu32 " thread%s running, none held up\n", s->running, tasks,
			plural);
	else if (tasks)
		fprintf(f, "in short: %" PRIu32 " thread%s, none held up: each waits for an event\n", tasks, plural);
}

int why_print__row(void *ctx, const struct sctrace_why_row *row)
{
	struct why_print *p = ctx;

	sum_add(&p->sum, row);
	if (p->json)
		json_row(p->f, row);
	else
		text_row(p->f, row);
	return 0;
}

void why_print__end(struct why_print *p, uint32_t tasks, uint32_t left, const char *lacks)
{
	if (p->json)
		return;
	sum_print(&p->sum, p->f, tasks);
	if (left)
		fprintf(p->f,
			"and %" PRIu32 " of %" PRIu32
			" tasks more: choose with -p, --comm, --cgroup, or --format=json\n",
			left, tasks);
	if (lacks)
		fprintf(p->f, "%s\n", lacks);
}

int why_print__write(struct why_print *p, sctrace_write_fn *write, void *ctx)
{
	if (fflush(p->f))
		return -ENOMEM;
	return p->size ? write(ctx, p->text, p->size) : 0;
}

void why_print__free(struct why_print *p)
{
	if (p->f)
		fclose(p->f);
	free(p->text);
	free(p->sum.about);
}
