# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""combinations.py OPTION_PAIRS PID: runs each pair of options of two questions that the command's parser accepts.

PID: a process that is traced where a pair names none. A pair fails if the command's status is not 0, if it complains, or
if it has no output. SCTRACE: the binary.

A run has several options, of which each two are accepted, so that few runs try all pairs. If a run fails, each of its
pairs runs alone, because a third option may leave no output; only a pair that fails alone is a failure.
"""
import concurrent.futures
import itertools
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
    '--time': ['--time'], '--percentiles': ['--percentiles'], '--top': ['--top', '3'], '--interval': ['--interval', '0.1'],
    '--format': ['--format=json'], '--openmetrics': ['--openmetrics', './METRICS'],
}
TARGETS = {'--attach', '--threads-of', '--tree', '--all-cpus', '--uid', '--comm', '--filter-pids', '--cpu', '--cgroup', '--container',
           'PROG'}
TABLES = {'-s', '--summary', '--summary-only', '--with-summary', '--by', '--summary-mode', '--errno-summary', '--hist',
          '--time', '--percentiles', '--top', '--interval', '--format'}
# These pairs print no call, because the second option leaves out the call that switches printing on.
EMPTY = {frozenset(('--switch-on', x)) for x in ('--duration', '--trace-fds')}
QUIET = re.compile(r'Process \d+ (attached|detached)|tracing the whole machine|has no effect|events? lost|'
                   r'Requested path|limit has been reached')


OPTIONS_MAX = 5  # of one run: more of them choose so few events that there is no output


def run(options):
    """Runs the command with these options. Returns None, or the command and what is wrong with it."""
    with tempfile.TemporaryDirectory(dir='.') as where:
        command = [SCTRACE]
        for option in options:
            if option != 'PROG':
                command += WORDS[option]
        if '--lines' in options and not TABLES & set(options):
            command += ['-s']
        if not TARGETS & set(options):
            command += ['-p', PID]
        if '--for' not in options:
            command += ['--for', '300ms']
        if '-o' not in command and '--openmetrics' not in options:
            command += ['-o', 'OUT']
        command += WORDS['PROG'] if 'PROG' in options else []
        try:
            done = subprocess.run(command, cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=60)
        except subprocess.TimeoutExpired:
            return '%s: no end after 60 s' % ' '.join(command[1:])
        complaints = [x for x in done.stderr.decode(errors='replace').splitlines()
                      if x.startswith(SCTRACE) and not QUIET.search(x)]
        empty = not sum(os.path.getsize(os.path.join(where, f)) for f in os.listdir(where) if f != 'CAP')
    empty = empty and frozenset(options) not in EMPTY
    if done.returncode or complaints or empty:
        return '%s: status %d%s%s' % (' '.join(command[1:]), done.returncode, ', no output' if empty else '',
                                      ''.join(', ' + c for c in complaints))
    return None


def run_pair(pair):
    """Runs a pair, twice if it has no output: on a busy machine the traced process may not run while it is traced."""
    text = run(pair)
    return run(pair) if text and text.endswith('status 0, no output') else text


def run_all(task):
    """Runs options together, and, if that fails, each of the pairs. Returns the failures of the pairs."""
    options, pairs = task
    if len(options) > 2 and not run(options):
        return []
    return [x for x in map(run_pair, pairs) if x]


def accepted():
    """Returns the pairs that have to be tried, and all pairs of options that take effect together."""
    out = subprocess.run([PAIRS, '--questions'], stdout=subprocess.PIPE, check=True).stdout.decode()
    wanted, together = [], set()
    for line in out.splitlines():
        qa, a, qb, b, outcome, _ = line.split('\t')
        unknown = {a, b} - set(WORDS)
        if unknown:
            sys.exit('no words for %s: add them to WORDS' % ', '.join(unknown))
        if not WORDS[a] or not WORDS[b] or outcome not in '.w':
            continue
        if qa != qb or qa == 'how':
            wanted.append((a, b))
        if outcome == '.':
            together.add(frozenset((a, b)))
    return wanted, together


def runs_of(wanted, together):
    """Yields lists of options, each two of which take effect together, with the wanted pairs that each list is for."""
    left = {frozenset(pair) for pair in wanted}
    names = sorted(set().union(*left))
    for pair in wanted:
        if frozenset(pair) not in left:
            continue
        options = list(pair)
        while frozenset(pair) in together and len(options) < OPTIONS_MAX:
            fits = [x for x in names if x not in options and all(frozenset((x, y)) in together for y in options)]
            gain, name = max(((sum(frozenset((x, y)) in left for y in options), x) for x in fits), default=(0, None))
            if not gain:
                break
            options.append(name)
        pairs = [x for x in itertools.combinations(options, 2) if frozenset(x) in left]
        left -= set(map(frozenset, pairs))
        yield options, pairs


def main():
    wanted, together = accepted()
    runs = list(runs_of(wanted, together))
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        failed = sum(pool.map(run_all, runs), [])
    print('\n'.join(failed))
    print('%d of %d pairs of options work, in %d runs' % (len(wanted) - len(failed), len(wanted), len(runs)))
    sys.exit(bool(failed))


main()
