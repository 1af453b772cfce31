// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* How the rows of the kernel are read. The linker replaces the functions of libbpf that read maps by the test's. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/bpf.h>

#include "counts/kstats_impl.h"

#define ROWS_MAX 2600 /* more than two batches */
#define CPUS 2

/* ---- the kernel's maps ---- */

enum { ROWS_0, ROWS_1, NAMES_0, NAMES_1, OTHERS, MAPS };

/* Deletes the rows that it returns, as the kernel does. */
static struct map {
	unsigned n, reads;
	char keys[ROWS_MAX][sizeof(struct kstat_by_key)];
	char values[ROWS_MAX][sizeof(struct kstat_row)];
} maps[MAPS];
static struct kstat_row others[CPUS]; /* calls of number 5 */
static struct kstat_name names[2];
static int fails; /* errno that the second batch returns */

int __wrap_bpf_map__fd(const struct bpf_map *map);
int __wrap_bpf_program__fd(const struct bpf_program *prog);
int __wrap_bpf_prog_test_run_opts(int prog, struct bpf_test_run_opts *opts);
int __wrap_bpf_map_lookup_elem(int fd, const void *key, void *value);
int __wrap_bpf_map_lookup_and_delete_batch(int fd, void *in, void *out, void *keys, void *values, __u32 *count,
					   const struct bpf_map_batch_opts *opts);

int __wrap_bpf_map__fd(const struct bpf_map *map)
{
	return (int)((const struct map *)(const void *)map - maps);
}

int __wrap_bpf_program__fd(const struct bpf_program *prog)
{
	(void)prog;
	return 0;
}

int __wrap_bpf_prog_test_run_opts(int prog, struct bpf_test_run_opts *opts)
{
	(void)prog, (void)opts;
	return 0;
}

int __wrap_bpf_map_lookup_elem(int fd, const void *key, void *value)
{
	cr_assert_eq(fd, OTHERS);
	memset(value, 0, sizeof(others));
	if (*(const uint32_t *)key == 5)
		memcpy(value, others, sizeof(others));
	return 0;
}

int __wrap_bpf_map_lookup_and_delete_batch(int fd, void *in, void *out, void *keys, void *values, __u32 *count,
					   const struct bpf_map_batch_opts *opts)
{
	struct map *m = &maps[fd];
	bool is_names = fd == NAMES_0 || fd == NAMES_1;
	size_t key = is_names ? sizeof(uint32_t) : sizeof(struct kstat_key), value = sizeof(struct kstat_row);
	uint32_t n = *count < m->n ? *count : m->n;

	(void)opts;
	cr_assert_eq(in == NULL, m->reads++ == 0, "the first batch begins anew, the others go on");
	if (fails && m->reads == 2) {
		errno = fails;
		return -1;
	}
	*(uint32_t *)out = m->reads;
	*count = n;
	for (uint32_t i = 0; i < n; i++) {
		m->n--;
		/* names come as keys of 64 bytes and more, and their ids as values */
		if (is_names) {
			memcpy((struct kstat_name *)keys + i, &names[m->n], sizeof(names[0]));
			*((uint32_t *)values + i) = 100 + m->n;
			continue;
		}
		memcpy((char *)keys + i * key, m->keys[m->n], key);
		memcpy((char *)values + i * value, m->values[m->n], value);
	}
	if (m->n)
		return 0;
	m->reads = 0;
	errno = ENOENT;
	return -1;
}

/* ---- the reader ---- */

#define SLOTS 4

static struct kstats_bpf__rodata rodata;
static struct kstats_bpf__data_rows data_rows;
static struct kstat_cpu cells[CPUS];
static struct kstat_row told[KSTAT_CALLS], percpu[CPUS], slots[2][CPUS * SLOTS];
static char errmsg[256];
static struct kstats_bpf skel = { .rodata = &rodata, .data_rows = &data_rows };
static struct kstats k = {
	.skel = &skel,
	.ncpus = CPUS,
	.key_size = sizeof(struct kstat_key),
	.row_size = sizeof(struct kstat_row),
	.cpus = cells,
	.others = told,
	.percpu = (char *)percpu,
	.slots = { slots[0], slots[1] },
	.errmsg = { errmsg, sizeof(errmsg) },
};

static void setup(void)
{
	skel.maps.rows_0 = (struct bpf_map *)(void *)&maps[ROWS_0];
	skel.maps.rows_1 = (struct bpf_map *)(void *)&maps[ROWS_1];
	skel.maps.names_0 = (struct bpf_map *)(void *)&maps[NAMES_0];
	skel.maps.names_1 = (struct bpf_map *)(void *)&maps[NAMES_1];
	skel.maps.others = (struct bpf_map *)(void *)&maps[OTHERS];
}

static void teardown(void)
{
	free(k.names);
	free(k.old_names);
}

TestSuite(kstats, .init = setup, .fini = teardown);

