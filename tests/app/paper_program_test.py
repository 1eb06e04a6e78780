#!/usr/bin/env python3
"""`ventosa paper`: its figures as seen by another XML parser, what it refuses, and the page of the docs.

    paper_program_test.py VENTOSA PAGE

Reruns the cheap experiments and compares their parts of PAGE with what the program writes; the numbers
within the digits printed.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

CHEAP = ["hexapod-gaits", "hexapod-test1", "hexapod-test2", "amru5"]
FIGURES = {"hexapod": 6, "amru5": 6}  # of these experiments, by paper
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]\d+)?(?![\w.]*\w)")


def run(program, *arguments):
    return subprocess.run([program, "paper", *arguments], capture_output=True, text=True)


def fail(text):
    sys.exit("FAILED: " + text)


# ---- figures

def points_of(path):
    """Absolute points of a path with the commands M and L, and h0."""
    return [tuple(map(float, pair.split(","))) for pair in re.findall(r"[ML]([-\d.]+,[-\d.]+)", path)]


def frame_of(panel):
    """Left, top, right and bottom edge: the panel's own lines are its axes."""
    axes = [p for p in panel.findall(SVG + "path") if "class" not in p.attrib]
    points = [point for axis in axes for point in points_of(axis.get("d"))]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def check_panel(file, panel):
    left, top, right, bottom = frame_of(panel)
    slack = 0.02  # of pixels with two decimals
    for path in panel.findall(SVG + "path"):
        for x, y in points_of(path.get("d")):
            if not (left - slack <= x <= right + slack and top - slack <= y <= bottom + slack):
                fail(f"{file}: ({x}, {y}) is outside its frame")
    for bar in panel.findall(SVG + "rect"):
        x, width = float(bar.get("x")), float(bar.get("width"))
        if not (left - slack <= x and x + width <= right + slack):
            fail(f"{file}: a bar is outside its frame")


def check_figure(file):
    svg = xml.parse(file).getroot()
    panels = [g for g in svg.iter(SVG + "g") if g.get("class") == "panel"]
    if not panels:
        fail(f"{file} has no panel")
    labels = [t.text for t in svg.findall(SVG + "text")][:1]  # below the last panel; then the caption
    for panel in panels:
        check_panel(file, panel)
        has_bars = panel.find(SVG + "rect") is not None
        labels += [] if has_bars else [t.text for t in panel.findall(SVG + "text")]
    for label in labels:
        if not re.search(r" \[.+\]$", label):
            fail(f"{file}: the axis '{label}' has no unit")
    return sum(len(points_of(p.get("d"))) for panel in panels for p in panel.findall(SVG + "path"))


def check_figures(folder, n_figures):
    figures = sorted(folder.glob("*.svg"))
    if len(figures) != n_figures:
        fail(f"{len(figures)} figures in {folder}")
    for file in figures:
        if check_figure(file) == 0:
            fail(f"{file} is empty")


# ---- the page

def sections(text):
    """Text of each experiment, by its name."""
    parts = re.split(r"^### (\S+):", text, flags=re.M)
    return {name: re.split(r"^## ", body, flags=re.M)[0].strip()
            for name, body in zip(parts[1::2], parts[2::2])}


def last_digit(number):
    """The value of the last digit of a number as printed."""
    mantissa, _, exponent = number.partition("e")
    return 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


def differs(here, there):
    """What differs beyond the last digit printed; empty if nothing does."""
    if NUMBER.sub("#", here) != NUMBER.sub("#", there):
        words = [(a, b) for a, b in zip(here.split("\n"), there.split("\n"))
                 if NUMBER.sub("#", a) != NUMBER.sub("#", b)]
        return str(words[:1] or "another length")
    for a, b in zip(NUMBER.findall(here), NUMBER.findall(there)):
        if abs(float(a) - float(b)) > 1.01 * max(last_digit(a), last_digit(b)):
            return f"{a} is now {b}"
    return ""


def check_page(page, written):
    there = sections(page.read_text())
    for name, body in sections(written.read_text()).items():
        if name not in there:
            fail(f"{page} lacks {name}")
        difference = differs(there[name], body)
        if difference:
            fail(f"{page} is stale: {name}: {difference} (write it anew: docs/papers.sh)")


# ---- refusals

def refuses(program, arguments, exit_code, words):
    ended = run(program, *arguments)
    if ended.returncode != exit_code or words not in ended.stderr or ended.stdout:
        fail(f"paper {' '.join(arguments)}: exit {ended.returncode}, stderr {ended.stderr!r}")


def check_refusals(program, folder):
    refuses(program, ["hexapod-test3", "hexpod"], 2, "did you mean hexapod?")
    (folder / "mine").mkdir()
    (folder / "mine" / "letter.txt").write_text("dear")
    refuses(program, ["hexapod-test1", "--out", str(folder / "mine")], 4, "mine")
    if [file.name for file in (folder / "mine").iterdir()] != ["letter.txt"]:
        fail("the folder with other things was touched")


def main():
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    listed = run(program)
    for name in CHEAP + list(FIGURES):
        if name not in listed.stdout:
            fail(f"'ventosa paper' does not list {name}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        check_refusals(program, folder)
        ended = run(program, *CHEAP, "--out", str(folder / "out"))
        if ended.returncode != 0:
            fail(f"exit {ended.returncode}: {ended.stderr}")
        for paper, n_figures in FIGURES.items():
            check_figures(folder / "out" / paper, n_figures)
        check_page(page, folder / "out" / "papers.md")


main()
