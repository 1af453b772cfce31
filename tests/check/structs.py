#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""
The structs of tables/structs/ against the kernel headers of this machine: the offset of every member that has the same
name there, and the size where all of the struct is described. Compiled for each ABI; what has no headers of its own
here takes the generic ones.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

LIB = pathlib.Path(__file__).resolve().parents[2] / "libsctrace"
MULTIARCH = pathlib.Path("/usr/include/x86_64-linux-gnu")
HEADERS = ("linux", "linux/sched", "mtd", "asm-generic", "scsi", MULTIARCH / "asm")

# name: target, layout, asm/ of its own
ABIS = {
    "x86_64": ("x86_64-linux-gnu", "lp64", True),
    "i386": ("i386-linux-gnu", "i386", True),
    "arm64": ("aarch64-linux-gnu", "lp64", False),
    "riscv64": ("riscv64-linux-gnu", "lp64", False),
    "arm": ("arm-linux-gnueabihf", "arm", False),
}

# header: the names that both have, or OURS=THEIRS, or a member of it, OURS=THEIRS.MEMBER; of one ABI: @ABI. +: the
# size too.
STRUCTS = """
linux/time_types.h: timespec=__kernel_old_timespec+ timeval=__kernel_old_timeval+ timespec64=__kernel_timespec+
    itimerspec64=__kernel_itimerspec+
linux/timex.h: timex+ timex64=__kernel_timex+
linux/stat.h: statx+ statx_time=statx_timestamp+
asm/stat.h: stat_x86_64=stat+@x86_64 stat_32=stat+@i386 stat64_32=stat64+@i386 stat_generic=stat+@arm64
    stat_generic=stat+@riscv64
asm/statfs.h: statfs+ statfs64@i386 statfs64@arm
linux/eventpoll.h: epoll_event_x86=epoll_event+@x86_64 epoll_event_x86=epoll_event+@i386
    epoll_event_generic=epoll_event+@arm64 epoll_event_generic=epoll_event+@riscv64 epoll_event_generic=epoll_event+@arm
linux/fcntl.h: flock+ f_owner_ex+ flock64+@i386 flock64+@arm
linux/openat2.h: open_how+
linux/mount.h: mount_attr+
linux/poll.h: pollfd+
linux/resource.h: rusage+ rlimit+ rlimit64+
linux/sched/types.h: sched_attr sched_param+
linux/sched.h: clone_args+
linux/utsname.h: utsname=new_utsname+
linux/sysinfo.h: sysinfo+
linux/futex.h: futex_waitv+
linux/filter.h: sock_fprog+ sock_insn=sock_filter+
linux/capability.h: cap_header=__user_cap_header_struct+
linux/seccomp.h: seccomp_data+ seccomp_notif+ seccomp_notif_resp+ notif_sizes=seccomp_notif_sizes+
    seccomp_addfd=seccomp_notif_addfd+
linux/ptrace.h: seccomp_metadata+ peeksiginfo=ptrace_peeksiginfo_args+
asm/ptrace.h: user_regs_i386=pt_regs@i386 user_regs_x86_64=pt_regs@x86_64
linux/in.h: ip_mreq+ group_req+ in_pktinfo+
linux/in6.h: ipv6_mreq+
linux/if_packet.h: packet_mreq+ tpacket_req+ tpacket_stats=tpacket_stats_v3+
linux/errqueue.h: sock_extended_err
linux/if.h: ifmap+ ifreq+ ifconf+
linux/kcmp.h: epoll_slot=kcmp_epoll_slot+
asm/shmbuf.h: shmid_ds=shmid64_ds+ shminfo=shminfo64
linux/sem.h: semid_ds_x86_64=semid64_ds+@x86_64 semid_ds_generic=semid64_ds+@i386 semid_ds_generic=semid64_ds+@arm64
    semid_ds_generic=semid64_ds+@riscv64 seminfo+ sembuf+
linux/msg.h: msqid_ds=msqid64_ds+ msginfo+
linux/ipc.h: ipc_perm=ipc64_perm+
linux/mqueue.h: mq_attr
linux/aio_abi.h: iocb+ io_event+
linux/io_uring.h: ring_probe=io_uring_probe io_uring_params+ io_sqring_offsets io_cqring_offsets ring_files=io_uring_rsrc_register+
    ring_files_update=io_uring_rsrc_update2+ ring_restriction=io_uring_restriction+ files_update=io_uring_files_update+
    ring_fd=io_uring_rsrc_update+
linux/quota.h: dqblk=if_dqblk+ nextdqblk=if_nextdqblk+ dqinfo=if_dqinfo+
linux/dqblk_xfs.h: fs_disk_quota+ fs_quota_stat+ fs_quota_statv fs_qfilestat+ fs_qfilestatv+
linux/keyctl.h: keyctl_dh=keyctl_dh_params+ keyctl_pkey=keyctl_pkey_params+ keyctl_pkey_query
linux/landlock.h: landlock_path_beneath=landlock_path_beneath_attr+ landlock_ruleset=landlock_ruleset_attr
linux/perf_event.h: perf_event_attr
linux/kexec.h: kexec_segment
asm/termbits.h: termios+ termios2+
asm/termios.h: winsize+ termio+
linux/fs.h: fsxattr+ file_clone_range+ fstrim_range+ file_dedupe=file_dedupe_range dedupe_info=file_dedupe_range_info+
    fs_uuid=fsuuid2+ fs_sysfs_path+ lbmd_cap=logical_block_metadata_cap+
linux/fiemap.h: fiemap fiemap_extent+
linux/blkpg.h: blkpg=blkpg_ioctl_arg+ blkpg_partition+
linux/blktrace_api.h: blk_trace_setup=blk_user_trace_setup
linux/input.h: input_id+ input_keymap_entry+ input_absinfo+ ff_trigger+ ff_replay+ ff_envelope+ ff_effect+
    ff_constant=ff_constant_effect+ ff_ramp=ff_ramp_effect+ ff_periodic=ff_periodic_effect+ ff_rumble=ff_rumble_effect+
linux/hdreg.h: hd_geometry+ hd_identity=hd_driveid+
linux/rtc.h: rtc_time+ rtc_wkalrm+ rtc_pll=rtc_pll_info+ rtc_param+
linux/loop.h: loop_info64+ loop_info+@x86_64 loop_info+@i386 loop_config+
linux/userfaultfd.h: uffd_range=uffdio_range+ uffd_continue=uffdio_continue+ uffd_poison=uffdio_poison+
    uffd_writeprotect=uffdio_writeprotect+
linux/eventpoll.h: epoll_params+
linux/nsfs.h: mnt_ns_info+
linux/pidfd.h: pidfd_info+
linux/watchdog.h: watchdog_info+
linux/udmabuf.h: udmabuf=udmabuf_create+ udmabuf_item=udmabuf_create_item+ udmabuf_list=udmabuf_create_list
linux/kd.h: kbentry+ kbdiacr+ kbdiacrs+ kbdiacruc+ kbdiacrsuc+ kbkeycode+ kbd_repeat+ unimap_init=unimapinit+ unipair+
    unimap=unimapdesc+ fontx=consolefontdesc+ font_op=console_font_op
linux/btrfs.h: btrfs_vol_args=btrfs_ioctl_vol_args+ btrfs_subvol=btrfs_ioctl_vol_args_v2+
    btrfs_qgroup_limits=btrfs_qgroup_limit+ btrfs_qgroup_limit=btrfs_ioctl_qgroup_limit_args+
    btrfs_qgroup_create=btrfs_ioctl_qgroup_create_args+ btrfs_qgroup_assign=btrfs_ioctl_qgroup_assign_args+
    btrfs_quota_ctl=btrfs_ioctl_quota_ctl_args+ btrfs_quota_rescan_status=btrfs_ioctl_quota_rescan_args+
    btrfs_defrag_range=btrfs_ioctl_defrag_range_args+ btrfs_features=btrfs_ioctl_feature_flags+
    btrfs_send=btrfs_ioctl_send_args+ btrfs_fs_info=btrfs_ioctl_fs_info_args+
    btrfs_balance_args+ btrfs_balance=btrfs_ioctl_balance_args+ btrfs_scrubbed=btrfs_scrub_progress+
    btrfs_scrub=btrfs_ioctl_scrub_args+ btrfs_dev_stats=btrfs_ioctl_get_dev_stats
    btrfs_dev_replace_start=btrfs_ioctl_dev_replace_start_params+
    btrfs_dev_replace_status=btrfs_ioctl_dev_replace_status_params+ btrfs_dev_replace=btrfs_ioctl_dev_replace_args+
    btrfs_dev_info=btrfs_ioctl_dev_info_args+ btrfs_ino_lookup=btrfs_ioctl_ino_lookup_args+
    btrfs_ino_paths=btrfs_ioctl_ino_path_args+ btrfs_logical_ino=btrfs_ioctl_logical_ino_args+
    btrfs_received=btrfs_ioctl_received_subvol_args+@x86_64 btrfs_key=btrfs_ioctl_search_key+
    btrfs_search=btrfs_ioctl_search_args+ btrfs_search_header=btrfs_ioctl_search_header+
    btrfs_search_v2=btrfs_ioctl_search_args_v2 btrfs_stamp=btrfs_ioctl_timespec+@x86_64
    btrfs_inherit=btrfs_qgroup_inherit btrfs_space=btrfs_ioctl_space_info+ btrfs_container=btrfs_data_container+
linux/gpio.h: gpio_attr=gpio_v2_line_attribute+ gpio_config_attr=gpio_v2_line_config_attribute+
    gpio_chip=gpiochip_info+ gpio_line=gpioline_info+ gpio_handle=gpiohandle_request+
    gpio_handle_config=gpiohandle_config+ gpio_handle_values=gpiohandle_data+ gpio_event=gpioevent_request+
    gpio_config=gpio_v2_line_config+ gpio_request=gpio_v2_line_request+ gpio_line_v2=gpio_v2_line_info+
    gpio_values_set=gpio_v2_line_values+
linux/kvm.h: kvm_memory_region=kvm_userspace_memory_region+ kvm_regs+@x86_64 kvm_segment+@x86_64 kvm_sregs+@x86_64
    kvm_cpuid_entry=kvm_cpuid_entry2+@x86_64 kvm_dtable+@x86_64 kvm_cpuid=kvm_cpuid2@x86_64
linux/ptp_clock.h: ptp_extts=ptp_extts_request ptp_offset=ptp_sys_offset
    ptp_offset_extended=ptp_sys_offset_extended ptp_time=ptp_clock_time+ ptp_caps=ptp_clock_caps+ ptp_perout=ptp_perout_request+
    ptp_pin=ptp_pin_desc+ ptp_offset_precise=ptp_sys_offset_precise+
mtd/mtd-abi.h: mtd_oob=mtd_oob_buf+@x86_64 mtd_oob=mtd_oob_buf+@arm64 mtd_oobfree=nand_oobfree+ mtd_info=mtd_info_user+ mtd_erase=erase_info_user+ mtd_erase64=erase_info_user64+
    mtd_oob64=mtd_oob_buf64+ mtd_otp=otp_info+ mtd_write=mtd_write_req mtd_ecclayout=nand_ecclayout_user+
    mtd_eccstats=mtd_ecc_stats+ mtd_oobinfo=nand_oobinfo+ mtd_region=region_info_user+
mtd/ubi-user.h: ubi_attach=ubi_attach_req ubi_volume=ubi_mkvol_req ubi_resize=ubi_rsvol_req+
    ubi_leb_change=ubi_leb_change_req ubi_renames=ubi_rnvol_req ubi_leb_map=ubi_map_req ubi_property=ubi_set_vol_prop_req+
linux/dm-ioctl.h: dm_ioctl+ dm_target=dm_target_spec+ dm_name=dm_name_list+ dm_target_version=dm_target_versions+
    dm_deps=dm_target_deps+ dm_message=dm_target_msg+
linux/bsg.h: sg_io_v4+
linux/tee.h: tee_version=tee_ioctl_version_data+ tee_shm=tee_ioctl_shm_alloc_data+ tee_buffer=tee_ioctl_buf_data+
    tee_shm_register=tee_ioctl_shm_register_data+ tee_cancel=tee_ioctl_cancel_arg+
    tee_shm_fd=tee_ioctl_shm_register_fd_data+
linux/bpf.h: bpf_prog_info bpf_map_info bpf_map_create=bpf_attr bpf_map_lookup_elem=bpf_attr
    bpf_map_update_elem=bpf_attr bpf_map_delete_elem=bpf_attr bpf_map_get_next_key=bpf_attr bpf_prog_load=bpf_attr
    bpf_obj_pin=bpf_attr bpf_obj_get=bpf_attr bpf_prog_attach=bpf_attr bpf_prog_detach=bpf_attr
    bpf_prog_test_run_in=bpf_attr.test bpf_prog_get_next_id=bpf_attr bpf_map_get_next_id=bpf_attr
    bpf_prog_get_fd_by_id=bpf_attr bpf_map_get_fd_by_id=bpf_attr
    bpf_prog_query_in=bpf_attr.query bpf_obj_get_info_by_fd_in=bpf_attr.info bpf_raw_tracepoint_open_in=bpf_attr.raw_tracepoint bpf_btf_load=bpf_attr
    bpf_btf_get_fd_by_id=bpf_attr bpf_task_fd_query_in=bpf_attr.task_fd_query bpf_map_lookup_and_delete_elem=bpf_attr
    bpf_map_freeze=bpf_attr bpf_btf_get_next_id=bpf_attr bpf_map_lookup_batch_in=bpf_attr.batch
    bpf_map_update_batch_in=bpf_attr.batch bpf_map_delete_batch_in=bpf_attr.batch bpf_link_create_in=bpf_attr.link_create
    bpf_link_update_in=bpf_attr.link_update bpf_link_get_fd_by_id=bpf_attr bpf_link_get_next_id=bpf_attr
linux/videodev2.h: v4l2_fract+ v4l2_rect+ v4l2_capability+ v4l2_fmtdesc+ v4l2_clip+ v4l2_window+ v4l2_format+
    v4l2_create_buffers+ v4l2_captureparm v4l2_outputparm v4l2_requestbuffers+ v4l2_buffer+ v4l2_framebuffer
    v4l2_crop+ v4l2_cropcap+ v4l2_standard+ v4l2_input+ v4l2_tuner+ v4l2_control+ v4l2_queryctrl+
    v4l2_query_ext_ctrl+ v4l2_frmsize_discrete+ v4l2_frmsize_stepwise+ v4l2_frmival_stepwise+ v4l2_ext_control+
    v4l2_pix=v4l2_pix_format v4l2_pix_mp=v4l2_pix_format_mplane v4l2_plane_pix=v4l2_plane_pix_format+
    v4l2_vbi=v4l2_vbi_format v4l2_sliced=v4l2_sliced_vbi_format v4l2_sdr=v4l2_sdr_format v4l2_meta=v4l2_meta_format
    v4l2_frmsize=v4l2_frmsizeenum v4l2_frmival=v4l2_frmivalenum v4l2_ext_ctrls=v4l2_ext_controls
    v4l2_exportbuffer+ v4l2_querymenu+
linux/random.h: rand_pool_info
linux/shm.h: shm_info+
linux/utime.h: utimbuf+
linux/counter.h: counter_component+ counter_watch+
linux/rseq.h: rseq rseq_cs
linux/icmp.h: icmp_filter+
linux/tipc.h: tipc_group_req+
linux/time.h: itimerspec+ itimerval+ timezone+
linux/times.h: tms+
asm/siginfo.h: sigevent
asm/signal.h: sigaction+@x86_64 stack=sigaltstack+
"""

