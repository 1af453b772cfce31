/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Included first where programs name calls that this machine's ABI has not
 * (arm64 has no stat, 32-bit x86 no newfstatat): a number that no kernel has.
 */
#ifndef NOSYS_H
#define NOSYS_H

#include <sys/syscall.h>

#define NOSYS 1000

#ifndef SYS__sysctl
#define SYS__sysctl NOSYS
#endif
#ifndef SYS_accept
#define SYS_accept NOSYS
#endif
#ifndef SYS_accept4
#define SYS_accept4 NOSYS
#endif
#ifndef SYS_access
#define SYS_access NOSYS
#endif
#ifndef SYS_acct
#define SYS_acct NOSYS
#endif
#ifndef SYS_add_key
#define SYS_add_key NOSYS
#endif
#ifndef SYS_adjtimex
#define SYS_adjtimex NOSYS
#endif
#ifndef SYS_afs_syscall
#define SYS_afs_syscall NOSYS
#endif
#ifndef SYS_alarm
#define SYS_alarm NOSYS
#endif
#ifndef SYS_arch_prctl
#define SYS_arch_prctl NOSYS
#endif
#ifndef SYS_bind
#define SYS_bind NOSYS
#endif
#ifndef SYS_bpf
#define SYS_bpf NOSYS
#endif
#ifndef SYS_brk
#define SYS_brk NOSYS
#endif
#ifndef SYS_cachestat
#define SYS_cachestat NOSYS
#endif
#ifndef SYS_capget
#define SYS_capget NOSYS
#endif
#ifndef SYS_capset
#define SYS_capset NOSYS
#endif
#ifndef SYS_chdir
#define SYS_chdir NOSYS
#endif
#ifndef SYS_chmod
#define SYS_chmod NOSYS
#endif
#ifndef SYS_chown
#define SYS_chown NOSYS
#endif
#ifndef SYS_chroot
#define SYS_chroot NOSYS
#endif
#ifndef SYS_clock_adjtime
#define SYS_clock_adjtime NOSYS
#endif
#ifndef SYS_clock_getres
#define SYS_clock_getres NOSYS
#endif
#ifndef SYS_clock_gettime
#define SYS_clock_gettime NOSYS
#endif
#ifndef SYS_clock_nanosleep
#define SYS_clock_nanosleep NOSYS
#endif
#ifndef SYS_clock_settime
#define SYS_clock_settime NOSYS
#endif
#ifndef SYS_clone
#define SYS_clone NOSYS
#endif
#ifndef SYS_clone3
#define SYS_clone3 NOSYS
#endif
#ifndef SYS_close
#define SYS_close NOSYS
#endif
#ifndef SYS_close_range
#define SYS_close_range NOSYS
#endif
#ifndef SYS_connect
#define SYS_connect NOSYS
#endif
#ifndef SYS_copy_file_range
#define SYS_copy_file_range NOSYS
#endif
#ifndef SYS_creat
#define SYS_creat NOSYS
#endif
#ifndef SYS_create_module
#define SYS_create_module NOSYS
#endif
#ifndef SYS_delete_module
#define SYS_delete_module NOSYS
#endif
#ifndef SYS_dup
#define SYS_dup NOSYS
#endif
#ifndef SYS_dup2
#define SYS_dup2 NOSYS
#endif
#ifndef SYS_dup3
#define SYS_dup3 NOSYS
#endif
#ifndef SYS_epoll_create
#define SYS_epoll_create NOSYS
#endif
#ifndef SYS_epoll_create1
#define SYS_epoll_create1 NOSYS
#endif
#ifndef SYS_epoll_ctl
#define SYS_epoll_ctl NOSYS
#endif
#ifndef SYS_epoll_ctl_old
#define SYS_epoll_ctl_old NOSYS
#endif
#ifndef SYS_epoll_pwait
#define SYS_epoll_pwait NOSYS
#endif
#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 NOSYS
#endif
#ifndef SYS_epoll_wait
#define SYS_epoll_wait NOSYS
#endif
#ifndef SYS_epoll_wait_old
#define SYS_epoll_wait_old NOSYS
#endif
#ifndef SYS_eventfd
#define SYS_eventfd NOSYS
#endif
#ifndef SYS_eventfd2
#define SYS_eventfd2 NOSYS
#endif
#ifndef SYS_execve
#define SYS_execve NOSYS
#endif
#ifndef SYS_execveat
#define SYS_execveat NOSYS
#endif
#ifndef SYS_exit
#define SYS_exit NOSYS
#endif
#ifndef SYS_exit_group
#define SYS_exit_group NOSYS
#endif
#ifndef SYS_faccessat
#define SYS_faccessat NOSYS
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 NOSYS
#endif
#ifndef SYS_fadvise64
#define SYS_fadvise64 NOSYS
#endif
#ifndef SYS_fallocate
#define SYS_fallocate NOSYS
#endif
#ifndef SYS_fanotify_init
#define SYS_fanotify_init NOSYS
#endif
#ifndef SYS_fanotify_mark
#define SYS_fanotify_mark NOSYS
#endif
#ifndef SYS_fchdir
#define SYS_fchdir NOSYS
#endif
#ifndef SYS_fchmod
#define SYS_fchmod NOSYS
#endif
#ifndef SYS_fchmodat
#define SYS_fchmodat NOSYS
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 NOSYS
#endif
#ifndef SYS_fchown
#define SYS_fchown NOSYS
#endif
#ifndef SYS_fchownat
#define SYS_fchownat NOSYS
#endif
#ifndef SYS_fcntl
#define SYS_fcntl NOSYS
#endif
#ifndef SYS_fdatasync
#define SYS_fdatasync NOSYS
#endif
#ifndef SYS_fgetxattr
#define SYS_fgetxattr NOSYS
#endif
#ifndef SYS_file_getattr
#define SYS_file_getattr NOSYS
#endif
#ifndef SYS_file_setattr
#define SYS_file_setattr NOSYS
#endif
#ifndef SYS_finit_module
#define SYS_finit_module NOSYS
#endif
#ifndef SYS_flistxattr
#define SYS_flistxattr NOSYS
#endif
#ifndef SYS_flock
#define SYS_flock NOSYS
#endif
#ifndef SYS_fork
#define SYS_fork NOSYS
#endif
#ifndef SYS_fremovexattr
#define SYS_fremovexattr NOSYS
#endif
#ifndef SYS_fsconfig
#define SYS_fsconfig NOSYS
#endif
#ifndef SYS_fsetxattr
#define SYS_fsetxattr NOSYS
#endif
#ifndef SYS_fsmount
#define SYS_fsmount NOSYS
#endif
#ifndef SYS_fsopen
#define SYS_fsopen NOSYS
#endif
#ifndef SYS_fspick
#define SYS_fspick NOSYS
#endif
#ifndef SYS_fstat
#define SYS_fstat NOSYS
#endif
#ifndef SYS_fstatfs
#define SYS_fstatfs NOSYS
#endif
#ifndef SYS_fsync
#define SYS_fsync NOSYS
#endif
#ifndef SYS_ftruncate
#define SYS_ftruncate NOSYS
#endif
#ifndef SYS_futex
#define SYS_futex NOSYS
#endif
#ifndef SYS_futex_requeue
#define SYS_futex_requeue NOSYS
#endif
#ifndef SYS_futex_wait
#define SYS_futex_wait NOSYS
#endif
#ifndef SYS_futex_waitv
#define SYS_futex_waitv NOSYS
#endif
#ifndef SYS_futex_wake
#define SYS_futex_wake NOSYS
#endif
#ifndef SYS_futimesat
#define SYS_futimesat NOSYS
#endif
#ifndef SYS_get_kernel_syms
#define SYS_get_kernel_syms NOSYS
#endif
#ifndef SYS_get_mempolicy
#define SYS_get_mempolicy NOSYS
#endif
#ifndef SYS_get_robust_list
#define SYS_get_robust_list NOSYS
#endif
#ifndef SYS_get_thread_area
#define SYS_get_thread_area NOSYS
#endif
#ifndef SYS_getcpu
#define SYS_getcpu NOSYS
#endif
#ifndef SYS_getcwd
#define SYS_getcwd NOSYS
#endif
#ifndef SYS_getdents
#define SYS_getdents NOSYS
#endif
#ifndef SYS_getdents64
#define SYS_getdents64 NOSYS
#endif
#ifndef SYS_getegid
#define SYS_getegid NOSYS
#endif
#ifndef SYS_geteuid
#define SYS_geteuid NOSYS
#endif
#ifndef SYS_getgid
#define SYS_getgid NOSYS
#endif
#ifndef SYS_getgroups
#define SYS_getgroups NOSYS
#endif
#ifndef SYS_getitimer
#define SYS_getitimer NOSYS
#endif
#ifndef SYS_getpeername
#define SYS_getpeername NOSYS
#endif
#ifndef SYS_getpgid
#define SYS_getpgid NOSYS
#endif
#ifndef SYS_getpgrp
#define SYS_getpgrp NOSYS
#endif
#ifndef SYS_getpid
#define SYS_getpid NOSYS
#endif
#ifndef SYS_getpmsg
#define SYS_getpmsg NOSYS
#endif
#ifndef SYS_getppid
#define SYS_getppid NOSYS
#endif
#ifndef SYS_getpriority
#define SYS_getpriority NOSYS
#endif
#ifndef SYS_getrandom
#define SYS_getrandom NOSYS
#endif
#ifndef SYS_getresgid
#define SYS_getresgid NOSYS
#endif
#ifndef SYS_getresuid
#define SYS_getresuid NOSYS
#endif
#ifndef SYS_getrlimit
#define SYS_getrlimit NOSYS
#endif
#ifndef SYS_getrusage
#define SYS_getrusage NOSYS
#endif
#ifndef SYS_getsid
#define SYS_getsid NOSYS
#endif
#ifndef SYS_getsockname
#define SYS_getsockname NOSYS
#endif
#ifndef SYS_getsockopt
#define SYS_getsockopt NOSYS
#endif
#ifndef SYS_gettid
#define SYS_gettid NOSYS
#endif
#ifndef SYS_gettimeofday
#define SYS_gettimeofday NOSYS
#endif
#ifndef SYS_getuid
#define SYS_getuid NOSYS
#endif
#ifndef SYS_getxattr
#define SYS_getxattr NOSYS
#endif
#ifndef SYS_getxattrat
#define SYS_getxattrat NOSYS
#endif
#ifndef SYS_init_module
#define SYS_init_module NOSYS
#endif
#ifndef SYS_inotify_add_watch
#define SYS_inotify_add_watch NOSYS
#endif
#ifndef SYS_inotify_init
#define SYS_inotify_init NOSYS
#endif
#ifndef SYS_inotify_init1
#define SYS_inotify_init1 NOSYS
#endif
#ifndef SYS_inotify_rm_watch
#define SYS_inotify_rm_watch NOSYS
#endif
#ifndef SYS_io_cancel
#define SYS_io_cancel NOSYS
#endif
#ifndef SYS_io_destroy
#define SYS_io_destroy NOSYS
#endif
#ifndef SYS_io_getevents
#define SYS_io_getevents NOSYS
#endif
#ifndef SYS_io_pgetevents
#define SYS_io_pgetevents NOSYS
#endif
#ifndef SYS_io_setup
#define SYS_io_setup NOSYS
#endif
#ifndef SYS_io_submit
#define SYS_io_submit NOSYS
#endif
#ifndef SYS_io_uring_enter
#define SYS_io_uring_enter NOSYS
#endif
#ifndef SYS_io_uring_register
#define SYS_io_uring_register NOSYS
#endif
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup NOSYS
#endif
#ifndef SYS_ioctl
#define SYS_ioctl NOSYS
#endif
#ifndef SYS_ioperm
#define SYS_ioperm NOSYS
#endif
#ifndef SYS_iopl
#define SYS_iopl NOSYS
#endif
#ifndef SYS_ioprio_get
#define SYS_ioprio_get NOSYS
#endif
#ifndef SYS_ioprio_set
#define SYS_ioprio_set NOSYS
#endif
#ifndef SYS_kcmp
#define SYS_kcmp NOSYS
#endif
#ifndef SYS_kexec_file_load
#define SYS_kexec_file_load NOSYS
#endif
#ifndef SYS_kexec_load
#define SYS_kexec_load NOSYS
#endif
#ifndef SYS_keyctl
#define SYS_keyctl NOSYS
#endif
#ifndef SYS_kill
#define SYS_kill NOSYS
#endif
#ifndef SYS_landlock_add_rule
#define SYS_landlock_add_rule NOSYS
#endif
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset NOSYS
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self NOSYS
#endif
#ifndef SYS_lchown
#define SYS_lchown NOSYS
#endif
#ifndef SYS_lgetxattr
#define SYS_lgetxattr NOSYS
#endif
#ifndef SYS_link
#define SYS_link NOSYS
#endif
#ifndef SYS_linkat
#define SYS_linkat NOSYS
#endif
#ifndef SYS_listen
#define SYS_listen NOSYS
#endif
#ifndef SYS_listmount
#define SYS_listmount NOSYS
#endif
#ifndef SYS_listns
#define SYS_listns NOSYS
#endif
#ifndef SYS_listxattr
#define SYS_listxattr NOSYS
#endif
#ifndef SYS_listxattrat
#define SYS_listxattrat NOSYS
#endif
#ifndef SYS_llistxattr
#define SYS_llistxattr NOSYS
#endif
#ifndef SYS_lookup_dcookie
#define SYS_lookup_dcookie NOSYS
#endif
#ifndef SYS_lremovexattr
#define SYS_lremovexattr NOSYS
#endif
#ifndef SYS_lseek
#define SYS_lseek NOSYS
#endif
#ifndef SYS_lsetxattr
#define SYS_lsetxattr NOSYS
#endif
#ifndef SYS_lsm_get_self_attr
#define SYS_lsm_get_self_attr NOSYS
#endif
#ifndef SYS_lsm_list_modules
#define SYS_lsm_list_modules NOSYS
#endif
#ifndef SYS_lsm_set_self_attr
#define SYS_lsm_set_self_attr NOSYS
#endif
#ifndef SYS_lstat
#define SYS_lstat NOSYS
#endif
#ifndef SYS_madvise
#define SYS_madvise NOSYS
#endif
#ifndef SYS_map_shadow_stack
#define SYS_map_shadow_stack NOSYS
#endif
#ifndef SYS_mbind
#define SYS_mbind NOSYS
#endif
#ifndef SYS_membarrier
#define SYS_membarrier NOSYS
#endif
#ifndef SYS_memfd_create
#define SYS_memfd_create NOSYS
#endif
#ifndef SYS_memfd_secret
#define SYS_memfd_secret NOSYS
#endif
#ifndef SYS_migrate_pages
#define SYS_migrate_pages NOSYS
#endif
#ifndef SYS_mincore
#define SYS_mincore NOSYS
#endif
#ifndef SYS_mkdir
#define SYS_mkdir NOSYS
#endif
#ifndef SYS_mkdirat
#define SYS_mkdirat NOSYS
#endif
#ifndef SYS_mknod
#define SYS_mknod NOSYS
#endif
#ifndef SYS_mknodat
#define SYS_mknodat NOSYS
#endif
#ifndef SYS_mlock
#define SYS_mlock NOSYS
#endif
#ifndef SYS_mlock2
#define SYS_mlock2 NOSYS
#endif
#ifndef SYS_mlockall
#define SYS_mlockall NOSYS
#endif
#ifndef SYS_mmap
#define SYS_mmap NOSYS
#endif
#ifndef SYS_modify_ldt
#define SYS_modify_ldt NOSYS
#endif
#ifndef SYS_mount
#define SYS_mount NOSYS
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr NOSYS
#endif
#ifndef SYS_move_mount
#define SYS_move_mount NOSYS
#endif
#ifndef SYS_move_pages
#define SYS_move_pages NOSYS
#endif
#ifndef SYS_mprotect
#define SYS_mprotect NOSYS
#endif
#ifndef SYS_mq_getsetattr
#define SYS_mq_getsetattr NOSYS
#endif
#ifndef SYS_mq_notify
#define SYS_mq_notify NOSYS
#endif
#ifndef SYS_mq_open
#define SYS_mq_open NOSYS
#endif
#ifndef SYS_mq_timedreceive
#define SYS_mq_timedreceive NOSYS
#endif
#ifndef SYS_mq_timedsend
#define SYS_mq_timedsend NOSYS
#endif
#ifndef SYS_mq_unlink
#define SYS_mq_unlink NOSYS
#endif
#ifndef SYS_mremap
#define SYS_mremap NOSYS
#endif
#ifndef SYS_mseal
#define SYS_mseal NOSYS
#endif
#ifndef SYS_msgctl
#define SYS_msgctl NOSYS
#endif
#ifndef SYS_msgget
#define SYS_msgget NOSYS
#endif
#ifndef SYS_msgrcv
#define SYS_msgrcv NOSYS
#endif
#ifndef SYS_msgsnd
#define SYS_msgsnd NOSYS
#endif
#ifndef SYS_msync
#define SYS_msync NOSYS
#endif
#ifndef SYS_munlock
#define SYS_munlock NOSYS
#endif
#ifndef SYS_munlockall
#define SYS_munlockall NOSYS
#endif
#ifndef SYS_munmap
#define SYS_munmap NOSYS
#endif
#ifndef SYS_name_to_handle_at
#define SYS_name_to_handle_at NOSYS
#endif
#ifndef SYS_nanosleep
#define SYS_nanosleep NOSYS
#endif
#ifndef SYS_newfstatat
#define SYS_newfstatat NOSYS
#endif
#ifndef SYS_nfsservctl
#define SYS_nfsservctl NOSYS
#endif
#ifndef SYS_open
#define SYS_open NOSYS
#endif
#ifndef SYS_open_by_handle_at
#define SYS_open_by_handle_at NOSYS
#endif
#ifndef SYS_open_tree
#define SYS_open_tree NOSYS
#endif
#ifndef SYS_open_tree_attr
#define SYS_open_tree_attr NOSYS
#endif
#ifndef SYS_openat
#define SYS_openat NOSYS
#endif
#ifndef SYS_openat2
#define SYS_openat2 NOSYS
#endif
#ifndef SYS_pause
#define SYS_pause NOSYS
#endif
#ifndef SYS_perf_event_open
#define SYS_perf_event_open NOSYS
#endif
#ifndef SYS_personality
#define SYS_personality NOSYS
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd NOSYS
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open NOSYS
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal NOSYS
#endif
#ifndef SYS_pipe
#define SYS_pipe NOSYS
#endif
#ifndef SYS_pipe2
#define SYS_pipe2 NOSYS
#endif
#ifndef SYS_pivot_root
#define SYS_pivot_root NOSYS
#endif
#ifndef SYS_pkey_alloc
#define SYS_pkey_alloc NOSYS
#endif
#ifndef SYS_pkey_free
#define SYS_pkey_free NOSYS
#endif
#ifndef SYS_pkey_mprotect
#define SYS_pkey_mprotect NOSYS
#endif
#ifndef SYS_poll
#define SYS_poll NOSYS
#endif
#ifndef SYS_ppoll
#define SYS_ppoll NOSYS
#endif
#ifndef SYS_prctl
#define SYS_prctl NOSYS
#endif
#ifndef SYS_pread64
#define SYS_pread64 NOSYS
#endif
#ifndef SYS_preadv
#define SYS_preadv NOSYS
#endif
#ifndef SYS_preadv2
#define SYS_preadv2 NOSYS
#endif
#ifndef SYS_prlimit64
#define SYS_prlimit64 NOSYS
#endif
#ifndef SYS_process_madvise
#define SYS_process_madvise NOSYS
#endif
#ifndef SYS_process_mrelease
#define SYS_process_mrelease NOSYS
#endif
#ifndef SYS_process_vm_readv
#define SYS_process_vm_readv NOSYS
#endif
#ifndef SYS_process_vm_writev
#define SYS_process_vm_writev NOSYS
#endif
#ifndef SYS_pselect6
#define SYS_pselect6 NOSYS
#endif
#ifndef SYS_ptrace
#define SYS_ptrace NOSYS
#endif
#ifndef SYS_putpmsg
#define SYS_putpmsg NOSYS
#endif
#ifndef SYS_pwrite64
#define SYS_pwrite64 NOSYS
#endif
#ifndef SYS_pwritev
#define SYS_pwritev NOSYS
#endif
#ifndef SYS_pwritev2
#define SYS_pwritev2 NOSYS
#endif
#ifndef SYS_query_module
#define SYS_query_module NOSYS
#endif
#ifndef SYS_quotactl
#define SYS_quotactl NOSYS
#endif
#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd NOSYS
#endif
#ifndef SYS_read
#define SYS_read NOSYS
#endif
#ifndef SYS_readahead
#define SYS_readahead NOSYS
#endif
#ifndef SYS_readlink
#define SYS_readlink NOSYS
#endif
#ifndef SYS_readlinkat
#define SYS_readlinkat NOSYS
#endif
#ifndef SYS_readv
#define SYS_readv NOSYS
#endif
#ifndef SYS_reboot
#define SYS_reboot NOSYS
#endif
#ifndef SYS_recvfrom
#define SYS_recvfrom NOSYS
#endif
#ifndef SYS_recvmmsg
#define SYS_recvmmsg NOSYS
#endif
#ifndef SYS_recvmsg
#define SYS_recvmsg NOSYS
#endif
#ifndef SYS_remap_file_pages
#define SYS_remap_file_pages NOSYS
#endif
#ifndef SYS_removexattr
#define SYS_removexattr NOSYS
#endif
#ifndef SYS_removexattrat
#define SYS_removexattrat NOSYS
#endif
#ifndef SYS_rename
#define SYS_rename NOSYS
#endif
#ifndef SYS_renameat
#define SYS_renameat NOSYS
#endif
#ifndef SYS_renameat2
#define SYS_renameat2 NOSYS
#endif
#ifndef SYS_request_key
#define SYS_request_key NOSYS
#endif
#ifndef SYS_restart_syscall
#define SYS_restart_syscall NOSYS
#endif
#ifndef SYS_rmdir
#define SYS_rmdir NOSYS
#endif
#ifndef SYS_rseq
#define SYS_rseq NOSYS
#endif
#ifndef SYS_rseq_slice_yield
#define SYS_rseq_slice_yield NOSYS
#endif
#ifndef SYS_rt_sigaction
#define SYS_rt_sigaction NOSYS
#endif
#ifndef SYS_rt_sigpending
#define SYS_rt_sigpending NOSYS
#endif
#ifndef SYS_rt_sigprocmask
#define SYS_rt_sigprocmask NOSYS
#endif
#ifndef SYS_rt_sigqueueinfo
#define SYS_rt_sigqueueinfo NOSYS
#endif
#ifndef SYS_rt_sigreturn
#define SYS_rt_sigreturn NOSYS
#endif
#ifndef SYS_rt_sigsuspend
#define SYS_rt_sigsuspend NOSYS
#endif
#ifndef SYS_rt_sigtimedwait
#define SYS_rt_sigtimedwait NOSYS
#endif
#ifndef SYS_rt_tgsigqueueinfo
#define SYS_rt_tgsigqueueinfo NOSYS
#endif
#ifndef SYS_sched_get_priority_max
#define SYS_sched_get_priority_max NOSYS
#endif
#ifndef SYS_sched_get_priority_min
#define SYS_sched_get_priority_min NOSYS
#endif
#ifndef SYS_sched_getaffinity
#define SYS_sched_getaffinity NOSYS
#endif
#ifndef SYS_sched_getattr
#define SYS_sched_getattr NOSYS
#endif
#ifndef SYS_sched_getparam
#define SYS_sched_getparam NOSYS
#endif
#ifndef SYS_sched_getscheduler
#define SYS_sched_getscheduler NOSYS
#endif
#ifndef SYS_sched_rr_get_interval
#define SYS_sched_rr_get_interval NOSYS
#endif
#ifndef SYS_sched_setaffinity
#define SYS_sched_setaffinity NOSYS
#endif
#ifndef SYS_sched_setattr
#define SYS_sched_setattr NOSYS
#endif
#ifndef SYS_sched_setparam
#define SYS_sched_setparam NOSYS
#endif
#ifndef SYS_sched_setscheduler
#define SYS_sched_setscheduler NOSYS
#endif
#ifndef SYS_sched_yield
#define SYS_sched_yield NOSYS
#endif
#ifndef SYS_seccomp
#define SYS_seccomp NOSYS
#endif
#ifndef SYS_security
#define SYS_security NOSYS
#endif
#ifndef SYS_select
#define SYS_select NOSYS
#endif
#ifndef SYS_semctl
#define SYS_semctl NOSYS
#endif
#ifndef SYS_semget
#define SYS_semget NOSYS
#endif
#ifndef SYS_semop
#define SYS_semop NOSYS
#endif
#ifndef SYS_semtimedop
#define SYS_semtimedop NOSYS
#endif
#ifndef SYS_sendfile
#define SYS_sendfile NOSYS
#endif
#ifndef SYS_sendmmsg
#define SYS_sendmmsg NOSYS
#endif
#ifndef SYS_sendmsg
#define SYS_sendmsg NOSYS
#endif
#ifndef SYS_sendto
#define SYS_sendto NOSYS
#endif
#ifndef SYS_set_mempolicy
#define SYS_set_mempolicy NOSYS
#endif
#ifndef SYS_set_mempolicy_home_node
#define SYS_set_mempolicy_home_node NOSYS
#endif
#ifndef SYS_set_robust_list
#define SYS_set_robust_list NOSYS
#endif
#ifndef SYS_set_thread_area
#define SYS_set_thread_area NOSYS
#endif
#ifndef SYS_set_tid_address
#define SYS_set_tid_address NOSYS
#endif
#ifndef SYS_setdomainname
#define SYS_setdomainname NOSYS
#endif
#ifndef SYS_setfsgid
#define SYS_setfsgid NOSYS
#endif
#ifndef SYS_setfsuid
#define SYS_setfsuid NOSYS
#endif
#ifndef SYS_setgid
#define SYS_setgid NOSYS
#endif
#ifndef SYS_setgroups
#define SYS_setgroups NOSYS
#endif
#ifndef SYS_sethostname
#define SYS_sethostname NOSYS
#endif
#ifndef SYS_setitimer
#define SYS_setitimer NOSYS
#endif
#ifndef SYS_setns
#define SYS_setns NOSYS
#endif
#ifndef SYS_setpgid
#define SYS_setpgid NOSYS
#endif
#ifndef SYS_setpriority
#define SYS_setpriority NOSYS
#endif
#ifndef SYS_setregid
#define SYS_setregid NOSYS
#endif
#ifndef SYS_setresgid
#define SYS_setresgid NOSYS
#endif
#ifndef SYS_setresuid
#define SYS_setresuid NOSYS
#endif
#ifndef SYS_setreuid
#define SYS_setreuid NOSYS
#endif
#ifndef SYS_setrlimit
#define SYS_setrlimit NOSYS
#endif
#ifndef SYS_setsid
#define SYS_setsid NOSYS
#endif
#ifndef SYS_setsockopt
#define SYS_setsockopt NOSYS
#endif
#ifndef SYS_settimeofday
#define SYS_settimeofday NOSYS
#endif
#ifndef SYS_setuid
#define SYS_setuid NOSYS
#endif
#ifndef SYS_setxattr
#define SYS_setxattr NOSYS
#endif
#ifndef SYS_setxattrat
#define SYS_setxattrat NOSYS
#endif
#ifndef SYS_shmat
#define SYS_shmat NOSYS
#endif
#ifndef SYS_shmctl
#define SYS_shmctl NOSYS
#endif
#ifndef SYS_shmdt
#define SYS_shmdt NOSYS
#endif
#ifndef SYS_shmget
#define SYS_shmget NOSYS
#endif
#ifndef SYS_shutdown
#define SYS_shutdown NOSYS
#endif
#ifndef SYS_sigaltstack
#define SYS_sigaltstack NOSYS
#endif
#ifndef SYS_signalfd
#define SYS_signalfd NOSYS
#endif
#ifndef SYS_signalfd4
#define SYS_signalfd4 NOSYS
#endif
#ifndef SYS_socket
#define SYS_socket NOSYS
#endif
#ifndef SYS_socketpair
#define SYS_socketpair NOSYS
#endif
#ifndef SYS_splice
#define SYS_splice NOSYS
#endif
#ifndef SYS_stat
#define SYS_stat NOSYS
#endif
#ifndef SYS_statfs
#define SYS_statfs NOSYS
#endif
#ifndef SYS_statmount
#define SYS_statmount NOSYS
#endif
#ifndef SYS_statx
#define SYS_statx NOSYS
#endif
#ifndef SYS_swapoff
#define SYS_swapoff NOSYS
#endif
#ifndef SYS_swapon
#define SYS_swapon NOSYS
#endif
#ifndef SYS_symlink
#define SYS_symlink NOSYS
#endif
#ifndef SYS_symlinkat
#define SYS_symlinkat NOSYS
#endif
#ifndef SYS_sync
#define SYS_sync NOSYS
#endif
#ifndef SYS_sync_file_range
#define SYS_sync_file_range NOSYS
#endif
#ifndef SYS_syncfs
#define SYS_syncfs NOSYS
#endif
#ifndef SYS_sysfs
#define SYS_sysfs NOSYS
#endif
#ifndef SYS_sysinfo
#define SYS_sysinfo NOSYS
#endif
#ifndef SYS_syslog
#define SYS_syslog NOSYS
#endif
#ifndef SYS_tee
#define SYS_tee NOSYS
#endif
#ifndef SYS_tgkill
#define SYS_tgkill NOSYS
#endif
#ifndef SYS_time
#define SYS_time NOSYS
#endif
#ifndef SYS_timer_create
#define SYS_timer_create NOSYS
#endif
#ifndef SYS_timer_delete
#define SYS_timer_delete NOSYS
#endif
#ifndef SYS_timer_getoverrun
#define SYS_timer_getoverrun NOSYS
#endif
#ifndef SYS_timer_gettime
#define SYS_timer_gettime NOSYS
#endif
#ifndef SYS_timer_settime
#define SYS_timer_settime NOSYS
#endif
#ifndef SYS_timerfd_create
#define SYS_timerfd_create NOSYS
#endif
#ifndef SYS_timerfd_gettime
#define SYS_timerfd_gettime NOSYS
#endif
#ifndef SYS_timerfd_settime
#define SYS_timerfd_settime NOSYS
#endif
#ifndef SYS_times
#define SYS_times NOSYS
#endif
#ifndef SYS_tkill
#define SYS_tkill NOSYS
#endif
#ifndef SYS_truncate
#define SYS_truncate NOSYS
#endif
#ifndef SYS_tuxcall
#define SYS_tuxcall NOSYS
#endif
#ifndef SYS_umask
#define SYS_umask NOSYS
#endif
#ifndef SYS_umount2
#define SYS_umount2 NOSYS
#endif
#ifndef SYS_uname
#define SYS_uname NOSYS
#endif
#ifndef SYS_unlink
#define SYS_unlink NOSYS
#endif
#ifndef SYS_unlinkat
#define SYS_unlinkat NOSYS
#endif
#ifndef SYS_unshare
#define SYS_unshare NOSYS
#endif
#ifndef SYS_uprobe
#define SYS_uprobe NOSYS
#endif
#ifndef SYS_uretprobe
#define SYS_uretprobe NOSYS
#endif
#ifndef SYS_uselib
#define SYS_uselib NOSYS
#endif
#ifndef SYS_userfaultfd
#define SYS_userfaultfd NOSYS
#endif
#ifndef SYS_ustat
#define SYS_ustat NOSYS
#endif
#ifndef SYS_utime
#define SYS_utime NOSYS
#endif
#ifndef SYS_utimensat
#define SYS_utimensat NOSYS
#endif
#ifndef SYS_utimes
#define SYS_utimes NOSYS
#endif
#ifndef SYS_vfork
#define SYS_vfork NOSYS
#endif
#ifndef SYS_vhangup
#define SYS_vhangup NOSYS
#endif
#ifndef SYS_vmsplice
#define SYS_vmsplice NOSYS
#endif
#ifndef SYS_vserver
#define SYS_vserver NOSYS
#endif
#ifndef SYS_wait4
#define SYS_wait4 NOSYS
#endif
#ifndef SYS_waitid
#define SYS_waitid NOSYS
#endif
#ifndef SYS_write
#define SYS_write NOSYS
#endif
#ifndef SYS_writev
#define SYS_writev NOSYS
#endif

#endif
