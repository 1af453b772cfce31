// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/btf_minimize.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bpf/btf.h>

#define NAMES 1024 /* slots of the hash table of names; an object uses a few hundred names */

struct view {
	const char *types, *strs;
	uint32_t types_len, strs_len;
};

struct names {
	struct {
		const char *p;
		uint32_t len;
	} slot[NAMES];
	unsigned n;
	uint64_t
		/*
		 * a bit for each pair of first characters in use, as a quick test: most of the kernel's names begin
		 * with others
		 */
		begins[65536 / 64];
};

struct cut {
	struct view in;
	uint32_t *at;	  /* by id: offset of the type in the input */
	uint32_t *new_id; /* by id: id in the output; 0: not needed so far */
	uint32_t *queue;  /* ids of the needed types, in the order of their new ids */
	uint32_t ids, nqueued;
	struct buf strs;
};

static int view_make(struct view *v, const void *data, size_t size)
{
	const struct btf_header *h = data;

	if (size < sizeof(*h) || h->magic != BTF_MAGIC || h->version != BTF_VERSION || h->hdr_len < sizeof(*h))
		return -EINVAL;
	if ((uint64_t)h->hdr_len + h->type_off + h->type_len > size ||
	    (uint64_t)h->hdr_len + h->str_off + h->str_len > size || h->type_off % 4 || h->hdr_len % 4)
		return -EINVAL;
	v->types = (const char *)data + h->hdr_len + h->type_off;
	v->types_len = h->type_len;
	v->strs = (const char *)data + h->hdr_len + h->str_off;
	v->strs_len = h->str_len;
	return v->strs_len && !v->strs[v->strs_len - 1] ? 0 : -EINVAL;
}

/* Returns the number of bytes that follow a struct btf_type, or -1 for an unknown kind of type. */
static long tail_of(const struct btf_type *t)
{
	switch (btf_kind(t)) {
	case BTF_KIND_PTR:
	case BTF_KIND_FWD:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FLOAT:
	case BTF_KIND_TYPE_TAG:
		return 0;
	case BTF_KIND_INT:
		return sizeof(uint32_t);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return btf_vlen(t) * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return btf_vlen(t) * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return btf_vlen(t) * sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return btf_vlen(t) * sizeof(struct btf_param);
	case BTF_KIND_VAR:
		return sizeof(struct btf_var);
	case BTF_KIND_DATASEC:
		return btf_vlen(t) * sizeof(struct btf_var_secinfo);
	case BTF_KIND_DECL_TAG:
		return sizeof(struct btf_decl_tag);
	}
	return -1;
}

/*
 * Returns the type at *off and moves *off to the next one. Returns NULL if the BTF is damaged or the kind is unknown.
 */
static const struct btf_type *next_type(const struct view *v, uint32_t *off)
{
	const struct btf_type *t = (const void *)(v->types + *off);
	long tail;

	if (v->types_len - *off < sizeof(*t))
		return NULL;
	tail = tail_of(t);
	if (tail < 0 || (uint64_t)tail > v->types_len - *off - sizeof(*t))
		return NULL;
	*off += sizeof(*t) + (uint32_t)tail;
	return t;
}

/* Returns the name of a struct, union, enum or typedef, which CO-RE relocations refer to by name; otherwise NULL. */
static const char *type_name(const struct view *v, const struct btf_type *t)
{
	switch (btf_kind(t)) {
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
	case BTF_KIND_TYPEDEF:
		return t->name_off && t->name_off < v->strs_len ? v->strs + t->name_off : NULL;
	}
	return NULL;
}

/* Returns the slot that has the name, or else the free slot for it. */
static unsigned names_slot(const struct names *s, const char *p, uint32_t len)
{
	uint32_t h = 2166136261;

	for (uint32_t i = 0; i < len; i++)
		h = (h ^ (uint8_t)p[i]) * 16777619;
	h %= NAMES;
	while (s->slot[h].p && (s->slot[h].len != len || memcmp(s->slot[h].p, p, len)))
		h = (h + 1) % NAMES;
	return h;
}

