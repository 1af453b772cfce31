// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/file_out.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

#include "decode/core/signal.h"
#include "lookup/flags.h"
#include "sctrace.h"
#include "sink/text_label.h"
#include "util/json.h"
#include "util/marks.h"

void file_out__link(struct buf *b, const struct out_file *f)
{
	unsigned long long ino = f->file.ino;

	switch (f->file.kind) {
	case SCT_FILE_PIPE:
		buf__printf(b, "pipe:[%llu]", ino);
		return;
	case SCT_FILE_SOCKET:
		buf__printf(b, "socket:[%llu]", ino);
		return;
	case SCT_FILE_PIDFD:
		buf__lit(b, "anon_inode:[pidfd]");
		return;
	case SCT_FILE_ANON:
		buf__lit(b, "anon_inode:");
		break;
	case SCT_FILE_NAMELESS:
		buf__char(b, '/');
		break;
	case SCT_FILE_PATH:
		if (f->file.flags & SCT_FILE_CUT)
			buf__lit(b, "...");
		else if (!f->len)
			buf__char(b, '/');
		break;
	}
	buf__mem(b, f->name, f->len);
	if (f->file.kind == SCT_FILE_NS)
		buf__printf(b, ":[%llu]", ino);
}

/* ---- -yy ---- */

#define S_IFMT 0170000
#define S_IFBLK 0060000
#define S_IFCHR 0020000

bool file_out__socket(const struct out_file *f, struct sct_socket *s, const uint8_t **name, uint32_t *len)
{
	if (f->file.more != SCT_MORE_SOCKET || f->len < sizeof(*s))
		return false;
	memcpy(s, f->name, sizeof(*s));
	s->protocol[sizeof(s->protocol) - 1] = '\0';
	*name = f->name + sizeof(*s);
	*len = f->len - (uint32_t)sizeof(*s);
	return true;
}

/* Returns the protocol that strace prints: it finds an MPTCP socket that has an address among the TCP sockets. */
static const char *protocol_of(const struct sct_socket *s)
{
	if (strncmp(s->protocol, "MPTCP", 5) || !s->local_port)
		return s->protocol;
	return s->protocol + 2;
}

/* Appends an address with its port: 127.0.0.1:80, [::1]:80. */
static void put_address(struct buf *b, const struct sct_socket *s, bool local)
{
	char text[INET6_ADDRSTRLEN] = "";

	inet_ntop(s->family, local ? s->local : s->addr, text, sizeof(text));
	buf__printf(b, s->family == AF_INET6 ? "[%s]:%u" : "%s:%u", text, local ? s->local_port : s->port);
}

/* Returns whether strace prints addresses of sockets of this protocol, instead of only an inode number. */
static bool is_told(const struct sct_socket *s)
{
	static const char *const protocols[] = { "TCP",	  "TCPv6", "UDP",	  "UDPv6",  "RAW",
						 "RAWv6", "UNIX",  "UNIX-STREAM", "NETLINK" };

	const char *protocol = protocol_of(s);

	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++)
		if (!strcmp(protocol, protocols[i]))
			return true;
	return false;
}

/* begin_file() and end_file() write the < and > around the description of a file. */
static void begin_file(struct buf *b)
{
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__char(b, '<');
	mark(b, SCTRACE_ROLE_FILE);
}

static void end_file(struct buf *b)
{
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__char(b, '>');
}

static void put_unix(struct buf *b, const struct sct_socket *s, const uint8_t *name, uint32_t len, enum quote_hex hex)
{
	if (s->peer)
		buf__printf(b, "->%llu", (unsigned long long)s->peer);
	if (!len)
		return;
	buf__char(b, ',');
	if (*name)
		len = (uint32_t)strnlen((const char *)name, len);
	else
		buf__char(b, '@');
	quote__bytes(b, *name ? name : name + 1, *name ? len : len - 1, hex);
}

static void put_socket(struct buf *b, const struct out_file *f, const struct sct_socket *s, const uint8_t *name,
		       uint32_t len, enum quote_hex hex)
{
	bool inet = (s->family == AF_INET || s->family == AF_INET6) && s->local_port &&
		    strncmp(s->protocol, "RAW", 3) != 0;
	const char *netlink = flags__name(&flags_netlink_protocols, s->netlink);

	begin_file(b);
	buf__printf(b, "%s:[", protocol_of(s));
	if (inet) {
		put_address(b, s, true);
		if (s->port) {
			buf__lit(b, "->");
			put_address(b, s, false);
		}
	} else if (s->family == AF_NETLINK && s->portid && netlink) {
		buf__printf(b, "%s:%u", strncmp(netlink, "NETLINK_", 8) ? netlink : netlink + 8, s->portid);
	} else if (s->family == AF_NETLINK && s->portid) {
		buf__printf(b, "%u:%u", s->netlink, s->portid);
	} else {
		buf__printf(b, "%llu", (unsigned long long)f->file.ino);
		if (s->family == AF_UNIX)
			put_unix(b, s, name, len, hex);
	}
	buf__char(b, ']');
	end_file(b);
}

static void put_signals(struct text_out *t, uint64_t set)
{
	struct rd r = rd_make(&set, sizeof(set), 8);

	begin_file(t->b);
	buf__lit(t->b, "signalfd:");
	t->glued = true;
	decode_sigset(&t->out, &r);
	end_file(t->b);
}

static void put_eventfd(struct text_out *t, const struct sct_file *f)
{
	begin_file(t->b);
	t->glued = true;
	out_open(&t->out, OUT_STRUCT);
	out_field(&t->out, "eventfd-count");
	out_hex(&t->out, f->v[0]);
	out_field(&t->out, "eventfd-id");
	out_int(&t->out, (int32_t)f->v[1]);
	out_field(&t->out, "eventfd-semaphore");
	out_uint(&t->out, f->v[1] >> 32 & 1);
	out_close(&t->out, OUT_STRUCT);
	end_file(t->b);
}

