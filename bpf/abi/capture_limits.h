/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Limits of what is captured of a call, shared by the code that makes capture plans (libsctrace/plan/plan.c) and the
 * interpreter of the plans (record/capture.h), and the kernel's numbers that the interpreter uses.
 */
#ifndef CAPTURE_LIMITS_H
#define CAPTURE_LIMITS_H

#include "abi/sctrace_abi.h"

#define DATA_MAX 0x10000 /* bytes of chunks in a record */
#define DATA_MASK (DATA_MAX - 1)
#define LEAST_PAGE 4096

/* Most elements that are captured of each kind. A plan may ask for fewer (sct_cap.elem). */
#define SCT_CAP_IOVECS 1024    /* iovecs of a vector, and their data: the kernel's own limit (UIO_MAXIOV) */
#define SCT_CAP_EACH_IOVECS 64 /* iovecs of each struct (of several) whose data is captured */
#define SCT_CAP_MESSAGES 256   /* messages of a vector: sct_chunk.sub has 8 bits for the message */
#define SCT_CAP_POINTERS 32    /* structs of a vector of pointers: as many as are shown by default */
#define SCT_CAP_LINKS 1001     /* structs of a list: one more than the kernel accepts */
#define SCT_CAP_COUNTED 8192   /* pointers that are counted; a longer vector has no count */
#define SCT_CAP_NAME_BYTES 128
#define SCT_CAP_CONTROL_BYTES 4096

/* A vector whose elements are captured one by one. */
struct capture_vector {
	__u64 addr;
	__u64 max; /* most bytes of an element's data */
	__u64 id;  /* chunk id of the first element (CHUNK_ID()) */
};

#define NLMSG_HEAD 16
#define NLMSG_MOST (1 << 20)
#define NLADDR 12 /* sizeof(struct sockaddr_nl) */

#endif
