/* SPDX-License-Identifier: MIT
 * The rows of a conversion, from the reader to the writer: repaired, merged, cut, edited, hidden, converted. */
#include "jobs/rewrite/conversion.h"

#include "jobs/rewrite/edit.h"
#include "jobs/rewrite/score.h"
#include "jobs/rewrite/votes.h"

#include <math.h>

static reel_change change_of(conversion *c, reel_chunk *chunk, void *state, const char *argument)
{
    return (reel_change){ .state = state,
                          .chunk = chunk,
                          .argument = argument,
                          .from = c->how->has_from ? c->how->from : -INFINITY,
                          .to = c->how->has_to ? c->how->to : INFINITY,
                          .reporter = c->reporter,
                          .error = c->error,
                          .allocator = c->reader->allocator,
                          .budget = &c->reader->budget,
                          .tallies = &c->tallies,
                          .pseudonyms = c->how->pseudonyms ? &c->pseudonyms.run : NULL };
}

static reel_status apply(conversion *c, const operation_run *run, reel_chunk *chunk, const char *argument)
{
    reel_change change = change_of(c, chunk, run->state, argument);
    return run->operation ? run->operation->apply(&change) : REEL_OK;
}

/* Loads the next replay to be merged and hands its rows to the format. */
static reel_status merge_one(conversion *c, reel_chunk *chunk, reel_source source)
{
    reel_options options = c->reader->options;
    options.format = c->from;
    options.flags |= REEL_STRICT;
    options.choose = NULL; /* it is about the input */
    reel_replay *other;
    reel_status status = reel_load(source, &options, &other, c->error);
    if (status < 0) return status;
    reel_change change = change_of(c, chunk, c->merge.state, NULL);
    change.other = reel_replay_chunk(other);
    bool own_fits, other_fits = false;
    status = reel__score_of_part(&change, chunk, c->from, &own_fits);
    if (status >= 0) status = reel__score_of_part(&change, change.other, c->from, &other_fits);
    if (status >= 0) status = c->checks ? reel__check_runs_alone(c->reader, c->before, change.other, c->error) : REEL_OK;
    if (status >= 0) status = c->merge.operation->apply(&change);
    if (status >= 0 && own_fits && other_fits) status = reel__score_restate(&change, c->from);
    reel_free(other);
    return status;
}

/* Merges into the first replay, all of whose rows are in the chunk. One that streams is joined chunk by chunk: join_all. */
static reel_status merge_all(conversion *c, reel_chunk *chunk)
{
    reel_status status = REEL_OK;
    if (c->from->flags & REEL_FORMAT_STREAMS || conversion_votes(c)) return REEL_OK;
    while (c->merged < c->how->merge_count && status >= 0) status = merge_one(c, chunk, c->how->merge[c->merged++]);
    return status;
}

static reel_status operate(conversion *c, reel_chunk *chunk)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < c->how->operation_count && status >= 0; i++)
        status = apply(c, &c->operations[i], chunk, c->how->operations[i].value);
    return status;
}

/* Cuts: as the format does it, or else as it is done for all formats. A score that was right is right for the rest. */
static reel_status cut(conversion *c, reel_change *change)
{
    bool agrees, any = true;
    if ((!c->how->has_from && !c->how->has_to) || (c->pair && c->pair->cuts)) return REEL_OK;
    reel_status status = reel__score_agrees(change, c->from, &agrees);
    if (status >= 0 && c->cut.operation)
        status = apply(c, &c->cut, change->chunk, NULL);
    else if (status >= 0)
        any = reel__edit_cut(change);
    return status >= 0 && any && agrees ? reel__score_restate(change, c->from) : status;
}

/* Cuts, sets, hides. */
static reel_status edit(conversion *c, reel_chunk *chunk, bool first)
{
    const reel_convert_options *how = c->how;
    reel_change change = change_of(c, chunk, NULL, NULL);
    reel_status status = cut(c, &change);
    if (status >= 0 && first && !c->pair) status = reel__edit_set(chunk, c->from, how, c->error);
    if (status >= 0 && how->pseudonyms) status = reel__pseudonyms_before(&c->pseudonyms, &change);
    if (status >= 0) status = apply(c, &c->anonymise, chunk, NULL);
    if (status >= 0 && !c->anonymise.operation && conversion_hides(how)) reel__edit_hide(&change);
    return status >= 0 && how->pseudonyms ? reel__pseudonyms_after(&c->pseudonyms, &change) : status;
}

