/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Structs and constants that the BPF programs share with userspace: records, capture plans, settings. All fields have a
 * fixed width, and all padding is a named field, because the capture file has the same bytes.
 */
#ifndef SCTRACE_ABI_H
#define SCTRACE_ABI_H

#ifndef __bpf__
#include <linux/types.h>
#endif

/*
 * Version of the structs below; capture files carry it. Version 2 added SCT_REC_NAMES; version 3 SCT_PART_FILE,
 * SCT_PART_ENDS, SCT_REC_CHANGE, SCT_REC_SIGNAL_STACK, SCT_REC_MODE, SCT_F_HELD, SCT_PART_NAMESPACES and probes; with
 * version 5, capture files consist of frames.
 */
#define SCT_ABI_VERSION 5

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
	SCT_REC_FORK, /* a traced task made a child that is traced, too */
	SCT_REC_EXEC, /* an execve succeeded */
	SCT_REC_TASK_EXIT,
	SCT_REC_CALL,	      /* struct sct_exit: enter and exit of a call without captured arguments in one record */
	SCT_REC_TARGET,	      /* made by the reader: an existing task is traced from here on */
	SCT_REC_SIGNAL,	      /* delivered to the task, or dropped because ignored */
	SCT_REC_NAMES,	      /* made by the reader: names of network interfaces or generic netlink families */
	SCT_REC_MAP,	      /* made by the reader: an executable mapping of the process */
	SCT_REC_CHANGE,	      /* made by the reader: tracing is paused, is resumed, or selects other events */
	SCT_REC_SIGNAL_IP,    /* SCT_REC_SIGNAL with the instruction pointer */
	SCT_REC_PROBE,	      /* hit of a probe: a function's entry, a USDT probe or a tracepoint */
	SCT_REC_RETURN,	      /* return of a probed function */
	SCT_REC_DEF,	      /* made by the reader: the specification of a probe */
	SCT_REC_SIGNAL_STACK, /* SCT_REC_SIGNAL_IP with the task's registers and stack, or with the file of a SIGIO */
	SCT_REC_MODE,	      /* the task's calls use another ABI from here on */
	SCT_REC_CGROUPS,      /* the task's cgroups from here on; for the reader, never in a capture file */
	/* struct sct_exit: chunks that have no room in the call's SCT_REC_EXIT, which follows */
	SCT_REC_MORE,
	/*
	 * struct sct_task_exit: the thread group leader ended before other threads. Its SCT_REC_TASK_EXIT comes after
	 * the last thread's.
	 */
	SCT_REC_LEADER_EXIT,
	SCT_REC_CLOCK,	 /* made by the reader: the wall clock's offset from here on */
	SCT_REC_COMM,	 /* struct sct_target: the task's name, sent before a record of its end or of a signal */
	SCT_REC_FILES,	 /* struct sct_names: the files that a CPU's slots have from here on; in capture files only */
	SCT_REC_OWNER,	 /* struct sct_task_owner: the task's user, cgroup and parent from here on */
	SCT_REC_PROCESS, /* struct sct_process: what is known of the task and its process from here on */
	SCT_REC_TYPE_MAX,
};

/* flags of an enter record */
#define SCT_F_LATE 0x01	    /* made at the call's end, because its beginning was not seen */
#define SCT_F_HELD 0x02	    /* made at the call's end, right before the exit record; ts is when the call began */
#define SCT_F_SNAPSHOT 0x08 /* made by the reader: the call was in progress at the attach */
/* flags of an exit record */
#define SCT_F_KILLED 0x20 /* the task is being killed; printed only if the signal that killed it is shown */
/* flags of a fork */
#define SCT_F_OWN_NS 0x01 /* the new task is directly in the reader's pid namespace, not in a child namespace */
/* flags of a signal */
#define SCT_F_IGNORED 0x02  /* ignored, so never delivered */
#define SCT_F_ORPHANED 0x04 /* a terminal's stop signal to an orphaned process group: it does not stop the task */
#define SCT_F_FATAL 0x10    /* ends the process; reported early, printed when the process has ended */
#define SCT_F_STOPPED 0x40  /* made by the reader: this signal had stopped the task before the attach */
/* flags of a task's end */
#define SCT_F_SUPERSEDED 0x04 /* another thread's execve replaced this thread */
#define SCT_F_LEFT 0x80	      /* the task goes on, untraced: the user may not trace its new program, or -b execve */
/* flags of a process */
#define SCT_F_WHOLE 0x01 /* with program and arguments. Without: they are those of the task's last such record */
#define SCT_F_RUNS 0x04	 /* sent at an execve, by which the task becomes the thread group leader if it is not */
#define SCT_F_CHILD 0x02 /* not of the task but of the child in the task's SCT_REC_FORK, which follows */
/* flags of a probe's hit */
#define SCT_F_RETURNS 0x04  /* the probe is at a function's entry, and its return is probed, too */
#define SCT_CPU_NONE 0xffff /* sct_rec.cpu of a record that the reader made: it comes from no ring */

