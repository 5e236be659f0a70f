/* SPDX-License-Identifier: MIT
 * .echoreplay: lines of text, possibly in a zip. */
#ifndef ECHO_REPLAY_REPLAY_H
#define ECHO_REPLAY_REPLAY_H

#include "codec/pack/zip.h"
#include "core/chunk.h"
#include "formats/echo/common/allowance.h"
#include "formats/echo/replay/form.h"
#include "formats/echo/replay/line.h"

enum { TEXT_LINE_KINDS = ECHOREPLAY_LONG + 1, ECHO_LONGEST_LINE = 1 << 20 };

typedef struct text_reader {
    bool zip, begun, ended, in_long;
    bool compact;     /* the layout has forms instead of lines, and a level instead of deflated text */
    bool matching;    /* the zip entry so far is what zlib makes of its text */
    bool entry_ended; /* all text of the zip entry is decompressed */
    zip_entry entry;
    zip_reader inflater;
    uint64_t stored_left; /* of an entry that is not compressed */
    reel_memory head;     /* bytes before the text of the entry */
    deflate_match match;
    echoreplay_deflated deflated;
    form_finder finder;
    row_allowance allowance;
    uint8_t *buffer; /* text of a zip: the unread part is from `at` to `have` */
    size_t capacity, at, have;
    uint8_t piece[65536]; /* bytes of the zip, kept so that it can be written again */
    size_t piece_size;
    uint64_t offset; /* of the next line, in the text */
    uint32_t frame;
    int64_t first_time;
    session_rows rows;
    uint64_t lines[TEXT_LINE_KINDS];
    uint64_t odd_dates; /* frames with a date that the game cannot have had */
    reel_error damage;
    bool damaged;
} text_reader;

typedef struct text_writer {
    echoreplay_info info;
    bool changed, begun;
    bool open, open_part; /* the last line has no line ending; it is part of one that is too long */
    zip_writer zip;
    reel_memory pieces, line, entry;
    echoreplay_deflated deflated;
    bool compact;                      /* there is a row of `deflated` */
    reel_memory forms[FORM_SLOTS + 1]; /* by number */
    reel_chunk *rows, *spare;
    session_plans plans;
    reel_chunk *back; /* rows of a written line as a reader returns them */
    session_rows reader;
} text_writer;

int echo_text_sniff(const uint8_t *head, size_t size);
reel_status echo_text_open(reel_decoder *decoder);
reel_status echo_text_next(reel_decoder *decoder);
void echo_text_close(reel_decoder *decoder);
uint64_t echo_text_memory_bound(uint64_t size, const reel_limits *limits);

reel_status echo_text_begin(reel_encoder *encoder);
reel_status echo_text_rows(reel_encoder *encoder, const reel_chunk *batch);
reel_status echo_text_finish(reel_encoder *encoder, const reel_chunk *staged);
void echo_text_end(reel_encoder *encoder);

#endif
