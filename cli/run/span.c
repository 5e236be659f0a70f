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
    reel_source source;
    uint64_t size = REEL_UNKNOWN_SIZE;
    if (strcmp(job->input->path, "-") != 0 && reel_source_file(job->input->path, 0, &source, NULL) == REEL_OK) {
        size = source.size;
        source.close(source.context);
    }
    return INDEX_FREE + (size != REEL_UNKNOWN_SIZE ? size : 0);
}

/* Reads a file into job->index. REEL_LIMIT: it has more than `most` bytes. */
static reel_status read_whole(struct job *job, const char *path, uint64_t most)
{
    reel_source source;
    reel_status status = reel_source_file(path, 0, &source, &job->error);
    if (status < 0) return status;
    if (source.size > most) status = REEL_LIMIT;
    size_t size = 0, capacity = 0;
    while (status == REEL_OK) {
        if (size == capacity) {
            capacity = capacity ? 2 * capacity : source.size < SIZE_MAX - 1 ? (size_t)source.size + 1 : 1;
            void *data = counted_resize(job->index, capacity);
            if (!data) {
                status = fail_job(job, REEL_MEMORY, "reel.memory", "out of memory while reading the index %s", path);
                break;
            }
            job->index = data;
        }
        size_t got = 0;
        status = source.read(source.context, (uint8_t *)job->index + size, capacity - size, &got, &job->error);
        size += got;
        if (size > most) status = REEL_LIMIT;
    }
    source.close(source.context);
    job->options.index = (reel_bytes){ job->index, size };
    return status < 0 ? status : REEL_OK;
}

void job_drop_index(struct job *job)
{
    counted_free(job->index);
    job->index = NULL;
    job->options.index = (reel_bytes){ NULL, 0 };
}

/* Whether the format of the input supports indexes. An input that can be read only once is not probed: the library reports if
 * the index cannot be used. */
static bool can_be_indexed(struct job *job)
{
    reel_source source;
    const reel_format *format = NULL;
    if (!strcmp(job->input->path, "-") || kind_of(job->input->path) == KIND_OTHER) return true;
    reel_status status = job_source(job, &source);
    if (status == REEL_OK) reel_identify(source, &job->options, &format, NULL, &job->error);
    job->error = (reel_error){ .rule = "", .section = "" }; /* it will occur again when the file is read */
    return format && format->reader->positions;
}

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
    reel_status status = read_whole(job, path, index_most(job));
    if (status == REEL_LIMIT) {
        reject_index(job);
        status = REEL_OK;
    } else if (status == REEL_IO) {
        const reel_error why = job->error;
        fail_job(job, status, why.rule, "%s (index %s)", why.message, path);
    }
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

static reel_status convert_moment(struct job *job, enum option_id id, const reel_format *format, const reel_chunk *header,
                                  bool *has_, double *at)
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

reel_status job_convert_span(struct job *job, const reel_format *format, const reel_chunk *header)
{
    struct span *span = &job->span;
    reel_status status = convert_moment(job, OPT_AFTER, format, header, &span->has_from, &span->from);
    if (status >= 0) status = convert_moment(job, OPT_BEFORE, format, header, &span->has_to, &span->to);
    if (status >= 0 && span->has_from && span->has_to && span->from >= span->to)
        status = fail_job(job, REEL_ARGUMENT, "span.empty", "empty span: --after %s is not less than --before %s",
                          value_of(job->arguments, OPT_AFTER), value_of(job->arguments, OPT_BEFORE));
    return status;
}

/* The beginning of the input as a source: of standard input, what was peeked. */
static reel_status source_of_beginning(struct job *job, reel_source *source)
{
    if (job_can_reopen(job)) return job_source(job, source);
    reel_status status = job_peek(job);
    if (status >= 0) *source = reel_source_memory(job->peeked, job->peeked_size);
    return status;
}

reel_status job_find_span(struct job *job)
{
    static const reel_table *const none[] = { NULL };
    const reel_format *format;
    reel_source source;
    job->span = (struct span){ .has_from = false };
    if (!has(job->arguments, OPT_AFTER) && !has(job->arguments, OPT_BEFORE)) return REEL_OK;
    reel_options quiet = job->options;
    quiet.report = NULL;
    reel_status status = source_of_beginning(job, &source);
    if (status >= 0) status = reel_identify(source, &quiet, &format, NULL, &job->error);
    if (status < 0) return status;
    const reel_field *time = time_of_format(format);
    if (!time || strcmp(time->unit, "frames") != 0) return job_convert_span(job, format, NULL);
    reel_reader *reader = NULL;
    quiet.tables = none;
    quiet.flags = 0;
    status = source_of_beginning(job, &source);
    if (status >= 0) status = reel_open(source, &quiet, &reader, &job->error);
    if (status >= 0) status = job_convert_span(job, format, reel_header(reader));
    reel_close(reader);
    return status;
}

reel_status job_set_span(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    job_drop_index(job);
    job->options.has_from = job->options.has_to = false;
    if (!job_can_reopen(job) && has(arguments, OPT_FOLLOW)) return REEL_OK; /* converted when its header is there */
    reel_status status = job_find_span(job);
    job->options.has_from = job->span.has_from;
    job->options.has_to = job->span.has_to;
    job->options.from = job->span.from;
    job->options.to = job->span.to;
    if (status < 0 || !job->options.has_from) return status;
    const char *given = value_of(arguments, OPT_INDEX);
    char *path = given ? copy_of(given) : joined(job->input->path, INDEX_ENDING, "");
    bool there = given || kind_of(path) == KIND_FILE;
    status = there && can_be_indexed(job) ? load_index(job, path) : REEL_OK;
    free(path);
    return status;
}
