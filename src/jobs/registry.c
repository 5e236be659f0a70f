/* SPDX-License-Identifier: MIT
 * Looking up what is built in. */
#include <reel/insight.h>

const reel_format *reel_format_by_id(const reel_format *const *formats, const char *id)
{
    if (!formats) formats = reel_formats();
    for (; *formats; formats++)
        if (strcmp((*formats)->id, id) == 0) return *formats;
    return NULL;
}

static const reel_table *table_called(const reel_table *const *tables, const char *name, bool by_old_name)
{
    for (; *tables; tables++) {
        const char *own = by_old_name ? reel_table_old_name(*tables) : (*tables)->name;
        if (own && strcmp(own, name) == 0) return *tables;
    }
    return NULL;
}

/* The part of "insight.table" behind the dot where it is of this insight; else NULL. */
static const char *within(const reel_insight *insight, const char *name)
{
    size_t size = strlen(insight->id);
    return strncmp(name, insight->id, size) == 0 && name[size] == '.' ? name + size + 1 : NULL;
}

/* Whether a format that had the statistics before this one has a table of that name, for which it was meant. */
static bool is_of_others(const reel_insight *insight, const reel_format *format, const char *name)
{
    for (const reel_format *const *each = insight->formats; *each && *each != format; each++)
        if (table_called((*each)->tables, name, false)) return true;
    return false;
}

static const reel_table *find_statistics(const reel_format *format, const char *name, bool by_old_name,
                                         const reel_insight **insight)
{
    for (const reel_insight *const *next = reel_insights(); *next; next++) {
        if (!(*next)->tables || !reel_insight_takes(*next, format)) continue;
        const char *inside = within(*next, name);
        if (by_old_name && !inside && is_of_others(*next, format, name)) continue;
        const reel_table *found = table_called((*next)->tables, inside ? inside : name, by_old_name);
        if (found) *insight = *next;
        if (found) return found;
    }
    return NULL;
}

const reel_table *reel_find_table(const reel_format *format, const char *name, const reel_insight **insight)
{
    const reel_insight *none;
    if (!insight) insight = &none;
    *insight = NULL;
    const reel_table *found = table_called(format->tables, name, false);
    if (!found) found = find_statistics(format, name, false, insight);
    return found ? found : find_statistics(format, name, true, insight);
}
