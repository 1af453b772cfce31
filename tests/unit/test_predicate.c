// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Predicates: their results for synthetic calls, and the messages about invalid ones. */
#include <criterion/criterion.h>
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/un.h>

#include "live/deferred.h"
#include "sink/matcher.h"
#include "sink/peer_filter.h"
#include "synth.h"
#include "util/glob.h"

#define NR_READ 0
#define NR_OPENAT 257

static struct synth enter, leave;
static const struct decode_opts opts = { .strlen_max = 32 };
static struct event ev;

/* Makes the call openat(AT_FDCWD, path, flags, mode), which took 5 ms. */
static void a_call(const char *path, uint64_t flags, int64_t ret)
{
	synth_enter(&enter, 7, 1000, NR_OPENAT, ARGS((uint64_t)-100, 0x7f0000001000, flags, 0640));
	synth_chunk(&enter, 1, path, (int32_t)strlen(path) + 1);
	synth_exit(&leave, 7, 5001000, NR_OPENAT, ret, 1000);
	ev = (struct event){
		.kind = EV_EXIT, .tid = 7, .tgid = 6, .ts = 5001000, .enter = &enter.enter, .exit = &leave.exit
	};
}

static bool matches(const char *text)
{
	char errmsg[256] = "";
	struct matcher *m;
	bool yes;

	cr_assert_eq(matcher__new(&m, text, &(struct errmsg){ errmsg, sizeof(errmsg) }), 0, "%s: %s", text, errmsg);
	yes = matcher__call(m, &ev, &opts);
	cr_assert_eq(matcher__call(m, &ev, &opts), yes, "%s: not the same for the next call", text);
	matcher__free(m);
	return yes;
}

static void refused(const char *text, const char *reason)
{
	char errmsg[256] = "";
	struct matcher *m = NULL;

	cr_assert_eq(matcher__new(&m, text, &(struct errmsg){ errmsg, sizeof(errmsg) }), -EINVAL, "'%s' is not refused",
		     text);
	cr_assert_str_eq(errmsg, reason, "'%s': %s", text, errmsg);
}

#define YES(text) cr_expect(matches(text), "%s", text)
#define NO(text) cr_expect(!matches(text), "%s", text)

Test(predicate, numbers)
{
	a_call("/etc/passwd", O_RDWR, 3);
	YES("ret == 3");
	YES("ret = 3");
	NO("ret == 4");
	YES("ret != 4");
	NO("ret != 3");
	YES("ret < 4");
	NO("ret < 3");
	YES("ret <= 3");
	YES("ret > -1");
	NO("ret > 3");
	YES("ret >= 0x3");
	YES("pid == 6");
	YES("tid == 7");
	a_call("/etc/passwd", O_RDWR, -ENOENT);
	YES("ret < 0");
	YES("ret == -2");
	YES("ret == -ENOENT");
	NO("ret >= 0");
	NO("ret > 1G");
	YES("errno == ENOENT");
	YES("errno == 2");
	YES("errno != EWOULDBLOCK");
}

Test(predicate, duration)
{
	a_call("/etc/passwd", O_RDWR, 3);
	YES("duration == 5");
	YES("duration == 5ms");
	YES("duration >= 5000us");
	NO("duration > 5ms");
	YES("duration < 0.1s");
	enter.rec.flags |= SCT_F_LATE;
	NO("duration >= 0");
	NO("not duration >= 0");
}

Test(predicate, arguments)
{
	a_call("/etc/passwd", O_RDWR | O_CREAT | O_CLOEXEC, 3);
	YES("filename == \"/etc/passwd\"");
	YES("pathname == '/etc/passwd'");
	NO("filename == '/etc/passw'");
	YES("filename != '/etc/passw'");
	YES("filename ~ \"/etc/*\"");
	YES("filename ~ /*/pass[a-w]d");
	NO("filename ~ \"/etc\"");
	YES("mode == 0640");
	YES("mode & 0600");
	NO("mode & 0601");
	YES("dfd == AT_FDCWD");
	NO("dfd == 3");
	YES("dfd < 0");
	YES("args.filename ~ '*'");
}

