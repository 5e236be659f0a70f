// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of teehistorian.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Antibots`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Antibot<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Data of a closed-source module.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Antibot>() == std::mem::size_of::<sys::teehistorian_antibot>());

/// A row of [`Arguments`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Argument<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Argument index, from 0.
    pub number: u32,
    /// Argument text.
    pub text: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Argument>() == std::mem::size_of::<sys::teehistorian_argument>());

/// A row of [`Auths`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Auth<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// 1 helper, 2 moderator, 3 admin.
    pub level: i32,
    /// Name of the login key.
    pub key_name: crate::Text<'a>,
    /// Kind of event.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<Auth>() == std::mem::size_of::<sys::teehistorian_auth>());

/// A row of [`Clients`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Client<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Client version, 19080 is 19.8.
    pub version: i32,
    /// Connection id, which stays the same in the next game.
    pub connection_id: crate::Uuid,
    /// Version string.
    pub version_string: crate::Text<'a>,
    /// How the client reported it.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<Client>() == std::mem::size_of::<sys::teehistorian_client>());

/// A row of [`Commands`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Command<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Bits: 4 server console, 128 chat.
    pub flags: i32,
    /// Command name.
    pub command: crate::Text<'a>,
    /// Number of arguments.
    pub arguments: u32,
}
const _: () = assert!(std::mem::size_of::<Command>() == std::mem::size_of::<sys::teehistorian_command>());

/// A row of [`Drops`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Drop<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Reason, may be empty.
    pub reason: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Drop>() == std::mem::size_of::<sys::teehistorian_drop>());

/// A row of [`Endings`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ending {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Whether the file ends with FINISH.
    pub finished: u8,
}
const _: () = assert!(std::mem::size_of::<Ending>() == std::mem::size_of::<sys::teehistorian_ending>());

/// A row of [`Extensions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Extension<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Extension UUID.
    pub uuid: crate::Uuid,
    /// Extension name, if known.
    pub name: crate::Text<'a>,
    /// Payload.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Extension>() == std::mem::size_of::<sys::teehistorian_extension>());

/// A row of [`Finishes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Finish {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id or team.
    pub cid: i32,
    /// Duration of the run, tick.
    pub time: i32,
    /// Client or team.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<Finish>() == std::mem::size_of::<sys::teehistorian_finish>());

/// A row of [`Forms`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Form<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// One byte per number: 0 for the shortest encoding, else its size and unused bits.
    pub forms: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Form>() == std::mem::size_of::<sys::teehistorian_form>());

/// A row of [`HeaderTexts`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct HeaderText<'a> {
    /// Original JSON of the header.
    pub text: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<HeaderText>() == std::mem::size_of::<sys::teehistorian_header_text>());

/// A row of [`Headers`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Header<'a> {
    /// Version of the format, 1 or 2.
    pub version: i32,
    /// Minor version, which extends what messages mean; since DDNet 15.6.
    pub version_minor: i32,
    /// UUID of this game.
    pub game_uuid: crate::Uuid,
    /// UUID of the previous game on this server, nil if none.
    pub prev_game_uuid: crate::Uuid,
    /// Program that wrote the file.
    pub comment: crate::Text<'a>,
    /// Server version.
    pub server_version: crate::Text<'a>,
    /// Start time of the game, iso 8601.
    pub start_time: crate::Text<'a>,
    /// Start time since 1970, if it can be parsed, unix s.
    pub start_unix: i64,
    /// Server name.
    pub server_name: crate::Text<'a>,
    /// Server port.
    pub server_port: i32,
    /// Bit mask of the numbers that the header states: 1 version_minor, 2 server_port, 4 map_size.
    pub present: u8,
    /// Whether start_time could be parsed.
    pub start_known: u8,
    /// Game type.
    pub game_type: crate::Text<'a>,
    /// Map name.
    pub map_name: crate::Text<'a>,
    /// Map size, bytes.
    pub map_size: i64,
    /// SHA-256 of the map, as 64 hex digits.
    pub map_sha256: crate::Text<'a>,
    /// CRC-32 of the map, as 8 hex digits.
    pub map_crc: crate::Text<'a>,
    /// Random number generator: type, state and increment.
    pub prng_description: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Header>() == std::mem::size_of::<sys::teehistorian_header>());

