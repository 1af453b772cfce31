/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Layout of a capture file: a struct file_head, then frames. A frame is a struct frame_head and its content. A frame of
 * records has about FRAME_BYTES of them, compressed together, and does not depend on other frames: a file that was cut
 * off has all frames before the cut, and a reader can skip frames by their heads. The last frame (FRAME_END) shows that
 * the file is complete. Numbers are little-endian, as on all machines that sctrace runs on. Files up to version 4 are
 * one zlib stream of a struct stream_head and records (capture_file.c).
 */
#ifndef SCT_RECORDING_FRAME_H
#define SCT_RECORDING_FRAME_H

#include <stddef.h>
#include <string.h>
#include <stdint.h>

#define CAPTURE_MAGIC "sctrace\n"
#define RECORD_MAX (1u << 20)  /* bytes of the longest record that a reader accepts */
#define FRAME_BYTES (1u << 20) /* a frame is complete when it has so many bytes of records */
#define FRAME_MAX (FRAME_BYTES + RECORD_MAX + 64)
#define FRAME_MAGIC 0x46544353u

/* Head of files up to version 4. */
struct stream_head {
	char magic[8];
	uint32_t version;
	uint32_t size; /* bytes of this struct */
	int64_t clock_offset;
	uint32_t strlen_max;
	uint32_t verbose;
};

struct file_head {
	struct stream_head
		old;  /* old.size is that of struct file_head, so that older versions of sctrace refuse the file */
	uint32_t crc; /* checksum of this struct, with crc 0 */
	uint32_t pad;
};

/* Readers skip frames of other kinds. */
enum frame_kind {
	FRAME_RECORDS = 1,
	FRAME_STATE, /* records that describe the state before the next frame (state.h), in one or more frames */
	FRAME_END,   /* the index, a struct frame_index for each state; then a struct file_tail ends the file */
	FRAME_NOTE,  /* text to identify the recording, such as the command's options */
};

struct frame_index {
	uint64_t offset; /* offset of the state's first frame */
	uint64_t ts;	 /* time of the latest record before the state */
};

struct file_tail {
	uint64_t end; /* offset of the FRAME_END frame */
	uint32_t magic;
	uint32_t crc; /* checksum of this struct, with crc 0 */
};

enum frame_codec { FRAME_RAW, FRAME_ZSTD };

struct frame_head {
	uint32_t magic;
	uint8_t kind;
	uint8_t codec;
	uint16_t part;	 /* FRAME_STATE: 0 for the first frame of a state, else 1 */
	uint32_t stored; /* bytes of the content as stored in the file */
	uint32_t size;	 /* bytes of the content after decompression */
	uint32_t count;	 /* number of records */
	uint32_t crc;	 /* checksum of the content as stored */
	uint64_t first;	 /* least ts of the records, and then the greatest */
	uint64_t last;
	uint64_t lost; /* FRAME_END: number of lost records */
	uint32_t pad2;
	uint32_t head_crc; /* checksum of this struct, with head_crc 0 */
};

/* Precedes each record in a frame. The record is padded to a multiple of 8 bytes. */
struct frame_record {
	uint32_t size;
	uint32_t pad;
};

/* Records that will become a frame. */
struct frame_block {
	enum frame_use { FRAME_WRITE, FRAME_SKIP, FRAME_STOP } use; /* what the recorder's thread does with the block */
	struct frame_block *next;
	uint64_t first, last;
	uint32_t count;
	size_t len;
	uint8_t data[FRAME_MAX];
};

static inline void frame_block__clear(struct frame_block *b)
{
	b->use = FRAME_WRITE;
	b->len = b->count = 0;
	b->first = UINT64_MAX;
	b->last = 0;
}

static inline size_t frame__padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

/* Returns how many bytes a record takes in a frame, with its struct frame_record and padding. */
static inline size_t frame_record__space(const struct frame_record *fr)
{
	return sizeof(*fr) + frame__padded(fr->size);
}

static inline void frame_block__bytes(struct frame_block *b, const void *p, size_t n)
{
	memcpy(b->data + b->len, p, n);
	b->len += n;
}

/*
 * Appends a record in two parts: head of size bytes, data of len bytes; together at most RECORD_MAX. b->len must be
 * less than FRAME_BYTES. Returns the record's address in the block.
 */
static inline void *frame_block__add(struct frame_block *b, uint64_t ts, const void *head, size_t size,
				     const void *data, size_t len)
{
	struct frame_record fr = { .size = (uint32_t)(size + len) };
	void *at = b->data + b->len + sizeof(fr);

	frame_block__bytes(b, &fr, sizeof(fr));
	frame_block__bytes(b, head, size);
	if (len)
		frame_block__bytes(b, data, len);
	memset(b->data + b->len, 0, frame__padded(b->len) - b->len);
	b->len = frame__padded(b->len);
	b->count++;
	b->first = ts < b->first ? ts : b->first;
	b->last = ts > b->last ? ts : b->last;
	return at;
}

/* Returns the checksum of a head, computed with 0 in place of the checksum at crc. */
uint32_t frame__head_crc(const void *head, size_t size, const uint32_t *crc);
uint32_t frame__crc(const void *p, size_t size);

struct frame_packer;

/* Returns a packer for contents of at most FRAME_MAX bytes, or NULL without memory. */
struct frame_packer *frame_packer__new(void);
void frame_packer__free(struct frame_packer *p);
/*
 * Compresses the content if the library was built with a compressor and there is memory for it, and sets codec, stored, size and the checksums in
 * the head. Returns the h->stored bytes that follow the head, valid until the next call.
 */
const void *frame_packer__pack(struct frame_packer *p, struct frame_head *h, const void *content, size_t size);
/* Decompresses the content to h->size bytes. Returns 0, -ENOTSUP if this build cannot decompress it, or -EBADMSG. */
int frame_packer__unpack(struct frame_packer *p, const struct frame_head *h, const void *stored, void *content);

#endif
