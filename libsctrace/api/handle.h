/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of events (struct sctrace), for the files of api/. */
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
struct processes;
struct flight;
struct replay;
struct replay_scope;
struct uprobes;

/* Limits of a sctrace_poll_batch(); all zero: no limits. */
struct batch {
	uint32_t max;	 /* most events; 0: no limit */
	uint64_t ns;	 /* longest time of delivery; 0: no limit */
	uint64_t until;	 /* CLOCK_MONOTONIC, ns: when delivery has to stop; 0: no limit */
	uint32_t events; /* number of events delivered so far */
	bool full;	 /* delivery stopped because a limit was reached */
};

struct sctrace {
	struct session base; /* must be the first member */
	struct decode_opts decode;
	struct names *names;
	struct cgroups cgroups;		/* paths of cgroups, for keys of tables, and of processes */
	struct processes *processes;	/* NULL unless sctrace_opts.processes is set */
	struct sctrace_process process; /* for sctrace_process() */
	struct files *files;		/* NULL unless descriptors are shown as files */
	struct mmaps *mmaps;		/* live, with stacks */
	struct late_rate late;
	bool reads_late; /* the reader reads missing strings, as the kernel cannot make the task do it */
	struct probes probes;
	struct uprobes *uprobes; /* live, with probes */
	struct selection abbrev;
	/* the reader chooses calls (replay, -P, -e trace-fds=, --if); otherwise the kernel has chosen them */
	bool picks;
	struct operand_filter operand_filter; /* -P, -e trace-fds= */
	struct matcher *predicate;	      /* --if; NULL: all calls */
	struct peer_filter peers;	      /* --peer */
	unsigned narrowed;		      /* predicate__narrow(): comparisons that the kernel makes, too */
	struct matcher *until;		      /* --until; NULL: none */
	struct sct_result_filter results;     /* replay: --failure, --errno, --duration */
	struct source *source;
	struct replay *replay;	    /* replay only */
	struct replay_scope *shown; /* replay: the tasks that are shown; NULL: all */
	struct bpf *bpf;	    /* live only */
	struct subscriber *sub;	    /* set if the handle shares programs; bpf then belongs to the fanout */
	struct recorder *recorder;  /* --record */
	struct flight *flight;	    /* conditions of a flight recorder, or NULL */
	unsigned captures;	    /* number of captures that the flight recorder began, kept after it was closed */
	char *record;		    /* name of the file that is recorded to */
	struct filter recorded;	    /* --status: calls that are written to the file */
	bool recorded_all;	    /* the call that matches --until has ended: nothing after it is written */
	int record_err;		    /* -errno of the write that failed; the file ends there, while the trace goes on */
	bool chooses;		    /* not every record is written to the file: see recording.h */
	struct pair *pair;
	int64_t clock_offset;	  /* wall clock minus CLOCK_MONOTONIC, ns, at the events that are being delivered */
	uint64_t clock_looked_at; /* CLOCK_MONOTONIC, ns: when the offset was read */
	struct attach attach;
	struct sct_scope scope; /* live: which tasks are traced besides targets */
	bool by_result;		/* live: the kernel filters by results, so both records of a call come at its end */
	int woken;		/* sctrace_wake() was called */
	bool looked;		/* names of interfaces and families were read in this poll */
	bool mapped;		/* new mappings were read in this poll */
	pid_t child;		/* a task that waits for its execve; its mappings before that are those of the caller */
	bool ending;		/* sctrace_stop() was called, but some events are not delivered yet */
	uint64_t reap_at;	/* CLOCK_MONOTONIC, ns: when to look again for tasks whose end was lost */
	bool stopped;		/* the last drain stopped between two records, and the next one continues there */
	sctrace_event_fn *event;
	void *ctx;
	struct batch batch; /* limits of the current sctrace_poll_batch() */
	/* state of sctrace_next() */
	bool pulls;		     /* sctrace_next() was called, so it takes all events */
	bool has_pulled;	     /* pulled is the event that sctrace_next() returned */
	struct sctrace_event pulled; /* its priv is pulled_event */
	struct event pulled_event;
	/* callback of sctrace_pending() while it runs */
	sctrace_event_fn *pending;
	void *pending_ctx;
	struct values_out values;  /* for sctrace_values() */
	struct data_out data;	   /* for sctrace_event_address() and the like */
	struct sctrace_text *text; /* for sctrace_event_text() */
	struct sink *sinks;	   /* sinks that are attached to the handle; the caller owns them */
};

/* Returns whether calls are chosen by something that is known only when they end. */
static inline bool trace_decides_at_end(const struct sctrace *t)
{
	return t->predicate || t->peers.n || t->results.any;
}

/* Updates batch.full, and returns whether delivery has to stop because of a limit. */
static inline bool batch_full(struct sctrace *t)
{
	struct batch *b = &t->batch;

	b->full = (b->max && b->events >= b->max) || (b->until && now_ns() >= b->until);
	return b->full;
}

/* Returns the handle's session, NULL for NULL. */
static inline struct session *trace_session(struct sctrace *t)
{
	return t ? &t->base : NULL;
}

static inline struct sctrace *trace_of(struct session *s)
{
	return (struct sctrace *)s;
}

#endif
