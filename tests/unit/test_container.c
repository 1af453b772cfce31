// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Containers by name and by id, in a tree with the files and the cgroups that each runtime makes; and the JSON parser.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "enrich/container.h"
#include "enrich/container_find.h"
#include "enrich/container_names.h"
#include "util/json_read.h"

/* The ids differ in their first digits. */
#define REST "23456789abcdef0123456789abcdef0123456789abcdef0123456789abcd"
#define WEB "d0c1" REST
#define DB "d0c2" REST
#define NGINX "cc01" REST
#define SIDECAR "cc02" REST
#define PAUSE "cc03" REST
#define OTHER "cc04" REST
#define OTHER_PAUSE "cc05" REST
#define POD "0f0d" REST
#define CRIO "c510" REST
#define OWN "4001" REST
#define NERD "4e4d" REST
#define NAMELESS "ffff" REST

#define TASKS "run/containerd/io.containerd.runtime.v2.task/"
#define STORAGE "var/lib/containers/storage/overlay-containers/"
#define HOME_STORAGE "home/al/.local/share/containers/storage/overlay-containers/"
#define USER_SLICE "user.slice/user-1000.slice/"

static char root[] = "/tmp/container-XXXXXX";
static char text[512];
static const struct errmsg errmsg = { text, sizeof(text) };
static struct cgroupfs cgroups = { .n = 1, .mounts = { { .v2 = true } } };

/* ---- the tree ---- */

static const char *in_root(const char *path)
{
	static char full[1024];

	snprintf(full, sizeof(full), "%s/%s", root, path);
	return full;
}

static void make_dir(const char *path)
{
	char full[1024];

	snprintf(full, sizeof(full), "%s", in_root(path));
	for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(full, 0700);
	}
	mkdir(full, 0700);
	cr_assert_eq(access(full, F_OK), 0, "%s", full);
}

static void make_file(const char *path, const char *content)
{
	char dir[1024];
	FILE *f;

	snprintf(dir, sizeof(dir), "%s", path);
	*strrchr(dir, '/') = '\0';
	make_dir(dir);
	f = fopen(in_root(path), "w");
	cr_assert(f && fputs(content, f) >= 0 && !fclose(f), "%s", path);
}

static void make_cgroup(const char *path)
{
	char dir[1024];

	snprintf(dir, sizeof(dir), "cgroup/%s", path);
	make_dir(dir);
}

#define CRI(name, pod)                                                                                                 \
	"{\"ociVersion\":\"1.1.0\",\"annotations\":{\"io.kubernetes.cri.container-name\":\"" name                      \
	"\",\"io.kubernetes.cri.sandbox-name\":\"" pod "\",\"io.kubernetes.cri.sandbox-namespace\":\"shop\"},"         \
	"\"linux\":{\"cgroupsPath\":\"kubepods-pod1.slice:cri-containerd:x\",\"resources\":{\"devices\":[{\"allow\":"  \
	"false}]}}}"
#define CRI_POD(pod)                                                                                                   \
	"{\"annotations\":{\"io.kubernetes.cri.container-type\":\"sandbox\",\"io.kubernetes.cri.sandbox-namespace\":"  \
	"\"shop\",\"io.kubernetes.cri.sandbox-name\":\"" pod "\"}}"

static void make_kubernetes(void)
{
	make_cgroup("kubepods.slice/kubepods-pod1.slice/cri-containerd-" NGINX ".scope/below");
	make_cgroup("kubepods.slice/kubepods-pod1.slice/cri-containerd-" SIDECAR ".scope");
	make_cgroup("kubepods.slice/kubepods-pod1.slice/cri-containerd-" PAUSE ".scope");
	make_cgroup("kubepods/besteffort/pod2/" OTHER);
	make_cgroup("kubepods/besteffort/pod2/" OTHER_PAUSE);
	make_file(TASKS "k8s.io/" NGINX "/config.json", CRI("nginx", "nginx"));
	make_file(TASKS "k8s.io/" SIDECAR "/config.json", CRI("proxy", "nginx"));
	make_file(TASKS "k8s.io/" PAUSE "/config.json", CRI_POD("nginx"));
	make_file(TASKS "k8s.io/" OTHER "/config.json", CRI("proxy", "cart-5f"));
	make_file(TASKS "k8s.io/" OTHER_PAUSE "/config.json", CRI_POD("cart-5f"));
	make_cgroup("kubepods.slice/kubepods-pod3.slice/crio-" CRIO ".scope/container");
	make_cgroup("kubepods.slice/kubepods-pod3.slice/crio-conmon-" CRIO ".scope");
}

