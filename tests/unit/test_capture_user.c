// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The interpreter of capture plans in userspace: a plan, made-up memory, and the chunks that are expected. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "event/record.h"
#include "attach/capture_user.h"

#define BASE 0x10000ull
#define PAGE 4096ull

static uint8_t memory[8 * PAGE]; /* memory at BASE, whose last page is not mapped */
static uint8_t data[CAPTURE_USER_MAX];
static uint32_t len;
static struct sct_plan plan;
static uint64_t args[SCT_NARGS];
static bool netlink;

static int read_memory(void *ctx, uint64_t addr, void *to, size_t n)
{
	(void)ctx;
	if (addr < BASE || addr > BASE + 7 * PAGE || n > BASE + 7 * PAGE - addr)
		return -EFAULT;
	memcpy(to, memory + (addr - BASE), n);
	return 0;
}

static int sock(void *ctx, uint32_t fd, struct sct_sock *to)
{
	(void)ctx;
	*to = (struct sct_sock){ 16, 9, fd };
	return netlink ? 0 : -ENOTSOCK;
}

static void cap(struct sct_cap c)
{
	if (!c.when)
		c.when = SCT_AT_ENTER;
	plan.cap[plan.ncaps++] = c;
}

static void run(void)
{
	static const struct capture_user_memory mem = { read_memory, sock, NULL };

	if (!plan.word)
		plan.word = 8;
	len = capture_user__enter(&plan, args, &mem, data, NULL);
	cr_assert_leq(len, sizeof(data));
}

static void put(uint64_t addr, const void *p, size_t n)
{
	memcpy(memory + (addr - BASE), p, n);
}

static void put_words(uint64_t addr, const uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put(addr + i * plan.word, &v[i], plan.word);
}

/* Returns the n-th chunk, which must exist. */
static const struct sct_chunk *chunk(unsigned n)
{
	const struct sct_chunk *c = NULL;
	uint32_t off = 0;

	for (unsigned i = 0; i <= n; i++)
		c = chunk__next(data, len, &off);
	cr_assert(c);
	return c;
}

static void expect(unsigned n, unsigned arg, unsigned part, unsigned sub, int32_t size, const void *p)
{
	const struct sct_chunk *c = chunk(n);

	cr_expect_eq(c->arg, arg);
	cr_expect_eq(c->part, part);
	cr_expect_eq(c->sub, sub);
	cr_assert_eq(c->len, size, "chunk %u: %d bytes", n, c->len);
	if (size > 0)
		cr_expect_arr_eq(c + 1, p, (size_t)size);
}

static void expect_end(unsigned n)
{
	uint32_t off = 0;

	for (unsigned i = 0; i < n; i++)
		cr_assert(chunk__next(data, len, &off));
	cr_expect_null(chunk__next(data, len, &off));
	cr_expect_eq(off, len);
}

Test(peek, string)
{
	put(BASE, "/etc/passwd", 12);
	args[1] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .arg = 1, .max = 4096 });
	run();
	expect(0, 1, SCT_PART_SELF, 0, 12, "/etc/passwd");
	expect_end(1);
}

Test(peek, string_over_a_page)
{
	put(BASE + PAGE - 3, "abcdef", 7);
	args[0] = BASE + PAGE - 3;
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .max = 4096 });
	run();
	expect(0, 0, SCT_PART_SELF, 0, 7, "abcdef");
}

/* The last page is not mapped: a string that ends before is captured, a string that reaches into the page fails. */
/* Bytes up to the end of mapped memory are captured, and the rest is marked as unreadable. */
Test(peek, bytes_over_the_end)
{
	memset(memory + 6 * PAGE - 8, 'b', PAGE + 8);
	args[0] = BASE + 7 * PAGE - 12;
	args[1] = BASE + 6 * PAGE - 8;
	args[2] = BASE + 7 * PAGE;
	for (unsigned i = 0; i < 3; i++)
		cap((struct sct_cap){ .kind = SCT_CAP_BUF, .arg = i, .elem = 2 * PAGE, .max = 2 * PAGE });
	run();
	expect(0, 0, SCT_PART_SELF | SCT_PART_ENDS, 0, 12, memory + 7 * PAGE - 12);
	expect(1, 1, SCT_PART_SELF | SCT_PART_ENDS, 0, PAGE + 8, memory + 6 * PAGE - 8);
	expect(2, 2, SCT_PART_SELF, 0, -EFAULT, NULL);
	expect_end(3);
}

