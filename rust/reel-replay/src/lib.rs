// SPDX-License-Identifier: MIT
#![doc = include_str!("../README.md")]
#![warn(missing_docs, missing_debug_implementations)]
#![allow(unsafe_op_in_unsafe_fn)] // functions of C; each unsafe function says what it needs

#[cfg(feature = "arrow")]
mod arrow;
mod error;
mod format;
mod options;
mod replay;
mod row;
mod stream;
#[allow(missing_debug_implementations)] // tables are types without values
mod tables;
mod writer;

pub use error::{Error, Result, Status};
pub use format::{AnyRow, AnyRows, Field, Format, TableInfo};
pub use options::{Finding, Limits, Options, Progress, Severity};
pub use replay::{Chunk, HeaderText, Reader, Replay};
pub use row::{Bytes, Pose, Quaternion, Reading, Table, Text, Uuid, Vec3};
pub use tables::*;
pub use writer::{convert, recover, Conversion, Recorder, Writer};

/// The version of the library: `0.1.0`.
pub fn version() -> &'static str {
    // SAFETY: static text.
    unsafe { error::fixed(reel_sys::reel_version()) }
}
