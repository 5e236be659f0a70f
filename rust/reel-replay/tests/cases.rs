// SPDX-License-Identifier: MIT
//! The cases that all doors are tested with: tests/doors/cases.
//!
//! Values are read twice: from the bytes of a field that is found by its name, and from the struct of the row.
#![cfg(feature = "serde")]
use reel_replay::*;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

type Line = Vec<String>;
type Failures = Vec<String>;

struct Suite {
    cases: Vec<Vec<Line>>,
    inputs: HashMap<String, Vec<u8>>,
    folder: PathBuf,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap())
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sha256(bytes: &[u8]) -> String {
    let mut hash = [0; 32];
    // SAFETY: the bytes live for the call, and the hash has its size.
    let status = unsafe {
        let source = reel_sys::reel_source_memory(bytes.as_ptr().cast(), bytes.len());
        reel_sys::reel_source_hash(source, std::ptr::null(), hash.as_mut_ptr(), std::ptr::null_mut())
    };
    assert_eq!(status, 0);
    hex(&hash)
}

impl Suite {
    fn read() -> Suite {
        let folder = std::env::temp_dir().join(format!("reel-cases-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (mut cases, mut inputs) = (Vec::new(), HashMap::new());
        for file in std::fs::read_dir(root().join("tests/doors/cases")).unwrap() {
            let path = file.unwrap().path();
            if path.extension().map_or(true, |end| end != "tsv") {
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for block in text.split("\n\n") {
                let lines = block.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
                let lines: Vec<Line> = lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect();
                match lines.first() {
                    Some(first) if first[0] == "input" => {
                        let mut bytes = Vec::new();
                        for line in &lines[1..] {
                            match line[0].as_str() {
                                "hex" => bytes.extend(unhex(&line[1])),
                                "repeat" => bytes.extend(unhex(&line[2]).repeat(line[1].parse().unwrap())),
                                other => panic!("unknown word {other}"),
                            }
                        }
                        inputs.insert(first[1].clone(), bytes);
                    }
                    Some(_) => cases.push(lines),
                    None => {}
                }
            }
        }
        Suite { cases, inputs, folder }
    }

    /// The path of a file or an input, of which `cut` keeps the first bytes.
    fn path(&self, name: &str, cut: Option<&Line>) -> PathBuf {
        let mut path = root().join(name);
        if let Some(bytes) = self.inputs.get(name) {
            path = self.folder.join(name);
            std::fs::write(&path, bytes).unwrap();
        }
        if let Some(cut) = cut {
            let bytes = std::fs::read(&path).unwrap();
            path = self.folder.join("cut");
            std::fs::write(&path, &bytes[..cut[1].parse().unwrap()]).unwrap();
        }
        path
    }
}

fn find<'a>(case: &'a [Line], word: &'a str) -> impl Iterator<Item = &'a Line> {
    case.iter().filter(move |line| line[0] == word)
}

fn first<'a>(case: &'a [Line], word: &'a str) -> Option<&'a Line> {
    find(case, word).next()
}

fn wished<'a>(case: &'a [Line], option: &'a str) -> Option<&'a Line> {
    find(case, "with").find(|line| line[1] == option)
}

fn options<'c>(case: &[Line]) -> Options<'c> {
    let mut how = Options::new();
    for line in find(case, "with") {
        how = match line[1].as_str() {
            "strict" => how.strict(),
            "select" => how.select(&line[2]),
            "between" => how.between(line[2].parse().unwrap(), line[3].parse().unwrap()),
            "expect" => how.expect(&line[2], &line[3]),
            "insight" | "to" | "repair" | "anonymise" | "set" | "twice" => how,
            other => panic!("unknown option {other}"),
        };
    }
    how
}

// ---- values

fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        if (32..127).contains(&byte) && byte != b'%' && byte != b'"' {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02x}").unwrap();
        }
    }
    out + "\""
}

