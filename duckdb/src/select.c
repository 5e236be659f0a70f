/* SPDX-License-Identifier: MIT */
#include "select.h"

#include "paths.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_NAMES = 128, NAME_SIZE = 256 };

const reel_table *main_table(const reel_format *format)
{
    static const char *const usual[] = { "frames", "poses", "positions", "inputs" };
    const reel_table *const *tables = reel_format_tables(format);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        const reel_table *table = reel_format_table(format, usual[i]);
        if (table && reel_table_time(table)) return table;
    }
    for (size_t i = 0; tables[i]; i++)
        if (!(tables[i]->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT))) return tables[i];
    return tables[0];
}

/* A table of statistics for a format: the first of an insight, by its id or NULL, or by a name as for reel_find_table. A table of the format that
 * has the name does not hide one of an insight. */
static const reel_table *find_statistics(const reel_format *format, const char *wanted, const reel_insight **insight)
{
    char name[NAME_SIZE];
    const reel_table *table = NULL;
    for (const reel_insight *const *each = reel_insights(); *each; each++) {
        *insight = *each;
        if ((*each)->tables && reel_insight_takes(*each, format) && (!wanted || strcmp(wanted, (*each)->id) == 0))
            return (*each)->tables[0];
    }
    if (wanted) table = reel_find_table(format, wanted, insight);
    if (table && *insight) return table;
    for (const reel_insight *const *each = reel_insights(); wanted && *each; each++) {
        if (!(*each)->tables || !reel_insight_takes(*each, format)) continue;
        snprintf(name, sizeof name, "%s.%s", (*each)->id, wanted);
        table = reel_find_table(format, name, insight);
        if (table && *insight) return table;
    }
    *insight = NULL;
    return NULL;
}

/* The names that a user may have meant. */
static void list_names(const reel_format *format, bool statistics, const char *names[MOST_NAMES])
{
    size_t count = 0;
    if (!statistics)
        for (const reel_table *const *table = reel_format_tables(format); *table && count < MOST_NAMES - 1; table++)
            names[count++] = (*table)->name;
    for (const reel_insight *const *each = reel_insights(); *each; each++)
        if ((*each)->tables && reel_insight_takes(*each, format))
            for (const reel_table *const *table = (*each)->tables; *table && count < MOST_NAMES - 1; table++)
                names[count++] = (*table)->name;
    names[count] = NULL;
}

static reel_status no_table(const selection *selected, const reel_format *format, reel_error *error)
{
    const char *names[MOST_NAMES];
    char hint[HINT_SIZE];
    *error = (reel_error){ .status = REEL_ARGUMENT, .rule = "arrow.table", .section = "" };
    if (!selected->wanted && !selected->table) {
        snprintf(error->message, sizeof error->message, "there are no statistics for %s", reel_format_name(format));
        return REEL_ARGUMENT;
    }
    const char *name = selected->wanted ? selected->wanted : selected->name;
    list_names(format, selected->statistics, names);
    bool other = selected->table && reel_find_table(format, name, NULL);
    snprintf(error->message, sizeof error->message, other ? "%s has another table \"%.40s\"%s" : "%s has no table \"%.40s\"%s",
             reel_format_name(format), name, other || selected->table ? "" : suggest(name, names, hint));
    return REEL_ARGUMENT;
}

reel_status select_table(selection *selected, const reel_format *format, reel_error *error)
{
    const char *wanted = !selected->wanted && selected->table ? selected->name : selected->wanted;
    const reel_insight *insight = NULL;
    const reel_table *table;
    if (selected->statistics)
        table = find_statistics(format, wanted, &insight);
    else
        table = wanted ? reel_find_table(format, wanted, &insight) : main_table(format);
    if (!table || (selected->table && selected->table != table)) return no_table(selected, format, error);
    if (selected->table) return REEL_OK;
    selected->format = format;
    selected->table = table;
    selected->insight = insight;
    snprintf(selected->name, sizeof selected->name, "%s%s%s", insight ? insight->id : "", insight ? "." : "", table->name);
    return REEL_OK;
}

reel_status identify_replay(const wanted_replays *only, const replay *each, const reel_format **format, reel_error *error)
{
    reel_source source;
    const reel_options options = { REEL_SIZED(reel_options), .member = each->member };
    reel_status status = replay_open(each, &source, error);
    if (status >= 0) status = reel_identify(source, &options, format, NULL, error);
    return status < 0 ? status : wanted_choose(only, *format, NULL, error);
}

bool find_table(duckdb_bind_info info, const patterns *found, selection *selected, bool strict)
{
    char message[PATHS_MESSAGE], first[FAILURE_SIZE] = "";
    replay each = { 0 };
    paths *files = paths_new(found->items, found->count);
    if (!files) return bind_fail(info, "out of memory");
    paths_result result = PATHS_END;
    reel_status shown = REEL_OK;
    size_t failures = 0;
    while (!selected->table && !(strict && failures) &&
           (result = replay_next(&each, files, &selected->only, message)) == PATHS_FOUND) {
        const reel_format *format;
        reel_error error;
        reel_status status = identify_replay(&selected->only, &each, &format, &error);
        if (status >= 0) status = select_table(selected, format, &error);
        /* A table that a replay lacks says more than a file that is not a replay. */
        if (status < 0 && wanted_refused(&error)) continue;
        if (status < 0 && (!failures || (status == REEL_ARGUMENT && shown != REEL_ARGUMENT))) {
            failure_text(first, each.name, &error);
            shown = status;
        }
        failures += status < 0;
    }
    replay_free(&each);
    paths_free(files);
    if (selected->table) return true;
    if (result == PATHS_FAILED) return bind_fail(info, "%s", message);
    if (!failures) return bind_fail(info, "no replay has the name or the format that is wanted");
    if (failures == 1) return bind_fail(info, "%s", first);
    return bind_fail(info, "none of %zu files can be read; for example, %s", failures, first);
}

bool is_no_replay(const reel_error *error)
{
    return error->status < 0 && (strcmp(error->rule, "reel.unknown-format") == 0 || strcmp(error->rule, "reel.empty") == 0);
}

void failure_text(char text[FAILURE_SIZE], const char *path, const reel_error *error)
{
    const size_t size = path ? strlen(path) : 0, most = 600; /* the end of a long path is what tells files apart */
    const char *message = *error->message ? error->message : reel_status_name(error->status);
    const bool placed = error->status == REEL_TRUNCATED || error->status == REEL_CORRUPT || error->status == REEL_LIMIT;
    int used = 0;
    if (path) used = snprintf(text, FAILURE_SIZE, "%s: ", size > most ? path + size - most : path);
    used += snprintf(text + used, FAILURE_SIZE - (size_t)used, "%s", message);
    if (!*error->rule) return;
    used += snprintf(text + used, FAILURE_SIZE - (size_t)used, " (%s", error->rule);
    if (placed && error->offset != REEL_NO_OFFSET)
        used += snprintf(text + used, FAILURE_SIZE - (size_t)used, ", byte %llu", (unsigned long long)error->offset);
    snprintf(text + used, FAILURE_SIZE - (size_t)used, ")");
}
