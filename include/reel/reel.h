/* SPDX-License-Identifier: MIT
 *
 * reel: read, write, check, repair, convert and measure game replays.
 *
 *     #include <reel/bsor.h>
 *     #include <reel/reel.h>
 *     #include <stdio.h>
 *
 *     int main(int argc, char **argv)
 *     {
 *         reel_replay *replay;
 *         reel_error error;
 *         if (reel_load_file(argc > 1 ? argv[1] : "play.bsor", NULL, &replay, &error) < 0) {
 *             fprintf(stderr, "%s at byte %llu\n", error.message, (unsigned long long)error.offset);
 *             return 1;
 *         }
 *         size_t count;
 *         const bsor_note *notes = reel_rows(replay, &bsor_notes, &count);
 *         for (size_t i = 0; i < count; i++)
 *             printf("%.3f s: note %d, event %d\n", (double)notes[i].event_time, (int)notes[i].note_id, (int)notes[i].event_type);
 *         reel_free(replay);
 *         return 0;
 *     }
 *
 * Data flows from a source of bytes through a reader as chunks of rows to a writer, an export, a check or an insight.
 * A writer sends its bytes to a sink. A table of fields describes each kind of row. The row itself is a plain C struct
 * in the header of its format.
 *
 * These rules apply to every function unless its comment says otherwise:
 *   - Threads: a handle (reader, replay, writer, ...) may be used by one thread at a time. Different handles are
 *     independent. Functions without a handle are thread-safe.
 *   - Ownership: arguments are borrowed for the call. A returned pointer belongs to the handle that it came from.
 *   - Options: every struct of options begins with struct_size, the size that the program was compiled with, so that an older or newer library
 *     knows what is there. Zero is the default of every other member: `{ REEL_SIZED(reel_options), .flags = REEL_STRICT }`. Without
 *     a size, calls fail with REEL_ARGUMENT, rule "reel.struct-size"; if something is set that the library is too old for, with
 *     REEL_UNSUPPORTED, rule "reel.newer-options".
 *   - NULL: `reel_error *` and option pointers may be NULL. Other pointers must not be NULL.
 *   - Errors: a function that returns reel_status fills *error when it fails, and sets its outputs to NULL or 0.
 *   - Text: UTF-8 if the file has valid UTF-8; other bytes are kept unchanged. A reel_string need not end with a NUL.
 */
#ifndef REEL_REEL_H
#define REEL_REEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Programs that use the shared library define REEL_SHARED, which Windows needs. The static library exports nothing: a plug-in that is
 * linked with it shows its host none of these names. */
#ifndef REEL_SHARED
#define REEL_API
#elif !defined(_WIN32)
#define REEL_API __attribute__((visibility("default")))
#elif defined(REEL_BUILDING)
#define REEL_API __declspec(dllexport)
#else
#define REEL_API __declspec(dllimport)
#endif

/* The first of the initialisers of a struct of options: its size. */
#ifdef __cplusplus
#define REEL_SIZED(type) sizeof(type)
#else
#define REEL_SIZED(type) .struct_size = sizeof(type)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers. CMakeLists.txt reads the three numbers from here: this is the one place that has them.
 * While MAJOR is 0 a new MINOR may break programs, which is why the shared library is named after both. */
#define REEL_VERSION_MAJOR 0
#define REEL_VERSION_MINOR 1
#define REEL_VERSION_PATCH 0

#define REEL_QUOTE_TOKEN(token) #token
#define REEL_QUOTE(macro) REEL_QUOTE_TOKEN(macro)
#define REEL_VERSION REEL_QUOTE(REEL_VERSION_MAJOR) "." REEL_QUOTE(REEL_VERSION_MINOR) "." REEL_QUOTE(REEL_VERSION_PATCH)

/* The version of the linked library, as "major.minor.patch". Static text. */
REEL_API const char *reel_version(void);
/* Whether the library fits headers of this version and enumerations of this size. Programs call reel_version_check instead. */
REEL_API bool reel_version_fits(int major, int minor, size_t enum_size);

/* ---- status and errors ------------------------------------------------------------------------------------------ */

/* The result of a call: 0 is success, above 0 means no more data, below 0 is a failure. Numbers are never reused. */
typedef enum reel_status {
    REEL_OK = 0,
    REEL_END = 1,          /* end of the file, the table or the source */
    REEL_AGAIN = 2,        /* a growing source has no more data yet: try again later */
    REEL_IO = -1,          /* the operating system failed: missing file, no permission, disk full */
    REEL_TRUNCATED = -2,   /* the file ends inside a structure */
    REEL_CORRUPT = -3,     /* the bytes contradict the format */
    REEL_UNSUPPORTED = -4, /* unknown format, version or variant */
    REEL_LIMIT = -5,       /* valid, but exceeds reel_limits */
    REEL_MEMORY = -6,      /* out of memory */
    REEL_ARGUMENT = -7,    /* invalid argument */
    REEL_LOSS = -8,        /* the output does not hold what the input held */
    REEL_CANCELLED = -9    /* stopped by the caller's progress callback */
} reel_status;

/* Whether the linked library is one that these headers describe: call it once, where the two may come from different places. */
static inline bool reel_version_check(void)
{
    return reel_version_fits(REEL_VERSION_MAJOR, REEL_VERSION_MINOR, sizeof(reel_status));
}

/* The name of a status: "truncated", "corrupt", ... Static text, never NULL. */
REEL_API const char *reel_status_name(reel_status status);

#define REEL_MESSAGE_SIZE 200

/* Why a call failed. The caller owns it; the call fills it. Nothing needs to be freed. */
typedef struct reel_error {
    reel_status status;
    const char *rule;                /* id of the violated rule ("bsor.frame-count"), static text; "" if none */
    const char *section;             /* part of the file ("frames"), static text; "" if none */
    uint64_t offset;                 /* byte offset in the (decompressed) file */
    char message[REEL_MESSAGE_SIZE]; /* one line for people, NUL-terminated, without a trailing period */
    uint64_t reserved[3];            /* for later versions */
} reel_error;

typedef enum reel_severity { REEL_NOTE = 0, REEL_WARNING = 1, REEL_ERROR = 2 } reel_severity;

struct reel_table;
struct reel_insight;

/* One finding about a file. A finding passed to a report function is valid only during that call. */
typedef struct reel_finding {
    const char *rule; /* "bsor.name-length"; static text */
    reel_severity severity;
    const char *section;            /* static text, "" if none */
    uint64_t offset;                /* byte offset in the (decompressed) file; or REEL_NO_OFFSET */
    uint64_t length;                /* affected bytes, 0 if there is no range */
    const struct reel_table *table; /* affected table, or NULL */
    uint64_t row;                   /* affected row of that table, or REEL_NO_ROW */
    uint64_t count;                 /* number of rows or bytes that this finding covers; 1 for a single one */
    const char *message;            /* one line for people */
    uint32_t flags;                 /* REEL_FINDING_... */
} reel_finding;

