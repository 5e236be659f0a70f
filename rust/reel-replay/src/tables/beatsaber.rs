// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of beatsaber.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Cells`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cell {
    /// Column of the grid, 0 to 3 from the left.
    pub line: u8,
    /// Row of the grid, 0 to 2 from the bottom.
    pub layer: u8,
    /// Good cuts of notes with a centre part.
    pub count: u32,
    /// Bad cuts and misses of all notes.
    pub faults: u32,
    /// Mean points of the good cuts.
    pub mean_points: f32,
    /// Good cuts per note colour.
    pub count_by_hand: [u32; 2],
    /// Mean points per note colour.
    pub mean_by_hand: [f32; 2],
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Cell>() == std::mem::size_of::<sys::beatsaber_cell>());

/// A row of [`Cuts`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cut {
    /// Time of the event, s.
    pub time: f32,
    /// Time of the note in the map, s.
    pub spawn_time: f32,
    /// Row in the table of notes.
    pub note_row: u32,
    /// What happened.
    pub kind: u8,
    /// Hand of the saber that cut.
    pub hand: u8,
    /// Whether the motion supports the cut; good cuts only.
    pub support: u8,
    /// Why it does not, or why that cannot be decided.
    pub reason: u8,
    #[allow(missing_docs)]
    pub present: u8,
    /// Points of the cut as stated, without multiplier.
    pub points: u8,
    /// Points that follow from motion, grid and time.
    pub motion_points: u8,
    /// Points that the motion shows at least; 0: the cut counts as a miss.
    pub least_points: u8,
    /// Points that the motion allows at most.
    pub most_points: u8,
    /// Row in the table of frames: the frame in which the note was cut.
    pub frame_row: u64,
    /// Normal of the plane of the cut, as stated.
    pub normal: crate::Vec3,
    /// Normal of the plane in which the saber moved.
    pub motion_normal: crate::Vec3,
    /// Angle between the two planes, deg.
    pub normal_difference: f32,
    /// Distance of the stated point of the cut from the plane in which the saber moved, m.
    pub plane_distance: f32,
    /// Centre of the note, by the stated point, normal and distance, m.
    pub center: crate::Vec3,
    /// Centre of the note, by grid, time and head, m.
    pub motion_center: crate::Vec3,
    /// Distance between the two, m.
    pub center_difference: f32,
    /// Distance of the cut from the centre, as stated, m.
    pub distance: f32,
    /// Distance of that centre from the plane in which the saber moved, m.
    pub motion_distance: f32,
    /// Rating of the swing before the cut, as stated; 1 is full.
    pub before: f32,
    /// Rating of the motion before the cut; not capped.
    pub motion_before: f32,
    /// Rating of the swing after the cut, as stated; 1 is full.
    pub after: f32,
    /// Rating of the motion after the cut; not capped.
    pub motion_after: f32,
}
const _: () = assert!(std::mem::size_of::<Cut>() == std::mem::size_of::<sys::beatsaber_cut>());

/// A row of [`Events`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Event {
    /// Time at which the event counts, s.
    pub time: f32,
    /// Time of the note in the map; for a wall the earlier of its two times, s.
    pub spawn_time: f32,
    /// Row in the table of notes, or of walls for a wall.
    pub source_row: u32,
    /// What happened.
    pub kind: u8,
    /// Scoring type used for the score.
    pub scoring: u8,
    /// Column of the grid, 0 to 3 from the left.
    pub line: u8,
    /// Row of the grid, 0 to 2 from the bottom.
    pub layer: u8,
    /// Hand the note is for.
    pub color: u8,
    /// Direction of the arrow.
    pub direction: u8,
    /// Points before the cut.
    pub before: u8,
    /// Points for the centre.
    pub center: u8,
    /// Points after the cut.
    pub after: u8,
    /// Points of the note, without multiplier.
    pub points: u8,
    /// Multiplier after the event.
    pub multiplier: u8,
    #[allow(missing_docs)]
    pub present: u8,
    /// Combo after the event.
    pub combo: u32,
    /// Score lost to an incomplete swing.
    pub underswing: u32,
    /// Score so far.
    pub score: i64,
    /// Maximum possible score so far.
    pub max_score: i64,
    /// Score / max_score at the last note.
    pub accuracy: f32,
    /// Accuracy if every lost note had been cut at the accuracy so far.
    pub fc_accuracy: f32,
    /// Energy after the event; missing after a wall in which the song ended.
    pub energy: f32,
}
const _: () = assert!(std::mem::size_of::<Event>() == std::mem::size_of::<sys::beatsaber_event>());

/// A row of [`Evidences`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Evidence {
    /// Good cuts.
    pub good_cuts: u32,
    /// Good cuts that the motion supports.
    pub supported: u32,
    /// Good cuts that the motion contradicts.
    pub not_supported: u32,
    /// Good cuts for which the replay lacks what the rules need.
    pub undecidable: u32,
    /// Score stated in the replay.
    pub stated_score: i64,
    /// Score recomputed from the events, before modifiers.
    pub event_score: i64,
    /// Score that the motion shows at least: cuts that it need not have made count as misses.
    pub motion_score: i64,
    /// Score that the motion allows at most.
    pub motion_score_most: i64,
    /// Good cuts that have the same points by motion, grid and time as by the event.
    pub same_points: u32,
    #[allow(missing_docs)]
    pub present: u8,
    /// The most frequent reason against cuts, or else why they cannot be decided.
    pub first_reason: u8,
    /// Notes start tilted, as in older versions of the game.
    pub tilted: u8,
    /// How much of the score the motion shows.
    pub support: u8,
    /// Speed of the notes, fitted, m/s.
    pub note_speed: f32,
    /// What the height of the player adds to the height of the layers, fitted, m.
    pub note_height: f32,
    /// Angle between saber and hand, fitted; 0 in plain plays, deg.
    pub grip_angle: [f32; 2],
    /// Distance between saber and hand, fitted; 0 in plain plays, m.
    pub grip_distance: [f32; 2],
    /// Median of normal_difference, deg.
    pub normal_median: f32,
    /// Largest normal_difference, deg.
    pub normal_max: f32,
    /// Median of plane_distance, m.
    pub plane_median: f32,
    /// Largest plane_distance, m.
    pub plane_max: f32,
    /// Median of center_difference, m.
    pub center_median: f32,
    /// Largest center_difference, m.
    pub center_max: f32,
    /// Median difference of the ratings before the cut, capped to 1.
    pub before_median: f32,
    /// Largest of these.
    pub before_max: f32,
    /// Median difference of the ratings after the cut, capped to 1.
    pub after_median: f32,
    /// Largest of these.
    pub after_max: f32,
    /// Numbers were rounded after the play, so that only larger differences can be told.
    pub rounded: u8,
    /// Seconds of the song in a second by the stated frame rates, the median: the speed of the song.
    pub time_rate: f32,
    /// Frames in which a hand moves as it did before, but for noise.
    pub repeated_frames: u32,
    /// Frames that go by at another speed than the song.
    pub slowed_frames: u32,
    /// Frames with a rotation or a place of a hand or the head that nothing can have.
    pub odd_frames: u32,
}
const _: () = assert!(std::mem::size_of::<Evidence>() == std::mem::size_of::<sys::beatsaber_evidence>());

