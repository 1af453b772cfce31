// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_spans.h"

#include <errno.h>

/* Makes the spans of the first n bytes of b, and returns their number. */
static size_t fill(struct text_spans *s, const struct buf *b, size_t n)
{
	const struct marks *m = &s->marks;
	size_t spans = 0;

	for (size_t i = 0; i < m->n && m->v[i].at < n; i++) {
		size_t end = i + 1 < m->n && m->v[i + 1].at < n ? m->v[i + 1].at : n;

		if (m->v[i].role != SCTRACE_ROLE_NONE)
			s->v[spans++] = (struct sctrace_span){ m->v[i].at, end, (enum sctrace_role)m->v[i].role };
	}
	return spans;
}

int text_spans__write(struct text_spans *s, const struct sctrace_text_opts *opts, const struct buf *b, size_t n)
{
	int err = -ENOMEM;

	if (s->cap < s->marks.n) {
		struct sctrace_span *v = reallocarray(s->v, s->marks.cap, sizeof(*v));

		s->v = v ?: s->v;
		s->cap = v ? s->marks.cap : s->cap;
	}
	if (s->cap >= s->marks.n)
		err = opts->write_spans(opts->ctx, b->p, n, s->v, fill(s, b, n));
	marks__drop(&s->marks, n);
	return err;
}

void text_spans__free(struct text_spans *s)
{
	marks__free(&s->marks);
	free(s->v);
}
