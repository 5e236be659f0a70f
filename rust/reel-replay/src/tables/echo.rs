// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of echo.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`butter::Bones`](super::butter::Bones) and of [`echoreplay::Bones`](super::echoreplay::Bones).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bone {
    /// Time since the first frame of the file, s.
    pub time: f64,
    /// Number of the frame, from 0.
    pub frame: u32,
    /// Number of the skeleton in its frame, from 0; the file does not say whose it is.
    pub player: u8,
    /// Bone number, 0 to 22.
    pub bone: u8,
    #[allow(missing_docs)]
    pub unused: u16,
    /// Position in player space, m.
    pub position: crate::Vec3,
    /// Rotation in player space, a quaternion.
    pub rotation: crate::Quaternion,
    #[allow(missing_docs)]
    pub keys: u8,
    #[allow(missing_docs)]
    pub from_line: u8,
    #[allow(missing_docs)]
    pub unused_too: [u8; 2],
}
const _: () = assert!(std::mem::size_of::<Bone>() == std::mem::size_of::<sys::echo_bone>());

/// A part of rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Throw {
    #[allow(missing_docs)]
    pub arm_speed: f32,
    #[allow(missing_docs)]
    pub total_speed: f32,
    #[allow(missing_docs)]
    pub off_axis_spin_deg: f32,
    #[allow(missing_docs)]
    pub wrist_throw_penalty: f32,
    #[allow(missing_docs)]
    pub rot_per_sec: f32,
    #[allow(missing_docs)]
    pub pot_speed_from_rot: f32,
    #[allow(missing_docs)]
    pub speed_from_arm: f32,
    #[allow(missing_docs)]
    pub speed_from_movement: f32,
    #[allow(missing_docs)]
    pub speed_from_wrist: f32,
    #[allow(missing_docs)]
    pub wrist_align_to_throw_deg: f32,
    #[allow(missing_docs)]
    pub throw_align_to_movement_deg: f32,
    #[allow(missing_docs)]
    pub off_axis_penalty: f32,
    #[allow(missing_docs)]
    pub throw_move_penalty: f32,
}
const _: () = assert!(std::mem::size_of::<Throw>() == std::mem::size_of::<sys::echo_throw>());

/// A row of [`ecrreplay::Frames`](super::ecrreplay::Frames).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame<'a> {
    /// Computed time since the first frame: frame / ending.rate, s.
    pub time: f64,
    /// Number of the frame, from 0.
    pub frame: u32,
    #[allow(missing_docs)]
    pub game_clock: f32,
    #[allow(missing_docs)]
    pub blue_points: f32,
    #[allow(missing_docs)]
    pub orange_points: f32,
    #[allow(missing_docs)]
    pub status: u8,
    #[allow(missing_docs)]
    pub has: u8,
    #[allow(missing_docs)]
    pub inputs: u8,
    #[allow(missing_docs)]
    pub blue_restart: u8,
    #[allow(missing_docs)]
    pub orange_restart: u8,
    #[allow(missing_docs)]
    pub paused_state: u8,
    #[allow(missing_docs)]
    pub paused_team: u8,
    #[allow(missing_docs)]
    pub unpaused_team: u8,
    #[allow(missing_docs)]
    pub score_team: u8,
    #[allow(missing_docs)]
    pub score_points: u8,
    #[allow(missing_docs)]
    pub goal_type: u8,
    #[allow(missing_docs)]
    pub contested: u8,
    #[allow(missing_docs)]
    pub checkpoint: u8,
    #[allow(missing_docs)]
    pub defenders: u8,
    #[allow(missing_docs)]
    pub score_person: u8,
    #[allow(missing_docs)]
    pub score_assist: u8,
    #[allow(missing_docs)]
    pub paused_timer: f32,
    #[allow(missing_docs)]
    pub unpaused_timer: f32,
    #[allow(missing_docs)]
    pub score_disc_speed: f32,
    #[allow(missing_docs)]
    pub score_distance: f32,
    #[allow(missing_docs)]
    pub payload_distance: f32,
    #[allow(missing_docs)]
    pub payload_speed: f32,
    #[allow(missing_docs)]
    pub throw_: Throw,
    #[allow(missing_docs)]
    pub vr_position: crate::Vec3,
    #[allow(missing_docs)]
    pub disc_position: crate::Vec3,
    #[allow(missing_docs)]
    pub disc_velocity: crate::Vec3,
    /// Computed recording time since 1970, on the recorder's clock: info.start_time and the time; 0 if that is unknown, local ms.
    pub recorded: i64,
    #[allow(missing_docs)]
    pub rules_changed_at: i64,
    #[allow(missing_docs)]
    pub rules_changed_by: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Frame>() == std::mem::size_of::<sys::echo_frame>());

