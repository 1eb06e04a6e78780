#!/usr/bin/env python3
"""The example of a controller of one's own: it passes its scenario, and what is wrong is said.

    own_controller_test.py PROGRAM EXAMPLES
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

program, examples = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
scenario = (examples / "own_controller.yaml").read_text()


class OwnController(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_with(self, text):
        """@return exit code, output and errors of a run of this scenario"""
        (self.folder / "scenario.yaml").write_text(text)
        ended = subprocess.run([program, "scenario.yaml", "results"], cwd=self.folder,
                               capture_output=True, text=True)
        return ended.returncode, ended.stdout, ended.stderr

    def test_passes_its_scenario_and_leaves_its_results(self):
        code, out, err = self.run_with(scenario)
        self.assertEqual((code, err), (0, ""), out)
        verdict = json.loads((self.folder / "results" / "verdict.json").read_text())
        self.assertEqual(verdict["verdict"], "pass")
        self.assertGreater((self.folder / "results" / "signals.mcap").stat().st_size, 100_000)

    def test_works_on_a_ceiling_with_six_legs(self):
        ceiling = scenario.replace("romerin4", "romerin6").replace("equals: 4", "equals: 6").replace(
            "position_m: [0.5, 0, 1.5], normal: [-1, 0, 0]", "position_m: [0, 0, 2], normal: [0, 0, -1]")
        code, out, _ = self.run_with(ceiling)
        self.assertEqual(code, 0, out)

    def test_fails_what_it_does_not_keep(self):
        code, out, _ = self.run_with(scenario.replace("min: 0.028", "min: 0.032"))
        self.assertEqual(code, 1)
        self.assertIn("FAIL  it swayed", out)

    def test_names_what_is_wrong_with_its_input(self):
        code, _, err = self.run_with(scenario.replace("romerin4", "romerin44"))
        self.assertEqual(code, 2)
        self.assertIn("scenario.yaml:3:", err)
        self.assertIn("romerin44", err)
        self.assertFalse((self.folder / "results").exists())

    def test_says_how_it_is_called(self):
        ended = subprocess.run([program], capture_output=True, text=True)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("usage", ended.stderr)

    def test_says_where_results_cannot_be_written(self):
        (self.folder / "results").write_text("a file")
        code, _, err = self.run_with(scenario)
        self.assertEqual(code, 4)
        self.assertIn("results", err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
