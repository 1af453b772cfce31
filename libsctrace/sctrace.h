/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/**
 * @file
 * libsctrace: system calls of running programs, through BPF ring buffers.
 *
 *	sctrace_open()		load the programs (or open a capture file)
 *	sctrace_target()	choose what to trace
 *	sctrace_start()		from here on events are kept
 *	sctrace_poll()		deliver them, in order, to the callback;
 *				or sctrace_next(), which returns them one by one
 *	sctrace_stop()		no more events; deliver what is left
 *	sctrace_close()
 *
 * libsctrace(3) describes the life of a session, what it costs, and has a program.
 *
 * Errors. A function returns 0 or a count, or -errno. sctrace_error() returns one
 * line of text about a handle's last failure. Every function may return -EINVAL
 * (the handle is NULL, or an argument is invalid), -ENOMEM, and -EBUSY (called
 * from a callback that may not call it, see below). The library prints nothing,
 * sets no signal handler and never touches the traced process.
 *
 * Ownership. A handle belongs to the caller, until its close or free function.
 * Option structs, and what they point to, are copied or no longer needed when the
 * function returns; only callback functions and their ctx stay in use. What the
 * library returns belongs to the library: strings that are called static are valid
 * forever, everything else as long as the comment of the function says.
 *
 * Callbacks run inside the function that they were passed to or, for events,
 * inside sctrace_poll() and sctrace_stop(). Their arguments are valid until they
 * return; a program copies what it keeps. A callback may call any function of
 * another handle, but of its own handle only those that are marked @callback; all
 * others return -EBUSY and do nothing. The write callback of a sink may not call
 * functions of that sink.
 *
 * Threads. A handle may be used by one thread at a time, not always the same
 * one; different handles are independent. A handle with sctrace_opts.record has
 * a thread of the library's own, which compresses and writes the file; it has all
 * signals blocked and calls no callback. sctrace_open() loads programs in threads
 * that have all signals blocked and have ended when it returns. The library does
 * not replace the process-wide print callback of libbpf. The comment of each
 * function ends with the version that introduced it, and with who may call it:
 *
 *	@handle		one thread at a time for each handle, not from its callbacks
 *	@callback	one thread at a time for each handle, or its callbacks
 *	@anyone		any thread, at any time
 *	@signal		any thread, and signal handlers, while the handle is open
 *
 * Fork. A child process has copies of the handles, and shares their rings. It may
 * only close them: every other function returns -EPERM, or 0 if it returns a
 * number. A child that does not call execve should close them, because the
 * programs stay attached until the last copy is closed. A child may open its own
 * handles.
 *
 * Signals. None is sent, blocked or handled. A signal handler that runs while
 * sctrace_poll() waits ends the wait; no function returns -EINTR. A signal handler,
 * or another thread, may call sctrace_wake() only.
 *
 * Versions. A newer library may deliver events of types that are not listed here:
 * ignore those. Structs that it delivers may be longer than here, and those of an
 * older library shorter: SCTRACE_HAS() tests for a member. Members are only added,
 * at the end, and keep their meaning; a member that is newer than its struct has
 * its version in the comment.
 *
 * Option structs begin with their size: set it with SCTRACE_INIT() or
 * `.sz = sizeof(opts)`, and leave unknown members 0. A library that is older than
 * the program returns -E2BIG if an option that it does not know is not 0.
 *
 * Units. Times are in nanoseconds; points in time are CLOCK_MONOTONIC of the first
 * time namespace. Sizes are in bytes. Ids of processes and threads are those of the
 * caller's pid namespace, user ids those of the first user namespace. Strings end
 * with a NUL; bytes of traced processes come with their length and may have any
 * value.
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

/** Major version of this header; sctrace_version() returns that of the library in use. @since 0.1 */
#define SCTRACE_VERSION_MAJOR 0
/** Minor version of this header. @since 0.1 */
#define SCTRACE_VERSION_MINOR 2
/** Patch level of this header. @since 0.1 */
#define SCTRACE_VERSION_PATCH 0
/** Version of this header as one number: 0.2.0 is 200, 1.2.3 is 10203. @since 0.1 */
#define SCTRACE_VERSION (SCTRACE_VERSION_MAJOR * 10000 + SCTRACE_VERSION_MINOR * 100 + SCTRACE_VERSION_PATCH)

#if !defined(__cplusplus)
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
/**
 * Initializes an option struct: sets its size, and all other members to 0.
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
/**
 * True if the struct that the library delivered has this member; structs of an older library end earlier.
 * @since 0.1
 */
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

/** Marks the functions that the library exports. @since 0.1 */
#define SCTRACE_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the version of the library in use, such as "0.2.0". The string is static.
 * @since 0.1 @anyone
 */
SCTRACE_API const char *sctrace_version(void);

/** @} */

/**
 * @defgroup libsctrace_events Events
 * @{
 */

/** A handle of events: from sctrace_open() to sctrace_close(). @since 0.1 */
struct sctrace;

/** Types of events. A newer library may have more: ignore those. @since 0.1 */
enum sctrace_event_type {
	SCTRACE_ENTER = 1, /**< a call began */
	SCTRACE_EXIT,	   /**< a call returned */
	/**
	 * The return of a call was missed and will not be reported: the call is no longer
	 * unfinished. Also reported for the exit(2) of a thread group leader that ends
	 * before other threads; its SCTRACE_TASK_EXIT, with the status of the process,
	 * follows that of the last thread.
	 */
	SCTRACE_ABANDONED,
	SCTRACE_TARGET,	    /**< a target is traced now; comm: its name */
	SCTRACE_ATTACHED,   /**< a traced task, other_tid, created this one, which is traced too */
	SCTRACE_SIGNAL,	    /**< signal was delivered to tid */
	SCTRACE_EXEC,	    /**< the task executes a new program; comm: its new name */
	SCTRACE_SUPERSEDED, /**< thread other_tid called execve and goes on as tid */
	SCTRACE_TASK_EXIT,  /**< the thread ended; code: its status */
	SCTRACE_LOST,	    /**< events were lost at this place of the stream: lost is their number */
	SCTRACE_GONE,	    /**< a target ended before it was traced: no other event of it follows */
	/**
	 * no longer traced: the task executes a program that the user may not trace, or sctrace_untarget() was called
	 */
	SCTRACE_LEFT,
	SCTRACE_SELECTED, /**< calls that begin from here on are selected by the last sctrace_select(); since 0.2 */
	SCTRACE_PAUSED,	  /**< after sctrace_pause(): no calls and signals from here on; since 0.2 */
	SCTRACE_RESUMED,  /**< after sctrace_resume(): calls and signals again from here on; since 0.2 */
	/** a probe (sctrace_opts.probes) was hit, or a function returned whose entry is not probed; since 0.2 */
	SCTRACE_PROBE,
	SCTRACE_FUNC_ENTER, /**< a probed function was entered; its return will be reported; since 0.2 */
	SCTRACE_FUNC_EXIT,  /**< a probed function returned; ret is the register; since 0.2 */
	/** a probed function will not return: longjmp(), an exception, execve() or the end of the thread; since 0.2 */
	SCTRACE_FUNC_GONE,
	/** from here on the thread makes calls of another abi, whether they are reported or not; since 0.2 */
	SCTRACE_MODE,
	SCTRACE_CLOCK /**< the wall clock was set: it jumped by clock_step; since 0.2 */
};

/** System call ABIs. A 32-bit program on a 64-bit kernel uses the 32-bit one. @since 0.1 */
enum sctrace_abi {
	SCTRACE_ABI_X86_64, /**< 64-bit x86 */
	SCTRACE_ABI_I386,   /**< 32-bit x86 */
	SCTRACE_ABI_ARM64,  /**< 64-bit ARM */
	SCTRACE_ABI_ARM,    /**< 32-bit ARM */
	SCTRACE_ABI_RISCV64 /**< 64-bit RISC-V */
};

/**
 * sctrace_event.flags: the beginning of the call was not seen. Either the call began before its task became a target:
 * then enter_ts is the time when the task became one. Or seccomp refused the call, or the record of its beginning was
 * lost: then enter_ts is the time when the call ended.
 * @since 0.1
 */
#define SCTRACE_BEGIN_UNSEEN 0x1
/**
 * sctrace_event.flags of SCTRACE_TASK_EXIT: only the thread group leader has ended, because another thread called
 * execve. That thread continues under the leader's tid. If the thread was traced, it still is, under that tid, and
 * SCTRACE_SUPERSEDED follows.
 * @since 0.2
 */
#define SCTRACE_REPLACED 0x2

/**
 * sctrace_event.flags: the event is before sctrace_opts.from. Pass it to sinks, because they need it for the lines of
 * calls in progress, but discard what they write for it.
 * @since 0.2
 */
#define SCTRACE_EARLY 0x4
/**
 * sctrace_event.flags of SCTRACE_EXIT, and of SCTRACE_TASK_EXIT within a call: the call matches sctrace_opts.until.
 * @since 0.2
 */
#define SCTRACE_UNTIL 0x8

/**
 * An event. The event and everything that it points to are valid during the callback only, or until the next
 * sctrace_next(): copy what you keep. (The library's own sinks read the memory of a call after the callback, until they
 * get the end of the call: SCTRACE_EXIT, SCTRACE_ABANDONED or SCTRACE_TASK_EXIT. So pass a sink all events of a task,
 * or none.)
 * @since 0.1
 */
struct sctrace_event {
	size_t sz;		      /**< size of the struct, bytes: see SCTRACE_HAS() */
	enum sctrace_event_type type; /**< which of the members below are set */
	uint32_t tid;		      /**< thread id; 0: the event is of no task */
	uint32_t tgid;		      /**< id of its process */
	uint64_t ts;		      /**< time of the event, CLOCK_MONOTONIC, ns */
	uint64_t enter_ts;	      /**< when the call began, CLOCK_MONOTONIC, ns; 0: there is no call */
	/** Name of the call, static; NULL: none or unknown. For a probe: its name, valid as long as the handle. */
	const char *name;
	/** number of the call in its abi; for a call that does not exist, the 32 bits that the kernel got */
	uint32_t nr;
	uint32_t abi;	    /**< enum sctrace_abi; a newer library may have more */
	uint64_t args[6];   /**< argument registers when the call began or the probe was hit */
	int64_t ret;	    /**< SCTRACE_EXIT: return value, negative: -errno. SCTRACE_FUNC_EXIT: the register */
	uint32_t signal;    /**< SCTRACE_SIGNAL: number of the signal */
	uint32_t code;	    /**< SCTRACE_TASK_EXIT: status in the form of wait(2) */
	uint32_t other_tid; /**< SCTRACE_SUPERSEDED, SCTRACE_ATTACHED: the other thread */
	/**
	 * Name of the task, or NULL. SCTRACE_TARGET, SCTRACE_EXEC; with SCTRACE_PIDS_KEEP also SCTRACE_SIGNAL and
	 * SCTRACE_TASK_EXIT.
	 */
	const char *comm;
	uint64_t lost;	  /**< SCTRACE_LOST: number of events */
	const void *priv; /**< private to the library */
	uint32_t flags;	  /**< SCTRACE_BEGIN_UNSEEN, SCTRACE_REPLACED, SCTRACE_EARLY, SCTRACE_UNTIL */
	/** SCTRACE_CLOCK: how far the wall clock jumped, ns, negative: back. Noticed up to 0.1 s late. Since 0.2. */
	int64_t clock_step;
};

/**
 * Callback that gets each event, in order. If it returns a value other than 0, sctrace_poll() or sctrace_stop() stops
 * and returns that value; their next call continues with the next event.
 * @since 0.1
 */
typedef int sctrace_event_fn(void *ctx, const struct sctrace_event *ev);

/** @} */

/**
 * @defgroup libsctrace_tracing Tracing
 * @{
 */

/** sctrace_opts.fds: path of a file, or of the working directory (AT_FDCWD). @since 0.1 */
#define SCTRACE_FDS_PATH 0x01
/** sctrace_opts.fds: protocol and addresses of a socket. @since 0.1 */
#define SCTRACE_FDS_SOCKET 0x02
/** sctrace_opts.fds: major and minor number of a device. @since 0.1 */
#define SCTRACE_FDS_DEV 0x04
/** sctrace_opts.fds: process id of a pidfd. @since 0.1 */
#define SCTRACE_FDS_PIDFD 0x08
/** sctrace_opts.fds: counter of an eventfd. @since 0.1 */
#define SCTRACE_FDS_EVENTFD 0x10
/** sctrace_opts.fds: signal set of a signalfd. @since 0.1 */
#define SCTRACE_FDS_SIGNALFD 0x20
/** sctrace_opts.fds: all of the above. @since 0.1 */
#define SCTRACE_FDS_ALL 0x3f

/**
 * sctrace_opts.pids: show the names of tasks. The name of a task that is not traced is known only while the task lives.
 * @since 0.2
 */
#define SCTRACE_PIDS_COMM 0x1
/**
 * sctrace_opts.pids: show the id in the caller's pid namespace, too, if the traced task sees another one.
 * @since 0.2
 */
#define SCTRACE_PIDS_NS 0x2
/**
 * sctrace_opts.pids: keeps the name of the task with each call, for sctrace_json and recordings, also for tasks that
 * existed at the start. Lines do not show it. @since 0.2
 */
#define SCTRACE_PIDS_KEEP 0x4

/** sctrace_opts.secontext: the type of the context. @since 0.2 */
#define SCTRACE_SECONTEXT_TYPE 0x1
/** sctrace_opts.secontext: the whole context. @since 0.2 */
#define SCTRACE_SECONTEXT_FULL 0x2
/** sctrace_opts.secontext: also the context in the database, if it differs; needs libselinux. @since 0.2 */
#define SCTRACE_SECONTEXT_MISMATCH 0x4

