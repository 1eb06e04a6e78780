#!/usr/bin/env python3
"""Several pictures of one size on one sheet:  sheet.py SHEET COLUMNS WIDTH PICTURE...  (needs Pillow)"""
import sys

from PIL import Image

sheet_file, columns, width, *files = sys.argv[1:]
columns, width = int(columns), int(width)
pictures = [Image.open(file).convert("RGB") for file in files]
height = width * pictures[0].height // pictures[0].width
sheet = Image.new("RGB", (columns * width, -(-len(files) // columns) * height), "white")
for k, picture in enumerate(pictures):
    place = ((k % columns) * width, k // columns * height)
    sheet.paste(picture.resize((width, height), Image.LANCZOS), place)
sheet.quantize(128, dither=Image.Dither.NONE).save(sheet_file, optimize=True)
