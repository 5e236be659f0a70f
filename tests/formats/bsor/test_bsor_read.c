/* SPDX-License-Identifier: MIT
 * Reading BSOR: what made files say, what real ones say by the account of another reader, and what is left of damaged ones. */
#include "corpus.h"
#include "generate.h"
#include "machinery.h"
#include "scan.h"

#include <reel/bsor.h>

#include <math.h>

static bytes made;

static reel_replay *load(const void *data, size_t size, const reel_options *options)
{
    reel_error error;
    reel_replay *replay = NULL;
    if (reel_load(reel_source_memory(data, size), options, &replay, &error) < 0)
        fail_msg("%s at %llu: %s", error.rule, (unsigned long long)error.offset, error.message);
    return replay;
}

static reel_replay *load_made(void (*make_it)(bytes *))
{
    make_it(&made);
    return load(made.data, made.size, NULL);
}

#define ROWS(type, replay, table, count) ((const type *)reel_rows(replay, &table, count))

static bool text_is(reel_string text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.data ? text.data : "", expected, text.size) == 0;
}

/* ---- made files ------------------------------------------------------------------------------------------------- */

static void reads_every_table_of_a_full_file(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_full);
    size_t count;
    const bsor_info *info = ROWS(bsor_info, replay, bsor_infos, &count);
    assert_int_equal(count, 1);
    assert_true(text_is(info->mod_version, "0.9.20") && text_is(info->player_name, "Player One"));
    assert_true(text_is(info->difficulty, "Expert") && text_is(info->modifiers, "FS,GN"));
    assert_int_equal(info->score, 1234);
    assert_true(info->jump_distance == 17.5f && info->height == 1.75f && info->speed == 0 && info->left_handed == 0);
    const bsor_frame *frames = ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, FRAMES);
    assert_true(frames[3].time == 0.375f && frames[3].fps == 93 && frames[3].right_hand.rotation.y == 0.8f);
    const bsor_note *notes = ROWS(bsor_note, replay, bsor_notes, &count);
    assert_int_equal(count, NOTES);
    assert_true(notes[2].note_id == 33008 && notes[2].event_type == BSOR_BAD_CUT && notes[2].has_cut == 1);
    assert_true(notes[2].cut.speed_ok == 0 && notes[2].cut.saber_speed == 32.25f && notes[2].cut.after_cut_rating == 0.75f);
    assert_true(notes[1].cut.speed_ok == 1 && notes[1].cut.saber_type == 1 && notes[1].cut.cut_normal.z == -0.8f);
    assert_true(notes[4].event_type == BSOR_BOMB && notes[4].has_cut == 0 && notes[4].cut.saber_speed == 0);
    const bsor_wall *wall = ROWS(bsor_wall, replay, bsor_walls, &count);
    assert_true(count == 1 && wall->wall_id == 102 && wall->energy == 0.5f && wall->spawn_time == 0.25f);
    const bsor_height *heights = ROWS(bsor_height, replay, bsor_heights, &count);
    assert_true(count == 2 && heights[1].height == 1.625f && heights[1].time == 0.5f);
    const bsor_pause *pause = ROWS(bsor_pause, replay, bsor_pauses, &count);
    assert_true(count == 1 && pause->duration == 12 && pause->time == 0.625f);
    const bsor_controller_offsets *offsets = ROWS(bsor_controller_offsets, replay, bsor_offsets, &count);
    assert_true(count == 1 && offsets->left.position.x == 0.0078125f && offsets->right.rotation.w == 1);
    const bsor_user_entry *entries = ROWS(bsor_user_entry, replay, bsor_user_data, &count);
    assert_true(count == 3 && text_is(entries[1].key, "beat") && entries[0].value.size == 5 && entries[2].value.size == 0);
    assert_memory_equal(entries[0].value.data, "\x01\x00\xff\x7f\x80", 5);
    reel_free(replay);
}

