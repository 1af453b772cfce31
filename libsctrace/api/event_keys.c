// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/event_keys.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "api/handle.h"
#include "counts/kstats_proc.h"
#include "decode/core/file.h"
#include "lookup/operands.h"
#include "sink/file_out.h"
#include "sink/quirks.h"
#include "sink/text_arg.h"
#include "stack/stack.h"
#include "stats/name.h"
#include "util/suggest.h"

#define VALID_MAX 160 /* bytes of the list of valid names in a message */

bool event_keys__stacks(const char *keys)
{
	struct event_by by;

	return !event_by__parse(&by, keys, false, &(struct errmsg){ NULL, 0 }) && by.events & KEY_IS_STACKS;
}

int event_keys__capture(struct sctrace *t, const char *keys)
{
	const struct errmsg errmsg = { t->base.guard.now, sizeof(t->base.guard.now) };
	struct event_by by;
	int err = event_by__parse(&by, keys, false, &errmsg);

	if (err)
		return err;
	t->decode.owners |= by.events & KEY_IS_OWNER;
	/* at the start, only targets have a record of their name */
	if (by.by & KSTAT_BY_COMM && !t->replay && (t->base.all || t->base.by_cgroup))
		t->decode.comms = true;
	if (by.events & KEY_IS_MEMORY)
		t->decode.no_data = false;
	if ((by.events & KEY_IS_FILES) == KEY_IS_FILES)
		t->decode.fds |= SCT_FDS_PATH;
	if ((by.events & KEY_IS_PEERS) == KEY_IS_PEERS)
		t->decode.fds |= SCT_FDS_SOCKET;
	return 0;
}

/* ---- users and cgroups ---- */

int event_keys__record(struct sctrace *t, const struct sct_rec *rec, record_fn *fn, void *ctx)
{
	struct sct_names head = { .rec = *rec, .kind = SCT_NAMES_CGROUPS };
	uint64_t cgroup = ((const struct sct_task_owner *)rec)->owner.cgroup;
	struct buf b = {};
	int err;

	t->cgroups.proc = t->base.proc;
	if (!cgroups__has(&t->cgroups, cgroup))
		cgroups__container(&t->cgroups, cgroup);
	if (cgroups__all_written(&t->cgroups))
		return 0;
	head.rec.type = SCT_REC_NAMES;
	head.rec.cpu = SCT_CPU_NONE;
	head.rec.tid = head.rec.tgid = 0;
	head.rec.flags = 0;
	buf__mem(&b, &head, sizeof(head));
	cgroups__write(&t->cgroups, &b);
	if (!b.failed)
		record__set_data_len((void *)b.p, (uint32_t)(b.len - sizeof(head)));
	err = b.failed ? -ENOMEM : fn(ctx, (const void *)b.p, b.len);
	buf__free(&b);
	return err;
}

/* ---- texts ---- */

/* Writes the file of a descriptor as tables that the kernel counts show it: a path, or the type in angle brackets. */
static void put_file(struct buf *b, const struct out_file *f)
{
	bool path = f->file.kind == SCT_FILE_PATH || f->file.kind == SCT_FILE_NAMELESS;
	struct sct_socket s;

	if (path) {
		file_out__link(b, f);
		return;
	}
	buf__char(b, '<');
	if (f->file.kind == SCT_FILE_PIPE)
		buf__lit(b, "pipefs");
	else if (f->file.more == SCT_MORE_SOCKET && f->len >= sizeof(s))
		buf__mem(b, f->name, strnlen((const char *)f->name, sizeof(s.protocol)));
	else if (f->file.kind == SCT_FILE_SOCKET)
		buf__lit(b, "socket");
	else if (f->file.kind == SCT_FILE_PIDFD)
		buf__lit(b, "[pidfd]");
	else
		buf__mem(b, f->name, f->len);
	buf__char(b, '>');
}

/* Writes the call's path argument. If there is none, or it is empty, writes the file of the call's descriptor. */
static void put_call_file(struct buf *b, const struct call *c)
{
	struct kstat_call names = operands__names(c->row);
	struct out_file f;
	struct rd r;

	if (names.path && call_chunk(c, names.path - 1u, SCT_PART_SELF, 0, AT_ENTER, &r) && rd_left(&r) > 1)
		buf__mem(b, r.p, strnlen((const char *)r.p, rd_left(&r)));
	else if (names.fd && (int32_t)c->args[names.fd - 1] >= 0 &&
		 call_file(c, (int32_t)c->args[names.fd - 1], AT_EXIT, &f))
		put_file(b, &f);
}

static void put_name(struct buf *b, const struct kstat_name *name)
{
	char text[NAME_TEXT_MAX];

	buf__str(b, name__text(name, text, sizeof(text)));
}

/* Returns whether the descriptor's socket has a peer, and stores the peer's address in *out. host: without the port. */
static bool peer_of_socket(const struct out_file *f, bool host, struct kstat_name *out)
{
	struct kstat_inet in = {};
	struct sct_socket s;

	if (f->file.more != SCT_MORE_SOCKET || f->len < sizeof(s))
		return false;
	memcpy(&s, f->name, sizeof(s));
	*out = (struct kstat_name){ .type = KSTAT_NAME_UNIX };
	if (s.family == AF_UNIX) {
		size_t len = f->len - sizeof(s);

		out->len = (uint16_t)(len < KSTAT_NAME_MAX ? len : KSTAT_NAME_MAX);
		memcpy(out->text, f->name + sizeof(s), out->len);
		return true;
	}
	if ((s.family != AF_INET && s.family != AF_INET6) || !s.port)
		return false;
	out->type = host ? KSTAT_NAME_HOST : KSTAT_NAME_INET;
	in.family = s.family;
	in.port = host ? 0 : s.port;
	memcpy(in.addr, s.addr, sizeof(in.addr));
	memcpy(out->text, &in, sizeof(in));
	return true;
}