/// What the library has for a value by name. An integer has no name here.
fn token(kind: &str, bytes: &[u8]) -> String {
    let word = |size: usize| {
        let mut word = [0; 8];
        word[..size].copy_from_slice(&bytes[..size]);
        u64::from_ne_bytes(word)
    };
    match kind {
        "string" => quoted(bytes),
        "bytes" => format!("x{}", hex(bytes)),
        "uuid" => {
            let all = hex(bytes);
            [&all[..8], &all[8..12], &all[12..16], &all[16..20], &all[20..]].join("-")
        }
        "bool" => (bytes[0] != 0).to_string(),
        "f32" => format!("0x{:08x}", word(4)),
        "f64" => format!("0x{:016x}", word(8)),
        "u8" => word(1).to_string(),
        "i8" => (word(1) as i8).to_string(),
        "u16" => word(2).to_string(),
        "i16" => (word(2) as i16).to_string(),
        "u32" => word(4).to_string(),
        "i32" => (word(4) as i32).to_string(),
        "u64" => word(8).to_string(),
        "i64" => (word(8) as i64).to_string(),
        other => panic!("unknown type {other}"),
    }
}

/// The field of a column and the number of its value.
fn column(table: TableInfo, name: &str) -> (Field, usize) {
    if let Some(field) = table.fields().find(|field| field.name() == name) {
        return (field, 0);
    }
    let (vector, last) = name.rsplit_once('_').expect("a column");
    let field = table
        .fields()
        .find(|field| field.name() == vector)
        .expect("a column of the table");
    let index = "xyzw".find(last).unwrap_or_else(|| last.parse().expect("a number"));
    (field, index)
}

/// In doors whose rows are structs, what is null is zero.
fn same(expected: &str, got: &str) -> bool {
    if expected == "null" {
        return got.chars().all(|c| "0x\"-".contains(c)) || got == "false";
    }
    match expected.split_once('=') {
        Some((number, _)) if !expected.starts_with('"') => number == got,
        _ => expected == got,
    }
}

/// The values of the struct of a row, which serde shows, by the names of its members: `cut.cut_point.x` is `cut_point_x`, too.
fn members(value: &Value, path: &[&str], found: &mut HashMap<String, Value>) {
    let mut inner: Vec<(String, &Value)> = Vec::new();
    match value {
        Value::Object(object) if !object.contains_key("bytes") => {
            inner.extend(object.iter().map(|(name, at)| (name.clone(), at)))
        }
        Value::Array(list) => inner.extend(list.iter().enumerate().map(|(at, value)| (at.to_string(), value))),
        _ => {}
    }
    for first in 0..path.len() {
        found.insert(path[first..].join("_"), value.clone());
    }
    for (name, value) in &inner {
        members(value, &[path, &[name.as_str()]].concat(), found);
    }
}

/// A value that serde has. None: JSON has neither NaN nor infinities, and text that is not UTF-8 is another one.
fn typed_token(value: &Value, kind: &str) -> Option<String> {
    let list = |value: &Value| {
        value
            .as_array()
            .map(|list| list.iter().map(|each| each.as_u64().unwrap_or(0) as u8).collect::<Vec<u8>>())
    };
    Some(match kind {
        "f32" => format!("0x{:08x}", (value.as_f64()? as f32).to_bits()),
        "f64" => format!("0x{:016x}", value.as_f64()?.to_bits()),
        "string" if !value.as_str()?.contains('\u{fffd}') => quoted(value.as_str()?.as_bytes()),
        "string" => return None,
        "bytes" => token(kind, &list(value)?),
        "uuid" => token(kind, &list(&value["bytes"])?),
        "bool" => (value.as_u64()? != 0).to_string(),
        _ => value.as_number()?.to_string(),
    })
}

/// What has rows.
trait Source {
    fn typed<T: Table>(&self) -> &[T::Row<'_>];
    fn any(&self, name: &str) -> AnyRows<'_>;
    /// The number in the whole file of the first row. A replay has all rows.
    fn first<T: Table>(&self) -> u64 {
        0
    }
}

impl Source for Replay {
    fn typed<T: Table>(&self) -> &[T::Row<'_>] {
        self.rows::<T>()
    }
    fn any(&self, name: &str) -> AnyRows<'_> {
        self.table(name).expect("a table of the replay")
    }
}

impl Source for Chunk<'_> {
    fn typed<T: Table>(&self) -> &[T::Row<'_>] {
        self.rows::<T>()
    }
    fn any(&self, name: &str) -> AnyRows<'_> {
        self.table(name).expect("a table of the chunk")
    }
    fn first<T: Table>(&self) -> u64 {
        Chunk::first::<T>(self)
    }
}