struct sct_rec {
	__u64 ts; /* CLOCK_MONOTONIC, ns */
	__u32 tid;
	__u32 tgid;
	__u8 type;  /* enum sct_rec_type */
	__u8 flags; /* SCT_F_* */
	__u16 cpu;  /* or SCT_CPU_NONE */
	/* events lost so far because this CPU's ring was full; a call's beginning and end are one event each */
	__u32 lost;
};

/* Record of a call's beginning. Chunks follow the struct. */
struct sct_enter {
	struct sct_rec rec;
	__u16 nr;
	__u8 abi; /* enum sct_abi_id */
	/* bits 16 to 23 of the call's number. If all 24 bits are set, the number is longer and in an SCT_PART_NR */
	__u8 nr_high;
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
	__u64 enter_ts; /* ts of the call's enter record; the reader pairs the two by it */
};

struct sct_fork {
	struct sct_rec rec;
	__u32 child_tid;
	__u32 child_tgid;
};

struct sct_exec {
	struct sct_rec rec; /* rec.tid: the tid after the execve */
	__u32 old_tid;	    /* differs from rec.tid if a thread other than the leader called execve */
	__u32 data_len;	    /* bytes of chunks after this struct: path and arguments of the new program */
	char comm[16];
};

struct sct_target {
	struct sct_rec rec;
	char comm[16];
};

struct sct_task_exit {
	struct sct_rec rec;
	__u32 code; /* exit status in wait(2) encoding */
	__u32 pad;
};

struct sct_owner {
	__u64 cgroup; /* its id in the hierarchy of version 2 */
	__u32 uid;    /* the real user id, of the first user namespace */
	__u32 parent; /* the parent process; 0: it has no number in the reader's pid namespace */
};

struct sct_task_owner {
	struct sct_rec rec;
	struct sct_owner owner;
};

/*
 * A task and its process. These chunks follow: the namespaces, as NAMESPACES; the working directory and, with
 * SCT_F_WHOLE, the program, as FILE with the descriptors SCT_AT_FDCWD and SCT_AT_EXE; with SCT_F_WHOLE, the arguments as
 * SELF, each with its NUL. A chunk is missing if the task has no such thing, or has lost it because it is ending.
 */
struct sct_process {
	struct sct_rec rec;
	struct sct_owner owner;
	__u64 start;	    /* when the process began, ns of CLOCK_BOOTTIME in the first time namespace */
	__u64 parent_start; /* the same of its parent; 0: unknown */
	__u32 gid;	    /* the real group id; all ids are of the first user namespace */
	__u32 euid, egid;
	__u32 session;	 /* 0: it has no number in the reader's pid namespace */
	__u32 args_len;	 /* bytes of all arguments, which may be more than the chunk has; 0: unknown */
	__u32 data_len;	 /* bytes of chunks after this struct */
	__u32 child_tid; /* with SCT_F_CHILD */
	__u32 child_tgid;
	char comm[16];
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
	__u8 abi; /* ABI of the task's last call */
	__u8 pad[3];
};

struct sct_mode {
	struct sct_rec rec;
	__u64 ip; /* instruction pointer of the first call with the new ABI; 0: unknown */
	__u32 nr; /* number of the last call with the old ABI */
	__u8 abi; /* enum sct_abi_id */
	__u8 pad[3];
};

struct sct_cgroups {
	struct sct_rec rec;
	__u64 in; /* bit i: the task is in, or below, the cgroup at index i of the programs' map */
};

enum sct_names_kind {
	SCT_NAMES_INTERFACES,
	SCT_NAMES_FAMILIES,
	/*
	 * The data is not an array of struct sct_name but text: a line "ID PATH" for each cgroup, followed by a line
	 * "ID=NAME" if the cgroup belongs to a container or a unit.
	 */
	SCT_NAMES_CGROUPS,
	SCT_NAMES_MAX
};

