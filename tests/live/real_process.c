// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls on processes, threads, signals, timers and ipc that really happen, so that the kernel's results are
 * printed. It runs under the oracle. A call that this kernel or user may not make is no failure, because it is printed,
 * too.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct timespec ms = { .tv_nsec = 1000000 };

static void nothing(int sig)
{
	(void)sig;
}

static void on(int sig, int flags)
{
	struct sigaction a = { .sa_handler = nothing, .sa_flags = flags };

	sigaddset(&a.sa_mask, SIGUSR2);
	sigaction(sig, &a, NULL);
}

/* ---- waiting ------------------------------------------------------------------- */

static void waits(void)
{
	struct rusage ru;
	siginfo_t si;
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(7);
	waitid(P_PID, pid, &si, WEXITED | WNOWAIT);
	syscall(SYS_waitid, P_PID, pid, &si, WEXITED | WNOWAIT, &ru);
	wait4(pid, &status, 0, &ru);
	wait4(pid, &status, 0, &ru);
	pid = fork();
	if (!pid) {
		struct rlimit none = { 0, 0 };

		setrlimit(RLIMIT_CORE, &none);
		abort();
	}
	waitpid(pid, &status, 0);
	pid = fork();
	if (!pid)
		for (;;)
			pause();
	wait4(pid, &status, WNOHANG, &ru);
	waitid(P_PID, pid, &si, WEXITED | WNOHANG);
	kill(pid, SIGSTOP);
	waitpid(pid, &status, WUNTRACED);
	kill(pid, SIGCONT);
	waitpid(pid, &status, WCONTINUED);
	/*
	 * if it were killed in its stop, strace would print a signal that it never got, and the call of another process
	 */
	usleep(20000);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	pid = vfork();
	if (!pid)
		_exit(0);
	waitpid(pid, &status, 0);
}

static void clones(void)
{
	int tid = 0, pidfd = -1;
	struct clone_args a = { .flags = CLONE_PIDFD | CLONE_PARENT_SETTID, .exit_signal = SIGCHLD };
	long pid;

	a.pidfd = (uintptr_t)&pidfd;
	a.parent_tid = (uintptr_t)&tid;
	pid = syscall(SYS_clone3, &a, sizeof(a));
	if (!pid)
		_exit(1);
	waitid(P_PIDFD, pidfd, &(siginfo_t){ 0 }, WEXITED);
	close(pidfd);
	pid = syscall(SYS_clone, CLONE_PARENT_SETTID | SIGCHLD, 0, &tid, 0, 0);
	if (!pid)
		_exit(2);
	waitpid(pid, NULL, 0);
	pid = fork();
	if (!pid) {
		execl("/nonexistent", "nonexistent", "argument", NULL);
		execl("/bin/true", "true", "argument", NULL);
		_exit(3);
	}
	waitpid(pid, NULL, 0);
	/*
	 * No other task runs now: the line of an interrupted call lacks the name of another process's descriptor
	 * (docs/fidelity.md).
	 */
	pidfd = syscall(SYS_pidfd_open, getpid(), 0);
	close(syscall(SYS_pidfd_getfd, pidfd, 0, 0));
	close(pidfd);
	pid = fork();
	if (!pid)
		for (;;)
			pause();
	pidfd = syscall(SYS_pidfd_open, pid, 0);
	syscall(SYS_pidfd_send_signal, pidfd, SIGTERM, NULL, 0);
	waitpid(pid, NULL, 0);
	close(pidfd);
}

/* ---- threads --------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int turn;

static void *thread(void *p)
{
	prctl(PR_SET_NAME, "a thread");
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&lock);
		while (turn % 2 != (int)(intptr_t)p)
			pthread_cond_wait(&cond, &lock);
		turn++;
		pthread_cond_broadcast(&cond);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void threads(void)
{
	uint32_t word = 1, other = 2;
	pthread_t t[2];

	for (intptr_t i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, thread, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	syscall(SYS_futex, &word, FUTEX_WAIT, 2, NULL);
	syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, &ms);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1);
	syscall(SYS_futex, &word, FUTEX_WAKE_OP, 1, 1, &other, FUTEX_OP(FUTEX_OP_ADD, 3, FUTEX_OP_CMP_GT, 1));
	syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, 2, &other, 1);
	syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 1, &ms, NULL, -1);
	syscall(SYS_futex, &word, FUTEX_TRYLOCK_PI);
}

/* ---- ids, limits and usage ---------------------------------------------------------- */