macro_rules! tables {
    ($use:ident, $format:expr, $table:expr) => {
        match ($format, $table) {
            ("bsor", "info") => $use!(bsor::Infos),
            ("bsor", "frames") => $use!(bsor::Frames),
            ("bsor", "notes") => $use!(bsor::Notes),
            ("bsor", "walls") => $use!(bsor::Walls),
            ("bsor", "heights") => $use!(bsor::Heights),
            ("bsor", "pauses") => $use!(bsor::Pauses),
            ("bsor", "controller_offsets") => $use!(bsor::Offsets),
            ("bsor", "user_data") => $use!(bsor::UserData),
            ("gdr2", "info") => $use!(gdr::Infos),
            ("gdr2" | "gdr1-json", "inputs") => $use!(gdr::Inputs),
            ("gdr2", "physics") => $use!(gdr::PhysicsRows),
            ("gdr2", "deaths") => $use!(gdr::Deaths),
            ("gdr1-json", "info") => $use!(gdr::InfosV1),
            ("teehistorian", "header") => $use!(teehistorian::Headers),
            ("teehistorian", "header_values") => $use!(teehistorian::Values),
            ("teehistorian", "positions") => $use!(teehistorian::Positions),
            ("teehistorian", "inputs") => $use!(teehistorian::Inputs),
            ("teehistorian", "joins") => $use!(teehistorian::Joins),
            ("teehistorian", "drops") => $use!(teehistorian::Drops),
            ("teehistorian", "commands") => $use!(teehistorian::Commands),
            ("teehistorian", "arguments") => $use!(teehistorian::Arguments),
            ("milk", "info") => $use!(milk::Infos),
            ("milk", "players") => $use!(milk::Players),
            ("butter", "info") => $use!(butter::Infos),
            ("butter", "frames") => $use!(butter::Frames),
            ("echoreplay", "players") => $use!(echoreplay::Players),
            ("", "summary") => $use!(beatsaber::Summaries),
            _ => None,
        }
    };
}

/// A row as its struct, of the tables above.
fn typed_row(from: &impl Source, format: &str, table: &str, row: usize) -> Option<Value> {
    macro_rules! row {
        ($table:ty) => {
            serde_json::to_value(from.typed::<$table>()[row]).ok()
        };
    }
    tables!(row, format, table)
}

fn first_row(from: &impl Source, format: &str, table: &str) -> Option<u64> {
    macro_rules! number {
        ($table:ty) => {
            Some(from.first::<$table>())
        };
    }
    tables!(number, format, table)
}

/// Appends the rows of one file.
fn append(writer: &mut Writer<'_>, from: &Replay, table: &str) -> Result<()> {
    macro_rules! add {
        ($table:ty) => {
            Some(writer.append::<$table>(from.rows::<$table>()))
        };
    }
    tables!(add, from.format().unwrap().id(), table).expect("a table that the suite knows")
}

/// What a case has to answer, and what it answers.
struct Run<'a> {
    case: &'a [Line],
    format: String,
    counts: HashMap<String, usize>,
    failures: Failures,
    typed: usize,
}

