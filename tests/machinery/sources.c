/* SPDX-License-Identifier: MIT
 * Where each field comes from: which program writes it, at which moment, and what it writes if it has no value. The files sources.tsv
 * beside the tables of the formats say it, units are those of the fields. Lines of such a file:
 *
 *     @KEY  REPOSITORY  COMMIT  PATH                            a file of a public program. COMMIT `-`: only its name is known
 *     FORMAT,...  TABLE,...  FIELD,...  KEY FUNCTION; ...  moment  without a value
 *
 * FORMAT and FIELD may be `*` for all that no other line has; tables that are named together have these fields in common. Instead of a
 * writer: `?` if none is public, `-` if the format does not store the field, `reel` if the reader sets it. Fields that are flagged DERIVED
 * are computed by reel and have no line. */
#include "doc.h"

enum { CELLS = 6, WRITERS = 256, ROWS = 2048 };

typedef struct writer_file {
    const char *key, *repository, *commit, *path;
} writer_file;

typedef struct source_row {
    const char *formats, *tables, *fields, *writers, *moment, *none;
    bool used;
} source_row;

typedef struct source_list {
    text lines;
    writer_file files[WRITERS];
    source_row rows[ROWS];
    size_t file_count, row_count;
} source_list;

static source_list list; /* read once */

static bool complain(const char *what, const char *a, const char *b, const char *c)
{
    fprintf(stderr, "sources.tsv: %s.%s.%s: %s\n", a, b, c, what);
    return false;
}

static void read_sources(void)
{
    char *cells[CELLS];
    if (list.lines.data) return;
    list.lines = text_of_files("src/formats", "sources.tsv");
    for (char *cursor = list.lines.data; tsv_next(&cursor, cells, CELLS);) {
        if (cells[0][0] == '@' && list.file_count < WRITERS)
            list.files[list.file_count++] = (writer_file){ cells[0] + 1, cells[1], cells[2], cells[3] };
        else if (cells[0][0] != '@' && list.row_count < ROWS)
            list.rows[list.row_count++] = (source_row){ cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], false };
        else
            fail_msg("sources.tsv: more lines than this program has room for");
    }
}

static bool is_all(const char *cell) { return strcmp(cell, "*") == 0; }

/* How exactly a row names a field: 0 not at all, 4 by its format and name. */
static unsigned fit_of(const source_row *row, const char *format, const char *table, const char *field)
{
    const bool format_named = list_has(row->formats, ',', format), field_named = list_has(row->fields, ',', field);
    if (!list_has(row->tables, ',', table) || !(format_named || is_all(row->formats)) || !(field_named || is_all(row->fields)))
        return 0;
    return 1 + 2 * (unsigned)format_named + (unsigned)field_named;
}

/* The row of a field; NULL if there is none. `*twice`: two rows name it equally well. */
static source_row *row_of(const char *format, const char *table, const char *field, bool *twice)
{
    source_row *best = NULL;
    unsigned most = 0;
    *twice = false;
    for (size_t i = 0; i < list.row_count; i++) {
        unsigned fit = fit_of(&list.rows[i], format, table, field);
        if (fit == 0 || fit < most) continue;
        *twice = fit == most;
        most = fit;
        best = &list.rows[i];
    }
    return best;
}

/* ---- the check ---------------------------------------------------------------------------------------------------------- */

static bool is_special(const char *writers)
{
    return strcmp(writers, "?") == 0 || strcmp(writers, "-") == 0 || strcmp(writers, "reel") == 0;
}

static const writer_file *file_called(const char *key, size_t size)
{
    for (size_t i = 0; i < list.file_count; i++)
        if (strlen(list.files[i].key) == size && strncmp(list.files[i].key, key, size) == 0) return &list.files[i];
    return NULL;
}

/* Each writer is a known file and a function in it. */
static bool writers_are_known(const source_row *row)
{
    for (const char *at = row->writers; *at;) {
        size_t size = strcspn(at, ";"), key = strcspn(at, " ;");
        if (!file_called(at, key) || key + 1 >= size)
            return complain("unknown writer, or no function of it", row->formats, row->tables, at);
        at += size;
        at += strspn(at, "; ");
    }
    return true;
}

static bool row_is_sound(const source_row *row)
{
    if (!row->used) return complain("no field of any format", row->formats, row->tables, row->fields);
    if (strcmp(row->writers, "-") == 0) return true;
    if (!row->writers[0] || !row->moment[0]) return complain("no writer or moment", row->formats, row->tables, row->fields);
    if (is_special(row->writers)) return true;
    if (!row->none[0]) return complain("not said what is written without a value", row->formats, row->tables, row->fields);
    return writers_are_known(row);
}

