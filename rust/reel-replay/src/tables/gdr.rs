// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of gdr.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Blocks`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Block<'a> {
    /// Frame of the input, frames.
    pub frame: i64,
    /// Data of the bot, in its own format.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Block>() == std::mem::size_of::<sys::gdr_block>());

/// A row of [`CutInfos`] and of [`InfosV1`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InfoV1<'a> {
    /// Author of the recording.
    pub author: crate::Text<'a>,
    /// Free text.
    pub description: crate::Text<'a>,
    /// Recording program.
    pub bot_name: crate::Text<'a>,
    /// Version of the recording program; a number in the file becomes its digits.
    pub bot_version: crate::Text<'a>,
    /// Name of the level.
    pub level_name: crate::Text<'a>,
    /// Duration of the play; Mega Hack writes the last frame, s.
    pub duration: f64,
    /// Version of the game: 2.2074; some bots write 22074.
    pub game_version: f64,
    /// Version of the format, 1.
    pub version: f64,
    /// Frames per second, 240 if missing, 1/s.
    pub framerate: f64,
    /// Random seed of the game.
    pub seed: i64,
    /// Coins collected.
    pub coins: i64,
    /// Id of the level, 0 for unknown or local.
    pub level_id: i64,
    /// Low detail mode.
    pub low_detail: u8,
    /// Bit mask of the keys in the file.
    pub keys: [u8; 2],
}
const _: () = assert!(std::mem::size_of::<InfoV1>() == std::mem::size_of::<sys::gdr_info_v1>());

/// A row of [`Deaths`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Death {
    /// Frame at which the player died, frames.
    pub frame: i64,
}
const _: () = assert!(std::mem::size_of::<Death>() == std::mem::size_of::<sys::gdr_death>());

/// A row of [`Documents`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Document<'a> {
    /// Bytes of the file.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Document>() == std::mem::size_of::<sys::gdr_document>());

/// A row of [`Extensions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Extension<'a> {
    /// Name of the key.
    pub key: crate::Text<'a>,
    /// Value of the key, as in the file.
    pub value: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Extension>() == std::mem::size_of::<sys::gdr_extension>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Kind of the input blocks: empty for none, Phys, or a bot's own.
    pub input_tag: crate::Text<'a>,
    /// Author of the recording.
    pub author: crate::Text<'a>,
    /// Free text.
    pub description: crate::Text<'a>,
    /// Recording program.
    pub bot_name: crate::Text<'a>,
    /// Name of the level.
    pub level_name: crate::Text<'a>,
    /// Bot data for the whole replay.
    pub replay_extension: crate::Bytes<'a>,
    /// Frames per second, 1/s.
    pub framerate: f64,
    /// Version of the format, 2.
    pub version: i32,
    /// Duration of the play, s.
    pub duration: f32,
    /// Version of the game: 22074 is 2.2074, 0 unknown; 2207 is a converter's mistake.
    pub game_version: i32,
    /// Random seed of the game.
    pub seed: i32,
    /// Coins collected; a bit mask with some bots.
    pub coins: i32,
    /// Version of the recording program.
    pub bot_version: i32,
    /// Id of the level, 0 for unknown or local.
    pub level_id: u32,
    /// Low detail mode.
    pub low_detail: u8,
    /// A platformer level: inputs keep their buttons.
    pub platformer: u8,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::gdr_info>());

/// A row of [`Inputs`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Input {
    /// Frame, counted from the start, frames.
    pub frame: i64,
    /// Button.
    pub button: u8,
    /// Input of the second player.
    pub player2: u8,
    /// Pressed; otherwise released.
    pub down: u8,
    /// Further data of the input.
    pub extra: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 4],
}
const _: () = assert!(std::mem::size_of::<Input>() == std::mem::size_of::<sys::gdr_input>());

/// A row of [`PhysicsRows`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Physics {
    /// Speed of the player.
    pub x_velocity: f64,
    /// Speed of the player.
    pub y_velocity: f64,
    /// Position of the player, units.
    pub x: f32,
    /// Position of the player, units.
    pub y: f32,
    /// Rotation of the player, deg.
    pub rotation: f32,
    /// Frame of the input, frames.
    pub frame: u32,
}
const _: () = assert!(std::mem::size_of::<Physics>() == std::mem::size_of::<sys::gdr_physics>());

/// The table `blocks` of gdr2: bot data of an input, for inputs that have it.
pub enum Blocks {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Blocks {
    type Row<'a> = Block<'a>;
    const NAME: &'static str = "blocks";
    const LAYOUT: u32 = 0x9d129c17;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_blocks), &CHECKED)
    }
}

/// The table `cut_info` of gdr1: the keys found in a truncated file.
pub enum CutInfos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for CutInfos {
    type Row<'a> = InfoV1<'a>;
    const NAME: &'static str = "cut_info";
    const LAYOUT: u32 = 0xcb7cfb3e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_cut_infos), &CHECKED)
    }
}

/// The table `deaths` of gdr2: deaths of the player.
pub enum Deaths {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Deaths {
    type Row<'a> = Death;
    const NAME: &'static str = "deaths";
    const LAYOUT: u32 = 0xafa2fb40;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_deaths), &CHECKED)
    }
}

/// The table `document` of gdr2: the original file, if rows cannot represent all of it.
pub enum Documents {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Documents {
    type Row<'a> = Document<'a>;
    const NAME: &'static str = "document";
    const LAYOUT: u32 = 0xc6e23fa7;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_documents), &CHECKED)
    }
}

/// The table `extensions` of gdr1: keys of the file that the format does not define.
pub enum Extensions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Extensions {
    type Row<'a> = Extension<'a>;
    const NAME: &'static str = "extensions";
    const LAYOUT: u32 = 0x7cd8bfa5;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_extensions), &CHECKED)
    }
}

/// The table `info` of gdr2: the level, the recording program and the result.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0x7041df47;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_infos), &CHECKED)
    }
}

/// The table `info` of gdr1: the level, the recording program and the result.
pub enum InfosV1 {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for InfosV1 {
    type Row<'a> = InfoV1<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xcb7cfb3e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_infos_v1), &CHECKED)
    }
}

/// The table `inputs` of gdr2: presses and releases, in file order.
pub enum Inputs {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Inputs {
    type Row<'a> = Input;
    const NAME: &'static str = "inputs";
    const LAYOUT: u32 = 0x4a64683f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_inputs), &CHECKED)
    }
}

/// The table `physics` of gdr2: physics of the player at an input, for inputs that have it.
pub enum PhysicsRows {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for PhysicsRows {
    type Row<'a> = Physics;
    const NAME: &'static str = "physics";
    const LAYOUT: u32 = 0xf26a7229;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::gdr_physics_rows), &CHECKED)
    }
}
