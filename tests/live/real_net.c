// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes the socket calls for real, inside this machine. What a tracer prints is the test. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static char buf[8192];

static void set_int(int fd, int level, int name, int v)
{
	setsockopt(fd, level, name, &v, sizeof(v));
}

static void get(int fd, int level, int name, socklen_t len)
{
	getsockopt(fd, level, name, buf, &len);
}

/* ---- TCP ---- */

static int listener(struct sockaddr *a, socklen_t *len)
{
	int fd = socket(a->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	set_int(fd, SOL_SOCKET, SO_REUSEADDR, 1);
	if (fd < 0 || bind(fd, a, *len) || listen(fd, 5) || getsockname(fd, a, len)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Asks for the address of the peer with too little room, with enough and with too much. */
static void stream(struct sockaddr *a, socklen_t len)
{
	static const socklen_t rooms[] = { 128, 16, 28, 8, 2, 1, 0 };
	struct sockaddr_storage peer;
	int l = listener(a, &len), c, s;

	for (size_t i = 0; l >= 0 && i < COUNT(rooms); i++) {
		socklen_t n = rooms[i];

		c = socket(a->sa_family, SOCK_STREAM, 0);
		if (connect(c, a, len)) {
			close(c);
			break;
		}
		if (i & 1)
			s = accept(l, (void *)&peer, &n);
		else
			s = accept4(l, (void *)&peer, &n, SOCK_CLOEXEC);
		n = rooms[i];
		getpeername(s, (void *)&peer, &n);
		n = rooms[i];
		getsockname(s, (void *)&peer, &n);
		send(c, "hello", 5, MSG_NOSIGNAL);
		n = rooms[i];
		recvfrom(s, buf, 100, 0, (void *)&peer, &n);
		recvfrom(s, buf, 100, MSG_DONTWAIT, (void *)&peer, &n);
		shutdown(c, SHUT_WR);
		recv(s, buf, 100, MSG_WAITALL);
		close(s);
		close(c);
	}
	accept(-1, NULL, NULL);
	close(l);
}

/* If both sides have ended a connection, its addresses are still known; a refused connection never had any. */
static void ended(int protocol)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t len = sizeof(a);
	int l = socket(AF_INET, SOCK_STREAM, protocol), c, s;

	fcntl(l, F_GETFL);
	if (l < 0 || bind(l, (void *)&a, len) || fcntl(l, F_GETFL) < 0 || listen(l, 5) ||
	    getsockname(l, (void *)&a, &len))
		return;
	c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, protocol);
	connect(c, (void *)&a, sizeof(a));
	poll(&(struct pollfd){ .fd = c, .events = POLLOUT }, 1, 2000);
	s = accept(l, NULL, NULL);
	shutdown(s, SHUT_WR);
	shutdown(c, SHUT_WR);
	poll(&(struct pollfd){ .fd = c, .events = POLLIN }, 1, 2000);
	recv(c, buf, 10, 0);
	close(s);
	fcntl(c, F_GETFL);
	close(c);
	close(l);
	for (int flags = 0; flags <= SOCK_NONBLOCK; flags += SOCK_NONBLOCK) {
		c = socket(AF_INET, SOCK_STREAM | flags, protocol);
		connect(c, (void *)&a, sizeof(a));
		fcntl(c, F_GETFL);
		close(c);
	}
}

/* ---- datagrams ---- */

static void datagrams(struct sockaddr *a, socklen_t len)
{
	static const socklen_t rooms[] = { 128, 16, 8, 1, 0 };
	struct sockaddr_storage from;
	int fd = socket(a->sa_family, SOCK_DGRAM | SOCK_NONBLOCK, 0);

	if (fd < 0 || bind(fd, a, len) || getsockname(fd, a, &len))
		return;
	for (size_t i = 0; i < COUNT(rooms); i++) {
		socklen_t n = rooms[i];

		sendto(fd, "a datagram that is longer than what strace shows", 49, 0, a, len);
		recvfrom(fd, buf, i ? 4 * i : 100, i & 1 ? MSG_TRUNC : 0, (void *)&from, &n);
	}
	sendto(fd, "", 0, 0, a, len);
	recvfrom(fd, buf, 10, 0, NULL, NULL);
	recvfrom(fd, buf, 10, 0, NULL, NULL);
	close(fd);
}

static void messages(struct sockaddr_in *a)
{
	struct sockaddr_storage from;
	char ctl[256], two[2][20];
	struct iovec v[] = { { two[0], 4 }, { two[1], 20 } };
	socklen_t len = sizeof(*a);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	static const int rooms[][2] = { { 128, 256 }, { 16, 40 }, { 8, 30 }, { 0, 10 }, { 1, 0 } };

	bind(fd, (void *)a, len);
	getsockname(fd, (void *)a, &len);
	set_int(fd, SOL_SOCKET, SO_TIMESTAMP, 1);
	set_int(fd, SOL_SOCKET, SO_TIMESTAMPING, 0x18); /* time stamps of packets that the software has received */
	set_int(fd, IPPROTO_IP, IP_PKTINFO, 1);
	set_int(fd, IPPROTO_IP, IP_RECVTTL, 1);
	set_int(fd, IPPROTO_IP, IP_RECVTOS, 1);
	for (size_t i = 0; i < COUNT(rooms); i++) {
		struct iovec out = { "hello, world", 3 * i };
		struct msghdr s = { a, len, &out, 1, NULL, 0, 0 };
		struct msghdr r = { &from, rooms[i][0], v, 2, ctl, rooms[i][1], 0 };

		sendmsg(fd, &s, MSG_DONTWAIT);
		recvmsg(fd, &r, 0);
		r.msg_namelen = rooms[i][0];
		recvmsg(fd, &r, MSG_DONTWAIT);
	}
	close(fd);
}

static void vectors(struct sockaddr_in *a)
{
	struct sockaddr_storage from[3];
	struct iovec v = { buf, 100 };
	struct mmsghdr m[3] = { 0 };
	struct timespec ts = { 1, 0 };
	socklen_t len = sizeof(*a);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	a->sin_port = 0;
	bind(fd, (void *)a, len);
	getsockname(fd, (void *)a, &len);
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < COUNT(m); i++)
			m[i].msg_hdr = (struct msghdr){ a, len, &v, 1, NULL, 0, 0 };
		v.iov_len = 10 * round + 1;
		if (round == 2)
			m[1].msg_hdr.msg_namelen = 1; /* the second one fails */
		sendmmsg(fd, m, 3, 0);
		v.iov_len = 15;
		for (size_t i = 0; i < COUNT(m); i++) {
			m[i].msg_hdr.msg_name = &from[i];
			m[i].msg_hdr.msg_namelen = i == 1 ? 8 : 128;
		}
		recvmmsg(fd, m, 3, MSG_DONTWAIT, round ? &ts : NULL);
	}
	recvmmsg(fd, m, 3, MSG_DONTWAIT, &ts);
	recvmmsg(fd, m, 0, 0, NULL);
	sendmmsg(fd, m, 0, 0);
	close(fd);
}