/// A row of [`Graph`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Second {
    /// Start of the second, s.
    pub time: f32,
    /// Mean accuracy after the events of the second; the previous value if there are none.
    pub accuracy: f32,
    /// Score at the end of the second.
    pub score: i64,
    /// Maximum possible score at the end of the second.
    pub max_score: i64,
    /// Combo at the end of the second.
    pub combo: u32,
    /// Energy at the end of the second; missing after a wall in which the song ended.
    pub energy: f32,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Second>() == std::mem::size_of::<sys::beatsaber_second>());

/// A row of [`Hands`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hand {
    /// Which hand.
    pub hand: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub means: u8,
    /// Notes of its colour.
    pub notes: u32,
    /// Good cuts.
    pub good_cuts: u32,
    /// Missed notes of its colour.
    pub misses: u32,
    /// Bad cuts of its colour.
    pub bad_cuts: u32,
    /// Bombs hit, per colour in the note id.
    pub bombs: u32,
    /// Good cuts with the maximum points of their scoring type.
    pub full_cuts: u32,
    /// Points of good cuts, without multiplier.
    pub points: i64,
    /// Maximum points of its notes, without multiplier.
    pub max_points: i64,
    /// Score, with multiplier.
    pub score: i64,
    /// Score lost to incomplete swings.
    pub underswing: i64,
    /// Mean points of notes with a centre part; chain heads get 30 extra.
    pub mean_points: f32,
    /// Mean time deviation of good cuts, s.
    pub timing: f32,
    /// Mean rating of the swing before the cut; 1 is full.
    pub preswing: f32,
    /// Mean rating of the swing after the cut; 1 is full.
    pub postswing: f32,
    /// Mean |z| of the cut normal: how much points depend on timing, 0 to 1.
    pub time_dependence: f32,
    /// Mean points before the cut.
    pub before: f32,
    /// Mean points for the centre.
    pub center: f32,
    /// Mean points after the cut.
    pub after: f32,
}
const _: () = assert!(std::mem::size_of::<Hand>() == std::mem::size_of::<sys::beatsaber_hand>());

/// A row of [`HeartRates`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct HeartRate {
    /// Song time, s.
    pub time: f32,
    /// Heart beats a minute, 1/min.
    pub rate: i32,
}
const _: () = assert!(std::mem::size_of::<HeartRate>() == std::mem::size_of::<sys::beatsaber_heart_rate>());

/// A row of [`Jitters`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Jitter {
    /// Time of the frame, s.
    pub time: f32,
    #[allow(missing_docs)]
    pub reserved: u32,
    /// Row in the table of frames: the last of the four frames of the jitter.
    pub frame_row: u64,
    /// The left hand jittered.
    pub left: u8,
    /// The right hand jittered.
    pub right: u8,
    /// The head jittered.
    pub head: u8,
    /// A note within 0.125 s lost swing points.
    pub loss: u8,
    /// Row of that note.
    pub note_row: u32,
}
const _: () = assert!(std::mem::size_of::<Jitter>() == std::mem::size_of::<sys::beatsaber_jitter>());

/// A row of [`LevelCuts`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelCut {
    /// Time in the map, s.
    pub time: f32,
    /// Time of its event, s.
    pub event_time: f32,
    /// Time of the frame in which a saber cuts it, s.
    pub motion_time: f32,
    /// Row of its event in the table of notes.
    pub source_row: u32,
    /// Row of that frame.
    pub frame_row: u64,
    /// Column of the grid, 0 to 3 from the left.
    pub line: i32,
    /// Row of the grid, 0 to 2 from the bottom.
    pub layer: i32,
    /// Direction of the arrow.
    pub direction: i32,
    /// Rating of the swing before the cut; 1 is full.
    pub before: f32,
    /// Rating of the swing after the cut; 1 is full.
    pub after: f32,
    /// Distance of the cut from the center of the note, m.
    pub distance: f32,
    /// Hand the note is for.
    pub color: u8,
    /// Note, link of a chain or bomb.
    pub what: u8,
    /// Saber that cuts it.
    pub hand: u8,
    /// What became of it by its event.
    pub outcome: u8,
    /// What the sabers do to it.
    pub motion_outcome: u8,
    /// Points by its event, without multiplier.
    pub points: u8,
    /// Points by the motion, without multiplier.
    pub motion_points: u8,
    /// Why it is not known what the sabers do to it.
    pub reason: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<LevelCut>() == std::mem::size_of::<sys::beatsaber_level_cut>());

/// A row of [`LevelDirections`] and of [`LevelLanes`] and of [`LevelOutcomes`] and of [`LevelPatterns`] and of [`LevelSections`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelPart {
    #[allow(missing_docs)]
    pub time: f32,
    #[allow(missing_docs)]
    pub end_time: f32,
    /// Points of the cuts / greatest points of notes that were cut, cut badly or missed.
    pub accuracy: f32,
    /// Points of the cuts / greatest points of the notes that were cut.
    pub cut_accuracy: f32,
    /// Mean time since the swing before of the same hand, s.
    pub interval: f32,
    /// Mean of the notes in the second around each, notes/s.
    pub density: f32,
    /// Notes of the map.
    pub notes: u32,
    /// Good cuts.
    pub cut: u32,
    /// Bad cuts.
    pub bad: u32,
    /// Missed notes.
    pub missed: u32,
    /// Direction of the arrow.
    pub part: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 2],
}
const _: () = assert!(std::mem::size_of::<LevelPart>() == std::mem::size_of::<sys::beatsaber_level_part>());

