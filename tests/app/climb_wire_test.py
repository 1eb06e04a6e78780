#!/usr/bin/env python3
"""A climb around an edge over UDP: the same plan and the same commands as in one process.

    climb_wire_test.py VENTOSA SCENARIO ROBOT

The modules run in lock step. A plan takes its simulated time there, as in the twin.
"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from free_ports import free_ports  # noqa: E402


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def over_the_wire(program, scenario, robot, folder):
    """Result of `ventosa hal` on emulated modules."""
    wire = ["--address", f"127.0.0.1:{free_ports(8)}", "--keys", f"{folder}/keys"]
    modules = subprocess.Popen([program, "modules", robot, scenario, "--lock-step", "--make-keys", *wire],
                               stdout=subprocess.PIPE, text=True)
    try:
        while "body" not in (line := modules.stdout.readline()):
            if not line:
                sys.exit("FAILED: ventosa modules has ended")
        ended = run(program, "hal", robot, scenario, "--arm", "--json", *wire, cwd=folder)
    finally:
        modules.send_signal(signal.SIGINT)
        modules.communicate()
    not_judged = 77  # assertions on the truth
    if ended.returncode not in (0, not_judged):
        sys.exit(f"FAILED: ventosa hal ends with {ended.returncode}: {ended.stderr}{ended.stdout}")
    return json.loads(ended.stdout)


def main():
    program, scenario, robot = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        ended = run(program, "run", scenario, "--json", "--every", "1000", cwd=folder)
        own = json.loads(ended.stdout)["scenarios"][0]
        other = over_the_wire(program, scenario, robot, folder)
    begun = {each["begins"] for each in own["events"] if each["tick"] is not None}
    if own["verdict"] != "pass" or "until" not in begun:
        sys.exit(f"FAILED: the climb does not arrive: {own}")
    if own["command_hash"] != other["command_hash"]:
        sys.exit(f"FAILED: commands over the wire {other['command_hash']}, else {own['command_hash']}")
    print(f"{scenario}: {own['sim_time_s']:.0f} s, commands {own['command_hash']}")


if __name__ == "__main__":
    main()
