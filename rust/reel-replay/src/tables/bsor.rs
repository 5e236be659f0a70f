// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of bsor.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Frames`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame {
    /// Song time, s.
    pub time: f32,
    /// Frame rate at that time, 0 in derived files, 1/s.
    pub fps: i32,
    /// Position of the head, m.
    pub head: crate::Pose,
    /// Position of the left hand, m.
    pub left_hand: crate::Pose,
    /// Position of the right hand, m.
    pub right_hand: crate::Pose,
}
const _: () = assert!(std::mem::size_of::<Frame>() == std::mem::size_of::<sys::bsor_frame>());

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
const _: () = assert!(std::mem::size_of::<Height>() == std::mem::size_of::<sys::bsor_height>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Version of the recording mod.
    pub mod_version: crate::Text<'a>,
    /// Version of the game, with build number.
    pub game_version: crate::Text<'a>,
    /// Start of the play, Unix time in seconds, as text, unix s.
    pub timestamp: crate::Text<'a>,
    /// Id of the player on the platform.
    pub player_id: crate::Text<'a>,
    /// Name of the player.
    pub player_name: crate::Text<'a>,
    /// Steam, oculuspc, or oculus for a standalone headset.
    pub platform: crate::Text<'a>,
    /// Tracking runtime: OpenVR, OpenXR or Oculus.
    pub tracking_system: crate::Text<'a>,
    /// Name of the headset.
    pub headset: crate::Text<'a>,
    /// Name of the controllers.
    pub controller: crate::Text<'a>,
    /// Hash of the map, usually 40 hex digits.
    pub map_hash: crate::Text<'a>,
    /// Name of the song.
    pub song_name: crate::Text<'a>,
    /// Authors of the map, separated by commas; the Quest mod writes the artist of the song.
    pub mapper: crate::Text<'a>,
    /// Easy, Normal, Hard, Expert or ExpertPlus.
    pub difficulty: crate::Text<'a>,
    /// Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow.
    pub mode: crate::Text<'a>,
    /// Name of the scene.
    pub environment: crate::Text<'a>,
    /// Modifier codes, separated by commas.
    pub modifiers: crate::Text<'a>,
    /// Score as shown, before modifiers, points.
    pub score: i32,
    /// Note jump distance, m.
    pub jump_distance: f32,
    /// Height of the player, 0 if the game measured it during play, m.
    pub height: f32,
    /// Song time at which practice mode started, 0 outside practice mode, s.
    pub start_time: f32,
    /// Song time at which the player failed, 0 if not failed, s.
    pub fail_time: f32,
    /// Song speed in practice mode, 0 outside practice mode.
    pub speed: f32,
    /// Left-handed mode.
    pub left_handed: u8,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::bsor_info>());

/// A row of [`Lengths`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Length {
    /// Index of the string in its info section, from 0.
    pub string: u32,
    /// Row of the info table.
    pub info: u32,
    /// Stated length.
    pub stated: i32,
    /// Actual length, bytes.
    pub bytes: u32,
    /// File offset of the length, bytes.
    pub offset: u64,
}
const _: () = assert!(std::mem::size_of::<Length>() == std::mem::size_of::<sys::bsor_length>());

/// A part of rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cut {
    #[allow(missing_docs)]
    pub speed_ok: u8,
    #[allow(missing_docs)]
    pub direction_ok: u8,
    #[allow(missing_docs)]
    pub saber_type_ok: u8,
    #[allow(missing_docs)]
    pub was_cut_too_soon: u8,
    #[allow(missing_docs)]
    pub saber_speed: f32,
    #[allow(missing_docs)]
    pub saber_direction: crate::Vec3,
    #[allow(missing_docs)]
    pub saber_type: i32,
    #[allow(missing_docs)]
    pub time_deviation: f32,
    #[allow(missing_docs)]
    pub cut_direction_deviation: f32,
    #[allow(missing_docs)]
    pub cut_point: crate::Vec3,
    #[allow(missing_docs)]
    pub cut_normal: crate::Vec3,
    #[allow(missing_docs)]
    pub cut_distance_to_center: f32,
    #[allow(missing_docs)]
    pub cut_angle: f32,
    #[allow(missing_docs)]
    pub before_cut_rating: f32,
    #[allow(missing_docs)]
    pub after_cut_rating: f32,
}
const _: () = assert!(std::mem::size_of::<Cut>() == std::mem::size_of::<sys::bsor_cut>());

/// A row of [`Notes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Note {
    /// Scoring type, line, layer, color and direction, packed in decimal digits.
    pub note_id: i32,
    /// Time the note was scored, s.
    pub event_time: f32,
    /// Time of the note in the map, s.
    pub spawn_time: f32,
    /// Result of the note.
    pub event_type: i32,
    /// The saber was fast enough.
    pub cut: Cut,
    /// Cut fields are present: good and bad cuts only.
    pub has_cut: u8,
}
const _: () = assert!(std::mem::size_of::<Note>() == std::mem::size_of::<sys::bsor_note>());