static bool field_has_row(const reel_format *format, const reel_table *table, const reel_field *field)
{
    bool twice;
    if (field->flags & REEL_FIELD_DERIVED) return true;
    source_row *row = row_of(format->id, table->name, field->name, &twice);
    if (!row) return complain("no line in sources.tsv", format->id, table->name, field->name);
    row->used = true;
    return !twice || complain("two lines are equally exact", format->id, table->name, field->name);
}

/* Marks every format that a row names. */
static bool names_are_formats(const source_row *row)
{
    char id[64];
    for (const char *at = row->formats; *at && !is_all(row->formats);) {
        size_t size = strcspn(at, ",");
        snprintf(id, sizeof id, "%.*s", (int)size, at);
        if (!reel_format_by_id(reel_formats(), id)) return complain("unknown format", id, row->tables, row->fields);
        at += size + (at[size] == ',');
    }
    return true;
}

/* Whether a name in the list of fields of a row is a field of one of its formats. */
static bool names_are_fields(const source_row *row)
{
    char name[64];
    for (const char *at = row->fields; *at && !is_all(row->fields);) {
        size_t size = strcspn(at, ",");
        bool known = false;
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        for (const reel_format *const *format = reel_formats(); *format && !known; format++)
            for (const reel_table *const *table = (*format)->tables; *table && !known; table++)
                for (size_t f = 0; f < (*table)->field_count && !known; f++) {
                    const reel_field *field = &(*table)->fields[f];
                    known = strcmp(field->name, name) == 0 && !(field->flags & REEL_FIELD_DERIVED) &&
                            fit_of(row, (*format)->id, (*table)->name, name) > 0;
                }
        if (!known) return complain("no such field, or reel computes it", row->formats, row->tables, name);
        at += size + (at[size] == ',');
    }
    return true;
}

static bool keys_are_unique(void)
{
    for (size_t i = 0; i < list.file_count; i++)
        if (file_called(list.files[i].key, strlen(list.files[i].key)) != &list.files[i])
            return complain("two files with this key", "@", list.files[i].key, list.files[i].path);
    return true;
}

bool sources_check(void)
{
    size_t fields = 0;
    read_sources();
    bool fine = keys_are_unique();
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const reel_table *const *table = (*format)->tables; *table; table++)
            for (size_t f = 0; f < (*table)->field_count; f++, fields++)
                fine = field_has_row(*format, *table, &(*table)->fields[f]) && fine;
    for (size_t i = 0; i < list.row_count; i++) {
        const source_row *row = &list.rows[i];
        fine = names_are_formats(row) && names_are_fields(row) && row_is_sound(row) && fine;
    }
    printf("%zu fields, %zu lines of sources\n", fields, list.row_count);
    return fine;
}

/* ---- the tables --------------------------------------------------------------------------------------------------------- */

static void add_field_name(text *out, const reel_field *field)
{
    text_add_string(out, "`");
    text_add_string(out, field->name);
    text_add_string(out, "`");
    if (field->unit[0]) text_add_string(out, " (");
    text_add_cell(out, field->unit);
    if (field->unit[0]) text_add_string(out, ")");
}

/* The formats that a row is about, their tables, and its fields with their units. */
typedef struct coverage {
    text formats, tables, fields;
} coverage;

/* The fields of one table; formats and tables that share a row share its fields. */
static bool cover_table(coverage *c, const source_row *row, const reel_format *format, const reel_table *table)
{
    const bool first = c->fields.size == 0;
    bool twice, any = false;
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->flags & REEL_FIELD_DERIVED || row_of(format->id, table->name, field->name, &twice) != row) continue;
        any = true;
        if (!first) continue;
        if (c->fields.size) text_add_string(&c->fields, ", ");
        add_field_name(&c->fields, field);
    }
    return any;
}

static void add_name(text *out, const char *name)
{
    text_add_string(out, out->size ? ", `" : "`");
    text_add_string(out, name);
    text_add_string(out, "`");
}

static void cover(coverage *c, const source_row *row, const reel_format *format)
{
    bool any = false;
    for (const reel_table *const *table = format->tables; *table; table++) {
        if (!list_has(row->tables, ',', (*table)->name) || !cover_table(c, row, format, *table)) continue;
        any = true;
        if (!c->tables.data || !strstr(c->tables.data, (*table)->name)) add_name(&c->tables, (*table)->name);
    }
    if (any) add_name(&c->formats, format->id);
}

