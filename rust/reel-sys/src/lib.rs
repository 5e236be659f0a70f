// SPDX-License-Identifier: MIT
//! The C interface of libreel. The headers in `vendor/include/reel` say what each function does, who owns what, and which
//! threads may call it; the names are those of C.
#![allow(non_camel_case_types)]
#![no_std]
extern crate std;

mod bindings;
pub use bindings::*;

/// The size of a file that is not known.
pub const REEL_UNKNOWN_SIZE: u64 = u64::MAX;
