// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of scoresaber.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Combos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Combo {
    /// Combo.
    pub combo: i32,
    /// Song time of the change, s.
    pub time: f32,
}
const _: () = assert!(std::mem::size_of::<Combo>() == std::mem::size_of::<sys::scoresaber_combo>());

/// A row of [`Energies`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Energy {
    /// Energy, 0 to 1.
    pub energy: f32,
    /// Song time of the change, s.
    pub time: f32,
}
const _: () = assert!(std::mem::size_of::<Energy>() == std::mem::size_of::<sys::scoresaber_energy>());

/// A row of [`Extensions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Extension<'a> {
    /// Name of the extension.
    pub id: crate::Text<'a>,
    /// Bytes of the extension.
    pub payload: crate::Bytes<'a>,
    /// Version of its layout.
    pub layout_version: i32,
}
const _: () = assert!(std::mem::size_of::<Extension>() == std::mem::size_of::<sys::scoresaber_extension>());

/// A row of [`Gaps`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gap<'a> {
    /// The bytes.
    pub bytes: crate::Bytes<'a>,
    /// The part of the file that the bytes follow.
    pub after: u8,
}
const _: () = assert!(std::mem::size_of::<Gap>() == std::mem::size_of::<sys::scoresaber_gap>());

/// A row of [`Heights`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Height {
    /// Height of the player, m.
    pub height: f32,
    /// Time of the measurement, s.
    pub time: f32,
}
const _: () = assert!(std::mem::size_of::<Height>() == std::mem::size_of::<sys::scoresaber_height>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Version of the file: 2.0.0, 3.0.0 or 3.1.0.
    pub version: crate::Text<'a>,
    /// Id of the level: custom_level_ and the map hash, or the name of a level of the game.
    pub level_id: crate::Text<'a>,
    /// Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow.
    pub characteristic: crate::Text<'a>,
    /// Name of the scene.
    pub environment: crate::Text<'a>,
    /// Codes of modifiers that were on, separated by commas; SC is small cubes or a fail on saber clash.
    pub modifiers: crate::Text<'a>,
    /// Version of the game, from 3.1.0 on.
    pub game_version: crate::Text<'a>,
    /// Version of the recording plug-in, from 3.1.0 on.
    pub plugin_version: crate::Text<'a>,
    /// PC or Quest, from 3.1.0 on.
    pub platform: crate::Text<'a>,
    /// Difficulty of the map.
    pub difficulty: i32,
    /// Offset of the note jump, or its duration in seconds if the player chose a fixed one, beats.
    pub note_spawn_offset: f32,
    /// Height of the player in the settings, m.
    pub initial_height: f32,
    /// Rotation of the room in the game's settings, about the vertical axis; poses do not contain it, deg.
    pub room_rotation: f32,
    /// Position of the room in the game's settings, m.
    pub room_center: crate::Vec3,
    /// Song time at which energy last reached 0; 0: never. With NF the play goes on, s.
    pub fail_time: f32,
    /// Left-handed mode.
    pub left_handed: u8,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::scoresaber_info>());

/// A row of [`JsonExtras`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct JsonExtra<'a> {
    /// Object that contains the member: empty for the outermost object, or info.
    pub object: crate::Text<'a>,
    /// Key of the member, as written between the quotes.
    pub key: crate::Text<'a>,
    /// Value of the member, as written.
    pub json: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<JsonExtra>() == std::mem::size_of::<sys::scoresaber_json_extra>());

/// A part of rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct JsonPose {
    #[allow(missing_docs)]
    pub position: [f64; 3],
    #[allow(missing_docs)]
    pub rotation: [f64; 4],
}
const _: () = assert!(std::mem::size_of::<JsonPose>() == std::mem::size_of::<sys::scoresaber_json_pose>());

/// A row of [`JsonFrames`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct JsonFrame {
    /// Position of the head, h.p, m.
    pub head: JsonPose,
    /// Position of the left hand, l.p, m.
    pub left_hand: JsonPose,
    /// Position of the right hand, r.p, m.
    pub right_hand: JsonPose,
    /// Song time, a, s.
    pub time: f64,
    /// Frame rate at that time, i, 1/s.
    pub fps: i64,
    /// 1 if the frame has a frame rate.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<JsonFrame>() == std::mem::size_of::<sys::scoresaber_json_frame>());

