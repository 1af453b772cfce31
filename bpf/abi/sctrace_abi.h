/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the BPF programs and userspace share: records, capture plan, knobs.
 * Fixed-width fields only, no padding that is not named: these bytes are also
 * the capture file's.
 */
#ifndef SCTRACE_ABI_H
#define SCTRACE_ABI_H

#ifndef __bpf__
#include <linux/types.h>
#endif

/*
 * Bumped whenever a struct below changes; capture files carry it. 2 has
 * SCT_REC_NAMES in addition to what 1 has, 3 has SCT_PART_FILE, SCT_PART_ENDS,
 * SCT_REC_CHANGE, SCT_REC_SIGNAL_STACK, SCT_REC_MODE, SCT_F_HELD, SCT_PART_NAMESPACES
 * and probes.
 */
#define SCT_ABI_VERSION 4

#define SCT_NARGS 6

/* Tables of system calls that a record may name. */
enum sct_abi_id { SCT_ABI_X86_64, SCT_ABI_I386, SCT_ABI_ARM64, SCT_ABI_ARM, SCT_ABI_RISCV64, SCT_ABI_MAX };

/* Functions of the kernel that programs call: KFUNC_CALL(). */
enum sct_kfunc { SCT_KFUNC_PREEMPT_DISABLE, SCT_KFUNC_PREEMPT_ENABLE, SCT_KFUNC_RDONLY_CAST, SCT_KFUNC_TASK_WORK };

/* Types of the kernel that programs name by their numbers: CAST(). */
enum sct_ktype {
	SCT_KTYPE_file,
	SCT_KTYPE_dentry,
	SCT_KTYPE_inode,
	SCT_KTYPE_vfsmount,
	SCT_KTYPE_mount,
	SCT_KTYPE_list_head,
	SCT_KTYPES,
};

/* ---- records ---------------------------------------------------------- */

enum sct_rec_type {
	SCT_REC_ENTER = 1,
	SCT_REC_EXIT,
	SCT_REC_FORK, /* a traced task made a task that is traced too */
	SCT_REC_EXEC, /* the old program is gone */
	SCT_REC_TASK_EXIT,
	SCT_REC_CALL,	      /* a whole call, struct sct_exit: it has no arguments and cannot block */
	SCT_REC_TARGET,	      /* made by the reader: a task that was asked for */
	SCT_REC_SIGNAL,	      /* delivered to the task, or dropped because ignored */
	SCT_REC_NAMES,	      /* made by the reader: what numbers mean from here on */
	SCT_REC_MAP,	      /* made by the reader: what the process can execute from here on */
	SCT_REC_CHANGE,	      /* made by the reader: what is reported from here on */
	SCT_REC_SIGNAL_IP,    /* as SCT_REC_SIGNAL, and where the task was */
	SCT_REC_PROBE,	      /* a probe was hit */
	SCT_REC_RETURN,	      /* a probed function returned */
	SCT_REC_DEF,	      /* made by the reader: what a probe's number means */
	SCT_REC_SIGNAL_STACK, /* as SCT_REC_SIGNAL_IP, with the registers and the stack of the task, or a file */
	SCT_REC_MODE,	      /* the task's calls are of another ABI from here on */
	SCT_REC_CGROUPS,      /* in which cgroups the task is from here on; for the reader, never in a file */
	SCT_REC_MORE,	      /* as SCT_REC_EXIT, which follows: chunks of the call that have no room in there */
	SCT_REC_LEADER_EXIT, /* struct sct_task_exit: the thread group's leader ended first; its end follows the last thread's */
	SCT_REC_CLOCK, /* made by the reader: the wall clock from here on */
	SCT_REC_COMM,  /* struct sct_target: what the task is called, before a record of its end or of a signal */
	SCT_REC_TYPE_MAX,
};

