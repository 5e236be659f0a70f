// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

//! Tables of demo.

use crate::row::{checked, Table};
use reel_sys as sys;
use std::sync::atomic::AtomicBool;

/// A row of [`Characters`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Character<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Client id: the id of the item, from 0 to 65535.
    pub cid: i32,
    /// Tick of the values from x to hook_dy, which may be older than the snapshot; 0: they are not to be advanced, tick.
    pub item_tick: i32,
    /// Position in units, x.
    pub x: i32,
    /// Position in units, y.
    pub y: i32,
    /// Velocity in 1/256 units per tick, x.
    pub vel_x: i32,
    /// Velocity in 1/256 units per tick, y.
    pub vel_y: i32,
    /// Aim in radians * 256.
    pub angle: i32,
    /// Movement: -1 left, 0 none, 1 right.
    pub direction: i32,
    /// Bit 0: the jump key is held; bit 1: no jump in the air is left.
    pub jumped: i32,
    /// Client at the hook, or -1.
    pub hooked_cid: i32,
    /// -1 retracted, 0 idle, 1 to 3 retracting, 4 flying, 5 grabbed.
    pub hook_state: i32,
    /// Ticks for which the hook has held a player, tick.
    pub hook_tick: i32,
    /// End of the hook in units, x.
    pub hook_x: i32,
    /// End of the hook in units, y.
    pub hook_y: i32,
    /// Direction of the hook * 256, x.
    pub hook_dx: i32,
    /// Direction of the hook * 256, y.
    pub hook_dy: i32,
    /// What the player does: in a menu, chatting, with the scoreboard.
    pub player_flags: i32,
    /// Health.
    pub health: i32,
    /// Armor.
    pub armor: i32,
    /// Ammunition of the weapon; in 0.7 also the tick at which freeze or ninja ends.
    pub ammo: i32,
    /// 0 hammer, 1 gun, 2 shotgun, 3 grenade, 4 laser, 5 ninja.
    pub weapon: i32,
    /// Face of the tee.
    pub emote: i32,
    /// Tick of the last attack.
    pub attack_tick: i32,
    /// Events of this tick, bits of 0.7.
    pub triggered_events: i32,
    /// Flags of DDNet: solo, jetpack, frozen and others.
    pub flags: i32,
    /// Tick at which freeze ends; -1 deep freeze, 0 not frozen, tick.
    pub freeze_end: i32,
    /// Number of jumps.
    pub jumps: i32,
    /// Checkpoint of teleporters, or -1.
    pub tele_checkpoint: i32,
    /// Order of the characters, which decides whose hook is the stronger.
    pub strong_weak_id: i32,
    /// Jumps used; -1 if the server does not tell.
    pub jumped_total: i32,
    /// Tick at which ninja began; -1 if the server does not tell, tick.
    pub ninja_activation_tick: i32,
    /// Tick at which freeze began; -1 if the server does not tell, tick.
    pub freeze_start: i32,
    /// Aim relative to the tee, x, 1/32 tile.
    pub target_x: i32,
    /// Aim relative to the tee, y, 1/32 tile.
    pub target_y: i32,
    /// Tune zone that is forced; -1 if none is.
    pub tune_zone_override: i32,
    /// Which values the row has, as bits.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
    /// Numbers that newer servers add, four bytes each, little-endian.
    pub extra: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Character>() == std::mem::size_of::<sys::demo_character>());

