// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit.

use std::os::raw::{c_char, c_int, c_uint, c_void};

pub type reel_status = c_int;
pub const REEL_OK: c_int = 0;
pub const REEL_END: c_int = 1;
pub const REEL_AGAIN: c_int = 2;
pub const REEL_IO: c_int = -1;
pub const REEL_TRUNCATED: c_int = -2;
pub const REEL_CORRUPT: c_int = -3;
pub const REEL_UNSUPPORTED: c_int = -4;
pub const REEL_LIMIT: c_int = -5;
pub const REEL_MEMORY: c_int = -6;
pub const REEL_ARGUMENT: c_int = -7;
pub const REEL_LOSS: c_int = -8;
pub const REEL_CANCELLED: c_int = -9;
pub type reel_severity = c_uint;
pub const REEL_NOTE: c_uint = 0;
pub const REEL_WARNING: c_uint = 1;
pub const REEL_ERROR: c_uint = 2;
pub const REEL_FINDING_SCORE: c_uint = 1;
pub const REEL_FINDING_MARK: c_uint = 2;
pub const REEL_FINDING_EVIDENCE: c_uint = 4;
pub type reel_type = c_uint;
pub const REEL_BOOL: c_uint = 1;
pub const REEL_U8: c_uint = 2;
pub const REEL_I8: c_uint = 3;
pub const REEL_U16: c_uint = 4;
pub const REEL_I16: c_uint = 5;
pub const REEL_U32: c_uint = 6;
pub const REEL_I32: c_uint = 7;
pub const REEL_U64: c_uint = 8;
pub const REEL_I64: c_uint = 9;
pub const REEL_F32: c_uint = 10;
pub const REEL_F64: c_uint = 11;
pub const REEL_STRING: c_uint = 12;
pub const REEL_BYTES: c_uint = 13;
pub const REEL_UUID: c_uint = 14;
pub const REEL_FIELD_TIME: c_uint = 1;
pub const REEL_FIELD_KEY: c_uint = 2;
pub const REEL_FIELD_PERSONAL: c_uint = 4;
pub const REEL_FIELD_DERIVED: c_uint = 8;
pub const REEL_FIELD_GAME: c_uint = 16;
pub const REEL_FIELD_PREVIOUS: c_uint = 32;
pub const REEL_FIELD_GROUP: c_uint = 64;
pub const REEL_FIELD_MAIN: c_uint = 128;
pub const REEL_FIELD_POSE: c_uint = 256;
pub const REEL_FIELD_PLAYER: c_uint = 512;
pub const REEL_FIELD_LEVEL: c_uint = 1024;
pub const REEL_FIELD_SCORE: c_uint = 2048;
pub const REEL_FIELD_PLAYER_NAME: c_uint = 4096;
pub const REEL_FIELD_PRACTICE: c_uint = 8192;
pub const REEL_FIELD_OUTCOME: c_uint = 16384;
pub const REEL_FIELD_MEASURE: c_uint = 32768;
pub const REEL_FIELD_TITLE: c_uint = 65536;
pub const REEL_FIELD_BODY: c_uint = 131072;
pub const REEL_FIELD_DEVICE: c_uint = 262144;
pub const REEL_TABLE_HEADER: c_uint = 1;
pub const REEL_TABLE_LAYOUT: c_uint = 2;
pub const REEL_TABLE_ON_REQUEST: c_uint = 4;
pub const REEL_TABLE_ONE_ROW: c_uint = 8;
pub const REEL_TABLE_FIRST: c_uint = 16;
pub const REEL_TABLE_LEVEL: c_uint = 32;
pub const REEL_STRICT: c_uint = 1;
pub const REEL_CLEAN: c_uint = 4;
pub const REEL_COMPACT_LAYOUT: c_uint = 2;
pub const REEL_WRITE_DIRECT: c_uint = 1;
pub const REEL_WRITE_BACKGROUND: c_uint = 2;
pub const REEL_NO_VERIFY: c_uint = 1;
pub const REEL_REPAIR: c_uint = 2;
pub const REEL_ANONYMISE: c_uint = 4;
pub const REEL_CARRY: c_uint = 8;
pub const REEL_FOLLOW: c_uint = 16;
pub const REEL_ONLY_TEAM: c_uint = 32;
pub type reel_keeping = c_uint;
pub const REEL_KEEP: c_uint = 0;
pub const REEL_BLUR: c_uint = 1;
pub const REEL_DROP: c_uint = 2;
pub const REEL_FILE_MAP: c_uint = 1;
pub const REEL_FILE_FOLLOW: c_uint = 8;
pub const REEL_FILE_REPLACE: c_uint = 2;
pub const REEL_FILE_DIRECT: c_uint = 4;
pub const REEL_FILE_SWEEP: c_uint = 16;
pub type reel_archive_level = c_uint;
pub const REEL_ARCHIVE_DEFAULT: c_uint = 0;
pub const REEL_ARCHIVE_FAST: c_uint = 1;
pub const REEL_ARCHIVE_RECORD: c_uint = 2;
pub const REEL_ARCHIVE_FASTEST: c_uint = 3;
pub const REEL_ARROW_PLAIN: c_uint = 1;
pub const REEL_ARROW_BYTES: c_uint = 2;
pub const REEL_ARROW_LISTS: c_uint = 4;
pub const REEL_ARROW_STRUCTS: c_uint = 8;
pub const REEL_ARROW_LABELS: c_uint = 16;
pub const REEL_ARROW_MOMENTS: c_uint = 32;
pub const REEL_ARROW_CLEAN: c_uint = 64;
pub type bsor_event_type = c_uint;
pub const BSOR_GOOD_CUT: c_uint = 0;
pub const BSOR_BAD_CUT: c_uint = 1;
pub const BSOR_MISS: c_uint = 2;
pub const BSOR_BOMB: c_uint = 3;
pub const BSOR_CUT_ALL: c_uint = 1;
pub const BSOR_CUT_OTHERS: c_uint = 2;
pub const BSOR_CUT_SPEED: c_uint = 4;
pub const BSOR_CUT_DEVIATION: c_uint = 8;
pub const BSOR_CUT_BEFORE: c_uint = 16;
pub const BSOR_CUT_AFTER: c_uint = 32;
pub type bsor_scoring = c_uint;
pub const BSOR_NORMAL_OLD: c_uint = 0;
pub const BSOR_IGNORE: c_uint = 1;
pub const BSOR_NO_SCORE: c_uint = 2;
pub const BSOR_NORMAL: c_uint = 3;
pub const BSOR_ARC_HEAD: c_uint = 4;
pub const BSOR_ARC_TAIL: c_uint = 5;
pub const BSOR_CHAIN_HEAD: c_uint = 6;
pub const BSOR_CHAIN_LINK: c_uint = 7;
pub const BSOR_ARC_HEAD_ARC_TAIL: c_uint = 8;
pub const BSOR_CHAIN_HEAD_ARC_TAIL: c_uint = 9;
pub const BSOR_CHAIN_LINK_ARC_HEAD: c_uint = 10;
pub const BSOR_CHAIN_HEAD_ARC_HEAD: c_uint = 11;
pub const BSOR_CHAIN_HEAD_ARC_HEAD_ARC_TAIL: c_uint = 12;
pub const BSOR_CLEAN_CUT: c_uint = 1;
pub const BSOR_CLEAN_SPEED_BITS: c_uint = 2;
pub const BSOR_CLEAN_SPEED: c_uint = 4;
pub const BSOR_CLEAN_DEVIATION: c_uint = 8;
pub const BSOR_CLEAN_BEFORE: c_uint = 16;
pub const BSOR_CLEAN_AFTER: c_uint = 32;
pub const REEL_FORMAT_STREAMS: c_uint = 1;
pub const REEL_FORMAT_PACKED: c_uint = 2;
pub const REEL_FORMAT_LEVEL: c_uint = 4;
pub const REEL_SURVEY_CHECK: c_uint = 1;
pub const REEL_SURVEY_HASH: c_uint = 2;
pub const REEL_SURVEY_MARK: c_uint = 4;
pub const REEL_SURVEY_MOTION: c_uint = 8;
pub const REEL_SURVEY_EVIDENCE: c_uint = 16;
pub type beatsaber_rank = c_uint;
pub const BEATSABER_E: c_uint = 0;
pub const BEATSABER_D: c_uint = 1;
pub const BEATSABER_C: c_uint = 2;
pub const BEATSABER_B: c_uint = 3;
pub const BEATSABER_A: c_uint = 4;
pub const BEATSABER_S: c_uint = 5;
pub const BEATSABER_SS: c_uint = 6;
pub const BEATSABER_SSS: c_uint = 7;
pub const BEATSABER_HAS_STREAK: c_uint = 1;
pub const BEATSABER_HAS_BOMB_HANDS: c_uint = 2;
pub const BEATSABER_HAS_NOTES: c_uint = 4;
pub const BEATSABER_HAS_OUTCOME: c_uint = 8;
pub const BEATSABER_HAS_COMBO: c_uint = 16;
pub const BEATSABER_HAS_FRAMES: c_uint = 32;
pub const BEATSABER_HAS_HEIGHT: c_uint = 64;
pub const BEATSABER_HAS_MODIFIED: c_uint = 128;
pub const BEATSABER_KNOWS_EVENTS: c_uint = 1;
pub const BEATSABER_KNOWS_RUNS: c_uint = 2;
pub const BEATSABER_KNOWS_FAIL: c_uint = 4;
pub const BEATSABER_KNOWS_SWINGS: c_uint = 8;
pub const BEATSABER_KNOWS_SHARE: c_uint = 16;
pub const BEATSABER_KNOWS_STATED: c_uint = 32;
pub const BEATSABER_KNOWS_DIFFERENCE: c_uint = 64;
pub const BEATSABER_KNOWS_JUMP: c_uint = 128;
pub const BEATSABER_HAS_TIMING: c_uint = 1;
pub const BEATSABER_HAS_MEAN_POINTS: c_uint = 2;
pub const BEATSABER_HAS_PRESWING: c_uint = 4;
pub const BEATSABER_HAS_POSTSWING: c_uint = 8;
pub const BEATSABER_HAS_DEPENDENCE: c_uint = 16;
pub const BEATSABER_HAS_LEFT_CUT: c_uint = 32;
pub const BEATSABER_HAS_RIGHT_CUT: c_uint = 64;
pub const BEATSABER_HAS_UNDERSWING: c_uint = 1;
pub const BEATSABER_HAS_CELL_MEAN: c_uint = 1;
pub const BEATSABER_HAS_GRAPH_ACCURACY: c_uint = 1;
pub const BEATSABER_HAS_GRAPH_ENERGY: c_uint = 2;
pub type beatsaber_event_kind = c_uint;
pub const BEATSABER_GOOD: c_uint = 0;
pub const BEATSABER_BAD: c_uint = 1;
pub const BEATSABER_MISS: c_uint = 2;
pub const BEATSABER_BOMB: c_uint = 3;
pub const BEATSABER_WALL: c_uint = 4;
pub const BEATSABER_HAS_SCORING: c_uint = 1;
pub const BEATSABER_HAS_POSITION: c_uint = 2;
pub const BEATSABER_HAS_COLOR: c_uint = 4;
pub const BEATSABER_HAS_DIRECTION: c_uint = 8;
pub const BEATSABER_HAS_POINTS: c_uint = 16;
pub const BEATSABER_HAS_ACCURACY: c_uint = 32;
pub const BEATSABER_HAS_SOURCE: c_uint = 64;
pub const BEATSABER_HAS_ENERGY: c_uint = 128;
pub type beatsaber_support = c_uint;
pub const BEATSABER_UNDECIDABLE: c_uint = 0;
pub const BEATSABER_SUPPORTED: c_uint = 1;
pub const BEATSABER_NOT_SUPPORTED: c_uint = 2;
pub type beatsaber_reason = c_uint;
pub const BEATSABER_NO_REASON: c_uint = 0;
pub const BEATSABER_NO_CUT_DATA: c_uint = 1;
pub const BEATSABER_NO_MOTION: c_uint = 2;
pub const BEATSABER_RESAMPLED: c_uint = 3;
pub const BEATSABER_OTHER_RULES: c_uint = 4;
pub const BEATSABER_OPEN_SWING: c_uint = 5;
pub const BEATSABER_OFF_GRID: c_uint = 6;
pub const BEATSABER_SHARED_PASS: c_uint = 7;
pub const BEATSABER_CARRIED: c_uint = 8;
pub const BEATSABER_BETWEEN_FRAMES: c_uint = 16;
pub const BEATSABER_WRONG_TIME: c_uint = 17;
pub const BEATSABER_TWICE: c_uint = 18;
pub const BEATSABER_STILL_SABER: c_uint = 19;
pub const BEATSABER_WRONG_NORMAL: c_uint = 20;
pub const BEATSABER_WRONG_PLANE: c_uint = 21;
pub const BEATSABER_WRONG_CENTER: c_uint = 22;
pub const BEATSABER_OUT_OF_REACH: c_uint = 23;
pub const BEATSABER_WRONG_BEFORE: c_uint = 24;
pub const BEATSABER_WRONG_AFTER: c_uint = 25;
pub const BEATSABER_WRONG_SABER: c_uint = 26;
pub const BEATSABER_WRONG_DIRECTION: c_uint = 27;
pub const BEATSABER_NO_NUMBERS: c_uint = 28;
pub const BEATSABER_HAS_CUT: c_uint = 1;
pub const BEATSABER_HAS_FRAME: c_uint = 2;
pub const BEATSABER_HAS_CENTER: c_uint = 4;
pub const BEATSABER_HAS_SWING: c_uint = 8;
pub const BEATSABER_HAS_MOTION_POINTS: c_uint = 16;
pub const BEATSABER_HAS_CLAIMED_CENTER: c_uint = 32;
pub const BEATSABER_HAS_SUPPORT: c_uint = 64;
pub const BEATSABER_HAS_MOTION_SCORE: c_uint = 1;
pub const BEATSABER_HAS_NOTE_SPEED: c_uint = 2;
pub const BEATSABER_HAS_DIFFERENCES: c_uint = 4;
pub const BEATSABER_HAS_SWINGS: c_uint = 8;
pub const BEATSABER_HAS_RATE: c_uint = 16;
pub type beatsaber_play_support = c_uint;
pub const BEATSABER_SHOWS_NOTHING: c_uint = 0;
pub const BEATSABER_SHOWS_PART: c_uint = 1;
pub const BEATSABER_SHOWS_ALL: c_uint = 2;
pub const BEATSABER_CONTRADICTS: c_uint = 3;
pub type beatsaber_level_what = c_uint;
pub const BEATSABER_LEVEL_NOTE: c_uint = 0;
pub const BEATSABER_LEVEL_LINK: c_uint = 1;
pub const BEATSABER_LEVEL_BOMB: c_uint = 2;
pub const BEATSABER_LEVEL_WALL: c_uint = 3;
pub type beatsaber_level_outcome = c_uint;
pub const BEATSABER_LEVEL_CUT: c_uint = 0;
pub const BEATSABER_LEVEL_BAD: c_uint = 1;
pub const BEATSABER_LEVEL_MISSED: c_uint = 2;
pub const BEATSABER_LEVEL_HIT: c_uint = 3;
pub const BEATSABER_LEVEL_AVOIDED: c_uint = 4;
pub const BEATSABER_LEVEL_NOT_REACHED: c_uint = 5;
pub const BEATSABER_LEVEL_NO_EVENT: c_uint = 6;
pub const BEATSABER_LEVEL_EXTRA: c_uint = 7;
pub type beatsaber_level_difference = c_uint;
pub const BEATSABER_LEVEL_SAME: c_uint = 0;
pub const BEATSABER_LEVEL_SCORING: c_uint = 1;
pub const BEATSABER_LEVEL_COLOR: c_uint = 2;
pub const BEATSABER_LEVEL_DIRECTION: c_uint = 3;
pub const BEATSABER_LEVEL_TIME: c_uint = 4;
pub const BEATSABER_LEVEL_SECOND: c_uint = 5;
pub const BEATSABER_LEVEL_NO_NOTE: c_uint = 6;
pub const BEATSABER_LEVEL_DIFFERENCES: c_uint = 7;
pub type beatsaber_level_fit = c_uint;
pub const BEATSABER_LEVEL_UNKNOWN: c_uint = 0;
pub const BEATSABER_LEVEL_FITS: c_uint = 1;
pub const BEATSABER_LEVEL_OTHER: c_uint = 2;
pub const BEATSABER_LEVEL_MIRRORED: c_uint = 3;
pub const BEATSABER_LEVEL_TIMES: c_uint = 4;
pub const BEATSABER_LEVEL_NONE: c_uint = 5;
pub const BEATSABER_LEVEL_HAS_MAX: c_uint = 1;
pub const BEATSABER_LEVEL_HAS_SCORE: c_uint = 2;
pub const BEATSABER_LEVEL_HAS_ACCURACY: c_uint = 4;
pub const BEATSABER_LEVEL_HAS_FC: c_uint = 8;
pub const BEATSABER_LEVEL_HAS_JUMP: c_uint = 16;
pub const BEATSABER_LEVEL_HAS_EVENT: c_uint = 1;
pub const BEATSABER_LEVEL_HAS_POINTS: c_uint = 2;
pub const BEATSABER_LEVEL_HAS_PLACE: c_uint = 4;
pub const BEATSABER_LEVEL_HAS_LOOK: c_uint = 8;
pub const BEATSABER_LEVEL_HAS_PATTERNS: c_uint = 16;
pub const BEATSABER_LEVEL_HAS_INTERVAL: c_uint = 32;
pub const BEATSABER_IN_STREAM: c_uint = 1;
pub const BEATSABER_IN_STACK: c_uint = 2;
pub const BEATSABER_IN_DOUBLE: c_uint = 4;
pub const BEATSABER_CROSSOVER: c_uint = 8;
pub const BEATSABER_RESET: c_uint = 16;
pub type beatsaber_pattern = c_uint;
pub const BEATSABER_PATTERN_STREAM: c_uint = 0;
pub const BEATSABER_PATTERN_STACK: c_uint = 1;
pub const BEATSABER_PATTERN_DOUBLE: c_uint = 2;
pub const BEATSABER_PATTERN_CROSSOVER: c_uint = 3;
pub const BEATSABER_PATTERN_RESET: c_uint = 4;
pub const BEATSABER_PATTERN_OTHER: c_uint = 5;
pub const BEATSABER_PART_HAS_ACCURACY: c_uint = 1;
pub const BEATSABER_PART_HAS_CUT_ACCURACY: c_uint = 2;
pub const BEATSABER_PART_HAS_INTERVAL: c_uint = 4;
pub const BEATSABER_PART_HAS_DENSITY: c_uint = 8;
pub type beatsaber_reenacted_reason = c_uint;
pub const BEATSABER_REENACTED_KNOWN: c_uint = 0;
pub const BEATSABER_REENACTED_NO_PLACE: c_uint = 1;
pub const BEATSABER_REENACTED_NO_MOTION: c_uint = 2;
pub const BEATSABER_REENACTED_CROWDED: c_uint = 3;
pub const BEATSABER_LEVEL_CUT_HAS_EVENT: c_uint = 1;
pub const BEATSABER_LEVEL_CUT_HAS_POINTS: c_uint = 2;
pub const BEATSABER_LEVEL_CUT_HAS_MOTION: c_uint = 4;
pub const BEATSABER_LEVEL_CUT_HAS_FRAME: c_uint = 8;
pub const BEATSABER_LEVEL_CUT_HAS_SWING: c_uint = 16;
pub const BEATSABER_LEVEL_CUT_HAS_LOOK: c_uint = 32;
pub const BEATSABER_REENACTED_HAS_SCORE: c_uint = 1;
pub const BEATSABER_REENACTED_HAS_DIFFERENCE: c_uint = 2;
pub const BEATSABER_SAMPLE_HEAD: c_uint = 1;
pub const BEATSABER_SAMPLE_LEFT: c_uint = 2;
pub const BEATSABER_SAMPLE_RIGHT: c_uint = 4;
pub const BEATSABER_SAMPLE_RELATIVE_HEAD: c_uint = 8;
pub const BEATSABER_SAMPLE_RELATIVE_LEFT: c_uint = 16;
pub const BEATSABER_SAMPLE_RELATIVE_RIGHT: c_uint = 32;
pub const BEATSABER_MAP_HAS_TIME: c_uint = 1;
pub const BEATSABER_MAP_HAS_TYPE: c_uint = 2;
pub const BEATSABER_MAP_HAS_SONG_BPM: c_uint = 1;
pub const BEATSABER_MAP_HAS_SONG_OFFSET: c_uint = 2;
pub const BEATSABER_MAP_HAS_HASH: c_uint = 4;
pub const BEATSABER_MAP_HAS_PC_HASH: c_uint = 8;
pub const BEATSABER_MAP_HAS_COUNTS: c_uint = 1;
pub const BEATSABER_MAP_HAS_BPM: c_uint = 2;
pub const BEATSABER_MAP_HAS_SPEED: c_uint = 4;
pub const BEATSABER_MAP_HAS_JUMP: c_uint = 8;
pub const ECHO_BLUE: c_uint = 0;
pub const ECHO_ORANGE: c_uint = 1;
pub const ECHO_SPECTATORS: c_uint = 2;
pub const ECHO_NO_TEAM: c_uint = 3;
pub type echo_status = c_uint;
pub const ECHO_STATUS_UNKNOWN: c_uint = 0;
pub const ECHO_STATUS_EMPTY: c_uint = 1;
pub const ECHO_PRE_MATCH: c_uint = 2;
pub const ECHO_ROUND_START: c_uint = 3;
pub const ECHO_PLAYING: c_uint = 4;
pub const ECHO_SCORE: c_uint = 5;
pub const ECHO_ROUND_OVER: c_uint = 6;
pub const ECHO_POST_MATCH: c_uint = 7;
pub const ECHO_PRE_SUDDEN_DEATH: c_uint = 8;
pub const ECHO_SUDDEN_DEATH: c_uint = 9;
pub const ECHO_POST_SUDDEN_DEATH: c_uint = 10;
pub const ECHO_HOLDS_NULL: c_uint = 252;
pub const ECHO_HOLDS_DISC: c_uint = 253;
pub const ECHO_HOLDS_GEO: c_uint = 254;
pub const ECHO_HOLDS_NOTHING: c_uint = 255;
pub const ECHO_HAS_POINTS: c_uint = 1;
pub const ECHO_HAS_PAUSE: c_uint = 2;
pub const ECHO_HAS_SCORE: c_uint = 4;
pub const ECHO_HAS_THROW: c_uint = 8;
pub const ECHO_HAS_VR: c_uint = 16;
pub const ECHO_HAS_DISC: c_uint = 32;
pub const ECHO_HAS_PAYLOAD: c_uint = 64;
pub const ECHO_HAS_RULES: c_uint = 128;
pub const ECHO_HAS_STATS: c_uint = 1;
pub const ECHO_HAS_HOLDING: c_uint = 2;
pub const ECHO_HAS_LOADOUT: c_uint = 4;
pub const BUTTER_NONE: c_uint = 0;
pub const BUTTER_GZIP: c_uint = 1;
pub const BUTTER_ZSTD_3: c_uint = 2;
pub const BUTTER_ZSTD_7: c_uint = 3;
pub const BUTTER_ZSTD_15: c_uint = 4;
pub const BUTTER_ZSTD_22: c_uint = 5;
pub const BUTTER_ZSTD_7_DICT: c_uint = 6;
pub const BUTTER_NO_MAP: c_uint = 0;
pub const BUTTER_LOBBY: c_uint = 1;
pub const BUTTER_ARENA: c_uint = 2;
pub const BUTTER_FISSION: c_uint = 3;
pub const BUTTER_COMBUSTION: c_uint = 4;
pub const BUTTER_DYSON: c_uint = 5;
pub const BUTTER_GAUSS: c_uint = 6;
pub const BUTTER_TUTORIAL: c_uint = 7;
pub const BUTTER_LAYOUT_3B: c_uint = 0;
pub const BUTTER_LAYOUT_3A: c_uint = 1;
pub const BUTTER_LAYOUT_2: c_uint = 2;
pub const BUTTER_LAYOUT_1: c_uint = 3;
pub type ddnet_start = c_uint;
pub const DDNET_START_JOIN: c_uint = 0;
pub const DDNET_START_REJOIN: c_uint = 1;
pub const DDNET_START_IMPLIED: c_uint = 2;
pub type ddnet_end = c_uint;
pub const DDNET_END_OF_FILE: c_uint = 0;
pub const DDNET_END_DROP: c_uint = 1;
pub const DDNET_END_REJOIN: c_uint = 2;
pub const DDNET_END_JOIN: c_uint = 3;
pub const DDNET_HAS_READY_TICK: c_uint = 1;
pub const DDNET_HAS_DDNET_VERSION: c_uint = 2;
pub const DDNET_HAS_BEST_TIME: c_uint = 4;
pub const DDNET_HAS_CID: c_uint = 8;
pub const DDNET_HAS_SESSION: c_uint = 16;
pub const DDNET_HAS_OLD_TICK: c_uint = 32;
pub const DDNET_HAS_TEAM: c_uint = 64;
pub const DDNET_HAS_START_TICK: c_uint = 128;
pub const DDNET_HAS_LEVEL: c_uint = 1;
pub const DDNET_HAS_MESSAGES: c_uint = 8;
pub const DDNET_ACTIVITY_HAS_MENU: c_uint = 1;
pub const DDNET_ACTIVITY_HAS_JUMPS: c_uint = 2;
pub type ddnet_finisher = c_uint;
pub const DDNET_PLAYER: c_uint = 0;
pub const DDNET_TEAM: c_uint = 1;
pub type ddnet_source = c_uint;
pub const DDNET_SERVER: c_uint = 0;
pub const DDNET_GAME: c_uint = 1;
pub const DDNET_NO_GAME: c_uint = 2;
pub const DDNET_CHAT: c_uint = 3;
pub const DDNET_RCON: c_uint = 4;
pub type ddnet_vote_kind = c_uint;
pub const DDNET_CALL: c_uint = 0;
pub const DDNET_CAST: c_uint = 1;
pub type ddnet_name_origin = c_uint;
pub const DDNET_START_INFO: c_uint = 0;
pub const DDNET_CHANGE_INFO: c_uint = 1;
pub const DDNET_PLAYER_NAME: c_uint = 2;
pub type ddnet_team_kind = c_uint;
pub const DDNET_PLAYER_TEAM: c_uint = 1;
pub const DDNET_TEAM_PRACTICE: c_uint = 2;
pub const DDNET_PLAYER_HAS_NAME: c_uint = 1;
pub const DDNET_PLAYER_HAS_CLAN: c_uint = 2;
pub const DDNET_PLAYER_HAS_RATE: c_uint = 4;
pub const DDNET_PLAYER_HAS_BEST: c_uint = 8;
pub const DDNET_PLAYER_HAS_LEVEL: c_uint = 16;
pub const DDNET_PLAYER_HAS_INPUTS: c_uint = 32;
pub const DDNET_SUMMARY_HAS_FINISHES: c_uint = 1;
pub const DDNET_SUMMARY_HAS_BEST: c_uint = 2;
pub const DDNET_SUMMARY_HAS_DURATION: c_uint = 4;
pub const DDNET_SHOWN_HAS_NAME: c_uint = 1;
pub const DDNET_SHOWN_HAS_SPEED: c_uint = 2;
pub const DDNET_SHOWN_HAS_EVENTS: c_uint = 4;
pub const DDNET_SHOWN_HAS_TEAM: c_uint = 8;
pub const DDNET_SHOWN_HAS_SCORE: c_uint = 16;
pub type ddnet_death = c_int;
pub const DDNET_BY_GAME: c_int = -3;
pub const DDNET_BY_SELF: c_int = -2;
pub const DDNET_BY_WORLD: c_int = -1;
pub const DDNET_BY_HAMMER: c_int = 0;
pub const DDNET_BY_GUN: c_int = 1;
pub const DDNET_BY_SHOTGUN: c_int = 2;
pub const DDNET_BY_GRENADE: c_int = 3;
pub const DDNET_BY_LASER: c_int = 4;
pub const DDNET_BY_NINJA: c_int = 5;
pub const DDNET_KILL_HAS_SESSION: c_uint = 1;
pub const DDNET_KILL_HAS_VICTIM: c_uint = 2;
pub const DDNET_FIGURE_HAS_NAME: c_uint = 1;
pub const DDNET_FIGURE_HAS_AIM: c_uint = 2;
pub const DDNET_FIGURE_HAS_EVEN: c_uint = 4;
pub const DDNET_LEVEL_HAS_START: c_uint = 1;
pub const DDNET_LEVEL_HAS_FINISH: c_uint = 2;
pub type ddnet_level_kind = c_uint;
pub const DDNET_LEVEL_START: c_uint = 0;
pub const DDNET_LEVEL_FINISH: c_uint = 1;
pub const DDNET_LEVEL_FREEZE: c_uint = 2;
pub const DDNET_LEVEL_UNFREEZE: c_uint = 3;
pub const DDNET_LEVEL_DEEP_FREEZE: c_uint = 4;
pub const DDNET_LEVEL_DEEP_UNFREEZE: c_uint = 5;
pub const DDNET_LEVEL_LIVE_FREEZE: c_uint = 6;
pub const DDNET_LEVEL_LIVE_UNFREEZE: c_uint = 7;
pub const DDNET_LEVEL_DEATH: c_uint = 8;
pub type ddnet_agreement = c_uint;
pub const DDNET_TICK_AGREES: c_uint = 0;
pub const DDNET_TICK_DIFFERS: c_uint = 1;
pub const DDNET_TICK_IMPOSSIBLE: c_uint = 2;
pub const DDNET_TICK_UNDECIDABLE: c_uint = 3;
pub type ddnet_doubt = c_uint;
pub const DDNET_NO_DOUBT: c_uint = 0;
pub const DDNET_DOUBT_COMMAND: c_uint = 1;
pub const DDNET_DOUBT_STATE: c_uint = 2;
pub const DDNET_DOUBT_TEE: c_uint = 3;
pub const DDNET_DOUBT_TILE: c_uint = 4;
pub const DDNET_DOUBT_SHOT: c_uint = 5;
pub const DDNET_DOUBT_RULES: c_uint = 6;
pub type ddnet_support = c_uint;
pub const DDNET_SHOWS_NOTHING: c_uint = 0;
pub const DDNET_SHOWS_PART: c_uint = 1;
pub const DDNET_SHOWS_ALL: c_uint = 2;
pub const DDNET_CONTRADICTS: c_uint = 3;
pub const DDNET_EVIDENCE_HAS_SHARE: c_uint = 1;
pub const DDNET_EVIDENCE_HAS_NAME: c_uint = 2;
pub const DDNET_EVIDENCE_HAS_START: c_uint = 4;
pub const DDNET_MAP_TILE: c_uint = 32;
pub const DDNET_MAP_BASE: c_uint = 1;
pub const DDNET_MAP_HAS_ITEMS_VERSION: c_uint = 1;
pub const DDNET_MAP_HAS_INFO: c_uint = 2;
pub const DDNET_MAP_HAS_AUTHOR: c_uint = 4;
pub const DDNET_MAP_HAS_MAP_VERSION: c_uint = 8;
pub const DDNET_MAP_HAS_CREDITS: c_uint = 16;
pub const DDNET_MAP_HAS_LICENSE: c_uint = 32;
pub const DDNET_MAP_HAS_SETTINGS: c_uint = 64;
pub const DDNET_MAP_GROUP_CLIP: c_uint = 2;
pub const DDNET_MAP_GROUP_NAME: c_uint = 4;
pub type ddnet_map_kind = c_uint;
pub const DDNET_MAP_UNKNOWN: c_uint = 0;
pub const DDNET_MAP_GAME: c_uint = 1;
pub const DDNET_MAP_TELE: c_uint = 2;
pub const DDNET_MAP_SPEEDUP: c_uint = 4;
pub const DDNET_MAP_FRONT: c_uint = 8;
pub const DDNET_MAP_SWITCH: c_uint = 16;
pub const DDNET_MAP_TUNE: c_uint = 32;
pub const DDNET_MAP_DESIGN: c_uint = 64;
pub const DDNET_MAP_QUADS: c_uint = 128;
pub const DDNET_MAP_SOUNDS: c_uint = 129;
pub const DDNET_MAP_TYPE_TILES: c_uint = 2;
pub const DDNET_MAP_TYPE_QUADS: c_uint = 3;
pub const DDNET_MAP_TYPE_SOUNDS_OLD: c_uint = 9;
pub const DDNET_MAP_TYPE_SOUNDS: c_uint = 10;
pub const DDNET_MAP_LAYER_BODY: c_uint = 2;
pub const DDNET_MAP_LAYER_NAME: c_uint = 4;
pub const DDNET_MAP_LAYER_TILES: c_uint = 8;
pub const DDNET_MAP_LAYER_IMAGE: c_uint = 16;
pub const DDNET_MAP_LAYER_SOUND: c_uint = 32;
pub const DDNET_MAP_SOURCE_SHAPE: c_uint = 1;
pub const DDNET_MAP_MEDIA_NAME: c_uint = 2;
pub const DDNET_MAP_MEDIA_DATA: c_uint = 4;
pub const DDNET_MAP_IMAGE_FORMAT: c_uint = 8;
pub const DDNET_MAP_ENVELOPE_NAME: c_uint = 2;
pub const DDNET_MAP_ENVELOPE_SYNCHRONIZED: c_uint = 4;
pub const DDNET_MAP_POINT_TANGENTS: c_uint = 1;
pub type demo_snapshot_kind = c_uint;
pub const DEMO_NONE: c_uint = 0;
pub const DEMO_FULL: c_uint = 1;
pub const DEMO_DELTA: c_uint = 2;
pub const DEMO_CHARACTER_CORE: c_uint = 1;
pub const DEMO_CHARACTER_FLAGS: c_uint = 2;
pub const DEMO_CHARACTER_EVENTS: c_uint = 4;
pub const DEMO_CHARACTER_DDNET: c_uint = 8;
pub const DEMO_CHARACTER_STRONG: c_uint = 16;
pub const DEMO_CHARACTER_TOTALS: c_uint = 32;
pub const DEMO_CHARACTER_TARGET: c_uint = 64;
pub const DEMO_CHARACTER_TUNE: c_uint = 128;
pub const DEMO_PLAYER_CORE: c_uint = 1;
pub const DEMO_PLAYER_SIX: c_uint = 2;
pub const DEMO_PLAYER_SEVEN: c_uint = 4;
pub const DEMO_PLAYER_DDNET: c_uint = 8;
pub const DEMO_PLAYER_FINISH: c_uint = 16;
pub const DEMO_CLIENT_SIX: c_uint = 1;
pub const DEMO_CLIENT_SEVEN: c_uint = 2;
pub const DEMO_PROJECTILE_PLAIN: c_uint = 1;
pub const DEMO_PROJECTILE_ANGLE: c_uint = 2;
pub const DEMO_PROJECTILE_DDNET: c_uint = 4;
pub const DEMO_LASER_PLAIN: c_uint = 1;
pub const DEMO_LASER_DDNET: c_uint = 2;
pub const DEMO_LASER_SWITCH: c_uint = 4;
pub const DEMO_PICKUP_PLAIN: c_uint = 1;
pub const DEMO_PICKUP_SUBTYPE: c_uint = 2;
pub const DEMO_PICKUP_DDNET: c_uint = 4;
pub const DEMO_PICKUP_FLAGS: c_uint = 8;
pub const DEMO_GAME_RULES: c_uint = 1;
pub const DEMO_GAME_STATE: c_uint = 2;
pub const DEMO_GAME_WARMUP: c_uint = 4;
pub const DEMO_GAME_SCORES: c_uint = 8;
pub const DEMO_GAME_CARRIERS: c_uint = 16;
pub const DEMO_GAME_DDNET: c_uint = 32;
pub const DEMO_GAME_FLAGS2: c_uint = 64;
pub const DEMO_GAME_SIZES: c_uint = 128;
pub const DEMO_GAME_STATE_END: c_uint = 256;
pub const DEMO_GAME_DROPS: c_uint = 512;
pub const DEMO_HAS_TYPE: c_uint = 1;
pub const DEMO_HAS_UUID: c_uint = 2;
pub const DEMO_HAS_CLIENT: c_uint = 4;
pub const DEMO_HAS_TEAM: c_uint = 8;
pub const DEMO_HAS_TEXT: c_uint = 16;
pub const DEMO_NO_MARKER: c_uint = 1;
pub const DEMO_OTHER_MARKER: c_uint = 2;
pub const DEMO_SPARE_SHIFT: c_uint = 3;
pub const DEMO_SAME_ENCODER: c_uint = 0;
pub const DEMO_OLD_ENCODER: c_uint = 1;
pub const DEMO_NEW_ENCODER: c_uint = 2;
pub const ECHOREPLAY_TEXT: c_uint = 0;
pub const ECHOREPLAY_ZIP: c_uint = 1;
pub const ECHO_API_CLOCK: c_uint = 1;
pub const ECHO_API_STATUS: c_uint = 2;
pub const ECHO_API_POSSESSION: c_uint = 4;
pub const ECHO_API_BOUNCES: c_uint = 8;
pub const ECHO_API_ROUNDS: c_uint = 16;
pub const ECHO_API_ERROR: c_uint = 32;
pub const ECHO_API_MULTIPLIER: c_uint = 64;
pub const ECHO_API_SHOULDERS: c_uint = 128;
pub const ECHO_KEY_BLUE_RESTART: c_uint = 1;
pub const ECHO_KEY_ORANGE_RESTART: c_uint = 2;
pub const ECHO_KEY_PRIVATE: c_uint = 4;
pub const ECHO_KEY_TOURNAMENT: c_uint = 8;
pub const ECHO_KEY_BLUE_POINTS: c_uint = 16;
pub const ECHO_KEY_ORANGE_POINTS: c_uint = 32;
pub const ECHO_KEY_RULES_AT: c_uint = 64;
pub const ECHO_KEY_RULES_BY: c_uint = 128;
pub const ECHO_KEY_BLUE_ROUNDS: c_uint = 1;
pub const ECHO_KEY_ORANGE_ROUNDS: c_uint = 2;
pub const ECHO_KEY_ROUNDS: c_uint = 4;
pub const ECHO_KEY_CONTESTED: c_uint = 8;
pub const ECHO_KEY_CHECKPOINT: c_uint = 16;
pub const ECHO_KEY_DISTANCE: c_uint = 32;
pub const ECHO_KEY_DEFENDERS: c_uint = 64;
pub const ECHO_KEY_SPEED: c_uint = 128;
pub const ECHO_KEY_POSITION: c_uint = 1;
pub const ECHO_KEY_FORWARD: c_uint = 2;
pub const ECHO_KEY_LEFT: c_uint = 4;
pub const ECHO_KEY_UP: c_uint = 8;
pub const ECHO_KEY_VELOCITY: c_uint = 16;
pub const ECHO_KEY_SECOND: c_uint = 4;
pub const ECHO_KEY_PAUSED_STATE: c_uint = 1;
pub const ECHO_KEY_PAUSED_TEAM: c_uint = 2;
pub const ECHO_KEY_UNPAUSED_TEAM: c_uint = 4;
pub const ECHO_KEY_PAUSED_TIMER: c_uint = 8;
pub const ECHO_KEY_UNPAUSED_TIMER: c_uint = 16;
pub const ECHO_KEY_SCORE_TEAM: c_uint = 1;
pub const ECHO_KEY_SCORE_POINTS: c_uint = 2;
pub const ECHO_KEY_GOAL_TYPE: c_uint = 4;
pub const ECHO_KEY_DISC_SPEED: c_uint = 8;
pub const ECHO_KEY_SCORE_DISTANCE: c_uint = 16;
pub const ECHO_KEY_TEAM_POSSESSION: c_uint = 1;
pub const ECHO_KEY_TEAM_NAME: c_uint = 2;
pub const ECHO_KEY_PLAYER_ID: c_uint = 1;
pub const ECHO_KEY_USERID: c_uint = 2;
pub const ECHO_KEY_NUMBER: c_uint = 4;
pub const ECHO_KEY_LEVEL: c_uint = 8;
pub const ECHO_KEY_PING: c_uint = 16;
pub const ECHO_KEY_LOSS: c_uint = 32;
pub const ECHO_KEY_PLAYER_VELOCITY: c_uint = 64;
pub const ECHO_KEY_NAME: c_uint = 128;
pub const ECHO_KEY_STUNNED: c_uint = 1;
pub const ECHO_KEY_INVULNERABLE: c_uint = 2;
pub const ECHO_KEY_POSSESSION: c_uint = 4;
pub const ECHO_KEY_BLOCKING: c_uint = 8;
pub const ECHO_KEY_WEAPON: c_uint = 16;
pub const ECHO_KEY_ORDNANCE: c_uint = 32;
pub const ECHO_KEY_TAC_MOD: c_uint = 64;
pub const ECHO_KEY_ARM: c_uint = 128;
pub const ECHO_KEY_FLAT_LEFT: c_uint = 16;
pub const ECHO_KEY_FLAT_RIGHT: c_uint = 32;
pub const ECHOREPLAY_FRAME: c_uint = 0;
pub const ECHOREPLAY_EMPTY: c_uint = 1;
pub const ECHOREPLAY_NO_TAB: c_uint = 2;
pub const ECHOREPLAY_NO_TIME: c_uint = 3;
pub const ECHOREPLAY_BROKEN: c_uint = 4;
pub const ECHOREPLAY_NO_SESSION: c_uint = 5;
pub const ECHOREPLAY_LONG: c_uint = 6;
pub const MILK_TOURNAMENT: c_uint = 32;
pub const MILK_NOT_ARENA: c_uint = 64;
pub const MILK_PRIVATE: c_uint = 128;
pub const ECHO_MOST_PLAYERS: c_uint = 256;
pub const ECHO_MOST_ROWS: c_uint = 1048576;
pub type echo_mode = c_uint;
pub const ECHO_MODE_OTHER: c_uint = 0;
pub const ECHO_MODE_ARENA: c_uint = 1;
pub const ECHO_MODE_COMBAT: c_uint = 2;
pub const ECHO_MATCH_POINTS: c_uint = 1;
pub const ECHO_MATCH_ROUNDS: c_uint = 2;
pub const ECHO_MATCH_DISC: c_uint = 4;
pub const ECHO_MATCH_SPEED: c_uint = 8;
pub const ECHO_MATCH_HELD: c_uint = 16;
pub const ECHO_MATCH_RATE: c_uint = 32;
pub const ECHO_MATCH_GAP: c_uint = 64;
pub const ECHO_MATCH_DATE: c_uint = 128;
pub const ECHO_PLAYER_STATS: c_uint = 1;
pub const ECHO_PLAYER_STATES: c_uint = 2;
pub const ECHO_PLAYER_HELD: c_uint = 4;
pub const ECHO_PLAYER_STUNNED: c_uint = 8;
pub const ECHO_MOTION_SPEED: c_uint = 1;
pub const ECHO_MOTION_HOLDING: c_uint = 2;
pub const ECHO_MOTION_LINE: c_uint = 4;
pub const ECHO_MOTION_MEAN: c_uint = 8;
pub const ECHO_MOTION_REACH: c_uint = 16;
pub const ECHO_MOTION_LOSS: c_uint = 32;
pub const ECHO_GOAL_CLOCK: c_uint = 1;
pub const ECHO_GOAL_SPEED: c_uint = 2;
pub const ECHO_GOAL_DISTANCE: c_uint = 4;
pub type echo_round_end = c_uint;
pub const ECHO_END_FILE: c_uint = 0;
pub const ECHO_END_ROUND_OVER: c_uint = 1;
pub const ECHO_END_POST_MATCH: c_uint = 2;
pub const ECHO_END_PRE_MATCH: c_uint = 3;
pub const ECHO_END_RESTART: c_uint = 4;
pub const ECHO_END_LEFT: c_uint = 5;
pub const ECHO_ROUND_POINTS: c_uint = 1;
pub const ECHO_ROUND_WINNER: c_uint = 2;
pub const ECHO_ROUND_START_CLOCK: c_uint = 4;
pub const ECHO_ROUND_END_CLOCK: c_uint = 8;
pub type echo_event_kind = c_uint;
pub const ECHO_ASSIST: c_uint = 0;
pub const ECHO_BLOCK: c_uint = 1;
pub const ECHO_CATCH: c_uint = 2;
pub const ECHO_INTERCEPTION: c_uint = 3;
pub const ECHO_PASS: c_uint = 4;
pub const ECHO_SAVE: c_uint = 5;
pub const ECHO_STEAL: c_uint = 6;
pub const ECHO_SHOT: c_uint = 7;
pub const ECHO_STUN: c_uint = 8;
pub type echo_stay_begin = c_uint;
pub const ECHO_STAY_FILE_BEGIN: c_uint = 0;
pub const ECHO_STAY_JOINED: c_uint = 1;
pub const ECHO_STAY_FROM_TEAM: c_uint = 2;
pub type echo_stay_end = c_uint;
pub const ECHO_STAY_FILE_END: c_uint = 0;
pub const ECHO_STAY_LEFT: c_uint = 1;
pub const ECHO_STAY_TO_TEAM: c_uint = 2;
pub const ECHO_STEP_DISTANCE: c_uint = 1;
pub const ECHO_STEP_SPEED: c_uint = 2;
pub const ECHO_STEP_BLUE_POINTS: c_uint = 4;
pub const ECHO_STEP_CHECKPOINT: c_uint = 8;
pub const ECHO_STEP_CONTESTED: c_uint = 16;
pub const ECHO_STEP_DEFENDERS: c_uint = 32;
pub const ECHO_STEP_ORANGE_POINTS: c_uint = 64;
pub const ECRREPLAY_HAS_PING: c_uint = 1;
pub const REEL_EXPORT_LAYOUT: c_uint = 1;
pub const REEL_EXPORT_PRETTY: c_uint = 2;
pub const REEL_EXPORT_LABELS: c_uint = 4;
pub const REEL_EXPORT_CSV_SAFE: c_uint = 8;
pub const REEL_EXPORT_WHOLE: c_uint = 16;
pub const REEL_EXPORT_MOMENTS: c_uint = 32;
pub const REEL_EXPORT_CLEAN: c_uint = 64;
pub const REEL_EXPORT_ZSTD_DEFAULT: c_int = 0;
pub const REEL_EXPORT_ZSTD_NONE: c_int = -1;
pub type gdr_button = c_uint;
pub const GDR_NONE: c_uint = 0;
pub const GDR_JUMP: c_uint = 1;
pub const GDR_LEFT: c_uint = 2;
pub const GDR_RIGHT: c_uint = 3;
pub type gdr_extra = c_uint;
pub const GDR_PLAIN: c_uint = 0;
pub const GDR_PHYSICS: c_uint = 1;
pub const GDR_BLOCK: c_uint = 2;
pub const GDR_KEY_AUTHOR: c_uint = 1;
pub const GDR_KEY_DESCRIPTION: c_uint = 2;
pub const GDR_KEY_DURATION: c_uint = 4;
pub const GDR_KEY_GAME_VERSION: c_uint = 8;
pub const GDR_KEY_VERSION: c_uint = 16;
pub const GDR_KEY_FRAMERATE: c_uint = 32;
pub const GDR_KEY_SEED: c_uint = 64;
pub const GDR_KEY_COINS: c_uint = 128;
pub const GDR_KEY_LOW_DETAIL: c_uint = 1;
pub const GDR_KEY_BOT_NAME: c_uint = 2;
pub const GDR_KEY_BOT_VERSION: c_uint = 4;
pub const GDR_KEY_LEVEL_ID: c_uint = 8;
pub const GDR_KEY_LEVEL_NAME: c_uint = 16;
pub const GDR_KEY_INPUTS: c_uint = 32;
pub const GDR_KEY_WHOLE_DURATION: c_uint = 64;
pub const GHOST_HAS_TICK: c_uint = 1;
pub type macros_event_kind = c_uint;
pub const MACROS_RESTART: c_uint = 1;
pub const MACROS_FULL_RESTART: c_uint = 2;
pub const MACROS_DEATH: c_uint = 3;
pub const MACROS_TPS: c_uint = 4;
pub const MACROS_BUGPOINT: c_uint = 5;
pub const MACROS_SKIP: c_uint = 6;
pub const MACROS_FIX_POSITION: c_uint = 1;
pub const MACROS_FIX_ROTATION: c_uint = 2;
pub const MACROS_FIX_Y_VELOCITY: c_uint = 4;
pub const REEL_FINGERPRINT_HEADER: c_uint = 32;
pub const REEL_FINGERPRINT_PRESSES: c_uint = 8192;
pub const REEL_FINGERPRINT_STOPS: c_uint = 2560;
pub const REEL_FINGERPRINT_BYTES: c_uint = 32480;
pub type reel_match_band = c_uint;
pub const REEL_MATCH_NOTHING: c_uint = 0;
pub const REEL_MATCH_REVIEW: c_uint = 1;
pub const REEL_MATCH_SAME: c_uint = 2;
pub const REEL_MATCH_PART: c_uint = 3;
pub const REEL_MATCH_PARTS: c_uint = 16;
pub const REEL_MATCH_CHECK_BITS: c_uint = 9;
pub const REEL_MATCH_HEAD: c_uint = 0;
pub const REEL_MATCH_HANDS: c_uint = 1;
pub const REEL_MATCH_PRESSES: c_uint = 2;
pub const REEL_MATCH_SWINGS: c_uint = 3;
pub const REEL_MATCH_FAMILIES: c_uint = 4;
pub const REEL_MATCH_ADD: c_uint = 1;
pub const REEL_PLOT_AUTO: c_uint = 0;
pub const REEL_PLOT_LIGHT: c_uint = 1;
pub const REEL_PLOT_DARK: c_uint = 2;
pub type scoresaber_event_type = c_uint;
pub const SCORESABER_NONE: c_uint = 0;
pub const SCORESABER_GOOD_CUT: c_uint = 1;
pub const SCORESABER_BAD_CUT: c_uint = 2;
pub const SCORESABER_MISS: c_uint = 3;
pub const SCORESABER_BOMB: c_uint = 4;
pub const SCORESABER_NOTE_V3: c_uint = 1;
pub const SCORESABER_HAS_LEFT_SABER: c_uint = 1;
pub const SCORESABER_HAS_RIGHT_SABER: c_uint = 2;
pub const SCORESABER_HAS_OBSTACLES: c_uint = 4;
pub const SCORESABER_HAS_ENVIRONMENT_0: c_uint = 8;
pub const SCORESABER_HAS_ENVIRONMENT_1: c_uint = 16;
pub const SCORESABER_HAS_ENVIRONMENT_W: c_uint = 32;
pub const SCORESABER_HAS_BOOST_0: c_uint = 64;
pub const SCORESABER_HAS_BOOST_1: c_uint = 128;
pub const SCORESABER_HAS_BOOST_W: c_uint = 1;
pub const SCORESABER_HAS_SHARED: c_uint = 1;
pub const SCORESABER_HAS_LEFT: c_uint = 2;
pub const SCORESABER_HAS_RIGHT: c_uint = 4;
pub type scoresaber_part = c_uint;
pub const SCORESABER_AFTER_POINTERS: c_uint = 0;
pub const SCORESABER_AFTER_INFO: c_uint = 1;
pub const SCORESABER_AFTER_POSES: c_uint = 2;
pub const SCORESABER_AFTER_HEIGHTS: c_uint = 3;
pub const SCORESABER_AFTER_NOTES: c_uint = 4;
pub const SCORESABER_AFTER_SCORES: c_uint = 5;
pub const SCORESABER_AFTER_COMBOS: c_uint = 6;
pub const SCORESABER_AFTER_MULTIPLIERS: c_uint = 7;
pub const SCORESABER_AFTER_ENERGIES: c_uint = 8;
pub const SCORESABER_AFTER_EXTENSIONS: c_uint = 9;
pub const SCORESABER_AFTER_KEYFRAMES: c_uint = 10;
pub const SCORESABER_AFTER_STREAM: c_uint = 11;
pub const SCORESABER_JSON_VERSION: c_uint = 1;
pub const SCORESABER_JSON_HASH: c_uint = 2;
pub const SCORESABER_JSON_DIFFICULTY: c_uint = 4;
pub const SCORESABER_JSON_MODE: c_uint = 8;
pub const SCORESABER_JSON_ENVIRONMENT: c_uint = 16;
pub const SCORESABER_JSON_MODIFIERS: c_uint = 32;
pub const SCORESABER_JSON_SPAWN_OFFSET: c_uint = 64;
pub const SCORESABER_JSON_LEFT_HANDED: c_uint = 128;
pub const SCORESABER_JSON_HEIGHT: c_uint = 1;
pub const SCORESABER_JSON_ROOM_ROTATION: c_uint = 2;
pub const SCORESABER_JSON_ROOM_CENTER: c_uint = 4;
pub const SCORESABER_JSON_FAIL_TIME: c_uint = 8;
pub const SCORESABER_JSON_TOTAL_SCORE: c_uint = 16;
pub const SCORESABER_JSON_HAS_FPS: c_uint = 1;
pub const SCORESABER_JSON_HAS_SCORE: c_uint = 1;
pub const SCORESABER_JSON_HAS_COMBO: c_uint = 2;
pub const SCORESABER_JSON_HAS_TIME: c_uint = 4;
pub const SCORESABER_JSON_HAS_NOTE: c_uint = 8;
pub const SCORESABER_JSON_BAD_CUT: c_int = -2;
pub const SCORESABER_JSON_MISS: c_int = -3;
pub const SCORESABER_JSON_BOMB: c_int = -4;
pub const SCORESABER_JSON_WALL: c_int = -5;
pub const REEL_KEY_ID_SIZE: c_uint = 8;
pub const REEL_PUBLIC_KEY_SIZE: c_uint = 32;
pub const REEL_PUBLIC_KEY_TEXT: c_uint = 57;
pub const REEL_KEY_ID_TEXT: c_uint = 17;
pub const REEL_SECRET_KEY_FILE: c_uint = 320;
pub const REEL_SIGN_DETACHED: c_uint = 1;
pub const REEL_MARK_MISSING: c_uint = 1;
pub const REEL_MARK_DAMAGED: c_uint = 2;
pub const REEL_MARK_WRONG_KEY: c_uint = 4;
pub const REEL_MARK_CHANGED: c_uint = 8;
pub const REEL_MARK_OTHER_PLAYER: c_uint = 16;
pub const REEL_MARK_OTHER_LEVEL: c_uint = 32;
pub const REEL_MARK_OTHER_CHALLENGE: c_uint = 64;
pub const TAPE_PLAIN: c_uint = 0;
pub const TAPE_STREAM: c_uint = 1;
pub const TAPE_BLOCKS: c_uint = 2;
pub const TAPE_SPARSE_UNSTATED: c_uint = 0;
pub const TAPE_SPARSE: c_uint = 1;
pub const TAPE_DENSE: c_uint = 2;
pub const TAPE_HEADER: c_uint = 0;
pub const TAPE_FRAME: c_uint = 1;
pub const TAPE_FOOTER: c_uint = 2;
pub const TAPE_OTHER: c_uint = 3;
pub const TAPE_CONTRADICTS_MESSAGES: c_uint = 1;
pub const TAPE_CONTRADICTS_FRAMES: c_uint = 2;
pub const TEEHISTORIAN_CLIENTS: c_uint = 128;
pub const TEEHISTORIAN_TICKS_PER_SECOND: c_uint = 50;
pub const TEEHISTORIAN_TILE: c_uint = 32;
pub const TEEHISTORIAN_HAS_VERSION_MINOR: c_uint = 1;
pub const TEEHISTORIAN_HAS_SERVER_PORT: c_uint = 2;
pub const TEEHISTORIAN_HAS_MAP_SIZE: c_uint = 4;
pub type teehistorian_section = c_uint;
pub const TEEHISTORIAN_CONFIG: c_uint = 0;
pub const TEEHISTORIAN_TUNING: c_uint = 1;
pub const TEEHISTORIAN_UUIDS: c_uint = 2;
pub const TEEHISTORIAN_OTHER: c_uint = 3;
pub type teehistorian_kind = c_uint;
pub const TEEHISTORIAN_NEW: c_uint = 1;
pub const TEEHISTORIAN_DIFF: c_uint = 2;
pub const TEEHISTORIAN_OLD: c_uint = 4;
pub const TEEHISTORIAN_STRAY: c_uint = 8;
pub const TEEHISTORIAN_FLAG_PLAYING: c_uint = 1;
pub const TEEHISTORIAN_FLAG_MENU: c_uint = 2;
pub const TEEHISTORIAN_FLAG_CHATTING: c_uint = 4;
pub const TEEHISTORIAN_FLAG_SCOREBOARD: c_uint = 8;
pub const TEEHISTORIAN_FLAG_AIM: c_uint = 16;
pub const TEEHISTORIAN_FLAG_SPEC_CAM: c_uint = 32;
pub const TEEHISTORIAN_FLAG_ABSOLUTE: c_uint = 64;
pub const TEEHISTORIAN_FLAG_MANUAL: c_uint = 128;
pub type teehistorian_auth_kind = c_uint;
pub const TEEHISTORIAN_AUTH_INIT: c_uint = 1;
pub const TEEHISTORIAN_AUTH_LOGIN: c_uint = 2;
pub const TEEHISTORIAN_AUTH_LOGOUT: c_uint = 4;
pub type teehistorian_client_kind = c_uint;
pub const TEEHISTORIAN_DDNETVER_OLD: c_uint = 1;
pub const TEEHISTORIAN_DDNETVER: c_uint = 2;
pub type teehistorian_protocol_kind = c_uint;
pub const TEEHISTORIAN_JOINVER6: c_uint = 1;
pub const TEEHISTORIAN_JOINVER7: c_uint = 2;
pub const TEEHISTORIAN_REJOINVER6: c_uint = 4;
pub type teehistorian_save_kind = c_uint;
pub const TEEHISTORIAN_SAVE_SUCCESS: c_uint = 1;
pub const TEEHISTORIAN_LOAD_SUCCESS: c_uint = 2;
pub const TEEHISTORIAN_SAVE_FAILURE: c_uint = 4;
pub const TEEHISTORIAN_LOAD_FAILURE: c_uint = 8;
pub type teehistorian_finish_kind = c_uint;
pub const TEEHISTORIAN_PLAYER_FINISH: c_uint = 1;
pub const TEEHISTORIAN_TEAM_FINISH: c_uint = 2;
pub type teehistorian_net_kind = c_uint;
pub const TEEHISTORIAN_NET_UNKNOWN: c_uint = 0;
pub const TEEHISTORIAN_NET_SAY: c_uint = 1;
pub const TEEHISTORIAN_NET_SET_TEAM: c_uint = 2;
pub const TEEHISTORIAN_NET_SPECTATE: c_uint = 3;
pub const TEEHISTORIAN_NET_START_INFO: c_uint = 4;
pub const TEEHISTORIAN_NET_CHANGE_INFO: c_uint = 5;
pub const TEEHISTORIAN_NET_KILL: c_uint = 6;
pub const TEEHISTORIAN_NET_EMOTICON: c_uint = 7;
pub const TEEHISTORIAN_NET_VOTE: c_uint = 8;
pub const TEEHISTORIAN_NET_CALL_VOTE: c_uint = 9;
pub const TEEHISTORIAN_NET_DDNET_VERSION: c_uint = 10;
pub const TEEHISTORIAN_NET_SHOW_OTHERS_OLD: c_uint = 11;
pub const TEEHISTORIAN_NET_READY_CHANGE: c_uint = 12;
pub const TEEHISTORIAN_NET_SKIN_CHANGE: c_uint = 13;
pub const TEEHISTORIAN_NET_COMMAND: c_uint = 14;
pub const TEEHISTORIAN_NET_SHOW_DISTANCE: c_uint = 15;
pub const TEEHISTORIAN_NET_SHOW_OTHERS: c_uint = 16;
pub const TEEHISTORIAN_NET_CAMERA_INFO: c_uint = 17;
pub const TEEHISTORIAN_NET_SPECTATOR_COUNT: c_uint = 18;
pub type xror_key = c_uint;
pub const XROR_SCHEMA: c_uint = 0;
pub const XROR_ID: c_uint = 1;
pub const XROR_NAME: c_uint = 2;
pub const XROR_TIMESTAMP: c_uint = 3;
pub const XROR_APP_ID: c_uint = 4;
pub const XROR_APP_NAME: c_uint = 5;
pub const XROR_APP_VERSION: c_uint = 6;
pub const XROR_ENVIRONMENT_ID: c_uint = 7;
pub const XROR_ENVIRONMENT_NAME: c_uint = 8;
pub const XROR_ACTIVITY_ID: c_uint = 9;
pub const XROR_ACTIVITY_NAME: c_uint = 10;
pub const XROR_RUNTIME: c_uint = 11;
pub const XROR_API: c_uint = 12;
pub const XROR_USER_ID: c_uint = 13;
pub const XROR_USER_NAME: c_uint = 14;
pub const XROR_SONG_HASH: c_uint = 15;
pub const XROR_MAPPER: c_uint = 16;
pub const XROR_DIFFICULTY: c_uint = 17;
pub const XROR_SCORE: c_uint = 18;
pub const XROR_MODE: c_uint = 19;
pub const XROR_MODIFIERS: c_uint = 20;
pub const XROR_JUMP_DISTANCE: c_uint = 21;
pub const XROR_LEFT_HANDED: c_uint = 22;
pub const XROR_HEIGHT: c_uint = 23;
pub const XROR_START_TIME: c_uint = 24;
pub const XROR_FAIL_TIME: c_uint = 25;
pub const XROR_SPEED: c_uint = 26;
pub const XROR_KEYS: c_uint = 27;
pub type xror_role = c_uint;
pub const XROR_OTHER: c_uint = 0;
pub const XROR_HEAD: c_uint = 1;
pub const XROR_LEFT_HAND: c_uint = 2;
pub const XROR_RIGHT_HAND: c_uint = 3;
pub const XROR_BRUSH: c_uint = 4;
pub const XROR_DEVICE_NAME: c_uint = 1;
pub const XROR_DEVICE_TYPE: c_uint = 2;
pub const XROR_DEVICE_JOINT: c_uint = 4;
pub const XROR_EXTENSION_ID: c_uint = 1;
pub const XROR_EXTENSION_NAME: c_uint = 2;
pub const XROR_EXTENSION_VERSION: c_uint = 4;
pub const XROR_HAS_HEAD: c_uint = 1;
pub const XROR_HAS_LEFT_HAND: c_uint = 2;
pub const XROR_HAS_RIGHT_HAND: c_uint = 4;
pub const XROR_GOOD_CUT: c_uint = 0;
pub const XROR_BAD_CUT: c_uint = 1;
pub const XROR_MISS: c_uint = 2;
pub const XROR_BOMB: c_uint = 3;
pub const XROR_NOTE_CUT: c_uint = 1;
pub const XROR_NOTE_FLAGS: c_uint = 2;
pub const XROR_NOTE_ORDER: c_uint = 4;
pub type xror_event_layout = c_uint;
pub const XROR_EVENT_GENERAL: c_uint = 0;
pub const XROR_EVENT_GOOD: c_uint = 1;
pub const XROR_EVENT_BAD: c_uint = 2;
pub const XROR_EVENT_BAD_BARE: c_uint = 3;
pub const XROR_EVENT_MISS: c_uint = 4;
pub const XROR_EVENT_BOMB: c_uint = 5;
pub const XROR_EVENT_WALL: c_uint = 6;
pub const XROR_EVENT_HEIGHT: c_uint = 7;
pub const XROR_EVENT_PAUSE: c_uint = 8;
pub const XROR_EVENT_FPS: c_uint = 9;
pub const XROR_EVENT_GARBAGE: c_uint = 10;
pub const XROR_EVENT_STROKE: c_uint = 11;
pub const XROR_EVENT_LAYOUTS: c_uint = 12;
pub const XROR_TYPE_ID: c_uint = 1;
pub const XROR_TYPE_NAME: c_uint = 2;
pub const XROR_TYPE_ATTR: c_uint = 4;
pub const XROR_VALUE_FLOAT: c_uint = 0;
pub const XROR_VALUE_DOUBLE: c_uint = 1;
pub const XROR_VALUE_STRING: c_uint = 2;
pub const XROR_VALUE_DOCUMENT: c_uint = 3;
pub const XROR_VALUE_ARRAY: c_uint = 4;
pub const XROR_VALUE_BINARY: c_uint = 5;
pub const XROR_VALUE_BOOL: c_uint = 8;
pub const XROR_VALUE_DATE: c_uint = 9;
pub const XROR_VALUE_NULL: c_uint = 10;
pub const XROR_VALUE_INT32: c_uint = 16;
pub const XROR_VALUE_INT64: c_uint = 18;
pub const XROR_VALUE_HAS_NUMBER: c_uint = 1;
pub const XROR_VALUE_HAS_INTEGER: c_uint = 2;
pub const XROR_VALUE_HAS_DATA: c_uint = 4;
pub type xror_place = c_uint;
pub const XROR_TOP: c_uint = 0;
pub const XROR_INFO: c_uint = 1;
pub const XROR_HARDWARE: c_uint = 2;
pub const XROR_DEVICE: c_uint = 3;
pub const XROR_SOFTWARE: c_uint = 4;
pub const XROR_APP: c_uint = 5;
pub const XROR_APP_EXTENSION: c_uint = 6;
pub const XROR_ENVIRONMENT: c_uint = 7;
pub const XROR_ACTIVITY: c_uint = 8;
pub const XROR_USER: c_uint = 9;
pub const XROR_EVENT_TYPE: c_uint = 10;
pub const XROR_PLACES: c_uint = 11;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_error {
    pub status: reel_status,
    pub rule: *const c_char,
    pub section: *const c_char,
    pub offset: u64,
    pub message: [c_char; 200],
    pub reserved: [u64; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_table {
    pub name: *const c_char,
    pub doc: *const c_char,
    pub fields: *const reel_field,
    pub field_count: u16,
    pub flags: u16,
    pub row_size: u32,
    pub reserved: [*const c_void; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_insight {
    pub id: *const c_char,
    pub name: *const c_char,
    pub doc: *const c_char,
    pub formats: *const *const reel_format,
    pub tables: *const *const reel_table,
    pub conventions: *const *const c_char,
    pub inputs: *const *const reel_table,
    pub state_size: usize,
    pub chunk: Option<unsafe extern "C" fn(analysis: *mut reel_analysis, chunk: *const reel_chunk) -> reel_status>,
    pub finish: Option<unsafe extern "C" fn(analysis: *mut reel_analysis) -> reel_status>,
    pub close: Option<unsafe extern "C" fn(analysis: *mut reel_analysis)>,
    pub levels: *const *const reel_format,
    pub reserved: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_finding {
    pub rule: *const c_char,
    pub severity: reel_severity,
    pub section: *const c_char,
    pub offset: u64,
    pub length: u64,
    pub table: *const reel_table,
    pub row: u64,
    pub count: u64,
    pub message: *const c_char,
    pub flags: u32,
}

#[repr(C)]
pub struct reel_findings {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_allocator {
    pub alloc: Option<unsafe extern "C" fn(context: *mut c_void, size: usize) -> *mut c_void>,
    pub resize:
        Option<unsafe extern "C" fn(context: *mut c_void, old: *mut c_void, old_size: usize, new_size: usize) -> *mut c_void>,
    pub free: Option<unsafe extern "C" fn(context: *mut c_void, pointer: *mut c_void)>,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_limits {
    pub input_bytes: u64,
    pub buffer_bytes: u64,
    pub rows: u64,
    pub string_bytes: u64,
    pub nesting: u32,
    pub ratio: u32,
    pub unpacked_bytes: u64,
    pub work: u64,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_progress {
    pub read: u64,
    pub size: u64,
    pub work: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_string {
    pub data: *const c_char,
    pub size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_bytes {
    pub data: *const u8,
    pub size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_uuid {
    pub bytes: [u8; 16],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_quaternion {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub w: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_pose {
    pub position: reel_vec3,
    pub rotation: reel_quaternion,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_label {
    pub value: i64,
    pub name: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_field {
    pub name: *const c_char,
    pub r#type: reel_type,
    pub count: u16,
    pub offset: u16,
    pub flags: u32,
    pub unit: *const c_char,
    pub doc: *const c_char,
    pub components: *const c_char,
    pub labels: *const reel_label,
    pub present_offset: u16,
    pub present_mask: u8,
    pub reserved: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_renaming {
    pub table: *const c_char,
    pub old_name: *const c_char,
    pub name: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_format {
    pub id: *const c_char,
    pub name: *const c_char,
    pub game: *const c_char,
    pub extensions: *const *const c_char,
    pub tables: *const *const reel_table,
    pub flags: u32,
    pub input_limit: u64,
    pub sniff: Option<unsafe extern "C" fn(head: *const u8, size: usize) -> c_int>,
    pub memory_bound: Option<unsafe extern "C" fn(size: u64, limits: *const reel_limits) -> u64>,
    pub reader: *const reel_format_reader,
    pub writer: *const reel_format_writer,
    pub operations: *const *const reel_operation,
    pub check: *const reel_insight,
    pub clean: *const reel_operation,
    pub reserved: [*const c_void; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_source {
    pub context: *mut c_void,
    pub data: *const u8,
    pub size: u64,
    pub read: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            buffer: *mut c_void,
            capacity: usize,
            got: *mut usize,
            error: *mut reel_error,
        ) -> reel_status,
    >,
    pub close: Option<unsafe extern "C" fn(context: *mut c_void)>,
    pub seek: Option<unsafe extern "C" fn(context: *mut c_void, offset: u64, error: *mut reel_error) -> reel_status>,
    pub reserved: [*const c_void; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_sink {
    pub context: *mut c_void,
    pub write: Option<
        unsafe extern "C" fn(context: *mut c_void, data: *const c_void, size: usize, error: *mut reel_error) -> reel_status,
    >,
    pub flush: Option<unsafe extern "C" fn(context: *mut c_void, error: *mut reel_error) -> reel_status>,
    pub reopen:
        Option<unsafe extern "C" fn(context: *mut c_void, source: *mut reel_source, error: *mut reel_error) -> reel_status>,
    pub commit: Option<unsafe extern "C" fn(context: *mut c_void, error: *mut reel_error) -> reel_status>,
    pub discard: Option<unsafe extern "C" fn(context: *mut c_void)>,
    pub patch: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            offset: u64,
            data: *const c_void,
            size: usize,
            error: *mut reel_error,
        ) -> reel_status,
    >,
    pub reserved: [*const c_void; 1],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_memory {
    pub data: *mut u8,
    pub size: usize,
    pub capacity: usize,
    pub allocator: reel_allocator,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_setting {
    pub field: *const c_char,
    pub value: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_options {
    pub struct_size: usize,
    pub flags: u32,
    pub allocator: *const reel_allocator,
    pub limits: reel_limits,
    pub formats: *const *const reel_format,
    pub format: *const reel_format,
    pub tables: *const *const reel_table,
    pub convention: *const c_char,
    pub report: Option<unsafe extern "C" fn(context: *mut c_void, finding: *const reel_finding)>,
    pub report_context: *mut c_void,
    pub expected: *const reel_setting,
    pub expected_count: usize,
    pub has_from: bool,
    pub has_to: bool,
    pub from: f64,
    pub to: f64,
    pub index: reel_bytes,
    pub on_progress: Option<unsafe extern "C" fn(context: *mut c_void, progress: *const reel_progress) -> bool>,
    pub progress_context: *mut c_void,
    pub select: *const *const c_char,
    pub member: *const c_char,
    pub name: *const c_char,
    pub choose: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            format: *const reel_format,
            header: *const reel_chunk,
            options: *mut reel_options,
            error: *mut reel_error,
        ) -> reel_status,
    >,
    pub choose_context: *mut c_void,
}

#[repr(C)]
pub struct reel_chunk {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct reel_reader {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct reel_replay {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_own_rows {
    pub table: *const reel_table,
    pub rows: *const c_void,
    pub count: usize,
}

#[repr(C)]
pub struct reel_order {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_write_options {
    pub struct_size: usize,
    pub allocator: *const reel_allocator,
    pub report: Option<unsafe extern "C" fn(context: *mut c_void, finding: *const reel_finding)>,
    pub report_context: *mut c_void,
    pub spool: *const c_char,
    pub convention: *const c_char,
    pub archive: *const reel_archive_options,
    pub flags: u32,
    pub on_progress: Option<unsafe extern "C" fn(context: *mut c_void, progress: *const reel_progress) -> bool>,
    pub progress_context: *mut c_void,
}

#[repr(C)]
pub struct reel_writer {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_pseudonyms {
    pub struct_size: usize,
    pub key: *const c_void,
    pub key_size: usize,
    pub times: u8,
    pub bodies: u8,
    pub devices: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_convert_options {
    pub struct_size: usize,
    pub flags: u32,
    pub settings: *const reel_setting,
    pub setting_count: usize,
    pub operations: *const reel_setting,
    pub operation_count: usize,
    pub merge: *mut reel_source,
    pub merge_count: usize,
    pub has_from: bool,
    pub has_to: bool,
    pub from: f64,
    pub to: f64,
    pub convention: *const c_char,
    pub level: *const reel_replay,
    pub who: *const i32,
    pub who_count: usize,
    pub names: *const reel_setting,
    pub name_count: usize,
    pub follow: i32,
    pub pseudonyms: *const reel_pseudonyms,
    pub scramble_key: *const c_void,
    pub scramble_key_size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_difference {
    pub table: *const reel_table,
    pub field: *const reel_field,
    pub row_a: u64,
    pub row_b: u64,
    pub a: *const c_void,
    pub b: *const c_void,
}

#[repr(C)]
pub struct reel_levels {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_archive_options {
    pub struct_size: usize,
    pub level: reel_archive_level,
    pub chunk_rows: usize,
    pub id: *const c_char,
    pub position_error: f64,
    pub rotation_error: f64,
    pub stored: bool,
    pub named: bool,
    pub only_replays: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_packed {
    pub format: *const reel_format,
    pub stored: bool,
    pub reason: *const c_char,
    pub size: u64,
    pub packed: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_member {
    pub number: u64,
    pub id: reel_string,
    pub format: *const reel_format,
    pub stored: bool,
    pub offset: u64,
    pub size: u64,
    pub name: *const c_char,
    pub word: *const c_char,
}

#[repr(C)]
pub struct reel_members {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowSchema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut ArrowSchema,
    pub dictionary: *mut ArrowSchema,
    pub release: Option<unsafe extern "C" fn(_: *mut ArrowSchema)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowArray {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut ArrowArray,
    pub dictionary: *mut ArrowArray,
    pub release: Option<unsafe extern "C" fn(_: *mut ArrowArray)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowArrayStream {
    pub get_schema: Option<unsafe extern "C" fn(_: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(_: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(_: *mut ArrowArrayStream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(_: *mut ArrowArrayStream)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_arrow_observer {
    pub context: *mut c_void,
    pub failure: Option<unsafe extern "C" fn(context: *mut c_void, path: *const c_char, error: *const reel_error)>,
    pub release: Option<unsafe extern "C" fn(context: *mut c_void)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_arrow_options {
    pub struct_size: usize,
    pub flags: u32,
    pub allocator: *const reel_allocator,
    pub columns: *const *const c_char,
    pub row_column: *const c_char,
    pub file_column: *const c_char,
    pub file: *const c_char,
    pub batch_rows: u64,
    pub observer: reel_arrow_observer,
    pub find_level: Option<
        unsafe extern "C" fn(
            levels: *const reel_levels,
            header: *const reel_chunk,
            level: *mut *const reel_replay,
            error: *mut reel_error,
        ) -> reel_status,
    >,
    pub release_level: Option<unsafe extern "C" fn(levels: *const reel_levels, level: *const reel_replay)>,
    pub levels: *const reel_levels,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_info {
    pub mod_version: reel_string,
    pub game_version: reel_string,
    pub timestamp: reel_string,
    pub player_id: reel_string,
    pub player_name: reel_string,
    pub platform: reel_string,
    pub tracking_system: reel_string,
    pub headset: reel_string,
    pub controller: reel_string,
    pub map_hash: reel_string,
    pub song_name: reel_string,
    pub mapper: reel_string,
    pub difficulty: reel_string,
    pub mode: reel_string,
    pub environment: reel_string,
    pub modifiers: reel_string,
    pub score: i32,
    pub jump_distance: f32,
    pub height: f32,
    pub start_time: f32,
    pub fail_time: f32,
    pub speed: f32,
    pub left_handed: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_frame {
    pub time: f32,
    pub fps: i32,
    pub head: reel_pose,
    pub left_hand: reel_pose,
    pub right_hand: reel_pose,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_cut {
    pub speed_ok: u8,
    pub direction_ok: u8,
    pub saber_type_ok: u8,
    pub was_cut_too_soon: u8,
    pub saber_speed: f32,
    pub saber_direction: reel_vec3,
    pub saber_type: i32,
    pub time_deviation: f32,
    pub cut_direction_deviation: f32,
    pub cut_point: reel_vec3,
    pub cut_normal: reel_vec3,
    pub cut_distance_to_center: f32,
    pub cut_angle: f32,
    pub before_cut_rating: f32,
    pub after_cut_rating: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_note {
    pub note_id: i32,
    pub event_time: f32,
    pub spawn_time: f32,
    pub event_type: i32,
    pub cut: bsor_cut,
    pub has_cut: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_wall {
    pub wall_id: i32,
    pub energy: f32,
    pub time: f32,
    pub spawn_time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_height {
    pub height: f32,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_pause {
    pub duration: i64,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_controller_offsets {
    pub left: reel_pose,
    pub right: reel_pose,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_user_entry {
    pub key: reel_string,
    pub value: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_section {
    pub id: u8,
    pub bare: u8,
    pub count: u32,
    pub offset: u64,
    pub size: u64,
    pub raw: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_length {
    pub string: u32,
    pub info: u32,
    pub stated: i32,
    pub bytes: u32,
    pub offset: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_note_parts {
    pub scoring: c_int,
    pub line: c_int,
    pub layer: c_int,
    pub color: c_int,
    pub direction: c_int,
    pub bomb: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct bsor_attempt {
    pub frame: usize,
    pub note: usize,
    pub wall: usize,
    pub height: usize,
    pub pause: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_cursor {
    pub at: *const u8,
    pub end: *const u8,
    pub end_offset: u64,
    pub failed_at: u64,
    pub failed: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_row_list {
    pub table: *const reel_table,
    pub data: *mut u8,
    pub count: usize,
    pub capacity: usize,
    pub first: u64,
    pub wanted: bool,
    pub chunk: *mut reel_chunk,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_reporter {
    pub report: Option<unsafe extern "C" fn(context: *mut c_void, finding: *const reel_finding)>,
    pub context: *mut c_void,
}

#[repr(C)]
pub struct reel_budget {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_decoder {
    pub state: *mut c_void,
    pub chunk: *mut reel_chunk,
    pub r#in: reel_cursor,
    pub reporter: reel_reporter,
    pub limits: reel_limits,
    pub convention: *const c_char,
    pub member: *const c_char,
    pub flags: u32,
    pub from: f64,
    pub to: f64,
    pub input_size: u64,
    pub allocator: reel_allocator,
    pub error: *mut reel_error,
    pub budget: *mut reel_budget,
    pub input: *mut reel_input,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_output {
    pub at: *mut u8,
    pub end: *mut u8,
    pub buffer: *mut u8,
    pub flushed: u64,
    pub status: reel_status,
    pub sink: *mut reel_sink,
    pub error: *mut reel_error,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_encoder {
    pub state: *mut c_void,
    pub out: *mut reel_output,
    pub reporter: reel_reporter,
    pub allocator: reel_allocator,
    pub convention: *const c_char,
    pub error: *mut reel_error,
    pub stored: Option<unsafe extern "C" fn(context: *mut c_void, table: *const reel_table, rows: *const c_void, count: usize)>,
    pub stored_context: *mut c_void,
    pub compared: bool,
    pub format: *const reel_format,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_change {
    pub state: *mut c_void,
    pub chunk: *mut reel_chunk,
    pub other: *const reel_chunk,
    pub argument: *const c_char,
    pub from: f64,
    pub to: f64,
    pub reporter: reel_reporter,
    pub error: *mut reel_error,
    pub allocator: reel_allocator,
    pub budget: *mut reel_budget,
    pub tallies: *mut reel_tallies,
    pub pseudonyms: *const reel_pseudonym_run,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_operation {
    pub id: *const c_char,
    pub doc: *const c_char,
    pub argument: *const c_char,
    pub state_size: usize,
    pub apply: Option<unsafe extern "C" fn(change: *mut reel_change) -> reel_status>,
    pub reserved: [*const c_void; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_reading {
    pub notes: u32,
    pub warnings: u32,
    pub errors: u32,
    pub known: u8,
    pub complete: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_analysis {
    pub state: *mut c_void,
    pub format: *const reel_format,
    pub result: *mut reel_chunk,
    pub reporter: reel_reporter,
    pub allocator: reel_allocator,
    pub convention: *const c_char,
    pub error: *mut reel_error,
    pub budget: *mut reel_budget,
    pub reading: *const reel_reading,
    pub level: *const reel_replay,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_format_positions {
    pub snapshot:
        Option<unsafe extern "C" fn(decoder: *const reel_decoder, out: *mut reel_output, time: *mut f64) -> reel_status>,
    pub restore: Option<unsafe extern "C" fn(decoder: *mut reel_decoder, bytes: *mut reel_cursor) -> reel_status>,
    pub reserved: [*const c_void; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_format_reader {
    pub state_size: usize,
    pub open: Option<unsafe extern "C" fn(decoder: *mut reel_decoder) -> reel_status>,
    pub next: Option<unsafe extern "C" fn(decoder: *mut reel_decoder) -> reel_status>,
    pub close: Option<unsafe extern "C" fn(decoder: *mut reel_decoder)>,
    pub conventions: *const *const c_char,
    pub positions: *const reel_format_positions,
    pub zeroed: usize,
    pub reserved: [*const c_void; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_format_writer {
    pub state_size: usize,
    pub begin: Option<unsafe extern "C" fn(encoder: *mut reel_encoder) -> reel_status>,
    pub rows: Option<unsafe extern "C" fn(encoder: *mut reel_encoder, batch: *const reel_chunk) -> reel_status>,
    pub finish: Option<unsafe extern "C" fn(encoder: *mut reel_encoder, staged: *const reel_chunk) -> reel_status>,
    pub end: Option<unsafe extern "C" fn(encoder: *mut reel_encoder)>,
    pub conventions: *const *const c_char,
    pub rounds: bool,
    pub accepts: Option<
        unsafe extern "C" fn(table: *const reel_table, rows: *const c_void, count: usize, error: *mut reel_error) -> reel_status,
    >,
    pub joined: *const reel_table,
    pub reserved: [*const c_void; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_insight_options {
    pub struct_size: usize,
    pub allocator: *const reel_allocator,
    pub tables: *const *const reel_table,
    pub convention: *const c_char,
    pub report: Option<unsafe extern "C" fn(context: *mut c_void, finding: *const reel_finding)>,
    pub report_context: *mut c_void,
    pub limits: reel_limits,
    pub on_progress: Option<unsafe extern "C" fn(context: *mut c_void, progress: *const reel_progress) -> bool>,
    pub progress_context: *mut c_void,
    pub level: *const reel_replay,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_mark {
    pub problems: u32,
    pub embedded: bool,
    pub has_key: bool,
    pub key: reel_public_key,
    pub time: i64,
    pub player: reel_string,
    pub level: reel_string,
    pub challenge: reel_string,
    pub format: reel_string,
    pub file: reel_string,
    pub offset: u64,
    pub size: u64,
}

#[repr(C)]
pub struct reel_motion {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_survey {
    pub struct_size: usize,
    pub flags: u32,
    pub insights: *const *const reel_insight,
    pub insight_options: *const reel_insight_options,
    pub rows: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            format: *const reel_format,
            insight: *const reel_insight,
            chunk: *const reel_chunk,
            error: *mut reel_error,
        ) -> reel_status,
    >,
    pub context: *mut c_void,
    pub format: *const reel_format,
    pub damage: reel_error,
    pub has_hash: bool,
    pub hash: [u8; 32],
    pub mark: *mut reel_mark,
    pub motion: *mut reel_motion,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_near {
    pub first: u64,
    pub count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_points {
    pub before: c_int,
    pub center: c_int,
    pub after: c_int,
    pub total: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_multiplier {
    pub value: c_int,
    pub progress: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_summary {
    pub score: i64,
    pub max_score: i64,
    pub stated_score: i64,
    pub score_difference: i64,
    pub modified_score: i64,
    pub accuracy: f32,
    pub modified_accuracy: f32,
    pub song_speed: f32,
    pub fc_accuracy: f32,
    pub end_time: f32,
    pub fail_time: f32,
    pub notes: u32,
    pub good_cuts: u32,
    pub bad_cuts: u32,
    pub misses: u32,
    pub bombs: u32,
    pub walls: u32,
    pub bad_cuts_by_hand: [u32; 2],
    pub misses_by_hand: [u32; 2],
    pub bombs_by_hand: [u32; 2],
    pub max_combo: u32,
    pub final_combo: u32,
    pub max_streak: u32,
    pub final_energy: f32,
    pub min_energy: f32,
    pub timing: [f32; 2],
    pub hand_points: [f32; 2],
    pub preswing: [f32; 2],
    pub postswing: [f32; 2],
    pub time_dependence: [f32; 2],
    pub left_cut: [f32; 3],
    pub right_cut: [f32; 3],
    pub pauses_in_song: u32,
    pub pause_time_in_song: i64,
    pub jump_distance: f32,
    pub average_height: f32,
    pub average_head_position: reel_vec3,
    pub underswing: i64,
    pub full_swing_score: i64,
    pub underswing_share: f32,
    pub jitters: u32,
    pub jitters_with_loss: u32,
    pub origin_resets: u32,
    pub kept_frames: u32,
    pub dropped_frames: u32,
    pub not_finite: u32,
    pub rank: u8,
    pub won: u8,
    pub full_combo: u8,
    pub present: u8,
    pub means: u8,
    pub known: u8,
    pub reading: reel_reading,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_hand {
    pub hand: u8,
    pub present: u8,
    pub means: u8,
    pub notes: u32,
    pub good_cuts: u32,
    pub misses: u32,
    pub bad_cuts: u32,
    pub bombs: u32,
    pub full_cuts: u32,
    pub points: i64,
    pub max_points: i64,
    pub score: i64,
    pub underswing: i64,
    pub mean_points: f32,
    pub timing: f32,
    pub preswing: f32,
    pub postswing: f32,
    pub time_dependence: f32,
    pub before: f32,
    pub center: f32,
    pub after: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_cell {
    pub line: u8,
    pub layer: u8,
    pub count: u32,
    pub faults: u32,
    pub mean_points: f32,
    pub count_by_hand: [u32; 2],
    pub mean_by_hand: [f32; 2],
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_scoring {
    pub scoring: u8,
    pub notes: u32,
    pub good_cuts: u32,
    pub bad_cuts: u32,
    pub misses: u32,
    pub points: i64,
    pub max_points: i64,
    pub score: i64,
    pub mean_points: f32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_second {
    pub time: f32,
    pub accuracy: f32,
    pub score: i64,
    pub max_score: i64,
    pub combo: u32,
    pub energy: f32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_event {
    pub time: f32,
    pub spawn_time: f32,
    pub source_row: u32,
    pub kind: u8,
    pub scoring: u8,
    pub line: u8,
    pub layer: u8,
    pub color: u8,
    pub direction: u8,
    pub before: u8,
    pub center: u8,
    pub after: u8,
    pub points: u8,
    pub multiplier: u8,
    pub present: u8,
    pub combo: u32,
    pub underswing: u32,
    pub score: i64,
    pub max_score: i64,
    pub accuracy: f32,
    pub fc_accuracy: f32,
    pub energy: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_underswing {
    pub time: f32,
    pub note_row: u32,
    pub hand: u8,
    pub lost_before: u8,
    pub lost_after: u8,
    pub multiplier: u8,
    pub lost: u32,
    pub before_cut_rating: f32,
    pub after_cut_rating: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_jitter {
    pub time: f32,
    pub reserved: u32,
    pub frame_row: u64,
    pub left: u8,
    pub right: u8,
    pub head: u8,
    pub loss: u8,
    pub note_row: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_origin_reset {
    pub time: f32,
    pub reserved: u32,
    pub frame_row: u64,
    pub left: u8,
    pub right: u8,
    pub reserved_too: [u8; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_still {
    pub time: f32,
    pub end_time: f32,
    pub frame_row: u64,
    pub frames: u32,
    pub cuts: u32,
    pub tracker: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_heart_rate {
    pub time: f32,
    pub rate: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_cut {
    pub time: f32,
    pub spawn_time: f32,
    pub note_row: u32,
    pub kind: u8,
    pub hand: u8,
    pub support: u8,
    pub reason: u8,
    pub present: u8,
    pub points: u8,
    pub motion_points: u8,
    pub least_points: u8,
    pub most_points: u8,
    pub frame_row: u64,
    pub normal: reel_vec3,
    pub motion_normal: reel_vec3,
    pub normal_difference: f32,
    pub plane_distance: f32,
    pub center: reel_vec3,
    pub motion_center: reel_vec3,
    pub center_difference: f32,
    pub distance: f32,
    pub motion_distance: f32,
    pub before: f32,
    pub motion_before: f32,
    pub after: f32,
    pub motion_after: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_evidence {
    pub good_cuts: u32,
    pub supported: u32,
    pub not_supported: u32,
    pub undecidable: u32,
    pub stated_score: i64,
    pub event_score: i64,
    pub motion_score: i64,
    pub motion_score_most: i64,
    pub same_points: u32,
    pub present: u8,
    pub first_reason: u8,
    pub tilted: u8,
    pub support: u8,
    pub note_speed: f32,
    pub note_height: f32,
    pub grip_angle: [f32; 2],
    pub grip_distance: [f32; 2],
    pub normal_median: f32,
    pub normal_max: f32,
    pub plane_median: f32,
    pub plane_max: f32,
    pub center_median: f32,
    pub center_max: f32,
    pub before_median: f32,
    pub before_max: f32,
    pub after_median: f32,
    pub after_max: f32,
    pub rounded: u8,
    pub time_rate: f32,
    pub repeated_frames: u32,
    pub slowed_frames: u32,
    pub odd_frames: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_level {
    pub song_name: reel_string,
    pub mapper: reel_string,
    pub mode: reel_string,
    pub difficulty: reel_string,
    pub score: i64,
    pub max_score: i64,
    pub accuracy: f32,
    pub fc_accuracy: f32,
    pub jump_distance: f32,
    pub notes: u32,
    pub cut: u32,
    pub bad: u32,
    pub missed: u32,
    pub not_reached: u32,
    pub no_event: u32,
    pub changed: u32,
    pub no_note: u32,
    pub bombs: u32,
    pub bombs_hit: u32,
    pub walls: u32,
    pub walls_hit: u32,
    pub walls_not_reached: u32,
    pub no_wall: u32,
    pub fit: u8,
    pub mirrored: u8,
    pub decidable: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_level_note {
    pub time: f32,
    pub event_time: f32,
    pub interval: f32,
    pub density: f32,
    pub source_row: u32,
    pub line: i32,
    pub layer: i32,
    pub direction: i32,
    pub color: u8,
    pub what: u8,
    pub scoring: u8,
    pub outcome: u8,
    pub difference: u8,
    pub points: u8,
    pub patterns: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_level_part {
    pub time: f32,
    pub end_time: f32,
    pub accuracy: f32,
    pub cut_accuracy: f32,
    pub interval: f32,
    pub density: f32,
    pub notes: u32,
    pub cut: u32,
    pub bad: u32,
    pub missed: u32,
    pub part: u8,
    pub present: u8,
    pub reserved: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_level_cut {
    pub time: f32,
    pub event_time: f32,
    pub motion_time: f32,
    pub source_row: u32,
    pub frame_row: u64,
    pub line: i32,
    pub layer: i32,
    pub direction: i32,
    pub before: f32,
    pub after: f32,
    pub distance: f32,
    pub color: u8,
    pub what: u8,
    pub hand: u8,
    pub outcome: u8,
    pub motion_outcome: u8,
    pub points: u8,
    pub motion_points: u8,
    pub reason: u8,
    pub present: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_level_reenacted {
    pub stated_score: i64,
    pub event_score: i64,
    pub motion_score: i64,
    pub relative_difference: f32,
    pub notes: u32,
    pub known: u32,
    pub same: u32,
    pub same_points: u32,
    pub cut: u32,
    pub bad: u32,
    pub missed: u32,
    pub hit: u32,
    pub bombs_passed: u32,
    pub walls_passed: u32,
    pub hidden_bad: u32,
    pub hidden_bombs: u32,
    pub hidden_walls: u32,
    pub note_speed: f32,
    pub present: u8,
    pub reserved: [u8; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_sample {
    pub time: f64,
    pub sample: i32,
    pub stretch: u32,
    pub head: reel_pose,
    pub left_hand: reel_pose,
    pub right_hand: reel_pose,
    pub relative_head_rotation: reel_quaternion,
    pub relative_left_rotation: reel_quaternion,
    pub relative_right_rotation: reel_quaternion,
    pub relative_left_position: reel_vec3,
    pub relative_right_position: reel_vec3,
    pub relative_head_6d: [f32; 6],
    pub relative_left_6d: [f32; 6],
    pub relative_right_6d: [f32; 6],
    pub head_velocity: reel_vec3,
    pub left_velocity: reel_vec3,
    pub right_velocity: reel_vec3,
    pub head_acceleration: reel_vec3,
    pub left_acceleration: reel_vec3,
    pub right_acceleration: reel_vec3,
    pub head_turn: f32,
    pub left_turn: f32,
    pub right_turn: f32,
    pub present: u8,
    pub moving: u8,
    pub reserved: [u8; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_info {
    pub version: reel_string,
    pub song_name: reel_string,
    pub song_sub_name: reel_string,
    pub song_author: reel_string,
    pub mapper: reel_string,
    pub level_hash: reel_string,
    pub pc_hash: reel_string,
    pub music: reel_string,
    pub cover: reel_string,
    pub environment: reel_string,
    pub bpm: f64,
    pub song_offset: f64,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_difficulty {
    pub mode: reel_string,
    pub difficulty: reel_string,
    pub map_file: reel_string,
    pub lights: reel_string,
    pub version: reel_string,
    pub mappers: reel_string,
    pub label: reel_string,
    pub requirements: reel_string,
    pub max_score: u64,
    pub bpm: f64,
    pub note_jump_speed: f64,
    pub note_jump_offset: f64,
    pub jump_distance: f64,
    pub reaction_time: f64,
    pub notes: u32,
    pub bombs: u32,
    pub walls: u32,
    pub arcs: u32,
    pub chains: u32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_note {
    pub time: f64,
    pub beat: f64,
    pub difficulty: u32,
    pub line: i32,
    pub layer: i32,
    pub color: i32,
    pub direction: i32,
    pub angle: i32,
    pub rotation: i32,
    pub scoring: u8,
    pub fake: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_bomb {
    pub time: f64,
    pub beat: f64,
    pub difficulty: u32,
    pub line: i32,
    pub layer: i32,
    pub rotation: i32,
    pub fake: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_wall {
    pub time: f64,
    pub beat: f64,
    pub duration: f64,
    pub beats: f64,
    pub difficulty: u32,
    pub line: i32,
    pub layer: i32,
    pub width: i32,
    pub height: i32,
    pub r#type: i32,
    pub rotation: i32,
    pub fake: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_arc {
    pub time: f64,
    pub beat: f64,
    pub tail_time: f64,
    pub tail_beat: f64,
    pub multiplier: f64,
    pub tail_multiplier: f64,
    pub difficulty: u32,
    pub line: i32,
    pub layer: i32,
    pub color: i32,
    pub direction: i32,
    pub tail_line: i32,
    pub tail_layer: i32,
    pub tail_direction: i32,
    pub anchor: i32,
    pub rotation: i32,
    pub tail_rotation: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_chain {
    pub time: f64,
    pub beat: f64,
    pub tail_time: f64,
    pub tail_beat: f64,
    pub squish: f64,
    pub difficulty: u32,
    pub line: i32,
    pub layer: i32,
    pub color: i32,
    pub direction: i32,
    pub tail_line: i32,
    pub tail_layer: i32,
    pub parts: i32,
    pub rotation: i32,
    pub tail_rotation: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_bpm_event {
    pub time: f64,
    pub beat: f64,
    pub bpm: f64,
    pub difficulty: u32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_rotation {
    pub time: f64,
    pub beat: f64,
    pub degrees: f64,
    pub difficulty: u32,
    pub late: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_njs_event {
    pub time: f64,
    pub beat: f64,
    pub delta: f64,
    pub difficulty: u32,
    pub previous: i32,
    pub easing: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_light {
    pub time: f64,
    pub beat: f64,
    pub float_value: f64,
    pub difficulty: u32,
    pub r#type: i32,
    pub value: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_light_box {
    pub time: f64,
    pub beat: f64,
    pub limit: f64,
    pub spread: f64,
    pub value_spread: f64,
    pub difficulty: u32,
    pub r#box: u32,
    pub kind: i32,
    pub group: i32,
    pub chunks: i32,
    pub filter: i32,
    pub parameter: i32,
    pub second_parameter: i32,
    pub reverse: i32,
    pub random: i32,
    pub seed: i32,
    pub limit_to: i32,
    pub spread_type: i32,
    pub value_spread_type: i32,
    pub value_spread_first: i32,
    pub easing: i32,
    pub axis: i32,
    pub flip: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_light_event {
    pub time: f64,
    pub beat: f64,
    pub beats_after: f64,
    pub value: f64,
    pub strobe_brightness: f64,
    pub difficulty: u32,
    pub r#box: u32,
    pub kind: i32,
    pub group: i32,
    pub extend: i32,
    pub easing: i32,
    pub color: i32,
    pub direction: i32,
    pub loops: i32,
    pub strobe: i32,
    pub strobe_fade: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct beatsaber_map_original {
    pub bytes: reel_bytes,
    pub rows: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_stats {
    pub assists: u16,
    pub blocks: u16,
    pub catches: u16,
    pub goals: u16,
    pub interceptions: u16,
    pub passes: u16,
    pub points: u16,
    pub saves: u16,
    pub steals: u16,
    pub shots_taken: u16,
    pub stuns: u16,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_throw {
    pub arm_speed: f32,
    pub total_speed: f32,
    pub off_axis_spin_deg: f32,
    pub wrist_throw_penalty: f32,
    pub rot_per_sec: f32,
    pub pot_speed_from_rot: f32,
    pub speed_from_arm: f32,
    pub speed_from_movement: f32,
    pub speed_from_wrist: f32,
    pub wrist_align_to_throw_deg: f32,
    pub throw_align_to_movement_deg: f32,
    pub off_axis_penalty: f32,
    pub throw_move_penalty: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_frame {
    pub time: f64,
    pub frame: u32,
    pub game_clock: f32,
    pub blue_points: f32,
    pub orange_points: f32,
    pub status: u8,
    pub has: u8,
    pub inputs: u8,
    pub blue_restart: u8,
    pub orange_restart: u8,
    pub paused_state: u8,
    pub paused_team: u8,
    pub unpaused_team: u8,
    pub score_team: u8,
    pub score_points: u8,
    pub goal_type: u8,
    pub contested: u8,
    pub checkpoint: u8,
    pub defenders: u8,
    pub score_person: u8,
    pub score_assist: u8,
    pub paused_timer: f32,
    pub unpaused_timer: f32,
    pub score_disc_speed: f32,
    pub score_distance: f32,
    pub payload_distance: f32,
    pub payload_speed: f32,
    pub throw_: echo_throw,
    pub vr_position: reel_vec3,
    pub disc_position: reel_vec3,
    pub disc_velocity: reel_vec3,
    pub recorded: i64,
    pub rules_changed_at: i64,
    pub rules_changed_by: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_team {
    pub time: f64,
    pub frame: u32,
    pub team: u8,
    pub possession: u8,
    pub has: u8,
    pub players: u8,
    pub stats: echo_stats,
    pub unused: u16,
    pub possession_time: f32,
    pub reserved: [u8; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_player {
    pub time: f64,
    pub userid: u64,
    pub name: reel_string,
    pub frame: u32,
    pub number: u16,
    pub level: u16,
    pub team: u8,
    pub slot: u8,
    pub player: u8,
    pub player_id: u8,
    pub has: u8,
    pub possession: u8,
    pub blocking: u8,
    pub stunned: u8,
    pub invulnerable: u8,
    pub emote: u8,
    pub holding_left: u8,
    pub holding_right: u8,
    pub weapon: u8,
    pub ordnance: u8,
    pub tac_mod: u8,
    pub arm: u8,
    pub stats: echo_stats,
    pub ping: i32,
    pub possession_time: f32,
    pub packet_loss: f32,
    pub velocity: reel_vec3,
    pub head: reel_vec3,
    pub body: reel_vec3,
    pub left_hand: reel_vec3,
    pub right_hand: reel_vec3,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_bone {
    pub time: f64,
    pub frame: u32,
    pub player: u8,
    pub bone: u8,
    pub unused: u16,
    pub position: reel_vec3,
    pub rotation: reel_quaternion,
    pub keys: u8,
    pub from_line: u8,
    pub unused_too: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct butter_info {
    pub version: u8,
    pub compression: u8,
    pub keyframe_interval: u16,
    pub map: u8,
    pub private_match: u8,
    pub total_round_count: u8,
    pub blue_round_score: u8,
    pub orange_round_score: u8,
    pub session_ip: [u8; 4],
    pub unused: [u8; 3],
    pub client_name: reel_string,
    pub session_id: reel_uuid,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct butter_entry {
    pub userid: u64,
    pub name: reel_string,
    pub player: u8,
    pub number: u8,
    pub level: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct butter_frame {
    pub common: echo_frame,
    pub vr_rotation: reel_quaternion,
    pub disc_rotation: reel_quaternion,
    pub mask: u8,
    pub keyframe: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct butter_player {
    pub common: echo_player,
    pub head_rotation: reel_quaternion,
    pub body_rotation: reel_quaternion,
    pub left_hand_rotation: reel_quaternion,
    pub right_hand_rotation: reel_quaternion,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct butter_block {
    pub offset: u64,
    pub digest: u64,
    pub first_frame: u32,
    pub frame_count: u32,
    pub layout: u8,
    pub compression: u8,
    pub reserved: [u8; 6],
    pub packed: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct butter_rest {
    pub offset: u64,
    pub bytes: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_session {
    pub session: i32,
    pub cid: i32,
    pub start_tick: i32,
    pub end_tick: i32,
    pub start: u8,
    pub end: u8,
    pub protocol: u8,
    pub present: u8,
    pub reason: reel_string,
    pub ready_tick: i32,
    pub ddnet_version: i32,
    pub connection_id: reel_uuid,
    pub first_name: reel_string,
    pub last_name: reel_string,
    pub characters: i32,
    pub alive_ticks: i64,
    pub inputs: i64,
    pub messages: i64,
    pub chat_commands: i64,
    pub finishes: i32,
    pub best_time_ticks: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_activity {
    pub session: i32,
    pub cid: i32,
    pub name: reel_string,
    pub ticks: i64,
    pub idle_ticks: i64,
    pub longest_idle_ticks: i64,
    pub menu_ticks: i64,
    pub chatting_ticks: i64,
    pub distance: f64,
    pub jumps: i64,
    pub hooks: i64,
    pub shots: i64,
    pub direction_changes: i64,
    pub weapon_changes: i64,
    pub present: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_finish {
    pub tick: i32,
    pub offset: u64,
    pub kind: u8,
    pub present: u8,
    pub cid: i32,
    pub session: i32,
    pub team: i32,
    pub time_ticks: i32,
    pub time: f64,
    pub start_tick: i32,
    pub practice: u8,
    pub of_team: u8,
    pub name: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_command {
    pub tick: i32,
    pub offset: u64,
    pub cid: i32,
    pub session: i32,
    pub flags: i32,
    pub source: u8,
    pub present: u8,
    pub command: reel_string,
    pub args: reel_string,
    pub level: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_vote {
    pub tick: i32,
    pub offset: u64,
    pub cid: i32,
    pub session: i32,
    pub kind: u8,
    pub called: u8,
    pub vote: i32,
    pub vote_type: reel_string,
    pub value: reel_string,
    pub reason: reel_string,
    pub force: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_name {
    pub tick: i32,
    pub offset: u64,
    pub cid: i32,
    pub session: i32,
    pub origin: u8,
    pub name: reel_string,
    pub clan: reel_string,
    pub country: i32,
    pub skin: reel_string,
    pub described: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_team {
    pub tick: i32,
    pub offset: u64,
    pub kind: u8,
    pub cid: i32,
    pub team: i32,
    pub practice: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_character {
    pub session: i32,
    pub cid: i32,
    pub new_tick: i32,
    pub old_tick: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_online {
    pub tick: i32,
    pub clients: i32,
    pub characters: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_heat {
    pub tile_x: i32,
    pub tile_y: i32,
    pub ticks: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_position {
    pub tick: i32,
    pub cid: i32,
    pub x: i32,
    pub y: i32,
    pub session: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_input {
    pub tick: i32,
    pub cid: i32,
    pub direction: i32,
    pub target_x: i32,
    pub target_y: i32,
    pub jump: i32,
    pub fire: i32,
    pub hook: i32,
    pub player_flags: i32,
    pub wanted_weapon: i32,
    pub next_weapon: i32,
    pub prev_weapon: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_player {
    pub name: reel_string,
    pub clan: reel_string,
    pub ticks: i64,
    pub alive_ticks: i64,
    pub inputs: i64,
    pub inputs_per_second: f64,
    pub distance: f64,
    pub sessions: i32,
    pub first_tick: i32,
    pub finishes: i32,
    pub best_time_ticks: i32,
    pub present: u8,
    pub reserved: [u8; 7],
    pub freeze_ticks: i64,
    pub solo_ticks: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_summary {
    pub duration: f64,
    pub best_time: f64,
    pub players: i32,
    pub sessions: i32,
    pub finishes: i32,
    pub present: u8,
    pub reserved: [u8; 3],
    pub reading: reel_reading,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_shown_tee {
    pub session: i32,
    pub cid: i32,
    pub name: reel_string,
    pub clan: reel_string,
    pub shown_ticks: i64,
    pub distance: f64,
    pub mean_speed: f64,
    pub top_speed: f64,
    pub hook_ticks: i64,
    pub hold_ticks: i64,
    pub frozen_ticks: i64,
    pub hammer_ticks: i64,
    pub gun_ticks: i64,
    pub shotgun_ticks: i64,
    pub grenade_ticks: i64,
    pub laser_ticks: i64,
    pub ninja_ticks: i64,
    pub chat_messages: i64,
    pub kills: i32,
    pub deaths: i32,
    pub team: i32,
    pub score: i32,
    pub present: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_kill {
    pub tick: i32,
    pub cid: i32,
    pub victim_cid: i32,
    pub session: i32,
    pub victim_session: i32,
    pub cause: i32,
    pub name: reel_string,
    pub victim_name: reel_string,
    pub present: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_input_figure {
    pub session: i32,
    pub cid: i32,
    pub name: reel_string,
    pub first_tick: i32,
    pub last_tick: i32,
    pub inputs: i64,
    pub inputs_most: i32,
    pub directions_most: i32,
    pub jumps_most: i32,
    pub hooks_most: i32,
    pub shots_most: i32,
    pub even_presses: i32,
    pub even_ticks: i32,
    pub aims: i64,
    pub aim_median: i32,
    pub aim_turns: i32,
    pub aim_flicks: i32,
    pub repeated: i64,
    pub repeated_most: i32,
    pub present: u8,
    pub reserved: [u8; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_level_finish {
    pub tick: i32,
    pub cid: i32,
    pub session: i32,
    pub time_ticks: i32,
    pub start_tick: i32,
    pub finish_tick: i32,
    pub decidable: u8,
    pub present: u8,
    pub reserved: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_level_checkpoint {
    pub tick: i32,
    pub cid: i32,
    pub session: i32,
    pub checkpoint: i32,
    pub start_tick: i32,
    pub present: u8,
    pub reserved: [u8; 3],
    pub time: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_level_tile {
    pub tick: i32,
    pub cid: i32,
    pub session: i32,
    pub x: i32,
    pub y: i32,
    pub kind: u8,
    pub reserved: [u8; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_evidence {
    pub ticks: i64,
    pub agreed: i64,
    pub differing: i64,
    pub impossible: i64,
    pub undecidable: i64,
    pub share: f64,
    pub finishes: i32,
    pub finishes_shown: i32,
    pub finishes_against: i32,
    pub support: u8,
    pub exact: u8,
    pub present: u8,
    pub reserved: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_player_evidence {
    pub session: i32,
    pub cid: i32,
    pub name: reel_string,
    pub ticks: i64,
    pub agreed: i64,
    pub differing: i64,
    pub impossible: i64,
    pub undecidable: i64,
    pub share: f64,
    pub thaws: i32,
    pub quick_thaws: i32,
    pub present: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_finish_evidence {
    pub tick: i32,
    pub cid: i32,
    pub session: i32,
    pub time_ticks: i32,
    pub start_tick: i32,
    pub support: u8,
    pub present: u8,
    pub reserved: [u8; 2],
    pub ticks: i64,
    pub agreed: i64,
    pub differing: i64,
    pub impossible: i64,
    pub undecidable: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_evidence_tick {
    pub tick: i32,
    pub cid: i32,
    pub session: i32,
    pub agreement: u8,
    pub doubt: u8,
    pub reserved: [u8; 2],
    pub x: i32,
    pub y: i32,
    pub predicted_x: i32,
    pub predicted_y: i32,
    pub beyond: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_run {
    pub tick: i32,
    pub cid: i32,
    pub team: i32,
    pub start_tick: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_info {
    pub datafile_version: i32,
    pub items_version: i32,
    pub info_version: i32,
    pub author: reel_string,
    pub map_version: reel_string,
    pub credits: reel_string,
    pub license: reel_string,
    pub rest: reel_bytes,
    pub present: u8,
    pub size: u64,
    pub crc: reel_string,
    pub sha256: reel_string,
    pub width: i32,
    pub height: i32,
    pub groups: u32,
    pub layers: u32,
    pub images: u32,
    pub sounds: u32,
    pub envelopes: u32,
    pub settings: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_group {
    pub version: i32,
    pub offset_x: i32,
    pub offset_y: i32,
    pub parallax_x: i32,
    pub parallax_y: i32,
    pub first_layer: i32,
    pub layers: i32,
    pub clips: i32,
    pub clip_x: i32,
    pub clip_y: i32,
    pub clip_width: i32,
    pub clip_height: i32,
    pub name: reel_string,
    pub rest: reel_bytes,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_layer {
    pub r#type: i32,
    pub flags: i32,
    pub version: i32,
    pub width: i32,
    pub height: i32,
    pub physics: i32,
    pub color: [i32; 4],
    pub color_envelope: i32,
    pub color_envelope_offset: i32,
    pub image: i32,
    pub sound: i32,
    pub name: reel_string,
    pub block_fields: u8,
    pub rest: reel_bytes,
    pub present: u8,
    pub group: i32,
    pub kind: u8,
    pub complete: u8,
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_tile {
    pub layer: u32,
    pub x: i32,
    pub y: i32,
    pub count: u32,
    pub angle: i16,
    pub kind: u8,
    pub index: u8,
    pub flags: u8,
    pub number: u8,
    pub delay: u8,
    pub force: u8,
    pub max_speed: u8,
    pub reserved: [u8; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_quad {
    pub layer: u32,
    pub corner_x: [i32; 4],
    pub corner_y: [i32; 4],
    pub pivot_x: i32,
    pub pivot_y: i32,
    pub color_0: [i32; 4],
    pub color_1: [i32; 4],
    pub color_2: [i32; 4],
    pub color_3: [i32; 4],
    pub texture_x: [i32; 4],
    pub texture_y: [i32; 4],
    pub position_envelope: i32,
    pub position_envelope_offset: i32,
    pub color_envelope: i32,
    pub color_envelope_offset: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_sound_source {
    pub layer: u32,
    pub x: i32,
    pub y: i32,
    pub r#loop: i32,
    pub pan: i32,
    pub delay: i32,
    pub falloff: i32,
    pub position_envelope: i32,
    pub position_envelope_offset: i32,
    pub sound_envelope: i32,
    pub sound_envelope_offset: i32,
    pub shape: i32,
    pub width_or_radius: i32,
    pub height: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_image {
    pub version: i32,
    pub width: i32,
    pub height: i32,
    pub external: i32,
    pub format: i32,
    pub name: reel_string,
    pub data: reel_bytes,
    pub rest: reel_bytes,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_sound {
    pub version: i32,
    pub external: i32,
    pub stated_size: i32,
    pub name: reel_string,
    pub data: reel_bytes,
    pub rest: reel_bytes,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_envelope {
    pub version: i32,
    pub channels: i32,
    pub first_point: i32,
    pub points: i32,
    pub synchronized: i32,
    pub name: reel_string,
    pub rest: reel_bytes,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_envelope_point {
    pub time: i32,
    pub curve: i32,
    pub values: [i32; 4],
    pub in_x: [i32; 4],
    pub in_y: [i32; 4],
    pub out_x: [i32; 4],
    pub out_y: [i32; 4],
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_setting {
    pub text: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_item {
    pub r#type: u16,
    pub id: u16,
    pub data: reel_bytes,
    pub uuid: reel_uuid,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ddnet_map_original {
    pub bytes: reel_bytes,
    pub rows: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_info {
    pub version: i32,
    pub net_version: reel_string,
    pub map_name: reel_string,
    pub map_size: u32,
    pub map_crc: reel_string,
    pub map_sha256: reel_string,
    pub recorder: reel_string,
    pub length: u32,
    pub timestamp: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_marker {
    pub tick: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_map {
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_snapshot {
    pub seq: u64,
    pub tick: i32,
    pub keyframe: u8,
    pub kind: u8,
    pub reserved: u16,
    pub items: u32,
    pub changes: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_character {
    pub seq: u64,
    pub tick: i32,
    pub cid: i32,
    pub item_tick: i32,
    pub x: i32,
    pub y: i32,
    pub vel_x: i32,
    pub vel_y: i32,
    pub angle: i32,
    pub direction: i32,
    pub jumped: i32,
    pub hooked_cid: i32,
    pub hook_state: i32,
    pub hook_tick: i32,
    pub hook_x: i32,
    pub hook_y: i32,
    pub hook_dx: i32,
    pub hook_dy: i32,
    pub player_flags: i32,
    pub health: i32,
    pub armor: i32,
    pub ammo: i32,
    pub weapon: i32,
    pub emote: i32,
    pub attack_tick: i32,
    pub triggered_events: i32,
    pub flags: i32,
    pub freeze_end: i32,
    pub jumps: i32,
    pub tele_checkpoint: i32,
    pub strong_weak_id: i32,
    pub jumped_total: i32,
    pub ninja_activation_tick: i32,
    pub freeze_start: i32,
    pub target_x: i32,
    pub target_y: i32,
    pub tune_zone_override: i32,
    pub present: u8,
    pub reserved: [u8; 7],
    pub extra: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_player {
    pub seq: u64,
    pub tick: i32,
    pub cid: i32,
    pub player_flags: i32,
    pub local: i32,
    pub client_id: i32,
    pub team: i32,
    pub score: i32,
    pub latency: i32,
    pub flags: i32,
    pub auth_level: i32,
    pub finish_time_seconds: i32,
    pub finish_time_millis: i32,
    pub present: u8,
    pub reserved: [u8; 7],
    pub extra: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_client {
    pub seq: u64,
    pub tick: i32,
    pub cid: i32,
    pub name: reel_string,
    pub clan: reel_string,
    pub skin: reel_string,
    pub skin_body: reel_string,
    pub skin_marking: reel_string,
    pub skin_decoration: reel_string,
    pub skin_hands: reel_string,
    pub skin_feet: reel_string,
    pub skin_eyes: reel_string,
    pub country: i32,
    pub use_custom_color: i32,
    pub color_body: i32,
    pub color_feet: i32,
    pub local: i32,
    pub team: i32,
    pub use_custom_colors: [i32; 6],
    pub colors: [i32; 6],
    pub present: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_projectile {
    pub seq: u64,
    pub tick: i32,
    pub id: i32,
    pub x: i32,
    pub y: i32,
    pub vel_x: i32,
    pub vel_y: i32,
    pub r#type: i32,
    pub start_tick: i32,
    pub owner_cid: i32,
    pub switch_number: i32,
    pub tune_zone: i32,
    pub flags: i32,
    pub angle: i32,
    pub data_bits: i32,
    pub present: u8,
    pub reserved: [u8; 7],
    pub extra: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_laser {
    pub seq: u64,
    pub tick: i32,
    pub id: i32,
    pub x: i32,
    pub y: i32,
    pub from_x: i32,
    pub from_y: i32,
    pub start_tick: i32,
    pub owner_cid: i32,
    pub r#type: i32,
    pub switch_number: i32,
    pub subtype: i32,
    pub flags: i32,
    pub present: u8,
    pub reserved: [u8; 7],
    pub extra: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_pickup {
    pub seq: u64,
    pub tick: i32,
    pub id: i32,
    pub x: i32,
    pub y: i32,
    pub r#type: i32,
    pub subtype: i32,
    pub switch_number: i32,
    pub flags: i32,
    pub present: u8,
    pub reserved: [u8; 7],
    pub extra: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_flag {
    pub seq: u64,
    pub tick: i32,
    pub id: i32,
    pub x: i32,
    pub y: i32,
    pub team: i32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_game {
    pub seq: u64,
    pub tick: i32,
    pub id: i32,
    pub game_flags: i32,
    pub game_state_flags: i32,
    pub round_start_tick: i32,
    pub warmup_timer: i32,
    pub score_limit: i32,
    pub time_limit: i32,
    pub round_num: i32,
    pub round_current: i32,
    pub score_red: i32,
    pub score_blue: i32,
    pub carrier_red: i32,
    pub carrier_blue: i32,
    pub state_end_tick: i32,
    pub drop_tick_red: i32,
    pub drop_tick_blue: i32,
    pub flags: i32,
    pub version: i32,
    pub flags2: i32,
    pub min_team_size: i32,
    pub max_team_size: i32,
    pub present: u8,
    pub present_more: u8,
    pub reserved: [u8; 6],
    pub extra: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_item {
    pub seq: u64,
    pub tick: i32,
    pub id: i32,
    pub r#type: i32,
    pub present: u8,
    pub reserved: [u8; 3],
    pub uuid: reel_uuid,
    pub name: reel_string,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_removal {
    pub seq: u64,
    pub tick: i32,
    pub id: i32,
    pub r#type: i32,
    pub present: u8,
    pub reserved: [u8; 3],
    pub uuid: reel_uuid,
    pub name: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_message {
    pub seq: u64,
    pub tick: i32,
    pub message: i32,
    pub system: u8,
    pub present: u8,
    pub reserved: u16,
    pub cid: i32,
    pub team: i32,
    pub reserved_too: u32,
    pub uuid: reel_uuid,
    pub name: reel_string,
    pub text: reel_string,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_head {
    pub bytes: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_type {
    pub seq: u64,
    pub tick: i32,
    pub r#type: i32,
    pub uuid: reel_uuid,
    pub is_late: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_order {
    pub seq: u64,
    pub tick: i32,
    pub reserved: u32,
    pub item_keys: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_form {
    pub seq: u64,
    pub tick: i32,
    pub marker: u8,
    pub size: u8,
    pub encoder: u8,
    pub reserved: u8,
    pub packed: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct demo_other {
    pub seq: u64,
    pub tick: i32,
    pub is_marker: u8,
    pub reserved: [u8; 3],
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echoreplay_info {
    pub container: u8,
    pub entry: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_axes {
    pub forward: reel_vec3,
    pub left: reel_vec3,
    pub up: reel_vec3,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echoreplay_frame {
    pub common: echo_frame,
    pub vr: echo_axes,
    pub disc: echo_axes,
    pub shoulders: [f32; 4],
    pub payload_multiplier: f32,
    pub possession: [i32; 2],
    pub bounce_count: i32,
    pub blue_round_score: i32,
    pub orange_round_score: i32,
    pub total_round_count: i32,
    pub err_code: i32,
    pub api: u8,
    pub private_match: u8,
    pub tournament_match: u8,
    pub keys: u8,
    pub round_keys: u8,
    pub disc_keys: u8,
    pub vr_keys: u8,
    pub pause_keys: u8,
    pub score_keys: u8,
    pub throw_keys: u8,
    pub throw_more_keys: u8,
    pub from_line: u8,
    pub unused: [u8; 6],
    pub session_id: reel_string,
    pub session_ip: reel_string,
    pub client_name: reel_string,
    pub match_type: reel_string,
    pub map_name: reel_string,
    pub status_text: reel_string,
    pub clock_display: reel_string,
    pub goal_text: reel_string,
    pub paused_text: reel_string,
    pub person_scored: reel_string,
    pub assist_scored: reel_string,
    pub err_description: reel_string,
    pub extra: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echoreplay_team {
    pub common: echo_team,
    pub keys: u8,
    pub stats_keys: u8,
    pub stats_more_keys: u8,
    pub from_line: u8,
    pub unused: [u8; 4],
    pub name: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echoreplay_player {
    pub common: echo_player,
    pub head: echo_axes,
    pub body: echo_axes,
    pub left_hand: echo_axes,
    pub right_hand: echo_axes,
    pub position: reel_vec3,
    pub axes: echo_axes,
    pub keys: u8,
    pub state_keys: u8,
    pub flat_keys: u8,
    pub pose_keys: u8,
    pub hand_keys: u8,
    pub stats_keys: u8,
    pub stats_more_keys: u8,
    pub from_line: u8,
    pub extra: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echoreplay_line {
    pub offset: u64,
    pub digest: u64,
    pub frame: u32,
    pub kind: u8,
    pub form: u8,
    pub text: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echoreplay_piece {
    pub bytes: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echoreplay_deflated {
    pub offset: u64,
    pub size: u64,
    pub text_size: u64,
    pub checksum: u32,
    pub level: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct milk_info {
    pub rate: u32,
    pub flags: u8,
    pub blue_players: u8,
    pub orange_players: u8,
    pub unused: u8,
    pub author: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct milk_entry {
    pub player: u8,
    pub team: u8,
    pub slot: u8,
    pub number: u16,
    pub name: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct milk_frame {
    pub common: echo_frame,
    pub tally: u32,
    pub state: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct milk_player {
    pub common: echo_player,
    pub axes: echo_axes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct milk_stats {
    pub time: f64,
    pub offset: u64,
    pub frame: u32,
    pub tally: u32,
    pub team: u8,
    pub player: u8,
    pub bytes: [u8; 13],
    pub unused: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_match {
    pub map: reel_string,
    pub client_name: reel_string,
    pub recorded: i64,
    pub duration: f64,
    pub play_seconds: f64,
    pub paused_seconds: f64,
    pub blue_possession: f64,
    pub orange_possession: f64,
    pub blue_possession_in_play: f64,
    pub orange_possession_in_play: f64,
    pub blue_held: f64,
    pub orange_held: f64,
    pub longest_gap: f64,
    pub max_disc_speed_time: f64,
    pub frame_rate: f32,
    pub blue_points: f32,
    pub orange_points: f32,
    pub max_disc_speed: f32,
    pub blue_rounds: i32,
    pub orange_rounds: i32,
    pub frames: u32,
    pub rounds: u32,
    pub goals: u32,
    pub players: u32,
    pub pauses: u32,
    pub gaps: u32,
    pub mode: u8,
    pub private_match: u8,
    pub present: u8,
    pub reading: reel_reading,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_player_sum {
    pub userid: u64,
    pub name: reel_string,
    pub first_seen: f64,
    pub last_seen: f64,
    pub seconds: f64,
    pub possession_seconds: f64,
    pub possession_in_play: f64,
    pub held_seconds: f64,
    pub stunned_seconds: f64,
    pub player: u32,
    pub points: u32,
    pub goals: u32,
    pub assists: u32,
    pub saves: u32,
    pub stuns: u32,
    pub steals: u32,
    pub blocks: u32,
    pub interceptions: u32,
    pub catches: u32,
    pub passes: u32,
    pub shots: u32,
    pub times_stunned: u32,
    pub team: u8,
    pub present: u8,
    pub counted: u8,
    pub more_counted: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_motion {
    pub userid: u64,
    pub name: reel_string,
    pub distance: f64,
    pub floating_seconds: f64,
    pub player: u32,
    pub mean_speed: f32,
    pub max_speed: f32,
    pub max_reach: f32,
    pub mean_ping: f32,
    pub mean_packet_loss: f32,
    pub max_ping: i32,
    pub team: u8,
    pub present: u8,
    pub has_distance: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_goal {
    pub time: f64,
    pub scorer: reel_string,
    pub assist: reel_string,
    pub r#type: reel_string,
    pub scorer_userid: u64,
    pub assist_userid: u64,
    pub clock: f32,
    pub points: f32,
    pub disc_speed: f32,
    pub distance: f32,
    pub blue_points: f32,
    pub orange_points: f32,
    pub round: u32,
    pub team: u8,
    pub described: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_round {
    pub start: f64,
    pub end: f64,
    pub play_seconds: f64,
    pub paused_seconds: f64,
    pub start_clock: f32,
    pub end_clock: f32,
    pub blue_points: f32,
    pub orange_points: f32,
    pub round: u32,
    pub goals: u32,
    pub pauses: u32,
    pub winner: u8,
    pub ended_by: u8,
    pub overtime: u8,
    pub from_start: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_event {
    pub time: f64,
    pub userid: u64,
    pub name: reel_string,
    pub clock: f32,
    pub player: u32,
    pub count: u32,
    pub kind: u8,
    pub team: u8,
    pub has_clock: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_recorder_throw {
    pub time: f64,
    pub clock: f32,
    pub throw_: echo_throw,
    pub keys: u8,
    pub more_keys: u8,
    pub has_clock: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_release {
    pub time: f64,
    pub userid: u64,
    pub name: reel_string,
    pub clock: f32,
    pub disc_speed: f32,
    pub player: u32,
    pub team: u8,
    pub hand: u8,
    pub stunned: u8,
    pub has_clock: u8,
    pub has_speed: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_possession {
    pub start: f64,
    pub end: f64,
    pub userid: u64,
    pub name: reel_string,
    pub player: u32,
    pub team: u8,
    pub has_player: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_stay {
    pub start: f64,
    pub end: f64,
    pub userid: u64,
    pub name: reel_string,
    pub player: u32,
    pub team: u8,
    pub began_by: u8,
    pub ended_by: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_pause {
    pub start: f64,
    pub end: f64,
    pub clock: f32,
    pub paused_team: u8,
    pub unpaused_team: u8,
    pub lasts: u8,
    pub has_clock: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_loadout {
    pub time: f64,
    pub userid: u64,
    pub name: reel_string,
    pub weapon: reel_string,
    pub ordnance: reel_string,
    pub tac_mod: reel_string,
    pub arm: reel_string,
    pub player: u32,
    pub team: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_payload_step {
    pub time: f64,
    pub distance: f32,
    pub speed: f32,
    pub blue_points: f32,
    pub orange_points: f32,
    pub checkpoint: u8,
    pub contested: u8,
    pub defenders: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct echo_disc_speed {
    pub time: f64,
    pub clock: f32,
    pub speed: f32,
    pub has_clock: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ecrreplay_info {
    pub session_id: reel_string,
    pub map_name: reel_string,
    pub start_time: reel_string,
    pub framerate: i32,
    pub reserved: [u8; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ecrreplay_entry {
    pub userid: u64,
    pub name: reel_string,
    pub number: i32,
    pub level: i32,
    pub player_id: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ecrreplay_player {
    pub common: echo_player,
    pub head_axes: echo_axes,
    pub body_axes: echo_axes,
    pub left_hand_axes: echo_axes,
    pub right_hand_axes: echo_axes,
    pub keys: u8,
    pub reserved: [u8; 7],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ecrreplay_ending {
    pub version: f64,
    pub rate: u32,
    pub has_version: u8,
    pub reserved: [u8; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ecrreplay_original {
    pub rows: u64,
    pub bytes: reel_bytes,
    pub unknown: u32,
    pub reserved: [u8; 4],
}

#[repr(C)]
pub struct reel_exporter {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_export_options {
    pub struct_size: usize,
    pub flags: u32,
    pub allocator: *const reel_allocator,
    pub tables: *const *const reel_table,
    pub fields: *const *const c_char,
    pub has_from: bool,
    pub has_to: bool,
    pub from: f64,
    pub to: f64,
    pub origin: *const c_char,
    pub zstd_level: i32,
    pub takes_row: Option<unsafe extern "C" fn(context: *mut c_void, table: *const reel_table, row: *const c_void) -> bool>,
    pub takes_context: *mut c_void,
}

#[repr(C)]
pub struct reel_export {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_export_range {
    pub first: u64,
    pub count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_input {
    pub frame: i64,
    pub button: u8,
    pub player2: u8,
    pub down: u8,
    pub extra: u8,
    pub reserved: [u8; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_physics {
    pub x_velocity: f64,
    pub y_velocity: f64,
    pub x: f32,
    pub y: f32,
    pub rotation: f32,
    pub frame: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_block {
    pub frame: i64,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_info {
    pub input_tag: reel_string,
    pub author: reel_string,
    pub description: reel_string,
    pub bot_name: reel_string,
    pub level_name: reel_string,
    pub replay_extension: reel_bytes,
    pub framerate: f64,
    pub version: i32,
    pub duration: f32,
    pub game_version: i32,
    pub seed: i32,
    pub coins: i32,
    pub bot_version: i32,
    pub level_id: u32,
    pub low_detail: u8,
    pub platformer: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_death {
    pub frame: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_info_v1 {
    pub author: reel_string,
    pub description: reel_string,
    pub bot_name: reel_string,
    pub bot_version: reel_string,
    pub level_name: reel_string,
    pub duration: f64,
    pub game_version: f64,
    pub version: f64,
    pub framerate: f64,
    pub seed: i64,
    pub coins: i64,
    pub level_id: i64,
    pub low_detail: u8,
    pub keys: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_extension {
    pub key: reel_string,
    pub value: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct gdr_document {
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct geometrydash_summary {
    pub content_hash: reel_string,
    pub framerate: f64,
    pub length: f64,
    pub duration: f64,
    pub presses_per_second: f64,
    pub first_frame: i64,
    pub last_frame: i64,
    pub attempts: u64,
    pub inputs: u64,
    pub presses: u64,
    pub releases: u64,
    pub most_presses: u64,
    pub exact_duplicates: u64,
    pub same_frame: u64,
    pub limit_breaks: u64,
    pub longest_even_run: u64,
    pub platformer: u8,
    pub likely_bot: u8,
    pub has_inputs: u8,
    pub has_rate: u8,
    pub has_duration: u8,
    pub has_framerate: u8,
    pub has_length: u8,
    pub has_verdict: u8,
    pub reading: reel_reading,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct geometrydash_player {
    pub mean_hold: f64,
    pub presses: u64,
    pub releases: u64,
    pub orphan_releases: u64,
    pub presses_while_held: u64,
    pub held_at_end: u64,
    pub holds: u64,
    pub shortest_hold: i64,
    pub longest_hold: i64,
    pub zero_frame_holds: u64,
    pub one_frame_holds: u64,
    pub most_presses: u64,
    pub player2: u8,
    pub has_holds: u8,
    pub has_presses: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct geometrydash_button {
    pub presses: u64,
    pub releases: u64,
    pub button: u8,
    pub player2: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct geometrydash_hold {
    pub time: f64,
    pub frame: i64,
    pub length: i64,
    pub button: u8,
    pub player2: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct geometrydash_click {
    pub time: f64,
    pub frame: i64,
    pub second: u32,
    pub button: u8,
    pub player2: u8,
    pub has_second: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ghost_info {
    pub version: i32,
    pub owner: reel_string,
    pub map_name: reel_string,
    pub map_crc: reel_string,
    pub map_sha256: reel_string,
    pub ticks: u32,
    pub race_time: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ghost_start {
    pub tick: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ghost_skin {
    pub skin: reel_string,
    pub use_custom_color: i32,
    pub color_body: i32,
    pub color_feet: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ghost_character {
    pub tick: i32,
    pub x: i32,
    pub y: i32,
    pub vel_x: i32,
    pub vel_y: i32,
    pub angle: i32,
    pub direction: i32,
    pub weapon: i32,
    pub hook_state: i32,
    pub hook_x: i32,
    pub hook_y: i32,
    pub attack_tick: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ghost_original {
    pub bytes: reel_bytes,
    pub rows: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct macros_header {
    pub seed: u64,
    pub version: u32,
    pub flags: u32,
    pub has_seed: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct macros_event {
    pub frame: i64,
    pub seed: u64,
    pub tps: f64,
    pub index: u32,
    pub kind: u8,
    pub has_seed: u8,
    pub reserved: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct macros_fix {
    pub frame: i64,
    pub y_velocity: f64,
    pub x: f32,
    pub y: f32,
    pub rotation: f32,
    pub player2: u8,
    pub has: u8,
    pub reserved: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct macros_time {
    pub frame: i64,
    pub time: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct macros_ending {
    pub seed: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct macros_attempt {
    pub death_time: f64,
    pub death_player2: u8,
    pub inputs: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct macros_try {
    pub attempt: u32,
    pub time: f64,
    pub button: u8,
    pub player2: u8,
    pub down: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_motion_options {
    pub struct_size: usize,
    pub allocator: *const reel_allocator,
    pub report: Option<unsafe extern "C" fn(context: *mut c_void, finding: *const reel_finding)>,
    pub report_context: *mut c_void,
    pub level: *const reel_replay,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_match_part {
    pub hand: u8,
    pub source_hand: u8,
    pub mirrored: bool,
    pub strokes: u32,
    pub evidence: f64,
    pub from: f64,
    pub to: f64,
    pub source_from: f64,
    pub source_to: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_match {
    pub score: f64,
    pub head: f64,
    pub left: f64,
    pub right: f64,
    pub strong: f64,
    pub windows: u32,
    pub mirrored: bool,
    pub scale: f64,
    pub shift: f64,
    pub from: f64,
    pub to: f64,
    pub run: u32,
    pub run_from: f64,
    pub run_to: f64,
    pub evidence: f64,
    pub copied: f64,
    pub part_count: u32,
    pub parts: [reel_match_part; 16],
    pub band: reel_match_band,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_match_key {
    pub key: u32,
    pub family: u8,
    pub window: u8,
    pub mirrored: bool,
    pub check: u32,
}

#[repr(C)]
pub struct reel_match_index {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct reel_canvas {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_plot {
    pub id: *const c_char,
    pub name: *const c_char,
    pub doc: *const c_char,
    pub formats: *const *const reel_format,
    pub draw:
        Option<unsafe extern "C" fn(canvas: *mut reel_canvas, replay: *const reel_replay, error: *mut reel_error) -> reel_status>,
    pub takes_who: bool,
    pub levels: *const *const reel_format,
    pub reserved: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_plot_options {
    pub struct_size: usize,
    pub allocator: *const reel_allocator,
    pub theme: u32,
    pub width: u32,
    pub height: u32,
    pub who: *const c_char,
    pub title: *const c_char,
    pub limits: reel_limits,
    pub on_progress: Option<unsafe extern "C" fn(context: *mut c_void, progress: *const reel_progress) -> bool>,
    pub progress_context: *mut c_void,
    pub level: *const reel_replay,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_plot_frame {
    pub number: u32,
    pub count: u32,
    pub time: f64,
    pub svg: *const c_char,
    pub size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_info {
    pub version: reel_string,
    pub level_id: reel_string,
    pub characteristic: reel_string,
    pub environment: reel_string,
    pub modifiers: reel_string,
    pub game_version: reel_string,
    pub plugin_version: reel_string,
    pub platform: reel_string,
    pub difficulty: i32,
    pub note_spawn_offset: f32,
    pub initial_height: f32,
    pub room_rotation: f32,
    pub room_center: reel_vec3,
    pub fail_time: f32,
    pub left_handed: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_pose {
    pub head: reel_pose,
    pub left_hand: reel_pose,
    pub right_hand: reel_pose,
    pub fps: i32,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_height {
    pub height: f32,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_note {
    pub note_time: f32,
    pub layer: i32,
    pub line: i32,
    pub color: i32,
    pub direction: i32,
    pub gameplay_type: i32,
    pub scoring_type: i32,
    pub direction_offset: f32,
    pub event_type: i32,
    pub cut_point: reel_vec3,
    pub cut_normal: reel_vec3,
    pub saber_direction: reel_vec3,
    pub saber_type: i32,
    pub saber_speed: f32,
    pub cut_angle: f32,
    pub cut_distance_to_center: f32,
    pub cut_direction_deviation: f32,
    pub before_cut_rating: f32,
    pub after_cut_rating: f32,
    pub event_time: f32,
    pub unity_timescale: f32,
    pub time_sync_timescale: f32,
    pub time_deviation: f32,
    pub world_rotation: reel_quaternion,
    pub inverse_world_rotation: reel_quaternion,
    pub note_rotation: reel_quaternion,
    pub note_position: reel_vec3,
    pub direction_ok: u8,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_score {
    pub score: i32,
    pub time: f32,
    pub max_score: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_combo {
    pub combo: i32,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_multiplier {
    pub multiplier: i32,
    pub progress: f32,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_energy {
    pub energy: f32,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_play_settings {
    pub song_speed: f32,
    pub jump_distance: f32,
    pub left_saber: [f32; 4],
    pub right_saber: [f32; 4],
    pub obstacles: [f32; 4],
    pub environment_0: [f32; 4],
    pub environment_1: [f32; 4],
    pub environment_w: [f32; 4],
    pub boost_0: [f32; 4],
    pub boost_1: [f32; 4],
    pub boost_w: [f32; 4],
    pub environment: reel_string,
    pub filter_default: i32,
    pub filter_expert_plus: i32,
    pub filter: i32,
    pub trail_intensity: f32,
    pub arc_visibility: i32,
    pub boost_colors: u8,
    pub no_texts: u8,
    pub hide_spawn_effect: u8,
    pub arc_haptics: u8,
    pub present: u8,
    pub present_boost_w: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_pause {
    pub duration: i64,
    pub began: i64,
    pub ended: i64,
    pub time: f32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_wall {
    pub time: f32,
    pub exit_time: f32,
    pub energy: f32,
    pub obstacle_time: f32,
    pub obstacle_duration: f32,
    pub line: i32,
    pub layer: i32,
    pub width: i32,
    pub height: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_offset {
    pub position: reel_vec3,
    pub rotation: reel_vec3,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_controller_offsets {
    pub shared: scoresaber_offset,
    pub left: scoresaber_offset,
    pub right: scoresaber_offset,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_extension {
    pub id: reel_string,
    pub payload: reel_bytes,
    pub layout_version: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_keyframe {
    pub right_position: reel_vec3,
    pub left_position: reel_vec3,
    pub head_position: reel_vec3,
    pub right_rotation: reel_quaternion,
    pub left_rotation: reel_quaternion,
    pub head_rotation: reel_quaternion,
    pub time: f32,
    pub combo: i32,
    pub score: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_gap {
    pub bytes: reel_bytes,
    pub after: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_original {
    pub bytes: reel_bytes,
    pub loose: u64,
    pub rows: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_json_info {
    pub version: reel_string,
    pub hash: reel_string,
    pub mode: reel_string,
    pub environment: reel_string,
    pub modifiers: reel_string,
    pub note_spawn_offset: f64,
    pub height: f64,
    pub room_rotation: f64,
    pub room_center: [f64; 3],
    pub fail_time: f64,
    pub difficulty: i64,
    pub total_score: i64,
    pub left_handed: u8,
    pub present: [u8; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_json_pose {
    pub position: [f64; 3],
    pub rotation: [f64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_json_frame {
    pub head: scoresaber_json_pose,
    pub left_hand: scoresaber_json_pose,
    pub right_hand: scoresaber_json_pose,
    pub time: f64,
    pub fps: i64,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_json_note {
    pub time: f64,
    pub note: reel_string,
    pub score: i32,
    pub combo: i32,
    pub present: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_json_height {
    pub height: f64,
    pub time: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct scoresaber_json_extra {
    pub object: reel_string,
    pub key: reel_string,
    pub json: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_public_key {
    pub id: [u8; 8],
    pub key: [u8; 32],
}

#[repr(C)]
pub struct reel_key {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_key_options {
    pub struct_size: usize,
    pub on_password:
        Option<unsafe extern "C" fn(context: *mut c_void, password: *mut c_char, capacity: usize, size: *mut usize) -> bool>,
    pub password_context: *mut c_void,
    pub memory: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_sign_options {
    pub struct_size: usize,
    pub flags: u32,
    pub time: i64,
    pub player: *const c_char,
    pub level: *const c_char,
    pub challenge: *const c_char,
    pub file: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct reel_verify_options {
    pub struct_size: usize,
    pub keys: *const reel_public_key,
    pub key_count: usize,
    pub player: *const c_char,
    pub level: *const c_char,
    pub challenge: *const c_char,
    pub signature: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tape_info {
    pub created: i64,
    pub created_nanos: i32,
    pub format_version: u32,
    pub format_minor: u32,
    pub format_patch: u32,
    pub container: u8,
    pub frame_encoding: u8,
    pub unused: [u8; 6],
    pub capture_id: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tape_note {
    pub key: reel_string,
    pub value: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tape_envelope {
    pub offset: u64,
    pub frame: u32,
    pub kind: u8,
    pub contradicts: u8,
    pub unused: [u8; 2],
    pub bytes: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tape_piece {
    pub bytes: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_header {
    pub version: i32,
    pub version_minor: i32,
    pub game_uuid: reel_uuid,
    pub prev_game_uuid: reel_uuid,
    pub comment: reel_string,
    pub server_version: reel_string,
    pub start_time: reel_string,
    pub start_unix: i64,
    pub server_name: reel_string,
    pub server_port: i32,
    pub present: u8,
    pub start_known: u8,
    pub game_type: reel_string,
    pub map_name: reel_string,
    pub map_size: i64,
    pub map_sha256: reel_string,
    pub map_crc: reel_string,
    pub prng_description: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_value {
    pub section: u8,
    pub key: reel_string,
    pub value: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_position {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub x: i32,
    pub y: i32,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_input {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub direction: i32,
    pub target_x: i32,
    pub target_y: i32,
    pub jump: i32,
    pub fire: i32,
    pub hook: i32,
    pub player_flags: i32,
    pub wanted_weapon: i32,
    pub next_weapon: i32,
    pub prev_weapon: i32,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_message {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub protocol: u8,
    pub message_id: i32,
    pub uuid: reel_uuid,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_join {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_drop {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub reason: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_command {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub flags: i32,
    pub command: reel_string,
    pub arguments: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_argument {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub number: u32,
    pub text: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_auth {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub level: i32,
    pub key_name: reel_string,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_client {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub version: i32,
    pub connection_id: reel_uuid,
    pub version_string: reel_string,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_protocol {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_save {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub team: i32,
    pub save_id: reel_uuid,
    pub save: reel_string,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_team {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub team: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_practice {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub team: i32,
    pub practice: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_ready {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_swap {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub other_cid: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_name {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub name: reel_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_finish {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub cid: i32,
    pub time: i32,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_antibot {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_extension {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub uuid: reel_uuid,
    pub name: reel_string,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_tick {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub implied: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_skip {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_form {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub forms: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_tail {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_ending {
    pub seq: u64,
    pub offset: u64,
    pub tick: i32,
    pub finished: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_trailing {
    pub offset: u64,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_header_text {
    pub text: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct teehistorian_net {
    pub id: i32,
    pub uuid: reel_uuid,
    pub kind: teehistorian_net_kind,
    pub protocol: u8,
    pub whole: bool,
    pub numbers: [i32; 18],
    pub texts: [reel_string; 9],
    pub number_count: u8,
    pub text_count: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_info {
    pub schema: reel_string,
    pub id: reel_string,
    pub name: reel_string,
    pub app_id: reel_string,
    pub app_name: reel_string,
    pub app_version: reel_string,
    pub environment_id: reel_string,
    pub environment_name: reel_string,
    pub activity_id: reel_string,
    pub activity_name: reel_string,
    pub runtime: reel_string,
    pub api: reel_string,
    pub user_id: reel_string,
    pub user_name: reel_string,
    pub song_hash: reel_string,
    pub mapper: reel_string,
    pub difficulty: reel_string,
    pub mode: reel_string,
    pub modifiers: reel_string,
    pub timestamp: i64,
    pub score: i64,
    pub jump_distance: f64,
    pub height: f64,
    pub start_time: f64,
    pub fail_time: f64,
    pub speed: f64,
    pub left_handed: u8,
    pub keys: [u8; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_device {
    pub name: reel_string,
    pub r#type: reel_string,
    pub joint: reel_string,
    pub first_column: u32,
    pub axes: u32,
    pub role: u8,
    pub keys: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_device_axis {
    pub name: reel_string,
    pub device: u32,
    pub column: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_app_extension {
    pub id: reel_string,
    pub name: reel_string,
    pub version: reel_string,
    pub keys: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_frame {
    pub time: f64,
    pub head: reel_pose,
    pub left_hand: reel_pose,
    pub right_hand: reel_pose,
    pub poses: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_axis {
    pub time: f64,
    pub value: f64,
    pub name: reel_string,
    pub frame: u32,
    pub device: u32,
    pub column: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_point {
    pub time: f64,
    pub pose: reel_pose,
    pub pressure: f32,
    pub stroke: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_stroke {
    pub time: f64,
    pub color: [f64; 4],
    pub size: f64,
    pub scale: f64,
    pub brush: reel_string,
    pub first_point: u32,
    pub points: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_note {
    pub event_time: f64,
    pub spawn_time: f64,
    pub note_id: i64,
    pub order: i64,
    pub saber_type: i64,
    pub saber_speed: f64,
    pub saber_direction: [f64; 3],
    pub time_deviation: f64,
    pub cut_direction_deviation: f64,
    pub cut_point: [f64; 3],
    pub cut_normal: [f64; 3],
    pub cut_distance_to_center: f64,
    pub cut_angle: f64,
    pub before_cut_rating: f64,
    pub after_cut_rating: f64,
    pub event_type: u8,
    pub has: u8,
    pub speed_ok: u8,
    pub direction_ok: u8,
    pub saber_type_ok: u8,
    pub was_cut_too_soon: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_wall {
    pub time: f64,
    pub energy: f64,
    pub spawn_time: f64,
    pub wall_id: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_height {
    pub time: f64,
    pub height: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_pause {
    pub time: f64,
    pub duration: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_fps {
    pub time: f64,
    pub fps: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_garbage {
    pub time: f64,
    pub data: reel_bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_event_type {
    pub id: reel_string,
    pub name: reel_string,
    pub columns: u32,
    pub count: u32,
    pub layout: u8,
    pub keys: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_attribute {
    pub name: reel_string,
    pub r#type: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_event {
    pub time: f64,
    pub r#type: u32,
    pub row: u32,
    pub has_time: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_value {
    pub time: f64,
    pub number: f64,
    pub integer: i64,
    pub name: reel_string,
    pub data: reel_bytes,
    pub r#type: u32,
    pub row: u32,
    pub attribute: u32,
    pub kind: u8,
    pub has: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_other_key {
    pub key: reel_string,
    pub value: reel_bytes,
    pub index: u32,
    pub place: u8,
    pub kind: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct xror_document {
    pub data: reel_bytes,
    pub sum: u64,
}

#[repr(C)]
pub struct reel_input {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct reel_pseudonym_run {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct reel_tallies {
    _opaque: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

extern "C" {
    pub static bsor_infos: reel_table;
    pub static bsor_frames: reel_table;
    pub static bsor_notes: reel_table;
    pub static bsor_walls: reel_table;
    pub static bsor_heights: reel_table;
    pub static bsor_pauses: reel_table;
    pub static bsor_offsets: reel_table;
    pub static bsor_user_data: reel_table;
    pub static bsor_sections: reel_table;
    pub static bsor_lengths: reel_table;
    pub static beatsaber_summaries: reel_table;
    pub static beatsaber_hands: reel_table;
    pub static beatsaber_cells: reel_table;
    pub static beatsaber_scorings: reel_table;
    pub static beatsaber_graph: reel_table;
    pub static beatsaber_events: reel_table;
    pub static beatsaber_underswings: reel_table;
    pub static beatsaber_jitters: reel_table;
    pub static beatsaber_origin_resets: reel_table;
    pub static beatsaber_stills: reel_table;
    pub static beatsaber_heart_rates: reel_table;
    pub static beatsaber_cuts: reel_table;
    pub static beatsaber_evidences: reel_table;
    pub static beatsaber_levels: reel_table;
    pub static beatsaber_level_notes: reel_table;
    pub static beatsaber_lost_notes: reel_table;
    pub static beatsaber_level_sections: reel_table;
    pub static beatsaber_level_lanes: reel_table;
    pub static beatsaber_level_patterns: reel_table;
    pub static beatsaber_level_directions: reel_table;
    pub static beatsaber_level_outcomes: reel_table;
    pub static beatsaber_level_cuts: reel_table;
    pub static beatsaber_level_reenacted_rows: reel_table;
    pub static beatsaber_samples: reel_table;
    pub static beatsaber_map_infos: reel_table;
    pub static beatsaber_map_difficulties: reel_table;
    pub static beatsaber_map_notes: reel_table;
    pub static beatsaber_map_bombs: reel_table;
    pub static beatsaber_map_walls: reel_table;
    pub static beatsaber_map_arcs: reel_table;
    pub static beatsaber_map_chains: reel_table;
    pub static beatsaber_map_bpm_events: reel_table;
    pub static beatsaber_map_rotations: reel_table;
    pub static beatsaber_map_njs_events: reel_table;
    pub static beatsaber_map_lights: reel_table;
    pub static beatsaber_map_light_boxes: reel_table;
    pub static beatsaber_map_light_events: reel_table;
    pub static beatsaber_map_originals: reel_table;
    pub static butter_infos: reel_table;
    pub static butter_roster: reel_table;
    pub static butter_frames: reel_table;
    pub static butter_teams: reel_table;
    pub static butter_players: reel_table;
    pub static butter_bones: reel_table;
    pub static butter_blocks: reel_table;
    pub static butter_rests: reel_table;
    pub static ddnet_summaries: reel_table;
    pub static ddnet_shown_tees: reel_table;
    pub static ddnet_kills: reel_table;
    pub static ddnet_input_figures: reel_table;
    pub static ddnet_level_finishes: reel_table;
    pub static ddnet_level_checkpoints: reel_table;
    pub static ddnet_level_tiles: reel_table;
    pub static ddnet_evidences: reel_table;
    pub static ddnet_player_evidences: reel_table;
    pub static ddnet_finish_evidences: reel_table;
    pub static ddnet_evidence_ticks: reel_table;
    pub static ddnet_runs: reel_table;
    pub static ddnet_sessions: reel_table;
    pub static ddnet_activities: reel_table;
    pub static ddnet_finishes: reel_table;
    pub static ddnet_commands: reel_table;
    pub static ddnet_votes: reel_table;
    pub static ddnet_names: reel_table;
    pub static ddnet_teams: reel_table;
    pub static ddnet_characters: reel_table;
    pub static ddnet_onlines: reel_table;
    pub static ddnet_heats: reel_table;
    pub static ddnet_positions: reel_table;
    pub static ddnet_inputs: reel_table;
    pub static ddnet_players: reel_table;
    pub static ddnet_map_infos: reel_table;
    pub static ddnet_map_groups: reel_table;
    pub static ddnet_map_layers: reel_table;
    pub static ddnet_map_tiles: reel_table;
    pub static ddnet_map_quads: reel_table;
    pub static ddnet_map_sound_sources: reel_table;
    pub static ddnet_map_images: reel_table;
    pub static ddnet_map_sounds: reel_table;
    pub static ddnet_map_envelopes: reel_table;
    pub static ddnet_map_envelope_points: reel_table;
    pub static ddnet_map_settings: reel_table;
    pub static ddnet_map_items: reel_table;
    pub static ddnet_map_originals: reel_table;
    pub static demo_infos: reel_table;
    pub static demo_markers: reel_table;
    pub static demo_maps: reel_table;
    pub static demo_snapshots: reel_table;
    pub static demo_characters: reel_table;
    pub static demo_players: reel_table;
    pub static demo_clients: reel_table;
    pub static demo_projectiles: reel_table;
    pub static demo_lasers: reel_table;
    pub static demo_pickups: reel_table;
    pub static demo_flags: reel_table;
    pub static demo_games: reel_table;
    pub static demo_items: reel_table;
    pub static demo_removals: reel_table;
    pub static demo_messages: reel_table;
    pub static demo_heads: reel_table;
    pub static demo_types: reel_table;
    pub static demo_orders: reel_table;
    pub static demo_forms: reel_table;
    pub static demo_others: reel_table;
    pub static echoreplay_infos: reel_table;
    pub static echoreplay_frames: reel_table;
    pub static echoreplay_teams: reel_table;
    pub static echoreplay_players: reel_table;
    pub static echoreplay_bones: reel_table;
    pub static echoreplay_lines: reel_table;
    pub static echoreplay_pieces: reel_table;
    pub static echoreplay_deflates: reel_table;
    pub static milk_infos: reel_table;
    pub static milk_roster: reel_table;
    pub static milk_frames: reel_table;
    pub static milk_teams: reel_table;
    pub static milk_players: reel_table;
    pub static milk_statistics: reel_table;
    pub static echo_matches: reel_table;
    pub static echo_player_sums: reel_table;
    pub static echo_motions: reel_table;
    pub static echo_goals: reel_table;
    pub static echo_rounds: reel_table;
    pub static echo_events: reel_table;
    pub static echo_possessions: reel_table;
    pub static echo_recorder_throws: reel_table;
    pub static echo_releases: reel_table;
    pub static echo_stays: reel_table;
    pub static echo_pauses: reel_table;
    pub static echo_loadouts: reel_table;
    pub static echo_payload_steps: reel_table;
    pub static echo_disc_speeds: reel_table;
    pub static ecrreplay_infos: reel_table;
    pub static ecrreplay_roster: reel_table;
    pub static ecrreplay_frames: reel_table;
    pub static ecrreplay_teams: reel_table;
    pub static ecrreplay_players: reel_table;
    pub static ecrreplay_endings: reel_table;
    pub static ecrreplay_originals: reel_table;
    pub static gdr_infos: reel_table;
    pub static gdr_infos_v1: reel_table;
    pub static gdr_inputs: reel_table;
    pub static gdr_physics_rows: reel_table;
    pub static gdr_blocks: reel_table;
    pub static gdr_deaths: reel_table;
    pub static gdr_extensions: reel_table;
    pub static gdr_documents: reel_table;
    pub static gdr_cut_infos: reel_table;
    pub static geometrydash_summaries: reel_table;
    pub static geometrydash_players: reel_table;
    pub static geometrydash_buttons: reel_table;
    pub static geometrydash_holds: reel_table;
    pub static geometrydash_clicks: reel_table;
    pub static ghost_infos: reel_table;
    pub static ghost_starts: reel_table;
    pub static ghost_skins: reel_table;
    pub static ghost_characters: reel_table;
    pub static ghost_originals: reel_table;
    pub static macros_headers: reel_table;
    pub static macros_events: reel_table;
    pub static macros_fixes: reel_table;
    pub static macros_times: reel_table;
    pub static macros_attempts: reel_table;
    pub static macros_tries: reel_table;
    pub static macros_endings: reel_table;
    pub static scoresaber_infos: reel_table;
    pub static scoresaber_poses: reel_table;
    pub static scoresaber_heights: reel_table;
    pub static scoresaber_notes: reel_table;
    pub static scoresaber_scores: reel_table;
    pub static scoresaber_combos: reel_table;
    pub static scoresaber_multipliers: reel_table;
    pub static scoresaber_energies: reel_table;
    pub static scoresaber_play_settings_rows: reel_table;
    pub static scoresaber_pauses: reel_table;
    pub static scoresaber_walls: reel_table;
    pub static scoresaber_offsets: reel_table;
    pub static scoresaber_extensions: reel_table;
    pub static scoresaber_keyframes: reel_table;
    pub static scoresaber_gaps: reel_table;
    pub static scoresaber_originals: reel_table;
    pub static scoresaber_json_infos: reel_table;
    pub static scoresaber_json_frames: reel_table;
    pub static scoresaber_json_notes: reel_table;
    pub static scoresaber_json_heights: reel_table;
    pub static scoresaber_json_extras: reel_table;
    pub static tape_infos: reel_table;
    pub static tape_notes: reel_table;
    pub static tape_envelopes: reel_table;
    pub static tape_pieces: reel_table;
    pub static teehistorian_headers: reel_table;
    pub static teehistorian_values: reel_table;
    pub static teehistorian_finishes: reel_table;
    pub static teehistorian_saves: reel_table;
    pub static teehistorian_swaps: reel_table;
    pub static teehistorian_positions: reel_table;
    pub static teehistorian_protocols: reel_table;
    pub static teehistorian_joins: reel_table;
    pub static teehistorian_auths: reel_table;
    pub static teehistorian_clients: reel_table;
    pub static teehistorian_names: reel_table;
    pub static teehistorian_messages: reel_table;
    pub static teehistorian_readies: reel_table;
    pub static teehistorian_commands: reel_table;
    pub static teehistorian_arguments: reel_table;
    pub static teehistorian_teams: reel_table;
    pub static teehistorian_practices: reel_table;
    pub static teehistorian_inputs: reel_table;
    pub static teehistorian_drops: reel_table;
    pub static teehistorian_antibots: reel_table;
    pub static teehistorian_extensions: reel_table;
    pub static teehistorian_ticks: reel_table;
    pub static teehistorian_skips: reel_table;
    pub static teehistorian_forms: reel_table;
    pub static teehistorian_tails: reel_table;
    pub static teehistorian_endings: reel_table;
    pub static teehistorian_trailings: reel_table;
    pub static teehistorian_header_texts: reel_table;
    pub static xror_infos: reel_table;
    pub static xror_devices: reel_table;
    pub static xror_device_axes: reel_table;
    pub static xror_app_extensions: reel_table;
    pub static xror_frames: reel_table;
    pub static xror_axes: reel_table;
    pub static xror_points: reel_table;
    pub static xror_strokes: reel_table;
    pub static xror_notes: reel_table;
    pub static xror_walls: reel_table;
    pub static xror_heights: reel_table;
    pub static xror_pauses: reel_table;
    pub static xror_frame_rates: reel_table;
    pub static xror_garbages: reel_table;
    pub static xror_event_types: reel_table;
    pub static xror_attributes: reel_table;
    pub static xror_events: reel_table;
    pub static xror_values: reel_table;
    pub static xror_other_keys: reel_table;
    pub static xror_documents: reel_table;
    pub static reel_format_bsor: reel_format;
    pub static reel_format_beatsaber_map: reel_format;
    pub static reel_format_butter: reel_format;
    pub static reel_format_echoreplay: reel_format;
    pub static reel_format_ddnet_map: reel_format;
    pub static reel_format_demo: reel_format;
    pub static reel_format_milk: reel_format;
    pub static reel_format_ecrreplay: reel_format;
    pub static reel_format_gdr2: reel_format;
    pub static reel_format_gdr1: reel_format;
    pub static reel_format_gdr1_json: reel_format;
    pub static reel_format_ghost: reel_format;
    pub static reel_format_slc3: reel_format;
    pub static reel_format_slc2: reel_format;
    pub static reel_format_slc1: reel_format;
    pub static reel_format_xd: reel_format;
    pub static reel_format_mhr: reel_format;
    pub static reel_format_mhr_json: reel_format;
    pub static reel_format_re1: reel_format;
    pub static reel_format_re2: reel_format;
    pub static reel_format_re3: reel_format;
    pub static reel_format_re4: reel_format;
    pub static reel_format_ttr3: reel_format;
    pub static reel_format_ttr: reel_format;
    pub static reel_format_tcm: reel_format;
    pub static reel_format_uv: reel_format;
    pub static reel_format_ybot: reel_format;
    pub static reel_format_zbf: reel_format;
    pub static reel_format_macro_text: reel_format;
    pub static reel_format_cml: reel_format;
    pub static reel_format_zephyrus: reel_format;
    pub static reel_format_replaybot: reel_format;
    pub static reel_format_kdbot: reel_format;
    pub static reel_format_rush: reel_format;
    pub static reel_format_ybot_frame: reel_format;
    pub static reel_format_rbot: reel_format;
    pub static reel_format_ddhor: reel_format;
    pub static reel_format_echobot: reel_format;
    pub static reel_format_echobot_json: reel_format;
    pub static reel_format_tasbot: reel_format;
    pub static reel_format_xbot: reel_format;
    pub static reel_format_amethyst: reel_format;
    pub static reel_format_omegabot2: reel_format;
    pub static reel_format_omegabot3: reel_format;
    pub static reel_format_qbot: reel_format;
    pub static reel_format_gdmo21: reel_format;
    pub static reel_format_gdmo: reel_format;
    pub static reel_format_scoresaber: reel_format;
    pub static reel_format_scoresaber_json: reel_format;
    pub static reel_format_tape: reel_format;
    pub static reel_format_nevrcap: reel_format;
    pub static reel_format_teehistorian: reel_format;
    pub static reel_format_xror: reel_format;
    pub static reel_insight_beatsaber: reel_insight;
    pub static reel_check_beatsaber_score: reel_insight;
    pub static reel_check_beatsaber_signs: reel_insight;
    pub static reel_check_beatsaber_physics: reel_insight;
    pub static reel_check_beatsaber_motion: reel_insight;
    pub static reel_check_beatsaber_level: reel_insight;
    pub static reel_insight_motion: reel_insight;
    pub static reel_insight_ddnet: reel_insight;
    pub static reel_check_ddnet_level: reel_insight;
    pub static reel_check_ddnet_motion: reel_insight;
    pub static reel_insight_ddnet_runs: reel_insight;
    pub static reel_insight_echo: reel_insight;
    pub static reel_check_echo: reel_insight;
    pub static reel_insight_geometrydash: reel_insight;
    pub static reel_check_geometrydash: reel_insight;
    pub fn reel_version() -> *const c_char;
    pub fn reel_version_fits(major: c_int, minor: c_int, enum_size: usize) -> bool;
    pub fn reel_status_name(status: reel_status) -> *const c_char;
    pub fn reel_findings_new(allocator: *const reel_allocator) -> *mut reel_findings;
    pub fn reel_findings_report(findings: *mut c_void, finding: *const reel_finding);
    pub fn reel_findings_count(findings: *const reel_findings) -> usize;
    pub fn reel_findings_at(findings: *const reel_findings, index: usize) -> *const reel_finding;
    pub fn reel_findings_total(findings: *const reel_findings, severity: reel_severity) -> u64;
    pub fn reel_findings_free(findings: *mut reel_findings);
    pub fn reel_utf8(text: *const c_void, left: usize, size: *mut usize) -> u32;
    pub fn reel_type_size(r#type: reel_type) -> usize;
    pub fn reel_type_name(r#type: reel_type) -> *const c_char;
    pub fn reel_table_field(table: *const reel_table, name: *const c_char) -> *const reel_field;
    pub fn reel_table_time(table: *const reel_table) -> *const reel_field;
    pub fn reel_table_layout(table: *const reel_table) -> u32;
    pub fn reel_field_present(field: *const reel_field, row: *const c_void) -> bool;
    pub fn reel_field_valid(field: *const reel_field, row: *const c_void) -> bool;
    pub fn reel_field_number(field: *const reel_field, row: *const c_void, index: usize) -> f64;
    pub fn reel_column_name(field: *const reel_field, index: usize, buffer: *mut c_char, size: usize) -> usize;
    pub fn reel_table_column(
        table: *const reel_table,
        name: *const c_char,
        field: *mut *const reel_field,
        index: *mut usize,
    ) -> bool;
    pub fn reel_renamings() -> *const reel_renaming;
    pub fn reel_table_renamed(table: *const reel_table, old_name: *const c_char) -> *const reel_field;
    pub fn reel_table_old_name(table: *const reel_table) -> *const c_char;
    pub fn reel_table_select(table: *const reel_table, name: *const c_char, field: *mut reel_field, is_moment: *mut bool)
        -> bool;
    pub fn reel_field_is_moment(field: *const reel_field) -> bool;
    pub fn reel_table_moment(table: *const reel_table, column: *const c_char) -> *const reel_field;
    pub fn reel_field_moment(field: *const reel_field, row: *const c_void, microseconds: *mut i64) -> bool;
    pub fn reel_moment_text(microseconds: i64, buffer: *mut c_char) -> usize;
    pub fn reel_closest(word: *const c_char, words: *const *const c_char) -> *const c_char;
    pub fn reel_formats() -> *const *const reel_format;
    pub fn reel_format_by_id(formats: *const *const reel_format, id: *const c_char) -> *const reel_format;
    pub fn reel_format_id(format: *const reel_format) -> *const c_char;
    pub fn reel_format_name(format: *const reel_format) -> *const c_char;
    pub fn reel_format_tables(format: *const reel_format) -> *const *const reel_table;
    pub fn reel_format_table(format: *const reel_format, name: *const c_char) -> *const reel_table;
    pub fn reel_find_table(
        format: *const reel_format,
        name: *const c_char,
        insight: *mut *const reel_insight,
    ) -> *const reel_table;
    pub fn reel_unpacked_name(name: *const c_char) -> usize;
    pub fn reel_is_replay_name(name: *const c_char) -> bool;
    pub fn reel_format_writes(format: *const reel_format) -> bool;
    pub fn reel_source_memory(data: *const c_void, size: usize) -> reel_source;
    pub fn reel_sink_memory(memory: *mut reel_memory, allocator: *const reel_allocator) -> reel_sink;
    pub fn reel_memory_free(memory: *mut reel_memory);
    pub fn reel_schema_json(format: *const reel_format, sink: reel_sink, error: *mut reel_error) -> reel_status;
    pub fn reel_findings_json(findings: *const reel_findings, sink: reel_sink, error: *mut reel_error) -> reel_status;
    pub fn reel_chunk_rows(chunk: *const reel_chunk, table: *const reel_table, count: *mut usize) -> *const c_void;
    pub fn reel_chunk_first(chunk: *const reel_chunk, table: *const reel_table) -> u64;
    pub fn reel_chunk_tables(chunk: *const reel_chunk) -> *const *const reel_table;
    pub fn reel_identify(
        source: reel_source,
        options: *const reel_options,
        format: *mut *const reel_format,
        bits: *mut c_int,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_open(
        source: reel_source,
        options: *const reel_options,
        reader: *mut *mut reel_reader,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_reader_format(reader: *const reel_reader) -> *const reel_format;
    pub fn reel_header(reader: *const reel_reader) -> *const reel_chunk;
    pub fn reel_header_text(header: *const reel_chunk, flag: u32, buffer: *mut c_char, size: usize) -> usize;
    pub fn reel_replay_game(format: *const reel_format, header: *const reel_chunk, buffer: *mut c_char, size: usize) -> usize;
    pub fn reel_format_has_game(format: *const reel_format, game: *const c_char) -> bool;
    pub fn reel_level_key(level: *const c_char, size: usize, buffer: *mut c_char, capacity: usize) -> usize;
    pub fn reel_player_key(player: *const c_char, size: usize, buffer: *mut c_char, capacity: usize) -> usize;
    pub fn reel_next(reader: *mut reel_reader, chunk: *mut *const reel_chunk, error: *mut reel_error) -> reel_status;
    pub fn reel_reader_damage(reader: *const reel_reader) -> *const reel_error;
    pub fn reel_reader_offset(reader: *const reel_reader) -> u64;
    pub fn reel_close(reader: *mut reel_reader);
    pub fn reel_load(
        source: reel_source,
        options: *const reel_options,
        replay: *mut *mut reel_replay,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_rows(replay: *const reel_replay, table: *const reel_table, count: *mut usize) -> *const c_void;
    pub fn reel_replay_chunk(replay: *const reel_replay) -> *const reel_chunk;
    pub fn reel_replay_format(replay: *const reel_replay) -> *const reel_format;
    pub fn reel_replay_damage(replay: *const reel_replay) -> *const reel_error;
    pub fn reel_free(replay: *mut reel_replay);
    pub fn reel_replay_of_rows(
        format: *const reel_format,
        own: *const reel_own_rows,
        own_count: usize,
        allocator: *const reel_allocator,
        replay: *mut *mut reel_replay,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_order_open(
        chunk: *const reel_chunk,
        field: *const c_char,
        allocator: *const reel_allocator,
        order: *mut *mut reel_order,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_order_next(order: *mut reel_order, table: *mut *const reel_table, row: *mut *const c_void) -> bool;
    pub fn reel_order_close(order: *mut reel_order);
    pub fn reel_memory_bound(format: *const reel_format, size: u64, options: *const reel_options) -> u64;
    pub fn reel_memory_bound_packed(format: *const reel_format, size: u64, options: *const reel_options) -> u64;
    pub fn reel_index(
        source: reel_source,
        options: *const reel_options,
        every: u64,
        sink: reel_sink,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_create(
        sink: reel_sink,
        format: *const reel_format,
        options: *const reel_write_options,
        writer: *mut *mut reel_writer,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_append(writer: *mut reel_writer, table: *const reel_table, rows: *const c_void, count: usize) -> reel_status;
    pub fn reel_replace(writer: *mut reel_writer, table: *const reel_table, row: *const c_void) -> reel_status;
    pub fn reel_writer_error(writer: *const reel_writer) -> *const reel_error;
    pub fn reel_drop_after(writer: *mut reel_writer, time: f64, error: *mut reel_error) -> reel_status;
    pub fn reel_append_chunk(writer: *mut reel_writer, chunk: *const reel_chunk) -> reel_status;
    pub fn reel_spool(
        writer: *mut reel_writer,
        spool: reel_sink,
        clock_ms: Option<unsafe extern "C" fn() -> u64>,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_flush(writer: *mut reel_writer, error: *mut reel_error) -> reel_status;
    pub fn reel_finish(writer: *mut reel_writer, error: *mut reel_error) -> reel_status;
    pub fn reel_try_finish(writer: *mut reel_writer, elsewhere: *const reel_sink, error: *mut reel_error) -> reel_status;
    pub fn reel_discard(writer: *mut reel_writer);
    pub fn reel_write(
        chunk: *const reel_chunk,
        format: *const reel_format,
        sink: reel_sink,
        options: *const reel_write_options,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_check(source: reel_source, options: *const reel_options, error: *mut reel_error) -> reel_status;
    pub fn reel_policy_read(
        text: *const c_char,
        size: usize,
        pseudonyms: *mut reel_pseudonyms,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_policy_text(name: *const c_char) -> *const c_char;
    pub fn reel_pseudonym(
        pseudonyms: *const reel_pseudonyms,
        purpose: *const c_char,
        text: *const c_char,
        size: usize,
        buffer: *mut c_char,
    ) -> usize;
    pub fn reel_convert(
        source: reel_source,
        options: *const reel_options,
        to: *const reel_format,
        sink: reel_sink,
        how: *const reel_convert_options,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_diff(
        a: *const reel_replay,
        b: *const reel_replay,
        layout: bool,
        each: Option<unsafe extern "C" fn(context: *mut c_void, difference: *const reel_difference) -> bool>,
        context: *mut c_void,
        count: *mut u64,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_format_origin(format: *const reel_format) -> *const reel_format;
    pub fn reel_content_hash(
        source: reel_source,
        options: *const reel_options,
        hash: *mut u8,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_source_hash(
        source: reel_source,
        options: *const reel_options,
        hash: *mut u8,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_source_file(path: *const c_char, flags: u32, source: *mut reel_source, error: *mut reel_error) -> reel_status;
    pub fn reel_source_folder(path: *const c_char, source: *mut reel_source, error: *mut reel_error) -> reel_status;
    pub fn reel_sink_file(path: *const c_char, flags: u32, sink: *mut reel_sink, error: *mut reel_error) -> reel_status;
    pub fn reel_sink_below(
        folder: *const c_char,
        name: *const c_char,
        flags: u32,
        sink: *mut reel_sink,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_move_below(
        from: *const c_char,
        folder: *const c_char,
        name: *const c_char,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_open_file(
        path: *const c_char,
        options: *const reel_options,
        reader: *mut *mut reel_reader,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_large_allocator() -> *const reel_allocator;
    pub fn reel_load_file(
        path: *const c_char,
        options: *const reel_options,
        replay: *mut *mut reel_replay,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_create_file(
        path: *const c_char,
        format: *const reel_format,
        options: *const reel_write_options,
        writer: *mut *mut reel_writer,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_recover(
        spool: *const c_char,
        path: *const c_char,
        options: *const reel_options,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_record_file(
        path: *const c_char,
        format: *const reel_format,
        options: *const reel_write_options,
        writer: *mut *mut reel_writer,
        name: *mut c_char,
        name_size: usize,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_levels_open(
        path: *const c_char,
        options: *const reel_options,
        levels: *mut *mut reel_levels,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_levels_open_kept(
        path: *const c_char,
        kept: *const c_char,
        options: *const reel_options,
        levels: *mut *mut reel_levels,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_levels_are_many(levels: *const reel_levels) -> bool;
    pub fn reel_levels_find(
        levels: *const reel_levels,
        header: *const reel_chunk,
        level: *mut *const reel_replay,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_levels_keys(header: *const reel_chunk, keys: *mut u64, most: usize) -> usize;
    pub fn reel_levels_stamp(levels: *const reel_levels, key: u64) -> u64;
    pub fn reel_levels_release(levels: *const reel_levels, level: *const reel_replay);
    pub fn reel_levels_close(levels: *mut reel_levels);
    pub fn reel_parallel(
        count: usize,
        threads: c_uint,
        job: Option<unsafe extern "C" fn(context: *mut c_void, index: usize)>,
        context: *mut c_void,
    );
    pub fn reel_pack(
        source: reel_source,
        options: *const reel_options,
        how: *const reel_archive_options,
        sink: reel_sink,
        packed: *mut reel_packed,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_archive_list(
        source: reel_source,
        options: *const reel_options,
        each: Option<unsafe extern "C" fn(context: *mut c_void, member: *const reel_member) -> bool>,
        context: *mut c_void,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_members_open(
        source: reel_source,
        allocator: *const reel_allocator,
        members: *mut *mut reel_members,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_members_next(members: *mut reel_members, member: *mut *const reel_member, error: *mut reel_error) -> reel_status;
    pub fn reel_members_close(members: *mut reel_members);
    pub fn reel_unpack(source: reel_source, options: *const reel_options, sink: reel_sink, error: *mut reel_error)
        -> reel_status;
    pub fn reel_arrow_schema(
        table: *const reel_table,
        format: *const reel_format,
        options: *const reel_arrow_options,
        schema: *mut ArrowSchema,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_arrow_rows(
        table: *const reel_table,
        rows: *const c_void,
        count: usize,
        first: u64,
        options: *const reel_arrow_options,
        array: *mut ArrowArray,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_arrow_stream(
        source: reel_source,
        reading: *const reel_options,
        table: *const c_char,
        options: *const reel_arrow_options,
        stream: *mut ArrowArrayStream,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_arrow_scan(
        next: Option<unsafe extern "C" fn(context: *mut c_void) -> *const c_char>,
        paths: *mut c_void,
        reading: *const reel_options,
        table: *const c_char,
        options: *const reel_arrow_options,
        threads: c_uint,
        stream: *mut ArrowArrayStream,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn bsor_own_frames(
        frames: *const bsor_frame,
        count: usize,
        notes: *const bsor_note,
        note_count: usize,
        own: *mut bsor_frame,
    ) -> usize;
    pub fn bsor_attempts(chunk: *const reel_chunk, last: *mut bsor_attempt) -> usize;
    pub fn bsor_note_parts_of(note_id: i32, game_version: reel_string) -> bsor_note_parts;
    pub fn bsor_saber_speed(stored: f32, was_bits: *mut bool) -> f32;
    pub fn bsor_note_clean(note: *mut bsor_note, game_version: reel_string) -> u32;
    pub fn bsor_note_is_rotated(note: *const bsor_note, game_version: reel_string) -> bool;
    pub fn bsor_note_parts_in(note: *const bsor_note, game_version: reel_string, rotated: bool) -> bsor_note_parts;
    pub fn reel_get_leb128(cursor: *mut reel_cursor) -> u64;
    pub fn reel_chunk_table(chunk: *mut reel_chunk, table: *const reel_table) -> *mut reel_row_list;
    pub fn reel_row_grow(list: *mut reel_row_list, count: usize, exact: bool) -> *mut c_void;
    pub fn reel_chunk_alloc(chunk: *mut reel_chunk, size: usize) -> *mut c_void;
    pub fn reel_chunk_string(chunk: *mut reel_chunk, data: *const c_void, size: usize) -> reel_string;
    pub fn reel_chunk_bytes(chunk: *mut reel_chunk, data: *const c_void, size: usize) -> reel_bytes;
    pub fn reel_build_status(chunk: *const reel_chunk) -> reel_status;
    pub fn reel_spend(budget: *mut reel_budget, steps: u64) -> reel_status;
    pub fn reel_spend_unpacked(budget: *mut reel_budget, bytes: u64) -> reel_status;
    pub fn reel_unpacked_left(budget: *const reel_budget) -> u64;
    pub fn reel_fail_budget(
        budget: *const reel_budget,
        error: *mut reel_error,
        section: *const c_char,
        offset: u64,
    ) -> reel_status;
    pub fn reel_unpacked_most(limits: *const reel_limits, size: u64) -> u64;
    pub fn reel_fill(decoder: *mut reel_decoder, want: usize) -> reel_status;
    pub fn reel_put_space_slow(out: *mut reel_output, size: usize) -> *mut u8;
    pub fn reel_put(out: *mut reel_output, data: *const c_void, size: usize);
    pub fn reel_put_leb128(out: *mut reel_output, value: u64);
    pub fn reel_tally(
        change: *const reel_change,
        rule: *const c_char,
        severity: reel_severity,
        table: *const reel_table,
        field: *const c_char,
        rows: u64,
        message: *const c_char,
    );
    pub fn reel_change_rows(chunk: *mut reel_chunk, table: *const reel_table) -> *mut reel_row_list;
    pub fn reel_operation_is_reserved(operation: *const reel_operation) -> bool;
    pub fn reel_insights() -> *const *const reel_insight;
    pub fn reel_insight_by_id(id: *const c_char) -> *const reel_insight;
    pub fn reel_insight_takes(insight: *const reel_insight, format: *const reel_format) -> bool;
    pub fn reel_insight_run(
        insight: *const reel_insight,
        reader: *mut reel_reader,
        options: *const reel_insight_options,
        result: *mut *mut reel_replay,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_insight_run_chunk(
        insight: *const reel_insight,
        format: *const reel_format,
        chunk: *const reel_chunk,
        options: *const reel_insight_options,
        result: *mut *mut reel_replay,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_survey_run(
        source: reel_source,
        options: *const reel_options,
        survey: *mut reel_survey,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_around(
        times: *const f64,
        count: usize,
        others: *const f64,
        other_count: usize,
        before: f64,
        after: f64,
        allocator: *const reel_allocator,
        order: *mut u64,
        near: *mut reel_near,
        pairs: *mut u64,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn beatsaber_points_of(
        scoring: c_int,
        before_cut_rating: f32,
        after_cut_rating: f32,
        cut_distance_to_center: f32,
    ) -> beatsaber_points;
    pub fn beatsaber_max_points(scoring: c_int) -> c_int;
    pub fn beatsaber_multiplier_raise(multiplier: *mut beatsaber_multiplier);
    pub fn beatsaber_multiplier_lower(multiplier: *mut beatsaber_multiplier);
    pub fn beatsaber_max_score(notes: u64) -> i64;
    pub fn beatsaber_rank_of(score: i64, max_score: i64) -> beatsaber_rank;
    pub fn reel_exporter_by_id(id: *const c_char) -> *const reel_exporter;
    pub fn reel_exporter_ids() -> *const *const c_char;
    pub fn reel_export_open(
        exporter: *const reel_exporter,
        sink: reel_sink,
        format: *const reel_format,
        options: *const reel_export_options,
        export_: *mut *mut reel_export,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_export_chunk(export_: *mut reel_export, chunk: *const reel_chunk) -> reel_status;
    pub fn reel_export_origin(export_: *mut reel_export, value: *const c_char) -> reel_status;
    pub fn reel_export_copy(
        export_: *mut reel_export,
        source: reel_source,
        rows: u64,
        ranges: *const reel_export_range,
        count: usize,
        found: *mut u64,
    ) -> reel_status;
    pub fn reel_export_flush(export_: *mut reel_export) -> reel_status;
    pub fn reel_export_finish(export_: *mut reel_export, error: *mut reel_error) -> reel_status;
    pub fn reel_export_discard(export_: *mut reel_export);
    pub fn reel_field_text(field: *const reel_field, row: *const c_void, labels: bool, buffer: *mut c_char, size: usize)
        -> usize;
    pub fn reel_field_parse(
        field: *const reel_field,
        row: *mut c_void,
        text: *const c_char,
        memory: *mut c_void,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_motion_supports(format: *const reel_format) -> bool;
    pub fn reel_motion_read(
        reader: *mut reel_reader,
        options: *const reel_motion_options,
        motion: *mut *mut reel_motion,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_motion_of(
        replay: *const reel_replay,
        options: *const reel_motion_options,
        motion: *mut *mut reel_motion,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_motion_fingerprint(motion: *const reel_motion) -> reel_bytes;
    pub fn reel_motion_next(motion: *const reel_motion) -> *const reel_motion;
    pub fn reel_motion_player(motion: *const reel_motion, player: *mut i64) -> bool;
    pub fn reel_motion_level(motion: *const reel_motion) -> *const c_char;
    pub fn reel_motion_is_elsewhere(motion: *const reel_motion, hash: *const c_char) -> bool;
    pub fn reel_motion_free(motion: *mut reel_motion);
    pub fn reel_match_band_name(band: reel_match_band) -> *const c_char;
    pub fn reel_match_compare(
        motion: *const reel_motion,
        fingerprint: reel_bytes,
        r#match: *mut reel_match,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_match_compare_hands(
        motion: *const reel_motion,
        fingerprint: reel_bytes,
        r#match: *mut reel_match,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_match_repeats(motion: *const reel_motion, r#match: *mut reel_match, error: *mut reel_error) -> reel_status;
    pub fn reel_match_keys(fingerprint: reel_bytes, keys: *mut reel_match_key, capacity: usize) -> usize;
    pub fn reel_match_probes(motion: *const reel_motion, keys: *mut reel_match_key, capacity: usize) -> usize;
    pub fn reel_match_index_is_built() -> bool;
    pub fn reel_match_index_open(
        path: *const c_char,
        flags: u32,
        index: *mut *mut reel_match_index,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_match_index_add(
        index: *mut reel_match_index,
        name: reel_string,
        fingerprint: reel_bytes,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_match_index_add_motion(
        index: *mut reel_match_index,
        name: reel_string,
        motion: *const reel_motion,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_match_index_find(
        index: *mut reel_match_index,
        motion: *const reel_motion,
        except: reel_string,
        limit: usize,
        each: Option<unsafe extern "C" fn(context: *mut c_void, name: reel_string, r#match: *const reel_match) -> bool>,
        context: *mut c_void,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_match_index_not_compared(index: *const reel_match_index) -> u64;
    pub fn reel_match_index_count(index: *mut reel_match_index, count: *mut u64, error: *mut reel_error) -> reel_status;
    pub fn reel_match_index_close(index: *mut reel_match_index);
    pub fn reel_plots() -> *const *const reel_plot;
    pub fn reel_plot_by_id(format: *const reel_format, id: *const c_char) -> *const reel_plot;
    pub fn reel_plot_draw(
        plot: *const reel_plot,
        replay: *const reel_replay,
        sink: reel_sink,
        options: *const reel_plot_options,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_plot_scene(
        replay: *const reel_replay,
        time: f64,
        sink: reel_sink,
        options: *const reel_plot_options,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_plot_clip(
        replay: *const reel_replay,
        time: f64,
        length: f64,
        rate: u32,
        on_frame: Option<
            unsafe extern "C" fn(context: *mut c_void, frame: *const reel_plot_frame, error: *mut reel_error) -> reel_status,
        >,
        context: *mut c_void,
        options: *const reel_plot_options,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_plot_report(
        replay: *const reel_replay,
        sink: reel_sink,
        options: *const reel_plot_options,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_signing_library() -> *const c_char;
    pub fn reel_public_key_read(
        data: *const c_void,
        size: usize,
        key: *mut reel_public_key,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_public_key_text(key: *const reel_public_key, text: *mut c_char);
    pub fn reel_key_id_text(key: *const reel_public_key, text: *mut c_char);
    pub fn reel_key_new(key: *mut *mut reel_key, error: *mut reel_error) -> reel_status;
    pub fn reel_key_read(
        data: *const c_void,
        size: usize,
        options: *const reel_key_options,
        key: *mut *mut reel_key,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_key_write(
        key: *const reel_key,
        options: *const reel_key_options,
        data: *mut c_char,
        size: *mut usize,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_key_public(key: *const reel_key) -> *const reel_public_key;
    pub fn reel_key_free(key: *mut reel_key);
    pub fn reel_wipe(data: *mut c_void, size: usize);
    pub fn reel_can_embed_mark(
        source: reel_source,
        options: *const reel_options,
        embeds: *mut bool,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_sign(
        source: reel_source,
        options: *const reel_options,
        key: *const reel_key,
        how: *const reel_sign_options,
        sink: reel_sink,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_verify(
        source: reel_source,
        options: *const reel_options,
        how: *const reel_verify_options,
        mark: *mut *mut reel_mark,
        error: *mut reel_error,
    ) -> reel_status;
    pub fn reel_mark_free(mark: *mut reel_mark);
    pub fn teehistorian_net_of(data: reel_bytes, protocol: u8) -> teehistorian_net;
}
