/* SPDX-License-Identifier: MIT
 * The span of --after and --before, and the index beside a replay that leads to it. */
#include "files.h"
#include "report.h"
#include "system.h"

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

reel_status job_set_span(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    job->options.has_from = has(arguments, OPT_AFTER);
    job->options.has_to = has(arguments, OPT_BEFORE);
    job->options.from = seconds_of(arguments, OPT_AFTER);
    job->options.to = seconds_of(arguments, OPT_BEFORE);
    const char *given = value_of(arguments, OPT_INDEX);
    job_drop_index(job);
    if (!job->options.has_from) return REEL_OK;
    char *path = given ? copy_of(given) : joined(job->input->path, INDEX_ENDING, "");
    bool there = given || kind_of(path) == KIND_FILE;
    reel_status status = there && can_be_indexed(job) ? load_index(job, path) : REEL_OK;
    free(path);
    return status;
}