impl Run<'_> {
    fn wrong(&mut self, what: String) {
        self.failures.push(format!("{}: {what}", self.case[0][1]));
    }

    fn same(&mut self, what: &str, got: &str, expected: &str) {
        if got != expected {
            self.wrong(format!("{what} is {got}, not {expected}"));
        }
    }

    /// Adds the rows of a replay or of a chunk.
    fn rows(&mut self, from: &impl Source) {
        let case = self.case;
        for (at, head) in case.iter().enumerate().filter(|(_, line)| line[0] == "table") {
            let any = from.any(&head[1]);
            let begin = *self.counts.entry(head[1].clone()).or_insert(0);
            *self.counts.get_mut(&head[1]).unwrap() += any.len();
            if let (Some(first), false, None) = (
                first_row(from, &self.format, &head[1]),
                any.is_empty(),
                wished(case, "between"),
            ) {
                self.same("the first row", &first.to_string(), &begin.to_string());
            }
            for line in case[at + 1..].iter().take_while(|line| line[0] == "row") {
                let number: usize = line[1].parse().unwrap();
                if number >= begin && number < begin + any.len() {
                    self.row(from, any, number - begin, head, line);
                }
            }
        }
    }

    fn row(&mut self, from: &impl Source, any: AnyRows<'_>, row: usize, head: &Line, line: &Line) {
        let mut known = HashMap::new();
        if let Some(value) = typed_row(from, &self.format, &head[1], row) {
            members(&value, &[], &mut known);
        }
        for (name, expected) in head[3..].iter().zip(&line[2..]) {
            let (field, index) = column(any.table(), name);
            let bytes = any.row(row).bytes(&field);
            let size = bytes.len() / field.count();
            let by_name = token(field.type_name(), &bytes[index * size..][..size]);
            let by_struct = known.get(name).and_then(|value| typed_token(value, field.type_name()));
            self.typed += usize::from(by_struct.is_some());
            for got in [Some(by_name), by_struct].into_iter().flatten() {
                if !same(expected, &got) {
                    self.wrong(format!("{name} of row {} of {} is {got}, not {expected}", line[1], head[1]));
                }
            }
        }
    }

    fn counted(&mut self) {
        for head in find(self.case, "table") {
            let count = self.counts.get(&head[1]).copied().unwrap_or(0);
            self.same(&format!("the number of rows of {}", head[1]), &count.to_string(), &head[2]);
        }
    }

    /// An error of the line, whose words from `at` are expected.
    fn error(&mut self, line: Option<&Line>, at: usize, error: Option<&Error>) {
        let got = error.map_or(String::new(), |why| {
            let section = if why.section.is_empty() { "-" } else { why.section };
            format!("{} {} {section} {}", why.status.name(), why.rule, why.offset)
        });
        let expected = line.map_or(String::new(), |line| line[at..].join(" "));
        if line.is_none() || !got.starts_with(&expected) {
            self.same("the error", &got, &expected);
        }
    }

    fn replay(&mut self, replay: &Replay) {
        self.format = replay.format().map_or("", |format| format.id()).to_owned();
        if let (Some(line), Some(_)) = (first(self.case, "format"), replay.format()) {
            self.same("the format", &self.format.clone(), &line[1]);
        }
        self.error(first(self.case, "damage"), 1, replay.damage().as_ref());
        self.rows(replay);
        self.counted();
    }

    fn loaded(&mut self, got: Result<Replay>) {
        self.error(first(self.case, "error"), 1, got.as_ref().err());
        if let Ok(replay) = got {
            self.replay(&replay);
        }
    }

    fn chunks(&mut self, path: &Path) -> Result<Option<Error>> {
        let bytes = std::fs::read(path).unwrap();
        let mut reader = options(self.case).open_bytes(&bytes)?;
        self.format = reader.format().id().to_owned();
        while let Some(chunk) = reader.next_chunk()? {
            self.rows(&chunk);
        }
        Ok(reader.damage())
    }

    fn result(&mut self, line: Option<&Line>, at: usize, bytes: &[u8]) {
        if let Some(line) = line {
            self.same("the size", &bytes.len().to_string(), &line[at]);
            self.same("the hash", &sha256(bytes), &line[at + 1]);
        }
    }

    fn rewrite(&mut self, path: &Path, line: Option<&Line>, at: usize) {
        let mut bytes = Vec::new();
        let done = options(self.case).load(path).and_then(|replay| replay.write_to(&mut bytes));
        self.error(None, 0, done.as_ref().err());
        self.result(line, at, &bytes);
    }

    fn convert(&mut self, suite: &Suite, path: &Path) {
        let to = suite.folder.join("converted");
        let _ = std::fs::remove_file(&to);
        let how = Conversion {
            to: wished(self.case, "to").map(|line| Format::by_id(&line[2]).unwrap()),
            repair: wished(self.case, "repair").is_some(),
            anonymise: wished(self.case, "anonymise").is_some(),
            settings: wished(self.case, "set")
                .map(|line| (line[2].clone(), line[3].clone()))
                .into_iter()
                .collect(),
            ..Default::default()
        };
        let mut done = convert(path, &to, &how);
        if wished(self.case, "twice").is_some() {
            done = convert(path, &to, &how);
        }
        self.error(first(self.case, "error"), 1, done.as_ref().err());
        if done.is_ok() {
            self.result(first(self.case, "result"), 1, &std::fs::read(&to).unwrap());
            self.replay(&Replay::open(&to).unwrap());
        }
    }

    fn write(&mut self, suite: &Suite) {
        let (mut bytes, mut fails) = (Vec::new(), false);
        let format = Format::by_id(&first(self.case, "create").unwrap()[1]).unwrap();
        let mut writer = match Writer::to_writer(&mut bytes, format) {
            Ok(writer) => writer,
            Err(why) => return self.error(first(self.case, "error"), 1, Some(&why)),
        };
        for line in self.case {
            match line[0].as_str() {
                "append" | "refused" | "fails" => {
                    let done = append(&mut writer, &Replay::open(suite.path(&line[1], None)).unwrap(), &line[2]);
                    self.error((line[0] != "append").then_some(line), 3, done.as_ref().err());
                    fails |= line[0] == "fails";
                }
                "flush" => writer.flush().unwrap(),
                _ => {}
            }
        }
        let done = writer.finish();
        if fails {
            return self.same("a failed writer finishes", &done.is_ok().to_string(), "false");
        }
        self.error(first(self.case, "error"), 1, done.as_ref().err());
        self.result(first(self.case, "result"), 1, &bytes);
        self.replay(&Replay::from_bytes(&bytes).unwrap());
    }

    fn check(&mut self, path: &Path) {
        let found = options(self.case).check(path);
        self.error(first(self.case, "error"), 1, found.as_ref().err());
        let or = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        let number = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
        let found = found.unwrap_or_default();
        let got: Vec<String> = found
            .iter()
            .map(|f| {
                let severity = format!("{:?}", f.severity).to_lowercase();
                let (section, table) = (or(f.section), or(f.table));
                [
                    severity,
                    f.rule.to_owned(),
                    section,
                    number(f.offset),
                    table,
                    number(f.row),
                    f.count.to_string(),
                ]
                .join(" ")
            })
            .collect();
        let expected: Vec<String> = find(self.case, "finding").map(|line| line[1..].join(" ")).collect();
        self.same("what is found", &got.join("; "), &expected.join("; "));
    }

    fn call(&mut self, suite: &Suite, name: &str) {
        let path = first(self.case, "file").map(|line| suite.path(&line[1], first(self.case, "cut")));
        let path = path.as_deref();
        match name {
            "load" => self.loaded(options(self.case).load_bytes(&std::fs::read(path.unwrap()).unwrap())),
            "statistics" => {
                let insight = &wished(self.case, "insight").unwrap()[2];
                self.loaded(Replay::open(path.unwrap()).and_then(|replay| replay.statistics(insight)));
            }
            "chunks" => {
                let done = self.chunks(path.unwrap());
                self.error(first(self.case, "error"), 1, done.as_ref().err());
                if let Ok(damage) = done {
                    self.error(first(self.case, "damage"), 1, damage.as_ref());
                    self.counted();
                }
            }
            "check" => self.check(path.unwrap()),
            "convert" => self.convert(suite, path.unwrap()),
            "write" => self.write(suite),
            "rewrite" => {
                if let Some(path) = path {
                    self.rewrite(path, first(self.case, "result"), 1);
                }
                for line in find(self.case, "each") {
                    self.rewrite(&suite.path(&line[1], None), Some(line), 2);
                }
            }
            "open" => {
                for line in find(self.case, "each") {
                    match Options::new().open(suite.path(&line[1], None)) {
                        Ok(reader) => self.same(&line[1], reader.format().id(), &line[2]),
                        Err(why) => self.error(None, 0, Some(&why)),
                    }
                }
            }
            "damage" => {
                for line in find(self.case, "each") {
                    let got = Replay::open(suite.path(&line[1], None));
                    let damage = got.map_or_else(Some, |replay| replay.damage());
                    self.error(Some(line), 2, damage.as_ref());
                }
            }
            other => panic!("unknown call {other}"),
        }
    }
}

#[test]
fn every_case_has_its_answer() {
    let suite = Suite::read();
    let (mut ran, mut not_here, mut typed, mut failures) = (0, 0, 0, Vec::new());
    for case in &suite.cases {
        for (at, call) in case.iter().enumerate().filter(|(_, line)| line[0] == "call") {
            if case[at + 1..]
                .iter()
                .take_while(|line| line[0] == "not")
                .any(|line| line[1] == "rust")
            {
                not_here += 1;
                continue;
            }
            let (format, counts) = (String::new(), HashMap::new());
            let mut run = Run {
                case,
                format,
                counts,
                failures: Vec::new(),
                typed: 0,
            };
            run.call(&suite, &call[1]);
            ran += 1;
            typed += run.typed;
            failures.extend(run.failures);
        }
    }
    std::fs::remove_dir_all(&suite.folder).unwrap();
    println!("{ran} cases ran, {not_here} are not for this door; {typed} values are also those of structs");
    assert!(ran > 0 && typed > 0 && failures.is_empty(), "{}", failures.join("\n"));
}
