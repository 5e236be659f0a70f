// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of xror.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`AppExtensions`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AppExtension<'a> {
    /// Id of the extension.
    pub id: crate::Text<'a>,
    /// Name of the extension: BeatLeader.
    pub name: crate::Text<'a>,
    /// Version of the extension.
    pub version: crate::Text<'a>,
    /// Bit mask of the keys in the file: id, name, version.
    pub keys: u8,
}
const _: () = assert!(std::mem::size_of::<AppExtension>() == std::mem::size_of::<sys::xror_app_extension>());

/// A row of [`Attributes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Attribute<'a> {
    /// Name of the attribute.
    pub name: crate::Text<'a>,
    /// Row of the type of event.
    pub r#type: u32,
}
const _: () = assert!(std::mem::size_of::<Attribute>() == std::mem::size_of::<sys::xror_attribute>());

/// A row of [`Axes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Axis<'a> {
    /// Time of the frame, s.
    pub time: f64,
    /// Value.
    pub value: f64,
    /// Name of the axis, empty if no device has the column.
    pub name: crate::Text<'a>,
    /// Row of the frame.
    pub frame: u32,
    /// Row of the device; the number of devices if no device has the column.
    pub device: u32,
    /// Column of the motion table.
    pub column: u32,
    #[allow(missing_docs)]
    pub reserved: u32,
}
const _: () = assert!(std::mem::size_of::<Axis>() == std::mem::size_of::<sys::xror_axis>());

/// A row of [`DeviceAxes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DeviceAxis<'a> {
    /// X, y, z position; i, j, k, 1 quaternion; p pressure.
    pub name: crate::Text<'a>,
    /// Row of the device.
    pub device: u32,
    /// Column of the motion table.
    pub column: u32,
}
const _: () = assert!(std::mem::size_of::<DeviceAxis>() == std::mem::size_of::<sys::xror_device_axis>());

/// A row of [`Devices`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Device<'a> {
    /// Name of the device.
    pub name: crate::Text<'a>,
    /// HMD, CONTROLLER, TRACKER, STYLUS, BODY, EYE or OTHER.
    pub r#type: crate::Text<'a>,
    /// HEAD, HAND_LEFT, HAND_RIGHT or another part of the body.
    pub joint: crate::Text<'a>,
    /// Its first column of the motion table; column 0 is the time.
    pub first_column: u32,
    /// Number of its columns.
    pub axes: u32,
    /// Which typed values its columns have.
    pub role: u8,
    /// Bit mask of the keys in the file: name, type, joint.
    pub keys: u8,
}
const _: () = assert!(std::mem::size_of::<Device>() == std::mem::size_of::<sys::xror_device>());

/// A row of [`Documents`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Document<'a> {
    /// The original file.
    pub data: crate::Bytes<'a>,
    /// Sum over the rows and the file, 0 if not all tables were read.
    pub sum: u64,
}
const _: () = assert!(std::mem::size_of::<Document>() == std::mem::size_of::<sys::xror_document>());

/// A row of [`EventTypes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EventType<'a> {
    /// Id of the type.
    pub id: crate::Text<'a>,
    /// Name of the type.
    pub name: crate::Text<'a>,
    /// Number of columns of its float table with the time, 0 if it has none; other attributes are cells.
    pub columns: u32,
    /// Number of occurrences.
    pub count: u32,
    /// Which rows its occurrences have.
    pub layout: u8,
    /// Bit mask of the keys in the file: id, name, attr.
    pub keys: u8,
}
const _: () = assert!(std::mem::size_of::<EventType>() == std::mem::size_of::<sys::xror_event_type>());

/// A row of [`Events`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Event {
    /// Time of the event, s.
    pub time: f64,
    /// Row of the type of event.
    pub r#type: u32,
    /// Number among the events of its type.
    pub row: u32,
    /// The float table has a row for it.
    pub has_time: u8,
}
const _: () = assert!(std::mem::size_of::<Event>() == std::mem::size_of::<sys::xror_event>());

/// A row of [`FrameRates`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fps {
    /// Time of the frame, s.
    pub time: f64,
    /// Frame rate at that time, 1/s.
    pub fps: f64,
}
const _: () = assert!(std::mem::size_of::<Fps>() == std::mem::size_of::<sys::xror_fps>());

