/* SPDX-License-Identifier: MIT
 * reel diff: compares two replays. */
#include "base/field.h"
#include "base/json.h"
#include "base/memory.h"
#include "run/end.h"
#include "run/report.h"
#include "verbs/verbs.h"

#include <math.h>
#include <reel/format.h>
#include <stdio.h>
#include <stdlib.h>

/* What differs in one field, or which rows one file lacks (`field` is NULL). */
struct summary {
    const reel_table *table;
    const reel_field *field;
    uint64_t rows, only_a, only_b;
    double largest; /* difference of numbers */
};

struct listing {
    const struct arguments *arguments;
    struct text *out;
    uint64_t limit, printed, all; /* limit 0: none */
    struct settings tolerances;
    struct summary *summaries;
    size_t count;
};

/* ---- differences of numbers ------------------------------------------------------------------------------------- */

static bool is_number(const reel_field *field)
{
    return field->type != REEL_STRING && field->type != REEL_BYTES && field->type != REEL_UUID && !field->labels;
}

/* The largest difference of two values; negative if it is not one of numbers. */
static double distance_of(const reel_difference *d)
{
    double largest = -1;
    if (!d->field || !is_number(d->field) || !reel_field_present(d->field, d->a) || !reel_field_present(d->field, d->b))
        return -1;
    for (size_t i = 0; i < d->field->count; i++) {
        double step = fabs(reel_field_number(d->field, d->a, i) - reel_field_number(d->field, d->b, i));
        if (step != step) return -1;
        if (step > largest) largest = step;
    }
    return largest;
}

/* FIELD or TABLE.FIELD. */
static bool is_named(const reel_difference *d, const char *name)
{
    const char *dot = strchr(name, '.');
    size_t size = strlen(d->table->name);
    if (dot && ((size_t)(dot - name) != size || memcmp(name, d->table->name, size) != 0)) return false;
    return !strcmp(dot ? dot + 1 : name, d->field->name);
}

static bool is_tolerated(const struct listing *listing, const reel_difference *d, double distance)
{
    for (size_t i = 0; distance >= 0 && i < listing->tolerances.count; i++)
        if (is_named(d, listing->tolerances.data[i].field) && distance <= strtod(listing->tolerances.data[i].value, NULL))
            return true;
    return false;
}

/* ---- the summary ------------------------------------------------------------------------------------------------ */

static void summarise(struct listing *listing, const reel_difference *d, double distance)
{
    struct summary *s = listing->summaries;
    size_t i = listing->count;
    while (i && (s[i - 1].table != d->table || s[i - 1].field != d->field)) i--;
    if (!i) {
        s = grow(s, (listing->count + 1) * sizeof *s);
        s[listing->count++] = (struct summary){ .table = d->table, .field = d->field, .largest = -1 };
        listing->summaries = s;
        i = listing->count;
    }
    s[i - 1].rows++;
    s[i - 1].only_a += !d->field && d->a;
    s[i - 1].only_b += !d->field && d->b;
    if (distance > s[i - 1].largest) s[i - 1].largest = distance;
}

static void print_summary(struct listing *listing)
{
    struct text *out = listing->out;
    text_string(out, "\n");
    for (size_t i = 0; i < listing->count; i++) {
        const struct summary *s = &listing->summaries[i];
        if (s->only_a) {
            text_print(out, "%s: ", s->table->name);
            text_counted(out, s->only_a, "row is", "rows are");
            text_string(out, " only in the first\n");
        }
        if (s->only_b) {
            text_print(out, "%s: ", s->table->name);
            text_counted(out, s->only_b, "row is", "rows are");
            text_string(out, " only in the second\n");
        }
        if (!s->field) continue;
        text_print(out, "%s.%s: ", s->table->name, s->field->name);
        text_counted(out, s->rows, "row differs", "rows differ");
        if (s->largest >= 0) text_print(out, ", by at most %g%s%s", s->largest, *s->field->unit ? " " : "", s->field->unit);
        text_string(out, "\n");
    }
}

