/* SPDX-License-Identifier: MIT
 * Null is not absent is not zero: each member and item of a self-describing macro, at each depth, is made absent, null, empty or of another
 * type, alone or with another, in one row or in all. Then rows have no made-up values, nothing is found that is not there, statistics
 * of it are missing, and an edit leaves all but what it is for in the form that it had. An argument is the number of cases. */
#include "macro_documents.h"

#include <math.h>
#include <reel/format.h>
#include <reel/geometrydash.h>

static size_t cases, refused, rewritten, edits;
static bool is_rewritten; /* the last edit says that it kept no more than the rows */
static char case_name[400];

/* ---- cases ------------------------------------------------------------------------------------------------------- */

static const char *const forms[] = {
    NULL, "null", "\"\"", "[]", "{}", "77.5", "7", "true", "\"x\"", "[1]", "{\"a\":1}", "\"7\""
};
enum { ABSENT, IS_NULL, FORMS = sizeof forms / sizeof *forms };
#define NONE SIZE_MAX

typedef struct change {
    const macro_document *document;
    size_t values[2]; /* the second one is NONE mostly */
    unsigned form;
    bool all; /* the values with the same path, in all rows */
    char paths[2][PATH_BYTES];
} change;

static uint64_t drawn;

static size_t draw(size_t below)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(drawn >> 33) % below;
}

static bool is_changed(const json_value *all, const change *c, size_t number)
{
    for (size_t i = 0; i < 2 && c->values[i] != NONE; i++)
        if (c->values[i] == number || (c->all && strcmp(all[c->values[i]].path, all[number].path) == 0)) return true;
    return false;
}

/* Copies the text with the change. */
static void apply(const change *c, document *to)
{
    static json_value all[MOST_VALUES];
    const char *from = c->document->text;
    const size_t count = json_values(from, all), size = strlen(from);
    to->size = 0;
    for (size_t at = 0; at < size;) {
        size_t next = NONE;
        for (size_t i = 0; i < count; i++)
            if (all[i].from >= at && is_changed(all, c, i) &&
                (next == NONE || all[i].from < all[next].from || (all[i].from == all[next].from && all[i].end > all[next].end)))
                next = i;
        if (next == NONE) {
            add_bytes(to, from + at, size - at);
            return;
        }
        add_bytes(to, from + at, (c->form == ABSENT ? all[next].from : all[next].value) - at);
        at = all[next].end;
        if (c->form != ABSENT)
            add_bytes(to, forms[c->form], strlen(forms[c->form]));
        else if (to->text[to->size - 1] == ',')
            to->size--;
        else if (from[at] == ',')
            at++;
    }
}

static bool is_row(const char *path) { return path[strlen(path) - 1] == '*'; }

/* Whether nothing is asked of the macro that is not there: all that changed is missing or null, and optional. */
static bool is_optional(const change *c)
{
    if (c->form > IS_NULL) return false;
    for (size_t i = 0; i < 2 && c->values[i] != NONE; i++) {
        const char *path = c->paths[i];
        for (size_t n = 0; n < sizeof c->document->needed / sizeof(char *) && c->document->needed[n]; n++)
            if (strcmp(path, c->document->needed[n]) == 0) return false;
        if (is_row(path)) return false; /* which is null, or gone */
    }
    return true;
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

typedef struct found_all {
    size_t count, serious; /* serious: those that are no notes, without that of a macro without inputs, as an edit may leave it */
    bool more;             /* serious ones besides that keys are missing which all bots write */
    char text[4096];
} found_all;

static void collect(void *context, const reel_finding *finding)
{
    found_all *all = context;
    all->count++;
    const bool serious = finding->severity != REEL_NOTE && strcmp(finding->rule, "gdr.no-inputs") != 0;
    all->serious += serious;
    all->more |= serious && strcmp(finding->rule, "gdr.input-key-missing") != 0 &&
                 strcmp(finding->rule, "gdr.fix-non-finite") != 0; /* null is what the writer of JSON makes of NaN */
    const size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s: %s\n", finding->rule, finding->message);
}

static found_all check(const reel_format *format, const void *data, size_t size)
{
    found_all all = { 0 };
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .format = format, .report = collect, .report_context = &all };
    if (reel_check(reel_source_memory(data, size), &options, &error) >= 0) return all;
    all.more = true;
    all.count++;
    all.serious++;
    snprintf(all.text, sizeof all.text, "%s: %s\n", error.rule, error.message);
    return all;
}

