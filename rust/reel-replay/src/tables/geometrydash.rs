// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of geometrydash.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Buttons`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Button {
    /// Presses.
    pub presses: u64,
    /// Releases.
    pub releases: u64,
    /// Button.
    pub button: u8,
    /// True for the second player.
    pub player2: u8,
}
const _: () = assert!(std::mem::size_of::<Button>() == std::mem::size_of::<sys::geometrydash_button>());

/// A row of [`Clicks`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Click {
    /// Time of the press, s.
    pub time: f64,
    /// Frame of the press, frames.
    pub frame: i64,
    /// Presses of this player in the second ending here.
    pub second: u32,
    /// Button.
    pub button: u8,
    /// True for the second player.
    pub player2: u8,
    #[allow(missing_docs)]
    pub has_second: u8,
}
const _: () = assert!(std::mem::size_of::<Click>() == std::mem::size_of::<sys::geometrydash_click>());

/// A row of [`Holds`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hold {
    /// Time of the press, s.
    pub time: f64,
    /// Frame of the press, frames.
    pub frame: i64,
    /// Frames from press to release, frames.
    pub length: i64,
    /// Button.
    pub button: u8,
    /// True for the second player.
    pub player2: u8,
}
const _: () = assert!(std::mem::size_of::<Hold>() == std::mem::size_of::<sys::geometrydash_hold>());

/// A row of [`Players`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player {
    /// Mean hold length, frames.
    pub mean_hold: f64,
    /// Presses.
    pub presses: u64,
    /// Releases.
    pub releases: u64,
    /// Releases of a button that was not held.
    pub orphan_releases: u64,
    /// Presses of a button that was already held.
    pub presses_while_held: u64,
    /// Buttons still held at the end.
    pub held_at_end: u64,
    /// Presses with a matching release.
    pub holds: u64,
    /// Shortest hold, frames.
    pub shortest_hold: i64,
    /// Longest hold, frames.
    pub longest_hold: i64,
    /// Holds that end on the frame they begin on.
    pub zero_frame_holds: u64,
    /// Holds of one frame.
    pub one_frame_holds: u64,
    /// Maximum presses in any second.
    pub most_presses: u64,
    /// True for the second player.
    pub player2: u8,
    /// The player has at least one hold.
    pub has_holds: u8,
    #[allow(missing_docs)]
    pub has_presses: u8,
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::geometrydash_player>());

/// A row of [`Summaries`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Summary<'a> {
    /// SHA-256 of the sorted inputs of all attempts; equal for macros with the same inputs.
    pub content_hash: crate::Text<'a>,
    /// Frames per second; 240 if the file does not state it, 1/s.
    pub framerate: f64,
    /// Time of the last input, s.
    pub length: f64,
    /// Duration stated in the header; frames are converted to seconds, s.
    pub duration: f64,
    /// Presses divided by the time of the last input, 1/s.
    pub presses_per_second: f64,
    /// Frame of the first input, frames.
    pub first_frame: i64,
    /// Frame of the last input, frames.
    pub last_frame: i64,
    /// Attempts in the file; the figures are of the last one.
    pub attempts: u64,
    /// Number of presses and releases.
    pub inputs: u64,
    /// Presses of both players.
    pub presses: u64,
    /// Releases of both players.
    pub releases: u64,
    /// Maximum presses of both players in any second.
    pub most_presses: u64,
    /// Inputs identical to an earlier input on the same frame.
    pub exact_duplicates: u64,
    /// Inputs on the same frame as the player's previous input.
    pub same_frame: u64,
    /// Presses with more than 15 of the same player in the second ending there.
    pub limit_breaks: u64,
    /// Longest run of presses of one player at equal intervals.
    pub longest_even_run: u64,
    /// The header says so, or left or right is pressed.
    pub platformer: u8,
    /// The inputs look machine-made (a heuristic).
    pub likely_bot: u8,
    /// The macro has at least one input.
    pub has_inputs: u8,
    #[allow(missing_docs)]
    pub has_rate: u8,
    #[allow(missing_docs)]
    pub has_duration: u8,
    #[allow(missing_docs)]
    pub has_framerate: u8,
    #[allow(missing_docs)]
    pub has_length: u8,
    #[allow(missing_docs)]
    pub has_verdict: u8,
    /// Notes found while reading and measuring.
    pub reading: crate::Reading,
}
const _: () = assert!(std::mem::size_of::<Summary>() == std::mem::size_of::<sys::geometrydash_summary>());

/// The table `buttons` of geometrydash: presses and releases per button.
pub enum Buttons {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Buttons {
    type Row<'a> = Button;
    const NAME: &'static str = "buttons";
    const LAYOUT: u32 = 0xf283f1ce;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::geometrydash_buttons), &CHECKED)
    }
}

/// The table `clicks` of geometrydash: every press: a click track.
pub enum Clicks {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Clicks {
    type Row<'a> = Click;
    const NAME: &'static str = "clicks";
    const LAYOUT: u32 = 0x270a10a3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::geometrydash_clicks), &CHECKED)
    }
}

/// The table `holds` of geometrydash: presses with their releases.
pub enum Holds {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Holds {
    type Row<'a> = Hold;
    const NAME: &'static str = "holds";
    const LAYOUT: u32 = 0x94e29e2d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::geometrydash_holds), &CHECKED)
    }
}

/// The table `player_stats` of geometrydash: statistics per player.
pub enum Players {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Players {
    type Row<'a> = Player;
    const NAME: &'static str = "player_stats";
    const LAYOUT: u32 = 0x00eac1b3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::geometrydash_players), &CHECKED)
    }
}

/// The table `summary` of geometrydash: statistics of the macro.
pub enum Summaries {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Summaries {
    type Row<'a> = Summary<'a>;
    const NAME: &'static str = "summary";
    const LAYOUT: u32 = 0x1d8f82c6;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::geometrydash_summaries), &CHECKED)
    }
}