static void add_writers(text *out, const char *writers)
{
    if (strcmp(writers, "?") == 0) text_add_string(out, "*not verified*");
    if (strcmp(writers, "reel") == 0) text_add_string(out, "reel");
    for (const char *at = writers; *at && !is_special(writers);) {
        size_t size = strcspn(at, ";"), key = strcspn(at, " ;");
        text_add_string(out, "`");
        text_add(out, at, key);
        text_add_string(out, "`");
        text_add(out, at + key, size - key);
        at += size;
        at += strspn(at, "; ");
        if (*at) text_add_string(out, ", ");
    }
}

static void add_source(text *out, const source_row *row, const coverage *c, bool several)
{
    text_add_string(out, "| ");
    if (several) text_add_string(out, c->formats.data);
    if (several) text_add_string(out, " | ");
    text_add_string(out, c->tables.data);
    text_add_string(out, " | ");
    text_add_string(out, c->fields.data);
    text_add_string(out, " | ");
    add_writers(out, row->writers);
    text_add_string(out, " | ");
    text_add_cell(out, row->moment);
    text_add_string(out, row->none[0] ? " | " : " |");
    text_add_cell(out, row->none);
    text_add_string(out, " |\n");
}

static void add_rows(text *out, const char *ids, bool several, bool *shown)
{
    for (size_t i = 0; i < list.row_count; i++) {
        const source_row *row = &list.rows[i];
        coverage c = { 0 };
        if (strcmp(row->writers, "-") == 0) continue;
        for (const reel_format *const *format = reel_formats(); *format; format++)
            if (list_has(ids, ' ', (*format)->id)) cover(&c, row, *format);
        shown[i] = c.fields.size > 0;
        if (shown[i]) add_source(out, row, &c, several);
        free(c.formats.data);
        free(c.tables.data);
        free(c.fields.data);
    }
}

static bool is_used(const writer_file *file, const bool *shown)
{
    for (size_t i = 0; i < list.row_count; i++) {
        if (!shown[i]) continue;
        for (const char *at = list.rows[i].writers; *at; at += strspn(at, "; ")) {
            if (file_called(at, strcspn(at, " ;")) == file) return true;
            at += strcspn(at, ";");
        }
    }
    return false;
}

static void add_file(text *out, const writer_file *file)
{
    text_add_string(out, "| `");
    text_add_string(out, file->key);
    text_add_string(out, "` | ");
    text_add_string(out, file->repository);
    if (strcmp(file->commit, "-") == 0) {
        text_add_string(out, " | not known | ");
        text_add_string(out, file->path);
        text_add_string(out, " |\n");
        return;
    }
    text_add_string(out, " | ");
    text_add_string(out, file->commit);
    text_add_string(out, " | [");
    text_add_string(out, file->path);
    text_add_string(out, "](https://github.com/");
    text_add_string(out, file->repository);
    text_add_string(out, "/blob/");
    text_add_string(out, file->commit);
    text_add_string(out, "/");
    for (const char *at = file->path; *at; at++) text_add_string(out, *at == ' ' ? "%20" : (const char[]){ *at, 0 });
    text_add_string(out, ") |\n");
}

static void add_derived(text *out, const char *ids)
{
    size_t before = out->size;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        if (!list_has(ids, ' ', (*format)->id)) continue;
        for (const reel_table *const *table = (*format)->tables; *table; table++)
            for (size_t f = 0; f < (*table)->field_count; f++) {
                char name[128];
                if (!((*table)->fields[f].flags & REEL_FIELD_DERIVED)) continue;
                snprintf(name, sizeof name, "`%s.%s`", (*table)->name, (*table)->fields[f].name);
                if (out->size > before && strstr(out->data + before, name)) continue; /* formats share tables */
                text_add_string(out, out->size > before ? ", " : "\nComputed by reel: ");
                text_add_string(out, name);
            }
    }
    if (out->size > before) text_add_string(out, ".\n");
}

void sources_add(text *out, const char *ids)
{
    const bool several = strchr(ids, ' ') != NULL;
    bool shown[ROWS] = { false };
    text rows = { 0 };
    read_sources();
    text_add(&rows, "", 0);
    add_rows(&rows, ids, several, shown);
    text_add_string(out, "\n| program | repository | commit | file |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < list.file_count; i++)
        if (is_used(&list.files[i], shown)) add_file(out, &list.files[i]);
    text_add_string(out, several ? "\n| format | table | fields (unit) | written by | when, and what | without a value |\n"
                                   "| --- | --- | --- | --- | --- | --- |\n"
                                 : "\n| table | fields (unit) | written by | when, and what | without a value |\n"
                                   "| --- | --- | --- | --- | --- |\n");
    text_add(out, rows.data, rows.size);
    add_derived(out, ids);
    text_add_string(out, "\n");
    free(rows.data);
}
