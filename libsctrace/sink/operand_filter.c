// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/operand_filter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decode/core/decode.h"
#include "decode/core/file.h"
#include "lookup/operands.h"
#include "sink/file_out.h"

int operand_filter__init(struct operand_filter *w, const char *fds, const char *const *paths, char *errmsg,
			 size_t why_size)
{
	unsigned n = 0;
	int err = fds ? fdset__parse(&w->fds, fds, errmsg, why_size) : 0;

	w->on = fds || paths;
	while (!err && paths && paths[n])
		n++;
	if (err || !n)
		return err;
	w->paths = calloc(n, sizeof(*w->paths));
	if (!w->paths)
		return -ENOMEM;
	for (; w->npaths < n; w->npaths++) {
		w->paths[w->npaths] = strdup(paths[w->npaths]);
		if (!w->paths[w->npaths])
			return -ENOMEM;
	}
	return 0;
}

void operand_filter__free(struct operand_filter *w)
{
	for (unsigned i = 0; i < w->npaths; i++)
		free(w->paths[i]);
	free(w->paths);
	fdset__free(&w->fds);
	*w = (struct operand_filter){};
}

static void choice_fds(const struct operand_filter *w, struct sct_operand_filter *out)
{
	for (int32_t fd = 0; fd < SCT_CHOICE_FDS; fd++)
		if (fdset__has(&w->fds, fd))
			out->fds[fd / 64] |= 1ull << fd % 64;
	out->beyond = w->fds.inverted;
	for (unsigned i = 0; i < w->fds.n; i++)
		out->beyond |= w->fds.fds[i] >= SCT_CHOICE_FDS;
}

void operand_filter__choice(const struct operand_filter *w, struct sct_operand_filter *out)
{
	*out = (struct sct_operand_filter){ .any = w->on && w->npaths <= SCT_CHOICE_PATHS, .rooted = true };
	choice_fds(w, out);
	for (unsigned i = 0; out->any && i < w->npaths; i++) {
		size_t n = strlen(w->paths[i]);

		/* a path that fills words may have been cut by the programs */
		out->any = n < SCT_CHOICE_LEN - 1;
		out->path[i].len = n;
		memcpy(out->path[i].words, w->paths[i], out->any ? n : 0);
		out->rooted &= *w->paths[i] == '/';
		out->npaths++;
	}
}

static bool is_path(const struct operand_filter *w, const void *p, size_t n)
{
	for (unsigned i = 0; i < w->npaths; i++)
		if (strlen(w->paths[i]) == n && !memcmp(w->paths[i], p, n))
			return true;
	return false;
}

static bool is_file(const struct operand_filter *w, const struct out_file *f)
{
	struct buf link = {};
	bool yes;

	file_out__link(&link, f);
	yes = !link.failed && is_path(w, link.p, link.len);
	buf__free(&link);
	return yes;
}

/*
 * Returns whether one of the call's path arguments matches. A path that was read after the call began may differ from
 * the one that the kernel used. If such a call returned a descriptor, the file of the descriptor decides instead; but
 * not if the beginning of the call was not seen (ran is false), as seccomp may have returned a value in its place.
 */
static bool by_path(const struct operand_filter *w, const struct call *c, unsigned reg, bool later, bool ran)
{
	struct call asked = *c;
	bool late = false;
	struct out_file f;
	struct rd r;

	asked.late = &late;
	if (!call_chunk(&asked, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		return false;
	if (late && ran && c->row->ret == RET_FD) {
		if (!later)
			return false;
		if (c->done && !c->failed && call_file(c, (int32_t)c->ret, AT_EXIT, &f))
			return is_file(w, &f);
	}
	/* only a string with its NUL is compared: one without is longer than any path */
	return rd_left(&r) && !r.end[-1] && is_path(w, r.p, rd_left(&r) - 1);
}

static bool by_fd(const struct operand_filter *w, const struct call *c, int32_t fd)
{
	struct out_file f;

	if (fd < 0)
		return false;
	if (fdset__has(&w->fds, fd))
		return true;
	return w->npaths && call_file(c, fd, AT_ENTER, &f) && is_file(w, &f);
}

/* Returns whether a descriptor in an array of struct pollfd (int fd; short events, revents) matches. */
static bool by_poll(const struct operand_filter *w, const struct call *c, unsigned reg)
{
	uint32_t fd;
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		return false;
	while (rd_left(&r) >= 8) {
		fd = rd_u32(&r);
		rd_skip(&r, 4);
		if (by_fd(w, c, (int32_t)fd))
			return true;
	}
	return false;
}

/* Returns whether a descriptor below n in an fd_set matches. */
static bool by_set(const struct operand_filter *w, const struct call *c, unsigned reg, int32_t n)
{
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		return false;
	for (int32_t fd = 0; fd < n && (size_t)fd / 8 < rd_left(&r); fd++)
		if (r.p[fd / 8] >> fd % 8 & 1 && by_fd(w, c, fd))
			return true;
	return false;
}

static bool matches(const struct operand_filter *w, const struct call *c, bool later, bool ran)
{
	struct operands t = operands__of(c->row);

	for (unsigned reg = 0; reg < SCT_NARGS; reg++)
		if ((t.fds >> reg & 1 && by_fd(w, c, (int32_t)c->args[reg])) ||
		    (t.paths >> reg & 1 && w->npaths && by_path(w, c, reg, later, ran)) ||
		    (t.polls >> reg & 1 && by_poll(w, c, reg)) ||
		    /* the first argument is the number of bits in each set */
		    (t.sets >> reg & 1 && by_set(w, c, reg, (int32_t)c->args[0])))
			return true;
	return false;
}

bool operand_filter__call(const struct operand_filter *w, const struct event *ev, const struct decode_opts *opts,
			  bool later)
{
	bool ran = (ev->enter->rec.flags & (SCT_F_LATE | SCT_F_SNAPSHOT)) != SCT_F_LATE;
	struct call c;

	call__init(&c, ev, opts);
	if (!later)
		c.out_len = 0;
	return matches(w, &c, later, ran);
}