static void make_docker(void)
{
	make_cgroup("system.slice/docker-" WEB ".scope/init");
	make_cgroup("docker/" DB);
	make_cgroup("system.slice/docker-" NAMELESS ".scope");
	make_file("var/lib/docker/containers/" WEB "/config.v2.json",
		  "{\"StreamConfig\":{},\"State\":{\"Running\":true,\"Pid\":1},\"ID\":\"" WEB
		  "\",\"Config\":{\"Name\":\"inner\"},\"Name\":\"/web\"}");
	/* the directory that the configuration names */
	make_file("etc/docker/daemon.json", "{ \"log-driver\": \"local\", \"data-root\": \"/srv/docker\" }\n");
	make_file("srv/docker/containers/" DB "/config.v2.json", "{\"Name\":\"/db\"}");
}

static void make_podman(void)
{
	make_cgroup("machine.slice/machine-libpod_pod_" POD ".slice/libpod-" POD ".scope/container");
	make_cgroup("machine.slice/libpod-conmon-" POD ".scope");
	make_file(
		STORAGE "containers.json",
		"[{\"id\":\"" CRIO "\",\"names\":[\"k8s_api_pay_shop_0-1-2_0\"],\"image\":\"x\"},\n"
		" {\"image\":null,\"names\":[\"mail\",\"mail2\"],\"metadata\":\"{\\\"name\\\":\\\"no\\\"}\",\"id\":\"" POD
		"\",\"flags\":{\"a\":[1,-2.5e3]}}]");
	make_cgroup(USER_SLICE "user@1000.service/user.slice/libpod-" OWN ".scope");
	make_file("etc/passwd", "root:x:0:0::/root:/bin/sh\nal:x:1000:1000:Al,,:/home/al:/bin/sh\n");
	make_file(HOME_STORAGE "containers.json", "[{\"id\":\"" OWN "\",\"names\":[\"mine\"]}]");
}

static void make_others(void)
{
	make_cgroup("default/redis/child");
	make_file(TASKS "default/redis/config.json", "{\"linux\":{\"cgroupsPath\":\"/default/redis\"}}");
	make_cgroup("system.slice/ctr-etcd.scope");
	make_file(TASKS "default/etcd/config.json", "{\"linux\":{\"cgroupsPath\":\"system.slice:ctr:etcd\"}}");
	make_cgroup("default/" NERD);
	make_file(TASKS "default/" NERD "/config.json", "{\"annotations\":{\"nerdctl/name\":\"nerd\"}}");
	make_cgroup("machine.slice/machine-my\\x2dbox.scope/payload/system.slice/sshd.service");
	make_cgroup("machine.slice/systemd-nspawn@sid.service/payload");
	make_cgroup("system.slice/lab.service");
	make_file("run/systemd/machines/experiment", "# This is private data.\nNAME=experiment\nSCOPE=lab.service\n");
	make_cgroup("lxc.payload.build/system.slice/cron.service");
	make_cgroup("lxc.monitor.build");
	make_cgroup("system.slice/sshd.service");
	make_cgroup("system.slice/web.service");
	make_cgroup("system.slice/system-getty.slice/getty@tty1.service");
	make_cgroup("system.slice/a\\x2db.service");
}

static void setup(void)
{
	cr_assert(mkdtemp(root));
	make_kubernetes();
	make_docker();
	make_podman();
	make_others();
	snprintf(cgroups.mounts[0].dir, sizeof(cgroups.mounts[0].dir), "%s/cgroup", root);
}

static int entry_remove(const char *path, const struct stat *st, int type, struct FTW *at)
{
	return remove(path);
}

static void teardown(void)
{
	nftw(root, entry_remove, 16, FTW_DEPTH | FTW_PHYS);
}

/* Returns the path of the cgroup that the word opens, relative to the root of the hierarchy, or the message. */
static const char *found(const char *word)
{
	static char path[1024];
	char link[64];
	ssize_t n;
	int fd = container_find__open(&cgroups, root, word, &errmsg);

	if (fd < 0) {
		cr_assert(fd == -ENOENT || fd == -EEXIST, "%s: %s", word, strerror(-fd));
		return text;
	}
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	close(fd);
	cr_assert(n > 0);
	path[n] = '\0';
	return path + strlen(cgroups.mounts[0].dir) + 1;
}

