/* SPDX-License-Identifier: MIT
 * Selects tables and fields by name, and prints rows as text. */
#include "tables.h"
#include "report.h"

#include <stdlib.h>

const reel_table **tables_chosen(const reel_table *const *all, char *const *names, unsigned hidden, size_t *count)
{
    size_t total = 0;
    while (all[total]) total++;
    const reel_table **chosen = grow(NULL, (total + 1) * sizeof(const reel_table *));
    *count = 0;
    for (; *all; all++)
        if (names ? names_have(names, (*all)->name) : !((*all)->flags & hidden)) chosen[(*count)++] = *all;
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

bool table_selects(const reel_table *table, const char *name, reel_field *field)
{
    size_t size = strlen(table->name), index;
    if (!strncmp(name, table->name, size) && name[size] == '.') name += size + 1;
    const reel_field *found = reel_table_field(table, name);
    bool whole = found != NULL;
    if (!whole && !reel_table_column(table, name, &found, &index)) return false;
    *field = *found;
    if (whole) return true;
    field->name = name;
    field->count = 1;
    field->components = NULL;
    field->offset = (uint16_t)(found->offset + index * reel_type_size(found->type));
    return true;
}

bool table_has_some(const reel_table *table, char *const *fields)
{
    reel_field field;
    bool some = !fields;
    for (; fields && *fields; fields++) some |= table_selects(table, *fields, &field);
    return some;
}

bool fields_have(const reel_table *const *tables, char *const *names, const char **missing)
{
    reel_field field;
    for (; names && *names; names++) {
        const reel_table *const *table = tables;
        while (*table && !table_selects(*table, *names, &field)) table++;
        if (*table) continue;
        *missing = *names;
        return false;
    }
    return true;
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
}

static reel_status fail_unknown(struct job *job, const char *rule, struct text *message, const char *word, struct names *names)
{
    size_t room = message->size + sizeof "; expected one of: " < REEL_MESSAGE_SIZE
                      ? REEL_MESSAGE_SIZE - message->size - sizeof "; expected one of: "
                      : 0;
    if (room > strlen(word)) add_suggestion(message, word, names->data, room);
    reel_status status = fail_job(job, REEL_ARGUMENT, rule, "%s", text_of(message));
    text_free(message);
    names_free(names->data);
    return status;
}

reel_status unknown_table(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word)
{
    struct text message = { 0 };
    struct names names = { NULL, 0 };
    for (; *tables; tables++) names_add(&names, (*tables)->name, strlen((*tables)->name));
    text_print(&message, "%s no table %s", subject, word);
    return fail_unknown(job, rule, &message, word, &names);
}

reel_status unknown_field(struct job *job, const char *rule, const char *subject, const reel_table *const *tables,
                          const char *word)
{
    struct text message = { 0 };
    struct names names = { NULL, 0 };
    names_add_fields(&names, tables);
    text_print(&message, "%s %s", subject, word);
    return fail_unknown(job, rule, &message, word, &names);
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

void field_text(struct text *text, const reel_field *field, const void *row, bool labels)
{
    char small[256];
    size_t size = reel_field_text(field, row, labels, small, sizeof small);
    if (size < sizeof small) {
        text_add(text, small, size);
        return;
    }
    char *room = text_room(text, size + 1);
    if (!room) return;
    reel_field_text(field, row, labels, room, size + 1);
    text->size += size;
}

reel_status export_text(struct job *job, const reel_chunk *chunk, const reel_format *format, const reel_export_options *how,
                        struct text *text)
{
    reel_memory memory;
    reel_export *export_;
    reel_sink sink = reel_sink_memory(&memory, counted_allocator());
    reel_export_options own = *how;
    own.allocator = counted_allocator();
    own.flags |= REEL_EXPORT_WHOLE;
    reel_status status = reel_export_open(reel_exporter_by_id("json"), sink, format, &own, &export_, &job->error);
    if (status < 0) return status;
    status = reel_export_chunk(export_, chunk);
    if (status >= 0)
        status = reel_export_finish(export_, &job->error);
    else
        reel_export_discard(export_);
    if (status < 0) return status;
    size_t size = memory.size;
    while (size && memory.data[size - 1] == '\n') size--;
    text_add(text, (const char *)memory.data, size);
    reel_memory_free(&memory);
    return REEL_OK;
}

static reel_status add_to_text(void *text, const void *data, size_t size, reel_error *error)
{
    (void)error;
    text_add(text, data, size);
    return REEL_OK;
}

static reel_status commit_text(void *text, reel_error *error)
{
    (void)text;
    (void)error;
    return REEL_OK;
}

static void discard_text(void *text) { (void)text; }

reel_sink text_sink(struct text *text)
{
    return (reel_sink){ .context = text, .write = add_to_text, .commit = commit_text, .discard = discard_text };
}

void grid_begin(struct grid *grid, size_t columns)
{
    *grid = (struct grid){ .columns = columns, .right = grow(NULL, columns * sizeof *grid->right) };
    memset(grid->right, 0, columns * sizeof *grid->right);
}

void grid_add(struct grid *grid, const char *data, size_t size)
{
    text_visible(&grid->cells, data, size);
    text_add(&grid->cells, "", 1);
    grid->count++;
}

static size_t width_of(const char *cell)
{
    struct text scratch = { 0 };
    size_t width = text_visible(&scratch, cell, strlen(cell));
    text_free(&scratch);
    return width;
}

/* Prints the row whose cells begin at `cell`; returns the first cell of the next row. */
static const char *print_row(struct text *out, const struct grid *grid, const char *cell, const size_t *widths, size_t indent,
                             size_t width)
{
    size_t used = indent, gap = indent; /* spaces to print before the next text */
    for (size_t column = 0; column < grid->columns; column++, cell += strlen(cell) + 1) {
        if (used >= width) continue;
        size_t wide = width_of(cell), pad = widths[column] - wide;
        if (grid->right[column]) gap += pad;
        used += grid->right[column] ? pad : 0;
        if (*cell && used < width) {
            text_spaces(out, gap);
            gap = 0;
            text_cut(out, cell, strlen(cell), width - used);
        }
        used += wide + (grid->right[column] ? 0 : pad) + 2;
        gap += (grid->right[column] ? 0 : pad) + 2;
    }
    text_string(out, "\n");
    return cell;
}

/* Whether no cell was lost for lack of memory. */
static bool is_whole(const struct grid *grid)
{
    size_t cells = 0;
    for (size_t i = 0; i < grid->cells.size; i++) cells += !grid->cells.data[i];
    return cells == grid->count;
}

void grid_print(struct text *out, const struct grid *grid, size_t indent, size_t width)
{
    if (!is_whole(grid)) return; /* job_end reports it */
    size_t *widths = grow(NULL, grid->columns * sizeof *widths);
    memset(widths, 0, grid->columns * sizeof *widths);
    const char *cell = grid->cells.data;
    for (size_t i = 0; i < grid->count; i++, cell += strlen(cell) + 1) {
        size_t wide = width_of(cell);
        if (wide > widths[i % grid->columns]) widths[i % grid->columns] = wide;
    }
    cell = grid->cells.data;
    for (size_t row = 0; (row + 1) * grid->columns <= grid->count; row++)
        cell = print_row(out, grid, cell, widths, indent, width);
    free(widths);
}

void grid_free(struct grid *grid)
{
    text_free(&grid->cells);
    free(grid->right);
}