static reel_replay *load(const reel_format *format, const document *file)
{
    reel_replay *replay = NULL;
    const reel_options options = { REEL_SIZED(reel_options), .format = format };
    if (reel_load(reel_source_memory(file->text, file->size), &options, &replay, NULL) < 0) return NULL;
    return replay;
}

static bool same_field(const reel_field *field, const uint8_t *a, const uint8_t *b)
{
    if (!reel_field_present(field, b)) return true;
    if (field->type == REEL_STRING) {
        reel_string one, other;
        memcpy(&one, a + field->offset, sizeof one);
        memcpy(&other, b + field->offset, sizeof other);
        return !other.size || (one.size == other.size && memcmp(one.data, other.data, one.size) == 0);
    }
    for (size_t i = 0; i < field->count && field->type != REEL_BYTES; i++) {
        const double one = reel_field_number(field, a, i), other = reel_field_number(field, b, i);
        if (other == other && one != other) return false;
    }
    return true;
}

/* What an input has instead of a member that it lacks: the format cannot say that it has none. Names of keys and of kinds follow them. */
static bool has_default(const char *name)
{
    static const char *const names[] = { "button", "player2", "down", "extra", "keys", "has", "data", "platformer" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* The first field with a value that the macro has not without the change; NULL: none. Lists that lost a row are left out. */
static const char *made_up(const reel_format *format, const reel_replay *base, const reel_replay *changed)
{
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t count, other;
        const uint8_t *was = reel_rows(base, *table, &count), *is = reel_rows(changed, *table, &other);
        for (size_t i = 0; count == other && i < count; i++)
            for (size_t f = 0; f < (*table)->field_count; f++) {
                const reel_field *field = &(*table)->fields[f];
                const bool rate = strcmp(field->name, "framerate") == 0; /* 240 stands for it */
                if (!has_default(field->name) && !rate &&
                    !same_field(field, was + i * (*table)->row_size, is + i * (*table)->row_size))
                    return field->name;
            }
    }
    return NULL;
}

/* ---- statistics ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *path, *field;
} measured[] = {
    { "/duration", "duration" },         { "/inputs", "first_frame" },
    { "/inputs", "last_frame" },         { "/inputs", "length" },
    { "/inputs", "most_presses" },       { "/inputs", "longest_even_run" },
    { "/inputs", "presses_per_second" }, { "/inputs", "likely_bot" },
};

static void expect_missing_statistics(const char *path, const reel_format *format, const reel_replay *replay)
{
    reel_replay *result;
    size_t count;
    assert_int_equal(reel_insight_run_chunk(&reel_insight_geometrydash, format, reel_replay_chunk(replay), NULL, &result, NULL),
                     REEL_OK);
    const geometrydash_summary *row = reel_rows(result, &geometrydash_summaries, &count);
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        const reel_field *field = reel_table_field(&geometrydash_summaries, measured[i].field);
        if (strcmp(measured[i].path, path) == 0 && reel_field_present(field, row))
            fail_msg("%s: %s has a value", case_name, measured[i].field);
    }
    reel_free(result);
}

/* ---- edits --------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *id, *argument;
    bool keeps_rows; /* each row stays where it is */
} operations[] = {
    { "shift", "5", true },
    { "shift", "-4", true },
    { "tps", "480", true },
    { "stretch", "2", true },
    { "flip", NULL, true },
    { "sort", NULL, true },
    { "swap-players", NULL, true },
    { "only-p1", NULL, false },
    { "only-p2", NULL, false },
    { "to-p1", NULL, false },
    { "drop-duplicates", NULL, false },
    { "drop-orphans", NULL, false },
    { "drop-repeats", NULL, false },
    { "keep-last-attempt", NULL, false },
    { "add-releases", NULL, false },
    { "mirror", NULL, false },
    { "strip", NULL, false },
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* Files are given as they are; the text of msgpack is that of the same members. */
static void encode(const reel_format *format, const document *text, document *file)
{
    *file = *text;
    if (format != &reel_format_gdr1) return;
    file->size = 0;
    pack_value(text->text, 0, file);
}

static void decode(const reel_format *format, const reel_memory *made, document *text)
{
    text->size = 0;
    if (format == &reel_format_gdr1)
        assert_true(unpack_value(made->data, text) == made->data + made->size);
    else
        add_bytes(text, made->data, made->size);
}

static void note_rewriting(void *context, const reel_finding *finding)
{
    (void)context;
    is_rewritten |= strcmp(finding->rule, "macros.rewritten") == 0;
}

/* Whether the edit was done; its output is malloc'ed. */
static bool edit(const reel_format *format, const document *file, reel_convert_options how, reel_memory *made, reel_error *error)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = format, .report = note_rewriting };
    is_rewritten = false;
    how.struct_size = sizeof how;
    return reel_convert(reel_source_memory(file->text, file->size), &options, NULL, reel_sink_memory(made, NULL), &how, error) >=
           0;
}

