#!/usr/bin/env python3
"""What an interior-point solver for cone programs says of the seeded stances.

    pip install clarabel numpy scipy
    build/release/tests/controller/print_stances 800 | tests/controller/load_sharing/cone_solver.py \\
        > tests/controller/data/sharing_cones.csv

best_margin   minus the least t: every limit's scale times 1 + t, t >= -1; "none": no t helps
cost          least 1/2 x'H x + c'x with every limit kept
least_ratio   least r: torque limits' scale times r, all others kept; "none": the cups do not hold
"""
import sys

import clarabel
import numpy as np
from scipy import sparse


def cross(p):
    return np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])


def across(n):
    """Two rows across n."""
    return np.linalg.svd(n.reshape(1, 3))[2][1:]


def read(lines):
    stance = None
    for line in lines:
        word, *rest = line.split()
        x = np.array(rest, float)
        if word == "stance":
            if stance:
                yield stance
            stance = {"version": int(x[0]), "seed": int(x[1]), "w": x[3:9], "feet": []}
        elif word == "foot":
            stance["feet"].append({"p": x[:3], "H": x[3:12].reshape(3, 3), "c": x[12:15],
                                   "rows": [], "cones": []})
        else:
            stance["feet"][-1][word + "s"].append(x)
    if stance:
        yield stance


class Program:
    """min 1/2 x'P x + q'x over forces and one more variable that stretches limits."""

    def __init__(self, stance):
        self.n = 3 * len(stance["feet"]) + 1
        self.zero, self.inequality, self.cones = [], [], []
        for k in range(6):
            row = np.zeros(self.n)
            for i, foot in enumerate(stance["feet"]):
                row[3 * i:3 * i + 3] = np.vstack([np.eye(3), cross(foot["p"])])[k]
            self.zero.append((row, stance["w"][k]))

    def limit(self, stance, stretch):
        """stretch(is_torque, scale): (constant part, part times the variable)"""
        for i, foot in enumerate(stance["feet"]):
            at = slice(3 * i, 3 * i + 3)
            for r in foot["rows"]:
                fixed, varied = stretch(r[0] > 0, r[5])
                row = np.zeros(self.n)
                row[at], row[-1] = r[1:4], -varied
                self.inequality.append((row, r[4] + fixed))
            for c in foot["cones"]:
                n, ratio, centre, offset, scale = c[:3], c[3], c[4:7], c[7], c[8]
                fixed, varied = stretch(False, scale)
                rows = np.zeros((3, self.n))
                rows[0, at], rows[0, -1] = -ratio * n, -varied
                rows[1:, at] = -across(n)
                self.cones.append((rows, np.r_[offset + fixed, -across(n) @ centre]))

    def solve(self, P, q):
        parts = [np.array([r for r, _ in self.zero]), np.array([r for r, _ in self.inequality]),
                 *[rows for rows, _ in self.cones]]
        b = np.concatenate([[v for _, v in self.zero], [v for _, v in self.inequality],
                            *[v for _, v in self.cones]])
        kinds = [clarabel.ZeroConeT(len(self.zero)),
                 clarabel.NonnegativeConeT(len(self.inequality)),
                 *[clarabel.SecondOrderConeT(3) for _ in self.cones]]
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-10
        answer = clarabel.DefaultSolver(sparse.csc_matrix(np.triu(P)), q,
                                        sparse.csc_matrix(np.vstack(parts)), b, kinds,
                                        settings).solve()
        return str(answer.status), answer.obj_val


def of_variable(program):
    return np.zeros((program.n, program.n)), np.eye(program.n)[-1]


def best_margin(stance):
    program = Program(stance)
    program.limit(stance, lambda torque, scale: (scale, scale))
    row = np.zeros(program.n)
    row[-1] = -1
    program.inequality.append((row, 1.0))
    status, t = program.solve(*of_variable(program))
    return status, -t


def least_cost(stance):
    program = Program(stance)
    program.limit(stance, lambda torque, scale: (scale, 0))
    P, q = np.zeros((program.n, program.n)), np.zeros(program.n)
    P[-1, -1] = 1
    for i, foot in enumerate(stance["feet"]):
        at = slice(3 * i, 3 * i + 3)
        P[at, at], q[at] = foot["H"], foot["c"]
    return program.solve(P, q)


def least_ratio(stance):
    program = Program(stance)
    program.limit(stance, lambda torque, scale: (0, scale) if torque else (scale, 0))
    row = np.zeros(program.n)
    row[-1] = -1
    program.inequality.append((row, 0.0))
    return program.solve(*of_variable(program))


def word(status, value):
    if status == "Solved":
        return f"{value:.12g}"
    return "none" if "PrimalInfeasible" in status else None


def main():
    print("# random_stance(seed) as a cone program, by Clarabel", clarabel.__version__, "to 1e-10:")
    print("# cone_solver.py says what the columns are")
    print("version,seed,best_margin,cost,least_ratio")
    for stance in read(sys.stdin):
        margin = word(*best_margin(stance))
        cost = word(*least_cost(stance)) if margin not in (None, "none") and float(margin) > 0 else "-"
        ratio = word(*least_ratio(stance))
        if None in (margin, cost, ratio):
            print("left out, inexact:", stance["seed"], margin, cost, ratio, file=sys.stderr)
            continue
        print(stance["version"], stance["seed"], margin, cost, ratio, sep=",")


main()