/* ---- local ---- */

static void local_stream(const char *name, size_t n)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };

	memcpy(a.sun_path, name, n);
	if (n && *name)
		unlink(a.sun_path);
	stream((void *)&a, offsetof(struct sockaddr_un, sun_path) + n);
	if (n && *name)
		unlink(a.sun_path);
}

static void pass_fds(void)
{
	union {
		struct cmsghdr align;
		char b[CMSG_SPACE(3 * sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
	} ctl;
	struct ucred me = { getpid(), getuid(), getgid() };
	struct iovec v = { buf, 5 };
	struct msghdr m = { NULL, 0, &v, 1, &ctl, sizeof(ctl), 0 };
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	int pair[2], fds[3] = { 0, 1, 2 };

	socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair);
	set_int(pair[1], SOL_SOCKET, SO_PASSCRED, 1);
	memset(&ctl, 0, sizeof(ctl));
	*c = (struct cmsghdr){ CMSG_LEN(sizeof(fds)), SOL_SOCKET, SCM_RIGHTS };
	memcpy(CMSG_DATA(c), fds, sizeof(fds));
	c = CMSG_NXTHDR(&m, c);
	*c = (struct cmsghdr){ CMSG_LEN(sizeof(me)), SOL_SOCKET, SCM_CREDENTIALS };
	memcpy(CMSG_DATA(c), &me, sizeof(me));
	for (int i = 0; i < 3; i++)
		sendmsg(pair[0], &m, 0);
	recvmsg(pair[1], &m, MSG_CMSG_CLOEXEC);
	m.msg_controllen = 30;
	recvmsg(pair[1], &m, 0);
	m.msg_controllen = 0;
	recvmsg(pair[1], &m, 0);
	get(pair[1], SOL_SOCKET, SO_PEERCRED, sizeof(me));
	close(pair[0]);
	close(pair[1]);
	for (int fd = 9; fd < 20; fd++)
		close(fd);
}

/* ---- options ---- */

static void options(void)
{
	int t = socket(AF_INET, SOCK_STREAM, 0), u = socket(AF_INET, SOCK_DGRAM, 0);
	int t6 = socket(AF_INET6, SOCK_DGRAM, 0);
	struct linger l = { 1, 5 };
	struct timeval tv = { 3, 500000 };
	struct ip_mreq mr = { { htonl(0xe0000001) }, { htonl(INADDR_LOOPBACK) } };
	struct ipv6_mreq mr6 = { IN6ADDR_LOOPBACK_INIT, 1 };
	struct group_req gr = { 1, { .ss_family = AF_INET } };
	struct sock_filter code[] = { BPF_STMT(BPF_RET | BPF_K, 100) };
	struct sock_filter loads[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)SKF_AD_OFF + SKF_AD_PKTTYPE),
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, (uint32_t)SKF_AD_OFF + 5),
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, (uint32_t)SKF_NET_OFF + 6),
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, (uint32_t)SKF_LL_OFF),
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, (uint32_t)SKF_LL_OFF - 1),
		BPF_STMT(BPF_RET | BPF_K, 100),
	};
	struct sock_fprog odd = { COUNT(loads), loads };
	struct sock_fprog prog = { COUNT(code), code };
	static const struct {
		int level, name, len;
	} gets[] = {
		{ SOL_SOCKET, SO_TYPE, 4 },	 { SOL_SOCKET, SO_ERROR, 4 },
		{ SOL_SOCKET, SO_RCVBUF, 3 },	 { SOL_SOCKET, SO_RCVBUF, 300 },
		{ SOL_SOCKET, SO_RCVBUF, -1 },	 { SOL_SOCKET, SO_LINGER, 8 },
		{ SOL_SOCKET, SO_LINGER, 6 },	 { SOL_SOCKET, SO_LINGER, 300 },
		{ SOL_SOCKET, SO_RCVTIMEO, 16 }, { SOL_SOCKET, SO_MEMINFO, 300 },
		{ SOL_SOCKET, SO_COOKIE, 8 },	 { SOL_SOCKET, 9999, 4 },
		{ IPPROTO_TCP, TCP_INFO, 300 },	 { IPPROTO_TCP, TCP_INFO, 4 },
		{ IPPROTO_TCP, TCP_INFO, 0 },	 { IPPROTO_TCP, TCP_CONGESTION, 16 },
		{ IPPROTO_IP, IP_TTL, 4 },	 { IPPROTO_IP, IP_TTL, 1 },
		{ IPPROTO_IP, IP_OPTIONS, 40 },	 { IPPROTO_IPV6, IPV6_V6ONLY, 4 },
		{ SOL_NETLINK, 9, 100 },	 { 77, 1, 4 },
	};

	set_int(t, IPPROTO_TCP, TCP_NODELAY, 1);
	set_int(t, SOL_SOCKET, SO_KEEPALIVE, 1);
	set_int(t6, IPPROTO_IPV6, IPV6_V6ONLY, 1);
	setsockopt(t, SOL_SOCKET, SO_LINGER, &l, sizeof(l));
	setsockopt(t, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
	setsockopt(u, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3);
	setsockopt(u, IPPROTO_IP, IP_ADD_MEMBERSHIP, &mr, sizeof(mr));
	setsockopt(u, IPPROTO_IP, MCAST_JOIN_GROUP, &gr, sizeof(gr));
	setsockopt(t6, IPPROTO_IPV6, IPV6_ADD_MEMBERSHIP, &mr6, sizeof(mr6));
	setsockopt(u, SOL_SOCKET, SO_ATTACH_FILTER, &odd, sizeof(odd));
	setsockopt(u, SOL_SOCKET, SO_ATTACH_FILTER, &prog, sizeof(prog));
	for (size_t i = 0; i < COUNT(gets); i++)
		get(t, gets[i].level, gets[i].name, gets[i].len);
	get(u, SOL_SOCKET, SO_GET_FILTER, 10);
	get(u, SOL_SOCKET, SO_BINDTODEVICE, 16);
	get(t6, IPPROTO_IPV6, IPV6_V6ONLY, 4);
	close(t);
	close(u);
	close(t6);
}

