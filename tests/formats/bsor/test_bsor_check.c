/* SPDX-License-Identifier: MIT
 * The rules of BSOR: a sound file breaks none, each rule is told once with its rows, and no real play is called wrong. */
#include "corpus.h"
#include "generate.h"
#include "scan.h"

#include <reel/beatsaber.h>
#include <reel/bsor.h>
#include <reel/plot.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

static bytes made;

typedef struct told {
    const char *rule; /* the one to look for; NULL: any */
    reel_finding last;
    size_t count, errors, all;
    uint64_t rows; /* of all findings of the rule */
    char text[4096];
} told;

static void listen(void *context, const reel_finding *finding)
{
    told *t = context;
    t->all++;
    if (strncmp(finding->rule, "bsor.", 5) != 0) return;
    if (finding->severity == REEL_ERROR) t->errors++;
    size_t size = strlen(t->text);
    snprintf(t->text + size, sizeof t->text - size, "%s ", finding->rule);
    if (t->rule && strcmp(t->rule, finding->rule) != 0) return;
    t->last = *finding;
    t->last.message = NULL;
    t->rows += finding->count;
    t->count++;
}

static told check_bytes(const void *data, size_t size, const char *rule)
{
    told t = { .rule = rule };
    reel_options options = { REEL_SIZED(reel_options), .report = listen, .report_context = &t };
    reel_error error;
    if (reel_check(reel_source_memory(data, size), &options, &error) < 0) fail_msg("%s", error.message);
    return t;
}

static void a_sound_file_breaks_no_rule(void **state)
{
    (void)state;
    make_full(&made);
    told t = check_bytes(made.data, made.size, NULL);
    if (t.count) fail_msg("told: %s", t.text);
}

/* ---- one broken rule after another ------------------------------------------------------------------------------ */

static size_t frame_at(size_t i) { return body_of(1) + 4 + 92 * i; }

/* The notes of the full file: good, good, bad, miss, bomb, good. */
static size_t note_at(size_t i)
{
    static const size_t starts[NOTES] = { 0, 88, 176, 264, 280, 296 };
    return body_of(2) + 4 + starts[i];
}

static void set_float(size_t offset, float value) { set_int(&made, offset, (int32_t)reel_float_bits(value)); }

static void special_info(int string, const char *text) { make_after_info(&made, (const special[]){ { string, text, 0 } }, 1, 0); }

enum { SCORE_AT = 203, NUMBERS_BACK = 21 };

static size_t numbers_at(void) { return body_of(1) - 1 - NUMBERS_BACK; }