static void keeps_the_bytes_of_flags(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_flag_bytes);
    size_t count;
    const bsor_cut *cut = &ROWS(bsor_note, replay, bsor_notes, &count)[2].cut;
    assert_true(cut->speed_ok == 0x20 && cut->direction_ok == 0xde && cut->saber_type_ok == 0x3f &&
                cut->was_cut_too_soon == 0xb8);
    assert_int_equal(cut->saber_type, 28859);
    assert_int_equal(ROWS(bsor_info, replay, bsor_infos, &count)->left_handed, 0xff);
    reel_free(replay);
}

static void appends_rows_of_repeated_sections(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_repeated_frames);
    size_t count;
    ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, 2 * FRAMES);
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 8);
    assert_true(sections[1].id == 1 && sections[3].id == 1 && sections[1].count == FRAMES && sections[3].count == FRAMES);
    reel_free(replay);
    replay = load_made(make_repeated_info);
    ROWS(bsor_info, replay, bsor_infos, &count);
    assert_int_equal(count, 2);
    reel_free(replay);
}

static void keeps_the_byte_of_a_section_that_is_not_there(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_bare_06);
    size_t count;
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 7);
    assert_true(sections[6].id == 6 && sections[6].bare == 1 && sections[6].size == 1);
    ROWS(bsor_controller_offsets, replay, bsor_offsets, &count);
    assert_int_equal(count, 0);
    reel_free(replay);
}

static void keeps_bytes_after_the_eighth_section(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_trailing);
    size_t count;
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 8);
    assert_int_equal(sections[7].raw.size, 11);
    assert_memory_equal(sections[7].raw.data, "\x06trailing\x00\xff", 11);
    reel_free(replay);
}

/* ---- reading to the end ----------------------------------------------------------------------------------------- */

static const reel_options to_the_end = { .struct_size = sizeof to_the_end, .convention = "all" };

static void reads_sections_after_the_eighth_where_it_is_asked_to(void **state)
{
    (void)state;
    size_t count;
    reel_replay *replay = load_made(make_repeated_after_eight);
    ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, FRAMES);
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 8);
    assert_int_equal(sections[7].raw.size, 1 + 4 + 92 * FRAMES + 1 + 4 + 12);
    reel_free(replay);
    replay = load(made.data, made.size, &to_the_end);
    const bsor_frame *frames = ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, 2 * FRAMES);
    assert_memory_equal(frames, frames + FRAMES, sizeof *frames * FRAMES);
    ROWS(bsor_pause, replay, bsor_pauses, &count);
    assert_int_equal(count, 2);
    sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 10);
    assert_true(sections[7].raw.size == 0 && sections[8].id == 1 && sections[9].id == 5);
    reel_free(replay);
}

/* Writes the file that was made, as it is read to its end. */
static reel_memory written_to_the_end(const reel_convert_options *how)
{
    reel_memory file;
    reel_error error;
    if (reel_convert(reel_source_memory(made.data, made.size), &to_the_end, NULL, reel_sink_memory(&file, NULL), how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return file;
}

static void sections_after_the_eighth_are_written_back(void **state)
{
    (void)state;
    const reel_setting setting = { "player_name", "Somebody Else" };
    const reel_convert_options how = { .struct_size = sizeof how, .settings = &setting, .setting_count = 1 };
    size_t count;
    make_repeated_after_eight(&made);
    reel_memory same = written_to_the_end(NULL), changed = written_to_the_end(&how);
    assert_int_equal(same.size, made.size);
    assert_memory_equal(same.data, made.data, made.size);
    reel_replay *replay = load(changed.data, changed.size, &to_the_end);
    assert_true(text_is(ROWS(bsor_info, replay, bsor_infos, &count)->player_name, "Somebody Else"));
    ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, 2 * FRAMES);
    ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 10);
    reel_free(replay);
    reel_memory_free(&same);
    reel_memory_free(&changed);
}

