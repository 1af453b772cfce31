// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#if defined(__aarch64__)
#define MACHINE EM_AARCH64
#elif defined(__riscv)
#define MACHINE EM_RISCV
#else
#define MACHINE EM_X86_64
#endif

void elf_file__close(struct elf_file *f)
{
	elf_end(f->elf);
	if (f->fd >= 0)
		close(f->fd);
	*f = (struct elf_file){ .fd = -1 };
}

/* O_NONBLOCK: a pipe would block. */
bool elf_file__open(struct elf_file *f, const char *path)
{
	elf_version(EV_CURRENT);
	f->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	f->elf = f->fd >= 0 ? elf_begin(f->fd, ELF_C_READ_MMAP, NULL) : NULL;
	if (f->elf && elf_kind(f->elf) == ELF_K_ELF)
		return true;
	elf_file__close(f);
	return false;
}

static int check(const struct elf_file *f, const char *path, const struct why *why)
{
	GElf_Ehdr eh;

	if (gelf_getclass(f->elf) == ELFCLASS32)
		return why__set(why, -ENOEXEC,
				"'%s' is 32-bit: only 64-bit programs are probed (kfunc= and tracepoint= are of any)",
				path);
	if (!gelf_getehdr(f->elf, &eh) || eh.e_machine != MACHINE)
		return why__set(why, -ENOEXEC, "'%s' is of another machine: it cannot be probed here", path);
	if (eh.e_type != ET_EXEC && eh.e_type != ET_DYN)
		return why__set(why, -ENOEXEC, "'%s' is neither a program nor a library", path);
	return 0;
}

int elf_file__open_code(struct elf_file *f, const char *path, const struct why *why)
{
	int err;

	if (!elf_file__open(f, path)) {
		if (access(path, R_OK))
			return why__set(why, -errno, "cannot read '%s': %s", path, strerror(errno));
		return why__set(why, -ENOEXEC, "'%s' is no program and no library (ELF)", path);
	}
	err = check(f, path, why);
	if (err)
		elf_file__close(f);
	return err;
}

Elf_Scn *elf_file__section(const struct elf_file *f, const char *name, GElf_Shdr *sh)
{
	Elf_Scn *scn = NULL;
	size_t names;

	if (elf_getshdrstrndx(f->elf, &names))
		return NULL;
	while ((scn = elf_nextscn(f->elf, scn))) {
		const char *own = gelf_getshdr(scn, sh) ? elf_strptr(f->elf, names, sh->sh_name) : NULL;

		if (own && !strcmp(own, name))
			return scn;
	}
	return NULL;
}

bool elf_file__is_go(const char *path)
{
	static const char *const sections[] = { ".gopclntab", ".data.rel.ro.gopclntab", ".go.buildinfo",
						".note.go.buildid" };
	struct elf_file f;
	bool found = false;
	GElf_Shdr sh;

	if (!elf_file__open(&f, path))
		return false;
	for (size_t i = 0; !found && i < sizeof(sections) / sizeof(sections[0]); i++)
		found = elf_file__section(&f, sections[i], &sh);
	elf_file__close(&f);
	return found;
}
