// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/abi.h"

static const struct {
	const char *name, *text;
} errors[] = {
#define E(name, value, text) [value] = { #name, text },
#include "tables/errno.def"
#undef E
};

const char *errno__name(unsigned err, const char **text)
{
	if (err >= sizeof(errors) / sizeof(errors[0]) || !errors[err].name)
		return NULL;
	*text = errors[err].text;
	return errors[err].name;
}
