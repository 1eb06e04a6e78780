#!/usr/bin/env python3
"""A newcomer follows docs/robot-files.md, "A four-legged robot with ...", word for word, and it walks.

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


def blocks_of_section(title):
    """The YAML of the section: what replaces parts of the robot's file, and the scenario."""
    section = (project / "docs/robot-files.md").read_text().split(title)[1].split("\n## ")[0]
    return re.findall(r"```yaml\n(.*?)```", section, re.S)


def without(text, key):
    """A YAML file without one of its top-level keys."""
    return re.sub(rf"^{key}:.*\n(?:[ #].*\n|\n)*", "", text, flags=re.M)


def quad_file(base, parts):
    text = (project / "models/data" / base).read_text()
    for key in re.findall(r"^(\w+):", parts, re.M):
        text = without(text, key)
    return text + parts


class Quad(unittest.TestCase):
    def walk(self, section, robot, base, gaits):
        """Checks the robot and runs the scenario, by each of the gaits."""
        parts, scenario = blocks_of_section(f"\n## A four-legged robot with {section}\n")
        with tempfile.TemporaryDirectory() as folder:
            for file in (project / "models/data").glob("*.yaml"):
                shutil.copy(file, folder)
            pathlib.Path(folder, robot).write_text(quad_file(base, parts))
            commands = [["check", robot]]
            for gait in gaits:
                pathlib.Path(folder, f"{gait}.yaml").write_text(
                    scenario.replace(f"gait: {gaits[0]}}}", f"gait: {gait}}}"))
                commands.append(["run", f"./{gait}.yaml", "--out", f"out_{gait}"])
            for command in commands:
                ended = subprocess.run([program, *command], cwd=folder, capture_output=True, text=True)
                self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_with_three_joints_walks_as_the_page_says(self):
        self.walk("point feet", "quad3.yaml", "hexapod3.yaml", ["creep"])

    def test_with_pantograph_legs_walks_as_the_page_says(self):
        self.walk("pantograph legs", "quad4.yaml", "amru5.yaml", ["creep", "mirror"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
