#!/usr/bin/env python3
"""An operator's program for modules with today's firmware, which knows nothing of ours but
docs/wire-legacy.md and takes no byte for granted.

    legacy_operator_test.py VENTOSA
"""
import math
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from free_ports import free_ports

program = os.path.abspath(sys.argv[1])
FIRST_PORT = free_ports(4)

TORQUE_OFF, GOAL, PROFILE, SUCTION, CLAIM = 0x04, 0x07, 0x22, 0x06, 0x23
GET_NAME, GET_LIMITS, GET_CONFIG_V2, COMPACT_ON = 0x11, 0x09, 0x30, 0x26


def frame(code, info=b""):
    return b"\xaa\xaa" + bytes([1 + len(info), code]) + info


def frames(datagram):
    """All of a datagram, to its last byte."""
    while datagram:
        if datagram[:2] != b"\xaa\xaa":
            raise ValueError(f"no header: {datagram.hex()}")
        size = datagram[2]
        if not 1 <= size <= 252 or len(datagram) < 3 + size:
            raise ValueError(f"size {size} of {len(datagram)} bytes")
        yield datagram[3], datagram[4 : 3 + size]
        datagram = datagram[3 + size :]


def number(value, least, most):
    if not (math.isfinite(value) and least <= value <= most):
        raise ValueError(f"{value} is not within {least} to {most}")
    return value


def text(info):
    if info[-1:] != b"\0" or b"\0" in info[:-1]:
        raise ValueError(f"no text: {info!r}")
    return info[:-1].decode("ascii")


def motor_info(info):
    motor, status, mode, angle, speed, current, heat, voltage = struct.unpack("<BBBfffBf", info)
    number(motor, 0, 5)
    if status & ~0xBD or mode not in (0, 1, 3, 4, 5, 16):
        raise ValueError(f"status {status:02x}, mode {mode}")
    number(angle, 0, 360.4)
    number(speed, -500, 500)
    number(current, -7000, 7000)
    number(heat, 1, 100)
    number(voltage, 9, 17)
    return {"motor": motor, "torque": status >= 0x80, "angle": angle}


def analog_info(info):
    battery, ampere, bus, rail = struct.unpack("<ffff", info)
    number(battery, 9, 17), number(ampere, -50, 50), number(bus, 0, 0), number(rail, -50, 50)
    return {}


def suction_info(info):
    vacuum, force, heat, *distances = struct.unpack("<fffBBB", info)
    number(vacuum, 0, 70000), number(force, 0, 1700), number(heat, -20, 90)
    if 0 < vacuum < 10:
        raise ValueError(f"{vacuum} Pa: less than 10 is told as 0")
    return {"vacuum": vacuum, "force": force, "distances": distances}


def state(info):
    flags, loop = struct.unpack("<BB", info)
    if flags & ~0x1F:
        raise ValueError(f"flags {flags:02x}")
    return {"compact": bool(flags & 0x10), "loop": loop}


def limits(info):
    motor, most, least = struct.unpack("<Bff", info)
    number(motor, 0, 5), number(least, 0, 360), number(most, least, 360.4)
    return {"motor": motor, "least": least, "most": most}


def config(info):
    if len(info) != 67:
        raise ValueError(f"{len(info)} bytes")
    return {}


def compact(info):
    if len(info) != 49 or sum(info[:48]) % 256 != info[48]:
        raise ValueError(f"bad sum: {info.hex()}")
    return {}


DECODERS = {0x01: motor_info, 0x02: analog_info, 0x05: lambda info: {"text": text(info)},
            0x10: limits, 0x12: lambda info: {"text": text(info)}, 0x18: state,
            0x19: suction_info, 0x31: config, 0x40: compact}


class Module:
    """What one module tells, of a socket of its own."""

    def __init__(self, port):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect(("127.0.0.1", port))
        self.heard = []  # (time, code, values)

    def send(self, *some):
        self.socket.send(b"".join(some))

    def listen(self, time_s):
        """@return what was told in this time"""
        first, end = len(self.heard), time.monotonic() + time_s
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                datagram = self.socket.recv(2000)
            except socket.timeout:
                break
            for code, info in frames(datagram):
                self.heard.append((time.monotonic(), code, DECODERS[code](info)))
        return self.heard[first:]


def of(heard, code):
    return [values for _, each, values in heard if each == code]