/* All names of a kind. An array of struct sct_name follows. */
struct sct_names {
	struct sct_rec rec;
	__u32 kind; /* enum sct_names_kind */
	__u32 data_len;
};

/* An executable mapping. Its path follows, with a NUL: a file's path, or "[vdso]", "//anon" as perf events name it. */
struct sct_map {
	struct sct_rec rec;
	__u64 addr, len, off; /* off: offset in the file, bytes */
	__u32 data_len;
	__u32 fresh; /* 1: not a mapping but an execve, which removed all earlier mappings */
};

/* Hit of a probe. Begins like an enter record, whose nr is the probe's number; chunks follow the struct. */
struct sct_probe {
	struct sct_enter enter;
	__u64 frame; /* the stack pointer after the function's return */
	__u64 from;  /* the return address, with SCT_F_RETURNS */
};

struct sct_return {
	struct sct_exit exit; /* enter_ts is 0: the reader finds the entry by frame */
	__u64 frame;
};

/*
 * Selects what is captured of a tracepoint's event: the bytes from SCT_EVENT_COMMON to size, and the data of the
 * variable-length fields, which the words at locs describe (4 bytes each: offset and length). The captured bytes are
 * the chunk of argument 0 in the probe's record.
 */
#define SCT_EVENT_COMMON 8
#define SCT_EVENT_MAX 4095
#define SCT_EVENT_LOCS 7
#define SCT_EVENT_REL 0x8000 /* flag in locs: the offset counts from the field's end */

struct sct_event {
	__u16 size;
	__u16 locs[SCT_EVENT_LOCS]; /* 0 ends the list */
};

/* Definition of a probe. Its specification (probe/probe.h) follows, without a NUL. */
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

/*
 * Most strings that are captured of a vector: of one that is an argument, and of one inside a struct. The latter's
 * chunks are numbered from SCT_NEST_STRINGS on.
 */
#define SCT_STRV_MAX 2048
#define SCT_NEST_STRINGS 256

enum sct_part {
	SCT_PART_SELF,	  /* the memory that the argument points to */
	SCT_PART_ITEM,	  /* sub: index of a string in a vector, or of the iovec that the data belongs to */
	SCT_PART_NAME,	  /* msghdr: address */
	SCT_PART_VEC,	  /* msghdr: the iovec array */
	SCT_PART_CONTROL, /* msghdr: control messages */
	/*
	 * __u32: number of pointers in a vector. sub 1, without data: the vector has more items than are in the record;
	 * with SCT_PART_ENDS, the memory after its last item could not be read.
	 */
	SCT_PART_COUNT,
	/*
	 * The memory that pointer number sub of SELF points to. In a vector of strings: the pointer itself, because the
	 * string could not be read.
	 */
	SCT_PART_NEST,
	SCT_PART_SOCK,	/* struct sct_sock: the socket that the call uses, only if it is a netlink socket */
	SCT_PART_REGS,	/* arg unused: the kernel's struct pt_regs */
	SCT_PART_STACK, /* arg unused: the stack from the stack pointer on; in older captures only */
	/* struct sct_file and a name: the file of a descriptor. Without data: the record had no room for some files */
	SCT_PART_FILE,
	SCT_PART_FILE_REF,   /* sub: slot; data: __s32 descriptor, whose file is in the slot's last SCT_PART_FILE */
	SCT_PART_IP,	     /* arg unused: __u64, the instruction pointer that the call returns to */
	SCT_PART_COMM,	     /* arg unused: 16 bytes, the task's name */
	SCT_PART_NAMESPACES, /* arg unused: struct sct_namespaces */
	SCT_PART_SID,	     /* arg unused: __u32, number of the task's security context */
	SCT_PART_KVM,	     /* arg unused: __u32, reason of a virtual processor's exit (KVM_EXIT_*) */
	SCT_PART_NR,	     /* arg unused: __u32, number of a call, if it has more than 24 bits */
	/*
	 * A piece of a dumped buffer: __u64 offset and the bytes from there on; sub: index of the piece. The pieces of
	 * a single buffer begin at offset SCT_MORE_BYTES. In a vector, offsets count over all buffers of all messages,
	 * and a buffer that ends beyond SCT_MORE_VECTOR is sent in pieces as a whole.
	 */
	SCT_PART_MORE,
	/*
	 * arg unused: __u64 address and the bytes of a stack from there on. sub 0: the stack that the stack pointer is
	 * in; sub 1: the stack that was in use when a signal handler switched to the alternate stack.
	 */
	SCT_PART_STACK_AT,
};

