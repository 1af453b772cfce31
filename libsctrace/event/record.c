// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/record.h"

static const uint16_t head_size[SCT_REC_TYPE_MAX] = {
	[SCT_REC_ENTER] = sizeof(struct sct_enter),	    [SCT_REC_EXIT] = sizeof(struct sct_exit),
	[SCT_REC_FORK] = sizeof(struct sct_fork),	    [SCT_REC_EXEC] = sizeof(struct sct_exec),
	[SCT_REC_TASK_EXIT] = sizeof(struct sct_task_exit), [SCT_REC_SIGNAL] = sizeof(struct sct_signal),
	[SCT_REC_TARGET] = sizeof(struct sct_target),	    [SCT_REC_CALL] = sizeof(struct sct_exit),
	[SCT_REC_NAMES] = sizeof(struct sct_names),	    [SCT_REC_MAP] = sizeof(struct sct_map),
	[SCT_REC_CHANGE] = sizeof(struct sct_change),	    [SCT_REC_SIGNAL_IP] = sizeof(struct sct_signal_ip),
};

const uint8_t *record__data(const struct sct_rec *rec, uint32_t *len)
{
	switch (rec->type) {
	case SCT_REC_ENTER:
		*len = ((const struct sct_enter *)rec)->data_len;
		break;
	case SCT_REC_EXIT:
	case SCT_REC_CALL:
		*len = ((const struct sct_exit *)rec)->data_len;
		break;
	case SCT_REC_EXEC:
		*len = ((const struct sct_exec *)rec)->data_len;
		break;
	case SCT_REC_NAMES:
		*len = ((const struct sct_names *)rec)->data_len;
		break;
	case SCT_REC_MAP:
		*len = ((const struct sct_map *)rec)->data_len;
		break;
	default:
		*len = 0;
	}
	return (const uint8_t *)rec + head_size[rec->type];
}

size_t record__check(const void *p, size_t size)
{
	const struct sct_rec *rec = p;
	size_t head;
	uint32_t data;

	if (size < sizeof(*rec) || rec->type >= SCT_REC_TYPE_MAX)
		return 0;
	head = head_size[rec->type];
	if (!head || size < head)
		return 0;
	if (rec->type == SCT_REC_EXEC && ((const struct sct_exec *)rec)->comm[15])
		return 0;
	if (rec->type == SCT_REC_TARGET && ((const struct sct_target *)rec)->comm[15])
		return 0;
	if (rec->type == SCT_REC_CHANGE && ((const struct sct_change *)rec)->kind >= SCT_CHANGE_MAX)
		return 0;
	record__data(rec, &data);
	return data <= size - head ? head + data : 0;
}

const struct sct_chunk *chunk__next(const uint8_t *data, uint32_t len, uint32_t *off)
{
	const struct sct_chunk *c;
	uint32_t n;

	if (*off > len || len - *off < sizeof(*c))
		return NULL;
	c = (const struct sct_chunk *)(data + *off);
	n = c->len > 0 ? (uint32_t)c->len : 0;
	if (n > len - *off - sizeof(*c))
		return NULL;
	/* the last one's padding may be cut */
	*off += sizeof(*c) + ((n + 7) & ~7u);
	return c;
}