static unsigned begin_of(const char *name)
{
	return (unsigned)(uint8_t)name[0] << 8 | (uint8_t)name[name[0] != 0];
}

/* Returns the name in the set, or NULL if the set does not have it. */
static const char *names_find(const struct names *s, const char *name)
{
	unsigned begin = begin_of(name);

	if (!(s->begins[begin / 64] & 1ull << begin % 64))
		return NULL;
	return s->slot[names_slot(s, name, (uint32_t)strlen(name))].p;
}

static int names_add(struct names *s, const char *name, uint32_t len)
{
	unsigned i = names_slot(s, name, len), begin = begin_of(name);

	s->begins[begin / 64] |= 1ull << begin % 64;
	if (s->slot[i].p)
		return 0;
	if (++s->n > NAMES / 2)
		return -E2BIG;
	s->slot[i].p = name;
	s->slot[i].len = len;
	return 0;
}

static int names_of(struct names *s, const struct view *v)
{
	for (uint32_t off = 0; off < v->types_len;) {
		const struct btf_type *t = next_type(v, &off);
		const char *name = t ? type_name(v, t) : NULL, *flavour;

		if (!t)
			return -EINVAL;
		if (!name)
			continue;
		flavour = strstr(name, "___");
		if (names_add(s, name, flavour ? (uint32_t)(flavour - name) : (uint32_t)strlen(name)))
			return -E2BIG;
	}
	return 0;
}

/* Adds a type to the output, if it is not there yet. Returns its new id, or 0 if id is invalid. */
static uint32_t type_want(struct cut *c, uint32_t id)
{
	if (!id || id >= c->ids)
		return 0;
	if (!c->new_id[id]) {
		c->queue[c->nqueued++] = id;
		c->new_id[id] = c->nqueued;
	}
	return c->new_id[id];
}

static int cut_find(struct cut *c, const struct names *names)
{
	uint32_t off = 0;

	c->ids = 1;
	while (off < c->in.types_len) {
		uint32_t begin = off;
		const struct btf_type *t = next_type(&c->in, &off);

		if (!t)
			return -EINVAL;
		c->at[c->ids++] = begin;
	}
	for (uint32_t id = 1; id < c->ids; id++) {
		const char *name = type_name(&c->in, (const void *)(c->in.types + c->at[id]));

		if (name && names_find(names, name))
			type_want(c, id);
	}
	return 0;
}

/* Copies a name to the output. Returns its offset there. */
static uint32_t name_copy(struct cut *c, uint32_t off)
{
	uint32_t at = (uint32_t)c->strs.len;

	if (!off || off >= c->in.strs_len)
		return 0;
	buf__mem(&c->strs, c->in.strs + off, strlen(c->in.strs + off) + 1);
	return at;
}

static void rename_all(struct cut *c, struct btf_type *t)
{
	t->name_off = name_copy(c, t->name_off);
	for (unsigned i = 0; i < btf_vlen(t); i++) {
		if (btf_is_composite(t))
			btf_members(t)[i].name_off = name_copy(c, btf_members(t)[i].name_off);
		else if (btf_kind(t) == BTF_KIND_ENUM)
			btf_enum(t)[i].name_off = name_copy(c, btf_enum(t)[i].name_off);
		else if (btf_kind(t) == BTF_KIND_ENUM64)
			btf_enum64(t)[i].name_off = name_copy(c, btf_enum64(t)[i].name_off);
		else if (btf_kind(t) == BTF_KIND_FUNC_PROTO)
			btf_params(t)[i] = (struct btf_param){};
	}
}

