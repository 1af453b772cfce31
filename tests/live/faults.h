/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions of faults.c for the program that it is loaded with. */
#ifndef FAULTS_H
#define FAULTS_H

/*
 * Lets one request to libc or the kernel fail: at a place in the code whose first request has not failed in an earlier
 * turn, the first one; else the second one, and so on, up to number `each`.
 */
void faults__begin(unsigned each) __attribute__((weak));
/* Lets no more requests fail. Returns the one that failed, "N FUNCTION MODULE+OFFSET\n", or NULL. */
const char *faults__end(void) __attribute__((weak));
/* Returns how many blocks of memory are allocated. */
long faults__blocks(void) __attribute__((weak));

#endif
