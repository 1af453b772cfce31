// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "metrics_http.h"

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <microhttpd.h>

#define LIBRARY "libmicrohttpd.so.12"
#define CONNECTIONS 8 /* clients at a time: each may have a page that it has not read yet */
#define IDLE_S 10     /* a client that neither sends nor reads anything for this long is disconnected */

/* The functions of the library, which is loaded only for this option, as it brings a dozen other libraries. */
#define FUNCTIONS(F)                                                                                                   \
	F(MHD_start_daemon)                                                                                            \
	F(MHD_stop_daemon)                                                                                             \
	F(MHD_get_daemon_info)                                                                                         \
	F(MHD_get_timeout)                                                                                             \
	F(MHD_run)                                                                                                     \
	F(MHD_create_response_from_buffer)                                                                             \
	F(MHD_add_response_header)                                                                                     \
	F(MHD_queue_response)                                                                                          \
	F(MHD_destroy_response)                                                                                        \
	F(MHD_lookup_connection_value)

struct metrics_http {
#define F(name) typeof(name) *name;
	FUNCTIONS(F)
#undef F
	void *library;
	struct MHD_Daemon *daemon;
	metrics_http_page_fn *page;
	void *ctx;
	int listen, fd;
	int err;	  /* -errno of the last page, or 0 */
	const char *path; /* path of the socket that is removed at the end, or NULL */
};

/* ---- answers ---- */

/* Answers with the text, which the server frees. */
static enum MHD_Result reply(struct metrics_http *h, struct MHD_Connection *c, unsigned status, const char *type,
			     struct page_bytes *text)
{
	struct MHD_Response *r = h->MHD_create_response_from_buffer(text->n, text->p, MHD_RESPMEM_MUST_FREE);
	enum MHD_Result result = MHD_NO;

	if (!r) {
		free(text->p);
		return MHD_NO;
	}
	if (h->MHD_add_response_header(r, "Content-Type", type))
		result = h->MHD_queue_response(c, status, r);
	h->MHD_destroy_response(r);
	return result;
}

static enum MHD_Result reply_text(struct metrics_http *h, struct MHD_Connection *c, unsigned status,
				  const char *message)
{
	struct page_bytes text = {};

	page__add(&text, message, strlen(message));
	return reply(h, c, status, "text/plain; charset=utf-8", &text);
}

/*
 * An MHD_AccessHandlerCallback. libmicrohttpd calls it after the header of a request, for each part of the body, and at
 * the end, when the callback has to answer. *seen is NULL in the first of these calls only.
 */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url, const char *method,
				  const char *version, const char *data, size_t *size, void **seen)
{
	struct metrics_http *h = ctx;
	struct page_bytes text = {};
	enum page_form form;
	int err;

	if (!*seen || *size) {
		*seen = h;
		*size = 0;
		return MHD_YES;
	}
	if (strcmp(method, "GET") && strcmp(method, "HEAD"))
		return reply_text(h, c, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET is supported\n");
	if (strcmp(url, "/metrics"))
		return reply_text(h, c, MHD_HTTP_NOT_FOUND, "the metrics are at /metrics\n");
	form = page__accepted(h->MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Accept"));
	err = h->page(h->ctx, form, &text);
	if (!err)
		return reply(h, c, MHD_HTTP_OK, page__content_type(form), &text);
	free(text.p);
	if (err != -ENOMEM) /* a page that was too large may be smaller the next time */
		h->err = err;
	return reply_text(h, c, MHD_HTTP_INTERNAL_SERVER_ERROR, "no metrics can be read\n");
}

/* ---- sockets ---- */

/* Returns whether the path is a socket that nobody listens on any more. */
static bool left_behind(const struct sockaddr_un *to)
{
	struct stat st;
	int fd, err;

	if (lstat(to->sun_path, &st) || !S_ISSOCK(st.st_mode))
		return false;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	err = connect(fd, (const struct sockaddr *)to, sizeof(*to)) ? errno : 0;
	close(fd);
	return err == ECONNREFUSED;
}

/* Returns a socket that listens, or -errno. */
static int listen_unix(struct metrics_http *h, const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), err;

	memcpy(to.sun_path, path, strlen(path) + 1);
	if (fd >= 0 && left_behind(&to))
		unlink(path);
	if (fd >= 0 && !bind(fd, (const struct sockaddr *)&to, sizeof(to))) {
		h->path = path;
		if (!listen(fd, CONNECTIONS))
			return fd;
	}
	err = -errno;
	if (fd >= 0)
		close(fd);
	return err;
}

/* Returns a socket that listens, or -errno. */
static int listen_tcp(const struct metrics_options *m)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM }, *to;
	int fd = -1, err;

	if (getaddrinfo(m->host, m->port, &hints, &to))
		return -EADDRNOTAVAIL;
	fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){ 1 }, sizeof(int)) ||
	    bind(fd, to->ai_addr, to->ai_addrlen) || listen(fd, CONNECTIONS)) {
		err = -errno;
		if (fd >= 0)
			close(fd);
		fd = err;
	}
	freeaddrinfo(to);
	return fd;
}

