/* SPDX-License-Identifier: MIT
 * What a conversion from .echoreplay carries in a capture, so that the way back gives the same bytes: a field of each frame, which other readers pass
 * over, with the text of its line. */
#ifndef ECHO_TAPE_CARRY_H
#define ECHO_TAPE_CARRY_H

#include "core/memory.h"

#include <reel/tape.h>

enum { TAPE_CARRY = 1000 }; /* number of the field in a frame, and in an envelope of its own */

typedef struct tape_carry {
    reel_string text;   /* the line of the frame, with the lines around it that are not frames */
    reel_string entry;  /* of the first frame: name of the zip entry */
    reel_string zip;    /* in an envelope: bytes of the zip */
    uint64_t digest;    /* of all else in the frame, after the header; 0: not yet known */
    uint32_t container; /* of the first frame: ECHOREPLAY_TEXT or ECHOREPLAY_ZIP */
} tape_carry;

/* Whether a frame or an envelope has one. */
bool reel__tape_find_carry(reel_bytes content, tape_carry *carry);
/* Whether the frame has nothing else: it was not made yet. */
bool reel__tape_is_carry_alone(reel_bytes content);
/* A checksum of all other fields. `header`: that of the content of the header. */
uint64_t reel__tape_digest_beside_carry(reel_bytes content, uint64_t header);
bool reel__tape_put_carry(reel_memory *to, const tape_carry *carry);

#endif
