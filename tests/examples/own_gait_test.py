#!/usr/bin/env python3
"""The example of a gait of one's own: the scenario passes, and the feet step in the table's order.

    own_gait_test.py VENTOSA EXAMPLES
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

program, examples = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
LIFT = 3  # of a foot's phase


def order_in_table():
    robot = (examples / "own_gait_robot.yaml").read_text()
    legs = re.findall(r"- \{name: (\w+)", robot)
    return [legs.index(name) for name in re.findall(r"- \{step: \[(\w+)\]\}", robot)]


def order_of_steps(rows):
    """Legs as they lift, each step once."""
    steps = []
    for row in rows:
        for leg in range(4):
            if float(row[f"plan.leg{leg}.phase[enum]"]) == LIFT and steps[-1:] != [leg]:
                steps.append(leg)
    return steps


class OwnGait(unittest.TestCase):
    def test_walks_by_the_rows_of_its_table(self):
        with tempfile.TemporaryDirectory() as folder:
            ended = subprocess.run([program, "run", examples / "own_gait.yaml", "--csv",
                                    "plan.leg*.phase", "--out", f"{folder}/out"],
                                   capture_output=True, text=True)
            self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
            with open(f"{folder}/out/signals.csv") as file:
                steps = order_of_steps(csv.DictReader(file))
        table = order_in_table()
        self.assertEqual(len(table), 4)
        self.assertGreaterEqual(len(steps), 4)
        self.assertEqual(steps, (table * 10)[:len(steps)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