/* sct_rec.flags */
/* of an enter record */
#define SCT_F_LATE 0x01	    /* made at the call's end: no enter event was seen */
#define SCT_F_HELD 0x02	    /* made at the call's end, which follows, and has when the call began */
#define SCT_F_SNAPSHOT 0x08 /* made by the reader: the call was in progress at the attach */
/* of an exit record */
#define SCT_F_KILLED 0x20 /* the task is being killed; seen only if a signal that is shown killed it */
/* of a fork */
#define SCT_F_OWN_NS 0x01 /* the new task is in the reader's pid namespace, not in one below it */
/* of a signal */
#define SCT_F_IGNORED 0x02  /* ignored, never delivered */
#define SCT_F_ORPHANED 0x04 /* from a terminal, to a process group without a shell: it does not stop the task */
#define SCT_F_FATAL 0x10    /* ends the process; reported early, printed when the process has ended */
#define SCT_F_STOPPED 0x40  /* made by the reader: the signal that had stopped the task before the attach */
/* of a task's end */
#define SCT_F_SUPERSEDED 0x04 /* another thread's execve takes its place */
#define SCT_F_LEFT 0x80	      /* it goes on, as a program that the user may not trace */
/* of a probe's hit */
#define SCT_F_RETURNS 0x04  /* a function was entered, and its return is probed, too */
#define SCT_CPU_NONE 0xffff /* cpu: made by the reader, from no ring */

struct sct_rec {
	__u64 ts; /* CLOCK_MONOTONIC, ns */
	__u32 tid;
	__u32 tgid;
	__u8 type;  /* enum sct_rec_type */
	__u8 flags; /* SCT_F_* */
	__u16 cpu;  /* or SCT_CPU_NONE */
	__u32 lost; /* running count of events that this CPU's ring had no room for: a call's beginning and end are two */
};

/* Common head of enter and exit. Chunks follow the struct. */
struct sct_enter {
	struct sct_rec rec;
	__u16 nr;
	__u8 abi;	/* enum sct_abi */
	__u8 nr_high;	/* bits 16 to 23 of the number; a number with more bits has SCT_PART_NR, and all 24 set here */
	__u32 data_len; /* bytes of chunks after this struct */
	__u64 args[SCT_NARGS];
};

struct sct_exit {
	struct sct_rec rec;
	__u16 nr;
	__u8 abi;
	__u8 pad;
	__u32 data_len;
	__s64 ret;
	__u64 enter_ts; /* the enter record's ts: pairs are matched by it */
};

struct sct_fork {
	struct sct_rec rec;
	__u32 child_tid;
	__u32 child_tgid;
};

struct sct_exec {
	struct sct_rec rec; /* tid: after the exec */
	__u32 old_tid;	    /* differs when a thread that did not lead called exec */
	__u32 data_len;	    /* chunks: path and arguments of the new program */
	char comm[16];
};

struct sct_target {
	struct sct_rec rec;
	char comm[16];
};

struct sct_task_exit {
	struct sct_rec rec;
	__u32 code; /* as wait(2) gives it */
	__u32 pad;
};

struct sct_clock {
	struct sct_rec rec;
	__s64 offset; /* wall clock minus the records' clock, ns */
};

struct sct_signal {
	struct sct_rec rec;
	__u32 sig;
	__u32 default_action; /* 1: SIG_DFL */
	__u8 info[48];	      /* head of the kernel's siginfo */
};

struct sct_signal_ip {
	struct sct_signal signal;
	__u64 ip; /* 0: not known */
};

/* Chunks follow. */
struct sct_signal_stack {
	struct sct_signal_ip at;
	__u32 data_len;
	__u8 abi; /* of the task's last call */
	__u8 pad[3];
};

struct sct_mode {
	struct sct_rec rec;
	__u64 ip; /* of the first such call; 0: not known */
	__u32 nr; /* of the call before it */
	__u8 abi; /* enum sct_abi */
	__u8 pad[3];
};

struct sct_cgroups {
	struct sct_rec rec;
	__u64 in; /* bit i: in the cgroup at i of the programs' map, or below it */
};

enum sct_names_kind { SCT_NAMES_INTERFACES, SCT_NAMES_FAMILIES, SCT_NAMES_MAX };

