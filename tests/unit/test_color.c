// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* cli/color.c: what is colored, and that nothing of a line is changed by it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"

bool terminal_has_colors(int fd)
{
	return fd >= 0;
}

/* {X: the color begins whose number is X, }: none; as codes are hard to read */
static const char *const palette = "syscall=1:argname=2:argval=3:call=4:const=5:comment=6:punct=0:retval=8:error=9";

/* The line in pieces of up to `first` bytes and the rest. Free it. */
static char *colored(const char *line, size_t first)
{
	struct color c;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	setenv("STRACE_COLORS", palette, 1);
	color__init(&c, COLOR_ALWAYS, -1);
	color__put(&c, line, first, f);
	color__put(&c, line + first, strlen(line) - first, f);
	fclose(f);
	return text;
}

static void readable(char *s)
{
	char *to = s;

	while (*s) {
		if (!strncmp(s, "\033[0m", 4)) {
			*to++ = '`';
			s += 4;
		} else if (*s == '\033') {
			*to++ = '`';
			*to++ = s[2];
			s += 4;
		} else {
			*to++ = *s++;
		}
	}
	*to = '\0';
}

static void strip(char *s)
{
	char *to = s;

	while (*s) {
		if (*s == '\033')
			s = strchr(s, 'm') + 1;
		else
			*to++ = *s++;
	}
	*to = '\0';
}

static void is(const char *line, const char *wanted)
{
	char *text = colored(line, strlen(line));

	readable(text);
	cr_assert_str_eq(text, wanted);
	free(text);
	/* in two pieces, wherever it is cut: no byte is lost or added */
	for (size_t i = 0; i <= strlen(line); i++) {
		text = colored(line, i);
		strip(text);
		cr_assert_str_eq(text, line, "cut at %zu", i);
		free(text);
	}
}

Test(color, a_call)
{
	is("openat(AT_FDCWD, \"a \\\" (b\", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory) <0.000010>\n",
	   "`1openat`(`5AT_FDCWD`, `3\"a \\\" (b\"`, `5O_RDONLY|O_CLOEXEC`) = `8-1` `9ENOENT` "
	   "`9(No such file or directory)` <`30.000010`>\n");
	is("newfstatat(3, \"\", {st_mode=S_IFCHR|0644, st_rdev=makedev(0x1, 0x3), ...}, 0) = 0\n",
	   "`1newfstatat`(`33`, `3\"\"`, {`2st_mode`=`3S_IFCHR|0644`, `2st_rdev`=`4makedev`(`30x1`, `30x3`), ...}, "
	   "`30`) = `80`\n");
	is("execve(\"/bin/true\", [\"true\"], 0x7ffd94 /* 36 vars */) = 0\n",
	   "`1execve`(`3\"/bin/true\"`, [`3\"true\"`], `30x7ffd94` `6/* 36 vars */`) = `80`\n");
	is("rt_sigaction(SIGINT, NULL, {sa_handler=SIG_DFL}, 8) = 0\n",
	   "`1rt_sigaction`(`3SIGINT`, `3NULL`, {`2sa_handler`=`5SIG_DFL`}, `38`) = `80`\n");
	is("close(-1) = -1 EBADF (Bad file descriptor)\n",
	   "`1close`(`3-1`) = `8-1` `9EBADF` `9(Bad file descriptor)`\n");
}

/* strace colors these as values, though they look like constants, or have brackets. */
Test(color, values)
{
	is("ioctl(3, TCGETS, 0x1) = 0\n", "`1ioctl`(`33`, `3TCGETS`, `30x1`) = `80`\n");
	is("ioctl(3, _IOC(_IOC_READ|_IOC_WRITE, 0x7a), 0) = 0\n",
	   "`1ioctl`(`33`, `4_IOC`(`5_IOC_READ`|`5_IOC_WRITE`, `30x7a`), `30`) = `80`\n");
	is("ioctl(3, KDSETMODE, KD_TEXT) = 0\n", "`1ioctl`(`33`, `3KDSETMODE`, `5KD_TEXT`) = `80`\n");
	is("f({rlim_cur=8192*1024, rlim_max=RLIM64_INFINITY}, RLIMIT_CORE) = 0\n",
	   "`1f`({`2rlim_cur`=`38192*1024`, `2rlim_max`=`3RLIM64_INFINITY`}, `5RLIMIT_CORE`) = `80`\n");
	is("rt_sigprocmask(SIG_BLOCK, ~[INT RT_3], [], 8) = 0\n",
	   "`1rt_sigprocmask`(`5SIG_BLOCK`, `3~[INT RT_3]`, `3[]`, `38`) = `80`\n");
	is("f({sa_mask=[], x=[]}, [SO_X]) = 0\n", "`1f`({`2sa_mask`=`3[]`, `2x`=[]}, [`5SO_X`]) = `80`\n");
	is("wait4(-1, [{WIFEXITED(s) && WEXITSTATUS(s) == 3}], 0) = 1\n",
	   "`1wait4`(`3-1`, [`3{WIFEXITED(s) && WEXITSTATUS(s) == 3}`], `30`) = `81`\n");
	is("close(4</dev/null<char 1:3>>) = 0\n", "`1close`(`34`<`3/dev/null`<`3char 1:3`>>) = `80`\n");
	is("f() = 6<{eventfd-count=0x7}> <0.1>\n", "`1f`() = `86`<{`2eventfd-count`=`30x7`}> <`30.1`>\n");
}