/// A row of [`Clients`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Client<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Client id: the id of the item, from 0 to 65535.
    pub cid: i32,
    /// Name of the player.
    pub name: crate::Text<'a>,
    /// Clan of the player.
    pub clan: crate::Text<'a>,
    /// Name of the skin.
    pub skin: crate::Text<'a>,
    /// 0.7: skin of the body.
    pub skin_body: crate::Text<'a>,
    /// 0.7: skin of the marking.
    pub skin_marking: crate::Text<'a>,
    /// 0.7: skin of the decoration.
    pub skin_decoration: crate::Text<'a>,
    /// 0.7: skin of the hands.
    pub skin_hands: crate::Text<'a>,
    /// 0.7: skin of the feet.
    pub skin_feet: crate::Text<'a>,
    /// 0.7: skin of the eyes.
    pub skin_eyes: crate::Text<'a>,
    /// Number of the country; -1 if none was chosen.
    pub country: i32,
    /// 1 if the player chose colors.
    pub use_custom_color: i32,
    /// Color of the body: hue, saturation and lightness, 8 bits each.
    pub color_body: i32,
    /// Color of the feet.
    pub color_feet: i32,
    /// 0.7: 1 for the player who recorded.
    pub local: i32,
    /// 0.7: 0 in the game or red, 1 blue, -1 spectator.
    pub team: i32,
    /// 0.7: 1 for the parts of the skin with a color of their own, from body to eyes.
    pub use_custom_colors: [i32; 6],
    /// 0.7: colors of the parts of the skin.
    pub colors: [i32; 6],
    /// 1: the item is of 0.6; 2: of 0.7.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<Client>() == std::mem::size_of::<sys::demo_client>());

/// A row of [`Flags`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Flag {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Id of the item, from 0 to 65535.
    pub id: i32,
    /// Position in units, x.
    pub x: i32,
    /// Position in units, y.
    pub y: i32,
    /// 0 red, 1 blue.
    pub team: i32,
    #[allow(missing_docs)]
    pub reserved: u32,
}
const _: () = assert!(std::mem::size_of::<Flag>() == std::mem::size_of::<sys::demo_flag>());

/// A row of [`Forms`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Form<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// 1: no tick marker is before the snapshot; 2: it has the other form; from 8 on: bits without a meaning.
    pub marker: u8,
    /// Bytes of the size behind the first byte of the chunk, if they are too many.
    pub size: u8,
    /// 1: the encoder before 20.0 from here on; 2: the one since then.
    pub encoder: u8,
    #[allow(missing_docs)]
    pub reserved: u8,
    /// The chunk, if no encoder writes it so.
    pub packed: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Form>() == std::mem::size_of::<sys::demo_form>());

/// A row of [`Games`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Game<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Id of the item, from 0 to 65535.
    pub id: i32,
    /// 1 teams, 2 flags.
    pub game_flags: i32,
    /// 1 game over, 2 sudden death, 4 paused, 8 race; other bits in 0.7.
    pub game_state_flags: i32,
    /// Tick at which the round began, tick.
    pub round_start_tick: i32,
    /// Ticks until the round begins; in races -tick of the start, tick.
    pub warmup_timer: i32,
    /// Score that ends a round.
    pub score_limit: i32,
    /// Time that ends a round, min.
    pub time_limit: i32,
    /// Number of rounds.
    pub round_num: i32,
    /// Number of this round.
    pub round_current: i32,
    /// Score of the red team.
    pub score_red: i32,
    /// Score of the blue team.
    pub score_blue: i32,
    /// Client id of who carries the red flag; negative: at its stand, or taken.
    pub carrier_red: i32,
    /// The same of the blue flag.
    pub carrier_blue: i32,
    /// 0.7: tick at which the state of the game ends, tick.
    pub state_end_tick: i32,
    /// 0.7: tick at which the red flag was dropped, tick.
    pub drop_tick_red: i32,
    /// 0.7: the same of the blue flag, tick.
    pub drop_tick_blue: i32,
    /// Flags of DDNet: how the game is to be shown.
    pub flags: i32,
    /// Version of these flags.
    pub version: i32,
    /// More flags of DDNet.
    pub flags2: i32,
    /// Least players of a team.
    pub min_team_size: i32,
    /// Most players of a team.
    pub max_team_size: i32,
    /// Which values the row has, as bits.
    pub present: u8,
    /// Which values of 0.7 the row has, as bits.
    pub present_more: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 6],
    /// Numbers that newer servers add, four bytes each, little-endian.
    pub extra: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Game>() == std::mem::size_of::<sys::demo_game>());

