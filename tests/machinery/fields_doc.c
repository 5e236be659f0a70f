/* SPDX-License-Identifier: MIT
 * Keeps the pages in step with the field tables. In every page of docs/formats and docs/insight the lines between
 *
 *     <!-- fields: bsor.frames -->
 *     <!-- end -->
 *
 * are a table of the fields of that table of a format (or an insight). `fields_doc --write` fills them in; without it the
 * program compares, and fails where a page says something else. */
#include "machinery.h"

#include <reel/insight.h>

typedef struct text { char *data; size_t size, capacity; } text;

static void add(text *out, const char *data, size_t size)
{
    if (out->capacity - out->size < size + 1) {
        out->capacity = 2 * out->capacity + size + 1;
        out->data = realloc(out->data, out->capacity);
        if (!out->data) abort();
    }
    memcpy(out->data + out->size, data, size);
    out->size += size;
    out->data[out->size] = 0;
}

static void say(text *out, const char *data) { add(out, data, strlen(data)); }

/* A cell of a Markdown table. */
static void say_cell(text *out, const char *data)
{
    for (; *data; data++) {
        if (*data == '|') say(out, "\\");
        add(out, data, 1);
    }
}

static void say_type(text *out, const reel_field *field)
{
    char number[16];
    say(out, reel_type_name(field->type));
    if (field->count == 1) return;
    snprintf(number, sizeof number, " × %u", (unsigned)field->count);
    say(out, number);
    if (!field->components) return;
    say(out, " (");
    say(out, field->components);
    say(out, ")");
}

static void say_field(text *out, const reel_field *field)
{
    say(out, "| `");
    say(out, field->name);
    say(out, "` | ");
    say_type(out, field);
    say(out, " | ");
    say_cell(out, field->unit);
    say(out, field->unit[0] ? " | " : "| ");
    say_cell(out, field->doc);
    for (const reel_label *label = field->labels; label && label->name; label++) {
        char number[64];
        snprintf(number, sizeof number, "%s%lld ", label == field->labels ? ": " : ", ", (long long)label->value);
        say(out, number);
        say_cell(out, label->name);
    }
    if (field->present_mask) say(out, "; not in every row");
    say(out, " |\n");
}

static void say_table(text *out, const reel_table *table)
{
    say(out, "| field | type | unit | what it is |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < table->field_count; i++) say_field(out, &table->fields[i]);
}

/* The table called "bsor.frames" or "beatsaber.summary". */
static const reel_table *table_called(const char *name, size_t size)
{
    char owner[128];
    const char *dot = memchr(name, '.', size);
    if (!dot || size >= sizeof owner) return NULL;
    snprintf(owner, sizeof owner, "%.*s", (int)(dot - name), name);
    const reel_table *const *tables = NULL;
    const reel_format *format = reel_format_by_id(machinery_formats(), owner);
    const reel_insight *insight = reel_insight_by_id(owner);
    if (format)
        tables = format->tables;
    else if (insight)
        tables = insight->tables;
    size_t rest = size - (size_t)(dot + 1 - name);
    for (; tables && *tables; tables++)
        if (strlen((*tables)->name) == rest && memcmp((*tables)->name, dot + 1, rest) == 0) return *tables;
    return NULL;
}

static const char opening[] = "<!-- fields: ", closing[] = "<!-- end -->";

/* The page as it should be. Returns whether every region could be filled. */
static bool fill(const char *path, const char *page, text *out, size_t *regions)
{
    const char *from = page;
    for (const char *at; (at = strstr(from, opening)) != NULL;) {
        const char *name = at + strlen(opening), *name_end = strstr(name, " -->"), *end = strstr(name, closing);
        const reel_table *table = name_end ? table_called(name, (size_t)(name_end - name)) : NULL;
        if (!table || !end) {
            fprintf(stderr, "%s: %.40s: %s\n", path, at, table ? "no end" : "no such table");
            return false;
        }
        add(out, from, (size_t)(name_end + strlen(" -->") - from));
        say(out, "\n");
        say_table(out, table);
        from = end;
        ++*regions;
    }
    say(out, from);
    return true;
}

static bool tend(const char *path, bool write, size_t *regions)
{
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    text page = { 0 }, out = { 0 };
    add(&page, (const char *)bytes, size);
    bool fine = fill(path, page.data, &out, regions);
    bool differs = fine && (out.size != page.size || memcmp(out.data, page.data, page.size) != 0);
    if (differs && write) {
        FILE *file = fopen(path, "wb");
        fine = file && fwrite(out.data, 1, out.size, file) == out.size;
        if (file) fclose(file);
        printf("%s: filled\n", path);
    } else if (differs) {
        fprintf(stderr, "%s: its tables are not those of the code; run fields_doc --write\n", path);
        fine = false;
    }
    free(bytes);
    free(page.data);
    free(out.data);
    return fine;
}

int main(int count, char **arguments)
{
    static const char *const folders[] = { "docs/formats", "docs/insight" };
    bool write = count > 1 && strcmp(arguments[1], "--write") == 0, fine = true;
    size_t pages = 0, regions = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        file_list files = files_below(project_path(folders[i]));
        for (size_t f = 0; f < files.count; f++, pages++) fine = tend(files.paths[f], write, &regions) && fine;
        file_list_free(&files);
    }
    printf("%zu pages, %zu tables\n", pages, regions);
    return fine ? 0 : 1;
}