/// A row of [`Inputs`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Input {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// -1 left, 0, 1 right.
    pub direction: i32,
    /// Horizontal aim, relative to the character, 1/32 tile.
    pub target_x: i32,
    /// Vertical aim, relative to the character, downwards, 1/32 tile.
    pub target_y: i32,
    /// 1 while jump is held.
    pub jump: i32,
    /// Counter modulo 64: each press and each release adds 1, odd while held.
    pub fire: i32,
    /// 1 while hook is held.
    pub hook: i32,
    /// Bits: 1 playing, 2 menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectating camera.
    pub player_flags: i32,
    /// Requested weapon plus 1, or 0.
    pub wanted_weapon: i32,
    /// Counter, like fire.
    pub next_weapon: i32,
    /// Counter, like fire.
    pub prev_weapon: i32,
    /// First input or a difference.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<Input>() == std::mem::size_of::<sys::teehistorian_input>());

/// A row of [`Joins`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Join {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
}
const _: () = assert!(std::mem::size_of::<Join>() == std::mem::size_of::<sys::teehistorian_join>());

/// A row of [`Messages`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Message<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Protocol of the client, 6 or 7.
    pub protocol: u8,
    /// Message id in that protocol; 0 if identified by UUID, -1 if unreadable.
    pub message_id: i32,
    /// Message UUID if the id is 0.
    pub uuid: crate::Uuid,
    /// Message as received.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Message>() == std::mem::size_of::<sys::teehistorian_message>());

/// A row of [`Names`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Name<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Name as the server accepted it.
    pub name: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Name>() == std::mem::size_of::<sys::teehistorian_name>());

/// A row of [`Positions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Position {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Horizontal position of the character, 1/32 tile.
    pub x: i32,
    /// Vertical position of the character, downwards, 1/32 tile.
    pub y: i32,
    /// Kind of change.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<Position>() == std::mem::size_of::<sys::teehistorian_position>());

/// A row of [`Practices`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Practice {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Race team.
    pub team: i32,
    /// 1 while the team is in practice mode.
    pub practice: i32,
}
const _: () = assert!(std::mem::size_of::<Practice>() == std::mem::size_of::<sys::teehistorian_practice>());

/// A row of [`Protocols`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Protocol {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Protocol.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<Protocol>() == std::mem::size_of::<sys::teehistorian_protocol>());

/// A row of [`Readies`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ready {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
}
const _: () = assert!(std::mem::size_of::<Ready>() == std::mem::size_of::<sys::teehistorian_ready>());

/// A row of [`Saves`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Save<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Race team.
    pub team: i32,
    /// UUID of the save.
    pub save_id: crate::Uuid,
    /// Text of the save, including names.
    pub save: crate::Text<'a>,
    /// Outcome.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<Save>() == std::mem::size_of::<sys::teehistorian_save>());

/// A row of [`Skips`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Skip {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
}
const _: () = assert!(std::mem::size_of::<Skip>() == std::mem::size_of::<sys::teehistorian_skip>());

/// A row of [`Swaps`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Swap {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Client id of the other player.
    pub other_cid: i32,
}
const _: () = assert!(std::mem::size_of::<Swap>() == std::mem::size_of::<sys::teehistorian_swap>());

/// A row of [`Tails`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tail<'a> {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Bytes after the fields of an extension.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Tail>() == std::mem::size_of::<sys::teehistorian_tail>());

/// A row of [`Teams`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Team {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Client id.
    pub cid: i32,
    /// Race team, 0 if none.
    pub team: i32,
}
const _: () = assert!(std::mem::size_of::<Team>() == std::mem::size_of::<sys::teehistorian_team>());

/// A row of [`Ticks`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tick {
    /// Message number in the file, from 0.
    pub seq: u64,
    /// Offset of the message in the file, bytes.
    pub offset: u64,
    /// Tick number, 50 per second, tick.
    pub tick: i32,
    /// Whether decreasing client ids marked the tick, not TICK_SKIP.
    pub implied: u8,
}
const _: () = assert!(std::mem::size_of::<Tick>() == std::mem::size_of::<sys::teehistorian_tick>());

