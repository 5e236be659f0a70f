# SPDX-License-Identifier: MIT
"""csharp/src/Rows.cs: the structs of the rows and the tables of the C# library."""

from __future__ import annotations

from rust import Rows, camel

PLAIN = {
    "float": "float", "double": "double", "bool": "byte", "size_t": "UIntPtr", "uint8_t": "byte", "int8_t": "sbyte", "uint16_t": "ushort",
    "int16_t": "short", "uint32_t": "uint", "int32_t": "int", "uint64_t": "ulong", "int64_t": "long", "int": "int",
}  # fmt: skip
SHARED = {"reel_vec3": "Vec3", "reel_quaternion": "Quaternion", "reel_pose": "Pose", "reel_uuid": "Uuid", "reel_reading": "ReadingResult", "reel_string": "Text", "reel_bytes": "Bytes"}


def xml(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def files(headers, tables) -> dict[str, str]:
    rows = Rows(headers, tables)
    structs: dict[str, None] = {}
    for table in tables:
        rows.structs_of(table.row, structs)
    out = ["// SPDX-License-Identifier: MIT", "// Made by tests/doors/generate.py; do not edit.", "using System;", "using System.Runtime.InteropServices;", "", "namespace Reel", "{"]
    for struct in structs:
        docs, offsets = rows.docs.get(struct, {}), rows.offsets(struct)
        of = [camel(t.symbol) for t in tables if t.row == struct]
        out.append(f"    /// <summary>{'A row of ' + ' and '.join(of) if of else 'A part of rows'}.</summary>")
        out += ["    [StructLayout(LayoutKind.Sequential)]", f"    public struct {camel(struct)}", "    {"]
        for member in headers.structs[struct]:
            base = member.type.base
            kind = SHARED.get(base) or PLAIN.get(base) or ("int" if base in headers.enums else camel(base))
            doc = docs.get(offsets[member.name], "")
            if doc:
                out.append(f"        /// <summary>{xml(doc)}</summary>")
            names = [camel(member.name)] if not member.type.array else [f"{camel(member.name)}{i}" for i in range(member.type.array)]
            out.append(f"        public {kind} {', '.join(names)};")
        out += ["    }", ""]
    out += ["    /// <summary>All tables, each with the type of its rows.</summary>", "    public static class Tables", "    {"]
    for table in tables:
        out.append(f"        /// <summary>The table {table.name} of {table.owner}: {xml(table.doc)}.</summary>")
        out.append(f'        public static readonly Table<{camel(table.row)}> {camel(table.symbol)} = new Table<{camel(table.row)}>("{table.owner}", "{table.name}", {table.layout:#010x});')
    out += ["    }", "}", ""]
    return {"csharp/src/Rows.cs": "\n".join(out)}
