/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of events: what the files share that join the layers. */
#ifndef SCT_API_HANDLE_H
#define SCT_API_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "attach/attach.h"
#include "decode/core/decode.h"
#include "event/pair.h"
#include "probe/probe.h"
#include "sctrace.h"
#include "sink/filter.h"
#include "sink/values.h"
#include "sink/operand_filter.h"
#include "live/programs.h"
#include "enrich/late.h"
#include "api/session.h"

struct mmaps;
struct uprobes;

struct sctrace {
	struct session base; /* first */
	struct decode_opts decode;
	struct names *names;
	struct files *files; /* NULL: not asked for */
	struct mmaps *mmaps; /* live, with stacks */
	struct late_rate late;
	bool reads_late; /* memory that a call left out is read here: neither the task nor the programs do */
	struct probes probes;
	struct uprobes *uprobes; /* live, with probes */
	struct selection abbrev;
	bool picks; /* not all calls that come are reported: of a replay, or with wanted; else the kernel has chosen */
	struct operand_filter operand_filter; /* -P, -e trace-fds= */
	struct source *source;
	struct bpf *bpf;	   /* live */
	struct subscriber *sub;	   /* with handles that share bpf, which is the tap's then */
	struct recorder *recorder; /* --record */
	char *record;		   /* the file's name */
	struct filter recorded;	   /* which calls go to it, by status */
	int record_err;		   /* why it ends before the trace does, -errno */
	bool chooses;		   /* not all records that come go to it: recording.h */
	struct pair *pair;
	int64_t clock_offset;	  /* wall clock minus the records' clock, ns: of the events that are delivered now */
	uint64_t clock_looked_at; /* when it was read, records' clock, ns */
	struct attach attach;
	struct sct_scope scope; /* of live handles: whose calls, beside targets */
	bool by_result;		/* likewise: which calls is decided when they have ended */
	int woken;		/* sctrace_wake() was called */
	bool looked;		/* for new names, in this poll */
	bool mapped;		/* likewise, for new mappings */
	pid_t child;		/* waits for its execve: what it maps before that is the caller's own */
	bool ending;		/* sctrace_stop() was called, and has more to deliver */
	uint64_t reap_at;	/* CLOCK_MONOTONIC, ns: not earlier is it looked again whose end was lost */
	sctrace_event_fn *event;
	void *ctx;
	/* sctrace_pending() */
	sctrace_event_fn *pending;
	void *pending_ctx;
	struct values_out values;  /* sctrace_values() */
	struct sctrace_text *text; /* sctrace_event_text() */
};

/* NULL of NULL. */
static inline struct session *trace_session(struct sctrace *t)
{
	return t ? &t->base : NULL;
}

static inline struct sctrace *trace_of(struct session *s)
{
	return (struct sctrace *)s;
}

#endif
