#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads XROR files as the format's Python library does: bson.decode, then fpzip.decompress of every table, to lists.

Usage: xror.py FILE... Prints files and megabytes of files per second of one processor. Needs the packages fpzip and pymongo.
"""

import sys
import time

import bson
import fpzip


def unpack(data: bytes) -> dict:
    recording = bson.decode(data)
    recording["frames"] = fpzip.decompress(recording["frames"])[0][0].tolist()
    for event in recording["events"]:
        if "floatData" in event:
            event["floatData"] = fpzip.decompress(event["floatData"])[0][0].tolist()
    return recording


def main() -> None:
    size = 0
    start = time.process_time()
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            data = file.read()
        size += len(data)
        unpack(data)
    seconds = time.process_time() - start
    print(f"{(len(sys.argv) - 1) / seconds:,.0f} files/s, {size / 1e6 / seconds:.1f} MB/s")


if __name__ == "__main__":
    main()
