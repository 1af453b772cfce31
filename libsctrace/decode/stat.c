// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What stat, statx, statfs say of a file. */
#include <inttypes.h>
#include <stdio.h>

#include "decode/fs.h"

#define S_IFMT 0170000
#define S_IFCHR 0020000
#define S_IFBLK 0060000

#define ST_VALID 0x20
#define NSEC 1000000000

struct times {
	int64_t sec;
	uint64_t nsec;
};

/* One stat of any ABI. */
struct stat_any {
	uint64_t dev, ino, nlink, rdev, blksize, blocks;
	int64_t size;
	uint32_t mode, uid, gid;
	struct times atime, mtime, ctime;
};

void emit_date(struct out *o, int64_t sec, int64_t frac, int digits)
{
	if ((sec || frac) && frac >= 0)
		o->ops->date(o, sec, frac, (unsigned)digits, true);
}

/* Device numbers as stat gives them. */
static void field_dev(struct out *o, const char *name, uint64_t dev)
{
	uint64_t major = (dev >> 8 & 0xfff) | (dev >> 32 & 0xfffff000);
	uint64_t minor = (dev & 0xff) | (dev >> 12 & 0xffffff00);

	out_f_dev(o, name, major, minor);
}

static void field_time(struct out *o, const char *name, const char *nsec, const struct times *t)
{
	out_f_int(o, name, t->sec);
	emit_date(o, t->sec, t->nsec < NSEC ? (int64_t)t->nsec : -1, 9);
	out_f_uint(o, nsec, t->nsec);
}

static void emit_stat(struct out *o, const struct call *c, const struct stat_any *st)
{
	bool device = (st->mode & S_IFMT) == S_IFCHR || (st->mode & S_IFMT) == S_IFBLK;

	out_open(o, OUT_STRUCT);
	if (out_full(o)) {
		field_dev(o, "st_dev", st->dev);
		out_f_uint(o, "st_ino", st->ino);
	}
	out_f_mode(o, "st_mode", st->mode);
	if (out_full(o)) {
		out_f_uint(o, "st_nlink", st->nlink);
		out_f_uint(o, "st_uid", st->uid);
		out_f_uint(o, "st_gid", st->gid);
		out_f_uint(o, "st_blksize", st->blksize);
		out_f_uint(o, "st_blocks", st->blocks);
	}
	if (device)
		field_dev(o, "st_rdev", st->rdev);
	else
		out_f_uint(o, "st_size", st->size);
	if (out_full(o)) {
		field_time(o, "st_atime", "st_atime_nsec", &st->atime);
		field_time(o, "st_mtime", "st_mtime_nsec", &st->mtime);
		field_time(o, "st_ctime", "st_ctime_nsec", &st->ctime);
	} else {
		out_more(o);
	}
	out_close(o, OUT_STRUCT);
}

static struct times rd_times(struct rd *r)
{
	struct times t;

	t.sec = rd_long(r);
	t.nsec = rd_ulong(r);
	return t;
}

static void rd_stat_times(struct rd *r, struct stat_any *st)
{
	st->atime = rd_times(r);
	st->mtime = rd_times(r);
	st->ctime = rd_times(r);
}

static void rd_stat_x86_64(struct rd *r, struct stat_any *st)
{
	st->dev = rd_u64(r);
	st->ino = rd_u64(r);
	st->nlink = rd_u64(r);
	st->mode = rd_u32(r);
	st->uid = rd_u32(r);
	st->gid = rd_u32(r);
	rd_skip(r, 4);
	st->rdev = rd_u64(r);
	st->size = rd_i64(r);
	st->blksize = rd_u64(r);
	st->blocks = rd_u64(r);
	rd_stat_times(r, st);
}

/* asm-generic: arm64 */
static void rd_stat_generic(struct rd *r, struct stat_any *st)
{
	st->dev = rd_u64(r);
	st->ino = rd_u64(r);
	st->mode = rd_u32(r);
	st->nlink = rd_u32(r);
	st->uid = rd_u32(r);
	st->gid = rd_u32(r);
	st->rdev = rd_u64(r);
	rd_skip(r, 8);
	st->size = rd_i64(r);
	st->blksize = rd_u32(r);
	rd_skip(r, 4);
	st->blocks = rd_u64(r);
	rd_stat_times(r, st);
}

static void rd_stat_i386(struct rd *r, struct stat_any *st)
{
	st->dev = rd_u32(r);
	st->ino = rd_u32(r);
	st->mode = rd_u16(r);
	st->nlink = rd_u16(r);
	st->uid = rd_u16(r);
	st->gid = rd_u16(r);
	st->rdev = rd_u32(r);
	st->size = rd_u32(r);
	st->blksize = rd_u32(r);
	st->blocks = rd_u32(r);
	rd_stat_times(r, st);
}

