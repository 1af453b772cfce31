// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The kernel's types are cut down for an object; both may be hostile. The input is options, then types and strings of
 * both. Their headers are made to fit, or sometimes taken from the input.
 */
#include "fuzz.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>

#include "load/btf_minimize.h"

static int quiet(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	libbpf_set_print(quiet);
	return 0;
}

/* Makes BTF of n bytes of types and strings in memory that is exactly as large. */
static void *make(struct input *in, size_t n, bool raw, size_t *size)
{
	struct btf_header h = { .magic = 0xeb9f, .version = 1, .hdr_len = sizeof(h) };
	size_t strs;
	char *p;

	n = n < in->left ? n : in->left;
	if (raw) {
		p = malloc(n + !n);
		MUST(p, "memory");
		*size = n;
		input_bytes(in, p, n);
		return p;
	}
	strs = input_u8(in);
	strs = strs < n ? strs : n;
	n = (n - strs) / 4 * 4 + strs;
	*size = sizeof(h) + n + 1;
	p = malloc(*size);
	MUST(p, "memory");
	h.type_len = h.str_off = (uint32_t)(n - strs);
	h.str_len = (uint32_t)strs + 1;
	memcpy(p, &h, sizeof(h));
	input_bytes(in, p + sizeof(h), n);
	p[*size - 1] = '\0';
	return p;
}

static void find(const void *kernel, size_t size)
{
	struct ktype want[] = { { "a", BTF_KIND_TYPEDEF, 7 },
				{ "task", BTF_KIND_STRUCT, 7 },
				{ "f", BTF_KIND_FUNC, 7 } };
	struct btf_minimize k = { .fd = -1 };

	buf__mem(&k.kernel, kernel, size);
	btf_minimize__find(&k, want, 3);
	btf_minimize__free(&k);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data, size };
	uint8_t flags = input_u8(&in);
	size_t share = (in.left * input_u8(&in)) >> 8, kernel_size, object_size;
	void *kernel = make(&in, share, flags & 1, &kernel_size), *object;
	struct buf out = {};
	int err;

	object = make(&in, in.left, flags & 2, &object_size);
	err = btf_minimize__cut(&out, kernel, kernel_size, flags & 4 ? kernel : object,
				flags & 4 ? kernel_size : object_size);
	MUST(!err || err == -EINVAL || err == -E2BIG, "btf_minimize__cut(): %d", err);
	if (!err) {
		struct buf again = {};
		int same = btf_minimize__cut(&again, out.p, out.len, out.p, out.len);

		/* the output must be valid BTF, too */
		MUST(!same || same == -E2BIG, "cut again: %d", same);
		buf__free(&again);
	}
	find(kernel, kernel_size);
	buf__free(&out);
	free(kernel);
	free(object);
	return 0;
}
