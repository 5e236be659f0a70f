/* SPDX-License-Identifier: MIT
 * Generates the tables in the pages. In every page of docs/formats and docs/insight, the lines between
 *
 *     <!-- fields: bsor.frames -->
 *     <!-- end -->
 *
 * are the fields of that table of a format or an insight. In README.md, the lines between `<!-- formats -->` and `<!-- end -->` are
 * the formats of the registry. `<!-- sources: bsor -->` marks where the fields of formats come from (sources.c), `<!-- findings -->`
 * what makes impossible what findings say (findings.c). `fields_doc --write` updates the pages. Without it, the program compares and
 * fails on a difference. */
#include "doc.h"

#include <ctype.h>

#include <reel/insight.h>
#include <reel/plot.h>

static void add_type(text *out, const reel_field *field)
{
    char number[16];
    text_add_string(out, reel_type_name(field->type));
    if (field->count == 1) return;
    snprintf(number, sizeof number, " × %u", (unsigned)field->count);
    text_add_string(out, number);
    for (const char *letter = field->components; letter && *letter; letter++) {
        const char ending[] = { '_', *letter, 0 };
        text_add_string(out, letter == field->components ? " (`" : ", `");
        text_add_string(out, ending);
        text_add_string(out, letter[1] ? "`" : "`)");
    }
}

static void add_field(text *out, const reel_field *field)
{
    text_add_string(out, "| `");
    text_add_string(out, field->name);
    text_add_string(out, "` | ");
    add_type(out, field);
    text_add_string(out, " | ");
    text_add_cell(out, field->unit);
    text_add_string(out, field->unit[0] ? " | " : "| ");
    text_add_cell(out, field->doc);
    for (const reel_label *label = field->labels; label && label->name; label++) {
        char number[64];
        snprintf(number, sizeof number, "%s%lld ", label == field->labels ? ": " : ", ", (long long)label->value);
        text_add_string(out, number);
        text_add_cell(out, label->name);
    }
    if (field->present_mask) text_add_string(out, "; not in every row");
    text_add_string(out, " |\n");
}

static void add_fields(text *out, const reel_table *table)
{
    text_add_string(out, "| field | type | unit | what it is |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < table->field_count; i++) add_field(out, &table->fields[i]);
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

/* ---- the table of formats ------------------------------------------------------------------------------------------- */

/* Returns false if no page is about the format. */
static bool add_format_link(text *out, const reel_format *format)
{
    char page[PAGE_NAME], link[256];
    if (!page_of(format, page)) {
        fprintf(stderr, "README.md: no page of docs/formats describes %s\n", format->id);
        return false;
    }
    snprintf(link, sizeof link, "[%s](docs/formats/%s.md)", format->id, page);
    text_add_string(out, link);
    return true;
}

static void add_extensions(text *out, const reel_format *format)
{
    for (const char *const *extension = format->extensions; extension && *extension; extension++) {
        text_add_string(out, extension == format->extensions ? "`." : ", `.");
        text_add_string(out, *extension);
        text_add_string(out, "`");
    }
}

/* A format without the operation keeps the rows that can be read. */
static const char *repair_of(const reel_format *format)
{
    if (!format->writer) return "no";
    for (const reel_operation *const *operation = format->operations; operation && *operation; operation++)
        if (!strcmp((*operation)->id, REEL_OPERATION_REPAIR)) return "yes";
    return "drops damaged rows";
}

static void add_insights(text *out, const reel_format *format)
{
    size_t before = out->size;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        if (out->size > before) text_add_string(out, ", ");
        text_add_string(out, (*insight)->id);
    }
}

static size_t plots_of(const reel_format *format)
{
    size_t count = 0;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        for (const reel_format *const *own = (*plot)->formats; *own; own++) count += *own == format;
    return count;
}

static void add_row(text *out, const reel_format *format)
{
    char count[32];
    text_add_string(out, " | ");
    text_add_cell(out, format->name);
    text_add_string(out, " | ");
    text_add_cell(out, format->game);
    text_add_string(out, " | ");
    add_extensions(out, format);
    text_add_string(out, " | yes | ");
    text_add_string(out, format->writer ? "yes" : "no");
    text_add_string(out, " | ");
    text_add_string(out, repair_of(format));
    text_add_string(out, " | ");
    add_insights(out, format);
    snprintf(count, sizeof count, " | %zu |\n", plots_of(format));
    text_add_string(out, count);
}

/* A page about more formats than this has one row for all of them. */
enum { FOLDED = 8 };

/* How many formats the page of `format` is about, and how many of them are written; `first`: no format before it has that page. */
static size_t formats_of_page(const reel_format *format, size_t *written, bool *first)
{
    char own[PAGE_NAME], page[PAGE_NAME];
    size_t count = 0;
    *written = 0;
    *first = true;
    if (!page_of(format, own)) return 0;
    for (const reel_format *const *each = reel_formats(); *each; each++) {
        if (!page_of(*each, page) || strcmp(page, own) != 0) continue;
        if (*each == format) *first = count == 0;
        count++;
        *written += (*each)->writer != NULL;
    }
    return count;
}

static void add_folded(text *out, const reel_format *format, size_t count, size_t written)
{
    char page[PAGE_NAME], row[512];
    page_of(format, page);
    snprintf(row, sizeof row, "| [%zu formats](docs/formats/%s.md) | macros of bots | %s | | yes | %zu of them | those | ", count,
             page, format->game, written);
    text_add_string(out, row);
    add_insights(out, format);
    snprintf(row, sizeof row, " | %zu |\n", plots_of(format));
    text_add_string(out, row);
}

static bool add_formats(text *out)
{
    bool complete = true;
    text_add_string(out, "| format | name | game | extensions | read | write | repair | statistics | plots |\n"
                         "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        size_t written;
        bool first;
        size_t count = formats_of_page(*format, &written, &first);
        if (count > FOLDED) {
            if (first) add_folded(out, *format, count, written);
            continue;
        }
        text_add_string(out, "| ");
        complete = add_format_link(out, *format) && complete;
        add_row(out, *format);
    }
    return complete;
}

/* ---- pages ----------------------------------------------------------------------------------------------------------- */

static const char fields_mark[] = "<!-- fields: ", formats_mark[] = "<!-- formats -->",
                  sources_mark[] = "<!-- sources: ", findings_mark[] = "<!-- findings -->", end_mark[] = "<!-- end -->",
                  name_end[] = " -->";

static bool is_at(const char *mark, const char *kind) { return strncmp(mark, kind, strlen(kind)) == 0; }

/* The next mark in `page`, or NULL. */
static const char *next_mark(const char *page)
{
    static const char *const marks[] = { fields_mark, formats_mark, sources_mark, findings_mark };
    const char *next = NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = strstr(page, marks[i]);
        if (at && (!next || at < next)) next = at;
    }
    return next;
}

