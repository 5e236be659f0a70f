/* SPDX-License-Identifier: MIT
 * reel_convert: a reader joined to a writer, with what happens to the rows between them, and the proof afterwards. */
#include "core/options.h"
#include "core/reader.h"
#include "core/tally.h"
#include "jobs/index.h"
#include "jobs/rewrite/compare.h"
#include "jobs/rewrite/digest.h"
#include "jobs/rewrite/edit.h"
#include "jobs/rewrite/new_errors.h"
#include "jobs/rewrite/pseudonymise.h"
#include "jobs/rewrite/score.h"
#include "jobs/rewrite/votes.h"
#include "jobs/writer.h"
#include "pairs/pair.h"

#include <math.h>

/* An operation at work; none where `operation` is NULL. */
typedef struct operation_run {
    const reel_operation *operation;
    void *state;
} operation_run;

typedef struct conversion {
    reel_reader *reader;
    reel_writer *writer;
    const reel_format *from, *to;
    const convert_pair *pair; /* NULL: the format stays */
    const reel_convert_options *how;
    reel_bytes index; /* of the options: a pair that cuts starts by it, not the reader */
    reel_reporter reporter;
    operation_run repair, merge, cut, anonymise; /* those with reserved ids that are wanted */
    operation_run *operations;                   /* how->operation_count of them */
    size_t merged;                               /* sources of how->merge that were taken */
    char *level;                                 /* that these are of, if they vote */
    bool is_set;                                 /* how->settings were applied */
    pair_job job;
    reel_tallies tallies;
    pseudonymisation pseudonyms;
    reel_pseudonyms names; /* a copy of how->pseudonyms, as it is in this version */
    digest meant;
    bool digest_failed;    /* out of memory in digest_stored */
    loss_compare *compare; /* NULL: the format stays, or nothing is verified */
    error_rules *before;   /* errors of the input */
    check_runs *checks;    /* over the input; NULL: the output may have errors of its own */
    reel_error *error;
} conversion;

/* Pseudonyms take the places that anonymisation clears. */
static bool hides(const reel_convert_options *how) { return how->flags & REEL_ANONYMISE || how->pseudonyms; }

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

/* Whether the replays to be merged are other plays of the level, which the conversion reads. */
static bool votes(const conversion *c) { return c->pair && c->pair->votes; }

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
    if (c->from->flags & REEL_FORMAT_STREAMS || votes(c)) return REEL_OK;
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
    if (status >= 0 && !c->anonymise.operation && hides(how)) reel__edit_hide(&change);
    return status >= 0 && how->pseudonyms ? reel__pseudonyms_after(&c->pseudonyms, &change) : status;
}

static bool proves(const conversion *c) { return !(c->how->flags & REEL_NO_VERIFY); }

/* Rows as the writer stored them, if it rounds the rows of this conversion. */
static void digest_stored(void *context, const reel_table *table, const void *rows, size_t count)
{
    conversion *c = context;
    if (proves(c) && !reel__digest_rows(&c->meant, table, rows, count)) c->digest_failed = true;
    reel__compare_stored(c->compare, table, rows, count);
}

/* Whether the writer reports the rows of a table as it stores them. */
static bool is_reported(const conversion *c, const reel_table *table)
{
    return c->pair && (table == c->pair->completes || (c->pair->target_rounds && !(table->flags & REEL_TABLE_HEADER)));
}

/* Adds the rows that must be read back, but for those that the writer reports: digest_stored. */
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
    if (proves(c) && !digest_meant(c, chunk)) return reel__memory_fail(c->error);
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

/* Rows of a conversion that do not wait for the end of its call. */
static reel_status put_early(void *context) { return put_made(context, REEL_OK, false); }

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
    bool streams = c->from->flags & REEL_FORMAT_STREAMS && !votes(c);
    while (votes(c) && c->merged < c->how->merge_count && status >= 0)
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

static reel_status pass_all(conversion *c)
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

/* An output that does not even read back is a loss; the system's refusals stay what they are. */
static reel_status unreadable(conversion *c, reel_status status)
{
    if (status == REEL_LOSS || status == REEL_IO || status == REEL_MEMORY || status == REEL_CANCELLED) return status;
    reel_error why = *c->error;
    return reel_fail(c->error, REEL_LOSS, "convert.verify", why.section, why.offset, "the output cannot be read back: %s",
                     why.message);
}