/// A row of [`Frames`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frame {
    /// Time since the start; song time in Beat Saber, s.
    pub time: f64,
    /// Position of the head, m.
    pub head: crate::Pose,
    /// Position of the left hand, m.
    pub left_hand: crate::Pose,
    /// Position of the right hand, m.
    pub right_hand: crate::Pose,
    /// Bit mask of the poses: head, left hand, right hand.
    pub poses: u8,
}
const _: () = assert!(std::mem::size_of::<Frame>() == std::mem::size_of::<sys::xror_frame>());

/// A row of [`Garbages`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Garbage<'a> {
    /// Time of the bad cut, s.
    pub time: f64,
    /// The cut as the headset wrote it, often uninitialised memory.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Garbage>() == std::mem::size_of::<sys::xror_garbage>());

/// A row of [`Heights`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Height {
    /// Time of the measurement, s.
    pub time: f64,
    /// Height of the player, m.
    pub height: f64,
}
const _: () = assert!(std::mem::size_of::<Height>() == std::mem::size_of::<sys::xror_height>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Address of the schema, with its version.
    pub schema: crate::Text<'a>,
    /// Id of the recording.
    pub id: crate::Text<'a>,
    /// Name of the recording.
    pub name: crate::Text<'a>,
    /// Id of the application, on Steam.
    pub app_id: crate::Text<'a>,
    /// Name of the application.
    pub app_name: crate::Text<'a>,
    /// Version of the application.
    pub app_version: crate::Text<'a>,
    /// Id of the scene.
    pub environment_id: crate::Text<'a>,
    /// Name of the scene.
    pub environment_name: crate::Text<'a>,
    /// Id of the activity.
    pub activity_id: crate::Text<'a>,
    /// Name of the activity; in Beat Saber, of the song.
    pub activity_name: crate::Text<'a>,
    /// Runtime or platform: SteamVR, steam, oculus.
    pub runtime: crate::Text<'a>,
    /// Programming interface: OpenVR, OpenXR.
    pub api: crate::Text<'a>,
    /// Id of the user.
    pub user_id: crate::Text<'a>,
    /// Name of the user.
    pub user_name: crate::Text<'a>,
    /// Hash of the map, usually 40 hex digits.
    pub song_hash: crate::Text<'a>,
    /// Authors of the map.
    pub mapper: crate::Text<'a>,
    /// Easy, Normal, Hard, Expert or ExpertPlus; some files have 1, 3, 5, 7 or 9.
    pub difficulty: crate::Text<'a>,
    /// Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lawless or Lightshow.
    pub mode: crate::Text<'a>,
    /// Modifier codes, separated by commas.
    pub modifiers: crate::Text<'a>,
    /// Start of the recording, Unix time in milliseconds, unix ms.
    pub timestamp: i64,
    /// Score as shown, before modifiers, points.
    pub score: i64,
    /// Note jump distance, m.
    pub jump_distance: f64,
    /// Height of the player, m.
    pub height: f64,
    /// Song time at which practice mode started, s.
    pub start_time: f64,
    /// Song time at which the player failed, s.
    pub fail_time: f64,
    /// Song speed in practice mode.
    pub speed: f64,
    /// Left-handed mode.
    pub left_handed: u8,
    /// Bit mask of the keys in the file: schema, id, name, timestamp, and so on.
    pub keys: [u8; 4],
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::xror_info>());

/// A row of [`Notes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Note {
    /// Time the note was scored, s.
    pub event_time: f64,
    /// Time of the note in the map, s.
    pub spawn_time: f64,
    /// Scoring type, line, layer, color and direction, packed in decimal digits.
    pub note_id: i64,
    /// Index of the note in the original recording.
    pub order: i64,
    /// Saber that made the cut.
    pub saber_type: i64,
    /// Speed of the saber, m/s.
    pub saber_speed: f64,
    /// Direction of the saber's movement.
    pub saber_direction: [f64; 3],
    /// Time of the note minus time of the cut, s.
    pub time_deviation: f64,
    /// Angle between the cut and the arrow of the note, deg.
    pub cut_direction_deviation: f64,
    /// Point where the saber hit the note, m.
    pub cut_point: [f64; 3],
    /// Normal of the cut plane.
    pub cut_normal: [f64; 3],
    /// Distance of the cut from the center of the note, m.
    pub cut_distance_to_center: f64,
    /// Angle of the cut, deg.
    pub cut_angle: f64,
    /// Swing before the cut; 1 is a full swing, not capped.
    pub before_cut_rating: f64,
    /// Swing after the cut; 1 is a full swing, not capped.
    pub after_cut_rating: f64,
    /// Result of the note.
    pub event_type: u8,
    /// Bit mask of the values that its type of event has: cut, flags, order.
    pub has: u8,
    /// The saber was fast enough.
    pub speed_ok: u8,
    /// The cut direction was correct.
    pub direction_ok: u8,
    /// The correct saber was used.
    pub saber_type_ok: u8,
    /// The cut was too early.
    pub was_cut_too_soon: u8,
}
const _: () = assert!(std::mem::size_of::<Note>() == std::mem::size_of::<sys::xror_note>());