/* All names of a kind; struct sct_name follow. */
struct sct_names {
	struct sct_rec rec;
	__u32 kind; /* enum sct_names_kind */
	__u32 data_len;
};

/* An executable mapping; its path follows, with a NUL: a file's, or "[vdso]", "//anon" as perf events name it. */
struct sct_map {
	struct sct_rec rec;
	__u64 addr, len, off; /* off: in the file, bytes */
	__u32 data_len;
	__u32 fresh; /* 1: no mapping, but a new program: what was mapped before is gone */
};

/* A probe was hit. Begins as an enter, whose number is the probe's; chunks follow the whole. */
struct sct_probe {
	struct sct_enter enter;
	__u64 frame; /* the stack pointer when the function will have returned */
	__u64 from;  /* where it returns to, with SCT_F_RETURNS */
};

struct sct_return {
	struct sct_exit exit; /* enter_ts: 0. The entry is found by the frame */
	__u64 frame;
};

/*
 * What a tracepoint's program is given: the fields from SCT_EVENT_COMMON on, up
 * to size, and what the fields at locs, of four bytes each, say lies after them.
 * It is the chunk of argument 0 of a probe's record.
 */
#define SCT_EVENT_COMMON 8
#define SCT_EVENT_MAX 4095
#define SCT_EVENT_LOCS 7
#define SCT_EVENT_REL 0x8000 /* of a loc: counted from the field's end */

struct sct_event {
	__u16 size;
	__u16 locs[SCT_EVENT_LOCS]; /* 0: no more */
};

/* A probe: its specification follows, without a NUL (probe/spec.h). */
struct sct_def {
	struct sct_rec rec;
	__u32 probe;
	__u32 data_len;
};

struct sct_name {
	__u32 id;
	char name[16]; /* NUL-terminated */
};

enum sct_change_kind { SCT_CHANGE_SELECTED, SCT_CHANGE_PAUSED, SCT_CHANGE_RESUMED, SCT_CHANGE_MAX };

struct sct_change {
	struct sct_rec rec;
	__u32 kind; /* enum sct_change_kind */
	__u32 pad;
};

/* What part of an argument a chunk holds. */
#define SCT_STRV_MAX 2048 /* strings of a vector */
#define SCT_NEST_STRINGS                                                                                               \
	256 /* likewise, of one that a pointer in a struct leads to; and the number of its first chunk */

enum sct_part {
	SCT_PART_SELF,	  /* the memory that the argument points to */
	SCT_PART_ITEM,	  /* sub: n-th string of a vector, n-th iovec's data */
	SCT_PART_NAME,	  /* msghdr: address */
	SCT_PART_VEC,	  /* msghdr: the iovec array */
	SCT_PART_CONTROL, /* msghdr: control messages */
	SCT_PART_COUNT, /* __u32: number of elements of a pointer vector; sub 1, empty: more than its items, or than fit, */
			/* or with SCT_PART_ENDS: what follows its items cannot be read */
	SCT_PART_NEST,	/* what a pointer inside SELF points to; sub: which. Of a vector: an item that leads nowhere */
	SCT_PART_SOCK,	/* struct sct_sock: of a netlink socket */
	SCT_PART_REGS,	/* of no argument: the kernel's struct pt_regs */
	SCT_PART_STACK, /* of no argument: the stack from the stack pointer on; older captures have it */
	SCT_PART_FILE,	/* struct sct_file and a name: what a descriptor refers to. Empty: others had no room */
	SCT_PART_FILE_REF,   /* sub: slot; __s32 descriptor: refers to what the slot's last SCT_PART_FILE told of */
	SCT_PART_IP,	     /* of no argument: __u64, where the call returns to */
	SCT_PART_COMM,	     /* of no argument: 16 bytes, the task's name */
	SCT_PART_NAMESPACES, /* of no argument: struct sct_namespaces */
	SCT_PART_SID,	     /* of no argument: __u32, the number of the task's security context */
	SCT_PART_KVM,	     /* of no argument: __u32, why a virtual processor was left (KVM_EXIT_*) */
	SCT_PART_NR, /* of no argument: __u32, the number of a call that does not exist, if it has more than 24 bits */
	/*
	 * Of what is dumped: __u64 offset, and the bytes from there on; sub: the n-th piece. The pieces of a single
	 * buffer begin at offset SCT_MORE_BYTES. In a vector, offsets are counted over all buffers of all messages: of
	 * a buffer that ends beyond SCT_MORE_VECTOR, all bytes are in pieces of its own.
	 */
	SCT_PART_MORE,
	SCT_PART_STACK_AT, /* of no argument: __u64 address, and a piece of the stack from there on; sub 1: not of the */
			   /* stack that the stack pointer is in, but of the one that a signal handler interrupted */
};

