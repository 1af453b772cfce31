// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* System V shared memory, semaphores and messages; POSIX message queues. */
#include "decode/call.h"

#define IPC_64 0x100

#define HUGE_SHIFT 26
#define HUGE_MASK 0x3fu
#define PERMISSIONS 0777
#define GET_FLAGS 07000

void argfn_ipc_key(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t key = call_arg(c, a);

	if (key)
		out_hex(o, key);
	else
		out_name(o, "IPC_PRIVATE", 0);
}

void argfn_ipc_cmd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t cmd = call_arg(c, a);

	out_open(o, OUT_BITS);
	if (cmd & IPC_64)
		out_name(o, "IPC_64", IPC_64);
	out_sym(o, a->flags, cmd & ~IPC_64);
	out_close(o, OUT_BITS);
}

void argfn_shmget_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);
	uint32_t huge = v >> HUGE_SHIFT & HUGE_MASK;
	uint32_t flags = v & ~(HUGE_MASK << HUGE_SHIFT | PERMISSIONS);

	out_open(o, OUT_BITS);
	if (flags)
		out_flags(o, a->flags, flags);
	if (huge)
		out_shifted(o, huge, HUGE_SHIFT, "SHM_HUGE_SHIFT", false);
	out_mode(o, v & PERMISSIONS);
	out_close(o, OUT_BITS);
}

void argfn_ipc_get_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);
	uint32_t flags = v & ~PERMISSIONS;

	if (flags && !(flags & GET_FLAGS)) { /* strace puts no bar here */
		out_open(o, OUT_GLUED);
		out_hex(o, flags);
		o->ops->integer(o, v & PERMISSIONS, OUT_DIGITS, 3);
		out_close(o, OUT_GLUED);
		return;
	}
	out_open(o, OUT_BITS);
	if (flags)
		out_flags(o, a->flags, flags);
	out_mode(o, v & PERMISSIONS);
	out_close(o, OUT_BITS);
}

/* ---- permissions ------------------------------------------------------------- */

struct perm {
	uint32_t key, uid, gid, cuid, cgid, mode;
};

/* struct ipc64_perm; leaves the cursor behind it. */
static struct perm read_perm(struct rd *r)
{
	struct perm p;

	p.key = rd_u32(r);
	p.uid = rd_u32(r);
	p.gid = rd_u32(r);
	p.cuid = rd_u32(r);
	p.cgid = rd_u32(r);
	if (r->word == 8) {
		p.mode = rd_u32(r);
	} else {
		p.mode = rd_u16(r);
		rd_skip(r, 2);
	}
	rd_skip(r, 4); /* sequence number, padding */
	rd_ulong(r);
	rd_ulong(r);
	return p;
}

static void perm(struct out *o, const char *field, const struct perm *p, bool set)
{
	out_field(o, field);
	out_open(o, OUT_STRUCT);
	out_f_id(o, "uid", p->uid);
	out_f_id(o, "gid", p->gid);
	out_f_oct(o, "mode", p->mode);
	if (!set) {
		out_f_uint(o, "key", p->key);
		out_f_id(o, "cuid", p->cuid);
		out_f_id(o, "cgid", p->cgid);
	}
	out_close(o, OUT_STRUCT);
}

/* A time: 32 bit ABIs keep its upper half in the next word, and strace leaves it there. */
static uint64_t read_time(struct rd *r)
{
	uint64_t low = rd_ulong(r);

	if (r->word == 4)
		rd_ulong(r);
	return low;
}

static void set_only(struct out *o, struct rd *r, const char *field)
{
	struct perm p = read_perm(r);

	out_open(o, OUT_STRUCT);
	perm(o, field, &p, true);
	out_close(o, OUT_STRUCT);
}