void reel__conversion_stored(void *context, const reel_table *table, const void *rows, size_t count)
{
    conversion *c = context;
    if (conversion_proves(c) && !reel__digest_rows(&c->meant, table, rows, count)) c->digest_failed = true;
    reel__compare_stored(c->compare, table, rows, count);
}

/* Whether the writer reports the rows of a table as it stores them. */
static bool is_reported(const conversion *c, const reel_table *table)
{
    return c->pair && (table == c->pair->completes || (c->pair->target_rounds && !(table->flags & REEL_TABLE_HEADER)));
}

/* Adds the rows that must be read back, but for those that the writer reports: reel__conversion_stored. */
static bool digest_meant(conversion *c, const reel_chunk *chunk)
{
    for (size_t t = 0; t < chunk->count; t++) {
        const reel_row_list *list = &chunk->lists[t];
        if (!is_reported(c, list->table) && !reel__digest_rows(&c->meant, list->table, list->data, list->count)) return false;
    }
    return true;
}

/* Completes the writer. What a repair writes are the rows of the damaged file, and what a conversion writes those of the input: no argument
 * of the caller is at fault, unless there are changes. */
static reel_status complete(conversion *c)
{
    reel_status status = reel__writer_complete(c->writer, c->error);
    bool own = !c->how->operation_count && !c->how->merge_count;
    if (own && c->how->flags & REEL_REPAIR && status == REEL_ARGUMENT) status = c->error->status = REEL_CORRUPT;
    if (own && c->pair && !c->how->setting_count && status == REEL_ARGUMENT) status = c->error->status = REEL_LOSS;
    return status;
}

/* Adds a chunk to the digest and passes it to the writer. */
static reel_status put_chunk(conversion *c, const reel_chunk *chunk)
{
    if (chunk->status != REEL_OK) return reel__chunk_failure(chunk, 0, c->error);
    if (reel_spend(&c->reader->budget, reel__chunk_bytes(chunk)) != REEL_OK)
        return reel_fail_budget(&c->reader->budget, c->error, "", 0);
    if (conversion_proves(c) && !digest_meant(c, chunk)) return reel__memory_fail(c->error);
    return reel_append_chunk(c->writer, chunk) < 0 ? complete(c) : REEL_OK;
}

/* Applies the settings to the header that a conversion has made. `last`: no more rows follow. */
static reel_status set_made(conversion *c, bool last)
{
    bool headed = last;
    for (size_t t = 0; t < c->job.out->count; t++) {
        const reel_row_list *list = &c->job.out->lists[t];
        headed |= list->table->flags & REEL_TABLE_HEADER && list->count;
    }
    if (c->is_set || !headed) return REEL_OK;
    c->is_set = true;
    return reel__edit_set(c->job.out, c->to, c->how, c->error);
}

/* The rows that a conversion has made so far. */
static reel_status put_made(conversion *c, reel_status status, bool last)
{
    if (c->job.out->status != REEL_OK) status = reel__chunk_failure(c->job.out, 0, c->error);
    reel__compare_taken(c->compare, c->job.taken);
    if (status >= 0) reel__compare_made(c->compare, c->job.out);
    if (status >= 0) status = set_made(c, last);
    if (status >= 0) status = put_chunk(c, c->job.out);
    if (status >= 0) reel__compare_step(c->compare, false);
    reel__chunk_reset(c->job.out);
    return status;
}

reel_status reel__conversion_put(void *context) { return put_made(context, REEL_OK, false); }

/* A chunk of any of the replays that are joined. */
static reel_status join_chunk(conversion *c, reel_chunk *chunk)
{
    reel_change change = change_of(c, chunk, c->merge.state, NULL);
    change.other = chunk == c->reader->chunk ? NULL : c->reader->chunk;
    return c->merge.operation ? c->merge.operation->apply(&change) : REEL_OK;
}

