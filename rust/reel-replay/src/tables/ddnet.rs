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
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
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

/// A row of [`EvidenceTicks`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EvidenceTick {
    /// Tick, tick.
    pub tick: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Session.
    pub session: i32,
    /// How it differs.
    pub agreement: u8,
    /// Why it is undecidable.
    pub doubt: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 2],
    /// Recorded position, 1/32 tile.
    pub x: i32,
    /// Recorded position, counted downwards, 1/32 tile.
    pub y: i32,
    /// Position that follows from the inputs, 1/32 tile.
    pub predicted_x: i32,
    /// Position that follows from the inputs, 1/32 tile.
    pub predicted_y: i32,
    /// Distance of the recorded position from the nearest possible one; 0 unless impossible, 1/32 tile.
    pub beyond: i32,
}
const _: () = assert!(std::mem::size_of::<EvidenceTick>() == std::mem::size_of::<sys::ddnet_evidence_tick>());

/// A row of [`Evidences`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Evidence {
    /// Ticks of a tee: the next four added up, tick.
    pub ticks: i64,
    /// Ticks whose position follows from the inputs.
    pub agreed: i64,
    /// Ticks whose position another input could have given.
    pub differing: i64,
    /// Ticks whose position no input gives.
    pub impossible: i64,
    /// Ticks whose position may have another cause.
    pub undecidable: i64,
    /// Agreed of all ticks that are decidable; missing without any.
    pub share: f64,
    /// Finishes of players.
    pub finishes: i32,
    /// Those of which every tick of the run follows from the inputs.
    pub finishes_shown: i32,
    /// Those that the motion contradicts.
    pub finishes_against: i32,
    /// How much of the finishes the motion shows; without any, of the ticks.
    pub support: u8,
    /// The physics of the server's release is known in every rule.
    pub exact: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: u8,
}
const _: () = assert!(std::mem::size_of::<Evidence>() == std::mem::size_of::<sys::ddnet_evidence>());

/// A row of [`FinishEvidences`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FinishEvidence {
    /// Tick of the finish, tick.
    pub tick: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Session.
    pub session: i32,
    /// Time as stated, tick.
    pub time_ticks: i32,
    /// Last tick in which the tee touched the start; missing if it did not in this recording, tick.
    pub start_tick: i32,
    /// How much of the run the motion shows.
    pub support: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 2],
    /// Ticks of a tee: the next four added up, tick.
    pub ticks: i64,
    /// Ticks whose position follows from the inputs.
    pub agreed: i64,
    /// Ticks whose position another input could have given.
    pub differing: i64,
    /// Ticks whose position no input gives.
    pub impossible: i64,
    /// Ticks whose position may have another cause.
    pub undecidable: i64,
}
const _: () = assert!(std::mem::size_of::<FinishEvidence>() == std::mem::size_of::<sys::ddnet_finish_evidence>());

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

/// A row of [`InputFigures`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InputFigure<'a> {
    /// Session.
    pub session: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Last name in the session; missing if the file has none.
    pub name: crate::Text<'a>,
    /// First input, tick.
    pub first_tick: i32,
    /// Last input, tick.
    pub last_tick: i32,
    /// Number of inputs.
    pub inputs: i64,
    /// Most inputs in a second.
    pub inputs_most: i32,
    /// Most changes of the direction in a second.
    pub directions_most: i32,
    /// Most jump presses in a second.
    pub jumps_most: i32,
    /// Most hook presses in a second.
    pub hooks_most: i32,
    /// Most fire presses in a second.
    pub shots_most: i32,
    /// Most presses of one key in a row that are equally far apart.
    pub even_presses: i32,
    /// How far these are apart, tick.
    pub even_ticks: i32,
    /// Changes of the aim.
    pub aims: i64,
    /// Median of their angles, rounded down, deg.
    pub aim_median: i32,
    /// Changes of the aim by 90 degrees and more.
    pub aim_turns: i32,
    /// Changes by 30 degrees and more for one tick, and back to the same point.
    pub aim_flicks: i32,
    /// Inputs in stretches of 16 that came before, with the same aim, keys and distances in time.
    pub repeated: i64,
    /// Most of these in a row.
    pub repeated_most: i32,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
}
const _: () = assert!(std::mem::size_of::<InputFigure>() == std::mem::size_of::<sys::ddnet_input_figure>());

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

