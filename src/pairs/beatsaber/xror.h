/* SPDX-License-Identifier: MIT
 * Declarations shared by the conversions from and to XROR. docs/formats/xror.md, "Conversions". */
#ifndef PAIRS_BEATSABER_XROR_H
#define PAIRS_BEATSABER_XROR_H

#include "formats/bsor/layout.h"
#include "formats/xror/layout.h"
#include "pairs/beatsaber/scoresaber.h"

extern const convert_pair reel__pair_bsor_xror, reel__pair_xror_bsor, reel__pair_scoresaber_xror, reel__pair_scoresaber_json_xror;

/* The convention of writing that adds what the reference has options for. */
#define XROR_FULL "full"

/* What is written of a play. The reference has these as options and does not record them. */
typedef struct xror_wishes {
    bool full;   /* frame rates, the order of notes, and cuts of bad cuts that may be uninitialised memory */
    bool every;  /* header members that are empty, 0 or false as well; signalling NaN */
    bool strict; /* reports what the target cannot hold */
} xror_wishes;

/* Rows of the first six sections (xror_cuts.c): others of the same id are in the part of a file that is kept as bytes. */
size_t reel__bsor_rows_of(const reel_chunk *in, bsor_section_id id);

/* The mapping of the reference, from rows of one chunk. `extension` names the mod that recorded. */
reel_status reel__convert_bsor_xror(pair_job *job, const reel_chunk *in, const xror_wishes *wishes, const char *extension);
reel_status reel__convert_xror_bsor(pair_job *job, const reel_chunk *in);

/* ---- header (xror_header.c) ------------------------------------------------------------------------------------- */

/* The rows of the header in both formats. */
typedef struct xror_header {
    xror_info info;
    reel_string headset, left_controller, controller;
    reel_string mod_version;
    bool has_mod;
} xror_header;

/* The header of a play. Texts are copied to job->out. */
void reel__header_of_bsor(pair_job *job, const bsor_info *info, const xror_wishes *wishes, xror_header *to);
void reel__header_add(pair_job *job, const xror_header *header, const xror_wishes *wishes, const char *extension);
void reel__header_of_xror(const reel_chunk *in, xror_header *to);
/* Fills members of `to` by the header: all, or only those in which `header` differs from `known` (which may be NULL). */
void reel__header_to_bsor(pair_job *job, const xror_header *header, const xror_header *known, bsor_info *to);

/* ---- cuts (xror_cuts.c) ---------------------------------------------------------------------------------------- */

void reel__raw_of_cut(const bsor_cut *cut, uint8_t raw[BSOR_CUT_BYTES]);
bsor_cut reel__cut_of_raw(const uint8_t raw[BSOR_CUT_BYTES]);
/* The columns of a cut, and a cut from them; flags that a type of event does not have are those of a good cut. */
void reel__note_from_cut(xror_note *note, const bsor_cut *cut);
bsor_cut reel__cut_from_note(const xror_note *note);

/* ---- the key "bsor" (xror_kept.c) ------------------------------------------------------------------------------- */

/* What the columns of XROR do not give back of a BSOR file. */
typedef struct bsor_kept {
    reel_memory file;    /* the BSOR file */
    reel_replay *replay; /* its rows */
    reel_bytes info;     /* section 0 without its id byte */
    reel_bytes rest;     /* bytes behind section 5 */
    bool whole;          /* the sections have another order: all of the file is kept */
} bsor_kept;

/* Writes the play `in` as BSOR and finds the parts of it. kept->replay stays NULL if that is not possible, which is reported. */
reel_status reel__kept_begin(pair_job *job, const reel_chunk *in, bsor_kept *kept);
/* Adds the key to job->out. */
reel_status reel__kept_add(pair_job *job, const bsor_kept *kept);
void reel__kept_free(bsor_kept *kept);
/* XROR to BSOR by the key. *used: there was one, and the output is complete. */
reel_status reel__kept_restore(pair_job *job, const reel_chunk *in, bool *used);

#endif