/// A row of [`LevelNotes`] and of [`LostNotes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelNote {
    /// Time in the map, s.
    pub time: f32,
    /// Time of its event, s.
    pub event_time: f32,
    /// Time since the swing before it of the same hand, s.
    pub interval: f32,
    /// Notes of both hands in the second around it, notes/s.
    pub density: f32,
    /// Row of its event in the table of notes or walls.
    pub source_row: u32,
    /// Column of the grid, 0 to 3 from the left.
    pub line: i32,
    /// Row of the grid, 0 to 2 from the bottom.
    pub layer: i32,
    /// Direction of the arrow.
    pub direction: i32,
    /// Hand the note is for.
    pub color: u8,
    /// Note, link of a chain, bomb or wall.
    pub what: u8,
    /// How it is scored in the newest game.
    pub scoring: u8,
    /// What became of it.
    pub outcome: u8,
    /// What its event states in another way than the map.
    pub difference: u8,
    /// Points of the cut, without multiplier.
    pub points: u8,
    /// Sum of 1 stream, 2 stack, 4 double, 8 crossover, 16 reset.
    pub patterns: u8,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<LevelNote>() == std::mem::size_of::<sys::beatsaber_level_note>());

/// A row of [`LevelReenactedRows`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelReenacted {
    /// Score in the replay.
    pub stated_score: i64,
    /// Score by the events, before modifiers.
    pub event_score: i64,
    /// Score of the re-enacted play; what is not known of it is taken from the events.
    pub motion_score: i64,
    /// How far motion_score is from event_score, as a part of that.
    pub relative_difference: f32,
    /// Notes and bombs that were reached.
    pub notes: u32,
    /// Of these, those that the motion tells.
    pub known: u32,
    /// Of these, those with the outcome that their events have.
    pub same: u32,
    /// Good cuts by both, with the same points.
    pub same_points: u32,
    /// Good cuts by the motion.
    pub cut: u32,
    /// Bad cuts by the motion.
    pub bad: u32,
    /// Missed notes by the motion.
    pub missed: u32,
    /// Bombs that were hit by the motion.
    pub hit: u32,
    /// Bombs without an event that a saber goes through.
    pub bombs_passed: u32,
    /// Times that the head is in a wall without an event.
    pub walls_passed: u32,
    /// With NA: good cuts that would have been bad ones of the arrows of the map.
    pub hidden_bad: u32,
    /// With NB: bombs of the map that a saber goes through.
    pub hidden_bombs: u32,
    /// With NO: times that the head is in a wall of the map.
    pub hidden_walls: u32,
    /// Speed of the notes: of the map, or fitted, m/s.
    pub note_speed: f32,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
}
const _: () = assert!(std::mem::size_of::<LevelReenacted>() == std::mem::size_of::<sys::beatsaber_level_reenacted>());

/// A row of [`Levels`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Level<'a> {
    /// Name of the song.
    pub song_name: crate::Text<'a>,
    /// Who made the map.
    pub mapper: crate::Text<'a>,
    /// Mode of the map whose notes came.
    pub mode: crate::Text<'a>,
    /// Difficulty of the map whose notes came.
    pub difficulty: crate::Text<'a>,
    /// Score by the events, before modifiers.
    pub score: i64,
    /// Greatest score of the map.
    pub max_score: i64,
    /// Score / max_score: of the whole map.
    pub accuracy: f32,
    /// Accuracy if each lost note had been cut as well as the others; missing if some were not reached.
    pub fc_accuracy: f32,
    /// Length of the jump of a note in the map; players can choose another, m.
    pub jump_distance: f32,
    /// Notes of the map, with links of chains.
    pub notes: u32,
    /// Good cuts.
    pub cut: u32,
    /// Bad cuts.
    pub bad: u32,
    /// Missed notes.
    pub missed: u32,
    /// Notes before the begin or after the end of the play.
    pub not_reached: u32,
    /// Notes that must have been cut or missed, but have no event.
    pub no_event: u32,
    /// Notes whose event states another color, direction, time or scoring than the map.
    pub changed: u32,
    /// Events that belong to no note of the map.
    pub no_note: u32,
    /// Bombs of the map.
    pub bombs: u32,
    /// Bombs that were hit.
    pub bombs_hit: u32,
    /// Walls of the map.
    pub walls: u32,
    /// Walls that the head was in, by events.
    pub walls_hit: u32,
    /// Walls before the begin or after the end of the play.
    pub walls_not_reached: u32,
    /// Contacts with walls that the map does not have.
    pub no_wall: u32,
    /// Whether the events are those of the map.
    pub fit: u8,
    /// The play is mirrored, as left-handed ones are.
    pub mirrored: u8,
    /// Map and replay tell enough to compare them note by note.
    pub decidable: u8,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Level>() == std::mem::size_of::<sys::beatsaber_level>());

/// A row of [`MapArcs`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapArc {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Song time of the tail, s.
    pub tail_time: f64,
    /// When the tail is, beats.
    pub tail_beat: f64,
    /// How far it goes in that direction.
    pub multiplier: f64,
    /// From how far it comes in that direction.
    pub tail_multiplier: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Column of the head.
    pub line: i32,
    /// Height of the head.
    pub layer: i32,
    /// Of the notes that it joins.
    pub color: i32,
    /// In which it leaves the head.
    pub direction: i32,
    /// Column of the tail.
    pub tail_line: i32,
    /// Height of the tail.
    pub tail_layer: i32,
    /// In which it reaches the tail.
    pub tail_direction: i32,
    /// How it turns between head and tail.
    pub anchor: i32,
    /// Of the head's lane, clockwise; since version 4, deg.
    pub rotation: i32,
    /// Of the tail's lane, clockwise; since version 4, deg.
    pub tail_rotation: i32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapArc>() == std::mem::size_of::<sys::beatsaber_map_arc>());

