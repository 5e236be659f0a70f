#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""with_twmap.py MAP: what bench/levels.c prints, by twmap, with all tiles as an array of numpy."""

import pathlib
import sys
import time

import numpy
import twmap

data, best = pathlib.Path(sys.argv[1]).read_bytes(), float("inf")
for _ in range(20):
    start = time.process_time()
    tiles = twmap.Map.from_bytes(data).game_layer().tiles
    best = min(best, time.process_time() - start)
print(f"{best:.6f} {numpy.count_nonzero(tiles[:, :, 0])}")
