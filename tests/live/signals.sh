#!/bin/sh
# Signals that are delivered, queued, blocked, ignored and fatal. The expected lines are those that strace 6.1 prints.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -o out "$HELPERS/signals"
is "status" $? 0
me=$(sed -n 's/^kill(\([0-9]*\), SIGUSR1).*/\1/p' out | head -1)

cat > expected <<'LINES'
kill(ME, SIGUSR1)                     = 0
--- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_USER, si_pid=ME, si_uid=0} ---
rt_sigreturn({mask=[]})                 = 0
tgkill(ME, ME, SIGUSR1)             = 0
--- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_TKILL, si_pid=ME, si_uid=0} ---
rt_sigreturn({mask=[]})                 = 0
rt_sigqueueinfo(ME, SIGUSR2, {si_signo=SIGUSR2, si_code=SI_QUEUE, si_pid=ME, si_uid=0, si_int=42, si_ptr=0x2a}) = 0
--- SIGUSR2 {si_signo=SIGUSR2, si_code=SI_QUEUE, si_pid=ME, si_uid=0, si_int=42, si_ptr=0x2a} ---
rt_sigreturn({mask=[]})                 = 0
rt_sigqueueinfo(ME, SIGRT_5, {si_signo=SIGRT_5, si_code=SI_QUEUE, si_pid=ME, si_uid=0, si_int=42, si_ptr=0x2a}) = 0
--- SIGRT_5 {si_signo=SIGRT_5, si_code=SI_QUEUE, si_pid=ME, si_uid=0, si_int=42, si_ptr=0x2a} ---
rt_sigreturn({mask=[]})                 = 0
rt_sigprocmask(SIG_BLOCK, [USR1 USR2], NULL, 8) = 0
kill(ME, SIGUSR1)                     = 0
kill(ME, SIGUSR2)                     = 0
rt_sigprocmask(SIG_UNBLOCK, [USR1 USR2], NULL, 8) = 0
--- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_USER, si_pid=ME, si_uid=0} ---
--- SIGUSR2 {si_signo=SIGUSR2, si_code=SI_USER, si_pid=ME, si_uid=0} ---
rt_sigreturn({mask=[USR1]})             = 0
rt_sigreturn({mask=[]})                 = 0
LINES
# the column of the return value depends on the width of the pid
sed "s/\\b$me\\b/ME/g; s/  *= /= /" out | sed -n '/^kill(ME, SIGUSR1)/,/^rt_sigaction(SIGALRM/p' |
	grep -E '^(kill|tgkill|---|rt_sigreturn|rt_sigqueue|rt_sigprocmask)' > got
sed -i 's/  *= /= /' expected
# the handler returns to the beginning of the other handler, whose argument is in that register on arm64
[ "$(uname -m)" != aarch64 ] || sed -i '/^rt_sigreturn({mask=\[USR1\]})/s/= 0$/= 10/' expected
same "from ourselves" got expected

has "a timer's" out '^--- SIGALRM \{si_signo=SIGALRM, si_code=SI_KERNEL\} ---$'
has "interrupts a sleep" out \
	'^clock_nanosleep\(CLOCK_REALTIME, 0, \{tv_sec=0, tv_nsec=50000000\}, NULL\) = \? ERESTART_RESTARTBLOCK \(Interrupted by signal\)$'
has "the handler's return" out '^rt_sigreturn\(\{mask=\[\]\}\) += -1 EINTR \(Interrupted system call\)$'
has "a child's end, which is ignored by default" out \
	'^--- SIGCHLD \{si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=[0-9]+, si_uid=0, si_status=3, si_utime=[0-9]+( /\* [0-9.]+ s \*/)?, si_stime=[0-9]+( /\* [0-9.]+ s \*/)?\} ---$'
has "stop" out '^--- SIGSTOP \{si_signo=SIGSTOP, si_code=SI_TKILL, si_pid=[0-9]+, si_uid=0\} ---$'
has "stopped" out '^--- stopped by SIGSTOP ---$'
has "continued" out '^--- SIGCONT \{si_signo=SIGCONT, si_code=SI_USER, si_pid=[0-9]+, si_uid=0\} ---$'
# a signal is delivered when its thread goes back to its program: no call is in progress then
hasnt "no signal inside a call of its thread" out '<unfinished \.\.\.>$'

# deadly FIRST-LINE SIGNAL NUMBER [CODE]: checks the last three lines of a process that the signal kills.
deadly() {
	"$HELPERS/fresh" "$SCTRACE" -o out "$HELPERS/signals" "$3" 2> /dev/null
	is "SIG$2: status" $? $((128 + $3))
	tail -3 out > last
	plain last | sed -E 's/[0-9]{2,}/N/g; s/ +=/ =/' > got
	printf '%s\n' "$1" "--- SIG$2 {si_signo=SIG$2, si_code=$4} ---" "+++ killed by SIG$2 +++" > expected
	same "SIG$2: its signal and its end" got expected
}
# shellcheck disable=SC3045
ulimit -c 0 2> /dev/null
deadly 'tgkill(N, N, SIGTERM) = 0' TERM 15 'SI_TKILL, si_pid=N, si_uid=0'
if ! in_guest; then
	deadly 'tgkill(N, N, SIGHUP) = 0' HUP 1 'SI_TKILL, si_pid=N, si_uid=0'
	deadly 'tgkill(N, N, SIGABRT) = 0' ABRT 6 'SI_TKILL, si_pid=N, si_uid=0'
