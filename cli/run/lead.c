/* SPDX-License-Identifier: MIT
 * Exports of many files in one output: each row says which file it is from, and CSV has one header. Each file is exported on its
 * own. What its exporter writes is cut at the ends of rows here. */
#include "run/lead.h"
#include "base/field.h"
#include "run/report.h"

void lead_open(struct lead *lead, const struct arguments *arguments, const char *kind)
{
    *lead = (struct lead){ .kind = !strcmp(kind, "csv")     ? LEAD_CSV
                                   : !strcmp(kind, "jsonl") ? LEAD_JSONL
                                                            : LEAD_JSON,
                           .hash = has(arguments, OPT_HASH),
                           .safe = has(arguments, OPT_CSV_SAFE) };
}

/* Whether a spreadsheet may run the text as a formula: the rule of reel_export for --csv-safe. */
static bool begins_formula(const char *text)
{
    static const char *const wide[] = { "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0" };
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (!strncmp(text, wide[i], 3)) return true;
    return *text && strchr("=+-@\t\r\n", *text);
}

static void add_csv_text(struct text *row, const char *value, bool safe)
{
    bool quotes = !*value || strpbrk(value, ",\"\n\r");
    if (quotes) text_string(row, "\"");
    if (safe && begins_formula(value)) text_string(row, "'");
    for (; *value; value++) {
        if (*value == '"') text_string(row, "\"");
        text_add(row, value, 1);
    }
    if (quotes) text_string(row, "\"");
}

static void csv_row(struct lead *lead, const struct job *job)
{
    const char *path = job_name(job);
    const reel_field bytes = { .name = "", .type = REEL_STRING, .count = 1 };
    const reel_string string = { path, strlen(path) };
    struct text name = { 0 };
    field_text(&name, &bytes, &string, false);
    add_csv_text(&lead->row, text_of(&name), lead->safe);
    text_string(&lead->row, ",");
    if (lead->hash) text_print(&lead->row, "%s,", job->hash);
    text_free(&name);
}

void lead_begin(struct lead *lead, const struct job *job)
{
    text_free(&lead->row);
    text_free(&lead->line);
    lead->begins = true;
    lead->quoted = lead->named = false;
    if (lead->kind == LEAD_CSV) {
        csv_row(lead, job);
        if (!lead->headed) text_string(&lead->first, job->shown);
        return;
    }
    text_string(&lead->row, "{");
    json_file(&lead->row, job, NULL);
    text_string(&lead->row, ",");
}

void lead_close(struct lead *lead)
{
    text_free(&lead->header);
    text_free(&lead->first);
    text_free(&lead->row);
    text_free(&lead->line);
}

static reel_status cannot_print(reel_error *error)
{
    return reel_fail(error, REEL_IO, "file.write", "", 0, "cannot write the output");
}

static reel_status print_header(struct lead *lead, reel_error *error)
{
    if (!lead->headed) {
        const char *names = lead->hash ? "file,hash," : "file,";
        lead->headed = true;
        text_add(&lead->header, lead->line.data, lead->line.size);
        return print_bytes(names, strlen(names)) && print_bytes(lead->line.data, lead->line.size) ? REEL_OK : cannot_print(error);
    }
    if (lead->header.size == lead->line.size && !memcmp(lead->header.data, lead->line.data, lead->line.size)) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "csv.columns", "", 0,
                     "its columns are not those of %s; select files with --format, or fields with -f", text_of(&lead->first));
}

/* The size of the row at `data`, with its line feed, as far as it goes. */
static size_t row_size(struct lead *lead, const char *data, size_t size)
{
    size_t at = 0;
    while (at < size) {
        char c = data[at++];
        if (c == '"') lead->quoted = !lead->quoted;
        if (c != '\n' || lead->quoted) continue;
        lead->begins = true;
        break;
    }
    return at;
}

static reel_status print_csv(struct lead *lead, const char *data, size_t size, reel_error *error)
{
    while (size) {
        bool begins = lead->begins;
        lead->begins = false;
        size_t some = row_size(lead, data, size);
        if (!lead->named) {
            text_add(&lead->line, data, some);
            lead->named = lead->begins;
            reel_status status = lead->named ? print_header(lead, error) : REEL_OK;
            if (status < 0) return status;
        } else if ((begins && !print_bytes(lead->row.data, lead->row.size)) || !print_bytes(data, some)) {
            return cannot_print(error);
        }
        data += some;
        size -= some;
    }
    return REEL_OK;
}

/* JSON has no line feed inside a row of JSON Lines. A JSON document is one row, whatever it contains. */
static reel_status print_json(struct lead *lead, const char *data, size_t size, reel_error *error)
{
    while (size) {
        const char *end = lead->kind == LEAD_JSONL ? memchr(data, '\n', size) : NULL;
        size_t some = end ? (size_t)(end - data) + 1 : size, brace = lead->begins;
        if ((lead->begins && !print_bytes(lead->row.data, lead->row.size)) || !print_bytes(data + brace, some - brace))
            return cannot_print(error);
        lead->begins = end != NULL;
        data += some;
        size -= some;
    }
    return REEL_OK;
}

reel_status lead_print(struct lead *lead, const char *data, size_t size, reel_error *error)
{
    return (lead->kind == LEAD_CSV ? print_csv : print_json)(lead, data, size, error);
}
