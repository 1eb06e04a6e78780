#!/usr/bin/env python3
"""Runs climbs around edges, and writes their table.

    climb_table.py VENTOSA [--only GROUP ...] [--scenarios DIR] [--write DOCS]

prints the tables as Markdown, each with a line for every climb. --scenarios keeps the scenario files
in a folder; --write replaces the tables in DOCS/climbing-tables.md.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import climb_cases

COLUMNS = ["climb", "seeds that arrive", "steps", "edge [s]", "body [mm]", "[mrad]", "safety factor",
           "from itself [mm]", "from surfaces [mm]", "kept"]
# assertion, bound, factor of the shown number
WORST = [("body position error", max, 1e3), ("body angle error", max, 1e3), ("safety factor", min, 1),
         ("from itself", min, 1e3), ("from surfaces", min, 1e3)]


def verdicts(program, folder, jobs):
    """The runs of a folder of scenarios, by scenario."""
    files = sorted(map(str, pathlib.Path(folder).glob("*.yaml")))
    ended = subprocess.run([program, "run", *files, "--json", "--every", "100", "--jobs", str(jobs), "--out", f"{folder}/runs"],
                           capture_output=True, text=True, check=False)
    if not ended.stdout:
        sys.exit(ended.stderr)
    runs = {}
    for run in json.loads(ended.stdout)["scenarios"]:
        runs.setdefault(run["scenario"], []).append(run)
    return runs


def values(runs, name):
    """The value of an assertion in each run; None where a run does not know it."""
    return [next((each["value"] for each in run["asserts"] if each["name"] == name), None) for run in runs]


def shown(runs, name, worst, factor):
    found = values(runs, name)
    return "?" if None in found else f"{factor * worst(found):.3g}"


def event_s(run, label):
    return next((e.get("at_s") for e in run.get("events", []) if e["begins"] == label), None)


def missed(runs):
    """What the runs do not keep, by name."""
    names = {}
    for run in runs:
        for each in run["asserts"]:
            if not each["pass"]:
                names.setdefault(each["name"], []).append(run["seed"])
        if run.get("message"):
            names.setdefault(run["message"], []).append(run["seed"])
    return names


def said(run):
    """Why a climb ended without arriving: what it lacks, or the last reason of the controller."""
    lacks = [each["what"] for each in run.get("unmet", []) if "no_plan" in each["what"]]
    reasons = [each["reason"] for each in run.get("hindrances", [])]
    return (lacks or reasons or ["nothing"])[-1]


def ends_short(run):
    """True if a run ends before the climb and the walk behind it have ended."""
    ends = [event for event in run.get("events", []) if event["begins"] in ("until", "refused")]
    return not ends or any(event.get("tick") is None for event in ends)


def missed_text(runs, n_seeds):
    names = missed(runs) | ({} if len(runs) == n_seeds else {"runs are missing": []})
    for run in filter(ends_short, runs):
        names.setdefault("ends with " + said(run), []).append(run["seed"])
    if not names:
        return "all"
    seeds = len(runs) > 1
    return "; ".join(name + (f" (seed {', '.join(map(str, of))})" if seeds and of else "")
                     for name, of in names.items())


def row(case, runs):
    if not runs:
        return [case.title(), "no run"]
    begun_s = [event_s(run, "refused" if case.refused else "walk") for run in runs]
    arrived = [t for t in begun_s if t is not None]
    cells = [case.title(), f"{len(arrived)} of {case.seeds}"]
    if case.refused:
        return [*cells, *unmet(runs), missed_text(runs, case.seeds)]
    steps = values(runs, "steps")
    cells.append("?" if None in steps else f"{max(0, max(steps) - 1):g}")
    cells.append(f"{max(arrived) - 2:.0f}" if arrived else "-")
    return [*cells, *(shown(runs, *each) for each in WORST), missed_text(runs, case.seeds)]


def unmet(runs):
    """The controller's own words for a climb that it refuses."""
    return [next((each["what"] for run in runs for each in run.get("unmet", [])), "?")]


def table(cases, runs):
    header = ["climb", "refused", "its words", "kept"] if cases[0].refused else COLUMNS
    lines = [header, ["---"] * len(header)] + [row(case, runs.get(case.label(), [])) for case in cases]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def run_group(program, cases, folder, jobs):
    folder.mkdir(parents=True, exist_ok=True)
    for case in cases:
        (folder / f"{case.label()}.yaml").write_text(case.text())
    return table(cases, verdicts(program, folder, jobs))


def write(docs, tables):
    """Replaces tables between their marks."""
    file = pathlib.Path(docs) / "climbing-tables.md"
    text = file.read_text()
    for group, new in tables.items():
        mark, end = f"<!-- {group} -->\n", f"<!-- end of {group} -->\n"
        before, rest = text.split(mark)
        text = before + mark + new + end + rest.split(end)[1]
    file.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--only", nargs="+", choices=climb_cases.GROUPS, default=list(climb_cases.GROUPS))
    parser.add_argument("--scenarios", type=pathlib.Path)
    parser.add_argument("--write", metavar="DOCS")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    tables = {}
    with tempfile.TemporaryDirectory() as folder:
        for group in options.only:
            cases = climb_cases.GROUPS[group](options.program)
            place = (options.scenarios or pathlib.Path(folder)) / group
            tables[group] = run_group(options.program, cases, place, options.jobs)
            print(f"### {group}\n\n{tables[group]}", flush=True)
    if options.write:
        write(options.write, tables)


if __name__ == "__main__":
    main()
