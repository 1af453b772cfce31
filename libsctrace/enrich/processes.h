/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The process cache keeps what SCT_REC_PROCESS records say of processes, in slots of the register of tasks. The
 * entry of a task is that of the last record that was handled, so it describes the task as of the event that is being
 * delivered. Processes that have ended can be kept for some time, to be found by their ids.
 */
#ifndef SCT_ENRICH_PROCESSES_H
#define SCT_ENRICH_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "event/task.h"

#define PROCESSES_BYTES (64u << 20) /* limit of the memory of all entries */

/* A string with any bytes, followed by a NUL. Threads of a process, and children, share it. */
struct process_text {
	uint32_t refs, len;
	char text[];
};

struct process_file {
	struct process_text *path; /* NULL: unknown */
	uint8_t kind;		   /* enum sct_file_kind */
	uint8_t flags;		   /* SCT_FILE_* */
	uint64_t ino;
};

struct process {
	struct processes *in;
	uint64_t id; /* process__id() */
	uint32_t tid, tgid;
	uint64_t start, parent_start;
	struct sct_owner owner;
	uint32_t gid, euid, egid, session;
	struct sct_namespaces namespaces;
	char comm[TASK_COMM];
	struct process_file exe, cwd;
	struct process_text *args; /* NULL: unknown */
	uint32_t args_len;	   /* bytes of all arguments, of which args may have the first ones only */
	bool ended;
	uint64_t ended_at;
	struct process *next;  /* in the list of the ended processes with the same hash */
	struct process *later; /* in the list of all ended processes */
};

struct processes;

/* The size of the cache now, and the number of things that it had no room for. */
struct processes_size {
	uint32_t n, ended;
	uint64_t bytes;
	uint64_t left_out; /* records that were not kept: limit, or no memory */
};

/* Creates a cache. keep_ns: how long ended processes are kept. Returns 0 or -ENOMEM. */
int processes__new(struct processes **out, struct tasks *tasks, uint64_t keep_ns);
void processes__free(struct processes *c);
/* Sets the time of the record that is handled next. */
void processes__now(struct processes *c, uint64_t ts);
/* Handles an SCT_REC_PROCESS, after pair__record(). */
void processes__record(struct processes *c, const struct sct_process *rec);
/* Returns what is known of the task, or NULL. */
const struct process *processes__of(const struct processes *c, const struct task *t);
/* Returns what is known of a process, alive or ended, or NULL. */
const struct process *processes__find(struct processes *c, uint64_t id);
void processes__size(const struct processes *c, struct processes_size *out);

/*
 * Returns the id of a process: when it began, in ticks of 10 ms as in /proc/PID/stat, and its number. No number is used
 * again within a tick.
 */
static inline uint64_t process__id(uint64_t start, uint32_t tgid)
{
	return start / 10000000 << 22 | (tgid & ((1u << 22) - 1));
}

#endif