/* Adds the types that a copied type refers to, and replaces their ids by the new ones. */
static void refer(struct cut *c, struct btf_type *t)
{
	struct btf_member *m = btf_members(t);
	struct btf_array *a = btf_array(t);

	rename_all(c, t);

	switch (btf_kind(t)) {
	case BTF_KIND_PTR:
	case BTF_KIND_FUNC_PROTO:
		t->type = 0;
		break;
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		t->type = type_want(c, t->type);
		break;
	case BTF_KIND_ARRAY:
		a->type = type_want(c, a->type);
		a->index_type = type_want(c, a->index_type);
		break;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		for (unsigned i = 0; i < btf_vlen(t); i++)
			m[i].type = type_want(c, m[i].type);
		break;
	}
}

static void cut_copy(struct cut *c, struct buf *out)
{
	struct btf_header h = { .magic = BTF_MAGIC, .version = BTF_VERSION, .hdr_len = sizeof(h) };
	size_t head = out->len;

	buf__mem(out, &h, sizeof(h));
	buf__mem(&c->strs, "", 1);
	for (uint32_t i = 0; i < c->nqueued && !out->failed; i++) {
		uint32_t begin = c->at[c->queue[i]], end = begin;
		size_t copy = out->len;

		next_type(&c->in, &end);
		buf__mem(out, c->in.types + begin, end - begin);
		if (!out->failed)
			refer(c, (void *)(out->p + copy));
	}
	h.type_len = h.str_off = (uint32_t)(out->len - head - sizeof(h));
	h.str_len = (uint32_t)c->strs.len;
	buf__mem(out, c->strs.p, c->strs.len);
	out->failed |= c->strs.failed;
	if (!out->failed)
		memcpy(out->p + head, &h, sizeof(h));
}

int btf_minimize__cut(struct buf *out, const void *kernel, size_t kernel_size, const void *object, size_t object_size)
{
	struct cut c = {};
	struct names names = {};
	struct view o;
	size_t most;
	int err = view_make(&c.in, kernel, kernel_size);

	if (!err)
		err = view_make(&o, object, object_size);
	if (!err)
		err = names_of(&names, &o);
	if (err)
		return err;
	most = c.in.types_len / sizeof(struct btf_type) + 1;
	c.at = calloc(most, 3 * sizeof(*c.at));
	if (!c.at)
		return -ENOMEM;
	c.new_id = c.at + most;
	c.queue = c.new_id + most;
	err = cut_find(&c, &names);
	if (!err)
		cut_copy(&c, out);
	free(c.at);
	buf__free(&c.strs);
	return err ? err : out->failed ? -ENOMEM : 0;
}

/* ---- as a file ---- */

/* Returns the data of a section of this name, valid until elf_end(), or NULL. */
static Elf_Data *section(Elf *elf, const char *wanted_name)
{
	Elf_Scn *scn = NULL;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return NULL;
	while ((scn = elf_nextscn(elf, scn))) {
		GElf_Shdr head;
		const char *name = gelf_getshdr(scn, &head) ? elf_strptr(elf, names, head.sh_name) : NULL;

		if (name && !strcmp(name, wanted_name))
			return elf_getdata(scn, NULL);
	}
	return NULL;
}

static int read_all(int fd, struct buf *to)
{
	ssize_t n = 1;

	while (n > 0 && buf__room(to, 1 << 16)) {
		n = read(fd, to->p + to->len, to->cap - to->len);
		if (n > 0)
			to->len += (size_t)n;
	}
	return n || to->failed ? -EIO : 0;
}

static int write_all(int fd, const struct buf *from)
{
	size_t done = 0;

	while (done < from->len) {
		ssize_t n = write(fd, from->p + done, from->len - done);

		if (n <= 0)
			return -EIO;
		done += (size_t)n;
	}
	return 0;
}

/* Maps the kernel's BTF file (since Linux 6.16), which saves 1400 reads of a page each. Returns false on failure. */
static bool map_all(int fd, struct btf_minimize *k)
{
	struct stat st;
	void *p;

	if (fstat(fd, &st) || st.st_size <= 0)
		return false;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return false;
	k->mapped = true;
	k->kernel = (struct buf){ .p = p, .len = (size_t)st.st_size };
	return true;
}

