// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * chunks CAPTURE < NAMES: compares the chunks of calls that a capture has twice: as read at the attach, and as they
 * began after that (captures.c). NAMES has a line "TID NAME" for each call. Prints a line for each call that differs,
 * then how many calls and bytes were the same. The status is 1 if a call differs or is missing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/record.h"
#include "recording/capture_file.h"

#define MAX 256

struct side {
	uint8_t *data;
	uint32_t len;
	bool is;
};

struct task {
	uint32_t tid;
	char name[80];
	unsigned nr;
	struct side outside, begun; /* chunks that were read at the attach, and when the call began */
};

static struct task tasks[MAX];
static unsigned ntasks;

static void keep(struct side *s, const struct sct_rec *rec)
{
	const uint8_t *data = record__data(rec, &s->len);

	if (s->is)
		return;
	s->is = true;
	s->data = malloc(s->len + 8);
	if (!s->data)
		exit(3);
	memcpy(s->data, data, s->len);
}

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	const struct sct_enter *e = (const void *)rec;

	(void)ctx;
	(void)size;
	if (rec->type != SCT_REC_ENTER)
		return 0;
	for (unsigned i = 0; i < ntasks; i++) {
		struct task *t = &tasks[i];

		if (t->tid != rec->tid || (t->outside.is && t->nr != record__nr(e)))
			continue;
		t->nr = record__nr(e);
		if (rec->flags & SCT_F_SNAPSHOT)
			keep(&t->outside, rec);
		else if (!(rec->flags & SCT_F_LATE)) /* chunks that are captured at the call's end */
			keep(&t->begun, rec);
	}
	return 0;
}

static void describe(const char *who, const struct side *s, uint32_t off)
{
	const struct sct_chunk *c = chunk__next(s->data, s->len, &off);

	if (c)
		printf("  %s: argument %u, part %u, sub %u, length %d of %u\n", who, c->arg, c->part, c->sub, c->len,
		       s->len);
	else
		printf("  %s: no more of %u\n", who, s->len);
}

static bool same(const struct task *t)
{
	const struct side *a = &t->outside, *b = &t->begun;
	uint32_t at = 0, next = 0;

	if (!a->is || !b->is) {
		printf("%s: %s\n", t->name, a->is ? "did not begin" : "not seen at the attach");
		return false;
	}
	if (a->len == b->len && !memcmp(a->data, b->data, a->len))
		return true;
	/* the first chunk that differs */
	while (chunk__next(a->data, a->len, &next) && next <= b->len && !memcmp(a->data + at, b->data + at, next - at))
		at = next;
	printf("%s: differ at %u\n", t->name, at);
	describe("attach", a, at);
	describe("begin", b, at);
	return false;
}

int main(int argc, char **argv)
{
	struct capture_info info;
	struct capture *capture;
	unsigned equal = 0;
	size_t bytes = 0;
	char why[200], line[200];

	while (ntasks < MAX && fgets(line, sizeof(line), stdin))
		if (sscanf(line, "%u %79[^\n]", &tasks[ntasks].tid, tasks[ntasks].name) == 2)
			ntasks++;
	if (argc != 2 || !ntasks)
		return 2;
	if (capture__open(&capture, argv[1], &info, why, sizeof(why))) {
		puts(why);
		return 2;
	}
	for (struct source *s = capture__source(capture); s->ops->drain(s, on_record, NULL) > 0;)
		;
	for (unsigned i = 0; i < ntasks; i++) {
		if (!same(&tasks[i]))
			continue;
		equal++;
		bytes += tasks[i].begun.len;
	}
	printf("%u of %u the same, %zu bytes\n", equal, ntasks, bytes);
	return equal != ntasks;
}
