// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of macros.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Attempts`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Attempt {
    /// When the player died, from the start of the attempt, s.
    pub death_time: f64,
    /// The second player died.
    pub death_player2: u8,
    /// Number of its inputs.
    pub inputs: u32,
}
const _: () = assert!(std::mem::size_of::<Attempt>() == std::mem::size_of::<sys::macros_attempt>());

/// A row of [`Endings`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ending {
    /// Random seed of the game.
    pub seed: u64,
}
const _: () = assert!(std::mem::size_of::<Ending>() == std::mem::size_of::<sys::macros_ending>());

/// A row of [`Events`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Event {
    /// Frame of the event, frames.
    pub frame: i64,
    /// Random seed from here on.
    pub seed: u64,
    /// Frames per second from here on, for a change of the rate, 1/s.
    pub tps: f64,
    /// Number of inputs before it in the file.
    pub index: u32,
    /// Kind of event.
    pub kind: u8,
    /// The event has a seed.
    pub has_seed: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 2],
}
const _: () = assert!(std::mem::size_of::<Event>() == std::mem::size_of::<sys::macros_event>());

/// A row of [`Fixes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fix {
    /// Frame of the fix, frames.
    pub frame: i64,
    /// Vertical speed.
    pub y_velocity: f64,
    /// Position, units.
    pub x: f32,
    /// Position, units.
    pub y: f32,
    /// Rotation, deg.
    pub rotation: f32,
    /// The second player.
    pub player2: u8,
    /// Which values are known: 1 position, 2 rotation, 4 y velocity.
    pub has: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 2],
}
const _: () = assert!(std::mem::size_of::<Fix>() == std::mem::size_of::<sys::macros_fix>());

/// A row of [`Headers`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Header {
    /// Random seed of the game.
    pub seed: u64,
    /// Version of the format, 0 if the file has none.
    pub version: u32,
    /// Flags of the format.
    pub flags: u32,
    /// The file has a seed.
    pub has_seed: u8,
}
const _: () = assert!(std::mem::size_of::<Header>() == std::mem::size_of::<sys::macros_header>());

/// A row of [`Times`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Time {
    /// Frame of the input, frames.
    pub frame: i64,
    /// Time of the input as in the file, s.
    pub time: f64,
}
const _: () = assert!(std::mem::size_of::<Time>() == std::mem::size_of::<sys::macros_time>());

/// A row of [`Tries`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Try {
    /// Number of the attempt, from 0.
    pub attempt: u32,
    /// Time of the input, from the start of the attempt, s.
    pub time: f64,
    /// Button.
    pub button: u8,
    /// Input of the second player.
    pub player2: u8,
    /// Pressed; otherwise released.
    pub down: u8,
}
const _: () = assert!(std::mem::size_of::<Try>() == std::mem::size_of::<sys::macros_try>());

/// The table `attempts` of slc3: failed attempts before the run.
pub enum Attempts {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Attempts {
    type Row<'a> = Attempt;
    const NAME: &'static str = "attempts";
    const LAYOUT: u32 = 0x82769b6a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::macros_attempts), &CHECKED)
    }
}

/// The table `ending` of slc3: what follows the inputs.
pub enum Endings {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Endings {
    type Row<'a> = Ending;
    const NAME: &'static str = "ending";
    const LAYOUT: u32 = 0xd760f475;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::macros_endings), &CHECKED)
    }
}

/// The table `events` of slc3: restarts, deaths and changes of the rate between the inputs.
pub enum Events {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Events {
    type Row<'a> = Event;
    const NAME: &'static str = "events";
    const LAYOUT: u32 = 0x809b7611;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::macros_events), &CHECKED)
    }
}

/// The table `fixes` of slc3: positions to which the bot puts a player back.
pub enum Fixes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Fixes {
    type Row<'a> = Fix;
    const NAME: &'static str = "fixes";
    const LAYOUT: u32 = 0x9e06ce94;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::macros_fixes), &CHECKED)
    }
}

/// The table `header` of slc3: what the info has no field for.
pub enum Headers {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Headers {
    type Row<'a> = Header;
    const NAME: &'static str = "header";
    const LAYOUT: u32 = 0x08494b59;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::macros_headers), &CHECKED)
    }
}

/// The table `times` of slc3: times of the inputs, if the format stores times.
pub enum Times {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Times {
    type Row<'a> = Time;
    const NAME: &'static str = "times";
    const LAYOUT: u32 = 0x872f5878;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::macros_times), &CHECKED)
    }
}

/// The table `attempt_inputs` of slc3: inputs of the failed attempts.
pub enum Tries {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Tries {
    type Row<'a> = Try;
    const NAME: &'static str = "attempt_inputs";
    const LAYOUT: u32 = 0xda4a0912;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::macros_tries), &CHECKED)
    }
}
