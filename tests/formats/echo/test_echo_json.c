/* SPDX-License-Identifier: MIT
 * The JSON of .echoreplay is read straight into rows. What is a line with a frame, and which values it has, must be what a reader by way
 * of documents says: yyjson is the judge. */
#include "formats/echo/replay/session_members.h"
#include "support.h"

#include "codec/json_dom.h"
#include "codec/number.h"
#include "core/memory.h"
#include "formats/echo/replay/session_cursor.h"

#include <reel/echoreplay.h>

/* ---- numbers ------------------------------------------------------------------------------------------------------------ */

static uint64_t seed = 1;

static unsigned next(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % below;
}

/* Digits with a point among them or not, at times wrong. */
static void make_number(char *text, size_t digits)
{
    size_t at = 0, point = next((unsigned)digits + 3);
    if (next(2)) text[at++] = '-';
    for (size_t i = 0; i < digits; i++) {
        if (i == point) text[at++] = '.';
        text[at++] = (char)(i == 0 && digits > 1 && point != 1 ? '1' + (char)next(9) : '0' + (char)next(10));
    }
    if (!next(10)) at += (size_t)snprintf(text + at, 8, "e%d", (int)next(30) - 15);
    if (!next(20)) text[next((unsigned)at)] = ".-+e0"[next(5)];
    memcpy(text + at, "}}}}}}}}}}}", 12);
}

static void numbers_are_those_of_yyjson(void **state)
{
    (void)state;
    char text[80];
    for (unsigned n = 0; n < 300000; n++) {
        make_number(text, 1 + next(n % 3 ? 12 : 24));
        size_t size = strspn(text, "+-.e0123456789"), ahead = next(12);
        json_pool pool = { .allocator = reel__memory_allocator(NULL) };
        session_cursor c = { .at = text, .end = text + size + ahead / 2 + 1, .pool = pool };
        reel_status status;
        size_t bad_at;
        const json_value *known = reel__json_doc_read(&pool, text, size, &status, &bad_at);
        double value = session_number(&c), wanted = known ? reel__doc_number(known) : 0;
        bool whole = !c.broken && c.at == text + size;
        if (whole != (known != NULL)) fail_msg("%.*s: %s", (int)size, text, whole ? "read" : "not read");
        if (whole && memcmp(&value, &wanted, sizeof value) != 0) fail_msg("%.*s: %.17g", (int)size, text, value);
        c.at = text;
        if (whole && session_whole(&c) != reel__doc_whole(known)) fail_msg("%.*s as an integer", (int)size, text);
        reel__json_pool_free(&pool);
        reel__json_pool_free(&c.pool);
    }
}

/* ---- lines -------------------------------------------------------------------------------------------------------------- */

static const char stamp[] = "2021/11/20 21:15:03.120\t";

static const char usual[] =
    "{\"disc\":{\"position\":[-1.787,0.162,34.439],\"forward\":[0.0,0.0,1.0],\"left\":[1.0,0.0,0.0],\"up\":[0.0,1.0,0.0],"
    "\"velocity\":[3.109,3.487,-3.096],\"bounce_count\":2},\"orange_team_restart_request\":0,\"sessionid\":\"892E-8272\","
    "\"game_clock_display\":\"10:00.00\",\"game_status\":\"round_over\",\"match_type\":\"Echo_Arena\",\"map_name\":\"mpl_arena_"
    "a\","
    "\"teams\":[{\"players\":[{\"name\":\"An\\u00e9 \\\"x\\\"\",\"rhand\":{\"pos\":[4.96,7.636,-8.346],\"forward\":[0.0,0.0,1.0],"
    "\"left\":[1.0,0.0,0.0],\"up\":[0.0,1.0,0.0]},\"playerid\":3,\"stats\":{\"possession_time\":140.79926,\"points\":13,"
    "\"saves\":2},"
    "\"userid\":1583780395029509,\"number\":7,\"level\":50,\"stunned\":true,\"ping\":54,\"packetlossratio\":0.0,"
    "\"holding_left\":\"disc\",\"holding_right\":null,\"possession\":false,\"odd\":[1,{\"a\":null}],\"velocity\":[-2.5,1e-1,3."
    "286]}],"
    "\"team\":\"BLUE TEAM\",\"possession\":false},{\"team\":\"ORANGE TEAM\"}],\"blue_points\":12,\"private_match\":false,"
    "\"pause\":{\"paused_state\":\"unpaused\",\"unpaused_team\":\"none\"},\"game_clock\":600.0,\"possession\":[-1,-1],"
    "\"last_score\":{\"disc_speed\":9.3,\"team\":\"orange\",\"goal_type\":\"INSIDE "
    "SHOT\",\"point_amount\":2},\"new\":{\"b\":[0.50]}}";