/** Options of sctrace_open(). A member that is 0 or NULL has no effect, unless its comment says more. @since 0.1 */
struct sctrace_opts {
	size_t sz;	     /**< size of the struct, bytes */
	const char *trace;   /**< which calls, in the syntax of strace -e trace=; NULL: all */
	uint32_t strlen_max; /**< bytes of a string that are captured; 0: 32 */
	bool strlen_zero;    /**< capture no bytes of strings: strlen_max is 0, not 32 */
	bool verbose;	     /**< whole structs, and the environment (strace -v) */
	bool no_data;	     /**< capture registers only, no memory */
	uint32_t ring_bytes; /**< size of each CPU's ring: a power of two, from a page to 1 GiB; 0: see ring_total */
	const char *record;  /**< write the records of the selected calls to this file */
	const char *btf;     /**< BTF file of the kernel, for a kernel without BTF */
	const char *without; /**< features not to use, such as "iter,sleepable": see sctrace_features() */
	/** Read the records from this file, or the files of this directory, instead of tracing. Needs no privileges. */
	const char *replay;
	sctrace_event_fn *event; /**< callback for each event */
	void *ctx;		 /**< passed to event */
	/**
	 * Size of all CPUs' rings together, bytes, if ring_bytes is 0. If both are 0:
	 * 64 MiB, but at most 16 MiB for each CPU and 1/128 of the machine's memory. In
	 * any case at least 128 KiB for each CPU.
	 */
	uint64_t ring_total;
	/** Buffer for a one-line message if opening fails; may be NULL. Later messages are in sctrace_error(). */
	char *why;
	size_t why_size; /**< size of why, bytes */
	/**
	 * Trace only tasks that the real user could trace by ptrace(2): sctrace_target()
	 * returns -EPERM for others, and a task that executes a set-user-ID program is
	 * given up (SCTRACE_LEFT). This is always so in a program whose file has
	 * capabilities (setcap(8)) but not CAP_SYS_PTRACE, unless any_owner is set.
	 */
	bool own_only;
	/** Give up a task that calls execve (SCTRACE_LEFT), except for the execve that SCTRACE_WAIT_EXEC waits for. */
	bool detach_on_exec;
	/** Calls whose structs are shortened, in the syntax of strace -e abbrev=; NULL: all, or with verbose none. */
	const char *abbrev;
	/**
	 * Capture the stack of each call (strace -k), for sctrace_frames(), lines and
	 * JSON. The programs copy up to 32 KiB of it when the call begins; the library
	 * unwinds it when it is shown. Perf events of the kernel report the mappings of
	 * the process. A replay has stacks if the recording was made with them.
	 */
	bool stacks;
	bool stack_lines;      /**< with stacks: also source files and lines (strace -kk) */
	unsigned stack_frames; /**< at most so many frames of a stack; 0: 256, which is the maximum */
	unsigned fds;	       /**< SCTRACE_FDS_*: what to look up of the files that descriptors refer to */
	/**
	 * Only calls that operate on one of these descriptors, in the syntax of strace
	 * -e trace-fds= ("3,5", "!3", "all"), or on one of paths.
	 */
	const char *trace_fds;
	/**
	 * Only calls that operate on one of these paths (strace -P), or on one of
	 * trace_fds. The list ends with NULL. A path is compared with path arguments as
	 * the process wrote them, and with the files of descriptors.
	 */
	const char *const *paths;
	bool ips; /**< capture the instruction pointer, for sctrace_text_opts.instruction_pointer; since 0.2 */
	/** capture all data that calls read, up to 48 MiB of a call: for sctrace_text_opts.read_fds */
	bool whole_reads;
	/** capture all data that calls write, up to 48 MiB of a call: for sctrace_text_opts.write_fds */
	bool whole_writes;
	/**
	 * Trace every task of the machine except those of this process, instead of
	 * targets. A task is known from its first call on: there is no SCTRACE_ATTACHED,
	 * and calls that are in progress at the start are not reported. Tasks without an
	 * id in the caller's pid namespace are left out. Not with own_only. Since 0.2.
	 */
	bool all_tasks;
	/**
	 * Trace the tasks of each sctrace_target_cgroup(), instead of targets; otherwise like all_tasks. In a replay:
	 * choose the tasks of these cgroups. Since 0.2.
	 */
	bool cgroups;
	/**
	 * Only calls of tasks whose real user id is one of these when the call begins (ids of the first user
	 * namespace). This member and the next ones restrict targets, all_tasks and cgroups. They restrict a replay,
	 * too, as far as the file has what they compare. Since 0.2.
	 */
	const uint32_t *uids;
	size_t nuids; /**< number of uids, at most 16; 0: all users; since 0.2 */
	/**
	 * Only calls of tasks with one of these names, separated by commas; a name may be a
	 * pattern (fnmatch(3)): "nginx,php-fpm*". NULL: any. Since 0.2.
	 */
	const char *comm;
	const pid_t *skip; /**< no calls of these processes or threads; since 0.2 */
	size_t nskip;	   /**< number of ids in skip, at most 32; since 0.2 */
	/**
	 * Only calls that failed. This member, errnos, min_ns and ret_range filter by the
	 * result of a call; a call must pass all that are set. The BPF programs check the
	 * result before they send anything. Therefore both events of a call are delivered
	 * at its end, a call that does not return has none, and memory is as it is at
	 * the end: what the call overwrote is not known. A replay filters in the same way,
	 * with the memory that the recording has. Since 0.2.
	 */
	bool failed;
	const char *errnos; /**< only calls that failed with one of these: "ENOENT,EAGAIN", "!EINTR"; since 0.2 */
	uint64_t min_ns;    /**< only calls that took at least so long, ns; since 0.2 */
	bool ret_range;	    /**< only calls that returned ret_min to ret_max; an error is -errno; since 0.2 */
	int64_t ret_min;    /**< with ret_range: the least return value; since 0.2 */
	int64_t ret_max;    /**< with ret_range: the greatest return value; since 0.2 */
	/**
	 * Probes, whose hits are delivered in the same stream. The syntax is that of the
	 * command's -e:
	 * "ufunc=/usr/bin/app:handle(fd:fd, path:str) -> int", "usdt=python:gc__*", "kfunc=vfs_*"
	 * (Probes in sctrace(1)).
	 * They are attached by sctrace_start(). A function without a file is looked up in
	 * the program of process probe_pid, or without that in probe_file. A probe that is
	 * given several times has one record for a hit. Since 0.2.
	 */
	const char *const *probes;
	unsigned nprobes;	/**< number of probes; since 0.2 */
	pid_t probe_pid;	/**< paths of probes are those that this process sees; 0: the caller; since 0.2 */
	const char *probe_file; /**< file of functions whose probe names none, without probe_pid; since 0.2 */
	unsigned pids;		/**< SCTRACE_PIDS_*: what to show of processes and threads; since 0.2 */
	/** With trace: also calls with an unknown number, which strace prints whatever -e trace= selects. Since 0.2. */
	bool unnamed;
	/**
	 * Other handles may share the programs and rings of this one: they are opened
	 * with share, in some microseconds, and take two descriptors each and as much
	 * memory as records wait in their queue. A queue holds at most an eighth of the
	 * rings; what exceeds it is lost, and reported by SCTRACE_LOST.
	 *
	 * All handles that share are used by one thread at a time together, and may be
	 * closed in any order; the programs stay until the last one is closed. A target of
	 * several handles has the flags of all of them. A call that is in progress when
	 * the selection changes ends as it began: reported or not. Records that the rings
	 * lose are lost for all of them.
	 *
	 * Each handle has its own targets, trace, abbrev, record, paths, trace_fds and
	 * cgroups (cgroups only if the first handle has them; paths imply
	 * SCTRACE_FDS_PATH in fds). all_tasks, uids, comm, skip, no_data, ips and
	 * namespaces must be the same. The first handle must ask for the most that any
	 * other will need of failed, errnos, ret_range, min_ns, strlen_max, verbose
	 * (with abbrev), fds and whole_*: others have the same or less. None may have
	 * stacks, probes, secontext, own_only or detach_on_exec, nor fds together with
	 * record. A handle with other options gets its own programs, as
	 * sctrace_health.handles shows.
	 */
	bool sharable;	       /**< others may share: see above; since 0.2 */
	struct sctrace *share; /**< an open handle to share with, or NULL; since 0.2 */
	/** With sharable or share: fail with -EINVAL instead of loading programs that are not shared. Since 0.2. */
	bool share_only;
	/**
	 * A file with prototypes of probes, and the structs that they name (FILES OF
	 * PROBES in sctrace(1)). A probe without a prototype gets that of the first row
	 * that matches it, and every probe may name the structs. Without probes, all rows
	 * of the file are probes. Ignored in a replay. Since 0.2.
	 */
	const char *probe_rows;
	/**
	 * Show the ids of the namespaces that unshare(2), setns(2), clone(2) and clone3(2)
	 * enter, as a note after the result (strace -e namespace=new). Since 0.2.
	 */
	bool namespaces;
	/**
	 * Show the exit reason of a virtual CPU, as a note after the result of ioctl(2)
	 * with KVM_RUN (strace -e kvm=vcpu). The KVM module must be loaded when the handle
	 * is opened. Not with sharable or share. Since 0.2.
	 */
	bool kvm;
	/**
	 * SCTRACE_SECONTEXT_*: what lines show of the SELinux contexts of processes,
	 * descriptors and paths (strace --secontext). Implies SCTRACE_FDS_PATH in
	 * fds. Shows nothing where SELinux is disabled. Not with record
	 * or replay; the programs are not shared. Since 0.2.
	 */
	unsigned secontext;
	/**
	 * Trace tasks of all users even in a program whose file has capabilities: every
	 * user who may execute the program can then trace all others. Since 0.2.
	 */
	bool any_owner;
	/**
	 * With record: write only calls with this status, in the syntax of strace
	 * -e status= ("failed", "!unfinished"). The callback gets all calls. Since 0.2.
	 */
	const char *status;
	/**
	 * Allow probes of returns in Go programs, which are refused with -EINVAL otherwise:
	 * Go's runtime moves stacks, and kills any process, traced or not, that has the
	 * return address of a uretprobe on its stack. Since 0.2.
	 */
	bool go_returns;
	/**
	 * With replay: the part of the recording to read, between two times: "HH:MM[:SS[.FRACTION]]", "YYYY-MM-DD
	 * HH:MM:SS", both local time, "+TIME" after the first record, or "-TIME" before the last one ("+90s", "-5m").
	 * Events of some MiB before from are delivered, too, with SCTRACE_EARLY. Earlier parts of the file are skipped
	 * without being read, if it is a file of this version and not a pipe. Since 0.2.
	 */
	const char *from;
	const char *to; /**< see from; since 0.2 */
	/**
	 * If record is a directory, files "sctrace-YYYYMMDD-HHMMSS.FRACTION.cap" are written to it; the name is the
	 * time of their first record, UTC. When a file has rotate_bytes, or covers rotate_ns, the next one begins. Each
	 * file can be replayed alone: it begins with what the files before it tell about tasks, descriptors and calls
	 * in progress. Since 0.2.
	 */
	uint64_t rotate_bytes;
	uint64_t rotate_ns; /**< see rotate_bytes; since 0.2 */
	/** in such a directory, keep only so many files, the newest; 0: keep all; since 0.2 */
	unsigned record_keep;
	const char *record_note; /**< one line of text to store in the file: see sctrace_record_note(); since 0.2 */
	/**
	 * Only calls that match this predicate: "size >= 1M and ret < 0" (--if in sctrace(1)). The predicate is
	 * evaluated when a call ends: both events of the call are delivered then. For a call that does not return, it
	 * is evaluated when the task ends, with what is known of the call. Hits of probes are delivered in any case.
	 * Since 0.2.
	 */
	const char *predicate;
	/**
	 * The event that ends a call which matches this predicate has the flag
	 * SCTRACE_UNTIL. The file of record ends with this call. Since 0.2.
	 */
	const char *until;
	/**
	 * A flight recorder: records are kept in memory, without being decoded. They are written to record when one of
	 * these conditions holds: "errno=EIO,ENOSPC", "slow=50ms", "call=kill,%process", "signal=SEGV", "exit!=0" (of a
	 * process), or "usr1" (sctrace_flight_request()), with "|" between several. If record is a directory, each time
	 * makes a file. No events of calls are delivered. Since 0.2.
	 */
	const char *flight_on;
	uint64_t flight_bytes; /**< bytes of records to keep; 0: 64 MiB; since 0.2 */
	/** keep only the records of the last flight_ns ns, as far as flight_bytes suffices; 0: no limit; since 0.2 */
	uint64_t flight_ns;
	uint64_t flight_after_ns; /**< also write the records of this many ns after the condition; since 0.2 */
	/**
	 * Only calls on sockets whose other end is one of these addresses, or to which such an address is passed:
	 * "10.0.0.0/8:443", "::1", ":53", "unix:/run/socket" (--peer in sctrace(1)). The list ends with NULL. A call is
	 * checked when it ends, as with predicate. Since 0.2.
	 */
	const char *const *peers;
	/**
	 * The keys that sctrace_event_stats_by() will get for this handle. What they need is captured, even if no_data
	 * or fds exclude it. NULL: nothing more. Since 0.2.
	 */
	const char *keys;
	/**
	 * Only calls, and hits of probes, that begin on these processors: "0-3,7". Calls in
	 * progress at the start are left out. In a replay: by the processors that the
	 * records come from. NULL: any processor. Since 0.2.
	 */
	const char *cpus;
	/**
	 * Keep what is known of each traced process, for sctrace_process(). With record, it is in the capture file, too;
	 * with replay, it is known if it is in the file. Since 0.2.
	 */
	bool processes;
	/**
	 * How long sctrace_process_find() finds processes after their end, ns of their events' times. 0: not at all.
	 * Since 0.2.
	 */
	uint64_t process_keep_ns;
};

