/* SPDX-License-Identifier: MIT */
#include "corpus.h"

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

/* "samples/bsor/plays/a.bsor" is "plays/a.bsor" in INDEX.tsv of the family. */
static size_t family_size(const char *folder)
{
    const char *slash = strchr(folder, '/');
    if (!slash) return strlen(folder);
    return (size_t)(slash + 1 - folder) + strcspn(slash + 1, "/");
}

size_t corpus_each(const char *folder, const char *ending, bool (*run)(const char *path, const char *name))
{
    const char *found = corpus_path(folder);
    if (!found) return 0;
    size_t name_at = strlen(found) - strlen(folder) + family_size(folder) + 1, ran = 0;
    file_list files = files_below(found);
    for (size_t i = 0; i < files.count; i++) {
        const char *path = files.paths[i];
        if (ends_with(path, "/INDEX.tsv") || !ends_with(path, ending)) continue;
        ran += run(path, path + name_at);
    }
    file_list_free(&files);
    return ran;
}

void corpus_compared(size_t count, const char *what) { printf("corpus: %zu %s compared\n", count, what); }

char *corpus_text(const char *name, size_t *size)
{
    const char *found = corpus_path(name);
    if (!found) return NULL;
    uint8_t *bytes = read_file(found, size);
    char *text = realloc(bytes, *size + 1);
    assert_non_null(text);
    text[*size] = 0;
    return text;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void split_line(tsv *table, char **cells, char *line)
{
    bool ended = false;
    for (size_t column = 0; column < table->columns; column++) {
        cells[column] = line;
        if (ended) continue;
        line += strcspn(line, "\t");
        ended = *line == 0;
        if (!ended) *line++ = 0;
    }
}

tsv tsv_parse(char *text, size_t size)
{
    tsv table = { .text = text, .columns = 1 };
    size_t lines = 1;
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
    for (size_t i = 0; i < size && text[i] != '\n'; i++) table.columns += text[i] == '\t';
    table.cells = calloc(lines * table.columns, sizeof *table.cells);
    assert_non_null(table.cells);
    size_t count = 0;
    for (char *line = text, *next; line < text + size; line = next, count++) {
        next = line + strcspn(line, "\n");
        *next++ = 0; /* the last line may end at the NUL */
        split_line(&table, table.cells + count * table.columns, line);
    }
    table.rows = count ? count - 1 : 0;
    return table;
}

void tsv_free(tsv *table)
{
    free(table->cells);
    free(table->text);
    *table = (tsv){ 0 };
}

const char *tsv_at(const tsv *table, size_t row, size_t column) { return table->cells[(row + 1) * table->columns + column]; }

size_t tsv_column(const tsv *table, const char *name)
{
    for (size_t column = 0; column < table->columns && table->text && *table->text; column++)
        if (strcmp(table->cells[column], name) == 0) return column;
    return SIZE_MAX;
}

const char *tsv_cell(const tsv *table, size_t row, const char *column)
{
    size_t at = tsv_column(table, column);
    if (at == SIZE_MAX) fail_msg("no column %s", column);
    return tsv_at(table, row, at);
}

bool corpus_table(const char *name, tsv *table)
{
    size_t size;
    char *text = corpus_text(name, &size);
    if (text) *table = tsv_parse(text, size);
    return text != NULL;
}

const char *corpus_index(const char *family, const char *file, const char *column)
{
    static char name[128];
    static tsv index;
    char wanted[128];
    snprintf(wanted, sizeof wanted, "samples/%s/INDEX.tsv", family);
    if (strcmp(name, wanted) != 0) {
        tsv_free(&index);
        snprintf(name, sizeof name, "%s", wanted);
        if (!corpus_table(wanted, &index)) index = (tsv){ 0 };
    }
    size_t at = tsv_column(&index, column);
    for (size_t row = 0; row < index.rows && at != SIZE_MAX; row++)
        if (strcmp(tsv_at(&index, row, 0), file) == 0) return tsv_at(&index, row, at);
    return "";
}
