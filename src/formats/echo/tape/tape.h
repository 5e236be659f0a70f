/* SPDX-License-Identifier: MIT
 * .tape and .nevrcap: how they are read and written. The two differ in their messages; what holds these is the same. */
#ifndef ECHO_TAPE_TAPE_H
#define ECHO_TAPE_TAPE_H

#include "core/chunk.h"
#include "formats/echo/common/allowance.h"
#include "formats/echo/tape/state.h"
#include "formats/echo/tape/stream.h"

/* Frames whose offsets are kept to be compared with the footer. */
enum { TAPE_TRACKED = 1 << 20 };

struct tape_reader;

/* What differs between the versions of the format. */
typedef struct tape_version {
    reel_status (*header)(reel_decoder *d, struct tape_reader *r, const tape_message *message);
    reel_status (*message)(reel_decoder *d, struct tape_reader *r, const tape_message *message);
    bool has_footer; /* captures end with one */
} tape_version;

typedef struct tape_reader {
    const tape_version *version;
    tape_stream stream;
    tape_state state;
    tape_rows rows;
    tape_event_sum events;
    row_allowance allowance;
    uint8_t container;
    bool begun, ended, has_footer;
    bool footer_differs;  /* its footer contradicts the messages */
    uint64_t block_begun; /* offset of the zstd frame of the last frame, plus 1 */
    uint64_t *offsets;    /* of frames, as a footer states them; UINT64_MAX: no keyframe can be there */
    size_t offset_capacity;
    uint64_t others;  /* envelopes that are not known */
    reel_memory head; /* the header with its size, until it is in a row */
} tape_reader;

int reel__tape_sniff(const uint8_t *head, size_t size);
int reel__nevrcap_sniff(const uint8_t *head, size_t size);
reel_status reel__tape_open(reel_decoder *decoder);
reel_status reel__tape_next(reel_decoder *decoder);
void reel__tape_close(reel_decoder *decoder);
uint64_t reel__tape_memory_bound(uint64_t size, const reel_limits *limits);
reel_status reel__tape_open_as(reel_decoder *decoder, const tape_version *version);
reel_status reel__nevrcap_open(reel_decoder *decoder);

extern const reel_operation reel__tape_repair;

/* For the versions: adds the row of a message, charges rows, adds metadata, fails for a message that is broken. */
void reel__tape_add_envelope(reel_decoder *d, const tape_reader *r, const tape_message *message, uint8_t kind);
uint64_t reel__tape_row_bytes(const tape_rows *rows);
reel_status reel__tape_take_rows(reel_decoder *d, tape_reader *r, const tape_message *message, uint64_t before);
bool reel__tape_add_note(void *context, reel_string key, reel_string value);
/* Where a part of a message is, from the start of the message on if it came in parts. */
uint64_t reel__tape_offset_in(const tape_message *message, const uint8_t *at);
reel_status reel__tape_fail_message(const reel_decoder *d, const tape_reader *r, const tape_message *message, const char *section,
                                    const char *what);

/* footer.c: compares the footer with what was read. REEL_CORRUPT: it contradicts the frames. */
reel_status reel__tape_check_footer(reel_decoder *d, tape_reader *r, const tape_message *message, reel_bytes body);
/* Compares the seek table with the zstd frames. False: it contradicts them. */
bool reel__tape_check_table(reel_decoder *d, const tape_reader *r);
/* Reports what was odd about values. */
void reel__tape_report(const reel_decoder *d, const tape_reader *r);

/* The rows of the header. */
tape_info reel__tape_info_of(const tape_header *header, uint8_t container);
/* Adds the metadata of a header in order. False: a message is broken. */
typedef bool tape_on_note(void *context, reel_string key, reel_string value);
typedef bool tape_each(reel_bytes header, tape_on_note *call, void *context);
bool reel__tape_each_note_of(reel_bytes header, uint32_t number, tape_on_note *call, void *context);
bool reel__tape_each_note(reel_bytes header, tape_on_note *call, void *context);

#endif
