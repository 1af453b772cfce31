// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/beside.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "load/libbpf_log.h"
#include "util/clock.h"

static bool is_named(const struct beside *b, const struct bpf_program *p)
{
	for (const char *const *name = b->names; *name; name++)
		if (!strcmp(bpf_program__name(p), *name))
			return true;
	return false;
}

/* Returns the number of threads that find a CPU of their own, beside the caller's. */
static unsigned threads_useful(void)
{
	cpu_set_t set;
	int cpus = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

	return cpus > BESIDE_THREADS ? BESIDE_THREADS : (unsigned)cpus - 1;
}

void beside__choose(struct beside *b, const struct bpf_object_skeleton *skel)
{
	unsigned nthreads = threads_useful(), n = 0;

	b->skel = skel;
	for (int i = 0; nthreads && i < skel->prog_cnt; i++) {
		struct bpf_program *p = *skel->progs[i].prog;
		struct beside_thread *t = &b->threads[n % nthreads];

		if (!bpf_program__autoload(p) || !is_named(b, p) || t->n == BESIDE_PROGRAMS)
			continue;
		t->beside = b;
		t->at[t->n] = skel->progs[i].prog;
		t->own[t->n++] = p;
		n++;
		bpf_program__set_autoload(p, false);
	}
}

/* True if the maps were created. Some versions of libbpf hide their descriptors until the programs are loaded, too. */
static bool has_maps(const struct bpf_object_skeleton *skel)
{
	for (int i = 0; i < skel->map_cnt; i++)
		if (bpf_map__autocreate(*skel->maps[i].map) && bpf_map__fd(*skel->maps[i].map) < 0)
			return false;
	return true;
}

/* Gives the object the maps of the skeleton's object. Both have the same maps, because their files are the same. */
static int maps_share(struct bpf_object *obj, const struct bpf_object *from)
{
	const struct bpf_map *m = bpf_object__next_map(from, NULL);
	struct bpf_map *own = bpf_object__next_map(obj, NULL);
	int err = 0;

	for (; !err && m && own; m = bpf_object__next_map(from, m), own = bpf_object__next_map(obj, own)) {
		if (bpf_map__autocreate(m))
			err = bpf_map__reuse_fd(own, bpf_map__fd(m));
		else
			err = bpf_map__set_autocreate(own, false);
	}
	return err;
}

/* Chooses the thread's programs in its object. */
static void programs_choose(const struct beside_thread *t)
{
	struct bpf_program *p;

	bpf_object__for_each_program(p, t->obj) {
		bool mine = false;

		for (unsigned i = 0; i < t->n; i++)
			mine |= !strcmp(bpf_program__name(p), bpf_program__name(t->own[i]));
		bpf_program__set_autoload(p, mine);
	}
}

static void *thread_main(void *ctx)
{
	struct beside_thread *t = ctx;
	const struct beside *b = t->beside;

	t->tid = gettid();
	libbpf_log__begin();
	t->obj = bpf_object__open_mem(b->skel->data, b->skel->data_sz, b->opts);
	t->err = t->obj ? maps_share(t->obj, *b->skel->obj) : -errno;
	if (!t->err) {
		programs_choose(t);
		t->err = b->load(t->obj, b->ctx);
	}
	libbpf_log__end();
	return NULL;
}

void beside__begin(struct beside *b)
{
	sigset_t all, before;

	if (b->begun || !has_maps(b->skel))
		return;
	b->begun = true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (unsigned i = 0; i < BESIDE_THREADS; i++) {
		struct beside_thread *t = &b->threads[i];

		t->running = t->n && !pthread_create(&t->thread, NULL, thread_main, t);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Points the skeleton to the programs of the thread's object. */
static void programs_set(const struct beside_thread *t)
{
	for (unsigned i = 0; i < t->n; i++)
		*t->at[i] = bpf_object__find_program_by_name(t->obj, bpf_program__name(t->own[i]));
}

/*
 * Waits until a thread has ended and the kernel does not list it any more. pthread_join() returns a moment earlier, and
 * a caller that then counts the threads of the process (isolate__can()) would find one too many. After a second, which
 * the end of a thread takes only if it gets no CPU or its number belongs to another thread by now, that is accepted:
 * program files are then read without a child process.
 */
static void thread_end(const struct beside_thread *t)
{
	const struct timespec moment = { .tv_nsec = 20000 };
	uint64_t until;

	pthread_join(t->thread, NULL);
	until = now_ns() + NS_PER_S;
	while (!syscall(SYS_tgkill, getpid(), t->tid, 0) && now_ns() < until)
		nanosleep(&moment, NULL);
}

int beside__finish(struct beside *b, int err)
{
	if (!err && b->skel)
		beside__begin(b);
	for (unsigned i = 0; i < BESIDE_THREADS; i++) {
		struct beside_thread *t = &b->threads[i];

		if (t->running)
			thread_end(t);
		else if (t->n && !err) /* no thread could be started */
			thread_main(t);
		err = err ? err : t->err;
	}
	for (unsigned i = 0; !err && i < BESIDE_THREADS; i++)
		programs_set(&b->threads[i]);
	return err;
}

void beside__close(struct beside *b)
{
	for (unsigned i = 0; i < BESIDE_THREADS; i++) {
		struct beside_thread *t = &b->threads[i];

		for (unsigned j = 0; j < t->n; j++)
			*t->at[j] = t->own[j];
		bpf_object__close(t->obj);
		t->obj = NULL;
		t->n = 0;
	}
}

unsigned beside__fds(const struct beside *b)
{
	unsigned n = 0;

	for (unsigned i = 0; i < BESIDE_THREADS; i++) {
		struct bpf_map *m;

		if (!b->threads[i].obj)
			continue;
		n += bpf_object__btf_fd(b->threads[i].obj) >= 0;
		bpf_object__for_each_map(m, b->threads[i].obj)
			n += bpf_map__fd(m) >= 0;
	}
	return n;
}
