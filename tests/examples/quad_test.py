#!/usr/bin/env python3
"""A newcomer follows docs/robot-files.md, "A four-legged robot with point feet", and it walks.

    quad_test.py VENTOSA EXAMPLES
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

program, examples = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
project = examples.parent
TITLE = "## A four-legged robot with point feet"


def blocks_of_section():
    """The YAML of the section: what replaces parts of the robot's file, and the scenario."""
    section = (project / "docs/robot-files.md").read_text().split(TITLE)[1].split("\n## ")[0]
    return re.findall(r"```yaml\n(.*?)```", section, re.S)


def without(text, key):
    """A YAML file without one of its top-level keys."""
    return re.sub(rf"^{key}:.*\n(?:[ #].*\n|\n)*", "", text, flags=re.M)


def quad_file(parts):
    text = (project / "models/data/hexapod3.yaml").read_text()
    for key in re.findall(r"^(\w+):", parts, re.M):
        text = without(text, key)
    return text + parts


class Quad(unittest.TestCase):
    def test_walks_as_the_page_says(self):
        parts, scenario = blocks_of_section()
        with tempfile.TemporaryDirectory() as folder:
            for file in (project / "models/data").glob("*.yaml"):
                shutil.copy(file, folder)
            pathlib.Path(folder, "quad3.yaml").write_text(quad_file(parts))
            pathlib.Path(folder, "quad_walk.yaml").write_text(scenario)
            for command in (["check", "quad3.yaml"], ["run", "./quad_walk.yaml", "--out", "out"]):
                ended = subprocess.run([program, *command], cwd=folder, capture_output=True, text=True)
                self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
