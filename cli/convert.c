/* SPDX-License-Identifier: MIT
 * reel convert: writes a replay in another format, and says what that lost. */
#include "rewrite.h"
#include "verbs.h"

static reel_status convert(struct job *job)
{
    const char *to = value_of(job->arguments, OPT_TO_FORMAT);
    job->options.flags |= REEL_STRICT; /* half a replay is no conversion: that is what repair is for */
    return rewrite(job, to ? reel_format_by_id(NULL, to) : NULL, (reel_convert_options){ .flags = has(job->arguments, OPT_CARRY) ? REEL_CARRY : 0 });
}

int run_convert(const struct arguments *arguments)
{
    const char *to = value_of(arguments, OPT_TO_FORMAT);
    if (to && !reel_format_by_id(NULL, to)->writer) return usage_error(arguments->verb, "%s cannot be written", to);
    return run_rewrite(arguments, convert, false);
}