Test(predicate, constants)
{
	a_call("/etc/passwd", O_RDWR | O_CREAT | O_CLOEXEC, 3);
	YES("flags & O_CREAT");
	YES("flags & O_RDWR");
	NO("flags & O_WRONLY");
	NO("flags & O_RDONLY");
	NO("flags & O_EXCL");
	YES("flags & O_CREAT|O_CLOEXEC");
	NO("flags & O_CREAT|O_EXCL");
	YES("flags == O_RDWR|O_CREAT|O_CLOEXEC");
	NO("flags == O_RDWR|O_CREAT");
	NO("flags == O_RDWR");
	YES("flags != O_RDWR");
	a_call("/etc/passwd", O_RDONLY, 3);
	YES("flags == O_RDONLY");
	YES("flags & O_RDONLY");
	YES("flags == 0");
}

Test(predicate, names)
{
	a_call("/etc/passwd", O_RDWR, 3);
	YES("call == openat");
	YES("call ~ open*");
	NO("call == open");
	NO("comm == cat");
	ev.comm = "cat";
	YES("comm == cat");
}

Test(predicate, size)
{
	a_call("/etc/passwd", O_RDWR, 3);
	NO("size >= 0");
	synth_enter(&enter, 7, 1000, NR_READ, ARGS(3, 0x7f0000001000, 1 << 20));
	synth_exit(&leave, 7, 2000, NR_READ, 0, 1000);
	YES("size >= 1M");
	YES("size == 1024K");
	NO("size > 1M");
	YES("count == 1M");
	YES("fd == 3");
}

Test(predicate, precedence)
{
	a_call("/etc/passwd", O_RDWR, 3);
	YES("ret == 3 or ret == 4 and ret == 5");
	NO("(ret == 3 or ret == 4) and ret == 5");
	YES("ret == 3 || ret == 4 && ret == 5");
	NO("not ret == 3 or ret == 4");
	NO("not (ret == 3 or ret == 4)");
	YES("not ret == 4 and ret == 3");
	YES("!ret == 4");
	YES("not not ret == 3");
	YES("((ret==3))");
	YES("ret==3&&flags==2");
	YES("ret==3 and(flags==2)");
}

/* A comparison with something that the call lacks is unknown, and so is its negation, unless the other side decides. */
Test(predicate, unknown)
{
	a_call("/etc/passwd", O_RDWR, 3);
	NO("addr == 0");
	NO("addr != 0");
	NO("not addr == 0");
	YES("addr == 0 or ret == 3");
	YES("ret == 3 or addr == 0");
	NO("addr == 0 and ret == 3");
	YES("not (addr == 0 and ret == 4)");
	NO("not (addr == 0 or ret == 4)");
	ev.kind = EV_TASK_EXIT;
	ev.exit = NULL;
	NO("ret == 3");
	NO("ret != 3");
	NO("errno == 0");
	YES("filename ~ '/etc/*'");
}

