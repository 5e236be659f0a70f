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
 * The whole library is one pipe: a source of bytes, a reader, chunks of rows, a writer (or an export, a check, an
 * insight), a sink of bytes. Every kind of row is described once, by a table of fields; the row itself is a plain
 * C struct in the header of its format.
 *
 * Conventions, true for every function unless its comment says otherwise:
 *   - a handle (reader, replay, writer, ...) may be used by one thread at a time; different handles are independent;
 *   - pointers given in are borrowed for the call; `reel_error *` and option pointers may be NULL;
 *   - a function that returns reel_status leaves its outputs NULL or zero where it fails;
 *   - text is UTF-8 as far as the file kept to it; a reel_string is never NUL-terminated by promise.
 */
#ifndef REEL_REEL_H
#define REEL_REEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(REEL_SHARED)
#ifdef REEL_BUILDING
#define REEL_API __declspec(dllexport)
#else
#define REEL_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define REEL_API __attribute__((visibility("default")))
#else
#define REEL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define REEL_VERSION "0.1.0"

/* The version of the library that is linked, as "major.minor.patch". Static text. */
REEL_API const char *reel_version(void);

/* ---- status and errors ------------------------------------------------------------------------------------------ */

/* What came of a call: 0 done, above 0 a soft end, below 0 failed. The numbers are never reused. */
typedef enum reel_status {
    REEL_OK = 0,
    REEL_END = 1,          /* nothing follows: the file, the table or the source is at its end */
    REEL_AGAIN = 2,        /* nothing follows yet: a source that grows has no more at this moment */
    REEL_IO = -1,          /* the operating system refused: no file, no permission, disk full */
    REEL_TRUNCATED = -2,   /* the file ends before a structure it began */
    REEL_CORRUPT = -3,     /* the bytes contradict the format */
    REEL_UNSUPPORTED = -4, /* a format, version or variant that this library does not know */
    REEL_LIMIT = -5,       /* within the format, beyond what reel_limits allows */
    REEL_MEMORY = -6,      /* the allocator gave nothing */
    REEL_ARGUMENT = -7,    /* the caller's mistake */
    REEL_LOSS = -8,        /* the output does not say what the input said */
    REEL_CANCELLED = -9    /* the caller's progress callback asked to stop */
} reel_status;

/* The name of a status: "truncated", "corrupt", ... Static text, for any number. */
REEL_API const char *reel_status_name(reel_status status);

#define REEL_MESSAGE_SIZE 200

/* Why a call failed. Owned by the caller, filled by the call, never allocates. */
typedef struct reel_error {
    reel_status status;
    const char *rule;    /* id of the rule that was broken ("bsor.frame-count"), static text; "" where there is none */
    const char *section; /* part of the file ("frames"), static text; "" where there is none */
    uint64_t offset;     /* byte offset in the (decompressed) file */
    char message[REEL_MESSAGE_SIZE]; /* one line for a person, NUL-terminated, no trailing stop */
} reel_error;

typedef enum reel_severity { REEL_NOTE = 0, REEL_WARNING = 1, REEL_ERROR = 2 } reel_severity;

struct reel_table;
struct reel_insight;

/* Something to say about a file. What a report function gets lives for that call only. */
typedef struct reel_finding {
    const char *rule; /* "bsor.name-length"; static text */
    reel_severity severity;
    const char *section; /* static text, "" where there is none */
    uint64_t offset;     /* byte offset in the (decompressed) file; REEL_NO_OFFSET where there is none */
    uint64_t length;     /* bytes concerned, 0 where there is no range */
    const struct reel_table *table; /* table concerned, or NULL */
    uint64_t row;        /* row of that table, or REEL_NO_ROW */
    uint64_t count;      /* rows or bytes that the finding stands for; 1 for a single one */
    const char *message; /* one line for a person */
} reel_finding;

#define REEL_NO_OFFSET UINT64_MAX
#define REEL_NO_ROW UINT64_MAX

/* Receives findings as they are made, on the thread of the call. Must not call back into the same handle. */
typedef void reel_report(void *context, const reel_finding *finding);

/* A list that collects findings: pass reel_findings_report and the list as `report` and `report_context`.
 * It keeps the first 100 of a rule and counts the rest. */
