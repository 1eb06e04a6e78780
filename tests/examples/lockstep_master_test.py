#!/usr/bin/env python3
"""The example of a master over UDP, and the wire module that it is made of, with emulated modules.

    lockstep_master_test.py VENTOSA EXAMPLES
"""
import contextlib
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

program, examples = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path[:0] = [str(examples), str(pathlib.Path(__file__).resolve().parent.parent)]
import native_wire
from free_ports import free_ports
from native_wire import LinkError, Robot, SetPoint

QUADRUPED = ["front_left", "front_right", "rear_left", "rear_right"]
KP, KD = (40, 60, 25, 8, 8, 8), (3.2, 4, 2, 0.3, 0.3, 0.3)
BENCH = """schema: 1
title: A module on a bench
robot: romerin1
surfaces:
  - {name: floor, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: floor, height_m: 1.0, clamped: {joints_deg: [[0, 0, 120, 0, 0, 0]]}}
duration_s: 10
asserts:
  - {name: it moved, signal: seen.leg0.joint0.q, max: 3, unit: rad}
"""
WALL = """schema: 1
title: The quadruped on a wall
robot: romerin4
surfaces:
  - {name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}
placement: {surface: wall}
cup_force_N: 120
duration_s: 10
asserts:
  - {name: cups attached, signal: count.attached, equals: 4}
"""


GROUND = WALL.replace("position_m: [0.5, 0, 1.5], normal: [-1, 0, 0]",
                      "position_m: [0, 0, 0], normal: [0, 0, 1]")


def with_script(scenario, entries):
    return scenario.replace("asserts:", "script:\n" + entries + "asserts:")


