/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the iterators of --why write: a task and what it waits in, and who has a file that somebody waits for. */
#ifndef SCT_WHY_ABI_H
#define SCT_WHY_ABI_H

#ifndef KERNEL_H
#include <linux/types.h>
#endif

/* sct_why_task.flags */
enum {
	SCT_WHY_ON_CPU = 0x1,	    /* runs on sct_why_task.cpu */
	SCT_WHY_KTHREAD = 0x2,	    /* a thread of the kernel */
	SCT_WHY_VFORK = 0x4,	    /* its parent waits until it calls execve or ends: vfork(2) */
	SCT_WHY_TRACED = 0x8,	    /* ptraced by sct_why_task.tracer */
	SCT_WHY_FROZEN = 0x10,	    /* its cgroup is frozen */
	SCT_WHY_THROTTLED = 0x20,   /* its cgroup has used up its CPU quota */
	SCT_WHY_REGS = 0x40,	    /* nr and args are set */
	SCT_WHY_COMPAT = 0x80,	    /* nr is a call of the 32-bit ABI */
	SCT_WHY_SELF = 0x100,	    /* the reader: since is the scheduler's clock at 'now' */
	SCT_WHY_LIVE_GROUP = 0x200, /* of a zombie: its process has threads that have not ended */
};

/* Kinds of files, and of the keys by which they are looked for. */
enum sct_why_kind {
	SCT_WHY_NO_FILE,
	SCT_WHY_PIPE,	/* id: the inode's address */
	SCT_WHY_UNIX,	/* id, peer: addresses of the sockets */
	SCT_WHY_INET,	/* TCP or UDP, by its addresses */
	SCT_WHY_LISTEN, /* a TCP socket that listens, by its port */
	SCT_WHY_INODE,	/* any other file; id: the inode's address */
	SCT_WHY_FUSE,	/* id: the FUSE connection; 0: any */
	SCT_WHY_ANON,	/* an anonymous file, such as an eventfd; id: address of what it stands for */
	/* of these, a key with the id 0 finds all, and they are written with their own ids */
	SCT_WHY_NAMED, /* an anonymous file; id: the first 8 bytes of its name, SCT_WHY_FANOTIFY */
	SCT_WHY_UFFD,  /* a userfaultfd; id: the memory whose faults it gets */
	SCT_WHY_BOUND, /* a unix socket that listens; id: its inode number */
};

/* Addresses of a socket. An IPv4 address, mapped or not, is in the first 4 bytes, and the others are zero. */
struct sct_why_ends {
	__u8 local[16], remote[16];
	__u16 local_port, remote_port;
	__u32 netns; /* inode number of the network namespace */
};

struct sct_why_file {
	__u8 kind;  /* enum sct_why_kind */
	__u8 state; /* of a socket: TCP_* of linux/tcp.h */
	__u8 v6;
	__u8 protocol; /* IPPROTO_* */
	__u32 fmode;   /* 1: open for reading, 2: for writing */
	__u64 id, peer;
	__u64 ino;  /* inode number */
	__u64 fuse; /* the FUSE connection whose server has the file; 0: it is not on FUSE */
	__u32 mode; /* type and permissions */
	__u32 rdev; /* of a device: major << 20 | minor */
	struct sct_why_ends ends;
};

struct sct_why_task {
	__u32 tid, tgid, ppid, uid; /* ids in the reader's pid namespace; uid: the real one, of the first namespace */
	__u32 parent_tid;	    /* thread that created the process */
	__u32 inner;		    /* the task's number in its own pid namespace */
	__u32 tracer;		    /* thread that ptraces the task */
	__u32 flags;
	__u32 state;	  /* TASK_* of the kernel, without flags that change between versions */
	__u32 exit_state; /* not 0: the task has ended */
	__u32 stop;	  /* signal that stopped the task */
	__u32 cpu;	  /* the CPU that it is or was on */
	__u32 zero;
	__s32 nr;
	__u64 now;    /* CLOCK_MONOTONIC */
	__u64 since;  /* when it got a CPU, left it, or began to wait for one: the scheduler's clock, ns; 0: unknown */
	__u64 start;  /* of the process: CLOCK_BOOTTIME, ns */
	__u64 cgroup; /* id of its cgroup of version 2 */
	__u64 mm;     /* address: tasks with the same memory */
	__u64 stack;  /* hash of its kernel stack; 0: unknown, or the call tells enough */
	__u64 args[6];
	struct sct_why_file file; /* of the descriptor args[0], if there is one */
	char comm[16];
};

/* Identity of a file whose holders the second pass finds. Unused members are zero. */
struct sct_why_key {
	__u32 kind;
	__u32 netns; /* INET: only if the addresses are of loopback */
	__u64 id;
	__u8 local[16], remote[16];
	__u16 local_port, remote_port;
	__u32 zero;
};

/* A descriptor of a file that was looked for. */
struct sct_why_holder {
	__u32 tid, tgid;
	__s32 fd;
	__u32 fmode;
	__u32 backlog, backlog_max; /* of a socket that listens: connections that are not accepted, and its limit */
	struct sct_why_key key;
};

#define SCT_WHY_FDS 16 /* most descriptors of a task that are described */

/* Descriptors of a task that the third pass describes. */
struct sct_why_want {
	__u32 n;
	__s32 fd[SCT_WHY_FDS];
};

/* One of them. */
struct sct_why_fd {
	__u32 tid;
	__s32 fd;
	struct sct_why_file file;
};

#define SCT_WHY_KEYS 65536		       /* most files that are looked for */
#define SCT_WHY_WANTS 4096		       /* most tasks whose descriptors are described */
#define SCT_WHY_FANOTIFY 0x6669746f6e61665bull /* "[fanotif" */

#endif