/* An error arrives later, in SO_ERROR and in the error queue. */
static void refused(void)
{
	struct sockaddr_in a = { AF_INET, htons(1), { htonl(INADDR_LOOPBACK) }, { 0 } };
	char ctl[256];
	struct iovec v = { buf, 10 };
	struct msghdr m = { NULL, 0, &v, 1, ctl, sizeof(ctl), 0 };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	connect(fd, (void *)&a, sizeof(a));
	send(fd, "x", 1, 0);
	get(fd, SOL_SOCKET, SO_ERROR, 4);
	set_int(fd, IPPROTO_IP, IP_RECVERR, 1);
	send(fd, "x", 1, 0);
	recvmsg(fd, &m, MSG_ERRQUEUE | MSG_DONTWAIT);
	get(fd, SOL_SOCKET, SO_ERROR, 4);
	close(fd);
}

/* ---- netlink, packets ---- */

static void route(unsigned type, int family)
{
	struct {
		struct nlmsghdr h;
		struct rtgenmsg g;
	} q = { { NLMSG_LENGTH(sizeof(q.g)), type, NLM_F_REQUEST | NLM_F_DUMP, 1, 0 }, { family } };
	struct sockaddr_nl a = { .nl_family = AF_NETLINK };
	struct iovec v = { buf, sizeof(buf) };
	struct msghdr m = { &a, sizeof(a), &v, 1, NULL, 0, 0 };
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	bind(fd, (void *)&a, sizeof(a));
	set_int(fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, 5);
	get(fd, SOL_NETLINK, 9, 300);
	get(fd, SOL_NETLINK, 9, 4);
	sendto(fd, &q, q.h.nlmsg_len, 0, (void *)&a, sizeof(a));
	recvmsg(fd, &m, MSG_PEEK | MSG_TRUNC);
	for (int i = 0; i < 10 && recv(fd, buf, sizeof(buf), MSG_DONTWAIT) > 20; i++)
		;
	close(fd);
}