/// A row of [`MapBombs`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapBomb {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Column, 0 to 3 from the left.
    pub line: i32,
    /// Height, 0 to 2 from below.
    pub layer: i32,
    /// Of its lane, clockwise; since version 4, deg.
    pub rotation: i32,
    /// A mod shows it only: it is not counted.
    pub fake: u8,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapBomb>() == std::mem::size_of::<sys::beatsaber_map_bomb>());

/// A row of [`MapBpmEvents`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapBpmEvent {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Beats per minute from here on, 1/min.
    pub bpm: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapBpmEvent>() == std::mem::size_of::<sys::beatsaber_map_bpm_event>());

/// A row of [`MapChains`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapChain {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Song time of the last link, s.
    pub tail_time: f64,
    /// When the last link is, beats.
    pub tail_beat: f64,
    /// How much of the path the links fill.
    pub squish: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Column of the head, which is a note of its own.
    pub line: i32,
    /// Height of the head.
    pub layer: i32,
    /// Which saber cuts it.
    pub color: i32,
    /// Of the head.
    pub direction: i32,
    /// Column of the last link.
    pub tail_line: i32,
    /// Height of the last link.
    pub tail_layer: i32,
    /// Number of its parts with the head.
    pub parts: i32,
    /// Of the head's lane, clockwise; since version 4, deg.
    pub rotation: i32,
    /// Of the tail's lane, clockwise; since version 4, deg.
    pub tail_rotation: i32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapChain>() == std::mem::size_of::<sys::beatsaber_map_chain>());

/// A row of [`MapDifficulties`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapDifficulty<'a> {
    /// Standard, OneSaber, NoArrows, 90Degree, 360Degree, Legacy, Lawless or Lightshow.
    pub mode: crate::Text<'a>,
    /// Easy, Normal, Hard, Expert or ExpertPlus.
    pub difficulty: crate::Text<'a>,
    /// Name of its file.
    pub map_file: crate::Text<'a>,
    /// Name of the file with its lights; version 4.
    pub lights: crate::Text<'a>,
    /// Version of its file.
    pub version: crate::Text<'a>,
    /// Who made it, separated by commas; version 4.
    pub mappers: crate::Text<'a>,
    /// Name that its maker gave it.
    pub label: crate::Text<'a>,
    /// Mods that it needs, separated by commas.
    pub requirements: crate::Text<'a>,
    /// Greatest score without modifiers, points.
    pub max_score: u64,
    /// Tempo that the file itself states, in old files, 1/min.
    pub bpm: f64,
    /// Speed of the notes; 0 is that of the difficulty, m/s.
    pub note_jump_speed: f64,
    /// Added to half of the jump, beats.
    pub note_jump_offset: f64,
    /// Length of the jump of a note, m.
    pub jump_distance: f64,
    /// Time between the appearance of a note and its own, s.
    pub reaction_time: f64,
    /// Number of notes that count.
    pub notes: u32,
    /// Number of bombs that count.
    pub bombs: u32,
    /// Number of walls.
    pub walls: u32,
    /// Number of arcs.
    pub arcs: u32,
    /// Number of chains.
    pub chains: u32,
    /// Bit mask: 1 the numbers are known, 2 the tempo, 4 the speed, 8 the jump.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapDifficulty>() == std::mem::size_of::<sys::beatsaber_map_difficulty>());

/// A row of [`MapInfos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapInfo<'a> {
    /// Version of Info.dat.
    pub version: crate::Text<'a>,
    /// Name of the song.
    pub song_name: crate::Text<'a>,
    /// Second line of the name.
    pub song_sub_name: crate::Text<'a>,
    /// Who made the song.
    pub song_author: crate::Text<'a>,
    /// Who made the map; since version 4 see difficulties.
    pub mapper: crate::Text<'a>,
    /// SHA-1 of the level's files, as Quest computes it.
    pub level_hash: crate::Text<'a>,
    /// The same as a PC computes it, if that is another one.
    pub pc_hash: crate::Text<'a>,
    /// Name of the file with the music.
    pub music: crate::Text<'a>,
    /// Name of the file with the picture.
    pub cover: crate::Text<'a>,
    /// Name of the scene; of several the first.
    pub environment: crate::Text<'a>,
    /// Tempo before any change, 1/min.
    pub bpm: f64,
    /// Moves the music, not the notes, s.
    pub song_offset: f64,
    /// Bit mask: 1 the tempo, 2 the offset, 4 the hash, 8 another hash of PC.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapInfo>() == std::mem::size_of::<sys::beatsaber_map_info>());

/// A row of [`MapLightBoxes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapLightBox {
    /// Song time of its group, from the beat and the tempo, s.
    pub time: f64,
    /// When its group is, beats.
    pub beat: f64,
    /// Share of the filtered lamps that are used, 0 to 1.
    pub limit: f64,
    /// Delay between lamps, beats.
    pub spread: f64,
    /// Difference of the value between lamps.
    pub value_spread: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Its number in the difficulty, from 0.
    pub r#box: u32,
    /// What its events change.
    pub kind: i32,
    /// Group of lamps.
    pub group: i32,
    /// Sections of the group that are treated as one lamp.
    pub chunks: i32,
    /// Which lamps it is for.
    pub filter: i32,
    /// Of the filter: number of sections, or first lamp.
    pub parameter: i32,
    /// Of the filter: section, or step.
    pub second_parameter: i32,
    /// 1: from the last lamp to the first.
    pub reverse: i32,
    /// Bit mask: 1 keeps the order, 2 random lamps.
    pub random: i32,
    /// Of the random order.
    pub seed: i32,
    /// Bit mask of what the limit changes: 1 duration, 2 spread.
    pub limit_to: i32,
    /// Of the delay.
    pub spread_type: i32,
    /// Of the value.
    pub value_spread_type: i32,
    /// 1: the first event is spread, too.
    pub value_spread_first: i32,
    /// Of the spread of the value: 0 linear, 1 and more curves.
    pub easing: i32,
    /// Of rotations and translations.
    pub axis: i32,
    /// 1: the axis is inverted.
    pub flip: i32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapLightBox>() == std::mem::size_of::<sys::beatsaber_map_light_box>());

