/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef SCT_ABI_ID_H
#define SCT_ABI_ID_H

enum sct_abi_id { SCT_ABI_X86_64, SCT_ABI_I386, SCT_ABI_ARM64, SCT_ABI_ARM, SCT_ABI_RISCV64, SCT_ABI_MAX };

#endif
