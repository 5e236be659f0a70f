// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of milk.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Frames`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame<'a> {
    /// Computed time since the first frame: frame / info.rate, s.
    pub common: super::echo::Frame<'a>,
    /// Number of the preceding statistics record, from 0.
    pub tally: u32,
    /// State byte.
    pub state: u8,
}
const _: () = assert!(std::mem::size_of::<Frame>() == std::mem::size_of::<sys::milk_frame>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Assumed frames per second: those between the first two statistics records, else 45, frames.
    pub rate: u32,
    /// Bits: 128 private match, 64 not Arena, 32 tournament.
    pub flags: u8,
    /// Players on the blue team.
    pub blue_players: u8,
    /// Players on the orange team.
    pub orange_players: u8,
    #[allow(missing_docs)]
    pub unused: u8,
    /// Name of the player who recorded.
    pub author: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::milk_info>());

/// A row of [`Players`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player<'a> {
    /// Computed time since the first frame: frame / info.rate, s.
    pub common: super::echo::Player<'a>,
    /// Direction the player faces.
    pub axes: super::echo::Axes,
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::milk_player>());

/// A row of [`Roster`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Entry<'a> {
    /// Number that rows use for the player, from 1.
    pub player: u8,
    /// Player's team.
    pub team: u8,
    /// Slot in the team, from 0.
    pub slot: u8,
    /// Jersey number.
    pub number: u16,
    /// Player's name.
    pub name: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Entry>() == std::mem::size_of::<sys::milk_entry>());

/// A row of [`Statistics`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stats {
    /// Computed time since the first frame: frame / info.rate, s.
    pub time: f64,
    /// Offset of the bytes in the file, bytes.
    pub offset: u64,
    /// Number of the frame, from 0.
    pub frame: u32,
    /// Number of the statistics record, from 0.
    pub tally: u32,
    /// Team.
    pub team: u8,
    /// Number in the roster, from 1; 0 for the team's own statistics.
    pub player: u8,
    /// Eleven counters and the possession time as a half float, in an undocumented order.
    pub bytes: [u8; 13],
    #[allow(missing_docs)]
    pub unused: u8,
}
const _: () = assert!(std::mem::size_of::<Stats>() == std::mem::size_of::<sys::milk_stats>());

/// The table `frames` of milk: match state in each frame.
pub enum Frames {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Frames {
    type Row<'a> = Frame<'a>;
    const NAME: &'static str = "frames";
    const LAYOUT: u32 = 0xb6741e20;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::milk_frames), &CHECKED)
    }
}

/// The table `info` of milk: data before the frames.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0x2f3192a6;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::milk_infos), &CHECKED)
    }
}

/// The table `players` of milk: players in each frame.
pub enum Players {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Players {
    type Row<'a> = Player<'a>;
    const NAME: &'static str = "players";
    const LAYOUT: u32 = 0xcdd3d29e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::milk_players), &CHECKED)
    }
}

/// The table `roster` of milk: players in the file.
pub enum Roster {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Roster {
    type Row<'a> = Entry<'a>;
    const NAME: &'static str = "roster";
    const LAYOUT: u32 = 0x0008e664;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::milk_roster), &CHECKED)
    }
}

/// The table `stats` of milk: statistics of teams and players, once per second, as raw bytes.
pub enum Statistics {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Statistics {
    type Row<'a> = Stats;
    const NAME: &'static str = "stats";
    const LAYOUT: u32 = 0xbe05809a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::milk_statistics), &CHECKED)
    }
}

/// The table `teams` of milk: teams in each frame.
pub enum Teams {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Teams {
    type Row<'a> = super::echo::Team;
    const NAME: &'static str = "teams";
    const LAYOUT: u32 = 0x11464c91;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::milk_teams), &CHECKED)
    }
}