typedef struct reel_findings reel_findings;
struct reel_allocator;
REEL_API reel_findings *reel_findings_new(const struct reel_allocator *allocator); /* NULL: no memory */
REEL_API void reel_findings_report(void *findings, const reel_finding *finding);
REEL_API size_t reel_findings_count(const reel_findings *findings);                  /* kept findings */
REEL_API const reel_finding *reel_findings_at(const reel_findings *findings, size_t index);
REEL_API uint64_t reel_findings_total(const reel_findings *findings, reel_severity severity); /* kept or not */
REEL_API void reel_findings_free(reel_findings *findings); /* NULL is fine */

/* ---- memory and limits ------------------------------------------------------------------------------------------ */

/* One allocator for everything. `resize` gets the old size; `old` may be NULL with old_size 0. All three may be
 * called from the threads that use the handles. */
typedef struct reel_allocator {
    void *(*alloc)(void *context, size_t size);
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size);
    void (*free)(void *context, void *pointer);
    void *context;
} reel_allocator;

/* Limits on untrusted input. 0 means the default in brackets. A file that exceeds one gives what comes before that point and a
 * finding, like a damaged file. */
typedef struct reel_limits {
    uint64_t input_bytes;  /* bytes of a whole input [what the format says: 200 MB for BSOR; none where it streams] */
    uint64_t buffer_bytes; /* bytes held at once of an input that is not in memory [1 GiB] */
    uint64_t rows;         /* rows of one table held at once [2^31] */
    uint64_t string_bytes; /* bytes of one string or opaque value [256 MiB] */
    uint32_t nesting;      /* depth of nested structures: JSON, msgpack [128] */
    uint32_t ratio;        /* unpacked bytes per byte of the file, beyond the first 64 KiB [1000] */
    uint64_t unpacked_bytes; /* bytes that everything compressed in one file may unpack to, all layers together [64 KiB and
                              * `ratio` for each byte of the file]. Rule "unpack.limit" */
    uint64_t work;         /* steps that one file may cost, a step being about one byte read, unpacked, decoded or made
                            * [64 Mi and 4096 for each byte of the file]. Rule "reel.work-limit" */
} reel_limits;

/* How far a call has come. */
typedef struct reel_progress {
    uint64_t read; /* bytes of the file read so far */
    uint64_t size; /* bytes of the file, or REEL_UNKNOWN_SIZE */
    uint64_t work; /* steps so far, see reel_limits.work */
} reel_progress;

/* Called about every million steps of a long call, on its thread. Returns false to stop it: the call fails with REEL_CANCELLED. Must
 * not use the handle that it is called from. */
typedef bool reel_on_progress(void *context, const reel_progress *progress);

/* ---- fields and tables ------------------------------------------------------------------------------------------ */

typedef struct reel_string { const char *data; size_t size; } reel_string;   /* text; data may be NULL when size is 0 */
typedef struct reel_bytes { const uint8_t *data; size_t size; } reel_bytes;  /* opaque bytes */
typedef struct reel_uuid { uint8_t bytes[16]; } reel_uuid;                   /* in textual order */
typedef struct reel_vec3 { float x, y, z; } reel_vec3;
typedef struct reel_quaternion { float x, y, z, w; } reel_quaternion;
typedef struct reel_pose { reel_vec3 position; reel_quaternion rotation; } reel_pose;

/* The code point of the UTF-8 character at the start of `left` bytes of text, of which there is at least one, and in *size its
 * bytes, 1 to 4. What is not a whole and valid character is U+FFFD with *size 0. (Unicode 15, table 3-7.) */
REEL_API uint32_t reel_utf8(const void *text, size_t left, size_t *size);

typedef enum reel_type {
    REEL_BOOL = 1, /* uint8_t: 0 false, anything else true; the byte is kept as it was */
    REEL_U8, REEL_I8, REEL_U16, REEL_I16, REEL_U32, REEL_I32, REEL_U64, REEL_I64,
    REEL_F32, REEL_F64,
    REEL_STRING,   /* reel_string */
    REEL_BYTES,    /* reel_bytes */
    REEL_UUID      /* reel_uuid */
} reel_type;

