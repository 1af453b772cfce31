// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/recording.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "decode/core/decode.h"
#include "api/deliver.h"
#include "api/flight.h"
#include "recording/recorder.h"
#include "util/clock.h"

#define FLIGHT_BYTES (64u << 20) /* memory of a flight recorder, unless flight_bytes is set */

static bool has_results(const struct sctrace_opts *o)
{
	return o->failed || o->errnos || o->min_ns || o->ret_range;
}

int recording__open(struct sctrace *t, const struct sctrace_opts *o)
{
	struct writer_opts to = {
		.path = o->record,
		.rotate_bytes = o->rotate_bytes,
		.rotate_ns = o->rotate_ns,
		.keep = o->record_keep,
		.note = o->record_note,
		.info = { .clock_offset = t->clock_offset, .decode = t->decode },
	};
	struct stat st;
	int err;

	if (!o->record)
		return 0;
	err = filter__parse(&t->recorded, o->status, NULL, t->base.guard.now, sizeof(t->base.guard.now));
	if (err)
		return err;
	if (o->flight_on)
		err = flight__new(&t->flight, t, o);
	if (err)
		return err;
	t->chooses = t->operand_filter.on || trace_decides_at_end(t) || t->recorded.by_status || has_results(o);
	t->record = strdup(o->record);
	if (!t->record)
		return -ENOMEM;
	to.files = !stat(o->record, &st) && S_ISDIR(st.st_mode);
	if (!to.files && (to.rotate_bytes || to.rotate_ns || to.keep))
		return guard__fail(&t->base.guard, -ENOTDIR, "'%s' is not a directory: several files need one",
				   o->record);
	if (t->chooses)
		pair__observe(t->pair, recording__event);
	err = recorder__open(&t->recorder, &to);
	if (!err && t->flight)
		recorder__keep(t->recorder, &(struct flight_limits){ o->flight_bytes ?: FLIGHT_BYTES, o->flight_ns,
								     o->flight_after_ns });
	return err ? guard__fail(&t->base.guard, err, "cannot write '%s': %s", o->record, strerror(-err)) : 0;
}

/*
 * Handles the result of a write. After an error, such as a full disk, nothing more is written, and the file lacks the
 * mark of a complete one; tracing goes on. Returns 0.
 */
static int written(struct sctrace *t, int err)
{
	if (err && !t->record_err)
		t->record_err = err;
	return 0;
}

static bool of_call(const struct sct_rec *rec)
{
	return rec->type == SCT_REC_ENTER || rec->type == SCT_REC_EXIT || rec->type == SCT_REC_CALL ||
	       rec->type == SCT_REC_MORE;
}

bool recording__only_keeps(const struct sctrace *t, const struct sct_rec *rec)
{
	return t->flight && !t->chooses && of_call(rec);
}

static int put(struct sctrace *t, const struct sct_rec *rec, size_t size)
{
	return t->record_err || t->recorded_all ? 0 : written(t, recorder__write(t->recorder, rec, size));
}

static int put_data(struct sctrace *t, const struct sct_rec *head, size_t size, const void *data, uint32_t len)
{
	return t->record_err || t->recorded_all ? 0
						: written(t, recorder__write_data(t->recorder, head, size, data, len));
}

void recording__flush(struct sctrace *t)
{
	if (!t->record_err)
		written(t, recorder__flush(t->recorder, now_ns()));
}

/* Returns whether the record describes something that other records refer to, and belongs to no call. */
static bool describes(const struct sct_rec *rec)
{
	return rec->type == SCT_REC_NAMES || rec->type == SCT_REC_MAP || rec->type == SCT_REC_DEF ||
	       rec->type == SCT_REC_CLOCK;
}

int recording__raw(struct sctrace *t, const struct sct_rec *rec, size_t size)
{
	int err = t->chooses && !describes(rec) ? 0 : put(t, rec, size);

	if (!err && t->flight && flight__holds(t->flight, rec))
		recorder__trigger(t->recorder, rec->ts);
	return err;
}

int recording__processed(struct sctrace *t, const struct sct_rec *rec, size_t size)
{
	struct sct_exec exec;

	if (!t->chooses || of_call(rec) || describes(rec))
		return 0;
	if (rec->type != SCT_REC_EXEC)
		return put(t, rec, size);
	memcpy(&exec, rec, sizeof(exec));
	exec.data_len = 0;
	return put(t, &exec.rec, sizeof(exec));
}

static int write_enter(struct sctrace *t, const struct sct_enter *e)
{
	return put_data(t, &e->rec, sizeof(*e), e + 1, e->data_len);
}

/* Writes the record of a call's end, also if the call was sent as one record. */
static int write_exit(struct sctrace *t, const struct event *ev)
{
	struct sct_exit x = *ev->exit;

	x.rec.type = SCT_REC_EXIT;
	x.data_len = ev->out_len;
	return put_data(t, &x.rec, sizeof(x), ev->out, ev->out_len);
}

static int on_end(struct sctrace *t, const struct event *ev)
{
	bool shown = deliver__shows(t, ev, false), begun = shown && !t->recorded.by_status;
	struct call c;
	int err;

	if (!shown && !((t->operand_filter.on || trace_decides_at_end(t)) && deliver__shows(t, ev, true)))
		return 0;
	call__init(&c, ev, &t->decode);
	if (!filter__call(&t->recorded, c.failed ? STATUS_FAILED : STATUS_SUCCESSFUL))
		return 0;
	err = begun ? 0 : write_enter(t, ev->enter);
	return err ? err : write_exit(t, ev);
}

int recording__event(void *ctx, const struct event *ev)
{
	struct sctrace *t = ctx;
	bool by_status = t->recorded.by_status;

	if (!t->recorder || !ev->enter || event__is_probe(ev))
		return 0;
	switch (ev->kind) {
	case EV_ENTER:
		return !by_status && deliver__shows(t, ev, false) ? write_enter(t, ev->enter) : 0;
	case EV_EXIT:
		return on_end(t, ev);
	case EV_TASK_EXIT:
		return (by_status || trace_decides_at_end(t)) && filter__call(&t->recorded, STATUS_UNFINISHED) &&
				       deliver__shows(t, ev, true)
			       ? write_enter(t, ev->enter)
			       : 0;
	default:
		return 0;
	}
}

static int on_pending(void *ctx, const struct event *ev)
{
	struct sctrace *t = ctx;

	return ev->kind == EV_ENTER && deliver__shows(t, ev, false) ? write_enter(t, ev->enter) : 0;
}

int recording__close(struct sctrace *t)
{
	int err = 0;

	if (!t->recorder)
		return 0;
	if (t->recorded.by_status && filter__call(&t->recorded, STATUS_DETACHED))
		err = pair__pending(t->pair, on_pending, t);
	t->captures = recorder__triggered(t->recorder);
	written(t, recorder__close(t->recorder, t->source->ops->lost(t->source)));
	t->recorder = NULL;
	if (!t->record_err)
		return err;
	return guard__fail(&t->base.guard, t->record_err,
			   "cannot write '%s': %s: the recording ends before the trace does", t->record,
			   strerror(-t->record_err));
}

static int request(struct sctrace *t)
{
	if (!t->flight || !flight__on_request(t->flight))
		return guard__fail(&t->base.guard, -EINVAL, "flight_on does not have 'usr1'");
	if (t->recorder)
		recorder__trigger(t->recorder, now_ns());
	return 0;
}

int sctrace_flight_request(struct sctrace *t)
{
	int err = !t ? -EINVAL : guard__enter(&t->base.guard);

	return err ? err : guard__leave(&t->base.guard, request(t));
}