class LockstepMaster(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.address = f"127.0.0.1:{free_ports(5)}"

    def emulate(self, scenario, *options):
        """Modules that answer when this returns."""
        (self.folder / "scenario.yaml").write_text(scenario)
        robot = re.search("robot: (.*)", scenario)[1]
        modules = subprocess.Popen(
            [program, "modules", robot, "./scenario.yaml", "--address", self.address, "--keys",
             "keys", "--make-keys", *options], stdout=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(modules.stdout.close)
        self.addCleanup(modules.wait)
        self.addCleanup(modules.send_signal, signal.SIGINT)
        while not (line := modules.stdout.readline()).startswith("body"):
            self.assertTrue(line, "ventosa modules has ended")
        return modules

    def robot(self, name, modules):
        return Robot(name, modules, self.address, self.folder / "keys")

    def master(self, keys="keys"):
        """@return exit code, output and errors of the example"""
        ended = subprocess.run(
            [sys.executable, examples / "lockstep_master.py", "--address", self.address, "--keys",
             self.folder / keys], capture_output=True, text=True, timeout=60)
        return ended.returncode, ended.stdout, ended.stderr

    def test_moves_the_body_as_it_says_while_every_cup_keeps_its_vacuum(self):
        self.emulate(WALL, "--lock-step")
        code, out, err = self.master()
        self.assertEqual((code, err), (0, ""), out)
        lines = re.findall(r"(\S+) mm of +(\S+) mm; front_left at (.*) rad; vacuum (.*) kPa", out)
        self.assertEqual(len(lines), 16)  # four a second
        for is_mm, asked_mm, _, vacuums in lines:
            self.assertLess(abs(float(is_mm) - float(asked_mm)), 1)
            self.assertGreater(min(map(float, vacuums.split())), 4)
        knees = [float(angles.split()[1]) for _, _, angles, _ in lines]
        self.assertGreater(max(knees) - min(knees), 0.1)  # 20 mm with an upper arm of 0.22 m

    # on the ground the body goes on as it is told without the cup
    def test_a_cup_that_loses_its_vacuum_fails(self):
        self.emulate(with_script(GROUND, "  - {at_s: 1, leak: {leg: rear_left, gap_m: 0.1}}\n"),
                     "--lock-step")
        code, out, _ = self.master()
        self.assertEqual(code, 1, out)
        farthest_mm, least_percent = re.search(
            r"more than (\S+) mm off; least vacuum (\d+) %", out).groups()
        self.assertLess(float(farthest_mm), 1)
        self.assertLess(int(least_percent), 10)

    def test_does_not_move_a_robot_that_does_not_hold_on(self):
        self.emulate(with_script(GROUND, "  - {at_s: 0, leak: {leg: rear_left, gap_m: 0.1}}\n"),
                     "--lock-step")
        code, out, err = self.master()
        self.assertEqual((code, out), (5, ""))
        self.assertIn("no vacuum", err)

    def test_a_body_that_does_not_follow_fails(self):
        dead = "".join(f"  - {{at_s: 0.6, fault: {{kind: drive_dead, leg: {leg}, joint: 1}}}}\n"
                       for leg in QUADRUPED)
        self.emulate(with_script(GROUND, dead), "--lock-step")
        code, out, _ = self.master()
        self.assertEqual(code, 1, out)
        self.assertIn("least vacuum 100 %", out)

    def test_says_that_nobody_answers(self):
        self.emulate(WALL, "--lock-step")  # makes the keys
        self.address = f"127.0.0.1:{free_ports(5)}"
        code, _, err = self.master()
        self.assertEqual(code, 5)
        self.assertIn(f"front_left at {self.address} does not answer", err)

    def test_says_that_there_are_no_keys(self):
        code, _, err = self.master()
        self.assertEqual(code, 2)
        self.assertIn("front_left.key", err)
        self.assertIn("--make-keys", err)

    def test_says_what_an_address_is(self):
        for self.address in ("localhost", "127.0.0.1:65532"):
            code, _, err = self.master()
            self.assertEqual(code, 2)
            self.assertIn("such as 127.0.0.1:12010", err)

    def test_says_which_modules_have_fallen_silent(self):
        modules = self.emulate(WALL, "--lock-step")
        self.addCleanup(setattr, native_wire, "LOST_S", native_wire.LOST_S)
        native_wire.LOST_S = 1
        with self.robot("romerin4", QUADRUPED) as robot:
            robot.exchange()
            modules.send_signal(signal.SIGINT)
            modules.wait()
            with self.assertRaisesRegex(LinkError, "front_left, front_right, .*, body"):
                robot.exchange()

    def test_says_that_modules_keep_real_time(self):
        self.emulate(WALL)
        code, _, err = self.master()
        self.assertEqual(code, 5)
        self.assertIn("--lock-step", err)

    def test_says_that_another_master_has_the_robot(self):
        self.emulate(WALL, "--lock-step")
        with self.robot("romerin4", QUADRUPED) as robot:
            code, _, err = self.master()
            robot.exchange()  # the other one has taken nothing from us
        self.assertEqual(code, 5)
        self.assertIn("held by another master", err)

    def test_modules_are_silent_to_who_has_not_got_their_keys(self):
        self.emulate(WALL, "--lock-step")
        for key in (self.folder / "keys" / "romerin4").iterdir():
            (self.folder / "stolen" / "romerin4").mkdir(parents=True, exist_ok=True)
            (self.folder / "stolen" / "romerin4" / key.name).write_text("00" * 32)
        code, _, err = self.master("stolen")
        self.assertEqual(code, 5)
        self.assertIn("with these keys", err)

    def test_an_answer_without_the_right_tag_is_none(self):
        self.emulate(WALL, "--lock-step")  # makes the keys
        self.address = f"127.0.0.1:{free_ports(5)}"
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            stranger.bind(("127.0.0.1", int(self.address.split(":")[1])))

            def answer():
                with contextlib.suppress(OSError):
                    while True:
                        asked, master = stranger.recvfrom(1500)
                        identity = asked[:5] + bytes([native_wire.IDENTITY]) + asked[6:36] + bytes(560)
                        stranger.sendto(identity + bytes(16), master)
            threading.Thread(target=answer, daemon=True).start()
            code, _, err = self.master()
        self.assertEqual(code, 5)
        self.assertIn("does not answer", err)

    def test_joints_go_where_they_are_told_a_period_at_a_time(self):
        self.emulate(BENCH, "--lock-step")
        with self.robot("romerin1", ["module"]) as robot:
            first, = robot.exchange()
            goal = list(first.q)
            for tick in range(1, 201):
                goal[0], goal[1] = first.q[0] + 0.002 * min(tick, 150), first.q[1] + 0.001 * min(tick, 150)
                report, = robot.exchange([[SetPoint(q, 0, 0, kp, kd)
                                           for q, kp, kd in zip(goal, KP, KD)]])
                self.assertEqual(report.now_ns - first.now_ns, tick * 10_000_000)
        self.assertAlmostEqual(report.q[0] - first.q[0], 0.3, delta=0.01)  # no weight turns joint 1
        self.assertAlmostEqual(report.q[2] - first.q[2], 0, delta=0.2)
        self.assertGreater(report.q[1] - first.q[1], 0.02)  # joint 2 bears the leg without feed-forward

    def test_a_set_point_beyond_its_joint_is_not_sent(self):
        self.emulate(BENCH, "--lock-step")
        with self.robot("romerin1", ["module"]) as robot:
            robot.exchange()
            before = robot.now_ns
            for wrong in (2.0, float("nan")):
                with self.assertRaisesRegex(ValueError, "module, joint 2: .* 1.920 rad"):
                    robot.exchange([[SetPoint(q, 0, 0, 1, 1) for q in (0, wrong)]])
            self.assertEqual(robot.now_ns, before)

    def test_whoever_leaves_leaves_a_robot_that_grips_where_it_is(self):
        self.emulate(WALL, "--lock-step")
        with self.robot("romerin4", QUADRUPED) as robot:
            for _ in range(50):
                left = robot.exchange()
        with self.robot("romerin4", QUADRUPED) as robot:
            for _ in range(100):
                found = robot.exchange()
        for before, after in zip(left, found):
            self.assertGreater(after.vacuum_Pa, 0.95 * before.vacuum_Pa)
            for a, b in zip(before.q, after.q):
                self.assertAlmostEqual(a, b, delta=0.005)

    def test_time_waits_for_the_master_and_what_is_lost_is_sent_again(self):
        self.emulate(WALL, "--lock-step")
        with self.robot("romerin4", QUADRUPED) as robot:
            robot.exchange()
            before = robot.now_ns
            time.sleep(0.3)
            lost = {id(device): 1 for device in robot.devices[:2]}
            real = native_wire.Device.send

            def lossy(device, kind, payload=b""):
                if lost.pop(id(device), 0) == 0:
                    real(device, kind, payload)
            native_wire.Device.send = lossy
            self.addCleanup(setattr, native_wire.Device, "send", real)
            robot.exchange()
            self.assertEqual(robot.now_ns - before, 10_000_000)
            self.assertFalse(lost)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