static void end(struct out *o, struct rd *r)
{
	if (r->bad)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

/* ---- shared memory ----------------------------------------------------------------- */

void type_shmid_set(struct out *o, const struct call *c, struct rd *r)
{
	set_only(o, r, "shm_perm");
}

void type_shmid_ds(struct out *o, const struct call *c, struct rd *r)
{
	struct perm p = read_perm(r);
	uint64_t size = rd_ulong(r);
	uint64_t atime = read_time(r);
	uint64_t dtime = read_time(r);
	uint64_t ctime = read_time(r);

	out_open(o, OUT_STRUCT);
	perm(o, "shm_perm", &p, false);
	out_f_uint(o, "shm_segsz", size);
	out_f_int(o, "shm_cpid", rd_i32(r));
	out_f_int(o, "shm_lpid", rd_i32(r));
	out_f_uint(o, "shm_nattch", rd_ulong(r));
	out_f_uint(o, "shm_atime", atime);
	out_f_uint(o, "shm_dtime", dtime);
	out_f_uint(o, "shm_ctime", ctime);
	end(o, r);
}

static void ulongs(struct out *o, struct rd *r, const char *const *fields)
{
	for (; *fields; fields++)
		out_f_uint(o, *fields, rd_ulong(r));
}

static void ints(struct out *o, struct rd *r, const char *const *fields)
{
	for (; *fields; fields++)
		out_f_int(o, *fields, rd_i32(r));
}

void type_shminfo(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const fields[] = { "shmmax", "shmmin", "shmmni", "shmseg", "shmall", NULL };

	out_open(o, OUT_STRUCT);
	ulongs(o, r, fields);
	end(o, r);
}

void type_shm_info(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const fields[] = {
		"shm_tot", "shm_rss", "shm_swp", "swap_attempts", "swap_successes", NULL
	};

	out_open(o, OUT_STRUCT);
	out_f_int(o, "used_ids", rd_i32(r));
	ulongs(o, r, fields);
	end(o, r);
}

/* ---- semaphores ----------------------------------------------------------------------- */

void type_semid_set(struct out *o, const struct call *c, struct rd *r)
{
	set_only(o, r, "sem_perm");
}

/* x86 has an unused word behind each time. */
void type_semid_ds(struct out *o, const struct call *c, struct rd *r)
{
	bool gaps = c->abi->id == SCT_ABI_X86_64;
	struct perm p = read_perm(r);
	uint64_t otime = read_time(r);
	uint64_t ctime;

	if (gaps)
		rd_ulong(r);
	ctime = read_time(r);
	if (gaps)
		rd_ulong(r);
	out_open(o, OUT_STRUCT);
	perm(o, "sem_perm", &p, false);
	out_f_uint(o, "sem_otime", otime);
	out_f_uint(o, "sem_ctime", ctime);
	out_f_uint(o, "sem_nsems", rd_ulong(r));
	end(o, r);
}

void type_seminfo(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const fields[] = { "semmap", "semmni", "semmns", "semmnu", "semmsl", "semopm",
					      "semume", "semusz", "semvmx", "semaem", NULL };

	out_open(o, OUT_STRUCT);
	ints(o, r, fields);
	end(o, r);
}

void type_sembuf(struct out *o, const struct call *c, struct rd *r)
{
	uint16_t num = rd_u16(r);
	int16_t op = rd_i16(r);
	uint16_t flags = rd_u16(r);

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "sem_num", num);
	out_f_int(o, "sem_op", op);
	out_f_flags(o, "sem_flg", &flags_sem_op_flags, flags);
	out_close(o, OUT_STRUCT);
}

/* ---- messages ---------------------------------------------------------------------------- */

struct msqid {
	struct perm perm;
	uint64_t stime, rtime, ctime, cbytes, qnum, qbytes;
};

static struct msqid read_msqid(struct rd *r)
{
	struct msqid m;

	m.perm = read_perm(r);
	m.stime = read_time(r);
	m.rtime = read_time(r);
	m.ctime = read_time(r);
	m.cbytes = rd_ulong(r);
	m.qnum = rd_ulong(r);
	m.qbytes = rd_ulong(r);
	return m;
}

void type_msqid_set(struct out *o, const struct call *c, struct rd *r)
{
	struct msqid m = read_msqid(r);

	out_open(o, OUT_STRUCT);
	perm(o, "msg_perm", &m.perm, true);
	out_f_uint(o, "msg_qbytes", m.qbytes);
	end(o, r);
}

void type_msqid_ds(struct out *o, const struct call *c, struct rd *r)
{
	struct msqid m = read_msqid(r);

	out_open(o, OUT_STRUCT);
	perm(o, "msg_perm", &m.perm, false);
	out_f_uint(o, "msg_stime", m.stime);
	out_f_uint(o, "msg_rtime", m.rtime);
	out_f_uint(o, "msg_ctime", m.ctime);
	out_f_uint(o, "msg_qnum", m.qnum);
	out_f_uint(o, "msg_qbytes", m.qbytes);
	out_f_int(o, "msg_lspid", rd_i32(r));
	out_f_int(o, "msg_lrpid", rd_i32(r));
	end(o, r);
}

void type_msginfo(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const fields[] = { "msgpool", "msgmap", "msgmax", "msgmnb",
					      "msgmni",	 "msgssz", "msgtql", NULL };

	out_open(o, OUT_STRUCT);
	ints(o, r, fields);
	out_f_uint(o, "msgseg", rd_u16(r));
	end(o, r);
}

/* The text is as long as the buffer, also when less came. */
void type_msgbuf(struct out *o, const struct call *c, struct rd *r)
{
	int64_t type = rd_long(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "mtype", type);
	out_field(o, "mtext");
	decode_bytes(o, c, r, c->args[2]);
	out_close(o, OUT_STRUCT);
}

/* ---- message queues ------------------------------------------------------------------------- */

static void mq_attr(struct out *o, struct rd *r, bool named)
{
	uint64_t flags = rd_ulong(r);

	out_open(o, OUT_STRUCT);
	if (named)
		out_f_flags(o, "mq_flags", &flags_mq_attr_flags, flags);
	else
		out_f_hex(o, "mq_flags", flags);
	out_f_int(o, "mq_maxmsg", rd_long(r));
	out_f_int(o, "mq_msgsize", rd_long(r));
	out_f_int(o, "mq_curmsgs", rd_long(r));
	end(o, r);
}

void type_mq_attr(struct out *o, const struct call *c, struct rd *r)
{
	mq_attr(o, r, true);
}

/* mq_open ignores the flags. */
void type_mq_open_attr(struct out *o, const struct call *c, struct rd *r)
{
	mq_attr(o, r, false);
}