/// A row of [`Kills`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Kill<'a> {
    /// Tick of the message, tick.
    pub tick: i32,
    /// Client id of the killer; the victim's own if nobody else did it.
    pub cid: i32,
    /// Client id of the victim.
    pub victim_cid: i32,
    /// Session of the killer; missing without one.
    pub session: i32,
    /// Session of the victim; missing without one.
    pub victim_session: i32,
    /// Weapon or cause.
    pub cause: i32,
    /// Name of the killer.
    pub name: crate::Text<'a>,
    /// Name of the victim.
    pub victim_name: crate::Text<'a>,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<Kill>() == std::mem::size_of::<sys::ddnet_kill>());

/// A row of [`LevelCheckpoints`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelCheckpoint {
    /// Tick in which the tee touched it, tick.
    pub tick: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Session.
    pub session: i32,
    /// Number of the time checkpoint, 0 to 24.
    pub checkpoint: i32,
    /// Tick of the start of the run; missing if it is not known, tick.
    pub start_tick: i32,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
    /// Time since the start, s.
    pub time: f64,
}
const _: () = assert!(std::mem::size_of::<LevelCheckpoint>() == std::mem::size_of::<sys::ddnet_level_checkpoint>());

/// A row of [`LevelFinishes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelFinish {
    /// Tick of the finish, tick.
    pub tick: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Session.
    pub session: i32,
    /// Time as stated, tick.
    pub time_ticks: i32,
    /// Last tick in which the tee touched the start; missing if it did not in this run, tick.
    pub start_tick: i32,
    /// Last tick in which the tee touched the finish; missing if it did not in this run, tick.
    pub finish_tick: i32,
    /// Nothing but the tee's own way explains where it is, and its clock.
    pub decidable: u8,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 2],
}
const _: () = assert!(std::mem::size_of::<LevelFinish>() == std::mem::size_of::<sys::ddnet_level_finish>());

/// A row of [`LevelTiles`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LevelTile {
    /// Tick in which the tee came to it, tick.
    pub tick: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Session.
    pub session: i32,
    /// Tile column, tile.
    pub x: i32,
    /// Tile row, counted downwards, tile.
    pub y: i32,
    /// What the tile does.
    pub kind: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
}
const _: () = assert!(std::mem::size_of::<LevelTile>() == std::mem::size_of::<sys::ddnet_level_tile>());

/// A row of [`MapEnvelopePoints`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapEnvelopePoint {
    /// Time in the envelope, ms.
    pub time: i32,
    /// How the values go on to the next point.
    pub curve: i32,
    /// Values of the channels, 1/1024.
    pub values: [i32; 4],
    /// Incoming tangents of the channels, time.
    pub in_x: [i32; 4],
    /// Incoming tangents of the channels, value.
    pub in_y: [i32; 4],
    /// Outgoing tangents of the channels, time.
    pub out_x: [i32; 4],
    /// Outgoing tangents of the channels, value.
    pub out_y: [i32; 4],
    /// 1 if the map's points have tangents: an envelope has version 3.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapEnvelopePoint>() == std::mem::size_of::<sys::ddnet_map_envelope_point>());

/// A row of [`MapEnvelopes`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapEnvelope<'a> {
    /// Version of the item, 1 or 2; 3 has points with tangents.
    pub version: i32,
    /// Values of a point: 1 volume, 3 position and rotation, 4 color.
    pub channels: i32,
    /// Number of its first row of envelope_points.
    pub first_point: i32,
    /// Number of points.
    pub points: i32,
    /// 1 if it runs with the time of the round.
    pub synchronized: i32,
    /// Name of the envelope, at most 31 bytes.
    pub name: crate::Text<'a>,
    /// Ints after the known ones, little endian.
    pub rest: crate::Bytes<'a>,
    /// Bit mask: 1 version to points, 2 a place for the name, 4 synchronized.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapEnvelope>() == std::mem::size_of::<sys::ddnet_map_envelope>());