# Headers that need libc, which is installed for the first ABI only.
LIBC = {
    "sys/time.h": "#include <linux/time.h>\n",
    "sys/socket.h": "struct sockaddr { unsigned short sa_family; char sa_data[14]; };\n",
    "unistd.h": "",
}

# Structs of the same name in a header that are not in the list above.
UNCOMPARED = {
    "bpf_insn": "bit-fields have no offset", "user_desc": "likewise",
    "sg_req_info": "the header is libc's", "sg_scsi_id": "likewise",
    "kbsentry": "by hand, the bytes of one string", "siginfo": "by hand, its members are macros",
    "msgbuf": "the text may have any length",
}


def check_list(failures):
    """Every struct that a header has under the same name is compared, or there is a reason why not."""
    listed = {ours for _, ours, _, _, _ in struct_list()}
    header = set()
    for path in HEADERS:
        for f in sorted(pathlib.Path("/usr/include", path).glob("*.h")):
            header.update(re.findall(r"^struct (\w+)\s*\{", f.read_text(errors="replace"), re.M))
    for f in sorted((LIB / "tables/structs").glob("*.def")):
        for name in re.findall(r"^STRUCT(?:_PACKED)?\((\w+)\)", f.read_text(), re.M):
            if name in header and name not in listed and name not in UNCOMPARED:
                failures.append(f"{f.name}: {name} is in a kernel header, and not compared with it here")