static void break_score(void) { set_int(&made, SCORE_AT, 0); }
static void break_score_sign(void) { set_int(&made, SCORE_AT, -5); }
static void break_mod(void) { special_info(0, "0.2.9"); }
static void break_hash(void) { special_info(HASH, "0123456789abcdef0123456789abcdef0123456x"); }
static void break_hash_size(void) { special_info(HASH, "0123456789abcdef0123456789abcdef01234567 WIP"); }
static void break_timestamp(void) { special_info(2, "yesterday"); }
static void break_timestamp_unit(void) { special_info(2, "1760000000123"); }
static void break_timestamp_digits(void) { special_info(2, "1760000000123456"); }
static void break_platform(void) { special_info(PLATFORM, "toaster"); }
static void break_game(void) { special_info(GAME, "1.19.1"); }
static void break_mode(void) { special_info(MODE, "StandardOldDots"); }
static void break_numbers(void)
{
    set_float(numbers_at(), -1);
    set_float(numbers_at() + 5, -1);
}
static void break_left_handed(void) { made.data[numbers_at() + 4] = 2; }
static void break_fail(void) { set_float(numbers_at() + 13, 100); }
static void break_after_fail(void)
{
    set_float(numbers_at() + 13, 0.5f);
    set_float(note_at(5) + 4, 2.6f);
}
static void break_few_frames(void)
{
    for (size_t i = 0; i < FRAMES; i++) set_float(frame_at(i), i < 4 ? 0 : 0.5f + 0.25f * (float)(i / 6));
}
static void break_frame_order(void) { set_float(frame_at(4), 0.25f); }
static void break_frame_times(void)
{
    set_float(frame_at(4), 0.375f);
    set_float(frame_at(5), 0.375f);
}
static void break_first_rotation(void)
{
    for (size_t i = 0; i < 4; i++) set_float(frame_at(0) + 20 + 4 * i, -1);
}
static void break_rotations(void)
{
    set_float(frame_at(3) + 48 + 12, 0);
    set_float(frame_at(3) + 48 + 8, 0.5f);
    set_float(frame_at(6) + 76 + 4, 0.9f);
}
static void break_platform_end(void)
{
    special_info(GAME, "1.29.1_4575554838");
    for (size_t i = 0; i < FRAMES; i++) set_float(frame_at(i) + 16, 1.1f);
}
static void break_notes(void)
{
    made.size = 0;
    make(&made, "01");
    put_byte(&made, 2);
    put_int(&made, 0);
    for (int id = 3; id < 6; id++) section_makers[id](&made);
}
static void break_note_order(void) { set_float(note_at(3) + 4, 0.2f); }
static void break_note_twice(void)
{
    set_int(&made, note_at(1), 30001);
    set_float(note_at(1) + 8, 0.09375f);
}
static void break_notes_last(void) { set_float(note_at(5) + 4, 3); }
static void break_bomb(void) { set_int(&made, note_at(4), 30135); }
static void break_note_id(void) { set_int(&made, note_at(0), 1530001); }
static void break_large_id(void)
{
    special_info(GAME, "1.41.0_4575554838");
    set_int(&made, note_at(0), 100001);
}
static void break_garbage(void) { made.data[note_at(2) + 16] = 0xde; }
static void break_link_garbage(void)
{
    set_int(&made, note_at(0), 70001);
    set_float(note_at(0) + 20, -123);
}
static void break_flag_byte(void) { made.data[note_at(1) + 17] = 3; }
static void break_flags(void) { made.data[note_at(1) + 19] = 1; }
static void break_saber_type(void) { set_int(&made, note_at(1) + 36, 2); }
static void break_wrong_saber(void)
{
    set_int(&made, note_at(0) + 36, 1);
    set_float(note_at(5) + 4, 2.5f);
}
static void break_last_saber(void) { set_int(&made, note_at(5) + 36, 0); }
static void break_speed_bits(void) { set_float(note_at(0) + 20, 1107361792.0f); }
static void break_speed(void) { set_float(note_at(1) + 20, -4); }
static void break_rating(void)
{
    set_float(note_at(0) + 80, -0.5f);
    set_float(note_at(5) + 84, 11);
}
static void break_energy(void) { set_float(body_of(3) + 8, 1.5f); }
static void break_energy_time(void)
{
    special_info(PLATFORM, "oculus"); /* a byte longer than the usual one */
    set_float(body_of(3) + 1 + 8, 60);
}
static void break_wall_times(void) { set_float(body_of(3) + 16, 0.5f); }
static void break_wall_late(void) { set_float(body_of(3) + 12, 9); }
static void break_height_order(void) { set_float(body_of(4) + 4 + 4, 0.75f); }
static void break_height_late(void) { set_float(body_of(4) + 4 + 12, 9); }
static void break_pause(void) { set_int(&made, body_of(5) + 8, -1); }
static void break_pause_long(void) { set_int(&made, body_of(5) + 4, (int32_t)4000000000u); }
static void break_pause_late(void) { set_float(body_of(5) + 12, 9); }
static void break_pause_jumps(void)
{
    make(&made, "01234");
    put_byte(&made, 5);
    put_int(&made, 2);
    for (int i = 0; i < 2; i++) {
        put_long(&made, 3);
        put_float(&made, 0.3f + 0.25f * (float)i);
    }
    for (size_t i = 3; i < FRAMES; i++) set_float(frame_at(i) + 12, 3);
}
static void break_offsets(void)
{
    for (size_t i = 0; i < 14; i++) set_int(&made, body_of(6) + 4 * i, 0);
}
static void break_offsets_rotation(void) { set_float(body_of(6) + 24, 3); }
static void break_frame_number(void)
{
    set_int(&made, frame_at(2) + 8, 0x7fc00000);
    set_int(&made, frame_at(3) + 16, 0x7f800000);
}
static void break_time_number(void) { set_int(&made, note_at(1) + 4, 0x7fc00000); }