static void ids(void)
{
	struct __user_cap_header_struct h = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct d[2];
	uid_t r, e, s;
	gid_t groups[8];

	getpid();
	syscall(SYS_gettid);
	getppid();
	getpgrp();
	getpgid(0);
	getsid(0);
	getuid();
	geteuid();
	getgid();
	getegid();
	getresuid(&r, &e, &s);
	setresuid(-1, e, -1);
	getresgid(&r, &e, &s);
	setresgid(-1, e, -1);
	setreuid(-1, -1);
	setregid(-1, -1);
	syscall(SYS_setfsuid, -1);
	syscall(SYS_setfsgid, -1);
	getgroups(0, NULL);
	getgroups(8, groups);
	setgroups(1, groups);
	syscall(SYS_capget, &h, d);
	syscall(SYS_capset, &h, d);
	setpgid(0, 0);
}

static void limits(void)
{
	struct rlimit l;
	struct rusage ru;
	struct tms tms;
	cpu_set_t cpus;
	struct sched_param sp = { 0 };
	struct timespec ts;
	unsigned cpu, node;
	char attr[64] = { 0 };

	for (int i = 0; i < 16; i++)
		getrlimit(i, &l);
	syscall(SYS_getrlimit, RLIMIT_NOFILE, &l);
	setrlimit(RLIMIT_NOFILE, &l);
	getrusage(RUSAGE_SELF, &ru);
	getrusage(RUSAGE_CHILDREN, &ru);
	times(&tms);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	sched_getscheduler(0);
	sched_getparam(0, &sp);
	sched_setscheduler(0, SCHED_BATCH, &sp);
	sched_setscheduler(0, SCHED_OTHER, &sp);
	sched_get_priority_max(SCHED_FIFO);
	sched_get_priority_min(SCHED_RR);
	sched_rr_get_interval(0, &ts);
	syscall(SYS_sched_getattr, 0, attr, 56, 0);
	syscall(SYS_sched_setattr, 0, attr, 0);
	sched_yield();
	getpriority(PRIO_PROCESS, 0);
	setpriority(PRIO_PROCESS, 0, 1);
	syscall(SYS_ioprio_get, 1, 0);
	syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 4);
	syscall(SYS_getcpu, &cpu, &node, NULL);
	syscall(SYS_membarrier, 0, 0, 0);
	syscall(SYS_get_robust_list, 0, &(void *){ NULL }, &(size_t){ 0 });
}

static void options(void)
{
	char name[16];
	int sig;

	prctl(PR_SET_NAME, "fifteen letters");
	prctl(PR_GET_NAME, name);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	prctl(PR_GET_PDEATHSIG, &sig);
	prctl(PR_GET_DUMPABLE);
	prctl(PR_SET_DUMPABLE, 1);
	prctl(PR_GET_SECUREBITS);
	prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN);
	prctl(PR_GET_TIMERSLACK);
	prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
	prctl(PR_GET_SECCOMP);
	prctl(PR_GET_SPECULATION_CTRL, PR_SPEC_STORE_BYPASS);
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, CAP_KILL, 0, 0);
	prctl(PR_GET_TID_ADDRESS, &(int *){ NULL });
	prctl(PR_GET_CHILD_SUBREAPER, &sig);
	prctl(9999, 1, 2, 3, 4);
	personality(0xffffffff);
	personality(ADDR_NO_RANDOMIZE);
	personality(0);
	unshare(0);
#ifdef __x86_64__
	syscall(SYS_arch_prctl, 0x1003, &(long){ 0 });
	syscall(SYS_arch_prctl, 0x1011, 0);
	syscall(SYS_arch_prctl, 0x1021, &(long){ 0 });
#endif
}

/* ---- signals ----------------------------------------------------------------------------- */

static void signals(void)
{
	struct timespec none = { 0 };
	union sigval v = { .sival_int = 42 };
	stack_t st = { .ss_sp = malloc(65536), .ss_size = 65536 };
	sigset_t set, old;
	siginfo_t si;
	int fd;

	on(SIGUSR1, SA_RESTART | SA_SIGINFO);
	on(SIGCHLD, SA_NOCLDSTOP);
	sigaction(SIGUSR1, NULL, &(struct sigaction){ 0 });
	signal(SIGPIPE, SIG_IGN);
	sigaltstack(&st, NULL);
	sigaltstack(NULL, &st);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGRTMIN + 3);
	sigprocmask(SIG_BLOCK, &set, &old);
	kill(getpid(), SIGUSR1);
	sigqueue(getpid(), SIGRTMIN + 3, v);
	sigpending(&old);
	fd = signalfd(-1, &set, SFD_NONBLOCK);
	close(fd);
	sigwaitinfo(&set, &si);
	sigtimedwait(&set, &si, &ms);
	sigtimedwait(&set, &si, &none);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(SIGUSR1);
	syscall(SYS_tkill, syscall(SYS_gettid), SIGUSR1);
	sigfillset(&set);
	sigprocmask(SIG_SETMASK, &set, &old);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

