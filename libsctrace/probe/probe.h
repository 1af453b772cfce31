/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Probes are places in programs or in the kernel whose hits are printed like system calls. The arguments of a probe are a
 * row (lookup/row.h), made from its prototype, so that capture plan and output follow from it as for a system call.
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
	PROBE_UFUNC,	  /* entry and return of a function */
	PROBE_TRACEPOINT, /* a tracepoint of the kernel */
	PROBE_USDT,	  /* a place in a program that its author gave a name and arguments */
	PROBE_KFUNC,	  /* entry and return of a function of the kernel */
	PROBE_KINDS
};

/* True if probes of this kind are named PROVIDER:NAME. */
static inline bool probe_kind__has_provider(enum probe_kind k)
{
	return k == PROBE_USDT || k == PROBE_TRACEPOINT;
}
/* Returns the word before the '=' in -e. */
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
/* True if the entry and the return are printed as one call. */
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
 * A parsed specification of probes, one of
 *	KIND=[FILE:]FUNC[+OFF][(PROTOTYPE)][ -> TYPE]
 *	usdt=[FILE:]PROVIDER:NAME[(PROTOTYPE)]
 *	tracepoint=CATEGORY:NAME, with fields in a definition only
 *	kfunc=FUNC[(PROTOTYPE)][ -> TYPE]
 */
struct probe_spec {
	enum probe_kind kind;
	char *file;	    /* NULL: none was given */
	char *provider;	    /* provider of USDT or category of a tracepoint, or a pattern for it */
	char *func;	    /* function, or NAME of USDT and tracepoints, or a pattern for it */
	uint64_t off;	    /* from the function's beginning */
	char *text;	    /* names of arguments point into it */
	char *prototype;    /* as it was given, or "" */
	struct sct_row row; /* arguments; the row has no name */
	struct sct_row ret; /* the return value as one argument, if ret_typed and not ret_void */
	bool typed;	    /* the arguments are given */
	bool ret_typed;	    /* the return type is given */
	bool ret_void;
	struct probe_field *fields; /* of a tracepoint */
	unsigned nfields;
	struct types *types; /* structs and constants that the prototype may name */
	struct types *own;   /* types, if the spec owns them; otherwise NULL */
};

/*
 * Parses a specification. types has the structs and constants that it may name, and gets the numbers that its pointers
 * point to; types must live as long as the spec, and may be NULL. Returns 0, -ENOMEM, or -EINVAL with a message. s needs
 * probe_spec__free() in all cases.
 */
int probe_spec__parse(struct probe_spec *s, const char *text, struct types *types, const struct errmsg *errmsg);
/* Writes the structs and constants that the spec names, and those that these need, for defs__parse(). */
void probe_spec__types(const struct probe_spec *s, struct buf *out);
void probe_spec__free(struct probe_spec *s);
/* True if text begins with "KIND=". */
bool probe_spec__is(const char *text);

/* A probe: a spec, and the place where it was found. */
struct probe {
	uint32_t id;
	struct types *types;	/* structs and constants that the spec names */
	struct probe_spec spec; /* spec.func is the name that is printed, or PROVIDER:NAME */
	char *def;		/* definition from which a replay makes the same probe, def_len bytes */
	size_t def_len;
	/* not set in a replay */
	char *file;
	uint64_t file_off; /* offset in the file, or the tracepoint's id */
	unsigned places;   /* how many places a USDT probe has; libbpf finds them by its name */
	bool go;	   /* arguments are passed by Go's ABI */
};

struct probes {
	struct probe **v;
	unsigned n;
};

/* The place where a probe was found. */
struct probe_place {
	const char *file; /* NULL: in the kernel */
	const char *name;
	const char *prototype; /* used if the spec has none; may be NULL */
	const char *types;     /* types of that prototype (probe_spec__types()); may be NULL */
	uint64_t off;	       /* offset in the file, or the tracepoint's id */
	unsigned places;       /* how many places a USDT probe has */
	bool go;	       /* the function was compiled by Go */
};

/* Adds a probe with the spec's prototype to the set. Returns 0 or -errno. */
int probes__add(struct probes *p, const struct probe_spec *s, const struct probe_place *at);
/*
 * Adds the probe that a definition in a recording describes, under the number id. Returns 0, also if id has the same
 * definition already, -EEXIST if id is another probe, -EINVAL if def is invalid, -E2BIG or -ENOMEM.
 */
int probes__define(struct probes *p, uint32_t id, const char *def, size_t len);
static inline const struct probe *probes__get(const struct probes *p, uint32_t id)
{
	return p && id < p->n ? p->v[id] : NULL;
}
void probes__free(struct probes *p);

#endif
