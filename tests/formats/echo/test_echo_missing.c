/* SPDX-License-Identifier: MIT
 * Null is not absent is not zero: every member of a line, at every depth, is made absent, null, empty or of another type, in one frame and in all.
 * Then rows have no made-up values, nothing is found that is not there, statistics of it are missing, and every edit writes it back as it was.
 * An argument is the number of cases. */
#include "made_missing.h"

#include "core/rows.h"

#include <math.h>
#include <reel/echo.h>
#include <reel/echoreplay.h>

static size_t cases = 0;

/* ---- cases ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *text; /* NULL: the member is not there */
} forms[] = {
    { "absent", NULL },  { "null", "null" }, { "\"\"", "\"\"" },    { "[]", "[]" },      { "{}", "{}" },
    { "a number", "7" }, { "true", "true" }, { "a word", "\"x\"" }, { "a list", "[1]" }, { "an object", "{\"a\":1}" },
};
enum { ABSENT, IS_NULL, EMPTY_TEXT, EMPTY_LIST, EMPTY_OBJECT, FORMS = sizeof forms / sizeof *forms };

typedef struct missing_case {
    missing_layout layout;
    size_t members[2]; /* in the order of the line; the second one is NONE mostly */
    unsigned form;
    int frame; /* -1: all */
} missing_case;
#define NONE SIZE_MAX

static char case_name[256];

/* Puts a form for a member of a line. */
static void put_form(reel_memory *line, size_t number, unsigned form)
{
    made_member all[MISSING_MEMBERS];
    char *text = (char *)line->data;
    const size_t count = made_members(text, line->size, all);
    if (number >= count) return;
    size_t from = all[number].value, to = all[number].end;
    const char *with = forms[form].text ? forms[form].text : "";
    if (form == ABSENT) {
        from = all[number].key;
        if (text[to] == ',')
            to++;
        else if (text[from - 1] == ',')
            from--;
    }
    const size_t rest = line->size - to, size = strlen(with);
    char *tail = malloc(rest + 1);
    assert_non_null(tail);
    memcpy(tail, text + to, rest);
    line->size = from;
    assert_true(memory_add(line, with, size) && memory_add(line, tail, rest));
    free(tail);
}

/* Whether the members of a case can be missing: those that make a line a frame, or a row a player, are left. */
static bool is_optional(missing_layout layout, size_t number)
{
    static const char *const needed[] = { "sessionid", "teams", "name" };
    made_member all[MISSING_MEMBERS];
    reel_memory line = { .allocator = reel__memory_allocator(NULL) };
    add_line_text(&line, layout, 0);
    const size_t count = made_members((char *)line.data, line.size, all);
    bool optional = number < count;
    for (size_t i = 0; optional && i < sizeof needed / sizeof *needed; i++)
        optional = !has_key((char *)line.data, &all[number], needed[i]);
    reel_memory_free(&line);
    return optional;
}

