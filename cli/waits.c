// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "waits.h"

#include <string.h>

bool waits__by_nature(const char *call)
{
	static const char list[] =
		" epoll_wait epoll_wait_old epoll_pwait epoll_pwait2 poll ppoll ppoll_time64 select _newselect pselect6 "
		"pselect6_time64 nanosleep clock_nanosleep clock_nanosleep_time64 pause wait4 waitid waitpid rt_sigsuspend "
		"sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 accept accept4 io_getevents io_pgetevents "
		"io_pgetevents_time64 restart_syscall mq_timedreceive mq_timedreceive_time64 ";
	size_t len = strlen(call);

	for (const char *p = list; len && (p = strstr(p, call)); p++)
		if (p[-1] == ' ' && p[len] == ' ')
			return true;
	return false;
}

bool waits__is_futex(const char *call)
{
	return !strncmp(call, "futex", 5);
}
