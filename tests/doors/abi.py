# SPDX-License-Identifier: MIT
"""docs/abi: where each field of a row is, and the value of each constant of the public headers, as compiled for x86-64. abidw sees only the
types that an exported function names; nothing names most rows."""

from __future__ import annotations

HEAD = "table\tfield\ttype\tcount\toffset\tpresent at\tmask\n"


def files(headers, tables) -> dict[str, str]:
    rows = HEAD
    for table in tables:
        rows += f"{table.symbol}\t{table.row}\t{table.layout:08x}\t1\t{table.row_size}\t\t\n"
        for name, kind, count, offset, present, mask in table.places:
            rows += f"{table.symbol}\t{name}\t{kind}\t{count}\t{offset}\t{present if mask else ''}\t{mask or ''}\n"
    constants = "enumeration\tname\tvalue\n"
    for kind, values in headers.enums.items():
        constants += "".join(f"{'' if kind.startswith('#') else kind}\t{name}\t{value}\n" for name, value in values.items())
    return {"docs/abi/rows.tsv": rows, "docs/abi/constants.tsv": constants}