/// A row of [`MapLightEvents`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapLightEvent {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// Of its box, and the beats after it, beats.
    pub beat: f64,
    /// After the beat of its box, beats.
    pub beats_after: f64,
    /// Brightness, degrees, distance or value of the effect.
    pub value: f64,
    /// Brightness while the strobe is off.
    pub strobe_brightness: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Number of its box in the difficulty.
    pub r#box: u32,
    /// Of its box.
    pub kind: i32,
    /// Of its box.
    pub group: i32,
    /// 1: the state of the event before stays.
    pub extend: i32,
    /// From the event before to this one: -1 none, 0 linear, 1 and more curves.
    pub easing: i32,
    /// Of the lamps.
    pub color: i32,
    /// Of a rotation.
    pub direction: i32,
    /// Full turns that are added to a rotation.
    pub loops: i32,
    /// Frequency of the strobe; 0: none.
    pub strobe: i32,
    /// 1: the strobe fades.
    pub strobe_fade: i32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapLightEvent>() == std::mem::size_of::<sys::beatsaber_map_light_event>());

/// A row of [`MapLights`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapLight {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Brightness, of games since 1.18.
    pub float_value: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Group of lights or effect.
    pub r#type: i32,
    /// What it does.
    pub value: i32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapLight>() == std::mem::size_of::<sys::beatsaber_map_light>());

/// A row of [`MapNjsEvents`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapNjsEvent {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Added to the difficulty's note jump speed, m/s.
    pub delta: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// 1: the value of the event before stays.
    pub previous: i32,
    /// From the event before to this one: -1 step, 0 linear, 1 and more curves.
    pub easing: i32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapNjsEvent>() == std::mem::size_of::<sys::beatsaber_map_njs_event>());

/// A row of [`MapNotes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapNote {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Column, 0 to 3 from the left.
    pub line: i32,
    /// Height, 0 to 2 from below.
    pub layer: i32,
    /// Which saber cuts it.
    pub color: i32,
    /// Of the cut.
    pub direction: i32,
    /// Counter-clockwise, added to the direction; since version 3, deg.
    pub angle: i32,
    /// Of its lane, clockwise; since version 4, deg.
    pub rotation: i32,
    /// What arcs and chains make of it in the newest game, as in note ids.
    pub scoring: u8,
    /// A mod shows it only: it is not counted.
    pub fake: u8,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapNote>() == std::mem::size_of::<sys::beatsaber_map_note>());

/// A row of [`MapOriginals`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapOriginal<'a> {
    /// The whole file.
    pub bytes: crate::Bytes<'a>,
    /// Checksum of the rows that were read from the file.
    pub rows: u64,
}
const _: () = assert!(std::mem::size_of::<MapOriginal>() == std::mem::size_of::<sys::beatsaber_map_original>());

/// A row of [`MapRotations`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapRotation {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Turn of the lanes, clockwise, added to those before, deg.
    pub degrees: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// 0: objects of this beat turn, too; 1: only later ones.
    pub late: i32,
    /// Bit mask: 1 the tempo is known.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapRotation>() == std::mem::size_of::<sys::beatsaber_map_rotation>());

/// A row of [`MapWalls`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapWall {
    /// Song time, from the beat and the tempo, s.
    pub time: f64,
    /// When it is, beats.
    pub beat: f64,
    /// Duration, from its beat to its last one, by the tempo there, s.
    pub duration: f64,
    /// Duration, beats.
    pub beats: f64,
    /// Number of its row in difficulties, from 0.
    pub difficulty: u32,
    /// Leftmost column, 0 to 3.
    pub line: i32,
    /// Lowest height; of types 0 and 1 of version 2 what the game takes for them.
    pub layer: i32,
    /// In columns.
    pub width: i32,
    /// In layers; of types 0 and 1 of version 2 what the game takes for them.
    pub height: i32,
    /// Version 2; mods have types of 1000 and more.
    pub r#type: i32,
    /// Of its lane, clockwise; since version 4, deg.
    pub rotation: i32,
    /// A mod shows it only: it is not counted.
    pub fake: u8,
    /// Bit mask: 1 the tempo is known, 2 the wall has a type.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapWall>() == std::mem::size_of::<sys::beatsaber_map_wall>());

/// A row of [`OriginResets`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OriginReset {
    /// Time of the frame, s.
    pub time: f32,
    #[allow(missing_docs)]
    pub reserved: u32,
    /// Row in the table of frames.
    pub frame_row: u64,
    /// The left hand was at the origin.
    pub left: u8,
    /// The right hand was at the origin.
    pub right: u8,
    #[allow(missing_docs)]
    pub reserved_too: [u8; 6],
}
const _: () = assert!(std::mem::size_of::<OriginReset>() == std::mem::size_of::<sys::beatsaber_origin_reset>());

/// A row of [`Samples`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sample {
    /// Song time, by the number of the sample and the rate, s.
    pub time: f64,
    /// Number of the sample, the same in all plays at this time.
    pub sample: i32,
    /// Number of the stretch: its samples follow each other without a gap or a pause.
    pub stretch: u32,
    /// Position of the head, m.
    pub head: crate::Pose,
    /// Position of the left hand, m.
    pub left_hand: crate::Pose,
    /// Position of the right hand, m.
    pub right_hand: crate::Pose,
    /// Rotation of the head without its yaw.
    pub relative_head_rotation: crate::Quaternion,
    /// Rotation of the left hand, turned by the yaw of the head.
    pub relative_left_rotation: crate::Quaternion,
    /// Rotation of the right hand, turned by the yaw of the head.
    pub relative_right_rotation: crate::Quaternion,
    /// Left hand from the head, turned by its yaw, m.
    pub relative_left_position: crate::Vec3,
    /// Right hand from the head, turned by its yaw, m.
    pub relative_right_position: crate::Vec3,
    /// The first two columns of the matrix of relative_head_rotation.
    pub relative_head_6d: [f32; 6],
    /// The same of relative_left_rotation.
    pub relative_left_6d: [f32; 6],
    /// The same of relative_right_rotation.
    pub relative_right_6d: [f32; 6],
    /// Velocity of the head, m/s.
    pub head_velocity: crate::Vec3,
    /// Velocity of the left hand, m/s.
    pub left_velocity: crate::Vec3,
    /// Velocity of the right hand, m/s.
    pub right_velocity: crate::Vec3,
    /// Acceleration of the head, m/s^2.
    pub head_acceleration: crate::Vec3,
    /// Acceleration of the left hand, m/s^2.
    pub left_acceleration: crate::Vec3,
    /// Acceleration of the right hand, m/s^2.
    pub right_acceleration: crate::Vec3,
    /// Angular speed of the head, rad/s.
    pub head_turn: f32,
    /// Angular speed of the left hand, rad/s.
    pub left_turn: f32,
    /// Angular speed of the right hand, rad/s.
    pub right_turn: f32,
    /// The poses that are known, a mask: 1 head, 2 left hand, 4 right hand; relative ones 8, 16, 32.
    pub present: u8,
    /// What else is, a mask: velocity and turn 1, 2, 4; acceleration 8, 16, 32.
    pub moving: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 6],
}
const _: () = assert!(std::mem::size_of::<Sample>() == std::mem::size_of::<sys::beatsaber_sample>());