#define SCT_MORE_BYTES 0xc000  /* most bytes of a piece, and least of a longer buffer's SELF chunk */
#define SCT_MORE_VECTOR 0x4000 /* offset in a vector up to which its ITEM chunks have the data */

/* Flag of sct_chunk.part: the memory after the chunk's bytes could not be read. */
#define SCT_PART_ENDS 0x80

/*
 * A piece of user memory. Its bytes follow, padded to a multiple of 8. sub is an index; in a vector of mmsghdrs it is
 * message << 8 | iovec.
 */
struct sct_chunk {
	__u8 arg;
	__u8 part; /* enum sct_part, SCT_PART_ENDS */
	__u16 sub;
	__s32 len; /* bytes that follow; -errno: the memory could not be read, and no bytes follow */
};

/* Index of struct sct_namespaces: numbers as in /proc/PID/ns. */
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

/* The kind of a socket. */
struct sct_sock {
	__u16 family;
	__u16 protocol;
	__u32 port; /* netlink port id; 0: not bound yet */
};

#define SCT_AT_FDCWD (-100) /* AT_FDCWD: the working directory, in place of a descriptor */

#define SCT_AT_EXE (-101) /* the program that the process runs, in place of a descriptor */

/* Information about descriptors to capture (decode_fds). */
#define SCT_FDS_PATH 0x01
#define SCT_FDS_SOCKET 0x02
#define SCT_FDS_DEV 0x04
#define SCT_FDS_PIDFD 0x08
#define SCT_FDS_EVENTFD 0x10
#define SCT_FDS_SIGNALFD 0x20
#define SCT_FDS_ALL 0x3f

#define SCT_FD_SLOTS 512 /* entries of each CPU's table of files; a power of two */
#define SCT_FD_NO_SLOT 0xffff

/* Limits for a call in progress at the attach: descriptors that are looked up, and bytes of chunks for them. */
#define SCT_INCALL_FDS 256
#define SCT_INCALL_BYTES 0x8000

enum sct_file_kind {
	SCT_FILE_PATH,
	SCT_FILE_PIPE,
	SCT_FILE_SOCKET,
	SCT_FILE_ANON,	   /* anon_inode:NAME */
	SCT_FILE_NS,	   /* NAME:[ino] */
	SCT_FILE_PIDFD,	   /* a pidfd in pidfs; without pidfs, pidfds are SCT_FILE_ANON */
	SCT_FILE_NAMELESS, /* /NAME without a directory: memfd_create() */
	SCT_FILE_KINDS,
};

#define SCT_FILE_DELETED 0x01
#define SCT_FILE_CUT 0x02 /* the path's first directories are missing */

/* Meaning of sct_file.v. */
enum sct_file_more {
	SCT_MORE_NONE,
	SCT_MORE_EVENTFD,  /* v[0]: counter; v[1]: id, and flags << 32 */
	SCT_MORE_SIGNALFD, /* v[0]: set of signals */
	SCT_MORE_PIDFD,	   /* v[0]: pid; 0: the process has ended */
	SCT_MORE_PTMX,	   /* v[0]: index of its terminal */
	SCT_MORE_SOCKET,   /* v is unused: a struct sct_socket follows in place of the name */
};

/* State of a socket. Fields that its family does not use are 0. The name of a unix socket follows. */
struct sct_socket {
	char protocol[16]; /* name that the kernel gives it, "TCPv6" */
	__u16 family;
	__u16 state;
	__u16 local_port, port;
	__u32 netlink; /* netlink protocol */
	__u32 portid;
	__u8 local[16], addr[16];
	__u64 peer; /* inode number of the connected unix socket */
};

/* Data of SCT_PART_FILE; the name follows, which may have any bytes. */
struct sct_file {
	__s32 fd;
	__u16 slot; /* or SCT_FD_NO_SLOT */
	__u8 kind;  /* enum sct_file_kind */
	__u8 flags; /* SCT_FILE_* */
	__u64 ino;
	__u32 mode;
	__u32 rdev; /* major << 20 | minor */
	__u32 more; /* enum sct_file_more */
	__u32 sid;  /* number of the file's security context; 0: not asked for */
	__u64 v[2];
};

