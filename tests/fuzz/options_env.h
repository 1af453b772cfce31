/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * This file is included before cli/options*.c when they are built for fuzzing. The command parses its arguments once,
 * prints and exits; the replacements catch exits, and let the target free what was allocated.
 */
#ifndef FUZZ_OPTIONS_ENV_H
#define FUZZ_OPTIONS_ENV_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noreturn)) void env_exit(int status);
__attribute__((format(printf, 2, 3))) int env_dprintf(int fd, const char *fmt, ...);
__attribute__((format(printf, 2, 3))) int env_fprintf(FILE *f, const char *fmt, ...);
__attribute__((format(printf, 1, 2))) int env_printf(const char *fmt, ...);
int env_puts(const char *text);
int env_fputs(const char *text, FILE *f);
int env_isatty(int fd);
char *env_strdup(const char *text);
__attribute__((format(printf, 2, 3))) int env_asprintf(char **text, const char *fmt, ...);
char *env_realpath(const char *path, char *resolved);
void *env_realloc(void *p, size_t n);
void env_free(void *p);

/* options.c of the target defines the replacements, and uses libc's functions in them */
#ifndef ENV_FUNCTIONS
#define exit env_exit
#define dprintf env_dprintf
#define fprintf env_fprintf
#define printf(...) env_printf(__VA_ARGS__)
#define puts env_puts
#define fputs env_fputs
#define isatty env_isatty
#undef strdup
#define strdup env_strdup
#define asprintf env_asprintf
#define realpath env_realpath
#define realloc env_realloc
#define free env_free
#endif

#endif