Test(predicate, errors)
{
	refused("", "predicate, column 1: a comparison is missing");
	refused("  ", "predicate, column 3: a comparison is missing");
	refused("ret", "predicate, column 4: an operator is missing after 'ret': ==, !=, <, <=, >, >=, ~ or &");
	refused("ret ==", "predicate, column 7: a value is missing");
	refused("(ret == 3", "predicate, column 1: the parenthesis is not closed");
	refused("(ret == 3 pid == 4)", "predicate, column 11: 'and', 'or' or ')' is missing before 'pid == 4'");
	refused("ret == 3)", "predicate, column 9: 'and' or 'or' is missing before ')'");
	refused("ret == 3 and", "predicate, column 13: a comparison is missing");
	refused("ret == 3 and or",
		"predicate, column 16: an operator is missing after 'or': ==, !=, <, <=, >, >=, ~ or &");
	refused("3 == ret", "predicate, column 1: a name is missing before '3 == ret'");
	refused("ret == 3x", "predicate, column 8: '3x' is no number such as 4096, 0x1f, 0644, 64K or 1.5M");
	refused("ret == 08", "predicate, column 8: '08' is no number such as 4096, 0x1f, 0644, 64K or 1.5M");
	refused("ret == 99999999999999999999",
		"predicate, column 8: '99999999999999999999' is no number such as 4096, 0x1f, 0644, 64K or 1.5M");
	refused("duration > 3x",
		"predicate, column 12: '3x' is no number of milliseconds, and no time such as 50us, 10ms or 1.5s");
	refused("duration > -3", "predicate, column 10: a duration is compared with a time such as 50us, 10ms or 1.5s");
	refused("flags & O_CRAET",
		"predicate, column 9: no constant is called 'O_CRAET' (did you mean 'O_CREAT'?); put a text in quotes");
	refused("flags & O_CREAT|", "predicate, column 17: a constant is missing after '|'");
	refused("errno == ENOEN", "predicate, column 10: no constant is called 'ENOEN' (did you mean 'ENOENT'?)");
	refused("fd ~ \"/etc", "predicate, column 6: the text has no closing \"");
	refused("fd == ?", "predicate, column 7: '?' begins no value: use a number, a constant or a text in quotes");
	refused("pid == 'x'", "predicate, column 5: 'pid' is a number, not a text");
	refused("call < read", "predicate, column 6: a text is compared with ==, != or ~ (a pattern)");
	refused("filename & '/etc'", "predicate, column 10: a text is compared with ==, != or ~ (a pattern)");
	refused("statbuf. == 3", "predicate, column 9: a member is missing after 'statbuf.'");
}

Test(predicate, limits)
{
	char text[4096] = "";
	struct matcher *m;

	for (int i = 0; i < 33; i++)
		strcat(text, "!");
	strcat(text, "ret == 3");
	refused(text, "predicate, column 33: more than 32 levels of parentheses");
	strcpy(text, "ret == 0");
	for (int i = 1; i < 32; i++)
		strcat(text, " or ret == 1");
	cr_assert_eq(matcher__new(&m, text, NULL), 0);
	matcher__free(m);
	strcat(text, " or ret == 1");
	cr_assert_eq(matcher__new(&m, text, &(struct errmsg){}), -EINVAL);
	refused("flags & O_CREAT|O_CREAT|O_CREAT|O_CREAT|O_CREAT|O_CREAT|O_CREAT|O_CREAT|O_CREAT",
		"predicate, column 73: more than 8 constants");
}

Test(predicate, names_of_selected_calls)
{
	char errmsg[256] = "", *why = NULL;
	const struct errmsg to = { errmsg, sizeof(errmsg) };
	struct selection s = {};
	struct matcher *m;

	cr_assert_eq(select__parse(&s, "openat", &why), 0);
	cr_assert_eq(matcher__new(&m, "filename ~ '*' and flagz == 3", NULL), 0);
	cr_assert_eq(matcher__check(m, &s, &to), -EINVAL);
	cr_assert(strstr(errmsg, "column 20: no call that is traced has an argument 'flagz' (did you mean 'flags'?)"),
		  "%s", errmsg);
	matcher__free(m);
	cr_assert_eq(matcher__new(&m, "pathname ~ '*' and dirfd == 3 and ret == 4", NULL), 0);
	cr_assert_eq(matcher__check(m, &s, &to), 0);
	matcher__free(m);
	cr_assert_eq(matcher__new(&m, "size == 3", NULL), 0);
	cr_assert_eq(matcher__check(m, &s, &to), -EINVAL, "openat has no size");
	matcher__free(m);
	select__free(&s);
}

static bool glob(const char *pattern, const char *text)
{
	return glob__match(pattern, text, strlen(text));
}

