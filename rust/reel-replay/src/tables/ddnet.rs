// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of ddnet.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Activities`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Activity<'a> {
    /// Session number.
    pub session: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Last player name.
    pub name: crate::Text<'a>,
    /// Length of the session, tick.
    pub ticks: i64,
    /// Time without a new input, not counting the first ten seconds of each stretch, tick.
    pub idle_ticks: i64,
    /// Longest stretch without a new input, tick.
    pub longest_idle_ticks: i64,
    /// Time in the menu, tick.
    pub menu_ticks: i64,
    /// Time typing in the chat, tick.
    pub chatting_ticks: i64,
    /// Distance travelled, excluding teleports and swaps, tile.
    pub distance: f64,
    /// Jump presses; not one that is down at the first input.
    pub jumps: i64,
    /// Hook presses; not one that is down at the first input.
    pub hooks: i64,
    /// Fire presses; not one that is down at the first input.
    pub shots: i64,
    /// Direction changes.
    pub direction_changes: i64,
    /// Changes of the requested weapon.
    pub weapon_changes: i64,
}
const _: () = assert!(std::mem::size_of::<Activity>() == std::mem::size_of::<sys::ddnet_activity>());

/// A row of [`Characters`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Character {
    /// Session the character belongs to.
    pub session: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Tick of the spawn, tick.
    pub new_tick: i32,
    /// Tick of the removal; missing if still alive at the end of the file, tick.
    pub old_tick: i32,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Character>() == std::mem::size_of::<sys::ddnet_character>());

/// A row of [`Commands`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Command<'a> {
    /// Tick of the message, tick.
    pub tick: i32,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Client id, or a negative value if no client ran it.
    pub cid: i32,
    /// Session; missing if no client ran it.
    pub session: i32,
    /// Flag mask of the call.
    pub flags: i32,
    /// Origin of the command.
    pub source: u8,
    #[allow(missing_docs)]
    pub present: u8,
    /// Command name.
    pub command: crate::Text<'a>,
    /// Arguments as a JSON array.
    pub args: crate::Text<'a>,
    /// Remote console access level of the client: 0 none, 1 helper, 2 moderator, 3 admin; missing if it is not recorded.
    pub level: i32,
}
const _: () = assert!(std::mem::size_of::<Command>() == std::mem::size_of::<sys::ddnet_command>());

/// A row of [`Finishes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Finish<'a> {
    /// Tick of the message, tick.
    pub tick: i32,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Whether a player or a team finished.
    pub kind: u8,
    #[allow(missing_docs)]
    pub present: u8,
    /// Client id of the player; missing for a team.
    pub cid: i32,
    /// Session of the player; missing for a team.
    pub session: i32,
    /// The team, or the team of the player.
    pub team: i32,
    /// Finish time, tick.
    pub time_ticks: i32,
    /// Finish time, s.
    pub time: f64,
    /// When the clock of the run started; missing if a loaded save started it in another game, tick.
    pub start_tick: i32,
    /// The team was in practice mode, so the time does not count.
    pub practice: u8,
    /// Of a player whose team finished in this tick; the run is the team's row.
    pub of_team: u8,
    /// Name of the player.
    pub name: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Finish>() == std::mem::size_of::<sys::ddnet_finish>());

/// A row of [`Heats`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Heat {
    /// Tile column, tile.
    pub tile_x: i32,
    /// Tile row, counted downwards, tile.
    pub tile_y: i32,
    /// Time characters spent on the tile, tick.
    pub ticks: i64,
}
const _: () = assert!(std::mem::size_of::<Heat>() == std::mem::size_of::<sys::ddnet_heat>());

