// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/data.h"

#include <errno.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

#include "decode/core/signal.h"
#include "sink/file_out.h"

/* ---- addresses ---- */

static void set_bytes(struct sctrace_address *a, const uint8_t *raw, size_t at, size_t n)
{
	a->bytes = raw + at;
	a->len = n;
}

static void set_path(struct sctrace_address *a, const uint8_t *name, size_t n)
{
	a->abstract = n && !*name;
	a->path = name + a->abstract;
	a->path_len = a->abstract ? n - 1 : strnlen((const char *)name, n);
}

/* Sets the address from n bytes of a struct sockaddr, which need not be aligned. */
static void set_sockaddr(struct sctrace_address *a, const uint8_t *raw, size_t n)
{
	union {
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_nl nl;
		struct sockaddr_ll ll;
		struct sockaddr_vm vm;
		uint16_t family;
	} u = {};

	*a = (struct sctrace_address){ .sz = sizeof(*a), .raw = raw, .raw_len = n };
	memcpy(&u, raw, n < sizeof(u) ? n : sizeof(u));
	a->family = u.family;
	if (u.family == AF_UNIX && n > sizeof(u.family)) {
		set_path(a, raw + sizeof(u.family), n - sizeof(u.family));
	} else if (u.family == AF_INET && n >= sizeof(u.in)) {
		a->port = ntohs(u.in.sin_port);
		set_bytes(a, raw, offsetof(struct sockaddr_in, sin_addr), 4);
	} else if (u.family == AF_INET6 && n >= offsetof(struct sockaddr_in6, sin6_scope_id)) {
		a->port = ntohs(u.in6.sin6_port);
		a->scope = u.in6.sin6_scope_id;
		set_bytes(a, raw, offsetof(struct sockaddr_in6, sin6_addr), 16);
	} else if (u.family == AF_NETLINK && n >= sizeof(u.nl)) {
		a->port = u.nl.nl_pid;
	} else if (u.family == AF_PACKET && n >= sizeof(u.ll)) {
		a->scope = (uint32_t)u.ll.sll_ifindex;
		set_bytes(a, raw, offsetof(struct sockaddr_ll, sll_addr), u.ll.sll_halen < 8 ? u.ll.sll_halen : 8);
	} else if (u.family == AF_VSOCK && n >= sizeof(u.vm)) {
		a->port = u.vm.svm_port;
		a->scope = u.vm.svm_cid;
	}
}

const struct sctrace_address *data__address(struct data_out *d, const struct event *ev, const struct decode_opts *o,
					    const char *name)
{
	struct values_out *v = &d->values;

	if (values__found(v, ev, o, name) || !v->sockaddr_len)
		return NULL;
	set_sockaddr(&d->address, (const uint8_t *)&v->sockaddr, v->sockaddr_len);
	return &d->address;
}

/* ---- files ---- */

static const struct sctrace_address *end_of(struct sctrace_address *a, const struct sct_socket *s, bool local)
{
	size_t n = s->family == AF_INET ? 4 : 16;

	if ((s->family != AF_INET && s->family != AF_INET6) || !(local ? s->local_port : s->port))
		return NULL;
	*a = (struct sctrace_address){ .sz = sizeof(*a), .family = s->family };
	a->port = local ? s->local_port : s->port;
	set_bytes(a, local ? s->local : s->addr, 0, n);
	return a;
}

static void set_socket(struct data_out *d, const struct out_file *f)
{
	struct sctrace_file *out = &d->file;
	const uint8_t *name;
	uint32_t len;

	if (!file_out__socket(f, &d->socket, &name, &len))
		return;
	out->protocol = d->socket.protocol;
	out->local = end_of(&d->local, &d->socket, true);
	out->remote = end_of(&d->remote, &d->socket, false);
	out->peer_inode = d->socket.peer;
	if (d->socket.family != AF_UNIX && d->socket.family != AF_NETLINK)
		return;
	d->local = (struct sctrace_address){ .sz = sizeof(d->local), .family = d->socket.family };
	d->local.port = d->socket.portid;
	if (len)
		set_path(&d->local, name, len);
	out->local = len || d->local.port ? &d->local : NULL;
}

