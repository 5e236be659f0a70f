/* SPDX-License-Identifier: MIT
 *
 * XROR, the eXtended Reality Open Recording: one session in virtual reality: who, with what hardware and software, a table of motion
 * with the columns that the devices name, and tables of events. docs/formats/xror.md is the specification. Unity's axes: +x right,
 * +y up, +z forward; metres and seconds, but decimetres and milliseconds in Tilt Brush.
 *
 * What is known gets typed rows: head and hands, the events of Beat Saber, the strokes of Tilt Brush. The rest is in general tables:
 * xror_axes has the other columns of motion, xror_events and xror_values the other events, xror_other_keys the other keys.
 */
#ifndef REEL_XROR_H
#define REEL_XROR_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_xror;

/* Bits of xror_info.keys: the keys that the file has. Bit n is (keys[n / 8] >> n % 8) & 1. */
typedef enum xror_key {
    XROR_SCHEMA,
    XROR_ID,
    XROR_NAME,
    XROR_TIMESTAMP,
    XROR_APP_ID,
    XROR_APP_NAME,
    XROR_APP_VERSION,
    XROR_ENVIRONMENT_ID,
    XROR_ENVIRONMENT_NAME,
    XROR_ACTIVITY_ID,
    XROR_ACTIVITY_NAME,
    XROR_RUNTIME,
    XROR_API,
    XROR_USER_ID,
    XROR_USER_NAME,
    XROR_SONG_HASH,
    XROR_MAPPER,
    XROR_DIFFICULTY,
    XROR_SCORE,
    XROR_MODE,
    XROR_MODIFIERS,
    XROR_JUMP_DISTANCE,
    XROR_LEFT_HANDED,
    XROR_HEIGHT,
    XROR_START_TIME,
    XROR_FAIL_TIME,
    XROR_SPEED,
    XROR_KEYS
} xror_key;

/* The recording. One row. Ids may be text, integers or UUIDs in the file; here they are text. A program that writes sets the bits of the
 * fields that it fills in. */
typedef struct xror_info {
    reel_string schema; /* "https://metaguard.github.io/xror/schema/v1.0.0/schema.json" */
    reel_string id;
    reel_string name;
    reel_string app_id, app_name, app_version; /* "620980", "Beat Saber", "1.29.1_4575554838" */
    reel_string environment_id, environment_name;
    reel_string activity_id, activity_name; /* the song, in Beat Saber */
    reel_string runtime, api;               /* "steam", "OpenXR" */
    reel_string user_id, user_name;
    reel_string song_hash, mapper, difficulty, mode, modifiers; /* Beat Saber; difficulty may be the text of a number */
    int64_t timestamp;                                          /* start, milliseconds since 1970 */
    int64_t score;                                              /* Beat Saber, as are the rest */
    double jump_distance, height, start_time, fail_time, speed;
    uint8_t left_handed;
    uint8_t keys[4];
} xror_info;

typedef enum xror_role { XROR_OTHER = 0, XROR_HEAD = 1, XROR_LEFT_HAND = 2, XROR_RIGHT_HAND = 3, XROR_BRUSH = 4 } xror_role;
enum { XROR_DEVICE_NAME = 1 << 0, XROR_DEVICE_TYPE = 1 << 1, XROR_DEVICE_JOINT = 1 << 2 };

/* A tracked device, in the order of its columns. */
typedef struct xror_device {
    reel_string name;
    reel_string type;      /* "HMD", "CONTROLLER", "TRACKER", ... */
    reel_string joint;     /* "HEAD", "HAND_LEFT", ... */
    uint32_t first_column; /* of the motion table; column 0 is the time */
    uint32_t axes;         /* number of its columns */
    uint8_t role;          /* xror_role: which typed values its columns have */
    uint8_t keys;          /* XROR_DEVICE_...: the keys that the file has */
} xror_device;

/* An axis of a device: "x", "y", "z" position, "i", "j", "k", "1" quaternion x y z w, "p" pressure, or any other name. */
typedef struct xror_device_axis {
    reel_string name;
    uint32_t device; /* row of the devices */
    uint32_t column; /* of the motion table */
} xror_device_axis;