/// A row of [`Inputs`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Input {
    /// Tick, tick.
    pub tick: i32,
    /// Client id (slot).
    pub cid: i32,
    /// -1 left, 0, 1 right.
    pub direction: i32,
    /// Aim x, relative to the character, 1/32 tile.
    pub target_x: i32,
    /// Aim y, relative to the character, growing downwards, 1/32 tile.
    pub target_y: i32,
    /// 1 while jump is held.
    pub jump: i32,
    /// Counter modulo 64, odd while fire is held.
    pub fire: i32,
    /// 1 while hook is held.
    pub hook: i32,
    /// Bits: 1 playing, 2 menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectating camera.
    pub player_flags: i32,
    /// Requested weapon plus 1; 0 if none.
    pub wanted_weapon: i32,
    /// Counter with the same encoding as fire.
    pub next_weapon: i32,
    /// Counter with the same encoding as fire.
    pub prev_weapon: i32,
}
const _: () = assert!(std::mem::size_of::<Input>() == std::mem::size_of::<sys::ddnet_input>());

/// A row of [`Names`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Name<'a> {
    /// Tick of the message, tick.
    pub tick: i32,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Client id (slot).
    pub cid: i32,
    /// Session.
    pub session: i32,
    /// Message that carried the name.
    pub origin: u8,
    /// Player name.
    pub name: crate::Text<'a>,
    /// Clan.
    pub clan: crate::Text<'a>,
    /// ISO 3166-1 numeric country code; -1 if the player chose none.
    pub country: i32,
    /// Skin, or its six parts in protocol 0.7.
    pub skin: crate::Text<'a>,
    #[allow(missing_docs)]
    pub described: u8,
}
const _: () = assert!(std::mem::size_of::<Name>() == std::mem::size_of::<sys::ddnet_name>());

/// A row of [`Onlines`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Online {
    /// First tick with these numbers, tick.
    pub tick: i32,
    /// Clients online.
    pub clients: i32,
    /// Characters alive.
    pub characters: i32,
}
const _: () = assert!(std::mem::size_of::<Online>() == std::mem::size_of::<sys::ddnet_online>());

/// A row of [`Positions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Position {
    /// Tick, tick.
    pub tick: i32,
    /// Client id (slot).
    pub cid: i32,
    /// X position of the character, 1/32 tile.
    pub x: i32,
    /// Y position of the character, growing downwards, 1/32 tile.
    pub y: i32,
    /// Session of the character; -1 if none.
    pub session: i32,
}
const _: () = assert!(std::mem::size_of::<Position>() == std::mem::size_of::<sys::ddnet_position>());

/// A row of [`Sessions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Session<'a> {
    /// Session number, from 0.
    pub session: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Start of the session, tick.
    pub start_tick: i32,
    /// End of the session, tick.
    pub end_tick: i32,
    /// How the session began.
    pub start: u8,
    /// How the session ended.
    pub end: u8,
    /// Network protocol: 6 or 7.
    pub protocol: u8,
    #[allow(missing_docs)]
    pub present: u8,
    /// Reason given for the drop.
    pub reason: crate::Text<'a>,
    /// When the client entered the game, tick.
    pub ready_tick: i32,
    /// DDNet version of the client.
    pub ddnet_version: i32,
    /// Connection id of the client.
    pub connection_id: crate::Uuid,
    /// First player name.
    pub first_name: crate::Text<'a>,
    /// Last player name.
    pub last_name: crate::Text<'a>,
    /// Characters spawned.
    pub characters: i32,
    /// Time with a character alive, tick.
    pub alive_ticks: i64,
    /// Number of inputs.
    pub inputs: i64,
    /// Number of network messages.
    pub messages: i64,
    /// Number of chat commands.
    pub chat_commands: i64,
    /// Number of finishes.
    pub finishes: i32,
    /// Best finish time, tick.
    pub best_time_ticks: i32,
}
const _: () = assert!(std::mem::size_of::<Session>() == std::mem::size_of::<sys::ddnet_session>());

/// A row of [`Teams`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Team {
    /// Tick of the message, tick.
    pub tick: i32,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// What changed.
    pub kind: u8,
    /// Client id of the player.
    pub cid: i32,
    /// Team number.
    pub team: i32,
    /// 1 if the team is in practice mode.
    pub practice: i32,
}
const _: () = assert!(std::mem::size_of::<Team>() == std::mem::size_of::<sys::ddnet_team>());

