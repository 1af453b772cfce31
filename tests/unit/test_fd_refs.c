// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* References to files in records are replaced by the files. */
#include <criterion/criterion.h>

#include <malloc.h>
#include <stdio.h>

#include "live/fd_refs.h"
#include "synth.h"

/* Adds a chunk to the enter; data is padded. */
static void add(struct synth *s, unsigned part, unsigned sub, const void *data, size_t n)
{
	struct sct_chunk c = { .part = (uint8_t)part, .sub = (uint16_t)sub, .len = (int32_t)n };

	memcpy(s->raw + s->size, &c, sizeof(c));
	memcpy(s->raw + s->size + sizeof(c), data, n);
	n = (n + 7) & ~(size_t)7;
	s->size += sizeof(c) + n;
	s->enter.data_len += (uint32_t)(sizeof(c) + n);
}

static void tell(struct synth *s, unsigned cpu, int fd, unsigned slot, const char *path)
{
	struct {
		struct sct_file f;
		char name[64];
	} file = { .f = { .fd = fd, .slot = (uint16_t)slot } };

	synth_enter(s, 1, 1, 0, NULL);
	s->rec.cpu = (uint16_t)cpu;
	memcpy(file.name, path, strlen(path));
	add(s, SCT_PART_FILE, 0, &file, sizeof(file.f) + strlen(path));
}

static void refer(struct synth *s, unsigned cpu, int32_t fd, unsigned slot)
{
	synth_enter(s, 1, 1, 0, NULL);
	s->rec.cpu = (uint16_t)cpu;
	add(s, SCT_PART_FILE_REF, slot, &fd, sizeof(fd));
}

/* Returns the path of the record's only file, or "" if it has none. */
static const char *path_of(const struct sct_rec *rec, int fd)
{
	static char path[64];
	const struct sct_chunk *c;
	struct sct_file f;
	uint32_t len, off = 0;
	const uint8_t *data = record__data(rec, &len);

	c = chunk__next(data, len, &off);
	if (!c || c->part != SCT_PART_FILE)
		return "";
	memcpy(&f, c + 1, sizeof(f));
	cr_assert_eq(f.fd, fd);
	snprintf(path, sizeof(path), "%.*s", (int)(c->len - (int)sizeof(f)), (const char *)(c + 1) + sizeof(f));
	return path;
}

static const struct sct_rec *resolve(struct files *f, struct synth *s)
{
	size_t size = s->size;
	const struct sct_rec *rec = fd_refs__resolve(f, &s->rec, &size);

	cr_assert_eq(record__check(rec, size), size);
	return rec;
}

Test(files, told_and_referred_to)
{
	struct files *f;
	struct synth s;

	cr_assert_eq(fd_refs__new(&f), 0);
	tell(&s, 1, 3, 7, "/tmp/x");
	cr_assert_eq(resolve(f, &s), &s.rec, "without a reference it stays what it is");
	refer(&s, 1, 5, 7);
	cr_assert_str_eq(path_of(resolve(f, &s), 5), "/tmp/x");
	refer(&s, 0, 5, 7);
	cr_assert_str_eq(path_of(resolve(f, &s), 5), "", "another CPU has slots of its own");
	refer(&s, 1, 5, 8);
	cr_assert_str_eq(path_of(resolve(f, &s), 5), "", "a reference without a description has no path");
	tell(&s, 1, 3, 7, "/tmp/longer than before");
	resolve(f, &s);
	refer(&s, 1, SCT_AT_FDCWD, 7);
	cr_assert_str_eq(path_of(resolve(f, &s), SCT_AT_FDCWD), "/tmp/longer than before");
	fd_refs__free(f);
}