static reel_replay *load(const char *object, size_t size)
{
    static char text[16384];
    assert_true(sizeof stamp + size + 2 < sizeof text);
    memcpy(text, stamp, sizeof stamp - 1);
    memcpy(text + sizeof stamp - 1, object, size);
    memcpy(text + sizeof stamp - 1 + size, "\r\n", 2);
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(text, sizeof stamp + size + 1), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

static size_t count_of(const reel_replay *replay, const reel_table *table)
{
    size_t count;
    (void)reel_rows(replay, table, &count);
    return count;
}

/* What the line is by a document. */
static uint8_t kind_of(json_pool *pool, const char *object, size_t size)
{
    reel_status status;
    size_t bad_at;
    const json_value *root = reel__json_doc_read(pool, object, size, &status, &bad_at), *value;
    if (!root) return ECHOREPLAY_BROKEN;
    doc_steps steps = reel__doc_begin(root);
    reel_string key;
    while (steps.object && reel__doc_step(&steps, &key, &value))
        if ((key.size == 9 && !memcmp(key.data, "sessionid", 9)) || (key.size == 5 && !memcmp(key.data, "teams", 5)))
            return ECHOREPLAY_FRAME;
    return ECHOREPLAY_NO_SESSION;
}

static void expect_kind(json_pool *pool, const char *object, size_t size)
{
    if (size < 8) return; /* too little to be known by */
    reel_replay *replay = load(object, size);
    size_t count;
    const echoreplay_line *line = reel_rows(replay, &echoreplay_lines, &count);
    assert_int_equal(count, 1);
    uint8_t wanted = kind_of(pool, object, size);
    if (line->kind != wanted) fail_msg("%u, not %u: %.*s", line->kind, wanted, (int)size, object);
    if (wanted != ECHOREPLAY_FRAME &&
        count_of(replay, &echoreplay_frames) + count_of(replay, &echoreplay_teams) + count_of(replay, &echoreplay_players))
        fail_msg("rows from an invalid frame: %.*s", (int)size, object);
    reel_free(replay);
}

static void a_line_is_a_frame_where_its_document_is_one(void **state)
{
    (void)state;
    static const char bytes[] = "{}[]\",:\\ 019eE+-.tnfu\x01\x80";
    json_pool pool = { .allocator = reel__memory_allocator(NULL) };
    char text[sizeof usual + 8];
    for (size_t i = 0; i < sizeof usual - 1; i++) {
        expect_kind(&pool, usual, i);
        for (unsigned n = 0; n < 4; n++) {
            char byte = bytes[next(sizeof bytes - 1)];
            memcpy(text, usual, sizeof usual);
            text[i] = byte;
            expect_kind(&pool, text, sizeof usual - 1);
            memmove(text + i + 1, usual + i, sizeof usual - i);
            expect_kind(&pool, text, sizeof usual);
            memcpy(text + i, usual + i + 1, sizeof usual - i - 1);
            expect_kind(&pool, text, sizeof usual - 2);
        }
    }
    reel__json_pool_free(&pool);
}

/* ---- values ------------------------------------------------------------------------------------------------------------- */

static void same_rows(const reel_replay *a, const reel_replay *b, const reel_table *table)
{
    size_t count, other;
    const uint8_t *x = reel_rows(a, table, &count), *y = reel_rows(b, table, &other);
    assert_int_equal(count, other);
    for (size_t row = 0; row < count; row++)
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            const uint8_t *one = x + row * table->row_size + field->offset, *two = y + row * table->row_size + field->offset;
            reel_string s = { NULL, 0 }, t = { NULL, 0 };
            if (field->type == REEL_STRING) {
                memcpy(&s, one, sizeof s);
                memcpy(&t, two, sizeof t);
                if (s.size != t.size || (s.size && memcmp(s.data, t.data, s.size) != 0))
                    fail_msg("%s.%s", table->name, field->name);
            } else if (memcmp(one, two, reel_type_size(field->type) * field->count) != 0) {
                fail_msg("%s.%s", table->name, field->name);
            }
        }
}