static void reading_to_the_end_stops_after_64_sections(void **state)
{
    (void)state;
    size_t count;
    make_full(&made);
    for (int i = 0; i < 70; i++) {
        put_byte(&made, 3);
        put_int(&made, 0);
    }
    reel_replay *replay = load(made.data, made.size, &to_the_end);
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 64);
    assert_int_equal(sections[63].raw.size, 5 * (8 + 70 - 64));
    reel_free(replay);
    reel_memory same = written_to_the_end(NULL);
    assert_int_equal(same.size, made.size);
    assert_memory_equal(same.data, made.data, made.size);
    reel_memory_free(&same);
}

static void damage_after_the_eighth_section_is_found_where_it_is_read(void **state)
{
    (void)state;
    reel_replay *replay;
    reel_error error;
    reel_options options = to_the_end;
    options.flags = REEL_STRICT;
    make_repeated_after_eight(&made);
    reel_free(load(made.data, made.size - 3, NULL));
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size - 3), &options, &replay, &error), REEL_TRUNCATED);
    assert_string_equal(error.rule, "bsor.truncated");
    assert_int_equal(error.offset, made.size - 12);
    make_trailing(&made);
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size), &options, &replay, &error), REEL_TRUNCATED);
    assert_int_equal(error.offset, made.size - 10);
}

static void keeps_what_follows_an_unknown_section(void **state)
{
    (void)state;
    reel_replay *replay = load_made(make_unknown_tail);
    size_t count;
    assert_non_null(reel_replay_damage(replay));
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    assert_int_equal(count, 7);
    assert_true(sections[6].id == 0x2a && sections[6].raw.size == 4 && memcmp(sections[6].raw.data, "tail", 4) == 0);
    reel_free(replay);
}

static void finds_info_behind_other_sections(void **state)
{
    (void)state;
    make_info_late(&made);
    reel_reader *reader;
    size_t count;
    assert_int_equal(reel_open(reel_source_memory(made.data, made.size), NULL, &reader, NULL), REEL_OK);
    const bsor_info *info = reel_chunk_rows(reel_header(reader), &bsor_infos, &count);
    assert_int_equal(count, 1);
    assert_true(text_is(info->player_name, "Player One"));
    reel_close(reader);
}

/* A source that counts what is taken from it. */
typedef struct drip {
    const uint8_t *data;
    size_t size, at, step;
} drip;

static reel_status drip_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    drip *source = context;
    size_t left = source->size - source->at;
    if (left == 0) return REEL_END;
    *got = left < capacity ? left : capacity;
    if (*got > source->step) *got = source->step;
    memcpy(buffer, source->data + source->at, *got);
    source->at += *got;
    return REEL_OK;
}

static void reads_the_same_from_drops_as_from_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden_files / sizeof *golden_files; i++) {
        golden_files[i].make(&made);
        reel_replay *whole = load(made.data, made.size, NULL), *dripped;
        drip source = { made.data, made.size, 0, 1 };
        reel_source from = { .context = &source, .size = REEL_UNKNOWN_SIZE, .read = drip_read };
        reel_error error;
        if (reel_load(from, NULL, &dripped, &error) < 0) fail_msg("%s: %s", golden_files[i].name, error.message);
        assert_same_replay(whole, dripped, true, golden_files[i].name);
        reel_free(whole);
        reel_free(dripped);
    }
}

static void opening_does_not_touch_frames(void **state)
{
    (void)state;
    size_t size = 40 << 20, at;
    uint8_t *large = calloc(1, size);
    assert_non_null(large);
    make(&made, "0");
    memcpy(large, made.data, made.size);
    at = made.size;
    large[at] = 1;
    reel_store_u32le(large + at + 1, (uint32_t)((size - at - 5) / 92));
    drip source = { large, size, 0, 4096 };
    reel_source from = { .context = &source, .size = size, .read = drip_read };
    reel_reader *reader;
    size_t count;
    assert_int_equal(reel_open(from, NULL, &reader, NULL), REEL_OK);
    assert_true(source.at <= 8192);
    reel_chunk_rows(reel_header(reader), &bsor_frames, &count);
    assert_int_equal(count, 0);
    reel_close(reader);
    free(large);
}

