// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/io_calls.h"

#include <string.h>

static const char *const reads[] = {
	"read",	    "pread64", "readv",	   "preadv",	      "preadv2",	 "recv",
	"recvfrom", "recvmsg", "recvmmsg", "recvmmsg_time64", "mq_timedreceive", "mq_timedreceive_time64",
};
static const char *const writes[] = {
	"write", "pwrite64", "writev",	"pwritev",  "pwritev2",	    "vmsplice",
	"send",	 "sendto",   "sendmsg", "sendmmsg", "mq_timedsend", "mq_timedsend_time64",
};

/* Calls that move bytes, but not to or from user memory. */
static const char *const splices[] = { "sendfile", "sendfile64", "splice", "tee", "copy_file_range" };

static bool is_among(const char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

unsigned io_calls__of(const struct sct_row *row)
{
	if (is_among(reads, sizeof(reads) / sizeof(reads[0]), row->name))
		return TRANSFER_READ;
	return is_among(writes, sizeof(writes) / sizeof(writes[0]), row->name) ? TRANSFER_WRITE : 0;
}

bool io_calls__counts(const struct sct_row *row)
{
	if (is_among(splices, sizeof(splices) / sizeof(splices[0]), row->name))
		return true;
	/* sendmmsg() and recvmmsg() return the number of messages, mq_timedsend() returns 0 */
	return io_calls__of(row) && !strstr(row->name, "mmsg") && strncmp(row->name, "mq_timedsend", 12) != 0;
}