void btf_minimize__read(struct btf_minimize *k)
{
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY | O_CLOEXEC);

	*k = (struct btf_minimize){ .fd = -1 };
	if (fd < 0)
		return;
	if (!map_all(fd, k) && read_all(fd, &k->kernel))
		buf__free(&k->kernel);
	close(fd);
}

void btf_minimize__free(struct btf_minimize *k)
{
	if (k->fd >= 0)
		close(k->fd);
	k->fd = -1;
	if (k->mapped)
		munmap(k->kernel.p, k->kernel.len);
	else
		buf__free(&k->kernel);
	k->kernel = (struct buf){};
	k->mapped = false;
}

static void found(struct ktype *want, unsigned n, const char *name, unsigned kind, uint32_t id)
{
	for (unsigned i = 0; i < n; i++)
		if (!want[i].id && want[i].kind == kind && !strcmp(want[i].name, name))
			want[i].id = id;
}

/* Sets the ids of n types. Returns 0, -EINVAL if the BTF is damaged or has an unknown kind of type, or -E2BIG. */
static int find_in_view(const struct btf_minimize *k, struct ktype *want, unsigned n)
{
	struct names names = {};
	uint32_t id = 1, kinds = 0;
	struct view v;
	int err = 0;

	for (unsigned i = 0; i < n && !err; i++) {
		kinds |= 1u << want[i].kind;
		err = names_add(&names, want[i].name, (uint32_t)strlen(want[i].name));
	}
	if (!err)
		err = view_make(&v, k->kernel.p, k->kernel.len);
	for (uint32_t off = 0; !err && off < v.types_len; id++) {
		const struct btf_type *t = next_type(&v, &off);

		if (!t)
			return -EINVAL;
		if (kinds & 1u << btf_kind(t) && t->name_off < v.strs_len && names_find(&names, v.strs + t->name_off))
			found(want, n, v.strs + t->name_off, btf_kind(t), id);
	}
	return err;
}

/* Sets the ids of n types by libbpf, which is slower as it indexes all types. */
static void find_plain(struct ktype *want, unsigned n)
{
	struct btf *btf = btf__load_vmlinux_btf();

	for (unsigned i = 0; btf && i < n; i++) {
		int id = btf__find_by_name_kind(btf, want[i].name, want[i].kind);

		want[i].id = id > 0 ? (uint32_t)id : 0;
	}
	btf__free(btf);
}

void btf_minimize__find(const struct btf_minimize *k, struct ktype *want, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		want[i].id = 0;
	if (k->kernel.len && (k->plain || find_in_view(k, want, n)))
		find_plain(want, n);
}

static int file_make(struct btf_minimize *k, Elf *elf)
{
	Elf_Data *object = section(elf, ".BTF");
	struct buf out = {};
	int err = object ? 0 : -ENOENT;

	if (!err)
		err = btf_minimize__cut(&out, k->kernel.p, k->kernel.len, object->d_buf, object->d_size);
	if (!err) {
		k->fd = memfd_create("sctrace_types", MFD_CLOEXEC);
		err = k->fd < 0 ? -errno : write_all(k->fd, &out);
	}
	buf__free(&out);
	return err;
}

const char *btf_minimize__file(struct btf_minimize *k, const void *elf_bytes, size_t size)
{
	Elf *elf;
	int err;

	if (k->plain)
		return NULL;
	elf_version(EV_CURRENT);
	elf = elf_memory((char *)elf_bytes, size);
	err = elf ? file_make(k, elf) : -EINVAL;
	elf_end(elf);
	snprintf(k->path, sizeof(k->path), "/proc/self/fd/%d", k->fd);
	return err || access(k->path, R_OK) ? NULL : k->path;
}
