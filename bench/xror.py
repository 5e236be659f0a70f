#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads XROR files as the format's Python library does: bson.decode, then fpzip.decompress of every table, to lists.

Usage: xror.py FILE... Prints the seconds of a processor, without those of starting. Needs the packages fpzip and pymongo.
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
    start = time.process_time()
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            unpack(file.read())
    print(time.process_time() - start)


if __name__ == "__main__":
    main()
