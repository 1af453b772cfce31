/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Quotes bytes of a traced process as C string literals, so that no terminal acts on them. */
#ifndef SCT_QUOTE_H
#define SCT_QUOTE_H

#include "util/buf.h"

enum quote_hex {
	QUOTE_OCTAL,	 /* \n, \0, \303 */
	QUOTE_HEX_BIN,	 /* all bytes as \x.. if one is unprintable (-x) */
	QUOTE_HEX_ALL,	 /* all bytes as \x.. (-xx) */
	QUOTE_HEX_CHARS, /* \n, \x00, \xc3 */
	QUOTE_MODES,
};

/* Appends the bytes in quotation marks. */
void quote__bytes(struct buf *b, const uint8_t *p, size_t n, enum quote_hex mode);

/*
 * Appends a name from a file of unknown origin (of a function, a file, a source), without quotation marks. Printable
 * ASCII and UTF-8 stay as they are and other bytes are escaped, so that a name cannot end its line.
 */
void quote__name(struct buf *b, const char *name);

/* Returns the length of the character at p, or 0 if quote__name() escapes it. n: bytes at p. */
size_t quote__printable(const uint8_t *p, size_t n);

/* Appends a text that the caller puts between < and >, with these characters escaped. */
void quote__path(struct buf *b, const void *p, size_t n, enum quote_hex mode);

#endif
