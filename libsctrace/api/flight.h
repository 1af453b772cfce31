/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Conditions on raw records that make a flight recorder write what it keeps in memory. */
#ifndef SCT_API_FLIGHT_H
#define SCT_API_FLIGHT_H

#include "api/handle.h"

struct flight;

/* Parses opts.flight_on. Returns 0, or -errno with a message. */
int flight__new(struct flight **out, struct sctrace *t, const struct sctrace_opts *o);
/* Returns whether the record fulfils a condition. */
bool flight__holds(const struct flight *f, const struct sct_rec *rec);
/* Returns whether sctrace_flight_request() is one of the conditions. */
bool flight__on_request(const struct flight *f);
void flight__free(struct flight *f);

#endif
