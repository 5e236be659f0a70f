# SPDX-License-Identifier: MIT
"""docs/abi: where each field of a row and each member of a struct is, the value of each constant, and each function and object of the public
headers, as compiled for x86-64: what a program is compiled against, in lines that a change shows one by one."""

from __future__ import annotations

from headers import run_c

HEAD = "table\tfield\ttype\tcount\toffset\tpresent at\tmask\n"


def structs(headers) -> str:
    program = ""
    for name, members in headers.structs.items():
        if members is None:  # opaque
            continue
        program += f'    printf("{name}\\t\\t\\t%lu\\n", (unsigned long)sizeof(struct {name}));\n'
        for member in members:
            place = f"(unsigned long)offsetof(struct {name}, {member.name}), (unsigned long)sizeof(((struct {name} *)0)->{member.name})"
            program += f'    printf("{name}\\t{member.name}\\t%lu\\t%lu\\n", {place});\n'
    return "struct\tmember\toffset\tsize\n" + "".join(f"{line}\n" for line in run_c("int main(void)\n{\n" + program + "}\n"))


def files(headers, tables) -> dict[str, str]:
    rows = HEAD
    for table in tables:
        rows += f"{table.symbol}\t{table.row}\t{table.layout:08x}\t1\t{table.row_size}\t\t\n"
        for name, kind, count, offset, present, mask in table.places:
            rows += f"{table.symbol}\t{name}\t{kind}\t{count}\t{offset}\t{present if mask else ''}\t{mask or ''}\n"
    constants = "enumeration\tname\tvalue\n"
    for kind, values in headers.enums.items():
        constants += "".join(f"{'' if kind.startswith('#') else kind}\t{name}\t{value}\n" for name, value in values.items())
    symbols = dict(headers.prototypes)
    for kind, names in (("reel_table", headers.tables), ("reel_format", headers.formats), ("reel_insight", headers.insights)):
        symbols |= {name: f"extern const {kind} {name}" for name in names}
    exported = "".join(f"{name}\t{symbols[name]}\n" for name in sorted(symbols))
    return {"docs/abi/symbols.tsv": "name\tdeclaration\n" + exported, "docs/abi/rows.tsv": rows, "docs/abi/structs.tsv": structs(headers), "docs/abi/constants.tsv": constants}
