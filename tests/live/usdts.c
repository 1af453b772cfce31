// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * A program with USDT probes, as systemtap's sys/sdt.h makes them: a nop and a note that describes it; a probe with a
 * semaphore also has a counter that the kernel increments.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* args: a note's text, with the operands that follow, which have the width of a register */
#define USDT(name, sema, args, ...)                                                                                    \
	asm volatile("990: nop\n"                                                                                      \
		     ".pushsection .note.stapsdt, \"\", \"note\"\n"                                                    \
		     ".balign 4\n"                                                                                     \
		     ".4byte 992f - 991f, 994f - 993f, 3\n"                                                            \
		     "991: .asciz \"stapsdt\"\n"                                                                       \
		     "992: .balign 4\n"                                                                                \
		     "993: .8byte 990b, 0, " sema "\n"                                                                 \
		     ".asciz \"app\", \"" name "\", \"" args "\"\n"                                                    \
		     "994: .balign 4\n"                                                                                \
		     ".popsection\n" ::__VA_ARGS__)

/*
 * The variable has a page of its own: lld makes a program map the page of the file where two segments meet twice, and
 * the kernel counts in the first mapping that it finds.
 */
__attribute__((section(".probes"), used, aligned(4096))) static volatile unsigned short wanted;

#ifdef __x86_64__
#define CONSTANT "$-3" /* an immediate operand has a '$' here on x86, and nothing on other machines */
#else
#define CONSTANT "-3"
#endif

static void start(const char *query, int id)
{
	USDT("query__start", "0", "8@%0 -4@%1", "r"(query), "r"((long)id));
}

static void done(volatile long *rows)
{
	signed char status = -2;

	USDT("query__done", "0", "-4@" CONSTANT " -1@%0 8@%1", "r"((long)status), "m"(*rows));
}

/* A probe at two places, whose arguments are in different locations. */
static void step(int n)
{
	volatile int copy = n;

	if (n & 1)
		USDT("step", "0", "-4@%0", "r"((long)n));
	else
		USDT("step", "0", "-4@%0", "m"(copy));
}

static void many_args(long n)
{
	USDT("many", "0", "8@%0 8@%0 2@%0 1@%0 -8@%0 -4@%0 -2@%0 -8@%0", "r"(n));
}

struct query {
	const char *text;
	int id;
};

static void of_struct(const struct query *q)
{
	USDT("query", "0", "8@%0", "r"(q));
}

static void with_semaphore(void)
{
	if (wanted)
		USDT("costly", "wanted", "4@%0", "r"(5l));
}

static void *steps(void *arg)
{
	const long n = *(const long *)arg;

	for (long i = 0; i < n; i++)
		step((int)i);
	return NULL;
}

static void threads(long n)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, steps, &n);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
}

/* Writes to a file whether the probe is enabled, whenever that changes. */
static void semaphore(const char *file)
{
	int last = -1;

	for (;; usleep(10000)) {
		bool now = wanted; /* a counter for each place, as a compiler may copy the code of a probe */
		FILE *f = last == now ? NULL : fopen(file, "we");

		with_semaphore();
		last = f ? now : last;
		if (f && (fprintf(f, "%d\n", last) < 0 || fclose(f)))
			exit(1);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	char query[] = "SELECT 1";
	volatile long rows = 250;

	query[6] = ' '; /* the page has been touched */
	if (!strcmp(what, "queries")) {
		start(query, 7);
		if (write(1, "rows\n", 5) < 0)
			return 1;
		done(&rows);
		start(NULL, -1);
		many_args(-1);
		step(1);
		step(2);
		with_semaphore();
	} else if (!strcmp(what, "struct")) {
		struct query q = { query, 7 };

		/* all values exist in the memory that is read from outside */
		asm volatile("" ::"r"(&q) : "memory");
		of_struct(&q);
	} else if (!strcmp(what, "threads")) {
		threads(argc > 2 ? atol(argv[2]) : 1);
	} else if (!strcmp(what, "semaphore")) {
		semaphore(argc > 2 ? argv[2] : "/dev/null");
	}
	return 0;
}