/* All bytes that are printed can be read, but the one after them, which tells whether the string goes on, cannot. */
Test(peek, string_cut_at_the_end)
{
	memset(memory + 7 * PAGE - 33, 's', 33);
	args[0] = BASE + 7 * PAGE - 33;
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .max = 34 });
	run();
	expect(0, 0, SCT_PART_SELF, 0, 34, "sssssssssssssssssssssssssssssssss");
}

Test(peek, string_at_the_end)
{
	put(BASE + 7 * PAGE - 4, "end", 4);
	args[0] = BASE + 7 * PAGE - 4;
	put(BASE + 6 * PAGE, "x", 1);
	memset(memory + 5 * PAGE, 'y', 2 * PAGE - 4);
	args[1] = BASE + 8 * PAGE;
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .max = 4096 });
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .arg = 1, .max = 4096 });
	run();
	expect(0, 0, SCT_PART_SELF, 0, 4, "end");
	expect(1, 1, SCT_PART_SELF, 0, -EFAULT, NULL);
	memset(memory + 7 * PAGE - 4, 'z', 4);
	run();
	expect(0, 0, SCT_PART_SELF, 0, -EFAULT, NULL);
}

/* The last byte is replaced by a NUL, as bpf_probe_read_user_str() does. */
Test(peek, string_too_long)
{
	put(BASE, "0123456789", 11);
	args[0] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .max = 4 });
	run();
	expect(0, 0, SCT_PART_SELF, 0, 4, "012");
}

Test(peek, only_what_is_read_at_entry)
{
	args[0] = args[1] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .max = 4, .when = SCT_AT_EXIT_OK });
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .arg = 1, .max = 4, .when = SCT_AT_ENTER | SCT_AT_EXIT_OK });
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .arg = 2, .max = 4 }); /* a NULL pointer */
	run();
	expect(0, 1, SCT_PART_SELF, 0, 1, "");
	expect_end(1);
}

Test(peek, buffers)
{
	uint32_t count = 3;

	put(BASE, "abcdefghijklmnopqrstuvwxyz", 26);
	put(BASE + 100, &count, sizeof(count));
	args[0] = BASE;
	args[1] = 5;
	args[2] = BASE + 100;
	args[3] = 70;
	cap((struct sct_cap){ .kind = SCT_CAP_BUF, .len_from = SCT_LEN_FIXED, .elem = 16, .max = 16 });
	cap((struct sct_cap){ .kind = SCT_CAP_BUF, .len_from = SCT_LEN_ARG, .len_arg = 1, .elem = 1, .max = 32 });
	cap((struct sct_cap){ .kind = SCT_CAP_BUF, .len_from = SCT_LEN_ARG, .len_arg = 1, .elem = 4, .max = 8 });
	cap((struct sct_cap){ .kind = SCT_CAP_BUF, .len_from = SCT_LEN_ARG_PTR, .len_arg = 2, .elem = 2, .max = 32 });
	cap((struct sct_cap){ .kind = SCT_CAP_BUF, .len_from = SCT_LEN_BITS, .len_arg = 3, .elem = 1, .max = 32 });
	cap((struct sct_cap){ .kind = SCT_CAP_BUF, .len_from = SCT_LEN_RET, .len_arg = 1, .elem = 1, .max = 32 });
	run();
	expect(0, 0, SCT_PART_SELF, 0, 16, memory);
	expect(1, 0, SCT_PART_SELF, 0, 5, memory);
	expect(2, 0, SCT_PART_SELF, 0, 8, memory);
	expect(3, 0, SCT_PART_SELF, 0, 6, memory);
	expect(4, 0, SCT_PART_SELF, 0, 16, memory);
	expect(5, 0, SCT_PART_SELF, 0, 0, NULL);
	expect_end(6);
}