/* Bytes of one value of a type in a row. 0 for an unknown type. */
REEL_API size_t reel_type_size(reel_type type);
/* "bool", "u8", "f32", "string", ... Static text. */
REEL_API const char *reel_type_name(reel_type type);

/* A name for a value of an enumeration field. A list ends with a NULL name; values without a name stay numbers. */
typedef struct reel_label { int64_t value; const char *name; } reel_label;

enum {
    REEL_FIELD_TIME = 1 << 0,     /* the row's place in time, by which a table is cut; one a table */
    REEL_FIELD_KEY = 1 << 1,      /* identifies the row between two versions of a replay */
    REEL_FIELD_PERSONAL = 1 << 2, /* says who played: replaced when a replay is anonymised */
    REEL_FIELD_DERIVED = 1 << 3,  /* a place in the file, computed while reading: not compared, not written */
    REEL_FIELD_GAME = 1 << 4,     /* of a header: the id of this game, that no other has */
    REEL_FIELD_GROUP = 1 << 6,    /* a bool by which files store the rows: first all without it, then all with it. Only the order
                                   * within each of the two survives writing */
    REEL_FIELD_PREVIOUS = 1 << 5  /* of a header: the id of the game that this one follows; zeros or empty: of none */
};

typedef struct reel_field {
    const char *name; /* lower_snake_case, unique in its table */
    reel_type type;
    uint16_t count;   /* values side by side in the row: 1, or 3 and 4 for vectors */
    uint16_t offset;  /* bytes from the start of the row */
    uint32_t flags;
    const char *unit; /* "s", "m", "deg", "m/s", ...; "" where there is none */
    const char *doc;  /* one line */
    const char *components;   /* one letter for each value of a vector ("xyzw"); NULL: they are numbered from 0 */
    const reel_label *labels; /* names of the values of an enumeration, or NULL */
    uint16_t present_offset;  /* with present_mask: the field has a value where (row[present_offset] & present_mask) */
    uint8_t present_mask;     /* is not 0. A mask of 0: it always has one */
} reel_field;

enum {
    REEL_TABLE_HEADER = 1 << 0, /* known once the file is open, before the first chunk; usually one row */
    REEL_TABLE_LAYOUT = 1 << 1, /* how the file was written, for exact rewriting; not what was played */
    REEL_TABLE_ON_REQUEST = 1 << 2 /* only filled when asked for by name */
};

typedef struct reel_table {
    const char *name; /* "frames" */
    const char *doc;
    const reel_field *fields;
    uint16_t field_count;
    uint16_t flags;
    uint32_t row_size;  /* sizeof the row's struct */
} reel_table;

/* The field called `name`, or NULL. */
REEL_API const reel_field *reel_table_field(const reel_table *table, const char *name);
/* The field that is the table's time axis, or NULL. */
REEL_API const reel_field *reel_table_time(const reel_table *table);
/* Whether `row` has a value for `field`. */
REEL_API bool reel_field_present(const reel_field *field, const void *row);
/* Value `index` of a numeric field as a double (64-bit integers may round), or 0 for text and opaque fields. */
REEL_API double reel_field_number(const reel_field *field, const void *row, size_t index);

/* ---- formats ---------------------------------------------------------------------------------------------------- */

/* A kind of file; its struct is in <reel/format.h>. The address is its identity, the id its name on the outside. */
typedef struct reel_format reel_format;

/* The formats that were built in: a list that ends with NULL. Static. */
REEL_API const reel_format *const *reel_formats(void);
/* The format with this id ("bsor") in `formats` (NULL: the built-in ones), or NULL. */
REEL_API const reel_format *reel_format_by_id(const reel_format *const *formats, const char *id);
REEL_API const char *reel_format_id(const reel_format *format);
REEL_API const char *reel_format_name(const reel_format *format);
/* The tables of a format, ending with NULL. Static, as all that describes a format. */
REEL_API const reel_table *const *reel_format_tables(const reel_format *format);
/* The table called `name` in a format, or NULL. */
REEL_API const reel_table *reel_format_table(const reel_format *format, const char *name);
/* The table called `name` in a format or, if it has none, in an insight that takes the format; "insight.table" names one of them. NULL: there is
 * no such table. *insight (may be NULL) is the insight that gives it; NULL for a table of the format itself. */
