// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/task_names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/nsfs.h>

#include "event/record.h"
#include "lookup/abi.h"
#include "util/procfs.h"

#define LEVELS 8 /* number of nested pid namespaces that are distinguished; the kernel allows 32 */
#define WEXITED_ 0x4
#define WNOWAIT_ 0x1000000
#define P_PID_ 1
#define CLD_DUMPED_ 3 /* codes up to this one (CLD_EXITED, CLD_KILLED, CLD_DUMPED) mean that the task has ended */
#define CLONE_VFORK_ 0x4000
#define CLONE_NEWPID_ 0x20000000

/*
 * Name of a task. It is kept for a while after a process has ended, because SIGCHLD and wait(2) may still refer to it.
 */
struct task_name {
	char name[COMM_LEN];
	/* in an execve that has not returned: the new name, if the kernel uses it already; else "" */
	char next[COMM_LEN];
	char wanted[COMM_LEN]; /* during an execve: the name that a success will give */
	bool reaped;	       /* its parent has waited for it, so its tid may now be another task's */
	bool makes_namespace;  /* it is in a call that creates a task in a new pid namespace */
	/* The task's pid namespace and the namespaces around it, up to but not including this process's own. */
	struct place {
		uint64_t ns;	 /* inode number; 0: unknown, or none */
		uint32_t number; /* id of the task in this namespace */
	} places[LEVELS];
};

struct task_names {
	struct task_slot names; /* struct task_name of each task */
	int proc;
	uint64_t own;
};

/* Returns the inode number of a namespace, or 0 if it cannot be read. which: "pid" or "pid_for_children" */
static uint64_t namespace_of(const struct task_names *c, const char *who, const char *which)
{
	char path[48];
	struct stat st;

	snprintf(path, sizeof(path), "%s/ns/%s", who, which);
	return c->proc >= 0 && !fstatat(c->proc, path, &st, 0) ? st.st_ino : 0;
}

void task_names__live(struct task_names *c, int proc)
{
	if (!c)
		return;
	c->proc = proc;
	c->own = namespace_of(c, "self", "pid");
}

void task_names__free(struct task_names *c)
{
	if (!c)
		return;
	task_slot__close(&c->names);
	free(c);
}

/* ---- tasks ---- */

/* Reads the task's ids, of which the last is that in its own namespace: "NSpid:\t1234\t5\t1". */
static void numbers_read(const struct task_names *c, struct task_name *t, uint32_t tid)
{
	FILE *f = procfs__file(c->proc, "%u/status", tid);
	char line[256];

	while (f && fgets(line, sizeof(line), f)) {
		char *last;

		if (strncmp(line, "NSpid:", 6))
			continue;
		for (unsigned i = 0; i < LEVELS && (last = strrchr(line, '\t')); i++) {
			t->places[i].number = (uint32_t)strtoul(last, NULL, 10);
			*last = '\0';
		}
		break;
	}
	if (f)
		fclose(f);
}

/* Reads the namespaces around the task's, up to this process's own, above which the kernel shows none. */
static void parents_read(const struct task_names *c, struct task_name *t, const char *who)
{
	char path[32];
	struct stat st;
	int fd, up;

	snprintf(path, sizeof(path), "%s/ns/pid", who);
	fd = openat(c->proc, path, O_RDONLY | O_CLOEXEC);
	for (unsigned i = 1; fd >= 0 && i < LEVELS; i++) {
		up = ioctl(fd, NS_GET_PARENT);
		close(fd);
		fd = up;
		if (fd < 0 || fstat(fd, &st) || st.st_ino == c->own)
			break;
		t->places[i].ns = st.st_ino;
	}
	if (fd >= 0)
		close(fd);
}

/* Reads the namespaces of a task. Once is enough, because the pid namespace of a task never changes. */
static void places_read(const struct task_names *c, struct task_name *t, uint32_t tid)
{
	char who[16];

	snprintf(who, sizeof(who), "%u", tid);
	t->places->ns = namespace_of(c, who, "pid");
	if (!t->places->ns || t->places->ns == c->own)
		return;
	numbers_read(c, t, tid);
	parents_read(c, t, who);
}

/*
 * If the task ended before its namespace could be read, sets that of its maker, if the maker's children are in the same
 * namespace.
 */
static void place_by_maker(const struct task_names *c, struct task_name *t, const struct task_name *from,
			   uint32_t maker)
{
	char who[16];

	if (t->places->ns || !from->places->ns || from->makes_namespace)
		return;
	snprintf(who, sizeof(who), "%u", maker);
	if (namespace_of(c, who, "pid_for_children") == from->places->ns)
		t->places->ns = from->places->ns;
}

/* True if number is the task's id in the namespace. */
static bool is_called(const struct task_name *t, uint64_t ns, uint32_t number)
{
	for (unsigned i = 0; i < LEVELS && t->places[i].ns; i++)
		if (t->places[i].ns == ns)
			return t->places[i].number == number;
	return false;
}

