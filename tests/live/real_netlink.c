// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Netlink messages that are really sent: requests of each protocol, and the answers of the kernel. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <linux/netlink.h>

static int sock;
static char answer[65536];

static int netlink(int proto, unsigned groups)
{
	struct sockaddr_nl a = { .nl_family = AF_NETLINK, .nl_groups = groups };

	sock = socket(AF_NETLINK, SOCK_RAW, proto);
	return sock < 0 ? -1 : bind(sock, (struct sockaddr *)&a, sizeof(a));
}

/* Receives answers until none comes for a while. It is bounded, since on a busy machine process events never stop. */
static void answers(void)
{
	struct pollfd p = { .fd = sock, .events = POLLIN };

	for (int i = 0; i < 200 && poll(&p, 1, 50) > 0; i++) {
		struct sockaddr_nl from;
		struct iovec iov = { answer, sizeof(answer) };
		struct msghdr m = {
			.msg_name = &from,
			.msg_namelen = sizeof(from),
			.msg_iov = &iov,
			.msg_iovlen = 1,
		};

		if (recvmsg(sock, &m, MSG_DONTWAIT) <= 0)
			break;
	}
}

static void ask(unsigned type, unsigned flags, const void *data, size_t n)
{
	struct {
		struct nlmsghdr head;
		uint8_t data[128];
	} m = { .head = { .nlmsg_len = sizeof(m.head) + n, .nlmsg_type = type, .nlmsg_flags = flags | NLM_F_REQUEST } };

	memcpy(m.data, data, n);
	send(sock, &m, m.head.nlmsg_len, 0);
	answers();
}

