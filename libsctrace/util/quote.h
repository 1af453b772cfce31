/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Bytes of a traced process as a C string literal that no terminal acts upon. */
#ifndef SCT_QUOTE_H
#define SCT_QUOTE_H

#include "util/buf.h"

enum quote_hex {
	QUOTE_OCTAL,	 /* \n, \0, \303 */
	QUOTE_HEX_BIN,	 /* a string with anything unprintable in it: all as \x.. (-x) */
	QUOTE_HEX_ALL,	 /* -xx */
	QUOTE_HEX_CHARS, /* \n, \x00, \xc3 */
	QUOTE_MODES,
};

/* With the quotation marks. */
void quote__bytes(struct buf *b, const uint8_t *p, size_t n, enum quote_hex mode);

/*
 * A name from a file that anybody may have made, without quotation marks: of a function, a file, a source. Printable ASCII
 * and UTF-8 stay as they are, other bytes are escaped: a name is never more than part of a line.
 */
void quote__name(struct buf *b, const char *name);

/* Bytes of the character at p, of n that there are, if quote__name() leaves it as it is; 0: it is escaped. */
size_t quote__printable(const uint8_t *p, size_t n);

/* What stands between < and >: those are escaped, too. */
void quote__path(struct buf *b, const void *p, size_t n, enum quote_hex mode);

#endif
