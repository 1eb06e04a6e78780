#!/usr/bin/env python3
"""Moves the body of the ROMERIN quadruped away from its surface and back, over UDP in lock step.

    ventosa modules romerin4 crawl_up_wall --make-keys --lock-step     # in another terminal
    examples/lockstep_master.py

Exit codes: 0 it followed and every cup kept its vacuum, 1 it did not, 2 bad input, 5 no answer or a
module that holds, 130 interrupted. docs/own-controller.md explains it; copy it, with native_wire.py,
to begin with.
"""
import argparse
import cmath
import math
import os
import sys

from native_wire import ACTIVE, LinkError, Robot, SetPoint

MODULES = ["front_left", "front_right", "rear_left", "rear_right"]  # in the order of the robot's file
KP, KD = (40, 60, 25), (3.2, 4.0, 2.0)  # [N m/rad], [N m s/rad] of joints 1 to 3
LEAST_PA = 2000
HEAVE_M, CYCLE_S, N_CYCLES, SETTLE_S = 0.02, 2.0, 2, 0.5


class Leg:
    """An arm in its plane, as complex numbers [m] from joint 2 on: x along the leg, i z off the
    surface."""

    def __init__(self, module, report):
        self.upper_arm, self.forearm = (complex(p[0], p[2]) for p in module.p_PJ[2:4])
        self.q, self.tau = report.q[:3], report.tau[:3]
        self.wrist = sum(self.links(*report.q[1:3]))

    def links(self, q2, q3):
        return cmath.exp(1j * q2) * self.upper_arm, cmath.exp(1j * (q2 - q3)) * self.forearm

    def reach(self, wrist):
        """@return joints 1 to 3 with the wrist point there; Newton's method"""
        q1, q2, q3 = self.q
        for _ in range(5):
            upper, fore = self.links(q2, q3)
            error, d2, d3 = wrist - (upper + fore), 1j * (upper + fore), -1j * fore
            q2, q3 = q2 + cross(error, d3) / cross(d2, d3), q3 + cross(d2, error) / cross(d2, d3)
        return [q1, q2, q3]

    def raise_body(self, height_m, period_s):
        """@return set-points that bring the body so far off the surface, over a cup that stays"""
        last, self.q = self.q, self.reach(self.wrist - 1j * height_m)
        speeds = [(q - before) / period_s for q, before in zip(self.q, last)]
        return [SetPoint(*each) for each in zip(self.q, speeds, self.tau, KP, KD)]

    def height_m(self, report):
        return (self.wrist - sum(self.links(*report.q[1:3]))).imag


def cross(a, b):
    return (a.conjugate() * b).imag


def drive(robot):
    """@return whether the body followed and every cup kept its vacuum"""
    for _ in range(round(SETTLE_S / robot.period_s)):
        first = robot.exchange()  # modules hold: then tau bears the weight
    if any(report.vacuum_Pa < LEAST_PA for report in first):
        raise LinkError("a cup has no vacuum: the robot must hold on before it is moved")
    legs = [Leg(module, report) for module, report in zip(robot.modules, first)]
    highest_m, farthest_m, least_vacuum = 0, 0, 1
    for tick in range(1, round(N_CYCLES * CYCLE_S / robot.period_s) + 1):
        asked_m = HEAVE_M / 2 * (1 - math.cos(2 * math.pi * tick * robot.period_s / CYCLE_S))
        reports = robot.exchange([leg.raise_body(asked_m, robot.period_s) for leg in legs])
        if any(report.mode != ACTIVE for report in reports):
            raise LinkError(f"a module holds: modes {[report.mode for report in reports]}")
        heights_m = [leg.height_m(report) for leg, report in zip(legs, reports)]
        highest_m = max(highest_m, *heights_m)
        farthest_m = max(farthest_m, *(abs(height_m - asked_m) for height_m in heights_m))
        least_vacuum = min(least_vacuum, *(r.vacuum_Pa / f.vacuum_Pa for r, f in zip(reports, first)))
        if tick % round(0.25 / robot.period_s) == 0:
            print(f"{1e-9 * robot.now_ns:5.2f} s: {1000 * min(heights_m):5.2f} mm of "
                  f"{1000 * asked_m:5.2f} mm; {MODULES[0]} at "
                  + " ".join(f"{q:.3f}" for q in reports[0].q) + " rad; vacuum "
                  + " ".join(f"{report.vacuum_Pa / 1000:.1f}" for report in reports) + " kPa")
    print(f"raised by {1000 * highest_m:.1f} mm of {1000 * HEAVE_M:.1f} mm, never more than "
          f"{1000 * farthest_m:.2f} mm off; least vacuum {100 * least_vacuum:.0f} % of the first")
    return farthest_m < 0.1 * HEAVE_M and least_vacuum > 0.8


def main():
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--address", default="127.0.0.1:12010", help="of the first module")
    parser.add_argument("--keys", default=config + "/ventosa/keys", help="folder of the keys")
    options = parser.parse_args()
    try:
        with Robot("romerin4", MODULES, options.address, options.keys) as robot:
            return 0 if drive(robot) else 1
    except KeyboardInterrupt:
        return 130
    except LinkError as error:
        print(error, file=sys.stderr)
        return 5
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