REEL_API const reel_table *reel_find_table(const reel_format *format, const char *name, const struct reel_insight **insight);
/* Whether files of a format can be written. */
REEL_API bool reel_format_writes(const reel_format *format);

/* ---- sources and sinks ------------------------------------------------------------------------------------------ */

#define REEL_UNKNOWN_SIZE UINT64_MAX

/* Where bytes come from. A plain struct: fill in your own, or take one of the functions below. */
typedef struct reel_source {
    void *context;
    const uint8_t *data; /* the whole input, where it lies in memory (then `read` may be NULL); else NULL */
    uint64_t size;       /* bytes in all, or REEL_UNKNOWN_SIZE */
    /* Reads up to `capacity` bytes: REEL_OK with *got > 0, REEL_END, REEL_AGAIN (a growing file), or a failure. */
    reel_status (*read)(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error);
    /* Frees what the source holds. May be NULL. */
    void (*close)(void *context);
    /* Makes `offset` the place of the next byte that `read` gives. NULL: the source cannot go back or ahead. */
    reel_status (*seek)(void *context, uint64_t offset, reel_error *error);
} reel_source;

/* A source over bytes that stay where they are, unchanged, until it is closed. Never fails. */
REEL_API reel_source reel_source_memory(const void *data, size_t size);

/* Where bytes go. A plain struct, like the source. Exactly one of `commit` and `discard` is called, once. */
typedef struct reel_sink {
    void *context;
    reel_status (*write)(void *context, const void *data, size_t size, reel_error *error);
    /* Pushes what was written towards the reader of the file. May be NULL. */
    reel_status (*flush)(void *context, reel_error *error);
    /* What was written so far, as a source to read it back from before commit. May be NULL: cannot be read back. */
    reel_status (*reopen)(void *context, reel_source *source, reel_error *error);
    /* Makes the output real (a file gets its name) and frees the sink, also where it fails. */
    reel_status (*commit)(void *context, reel_error *error);
    /* Drops the output as if it had never been and frees the sink. */
    void (*discard)(void *context);
} reel_sink;

/* A growing block of memory as a sink. After commit the bytes are the caller's: free them with reel_memory_free. */
typedef struct reel_memory { uint8_t *data; size_t size, capacity; reel_allocator allocator; } reel_memory;
REEL_API reel_sink reel_sink_memory(reel_memory *memory, const reel_allocator *allocator);
REEL_API void reel_memory_free(reel_memory *memory);

/* Files, standard input and output: "-" is stdin or stdout. Reading copies; REEL_FILE_MAP maps instead, which is
 * right only for files that nobody shortens meanwhile (the system kills a process that touches a lost page). */
enum {
    REEL_FILE_MAP = 1 << 0,     /* source: map the file */
    REEL_FILE_FOLLOW = 1 << 3,  /* source: the file grows; at its end REEL_AGAIN. One that shrinks is REEL_IO, rule "file.shrunk";
                                 * one whose name went to another file is REEL_IO, rule "file.replaced", once all of it was read */
    REEL_FILE_REPLACE = 1 << 1, /* sink: an existing file may be replaced; without it REEL_IO, rule "file.exists" */
    REEL_FILE_DIRECT = 1 << 2,  /* sink: under its own name from the start, so that a crash leaves what was written */
    REEL_FILE_SWEEP = 1 << 4    /* sink: first removes from its folder the temporary files of writers of this user that have died */
};
/* A path that is a pipe, a device or a socket is REEL_IO, rule "file.special", without REEL_FILE_FOLLOW: opening one may wait for ever. */
REEL_API reel_status reel_source_file(const char *path, uint32_t flags, reel_source *source, reel_error *error);
/* Writes beside `path` under a temporary name and gives the name at commit; a crash never leaves half a file there. */
REEL_API reel_status reel_sink_file(const char *path, uint32_t flags, reel_sink *sink, reel_error *error);

/* Writes what describes a format as one JSON object to `sink`, which the call owns: id, name, game, extensions, tables with their fields, and
 * the insights that take it with theirs. NULL: an array of all formats that are built in. docs/schema.md lists the members. Fails as
 * the sink does, or with REEL_MEMORY. */