fi
deadly 'mmap(NULL, N, PROT_NONE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = ADDR' SEGV 11 'SEGV_ACCERR, si_addr=ADDR'

# Signals that the kernel itself sends. If a process is not traced by ptrace, a fatal one becomes SIGKILL at once, and
# there is no siginfo.
# kernels HOW SIGNAL NUMBER SIGINFO CALL: checks the last three lines.
kernels() {
	"$HELPERS/fresh" "$SCTRACE" --record cap -o out "$HELPERS/fatal" "$1" 2> /dev/null
	is "$1: status" $? $((128 + $3))
	"$SCTRACE" --replay cap > replayed
	tail -3 out > last
	tail -3 replayed > last_replayed
	sed -E 's/[0-9]{2,}/N/g; s/ +=/ =/; s/\\0.*\.\.\./DATA/' last > got
	printf '%s\n' "$5" "--- SIG$2 {si_signo=SIG$2, $4} ---" "+++ killed by SIG$2 +++" > expected
	same "$1: the call's result, the signal and the end" got expected
}
sender='si_code=SI_USER, si_pid=N, si_uid=0'
kernels pipe PIPE 13 "$sender" 'write(4, "5", 1) = -1 EPIPE (Broken pipe)'
kernels socket PIPE 13 "$sender" 'sendto(4, "N", 4, 0, NULL, 0) = -1 EPIPE (Broken pipe)'
kernels alarm ALRM 14 'si_code=SI_KERNEL' 'ppoll(NULL, 0, NULL, NULL, 0) = ? ERESTARTNOHAND (To be restarted if no handler)'
kernels timer USR1 10 'si_code=SI_TIMER, si_timerid=0, si_overrun=0, si_int=0, si_ptr=NULL' \
	'ppoll(NULL, 0, NULL, NULL, 0) = ? ERESTARTNOHAND (To be restarted if no handler)'
kernels file XFSZ 25 "$sender" 'write(3, "DATA, N) = -1 EFBIG (File too large)'
"$SCTRACE" --format=json -o out -e trace=write "$HELPERS/fatal" pipe
has "JSON: the result" out '"syscall":"write",.*"ret":-1,"error":"EPIPE"'
has "JSON: the signal" out '"signal_name":"SIGPIPE","siginfo":.*"si_code":.*"SI_USER".*"si_pid":[0-9]+'
"$SCTRACE" -Z -e trace=write -o out "$HELPERS/fatal" pipe
has "-Z" out '^write\(4, "5", 1\) += -1 EPIPE'
"$SCTRACE" -e trace=write -o out "$HELPERS/fatal" pipe ignored
has "ignored: the result" out '^write\(4, "5", 1\) += -1 EPIPE'
has "ignored: the signal" out '^--- SIGPIPE \{si_signo=SIGPIPE, si_code=SI_USER, si_pid=[0-9]+, si_uid=0\} ---$'
"$SCTRACE" -f -o out "$HELPERS/fatal" parent
has "the parent has ended: the signal" out '^[0-9]+ +--- SIGTERM \{si_signo=SIGTERM, si_code=SI_USER, si_pid=[0-9]+, si_uid=0\} ---$'
has "the parent has ended: the end" out '^[0-9]+ +\+\+\+ killed by SIGTERM \+\+\+$'

"$SCTRACE" -o out "$HELPERS/signals" 9
is "SIGKILL: status" $? 137
tail -2 out | sed -E 's/[0-9]{2,}/N/g; s/ +=/ =/' > got
printf '%s\n' 'tgkill(N, N, SIGKILL) = ?' '+++ killed by SIGKILL +++' > expected
same "SIGKILL: nothing but the end" got expected

# a signal from another process, during a call
rm -f out
start "$SCTRACE" -o out sleep 20
wait_for 10 grep -q nanosleep out
sleep 0.2
kill -TERM "$(children_of $pid)"
wait $pid
is "killed in a call: status" $? 143
has "killed in a call: the call" out '^clock_nanosleep\(.*\{tv_sec=20, tv_nsec=0\}, .*\) = \? ERESTART_RESTARTBLOCK \(Interrupted by signal\)$'
has "killed in a call: the signal" out '^--- SIGTERM \{si_signo=SIGTERM, si_code=SI_USER, si_pid=[0-9]+, si_uid=0\} ---$'
has "killed in a call: the end" out '^\+\+\+ killed by SIGTERM \+\+\+$'
finish