/* ---- capture plan ------------------------------------------------------ */

enum sct_cap_kind {
	SCT_CAP_NONE,
	SCT_CAP_STR,   /* NUL-terminated, up to max bytes */
	SCT_CAP_BUF,   /* length * elem bytes (see sct_cap_length()), up to max */
	SCT_CAP_STRV,  /* vector of pointers to strings; elem: most strings; max: most bytes of each */
	SCT_CAP_COUNT, /* number of pointers before the NULL */
	SCT_CAP_IOV,   /* vector of iovecs, and up to max bytes of the data of each of the first elem iovecs */
	SCT_CAP_MSG,   /* struct msghdr; max: as for SCT_CAP_IOV */
	SCT_CAP_MMSG,  /* vector of at most elem mmsghdrs; max: as for SCT_CAP_IOV */
	SCT_CAP_NEST,  /* pointer and count inside the struct that was captured as SELF */
	/* The next three are for a vector of pointers to structs (io_submit). Chunks of struct i have sub i << 8. */
	SCT_CAP_PTRS,	  /* the pointers as SELF, and elem bytes of each struct as NEST */
	SCT_CAP_EACH_BUF, /* a buffer, as ITEM, whose pointer and count are in each of these structs */
	/* iovecs, as VEC, with pointer and count in each of these structs; max: bytes of each one's data, as ITEM */
	SCT_CAP_EACH_IOV,
	SCT_CAP_NEST_STRV, /* like NEST, a vector of at most elem strings: ITEM with sub SCT_NEST_STRINGS + index */
	/*
	 * Like NEST, but the count is in bytes. If another number (if_value bytes at if_off) is not 0, the pointer is
	 * to so many iovecs: VEC with sub << 8.
	 */
	SCT_CAP_NEST_DATA,
	/* Linked list of structs of if_off bytes, each captured as VEC, with max bytes of its data as ITEM. */
	SCT_CAP_CHAIN,
	SCT_CAP_NAMESPACES, /* the task's namespaces, as NAMESPACES; sub 1: those of the process that it created last */
};

/* The type of object to which an argument of a kernel function points. The programs capture its path or name. */
enum sct_object {
	SCT_OBJECT_NONE,   /* a string, in kernel or user memory depending on its address */
	SCT_OBJECT_NAME,   /* struct filename */
	SCT_OBJECT_FILE,   /* struct file */
	SCT_OBJECT_PATH,   /* struct path */
	SCT_OBJECT_DENTRY, /* struct dentry: its path within its file system */
};

enum sct_len_from {
	SCT_LEN_FIXED,	     /* 1 element */
	SCT_LEN_ARG,	     /* as many elements as argument len_arg says */
	SCT_LEN_ARG_PTR,     /* as many elements as the __u32 at argument len_arg says */
	SCT_LEN_RET,	     /* as many elements as the return value, at most argument len_arg */
	SCT_LEN_BITS,	     /* argument len_arg: number of bits, rounded up to whole longs */
	SCT_LEN_ARG_PTR_MIN, /* like ARG_PTR, read after the call, but at most the value before the call */
	/* for a pointer in a struct whose size is argument len_arg: the pointer's bytes beyond that size are 0 */
	SCT_LEN_WITHIN,
};

/* sct_cap.when */
#define SCT_AT_ENTER 0x01
#define SCT_AT_EXIT_OK 0x02
#define SCT_AT_EXIT_ERR 0x04

#define SCT_NO_OFF 0xffff

#define SCT_SUB_SOCK 1 /* argument 0 is a socket; of a netlink socket all data is captured */

struct sct_cap {
	__u8 kind;
	__u8 arg;
	__u8 len_from;
	__u8 len_arg;
	__u8 when;
	__u8 sub;      /* NEST: index; BUF: SCT_SUB_*; STR of a kernel function: enum sct_object */
	__u8 cnt_size; /* size of the count: 2, 4 or 8 bytes */
	__u8 if_value; /* EACH_*: only structs whose 16-bit number at if_off has this value */
	__u16 ptr_off; /* NEST, EACH_*: offset of the pointer in its struct */
	/*
	 * offset of the count; SCT_NO_OFF: one element, or as len_from says. CHAIN: offset of the pointer to the data
	 */
	__u16 cnt_off;
	__u16 via_off; /* NEST: offset in SELF of a pointer to the struct that has ptr_off; SCT_NO_OFF: SELF has it */
	__u16 if_off;
	__u32 elem; /* bytes of an element; NEST_DATA: number of iovecs whose data is captured; CHAIN: most structs */
	__u32 max;  /* most bytes to capture */
};