/// A row of [`Scorings`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scoring {
    /// Scoring type used for the score.
    pub scoring: u8,
    /// Notes.
    pub notes: u32,
    /// Good cuts.
    pub good_cuts: u32,
    /// Bad cuts.
    pub bad_cuts: u32,
    /// Missed notes.
    pub misses: u32,
    /// Points of good cuts, without multiplier.
    pub points: i64,
    /// Maximum points of the notes, without multiplier.
    pub max_points: i64,
    /// Score, with multiplier.
    pub score: i64,
    /// Mean points of the good cuts.
    pub mean_points: f32,
    #[allow(missing_docs)]
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Scoring>() == std::mem::size_of::<sys::beatsaber_scoring>());

/// A row of [`Stills`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Still {
    /// Time of the first frame, s.
    pub time: f32,
    /// Time of the last frame, s.
    pub end_time: f32,
    /// Row of the first frame in the table of frames.
    pub frame_row: u64,
    /// Number of frames.
    pub frames: u32,
    /// Good cuts in that time: of this hand, or of both for the head.
    pub cuts: u32,
    /// What did not move.
    pub tracker: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<Still>() == std::mem::size_of::<sys::beatsaber_still>());

/// A row of [`Summaries`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Summary {
    /// Score recomputed from the events, before modifiers; missing if nothing was scored.
    pub score: i64,
    /// Maximum score of the notes in the replay.
    pub max_score: i64,
    /// Score stated in the replay.
    pub stated_score: i64,
    /// Score - stated_score.
    pub score_difference: i64,
    /// Score with the factors of the modifiers, by the convention.
    pub modified_score: i64,
    /// Score / max_score.
    pub accuracy: f32,
    /// Modified_score / max_score.
    pub modified_accuracy: f32,
    /// Speed of the song: 1, or that of practice mode or of the modifiers FS, SF and SS.
    pub song_speed: f32,
    /// Accuracy if every lost note had been cut at the accuracy so far.
    pub fc_accuracy: f32,
    /// Time of the last frame that counts, s.
    pub end_time: f32,
    /// Time of the fail, or with NF the time energy ran out; missing if neither, s.
    pub fail_time: f32,
    /// Notes, excluding bombs.
    pub notes: u32,
    /// Good cuts.
    pub good_cuts: u32,
    /// Bad cuts.
    pub bad_cuts: u32,
    /// Missed notes.
    pub misses: u32,
    /// Bombs hit.
    pub bombs: u32,
    /// Walls hit.
    pub walls: u32,
    /// Bad cuts per note colour, or per saber if it is unknown.
    pub bad_cuts_by_hand: [u32; 2],
    /// Misses per note colour.
    pub misses_by_hand: [u32; 2],
    /// Bombs hit, per colour in the note id.
    pub bombs_by_hand: [u32; 2],
    /// Largest combo.
    pub max_combo: u32,
    /// Combo at the end.
    pub final_combo: u32,
    /// Longest run of 115-point notes; missing if a note repeats within 0.01 s.
    pub max_streak: u32,
    /// Energy at the end; missing if the song ended in a wall.
    pub final_energy: f32,
    /// Lowest energy after any event; missing if the song ended in a wall.
    pub min_energy: f32,
    /// Mean time deviation of good cuts, s.
    pub timing: [f32; 2],
    /// Mean points of notes with a centre part; chain heads get 30 extra.
    pub hand_points: [f32; 2],
    /// Mean rating of the swing before the cut; 1 is full.
    pub preswing: [f32; 2],
    /// Mean rating of the swing after the cut; 1 is full.
    pub postswing: [f32; 2],
    /// Mean |z| of the cut normal: how much points depend on timing, 0 to 1.
    pub time_dependence: [f32; 2],
    /// Mean points of the left hand: before, centre, after.
    pub left_cut: [f32; 3],
    /// Mean points of the right hand: before, centre, after.
    pub right_cut: [f32; 3],
    /// Pauses between the first and last note; the table pauses has all.
    pub pauses_in_song: u32,
    /// Total length of those pauses, s.
    pub pause_time_in_song: i64,
    /// Note jump distance stated in the replay, m.
    pub jump_distance: f32,
    /// Mean of the height events, or the stated height if there are none, m.
    pub average_height: f32,
    /// Mean head position, m.
    pub average_head_position: crate::Vec3,
    /// Score lost to incomplete swings.
    pub underswing: i64,
    /// Score if every swing had been full.
    pub full_swing_score: i64,
    /// Underswing / max_score.
    pub underswing_share: f32,
    /// Tracking jitters.
    pub jitters: u32,
    /// Jitters within 0.125 s of a note that lost swing points.
    pub jitters_with_loss: u32,
    /// Times a hand was at the tracking origin.
    pub origin_resets: u32,
    /// Frames that count: time not 0 and not that of the frame before.
    pub kept_frames: u32,
    /// Frames with time 0 or the time of the frame before.
    pub dropped_frames: u32,
    /// Values among the inputs of the means that are not finite, or mean nothing: left out.
    pub not_finite: u32,
    /// Rank that the game shows at that accuracy.
    pub rank: u8,
    /// The song was played from start to end without a fail; missing if the replay does not tell.
    pub won: u8,
    /// Won without a bad cut, miss, bomb or wall.
    pub full_combo: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub means: u8,
    #[allow(missing_docs)]
    pub known: u8,
    /// Notes found while reading and measuring.
    pub reading: crate::Reading,
}
const _: () = assert!(std::mem::size_of::<Summary>() == std::mem::size_of::<sys::beatsaber_summary>());