/// A row of [`JsonHeights`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct JsonHeight {
    /// Height of the player, h, m.
    pub height: f64,
    /// Time of the measurement, a, s.
    pub time: f64,
}
const _: () = assert!(std::mem::size_of::<JsonHeight>() == std::mem::size_of::<sys::scoresaber_json_height>());

/// A row of [`JsonInfos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct JsonInfo<'a> {
    /// Version of the replay that was decoded.
    pub version: crate::Text<'a>,
    /// Id of the level: custom_level_ and the map hash, or the name of a level of the game.
    pub hash: crate::Text<'a>,
    /// Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow.
    pub mode: crate::Text<'a>,
    /// Name of the scene.
    pub environment: crate::Text<'a>,
    /// Codes of modifiers that were on, separated by commas.
    pub modifiers: crate::Text<'a>,
    /// Note jump start beat offset, beats.
    pub note_spawn_offset: f64,
    /// Height of the player, m.
    pub height: f64,
    /// Rotation of the room in the game's settings, rr, deg.
    pub room_rotation: f64,
    /// Position of the room in the game's settings, room, m.
    pub room_center: [f64; 3],
    /// Song time at which energy last reached 0, st, s.
    pub fail_time: f64,
    /// Difficulty of the map.
    pub difficulty: i64,
    /// Score at the end, points.
    pub total_score: i64,
    /// Left-handed mode.
    pub left_handed: u8,
    /// Bit mask of the fields that are present.
    pub present: [u8; 2],
}
const _: () = assert!(std::mem::size_of::<JsonInfo>() == std::mem::size_of::<sys::scoresaber_json_info>());

/// A row of [`JsonNotes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct JsonNote<'a> {
    /// Time of the event; from noteTime, s.
    pub time: f64,
    /// Line, layer, direction and color; from noteInfos.
    pub note: crate::Text<'a>,
    /// Points of a good cut, or -2 bad cut, -3 miss, -4 bomb, -5 wall; from scores, points.
    pub score: i32,
    /// Combo after the event; from combos.
    pub combo: i32,
    /// Bit mask of the fields that are present.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<JsonNote>() == std::mem::size_of::<sys::scoresaber_json_note>());

/// A row of [`Keyframes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Keyframe {
    /// Position of the right hand, m.
    pub right_position: crate::Vec3,
    /// Position of the left hand, m.
    pub left_position: crate::Vec3,
    /// Position of the head, m.
    pub head_position: crate::Vec3,
    /// Rotation of the right hand, a quaternion.
    pub right_rotation: crate::Quaternion,
    /// Rotation of the left hand, a quaternion.
    pub left_rotation: crate::Quaternion,
    /// Rotation of the head, a quaternion.
    pub head_rotation: crate::Quaternion,
    /// Song time, s.
    pub time: f32,
    /// Combo at that time.
    pub combo: i32,
    /// Score at that time, points.
    pub score: i32,
}
const _: () = assert!(std::mem::size_of::<Keyframe>() == std::mem::size_of::<sys::scoresaber_keyframe>());

/// A row of [`Multipliers`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Multiplier {
    /// Multiplier: 1, 2, 4 or 8.
    pub multiplier: i32,
    /// Progress to the next multiplier, 0 to 1.
    pub progress: f32,
    /// Song time of the change, s.
    pub time: f32,
}
const _: () = assert!(std::mem::size_of::<Multiplier>() == std::mem::size_of::<sys::scoresaber_multiplier>());