/* Adds the generated lines for a mark. False: it names no table, or a format has no page. */
static bool add_generated(text *out, const char *mark)
{
    if (is_at(mark, formats_mark)) return add_formats(out);
    if (is_at(mark, findings_mark)) return findings_add(out), true;
    const char *name = strchr(mark, ':') + 2, *end = strstr(name, name_end);
    size_t size = end ? (size_t)(end - name) : 0;
    if (is_at(mark, sources_mark)) {
        char ids[512];
        snprintf(ids, sizeof ids, "%.*s", (int)size, name);
        sources_add(out, ids);
        return size > 0 && size < sizeof ids;
    }
    const reel_table *table = table_called(name, size);
    if (table) add_fields(out, table);
    return table != NULL;
}

/* The page as it should be. Returns false if a mark cannot be filled. */
static bool fill(const char *path, const char *page, text *out, size_t *regions)
{
    const char *from = page;
    for (const char *at; (at = next_mark(from)) != NULL;) {
        const char *line = strchr(at, '\n'), *end = line ? strstr(line, end_mark) : NULL;
        if (!end) {
            fprintf(stderr, "%s: %.40s: missing %s\n", path, at, end_mark);
            return false;
        }
        text_add(out, from, (size_t)(line + 1 - from));
        if (!add_generated(out, at)) {
            fprintf(stderr, "%s: %.40s: no such table\n", path, at);
            return false;
        }
        from = end;
        ++*regions;
    }
    text_add_string(out, from);
    return true;
}

static bool update_page(const char *path, bool write, size_t *regions)
{
    const char *dot = strrchr(path, '.');
    size_t size;
    if (!dot || strcmp(dot, ".md") != 0) return true;
    uint8_t *bytes = read_file(path, &size);
    text page = { 0 }, out = { 0 };
    text_add(&page, (const char *)bytes, size);
    bool fine = fill(path, page.data, &out, regions);
    bool differs = fine && (out.size != page.size || memcmp(out.data, page.data, page.size) != 0);
    if (differs && write) {
        FILE *file = fopen(path, "wb");
        fine = file && fwrite(out.data, 1, out.size, file) == out.size;
        if (file) fclose(file);
        printf("%s: updated\n", path);
    } else if (differs) {
        fprintf(stderr, "%s: generated tables are out of date; run fields_doc --write\n", path);
        fine = false;
    }
    free(bytes);
    free(page.data);
    free(out.data);
    return fine;
}

static bool has_word(const char *page, const char *word)
{
    const size_t size = strlen(word);
    for (const char *at = page; (at = strstr(at, word)) != NULL; at += size) {
        const char before = at == page ? ' ' : at[-1], after = at[size];
        if (!isalnum((unsigned char)before) && before != '_' && !isalnum((unsigned char)after) && after != '_') return true;
    }
    return false;
}

/* Every value of every statistic is on a page about statistics. */
static bool insights_check(void)
{
    bool fine = true;
    text pages = text_of_files("docs/insight", ""), evidence = text_of_files("docs", "evidence.md");
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++)
            for (size_t i = 0; i < (*table)->field_count; i++) {
                const char *name = (*table)->fields[i].name;
                if (has_word(pages.data, name) || has_word(evidence.data, name)) continue;
                fprintf(stderr, "docs/insight: nothing about %s of the table %s of %s\n", name, (*table)->name, (*insight)->id);
                fine = false;
            }
    free(pages.data);
    free(evidence.data);
    return fine;
}

int main(int count, char **arguments)
{
    static const char *const folders[] = { "docs/formats", "docs/insight" };
    bool write = count > 1 && strcmp(arguments[1], "--write") == 0, fine = sources_check();
    fine = findings_check() && fine;
    fine = insights_check() && fine;
    size_t pages = 0, regions = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        file_list files = files_below(project_path(folders[i]));
        for (size_t f = 0; f < files.count; f++, pages++) fine = update_page(files.paths[f], write, &regions) && fine;
        file_list_free(&files);
    }
    static const char *const single[] = { "README.md", "docs/findings.md" };
    for (size_t i = 0; i < sizeof single / sizeof *single; i++, pages++) {
        char path[1024];
        snprintf(path, sizeof path, "%s", project_path(single[i])); /* project_path is called again for links */
        fine = update_page(path, write, &regions) && fine;
    }
    printf("%zu pages, %zu tables\n", pages, regions);
    return fine ? 0 : 1;
}
