/* SPDX-License-Identifier: MIT
 * reel_convert: a reader joined to a writer, with what happens to the rows between them, and the proof afterwards. */
#include "jobs/rewrite/conversion.h"

#include "core/options.h"
#include "jobs/index.h"
#include "jobs/rewrite/votes.h"

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
    bool in_memory = needs_memory(&sink, c->to, c->how), verifies = conversion_proves(c);
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
            reel__writer_encoder(c->writer)->stored = reel__conversion_stored;
            reel__writer_encoder(c->writer)->stored_context = c;
            reel__writer_encoder(c->writer)->compared = reel__compare_sees_rows(c->compare);
        }
        status = reel__conversion_pass(c);
        if (status >= 0 && verifies) status = reel__conversion_verify(c);
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
                { &c->merge, REEL_OPERATION_MERGE, how->merge_count && !conversion_votes(c) },
                { &c->cut, REEL_OPERATION_CUT, how->has_from || how->has_to },
                { &c->anonymise, REEL_OPERATION_ANONYMISE, conversion_hides(how) } };
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && status >= 0; i++)
        if (all[i].wanted) status = ready(c, all[i].run, operation_called(c->from, all[i].id));
    if (status >= 0 && how->merge_count && !c->merge.operation && !conversion_votes(c))
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
    if (c->pair || !conversion_proves(c) || how->flags & REEL_REPAIR || c->reader->options.tables) return false;
    return how->operation_count || how->merge_count || how->has_from || how->has_to || conversion_hides(how);
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
                             .put = reel__conversion_put,
                             .put_context = c };
        if (!c->job.state || !c->job.out) return reel__memory_fail(c->error);
        if (conversion_proves(c) && !reel__compare_begin(&c->compare, c->pair, c->from, allocator, &c->reader->budget))
            return reel__memory_fail(c->error);
        c->job.compared = reel__compare_sees_rows(c->compare);
        if (conversion_votes(c) && !(c->level = reel__votes_level(c->reader, allocator))) return reel__memory_fail(c->error);
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