/// A row of [`Votes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Vote<'a> {
    /// Tick of the message, tick.
    pub tick: i32,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Client id (slot).
    pub cid: i32,
    /// Session.
    pub session: i32,
    /// Whether a vote was called or cast.
    pub kind: u8,
    #[allow(missing_docs)]
    pub called: u8,
    /// -1 no, 0 withdrawn, 1 yes; missing for a call.
    pub vote: i32,
    /// Type of the vote: kick, option or spectate.
    pub r#type: crate::Text<'a>,
    /// The option, or the client id to kick or move.
    pub value: crate::Text<'a>,
    /// Reason given.
    pub reason: crate::Text<'a>,
    /// Nonzero if the caller asked to skip the vote.
    pub force: i32,
}
const _: () = assert!(std::mem::size_of::<Vote>() == std::mem::size_of::<sys::ddnet_vote>());

/// The table `activity` of ddnet: player activity per session.
pub enum Activities {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Activities {
    type Row<'a> = Activity<'a>;
    const NAME: &'static str = "activity";
    const LAYOUT: u32 = 0x79bdb2b8;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_activities), &CHECKED)
    }
}

/// The table `characters` of ddnet: lifetimes of characters.
pub enum Characters {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Characters {
    type Row<'a> = Character;
    const NAME: &'static str = "characters";
    const LAYOUT: u32 = 0xb341fa64;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_characters), &CHECKED)
    }
}

/// The table `commands` of ddnet: commands that were run.
pub enum Commands {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Commands {
    type Row<'a> = Command<'a>;
    const NAME: &'static str = "commands";
    const LAYOUT: u32 = 0x9bb2bb9c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_commands), &CHECKED)
    }
}

/// The table `finishes` of ddnet: finishes of players and teams.
pub enum Finishes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Finishes {
    type Row<'a> = Finish<'a>;
    const NAME: &'static str = "finishes";
    const LAYOUT: u32 = 0xe4dfd721;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_finishes), &CHECKED)
    }
}

/// The table `heat` of ddnet: time characters spent on each tile.
pub enum Heats {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Heats {
    type Row<'a> = Heat;
    const NAME: &'static str = "heat";
    const LAYOUT: u32 = 0xfc3001eb;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_heats), &CHECKED)
    }
}

/// The table `tick_inputs` of ddnet: every input in every tick.
pub enum Inputs {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Inputs {
    type Row<'a> = Input;
    const NAME: &'static str = "tick_inputs";
    const LAYOUT: u32 = 0x716686fe;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_inputs), &CHECKED)
    }
}

/// The table `names` of ddnet: player names requested and assigned.
pub enum Names {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Names {
    type Row<'a> = Name<'a>;
    const NAME: &'static str = "names";
    const LAYOUT: u32 = 0x70ada525;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_names), &CHECKED)
    }
}

/// The table `online` of ddnet: clients and characters over time.
pub enum Onlines {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Onlines {
    type Row<'a> = Online;
    const NAME: &'static str = "online";
    const LAYOUT: u32 = 0xd97a3f53;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_onlines), &CHECKED)
    }
}

/// The table `tick_positions` of ddnet: position of every character in every tick.
pub enum Positions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Positions {
    type Row<'a> = Position;
    const NAME: &'static str = "tick_positions";
    const LAYOUT: u32 = 0x7b16c1a9;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_positions), &CHECKED)
    }
}

/// The table `sessions` of ddnet: stays of clients on the server.
pub enum Sessions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Sessions {
    type Row<'a> = Session<'a>;
    const NAME: &'static str = "sessions";
    const LAYOUT: u32 = 0x322f8a82;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_sessions), &CHECKED)
    }
}

/// The table `teams` of ddnet: team changes and practice mode.
pub enum Teams {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Teams {
    type Row<'a> = Team;
    const NAME: &'static str = "teams";
    const LAYOUT: u32 = 0x2b52e7df;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_teams), &CHECKED)
    }
}

/// The table `votes` of ddnet: votes called and cast.
pub enum Votes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Votes {
    type Row<'a> = Vote<'a>;
    const NAME: &'static str = "votes";
    const LAYOUT: u32 = 0x41b0e2c2;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_votes), &CHECKED)
    }
}