/// A row of [`OtherKeys`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OtherKey<'a> {
    /// Name of the key.
    pub key: crate::Text<'a>,
    /// The value, as in the file.
    pub value: crate::Bytes<'a>,
    /// Row of the device, app extension or event type that has the key.
    pub index: u32,
    /// Document that has the key.
    pub place: u8,
    /// Type of the value, a number of BSON.
    pub kind: u8,
}
const _: () = assert!(std::mem::size_of::<OtherKey>() == std::mem::size_of::<sys::xror_other_key>());

/// A row of [`Pauses`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pause {
    /// Song time at its start, s.
    pub time: f64,
    /// Duration of the pause, s.
    pub duration: i64,
}
const _: () = assert!(std::mem::size_of::<Pause>() == std::mem::size_of::<sys::xror_pause>());

/// A row of [`Points`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Point {
    /// Time on the clock of the headset, ms.
    pub time: f64,
    /// Position of the brush, dm.
    pub pose: crate::Pose,
    /// Pressure, 0 to 1.
    pub pressure: f32,
    /// Row of its stroke, 4294967295 before the first.
    pub stroke: u32,
}
const _: () = assert!(std::mem::size_of::<Point>() == std::mem::size_of::<sys::xror_point>());

/// A row of [`Strokes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stroke<'a> {
    /// Time of its first point, ms.
    pub time: f64,
    /// Color.
    pub color: [f64; 4],
    /// Size of the brush, dm.
    pub size: f64,
    /// Scale of the brush.
    pub scale: f64,
    /// Id of the brush, a GUID.
    pub brush: crate::Text<'a>,
    /// Row of its first point.
    pub first_point: u32,
    /// Number of its points.
    pub points: u32,
}
const _: () = assert!(std::mem::size_of::<Stroke>() == std::mem::size_of::<sys::xror_stroke>());

/// A row of [`Values`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Value<'a> {
    /// Time of the event, s.
    pub time: f64,
    /// Value of a float or double.
    pub number: f64,
    /// Value of an integer, a boolean, or a date in milliseconds since 1970.
    pub integer: i64,
    /// Name of the attribute, empty if the type names fewer.
    pub name: crate::Text<'a>,
    /// Text of a string, or the value of another type as in the file.
    pub data: crate::Bytes<'a>,
    /// Row of the type of event.
    pub r#type: u32,
    /// Number of the event among those of its type.
    pub row: u32,
    /// Number of the attribute.
    pub attribute: u32,
    /// Float for a column of the float table, otherwise the type of BSON.
    pub kind: u8,
    /// Bit mask of the members with a value: number, integer, data.
    pub has: u8,
}
const _: () = assert!(std::mem::size_of::<Value>() == std::mem::size_of::<sys::xror_value>());

/// A row of [`Walls`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Wall {
    /// Start of the contact, s.
    pub time: f64,
    /// Energy at the end of the contact, 0 to 1.
    pub energy: f64,
    /// Time of the wall in the map, or the time it appeared, s.
    pub spawn_time: f64,
    /// Line * 100 + type * 10 + width; rounded above 16777216.
    pub wall_id: f64,
}
const _: () = assert!(std::mem::size_of::<Wall>() == std::mem::size_of::<sys::xror_wall>());

/// The table `app_extensions` of xror: extensions of the application.
pub enum AppExtensions {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for AppExtensions {
    type Row<'a> = AppExtension<'a>;
    const NAME: &'static str = "app_extensions";
    const LAYOUT: u32 = 0x6e1ea012;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_app_extensions), &CHECKED)
    }
}

/// The table `attributes` of xror: attributes of the types of events.
pub enum Attributes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Attributes {
    type Row<'a> = Attribute<'a>;
    const NAME: &'static str = "attributes";
    const LAYOUT: u32 = 0xe0e34b93;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_attributes), &CHECKED)
    }
}

/// The table `axes` of xror: values of other axes, by frame.
pub enum Axes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Axes {
    type Row<'a> = Axis<'a>;
    const NAME: &'static str = "axes";
    const LAYOUT: u32 = 0x2e70528c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_axes), &CHECKED)
    }
}