#define SCT_MORE_BYTES 0xc000  /* of a piece; SELF has as many, or more */
#define SCT_MORE_VECTOR 0x4000 /* of a vector's bytes, so many are in its ITEMs */

/* With any part: the memory after these bytes could not be read. */
#define SCT_PART_ENDS 0x80

/*
 * One piece of user memory. Data follows, padded to 8 bytes.
 * For mmsghdr vectors sub is message << 8 | iovec; otherwise just the index.
 */
struct sct_chunk {
	__u8 arg;
	__u8 part; /* enum sct_part, SCT_PART_ENDS */
	__u16 sub;
	__s32 len; /* bytes that follow; -errno: not readable, nothing follows */
};

/* Namespaces, by the numbers that /proc/PID/ns has of them. */
enum sct_ns {
	SCT_NS_CGROUP,
	SCT_NS_IPC,
	SCT_NS_MNT,
	SCT_NS_NET,
	SCT_NS_PID,
	SCT_NS_TIME,
	SCT_NS_USER,
	SCT_NS_UTS,
	SCT_NS_MAX,
};

struct sct_namespaces {
	__u32 inum[SCT_NS_MAX];
};

/* What kind of socket a descriptor is. */
struct sct_sock {
	__u16 family;
	__u16 protocol;
	__u32 port; /* netlink: 0: not bound yet */
};

#define SCT_AT_FDCWD (-100) /* stands for the working directory among descriptors */

/* What of descriptors is wanted. */
#define SCT_FDS_PATH 0x01
#define SCT_FDS_SOCKET 0x02
#define SCT_FDS_DEV 0x04
#define SCT_FDS_PIDFD 0x08
#define SCT_FDS_EVENTFD 0x10
#define SCT_FDS_SIGNALFD 0x20
#define SCT_FDS_ALL 0x3f

#define SCT_FD_SLOTS 512 /* of each CPU; a power of two */
#define SCT_FD_NO_SLOT 0xffff

/* Of a call that is in progress at the attach: descriptors that are looked at, and bytes of what they refer to. */
#define SCT_INCALL_FDS 256
#define SCT_INCALL_BYTES 0x8000

enum sct_file_kind {
	SCT_FILE_PATH,
	SCT_FILE_PIPE,
	SCT_FILE_SOCKET,
	SCT_FILE_ANON,	   /* anon_inode:NAME */
	SCT_FILE_NS,	   /* NAME:[ino] */
	SCT_FILE_PIDFD,	   /* of pidfs; before it, an ANON */
	SCT_FILE_NAMELESS, /* /NAME, never in a directory: memfd_create() */
	SCT_FILE_KINDS,
};

#define SCT_FILE_DELETED 0x01
#define SCT_FILE_CUT 0x02 /* directories at the beginning are missing */

/* What sct_file.v holds. */
enum sct_file_more {
	SCT_MORE_NONE,
	SCT_MORE_EVENTFD,  /* counter; id, and above 32 bits the flags */
	SCT_MORE_SIGNALFD, /* set of signals */
	SCT_MORE_PIDFD,	   /* process; 0: it has ended */
	SCT_MORE_PTMX,	   /* index of its terminal */
	SCT_MORE_SOCKET,   /* nothing: a struct sct_socket is in place of the name */
};

