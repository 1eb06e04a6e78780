"""The master's end of the wire `ventosa/2` (docs/wire-native.md) in lock step, with the standard
library alone: a simulated period passes when every device has been told of the present one.

However a program with it ends, joints stay and cups grip: nothing here releases either.
"""
import hashlib
import hmac
import math
import os
import pathlib
import socket
import struct
import time
from typing import NamedTuple

ASK, IDENTITY, CLAIM, CLAIMED, REFUSED, RELEASE, COMMAND, TELEMETRY, GAZE, BODY = range(10)  # kinds
BODY_DEVICE = 255
VERSION = 2
CUP = 1  # of an identity's foot
ACTIVE = 2  # of a module's mode: it does what it is told
HEADER = struct.Struct("<4s4BQI")
TAG_BYTES = 16
ANSWER_S, LOST_S = 2, 10  # so long a question and a period of lock step wait for an answer


class LinkError(Exception):
    """A device does not answer, or not as it should."""


class SetPoint(NamedTuple):
    """The drive's torque is tau + kp (q - q measured) + kd (dq - dq measured)."""
    q: float  # [rad]
    dq: float  # [rad/s]
    tau: float  # [N m]
    kp: float  # [N m/rad]
    kd: float  # [N m s/rad]


class Report:
    """What a module tells, of one period."""

    def __init__(self, payload, n_joints):
        self.now_ns, self.mode = struct.unpack_from("<qB", payload)
        joints = [struct.unpack_from("<3d", payload, 29 + 57 * j) for j in range(n_joints)]
        self.q = [joint[0] for joint in joints]  # [rad]
        self.tau = [0 if math.isnan(joint[2]) else joint[2] for joint in joints]  # [N m]
        self.vacuum_Pa, = struct.unpack_from("<d", payload, 29 + 57 * n_joints + 8)


class Device:
    """A module, or the body's device (IMU, camera), behind its port."""

    def __init__(self, number, name, address, key):
        self.number, self.name, self.address, self.key = number, name, address, key
        self.session = self.sequence = 0
        self.is_claimed = False
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect(address)
        self.socket.settimeout(0.1)

    def tag(self, data):
        return hashlib.blake2b(data, key=self.key, digest_size=TAG_BYTES).digest()

    def send(self, kind, payload=b""):
        data = HEADER.pack(b"VTSA", VERSION, kind, self.number, 0, self.session, self.sequence) + payload
        self.sequence = (self.sequence + 1) % 2**32
        try:
            self.socket.send(data + self.tag(data))
        except ConnectionRefusedError:
            pass  # nobody listens: receive() says so

    def receive(self):
        """@return kind and payload of the next datagram, (None, b"") if it is not of this device and
        session; None if none comes"""
        try:
            data = self.socket.recv(1500)
        except socket.timeout:
            return None
        except ConnectionRefusedError:  # nobody listens there yet
            time.sleep(0.1)
            return None
        text, tag = data[:-TAG_BYTES], data[-TAG_BYTES:]
        if len(text) < HEADER.size or not hmac.compare_digest(self.tag(text), tag):
            return None, b""
        magic, version, kind, number, _, session, _ = HEADER.unpack_from(text)
        if (magic, version, number) != (b"VTSA", VERSION, self.number) or session not in (0, self.session):
            return None, b""
        if kind == REFUSED:
            reasons = "held by another master", "challenge", "no session", "version"
            raise LinkError(f"{self.name} refuses: {reasons[text[HEADER.size + 16]]}")
        return kind, text[HEADER.size:]

    def ask(self, kind, payload, wanted):
        """Sends it until the answer has come that begins with the same nonce.  @return the answer"""
        end_s = time.monotonic() + ANSWER_S
        while time.monotonic() < end_s:
            self.send(kind, payload)
            while (heard := self.receive()) is not None:
                if heard[0] == wanted and heard[1][:16] == payload[:16]:
                    return heard[1]
        raise LinkError("{} at {}:{} does not answer: is `ventosa modules` running, with these keys?"
                        .format(self.name, *self.address))

    def claim(self, owner):
        nonce = os.urandom(16)
        identity = self.ask(ASK, nonce, IDENTITY)
        challenge = identity[16:32]
        self.n_joints, = struct.unpack_from("<i", identity, 128)
        self.period_s = 1e-9 * struct.unpack_from("<q", identity, 152)[0]
        joints = [struct.unpack_from("<6d", identity, 212 + 52 * j) for j in range(self.n_joints)]
        self.range = [joint[:2] for joint in joints]  # [rad]
        self.p_PJ = [joint[3:] for joint in joints]  # [m] its place in the frame of the joint before
        foot, pack = identity[160], identity[190]
        if self.number != BODY_DEVICE and (foot, pack) != (CUP, 1):
            raise LinkError(f"{self.name} has no cup or no pack: this program lays out their messages")
        if not identity[211]:
            raise LinkError(f"{self.name} keeps real time: start `ventosa modules` with --lock-step")
        self.session = int.from_bytes(self.tag(nonce + challenge)[:8], "little") or 1
        self.ask(CLAIM, nonce + challenge + owner.encode().ljust(32, b"\0"), CLAIMED)
        self.is_claimed = True

    def order(self, now_ns, set_points):
        """@return kind and payload of what it is told each period, and the kind of its answer. Joints
        without a set-point hold; so does the cup: attached, it grips at full.
        @throws ValueError  a set-point outside its joint's range"""
        if self.number == BODY_DEVICE:
            return GAZE, struct.pack("<qB2d", now_ns, 0, 0, 0), BODY
        for j, (each, (least, most)) in enumerate(zip(set_points, self.range)):
            if not least <= each.q <= most:
                raise ValueError(f"{self.name}, joint {j + 1}: {each.q:.3f} rad is not within "
                                 f"{least:.3f} to {most:.3f} rad")
        impedance, armed, grant = 2, 1, 1
        joints = [struct.pack("<B9d", impedance, *each, 0, 0, 0, 0) for each in set_points]
        joints += [bytes(73)] * (self.n_joints - len(joints))
        permission, cup_and_pack = struct.pack("<Bi", armed, grant), bytes(19)
        payload = struct.pack("<q", now_ns) + permission + b"".join(joints) + cup_and_pack
        return COMMAND, payload, TELEMETRY


