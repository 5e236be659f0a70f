// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of echoreplay.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Deflates`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Deflated {
    /// Offset in the zip of the bytes that are not in pieces, bytes.
    pub offset: u64,
    /// Number of these bytes, the first ones of the compressed text, bytes.
    pub size: u64,
    /// Size of the whole text, bytes.
    pub text_size: u64,
    /// CRC-32 of the whole text.
    pub checksum: u32,
    /// Level of zlib that makes them, 0 none.
    pub level: u8,
}
const _: () = assert!(std::mem::size_of::<Deflated>() == std::mem::size_of::<sys::echoreplay_deflated>());

/// A row of [`Frames`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame<'a> {
    /// Time since the first frame of the file, s.
    pub common: super::echo::Frame<'a>,
    /// Where the play space looks.
    pub vr: super::echo::Axes,
    /// Where the disc looks.
    pub disc: super::echo::Axes,
    /// Shoulder buttons: left, right, second left, second right; NaN if missing.
    pub shoulders: [f32; 4],
    /// Combat: payload multiplier.
    pub payload_multiplier: f32,
    /// Team and player in possession of the disc, -1 none.
    pub possession: [i32; 2],
    /// Number of disc bounces.
    pub bounce_count: i32,
    /// Rounds won by the blue team, rounds.
    pub blue_round_score: i32,
    /// Rounds won by the orange team, rounds.
    pub orange_round_score: i32,
    /// Rounds in the match, rounds.
    pub total_round_count: i32,
    /// Error code of the game's API, 0 for none.
    pub err_code: i32,
    /// Keys in the line: 1 clock, 2 status, 4 possession, 8 bounces, 16 rounds, 32 error, 64 multiplier, 128 shoulders.
    pub api: u8,
    /// Whether the match is private.
    pub private_match: u8,
    /// Whether this is a tournament match.
    pub tournament_match: u8,
    /// Members in the line: 1 blue_restart, 2 orange_restart, 4 private_match, 8 tournament_match, 16 blue_points, 32 orange_points, 64 rules_changed_at, 128 rules_changed_by.
    pub keys: u8,
    /// Members in the line: 1 blue_round_score, 2 orange_round_score, 4 total_round_count, 8 contested, 16 checkpoint, 32 payload_distance, 64 defenders, 128 payload_speed.
    pub round_keys: u8,
    /// Members of the disc: 1 position, 2 forward, 4 left, 8 up, 16 velocity.
    pub disc_keys: u8,
    /// Members of the play space: 1 position, 2 forward, 4 left, 8 up.
    pub vr_keys: u8,
    /// Members of the pause: 1 paused_state, 2 paused_team, 4 unpaused_team, 8 paused_timer, 16 unpaused_timer.
    pub pause_keys: u8,
    /// Members of the last goal: 1 score_team, 2 score_points, 4 goal_type, 8 score_disc_speed, 16 score_distance.
    pub score_keys: u8,
    /// Members of the last throw: a bit for each of the first eight.
    pub throw_keys: u8,
    /// Members of the last throw: a bit for each of the last five.
    pub throw_more_keys: u8,
    /// Whether the row is from a line, and has only the members of its keys.
    pub from_line: u8,
    #[allow(missing_docs)]
    pub unused: [u8; 6],
    /// Match id.
    pub session_id: crate::Text<'a>,
    /// Server address.
    pub session_ip: crate::Text<'a>,
    /// Name of the player who recorded.
    pub client_name: crate::Text<'a>,
    /// Match type.
    pub match_type: crate::Text<'a>,
    /// Map of the match.
    pub map_name: crate::Text<'a>,
    /// Match state as written in the file.
    pub status_text: crate::Text<'a>,
    /// Game clock as the game displays it.
    pub clock_display: crate::Text<'a>,
    /// Type of the last goal as written in the file.
    pub goal_text: crate::Text<'a>,
    /// Pause state as written in the file.
    pub paused_text: crate::Text<'a>,
    /// Name of the scorer.
    pub person_scored: crate::Text<'a>,
    /// Name of the assisting player.
    pub assist_scored: crate::Text<'a>,
    /// Error description.
    pub err_description: crate::Text<'a>,
    /// All other members, as JSON.
    pub extra: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Frame>() == std::mem::size_of::<sys::echoreplay_frame>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Whether the text is in a zip.
    pub container: u8,
    /// Name of the zip entry.
    pub entry: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::echoreplay_info>());

/// A row of [`Lines`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Line<'a> {
    /// Offset of the line in the text, bytes.
    pub offset: u64,
    /// Checksum of the line and its rows: a writer repeats the line only if it still matches; 0 if not all rows were read.
    pub digest: u64,
    /// Number of the line's frame, or of the next one.
    pub frame: u32,
    /// Kind of line.
    pub kind: u8,
    /// Number of the line's form in an archive, 0 none.
    pub form: u8,
    /// The line with its line ending; in an archive, a new form.
    pub text: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Line>() == std::mem::size_of::<sys::echoreplay_line>());

