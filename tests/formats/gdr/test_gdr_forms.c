/* SPDX-License-Identifier: MIT
 * GDR1 in which any member is missing, null, empty or of another type, in one row or in all, at each depth. Missing and null are no error and
 * give no value; an edit changes what it is for and leaves all other bytes as they are; no output has more errors than its input. The
 * output that is right is made by the same generator, from the changed model. */
#include "truth.h"

#include <reel/geometrydash.h>
#include <reel/insight.h>

enum { ROWS = 4, FIXES = 3, ROOM = 4096, SHIFT = 5, LAST_FRAME = 70 };

/* What a member is. */
typedef enum form { VALUE, ABSENT, NOTHING, EMPTY, WORD, DIGITS, INTEGER, NEGATIVE, REAL, TRUTH, LIST, MAP, FORMS } form;

/* The members of the file, of an input, and of a fix. */
enum {
    AUTHOR,
    BOT,
    BOT_NAME,
    BOT_VERSION,
    COINS,
    DESCRIPTION,
    DURATION,
    FIX_LIST,
    RATE,
    GAME,
    INPUTS,
    LDM,
    LEVEL,
    LEVEL_ID,
    LEVEL_NAME,
    SEED,
    VERSION,
    TOP
};
enum { PLAYER2, BUTTON, DOWN, FRAME, POSITION, MEMBERS };
enum { FIX_FRAME, FIX_PLAYER, FIX_X, FIX_Y, FIX_MEMBERS };

typedef enum kind { TEXT, NUMBER, FLAG, GROUP } kind;

static const struct {
    const char *key, *field; /* of info; NULL: none */
    kind kind;
    int group; /* the member that holds it; -1: the file */
    double number;
    const char *text;
} members[TOP] = {
    [AUTHOR] = { "author", "author", TEXT, -1, 0, "someone" },
    [BOT] = { "bot", NULL, GROUP, -1, 0, NULL },
    [BOT_NAME] = { "name", "bot_name", TEXT, BOT, 0, "xdBot" },
    [BOT_VERSION] = { "version", "bot_version", TEXT, BOT, 0, "v2.3" },
    [COINS] = { "coins", "coins", NUMBER, -1, 3, NULL },
    [DESCRIPTION] = { "description", "description", TEXT, -1, 0, "about" },
    [DURATION] = { "duration", "duration", NUMBER, -1, LAST_FRAME, NULL },
    [FIX_LIST] = { "frameFixes", NULL, GROUP, -1, 0, NULL },
    [RATE] = { "framerate", "framerate", NUMBER, -1, 120, NULL },
    [GAME] = { "gameVersion", "game_version", NUMBER, -1, 2.25, NULL },
    [INPUTS] = { "inputs", NULL, GROUP, -1, 0, NULL },
    [LDM] = { "ldm", "low_detail", FLAG, -1, 1, NULL },
    [LEVEL] = { "level", NULL, GROUP, -1, 0, NULL },
    [LEVEL_ID] = { "id", "level_id", NUMBER, LEVEL, 90, NULL },
    [LEVEL_NAME] = { "name", "level_name", TEXT, LEVEL, 0, "Test" },
    [SEED] = { "seed", "seed", NUMBER, -1, 11, NULL },
    [VERSION] = { "version", "version", NUMBER, -1, 1, NULL },
};
static const char *const input_keys[MEMBERS] = { "2p", "btn", "down", "frame", "xPos" };
static const char *const fix_keys[FIX_MEMBERS] = { "frame", "p1", "x", "y" };

/* A file; and what has been changed in it. */
typedef struct model {
    form top[TOP], inputs[ROWS][MEMBERS], fixes[FIXES][FIX_MEMBERS];
    bool json;
    int shift;
    bool flipped, only_p1;
    int set; /* a member of the file that has the text "new"; -1: none */
} model;

static uint64_t state_of_draw;

static unsigned draw(unsigned below)
{
    state_of_draw = state_of_draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state_of_draw >> 33) % below;
}

/* ---- text of both kinds ------------------------------------------------------------------------------------------- */

typedef struct made {
    uint8_t data[ROOM];
    size_t size;
    bool json, first; /* first: no comma comes before the next member */
} made;

static void put(made *m, const void *data, size_t size)
{
    assert_true(size <= ROOM - m->size);
    memcpy(m->data + m->size, data, size);
    m->size += size;
}

static void put_byte(made *m, unsigned byte) { put(m, &(uint8_t){ (uint8_t)byte }, 1); }

