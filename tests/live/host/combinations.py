# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""combinations.py OPTION_PAIRS PID: runs each pair of options of two questions that the command's parser accepts.

PID: a process that is traced where a pair names none. A pair fails if the command's status is not 0, if it complains, or
if it has no output. SCTRACE: the binary.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

SCTRACE, PAIRS, PID = os.environ['SCTRACE'], sys.argv[1], sys.argv[2]
LIBC = 'libc.so.6'
CPUS = open('/sys/devices/system/cpu/online').read().strip()
# The words of each option, by its name in option_pairs.txt. None: not on this machine, or tested by another group.
WORDS = {
    '--attach': ['-p', PID], '-f': ['-f'], '--threads-of': ['--threads-of', PID], '--tree': ['--tree', PID],
    '--all-cpus': ['--all-cpus'], '--cgroup': None, '--container': None, '--uid': ['--uid', '0'],
    '--comm': ['--comm', 'sh'], '--cpu': ['--cpu', CPUS],
    '--filter-pids': ['--filter-pids', '1'], 'PROG': ['sh', '-c', 'cd /nonexistent; cd /; sleep 0.02'],
    '--trace': ['-e', 'trace=chdir,openat,wait4,read'], '-e:ufunc': ['-e', 'ufunc=%s:chdir' % LIBC],
    '-e:uprobe': ['-e', 'uprobe=%s:chdir' % LIBC], '-e:uretprobe': ['-e', 'uretprobe=%s:chdir' % LIBC],
    '-e:usdt': None, '-e:kfunc': None, '-e:tracepoint': ['-e', 'tracepoint=sched:sched_process_fork'],
    '-e:span': ['-e', 'span=sched:sched_process_fork..sched:sched_process_exit'],
    '--failure': ['--failure'], '--errno': ['--errno', 'ENOENT'], '--duration': ['--duration', '1ms'],
    '--successful-only': ['-z'], '--failed-only': ['-Z'], '--status': ['-e', 'status=successful,failed'],
    '--trace-path': ['-P', '/nonexistent', '-P', '/'], '--trace-fds': ['-e', 'trace-fds=0'], '--signals': ['-e', 'signal=all'],
    '--if': ['--if', 'ret >= 0 or errno == ENOENT'], '--peer': None,
    '--delay': ['--delay', '10ms'], '--for': ['--for', '300ms'], '--limit-rate': ['--limit-rate', '1000000'],
    '--max-cpu': ['--max-cpu', '100'], '--until': ['--until', 'call == chdir'],
    '--detach-on': ['-b', 'execve'], '--syscall-limit': ['--syscall-limit', '5'], '--max-events': ['--max-events', '5'],
    '--switch-on': ['--switch-on', 'chdir'], '--switch-off': ['--switch-off', 'exit_group'], '--from': None, '--to': None,
    '--output': ['-o', 'OUT'], '--output-separately': ['-ff', '-o', 'OUT'], '--json': ['--json', 'JSON'],
    '--lines': ['--lines', 'LINES'], '--record': ['--record', 'CAP'], '--replay': None, '--rotate': None, '--flight': None,
    '-s': ['-s'], '--summary': ['-s'], '--summary-only': ['-c'], '--with-summary': ['-C'], '--by': ['--by', 'comm,syscall'],
    '--summary-mode': ['--summary-mode=total'], '--errno-summary': ['--errno-summary'], '--hist': ['--hist'],
    '--percentiles': ['--percentiles'], '--top': ['--top', '3'], '--interval': ['--interval', '0.1'],
    '--format': ['--format=json'], '--openmetrics': ['--openmetrics', './METRICS'],
}
TARGETS = {'--attach', '--threads-of', '--tree', '--all-cpus', '--uid', '--comm', '--filter-pids', '--cpu', '--cgroup', '--container',
           'PROG'}
TABLES = {'-s', '--summary', '--summary-only', '--with-summary', '--by', '--summary-mode', '--errno-summary', '--hist',
          '--percentiles', '--top', '--interval', '--format'}
# These pairs print no call, because the second option leaves out the call that switches printing on.
EMPTY = {frozenset(('--switch-on', x)) for x in ('--duration', '--trace-fds')}
QUIET = re.compile(r'Process \d+ (attached|detached)|tracing the whole machine|has no effect|events? lost|'
                   r'Requested path|limit has been reached')


def run(pair):
    a, b = pair
    with tempfile.TemporaryDirectory(dir='.') as where:
        command = [SCTRACE]
        for option in pair:
            if option != 'PROG':
                command += WORDS[option]
        if '--lines' in pair and not TABLES & set(pair):
            command += ['-s']
        if not TARGETS & set(pair):
            command += ['-p', PID]
        if '--for' not in pair:
            command += ['--for', '300ms']
        if '-o' not in command and '--openmetrics' not in pair:
            command += ['-o', 'OUT']
        command += WORDS['PROG'] if 'PROG' in pair else []
        try:
            done = subprocess.run(command, cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=60)
        except subprocess.TimeoutExpired:
            return '%s: no end after 60 s' % ' '.join(command[1:])
        complaints = [x for x in done.stderr.decode(errors='replace').splitlines()
                      if x.startswith(SCTRACE) and not QUIET.search(x)]
        empty = not sum(os.path.getsize(os.path.join(where, f)) for f in os.listdir(where) if f != 'CAP')
    empty = empty and frozenset(pair) not in EMPTY
    if done.returncode or complaints or empty:
        return '%s: status %d%s%s' % (' '.join(command[1:]), done.returncode, ', no output' if empty else '',
                                      ''.join(', ' + c for c in complaints))
    return None


def run_again(pair):
    """On a busy machine the traced process may not run in the time that it is traced."""
    text = run(pair)
    return run(pair) if text and text.endswith('status 0, no output') else text


def main():
    out = subprocess.run([PAIRS, '--questions'], stdout=subprocess.PIPE, check=True).stdout.decode()
    pairs = []
    for line in out.splitlines():
        qa, a, qb, b, outcome, _ = line.split('\t')
        unknown = {a, b} - set(WORDS)
        if unknown:
            sys.exit('no words for %s: add them to WORDS' % ', '.join(unknown))
        if outcome in '.w' and (qa != qb or qa == 'how') and WORDS[a] and WORDS[b]:
            pairs.append((a, b))
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        failed = [x for x in pool.map(run_again, pairs) if x]
    print('\n'.join(failed))
    print('%d of %d pairs of options work' % (len(pairs) - len(failed), len(pairs)))
    sys.exit(bool(failed))


main()
