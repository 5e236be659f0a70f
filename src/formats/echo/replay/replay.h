/* SPDX-License-Identifier: MIT
 * .echoreplay: lines of text, possibly in a zip. */
#ifndef ECHO_REPLAY_REPLAY_H
#define ECHO_REPLAY_REPLAY_H

#include "codec/pack/zip.h"
#include "core/chunk.h"
#include "formats/echo/common/allowance.h"
#include "formats/echo/replay/form.h"
#include "formats/echo/replay/line.h"
#include "formats/echo/replay/waiting.h"

enum { TEXT_STEP = 65536, ECHO_LONGEST_LINE = 1 << 20 };

/* Whether the writer that makes the files again is built in. */
#ifdef REEL_READ_ONLY
#define ECHO_CAN_COMPACT false
#else
#define ECHO_CAN_COMPACT true
#endif

/* Lines of one kind that are not frames. */
typedef struct odd_lines {
    uint64_t count, offset, length; /* of the first one */
} odd_lines;

typedef struct text_reader {
    bool zip, begun, ended, in_long;
    bool compact;     /* the layout has forms instead of lines, and a level instead of deflated text */
    bool matching;    /* the zip entry so far is what zlib makes of its text */
    bool entry_ended; /* all text of the zip entry is decompressed */
    bool zip_ended;   /* the end of the zip was read */
    bool after;       /* the text goes on behind the zip */
    bool other;       /* the entry is not the first one: the zip is not written again */
    zip_entry entry;
    uint64_t entry_at;               /* offset of its header */
    uint64_t packed_size, text_size; /* read so far */
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
    line_clock clock;
    session_rows rows;
    uint64_t strange;                   /* bytes of lines that are not frames */
    uint64_t odd_dates;                 /* frames with a date that the game cannot have had */
    uint64_t marks;                     /* lines that begin with a byte order mark */
    uint64_t nuls;                      /* frames with a NUL behind an answer */
    odd_lines odd[ECHOREPLAY_LONG + 1]; /* by kind */
    uint64_t other_calendar;            /* frames whose date was converted */
    reel_error damage;
    bool damaged;
} text_reader;

typedef struct text_writer {
    echoreplay_info info;
    bool changed, begun;
    bool any_frame, any_other; /* lines that are frames, and that are neither frames nor empty, were written */
    bool open, open_part;      /* the last line has no line ending; it is part of one that is too long */
    zip_writer zip;
    reel_memory pieces, line, entry;
    echoreplay_deflated deflated;
    bool compact;                      /* there is a row of `deflated` */
    reel_memory forms[FORM_SLOTS + 1]; /* by number */
    reel_chunk *rows, *spare;
    row_order order;
    session_plans plans;
    reel_chunk *whole;           /* the rows of a line with all keys */
    reel_memory form;            /* of a line whose rows changed */
    uint8_t styles[FORM_PLACES]; /* of such forms */
    reel_chunk *back;            /* rows of a written line as a reader returns them */
    session_rows reader;
} text_writer;

static inline bool is_compact(const text_reader *r) { return ECHO_CAN_COMPACT && r->compact; }
static inline bool is_matching(const text_reader *r) { return ECHO_CAN_COMPACT && r->matching; }

/* Sets the first damage. */
static inline void text_damage(text_reader *r, reel_status status, const char *rule, const char *section, uint64_t offset,
                               const char *message)
{
    if (r->damaged) return;
    r->damaged = true;
    reel_fail(&r->damage, status, rule, section, offset, "%s", message);
}

/* zip_read.c: goes to the text of the entry. */
reel_status reel__text_open_zip(reel_decoder *d, text_reader *r, echoreplay_info *info);
/* Decompresses more text. Sets `entry_ended` behind the last. */
reel_status reel__text_more_of_zip(reel_decoder *d, text_reader *r);
/* Reads what follows the text. Sets `after` if text follows the zip, which is then at the cursor. */
reel_status reel__text_end_zip(reel_decoder *d, text_reader *r);
/* Stores bytes of the zip in pieces of equal size, whatever the size of the reads. */
void reel__text_store_piece(reel_decoder *d, text_reader *r, const uint8_t *data, size_t size);
/* Stores what the chosen level does not make. */
void reel__text_end_matching(reel_decoder *d, text_reader *r);

int reel__echo_text_sniff(const uint8_t *head, size_t size);
reel_status reel__echo_text_open(reel_decoder *decoder);
reel_status reel__echo_text_next(reel_decoder *decoder);
void reel__echo_text_close(reel_decoder *decoder);
uint64_t reel__echo_text_memory_bound(uint64_t size, const reel_limits *limits);

reel_status reel__echo_text_begin(reel_encoder *encoder);
reel_status reel__echo_text_rows(reel_encoder *encoder, const reel_chunk *batch);
extern const reel_operation reel__echoreplay_cut;
reel_status reel__echo_text_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__echo_text_finish(reel_encoder *encoder, const reel_chunk *staged);
void reel__echo_text_end(reel_encoder *encoder);

#endif