static void put_text(made *m, const char *text)
{
    if (m->json)
        put_byte(m, '"');
    else
        put_byte(m, 0xa0 | (unsigned)strlen(text));
    put(m, text, strlen(text));
    if (m->json) put_byte(m, '"');
}

static void put_word(made *m, const char *json, unsigned byte)
{
    if (m->json)
        put(m, json, strlen(json));
    else
        put_byte(m, byte);
}

static void put_integer(made *m, int64_t number)
{
    char text[32];
    if (m->json) {
        put(m, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)number));
    } else if (number < 128) {
        put_byte(m, (unsigned)number & 0xff);
    } else {
        put_byte(m, 0xcc);
        put_byte(m, (unsigned)number);
    }
}

static void put_real(made *m, double number)
{
    uint64_t bits;
    char text[32];
    if (m->json) {
        put(m, text, (size_t)snprintf(text, sizeof text, "%g", number));
        return;
    }
    memcpy(&bits, &number, sizeof bits);
    put_byte(m, 0xcb);
    for (int i = 7; i >= 0; i--) put_byte(m, (unsigned)(bits >> 8 * i) & 0xff);
}

static void put_number(made *m, double number)
{
    if (number == (double)(int64_t)number)
        put_integer(m, (int64_t)number);
    else
        put_real(m, number);
}

static void begin(made *m, char bracket, unsigned count)
{
    if (m->json)
        put_byte(m, (unsigned char)bracket);
    else if (bracket == '[')
        put_byte(m, 0x90 | count);
    else if (count < 16)
        put_byte(m, 0x80 | count);
    else
        put(m, (uint8_t[]){ 0xde, 0, (uint8_t)count }, 3);
    m->first = true;
}

static void end(made *m, char bracket)
{
    if (m->json) put_byte(m, (unsigned char)bracket);
    m->first = false;
}

static void next(made *m)
{
    if (m->json && !m->first) put_byte(m, ',');
    m->first = false;
}

static void put_key(made *m, const char *key)
{
    next(m);
    put_text(m, key);
    if (m->json) put_byte(m, ':');
}

/* What stands for a member that has not its own value. */
static void put_form(made *m, form what)
{
    switch (what) {
    case NOTHING: put_word(m, "null", 0xc0); break;
    case EMPTY: put_text(m, ""); break;
    case WORD: put_text(m, "x"); break;
    case DIGITS: put_text(m, "12"); break;
    case INTEGER: put_integer(m, 7); break;
    case NEGATIVE: put_integer(m, -3); break;
    case REAL: put_real(m, 1.5); break;
    case TRUTH: put_word(m, "true", 0xc3); break;
    case LIST: put_word(m, "[]", 0x90); break;
    default: put_word(m, "{}", 0x80);
    }
}

/* ---- the file ----------------------------------------------------------------------------------------------------- */

static int frame_of(int row) { return 10 + 20 * row; }

/* The frame that is read from a form; false: none. */
static bool read_frame(form what, int row, int *frame)
{
    const int frames[FORMS] = { [VALUE] = frame_of(row), [DIGITS] = 12, [INTEGER] = 7, [NEGATIVE] = -3, [REAL] = 1 };
    *frame = frames[what];
    return what == VALUE || what == DIGITS || what == INTEGER || what == NEGATIVE || what == REAL;
}

static bool is_player2(const model *f, int row)
{
    const form what = f->inputs[row][PLAYER2];
    return what == VALUE ? row == 2 : what == TRUTH || what == INTEGER;
}

static void put_member(made *m, const model *f, int row, int member)
{
    const form what = f->inputs[row][member];
    int frame;
    if (what == ABSENT) return;
    put_key(m, input_keys[member]);
    if (member == FRAME && f->shift && read_frame(what, row, &frame))
        put_integer(m, frame + f->shift);
    else if (what != VALUE)
        put_form(m, what);
    else if (member == PLAYER2 || member == DOWN)
        (member == PLAYER2 ? row == 2 : row % 2 == 0) ? put_word(m, "true", 0xc3) : put_word(m, "false", 0xc2);
    else if (member == BUTTON)
        put_integer(m, row != 1 ? 1 : f->flipped && read_frame(f->inputs[row][FRAME], row, &frame) ? 3 : 2);
    else if (member == FRAME)
        put_integer(m, frame_of(row));
    else
        put_real(m, 0.5 + row);
}

static bool is_dropped(const model *f, int row)
{
    int frame;
    return f->only_p1 && is_player2(f, row) && read_frame(f->inputs[row][FRAME], row, &frame);
}

