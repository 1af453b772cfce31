// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Reads SELinux's tables in the kernel's memory. Its structs are in security/selinux/ss of the kernel; the offsets of
 * their members come from BTF.
 */
#include "enrich/seccontext/selinux.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include "load/kernel_read.h"
#include "load/libbpf_log.h"
#include "util/buf.h"

#define SID_UNLABELED 3 /* the kernel's id for contexts that the policy does not know any more */
#define LEVELS_MAX 8	/* most levels of the tree of ids */
#define NODES_MAX 1024	/* most nodes of a set of categories */
/* Kinds of names in policydb.sym_val_to_name: each is an array, indexed by a number that counts from 1. */
enum { NAME_ROLE = 2, NAME_TYPE = 3, NAME_USER = 4, NAME_LEVEL = 6, NAME_CATEGORY = 7 };

/* Offsets that are read from BTF: X(name, struct, member). */
#define MEMBERS                                                                                                        \
	X(policy, selinux_state, policy)                                                                               \
	X(sidtab, selinux_policy, sidtab)                                                                              \
	X(db, selinux_policy, policydb)                                                                                \
	X(mls, policydb, mls_enabled)                                                                                  \
	X(names, policydb, sym_val_to_name)                                                                            \
	X(roots, sidtab, roots)                                                                                        \
	X(isids, sidtab, isids)                                                                                        \
	X(isid_set, sidtab_isid_entry, set)                                                                            \
	X(isid_entry, sidtab_isid_entry, entry)                                                                        \
	X(entry_sid, sidtab_entry, sid)                                                                                \
	X(context, sidtab_entry, context)                                                                              \
	X(user, context, user)                                                                                         \
	X(role, context, role)                                                                                         \
	X(type, context, type)                                                                                         \
	X(len, context, len)                                                                                           \
	X(range, context, range)                                                                                       \
	X(sens, mls_level, sens)                                                                                       \
	X(cat, mls_level, cat)                                                                                         \
	X(node, ebitmap, node)                                                                                         \
	X(next, ebitmap_node, next)                                                                                    \
	X(maps, ebitmap_node, maps)                                                                                    \
	X(startbit, ebitmap_node, startbit)                                                                            \
	X(lbs_cred, lsm_blob_sizes, lbs_cred)                                                                          \
	X(lbs_inode, lsm_blob_sizes, lbs_inode)                                                                        \
	X(inode_sid, inode_security_struct, sid)

struct selinux {
	struct kernel_read *mem;
	uint64_t state;
	struct {
#define X(name, type, member) uint32_t name;
		MEMBERS
#undef X
	} at;
	uint32_t entry_size, isid_size, isids, level_size, map_bits;
	uint32_t of_inode, of_cred;
	uint32_t page, inner_bits; /* tree of ids: bytes of a node, and bits of an id that one level resolves */
};

/* ---- the kernel's types ---- */

static const struct btf_type *struct_of(const struct btf *btf, const char *name)
{
	int id = btf__find_by_name_kind(btf, name, BTF_KIND_STRUCT);

	return id > 0 ? btf__type_by_id(btf, (uint32_t)id) : NULL;
}

/* Returns the offset in bytes of a direct member of a struct, or -1 if there is none. *size: the member's size. */
static int64_t member_of(const struct btf *btf, const char *type, const char *member, int64_t *size)
{
	const struct btf_type *t = struct_of(btf, type);

	for (uint32_t i = 0; t && i < btf_vlen(t); i++) {
		const struct btf_member *m = btf_members(t) + i;

		if (strcmp(btf__name_by_offset(btf, m->name_off), member))
			continue;
		*size = btf__resolve_size(btf, m->type);
		return btf_member_bit_offset(t, i) / 8;
	}
	return -1;
}

static uint32_t size_of(const struct btf *btf, const char *type)
{
	const struct btf_type *t = struct_of(btf, type);

	return t ? t->size : 0;
}

