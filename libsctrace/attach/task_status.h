/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* State of a task, from /proc. */
#ifndef SCT_ATTACH_TASK_STATUS_H
#define SCT_ATTACH_TASK_STATUS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum task_life {
	TASK_ALIVE,
	TASK_EXITING, /* inside exit: the kernel's exit event may have been sent, or not yet */
	TASK_GONE,    /* a zombie, or gone: the exit event has been sent */
};

struct task_status {
	enum task_life life;
	bool stopped;  /* by a signal or by its tracer */
	bool traced;   /* stopped by its tracer */
	uint32_t ppid; /* parent process; 0: none, or not known */
};

/* Reads the state of a task. proc: from procfs__open(). */
struct task_status task_status__read(int proc, uint32_t tid);
/* Returns the process that the thread belongs to; tid itself if that cannot be seen. */
pid_t task_status__process(int proc, pid_t tid);
/* Returns true if the process has a thread that has not ended. */
bool task_status__process_alive(int proc, uint32_t tgid);

#endif