static void unwanted_tables_stay_empty(void **state)
{
    (void)state;
    make_full(&made);
    const reel_table *wanted[] = { &bsor_walls, NULL };
    reel_options options = { .tables = wanted };
    reel_replay *replay = load(made.data, made.size, &options);
    for (const reel_table *const *table = reel_format_bsor.tables; *table; table++) {
        size_t count;
        reel_rows(replay, *table, &count);
        assert_int_equal(count, *table == &bsor_walls || *table == &bsor_infos ? 1 : 0);
    }
    assert_null(reel_replay_damage(replay));
    reel_free(replay);
}

static void damage_is_found_in_unwanted_tables_too(void **state)
{
    (void)state;
    const reel_table *wanted[] = { &bsor_heights, NULL };
    reel_options options = { .tables = wanted };
    make_event_type(&made);
    reel_replay *replay = load(made.data, made.size, &options);
    assert_string_equal(reel_replay_damage(replay)->rule, "bsor.event-type");
    reel_free(replay);
}

/* Cut at every byte: the whole records before the cut, then the damage, at or before the cut. */
static void a_file_cut_anywhere_gives_what_is_whole(void **state)
{
    (void)state;
    static bytes whole;
    make_full(&whole);
    size_t frames_at = body_of(1) + 4, notes_at = body_of(2) + 4;
    for (size_t size = 0; size < whole.size; size++) {
        reel_error error;
        reel_replay *replay;
        uint8_t *exact = malloc(size ? size : 1); /* so that a sanitizer sees a step beyond */
        assert_non_null(exact);
        memcpy(exact, whole.data, size);
        reel_status status = reel_load(reel_source_memory(exact, size), NULL, &replay, &error);
        if (status < 0) {
            assert_true(size < body_of(1));
            assert_true(error.status == REEL_TRUNCATED || (size < 4 && error.status == REEL_UNSUPPORTED));
            free(exact);
            continue;
        }
        size_t count, expected = size < frames_at ? 0 : (size - frames_at) / 92;
        const bsor_frame *frames = ROWS(bsor_frame, replay, bsor_frames, &count);
        assert_int_equal(count, expected < FRAMES ? expected : FRAMES);
        for (size_t i = 0; i < count; i++) assert_int_equal(frames[i].fps, 90 + (int)i);
        ROWS(bsor_note, replay, bsor_notes, &count);
        if (size < notes_at) assert_int_equal(count, 0);
        const reel_error *damage = reel_replay_damage(replay);
        bool may_end = size == body_of(6) - 1 || size == body_of(6) || size == body_of(7) - 1 || size == body_of(7);
        if (may_end) {
            assert_null(damage);
        } else {
            assert_non_null(damage);
            assert_int_equal(damage->status, REEL_TRUNCATED);
            assert_true(damage->offset <= size);
        }
        reel_free(replay);
        free(exact);
    }
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static uint64_t rows_bytes(const reel_replay *replay)
{
    uint64_t sum = 0;
    for (const reel_table *const *table = reel_format_bsor.tables; *table; table++) {
        size_t count;
        reel_rows(replay, *table, &count);
        sum += (uint64_t)count * (*table)->row_size;
    }
    return sum;
}

static bool takes_little_memory(const char *path, const char *name)
{
    test_allocator state = { 0 };
    reel_allocator allocator = test_allocator_of(&state);
    reel_options options = { .allocator = &allocator };
    reel_replay *replay;
    size_t size;
    uint8_t *data = read_file(path, &size);
    bool reads = reel_load(reel_source_memory(data, size), &options, &replay, NULL) >= 0;
    if (reads) {
        uint64_t most = rows_bytes(replay) + 65536;
        if (!reel_replay_damage(replay) && state.peak > most)
            fail_msg("%s: %zu bytes at the most, rows and 64 KiB are %llu", name, state.peak, (unsigned long long)most);
        reel_free(replay);
    }
    assert_int_equal(state.live, 0);
    free(data);
    return reads;
}

static void a_decode_takes_its_rows_and_little_more(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", ".bsor", takes_little_memory), "files");
}

/* Entries of user data of a byte each are the most expensive bytes that there are. */
static void the_memory_bound_holds_for_the_worst_file(void **state)
{
    (void)state;
    enum { ENTRIES = 200000 };
    make(&made, "012345");
    size_t size = made.size + 5 + ENTRIES * 10;
    uint8_t *data = malloc(size), *at = data;
    assert_non_null(data);
    memcpy(at, made.data, made.size);
    at += made.size;
    *at++ = 7;
    reel_store_u32le(at, ENTRIES);
    at += 4;
    for (size_t i = 0; i < ENTRIES; i++, at += 10) memcpy(at, "\x01\0\0\0k\x01\0\0\0v", 10);
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = { .allocator = &allocator };
    reel_free(load(data, size, &options));
    assert_true(memory.peak <= reel_memory_bound(&reel_format_bsor, size, &options));
    assert_int_equal(memory.live, 0);
    free(data);
}

/* ---- real files against the account of another reader ----------------------------------------------------------- */

static const char *const info_keys[STRINGS] = {
    "version",    "gameVersion", "timestamp", "playerID", "playerName", "platform", "trackingSystem", "hmd",
    "controller", "hash",        "songName",  "mapper",   "difficulty", "mode",     "environment",    "modifiers",
};

static const reel_string *info_texts(const bsor_info *info, size_t i)
{
    const reel_string *texts[STRINGS] = {
        &info->mod_version,     &info->game_version, &info->timestamp,   &info->player_id, &info->player_name, &info->platform,
        &info->tracking_system, &info->headset,      &info->controller,  &info->map_hash,  &info->song_name,   &info->mapper,
        &info->difficulty,      &info->mode,         &info->environment, &info->modifiers,
    };
    return texts[i];
}

static void compare_info(const char *line, const reel_replay *replay)
{
    size_t count;
    const bsor_info *info = ROWS(bsor_info, replay, bsor_infos, &count);
    const char *truth = scan_key(line, "info");
    for (size_t i = 0; i < STRINGS; i++) {
        char text[4096];
        size_t size = scan_text(scan_key(truth, info_keys[i]), text, sizeof text);
        const reel_string *own = info_texts(info, i);
        if (own->size != size || (size && memcmp(own->data, text, size) != 0)) fail_msg("%s: %.60s", info_keys[i], line);
    }
    assert_int_equal(info->score, (int32_t)scan_number(scan_key(truth, "score")));
    const struct {
        const char *key;
        float value;
    } numbers[] = {
        { "jumpDistance", info->jump_distance }, { "leftHanded", info->left_handed }, { "height", info->height },
        { "startTime", info->start_time },       { "failTime", info->fail_time },     { "speed", info->speed },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_true((float)scan_number(scan_key(truth, numbers[i].key)) == numbers[i].value);
}

static void compare_lengths(const char *line, const reel_replay *replay)
{
    size_t count, i = 0;
    const bsor_length *lengths = ROWS(bsor_length, replay, bsor_lengths, &count);
    for (const char *item = scan_first(scan_key(line, "repairedStrings")); item; item = scan_next(item), i++) {
        assert_true(i < count);
        char field[64];
        scan_text(scan_key(item, "field"), field, sizeof field);
        assert_string_equal(field, info_keys[lengths[i].string]);
        assert_int_equal(lengths[i].stated, (int32_t)scan_number(scan_key(item, "said")));
        assert_int_equal(lengths[i].bytes, (uint32_t)scan_number(scan_key(item, "bytes")));
    }
    assert_int_equal(i, count);
}

static void compare_sections(const char *line, const reel_replay *replay)
{
    size_t count, i = 0;
    const bsor_section *sections = ROWS(bsor_section, replay, bsor_sections, &count);
    for (const char *item = scan_first(scan_key(line, "sections")); item; item = scan_next(item), i++) {
        assert_true(i < count && !sections[i].bare);
        assert_int_equal(sections[i].id, (int)scan_number(scan_key(item, "id")));
        assert_int_equal(sections[i].offset, (uint64_t)scan_number(scan_key(item, "offset")));
        assert_int_equal(sections[i].size, (uint64_t)scan_number(scan_key(item, "length")));
    }
    const char *dangling = scan_key(line, "danglingByte");
    if (strncmp(dangling, "null", 4) != 0) {
        assert_true(i < count && sections[i].bare && sections[i].id == (int)scan_number(dangling));
        i++;
    }
    assert_int_equal(i, count);
}

/* Numbers of a list against as many floats. NaN and infinities are told as text. */
static void compare_floats(const char *item, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++, item = scan_next(item)) {
        assert_non_null(item);
        double truth = scan_number(item);
        assert_true(isnan(truth) ? isnan(values[i]) : (float)truth == values[i]);
    }
    assert_null(item);
}

static void compare_frame(const char *list, const bsor_frame *frame)
{
    const char *item = scan_first(list);
    assert_true((float)scan_number(item) == frame->time);
    item = scan_next(item);
    assert_int_equal(frame->fps, (int32_t)scan_number(item));
    float values[21];
    memcpy(values, &frame->head, sizeof values);
    compare_floats(scan_next(item), values, 21);
}

static void compare_frames(const char *line, const reel_replay *replay)
{
    size_t count, repeated = 0, back = 0;
    const bsor_frame *frames = ROWS(bsor_frame, replay, bsor_frames, &count);
    const char *truth = scan_key(line, "frames");
    assert_int_equal(count, (size_t)scan_number(scan_key(truth, "count")));
    compare_frame(scan_key(truth, "first"), &frames[0]);
    compare_frame(scan_key(truth, "last"), &frames[count - 1]);
    for (size_t i = 1; i < count; i++) {
        repeated += frames[i].time == frames[i - 1].time;
        back += frames[i].time < frames[i - 1].time;
    }
    assert_int_equal(repeated, (size_t)scan_number(scan_key(truth, "repeatedTimes")));
    assert_int_equal(back, (size_t)scan_number(scan_key(truth, "backwardTimes")));
}

static void compare_note(const char *item, const bsor_note *note)
{
    assert_int_equal(note->note_id, (int32_t)scan_number(scan_key(item, "noteID")));
    assert_true(note->event_time == (float)scan_number(scan_key(item, "eventTime")));
    assert_true(note->spawn_time == (float)scan_number(scan_key(item, "spawnTime")));
    assert_int_equal(note->event_type, (int32_t)scan_number(scan_key(item, "eventType")));
    const char *cut = scan_first(scan_key(item, "cut"));
    assert_int_equal(note->has_cut, cut != NULL);
    if (!cut) return;
    const bsor_cut *c = &note->cut;
    const float values[] = {
        c->speed_ok,
        c->direction_ok,
        c->saber_type_ok,
        c->was_cut_too_soon,
        c->saber_speed,
        c->saber_direction.x,
        c->saber_direction.y,
        c->saber_direction.z,
        (float)c->saber_type,
        c->time_deviation,
        c->cut_direction_deviation,
        c->cut_point.x,
        c->cut_point.y,
        c->cut_point.z,
        c->cut_normal.x,
        c->cut_normal.y,
        c->cut_normal.z,
        c->cut_distance_to_center,
        c->cut_angle,
        c->before_cut_rating,
        c->after_cut_rating,
    };
    compare_floats(cut, values, sizeof values / sizeof *values);
}

static void compare_notes(const char *line, const reel_replay *replay)
{
    size_t count, types[4] = { 0 }, i = 0;
    const bsor_note *notes = ROWS(bsor_note, replay, bsor_notes, &count);
    const char *truth = scan_key(line, "notes");
    assert_int_equal(count, (size_t)scan_number(scan_key(truth, "count")));
    for (size_t n = 0; n < count; n++) types[notes[n].event_type]++;
    for (int type = 0; type < 4; type++) {
        char key[2] = { (char)('0' + type), 0 };
        assert_int_equal(types[type], (size_t)scan_number(scan_key(scan_key(truth, "byType"), key)));
    }
    for (const char *item = scan_first(scan_key(truth, "first3")); item; item = scan_next(item)) compare_note(item, &notes[i++]);
    if (count) compare_note(scan_key(truth, "last"), &notes[count - 1]);
}

static void compare_the_rest(const char *line, const reel_replay *replay)
{
    size_t count, i = 0;
    const bsor_wall *walls = ROWS(bsor_wall, replay, bsor_walls, &count);
    assert_int_equal(count, (size_t)scan_number(scan_key(line, "wallCount")));
    for (const char *item = scan_first(scan_key(line, "walls")); item; item = scan_next(item), i++)
        compare_floats(scan_first(item),
                       (const float[]){ (float)walls[i].wall_id, walls[i].energy, walls[i].time, walls[i].spawn_time }, 4);
    const bsor_height *heights = ROWS(bsor_height, replay, bsor_heights, &count);
    assert_int_equal(count, (size_t)scan_number(scan_key(line, "heightCount")));
    i = 0;
    for (const char *item = scan_first(scan_key(line, "heights")); item; item = scan_next(item), i++)
        compare_floats(scan_first(item), (const float[]){ heights[i].height, heights[i].time }, 2);
    const bsor_pause *pauses = ROWS(bsor_pause, replay, bsor_pauses, &count);
    i = 0;
    for (const char *item = scan_first(scan_key(line, "pauses")); item; item = scan_next(item), i++)
        compare_floats(scan_first(item), (const float[]){ (float)pauses[i].duration, pauses[i].time }, 2);
    assert_int_equal(i, count);
    const bsor_controller_offsets *offsets = ROWS(bsor_controller_offsets, replay, bsor_offsets, &count);
    const char *list = scan_first(scan_key(line, "controllerOffsets"));
    assert_int_equal(count, list != NULL);
    float values[14];
    if (list) memcpy(values, offsets, sizeof values);
    if (list) compare_floats(list, values, 14);
    const bsor_user_entry *entries = ROWS(bsor_user_entry, replay, bsor_user_data, &count);
    i = 0;
    for (const char *item = scan_first(scan_key(line, "userData")); item; item = scan_next(item), i++) {
        char key[256];
        assert_true(i < count);
        assert_int_equal(entries[i].key.size, scan_text(scan_key(item, "key"), key, sizeof key));
        assert_memory_equal(entries[i].key.data ? entries[i].key.data : "", key, entries[i].key.size);
        assert_int_equal(entries[i].value.size, (size_t)scan_number(scan_key(item, "length")));
    }
    assert_int_equal(i, count);
}

static bool compare_line(const char *line)
{
    char name[256], full[512];
    scan_text(scan_key(line, "path"), name, sizeof name);
    snprintf(full, sizeof full, "samples/bsor/%s", name);
    const char *sample = corpus_path(full);
    if (!sample) return false;
    size_t size;
    uint8_t *data = read_file(sample, &size);
    assert_int_equal(size, (size_t)scan_number(scan_key(line, "fileSize")));
    reel_replay *replay = load(data, size, NULL);
    assert_null(reel_replay_damage(replay));
    compare_info(line, replay);
    compare_lengths(line, replay);
    compare_sections(line, replay);
    compare_frames(line, replay);
    compare_notes(line, replay);
    compare_the_rest(line, replay);
    reel_free(replay);
    free(data);
    return true;
}

static void reads_real_files_as_another_reader_does(void **state)
{
    (void)state;
    size_t size, compared = 0;
    char *text = corpus_text("expected/bsor/decoded.jsonl", &size);
    if (!text) skip();
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) compared += compare_line(line);
    corpus_compared(compared, "files");
    free(text);
}