/// A row of [`Offsets`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ControllerOffsets {
    /// Position of the left saber in the hand, m.
    pub left: crate::Pose,
    /// Position of the right saber in the hand, m.
    pub right: crate::Pose,
}
const _: () = assert!(std::mem::size_of::<ControllerOffsets>() == std::mem::size_of::<sys::bsor_controller_offsets>());

/// A row of [`Pauses`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pause {
    /// Duration of the pause, s.
    pub duration: i64,
    /// Song time at its start, s.
    pub time: f32,
}
const _: () = assert!(std::mem::size_of::<Pause>() == std::mem::size_of::<sys::bsor_pause>());

/// A row of [`Sections`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Section<'a> {
    /// Id of the section.
    pub id: u8,
    /// The file ends with this id, without a section body.
    pub bare: u8,
    /// Number of rows of its table in the section.
    pub count: u32,
    /// File offset of the id, bytes.
    pub offset: u64,
    /// Size including the id, excluding the bytes of raw after the last section, bytes.
    pub size: u64,
    /// Bytes up to the end of the file that no row represents.
    pub raw: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Section>() == std::mem::size_of::<sys::bsor_section>());

/// A row of [`UserData`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct UserEntry<'a> {
    /// Name of the mod or of its data.
    pub key: crate::Text<'a>,
    /// The data, as the mod wrote it.
    pub value: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<UserEntry>() == std::mem::size_of::<sys::bsor_user_entry>());

/// A row of [`Walls`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Wall {
    /// Line * 100 + type * 10 + width.
    pub wall_id: i32,
    /// Energy at the end of the contact, 0 to 1; standalone headsets write a song time here.
    pub energy: f32,
    /// Start of the contact, s.
    pub time: f32,
    /// Time of the wall in the map, or the time it appeared, s.
    pub spawn_time: f32,
}
const _: () = assert!(std::mem::size_of::<Wall>() == std::mem::size_of::<sys::bsor_wall>());

/// The table `frames` of bsor: poses of head and hands, one row per rendered frame.
pub enum Frames {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Frames {
    type Row<'a> = Frame;
    const NAME: &'static str = "frames";
    const LAYOUT: u32 = 0x43980588;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_frames), &CHECKED)
    }
}

/// The table `heights` of bsor: measured heights of the player.
pub enum Heights {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Heights {
    type Row<'a> = Height;
    const NAME: &'static str = "heights";
    const LAYOUT: u32 = 0x8b35774a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_heights), &CHECKED)
    }
}

/// The table `info` of bsor: the player, the map and the result.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0x1e6f2cd9;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_infos), &CHECKED)
    }
}

/// The table `lengths` of bsor: strings whose stated length differs from their length in bytes.
pub enum Lengths {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Lengths {
    type Row<'a> = Length;
    const NAME: &'static str = "lengths";
    const LAYOUT: u32 = 0x798a0b01;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_lengths), &CHECKED)
    }
}

/// The table `notes` of bsor: notes and bombs, in the order they were scored.
pub enum Notes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Notes {
    type Row<'a> = Note;
    const NAME: &'static str = "notes";
    const LAYOUT: u32 = 0x7edc9de4;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_notes), &CHECKED)
    }
}

/// The table `controller_offsets` of bsor: positions and rotations of the sabers in the hands.
pub enum Offsets {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Offsets {
    type Row<'a> = ControllerOffsets;
    const NAME: &'static str = "controller_offsets";
    const LAYOUT: u32 = 0x16913745;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_offsets), &CHECKED)
    }
}

/// The table `pauses` of bsor: pauses.
pub enum Pauses {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Pauses {
    type Row<'a> = Pause;
    const NAME: &'static str = "pauses";
    const LAYOUT: u32 = 0xbd2205cc;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_pauses), &CHECKED)
    }
}

/// The table `sections` of bsor: layout of the file, in file order.
pub enum Sections {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Sections {
    type Row<'a> = Section<'a>;
    const NAME: &'static str = "sections";
    const LAYOUT: u32 = 0x2f2c5f54;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_sections), &CHECKED)
    }
}

/// The table `user_data` of bsor: data of other mods, by key.
pub enum UserData {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for UserData {
    type Row<'a> = UserEntry<'a>;
    const NAME: &'static str = "user_data";
    const LAYOUT: u32 = 0x287ee40a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_user_data), &CHECKED)
    }
}

/// The table `walls` of bsor: contacts of the head with walls.
pub enum Walls {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Walls {
    type Row<'a> = Wall;
    const NAME: &'static str = "walls";
    const LAYOUT: u32 = 0x1f1c6624;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::bsor_walls), &CHECKED)
    }
}
