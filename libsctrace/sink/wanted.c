// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/wanted.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "decode/core/decode.h"
#include "decode/core/file.h"
#include "lookup/touch.h"
#include "sink/file_out.h"

int wanted__init(struct wanted *w, const char *fds, const char *const *paths, char *why, size_t why_size)
{
	unsigned n = 0;
	int err = fds ? fdset__parse(&w->fds, fds, why, why_size) : 0;

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

void wanted__free(struct wanted *w)
{
	for (unsigned i = 0; i < w->npaths; i++)
		free(w->paths[i]);
	free(w->paths);
	fdset__free(&w->fds);
	*w = (struct wanted){};
}

static void choice_fds(const struct wanted *w, struct sct_choice *out)
{
	for (int32_t fd = 0; fd < SCT_CHOICE_FDS; fd++)
		if (fdset__has(&w->fds, fd))
			out->fds[fd / 64] |= 1ull << fd % 64;
	out->beyond = w->fds.not ;
	for (unsigned i = 0; i < w->fds.n; i++)
		out->beyond |= w->fds.fds[i] >= SCT_CHOICE_FDS;
}

void wanted__choice(const struct wanted *w, struct sct_choice *out)
{
	*out = (struct sct_choice){ .any = w->on && w->npaths <= SCT_CHOICE_PATHS, .rooted = true };
	choice_fds(w, out);
	for (unsigned i = 0; out->any && i < w->npaths; i++) {
		size_t n = strlen(w->paths[i]);

		/* what is as long as the programs read may be cut */
		out->any = n < SCT_CHOICE_LEN - 1;
		out->path[i].len = n;
		memcpy(out->path[i].words, w->paths[i], out->any ? n : 0);
		out->rooted &= *w->paths[i] == '/';
		out->npaths++;
	}
}

static bool is_path(const struct wanted *w, const void *p, size_t n)
{
	for (unsigned i = 0; i < w->npaths; i++)
		if (strlen(w->paths[i]) == n && !memcmp(w->paths[i], p, n))
			return true;
	return false;
}

static bool by_path(const struct wanted *w, const struct call *c, unsigned reg)
{
	struct rd r;

	/* a string ends with its NUL, or was longer than any path can be */
	return call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r) && rd_left(&r) && !r.end[-1] &&
	       is_path(w, r.p, rd_left(&r) - 1);
}

static bool by_fd(const struct wanted *w, const struct call *c, int32_t fd)
{
	struct buf link = {};
	struct out_file f;
	bool yes;

	if (fd < 0)
		return false;
	if (fdset__has(&w->fds, fd))
		return true;
	if (!w->npaths || !call_file(c, fd, AT_ENTER, &f))
		return false;
	file_out__link(&link, &f);
	yes = !link.failed && is_path(w, link.p, link.len);
	buf__free(&link);
	return yes;
}

/* The descriptors of an array of pollfd: { int fd; short events, revents; } */
static bool by_poll(const struct wanted *w, const struct call *c, unsigned reg)
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

/* The descriptors of a fd_set; below n. */
static bool by_set(const struct wanted *w, const struct call *c, unsigned reg, int32_t n)
{
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		return false;
	for (int32_t fd = 0; fd < n && (size_t)fd / 8 < rd_left(&r); fd++)
		if (r.p[fd / 8] >> fd % 8 & 1 && by_fd(w, c, fd))
			return true;
	return false;
}

static bool matches(const struct wanted *w, const struct call *c)
{
	struct touch t = touch__of(c->row);

	for (unsigned reg = 0; reg < SCT_NARGS; reg++)
		if ((t.fds >> reg & 1 && by_fd(w, c, (int32_t)c->args[reg])) ||
		    (t.paths >> reg & 1 && w->npaths && by_path(w, c, reg)) ||
		    (t.polls >> reg & 1 && by_poll(w, c, reg)) ||
		    /* the first argument is how many bits there are */
		    (t.sets >> reg & 1 && by_set(w, c, reg, (int32_t)c->args[0])))
			return true;
	return false;
}

bool wanted__call(const struct wanted *w, const struct event *ev, const struct decode_opts *opts, bool later)
{
	struct call c;

	call__init(&c, ev, opts);
	if (!later)
		c.out_len = 0;
	return matches(w, &c);
}
