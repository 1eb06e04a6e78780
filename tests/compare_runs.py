#!/usr/bin/env python3
"""What differs between the runs of two builds, as a Markdown table.

    build/release/tests/scenarios/run_table scenarios/data/*.yaml > after.csv
    tests/compare_runs.py tests/scenarios/data/shipped_runs.csv after.csv

Bold is what is worse than allowed: a verdict that became worse, a run that is gone, a speed below
0.95 of the one before. Exit code 1 if there is any.
"""
import csv
import sys

VERDICTS = ["pass", "skipped", "fail", "error"]  # from good to bad

# Comparisons of a column: None if the values do not differ notably, else whether the second is
# worse than allowed.


def is_worse(before, after):
    return None if before == after else VERDICTS.index(after) > VERDICTS.index(before)


def any_change(before, after):
    return None if before == after else False


def numbers(notable, allowed=True):
    """Of two numbers; one that is missing differs from any."""
    def compare(before, after):
        if not before or not after:
            return any_change(before, after)
        return not allowed if notable(float(before), float(after)) else None
    return compare


def grown(least):
    return numbers(lambda before, after: after > before + max(least, 0.05 * before))


COMPARED = {
    "verdict": is_worse,
    "reasons": any_change,
    "speed_reached_mm_s": numbers(lambda before, after: after < 0.95 * before, allowed=False),
    "distance_m": numbers(lambda before, after: abs(after - before) > 0.005),
    "position_error_mm": grown(0.1),
    "angle_error_mrad": grown(0.1),
    "safety_factor": numbers(lambda before, after: after < 0.95 * before),
    "longest_reason_s": grown(1),
}


def read_runs(path):
    with open(path, encoding="utf-8", newline="") as file:
        runs = {row["run"]: row for row in csv.DictReader(file)}
    return runs or sys.exit(f"{path}: no runs")


def differences(before, after):
    """(run, column, value before, value after, whether that is worse than allowed)"""
    for run in before.keys() - after.keys():
        yield run, "run", "there", "gone", True
    for run in after.keys() - before.keys():
        yield run, "run", "", "new", False
    for run in before.keys() & after.keys():
        for column, compare in COMPARED.items():
            values = before[run][column], after[run][column]
            worse = compare(*values)
            if worse is not None:
                yield run, column, *values, worse


def main(before_file, after_file):
    before, after = read_runs(before_file), read_runs(after_file)
    found = sorted(differences(before, after))
    print("| run | what differs | before | after |\n|---|---|---|---|")
    for run, column, old, new, worse in found:
        after_cell = f"**{new or '-'}**" if worse else new or "-"
        print(f"| {run} | {column} | {old or '-'} | {after_cell} |")
    n_worse = sum(worse for *_, worse in found)
    print(f"\n{len(before)} runs, {len(found)} differences, {n_worse} worse than allowed")
    return 1 if n_worse else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
