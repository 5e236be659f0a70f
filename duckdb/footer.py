# SPDX-License-Identifier: MIT
"""Makes a DuckDB extension of a shared library: appends the footer that DuckDB checks before it loads the file.

    python footer.py LIBRARY EXTENSION PLATFORM VERSION

The footer is a custom section of WebAssembly, which other loaders ignore: its head, eight fields of 32 bytes, the last one first,
and 256 bytes of a signature. Zeros mean that it is not signed: DuckDB loads the file only with allow_unsigned_extensions.
"""

import sys
from pathlib import Path

FIELD, SIGNATURE = 32, 256
SECTION = b"\x00\x93\x04\x10duckdb_signature\x80\x04"
API_VERSION = "v1.2.0"  # of the C extension API: the oldest DuckDB that the extension runs in


def footer(platform: str, version: str) -> bytes:
    fields = ["4", platform, API_VERSION, version, "C_STRUCT", "", "", ""]  # "4" is the magic number
    padded = []
    for field in reversed(fields):
        data = field.encode()
        if len(data) > FIELD:
            raise ValueError(f"{field!r} has more than {FIELD} bytes")
        padded.append(data.ljust(FIELD, b"\0"))
    return SECTION + b"".join(padded) + bytes(SIGNATURE)


if __name__ == "__main__":
    library, extension, platform, version = sys.argv[1:]
    Path(extension).write_bytes(Path(library).read_bytes() + footer(platform, version))