static void make_text(reel_memory *text, const missing_case *c, unsigned form)
{
    text->size = 0;
    for (int frame = 0; frame < MISSING_FRAMES; frame++) {
        reel_memory line = { .allocator = reel__memory_allocator(NULL) };
        add_line_text(&line, c->layout, frame);
        if (c->frame < 0 || c->frame == frame) {
            /* from the end, so that the numbers of members before it stay */
            const size_t first = c->members[0], second = c->members[1];
            if (second != NONE) put_form(&line, second > first ? second : first, form);
            put_form(&line, second != NONE && second < first ? second : first, form);
        }
        assert_true(memory_add(text, line.data, line.size) && memory_add(text, "\r\n", 2));
        reel_memory_free(&line);
    }
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static const reel_table *const row_tables[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, &echoreplay_bones };
enum { ROW_TABLES = sizeof row_tables / sizeof *row_tables };

static reel_replay *load(const reel_memory *text)
{
    reel_replay *replay;
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
    if (reel_load(reel_source_memory(text->data, text->size), &options, &replay, &error) < 0)
        fail_msg("%s: %s", case_name, error.message);
    assert_int_equal(reel_replay_damage(replay) != NULL, false);
    return replay;
}

static bool same_field(const reel_field *field, const uint8_t *a, const uint8_t *b)
{
    if (reel_field_present(field, a) != reel_field_present(field, b)) return false;
    if (!reel_field_present(field, a)) return true;
    if (field->type == REEL_STRING) {
        reel_string one, other;
        memcpy(&one, a + field->offset, sizeof one);
        memcpy(&other, b + field->offset, sizeof other);
        return one.size == other.size && (!one.size || memcmp(one.data, other.data, one.size) == 0);
    }
    for (size_t i = 0; i < field->count; i++) {
        const double one = reel_field_number(field, a, i), other = reel_field_number(field, b, i);
        if (one != other && (one == one || other == other)) return false;
    }
    return true;
}

static void expect_same_rows(const reel_replay *a, const reel_replay *b, const char *what)
{
    for (size_t t = 0; t < ROW_TABLES; t++) {
        size_t count, other;
        const uint8_t *row = reel_rows(a, row_tables[t], &count), *too = reel_rows(b, row_tables[t], &other);
        if (count != other) fail_msg("%s: %s: %zu and %zu rows of %s", case_name, what, count, other, row_tables[t]->name);
        for (size_t i = 0; i < count; i++)
            for (size_t f = 0; f < row_tables[t]->field_count; f++) {
                const reel_field *field = &row_tables[t]->fields[f];
                const size_t at = i * row_tables[t]->row_size;
                const bool is_text = strcmp(field->name, "extra") == 0; /* the payload as it is in the line */
                if (!is_text && !same_field(field, row + at, too + at))
                    fail_msg("%s: %s: %s.%s of row %zu differs", case_name, what, row_tables[t]->name, field->name, i);
            }
    }
}

/* Bits of what there is, and values that follow from others. */
static bool is_bookkeeping(const reel_field *field)
{
    static const char *const names[] = { "has", "api", "extra", "inputs", "players", "status", "from_line" };
    const size_t size = strlen(field->name);
    if (size >= 4 && strcmp(field->name + size - 4, "keys") == 0) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(field->name, names[i]) == 0) return true;
    return false;
}

/* A value that says that there is none. */
static bool says_nothing(const reel_field *field, const uint8_t *row)
{
    reel_string text;
    if (!reel_field_present(field, row)) return true;
    if (field->type == REEL_STRING) return memcpy(&text, row + field->offset, sizeof text), !text.size;
    if (strncmp(field->name, "holding", 7) == 0) return row[field->offset] == ECHO_HOLDS_NULL;
    if (strcmp(field->name, "emote") == 0) return !row[field->offset];
    return strcmp(field->name, "shoulders") == 0;
}

/* The number of fields with a value that the recording does not have without the change. */
static size_t made_up(const reel_replay *base, const reel_replay *changed, char *first, size_t size)
{
    size_t found = 0;
    for (size_t t = 0; t < ROW_TABLES; t++) {
        size_t count, other;
        const uint8_t *was = reel_rows(base, row_tables[t], &count), *is = reel_rows(changed, row_tables[t], &other);
        if (count != other) continue; /* a whole list is missing */
        for (size_t f = 0; f < row_tables[t]->field_count; f++) {
            const reel_field *field = &row_tables[t]->fields[f];
            bool differs = false;
            for (size_t i = 0; i < count && !is_bookkeeping(field); i++) {
                const size_t at = i * row_tables[t]->row_size;
                differs |= !same_field(field, was + at, is + at) && !says_nothing(field, is + at);
            }
            if (differs && !found++) snprintf(first, size, "%s.%s", row_tables[t]->name, field->name);
        }
    }
    return found;
}

/* ---- findings --------------------------------------------------------------------------------------------------- */

typedef struct found_all {
    size_t count, echo, others; /* all; those of the rules of the game; those that are not about values */
    char text[2048];
} found_all;

