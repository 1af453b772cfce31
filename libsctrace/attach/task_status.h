/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What a task is doing, as /proc shows it. */
#ifndef SCT_ATTACH_TASK_STATUS_H
#define SCT_ATTACH_TASK_STATUS_H

#include <stdbool.h>
#include <stdint.h>

enum task_life {
	TASK_ALIVE,
	TASK_EXITING, /* inside exit: the kernel's event of it may have been sent, or not yet */
	TASK_GONE,    /* a zombie, or not there any more: the event has been sent */
};

struct task_status {
	enum task_life life;
	bool stopped; /* by a signal or by its tracer */
	bool traced;  /* of stopped: by its tracer */
};

/* proc: as procfs__open() gives it */
struct task_status task_status__read(int proc, uint32_t tid);
/* Has the process of this thread group leader a thread that has not ended? */
bool task_status__process_alive(int proc, uint32_t tgid);

#endif