/* Flags of a finding. A server that keeps replays holds those with such an error for a person, instead of refusing them. */
enum {
    REEL_FINDING_SCORE = 1 << 0,   /* disputes the stated score: the replay is readable, its score is not to be believed */
    REEL_FINDING_MARK = 1 << 1,    /* about the mark of the replay, not about the replay */
    REEL_FINDING_EVIDENCE = 1 << 2 /* about whether the recorded motion supports the events (docs/evidence.md) */
};

#define REEL_NO_OFFSET UINT64_MAX
#define REEL_NO_ROW UINT64_MAX

/* Receives each finding as it is made, on the calling thread. `context` is the caller's. Must not use the same handle. */
typedef void reel_report(void *context, const reel_finding *finding);

/* A list that collects findings: pass reel_findings_report as `report` and the list as `report_context`.
 * It keeps the first 100 findings of each rule and counts the rest. */
typedef struct reel_findings reel_findings;
struct reel_allocator;
/* A new, empty list. `allocator` may be NULL for malloc. Returns NULL if out of memory. Free it with reel_findings_free. */
REEL_API reel_findings *reel_findings_new(const struct reel_allocator *allocator);
/* Adds a copy of `finding` to the list `findings`. If out of memory, the finding is counted but not kept. */
REEL_API void reel_findings_report(void *findings, const reel_finding *finding);
REEL_API size_t reel_findings_count(const reel_findings *findings); /* number of kept findings */
/* Kept finding `index`, from 0. Valid until the list is freed. */
REEL_API const reel_finding *reel_findings_at(const reel_findings *findings, size_t index);
REEL_API uint64_t reel_findings_total(const reel_findings *findings, reel_severity severity); /* including those not kept */
REEL_API void reel_findings_free(reel_findings *findings);                                    /* `findings` may be NULL */

/* ---- memory and limits ------------------------------------------------------------------------------------------ */

/* The allocator for all memory of a handle. `alloc` and `resize` return NULL if out of memory; `resize` gets the old size, and
 * `old` may be NULL with old_size 0. All three are called on the threads that use the handles. */
typedef struct reel_allocator {
    void *(*alloc)(void *context, size_t size);
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size);
    void (*free)(void *context, void *pointer);
    void *context;
} reel_allocator;

/* Limits on untrusted input. 0 means the default in brackets. A file that exceeds a limit is read up to that point and
 * reported with a finding, like a damaged file. */
typedef struct reel_limits {
    uint64_t input_bytes;    /* size of the input [set by the format: 200 MB for BSOR, no limit if the format streams] */
    uint64_t buffer_bytes;   /* bytes buffered at once, for an input that is not in memory [1 GiB] */
    uint64_t rows;           /* rows of one table held at once [2^31] */
    uint64_t string_bytes;   /* bytes of one string or opaque value [256 MiB] */
    uint32_t nesting;        /* depth of nested structures: JSON, msgpack [128] */
    uint32_t ratio;          /* decompressed bytes per byte of the file, beyond the first 64 KiB [1000] */
    uint64_t unpacked_bytes; /* decompressed bytes of one file, over all layers of compression [64 KiB plus `ratio` bytes
                              * per byte of the file]. Rule "unpack.limit" */
    uint64_t work;           /* steps per file; a step is about one byte read, decompressed, decoded or written
                            * [64 Mi plus 4096 per byte of the file]. Rule "reel.work-limit" */
    uint64_t reserved[4];    /* zero: limits of later versions */
} reel_limits;

/* Progress of a call. */
typedef struct reel_progress {
    uint64_t read; /* bytes of the file read so far */
    uint64_t size; /* bytes of the file, or REEL_UNKNOWN_SIZE */
    uint64_t work; /* steps so far, see reel_limits.work */
} reel_progress;

/* Called about every million steps of a long call, on the calling thread. Return false to stop: the call then fails with
 * REEL_CANCELLED. Must not use the handle that it is called from. */
typedef bool reel_on_progress(void *context, const reel_progress *progress);

/* ---- fields and tables ------------------------------------------------------------------------------------------ */

typedef struct reel_string {
    const char *data;
    size_t size;
} reel_string; /* text; data may be NULL when size is 0 */
typedef struct reel_bytes {
    const uint8_t *data;
    size_t size;
} reel_bytes; /* opaque bytes */
typedef struct reel_uuid {
    uint8_t bytes[16];
} reel_uuid; /* in textual order */
typedef struct reel_vec3 {
    float x, y, z;
} reel_vec3;
typedef struct reel_quaternion {
    float x, y, z, w;
} reel_quaternion;
typedef struct reel_pose {
    reel_vec3 position;
    reel_quaternion rotation;
} reel_pose;

/* Decodes the first UTF-8 character of `text`, which has `left` bytes (at least 1). Returns its code point and sets *size to its
 * length, 1 to 4 bytes. Returns U+FFFD and sets *size to 0 if it is invalid or truncated. (Unicode 15, table 3-7.) */
REEL_API uint32_t reel_utf8(const void *text, size_t left, size_t *size);

typedef enum reel_type {
    REEL_BOOL = 1, /* uint8_t: 0 is false, other values are true and are kept unchanged */
    REEL_U8,
    REEL_I8,
    REEL_U16,
    REEL_I16,
    REEL_U32,
    REEL_I32,
    REEL_U64,
    REEL_I64,
    REEL_F32,
    REEL_F64,
    REEL_STRING, /* reel_string */
    REEL_BYTES,  /* reel_bytes */
    REEL_UUID    /* reel_uuid */
} reel_type;

/* Size in bytes of one value of `type` in a row. 0 for an unknown type. */
REEL_API size_t reel_type_size(reel_type type);
/* "bool", "u8", "f32", "string", ... Static text. */
REEL_API const char *reel_type_name(reel_type type);

/* The name of an enumeration value. A list ends with a NULL name. Values without a name are shown as numbers. */
typedef struct reel_label {
    int64_t value;
    const char *name;
} reel_label;