/* Which status each kind of damage has is in errors.tsv, with files of our own. */
static bool refuses_or_reads(const char *path, const char *name)
{
    const char *format = corpus_index("bsor", name, "format");
    if (!*format) {
        printf("%s is not in INDEX.tsv, so not compared\n", name);
        return false;
    }
    reel_options options = { .flags = REEL_STRICT };
    reel_replay *replay;
    reel_error error;
    reel_status status = reel_load_file(path, &options, &replay, &error);
    bool refused = status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED;
    if (strstr(format, "broken") ? !refused : status != REEL_OK) fail_msg("%s: %s", name, reel_status_name(status));
    reel_free(replay);
    return true;
}

static void refuses_each_broken_sample_and_reads_every_other(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", ".bsor", refuses_or_reads), "files");
}

/* ---- wrong string lengths --------------------------------------------------------------------------------------- */

static int hex_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/* Each vector is a text as a player's name, with what the file says of its length before it. */
static void repairs_string_lengths_as_the_vectors_say(void **state)
{
    (void)state;
    const char *path = corpus_path("expected/bsor/string_repair_vectors.tsv");
    if (!path) skip();
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[2048];
    size_t vectors = 0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char *hex = strchr(line, '\t') + 1, *said = strchr(hex, '\t') + 1, *real = strchr(said, '\t') + 1;
        uint8_t raw[1024];
        size_t size = (size_t)(said - 1 - hex) / 2;
        for (size_t i = 0; i < size; i++) raw[i] = (uint8_t)(hex_digit(hex[2 * i]) * 16 + hex_digit(hex[2 * i + 1]));
        bytes *b = &made;
        b->size = 0;
        put_head(b);
        put_byte(b, 0);
        for (int i = 0; i < NAME; i++) put_text(b, 1, "x");
        put(b, raw, size); /* the name, and the platform after it */
        for (int i = PLATFORM + 1; i < STRINGS; i++) {
            put_text(b, 0, "");
            if (i == DIFFICULTY) put_int(b, 1);
        }
        for (int i = 0; i < 21; i++) put_byte(b, 0);
        for (int id = 1; id < 6; id++) section_makers[id](b);
        reel_replay *replay = load(b->data, b->size, NULL);
        size_t count;
        const bsor_info *info = ROWS(bsor_info, replay, bsor_infos, &count);
        assert_int_equal(info->player_name.size, strtoul(real, NULL, 10));
        assert_true(text_is(info->platform, "steam"));
        const bsor_length *length = ROWS(bsor_length, replay, bsor_lengths, &count);
        assert_int_equal(count, strtol(said, NULL, 10) != strtol(real, NULL, 10));
        if (count) assert_true(length->stated == strtol(said, NULL, 10) && length->string == NAME);
        reel_free(replay);
        vectors++;
    }
    fclose(file);
    corpus_compared(vectors, "string lengths");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_table_of_a_full_file),
        cmocka_unit_test(keeps_the_bytes_of_flags),
        cmocka_unit_test(appends_rows_of_repeated_sections),
        cmocka_unit_test(keeps_the_byte_of_a_section_that_is_not_there),
        cmocka_unit_test(keeps_bytes_after_the_eighth_section),
        cmocka_unit_test(reads_sections_after_the_eighth_where_it_is_asked_to),
        cmocka_unit_test(sections_after_the_eighth_are_written_back),
        cmocka_unit_test(reading_to_the_end_stops_after_64_sections),
        cmocka_unit_test(damage_after_the_eighth_section_is_found_where_it_is_read),
        cmocka_unit_test(keeps_what_follows_an_unknown_section),
        cmocka_unit_test(finds_info_behind_other_sections),
        cmocka_unit_test(reads_the_same_from_drops_as_from_memory),
        cmocka_unit_test(opening_does_not_touch_frames),
        cmocka_unit_test(unwanted_tables_stay_empty),
        cmocka_unit_test(damage_is_found_in_unwanted_tables_too),
        cmocka_unit_test(a_file_cut_anywhere_gives_what_is_whole),
        cmocka_unit_test(a_decode_takes_its_rows_and_little_more),
        cmocka_unit_test(the_memory_bound_holds_for_the_worst_file),
        cmocka_unit_test(reads_real_files_as_another_reader_does),
        cmocka_unit_test(refuses_each_broken_sample_and_reads_every_other),
        cmocka_unit_test(repairs_string_lengths_as_the_vectors_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
