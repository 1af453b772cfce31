#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""options_doc.py man|bash|zsh|fish OPTIONS.DEF KEYS.DEF [MANUAL VERSION]: documents made from the rows of options.def.

man: MANUAL with its line "@options@" replaced by an entry for each option, and "@version@" by VERSION. Others:
completions for that shell.

The comment before a row is the text of its entry:

  paragraphs		separated by empty lines
  indented by a tab	an example, printed as it is
  - item		a list
  @keys			the keys of --by, from KEYS.DEF
  `text`		bold; options, sctrace and calls, as in ptrace(2), are bold without it
  _text_		italic; words of the option's value, FILE and PROG are italic without it
  \\(lq, \\[mc]		characters, as in troff
"""
import ast
import re
import sys
import textwrap

ALWAYS_ITALIC = {'PROG', 'FILE', 'PID'}


class Row:
    """A row of options.def: kind is SECTION, OPTION or NOTE."""

    def __init__(self, kind, args, text):
        self.kind, self.args, self.text = kind, args, text
        self.further = []  # rows that share this one's entry

    def __getattr__(self, name):
        return self.args.get(name)

    def names(self):
        return (self.strace or self.own or '').split()

    def takes(self):
        return self.arg or 'NO_ARG'


def split_args(body):
    """The arguments of a macro: text between commas that are in no string, character or parentheses."""
    out, depth = [''], 0
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|.', body, re.S):
        depth += (token in '({') - (token in ')}')
        if token == ',' and not depth:
            out.append('')
        else:
            out[-1] += token
    return [arg.strip() for arg in out]


def literal(value):
    """A C string, of several pieces, or a character; anything else as it is."""
    if value.startswith('"'):
        return ''.join(ast.literal_eval(s) for s in re.findall(r'"(?:[^"\\]|\\.)*"', value))
    return ast.literal_eval(value) if value.startswith("'") else value


def comment_text(comment):
    """What the comment says, without what makes it one."""
    lines = [re.sub(r'^\s*\* ?', '', line).rstrip() for line in comment[2:-2].split('\n')]
    return '\n'.join(lines).replace('/\\*', '/*').replace('*\\/', '*/').strip(' \n')


def read_rows(path):
    with open(path, encoding='utf-8') as f:
        text = f.read()
    text = text[text.index('\nSECTION('):]
    rows, comment = [], ''
    end = 0
    for m in re.finditer(r'/\*.*?\*/|^(SECTION|OPTION|NOTE|RULE)\(', text, re.S | re.M):
        if m.start() < end:
            continue
        if not m.group(1):
            comment, end = comment_text(m.group(0)), m.end()
            continue
        depth, at = 1, m.end()
        for token in re.finditer(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[()]', text[at:]):
            depth += (token.group(0) == '(') - (token.group(0) == ')')
            if not depth:
                break
        end = at + token.end()
        args = split_args(text[at:end - 1])
        if m.group(1) == 'RULE':
            break
        named = dict(re.fullmatch(r'\.(\w+)\s*=\s*(.*)', a, re.S).groups() for a in args if a.startswith('.'))
        row = Row(m.group(1), {k: literal(v) for k, v in named.items()}, comment)
        row.id = literal(args[0])
        if bool(row.help) != bool(comment) and row.kind == 'OPTION':
            sys.exit('%s: %s: --help and the manual need a text each, or neither' % (path, row.id))
        if row.kind == 'OPTION' and not comment:
            rows[-1].further.append(row)
        else:
            rows.append(row)
        comment = ''
    return rows


def options(rows):
    """All options that the command line has."""
    for row in rows:
        for option in [row] + row.further:
            if option.kind == 'OPTION' and (option.letter or option.names() or option.expr):
                yield option


def read_keys(path):
    with open(path, encoding='utf-8') as f:
        return re.findall(r'^KEY\(.*, "(\w+)", -?\d+, "(.*)"\)$', f.read(), re.M)


# ---- the manual ----

def code(text):
    """Text that a user types: no hyphens, no typographic quotes."""
    for char, escape in ('-', '\\-'), ("'", '\\(aq'), ('^', '\\(ha'), ('~', '\\(ti'):
        text = text.replace(char, escape)
    return text


def unbroken(word):
    """A word that is never hyphenated."""
    return '\\%' + word


def value_roff(value):
    """Words in capitals are italic, brackets and bars roman, the rest is to be typed: bold."""
    def font(m):
        token = m.group(0)
        if re.fullmatch(r'[A-Z]+', token):
            return '\\fI%s\\fR' % token
        if re.fullmatch(r'[\[\]| .]+', token):
            return token.replace('[', '\\:[')
        return '\\fB%s\\fR' % code(token)
    return re.sub(r'[A-Z]+|[\[\]| .]+|[^A-Z\[\]| .]+', font, value)


def forms(row):
    """How one option may be spelled, in roff."""
    out = []
    if row.letter:
        value = ' ' + value_roff(row.value) if row.value and row.takes() == 'ARG' and not row.names() else ''
        out.append('\\fB\\-%s\\fR%s' % (row.letter, value))
    for more in (row.more or '').split(', '):
        if more:
            out.append(re.sub(r'\S+', lambda m: value_roff(m.group(0)) if m.group(0).isupper() else
                              '\\fB%s\\fR' % code(m.group(0)), more))
    for name in row.names():
        out.append('\\fB\\%%\\-\\-%s\\fR' % code(name))
    if row.names() and row.value:
        out[-1] += ('=%s' if row.takes() == 'ARG' else '[=%s]') % value_roff(row.value)
    if row.expr:
        out.append('\\fB\\-e\\ %s=\\fR%s' % (code(row.expr.split()[0]), value_roff(row.value)))
    return out


def inline_roff(text, italics):
    """A paragraph's fonts."""
    def bold(m):
        text = ' '.join(unbroken(code(w)) for w in m.group(1).replace('\\', '\\e').split())
        return '\\fB%s\\fR' % re.sub(r'(?<!\w)_([A-Z][A-Z.]*)_(?!\w)', r'\\fI\1\\fB', text)

    def plain(part):
        part = re.sub(r'(?<![\w/-])--?[A-Za-z][\w-]*(?:=[\w/,.]*\w)?',
                      lambda m: '\\fB%s\\fR' % unbroken(code(m.group(0))), part)
        part = re.sub(r'(?<!\w)_(\S+?)_(?!\w)', lambda m: '\\fI%s\\fR' % code(m.group(1)).replace('/', '/\\:'), part)
        part = re.sub(r'\b([a-z_]\w*)\((\d)\)', r'\\fB\1\\fR(\2)', part)
        part = re.sub(r'(?<![\w/.\\-])sctrace(?![\w.(])', r'\\fB\\%sctrace\\fR', part)
        part = re.sub(r'(?<![\w\\])(%s)(?!\w)' % '|'.join(sorted(italics)), r'\\fI\1\\fR', part)
        return part.replace('^', '\\(ha').replace("'", '\\(cq')

    parts = re.split(r'(`[^`]*`)', text)
    return ''.join(re.sub(r'^`(.*)`$', bold, p) if p.startswith('`') else plain(p) for p in parts)


def fill(text):
    lines = textwrap.wrap(text, 110, break_long_words=False, break_on_hyphens=False)
    return [re.sub(r"^(?=[.'])", r'\\&', line) for line in lines]


def blocks_roff(text, italics, keys, paragraph):
    """The lines of an entry or a note. paragraph: the macro that begins one, but for an entry's first."""
    out = []
    for i, block in enumerate(re.split(r'\n\n+', text)):
        lines = block.split('\n')
        if block == '@keys':
            out += ['.RS', '.PD 0'] + [x for k, h in keys for x in ('.TP 9', '.B ' + k, inline_roff(h, italics))]
            out += ['.PD', '.RE']
        elif block.startswith('\t'):
            out += [paragraph, '.nf']
            out += [re.sub(r"^(?=[.'])", r'\\&', code(x[1:].replace('\\', '\\e'))) for x in lines]
            out += ['.fi']
        else:
            head, *items = re.split(r'\n?^- ', block, flags=re.M)
            if i and head:
                out.append(paragraph)
            out += fill(inline_roff(' '.join(head.split()), italics)) if head else []
            out += ['.RS'] if items else []
            for item in items:
                out += ['.IP \\(bu 2'] + fill(inline_roff(' '.join(item.split()), italics))
            out += ['.RE'] if items else []
    return out


def manual(rows, keys):
    out = []
    for row in rows:
        values = ' '.join(r.value or '' for r in [row] + row.further)
        italics = ALWAYS_ITALIC | set(re.findall(r'[A-Z]+', values))
        if row.kind == 'SECTION':
            out.append('.SS %s' % row.id)
        elif row.kind == 'NOTE':
            out += ['.PP'] + blocks_roff(row.text, italics, keys, '.PP')
        else:
            out += ['.TP', ', '.join(f for r in [row] + row.further for f in forms(r))]
            out += blocks_roff(row.text, italics, keys, '.IP')
    return '\n'.join(out)


# ---- completions ----

def kind_of(row):
    """What the option's argument is: file, pid, user, words or nothing known; and whether it is a list."""
    value = row.value or ''
    is_list = row.set == 'true' or value.endswith(',...')
    if row.words:
        return 'words', is_list
    for pattern, kind in ('FILE|PATH', 'file'), ('PID.*', 'pid'), ('USER.*|NAME.UID:GID', 'user'):
        if re.fullmatch(pattern, value):
            return kind, is_list
    return None, is_list


def words_of(row, keys):
    return [k for k, _ in keys] if row.words == '@keys' else (row.words or '').split()


def short_help(rows):
    """id -> help, also of rows that share an entry."""
    return {option.id: row.help for row in rows for option in [row] + row.further}


def bash(rows, keys):
    opts, cases, separate = [], [], []
    for row in options(rows):
        spelled = (['-' + row.letter] if row.letter else []) + ['--' + n for n in row.names()]
        opts += spelled
        # an own option's argument may be the next word, a letter's too
        if row.takes() == 'ARG':
            separate += spelled
        kind, is_list = kind_of(row)
        if kind:
            spelled += ['-e%s=' % e for e in (row.expr or '').split()]
            cases.append('\t%s) kind=%s list=%s words="%s" ;;' % (
                '|'.join(s.replace('-e', '-e ', 1) if s.endswith('=') else s for s in spelled).replace('-e ', '-e\\ '),
                kind, 'yes' if is_list else '', ' '.join(words_of(row, keys))))
    exprs = [e + '=' for row in options(rows) for e in (row.expr or '').split() if len(e) > 2]
    return BASH % {'options': ' '.join(opts + ['-ff']), 'separate': '|'.join(separate), 'cases': '\n'.join(cases),
                   'exprs': ' '.join(exprs)}


BASH = r'''# Completions of bash for sctrace. Made by cli/options_doc.py.

# _sctrace_argument OPTION WORD: completes WORD as the argument of the option
_sctrace_argument()
{
	local kind= list= words= before=
	case $1 in
%(cases)s
	esac
	if [ -n "$list" ] && [[ $2 == *,* ]]; then
		before=${2%%,*},
	fi
	case $kind in
	words) COMPREPLY=($(compgen -P "$before" -W "$words" -- "${2##*,}")) ;;
	file) COMPREPLY=($(compgen -f -- "$2")); compopt -o filenames 2> /dev/null ;;
	pid) COMPREPLY=($(compgen -P "$before" -W "$(cd /proc && echo [0-9]*)" -- "${2##*,}")) ;;
	user) COMPREPLY=($(compgen -P "$before" -u -- "${2##*,}")) ;;
	esac
}

_sctrace()
{
	local line=${COMP_LINE:0:COMP_POINT} typed word last= i
	COMPREPLY=()
	# COMP_WORDS are split at "=", so that the words are taken from the line
	read -ra typed <<< "$line"
	[[ $line != *[[:space:]] ]] || typed+=("")
	word=${typed[-1]}
	for ((i = 1; i < ${#typed[@]} - 1; i++)); do
		last=
		case ${typed[i]} in
		--) i=$((i + 1)); break ;;
		%(separate)s) last=${typed[i]}; i=$((i + 1)) ;;
		-*) ;;
		*) break ;;
		esac
	done
	if ((i < ${#typed[@]} - 1)); then
		# arguments of the traced command
		COMPREPLY=($(compgen -f -- "$word"))
		compopt -o filenames 2> /dev/null
	elif [ "$last" = -e ] && ((i == ${#typed[@]})); then
		case $word in
		*=*) _sctrace_argument "-e ${word%%%%=*}=" "${word#*=}" ;;
		*) COMPREPLY=($(compgen -W "%(exprs)s" -- "$word")); compopt -o nospace 2> /dev/null ;;
		esac
	elif [ -n "$last" ] && ((i == ${#typed[@]})); then
		_sctrace_argument "$last" "$word"
	elif [[ $word == --*=* ]]; then
		_sctrace_argument "${word%%%%=*}" "${word#*=}"
	elif [[ $word == -* ]]; then
		COMPREPLY=($(compgen -W "%(options)s" -- "$word"))
	else
		COMPREPLY=($(compgen -c -- "$word"))
	fi
}

complete -F _sctrace sctrace
'''


def zsh_quote(text):
    return text.replace('\\', '\\\\').replace('[', '\\[').replace(']', '\\]').replace(':', '\\:').replace("'", "'\\''")


def zsh_action(row, keys):
    kind, is_list = kind_of(row)
    words = ' '.join(words_of(row, keys))
    if kind == 'words':
        return '_sequence compadd - ' + words if is_list else '(%s)' % words
    return {'file': '_files', 'pid': '_sequence _pids' if is_list else '_pids',
            'user': '_sequence _users' if is_list else '_users', None: ' '}[kind]


def zsh(rows, keys):
    helps, specs, exprs = short_help(rows), [], []
    for row in options(rows):
        text = zsh_quote(helps[row.id])
        value = zsh_quote(row.value or 'value')
        action = zsh_action(row, keys).replace("'", "'\\''")
        for expr in (row.expr or '').split():
            if len(expr) > 2:
                exprs.append("\t\t'%s[%s]:%s:%s'" % (expr, text, value, action))
        for name in ([row.letter] if row.letter else []) + row.names():
            dashes = '-' if len(name) == 1 else '--'
            if row.letter == 'e':
                specs.append("\t'*-e+[%s]:%s:_sctrace_expr'" % (text, value))
            elif row.takes() == 'ARG':
                specs.append("\t'*%s%s%s[%s]:%s:%s'" % (dashes, name, '+' if dashes == '-' else '=', text, value, action))
            elif row.takes() == 'NO_ARG':
                specs.append("\t'*%s%s[%s]'" % (dashes, name, text))
            else:
                specs.append("\t'*%s%s%s[%s]::%s:%s'" % (dashes, name, '-' if dashes == '-' else '=-', text, value, action))
    return ZSH % {'specs': '\n'.join(specs), 'exprs': ' \\\n'.join(exprs)}


ZSH = r'''#compdef sctrace
# Completions of zsh for sctrace. Made by cli/options_doc.py.

_sctrace_expr()
{
	_values -w -S = 'expression' \
%(exprs)s
}

local -a specs=(
%(specs)s
)
_arguments -s -S : $specs '(-):command: _command_names -e' '*::arguments: _normal'
'''


def fish_quote(text):
    return "'%s'" % text.replace('\\', '\\\\').replace("'", "\\'")


def fish(rows, keys):
    helps = short_help(rows)
    out = ['# Completions of fish for sctrace. Made by cli/options_doc.py.',
           "complete -c sctrace -x -a '(__fish_complete_subcommand)'"]
    exprs = []
    for row in options(rows):
        kind, is_list = kind_of(row)
        words = ' '.join(words_of(row, keys))
        args = {'words': words, 'pid': '(__fish_complete_pids)', 'user': '(__fish_complete_users)'}.get(kind, '')
        if args and is_list:
            args = '(__fish_complete_list , %s)' % fish_quote('printf "%%s\\n" %s' % words if kind == 'words' else args[1:-1])
        exprs += ['%s=\t%s' % (e, helps[row.id]) for e in (row.expr or '').split() if len(e) > 2]
        if not row.letter and not row.names():
            continue
        line = 'complete -c sctrace'
        line += ' -s ' + row.letter if row.letter else ''
        line += ''.join(' -l ' + n for n in row.names())
        if row.letter == 'e':
            args = '(printf "%s\\n" (string split \\n -- $__sctrace_exprs))'
        if row.takes() == 'ARG':
            line += ' -r' if kind == 'file' else ' -x'
        line += ' -a ' + fish_quote(args) if args else ''
        out.append(line + ' -d ' + fish_quote(helps[row.id]))
    out.insert(1, 'set -g __sctrace_exprs %s' % ' '.join(fish_quote(e) for e in exprs))
    return '\n'.join(out).replace('(printf "%s\\\\n" (string split \\\\n -- $__sctrace_exprs))',
                                  '(string join \\\\n $__sctrace_exprs)') + '\n'


def main():
    what, rows, keys = sys.argv[1], read_rows(sys.argv[2]), read_keys(sys.argv[3])
    if what == 'man':
        with open(sys.argv[4], encoding='utf-8') as f:
            before, after = f.read().replace('@version@', sys.argv[5]).split('@options@\n')
        text = before + manual(rows, keys) + '\n' + after
    else:
        text = {'bash': bash, 'zsh': zsh, 'fish': fish}[what](rows, keys)
    sys.stdout.write(text)


if __name__ == '__main__':
    main()