enum {
    REEL_FIELD_TIME = 1 << 0,     /* the table's time axis, used for cutting; one per table */
    REEL_FIELD_KEY = 1 << 1,      /* identifies a row across two versions of a replay */
    REEL_FIELD_PERSONAL = 1 << 2, /* identifies a player: replaced by anonymisation */
    REEL_FIELD_DERIVED = 1 << 3,  /* computed while reading, such as a file offset: not compared, not written */
    REEL_FIELD_GAME = 1 << 4,     /* header field: unique id of this game */
    REEL_FIELD_PREVIOUS = 1 << 5, /* header field: id of the preceding game; zeros or empty if none */
    REEL_FIELD_GROUP = 1 << 6,    /* a bool: files store rows where it is false first, then the others. Writing preserves only the
                                   * order within each group */
    REEL_FIELD_MAIN = 1 << 7,     /* statistics: among the few that people ask for first */
    REEL_FIELD_POSE = 1 << 8,     /* a position of three f32; the next field is the rotation of the same device, a unit quaternion
                                   * of four f32 in the order x y z w */
    REEL_FIELD_PLAYER = 1 << 9,   /* header field: id of the player */
    REEL_FIELD_LEVEL = 1 << 10,   /* header fields that together identify the map or level, the most important one first */
    REEL_FIELD_SCORE = 1 << 11,   /* statistics: what a leaderboard sorts by, the highest first */
    REEL_FIELD_PLAYER_NAME = 1 << 12, /* header field: name of the player, as shown to people */
    REEL_FIELD_PRACTICE = 1 << 13,    /* header field: not 0 if the play was practice, which no leaderboard ranks */
    REEL_FIELD_OUTCOME = 1 << 14,     /* statistics: a bool, false if the level was failed */
    REEL_FIELD_MEASURE = 1 << 15,     /* statistics: a mean, ratio, extreme or outcome. Missing if there was nothing to measure */
    REEL_FIELD_TITLE = 1 << 16,       /* header field: name of the game, of a format that holds several */
    REEL_FIELD_BODY = 1 << 17,        /* a measure of the player's body, such as the height */
    REEL_FIELD_DEVICE = 1 << 18       /* hardware of the player or the software that drives it: headset, controllers, runtime */
};

typedef struct reel_field {
    const char *name; /* lower_snake_case, unique in its table */
    reel_type type;
    uint16_t count;  /* number of adjacent values: 1, or 3 or 4 for vectors; always 1 for text and bytes */
    uint16_t offset; /* bytes from the start of the row */
    uint32_t flags;
    const char *unit;         /* "s", "m", "deg", "m/s", ...; "" if none */
    const char *doc;          /* one line */
    const char *components;   /* one letter per vector component ("xyzw"); NULL if numbered from 0 */
    const reel_label *labels; /* names of the values of an enumeration, or NULL */
    uint16_t present_offset;  /* the field has a value if present_mask is 0, or if */
    uint8_t present_mask;     /* (row[present_offset] & present_mask) is not 0 */
    const void *reserved;     /* NULL */
} reel_field;

enum {
    REEL_TABLE_HEADER = 1 << 0,     /* filled on open, before the first chunk; usually one row */
    REEL_TABLE_LAYOUT = 1 << 1,     /* how the file was encoded, for byte-exact rewriting; not game data */
    REEL_TABLE_ON_REQUEST = 1 << 2, /* filled only if requested by name */
    REEL_TABLE_ONE_ROW = 1 << 3,    /* a replay has at most one row of it, unless the layout of a damaged file says otherwise */
    REEL_TABLE_FIRST = 1 << 4,      /* in writing, its rows come before those of tables without this flag */
    REEL_TABLE_LEVEL = 1 << 5       /* statistics: made from the level; without one it has no rows */
};

typedef struct reel_table {
    const char *name; /* "frames" */
    const char *doc;
    const reel_field *fields;
    uint16_t field_count;
    uint16_t flags;
    uint32_t row_size;       /* sizeof the row's struct */
    const void *reserved[2]; /* NULL */
} reel_table;

/* The field called `name`, or NULL. */
REEL_API const reel_field *reel_table_field(const reel_table *table, const char *name);
/* The field that is the table's time axis, or NULL. */
REEL_API const reel_field *reel_table_time(const reel_table *table);
/* A sum over the names, types and sizes of a table's fields and their order in a row, the same on every machine. A program that has structs of
 * its own for rows compares it, and row_size, with those that it was made for: then the library has the same rows. */
REEL_API uint32_t reel_table_layout(const reel_table *table);
/* Whether `row` has a value for `field`. */
REEL_API bool reel_field_present(const reel_field *field, const void *row);
/* Returns true if a row has a value of the field that can be one: a float is finite, or one value of a vector; a moment is a date, and not
 * the beginning of 1970. In rows that were read with REEL_CLEAN, and in statistics, other values are missing. */
REEL_API bool reel_field_valid(const reel_field *field, const void *row);
/* Value `index` of a numeric field as a double (64-bit integers may round), or 0 for text and opaque fields. */
REEL_API double reel_field_number(const reel_field *field, const void *row, size_t index);
/* The name of the column of value `index` of a field, as in CSV and Arrow: "time", "head_position_x", or "list_0" if the values have
 * no letters. Writes it to `buffer`, NUL-terminated and truncated to `size` bytes; `buffer` may be NULL if `size` is 0. Returns the
 * length of the whole name without the NUL. */
REEL_API size_t reel_column_name(const reel_field *field, size_t index, char *buffer, size_t size);
/* Finds the column called `name`: sets *field and *index, and returns true; or returns false and changes nothing. The name of a
 * vector field ("head_position") is not a column; reel_table_field finds it. */
REEL_API bool reel_table_column(const reel_table *table, const char *name, const reel_field **field, size_t *index);
/* Fields of statistics that have another name since this release. Selections take the old name until the next one. */
typedef struct reel_renaming {
    const char *table, *old_name, *name;
} reel_renaming;
/* All of them, ending with a NULL table. Static. */
REEL_API const reel_renaming *reel_renamings(void);
/* The field that was called `old_name`, or NULL. A name that the table has is not an old one. */
REEL_API const reel_field *reel_table_renamed(const reel_table *table, const char *old_name);

/* The name that a table of statistics had until this release, or NULL. reel_find_table and selections take it until the next one, unless
 * the format has a table of that name. */
REEL_API const char *reel_table_old_name(const reel_table *table);

/* Finds what a name selects in a table: a field ("head_position"), one value of a vector by its column ("head_position_x"), or the column
 * of a moment ("timestamp_utc"). "table.name" selects the same, and so do the names that a field and a statistics table had until this
 * release. All options that take the names of fields find them like this. *field becomes a field of its own with the selected values,
 * named as it is in the table, or as its column; for a moment, the field that holds it. *is_moment, which may be NULL, says whether
 * it is one. Returns false, and changes nothing, if the table has nothing of that name. `name` must live as long as the field. */
REEL_API bool reel_table_select(const reel_table *table, const char *name, reel_field *field, bool *is_moment);

/* Moments of the calendar. A field holds one if its unit says how it counts: "unix s", "unix ms", "unix us" or "unix ns" since 1970, UTC,
 * as an integer or as decimal text, or "iso 8601", a date with its zone as text. Text in "unix s" of 13, 16 or 19 digits is read in
 * milliseconds, microseconds or nanoseconds, which some programs write. A clock of which the zone is not known ("local ms") gives none.
 *
 * Beside such a field, Arrow, Parquet and doors that have a type for it show the column NAME_utc; reel_table_moment finds the field of
 * that column, or returns NULL. */