/** A feature of the kernel. Strings are static. @since 0.1 */
struct sctrace_feature {
	size_t sz;	     /**< size of the struct, bytes */
	const char *name;    /**< as sctrace_opts.without takes it */
	const char *what;    /**< what the library uses it for */
	const char *instead; /**< what the library does without it; NULL: tracing needs the feature */
	bool present;	     /**< the kernel has it */
	bool used;	     /**< the library uses it: it is not in without, and what it depends on is present */
};

/**
 * Calls fn for each feature that the library looks for in the running kernel.
 * without: as in struct sctrace_opts, or NULL. Returns 0; what fn returned, if that
 * is not 0, which ends the list; -EINVAL: unknown name in without; -EPERM: the
 * caller may not use BPF, so the features cannot be determined.
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_features(const char *without, int (*fn)(void *ctx, const struct sctrace_feature *f), void *ctx);

/**
 * Loads the programs, or opens a capture file. Nothing is attached yet. The
 * handle belongs to the caller until sctrace_close(); *out is set on success only.
 * Returns 0 or, with a message in opts->why, -EPERM: CAP_BPF and CAP_PERFMON are
 * needed; -ENOTSUP: the kernel lacks a feature that has no substitute; -EINVAL: an
 * option is invalid; -E2BIG: an option is newer than this library.
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_open(struct sctrace **out, const struct sctrace_opts *opts);

/** Flag of sctrace_target(): trace the descendants of the task, too. @since 0.1 */
#define SCTRACE_FOLLOW 0x1
/** Flag of sctrace_target(): trace all threads of the process. @since 0.1 */
#define SCTRACE_THREADS 0x2
/** Flag of sctrace_target(): report the task from its next execve on. @since 0.1 */
#define SCTRACE_WAIT_EXEC 0x4
/**
 * Flag of sctrace_target(): trace all threads of the process, also those that it
 * creates later, but not its children. @since 0.2
 */
#define SCTRACE_NEW_THREADS 0x8
/**
 * Flag of sctrace_target(): trace the process, its descendants that exist, and what
 * they create later. The descendants are looked for when tracing begins; those that
 * the user may not trace are left out. @since 0.2
 */
#define SCTRACE_TREE 0x10

/**
 * Adds a target, before or after sctrace_start(). If the task is traced already,
 * the flags are added to those it has. No callback is called: sctrace_poll()
 * delivers the SCTRACE_TARGET of the task, and the call that it is in, in their
 * place in time. The id means the task that has it now: another task that gets the
 * same id later is not traced.
 * In a replay, targets are added before the first sctrace_poll(), and choose from the
 * tasks of the capture file: each task that has this id at any time, and with
 * SCTRACE_FOLLOW those whose creation the file has, with SCTRACE_TREE also those that
 * existed before, as their first record names their parent. A target that the file does
 * not have is reported as SCTRACE_GONE at its end.
 * Returns 0; -ESRCH: no such task; -EPERM: the user may not trace it (own_only);
 * -ESHUTDOWN: the handle was stopped; -EBUSY: a replay has begun; -EINVAL: unknown
 * flags (in a replay also SCTRACE_WAIT_EXEC), or the handle traces all tasks.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_target(struct sctrace *t, pid_t tid, unsigned flags);
/**
 * Adds a cgroup (version 2), before or after sctrace_start(). A task is traced while
 * it is in the cgroup or in one below it. path: the directory of the cgroup, its
 * path from the root of the cgroup hierarchy, or the end of the path of one cgroup
 * only ("nginx.service"). A cgroup stays a target until the handle is closed. In a
 * replay, before the first sctrace_poll(): each cgroup of the capture file whose path is
 * or ends with path, and those below. At the end, sctrace_poll() returns -ENOENT if no
 * task was in it, and -EOPNOTSUPP if the file has no cgroups.
 * Returns 0; -EINVAL: the handle was not opened with cgroups; -ENOENT: no such
 * cgroup; -EEXIST: several cgroups fit; -E2BIG: there are 64 already, in all handles
 * that share together.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_target_cgroup(struct sctrace *t, const char *path);
/**
 * Adds the cgroup of a running container or service, as sctrace_target_cgroup() does.
 * name: of a container of docker, podman, containerd, CRI-O, systemd-nspawn or LXC; in
 * Kubernetes NAMESPACE/POD/CONTAINER, the end of it after a '/', or NAMESPACE/POD for all
 * containers of a pod; an id, or the first digits of one, at least 4; a service of systemd.
 * In a replay: names that the capture file has, as in sctrace_target_cgroup().
 * Names are read from the files of the runtimes. A container that is started again has
 * another cgroup, which is no target.
 * Returns 0; -EINVAL: the handle was not opened with cgroups; -ENOENT: no such
 * container is running; -EEXIST: several containers fit; -E2BIG: as
 * sctrace_target_cgroup().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_target_container(struct sctrace *t, const char *name);
/**
 * Attaches the programs: events are kept from here on. Returns 0; -EALREADY: the
 * handle was started already; -ESHUTDOWN: it was stopped. After any other error
 * nothing is attached, and the call may be repeated.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_start(struct sctrace *t);

/**
 * Returns a descriptor for poll(2) or epoll(7), which is readable when
 * sctrace_poll() has something to do, from sctrace_start() on. It belongs to the
 * library: do not read or close it. -ENOTSUP: the handle reads a capture file.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_fd(struct sctrace *t);
/**
 * Delivers the events that are there. If there are none, waits for them up to
 * timeout_ms milliseconds (-1: no limit). With timeout_ms 0 it does not wait, and
 * makes sctrace_fd() readable when it should be called again. It also waits when no
 * task is left, because another target may follow or sctrace_wake() end the wait:
 * check sctrace_tasks().
 * Returns the number of records handled (not all of them are events); 0: the time
 * is over, or a signal handler has run; -ENODATA: after sctrace_stop(), or at the
 * end of a capture file; what the callback returned, if that is not 0; -EINVAL: the
 * handle was not started.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_poll(struct sctrace *t, int timeout_ms);
/**
 * Delivers events as sctrace_poll() does, but at most max_events, and not longer than
 * max_ns from the first record on; 0: no limit. A callback that runs when the time is
 * over is not interrupted. What is left comes first in the next call, and sctrace_fd()
 * is readable for it. With sharable or share, each call first copies all that the rings
 * have, whatever the limits.
 * Returns the number of events delivered: max_events if more may be left. It may be 0
 * before timeout_ms is over, since not all records are events. Otherwise it returns the
 * same as sctrace_poll().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_poll_batch(struct sctrace *t, int timeout_ms, uint32_t max_events, uint64_t max_ns);
/**
 * Sets *ev to the next event, of a handle that was opened without a callback. If there is none, waits for it up to
 * timeout_ms milliseconds (-1: no limit). The event, and what functions like sctrace_arg() and sctrace_frames() return
 * about it, is valid until the next call of sctrace_next() or sctrace_close(); until then it can be passed to a sink.
 * From the first call on, only this function gives events of the handle: sctrace_poll() returns -EINVAL, and
 * sctrace_stop() leaves the remaining events to it; the file of sctrace_opts.record is complete when they have been
 * taken. Before waiting for sctrace_fd(), call it with timeout_ms 0 until it returns 0; a loop that stops earlier calls
 * sctrace_wake(), which makes the descriptor readable.
 * Returns 1; 0: the time is over, a signal handler has run, or sctrace_wake() was called; -ENODATA: no more events
 * after sctrace_stop(), or at the end of a capture file; -EINVAL: the handle was not started, or has a callback.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_next(struct sctrace *t, const struct sctrace_event **ev, int timeout_ms);
/**
 * Detaches the programs and delivers the remaining events, with the last losses.
 * Unfinished calls stay unfinished. The handle cannot be started again: open
 * another one. Returns 0, -errno, or what the callback returned if that is not 0;
 * in that case call it again for the events that may be left. After it has returned
 * 0, further calls do nothing.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stop(struct sctrace *t);
/**
 * Calls fn with a SCTRACE_ENTER event for each unfinished call. Returns 0, or what
 * fn returned, if that is not 0, which ends the list.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_pending(struct sctrace *t, sctrace_event_fn *fn, void *ctx);
/**
 * Delivers SCTRACE_TASK_EXIT for a child of the caller that is no longer traced: after SCTRACE_REPLACED, only wait(2)
 * reports its end. status: in the form of wait(2). Returns 0, -errno, or what the callback returned.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_ended(struct sctrace *t, pid_t pid, int status);
/**
 * Returns the number of targets and descendants that have not ended, as far as
 * events were delivered. With all_tasks or cgroups: the number of tasks that have
 * made a call. 0 for NULL, and for a handle that records without a callback, since
 * it delivers no events.
 * @since 0.1 @callback
 */
SCTRACE_API unsigned sctrace_tasks(struct sctrace *t);
/**
 * Returns the number of events lost so far, whether SCTRACE_LOST was delivered for
 * them or not. NULL: 0. The beginning and the end of a call are one event each:
 * lost and delivered events, except SCTRACE_ABANDONED, add up to all events.
 * sctrace_health.lost_calls is the number of calls that lost an event.
 * @since 0.1 @callback
 */
SCTRACE_API uint64_t sctrace_lost(const struct sctrace *t);
/**
 * Returns one line of text about the last failure of a function of this handle; ""
 * if there was none, and for NULL. The string belongs to the handle: it is valid
 * until the next failure, or sctrace_close().
 * @since 0.1 @callback
 */
SCTRACE_API const char *sctrace_error(const struct sctrace *t);
/**
 * Frees the handle, stopped or not, and everything that belongs to it. Returns 0,
 * or -EBUSY: called from a callback of the handle. NULL: does nothing.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_close(struct sctrace *t);

/** @} */

/**
 * @defgroup libsctrace_control Changes while a handle is at work
 *
 * Each change is an event in the stream. Events after it follow the new state only. Events before it follow the old
 * state, but those that happen while the function runs may follow the new one. The functions wait until no BPF program
 * runs with the old state: 5 to 30 ms. No event is lost or delivered twice: a call whose SCTRACE_ENTER was delivered
 * has its end delivered, too, and a call that began while it was not selected and ends later comes with
 * SCTRACE_BEGIN_UNSEEN. All return -ESHUTDOWN if the handle was stopped, and -EINVAL if it reads a capture file.
 * @{
 */

/**
 * Stops tracing a task or, with SCTRACE_THREADS, all threads of its process. Tasks
 * that they created are still traced. SCTRACE_LEFT is delivered for each. Returns 0;
 * -ESRCH: the task is not traced; -EINVAL: also with all_tasks; -ENOTSUP: the kernel
 * has no task iterator.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_untarget(struct sctrace *t, pid_t tid, unsigned flags);
/**
 * Selects other calls, in the syntax of sctrace_opts.trace; NULL: all. Delivers
 * SCTRACE_SELECTED. Returns 0; -EINVAL: no such call, nothing is changed.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_select(struct sctrace *t, const char *trace);
/**
 * Stops the delivery of calls and signals, from SCTRACE_PAUSED on. Tasks are
 * followed as before, and calls that began before it end as usual.
 * Returns 0; -EALREADY: paused already; -EINVAL: the handle was not started.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_pause(struct sctrace *t);
/**
 * Resumes the delivery of calls and signals, from SCTRACE_RESUMED on. Returns 0;
 * -EALREADY: not paused; -EINVAL: the handle was not started.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_resume(struct sctrace *t);
/**
 * Ends the wait of a running sctrace_poll(), or prevents that of the next one, and
 * makes sctrace_fd() readable. sctrace_poll() then returns the number of records
 * handled, which may be 0. This may take 5 ms. NULL: does nothing.
 * @since 0.2 @signal
 */
SCTRACE_API void sctrace_wake(struct sctrace *t);

/** @} */

/**
 * @defgroup libsctrace_health Health: how a handle keeps up, what it lost, what it costs
 * @{
 */

/**
 * Returns the text that was stored in the capture file that is replayed, or NULL. It is valid as long as the handle.
 * @since 0.2 @callback
 */
SCTRACE_API const char *sctrace_record_note(struct sctrace *t);

/**
 * Makes a flight recorder, whose flight_on has "usr1", write what it has kept.
 * Returns 0 or -errno.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_flight_request(struct sctrace *t);

/**
 * Health of a handle. Members marked "now" tell the present state; all others count from open on.
 * @since 0.2
 */
