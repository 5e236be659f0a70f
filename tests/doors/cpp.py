# SPDX-License-Identifier: MIT
"""cpp/reel_tables.hpp: the headers of the library, and which struct the rows of each table are."""

from __future__ import annotations

from headers import HEADERS

HEAD = """// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit. The headers of the library, and the struct of the rows of each table. <reel.hpp> includes this file.
#ifndef REEL_TABLES_HPP
#define REEL_TABLES_HPP

// clang-format off
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif
""" + "".join(f"#include <reel/{name}>\n" for name in HEADERS) + """#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

namespace reel {

// Whether a table has rows of type Row, and which table that is if there is only one.
template <class Row> struct tables_of;

// A table together with the type of its rows: play.rows(reel::tables::bsor_frames) is an array of bsor_frame.
namespace tables {

"""


def files(headers, tables) -> dict[str, str]:
    text = HEAD
    by_row: dict[str, list[str]] = {}
    for table in tables:
        by_row.setdefault(table.row, []).append(table.symbol)
        text += f"// {table.owner}, {table.name}: {table.doc}.\n"
        text += (
            f"struct {table.symbol}_t {{\n    using row = ::{table.row};\n"
            f"    static const reel_table &get() noexcept {{ return ::{table.symbol}; }}\n}};\n"
            f"inline constexpr {table.symbol}_t {table.symbol}{{}};\n"
        )
    text += "\n} // namespace tables\n\n"
    for row, symbols in sorted(by_row.items()):
        checks = " || ".join(f"&table == &::{symbol}" for symbol in symbols)
        text += f"template <> struct tables_of<::{row}> {{\n    static bool has(const reel_table &table) noexcept {{ return {checks}; }}\n"
        if len(symbols) == 1:
            text += f"    using only = tables::{symbols[0]}_t;\n"
        text += "};\n"
    text += "\n} // namespace reel\n// clang-format on\n\n#endif\n"
    return {"cpp/reel_tables.hpp": text}
