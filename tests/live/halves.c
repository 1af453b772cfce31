// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * halves CAPTURE OPTION...: prints the calls of a capture file twice, once with each beginning written before the end
 * is known, as when another task's event comes between, and once without that. Prints the lines that differ, and how
 * many of how many. Status: 0 if none does. Options: -v, -x, -N, -y.
 */
#include <sctrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printer {
	struct sctrace_text *text;
	FILE *lines;
	bool halves;
};

static int write_lines(void *ctx, const char *p, size_t n)
{
	struct printer *printer = ctx;

	return fwrite(p, 1, n, printer->lines) == n ? 0 : -1;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct printer *printer = ctx;
	int err = sctrace_text_event(printer->text, ev);

	if (!err && printer->halves && ev->type == SCTRACE_ENTER)
		err = sctrace_text_flush(printer->text, true);
	return err;
}

static bool given(char **options, const char *name)
{
	for (; *options; options++)
		if (!strcmp(*options, name))
			return true;
	return false;
}

/* Returns the lines of a capture file, which the caller frees. Exits if there is an error. */
static char *lines_of(char **argv, bool halves)
{
	struct printer printer = { .halves = halves };
	char why[256] = "", *lines = NULL;
	size_t size = 0;
	struct sctrace_opts opts = {
		.sz = sizeof(opts),
		.replay = argv[1],
		.verbose = given(argv, "-v"),
		.fds = given(argv, "-y") ? SCTRACE_FDS_PATH : 0,
		.event = on_event,
		.ctx = &printer,
		.why = why,
		.why_size = sizeof(why),
	};
	struct sctrace_text_opts text = {
		.sz = sizeof(text),
		.prefix = SCTRACE_PREFIX_PID,
		.hex = given(argv, "-x"),
		.arg_names = given(argv, "-N"),
		.write = write_lines,
		.ctx = &printer,
		.why = why,
		.why_size = sizeof(why),
	};
	struct sctrace *t;
	int err;

	printer.lines = open_memstream(&lines, &size);
	if (!printer.lines || sctrace_open(&t, &opts) || sctrace_text_new(&printer.text, t, &text) ||
	    sctrace_start(t)) {
		fprintf(stderr, "halves: %s: %s\n", argv[1], why);
		exit(2);
	}
	do
		err = sctrace_poll(t, -1);
	while (err >= 0);
	if (sctrace_stop(t) || sctrace_text_detach(printer.text) || sctrace_text_flush(printer.text, true) ||
	    fclose(printer.lines)) {
		fprintf(stderr, "halves: %s: %s\n", argv[1], sctrace_error(t));
		exit(2);
	}
	sctrace_text_free(printer.text);
	sctrace_close(t);
	return lines;
}

int main(int argc, char **argv)
{
	char *whole, *halves, *w, *h;
	unsigned lines = 0, different = 0;

	if (argc < 2)
		return 2;
	whole = lines_of(argv, false);
	halves = lines_of(argv, true);
	for (w = whole, h = halves; *w && *h; lines++) {
		size_t nw = strcspn(w, "\n"), nh = strcspn(h, "\n");

		if (nw != nh || memcmp(w, h, nw)) {
			printf("whole:  %.*s\nhalves: %.*s\n", (int)nw, w, (int)nh, h);
			different++;
		}
		w += nw + (w[nw] == '\n');
		h += nh + (h[nh] == '\n');
	}
	printf("%u of %u lines differ\n", different, lines);
	different += *w || *h || !lines;
	free(whole);
	free(halves);
	return different ? 1 : 0;
}
