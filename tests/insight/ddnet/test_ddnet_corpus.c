/* SPDX-License-Identifier: MIT
 * The insight's tables are those of an independent decoder, for every sample of the corpus, cell by cell. */
#include "codec/pack/unpack.h"
#include "corpus.h"
#include "support.h"

#include <reel/ddnet.h>
#include <reel/teehistorian.h>

static char place[1000];

/* A column of the truth and the field it is. `unknown`: a number that stands for an empty cell. */
typedef struct column {
    const char *name, *field;
    bool has_unknown;
    int64_t unknown;
    bool hundredths;
} column;
typedef struct truth {
    const char *name;
    const reel_table *table;
    column columns[20];
} truth;

#define SAME(name)                                                                                                               \
    {                                                                                                                            \
        name, name, false, 0, false                                                                                              \
    }
#define OR_EMPTY(name, value)                                                                                                    \
    {                                                                                                                            \
        name, name, true, value, false                                                                                           \
    }

static const truth truths[] = {
    { "sessions",
      &ddnet_sessions,
      { SAME("session"),
        SAME("cid"),
        SAME("start_tick"),
        SAME("start"),
        SAME("end_tick"),
        SAME("end"),
        SAME("reason"),
        SAME("protocol"),
        OR_EMPTY("ready_tick", -1),
        OR_EMPTY("ddnet_version", -1),
        SAME("connection_id"),
        SAME("first_name"),
        SAME("last_name"),
        SAME("characters"),
        SAME("alive_ticks"),
        SAME("inputs"),
        SAME("messages"),
        SAME("chat_commands"),
        SAME("finishes"),
        OR_EMPTY("best_time_ticks", -1) } },
    { "finishes",
      &ddnet_finishes,
      { SAME("tick"),
        SAME("offset"),
        SAME("kind"),
        OR_EMPTY("cid", -1),
        OR_EMPTY("session", -1),
        SAME("team"),
        SAME("time_ticks"),
        { "time_s", "finish_time", false, 0, true } } },
    { "commands",
      &ddnet_commands,
      { SAME("tick"), SAME("offset"), SAME("cid"), OR_EMPTY("session", -1), SAME("flags"), SAME("source"), SAME("command"),
        SAME("args") } },
    { "votes",
      &ddnet_votes,
      { SAME("tick"), SAME("offset"), SAME("cid"), SAME("session"), SAME("kind"), SAME("vote"), SAME("type"), SAME("value"),
        SAME("reason"), SAME("force") } },
    { "names",
      &ddnet_names,
      { SAME("tick"), SAME("offset"), SAME("cid"), SAME("session"), SAME("origin"), SAME("name"), SAME("clan"), SAME("country"),
        SAME("skin") } },
    { "teams", &ddnet_teams, { SAME("tick"), SAME("offset"), SAME("kind"), SAME("cid"), SAME("team"), SAME("practice") } },
    { "characters", &ddnet_characters, { SAME("session"), SAME("cid"), SAME("new_tick"), OR_EMPTY("old_tick", -1) } },
    { "positions", &ddnet_positions, { SAME("tick"), SAME("cid"), SAME("x"), SAME("y") } },
    { "inputs",
      &ddnet_inputs,
      { SAME("tick"), SAME("cid"), SAME("direction"), SAME("target_x"), SAME("target_y"), SAME("jump"), SAME("fire"),
        SAME("hook"), SAME("player_flags"), SAME("wanted_weapon"), SAME("next_weapon"), SAME("prev_weapon") } },
};

/* ---- cells ----------------------------------------------------------------------------------------------------------- */

typedef struct text {
    char *data;
    size_t size, capacity;
} text;

static void add(text *t, const char *data, size_t size)
{
    while (t->capacity - t->size < size + 1) {
        t->capacity = t->capacity ? 2 * t->capacity : 65536;
        t->data = realloc(t->data, t->capacity);
        assert_non_null(t->data);
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
    t->data[t->size] = 0;
}

static void add_word(text *t, const char *word) { add(t, word, strlen(word)); }

static void add_escaped(text *t, reel_string value)
{
    for (size_t i = 0; i < value.size; i++) {
        char c = value.data[i], escape[3] = { '\\', c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c, 0 };
        if (strchr("\\\t\n\r", c) && c)
            add_word(t, escape);
        else
            add(t, &c, 1);
    }
}

static void add_uuid(text *t, const uint8_t *bytes)
{
    static const uint8_t nil[16] = { 0 };
    char digits[3];
    if (memcmp(bytes, nil, 16) == 0) return;
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) add_word(t, "-");
        snprintf(digits, sizeof digits, "%02x", bytes[i]);
        add_word(t, digits);
    }
}