/* Padding between chunks is zero, so that two recordings of the same calls are the same. */
Test(peek, padding)
{
	memset(data, 0xff, sizeof(data));
	put(BASE, "abc", 4);
	args[0] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_STR, .max = 32 });
	run();
	cr_expect_eq(len, sizeof(struct sct_chunk) + 8);
	cr_expect_arr_eq(data + sizeof(struct sct_chunk), "abc\0\0\0\0", 8);
}

static void vector(uint8_t word)
{
	const uint64_t strings[] = { BASE + 1000, BASE + 1010, 1, 0 };

	plan.word = word;
	put_words(BASE, strings, 4);
	put(BASE + 1000, "ls", 3);
	put(BASE + 1010, "-l", 3);
	args[1] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_STRV, .arg = 1, .elem = 64, .max = 32 });
	cap((struct sct_cap){ .kind = SCT_CAP_COUNT, .arg = 1 });
	run();
	expect(0, 1, SCT_PART_ITEM, 0, 3, "ls");
	expect(1, 1, SCT_PART_ITEM, 1, 3, "-l");
	expect(2, 1, SCT_PART_ITEM, 2, -EFAULT, NULL);
	expect(3, 1, SCT_PART_NEST, 2, 8, &(uint64_t){ 1 });
	expect(4, 1, SCT_PART_COUNT, 0, 4, &(uint32_t){ 3 });
	expect_end(5);
}

/* The chunk has one element more than are printed, which shows that there are more. */
Test(peek, strings_more)
{
	plan.word = 8;
	put_words(BASE, (const uint64_t[]){ BASE + 1000, BASE + 1000, 0 }, 3);
	put(BASE + 1000, "ls", 3);
	args[1] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_STRV, .arg = 1, .elem = 1, .max = 32 });
	cap((struct sct_cap){ .kind = SCT_CAP_STRV, .arg = 1, .elem = 2, .max = 32 });
	run();
	expect(0, 1, SCT_PART_ITEM, 0, 3, "ls");
	expect(1, 1, SCT_PART_COUNT, 1, 0, NULL);
	expect(2, 1, SCT_PART_ITEM, 0, 3, "ls");
	expect(3, 1, SCT_PART_ITEM, 1, 3, "ls");
	expect_end(4);
}

Test(peek, strings)
{
	vector(8);
}

Test(peek, strings_32_bit)
{
	vector(4);
}

Test(peek, strings_none)
{
	args[1] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_STRV, .arg = 1, .elem = 64, .max = 32 });
	run();
	expect(0, 1, SCT_PART_COUNT, 0, 0, NULL);
	expect_end(1);
}

static void iovecs(uint8_t word)
{
	const uint64_t iov[] = { BASE + 1000, 40, 5, 8, BASE + 2000, 3, BASE, 0 };

	plan.word = word;
	put_words(BASE, iov, 8);
	memset(memory + 1000, 'a', 40);
	put(BASE + 2000, "xyz", 3);
	args[1] = BASE;
	args[2] = 4;
	cap((struct sct_cap){
		.kind = SCT_CAP_IOV, .arg = 1, .len_from = SCT_LEN_ARG, .len_arg = 2, .elem = 33, .max = 34 });
	run();
	expect(0, 1, SCT_PART_SELF, 0, 8 * word, memory);
	expect(1, 1, SCT_PART_ITEM, 0, 34, memory + 1000);
	expect(2, 1, SCT_PART_ITEM, 1, -EFAULT, NULL);
	expect(3, 1, SCT_PART_ITEM, 2, 3, "xyz");
	expect_end(4);
}

Test(peek, iovecs)
{
	iovecs(8);
}

Test(peek, iovecs_32_bit)
{
	iovecs(4);
}

Test(peek, iovecs_not_there)
{
	args[1] = 7;
	args[2] = 2;
	cap((struct sct_cap){
		.kind = SCT_CAP_IOV, .arg = 1, .len_from = SCT_LEN_ARG, .len_arg = 2, .elem = 33, .max = 34 });
	run();
	expect(0, 1, SCT_PART_SELF, 0, -EFAULT, NULL);
	expect_end(1);
}