static void json_summary(struct listing *listing)
{
    struct text *out = listing->out;
    json_open(out, "summary", '[');
    for (size_t i = 0; i < listing->count; i++) {
        const struct summary *s = &listing->summaries[i];
        json_open(out, NULL, '{');
        json_string(out, "table", s->table->name);
        if (s->field) json_string(out, "field", s->field->name);
        if (s->field) json_count(out, "rows", s->rows);
        if (!s->field) json_count(out, "only_a", s->only_a);
        if (!s->field) json_count(out, "only_b", s->only_b);
        if (s->largest >= 0) json_number(out, "largest", s->largest, REEL_F64);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

/* "notes[5]", or "notes[5/7]" if the row numbers differ. Row 0 of a header table has no number. */
static void add_row_name(struct text *out, const reel_difference *difference)
{
    uint64_t a = difference->row_a, b = difference->row_b;
    text_string(out, difference->table->name);
    if (difference->table->flags & REEL_TABLE_HEADER && a == b && a == 0) return;
    if (a == REEL_NO_ROW || b == REEL_NO_ROW || a == b)
        text_print(out, "[%llu]", (unsigned long long)(a == REEL_NO_ROW ? b : a));
    else
        text_print(out, "[%llu/%llu]", (unsigned long long)a, (unsigned long long)b);
}

static void add_value(struct text *out, const struct listing *listing, const reel_field *field, const void *row)
{
    if (!reel_field_present(field, row)) {
        text_string(out, "(none)");
        return;
    }
    struct text text = { 0 };
    bool quoted = field->type == REEL_STRING;
    field_text(&text, field, row, wants_labels(listing->arguments, false));
    if (quoted) text_string(out, "\"");
    text_cut(out, text.data, text.size, 200);
    if (quoted) text_string(out, "\"");
    text_free(&text);
}

/* A row that only one file has: its key and time fields, or its first fields if it has none of these. */
static void add_row(struct text *out, const struct listing *listing, const reel_difference *difference)
{
    const void *row = difference->a ? difference->a : difference->b;
    const reel_table *table = difference->table;
    bool any = false;
    for (int pass = 0; pass < 2 && !any; pass++) {
        for (size_t i = 0; i < table->field_count; i++) {
            const reel_field *field = &table->fields[i];
            if (pass ? i >= 4 : !(field->flags & (REEL_FIELD_KEY | REEL_FIELD_TIME))) continue;
            text_print(out, "%s%s ", any ? ", " : ": ", field->name);
            add_value(out, listing, field, row);
            any = true;
        }
    }
}

static void print_text(struct listing *listing, const reel_difference *difference)
{
    struct text *out = listing->out;
    if (!difference->field) {
        text_string(out, difference->a ? "- " : "+ ");
        add_row_name(out, difference);
        add_row(out, listing, difference);
    } else {
        add_row_name(out, difference);
        text_print(out, ".%s: ", difference->field->name);
        add_value(out, listing, difference->field, difference->a);
        text_string(out, " -> ");
        add_value(out, listing, difference->field, difference->b);
    }
    text_string(out, "\n");
}

static void json_row(struct text *out, const char *name, const reel_table *table, const void *row)
{
    json_open(out, name, '{');
    for (size_t i = 0; i < table->field_count; i++) json_field(out, table->fields[i].name, &table->fields[i], row);
    json_close(out, '}');
}

static void print_json(struct listing *listing, const reel_difference *difference)
{
    struct text *out = listing->out;
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

static bool print_difference(void *context, const reel_difference *difference)
{
    struct listing *listing = context;
    const double distance = distance_of(difference);
    if (is_tolerated(listing, difference, distance)) return true;
    listing->all++;
    summarise(listing, difference, distance);
    if (has(listing->arguments, OPT_QUIET)) return false;
    if (listing->limit && listing->printed >= listing->limit) return true;
    listing->printed++;
    (has(listing->arguments, OPT_JSON) ? print_json : print_text)(listing, difference);
    if (listing->out->size < (size_t)1 << 16) return true;
    /* keeps the last byte: it decides whether the next item needs a comma */
    size_t size = listing->out->size - 1;
    bool printed = print_bytes(listing->out->data, size);
    listing->out->data[0] = listing->out->data[size];
    listing->out->size = 1;
    return printed;
}

/* Whether each --tolerance names a field of numbers and has a number. */
static reel_status check_tolerances(const struct listing *listing, const reel_replay *replay, reel_error *error)
{
    const reel_format *format = reel_replay_format(replay);
    for (size_t i = 0; i < listing->tolerances.count; i++) {
        const reel_setting *setting = &listing->tolerances.data[i];
        const char *dot = strchr(setting->field, '.');
        bool known = false;
        char *end;
        for (const reel_table *const *table = reel_format_tables(format); *table; table++) {
            const reel_field *field = reel_table_field(*table, dot ? dot + 1 : setting->field);
            size_t size = strlen((*table)->name);
            bool here = !dot || ((size_t)(dot - setting->field) == size && !memcmp((*table)->name, setting->field, size));
            known |= field && here && is_number(field);
        }
        if (!known)
            return reel_fail(error, REEL_ARGUMENT, "diff.tolerance", "", 0, "%s has no field of numbers called %s",
                             reel_format_name(format), setting->field);
        if (!(strtod(setting->value, &end) >= 0) || end == setting->value || *end)
            return reel_fail(error, REEL_ARGUMENT, "diff.tolerance", "", 0, "the tolerance of %s is not a number",
                             setting->field);
    }
    return REEL_OK;
}

static reel_status compare(const struct arguments *arguments, const reel_replay *a, const reel_replay *b, reel_error *error,
                           uint64_t *all)
{
    struct text out = { 0 };
    bool json = has(arguments, OPT_JSON);
    enum { SHOWN = 100, FEW = 10 }; /* lines without --limit; lines that need no summary */
    struct listing listing = { .arguments = arguments,
                               .out = &out,
                               .limit = count_of(arguments, OPT_LIMIT, json ? 0 : SHOWN),
                               .tolerances = settings_of(arguments, OPT_TOLERANCE) };
    if (json) {
        json_open(&out, NULL, '{');
        json_path(&out, "a", arguments->inputs[0]);
        json_path(&out, "b", arguments->inputs[1]);
        json_open(&out, "differences", '[');
    }
    reel_status status = check_tolerances(&listing, a, error);
    if (status >= 0) status = reel_diff(a, b, has(arguments, OPT_LAYOUT), print_difference, &listing, NULL, error);
    *all = listing.all;
    if (status >= 0 && json) {
        json_close(&out, ']');
        json_summary(&listing);
        json_count(&out, "count", listing.all);
        json_close(&out, '}');
        text_string(&out, "\n");
    } else if (status >= 0 && listing.all > listing.printed && listing.printed) {
        text_counted(&out, listing.all - listing.printed, "more difference", "more differences");
        text_string(&out, " (use --limit 0 to print all)\n");
    }
    if (status >= 0 && !json && listing.printed > FEW) print_summary(&listing);
    free_settings(&listing.tolerances);
    free(listing.summaries);
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
        job_print_messages(&jobs[i]);
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
