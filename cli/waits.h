/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Calls that wait by nature: their time says nothing about a problem. */
#ifndef CLI_WAITS_H
#define CLI_WAITS_H

#include <stdbool.h>
#include <stdint.h>

/* A futex call of a pool that has nothing to do takes at least so long, ns. */
#define WAITS_POOL_NS 10e6

/* Returns whether the call of this name waits for something that other tasks or clients do. futex(2) is not one. */
bool waits__by_nature(const char *call);
/* Returns whether the call is one of futex(2): whether it waits by nature depends on how long its calls take. */
bool waits__is_futex(const char *call);

#endif