/// A row of [`MapGroups`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapGroup<'a> {
    /// Version of the item, 1 to 3.
    pub version: i32,
    /// Offset, x, units.
    pub offset_x: i32,
    /// Offset, y, units.
    pub offset_y: i32,
    /// Movement with the camera, x; 100 is that of the world, %.
    pub parallax_x: i32,
    /// Movement with the camera, y, %.
    pub parallax_y: i32,
    /// Number of its first layer.
    pub first_layer: i32,
    /// Number of layers.
    pub layers: i32,
    /// 1 if the group is drawn in a rectangle only.
    pub clips: i32,
    /// Left edge of the rectangle, units.
    pub clip_x: i32,
    /// Top edge of the rectangle, units.
    pub clip_y: i32,
    /// Width of the rectangle, units.
    pub clip_width: i32,
    /// Height of the rectangle, units.
    pub clip_height: i32,
    /// Name of the group, at most 11 bytes.
    pub name: crate::Text<'a>,
    /// Ints after the known ones, little endian.
    pub rest: crate::Bytes<'a>,
    /// Bit mask: 1 version to layers, 2 the rectangle, 4 a place for the name.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapGroup>() == std::mem::size_of::<sys::ddnet_map_group>());

/// A row of [`MapImages`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapImage<'a> {
    /// Version of the item, 1 or 2.
    pub version: i32,
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// 1 if the client has the image, 0 if it is in `data`.
    pub external: i32,
    /// 1 RGBA, 0 RGB.
    pub format: i32,
    /// Name of the image.
    pub name: crate::Text<'a>,
    /// Pixels, from the top left.
    pub data: crate::Bytes<'a>,
    /// Ints after the known ones, little endian.
    pub rest: crate::Bytes<'a>,
    /// Bit mask: 1 version to external, 2 name, 4 data, 8 format.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapImage>() == std::mem::size_of::<sys::ddnet_map_image>());

/// A row of [`MapInfos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapInfo<'a> {
    /// Version of the datafile: 3 stores blocks as they are, 4 compresses them.
    pub datafile_version: i32,
    /// Version of the items; 1.
    pub items_version: i32,
    /// Version of the info item; 1.
    pub info_version: i32,
    /// Author of the map.
    pub author: crate::Text<'a>,
    /// Version of the map, as its author numbers it.
    pub map_version: crate::Text<'a>,
    /// Credits of the map.
    pub credits: crate::Text<'a>,
    /// License of the map.
    pub license: crate::Text<'a>,
    /// Ints of the info item after the known ones, little endian.
    pub rest: crate::Bytes<'a>,
    /// Bit mask: 1 items_version, 2 the info item, 4 author, 8 map_version, 16 credits, 32 license, 64 a place for settings.
    pub present: u8,
    /// Size of the file, as recordings name it, bytes.
    pub size: u64,
    /// CRC-32 of the file as 8 hex digits, as recordings name it.
    pub crc: crate::Text<'a>,
    /// SHA-256 of the file as 64 hex digits, as recordings name it.
    pub sha256: crate::Text<'a>,
    /// Tiles in a row of the game layer; 0 without one.
    pub width: i32,
    /// Rows of tiles of the game layer; 0 without one.
    pub height: i32,
    /// Number of groups.
    pub groups: u32,
    /// Number of layers.
    pub layers: u32,
    /// Number of images.
    pub images: u32,
    /// Number of sounds.
    pub sounds: u32,
    /// Number of envelopes.
    pub envelopes: u32,
    /// Number of settings.
    pub settings: u32,
}
const _: () = assert!(std::mem::size_of::<MapInfo>() == std::mem::size_of::<sys::ddnet_map_info>());