/// A row of [`Underswings`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Underswing {
    /// Time of the cut, s.
    pub time: f32,
    /// Row in the table of notes.
    pub note_row: u32,
    /// Hand the note is for.
    pub hand: u8,
    /// Points lost before the cut.
    pub lost_before: u8,
    /// Points lost after the cut.
    pub lost_after: u8,
    /// Multiplier applied to the note.
    pub multiplier: u8,
    /// Score lost: both parts times the multiplier.
    pub lost: u32,
    /// Rating of the swing before the cut; 1 is full.
    pub before_cut_rating: f32,
    /// Rating of the swing after the cut; 1 is full.
    pub after_cut_rating: f32,
}
const _: () = assert!(std::mem::size_of::<Underswing>() == std::mem::size_of::<sys::beatsaber_underswing>());

/// The table `cells` of beatsaber: statistics per grid cell.
pub enum Cells {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Cells {
    type Row<'a> = Cell;
    const NAME: &'static str = "cells";
    const LAYOUT: u32 = 0x6b71a893;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_cells), &CHECKED)
    }
}

/// The table `cuts` of beatsaber: note events beside what follows from the motion.
pub enum Cuts {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Cuts {
    type Row<'a> = Cut;
    const NAME: &'static str = "cuts";
    const LAYOUT: u32 = 0x0ebf5b3e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_cuts), &CHECKED)
    }
}

/// The table `scored_events` of beatsaber: notes and walls in the order in which they count.
pub enum Events {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Events {
    type Row<'a> = Event;
    const NAME: &'static str = "scored_events";
    const LAYOUT: u32 = 0xcc03ae08;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_events), &CHECKED)
    }
}

/// The table `evidence` of beatsaber: whether the motion supports the play, in one row.
pub enum Evidences {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Evidences {
    type Row<'a> = Evidence;
    const NAME: &'static str = "evidence";
    const LAYOUT: u32 = 0x3bf43a42;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_evidences), &CHECKED)
    }
}

/// The table `graph` of beatsaber: the play second by second.
pub enum Graph {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Graph {
    type Row<'a> = Second;
    const NAME: &'static str = "graph";
    const LAYOUT: u32 = 0xbd165770;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_graph), &CHECKED)
    }
}

/// The table `hands` of beatsaber: statistics per hand.
pub enum Hands {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Hands {
    type Row<'a> = Hand;
    const NAME: &'static str = "hands";
    const LAYOUT: u32 = 0xc730f42d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_hands), &CHECKED)
    }
}

/// The table `heart_rate` of beatsaber: heart rate of the player, from user data of a mod.
pub enum HeartRates {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for HeartRates {
    type Row<'a> = HeartRate;
    const NAME: &'static str = "heart_rate";
    const LAYOUT: u32 = 0x71d409ec;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_heart_rates), &CHECKED)
    }
}

/// The table `jitters` of beatsaber: tracking jitters.
pub enum Jitters {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Jitters {
    type Row<'a> = Jitter;
    const NAME: &'static str = "jitters";
    const LAYOUT: u32 = 0xcc775570;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_jitters), &CHECKED)
    }
}

/// The table `level_cuts` of beatsaber: notes and bombs of the map beside what the sabers do to them.
pub enum LevelCuts {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelCuts {
    type Row<'a> = LevelCut;
    const NAME: &'static str = "level_cuts";
    const LAYOUT: u32 = 0xb8fb750d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_cuts), &CHECKED)
    }
}

/// The table `level_directions` of beatsaber: notes by the direction of their arrow.
pub enum LevelDirections {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelDirections {
    type Row<'a> = LevelPart;
    const NAME: &'static str = "level_directions";
    const LAYOUT: u32 = 0x94bfbfa7;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_directions), &CHECKED)
    }
}

/// The table `level_lanes` of beatsaber: notes by the lane they come in.
pub enum LevelLanes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelLanes {
    type Row<'a> = LevelPart;
    const NAME: &'static str = "level_lanes";
    const LAYOUT: u32 = 0x74099062;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_lanes), &CHECKED)
    }
}

/// The table `level_notes` of beatsaber: all notes, bombs and walls of the map, and events that belong to none.
pub enum LevelNotes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelNotes {
    type Row<'a> = LevelNote;
    const NAME: &'static str = "level_notes";
    const LAYOUT: u32 = 0xf9045d15;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_notes), &CHECKED)
    }
}

/// The table `level_outcomes` of beatsaber: notes by what became of them: how difficult those were that were missed.
pub enum LevelOutcomes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelOutcomes {
    type Row<'a> = LevelPart;
    const NAME: &'static str = "level_outcomes";
    const LAYOUT: u32 = 0x9c1c8876;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_outcomes), &CHECKED)
    }
}

/// The table `level_patterns` of beatsaber: notes by the pattern they are part of.
pub enum LevelPatterns {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelPatterns {
    type Row<'a> = LevelPart;
    const NAME: &'static str = "level_patterns";
    const LAYOUT: u32 = 0x2a799eac;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_patterns), &CHECKED)
    }
}

/// The table `level_reenacted` of beatsaber: the play re-enacted from motion and map, in one row.
pub enum LevelReenactedRows {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelReenactedRows {
    type Row<'a> = LevelReenacted;
    const NAME: &'static str = "level_reenacted";
    const LAYOUT: u32 = 0x5d5632e3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_reenacted_rows), &CHECKED)
    }
}

/// The table `level_sections` of beatsaber: tenths of the map, from its first to its last note.
pub enum LevelSections {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelSections {
    type Row<'a> = LevelPart;
    const NAME: &'static str = "level_sections";
    const LAYOUT: u32 = 0x2ac54bd8;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_level_sections), &CHECKED)
    }
}

/// The table `level` of beatsaber: the play beside its map, in one row.
pub enum Levels {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Levels {
    type Row<'a> = Level<'a>;
    const NAME: &'static str = "level";
    const LAYOUT: u32 = 0xcd9bb495;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_levels), &CHECKED)
    }
}