typedef struct broken_rule {
    void (*break_it)(void);
    const char *rule;
    reel_severity severity;
    uint64_t count, row;
} broken_rule;

static const broken_rule broken_rules[] = {
    { break_score, "bsor.score-zero", REEL_ERROR, 1, 0 },
    { break_score_sign, "bsor.score-negative", REEL_WARNING, 1, 0 },
    { break_mod, "bsor.mod-version", REEL_WARNING, 1, 0 },
    { break_hash, "bsor.map-hash", REEL_NOTE, 1, 0 },
    { break_hash_size, "bsor.map-hash", REEL_NOTE, 1, 0 },
    { break_timestamp, "bsor.timestamp", REEL_NOTE, 1, 0 },
    { break_timestamp_unit, "bsor.timestamp-milliseconds", REEL_NOTE, 1, 0 },
    { break_timestamp_digits, "bsor.timestamp-digits", REEL_NOTE, 1, 0 },
    { break_platform, "bsor.platform", REEL_NOTE, 1, 0 },
    { break_game, "bsor.old-dots", REEL_NOTE, 1, 0 },
    { break_mode, "bsor.old-dots", REEL_NOTE, 1, 0 },
    { break_numbers, "bsor.info-number", REEL_WARNING, 2, 0 },
    { break_left_handed, "bsor.flag-byte", REEL_NOTE, 1, 0 },
    { break_fail, "bsor.fail-time", REEL_WARNING, 1, REEL_NO_ROW },
    { break_after_fail, "bsor.after-fail", REEL_WARNING, 1, 5 },
    { break_few_frames, "bsor.few-frames", REEL_ERROR, 1, REEL_NO_ROW },
    { break_frame_order, "bsor.time-backwards", REEL_WARNING, 1, 4 },
    { break_frame_times, "bsor.frame-time-repeated", REEL_NOTE, 2, 4 },
    { break_first_rotation, "bsor.rotation-first", REEL_NOTE, 1, 0 },
    { break_rotations, "bsor.rotation", REEL_WARNING, 2, 3 },
    { break_platform_end, "bsor.off-platform", REEL_WARNING, 4, 0 },
    { break_notes, "bsor.no-notes", REEL_ERROR, 1, REEL_NO_ROW },
    { break_note_order, "bsor.note-time-backwards", REEL_WARNING, 1, 3 },
    { break_note_twice, "bsor.note-twice", REEL_NOTE, 1, REEL_NO_ROW },
    { break_notes_last, "bsor.notes-after-frames", REEL_ERROR, 1, REEL_NO_ROW },
    { break_bomb, "bsor.bomb-id", REEL_NOTE, 1, 4 },
    { break_note_id, "bsor.note-id", REEL_NOTE, 1, 0 },
    { break_large_id, "bsor.note-id-large", REEL_NOTE, 1, 0 },
    { break_garbage, "bsor.cut-garbage", REEL_NOTE, 1, 2 },
    { break_link_garbage, "bsor.cut-garbage", REEL_NOTE, 1, 0 },
    { break_flag_byte, "bsor.cut-flag-byte", REEL_WARNING, 1, 1 },
    { break_flags, "bsor.cut-flags", REEL_WARNING, 1, 1 },
    { break_saber_type, "bsor.saber-type", REEL_WARNING, 1, 1 },
    { break_wrong_saber, "bsor.wrong-saber", REEL_ERROR, 1, 0 },
    { break_speed_bits, "bsor.saber-speed-bits", REEL_NOTE, 1, 0 },
    { break_speed, "bsor.saber-speed", REEL_WARNING, 1, 1 },
    { break_rating, "bsor.rating", REEL_WARNING, 2, 0 },
    { break_energy, "bsor.wall-energy", REEL_WARNING, 1, 0 },
    { break_energy_time, "bsor.wall-energy-time", REEL_NOTE, 1, 0 },
    { break_wall_times, "bsor.wall-times", REEL_NOTE, 1, 0 },
    { break_wall_late, "bsor.walls-after-frames", REEL_WARNING, 1, 0 },
    { break_height_order, "bsor.height-time-backwards", REEL_NOTE, 1, 1 },
    { break_height_late, "bsor.heights-after-frames", REEL_NOTE, 1, 1 },
    { break_pause, "bsor.pause-duration", REEL_NOTE, 1, 0 },
    { break_pause_long, "bsor.pause-long", REEL_WARNING, 1, 0 },
    { break_pause_late, "bsor.pauses-after-frames", REEL_WARNING, 1, 0 },
    { break_pause_jumps, "bsor.pause-jumps", REEL_WARNING, 1, 0 },
    { break_offsets, "bsor.offsets-zero", REEL_NOTE, 1, 0 },
    { break_offsets_rotation, "bsor.offsets-rotation", REEL_WARNING, 1, 0 },
    { break_frame_number, "bsor.not-a-number", REEL_WARNING, 2, 2 },
    { break_time_number, "bsor.not-a-number", REEL_ERROR, 1, 1 },
};

