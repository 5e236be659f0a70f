/* SPDX-License-Identifier: MIT
 * Declarations shared by the conversions between the kinds of GDR. */
#ifndef PAIRS_GEOMETRYDASH_GDR_H
#define PAIRS_GEOMETRYDASH_GDR_H

#include <reel/gdr.h>

#include "codec/pull.h"
#include "formats/gdr/fixes.h"
#include "pairs/pair.h"

/* Chunks that a conversion needs beside the output; freed by reel__gdr_close. */
typedef enum gdr_scratch { GDR_SCRATCH_TEXT, GDR_SCRATCH_GDR2, GDR_SCRATCH_GDR1, GDR_SCRATCH_VIA, GDR_SCRATCH } gdr_scratch;

typedef struct gdr_job {
    pair_job *job;
    pull_form form;             /* of the GDR1 side, or of the input if both sides are GDR1 */
    reel_memory text, document; /* a value being written; a whole file of GDR1 */
    bool no_memory;             /* for one of them: its bytes are not complete */
    pull_reader reader;
    push_writer writer;
    bool middle;  /* the rows of GDR2 are on their way to another format and need not be stored */
    bool carries; /* GDR1 to GDR2: the macro is carried, so nothing is lost */
    reel_replay *carried;
    reel_chunk *scratch[GDR_SCRATCH];
} gdr_job;

static inline gdr_job *gdr_begin(pair_job *job, pull_form form)
{
    gdr_job *g = job->state;
    g->job = job;
    g->form = form;
    g->text.allocator = g->document.allocator = job->allocator;
    return g;
}

/* Adds bytes to g->text or g->document. If that fails, g->no_memory is set and nothing is added from then on. */
void reel__gdr_add(gdr_job *g, reel_memory *to, const void *data, size_t size);
/* The same for a number in LEB128. */
void reel__gdr_add_number(gdr_job *g, reel_memory *to, uint64_t value);
/* Starts writing a value to g->text. */
void reel__gdr_text_begin(gdr_job *g, pull_form form);
/* Copies g->text to the rows of a chunk. */
reel_bytes reel__gdr_text_copy(gdr_job *g, reel_chunk *out);
void reel__gdr_close(pair_job *job);

/* Returns an empty scratch chunk with the tables of a format, or NULL if out of memory. */
reel_chunk *reel__gdr_scratch_chunk(gdr_job *g, gdr_scratch number, const reel_format *format);

reel_status reel__gdr_no_memory(const gdr_job *g);
void reel__gdr_note(const gdr_job *g, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
                    const char *message);

/* reel__pair_lose, unless the macro is carried. */
void reel__gdr_lose(const gdr_job *g, const reel_table *table, const char *field, uint64_t rows, const char *why);

static inline bool gdr_text_is(reel_string text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}
static inline bool gdr_name_is(const pull_value *name, const char *word)
{
    return name->kind == PULL_STRING && name->size == strlen(word) && memcmp(name->data, word, name->size) == 0;
}
static inline bool gdr_is_number(const pull_value *value)
{
    return value->kind == PULL_REAL || value->kind == PULL_UNSIGNED || value->kind == PULL_NEGATIVE;
}
static inline float gdr_real_of(const pull_value *value)
{
    if (value->kind == PULL_REAL) return (float)value->real;
    if (value->kind == PULL_NEGATIVE) return (float)(int64_t)value->number;
    return value->kind == PULL_UNSIGNED ? (float)value->number : 0;
}

/* Left and right exist in platformer levels only. Releases alone prove nothing: bots write them for all buttons when the game pauses. */
static inline bool gdr_is_side(const gdr_input *in) { return in->button == GDR_LEFT || in->button == GDR_RIGHT; }
static inline bool gdr_presses_sides(const gdr_input *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].down && gdr_is_side(&rows[i])) return true;
    return false;
}
#define GDR_IDLE_RELEASE "a release of left or right that was never pressed, in a level that is not a platformer: dropped"

/* ---- xdBot's frame fixes: gdr_fixes.c --------------------------------------------------------------------------- */

/* Converts the value of the key to a replay extension. Returns false, with *to unchanged, if it has another layout. */
bool reel__gdr_fixes_to_extension(gdr_job *g, reel_bytes value, reel_bytes *to);
/* Converts the replay extension to a value of the key, in g->text. Returns false if it has another layout. */
bool reel__gdr_fixes_from_extension(gdr_job *g, reel_bytes extension);

/* ---- an estimate of the framerate: gdr_framerate.c -------------------------------------------------------------- */

/* The number of steps from input to input, and of those that fit each rate. */
enum { GDR_RATES = 11 };
typedef struct gdr_rates {
    uint64_t steps, fitting[GDR_RATES];
} gdr_rates;

/* Adds a step of `distance` units in `frames` frames. */
void reel__gdr_rates_add(gdr_rates *tally, double distance, double frames);
/* Returns the rate that fits most steps and their number, or 0 if too few fit any. */
double reel__gdr_rates_best(const gdr_rates *tally, uint64_t *fitting);

/* ---- what GDR2 cannot express: gdr_carry.c ---------------------------------------------------------------------- */

/* Writes the macro `in` in its own format, to be carried. If that is not possible, reports it; g->carries is then false. */
reel_status reel__gdr_carry_begin(gdr_job *g, const reel_chunk *in, reel_memory *document);
/* Adds those parts of the document that the rows of GDR2 cannot reproduce to the replay extension. */
reel_status reel__gdr_carry_end(gdr_job *g, const reel_memory *document, gdr_info *to);
/* GDR2 to GDR1 from the carried macro. *used: there was one, and the output is complete. */
reel_status reel__gdr_carry_restore(gdr_job *g, const reel_chunk *in, bool *used);

/* The index of the next input in the order of GDR1, which merges both players by time; `count` at the end. next[] starts with zeros. */
size_t reel__gdr_next_input(const gdr_input *rows, size_t count, size_t next[2]);
/* Converts the header. */
void reel__gdr_info_to_gdr1(gdr_job *g, const gdr_info *from, gdr_info_v1 *to);
/* Converts the inputs; physics become blocks. */
reel_status reel__gdr_inputs_to_gdr1(gdr_job *g, const reel_chunk *in);
/* Converts a replay extension of known layout to a row of gdr_extensions. Returns false for others. */
bool reel__gdr_extension_to_key(gdr_job *g, const gdr_info *info, reel_bytes extension);
/* Reports what conversions to GDR1 lose; `extension`: also the replay extension. */
void reel__gdr_report_losses(gdr_job *g, const gdr_info *info, const reel_chunk *in, bool extension);

/* The rows alone, whatever the macro carries. *to: the row of the header. */
reel_status reel__gdr_rows_to_gdr2(gdr_job *g, const reel_chunk *in, gdr_info **to);
reel_status reel__gdr_rows_to_gdr1(gdr_job *g, const reel_chunk *in);
reel_status reel__gdr_to_form(gdr_job *g, const reel_chunk *in, pull_form to);

extern const convert_pair reel__pair_gdr1_gdr1_json, reel__pair_gdr1_json_gdr1, reel__pair_gdr1_gdr2, reel__pair_gdr1_json_gdr2,
    reel__pair_gdr2_gdr1, reel__pair_gdr2_gdr1_json;

#endif
