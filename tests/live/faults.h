/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions of faults.c for the program that it is loaded with. */
#ifndef FAULTS_H
#define FAULTS_H

/*
 * From here on one request fails: the first that was made from its place in
 * the code, or, if that has failed in an earlier turn, the second, up to each.
 */
void faults__begin(unsigned each) __attribute__((weak));
/* No request fails any more. Which one has: "N FUNCTION MODULE+OFFSET\n", or NULL. */
const char *faults__end(void) __attribute__((weak));
/* Blocks of memory that are allocated now. */
long faults__blocks(void) __attribute__((weak));

#endif