/// A row of [`Notes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Note {
    /// Time of the note in the map, s.
    pub note_time: f32,
    /// Layer, 0 to 2 from the bottom.
    pub layer: i32,
    /// Line, 0 to 3 from the left.
    pub line: i32,
    /// Color of the note.
    pub color: i32,
    /// Direction of the arrow.
    pub direction: i32,
    /// Kind of note, from version 3 on.
    pub gameplay_type: i32,
    /// Scoring type of the game (that of BSOR minus 2), from version 3 on.
    pub scoring_type: i32,
    /// Rotation of the cut direction, from version 3 on, deg.
    pub direction_offset: f32,
    /// Result of the note.
    pub event_type: i32,
    /// Point where the saber hit the note, m.
    pub cut_point: crate::Vec3,
    /// Normal of the cut plane.
    pub cut_normal: crate::Vec3,
    /// Direction of the saber's movement.
    pub saber_direction: crate::Vec3,
    /// Saber that made the cut.
    pub saber_type: i32,
    /// Speed of the saber, m/s.
    pub saber_speed: f32,
    /// Angle of the cut, deg.
    pub cut_angle: f32,
    /// Distance of the cut from the center of the note, m.
    pub cut_distance_to_center: f32,
    /// Angle between the cut and the arrow of the note, deg.
    pub cut_direction_deviation: f32,
    /// Swing before the cut; 1 is a full one.
    pub before_cut_rating: f32,
    /// Swing after the cut; 1 is a full one.
    pub after_cut_rating: f32,
    /// Song time of the cut; of a miss, of the frame in which it was scored, s.
    pub event_time: f32,
    /// Time scale of the engine.
    pub unity_timescale: f32,
    /// Time scale of the song.
    pub time_sync_timescale: f32,
    /// Time of the note minus time of the cut, from version 3 on, s.
    pub time_deviation: f32,
    /// Rotation of the lane, a quaternion, from version 3 on.
    pub world_rotation: crate::Quaternion,
    /// Inverse of that rotation, from version 3 on.
    pub inverse_world_rotation: crate::Quaternion,
    /// Rotation of the note, a quaternion, from version 3 on.
    pub note_rotation: crate::Quaternion,
    /// Position of the note, from version 3 on, m.
    pub note_position: crate::Vec3,
    /// The cut direction was correct.
    pub direction_ok: u8,
    /// 1 if the record is of version 3.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Note>() == std::mem::size_of::<sys::scoresaber_note>());

/// A part of rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Offset {
    #[allow(missing_docs)]
    pub position: crate::Vec3,
    #[allow(missing_docs)]
    pub rotation: crate::Vec3,
}
const _: () = assert!(std::mem::size_of::<Offset>() == std::mem::size_of::<sys::scoresaber_offset>());

/// A row of [`Offsets`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ControllerOffsets {
    /// Position of both sabers in the hands, m.
    pub shared: Offset,
    /// Position of the left saber in the hand, m.
    pub left: Offset,
    /// Position of the right saber in the hand, m.
    pub right: Offset,
    /// Bit mask of the three offsets that are present.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<ControllerOffsets>() == std::mem::size_of::<sys::scoresaber_controller_offsets>());

/// A row of [`Originals`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Original<'a> {
    /// The whole file.
    pub bytes: crate::Bytes<'a>,
    /// Bytes of the file that no row represents, bytes.
    pub loose: u64,
    /// Checksum of the rows that were read from the file.
    pub rows: u64,
}
const _: () = assert!(std::mem::size_of::<Original>() == std::mem::size_of::<sys::scoresaber_original>());

/// A row of [`Pauses`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pause {
    /// Duration of the pause, in time of the room, ms.
    pub duration: i64,
    /// When it began, unix ms.
    pub began: i64,
    /// When it ended, unix ms.
    pub ended: i64,
    /// Song time at its start, s.
    pub time: f32,
}
const _: () = assert!(std::mem::size_of::<Pause>() == std::mem::size_of::<sys::scoresaber_pause>());

/// A row of [`PlaySettingsRows`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlaySettings<'a> {
    /// Playback speed of the song.
    pub song_speed: f32,
    /// Note jump distance, m.
    pub jump_distance: f32,
    /// Color of the left saber.
    pub left_saber: [f32; 4],
    /// Color of the right saber.
    pub right_saber: [f32; 4],
    /// Color of the walls.
    pub obstacles: [f32; 4],
    /// First light color of the scene.
    pub environment_0: [f32; 4],
    /// Second light color of the scene.
    pub environment_1: [f32; 4],
    /// White light color of the scene.
    pub environment_w: [f32; 4],
    /// First boost light color of the scene.
    pub boost_0: [f32; 4],
    /// Second boost light color of the scene.
    pub boost_1: [f32; 4],
    /// White boost light color of the scene.
    pub boost_w: [f32; 4],
    /// Name of the scene; if not empty, it overrides the one of info.
    pub environment: crate::Text<'a>,
    /// Default effects filter preset.
    pub filter_default: i32,
    /// Effects filter preset for Expert+.
    pub filter_expert_plus: i32,
    /// Effects filter preset in use.
    pub filter: i32,
    /// Intensity of the sabers' trails.
    pub trail_intensity: f32,
    /// Visibility of arcs.
    pub arc_visibility: i32,
    /// The scene has boost colors.
    pub boost_colors: u8,
    /// Texts and HUD are hidden.
    pub no_texts: u8,
    /// The note spawn effect is hidden.
    pub hide_spawn_effect: u8,
    /// Arcs vibrate the controllers.
    pub arc_haptics: u8,
    /// Bit mask of the first eight colors that are present.
    pub present: u8,
    /// 1 if the last color is present.
    pub present_boost_w: u8,
}
const _: () = assert!(std::mem::size_of::<PlaySettings>() == std::mem::size_of::<sys::scoresaber_play_settings>());

