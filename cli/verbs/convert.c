/* SPDX-License-Identifier: MIT
 * reel convert: converts a replay to another format and reports what is lost. */
#include "run/rewrite.h"
#include "verbs/verbs.h"

static reel_status convert(struct job *job)
{
    const char *to = value_of(job->arguments, OPT_TO_FORMAT);
    struct settings set = settings_of(job->arguments, OPT_SET);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = has(job->arguments, OPT_CARRY) ? REEL_CARRY : 0,
                                       .settings = set.data, .setting_count = set.count };
    job->options.flags |= REEL_STRICT; /* a damaged replay has to be repaired first */
    reel_status status = rewrite(job, to ? reel_format_by_id(NULL, to) : NULL, how);
    free_settings(&set);
    return status;
}

int run_convert(const struct arguments *arguments)
{
    const char *to = value_of(arguments, OPT_TO_FORMAT);
    if (to && !reel_format_by_id(NULL, to)->writer) return usage_error(arguments->verb, "writing %s is not supported", to);
    return run_rewrite(arguments, convert, false);
}
