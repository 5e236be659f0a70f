/* SPDX-License-Identifier: MIT
 * Selects tables and fields by name. */
#include "args/tables.h"

#include <stdlib.h>

static bool is_named(const reel_table *table, char *const *names)
{
    const char *old = reel_table_old_name(table);
    return names_have(names, table->name) || (old && names_have(names, old));
}

const reel_table **tables_chosen(const reel_table *const *all, char *const *names, unsigned hidden, size_t *count)
{
    size_t total = 0;
    while (all[total]) total++;
    const reel_table **chosen = grow(NULL, (total + 1) * sizeof(const reel_table *));
    *count = 0;
    for (; *all; all++)
        if (names ? is_named(*all, names) : !((*all)->flags & hidden)) chosen[(*count)++] = *all;
    chosen[*count] = NULL;
    return chosen;
}

bool tables_have(const reel_table *const *tables, char *const *names, const char **missing)
{
    for (; names && *names; names++) {
        const reel_table *const *table = tables;
        while (*table && strcmp((*table)->name, *names) != 0) table++;
        if (*table) continue;
        *missing = *names;
        return false;
    }
    return true;
}

bool table_has_some(const reel_table *table, char *const *fields)
{
    reel_field field;
    bool some = !fields;
    for (; fields && *fields; fields++) some |= reel_table_select(table, *fields, &field, NULL);
    return some;
}

bool fields_have(const reel_table *const *tables, char *const *names, const char **missing)
{
    reel_field field;
    for (; names && *names; names++) {
        const reel_table *const *table = tables;
        while (*table && !reel_table_select(*table, *names, &field, NULL)) table++;
        if (*table) continue;
        *missing = *names;
        return false;
    }
    return true;
}

static void add_moments(struct names *names, const reel_table *table)
{
    for (size_t f = 0; f < table->field_count; f++) {
        if (!reel_field_is_moment(&table->fields[f])) continue;
        char *moment = joined(table->fields[f].name, REEL_MOMENT_SUFFIX, "");
        names_add(names, moment, strlen(moment));
        free(moment);
    }
}

static void add_old_names(struct names *names, const reel_table *table)
{
    for (const reel_renaming *one = reel_renamings(); one->table; one++)
        if (reel_table_renamed(table, one->old_name)) names_add(names, one->old_name, strlen(one->old_name));
}

void names_add_fields(struct names *names, const reel_table *const *tables)
{
    for (const reel_table *const *table = tables; table && *table; table++)
        for (size_t f = 0; f < (*table)->field_count; f++)
            names_add(names, (*table)->fields[f].name, strlen((*table)->fields[f].name));
    for (const reel_table *const *table = tables; table && *table; table++)
        for (size_t f = 0; f < (*table)->field_count; f++)
            for (size_t i = 0; (*table)->fields[f].count > 1 && i < (*table)->fields[f].count; i++) {
                char name[COLUMN_NAME];
                names_add(names, name, reel_column_name(&(*table)->fields[f], i, name, sizeof name));
            }
    for (const reel_table *const *table = tables; table && *table; table++) {
        add_moments(names, *table);
        add_old_names(names, *table);
    }
}

/* Whether no other header table has a field of this name. */
static bool is_only_header_field(const reel_format *format, const reel_table *own, const char *name)
{
    for (const reel_table *const *table = format->tables; *table; table++)
        if (*table != own && (*table)->flags & REEL_TABLE_HEADER && reel_table_field(*table, name)) return false;
    return true;
}

void settable_fields(struct text *text, const reel_format *format)
{
    enum { LABELS = 12 }; /* a field with more, such as the countries of the world, is listed without them */
    for (const reel_table *const *table = format->tables; *table; table++) {
        for (size_t f = 0; (*table)->flags & REEL_TABLE_HEADER && f < (*table)->field_count; f++) {
            const reel_field *field = &(*table)->fields[f];
            if (field->flags & REEL_FIELD_DERIVED || (*table)->flags & REEL_TABLE_LAYOUT) continue;
            size_t labels = 0;
            while (field->labels && field->labels[labels].name) labels++;
            bool alone = is_only_header_field(format, *table, field->name);
            text_print(text, "%s%s%s%s", text->size ? ", " : "", alone ? "" : (*table)->name, alone ? "" : ".", field->name);
            for (size_t i = 0; i < labels && labels <= LABELS; i++)
                text_print(text, "%s%s%s", i ? ", " : " (", field->labels[i].name, i + 1 == labels ? ")" : "");
        }
    }
}

bool plot_takes(const reel_plot *plot, const reel_format *format)
{
    for (const reel_format *const *own = plot->formats; *own; own++)
        if (*own == format) return true;
    return false;
}