static void packets(void)
{
	struct sockaddr_ll a = { AF_PACKET, htons(3), 1, 0, 0, 0, { 0 } };
	struct packet_mreq mr = { 1, PACKET_MR_PROMISC, 6, { 1, 2, 3, 4, 5, 6 } };
	socklen_t len = sizeof(a);
	int fd = socket(AF_PACKET, SOCK_RAW, htons(3));

	bind(fd, (void *)&a, sizeof(a));
	getsockname(fd, (void *)&a, &len);
	setsockopt(fd, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &mr, sizeof(mr));
	get(fd, SOL_PACKET, PACKET_STATISTICS, 12);
	close(fd);
	fd = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
	set_int(fd, SOL_RAW, 1, 0x108);
	get(fd, SOL_RAW, 1, 4);
	close(fd);
}

int main(void)
{
	struct sockaddr_in in = { AF_INET, 0, { htonl(INADDR_LOOPBACK) }, { 0 } };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	char path[64];

	alarm(20); /* ends the program if a call waits that must not wait */
	stream((void *)&in, sizeof(in));
	stream((void *)&in6, sizeof(in6));
	snprintf(path, sizeof(path), "%creal_net.%d", 0, getpid());
	local_stream(path, 1 + strlen(path + 1));
	snprintf(path, sizeof(path), "/tmp/real_net.%d", getpid());
	local_stream(path, strlen(path));
	local_stream("", 0);
	ended(0);
	ended(IPPROTO_MPTCP);
	in.sin_port = 0;
	in6.sin6_port = 0;
	datagrams((void *)&in, sizeof(in));
	datagrams((void *)&in6, sizeof(in6));
	in.sin_port = 0;
	messages(&in);
	vectors(&in);
	pass_fds();
	options();
	refused();
	route(RTM_GETLINK, AF_UNSPEC);
	route(RTM_GETADDR, AF_UNSPEC);
	route(RTM_GETROUTE, AF_INET);
	route(RTM_GETNEIGH, AF_UNSPEC);
	packets();
	return 0;
}
