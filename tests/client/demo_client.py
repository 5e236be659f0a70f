#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The game's own client plays a demo that the command made of a recording: tees, a hook and names are where they belong.

    demo_client.py REEL MAP FOLDER

REEL is the command, MAP tests/formats/ddnet_map/golden/usual.map, FOLDER a folder for files and pictures. Needs DDNet's client, Xvfb and
ImageMagick (Debian: ddnet xvfb imagemagick). The recording is written here, without the library. Prints "ok" and what was seen; exits with
1 if it was not, and with 77 and a reason if the client cannot be run.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import zlib

WIDTH, HEIGHT = 1024, 768
# What the client shows at its usual zoom: 1150 * 1000 square units, in the form of the window (CRenderTools::CalcScreenParams).
UNITS_ACROSS = (1150 * 1000 * WIDTH / HEIGHT) ** 0.5
SCALE = WIDTH / UNITS_ACROSS  # pixels a unit
SECONDS = 200
Y = 200
TEES = [  # name, x, hue of the body of 255; the first is followed and hooks the second
    ("middle", 200, 0),
    ("left one", 60, 85),
    ("right one", 340, 170),
]


def number(value):
    """A number of Teeworlds: 6 bits and a sign, then 7 bits a byte."""
    sign, value = (0x40, ~value) if value < 0 else (0, value)
    out = bytearray([sign | value & 0x3F])
    value >>= 6
    while value:
        out[-1] |= 0x80
        out.append(value & 0x7F)
        value >>= 7
    return bytes(out)


def message(kind, *values):
    return b"".join(number(value) for value in (kind, *values))


def start_info(name, hue):
    body = hue << 16 | 255 << 8
    return (
        number(20 << 1)
        + name.encode()
        + b"\0clan\0"
        + number(-1)
        + b"default\0"
        + number(1)
        + number(body)
        + number(body)
    )


def keys(cid, second):
    """Who presses nothing falls asleep; the first one hooks every other second."""
    aim = -140 if cid == 0 else 100 + second % 2
    return (0, aim, second % 2, 0, 0, 0, 1, 0, 0, 0)


