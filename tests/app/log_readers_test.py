#!/usr/bin/env python3
"""The logs of runs, read by those who know nothing of us: two packages that decode MCAP and ROS 2
messages on their own, and the lines of Python in the user guide.

    log_readers_test.py VENTOSA SOURCE_FOLDER

Exit code 77: the packages are not there (cmake/log_readers.sh fetches them, for Python 3.11).
"""
import csv
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(source / ".deps/log_readers"))
try:
    import mcap.exceptions
    import mcap.reader
    import mcap.stream_reader
    import mcap_ros2.decoder
    import rosbags.highlevel
except ImportError as error:
    print(f"skipped: {error}; cmake/log_readers.sh fetches what it needs, for Python 3.11")
    sys.exit(77)

SCENARIO = """schema: 1
robot: romerin4
surfaces:
  - {name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}
placement: {surface: wall}
cup_force_N: 120
fidelity: full
duration_s: DURATION
script:
  - {at_s: 0.2, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}
asserts:
  - {signal: plan.reason, equals: none, at: end}
"""


def numbers(message, path=""):
    """{"seen.leg0.joint2.q": 0.1, ...} of a decoded message, whoever decoded it."""
    if isinstance(message, (bool, int, float)) or hasattr(message, "dtype") and not message.shape:
        return {path: float(message)}
    if hasattr(message, "__len__"):
        items = ((f"{path}{i}", element) for i, element in enumerate(message))
    else:
        names = getattr(message, "__slots__", None) or vars(message)
        items = ((f"{path}.{name}", getattr(message, name)) for name in names
                 if not name.startswith("_") and not name.isupper())  # constants
    found = {}
    for name, value in items:
        found.update(numbers(value, name))
    return found


def by_mcap(file):
    """(topic, time [ns], numbers) of every message, by the package of MCAP's own makers."""
    factory = mcap_ros2.decoder.DecoderFactory()
    with open(file, "rb") as stream:
        reader = mcap.reader.make_reader(stream, decoder_factories=[factory])
        for _, channel, message, decoded in reader.iter_decoded_messages():
            topic = channel.topic.strip("/")
            yield topic, message.log_time, numbers(decoded, topic)


def by_rosbags(file):
    """The same by a reader of ROS 2 bags."""
    with rosbags.highlevel.AnyReader([pathlib.Path(file)]) as reader:
        for connection, stamp, raw in reader.messages():
            topic = connection.topic.strip("/")
            decoded = reader.deserialize(raw, connection.msgtype)
            yield topic, stamp, numbers(decoded, topic)


def bits(value):
    return struct.pack("<d", value)


class LogReaders(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def scenario(self, duration_s):
        file = self.here / "climb.yaml"
        file.write_text(SCENARIO.replace("DURATION", str(duration_s)))
        return str(file)

    def run_for(self, duration_s):
        subprocess.run([program, "run", self.scenario(duration_s), "--out", "out", "--csv", "*"],
                       cwd=self.here, check=True, stdout=subprocess.DEVNULL)
        with open(self.here / "out/signals.csv", encoding="utf-8") as stream:
            rows = list(csv.reader(stream))
        names = [re.sub(r"\[.*\]", "", name) for name in rows[0][1:]]  # but time
        return [dict(zip(names, map(float, row[1:]))) for row in rows[1:]]

    def check_every_value(self, messages, rows):
        """Each value of the file is that of the CSV, bit for bit, and none is missing."""
        n = 0
        for topic, stamp, values in messages:
            row = rows[round(stamp / 1e7)]
            for name, value in values.items():
                expected = row[name]
                self.assertTrue(bits(value) == bits(expected) or value != value != expected,
                                f"{name} at {stamp} ns: {value}, not {expected}")
            n += len(values)
        self.assertEqual(n, len(rows) * len(rows[0]))

    def test_both_decode_every_value_bit_for_bit(self):
        rows = self.run_for(3)
        self.check_every_value(by_mcap(self.here / "out/signals.mcap"), rows)
        self.check_every_value(by_rosbags(self.here / "out/signals.mcap"), rows)

    def test_topics_and_fields_have_the_names_of_signals(self):
        self.run_for(0.3)
        with open(self.here / "out/signals.mcap", "rb") as stream:
            summary = mcap.reader.make_reader(stream).get_summary()
        schema = {summary.channels[i].topic: summary.schemas[summary.channels[i].schema_id]
                  for i in summary.channels}
        for topic in ("/seen", "/command", "/truth", "/plan", "/worst"):
            self.assertEqual(schema[topic].encoding, "ros2msg")
        text = schema["/seen"].data.decode()
        self.assertIn("float64 q  # [rad]", text)
        self.assertIn("SeenLeg[] leg", text)
        self.assertRegex(schema["/seen"].name, r"^[a-z_]+/msg/[A-Z][A-Za-z0-9]*$")

    def test_killed_it_is_readable_up_to_its_last_chunk(self):
        run = subprocess.Popen([program, "run", self.scenario(600), "--out", "out"],
                               cwd=self.here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            size = 0
            while size < 1e6 and run.poll() is None:
                time.sleep(0.05)
                files = list(self.here.glob("out.partial-*/signals.mcap"))
                size = files[0].stat().st_size if files else 0
        finally:
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
        times = []
        with open(files[0], "rb") as stream:
            try:
                for record in mcap.stream_reader.StreamReader(stream).records:
                    if isinstance(record, mcap.stream_reader.Message):
                        times.append(record.log_time)
            except mcap.exceptions.EndOfFile:
                pass
        decoded = 0
        with open(files[0], "rb") as stream:  # as the guide says
            factory = mcap_ros2.decoder.DecoderFactory()
            reader = mcap.reader.NonSeekingReader(stream, decoder_factories=[factory])
            try:
                for _ in reader.iter_decoded_messages(log_time_order=False):
                    decoded += 1
            except mcap.exceptions.EndOfFile:
                pass
        self.assertEqual(decoded, len(times))
        self.assertGreater(len(times), 13 * 50)
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[-1], 5e8)

    def test_the_lines_of_the_guide_work(self):
        self.run_for(0.5)
        guide = (source / "docs/user-guide.md").read_text(encoding="utf-8")
        code = re.search(r"```python\n(.*?)```", guide, re.S).group(1)
        self.assertLessEqual(len(code.strip().splitlines()), 10)
        code = code.replace("out/crawl_up_wall-1", "out")
        said = subprocess.run([sys.executable, "-c", code], cwd=self.here, text=True,
                              capture_output=True,
                              env={**os.environ, "PYTHONPATH": str(source / ".deps/log_readers")})
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual(len(said.stdout.splitlines()), 51, said.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