static void collect(void *context, const reel_finding *finding)
{
    found_all *all = context;
    static const char *const values[] = { "echoreplay.values", "echoreplay.unknown-words", "echoreplay.other-type",
                                          "echoreplay.unknown-keys" };
    bool about_values = false;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) about_values |= strcmp(finding->rule, values[i]) == 0;
    all->count++;
    all->echo += strncmp(finding->rule, "echo.", 5) == 0;
    all->others += !about_values;
    const size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s: %s\n", finding->rule, finding->message);
}

static found_all check(const reel_memory *text)
{
    found_all all = { 0 };
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay, .report = collect,
                             .report_context = &all };
    if (reel_check(reel_source_memory(text->data, text->size), &options, &error) < 0)
        fail_msg("%s: %s", case_name, error.message);
    return all;
}

/* ---- statistics ------------------------------------------------------------------------------------------------- */

static double statistic(const reel_replay *replay, const reel_table *table, const char *name, size_t row)
{
    reel_replay *result;
    size_t count;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = reel_insight_echo.tables };
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_echo, &reel_format_echoreplay, reel_replay_chunk(replay), &options, &result, NULL),
        REEL_OK);
    const uint8_t *rows = reel_rows(result, table, &count);
    const reel_field *field = name ? reel_table_field(table, name) : NULL;
    double value = name ? NAN : (double)count;
    if (name) assert_non_null(field);
    if (name && row < count && reel_field_present(field, rows + row * table->row_size))
        value = reel_field_number(field, rows + row * table->row_size, 0);
    reel_free(result);
    return value;
}

/* What is missing if a member is missing in all frames. */
static const struct {
    const char *parent, *key; /* parent NULL: a member of the match */
    const reel_table *table;
    const char *field;
} measured[] = {
    { "players", "ping", &echo_motions, "mean_ping" },
    { "players", "ping", &echo_motions, "max_ping" },
    { "players", "packetlossratio", &echo_motions, "mean_packet_loss" },
    { "players", "velocity", &echo_motions, "max_speed" },
    { "players", "head", &echo_motions, "max_reach" },
    { "players", "head", &echo_motions, "distance" },
    { "players", "head", &echo_motions, "mean_speed" },
    { "players", "position", &echo_motions, "distance" },
    { "players", "position", &echo_motions, "max_reach" },
    { "head", "position", &echo_motions, "distance" },
    { "head", "position", &echo_motions, "max_reach" },
    { "players", "stats", &echo_player_sums, "points" },
    { "players", "stats", &echo_player_sums, "stuns" },
    { "stats", "stuns", &echo_player_sums, "stuns" },
    { "stats", "saves", &echo_player_sums, "saves" },
    { "players", "stunned", &echo_player_sums, "times_stunned" },
    { "players", "possession", &echo_player_sums, "possession_seconds" },
    { NULL, "disc", &echo_matches, "blue_possession" },
    { NULL, "disc", &echo_matches, "max_disc_speed" },
    { "disc", "velocity", &echo_matches, "max_disc_speed" },
    { NULL, "blue_points", &echo_matches, "blue_points" },
    { NULL, "blue_points", &echo_matches, "goals" },
    { NULL, "blue_round_score", &echo_matches, "blue_rounds" },
    { NULL, "game_clock", &echo_rounds, "start_clock" },
};

static void expect_missing_statistics(const missing_case *c, const reel_replay *replay)
{
    made_member all[MISSING_MEMBERS];
    reel_memory line = { .allocator = reel__memory_allocator(NULL) };
    add_line_text(&line, c->layout, 0);
    const char *text = (char *)line.data;
    const size_t count = made_members(text, line.size, all);
    const made_member *m = &all[c->members[0]], *parent = m->parent < 0 ? NULL : &all[m->parent];
    size_t player = 0;
    for (size_t i = 0; i < count; i++) player += all[i].key < m->key && has_key(text, &all[i], "name");
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        const bool of_match = measured[i].parent == NULL;
        if (!has_key(text, m, measured[i].key) || of_match != (parent == NULL)) continue;
        if (!of_match && !has_key(text, parent, measured[i].parent)) continue;
        if (!of_match && strcmp(measured[i].parent, "stats") == 0 && !has_key(text, &all[parent->parent], "players")) continue;
        const bool of_player = measured[i].table == &echo_motions || measured[i].table == &echo_player_sums;
        const double value = statistic(replay, measured[i].table, measured[i].field, of_player && player ? player - 1 : 0);
        if (value == value) fail_msg("%s: %s.%s is %g", case_name, measured[i].table->name, measured[i].field, value);
    }
    reel_memory_free(&line);
}

