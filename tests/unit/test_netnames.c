/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Names of interfaces and of generic netlink's families: from the kernel's answers, and through records. */
#include <criterion/criterion.h>
#include <string.h>

#include "enrich/netnames.h"

/* An answer: its header, a genlmsghdr, a name, a number. */
static const unsigned char family[40] = "\x28\0\0\0\x10\0\2\0\0\0\0\0\0\0\0\0"
					"\1\2\0\0"
					"\x9\0\2\0TEST\0\0\0\0"
					"\6\0\1\0\x2a\0\0";
static const unsigned char done[20] = { 20, 0, 0, 0, 3, 0, 2, 0 };

static struct names_table names;

static void clear(void)
{
	memset(&names, 0, sizeof(names));
	names.table = (struct sct_flags){ names.rows, 0, ~0ull, NULL };
}

Test(names, name_of_a_number)
{
	clear();
	cr_assert(netnames__add_families(&names, family, sizeof(family)));
	cr_assert(!netnames__add_families(&names, done, sizeof(done)), "more was awaited after the last");
	cr_assert_eq(names.table.n, 1);
	cr_assert_str_eq(flags__name(&names.table, 0x2a), "TEST");
	cr_assert_null(flags__name(&names.table, 0x2b));
}

/* Messages of any length that claim any length. */
Test(names, cut_short)
{
	for (size_t n = 0; n < sizeof(family); n++) {
		unsigned char *cut = malloc(n);

		memcpy(cut, family, n);
		clear();
		netnames__add_families(&names, cut, n);
		cr_assert_eq(names.table.n, 0, "a family in %zu bytes", n);
		if (n >= 4) {
			cut[0] = n;
			netnames__add_families(&names, cut, n);
			cr_assert(names.table.n == (n >= 38), "%zu families in %zu bytes", names.table.n, n);
		}
		free(cut);
	}
}

Test(names, no_more_than_fit)
{
	clear();
	for (size_t i = 0; i < NAMES_MAX - 1; i++)
		cr_assert(netnames__add_families(&names, family, sizeof(family)));
	cr_assert(!netnames__add_families(&names, family, sizeof(family)), "there is no room for another");
	cr_assert(!netnames__add_families(&names, family, sizeof(family)));
	cr_assert_eq(names.table.n, NAMES_MAX);
}

static uint8_t kept[4096];
static size_t kept_size;

static int keep(void *ctx, const struct sct_rec *rec, size_t size)
{
	if (((const struct sct_names *)rec)->kind == SCT_NAMES_INTERFACES) {
		memcpy(kept, rec, size);
		kept_size = size;
	}
	return 0;
}

/* A replay takes the names of interfaces from the record that a live session made. Every machine has lo. */
Test(names, through_a_record)
{
	struct names *live, *replay;

	cr_assert_eq(netnames__new(&live), 0);
	cr_assert_eq(netnames__new(&replay), 0);
	cr_assert(netnames__changed(live), "the first look finds everything new");
	cr_assert_eq(netnames__read(live, keep, NULL), 0);
	cr_assert(!netnames__changed(live));
	cr_assert_eq(record__check(kept, kept_size), kept_size);
	netnames__set(replay, (const struct sct_rec *)kept);
	cr_assert_str_eq(flags__name(netnames__table(replay, SCT_NAMES_INTERFACES), 1), "lo");
	cr_assert_null(flags__name(netnames__table(replay, SCT_NAMES_FAMILIES), 16));
	netnames__free(live);
	netnames__free(replay);
}

/* The bytes of a record are arbitrary: names without a NUL, an unknown kind. */
Test(names, hostile_record)
{
	union {
		struct sct_names rec;
		uint8_t raw[sizeof(struct sct_names) + 2 * sizeof(struct sct_name) + 7];
	} in;
	struct names *n;

	memset(&in, 'x', sizeof(in));
	in.rec.rec.type = SCT_REC_NAMES;
	in.rec.data_len = sizeof(in.raw) - sizeof(in.rec);
	cr_assert_eq(record__check(&in, sizeof(in.raw)), sizeof(in.raw));
	cr_assert_eq(netnames__new(&n), 0);
	netnames__set(n, &in.rec.rec);
	in.rec.kind = SCT_NAMES_INTERFACES;
	netnames__set(n, &in.rec.rec);
	cr_assert_eq(netnames__table(n, SCT_NAMES_INTERFACES)->n, 0);
	netnames__free(n);
}
