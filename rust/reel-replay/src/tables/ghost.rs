// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of ghost.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Characters`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Character {
    /// Tick of the server, tick.
    pub tick: i32,
    /// Position in units, x.
    pub x: i32,
    /// Position in units, y.
    pub y: i32,
    /// Velocity, x; recent clients write 0.
    pub vel_x: i32,
    /// Velocity, y.
    pub vel_y: i32,
    /// Aim in radians * 256.
    pub angle: i32,
    /// -1 left, 0 none, 1 right.
    pub direction: i32,
    /// 0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja or frozen.
    pub weapon: i32,
    /// -1 retracted, 0 idle, 1 to 3 retracting, 4 flying, 5 grabbed.
    pub hook_state: i32,
    /// End of the hook, x.
    pub hook_x: i32,
    /// End of the hook, y.
    pub hook_y: i32,
    /// Tick of the last shot.
    pub attack_tick: i32,
    /// 1 if the row has a tick.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Character>() == std::mem::size_of::<sys::ghost_character>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Version of the file, 4 to 6.
    pub version: i32,
    /// Name of the player.
    pub owner: crate::Text<'a>,
    /// Map name.
    pub map_name: crate::Text<'a>,
    /// CRC-32 of the map, as 8 hex digits; zeros in version 6.
    pub map_crc: crate::Text<'a>,
    /// SHA-256 of the map, as 64 hex digits; empty before version 6.
    pub map_sha256: crate::Text<'a>,
    /// Number of characters, as the header states it, tick.
    pub ticks: u32,
    /// Time of the run, ms.
    pub race_time: u32,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::ghost_info>());

/// A row of [`Originals`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Original<'a> {
    /// The whole file.
    pub bytes: crate::Bytes<'a>,
    /// Checksum of the rows that were read from the file.
    pub rows: u64,
}
const _: () = assert!(std::mem::size_of::<Original>() == std::mem::size_of::<sys::ghost_original>());

/// A row of [`Skins`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Skin<'a> {
    /// Name of the skin.
    pub skin: crate::Text<'a>,
    /// 1 if the player chose colors.
    pub use_custom_color: i32,
    /// Color of the body: hue, saturation and lightness, 8 bits each.
    pub color_body: i32,
    /// Color of the feet.
    pub color_feet: i32,
}
const _: () = assert!(std::mem::size_of::<Skin>() == std::mem::size_of::<sys::ghost_skin>());

/// A row of [`Starts`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Start {
    /// Tick of the server at which the run starts, tick.
    pub tick: i32,
}
const _: () = assert!(std::mem::size_of::<Start>() == std::mem::size_of::<sys::ghost_start>());

/// The table `characters` of ghost: the player, tick by tick.
pub enum Characters {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Characters {
    type Row<'a> = Character;
    const NAME: &'static str = "characters";
    const LAYOUT: u32 = 0xd308c96d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ghost_characters), &CHECKED)
    }
}

/// The table `info` of ghost: the header.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xc3d51991;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ghost_infos), &CHECKED)
    }
}

/// The table `original` of ghost: the file as it was read.
pub enum Originals {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Originals {
    type Row<'a> = Original<'a>;
    const NAME: &'static str = "original";
    const LAYOUT: u32 = 0x7f6d1faf;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ghost_originals), &CHECKED)
    }
}

/// The table `skins` of ghost: looks of the player, usually one.
pub enum Skins {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Skins {
    type Row<'a> = Skin<'a>;
    const NAME: &'static str = "skins";
    const LAYOUT: u32 = 0xbc401c1e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ghost_skins), &CHECKED)
    }
}

/// The table `starts` of ghost: starts of the run, usually one.
pub enum Starts {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Starts {
    type Row<'a> = Start;
    const NAME: &'static str = "starts";
    const LAYOUT: u32 = 0xff6404b0;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ghost_starts), &CHECKED)
    }
}