static void each_rule_is_told_once_with_its_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken_rules / sizeof *broken_rules; i++) {
        const broken_rule *b = &broken_rules[i];
        make_full(&made);
        b->break_it();
        told t = check_bytes(made.data, made.size, b->rule);
        if (t.count != 1) fail_msg("case %zu: %s told %zu times among %s", i, b->rule, t.count, t.text);
        if (t.last.severity != b->severity || t.last.count != b->count || t.last.row != b->row)
            fail_msg("case %zu: %s: severity %d, count %llu, row %lld", i, b->rule, t.last.severity,
                     (unsigned long long)t.last.count, (long long)t.last.row);
    }
}

static void offsets_point_at_the_row(void **state)
{
    (void)state;
    make_full(&made);
    break_wrong_saber();
    assert_int_equal(check_bytes(made.data, made.size, "bsor.wrong-saber").last.offset, note_at(0));
    make_full(&made);
    break_note_order();
    assert_int_equal(check_bytes(made.data, made.size, "bsor.note-time-backwards").last.offset, note_at(3));
    make_full(&made);
    break_frame_times();
    assert_int_equal(check_bytes(made.data, made.size, "bsor.frame-time-repeated").last.offset, frame_at(4));
    make_full(&made);
    break_height_late();
    assert_int_equal(check_bytes(made.data, made.size, "bsor.heights-after-frames").last.offset, body_of(4) + 4 + 8);
}

static void a_wrong_saber_in_the_last_second_is_forgiven(void **state)
{
    (void)state;
    make_full(&made);
    break_last_saber();
    assert_int_equal(check_bytes(made.data, made.size, "bsor.wrong-saber").count, 0);
}

static void newer_games_have_no_platform_to_stay_on(void **state)
{
    (void)state;
    make_after_info(&made, (const special[]){ { GAME, "1.40.0_4575554838", 0 } }, 1, 0);
    for (size_t i = 0; i < FRAMES; i++) set_float(frame_at(i) + 16, 1.1f);
    assert_int_equal(check_bytes(made.data, made.size, "bsor.off-platform").count, 0);
}

static void garbage_of_bad_cuts_is_not_taken_for_numbers(void **state)
{
    (void)state;
    make_full(&made);
    set_int(&made, note_at(2) + 20, 0x7fc00000);
    set_int(&made, note_at(2) + 80, (int32_t)0xff800000);
    assert_int_equal(check_bytes(made.data, made.size, "bsor.not-a-number").count, 0);
    assert_int_equal(check_bytes(made.data, made.size, "bsor.cut-garbage").count, 1);
}

static bool check_play(const char *path, const char *name)
{
    if (strcmp(corpus_index("bsor", name, "kind"), "real") != 0) return false;
    size_t size;
    uint8_t *data = read_file(path, &size);
    told t = check_bytes(data, size, NULL);
    if (t.errors) fail_msg("%s: %s", name, t.text);
    free(data);
    return true;
}

