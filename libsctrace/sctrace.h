/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/**
 * @file
 * libsctrace: system calls of running programs, through BPF ring buffers.
 *
 *	sctrace_open()		load the programs (or open a capture file)
 *	sctrace_target()	choose what to trace
 *	sctrace_start()		from here on events are kept
 *	sctrace_poll()		deliver them, in order, to the callback
 *	sctrace_stop()		no more events; deliver what is left
 *	sctrace_close()
 *
 * libsctrace(3) has the life of a session, what it costs, and a program.
 *
 * Errors. Every function returns 0 or a count, or -errno. sctrace_error() has
 * one line about a handle's last failure. Common to all: -EINVAL for a handle
 * that is NULL or an argument that means nothing, -ENOMEM, and -EBUSY from
 * within a callback (below). Nothing is printed, no signal handler is set, the
 * traced process is never touched.
 *
 * Ownership. A handle is the caller's, until its close or free function. Option
 * structs and what they point to are copied or no longer needed when the
 * function returns; of callbacks the function and its ctx stay in use. What the
 * library gives stays its own: strings that are called static for good, all
 * else for as long as the function's comment says.
 *
 * Callbacks run inside the function that was given them or, for events, inside
 * sctrace_poll() and sctrace_stop(). What they are given is valid until they
 * return; they may keep copies. A callback may call any function of another
 * handle, but of its own only those that are marked @callback; everything else
 * returns -EBUSY and does nothing. A sink's own write callback calls no function
 * of that sink.
 *
 * Threads. A handle may be used by one thread at a time, not always the same
 * one; different handles are independent. libbpf's callback for messages, which
 * there is one of in a process, stays the program's own. Each function's comment
 * ends with the version that it is there since, and with who may call it:
 *
 *	@handle		one thread at a time for each handle, not from its callbacks
 *	@callback	one thread at a time for each handle, or its callbacks
 *	@anyone		any thread, at any time
 *	@signal		any thread, and signal handlers, while the handle is open
 *
 * Fork. A child gets copies of the handles, and shares their rings. It can only
 * close them (-EPERM, or 0 for what is a number, for all else), and should, if it does not call execve: what
 * is attached stays until the last copy is closed. It can open handles of its own.
 *
 * Signals. None is sent, blocked or handled. A handler that runs in a waiting
 * sctrace_poll() ends it; no function returns -EINTR. The only function that a
 * handler, or another thread, may call is sctrace_wake().
 *
 * Versions. A newer library may deliver events of types that are not listed
 * here: ignore those. Structs that it delivers may be longer than they are here;
 * of an older library they may be shorter: SCTRACE_HAS() tells. Members are
 * only added, at the end, and keep their meaning; those that came later than
 * their struct have the version beside them.
 *
 * Option structs begin with their size: set it by SCTRACE_INIT() or
 * `.sz = sizeof(opts)` and leave what you do not know 0. A library that is older
 * than the program refuses options it does not know (-E2BIG).
 *
 * Times are in nanoseconds, of CLOCK_MONOTONIC where they are points in time, as
 * the first time namespace has it;
 * sizes are in bytes. Ids of processes and threads are those of the caller's pid
 * namespace, user ids those of the first user namespace. Strings end with a NUL;
 * bytes of traced processes come with their length, and may be any.
 */