/* The first table that differs from the intended rows. A format may round fractions; that is reported. */
static const reel_table *difference(const conversion *c, const digest *found)
{
    const reel_table *differs = reel__digest_difference(&c->meant, found, c->to->tables, false);
    if (!differs || !found->rounds) return differs;
    const reel_table *beyond = reel__digest_difference(&c->meant, found, c->to->tables, true);
    if (beyond) return beyond;
    reel_find(
        &c->reporter,
        (reel_finding){
            .rule = "convert.rounded", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .table = differs, .row = REEL_NO_ROW },
        "%s rounds fractions: these were not compared; everything else was verified", c->to->name);
    return NULL;
}

/* Opens the output as the file that it should be. */
static reel_status reopen_output(const conversion *c, reel_reader **reader)
{
    reel_source written;
    reel_sink *sink = reel__writer_sink(c->writer);
    reel_status status = sink->reopen(sink->context, &written, c->error);
    if (status < 0) return status;
    reel_options options = { REEL_SIZED(reel_options),
                             .flags = REEL_STRICT,
                             .allocator = &c->reader->allocator,
                             .limits = c->reader->options.limits,
                             .formats = c->reader->options.formats,
                             .format = c->checks || c->how->flags & REEL_REPAIR ? c->reader->options.format : c->to };
    if (!c->pair) { /* rows of one format are read in one way */
        options.tables = c->reader->options.tables;
        options.select = c->reader->options.select;
        options.convention = c->reader->options.convention;
    }
    options.on_progress = c->reader->options.on_progress;
    options.progress_context = c->reader->options.progress_context;
    /* What was written may be larger than what is accepted from strangers; its cost is in proportion to the rows. */
    options.limits.input_bytes = options.limits.unpacked_bytes = options.limits.work = UINT64_MAX;
    return reel_open(written, &options, reader, c->error);
}

static reel_status digest_output(const conversion *c, reel_reader *reader, digest *found)
{
    reel_status status;
    const reel_chunk *chunk;
    while ((status = reel_next(reader, &chunk, c->error)) == REEL_OK)
        if (!reel__digest_chunk(found, chunk)) return reel__memory_fail(c->error);
    return status;
}

/* Compares the output with the rows that were meant. Damage can leave rows that no sound file holds: a repaired file is sound, and a
 * finding says where it is another. */
static reel_status compare(const conversion *c, const digest *found)
{
    const reel_table *differs = difference(c, found);
    if (!differs) return REEL_OK;
    if (!(c->how->flags & REEL_REPAIR))
        return reel_fail(c->error, REEL_LOSS, "convert.verify", differs->name, 0,
                         "the output differs from the input when read back, in table %s", differs->name);
    reel_find(&c->reporter,
              (reel_finding){ .rule = "repair.differs",
                              .severity = REEL_WARNING,
                              .section = differs->name,
                              .offset = REEL_NO_OFFSET,
                              .table = differs,
                              .row = REEL_NO_ROW },
              "table %s: some values of the damaged file are not valid and were changed", differs->name);
    return REEL_OK;
}

/* Reads the output back and compares it with what was meant. */
static reel_status read_back(conversion *c)
{
    reel_reader *reader;
    reel_status status = reopen_output(c, &reader);
    bool changed = c->checks || c->how->flags & REEL_REPAIR;
    bool nothing = status == REEL_UNSUPPORTED || (status < 0 && strcmp(c->error->rule, "reel.empty") == 0);
    bool recognised = status < 0 ? !changed || !nothing : reel_reader_format(reader) == c->to;
    if (status < 0 && recognised) return unreadable(c, status);
    if (!recognised) {
        if (status >= 0) reel_close(reader);
        if (c->how->flags & REEL_REPAIR)
            return reel_fail(c->error, REEL_CORRUPT, "repair.nothing-left", "", 0,
                             "nothing to recover: too little data precedes the damage to make a %s file", c->to->name);
        return reel_fail(c->error, REEL_ARGUMENT, "edit.not-recognised", "", 0,
                         "with this change the output would not be recognised as a file of %s", c->to->name);
    }
    digest found;
    if (reel__digest_new(&found, c->to->tables, c->meant.rounds, &c->reader->allocator)) {
        status = digest_output(c, reader, &found);
        if (status >= 0) status = compare(c, &found);
        reel__digest_free(&found);
    } else {
        status = reel__memory_fail(c->error);
    }
    reel_close(reader);
    return status < 0 ? unreadable(c, status) : REEL_OK;
}

/* Checks what a repair or an edit wrote. A repair cannot invent rows that the damage took, or a score that they give, and says so. An
 * edit fails if the output has an error that its input does not have. */