REEL_API reel_status reel_schema_json(const reel_format *format, reel_sink sink, reel_error *error);
/* Writes the kept findings as a JSON array of objects. */
REEL_API reel_status reel_findings_json(const reel_findings *findings, reel_sink sink, reel_error *error);

/* ---- reading ---------------------------------------------------------------------------------------------------- */

enum {
    REEL_STRICT = 1 << 0 /* damage fails the call; without it the rows before the damage come first, then a finding */
};

/* One field and its value as text: "info.player_name" or, where only one header table has it, "player_name". */
typedef struct reel_setting { const char *field; const char *value; } reel_setting;

/* Start from `{0}`: every zero is a default. */
typedef struct reel_options {
    size_t struct_size;                /* sizeof(reel_options), or 0 for the layout of this header */
    uint32_t flags;                    /* REEL_STRICT */
    const reel_allocator *allocator;   /* NULL: malloc and its family */
    reel_limits limits;
    const reel_format *const *formats; /* formats to choose from, ending with NULL; NULL: the built-in ones */
    const reel_format *format;         /* read as this one, whatever the content says; NULL: find out */
    const reel_table *const *tables;   /* tables wanted beside the HEADER ones, ending with NULL; NULL: all but ON_REQUEST */
    const char *convention;            /* how to take what a format leaves open, by the format's own word; NULL: default */
    reel_report *report;               /* gets every finding; NULL: nobody does */
    void *report_context;
    const reel_setting *expected;      /* header fields that reel_check holds against these values */
    size_t expected_count;
    bool has_from, has_to;             /* only rows with from <= time < to, in tables that have a time axis; what lies outside */
    double from, to;                   /* is not decoded where the format lets that be, and then rows count from the first given */
    reel_bytes index;                  /* what reel_index wrote for this replay, to get to `from` at once; empty: none. One that is
                                        * damaged or of another file is told by a warning and does no harm. Borrowed for the call */
    reel_on_progress *on_progress;     /* NULL: none */
    void *progress_context;
    const char *const *select;         /* tables wanted, by name, for callers that do not know the format yet: "notes", or
                                        * "notes.event_time" (the table counts here; who makes columns takes the field too). Ends with
                                        * NULL; a name that the format lacks is REEL_ARGUMENT, rule "reel.select". NULL: `tables` */
} reel_options;

/* A bounded slice of one replay. Borrowed: its rows and strings live until the next call on its reader. */
typedef struct reel_chunk reel_chunk;
typedef struct reel_reader reel_reader;

/* The rows of `table` in a chunk as a typed array; *count may be 0, and then the pointer may be NULL. */
REEL_API const void *reel_chunk_rows(const reel_chunk *chunk, const reel_table *table, size_t *count);
/* Number in the whole file, from 0, of the chunk's first row of `table`. */
REEL_API uint64_t reel_chunk_first(const reel_chunk *chunk, const reel_table *table);
/* The tables that a chunk can hold, in order, ending with NULL. */
REEL_API const reel_table *const *reel_chunk_tables(const reel_chunk *chunk);

/* What `source` is: its format, and in *bits how many bits of it were verified (either may be NULL). Reads no more
 * than 16 KiB, looks through .gz, .xz and .zst, closes the source. REEL_UNSUPPORTED, rule "reel.unknown-format", where no
 * format claims it; REEL_TRUNCATED, rule "reel.empty", where there is no byte. */
REEL_API reel_status reel_identify(reel_source source, const reel_options *options, const reel_format **format, int *bits,
                                   reel_error *error);

/* Opens a replay: finds the format and reads its header. The reader owns the source, also where this fails. Of a source that grows and
 * has not all of the header yet: REEL_TRUNCATED; try again. */
REEL_API reel_status reel_open(reel_source source, const reel_options *options, reel_reader **reader, reel_error *error);
REEL_API reel_status reel_open_file(const char *path, const reel_options *options, reel_reader **reader, reel_error *error);
REEL_API const reel_format *reel_reader_format(const reel_reader *reader);
/* The header alone: the tables flagged REEL_TABLE_HEADER are filled. Valid until the second reel_next. */
REEL_API const reel_chunk *reel_header(const reel_reader *reader);
/* The next slice (the first one still holds the header): REEL_OK, REEL_END, REEL_AGAIN, or a failure. */
REEL_API reel_status reel_next(reel_reader *reader, const reel_chunk **chunk, reel_error *error);
/* The damage that ended the reading early, or NULL. */
REEL_API const reel_error *reel_reader_damage(const reel_reader *reader);
/* Bytes of the (decompressed) input consumed so far. */
REEL_API uint64_t reel_reader_offset(const reel_reader *reader);
REEL_API void reel_close(reel_reader *reader); /* NULL is fine */

