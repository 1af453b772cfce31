/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Probes: places in programs that are shown as calls are. What a probe's
 * arguments are is a row (lookup/row.h), made from its prototype, so that its
 * capture plan and its printing follow from it as those of a call do.
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
	PROBE_UPROBE,	  /* a place in a program: FUNC+OFF */
	PROBE_URETPROBE,  /* a function's return */
	PROBE_UFUNC,	  /* a function's entry and its return */
	PROBE_TRACEPOINT, /* a place in the kernel */
	PROBE_USDT,	  /* a place that the program's author gave a name and arguments */
	PROBE_KFUNC,	  /* a function of the kernel: its entry and its return */
	PROBE_KINDS
};

/* Is it called PROVIDER:NAME? */
static inline bool probe_kind__has_provider(enum probe_kind k)
{
	return k == PROBE_USDT || k == PROBE_TRACEPOINT;
}
/* The word of -e. */
const char *probe_kind__word(enum probe_kind);
/* Is it in a program, or a library? */
static inline bool probe_kind__has_file(enum probe_kind k)
{
	return k != PROBE_TRACEPOINT && k != PROBE_KFUNC;
}
static inline bool probe_kind__enters(enum probe_kind k)
{
	return k != PROBE_URETPROBE;
}
/* Are its entry and its return a call? */
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
 * What "KIND=[FILE:]FUNC[+OFF][(PROTOTYPE)][ -> TYPE]" means, of USDT
 * "usdt=[FILE:]PROVIDER:NAME[(PROTOTYPE)]", of tracepoints
 * "tracepoint=CATEGORY:NAME", which has fields in a definition only, of the kernel's functions
 * "kfunc=FUNC[(PROTOTYPE)][ -> TYPE]". Names of arguments point into text.
 */
struct probe_spec {
	enum probe_kind kind;
	char *file;	    /* NULL: none was given */
	char *provider;	    /* of USDT; or a category; or a pattern */
	char *func;	    /* or what comes after the provider; or a pattern */
	uint64_t off;	    /* from the function's beginning */
	char *text;	    /* what the rows' names point into */
	char *prototype;    /* as it was given, or "" */
	struct sct_row row; /* no name */
	struct sct_row ret; /* one argument, if typed */
	bool typed;	    /* the arguments are given */
	bool ret_typed;
	bool ret_void;		    /* nothing is returned */
	struct probe_field *fields; /* of a tracepoint */
	unsigned nfields;
	struct types *types; /* structs and constants that it may name */
	struct types *own;   /* these, if nobody else has them */
};

/*
 * types: structs and constants that it may name, to which numbers that pointers
 * lead to are added; they are there as long as the spec. NULL: none. 0, -ENOMEM or -EINVAL: why is one
 * line for people. probe_spec__free() it in any case.
 */
int probe_spec__parse(struct probe_spec *s, const char *text, struct types *types, const struct errmsg *errmsg);
/* The structs and constants that it names, and all that these need, as defs__parse() takes them. */
void probe_spec__types(const struct probe_spec *s, struct buf *out);
void probe_spec__free(struct probe_spec *s);
/* Is this the beginning of one? */
bool probe_spec__is(const char *text);

/* One probe: a spec whose function is found. */
struct probe {
	uint32_t id;
	struct types *types;	/* that it names */
	struct probe_spec spec; /* func: the name that is shown; or PROVIDER:NAME */
	char *def;		/* of def_len bytes: what makes the same probe in a replay */
	size_t def_len;
	/* live: where it is */
	char *file;
	uint64_t file_off; /* of a tracepoint: its number */
	unsigned places;   /* of USDT, which libbpf finds by its name */
	bool go;	   /* its arguments are where Go's ABI has them */
};

struct probes {
	struct probe **v;
	unsigned n;
};

/* Where a probe is. */
struct probe_place {
	const char *file; /* NULL: in the kernel */
	const char *name;
	const char *prototype; /* if the spec has none; may be NULL */
	const char *types;     /* of the prototype, likewise (probe_spec__types()) */
	uint64_t off;	       /* in the file; of a tracepoint: its number */
	unsigned places;       /* of USDT */
	bool go;	       /* of a function that was compiled by Go */
};

/* Adds a probe to the set, typed as the spec is. 0 or -errno. */
int probes__add(struct probes *p, const struct probe_spec *s, const struct probe_place *at);
/*
 * Of a recording: number id is what def says, for good. Returns 0, also for the same definition once more; -EINVAL if def
 * says nothing; -EEXIST if id is another probe; -E2BIG; -ENOMEM.
 */
int probes__define(struct probes *p, uint32_t id, const char *def, size_t len);
static inline const struct probe *probes__get(const struct probes *p, uint32_t id)
{
	return p && id < p->n ? p->v[id] : NULL;
}
void probes__free(struct probes *p);

#endif