/* Writes the call's address argument. If there is none, writes the address of the peer of the call's socket. */
static void put_call_peer(struct buf *b, const struct call *c, bool host)
{
	struct kstat_call names = operands__names(c->row);
	bool accepted = names.flags & KSTAT_C_RET_FD && c->done && !c->failed;
	int32_t fd = accepted ? (int32_t)c->ret : names.fd ? (int32_t)c->args[names.fd - 1] : -1;
	struct kstat_name name;
	struct out_file f;
	struct rd r;

	if (names.addr && call_partial(c, names.addr - 1u, SCT_PART_SELF, 0, AT_ENTER, &r) &&
	    proc__address_name(r.p, rd_left(&r), host, &name))
		put_name(b, &name);
	else if (fd >= 0 && call_file(c, fd, AT_EXIT, &f) && peer_of_socket(&f, host, &name))
		put_name(b, &name);
}

static void put_key(void *ctx, const struct event *ev, unsigned key, struct buf *out)
{
	const struct sctrace *t = ctx;
	struct call c;

	call__init(&c, ev, &t->decode);
	if (c.probe)
		return;
	if (ev->exit)
		call__end(&c, ev);
	if (key == KEY_FILE)
		put_call_file(out, &c);
	else
		put_call_peer(out, &c, key == KEY_HOST);
}

/* Writes the functions on the call's stack, the outermost first, separated by ';'. */
static void put_stack(const struct sctrace *t, const struct event *ev, struct buf *out)
{
	const struct frame *f;
	unsigned n = t->decode.stacks && ev->enter ? stacks__frames(t->decode.stacks, ev, &f) : 0;
	size_t from = out->len;

	while (n--) {
		const char *file = f[n].file ? strrchr(f[n].file, '/') : NULL;

		if (out->len > from)
			buf__char(out, ';');
		if (f[n].symbol)
			buf__str(out, f[n].symbol);
		else
			buf__printf(out, "[%s]", file ? file + 1 : f[n].file ?: "unknown");
	}
	for (size_t i = from; !out->failed && i < out->len; i++)
		out->p[i] = out->p[i] == '\n' ? ' ' : out->p[i];
}

static void put_arg(void *ctx, const struct event *ev, const struct event_by_arg *arg, struct buf *out)
{
	const struct sctrace *t = ctx;

	if (arg->what == EVENT_BY_STACK)
		put_stack(t, ev, out);
	else if (arg->what == EVENT_BY_NAMED)
		text_arg__named(out, ev, arg->name, &t->decode);
	else
		text_arg__put(out, ev, arg->what, &t->decode);
}

const struct event_texts event_keys__texts = { .key = put_key, .arg = put_arg };

/* ---- names of arguments ---- */

/* Calls fn for each selected call and each probe, until it returns true. */
static bool any_call(const struct sctrace *t, bool (*fn)(void *ctx, const struct call *c), void *ctx)
{
	if (call__any_selected(&t->base.selection, fn, ctx))
		return true;
	for (unsigned i = 0; i < t->probes.n; i++) {
		const struct probe *p = t->probes.v[i];
		const struct call c = { .row = &p->spec.row, .probe = p, .abi = abi__native() };

		if (fn(ctx, &c))
			return true;
	}
	return false;
}

static bool has_arg(void *ctx, const struct call *c)
{
	return quirk__find_arg(c, ctx) >= 0;
}

/* For an error message: the valid name that is nearest to the unknown one, and a list of some valid names. */
struct valid {
	struct suggest near;
	char text[VALID_MAX]; /* ", NAME" for each */
	size_t len;
	bool more;
};

static void valid_add(struct valid *v, const char *name)
{
	char word[2 * EVENT_BY_NAME];
	size_t len = (size_t)snprintf(word, sizeof(word), ", %s", name);
	const char *has = strstr(v->text, word);

	suggest__try(&v->near, name, strlen(name));
	if (len >= sizeof(word) || (has && (!has[len] || has[len] == ',')))
		return;
	v->more |= v->len + len >= sizeof(v->text);
	if (!v->more)
		v->len += (size_t)snprintf(v->text + v->len, sizeof(v->text) - v->len, "%s", word);
}

static bool add_names(void *ctx, const struct call *c)
{
	for (unsigned i = 0; i < call__nargs(c); i++) {
		if (!c->probe)
			suggest__try(&((struct valid *)ctx)->near, quirk__arg_name(c, i),
				     strlen(quirk__arg_name(c, i)));
		valid_add(ctx, call__arg_name(c, i));
	}
	return false;
}

int event_keys__check(const struct sctrace *t, const struct event_by *by, const struct errmsg *errmsg)
{
	for (unsigned i = 0; i < by->nargs; i++) {
		const char *name = by->args[i].name;
		struct valid v = {};
		char text[64];

		if (by->args[i].what != EVENT_BY_NAMED || t->replay || any_call(t, has_arg, (void *)name))
			continue;
		suggest__init(&v.near, name, strlen(name));
		suggest__try_list(&v.near, by_keys_list, ", ");
		any_call(t, add_names, &v);
		return errmsg__set(errmsg, -EINVAL, "unknown key '%s'%s: valid are %s%s%s%s", name,
				   suggest__text(&v.near, text, sizeof(text)), by_keys_list,
				   v.len ? ", and the arguments " : "", v.len ? v.text + 2 : "", v.more ? ", ..." : "");
	}
	return 0;
}