#define REEL_MOMENT_SUFFIX "_utc"
REEL_API bool reel_field_is_moment(const reel_field *field);
REEL_API const reel_field *reel_table_moment(const reel_table *table, const char *column);
/* The moment in microseconds since 1970, UTC, rounded down. Returns false, and changes nothing, if the field is not a moment or has no
 * value in `row`, or if the value is not a date or is outside the years 1 to 9999. */
REEL_API bool reel_field_moment(const reel_field *field, const void *row, int64_t *microseconds);
/* Writes a moment as in ISO 8601: "2026-01-31T01:25:00Z", with 3 or 6 decimals if there are any. Returns the length without the NUL; 0 if
 * it is outside the years 1 to 9999. */
#define REEL_MOMENT_SIZE 28
REEL_API size_t reel_moment_text(int64_t microseconds, char buffer[REEL_MOMENT_SIZE]);
/* The word of a list that a mistyped `word` was probably meant to be, or NULL if none is close: few bytes inserted, deleted, substituted or
 * swapped with their neighbour. `words` ends with NULL. */
REEL_API const char *reel_closest(const char *word, const char *const *words);

/* ---- formats ---------------------------------------------------------------------------------------------------- */

/* A file format; its struct is in <reel/format.h>. Its address identifies it in the program, its id elsewhere. */
typedef struct reel_format reel_format;

/* The built-in formats, ending with NULL. Static. */
REEL_API const reel_format *const *reel_formats(void);
/* The format with this id ("bsor") in `formats` (NULL: the built-in ones), or NULL. */
REEL_API const reel_format *reel_format_by_id(const reel_format *const *formats, const char *id);
/* Id ("bsor") and name ("Beat Saber Open Replay") of a format. Static text. */
REEL_API const char *reel_format_id(const reel_format *format);
REEL_API const char *reel_format_name(const reel_format *format);
/* The tables of a format, ending with NULL. Static. */
REEL_API const reel_table *const *reel_format_tables(const reel_format *format);
/* The table called `name` in a format, or NULL. */
REEL_API const reel_table *reel_format_table(const reel_format *format, const char *name);
/* The table called `name` in a format, else in an insight for that format ("insight.table" selects the insight), else the one of an
 * insight that had this name: compare it with the table's to warn of that. Returns NULL if there is no such table. *insight is set to the
 * table's insight, or to NULL for a table of the format; `insight` may be NULL. */
REEL_API const reel_table *reel_find_table(const reel_format *format, const char *name, const struct reel_insight **insight);
/* Size of a file name without the ending of a compressed file (.gz, .xz or .zst, in any case). */
REEL_API size_t reel_unpacked_name(const char *name);
/* Whether a file name has the extension of a built-in format, compressed or not. The extensions .json, .dat and .txt do not count: most
 * such files are not replays. Only the content of a file says what it is. */
REEL_API bool reel_is_replay_name(const char *name);
/* Whether files of a format can be written. */
REEL_API bool reel_format_writes(const reel_format *format);

/* ---- sources and sinks ------------------------------------------------------------------------------------------ */

#define REEL_UNKNOWN_SIZE UINT64_MAX

/* An input. A plain struct: fill in your own, or use one of the functions below. A function that takes a source closes it. */
typedef struct reel_source {
    void *context;
    const uint8_t *data; /* the whole input if it is in memory (then `read` may be NULL); else NULL */
    uint64_t size;       /* total bytes, or REEL_UNKNOWN_SIZE */
    /* Reads up to `capacity` bytes: REEL_OK with *got > 0, REEL_END, REEL_AGAIN (a growing file), or a failure. */
    reel_status (*read)(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error);
    /* Frees what the source holds. May be NULL. */
    void (*close)(void *context);
    /* Makes `read` continue at `offset`. NULL if the source is not seekable. */
    reel_status (*seek)(void *context, uint64_t offset, reel_error *error);
    const void *reserved[2]; /* NULL */
} reel_source;

/* A source over `size` bytes at `data`. Borrows them until it is closed; they must not change. Never fails. */
REEL_API reel_source reel_source_memory(const void *data, size_t size);

/* An output. A plain struct, like the source. A function that takes a sink calls exactly one of `commit` and `discard`, once. */
typedef struct reel_sink {
    void *context;
    reel_status (*write)(void *context, const void *data, size_t size, reel_error *error);
    /* Makes what was written visible to readers of the file. May be NULL. */
    reel_status (*flush)(void *context, reel_error *error);
    /* Opens the bytes written so far as a source, before commit. NULL if they cannot be read back. */
    reel_status (*reopen)(void *context, reel_source *source, reel_error *error);
    /* Completes the output (a file gets its final name) and frees the sink, even on failure. */
    reel_status (*commit)(void *context, reel_error *error);
    /* Removes the output and frees the sink. */
    void (*discard)(void *context);
    /* Replaces `size` bytes that were written, from `offset` on; what is written next still goes to the end. NULL if that is not possible, as
     * with a pipe: formats that complete their header at the end then leave it as it was. */
    reel_status (*patch)(void *context, uint64_t offset, const void *data, size_t size, reel_error *error);
    const void *reserved[1]; /* NULL */
} reel_sink;

/* A sink that writes to `memory`, which must outlive it. After commit the caller owns the bytes: free them with
 * reel_memory_free. `allocator` may be NULL for malloc. */
typedef struct reel_memory {
    uint8_t *data;
    size_t size, capacity;
    reel_allocator allocator;
} reel_memory;
REEL_API reel_sink reel_sink_memory(reel_memory *memory, const reel_allocator *allocator);
REEL_API void reel_memory_free(reel_memory *memory);

/* Writes the description of `format` to `sink` as a JSON object: id, name, game, extensions, tables and fields, insights and their
 * tables. NULL writes an array of all built-in formats. docs/schema.md lists the members. Takes ownership of the sink. Fails if the
 * sink fails, or with REEL_MEMORY. */
REEL_API reel_status reel_schema_json(const reel_format *format, reel_sink sink, reel_error *error);
/* Writes the kept findings to `sink` as a JSON array of objects. Takes ownership of the sink. */
REEL_API reel_status reel_findings_json(const reel_findings *findings, reel_sink sink, reel_error *error);

/* ---- reading ---------------------------------------------------------------------------------------------------- */