def recording(level):
    """Three tees that stand still."""
    header = {
        "comment": "teehistorian@ddnet.tw",
        "version": "2",
        "game_uuid": "00000000-0000-3000-8000-000000000001",
        "server_version": "0.6, 16.4",
        "start_time": "2026-01-01T00:00:00+0000",
        "map_name": "usual",
        "map_size": str(len(level)),
        "map_sha256": hashlib.sha256(level).hexdigest(),
        "map_crc": "%08x" % zlib.crc32(level),
        "config": {},
        "tuning": {},
        "uuids": [],
    }
    out = bytes.fromhex("699db17b8efb34ffb1d8da6f60c15dd1") + json.dumps(header).encode() + b"\0"
    for cid, (name, _, hue) in enumerate(TEES):
        info = start_info(name, hue)
        out += message(-8, cid) + message(-7, cid, len(info)) + info
    out += message(-2, 0)
    for cid, (_, x, _) in enumerate(TEES):
        out += message(-3, cid, x, Y)
    before = [None] * len(TEES)
    for tenth in range(10 * SECONDS):
        if tenth:
            out += message(-2, 4)
        for cid in range(len(TEES)):
            now = list(keys(cid, tenth // 10))
            now[5] = int(cid == 0 and tenth % 20 < 10)
            if before[cid] is None:
                out += message(-6, cid, *now)
            elif now != before[cid]:
                out += message(-5, cid, *(a - b for a, b in zip(now, before[cid])))
            before[cid] = now
    return out + message(-1)


class Picture:
    """A picture of the window, as bytes of red, green and blue."""

    def __init__(self, path):
        self.pixels = subprocess.run(
            ["convert", path, "-depth", "8", "rgb:-"], check=True, stdout=subprocess.PIPE
        ).stdout
        assert len(self.pixels) == 3 * WIDTH * HEIGHT

    def count(self, x, y, across, down, matches):
        """Pixels of a box that match; x and y are of its middle, in units of the game from the followed tee."""
        left, top = WIDTH / 2 + (x - across / 2) * SCALE, HEIGHT / 2 + (y - down / 2) * SCALE
        found = 0
        for row in range(int(top), int(top + down * SCALE)):
            for column in range(int(left), int(left + across * SCALE)):
                at = 3 * (row * WIDTH + column)
                found += matches(*self.pixels[at : at + 3])
        return found


def is_body(hue):
    def matches(red, green, blue):
        colors = [red, green, blue]
        main = colors.pop(hue // 85)
        return main > 90 and all(main > 2 * other for other in colors)

    return matches


def is_bright(red, green, blue):
    return min(red, green, blue) > 215


def is_changed(red, green, blue):
    """Neither the grey of an empty map nor what shines through its border."""
    return max(abs(color - 128) for color in (red, green, blue)) > 40


def faults_of(picture):
    """What is not there, of what every picture has."""
    faults = []
    for name, x, hue in TEES:
        of_tee = x - TEES[0][1]
        body, elsewhere = (picture.count(of_tee + away, 0, 50, 50, is_body(hue)) for away in (0, 70))
        if body < 200:
            faults.append("%s: %d pixels of its body" % (name, body))
        if elsewhere > 20:
            faults.append("%s: %d pixels of its body beside it" % (name, elsewhere))
        above, below = (picture.count(of_tee, y, 110, 30, is_bright) for y in (-52, 60))
        if of_tee and above < 40:
            faults.append("%s: %d pixels of its name" % (name, above))
        if below > 10:
            faults.append("%s: %d bright pixels below it" % (name, below))
    return faults


def hook_of(picture):
    """Pixels of a chain half-way from the first tee to the second, between their arms, and as far on its other side."""
    middle = (TEES[1][1] - TEES[0][1]) / 2
    return tuple(picture.count(x, 0, 26, 16, is_changed) for x in (middle, -middle))


def play(demo, folder, env):
    """Yields pictures of the client while it plays."""
    settings = [
        "gfx_screen_width %d" % WIDTH,
        "gfx_screen_height %d" % HEIGHT,
        "gfx_fullscreen 0",
        "snd_enable 0",
        "cl_show_welcome 0",
        "cl_skip_start_menu 1",
        "cl_showhud 0",
        "cl_showchat 0",
        "cl_nameplates 1",
        "cl_nameplates_always 1",
    ]
    with open(os.path.join(folder, "client.log"), "w") as log:
        client = subprocess.Popen(
            [shutil.which("DDNet", path=env["PATH"]), "; ".join(settings), demo], env=env, stdout=log, stderr=log
        )
        try:
            end = time.monotonic() + 300
            while time.monotonic() < end and client.poll() is None:
                path = os.path.join(folder, "picture.png")
                time.sleep(0.4)
                if subprocess.run(["import", "-window", "root", path], env=env, stderr=subprocess.DEVNULL).returncode == 0:
                    yield Picture(path)
        finally:
            client.kill()
            client.wait()


def main(reel, level, folder):
    folder = os.path.abspath(folder)
    env = dict(os.environ, HOME=folder, SDL_AUDIODRIVER="dummy", LIBGL_ALWAYS_SOFTWARE="1")
    env.update(XDG_DATA_HOME=folder + "/data", XDG_CONFIG_HOME=folder + "/config")
    env["PATH"] = env.get("PATH", "") + ":/usr/games"
    for program in "DDNet", "Xvfb", "import", "convert":
        if not shutil.which(program, path=env["PATH"]):
            print("no %s (Debian: ddnet xvfb imagemagick)" % program)
            return 77
    os.makedirs(folder, exist_ok=True)
    recorded, demo = os.path.join(folder, "met.teehistorian"), os.path.join(folder, "met.demo")
    with open(level, "rb") as file, open(recorded, "wb") as out:
        out.write(recording(file.read()))
    subprocess.run(
        [reel, "convert", "-q", "--replace", "--to", "demo", "--map", level, "--who", "0", "--only-team", "-o", demo, recorded], check=True
    )
    display, number_of = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(number_of), "-screen", "0", "%dx%dx24" % (WIDTH, HEIGHT)],
        pass_fds=[number_of],
        stderr=subprocess.DEVNULL,
    )
    os.close(number_of)
    with os.fdopen(display) as file:
        env["DISPLAY"] = ":" + file.readline().strip()
    faults, most, least = ["the client showed no picture"], (0, 0), (1 << 30, 0)
    try:
        for picture in play(demo, folder, env):
            now = faults_of(picture)
            if now:
                faults = now if "picture" in faults[0] or len(now) < len(faults) else faults
                continue
            faults = []
            hook = hook_of(picture)
            most, least = max(most, hook), min(least, hook)
            if most[0] > 60 and least[0] < 20:  # with the hook, and between two
                break
    finally:
        screen.terminate()
        screen.wait()
    if not faults and (most[0] <= 60 or most[1] > 20):
        faults = ["the hook: %d pixels between the tees, %d on the other side" % most]
    if not faults and least[0] >= 20:
        faults = ["the hook is always there: at least %d pixels" % least[0]]
    for fault in faults:
        print("FAIL:", fault)
    if not faults:
        print("ok: three tees in their colors, two names above them, a hook of %d pixels that comes and goes" % most[0])
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