static void no_real_play_is_called_wrong(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", ".bsor", check_play), "plays");
}

static size_t items_of(const char *list)
{
    size_t count = 0;
    for (const char *item = scan_first(list); item; item = scan_next(item)) count++;
    return count;
}

static void assert_counted(const char *name, const uint8_t *data, size_t size, const char *rule, size_t wanted)
{
    told t = check_bytes(data, size, rule);
    if (t.rows != wanted) fail_msg("%s: %s is counted %llu times, not %zu", name, rule, (unsigned long long)t.rows, wanted);
}

/* What an independent reader counted, and the rule that counts the same. */
static bool compare_counts(const char *line)
{
    char name[256], full[512];
    scan_text(scan_key(line, "path"), name, sizeof name);
    snprintf(full, sizeof full, "samples/bsor/%s", name);
    const char *sample = corpus_path(full), *frames = scan_key(line, "frames");
    if (!sample) return false;
    size_t size;
    uint8_t *data = read_file(sample, &size);
    assert_counted(name, data, size, "bsor.time-backwards", (size_t)scan_number(scan_key(frames, "backwardTimes")));
    assert_counted(name, data, size, "bsor.frame-time-repeated", (size_t)scan_number(scan_key(frames, "repeatedTimes")));
    assert_counted(name, data, size, "bsor.string-length", items_of(scan_key(line, "repairedStrings")));
    assert_counted(name, data, size, "bsor.no-notes", scan_number(scan_key(scan_key(line, "notes"), "count")) == 0);
    free(data);
    return true;
}

static void quirks_are_counted_as_another_reader_does(void **state)
{
    (void)state;
    size_t size, compared = 0;
    char *text = corpus_text("expected/bsor/decoded.jsonl", &size);
    if (!text) skip();
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) compared += compare_counts(line);
    corpus_compared(compared, "files");
    free(text);
}

/* Every rule that the sources name stands in the page of the format. */
static void the_page_lists_every_rule(void **state)
{
    (void)state;
    static const char *const sources[] = { "check.c",      "check_rules.h", "read.c",   "read_info.c", "read_notes.c",
                                           "read_count.c", "write.c",       "repair.c", "avatars.c",   "schema.c" };
    size_t size, rules = 0;
    char *page = (char *)read_file(project_path("docs/formats/bsor.md"), &size);
    page = realloc(page, size + 1);
    assert_non_null(page);
    page[size] = 0;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char name[256];
        snprintf(name, sizeof name, "src/formats/bsor/%s", sources[i]);
        char *source = (char *)read_file(project_path(name), &size);
        source = realloc(source, size + 1);
        assert_non_null(source);
        source[size] = 0;
        for (char *at = source; (at = strchr(at, '"')) != NULL; at++) {
            if (strncmp(at + 1, "bsor.", 5) != 0 && strncmp(at + 1, "repair.bsor.", 10) != 0) continue;
            char *end = strchr(at + 1, '"'), rule[64];
            assert_non_null(end);
            snprintf(rule, sizeof rule, "`%.*s`", (int)(end - at - 1), at + 1);
            if (!strstr(page, rule)) fail_msg("docs/formats/bsor.md does not list %s", rule);
            at = end;
            rules++;
        }
        free(source);
    }
    assert_true(rules > 50);
    free(page);
}

/* ---- what headsets and rooms leave ------------------------------------------------------------------------------ */

/* The start of a file by a standalone headset: section 0 and frames. */
static void put_headset(bytes *b, void (*frames)(bytes *))
{
    b->size = 0;
    put_head(b);
    put_info_with(b, (const special[]){ { PLATFORM, "oculus", 0 }, { GAME, "1.24.0", 0 } }, 2, 0);
    frames(b);
}

static void put_rest(bytes *b, int from)
{
    for (int id = from; id < 6; id++) section_makers[id](b);
}