/// A row of [`Poses`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pose {
    /// Position of the head in the player's space, m.
    pub head: crate::Pose,
    /// Position of the left hand, m.
    pub left_hand: crate::Pose,
    /// Position of the right hand, m.
    pub right_hand: crate::Pose,
    /// Frame rate at that time, 1/s.
    pub fps: i32,
    /// Song time, s.
    pub time: f32,
}
const _: () = assert!(std::mem::size_of::<Pose>() == std::mem::size_of::<sys::scoresaber_pose>());

/// A row of [`Scores`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Score {
    /// Score, with multipliers and without modifiers, points.
    pub score: i32,
    /// Song time of the change, s.
    pub time: f32,
    /// Maximum possible score at that time, from version 3 on, points.
    pub max_score: i32,
    /// 1 if the record is of version 3.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<Score>() == std::mem::size_of::<sys::scoresaber_score>());

/// A row of [`Walls`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Wall {
    /// Song time at which the head entered the wall, s.
    pub time: f32,
    /// Song time at which the head had left all walls, s.
    pub exit_time: f32,
    /// Energy at the end of the contact.
    pub energy: f32,
    /// Time of the wall in the map, s.
    pub obstacle_time: f32,
    /// Duration of the wall, s.
    pub obstacle_duration: f32,
    /// Leftmost line of the wall.
    pub line: i32,
    /// Lowest layer of the wall.
    pub layer: i32,
    /// Width of the wall in lines.
    pub width: i32,
    /// Height of the wall in layers.
    pub height: i32,
}
const _: () = assert!(std::mem::size_of::<Wall>() == std::mem::size_of::<sys::scoresaber_wall>());

/// The table `combos` of scoresaber: changes of the combo.
pub enum Combos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Combos {
    type Row<'a> = Combo;
    const NAME: &'static str = "combos";
    const LAYOUT: u32 = 0x5bc88072;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_combos), &CHECKED)
    }
}

/// The table `energies` of scoresaber: changes of the energy.
pub enum Energies {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Energies {
    type Row<'a> = Energy;
    const NAME: &'static str = "energies";
    const LAYOUT: u32 = 0xd0a07a55;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_energies), &CHECKED)
    }
}

/// The table `extensions` of scoresaber: extensions without a table of their own, as raw bytes.
pub enum Extensions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Extensions {
    type Row<'a> = Extension<'a>;
    const NAME: &'static str = "extensions";
    const LAYOUT: u32 = 0x72621dff;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_extensions), &CHECKED)
    }
}

/// The table `gaps` of scoresaber: bytes outside every section.
pub enum Gaps {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Gaps {
    type Row<'a> = Gap<'a>;
    const NAME: &'static str = "gaps";
    const LAYOUT: u32 = 0x43fe43ec;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_gaps), &CHECKED)
    }
}

/// The table `heights` of scoresaber: height of the player.
pub enum Heights {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Heights {
    type Row<'a> = Height;
    const NAME: &'static str = "heights";
    const LAYOUT: u32 = 0x8b35774a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_heights), &CHECKED)
    }
}

/// The table `info` of scoresaber: the map, the player's settings and the result.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0x28ad84fb;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_infos), &CHECKED)
    }
}

/// The table `extras` of scoresaber-json: members that are not documented.
pub enum JsonExtras {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for JsonExtras {
    type Row<'a> = JsonExtra<'a>;
    const NAME: &'static str = "extras";
    const LAYOUT: u32 = 0x93f481c3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_json_extras), &CHECKED)
    }
}

