/* SPDX-License-Identifier: MIT
 * Makes a footer and a seek table anew that contradict what they are about. */
#include "formats/echo/tape/tape.h"

/* The writer makes what it does not get. */
static reel_status apply(reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &tape_envelopes);
    tape_envelope *rows = list ? (tape_envelope *)(void *)list->data : NULL;
    for (size_t i = 0; list && i < list->count; i++) {
        if (rows[i].kind != TAPE_FOOTER || !rows[i].contradicts) continue;
        if (rows[i].contradicts & TAPE_CONTRADICTS_MESSAGES)
            reel_tally(change, "repair.tape.footer", REEL_NOTE, &tape_envelopes, NULL, 1,
                       "made anew, because the footer contradicts the messages");
        if (rows[i].contradicts & TAPE_CONTRADICTS_FRAMES)
            reel_tally(change, "repair.tape.seek-table", REEL_NOTE, &tape_envelopes, NULL, 1,
                       "made anew, because the seek table contradicts the zstd frames");
        rows[i].bytes = (reel_bytes){ NULL, 0 };
    }
    return REEL_OK;
}

const reel_operation reel__tape_repair = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "makes a footer and a seek table anew that contradict what they are about",
    .apply = apply,
};
