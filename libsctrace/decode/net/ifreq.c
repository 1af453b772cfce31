// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Network interfaces' ioctls: members that the rows of struct ifreq and struct ifconf cannot describe. */
#include <stdio.h>

#include "decode/core/struct.h"

#define SA_DATA 14

/* Bytes of a hardware address, by ARPHRD_*; for other types all bytes are shown. */
static const struct {
	uint16_t family, len;
} hw_lens[] = {
	{ 0, 7 },   { 1, 6 },	{ 3, 7 },   { 6, 6 },	{ 7, 1 },   { 15, 2 },	{ 27, 8 },  { 270, 5 },
	{ 271, 5 }, { 290, 1 }, { 768, 4 }, { 772, 6 }, { 773, 1 }, { 774, 6 }, { 776, 4 }, { 777, 4 },
	{ 778, 4 }, { 779, 4 }, { 780, 6 }, { 783, 4 }, { 801, 6 }, { 802, 6 }, { 803, 6 }, { 804, 8 },
	{ 805, 8 }, { 820, 1 }, { 821, 1 }, { 822, 1 }, { 825, 8 }, { 826, 8 },
};

static size_t hw_len(uint64_t family)
{
	for (size_t i = 0; i < sizeof(hw_lens) / sizeof(hw_lens[0]); i++)
		if (hw_lens[i].family == family)
			return hw_lens[i].len;
	return SA_DATA;
}

void field_arp_addr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	size_t n = hw_len(field_count(c, f, r)), off = field_off(c, f);
	char text[3 * SA_DATA + 1] = "";
	struct rd bytes = struct__part(r, off);
	size_t have = rd_left(&bytes) < SA_DATA ? rd_left(&bytes) : SA_DATA;

	for (size_t i = 0; i < n; i++)
		snprintf(text + (i ? 3 * i - 1 : 0), 4, i ? ":%02x" : "%02x", (unsigned)struct__number(r, off + i, 1));
	if (!out_coded_bytes(o, bytes.p, have))
		return;
	out_form(o, text);
	out_coded_end(o);
}

void field_ifc_len(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int32_t len = (int32_t)field_signed(c, f, r), size = abi__size(c->abi, T_ifreq);

	out_int(o, len);
	if (len > 0 && len % size == 0)
		out_note(o, "%d * sizeof(struct ifreq)", len / size);
}

/* Emits a name that, unlike those in struct ifreq, may fill the array without a NUL. */
void field_if_name(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	size_t most = rd_left(&at) < f->n ? rd_left(&at) : f->n, n = strnlen((const char *)at.p, most);

	out_str(o, at.p, n, OUT_STR_WHOLE | (n == f->n ? OUT_STR_CUT : OUT_STR_NUL));
}

/* Emits the names and addresses that the call returned. */
void field_ifc_buf(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r);
	int32_t len = (int32_t)field_count(c, f, r), size = abi__size(c->abi, T_ifreq);
	struct rd list = rd_make("", 0, c->abi->word);

	if (!c->done || c->failed || !addr || len < 0 || (len >= size && !field_pointed(c, f, r, &list)))
		out_addr(o, addr);
	else
		struct__emit_array(o, c, (enum sct_type)f->type, &list, (uint64_t)(len / size));
}
