// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/container_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/openat2.h>

#include "util/json_read.h"

#define FILE_MAX (16u << 20)
#define PATH_TEXT 1024
#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define BELOW (RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS) /* for paths in which users other than root may have made links */

/* Directories of the runtimes of the machine, relative to root. */
static const char *const docker_dirs[] = { "var/lib/docker", "var/snap/docker/common/var-lib-docker" };
static const char *const containerd_dirs[] = { "run/containerd", "run/k3s/containerd", "run/docker/containerd/daemon",
					       "var/snap/microk8s/common/run/containerd" };
static const char *const storage_dirs[] = { "var/lib/containers/storage" };
static const char machines_dir[] = "run/systemd/machines";
/* Directories of a user's runtimes, relative to the user's home. */
static const char *const home_docker_dirs[] = { ".local/share/docker" };
static const char *const home_storage_dirs[] = { ".local/share/containers/storage" };

/* ---- files ---- */

static int open_at(int dir, const char *path, uint64_t flags, uint64_t resolve)
{
	struct open_how how = { .flags = flags | O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
				.resolve = resolve | RESOLVE_NO_MAGICLINKS };

	return (int)syscall(SYS_openat2, dir, path, &how, sizeof(how));
}

static int open_root(const char *root)
{
	return open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Reads a regular file. Returns its content, which the caller frees, and its size in *n; NULL on failure. */
static char *file_read(int dir, const char *path, uint64_t resolve, size_t *n)
{
	int fd = open_at(dir, path, 0, resolve);
	char *text = NULL;
	struct stat st;
	ssize_t got;

	if (fd < 0)
		return NULL;
	*n = 0;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0 && st.st_size <= FILE_MAX)
		text = malloc((size_t)st.st_size);
	while (text && *n < (size_t)st.st_size && (got = read(fd, text + *n, (size_t)st.st_size - *n)) > 0)
		*n += (size_t)got;
	close(fd);
	return text;
}

/* Calls fn for each entry of the directory until fn returns true. Returns whether it did. */
static bool each_entry(int dir, const char *path, uint64_t resolve, bool (*fn)(void *ctx, int dir, const char *entry),
		       void *ctx)
{
	int fd = open_at(dir, path, O_DIRECTORY, resolve);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *d;
	bool found = false;

	if (!entries) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (!found && (d = readdir(entries)))
		found = *d->d_name != '.' && fn(ctx, fd, d->d_name);
	closedir(entries);
	return found;
}

/* ---- names ---- */

/* Sets the name if it is printable and has no blanks, else leaves it empty. */
static void name_set(struct container_name *name, const char *text)
{
	for (const char *c = text; *c; c++)
		if (*c <= ' ' || *c > '~')
			return;
	snprintf(name->text, sizeof(name->text), "%s", text);
}

/* Sets the name of a container of Kubernetes. container: "" for the pod's own container */
static void name_set_pod(struct container_name *name, const char *namespace, const char *pod, const char *container)
{
	char text[3 * CONTAINER_TEXT];

	snprintf(text, sizeof(text), "%s/%s%s%s", namespace, pod, *container ? "/" : "", container);
	if (!*pod || strlen(text) >= sizeof(name->text))
		return;
	name_set(name, text);
	name->pod = !*container;
}

/* Sets the name that a runtime uses. The kubelet makes names "k8s_CONTAINER_POD_NAMESPACE_UID_ATTEMPT". */
static void name_set_runtime(struct container_name *name, const char *text)
{
	char part[3][CONTAINER_TEXT];

	text += *text == '/'; /* docker's names begin with a '/' */
	if (sscanf(text, "k8s_%255[^_]_%255[^_]_%255[^_]_", part[0], part[1], part[2]) == 3)
		name_set_pod(name, part[2], part[1], strcmp(part[0], "POD") != 0 ? part[0] : "");
	else
		name_set(name, text);
}

/* Reads a string member of an object. Returns false if there is none, or it does not fit into text. */
static bool member_read(struct json_read *r, const char *member, char *text, size_t size)
{
	char key[32];
	bool found = false;

	if (!json_read__object(r))
		return false;
	while (json_read__key(r, key, sizeof(key))) {
		if (!strcmp(key, member))
			found = json_read__string(r, text, size);
		else
			json_read__skip(r);
	}
	return found;
}