Test(glob, patterns)
{
	cr_assert(glob("", "") && !glob("", "a") && glob("*", "") && glob("**", "abc"));
	cr_assert(glob("a*c", "abbc") && glob("a*c", "ac") && !glob("a*c", "acb"));
	cr_assert(glob("*a*b", "xaxbxab") && glob("*.log", "/var/x.log") && !glob("*.log", "/var/x.logs"));
	cr_assert(glob("?b", "ab") && !glob("?", "") && !glob("?", "ab"));
	cr_assert(glob("[a-c]x", "bx") && !glob("[a-c]x", "dx") && glob("[!a-c]x", "dx") && glob("[]]", "]"));
	cr_assert(glob("[-a]", "-") && glob("[", "[") && !glob("[a", "a") && glob("\\*", "*") && !glob("\\*", "a"));
	cr_assert(glob__match("a*b", "a\0b", 3), "a NUL is a byte like others");
}

/* A pattern with many stars takes no time that grows exponentially with their number. */
Test(glob, stars, .timeout = 10)
{
	char text[4096];

	memset(text, 'a', sizeof(text));
	cr_assert(!glob__match("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", text, sizeof(text)));
}

static struct sct_result_filter narrowed(const char *text, unsigned taken)
{
	struct sct_result_filter r = {};
	struct predicate *p;

	cr_assert_eq(predicate__parse(&p, text, &(struct errmsg){}), 0);
	cr_expect_eq(predicate__narrow(p, &r), taken, "%s", text);
	cr_expect_eq(r.any, taken != 0);
	predicate__free(p);
	return r;
}

Test(predicate, what_the_kernel_decides)
{
	const unsigned ret = 1u << PRED_RET, err = 1u << PRED_ERRNO, duration = 1u << PRED_DURATION;
	struct sct_result_filter r = narrowed("ret < 0 and fd == 3", ret);

	cr_expect(r.by_range && r.min == INT64_MIN && r.max == -1);
	r = narrowed("ret >= 2 and (ret <= 5 and ret < 4)", ret);
	cr_expect(r.by_range && r.min == 2 && r.max == 3);
	r = narrowed("ret == -ENOENT", ret);
	cr_expect(r.by_range && r.min == -ENOENT && r.max == -ENOENT);
	r = narrowed("errno == EPERM or errno == 63 or errno == 64", err);
	cr_expect(r.by_errno && r.errnos[0] == (1ull << 63 | 1 << EPERM) && r.errnos[1] == 1);
	r = narrowed("errno == EPERM and errno == ENOENT", err);
	cr_expect(r.by_errno && !r.errnos[0]);
	r = narrowed("errno != 0 and duration > 1ms and duration >= 500us", err | duration);
	cr_expect(r.failed && r.min_ns == 1000001);
	narrowed("ret < 0 or fd == 3", 0);
	narrowed("not ret < 0", 0);
	narrowed("errno == 0", 0);
	narrowed("errno == EPERM or fd == 3", 0);
	narrowed("duration < 1ms", 0);
	narrowed("duration >= 0", 0);
	narrowed("ret != 3 and ret & 1", 0);
	narrowed("ret > 0xffffffffffffffff", 0);
	narrowed("ret ~ '*'", 0);
}

/* A call that matches the predicate passes the filter that the kernel gets. */
Test(predicate, the_kernel_excludes_no_match)
{
	static const char *const texts[] = { "ret < 0",
					     "ret <= 0",
					     "ret > -2",
					     "ret >= 3",
					     "ret == 3",
					     "errno == ENOENT",
					     "errno != 0",
					     "errno > 0",
					     "duration > 4ms",
					     "duration == 5ms",
					     "errno == ENOENT or errno == EPERM",
					     "ret != 3",
					     "ret < 1 and ret > -3" };
	static const int64_t results[] = { -4095, -ENOENT, -EPERM, 0, 1, 3, INT32_MAX };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		for (size_t k = 0; k < sizeof(results) / sizeof(results[0]); k++) {
			struct sct_result_filter r = {};
			struct predicate *p;

			cr_assert_eq(predicate__parse(&p, texts[i], &(struct errmsg){}), 0);
			predicate__narrow(p, &r);
			predicate__free(p);
			a_call("/etc/passwd", O_RDWR, results[k]);
			cr_expect(!matches(texts[i]) || result_filter__want(&r, results[k], 5000000), "%s: %lld",
				  texts[i], (long long)results[k]);
		}
}

#define NR_CONNECT 42

