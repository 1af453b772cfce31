// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/footprint.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>

#define EVENT_KPROBE 3 /* enum bpf_perf_event_type */
#define EVENT_KRETPROBE 4

/* Returns the memory that the kernel charges for a map, from the fdinfo of its descriptor; 0: unknown. */
static uint64_t memory_of(int fd, int proc)
{
	char path[48], text[512], *at;
	ssize_t n = -1;
	int info;

	if (proc < 0)
		return 0;
	snprintf(path, sizeof(path), "self/fdinfo/%d", fd);
	info = openat(proc, path, O_RDONLY | O_CLOEXEC);
	if (info >= 0) {
		n = read(info, text, sizeof(text) - 1);
		close(info);
	}
	text[n > 0 ? n : 0] = '\0';
	at = strstr(text, "memlock:");
	return at ? strtoull(at + strlen("memlock:"), NULL, 10) : 0;
}

void footprint__map(struct footprint *c, int fd, uint64_t bytes, int proc)
{
	uint64_t n = fd >= 0 ? memory_of(fd, proc) : 0;

	if (fd < 0)
		return;
	c->fds++;
	c->memory += n > bytes ? n : bytes;
}

void footprint__runs(struct footprint *c, int fd)
{
	struct bpf_prog_info info = {};
	uint32_t size = sizeof(info);

	if (fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &size))
		return;
	c->runs += info.run_cnt;
	c->run_ns += info.run_time_ns;
}

uint64_t footprint__skips(int fd)
{
	struct bpf_prog_info info = {};
	uint32_t size = sizeof(info);

	return fd >= 0 && !bpf_obj_get_info_by_fd(fd, &info, &size) ? info.recursion_misses : 0;
}

/*
 * Beginning of struct bpf_link_info for probes as in Linux 6.7 (linux/bpf.h). Older headers lack the counts, and older
 * kernels leave them 0.
 */
struct probe_link_info {
	uint32_t type, id, prog_id, pad;
	union {
		struct {
			uint64_t addrs;
			uint32_t count, flags;
			uint64_t missed;
		} multi;
		struct {
			uint32_t type, pad;
			uint64_t name;
			uint32_t name_len, offset;
			uint64_t addr, missed;
		} event;
	};
};

uint64_t footprint__link_skips(int fd)
{
	struct probe_link_info info = {};
	uint32_t size = sizeof(info);

	if (bpf_obj_get_info_by_fd(fd, &info, &size))
		return 0;
	if (info.type == BPF_LINK_TYPE_KPROBE_MULTI)
		return info.multi.missed;
	if (info.type == BPF_LINK_TYPE_PERF_EVENT &&
	    (info.event.type == EVENT_KPROBE || info.event.type == EVENT_KRETPROBE))
		return info.event.missed;
	return 0;
}

/* Adds the runs of an attached program whose descriptor was closed. Opening it by its id needs CAP_SYS_ADMIN. */
static void runs_of_link(struct footprint *c, uint32_t id)
{
	int fd = id ? bpf_prog_get_fd_by_id(id) : -1;

	footprint__runs(c, fd);
	if (fd >= 0)
		close(fd);
}

/* Returns the number of descriptors that a link has. libbpf keeps a perf event's descriptor beside that of the link. */
static unsigned link_fds(const struct bpf_link *link)
{
	struct bpf_link_info info = {};
	uint32_t size = sizeof(info);

	return bpf_obj_get_info_by_fd(bpf_link__fd(link), &info, &size) || info.type != BPF_LINK_TYPE_PERF_EVENT ? 1
														 : 2;
}

static uint32_t link_program(const struct bpf_link *link)
{
	struct bpf_link_info info = {};
	uint32_t size = sizeof(info);

	return bpf_obj_get_info_by_fd(bpf_link__fd(link), &info, &size) ? 0 : info.prog_id;
}

void footprint__object_runs(struct footprint *c, const struct bpf_object_skeleton *skel)
{
	for (int i = 0; i < skel->prog_cnt; i++) {
		const struct bpf_link *link = *skel->progs[i].link;
		int fd = bpf_program__fd(*skel->progs[i].prog);

		if (link && fd >= 0)
			footprint__runs(c, fd);
		else if (link)
			runs_of_link(c, link_program(link));
	}
}

void footprint__object(struct footprint *c, const struct bpf_object_skeleton *skel, int proc)
{
	for (int i = 0; i < skel->map_cnt; i++)
		footprint__map(c, bpf_map__fd(*skel->maps[i].map), 0, proc);
	for (int i = 0; i < skel->prog_cnt; i++) {
		c->fds += bpf_program__fd(*skel->progs[i].prog) >= 0;
		if (*skel->progs[i].link)
			c->fds += link_fds(*skel->progs[i].link);
	}
	c->fds += bpf_object__btf_fd(*skel->obj) >= 0;
	footprint__object_runs(c, skel);
}