/* A cell that the truth leaves empty because it belongs to the other kind of row. */
static bool not_of_this_kind(const truth *kind, const void *row, const char *field)
{
    const ddnet_vote *vote = row;
    const ddnet_name *name = row;
    const ddnet_finish *finish = row;
    if (kind->table == &ddnet_votes && !strcmp(field, "vote")) return vote->kind == DDNET_CALL;
    if (kind->table == &ddnet_votes && !strcmp(field, "force")) return vote->kind == DDNET_CAST;
    if (kind->table == &ddnet_names && !strcmp(field, "country")) return name->origin == DDNET_PLAYER_NAME;
    return kind->table == &ddnet_finishes && !strcmp(field, "team") && finish->kind == DDNET_PLAYER;
}

static void add_cell(text *t, const truth *kind, const column *wanted, const void *row)
{
    const reel_field *field = reel_table_field(kind->table, wanted->field);
    if (!field) field = reel_table_renamed(kind->table, wanted->field); /* the truth may have a name of before */
    assert_non_null(field);
    const uint8_t *value = (const uint8_t *)row + field->offset;
    if (!reel_field_present(field, row) || not_of_this_kind(kind, row, wanted->field)) return;
    if (field->type == REEL_STRING) {
        reel_string string;
        memcpy(&string, value, sizeof string);
        add_escaped(t, string);
        return;
    }
    if (field->type == REEL_UUID) {
        add_uuid(t, value);
        return;
    }
    double number = reel_field_number(field, row, 0);
    if (wanted->has_unknown && number == (double)wanted->unknown) return;
    for (const reel_label *label = field->labels; label && label->name; label++) {
        if ((double)label->value != number) continue;
        add_word(t, label->name);
        return;
    }
    char digits[40];
    snprintf(digits, sizeof digits, wanted->hundredths ? "%.2f" : "%.0f", number);
    add_word(t, digits);
}

static void write_table(text *t, const truth *kind, const reel_replay *result)
{
    size_t count;
    const uint8_t *rows = reel_rows(result, kind->table, &count);
    t->size = 0;
    for (size_t c = 0; c < 20 && kind->columns[c].name; c++) {
        if (c) add_word(t, "\t");
        add_word(t, kind->columns[c].name);
    }
    add_word(t, "\n");
    for (size_t r = 0; r < count; r++) {
        for (size_t c = 0; c < 20 && kind->columns[c].name; c++) {
            if (c) add_word(t, "\t");
            add_cell(t, kind, &kind->columns[c], rows + r * kind->table->row_size);
        }
        add_word(t, "\n");
    }
}

/* ---- files ------------------------------------------------------------------------------------------------------------- */

static void compare(const text *made, const char *data, size_t size)
{
    size_t line = 1, at = 0, start = 0;
    for (; at < size && at < made->size && data[at] == made->data[at]; at++)
        if (data[at] == '\n') line++, start = at + 1;
    if (at == size && at == made->size) return;
    fail_msg("%s, line %zu: \"%.*s\", not \"%.*s\"", place, line, (int)strcspn(made->data + start, "\n"), made->data + start,
             (int)strcspn(data + start, "\n"), data + start);
}

static reel_replay *run(const char *path, const reel_table *const *tables)
{
    reel_reader *reader;
    reel_replay *result;
    reel_error error;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = tables };
    if (reel_open_file(path, NULL, &reader, &error) < 0) return NULL;
    if (reel_insight_run(&reel_insight_ddnet, reader, &options, &result, &error) < 0) fail_msg("%s: %s", path, error.message);
    reel_close(reader);
    return result;
}

/* The tables of a truth are made on request where they have a row for every tick. */
static bool is_dense(const truth *kind)
{
    return kind->table->flags & REEL_TABLE_ON_REQUEST && reel_table_field(kind->table, "tick");
}