/* A msghdr at addr with a name, one iovec and control data. */
static void put_msg(uint64_t addr, uint16_t family)
{
	const uint64_t msg[] = { BASE + 1000, 16, BASE + 1100, 1, BASE + 1200, 24, 0 }, iov[] = { BASE + 1300, 5 };

	put_words(addr, msg, 7);
	put(BASE + 1000, &family, 2);
	put_words(BASE + 1100, iov, 2);
	memset(memory + 1200, 'c', 24);
	put(BASE + 1300, "hello", 5);
}

static void message(uint8_t word)
{
	plan.word = word;
	put_msg(BASE, 2);
	args[1] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_MSG, .arg = 1, .elem = 33, .max = 34 });
	run();
	expect(0, 1, SCT_PART_SELF, 0, 7 * word, memory);
	expect(1, 1, SCT_PART_NAME, 0, 16, memory + 1000);
	expect(2, 1, SCT_PART_CONTROL, 0, 24, memory + 1200);
	expect(3, 1, SCT_PART_VEC, 0, 2 * word, memory + 1100);
	expect(4, 1, SCT_PART_ITEM, 0, 5, "hello");
	expect_end(5);
}

Test(peek, message)
{
	message(8);
}

Test(peek, message_32_bit)
{
	message(4);
}

/* For a message that the call returns, only the header is captured at entry. */
Test(peek, message_head)
{
	plan.word = 8;
	put_msg(BASE, 2);
	args[1] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_MSG, .arg = 1 });
	run();
	expect_end(1);
}

Test(peek, messages)
{
	plan.word = 8;
	put_msg(BASE, 2);
	put_msg(BASE + 64, 2);
	args[1] = BASE;
	args[2] = 2;
	cap((struct sct_cap){
		.kind = SCT_CAP_MMSG, .arg = 1, .len_from = SCT_LEN_ARG, .len_arg = 2, .elem = 33, .max = 34 });
	run();
	expect(0, 1, SCT_PART_SELF, 0, 128, memory);
	expect(1, 1, SCT_PART_NAME, 0, 16, memory + 1000);
	expect(5, 1, SCT_PART_NAME, 0x100, 16, memory + 1000);
	expect(8, 1, SCT_PART_ITEM, 0x100, 5, "hello");
	expect_end(9);
}

/* Data of a netlink socket is captured as a whole, with the protocol of the socket. */
Test(peek, netlink)
{
	uint32_t size = 3000;

	netlink = true;
	put(BASE, &size, sizeof(size));
	args[0] = 4;
	args[1] = BASE;
	args[2] = size;
	cap((struct sct_cap){ .kind = SCT_CAP_BUF,
			      .arg = 1,
			      .len_from = SCT_LEN_ARG,
			      .len_arg = 2,
			      .elem = 1,
			      .max = 34,
			      .sub = SCT_SUB_SOCK });
	run();
	expect(0, 0, SCT_PART_SOCK, 0, sizeof(struct sct_sock), &(struct sct_sock){ 16, 9, 4 });
	expect(1, 1, SCT_PART_SELF, 0, 3000, memory);
	netlink = false;
	run();
	expect(0, 1, SCT_PART_SELF, 0, 34, memory);
	expect_end(1);
}

Test(peek, nested)
{
	const uint64_t v[] = { 0, BASE + 1000, 3, BASE + 2000 };

	plan.word = 8;
	put_words(BASE, v, 4);
	put(BASE + 1000, "abcdefghijklmnop", 16);
	put(BASE + 2000, "name", 5);
	args[0] = BASE;
	cap((struct sct_cap){ .kind = SCT_CAP_NEST,
			      .via_off = SCT_NO_OFF,
			      .ptr_off = 8,
			      .cnt_off = 16,
			      .cnt_size = 8,
			      .elem = 4,
			      .max = 64 });
	cap((struct sct_cap){ .kind = SCT_CAP_NEST,
			      .via_off = SCT_NO_OFF,
			      .sub = 1,
			      .ptr_off = 24,
			      .cnt_off = SCT_NO_OFF,
			      .max = 64 });
	cap((struct sct_cap){ .kind = SCT_CAP_NEST,
			      .via_off = SCT_NO_OFF,
			      .sub = 2,
			      .ptr_off = 0,
			      .cnt_off = SCT_NO_OFF,
			      .elem = 4,
			      .max = 64 });
	cap((struct sct_cap){ .kind = SCT_CAP_NEST,
			      .via_off = SCT_NO_OFF,
			      .sub = 3,
			      .ptr_off = 8,
			      .cnt_off = SCT_NO_OFF,
			      .elem = 4,
			      .max = 64 });
	run();
	expect(0, 0, SCT_PART_NEST, 0, 12, "abcdefghijkl");
	expect(1, 0, SCT_PART_NEST, 1, 5, "name");
	expect(2, 0, SCT_PART_NEST, 3, 4, "abcd");
	expect_end(3);
}