/* A whole replay in memory. It does not need the input any more. */
typedef struct reel_replay reel_replay;
REEL_API reel_status reel_load(reel_source source, const reel_options *options, reel_replay **replay, reel_error *error);
REEL_API reel_status reel_load_file(const char *path, const reel_options *options, reel_replay **replay, reel_error *error);
/* All rows of a table as a typed array; see reel_chunk_rows. Valid until reel_free. */
REEL_API const void *reel_rows(const reel_replay *replay, const reel_table *table, size_t *count);
/* The replay as one chunk, for everything that takes chunks. */
REEL_API const reel_chunk *reel_replay_chunk(const reel_replay *replay);
/* NULL for the result of an insight. */
REEL_API const reel_format *reel_replay_format(const reel_replay *replay);
/* The damage after which nothing could be read, or NULL for a replay that is whole. */
REEL_API const reel_error *reel_replay_damage(const reel_replay *replay);
REEL_API void reel_free(reel_replay *replay); /* NULL is fine */

/* Upper bound of the memory, in bytes, that reading a file of `size` bytes can take, whatever the bytes are: the input (if it is not
 * in memory already), the rows, the strings and the library's own. For a format that streams this is the bound of one chunk. The
 * tests and fuzzers enforce it. */
REEL_API uint64_t reel_memory_bound(const reel_format *format, uint64_t size, const reel_options *options);
/* The same for a file of `size` bytes that is wrapped in .gz, .xz or .zst. Up to 128 MiB of it is the window of the decompressor,
 * which is allocated but only touched as far as the file unpacks. */
REEL_API uint64_t reel_memory_bound_packed(const reel_format *format, uint64_t size, const reel_options *options);

/* Reads all of `source` and writes an index of it to `sink`: about every `every` bytes (0: 4 MiB) what a reader has to know to go
 * on from there. reel_options.index takes it. docs/index.md has its layout. REEL_UNSUPPORTED, rule "index.format", where the
 * format needs none or knows none. Damage ends the index, with a finding, and is no failure. */
REEL_API reel_status reel_index(reel_source source, const reel_options *options, uint64_t every, reel_sink sink,
                                reel_error *error);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

typedef struct reel_write_options {
    size_t struct_size;
    const reel_allocator *allocator;
    reel_report *report;
    void *report_context;
    const char *spool;      /* for reel_create_file: path of a spool (see reel_spool); NULL: none */
    const char *convention; /* how to write what a format leaves open, by the format's own word; NULL: default */
} reel_write_options;

typedef struct reel_writer reel_writer;

/* Starts a replay of `format`. The writer owns the sink, also where this fails. */
REEL_API reel_status reel_create(reel_sink sink, const reel_format *format, const reel_write_options *options,
                                 reel_writer **writer, reel_error *error);
REEL_API reel_status reel_create_file(const char *path, const reel_format *format, const reel_write_options *options,
                                      reel_writer **writer, reel_error *error);
/* Adds rows to any table at any time; rows and strings are copied. A failure sticks: it is told again by reel_finish. */
REEL_API reel_status reel_append(reel_writer *writer, const reel_table *table, const void *rows, size_t count);
/* Adds every row of a chunk of the same format, layout tables included. */
REEL_API reel_status reel_append_chunk(reel_writer *writer, const reel_chunk *chunk);
/* Keeps the rows safe from a crash: from now on they also go to `spool`, at most a second after they were appended (checked
 * at each append, by `clock_ms`, in milliseconds; call reel_flush in a pause). What is left of a recorder that died is read as a
 * replay of the same format, and `reel repair` makes a file of it: docs/spool.md. Call it before the first append. The
 * writer owns the spool: reel_finish discards it, reel_discard commits it. A spool that cannot be written any more is given
 * up with a finding (rule "spool.lost"); the recording goes on. */
