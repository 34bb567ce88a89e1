#!/usr/bin/env python3
# Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens a page in headless Chromium: no message on the console, and charts of the palette's colours on the screenshot.

    browser.py PAGE SCRATCH-FOLDER CANVASES

Prints "drawn: N canvases", or "skipped: ..." where there is no Chromium."""

import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import zlib

page, scratch, wanted = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), int(sys.argv[3])
browser = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
if not browser:
    print("skipped: no Chromium here (package chromium)")
    sys.exit(0)
shutil.rmtree(scratch, ignore_errors=True)
scratch.mkdir(parents=True)


def run(*options):
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
               f"--user-data-dir={scratch / 'profile'}", "--window-size=1200,1200", *options, page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": str(scratch)})
    said = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    if done.returncode != 0 or said:
        sys.exit(f"{command[0]} ended with {done.returncode}; on the console: {said}")
    return done.stdout


def pixels(png):
    """Colours of a PNG of 8 bits and 3 or 4 channels, as {(r, g, b): how many}."""
    at, data, counts = 8, b"", {}
    while at < len(png):
        (size,), kind = struct.unpack(">I", png[at:at + 4]), png[at + 4:at + 8]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", png[at + 8:at + 18])
            assert depth == 8 and colour in (2, 6)
        elif kind == b"IDAT":
            data += png[at + 8:at + 8 + size]
        at += 12 + size
    channels = 3 if colour == 2 else 4
    raw, stride = zlib.decompress(data), width * channels
    above = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        how, line = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride if how else 0):
            left = line[i - channels] if i >= channels else 0
            corner = above[i - channels] if i >= channels else 0
            if how == 4:
                guess = left + above[i] - corner
                near = min((abs(guess - v), n) for n, v in enumerate((left, above[i], corner)))[1]
                line[i] = (line[i] + (left, above[i], corner)[near]) & 255
            else:
                line[i] = (line[i] + (0, left, above[i], (left + above[i]) // 2)[how]) & 255
        for i in range(0, stride, channels):
            key = bytes(line[i:i + 3])
            counts[key] = counts.get(key, 0) + 1
        above = line
    return counts


dom = run("--dump-dom")
# Chart.js gives a canvas its size when it draws.
drawn = len(re.findall(r"<canvas[^>]*width: \d+px", dom))
picture = scratch / "page.png"
run(f"--screenshot={picture}")
colours = pixels(picture.read_bytes())
for name, colour in (("blue", "0072B2"), ("vermilion", "D55E00"), ("black", "000000")):
    if colours.get(bytes.fromhex(colour), 0) < 100:
        sys.exit(f"hardly a pixel is {name}: {colours.get(bytes.fromhex(colour), 0)}")
if drawn != wanted:
    sys.exit(f"{drawn} canvases are drawn, not {wanted}")
print(f"drawn: {drawn} canvases")
