/* SPDX-License-Identifier: MIT
 * The pairs of XROR. ScoreSaber goes by way of BSOR. With REEL_CARRY the file also has the key "bsor" (xror_kept.c), and nothing is lost. */
#include "core/chunk.h"
#include "pairs/beatsaber/xror.h"

/* ---- to XROR ---------------------------------------------------------------------------------------------------- */

static void lose_sections(pair_job *job, const reel_chunk *in)
{
    static const char *const none[] = { NULL };
    size_t count;
    reel__lose_others(job, in, &bsor_offsets, none, "XROR cannot store it");
    reel__lose_others(job, in, &bsor_user_data, none, "XROR cannot store it");
    const bsor_section *sections = reel_chunk_rows(in, &bsor_sections, &count);
    uint64_t raw = 0, again = 0;
    unsigned met = 0;
    for (size_t i = 0; i < count; i++) {
        raw += sections[i].raw.size != 0;
        again += sections[i].id < BSOR_NEEDED_SECTIONS && met >> sections[i].id & 1;
        if (sections[i].id < BSOR_NEEDED_SECTIONS) met |= 1u << sections[i].id;
    }
    reel__pair_lose(job, &bsor_sections, "raw", raw, "XROR cannot store bytes outside the sections");
    reel__pair_lose(job, &bsor_sections, "id", again, "XROR has only the first section of each kind");
}

static xror_wishes wishes_of(const pair_job *job)
{
    bool full = job->convention && strcmp(job->convention, XROR_FULL) == 0;
    return (xror_wishes){ .full = full, .strict = true };
}

static reel_status convert_with_mapping(pair_job *job, const reel_chunk *in)
{
    xror_wishes wishes = wishes_of(job);
    lose_sections(job, in);
    return reel__convert_bsor_xror(job, in, &wishes, "BeatLeader");
}

static reel_status convert_bsor(pair_job *job, const reel_chunk *in)
{
    static const xror_wishes kept_wishes = { .full = true, .every = true };
    if (!(job->flags & REEL_CARRY)) return convert_with_mapping(job, in);
    bsor_kept kept = { .replay = NULL };
    reel_status status = reel__kept_begin(job, in, &kept);
    if (status >= 0 && kept.replay) {
        status = reel__convert_bsor_xror(job, reel_replay_chunk(kept.replay), &kept_wishes, "BeatLeader");
        if (status >= 0) status = reel__kept_add(job, &kept);
    } else if (status >= 0) {
        status = convert_with_mapping(job, in);
    }
    reel__kept_free(&kept);
    return status;
}

const convert_pair reel__pair_bsor_xror = { .from = &reel_format_bsor, .to = &reel_format_xror, .chunk = convert_bsor };

/* Converts to BSOR and then to XROR. */
static reel_status convert_by_bsor(pair_job *job, const reel_chunk *in, reel_status (*first_step)(pair_job *, const reel_chunk *))
{
    xror_wishes wishes = wishes_of(job);
    pair_job first = *job;
    first.out = reel__chunk_new(reel_format_bsor.tables, reel_format_bsor.tables, UINT64_MAX, &job->allocator);
    if (!first.out) return reel__memory_fail(job->error);
    reel_status status = first_step(&first, in);
    if (status >= 0) lose_sections(job, first.out);
    if (status >= 0) status = reel__convert_bsor_xror(job, first.out, &wishes, "ScoreSaber");
    reel__chunk_free(first.out);
    return status;
}

static reel_status convert_scoresaber(pair_job *job, const reel_chunk *in)
{
    return convert_by_bsor(job, in, reel__convert_scoresaber_bsor);
}

static reel_status convert_json(pair_job *job, const reel_chunk *in)
{
    return convert_by_bsor(job, in, reel__convert_scoresaber_json_bsor);
}

const convert_pair reel__pair_scoresaber_xror = { .from = &reel_format_scoresaber,
                                                  .to = &reel_format_xror,
                                                  .chunk = convert_scoresaber };
const convert_pair reel__pair_scoresaber_json_xror = { .from = &reel_format_scoresaber_json,
                                                       .to = &reel_format_xror,
                                                       .chunk = convert_json };

/* ---- to BSOR ---------------------------------------------------------------------------------------------------- */

/* Rows that come from the mapping of a play are not lost; all other ones are. */
static void lose_rest(pair_job *job, const reel_chunk *in, bool kept)
{
    static const char *const none[] = { NULL }, *const why = "BSOR cannot store it";
    static const char *const info[] = { "schema",        "app_id",        "app_name",    "app_version", "environment_name",
                                        "activity_name", "runtime",       "api",         "user_id",     "user_name",
                                        "song_hash",     "mapper",        "score",       "difficulty",  "mode",
                                        "modifiers",     "jump_distance", "timestamp",   "height",      "start_time",
                                        "speed",         "fail_time",     "left_handed", "keys",        NULL };
    static const char *const events[] = { "event_type_row", "row", NULL }, *const axes[] = { "frame", "column", NULL };
    static const char *const values[] = { "event_type_row", "row", "attribute", "kind", NULL };
    reel__lose_others(job, in, &xror_infos, info, why);
    reel__lose_others(job, in, &xror_axes, axes, why);
    reel__lose_others(job, in, &xror_points, none, why);
    reel__lose_others(job, in, &xror_strokes, none, why);
    reel__lose_others(job, in, &xror_events, events, why);
    reel__lose_others(job, in, &xror_values, values, why);
    size_t count;
    reel_chunk_rows(in, &xror_app_extensions, &count);
    reel__pair_lose(job, &xror_app_extensions, "name", count > 1 ? count - 1 : 0,
                    "BSOR has one mod version, that of the first extension");
    reel_chunk_rows(in, &xror_other_keys, &count);
    reel__pair_lose(job, &xror_other_keys, "data", kept ? count - 1 : count, why);
}

static reel_status convert_xror(pair_job *job, const reel_chunk *in)
{
    bool used;
    reel_status status = reel__kept_restore(job, in, &used);
    if (status < 0) return status;
    lose_rest(job, in, used);
    return used ? REEL_OK : reel__convert_xror_bsor(job, in);
}

const convert_pair reel__pair_xror_bsor = {
    .from = &reel_format_xror, .to = &reel_format_bsor, .chunk = convert_xror, .to_origin = true
};