/*
 * Returns the number of elements for all length sources except ARG_PTR and ARG_PTR_MIN. arg: value of argument len_arg;
 * word: bytes of a long; most: limit for SCT_LEN_BITS.
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

/* Where descriptors are: in the memory that an argument points to, or in memory that a pointer in there points to. */
struct sct_fdmem {
	__u8 arg;  /* argument that points to the memory */
	__u8 when; /* SCT_AT_* */
	/*
	 * how many descriptors: SCT_LEN_FIXED: n; SCT_LEN_ARG: argument len_arg; SCT_LEN_BITS: a set of argument
	 * len_arg bits
	 */
	__u8 len_from;
	__u8 len_arg;
	__u16 off; /* offset of the descriptor in its struct */
	__u8 size; /* bytes of the descriptor */
	__u8 n;
	__u16 stride;  /* bytes from one descriptor to the next */
	__u16 ptr_off; /* offset of a pointer to the descriptors; SCT_NO_OFF: the argument points to them */
	__u16 cnt_off; /* offset of their number; SCT_NO_OFF: use len_from */
	__u8 cnt_size; /* bytes of the member at cnt_off */
	__u8 each;     /* the argument is a vector of pointers to structs that have a descriptor each */
	__u8 within;   /* argument with the struct's size, beyond which members are 0; SCT_NARGS: none */
	__u8 addr;     /* the struct is a socket address, which has a descriptor if it is an AF_XDP one */
	__u16 most;    /* most descriptors of an array that are looked up */
};

#define SCT_PLAN_NFDMEM 4 /* a power of two */
/* The largest value of sct_fdmem.most: a record has room for 3072 descriptors and the memory that contains them. */
#define SCT_FDMEM_MOST 3072

#define SCT_PLAN_ENABLED 0x01
#define SCT_PLAN_WHOLE 0x02   /* send one record (SCT_REC_CALL), at the call's end */
#define SCT_PLAN_RETURNS 0x04 /* a probe: its records have SCT_F_RETURNS */
#define SCT_PLAN_GO 0x10      /* a probe: its arguments are in the registers of Go's ABI */
#define SCT_PLAN_SOCKET 0x08  /* socket() */

#define SCT_DUMP_READS 0x80 /* flag of sct_plan.dump: the call's return value is the number of bytes */

struct sct_plan {
	__u8 flags;
	__u8 word; /* bytes of a pointer: 4 or 8 */
	__u8 ncaps;
	__u8 when;   /* bitwise or of the caps' when */
	__u8 sel[2]; /* 1 + the argument that selects a variant; 0: none */
	__u8 fds;    /* bits of the arguments that are descriptors */
	__u8 fd_ret; /* the return value is a descriptor */
	__u32 sel_mask;
	struct sct_cap cap[SCT_PLAN_NCAPS];
	__u8 nfdmem;
	__u8 fd_when; /* bitwise or of the fdmems' when, and of when control messages may be captured */
	__u8 nargs;   /* a probe: number of arguments that are printed */
	__u8 cwd;     /* capture the working directory, for the security contexts of relative paths */
	/*
	 * Operands that -P and -e trace-fds= compare: bits of the arguments that are descriptors or paths; choose_more:
	 * the call has operands that only the reader can compare.
	 */
	__u8 choose_fds;
	__u8 choose_paths;
	__u8 choose_more;
	__u8 dump; /* 1 + index of the cap whose buffer is dumped whole, or'ed with SCT_DUMP_READS; 0: none */
	struct sct_fdmem fdmem[SCT_PLAN_NFDMEM];
};

/* Key of the variants map. The value is an index into the plans. */
struct sct_variant_key {
	__u32 plan; /* the base call's index */
	__u32 sel[2];
};

/* Plans are ordered by ABI, then number; the variants follow. */
#define SCT_NR_MAX 512
#define SCT_NABIS 2
#define SCT_PLANS_MAX 4096

/*
 * Bits for a call's number: report the beginning, and the end, of such calls. SCT_NR_ENDS stays set after SCT_NR_BEGINS
 * was cleared, so that the ends of calls in progress are reported.
 */
