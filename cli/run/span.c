/* SPDX-License-Identifier: MIT
 * The span of --after and --before, and the index beside a replay that leads to it. */
#include "run/span.h"
#include "base/system.h"

#include <math.h>
#include <stdlib.h>

/* An index is smaller than its replay, unless the replay is very short. The size of a pipe is not known. */
#define INDEX_FREE ((uint64_t)1 << 20)

static uint64_t index_most(const struct job *job)
{
    uint64_t size = job->is_open ? job->file.size : REEL_UNKNOWN_SIZE;
    return INDEX_FREE + (size != REEL_UNKNOWN_SIZE ? size : 0);
}

void job_drop_index(struct job *job) { text_free(&job->index); }

static void reject_index(struct job *job)
{
    const reel_finding finding = { .rule = "index.too-large",
                                   .severity = REEL_WARNING,
                                   .section = "index",
                                   .offset = REEL_NO_OFFSET,
                                   .row = REEL_NO_ROW,
                                   .count = 1,
                                   .message = "index ignored: it is larger than its replay" };
    job->options.report(job->options.report_context, &finding);
    job_drop_index(job);
}

static reel_status load_index(struct job *job, const char *path)
{
    reel_source source;
    reel_status status = reel_source_file(path, 0, &source, &job->error);
    if (status >= 0) status = job_read_all(job, source, index_most(job), &job->index);
    if (status == REEL_LIMIT) {
        reject_index(job);
        return REEL_OK;
    }
    const reel_error why = job->error;
    if (status == REEL_IO) fail_job(job, status, why.rule, "%s (index %s)", why.message, path);
    if (status == REEL_MEMORY) fail_job(job, status, "reel.memory", "out of memory while reading the index %s", path);
    return status;
}

/* ---- times ---------------------------------------------------------------------------------------------------------- */

/* Ticks per second of a DDNet server. */
#define TICK_RATE 50.0

/* The time axis of a format, which is in the same unit in all its tables. */
static const reel_field *time_of_format(const reel_format *format)
{
    const reel_field *time = NULL;
    for (const reel_table *const *table = format->tables; *table && !time; table++) time = reel_table_time(*table);
    return time;
}

/* The header's number of frames per second; 0: unknown. */
static double frame_rate_of(const reel_format *format, const reel_chunk *header)
{
    for (const reel_table *const *table = format->tables; header && *table; table++) {
        const reel_field *field = reel_table_field(*table, "framerate");
        size_t count = 0;
        const void *rows = field && (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(header, *table, &count) : NULL;
        if (count) return reel_field_number(field, rows, 0);
    }
    return 0;
}

/* Units of the time axis per second; 0: not known for this file. */
static double rate_of(const reel_field *time, const reel_format *format, const reel_chunk *header)
{
    if (!strcmp(time->unit, "tick")) return TICK_RATE;
    if (!strcmp(time->unit, "frames")) return frame_rate_of(format, header);
    return 1;
}

/* Products such as 1.1 * 50 are rounded, so that they do not miss the tick. */
static double scaled(double seconds, double rate) { return rate != 1 ? round(seconds * rate * 1e6) / 1e6 : seconds; }

reel_status span_moment(struct job *job, enum option_id id, const reel_format *format, const reel_chunk *header, bool *has_,
                        double *at)
{
    struct moment moment;
    const reel_field *time = time_of_format(format);
    *has_ = moment_of(job->arguments, id, &moment);
    if (!*has_ || !time) return REEL_OK;
    const char *option = all_options[id].name, *value = value_of(job->arguments, id);
    double rate = rate_of(time, format, header);
    if (moment.ticks && !strcmp(time->unit, "s"))
        return fail_job(job, REEL_ARGUMENT, "span.unit", "--%s %s: times of %s are in seconds, not in ticks or frames", option,
                        value, format->id);
    if (!moment.ticks && !(rate > 0 && isfinite(rate)))
        return fail_job(job, REEL_ARGUMENT, "span.unit", "--%s %s: the frame rate of the replay is not known; give frames (240t)",
                        option, value);
    *at = moment.ticks ? moment.value : scaled(moment.value, rate);
    return REEL_OK;
}

static reel_status find_index(struct job *job, reel_options *options)
{
    const char *given = value_of(job->arguments, OPT_INDEX);
    char *path = given ? copy_of(given) : joined(job->input->path, INDEX_ENDING, "");
    job_drop_index(job);
    reel_status status = given || kind_of(path) == KIND_FILE ? load_index(job, path) : REEL_OK;
    options->index = (reel_bytes){ (const uint8_t *)job->index.data, job->index.size };
    free(path);
    return status;
}

reel_status job_find_index(struct job *job) { return find_index(job, &job->options); }

reel_status span_choose(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options)
{
    struct span *span = &job->span;
    const reel_field *time = time_of_format(format);
    bool needs_header = time && !strcmp(time->unit, "frames");
    if ((!has(job->arguments, OPT_AFTER) && !has(job->arguments, OPT_BEFORE)) || needs_header != (header != NULL)) return REEL_OK;
    reel_status status = span_moment(job, OPT_AFTER, format, header, &span->has_from, &span->from);
    if (status >= 0) status = span_moment(job, OPT_BEFORE, format, header, &span->has_to, &span->to);
    if (status >= 0 && span->has_from && span->has_to && span->from >= span->to)
        status = fail_job(job, REEL_ARGUMENT, "span.empty", "empty span: --after %s is not less than --before %s",
                          value_of(job->arguments, OPT_AFTER), value_of(job->arguments, OPT_BEFORE));
    if (status < 0 || !job->narrows) return status;
    options->has_from = span->has_from;
    options->has_to = span->has_to;
    options->from = span->from;
    options->to = span->to;
    return span->has_from && format->reader->positions ? find_index(job, options) : REEL_OK;
}
