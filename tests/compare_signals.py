#!/usr/bin/env python3
"""Which signals of which runs differ between two builds: the proof that a refactoring kept them.

    build/release/tests/scenarios/signal_hashes scenarios/data/*.yaml > before.txt   (old build)
    build/release/tests/scenarios/signal_hashes scenarios/data/*.yaml > after.txt    (new build)
    tests/compare_signals.py before.txt after.txt [RENAMES]

A line of RENAMES is `PATTERN REPLACEMENT`, a Python regular expression for names of the old build.
Prints one line per signal group and the runs and signals that differ; exit code 1 if any does.
Signals that only the new build has are counted, not compared.
"""
import collections
import re
import sys


def read_hashes(path, renames=()):
    hashes = {}
    for line in open(path, encoding="utf-8"):
        run, signal, value = line.split()
        for pattern, replacement in renames:
            signal = re.sub(pattern, replacement, signal)
        hashes[run, signal] = value
    return hashes


def main(before_file, after_file, renames_file=None):
    lines = open(renames_file, encoding="utf-8") if renames_file else []
    renames = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    before, after = read_hashes(before_file, renames), read_hashes(after_file)
    same, differ = collections.Counter(), collections.defaultdict(list)
    for (run, signal), value in before.items():
        group = signal.split(".")[0]
        if after.get((run, signal)) == value:
            same[group] += 1
        else:
            differ[group].append((run, signal, "gone" if (run, signal) not in after else "differs"))
    for group in sorted(set(same) | set(differ)):
        print(f"{group:14} {same[group]:6} same {len(differ[group]):6} differ")
        runs = collections.defaultdict(list)
        for run, signal, how in differ[group]:
            runs[run].append(f"{signal} {how}")
        for run, signals in list(runs.items())[:8]:
            print(f"    {run}: {len(signals)} signals, {', '.join(signals[:4])}")
    print(f"{len(set(run for run, _ in before))} runs, {len(set(after) - set(before))} new signals")
    return 1 if any(differ.values()) else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
