/* SPDX-License-Identifier: MIT
 * What the conversions between the kinds of GDR share. */
#ifndef PAIRS_GEOMETRYDASH_GDR_H
#define PAIRS_GEOMETRYDASH_GDR_H

#include <reel/gdr.h>

#include "codec/pull.h"
#include "pairs/pair.h"

/* Bytes that grow while a value is written. */
typedef struct gdr_text {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} gdr_text;

typedef struct gdr_job {
    pair_job *job;
    tree_form form; /* of the GDR1 side; of what is read where both are GDR1 */
    gdr_text text;
    tree_reader reader;
    tree_writer writer;
} gdr_job;

static inline gdr_job *gdr_begin(pair_job *job, tree_form form)
{
    gdr_job *g = job->state;
    g->job = job;
    g->form = form;
    return g;
}

/* Starts a value in the text. */
void gdr_text_begin(gdr_job *g, tree_form form);
/* What was written, kept with the target's rows. */
reel_bytes gdr_text_take(gdr_job *g, reel_chunk *out);
void gdr_close(pair_job *job);

reel_status gdr_no_memory(const gdr_job *g);
void gdr_note(const gdr_job *g, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
              const char *message);

reel_status gdr_to_gdr2(gdr_job *g, const reel_chunk *in);
reel_status gdr_to_gdr1(gdr_job *g, const reel_chunk *in);
reel_status gdr_to_form(gdr_job *g, const reel_chunk *in, tree_form to);

extern const convert_pair pair_gdr1_gdr1_json, pair_gdr1_json_gdr1, pair_gdr1_gdr2, pair_gdr1_json_gdr2, pair_gdr2_gdr1,
    pair_gdr2_gdr1_json;

#endif