/// The table `lost_notes` of beatsaber: notes that were missed, cut badly or have no event, and bombs and walls that were hit.
pub enum LostNotes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LostNotes {
    type Row<'a> = LevelNote;
    const NAME: &'static str = "lost_notes";
    const LAYOUT: u32 = 0xf9045d15;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_lost_notes), &CHECKED)
    }
}

/// The table `arcs` of beatsaber-map: arcs between notes.
pub enum MapArcs {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapArcs {
    type Row<'a> = MapArc;
    const NAME: &'static str = "arcs";
    const LAYOUT: u32 = 0xddde0f0e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_arcs), &CHECKED)
    }
}

/// The table `bombs` of beatsaber-map: bombs.
pub enum MapBombs {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapBombs {
    type Row<'a> = MapBomb;
    const NAME: &'static str = "bombs";
    const LAYOUT: u32 = 0x7ebc36e6;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_bombs), &CHECKED)
    }
}

/// The table `bpm_events` of beatsaber-map: changes of the tempo.
pub enum MapBpmEvents {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapBpmEvents {
    type Row<'a> = MapBpmEvent;
    const NAME: &'static str = "bpm_events";
    const LAYOUT: u32 = 0x78299ccd;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_bpm_events), &CHECKED)
    }
}

/// The table `chains` of beatsaber-map: chains of links.
pub enum MapChains {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapChains {
    type Row<'a> = MapChain;
    const NAME: &'static str = "chains";
    const LAYOUT: u32 = 0x3ac5ec9a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_chains), &CHECKED)
    }
}

/// The table `difficulties` of beatsaber-map: what can be played.
pub enum MapDifficulties {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapDifficulties {
    type Row<'a> = MapDifficulty<'a>;
    const NAME: &'static str = "difficulties";
    const LAYOUT: u32 = 0xe1938c36;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_difficulties), &CHECKED)
    }
}

/// The table `info` of beatsaber-map: the song and the level.
pub enum MapInfos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapInfos {
    type Row<'a> = MapInfo<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0x5d355d37;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_infos), &CHECKED)
    }
}

/// The table `light_boxes` of beatsaber-map: boxes of groups of lights.
pub enum MapLightBoxes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapLightBoxes {
    type Row<'a> = MapLightBox;
    const NAME: &'static str = "light_boxes";
    const LAYOUT: u32 = 0x5bda4412;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_light_boxes), &CHECKED)
    }
}

/// The table `light_events` of beatsaber-map: events of groups of lights.
pub enum MapLightEvents {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapLightEvents {
    type Row<'a> = MapLightEvent;
    const NAME: &'static str = "light_events";
    const LAYOUT: u32 = 0x0a895406;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_light_events), &CHECKED)
    }
}

/// The table `lights` of beatsaber-map: events of lights.
pub enum MapLights {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapLights {
    type Row<'a> = MapLight;
    const NAME: &'static str = "lights";
    const LAYOUT: u32 = 0xea9a63f4;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_lights), &CHECKED)
    }
}

/// The table `njs_events` of beatsaber-map: changes of the note jump speed.
pub enum MapNjsEvents {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapNjsEvents {
    type Row<'a> = MapNjsEvent;
    const NAME: &'static str = "njs_events";
    const LAYOUT: u32 = 0x66ea95f1;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_njs_events), &CHECKED)
    }
}

/// The table `notes` of beatsaber-map: notes.
pub enum MapNotes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapNotes {
    type Row<'a> = MapNote;
    const NAME: &'static str = "notes";
    const LAYOUT: u32 = 0x80e713fb;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_notes), &CHECKED)
    }
}

/// The table `original` of beatsaber-map: the file itself, to write it back byte for byte.
pub enum MapOriginals {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapOriginals {
    type Row<'a> = MapOriginal<'a>;
    const NAME: &'static str = "original";
    const LAYOUT: u32 = 0x7f6d1faf;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_originals), &CHECKED)
    }
}

/// The table `rotations` of beatsaber-map: turns of the lanes.
pub enum MapRotations {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapRotations {
    type Row<'a> = MapRotation;
    const NAME: &'static str = "rotations";
    const LAYOUT: u32 = 0x4176fe08;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_rotations), &CHECKED)
    }
}

/// The table `walls` of beatsaber-map: walls.
pub enum MapWalls {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapWalls {
    type Row<'a> = MapWall;
    const NAME: &'static str = "walls";
    const LAYOUT: u32 = 0x6e4c93b9;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_map_walls), &CHECKED)
    }
}

/// The table `origin_resets` of beatsaber: frames in which a hand is at the tracking origin.
pub enum OriginResets {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for OriginResets {
    type Row<'a> = OriginReset;
    const NAME: &'static str = "origin_resets";
    const LAYOUT: u32 = 0x946abf2d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_origin_resets), &CHECKED)
    }
}

/// The table `samples` of motion: poses, velocities and accelerations at a fixed rate.
pub enum Samples {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Samples {
    type Row<'a> = Sample;
    const NAME: &'static str = "samples";
    const LAYOUT: u32 = 0xa80ade63;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_samples), &CHECKED)
    }
}

/// The table `scoring` of beatsaber: statistics per scoring type.
pub enum Scorings {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Scorings {
    type Row<'a> = Scoring;
    const NAME: &'static str = "scoring";
    const LAYOUT: u32 = 0x9f398d70;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_scorings), &CHECKED)
    }
}

/// The table `stills` of beatsaber: spans of a second or more in which a tracker does not move at all.
pub enum Stills {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Stills {
    type Row<'a> = Still;
    const NAME: &'static str = "stills";
    const LAYOUT: u32 = 0x363aba85;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_stills), &CHECKED)
    }
}

/// The table `summary` of beatsaber: the play in one row.
pub enum Summaries {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Summaries {
    type Row<'a> = Summary;
    const NAME: &'static str = "summary";
    const LAYOUT: u32 = 0xe7be27a8;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_summaries), &CHECKED)
    }
}

/// The table `underswings` of beatsaber: good cuts that lost swing points.
pub enum Underswings {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Underswings {
    type Row<'a> = Underswing;
    const NAME: &'static str = "underswings";
    const LAYOUT: u32 = 0xb7806a88;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::beatsaber_underswings), &CHECKED)
    }
}