struct sctrace_health {
	size_t sz;		 /**< the caller sets sizeof(struct sctrace_health); on return, how much is filled in */
	uint64_t records;	 /**< records read from the rings or a capture file; statistics: rows read */
	uint64_t bytes;		 /**< size of these records, or rows */
	uint64_t lost;		 /**< events that are missing, as sctrace_lost() or sctrace_stats_missed() */
	uint64_t lost_ring_full; /**< of lost, live: the ring or queue was full */
	uint64_t lost_skipped;	 /**< of lost, live: the kernel skipped a program that its CPU was already inside */
	uint64_t lost_no_memory; /**< of lost, live: no memory for the state of a task */
	uint32_t rings;		 /**< number of rings, one for each CPU; 0: a capture file, or statistics */
	uint32_t tasks;		 /**< now: as sctrace_tasks(); statistics: at the last read */
	uint64_t ring_bytes;	 /**< size of each ring, bytes */
	uint64_t ring_fill;	 /**< now: unread bytes of the fullest ring */
	uint64_t ring_peak;	 /**< the highest ring_fill that sctrace_poll() or this function found, bytes */
	uint64_t lag;		 /**< now: age of the oldest unread record, ns; 0: there is none */
	uint32_t targets;	 /**< now: of tasks, those that are targets; statistics: 0 */
	uint32_t fds;		 /**< now: descriptors in use, except files that are open for symbols of stacks */
	uint64_t memory;	 /**< now: kernel memory of maps and rings, bytes; 0: unknown, /proc is missing */
	uint64_t cpu_ns;  /**< CPU time spent in sctrace_poll(), with callbacks, or in sctrace_stats_read(), ns */
	uint64_t runs;	  /**< runs of the BPF programs on all CPUs, if sysctl kernel.bpf_stats_enabled is 1 */
	uint64_t run_ns;  /**< duration of these runs, ns; 0: not counted, or not readable without CAP_SYS_ADMIN */
	uint32_t handles; /**< now: handles that share these programs, with this one; 0: stopped, or a capture file */
	/** errno why the file of sctrace_opts.record ends before the trace; 0: it does not. Since 0.2. */
	uint32_t record_errno;
	/**
	 * Live, without sharing: number of calls that lost SCTRACE_ENTER, SCTRACE_EXIT or
	 * both; each of these events counts in lost. Since 0.2.
	 */
	uint64_t lost_calls;
	bool predicate_ret;   /**< the kernel sends no calls that sctrace_opts.predicate excludes by ret; since 0.2 */
	bool predicate_errno; /**< the same, by errno; since 0.2 */
	bool predicate_duration; /**< the same, by duration; since 0.2 */
	uint32_t captures;	 /**< flight recorder: how many times it began to write what it had kept; since 0.2 */
	/** replay of a directory: how many of its files so far did not continue the file before them; since 0.2 */
	uint32_t gaps;
	uint32_t processes;	   /**< now: tasks that sctrace_process() knows; since 0.2 */
	uint32_t processes_ended;  /**< now: ended processes that sctrace_process_find() knows; since 0.2 */
	uint64_t process_bytes;	   /**< now: memory of both, at most 64 MB; since 0.2 */
	uint64_t process_left_out; /**< what was not kept of processes, because there was no room; since 0.2 */
};

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* the function has the name of its struct, like stat(2) */
#endif
/**
 * Fills in h, at any time, stopped or not. Returns 0, or -EINVAL: h->sz is not set.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_health(struct sctrace *t, struct sctrace_health *h);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/** @} */

/**
 * @defgroup libsctrace_values Values: arguments and results of a call
 * @{
 */

/** Kinds of values. A newer library may have more: skip unknown ones. @since 0.1 */
enum sctrace_kind {
	SCTRACE_KIND_INT = 1, /**< number is signed: cast it to int64_t */
	SCTRACE_KIND_UINT,    /**< number */
	SCTRACE_KIND_ADDRESS, /**< number is an address; unread: the memory there could not be read */
	SCTRACE_KIND_FLAGS,   /**< number, and the names of its bits that have one */
	SCTRACE_KIND_SYMBOL,  /**< number, and in symbol its name, or NULL */
	SCTRACE_KIND_STRING,  /**< bytes and len; total and truncated if there was more */
	SCTRACE_KIND_TEXT,    /**< symbol is the text of a value with its own notation, such as a hardware address */
	SCTRACE_KIND_MODE,    /**< number is a file type and permissions */
	SCTRACE_KIND_FD,      /**< number is a descriptor; path is its file */
	SCTRACE_KIND_PID,     /**< number is the id of a process, thread or group */
	SCTRACE_KIND_DEVICE,  /**< number is the major number, minor the minor one */
	SCTRACE_KIND_STATUS,  /**< number is a status in the form of wait(2) */
	SCTRACE_KIND_STRUCT,  /**< begins a group: its values follow, one level deeper, up to its SCTRACE_KIND_END */
	SCTRACE_KIND_ARRAY,   /**< begins a group: the elements of an array */
	SCTRACE_KIND_SET,     /**< begins a group: the members of a set */
	SCTRACE_KIND_NOTSET,  /**< begins a group: the set has all members except these */
	/**
	 * begins a group: arguments of a conversion, whose name is symbol, as in htons(80). If it converts a network
	 * address, or a number in network byte order, bytes and len are that (since 0.2), and number is its value
	 */
	SCTRACE_KIND_CALL,
	SCTRACE_KIND_BITS,   /**< begins a group: parts of one number */
	SCTRACE_KIND_EITHER, /**< begins a group: several possible names of one value */
	SCTRACE_KIND_END,    /**< ends a group */
	SCTRACE_KIND_MORE    /**< the rest of this group was not captured */
};

/**
 * A value. It is valid during the callback; that of sctrace_arg() until the next call
 * of a function of the handle, and no longer than the event. The same is true for
 * everything that it points to. Read no member beyond sz. @since 0.1
 */
struct sctrace_value {
	size_t sz;		  /**< size of the struct, bytes */
	enum sctrace_kind kind;	  /**< which of the members below have a meaning */
	const char *argument;	  /**< name of the call's argument, as in the kernel */
	const char *name;	  /**< name of the argument or of the member of a struct; NULL in a list */
	unsigned arg;		  /**< position of the argument, from 0 */
	unsigned depth;		  /**< level of nesting; 0: the argument itself */
	unsigned base;		  /**< base in which the number is printed: 10, 16 or 8 */
	bool after;		  /**< the value after the call, which follows the one before the call */
	bool unread;		  /**< the memory could not be read: number is its address */
	bool truncated;		  /**< bytes is only a part of the data */
	bool abstract;		  /**< bytes is the abstract name of a unix socket */
	uint64_t number;	  /**< see enum sctrace_kind */
	uint64_t minor;		  /**< SCTRACE_KIND_DEVICE: minor number */
	const char *symbol;	  /**< see enum sctrace_kind */
	const char *const *names; /**< SCTRACE_KIND_FLAGS: names of bits */
	size_t nnames;		  /**< number of names */
	const void *bytes;	  /**< data of the traced process: any bytes, without a NUL at the end */
	size_t len;		  /**< number of bytes */
	uint64_t total;		  /**< number of bytes that the process has, as far as the call says */
	/**
	 * With sctrace_opts.fds, for descriptors and AT_FDCWD: the file, as the links in
	 * /proc/PID/fd name it (a path, "pipe:[1]", "anon_inode:[eventfd]"). NULL: unknown.
	 */
	const void *path;
	size_t path_len;   /**< length of path, bytes */
	bool path_deleted; /**< the file was unlinked */
	/**
	 * True if the memory was not resident when the call began and was read later: the
	 * process may have changed it meanwhile. Never set for data that the call returns.
	 * Since 0.2.
	 */
	bool late;
};

/** Callback that gets each value. A result other than 0 ends the list, and is returned. @since 0.1 */
typedef int sctrace_value_fn(void *ctx, const struct sctrace_value *v);

/**
 * Calls fn for each value of the call of ev, in order. Data that the call returns
 * is not known at SCTRACE_ENTER, only at SCTRACE_EXIT. Call it only within the
 * callback of ev. Returns 0, -errno, or what fn returned, if that is not 0.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_values(struct sctrace *t, const struct sctrace_event *ev, sctrace_value_fn *fn, void *ctx);
/**
 * Fills in v with the argument of that name; for a group, with its first value. Call
 * it only within the callback of ev. Returns 0; -ENOENT: ev has no such argument.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_arg(struct sctrace *t, const struct sctrace_event *ev, const char *name,
			    struct sctrace_value *v);

/**
 * A socket address. It is valid while its event is, but only until the next call of a function for events of the
 * handle.
 * @since 0.2
 */
struct sctrace_address {
	size_t sz;	      /**< size of the struct, bytes */
	unsigned family;      /**< AF_* */
	uint32_t port;	      /**< AF_INET, AF_INET6, AF_VSOCK: port; AF_NETLINK: port id; in the host's byte order */
	const uint8_t *bytes; /**< AF_INET, AF_INET6, AF_PACKET: the address, as inet_ntop(3) takes it; NULL: none */
	size_t len;	      /**< number of bytes: 4, 16, or up to 8 */
	uint32_t scope;	      /**< AF_INET6, AF_PACKET: index of the interface, or scope id; AF_VSOCK: context id */
	bool abstract;	      /**< AF_UNIX: path is an abstract name */
	const void *path;     /**< AF_UNIX: path or name, without a NUL at the end; NULL: none */
	size_t path_len;      /**< length of path, bytes */
	/**
	 * the struct sockaddr that was passed to, or returned by, the call; NULL: the address is not from the call but
	 * a socket's
	 */
	const void *raw;
	size_t raw_len; /**< number of bytes of raw */
};

/**
 * Returns the first socket address in an argument of the call, also in that of a struct msghdr; or NULL. Call it only
 * while ev is valid.
 * @since 0.2 @callback
 */
SCTRACE_API const struct sctrace_address *sctrace_event_address(struct sctrace *t, const struct sctrace_event *ev,
								const char *name);

/** Kinds of files. A newer library may have more. @since 0.2 */
enum sctrace_file_kind {
	SCTRACE_FILE_PATH = 1, /**< it has a path */
	SCTRACE_FILE_PIPE,     /**< pipe without a name */
	SCTRACE_FILE_SOCKET,   /**< socket */
	SCTRACE_FILE_ANON,     /**< anonymous file of the kernel, such as an eventfd */
	SCTRACE_FILE_NS,       /**< namespace */
	SCTRACE_FILE_PIDFD,    /**< process; SCTRACE_FILE_ANON before Linux 6.9 */
	SCTRACE_FILE_MEMFD     /**< file in memory that never had a directory */
};

/**
 * The file that a descriptor refers to, as far as sctrace_opts.fds asks for it. It is valid while its event is, but
 * only until the next call of a function for events of the handle.
 * @since 0.2
 */
struct sctrace_file {
	size_t sz;		     /**< size of the struct, bytes */
	int32_t fd;		     /**< the descriptor; AT_FDCWD: the working directory */
	enum sctrace_file_kind kind; /**< what it is */
	const void *path;	     /**< as sctrace_value.path */
	size_t path_len;	     /**< length of path, bytes */
	bool deleted;		     /**< the file was unlinked, or never had a name */
	bool cut;		     /**< path lacks its first directories */
	uint64_t inode;		     /**< inode number */
	uint32_t mode;		     /**< type and permissions, as in stat(2) */
	uint32_t dev_major;	     /**< of a device: major number */
	uint32_t dev_minor;	     /**< of a device: minor number */
	const char *protocol;	     /**< SCTRACE_FDS_SOCKET: the kernel's name of it, such as "TCPv6"; NULL: unknown */
	const struct sctrace_address *local; /**< SCTRACE_FDS_SOCKET: its own address; NULL: none */
	/** SCTRACE_FDS_SOCKET: IPv4 and IPv6: address of the other end; NULL: none */
	const struct sctrace_address *remote;
	uint64_t peer_inode; /**< SCTRACE_FDS_SOCKET: inode number of the connected unix socket; 0: none */
	uint32_t pid;	     /**< SCTRACE_FDS_PIDFD: process id; 0: unknown, or it has ended */
	uint64_t counter;    /**< SCTRACE_FDS_EVENTFD: counter of an eventfd */
	uint64_t signals;    /**< SCTRACE_FDS_SIGNALFD: signals of a signalfd; bit 0 is signal 1 */
};

/**
 * Returns the file of the first descriptor in an argument of the call or, with name NULL, that of the descriptor that
 * it returned; NULL: there is none, or its file is not known. Call it only while ev is valid.
 * @since 0.2 @callback
 */
SCTRACE_API const struct sctrace_file *sctrace_event_file(struct sctrace *t, const struct sctrace_event *ev,
							  const char *name);

/**
 * A signal, and why it was sent. It is valid while its event is, but only until the next call of a function for events
 * of the handle.
 * @since 0.2
 */
struct sctrace_siginfo {
	size_t sz;	       /**< size of the struct, bytes */
	uint32_t number;       /**< its number */
	const char *name;      /**< name such as "SIGTERM", static; NULL: it has none */
	int32_t code;	       /**< si_code: why it was sent */
	const char *code_name; /**< name of code such as "SI_USER", static; NULL: it has none */
	int32_t error;	       /**< si_errno */
	bool has_sender;       /**< pid and uid are set */
	uint32_t pid;	       /**< process that sent it; SIGCHLD: the child. As the task that gets it sees its id */
	uint32_t uid;	       /**< real user id of that process */
	int32_t status;	       /**< SIGCHLD: exit status or signal of the child */
	uint64_t address;      /**< of a fault: address of the memory; SIGSYS: of the call */
	uint64_t value;	       /**< value that came with it (sigqueue(3)) */
	int32_t fd;	       /**< SIGIO: descriptor; -1: none */
};

/**
 * Returns the signal of a SCTRACE_SIGNAL event; NULL: ev is another event. Call it only while ev is valid.
 * @since 0.2 @callback
 */
SCTRACE_API const struct sctrace_siginfo *sctrace_event_siginfo(struct sctrace *t, const struct sctrace_event *ev);

/** Index of sctrace_process.namespaces. @since 0.2 */
enum sctrace_namespace {
	SCTRACE_NAMESPACE_CGROUP, /**< of cgroups */
	SCTRACE_NAMESPACE_IPC,	  /**< of System V IPC and message queues */
	SCTRACE_NAMESPACE_MNT,	  /**< of mounts */
	SCTRACE_NAMESPACE_NET,	  /**< of the network */
	SCTRACE_NAMESPACE_PID,	  /**< of process ids: that of the process itself, not of its children */
	SCTRACE_NAMESPACE_TIME,	  /**< of clocks */
	SCTRACE_NAMESPACE_USER,	  /**< of users */
	SCTRACE_NAMESPACE_UTS,	  /**< of host names */
	SCTRACE_NAMESPACES	  /**< number of the above */
};