/// A part of rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stats {
    #[allow(missing_docs)]
    pub assists: u16,
    #[allow(missing_docs)]
    pub blocks: u16,
    #[allow(missing_docs)]
    pub catches: u16,
    #[allow(missing_docs)]
    pub goals: u16,
    #[allow(missing_docs)]
    pub interceptions: u16,
    #[allow(missing_docs)]
    pub passes: u16,
    #[allow(missing_docs)]
    pub points: u16,
    #[allow(missing_docs)]
    pub saves: u16,
    #[allow(missing_docs)]
    pub steals: u16,
    #[allow(missing_docs)]
    pub shots_taken: u16,
    #[allow(missing_docs)]
    pub stuns: u16,
}
const _: () = assert!(std::mem::size_of::<Stats>() == std::mem::size_of::<sys::echo_stats>());

/// A part of rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player<'a> {
    #[allow(missing_docs)]
    pub time: f64,
    #[allow(missing_docs)]
    pub userid: u64,
    #[allow(missing_docs)]
    pub name: crate::Text<'a>,
    #[allow(missing_docs)]
    pub frame: u32,
    #[allow(missing_docs)]
    pub number: u16,
    #[allow(missing_docs)]
    pub level: u16,
    #[allow(missing_docs)]
    pub team: u8,
    #[allow(missing_docs)]
    pub slot: u8,
    #[allow(missing_docs)]
    pub player: u8,
    #[allow(missing_docs)]
    pub player_id: u8,
    #[allow(missing_docs)]
    pub has: u8,
    #[allow(missing_docs)]
    pub possession: u8,
    #[allow(missing_docs)]
    pub blocking: u8,
    #[allow(missing_docs)]
    pub stunned: u8,
    #[allow(missing_docs)]
    pub invulnerable: u8,
    #[allow(missing_docs)]
    pub emote: u8,
    #[allow(missing_docs)]
    pub holding_left: u8,
    #[allow(missing_docs)]
    pub holding_right: u8,
    #[allow(missing_docs)]
    pub weapon: u8,
    #[allow(missing_docs)]
    pub ordnance: u8,
    #[allow(missing_docs)]
    pub tac_mod: u8,
    #[allow(missing_docs)]
    pub arm: u8,
    #[allow(missing_docs)]
    pub stats: Stats,
    #[allow(missing_docs)]
    pub ping: i32,
    #[allow(missing_docs)]
    pub possession_time: f32,
    #[allow(missing_docs)]
    pub packet_loss: f32,
    #[allow(missing_docs)]
    pub velocity: crate::Vec3,
    #[allow(missing_docs)]
    pub head: crate::Vec3,
    #[allow(missing_docs)]
    pub body: crate::Vec3,
    #[allow(missing_docs)]
    pub left_hand: crate::Vec3,
    #[allow(missing_docs)]
    pub right_hand: crate::Vec3,
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::echo_player>());

/// A row of [`butter::Teams`](super::butter::Teams) and of [`ecrreplay::Teams`](super::ecrreplay::Teams) and of [`milk::Teams`](super::milk::Teams).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Team {
    /// Time since the first frame of the file, s.
    pub time: f64,
    /// Number of the frame, from 0.
    pub frame: u32,
    /// Team.
    pub team: u8,
    /// Whether the team has the disc.
    pub possession: u8,
    /// Which parts have values: 1 statistics.
    pub has: u8,
    /// Players on the team in this frame.
    pub players: u8,
    /// Assists so far.
    pub stats: Stats,
    #[allow(missing_docs)]
    pub unused: u16,
    /// Possession time so far, s.
    pub possession_time: f32,
    #[allow(missing_docs)]
    pub reserved: [u8; 4],
}
const _: () = assert!(std::mem::size_of::<Team>() == std::mem::size_of::<sys::echo_team>());