/* Interrupts calls with and without SA_RESTART. */
static void interrupts(void)
{
	/* sends it again after a while, since on a busy machine the first one may come before pause() */
	struct itimerval it = { .it_value.tv_usec = 20000, .it_interval.tv_usec = 200000 };
	struct timespec long_time = { .tv_nsec = 200000000 }, left;
	sigset_t set;
	int p[2];
	char c;

	on(SIGALRM, 0);
	setitimer(ITIMER_REAL, &it, NULL);
	nanosleep(&long_time, &left);
	setitimer(ITIMER_REAL, &it, NULL);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &long_time, &left);
	setitimer(ITIMER_REAL, &it, NULL);
	pause();
	setitimer(ITIMER_REAL, &it, NULL);
	sigemptyset(&set);
	sigsuspend(&set);
	if (!pipe(p)) {
		setitimer(ITIMER_REAL, &it, NULL);
		if (read(p[0], &c, 1) > 0)
			_exit(1);
		close(p[0]);
		close(p[1]);
	}
	setitimer(ITIMER_REAL, &it, NULL);
	syscall(SYS_futex, &(int){ 0 }, FUTEX_WAIT, 0, &long_time);
	getitimer(ITIMER_REAL, &it);
	setitimer(ITIMER_REAL, &(struct itimerval){ 0 }, NULL);
	alarm(10);
	alarm(0);
}

static volatile int *nowhere;

static void faults(void)
{
	void *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct rlimit none = { 0, 0 };
	int status;

	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (pid) {
			waitpid(pid, &status, 0);
			continue;
		}
		setrlimit(RLIMIT_CORE, &none);
		if (i == 1)
			nowhere = p;
		if (i == 2)
			__builtin_trap();
		*nowhere = 1;
		_exit(0);
	}
}

static void refused(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 4, code };
	pid_t pid = fork();

	if (!pid) {
		on(SIGSYS, 0);
		syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &(int){ SECCOMP_RET_TRAP });
		syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &(struct seccomp_notif_sizes){ 0 });
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
		syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, &prog);
		getppid();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

/* ---- time ------------------------------------------------------------------------------------ */

static void clocks(void)
{
	struct timespec ts;
	struct timeval tv;
	struct timex tx = { 0 };

	for (int i = 0; i < 12; i++) {
		syscall(SYS_clock_gettime, i, &ts);
		syscall(SYS_clock_getres, i, &ts);
	}
	syscall(SYS_clock_gettime, -6, &ts);
	syscall(SYS_gettimeofday, &tv, &(struct timezone){ 0 });
#ifdef __x86_64__
	syscall(SYS_time, &(time_t){ 0 });
	syscall(SYS_time, NULL);
#endif
	adjtimex(&tx);
	clock_adjtime(CLOCK_REALTIME, &tx);
	nanosleep(&ms, NULL);
	clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &ms, NULL);
}

static void timers(void)
{
	struct itimerspec in = { { 0, 5000000 }, { 0, 5000000 } }, out;
	struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	struct timespec wait = { .tv_nsec = 12000000 };
	uint64_t n;
	timer_t t;
	int fd;

	ev.sigev_value.sival_int = 5;
	if (!timer_create(CLOCK_MONOTONIC, &ev, &t)) {
		timer_settime(t, 0, &in, &out);
		nanosleep(&wait, NULL);
		timer_gettime(t, &out);
		timer_getoverrun(t);
		timer_delete(t);
	}
	ev.sigev_notify = SIGEV_NONE;
	if (!timer_create(CLOCK_REALTIME, &ev, &t))
		timer_delete(t);
	fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	timerfd_settime(fd, 0, &in, &out);
	if (read(fd, &n, sizeof(n)) < 0)
		_exit(1);
	timerfd_gettime(fd, &out);
	close(fd);
}

/* ---- ipc ---------------------------------------------------------------------------------------
 */

static void shared(void)
{
	struct shmid_ds ds;
	int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
	void *p = shmat(id, NULL, 0);

	shmctl(id, IPC_STAT, &ds);
	shmctl(id, IPC_SET, &ds);
	shmctl(0, IPC_INFO, (void *)malloc(256));
	shmctl(0, SHM_INFO, (void *)malloc(256));
	shmdt(p);
	shmctl(id, IPC_RMID, NULL);
}

