/* SPDX-License-Identifier: MIT
 *
 * The archive (.reel): replays of any format in about half of their size, readable like the files themselves, and unpacked to the same
 * bytes. docs/formats/reel.md specifies it.
 *
 * Every function that reads a replay reads it from an archive too. Of an archive that holds several, reel_options.member chooses one.
 */
#ifndef REEL_ARCHIVE_H
#define REEL_ARCHIVE_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum reel_archive_level {
    REEL_ARCHIVE_DEFAULT = 0, /* smallest */
    REEL_ARCHIVE_FAST = 1,    /* faster to read, a little larger */
    /* For recorders: rows are stored as they are, so that writing costs a game next to nothing. About as large as the rows; reel_pack makes
     * such an archive small */
    REEL_ARCHIVE_RECORD = 2,
    /* Motion is read as fast as zstd unpacks the file, and is a fifth larger than by default; all else as REEL_ARCHIVE_FAST */
    REEL_ARCHIVE_FASTEST = 3
} reel_archive_level;

/* Options for packing. */
typedef struct reel_archive_options {
    size_t struct_size;
    reel_archive_level level;
    size_t chunk_rows; /* rows of a table in a chunk [4096; reel_pack: 16384 for formats that stream] */
    const char *id;    /* of the replay in the archive, to find it by; NULL: none */
    double
        position_error; /* round positions of poses to at most this many metres, below 0.5; 0: exact. The file can then not be unpacked */
    double
        rotation_error; /* the same for rotations, in degrees, below 45. Both or none: one alone is REEL_ARGUMENT, "archive.precision" */
    bool stored;        /* keep the file's bytes, compressed, instead of its rows */
    bool named;         /* keep the id also of a replay that is stored, for an archive of several; it costs 41 bytes */
    bool only_replays; /* fail with "reel.unknown-format" or "reel.empty" instead of storing a file that is not a replay */
} reel_archive_options;

/* How a replay was packed. */
typedef struct reel_packed {
    const reel_format *format; /* NULL: not a known format */
    bool stored;               /* the archive keeps the file's bytes, not its rows */
    const char *reason;        /* why they are stored; static text, or NULL */
    uint64_t size;             /* of the replay, decompressed */
    uint64_t packed;           /* of its archive */
} reel_packed;

/* Packs the replay in `source` and writes its archive to `sink`. The archive is made in memory (up to options->limits.buffer_bytes) and
 * unpacked again before a byte is written: if that does not give the same bytes, or if it is smaller, the file is stored instead. A
 * .gz, .xz or .zst is packed as the replay that it holds. A replay that options->choose refuses is not stored either. `how` and `packed` may be NULL. The source must be in memory or seekable. Takes ownership of
 * source and sink. Archives that follow each other in a file are an archive of all their replays. */
REEL_API reel_status reel_pack(reel_source source, const reel_options *options, const reel_archive_options *how, reel_sink sink,
                               reel_packed *packed, reel_error *error);

/* A replay of an archive. Valid only during the callback, or until the next call of reel_members_next. */
typedef struct reel_member {
    uint64_t number;           /* from 1 */
    reel_string id;            /* empty: none */
    const reel_format *format; /* NULL: not one of options->formats */
    bool stored;               /* the archive keeps the file's bytes */
    uint64_t offset, size;     /* in the archive, in bytes */
    const char *name; /* shown as FILE#NAME: the id, or else the number. Unique in the archive, and safe as a relative path */
    const char *word; /* "@" and the offset, for reel_options.member: the replay is then found without a walk */
} reel_member;

/* Calls `each` for every replay of an archive, without reading rows, until it returns false; not at all if the file is not an archive. The source
 * must be in memory or seekable. Takes ownership of it. Fails with REEL_CORRUPT, rule "archive.member", where something else follows a
 * replay. */
REEL_API reel_status reel_archive_list(reel_source source, const reel_options *options,
                                       bool (*each)(void *context, const reel_member *member), void *context, reel_error *error);

/* The replays of an archive, one at a time. */
typedef struct reel_members reel_members;

/* Opens an archive of several replays. Sets *members to NULL and returns REEL_OK if there are not several: the source holds one replay, is
 * no archive, or is neither in memory nor seekable; it is then read as it is. Takes ownership of the source. `allocator` may be NULL. About
 * 20 bytes of memory are kept for each replay that was returned. The caller calls reel_members_close. */
REEL_API reel_status reel_members_open(reel_source source, const reel_allocator *allocator, reel_members **members,
                                       reel_error *error);
/* Sets *member to the next replay; its `format` is NULL. Returns REEL_END after the last one, and fails as reel_archive_list does. */
REEL_API reel_status reel_members_next(reel_members *members, const reel_member **member, reel_error *error);
REEL_API void reel_members_close(reel_members *members); /* NULL is allowed */

/* Writes the file that was packed to `sink`, byte for byte. options->member selects one of several. Fails with REEL_UNSUPPORTED, rule "unpack.rounded", if it
 * was packed with rounded poses. Takes ownership of source and sink. */
REEL_API reel_status reel_unpack(reel_source source, const reel_options *options, reel_sink sink, reel_error *error);

#ifdef __cplusplus
}
#endif

#endif
