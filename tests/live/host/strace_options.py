#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""strace_options.py TABLE [ROW...]: each row's options given to strace and to sctrace.

What both print and how they end has to be the same, or, where the row has a reason,
not. STRACE, SCTRACE, HELPERS: as for the other tests. KEEP: a directory that the
outputs of the rows which fail are left in. SHARE=I/N: only each Nth row, from I on.
"""
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

STRACE, SCTRACE = os.environ['STRACE'], os.environ['SCTRACE']
HELPERS = os.environ['HELPERS']
SUBJECT = HELPERS + '/subject'
TIMEOUT = 30


def words(row, tracer, pid):
    """The command line: PROG, PID and HELPERS stand for what they name, PROG is added at the end if neither is there."""
    args = shlex.split(row)
    out = [tracer]
    for arg in args:
        if arg == 'PROG':
            out.append(SUBJECT)
        elif arg != 'NONE':
            out.append(arg.replace('$PID', str(pid)).replace('$HELPERS', HELPERS))
    if not {'PROG', 'NONE', '--'} & set(args) and '$PID' not in row:
        out.append(SUBJECT)
    return out


def until_dead(proc):
    try:
        return proc.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(proc.pid, signal.SIGKILL)
        proc.communicate()
        return b'', b'TIMEOUT'


def run(tracer, row, where):
    """Exit status, ids, and what was written, by name of the output."""
    before = set(os.listdir(where))
    number_pids()
    sleeper = None
    if '$PID' in row:
        sleeper = subprocess.Popen([SUBJECT, 'sleep'], stdin=subprocess.PIPE, cwd=where)
    pid = sleeper.pid if sleeper else 0
    proc = subprocess.Popen(['setarch', '-R'] + words(row, tracer, pid), cwd=where, start_new_session=True,
                            env={'PATH': os.environ['PATH'], 'TZ': 'UTC0', 'LC_ALL': 'C'},
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if sleeper:
        wait_attached(proc, pid)
        sleeper.stdin.write(b'x')
        sleeper.stdin.close()
    out, err = until_dead(proc)
    if sleeper:
        sleeper.wait()
    ids = {proc.pid: 'TRACER', pid: 'TARGET'}
    for what, number in re.findall(rb'^(self|child) +(\d+)$', out, re.M):
        ids[int(number)] = what.decode().upper()
    texts = {'stdout': out, 'stderr': err}
    for name in sorted(set(os.listdir(where)) - before - {'file', 'third'}):
        with open(os.path.join(where, name), 'rb') as f:
            texts[name] = f.read()
        os.unlink(os.path.join(where, name))
    texts = {k: v.decode('latin1') for k, v in texts.items()}
    number_others(ids, texts)
    return proc.returncode, ids, texts


def number_others(ids, texts):
    """Numbers the ids that no process printed, in the order of their appearance."""
    met = [int(n) for name, text in sorted(texts.items()) for n in re.findall(r'\b21[23]\d\d\b', name + '\n' + text)]
    for i, number in enumerate(n for n in dict.fromkeys(met) if n not in ids):
        ids[number] = 'OTHER%d' % i


def number_pids():
    """Ids of five digits that nothing else in the output is likely to have."""
    try:
        with open('/proc/sys/kernel/ns_last_pid', 'w') as f:
            f.write('21211')
    except OSError:
        pass


def wait_attached(proc, pid):
    """strace: until it has stopped the process; sctrace: until it says so or some time is over."""
    import time
    for _ in range(100):
        time.sleep(0.02)
        if proc.poll() is not None:
            return
        with open('/proc/%d/status' % pid) as f:
            if not re.search(r'^TracerPid:\s+0$', f.read(), re.M):
                break
    time.sleep(0.3)


def digits(m):
    return re.sub(r'\d(?![\d;]*\})', 'd', m.group(0))


TIMES = ('% time', 'seconds', 'usecs/call', 'shortest', 'longest', 'wall-total', 'wall-min', 'wall-max', 'wall-avg')


def table(lines):
    """-c: without what depends on times. In order only where that is not by time."""
    out, columns, rows = [], [], []
    for i, line in enumerate(lines):
        if re.fullmatch(r'[- ]*-----[- ]*', line):
            # the last column extends to the end of the line
            columns = [[m.start(), m.end()] for m in re.finditer('-+', line)]
            columns[-1][1] = 1000
            titles = [lines[i - 1][a:b].strip() for a, b in columns] if not rows and not out else titles
            out += sorted(rows) + [line]
            rows = []
        elif columns:
            cells = ['T' if t in TIMES and line[a:b].strip() else line[a:b] for t, (a, b) in zip(titles, columns)]
            rows.append('|'.join(cells).rstrip())
        elif i + 1 < len(lines) and lines[i + 1].startswith('-----'):
            continue
    return [t for t in lines if ' calls' in t] + out + rows


def rendered(text):
    """Escape sequences -> what is seen: each run of one colour, line by line."""
    out, now, last = [], '0', '0'
    for part in re.split('(\x1b\\[[0-9;]*m)', text):
        m = re.fullmatch('\x1b\\[([0-9;]*)m', part)
        if m:
            now = m.group(1) or '0'
        for ch in '' if m else part:
            # the color of a blank is not visible
            if ch not in ' \n' and now != last:
                out.append('{%s}' % now)
                last = now
            out.append(ch)
            last = '0' if ch == '\n' else last
    return ''.join(out)


def plain(text, tracer, ids):
    text = rendered(text) if '\x1b' in text else text
    text = text.replace(tracer + ':', 'TRACER:').replace("'" + tracer + " -h'", "'TRACER -h'")
    text = re.sub(r'\bPID=\d+', 'PID=N', text)  # the program does not print its own id, which differs between runs
    for number, name in ids.items():
        if number:
            text = re.sub(r'\b%d\b' % number, name, text)
            text = re.sub(r'\b0x%x\b' % number, name, text)
    text = re.sub(r'(\w) +(?=\w+\()', r'\1 ', text)
    text = re.sub(r'0x[0-9a-f]+( (?:\{36\})?/\* \d+ vars)', r'ENV\1', text)
    text = re.sub(r'^(execve\()0x[0-9a-f]+, 0x', r'\1PATH, 0x', text)
    text = re.sub(r'^(execve\([^,]*), 0x[0-9a-f]+, 0x[0-9a-f]+\)', r'\1, ARGV, ENV)', text)
    text = re.sub(r'\[\d{6,}\]', '[INODE]', text)
    text = re.sub(r'eventfd-id((?:\{0\})?=(?:\{35\})?)\d+', r'eventfd-id\1ID', text)
    text = re.sub(r'^(.*)\[(?:\{35\})?[0-9a-f]{16}(?:\{0\})?\] (\{33\})?execve', r'\1[IP] execve', text, flags=re.M)
    text = re.sub(r'^(write\(1, "\\x(?:73|63)\\x(?:65|68).*)".*', r'PID IN HEX', text, flags=re.M)
    text = re.sub(r'^ \| 0.*(self|child).*$', r'DUMP OF \1', text, flags=re.M)
    text = re.sub(r'\b\d\d:\d\d:\d\d(\.\d+)?', digits, text)
    text = re.sub(r'\b1[67]\d{8}(\.\d+)?', digits, text)
    text = re.sub(r'<(\{35\})?\d+(\.\d+)?(\{0\})?>$', digits, text, flags=re.M)
    text = re.sub(r'^ {0,5}\d{1,6}\.\d+ ', digits, text, flags=re.M)
    text = re.sub(r'\(\+ +\d+\.\d+\)', digits, text)
    # sctrace adds to messages the nearest name, all valid names, or the machine that lacks a call
    text = re.sub(r" \((did you mean '.*'\?|valid: .*|\w+ does not have it)\)$", '', text, flags=re.M)
    # sctrace prints the possibilities in another order
    text = re.sub(r'(possibilities:)(.*)', lambda m: ' '.join([m.group(1)] + sorted(m.group(2).split())), text)
    # sctrace prints the message on a line of its own
    text = re.sub(r'^((?:.* )?vfork\()(TRACER: Process CHILD attached\n) (<unfinished ...>\n)', r'\1 \3\2', text, flags=re.M)
    text = re.sub(r'^\[pid SELF(<\w+>)?\] vfork\( <', 'vfork( <', text, flags=re.M)
    text = text.replace('<strace>', '<TRACER>').replace('<sctrace>', '<TRACER>')
    # the kernel decides whether the child ends before or after the next call of its parent
    ends = re.findall(r'^.*CHILD.*\+\+\+ exited .*\n', text, flags=re.M)
    text = re.sub(r'^.*CHILD.*\+\+\+ exited .*\n', '', text, flags=re.M) + ''.join(ends)
    text = re.sub(r'^(\[pid SELF(?:<\w+>)?\] )?(<\.\.\. vfork resumed>)\) *=', r'\2) =', text, flags=re.M)
    return text.split('\n')


def differences(a, b):
    import difflib
    return list(difflib.unified_diff(a, b, 'strace', 'sctrace', lineterm='', n=0))


def compare(row, where):
    results = [run(tracer, row, where) for tracer in (STRACE, SCTRACE)]
    diffs = []
    if results[0][0] != results[1][0]:
        diffs.append('status %s, sctrace %s' % (results[0][0], results[1][0]))
    names = [sorted(re.sub(r'\d+', lambda m: ids.get(int(m.group(0)), m.group(0)), name) for name in texts)
             for _, ids, texts in results]
    if names[0] != names[1]:
        return diffs + ['files %s, sctrace %s' % tuple(names)]
    named = [{re.sub(r'\d+', lambda m: ids.get(int(m.group(0)), m.group(0)), k): v for k, v in texts.items()}
             for _, ids, texts in results]
    for name in names[0]:
        both = [plain(named[i][name], tracer, results[i][1]) for i, tracer in enumerate((STRACE, SCTRACE))]
        if any(re.fullmatch(r'[- ]*-----[- ]*', line) for line in both[0]):
            both = [table(lines) for lines in both]
        diffs += differences(*both)
    return diffs


def main():
    with open(sys.argv[1]) as f:
        rows = [line.rstrip('\n') for line in f if line.strip() and not line.startswith('#')]
    mine, of = (int(n) for n in os.environ.get('SHARE', '0/1').split('/'))
    rows = rows[mine::of]
    if len(sys.argv) > 2:
        rows = [r for r in rows if any(w in r for w in sys.argv[2:])]
    failed = 0
    with tempfile.TemporaryDirectory() as where:
        for line in rows:
            row, _, reason = line.partition('\t')
            reason = reason.strip('# ')
            # The load of the machine decides which of two processes comes first, so a row fails only if it fails three
            # times.
            for _ in range(3):
                diffs = compare(row, where)
                if bool(diffs) == bool(reason):
                    break
            if bool(diffs) == bool(reason) or reason.startswith('at times: '):
                print('ok    %s%s' % (row, ': ' + reason if reason else ''))
                continue
            failed += 1
            print('FAIL  %s%s' % (row, ': the same now, but its reason is ' + reason if reason else ''))
            for diff in diffs[:int(os.environ.get('SHOW', 12))]:
                print('      | ' + diff[:250])
    print('%d rows, %d failed' % (len(rows), failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
