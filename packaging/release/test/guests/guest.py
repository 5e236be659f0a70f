# SPDX-License-Identifier: MIT
"""Who installs the package for Python: guest.py VERSION, beside play.bsor. Prints each job that was done."""

import sys

import pyreel

assert pyreel.__version__ == sys.argv[1], pyreel.__version__
replay = pyreel.open("play.bsor")
assert replay.header["player_name"]
assert replay.tables["frames"]
assert replay.stats()["summary"]
print("did info")
assert all(finding.rule and finding.message for finding in replay.check())
print("did check")
replay.convert("xror", "copy.xror", loss="allow")
assert pyreel.open("copy.xror").header
print("did convert")
assert "</svg>" in replay.plot("score").svg
print("did plot")