/// A row of [`DiscSpeeds`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscSpeed {
    /// Time of the frame, s.
    pub time: f64,
    /// Game clock, s.
    pub clock: f32,
    /// Speed of the disc, m/s.
    pub speed: f32,
    #[allow(missing_docs)]
    pub has_clock: u8,
}
const _: () = assert!(std::mem::size_of::<DiscSpeed>() == std::mem::size_of::<sys::echo_disc_speed>());

/// A row of [`Events`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Event<'a> {
    /// Time of the first frame with the higher counter, s.
    pub time: f64,
    /// Account id of the player.
    pub userid: u64,
    /// Player name.
    pub name: crate::Text<'a>,
    /// Game clock, s.
    pub clock: f32,
    /// Player number.
    pub player: u32,
    /// Increase since the frame before.
    pub count: u32,
    /// What the player did.
    pub kind: u8,
    /// Team of the player.
    pub team: u8,
    #[allow(missing_docs)]
    pub has_clock: u8,
}
const _: () = assert!(std::mem::size_of::<Event>() == std::mem::size_of::<sys::echo_event>());

/// A row of [`Goals`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Goal<'a> {
    /// Time at which the points rose, s.
    pub time: f64,
    /// Name of the scorer.
    pub scorer: crate::Text<'a>,
    /// Name of the assisting player.
    pub assist: crate::Text<'a>,
    /// Kind of shot.
    pub r#type: crate::Text<'a>,
    /// Account id of the scorer; 0 if unknown.
    pub scorer_userid: u64,
    /// Account id of the assisting player; 0 if unknown.
    pub assist_userid: u64,
    /// Game clock, s.
    pub clock: f32,
    /// Points scored, points.
    pub points: f32,
    /// Speed of the disc, m/s.
    pub disc_speed: f32,
    /// Distance of the throw, m.
    pub distance: f32,
    /// Points of the blue team after the goal, points.
    pub blue_points: f32,
    /// Points of the orange team after the goal, points.
    pub orange_points: f32,
    /// Round number; 0 between rounds.
    pub round: u32,
    /// Team that scored.
    pub team: u8,
    /// The replay describes the goal.
    pub described: u8,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Goal>() == std::mem::size_of::<sys::echo_goal>());

/// A row of [`Loadouts`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Loadout<'a> {
    /// Time of the first frame with these values, s.
    pub time: f64,
    /// Account id of the player.
    pub userid: u64,
    /// Player name.
    pub name: crate::Text<'a>,
    /// Weapon.
    pub weapon: crate::Text<'a>,
    /// Ordnance.
    pub ordnance: crate::Text<'a>,
    /// Tactical mod.
    pub tac_mod: crate::Text<'a>,
    /// Arm with the tactical mod.
    pub arm: crate::Text<'a>,
    /// Player number.
    pub player: u32,
    /// Team of the player.
    pub team: u8,
}
const _: () = assert!(std::mem::size_of::<Loadout>() == std::mem::size_of::<sys::echo_loadout>());

/// A row of [`Matches`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Match<'a> {
    /// Name of the map.
    pub map: crate::Text<'a>,
    /// Name of the recording player.
    pub client_name: crate::Text<'a>,
    /// Time of the first frame, milliseconds since 1970 on a clock whose zone is not known, local ms.
    pub recorded: i64,
    /// Time from the first frame to the last, s.
    pub duration: f64,
    /// Time in play, s.
    pub play_seconds: f64,
    /// Time paused, s.
    pub paused_seconds: f64,
    /// Time the game gives the blue team possession, s.
    pub blue_possession: f64,
    /// Time the game gives the orange team possession, s.
    pub orange_possession: f64,
    /// The part of blue_possession in play, s.
    pub blue_possession_in_play: f64,
    /// The part of orange_possession in play, s.
    pub orange_possession_in_play: f64,
    /// Time a hand of the blue team holds the disc, s.
    pub blue_held: f64,
    /// Time a hand of the orange team holds the disc, s.
    pub orange_held: f64,
    /// Longest gap, s.
    pub longest_gap: f64,
    /// Time of that speed, s.
    pub max_disc_speed_time: f64,
    /// Frames per second: 1 / the mean of the usual times between two frames, 1/s.
    pub frame_rate: f32,
    /// Points of the blue team in the last frame, points.
    pub blue_points: f32,
    /// Points of the orange team in the last frame, points.
    pub orange_points: f32,
    /// Maximum speed of the disc, up to 200 m/s, m/s.
    pub max_disc_speed: f32,
    /// Rounds won by the blue team, as last stated in the replay, rounds.
    pub blue_rounds: i32,
    /// Rounds won by the orange team, as last stated in the replay, rounds.
    pub orange_rounds: i32,
    /// Number of frames.
    pub frames: u32,
    /// Number of complete and partial rounds in the recording.
    pub rounds: u32,
    /// Goals scored during the recording.
    pub goals: u32,
    /// Number of players, including spectators.
    pub players: u32,
    /// Number of pauses.
    pub pauses: u32,
    /// Number of gaps of more than a second between two frames.
    pub gaps: u32,
    /// Game mode.
    pub mode: u8,
    /// True for a private match.
    pub private_match: u8,
    #[allow(missing_docs)]
    pub present: u8,
    /// Notes found while reading and measuring.
    pub reading: crate::Reading,
}
const _: () = assert!(std::mem::size_of::<Match>() == std::mem::size_of::<sys::echo_match>());