/// A row of [`Heads`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Head<'a> {
    /// The header, if it would not be written so.
    pub bytes: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Head>() == std::mem::size_of::<sys::demo_head>());

/// A row of [`Infos`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Info<'a> {
    /// Version of the file: 3, 4, 5 or 6.
    pub version: i32,
    /// Protocol of the game, which begins with 0.6 or 0.7.
    pub net_version: crate::Text<'a>,
    /// Map name.
    pub map_name: crate::Text<'a>,
    /// Size of the embedded map, or 0, bytes.
    pub map_size: u32,
    /// CRC-32 of the map, as 8 hex digits.
    pub map_crc: crate::Text<'a>,
    /// SHA-256 of the map, as 64 hex digits; empty if the file has none.
    pub map_sha256: crate::Text<'a>,
    /// Who recorded it: client or server.
    pub recorder: crate::Text<'a>,
    /// Length in whole seconds; 0 in a file that was not finished, s.
    pub length: u32,
    /// When the recorder started: YYYY-MM-DD_HH-MM-SS, local time.
    pub timestamp: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Info>() == std::mem::size_of::<sys::demo_info>());

/// A row of [`Items`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Item<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Id of the item, from 0 to 65535.
    pub id: i32,
    /// Type of the item.
    pub r#type: i32,
    /// 1: the row has a type; 2: a UUID.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
    /// Type of an extended item.
    pub uuid: crate::Uuid,
    /// Name of the type; empty if it is not known.
    pub name: crate::Text<'a>,
    /// Numbers of the item, four bytes each, little-endian.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Item>() == std::mem::size_of::<sys::demo_item>());

/// A row of [`Lasers`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Laser<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Id of the item, from 0 to 65535.
    pub id: i32,
    /// End in units, x.
    pub x: i32,
    /// End in units, y.
    pub y: i32,
    /// Beginning in units, x.
    pub from_x: i32,
    /// Beginning in units, y.
    pub from_y: i32,
    /// Tick of the shot, tick.
    pub start_tick: i32,
    /// Client id of the owner, or -1.
    pub owner_cid: i32,
    /// What it is: of a weapon, a door, a dragger and others.
    pub r#type: i32,
    /// Number of the switch.
    pub switch_number: i32,
    /// What kind of that type.
    pub subtype: i32,
    /// Flags.
    pub flags: i32,
    /// 1: Laser of Teeworlds; 2: that of DDNet; 4: with switch_number to flags.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
    /// Numbers that newer servers add, four bytes each, little-endian.
    pub extra: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Laser>() == std::mem::size_of::<sys::demo_laser>());

/// A row of [`Maps`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Map<'a> {
    /// The map, as on disk.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Map>() == std::mem::size_of::<sys::demo_map>());

/// A row of [`Markers`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Marker {
    /// Tick that the recorder marked, tick.
    pub tick: i32,
}
const _: () = assert!(std::mem::size_of::<Marker>() == std::mem::size_of::<sys::demo_marker>());

/// A row of [`Messages`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Message<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the message; -1 before the first tick, tick.
    pub tick: i32,
    /// Number of the message.
    pub message: i32,
    /// A message of the engine, which clients ignore in a demo.
    pub system: u8,
    /// Which values the row has, as bits.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: u16,
    /// Client that it is about: who chats, shows an emoticon or dies; -1 is the server.
    pub cid: i32,
    /// Team that may read the chat; in 0.7 the kind of chat.
    pub team: i32,
    #[allow(missing_docs)]
    pub reserved_too: u32,
    /// Which extended message it is.
    pub uuid: crate::Uuid,
    /// Name of the message; empty if it is not known.
    pub name: crate::Text<'a>,
    /// Text of chat, broadcasts and the message of the day.
    pub text: crate::Text<'a>,
    /// The message: its number, and what follows, with zeros up to a multiple of four bytes.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Message>() == std::mem::size_of::<sys::demo_message>());

