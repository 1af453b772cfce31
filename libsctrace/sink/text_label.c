// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_label.h"

#include <stdlib.h>
#include <string.h>

#include "enrich/seccontext/seccontext.h"
#include "sctrace.h"
#include "util/marks.h"

/*
 * Returns the part of a context that is shown, and its length in *n: the type, which is the third part, or all of it.
 */
static const char *part_of(const struct text_out *t, const char *context, size_t *n)
{
	if (!(seccontext__show(t->seccontext) & LABELS_FULL))
		for (unsigned i = 0; i < 2; i++) {
			const char *colon = strchr(context, ':');

			if (!colon)
				break;
			context = colon + 1;
		}
	*n = seccontext__show(t->seccontext) & LABELS_FULL ? strlen(context) : strcspn(context, ":");
	return context;
}

/*
 * Writes [context], or [context!!expected] if they differ. expected: the context that the policy's database has for
 * the path, or NULL.
 */
static void put(struct text_out *t, const char *context, const char *expected)
{
	size_t n, m = 0;
	const char *is = part_of(t, context, &n), *should = expected ? part_of(t, expected, &m) : NULL;

	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__char(t->b, '[');
	mark(t->b, SCTRACE_ROLE_CONTEXT);
	quote__path(t->b, is, n, QUOTE_OCTAL);
	if (should && (n != m || memcmp(is, should, n))) {
		buf__lit(t->b, "!!");
		quote__path(t->b, should, m, QUOTE_OCTAL);
	}
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__char(t->b, ']');
}

void text_label__task(struct text_out *t, uint32_t tid)
{
	const char *context = t->seccontext ? seccontext__task(t->seccontext, tid) : NULL;

	if (!context)
		return;
	put(t, context, NULL);
	buf__char(t->b, ' ');
}

/* Returns the kernel's path of the file, which the caller frees, or NULL if the file has none. */
static char *path_of(const struct out_file *f)
{
	if (f->file.kind != SCT_FILE_PATH || f->file.flags & (SCT_FILE_CUT | SCT_FILE_DELETED) ||
	    f->file.more == SCT_MORE_SOCKET)
		return NULL;
	return f->len ? strndup((const char *)f->name, f->len) : strdup("/");
}

static void put_found(struct text_out *t, struct path_of *p)
{
	const struct inode_label *found = seccontext__path(t->seccontext, p);

	if (!found)
		return;
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__char(t->b, ' ');
	put(t, found->context, seccontext__expected(t->seccontext, found->path, found->mode));
}

void text_label__file(struct text_out *t, const struct out_file *f)
{
	const char *context = t->seccontext && f->file.sid ? seccontext__context(t->seccontext, f->file.sid) : NULL;
	char *path = t->seccontext ? path_of(f) : NULL;

	if (context) {
		mark(t->b, SCTRACE_ROLE_PUNCT);
		buf__char(t->b, ' ');
		put(t, context, path ? seccontext__expected(t->seccontext, path, f->file.mode) : NULL);
	} else if (path && f->file.slot == SCT_FD_NO_SLOT) {
		/* the call was in progress at the attach, so no program recorded the file: look the path up now */
		put_found(t, &(struct path_of){ .tid = t->task, .tgid = t->task, .path = path });
	}
	free(path);
}

/* Returns the descriptor that the path of argument i is relative to. */
static int32_t dir_of(const struct call *c, unsigned i)
{
	const struct sct_arg *before = i ? &c->row->args[i - 1] : NULL;

	return before && before->kind == K_DIRFD ? (int32_t)call_arg(c, before) : SCT_AT_FDCWD;
}

void text_label__path(struct text_out *t, const struct call *c, unsigned i)
{
	const struct sct_arg *a = c->probe || !t->seccontext ? NULL : &c->row->args[i];
	struct path_of p = { .tid = c->tid, .tgid = c->tgid };
	char *dir_path = NULL;
	struct out_file f;
	struct rd r;

	if (!a || a->kind != K_PATH || a->dir != IN)
		return;
	/* prefer the file that the call opened, as the path may lead to another file by now */
	if (c->done && !c->failed && c->row->ret == RET_FD && call_file(c, (int32_t)c->ret, AT_EXIT, &f) &&
	    f.file.kind == SCT_FILE_PATH && f.file.sid) {
		text_label__file(t, &f);
		return;
	}
	if (!call_chunk(c, call_reg(c, a), SCT_PART_SELF, 0, AT_ENTER, &r) || !rd_left(&r) || r.end[-1])
		return;
	p.path = (const char *)r.p;
	p.dir = dir_of(c, i);
	if (*p.path != '/' && call_file(c, p.dir, AT_ENTER, &f)) {
		dir_path = path_of(&f);
		p.dir_path = dir_path;
		p.dir_ino = f.file.ino;
	}
	put_found(t, &p);
	free(dir_path);
}
