/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What sctrace --doctor says of a host, from the facts alone. */
#ifndef CLI_DOCTOR_CHECKS_H
#define CLI_DOCTOR_CHECKS_H

#include "doctor_host.h"

enum doctor_state {
	DOCTOR_OK,
	DOCTOR_MISSING,
	DOCTOR_UNKNOWN_STATE,
	DOCTOR_OFF, /* --without switches it off */
};

/* Strings are valid during the callback. */
struct doctor_check {
	const char *group; /* kernel, sysctl, privileges, host, feature, trial */
	const char *name;
	enum doctor_state state;
	const char *what;    /* what was found */
	const char *costs;   /* what does not work without it; NULL: nothing */
	const char *instead; /* what is done without it, of a feature; NULL: nothing */
	const char *mend;    /* what to type or change; NULL: nothing can be done, or is to be done */
};

typedef void doctor_check_fn(void *ctx, const struct doctor_check *c);

/* Passes all checks of the host to fn. */
void doctor_checks(const struct doctor_host *h, doctor_check_fn *fn, void *ctx);

#endif
