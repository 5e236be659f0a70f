// SPDX-License-Identifier: MIT
//! Compiles the vendored C sources, all but those for indexes of fingerprints, which need SQLite.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

/// Optional parts: the feature, the definition and the library of the system.
const PARTS: [(&str, &str, &str); 4] = [
    ("ZLIB", "REEL_WITH_ZLIB", "z"),
    ("LZMA", "REEL_WITH_LZMA", "lzma"),
    ("ZSTD", "REEL_WITH_ZSTD", "zstd"),
    ("SODIUM", "REEL_WITH_SODIUM", "sodium"),
];

/// All files below a folder whose names end like this.
fn files_in(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|why| panic!("{}: {why}", folder.display()))
        .map(|entry| entry.expect("a folder of sources").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_in(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

/// A header without what is in brackets and parentheses.
fn without_brackets(text: &str) -> String {
    let mut plain = String::new();
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some(at) = rest.find('[') {
            let Some(size) = rest[at..].find(']') else { break };
            plain.push_str(&rest[..at]);
            rest = &rest[at + size + 1..];
        }
        plain.push_str(rest);
    }
    let (mut result, mut open) = (String::new(), Vec::new());
    for letter in plain.chars() {
        match letter {
            '(' => open.push(result.len()),
            ')' if !open.is_empty() => {
                result.truncate(open.pop().expect("not empty"));
                continue;
            }
            _ => {}
        }
        result.push(letter);
    }
    result
}

/// The names that a header declares: what begins in the first column and has no body and no value.
fn declared(text: &str, names: &mut BTreeSet<String>) {
    let text = without_brackets(text);
    let mut rest = text.as_str();
    while let Some(at) = rest.find('\n') {
        rest = &rest[at + 1..];
        let Some(end) = rest.find([';', '{', '}', '=', '"', '#']) else {
            break;
        };
        let (declaration, after) = rest.split_at(end);
        if !declaration.starts_with(|first: char| first.is_ascii_lowercase()) || !after.starts_with(';') {
            continue;
        }
        rest = &after[1..];
        let mut words = declaration.split_whitespace();
        let (first, others) = (words.next().unwrap_or(""), words.count());
        let forward = ["struct", "union", "enum"].contains(&first) && others == 1;
        if forward
            || ["typedef", "static", "_Static_assert"]
                .iter()
                .any(|word| declaration.starts_with(word))
        {
            continue;
        }
        for part in declaration.split(',') {
            let name = part
                .trim_end()
                .rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .next()
                .unwrap_or("");
            if !name.is_empty() && !name.starts_with("reel_") {
                names.insert(name.into());
            }
        }
    }
}

/// A header that gives the internal names of the library a prefix, as cmake/names.cmake makes it: otherwise they could clash with those
/// of a program, or bind to them.
fn names(source: &Path) -> String {
    let mut headers = Vec::new();
    files_in(source, "h", &mut headers);
    let mut names = BTreeSet::new();
    for header in headers {
        println!("cargo:rerun-if-changed={}", header.display());
        declared(&std::fs::read_to_string(header).expect("a header"), &mut names);
    }
    names
        .iter()
        .map(|name| format!("#define {name} reel_private_{name}\n"))
        .collect()
}

fn main() {
    let vendor = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("vendor");
    let mut files = Vec::new();
    files_in(&vendor.join("src"), "c", &mut files);
    let hidden = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("names.h");
    std::fs::write(&hidden, names(&vendor.join("src"))).expect("the folder of the build");

    let mut build = cc::Build::new();
    build
        .std("c11") // C17 has no other features
        .opt_level(2)
        .define("REEL_BUILDING", None)
        .flag_if_supported("-fvisibility=hidden")
        .flag_if_supported("-ffp-contract=off") // the same results on every machine
        .warnings(false)
        .files(files);
    for folder in ["include", "src", "third_party"] {
        build.include(vendor.join(folder));
    }
    if build.get_compiler().is_like_msvc() {
        build.flag(format!("/FI{}", hidden.display()));
    } else {
        build.flag("-include").flag(&hidden);
    }
    for (feature, definition, _) in PARTS {
        if env::var_os(format!("CARGO_FEATURE_{feature}")).is_some() {
            build.define(definition, None);
        }
    }
    build.compile("reel");

    for (feature, _, library) in PARTS {
        if env::var_os(format!("CARGO_FEATURE_{feature}")).is_some() {
            println!("cargo:rustc-link-lib={library}");
        }
    }
    if env::var("CARGO_CFG_UNIX").is_ok() {
        println!("cargo:rustc-link-lib=m");
        println!("cargo:rustc-link-lib=pthread");
    }
    println!("cargo:include={}", vendor.join("include").display());
    for folder in ["include", "src", "third_party"] {
        println!("cargo:rerun-if-changed=vendor/{folder}");
    }
}
