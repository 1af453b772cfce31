/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Probes are places in programs or in the kernel whose hits are printed like system calls. The arguments of a probe are
 * a row (lookup/row.h), which is made from its prototype, so that capture plans and output are made as for system
 * calls.
 */
#ifndef SCT_PROBE_H
#define SCT_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/row.h"
#include "probe/fields.h"
#include "probe/types.h"
#include "util/errmsg.h"

enum probe_kind {
	PROBE_UPROBE,	  /* a place in a program: function and offset */
	PROBE_URETPROBE,  /* a function's return */
	PROBE_UFUNC,	  /* entry and return of a function */
	PROBE_TRACEPOINT, /* a tracepoint of the kernel */
	PROBE_USDT,	  /* a place in a program, with a name and arguments that its author gave it */
	PROBE_KFUNC,	  /* entry and return of a kernel function */
	PROBE_KINDS
};

/* True if probes of this kind have names PROVIDER:NAME. */
static inline bool probe_kind__has_provider(enum probe_kind k)
{
	return k == PROBE_USDT || k == PROBE_TRACEPOINT;
}
/* Returns the word before the '=' in a specification. */
const char *probe_kind__word(enum probe_kind);
/* True if probes of this kind are in a program or a library. */
static inline bool probe_kind__has_file(enum probe_kind k)
{
	return k != PROBE_TRACEPOINT && k != PROBE_KFUNC;
}
static inline bool probe_kind__enters(enum probe_kind k)
{
	return k != PROBE_URETPROBE;
}
/* True if the entry and the return make one call. */
static inline bool probe_kind__calls(enum probe_kind k)
{
	return k == PROBE_UFUNC || k == PROBE_KFUNC;
}
static inline bool probe_kind__returns(enum probe_kind k)
{
	return k == PROBE_URETPROBE || probe_kind__calls(k);
}

#define PROBE_NAME_MAX 256
#define PROBES_MAX 2048

/*
 * A parsed specification of probes, one of:
 * \tKIND=[FILE:]FUNC[+OFF][(PROTOTYPE)][ -> TYPE]
 * \tusdt=[FILE:]PROVIDER:NAME[(PROTOTYPE)]
 * \ttracepoint=CATEGORY:NAME, with fields in a definition only
 * \tkfunc=FUNC[(PROTOTYPE)][ -> TYPE]
 */
struct probe_spec {
	enum probe_kind kind;
	char *file;	    /* NULL: none was given */
	char *provider;	    /* of a USDT probe, or category of a tracepoint; may be a pattern */
	char *func;	    /* function, or name of a USDT probe or tracepoint; may be a pattern */
	uint64_t off;	    /* offset from the function's beginning */
	char *text;	    /* memory for the names of arguments */
	char *prototype;    /* the prototype's text, or "" */
	struct sct_row row; /* row of the arguments; it has no name */
	struct sct_row ret; /* row of the return value, its only argument, if ret_typed and not ret_void */
	bool typed;	    /* there are arguments in parentheses */
	bool ret_typed;	    /* there is a return type */
	bool ret_void;
	struct probe_field *fields; /* fields of a tracepoint */
	unsigned nfields;
	struct types *types; /* structs and constants that the prototype may use */
	struct types *own;   /* types, if the spec has to free them, else NULL */
};

/*
 * Parses a specification. types: structs and constants that it may use; pointers to numbers are added to it. It must
 * live as long as the spec; NULL: the spec has its own types. Returns 0, -ENOMEM, or -EINVAL with a message. s has to
 * be freed in any case, by probe_spec__free().
 */
int probe_spec__parse(struct probe_spec *s, const char *text, struct types *types, const struct errmsg *errmsg);
/* Writes the definitions of the structs and constants that the spec uses, directly or indirectly, for defs__parse(). */
void probe_spec__types(const struct probe_spec *s, struct buf *out);
void probe_spec__free(struct probe_spec *s);
/* True if text begins with "KIND=". */
bool probe_spec__is(const char *text);

/* A probe: a spec, and the place where it was found. */
struct probe {
	uint32_t id;
	struct types *types;	/* structs and constants that the spec uses */
	struct probe_spec spec; /* spec.func is the name to print, or PROVIDER:NAME */
	char *def;		/* from it, a replay makes the same probe; def_len bytes */
	size_t def_len;
	/* not set in a replay */
	char *file;
	uint64_t file_off; /* offset in the file, or id of the tracepoint */
	unsigned places;   /* USDT: number of places; libbpf finds them by the probe's name */
	bool go;	   /* the function takes arguments by Go's ABI */
	bool prototyped;   /* the user's specification has a prototype */
	unsigned given;	   /* number of specifications that this probe was found for */
};

struct probes {
	struct probe **v;
	unsigned n;
	size_t cap;
};

/* A place that was found for a probe. */
struct probe_place {
	const char *file; /* NULL: the kernel */
	const char *name;
	const char *prototype; /* prototype to use if the spec has none, or NULL */
	const char *types;     /* definitions of its types (probe_spec__types()), or NULL */
	uint64_t off;	       /* offset in the file, or id of the tracepoint */
	unsigned places;       /* USDT: number of places */
	bool go;	       /* the function was compiled by Go */
};

/*
 * Adds a probe with the spec's prototype to the set. A place that the set has already is not probed twice: each hit has
 * one record, however many specifications name its place. Only places in programs whose specifications have different
 * prototypes are several probes. Returns 0; -EEXIST if the place is a function whose calls have a different prototype;
 * or another -errno.
 */
int probes__add(struct probes *p, const struct probe_spec *s, const struct probe_place *at);
/*
 * Adds the probe that a recording defines, with the number id. Returns 0, also if id has the same definition already;
 * -EEXIST if id is another probe; -EINVAL if def is invalid; -E2BIG or -ENOMEM.
 */
int probes__define(struct probes *p, uint32_t id, const char *def, size_t len);
static inline const struct probe *probes__get(const struct probes *p, uint32_t id)
{
	return p && id < p->n ? p->v[id] : NULL;
}
void probes__free(struct probes *p);

#endif
