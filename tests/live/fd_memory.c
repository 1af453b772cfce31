// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Descriptors in memory that a plan of the call alone does not find: in netlink attributes, addresses of AF_XDP, long
 * lists. The printed files are compared with strace's (host/oracle.sh).
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/if_link.h>
#include <linux/if_xdp.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>

#define LISTED 2500			 /* descriptors of a list; with their files they nearly fill a record */
#define SYS_landlock_create_ruleset_ 444 /* the number on all machines, as the headers may be older */
#define LARGE 65000
#define RIGHTS 253 /* SCM_MAX_FD */

struct message {
	struct nlmsghdr head;
	char body[512];
};

static const struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
static int ns;

static void begin(struct message *m, int type, size_t head)
{
	memset(m, 0, sizeof(*m));
	m->head.nlmsg_len = (unsigned)(NLMSG_HDRLEN + NLMSG_ALIGN(head));
	m->head.nlmsg_type = (unsigned short)type;
	m->head.nlmsg_flags = NLM_F_REQUEST;
}

static void add(struct message *m, int type, int fd)
{
	struct nlattr a = { .nla_len = NLA_HDRLEN + sizeof(fd), .nla_type = (unsigned short)type };
	char *to = (char *)m + m->head.nlmsg_len;

	memcpy(to, &a, sizeof(a));
	memcpy(to + sizeof(a), &fd, sizeof(fd));
	m->head.nlmsg_len += (unsigned)(sizeof(a) + sizeof(fd));
}

/* Begins an attribute that contains all attributes added before end_nest(). */
static struct nlattr *begin_nest(struct message *m, int type)
{
	struct nlattr *a = (void *)((char *)m + m->head.nlmsg_len);

	a->nla_type = (unsigned short)type;
	m->head.nlmsg_len += NLA_HDRLEN;
	return a;
}

static void end_nest(struct message *m, struct nlattr *a)
{
	a->nla_len = (unsigned short)((char *)m + m->head.nlmsg_len - (char *)a);
}

/* Sends a message in every way in which netlink messages are decoded. The kernel refuses some, and quotes them. */
static void send_all(int sock, struct message *m)
{
	struct iovec two[2] = { { m, m->head.nlmsg_len }, { m, m->head.nlmsg_len } };
	struct sockaddr_nl to = kernel;
	struct mmsghdr both[2] = { 0 };
	char answer[4096];

	for (int i = 0; i < 2; i++)
		both[i].msg_hdr =
			(struct msghdr){ .msg_name = &to, .msg_namelen = sizeof(to), .msg_iov = two, .msg_iovlen = 2 };
	sendto(sock, m, m->head.nlmsg_len, 0, (const void *)&kernel, sizeof(kernel));
	send(sock, m, m->head.nlmsg_len, 0);
	sendmsg(sock, &both[0].msg_hdr, 0);
	sendmmsg(sock, both, 2, 0);
	while (recv(sock, answer, sizeof(answer), MSG_DONTWAIT) > 0)
		;
}

static void netlink(void)
{
	static const int types[] = { RTM_NEWNSID, RTM_DELNSID, RTM_GETNSID };
	int sock = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	struct nlattr *xdp;
	struct message m;

	bind(sock, (const void *)&kernel, sizeof(kernel));
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		begin(&m, types[i], sizeof(struct rtgenmsg));
		add(&m, NETNSA_FD, ns);
		add(&m, NLA_F_NESTED | NETNSA_FD, sock);
		add(&m, NETNSA_FD, -1);
		add(&m, NETNSA_PID, ns);
		send_all(sock, &m);
	}
	begin(&m, RTM_GETLINK, sizeof(struct ifinfomsg));
	add(&m, IFLA_MTU, ns);
	xdp = begin_nest(&m, IFLA_XDP);
	add(&m, IFLA_XDP_FD, ns);
	add(&m, IFLA_XDP_EXPECTED_FD, sock);
	end_nest(&m, xdp);
	add(&m, IFLA_NET_NS_FD, ns);
	send_all(sock, &m);
	close(sock);
}

static void addresses(void)
{
	struct sockaddr_xdp a = { .sxdp_family = AF_XDP, .sxdp_queue_id = 2, .sxdp_shared_umem_fd = (unsigned)ns };
	struct iovec data = { "x", 1 };
	struct msghdr m = { .msg_name = &a, .msg_namelen = sizeof(a), .msg_iov = &data, .msg_iovlen = 1 };

	for (int flags = 0; flags < 4; flags++) {
		a.sxdp_flags = (unsigned short)flags;
		bind(ns, (const void *)&a, sizeof(a));
		connect(ns, (const void *)&a, sizeof(a));
		connect(ns, (const void *)&a, sizeof(a) - 1);
		sendto(ns, "x", 1, 0, (const void *)&a, sizeof(a));
		sendmsg(ns, &m, 0);
	}
}

static void lists(void)
{
	static struct pollfd polled[LISTED];
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(RIGHTS * sizeof(int))];
	} control = { .head = { CMSG_LEN(RIGHTS * sizeof(int)), SOL_SOCKET, SCM_RIGHTS } };
	struct iovec data = { "x", 1 };
	struct msghdr m = {
		.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)
	};
	struct mmsghdr both[2] = { { .msg_hdr = m }, { .msg_hdr = m } };
	int pair[2], fds[RIGHTS];

	for (int i = 0; i < LISTED; i++)
		polled[i] = (struct pollfd){ i % 4, POLLPRI, 0 };
	for (int i = 0; i < RIGHTS; i++)
		fds[i] = i % 4;
	memcpy(CMSG_DATA(&control.head), fds, sizeof(fds));
	poll(polled, 100, 0);
	poll(polled, LISTED, 0);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return;
	sendmsg(pair[0], &m, 0);
	sendmmsg(pair[0], both, 2, 0);
	recvmsg(pair[1], &m, 0);
}

/* A renamed file, whose new name no record has described yet, and data that nearly fills the record (-s 65000). */
static void renamed(void)
{
	static char data[LARGE];
	char path[] = "fd_memory.XXXXXX", other[] = "other.XXXXXX";
	int fd = mkstemp(path);

	memset(data, 'x', sizeof(data));
	memcpy(strchr(other, 'X'), strrchr(path, '.') + 1, 6);
	if (!rename(path, other) && write(fd, data, sizeof(data)) == LARGE)
		unlink(other);
	close(fd);
}

/* With flags, landlock_create_ruleset() returns a version, which must not be taken for a descriptor of that number. */
static void version(void)
{
	int fds[10];

	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		fds[i] = dup(ns);
	syscall(SYS_landlock_create_ruleset_, NULL, 0, 1);
	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		close(fds[i]);
}

int main(void)
{
	ns = open("/proc/self/ns/net", O_RDONLY);
	netlink();
	addresses();
	lists();
	renamed();
	version();
	return 0;
}
