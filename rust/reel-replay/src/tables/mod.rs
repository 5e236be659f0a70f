// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.
//! The rows of all formats and statistics.

pub mod beatsaber;
pub mod bsor;
pub mod butter;
pub mod ddnet;
pub mod demo;
pub mod echo;
pub mod echoreplay;
pub mod ecrreplay;
pub mod gdr;
pub mod geometrydash;
pub mod ghost;
pub mod macros;
pub mod milk;
pub mod scoresaber;
pub mod tape;
pub mod teehistorian;
pub mod xror;
