/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Numbers of rows: indexes in sct_rows[], for the tables in tables/nr/. */
#ifndef SCT_ROW_ID_H
#define SCT_ROW_ID_H

#define ROW_ID(n) SC_##n
#define VAR_ID(n, v) SC_##n##__##v

enum row_id {
#define SC(n, c, r, ...) ROW_ID(n),
#define SCA(n, c, r, x, ...) ROW_ID(n),
#define SCN(id, n, c, r, ...) ROW_ID(id),
#define SCNA(id, n, c, r, x, ...) ROW_ID(id),
#define SCV(n, v, k, r, ...) VAR_ID(n, v),
#define SCNV(id, n, v, k, r, ...) VAR_ID(id, v),
#define SCVA(n, v, k, r, x, ...) VAR_ID(n, v),
#include "tables/syscalls/all.def"
#undef SC
#undef SCA
#undef SCN
#undef SCNA
#undef SCNV
#undef SCV
#undef SCVA
	ROW_MAX
};

#endif
