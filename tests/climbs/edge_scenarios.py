"""Scenarios of climbs around edges, as text."""
import dataclasses
import math

CORNER_M = 1.5  # half the extent of each surface

# how the first surface lies, its edge ahead of the robot: rotation about an axis, in degrees
LIE = {
    "ground": ("y", 0),
    "up a wall": ("y", -90),
    "down a wall": ("y", 90),
    "ceiling": ("x", 180),
    "along a wall": ("x", 90),
}


def rotation(axis, angle_deg):
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }[axis]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def rotated(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def rpy_deg(r):
    """Roll, pitch and yaw of a rotation R = Rz(yaw) Ry(pitch) Rx(roll)."""
    pitch = math.asin(max(-1, min(1, -r[2][0])))
    if abs(abs(pitch) - math.pi / 2) < 1e-6:
        roll, yaw = 0, math.atan2(-r[0][1], r[1][1])
    else:
        roll, yaw = math.atan2(r[2][1], r[2][2]), math.atan2(r[1][0], r[0][0])
    return [math.degrees(angle) for angle in (roll, pitch, yaw)]


def numbers(values):
    return "[" + ", ".join(f"{value:.6f}" for value in values) + "]"


def surface(name, r, p_m, size_m):
    return (f"  - {{name: {name}, position_m: {numbers(p_m)}, rpy_deg: {numbers(rpy_deg(r))}, "
            f"size_m: {numbers(size_m)}, friction: 0.6}}\n")


@dataclasses.dataclass
class Limits:
    """What a climb has to keep."""
    body_m: float = 0.005
    body_rad: float = 0.02
    safety: float = 1.2
    clear_m: float = 0.005
    itself_m: float = 0.005
    refuses_nothing: bool = True

    def asserts(self, n_legs):
        yield f"name: body position error, signal: error.body.position, max: {self.body_m}, unit: m"
        yield f"name: body angle error, signal: error.body.angle, max: {self.body_rad}, unit: rad"
        yield f"name: safety factor, signal: worst.safety_factor, min: {self.safety}"
        yield f"name: from surfaces, signal: truth.clearance, min: {self.clear_m}, unit: m"
        yield f"name: from itself, signal: truth.self_distance, min: {self.itself_m}, unit: m"
        yield f"name: cups attached, signal: count.attached, at: end, equals: {n_legs}"
        yield "name: steps, signal: plan.route.step, max: 64"
        if self.refuses_nothing:
            yield "name: nothing refused, signal: plan.reason, equals: none"


@dataclasses.dataclass
class Climb:
    """A climb around one edge, and 0.3 m on by the free gait."""
    robot: str = "romerin4"
    turn_deg: float = 90  # positive: an inner edge
    lie: str = "ground"
    force_N: float = 120
    far_m: float = 0.6  # from the body to the edge
    heading_deg: float = 0  # of the body against the edge's normal
    limits: Limits = dataclasses.field(default_factory=Limits)
    seeds: int = 1
    duration_s: float = 300
    more: str = ""  # further keys of the scenario
    script: str = ""  # further entries of its script
    size_m: tuple = (2 * CORNER_M, 2 * CORNER_M)  # of the second surface
    refused: bool = False  # the plan is refused before the first step
    name: str = ""

    def n_legs(self):
        return int(self.robot.split("x")[0].removeprefix("romerin"))

    def kind(self):
        return "inner" if self.turn_deg > 0 else "outer"

    def label(self):
        """Name of the scenario."""
        return self.name or (f"{self.robot}-{self.force_N:g}N-{self.kind()}{abs(self.turn_deg):g}-"
                             f"{self.lie.replace(' ', '_')}-{self.heading_deg:g}")

    def title(self):
        if self.name:
            return self.name
        angle = f", at {self.heading_deg:g} deg" if self.heading_deg else ""
        return f"{self.robot} {self.force_N:g} N, {self.kind()} {abs(self.turn_deg):g}, {self.lie}{angle}"

    def surfaces(self):
        world = rotation(*LIE[self.lie])
        turn = rotation("y", -self.turn_deg)
        yield surface("before", world, rotated(world, [-CORNER_M, 0, 0]), (2 * CORNER_M, 2 * CORNER_M))
        middle = rotated(turn, [self.size_m[0] / 2, 0, 0])
        yield surface("behind", product(world, turn), rotated(world, middle), self.size_m)

    def text(self):
        seeds = ", ".join(str(seed + 1) for seed in range(self.seeds))
        heading = f", heading_deg: {self.heading_deg}" if self.heading_deg else ""
        lines = [f"schema: 1\ntitle: A climb around an edge\nrobot: {self.robot}\nsurfaces:\n",
                 *self.surfaces(),
                 f"placement: {{surface: before, position_m: [{CORNER_M - self.far_m:.4f}, 0]{heading}}}\n",
                 f"cup_force_N: {self.force_N:g}\nseeds: [{seeds}]\nduration_s: {self.duration_s:g}\n",
                 self.more, "script:\n  - {name: climb, at_s: 1, climb: {surface: behind}}\n", self.script]
        if self.refused:
            lines += ["  - {name: refused, after: {entry: climb, is: refused}, hold: {}}\n",
                      "asserts:\n  - {name: no step, signal: plan.steps_done, max: 0}\n"]
            return "".join(lines)
        lines += ["  - {name: walk, after: {entry: climb, is: arrived, delay_s: 1}, "
                  "walk: {velocity_m_s: [0.05, 0, 0], distance_m: 0.3, gait: free}}\n",
                  "until: arrived\nasserts:\n"]
        lines += [f"  - {{{each}}}\n" for each in self.limits.asserts(self.n_legs())]
        return "".join(lines)