/**
 * A task and its process. It is valid until the next call of sctrace_process() or sctrace_process_find() for the handle,
 * and no longer than the event that is being delivered. The same is true for its strings. Strings that a process can
 * choose may have any bytes.
 * @since 0.2
 */
struct sctrace_process {
	size_t sz;    /**< size of the struct, bytes */
	uint32_t pid; /**< number of the process, in the caller's pid namespace */
	uint32_t tid; /**< number of the thread that uid to egid, namespaces and comm are of */
	/**
	 * Number that no other process has until the next boot: start / 10000000 << 22 | pid, that is the time in clock
	 * ticks in /proc/PID/stat, and pid.
	 */
	uint64_t id;
	/**
	 * When the process began, ns since boot (CLOCK_BOOTTIME). Of a target that has made no call yet: rounded down
	 * to 10 ms.
	 */
	uint64_t start;
	uint32_t parent;    /**< parent process; 0: it has none in the caller's pid namespace */
	uint64_t parent_id; /**< id of the parent process; 0: unknown */
	const char *comm;   /**< name of the thread */
	/** Path of the program. For memfd_create(2), "memfd:" and a name. NULL: unknown, or a thread of the kernel. */
	const char *exe;
	bool exe_deleted; /**< the program's file was deleted when the process began to run it, or began */
	bool exe_memfd;	  /**< the program is not in a file system: memfd_create(2) */
	uint64_t exe_ino; /**< inode number of the program; 0: unknown */
	/** Working directory, from the caller's root directory. NULL: unknown. */
	const char *cwd;
	bool cwd_deleted; /**< the working directory was deleted */
	/**
	 * Arguments as the program got them, one after the other, each with its NUL: args_len bytes. NULL: there are
	 * none, or their memory was not resident.
	 */
	const char *args;
	uint32_t args_len;   /**< bytes of args */
	uint32_t args_total; /**< bytes of all arguments; more than args_len: args has the first 4095 only */
	uint32_t uid;	     /**< real user id, of the first user namespace */
	uint32_t gid;	     /**< real group id, of the first user namespace */
	uint32_t euid;	     /**< effective user id, of the first user namespace */
	uint32_t egid;	     /**< effective group id, of the first user namespace */
	uint32_t session;    /**< id of the session; 0: it has none in the caller's pid namespace */
	/** numbers of the namespaces by enum sctrace_namespace; 0: unknown. as in /proc/PID/ns */
	uint32_t namespaces[SCTRACE_NAMESPACES];
	uint64_t cgroup;	 /**< id of its cgroup (version 2); 0: unknown */
	const char *cgroup_path; /**< path of the cgroup from the root of the hierarchy; NULL: unknown */
	const char *container;	 /**< id or name of the container, or the unit, that the cgroup belongs to; or NULL */
	bool ended;		 /**< the process has ended, or is not traced any more */
};

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* the function has the name of its struct, like stat(2) */
#endif
/**
 * Gets what is known of the task of an event, as of the event: at SCTRACE_ENTER of chdir(2) the old directory, at
 * SCTRACE_EXIT the new one. What other tasks change (the parent ends, the directory is renamed, a process is moved to
 * another cgroup) is seen at the task's next call, signals excepted. The library needs sctrace_opts.processes. Call it
 * only while ev is valid. Returns 0 with the process in *p; -ENODATA: nothing is known, since ev is of no task, the
 * record was lost, or is not in the capture file, or ev is a signal and the task has made no traced call yet; -EINVAL:
 * the handle was opened without processes.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_process(struct sctrace *t, const struct sctrace_event *ev, const struct sctrace_process **p);
#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/**
 * Finds a process by its id, such as sctrace_process.parent_id: one that is traced or, within
 * sctrace_opts.process_keep_ns, was. tid is its thread group leader. Returns as sctrace_process().
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_process_find(struct sctrace *t, uint64_t id, const struct sctrace_process **p);

/**
 * Gets the first time in an argument of the call, a struct timespec or timeval: *sec seconds and *nsec nanoseconds.
 * Call it only while ev is valid. Returns 0; -ENOENT: there is none.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_time(struct sctrace *t, const struct sctrace_event *ev, const char *name, int64_t *sec,
				   uint32_t *nsec);
/**
 * Writes the event to buf as a line of strace's, without newline, pid or time:
 * SCTRACE_ENTER as the beginning of the call, SCTRACE_EXIT as the whole call. Call it
 * only within the callback of ev. Returns, like snprintf(), the length of the line
 * without the NUL, even if size is smaller (0 is allowed); 0: strace has no line for
 * the event; or -errno.
 * @since 0.1 @callback
 */
SCTRACE_API ssize_t sctrace_event_text(struct sctrace *t, const struct sctrace_event *ev, char *buf, size_t size);

/** @} */

/**
 * @defgroup libsctrace_lines Lines as strace prints them
 * @{
 */

/** A sink that prints the events of one handle as lines: sctrace_text_new(). @since 0.1 */
struct sctrace_text;

/** How lines begin. @since 0.1 */
enum sctrace_prefix {
	SCTRACE_PREFIX_NONE,	/**< nothing */
	SCTRACE_PREFIX_PID,	/**< "123 " */
	SCTRACE_PREFIX_BRACKETS /**< "[pid 123] ", if several tasks are traced */
};

/** sctrace_text_opts.quiet: no "NAME: Process 12 attached" (strace -e quiet=attach). @since 0.1 */
#define SCTRACE_QUIET_ATTACH 0x1
/** sctrace_text_opts.quiet: no "+++ exited with 0 +++"; deaths by a signal are still printed. @since 0.1 */
#define SCTRACE_QUIET_EXIT 0x2
/** sctrace_text_opts.quiet: no "[ Process PID=12 runs in 32 bit mode. ]". @since 0.1 */
#define SCTRACE_QUIET_PERSONALITY 0x4
/** sctrace_text_opts.quiet: no "+++ superseded by execve in pid 12 +++". @since 0.1 */
#define SCTRACE_QUIET_THREAD_EXEC 0x8
/** sctrace_text_opts.quiet: all of the above. @since 0.1 */
#define SCTRACE_QUIET_ALL 0xf

/** Precision of a time. @since 0.1 */
enum sctrace_precision {
	SCTRACE_PRECISION_DEFAULT, /**< timestamps: as the option timestamps says; others: microseconds */
	SCTRACE_PRECISION_S,	   /**< seconds */
	SCTRACE_PRECISION_MS,	   /**< milliseconds */
	SCTRACE_PRECISION_US,	   /**< microseconds */
	SCTRACE_PRECISION_NS	   /**< nanoseconds */
};

/** How named constants are printed (strace -X). @since 0.1 */
enum sctrace_consts {
	SCTRACE_CONSTS_ABBREV, /**< as names */
	SCTRACE_CONSTS_RAW,    /**< as numbers */
	SCTRACE_CONSTS_VERBOSE /**< as numbers, with their names in comments */
};

/**
 * What a part of a line is. The members are numbered for good; later versions may add some: treat those that you do
 * not know as SCTRACE_ROLE_NONE.
 * @since 0.2
 */
enum sctrace_role {
	SCTRACE_ROLE_NONE,     /**< no span has it: text outside of spans */
	SCTRACE_ROLE_TASK,     /**< number or name of a task: "pid 12" before the call, or with -Y after a number */
	SCTRACE_ROLE_TIME,     /**< time before the call */
	SCTRACE_ROLE_CALL,     /**< name of a system call or probe */
	SCTRACE_ROLE_PUNCT,    /**< brackets, separators, "=", "...", and the blanks beside them */
	SCTRACE_ROLE_FIELD,    /**< name of an argument or of a member of a struct */
	SCTRACE_ROLE_NUMBER,   /**< number, address, NULL, mode, date, or a value with its own notation */
	SCTRACE_ROLE_STRING,   /**< string or character, with its quotation marks */
	SCTRACE_ROLE_SYMBOL,   /**< flag or other named constant; the flags of open() are one span */
	SCTRACE_ROLE_SIGNAL,   /**< signal, or a set of signals */
	SCTRACE_ROLE_REQUEST,  /**< name of an ioctl() request */
	SCTRACE_ROLE_FUNC,     /**< function in a value: makedev, htons */
	SCTRACE_ROLE_FILE,     /**< what a descriptor refers to: a path, the addresses of a socket, a device's number */
	SCTRACE_ROLE_CONTEXT,  /**< security context */
	SCTRACE_ROLE_COMMENT,  /**< comment */
	SCTRACE_ROLE_RESULT,   /**< value that was returned, with its note */
	SCTRACE_ROLE_ERROR,    /**< name and text of an error */
	SCTRACE_ROLE_DURATION, /**< duration of the call */
	SCTRACE_ROLE_PROGRESS, /**< "<unfinished ...>", "<... read resumed>", "<detached ...>" */
	SCTRACE_ROLE_SIGNAL_LINE, /**< line of a signal or a stop, without the signal's members */
	SCTRACE_ROLE_EXIT_LINE,	  /**< line of a task's end */
	SCTRACE_ROLE_MESSAGE,	  /**< other lines, such as lost events */
	SCTRACE_ROLE_STACK,	  /**< lines of a stack */
	SCTRACE_ROLE_DUMP	  /**< lines of dumped data */
};

/** A part of the text that sctrace_text_opts.write_spans gets. @since 0.2 */
struct sctrace_span {
	size_t begin;		/**< offset of its first byte in the text */
	size_t end;		/**< offset of the byte after it */
	enum sctrace_role role; /**< what it is; never SCTRACE_ROLE_NONE */
};

/** Options of sctrace_text_new(). @since 0.1 */
struct sctrace_text_opts {
	size_t sz;		    /**< size of the struct, bytes */
	enum sctrace_prefix prefix; /**< how lines begin */
	unsigned timestamps;	    /**< 0: none; 1, 2, 3: as strace -t, -tt, -ttt */
	bool relative;		    /**< time since the previous line (strace -r) */
	bool durations;		    /**< duration of each call (strace -T) */
	unsigned hex;		    /**< 1, 2: as strace -x, -xx; 3: as --strings-in-hex=non-ascii-chars */
	unsigned column;	    /**< column of the return value, up to 16777216 (0.1: 65536); 0: 40 */
	const char *name;	    /**< NAME of the message "NAME: Process 12 attached"; NULL: no such message */
	/** Writes whole lines, or an unfinished one if sctrace_text_flush() asks for it. Returns 0 or -errno. */
	int (*write)(void *ctx, const char *p, size_t n);
	void *ctx; /**< passed to write */
	/**
	 * Which calls are printed, in the syntax of strace -e status=; NULL: all. If it is
	 * set, the line of a call is written when the call has ended, and
	 * sctrace_text_detach() prints no calls in progress.
	 */
	const char *status;
	const char *signals;	    /**< which signals, in the syntax of strace -e signal=; NULL: all */
	uint32_t tid;		    /**< only the lines of this task (strace -ff); 0: all tasks */
	char *why;		    /**< buffer for a one-line message with -EINVAL; may be NULL */
	size_t why_size;	    /**< size of why, bytes */
	unsigned quiet;		    /**< SCTRACE_QUIET_* */
	enum sctrace_consts consts; /**< how named constants are printed (strace -X) */
	bool syscall_number;	    /**< print the number of the call (strace -n) */
	bool column_zero;	    /**< no padding: column is 0, not 40 */
	const char *raw;	    /**< calls whose arguments are printed as registers (strace -e raw=); NULL: none */
	const char *verbose;	    /**< calls whose pointers are followed (strace -e verbose=); NULL: all */
	/** Precision of timestamps. */
	enum sctrace_precision timestamp_precision;
	enum sctrace_precision relative_precision; /**< precision of relative */
	enum sctrace_precision duration_precision; /**< precision of durations */
	bool arg_names;				   /**< print names of arguments (strace -N) */
	/** Descriptors ("3,5", "!3", "all"): dump the data that calls read from them (strace -e read=). */
	const char *read_fds;
	const char *write_fds;	  /**< descriptors: dump the data that calls write to them (strace -e write=) */
	bool instruction_pointer; /**< print the instruction pointer (strace -i); needs sctrace_opts.ips; since 0.2 */
	bool mark_late;		  /**< print a comment after values that are late (sctrace_value.late); since 0.2 */
	bool no_args;		  /**< print "..." in place of the arguments of system calls; since 0.2 */
	/**
	 * Called instead of write, which may be NULL then: also gets the roles of the text, to color it or to make
	 * links of it. The spans are in the order of the text and do not overlap; the end of a line is in no span. They
	 * are valid during the call. The text is the same as without it. Returns 0 or -errno. Since 0.2.
	 */
	int (*write_spans)(void *ctx, const char *p, size_t n, const struct sctrace_span *spans, size_t nspans);
};

/**
 * Creates a sink for the events of t. It belongs to the caller until
 * sctrace_text_free(); *out is set on success only. Returns 0; -EINVAL, with a
 * message in opts->why; -E2BIG: an option is newer than this library.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_text_new(struct sctrace_text **out, struct sctrace *t, const struct sctrace_text_opts *opts);
/**
 * Prints an event. Pass the sink every event in order or, with tid in the options,
 * every event of that task, even after an error of this or another sink: the
 * memory of a call that the sink reads is freed after the end of the call. Returns
 * 0, or what write returned; -EINVAL after sctrace_close(), when only
 * sctrace_text_free() is of use.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_text_event(struct sctrace_text *x, const struct sctrace_event *ev);
/**
 * Writes the lines that are complete; with now also the beginning of a call that has
 * not ended. Returns 0, or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_text_flush(struct sctrace_text *x, bool now);
/**
 * Returns the id of the task whose line is unfinished, because its call has not ended; 0: no line is.
 * @since 0.1 @callback
 */
