// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/peer_filter.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/core/decode.h"
#include "decode/core/file.h"
#include "lookup/operands.h"
#include "util/number.h"

#define MAPPED_BITS 96 /* bits of ::ffff:, before the IPv4 address */

/* The known parts of the address of a call's remote end. */
struct remote {
	uint8_t addr[16];
	uint16_t port;
	const char *path; /* path of a unix socket, or NULL */
	size_t len;
};

static const uint8_t mapped[12] = { [10] = 0xff, 0xff };

/* ---- parsing ---- */

/* Parses the n bytes at s as a number from least to max. */
static bool number(const char *s, size_t n, unsigned least, unsigned max, unsigned *v)
{
	uint64_t value;

	if (!n || s[0] < '0' || s[0] > '9' || !number__parse(s, n, max, &value) || value < least)
		return false;
	*v = (unsigned)value;
	return true;
}

/* Parses an address of n bytes. */
static bool address(struct peer *p, const char *s, size_t n, bool *v4)
{
	char text[INET6_ADDRSTRLEN];

	if (n >= sizeof(text))
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)n, s);
	p->bits = 128;
	*v4 = inet_pton(AF_INET, text, p->addr + sizeof(mapped)) == 1;
	if (*v4)
		memcpy(p->addr, mapped, sizeof(mapped));
	return *v4 || inet_pton(AF_INET6, text, p->addr) == 1;
}

/*
 * Parses ADDR, ADDR:PORT, ADDR/BITS, ADDR/BITS:PORT or :PORT, where an IPv6 address before a port is in brackets.
 * Returns false if s has another form.
 */
static bool inet_peer(struct peer *p, const char *s)
{
	bool brackets = *s == '[', v4 = false;
	const char *from = s + brackets, *end = from + strcspn(from, brackets ? "]" : "/"), *colon;
	unsigned v;

	/* a single colon precedes a port; several are part of an IPv6 address */
	colon = strchr(from, ':');
	if (!brackets && colon && colon < end && !strchr(colon + 1, ':'))
		end = colon;
	if (end > from && !address(p, from, (size_t)(end - from), &v4))
		return false;
	if (end == from && (brackets || *end != ':'))
		return false;
	if (brackets && *end++ != ']')
		return false;
	if (*end == '/') {
		size_t n = strcspn(++end, ":");

		if (!number(end, n, 0, v4 ? 32 : 128, &v))
			return false;
		p->bits = v + (v4 ? MAPPED_BITS : 0);
		end += n;
	}
	if (*end == ':') {
		if (!number(end + 1, strlen(end + 1), 1, UINT16_MAX, &v))
			return false;
		p->port = (uint16_t)v;
		end += strlen(end);
	}
	return !*end;
}

static bool unix_peer(struct peer *p, const char *path)
{
	size_t n = strlen(path);

	p->local = true;
	if (!n || n > PEER_PATH)
		return false;
	memcpy(p->path, path, n + 1);
	return true;
}

int peer_filter__init(struct peer_filter *f, const char *const *peers, const struct errmsg *errmsg)
{
	unsigned n = 0;

	while (peers[n])
		n++;
	f->peers = calloc(n, sizeof(*f->peers));
	if (n && !f->peers)
		return -ENOMEM;
	for (; f->n < n; f->n++) {
		const char *s = peers[f->n];
		bool local = !strncmp(s, "unix:", 5);

		if (!(local ? unix_peer(&f->peers[f->n], s + 5) : inet_peer(&f->peers[f->n], s)))
			return errmsg__set(errmsg, -EINVAL,
					   "invalid peer '%.64s': use 10.0.0.1, 10.0.0.0/8:443, :443, ::1, [::1]:80 or "
					   "unix:/run/socket",
					   s);
	}
	return 0;
}

void peer_filter__free(struct peer_filter *f)
{
	free(f->peers);
	*f = (struct peer_filter){};
}

/* ---- comparing ---- */