static void has(const char *in, const char *part)
{
	cr_assert(strstr(in, part), "'%s' has no '%s'", in, part);
}

TestSuite(container, .init = setup, .fini = teardown);
TestSuite(json_read);

/* ---- names ---- */

Test(container, names_of_docker_and_podman)
{
	cr_assert_str_eq(found("web"), "system.slice/docker-" WEB ".scope", "not the service web");
	cr_assert_str_eq(found("db"), "docker/" DB);
	cr_assert_str_eq(found("mail"), "machine.slice/machine-libpod_pod_" POD ".slice/libpod-" POD ".scope");
	cr_assert_str_eq(found("mine"), USER_SLICE "user@1000.service/user.slice/libpod-" OWN ".scope");
	cr_assert_str_eq(found("nerd"), "default/" NERD);
}

Test(container, names_of_kubernetes)
{
	cr_assert_str_eq(found("nginx/proxy"), "kubepods.slice/kubepods-pod1.slice/cri-containerd-" SIDECAR ".scope");
	cr_assert_str_eq(found("shop/cart-5f/proxy"), "kubepods/besteffort/pod2/" OTHER);
	cr_assert_str_eq(found("shop/nginx/nginx"),
			 "kubepods.slice/kubepods-pod1.slice/cri-containerd-" NGINX ".scope");
	cr_assert_str_eq(found("nginx"), "kubepods.slice/kubepods-pod1.slice", "the pod has the container nginx");
	cr_assert_str_eq(found("shop/cart-5f"), "kubepods/besteffort/pod2");
	cr_assert_str_eq(found(PAUSE), "kubepods.slice/kubepods-pod1.slice", "the id of a pod");
	cr_assert_str_eq(found("pay/api"), "kubepods.slice/kubepods-pod3.slice/crio-" CRIO ".scope");
}

Test(container, names_of_others)
{
	cr_assert_str_eq(found("redis"), "default/redis");
	cr_assert_str_eq(found("default/etcd"), "system.slice/ctr-etcd.scope");
	cr_assert_str_eq(found("my-box"), "machine.slice/machine-my\\x2dbox.scope");
	cr_assert_str_eq(found("sid"), "machine.slice/systemd-nspawn@sid.service");
	cr_assert_str_eq(found("experiment"), "system.slice/lab.service");
	cr_assert_str_eq(found("build"), "lxc.payload.build");
	cr_assert_str_eq(found("sshd"), "system.slice/sshd.service", "not that in the machine");
	cr_assert_str_eq(found("sshd.service"), "system.slice/sshd.service");
	cr_assert_str_eq(found("getty@tty1"), "system.slice/system-getty.slice/getty@tty1.service");
	cr_assert_str_eq(found("a-b"), "system.slice/a\\x2db.service");
	cr_assert_str_eq(found("a\\x2db.service"), "system.slice/a\\x2db.service");
}

Test(container, ids)
{
	cr_assert_str_eq(found(WEB), "system.slice/docker-" WEB ".scope");
	cr_assert_str_eq(found("d0c2"), "docker/" DB);
	cr_assert_str_eq(found("ffff23456789"), "system.slice/docker-" NAMELESS ".scope");
	has(found("d0c"), "no container or service 'd0c'");
	has(found("23456789"), "no container or service '23456789'");
	/* a name comes before an id */
	make_file("var/lib/docker/containers/" NAMELESS "/config.v2.json", "{\"Name\":\"/d0c2\"}");
	cr_assert_str_eq(found("d0c2"), "system.slice/docker-" NAMELESS ".scope");
}

Test(container, several_fit)
{
	has(found("proxy"), "'proxy' fits 2 containers: ");
	has(text, "shop/nginx/proxy (cc0223456789)");
	has(text, "shop/cart-5f/proxy (cc0423456789)");
	make_cgroup("system.slice/docker-" DB ".scope");
	has(found("db"), "'db' fits 2 containers: /docker/" DB ", /system.slice/docker-" DB ".scope (give");
	make_cgroup("lxc.payload.sid");
	has(found("sid"), "/machine.slice/systemd-nspawn@sid.service");
	has(text, "/lxc.payload.sid");
}

Test(container, one_below_the_other)
{
	make_cgroup("docker/" DB "/docker/" DB);
	cr_assert_str_eq(found("db"), "docker/" DB);
}

