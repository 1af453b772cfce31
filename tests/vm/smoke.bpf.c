// The least that sctrace needs: a program on a syscall tracepoint with direct register access and a ring (ENTER),
// and a task iterator (ITER). No headers, so that clang is all that is needed.
typedef unsigned int u32;
typedef unsigned long long u64;

#define SEC(name) __attribute__((section(name), used))

#ifdef ENTER
static u64 (*bpf_ktime_get_ns)(void) = (void *)5;
static long (*bpf_ringbuf_output)(void *, void *, u64, u64) = (void *)130;

struct {
	u32 (*type)[27]; /* BPF_MAP_TYPE_RINGBUF */
	u32 (*max_entries)[65536];
} ring SEC(".maps");

u64 sent;

SEC("tp_btf/sys_enter")
int smoke_enter(u64 *ctx)
{
	u64 *regs = (u64 *)ctx[0];
	u64 rec[2] = { bpf_ktime_get_ns(), regs[0] };

	if (bpf_ringbuf_output(&ring, rec, sizeof(rec), 1 /* flags: no wake-up */) == 0)
		__sync_fetch_and_add(&sent, 1);
	return 0;
}
#endif

#ifdef ITER
static long (*bpf_seq_write)(void *, const void *, u32) = (void *)127;

SEC("iter/task")
int smoke_iter(u64 *ctx)
{
	u64 *meta = (u64 *)ctx[0];
	char line[] = "task\n";

	if (ctx[1])
		bpf_seq_write((void *)meta[0], line, sizeof(line) - 1);
	return 0;
}
#endif

char _license[] SEC("license") = "GPL";
