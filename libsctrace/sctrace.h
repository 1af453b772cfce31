/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * libsctrace: system calls of running programs, through BPF ring buffers.
 *
 *	sctrace_open()		load the programs (or open a capture file)
 *	sctrace_target()	say what to trace
 *	sctrace_start()		from here on events are kept
 *	sctrace_poll()		deliver them, in order, to the callback
 *	sctrace_stop()		no more events; deliver what is left
 *	sctrace_close()
 *
 * Errors. Every function returns 0 or a count, or -errno. sctrace_error() has
 * one line about a handle's last failure. Common to all: -EINVAL for a handle
 * that is NULL or an argument that means nothing, -ENOMEM, and -EBUSY from
 * within a callback (below). Nothing is printed, no signal handler is set, the
 * traced process is never touched.
 *
 * Callbacks run inside the function that was given them or, for events, inside
 * sctrace_poll() and sctrace_stop(). What they are given is valid until they
 * return; they may keep copies. A callback may call any function of another
 * handle, but of its own only sctrace_target(), sctrace_fd(), sctrace_tasks(),
 * sctrace_lost(), sctrace_error() and, for statistics, sctrace_stats_fd(), _other(),
 * _missed() and _error(); and it may give the event to sctrace_values(), sctrace_arg(),
 * sctrace_event_text() and to the sinks' functions: sctrace_text_event(),
 * sctrace_json_event(), sctrace_event_stats_add(). Everything else returns -EBUSY and does
 * nothing. A sink's own write callback calls no function of that sink.
 *
 * Threads. A handle may be used by one thread at a time, not always the same
 * one; different handles are independent. libbpf's callback for messages, which
 * there is one of in a process, stays the program's own.
 *
 * Fork. A child gets copies of the handles, and shares their rings. It can only
 * close them (-EPERM for all else), and should, if it does not call execve: what
 * is attached stays until the last copy is closed. It can open handles of its own.
 *
 * Signals. None is sent, blocked or handled. A handler that runs in a waiting
 * sctrace_poll() ends it; no function returns -EINTR. The only function that a
 * handler, or another thread, may call is sctrace_wake().
 *
 * Versions. A newer library may deliver events of types that are not listed
 * here: ignore those. Structs that it delivers may be longer than they are here;
 * of an older library they may be shorter: SCTRACE_HAS() tells. Members are
 * only added, at the end, and keep their meaning.
 *
 * Option structs begin with their size: set it by `.sz = sizeof(opts)` and
 * leave what you do not know 0. A library that is older than the program
 * refuses options it does not know (-E2BIG).
 */
#ifndef SCTRACE_H
#define SCTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Of this header. The library that a program runs with may be another: sctrace_version(). */
#define SCTRACE_VERSION_MAJOR 0
#define SCTRACE_VERSION_MINOR 1
#define SCTRACE_VERSION_PATCH 0
/* As one number: 0.1.0 is 100, 1.2.3 is 10203. */
#define SCTRACE_VERSION (SCTRACE_VERSION_MAJOR * 10000 + SCTRACE_VERSION_MINOR * 100 + SCTRACE_VERSION_PATCH)

/* An option struct with its size, and 0 for all else: struct sctrace_opts opts = SCTRACE_INIT(struct sctrace_opts); */
#if defined(__cplusplus)
template <class T> inline T sctrace_init_()
{
	T opts = T();

	opts.sz = sizeof(opts);
	return opts;
}
#define SCTRACE_INIT(type) sctrace_init_<type>()
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define SCTRACE_INIT(type)                                                                                             \
	{                                                                                                              \
		.sz = sizeof(type)                                                                                     \
	}
#else
#define SCTRACE_INIT(type)                                                                                             \
	{                                                                                                              \
		sizeof(type)                                                                                           \
	}
#endif

/* Does the struct that the library gave have this member? One of an older library ends earlier. */
#define SCTRACE_HAS(p, member) ((size_t)((const char *)(&(p)->member + 1) - (const char *)(p)) <= (p)->sz)