static void put_inputs(made *m, const model *f)
{
    unsigned count = 0;
    for (int row = 0; row < ROWS; row++) count += !is_dropped(f, row);
    begin(m, '[', count);
    for (int row = 0; row < ROWS; row++) {
        unsigned pairs = 0;
        if (is_dropped(f, row)) continue;
        for (int member = 0; member < MEMBERS; member++) pairs += f->inputs[row][member] != ABSENT;
        next(m);
        begin(m, '{', pairs);
        for (int member = 0; member < MEMBERS; member++) put_member(m, f, row, member);
        end(m, '}');
    }
    end(m, ']');
}

static void put_player(made *m, const form *fix, int row)
{
    begin(m, '{', (unsigned)(fix[FIX_X] != ABSENT) + (unsigned)(fix[FIX_Y] != ABSENT));
    for (int member = FIX_X; member <= FIX_Y; member++) {
        if (fix[member] == ABSENT) continue;
        put_key(m, fix_keys[member]);
        if (fix[member] == VALUE)
            put_real(m, 0.25 + row);
        else
            put_form(m, fix[member]);
    }
    end(m, '}');
}

/* Frames of fixes are whole numbers. */
static bool is_fix_frame(form what) { return what == VALUE || what == INTEGER || what == NEGATIVE; }

static void put_fixes(made *m, const model *f)
{
    begin(m, '[', FIXES);
    for (int row = 0; row < FIXES; row++) {
        const form *fix = f->fixes[row];
        int frame;
        next(m);
        begin(m, '{', (unsigned)(fix[FIX_FRAME] != ABSENT) + (unsigned)(fix[FIX_PLAYER] != ABSENT));
        if (fix[FIX_FRAME] != ABSENT) {
            put_key(m, fix_keys[FIX_FRAME]);
            read_frame(fix[FIX_FRAME], row, &frame);
            if (is_fix_frame(fix[FIX_FRAME]))
                put_integer(m, frame + f->shift);
            else
                put_form(m, fix[FIX_FRAME]);
        }
        if (fix[FIX_PLAYER] != ABSENT) put_key(m, fix_keys[FIX_PLAYER]);
        if (fix[FIX_PLAYER] == VALUE) put_player(m, fix, row);
        if (fix[FIX_PLAYER] != VALUE && fix[FIX_PLAYER] != ABSENT) put_form(m, fix[FIX_PLAYER]);
        end(m, '}');
    }
    end(m, ']');
}

static bool has_rate(const model *f) { return f->top[RATE] != NEGATIVE; } /* missing is 240 */

static void put_top(made *m, const model *f, int member);

static void put_group(made *m, const model *f, int group)
{
    unsigned pairs = 0;
    const bool adds = f->set >= 0 && members[f->set].group == group && f->top[f->set] == ABSENT;
    for (int member = 0; member < TOP; member++) pairs += members[member].group == group && f->top[member] != ABSENT;
    begin(m, '{', pairs + adds);
    for (int member = 0; member < TOP; member++)
        if (members[member].group == group) put_top(m, f, member);
    if (adds) {
        put_key(m, members[f->set].key);
        put_text(m, "new");
    }
    end(m, '}');
}

/* Nothing but a text that was set. */
static void put_new_group(made *m, const model *f)
{
    begin(m, '{', 1);
    put_key(m, members[f->set].key);
    put_text(m, "new");
    end(m, '}');
}

static void put_top(made *m, const model *f, int member)
{
    const form what = f->top[member];
    const bool moves = member == DURATION && f->shift && has_rate(f);
    if (what == ABSENT) return;
    put_key(m, members[member].key);
    if (f->set == member)
        put_text(m, "new");
    else if (f->set >= 0 && members[f->set].group == member && what != VALUE)
        put_new_group(m, f);
    else if (moves && (what == INTEGER || what == DIGITS))
        put_integer(m, (what == INTEGER ? 7 : 12) + f->shift);
    else if (what != VALUE)
        put_form(m, what);
    else if (member == INPUTS)
        put_inputs(m, f);
    else if (member == FIX_LIST)
        put_fixes(m, f);
    else if (members[member].kind == GROUP)
        put_group(m, f, member);
    else if (members[member].kind == TEXT)
        put_text(m, members[member].text);
    else if (members[member].kind == FLAG)
        put_word(m, "true", 0xc3);
    else
        put_number(m, members[member].number + (moves ? f->shift : 0));
}