/* One frame without a value invents nothing. */
static void expect_same_statistics(const reel_replay *base, const reel_replay *replay)
{
    static const struct {
        const reel_table *table;
        const char *field;
    } most[] = { { &echo_motions, "max_reach" }, { &echo_motions, "max_speed" }, { &echo_motions, "distance" },
                 { &echo_motions, "max_ping" },  { &echo_player_sums, "stuns" }, { &echo_matches, "max_disc_speed" } };
    static const reel_table *const counted[] = { &echo_goals, &echo_rounds, &echo_pauses, &echo_recorder_throws };
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        for (size_t player = 0; player < 2; player++) {
            const double was = statistic(base, most[i].table, most[i].field, player),
                         is = statistic(replay, most[i].table, most[i].field, player);
            if (is > was + 1e-5) fail_msg("%s: %s.%s is %g, not %g", case_name, most[i].table->name, most[i].field, is, was);
        }
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        const double was = statistic(base, counted[i], NULL, 0), is = statistic(replay, counted[i], NULL, 0);
        if (is > was) fail_msg("%s: %g rows of %s, not %g", case_name, is, counted[i]->name, was);
    }
}

/* ---- edits ------------------------------------------------------------------------------------------------------ */

static void convert(const reel_memory *text, reel_convert_options how, reel_memory *made)
{
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
    how.struct_size = sizeof how;
    const reel_status status =
        reel_convert(reel_source_memory(text->data, text->size), &options, NULL, reel_sink_memory(made, NULL), &how, &error);
    if (status < 0) fail_msg("%s: %s", case_name, error.message);
}

/* The start of line `number`; *size without its ending. */
static const char *line_at(const reel_memory *text, int number, size_t *size)
{
    const char *at = (const char *)text->data, *end = at + text->size;
    for (; number > 0; number--) at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
    const char *stop = memchr(at, '\r', (size_t)(end - at));
    assert_non_null(stop);
    *size = (size_t)(stop - at);
    return at;
}

/* An anonymised recording has the same members; those that were empty are as they were, and those of another type may be null. */
static void expect_same_members(const reel_memory *text, const reel_memory *made)
{
    made_member was[MISSING_MEMBERS], is[MISSING_MEMBERS];
    for (int frame = 0; frame < MISSING_FRAMES; frame++) {
        size_t size, made_size;
        const char *line = line_at(text, frame, &size), *other = line_at(made, frame, &made_size);
        const size_t count = made_members(line, size, was), made_count = made_members(other, made_size, is);
        size_t j = 0;
        for (size_t i = 0; i < count; i++) {
            const made_member *m = &was[i];
            if (has_key(line, m, "a")) continue; /* of a value of another type */
            if (m->parent >= 0 && has_key(line, m, "payload")) continue;
            if (j == made_count) fail_msg("%s: anonymised, %.*s is lost", case_name, (int)(m->key_end - m->key), line + m->key);
            const made_member *n = &is[j++];
            if (m->key_end - m->key != n->key_end - n->key || memcmp(line + m->key, other + n->key, m->key_end - m->key) != 0)
                fail_msg("%s: anonymised, %.*s is %.*s", case_name, (int)(m->key_end - m->key), line + m->key,
                         (int)(n->key_end - n->key), other + n->key);
            const size_t value = m->end - m->value, value_made = n->end - n->value;
            const bool empty =
                value == 4 ? memcmp(line + m->value, "null", 4) == 0 : value == 2 && strchr("\"[{", line[m->value]) != NULL;
            if (empty && (value != value_made || memcmp(line + m->value, other + n->value, value) != 0))
                fail_msg("%s: anonymised, %.*s:%.*s is %.*s", case_name, (int)(m->key_end - m->key), line + m->key, (int)value,
                         line + m->value, (int)value_made, other + n->value);
        }
        if (j != made_count)
            fail_msg("%s: anonymised, there is %.*s", case_name, (int)(is[j].key_end - is[j].key), other + is[j].key);
    }
}

