// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of butter.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Blocks`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Block<'a> {
    /// Offset of the block in the file, bytes.
    pub offset: u64,
    /// Checksum of the block's rows: a writer repeats the bytes only if it still matches.
    pub digest: u64,
    /// Number of the block's first frame.
    pub first_frame: u32,
    /// Number of frames in the block, frames.
    pub frame_count: u32,
    /// Layout of the block's frames.
    pub layout: u8,
    /// Compression of the block.
    pub compression: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 6],
    /// Original bytes of the block.
    pub packed: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Block>() == std::mem::size_of::<sys::butter_block>());

/// A row of [`Frames`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame<'a> {
    /// Time since the first frame of the file, s.
    pub common: super::echo::Frame<'a>,
    /// Rotation of the recorder's play space, a quaternion.
    pub vr_rotation: crate::Quaternion,
    /// Rotation of the disc, a quaternion.
    pub disc_rotation: crate::Quaternion,
    /// Presence byte: which parts the frame has.
    pub mask: u8,
    /// Keyframe: all values are absolute.
    pub keyframe: u8,
}
const _: () = assert!(std::mem::size_of::<Frame>() == std::mem::size_of::<sys::butter_frame>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Version of the format, 1 to 3.
    pub version: u8,
    /// Compression of the blocks.
    pub compression: u8,
    /// Frames in a block, frames.
    pub keyframe_interval: u16,
    /// Map of the match.
    pub map: u8,
    /// Whether the match is private.
    pub private_match: u8,
    /// Rounds in the match, rounds.
    pub total_round_count: u8,
    /// Rounds won by the blue team when recording started, rounds.
    pub blue_round_score: u8,
    /// Rounds won by the orange team when recording started, rounds.
    pub orange_round_score: u8,
    /// Server address.
    pub session_ip: [u8; 4],
    #[allow(missing_docs)]
    pub unused: [u8; 3],
    /// Name of the player who recorded.
    pub client_name: crate::Text<'a>,
    /// Match id.
    pub session_id: crate::Uuid,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::butter_info>());

/// A row of [`Players`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player<'a> {
    /// Time since the first frame of the file, s.
    pub common: super::echo::Player<'a>,
    /// Rotation of the head, a quaternion.
    pub head_rotation: crate::Quaternion,
    /// Rotation of the body, a quaternion.
    pub body_rotation: crate::Quaternion,
    /// Rotation of the left hand, a quaternion.
    pub left_hand_rotation: crate::Quaternion,
    /// Rotation of the right hand, a quaternion.
    pub right_hand_rotation: crate::Quaternion,
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::butter_player>());

/// A row of [`Rests`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rest<'a> {
    /// Offset of the bytes in the file, bytes.
    pub offset: u64,
    /// Bytes after the last block.
    pub bytes: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Rest>() == std::mem::size_of::<sys::butter_rest>());

/// A row of [`Roster`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Entry<'a> {
    /// Account.
    pub userid: u64,
    /// Name when first seen.
    pub name: crate::Text<'a>,
    /// Number that frames use for the player, from 1.
    pub player: u8,
    /// Jersey number when first seen.
    pub number: u8,
    /// Level when first seen.
    pub level: u8,
}
const _: () = assert!(std::mem::size_of::<Entry>() == std::mem::size_of::<sys::butter_entry>());

/// The table `blocks` of butter: blocks as stored.
pub enum Blocks {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Blocks {
    type Row<'a> = Block<'a>;
    const NAME: &'static str = "blocks";
    const LAYOUT: u32 = 0x69367274;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_blocks), &CHECKED)
    }
}

/// The table `bones` of butter: bones in each frame.
pub enum Bones {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Bones {
    type Row<'a> = super::echo::Bone;
    const NAME: &'static str = "bones";
    const LAYOUT: u32 = 0x0378945a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_bones), &CHECKED)
    }
}

/// The table `frames` of butter: match state in each frame.
pub enum Frames {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Frames {
    type Row<'a> = Frame<'a>;
    const NAME: &'static str = "frames";
    const LAYOUT: u32 = 0xc47b6452;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_frames), &CHECKED)
    }
}

/// The table `info` of butter: file header.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0x14781206;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_infos), &CHECKED)
    }
}

/// The table `players` of butter: players in each frame.
pub enum Players {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Players {
    type Row<'a> = Player<'a>;
    const NAME: &'static str = "players";
    const LAYOUT: u32 = 0x121989de;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_players), &CHECKED)
    }
}

/// The table `rests` of butter: bytes after the last block.
pub enum Rests {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Rests {
    type Row<'a> = Rest<'a>;
    const NAME: &'static str = "rests";
    const LAYOUT: u32 = 0x8d55f3f5;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_rests), &CHECKED)
    }
}

/// The table `roster` of butter: players in the file.
pub enum Roster {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Roster {
    type Row<'a> = Entry<'a>;
    const NAME: &'static str = "roster";
    const LAYOUT: u32 = 0xda2bb595;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_roster), &CHECKED)
    }
}

/// The table `teams` of butter: teams in each frame.
pub enum Teams {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Teams {
    type Row<'a> = super::echo::Team;
    const NAME: &'static str = "teams";
    const LAYOUT: u32 = 0x9c91cbf1;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::butter_teams), &CHECKED)
    }
}
