// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of ecrreplay.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Endings`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ending {
    /// Version of the recorder.
    pub version: f64,
    /// Frames per second that times are computed with: info.framerate, or 20 since version 1.1, 1/s.
    pub rate: u32,
    /// Whether the file states the version of the recorder.
    pub has_version: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
}
const _: () = assert!(std::mem::size_of::<Ending>() == std::mem::size_of::<sys::ecrreplay_ending>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Match id.
    pub session_id: crate::Text<'a>,
    /// Map of the match.
    pub map_name: crate::Text<'a>,
    /// When the recording began, on the recorder's clock: year, month, day, hours, minutes, seconds, local time.
    pub start_time: crate::Text<'a>,
    /// Frames per second, as stated; version 1.1 states 10 and takes 20, 1/s.
    pub framerate: i32,
    #[allow(missing_docs)]
    pub reserved: [u8; 4],
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::ecrreplay_info>());

/// A row of [`Originals`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Original<'a> {
    /// Checksum of the file and its rows: a writer repeats the file only if it still matches; 0: not all rows were read.
    pub rows: u64,
    /// The file.
    pub bytes: crate::Bytes<'a>,
    /// Members that no row has.
    pub unknown: u32,
    #[allow(missing_docs)]
    pub reserved: [u8; 4],
}
const _: () = assert!(std::mem::size_of::<Original>() == std::mem::size_of::<sys::ecrreplay_original>());

/// A row of [`Players`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player<'a> {
    /// Computed time since the first frame: frame / ending.rate, s.
    pub common: super::echo::Player<'a>,
    /// Where the head looks.
    pub head_axes: super::echo::Axes,
    /// Where the body, as stored: the recorder puts the directions of the head there, so this looks.
    pub body_axes: super::echo::Axes,
    /// Where the left hand looks.
    pub left_hand_axes: super::echo::Axes,
    /// Where the right hand looks.
    pub right_hand_axes: super::echo::Axes,
    /// Members that only some files have: 1 ping.
    pub keys: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::ecrreplay_player>());

/// A row of [`Roster`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Entry<'a> {
    /// Player's account id.
    pub userid: u64,
    /// Player's name.
    pub name: crate::Text<'a>,
    /// Jersey number when first seen.
    pub number: i32,
    /// Player's level when first seen.
    pub level: i32,
    /// Number that rows use for the player, from 0 in order of appearance.
    pub player_id: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<Entry>() == std::mem::size_of::<sys::ecrreplay_entry>());

/// The table `ending` of ecrreplay: what follows the frames.
pub enum Endings {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Endings {
    type Row<'a> = Ending;
    const NAME: &'static str = "ending";
    const LAYOUT: u32 = 0xfb1783cb;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ecrreplay_endings), &CHECKED)
    }
}

/// The table `frames` of ecrreplay: frames.
pub enum Frames {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Frames {
    type Row<'a> = super::echo::Frame<'a>;
    const NAME: &'static str = "frames";
    const LAYOUT: u32 = 0x9e52a5af;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ecrreplay_frames), &CHECKED)
    }
}

/// The table `info` of ecrreplay: what precedes the frames.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xc13448b1;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ecrreplay_infos), &CHECKED)
    }
}

/// The table `original` of ecrreplay: the file as it was.
pub enum Originals {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Originals {
    type Row<'a> = Original<'a>;
    const NAME: &'static str = "original";
    const LAYOUT: u32 = 0xbdb6c8ac;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ecrreplay_originals), &CHECKED)
    }
}

/// The table `players` of ecrreplay: players in each frame.
pub enum Players {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Players {
    type Row<'a> = Player<'a>;
    const NAME: &'static str = "players";
    const LAYOUT: u32 = 0x0dbac5cf;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ecrreplay_players), &CHECKED)
    }
}

/// The table `roster` of ecrreplay: players in the file.
pub enum Roster {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Roster {
    type Row<'a> = Entry<'a>;
    const NAME: &'static str = "roster";
    const LAYOUT: u32 = 0x6db3f68d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ecrreplay_roster), &CHECKED)
    }
}

/// The table `teams` of ecrreplay: teams in each frame.
pub enum Teams {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Teams {
    type Row<'a> = super::echo::Team;
    const NAME: &'static str = "teams";
    const LAYOUT: u32 = 0xf407fa1b;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ecrreplay_teams), &CHECKED)
    }
}
