/* SPDX-License-Identifier: MIT
 * reel edit: sets header fields, cuts by time, anonymises. */
#include "rewrite.h"
#include "verbs.h"

#include <stdlib.h>

/* The settings in their order; names and values share one text, which the first setting's name begins. */
static reel_setting *settings_of(const struct arguments *arguments, size_t *count)
{
    reel_setting *settings = grow(NULL, arguments->given_count * sizeof *settings);
    *count = 0;
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].id != OPT_SET) continue;
        char *name = copy_of(arguments->given[i].value);
        char *equals = strchr(name, '=');
        *equals = '\0';
        settings[(*count)++] = (reel_setting){ .field = name, .value = equals + 1 };
    }
    return settings;
}

static void free_settings(reel_setting *settings, size_t count)
{
    for (size_t i = 0; i < count; i++) free((char *)(uintptr_t)settings[i].field);
    free(settings);
}

static reel_status edit(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    reel_convert_options how = { .flags = has(arguments, OPT_ANONYMISE) ? REEL_ANONYMISE : 0 };
    reel_setting *settings = settings_of(arguments, &how.setting_count);
    how.settings = settings;
    how.has_from = has(arguments, OPT_AFTER);
    how.has_to = has(arguments, OPT_BEFORE);
    how.from = seconds_of(arguments, OPT_AFTER);
    how.to = seconds_of(arguments, OPT_BEFORE);
    job->options.flags |= REEL_STRICT; /* a damaged replay is mended first */
    reel_status status = rewrite(job, NULL, how);
    free_settings(settings, how.setting_count);
    return status;
}

int run_edit(const struct arguments *arguments)
{
    bool any = has(arguments, OPT_SET) || has(arguments, OPT_AFTER) || has(arguments, OPT_BEFORE) || has(arguments, OPT_ANONYMISE);
    if (!any) return usage_error(arguments->verb, "nothing to edit: --set, --after, --before or --anonymise");
    return run_rewrite(arguments, edit, false);
}