/// A row of [`MapItems`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapItem<'a> {
    /// Type of the item.
    pub r#type: u16,
    /// Id of the item in its type.
    pub id: u16,
    /// Ints of the item, little endian.
    pub data: crate::Bytes<'a>,
    /// UUID of the type by the index of the map; nil: none.
    pub uuid: crate::Uuid,
}
const _: () = assert!(std::mem::size_of::<MapItem>() == std::mem::size_of::<sys::ddnet_map_item>());

/// A row of [`MapLayers`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapLayer<'a> {
    /// Type of the layer: 2 tiles, 3 quads, 9 sounds of old maps, 10 sounds.
    pub r#type: i32,
    /// 1: detail, which players can turn off.
    pub flags: i32,
    /// Version of the type.
    pub version: i32,
    /// Tiles in a row.
    pub width: i32,
    /// Rows of tiles.
    pub height: i32,
    /// 1 game, 2 tele, 4 speedup, 8 front, 16 switch, 32 tune; 0 design.
    pub physics: i32,
    /// Color that the image is multiplied with, 0 to 255.
    pub color: [i32; 4],
    /// Number of the envelope of the color; -1 none.
    pub color_envelope: i32,
    /// Offset in the envelope of the color, ms.
    pub color_envelope_offset: i32,
    /// Number of the image; -1 none.
    pub image: i32,
    /// Number of the sound; -1 none.
    pub sound: i32,
    /// Name of the layer, at most 11 bytes.
    pub name: crate::Text<'a>,
    /// How many of the ints for tele, speedup, front, switch and tune are there.
    pub block_fields: u8,
    /// Ints after the known ones, little endian.
    pub rest: crate::Bytes<'a>,
    /// Bit mask: 1 type and flags, 2 version, 4 a place for the name, 8 a layer of tiles, 16 image, 32 sound.
    pub present: u8,
    /// Number of the group that has it; -1 none.
    pub group: i32,
    /// What the layer holds.
    pub kind: u8,
    /// All its tiles, quads or sources could be read.
    pub complete: u8,
    /// Rows of tiles, quads or sound_sources.
    pub count: u32,
}
const _: () = assert!(std::mem::size_of::<MapLayer>() == std::mem::size_of::<sys::ddnet_map_layer>());

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
const _: () = assert!(std::mem::size_of::<MapOriginal>() == std::mem::size_of::<sys::ddnet_map_original>());

/// A row of [`MapQuads`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapQuad {
    /// Number of the layer.
    pub layer: u32,
    /// Corners, x: top left, top right, bottom left, bottom right, 1/1024 units.
    pub corner_x: [i32; 4],
    /// Corners, y, 1/1024 units.
    pub corner_y: [i32; 4],
    /// Center of rotation, x, 1/1024 units.
    pub pivot_x: i32,
    /// Center of rotation, y, 1/1024 units.
    pub pivot_y: i32,
    /// Color of the top left corner, 0 to 255.
    pub color_0: [i32; 4],
    /// Color of the top right corner.
    pub color_1: [i32; 4],
    /// Color of the bottom left corner.
    pub color_2: [i32; 4],
    /// Color of the bottom right corner.
    pub color_3: [i32; 4],
    /// Texture coordinates of the corners, x, 1/1024.
    pub texture_x: [i32; 4],
    /// Texture coordinates of the corners, y, 1/1024.
    pub texture_y: [i32; 4],
    /// Number of the envelope of the position; -1 none.
    pub position_envelope: i32,
    /// Offset in the envelope of the position, ms.
    pub position_envelope_offset: i32,
    /// Number of the envelope of the color; -1 none.
    pub color_envelope: i32,
    /// Offset in the envelope of the color, ms.
    pub color_envelope_offset: i32,
}
const _: () = assert!(std::mem::size_of::<MapQuad>() == std::mem::size_of::<sys::ddnet_map_quad>());

/// A row of [`MapSettings`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapSetting<'a> {
    /// Console line that the server runs when the map starts.
    pub text: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<MapSetting>() == std::mem::size_of::<sys::ddnet_map_setting>());

