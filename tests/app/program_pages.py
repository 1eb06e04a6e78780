#!/usr/bin/env python3
"""What the docs have from the program, compared with what it says, or written: the page of the
controller's options, and output of commands in other pages.

    program_pages.py VENTOSA DOCS [--write]
"""
import json
import pathlib
import subprocess
import sys

HEAD = """# Options of the controller

`controller:` of a scenario takes these keys, and so does `controller:` of a robot's file, in which `effects:` holds those for
plants with certain effects. `ventosa options` prints this page's tables; with `--robot ROBOT` they have the values that a robot
starts from with an ideal plant and with all effects, and the effects that change each. A list has a value for each joint along
the leg; the last one given counts for the rest.

`tests/app/program_pages.py` writes this page from the output of `ventosa options`.
"""

INDENT = "    "

# blocks that show a command, run in the folder of the sources, and all of its output
BLOCKS = {"climbing.md": ["check romerin4 --constraints", "plan tests/app/corner.yaml"]}


SOURCES = pathlib.Path(__file__).parents[2].resolve()


def said(program, command):
    return subprocess.run([program, *command.split()], check=True, capture_output=True, text=True, cwd=SOURCES).stdout


def options_page(program):
    text = HEAD
    group = None
    for option in json.loads(said(program, "options --json"))["options"]:
        if not option["meaning"]:
            sys.exit(f"{option['key']} has no meaning")
        name, key = option["key"].split(".", 1)
        if name != group:
            text += f"\n## {name}\n\n| key | default | unit | range | meaning |\n|---|---|---|---|---|\n"
            group = name
        cells = [f"`{key}`", option["default"], option["unit"], option["range"], option["meaning"]]
        text += "| " + " | ".join(cells) + " |\n"
    return text


def with_block(text, program, command):
    """The page with the output of the command in its block."""
    lines = text.splitlines()
    title = f"{INDENT}$ ventosa {command}"
    if lines.count(title) != 1:
        sys.exit(f"has {lines.count(title)} blocks, not one: {title.strip()}")
    first = last = lines.index(title) + 1
    while last < len(lines) and lines[last].startswith(INDENT):
        last += 1
    lines[first:last] = [INDENT + line for line in said(program, command).splitlines()]
    return "\n".join(lines) + "\n"


def pages(program, docs):
    """Each page as it should be."""
    yield docs / "options.md", options_page(program)
    for name, commands in BLOCKS.items():
        text = (docs / name).read_text()
        for command in commands:
            text = with_block(text, program, command)
        yield docs / name, text


def main():
    program, docs = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    for file, wanted in pages(program, docs):
        if "--write" in sys.argv:
            file.write_text(wanted)
        elif file.read_text() != wanted:
            sys.exit(f"{file} is not what the program says: program_pages.py VENTOSA {docs} --write")


main()
