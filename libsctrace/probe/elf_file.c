// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "util/elf_sane.h"
#include "util/isolate.h"

void elf_file__close(struct elf_file *f)
{
	elf_end(f->elf);
	if (f->fd >= 0)
		close(f->fd);
	*f = (struct elf_file){ .fd = -1 };
}

bool elf_file__open(struct elf_file *f, const char *path, int given)
{
	elf_version(EV_CURRENT);
	/* O_NONBLOCK, because opening a FIFO would block */
	f->fd = given >= 0 ? fcntl(given, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	f->elf = f->fd >= 0 && elf_sane__check(f->fd) ? elf_begin(f->fd, ELF_C_READ, NULL) : NULL;
	if (f->elf && elf_kind(f->elf) == ELF_K_ELF)
		return true;
	elf_file__close(f);
	return false;
}

static int machine_check(const struct elf_file *f, const char *path, const struct errmsg *errmsg)
{
	GElf_Ehdr eh;

	if (gelf_getclass(f->elf) == ELFCLASS32)
		return errmsg__set(
			errmsg, -ENOEXEC,
			"'%s' is 32-bit: only 64-bit programs can be probed (kfunc= and tracepoint= work for all)",
			path);
	if (!gelf_getehdr(f->elf, &eh) || eh.e_machine != ELF_FILE_MACHINE)
		return errmsg__set(errmsg, -ENOEXEC, "'%s' is for another machine: it cannot be probed here", path);
	if (eh.e_type != ET_EXEC && eh.e_type != ET_DYN)
		return errmsg__set(errmsg, -ENOEXEC, "'%s' is neither a program nor a library", path);
	return 0;
}

int elf_file__open_code(struct elf_file *f, const char *path, int given, const struct errmsg *errmsg)
{
	int err;

	if (!elf_file__open(f, path, given)) {
		if (given < 0 && access(path, R_OK))
			return errmsg__set(errmsg, -errno, "cannot read '%s': %s", path, strerror(errno));
		return errmsg__set(errmsg, -ENOEXEC, "'%s' is neither a program nor a library (ELF)", path);
	}
	err = machine_check(f, path, errmsg);
	if (err)
		elf_file__close(f);
	return err;
}

#define NAMES_MAX (16u << 20) /* most bytes of section names */

static Elf_Scn *section_find(const struct elf_file *f, const char *name, GElf_Shdr *sh)
{
	const size_t len = strlen(name) + 1;
	Elf_Scn *scn = NULL;
	Elf_Data *names;
	size_t at;

	if (elf_getshdrstrndx(f->elf, &at) || !(scn = elf_getscn(f->elf, at)) || !gelf_getshdr(scn, sh) ||
	    sh->sh_size > NAMES_MAX || !(names = elf_rawdata(scn, NULL)) || !names->d_buf)
		return NULL;
	scn = NULL;
	while ((scn = elf_nextscn(f->elf, scn)))
		if (gelf_getshdr(scn, sh) && sh->sh_name < names->d_size && names->d_size - sh->sh_name >= len &&
		    !memcmp((char *)names->d_buf + sh->sh_name, name, len))
			return scn;
	return NULL;
}

Elf_Data *elf_file__section(const struct elf_file *f, const char *name, size_t most)
{
	GElf_Shdr sh;
	Elf_Scn *scn = section_find(f, name, &sh);
	Elf_Data *d = scn && sh.sh_size <= most ? elf_getdata(scn, NULL) : NULL;

	return d && d->d_buf ? d : NULL;
}

static bool has_go_sections(const char *path, int given)
{
	static const char *const sections[] = { ".gopclntab", ".data.rel.ro.gopclntab", ".go.buildinfo",
						".note.go.buildid" };
	struct elf_file f;
	bool found = false;
	GElf_Shdr sh;

	if (!elf_file__open(&f, path, given))
		return false;
	for (size_t i = 0; !found && i < sizeof(sections) / sizeof(sections[0]); i++)
		found = section_find(&f, sections[i], &sh);
	elf_file__close(&f);
	return found;
}

/* Writes a byte that is 1 if the file is Go's. An isolate_fn, which runs in a child process. */
static int write_is_go(void *ctx, int fd, struct buf *out, const struct errmsg *errmsg)
{
	buf__char(out, has_go_sections(ctx, fd));
	return 0;
}

bool elf_file__is_go(const char *path)
{
	const struct errmsg nowhere = {};
	struct buf b = {};
	bool go;
	int err;

	if (!isolate__can())
		return has_go_sections(path, -1);
	err = isolate__run(path, write_is_go, (void *)path, &b, &nowhere);
	/* if the child crashed, assume that the file is Go's, because a return probe would abort a Go program */
	go = err == -EIO || (!err && b.len == 1 && b.p[0]);
	buf__free(&b);
	return go;
}