/// A row of [`MapSoundSources`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapSoundSource {
    /// Number of the layer.
    pub layer: u32,
    /// Position, x, 1/1024 units.
    pub x: i32,
    /// Position, y, 1/1024 units.
    pub y: i32,
    /// 1 if the sound is repeated.
    pub r#loop: i32,
    /// 1 if the sound comes from its side.
    pub pan: i32,
    /// Seconds before the sound starts.
    pub delay: i32,
    /// 0 to 255; of old layers the distance in units at which it cannot be heard.
    pub falloff: i32,
    /// Number of the envelope of the position; -1 none.
    pub position_envelope: i32,
    /// Offset in the envelope of the position, ms.
    pub position_envelope_offset: i32,
    /// Number of the envelope of the volume; -1 none.
    pub sound_envelope: i32,
    /// Offset in the envelope of the volume, ms.
    pub sound_envelope_offset: i32,
    /// 0 rectangle, 1 circle.
    pub shape: i32,
    /// Width of the rectangle, radius of the circle, 1/1024 units.
    pub width_or_radius: i32,
    /// Height of the rectangle, 1/1024 units.
    pub height: i32,
    /// 1 if the source has a shape: layers of type 10.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapSoundSource>() == std::mem::size_of::<sys::ddnet_map_sound_source>());

/// A row of [`MapSounds`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapSound<'a> {
    /// Version of the item; 1.
    pub version: i32,
    /// 1 if the client has the sound, 0 if it is in `data`.
    pub external: i32,
    /// What the item states as the size of `data`, bytes.
    pub stated_size: i32,
    /// Name of the sound.
    pub name: crate::Text<'a>,
    /// The sound, an Opus file.
    pub data: crate::Bytes<'a>,
    /// Ints after the known ones, little endian.
    pub rest: crate::Bytes<'a>,
    /// Bit mask: 1 version to stated_size, 2 name, 4 data.
    pub present: u8,
}
const _: () = assert!(std::mem::size_of::<MapSound>() == std::mem::size_of::<sys::ddnet_map_sound>());

/// A row of [`MapTiles`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MapTile {
    /// Number of the layer.
    pub layer: u32,
    /// Column of the first tile, tiles.
    pub x: i32,
    /// Row of the tiles, tiles.
    pub y: i32,
    /// Number of equal tiles side by side.
    pub count: u32,
    /// Direction of the speedup, deg.
    pub angle: i16,
    /// Kind of the layer.
    pub kind: u8,
    /// Which tile; of tele, speedup, switch and tune layers the type.
    pub index: u8,
    /// 1 mirrored left to right, 2 top to bottom, 4 opaque, 8 turned by 90 degrees.
    pub flags: u8,
    /// Number of the teleporter or switch; zone of the tuning.
    pub number: u8,
    /// Delay of the switch, or what its type makes of it.
    pub delay: u8,
    /// Force of the speedup.
    pub force: u8,
    /// Highest speed that the speedup gives.
    pub max_speed: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
}
const _: () = assert!(std::mem::size_of::<MapTile>() == std::mem::size_of::<sys::ddnet_map_tile>());

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

/// A row of [`PlayerEvidences`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlayerEvidence<'a> {
    /// Session.
    pub session: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Last name in the session; missing if the file has none.
    pub name: crate::Text<'a>,
    /// Ticks of a tee: the next four added up, tick.
    pub ticks: i64,
    /// Ticks whose position follows from the inputs.
    pub agreed: i64,
    /// Ticks whose position another input could have given.
    pub differing: i64,
    /// Ticks whose position no input gives.
    pub impossible: i64,
    /// Ticks whose position may have another cause.
    pub undecidable: i64,
    /// Agreed of all ticks that are decidable; missing without any.
    pub share: f64,
    /// Ends of freezes behind which a key changed within a second.
    pub thaws: i32,
    /// Of these, within three ticks.
    pub quick_thaws: i32,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<PlayerEvidence>() == std::mem::size_of::<sys::ddnet_player_evidence>());