static bool is_leaf(const char *text, const json_value *v)
{
    return (text[v->value] != '{' && text[v->value] != '[') || v->end == v->value + 2;
}

/* Paths of values that, with all inside them, an operation changes, adds or drops in the whole macro. */
typedef struct touched {
    char paths[32][PATH_BYTES];
    size_t count;
} touched;

static bool is_touched(const touched *t, const char *path)
{
    for (size_t i = 0; i < t->count; i++) {
        const size_t size = strlen(t->paths[i]);
        if (strncmp(t->paths[i], path, size) == 0 && (!path[size] || path[size] == '/')) return true;
    }
    return false;
}

/* Walks both texts in order. Values that differ, or are in one of them only, are listed in *to, or must be in *known already. Rows stay where
 * they are, so that values of one level are compared in order: each list of values has those of one object after those of another. */
static const char *compare(const char *a, const char *b, const touched *known, touched *to)
{
    static json_value one[MOST_VALUES], other[MOST_VALUES];
    const size_t ones = json_values(a, one), others = json_values(b, other);
    size_t i = 0, k = 0;
    while (i < ones || k < others) {
        const json_value *v = i < ones ? &one[i] : NULL, *w = k < others ? &other[k] : NULL;
        const bool both = v && w && strcmp(v->path, w->path) == 0;
        const char *differs = NULL;
        if (both) {
            const size_t size = v->end - v->value;
            const bool leaf = is_leaf(a, v), same = leaf ? size == w->end - w->value && !memcmp(a + v->value, b + w->value, size)
                                                         : a[v->value] == b[w->value];
            if (!same) differs = v->path;
            i++, k++;
        } else if (w && (!v || (known ? is_touched(known, w->path) : true))) {
            differs = w->path, k++;
        } else {
            differs = v->path, i++;
        }
        if (!differs) continue;
        if (known && !is_touched(known, differs)) return differs;
        if (to && !is_touched(to, differs)) strcpy(to->paths[to->count++], differs);
        assert_true(!to || to->count < 32);
    }
    return NULL;
}

static touched touches[DOCUMENTS][OPERATIONS];

/* What is in the output of a cut was there before: each object of a list, in order. */
static const char *new_item(const char *from, const char *made, const char *list)
{
    static json_value before[MOST_VALUES], after[MOST_VALUES];
    const size_t count = json_values(from, before), left = json_values(made, after);
    size_t at = 0;
    for (size_t i = 0; i < left; i++) {
        if (strcmp(after[i].path, list) != 0) continue;
        const size_t size = after[i].end - after[i].value;
        while (at < count && (before[at].end - before[at].value != size || strcmp(before[at].path, list) != 0 ||
                              memcmp(from + before[at].value, made + after[i].value, size) != 0))
            at++;
        if (at++ == count) return made + after[i].value;
    }
    return NULL;
}

