// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Netlink for real: what is asked of each protocol, and what the kernel answers. */
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

/* All that comes until nothing does for a while: where processes fork all the time, that is never. */
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

/* Families have numbers that the kernel gave them. */
static void generic(void)
{
	ASK(GENL_ID_CTRL, NLM_F_DUMP, CTRL_CMD_GETFAMILY, 1, 0, 0);
	ASK(GENL_ID_CTRL, 0, CTRL_CMD_GETFAMILY, 1, 0, 0, 11, 0, CTRL_ATTR_FAMILY_NAME, 0, 'n', 'l', 'c', 't', 'r', 'l',
	    0, 0);
	ASK(GENL_ID_CTRL, 0, CTRL_CMD_GETFAMILY, 1, 0, 0, 6, 0, CTRL_ATTR_FAMILY_ID, 0, 16, 0, 0, 0);
	ASK(GENL_ID_CTRL, NLM_F_DUMP, CTRL_CMD_GETPOLICY, 2, 0, 0);
	for (unsigned type = 17; type < 50; type++)
		ASK(type, 0, 255, 2, 3, 4, 5, 6, 7);
	/* the refusal has a copy of what was refused, of any length */
	for (size_t n = 0; n < 6; n++)
		ask(GENL_ID_CTRL, 0, (uint8_t[]){ 255, 1, 7, 8, 9, 9 }, n);
}

/* A device's change, announced. */
static void uevent(void)
{
	int fd = open("/sys/class/net/lo/uevent", O_WRONLY);

	if (fd >= 0 && write(fd, "change", 6) == 6)
		answers();
	close(fd);
}

int main(void)
{
	if (!netlink(NETLINK_GENERIC, 0))
		generic();
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
	if (!netlink(NETLINK_SELINUX, 1))
		answers();
	if (!netlink(NETLINK_CONNECTOR, 1))
		ASK(NLMSG_DONE, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0);
	return 0;
}