/*
 * Writes the description of a file that is shown in place of its path, such as the addresses of a socket. Returns
 * false if there is none, or the options do not ask for it.
 */
static bool put_more(struct text_out *t, const struct out_file *f)
{
	const struct sct_file *s = &f->file;
	struct sct_socket sock;
	const uint8_t *name;
	uint32_t len;

	if (t->fds & SCT_FDS_SOCKET && file_out__socket(f, &sock, &name, &len) && is_told(&sock)) {
		put_socket(t->b, f, &sock, name, len, t->hex);
		return true;
	}
	if (s->more == SCT_MORE_EVENTFD && t->fds & SCT_FDS_EVENTFD) {
		put_eventfd(t, s);
		return true;
	}
	if (s->more == SCT_MORE_SIGNALFD && t->fds & SCT_FDS_SIGNALFD) {
		put_signals(t, s->v[0]);
		return true;
	}
	if (s->more == SCT_MORE_PIDFD && s->v[0] && t->fds & SCT_FDS_PIDFD) {
		begin_file(t->b);
		buf__printf(t->b, "pid:%llu", (unsigned long long)s->v[0]);
		text_out__comm(t, (uint32_t)s->v[0], true);
		end_file(t->b);
		return true;
	}
	return false;
}

static bool is_device(const struct out_file *f)
{
	unsigned type = f->file.mode & S_IFMT;

	return f->file.kind == SCT_FILE_PATH && f->file.fd >= 0 && (type == S_IFBLK || type == S_IFCHR);
}

/* ---- -y ---- */

static void put_file(struct text_out *t, const struct out_file *f)
{
	bool cwd = f->file.fd == SCT_AT_FDCWD, deleted = file_deleted(f);
	bool device = t->fds & SCT_FDS_DEV && is_device(f);
	struct buf link = {};

	if (put_more(t, f) || (!(t->fds & SCT_FDS_PATH) && !device))
		return;
	file_out__link(&link, f);
	/* strace prints the kernel's link for the working directory, with its " (deleted)" */
	if (cwd && deleted)
		buf__lit(&link, " (deleted)");
	begin_file(t->b);
	quote__path(t->b, link.p, link.len, t->hex);
	if (device) {
		begin_file(t->b);
		buf__printf(t->b, "%s %u:%u", (f->file.mode & S_IFMT) == S_IFBLK ? "block" : "char", f->file.rdev >> 20,
			    f->file.rdev & 0xfffff);
		if (f->file.more == SCT_MORE_PTMX)
			buf__printf(t->b, " @/dev/pts/%llu", (unsigned long long)f->file.v[0]);
		end_file(t->b);
	}
	end_file(t->b);
	if (!cwd && deleted) {
		mark(t->b, SCTRACE_ROLE_FILE);
		buf__lit(t->b, "(deleted)");
	}
	buf__free(&link);
}

void file_out__text(struct text_out *t, const struct out_file *f)
{
	if (f->left_out) {
		mark(t->b, SCTRACE_ROLE_PUNCT);
		buf__lit(t->b, "<...>");
		return;
	}
	/* the path is longer than the kernel reports: strace prints none */
	if (f->file.kind == SCT_FILE_PATH && f->file.flags & SCT_FILE_CUT)
		return;
	put_file(t, f);
	text_label__file(t, f);
}

static void json_socket(struct buf *b, const struct out_file *f)
{
	struct sct_socket s;
	struct buf text = {};
	const uint8_t *name;
	uint32_t len;

	if (!file_out__socket(f, &s, &name, &len))
		return;
	buf__lit(b, ",\"protocol\":");
	json__string(b, s.protocol, strlen(s.protocol));
	for (int local = 1; local >= 0 && (s.family == AF_INET || s.family == AF_INET6); local--) {
		if (!(local ? s.local_port : s.port))
			continue;
		text.len = 0;
		put_address(&text, &s, local);
		buf__str(b, local ? ",\"local\":" : ",\"remote\":");
		json__string(b, text.p, text.len);
	}
	if (s.peer)
		buf__printf(b, ",\"peer\":%llu", (unsigned long long)s.peer);
	if (len) {
		buf__lit(b, ",\"name\":");
		json__string(b, name, *name ? strnlen((const char *)name, len) : len);
	}
	if (s.family == AF_NETLINK)
		buf__printf(b, ",\"netlink\":%u,\"port\":%u", s.netlink, s.portid);
	buf__free(&text);
}

static void json_more(struct buf *b, const struct sct_file *f)
{
	switch (f->more) {
	case SCT_MORE_EVENTFD:
		buf__lit(b, ",\"eventfd_count\":");
		json__uint(b, f->v[0]);
		break;
	case SCT_MORE_SIGNALFD:
		buf__lit(b, ",\"signals\":");
		json__uint(b, f->v[0]);
		break;
	case SCT_MORE_PIDFD:
		if (f->v[0])
			buf__printf(b, ",\"pid\":%llu", (unsigned long long)f->v[0]);
		break;
	}
}

void file_out__json(struct buf *b, const struct out_file *f)
{
	struct buf link = {};

	file_out__link(&link, f);
	buf__lit(b, "\"path\":");
	json__string(b, link.p, link.len);
	if (file_deleted(f))
		buf__lit(b, ",\"deleted\":true");
	buf__free(&link);
	if (is_device(f))
		buf__printf(b, ",\"device\":{\"major\":%u,\"minor\":%u}", f->file.rdev >> 20, f->file.rdev & 0xfffff);
	json_socket(b, f);
	json_more(b, &f->file);
}
