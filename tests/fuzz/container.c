// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* State files of container runtimes: the input is the content of each kind of file, and the path of a cgroup. */
#include "fuzz.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "enrich/container_names.h"
#include "util/json_read.h"

#define ID "0123456789abcdef0123456789abcdef"

static char root[] = "/dev/shm/fuzz-container-XXXXXX";
static const char *const files[] = {
	"etc/passwd",
	"etc/docker/daemon.json",
	"var/lib/docker/containers/" ID "/config.v2.json",
	"var/lib/containers/storage/overlay-containers/containers.json",
	"run/containerd/io.containerd.runtime.v2.task/k8s.io/" ID "/config.json",
	"run/systemd/machines/m",
};

static void tree_remove(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", root);
	if (system(command))
		perror(command);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	char path[256];

	MUST(mkdtemp(root), "%s", root);
	atexit(tree_remove);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", root, files[i]);
		for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
			*slash = '\0';
			mkdir(path, 0700);
		}
	}
	return 0;
}

static void file_write(const char *name, const uint8_t *data, size_t n)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	MUST(fd >= 0 && write(fd, data, n) == (ssize_t)n, "%s", path);
	close(fd);
}

/* Reads the value by its type, and returns how many strings it has. */
static size_t value_read(struct json_read *r, const char *type, size_t ntypes)
{
	char text[8];
	size_t n = 0;

	switch (ntypes ? type[0] & 3 : 3) {
	case 0:
		if (json_read__object(r))
			while (json_read__key(r, text, sizeof(text)))
				n += value_read(r, type + 1, ntypes - 1);
		break;
	case 1:
		if (json_read__array(r))
			while (json_read__element(r))
				n += value_read(r, type + 1, ntypes - 1);
		break;
	case 2:
		n += json_read__string(r, text, sizeof(text));
		MUST(strlen(text) < sizeof(text), "no room");
		break;
	default:
		json_read__skip(r);
	}
	MUST(r->p <= r->end, "beyond the end");
	return n;
}

/* All readers agree on a text: it is valid for all or for none, and ends at the same place. */
static void read_as_types(const uint8_t *data, size_t size, const char *types, size_t ntypes)
{
	struct json_read r, skip;

	json_read__init(&skip, (const char *)data, size);
	json_read__skip(&skip);
	json_read__init(&r, (const char *)data, size);
	value_read(&r, types, ntypes);
	MUST(r.failed == skip.failed && r.p == skip.p, "read otherwise than skipped: %d %zu, %d %zu", r.failed,
	     (size_t)(r.p - (const char *)data), skip.failed, (size_t)(skip.p - (const char *)data));
}

static void alias_check(void *ctx, const char *name, const char *end)
{
	MUST(*name && strlen(name) < CONTAINER_TEXT && strlen(end) < 2 * CONTAINER_TEXT, "alias %s %s", name, end);
}

/* The first four bytes say how the text is read; the first word of the text is also a path. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const paths[] = { "/docker/" ID, "/user.slice/user-1000.slice/docker-" ID ".scope" };
	char types[4] = {}, text[CONTAINER_TEXT], path[256] = "/";
	struct container_name name;
	struct container c;

	memcpy(types, data, size < sizeof(types) ? size : sizeof(types));
	data += size < sizeof(types) ? size : sizeof(types);
	size -= size < sizeof(types) ? size : sizeof(types);
	read_as_types(data, size, types, sizeof(types));
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		file_write(files[i], data, size);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (container_names__find(root, paths[i], ID, &name)) {
			MUST(*name.text, "an empty name");
			must_be_text(name.text, strlen(name.text), false);
		}
	container_names__each_alias(root, alias_check, NULL);
	memcpy(path + 1, data, size < sizeof(path) - 2 ? size : sizeof(path) - 2);
	container__of_path(path, &c);
	MUST(c.end <= strlen(path) && (c.kind == CONTAINER_NONE || *c.text), "%s", path);
	container_names__text(root, path, text, sizeof(text));
	return 0;
}
