// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of tape.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Envelopes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Envelope<'a> {
    /// Offset in the unpacked stream, bytes.
    pub offset: u64,
    /// Number of the message's frame, or of the next one.
    pub frame: u32,
    /// What the message is.
    pub kind: u8,
    /// Of a footer: 1 it contradicts the messages, 2 the seek table contradicts the zstd frames.
    pub contradicts: u8,
    #[allow(missing_docs)]
    pub unused: [u8; 2],
    /// The message with its size in front.
    pub bytes: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Envelope>() == std::mem::size_of::<sys::tape_envelope>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// When the capture was begun: frames count from then, unix s.
    pub created: i64,
    /// Nanoseconds of that second, ns.
    pub created_nanos: i32,
    /// Version of the format: 2 for .tape, 1 for .nevrcap.
    pub format_version: u32,
    /// Minor version of the format.
    pub format_minor: u32,
    /// Patch version of the format.
    pub format_patch: u32,
    /// Compression of the file.
    pub container: u8,
    /// Encoding of the frames.
    pub frame_encoding: u8,
    #[allow(missing_docs)]
    pub unused: [u8; 6],
    /// Id of the capture, often that of the match.
    pub capture_id: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::tape_info>());

/// A row of [`Notes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Note<'a> {
    /// Key.
    pub key: crate::Text<'a>,
    /// Value.
    pub value: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Note>() == std::mem::size_of::<sys::tape_note>());

/// A row of [`Pieces`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piece<'a> {
    /// Compressed bytes of the file.
    pub bytes: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Piece>() == std::mem::size_of::<sys::tape_piece>());

/// The table `envelopes` of tape: original messages.
pub enum Envelopes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Envelopes {
    type Row<'a> = Envelope<'a>;
    const NAME: &'static str = "envelopes";
    const LAYOUT: u32 = 0xe3a83b6a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::tape_envelopes), &CHECKED)
    }
}

/// The table `info` of tape: the capture itself.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xeea2fda2;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::tape_infos), &CHECKED)
    }
}

/// The table `metadata` of tape: metadata of the header.
pub enum Notes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Notes {
    type Row<'a> = Note<'a>;
    const NAME: &'static str = "metadata";
    const LAYOUT: u32 = 0x8a850132;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::tape_notes), &CHECKED)
    }
}

/// The table `pieces` of tape: original bytes of a compressed capture.
pub enum Pieces {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Pieces {
    type Row<'a> = Piece<'a>;
    const NAME: &'static str = "pieces";
    const LAYOUT: u32 = 0x219edb72;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::tape_pieces), &CHECKED)
    }
}