/* Reads a string member of the object that a file has. */
static bool member_of_file(int dir, const char *path, uint64_t resolve, const char *member, char *text, size_t size)
{
	struct json_read r;
	size_t n;
	char *file = file_read(dir, path, resolve, &n);
	bool found;

	if (!file)
		return false;
	json_read__init(&r, file, n);
	found = member_read(&r, member, text, size);
	free(file);
	return found;
}

/* ---- docker: containers/ID/config.v2.json ---- */

static bool docker_find(int dir, const char *id, struct container_name *name)
{
	char path[PATH_TEXT], text[CONTAINER_TEXT];

	if (snprintf(path, sizeof(path), "containers/%s/config.v2.json", id) >= (int)sizeof(path) ||
	    !member_of_file(dir, path, BELOW, "Name", text, sizeof(text)))
		return false;
	name_set_runtime(name, text);
	return *name->text;
}

/* ---- containerd: io.containerd.runtime.v2.task/NAMESPACE/ID/config.json ---- */

struct oci_config {
	struct container_name name;
	char cgroup[CONTAINER_TEXT]; /* "/default/redis"; for systemd "SLICE:PREFIX:NAME" */
};

static void oci_annotations(struct json_read *r, struct container_name *name)
{
	static const char *const keys[] = { "io.kubernetes.cri.container-name", "io.kubernetes.cri.sandbox-name",
					    "io.kubernetes.cri.sandbox-namespace", "nerdctl/name" };
	char key[64], value[ARRAY_LEN(keys)][CONTAINER_TEXT] = {};

	if (!json_read__object(r))
		return;
	while (json_read__key(r, key, sizeof(key))) {
		size_t i = 0;

		while (i < ARRAY_LEN(keys) && strcmp(key, keys[i]) != 0)
			i++;
		if (i < ARRAY_LEN(keys))
			json_read__string(r, value[i], sizeof(value[i]));
		else
			json_read__skip(r);
	}
	name_set_pod(name, value[2], value[1], value[0]);
	if (!*name->text)
		name_set_runtime(name, value[3]);
}

static void oci_parse(struct json_read *r, struct oci_config *c)
{
	char key[32];

	if (!json_read__object(r))
		return;
	while (json_read__key(r, key, sizeof(key))) {
		if (!strcmp(key, "annotations")) {
			oci_annotations(r, &c->name);
		} else if (!strcmp(key, "linux")) {
			member_read(r, "cgroupsPath", c->cgroup, sizeof(c->cgroup));
		} else {
			json_read__skip(r);
		}
	}
}

static bool oci_read(int dir, const char *task, struct oci_config *c)
{
	char path[PATH_TEXT];
	struct json_read r;
	char *text;
	size_t n;

	memset(c, 0, sizeof(*c));
	if (snprintf(path, sizeof(path), "%s/config.json", task) >= (int)sizeof(path))
		return false;
	text = file_read(dir, path, BELOW, &n);
	if (!text)
		return false;
	json_read__init(&r, text, n);
	oci_parse(&r, c);
	free(text);
	return true;
}

/* State of the search for a container in each namespace of containerd. */
struct task_search {
	const char *id;
	struct container_name *name;
};

static bool task_in_namespace(void *ctx, int dir, const char *namespace)
{
	struct task_search *s = ctx;
	struct oci_config c;
	char path[PATH_TEXT];

	if (snprintf(path, sizeof(path), "%s/%s", namespace, s->id) >= (int)sizeof(path) || !oci_read(dir, path, &c))
		return false;
	*s->name = c.name;
	return *c.name.text;
}

/* ---- podman, CRI-O: overlay-containers/containers.json ---- */

/* Reads an object that describes a container. Returns true, with the container's first name, if it has this id. */
static bool storage_container(struct json_read *r, const char *id, struct container_name *name)
{
	char key[32], text[CONTAINER_TEXT];
	bool found = false, named = false;
	struct container_name first = {};

	if (!json_read__object(r))
		return false;
	while (json_read__key(r, key, sizeof(key))) {
		if (!strcmp(key, "id")) {
			found = json_read__string(r, text, sizeof(text)) && !strcmp(text, id);
		} else if (!strcmp(key, "names") && json_read__array(r)) {
			while (json_read__element(r)) {
				if (json_read__string(r, text, sizeof(text)) && !named)
					name_set_runtime(&first, text);
				named = true;
			}
		} else if (strcmp(key, "names") != 0) {
			json_read__skip(r);
		}
	}
	if (found)
		*name = first;
	return found;
}