static reel_status check_output(conversion *c)
{
    reel_source written;
    reel_sink *sink = reel__writer_sink(c->writer);
    bool repairs = c->how->flags & REEL_REPAIR;
    error_rules after = { .known = repairs ? NULL : c->before };
    reel_status status = sink->reopen(sink->context, &written, c->error);
    if (status < 0) return status;
    status = reel__error_rules_check(&after, written, c->reader, c->to, c->error);
    if (status < 0) return unreadable(c, status);
    if (!repairs && after.any_new)
        return reel_fail(c->error, REEL_LOSS, "edit.new-error", after.first.section, after.first.offset,
                         "the output would have an error that the input does not have: %s (%s)", after.first.message,
                         after.first.rule);
    if (repairs && after.errors)
        reel_find(&c->reporter,
                  (reel_finding){ .rule = "repair.errors-left",
                                  .severity = REEL_ERROR,
                                  .offset = REEL_NO_OFFSET,
                                  .row = REEL_NO_ROW,
                                  .count = after.errors },
                  "%llu {error remains|errors remain} that a repair cannot remove; check the output to see them",
                  (unsigned long long)after.errors);
    return REEL_OK;
}

/* An output that cannot be read back is made in memory first, unless the format streams: then it is not verified. */
static bool needs_memory(const reel_sink *sink, const reel_format *to, const reel_convert_options *how)
{
    return !(how->flags & REEL_NO_VERIFY) && !sink->reopen && !(to->flags & REEL_FORMAT_STREAMS);
}

static reel_status copy_out(const reel_memory *memory, reel_sink *sink, reel_error *error)
{
    reel_status status = memory->size ? sink->write(sink->context, memory->data, memory->size, error) : REEL_OK;
    if (status < 0) {
        sink->discard(sink->context);
        return status;
    }
    return sink->commit(sink->context, error);
}

static reel_status run(conversion *c, reel_sink sink)
{
    reel_reporter *reporter = &c->reporter;
    bool in_memory = needs_memory(&sink, c->to, c->how), verifies = proves(c);
    reel_memory memory;
    reel_sink target = in_memory ? reel_sink_memory(&memory, &c->reader->allocator) : sink;
    if (verifies && !target.reopen) {
        verifies = false;
        reel_find(reporter, (reel_finding){ .rule = "convert.unverified", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET },
                  "the output was not verified: this sink cannot be read back");
    }
    reel_write_options options = { REEL_SIZED(reel_write_options), .allocator = &c->reader->allocator, .report = reporter->report,
                                   .report_context = reporter->context, .convention = c->how->convention };
    reel_status status = reel_create(target, c->to, &options, &c->writer, c->error);
    if (status >= 0) {
        if (c->pair && (c->pair->target_rounds || c->pair->completes)) {
            reel__writer_encoder(c->writer)->stored = digest_stored;
            reel__writer_encoder(c->writer)->stored_context = c;
            reel__writer_encoder(c->writer)->compared = reel__compare_sees_rows(c->compare);
        }
        status = pass_all(c);
        if (status >= 0 && verifies) status = read_back(c);
        if (status >= 0 && verifies && (c->checks || c->how->flags & REEL_REPAIR)) status = check_output(c);
        if (status < 0)
            reel_discard(c->writer);
        else
            status = reel_finish(c->writer, c->error);
    }
    if (in_memory && status >= 0) {
        status = copy_out(&memory, &sink, c->error);
        reel_memory_free(&memory);
    } else if (in_memory) {
        sink.discard(sink.context);
    }
    return status;
}

static const reel_operation *operation_called(const reel_format *format, const char *id)
{
    const reel_operation *const *known = format->operations;
    while (known && *known && strcmp((*known)->id, id) != 0) known++;
    return known ? *known : NULL;
}

/* Prepares an operation, which may be NULL: none. */
static reel_status ready(conversion *c, operation_run *run, const reel_operation *operation)
{
    *run = (operation_run){ operation, operation ? reel__memory_new(&c->reader->allocator, operation->state_size) : NULL };
    return operation && !run->state ? reel__memory_fail(c->error) : REEL_OK;
}

/* The operations with reserved ids, as far as they are wanted and the format has them. */
static reel_status ready_reserved(conversion *c)
{
    const reel_convert_options *how = c->how;
    const struct {
        operation_run *run;
        const char *id;
        bool wanted;
    } all[] = { { &c->repair, REEL_OPERATION_REPAIR, how->flags & REEL_REPAIR },
                { &c->merge, REEL_OPERATION_MERGE, how->merge_count && !votes(c) },
                { &c->cut, REEL_OPERATION_CUT, how->has_from || how->has_to },
                { &c->anonymise, REEL_OPERATION_ANONYMISE, hides(how) } };
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && status >= 0; i++)
        if (all[i].wanted) status = ready(c, all[i].run, operation_called(c->from, all[i].id));
    if (status >= 0 && how->merge_count && !c->merge.operation && !votes(c))
        return reel_fail(c->error, REEL_UNSUPPORTED, "edit.merge", "", 0, "merging is not supported for %s", c->from->name);
    return status;
}