Test(color, prefixes)
{
	is("[pid  1234] 12:00:00.123456 (+     0.000010) close(3) = 0\n",
	   "[`3pid  1234`]`3 12:00:00.123456 (+     0.000010) ``1close`(`33`) = `80`\n");
	is("12:00:00 [pid 12<sh>] close(3) = 0\n", "12:00:00 [`3pid 12`<`3sh`>]`3 ``1close`(`33`) = `80`\n");
	is("1234  [  39] getpid() = 1\n", "1234  [`3  39`]`3 ``1getpid`() = `81`\n");
}

Test(color, what_is_no_whole_call)
{
	is("read(3 <unfinished ...>\n", "`1read`(`33` <unfinished ...>\n");
	is("[pid 12] <... read resumed>, \"a\", 1) = 1\n",
	   "[`3pid 12`]`3 <... read resumed>`, `3\"a\"`, `31`) = `81`\n");
	is("pause() = ? ERESTARTNOHAND (To be restarted if no handler)\n",
	   "`1pause`() = `8?` `9ERESTARTNOHAND` `9(To be restarted if no handler)`\n");
	is("exit_group(0) = ?\n+++ exited with 0 +++\n", "`1exit_group`(`30`) = `8?`\n+++ exited with 0 +++\n");
	is("12 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---\n",
	   "12 --- SIGCHLD {`2si_signo`=`3SIGCHLD`, `2si_code`=`5CLD_EXITED`} `3---`\n");
	is("[pid 12] +++ exited with 0 +++\n", "[`3pid 12`]`3 +++ exited with 0 +++`\n");
	is("[ 62] --- SIGHUP {si_signo=SIGHUP} ---\n", "[`3 62`]`3 --- SIGHUP `{`2si_signo`=`3SIGHUP`} `3---`\n");
	is(" > /lib/libc.so(main+0x10) [0x2d]\n", " > /lib/libc.so(main+0x10) [0x2d]\n");
	is("sctrace: Process 12 attached\nclose(3) = 0\n", "sctrace: Process 12 attached\n`1close`(`33`) = `80`\n");
}

Test(color, descriptors)
{
	is("close(3</tmp/a b>) = 0\n", "`1close`(`33`<`3/tmp/a b`>) = `80`\n");
	is("dup(1) = 4</dev/null>\n", "`1dup`(`31`) = `84`<`3/dev/null`>\n");
}

/* A string without end, brackets that close nothing: what a traced program writes ends with its line. */
Test(color, whatever_is_there)
{
	is("write(1, \"\nclose(3) = 0\n", "`1write`(`31`, `3\"`\n`1close`(`33`) = `80`\n");
	is(")))\n", ")))\n");
	is("a(<\n", "`1a`(<\n");
	is("", "");
}

Test(color, when)
{
	struct color c;

	unsetenv("NO_COLOR");
	color__init(&c, COLOR_NEVER, 1);
	cr_assert_not(c.on);
	setenv("NO_COLOR", "1", 1);
	color__init(&c, COLOR_AUTO, 1);
	cr_assert_not(c.on);
	color__init(&c, COLOR_ALWAYS, 1);
	cr_assert(c.on);
	setenv("STRACE_COLORS", "syscall=x;y:foo=1:error=:retval=1;38;5;208:const", 1);
	color__init(&c, COLOR_ALWAYS, 1);
	cr_assert_str_eq(c.codes[COLOR_SYSCALL], "33");
	cr_assert_str_eq(c.codes[COLOR_ERROR], "31");
	cr_assert_str_eq(c.codes[COLOR_CONST], "34");
	cr_assert_str_eq(c.codes[COLOR_RETVAL], "1;38;5;208");
}