/// A row of [`Players`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player<'a> {
    /// Last name of its sessions; missing if the file has none.
    pub name: crate::Text<'a>,
    /// Last clan; missing if the file has none.
    pub clan: crate::Text<'a>,
    /// Time in the game: lengths of the sessions, tick.
    pub ticks: i64,
    /// Time with a character alive, tick.
    pub alive_ticks: i64,
    /// Number of inputs.
    pub inputs: i64,
    /// Inputs in a second in the game; missing without inputs, 1/s.
    pub inputs_per_second: f64,
    /// Distance travelled, excluding teleports and swaps, tile.
    pub distance: f64,
    /// Number of sessions.
    pub sessions: i32,
    /// Start of the first session, tick.
    pub first_tick: i32,
    /// Number of finishes outside of practice.
    pub finishes: i32,
    /// Best of their times, tick.
    pub best_time_ticks: i32,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
    /// Time on freeze, deep freeze and live freeze tiles; a freeze that lasts longer than that does not count; missing without the map, tick.
    pub freeze_ticks: i64,
    /// Time in solo, by the tiles that begin and end it; missing without the map, tick.
    pub solo_ticks: i64,
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::ddnet_player>());

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

/// A row of [`ShownTees`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShownTee<'a> {
    /// Session number.
    pub session: i32,
    /// Client id (slot).
    pub cid: i32,
    /// Last player name; missing if the file has none.
    pub name: crate::Text<'a>,
    /// Last clan.
    pub clan: crate::Text<'a>,
    /// Time with a tee, tick.
    pub shown_ticks: i64,
    /// Distance travelled, excluding teleports, tile.
    pub distance: f64,
    /// Distance by the time with a tee; missing without two ticks, tile/s.
    pub mean_speed: f64,
    /// Highest speed from one tick that is shown to the next, excluding teleports, tile/s.
    pub top_speed: f64,
    /// Time with the hook out: flying or holding, tick.
    pub hook_ticks: i64,
    /// Time with the hook holding on to something, tick.
    pub hold_ticks: i64,
    /// Time frozen, tick.
    pub frozen_ticks: i64,
    /// Time with the hammer in hand, tick.
    pub hammer_ticks: i64,
    /// Time with the gun in hand, tick.
    pub gun_ticks: i64,
    /// Time with the shotgun in hand, tick.
    pub shotgun_ticks: i64,
    /// Time with the grenade launcher in hand, tick.
    pub grenade_ticks: i64,
    /// Time with the laser in hand, tick.
    pub laser_ticks: i64,
    /// Time with the ninja's sword in hand, which frozen tees are shown with, too, tick.
    pub ninja_ticks: i64,
    /// Chat messages of the player that the demo has.
    pub chat_messages: i64,
    /// Others that the player killed, by kill messages.
    pub kills: i32,
    /// Deaths, by kill messages.
    pub deaths: i32,
    /// Last team: -1 spectators, 0 red or the game, 1 blue.
    pub team: i32,
    /// Last score; in a race minus the seconds of the best time; missing without a time.
    pub score: i32,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<ShownTee>() == std::mem::size_of::<sys::ddnet_shown_tee>());

/// A row of [`Summaries`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Summary {
    /// Last tick / 50, of demos and ghosts from the first tick; recordings leave out quiet ticks at their end, s.
    pub duration: f64,
    /// Best of their times; missing without a finish, s.
    pub best_time: f64,
    /// Number of players: of names that sessions end with, and of sessions without a name.
    pub players: i32,
    /// Number of sessions.
    pub sessions: i32,
    /// Number of finishes of players outside of practice; missing before DDNet 18.3, which recorded none.
    pub finishes: i32,
    #[allow(missing_docs)]
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
    /// Notes found while reading and measuring.
    pub reading: crate::Reading,
}
const _: () = assert!(std::mem::size_of::<Summary>() == std::mem::size_of::<sys::ddnet_summary>());

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
    pub vote_type: crate::Text<'a>,
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
    const LAYOUT: u32 = 0x2bae61a2;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_activities), &CHECKED)
    }
}