/// A row of [`Orders`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Order<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    #[allow(missing_docs)]
    pub reserved: u32,
    /// Type * 65536 + id of each item, as differences.
    pub item_keys: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Order>() == std::mem::size_of::<sys::demo_order>());

/// A row of [`Others`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Other<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// A tick marker at the end of the file, which has no snapshot.
    pub is_marker: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
    /// What is in a chunk of type 0, or the marker.
    pub data: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Other>() == std::mem::size_of::<sys::demo_other>());

/// A row of [`Pickups`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pickup<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Id of the item, from 0 to 65535.
    pub id: i32,
    /// Position in units, x.
    pub x: i32,
    /// Position in units, y.
    pub y: i32,
    /// 0 health, 1 armor, 2 weapon, 3 ninja, and more in 0.7 and DDNet.
    pub r#type: i32,
    /// Weapon.
    pub subtype: i32,
    /// Number of the switch.
    pub switch_number: i32,
    /// Flags.
    pub flags: i32,
    /// 1: Pickup of Teeworlds; 4: that of DDNet; 2: with subtype; 8: with flags.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
    /// Numbers that newer servers add, four bytes each, little-endian.
    pub extra: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Pickup>() == std::mem::size_of::<sys::demo_pickup>());

/// A row of [`Players`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Player<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Client id: the id of the item, from 0 to 65535.
    pub cid: i32,
    /// Flags of 0.7: admin, chatting, scoreboard, ready, dead, watching, bot.
    pub player_flags: i32,
    /// 1 for the player who recorded.
    pub local: i32,
    /// Client id, as the item states it.
    pub client_id: i32,
    /// 0 in the game or red, 1 blue, -1 spectator.
    pub team: i32,
    /// Score; in races -seconds, and -9999 without a time.
    pub score: i32,
    /// Latency, ms.
    pub latency: i32,
    /// Flags of DDNet: 1 away, 2 paused, 4 spectating.
    pub flags: i32,
    /// Level of the remote console.
    pub auth_level: i32,
    /// Best time, whole seconds, s.
    pub finish_time_seconds: i32,
    /// Best time, the rest, ms.
    pub finish_time_millis: i32,
    /// Which values the row has, as bits.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
    /// Numbers that newer servers add, four bytes each, little-endian.
    pub extra: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Player>() == std::mem::size_of::<sys::demo_player>());

/// A row of [`Projectiles`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Projectile<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Id of the item, from 0 to 65535.
    pub id: i32,
    /// Position at start_tick in units, x; of DDNet in 1/100 units.
    pub x: i32,
    /// Position at start_tick in units, y; of DDNet in 1/100 units.
    pub y: i32,
    /// Direction * 100, x; of DDNet * 1000000 without an owner, else the aim.
    pub vel_x: i32,
    /// Direction * 100, y; of DDNet * 1000000 without an owner, else the aim.
    pub vel_y: i32,
    /// Weapon: 1 gun, 2 shotgun, 3 grenade.
    pub r#type: i32,
    /// Tick of the shot, tick.
    pub start_tick: i32,
    /// Client id of the owner, or -1.
    pub owner_cid: i32,
    /// Number of the switch.
    pub switch_number: i32,
    /// Tune zone.
    pub tune_zone: i32,
    /// 1 and 2 bounce, 4 explosive, 8 freezes, 16 the aim is to be normalised.
    pub flags: i32,
    /// Direction in radians * 1000000, before 17.0.
    pub angle: i32,
    /// Owner and flags, before 17.0.
    pub data_bits: i32,
    /// 1: Projectile of Teeworlds; 2: that of DDNet 15.3; 4: that of DDNet 17.0.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
    /// Numbers that newer servers add, four bytes each, little-endian.
    pub extra: crate::Bytes<'a>,
}
const _: () = assert!(std::mem::size_of::<Projectile>() == std::mem::size_of::<sys::demo_projectile>());