/* align: of 64-bit members, where i386 and arm differ */
static void rd_stat64_i386(struct rd *r, struct stat_any *st, unsigned align)
{
	st->dev = rd_u64(r);
	rd_skip(r, 4);
	rd_skip(r, 4); /* low half of the inode number, also at the end */
	st->mode = rd_u32(r);
	st->nlink = rd_u32(r);
	st->uid = rd_u32(r);
	st->gid = rd_u32(r);
	st->rdev = rd_u64(r);
	rd_skip(r, 4);
	rd_align(r, align);
	st->size = rd_i64(r);
	st->blksize = rd_u32(r);
	rd_align(r, align);
	st->blocks = rd_u64(r);
	rd_stat_times(r, st);
	st->ino = rd_u64(r);
}

static void emit_stat_or_more(struct out *o, const struct call *c, const struct rd *r, const struct stat_any *st)
{
	if (!r->bad) {
		emit_stat(o, c, st);
		return;
	}
	out_open(o, OUT_STRUCT);
	out_more(o);
	out_close(o, OUT_STRUCT);
}

void type_stat(struct out *o, const struct call *c, struct rd *r)
{
	struct stat_any st = { 0 };

	if (c->abi->id == SCT_ABI_X86_64)
		rd_stat_x86_64(r, &st);
	else if (c->abi->word == 8)
		rd_stat_generic(r, &st);
	else
		rd_stat_i386(r, &st);
	emit_stat_or_more(o, c, r, &st);
}

void type_stat64(struct out *o, const struct call *c, struct rd *r)
{
	struct stat_any st = { 0 };

	if (c->abi->word == 8) {
		type_stat(o, c, r);
		return;
	}
	rd_stat64_i386(r, &st, c->abi->align64);
	emit_stat_or_more(o, c, r, &st);
}

/* ---- statx ----------------------------------------------------------------- */

struct statx_any {
	uint32_t mask, blksize, nlink, uid, gid, mode;
	uint64_t attributes, ino, size, blocks, attributes_mask;
	struct times atime, btime, ctime, mtime;
	uint32_t rdev_major, rdev_minor, dev_major, dev_minor;
	uint64_t mnt_id;
	uint32_t dio_mem_align, dio_offset_align;
};

#define STATX_TYPE 0x1
#define STATX_MODE 0x2
#define STATX_NLINK 0x4
#define STATX_UID 0x8
#define STATX_GID 0x10
#define STATX_ATIME 0x20
#define STATX_MTIME 0x40
#define STATX_CTIME 0x80
#define STATX_INO 0x100
#define STATX_SIZE 0x200
#define STATX_BLOCKS 0x400
#define STATX_BTIME 0x800
#define STATX_MNT_ID 0x1000
#define STATX_DIOALIGN 0x2000

static struct times rd_statx_time(struct rd *r)
{
	struct times t;

	t.sec = rd_i64(r);
	t.nsec = rd_u32(r);
	rd_skip(r, 4);
	return t;
}

static void rd_statx(struct rd *r, struct statx_any *st)
{
	st->mask = rd_u32(r);
	st->blksize = rd_u32(r);
	st->attributes = rd_u64(r);
	st->nlink = rd_u32(r);
	st->uid = rd_u32(r);
	st->gid = rd_u32(r);
	st->mode = rd_u16(r);
	rd_skip(r, 2);
	st->ino = rd_u64(r);
	st->size = rd_u64(r);
	st->blocks = rd_u64(r);
	st->attributes_mask = rd_u64(r);
	st->atime = rd_statx_time(r);
	st->btime = rd_statx_time(r);
	st->ctime = rd_statx_time(r);
	st->mtime = rd_statx_time(r);
	st->rdev_major = rd_u32(r);
	st->rdev_minor = rd_u32(r);
	st->dev_major = rd_u32(r);
	st->dev_minor = rd_u32(r);
	st->mnt_id = rd_u64(r);
	st->dio_mem_align = rd_u32(r);
	st->dio_offset_align = rd_u32(r);
}

static void field_statx_time(struct out *o, const char *name, const struct times *t)
{
	out_field(o, name);
	out_open(o, OUT_STRUCT);
	out_f_int(o, "tv_sec", t->sec);
	out_f_uint(o, "tv_nsec", t->nsec);
	out_close(o, OUT_STRUCT);
	emit_date(o, t->sec, t->nsec < NSEC ? (int64_t)t->nsec : -1, 9);
}