static bool storage_parse(struct json_read *r, const char *id, struct container_name *name)
{
	if (json_read__array(r))
		while (json_read__element(r))
			if (storage_container(r, id, name))
				return *name->text;
	return false;
}

static bool storage_find(int dir, const char *id, struct container_name *name)
{
	static const char *const files[] = { "overlay-containers/containers.json",
					     "overlay-containers/volatile-containers.json",
					     "vfs-containers/containers.json" };
	bool found = false;

	for (size_t i = 0; !found && i < ARRAY_LEN(files); i++) {
		struct json_read r;
		size_t n;
		char *text = file_read(dir, files[i], BELOW, &n);

		if (!text)
			continue;
		json_read__init(&r, text, n);
		found = storage_parse(&r, id, name);
		free(text);
	}
	return found;
}

/* ---- directories of runtimes ---- */

static bool containerd_find(int dir, const char *id, struct container_name *name)
{
	struct task_search s = { id, name };

	return each_entry(dir, "io.containerd.runtime.v2.task", BELOW, task_in_namespace, &s);
}

typedef bool find_fn(int dir, const char *id, struct container_name *name);

/* Calls find for each directory that exists, until it finds a name. resolve: for openat2() of the directories */
static bool dirs_find(int root, const char *const dirs[], size_t n, uint64_t resolve, find_fn *find, const char *id,
		      struct container_name *name)
{
	bool found = false;

	for (size_t i = 0; !found && i < n; i++) {
		int dir = open_at(root, dirs[i], O_DIRECTORY, resolve);

		if (dir < 0)
			continue;
		found = find(dir, id, name);
		close(dir);
	}
	return found;
}

/* ---- users ---- */

/* Returns the user in whose slice the cgroup is; 0 for root, or if it is in no user's slice. */
static unsigned long user_of(const char *path)
{
	unsigned long uid;

	return sscanf(path, "/user.slice/user-%10lu.slice/", &uid) == 1 ? uid : 0;
}

/*
 * Opens the home directory of a user, by root's /etc/passwd. The C library's functions might ask the network, and use
 * this machine's file.
 */
static int open_home(int root, unsigned long uid)
{
	size_t n, len;
	char *text = file_read(root, "etc/passwd", RESOLVE_IN_ROOT, &n);
	int fd = -1;

	for (char *line = text, *home; text && fd < 0 && line < text + n; line += len + 1) {
		unsigned long id;
		char *end = memchr(line, '\n', n - (size_t)(line - text));

		if (!end)
			break;
		*end = '\0';
		len = (size_t)(end - line);
		if (sscanf(line, "%*[^:]:%*[^:]:%10lu:", &id) != 1 || id != uid)
			continue;
		home = line;
		for (unsigned colons = 0; home && colons < 5; colons++)
			home = strchr(home, ':') ? strchr(home, ':') + 1 : NULL;
		if (!home)
			continue;
		home[strcspn(home, ":")] = '\0';
		fd = open_at(root, home, O_DIRECTORY, RESOLVE_IN_ROOT);
	}
	free(text);
	return fd;
}

static bool find_in_home(int root, unsigned long uid, const char *id, struct container_name *name)
{
	int home = open_home(root, uid);
	bool found;

	if (home < 0)
		return false;
	found = dirs_find(home, home_storage_dirs, ARRAY_LEN(home_storage_dirs), BELOW, storage_find, id, name) ||
		dirs_find(home, home_docker_dirs, ARRAY_LEN(home_docker_dirs), BELOW, docker_find, id, name);
	close(home);
	return found;
}

static bool find_in_system(int root, const char *id, struct container_name *name)
{
	char data_root[PATH_TEXT];
	const char *const configured[] = { data_root };

	return (member_of_file(root, "etc/docker/daemon.json", RESOLVE_IN_ROOT, "data-root", data_root,
			       sizeof(data_root)) &&
		dirs_find(root, configured, 1, RESOLVE_IN_ROOT, docker_find, id, name)) ||
	       dirs_find(root, docker_dirs, ARRAY_LEN(docker_dirs), RESOLVE_IN_ROOT, docker_find, id, name) ||
	       dirs_find(root, containerd_dirs, ARRAY_LEN(containerd_dirs), RESOLVE_IN_ROOT, containerd_find, id,
			 name) ||
	       dirs_find(root, storage_dirs, ARRAY_LEN(storage_dirs), RESOLVE_IN_ROOT, storage_find, id, name);
}