static void expect_no_more(const reel_format *format, const reel_memory *made, const found_all *found, const char *what)
{
    const found_all after = check(format, made->data, made->size);
    if (after.serious > found->serious)
        fail_msg("%s: %s: there is more:\n%s\nbefore:\n%s\n%.*s", case_name, what, after.text, found->text,
                 format == &reel_format_gdr1 ? 0 : (int)made->size, (const char *)made->data);
}

static void expect_operation(const change *c, size_t operation, const document *text, const document *file,
                             const found_all *found)
{
    const reel_format *format = c->document->format;
    const char *id = operations[operation].id;
    const reel_setting set = { id, operations[operation].argument };
    document after;
    reel_memory made;
    reel_error error;
    edits++;
    if (!edit(format, file, (reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &set, .operation_count = 1 },
              &made, &error)) {
        /* both have inputs, or one of them gets those of both: whatever is missing */
        const bool both = strcmp(error.rule, "edit.both-players") == 0 || strcmp(error.rule, "macros.repeat") == 0;
        if (is_optional(c) && !both) fail_msg("%s: %s: %s: %s", case_name, id, error.rule, error.message);
        refused++;
        return;
    }
    const bool sorts = strcmp(id, "sort") == 0 && c->form > IS_NULL; /* another frame may be before others */
    const bool compares = operations[operation].keeps_rows && !found->serious && !is_rewritten && !sorts;
    rewritten += is_rewritten;
    expect_no_more(format, &made, found, id);
    if (compares) {
        decode(format, &made, &after);
        touched known = touches[c->document - documents][operation];
        for (size_t i = 0; i < 2 && c->form > IS_NULL && c->values[i] != NONE; i++) /* another number may be moved */
            strcpy(known.paths[known.count++], c->paths[i]);
        const char *differs = compare(text->text, after.text, &known, NULL);
        if (differs) fail_msg("%s: %s changes %s:\n%s\n%s", case_name, id, differs, text->text, after.text);
    }
    reel_memory_free(&made);
}

static void expect_edits(const change *c, const document *text, const document *file, const found_all *found)
{
    static const char *const lists[] = { "/inputs/*", "/events/*", "/Echo Replay/*", "/frameFixes/*" };
    const reel_format *format = c->document->format;
    reel_memory made;
    reel_error error;
    document after;
    if (!edit(format, file, (reel_convert_options){ REEL_SIZED(reel_convert_options) }, &made, &error))
        fail_msg("%s: a copy: %s", case_name, error.message);
    if (made.size != file->size || memcmp(made.data, file->text, made.size) != 0) fail_msg("%s: a copy differs", case_name);
    reel_memory_free(&made);
    for (int i = 0; i < 2; i++) expect_operation(c, draw(OPERATIONS), text, file, found);
    const reel_convert_options cut = { REEL_SIZED(reel_convert_options), .has_from = true, .from = 15, .has_to = true, .to = 45 };
    if (edit(format, file, cut, &made, &error)) {
        expect_no_more(format, &made, found, "cut");
        decode(format, &made, &after);
        for (size_t i = 0; i < sizeof lists / sizeof *lists && !found->serious; i++) {
            const char *added = new_item(text->text, after.text, lists[i]);
            if (added) fail_msg("%s: cut: %.80s is new", case_name, added);
        }
        reel_memory_free(&made);
    } else if (is_optional(c)) {
        fail_msg("%s: cut: %s: %s", case_name, error.rule, error.message);
    }
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t flags = i ? REEL_ANONYMISE : REEL_REPAIR;
        if (edit(format, file, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = flags }, &made, &error)) {
            expect_no_more(format, &made, found, i ? "anonymised" : "repaired");
            reel_memory_free(&made);
        } else if (is_optional(c)) {
            fail_msg("%s: %s: %s", case_name, error.rule, error.message);
        }
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------------------ */