#ifdef __cplusplus
extern "C" {
#endif

#define SCTRACE_API __attribute__((visibility("default")))

/* Of the library: "0.1.0". Static. */
SCTRACE_API const char *sctrace_version(void);

struct sctrace;

/* ---- events ------------------------------------------------------------- */

enum sctrace_event_type {
	SCTRACE_ENTER = 1, /* a call began */
	SCTRACE_EXIT,	   /* it returned */
	SCTRACE_ABANDONED, /* its return was not seen and will not be: the call is unfinished no more */
	SCTRACE_TARGET,	   /* a task that was asked for: comm */
	SCTRACE_ATTACHED,  /* a traced task made this one, and it is traced too */
	SCTRACE_SIGNAL,
	SCTRACE_EXEC,	    /* a new program runs: comm */
	SCTRACE_SUPERSEDED, /* thread other_tid called execve and goes on as tid */
	SCTRACE_TASK_EXIT,
	SCTRACE_LOST, /* lost events, at this place of the stream */
	SCTRACE_GONE, /* a target that ended before it was traced: nothing else comes of it */
	SCTRACE_LEFT, /* not traced any more: it runs a program that this user may not trace, or sctrace_untarget() */
	SCTRACE_SELECTED, /* sctrace_select(): by it are the calls that begin from here on */
	SCTRACE_PAUSED,	  /* sctrace_pause(): no calls and signals from here on */
	SCTRACE_RESUMED	  /* sctrace_resume(): again */
};

/* System call interfaces. A 32-bit program on a 64-bit kernel has the 32-bit one. */
enum sctrace_abi { SCTRACE_ABI_X86_64, SCTRACE_ABI_I386, SCTRACE_ABI_ARM64, SCTRACE_ABI_ARM, SCTRACE_ABI_RISCV64 };

/*
 * The call's beginning was not seen: enter_ts is when it first was. It began
 * before its task became a target (enter_ts: then), or seccomp refused it or its
 * record was lost (enter_ts is that of its end).
 */
#define SCTRACE_BEGIN_UNSEEN 0x1

/*
 * Valid during the callback only, with all that it points to: copy what you
 * keep. (The library's own sinks look at a call's memory after the callback,
 * until they are given the call's end: SCTRACE_EXIT, SCTRACE_ABANDONED or
 * SCTRACE_TASK_EXIT. So a sink gets all events of a task or none.)
 */
struct sctrace_event {
	size_t sz;
	enum sctrace_event_type type;
	uint32_t tid, tgid;
	uint64_t ts;	   /* CLOCK_MONOTONIC, ns */
	uint64_t enter_ts; /* of the call; 0 if there is none */
	const char *name;  /* of the call, static; NULL if there is none or it is unknown */
	uint32_t nr;	   /* its number */
	uint32_t abi;	   /* enum sctrace_abi; a newer library may know more */
	uint64_t args[6];  /* registers at entry */
	int64_t ret;	   /* SCTRACE_EXIT: negative is -errno */
	uint32_t signal;
	uint32_t code; /* SCTRACE_TASK_EXIT: status as wait(2) gives it */
	uint32_t other_tid;
	const char *comm;
	uint64_t lost;
	const void *priv; /* the library's */
	uint32_t flags;	  /* SCTRACE_BEGIN_UNSEEN */
};

/* Not 0 stops sctrace_poll(), which returns it. */
typedef int sctrace_event_fn(void *ctx, const struct sctrace_event *ev);

/* ---- tracing ------------------------------------------------------------- */

/* sctrace_opts.fds */
#define SCTRACE_FDS_PATH 0x01	  /* path of a file, of the working directory */
#define SCTRACE_FDS_SOCKET 0x02	  /* protocol and addresses of a socket */
#define SCTRACE_FDS_DEV 0x04	  /* number of a device */
#define SCTRACE_FDS_PIDFD 0x08	  /* id of a process */
#define SCTRACE_FDS_EVENTFD 0x10  /* counter */
#define SCTRACE_FDS_SIGNALFD 0x20 /* set of signals */
#define SCTRACE_FDS_ALL 0x3f

struct sctrace_opts {
	size_t sz;
	const char *trace;   /* calls as strace -e trace= names them; NULL: all */
	uint32_t strlen_max; /* bytes of a string that are kept; 0 means 32 */
	bool strlen_zero;    /* really 0 */
	bool verbose;	     /* whole structs, environment */
	bool no_data;	     /* registers only: no memory is read */
	uint32_t ring_bytes; /* of each CPU's ring, a power of two, a page to 1 GiB; 0: chosen */
	const char *record;  /* write the raw records to this file as they come */
	const char *btf;     /* file with the kernel's types, where the kernel has none */
	const char *without; /* features not to use, "iter,sleepable": see sctrace_features() */
	const char *replay;  /* read them from this file; no privileges needed */
	sctrace_event_fn *event;
	void *ctx;
	/*
	 * Memory of all CPUs' rings together, where ring_bytes does not say it of
	 * each; 0: 64 MiB, but at most 16 for each CPU and 1/128 of the machine's
	 * memory. At least 128 KiB for each CPU.
	 */
	uint64_t ring_total;
	char *why; /* one line for people if opening fails; may be NULL. Not kept: later sctrace_error() has it */
	size_t why_size;
	/*
	 * Only tasks that the real user could trace by ptrace(2): for a program
	 * whose file has capabilities. sctrace_target() returns -EPERM for others,
	 * and SCTRACE_LEFT comes of a task that runs a set-user-ID program.
	 */
	bool own_only;
	/* A task that runs another program is not traced any more: SCTRACE_LEFT. That of SCTRACE_WAIT_EXEC is not another. */
	bool detach_on_exec;
	/* Calls whose structs are shortened, as strace -e abbrev= names them; NULL: all, or with verbose none. */
	const char *abbrev;
	/*
	 * The stack of each call (strace -k): sctrace_frames() has it, and so do
	 * lines and JSON. Up to 32 KiB of it are read when the call begins, and
	 * unwound when it is shown; what is mapped is told by the kernel's perf
	 * events. A replay has stacks if the recording was made with them.
	 */
	bool stacks;
	bool stack_lines;      /* source files and lines, too (strace -kk) */
	unsigned stack_frames; /* most frames; 0: 256, which is the most */
	unsigned fds;	       /* SCTRACE_FDS_*: what is to be known of the files that descriptors refer to */
	/*
	 * Only calls that operate on one of these, as strace has them: descriptors
	 * ("3,5", "!3", "all": -e trace-fds=), and paths (-P), ended by a NULL, in
	 * the words of the process or as the kernel has the file of a descriptor.
	 */
	const char *trace_fds;
	const char *const *paths;
	bool ips; /* addresses that calls return to, for instruction_pointer of lines */
	bool whole_reads,
		whole_writes; /* what is read or written, up to 64 KiB of a call: for read_fds, write_fds of lines */
	/*
	 * Who, instead of targets: every task of the machine but those of this
	 * process. A task is known from its first call on: SCTRACE_ATTACHED and the
	 * calls in progress at the start do not come. Not with own_only.
	 */
	bool all_tasks;
	bool cgroups; /* sctrace_target_cgroup() will be called; as all_tasks, of the tasks of these */
	/*
	 * Of all these and of targets, only calls of tasks that are so when the call
	 * begins: of these users (real ids, as the first user namespace has them), of
	 * this name, not of these processes or threads.
	 */
	const uint32_t *uids;
	size_t nuids; /* at most 16; 0: of all users */
	const char *comm;
	const pid_t *skip; /* as in sctrace_target() */
	size_t nskip;	   /* at most 32 */
	/*
	 * Of these calls, only those that came to this; all of what is asked for
	 * must be true. The kernel looks at a call's result before anything is sent,
	 * so both events of a call come at its end, a call that does not return has
	 * none, and memory is what it is at the end: of what the call overwrote,
	 * the old is not known.
	 */
	bool failed;
	const char *errnos; /* failed with one of these: "ENOENT,EAGAIN", "!EINTR" */
	uint64_t min_ns;    /* took at least so long */
	bool ret_range;	    /* returned ret_min to ret_max; an error is the negative errno */
	int64_t ret_min, ret_max;
};

/* One thing that a kernel may have. Strings are static. */
struct sctrace_feature {
	size_t sz;
	const char *name, *what;
	const char *instead; /* what happens without it; NULL: tracing needs it */
	bool present, used;
};

/*
 * Calls fn for each feature of the running kernel that the library looks for.
 * without: as in the options, or NULL. Not 0 stops and is returned; -EINVAL:
 * unknown name in without; -EPERM: not allowed to use BPF, so nothing is known.
 */
SCTRACE_API int sctrace_features(const char *without, int (*fn)(void *ctx, const struct sctrace_feature *f), void *ctx);

/*
 * *out is set on success only. -EPERM: what it takes is CAP_BPF and CAP_PERFMON;
 * -ENOTSUP: this kernel lacks something that has no substitute; -EINVAL: an
 * option means nothing; -E2BIG: options that this library does not know.
 * opts->why says it in words.
 */
SCTRACE_API int sctrace_open(struct sctrace **out, const struct sctrace_opts *opts);

#define SCTRACE_FOLLOW 0x1    /* and what it forks */
#define SCTRACE_THREADS 0x2   /* every thread of the process */
#define SCTRACE_WAIT_EXEC 0x4 /* silent until it calls execve */

/*
 * Adds a task, before or after sctrace_start(). Of one that is traced already
 * the flags are added. No callback is called: sctrace_poll() delivers the
 * task's SCTRACE_TARGET, and the call that it is in, in their place in time.
 * Ids, here and in events, are those of the caller's pid namespace.
 * The number means the task that has it now: when that has ended, the next one
 * of this number is not traced.
 * -ESRCH: there is no such task; -ESHUTDOWN: the handle was stopped; -EINVAL:
 * unknown flags, or the handle reads a capture file.
 */
SCTRACE_API int sctrace_target(struct sctrace *t, pid_t tid, unsigned flags);
/*
 * Adds a cgroup (version 2), before or after sctrace_start(): the tasks that are
 * in it or below it, and those that enter it, for as long as they are. path:
 * its directory, or its name from the root of the cgroups. For good: while the
 * handle is open. -EINVAL: not opened with cgroups; -ENOENT; -E2BIG: after 16.
 */
SCTRACE_API int sctrace_target_cgroup(struct sctrace *t, const char *path);
/*
 * Once: -EALREADY the second time, -ESHUTDOWN after sctrace_stop(). After another
 * failure nothing is attached, and it may be tried again.
 */
SCTRACE_API int sctrace_start(struct sctrace *t);

/*
 * For poll(2) or epoll: readable when sctrace_poll() has something to do, from
 * sctrace_start() on. Stays the library's. -ENOTSUP for a capture file.
 */
SCTRACE_API int sctrace_fd(struct sctrace *t);
/*
 * Delivers what there is; if there is nothing, waits for it up to timeout_ms
 * (-1: no limit). Returns the number of records handled (not all of them are
 * events), 0 when the time is over or a signal handler has run, -ENODATA after
 * sctrace_stop() and at the end of a capture file, or what the callback returned
 * if that is not 0. With timeout_ms 0 it does not wait but sees to it that
 * sctrace_fd() becomes readable in time: call it again then.
 */
SCTRACE_API int sctrace_poll(struct sctrace *t, int timeout_ms);
/*
 * Detaches and delivers the rest, with what was lost at the end. Unfinished
 * calls stay so. For good: to go on, open another handle. The second time it
 * does nothing.
 */
SCTRACE_API int sctrace_stop(struct sctrace *t);
/* Calls fn with a SCTRACE_ENTER event for each unfinished call. */
SCTRACE_API int sctrace_pending(struct sctrace *t, sctrace_event_fn *fn, void *ctx);
/*
 * Targets and their descendants that have not ended, as far as events were
 * delivered. Of all tasks or cgroups: those that made a call.
 */
SCTRACE_API unsigned sctrace_tasks(struct sctrace *t);
/* Events lost so far, delivered as SCTRACE_LOST or not. */
SCTRACE_API uint64_t sctrace_lost(const struct sctrace *t);
/* One line about the last failure of a function of this handle, "" before the first. Valid until the next one. */
SCTRACE_API const char *sctrace_error(const struct sctrace *t);
/* Frees the handle, stopped or not, and all that is the library's. 0, or -EBUSY. NULL: does nothing. */
SCTRACE_API int sctrace_close(struct sctrace *t);

/*
 * Changes while a handle is at work. Each is an event, in its place: before it,
 * events are by what was before, or, from the call of the function on, by the
 * change; after it, by the change only. (They wait until no program in the kernel
 * is by what was before: 5 to 30 ms.) None is lost, none comes twice: a call
 * whose SCTRACE_ENTER was delivered has its end delivered too, and one that began
 * unseen and ends later comes with SCTRACE_BEGIN_UNSEEN. -ESHUTDOWN: the handle
 * was stopped; -EINVAL: it reads a capture file. Not from a callback. Since 0.2.
 */
/*
 * Not traced any more: the task, or with SCTRACE_THREADS all threads of the
 * process; what they made stays. SCTRACE_LEFT comes of each. -ESRCH: it is not
 * traced; -ENOTSUP: the kernel has no task iterator.
 */
SCTRACE_API int sctrace_untarget(struct sctrace *t, pid_t tid, unsigned flags);
/* Other calls, in the words of sctrace_opts.trace; NULL: all. -EINVAL: no such call, nothing is changed. */
SCTRACE_API int sctrace_select(struct sctrace *t, const char *trace);
/* No calls and signals; tasks are followed as before. -EALREADY; -EINVAL before sctrace_start(). */
SCTRACE_API int sctrace_pause(struct sctrace *t);
SCTRACE_API int sctrace_resume(struct sctrace *t);
/*
 * From any thread, or a signal handler, while the handle is open: a sctrace_poll()
 * that waits, or the next one, returns what it has delivered, or 0, without
 * waiting; sctrace_fd() is readable. It may take 5 ms. Since 0.2.
 */
SCTRACE_API void sctrace_wake(struct sctrace *t);

/* ---- values: what a call was given and gave ------------------------------- */

enum sctrace_kind {
	SCTRACE_KIND_INT = 1, /* number, as int64_t */
	SCTRACE_KIND_UINT,
	SCTRACE_KIND_ADDRESS, /* unread: its memory was wanted, and could not be read */
	SCTRACE_KIND_FLAGS,   /* number; names of its bits, as far as they have one */
	SCTRACE_KIND_SYMBOL,  /* number; symbol: its name, or NULL */
	SCTRACE_KIND_STRING,  /* bytes, len; total and truncated */
	SCTRACE_KIND_TEXT,    /* symbol: of what is written in a form of its own, as a hardware address */
	SCTRACE_KIND_MODE,    /* number: file type and permissions */
	SCTRACE_KIND_FD,
	SCTRACE_KIND_PID,
	SCTRACE_KIND_DEVICE, /* number: major; minor */
	SCTRACE_KIND_STATUS, /* number: as wait(2) gives it */
	/* Values of a group follow it, one level deeper, up to its SCTRACE_KIND_END. */
	SCTRACE_KIND_STRUCT,
	SCTRACE_KIND_ARRAY,
	SCTRACE_KIND_SET,
	SCTRACE_KIND_NOTSET, /* all but these */
	SCTRACE_KIND_CALL,   /* symbol: as in htons(80) */
	SCTRACE_KIND_BITS,   /* parts of one number */
	SCTRACE_KIND_EITHER, /* names of one value */
	SCTRACE_KIND_END,
	SCTRACE_KIND_MORE /* what follows in this group was not captured */
};

/*
 * Valid during the callback, or of sctrace_arg() until the next call with this
 * handle and no longer than its event. Kinds may be added: skip what you don't
 * know, and read no member beyond sz.
 */
struct sctrace_value {
	size_t sz;
	enum sctrace_kind kind;
	const char *argument; /* of the call, by the name that the kernel gives it */
	const char *name;     /* of an argument or a struct's field; NULL in a list */
	unsigned arg;	      /* the argument's place, from 0 */
	unsigned depth;	      /* 0: an argument itself */
	unsigned base;	      /* in which C would write the number: 10, 16 or 8 */
	bool after;	      /* replaces the value before it: what it is after the call */
	bool unread;	      /* only the address is known */
	bool truncated;	      /* bytes: more were there */
	bool abstract;	      /* bytes: a socket's name in no file system */
	uint64_t number, minor;
	const char *symbol;
	const char *const *names; /* nnames of them */
	size_t nnames;
	const void *bytes; /* of the traced process: any, not ended by a NUL */
	size_t len;
	uint64_t total; /* bytes that there were, as far as the call says */
	/*
	 * Of a descriptor, and of AT_FDCWD, with sctrace_opts.fds: what it refers to,
	 * as /proc/PID/fd has it (a path, "pipe:[1]", "anon_inode:[eventfd]"). NULL: not known.
	 */
	const void *path;
	size_t path_len;
	bool path_deleted; /* it is in no directory any more */
};

/* Not 0 stops, and is returned. */
typedef int sctrace_value_fn(void *ctx, const struct sctrace_value *v);

/*
 * Calls fn for each value of ev's call, in order. Of SCTRACE_ENTER, what comes
 * out of the call is not known yet: take SCTRACE_EXIT. Only within ev's callback.
 */
SCTRACE_API int sctrace_values(struct sctrace *t, const struct sctrace_event *ev, sctrace_value_fn *fn, void *ctx);
/* The argument of that name; of a group, its head. -ENOENT: ev has none. */
SCTRACE_API int sctrace_arg(struct sctrace *t, const struct sctrace_event *ev, const char *name,
			    struct sctrace_value *v);
/*
 * The event as strace's line, without newline, pid or time: of SCTRACE_ENTER the
 * call's beginning, of SCTRACE_EXIT all of it. As snprintf(): what it would take,
 * without the NUL; size 0 is allowed. 0: strace has no line for it. Or -errno.
 */
SCTRACE_API ssize_t sctrace_event_text(struct sctrace *t, const struct sctrace_event *ev, char *buf, size_t size);

/* ---- lines as strace prints them ----------------------------------------- */

struct sctrace_text;

enum sctrace_prefix { SCTRACE_PREFIX_NONE, SCTRACE_PREFIX_PID, SCTRACE_PREFIX_BRACKETS };

/* Lines that are not wanted, as strace -e quiet= names them. */
#define SCTRACE_QUIET_ATTACH 0x1      /* "NAME: Process 12 attached" */
#define SCTRACE_QUIET_EXIT 0x2	      /* "+++ exited with 0 +++"; deaths by a signal are printed */
#define SCTRACE_QUIET_PERSONALITY 0x4 /* "[ Process PID=12 runs in 32 bit mode. ]" */
#define SCTRACE_QUIET_THREAD_EXEC 0x8 /* "+++ superseded by execve in pid 12 +++" */
#define SCTRACE_QUIET_ALL 0xf

enum sctrace_precision {
	SCTRACE_PRECISION_DEFAULT,
	SCTRACE_PRECISION_S,
	SCTRACE_PRECISION_MS,
	SCTRACE_PRECISION_US,
	SCTRACE_PRECISION_NS
};

/* Named constants, as strace -X has them. */
enum sctrace_consts {
	SCTRACE_CONSTS_ABBREV, /* their names */
	SCTRACE_CONSTS_RAW,    /* numbers */
	SCTRACE_CONSTS_VERBOSE /* numbers, their names in comments */
};

struct sctrace_text_opts {
	size_t sz;
	enum sctrace_prefix prefix; /* nothing, "123 ", or "[pid 123] " if there are several tasks */
	unsigned timestamps;	    /* 1: -t, 2: -tt, 3: -ttt */
	bool relative;		    /* -r */
	bool durations;		    /* -T */
	unsigned hex;		    /* 1: -x, 2: -xx, 3: --strings-in-hex=non-ascii-chars */
	unsigned column;	    /* of the return value; 0: 40 */
	/* "NAME: Process 12 attached" goes here; NULL: nowhere */
	const char *name;
	/* Gets whole lines, or an open one when sctrace_text_flush() says so. 0 or -errno. */
	int (*write)(void *ctx, const char *p, size_t n);
	void *ctx;
	/*
	 * As strace -e status= and -e signal= name them; NULL: all. By status, a
	 * call's line is written when it has ended. Calls in progress at the end:
	 * sctrace_text_detach() has no line for them then.
	 */
	const char *status, *signals;
	uint32_t tid; /* these are the lines of this task only (strace -ff); 0: of all */
	char *why;    /* of -EINVAL: one line for people; may be NULL */
	size_t why_size;
	unsigned quiet; /* SCTRACE_QUIET_* */
	enum sctrace_consts consts;
	bool syscall_number; /* -n */
	bool column_zero;    /* column is really 0 */
	/* Calls, as strace -e trace= names them: arguments as registers; pointers followed, NULL: of all. */
	const char *raw, *verbose;
	/* Digits of times; of timestamps 0 is as many as timestamps says, of the others microseconds. */
	enum sctrace_precision timestamp_precision, relative_precision, duration_precision;
	bool arg_names; /* -N */
	/* Descriptors, "3,5", "!3", "all": what calls read from them or wrote is dumped (strace -e read=, -e write=). */
	const char *read_fds, *write_fds;
	bool instruction_pointer; /* -i: needs sctrace_opts.ips */
};

SCTRACE_API int sctrace_text_new(struct sctrace_text **out, struct sctrace *t, const struct sctrace_text_opts *opts);
/*
 * Give it every event, in order; with tid in the options, every event of that
 * task. Also after an error of another sink, or one that another sink returned:
 * the memory that this one looks at goes with the end of each call. After
 * sctrace_close() nothing but sctrace_text_free() is allowed.
 */
SCTRACE_API int sctrace_text_event(struct sctrace_text *x, const struct sctrace_event *ev);
/* Writes what is ready. now: also the beginning of a call that has not ended. */
SCTRACE_API int sctrace_text_flush(struct sctrace_text *x, bool now);
/* The task whose line is open: written up to what its call has brought so far. 0: none is. */
SCTRACE_API uint32_t sctrace_text_open(const struct sctrace_text *x);
/* Closes an open line and ends each call in progress with " <detached ...>". */
SCTRACE_API int sctrace_text_detach(struct sctrace_text *x);
SCTRACE_API void sctrace_text_free(struct sctrace_text *x);

/* ---- stacks ---------------------------------------------------------------- */

/* One function of a stack, the innermost one first. Strings are the library's, valid during the event's callback. */
struct sctrace_frame {
	size_t sz;
	uint64_t ip;	     /* where the call, or the next frame's function, returns to */
	const char *file;    /* what is mapped there: a path, or "[vdso]"; NULL: not known */
	uint64_t file_off;   /* of ip in that file, bytes */
	const char *symbol;  /* the function, demangled; NULL: none is known */
	uint64_t symbol_off; /* of ip in the function, bytes */
	const char *source;  /* with stack_lines: where the function was compiled from; NULL: not known */
	unsigned line;	     /* in source; 0: not known */
};

/* Not 0 stops, and is what sctrace_frames() returns. */
typedef int sctrace_frame_fn(void *ctx, const struct sctrace_frame *frame);

/*
 * The stack of the event's call, as it was when the call began. 0, also if there
 * is none; what fn returned. Within the event's callback only.
 */
SCTRACE_API int sctrace_frames(struct sctrace *t, const struct sctrace_event *ev, sctrace_frame_fn *fn, void *ctx);

/* ---- events as NDJSON: one object a line -------------------------------------- */

struct sctrace_json;

struct sctrace_json_opts {
	size_t sz;
	/* Gets whole lines. 0 or -errno. */
	int (*write)(void *ctx, const char *p, size_t n);
	void *ctx;
	const char *status, *signals; /* as in struct sctrace_text_opts */
	char *why;		      /* of -EINVAL: one line for people; may be NULL */
	size_t why_size;
};

/*
 * A call is one object, written when it has ended. docs/json.md says what is in
 * it, docs/event.schema.json in a validator's terms.
 */
SCTRACE_API int sctrace_json_new(struct sctrace_json **out, struct sctrace *t, const struct sctrace_json_opts *opts);
/* Give it every event, in order. */
SCTRACE_API int sctrace_json_event(struct sctrace_json *x, const struct sctrace_event *ev);
/* Writes what is ready. */
SCTRACE_API int sctrace_json_flush(struct sctrace_json *x);
/* Writes the calls in progress, with "status":"detached". */
SCTRACE_API int sctrace_json_detach(struct sctrace_json *x);
SCTRACE_API void sctrace_json_free(struct sctrace_json *x);

/* ---- summaries: tables of calls, errors and times --------------------------- */

enum sctrace_table {
	SCTRACE_TABLE_PERF,   /* perf trace's, one for each thread */
	SCTRACE_TABLE_STRACE, /* strace -c's */
	SCTRACE_TABLE_BY      /* a row for each combination of keys */
};

struct sctrace_table_opts {
	size_t sz;
	enum sctrace_table table;
	bool json;		/* the same as one line of JSON, times in ns */
	bool errnos;		/* a line for each error number */
	bool percentiles, hist; /* needs sctrace_stats_opts.hist */
	unsigned max;		/* rows of a table; 0: all */
	double seconds;		/* > 0: adds rates, of so much time */
	const char *columns;	/* of strace's table, as strace -U has them; NULL: strace's own choice */
	const char *sort;	/* as strace -S has it */
	uint64_t overhead;	/* of strace's table: ns that are taken off each call, as by strace -O */
	bool cpu_time;		/* for sctrace_table_check(): what is to be printed is CPU time */
};

typedef int sctrace_write_fn(void *ctx, const char *p, size_t n);

/* From events: give it every one. What a capture file can do. */
struct sctrace_event_stats;

SCTRACE_API int sctrace_event_stats_new(struct sctrace_event_stats **out, struct sctrace *t);
SCTRACE_API int sctrace_event_stats_add(struct sctrace_event_stats *s, const struct sctrace_event *ev);
/* The tables as text through write. opts NULL: perf trace's. */
SCTRACE_API int sctrace_event_stats_print(struct sctrace_event_stats *s, const struct sctrace_table_opts *opts,
					  sctrace_write_fn *write, void *ctx);
SCTRACE_API void sctrace_event_stats_free(struct sctrace_event_stats *s);

/*
 * From the kernel: it adds each call to a row, no event is sent, so that the
 * numbers are exact at any rate.
 *
 *	sctrace_stats_open()	load the programs
 *	sctrace_stats_target()	say which tasks, unless it is all of them
 *	sctrace_stats_start()
 *	sctrace_stats_read()	take what was counted since; when sctrace_stats_fd() is
 *				readable, and when the numbers are wanted
 *	sctrace_stats_each(), sctrace_stats_print()
 *	sctrace_stats_reset()	count from 0 again
 *	sctrace_stats_close()
 */
struct sctrace_stats;

enum sctrace_group { SCTRACE_GROUP_THREAD, SCTRACE_GROUP_TOTAL, SCTRACE_GROUP_CGROUP };

struct sctrace_stats_opts {
	size_t sz;
	const char *trace;	  /* calls as strace -e trace= names them; NULL: all */
	enum sctrace_group group; /* what is told apart, besides the calls */
	/*
	 * Instead: keys, "syscall,pid,tid,comm,cgroup,uid,errno,file,peer,host"
	 * or some of these. file: path argument or descriptor's path; peer: other
	 * end of a socket, or the address that the call was given; host: likewise,
	 * without the port. "?file": left out where the kernel cannot say it.
	 */
	const char *by;
	bool all_tasks;	     /* of the machine, but this process */
	bool errnos;	     /* count each error number */
	bool hist;	     /* histograms of durations */
	bool cpu_time;	     /* time on a CPU, not time passed */
	uint32_t max_rows;   /* least used rows beyond it become "other"; 0: 100000 */
	const char *btf;     /* file with the kernel's types, where the kernel has none */
	const char *without; /* features not to use: see sctrace_features() */
	char *why;	     /* as in struct sctrace_opts */
	size_t why_size;
	bool own_only; /* as in struct sctrace_opts; not with all_tasks */
	/* As in struct sctrace_opts. */
	bool cgroups;
	const uint32_t *uids;
	size_t nuids;
	const char *comm;
	const pid_t *skip;
	size_t nskip;
};

/* Errors as of sctrace_open(). */
SCTRACE_API int sctrace_stats_open(struct sctrace_stats **out, const struct sctrace_stats_opts *opts);
/* Flags and errors as of sctrace_target(). -EINVAL with all_tasks, too. */
SCTRACE_API int sctrace_stats_target(struct sctrace_stats *s, pid_t tid, unsigned flags);
/* As sctrace_target_cgroup(). */
SCTRACE_API int sctrace_stats_target_cgroup(struct sctrace_stats *s, const char *path);
/*
 * As sctrace_untarget(), sctrace_select(), sctrace_pause() and sctrace_resume().
 * A call counts if it was wanted when it began; what was counted stays. When
 * they return, no call begins by what was before. sctrace_stats_untarget() is
 * for after the start: -EINVAL before it, and with all_tasks. Of a task that is
 * not counted any more, the call in progress does not count. Any thread, one at a
 * time; not from within a callback (-EBUSY). Since 0.2.
 */
SCTRACE_API int sctrace_stats_untarget(struct sctrace_stats *s, pid_t tid, unsigned flags);
SCTRACE_API int sctrace_stats_select(struct sctrace_stats *s, const char *trace);
SCTRACE_API int sctrace_stats_pause(struct sctrace_stats *s);
SCTRACE_API int sctrace_stats_resume(struct sctrace_stats *s);
/* Once: errors as of sctrace_start(). */
SCTRACE_API int sctrace_stats_start(struct sctrace_stats *s);
/* Readable when the kernel's room for rows is half used: then sctrace_stats_read(). Stays the library's. */
SCTRACE_API int sctrace_stats_fd(struct sctrace_stats *s);
/*
 * Takes what was counted since the last time, and who is in which call. Before,
 * it interrupts each CPU once and waits for the programs that are at the rows:
 * microseconds. Where a CPU does not answer it waits for a grace period of the
 * kernel, 5 to 30 ms, without using the CPU.
 */
SCTRACE_API int sctrace_stats_read(struct sctrace_stats *s);
/* Detaches and reads the rest. For good; the second time it does nothing. */
SCTRACE_API int sctrace_stats_stop(struct sctrace_stats *s);
/* Targets and descendants that have not ended; -errno. */
SCTRACE_API int sctrace_stats_tasks(struct sctrace_stats *s);
/* Calls that are counted as "other" for want of room, since the start or the last reset. */
SCTRACE_API uint64_t sctrace_stats_other(const struct sctrace_stats *s);
/* Events that were not counted at all. */
SCTRACE_API uint64_t sctrace_stats_missed(const struct sctrace_stats *s);

/* Valid during the callback. Text is NULL and numbers are 0 where a row does not tell them apart. */
struct sctrace_stat {
	size_t sz;
	bool other;	  /* what there was no room to tell apart */
	const char *name; /* of the call; NULL: not told apart */
	uint32_t nr, abi;
	uint32_t tid, pid, uid;
	uint32_t error; /* calls that failed with it; with group they are in the row of all too */
	const char *comm, *cgroup, *file, *peer;
	uint64_t calls, errors;
	uint64_t total, min, max; /* ns */
	double avg, std_error;	  /* of the mean, in per cent of it */
	uint64_t never_returned;  /* their thread ended */
	uint32_t in_progress;
	uint64_t oldest;      /* age of the oldest call in progress, ns; UINT64_MAX: not known */
	bool oldest_before;   /* it began before the start: it is at least that old */
	const uint64_t *hist; /* calls by duration; NULL: none. sctrace_stats_bucket() */
	size_t nhist;
	/*
	 * With keys or cgroups, what is known of unfinished calls is in rows of
	 * their own, after the others: name and comm, in_progress, the oldest's age
	 * and tid. The numbers of calls that returned are 0 there, and in_progress is
	 * 0 in the other rows.
	 */
	bool waiting;
	const char *host; /* peer without its port */
};

/* Not 0 stops. */
typedef int sctrace_stat_fn(void *ctx, const struct sctrace_stat *row);

SCTRACE_API int sctrace_stats_each(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx);
/* The shortest duration in a bucket, ns. */
SCTRACE_API uint64_t sctrace_stats_bucket(size_t bucket);
SCTRACE_API int sctrace_stats_print(struct sctrace_stats *s, const struct sctrace_table_opts *opts,
				    sctrace_write_fn *write, void *ctx);
/* Forgets what was read. What was counted since comes with the next read. */
SCTRACE_API int sctrace_stats_reset(struct sctrace_stats *s);
/* As sctrace_error(). */
SCTRACE_API const char *sctrace_stats_error(const struct sctrace_stats *s);
/* As sctrace_close(). */
SCTRACE_API int sctrace_stats_close(struct sctrace_stats *s);

/*
 * -EINVAL if columns or sort has a word that means nothing, with the valid ones
 * in why. With cpu_time: 1 if they are of time passed alone (wall-total), so
 * that this is to be measured; -EINVAL if they are of both.
 */
SCTRACE_API int sctrace_table_check(const struct sctrace_table_opts *opts, char *why, size_t why_size);

/* ---- what people type ------------------------------------------------------- */

/* -EINVAL if trace, as in struct sctrace_opts, has a word that means nothing; why, which may be NULL, is one line. */
SCTRACE_API int sctrace_trace_check(const char *trace, char *why, size_t why_size);
/*
 * " (did you mean 'NAME'?)" with the nearest of names, which are separated by
 * blanks, or "" if none is near. As snprintf(): returns its length. NULL: -EINVAL.
 */
SCTRACE_API ssize_t sctrace_nearest(const char *word, const char *names, char *buf, size_t size);

#ifdef __cplusplus
}
#endif

#endif