/* The operations that are asked for by id, each with its state. */
static reel_status ready_asked(conversion *c)
{
    c->operations = reel__memory_new(&c->reader->allocator, c->how->operation_count * sizeof *c->operations);
    if (!c->operations) return reel__memory_fail(c->error);
    reel_status status = REEL_OK;
    for (size_t i = 0; i < c->how->operation_count && status >= 0; i++) {
        const reel_setting *asked = &c->how->operations[i];
        const reel_operation *known = operation_called(c->from, asked->field);
        if (!known || reel_operation_is_reserved(known))
            return reel_fail(c->error, REEL_ARGUMENT, "edit.operation", "", 0, "%s has no operation '%s'", c->from->name,
                             asked->field);
        if (!known->argument != !asked->value)
            return reel_fail(c->error, REEL_ARGUMENT, "edit.argument", "", 0, "%s takes %s", asked->field,
                             known->argument ? known->argument : "no argument");
        status = ready(c, &c->operations[i], known);
    }
    return status;
}

/* The ids of the formats to which the input can be converted, as many as there is room for. */
static const char *list_targets(const conversion *c, char *text, size_t room)
{
    static const char more[] = " and more";
    size_t size = 0;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        size_t length = strlen((*format)->id);
        if (!(*format)->writer || !reel__pair_between(c->from, *format)) continue;
        if (size + length + sizeof more + 2 > room) {
            memcpy(text + size, more, sizeof more);
            return text;
        }
        if (size) memcpy(text + size, ", ", 2), size += 2;
        memcpy(text + size, (*format)->id, length);
        size += length;
    }
    text[size] = 0;
    return size ? text : "none";
}

/* Whether rows of a sound file are changed, all of which a check sees. Header fields that the caller states are theirs. */
static bool is_edit(const conversion *c)
{
    const reel_convert_options *how = c->how;
    if (c->pair || !proves(c) || how->flags & REEL_REPAIR || c->reader->options.tables) return false;
    return how->operation_count || how->merge_count || how->has_from || how->has_to || hides(how);
}

/* What is to be hidden is never shown because a conversion does not know how to. */
static reel_status check_scramble(const conversion *c)
{
    enum { KEY_LEAST = 16 };
    const reel_convert_options *how = c->how;
    if (!how->scramble_key && !how->scramble_key_size) return REEL_OK;
    if (!how->scramble_key || how->scramble_key_size < KEY_LEAST)
        return reel_fail(c->error, REEL_ARGUMENT, "convert.scramble", "", 0, "a key for scrambling needs 16 bytes or more");
    if (c->pair && c->pair->scrambles) return REEL_OK;
    return reel_fail(c->error, REEL_UNSUPPORTED, "convert.scramble", "", 0,
                     "scrambling is not supported from %s to %s, only from a DDNet recording to a demo", c->from->name,
                     c->to->name);
}

static reel_status prepare(conversion *c)
{
    const reel_allocator *allocator = &c->reader->allocator;
    if (c->to != c->from && !(c->pair = reel__pair_between(c->from, c->to))) {
        char targets[96];
        return reel_fail(c->error, REEL_UNSUPPORTED, "convert.unsupported", "", 0,
                         "conversion from %s to %s is not supported; possible are %s", c->from->name, c->to->name,
                         list_targets(c, targets, sizeof targets));
    }
    reel_status status = check_scramble(c);
    if (status >= 0 && c->how->pseudonyms) {
        reel__memory_options(&c->names, sizeof c->names, c->how->pseudonyms);
        c->pseudonyms.run.how = &c->names;
        status = reel__pseudonyms_check(&c->names, c->error);
    }
    if (status >= 0) status = ready_reserved(c);
    if (status < 0) return status;
    if (c->pair) {
        c->job = (pair_job){ .state = reel__memory_new(allocator, c->pair->state_size),
                             .out = reel__chunk_new(c->to->tables, c->to->tables, UINT64_MAX, allocator),
                             .reporter = c->reporter,
                             .allocator = *allocator,
                             .convention = c->how->convention,
                             .flags = c->how->flags,
                             .error = c->error,
                             .budget = &c->reader->budget,
                             .tallies = &c->tallies,
                             .how = c->how,
                             .put = put_early,
                             .put_context = c };
        if (!c->job.state || !c->job.out) return reel__memory_fail(c->error);
        if (proves(c) && !reel__compare_begin(&c->compare, c->pair, c->from, allocator, &c->reader->budget))
            return reel__memory_fail(c->error);
        c->job.compared = reel__compare_sees_rows(c->compare);
        if (votes(c) && !(c->level = reel__votes_level(c->reader, allocator))) return reel__memory_fail(c->error);
    }
    status = ready_asked(c);
    return status >= 0 && is_edit(c) ? reel__check_runs_begin(&c->checks, c->reader, c->before, c->error) : status;
}