/// A row of [`Removals`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Removal<'a> {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Id of the item, from 0 to 65535.
    pub id: i32,
    /// Type of the item.
    pub r#type: i32,
    /// 1: the row has a type; 2: a UUID.
    pub present: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 3],
    /// Type of an extended item.
    pub uuid: crate::Uuid,
    /// Name of the type; empty if it is not known.
    pub name: crate::Text<'a>,
}
const _: () = assert!(std::mem::size_of::<Removal>() == std::mem::size_of::<sys::demo_removal>());

/// A row of [`Snapshots`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Snapshot {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// The tick is marked as a place to begin.
    pub keyframe: u8,
    /// How the file has the snapshot: full, as the difference to the one before, or not at all, which leaves the one before.
    pub kind: u8,
    #[allow(missing_docs)]
    pub reserved: u16,
    /// Items in the game after this snapshot.
    pub items: u32,
    /// Items that the file states here, or that are gone.
    pub changes: u32,
}
const _: () = assert!(std::mem::size_of::<Snapshot>() == std::mem::size_of::<sys::demo_snapshot>());

/// A row of [`Types`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Type {
    /// Number in the file of the snapshot or message, from 0.
    pub seq: u64,
    /// Tick of the snapshot, 50 per second, tick.
    pub tick: i32,
    /// Number of the type in this file.
    pub r#type: i32,
    /// Which type it is.
    pub uuid: crate::Uuid,
    /// The file states it in the next snapshot only, as servers before 18.3 did.
    pub is_late: u8,
    #[allow(missing_docs)]
    pub reserved: [u8; 7],
}
const _: () = assert!(std::mem::size_of::<Type>() == std::mem::size_of::<sys::demo_type>());

/// The table `characters` of demo: tees, where a snapshot states them.
pub enum Characters {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Characters {
    type Row<'a> = Character<'a>;
    const NAME: &'static str = "characters";
    const LAYOUT: u32 = 0x3db5de12;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_characters), &CHECKED)
    }
}

/// The table `clients` of demo: who the players are, where a snapshot states it.
pub enum Clients {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Clients {
    type Row<'a> = Client<'a>;
    const NAME: &'static str = "clients";
    const LAYOUT: u32 = 0x79c676db;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_clients), &CHECKED)
    }
}

/// The table `flags` of demo: flags, where a snapshot states them.
pub enum Flags {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Flags {
    type Row<'a> = Flag;
    const NAME: &'static str = "flags";
    const LAYOUT: u32 = 0x4c67ccd4;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_flags), &CHECKED)
    }
}

/// The table `forms` of demo: chunks that were written in an unusual way.
pub enum Forms {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Forms {
    type Row<'a> = Form<'a>;
    const NAME: &'static str = "forms";
    const LAYOUT: u32 = 0x0d443359;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_forms), &CHECKED)
    }
}

/// The table `game` of demo: state of the game, where a snapshot states it.
pub enum Games {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Games {
    type Row<'a> = Game<'a>;
    const NAME: &'static str = "game";
    const LAYOUT: u32 = 0x6524fb27;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_games), &CHECKED)
    }
}

/// The table `head` of demo: the bytes of an unusual header.
pub enum Heads {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Heads {
    type Row<'a> = Head<'a>;
    const NAME: &'static str = "head";
    const LAYOUT: u32 = 0x219edb72;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_heads), &CHECKED)
    }
}

/// The table `info` of demo: the header.
pub enum Infos {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Infos {
    type Row<'a> = Info<'a>;
    const NAME: &'static str = "info";
    const LAYOUT: u32 = 0xef491544;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_infos), &CHECKED)
    }
}