/* Reads the offsets and sizes from BTF. Returns false if this kernel's structs are not as expected. */
static bool learn(struct selinux *s, const struct btf *btf)
{
	int64_t off, size, isids = 0, maps = 0;

#define X(name, type, member)                                                                                          \
	off = member_of(btf, #type, #member, &size);                                                                   \
	if (off < 0)                                                                                                   \
		return false;                                                                                          \
	s->at.name = (uint32_t)off;
	MEMBERS
#undef X
	/* since Linux 6.18, the ids of tasks are in a struct of their own */
	off = member_of(btf, "cred_security_struct", "sid", &size);
	if (off < 0)
		off = member_of(btf, "task_security_struct", "sid", &size);
	if (off < 0)
		return false;
	s->of_cred = (uint32_t)off;
	s->entry_size = size_of(btf, "sidtab_entry");
	s->isid_size = size_of(btf, "sidtab_isid_entry");
	s->level_size = size_of(btf, "mls_level");
	member_of(btf, "sidtab", "isids", &isids);
	member_of(btf, "ebitmap_node", "maps", &maps);
	if (!s->entry_size || !s->isid_size || !s->level_size || isids <= 0 || maps <= 0 || maps > 256)
		return false;
	s->isids = (uint32_t)isids / s->isid_size;
	s->map_bits = 8 * (uint32_t)maps;
	return s->isids;
}

/* ---- the kernel's memory ---- */

static uint64_t word_at(struct selinux *s, uint64_t addr)
{
	uint64_t v = 0;

	return kernel_read__read(s->mem, addr, &v, sizeof(v)) ? 0 : v;
}

static uint32_t number_at(struct selinux *s, uint64_t addr)
{
	uint32_t v = 0;

	return kernel_read__read(s->mem, addr, &v, sizeof(v)) ? 0 : v;
}

/*
 * Returns the address of an id's entry in the table, or 0. The first ids are in an array. The others are in a tree: its
 * nodes are pages of pointers, its leaves are pages of entries, and it is as deep as the highest id needs.
 */
static uint64_t entry_of(struct selinux *s, uint64_t sidtab, uint32_t sid)
{
	uint32_t leaf_entries = s->page / s->entry_size, level = 0, index, leaf, shift;
	uint64_t at;

	if (!sid)
		return 0;
	if (sid <= s->isids)
		return sidtab + s->at.isids + (uint64_t)(sid - 1) * s->isid_size + s->at.isid_entry;
	index = sid - s->isids - 1;
	leaf = index / leaf_entries;
	while (level < LEVELS_MAX && (uint64_t)index + 1 > (uint64_t)leaf_entries << level * s->inner_bits)
		level++;
	at = word_at(s, sidtab + s->at.roots + 8 * level);
	for (shift = level * s->inner_bits; at && level; level--) {
		shift -= s->inner_bits;
		at = word_at(s, at + 8 * (uint64_t)(leaf >> shift));
		leaf &= (1u << shift) - 1;
	}
	return at ? at + (uint64_t)(index % leaf_entries) * s->entry_size : 0;
}

/* Returns the address of an id's context, or 0 if it has none. */
static uint64_t context_of(struct selinux *s, uint64_t sidtab, uint32_t sid)
{
	uint64_t entry = entry_of(s, sidtab, sid);
	bool set;

	/* an entry in the tree is valid if it has the id */
	if (sid <= s->isids)
		set = entry && number_at(s, entry - s->at.isid_entry + s->at.isid_set);
	else
		set = entry && number_at(s, entry + s->at.entry_sid) == sid;
	return set ? entry + s->at.context : 0;
}

/* ---- a context as text ---- */
/* Writes a name from the policy db. Returns false if there is none. */
static bool put_name(struct selinux *s, uint64_t db, unsigned kind, uint32_t number, struct buf *out)
{
	uint64_t list = number ? word_at(s, db + s->at.names + 8 * kind) : 0;
	const char *name = list ? kernel_read__string(s->mem, word_at(s, list + 8 * ((uint64_t)number - 1))) : NULL;

	if (name)
		buf__str(out, name);
	return name;
}

/*
 * Writes the categories first to last, as "c0", "c0,c1" or "c0.c2", after a ":" or, if any were written before, a ",".
 */
static bool put_run(struct selinux *s, uint64_t db, int64_t first, int64_t last, bool any, struct buf *out)
{
	buf__char(out, any ? ',' : ':');
	if (!put_name(s, db, NAME_CATEGORY, (uint32_t)first + 1, out))
		return false;
	if (first == last)
		return true;
	buf__char(out, last - first > 1 ? '.' : ',');
	return put_name(s, db, NAME_CATEGORY, (uint32_t)last + 1, out);
}

static bool put_categories(struct selinux *s, uint64_t db, uint64_t bitmap, struct buf *out)
{
	uint64_t node = word_at(s, bitmap + s->at.node), map[256 / 8];
	int64_t first = -1, last = -1;
	bool any = false;

	for (unsigned n = 0; node && n < NODES_MAX; n++, node = word_at(s, node + s->at.next)) {
		uint32_t start = number_at(s, node + s->at.startbit);

		if (kernel_read__read(s->mem, node + s->at.maps, map, s->map_bits / 8))
			return false;
		for (uint32_t i = 0; i < s->map_bits; i++) {
			if (!(map[i / 64] >> i % 64 & 1))
				continue;
			if (last >= 0 && start + i != last + 1) {
				if (!put_run(s, db, first, last, any, out))
					return false;
				any = true;
				first = -1;
			}
			last = start + i;
			first = first < 0 ? last : first;
		}
	}
	return first < 0 || put_run(s, db, first, last, any, out);
}

static bool put_level(struct selinux *s, uint64_t db, uint64_t level, struct buf *out)
{
	return put_name(s, db, NAME_LEVEL, number_at(s, level + s->at.sens), out) &&
	       put_categories(s, db, level + s->at.cat, out);
}

/* Writes a range of levels: "s0", or "s0-s1:c0.c3" if its two levels differ. */
static bool put_range(struct selinux *s, uint64_t db, uint64_t range, struct buf *out)
{
	size_t low = out->len, high;

	if (!put_level(s, db, range, out))
		return false;
	high = out->len;
	buf__char(out, '-');
	if (!put_level(s, db, range + s->level_size, out) || out->failed)
		return false;
	if (out->len - high - 1 == high - low && !memcmp(out->p + low, out->p + high + 1, high - low))
		out->len = high;
	return true;
}

static bool put_context(struct selinux *s, uint64_t db, uint64_t context, struct buf *out)
{
	if (!put_name(s, db, NAME_USER, number_at(s, context + s->at.user), out))
		return false;
	buf__char(out, ':');
	if (!put_name(s, db, NAME_ROLE, number_at(s, context + s->at.role), out))
		return false;
	buf__char(out, ':');
	if (!put_name(s, db, NAME_TYPE, number_at(s, context + s->at.type), out))
		return false;
	if (!number_at(s, db + s->at.mls))
		return true;
	buf__char(out, ':');
	return put_range(s, db, context + s->at.range, out);
}

char *selinux__context(struct selinux *s, uint32_t sid)
{
	uint64_t policy = word_at(s, s->state + s->at.policy);
	uint64_t sidtab = policy ? word_at(s, policy + s->at.sidtab) : 0;
	uint64_t context = sidtab ? context_of(s, sidtab, sid) : 0;
	struct buf b = {};
	bool done;

	if (context && number_at(s, context + s->at.len))
		context = context_of(s, sidtab, SID_UNLABELED);
	done = context && put_context(s, policy + s->at.db, context, &b);
	buf__char(&b, '\0');
	if (!done || b.failed)
		buf__free(&b);
	return b.p;
}

/* ---- life ---- */

/* True if SELinux was not disabled at boot, because only then its file system is registered. */
static bool is_enabled(void)
{
	FILE *f = fopen("/proc/filesystems", "re");
	char line[128];
	bool yes = false;

	while (f && !yes && fgets(line, sizeof(line), f))
		yes = strstr(line, "\tselinuxfs\n");
	if (f)
		fclose(f);
	return yes;
}

static int selinux_find(struct selinux *s, const char *path, const struct errmsg *errmsg)
{
	struct ksymbol symbols[] = { { .name = "selinux_state" }, { .name = "selinux_blob_sizes" } };
	struct btf *btf;
	bool known;

	libbpf_log__begin();
	btf = path ? btf__parse(path, NULL) : btf__load_vmlinux_btf();
	libbpf_log__end();
	known = btf && learn(s, btf);
	btf__free(btf);
	if (!known)
		return errmsg__set(errmsg, -ENOTSUP,
				   "security contexts: cannot find SELinux's structs in the kernel's BTF");
	ksymbols__find(symbols, 2);
	if (!symbols[0].addr || !symbols[1].addr)
		return errmsg__set(errmsg, -ENOTSUP,
				   "security contexts: cannot find SELinux's variables in /proc/kallsyms (needs "
				   "CAP_SYSLOG, and a kernel with CONFIG_KALLSYMS_ALL)");
	s->state = symbols[0].addr;
	s->of_inode = number_at(s, symbols[1].addr + s->at.lbs_inode) + s->at.inode_sid;
	s->of_cred += number_at(s, symbols[1].addr + s->at.lbs_cred);
	return 0;
}

int selinux__open(struct selinux **out, const char *btf, const struct errmsg *errmsg)
{
	uint64_t policy = 0;
	struct selinux *s;
	int err;

	*out = NULL;
	if (!is_enabled())
		return 0;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	s->page = (uint32_t)sysconf(_SC_PAGESIZE);
	s->inner_bits = (uint32_t)__builtin_ctz(s->page / 8);
	err = kernel_read__open(&s->mem);
	if (!err)
		err = selinux_find(s, btf, errmsg);
	if (!err)
		err = kernel_read__read(s->mem, s->state + s->at.policy, &policy, sizeof(policy));
	if (err && err != -ENOTSUP)
		errmsg__set(errmsg, err, "security contexts: cannot read the kernel's memory: %s", strerror(-err));
	if (!err && policy) {
		*out = s;
		return 0;
	}
	selinux__close(s);
	return err;
}

void selinux__close(struct selinux *s)
{
	if (!s)
		return;
	kernel_read__close(s->mem);
	free(s);
}

struct sct_sid_offsets selinux__sids(const struct selinux *s)
{
	return (struct sct_sid_offsets){ .wanted = true, .inode = s->of_inode, .cred = s->of_cred };
}
