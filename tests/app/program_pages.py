#!/usr/bin/env python3
"""The options of the controller as a page of the docs: compared with what the program says, or
written.

    options_page.py VENTOSA PAGE [--write]
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

`tests/app/options_page.py` writes this page from the output of `ventosa options`.
"""


def page(options):
    text = HEAD
    group = None
    for option in options:
        name, key = option["key"].split(".", 1)
        if name != group:
            text += f"\n## {name}\n\n| key | default | unit | range | meaning |\n|---|---|---|---|---|\n"
            group = name
        cells = [f"`{key}`", option["default"], option["unit"], option["range"], option["meaning"]]
        text += "| " + " | ".join(cells) + " |\n"
    return text


def main():
    program, file = sys.argv[1], pathlib.Path(sys.argv[2])
    told = subprocess.run([program, "options", "--json"], check=True, capture_output=True, text=True)
    options = json.loads(told.stdout)["options"]
    for option in options:
        if not option["meaning"]:
            sys.exit(f"{option['key']} has no meaning")
    wanted = page(options)
    if "--write" in sys.argv:
        file.write_text(wanted)
    elif file.read_text() != wanted:
        sys.exit(f"{file} is not what the program says: options_page.py VENTOSA {file} --write")


main()
