// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>

#include "event/record.h"
#include "synth.h"

static struct synth s;

/* Puts the record in memory of exactly n bytes, so that ASan sees a read past its end. */
static size_t check(const void *p, size_t n)
{
	void *exact = malloc(n ? n : 1);
	size_t size;

	memcpy(exact, p, n);
	size = record__check(exact, n);
	free(exact);
	return size;
}

Test(record, every_type_has_its_size)
{
	synth_enter(&s, 1, 1, SYS_read, NULL);
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_enter));
	synth_exit(&s, 1, 1, SYS_read, 0, 1);
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_exit));
	synth_fork(&s, 1, 1, 2);
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_fork));
	synth_exec(&s, 1, 1, 1, "cat");
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_exec));
	synth_target(&s, 1, 1, "cat");
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_target));
	synth_call(&s, 1, 2, SYS_getpid, 1, 1);
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_exit));
	synth_task_exit(&s, 1, 1, 0);
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_task_exit));
	synth_signal(&s, 1, 1, 15, 0);
	cr_assert_eq(check(s.raw, s.size), sizeof(struct sct_signal));
}

Test(record, too_short_is_refused)
{
	synth_enter(&s, 1, 1, SYS_write, NULL);
	synth_string(&s, 1, "some data");
	cr_assert_eq(check(s.raw, s.size), s.size);
	for (size_t n = 0; n < s.size; n++)
		cr_assert_eq(check(s.raw, n), 0, "%zu bytes were enough", n);
	/* a source may hand over more bytes than the record has: the size in the record counts */
	cr_assert_eq(check(s.raw, s.size + 8), s.size);
}

Test(record, unknown_types_are_refused)
{
	for (unsigned type = 0; type < 256; type++) {
		synth_init(&s, type, 1, 1, 256);
		cr_assert_eq(check(s.raw, s.size) != 0, type > 0 && type < SCT_REC_TYPE_MAX, "type %u", type);
	}
}

Test(record, hostile_data_length)
{
	static const uint32_t lens[] = { 1, 9, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff };

	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		synth_enter(&s, 1, 1, SYS_write, NULL);
		s.enter.data_len = lens[i];
		cr_assert_eq(check(s.raw, s.size), 0);
		synth_exit(&s, 1, 1, SYS_read, 0, 1);
		s.exit.data_len = lens[i];
		cr_assert_eq(check(s.raw, s.size), 0);
		synth_exec(&s, 1, 1, 1, "x");
		s.exec.data_len = lens[i];
		cr_assert_eq(check(s.raw, s.size), 0);
	}
}

Test(record, name_without_end_is_refused)
{
	synth_exec(&s, 1, 1, 1, "x");
	memset(s.exec.comm, 'x', sizeof(s.exec.comm));
	cr_assert_eq(check(s.raw, s.size), 0);
	synth_target(&s, 1, 1, "x");
	memset(s.target.comm, 'x', sizeof(s.target.comm));
	cr_assert_eq(check(s.raw, s.size), 0);
}

Test(record, chunks_in_turn)
{
	const struct sct_chunk *c;
	const uint8_t *data;
	uint32_t len, off = 0;

	synth_enter(&s, 1, 1, SYS_write, NULL);
	synth_chunk(&s, 1, "abc", 3);
	synth_part(&s, 2, SCT_PART_ITEM, 7, NULL, -EFAULT);
	synth_chunk(&s, 3, "12345678", 8);
	data = record__data(&s.rec, &len);
	c = chunk__next(data, len, &off);
	cr_assert(c && c->arg == 1 && c->part == SCT_PART_SELF && c->len == 3);
	cr_assert_eq(memcmp(c + 1, "abc", 3), 0);
	c = chunk__next(data, len, &off);
	cr_assert(c && c->arg == 2 && c->part == SCT_PART_ITEM && c->sub == 7 && c->len == -EFAULT);
	c = chunk__next(data, len, &off);
	cr_assert(c && c->arg == 3 && c->len == 8);
	cr_assert_null(chunk__next(data, len, &off));
	cr_assert_null(chunk__next(data, len, &off), "and it stays so");
}

Test(record, others_have_no_chunks)
{
	uint32_t len = 1;

	synth_fork(&s, 1, 1, 2);
	record__data(&s.rec, &len);
	cr_assert_eq(len, 0);
	synth_signal(&s, 1, 1, 2, 0);
	record__data(&s.rec, &len);
	cr_assert_eq(len, 0);
}

/* A record may be cut at any byte: only complete chunks are returned, and nothing past the end is read. */
Test(record, truncated_chunks)
{
	const uint8_t *all;
	uint32_t len;

	synth_enter(&s, 1, 1, SYS_write, NULL);
	synth_chunk(&s, 1, "abcde", 5);
	synth_chunk(&s, 2, "12345678", 8);
	all = record__data(&s.rec, &len);
	for (uint32_t n = 0; n <= len; n++) {
		uint8_t *data = malloc(n ? n : 1);
		uint32_t off = 0;
		unsigned found = 0;

		memcpy(data, all, n);
		while (chunk__next(data, n, &off))
			found++;
		cr_assert_eq(found, (n >= 8 + 5) + (n >= 16 + 8 + 8), "%u bytes: %u chunks", n, found);
		free(data);
	}
}

Test(record, hostile_chunk_length)
{
	static const int32_t lens[] = { 9, 1000, 0x7fffffff, 0x7ffffff9 };

	for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		uint32_t len, off = 0;
		const uint8_t *data;

		synth_enter(&s, 1, 1, SYS_write, NULL);
		synth_part(&s, 1, SCT_PART_SELF, 0, NULL, 8);
		((struct sct_chunk *)(&s.enter + 1))->len = lens[i];
		data = record__data(&s.rec, &len);
		cr_assert_null(chunk__next(data, len, &off));
	}
}