/// The table `device_axes` of xror: axes of the devices.
pub enum DeviceAxes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for DeviceAxes {
    type Row<'a> = DeviceAxis<'a>;
    const NAME: &'static str = "device_axes";
    const LAYOUT: u32 = 0x89ae3eec;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_device_axes), &CHECKED)
    }
}

/// The table `devices` of xror: tracked devices.
pub enum Devices {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Devices {
    type Row<'a> = Device<'a>;
    const NAME: &'static str = "devices";
    const LAYOUT: u32 = 0x78289760;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_devices), &CHECKED)
    }
}

/// The table `document` of xror: the original file.
pub enum Documents {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Documents {
    type Row<'a> = Document<'a>;
    const NAME: &'static str = "document";
    const LAYOUT: u32 = 0x37e9bea2;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_documents), &CHECKED)
    }
}

/// The table `event_types` of xror: types of events.
pub enum EventTypes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for EventTypes {
    type Row<'a> = EventType<'a>;
    const NAME: &'static str = "event_types";
    const LAYOUT: u32 = 0x5beca381;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_event_types), &CHECKED)
    }
}

/// The table `events` of xror: events of other types.
pub enum Events {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Events {
    type Row<'a> = Event;
    const NAME: &'static str = "events";
    const LAYOUT: u32 = 0xa01bfb33;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_events), &CHECKED)
    }
}

/// The table `fps` of xror: frame rates.
pub enum FrameRates {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for FrameRates {
    type Row<'a> = Fps;
    const NAME: &'static str = "fps";
    const LAYOUT: u32 = 0xb7cb30f1;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_frame_rates), &CHECKED)
    }
}

/// The table `frames` of xror: poses of head and hands, by frame.
pub enum Frames {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Frames {
    type Row<'a> = Frame;
    const NAME: &'static str = "frames";
    const LAYOUT: u32 = 0x1d1d1af3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_frames), &CHECKED)
    }
}

/// The table `garbage` of xror: cuts that may be uninitialised memory.
pub enum Garbages {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Garbages {
    type Row<'a> = Garbage<'a>;
    const NAME: &'static str = "garbage";
    const LAYOUT: u32 = 0xef541af3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_garbages), &CHECKED)
    }
}

/// The table `heights` of xror: measured heights of the player.
pub enum Heights {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Heights {
    type Row<'a> = Height;
    const NAME: &'static str = "heights";
    const LAYOUT: u32 = 0x85ef2ae2;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_heights), &CHECKED)
    }
}

/// The table `info` of xror: the recording: software, user and result.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0x7218bf14;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_infos), &CHECKED)
    }
}

/// The table `notes` of xror: notes and bombs, by type of event.
pub enum Notes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Notes {
    type Row<'a> = Note;
    const NAME: &'static str = "notes";
    const LAYOUT: u32 = 0x7efb42c1;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_notes), &CHECKED)
    }
}

/// The table `other_keys` of xror: keys that the format does not define.
pub enum OtherKeys {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for OtherKeys {
    type Row<'a> = OtherKey<'a>;
    const NAME: &'static str = "other_keys";
    const LAYOUT: u32 = 0x5b4ec84f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_other_keys), &CHECKED)
    }
}

/// The table `pauses` of xror: pauses.
pub enum Pauses {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Pauses {
    type Row<'a> = Pause;
    const NAME: &'static str = "pauses";
    const LAYOUT: u32 = 0xbd1939df;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_pauses), &CHECKED)
    }
}

/// The table `points` of xror: points of a drawing.
pub enum Points {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Points {
    type Row<'a> = Point;
    const NAME: &'static str = "points";
    const LAYOUT: u32 = 0x4e1161c5;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_points), &CHECKED)
    }
}

/// The table `strokes` of xror: strokes of a drawing.
pub enum Strokes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Strokes {
    type Row<'a> = Stroke<'a>;
    const NAME: &'static str = "strokes";
    const LAYOUT: u32 = 0xb3ea8e79;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_strokes), &CHECKED)
    }
}

/// The table `values` of xror: attributes of these events.
pub enum Values {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Values {
    type Row<'a> = Value<'a>;
    const NAME: &'static str = "values";
    const LAYOUT: u32 = 0x9ba6dbf6;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_values), &CHECKED)
    }
}

/// The table `walls` of xror: contacts of the head with walls.
pub enum Walls {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Walls {
    type Row<'a> = Wall;
    const NAME: &'static str = "walls";
    const LAYOUT: u32 = 0x83bccb2d;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::xror_walls), &CHECKED)
    }
}