SCTRACE_API uint32_t sctrace_text_open(const struct sctrace_text *x);
/**
 * Prints " <detached ...>" for each call in progress. Returns 0, or what write
 * returned.
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

/** A frame of a stack, the innermost first. Strings are valid during the callback of the event. @since 0.1 */
struct sctrace_frame {
	size_t sz;	     /**< size of the struct, bytes */
	uint64_t ip;	     /**< address that the call, or the function of the frame before, returns to */
	const char *file;    /**< path of the file that is mapped there, or "[vdso]"; NULL: unknown */
	uint64_t file_off;   /**< offset of ip in the file, bytes */
	const char *symbol;  /**< name of the function, demangled; NULL: unknown */
	uint64_t symbol_off; /**< offset of ip in the function, bytes */
	const char *source;  /**< with sctrace_opts.stack_lines: source file; NULL: unknown */
	unsigned line;	     /**< line in source, from 1; 0: unknown */
};

/** Callback that gets each frame. A result other than 0 ends the list, and sctrace_frames() returns it. @since 0.1 */
typedef int sctrace_frame_fn(void *ctx, const struct sctrace_frame *frame);

/**
 * Calls fn for each frame of the stack, as it was when the call of ev began. Call it
 * only within the callback of ev. Returns 0, also if there is no stack, or what fn
 * returned, if that is not 0.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_frames(struct sctrace *t, const struct sctrace_event *ev, sctrace_frame_fn *fn, void *ctx);

/** @} */

/**
 * @defgroup libsctrace_json Events as NDJSON: one object a line
 *
 * A call is one object, written when the call has ended. docs/json.md describes the
 * objects, docs/event.schema.json is their JSON schema.
 * @{
 */

/** A sink that writes the events of one handle as JSON: sctrace_json_new(). @since 0.1 */
struct sctrace_json;

/** Options of sctrace_json_new(). @since 0.1 */
struct sctrace_json_opts {
	size_t sz; /**< size of the struct, bytes */
	/** Writes whole lines. Returns 0 or -errno. */
	int (*write)(void *ctx, const char *p, size_t n);
	void *ctx;	     /**< passed to write */
	const char *status;  /**< as in struct sctrace_text_opts */
	const char *signals; /**< as in struct sctrace_text_opts */
	char *why;	     /**< buffer for a one-line message with -EINVAL; may be NULL */
	size_t why_size;     /**< size of why, bytes */
	/** SCTRACE_QUIET_EXIT: no objects for the ends of tasks; other bits have no effect; since 0.2 */
	unsigned quiet;
	bool registers; /**< arguments of system calls are the values of registers, in hexadecimal; since 0.2 */
	bool no_args;	/**< system calls have an empty object of arguments; since 0.2 */
};

/**
 * Creates a sink for the events of t. It belongs to the caller until
 * sctrace_json_free(). Returns the same as sctrace_text_new().
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_json_new(struct sctrace_json **out, struct sctrace *t, const struct sctrace_json_opts *opts);
/**
 * Writes an event. Pass the sink every event in order, see sctrace_text_event(). Returns 0, or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_json_event(struct sctrace_json *x, const struct sctrace_event *ev);
/**
 * Writes the objects that are complete. Returns 0, or what write returned.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_json_flush(struct sctrace_json *x);
/**
 * Writes the calls in progress, with "status":"detached". Returns 0, or what write returned.
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

/** Kinds of tables. @since 0.1 */
enum sctrace_table {
	SCTRACE_TABLE_PERF,   /**< perf trace's table, one for each thread */
	SCTRACE_TABLE_STRACE, /**< the table of strace -c */
	SCTRACE_TABLE_BY      /**< a row for each combination of keys */
};

/** Options of the functions that print a summary. @since 0.1 */
struct sctrace_table_opts {
	size_t sz;		  /**< size of the struct, bytes */
	enum sctrace_table table; /**< kind of the table */
	bool json;		  /**< print the table as one line of JSON, with times in ns */
	bool errnos;		  /**< a line for each errno */
	bool percentiles;	  /**< columns of percentiles of durations; needs sctrace_stats_opts.hist */
	bool hist;		  /**< the distribution of durations; needs sctrace_stats_opts.hist */
	unsigned max;		  /**< at most so many rows of a table; 0: all */
	double seconds;		  /**< length of the time that was counted, seconds; if > 0, rates are printed */
	const char *columns; /**< SCTRACE_TABLE_STRACE: columns, in the syntax of strace -U; NULL: strace's default */
	const char *sort;    /**< sort order, in the syntax of strace -S; NULL: the default */
	uint64_t overhead;   /**< SCTRACE_TABLE_STRACE: time to subtract from each call, ns (strace -O) */
	bool cpu_time;	     /**< for sctrace_table_check(): the durations are CPU time */
	bool split;	     /**< columns of where the time went; needs sctrace_stats_opts.split; since 0.2 */
};

/** Callback that writes a part of the output. Returns 0 or -errno, which ends the output and is returned. @since 0.1 */
typedef int sctrace_write_fn(void *ctx, const char *p, size_t n);

/** A sink that counts the events of one handle, also of a replay: sctrace_event_stats_new(). @since 0.1 */
struct sctrace_event_stats;

/**
 * Creates a sink for the events of t. It belongs to the caller until sctrace_event_stats_free(). Returns 0 or -errno.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_event_stats_new(struct sctrace_event_stats **out, struct sctrace *t);
/**
 * Sets the keys of the rows, in the syntax of the command's --by ("func,comm,flags"; NULL: none). With hist, rows have
 * histograms of durations. The same keys must be in sctrace_opts.keys of t. Call it before the first event. Returns 0,
 * or -EINVAL with a message in why, which may be NULL.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_stats_by(struct sctrace_event_stats *s, struct sctrace *t, const char *by, bool hist,
				       char *why, size_t why_size);
/**
 * Sets all rows to 0, for the table of another interval. Returns 0.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_stats_reset(struct sctrace_event_stats *s);
/**
 * Sets the maximum number of rows; the default is 100000. Call it after sctrace_event_stats_by(). Returns 0, or -EINVAL
 * for 0.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_stats_limit(struct sctrace_event_stats *s, uint32_t max_rows);
/**
 * Returns the time of day at the last event, ns since 1970; in a replay, that of the recording. 0: not known, or s is
 * NULL.
 * @since 0.2 @callback
 */
SCTRACE_API uint64_t sctrace_event_stats_time(const struct sctrace_event_stats *s);
/**
 * Counts two probes of the handle as one thing with a duration, in its own row: "BEGIN..END" lasts from a hit of BEGIN
 * to the next hit of END in the same thread; "BEGIN..END@ARGUMENT,..." to the next hit of END, in any thread, with the
 * same values of these arguments. The row has the thread and the arguments of the beginning; the hits have no rows,
 * unless sctrace_opts.probes has their probe more often than it is an end of a span.
 * Call it after sctrace_event_stats_by(), which is required, and before the first event. Returns 0, or -EINVAL with a
 * message in why, which may be NULL.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_stats_span(struct sctrace_event_stats *s, const char *span, char *why, size_t why_size);
/**
 * Returns key number i, from 0, among the keys for which no event had a value so far; NULL: there are no more, or s is
 * NULL. In a replay, the recording may lack the values, like the files of descriptors that sctrace_opts.fds did not ask
 * for. After the keys come the spans ("BEGIN..END") whose probes, or arguments, are not in the replay.
 * @since 0.2 @callback
 */
SCTRACE_API const char *sctrace_event_stats_lacks(const struct sctrace_event_stats *s, unsigned i);
/**
 * Returns the number of calls in the row "other" of the last table: beyond 100000 rows, the least used ones are merged
 * into it. NULL: 0.
 * @since 0.2 @callback
 */
SCTRACE_API uint64_t sctrace_event_stats_other(const struct sctrace_event_stats *s);
/**
 * Counts an event. Pass the sink every event, in order. Returns 0 or -errno.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_event_stats_add(struct sctrace_event_stats *s, const struct sctrace_event *ev);
/**
 * Use it instead of sctrace_event_stats_add() for an event whose call must not be counted. Returns 0 or -errno.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_stats_skip(struct sctrace_event_stats *s, const struct sctrace_event *ev);
/**
 * Prints the tables through write; opts NULL: perf trace's table. Returns 0, or what write returned.
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
 * Checks columns and sort. Returns 0; -EINVAL: a word is invalid, and why lists the
 * valid ones. With cpu_time, 1: they use wall-clock time only (wall-total), so open
 * the statistics without cpu_time; 2: they use both times, so set wall_too.
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_table_check(const struct sctrace_table_opts *opts, char *why, size_t why_size);

/** @} */

/**
 * @defgroup libsctrace_stats Statistics that the kernel counts
 *
 * The kernel adds each call to a row and sends no event, so that the numbers are
 * exact at any rate of calls.
 *
 *	sctrace_stats_open()	load the programs
 *	sctrace_stats_target()	choose tasks, unless all are counted
 *	sctrace_stats_start()
 *	sctrace_stats_read()	read the rows from the kernel; whenever sctrace_stats_fd()
 *				is readable, and when the numbers are wanted
 *	sctrace_stats_each(), sctrace_stats_print()
 *	sctrace_stats_reset()	count from 0 again
 *	sctrace_stats_close()
 * @{
 */

/** A handle of statistics: from sctrace_stats_open() to sctrace_stats_close(). @since 0.1 */
struct sctrace_stats;

/** Grouping of rows, besides the call. @since 0.1 */
enum sctrace_group {
	SCTRACE_GROUP_THREAD, /**< a row per call and thread */
	SCTRACE_GROUP_TOTAL,  /**< a row per call */
	SCTRACE_GROUP_CGROUP  /**< a row per call and cgroup */
};

/**
 * Options of sctrace_stats_open(). A member that is 0 or NULL has no effect, unless its comment says more.
 * @since 0.1
 */
struct sctrace_stats_opts {
	size_t sz;		  /**< size of the struct, bytes */
	const char *trace;	  /**< which calls, in the syntax of strace -e trace=; NULL: all */
	enum sctrace_group group; /**< grouping of rows, without by */
	/**
	 * Keys of the rows, in place of group: some of
	 * "syscall,pid,tid,comm,cgroup,uid,errno,file,peer,host" or "exe,container,ret,size".
	 * size is no key, but sets sctrace_stat.bytes; "stack" is a key of
	 * struct sctrace_event_stats only (-EOPNOTSUPP). file is the path
	 * argument, or the path of the descriptor; peer the address of the socket's other
	 * end, or the address argument; host the same without the port. "?file": the key is
	 * left out if the kernel does not support it.
	 */
	const char *by;
	bool all_tasks; /**< as in struct sctrace_opts */
	bool errnos;	/**< a row for each errno, too */
	bool hist;	/**< rows have histograms of durations */
	bool cpu_time;	/**< durations are CPU time, not wall-clock time */
	/**
	 * Maximum number of rows; beyond it, the least used ones are merged into "other".
	 * The kernel's map has room for as many (1024 to 1048576) between two calls of
	 * sctrace_stats_read(); sctrace_stats_fd() is readable when half of it is used.
	 * 0: 100000; before Linux 6.1, 16384 in the kernel or, with hist, 4096.
	 *
	 * A row takes up to 1 KB, with hist 5.6 KB; file, peer or host add 0.7 KB. Two
	 * thirds of that are kernel memory: from Linux 6.1 on for each existing row, before
	 * that for all rows from the start. If all rows could take more than half of the
	 * available memory, open fails with -ENOMEM, or with max_rows 0 uses fewer rows.
	 * sctrace_health.memory is the kernel memory in use.
	 */
	uint32_t max_rows;
	const char *btf;      /**< BTF file of the kernel, for a kernel without BTF */
	const char *without;  /**< features not to use: see sctrace_features() */
	char *why;	      /**< as in struct sctrace_opts */
	size_t why_size;      /**< size of why, bytes */
	bool own_only;	      /**< as in struct sctrace_opts; not with all_tasks */
	bool cgroups;	      /**< as in struct sctrace_opts, with sctrace_stats_target_cgroup(); since 0.2 */
	const uint32_t *uids; /**< as in struct sctrace_opts; since 0.2 */
	size_t nuids;	      /**< as in struct sctrace_opts; since 0.2 */
	const char *comm;     /**< as in struct sctrace_opts; since 0.2 */
	const pid_t *skip;    /**< as in struct sctrace_opts; since 0.2 */
	size_t nskip;	      /**< as in struct sctrace_opts; since 0.2 */
	bool deltas;	      /**< allow sctrace_stats_delta(), which needs a second copy of the rows; since 0.2 */
	bool unnamed;	      /**< as in struct sctrace_opts; since 0.2 */
	bool only_successful; /**< count only calls that succeeded; since 0.2 */
	bool only_failed;     /**< count only calls that failed; since 0.2 */
	/** With cpu_time and SCTRACE_GROUP_TOTAL: measure wall-clock time, too, for wall-* columns of -U. Since 0.2. */
	bool wall_too;
	/**
	 * As in struct sctrace_opts: other handles may share the programs of this one. Each
	 * has its own targets and calls, and all or some of the keys of the handle that
	 * was opened first (threads are "tid,pid,syscall"), with or without hist. All other
	 * options must be the same; cgroups, own_only, errnos and wall_too must be 0. No
	 * call is lost, or counted for another handle, whatever any of them changes. Calls
	 * that the kernel had no row for are in "other" of all handles. Since 0.2.
	 */
	bool sharable;
	struct sctrace_stats *share; /**< an open handle to share with, or NULL; since 0.2 */
	bool share_only;	     /**< as in struct sctrace_opts; since 0.2 */
	/**
	 * Count a call that a target is in at sctrace_stats_start(), when it ends, with the
	 * time since the start (0 with cpu_time), like strace -c -p. sctrace_stat.begun is
	 * the number of such calls in a row. Not with all_tasks, sharable or share.
	 * Since 0.2.
	 */
	bool begun;
	/**
	 * Callback for each task that a target with SCTRACE_FOLLOW, or a descendant of it,
	 * created, in order. sctrace_stats_read() and sctrace_stats_stop() call it;
	 * sctrace_stats_fd() becomes readable for it, too. If reports had no room in the
	 * ring, it is called with tid 0 and their number in missed. Not with all_tasks,
	 * sharable or share. NULL: none. Since 0.2.
	 */
	void (*attached)(void *attached_ctx, pid_t tid, uint64_t missed);
	void *attached_ctx; /**< passed to attached; since 0.2 */
	bool any_owner;	    /**< as in struct sctrace_opts; since 0.2 */
	/**
	 * As in struct sctrace_opts: hits are counted in rows, beside the calls. A function (ufunc=, kfunc=) is counted
	 * when it returns, with its duration; other probes have no duration. In by, "func" is the same as "syscall";
	 * with trace "none", up to three of arg1 to arg6 and ret are keys, too, if the prototypes say that they are
	 * numbers. Other keys fail with -EOPNOTSUPP and a message: use struct sctrace_event_stats for them. Not with
	 * sharable or share. Hits that could not be counted are in sctrace_stats_missed(). Since 0.2.
	 */
	const char *const *probes;
	unsigned nprobes;	/**< number of probes; since 0.2 */
	pid_t probe_pid;	/**< as in struct sctrace_opts; since 0.2 */
	const char *probe_file; /**< as in struct sctrace_opts; since 0.2 */
	const char *probe_rows; /**< as in struct sctrace_opts; since 0.2 */
	bool go_returns;	/**< as in struct sctrace_opts; since 0.2 */
	/**
	 * Count only calls that fail with these errors, as sctrace_opts.errnos. This member, only_successful,
	 * only_failed, min_ns and ret_range filter in the kernel: other calls are in no row. With such a filter, calls
	 * in progress are shown only if min_ns is the only one, and they have taken that long already. Since 0.2.
	 */
	const char *only_errnos;
	uint64_t min_ns;  /**< count only calls whose elapsed time is at least this, ns; since 0.2 */
	bool ret_range;	  /**< as in struct sctrace_opts; since 0.2 */
	int64_t ret_min;  /**< as in struct sctrace_opts; since 0.2 */
	int64_t ret_max;  /**< as in struct sctrace_opts; since 0.2 */
	const char *cpus; /**< as in struct sctrace_opts; since 0.2 */
	/**
	 * Split the time of each thread into sctrace_stat.system, user, runnable and blocked. A further row, "(user)",
	 * has the time between calls; its nr is not that of a call. The sum of all rows of a thread is the time from
	 * the start, or from the creation of the thread, to its end or the last sctrace_stats_read(); with all_tasks and
	 * cgroups, from its first call on. With by, calls for which there is no room (max_rows) have no such times. While
	 * the statistics are paused, "(user)" goes on. split implies begun, and needs a task iterator (Linux 5.10;
	 * otherwise -EOPNOTSUPP). With a filter of results, calls in progress and those that it leaves out are left out
	 * with their time. Not with cpu_time, deltas, sharable, share, probes or cpus. Since 0.2.
	 */
	bool split;
};

