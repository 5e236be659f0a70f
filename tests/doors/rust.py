# SPDX-License-Identifier: MIT
"""The Rust crates: rust/reel-sys/src/bindings.rs has the C interface, rust/reel-replay/src/tables the rows with lifetimes."""

from __future__ import annotations

import re

PLAIN = {
    "int": "c_int", "unsigned": "c_uint", "char": "c_char", "void": "c_void", "bool": "bool", "size_t": "usize", "float": "f32",
    "double": "f64", **{f"{sign}int{bits}_t": f"{'i' if not sign else 'u'}{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}  # fmt: skip
KEYWORDS = {"type", "mod", "match", "ref", "move", "loop", "in", "fn", "use", "where", "yield", "box"}
SHARED = {
    "reel_vec3": "crate::Vec3", "reel_quaternion": "crate::Quaternion", "reel_pose": "crate::Pose", "reel_uuid": "crate::Uuid",
    "reel_reading": "crate::Reading",
    "reel_string": "crate::Text<'a>", "reel_bytes": "crate::Bytes<'a>",
}  # fmt: skip

ENTRY = "// SPDX-License-Identifier: MIT\n// Made by tests/doors/generate.py; do not edit.\n"


def name_of(member: str) -> str:
    return f"r#{member}" if member in KEYWORDS else member


class Bindings:
    def __init__(self, headers) -> None:
        self.headers = headers

    def opaque(self) -> set[str]:
        """Structs of which the headers only have pointers."""
        known = {*PLAIN, *self.headers.structs, *self.headers.enums, *self.headers.callbacks}
        members = [m.type for members in self.headers.structs.values() for m in members or ()]
        functions = [*self.headers.functions.values(), *self.headers.callbacks.values(), *(c.function for c in members if c.function)]
        used = members + [p.type for function in functions for p in function.parameters if p.name]
        return {c.base for c in used if c.base not in known and c.pointers}

    def type(self, c, parameter: bool = False) -> str:
        if c.function:
            return f"Option<{self.function(c.function)}>"
        base = c.base
        pointers = list(c.pointers)
        if base in self.headers.callbacks and pointers:
            pointers.pop()
            text = f"Option<{self.function(self.headers.callbacks[base])}>"
        else:
            text = PLAIN.get(base, base)
        for const in pointers:
            text = f"*{'const' if const else 'mut'} {text}"
        if c.array:
            text = f"*mut {text}" if parameter else f"[{text}; {c.array}]"
        return text

    def function(self, function) -> str:
        parameters = ", ".join(f"{name_of(p.name) or '_'}: {self.type(p.type, True)}" for p in function.parameters)
        return f'unsafe extern "C" fn({parameters}){self.result(function)}'

    def result(self, function) -> str:
        return "" if function.result.base == "void" and not function.result.pointers else f" -> {self.type(function.result)}"

    def text(self) -> str:
        headers = self.headers
        out = [ENTRY, "use std::os::raw::{c_char, c_int, c_uint, c_void};\n"]
        for name, values in headers.enums.items():
            kind = "c_int" if min(values.values()) < 0 else "c_uint"
            if not name.startswith("#"):
                out.append(f"pub type {name} = {kind};")
            out.extend(f"pub const {constant}: {kind} = {value};" for constant, value in values.items())
        for name, members in [*headers.structs.items(), *((name, None) for name in sorted(self.opaque()))]:
            out.append("")
            if members is None:
                out.append(f"#[repr(C)]\npub struct {name} {{\n    _opaque: [u8; 0],\n    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,\n}}")
                continue
            out.append(f"#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {name} {{")
            out.extend(f"    pub {name_of(m.name)}: {self.type(m.type)}," for m in members)
            out.append("}")
        out.append('\nextern "C" {')
        for kind, names in (("reel_table", headers.tables), ("reel_format", headers.formats), ("reel_insight", headers.insights)):
            out.extend(f"    pub static {name}: {kind};" for name in names)
        for function in headers.functions.values():
            if any(not p.name for p in function.parameters):
                continue  # with a variable number of arguments: for formats, which are written in C
            parameters = ", ".join(f"{name_of(p.name)}: {self.type(p.type, True)}" for p in function.parameters)
            out.append(f"    pub fn {function.name}({parameters}){self.result(function)};")
        out.append("}\n")
        return "\n".join(out)


def camel(words: str) -> str:
    return "".join(part.capitalize() for part in words.split("_"))


class Rows:
    """The modules of the safe crate: one for each family of tables."""

    def __init__(self, headers, tables) -> None:
        self.headers, self.tables = headers, tables
        self.docs: dict[str, dict[int, str]] = {}
        for table in tables:
            self.docs.setdefault(table.row, table.fields)
        self.needed: list[str] = []

    def has_text(self, struct: str) -> bool:
        if struct in SHARED:
            return "'a" in SHARED[struct]
        members = self.headers.structs.get(struct) or ()
        return any(self.has_text(m.type.base) for m in members)

    def size(self, c) -> tuple[int, int]:
        """Size and alignment on a 64-bit machine, to find the fields of a row by their offsets."""
        one = {"reel_string": (16, 8), "reel_bytes": (16, 8), "float": (4, 4), "double": (8, 8), "bool": (1, 1)}.get(c.base)
        if not one:
            digits = re.fullmatch(r"u?int(\d+)_t", c.base)
            if digits:
                one = (int(digits[1]) // 8,) * 2
            elif c.base in self.headers.enums:
                one = (4, 4)
            else:
                at = align = 0
                for member in self.headers.structs[c.base]:
                    size, wide = self.size(member.type)
                    at = (at + wide - 1) // wide * wide + size
                    align = max(align, wide)
                one = ((at + align - 1) // align * align, align)
        return one[0] * max(1, c.array), one[1]

    def offsets(self, struct: str) -> dict[str, int]:
        at, found = 0, {}
        for member in self.headers.structs[struct]:
            size, wide = self.size(member.type)
            at = (at + wide - 1) // wide * wide
            found[member.name] = at
            at += size
        return found

    def short(self, struct: str) -> str:
        return camel(struct.split("_", 1)[1])

    def type(self, c, family: str) -> str:
        if c.base in SHARED:
            text = SHARED[c.base]
        elif c.base in self.headers.structs:
            other = c.base.split("_", 1)[0]
            text = (f"super::{other}::" if other != family else "") + self.short(c.base) + ("<'a>" if self.has_text(c.base) else "")
        else:
            text = PLAIN.get(c.base, "u32")
        return f"[{text}; {c.array}]" if c.array else text

    def structs_of(self, struct: str, into: dict[str, None]) -> None:
        for member in self.headers.structs[struct]:
            if member.type.base in self.headers.structs and member.type.base not in SHARED:
                self.structs_of(member.type.base, into)
        into.setdefault(struct, None)

    def struct(self, name: str, family: str) -> str:
        life = "<'a>" if self.has_text(name) else ""
        docs, offsets = self.docs.get(name, {}), self.offsets(name)
        rows = [t for t in self.tables if t.row == name]
        lines = [f"/// A row of {' and of '.join(self.link(t, family) for t in rows)}." if rows else "/// A part of rows."]
        lines += ["#[repr(C)]", "#[derive(Clone, Copy, Debug, Default, PartialEq)]", '#[cfg_attr(feature = "serde", derive(serde::Serialize))]']
        lines.append(f"pub struct {self.short(name)}{life} {{")
        for member in self.headers.structs[name]:
            doc = docs.get(offsets[member.name], "")
            if doc:
                lines.append(f"    /// {sentence(doc)}")
            else:
                lines.append("    #[allow(missing_docs)]")
            lines.append(f"    pub {name_of(member.name)}: {self.type(member.type, family)},")
        lines += ["}", f"const _: () = assert!(std::mem::size_of::<{self.short(name)}>() == std::mem::size_of::<sys::{name}>());", ""]
        return "\n".join(lines)

    def marker(self, table) -> str:
        short = camel(table.symbol.split("_", 1)[1])
        return f"{short}Table" if any(short == self.short(t.row) and family_of(t) == family_of(table) for t in self.tables) else short

    def link(self, table, family: str) -> str:
        own = family_of(table)
        return f"[`{self.marker(table)}`]" if own == family else f"[`{own}::{self.marker(table)}`](super::{own}::{self.marker(table)})"

    def module(self, family: str) -> str:
        structs: dict[str, None] = {}
        tables = [t for t in self.tables if family_of(t) == family]
        for table in self.tables: # a part of rows may have the prefix of another family than the rows
            self.structs_of(table.row, structs)
        out = [ENTRY, f"//! Tables of {family}.\n", "use crate::row::{checked, Table};\nuse reel_sys as sys;\nuse std::sync::atomic::AtomicBool;\n"]
        out += [self.struct(name, family) for name in structs if name.split("_", 1)[0] == family]
        for table in tables:
            life = "<'a>" if self.has_text(table.row) else ""
            module = table.row.split("_", 1)[0]
            row = ("" if module == family else f"super::{module}::") + self.short(table.row)
            out.append(
                f"/// The table `{table.name}` of {table.owner}: {table.doc}.\npub enum {self.marker(table)} {{}}\n"
                f"// SAFETY: the struct has the members of the C struct, in the same order.\nunsafe impl Table for {self.marker(table)} {{\n"
                f"    type Row<'a> = {row}{life};\n    const NAME: &'static str = \"{table.name}\";\n"
                f"    const LAYOUT: u32 = {table.layout:#010x};\n    fn raw() -> *const sys::reel_table {{\n        static CHECKED: AtomicBool = AtomicBool::new(false);\n        checked::<Self>(std::ptr::addr_of!(sys::{table.symbol}), &CHECKED)\n    }}\n}}\n"
            )
        return "\n".join(out)


def sentence(doc: str) -> str:
    """Markdown would take brackets for links and angles for tags."""
    return re.sub(r"([\[\]<>])", r"\\\1", doc[0].upper() + doc[1:]) + "."


def family_of(table) -> str:
    return table.symbol.split("_", 1)[0]


def files(headers, tables) -> dict[str, str]:
    rows = Rows(headers, tables)
    families = sorted({family_of(table) for table in tables})
    made = {f"rust/reel-replay/src/tables/{family}.rs": rows.module(family) for family in families}
    made["rust/reel-replay/src/tables/mod.rs"] = ENTRY + "//! The rows of all formats and statistics.\n\n" + "".join(f"pub mod {f};\n" for f in families)
    made["rust/reel-sys/src/bindings.rs"] = Bindings(headers).text()
    return {name: formatted(text) for name, text in made.items()}


def formatted(text: str) -> str:
    """As rustfmt writes it; without rustfmt the comparison ignores nothing, and fails."""
    import subprocess

    return subprocess.run(["rustfmt", "--edition", "2021", "--config", "max_width=130"], input=text, capture_output=True, text=True, check=True).stdout