/* A pair that cuts need not read all of what comes before the span, if there is an index. */
static reel_status enter(conversion *c)
{
    bool entered;
    if (!c->pair || !c->pair->enter || !c->how->has_from) return REEL_OK;
    const reel_status status =
        reel__index_enter_with(c->reader, c->index, c->how->from - c->pair->warm_up, c->pair->earlier, &entered);
    if (status < 0) return reel__reader_failure(c->reader, status, c->error);
    if (entered) c->pair->enter(&c->job, &c->reader->decoder);
    return REEL_OK;
}

static void clean_up(conversion *c)
{
    reel_allocator allocator = c->reader->allocator;
    if (c->job.state && c->job.out && c->pair->close) c->pair->close(&c->job);
    reel__memory_drop(&allocator, c->job.state);
    reel__chunk_free(c->job.out);
    for (size_t i = 0; c->operations && i < c->how->operation_count; i++) reel__memory_drop(&allocator, c->operations[i].state);
    reel__memory_drop(&allocator, c->operations);
    reel__memory_drop(&allocator, c->level);
    reel__memory_drop(&allocator, c->repair.state);
    reel__memory_drop(&allocator, c->merge.state);
    reel__memory_drop(&allocator, c->cut.state);
    reel__memory_drop(&allocator, c->anonymise.state);
    reel__digest_free(&c->meant);
    reel__compare_free(c->compare);
    reel__check_runs_free(c->checks);
    reel__tallies_free(&c->tallies);
    reel_close(c->reader);
    reel__memory_drop(&allocator, c);
}

static reel_status convert(conversion *c, const reel_format *to, reel_sink sink)
{
    c->from = c->reader->format;
    c->to = to ? to : c->from;
    c->reporter = c->reader->decoder.reporter;
    reel_status status = reel__tallies_begin(&c->tallies, &c->reader->allocator) ? prepare(c) : reel__memory_fail(c->error);
    bool rounds = c->to->writer && c->to->writer->rounds &&
                  !c->pair; /* rows of a pair are compared as they are, or as the writer stored them */
    if (status >= 0 && !reel__digest_new(&c->meant, c->to->tables, rounds, &c->reader->allocator))
        status = reel__memory_fail(c->error);
    if (status >= 0) status = enter(c);
    if (status < 0) {
        sink.discard(sink.context);
        return status;
    }
    return run(c, sink);
}

static void drop_sources(const reel_convert_options *how, size_t taken)
{
    for (; taken < how->merge_count; taken++)
        if (how->merge[taken].close) how->merge[taken].close(how->merge[taken].context);
}

reel_status reel_convert(reel_source source, const reel_options *options, const reel_format *to, reel_sink sink,
                         const reel_convert_options *given, reel_error *error)
{
    reel_error own;
    reel_convert_options how;
    reel_reader *reader;
    reel_options noting = reel__reader_raw_options(options);
    error_rules before = { .next = { noting.report, noting.report_context } };
    if (!error) error = &own;
    noting.report = reel__error_rules_pass;
    noting.report_context = &before;
    reel_status status = reel_open(source, &noting, &reader, error);
    reel__memory_options(&how, sizeof how, given); /* options->choose may have changed it */
    if (status >= 0 && (status = reel__options_are_known(how.struct_size, error)) < 0) reel_close(reader);
    conversion *c = status >= 0 ? reel__memory_new(&reader->allocator, sizeof *c) : NULL;
    if (!c) {
        if (status >= 0) {
            status = reel__memory_fail(error);
            reel_close(reader);
        }
        sink.discard(sink.context);
        drop_sources(&how, 0);
        return status;
    }
    c->reader = reader;
    c->how = &how;
    c->index = noting.index;
    c->before = &before;
    c->error = error;
    status = convert(c, to, sink);
    drop_sources(&how, c->merged);
    clean_up(c);
    return status;
}