/* The usual line with a space around each mark, and keys that begin with an escape. */
static size_t spread(char *to, bool spaces, bool escapes)
{
    size_t size = 0;
    bool inside = false;
    for (const char *p = usual; *p; p++) {
        if (*p == '"' && p[-(p > usual)] != '\\') {
            inside = !inside;
            to[size++] = *p;
            const char *stop = inside && escapes ? strchr(p + 1, '"') : NULL;
            if (stop && stop[1] == ':') {
                size += (size_t)sprintf(to + size, "\\u%04x", (unsigned)p[1]);
                p++;
            }
        } else if (!inside && spaces && strchr("{}[]:,", *p)) {
            size += (size_t)sprintf(to + size, " %c  ", *p);
        } else {
            to[size++] = *p;
        }
    }
    to[size] = 0;
    return size;
}

static void spaces_and_escapes_change_no_value(void **state)
{
    (void)state;
    char text[4 * sizeof usual + 4096];
    reel_replay *plain = load(usual, sizeof usual - 1);
    assert_int_equal(count_of(plain, &echoreplay_frames), 1);
    assert_int_equal(count_of(plain, &echoreplay_players), 1);
    for (unsigned how = 1; how < 4; how++) {
        reel_replay *other = load(text, spread(text, how & 1, how & 2));
        same_rows(plain, other, &echoreplay_frames);
        same_rows(plain, other, &echoreplay_teams);
        same_rows(plain, other, &echoreplay_players);
        reel_free(other);
    }
    reel_free(plain);
}

/* ---- poses -------------------------------------------------------------------------------------------------------------- */

typedef struct odd_list {
    char text[1024];
} odd_list;

static void add_odd(void *context, const reel_finding *finding)
{
    odd_list *odd = context;
    const size_t size = strlen(odd->text);
    snprintf(odd->text + size, sizeof odd->text - size, "%s %llu %llu %s; ", finding->rule, (unsigned long long)finding->offset,
             (unsigned long long)finding->count, finding->message);
}

static reel_replay *load_noting(const char *text, size_t size, odd_list *odd)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = add_odd, .report_context = odd };
    reel_replay *replay = NULL;
    odd->text[0] = 0;
    const reel_status status = reel_load(reel_source_memory(text, size), &options, &replay, NULL);
    return status < 0 ? NULL : replay;
}

/* A part of a pose: mostly as the game writes it, now and then with another key, number, order or end. */
static size_t put_part(char *to, int part)
{
    static const char *const keys[] = { "position", "forward", "left", "up", "pos", "Up", "le\\u0066t", "new" };
    static const char *const numbers[] = { "0.5",  "-1.25",   "12.345678", "-0.0", "0",         "1e-3", "0.123456789",
                                           "null", "\"0.5\"", "01.5",      "-",    "123456.75", "[]",   "0.75000000" };
    size_t size = (size_t)sprintf(to, "\"%s\":[", keys[next(30) ? part : (int)next(COUNT(keys))]);
    const int count = next(40) ? 3 : (int)next(5);
    for (int i = 0; i < count; i++) {
        const unsigned number = next(60) ? next(4) : next(COUNT(numbers));
        size += (size_t)sprintf(to + size, "%s%s", i ? "," : "", numbers[number]);
    }
    return size + (size_t)sprintf(to + size, "%s", next(60) ? "]" : "");
}

/* A line with some poses, twice: in the second one a blank comes after the brace of each, so that it takes the usual way. */
static void make_poses(char *plain, char *spaced)
{
    static const char *const start = "2021/08/14 20:54:31.800\t{\"sessionid\":\"7F34913E\",\"game_status\":\"playing\",\"teams\":"
                                     "[{\"players\":[{\"name\":\"A\",\"playerid\":1";
    static const char *const poses[] = { "head", "body" };
    char pose[1024];
    size_t at = (size_t)sprintf(plain, "%s", start), to = (size_t)sprintf(spaced, "%s", start);
    for (size_t i = 0; i < COUNT(poses); i++) {
        const int parts = next(20) ? 4 : (int)next(6);
        size_t size = 0;
        for (int k = 0; k < parts; k++) {
            if (k) pose[size++] = ',';
            size += put_part(pose + size, next(30) ? k % 4 : (int)next(4));
        }
        pose[size] = 0;
        at += (size_t)sprintf(plain + at, ",\"%s\":{%s}", poses[i], pose);
        to += (size_t)sprintf(spaced + to, ",\"%s\":{ %s}", poses[i], pose);
    }
    sprintf(plain + at, "}]}]}\n");
    sprintf(spaced + to, "}]}]}\n");
}

