/* SPDX-License-Identifier: MIT
 * reel edit: sets header fields, cuts by time, anonymises. */
#include "rewrite.h"
#include "verbs.h"

#include <stdlib.h>

/* The values of an option as names and values, in their order. A value is what follows the "=", or NULL. */
struct settings {
    reel_setting *data;
    char **names;
    size_t count;
};

static struct settings settings_of(const struct arguments *arguments, enum option_id id)
{
    struct settings settings = { .count = 0 };
    settings.data = grow(NULL, arguments->given_count * sizeof(reel_setting));
    settings.names = grow(NULL, arguments->given_count * sizeof(char *));
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].id != id) continue;
        const char *equals = strchr(arguments->given[i].value, '=');
        char *name = copy_of(arguments->given[i].value);
        name[strcspn(name, "=")] = '\0';
        settings.names[settings.count] = name;
        settings.data[settings.count++] = (reel_setting){ .field = name, .value = equals ? equals + 1 : NULL };
    }
    return settings;
}

static void free_settings(struct settings *settings)
{
    for (size_t i = 0; i < settings->count; i++) free(settings->names[i]);
    free(settings->names);
    free(settings->data);
}

/* Opens the replays of --merge; reel_convert owns them. */
static reel_status open_merged(struct job *job, reel_source *sources, size_t *count)
{
    const struct arguments *arguments = job->arguments;
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].id != OPT_MERGE) continue;
        reel_status status = reel_source_file(arguments->given[i].value, 0, &sources[*count], &job->error);
        if (status < 0) return status;
        ++*count;
    }
    return REEL_OK;
}

static reel_status edit(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    reel_convert_options how = { .flags = has(arguments, OPT_ANONYMISE) ? REEL_ANONYMISE : 0 };
    struct settings set = settings_of(arguments, OPT_SET), operations = settings_of(arguments, OPT_DO);
    how.settings = set.data;
    how.setting_count = set.count;
    how.operations = operations.data;
    how.operation_count = operations.count;
    how.merge = grow(NULL, (arguments->given_count + 1) * sizeof *how.merge);
    how.has_from = has(arguments, OPT_AFTER);
    how.has_to = has(arguments, OPT_BEFORE);
    how.from = seconds_of(arguments, OPT_AFTER);
    how.to = seconds_of(arguments, OPT_BEFORE);
    job->options.flags |= REEL_STRICT; /* a damaged replay is mended first */
    reel_status status = open_merged(job, how.merge, &how.merge_count);
    if (status >= 0) status = rewrite(job, NULL, how);
    free_settings(&set);
    free_settings(&operations);
    free(how.merge);
    return status;
}

int run_edit(const struct arguments *arguments)
{
    static const enum option_id edits[] = { OPT_SET, OPT_DO, OPT_MERGE, OPT_AFTER, OPT_BEFORE, OPT_ANONYMISE };
    bool any = false;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) any |= has(arguments, edits[i]);
    if (!any) return usage_error(arguments->verb, "nothing to edit: --set, --do, --merge, --after, --before or --anonymise");
    return run_rewrite(arguments, edit, false);
}
