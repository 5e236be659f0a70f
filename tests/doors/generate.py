#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the code of the doors that depends on tables and rows: which struct a table has, and the structs of each language.

    generate.py --check LIBRARY    compares the checked-in files with what the headers and the library say; the default
    generate.py --write LIBRARY    writes them
    ... --only DOOR                only those of abi, cpp, rust, golang or csharp

LIBRARY is libreel.a or libreel.so of a build with all formats. The public headers give structs and functions, the library itself gives
names, units and meanings of the fields.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import abi
import cpp
from headers import ROOT, Headers, read_headers, row_types, run_c

try:
    import rust
except ImportError:
    rust = None  # type: ignore[assignment]
try:
    import golang
except ImportError:
    golang = None  # type: ignore[assignment]
try:
    import csharp
except ImportError:
    csharp = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Table:
    symbol: str  # bsor_frames
    row: str  # bsor_frame
    owner: str  # id of a format, or of an insight
    is_insight: bool
    name: str  # frames
    doc: str
    fields: dict[int, str]  # offset of a field in the row: what it is
    layout: int  # reel_table_layout
    places: list[list]  # name, type, count, offset and place of presence of each field
    row_size: int


PROBE = """
static void text(const char *s)
{
    putchar('"');
    for (; *s; s++) printf(*s == '"' || *s == '\\\\' ? "\\\\%c" : "%c", *s);
    putchar('"');
}

static void print(const char *symbol, const reel_table *table)
{
    const char *owner = NULL;
    int is_insight = 0;
    for (const reel_format *const *f = reel_formats(); *f && !owner; f++)
        for (const reel_table *const *t = reel_format_tables(*f); *t; t++)
            if (*t == table) owner = reel_format_id(*f);
    for (const reel_insight *const *i = reel_insights(); *i && !owner; i++)
        for (const reel_table *const *t = (*i)->tables; t && *t; t++)
            if (*t == table) owner = (*i)->id, is_insight = 1;
    if (!owner) return;
    printf("{\\"symbol\\":\\"%s\\",\\"owner\\":\\"%s\\",\\"insight\\":%d,\\"name\\":\\"%s\\",\\"doc\\":", symbol, owner, is_insight, table->name);
    text(table->doc);
    printf(",\\"layout\\":%lu,\\"row_size\\":%lu,\\"places\\":[", (unsigned long)reel_table_layout(table), (unsigned long)table->row_size);
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        printf("%s[\\"%s\\",\\"%s\\",%u,%u,%u,%u]", i ? "," : "", field->name, reel_type_name(field->type), (unsigned)field->count,
               (unsigned)field->offset, (unsigned)field->present_offset, (unsigned)field->present_mask);
    }
    printf("],\\"fields\\":{");
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        printf("%s\\"%u\\":", i ? "," : "", (unsigned)field->offset);
        char doc[400];
        snprintf(doc, sizeof doc, field->unit[0] ? "%s, %s" : "%s%s", field->doc, field->unit);
        text(doc);
    }
    printf("}}\\n");
}
"""


def probe(headers: Headers, library: Path) -> list[Table]:
    rows = row_types(headers.tables)
    main = "int main(void)\n{\n" + "".join(f'    print("{name}", &{name});\n' for name in headers.tables) + "}\n"
    flags = os.environ.get("REEL_LIBS", "-lz -llzma -lzstd -ldeflate -lsodium -lsqlite3 -lpthread -lm").split()
    if library.suffix != ".a":
        flags = [f"-Wl,-rpath,{library.resolve().parent}"]
    lines = run_c(PROBE + main, str(library), *flags)
    tables = []
    for line in lines:
        found = json.loads(line)
        fields = {int(offset): doc for offset, doc in found["fields"].items()}
        tables.append(
            Table(
                found["symbol"],
                rows[found["symbol"]],
                found["owner"],
                bool(found["insight"]),
                found["name"],
                found["doc"],
                fields,
                found["layout"],
                found["places"],
                found["row_size"],
            )
        )
    return sorted(tables, key=lambda table: table.symbol)


def main() -> int:
    arguments = sys.argv[1:]
    write = "--write" in arguments
    only = arguments[arguments.index("--only") + 1] if "--only" in arguments else ""
    libraries = [word for word in arguments if not word.startswith("-") and word != only]
    if len(libraries) != 1:
        print(__doc__)
        return 2
    headers = read_headers()
    tables = probe(headers, Path(libraries[0]))
    files: dict[str, str] = {}
    for door in (abi, cpp, rust, golang, csharp):
        if door and only in ("", door.__name__):
            files.update(door.files(headers, tables))
    stale = []
    for name, text in files.items():
        path = ROOT / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{'written' if write else 'out of date'}: {name}")
    print(f"{len(tables)} tables, {len(files)} files")
    return 1 if stale and not write else 0


if __name__ == "__main__":
    sys.exit(main())