enum {
    REEL_STRICT = 1 << 0, /* damage fails the call; otherwise rows before the damage are returned, and a finding is reported */
    REEL_CLEAN = 1 << 2, /* rows that are fit for sums: values that a rule says are none have no value, and those whose meaning is
                          * known are given as meant. A field without a mark for that has none if reel_field_valid says so; floats are
                          * then NaN. Exports and streams of such rows leave it out. A finding for each field says how many (rules "clean..."). docs/export.md lists
                          * them. Functions that write or compare replays, and checks, ignore it. It reads whole rows, whatever
                          * `select` says. Statistics always use such values */
    REEL_COMPACT_LAYOUT =
        1 << 1 /* LAYOUT tables leave out what the format's writer can make from the other rows. Formats for which this
                                  * makes no difference ignore it. reel_pack sets it */
};

/* One field and its value as text: "info.player_name" or, where only one header table has it, "player_name". */
typedef struct reel_setting {
    const char *field;
    const char *value;
} reel_setting;

/* Options for reading. All pointers are borrowed until the reader is closed. */
struct reel_options;
typedef struct reel_chunk reel_chunk;

/* Decides about a replay while it is being opened. Called twice: with `header` NULL once the format is known, and with the header once that
 * is read; `header` is valid during the call. `options` is the reader's own copy. The first call may change what is read (tables, select,
 * convention, flags, report, index, span, expected), the second only the index and the span. What the options point to must live as long
 * as the reader; the bytes of an index, until the replay is open. Returns REEL_OK to go on; a failure, described in *error, ends the opening
 * and is what the opening function returns. A function that opens an input several times, such as reel_verify, asks each time. */
typedef reel_status reel_choose(void *context, const struct reel_format *format, const reel_chunk *header,
                                struct reel_options *options, reel_error *error);

typedef struct reel_options {
    size_t struct_size;              /* REEL_SIZED(reel_options) */
    uint32_t flags;                  /* REEL_STRICT, REEL_CLEAN, REEL_COMPACT_LAYOUT */
    const reel_allocator *allocator; /* NULL: malloc and its family */
    reel_limits limits;
    const reel_format *const *formats; /* formats to choose from, ending with NULL; NULL: the built-in ones */
    const reel_format *format;         /* read as this format; NULL: detect it from the content */
    const reel_table *const
        *tables;            /* tables to read besides HEADER ones, ending with NULL; NULL: all but ON_REQUEST. If all of them
                                        * are of other formats: REEL_ARGUMENT, rule "reel.foreign-table" */
    const char *convention; /* one of the format's reading conventions; NULL: its default */
    reel_report *report;    /* receives every finding; NULL: none */
    void *report_context;
    const reel_setting *expected; /* header fields that reel_check compares with these values */
    size_t expected_count;
    bool has_from, has_to;         /* span: only rows with from <= time < to, in tables with a time axis. Formats may skip */
    double from, to;               /* decoding outside it; row numbers then start at the first row returned */
    reel_bytes index;              /* output of reel_index: to start at `from`, and rows of small tables; empty: none. A damaged
                                        * index or one of another file is reported and ignored. Borrowed for the call */
    reel_on_progress *on_progress; /* NULL: none */
    void *progress_context;
    const char *const *select; /* tables to read, by name, if the format is not known yet: "notes" or a field, "notes.event_time"
                                        * (other fields of its rows may be zero: archives skip them). Ends with NULL. An unknown name is
                                        * REEL_ARGUMENT, rule "reel.select". NULL: use `tables` */
    const char *member;        /* of an archive of several replays (<reel/archive.h>): the id of one, "#1" (its number) or "@0"
                                        * (offset). NULL: the first. An unknown one is REEL_ARGUMENT, rule "archive.member". Of the
                                        * entries of a zip as well, by their names */
    const char *name;          /* of the file, without folders, if it is known: of several recordings in a zip, the entry of this
                                        * name is read if no member is asked for. NULL: unknown. Borrowed for the call */
    reel_choose *choose;       /* NULL: none. reel_identify does not call it */
    void *choose_context;
} reel_options;

/* reel_chunk: a bounded slice of a replay. The reader owns it: its rows and strings are valid until the next call on that reader. */
typedef struct reel_reader reel_reader;

/* The rows of `table` in a chunk, as an array of the table's row struct. Sets *count to their number. If *count is 0, the returned
 * pointer may be NULL. */
REEL_API const void *reel_chunk_rows(const reel_chunk *chunk, const reel_table *table, size_t *count);
/* Number of the chunk's first row of `table`, counted from 0 over the whole file. */
REEL_API uint64_t reel_chunk_first(const reel_chunk *chunk, const reel_table *table);
/* The tables that a chunk can hold, in order, ending with NULL. */
REEL_API const reel_table *const *reel_chunk_tables(const reel_chunk *chunk);

/* Identifies the format of `source` by content. Sets *format, and *bits to the number of bits verified; either may be NULL. Reads at
 * most 16 KiB and closes the source; .gz, .xz and .zst are read transparently. Fails with REEL_UNSUPPORTED, rule
 * "reel.unknown-format", if no format matches, and with REEL_TRUNCATED, rule "reel.empty", if the input is empty. */
REEL_API reel_status reel_identify(reel_source source, const reel_options *options, const reel_format **format, int *bits,
                                   reel_error *error);

/* Opens a replay: identifies the format and reads its header. Takes ownership of the source, even on failure. Sets *reader, which
 * reel_close frees. Fails with REEL_TRUNCATED if a growing source has an incomplete header: open it again later. */
REEL_API reel_status reel_open(reel_source source, const reel_options *options, reel_reader **reader, reel_error *error);
/* The format of the replay. Static. */
REEL_API const reel_format *reel_reader_format(const reel_reader *reader);
/* The header: a chunk with the tables flagged REEL_TABLE_HEADER. Valid until the second reel_next. */
REEL_API const reel_chunk *reel_header(const reel_reader *reader);
/* What the header says of a flag, as text: the values of the fields with the flag (REEL_FIELD_PLAYER, REEL_FIELD_PLAYER_NAME, REEL_FIELD_LEVEL), in order and
 * joined by slashes. Fields without a value, empty ones and numbers that are 0 are left out. Writes it to `buffer`, NUL-terminated and
 * truncated to `size` bytes; `buffer` may be NULL if `size` is 0. Returns the length of the whole text without the NUL; 0: unknown. */
REEL_API size_t reel_header_text(const reel_chunk *header, uint32_t flag, char *buffer, size_t size);
/* The game of a replay: that of its format, or, of a format that holds several, the one that the header names (REEL_FIELD_TITLE), spelt as
 * the format does. A program that the format does not list is returned as the file spells it. `header` may be NULL. Writes and returns as
 * reel_header_text does; 0: the file does not say. */
REEL_API size_t reel_replay_game(const reel_format *format, const reel_chunk *header, char *buffer, size_t size);
/* Whether replays of a format may be of a game, by its name in any case: whether `format->game`, a list with ", " between, has it. */
REEL_API bool reel_format_has_game(const reel_format *format, const char *game);
/* The key of a level: the same for every spelling of one level, whatever the format. `level` is what reel_header_text returns for
 * REEL_FIELD_LEVEL, or its first part. Letters are lower case; blanks and invisible characters at the ends of a part are dropped, and
 * runs between are one blank; the prefix "custom_level_" and the suffix " WIP" are dropped, and so is what follows a map hash of 40
 * hex digits; difficulties are names. A key is its own key, and so is text of blanks only. Writes and returns as reel_header_text does; `size` is the length of
 * `level`, `capacity` that of `buffer`. */
