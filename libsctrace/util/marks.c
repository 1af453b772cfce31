// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/marks.h"

void marks__add(struct buf *b, unsigned role)
{
	struct marks *m = b->marks;

	if (m->whole)
		return;
	/* remove marks of text that the caller removed, and of empty text */
	while (m->n && m->v[m->n - 1].at >= b->len)
		m->n--;
	if (m->n && m->v[m->n - 1].role == role)
		return;
	if (m->n == m->cap) {
		size_t cap = m->cap ? 2 * m->cap : 256;
		struct mark *v = reallocarray(m->v, cap, sizeof(*v));

		if (!v) {
			b->failed = true;
			return;
		}
		m->v = v;
		m->cap = cap;
	}
	m->v[m->n++] = (struct mark){ b->len, role };
}

void marks__begin_whole(struct buf *b, unsigned role)
{
	marks__add(b, role);
	b->marks->whole++;
}

void mark_text(struct buf *b, unsigned role, const char *text)
{
	mark(b, role);
	buf__str(b, text);
}

void marks__drop(struct marks *m, size_t n)
{
	size_t gone = 0;

	while (gone < m->n && m->v[gone].at < n)
		gone++;
	if (gone && (gone == m->n || m->v[gone].at > n))
		m->v[--gone].at = n;
	m->n -= gone;
	memmove(m->v, m->v + gone, m->n * sizeof(*m->v));
	for (size_t i = 0; i < m->n; i++)
		m->v[i].at -= n;
}

void marks__free(struct marks *m)
{
	free(m->v);
	*m = (struct marks){};
}
