/* SPDX-License-Identifier: MIT
 * What a name selects in a table. */
#include "core/rows.h"

/* The name of a field without that of its table, if that is before it. */
static const char *name_in_table(const reel_table *table, const char *name)
{
    const char *const own[] = { table->name, reel_table_old_name(table) };
    for (size_t i = 0; i < 2 && own[i]; i++) {
        size_t size = strlen(own[i]);
        if (strncmp(name, own[i], size) == 0 && name[size] == '.') return name + size + 1;
    }
    return name;
}

bool reel__field_choose(const reel_table *table, const char *name, field_choice *choice)
{
    size_t first = 0;
    name = name_in_table(table, name);
    const reel_field *field = reel_table_field(table, name);
    if (!field) field = reel_table_renamed(table, name);
    const bool is_field = field != NULL;
    const bool is_column = !is_field && reel_table_column(table, name, &field, &first);
    if (!field) field = reel_table_moment(table, name);
    if (!field) return false;
    *choice = (field_choice){ .field = field,
                              .first = first,
                              .count = is_column ? 1 : field->count,
                              .name = is_column ? name : field->name,
                              .is_moment = !is_field && !is_column };
    return true;
}

bool reel_table_select(const reel_table *table, const char *name, reel_field *field, bool *is_moment)
{
    field_choice choice;
    if (!reel__field_choose(table, name, &choice)) return false;
    *field = *choice.field;
    if (choice.count != field->count) {
        field->name = choice.name;
        field->count = (uint16_t)choice.count;
        field->components = NULL;
        field->offset = (uint16_t)(field->offset + choice.first * reel_type_size(field->type));
    }
    if (is_moment) *is_moment = choice.is_moment;
    return true;
}