/// A row of [`Trailings`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trailing<'a> {
    /// Offset in the file, bytes.
    pub offset: u64,
    /// Bytes after FINISH.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Trailing>() == std::mem::size_of::<sys::teehistorian_trailing>());

/// A row of [`Values`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Value<'a> {
    /// List in the header.
    pub section: u8,
    /// Setting name; empty in a list of names.
    pub key: crate::Text<'a>,
    /// Value as text; JSON in the section other.
    pub value: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Value>() == std::mem::size_of::<sys::teehistorian_value>());

/// The table `antibots` of teehistorian: data of an anti-cheat module.
pub enum Antibots {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Antibots {
    type Row<'a> = Antibot<'a>;
    const NAME: &'static str = "antibots";
    const LAYOUT: u32 = 0x2a0d5e44;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_antibots), &CHECKED)
    }
}

/// The table `arguments` of teehistorian: command arguments.
pub enum Arguments {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Arguments {
    type Row<'a> = Argument<'a>;
    const NAME: &'static str = "arguments";
    const LAYOUT: u32 = 0x75ffa645;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_arguments), &CHECKED)
    }
}

/// The table `auths` of teehistorian: logins to the remote console.
pub enum Auths {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Auths {
    type Row<'a> = Auth<'a>;
    const NAME: &'static str = "auths";
    const LAYOUT: u32 = 0xd7e332d7;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_auths), &CHECKED)
    }
}

/// The table `clients` of teehistorian: versions of the clients.
pub enum Clients {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Clients {
    type Row<'a> = Client<'a>;
    const NAME: &'static str = "clients";
    const LAYOUT: u32 = 0x5674a141;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_clients), &CHECKED)
    }
}

/// The table `commands` of teehistorian: executed commands.
pub enum Commands {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Commands {
    type Row<'a> = Command<'a>;
    const NAME: &'static str = "commands";
    const LAYOUT: u32 = 0xd4e11559;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_commands), &CHECKED)
    }
}

/// The table `drops` of teehistorian: clients that left.
pub enum Drops {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Drops {
    type Row<'a> = Drop<'a>;
    const NAME: &'static str = "drops";
    const LAYOUT: u32 = 0x526ceb61;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_drops), &CHECKED)
    }
}

/// The table `endings` of teehistorian: end of the file.
pub enum Endings {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Endings {
    type Row<'a> = Ending;
    const NAME: &'static str = "endings";
    const LAYOUT: u32 = 0xe1e3b3ea;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_endings), &CHECKED)
    }
}

/// The table `extensions` of teehistorian: unknown or truncated extensions.
pub enum Extensions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Extensions {
    type Row<'a> = Extension<'a>;
    const NAME: &'static str = "extensions";
    const LAYOUT: u32 = 0x7dd5117b;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_extensions), &CHECKED)
    }
}

/// The table `finishes` of teehistorian: players and teams that finished the map.
pub enum Finishes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Finishes {
    type Row<'a> = Finish;
    const NAME: &'static str = "finishes";
    const LAYOUT: u32 = 0x3355467d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_finishes), &CHECKED)
    }
}

/// The table `forms` of teehistorian: messages with overlong numbers.
pub enum Forms {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Forms {
    type Row<'a> = Form<'a>;
    const NAME: &'static str = "forms";
    const LAYOUT: u32 = 0xdcdd01f9;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_forms), &CHECKED)
    }
}

/// The table `header_text` of teehistorian: header text.
pub enum HeaderTexts {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for HeaderTexts {
    type Row<'a> = HeaderText<'a>;
    const NAME: &'static str = "header_text";
    const LAYOUT: u32 = 0xc8f3d5f4;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_header_texts), &CHECKED)
    }
}

/// The table `header` of teehistorian: game, map and server.
pub enum Headers {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Headers {
    type Row<'a> = Header<'a>;
    const NAME: &'static str = "header";
    const LAYOUT: u32 = 0x934ab593;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_headers), &CHECKED)
    }
}

/// The table `inputs` of teehistorian: client inputs.
pub enum Inputs {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Inputs {
    type Row<'a> = Input;
    const NAME: &'static str = "inputs";
    const LAYOUT: u32 = 0x6df95000;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_inputs), &CHECKED)
    }
}

