// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* rawrec CAPTURE: prints the bytes of all records of a capture file, in order. */
#include <stdio.h>

#include "recording/capture_file.h"

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	(void)ctx;
	return fwrite(rec, 1, size, stdout) == size ? 0 : -1;
}

int main(int argc, char **argv)
{
	struct capture_info info;
	char why[256] = "";
	struct capture *c;
	struct source *src;
	int n;

	if (argc != 2 || capture__open(&c, argv[1], &info, why, sizeof(why))) {
		fprintf(stderr, "%s\n", why);
		return 2;
	}
	src = capture__source(c);
	do
		n = src->ops->drain(src, on_record, NULL);
	while (n > 0);
	src->ops->free(src);
	return n < 0 || fclose(stdout);
}