#define SCT_NR_BEGINS 1
#define SCT_NR_ENDS 2

/* ---- tasks, settings, counters ------------------------------------------ */

/*
 * Flags of a task (SCT_T_name) and of a target, whose key in the map is a tid or tgid. The list gives each name a bit.
 */
#define SCT_TASK_FLAGS(X)                                                                                              \
	X(TRACED)                                                                                                      \
	X(FOLLOW)	  /* its children are traced, too */                                                           \
	X(WAIT_EXEC)	  /* no records until it calls execve */                                                       \
	X(THREADS)	  /* a target: all threads of this tgid */                                                     \
	X(NEWBORN)	  /* a child that has not returned from the fork that made it */                               \
	X(SCOPE)	  /* traced because it is in struct sct_scope's scope, not by its number */                    \
	X(UNTARGET)	  /* a target: no longer traced */                                                             \
	X(COMPAT)	  /* its last call was of the 32-bit ABI */                                                    \
	X(NETLINK)	  /* it, or an ancestor, has had a netlink socket */                                           \
	X(ENDED)	  /* a thread group leader that ended before other threads */                                  \
	X(UNSENT)	  /* the ring had no room for the record of its call's beginning */                            \
	X(EXEC_SCRIPT)	  /* its execve runs a script: the new program's arguments are not the call's */               \
	X(EXEC_FD)	  /* its execve: the kernel's path begins with the call's descriptor */                        \
	X(OURS)		  /* statistics: a thread of the reader, which is not counted */                               \
	X(BEGUN)	  /* statistics: the call in progress at the attach has ended, or there was none */            \
	X(FOLLOW_THREADS) /* new threads of its process are traced, too */                                             \
	X(TREE)		  /* a target: its descendants are being enrolled */

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

#define SCT_T_FOLLOWS (SCT_T_FOLLOW | SCT_T_FOLLOW_THREADS)

/* Values of sct_task_state.in_call. 0: the task is in no traced call. */
#define SCT_IN_CALL 1
#define SCT_IN_WHOLE 2
#define SCT_IN_HELD 3	     /* the enter record is made when the call ends, if the result filter passes the call */
#define SCT_IN_HELD_COMPAT 4 /* SCT_IN_HELD for a 32-bit call: an execve may change the ABI before the call ends */
#define SCT_IN_OTHER 5	     /* the operand filter excludes the call, so it has no records */
#define SCT_IN_LATE 6	     /* the call has ended, but the task reads missing memory before the exit record is sent */

/* Limits of struct sct_scope. */
#define SCT_UIDS_MAX 16
#define SCT_SKIP_MAX 32
#define SCT_CGROUPS_MAX 64
#define SCT_COMM 16
#define SCT_CPUS_MAX 4096
#define SCT_COMM_LANES 4
#define SCT_COMMS_MAX 256 /* bytes of all patterns of names, with their commas and a NUL */

#define SCT_CGROUPS_REPORT 2 /* value of sct_scope.cgroups: SCT_REC_CGROUPS records are sent, too */

/* Offsets of the numbers of SELinux contexts, in bytes from inode.i_security and from cred.security. */
struct sct_sid_offsets {
	__u8 wanted; /* security contexts are captured (--secontext) */
	__u32 inode, cred;
};

struct sct_scope {
	__u32 cgroups; /* not 0: only tasks in the cgroups of a map; or SCT_CGROUPS_REPORT */
	__u32 nuids;   /* not 0: only tasks of these users */
	__u32 nskip;   /* not 0: exclude these tasks or processes */
	/* not 0: only tasks with a matching name; number of lanes in use of struct sct_comm_filter */
	__u32 comm_lanes;
	__u32 uids[SCT_UIDS_MAX];  /* as numbered in the first user namespace */
	__u32 skip[SCT_SKIP_MAX];  /* as numbered in the reader's pid namespace */
	char comms[SCT_COMMS_MAX]; /* the patterns that the lanes were made from */
	__u32 by_cpu;		   /* not 0: only calls that begin on the CPUs whose bits are set in cpus */
	__u32 narrows;		   /* not 0: nuids, nskip, comm_lanes or by_cpu is not 0 (one load instead of four) */
	__u64 cpus[SCT_CPUS_MAX / 64];
};