Test(container, none_fits)
{
	has(found("wbe"), "no container or service 'wbe' (did you mean 'web'?) is running (looked in ");
	has(text, "/cgroup, /var/lib/docker, /run/containerd, /var/lib/containers/storage, /run/systemd/machines; "
		  "containers: ");
	has(text, ", ...)");
	has(found(""), "no container or service '' is running");
	has(found("/"), "no container or service '/'");
	has(found("service"), "no container");
	has(found("../web"), "no container");
	/* a container that does not run has files, but no cgroup */
	cr_assert_eq(remove(in_root("cgroup/docker/" DB)), 0);
	has(found("db"), "no container or service 'db'");
}

Test(container, no_container_runs)
{
	snprintf(cgroups.mounts[0].dir, sizeof(cgroups.mounts[0].dir), "%s/cgroup/lxc.payload.build/system.slice",
		 root);
	has(found("web"), "; there is no container)");
	cgroups.mounts[0].v2 = false;
	has(found("web"), "no hierarchy of version 2 is mounted");
}

/* ---- the container of a cgroup ---- */

static const char *name_of(const char *path)
{
	static char name[CONTAINER_TEXT];

	return container_names__text(root, path, name, sizeof(name)) ?: "-";
}

Test(container, name_of_cgroup)
{
	cr_assert_str_eq(name_of("/system.slice/docker-" WEB ".scope/init"), "web");
	cr_assert_str_eq(name_of("/system.slice/docker-" NAMELESS ".scope"), "ffff23456789");
	cr_assert_str_eq(name_of("/kubepods.slice/kubepods-pod1.slice/cri-containerd-" NGINX ".scope"),
			 "shop/nginx/nginx");
	cr_assert_str_eq(name_of("/kubepods.slice/kubepods-pod1.slice/cri-containerd-" PAUSE ".scope"), "shop/nginx");
	cr_assert_str_eq(name_of("/lxc.payload.build"), "build");
	cr_assert_str_eq(name_of("/system.slice/sshd.service"), "sshd.service");
	cr_assert_str_eq(name_of("/"), "-");
}

/* ---- files of other users ---- */

/* A user's files name only containers in the user's slice, and the system's files name none of these. */
Test(container, users_apart)
{
	make_file(HOME_STORAGE "containers.json", "[{\"id\":\"" NAMELESS "\",\"names\":[\"bank\"]}]");
	has(found("bank"), "no container or service 'bank'");
	make_cgroup(USER_SLICE "docker-" DB ".scope");
	cr_assert_str_eq(found("db"), "docker/" DB);
}

Test(container, links_and_fifos)
{
	char in_tmp[1024];

	snprintf(in_tmp, sizeof(in_tmp), "%s", in_root("link"));
	make_file("srv/secret.json", "{\"Name\":\"/stolen\"}");
	make_dir("var/lib/docker/containers/" NAMELESS);
	cr_assert_eq(symlink(in_root("srv/secret.json"), in_tmp), 0);
	cr_assert_eq(rename(in_tmp, in_root("var/lib/docker/containers/" NAMELESS "/config.v2.json")), 0);
	has(found("stolen"), "no container");
	remove(in_root("var/lib/docker/containers/" NAMELESS "/config.v2.json"));
	cr_assert_eq(mkfifo(in_root("var/lib/docker/containers/" NAMELESS "/config.v2.json"), 0600), 0);
	cr_assert_str_eq(found("ffff"), "system.slice/docker-" NAMELESS ".scope", "a FIFO does not block");
	/* the runtime's own directory may be a link */
	cr_assert_eq(rename(in_root("var/lib/docker"), in_tmp), 0);
	make_dir("big");
	cr_assert_eq(rename(in_tmp, in_root("big")), 0);
	cr_assert_eq(symlink("/big", in_root("var/lib/docker")), 0);
	cr_assert_str_eq(found("web"), "system.slice/docker-" WEB ".scope");
}