/* A socket, as the kernel has it at that moment; what it has no use for is 0. A unix socket's name follows. */
struct sct_socket {
	char protocol[16]; /* by the kernel's name: "TCPv6" */
	__u16 family;
	__u16 state;
	__u16 local_port, port;
	__u32 netlink; /* its protocol */
	__u32 portid;
	__u8 local[16], addr[16];
	__u64 peer; /* inode of the unix socket that it is connected to */
};

/* A file, as its SCT_PART_FILE tells; a name of any bytes follows. */
struct sct_file {
	__s32 fd;
	__u16 slot; /* or SCT_FD_NO_SLOT */
	__u8 kind;  /* enum sct_file_kind */
	__u8 flags; /* SCT_FILE_* */
	__u64 ino;
	__u32 mode;
	__u32 rdev; /* major << 20 | minor */
	__u32 more; /* enum sct_file_more */
	__u32 sid;  /* number of its security context; 0: not asked for */
	__u64 v[2];
};

/* ---- capture plan ------------------------------------------------------ */

enum sct_cap_kind {
	SCT_CAP_NONE,
	SCT_CAP_STR,   /* NUL-terminated, up to max bytes */
	SCT_CAP_BUF,   /* length * elem bytes, up to max */
	SCT_CAP_STRV,  /* pointers to strings; elem: most strings; max: bytes of each */
	SCT_CAP_COUNT, /* number of pointers before the NULL */
	SCT_CAP_IOV,   /* iovecs; max: bytes of the data of each of the first elem ones */
	SCT_CAP_MSG,   /* msghdr; max: likewise of its iovecs */
	SCT_CAP_MMSG,  /* the first elem ones of a vector of mmsghdrs, likewise */
	SCT_CAP_NEST,  /* pointer and count inside what was captured as SELF */
	/* vectors of pointers to structs (io_submit): chunks of element i have sub i << 8 */
	SCT_CAP_PTRS,	   /* the pointers, SELF, and elem bytes of each struct, NEST */
	SCT_CAP_EACH_BUF,  /* pointer and count inside each of these structs: a buffer, ITEM */
	SCT_CAP_EACH_IOV,  /* likewise iovecs, VEC; max: bytes of each one's data, ITEM */
	SCT_CAP_NEST_STRV, /* as NEST, a vector of strings: not more than elem, ITEM with sub SCT_NEST_STRINGS + n */
	SCT_CAP_NEST_DATA, /* as NEST, bytes; or iovecs, VEC with sub << 8, if their number, if_value bytes at if_off, is not 0 */
	/* a list of structs of if_off bytes, each with the next one's address: VEC; max bytes of the data of each: ITEM */
	SCT_CAP_CHAIN,
	SCT_CAP_NAMESPACES, /* of the task, NAMESPACES; sub 1: of the process that it made last */
};

/* What a pointer that a function of the kernel is given leads to; its path or name is taken. */
enum sct_object {
	SCT_OBJECT_NONE,   /* a string itself: the kernel's, or user memory, by the address */
	SCT_OBJECT_NAME,   /* struct filename */
	SCT_OBJECT_FILE,   /* struct file */
	SCT_OBJECT_PATH,   /* struct path */
	SCT_OBJECT_DENTRY, /* struct dentry: its path in its file system */
};

enum sct_len_from {
	SCT_LEN_FIXED,	     /* one element */
	SCT_LEN_ARG,	     /* argument len_arg elements */
	SCT_LEN_ARG_PTR,     /* *(__u32 *)argument len_arg elements */
	SCT_LEN_RET,	     /* return value elements, not more than argument len_arg */
	SCT_LEN_BITS,	     /* argument len_arg bits, in whole longs */
	SCT_LEN_ARG_PTR_MIN, /* the value before the call bounds the one after */
	SCT_LEN_WITHIN, /* of a pointer in a struct: argument len_arg has the struct's size, beyond which are zeros */
};