REEL_API size_t reel_level_key(const char *level, size_t size, char *buffer, size_t capacity);
/* The key of a player: an id without blanks and invisible characters at its ends, and with one blank for each run between. */
REEL_API size_t reel_player_key(const char *player, size_t size, char *buffer, size_t capacity);
/* Reads the next chunk; the first one includes the header. Returns REEL_OK and sets *chunk, or returns REEL_END, REEL_AGAIN or a
 * failure. The chunk is valid until the next call on the reader. */
REEL_API reel_status reel_next(reel_reader *reader, const reel_chunk **chunk, reel_error *error);
/* The damage that ended reading early, or NULL. Valid until reel_close. */
REEL_API const reel_error *reel_reader_damage(const reel_reader *reader);
/* Bytes of the (decompressed) input consumed so far. */
REEL_API uint64_t reel_reader_offset(const reel_reader *reader);
/* Frees a reader and its chunks, and closes its source. `reader` may be NULL. */
REEL_API void reel_close(reel_reader *reader);

/* A whole replay in memory, independent of its input. Functions that take a const replay may run on several threads at once. */
typedef struct reel_replay reel_replay;
/* Reads a whole replay. Takes ownership of the source, even on failure. Sets *replay, which reel_free frees. Damage is not a failure
 * without REEL_STRICT: see reel_replay_damage. */
REEL_API reel_status reel_load(reel_source source, const reel_options *options, reel_replay **replay, reel_error *error);
/* All rows of a table, as reel_chunk_rows returns them. Valid until reel_free. */
REEL_API const void *reel_rows(const reel_replay *replay, const reel_table *table, size_t *count);
/* The replay as one chunk, for functions that take chunks. Valid until reel_free. */
REEL_API const reel_chunk *reel_replay_chunk(const reel_replay *replay);
/* The format of the replay; NULL for the result of an insight. */
REEL_API const reel_format *reel_replay_format(const reel_replay *replay);
/* The damage that ended reading early, or NULL if the replay is complete. Valid until reel_free. */
REEL_API const reel_error *reel_replay_damage(const reel_replay *replay);
REEL_API void reel_free(reel_replay *replay); /* `replay` may be NULL */

/* Rows of one table in the caller's memory. */
typedef struct reel_own_rows {
    const reel_table *table;
    const void *rows; /* an array of the table's row struct; may be NULL if `count` is 0 */
    size_t count;
} reel_own_rows;
/* A replay of `format` made of copies of the caller's rows and their strings, for functions that take replays. The `own_count` elements of
 * `own` may name each table of the format any number of times; another table is REEL_ARGUMENT, rule "reel.foreign-table". `allocator` may be
 * NULL for malloc. reel_free frees it. */
REEL_API reel_status reel_replay_of_rows(const reel_format *format, const reel_own_rows *own, size_t own_count,
                                         const reel_allocator *allocator, reel_replay **replay, reel_error *error);

/* The rows of several tables of a chunk, one by one, in one order. */
typedef struct reel_order reel_order;
/* Orders the rows of `chunk` by their field called `field`: "seq" gives the events of a teehistorian chunk in the order of the file. NULL
 * orders by time, and takes the tables whose time axis has the unit of the first one. Tables without the field are left out. Each table keeps its
 * own order, and rows that are equal come in the order of the tables; a row without a value follows the one before it. `allocator` may be
 * NULL for malloc. The chunk must outlive the order; reel_order_close frees it. Fails with REEL_ARGUMENT, rule "order.field", if no table has
 * the field, or with REEL_MEMORY. */
REEL_API reel_status reel_order_open(const reel_chunk *chunk, const char *field, const reel_allocator *allocator,
                                     reel_order **order, reel_error *error);
/* The next row and its table; false after the last one. */
REEL_API bool reel_order_next(reel_order *order, const reel_table **table, const void **row);
REEL_API void reel_order_close(reel_order *order); /* `order` may be NULL */

/* Upper bound, in bytes, of the memory that reading any file of `size` bytes takes: input buffer, rows, strings and the library's
 * own. For a streaming format, the bound covers one chunk. Tests and fuzzers enforce it. */
REEL_API uint64_t reel_memory_bound(const reel_format *format, uint64_t size, const reel_options *options);
/* The same for a .gz, .xz or .zst file of `size` bytes. It includes up to 128 MiB for the decompressor's window, of which only the
 * part that the data needs is touched. */
REEL_API uint64_t reel_memory_bound_packed(const reel_format *format, uint64_t size, const reel_options *options);

/* Reads all of `source` and writes an index to `sink`, for reel_options.index. The index stores the reader's state about every
 * `every` bytes (0: 4 MiB). docs/index.md describes its layout. Takes ownership of source and sink. Fails with REEL_UNSUPPORTED,
 * rule "index.format", if the format has no index. Damage ends the index with a finding and is not a failure. */
REEL_API reel_status reel_index(reel_source source, const reel_options *options, uint64_t every, reel_sink sink,
                                reel_error *error);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Options for writing. */
typedef struct reel_write_options {
    size_t struct_size;
    const reel_allocator *allocator;
    reel_report *report;
    void *report_context;
    const char *spool;      /* reel_create_file: path of a spool (see reel_spool); NULL: none */
    const char *convention; /* one of the format's writing conventions; NULL: its default */
    const struct reel_archive_options
        *archive;   /* write an archive (<reel/archive.h>) instead of a file of the format. Each reel_flush writes
                             * a chunk, which a crash does not take back: reel_create_file uses the final name from the start.
                             * NULL: a file */
    uint32_t flags; /* REEL_WRITE_... */
    reel_on_progress
        *on_progress; /* called by the calls that write to the sink: `read` and `work` are the bytes written so far. NULL:
                                    * none */
    void *progress_context;
} reel_write_options;

enum {
    REEL_WRITE_DIRECT = 1 << 0,    /* reel_create_file: the file has its name from the start, as a server's log needs */
    REEL_WRITE_BACKGROUND = 1 << 1 /* reel_create_file: a thread writes the spool and the file. No call waits for the disk but
                                    * reel_finish and reel_discard, which wait until everything is written, unless the disk is more
                                    * than 64 MiB behind */
};

typedef struct reel_writer reel_writer;

/* Starts writing a replay of `format`. Takes ownership of the sink, even on failure. Sets *writer; end it with reel_finish or
 * reel_discard. Fails with REEL_UNSUPPORTED, rule "reel.read-only", if the format cannot be written. */