static struct task_name *name_get(struct task_names *c, struct task *task)
{
	struct task_name *t = task_slot__data(&c->names, task);

	if (t && !t->reaped)
		return t;
	t = task_slot__make(&c->names, task);
	if (!t)
		return NULL;
	*t = (struct task_name){};
	places_read(c, t, task->tid);
	return t;
}

/* Gives a new task the name of its maker, which is right until it executes another program. */
static int on_fork(void *ctx, struct task *child, const struct task *maker)
{
	struct task_names *c = ctx;
	const struct task_name *from = task_slot__data(&c->names, maker);
	struct task_name *t = name_get(c, child);

	if (!t)
		return -ENOMEM;
	if (from) {
		memcpy(t->name, from->name, sizeof(t->name));
		place_by_maker(c, t, from, maker->tid);
	}
	/* the child has ended already; its fork record says that it was in this process's pid namespace */
	if (child->own_ns && !t->places->ns)
		t->places->ns = c->own;
	return 0;
}

int task_names__new(struct task_names **out, struct tasks *tasks)
{
	struct task_names *c = calloc(1, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->proc = -1;
	c->names = (struct task_slot){ .size = sizeof(struct task_name), .outlives = true, .fork = on_fork, .ctx = c };
	task_slot__open(&c->names, tasks);
	tasks->comms = true;
	*out = c;
	return 0;
}

static void set_name(char *to, const void *name)
{
	memcpy(to, name, COMM_LEN - 1);
	to[COMM_LEN - 1] = '\0';
}

/* ---- names by calls ---- */
/*
 * Returns the captured memory of an argument, or NULL unless all of it was captured: n bytes or, for a string, up to
 * the NUL.
 */
static const void *memory_of(const struct sct_rec *rec, unsigned arg, uint32_t n, bool string)
{
	uint32_t len, off = 0;
	const uint8_t *data = record__data(rec, &len);
	const struct sct_chunk *ch;

	while ((ch = chunk__next(data, len, &off)))
		if (ch->part == SCT_PART_SELF && ch->arg == arg)
			return ch->len > 0 && (string ? ((const char *)(ch + 1))[ch->len - 1] == '\0'
						      : (uint32_t)ch->len >= n)
				       ? ch + 1
				       : NULL;
	return NULL;
}

/* Sets the name that an execve will give: the name of its file, even if that is a script. */
static void name_wanted(struct task_name *t, const struct event *ev)
{
	const struct sct_row *row = record__row(ev->enter);
	const char *path, *slash;

	*t->wanted = '\0';
	if (!row || strncmp(row->name, "execve", 6))
		return;
	path = memory_of(&ev->enter->rec, row->name[6] ? 1 : 0, 0, true);
	slash = path ? strrchr(path, '/') : NULL;
	if (path)
		snprintf(t->wanted, sizeof(t->wanted), "%s", slash ? slash + 1 : path);
}

/* Returns the CLONE_* flags of a call that creates a task. 0: another call, or the flags are unknown. */
static uint64_t clone_flags(const struct event *ev)
{
	const struct sct_row *row = record__row(ev->enter);
	uint64_t flags;
	const void *args;

	if (!row)
		return 0;
	if (!strcmp(row->name, "clone"))
		return ev->enter->args[0];
	if (!strcmp(row->name, "vfork"))
		return CLONE_VFORK_;
	args = strcmp(row->name, "clone3") ? NULL : memory_of(&ev->enter->rec, 0, sizeof(flags), false);
	if (!args)
		return 0;
	memcpy(&flags, args, sizeof(flags));
	return flags;
}

/* True if the call returns only when the new task has executed another program or ended. */
static bool is_vfork(const struct event *ev)
{
	return clone_flags(ev) & CLONE_VFORK_;
}

/*
 * When a vfork returns, sets the next name of the child that is in an execve: the parent goes on as soon as that cannot
 * fail any more, and then the kernel has already renamed the child.
 */
static void vfork_returned(struct task_names *c, const struct event *ev)
{
	uint32_t tid;
	struct task_name *t;

	if (!ev->enter || ev->exit->ret <= 0 || ev->exit->ret > INT32_MAX || !is_vfork(ev))
		return;
	tid = task_names__number(c, ev->tid, (uint32_t)ev->exit->ret);
	t = task_slot__find(&c->names, tid);
	if (t && !task_names__ended(c, tid) && *t->wanted && !*t->next)
		memcpy(t->next, t->wanted, sizeof(t->next));
}

/* ---- ended processes: they have a name in /proc until their parent has waited for them ---- */

bool task_names__reaps(const struct sct_row *row, uint64_t options)
{
	if (row && !strcmp(row->name, "waitid"))
		return options & WEXITED_ && !(options & WNOWAIT_);
	return row && (!strcmp(row->name, "wait4") || !strcmp(row->name, "waitpid"));
}

/* Returns the id, in the caller's pid namespace, of the task that the call has reaped; 0: none. */
static uint32_t number_waited(const struct event *ev)
{
	const struct sct_row *row = record__row(ev->enter);
	const struct abi *abi = abi__get(ev->enter->abi);
	uint32_t info[5]; /* head of siginfo: signo, errno, code, a gap in 64-bit ABIs, pid */
	const void *p;

	if (!task_names__reaps(row, ev->enter->args[3]) || ev->exit->ret < 0)
		return 0;
	if (strcmp(row->name, "waitid"))
		return ev->exit->ret <= INT32_MAX ? (uint32_t)ev->exit->ret : 0;
	if (!ev->enter->args[2])
		return ev->enter->args[0] == P_PID_ ? (uint32_t)ev->enter->args[1] : 0;
	p = memory_of(&ev->exit->rec, 2, sizeof(info), false);
	if (!p || !abi)
		return 0;
	memcpy(info, p, sizeof(info));
	return info[2] > CLD_DUMPED_ ? 0 : info[abi->word == 8 ? 4 : 3];
}

/*
 * Marks the task that a call has reaped, if the caller is its parent. (A tracer can wait for a task before its parent
 * does.)
 */
static void task_reaped(struct task_names *c, const struct event *ev)
{
	uint32_t number = ev->enter ? number_waited(ev) : 0, tid = number ? task_names__number(c, ev->tid, number) : 0;
	struct task_name *t = task_slot__find(&c->names, tid);

	if (t && task_names__ended(c, tid) && tasks__find(c->names.tasks, tid)->parent == ev->tgid)
		t->reaped = true;
}

int task_names__before(struct task_names *c, const struct event *ev)
{
	struct task_name *t;

	if (!c || !ev->task || !event_kind__of_task(ev->kind))
		return 0;
	t = name_get(c, ev->task);
	if (!t)
		return -ENOMEM;
	if (ev->comm && ev->kind == EV_EXEC && ev->enter)
		set_name(t->next, ev->comm);
	else if (ev->comm && (ev->kind == EV_TARGET || ev->kind == EV_EXEC))
		set_name(t->name, ev->comm);
	if (ev->kind == EV_ENTER) {
		if (*ev->task->comm)
			set_name(t->name, ev->task->comm);
		name_wanted(t, ev);
		t->makes_namespace = clone_flags(ev) & CLONE_NEWPID_;
	} else if (ev->kind == EV_EXIT) {
		vfork_returned(c, ev);
	}
	return 0;
}

void task_names__after(struct task_names *c, const struct event *ev)
{
	struct task_name *t = c && ev->kind == EV_EXIT ? task_slot__data(&c->names, ev->task) : NULL;

	if (t && *t->next) {
		set_name(t->name, t->next);
		*t->next = '\0';
	}
	if (t && c->names.tasks->nended)
		task_reaped(c, ev);
	if (c && ev->kind == EV_DETACHED)
		task_slot__clear(&c->names, ev->task);
}

/* ---- look-ups ---- */

uint32_t task_names__number(const struct task_names *c, uint32_t tid, uint32_t number)
{
	const struct task_name *asks = task_slot__find(&c->names, tid), *t;

	/* if the caller's namespace is unknown, assume that the id of a traced task means that task */
	if (!asks || !asks->places->ns) {
		t = task_slot__find(&c->names, number);
		return t && !t->reaped ? number : 0;
	}
	if (asks->places->ns == c->own)
		return number;
	for (size_t i = 0; i < c->names.tasks->map.cap; i++) {
		t = task_slot__data(&c->names, c->names.tasks->map.slots[i].value);
		if (t && !t->reaped && is_called(t, asks->places->ns, number))
			return c->names.tasks->map.slots[i].tid;
	}
	return 0;
}

bool task_names__ended(const struct task_names *c, uint32_t tid)
{
	const struct task *task = tasks__find(c->names.tasks, tid);

	return task_slot__data(&c->names, task) && task->life == TASK_ENDED;
}

bool task_names__name(const struct task_names *c, uint32_t tid, bool now, char name[COMM_LEN])
{
	const struct task_name *t = task_slot__find(&c->names, tid);
	FILE *f;

	memset(name, 0, COMM_LEN);
	if (t && t->reaped)
		return false;
	if (t)
		memcpy(name, now && *t->next ? t->next : t->name, COMM_LEN);
	if (*name)
		return true;
	f = c->proc >= 0 ? procfs__file(c->proc, "%u/comm", tid) : NULL;
	if (!f)
		return false;
	if (!fgets(name, COMM_LEN, f))
		*name = '\0';
	name[strcspn(name, "\n")] = '\0';
	fclose(f);
	return *name;
}
