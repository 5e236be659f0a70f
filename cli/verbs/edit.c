/* SPDX-License-Identifier: MIT
 * reel edit: sets header fields, cuts by time, anonymises, gives pseudonyms. */
#include "run/pseudonyms.h"
#include "run/rewrite.h"
#include "verbs/verbs.h"

#include <stdlib.h>

/* Opens the replays of --merge; reel_convert owns them. */
static reel_status open_merged(struct job *job, reel_source *sources, size_t *count)
{
    const struct arguments *arguments = job->arguments;
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].id != OPT_MERGE) continue;
        const char *path = arguments->given[i].value;
        reel_status status = reel_source_file(path, 0, &sources[*count], &job->error);
        if (status < 0) { /* the message must not name the input of the job */
            const reel_error why = job->error;
            close_sources(sources, *count);
            return fail_job(job, status, why.rule, "%s (merging %s)", why.message, path);
        }
        ++*count;
    }
    return REEL_OK;
}

static reel_status edit(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = has(arguments, OPT_ANONYMISE) ? REEL_ANONYMISE : 0 };
    struct settings set = settings_of(arguments, OPT_SET), operations = settings_of(arguments, OPT_DO);
    how.pseudonyms = pseudonyms_given();
    how.settings = set.data;
    how.setting_count = set.count;
    how.operations = operations.data;
    how.operation_count = operations.count;
    how.merge = grow(NULL, (arguments->given_count + 1) * sizeof *how.merge);
    job->options.flags |= REEL_STRICT; /* a damaged replay has to be repaired first */
    reel_status status = open_merged(job, how.merge, &how.merge_count);
    if (status >= 0) status = rewrite(job, NULL, how);
    free_settings(&set);
    free_settings(&operations);
    free(how.merge);
    return status;
}

int run_edit(const struct arguments *arguments)
{
    static const enum option_id edits[] = { OPT_SET, OPT_DO, OPT_MERGE, OPT_AFTER, OPT_BEFORE, OPT_ANONYMISE, OPT_PSEUDONYMISE };
    bool any = false;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) any |= has(arguments, edits[i]);
    if (!any)
        return usage_error(arguments->verb,
                           "no changes given; use --set, --do, --merge, --after, --before, --anonymise or --pseudonymise");
    if (has(arguments, OPT_ANONYMISE) && has(arguments, OPT_PSEUDONYMISE))
        return usage_error(arguments->verb, "--anonymise and --pseudonymise cannot be combined");
    int status = pseudonyms_read(arguments);
    if (status == EXIT_FINE) status = run_rewrite(arguments, edit, false);
    pseudonyms_forget();
    return status;
}
