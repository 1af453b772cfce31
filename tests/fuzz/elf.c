// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Untrusted ELF files, in which probes look up functions and USDT probes. The
 * input is fields of an ELF header, of segments and sections, then their
 * contents; a section may claim any offset and size, and the file may have a
 * hole of gigabytes.
 */
#include "fuzz.h"

#include <elf.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "probe/elf.h"
#include "probe/elf_file.h"
#include "probe/usdt.h"
#include "util/elf_sane.h"
#include "util/isolate.h"

#define SECTIONS 8
#define NAMES_AT 0x1000 /* offset of the names of sections */
#define DATA_AT 0x2000
#define SECONDS_MAX 20 /* limit of the time for one file, with sanitizers */

static const char names[] = "\0.symtab\0.strtab\0.dynsym\0.dynstr\0.note.stapsdt\0.note.gnu.build-id\0.gnu_debuglink\0"
			    ".gopclntab\0.shstrtab";

/* Returns a size that mostly makes sense, and sometimes any number. */
static uint64_t size_of(struct input *in)
{
	static const uint64_t sizes[] = { 24, 48, 240, 4096, 1 << 16, 600 << 20, 1ull << 40, UINT64_MAX };
	uint8_t how = input_u8(in);

	return how < 128 ? how : how < 250 ? sizes[how % (sizeof(sizes) / sizeof(*sizes))] : input_u64(in);
}

static void put_section(struct input *in, Elf64_Shdr *sh)
{
	static const uint32_t types[] = { SHT_SYMTAB, SHT_DYNSYM, SHT_STRTAB, SHT_NOTE, SHT_PROGBITS, SHT_NOBITS };
	uint8_t how = input_u8(in);

	*sh = (Elf64_Shdr){
		.sh_name = input_u8(in),
		.sh_type = how < 250 ? types[how % (sizeof(types) / sizeof(*types))] : (uint32_t)input_u64(in),
		.sh_flags = input_u8(in) < 240 ? 0 : SHF_COMPRESSED,
		.sh_link = input_u8(in) % (SECTIONS + 1),
		.sh_addralign = 1u << (how % 5),
	};
	how = input_u8(in);
	sh->sh_offset = how < 200 ? DATA_AT + 16u * how : size_of(in);
	sh->sh_size = size_of(in);
	how = input_u8(in);
	sh->sh_entsize = how < 220 ? sizeof(Elf64_Sym) : how < 240 ? how - 220u : size_of(in);
}

static void put_headers(struct input *in, uint8_t *file)
{
	Elf64_Ehdr eh = {
		.e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_DYN,
		.e_machine = EM_X86_64,
		.e_version = EV_CURRENT,
		.e_phoff = 64,
		.e_shoff = 256,
		.e_ehsize = sizeof(eh),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 2,
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = SECTIONS,
		.e_shstrndx = SECTIONS - 1,
	};
	Elf64_Phdr ph[2] = { { PT_LOAD, PF_R | PF_X, 0, 0, 0, 0x10000, 0x10000, 4096 },
			     { PT_LOAD, PF_R | PF_X, 0, size_of(in), 0, size_of(in), size_of(in), 4096 } };
	Elf64_Shdr sh[SECTIONS] = { 0 };
	uint8_t odd = input_u8(in);

	if (odd == 255)
		eh.e_shnum = 0, sh[0].sh_size = size_of(in);
	else if (odd == 254)
		eh.e_phnum = PN_XNUM, sh[0].sh_info = (uint32_t)size_of(in);
	else if (odd > 240)
		input_bytes(in, (uint8_t *)&eh + EI_NIDENT, sizeof(eh) - EI_NIDENT);
	for (unsigned i = 1; i < SECTIONS; i++)
		put_section(in, &sh[i]);
	if (odd < 200)
		sh[SECTIONS - 1] =
			(Elf64_Shdr){ .sh_type = SHT_STRTAB, .sh_offset = NAMES_AT, .sh_size = sizeof(names) };
	memcpy(file, &eh, sizeof(eh));
	memcpy(file + 64, ph, sizeof(ph));
	memcpy(file + 256, sh, sizeof(sh));
	memcpy(file + NAMES_AT, names, sizeof(names));
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void look(int fd, const char *pattern)
{
	char path[64], text[256] = "";
	struct errmsg errmsg = { text, sizeof(text) };
	struct elf_funcs funcs;
	struct usdts u = { 0 };
	double begin = now();
	int err;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = elf__functions(path, pattern, 64, &funcs, &errmsg);
	MUST(!err || *text || err == -ENOMEM, "no reason");
	MUST(err || (funcs.n && funcs.n <= 64), "how many?");
	elf_funcs__free(&funcs);
	*text = '\0';
	err = usdts__find(&u, path, "*", pattern, &errmsg);
	MUST(!err || *text || err == -ENOMEM, "no reason");
	usdts__free(&u);
	elf_file__is_go(path);
	MUST(now() - begin < SECONDS_MAX, "it took too long");
}

/* Without privileges the library reads files in this process, where a fault is seen. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	const struct __user_cap_data_struct none[2] = { { 0 } };

	MUST(!syscall(SYS_capset, &head, none) && !isolate__can(), "privileges");
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t file[DATA_AT];
	struct input in = { data, size };
	uint8_t hole = input_u8(&in);
	int fd = memfd_create("elf", MFD_CLOEXEC);

	MUST(fd >= 0, "memfd_create");
	memset(file, 0, sizeof(file));
	put_headers(&in, file);
	MUST(pwrite(fd, file, sizeof(file), 0) == sizeof(file), "pwrite");
	MUST(pwrite(fd, in.p, in.left, DATA_AT) == (ssize_t)in.left, "pwrite");
	if (hole > 128)
		MUST(!ftruncate(fd, (off_t)1 << (hole % 12 + 20)), "ftruncate");
	look(fd, hole % 2 ? "*" : "f*");
	close(fd);
	return 0;
}
