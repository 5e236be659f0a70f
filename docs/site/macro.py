# SPDX-License-Identifier: MIT
"""Prints a macro of Geometry Dash for the site, as GDR 1 in JSON: half a minute of two players at 240 frames a second.

Clicks follow a beat of 140 a minute, with holds on its first, and runs of fast clicks at its end; the second player answers later.
"""

import json

RATE, BEAT, BARS = 240, 60 / 140, 17


def hold(beat: float, beats: float, *, second: bool = False) -> list[dict[str, object]]:
    frames = [round((1 + at) * BEAT * RATE) for at in (beat, beat + beats)]
    return [{"frame": frame, "btn": 1, "2p": second, "down": down} for frame, down in zip(frames, (True, False), strict=True)]


inputs = []
for bar in range(BARS):
    start = 4 * bar
    inputs += hold(start, 0.8)
    for beat in (1, 2, 2.5):
        inputs += hold(start + beat, 0.2)
    if bar % 4 == 3:
        for click in range(6):
            inputs += hold(start + 3 + click / 6, 0.08)
    else:
        inputs += hold(start + 3, 0.3)
    if bar >= 8:
        for beat in (0.5, 1.5, 3.5):
            inputs += hold(start + beat, 0.25, second=True)
inputs.sort(key=lambda each: (each["frame"], each["down"]))
print(
    json.dumps(
        {
            "gameVersion": 2.204,
            "description": "",
            "version": 1,
            "duration": (4 * BARS + 2) * BEAT,
            "bot": {"name": "reel", "version": "0.1.0"},
            "level": {"id": 1, "name": "Beat by beat"},
            "author": "reel",
            "seed": 0,
            "coins": 0,
            "ldm": False,
            "framerate": RATE,
            "inputs": inputs,
        }
    )
)
