#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""NDJSON of sctrace: json_check.py schema SCHEMA [FILE...], json_check.py values EXPECTED < EVENTS.

schema: each event of the files, or of standard input, is valid. Events and values of one shape (the same names, kinds of
values) are validated once: a sweep has 100 000 events of some hundred shapes. values: in the order of EXPECTED (what
values.c printed), each call has the values.
"""
import json
import re
import sys

import jsonschema

VOLATILE = {"time", "time_ns", "pid", "tid", "duration_ns", "ret", "nr", "errno", "other_tid"}
ADDRESS = re.compile(r"0x[0-9a-f]+$")
LONG = re.compile(r"-?[0-9]{16,20}$")


def unique(pairs):
    names = [k for k, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError(f"a name stands twice in one object: {names}")
    return dict(pairs)


def shape(v):
    if isinstance(v, dict):
        return tuple((k, shape(x)) for k, x in v.items())
    if isinstance(v, list):
        return ("list", frozenset(shape(x) for x in v))
    if isinstance(v, bool) or v is None:
        return str(v)
    if isinstance(v, float):
        return "float"
    if isinstance(v, int):
        return "count" if 0 <= v < 2**32 else "integer" if abs(v) <= 2**53 else v
    return "address" if ADDRESS.match(v) else "long" if LONG.match(v) else "text"


def validator_of(path):
    """A validator that applies each $ref of the schema once to the valid values of a shape."""
    with open(path) as f:
        schema = json.load(f)
    plain = jsonschema.Draft202012Validator
    plain.check_schema(schema)
    known = set()

    def ref_once(validator, ref, instance, where):
        key = ref, shape(instance)
        if key in known:
            return
        errors = list(plain.VALIDATORS["$ref"](validator, ref, instance, where))
        if not errors:
            known.add(key)
        yield from errors

    return jsonschema.validators.extend(plain, {"$ref": ref_once})(schema)


def check_events(validator, seen, name, events):
    """Prints the number of events, or the first that is not valid. Returns whether there are some and all are valid."""
    n, before = 0, len(seen)
    for n, line in enumerate(events, 1):
        ev = json.loads(line, object_pairs_hook=unique)
        kind = tuple((k, shape(v)) for k, v in ev.items() if k not in VOLATILE) + (type(ev.get("ret")),)
        if kind in seen:
            continue
        seen.add(kind)
        error = jsonschema.exceptions.best_match(validator.iter_errors(ev))
        if error:
            print(f"{name}: line {n}: {error.json_path}: {error.message[:300]}\n{line[:600]}")
            return False
    print(f"{name}: {n} events, {len(seen) - before} new shapes")
    return n > 0


def check_schema(path, files):
    validator, seen, valid = validator_of(path), set(), True
    for name in files:
        with open(name) as f:
            valid &= check_events(validator, seen, name, f)
    if not files:
        valid = check_events(validator, seen, "standard input", sys.stdin)
    return 0 if valid else 1


def at(v, path):
    for word in path.split("."):
        v = v[int(word)] if isinstance(v, list) else v[word]
    return v


def plain(v):
    """The string itself, of one that was read after its call began."""
    return v["string"] if isinstance(v, dict) and v.keys() == {"string", "late"} else v


def check_values(path):
    events = [e for e in map(json.loads, sys.stdin) if e["type"] == "syscall"]
    i = missing = n = 0
    for line in open(path):
        call, *wanted = line.split()
        n += 1
        start = i
        while i < len(events):
            try:
                if events[i]["syscall"] == call and all(
                        plain(at(events[i], w.split("=", 1)[0])) == json.loads(w.split("=", 1)[1]) for w in wanted):
                    break
            except (KeyError, IndexError, TypeError):
                pass
            i += 1
        if i == len(events):
            i = start
            missing += 1
            near = [json.dumps(e)[:500] for e in events if e["syscall"] == call]
            print(f"not found: {line.strip()}\n  among {near[-1:]}")
    print(f"{n} calls, {missing} not found")
    return 1 if missing or n < 30 else 0


sys.exit(check_schema(sys.argv[2], sys.argv[3:]) if sys.argv[1] == "schema" else check_values(sys.argv[2]))