/* sct_cap.when */
#define SCT_AT_ENTER 0x01
#define SCT_AT_EXIT_OK 0x02
#define SCT_AT_EXIT_ERR 0x04

#define SCT_NO_OFF 0xffff

#define SCT_SUB_SOCK 1 /* argument 0 is a socket: of netlink, all of the data is taken */

struct sct_cap {
	__u8 kind;
	__u8 arg;
	__u8 len_from;
	__u8 len_arg;
	__u8 when;
	__u8 sub;      /* NEST: its index; BUF: SCT_SUB_*; STR of a kernel's function: enum sct_object */
	__u8 cnt_size; /* of the count: 2, 4, 8 */
	__u8 if_value; /* EACH_*: only where the struct has this number, of 16 bits, at if_off */
	__u16 ptr_off; /* NEST, EACH_*: offset of the pointer in its struct */
	__u16 cnt_off; /* and of the count; SCT_NO_OFF: one element, or by len_from. CHAIN: of the pointer to the data */
	__u16 via_off; /* NEST: SELF has the address of that struct here; SCT_NO_OFF: SELF is the struct */
	__u16 if_off;
	__u32 elem; /* bytes of one element; NEST_DATA: iovecs whose data is taken; CHAIN: structs */
	__u32 max;  /* most bytes to take */
};

/*
 * Elements of a capture whose length source is no pointer. arg: argument
 * len_arg; word: bytes of a long; most: what bits are bounded by.
 */
static inline __attribute__((always_inline)) __u64 sct_cap_length(__u8 len_from, __u64 arg, __s64 ret, __u32 word,
								  __u64 most)
{
	switch (len_from) {
	case SCT_LEN_FIXED:
		return 1;
	case SCT_LEN_ARG:
		return arg;
	case SCT_LEN_BITS:
		if (arg > 8 * most)
			arg = 8 * most;
		return (arg + 8 * word - 1) / (8 * word) * word;
	case SCT_LEN_RET:
		if (ret < 0)
			return 0;
		return (__u64)ret < arg ? (__u64)ret : arg;
	}
	return 0;
}

#define SCT_PLAN_NCAPS 8

/* Descriptors in memory: in what an argument points to, or in what a pointer in there leads to. */
struct sct_fdmem {
	__u8 arg;      /* argument that points there */
	__u8 when;     /* SCT_AT_* */
	__u8 len_from; /* SCT_LEN_FIXED: n; _ARG: argument len_arg; _BITS: a set, of that many bits */
	__u8 len_arg;
	__u16 off; /* of the descriptor in its struct */
	__u8 size; /* of the descriptor */
	__u8 n;
	__u16 stride;  /* from one to the next */
	__u16 ptr_off; /* where a pointer to them is; SCT_NO_OFF: the argument points to them */
	__u16 cnt_off; /* where their number is; SCT_NO_OFF: len_from tells */
	__u8 cnt_size; /* of that number */
	__u8 each;     /* the argument is a vector of pointers, each to a struct with one */
	__u8 within;   /* argument that has the size of the struct, beyond which is 0; SCT_NARGS: none */
	__u8 addr;     /* the struct is a socket's address, of any family: AF_XDP's has a descriptor */
	__u16 most;    /* of an array, the first ones that are looked up */
};

#define SCT_PLAN_NFDMEM 4   /* a power of two */
#define SCT_FDMEM_MOST 3072 /* sct_fdmem.most: with what they stand in, more do not fit into a record */

#define SCT_PLAN_ENABLED 0x01
#define SCT_PLAN_WHOLE 0x02   /* one record, made at exit */
#define SCT_PLAN_RETURNS 0x04 /* of a probe: SCT_F_RETURNS */
#define SCT_PLAN_GO 0x10      /* of a probe: its arguments are in the registers of Go's ABI */
#define SCT_PLAN_SOCKET 0x08  /* socket() */

#define SCT_DUMP_READS 0x80 /* as many bytes as the call returns */