#define ASK(type, flags, ...)                                                                                          \
	ask(type, flags, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

#define COMMANDS 180

/* Messages of the generic netlink controller about a family, sent and received. */
static void family(const char *name)
{
	struct command {
		struct nlattr place, head;
		uint32_t id;
	};
	struct {
		struct nlmsghdr head;
		struct genlmsghdr genl;
		struct nlattr name_head;
		char name[12];
		struct nlattr list;
		struct command commands[COMMANDS];
	} m = {
		.head = { .nlmsg_len = sizeof(m), .nlmsg_type = GENL_ID_CTRL },
		.genl = { .cmd = CTRL_CMD_NEWFAMILY, .version = 2 },
		.name_head = { sizeof(m.name_head) + sizeof(m.name), CTRL_ATTR_FAMILY_NAME },
		.list = { sizeof(m.list) + sizeof(m.commands), CTRL_ATTR_OPS },
	};
	struct sockaddr_nl self;
	socklen_t len = sizeof(self);

	strncpy(m.name, name, sizeof(m.name) - 1);
	for (unsigned i = 0; i < COMMANDS; i++) {
		struct command c = { { sizeof(c), i }, { sizeof(c) - sizeof(c.place), CTRL_ATTR_OP_ID }, i };

		m.commands[i] = c;
	}
	if (!getsockname(sock, (struct sockaddr *)&self, &len))
		sendto(sock, &m, sizeof(m), 0, (struct sockaddr *)&self, len);
	recv(sock, answer, sizeof(answer), MSG_DONTWAIT);
}

static void families(void)
{
	static const char *const names[] = { "ethtool",	  "nl80211",	 "devlink", "netdev", "mptcp_pm", "thermal",
					     "TASKSTATS", "tcp_metrics", "SEG6",    "IOAM6",  "nlctrl",	  "ethtoolx" };

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		family(names[i]);
	/* CTRL_CMD_GETPOLICY for all commands, and for one */
	ASK(GENL_ID_CTRL, NLM_F_DUMP, CTRL_CMD_GETPOLICY, 2, 0, 0, 12, 0, CTRL_ATTR_FAMILY_NAME, 0, 'e', 't', 'h', 't',
	    'o', 'o', 'l', 0);
	ASK(GENL_ID_CTRL, NLM_F_DUMP, CTRL_CMD_GETPOLICY, 2, 0, 0, 11, 0, CTRL_ATTR_FAMILY_NAME, 0, 'n', 'l', 'c', 't',
	    'r', 'l', 0, 0, 8, 0, CTRL_ATTR_OP, 0, CTRL_CMD_GETFAMILY, 0, 0, 0);
	/* attributes of a policy in 2 and in 8 bytes */
	ASK(GENL_ID_CTRL, 0, CTRL_CMD_GETPOLICY, 2, 0, 0, 64, 0, CTRL_ATTR_POLICY, 0, 60, 0, 1, 0, 56, 0, 2, 0, 6, 0, 1,
	    0, 1, 2, 0, 0, 12, 0, 2, 0, 1, 2, 3, 4, 5, 6, 7, 255, 12, 0, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 0, 8, 0, 1,
	    2, 3, 4, 12, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8);
	ASK(GENL_ID_CTRL, 0, CTRL_CMD_GETPOLICY, 2, 0, 0, 24, 0, CTRL_ATTR_OP_POLICY, 0, 20, 0, 3, 128, 8, 0,
	    CTRL_ATTR_POLICY_DO, 0, 1, 0, 0, 0, 8, 0, 7, 0, 1, 2, 3, 4);
}

/* Families have numbers that the kernel assigns. */
static void generic(void)
{
	ASK(GENL_ID_CTRL, NLM_F_DUMP, CTRL_CMD_GETFAMILY, 1, 0, 0);
	ASK(GENL_ID_CTRL, 0, CTRL_CMD_GETFAMILY, 1, 0, 0, 11, 0, CTRL_ATTR_FAMILY_NAME, 0, 'n', 'l', 'c', 't', 'r', 'l',
	    0, 0);
	ASK(GENL_ID_CTRL, 0, CTRL_CMD_GETFAMILY, 1, 0, 0, 6, 0, CTRL_ATTR_FAMILY_ID, 0, 16, 0, 0, 0);
	ASK(GENL_ID_CTRL, NLM_F_DUMP, CTRL_CMD_GETPOLICY, 2, 0, 0);
	for (unsigned type = 17; type < 50; type++)
		ASK(type, 0, 255, 2, 3, 4, 5, 6, 7);
	/* the kernel's error message quotes the refused request, of any length */
	for (size_t n = 0; n < 6; n++)
		ask(GENL_ID_CTRL, 0, (uint8_t[]){ 255, 1, 7, 8, 9, 9 }, n);
}

/* Sends a message that announces a change of a device. */
static void uevent(void)
{
	int fd = open("/sys/class/net/lo/uevent", O_WRONLY);

	if (fd >= 0 && write(fd, "change", 6) == 6)
		answers();
	close(fd);
}

/* A socket sends n bytes to another one, which receives n, and then fewer. */
static void send_between(int from, int to, const void *data, size_t n)
{
	struct sockaddr_nl a;
	socklen_t size = sizeof(a);

	getsockname(to, (struct sockaddr *)&a, &size);
	sendto(from, data, n, MSG_DONTWAIT, (struct sockaddr *)&a, sizeof(a));
	recvfrom(to, answer, sizeof(answer), MSG_DONTWAIT, NULL, NULL);
	sendto(from, data, n, MSG_DONTWAIT, (struct sockaddr *)&a, sizeof(a));
	recvfrom(to, answer, n / 2, MSG_DONTWAIT | MSG_TRUNC, NULL, NULL);
}

/* Sends messages that are, or claim to be, shorter than their head; alone, and as the second of two. */
static void too_short(void)
{
	struct nlmsghdr m[] = { { 20, 18, 0x301, 1, 0 }, { 0 }, { 0 }, { 0 } };
	int from = sock;

	if (netlink(NETLINK_ROUTE, 0))
		return;
	for (unsigned len = 0; len <= 20; len++) {
		/* the second message begins after a word of the data of the first one */
		struct nlmsghdr *second = (void *)((char *)m + 20);

		memcpy(second, &(struct nlmsghdr){ len, 18, 0x301, 1, 0 }, sizeof(*second));
		send_between(from, sock, second, 20);
		send_between(from, sock, second, len);
		send_between(from, sock, m, 40);
		send_between(from, sock, m, 20 + len);
	}
	send(sock, "hi", 2, 0);
}

int main(void)
{
	if (!netlink(NETLINK_GENERIC, 0)) {
		generic();
		families();
	}
	if (!netlink(NETLINK_KOBJECT_UEVENT, 1))
		uevent();
	if (!netlink(NETLINK_AUDIT, 0))
		ASK(1000, NLM_F_ACK, 0); /* AUDIT_GET */
	if (!netlink(NETLINK_XFRM, 0)) {
		ASK(18, NLM_F_DUMP, 0, 0, 0, 0); /* XFRM_MSG_GETSA */
		ASK(21, NLM_F_DUMP, 0, 0, 0, 0); /* XFRM_MSG_GETPOLICY */
		ASK(29, 0, 0, 0, 0, 0);		 /* XFRM_MSG_GETSADINFO */
	}
	if (!netlink(NETLINK_NETFILTER, 0)) {
		ASK(10 << 8 | 16, 0, 0, 0, 0, 0);	  /* NFT_MSG_GETGEN */
		ASK(10 << 8 | 1, NLM_F_DUMP, 0, 0, 0, 0); /* NFT_MSG_GETTABLE */
		ASK(1 << 8 | 1, NLM_F_DUMP, 2, 0, 0, 0);  /* IPCTNL_MSG_CT_GET */
		ASK(6 << 8 | 1, NLM_F_ACK, 0, 0, 0, 0, 5, 0, 1, 0, 7, 0, 0, 0);
	}
	if (!netlink(NETLINK_CRYPTO, 0))
		ASK(19, NLM_F_DUMP, 0, 0, 0, 0); /* CRYPTO_MSG_GETALG */
	if (!netlink(NETLINK_ROUTE, 0))
		too_short();
	if (!netlink(NETLINK_SELINUX, 1))
		answers();
	if (!netlink(NETLINK_CONNECTOR, 1))
		ASK(NLMSG_DONE, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0);
	return 0;
}