/**
 * Loads the programs. The handle belongs to the caller until sctrace_stats_close();
 * *out is set on success only. Returns the same as sctrace_open().
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_stats_open(struct sctrace_stats **out, const struct sctrace_stats_opts *opts);
/**
 * Adds a target. Flags and errors are those of sctrace_target().
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_target(struct sctrace_stats *s, pid_t tid, unsigned flags);
/**
 * Adds a cgroup, as sctrace_target_cgroup() does.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_target_cgroup(struct sctrace_stats *s, const char *path);
/**
 * Adds the cgroup of a container, as sctrace_target_container() does.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_target_container(struct sctrace_stats *s, const char *name);
/**
 * Stops counting a task or, with SCTRACE_THREADS, all threads of its process. Calls
 * that end after this function has returned are not counted; the counts so far are
 * kept. Errors are those of sctrace_untarget(); -EINVAL: also before
 * sctrace_stats_start().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_untarget(struct sctrace_stats *s, pid_t tid, unsigned flags);
/**
 * Selects other calls, as sctrace_select() does. A call is counted if it was
 * selected when it began. When this function returns, the old selection is no longer
 * in use; the counts so far are kept.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_select(struct sctrace_stats *s, const char *trace);
/**
 * Stops counting; calls that began before are still counted. Errors are those of sctrace_pause().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_pause(struct sctrace_stats *s);
/**
 * Resumes counting. Errors are those of sctrace_resume().
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_resume(struct sctrace_stats *s);
/**
 * Attaches the programs: calls are counted from here on. Returns the same as sctrace_start().
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_start(struct sctrace_stats *s);
/**
 * Returns a descriptor that is readable when half of the kernel's rows are in use, or
 * sctrace_stats_opts.attached is to be called: call sctrace_stats_read() then. It
 * belongs to the library: do not read or close it.
 * @since 0.1 @callback
 */
SCTRACE_API int sctrace_stats_fd(struct sctrace_stats *s);
/**
 * Reads the rows that were counted since the last read, and the calls in progress.
 * First it interrupts each CPU once and waits until no program uses these rows,
 * which takes microseconds. If a CPU does not answer, it waits for a grace period of
 * the kernel, 5 to 30 ms, without using the CPU. Returns 0 or -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_read(struct sctrace_stats *s);
/**
 * Detaches the programs and reads the remaining rows. The handle cannot be started again; a second call does nothing.
 * Returns 0 or -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_stop(struct sctrace_stats *s);
/**
 * Returns the number of targets and descendants that have not ended, or -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_tasks(struct sctrace_stats *s);
/**
 * Returns the number of calls in "other", because there was no room for their rows, since the start or the last reset.
 * NULL: 0.
 * @since 0.1 @callback
 */
SCTRACE_API uint64_t sctrace_stats_other(const struct sctrace_stats *s);
/**
 * Returns the number of events that were not counted at all. NULL: 0.
 * @since 0.1 @callback
 */
SCTRACE_API uint64_t sctrace_stats_missed(const struct sctrace_stats *s);

/**
 * A row. It is valid during the callback. A string is NULL, and a number 0, if the
 * rows are not grouped by it. @since 0.1
 */
struct sctrace_stat {
	size_t sz;	  /**< size of the struct, bytes */
	bool other;	  /**< this is the row of all calls for whose rows there was no room */
	const char *name; /**< name of the call; NULL: not grouped by it */
	uint32_t nr;	  /**< number of the call in its abi */
	uint32_t abi;	  /**< enum sctrace_abi */
	uint32_t tid;	  /**< thread id */
	uint32_t pid;	  /**< process id */
	uint32_t uid;	  /**< real user id */
	/** errno: the row has the calls that failed with it. With group, the row of all calls includes them */
	uint32_t error;
	const char *comm;	 /**< name of the thread */
	const char *cgroup;	 /**< path from the root of the cgroup hierarchy */
	const char *file;	 /**< path of the file */
	const char *peer;	 /**< address of the socket's other end, with the port */
	uint64_t calls;		 /**< number of calls that returned */
	uint64_t errors;	 /**< how many of calls failed */
	uint64_t total;		 /**< sum of the durations, ns */
	uint64_t min;		 /**< shortest duration, ns */
	uint64_t max;		 /**< longest duration, ns */
	double avg;		 /**< mean duration, ns */
	double std_error;	 /**< standard error of the mean, in per cent of the mean */
	uint64_t never_returned; /**< number of calls that did not return, because the thread ended */
	uint32_t in_progress;	 /**< number of calls in progress */
	uint64_t oldest;	 /**< age of the oldest call in progress, ns; UINT64_MAX: unknown */
	bool oldest_before;	 /**< the oldest call began before the start, and is at least that old */
	const uint64_t *hist;	 /**< number of calls by duration, see sctrace_stats_bucket(); NULL: no histogram */
	size_t nhist;		 /**< number of buckets of hist */
	/**
	 * With keys or cgroups, calls in progress have separate rows, after the others: name, comm, in_progress, and
	 * age and tid of the oldest call. All numbers of finished calls are 0 there, and in_progress is 0 in the other
	 * rows.
	 */
	bool waiting;
	const char *host; /**< peer without its port */
	/** the row is of a probe: name is its name, nr its position among the probes of the handle; since 0.2 */
	bool probe;
	/**
	 * Texts of arguments that are keys, as lines print them. For probes that the kernel counts: arg1 to arg6 and
	 * ret. For events: in the order of the keys, which include ret and stack. Since 0.2.
	 */
	const char *args[7];
	/** how many of calls began before the start; their durations count from the start on; since 0.2 */
	uint64_t begun;
	const char *exe;       /**< path of the program; since 0.2 */
	const char *container; /**< id or name of the container, or of the unit of systemd; since 0.2 */
	int64_t ret;	       /**< result of the calls, -errno if they failed; since 0.2 */
	uint64_t bytes;	       /**< with the key size: sum of the results of calls that move bytes; since 0.2 */
	/**
	 * With sctrace_stats_opts.split, this member and the next three say where the time of the row went, ns; unlike
	 * total, they include calls in progress. system: on a CPU in calls. Since 0.2.
	 */
	uint64_t system;
	uint64_t user;	   /**< on a CPU between calls, in the row "(user)" or without the key syscall; since 0.2 */
	uint64_t runnable; /**< ready to run, but not on a CPU; since 0.2 */
	uint64_t blocked;  /**< asleep: in a call, or in the row "(user)" in a page fault or stop; since 0.2 */
};

/** Callback that gets each row. A result other than 0 ends the list, and is returned. @since 0.1 */
typedef int sctrace_stat_fn(void *ctx, const struct sctrace_stat *row);

/**
 * Calls fn for each row that was read. Returns 0, or what fn returned, if that is not 0.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_each(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx);
/**
 * Calls fn for each row of a table made from events, then, with keys, for the calls in progress, as
 * sctrace_stats_each() does. A span has the name "BEGIN..END" and is a probe. Returns 0; what fn returned, if that is
 * not 0; or -errno. fn must not use s.
 * @since 0.2 @callback
 */
SCTRACE_API int sctrace_event_stats_each(struct sctrace_event_stats *s, sctrace_stat_fn *fn, void *ctx);
/**
 * Calls fn for each row that has changed since the last call of this function, or
 * since the start, as far as rows were read. calls, errors, times and the histogram
 * are the differences; in_progress is 0. Returns 0; what fn returned, if that is not
 * 0: the next call then delivers all these rows again; -EINVAL: the handle was
 * opened without deltas.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_delta(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx);
/**
 * Calls fn for the calls that are in progress now, with a row for each combination
 * of the handle's keys (without keys: for each thread, cgroup, or call), the row with the
 * oldest call first. in_progress is their number, oldest and oldest_before the age of
 * the oldest call, tid, pid and comm those of its thread. Other members are as in
 * other rows, without errno. file is the path argument, or the file of the
 * descriptor, if the thread sleeps in the call; peer and host need pidfd_getfd(2)
 * (Linux 5.6), too. cgroup needs the task iterator. Returns 0, or what fn returned,
 * if that is not 0. There are no rows before the start and after the stop.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_waits(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx);
/**
 * Returns the duration that a share q (0 to 1) of the calls of a row did not exceed,
 * ns. It is interpolated within a bucket, which is a quarter of an octave. 0: there
 * are no calls, no histogram (sctrace_stats_opts.hist), or q is invalid.
 * @since 0.2 @anyone
 */
SCTRACE_API uint64_t sctrace_stat_percentile(const struct sctrace_stat *row, double q);
/**
 * Returns the shortest duration of a bucket of sctrace_stat.hist, ns.
 * @since 0.1 @anyone
 */
SCTRACE_API uint64_t sctrace_stats_bucket(size_t bucket);
/**
 * Prints the tables through write; opts NULL: perf trace's table. Returns 0, or what write returned.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_print(struct sctrace_stats *s, const struct sctrace_table_opts *opts,
				    sctrace_write_fn *write, void *ctx);
/**
 * Sets all rows that were read to 0. Calls that were counted since the last read come with the next one. Returns 0 or
 * -errno.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_reset(struct sctrace_stats *s);
/**
 * Fills in h, as sctrace_health() does.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_stats_health(struct sctrace_stats *s, struct sctrace_health *h);
/**
 * Returns the last error message of the handle, as sctrace_error() does.
 * @since 0.1 @callback
 */
SCTRACE_API const char *sctrace_stats_error(const struct sctrace_stats *s);
/**
 * Frees the handle, as sctrace_close() does.
 * @since 0.1 @handle
 */
SCTRACE_API int sctrace_stats_close(struct sctrace_stats *s);

/** @} */

/**
 * @defgroup libsctrace_why Whom a task waits for
 *
 * A look reads the state of all tasks of the machine: what each is doing, since when, in which call, and which task it
 * waits for. Nothing is traced, stopped or changed.
 * @{
 */

/** A handle of looks: from sctrace_why_open() to sctrace_why_close(). @since 0.2 */
struct sctrace_look;

/**
 * Options of sctrace_why_open(). Without pids, trees and cgroups, all tasks are asked for. Threads of the kernel and
 * the caller's own are left out, unless pids has them.
 * @since 0.2
 */
