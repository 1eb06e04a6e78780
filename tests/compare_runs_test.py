#!/usr/bin/env python3
"""compare_runs.py: what it lists, and what it takes for worse than allowed."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import compare_runs

HEADER = ("run,verdict,reasons,speed_reached_mm_s,distance_m,steps,position_error_mm,"
          "angle_error_mrad,safety_factor,longest_reason_s")
WALK = {"run": "walk-1", "verdict": "pass", "reasons": "", "speed_reached_mm_s": "10",
        "distance_m": "0.3", "steps": "12", "position_error_mm": "1", "angle_error_mrad": "2",
        "safety_factor": "1.5", "longest_reason_s": "0"}


class CompareRuns(unittest.TestCase):
    def compare(self, before, after):
        """Exit code and rows of the table."""
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / name for name in ("before.csv", "after.csv")]
            for file, runs in zip(files, (before, after)):
                rows = [",".join(run.values()) for run in runs]
                file.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
            with contextlib.redirect_stdout(io.StringIO()) as out:
                code = compare_runs.main(*files)
        return code, [line for line in out.getvalue().splitlines()[2:] if line.startswith("|")]

    def expect(self, code, row, **changed):
        before = [{**WALK, **{key: values[0] for key, values in changed.items()}}]
        after = [{**WALK, **{key: values[1] for key, values in changed.items()}}]
        self.assertEqual(self.compare(before, after), (code, [row] if row else []))

    def test_same_runs_have_no_difference(self):
        self.assertEqual(self.compare([WALK], [WALK]), (0, []))

    def test_a_worse_verdict_is_not_allowed(self):
        self.expect(1, "| walk-1 | verdict | pass | **fail** |", verdict=("pass", "fail"))
        self.expect(1, "| walk-1 | verdict | fail | **error** |", verdict=("fail", "error"))
        self.expect(0, "| walk-1 | verdict | fail | pass |", verdict=("fail", "pass"))

    def test_a_lower_speed_is_not_allowed(self):
        self.expect(1, "| walk-1 | speed_reached_mm_s | 10 | **9.4** |",
                    speed_reached_mm_s=("10", "9.4"))
        self.expect(0, None, speed_reached_mm_s=("10", "9.6"))
        self.expect(0, None, speed_reached_mm_s=("0", "0"))

    def test_a_run_that_is_gone_is_not_allowed(self):
        other = {**WALK, "run": "other-1"}
        self.assertEqual(self.compare([WALK, other], [other]),
                         (1, ["| walk-1 | run | there | **gone** |"]))
        self.assertEqual(self.compare([other], [WALK, other]), (0, ["| walk-1 | run | - | new |"]))

    def test_other_differences_are_listed(self):
        self.expect(0, "| walk-1 | reasons | - | lift_refused |", reasons=("", "lift_refused"))
        self.expect(0, "| walk-1 | position_error_mm | 1 | 1.2 |", position_error_mm=("1", "1.2"))
        self.expect(0, "| walk-1 | safety_factor | 1.5 | 1.4 |", safety_factor=("1.5", "1.4"))
        self.expect(0, "| walk-1 | safety_factor | 1.5 | - |", safety_factor=("1.5", ""))
        self.expect(0, "| walk-1 | longest_reason_s | 0 | 5 |", longest_reason_s=("0", "5"))
        self.expect(0, "| walk-1 | distance_m | 0.3 | 0.2 |", distance_m=("0.3", "0.2"))

    def test_smaller_errors_and_other_steps_are_not(self):
        self.expect(0, None, position_error_mm=("1", "0.5"), steps=("12", "14"))

    def test_slightly_larger_errors_are_not(self):
        self.expect(0, None, position_error_mm=("0.01", "0.1"))
        self.expect(0, None, position_error_mm=("10", "10.4"))

    def test_files_without_runs_are_refused(self):
        with self.assertRaises(SystemExit):
            self.compare([], [])


if __name__ == "__main__":
    unittest.main()
