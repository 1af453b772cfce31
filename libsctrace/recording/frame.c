// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/frame.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>
#if SCT_ZSTD
#include <zstd.h>
#endif

#define LEVEL 1

struct frame_packer {
#if SCT_ZSTD
	ZSTD_CCtx *compress;
	ZSTD_DCtx *expand;
#endif
	void *stored;
	size_t room;
};

uint32_t frame__crc(const void *p, size_t size)
{
	return (uint32_t)crc32(crc32(0, NULL, 0), p, (unsigned)size);
}

uint32_t frame__head_crc(const void *head, size_t size, const uint32_t *crc)
{
	size_t at = (size_t)((const uint8_t *)crc - (const uint8_t *)head);
	static const uint8_t zeros[sizeof(*crc)];
	uLong sum = crc32(crc32(0, NULL, 0), head, (unsigned)at);

	sum = crc32(sum, zeros, sizeof(zeros));
	return (uint32_t)crc32(sum, (const uint8_t *)(crc + 1), (unsigned)(size - at - sizeof(*crc)));
}

struct frame_packer *frame_packer__new(void)
{
	struct frame_packer *p = calloc(1, sizeof(*p));

#if SCT_ZSTD
	if (p) {
		p->expand = ZSTD_createDCtx();
		if (!p->expand) {
			frame_packer__free(p);
			return NULL;
		}
	}
#endif
	return p;
}

void frame_packer__free(struct frame_packer *p)
{
	if (!p)
		return;
#if SCT_ZSTD
	ZSTD_freeCCtx(p->compress);
	ZSTD_freeDCtx(p->expand);
#endif
	free(p->stored);
	free(p);
}

#if SCT_ZSTD
/* Allocates what compressing needs, at the first frame: readers never compress. Returns false without memory. */
static bool can_compress(struct frame_packer *p)
{
	p->compress = p->compress ?: ZSTD_createCCtx();
	p->room = ZSTD_compressBound(FRAME_MAX);
	p->stored = p->stored ?: malloc(p->room);
	return p->compress && p->stored;
}
#endif

const void *frame_packer__pack(struct frame_packer *p, struct frame_head *h, const void *content, size_t size)
{
	const void *stored = content;

	h->magic = FRAME_MAGIC;
	h->codec = FRAME_RAW;
	h->size = h->stored = (uint32_t)size;
#if SCT_ZSTD
	if (size && can_compress(p)) {
		size_t n = ZSTD_compressCCtx(p->compress, p->stored, p->room, content, size, LEVEL);

		if (!ZSTD_isError(n) && n < size) {
			h->codec = FRAME_ZSTD;
			h->stored = (uint32_t)n;
			stored = p->stored;
		}
	}
#endif
	h->crc = frame__crc(stored, h->stored);
	h->head_crc = frame__head_crc(h, sizeof(*h), &h->head_crc);
	return stored;
}

int frame_packer__unpack(struct frame_packer *p, const struct frame_head *h, const void *stored, void *content)
{
	if (frame__crc(stored, h->stored) != h->crc)
		return -EBADMSG;
	if (h->codec == FRAME_RAW) {
		if (h->stored != h->size)
			return -EBADMSG;
		memcpy(content, stored, h->size);
		return 0;
	}
#if SCT_ZSTD
	if (h->codec == FRAME_ZSTD)
		return ZSTD_decompressDCtx(p->expand, content, h->size, stored, h->stored) == h->size ? 0 : -EBADMSG;
#endif
	return -ENOTSUP;
}
