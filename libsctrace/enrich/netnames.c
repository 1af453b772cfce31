// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/netnames.h"
#include "util/clock.h"

#include <errno.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#define ANSWER 32768
#define GENL_NOTIFY 16 /* nlctrl's multicast group "notify" has the id GENL_ID_CTRL in all kernels */

struct names {
	struct names_table tables[NETNAMES_KINDS];
	int events[2]; /* sockets that get a message when names change, or -1 */
	bool looked;
};

/* ---- tables ---- */

static void names_clear(struct names_table *t)
{
	t->table = (struct sct_flags){ .rows = t->rows, .base = ~0ull, .unknown = t->unknown };
}

static void name_add(struct names_table *t, uint32_t id, const char *name, size_t n)
{
	size_t i = t->table.n;

	if (!id || !n || !*name || i == NAMES_MAX || n >= NAMES_BYTES)
		return;
	memcpy(t->names[i], name, n);
	t->names[i][n] = '\0';
	t->rows[i] = (struct sct_flag){ t->names[i], id };
	t->table.n++;
}

static int listen_to(int protocol, unsigned group)
{
	struct sockaddr_nl addr = { .nl_family = AF_NETLINK, .nl_groups = 1u << (group - 1) };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);

	if (fd >= 0 && bind(fd, (struct sockaddr *)&addr, sizeof(addr))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

int netnames__new(struct names **out)
{
	struct names *n = calloc(1, sizeof(*n));

	if (!n)
		return -ENOMEM;
	for (int i = 0; i < NETNAMES_KINDS; i++) {
		n->tables[i].unknown = i == SCT_NAMES_FAMILIES ? flags_genl_types.unknown : NULL;
		names_clear(&n->tables[i]);
		n->events[i] = -1;
	}
	*out = n;
	return 0;
}

unsigned netnames__fds(const struct names *n)
{
	unsigned fds = 0;

	for (int i = 0; i < NETNAMES_KINDS; i++)
		fds += n->events[i] >= 0;
	return fds;
}

void netnames__free(struct names *n)
{
	if (!n)
		return;
	for (int i = 0; i < NETNAMES_KINDS; i++)
		if (n->events[i] >= 0)
			close(n->events[i]);
	free(n);
}

const struct sct_flags *netnames__table(const struct names *n, enum sct_names_kind kind)
{
	return &n->tables[kind].table;
}

/* ---- queries ---- */

bool netnames__changed(struct names *n)
{
	char message[1024];
	bool changed = !n->looked;

	if (!n->looked) {
		n->events[SCT_NAMES_INTERFACES] = listen_to(NETLINK_ROUTE, RTNLGRP_LINK);
		n->events[SCT_NAMES_FAMILIES] = listen_to(NETLINK_GENERIC, GENL_NOTIFY);
		n->looked = true;
	}
	for (int i = 0; i < NETNAMES_KINDS; i++)
		while (n->events[i] >= 0 && (recv(n->events[i], message, sizeof(message), 0) > 0 || errno == ENOBUFS))
			changed = true;
	return changed;
}

static void read_interfaces(struct names_table *t)
{
	struct if_nameindex *all = if_nameindex();

	for (struct if_nameindex *i = all; i && i->if_index; i++)
		name_add(t, i->if_index, i->if_name, strlen(i->if_name));
	if (all)
		if_freenameindex(all);
}

/* Adds a family from its attributes: its number and its name. */
static void family_add(struct names_table *t, const uint8_t *p, size_t left)
{
	const char *name = NULL;
	size_t name_len = 0;
	uint16_t id = 0;

	while (left >= NLA_HDRLEN) {
		struct nlattr a;
		size_t len, step;

		memcpy(&a, p, sizeof(a));
		if (a.nla_len < NLA_HDRLEN || a.nla_len > left)
			break;
		len = a.nla_len - NLA_HDRLEN;
		if (a.nla_type == CTRL_ATTR_FAMILY_ID && len >= sizeof(id)) {
			memcpy(&id, p + NLA_HDRLEN, sizeof(id));
		} else if (a.nla_type == CTRL_ATTR_FAMILY_NAME && len) {
			name = (const char *)p + NLA_HDRLEN;
			name_len = len - 1;
		}
		step = NLA_ALIGN(a.nla_len);
		if (step > left)
			break;
		p += step;
		left -= step;
	}
	if (name)
		name_add(t, id, name, name_len);
}

bool netnames__add_families(struct names_table *t, const void *p, size_t n)
{
	const uint8_t *at = p;

	while (n >= NLMSG_HDRLEN && t->table.n < NAMES_MAX) {
		struct nlmsghdr h;

		memcpy(&h, at, sizeof(h));
		if (h.nlmsg_len < NLMSG_HDRLEN || h.nlmsg_len > n)
			return false;
		if (h.nlmsg_type == NLMSG_DONE || h.nlmsg_type == NLMSG_ERROR)
			return false;
		if (h.nlmsg_type == GENL_ID_CTRL && h.nlmsg_len >= NLMSG_HDRLEN + GENL_HDRLEN)
			family_add(t, at + NLMSG_HDRLEN + GENL_HDRLEN, h.nlmsg_len - NLMSG_HDRLEN - GENL_HDRLEN);
		if (NLMSG_ALIGN(h.nlmsg_len) >= n)
			break;
		at += NLMSG_ALIGN(h.nlmsg_len);
		n -= NLMSG_ALIGN(h.nlmsg_len);
	}
	return t->table.n < NAMES_MAX;
}

static void read_families(struct names_table *t)
{
	struct {
		struct nlmsghdr head;
		struct genlmsghdr genl;
	} ask = {
		.head = {
			.nlmsg_len = sizeof(ask),
			.nlmsg_type = GENL_ID_CTRL,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
		},
		.genl = { .cmd = CTRL_CMD_GETFAMILY, .version = 1 },
	};
	static const struct timeval patience = { .tv_sec = 1 };
	uint8_t answer[ANSWER];
	ssize_t n;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);

	if (fd < 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	if (send(fd, &ask, sizeof(ask), 0) == sizeof(ask))
		do
			n = recv(fd, answer, sizeof(answer), 0);
		while (n > 0 && netnames__add_families(t, answer, (size_t)n));
	close(fd);
}

/* ---- records ---- */

static int names_emit(const struct names_table *t, enum sct_names_kind kind, record_fn *fn, void *ctx)
{
	uint32_t bytes = (uint32_t)(t->table.n * sizeof(struct sct_name));
	struct sct_names *rec = calloc(1, sizeof(*rec) + bytes);
	struct sct_name *at = (void *)(rec + 1);
	int err;

	if (!rec)
		return -ENOMEM;
	rec->rec.ts = now_ns();
	rec->rec.type = SCT_REC_NAMES;
	rec->kind = kind;
	rec->data_len = bytes;
	for (size_t i = 0; i < t->table.n; i++) {
		at[i].id = (uint32_t)t->rows[i].value;
		memcpy(at[i].name, t->names[i], NAMES_BYTES);
	}
	err = fn(ctx, &rec->rec, sizeof(*rec) + bytes);
	free(rec);
	return err;
}

int netnames__read(struct names *n, record_fn *fn, void *ctx)
{
	static void (*const readers[])(struct names_table *) = {
		[SCT_NAMES_INTERFACES] = read_interfaces,
		[SCT_NAMES_FAMILIES] = read_families,
	};
	int err = 0;

	for (int i = 0; !err && i < NETNAMES_KINDS; i++) {
		names_clear(&n->tables[i]);
		readers[i](&n->tables[i]);
		err = names_emit(&n->tables[i], (enum sct_names_kind)i, fn, ctx);
	}
	return err;
}

void netnames__set(struct names *n, const struct sct_rec *rec)
{
	const struct sct_names *in = (const void *)rec;
	struct names_table *t;
	uint32_t len;
	const uint8_t *data = record__data(rec, &len);

	if (in->kind >= NETNAMES_KINDS)
		return;
	t = &n->tables[in->kind];
	names_clear(t);
	for (; len >= sizeof(struct sct_name); len -= sizeof(struct sct_name), data += sizeof(struct sct_name)) {
		struct sct_name one;

		memcpy(&one, data, sizeof(one));
		name_add(t, one.id, one.name, strnlen(one.name, sizeof(one.name)));
	}
}