/// The table `lives` of ddnet: lifetimes of characters.
pub enum Characters {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Characters {
    type Row<'a> = Character;
    const NAME: &'static str = "lives";
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

/// The table `evidence_ticks` of ddnet: ticks whose position does not follow from the inputs.
pub enum EvidenceTicks {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for EvidenceTicks {
    type Row<'a> = EvidenceTick;
    const NAME: &'static str = "evidence_ticks";
    const LAYOUT: u32 = 0x2862282c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_evidence_ticks), &CHECKED)
    }
}

/// The table `evidence` of ddnet: whether the motion follows from the inputs, in one row.
pub enum Evidences {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Evidences {
    type Row<'a> = Evidence;
    const NAME: &'static str = "evidence";
    const LAYOUT: u32 = 0x41dfb5f3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_evidences), &CHECKED)
    }
}

/// The table `finish_evidence` of ddnet: finishes of players beside the motion of their runs.
pub enum FinishEvidences {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for FinishEvidences {
    type Row<'a> = FinishEvidence;
    const NAME: &'static str = "finish_evidence";
    const LAYOUT: u32 = 0xdc42d9fa;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_finish_evidences), &CHECKED)
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

/// The table `input_figures` of ddnet: how keys and aim of each session go.
pub enum InputFigures {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for InputFigures {
    type Row<'a> = InputFigure<'a>;
    const NAME: &'static str = "input_figures";
    const LAYOUT: u32 = 0x3c28d658;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_input_figures), &CHECKED)
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

/// The table `kills` of ddnet: kill messages of a demo.
pub enum Kills {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Kills {
    type Row<'a> = Kill<'a>;
    const NAME: &'static str = "kills";
    const LAYOUT: u32 = 0xb5a2de2c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_kills), &CHECKED)
    }
}

/// The table `level_checkpoints` of ddnet: time checkpoints that players touched.
pub enum LevelCheckpoints {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelCheckpoints {
    type Row<'a> = LevelCheckpoint;
    const NAME: &'static str = "level_checkpoints";
    const LAYOUT: u32 = 0x2dd5e5b0;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_level_checkpoints), &CHECKED)
    }
}

/// The table `level_finishes` of ddnet: finishes of players beside the lines that they touched.
pub enum LevelFinishes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelFinishes {
    type Row<'a> = LevelFinish;
    const NAME: &'static str = "level_finishes";
    const LAYOUT: u32 = 0xf8b182d6;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_level_finishes), &CHECKED)
    }
}

/// The table `level_tiles` of ddnet: lines, freezes and deaths that players came to.
pub enum LevelTiles {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for LevelTiles {
    type Row<'a> = LevelTile;
    const NAME: &'static str = "level_tiles";
    const LAYOUT: u32 = 0xb0ca04d7;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_level_tiles), &CHECKED)
    }
}

/// The table `envelope_points` of ddnet-map: points of the curves.
pub enum MapEnvelopePoints {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapEnvelopePoints {
    type Row<'a> = MapEnvelopePoint;
    const NAME: &'static str = "envelope_points";
    const LAYOUT: u32 = 0xb6f3f7ee;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_envelope_points), &CHECKED)
    }
}

/// The table `envelopes` of ddnet-map: curves over time.
pub enum MapEnvelopes {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapEnvelopes {
    type Row<'a> = MapEnvelope<'a>;
    const NAME: &'static str = "envelopes";
    const LAYOUT: u32 = 0x5a8c68ef;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_envelopes), &CHECKED)
    }
}

/// The table `groups` of ddnet-map: groups of layers, in drawing order.
pub enum MapGroups {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapGroups {
    type Row<'a> = MapGroup<'a>;
    const NAME: &'static str = "groups";
    const LAYOUT: u32 = 0x6e687a6e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_groups), &CHECKED)
    }
}

/// The table `images` of ddnet-map: images of tiles and quads.
pub enum MapImages {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapImages {
    type Row<'a> = MapImage<'a>;
    const NAME: &'static str = "images";
    const LAYOUT: u32 = 0x364bc750;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_images), &CHECKED)
    }
}

