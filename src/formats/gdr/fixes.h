/* SPDX-License-Identifier: MIT
 * Position fixes: where bots put a player back. They are a table (macros), xdBot's key of GDR1, or its replay extension of GDR2. What an
 * operation does to the frames and the players of inputs, it does to them as well. */
#ifndef GDR_FIXES_H
#define GDR_FIXES_H

#include "codec/pull.h"

#include <reel/format.h>
#include <reel/gdr.h>

/* The key of GDR1, and the bot whose replay extension of GDR2 has the same content. docs/formats/gdr.md, "Conversion". */
#define GDR_FIXES_KEY "frameFixes"
#define GDR_FIXES_BOT "xdBot"

typedef enum macro_moved { MACRO_MOVED, MACRO_BEFORE_START, MACRO_OUTSIDE, MACRO_TOO_LATE } macro_moved;

/* What happens to frames and players. */
typedef struct macro_motion {
    macro_moved (*frame)(const void *context, int64_t *frame); /* NULL: frames stay */
    const void *context;
    bool drops[2]; /* fixes of the first, of the second player */
    bool swaps;    /* the players */
    bool cuts;     /* to a span: for the report of what goes */
} macro_motion;

/* Moves all fixes of change->chunk and reports those that go. Fails, and the operation is refused, if a known extension has a layout that is
 * not known. Sets *moved, if not NULL, to the number of extensions whose frames are right now. */
reel_status reel__macro_move_fixes(const reel_change *change, const macro_motion *motion, uint64_t *moved);
/* Sets the player that GDMegaOverlay's correction in the keys of an input names, if there is one. */
reel_status reel__macro_set_correction(const reel_change *change, reel_bytes *block, bool player2);
/* Adds the fixes of `other`, by frame. Sets *merged as above. */
reel_status reel__macro_merge_fixes(const reel_change *change, const reel_chunk *other, uint64_t *merged);

/* The form of a value of GDR1: JSON if the chunk has a replay of that, which its values tell. */
pull_form reel__gdr_form_of(reel_bytes value);

extern const reel_insight reel__gdr_fixes_check;

#endif