static void try_case(const change *c, const reel_replay *base)
{
    const macro_document *d = c->document;
    document text, file;
    apply(c, &text);
    encode(d->format, &text, &file);
    reel_replay *replay = load(d->format, &file);
    const found_all found = check(d->format, file.text, file.size);
    const bool damaged = !replay || reel_replay_damage(replay);
    if (is_optional(c)) {
        if (damaged || found.more) fail_msg("%s: refused, or found:\n%s\n%s", case_name, found.text, text.text);
        if (c->values[1] == NONE) expect_missing_statistics(c->paths[0], d->format, replay);
    }
    if (damaged && !found.serious) fail_msg("%s: nothing is found", case_name);
    if (c->values[1] == NONE && c->form != ABSENT && found.count && strstr(found.text, " null")) {
        const char *key = strrchr(c->paths[0], '/') + 1;
        const bool sums = strstr(found.text, "gdr.fix-non-finite") != NULL; /* of fixes, whichever value it is */
        if (*key != '*' && !sums && !strstr(found.text, key)) fail_msg("%s: no finding names it:\n%s", case_name, found.text);
    }
    /* without a number that is added to every frame it is 0; without a release in TASBot the next press implies one;
     * and other rows are where one has gone */
    bool starts = d->format != &reel_format_tasbot;
    for (size_t i = 0; i < 2 && c->values[i] != NONE; i++)
        starts &= strcmp(c->paths[i], "/Starting Frame") != 0 && !is_row(c->paths[i]);
    const char *field = starts && !damaged && c->form <= IS_NULL ? made_up(d->format, base, replay) : NULL;
    if (field) fail_msg("%s: %s has a made-up value", case_name, field);
    if (!damaged) expect_edits(c, &text, &file, &found);
    reel_free(replay);
}

static void learn_touches(size_t number, const document *text, const document *file)
{
    const reel_format *format = documents[number].format;
    for (size_t i = 0; i < OPERATIONS; i++) {
        const reel_setting set = { operations[i].id, operations[i].argument };
        reel_memory made;
        reel_error error;
        document after;
        if (!operations[i].keeps_rows) continue;
        if (!edit(format, file,
                  (reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &set, .operation_count = 1 }, &made,
                  &error))
            fail_msg("%s: %s", operations[i].id, error.message);
        decode(format, &made, &after);
        compare(text->text, after.text, NULL, &touches[number][i]);
        reel_memory_free(&made);
    }
}

static void whatever_is_missing_stays_missing(void **state)
{
    (void)state;
    static json_value values[DOCUMENTS][MOST_VALUES];
    static document text, file;
    reel_replay *bases[DOCUMENTS];
    size_t counts[DOCUMENTS], members = 0;
    for (size_t i = 0; i < DOCUMENTS; i++) {
        text.size = 0;
        add_bytes(&text, documents[i].text, strlen(documents[i].text));
        encode(documents[i].format, &text, &file);
        bases[i] = load(documents[i].format, &file);
        assert_non_null(bases[i]);
        counts[i] = json_values(documents[i].text, values[i]);
        members += counts[i];
        learn_touches(i, &text, &file);
    }
    const size_t count = cases ? cases : by_effort(100000, 4000, 1000);
    for (size_t i = 0; i < count; i++) {
        const size_t d = draw(DOCUMENTS);
        change c = { .document = &documents[d], .form = (unsigned)draw(draw(2) ? FORMS : 2), .all = draw(2) };
        c.values[0] = draw(counts[d]);
        c.values[1] = draw(3) ? NONE : draw(counts[d]);
        if (c.values[1] == c.values[0]) c.values[1] = NONE;
        for (size_t v = 0; v < 2 && c.values[v] != NONE; v++) strcpy(c.paths[v], values[d][c.values[v]].path);
        snprintf(case_name, sizeof case_name, "case %zu, %s %zu, %s and %s %s in %s", i, documents[d].format->id, d, c.paths[0],
                 c.values[1] == NONE ? "none" : c.paths[1], c.form == ABSENT ? "absent" : forms[c.form],
                 c.all ? "all rows" : "a row");
        try_case(&c, bases[d]);
    }
    printf("%zu members of %d macros, %zu cases, %zu edits: %zu refused, %zu from the rows alone\n", members, (int)DOCUMENTS,
           count, edits, refused, rewritten);
    assert_true(refused * 4 < edits && rewritten * 8 < edits);
    for (size_t i = 0; i < DOCUMENTS; i++) reel_free(bases[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(whatever_is_missing_stays_missing) };
    if (argc > 1) cases = (size_t)strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