static void semaphores(void)
{
	struct sembuf op[2] = { { 0, 1, 0 }, { 0, -1, IPC_NOWAIT | SEM_UNDO } };
	struct semid_ds ds;
	unsigned short v[2];
	int id = semget(0x1234, 2, IPC_CREAT | 0600);

	semop(id, op, 2);
	semtimedop(id, op + 1, 1, &ms);
	semctl(id, 0, SETVAL, 3);
	semctl(id, 0, GETVAL);
	semctl(id, 0, GETALL, v);
	semctl(id, 0, IPC_STAT, &ds);
	semctl(id, 0, IPC_INFO, malloc(256));
	semctl(id, 0, IPC_RMID);
}

static void messages(void)
{
	struct {
		long type;
		char text[200];
	} m = { 5, "some text" };
	struct msqid_ds ds;
	int id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);

	msgsnd(id, &m, 10, 0);
	msgctl(id, IPC_STAT, &ds);
	msgctl(id, IPC_SET, &ds);
	if (msgrcv(id, &m, sizeof(m.text), 0, IPC_NOWAIT) > 0)
		msgrcv(id, &m, sizeof(m.text), -7, IPC_NOWAIT | MSG_NOERROR);
	msgctl(0, IPC_INFO, malloc(256));
	msgctl(id, IPC_RMID, NULL);
}

static void queues(void)
{
	struct mq_attr a = { .mq_maxmsg = 4, .mq_msgsize = 64 }, old;
	struct sigevent ev = { .sigev_notify = SIGEV_NONE };
	struct timespec now = { 0 };
	char buf[64], name[32];
	unsigned prio;
	mqd_t q;

	/* a name of its own, because two runs at a time would take each other's messages */
	snprintf(name, sizeof(name), "/sctrace-test-%d", getpid());
	q = mq_open(name, O_RDWR | O_CREAT, 0600, &a);

	mq_notify(q, &ev);
	mq_notify(q, NULL);
	mq_send(q, "hello", 5, 3);
	mq_getattr(q, &old);
	mq_setattr(q, &a, &old);
	mq_receive(q, buf, sizeof(buf), &prio);
	mq_timedreceive(q, buf, sizeof(buf), &prio, &now);
	mq_close(q);
	mq_unlink(name);
}

/* ---- the system, other processes
 * ------------------------------------------------------------------ */

static void machine(void)
{
	struct utsname u;
	struct sysinfo s;
	char buf[64];

	uname(&u);
	sysinfo(&s);
	syscall(SYS_getrandom, buf, 8, 0);
	syscall(SYS_getrandom, buf, 64, 1);
	syscall(SYS_syslog, 10, NULL, 0);
	syscall(SYS_syslog, 3, buf, 40);
	syscall(SYS_add_key, "user", "sctrace", "payload", 7, -2);
	syscall(SYS_keyctl, 0, -2, 0);
	syscall(SYS_keyctl, 6, -2, buf, sizeof(buf));
	syscall(SYS_keyctl, 11, -2, buf, sizeof(buf));
	syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
	syscall(SYS_bpf, 99, buf, 8);
	syscall(SYS_bpf, 0, &(int[18]){ 2, 4, 8, 10 }, 72);
}

static void counts(void)
{
	struct perf_event_attr a = { .type = PERF_TYPE_SOFTWARE,
				     .size = sizeof(a),
				     .config = PERF_COUNT_SW_TASK_CLOCK };

	a.disabled = 1;
	close(syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
	a.size = 40;
	syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
}

static void peeks(void)
{
	char text[64] = "local", other[64] = "remote text";
	struct iovec l = { text, sizeof(text) }, r = { other, 11 };

	process_vm_readv(getpid(), &l, 1, &r, 1, 0);
	process_vm_writev(getpid(), &l, 1, &r, 1, 0);
	r.iov_base = (void *)16;
	process_vm_readv(getpid(), &l, 1, &r, 1, 0);
	syscall(SYS_kcmp, getpid(), getppid(), 2, 0, 0);
	syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 1);
	ptrace(PTRACE_PEEKDATA, getpid(), other, NULL);
}

/* Calls with many arguments, some of which are invalid pointers. */
static void arguments(void)
{
	static char *many[1000], *bad[] = { "a", (char *)8, "b", NULL }, *worse[] = { (char *)8, "b", NULL };

	for (unsigned i = 0; i + 1 < sizeof(many) / sizeof(many[0]); i++)
		many[i] = i % 2 ? "argument" : "another one";
	execve("/nonexistent", many, many);
	execve("/nonexistent", bad, bad);
	execve("/nonexistent", worse, worse);
}

int main(void)
{
	on(SIGUSR1, SA_RESTART);
	waits();
	clones();
	threads();
	ids();
	limits();
	options();
	signals();
	interrupts();
	faults();
	refused();
	clocks();
	timers();
	shared();
	semaphores();
	messages();
	queues();
	machine();
	counts();
	peeks();
	arguments();
	return 0;
}