REEL_API reel_status reel_create(reel_sink sink, const reel_format *format, const reel_write_options *options,
                                 reel_writer **writer, reel_error *error);
/* Appends `count` rows to any table, in any order of tables but for those flagged REEL_TABLE_FIRST. Rows and strings are copied. Refused
 * are rows that cannot be written whatever comes before and after them, such as a note with an unknown event, a row of a
 * REEL_TABLE_ONE_ROW table that differs from the one that is there (rule "writer.second-row"; an equal one is fine and changes nothing),
 * and a row of a REEL_TABLE_FIRST table after others (rule "writer.late-row"), whatever was flushed before: the call fails, keeps none of
 * `rows`, and recording goes on; reel_finish reports how many calls were refused (rule "writer.refused"). Any other failure is permanent:
 * later calls and reel_finish return it again. reel_writer_error returns the reason. */
REEL_API reel_status reel_append(reel_writer *writer, const reel_table *table, const void *rows, size_t count);
/* Puts a row in the place of the one that a REEL_TABLE_ONE_ROW table has, or makes it the first: a score that is known better now. A spool has
 * the latest one. Refused as by reel_append: with rule "writer.many-rows" for other tables, and with REEL_UNSUPPORTED, rule "writer.passed",
 * for a row that may have been written already, in a format that streams or, but for HEADER tables, in an archive. */
REEL_API reel_status reel_replace(reel_writer *writer, const reel_table *table, const void *row);
/* Why the writer failed or, if it did not, why the last refused rows were refused; NULL: nothing of this happened. Valid until the next
 * call on the writer. */
REEL_API const reel_error *reel_writer_error(const reel_writer *writer);
/* Drops the last rows of each table that has a time axis, back to the last one whose time is not above `time`: a player went back to a
 * checkpoint. A spool forgets them, too. Fails with REEL_UNSUPPORTED, rule "writer.passed", if the format streams or an archive is
 * written: such rows may have been written already. */
REEL_API reel_status reel_drop_after(reel_writer *writer, double time, reel_error *error);
/* Appends every row of a chunk of the same format, including layout tables. What reel_append refuses is a permanent failure here. */
REEL_API reel_status reel_append_chunk(reel_writer *writer, const reel_chunk *chunk);
/* Protects appended rows from a crash by also writing them to `spool`, within a second of their append. The delay is checked at
 * each append by `clock_ms`, a clock in milliseconds; call reel_flush during pauses. A spool left by a crash reads as a replay of
 * the same format, and `reel repair` turns it into a file: docs/spool.md. Call this before the first append. Takes ownership of the
 * spool: reel_finish discards it once the file is complete, reel_discard commits it. If writing the spool fails, also here, nothing more
 * is written to it, which is reported (rule "spool.lost"), and the recording continues. */
REEL_API reel_status reel_spool(reel_writer *writer, reel_sink spool, uint64_t (*clock_ms)(void), reel_error *error);
/* Writes out buffered data: the spool, and for a streaming format everything completed so far. */
REEL_API reel_status reel_flush(reel_writer *writer, reel_error *error);
/* Completes the file, gives it its final name and frees the writer. On failure no file is left under that name. */
REEL_API reel_status reel_finish(reel_writer *writer, reel_error *error);
/* reel_finish that may be repeated: if it fails, the writer keeps its rows and its spool. Call it again with another sink in
 * `elsewhere`, or reel_discard. `elsewhere` is NULL for the writer's own sink, which only the first call can use; the call takes ownership
 * of it. A format that streams, or an archive, has passed its rows on: then only the writer's own sink works, rule "writer.passed". */
REEL_API reel_status reel_try_finish(reel_writer *writer, const reel_sink *elsewhere, reel_error *error);
/* Frees the writer without leaving a file; a spool is kept. `writer` may be NULL. */
REEL_API void reel_discard(reel_writer *writer);

/* Writes a chunk that holds a whole replay. Equivalent to reel_create, reel_append_chunk and reel_finish, without copying rows. */
REEL_API reel_status reel_write(const reel_chunk *chunk, const reel_format *format, reel_sink sink,
                                const reel_write_options *options, reel_error *error);

/* ---- whole jobs ------------------------------------------------------------------------------------------------- */

/* Reads all of `source` and reports problems to options->report: damage, violations of the format and implausible game data. A
 * header field that differs from options->expected is an error of rule "check.expected"; an unknown one fails with REEL_ARGUMENT.
 * Takes ownership of the source. Returns REEL_OK even if problems were found; fails like reel_open. */
REEL_API reel_status reel_check(reel_source source, const reel_options *options, reel_error *error);

enum {
    REEL_NO_VERIFY = 1 << 0, /* do not read the output back and compare it */
    REEL_REPAIR = 1 << 1,    /* repair damage instead of keeping it, like `reel repair` */
    REEL_ANONYMISE = 1 << 2, /* replace every field that identifies a player */
    REEL_CARRY = 1 << 3, /* store what the target cannot express in its opaque extension data, if it has any, so that converting
                              * back restores it. Ignored by other conversions */
    /* `follow` is the player whom the target shows, as if they had recorded it. Ignored if the target cannot say so */
    REEL_FOLLOW = 1 << 4,
    /* leave out players who are not in the team of `follow` at the time. Only from teehistorian to demo; ignored by others */
    REEL_ONLY_TEAM = 1 << 5
};

/* What a policy does with a kind of values. */
typedef enum reel_keeping {
    REEL_KEEP = 0, /* as they are */
    REEL_BLUR =
        1, /* all times of a player are shifted alike, by up to a year; heights are rounded to 0.1 m; of a device its first word stays */
    REEL_DROP = 2 /* removed, or a fixed date */
} reel_keeping;

/* How players get pseudonyms: the same secret gives a player the same pseudonym in every format. Names, ids, chat, addresses, codes and
 * what a format does not define are always replaced, as REEL_ANONYMISE does; docs/privacy.md says what remains. */
typedef struct reel_pseudonyms {
    size_t struct_size;
    const void *key; /* the secret, of `key_size` bytes; 16 or more, or reel_convert fails with REEL_ARGUMENT, "pseudonym.key" */
    size_t key_size;
    uint8_t times, bodies, devices; /* reel_keeping: of times of the calendar, of REEL_FIELD_BODY, of REEL_FIELD_DEVICE */
} reel_pseudonyms;

/* Reads a policy: lines "times|heights|devices = keep|blur|drop", and comments after "#". Each of the three must be there. Sets these members
 * only. Fails with REEL_ARGUMENT, rule "pseudonym.policy"; the offset is that of the line. Thread-safe. */
