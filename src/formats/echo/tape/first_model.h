/* SPDX-License-Identifier: MIT
 * What an archive has in place of the rows of a .nevrcap: those of the game's answers, which are those of .echoreplay, and beside them what the messages
 * have besides. docs/formats/tape.md specifies the rows.
 *
 * A frame is made of its rows in one of a few styles; where single bytes of it differ, they are kept. Any other message is kept as it is. */
#ifndef ECHO_TAPE_FIRST_MODEL_H
#define ECHO_TAPE_FIRST_MODEL_H

#include "formats/echo/tape/first.h"
#include "formats/echo/tape/model.h"

extern const reel_format reel__nevrcap_model;

/* How the doubles of a message follow from the floats of its rows. */
enum {
    WIDE_SHORTEST = 0, /* with the fewest digits, as reel writes them */
    WIDE_PRINTED = 1,  /* with eight digits, as the game prints them */
    WIDE_SAME = 2,     /* the same number */
    WIDE_FORMS
};

typedef struct first_model_message {
    uint8_t form;                   /* MESSAGE_BYTES, ... */
    uint8_t wide;                   /* WIDE_SHORTEST, ... */
    uint8_t begins;                 /* 1: a zstd frame begins with it */
    uint8_t has_stamp;              /* 1: it has the time of its row of frames */
    uint32_t index;                 /* frame_index */
    uint32_t nanos;                 /* of the time, below a millisecond */
    uint32_t teams, players, bones; /* rows that belong to it, besides one of frames */
    reel_bytes slots;               /* of skeletons: a varint each, 0 for none */
    reel_bytes events;              /* fields between the time and the answers */
    reel_bytes patch;               /* what differs: a distance, as a varint, and the byte that is there, each time */
    reel_bytes bytes;               /* the message with its size; of a frame: what follows the answers */
} first_model_message;

extern const reel_table reel__nevrcap_model_messages;

/* first_model.c */
typedef struct first_model_lists {
    reel_chunk *chunk;
    reel_row_list *messages;
    tape_rows rows;
    tape_state state;
    reel_memory made, patch, best; /* a message as rows make it, what it lacks, and the least of that so far */
    reel_memory slots;             /* of the skeletons of a message */
    uint8_t form, wide;            /* of the last message */
} first_model_lists;
/* Adds the rows of a message. False: out of memory, or of rows. */
bool reel__nevrcap_model_add(first_model_lists *lists, const tape_message *message);

/* Rows that are left to make messages of. */
typedef struct first_model_rows {
    line_rows rows;
    size_t frame_count;
} first_model_rows;
/* Appends the message that a row and the rows after it make, which are then taken off `rows`. REEL_CORRUPT: there are fewer. */
reel_status reel__nevrcap_model_put(reel_memory *to, const first_model_message *message, first_model_rows *rows);

#endif
