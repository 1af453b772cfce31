/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Loads the largest programs of an object in threads, beside the other programs. Most of the time that a start takes is
 * the verifier's, which uses one CPU for each program. A thread opens an object of its own from the same file, which
 * has the maps of the first object (bpf_map__reuse_fd()), and loads only its programs.
 */
#ifndef SCT_LOAD_BESIDE_H
#define SCT_LOAD_BESIDE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <bpf/libbpf.h>

#define BESIDE_THREADS 2
#define BESIDE_PROGRAMS 4

struct beside;

struct beside_thread {
	const struct beside *beside;
	struct bpf_object *obj;
	struct bpf_program **at[BESIDE_PROGRAMS]; /* the skeleton's pointers to the programs that the thread loads */
	struct bpf_program *own[BESIDE_PROGRAMS]; /* the skeleton's own programs, which are not loaded */
	unsigned n;
	pthread_t thread;
	pid_t tid;
	bool running;
	int err;
};

struct beside {
	const char *const *names; /* programs that threads load; ends with NULL */
	/* Loads an object. Several threads call it at the same time. Returns 0 or -errno. */
	int (*load)(struct bpf_object *obj, void *ctx);
	void *ctx;
	const struct bpf_object_open_opts *opts; /* options that the skeleton was opened with */
	const struct bpf_object_skeleton *skel;
	struct beside_thread threads[BESIDE_THREADS];
	bool begun;
};

/*
 * Takes the programs of the opened skeleton that have one of the names from it, as many CPUs as this process may use
 * beside the first: with one CPU, the skeleton keeps all programs. beside: names, load, ctx and opts are set, all else
 * is zero.
 */
void beside__choose(struct beside *b, const struct bpf_object_skeleton *skel);
/*
 * Starts the threads if the skeleton's maps are there and if it was not done before. While the skeleton is loaded, this
 * is called before each program.
 */
void beside__begin(struct beside *b);
/*
 * Waits for the threads. err: result of loading the skeleton. If all went well, the skeleton points to the programs
 * that the threads have loaded. Returns 0, or the first error.
 */
int beside__finish(struct beside *b, int err);
/* Closes the programs that the threads have loaded; their links stay. The skeleton has its own programs again. */
void beside__close(struct beside *b);
/* Returns the number of descriptors that are open beside those of the programs. */
unsigned beside__fds(const struct beside *b);

#endif
