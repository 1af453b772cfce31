// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "doctor.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "doctor_checks.h"
#include "doctor_trial.h"
#include "metrics_http.h"
#include "print.h"
#include "sctrace.h"

#define NAME_COLUMN 26
#define STATE_COLUMN 9
#define FEATURES_MAX 64

struct report {
	const struct options *o;
	bool json, any;
	bool works; /* so far */
	struct sctrace_feature features[FEATURES_MAX];
	unsigned nfeatures;
};

static const char *const states[] = {
	[DOCTOR_OK] = "ok",
	[DOCTOR_MISSING] = "missing",
	[DOCTOR_UNKNOWN_STATE] = "unknown",
	[DOCTOR_OFF] = "off",
};

static void check_json(const struct doctor_check *c, bool first)
{
	printf("%s\n  {\"group\": \"%s\", \"name\": \"%s\", \"state\": \"%s\"", first ? "" : ",", c->group, c->name,
	       states[c->state]);
	print__json_string(stdout, "what", c->what);
	print__json_string(stdout, "costs", c->costs);
	print__json_string(stdout, "instead", c->instead);
	print__json_string(stdout, "mend", c->mend);
	putchar('}');
}

static void text_more(const char *title, const char *text)
{
	if (text)
		printf("%*s%s: %s\n", NAME_COLUMN + STATE_COLUMN, "", title, text);
}

static void check_print(void *ctx, const struct doctor_check *c)
{
	struct report *r = ctx;

	if (r->json) {
		check_json(c, !r->any);
	} else {
		printf("%-*s%-*s%s\n", NAME_COLUMN, c->name, STATE_COLUMN, states[c->state], c->what);
		text_more("costs", c->costs);
		text_more("instead", c->instead);
		text_more("mend", c->mend);
	}
	r->any = true;
}

static int feature_keep(void *ctx, const struct sctrace_feature *f)
{
	struct report *r = ctx;

	if (r->nfeatures < FEATURES_MAX)
		r->features[r->nfeatures++] = *f;
	return 0;
}

static void feature_print(struct report *r, const struct sctrace_feature *f)
{
	struct doctor_check c = { .group = "feature", .name = f->name, .what = f->what };

	c.state = f->used ? DOCTOR_OK : f->present ? DOCTOR_OFF : DOCTOR_MISSING;
	if (!f->used && f->instead)
		c.instead = f->instead;
	else if (!f->used)
		c.costs = "all tracing";
	check_print(r, &c);
}

static void features_print(struct report *r)
{
	const struct doctor_check unknown = { .group = "feature",
					      .name = "features",
					      .state = DOCTOR_UNKNOWN_STATE,
					      .what = "bpf() is refused, so the kernel's features cannot be tried",
					      .costs = "nothing but this check",
					      .mend = "see above what is missing" };

	for (unsigned i = 0; i < r->nfeatures; i++)
		feature_print(r, &r->features[i]);
	if (!r->nfeatures)
		check_print(r, &unknown);
}

static void library_print(struct report *r)
{
	const char *mend = NULL, *lacks = metrics_http__lacks(&mend);
	struct doctor_check c = { .group = "host", .name = "libmicrohttpd", .what = lacks ? lacks : "can be loaded" };

	if (lacks) {
		c.state = DOCTOR_MISSING;
		c.costs = "--openmetrics by HTTP (to a file works)";
		c.mend = mend;
	}
	check_print(r, &c);
}

static void trial_print(struct report *r, const char *name, const char *what, int err, const char *why)
{
	struct doctor_check c = { .group = "trial", .name = name, .what = err ? why : what };

	if (err) {
		c.state = DOCTOR_MISSING;
		c.costs = "all tracing";
		c.mend = "see above what is missing; SCTRACE_DEBUG=1 in the environment has libbpf's messages";
		r->works = false;
	}
	check_print(r, &c);
}

static void trials_print(struct report *r)
{
	char why[1024];
	int err = doctor_trial__lines(r->o, why, sizeof(why));

	trial_print(r, "lines", "a call of a process was traced", err, why);
	err = doctor_trial__tables(r->o, why, sizeof(why));
	trial_print(r, "tables", "a call of a process was counted in the kernel", err, why);
}

int doctor(const struct options *o)
{
	struct report r = { .o = o, .json = o->stats.json, .works = true };
	struct doctor_host host;

	if (sctrace_features(o->without, feature_keep, &r) == -EINVAL) {
		complain(o, "--without: unknown feature in '%s' (see --doctor)", o->without);
		return 1;
	}
	doctor_host__read(&host);
	if (r.json)
		printf("{\"checks\": [");
	doctor_checks(&host, check_print, &r);
	library_print(&r);
	features_print(&r);
	fflush(stdout); /* a child of the trial has a copy of what is buffered, and loading takes time */
	trials_print(&r);
	if (r.json)
		printf("\n], \"works\": %s}\n", r.works ? "true" : "false");
	else
		printf("tracing %s\n", r.works ? "works" : "does not work");
	if (fflush(stdout) || ferror(stdout)) {
		complain(o, "--doctor: cannot write: %s", strerror(errno));
		return 1;
	}
	return r.works ? 0 : 1;
}
