/* SPDX-License-Identifier: MIT
 * The proof of a conversion: its output is read back and compared with what was meant. */
#include "jobs/rewrite/conversion.h"

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

reel_status reel__conversion_verify(conversion *c)
{
    reel_status status = read_back(c);
    return status >= 0 && (c->checks || c->how->flags & REEL_REPAIR) ? check_output(c) : status;
}