enum { XROR_EXTENSION_ID = 1 << 0, XROR_EXTENSION_NAME = 1 << 1, XROR_EXTENSION_VERSION = 1 << 2 };

/* An extension of the application: a mod. */
typedef struct xror_app_extension {
    reel_string id, name, version;
    uint8_t keys; /* XROR_EXTENSION_...: the keys that the file has */
} xror_app_extension;

enum { XROR_HAS_HEAD = 1 << 0, XROR_HAS_LEFT_HAND = 1 << 1, XROR_HAS_RIGHT_HAND = 1 << 2 };

/* A row of the motion table, unless it is that of a brush. The devices say which poses there are. */
typedef struct xror_frame {
    double time;
    reel_pose head, left_hand, right_hand;
    uint8_t poses; /* XROR_HAS_... */
} xror_frame;

/* A value of the motion table that no typed row has. Frame by frame, in the order of the columns. */
typedef struct xror_axis {
    double time; /* of the frame */
    double value;
    reel_string name;  /* of the axis */
    uint32_t frame;    /* row of the frames */
    uint32_t device;   /* row of the devices */
    uint32_t column;   /* of the motion table */
    uint32_t reserved; /* 0: a row has no bytes that nobody sets */
} xror_axis;

#define XROR_NO_STROKE UINT32_MAX

/* A row of the motion table of a drawing: one device with the axes x y z i j k 1 p. */
typedef struct xror_point {
    double time;    /* ms in Tilt Brush */
    reel_pose pose; /* dm in Tilt Brush */
    float pressure;
    uint32_t stroke; /* row of the strokes, or XROR_NO_STROKE */
} xror_point;

/* An event "stroke" of Tilt Brush. Numbers of events are doubles: some files have tables of doubles. */
typedef struct xror_stroke {
    double time; /* of its first point */
    double color[4], size, scale;
    reel_string brush;
    uint32_t first_point, points; /* rows of the points */
} xror_stroke;

enum { XROR_GOOD_CUT = 0, XROR_BAD_CUT = 1, XROR_MISS = 2, XROR_BOMB = 3 }; /* as bsor_event_type */
enum { XROR_NOTE_CUT = 1 << 0, XROR_NOTE_FLAGS = 1 << 1, XROR_NOTE_ORDER = 1 << 2 };

/* Events "gc", "bc", "m", "b" of Beat Saber, type by type in the order of the file. */
typedef struct xror_note {
    double event_time, spawn_time;
    int64_t note_id; /* the reference writes -1 as 4294967295 */
    int64_t order;   /* index of the note in the original recording */
    int64_t saber_type;
    double saber_speed, saber_direction[3];
    double time_deviation, cut_direction_deviation;
    double cut_point[3], cut_normal[3];
    double cut_distance_to_center, cut_angle;
    double before_cut_rating, after_cut_rating;
    uint8_t event_type; /* XROR_GOOD_CUT, ... */
    uint8_t has;        /* XROR_NOTE_...: the values that its type of event has */
    uint8_t speed_ok, direction_ok, saber_type_ok, was_cut_too_soon;
} xror_note;

/* Event "wh". */
typedef struct xror_wall {
    double time, energy, spawn_time, wall_id;
} xror_wall;

/* Event "h". */
typedef struct xror_height {
    double time, height;
} xror_height;

/* Event "p". */
typedef struct xror_pause {
    double time;
    int64_t duration; /* s */
} xror_pause;

/* Event "f": one for each frame. */
typedef struct xror_fps {
    double time, fps;
} xror_fps;

/* Event "g": the cut of a bad cut as a standalone headset wrote it, often uninitialised memory. One for each bad cut, in their order. */
typedef struct xror_garbage {
    double time;
    reel_bytes data; /* 72 bytes, as bsor_cut in the file */
} xror_garbage;

/* Which rows the occurrences of a type of event have. */
typedef enum xror_event_layout {
    XROR_EVENT_GENERAL, /* xror_events and xror_values */
    XROR_EVENT_GOOD,
    XROR_EVENT_BAD,
    XROR_EVENT_BAD_BARE, /* without the cut */
    XROR_EVENT_MISS,
    XROR_EVENT_BOMB,
    XROR_EVENT_WALL,
    XROR_EVENT_HEIGHT,
    XROR_EVENT_PAUSE,
    XROR_EVENT_FPS,
    XROR_EVENT_GARBAGE,
    XROR_EVENT_STROKE,
    XROR_EVENT_LAYOUTS
} xror_event_layout;