/* A slot is used by a reference, and then gets another file in the same record. */
Test(files, referred_to_before_told_anew)
{
	struct {
		struct sct_file f;
		char name[8];
	} other = { .f = { .fd = 6, .slot = 7 }, .name = "/tmp/y" };
	const int32_t fd = 5;
	struct files *f;
	struct synth s;

	cr_assert_eq(fd_refs__new(&f), 0);
	tell(&s, 1, 3, 7, "/tmp/x");
	resolve(f, &s);
	refer(&s, 1, fd, 7);
	add(&s, SCT_PART_FILE, 0, &other, sizeof(other.f) + strlen(other.name));
	cr_assert_str_eq(path_of(resolve(f, &s), fd), "/tmp/x");
	refer(&s, 1, fd, 7);
	cr_assert_str_eq(path_of(resolve(f, &s), fd), "/tmp/y");
	fd_refs__free(f);
}

/* The other parts of the record keep their order. */
Test(files, other_chunks_stay)
{
	const struct sct_chunk *c;
	const struct sct_rec *rec;
	uint32_t len, off = 0;
	const uint8_t *data;
	struct files *f;
	struct synth s;
	int32_t fd = 4;

	cr_assert_eq(fd_refs__new(&f), 0);
	tell(&s, 0, 3, 511, "/");
	resolve(f, &s);
	synth_enter(&s, 1, 1, 0, NULL);
	add(&s, SCT_PART_SELF, 9, "abc", 3);
	add(&s, SCT_PART_FILE_REF, 511, &fd, sizeof(fd));
	add(&s, SCT_PART_ITEM, 1, "de", 2);
	rec = resolve(f, &s);
	data = record__data(rec, &len);
	c = chunk__next(data, len, &off);
	cr_assert(c->part == SCT_PART_SELF && c->sub == 9 && c->len == 3 && !memcmp(c + 1, "abc", 3));
	c = chunk__next(data, len, &off);
	cr_assert(c->part == SCT_PART_FILE && c->len == sizeof(struct sct_file) + 1);
	c = chunk__next(data, len, &off);
	cr_assert(c->part == SCT_PART_ITEM && c->sub == 1 && c->len == 2 && !memcmp(c + 1, "de", 2));
	cr_assert_null(chunk__next(data, len, &off));
	fd_refs__free(f);
}

/* The record comes from a capture file, which may have any bytes. */
Test(files, hostile)
{
	struct sct_file file = { .slot = SCT_FD_NO_SLOT };
	struct files *f;
	struct synth s;

	cr_assert_eq(fd_refs__new(&f), 0);
	tell(&s, 0xffff, 3, SCT_FD_NO_SLOT, "/tmp/x");
	resolve(f, &s);
	refer(&s, 0xffff, 3, SCT_FD_NO_SLOT);
	cr_assert_str_eq(path_of(resolve(f, &s), 3), "");
	synth_enter(&s, 1, 1, 0, NULL);
	add(&s, SCT_PART_FILE, 0, &file, 5); /* the size is smaller than that of the head */
	resolve(f, &s);
	synth_enter(&s, 1, 1, 0, NULL);
	add(&s, SCT_PART_FILE_REF, 0xffff, "", 1);
	cr_assert_str_eq(path_of(resolve(f, &s), 3), "");
	fd_refs__free(f);
}

/*
 * Records of 3 MB name all the CPUs that a file can name: memory grows with the size of the records, not with the
 * numbers.
 */
Test(files, memory_by_records)
{
	size_t before = mallinfo2().uordblks;
	struct files *f;
	struct synth s;

	cr_assert_eq(fd_refs__new(&f), 0);
	for (unsigned cpu = 0; cpu <= 0xffff; cpu++) {
		tell(&s, cpu, 3, cpu % SCT_FD_SLOTS, "/");
		resolve(f, &s);
	}
	cr_expect_lt(mallinfo2().uordblks - before, 16u << 20);
	refer(&s, 0xfffe, 5, 0xfffe % SCT_FD_SLOTS);
	cr_expect_str_eq(path_of(resolve(f, &s), 5), "/");
	fd_refs__free(f);
}
