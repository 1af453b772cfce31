// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/record.h"

#include <string.h>

#include "lookup/abi.h"

/* By type: size of the struct before the chunks, and offset of data_len in it; 0: the type has no chunks. */
static const struct {
	uint16_t head, len_at;
} types[SCT_REC_TYPE_MAX] = {
#define ALONE(s)                                                                                                       \
	{                                                                                                              \
		sizeof(struct s), 0                                                                                    \
	}
#define CHUNKS(s)                                                                                                      \
	{                                                                                                              \
		sizeof(struct s), offsetof(struct s, data_len)                                                         \
	}
	[SCT_REC_ENTER] = CHUNKS(sct_enter),
	[SCT_REC_EXIT] = CHUNKS(sct_exit),
	[SCT_REC_FORK] = ALONE(sct_fork),
	[SCT_REC_EXEC] = CHUNKS(sct_exec),
	[SCT_REC_TASK_EXIT] = ALONE(sct_task_exit),
	[SCT_REC_SIGNAL] = ALONE(sct_signal),
	[SCT_REC_TARGET] = ALONE(sct_target),
	[SCT_REC_CALL] = CHUNKS(sct_exit),
	[SCT_REC_NAMES] = CHUNKS(sct_names),
	[SCT_REC_MAP] = CHUNKS(sct_map),
	[SCT_REC_PROBE] = { sizeof(struct sct_probe), offsetof(struct sct_probe, enter.data_len) },
	[SCT_REC_RETURN] = { sizeof(struct sct_return), offsetof(struct sct_return, exit.data_len) },
	[SCT_REC_DEF] = CHUNKS(sct_def),
	[SCT_REC_CHANGE] = ALONE(sct_change),
	[SCT_REC_SIGNAL_IP] = ALONE(sct_signal_ip),
	[SCT_REC_SIGNAL_STACK] = CHUNKS(sct_signal_stack),
	[SCT_REC_MODE] = ALONE(sct_mode),
	[SCT_REC_CGROUPS] = ALONE(sct_cgroups),
	[SCT_REC_MORE] = CHUNKS(sct_exit),
	[SCT_REC_LEADER_EXIT] = ALONE(sct_task_exit),
	[SCT_REC_CLOCK] = ALONE(sct_clock),
	[SCT_REC_COMM] = ALONE(sct_target),
	[SCT_REC_FILES] = CHUNKS(sct_names),
	[SCT_REC_OWNER] = ALONE(sct_task_owner),
	[SCT_REC_PROCESS] = CHUNKS(sct_process),
};

const uint8_t *record__data(const struct sct_rec *rec, uint32_t *len)
{
	const uint8_t *p = (const uint8_t *)rec;

	*len = 0;
	if (types[rec->type].len_at)
		memcpy(len, p + types[rec->type].len_at, sizeof(*len));
	return p + types[rec->type].head;
}

void record__set_data_len(struct sct_rec *rec, uint32_t len)
{
	if (types[rec->type].len_at)
		memcpy((uint8_t *)rec + types[rec->type].len_at, &len, sizeof(len));
}

size_t record__check(const void *p, size_t size)
{
	const struct sct_rec *rec = p;
	size_t head;
	uint32_t data;

	if (size < sizeof(*rec) || rec->type >= SCT_REC_TYPE_MAX)
		return 0;
	head = types[rec->type].head;
	if (!head || size < head)
		return 0;
	if (rec->type == SCT_REC_EXEC && ((const struct sct_exec *)rec)->comm[15])
		return 0;
	if ((rec->type == SCT_REC_TARGET || rec->type == SCT_REC_COMM) && ((const struct sct_target *)rec)->comm[15])
		return 0;
	if (rec->type == SCT_REC_PROCESS && ((const struct sct_process *)rec)->comm[15])
		return 0;
	if (rec->type == SCT_REC_CHANGE && ((const struct sct_change *)rec)->kind >= SCT_CHANGE_MAX)
		return 0;
	record__data(rec, &data);
	return data <= size - head ? head + data : 0;
}

const struct sct_row *record__row(const struct sct_enter *enter)
{
	const struct abi *abi = abi__get(enter->abi);

	return abi ? abi__row(abi, record__nr(enter)) : NULL;
}

uint32_t record__nr_long(const struct sct_enter *enter)
{
	uint32_t len, off = 0, nr = 0xffffff;
	const uint8_t *data = record__data(&enter->rec, &len);
	const struct sct_chunk *c;

	while ((c = chunk__next(data, len, &off)))
		if (c->part == SCT_PART_NR && c->len == sizeof(nr))
			memcpy(&nr, c + 1, sizeof(nr));
	return nr;
}