/// A row of [`Motions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Motion<'a> {
    /// Account id of the player.
    pub userid: u64,
    /// Last name used.
    pub name: crate::Text<'a>,
    /// Distance travelled by the head, excluding jumps, m.
    pub distance: f64,
    /// Time with no hand holding the arena or a player, s.
    pub floating_seconds: f64,
    /// Player number.
    pub player: u32,
    /// Distance / time spent covering it, m/s.
    pub mean_speed: f32,
    /// Maximum speed reported by the game, m/s.
    pub max_speed: f32,
    /// Maximum distance between a hand and the head, m.
    pub max_reach: f32,
    /// Mean round trip to the server, ms.
    pub mean_ping: f32,
    /// Mean packet loss, 0 to 1.
    pub mean_packet_loss: f32,
    /// Maximum round trip to the server, ms.
    pub max_ping: i32,
    /// Team the player was in for the longest time.
    pub team: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub has_distance: u8,
}
const _: () = assert!(std::mem::size_of::<Motion>() == std::mem::size_of::<sys::echo_motion>());

/// A row of [`Pauses`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pause {
    /// Time of the first frame, s.
    pub start: f64,
    /// Time of the first frame that is not paused, or of the last frame, s.
    pub end: f64,
    /// Game clock, s.
    pub clock: f32,
    /// Team that requested the pause.
    pub paused_team: u8,
    /// Team that ended the pause, as stated in its last frame.
    pub unpaused_team: u8,
    /// Still paused at the end of the file.
    pub lasts: u8,
    #[allow(missing_docs)]
    pub has_clock: u8,
}
const _: () = assert!(std::mem::size_of::<Pause>() == std::mem::size_of::<sys::echo_pause>());

/// A row of [`PayloadSteps`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PayloadStep {
    /// Time of the first frame with these values, s.
    pub time: f64,
    /// Distance travelled by the payload, m.
    pub distance: f32,
    /// Speed of the payload, m/s.
    pub speed: f32,
    /// Points of the blue team, points.
    pub blue_points: f32,
    /// Points of the orange team, points.
    pub orange_points: f32,
    /// Last checkpoint reached.
    pub checkpoint: u8,
    /// Both teams contest the payload or point.
    pub contested: u8,
    /// Number of defenders.
    pub defenders: u8,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<PayloadStep>() == std::mem::size_of::<sys::echo_payload_step>());

/// A row of [`PlayerSums`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayerSum<'a> {
    /// Account id of the player.
    pub userid: u64,
    /// Last name used.
    pub name: crate::Text<'a>,
    /// Time of the first frame with the player, s.
    pub first_seen: f64,
    /// Time of the last frame with the player, s.
    pub last_seen: f64,
    /// Time in the match, s.
    pub seconds: f64,
    /// Time the game gives the player possession, s.
    pub possession_seconds: f64,
    /// The part of possession_seconds in play, s.
    pub possession_in_play: f64,
    /// Time a hand of the player holds the disc, s.
    pub held_seconds: f64,
    /// Time stunned, s.
    pub stunned_seconds: f64,
    /// Player number, from 0.
    pub player: u32,
    /// Points during the recording.
    pub points: u32,
    /// Number of goals during the recording.
    pub goals: u32,
    /// Assists during the recording.
    pub assists: u32,
    /// Saves during the recording.
    pub saves: u32,
    /// Players stunned during the recording.
    pub stuns: u32,
    /// Steals during the recording.
    pub steals: u32,
    /// Blocks during the recording.
    pub blocks: u32,
    /// Interceptions during the recording.
    pub interceptions: u32,
    /// Catches during the recording.
    pub catches: u32,
    /// Passes during the recording.
    pub passes: u32,
    /// Shots during the recording.
    pub shots: u32,
    /// Number of times the player was stunned.
    pub times_stunned: u32,
    /// Team the player was in for the longest time.
    pub team: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub counted: u8,
    #[allow(missing_docs)]
    pub more_counted: u8,
}
const _: () = assert!(std::mem::size_of::<PlayerSum>() == std::mem::size_of::<sys::echo_player_sum>());

