/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Common parts of the fuzz targets: libFuzzer's functions, hostile input as numbers, checks of the output. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t max,
				 unsigned seed);
/* Function of libFuzzer. Returns the new size. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

/* Is checked in every build, unlike assert(). */
#define MUST(cond, ...)                                                                                                \
	do {                                                                                                           \
		if (!(cond)) {                                                                                         \
			fprintf(stderr, "%s:%d: not so: %s: ", __FILE__, __LINE__, #cond);                             \
			fprintf(stderr, __VA_ARGS__);                                                                  \
			fputc('\n', stderr);                                                                           \
			abort();                                                                                       \
		}                                                                                                      \
	} while (0)

/* The input as a sequence of numbers and strings; 0 where it has ended. */
struct input {
	const uint8_t *p;
	size_t left;
};

static inline void input_bytes(struct input *in, void *to, size_t n)
{
	size_t have = n < in->left ? n : in->left;

	memset(to, 0, n);
	if (have)
		memcpy(to, in->p, have);
	in->p += have;
	in->left -= have;
}

static inline uint8_t input_u8(struct input *in)
{
	uint8_t v;

	input_bytes(in, &v, sizeof(v));
	return v;
}

static inline uint64_t input_u64(struct input *in)
{
	uint64_t v;

	input_bytes(in, &v, sizeof(v));
	return v;
}

/* Takes a length, then up to max - 1 bytes, which may include NUL, and adds a NUL. */
static inline size_t input_text(struct input *in, char *to, size_t max)
{
	size_t n = input_u8(in);

	n |= n == 255 ? (size_t)input_u8(in) << 8 : 0;
	n = n < max ? n : max - 1;
	input_bytes(in, to, n);
	to[n] = '\0';
	return n;
}

/* Checks that output to a terminal has no control characters except the newline, and in tables the tab. */
static inline void must_be_text(const char *p, size_t n, bool tabs)
{
	for (size_t i = 0; i < n; i++)
		MUST(p[i] == '\n' || (p[i] >= ' ' && p[i] < 0x7f) || (tabs && p[i] == '\t'), "byte 0x%02x at %zu: %.*s",
		     (unsigned char)p[i], i, (int)(i < 200 ? i : 200), p + (i < 200 ? 0 : i - 200));
}

/* Checks that text is one line with one JSON value of printable characters. In json.c. */
void must_be_json(const char *p, size_t n);

/* Printed when the process ends: scripts/fuzz.sh adds them up. */
void count_records(unsigned long long n);

/* Numbers for mutations (xorshift). */
static inline uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static inline unsigned below(uint64_t *state, unsigned n)
{
	return (unsigned)(next_random(state) >> 11) % n;
}

static inline bool one_in(uint64_t *state, unsigned n)
{
	return !below(state, n);
}

#endif