class Operator(unittest.TestCase):
    def run_modules(self, *more):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        modules = subprocess.Popen(
            [program, "modules", "romerin4", "--legacy", "--address", f"127.0.0.1:{FIRST_PORT}",
             "--master-port", "0", *more],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder.name)
        self.addCleanup(modules.stdout.close)
        self.addCleanup(modules.wait)
        self.addCleanup(modules.send_signal, signal.SIGINT)
        line = ""
        while "rear_right" not in line:
            line = modules.stdout.readline()
            self.assertTrue(line, "ventosa modules has ended")
        robot = [Module(FIRST_PORT + k) for k in range(4)]
        for module in robot:
            self.addCleanup(module.socket.close)
        return robot

    def test_every_byte_of_a_claimed_module_is_as_the_page_says(self):
        for module in self.run_modules():
            module.send(frame(CLAIM))
            module.send(*[frame(GET_NAME), frame(GET_CONFIG_V2)],
                        *[frame(GET_LIMITS, bytes([motor])) for motor in range(6)])
            heard = module.listen(2)
            self.assertEqual({values["motor"] for values in of(heard, 0x01)}, set(range(6)))
            self.assertTrue(all(values["torque"] for values in of(heard, 0x01)))
            self.assertEqual({values["motor"] for values in of(heard, 0x10)}, set(range(6)))
            for code in (0x02, 0x12, 0x18, 0x19, 0x31):
                self.assertTrue(of(heard, code), f"nothing of {code:02x}")
            angles = {values["motor"]: values["angle"] for values in of(heard, 0x01)}
            for values in of(heard, 0x10):  # limits and angles are of one scale
                self.assertLessEqual(values["least"], angles[values["motor"]] + 1)
                self.assertGreaterEqual(values["most"], angles[values["motor"]] - 1)

    def test_a_module_tells_nothing_to_who_is_not_its_master_and_falls_silent_without_heartbeats(self):
        module = self.run_modules()[0]
        self.assertEqual(module.listen(1), [])
        module.send(frame(CLAIM))
        self.assertTrue(module.listen(4))
        self.assertEqual([code for at, code, _ in module.listen(3)
                          if at > module.heard[0][0] + 6], [])

    def test_a_motor_goes_to_its_goal_and_every_command_is_echoed(self):
        module = self.run_modules()[0]
        module.send(frame(CLAIM))
        angles = {values["motor"]: values["angle"] for values in of(module.listen(1), 0x01)}
        module.send(frame(CLAIM), frame(SUCTION, bytes([8])))
        module.listen(3)  # so that the leg is free: the turbine slows down by a step a loop
        goal = angles[0] + 12
        module.send(frame(CLAIM), frame(PROFILE, struct.pack("<Bf", 0, 30)),
                    frame(GOAL, struct.pack("<Bf", 0, goal)))
        heard = module.listen(3)
        reached = [values["angle"] for values in of(heard, 0x01) if values["motor"] == 0][-1]
        self.assertLess(abs(reached - goal), 3)
        self.assertGreaterEqual(len(of(heard, 0x05)), 2)

    def test_torque_and_turbine_are_as_they_are_told(self):
        module = self.run_modules()[2]
        module.send(frame(CLAIM))
        module.listen(0.5)
        module.send(frame(TORQUE_OFF, bytes([4])))
        heard = module.listen(1)
        last = [values for values in of(heard, 0x01) if values["motor"] == 4][-1]
        self.assertFalse(last["torque"])

    def test_compact_telemetry_has_the_sum_of_its_bytes(self):
        for quirks in ("all", "none"):
            with self.subTest(quirks):
                module = self.run_modules("--quirks", quirks)[1]
                module.send(frame(CLAIM))
                module.listen(0.3)
                module.send(frame(COMPACT_ON))
                self.assertGreater(len(of(module.listen(1), 0x40)), 5)
                self.doCleanups()

    def test_garbage_changes_nothing_without_the_firmware_faults(self):
        module = self.run_modules("--quirks", "none")[3]
        module.send(frame(CLAIM))
        module.listen(0.5)
        for bad in (b"\xaa", b"\xaa\xaa", frame(GOAL, b"\0"), frame(GOAL, struct.pack("<Bf", 9, 1)),
                    frame(GOAL, struct.pack("<Bf", 0, math.nan)), os.urandom(200), b""):
            module.socket.send(bad)
        module.send(frame(CLAIM))
        angles = [values["angle"] for values in of(module.listen(2), 0x01) if values["motor"] == 0]
        self.assertLess(max(angles) - min(angles), 0.3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
