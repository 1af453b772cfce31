// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Network addresses. */
#include "decode/core/addr.h"

#include <arpa/inet.h>
#include <string.h>

#define AF_INET6_ 10

void decode_htons(struct out *o, uint16_t be)
{
	if (!out_coded_bytes(o, &be, sizeof(be)))
		return;
	out_call(o, "htons");
	out_uint(o, be16(be));
	out_close(o, OUT_CALL);
	out_coded_end(o);
}

void decode_inet(struct out *o, const uint8_t a[4])
{
	decode_inet_bytes(o, a, 4);
}

void decode_inet_bytes(struct out *o, const uint8_t *a, size_t n)
{
	char text[INET_ADDRSTRLEN], *p = text;

	if (!out_coded_bytes(o, a, n))
		return;
	for (unsigned i = 0; i < 4; i++) {
		if (i)
			*p++ = '.';
		if (a[i] >= 100)
			*p++ = (char)('0' + a[i] / 100);
		if (a[i] >= 10)
			*p++ = (char)('0' + a[i] / 10 % 10);
		*p++ = (char)('0' + a[i] % 10);
	}
	out_call(o, "inet_addr");
	out_str(o, text, p - text, OUT_STR_WHOLE);
	out_close(o, OUT_CALL);
	out_coded_end(o);
}

void decode_inet6(struct out *o, const uint8_t a[16], const char *var)
{
	char text[INET6_ADDRSTRLEN] = "";

	if (!o->ops->coded(o, &(struct out_code){ .field = var, .bytes = a, .n = 16 }))
		return;
	inet_ntop(AF_INET6, a, text, sizeof(text));
	out_call(o, "inet_pton");
	out_name(o, "AF_INET6", AF_INET6_);
	out_str(o, text, strlen(text), OUT_STR_WHOLE);
	if (var)
		out_prefixed(o, "&", var, 0);
	out_close(o, OUT_CALL);
	out_coded_end(o);
}

void decode_hwaddr_in(struct out *o, const uint8_t *p, size_t n, size_t bytes)
{
	static const char digit[] = "0123456789abcdef";
	char text[3 * 32] = "";

	if (n > 32)
		n = 32;
	for (size_t i = 0; i < n; i++) {
		if (i)
			text[3 * i - 1] = ':';
		text[3 * i] = digit[p[i] >> 4];
		text[3 * i + 1] = digit[p[i] & 15];
	}
	if (!out_coded_bytes(o, p, bytes))
		return;
	out_form(o, text);
	out_coded_end(o);
}

void decode_hwaddr(struct out *o, const uint8_t *p, size_t n)
{
	decode_hwaddr_in(o, p, n, n);
}
