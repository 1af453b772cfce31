// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Runs a virtual processor that writes to a port, and halts: two reasons to return from KVM_RUN. Ends with 1 where
 * there is no KVM.
 */
#ifdef __x86_64__
#include <fcntl.h>
#include <linux/kvm.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#define PAGE 0x1000

/* out %al, $0x80; hlt */
static const uint8_t program[] = { 0xe6, 0x80, 0xf4 };

/* Maps the processor's struct kvm_run, as virtual machines do, since strace reads the exit reason there. */
static int processor_new(int vm, void *memory, size_t mapped)
{
	struct kvm_userspace_memory_region region = {
		.guest_phys_addr = PAGE,
		.memory_size = PAGE,
		.userspace_addr = (uintptr_t)memory,
	};
	struct kvm_regs regs = { .rip = PAGE, .rflags = 2 };
	struct kvm_sregs sregs;
	int cpu;

	if (ioctl(vm, KVM_SET_USER_MEMORY_REGION, &region))
		return -1;
	cpu = ioctl(vm, KVM_CREATE_VCPU, 0);
	if (cpu < 0 || mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_SHARED, cpu, 0) == MAP_FAILED ||
	    ioctl(cpu, KVM_GET_SREGS, &sregs))
		return -1;
	sregs.cs.base = sregs.cs.selector = 0;
	return ioctl(cpu, KVM_SET_SREGS, &sregs) || ioctl(cpu, KVM_SET_REGS, &regs) ? -1 : cpu;
}

int main(void)
{
	int kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC), vm = kvm < 0 ? -1 : ioctl(kvm, KVM_CREATE_VM, 0), cpu;
	void *memory = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (vm < 0 || memory == MAP_FAILED)
		return 1;
	memcpy(memory, program, sizeof(program));
	cpu = processor_new(vm, memory, (size_t)ioctl(kvm, KVM_GET_VCPU_MMAP_SIZE, 0));
	return cpu < 0 || ioctl(cpu, KVM_RUN, 0) || ioctl(cpu, KVM_RUN, 0);
}
#else
int main(void)
{
	return 1;
}
#endif
