/* SPDX-License-Identifier: MIT
 * The pairs of GDR2, GDR1 in msgpack and GDR1 in JSON. */
#include "core/memory.h"
#include "pairs/geometrydash/gdr.h"

static reel_status to_gdr2(gdr_job *g, const reel_chunk *in)
{
    reel_memory document;
    gdr_info *to;
    reel_status status = g->job->flags & REEL_CARRY ? reel__gdr_carry_begin(g, in, &document) : REEL_OK;
    if (status < 0) return status;
    status = reel__gdr_rows_to_gdr2(g, in, &to);
    if (status >= 0 && g->carries) status = reel__gdr_carry_end(g, &document, to);
    if (g->carries) reel_memory_free(&document);
    if (status < 0) return status;
    reel__gdr_note(g, "convert.gdr.seed", REEL_WARNING, &gdr_infos_v1, to->seed < 0,
                   "the seed is negative; most GDR2 readers reject it: set seed=0");
    return reel_build_status(g->job->out) < 0 || g->no_memory ? reel__gdr_no_memory(g) : REEL_OK;
}

static reel_status to_gdr1(gdr_job *g, const reel_chunk *in)
{
    bool restored;
    reel_status status = reel__gdr_carry_restore(g, in, &restored);
    return status < 0 || restored ? status : reel__gdr_rows_to_gdr1(g, in);
}

static reel_status msgpack_to_json(pair_job *job, const reel_chunk *in)
{
    return reel__gdr_to_form(gdr_begin(job, PULL_MSGPACK), in, PULL_JSON);
}
static reel_status json_to_msgpack(pair_job *job, const reel_chunk *in)
{
    return reel__gdr_to_form(gdr_begin(job, PULL_JSON), in, PULL_MSGPACK);
}
static reel_status msgpack_to_gdr2(pair_job *job, const reel_chunk *in) { return to_gdr2(gdr_begin(job, PULL_MSGPACK), in); }
static reel_status json_to_gdr2(pair_job *job, const reel_chunk *in) { return to_gdr2(gdr_begin(job, PULL_JSON), in); }
static reel_status gdr2_to_msgpack(pair_job *job, const reel_chunk *in) { return to_gdr1(gdr_begin(job, PULL_MSGPACK), in); }
static reel_status gdr2_to_json(pair_job *job, const reel_chunk *in) { return to_gdr1(gdr_begin(job, PULL_JSON), in); }

#define PAIR(from_, to_, function)                                                                                               \
    {                                                                                                                            \
        .from = &(from_), .to = &(to_), .state_size = sizeof(gdr_job), .chunk = function, .close = reel__gdr_close               \
    }

const convert_pair reel__pair_gdr1_gdr1_json = PAIR(reel_format_gdr1, reel_format_gdr1_json, msgpack_to_json);
const convert_pair reel__pair_gdr1_json_gdr1 = PAIR(reel_format_gdr1_json, reel_format_gdr1, json_to_msgpack);
const convert_pair reel__pair_gdr1_gdr2 = PAIR(reel_format_gdr1, reel_format_gdr2, msgpack_to_gdr2);
const convert_pair reel__pair_gdr1_json_gdr2 = PAIR(reel_format_gdr1_json, reel_format_gdr2, json_to_gdr2);
const convert_pair reel__pair_gdr2_gdr1 = PAIR(reel_format_gdr2, reel_format_gdr1, gdr2_to_msgpack);
const convert_pair reel__pair_gdr2_gdr1_json = PAIR(reel_format_gdr2, reel_format_gdr1_json, gdr2_to_json);
