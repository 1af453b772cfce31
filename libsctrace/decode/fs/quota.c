// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Disk quotas. */
#include "decode/core/call.h"

#define TYPE_BITS 8

void argfn_qcmd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);

	if (!out_coded(o, v, OUT_UDEC))
		return;
	out_call(o, "QCMD");
	out_sym(o, &flags_quota_cmds, v >> TYPE_BITS);
	out_sym(o, &flags_quota_types, v & 0xff);
	out_close(o, OUT_CALL);
	out_coded_end(o);
}
