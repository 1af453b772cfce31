// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * A read plugin for collectd: of each process name and system call, how many calls there were, how many failed, and in
 * how much time 99 % of those of the last interval returned. README.md has the configuration.
 *
 * The kernel counts; each interval the plugin takes the numbers. The library has the totals, which are what counters in
 * collectd want, and what came since the last interval.
 */
#include "collectd.h"
#include "plugin.h"

#include <grp.h>
#include <pwd.h>
#include <sctrace.h>
#include <unistd.h>

#define NAME "sctrace"

static struct {
	char *calls, *user;
	uint32_t max_series;
} config = { .max_series = 10000 };

static struct sctrace_stats *stats;

/* ---- configuration ---- */

static int set_string(char **option, const char *value)
{
	free(*option);
	*option = strdup(value);
	return *option ? 0 : -1;
}

static int configure(const char *key, const char *value)
{
	unsigned long n;
	char *end;

	if (!strcasecmp(key, "Calls"))
		return set_string(&config.calls, value);
	if (!strcasecmp(key, "User"))
		return set_string(&config.user, value);
	if (strcasecmp(key, "MaxSeries"))
		return -1;
	n = strtoul(value, &end, 10);
	if (*end || !n || n > UINT32_MAX)
		return -1;
	config.max_series = (uint32_t)n;
	return 0;
}

/* ---- start and end ---- */

/* Drops privileges of all threads for good. The programs stay attached, and reading needs no privileges. */
static int drop_privileges(void)
{
	const struct passwd *user = config.user ? getpwnam(config.user) : NULL;

	if (!config.user)
		return 0;
	if (!user) {
		ERROR(NAME " plugin: there is no user '%s'", config.user);
		return -1;
	}
	if (initgroups(user->pw_name, user->pw_gid) || setresgid(user->pw_gid, user->pw_gid, user->pw_gid) ||
	    setresuid(user->pw_uid, user->pw_uid, user->pw_uid)) {
		ERROR(NAME " plugin: cannot become '%s': %s", config.user, strerror(errno));
		return -1;
	}
	return 0;
}

/* Starts after collectd has gone into the background, since a child could only close a handle of its parent. */
static int start(void)
{
	char why[256] = "";
	struct sctrace_stats_opts opts = SCTRACE_INIT(struct sctrace_stats_opts);
	int err;

	if (stats)
		return 0;
	opts.trace = config.calls;
	opts.by = "comm,syscall";
	opts.all_tasks = true;
	opts.hist = true;
	opts.deltas = true;
	opts.max_rows = config.max_series;
	opts.why = why;
	opts.why_size = sizeof(why);
	err = sctrace_stats_open(&stats, &opts);
	if (err) {
		ERROR(NAME " plugin: %s", *why ? why : strerror(-err));
		return -1;
	}
	err = sctrace_stats_start(stats);
	if (err)
		ERROR(NAME " plugin: %s", sctrace_stats_error(stats));
	return err || drop_privileges() ? -1 : 0;
}

static int end(void)
{
	sctrace_stats_close(stats);
	stats = NULL;
	free(config.calls);
	free(config.user);
	return 0;
}

/* ---- numbers ---- */

/*
 * Processes choose their names. A name in collectd has no '/', one in Prometheus' format is valid UTF-8: other bytes than
 * these are written as %XX, so that different names stay different. to: three times as large as from.
 */
static void put_name(char *to, const char *from)
{
	for (; *from; from++) {
		if (isascii((unsigned char)*from) && (isalnum((unsigned char)*from) || strchr("-_.:+@ ", *from)))
			*to++ = *from;
		else
			to += sprintf(to, "%%%02X", (unsigned char)*from);
	}
	*to = '\0';
}

/* The interface of 32-bit programs has calls of the same names. */
static void put_call(char *to, const struct sctrace_stat *row)
{
	const char *abi = row->abi == SCTRACE_ABI_I386 ? ".i386" : row->abi == SCTRACE_ABI_ARM ? ".arm" : "";

	if (row->name)
		snprintf(to, DATA_MAX_NAME_LEN, "%s%s", row->name, abi);
	else
		snprintf(to, DATA_MAX_NAME_LEN, "%u%s", row->nr, abi);
}

static void dispatch(const struct sctrace_stat *row, const char *type, value_t value)
{
	value_list_t list = VALUE_LIST_INIT;

	list.values = &value;
	list.values_len = 1;
	strcpy(list.plugin, NAME);
	strcpy(list.type, type);
	if (row->other || !row->comm) { /* rows beyond MaxSeries get a name that no process can have */
		strcpy(list.plugin_instance, "(other)");
		strcpy(list.type_instance, "(other)");
	} else {
		put_name(list.plugin_instance, row->comm);
		put_call(list.type_instance, row);
	}
	plugin_dispatch_values(&list);
}

static int on_total(void *ctx, const struct sctrace_stat *row)
{
	(void)ctx;
	if (row->waiting) /* calls in progress have rows of their own */
		return 0;
	dispatch(row, "calls", (value_t){ .derive = (derive_t)row->calls });
	dispatch(row, "call_errors", (value_t){ .derive = (derive_t)row->errors });
	return 0;
}

static int on_delta(void *ctx, const struct sctrace_stat *row)
{
	(void)ctx;
	if (row->calls)
		dispatch(row, "call_p99", (value_t){ .gauge = (gauge_t)sctrace_stat_percentile(row, 0.99) / 1e9 });
	return 0;
}

static int take(void)
{
	int err = sctrace_stats_read(stats);

	if (!err)
		err = sctrace_stats_each(stats, on_total, NULL);
	if (!err)
		err = sctrace_stats_delta(stats, on_delta, NULL);
	if (err)
		ERROR(NAME " plugin: %s", sctrace_stats_error(stats));
	return err;
}

void module_register(void);

void module_register(void)
{
	static const char *keys[] = { "Calls", "User", "MaxSeries" };
	static data_source_t count = { "value", DS_TYPE_DERIVE, 0, NAN }, gauge = { "value", DS_TYPE_GAUGE, 0, NAN };
	static const data_set_t sets[] = {
		{ "calls", 1, &count },
		{ "call_errors", 1, &count },
		{ "call_p99", 1, &gauge },
	};

	for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++)
		plugin_register_data_set(&sets[i]);
	plugin_register_config(NAME, configure, keys, sizeof(keys) / sizeof(*keys));
	plugin_register_init(NAME, start);
	plugin_register_read(NAME, take);
	plugin_register_shutdown(NAME, end);
}