/// The table `joins` of teehistorian: clients that connected.
pub enum Joins {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Joins {
    type Row<'a> = Join;
    const NAME: &'static str = "joins";
    const LAYOUT: u32 = 0xab14015c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_joins), &CHECKED)
    }
}

/// The table `messages` of teehistorian: network messages from clients.
pub enum Messages {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Messages {
    type Row<'a> = Message<'a>;
    const NAME: &'static str = "messages";
    const LAYOUT: u32 = 0xe196421c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_messages), &CHECKED)
    }
}

/// The table `names` of teehistorian: names as the server accepted them.
pub enum Names {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Names {
    type Row<'a> = Name<'a>;
    const NAME: &'static str = "names";
    const LAYOUT: u32 = 0x73710b3e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_names), &CHECKED)
    }
}

/// The table `positions` of teehistorian: characters that appeared, moved or disappeared.
pub enum Positions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Positions {
    type Row<'a> = Position;
    const NAME: &'static str = "positions";
    const LAYOUT: u32 = 0xed856fb7;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_positions), &CHECKED)
    }
}

/// The table `practices` of teehistorian: teams in practice mode.
pub enum Practices {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Practices {
    type Row<'a> = Practice;
    const NAME: &'static str = "practices";
    const LAYOUT: u32 = 0x3a476f86;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_practices), &CHECKED)
    }
}

/// The table `protocols` of teehistorian: protocols of joining clients.
pub enum Protocols {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Protocols {
    type Row<'a> = Protocol;
    const NAME: &'static str = "protocols";
    const LAYOUT: u32 = 0x4793fdbd;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_protocols), &CHECKED)
    }
}

/// The table `readies` of teehistorian: clients that entered the game.
pub enum Readies {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Readies {
    type Row<'a> = Ready;
    const NAME: &'static str = "readies";
    const LAYOUT: u32 = 0xab14015c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_readies), &CHECKED)
    }
}

/// The table `saves` of teehistorian: teams that were saved and loaded.
pub enum Saves {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Saves {
    type Row<'a> = Save<'a>;
    const NAME: &'static str = "saves";
    const LAYOUT: u32 = 0x33594c56;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_saves), &CHECKED)
    }
}

/// The table `skips` of teehistorian: TICK_SKIP where servers write none.
pub enum Skips {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Skips {
    type Row<'a> = Skip;
    const NAME: &'static str = "skips";
    const LAYOUT: u32 = 0xe1b039ed;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_skips), &CHECKED)
    }
}

/// The table `swaps` of teehistorian: players who swapped their tees.
pub enum Swaps {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Swaps {
    type Row<'a> = Swap;
    const NAME: &'static str = "swaps";
    const LAYOUT: u32 = 0x6aa0db15;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_swaps), &CHECKED)
    }
}

/// The table `tails` of teehistorian: bytes after the fields of extensions.
pub enum Tails {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Tails {
    type Row<'a> = Tail<'a>;
    const NAME: &'static str = "tails";
    const LAYOUT: u32 = 0x2a0d5e44;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_tails), &CHECKED)
    }
}

/// The table `teams` of teehistorian: team changes.
pub enum Teams {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Teams {
    type Row<'a> = Team;
    const NAME: &'static str = "teams";
    const LAYOUT: u32 = 0x693ac785;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_teams), &CHECKED)
    }
}

/// The table `ticks` of teehistorian: tick marks in the file.
pub enum Ticks {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Ticks {
    type Row<'a> = Tick;
    const NAME: &'static str = "ticks";
    const LAYOUT: u32 = 0xd1cf0182;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_ticks), &CHECKED)
    }
}

/// The table `trailing` of teehistorian: bytes after FINISH.
pub enum Trailings {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Trailings {
    type Row<'a> = Trailing<'a>;
    const NAME: &'static str = "trailing";
    const LAYOUT: u32 = 0x2b7d9eec;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_trailings), &CHECKED)
    }
}

/// The table `header_values` of teehistorian: lists in the header: settings, physics, names.
pub enum Values {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Values {
    type Row<'a> = Value<'a>;
    const NAME: &'static str = "header_values";
    const LAYOUT: u32 = 0x6f94f010;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::teehistorian_values), &CHECKED)
    }
}
