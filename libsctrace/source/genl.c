// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/genl.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <linux/netlink.h>

#define ANSWER 32768

/* Its number and its name, of the attributes of a family. */
static void add_family(struct genl *g, const uint8_t *p, size_t left)
{
	struct sct_flag *row = &g->rows[g->table.n];
	char *name = g->names[g->table.n];
	uint16_t id = 0;

	while (left >= NLA_HDRLEN) {
		struct nlattr a;
		size_t len, step;

		memcpy(&a, p, sizeof(a));
		if (a.nla_len < NLA_HDRLEN || a.nla_len > left)
			break;
		len = a.nla_len - NLA_HDRLEN;
		if (a.nla_type == CTRL_ATTR_FAMILY_ID && len >= sizeof(id))
			memcpy(&id, p + NLA_HDRLEN, sizeof(id));
		else if (a.nla_type == CTRL_ATTR_FAMILY_NAME && len && len <= GENL_NAME)
			memcpy(name, p + NLA_HDRLEN, len - 1);
		step = NLA_ALIGN(a.nla_len);
		if (step > left)
			break;
		p += step;
		left -= step;
	}
	if (!id || !*name)
		return;
	*row = (struct sct_flag){ name, id };
	g->table.n++;
}

bool genl__add(struct genl *g, const void *p, size_t n)
{
	const uint8_t *at = p;

	while (n >= NLMSG_HDRLEN && g->table.n < GENL_MAX) {
		struct nlmsghdr h;

		memcpy(&h, at, sizeof(h));
		if (h.nlmsg_len < NLMSG_HDRLEN || h.nlmsg_len > n)
			return false;
		if (h.nlmsg_type == NLMSG_DONE || h.nlmsg_type == NLMSG_ERROR)
			return false;
		if (h.nlmsg_type == GENL_ID_CTRL && h.nlmsg_len >= NLMSG_HDRLEN + GENL_HDRLEN)
			add_family(g, at + NLMSG_HDRLEN + GENL_HDRLEN, h.nlmsg_len - NLMSG_HDRLEN - GENL_HDRLEN);
		if (NLMSG_ALIGN(h.nlmsg_len) >= n)
			break;
		at += NLMSG_ALIGN(h.nlmsg_len);
		n -= NLMSG_ALIGN(h.nlmsg_len);
	}
	return g->table.n < GENL_MAX;
}

void genl__read(struct genl *g)
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
	int fd;

	memset(g, 0, sizeof(*g));
	g->table = (struct sct_flags){ g->rows, 0, ~0ull, flags_genl_types.unknown };
	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	if (fd < 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	if (send(fd, &ask, sizeof(ask), 0) == sizeof(ask))
		do
			n = recv(fd, answer, sizeof(answer), 0);
		while (n > 0 && genl__add(g, answer, (size_t)n));
	close(fd);
}