struct sct_plan {
	__u8 flags;
	__u8 word; /* bytes of a pointer: 4 or 8 */
	__u8 ncaps;
	__u8 when;   /* or of the caps' when */
	__u8 sel[2]; /* 1 + argument that selects a variant; 0: none */
	__u8 fds;    /* arguments (bits) that are descriptors */
	__u8 fd_ret; /* the return value is one */
	__u32 sel_mask;
	struct sct_cap cap[SCT_PLAN_NCAPS];
	__u8 nfdmem;
	__u8 fd_when; /* or of the fdmem's when, and of when there may be control messages */
	__u8 nargs;   /* of a probe: arguments that are printed */
	__u8 cwd;     /* a path may be relative to the working directory, of which its context is wanted */
	/* by what of the call it may be chosen: arguments (bits), and what only the reader looks at */
	__u8 choose_fds;
	__u8 choose_paths;
	__u8 choose_more;
	__u8 dump; /* 1 + the cap whose buffer is taken as a whole, SCT_DUMP_READS; 0: none */
	struct sct_fdmem fdmem[SCT_PLAN_NFDMEM];
};

/* Key of the variants map: value is an index into the plans. */
struct sct_variant_key {
	__u32 plan; /* the base call's index */
	__u32 sel[2];
};

/* Plans: ABI-major, then variants. */
#define SCT_NR_MAX 512
#define SCT_NABIS 2
#define SCT_PLANS_MAX 4096

/* Of a call's number: which of its two ends may be wanted. The end is wanted of whatever may have begun. */
#define SCT_NR_BEGINS 1
#define SCT_NR_ENDS 2

/* ---- tasks, knobs, counters --------------------------------------------- */

/*
 * Flags of a task, SCT_T_NAME, and of a target (the map's key is a tid or tgid). A list of names gives each a bit of its
 * own.
 */
#define SCT_TASK_FLAGS(X)                                                                                              \
	X(TRACED)                                                                                                      \
	X(FOLLOW)      /* its children are traced, too */                                                              \
	X(WAIT_EXEC)   /* sends nothing until it calls execve */                                                       \
	X(THREADS)     /* a target: every thread of this tgid */                                                       \
	X(NEWBORN)     /* has not returned from the fork that made it */                                               \
	X(SCOPE)       /* traced because struct sct_scope has it, not by its number */                                 \
	X(UNTARGET)    /* a target: not traced any more */                                                             \
	X(COMPAT)      /* its last call was of the 32-bit ABI */                                                       \
	X(NETLINK)     /* it, or a task that it descends from, has had a netlink socket */                             \
	X(ENDED)       /* leads its thread group, and ended before other threads */                                    \
	X(UNSENT)      /* there was no room for the record of its call's beginning */                                  \
	X(EXEC_SCRIPT) /* its execve: the new program's arguments are not the call's */                                \
	X(EXEC_FD)     /* its execve: the kernel's path begins with the descriptor that the call's is relative to */   \
	X(OURS)	       /* statistics: the reader itself, which is not counted */                                       \
	X(BEGUN)       /* statistics: the call in progress when it was first seen has ended, or there was none */

enum sct_task_bit {
#define X(name) SCT_T_BIT_##name,
	SCT_TASK_FLAGS(X)
#undef X
};

enum sct_task_flags {
#define X(name) SCT_T_##name = 1 << SCT_T_BIT_##name,
	SCT_TASK_FLAGS(X)
#undef X
};

#define SCT_IN_CALL 1
#define SCT_IN_WHOLE 2
#define SCT_IN_HELD 3	     /* its enter record is made at its end, if it is wanted then */
#define SCT_IN_HELD_COMPAT 4 /* likewise, of the 32-bit ABI: an execve may change that */
#define SCT_IN_OTHER 5	     /* it is not chosen: nothing of it is sent */
#define SCT_IN_LATE 6	     /* it has ended: the task reads what is missing of its memory, then sends its end */

/* Who is looked at, beside targets. */
#define SCT_UIDS_MAX 16
#define SCT_SKIP_MAX 32
#define SCT_CGROUPS_MAX 64
#define SCT_COMM 16