/* "recorded/a" of "recorded/a.json"; the sample's path, or NULL after a report. */
static const char *sample_of(const char *name, const char *ending, char stem[200])
{
    char path[700];
    snprintf(stem, 200, "%.*s", (int)(strlen(name) - strlen(ending)), name);
    snprintf(path, sizeof path, "samples/teehistorian/%s.teehistorian", stem);
    return corpus_path(path);
}

static size_t tables_compared;

static bool compare_table(const char *stem, const truth *kind, const reel_replay *result)
{
    static text made;
    char path[1000];
    snprintf(path, sizeof path, "expected/teehistorian/%s.tables/%s.tsv", stem, kind->name);
    snprintf(place, sizeof place, "%s %s", stem, kind->name);
    const char *found = corpus_find(path);
    if (!found) return false;
    size_t size;
    uint8_t *data = read_file(found, &size);
    write_table(&made, kind, result);
    compare(&made, (const char *)data, size);
    free(data);
    tables_compared++;
    return true;
}

/* "recorded/a.tables/names.tsv" is of the sample "recorded/a"; if that folder is there, a table without a file has no rows. */
static bool compare_tables(const char *path, const char *name)
{
    (void)path;
    char stem[200], folder[300];
    const char *sample = sample_of(name, ".json", stem);
    reel_replay *result = sample ? run(sample, NULL) : NULL;
    if (!result) return false;
    snprintf(folder, sizeof folder, "expected/teehistorian/%s.tables", stem);
    bool has_tables = corpus_find(folder);
    for (size_t t = 0; t < sizeof truths / sizeof *truths; t++) {
        size_t count;
        if (is_dense(&truths[t]) || compare_table(stem, &truths[t], result) || !has_tables) continue;
        reel_rows(result, truths[t].table, &count);
        if (count) fail_msg("%s: %zu rows", place, count);
    }
    reel_free(result);
    return has_tables;
}

static void every_table_is_that_of_the_truth(void **state)
{
    (void)state;
    corpus_need("expected/teehistorian");
    tables_compared = 0;
    corpus_compared(corpus_each("expected/teehistorian", ".json", compare_tables), "recordings");
    corpus_compared(tables_compared, "tables");
}

/* Reads a .gz whole; false where the library was built without it. */
static bool read_packed(const char *path, text *whole)
{
    static char buffer[65536];
    reel_source outer;
    reel_error error;
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    size_t size, got;
    uint8_t *bytes = read_file(path, &size);
    reel_status status = reel__unpack_open(reel_source_memory(bytes, size), bytes, size, NULL, &allocator, &outer, &error);
    for (whole->size = 0; status == REEL_OK && outer.read(outer.context, buffer, sizeof buffer, &got, &error) == REEL_OK;)
        add(whole, buffer, got);
    if (status == REEL_OK) outer.close(outer.context);
    free(bytes);
    return status == REEL_OK;
}

/* "recorded/a.positions.tsv.gz" is of the sample "recorded/a". */
static bool compare_dense(const char *path, const char *name)
{
    for (size_t t = 0; t < sizeof truths / sizeof *truths; t++) {
        char ending[64], stem[200];
        snprintf(ending, sizeof ending, ".%s.tsv.gz", truths[t].name);
        if (!is_dense(&truths[t]) || strlen(name) <= strlen(ending) || strcmp(name + strlen(name) - strlen(ending), ending) != 0)
            continue;
        text made = { 0 }, wanted = { 0 };
        const reel_table *const tables[] = { truths[t].table, NULL };
        snprintf(place, sizeof place, "%s", name);
        const char *sample = sample_of(name, ending, stem);
        reel_replay *result = sample && read_packed(path, &wanted) ? run(sample, tables) : NULL;
        if (result) {
            write_table(&made, &truths[t], result);
            compare(&made, wanted.data, wanted.size);
            reel_free(result);
        }
        free(made.data);
        free(wanted.data);
        return result != NULL;
    }
    return false;
}

static void dense_tables_are_those_of_the_truth(void **state)
{
    (void)state;
    corpus_need("expected/teehistorian");
    corpus_compared(corpus_each("expected/teehistorian", ".tsv.gz", compare_dense), "tables");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_that_of_the_truth),
        cmocka_unit_test(dense_tables_are_those_of_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
