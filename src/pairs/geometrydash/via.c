/* SPDX-License-Identifier: MIT
 * Between macros of two bots, and between those and GDR1: through GDR2, which all of them have a conversion from or to. Both steps report what
 * they lose. */
#include "formats/gdr/macros/macros.h"
#include "pairs/geometrydash/gdr.h"
#include "pairs/geometrydash/macros.h"

/* The rows as GDR2. NULL: *status says why. Nothing is carried: the next step could not use it. */
static const reel_chunk *to_gdr2(gdr_job *g, const reel_chunk *in, bool is_gdr1, reel_status *status)
{
    gdr_info *info;
    pair_job *job = g->job, first = *job;
    reel_chunk *middle = reel__gdr_scratch_chunk(g, GDR_SCRATCH_VIA, &reel_format_gdr2);
    if (!middle) {
        *status = reel__gdr_no_memory(g);
        return NULL;
    }
    first.out = middle;
    g->job = &first;
    g->middle = true;
    *status = is_gdr1 ? reel__gdr_rows_to_gdr2(g, in, &info) : reel__macros_rows_to_gdr2(&first, in, true);
    g->job = job;
    return *status < 0 ? NULL : middle;
}

static reel_status to_macro(pair_job *job, const reel_chunk *in, pull_form form, bool is_gdr1, const macros_writing *to)
{
    reel_status status;
    gdr_job *g = gdr_begin(job, form);
    const reel_chunk *middle = to_gdr2(g, in, is_gdr1, &status);
    return middle ? reel__macros_from_gdr2(job, middle, to) : status;
}

static reel_status to_gdr1(pair_job *job, const reel_chunk *in, pull_form form)
{
    reel_status status;
    gdr_job *g = gdr_begin(job, form);
    const reel_chunk *middle = to_gdr2(g, in, false, &status);
    return middle ? reel__gdr_rows_to_gdr1(g, middle) : status;
}

static reel_status macro_to_msgpack(pair_job *job, const reel_chunk *in) { return to_gdr1(job, in, PULL_MSGPACK); }
static reel_status macro_to_json(pair_job *job, const reel_chunk *in) { return to_gdr1(job, in, PULL_JSON); }

/* From a macro, from GDR1 in msgpack, from GDR1 in JSON. */
enum { FROM_MACRO, FROM_MSGPACK, FROM_JSON, SOURCES };

#define TO_MACRO(format, writing)                                                                                                \
    static reel_status macro_to_##format(pair_job *job, const reel_chunk *in)                                                    \
    {                                                                                                                            \
        return to_macro(job, in, PULL_JSON, false, &(writing));                                                                  \
    }                                                                                                                            \
    static reel_status msgpack_to_##format(pair_job *job, const reel_chunk *in)                                                  \
    {                                                                                                                            \
        return to_macro(job, in, PULL_MSGPACK, true, &(writing));                                                                \
    }                                                                                                                            \
    static reel_status json_to_##format(pair_job *job, const reel_chunk *in)                                                     \
    {                                                                                                                            \
        return to_macro(job, in, PULL_JSON, true, &(writing));                                                                   \
    }
MACROS_TARGETS(TO_MACRO)

#define PAIR(format, function)                                                                                                   \
    {                                                                                                                            \
        .to = &reel_format_##format, .state_size = sizeof(gdr_job), .chunk = function, .close = reel__gdr_close                  \
    }
#define PAIRS(format, writing)                                                                                                   \
    { PAIR(format, macro_to_##format), PAIR(format, msgpack_to_##format), PAIR(format, json_to_##format) },

static const convert_pair ways[][SOURCES] = { { PAIR(gdr1, macro_to_msgpack) },
                                              { PAIR(gdr1_json, macro_to_json) },
                                              MACROS_TARGETS(PAIRS) };

const convert_pair *reel__gdr_pair_via(const reel_format *from, const reel_format *to)
{
    static const reel_format *const macros[] = { MACROS_FORMATS };
    int source = from == &reel_format_gdr1 ? FROM_MSGPACK : from == &reel_format_gdr1_json ? FROM_JSON : SOURCES;
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (macros[i] == from) source = FROM_MACRO;
    if (source == SOURCES || from == to) return NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i][source].to == to) return &ways[i][source];
    return NULL;
}