static void emit_statx_rest(struct out *o, const struct statx_any *st)
{
	if (st->mask & STATX_ATIME)
		field_statx_time(o, "stx_atime", &st->atime);
	if (st->mask & STATX_BTIME)
		field_statx_time(o, "stx_btime", &st->btime);
	if (st->mask & STATX_CTIME)
		field_statx_time(o, "stx_ctime", &st->ctime);
	if (st->mask & STATX_MTIME)
		field_statx_time(o, "stx_mtime", &st->mtime);
	out_f_uint(o, "stx_rdev_major", st->rdev_major);
	out_f_uint(o, "stx_rdev_minor", st->rdev_minor);
	out_f_uint(o, "stx_dev_major", st->dev_major);
	out_f_uint(o, "stx_dev_minor", st->dev_minor);
	if (st->mask & STATX_MNT_ID)
		out_f_hex(o, "stx_mnt_id", st->mnt_id);
	if (st->mask & STATX_DIOALIGN) {
		out_f_uint(o, "stx_dio_mem_align", st->dio_mem_align);
		out_f_uint(o, "stx_dio_offset_align", st->dio_offset_align);
	}
}

void type_statx(struct out *o, const struct call *c, struct rd *r)
{
	bool v = out_full(o);
	struct statx_any st;

	rd_statx(r, &st);
	out_open(o, OUT_STRUCT);
	out_f_flags(o, "stx_mask", &flags_statx_mask, st.mask);
	if (v)
		out_f_uint(o, "stx_blksize", st.blksize);
	out_f_flags(o, "stx_attributes", &flags_statx_attrs, st.attributes);
	if (v && st.mask & STATX_NLINK)
		out_f_uint(o, "stx_nlink", st.nlink);
	if (v && st.mask & STATX_UID)
		out_f_uint(o, "stx_uid", st.uid);
	if (v && st.mask & STATX_GID)
		out_f_uint(o, "stx_gid", st.gid);
	if (st.mask & (STATX_TYPE | STATX_MODE))
		out_f_mode(o, "stx_mode", st.mode);
	if (v && st.mask & STATX_INO)
		out_f_uint(o, "stx_ino", st.ino);
	if (st.mask & STATX_SIZE)
		out_f_uint(o, "stx_size", st.size);
	if (v && st.mask & STATX_BLOCKS)
		out_f_uint(o, "stx_blocks", st.blocks);
	if (v)
		out_f_flags(o, "stx_attributes_mask", &flags_statx_attrs, st.attributes_mask);
	if (v && !r->bad)
		emit_statx_rest(o, &st);
	else
		out_more(o);
	out_close(o, OUT_STRUCT);
}

/* ---- statfs ------------------------------------------------------------------ */

struct statfs_any {
	uint64_t type, bsize, blocks, bfree, bavail, files, ffree, namelen, frsize, flags;
	uint32_t fsid[2];
};

static void emit_statfs(struct out *o, const struct rd *r, const struct statfs_any *f)
{
	out_open(o, OUT_STRUCT);
	if (r->bad) {
		out_more(o);
		out_close(o, OUT_STRUCT);
		return;
	}
	out_f_sym(o, "f_type", &flags_fs_magics, f->type);
	out_f_uint(o, "f_bsize", f->bsize);
	out_f_uint(o, "f_blocks", f->blocks);
	out_f_uint(o, "f_bfree", f->bfree);
	out_f_uint(o, "f_bavail", f->bavail);
	out_f_uint(o, "f_files", f->files);
	out_f_uint(o, "f_ffree", f->ffree);
	out_field(o, "f_fsid");
	out_open(o, OUT_STRUCT);
	out_field(o, "val");
	out_open(o, OUT_ARRAY);
	out_hex(o, f->fsid[0]);
	out_hex(o, f->fsid[1]);
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
	out_f_uint(o, "f_namelen", f->namelen);
	out_f_uint(o, "f_frsize", f->frsize);
	if (f->flags & ST_VALID)
		out_f_flags(o, "f_flags", &flags_statfs_flags, f->flags);
	out_close(o, OUT_STRUCT);
}

void type_statfs(struct out *o, const struct call *c, struct rd *r)
{
	struct statfs_any f;

	f.type = rd_ulong(r);
	f.bsize = rd_ulong(r);
	f.blocks = rd_ulong(r);
	f.bfree = rd_ulong(r);
	f.bavail = rd_ulong(r);
	f.files = rd_ulong(r);
	f.ffree = rd_ulong(r);
	f.fsid[0] = rd_u32(r);
	f.fsid[1] = rd_u32(r);
	f.namelen = rd_ulong(r);
	f.frsize = rd_ulong(r);
	f.flags = rd_ulong(r);
	emit_statfs(o, r, &f);
}

/* i386's statfs64: 84 bytes, packed. */
void type_statfs64(struct out *o, const struct call *c, struct rd *r)
{
	struct statfs_any f;

	f.type = rd_u32(r);
	f.bsize = rd_u32(r);
	f.blocks = rd_u64(r);
	f.bfree = rd_u64(r);
	f.bavail = rd_u64(r);
	f.files = rd_u64(r);
	f.ffree = rd_u64(r);
	f.fsid[0] = rd_u32(r);
	f.fsid[1] = rd_u32(r);
	f.namelen = rd_u32(r);
	f.frsize = rd_u32(r);
	f.flags = rd_u32(r);
	emit_statfs(o, r, &f);
}
