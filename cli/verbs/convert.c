/* SPDX-License-Identifier: MIT
 * reel convert: converts a replay to another format and reports what is lost. */
#include "run/earlier.h"
#include "run/levels.h"
#include "run/replayed.h"
#include "run/rewrite.h"
#include "verbs/verbs.h"

static bool replays(const struct job *job)
{
    const char *to = value_of(job->arguments, OPT_TO_FORMAT);
    return to && !strcmp(to, "demo");
}

static reel_status prepare(struct job *job, const reel_chunk *header, reel_options *options, reel_convert_options *how)
{
    if (replays(job)) { /* what comes behind the span is not needed; what comes before is */
        options->has_to = how->has_to;
        options->to = how->to;
    }
    how->names = earlier_find(job, header, &how->name_count);
    return how->level ? REEL_OK : levels_find(job, header, &how->level);
}

static reel_status convert(struct job *job)
{
    const char *to = value_of(job->arguments, OPT_TO_FORMAT);
    struct settings set = settings_of(job->arguments, OPT_SET);
    struct rewriting rewriting = { .to = to ? reel_format_by_id(NULL, to) : NULL,
                                   .how = { REEL_SIZED(reel_convert_options),
                                            .flags = has(job->arguments, OPT_CARRY) ? REEL_CARRY : 0, .settings = set.data,
                                            .setting_count = set.count },
                                   .prepare = prepare };
    struct replayed replayed = { 0 };
    job->options.flags |= REEL_STRICT; /* a damaged replay has to be repaired first */
    reel_status status = replayed_begin(job, &replayed, &rewriting.how);
    if (status >= 0) status = rewrite_prepared(job, &rewriting);
    levels_release(rewriting.how.level);
    replayed_end(&replayed);
    free_settings(&set);
    return status;
}

int run_convert(const struct arguments *arguments)
{
    const char *to = value_of(arguments, OPT_TO_FORMAT);
    if (to && !reel_format_by_id(NULL, to)->writer) return usage_error(arguments->verb, "writing %s is not supported", to);
    int status = replayed_usage(arguments);
    if (status == EXIT_FINE) status = levels_begin(arguments);
    if (status == EXIT_FINE) status = earlier_begin(arguments);
    if (status == EXIT_FINE) status = run_rewrite(arguments, convert, false);
    earlier_end();
    levels_end();
    return status;
}
