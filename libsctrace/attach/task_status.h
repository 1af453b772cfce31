/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads the state of a task from /proc. */
#ifndef SCT_ATTACH_TASK_STATUS_H
#define SCT_ATTACH_TASK_STATUS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum task_life {
	TASK_ALIVE,
	TASK_EXITING, /* exiting: the kernel may or may not have sent the exit event yet */
	TASK_GONE,    /* a zombie, or not there: the exit event was sent */
};

struct task_status {
	enum task_life life;
	bool stopped;  /* by a signal or by its tracer */
	bool traced;   /* stopped by its tracer */
	uint32_t ppid; /* parent process; 0: none, or unknown */
};

/* Reads the state of a task. proc: from procfs__open(). */
struct task_status task_status__read(int proc, uint32_t tid);
/* Returns the process that the thread belongs to, or tid if that cannot be found out. */
pid_t task_status__process(int proc, pid_t tid);
/* Returns true if the process has a thread that has not ended. */
bool task_status__process_alive(int proc, uint32_t tgid);

#endif