/// The table `info` of ddnet-map: what the map says of itself, and what names it.
pub enum MapInfos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapInfos {
    type Row<'a> = MapInfo<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xf78804d4;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_infos), &CHECKED)
    }
}

/// The table `items` of ddnet-map: items of types without a table.
pub enum MapItems {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapItems {
    type Row<'a> = MapItem<'a>;
    const NAME: &'static str = "items";
    const LAYOUT: u32 = 0xe7dd969e;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_items), &CHECKED)
    }
}

/// The table `layers` of ddnet-map: layers, in drawing order within their group.
pub enum MapLayers {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapLayers {
    type Row<'a> = MapLayer<'a>;
    const NAME: &'static str = "layers";
    const LAYOUT: u32 = 0xc3a1fdba;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_layers), &CHECKED)
    }
}

/// The table `original` of ddnet-map: the file as it was read.
pub enum MapOriginals {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapOriginals {
    type Row<'a> = MapOriginal<'a>;
    const NAME: &'static str = "original";
    const LAYOUT: u32 = 0x7f6d1faf;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_originals), &CHECKED)
    }
}

/// The table `quads` of ddnet-map: quads of the layers of quads.
pub enum MapQuads {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapQuads {
    type Row<'a> = MapQuad;
    const NAME: &'static str = "quads";
    const LAYOUT: u32 = 0x6f264cb1;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_quads), &CHECKED)
    }
}

/// The table `settings` of ddnet-map: console lines that the map sets.
pub enum MapSettings {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapSettings {
    type Row<'a> = MapSetting<'a>;
    const NAME: &'static str = "settings";
    const LAYOUT: u32 = 0x22a50c53;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_settings), &CHECKED)
    }
}

/// The table `sound_sources` of ddnet-map: sources of the layers of sounds.
pub enum MapSoundSources {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapSoundSources {
    type Row<'a> = MapSoundSource;
    const NAME: &'static str = "sound_sources";
    const LAYOUT: u32 = 0xf2434330;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_sound_sources), &CHECKED)
    }
}

/// The table `sounds` of ddnet-map: sounds of sources.
pub enum MapSounds {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapSounds {
    type Row<'a> = MapSound<'a>;
    const NAME: &'static str = "sounds";
    const LAYOUT: u32 = 0x494bc70b;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_sounds), &CHECKED)
    }
}

/// The table `tiles` of ddnet-map: runs of equal tiles that are not empty.
pub enum MapTiles {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for MapTiles {
    type Row<'a> = MapTile;
    const NAME: &'static str = "tiles";
    const LAYOUT: u32 = 0x872efc83;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_map_tiles), &CHECKED)
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

/// The table `player_evidence` of ddnet: whether the motion follows from the inputs, by session.
pub enum PlayerEvidences {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for PlayerEvidences {
    type Row<'a> = PlayerEvidence<'a>;
    const NAME: &'static str = "player_evidence";
    const LAYOUT: u32 = 0xd8e3ecb3;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_player_evidences), &CHECKED)
    }
}

/// The table `player_stats` of ddnet: players, by the name that their sessions end with.
pub enum Players {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Players {
    type Row<'a> = Player<'a>;
    const NAME: &'static str = "player_stats";
    const LAYOUT: u32 = 0xe4e7edc0;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_players), &CHECKED)
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
    const LAYOUT: u32 = 0xc10bb08a;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_sessions), &CHECKED)
    }
}

/// The table `tees` of ddnet: what tees did, as a demo or a ghost shows it.
pub enum ShownTees {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for ShownTees {
    type Row<'a> = ShownTee<'a>;
    const NAME: &'static str = "tees";
    const LAYOUT: u32 = 0xf015246c;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_shown_tees), &CHECKED)
    }
}

/// The table `summary` of ddnet: the recording in one row.
pub enum Summaries {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Summaries {
    type Row<'a> = Summary;
    const NAME: &'static str = "summary";
    const LAYOUT: u32 = 0x7967b52f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_summaries), &CHECKED)
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
    const LAYOUT: u32 = 0x4048bde1;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::ddnet_votes), &CHECKED)
    }
}
