#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make.py FOLDER: levels to measure, written by twmap and as JSON, not by reel: a song of 10,000 notes, and two maps of 1,000 × 1,000 tiles."""

from __future__ import annotations

import json
import pathlib
import random
import sys

import numpy
import twmap

NOTES, SIDE = 10_000, 1_000
SOLID, FREEZE = 1, 9


def song() -> str:
    """A difficulty of version 2.6, whose notes are an eighth of a beat apart."""
    chance = random.Random(1)
    notes = [
        {"_time": n / 8, "_lineIndex": chance.randrange(4), "_lineLayer": chance.randrange(3), "_type": n % 2, "_cutDirection": chance.randrange(9)}
        for n in range(NOTES)
    ]
    return json.dumps({"_version": "2.6.0", "_events": [], "_notes": notes, "_sliders": [], "_obstacles": [], "_waypoints": []}, separators=(",", ":"))


def course(tiles: numpy.ndarray) -> bytes:
    """A map whose game layer has these tiles."""
    made = twmap.Map.empty("DDNet06")
    layer = made.groups.new_physics().layers.new_game(SIDE, SIDE)
    all_tiles = layer.tiles
    all_tiles[:, :, 0] = tiles
    layer.tiles = all_tiles
    return made.to_bytes()


def rooms() -> numpy.ndarray:
    """Rooms of 8 × 8, with doors, as mappers draw."""
    tiles = numpy.zeros((SIDE, SIDE), dtype=numpy.uint8)
    tiles[::8, :] = tiles[:, ::8] = SOLID
    tiles[4::8, ::8] = tiles[::8, 4::8] = 0
    tiles[1::16, 1:8] = FREEZE
    return tiles


def noise() -> numpy.ndarray:
    """A tile in three of ten places: no two beside each other are alike for long."""
    source = numpy.random.default_rng(1)
    return numpy.where(source.random((SIDE, SIDE)) < 0.3, source.integers(1, 10, (SIDE, SIDE)), 0).astype(numpy.uint8)


to = pathlib.Path(sys.argv[1])
(to / "song.dat").write_text(song())
(to / "rooms.map").write_bytes(course(rooms()))
(to / "noise.map").write_bytes(course(noise()))