static void ends_of_walls_are_times_on_headsets(void **state)
{
    (void)state;
    static const struct {
        float end;
        const char *rule;
    } ends[] = { { 3.5f, "bsor.wall-energy-time" },
                 { 2.5f, "bsor.wall-end-before-start" },
                 { 0.5f, "bsor.wall-end-before-start" },
                 { 1e9f, "bsor.wall-end-unset" },
                 { -7, "bsor.wall-end-unset" } };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        put_headset(&made, put_frames);
        put_notes(&made);
        put_byte(&made, 3);
        put_int(&made, 1);
        put_int(&made, 102);
        put_floats(&made, 3, (const float[]){ ends[i].end, 3, 2 });
        put_rest(&made, 4);
        assert_int_equal(check_bytes(made.data, made.size, ends[i].rule).count, 1);
    }
}

/* Twelve times with the frames of three players, of which the second plays. */
static void put_room(bytes *b)
{
    put_byte(b, 1);
    put_int(b, 36);
    for (int i = 0; i < 36; i++) {
        const float x = 3 * (float)(i % 3), time = 0.125f * (float)(1 + i / 3);
        put_float(b, time);
        put_int(b, 72);
        put_floats(b, 7, (const float[]){ x, 1.7f, 0.01f * time, 0, 0, 0, 1 });
        put_floats(b, 7, (const float[]){ x - 0.5f, 1, time, 0, 0, 0, 1 });
        put_floats(b, 7, (const float[]){ x + 0.5f, 1, time, 0, 0, 0, 1 });
    }
}

static void frames_of_a_room_are_reported_and_one_player_is_kept(void **state)
{
    (void)state;
    put_headset(&made, put_room);
    size_t notes = made.size + 5;
    put_rest(&made, 2);
    for (size_t i = 0; i < 2; i++) set_float(notes + 88 * i + 16 + 32, 3); /* x of the points that were cut */
    assert_int_equal(check_bytes(made.data, made.size, "bsor.avatars").count, 1);
    const reel_setting operations[] = { { "one-avatar", NULL } };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = operations, .operation_count = 1 };
    reel_memory memory;
    reel_error error;
    if (reel_convert(reel_source_memory(made.data, made.size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, 12);
    for (size_t i = 0; i < count; i++) assert_true(frames[i].head.position.x == 3);
    assert_int_equal(check_bytes(memory.data, memory.size, "bsor.avatars").count, 0);
    /* statistics, pictures and ScoreSaber files are of that player without the edit, too */
    reel_replay *room, *results[2];
    reel_memory pictures[2], dat;
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &room, NULL), REEL_OK);
    const reel_replay *plays[] = { room, replay };
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_bsor, reel_replay_chunk(plays[i]), NULL,
                                                &results[i], NULL),
                         REEL_OK);
        assert_int_equal(reel_plot_draw(reel_plot_by_id(&reel_format_bsor, "paths"), plays[i],
                                        reel_sink_memory(&pictures[i], NULL), NULL, NULL),
                         REEL_OK);
    }
    size_t rows[2];
    const beatsaber_summary *first = reel_rows(results[0], &beatsaber_summaries, &rows[0]);
    assert_memory_equal(first, reel_rows(results[1], &beatsaber_summaries, &rows[1]), sizeof *first);
    assert_int_equal(pictures[0].size, pictures[1].size);
    assert_memory_equal(pictures[0].data, pictures[1].data, pictures[0].size);
    assert_int_equal(reel_convert(reel_source_memory(made.data, made.size), NULL, &reel_format_scoresaber,
                                  reel_sink_memory(&dat, NULL), NULL, NULL),
                     REEL_OK);
    reel_free(room);
    assert_int_equal(reel_load(reel_source_memory(dat.data, dat.size), NULL, &room, NULL), REEL_OK);
    const scoresaber_pose *poses = reel_rows(room, &scoresaber_poses, &count);
    assert_int_equal(count, 12);
    for (size_t i = 0; i < count; i++) assert_true(poses[i].head.position.x == 3);
    reel_free(room);
    reel_memory_free(&dat);
    assert_int_equal(
        reel_convert(reel_source_memory(made.data, made.size), NULL, &reel_format_xror, reel_sink_memory(&dat, NULL), NULL, NULL),
        REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(dat.data, dat.size), NULL, &room, NULL), REEL_OK);
    reel_free(results[1]);
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_xror, reel_replay_chunk(room), NULL, &results[1], NULL),
        REEL_OK);
    const beatsaber_summary *second = reel_rows(results[1], &beatsaber_summaries, &rows[1]);
    assert_int_equal(second->kept_frames, first->kept_frames);
    assert_memory_equal(&second->average_head_position, &first->average_head_position, sizeof(reel_vec3));
    for (size_t i = 0; i < 2; i++) {
        reel_free(results[i]);
        reel_memory_free(&pictures[i]);
    }
    reel_memory_free(&dat);
    reel_free(room);
    reel_free(replay);
    reel_memory_free(&memory);
    make_full(&made);
    reel_memory other;
    assert_int_equal(
        reel_convert(reel_source_memory(made.data, made.size), NULL, NULL, reel_sink_memory(&other, NULL), &how, &error),
        REEL_ARGUMENT);
}