#ifndef SCTRACE_H
#define SCTRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * @defgroup libsctrace_version Versions and option structs
 * @{
 */

/** Of this header; the library that a program runs with may be another: sctrace_version(). @since 0.1 */
#define SCTRACE_VERSION_MAJOR 0
/** As SCTRACE_VERSION_MAJOR. @since 0.1 */
#define SCTRACE_VERSION_MINOR 2
/** As SCTRACE_VERSION_MAJOR. @since 0.1 */
#define SCTRACE_VERSION_PATCH 0
/** As one number: 0.2.0 is 200, 1.2.3 is 10203. @since 0.1 */
#define SCTRACE_VERSION (SCTRACE_VERSION_MAJOR * 10000 + SCTRACE_VERSION_MINOR * 100 + SCTRACE_VERSION_PATCH)

#if !defined(__cplusplus)
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
/**
 * An option struct with its size, and 0 for all else:
 * struct sctrace_opts opts = SCTRACE_INIT(struct sctrace_opts); @since 0.1
 */
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
/** Does the struct that the library gave have this member? One of an older library ends earlier. @since 0.1 */
#define SCTRACE_HAS(p, member) ((size_t)((const char *)(&(p)->member + 1) - (const char *)(p)) <= (p)->sz)
#else
extern "C++" { /* the header may be included within extern "C" */
template <class T> inline T sctrace_init_()
{
	T opts = T();

	opts.sz = sizeof(opts);
	return opts;
}
template <class T, class M> inline bool sctrace_has_(const T *p, const M *member)
{
	return static_cast<size_t>(reinterpret_cast<const char *>(member + 1) - reinterpret_cast<const char *>(p)) <=
	       p->sz;
}
}
#define SCTRACE_INIT(type) sctrace_init_<type>()
#define SCTRACE_HAS(p, member) sctrace_has_((p), &(p)->member)
#endif

/** Marks what the library exports. @since 0.1 */
#define SCTRACE_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The version of the library that the program runs with: "0.2.0". Static.
 * @since 0.1 @anyone
 */
SCTRACE_API const char *sctrace_version(void);

/** @} */

/**
 * @defgroup libsctrace_events Events
 * @{
 */

/** A session: from sctrace_open() to sctrace_close(). @since 0.1 */
struct sctrace;

/** What an event is about. A newer library may have more: ignore those. @since 0.1 */
enum sctrace_event_type {
	SCTRACE_ENTER = 1, /**< a call began */
	SCTRACE_EXIT,	   /**< it returned */
	/**
	 * Its return was not seen and will not be: the call is unfinished no more. Also
	 * the exit(2) of a thread group's leader that ends before other threads: its
	 * SCTRACE_TASK_EXIT, with the status of the process, follows the last thread's.
	 */
	SCTRACE_ABANDONED,
	SCTRACE_TARGET,	    /**< a task that was asked for: comm */
	SCTRACE_ATTACHED,   /**< a traced task made this one, and it is traced too */
	SCTRACE_SIGNAL,	    /**< a signal was delivered to tid: signal */
	SCTRACE_EXEC,	    /**< a new program runs: comm */
	SCTRACE_SUPERSEDED, /**< thread other_tid called execve and goes on as tid */
	SCTRACE_TASK_EXIT,  /**< the thread ended: code */
	SCTRACE_LOST,	    /**< lost events, at this place of the stream: sctrace_lost() */
	SCTRACE_GONE,	    /**< a target that ended before it was traced: nothing else comes of it */
	/** not traced any more: it runs a program that this user may not trace, or sctrace_untarget() */
	SCTRACE_LEFT,
	SCTRACE_SELECTED, /**< sctrace_select(): by it are the calls that begin from here on; since 0.2 */
	SCTRACE_PAUSED,	  /**< sctrace_pause(): no calls and signals from here on; since 0.2 */
	SCTRACE_RESUMED,  /**< sctrace_resume(): again; since 0.2 */
	/** of sctrace_opts.probes: a place in a program was hit, or a function returned whose entry is not probed; since 0.2 */
	SCTRACE_PROBE,
	SCTRACE_FUNC_ENTER, /**< of a probe: a function was entered, whose return comes; since 0.2 */
	SCTRACE_FUNC_EXIT,  /**< of a probe: it returned, ret is the register; since 0.2 */
	/** of a probe: it will not return: by longjmp(), an exception, execve(), or the thread ended in it; since 0.2 */
	SCTRACE_FUNC_GONE,
	/** from here on the thread's calls are of another abi, whether they are reported or not; since 0.2 */
	SCTRACE_MODE,
	SCTRACE_CLOCK /**< the wall clock was set, by clock_step: times of day from here on are the new clock's; since 0.2 */
};

/** System call interfaces. A 32-bit program on a 64-bit kernel has the 32-bit one. @since 0.1 */
enum sctrace_abi {
	SCTRACE_ABI_X86_64, /**< 64-bit x86 */
	SCTRACE_ABI_I386,   /**< 32-bit x86 */
	SCTRACE_ABI_ARM64,  /**< 64-bit ARM */
	SCTRACE_ABI_ARM,    /**< 32-bit ARM */
	SCTRACE_ABI_RISCV64 /**< 64-bit RISC-V */
};

/**
 * sctrace_event.flags: the call's beginning was not seen, and enter_ts is when it
 * first was. It began before its task became a target (enter_ts: then), or
 * seccomp refused it or its record was lost (enter_ts is that of its end). @since 0.1
 */
#define SCTRACE_BEGIN_UNSEEN 0x1
/**
 * Likewise, of SCTRACE_TASK_EXIT: only the thread group leader has ended, because another thread called execve. That
 * thread goes on under the leader's tid, which is traced if the thread was (SCTRACE_SUPERSEDED comes then). @since 0.2
 */
#define SCTRACE_REPLACED 0x2

/**
 * Valid during the callback only, with all that it points to: copy what you
 * keep. (The library's own sinks look at a call's memory after the callback,
 * until they are given the call's end: SCTRACE_EXIT, SCTRACE_ABANDONED or
 * SCTRACE_TASK_EXIT. So a sink gets all events of a task or none.) @since 0.1
 */
struct sctrace_event {
	size_t sz;		      /**< of the struct, bytes: SCTRACE_HAS() */
	enum sctrace_event_type type; /**< what it is about */
	uint32_t tid;		      /**< thread; 0: of none */
	uint32_t tgid;		      /**< its process */
	uint64_t ts;		      /**< CLOCK_MONOTONIC, ns */
	uint64_t enter_ts;	      /**< when the call began, CLOCK_MONOTONIC, ns; 0: there is no call */
	/** Of the call, static; NULL if there is none or it is unknown. Of a probe: its own, the handle\'s. */
	const char *name;
	uint32_t
		nr; /**< the call's number in its interface; of a call that does not exist, the 32 bits that the kernel saw */
	uint32_t abi;	    /**< enum sctrace_abi; a newer library may know more */
	uint64_t args[6];   /**< registers at entry; of a probe, the argument registers */
	int64_t ret;	    /**< SCTRACE_EXIT: negative is -errno */
	uint32_t signal;    /**< SCTRACE_SIGNAL: its number */
	uint32_t code;	    /**< SCTRACE_TASK_EXIT: status as wait(2) gives it */
	uint32_t other_tid; /**< SCTRACE_SUPERSEDED, SCTRACE_ATTACHED: the other thread */
	/** SCTRACE_TARGET, SCTRACE_EXEC: name of the task; with SCTRACE_PIDS_KEEP also of a signal and a task's end; or NULL */
	const char *comm;
	uint64_t lost;	  /**< SCTRACE_LOST: how many events */
	const void *priv; /**< the library's */
	uint32_t flags;	  /**< SCTRACE_BEGIN_UNSEEN, SCTRACE_REPLACED */
	/** SCTRACE_CLOCK: ns that the wall clock went forward, negative: back; noticed up to 0.1 s later. Since 0.2. */
	int64_t clock_step;
};

/**
 * Given each event, in order. A value that is not 0 stops sctrace_poll() or
 * sctrace_stop(), which returns it; the next call goes on with the next event.
 * @since 0.1
 */
typedef int sctrace_event_fn(void *ctx, const struct sctrace_event *ev);

/** @} */

/**
 * @defgroup libsctrace_tracing Tracing
 * @{
 */

/** sctrace_opts.fds: path of a file, of the working directory. @since 0.1 */
#define SCTRACE_FDS_PATH 0x01
/** sctrace_opts.fds: protocol and addresses of a socket. @since 0.1 */
#define SCTRACE_FDS_SOCKET 0x02
/** sctrace_opts.fds: number of a device. @since 0.1 */
#define SCTRACE_FDS_DEV 0x04
/** sctrace_opts.fds: id of the process of a pidfd. @since 0.1 */
#define SCTRACE_FDS_PIDFD 0x08
/** sctrace_opts.fds: counter of an eventfd. @since 0.1 */
#define SCTRACE_FDS_EVENTFD 0x10
/** sctrace_opts.fds: set of a signalfd. @since 0.1 */
#define SCTRACE_FDS_SIGNALFD 0x20
/** sctrace_opts.fds: all of these. @since 0.1 */
#define SCTRACE_FDS_ALL 0x3f

/** sctrace_opts.pids: names; of tasks that are not traced as long as they live. @since 0.2 */
#define SCTRACE_PIDS_COMM 0x1
/** sctrace_opts.pids: their number in the caller's pid namespace, where theirs is another. @since 0.2 */
#define SCTRACE_PIDS_NS 0x2
/**
 * sctrace_opts.pids: names are kept with each call, for sctrace_json and for captures, also of tasks that were there
 * before; lines show none for it. @since 0.2
 */
#define SCTRACE_PIDS_KEEP 0x4

/** sctrace_opts.secontext: the type. @since 0.2 */
#define SCTRACE_SECONTEXT_TYPE 0x1
/** sctrace_opts.secontext: the whole context. @since 0.2 */
#define SCTRACE_SECONTEXT_FULL 0x2
/** sctrace_opts.secontext: and that of the database of contexts, where it is another one; takes libselinux. @since 0.2 */
#define SCTRACE_SECONTEXT_MISMATCH 0x4

/** What a session is to deliver, for sctrace_open(). 0 or NULL: not asked for. @since 0.1 */
struct sctrace_opts {
	size_t sz;		 /**< of the struct, bytes */
	const char *trace;	 /**< calls as strace -e trace= names them; NULL: all */
	uint32_t strlen_max;	 /**< bytes of a string that are kept; 0 means 32 */
	bool strlen_zero;	 /**< strlen_max is really 0 */
	bool verbose;		 /**< whole structs, environment */
	bool no_data;		 /**< registers only: no memory is read */
	uint32_t ring_bytes;	 /**< of each CPU's ring, a power of two, a page to 1 GiB; 0: chosen */
	const char *record;	 /**< write the records to this file, only of calls that are chosen */
	const char *btf;	 /**< file with the kernel's types, where the kernel has none */
	const char *without;	 /**< features not to use, "iter,sleepable": see sctrace_features() */
	const char *replay;	 /**< read the records from this file; no privileges needed */
	sctrace_event_fn *event; /**< given each event */
	void *ctx;		 /**< given to event; the library does not look at it */
	/**
	 * Memory of all CPUs' rings together, bytes, where ring_bytes is 0. 0: 64 MiB,
	 * but at most 16 for each CPU and 1/128 of the machine's memory. At least
	 * 128 KiB for each CPU.
	 */
	uint64_t ring_total;
	/** Gets one line for people if opening fails; may be NULL. Not kept: later sctrace_error() has it. */
	char *why;
	size_t why_size; /**< of why, bytes */
	/**
	 * Only tasks that the real user could trace by ptrace(2): sctrace_target()
	 * returns -EPERM for others, and SCTRACE_LEFT comes of a task that runs a
	 * set-user-ID program. Set by itself in a program whose file has capabilities
	 * (setcap(8)) but not CAP_SYS_PTRACE, if any_owner is not set.
	 */
	bool own_only;
	/** A task that runs another program is not traced any more: SCTRACE_LEFT. That of SCTRACE_WAIT_EXEC is not another. */
	bool detach_on_exec;
	/** Calls whose structs are shortened, as strace -e abbrev= names them; NULL: all, or with verbose none. */
	const char *abbrev;
	/**
	 * The stack of each call (strace -k): sctrace_frames() has it, and so do
	 * lines and JSON. Up to 32 KiB of it are read when the call begins, and
	 * unwound when it is shown; what is mapped is told by the kernel's perf
	 * events. A replay has stacks if the recording was made with them.
	 */
	bool stacks;
	bool stack_lines;      /**< source files and lines, too (strace -kk) */
	unsigned stack_frames; /**< most frames; 0: 256, which is the most */
	unsigned fds;	       /**< SCTRACE_FDS_*: what is to be known of the files that descriptors refer to */
	/**
	 * Only calls that operate on one of these descriptors, as strace has them:
	 * "3,5", "!3", "all" (-e trace-fds=); or on one of paths.
	 */
	const char *trace_fds;
	/** Likewise, paths (-P), ended by a NULL: in the words of the process, or as the kernel has the file of a descriptor. */
	const char *const *paths;
	bool ips;	   /**< addresses that calls return to, for instruction_pointer of lines; since 0.2 */
	bool whole_reads;  /**< what is read, up to 48 MiB of a call: for read_fds of lines */
	bool whole_writes; /**< what is written, likewise: for write_fds of lines */
	/**
	 * Instead of targets: every task of the machine but those of this process. A
	 * task is known from its first call on: SCTRACE_ATTACHED and the calls in
	 * progress at the start do not come. Tasks that have no number in the caller's
	 * pid namespace are left out. Not with own_only. Since 0.2.
	 */
	bool all_tasks;
	/** Instead of targets: as all_tasks, also in a pid namespace, of the tasks of each sctrace_target_cgroup(). Since 0.2. */
	bool cgroups;
	/**
	 * Of all these and of targets, only calls of tasks of these users when the
	 * call begins (real ids, as the first user namespace has them). Since 0.2.
	 */
	const uint32_t *uids;
	size_t nuids;	   /**< at most 16; 0: of all users; since 0.2 */
	const char *comm;  /**< likewise, only of tasks of this name, 1 to 15 bytes; since 0.2 */
	const pid_t *skip; /**< likewise, not of these processes or threads; since 0.2 */
	size_t nskip;	   /**< at most 32; since 0.2 */
	/**
	 * Of these calls, only those that failed. This one and the next ones are of a
	 * call's result; all of what is asked for must be true. The kernel looks at
	 * it before anything is sent, so both events of a call come at its end, a
	 * call that does not return has none, and memory is what it is at the end: of
	 * what the call overwrote, the old is not known. Since 0.2.
	 */
	bool failed;
	const char *errnos; /**< failed with one of these: "ENOENT,EAGAIN", "!EINTR"; since 0.2 */
	uint64_t min_ns;    /**< took at least so long; since 0.2 */
	bool ret_range;	    /**< returned ret_min to ret_max; an error is the negative errno; since 0.2 */
	int64_t ret_min;    /**< with ret_range; since 0.2 */
	int64_t ret_max;    /**< with ret_range; since 0.2 */
	/**
	 * Probes in the same stream, as the command's -e has them:
	 * "ufunc=/usr/bin/app:handle(fd:fd, path:str) -> int", "usdt=python:gc__*", "kfunc=vfs_*"
	 * (Probes in sctrace(1)).
	 * They are in effect from sctrace_start() on. A function without a file is
	 * one of process probe_pid's program, or else of probe_file. Since 0.2.
	 */
	const char *const *probes;
	unsigned nprobes;	/**< how many they are; since 0.2 */
	pid_t probe_pid;	/**< files are those that this process sees; 0: the caller; since 0.2 */
	const char *probe_file; /**< where a function is, without probe_pid; since 0.2 */
	unsigned pids;		/**< SCTRACE_PIDS_*: what lines show of processes and threads; since 0.2 */
	/** With trace: also calls whose number no table has, which strace prints whatever its -e trace= names. Since 0.2. */
	bool unnamed;
	/**
	 * Others may be opened that share this one's programs and rings: with share,
	 * in some microseconds, two descriptors and as many bytes as wait to be read (an
	 * eighth of the rings at most; what is more is lost, and SCTRACE_LOST says so).
	 * All that share are used by one thread at a time together, and may be closed
	 * in any order; the programs stay for the last one. Each has targets, calls,
	 * abbrev, record and cgroups of its own (with cgroups, if the first one has them);
	 * all_tasks, uids, comm, skip, no_data, ips and namespaces are the same. Of results (failed, errnos, ret_range, min_ns), strlen_max, verbose
	 * (abbrev counts as such), fds and whole_* the first one has the most that any is
	 * to have: what it does not want is not sent for others either, and these have
	 * the same or less. paths and trace_fds are each one's own; paths count as
	 * SCTRACE_FDS_PATH in fds. None has stacks, probes, secontext, own_only or
	 * detach_on_exec, nor fds together with record. A handle that asks for
	 * something else has programs of its own, as sctrace_health.handles shows. Of
	 * a task that several have as target, the flags count together. A call that is
	 * in progress when calls are changed goes on as it began: reported or not. What
	 * the rings lose, all of them miss.
	 */
	bool sharable;	       /**< see above; since 0.2 */
	struct sctrace *share; /**< one that is open; since 0.2 */
	/** With sharable or share: -EINVAL where it cannot be, and no programs of its own. Since 0.2. */
	bool share_only;
	/**
	 * A file with prototypes of probes and the structs that they name (FILES OF
	 * PROBES in sctrace(1)): probes whose prototype is not given have that of the
	 * first row that is of them, and any may name its structs. Without probes:
	 * all of its rows. Not looked at in a replay. Since 0.2.
	 */
	const char *probe_rows;
	/**
	 * What unshare(2), setns(2), clone(2) and clone3(2) enter, as a note to their
	 * result: the numbers of the namespaces (-e namespace=new). Since 0.2.
	 */
	bool namespaces;
	/**
	 * Why the kernel left a virtual processor, as a note to the result of ioctl(2) with
	 * KVM_RUN (-e kvm=vcpu). KVM has to be loaded when the handle is opened. Not with
	 * handles that share. Since 0.2.
	 */
	bool kvm;
	/**
	 * SCTRACE_SECONTEXT_*: what lines show of the SELinux contexts of processes,
	 * descriptors and paths (--secontext); fds has the files' paths for it. Nothing where
	 * SELinux is disabled. Not with record or replay; with programs of its own.
	 * Since 0.2.
	 */
	unsigned secontext;
	/**
	 * Tasks of all users, also in a program whose file has capabilities: whoever
	 * may execute the program can have it trace everybody. Since 0.2.
	 */
	bool any_owner;
	/**
	 * With record: only calls that came to this, as strace -e status= names them:
	 * "failed", "!unfinished". What the callback is given does not change. Since 0.2.
	 */
	const char *status;
	/**
	 * Probes of returns also in programs of Go, which -EINVAL refuses otherwise: Go's
	 * runtime moves stacks and ends a process, traced or not, that has the kernel's
	 * return address on one. Since 0.2.
	 */
	bool go_returns;
};

/** One thing that a kernel may have. Strings are static. @since 0.1 */
struct sctrace_feature {
	size_t sz;	     /**< of the struct, bytes */
	const char *name;    /**< as sctrace_opts.without takes it */
	const char *what;    /**< what it is for */
	const char *instead; /**< what happens without it; NULL: tracing needs it */
	bool present;	     /**< the kernel has it */
	bool used;	     /**< and it is used: not in without, and what it builds on is there */
};

/**
 * Calls fn for each feature of the running kernel that the library looks for.
 * without: as in the options, or NULL. Not 0 stops and is returned; -EINVAL:
 * unknown name in without; -EPERM: not allowed to use BPF, so nothing is known.
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_features(const char *without, int (*fn)(void *ctx, const struct sctrace_feature *f), void *ctx);

/**
 * Loads the programs, or opens a capture file. Nothing is attached yet. The
 * handle is the caller's until sctrace_close(); *out is set on success only.
 * -EPERM: what it takes is CAP_BPF and CAP_PERFMON; -ENOTSUP: this kernel lacks
 * something that has no substitute; -EINVAL: an option means nothing; -E2BIG:
 * options that this library does not know. opts->why says it in words.
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_open(struct sctrace **out, const struct sctrace_opts *opts);

/** Flag of sctrace_target(): and what it forks. @since 0.1 */
#define SCTRACE_FOLLOW 0x1
/** Flag of sctrace_target(): every thread of the process. @since 0.1 */
#define SCTRACE_THREADS 0x2
/** Flag of sctrace_target(): silent until it calls execve. @since 0.1 */
#define SCTRACE_WAIT_EXEC 0x4

/**
 * Adds a task, before or after sctrace_start(). Of one that is traced already
 * the flags are added. No callback is called: sctrace_poll() delivers the
 * task's SCTRACE_TARGET, and the call that it is in, in their place in time.
 * Ids, here and in events, are those of the caller's pid namespace.
 * The number means the task that has it now: when that has ended, the next one
 * of this number is not traced.
 * -ESRCH: there is no such task; -EPERM: not the user's, with own_only;
 * -ESHUTDOWN: the handle was stopped; -EINVAL: unknown flags, or the handle reads
 * a capture file or traces all tasks.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_target(struct sctrace *t, pid_t tid, unsigned flags);
/**
 * Adds a cgroup (version 2), before or after sctrace_start(): the tasks that are
 * in it or below it, and those that enter it, for as long as they are. path:
 * its directory, or its name from the root of the cgroups. For good: while the
 * handle is open. -EINVAL: not opened with cgroups; -ENOENT; -E2BIG: after 64,
 * of all handles that share.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_target_cgroup(struct sctrace *t, const char *path);
/**
 * Attaches: from here on events are kept. Once: -EALREADY the second time,
 * -ESHUTDOWN after sctrace_stop(). After another failure nothing is attached, and
 * it may be tried again.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_start(struct sctrace *t);

/**
 * For poll(2) or epoll: readable when sctrace_poll() has something to do, from
 * sctrace_start() on. Stays the library's. -ENOTSUP for a capture file.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_fd(struct sctrace *t);
/**
 * Delivers what there is; if there is nothing, waits for it up to timeout_ms
 * milliseconds (-1: no limit). Returns the number of records handled (not all of
 * them are events), 0 when the time is over or a signal handler has run, -ENODATA
 * after sctrace_stop() and at the end of a capture file, or what the callback
 * returned if that is not 0. With timeout_ms 0 it does not wait but sees to it
 * that sctrace_fd() becomes readable in time: call it again then. It waits also
 * when no task is left, as sctrace_wake() may end the wait, and another target may
 * follow: sctrace_tasks() tells. -EINVAL: not started yet.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_poll(struct sctrace *t, int timeout_ms);
/**
 * Detaches and delivers the rest, with what was lost at the end. Unfinished
 * calls stay so. For good: to go on, open another handle. Returns 0, -errno, or
 * what the callback returned if that is not 0: there may be more events then,
 * which the next call delivers. Once it has returned 0 it does nothing.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stop(struct sctrace *t);
/**
 * Calls fn with a SCTRACE_ENTER event for each unfinished call. Not 0 stops, and
 * is returned.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_pending(struct sctrace *t, sctrace_event_fn *fn, void *ctx);
/**
 * Delivers SCTRACE_TASK_EXIT for a process that is not traced any more, but is the caller's child: after
 * SCTRACE_REPLACED its end is known by wait(2) only. status: as wait(2) gives it.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_ended(struct sctrace *t, pid_t pid, int status);
/**
 * Targets and their descendants that have not ended, as far as events were
 * delivered. Of all tasks or cgroups: those that made a call. NULL: 0.
 * @since 0.1 @callback
 */
SCTRACE_API unsigned sctrace_tasks(struct sctrace *t);
/**
 * Events lost so far, delivered as SCTRACE_LOST or not. NULL: 0. The beginning of
 * a call and its end are one event each, as they are delivered: lost events and
 * delivered ones, SCTRACE_ABANDONED aside, add up to all that there were.
 * sctrace_health.lost_calls is how many calls are concerned.
 * @since 0.1 @callback
 */
SCTRACE_API uint64_t sctrace_lost(const struct sctrace *t);
/**
 * One line about the last failure of a function of this handle, "" before the
 * first, and for NULL. The handle's: valid until its next failure, or its end.
 * @since 0.1 @callback
 */
SCTRACE_API const char *sctrace_error(const struct sctrace *t);
/**
 * Frees the handle, stopped or not, and all that is the library's. 0, or -EBUSY.
 * NULL: does nothing.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_close(struct sctrace *t);

/** @} */

/**
 * @defgroup libsctrace_control Changes while a handle is at work
 *
 * Each is an event, in its place: before it, events are by what was before, or,
 * from the call of the function on, by the change; after it, by the change only.
 * (They wait until no program in the kernel is by what was before: 5 to 30 ms.)
 * None is lost, none comes twice: a call whose SCTRACE_ENTER was delivered has
 * its end delivered too, and one that began unseen and ends later comes with
 * SCTRACE_BEGIN_UNSEEN. -ESHUTDOWN: the handle was stopped; -EINVAL: it reads a
 * capture file.
 * @{
 */

/**
 * Not traced any more: the task, or with SCTRACE_THREADS all threads of the
 * process; what they made stays. SCTRACE_LEFT comes of each. -ESRCH: it is not
 * traced; -EINVAL with all_tasks, too; -ENOTSUP: the kernel has no task iterator.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_untarget(struct sctrace *t, pid_t tid, unsigned flags);
/**
 * Other calls, in the words of sctrace_opts.trace; NULL: all. SCTRACE_SELECTED
 * comes. -EINVAL: no such call, nothing is changed.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_select(struct sctrace *t, const char *trace);
/**
 * No calls and signals, from SCTRACE_PAUSED on; tasks are followed as before,
 * and calls that began before it end as usual.
 * -EALREADY; -EINVAL before sctrace_start().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_pause(struct sctrace *t);
/**
 * Calls and signals again, from SCTRACE_RESUMED on. Errors as of sctrace_pause().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_resume(struct sctrace *t);
/**
 * A sctrace_poll() that waits, or the next one, returns what it has delivered, or
 * 0, without waiting; sctrace_fd() is readable. It may take 5 ms. NULL: does
 * nothing.
 * @since 0.2 @signal
 */
SCTRACE_API void sctrace_wake(struct sctrace *t);

/** @} */

/**
 * @defgroup libsctrace_health Health: does a handle keep up, what does it miss, what does it cost
 * @{
 */

/** Numbers are of the time since the handle was opened, or where "now" is written, of the moment. @since 0.2 */
struct sctrace_health {
	size_t sz;		 /**< set by the caller: sizeof(struct sctrace_health). Then: as much as is filled in */
	uint64_t records;	 /**< taken from the rings, or a capture file; of statistics: rows, from the kernel */
	uint64_t bytes;		 /**< of the records, or rows */
	uint64_t lost;		 /**< events that are missing: sctrace_lost(), sctrace_stats_missed() */
	uint64_t lost_ring_full; /**< live, of lost: there was no room in the ring */
	uint64_t lost_skipped;	 /**< live, of lost: the kernel skipped a program that its CPU was running already */
	uint64_t lost_no_memory; /**< live, of lost: no memory for what is kept of a task */
	uint32_t rings;		 /**< one for each CPU; 0: a capture file, or statistics */
	uint32_t tasks;		 /**< now: sctrace_tasks(); of statistics: when they were last read */
	uint64_t ring_bytes;	 /**< size of each ring */
	uint64_t ring_fill;	 /**< now: bytes of the fullest ring that are not read */
	uint64_t ring_peak;	 /**< bytes: the most of it that a poll has found, or this function */
	uint64_t lag;		 /**< now: age of the oldest record that is not read, ns; 0: there is none */
	uint32_t targets;	 /**< now: of the tasks, those that were asked for; of statistics: 0 */
	uint32_t fds;		 /**< now: descriptors; those of files that stacks are shown by do not count */
	uint64_t memory;	 /**< now: the kernel's, of maps and rings, bytes; 0: not known, there is no /proc */
	uint64_t cpu_ns;	 /**< CPU time within sctrace_poll(), with its callbacks, or sctrace_stats_read() */
	uint64_t runs;		 /**< of the attached programs, on all CPUs: if sysctl kernel.bpf_stats_enabled is 1 */
	uint64_t run_ns;	 /**< how long they took. 0: not counted, or not told without CAP_SYS_ADMIN */
	uint32_t handles;	 /**< now: that have these programs, this one included; 0: stopped, or a capture file */
	uint32_t
		record_errno; /**< why the file of sctrace_opts.record ends before the trace does; 0: it does not; since 0.2 */
	/**
	 * Live, of a handle that does not share: calls of which an event is missing,
	 * SCTRACE_ENTER, SCTRACE_EXIT or both, each of which is one of lost. Since 0.2.
	 */
	uint64_t lost_calls;
};

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* as stat(2), the function has the name of its struct */
#endif
/**
 * At any time, stopped or not. 0, or -EINVAL: h->sz is not set.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_health(struct sctrace *t, struct sctrace_health *h);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/** @} */

/**
 * @defgroup libsctrace_values Values: what a call was given and gave
 * @{
 */

/** Kinds of values. A newer library may have more: skip what you don't know. @since 0.1 */
enum sctrace_kind {
	SCTRACE_KIND_INT = 1, /**< number, as int64_t */
	SCTRACE_KIND_UINT,    /**< number */
	SCTRACE_KIND_ADDRESS, /**< number; unread: its memory was wanted, and could not be read */
	SCTRACE_KIND_FLAGS,   /**< number; names of its bits, as far as they have one */
	SCTRACE_KIND_SYMBOL,  /**< number; symbol: its name, or NULL */
	SCTRACE_KIND_STRING,  /**< bytes, len; total and truncated */
	SCTRACE_KIND_TEXT,    /**< symbol: of what is written in a form of its own, as a hardware address */
	SCTRACE_KIND_MODE,    /**< number: file type and permissions */
	SCTRACE_KIND_FD,      /**< number: a descriptor; path */
	SCTRACE_KIND_PID,     /**< number: a process, a thread or a group */
	SCTRACE_KIND_DEVICE,  /**< number: major; minor */
	SCTRACE_KIND_STATUS,  /**< number: as wait(2) gives it */
	SCTRACE_KIND_STRUCT,  /**< a group: its values follow, one level deeper, up to its SCTRACE_KIND_END */
	SCTRACE_KIND_ARRAY,   /**< a group: elements */
	SCTRACE_KIND_SET,     /**< a group: members of a set */
	SCTRACE_KIND_NOTSET,  /**< a group: all but these */
	SCTRACE_KIND_CALL,    /**< a group; symbol: as in htons(80) */
	SCTRACE_KIND_BITS,    /**< a group: parts of one number */
	SCTRACE_KIND_EITHER,  /**< a group: names of one value */
	SCTRACE_KIND_END,     /**< of a group */
	SCTRACE_KIND_MORE     /**< what follows in this group was not captured */
};

/**
 * Valid during the callback, or of sctrace_arg() until the next call with this
 * handle and no longer than its event; so is all that it points to. Read no
 * member beyond sz. @since 0.1
 */
struct sctrace_value {
	size_t sz;		  /**< of the struct, bytes */
	enum sctrace_kind kind;	  /**< which of the members below have a meaning */
	const char *argument;	  /**< of the call, by the name that the kernel gives it */
	const char *name;	  /**< of an argument or a struct's field; NULL in a list */
	unsigned arg;		  /**< the argument's place, from 0 */
	unsigned depth;		  /**< 0: an argument itself */
	unsigned base;		  /**< in which C would write the number: 10, 16 or 8 */
	bool after;		  /**< replaces the value before it: what it is after the call */
	bool unread;		  /**< only the address is known */
	bool truncated;		  /**< bytes: more were there */
	bool abstract;		  /**< bytes: a socket's name in no file system */
	uint64_t number;	  /**< by kind */
	uint64_t minor;		  /**< SCTRACE_KIND_DEVICE */
	const char *symbol;	  /**< by kind */
	const char *const *names; /**< SCTRACE_KIND_FLAGS: of its bits */
	size_t nnames;		  /**< how many they are */
	const void *bytes;	  /**< of the traced process: any, not ended by a NUL */
	size_t len;		  /**< of bytes */
	uint64_t total;		  /**< bytes that there were, as far as the call says */
	/**
	 * Of a descriptor, and of AT_FDCWD, with sctrace_opts.fds: what it refers to,
	 * as /proc/PID/fd has it (a path, "pipe:[1]", "anon_inode:[eventfd]"). NULL: not known.
	 */
	const void *path;
	size_t path_len;   /**< of path, bytes */
	bool path_deleted; /**< it is in no directory any more */
	/**
	 * Read after the call began, because it was not resident then: the process may
	 * have changed it meanwhile. What comes out of the call is never marked. Since 0.2.
	 */
	bool late;
};

/** Given each value. Not 0 stops, and is returned. @since 0.1 */
typedef int sctrace_value_fn(void *ctx, const struct sctrace_value *v);

/**
 * Calls fn for each value of ev's call, in order. Of SCTRACE_ENTER, what comes
 * out of the call is not known yet: take SCTRACE_EXIT. Only within ev's callback.
 * What fn returned, if not 0.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_values(struct sctrace *t, const struct sctrace_event *ev, sctrace_value_fn *fn, void *ctx);
/**
 * The argument of that name; of a group, its head. Only within ev's callback.
 * -ENOENT: ev has none.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_arg(struct sctrace *t, const struct sctrace_event *ev, const char *name,
			    struct sctrace_value *v);
/**
 * The event as strace's line, without newline, pid or time: of SCTRACE_ENTER the
 * call's beginning, of SCTRACE_EXIT all of it. As snprintf(): what it would take,
 * without the NUL; size 0 is allowed. 0: strace has no line for it. Or -errno.
 * Only within ev's callback.
 * @since 0.1 @callback
 */
SCTRACE_API ssize_t sctrace_event_text(struct sctrace *t, const struct sctrace_event *ev, char *buf, size_t size);

/** @} */

/**
 * @defgroup libsctrace_lines Lines as strace prints them
 * @{
 */

/** A sink that prints the events of one session: sctrace_text_new(). @since 0.1 */
struct sctrace_text;

/** What lines begin with. @since 0.1 */
enum sctrace_prefix {
	SCTRACE_PREFIX_NONE,	/**< nothing */
	SCTRACE_PREFIX_PID,	/**< "123 " */
	SCTRACE_PREFIX_BRACKETS /**< "[pid 123] " if there are several tasks */
};

/** sctrace_text_opts.quiet, as strace -e quiet= has them: no "NAME: Process 12 attached". @since 0.1 */
#define SCTRACE_QUIET_ATTACH 0x1
/** sctrace_text_opts.quiet: no "+++ exited with 0 +++"; deaths by a signal are printed. @since 0.1 */
#define SCTRACE_QUIET_EXIT 0x2
/** sctrace_text_opts.quiet: no "[ Process PID=12 runs in 32 bit mode. ]". @since 0.1 */
#define SCTRACE_QUIET_PERSONALITY 0x4
/** sctrace_text_opts.quiet: no "+++ superseded by execve in pid 12 +++". @since 0.1 */
#define SCTRACE_QUIET_THREAD_EXEC 0x8
/** sctrace_text_opts.quiet: none of these. @since 0.1 */
#define SCTRACE_QUIET_ALL 0xf

/** Digits of a time. @since 0.1 */
enum sctrace_precision {
	SCTRACE_PRECISION_DEFAULT, /**< timestamps: as many as timestamps says; others: microseconds */
	SCTRACE_PRECISION_S,	   /**< seconds */
	SCTRACE_PRECISION_MS,	   /**< milliseconds */
	SCTRACE_PRECISION_US,	   /**< microseconds */
	SCTRACE_PRECISION_NS	   /**< nanoseconds */
};

/** Named constants, as strace -X has them. @since 0.1 */
enum sctrace_consts {
	SCTRACE_CONSTS_ABBREV, /**< their names */
	SCTRACE_CONSTS_RAW,    /**< numbers */
	SCTRACE_CONSTS_VERBOSE /**< numbers, their names in comments */
};

/** How lines look, for sctrace_text_new(). @since 0.1 */
struct sctrace_text_opts {
	size_t sz;		    /**< of the struct, bytes */
	enum sctrace_prefix prefix; /**< what they begin with */
	unsigned timestamps;	    /**< 1: -t, 2: -tt, 3: -ttt */
	bool relative;		    /**< -r */
	bool durations;		    /**< -T */
	unsigned hex;		    /**< 1: -x, 2: -xx, 3: --strings-in-hex=non-ascii-chars */
	unsigned column;	    /**< of the return value, up to 16777216 (0.1: 65536); 0: 40 */
	const char *name;	    /**< "NAME: Process 12 attached" goes here; NULL: nowhere */
	/** Gets whole lines, or an open one when sctrace_text_flush() is told to. 0 or -errno. */
	int (*write)(void *ctx, const char *p, size_t n);
	void *ctx; /**< given to write */
	/**
	 * As strace -e status= names them; NULL: all. By status, a call's line is
	 * written when it has ended. Calls in progress at the end:
	 * sctrace_text_detach() has no line for them then.
	 */
	const char *status;
	const char *signals;	    /**< as strace -e signal= names them; NULL: all */
	uint32_t tid;		    /**< these are the lines of this task only (strace -ff); 0: of all */
	char *why;		    /**< of -EINVAL: one line for people; may be NULL */
	size_t why_size;	    /**< of why, bytes */
	unsigned quiet;		    /**< SCTRACE_QUIET_* */
	enum sctrace_consts consts; /**< -X */
	bool syscall_number;	    /**< -n */
	bool column_zero;	    /**< column is really 0 */
	const char *raw;	    /**< calls, as strace -e trace= names them: arguments as registers */
	const char *verbose;	    /**< likewise: pointers are followed; NULL: of all calls */
	/** Of timestamps. */
	enum sctrace_precision timestamp_precision;
	enum sctrace_precision relative_precision; /**< of relative */
	enum sctrace_precision duration_precision; /**< of durations */
	bool arg_names;				   /**< -N */
	/** Descriptors, "3,5", "!3", "all": what calls read from them is dumped (strace -e read=). */
	const char *read_fds;
	const char *write_fds;	  /**< likewise: what calls wrote to them (strace -e write=) */
	bool instruction_pointer; /**< -i: needs sctrace_opts.ips; since 0.2 */
	bool mark_late;		  /**< a comment after what sctrace_value.late marks; since 0.2 */
};

/**
 * A sink for the events of t. The caller's, until sctrace_text_free(). *out is
 * set on success only. -EINVAL, with opts->why; -E2BIG: options that this
 * library does not know.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_text_new(struct sctrace_text **out, struct sctrace *t, const struct sctrace_text_opts *opts);
/**
 * Give it every event, in order; with tid in the options, every event of that
 * task. Also after an error of another sink, or one that another sink returned:
 * the memory that this one looks at goes with the end of each call. After
 * sctrace_close() nothing but sctrace_text_free() is allowed. 0, or what write
 * returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_text_event(struct sctrace_text *x, const struct sctrace_event *ev);
/**
 * Writes what is ready. now: also the beginning of a call that has not ended. 0,
 * or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_text_flush(struct sctrace_text *x, bool now);
/**
 * The task whose line is open: written up to what its call has brought so far. 0: none is.
 * @since 0.1 @callback
 */
SCTRACE_API uint32_t sctrace_text_open(const struct sctrace_text *x);
/**
 * Closes an open line and ends each call in progress with " <detached ...>". 0,
 * or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_text_detach(struct sctrace_text *x);
/**
 * Frees the sink. NULL: does nothing.
 * @since 0.1 @callback
 */
SCTRACE_API void sctrace_text_free(struct sctrace_text *x);

/** @} */

/**
 * @defgroup libsctrace_stacks Stacks
 * @{
 */

/** One function of a stack, the innermost one first. Strings are the library's, valid during the event's callback. @since 0.1 */
struct sctrace_frame {
	size_t sz;	     /**< of the struct, bytes */
	uint64_t ip;	     /**< address where the call, or the next frame's function, returns to */
	const char *file;    /**< what is mapped there: a path, or "[vdso]"; NULL: not known */
	uint64_t file_off;   /**< of ip in that file, bytes */
	const char *symbol;  /**< the function, demangled; NULL: none is known */
	uint64_t symbol_off; /**< of ip in the function, bytes */
	const char *source;  /**< with stack_lines: where the function was compiled from; NULL: not known */
	unsigned line;	     /**< in source, from 1; 0: not known */
};

/** Given each frame. Not 0 stops, and is what sctrace_frames() returns. @since 0.1 */
typedef int sctrace_frame_fn(void *ctx, const struct sctrace_frame *frame);

/**
 * The stack of the event's call, as it was when the call began. 0, also if there
 * is none; what fn returned. Within the event's callback only.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_frames(struct sctrace *t, const struct sctrace_event *ev, sctrace_frame_fn *fn, void *ctx);

/** @} */

/**
 * @defgroup libsctrace_json Events as NDJSON: one object a line
 *
 * A call is one object, written when it has ended. docs/json.md has what is in
 * it, docs/event.schema.json in a validator's terms.
 * @{
 */

/** A sink that writes the events of one session: sctrace_json_new(). @since 0.1 */
struct sctrace_json;

/** For sctrace_json_new(). @since 0.1 */
struct sctrace_json_opts {
	size_t sz; /**< of the struct, bytes */
	/** Gets whole lines. 0 or -errno. */
	int (*write)(void *ctx, const char *p, size_t n);
	void *ctx;	     /**< given to write */
	const char *status;  /**< as in struct sctrace_text_opts */
	const char *signals; /**< as in struct sctrace_text_opts */
	char *why;	     /**< of -EINVAL: one line for people; may be NULL */
	size_t why_size;     /**< of why, bytes */
	unsigned quiet;	     /**< SCTRACE_QUIET_EXIT: no objects of exits; other bits do nothing; since 0.2 */
};

/**
 * A sink for the events of t. The caller's, until sctrace_json_free(). Errors as
 * of sctrace_text_new().
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_json_new(struct sctrace_json **out, struct sctrace *t, const struct sctrace_json_opts *opts);
/**
 * Give it every event, in order, as sctrace_text_event(). 0, or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_json_event(struct sctrace_json *x, const struct sctrace_event *ev);
/**
 * Writes what is ready. 0, or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_json_flush(struct sctrace_json *x);
/**
 * Writes the calls in progress, with "status":"detached". 0, or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_json_detach(struct sctrace_json *x);
/**
 * Frees the sink. NULL: does nothing.
 * @since 0.1 @callback
 */
SCTRACE_API void sctrace_json_free(struct sctrace_json *x);

/** @} */

/**
 * @defgroup libsctrace_tables Summaries: tables of calls, errors and times
 * @{
 */

/** Which table. @since 0.1 */
enum sctrace_table {
	SCTRACE_TABLE_PERF,   /**< perf trace's, one for each thread */
	SCTRACE_TABLE_STRACE, /**< strace -c's */
	SCTRACE_TABLE_BY      /**< a row for each combination of keys */
};

/** How a summary is printed. @since 0.1 */
struct sctrace_table_opts {
	size_t sz;		  /**< of the struct, bytes */
	enum sctrace_table table; /**< which one */
	bool json;		  /**< the same as one line of JSON, times in ns */
	bool errnos;		  /**< a line for each error number */
	bool percentiles;	  /**< columns of them; needs sctrace_stats_opts.hist */
	bool hist;		  /**< the distribution of durations; needs sctrace_stats_opts.hist */
	unsigned max;		  /**< rows of a table; 0: all */
	double seconds;		  /**< > 0: adds rates, of so much time */
	const char *columns;	  /**< of strace's table, as strace -U has them; NULL: strace's own choice */
	const char *sort;	  /**< as strace -S has it */
	uint64_t overhead;	  /**< of strace's table: ns that are taken off each call, as by strace -O */
	bool cpu_time;		  /**< for sctrace_table_check(): what is to be printed is CPU time */
};

/** Gets a part of what is printed. Not 0, a -errno, stops and is returned. @since 0.1 */
typedef int sctrace_write_fn(void *ctx, const char *p, size_t n);

/** A sink that counts the events of one session, as a capture file can do: sctrace_event_stats_new(). @since 0.1 */
struct sctrace_event_stats;

/**
 * A sink for the events of t. The caller's, until sctrace_event_stats_free().
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_event_stats_new(struct sctrace_event_stats **out, struct sctrace *t);
/**
 * Before the first event of t: rows are by these keys, as the command's --by
 * has them: "func,comm,arg2" (NULL: none); with hist they have distributions of
 * durations. 0, or -EINVAL with the reason in why, which may be NULL.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_stats_by(struct sctrace_event_stats *s, struct sctrace *t, const char *by, bool hist,
				       char *why, size_t why_size);
/**
 * Calls that are counted as "other": 100000 rows are told apart, of more the least
 * used are not. As of the last table. NULL: 0.
 * @since 0.2 @callback
 */
SCTRACE_API uint64_t sctrace_event_stats_other(const struct sctrace_event_stats *s);
/**
 * Give it every event, in order.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_event_stats_add(struct sctrace_event_stats *s, const struct sctrace_event *ev);
/**
 * The tables as text through write. opts NULL: perf trace's. 0, or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_event_stats_print(struct sctrace_event_stats *s, const struct sctrace_table_opts *opts,
					  sctrace_write_fn *write, void *ctx);
/**
 * Frees the sink. NULL: does nothing.
 * @since 0.1 @callback
 */
SCTRACE_API void sctrace_event_stats_free(struct sctrace_event_stats *s);

/**
 * -EINVAL if columns or sort has a word that means nothing, with the valid ones
 * in why. With cpu_time: 1 if they are of time passed alone (wall-total), so
 * that this is to be measured; 2 if they are of both (wall_too).
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_table_check(const struct sctrace_table_opts *opts, char *why, size_t why_size);

/** @} */

/**
 * @defgroup libsctrace_stats Statistics that the kernel counts
 *
 * It adds each call to a row, no event is sent, so that the numbers are exact at
 * any rate.
 *
 *	sctrace_stats_open()	load the programs
 *	sctrace_stats_target()	choose which tasks, unless it is all of them
 *	sctrace_stats_start()
 *	sctrace_stats_read()	take what was counted since; when sctrace_stats_fd() is
 *				readable, and when the numbers are wanted
 *	sctrace_stats_each(), sctrace_stats_print()
 *	sctrace_stats_reset()	count from 0 again
 *	sctrace_stats_close()
 * @{
 */

/** A counting session: from sctrace_stats_open() to sctrace_stats_close(). @since 0.1 */
struct sctrace_stats;

/** What is told apart, besides the calls. @since 0.1 */
enum sctrace_group {
	SCTRACE_GROUP_THREAD, /**< threads */
	SCTRACE_GROUP_TOTAL,  /**< nothing */
	SCTRACE_GROUP_CGROUP  /**< cgroups */
};

/** What is to be counted, for sctrace_stats_open(). 0 or NULL: not asked for. @since 0.1 */
struct sctrace_stats_opts {
	size_t sz;		  /**< of the struct, bytes */
	const char *trace;	  /**< calls as strace -e trace= names them; NULL: all */
	enum sctrace_group group; /**< what is told apart, besides the calls */
	/**
	 * Instead: keys, "syscall,pid,tid,comm,cgroup,uid,errno,file,peer,host"
	 * or some of these. file: path argument or descriptor's path; peer: other
	 * end of a socket, or the address that the call was given; host: likewise,
	 * without the port. "?file": left out where the kernel cannot say it.
	 */
	const char *by;
	bool all_tasks; /**< as in struct sctrace_opts */
	bool errnos;	/**< count each error number */
	bool hist;	/**< histograms of durations */
	bool cpu_time;	/**< time on a CPU, not time passed */
	/**
	 * Least used rows beyond it become "other". The kernel keeps as many, from 1024
	 * to 1048576, between two calls of sctrace_stats_read(); sctrace_stats_fd() is
	 * readable when half of them are used. 0: 100000, before Linux 6.1 in the kernel
	 * 16384 or, with hist, 4096. A row takes up to 0.9 KB, with hist 5.5 KB, with file,
	 * peer or host 0.7 KB more; two thirds of it are the kernel's, from Linux 6.1 on
	 * for each row that there is, before that for all of them from the start. -ENOMEM:
	 * all together could take more than half of the memory that is available; with 0
	 * there are fewer then. sctrace_health.memory is what the kernel has taken.
	 */
	uint32_t max_rows;
	const char *btf;      /**< file with the kernel's types, where the kernel has none */
	const char *without;  /**< features not to use: see sctrace_features() */
	char *why;	      /**< as in struct sctrace_opts */
	size_t why_size;      /**< of why, bytes */
	bool own_only;	      /**< as in struct sctrace_opts, also by itself; not with all_tasks */
	bool cgroups;	      /**< as in struct sctrace_opts: sctrace_stats_target_cgroup() chooses; since 0.2 */
	const uint32_t *uids; /**< as in struct sctrace_opts; since 0.2 */
	size_t nuids;	      /**< as in struct sctrace_opts; since 0.2 */
	const char *comm;     /**< as in struct sctrace_opts; since 0.2 */
	const pid_t *skip;    /**< as in struct sctrace_opts; since 0.2 */
	size_t nskip;	      /**< as in struct sctrace_opts; since 0.2 */
	bool deltas;	      /**< for sctrace_stats_delta(): what was counted is kept twice. @since 0.2 */
	bool unnamed;	      /**< as in struct sctrace_opts; since 0.2 */
	bool only_successful; /**< calls that failed are not counted; since 0.2 */
	bool only_failed;     /**< calls that succeeded are not counted; since 0.2 */
	/** With cpu_time and SCTRACE_GROUP_TOTAL, for wall-* columns of strace's table: time passed, too. Since 0.2. */
	bool wall_too;
	/**
	 * As of struct sctrace_opts. Each that shares has targets and calls of its own,
	 * and the keys of the one that was opened first or some of them (threads:
	 * "tid,pid,syscall"; with hist or without); all else is the same: no cgroups,
	 * own_only, errnos, wall_too. Nothing is lost or counted for another one,
	 * whatever is changed while at work, and by whom. What the kernel had no room to
	 * tell apart, all of them have as "other". Since 0.2.
	 */
	bool sharable;
	struct sctrace_stats *share; /**< one that is open; since 0.2 */
	bool share_only;	     /**< as of struct sctrace_opts; since 0.2 */
	/**
	 * The call that a target is in when sctrace_stats_start() finds it counts when it
	 * ends, with the time since then (of CPU time: none), as with strace -c -p. Rows
	 * say how many of their calls are such: sctrace_stat.begun. Not with all_tasks or
	 * handles that share. Since 0.2.
	 */
	bool begun;
	/**
	 * Called by sctrace_stats_read() and sctrace_stats_stop() for each task that one
	 * with SCTRACE_FOLLOW has made, in that order; sctrace_stats_fd() is readable then,
	 * too. missed: as many before it are not told of, as there was no room (tid is 0).
	 * Not with all_tasks or handles that share. NULL: none. Since 0.2.
	 */
	void (*attached)(void *attached_ctx, pid_t tid, uint64_t missed);
	void *attached_ctx; /**< for attached; since 0.2 */
	bool any_owner;	    /**< as in struct sctrace_opts; since 0.2 */
	/**
	 * As in struct sctrace_opts: each hit counts in a row, beside the calls. Those of
	 * ufunc= and kfunc= count when the function returns, with its duration; others
	 * have none. by: "func" is the same as "syscall"; with trace "none" also arg1 to
	 * arg6 and ret, three of them at most, of probes whose prototype says that they
	 * are numbers. -EOPNOTSUPP, with a text, for what the kernel's rows cannot be
	 * told apart by: struct sctrace_event_stats can. Not file, peer, host or
	 * handles that share. What could not be counted is in sctrace_stats_missed().
	 * Since 0.2.
	 */
	const char *const *probes;
	unsigned nprobes;	/**< how many they are; since 0.2 */
	pid_t probe_pid;	/**< as in struct sctrace_opts; since 0.2 */
	const char *probe_file; /**< as in struct sctrace_opts; since 0.2 */
	const char *probe_rows; /**< as in struct sctrace_opts; since 0.2 */
	bool go_returns;	/**< as in struct sctrace_opts; since 0.2 */
};

/**
 * Loads the programs. The handle is the caller's until sctrace_stats_close().
 * Errors as of sctrace_open().
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_stats_open(struct sctrace_stats **out, const struct sctrace_stats_opts *opts);
/**
 * Flags and errors as of sctrace_target(). -EINVAL with all_tasks, too.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_target(struct sctrace_stats *s, pid_t tid, unsigned flags);
/**
 * As sctrace_target_cgroup().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_target_cgroup(struct sctrace_stats *s, const char *path);
/**
 * As sctrace_untarget(), for after the start: -EINVAL before it, and with
 * all_tasks. When it returns, no call of the task counts that ends later; what
 * was counted stays.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_untarget(struct sctrace_stats *s, pid_t tid, unsigned flags);
/**
 * As sctrace_select(). A call counts if it was wanted when it began; what was
 * counted stays. When it returns, no call begins by what was before.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_select(struct sctrace_stats *s, const char *trace);
/**
 * As sctrace_pause(); calls that began before count.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_pause(struct sctrace_stats *s);
/**
 * As sctrace_resume().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_resume(struct sctrace_stats *s);
/**
 * Attaches: from here on calls count. Once: errors as of sctrace_start().
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_start(struct sctrace_stats *s);
/**
 * Readable when the kernel's room for rows is half used, or there is something
 * for sctrace_stats_opts.attached: then sctrace_stats_read(). Stays the library's.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_stats_fd(struct sctrace_stats *s);
/**
 * Takes what was counted since the last time, and who is in which call. Before,
 * it interrupts each CPU once and waits for the programs that are at the rows:
 * microseconds. Where a CPU does not answer it waits for a grace period of the
 * kernel, 5 to 30 ms, without using the CPU. 0 or -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_read(struct sctrace_stats *s);
/**
 * Detaches and reads the rest. For good; the second time it does nothing. 0 or -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_stop(struct sctrace_stats *s);
/**
 * Targets and descendants that have not ended; -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_tasks(struct sctrace_stats *s);
/**
 * Calls that are counted as "other" for want of room, since the start or the last reset. NULL: 0.
 * @since 0.1 @callback
 */
SCTRACE_API uint64_t sctrace_stats_other(const struct sctrace_stats *s);
/**
 * Events that were not counted at all. NULL: 0.
 * @since 0.1 @callback
 */
SCTRACE_API uint64_t sctrace_stats_missed(const struct sctrace_stats *s);

/**
 * A row. Valid during the callback. Text is NULL and numbers are 0 where a row
 * does not tell them apart. @since 0.1
 */
struct sctrace_stat {
	size_t sz;		 /**< of the struct, bytes */
	bool other;		 /**< what there was no room to tell apart */
	const char *name;	 /**< of the call; NULL: not told apart */
	uint32_t nr;		 /**< the call's number in its interface */
	uint32_t abi;		 /**< enum sctrace_abi */
	uint32_t tid;		 /**< thread */
	uint32_t pid;		 /**< process */
	uint32_t uid;		 /**< real user */
	uint32_t error;		 /**< calls that failed with it; with group they are in the row of all too */
	const char *comm;	 /**< name of the task */
	const char *cgroup;	 /**< path from the root of the cgroups */
	const char *file;	 /**< path */
	const char *peer;	 /**< other end of a socket, with the port */
	uint64_t calls;		 /**< that returned */
	uint64_t errors;	 /**< of these, those that failed */
	uint64_t total;		 /**< duration of these calls together, ns */
	uint64_t min;		 /**< the shortest, ns */
	uint64_t max;		 /**< the longest, ns */
	double avg;		 /**< ns */
	double std_error;	 /**< of the mean, in per cent of it */
	uint64_t never_returned; /**< calls whose thread ended */
	uint32_t in_progress;	 /**< calls that have not returned */
	uint64_t oldest;	 /**< age of the oldest call in progress, ns; UINT64_MAX: not known */
	bool oldest_before;	 /**< it began before the start: it is at least that old */
	const uint64_t *hist;	 /**< calls by duration; NULL: none. sctrace_stats_bucket() */
	size_t nhist;		 /**< buckets of hist */
	/**
	 * With keys or cgroups, what is known of unfinished calls is in rows of
	 * their own, after the others: name and comm, in_progress, the oldest's age
	 * and tid. The numbers of calls that returned are 0 there, and in_progress is
	 * 0 in the other rows.
	 */
	bool waiting;
	const char *host; /**< peer without its port */
	bool probe;	  /**< it is of a probe: name is the probe's, nr its place among the session's; since 0.2 */
	/** Of a probe, by arguments: arg1 to arg6 as lines have them, then ret. Since 0.2. */
	const char *args[7];
	uint64_t begun; /**< of calls: those that had begun before the start; their times are from then on. Since 0.2 */
};

/** Given each row. Not 0 stops. @since 0.1 */
typedef int sctrace_stat_fn(void *ctx, const struct sctrace_stat *row);

/**
 * Calls fn for each row of what was read. What fn returned, if not 0.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_each(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx);
/**
 * Calls fn for each row that has counted anything since the last time that this
 * was called, or since the start, as far as it was read: calls, errors, times
 * and the histogram are those of this time alone; in_progress is 0. If fn
 * returns something else than 0, that is returned, and all rows come again.
 * -EINVAL: opened without deltas.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_delta(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx);
/**
 * Calls fn for the calls that are in progress now, a row for each combination of
 * the session's keys (without keys: its threads, cgroups, or all), the one with
 * the oldest call first. in_progress is how many they are, oldest and oldest_before
 * the age of the oldest one; tid, pid and comm are that one's, all else as in other
 * rows, but that there is no errno. file is the path that the call was given, or
 * what its descriptor refers to, if the thread sleeps in it; peer and host likewise,
 * where pidfd_getfd(2) is allowed (Linux 5.6). cgroup takes the task iterator. What
 * fn returned, if not 0; before the start and after the end there are none.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_waits(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx);
/**
 * The duration that q (0 to 1) of a row's calls did not exceed, ns: within its
 * bucket, which is a quarter of an octave, by interpolation. 0: no calls, no
 * histogram (sctrace_stats_opts.hist), or q is none.
 * @since 0.2 @anyone
 */
SCTRACE_API uint64_t sctrace_stat_percentile(const struct sctrace_stat *row, double q);
/**
 * The shortest duration in a bucket, ns.
 * @since 0.1 @anyone
 */
SCTRACE_API uint64_t sctrace_stats_bucket(size_t bucket);
/**
 * The tables as text through write. opts NULL: perf trace's. 0, or what write returned.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_print(struct sctrace_stats *s, const struct sctrace_table_opts *opts,
				    sctrace_write_fn *write, void *ctx);
/**
 * Forgets what was read. What was counted since comes with the next read. 0 or -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_reset(struct sctrace_stats *s);
/**
 * As sctrace_health().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_health(struct sctrace_stats *s, struct sctrace_health *h);
/**
 * As sctrace_error().
 * @since 0.1 @callback
 */
SCTRACE_API const char *sctrace_stats_error(const struct sctrace_stats *s);
/**
 * As sctrace_close().
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_close(struct sctrace_stats *s);

/** @} */

/**
 * @defgroup libsctrace_words What people type
 * @{
 */

/** A USDT probe of a file. Strings are valid until the callback returns. @since 0.2 */
struct sctrace_usdt {
	size_t sz;	       /**< of the struct, bytes */
	const char *file;      /**< where it is */
	const char *provider;  /**< whose it is, in the author's words */
	const char *name;      /**< likewise */
	const char *prototype; /**< sizes of the first six arguments: "(arg1:i32, arg2:hex)" */
	unsigned nargs;	       /**< how many arguments it has */
	unsigned places;       /**< in the code */
};

/** Not 0 ends the list, and is what sctrace_usdts() returns. @since 0.2 */
typedef int sctrace_usdt_fn(void *ctx, const struct sctrace_usdt *u);
/**
 * Calls fn for each USDT probe of a file or, if it is NULL, of all files that
 * process pid has mapped. A file is what pid, if it is not 0, calls so. Needs no
 * privileges but those to read them. 0 or -errno, and why, which may be NULL, is
 * one line.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_usdts(pid_t pid, const char *file, sctrace_usdt_fn *fn, void *ctx, char *why, size_t why_size);
/**
 * Is it the specification of a probe, as in sctrace_opts.probes, which names no
 * struct of sctrace_opts.probe_rows? 0, or -EINVAL with one line in why, which may be NULL.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_probe_check(const char *probe, char *why, size_t why_size);
/**
 * -EINVAL if trace, as in struct sctrace_opts, has a word that means nothing; why, which may be NULL, is one line.
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_trace_check(const char *trace, char *why, size_t why_size);
/**
 * " (did you mean 'NAME'?)" with the nearest of names, which are separated by
 * blanks, or "" if none is near. As snprintf(): returns its length. NULL: -EINVAL.
 * @since 0.1 @anyone
 */
SCTRACE_API ssize_t sctrace_nearest(const char *word, const char *names, char *buf, size_t size);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
