// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/seccontext/contexts.h"

#include <errno.h>
#include <stdlib.h>

#include <selinux/label.h>
#include <selinux/selinux.h>

struct contexts {
	struct selabel_handle *files;
	char *last;
};

int contexts__open(struct contexts **out)
{
	struct contexts *c = calloc(1, sizeof(*c));
	int err;

	if (!c)
		return -ENOMEM;
	c->files = selabel_open(SELABEL_CTX_FILE, NULL, 0);
	if (!c->files) {
		err = errno ? -errno : -ENOENT;
		free(c);
		return err;
	}
	*out = c;
	return 0;
}

void contexts__close(struct contexts *c)
{
	if (!c)
		return;
	freecon(c->last);
	selabel_close(c->files);
	free(c);
}

const char *contexts__expected(struct contexts *c, const char *path, uint32_t mode)
{
	freecon(c->last);
	c->last = NULL;
	return selabel_lookup_raw(c->files, &c->last, path, (int)mode) ? NULL : c->last;
}
