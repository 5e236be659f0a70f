/* SPDX-License-Identifier: MIT
 * Pseudonyms in place of players: what happens around the anonymisation of a format. */
#ifndef JOBS_REWRITE_PSEUDONYMISE_H
#define JOBS_REWRITE_PSEUDONYMISE_H

#include "codec/pseudonym.h"
#include "core/chunk.h"

/* Header tables of a format, at most; a test has the formats. */
enum { PSEUDONYM_HEADERS = 8 };

typedef struct pseudonymisation {
    reel_pseudonym_run run;
    bool began;                       /* the header was seen */
    char id[PSEUDONYM_TEXT];          /* of the player of the header */
    bool has_player;                  /* the header names one */
    bool has_base;                    /* the first time of the rows, which a policy that drops times moves to 2000-01-01 */
    int64_t base;                     /* seconds */
    uint8_t *rows[PSEUDONYM_HEADERS]; /* of the header of the chunk, before it was anonymised, by table */
    const reel_table *tables[PSEUDONYM_HEADERS];
    size_t table_count;
} pseudonymisation;

/* Whether the options can be used. */
reel_status reel__pseudonyms_check(const reel_pseudonyms *how, reel_error *error);
/* Before a chunk is anonymised: keeps its header, and changes what is not the format's: clocks of rows, heights, devices. */
reel_status reel__pseudonyms_before(pseudonymisation *p, reel_change *change);
/* Afterwards: pseudonyms and times of the header. */
reel_status reel__pseudonyms_after(pseudonymisation *p, reel_change *change);

#endif