REEL_API reel_status reel_spool(reel_writer *writer, reel_sink spool, uint64_t (*clock_ms)(void), reel_error *error);
/* Pushes what can be out of the process: the spool, and the finished part of a format that streams. */
REEL_API reel_status reel_flush(reel_writer *writer, reel_error *error);
/* Completes the file, gives it its name, frees the writer. Where it fails nothing is left under that name. */
REEL_API reel_status reel_finish(reel_writer *writer, reel_error *error);
/* Frees the writer and leaves no file (a spool stays). NULL is fine. */
REEL_API void reel_discard(reel_writer *writer);

/* Writes a chunk that holds a whole replay, as reel_create, reel_append_chunk and reel_finish do, without the copy. */
REEL_API reel_status reel_write(const reel_chunk *chunk, const reel_format *format, reel_sink sink,
                                const reel_write_options *options, reel_error *error);

/* ---- whole jobs ------------------------------------------------------------------------------------------------- */

/* Reads everything and reports what is wrong with it: damage, the format's rules and what it means in its game. A header field
 * that is not what options->expected says is an error of rule "check.expected"; one that no header table has is REEL_ARGUMENT.
 * REEL_OK whatever was found; failures as reel_open. */
REEL_API reel_status reel_check(reel_source source, const reel_options *options, reel_error *error);

enum {
    REEL_NO_VERIFY = 1 << 0, /* do not re-read and compare */
    REEL_REPAIR = 1 << 1,      /* repair what is broken instead of keeping it (what `reel repair` does) */
    REEL_ANONYMISE = 1 << 2, /* replace every field that says who played */
    REEL_CARRY = 1 << 3      /* a conversion puts what the target cannot express into the target's place for opaque bytes, where it has
                              * one, so that converting back restores it. Ignored by conversions that cannot do so */
};

/* How reel_convert goes about it; `{0}` keeps everything. */
typedef struct reel_convert_options {
    size_t struct_size;
    uint32_t flags;
    const reel_setting *settings; /* fields of header tables to set */
    size_t setting_count;
    const reel_setting *operations; /* changes that the format itself knows: `field` is the operation, `value` its argument or NULL */
    size_t operation_count;
    reel_source *merge;           /* other replays of the format to be merged in, in order; the call owns them */
    size_t merge_count;
    bool has_from, has_to;        /* keep only from <= time < to: as the format cuts, or rows of tables that have a time axis */
    double from, to;              /* in the unit of that axis */
    const char *convention;       /* of writing, as in reel_write_options */
} reel_convert_options;

/* Reads `source`, repairs, merges, operates, cuts, sets, hides (in this order), and writes it to `sink` as `to` (NULL: the format
 * it has). Reports one finding of rule "convert.loss" for each field that `to` cannot hold, with the number of rows. Unless REEL_NO_VERIFY is given the output is read back, before it
 * gets its name, and compared with what was meant: a difference is REEL_LOSS and leaves no output. */
REEL_API reel_status reel_convert(reel_source source, const reel_options *options, const reel_format *to, reel_sink sink,
                                  const reel_convert_options *how, reel_error *error);

/* One difference. Text lives for the call. */
typedef struct reel_difference {
    const reel_table *table;
    const reel_field *field; /* NULL: the whole row is on one side only */
    uint64_t row_a, row_b;   /* REEL_NO_ROW: the row is missing there */
    const void *a, *b;       /* the rows, or NULL */
} reel_difference;

/* Compares two replays of one format row by row, in the order of the tables, and calls `each` for every difference until
 * it returns false. Rows are paired by their KEY fields where the table has them, else by number. LAYOUT tables are
 * compared where `layout` is true. *count (may be NULL) gets the number of differences told. */
REEL_API reel_status reel_diff(const reel_replay *a, const reel_replay *b, bool layout,
                               bool (*each)(void *context, const reel_difference *difference), void *context,
                               uint64_t *count, reel_error *error);

/* Runs job(context, 0) ... job(context, count - 1) on up to `threads` threads (0: one for each processor) and returns
 * when all are done. `job` must be safe to run at once with itself. */
REEL_API void reel_parallel(size_t count, unsigned threads, void (*job)(void *context, size_t index), void *context);

#ifdef __cplusplus
}
#endif

#endif