/* A link of a chain whose scoring type the mod did not know: an old id, and a cut that was never filled. */
static void cuts_that_were_never_filled_are_links(void **state)
{
    (void)state;
    for (int chains = 0; chains < 2; chains++) {
        make_after_info(&made, (const special[]){ { GAME, chains ? "1.22.0" : "1.19.1", 0 } }, 1, 0);
        size_t notes = made.size - 12 - 5 - 16 - 5 - 16 - 5 - (88 * 4 + 16 * 2);
        set_int(&made, notes, 1001);
        memcpy(made.data + notes + 16, "\x30\x7f\x01\xde", 4);
        set_int(&made, notes + 16 + 20, 28859);
        assert_int_equal(check_bytes(made.data, made.size, "bsor.links-without-scoring").count, (size_t)chains);
        assert_int_equal(check_bytes(made.data, made.size, "bsor.saber-type").count, (size_t)!chains);
    }
}

/* The play ends while the last note is scored: the Quest mod writes a good cut that was never filled. On a PC nothing writes so. */
static void cuts_that_the_end_cut_off_are_notes(void **state)
{
    (void)state;
    for (int kind = 0; kind < 8; kind++) {
        const bool quest = kind & 1, late = kind & 2, soon = kind & 4;
        make_after_info(&made, (const special[]){ { PLATFORM, quest ? "oculus" : "steam", 0 } }, 1, 0);
        const size_t notes = made.size - 12 - 5 - 16 - 5 - 16 - 5 - (88 * 4 + 16 * 2), last = notes + 88 * 3 + 16 * 2;
        set_float(last + 4, late ? 0.75f : 0.25f);
        memcpy(made.data + last + 16, soon ? "\1\1\1\1" : "\0\0\0\0", 4);
        const bool open = quest && late;
        assert_int_equal(check_bytes(made.data, made.size, "bsor.cut-open").count, (size_t)open);
        assert_int_equal(check_bytes(made.data, made.size, "bsor.cut-flags").count, (size_t)!open);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_of_walls_are_times_on_headsets),
        cmocka_unit_test(frames_of_a_room_are_reported_and_one_player_is_kept),
        cmocka_unit_test(cuts_that_were_never_filled_are_links),
        cmocka_unit_test(cuts_that_the_end_cut_off_are_notes),
        cmocka_unit_test(a_sound_file_breaks_no_rule),
        cmocka_unit_test(each_rule_is_told_once_with_its_rows),
        cmocka_unit_test(offsets_point_at_the_row),
        cmocka_unit_test(a_wrong_saber_in_the_last_second_is_forgiven),
        cmocka_unit_test(newer_games_have_no_platform_to_stay_on),
        cmocka_unit_test(garbage_of_bad_cuts_is_not_taken_for_numbers),
        cmocka_unit_test(no_real_play_is_called_wrong),
        cmocka_unit_test(quirks_are_counted_as_another_reader_does),
        cmocka_unit_test(the_page_lists_every_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