enum { XROR_TYPE_ID = 1 << 0, XROR_TYPE_NAME = 1 << 1, XROR_TYPE_ATTR = 1 << 2 };

/* A type of event, in file order. */
typedef struct xror_event_type {
    reel_string id, name;
    uint32_t columns; /* of its float table, with the time; 0: no table. The other attributes are cells of otherData */
    uint32_t count;   /* occurrences */
    uint8_t layout;   /* xror_event_layout: known by id, columns and names of the attributes */
    uint8_t keys;     /* XROR_TYPE_... */
} xror_event_type;

/* An attribute of a type of event. Its values are float columns first, then cells. */
typedef struct xror_attribute {
    reel_string name;
    uint32_t type; /* row of the event types */
} xror_attribute;

/* An occurrence of a type of event with the layout XROR_EVENT_GENERAL. */
typedef struct xror_event {
    double time; /* NaN if the float table has no row for it */
    uint32_t type;
    uint32_t row; /* among the occurrences of its type */
    uint8_t has_time;
} xror_event;

/* Types of values: 0 is a float column, the rest are the types of BSON. */
enum {
    XROR_VALUE_FLOAT = 0,
    XROR_VALUE_DOUBLE = 0x01,
    XROR_VALUE_STRING = 0x02,
    XROR_VALUE_DOCUMENT = 0x03,
    XROR_VALUE_ARRAY = 0x04,
    XROR_VALUE_BINARY = 0x05,
    XROR_VALUE_BOOL = 0x08,
    XROR_VALUE_DATE = 0x09,
    XROR_VALUE_NULL = 0x0a,
    XROR_VALUE_INT32 = 0x10,
    XROR_VALUE_INT64 = 0x12
};
enum { XROR_VALUE_HAS_NUMBER = 1 << 0, XROR_VALUE_HAS_INTEGER = 1 << 1, XROR_VALUE_HAS_DATA = 1 << 2 };

/* A value of an occurrence. */
typedef struct xror_value {
    double time; /* of the occurrence */
    double number;
    int64_t integer;  /* integers, dates, 0 or 1 */
    reel_string name; /* of the attribute; empty if there is none for the value */
    reel_bytes data;  /* text of a string; otherwise the bytes of the value in the file */
    uint32_t type, row;
    uint32_t attribute; /* among those of its type */
    uint8_t kind;       /* XROR_VALUE_... */
    uint8_t has;        /* XROR_VALUE_HAS_... */
} xror_value;

/* The documents of the file that have keys. */
typedef enum xror_place {
    XROR_TOP,
    XROR_INFO,
    XROR_HARDWARE,
    XROR_DEVICE,
    XROR_SOFTWARE,
    XROR_APP,
    XROR_APP_EXTENSION,
    XROR_ENVIRONMENT,
    XROR_ACTIVITY,
    XROR_USER,
    XROR_EVENT_TYPE,
    XROR_PLACES
} xror_place;

/* A key that the format does not define, or one with a value of another type. */
typedef struct xror_other_key {
    reel_string key;
    reel_bytes value; /* as in the file, without type and key */
    uint32_t index;   /* row of the devices, app_extensions or event_types that has it; otherwise 0 */
    uint8_t place;    /* xror_place */
    uint8_t kind;     /* type of BSON */
} xror_other_key;

/* The original file. Layout: programs leave it empty. */
typedef struct xror_document {
    reel_bytes data;
    uint64_t sum; /* over the rows and the data; 0 if not all tables were read */
} xror_document;

REEL_API extern const reel_table xror_infos, xror_devices, xror_device_axes, xror_app_extensions, xror_frames, xror_axes,
    xror_points, xror_strokes, xror_notes, xror_walls, xror_heights, xror_pauses, xror_frame_rates, xror_garbages,
    xror_event_types, xror_attributes, xror_events, xror_values, xror_other_keys, xror_documents;

#ifdef __cplusplus
}
#endif

#endif