def read_key(file):
    """@throws ValueError  it cannot be read, or is no key"""
    try:
        key = bytes.fromhex(file.read_text())
    except (OSError, ValueError) as error:
        raise ValueError(f"no key: {error} (`ventosa modules --make-keys` makes it)") from error
    if len(key) != 32:
        raise ValueError(f"{file}: a key has 32 bytes, not {len(key)}")
    return key


class Robot:
    """All devices of a robot, from one port on:  with Robot(...) as robot: robot.exchange(...)"""

    def __init__(self, name, modules, address, keys):
        """@param modules  names in the order of the robot's file
        @param address  of the first; the others' ports follow, then the body's
        @param keys  folder in which `ventosa modules --make-keys` made the keys
        @throws ValueError, OSError"""
        host, _, port = address.rpartition(":")
        if not port.isdigit() or not 0 < int(port) < 2**16 - len(modules):
            raise ValueError(f"{address}: must be an address and a port, such as 127.0.0.1:12010")
        numbers = [*range(len(modules)), BODY_DEVICE]
        self.devices = [Device(number, each, (host, int(port) + k),
                               read_key(pathlib.Path(keys) / name / f"{each}.key"))
                        for k, (number, each) in enumerate(zip(numbers, [*modules, "body"]))]
        self.modules = self.devices[:-1]
        self.now_ns = -1  # of the modules' clock

    def __enter__(self):
        try:
            for device in self.devices:
                device.claim(owner="native_wire.py")
        except BaseException:
            self.__exit__()
            raise
        self.period_s = self.modules[0].period_s
        return self

    def __exit__(self, *_):
        for device in self.devices:
            if device.is_claimed:
                device.send(RELEASE)  # a module that is nobody's holds
            device.socket.close()

    def exchange(self, set_points=None):
        """Tells every module its set-points, lets one period pass.
        @param set_points  a list of SetPoint for each module, from joint 1 on; None: all hold
        @return a Report of each module
        @throws ValueError  a set-point outside its joint's range; nothing is sent"""
        lists = [*(set_points or [[]] * len(self.modules)), []]
        orders = {device: device.order(self.now_ns, each) for device, each in zip(self.devices, lists)}
        told = {}
        end_s = time.monotonic() + LOST_S
        while time.monotonic() < end_s:  # what was lost is sent again
            silent = [device for device in self.devices if device not in told]
            for device in silent:
                device.send(*orders[device][:2])
            for device in silent:
                while device not in told and (heard := device.receive()) is not None:
                    kind, payload = heard
                    if kind == orders[device][2] and struct.unpack_from("<q", payload)[0] > self.now_ns:
                        told[device] = payload
            if len(told) == len(self.devices):
                reports = [Report(told[module], module.n_joints) for module in self.modules]
                self.now_ns = reports[0].now_ns
                return reports
        raise LinkError(f"no answer for {LOST_S} s from " + ", ".join(device.name for device in silent))