/// A row of [`Pieces`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piece<'a> {
    /// Bytes of the zip.
    pub bytes: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Piece>() == std::mem::size_of::<sys::echoreplay_piece>());

/// A row of [`Players`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player<'a> {
    /// Time since the first frame of the file, s.
    pub common: super::echo::Player<'a>,
    /// Where the head looks.
    pub head: super::echo::Axes,
    /// Where the body looks.
    pub body: super::echo::Axes,
    /// Where the left hand looks.
    pub left_hand: super::echo::Axes,
    /// Where the right hand looks.
    pub right_hand: super::echo::Axes,
    /// Position of the player, until mid-2020 instead of head and body, m.
    pub position: crate::Vec3,
    /// Where the head, until mid-2020 looks.
    pub axes: super::echo::Axes,
    /// Members in the line: 1 player_id, 2 userid, 4 number, 8 level, 16 ping, 32 packet_loss, 64 velocity, 128 name.
    pub keys: u8,
    /// Members in the line: 1 stunned, 2 invulnerable, 4 possession, 8 blocking, 16 weapon, 32 ordnance, 64 tac_mod, 128 arm.
    pub state_keys: u8,
    /// Poses of the API until mid-2020: 1 position, 2 forward, 4 left, 8 up, 16 left_hand and 32 right_hand are a position alone.
    pub flat_keys: u8,
    /// Members of head and body, 4 bits each: position, forward, left, up.
    pub pose_keys: u8,
    /// Members of the left and the right hand, 4 bits each: position, forward, left, up.
    pub hand_keys: u8,
    /// Statistics in the line: a bit for each of the first eight.
    pub stats_keys: u8,
    /// Statistics in the line: 1 steals, 2 shots_taken, 4 stuns, 8 possession_time.
    pub stats_more_keys: u8,
    /// Whether the row is from a line, and has only the members of its keys.
    pub from_line: u8,
    /// All other members, as JSON.
    pub extra: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::echoreplay_player>());

/// A row of [`Teams`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Team<'a> {
    /// Time since the first frame of the file, s.
    pub common: super::echo::Team,
    /// Members in the line: 1 possession, 2 name.
    pub keys: u8,
    /// Statistics in the line: a bit for each of the first eight.
    pub stats_keys: u8,
    /// Statistics in the line: 1 steals, 2 shots_taken, 4 stuns, 8 possession_time.
    pub stats_more_keys: u8,
    /// Whether the row is from a line, and has only the members of its keys.
    pub from_line: u8,
    #[allow(missing_docs)]
    pub unused: [u8; 4],
    /// Team name.
    pub name: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Team>() == std::mem::size_of::<sys::echoreplay_team>());

/// The table `bones` of echoreplay: bones in each frame.
pub enum Bones {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Bones {
    type Row<'a> = super::echo::Bone;
    const NAME: &'static str = "bones";
    const LAYOUT: u32 = 0xec78c648;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_bones), &CHECKED)
    }
}

/// The table `deflated` of echoreplay: in an archive: compressed text that is made again.
pub enum Deflates {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Deflates {
    type Row<'a> = Deflated;
    const NAME: &'static str = "deflated";
    const LAYOUT: u32 = 0xba6dfce8;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_deflates), &CHECKED)
    }
}

/// The table `frames` of echoreplay: match state in each frame.
pub enum Frames {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Frames {
    type Row<'a> = Frame<'a>;
    const NAME: &'static str = "frames";
    const LAYOUT: u32 = 0x361b896a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_frames), &CHECKED)
    }
}

/// The table `info` of echoreplay: container and entry name.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xab37783d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_infos), &CHECKED)
    }
}

/// The table `lines` of echoreplay: original lines.
pub enum Lines {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Lines {
    type Row<'a> = Line<'a>;
    const NAME: &'static str = "lines";
    const LAYOUT: u32 = 0xb6292081;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_lines), &CHECKED)
    }
}

/// The table `pieces` of echoreplay: original bytes of the zip archive.
pub enum Pieces {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Pieces {
    type Row<'a> = Piece<'a>;
    const NAME: &'static str = "pieces";
    const LAYOUT: u32 = 0x219edb72;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_pieces), &CHECKED)
    }
}

/// The table `players` of echoreplay: players in each frame.
pub enum Players {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Players {
    type Row<'a> = Player<'a>;
    const NAME: &'static str = "players";
    const LAYOUT: u32 = 0x5f83a88b;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_players), &CHECKED)
    }
}

/// The table `teams` of echoreplay: teams in each frame.
pub enum Teams {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Teams {
    type Row<'a> = Team<'a>;
    const NAME: &'static str = "teams";
    const LAYOUT: u32 = 0x1aea9d78;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echoreplay_teams), &CHECKED)
    }
}