/* ---- life ---- */

const char *metrics_http__lacks(const char **mend)
{
	void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);

	*mend = "apt-get install libmicrohttpd12, or the distribution's package of " LIBRARY;
	if (!library)
		return LIBRARY " cannot be loaded";
	dlclose(library);
	return NULL;
}

/* Prints why the library cannot be used, and returns 1. */
static int no_library(const struct options *o, const char *why)
{
	complain(o,
		 "--openmetrics: %s: install libmicrohttpd (Debian: libmicrohttpd12), or give a FILE, with a '/' in it",
		 why);
	return 1;
}

/* Returns 0, or prints a message and returns 1. */
static int load(struct metrics_http *h, const struct options *o)
{
	h->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!h->library)
		return no_library(o, dlerror());
#define F(name)                                                                                                        \
	h->name = (typeof(name) *)dlsym(h->library, #name);                                                            \
	if (!h->name)                                                                                                  \
		return no_library(o, dlerror());
	FUNCTIONS(F)
#undef F
	return 0;
}

static int start(struct metrics_http *h, const struct options *o)
{
	const struct metrics_options *m = &o->metrics;
	const union MHD_DaemonInfo *info = NULL;

	h->listen = m->place == METRICS_UNIX ? listen_unix(h, m->path) : listen_tcp(m);
	if (h->listen < 0) {
		bool tcp = m->place == METRICS_TCP, v6 = strchr(m->host, ':');

		complain(o, "--openmetrics: cannot listen on %s%s%s%s%s: %s",
			 tcp ? v6 ? "[" : "" : "unix:", tcp ? m->host : m->path, v6 ? "]" : "", tcp ? ":" : "",
			 tcp ? m->port : "", strerror(-h->listen));
		return 1;
	}
	h->daemon = h->MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, on_request, h, MHD_OPTION_LISTEN_SOCKET,
					h->listen, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
					MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_END);
	if (h->daemon)
		info = h->MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	if (!info) {
		complain(o, "--openmetrics: libmicrohttpd cannot start its server: give a FILE, with a '/' in it");
		return 1;
	}
	h->fd = info->epoll_fd;
	return 0;
}

int metrics_http__open(struct metrics_http **out, const struct options *o, metrics_http_page_fn *page, void *ctx)
{
	struct metrics_http *h = calloc(1, sizeof(*h));

	if (!h) {
		complain(o, "%s", strerror(ENOMEM));
		return 1;
	}
	h->listen = -1;
	h->page = page;
	h->ctx = ctx;
	if (load(h, o) || start(h, o)) {
		metrics_http__free(h);
		return 1;
	}
	*out = h;
	return 0;
}

int metrics_http__fd(const struct metrics_http *h)
{
	return h->fd;
}

int metrics_http__timeout(const struct metrics_http *h, int ms)
{
	MHD_UNSIGNED_LONG_LONG most;

	if (!h->MHD_get_timeout(h->daemon, &most) || (ms >= 0 && most >= (unsigned)ms))
		return ms;
	return most > 60000 ? 60000 : (int)most;
}

int metrics_http__serve(struct metrics_http *h)
{
	h->MHD_run(h->daemon);
	return h->err;
}

void metrics_http__free(struct metrics_http *h)
{
	if (!h)
		return;
	if (h->daemon)
		h->MHD_stop_daemon(h->daemon); /* closes the socket */
	else if (h->listen >= 0)
		close(h->listen);
	if (h->path)
		unlink(h->path);
	if (h->library)
		dlclose(h->library);
	free(h);
}