#define SCT_CGROUPS_TOLD 2

/* Where SELinux keeps the numbers of contexts: bytes from inode.i_security, and from cred.security. */
struct sct_sid_offsets {
	__u8 wanted; /* contexts are wanted (--secontext) */
	__u32 inode, cred;
};

struct sct_scope {
	__u32 cgroups; /* tasks of cgroups: those of a map; SCT_CGROUPS_TOLD: and the reader is told of which */
	__u32 nuids;   /* not 0: only tasks of these users */
	__u32 nskip;   /* not 0: none of these tasks or processes */
	__u32 pad;
	__u32 uids[SCT_UIDS_MAX]; /* as the first user namespace has them */
	__u32 skip[SCT_SKIP_MAX]; /* in the reader's pid namespace */
	char comm[SCT_COMM];	  /* not "": only tasks of this name */
};

/* Which calls, by what they came to. */
#define SCT_ERRNOS 640 /* the kernel's own restart codes are below it, too */

struct sct_result_filter {
	__u8 any; /* any of these is asked for */
	__u8 failed;
	__u8 by_errno;
	__u8 by_range;
	__u32 pad;
	__s64 min, max;
	__u64 min_ns;
	__u64 errnos[SCT_ERRNOS / 64]; /* bits */
};

/* Which calls, by what they operate on. */
#define SCT_CHOICE_FDS 1024 /* bits of descriptors; a power of two */
#define SCT_CHOICE_PATHS 8
#define SCT_CHOICE_WORDS 32
#define SCT_CHOICE_LEN (8 * SCT_CHOICE_WORDS) /* bytes of a path, with its NUL; a power of two */

struct sct_operand_filter {
	__u32 any; /* of these is asked for */
	__u32 npaths;
	__u8 rooted; /* all paths begin with a '/' */
	__u8 beyond; /* descriptors that have no bit may be chosen */
	__u8 pad[6];
	__u64 fds[SCT_CHOICE_FDS / 64];
	struct {
		__u64 len;
		__u64 words[SCT_CHOICE_WORDS]; /* the path, then zeros */
	} path[SCT_CHOICE_PATHS];
};

/* What the iterator over stopped tasks writes. */
struct sct_stop {
	__u32 tid;
	__u32 sig;
};

/* What is kept of a traced task. Its presence is the target filter. */
struct sct_task_state {
	__u64 enter_ts;
	__u32 tid; /* in the reader's pid namespace */
	__u32 tgid;
	__u32 plan;
	__u16 nr;
	__u8 in_call;	       /* SCT_IN_CALL: its enter record was sent; the others: it has none */
	__u8 missing;	       /* caps (bits) to read again at exit */
	__u32 flags;	       /* SCT_T_*; changed by the task itself only */
	__u32 asked;	       /* SCT_T_*: asked for by its number when it was there already */
	__u64 args[SCT_NARGS]; /* of a held execve, whose registers are gone at its end */
	__u64 regs;	       /* of its last call, which are where those of any other are; kept for -i and -k only */
	/* kept for -k only: its alternate stack, and where another stack was when a signal came */
	__u64 alternate, alternate_size, interrupted_sp;
	__u64 cgroups;	    /* as in the last SCT_REC_CGROUPS of it */
	__u32 cgroups_turn; /* when that was sent; 0: none was */
	__u32 kvm_exit;	    /* 1 + why its call left a virtual processor; 0: it did not */
};

/* One per CPU, mapped by the reader. */
struct sct_cpu {
	__u64 busy;	 /* not 0: a program runs; nothing younger than this may pass */
	__u64 last;	 /* ts of the newest record */
	__u64 lost;	 /* events that are missing: the ring was full, or the kernel skipped a program */
	__u64 pushed;	 /* bytes since the reader was last woken */
	__u64 skipped;	 /* of lost: exits that the kernel skipped */
	__u64 no_memory; /* of lost: tasks that are not followed, as there was no memory for their state */
	__u64 calls;	 /* one of whose events is lost, or both */
	__u64 pad[9];
};

#endif