/// The table `frames` of scoresaber-json: poses of head and hands, one row per recorded frame.
pub enum JsonFrames {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for JsonFrames {
    type Row<'a> = JsonFrame;
    const NAME: &'static str = "frames";
    const LAYOUT: u32 = 0x2eb155aa;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_json_frames), &CHECKED)
    }
}

/// The table `heights` of scoresaber-json: height of the player.
pub enum JsonHeights {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for JsonHeights {
    type Row<'a> = JsonHeight;
    const NAME: &'static str = "heights";
    const LAYOUT: u32 = 0x4addf08a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_json_heights), &CHECKED)
    }
}

/// The table `info` of scoresaber-json: the map, the player's settings and the result.
pub enum JsonInfos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for JsonInfos {
    type Row<'a> = JsonInfo<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xc2adc07a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_json_infos), &CHECKED)
    }
}

/// The table `notes` of scoresaber-json: result of each note, bomb and wall.
pub enum JsonNotes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for JsonNotes {
    type Row<'a> = JsonNote<'a>;
    const NAME: &'static str = "notes";
    const LAYOUT: u32 = 0xef16f10e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_json_notes), &CHECKED)
    }
}

/// The table `keyframes` of scoresaber: key frames, the only data of the oldest files.
pub enum Keyframes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Keyframes {
    type Row<'a> = Keyframe;
    const NAME: &'static str = "keyframes";
    const LAYOUT: u32 = 0xd3eebff5;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_keyframes), &CHECKED)
    }
}

/// The table `multipliers` of scoresaber: changes of the multiplier.
pub enum Multipliers {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Multipliers {
    type Row<'a> = Multiplier;
    const NAME: &'static str = "multipliers";
    const LAYOUT: u32 = 0x0ccb086f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_multipliers), &CHECKED)
    }
}

/// The table `notes` of scoresaber: result of each note and bomb.
pub enum Notes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Notes {
    type Row<'a> = Note;
    const NAME: &'static str = "notes";
    const LAYOUT: u32 = 0x3b84a0bc;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_notes), &CHECKED)
    }
}

/// The table `controller_offsets` of scoresaber: positions and rotations of the sabers in the hands, from the extension block.
pub enum Offsets {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Offsets {
    type Row<'a> = ControllerOffsets;
    const NAME: &'static str = "controller_offsets";
    const LAYOUT: u32 = 0x5d1527bf;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_offsets), &CHECKED)
    }
}

/// The table `original` of scoresaber: the original file, for byte-exact writing.
pub enum Originals {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Originals {
    type Row<'a> = Original<'a>;
    const NAME: &'static str = "original";
    const LAYOUT: u32 = 0xb95dc97a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_originals), &CHECKED)
    }
}

/// The table `pauses` of scoresaber: pauses, from the extension block.
pub enum Pauses {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Pauses {
    type Row<'a> = Pause;
    const NAME: &'static str = "pauses";
    const LAYOUT: u32 = 0xba257be8;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_pauses), &CHECKED)
    }
}

/// The table `play_settings` of scoresaber: settings of the player, from the extension block.
pub enum PlaySettingsRows {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for PlaySettingsRows {
    type Row<'a> = PlaySettings<'a>;
    const NAME: &'static str = "play_settings";
    const LAYOUT: u32 = 0x6479941f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_play_settings_rows), &CHECKED)
    }
}

/// The table `poses` of scoresaber: poses of head and hands, one row per recorded frame.
pub enum Poses {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Poses {
    type Row<'a> = Pose;
    const NAME: &'static str = "poses";
    const LAYOUT: u32 = 0x70ef2d6e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_poses), &CHECKED)
    }
}

/// The table `scores` of scoresaber: changes of the score.
pub enum Scores {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Scores {
    type Row<'a> = Score;
    const NAME: &'static str = "scores";
    const LAYOUT: u32 = 0x89ca586b;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_scores), &CHECKED)
    }
}

/// The table `walls` of scoresaber: walls that the head entered, from the extension block.
pub enum Walls {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Walls {
    type Row<'a> = Wall;
    const NAME: &'static str = "walls";
    const LAYOUT: u32 = 0x70eae35c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::scoresaber_walls), &CHECKED)
    }
}
