/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Records made by hand, as the kernel would send them. */
#ifndef SYNTH_H
#define SYNTH_H

#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

#include "abi/sctrace_abi.h"

#define SYNTH_MAX 16384

struct synth {
	size_t size;
	union {
		struct sct_rec rec;
		struct sct_enter enter;
		struct sct_exit exit;
		struct sct_fork fork;
		struct sct_exec exec;
		struct sct_target target;
		struct sct_task_exit task_exit;
		struct sct_signal signal;
		struct sct_mode mode;
		uint8_t raw[SYNTH_MAX];
	};
};

#define ARGS(...) ((const uint64_t[SCT_NARGS]){ __VA_ARGS__ })

static inline void synth_init(struct synth *s, unsigned type, uint32_t tid, uint64_t ts, size_t size)
{
	memset(s, 0, sizeof(*s));
	s->size = size;
	s->rec.type = (uint8_t)type;
	s->rec.tid = s->rec.tgid = tid;
	s->rec.ts = ts;
}

static inline void synth_enter(struct synth *s, uint32_t tid, uint64_t ts, unsigned nr, const uint64_t *args)
{
	synth_init(s, SCT_REC_ENTER, tid, ts, sizeof(s->enter));
	s->enter.nr = (uint16_t)nr;
	if (args)
		memcpy(s->enter.args, args, sizeof(s->enter.args));
}

static inline void synth_exit(struct synth *s, uint32_t tid, uint64_t ts, unsigned nr, int64_t ret, uint64_t enter_ts)
{
	synth_init(s, SCT_REC_EXIT, tid, ts, sizeof(s->exit));
	s->exit.nr = (uint16_t)nr;
	s->exit.ret = ret;
	s->exit.enter_ts = enter_ts;
}

/* A call that takes no arguments and does not wait. */
static inline void synth_call(struct synth *s, uint32_t tid, uint64_t ts, unsigned nr, int64_t ret, uint64_t enter_ts)
{
	synth_exit(s, tid, ts, nr, ret, enter_ts);
	s->rec.type = SCT_REC_CALL;
}

static inline void synth_fork(struct synth *s, uint32_t tid, uint64_t ts, uint32_t child)
{
	synth_init(s, SCT_REC_FORK, tid, ts, sizeof(s->fork));
	s->fork.child_tid = s->fork.child_tgid = child;
}

static inline void synth_exec(struct synth *s, uint32_t tid, uint64_t ts, uint32_t old_tid, const char *comm)
{
	synth_init(s, SCT_REC_EXEC, tid, ts, sizeof(s->exec));
	s->exec.old_tid = old_tid;
	strncpy(s->exec.comm, comm, sizeof(s->exec.comm) - 1);
}

static inline void synth_target(struct synth *s, uint32_t tid, uint64_t ts, const char *comm)
{
	synth_init(s, SCT_REC_TARGET, tid, ts, sizeof(s->target));
	strncpy(s->target.comm, comm, sizeof(s->target.comm) - 1);
}

static inline void synth_task_exit(struct synth *s, uint32_t tid, uint64_t ts, uint32_t code)
{
	synth_init(s, SCT_REC_TASK_EXIT, tid, ts, sizeof(s->task_exit));
	s->task_exit.code = code;
}

static inline void synth_signal(struct synth *s, uint32_t tid, uint64_t ts, uint32_t sig, int32_t code)
{
	int32_t head[3] = { (int32_t)sig, 0, code };

	synth_init(s, SCT_REC_SIGNAL, tid, ts, sizeof(s->signal));
	s->signal.sig = sig;
	memcpy(s->signal.info, head, sizeof(head));
}

static inline uint32_t *synth_data_len(struct synth *s)
{
	switch (s->rec.type) {
	case SCT_REC_ENTER:
		return &s->enter.data_len;
	case SCT_REC_EXIT:
		return &s->exit.data_len;
	default:
		return &s->exec.data_len;
	}
}

/*
 * Appends a chunk to the record of an enter, exit or exec. If p is NULL, the memory is not readable, and len is -errno.
 */
static inline void synth_part(struct synth *s, unsigned arg, unsigned part, unsigned sub, const void *p, int32_t len)
{
	struct sct_chunk c = { (uint8_t)arg, (uint8_t)part, (uint16_t)sub, len };
	size_t n = len > 0 ? ((size_t)len + 7) & ~(size_t)7 : 0;

	memcpy(s->raw + s->size, &c, sizeof(c));
	if (p && len > 0)
		memcpy(s->raw + s->size + sizeof(c), p, (size_t)len);
	s->size += sizeof(c) + n;
	*synth_data_len(s) += (uint32_t)(sizeof(c) + n);
}

static inline void synth_chunk(struct synth *s, unsigned arg, const void *p, size_t len)
{
	synth_part(s, arg, SCT_PART_SELF, 0, p, (int32_t)len);
}

static inline void synth_string(struct synth *s, unsigned arg, const char *str)
{
	synth_chunk(s, arg, str, strlen(str) + 1);
}

/* A fixed sequence of numbers (xorshift), so that a failure can be repeated. */
static inline uint64_t synth_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

#endif