static const struct sctrace_file *set_file(struct data_out *d, const struct out_file *f)
{
	struct sctrace_file *out = &d->file;
	unsigned type = f->file.mode & 0170000;

	_Static_assert((int)SCTRACE_FILE_PATH == SCT_FILE_PATH + 1 && (int)SCTRACE_FILE_MEMFD == SCT_FILE_NAMELESS + 1,
		       "the public kinds are those of the records, from 1 on");
	*out = (struct sctrace_file){
		.sz = sizeof(*out),
		.fd = f->file.fd,
		.kind = (enum sctrace_file_kind)(f->file.kind + 1),
		.deleted = file_deleted(f),
		.inode = f->file.ino,
		.mode = f->file.mode,
	};
	out->path = values__link(&d->values, f, &out->path_len);
	out->cut = f->file.flags & SCT_FILE_CUT;
	if (type == 0020000 || type == 0060000) {
		out->dev_major = f->file.rdev >> 20;
		out->dev_minor = f->file.rdev & 0xfffff;
	}
	if (f->file.more == SCT_MORE_PIDFD)
		out->pid = (uint32_t)f->file.v[0];
	if (f->file.more == SCT_MORE_EVENTFD)
		out->counter = f->file.v[0];
	if (f->file.more == SCT_MORE_SIGNALFD)
		out->signals = f->file.v[0];
	set_socket(d, f);
	return out;
}

const struct sctrace_file *data__file(struct data_out *d, const struct event *ev, const struct decode_opts *o,
				      const char *name)
{
	struct values_out *v = &d->values;
	struct out_file f;
	struct call c;

	if (name)
		return !values__found(v, ev, o, name) && v->has_file ? set_file(d, &v->file) : NULL;
	if (!ev->enter)
		return NULL;
	call__init(&c, ev, o);
	if (!c.done || c.failed || c.row->ret != RET_FD || !call_file(&c, (int32_t)c.ret, AT_EXIT, &f))
		return NULL;
	return set_file(d, &f);
}

/* ---- signals ---- */

/* Stores a member of the siginfo. decode/ emits only the members that the signal has. */
static int on_member(void *ctx, const struct sctrace_value *v)
{
	struct sctrace_siginfo *s = ctx;

	if (!v->name)
		return 0;
	if (!strcmp(v->name, "si_code")) {
		s->code = (int32_t)v->number;
		s->code_name = v->symbol;
	} else if (!strcmp(v->name, "si_errno")) {
		s->error = (int32_t)v->number;
	} else if (!strcmp(v->name, "si_pid")) {
		s->pid = (uint32_t)v->number;
		s->has_sender = true;
	} else if (!strcmp(v->name, "si_uid")) {
		s->uid = (uint32_t)v->number;
	} else if (!strcmp(v->name, "si_status")) {
		s->status = (int32_t)v->number;
	} else if (!strcmp(v->name, "si_addr") || !strcmp(v->name, "si_call_addr")) {
		s->address = v->number;
	} else if (!strcmp(v->name, "si_ptr")) {
		s->value = v->number;
	} else if (!strcmp(v->name, "si_fd")) {
		s->fd = (int32_t)v->number;
	}
	return 0;
}

const struct sctrace_siginfo *data__signal(struct data_out *d, const struct event *ev, const struct decode_opts *o)
{
	struct sctrace_siginfo *s = &d->signal;

	if (!ev->signal)
		return NULL;
	*s = (struct sctrace_siginfo){ .sz = sizeof(*s), .number = ev->signal->sig, .fd = -1 };
	s->name = flags__name(&flags_signals, s->number);
	values__of_signal(&d->values, ev->signal, o, on_member, s);
	return s;
}

/* ---- times ---- */

struct moment {
	int64_t *sec;
	uint32_t *nsec;
	bool has_sec;
};

/* Stores a member of a struct timespec or struct timeval. */
static int on_time(void *ctx, const struct sctrace_value *v)
{
	struct moment *m = ctx;

	if (!v->name)
		return 0;
	if (!strcmp(v->name, "tv_sec")) {
		*m->sec = (int64_t)v->number;
		m->has_sec = true;
	} else if (m->has_sec && (!strcmp(v->name, "tv_nsec") || !strcmp(v->name, "tv_usec"))) {
		*m->nsec = (uint32_t)(v->name[3] == 'n' ? v->number : 1000 * v->number);
		return 1;
	}
	return 0;
}

int data__time(struct data_out *d, const struct event *ev, const struct decode_opts *o, const char *name, int64_t *sec,
	       uint32_t *nsec)
{
	struct moment m = { sec, nsec, false };
	int n = values__named(&d->values, ev, o, name, on_time, &m);

	return n == 1 ? 0 : n < 0 ? n : -ENOENT;
}