static bool same_bits(const uint8_t *a, const uint8_t *b, unsigned bits)
{
	unsigned rest = bits % 8;

	return !memcmp(a, b, bits / 8) && (!rest || !((a[bits / 8] ^ b[bits / 8]) >> (8 - rest)));
}

static bool is_one(const struct peer_filter *f, const struct remote *r)
{
	for (unsigned i = 0; i < f->n; i++) {
		const struct peer *p = &f->peers[i];

		if (p->local != (r->path != NULL))
			continue;
		if (p->local ? r->len == strlen(p->path) && !memcmp(r->path, p->path, r->len)
			     : same_bits(p->addr, r->addr, p->bits) && (!p->port || p->port == r->port))
			return true;
	}
	return false;
}

static void set_address(struct remote *r, uint16_t family, const uint8_t *addr)
{
	if (family == AF_INET6) {
		memcpy(r->addr, addr, 16);
		return;
	}
	memcpy(r->addr, mapped, sizeof(mapped));
	memcpy(r->addr + sizeof(mapped), addr, 4);
}

/* Returns whether the descriptor is a socket connected to one of the peers, or a unix socket with the path of one. */
static bool by_fd(const struct peer_filter *f, const struct call *c, int32_t fd, int when)
{
	struct sct_socket s;
	struct remote r = {};
	struct out_file file;

	if (fd < 0 || !call_file(c, fd, when, &file) || file.file.more != SCT_MORE_SOCKET || file.len < sizeof(s))
		return false;
	memcpy(&s, file.name, sizeof(s));
	if (s.family == AF_UNIX) {
		r.path = (const char *)file.name + sizeof(s);
		r.len = strnlen(r.path, file.len - sizeof(s));
		return r.len && is_one(f, &r);
	}
	if ((s.family != AF_INET && s.family != AF_INET6) || !s.port)
		return false;
	set_address(&r, s.family, s.addr);
	r.port = s.port;
	return is_one(f, &r);
}

/* Returns whether the address in this argument is one of the peers. */
static bool by_address(const struct peer_filter *f, const struct call *c, const struct sct_arg *a)
{
	struct remote to = {};
	uint16_t family, port;
	uint8_t addr[16];
	struct rd r;

	if (!call_partial(c, call_reg(c, a), SCT_PART_SELF, 0, a->dir == IN ? AT_ENTER : AT_EXIT, &r) ||
	    rd_left(&r) < 8)
		return false;
	rd_bytes(&r, &family, sizeof(family));
	if (family == AF_UNIX) {
		to.path = (const char *)r.p;
		to.len = strnlen(to.path, rd_left(&r));
		return to.len && is_one(f, &to);
	}
	rd_bytes(&r, &port, sizeof(port));
	if (family == AF_INET6)
		rd_skip(&r, 4);
	else if (family != AF_INET)
		return false;
	if (rd_left(&r) < (family == AF_INET6 ? 16 : 4))
		return false;
	rd_bytes(&r, addr, family == AF_INET6 ? 16 : 4);
	set_address(&to, family, addr);
	to.port = ntohs(port);
	return is_one(f, &to);
}

/* Returns whether the call's address argument is that of its own socket, not of a peer. */
static bool is_own_address(const struct sct_row *row)
{
	return !strcmp(row->name, "bind") || !strcmp(row->name, "getsockname");
}

bool peer_filter__call(const struct peer_filter *f, const struct event *ev, const struct decode_opts *opts)
{
	struct operands t;
	struct call c;

	call__init(&c, ev, opts);
	t = operands__of(c.row);
	for (unsigned reg = 0; reg < SCT_NARGS; reg++)
		if (t.fds >> reg & 1 && by_fd(f, &c, (int32_t)c.args[reg], AT_EXIT))
			return true;
	for (unsigned i = 0; i < c.row->nargs && !is_own_address(c.row); i++)
		if (c.row->args[i].fn == ARGFN_sockaddr && by_address(f, &c, &c.row->args[i]))
			return true;
	return c.done && !c.failed && c.row->ret == RET_FD && by_fd(f, &c, (int32_t)c.ret, AT_EXIT);
}
