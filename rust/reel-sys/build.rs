// SPDX-License-Identifier: MIT
//! Compiles the vendored C sources, all but those for indexes of fingerprints, which need SQLite.

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

fn main() {
    let vendor = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("vendor");
    let mut files = Vec::new();
    files_in(&vendor.join("src"), "c", &mut files);

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