REEL_API reel_status reel_policy_read(const char *text, size_t size, reel_pseudonyms *pseudonyms, reel_error *error);
/* The text of a policy that the library has: "open", "study", "linked"; NULL if it has none of that name. Static. */
REEL_API const char *reel_policy_text(const char *name);
/* Writes the pseudonym of a player, or of a file by its path (`purpose` "player" or "file"), as lower-case text, NUL-terminated. Returns its
 * length, 12; `buffer` has room for 13 bytes. Thread-safe. */
REEL_API size_t reel_pseudonym(const reel_pseudonyms *pseudonyms, const char *purpose, const char *text, size_t size,
                               char *buffer);

/* Options for reel_convert. Without any, everything is kept. */
typedef struct reel_convert_options {
    size_t struct_size;
    uint32_t flags;
    const reel_setting *settings; /* header fields to set, of the format that is written */
    size_t setting_count;
    const reel_setting *operations; /* operations of the format: `field` is the operation's id, `value` its argument or NULL */
    size_t operation_count;
    reel_source *merge; /* replays of the same format (to beatsaber-map: level) to merge in, in order; the call takes ownership */
    size_t merge_count;
    bool has_from, has_to;  /* keep only from <= time < to: by the format's cut operation, else rows of tables with a time axis */
    double from, to;        /* in the unit of that axis */
    const char *convention; /* writing convention, as in reel_write_options */
    /* The rest is for conversions that simulate the game (teehistorian to demo); others ignore it. They read the rows before `from`, simulate
     * the last minute of them, and write none of them.
     *
     * The level that was played, such as the map of a DDNet recording. Must outlive the call; several calls may share it. NULL: not given; a
     * conversion that needs it fails with REEL_ARGUMENT, rule "convert.level". Another level than the replay names fails with "level.other" */
    const reel_replay *level;
    /* Players to keep, by the numbers that the replay has for them; those that it does not have are ignored. None: all */
    const int32_t *who;
    size_t who_count;
    /* Names of players that the replay does not state: `field` is the number of the player in decimal, `value` the name */
    const reel_setting *names;
    size_t name_count;
    int32_t follow;                    /* with REEL_FOLLOW or REEL_ONLY_TEAM: number of a player */
    const reel_pseudonyms *pseudonyms; /* players get pseudonyms, as the last change. NULL: they do not */
    /* teehistorian to demo: small errors, which follow from this key and the recording, hide what exactly was pressed
     * (docs/formats/demo.md#scrambling). At least 16 bytes, secret; NULL: no errors. Other conversions fail with REEL_UNSUPPORTED, rule
     * "convert.scramble" */
    const void *scramble_key;
    size_t scramble_key_size;
} reel_convert_options;

/* Reads `source`, changes it as `how` says, and writes it to `sink` as format `to` (NULL: its own format). The order of changes is
 * repair, merge, operations, cut, settings, anonymise. Takes ownership of the source, the sink and how->merge.
 * Each field that `to` cannot hold is reported once, with the number of rows (rule "convert.loss"). Unless REEL_NO_VERIFY is set, the
 * output is read back and compared before it is committed. A difference fails with REEL_LOSS and leaves no output.
 * So does an edit that gives the output an error, in the eyes of reel_check, that the input does not have ("edit.new-error").
 * `how` is read once the input is open: options->choose may still change it. */
REEL_API reel_status reel_convert(reel_source source, const reel_options *options, const reel_format *to, reel_sink sink,
                                  const reel_convert_options *how, reel_error *error);

/* One difference between two replays. Valid only during the callback. */
typedef struct reel_difference {
    const reel_table *table;
    const reel_field *field; /* NULL: the row exists in one replay only */
    uint64_t row_a, row_b;   /* REEL_NO_ROW: missing in that replay */
    const void *a, *b;       /* the rows, or NULL */
} reel_difference;

/* Compares two replays of the same format row by row, table by table. Calls `each` for every difference until it returns false; NULL only
 * counts them. Rows are paired by KEY fields if the table has them, else by number. LAYOUT tables are compared only if `layout` is true.
 * Sets *count to the number of differences reported; `count` may be NULL. */
REEL_API reel_status reel_diff(const reel_replay *a, const reel_replay *b, bool layout,
                               bool (*each)(void *context, const reel_difference *difference), void *context, uint64_t *count,
                               reel_error *error);

/* Size in bytes of a hash: of the content, BLAKE3; of a source, SHA-256 (FIPS 180-4). */
#define REEL_HASH_SIZE 32

/* The format that recorders write and that replays of `format` are often made from: one that was made without a loss gives the original
 * back by reel_convert. NULL: none. */
REEL_API const reel_format *reel_format_origin(const reel_format *format);

/* Hashes what was played: equal for two files with the same rows, whatever their headers say and however they store the rows
 * (compression, order of sections, JSON or msgpack). It covers every table that is not flagged HEADER, LAYOUT or ON_REQUEST, without
 * fields flagged DERIVED or PERSONAL; options->tables and options->select are ignored. The hash is BLAKE3 and the same on
 * every machine. docs/operators.md lists what has no effect on it, and which formats of a game hash the same play alike.
 * Reads as a stream, without keeping rows. Takes ownership of the source. Returns REEL_OK, or REEL_END with `hash` all zeros
 * if the replay has no rows to hash. For a damaged file, hashes the rows before the damage and reports a finding. Fails like
 * reel_open. */
REEL_API reel_status reel_content_hash(reel_source source, const reel_options *options, uint8_t hash[REEL_HASH_SIZE],
                                       reel_error *error);
/* Hashes all bytes of `source` as they are, of any file, by SHA-256 like sha256sum: nothing is decompressed. Of the options it uses the
 * allocator and the progress callback. Takes ownership of the source. Fails if the source does, or with REEL_MEMORY or REEL_CANCELLED. */
REEL_API reel_status reel_source_hash(reel_source source, const reel_options *options, uint8_t hash[REEL_HASH_SIZE],
                                      reel_error *error);

/* Library and program must agree on these: options such as -fshort-enums or -fpack-struct would change them. */
#ifdef __cplusplus
#define REEL_ASSERT_(condition) static_assert(condition, "reel: compiler options change the layout of structs or enumerations")
#else
#define REEL_ASSERT_(condition) _Static_assert(condition, "reel: compiler options change the layout of structs or enumerations")
#endif
REEL_ASSERT_(sizeof(reel_status) == 4 && sizeof(reel_severity) == 4 && sizeof(reel_type) == 4);
REEL_ASSERT_(offsetof(reel_field, count) == sizeof(char *) + 4 && offsetof(reel_field, flags) == sizeof(char *) + 8);
REEL_ASSERT_(offsetof(reel_table, row_size) == 3 * sizeof(char *) + 4 && sizeof(reel_pose) == 28 && sizeof(bool) == 1);

#ifdef __cplusplus
}
#endif

#ifndef REEL_WITHOUT_PLATFORM
#include <reel/file.h>
#endif

#endif