static void make(made *m, const model *f)
{
    unsigned pairs = 0;
    /* a key that is set and was not there comes last */
    const int owner = f->set < 0 ? -1 : members[f->set].group < 0 ? f->set : members[f->set].group;
    const bool adds = owner >= 0 && f->top[owner] == ABSENT;
    for (int member = 0; member < TOP; member++) pairs += members[member].group < 0 && f->top[member] != ABSENT;
    *m = (made){ .json = f->json };
    begin(m, '{', pairs + adds);
    for (int member = 0; member < TOP; member++)
        if (members[member].group < 0) put_top(m, f, member);
    if (adds) {
        put_key(m, members[owner].key);
        if (owner == f->set)
            put_text(m, "new");
        else
            put_new_group(m, f);
    }
    end(m, '}');
}

/* ---- what is right ------------------------------------------------------------------------------------------------ */

static size_t generated, refused;

static const reel_format *format_of(const model *f) { return f->json ? &reel_format_gdr1_json : &reel_format_gdr1; }

static void print_bytes(const model *f, const char *name, const uint8_t *data, size_t size)
{
    char digits[2 * ROOM + 1] = "";
    for (size_t i = 0; i < size && i < ROOM && !f->json; i++) snprintf(digits + 2 * i, 3, "%02x", data[i]);
    print_error("%s: %.*s\n", name, f->json ? (int)size : 2 * ROOM, f->json ? (const char *)data : digits);
}

static void fail_with(const model *f, const made *file, const made *right, const reel_memory *got, const char *what)
{
    print_error("%s, case %zu, %s\n", what, generated, f->json ? "JSON" : "msgpack");
    print_bytes(f, "file", file->data, file->size);
    if (right) print_bytes(f, "right", right->data, right->size);
    if (got) print_bytes(f, "made", got->data, got->size);
    fail();
}

static reel_findings *check(const model *f, const void *data, size_t size)
{
    reel_findings *findings = reel_findings_new(NULL);
    reel_options options = { REEL_SIZED(reel_options), .format = format_of(f), .report = reel_findings_report,
                             .report_context = findings };
    assert_int_equal(reel_check(reel_source_memory(data, size), &options, NULL), REEL_OK);
    return findings;
}

/* Whether all that is odd is missing or null, and all inputs have frames. */
static bool is_only_missing(const model *f)
{
    for (int i = 0; i < TOP; i++)
        if (f->top[i] > NOTHING) return false;
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < MEMBERS; i++)
            if (f->inputs[row][i] > NOTHING || (i == FRAME && f->inputs[row][i] != VALUE)) return false;
    for (int row = 0; row < FIXES; row++)
        for (int i = 0; i < FIX_MEMBERS; i++)
            if (f->fixes[row][i] > NOTHING) return false;
    return true;
}

/* Whether the reader finds a value in a form. */
static bool is_present(const model *f, int member)
{
    const form what = f->top[member];
    if (members[member].group >= 0 && f->top[members[member].group] != VALUE) return false;
    if (members[member].kind == FLAG) return what == VALUE || what == TRUTH || what == INTEGER;
    if (what == VALUE || what == DIGITS || what == INTEGER || what == NEGATIVE || what == REAL) return true;
    return members[member].kind == TEXT && (what == EMPTY || what == WORD);
}

static void assert_read(const model *f, const made *file)
{
    reel_options options = { REEL_SIZED(reel_options), .format = format_of(f) };
    reel_replay *replay, *stats;
    size_t count, frames = 0, rows;
    assert_int_equal(reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL), REEL_OK);
    const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
    assert_int_equal(count, 1);
    for (int i = 0; i < TOP; i++) {
        const reel_field *field = members[i].field ? reel_table_field(&gdr_infos_v1, members[i].field) : NULL;
        if (field && reel_field_present(field, info) != is_present(f, i)) fail_with(f, file, NULL, NULL, members[i].field);
    }
    for (int row = 0; row < ROWS; row++) frames += read_frame(f->inputs[row][FRAME], row, &(int){ 0 });
    reel_rows(replay, &gdr_inputs, &rows);
    if (rows != (f->top[INPUTS] == VALUE ? frames : 0)) fail_with(f, file, NULL, NULL, "number of inputs");
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_geometrydash, format_of(f), reel_replay_chunk(replay), NULL, &stats, NULL), REEL_OK);
    const geometrydash_summary *summary = reel_rows(stats, &geometrydash_summaries, &count);
    if (!is_present(f, DURATION) && summary->has_duration) fail_with(f, file, NULL, NULL, "a duration of nothing");
    if (!is_present(f, RATE) && summary->framerate != 240) fail_with(f, file, NULL, NULL, "a framerate of nothing");
    reel_free(stats);
    reel_free(replay);
}

