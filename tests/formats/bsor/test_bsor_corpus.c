/* SPDX-License-Identifier: MIT
 * Real BSOR files, compared with what another reader made of them. */
#include "corpus.h"
#include "load.h"
#include "scan.h"

#include <math.h>

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
    reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
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
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
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
        cmocka_unit_test(reads_real_files_as_another_reader_does),
        cmocka_unit_test(refuses_each_broken_sample_and_reads_every_other),
        cmocka_unit_test(a_decode_takes_its_rows_and_little_more),
        cmocka_unit_test(repairs_string_lengths_as_the_vectors_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