/* A pose that has the game's shape is read at once; any other one, and the same one with a blank, member by member. */
static void poses_are_read_alike_in_both_ways(void **state)
{
    (void)state;
    static char plain[8192], spaced[8192];
    static odd_list here, there;
    size_t poses = 0, lines = 0, odd = 0;
    for (size_t n = 0, most = by_effort(20000, 6000, 2000); n < most; n++) {
        make_poses(plain, spaced);
        reel_replay *one = load_noting(plain, strlen(plain), &here), *other = load_noting(spaced, strlen(spaced), &there);
        if (!one != !other || strcmp(here.text, there.text) != 0) fail_msg("%s: %s and %s", plain, here.text, there.text);
        if (!one) continue;
        same_rows(one, other, &echoreplay_frames);
        same_rows(one, other, &echoreplay_teams);
        same_rows(one, other, &echoreplay_players);
        size_t count;
        const echoreplay_player *player = reel_rows(one, &echoreplay_players, &count);
        lines++;
        odd += *here.text != 0;
        if (count) poses += player->pose_keys == 0xff;
        reel_free(one);
        reel_free(other);
    }
    assert_true(poses > lines / 8 && odd > lines / 8); /* both kinds are there */
}

static void every_value_of_a_line_is_taken(void **state)
{
    (void)state;
    size_t count;
    reel_replay *replay = load(usual, sizeof usual - 1);
    const echoreplay_frame *f = reel_rows(replay, &echoreplay_frames, &count);
    const echoreplay_player *p = reel_rows(replay, &echoreplay_players, &count);
    assert_float_equal(f->common.disc_position.x, -1.787f, 0);
    assert_float_equal(f->common.disc_velocity.z, -3.096f, 0);
    assert_int_equal(f->bounce_count, 2);
    assert_int_equal(f->common.status, ECHO_ROUND_OVER);
    assert_float_equal(f->common.blue_points, 12, 0);
    assert_float_equal(f->common.game_clock, 600, 0);
    assert_int_equal(f->possession[1], -1);
    assert_int_equal(f->extra.size, strlen("\"new\":{\"b\":[0.5]}"));
    assert_memory_equal(f->extra.data, "\"new\":{\"b\":[0.5]}", f->extra.size);
    assert_int_equal(p->common.name.size, 8);
    assert_memory_equal(p->common.name.data, "An\xc3\xa9 \"x\"", 8);
    assert_int_equal(p->common.userid, INT64_C(1583780395029509));
    assert_int_equal(p->common.stats.points, 13);
    assert_int_equal(p->common.holding_left, ECHO_HOLDS_DISC);
    assert_int_equal(p->common.holding_right, ECHO_HOLDS_NULL);
    assert_float_equal(p->common.velocity.y, 0.1f, 0);
    assert_memory_equal(p->extra.data, "\"odd\":[1,{\"a\":null}]", p->extra.size);
    reel_free(replay);
}

/* The writer has an order of its own: it must name each member of the list once, but for the payload, which is kept as text. */
static void each_member_that_is_read_is_written_once(void **state)
{
    (void)state;
    unsigned written[256] = { 0 };
    assert_true(reel__session_match.count <= 256 && reel__session_match.order_count < reel__session_match.count);
    for (size_t i = 0; i < reel__session_match.order_count; i++) {
        assert_true(reel__session_match.order[i] < reel__session_match.count);
        written[reel__session_match.order[i]]++;
    }
    for (size_t i = 0; i < reel__session_match.count; i++)
        assert_int_equal(written[i], strncmp(reel__session_match.members[i].key, "payload\"", 8) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_member_that_is_read_is_written_once), cmocka_unit_test(numbers_are_those_of_yyjson),
        cmocka_unit_test(every_value_of_a_line_is_taken),           cmocka_unit_test(spaces_and_escapes_change_no_value),
        cmocka_unit_test(poses_are_read_alike_in_both_ways),        cmocka_unit_test(a_line_is_a_frame_where_its_document_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
