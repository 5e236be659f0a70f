/* SPDX-License-Identifier: MIT
 * reel diff: what differs between two replays. */
#include "json.h"
#include "report.h"
#include "tables.h"
#include "verbs.h"

#include <stdio.h>
#include <stdlib.h>

struct telling {
    const struct arguments *arguments;
    struct text *out;
    uint64_t limit, told, all; /* limit 0: none */
};

/* "notes[5]", or with different numbers on the two sides "notes[5/7]". A table that is one row long in practice has no number. */
static void place(struct text *out, const reel_difference *difference)
{
    uint64_t a = difference->row_a, b = difference->row_b;
    text_string(out, difference->table->name);
    if (difference->table->flags & REEL_TABLE_HEADER && a == b && a == 0) return;
    if (a == REEL_NO_ROW || b == REEL_NO_ROW || a == b)
        text_print(out, "[%llu]", (unsigned long long)(a == REEL_NO_ROW ? b : a));
    else
        text_print(out, "[%llu/%llu]", (unsigned long long)a, (unsigned long long)b);
}

static void value(struct text *out, const struct telling *telling, const reel_field *field, const void *row)
{
    if (!reel_field_present(field, row)) {
        text_string(out, "(none)");
        return;
    }
    struct text text = { 0 };
    bool quoted = field->type == REEL_STRING;
    field_text(&text, field, row, has(telling->arguments, OPT_LABELS));
    if (quoted) text_string(out, "\"");
    text_cut(out, text.data, text.size, 200);
    if (quoted) text_string(out, "\"");
    text_free(&text);
}

/* The row that one side alone has, by its key and time fields, or by the first ones of a table without. */
static void whole_row(struct text *out, const struct telling *telling, const reel_difference *difference)
{
    const void *row = difference->a ? difference->a : difference->b;
    const reel_table *table = difference->table;
    bool any = false;
    for (int pass = 0; pass < 2 && !any; pass++) {
        for (size_t i = 0; i < table->field_count; i++) {
            const reel_field *field = &table->fields[i];
            if (pass ? i >= 4 : !(field->flags & (REEL_FIELD_KEY | REEL_FIELD_TIME))) continue;
            text_print(out, "%s%s ", any ? ", " : ": ", field->name);
            value(out, telling, field, row);
            any = true;
        }
    }
}

static void tell_text(struct telling *telling, const reel_difference *difference)
{
    struct text *out = telling->out;
    if (!difference->field) {
        text_string(out, difference->a ? "- " : "+ ");
        place(out, difference);
        whole_row(out, telling, difference);
    } else {
        place(out, difference);
        text_print(out, ".%s: ", difference->field->name);
        value(out, telling, difference->field, difference->a);
        text_string(out, " -> ");
        value(out, telling, difference->field, difference->b);
    }
    text_string(out, "\n");
}

static void json_row(struct text *out, const char *name, const reel_table *table, const void *row)
{
    json_open(out, name, '{');
    for (size_t i = 0; i < table->field_count; i++) json_field(out, table->fields[i].name, &table->fields[i], row);
    json_close(out, '}');
}

static void tell_json(struct telling *telling, const reel_difference *difference)
{
    struct text *out = telling->out;
    json_open(out, NULL, '{');
    json_string(out, "table", difference->table->name);
    if (difference->a) json_count(out, "row_a", difference->row_a);
    if (difference->b) json_count(out, "row_b", difference->row_b);
    if (difference->field) {
        json_string(out, "field", difference->field->name);
        json_field(out, "a", difference->field, difference->a);
        json_field(out, "b", difference->field, difference->b);
    } else {
        json_row(out, difference->a ? "a" : "b", difference->table, difference->a ? difference->a : difference->b);
    }
    json_close(out, '}');
}

static bool tell(void *context, const reel_difference *difference)
{
    struct telling *telling = context;
    telling->all++;
    if (has(telling->arguments, OPT_QUIET)) return false;
    if (telling->limit && telling->told >= telling->limit) return true;
    telling->told++;
    (has(telling->arguments, OPT_JSON) ? tell_json : tell_text)(telling, difference);
    if (telling->out->size < (size_t)1 << 16) return true;
    /* the last byte stays, by which the next item knows whether a comma comes first */
    size_t size = telling->out->size - 1;
    bool printed = print_bytes(telling->out->data, size);
    telling->out->data[0] = telling->out->data[size];
    telling->out->size = 1;
    return printed;
}

static reel_status compare(const struct arguments *arguments, const reel_replay *a, const reel_replay *b, reel_error *error,
                           uint64_t *all)
{
    struct text out = { 0 };
    bool json = has(arguments, OPT_JSON);
    struct telling telling = { .arguments = arguments, .out = &out, .limit = count_of(arguments, OPT_LIMIT, json ? 0 : 100) };
    if (json) {
        json_open(&out, NULL, '{');
        json_path(&out, "a", arguments->inputs[0]);
        json_path(&out, "b", arguments->inputs[1]);
        json_open(&out, "differences", '[');
    }
    reel_status status = reel_diff(a, b, has(arguments, OPT_LAYOUT), tell, &telling, NULL, error);
    *all = telling.all;
    if (status >= 0 && json) {
        json_close(&out, ']');
        json_count(&out, "count", telling.all);
        json_close(&out, '}');
        text_string(&out, "\n");
    } else if (status >= 0 && telling.all > telling.told && telling.told) {
        text_count(&out, telling.all - telling.told);
        text_string(&out, " more differences; --limit 0 shows all\n");
    }
    if (status >= 0 && print_and_free(&out) != EXIT_FINE) status = REEL_IO;
    text_free(&out);
    return status;
}

static reel_status load(struct job *job, reel_replay **replay)
{
    reel_source source;
    *replay = NULL;
    reel_status status = job_source(job, &source);
    return status < 0 ? status : reel_load(source, &job->options, replay, &job->error);
}

int run_diff(const struct arguments *arguments)
{
    static const struct task task = { .forgives = true };
    struct input inputs[2] = { { .path = copy_of(arguments->inputs[0]) }, { .path = copy_of(arguments->inputs[1]) } };
    struct job jobs[2];
    reel_replay *replays[2];
    reel_status status = REEL_OK;
    for (int i = 0; i < 2; i++) {
        job_begin(&jobs[i], arguments, &inputs[i]);
        reel_status loaded = load(&jobs[i], &replays[i]);
        if (loaded < 0) status = loaded;
        job_end(&jobs[i], &task, loaded);
        print_bytes(jobs[i].out.data, jobs[i].out.size);
        print_done();
        fwrite(jobs[i].err.data, 1, jobs[i].err.size, stderr);
        text_free(&jobs[i].err);
        text_free(&jobs[i].out);
    }
    uint64_t differences = 0;
    if (status >= 0) {
        reel_error error = { .rule = "", .section = "" };
        struct text text = { 0 };
        status = compare(arguments, replays[0], replays[1], &error, &differences);
        if (status < 0 && *error.message) report_failure(&text, inputs[1].path, &error);
        fwrite(text.data, 1, text.size, stderr);
        text_free(&text);
    }
    for (int i = 0; i < 2; i++) {
        reel_free(replays[i]);
        free(inputs[i].path);
    }
    return status < 0 ? EXIT_UNREADABLE : differences ? EXIT_FINDINGS : EXIT_FINE;
}