static bool has_odd_fixes(const model *f)
{
    if (f->top[FIX_LIST] == ABSENT || f->top[FIX_LIST] == NOTHING || f->top[FIX_LIST] == LIST) return false;
    if (f->top[FIX_LIST] != VALUE) return true;
    for (int row = 0; row < FIXES; row++)
        if (!is_fix_frame(f->fixes[row][FIX_FRAME])) return true;
    return false;
}

/* Runs an edit; its output is that of the changed model. */
static void assert_edit(const model *f, const made *file, const reel_findings *before, const char *operation,
                        const char *argument, const char *field, const model *changed)
{
    const reel_setting run = { operation, argument }, set = { field, "new" };
    reel_options options = { REEL_SIZED(reel_options), .format = format_of(f) };
    reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    reel_memory got;
    made right;
    reel_error error;
    if (operation) how.operations = &run, how.operation_count = 1;
    if (field) how.settings = &set, how.setting_count = 1;
    const reel_status status =
        reel_convert(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&got, NULL), &how, &error);
    if (status < 0) {
        const bool odd = has_odd_fixes(f) && operation && strcmp(operation, "flip") != 0;
        if (!odd || strcmp(error.rule, "edit.fixes") != 0) fail_with(f, file, NULL, NULL, error.message);
        refused++;
        return;
    }
    make(&right, changed);
    if (got.size != right.size || memcmp(got.data, right.data, got.size) != 0)
        fail_with(f, file, &right, &got, operation ? operation : field ? field : "no change");
    reel_findings *after = check(f, got.data, got.size);
    if (reel_findings_total(after, REEL_ERROR) > reel_findings_total(before, REEL_ERROR))
        fail_with(f, file, &right, &got, "more errors");
    reel_findings_free(after);
    reel_memory_free(&got);
}

static void assert_edits(const model *f, const made *file, const reel_findings *before)
{
    model changed = *f;
    assert_edit(f, file, before, NULL, NULL, NULL, f);
    changed.shift = SHIFT;
    assert_edit(f, file, before, "shift", "5", NULL, &changed);
    changed = *f;
    changed.flipped = true;
    assert_edit(f, file, before, "flip", NULL, NULL, &changed);
    changed = *f;
    changed.only_p1 = true;
    assert_edit(f, file, before, "only-p1", NULL, NULL, &changed);
    static const int texts[] = { AUTHOR, BOT_NAME, BOT_VERSION, DESCRIPTION, LEVEL_NAME };
    const int set = texts[draw(sizeof texts / sizeof *texts)];
    changed = *f;
    changed.set = set;
    assert_edit(f, file, before, NULL, NULL, members[set].field, &changed);
}

static form draw_form(int member)
{
    const form what = draw(2) ? draw(2) ? ABSENT : NOTHING : (form)draw(FORMS);
    return member == DURATION && what == REAL ? NOTHING : what; /* the sum of a real one is not the generator's */
}

static void change_one(model *f)
{
    const bool all = draw(2) == 0;
    const int row = (int)draw(ROWS), fix = (int)draw(FIXES);
    int member;
    form what;
    switch (draw(3)) {
    case 0:
        member = (int)draw(TOP);
        f->top[member] = draw_form(member);
        return;
    case 1:
        member = (int)draw(MEMBERS);
        what = draw_form(-1);
        for (int i = 0; i < ROWS; i++)
            if (all || i == row) f->inputs[i][member] = what;
        return;
    default:
        member = (int)draw(FIX_MEMBERS);
        what = draw_form(-1);
        for (int i = 0; i < FIXES; i++)
            if (all || i == fix) f->fixes[i][member] = what;
    }
}

static void members_keep_what_they_are(void **state)
{
    (void)state;
    const size_t cases = getenv("REEL_FORMS") ? strtoul(getenv("REEL_FORMS"), NULL, 10) : by_effort(20000, 4000, 1000);
    for (generated = 0; generated < cases; generated++) {
        model f = { .json = draw(2), .set = -1 };
        made file;
        for (unsigned changes = draw(4); changes-- > 0;) change_one(&f);
        change_one(&f);
        make(&file, &f);
        reel_findings *findings = check(&f, file.data, file.size);
        if (is_only_missing(&f) && reel_findings_total(findings, REEL_ERROR))
            fail_with(&f, &file, NULL, NULL, "an error for nothing");
        assert_read(&f, &file);
        assert_edits(&f, &file, findings);
        reel_findings_free(findings);
    }
    print_message("%zu files, %zu changes refused for fixes of unknown layout\n", generated, refused);
    assert_true(refused < generated);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(members_keep_what_they_are) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