/// A row of [`Possessions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Possession<'a> {
    /// Time of the first frame, s.
    pub start: f64,
    /// Time of the first frame without it, s.
    pub end: f64,
    /// Account id of the player.
    pub userid: u64,
    /// Player name.
    pub name: crate::Text<'a>,
    /// Player number.
    pub player: u32,
    /// Team that has the disc.
    pub team: u8,
    /// A player of the team has the disc.
    pub has_player: u8,
}
const _: () = assert!(std::mem::size_of::<Possession>() == std::mem::size_of::<sys::echo_possession>());

/// A row of [`RecorderThrows`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RecorderThrow {
    /// Time of the first frame with these values, s.
    pub time: f64,
    /// Game clock, s.
    pub clock: f32,
    /// Speed of the arm, m/s.
    pub throw_: Throw,
    #[allow(missing_docs)]
    pub keys: u8,
    #[allow(missing_docs)]
    pub more_keys: u8,
    #[allow(missing_docs)]
    pub has_clock: u8,
}
const _: () = assert!(std::mem::size_of::<RecorderThrow>() == std::mem::size_of::<sys::echo_recorder_throw>());

/// A row of [`Releases`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Release<'a> {
    /// Time of the first frame with the disc free, s.
    pub time: f64,
    /// Account id of the player.
    pub userid: u64,
    /// Player name.
    pub name: crate::Text<'a>,
    /// Game clock, s.
    pub clock: f32,
    /// Speed of the disc in that frame, m/s.
    pub disc_speed: f32,
    /// Player number.
    pub player: u32,
    /// Team of the player.
    pub team: u8,
    /// Hand that held it.
    pub hand: u8,
    /// The player is stunned in that frame, so this is not a throw.
    pub stunned: u8,
    #[allow(missing_docs)]
    pub has_clock: u8,
    #[allow(missing_docs)]
    pub has_speed: u8,
}
const _: () = assert!(std::mem::size_of::<Release>() == std::mem::size_of::<sys::echo_release>());

/// A row of [`Rounds`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Round {
    /// Time of the first frame, s.
    pub start: f64,
    /// Time of the end, s.
    pub end: f64,
    /// Time in play, s.
    pub play_seconds: f64,
    /// Time paused, s.
    pub paused_seconds: f64,
    /// Game clock at the start, s.
    pub start_clock: f32,
    /// Game clock at the end, s.
    pub end_clock: f32,
    /// Points of the blue team at the end, points.
    pub blue_points: f32,
    /// Points of the orange team at the end, points.
    pub orange_points: f32,
    /// Round number in the recording, from 1.
    pub round: u32,
    /// Number of goals.
    pub goals: u32,
    /// Number of pauses that began in the round.
    pub pauses: u32,
    /// Team with more points; none for a draw; missing if the file ends before the round.
    pub winner: u8,
    /// How the round ended.
    pub ended_by: u8,
    /// The round had sudden death.
    pub overtime: u8,
    /// The recording has the start of the round.
    pub from_start: u8,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Round>() == std::mem::size_of::<sys::echo_round>());

/// A row of [`Stays`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stay<'a> {
    /// Time of the first frame, s.
    pub start: f64,
    /// Time of the last frame, s.
    pub end: f64,
    /// Account id of the player.
    pub userid: u64,
    /// Player name.
    pub name: crate::Text<'a>,
    /// Player number.
    pub player: u32,
    /// The team.
    pub team: u8,
    /// How the stay began.
    pub began_by: u8,
    /// How the stay ended.
    pub ended_by: u8,
}
const _: () = assert!(std::mem::size_of::<Stay>() == std::mem::size_of::<sys::echo_stay>());