/* Another member is changed: the text differs by its value alone. */
static void expect_changed_alone(const reel_memory *text, reel_replay *replay)
{
    static const char from[] = "\"map_name\":\"mpl_", to[] = "\"map_name\":\"new_";
    size_t count;
    echoreplay_frame *frames = (echoreplay_frame *)(uintptr_t)reel_rows(replay, &echoreplay_frames, &count);
    reel_memory written = { 0 }, wanted = { .allocator = reel__memory_allocator(NULL) };
    reel_error error;
    char name[64];
    bool changed = false;
    for (size_t i = 0; i < count; i++) {
        reel_string *map = &frames[i].map_name;
        if (map->size < 8 || map->size >= sizeof name || memcmp(map->data, "mpl_", 4) != 0) continue;
        memcpy(name, map->data, map->size);
        memcpy(name, "new_", 4);
        map->data = name;
        changed = true;
    }
    for (const char *at = (const char *)text->data, *end = at + text->size; at < end;) {
        const bool is = (size_t)(end - at) >= sizeof from - 1 && memcmp(at, from, sizeof from - 1) == 0;
        assert_true(memory_add(&wanted, is ? to : at, is ? sizeof to - 1 : 1));
        at += is ? sizeof from - 1 : 1;
    }
    if (changed) {
        if (reel_write(reel_replay_chunk(replay), &reel_format_echoreplay, reel_sink_memory(&written, NULL), NULL, &error) < 0)
            fail_msg("%s: another member: %s", case_name, error.message);
        size_t same = 0;
        while (same < written.size && same < wanted.size && written.data[same] == wanted.data[same]) same++;
        if (same < written.size || same < wanted.size) {
            const size_t start = same < 40 ? 0 : same - 40;
            fail_msg("%s: another member: the text is not the same: ...%.80s, not %.80s", case_name,
                     (const char *)written.data + start, (const char *)wanted.data + start);
        }
        reel_memory_free(&written);
    }
    reel_memory_free(&wanted);
}