/* A pointer is in a struct that another pointer refers to. */
Test(peek, nested_twice)
{
	const uint64_t outer[] = { 0, BASE + 1000 }, inner[] = { BASE + 2000, 5 };

	plan.word = 8;
	put_words(BASE, outer, 2);
	put_words(BASE + 1000, inner, 2);
	put(BASE + 2000, "bytes and more", 14);
	args[0] = BASE;
	cap((struct sct_cap){
		.kind = SCT_CAP_NEST, .via_off = 8, .ptr_off = 0, .cnt_off = 8, .cnt_size = 8, .elem = 1, .max = 64 });
	run();
	expect(0, 0, SCT_PART_NEST, 0, 5, "bytes");
	expect_end(1);
}

/* Pointers to structs of 24 bytes (kind, pointer, number): one is NULL, one is invalid, and one is of another kind. */
Test(peek, pointers)
{
	const uint64_t list[] = { BASE + 1000, 0, 4096, BASE + 1024, BASE + 1048 };
	const uint64_t structs[] = { 1, BASE + 2000, 3, 2, BASE + 2000, 4, 8, BASE + 3000, 1 };
	const uint64_t iov[] = { BASE + 2000, 2 };
	struct sct_cap c = { .kind = SCT_CAP_PTRS, .len_from = SCT_LEN_ARG, .len_arg = 1, .elem = 24, .max = 330 };

	plan.word = 8;
	put_words(BASE, list, 5);
	put_words(BASE + 1000, structs, 9);
	put_words(BASE + 3000, iov, 2);
	put(BASE + 2000, "abcdef", 6);
	args[0] = BASE;
	args[1] = 5;
	cap(c);
	c.kind = SCT_CAP_EACH_BUF;
	c.ptr_off = 8;
	c.cnt_off = 16;
	c.cnt_size = 8;
	c.if_value = 1;
	c.elem = 1;
	cap(c);
	c.kind = SCT_CAP_EACH_IOV;
	c.if_value = 8;
	cap(c);
	run();
	expect(0, 0, SCT_PART_SELF, 0, 40, list);
	expect(1, 0, SCT_PART_NEST, 0, 24, structs);
	expect(2, 0, SCT_PART_NEST, 2 << 8, -EFAULT, NULL);
	expect(3, 0, SCT_PART_NEST, 3 << 8, 24, structs + 3);
	expect(4, 0, SCT_PART_NEST, 4 << 8, 24, structs + 6);
	expect(5, 0, SCT_PART_ITEM, 0, 3, "abc");
	expect(6, 0, SCT_PART_VEC, 4 << 8, 16, iov);
	expect(7, 0, SCT_PART_ITEM, 4 << 8, 2, "ab");
	expect_end(8);
}

/* Chunks are limited to the room in the record, however much a plan asks for. */
Test(peek, room)
{
	args[0] = BASE;
	args[1] = UINT64_MAX;
	for (unsigned i = 0; i < SCT_PLAN_NCAPS; i++)
		cap((struct sct_cap){
			.kind = SCT_CAP_BUF, .len_from = SCT_LEN_ARG, .len_arg = 1, .elem = 1, .max = 6 * PAGE });
	run();
	cr_expect_lt(len, 0x10000u + 64);
	expect(0, 0, SCT_PART_SELF, 0, 6 * PAGE, memory);
}