struct sctrace_why_opts {
	size_t sz;		       /**< size of the struct, bytes */
	const pid_t *pids;	       /**< all threads of these processes */
	size_t npids;		       /**< number of pids */
	const pid_t *trees;	       /**< all threads of these processes and of their descendants */
	size_t ntrees;		       /**< number of trees */
	const char *const *cgroups;    /**< tasks in these cgroups and below, as sctrace_target_cgroup() takes them */
	size_t ncgroups;	       /**< number of cgroups */
	const char *const *containers; /**< as cgroups, in the form of sctrace_target_container() */
	size_t ncontainers;	       /**< number of containers */
	const uint32_t *uids;	       /**< of these tasks, only those of these users */
	size_t nuids;		       /**< number of uids; 0: of all users */
	const char *comms;	       /**< only those with these names; as sctrace_opts.comms. NULL: all */
	const pid_t *skip;	       /**< none of these processes and threads */
	size_t nskip;		       /**< number of skip */
	uint32_t strlen_max;	       /**< bytes of a string that are shown; 0: 32 */
	size_t rows;		       /**< most rows of depth 0 of a look; 0: any number */
	const char *btf;	       /**< as sctrace_opts.btf */
	const char *without;	       /**< as sctrace_opts.without */
	char *why;		       /**< buffer for a one-line message on failure; may be NULL */
	size_t why_size;	       /**< size of why, bytes */
};

/** What a task is doing. A newer library may have more. @since 0.2 */
enum sctrace_why_state {
	SCTRACE_WHY_BLOCKED,   /**< it sleeps in a call, or in a page fault */
	SCTRACE_WHY_RUNNING,   /**< on a CPU */
	SCTRACE_WHY_RUNNABLE,  /**< it waits for a CPU */
	SCTRACE_WHY_THROTTLED, /**< its cgroup has used up its CPU quota */
	SCTRACE_WHY_STOPPED,   /**< by a signal: signal */
	SCTRACE_WHY_TRACED,    /**< by its tracer, ptrace(2) */
	SCTRACE_WHY_FROZEN,    /**< its cgroup is frozen */
	SCTRACE_WHY_ZOMBIE     /**< it has ended and was not waited for */
};

/**
 * A row of a look. A row of depth 0 is a task that was asked for, or several that are in the same state for the same
 * reason; each row of depth n + 1 after it is the task that the one of depth n waits for. Everything is valid during
 * the callback.
 * @since 0.2
 */
struct sctrace_why_row {
	size_t sz;		      /**< size of the struct, bytes */
	unsigned depth;		      /**< 0: asked for; above: the row before waits for this task */
	const char *role;	      /**< depth above 0: what it is for the row before, such as "writer"; static */
	uint32_t tid;		      /**< thread id; of several tasks, that of the one that waits longest */
	uint32_t pid;		      /**< process id */
	const char *comm;	      /**< name of the thread */
	enum sctrace_why_state state; /**< what it is doing */
	bool uninterruptible;	      /**< SCTRACE_WHY_BLOCKED: state D of ps(1), not even SIGKILL may end it */
	uint64_t age;	    /**< how long it has not run or, of a running one, has run; ns. UINT64_MAX: unknown */
	uint32_t cpu;	    /**< the CPU that it runs on, waits for, or ran on */
	uint32_t signal;    /**< SCTRACE_WHY_STOPPED: the signal that stopped it; 0: unknown */
	const char *name;   /**< name of the call that it is in, static; NULL: none, or unknown */
	const char *call;   /**< the call as a line has it, with what is known of its arguments; or NULL */
	const char *frame;  /**< function of the kernel that it waits in; NULL: unknown */
	const char *reason; /**< what it waits for, in words; static; NULL: there is nothing to say */
	const char *object; /**< the pipe, socket or futex that it waits at; or NULL */
	int fd;		    /**< depth above 0: descriptor by which it has that object; -1: none */
	uint32_t others;    /**< depth above 0: how many other processes have this role */
	uint32_t tasks;	    /**< depth 0: tasks of this row. Above: those asked for that wait for this one */
	uint32_t processes; /**< how many processes these tasks are in */
	bool deadlock;	    /**< it waits for itself, through others: none of them can go on */
	bool again;	    /**< this task was in an earlier row of this look; what it waits for is there */
};

/** Callback that gets each row. A result other than 0 ends the look, and is returned. @since 0.2 */
typedef int sctrace_why_fn(void *ctx, const struct sctrace_why_row *row);

/**
 * Loads the programs that look. Needs CAP_BPF and CAP_PERFMON, and CAP_SYS_PTRACE and CAP_SYS_ADMIN for arguments in
 * memory, owners of mutexes and functions of the kernel. *out is set on success only. Returns 0, or -errno with a
 * message in opts->why: -EPERM, privileges are missing; -ENOTSUP, the kernel has no task iterator; -ENOENT, -EEXIST, a
 * cgroup or container is not there or not the only one; -E2BIG, an option is newer than this library.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_why_open(struct sctrace_look **out, const struct sctrace_why_opts *opts);
/**
 * Looks at all tasks once, and calls fn for each row: deadlocks first, then whoever waits for a known task, then the
 * others. The look is not atomic: tasks go on while it lasts. Returns 0; what fn returned, if that is not 0; or -errno.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_why(struct sctrace_look *w, sctrace_why_fn *fn, void *ctx);
/**
 * Returns how many tasks the last look has found that were asked for. NULL: 0.
 * @since 0.2 @callback
 */
SCTRACE_API uint32_t sctrace_why_tasks(const struct sctrace_look *w);
/**
 * Returns how many of these tasks are in no row, because there were more than sctrace_why_opts.rows. NULL: 0.
 * @since 0.2 @callback
 */
SCTRACE_API uint32_t sctrace_why_left(const struct sctrace_look *w);
/**
 * Returns one line about what this kernel or the caller's privileges do not let looks show, or NULL. It is valid as
 * long as the handle.
 * @since 0.2 @callback
 */
SCTRACE_API const char *sctrace_why_lacks(const struct sctrace_look *w);
/**
 * Returns the last error message of the handle, as sctrace_error() does.
 * @since 0.2 @callback
 */
SCTRACE_API const char *sctrace_why_error(const struct sctrace_look *w);
/**
 * Frees the handle; NULL: does nothing. Returns 0, or -EBUSY from a callback.
 * @since 0.2 @handle
 */
SCTRACE_API int sctrace_why_close(struct sctrace_look *w);

/** @} */

/**
 * @defgroup libsctrace_introspection What can be asked: calls, arguments, keys, types of events
 *
 * For a schema, a user interface or a completion. Strings are static, unless a comment
 * says more. Names of calls and arguments are those that sctrace_opts.trace and
 * sctrace_arg() take.
 * @{
 */

/** A system call of an ABI. It is valid during the callback. @since 0.2 */
struct sctrace_call {
	size_t sz;		    /**< size of the struct, bytes */
	const char *name;	    /**< name of the call */
	uint32_t nr;		    /**< its number in the ABI */
	uint32_t abi;		    /**< enum sctrace_abi */
	unsigned nargs;		    /**< number of arguments: sctrace_call_args() */
	enum sctrace_kind ret;	    /**< kind of the result; 0: the call does not return */
	const char *const *classes; /**< classes that it is in, as sctrace_opts.trace takes them after a '%' */
	size_t nclasses;	    /**< number of classes */
};

/** Callback that gets each call. A result other than 0 ends the list, and is returned. @since 0.2 */
typedef int sctrace_call_fn(void *ctx, const struct sctrace_call *c);
/**
 * Calls fn for each system call of an ABI, which need not be one of this machine, in the order of their numbers.
 * Returns 0; what fn returned, if that is not 0; -EINVAL: no such ABI.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_calls(enum sctrace_abi abi, sctrace_call_fn *fn, void *ctx);

/** A constant. @since 0.2 */
struct sctrace_const {
	const char *name; /**< its name */
	uint64_t value;	  /**< its value; for a flag, its bits */
};

/** An argument of a call. It is valid during the callback. @since 0.2 */
struct sctrace_call_arg {
	size_t sz;	  /**< size of the struct, bytes */
	const char *name; /**< name of the argument */
	unsigned arg;	  /**< its position, from 0 */
	/**
	 * Kind of its value; 0: it depends on the call's other arguments, like that of ioctl(2), or the value has its
	 * own notation. A pointer that is NULL, or whose memory could not be read, is a SCTRACE_KIND_ADDRESS
	 * nevertheless, and a number that has a name, such as AT_FDCWD, a SCTRACE_KIND_SYMBOL; signal 0 is a
	 * SCTRACE_KIND_INT.
	 */
	enum sctrace_kind kind;
	bool in;	    /**< its value is known when the call begins */
	bool out;	    /**< the call writes to the memory that it points to */
	bool optional;	    /**< it is there only with some values of other arguments, such as the mode of open(2) */
	uint64_t enum_mask; /**< bits of the value that hold one of consts; the other bits are flags */
	const struct sctrace_const *consts; /**< constants that the value may have; NULL: none */
	size_t nconsts;			    /**< number of constants */
};

/** Callback that gets each argument. A result other than 0 ends the list, and is returned. @since 0.2 */
typedef int sctrace_call_arg_fn(void *ctx, const struct sctrace_call_arg *a);
/**
 * Calls fn for each argument of a call, in order. Returns 0; what fn returned, if that
 * is not 0; -ENOENT: the ABI has no such call; -EINVAL: no such ABI.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_call_args(enum sctrace_abi abi, const char *call, sctrace_call_arg_fn *fn, void *ctx);

/** A key of sctrace_stats_opts.by and sctrace_event_stats_by(). @since 0.2 */
struct sctrace_key {
	size_t sz;	  /**< size of the struct, bytes */
	const char *name; /**< word that selects the key, and the name of its member in JSON */
	const char *help; /**< description of the key */
	bool in_kernel;	  /**< sctrace_stats_opts.by may have it */
	bool in_events;	  /**< sctrace_event_stats_by() may have it; there, the names of arguments are keys, too */
	bool sums;	  /**< it is no key, but adds a sum to each row */
};

/** Callback that gets each key. A result other than 0 ends the list, and is returned. @since 0.2 */
typedef int sctrace_key_fn(void *ctx, const struct sctrace_key *k);
/**
 * Calls fn for each key. Returns 0, or what fn returned, if that is not 0.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_keys(sctrace_key_fn *fn, void *ctx);

/**
 * A word that stands for a value in sctrace_opts.predicate and until.
 * @since 0.2
 */
struct sctrace_field {
	size_t sz;	  /**< size of the struct, bytes */
	const char *name; /**< the word */
	/**
	 * kind of value that it is compared with; SCTRACE_KIND_TEXT: a string; SCTRACE_KIND_SYMBOL: a number or an
	 * error's name
	 */
	enum sctrace_kind kind;
	const char *help; /**< description of the value */
};

/** Callback that gets each field. A result other than 0 ends the list, and is returned. @since 0.2 */
typedef int sctrace_field_fn(void *ctx, const struct sctrace_field *f);
/**
 * Calls fn for each word that stands for a value in a predicate, except the names of arguments. Returns 0, or what fn
 * returned, if that is not 0.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_fields(sctrace_field_fn *fn, void *ctx);

/** A type of events. @since 0.2 */
struct sctrace_event_type_info {
	size_t sz;		      /**< size of the struct, bytes */
	enum sctrace_event_type type; /**< its number */
	const char *name;	      /**< name of the enumerator, such as "SCTRACE_EXEC" */
	const char *json;	      /**< "type" of the object that sctrace_json makes of it; NULL: none */
	bool of_task;		      /**< its events are of a task */
};

/** Callback that gets each type. A result other than 0 ends the list, and is returned. @since 0.2 */
typedef int sctrace_event_type_fn(void *ctx, const struct sctrace_event_type_info *type);
/**
 * Calls fn for each type of events, in the order of their numbers. Returns 0, or what fn returned, if that is not 0.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_event_types(sctrace_event_type_fn *fn, void *ctx);

/** @} */

/**
 * @defgroup libsctrace_words Checks of what users type
 * @{
 */

/** A USDT probe of a file. Strings are valid during the callback. @since 0.2 */
struct sctrace_usdt {
	size_t sz;	       /**< size of the struct, bytes */
	const char *file;      /**< file that has the probe */
	const char *provider;  /**< provider of the probe */
	const char *name;      /**< name of the probe */
	const char *prototype; /**< types of the first six arguments, by their sizes: "(arg1:i32, arg2:hex)" */
	unsigned nargs;	       /**< number of arguments */
	unsigned places;       /**< number of places in the code */
};

/** Callback that gets each probe. A result other than 0 ends the list, and sctrace_usdts() returns it. @since 0.2 */
typedef int sctrace_usdt_fn(void *ctx, const struct sctrace_usdt *u);
/**
 * Calls fn for each USDT probe of a file or, if file is NULL, of all files that
 * process pid has mapped. If pid is not 0, file is a path as that process sees it. The
 * caller must be able to read the files, and needs no other privileges. Returns 0;
 * what fn returned, if that is not 0; or -errno, with a one-line message in why,
 * which may be NULL.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_usdts(pid_t pid, const char *file, sctrace_usdt_fn *fn, void *ctx, char *why, size_t why_size);
/**
 * Checks the specification of a probe, as in sctrace_opts.probes; structs of sctrace_opts.probe_rows are unknown to it.
 * Returns 0, or -EINVAL with a one-line message in why, which may be NULL.
 * @since 0.2 @anyone
 */
SCTRACE_API int sctrace_probe_check(const char *probe, char *why, size_t why_size);
/**
 * Checks trace, as in struct sctrace_opts. Returns 0, or -EINVAL with a one-line message in why, which may be NULL: a
 * word is unknown.
 * @since 0.1 @anyone
 */
SCTRACE_API int sctrace_trace_check(const char *trace, char *why, size_t why_size);
/**
 * Writes " (did you mean 'NAME'?)" to buf. NAME is the one of names that is most similar to word; names are separated
 * by blanks. Writes "" if none is similar. Returns the length, as snprintf() does; -EINVAL: word or names is NULL, or
 * buf if size is not 0.
 * @since 0.1 @anyone
 */
SCTRACE_API ssize_t sctrace_nearest(const char *word, const char *names, char *buf, size_t size);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