static void count(unsigned map, uint32_t call, uint64_t calls)
{
	struct map *m = &maps[map];
	struct kstat_key key = { .owner = 1, .call = call };
	struct kstat_row row = { .calls = calls };

	memcpy(m->keys[m->n], &key, sizeof(key));
	memcpy(m->values[m->n++], &row, sizeof(row));
	data_rows.rows_made[map] = 1;
}

static uint64_t calls[KSTAT_CALLS];
static unsigned nrows;
static int stop_at;

static int on_row(void *ctx, const struct kstat_by_key *key, const struct kstat_row *row, const uint64_t *hist)
{
	(void)ctx;
	cr_assert_null(hist);
	calls[key->call] += row->calls;
	return ++nrows == (unsigned)stop_at ? -ENOSPC : 0;
}

static int read_rows(void)
{
	memset(calls, 0, sizeof(calls));
	nrows = 0;
	return kstats__drain(&k, on_row, NULL);
}

Test(kstats, rows_of_the_epoch)
{
	count(ROWS_0, 3, 10);
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(data_rows.rows_epoch, 1, "the programs count in the other map now");
	cr_assert_eq(nrows, 1);
	cr_assert_eq(calls[3], 10);
	count(ROWS_1, 3, 1);
	count(ROWS_1, 4, 2);
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(calls[3], 1);
	cr_assert_eq(calls[4], 2);
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(nrows, 0, "they were forgotten");
}

Test(kstats, batches)
{
	for (unsigned i = 0; i < ROWS_MAX; i++)
		count(ROWS_0, i % KSTAT_CALLS, 1);
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(nrows, ROWS_MAX);
	cr_assert_eq(data_rows.rows_made[0], 0);
}

Test(kstats, a_batch_fails)
{
	for (unsigned i = 0; i < ROWS_MAX; i++)
		count(ROWS_0, i % KSTAT_CALLS, 1);
	fails = EFAULT;
	cr_assert_eq(read_rows(), -EFAULT);
	cr_assert_eq(data_rows.rows_made[0], 1, "the map is read again");
}

Test(kstats, the_receiver_fails)
{
	for (unsigned i = 0; i < ROWS_MAX; i++)
		count(ROWS_0, i % KSTAT_CALLS, 1);
	stop_at = 7;
	cr_assert_eq(read_rows(), -ENOSPC);
	cr_assert_eq(nrows, 7);
}

Test(kstats, slots_of_the_cpus)
{
	k.slots_part = SLOTS;
	for (unsigned cpu = 0; cpu < CPUS; cpu++)
		for (unsigned i = 0; i <= cpu; i++)
			slots[0][cpu * SLOTS + i] =
				(struct kstat_row){ .born = 1, .calls = 1 + cpu, .key = { .call = 10 + i } };
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(nrows, 3);
	cr_assert_eq(calls[10], 3);
	cr_assert_eq(calls[11], 2);
	for (unsigned i = 0; i < CPUS * SLOTS; i++)
		cr_assert(!slots[0][i].born && !slots[0][i].calls, "slot %u is empty", i);
	slots[1][0] = (struct kstat_row){ .born = 1, .calls = 9, .key = { .call = 12 } };
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(calls[12], 9);
}

/* Rows of calls that found no room are never reset in the kernel: each drain delivers the difference to the last one. */
Test(kstats, what_found_no_room)
{
	data_rows.others_used = 1;
	others[0] = (struct kstat_row){ .calls = 2, .total = 20 };
	others[1] = (struct kstat_row){ .calls = 3, .total = 30 };
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(calls[5], 5);
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(nrows, 0);
	others[1].calls = 7;
	cr_assert_eq(read_rows(), 0);
	cr_assert_eq(calls[5], 4);
}

Test(kstats, names_are_kept_for_one_more_time)
{
	rodata.by = KSTAT_BY_NAMES;
	names[0] = (struct kstat_name){ .len = 1, .text = "a" };
	names[1] = (struct kstat_name){ .len = 1, .text = "b" };
	maps[NAMES_0].n = 2;
	cr_assert_eq(read_rows(), 0);
	cr_assert_null(kstats__name(&k, 0));
	cr_assert_str_eq(kstats__name(&k, 100)->text, "a");
	cr_assert_str_eq(kstats__name(&k, 101)->text, "b");
	cr_assert_null(kstats__name(&k, 102));
	cr_assert_eq(read_rows(), 0);
	cr_assert_str_eq(kstats__name(&k, 101)->text, "b");
	cr_assert_eq(read_rows(), 0);
	cr_assert_null(kstats__name(&k, 101));
}

Test(kstats, merge)
{
	struct kstat_row to = { .calls = 1, .sq_lo = UINT64_MAX, .max = 5, .invmin = ~5ull };
	const struct kstat_row r = { .calls = 2, .sq_lo = 2, .max = 9, .invmin = ~3ull, .errors = 1 };

	kstats__row_merge(&to, &r);
	cr_assert_eq(to.calls, 3);
	cr_assert_eq(to.errors, 1);
	cr_assert_eq(to.sq_lo, 1);
	cr_assert_eq(to.sq_hi, 1, "the carry");
	cr_assert_eq(to.max, 9);
	cr_assert_eq(~to.invmin, 3);
}