Test(container, garbage)
{
	static const char *const contents[] = {
		"",
		"{",
		"[",
		"{\"Name\"",
		"{\"Name\":",
		"{\"Name\":\"/x",
		"{\"Name\":7}",
		"{\"Name\":\"\"}",
		"{\"Name\":\"/\"}",
		"{\"Name\":\"/a\\u0000b\"}",
		"{\"Name\":\"/a\\u001b[2J\"}",
		"{\"Name\":\"/a\nb\"}",
		"{\"Name\":[\"/x\"]}",
		"null",
		"{\"Name\":\"/\xff\xfe\"}",
		"{\"Name\":\"k8s____\"}",
		"{\"annotations\":7,\"linux\":[]}",
	};

	for (size_t i = 0; i < sizeof(contents) / sizeof(contents[0]); i++) {
		make_file("var/lib/docker/containers/" WEB "/config.v2.json", contents[i]);
		make_file(TASKS "default/redis/config.json", contents[i]);
		make_file(STORAGE "containers.json", contents[i]);
		make_file("run/systemd/machines/experiment", contents[i]);
		make_file("etc/passwd", contents[i]);
		if (i != 13)
			cr_assert_str_eq(name_of("/docker/" WEB), i == 15 ? "k8s____" : "d0c123456789", "%zu", i);
		cr_assert_str_eq(found("d0c1"), "system.slice/docker-" WEB ".scope", "%zu", i);
	}
	cr_assert_eq(truncate(in_root("var/lib/docker/containers/" WEB "/config.v2.json"), 64l << 20), 0);
	cr_assert_str_eq(name_of("/docker/" WEB), "d0c123456789", "a file that is too long is not read");
}

/* ---- JSON ---- */

/* Skips the value. Returns true if it is one, with nothing after it. */
static bool skipped(const char *json, size_t n)
{
	struct json_read r;
	char *exact = malloc(n);

	memcpy(exact, json, n); /* the reader must not read a byte beyond the end */
	json_read__init(&r, exact, n);
	json_read__skip(&r);
	free(exact);
	return !r.failed && r.p == r.end;
}

Test(json_read, values)
{
	static const char *const good[] = { "{}",
					    "[]",
					    "\"\"",
					    "1",
					    "-1.5e+9",
					    "true",
					    "null",
					    " [ { } , [ ] ] ",
					    "{\"a\":{\"b\":[1,\"]\",{}]},\"c\":null}",
					    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u12aF\"" };
	static const char *const bad[] = { "",		 " ",	  "{",	     "[",	    "\"",      "{]",
					   "[}",	 "[1,]",  "[,1]",    "[1 2]",	    "{\"a\"}", "{\"a\":}",
					   "{\"a\":1,}", "{1:2}", "\"\\x\"", "\"\\u12g4\"", "\"\n\"",  "]",
					   ",",		 ":",	  "[1}" };

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		const char *end = strrchr(good[i], good[i][0] == ' ' ? ']' : good[i][strlen(good[i]) - 1]);
		size_t n = (size_t)(end - good[i]) + 1;

		cr_assert(skipped(good[i], n), "%s", good[i]);
		for (size_t cut = 1; strchr("{[\"", good[i][0]) && cut < n; cut++)
			cr_assert_not(skipped(good[i], cut), "%.*s", (int)cut, good[i]);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_assert_not(skipped(bad[i], strlen(bad[i])), "%s", bad[i]);
}

Test(json_read, depth)
{
	char json[4096];

	memset(json, '[', 2048);
	memset(json + 2048, ']', 2048);
	cr_assert(skipped(json + 2048 - 64, 128));
	cr_assert_not(skipped(json + 2048 - 65, 130));
	cr_assert_not(skipped(json, sizeof(json)));
}

static const char *string_of(const char *json, size_t size)
{
	static char value[64];
	struct json_read r;

	json_read__init(&r, json, strlen(json));
	return json_read__string(&r, value, size) ? value : r.failed ? "failed" : "no";
}

Test(json_read, strings)
{
	cr_assert_str_eq(string_of("\"a\\\"\\\\\\/\\n\\u0041\\u00e9\\u20AC\"", 64), "a\"\\/\nA\xc3\xa9\xe2\x82\xac");
	cr_assert_str_eq(string_of("\"\\ud83d\\ude00\"", 64), "\xf0\x9f\x98\x80");
	cr_assert_str_eq(string_of("\"\\ud83dx\\ude00\\ud83d\\u0041\"", 64), "\xef\xbf\xbdx\xef\xbf\xbd\xef\xbf\xbd");
	cr_assert_str_eq(string_of("\"abc\"", 4), "abc");
	cr_assert_str_eq(string_of("\"abcd\"", 4), "no");
	cr_assert_str_eq(string_of("\"a\\u0000\"", 64), "no");
	cr_assert_str_eq(string_of("[\"a\"]", 64), "no");
	cr_assert_str_eq(string_of("\"a", 64), "failed");
}