bool container_names__find(const char *root, const char *path, const char *id, struct container_name *name)
{
	unsigned long uid = user_of(path);
	int fd = open_root(root);
	bool found;

	memset(name, 0, sizeof(*name));
	if (fd < 0)
		return false;
	found = uid ? find_in_home(fd, uid, id, name) : find_in_system(fd, id, name);
	close(fd);
	return found;
}

const char *container_names__text(const char *root, const char *path, char *text, size_t size)
{
	struct container_name name;
	struct container c;

	container__of_path(path, &c);
	if (c.kind != CONTAINER_ID || !container_names__find(root, path, c.text, &name))
		return container__text(path, text, size);
	snprintf(text, size, "%s", name.text);
	return text;
}

/* ---- aliases ---- */

struct aliases {
	void (*fn)(void *ctx, const char *name, const char *end);
	void *ctx;
	const char *namespace; /* containerd's namespace */
};

/* Passes a task of containerd, with the cgroup in its configuration, to fn. */
static bool alias_of_task(void *ctx, int dir, const char *task)
{
	struct aliases *a = ctx;
	char name[2 * CONTAINER_TEXT], end[2 * CONTAINER_TEXT];
	const char *prefix, *unit;
	struct oci_config c;

	if (strlen(task) + strlen(a->namespace) + 2 > CONTAINER_TEXT || !oci_read(dir, task, &c) || !*c.cgroup)
		return false;
	prefix = strchr(c.cgroup, ':');
	unit = prefix ? strchr(prefix + 1, ':') : NULL;
	if (unit)
		snprintf(end, sizeof(end), "%.*s-%s.scope", (int)(unit - prefix - 1), prefix + 1, unit + 1);
	else
		snprintf(end, sizeof(end), "%s", c.cgroup + strspn(c.cgroup, "/"));
	snprintf(name, sizeof(name), "%s/%s", a->namespace, task);
	a->fn(a->ctx, name, end);
	return false;
}

static bool aliases_in_namespace(void *ctx, int dir, const char *namespace)
{
	struct aliases *a = ctx;

	a->namespace = namespace;
	return each_entry(dir, namespace, BELOW, alias_of_task, a);
}

/* Passes a machine, described by a file with lines KEY=VALUE, to fn. */
static bool alias_of_machine(void *ctx, int dir, const char *machine)
{
	struct aliases *a = ctx;
	size_t n;
	char *text = file_read(dir, machine, BELOW, &n), unit[CONTAINER_TEXT];

	for (const char *line = text, *end; text && line < text + n; line = end + 1) {
		end = memchr(line, '\n', n - (size_t)(line - text));
		if (!end)
			break;
		if (end - line <= 6 || memcmp(line, "SCOPE=", 6) != 0 || end - line - 6 >= (long)sizeof(unit))
			continue;
		snprintf(unit, sizeof(unit), "%.*s", (int)(end - line - 6), line + 6);
		a->fn(a->ctx, machine, unit);
	}
	free(text);
	return false;
}

void container_names__each_alias(const char *root, void (*fn)(void *ctx, const char *name, const char *end), void *ctx)
{
	struct aliases a = { fn, ctx, NULL };
	int fd = open_root(root);

	if (fd < 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(containerd_dirs); i++) {
		int dir = open_at(fd, containerd_dirs[i], O_DIRECTORY, RESOLVE_IN_ROOT);

		if (dir < 0)
			continue;
		each_entry(dir, "io.containerd.runtime.v2.task", BELOW, aliases_in_namespace, &a);
		close(dir);
	}
	each_entry(fd, machines_dir, RESOLVE_IN_ROOT, alias_of_machine, &a);
	close(fd);
}

/* ---- places ---- */

static void places_add(int root, const char *const dirs[], size_t n, struct buf *to)
{
	for (size_t i = 0; i < n; i++) {
		int dir = open_at(root, dirs[i], O_DIRECTORY, RESOLVE_IN_ROOT);

		if (dir < 0)
			continue;
		close(dir);
		buf__printf(to, ", /%s", dirs[i]);
	}
}

void container_names__places(const char *root, struct buf *to)
{
	const char *const machines[] = { machines_dir };
	int fd = open_root(root);

	if (fd < 0)
		return;
	places_add(fd, docker_dirs, ARRAY_LEN(docker_dirs), to);
	places_add(fd, containerd_dirs, ARRAY_LEN(containerd_dirs), to);
	places_add(fd, storage_dirs, ARRAY_LEN(storage_dirs), to);
	places_add(fd, machines, 1, to);
	close(fd);
}