static reel_status pass_chunk(conversion *c, reel_chunk *chunk, bool first)
{
    reel_status status = c->checks ? reel__check_runs_add(c->checks, chunk, c->error) : REEL_OK;
    if (status >= 0) status = apply(c, &c->repair, chunk, NULL);
    if (status >= 0 && first) status = merge_all(c, chunk);
    if (status >= 0 && c->from->flags & REEL_FORMAT_STREAMS) status = join_chunk(c, chunk);
    if (status >= 0) status = operate(c, chunk);
    if (status >= 0) status = edit(c, chunk, first);
    if (status < 0) return status;
    reel__compare_given(c->compare, chunk);
    return c->pair ? put_made(c, c->pair->chunk(&c->job, chunk), false) : put_chunk(c, chunk);
}

/* Passes the chunks of the next replay that is joined to one that streams. */
static reel_status join_one(conversion *c, reel_source source)
{
    reel_options options = c->reader->options;
    options.format = c->from;
    options.flags |= REEL_STRICT;
    options.choose = NULL; /* it is about the input */
    reel_reader *other;
    const reel_chunk *chunk;
    reel_status status = reel_open(source, &options, &other, c->error);
    if (status < 0) return status;
    while ((status = reel_next(other, &chunk, c->error)) == REEL_OK)
        if ((status = pass_chunk(c, other->chunk, false)) < 0) break;
    reel_close(other);
    return status;
}

static reel_status join_all(conversion *c)
{
    reel_status status = REEL_END;
    bool streams = c->from->flags & REEL_FORMAT_STREAMS && !conversion_votes(c);
    while (conversion_votes(c) && c->merged < c->how->merge_count && status >= 0)
        status = reel__votes_add(&c->reader->options, c->level, c->pair, &c->job, c->how->merge[c->merged++]);
    while (streams && c->merged < c->how->merge_count && status >= 0) status = join_one(c, c->how->merge[c->merged++]);
    return status;
}

static reel_status read_and_pass(conversion *c)
{
    const reel_chunk *chunk;
    reel_status status;
    for (bool first = true; (status = reel_next(c->reader, &chunk, c->error)) == REEL_OK; first = false) {
        status = pass_chunk(c, c->reader->chunk, first);
        if (status < 0) return status;
    }
    return status == REEL_END ? join_all(c) : status;
}

/* Says what is not the same when the output is converted back. */
static reel_status report_losses(conversion *c)
{
    if (c->pair && c->job.restored) return REEL_OK; /* they differ from those of the source, which is the copy */
    reel__compare_step(c->compare, true);
    const reel_status status = reel__compare_status(c->compare);
    if (status == REEL_MEMORY) return reel__memory_fail(c->error);
    if (status == REEL_CANCELLED) return reel_fail_budget(&c->reader->budget, c->error, "", 0);
    if (status < 0)
        reel_find(&c->reporter, (reel_finding){ .rule = "convert.not-compared", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET },
                  "the output could not be converted back, and so was not compared with the input");
    reel__compare_report(c->compare, &c->tallies, &c->reporter);
    return REEL_OK;
}

reel_status reel__conversion_pass(conversion *c)
{
    reel_status status = read_and_pass(c);
    if (status < 0) return status;
    const reel_error *damage = reel_reader_damage(c->reader);
    if (damage && !(c->how->flags & REEL_REPAIR))
        return reel_fail(c->error, damage->status, damage->rule, damage->section, damage->offset, "%s", damage->message);
    if (c->pair && (status = put_made(c, c->pair->finish ? c->pair->finish(&c->job) : REEL_OK, true)) < 0) return status;
    if (c->checks && (status = reel__check_runs_finish(c->checks, c->error)) < 0) return status;
    reel__tallies_report(&c->tallies, &c->reporter);
    status = complete(c);
    if (status >= 0) status = report_losses(c);
    return status >= 0 && c->digest_failed ? reel__memory_fail(c->error) : status;
}
