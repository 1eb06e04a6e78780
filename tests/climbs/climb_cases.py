"""The climbs of docs/climbing-tables.md, in groups."""
import dataclasses
import json
import pathlib
import subprocess
import tempfile

from edge_scenarios import Climb, Limits

IDEAL = Limits()
OUTER = Limits(body_m=0.007, safety=1.15)
LIGHT = Limits(safety=1.0)
FULL = Limits(body_m=0.008, body_rad=0.03, safety=1.0, clear_m=0.003, refuses_nothing=False)
CALIBRATION = Limits(body_m=0.015, body_rad=0.03, safety=1.0, clear_m=0, itself_m=0, refuses_nothing=False)
TROUBLE = Limits(body_m=0.05, body_rad=0.2, safety=0, clear_m=-1, itself_m=0, refuses_nothing=False)

LIES = ("ground", "up a wall", "ceiling", "down a wall")  # gravity at an edge, there and back
SHARING_60N = "controller: {sharing: {safety_factor: 1.1}}\n"
ERRORS = """fidelity: full
plant:
  spread: {mass_scale: 0.05, friction_scale: 0.2, surface_friction_scale: 0.2, joint_offset_deg: 0.3,
           surface_offset_m: 0.003, surface_tilt_deg: 0.5}
"""


def around(turn_deg, limits, robots, lies=LIES, **more):
    for robot, force_N, limit_s in robots:
        for lie in lies:
            few = force_N < 80
            yield Climb(robot, turn_deg, lie, force_N, limits=LIGHT if few else limits,
                        duration_s=limit_s, **{"more": SHARING_60N if few else "", **more})


def inner(_):
    return list(around(90, IDEAL, [("romerin4", 120, 300), ("romerin4", 90, 300), ("romerin6", 120, 450),
                                   ("romerin6", 60, 450), ("romerin4x7", 120, 300)]))


def outer(_):
    return list(around(-90, OUTER, [("romerin4", 120, 600), ("romerin6", 120, 900)]))


def other(_):
    """Edges of two walls, and edges met at an angle."""
    quadruped = [("romerin4", 120, 400)]
    cases = [*around(90, IDEAL, quadruped, ["along a wall"]), *around(-90, OUTER, quadruped, ["along a wall"])]
    for heading_deg in (30, 45):
        cases += around(90, IDEAL, quadruped, ["ground"], heading_deg=heading_deg)
        cases += around(-90, OUTER, quadruped, ["ground"], heading_deg=heading_deg)
    return cases


def starts(_):
    """Other distances from the edge."""
    return [Climb(far_m=far_m, turn_deg=turn_deg, limits=IDEAL if turn_deg > 0 else OUTER, duration_s=400,
                  name=f"from-{100 * far_m:g}cm-{'inner' if turn_deg > 0 else 'outer'}90")
            for turn_deg in (90, -90) for far_m in (0.45, 0.75, 1.0)]


def full(_):
    robots = [("romerin4", 120, 300)]
    return list(around(90, FULL, robots, more="fidelity: full\n", seeds=3))


def calibration(_):
    return [Climb(limits=CALIBRATION, more=ERRORS, seeds=10, duration_s=400, name="errors-of-calibration")]


def second_leg(program):
    """The leg of the second step of the climb from the ground to a wall."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "climb.yaml"
        file.write_text(Climb().text())
        said = subprocess.run([program, "plan", file, "--json"], capture_output=True, check=True)
    return json.loads(said.stdout)["steps"][1]["leg"]


def trouble(program):
    leg = second_leg(program)
    no_seal = (f"  - {{when: {{leg: {leg}, phase: seal}}, leak: {{leg: {leg}, gap_m: 0.03, duration_s: 12}}}}\n")
    base = Climb(limits=TROUBLE, duration_s=500)
    return [
        dataclasses.replace(base, more="fidelity: full\n", script=no_seal, name="second-foot-does-not-seal"),
        dataclasses.replace(base, more="plant: {surface: {behind: {friction_scale: 0.2}}}\n",
                            name="wall-is-slick"),
        dataclasses.replace(base, more="plant: {surface: {behind: {friction_scale: 0.5}}}\n",
                            name="wall-holds-half"),
        dataclasses.replace(base, more="payload: {mass_kg: 2, position_m: [0, 0, 0.1]}\n",
                            name="payload-of-2-kg"),
    ]


def refused(_):
    return [
        Climb(force_N=60, more=SHARING_60N, refused=True, duration_s=400, name="quadruped-60N"),
        Climb(size_m=(0.15, 3), refused=True, duration_s=60, name="wall-of-15cm"),
        Climb(size_m=(3, 0.3), refused=True, duration_s=60, name="wall-30cm-wide"),
    ]


def room(robot, limits, more, seeds, duration_s):
    case = Room(robot, limits=limits, more=more, seeds=seeds, duration_s=duration_s)
    case.name = f"room-{robot}-{'full' if more else 'ideal'}"
    return case


class Room(Climb):
    """Ground, wall, ceiling, opposite wall, ground in one run."""

    def text(self):
        seeds = ", ".join(str(seed + 1) for seed in range(self.seeds))
        lines = [ROOM.format(robot=self.robot, seeds=seeds, duration_s=self.duration_s, more=self.more)]
        lines += [f"  - {{{each}}}\n" for each in self.limits.asserts(self.n_legs())]
        return "".join(lines)


ROOM = """schema: 1
title: Once around a room
robot: {robot}
surfaces:
  - {{name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [1.8, 1.8], friction: 0.6}}
  - {{name: wall, position_m: [0.9, 0, 0.75], normal: [-1, 0, 0], size_m: [1.5, 1.8], friction: 0.6}}
  - {{name: ceiling, position_m: [0, 0, 1.5], normal: [0, 0, -1], size_m: [1.8, 1.8], friction: 0.6}}
  - {{name: opposite, position_m: [-0.9, 0, 0.75], normal: [1, 0, 0], size_m: [1.5, 1.8], friction: 0.6}}
placement: {{surface: ground}}
cup_force_N: 120
seeds: [{seeds}]
duration_s: {duration_s}
{more}script:
  - {{name: to_wall, at_s: 1, climb: {{surface: wall}}}}
  - {{name: to_ceiling, after: {{entry: to_wall, is: arrived}}, climb: {{surface: ceiling}}}}
  - {{name: to_opposite, after: {{entry: to_ceiling, is: arrived}}, climb: {{surface: opposite}}}}
  - {{name: to_ground, after: {{entry: to_opposite, is: arrived}}, climb: {{surface: ground}}}}
  - {{name: walk, after: {{entry: to_ground, is: arrived, delay_s: 1}}, hold: {{}}}}
until: arrived
asserts:
"""


def rooms(_):
    return [room("romerin4", IDEAL, "", 1, 1200), room("romerin6", IDEAL, "", 1, 2000)]


def rooms_full(_):
    return [room("romerin4", FULL, "fidelity: full\n", 5, 1200)]


GROUPS = {"inner": inner, "outer": outer, "other": other, "starts": starts, "full": full,
          "calibration": calibration, "trouble": trouble, "refused": refused, "rooms": rooms,
          "rooms_full": rooms_full}
