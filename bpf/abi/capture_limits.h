/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Limits of what is captured of a call, for who makes plans (libsctrace/plan/plan.c) and for the plans' interpreter
 * (capture.h), and the kernel's numbers that the latter looks at.
 */
#ifndef CAPTURE_LIMITS_H
#define CAPTURE_LIMITS_H

#define DATA_MAX 0x10000 /* bytes of chunks in a record */
#define DATA_MASK (DATA_MAX - 1)
#define LEAST_PAGE 4096

/* The most elements that are taken of each. A plan may ask for fewer (sct_cap.elem). */
#define SCT_CAP_IOVECS 1024    /* iovecs, and their data: the kernel itself takes no more (UIO_MAXIOV) */
#define SCT_CAP_EACH_IOVECS 64 /* iovecs whose data is taken, of one of several structs */
#define SCT_CAP_MESSAGES 256   /* messages of a vector: as many as sct_chunk.sub tells apart */
#define SCT_CAP_POINTERS 32    /* structs of a vector of pointers: as many as are shown by default */
#define SCT_CAP_LINKS 1001     /* structs of a list: the kernel itself takes one less */
#define SCT_CAP_COUNTED 8192   /* pointers that are counted; beyond it there is no count */
#define SCT_CAP_NAME_BYTES 128
#define SCT_CAP_CONTROL_BYTES 4096

#define NLMSG_HEAD 16
#define NLMSG_MOST (1 << 20)
#define NLADDR 12 /* sizeof(struct sockaddr_nl) */

#endif