def struct_list():
    for line in re.sub(r"\n +", " ", STRUCTS.strip()).splitlines():
        header, names = line.split(": ")
        for word in names.split():
            m = re.fullmatch(r"(\w+)(?:=([\w.]+))?(\+?)(?:@(\w+))?", word)
            yield header, m[1], m[2] or m[1], bool(m[3]), m[4]


def compile_c(target, text, flags):
    return subprocess.run(["clang", f"--target={target}", "-xc", "-", "-std=c11", "-ferror-limit=0", "-w", f"-I{LIB}", *flags],
                          input=text, capture_output=True, text=True, check=False)


def our_members(layout):
    """Struct name -> its members, those of nested unions and structs without a name too."""
    text = "#include \"lookup/layout.h\"\n"
    out = compile_c("x86_64-linux-gnu", text, ["-E", "-P"]).stdout
    structs = {}
    for m in re.finditer(rf"struct (?:__attribute__\(\(packed\)\) )?{layout}_(\w+) {{(.*?)\n?}} ?;(?=\s*(?:struct|typedef|$))", out, re.S):
        body, depth, names = m[2], 0, []
        # a struct with a name is checked by itself
        while True:
            named = re.sub(r"(?:union|struct) {[^{}]*} (\w+);", r"sub \1;", body)
            named = re.sub(r"(?:union|struct) {([^{}]*)} ;", r"\1", named)
            if named == body:
                break
            body = named
        for member in re.finditer(r"(\w+)(?:\[[^\]]*\])*;", body):
            if not re.match(r"(pad|rsv|reserved|unused|spare|words|rest|bytes)_?\d*", member[1]):
                names.append(member[1])
        structs[m[1]] = names
    return structs


