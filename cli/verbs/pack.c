/* SPDX-License-Identifier: MIT
 * reel pack: replays to archives. */
#include "base/json.h"
#include "run/batch.h"
#include "run/output.h"
#include "run/report.h"
#include "verbs/verbs.h"

#include <math.h>
#include <reel/archive.h>
#include <stdlib.h>

static const char ending[] = ".reel";

/* One part of --precision: a number above 0 and its unit. */
static bool precision_part(const char *word, size_t size, const char *unit, double scale, double *value)
{
    char *end;
    double number = strtod(word, &end);
    if (end == word || !(number > 0) || !isfinite(number)) return false;
    if ((size_t)(end - word) + strlen(unit) != size || memcmp(end, unit, strlen(unit)) != 0) return false;
    *value = number * scale;
    return true;
}

/* Reads "0.1mm,0.05deg"; both parts are needed. */
static bool read_precision(const char *word, reel_archive_options *how)
{
    while (*word) {
        size_t size = strcspn(word, ",");
        bool known = precision_part(word, size, "mm", 0.001, &how->position_error) ||
                     precision_part(word, size, "m", 1, &how->position_error) ||
                     precision_part(word, size, "deg", 1, &how->rotation_error);
        if (!known) return false;
        word += size;
        if (*word == ',') word++;
    }
    return how->position_error > 0 && how->rotation_error > 0;
}

static void result_json(struct job *job, const char *path, const reel_packed *packed)
{
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, packed->format);
    json_path(&job->out, "output", job->collected ? value_of(job->arguments, OPT_OUTPUT) : path);
    json_count(&job->out, "size", packed->size);
    json_count(&job->out, "packed", packed->packed);
    json_bool(&job->out, "stored", packed->stored);
    json_findings(&job->out, job->findings);
    json_close(&job->out, '}');
    text_string(&job->out, "\n");
}

static reel_status pack(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    reel_archive_options how = { REEL_SIZED(reel_archive_options), .stored = has(arguments, OPT_STORED), .named = job->collected,
                                 .only_replays = job->only_replays };
    const char *precision = value_of(arguments, OPT_PRECISION), *level = value_of(arguments, OPT_LEVEL);
    if (precision) read_precision(precision, &how);
    if (level && !strcmp(level, "fast")) how.level = REEL_ARCHIVE_FAST;
    if (level && !strcmp(level, "fastest")) how.level = REEL_ARCHIVE_FASTEST;
    if (strcmp(job->input->path, "-") != 0 || job->input->name) /* standard input has no name of its own */
        how.id = job->input->relative;
    reel_source source;
    struct deferred deferred;
    reel_packed packed;
    reel_status status = job_source(job, &source);
    if (status < 0) return status;
    reel_sink sink = output_deferred(job, &deferred, output_path(job, ending));
    status = reel_pack(source, &job->options, &how, sink, &packed, &job->error);
    if (status >= 0 && has(arguments, OPT_JSON)) result_json(job, deferred.path, &packed);
    deferred_end(&deferred);
    return status;
}

int run_pack(const struct arguments *arguments)
{
    const char *output = value_of(arguments, OPT_OUTPUT), *precision = value_of(arguments, OPT_PRECISION);
    reel_archive_options how = { REEL_SIZED(reel_archive_options) };
    if (!output) return usage_error(arguments->verb, "-o PATH is required (- is standard output)");
    if (precision && !read_precision(precision, &how))
        return usage_error(arguments->verb, "invalid --precision '%s'; expected a length and an angle, such as 0.1mm,0.05deg",
                           precision);
    if (precision && has(arguments, OPT_STORED))
        return usage_error(arguments->verb, "--precision and --stored cannot be combined");
    if (has(arguments, OPT_JSON) && output_is_stdout(arguments))
        return usage_error(arguments->verb, "--json and -o - cannot be combined: both use standard output");
    struct task task = { .work = pack,
                         .forgives = true,
                         .writes = true,
                         .in_turn = true,
                         .reports = true,
                         .collection = COLLECT_NAMED,
                         .ending = ending };
    return run_files(arguments, &task);
}