/// A part of rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Axes {
    #[allow(missing_docs)]
    pub forward: crate::Vec3,
    #[allow(missing_docs)]
    pub left: crate::Vec3,
    #[allow(missing_docs)]
    pub up: crate::Vec3,
}
const _: () = assert!(std::mem::size_of::<Axes>() == std::mem::size_of::<sys::echo_axes>());

/// The table `disc_speed` of echo: speed of the disc in each frame.
pub enum DiscSpeeds {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for DiscSpeeds {
    type Row<'a> = DiscSpeed;
    const NAME: &'static str = "disc_speed";
    const LAYOUT: u32 = 0x98be8b0f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_disc_speeds), &CHECKED)
    }
}

/// The table `events` of echo: increases of the game's player counters.
pub enum Events {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Events {
    type Row<'a> = Event<'a>;
    const NAME: &'static str = "events";
    const LAYOUT: u32 = 0x69e2965a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_events), &CHECKED)
    }
}

/// The table `goals` of echo: goals.
pub enum Goals {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Goals {
    type Row<'a> = Goal<'a>;
    const NAME: &'static str = "goals";
    const LAYOUT: u32 = 0xf9b3b319;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_goals), &CHECKED)
    }
}

/// The table `loadouts` of echo: what players carry in Combat.
pub enum Loadouts {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Loadouts {
    type Row<'a> = Loadout<'a>;
    const NAME: &'static str = "loadouts";
    const LAYOUT: u32 = 0x6f439dae;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_loadouts), &CHECKED)
    }
}

/// The table `match` of echo: statistics of the recording.
pub enum Matches {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Matches {
    type Row<'a> = Match<'a>;
    const NAME: &'static str = "match";
    const LAYOUT: u32 = 0x665a4e0f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_matches), &CHECKED)
    }
}

/// The table `motion` of echo: movement and connection quality per player.
pub enum Motions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Motions {
    type Row<'a> = Motion<'a>;
    const NAME: &'static str = "motion";
    const LAYOUT: u32 = 0xc26cc896;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_motions), &CHECKED)
    }
}

/// The table `pauses` of echo: pauses.
pub enum Pauses {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Pauses {
    type Row<'a> = Pause;
    const NAME: &'static str = "pauses";
    const LAYOUT: u32 = 0x015dc455;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_pauses), &CHECKED)
    }
}

/// The table `payload` of echo: progress of a Combat match.
pub enum PayloadSteps {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for PayloadSteps {
    type Row<'a> = PayloadStep;
    const NAME: &'static str = "payload";
    const LAYOUT: u32 = 0xd390d74c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_payload_steps), &CHECKED)
    }
}

/// The table `player_stats` of echo: statistics per player.
pub enum PlayerSums {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for PlayerSums {
    type Row<'a> = PlayerSum<'a>;
    const NAME: &'static str = "player_stats";
    const LAYOUT: u32 = 0x5a72f8ef;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_player_sums), &CHECKED)
    }
}

/// The table `possession` of echo: intervals of disc possession.
pub enum Possessions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Possessions {
    type Row<'a> = Possession<'a>;
    const NAME: &'static str = "possession";
    const LAYOUT: u32 = 0x715af345;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_possessions), &CHECKED)
    }
}

/// The table `throws` of echo: throws of the recording player.
pub enum RecorderThrows {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for RecorderThrows {
    type Row<'a> = RecorderThrow;
    const NAME: &'static str = "throws";
    const LAYOUT: u32 = 0xfaa0618e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_recorder_throws), &CHECKED)
    }
}

/// The table `releases` of echo: releases of the disc by a hand.
pub enum Releases {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Releases {
    type Row<'a> = Release<'a>;
    const NAME: &'static str = "releases";
    const LAYOUT: u32 = 0x331eee77;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_releases), &CHECKED)
    }
}

/// The table `rounds` of echo: rounds.
pub enum Rounds {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Rounds {
    type Row<'a> = Round;
    const NAME: &'static str = "rounds";
    const LAYOUT: u32 = 0xd65672b8;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_rounds), &CHECKED)
    }
}

/// The table `presence` of echo: stays of players in teams.
pub enum Stays {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Stays {
    type Row<'a> = Stay<'a>;
    const NAME: &'static str = "presence";
    const LAYOUT: u32 = 0xd6c3da12;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::echo_stays), &CHECKED)
    }
}