/* Name patterns compiled to an automaton whose states are bits: see libsctrace/util/comm_filter.h. */
struct sct_comm_filter {
	__u64 first[SCT_COMM_LANES];	 /* states before the first character */
	__u64 loop[SCT_COMM_LANES];	 /* states that stay active whatever the next character is */
	__u64 last[SCT_COMM_LANES];	 /* states that accept at the end of the name */
	__u64 step[SCT_COMM_LANES][256]; /* by character: states that it activates if the state before is active */
};

/* Filter of calls by their results. */
#define SCT_ERRNOS 640 /* includes the kernel's own restart codes */

struct sct_result_filter {
	__u8 any; /* not 0: any of the filters below is set */
	__u8 failed;
	__u8 by_errno;
	__u8 by_range;
	__u8 successful;
	__u8 pad[3];
	__s64 min, max;
	__u64 min_ns;
	__u64 errnos[SCT_ERRNOS / 64]; /* bits */
};

/* Filter of calls by their operands: descriptors and paths. */
#define SCT_CHOICE_FDS 1024 /* number of descriptors that the filter's bitmap has bits for; a power of two */
#define SCT_CHOICE_PATHS 8
#define SCT_CHOICE_WORDS 32
#define SCT_CHOICE_LEN (8 * SCT_CHOICE_WORDS) /* bytes of a path, with its NUL; a power of two */

struct sct_operand_filter {
	__u32 any; /* not 0: any of the filters below is set */
	__u32 npaths;
	__u8 rooted; /* all paths begin with a '/' */
	__u8 beyond; /* descriptors beyond the bits of fds match */
	__u8 pad[6];
	__u64 fds[SCT_CHOICE_FDS / 64];
	struct {
		__u64 len;
		__u64 words[SCT_CHOICE_WORDS]; /* the path, then zeros */
	} path[SCT_CHOICE_PATHS];
};

/* Record that the iterator over stopped tasks writes. */
struct sct_stop {
	__u32 tid;
	__u32 sig;
};

/* State of a traced task. A task is traced if it has one. */
struct sct_task_state {
	__u64 enter_ts;
	__u32 tid; /* in the reader's pid namespace */
	__u32 tgid;
	__u32 plan;
	__u16 nr;
	__u8 in_call;	       /* 0, or SCT_IN_*; SCT_IN_CALL: the enter record was sent */
	__u8 missing;	       /* bits of the caps to read again at exit */
	__u32 flags;	       /* SCT_T_*; changed by the task itself only */
	__u32 asked;	       /* SCT_T_* of requests for this task by number that came after its state was made */
	__u64 args[SCT_NARGS]; /* arguments of a held execve: its registers are gone when it ends */
	__u64 regs;	       /* address of the task's saved registers, the same in each call; for -i and -k only */
	/* For -k: the alternate stack, and the stack pointer when a signal came while another stack was in use. */
	__u64 alternate, alternate_size, interrupted_sp;
	__u64 cgroups;	     /* value in its last SCT_REC_CGROUPS */
	__u64 owner_cgroup;  /* cgroup_key() at its last SCT_REC_OWNER */
	__u32 cgroups_epoch; /* cgroups_epoch at its last SCT_REC_CGROUPS; 0: none was sent */
	__u32 owners_epoch;  /* owners_epoch at its last SCT_REC_OWNER; 0: none was sent */
	__u32 owner_uid;     /* uid in its last SCT_REC_OWNER */
	__u32 kvm_exit;	     /* 1 + exit reason of the virtual CPU in this call; 0: it did not exit */
	__u64 process;	     /* process_key() at its last SCT_REC_PROCESS; 0: none was sent */
	__u32 process_epoch; /* owners_epoch at its last SCT_REC_PROCESS with SCT_F_WHOLE; 0: none was sent */
	__u32 process_pad;
};

/* State of a CPU, mapped by the reader. */
struct sct_cpu {
	__u64 busy;	 /* not 0: a program is making a record; only records older than this time may be passed on */
	__u64 last;	 /* ts of the newest record */
	__u64 lost;	 /* events lost: the ring was full, or the kernel skipped a program */
	__u64 pushed;	 /* bytes pushed since the reader was last woken */
	__u64 skipped;	 /* of lost: exits of calls, missed because the kernel skipped the program */
	__u64 no_memory; /* of lost: new tasks that are not followed because there was no memory for their state */
	__u64 calls;	 /* calls that lost one or both of their events */
	__u64 pad[9];
};

#endif