/// The table `items` of demo: items without a table of their own.
pub enum Items {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Items {
    type Row<'a> = Item<'a>;
    const NAME: &'static str = "items";
    const LAYOUT: u32 = 0xb4b853ea;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_items), &CHECKED)
    }
}

/// The table `lasers` of demo: lasers, where a snapshot states them.
pub enum Lasers {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Lasers {
    type Row<'a> = Laser<'a>;
    const NAME: &'static str = "lasers";
    const LAYOUT: u32 = 0x38948603;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_lasers), &CHECKED)
    }
}

/// The table `map` of demo: the embedded map.
pub enum Maps {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Maps {
    type Row<'a> = Map<'a>;
    const NAME: &'static str = "map";
    const LAYOUT: u32 = 0xc6e23fa7;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_maps), &CHECKED)
    }
}

/// The table `markers` of demo: places on the timeline that the recorder marked.
pub enum Markers {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Markers {
    type Row<'a> = Marker;
    const NAME: &'static str = "markers";
    const LAYOUT: u32 = 0xff6404b0;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_markers), &CHECKED)
    }
}

/// The table `messages` of demo: messages of the server.
pub enum Messages {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Messages {
    type Row<'a> = Message<'a>;
    const NAME: &'static str = "messages";
    const LAYOUT: u32 = 0xcb4abc95;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_messages), &CHECKED)
    }
}

/// The table `orders` of demo: order of the items of snapshots.
pub enum Orders {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Orders {
    type Row<'a> = Order<'a>;
    const NAME: &'static str = "orders";
    const LAYOUT: u32 = 0x28e01c3b;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_orders), &CHECKED)
    }
}

/// The table `others` of demo: chunks without a meaning.
pub enum Others {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Others {
    type Row<'a> = Other<'a>;
    const NAME: &'static str = "others";
    const LAYOUT: u32 = 0x3e1613dd;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_others), &CHECKED)
    }
}

/// The table `pickups` of demo: pickups, where a snapshot states them.
pub enum Pickups {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Pickups {
    type Row<'a> = Pickup<'a>;
    const NAME: &'static str = "pickups";
    const LAYOUT: u32 = 0x48f60a66;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_pickups), &CHECKED)
    }
}

/// The table `players` of demo: players, with score and team, where a snapshot states them.
pub enum Players {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Players {
    type Row<'a> = Player<'a>;
    const NAME: &'static str = "players";
    const LAYOUT: u32 = 0x392f2798;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_players), &CHECKED)
    }
}

/// The table `projectiles` of demo: projectiles, where a snapshot states them.
pub enum Projectiles {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Projectiles {
    type Row<'a> = Projectile<'a>;
    const NAME: &'static str = "projectiles";
    const LAYOUT: u32 = 0xa089e283;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_projectiles), &CHECKED)
    }
}

/// The table `removals` of demo: items that are no longer there.
pub enum Removals {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Removals {
    type Row<'a> = Removal<'a>;
    const NAME: &'static str = "removals";
    const LAYOUT: u32 = 0xb6b85863;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_removals), &CHECKED)
    }
}

/// The table `snapshots` of demo: ticks of the file.
pub enum Snapshots {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Snapshots {
    type Row<'a> = Snapshot;
    const NAME: &'static str = "snapshots";
    const LAYOUT: u32 = 0x941eeacd;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_snapshots), &CHECKED)
    }
}

/// The table `types` of demo: numbers of extended types.
pub enum Types {}
// SAFETY: the struct has the members of the C struct, in the same order.
unsafe impl Table for Types {
    type Row<'a> = Type;
    const NAME: &'static str = "types";
    const LAYOUT: u32 = 0xec7e2a6f;
    fn raw() -> *const sys::reel_table {
        static CHECKED: AtomicBool = AtomicBool::new(false);
        checked::<Self>(std::ptr::addr_of!(sys::demo_types), &CHECKED)
    }
}
