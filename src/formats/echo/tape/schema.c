/* SPDX-License-Identifier: MIT
 * The fields of the rows that only captures have. */
#include "formats/echo/common/schema.h"

#include <reel/tape.h>

static const reel_label containers[] = {
    { TAPE_PLAIN, "none" }, { TAPE_STREAM, "zstd" }, { TAPE_BLOCKS, "zstd blocks" }, { 0, NULL }
};
static const reel_label encodings[] = {
    { TAPE_SPARSE_UNSTATED, "unspecified" }, { TAPE_SPARSE, "sparse" }, { TAPE_DENSE, "dense" }, { 0, NULL }
};
static const reel_label kinds[] = {
    { TAPE_HEADER, "header" }, { TAPE_FRAME, "frame" }, { TAPE_FOOTER, "footer" }, { TAPE_OTHER, "other" }, { 0, NULL }
};

#define INFO(name, type, unit, ...) REEL_FIELD(tape_info, #name, name, type, unit, __VA_ARGS__)
static const reel_field info_fields[] = {
    INFO(created, I64, "unix s", "when the capture was begun: frames count from then"),
    INFO(created_nanos, I32, "ns", "nanoseconds of that second"),
    INFO(format_version, U32, "", "version of the format: 2 for .tape, 1 for .nevrcap"),
    INFO(format_minor, U32, "", "minor version of the format"),
    INFO(format_patch, U32, "", "patch version of the format"),
    INFO(container, U8, "", "compression of the file", .labels = containers),
    INFO(frame_encoding, U8, "", "encoding of the frames", .labels = encodings),
    INFO(capture_id, STRING, "", "id of the capture, often that of the match", .flags = REEL_FIELD_PERSONAL),
};

#define NOTE(name, doc) REEL_FIELD(tape_note, #name, name, STRING, "", doc, .flags = REEL_FIELD_PERSONAL)
static const reel_field note_fields[] = { NOTE(key, "key"), NOTE(value, "value") };

#define ENVELOPE(name, type, unit, ...) REEL_FIELD(tape_envelope, #name, name, type, unit, __VA_ARGS__)
static const reel_field envelope_fields[] = {
    ENVELOPE(offset, U64, "bytes", "offset in the unpacked stream", .flags = REEL_FIELD_DERIVED),
    ENVELOPE(frame, U32, "", "number of the message's frame, or of the next one"),
    ENVELOPE(kind, U8, "", "what the message is", .labels = kinds),
    ENVELOPE(contradicts, U8, "", "of a footer: 1 it contradicts the messages, 2 the seek table contradicts the zstd frames",
             .flags = REEL_FIELD_DERIVED),
    ENVELOPE(bytes, BYTES, "", "the message with its size in front", .flags = REEL_FIELD_PERSONAL),
};

static const reel_field piece_fields[] = { REEL_FIELD(tape_piece, "bytes", bytes, BYTES, "", "compressed bytes of the file",
                                                      .flags = REEL_FIELD_PERSONAL) };

const reel_table tape_infos =
    REEL_TABLE("info", "the capture itself", tape_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW | REEL_TABLE_FIRST);
const reel_table tape_notes =
    REEL_TABLE("metadata", "metadata of the header", tape_note, note_fields, REEL_TABLE_HEADER | REEL_TABLE_FIRST);
const reel_table tape_envelopes = REEL_TABLE("envelopes", "original messages", tape_envelope, envelope_fields, REEL_TABLE_LAYOUT);
const reel_table tape_pieces =
    REEL_TABLE("pieces", "original bytes of a compressed capture", tape_piece, piece_fields, REEL_TABLE_LAYOUT);
