// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "attach/capture_user.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "abi/capture_limits.h"

#define AF_NETLINK 16
#define AF_XDP 44
#define FDS_FOUND 256

/* State of the interpreter. Members are described in bpf/record/maps.bpf.h. */
struct scratch {
	const struct capture_user_memory *mem;
	const struct sct_plan *own_plan;
	uint8_t *data;
	__u64 args[SCT_NARGS];
	__s64 ret;
	__u32 off, word, missing, only, when, moment, fd_chunks, cap, most, vec, flags;
	__u64 msg[6], msgs[4], msg_max, msg_data, ptrs, done, iov[2], left;
	struct capture_vector iovs, strv;
	__u64 at[4];
	__u32 fds[2 * FDS_FOUND], nfds, netlink;
	struct capture_user_fds *to; /* NULL unless descriptors are captured */
};

/* ---- hooks of the interpreter ---- */

#ifndef __always_inline
#define __always_inline inline
#endif
#define PLAN_FN(name, ...) static int name(struct scratch *self, __VA_ARGS__)
#define PLAN_INLINE(type, name, ...) static type name(struct scratch *s, __VA_ARGS__)
#define PLAN_FN0(name) static int name(struct scratch *self)
#define CALL(name, ...) name(s, __VA_ARGS__)
#define CALL0(name) name(s)
#define PLAN_STATE struct scratch *s = scratch_get()
#define COPY(to, n, from) memcpy(to, from, n)
#define READ_USER(to, n, addr) read_user(s, to, n, addr)
#define READ_USER_STR(to, n, addr) read_user_str(s, to, n, addr)
#define MASKED(x, mask) ((x) & (mask))
#define scratch_get() self
#define decode_fds true
#define labels false /* contexts of files are looked up by path instead */

static const struct sct_plan *plan_of(const struct scratch *s)
{
	return s->own_plan;
}

static long read_user(const struct scratch *s, void *to, __u64 n, __u64 addr)
{
	return n ? s->mem->read(s->mem->ctx, addr, to, n) : 0;
}

/*
 * Reads page by page, because a string may end before a page that cannot be read. Returns the number of bytes with the
 * NUL, at most max; a longer string is cut, with a NUL at the end. Returns -EFAULT if a page cannot be read.
 */
static long read_user_str(const struct scratch *s, char *to, __u64 max, __u64 addr)
{
	for (__u64 done = 0, n; done < max; done += n) {
		const char *end;

		n = LEAST_PAGE - (addr + done) % LEAST_PAGE;
		if (n > max - done)
			n = max - done;
		if (read_user(s, to + done, n, addr + done))
			return -EFAULT;
		end = memchr(to + done, '\0', n);
		if (end)
			return end - to + 1;
	}
	if (max)
		to[max - 1] = '\0';
	return (long)max;
}

static int cap_sock(struct scratch *s, __u32 fd);

static int cap_fd(struct scratch *s, __u32 fd)
{
	struct capture_user_fds *to = s->to;

	if ((__s32)fd < 0 && (__s32)fd != SCT_AT_FDCWD)
		return 0;
	for (unsigned i = 0; i < to->n; i++)
		if (to->fd[i] == (__s32)fd)
			return 0;
	if (to->n < SCT_INCALL_FDS)
		to->fd[to->n++] = (__s32)fd;
	return 0;
}

/* Not needed: cap_fd() takes no room in the record, so no descriptor is left out. */
static void fds_left_out(struct scratch *s)
{
	(void)s;
}

/* Not needed: namespaces are captured when a call ends. */
static int cap_namespaces(struct scratch *s, __u32 of_child)
{
	(void)s;
	(void)of_child;
	return 0;
}

#include "record/capture.h"
#include "record/fdmem.h"

static int cap_sock(struct scratch *s, __u32 fd)
{
	struct sct_sock sock = {};
	struct sct_chunk *c;

	if (!s->mem->sock || s->mem->sock(s->mem->ctx, fd, &sock))
		return 0;
	chunk_has_fds(s);
	c = chunk_begin(s, 0, SCT_PART_SOCK, 0);
	if (!c)
		return 0;
	memcpy(c + 1, &sock, sizeof(sock));
	chunk_end(s, c, sizeof(sock));
	return 1;
}

uint32_t capture_user__enter(const struct sct_plan *plan, const uint64_t *args, const struct capture_user_memory *mem,
			     uint8_t *data, struct capture_user_fds *fds)
{
	struct scratch s = { .mem = mem, .own_plan = plan, .data = data, .word = plan->word, .to = fds };

	for (unsigned i = 0; i < SCT_NARGS; i++)
		s.args[i] = args[i];
	capture(&s, SCT_AT_ENTER);
	if (fds) {
		fds->n = 0;
		cap_fd_args(&s);
		cap_fds(&s, SCT_AT_ENTER);
	}
	return s.off;
}

uint32_t capture_user__again(const struct sct_plan *plan, const uint64_t *args, const struct capture_user_memory *mem,
			     uint8_t *data, unsigned caps)
{
	struct scratch s = { .mem = mem, .own_plan = plan, .data = data, .word = plan->word, .only = caps };

	for (unsigned i = 0; i < SCT_NARGS; i++)
		s.args[i] = args[i];
	capture(&s, 0);
	return s.off;
}