static int peers(struct peer_filter *f, const char *peer)
{
	const char *const list[] = { peer, NULL };
	char errmsg[256] = "";
	int err;

	*f = (struct peer_filter){};
	err = peer_filter__init(f, list, &(struct errmsg){ errmsg, sizeof(errmsg) });
	cr_assert(!err || strstr(errmsg, "invalid peer"));
	return err;
}

/* Returns whether connect() to the address has this peer. */
static bool connects(const char *peer, const void *addr, size_t len)
{
	struct peer_filter f;
	bool yes;

	synth_enter(&enter, 7, 1000, NR_CONNECT, ARGS(3, 0x7f0000001000, len));
	synth_chunk(&enter, 1, addr, (int32_t)len);
	synth_exit(&leave, 7, 2000, NR_CONNECT, 0, 1000);
	ev = (struct event){ .kind = EV_EXIT, .tid = 7, .tgid = 6, .enter = &enter.enter, .exit = &leave.exit };
	cr_assert_eq(peers(&f, peer), 0, "%s", peer);
	yes = peer_filter__call(&f, &ev, &opts);
	peer_filter__free(&f);
	return yes;
}

static bool connects4(const char *peer, const char *addr, uint16_t port)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(port) };

	inet_pton(AF_INET, addr, &in.sin_addr);
	return connects(peer, &in, sizeof(in));
}

static bool connects6(const char *peer, const char *addr, uint16_t port)
{
	struct sockaddr_in6 in = { .sin6_family = AF_INET6, .sin6_port = htons(port) };

	inet_pton(AF_INET6, addr, &in.sin6_addr);
	return connects(peer, &in, sizeof(in));
}

Test(peer, addresses)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "/run/x" };

	cr_expect(connects4("10.1.2.3", "10.1.2.3", 80) && !connects4("10.1.2.3", "10.1.2.4", 80));
	cr_expect(connects4("10.1.2.3:80", "10.1.2.3", 80) && !connects4("10.1.2.3:80", "10.1.2.3", 81));
	cr_expect(connects4("10.0.0.0/8:80", "10.9.2.3", 80) && !connects4("10.0.0.0/8", "11.0.0.0", 80));
	cr_expect(connects4("10.0.0.0/15", "10.1.0.0", 80) && !connects4("10.0.0.0/15", "10.2.0.0", 80));
	cr_expect(connects4("0.0.0.0/0", "1.2.3.4", 1) && !connects6("0.0.0.0/0", "::1", 1));
	cr_expect(connects4(":443", "1.2.3.4", 443) && connects6(":443", "::1", 443) &&
		  !connects4(":443", "1.2.3.4", 1));
	cr_expect(connects6("::1", "::1", 80) && connects6("[::1]:80", "::1", 80) && !connects6("[::1]:80", "::1", 81));
	cr_expect(connects6("fd00::/8", "fd12::1", 1) && connects6("[fd00::]/8:1", "fd12::1", 1));
	cr_expect(connects6("10.0.0.0/8", "::ffff:10.1.2.3", 1), "an IPv4 address of an IPv6 socket");
	cr_expect(connects("unix:/run/x", &un, sizeof(un)) && !connects("unix:/run/xy", &un, sizeof(un)));
	cr_expect(!connects("10.0.0.1", &un, sizeof(un)) && !connects4("unix:/run/x", "10.0.0.1", 1));
	cr_expect(!connects("::1", "", 0) && !connects("::1", "\x0a", 2), "no address");
}

Test(peer, errors)
{
	static const char *const wrong[] = { "",	 "1.2.3",	"1.2.3.4/33",	"1.2.3.4:0", "1.2.3.4:65536",
					     "1.2.3.4:", "1.2.3.4:80x", "[::1",		"[::1]x",    "[]:80",
					     "::1/129",	 "unix:",	"1.2.3.4/ 8:1", "localhost", ":",
					     "/8",	 "host:80",	"[::1]/8:-1" };
	struct peer_filter f;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		cr_expect_eq(peers(&f, wrong[i]), -EINVAL, "'%s'", wrong[i]);
		peer_filter__free(&f);
	}
}
