/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of events, as the files of api/ share it. */
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
#include "sink/matcher.h"
#include "sink/data.h"
#include "sink/values.h"
#include "sink/operand_filter.h"
#include "sink/peer_filter.h"
#include "live/programs.h"
#include "enrich/late.h"
#include "api/session.h"
#include "stats/cgroup.h"
#include "util/clock.h"

struct mmaps;
struct flight;
struct replay;
struct replay_scope;
struct uprobes;

/* The limits of a poll; zeroed: none. */
struct batch {
	uint32_t max;	 /* most events; 0: no limit */
	uint64_t ns;	 /* longest time of delivery; 0: no limit */
	uint64_t until;	 /* CLOCK_MONOTONIC, ns: when that time is over; 0: no limit */
	uint32_t events; /* delivered so far */
	bool full;	 /* a limit was reached, and stopped the delivery */
};

struct sctrace {
	struct session base; /* first */
	struct decode_opts decode;
	struct names *names;
	struct cgroups cgroups; /* paths of cgroups, for keys of tables */
	struct files *files;	/* NULL unless descriptors are shown as files */
	struct mmaps *mmaps;	/* live, with stacks */
	struct late_rate late;
	bool reads_late; /* the reader reads strings that a program could not: the kernel cannot make the task do it */
	struct probes probes;
	struct uprobes *uprobes; /* live, with probes */
	struct selection abbrev;
	bool picks; /* the reader chooses calls (a replay, -P, -e trace-fds=, --if); otherwise the kernel has chosen them */
	struct operand_filter operand_filter; /* -P, -e trace-fds= */
	struct matcher *predicate;	      /* --if; NULL: all calls */
	struct peer_filter peers;	      /* --peer */
	unsigned narrowed;		      /* predicate__narrow(): what the kernel decides of it */
	struct matcher *until;		      /* --until; NULL: none */
	struct sct_result_filter results;     /* of a replay: --failure, --errno, --duration */
	struct source *source;
	struct replay *replay;	    /* with a capture file */
	struct replay_scope *shown; /* of a capture file: the tasks that are shown; NULL: all */
	struct bpf *bpf;	    /* live */
	struct subscriber *sub;	    /* set if the handle shares programs; bpf then belongs to the fanout */
	struct recorder *recorder;  /* --record */
	struct flight *flight;	    /* conditions of a flight recorder, or NULL */
	unsigned captures;	    /* how many the flight recorder, which was closed, has begun */
	char *record;		    /* the file's name */
	struct filter recorded;	    /* calls that are written to the file, by status */
	bool recorded_all;	    /* the call of --until has ended: it is the last in the file */
	int record_err;		    /* -errno: why the file ends before the trace does */
	bool chooses;		    /* some records are not written to the file: recording.h */
	struct pair *pair;
	int64_t clock_offset;	  /* wall clock minus CLOCK_MONOTONIC, ns, for the events that are delivered now */
	uint64_t clock_looked_at; /* CLOCK_MONOTONIC, ns: when the offset was read */
	struct attach attach;
	struct sct_scope scope; /* live: tasks whose calls are sent beside those of targets */
	bool by_result;		/* live: calls are chosen by their results, so at their ends */
	int woken;		/* sctrace_wake() was called */
	bool looked;		/* interfaces and families were looked at in this poll */
	bool mapped;		/* new mappings were read in this poll */
	pid_t child;		/* the task that waits for its execve: its mappings before that are the caller's */
	bool ending;		/* sctrace_stop() was called and has events left to deliver */
	uint64_t reap_at;	/* CLOCK_MONOTONIC, ns: the next look for tasks whose end was lost */
	bool stopped;		/* the last drain was stopped between two records: the next one goes on there */
	sctrace_event_fn *event;
	void *ctx;
	struct batch batch; /* of the sctrace_poll_batch() at work */
	/* sctrace_next() */
	bool pulls;		     /* it takes the events */
	bool has_pulled;	     /* pulled is the current event */
	struct sctrace_event pulled; /* its priv is pulled_event */
	struct event pulled_event;
	/* sctrace_pending() */
	sctrace_event_fn *pending;
	void *pending_ctx;
	struct values_out values;  /* sctrace_values() */
	struct data_out data;	   /* sctrace_event_address() and others */
	struct sctrace_text *text; /* sctrace_event_text() */
	struct sink *sinks;	   /* sinks that are attached to the handle; the caller owns them */
};

/* Returns whether calls are chosen by what is known only at their end. */
static inline bool trace_decides_at_end(const struct sctrace *t)
{
	return t->predicate || t->peers.n || t->results.any;
}

/* Returns whether delivery has to stop because a limit of the poll is reached. */
static inline bool batch_full(struct sctrace *t)
{
	struct batch *b = &t->batch;

	b->full = (b->max && b->events >= b->max) || (b->until && now_ns() >= b->until);
	return b->full;
}

/* Returns NULL for NULL. */
static inline struct session *trace_session(struct sctrace *t)
{
	return t ? &t->base : NULL;
}

static inline struct sctrace *trace_of(struct session *s)
{
	return (struct sctrace *)s;
}

#endif