def flags_of(abi, asm):
    _, layout, own = ABIS[abi]
    flags = ["-fsyntax-only", "-ffreestanding", "-nostdlibinc"]
    if abi != "x86_64":
        flags.append(f"-I{asm}/libc")
    if own:
        return flags + [f"-idirafter{MULTIARCH}", "-idirafter/usr/include"]
    words = 32 if layout == "arm" else 64
    return flags + [f"-idirafter{asm}", "-idirafter/usr/include", f"-D__BITS_PER_LONG={words}", "-D__ARCH_WANT_NEW_STAT"]


def check(abi, asm, failures):
    target, layout, _ = ABIS[abi]
    members = our_members(layout)
    compared = 0
    by_header = {}
    for header, ours, theirs, whole, only in struct_list():
        if only in (None, abi):
            by_header.setdefault(header, []).append((ours, theirs, whole))
    for header, structs in by_header.items():
        # the kernel's headers come first, because libc defines st_atime and others as macros
        lines = ["#include \"lookup/layout.h\"", f"#include <{header}>"]
        what = {}
        for ours, theirs, whole in structs:
            tag = "union" if theirs.startswith("bpf_attr") else "struct"
            theirs, _, member = theirs.partition(".")
            member += "." if member else ""
            if ours not in members:
                failures.append(f"{abi}: no struct {ours}")
                continue
            for name in members[ours]:
                lines.append(f"_Static_assert(__builtin_offsetof(struct {layout}_{ours}, {name}) == "
                             f"__builtin_offsetof({tag} {theirs}, {member}{name}), \"\");")
                what[len(lines)] = f"{ours}.{name}"
            if whole:
                lines.append(f"_Static_assert(sizeof(struct {layout}_{ours}) == sizeof(struct {theirs}), \"\");")
                what[len(lines)] = f"size of {ours}"
        run = compile_c(target, "\n".join(lines) + "\n", flags_of(abi, asm))
        missing = set()
        for line, text in re.findall(r"^<stdin>:(\d+):\d+: (?:fatal )?error: (.*)", run.stderr, re.M):
            item = what.get(int(line), header)
            if "static assertion" in text or "static_assert" in text:
                failures.append(f"{abi}: {item} is not where {header} has it ({text})")
            missing.add(int(line))
        if "fatal error" in run.stderr:
            if abi in ("x86_64", "i386"):
                print(f"{abi}: no {header} here")
            continue
        compared += len(what) - len(missing & what.keys())
    return compared


def main():
    failures = []
    check_list(failures)
    with tempfile.TemporaryDirectory() as tmp:
        pathlib.Path(tmp, "asm").symlink_to("/usr/include/asm-generic")
        pathlib.Path(tmp, "libc", "sys").mkdir(parents=True)
        for name, text in LIBC.items():
            pathlib.Path(tmp, "libc", name).write_text(text)
        for abi in ABIS:
            n = check(abi, tmp, failures)
            print(f"{abi}: {n} offsets and sizes as in the headers")
            if n < 500:
                failures.append(f"{abi}: only {n} compared: is the check still right?")
    print(*failures, sep="\n")
    return 1 if failures else 0


sys.exit(main())
