// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "decode/core/file.h"

#include <string.h>

#include "event/record.h"

static bool file_find(const uint8_t *data, uint32_t len, int32_t fd, struct out_file *f)
{
	const struct sct_chunk *c;
	uint32_t off = 0;

	while ((c = chunk__next(data, len, &off))) {
		if (c->part != SCT_PART_FILE || c->len < (int32_t)sizeof(f->file))
			continue;
		memcpy(&f->file, c + 1, sizeof(f->file));
		if (f->file.fd != fd || f->file.kind >= SCT_FILE_KINDS)
			continue;
		f->name = (const uint8_t *)(c + 1) + sizeof(f->file);
		f->len = (uint32_t)c->len - (uint32_t)sizeof(f->file);
		f->left_out = false;
		return true;
	}
	return false;
}

bool call_file(const struct call *c, int32_t fd, int when, struct out_file *f)
{
	return (when == AT_EXIT && file_find(c->out, c->out_len, fd, f)) || file_find(c->in, c->in_len, fd, f);
}

/* Returns true if the record lacks files because it had no room for them. */
static bool files_left_out(const uint8_t *data, uint32_t len)
{
	const struct sct_chunk *c;
	uint32_t off = 0;

	while ((c = chunk__next(data, len, &off)))
		if (c->part == SCT_PART_FILE && !c->len)
			return true;
	return false;
}

bool file_deleted(const struct out_file *f)
{
	return f->file.flags & SCT_FILE_DELETED || f->file.kind == SCT_FILE_NAMELESS;
}

void out_fd_as(struct out *o, int32_t fd, int32_t own, int when)
{
	const struct call *c = own >= 0 ? o->call : NULL;
	struct out_file f;

	if (c && call_file(c, own, when, &f)) {
		o->file = &f;
	} else if (c && files_left_out(when == AT_EXIT ? c->out : c->in, when == AT_EXIT ? c->out_len : c->in_len)) {
		f = (struct out_file){ .left_out = true };
		o->file = &f;
	}
	out_num(o, (uint64_t)(int64_t)fd, OUT_FD);
	o->file = NULL;
}

void out_fd(struct out *o, int32_t fd)
{
	out_fd_as(o, fd, fd, o->when);
}

void out_fdcwd(struct out *o)
{
	struct out_file f;

	if (o->call && call_file(o->call, SCT_AT_FDCWD, o->when, &f))
		o->file = &f;
	out_name_dec(o, "AT_FDCWD", (uint64_t)(int64_t)SCT_AT_FDCWD);
	o->file = NULL;
}