static void expect_edits(const reel_memory *text, const found_all *found)
{
    reel_memory made;
    convert(text, (reel_convert_options){ REEL_SIZED(reel_convert_options) }, &made);
    assert_int_equal(made.size, text->size);
    assert_memory_equal(made.data, text->data, made.size);
    reel_memory_free(&made);
    convert(text, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE }, &made);
    expect_same_members(text, &made);
    const found_all after = check(&made);
    if (after.count > found->count)
        fail_msg("%s: anonymised, there is more:\n%s\nbefore:\n%s", case_name, after.text, found->text);
    reel_memory_free(&made);
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static void try_case(const missing_case *c, reel_replay *const bases[LAYOUTS])
{
    reel_memory text = { .allocator = reel__memory_allocator(NULL) };
    char first[128] = "";
    made_member all[MISSING_MEMBERS];
    reel_memory line = { .allocator = reel__memory_allocator(NULL) };
    add_line_text(&line, c->layout, 0);
    made_members((char *)line.data, line.size, all);
    const made_member *m = &all[c->members[0]];
    snprintf(case_name, sizeof case_name, "layout %d, member %zu %.*s and %zd, %s in frame %d", (int)c->layout, c->members[0],
             (int)(m->key_end - m->key), (char *)line.data + m->key, (ssize_t)c->members[1], forms[c->form].name, c->frame);
    trying("%s", case_name);
    make_text(&text, c, c->form);
    reel_replay *replay = load(&text);
    size_t frames;
    reel_rows(replay, &echoreplay_frames, &frames);
    assert_int_equal(frames, MISSING_FRAMES);
    const found_all found = check(&text);
    const size_t values = made_up(bases[c->layout], replay, first, sizeof first);
    const size_t alone = c->members[1] == NONE ? 1 : 2;
    if (c->form <= IS_NULL && values) fail_msg("%s: %s has a value", case_name, first);
    if (c->form > IS_NULL && values > 2 * alone) fail_msg("%s: %zu fields have values, as %s", case_name, values, first);
    if (c->form <= IS_NULL && found.count) fail_msg("%s:\n%s", case_name, found.text);
    if (!values && (found.others || found.count > 2 * alone)) fail_msg("%s:\n%s", case_name, found.text);
    if (found.count && alone == 1) {
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)(m->key_end - m->key - 2), (char *)line.data + m->key + 1);
        if (!found.echo && !strstr(found.text, key)) fail_msg("%s: no finding names it:\n%s", case_name, found.text);
    }
    if (c->form == IS_NULL) {
        reel_memory absent = { .allocator = reel__memory_allocator(NULL) };
        make_text(&absent, c, ABSENT);
        reel_replay *too = load(&absent);
        expect_same_rows(replay, too, "null and absent");
        reel_free(too);
        reel_memory_free(&absent);
    }
    if (c->form <= IS_NULL && c->frame < 0) expect_missing_statistics(c, replay);
    if (c->form <= IS_NULL && c->frame >= 0) expect_same_statistics(bases[c->layout], replay);
    expect_edits(&text, &found);
    expect_changed_alone(&text, replay);
    reel_free(replay);
    reel_memory_free(&line);
    reel_memory_free(&text);
}

static uint64_t drawn;
static size_t draw(size_t below)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(drawn >> 33) % below;
}

static void whatever_is_missing_stays_missing(void **state)
{
    (void)state;
    reel_replay *bases[LAYOUTS];
    size_t members[LAYOUTS], all = 0;
    for (size_t layout = 0; layout < LAYOUTS; layout++) {
        made_member list[MISSING_MEMBERS];
        reel_memory text = { .allocator = reel__memory_allocator(NULL) }, line = { .allocator = reel__memory_allocator(NULL) };
        const missing_case none = { .layout = (missing_layout)layout, .members = { NONE, NONE }, .frame = MISSING_FRAMES };
        snprintf(case_name, sizeof case_name, "layout %zu", layout);
        make_text(&text, &none, ABSENT);
        const found_all found = check(&text);
        if (found.count) fail_msg("layout %zu:\n%s", layout, found.text);
        bases[layout] = load(&text);
        add_line_text(&line, (missing_layout)layout, 0);
        members[layout] = made_members((char *)line.data, line.size, list);
        all += members[layout];
        reel_memory_free(&text);
        reel_memory_free(&line);
    }
    const size_t count = cases ? cases : by_effort(20000, 4000, 1000);
    size_t tried = 0;
    for (size_t i = 0; i < count; i++) {
        missing_case c = { .layout = (missing_layout)draw(LAYOUTS), .form = (unsigned)draw(FORMS) };
        c.frame = draw(2) ? -1 : (int)draw(MISSING_FRAMES);
        c.members[0] = draw(members[c.layout]);
        c.members[1] = draw(4) ? NONE : draw(members[c.layout]);
        if (c.members[1] == c.members[0]) c.members[1] = NONE;
        if (!is_optional(c.layout, c.members[0])) continue;
        if (c.members[1] != NONE && !is_optional(c.layout, c.members[1])) continue;
        try_case(&c, bases);
        tried++;
    }
    printf("%zu members of %d layouts, %zu cases\n", all, (int)LAYOUTS, tried);
    assert_true(tried > 0);
    for (size_t layout = 0; layout < LAYOUTS; layout++) reel_free(bases[layout]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_missing_stays_missing),
    };
    if (argc > 1) cases = (size_t)strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
