#!/usr/bin/env python3
"""The example of a figure: a well-formed SVG with a curve for each seed in both panels.

    draw_relief_test.py DRAW_RELIEF EXAMPLES
"""
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

program = sys.argv[1]
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "relief.svg"
    subprocess.run([program, file], check=True)
    curves = xml.parse(file).findall(".//{*}g[@class='panel']/{*}path[@class='curve']")
    assert len(curves) == 6, len(curves)
    assert subprocess.run([program], stderr=subprocess.DEVNULL).returncode == 2
