/* SPDX-License-Identifier: MIT
 * Reading BSOR: the rows of generated files, chosen tables, and what is left of a truncated file. */
#include "load.h"
#include "machinery.h"

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

/* A file that gives up to `step` bytes at a time; `known`: so is its size. */
static reel_status load_dripped(size_t size, size_t step, uint64_t known, reel_replay **replay, reel_error *error)
{
    drip source = { made.data, size, 0, step };
    return reel_load((reel_source){ .context = &source, .size = known, .read = drip_read }, NULL, replay, error);
}

static const size_t steps[] = { 1, 91, 92, 1000, SIZE_MAX };
enum { STEPS = sizeof steps / sizeof *steps };

static void reads_the_same_from_drops_as_from_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden_files / sizeof *golden_files; i++) {
        golden_files[i].make(&made);
        reel_replay *whole = load(made.data, made.size, NULL), *dripped;
        for (size_t step = 0; step < 2 * STEPS; step++) {
            reel_error error;
            uint64_t known = step < STEPS ? made.size : REEL_UNKNOWN_SIZE;
            if (load_dripped(made.size, steps[step % STEPS], known, &dripped, &error) < 0)
                fail_msg("%s: %s", golden_files[i].name, error.message);
            assert_same_replay(whole, dripped, true, golden_files[i].name);
            reel_free(dripped);
        }
        reel_free(whole);
    }
}

/* Why a file was not read to its end; REEL_OK and no message if it was. */
static reel_error damage_of(reel_status status, const reel_replay *replay, const reel_error *error)
{
    const reel_error none = { .rule = "", .section = "" }, *damage = status < 0 ? error : reel_replay_damage(replay);
    return damage ? *damage : none;
}

/* A file that became shorter after its size was asked for is read like the shorter one. */
static void a_file_that_shrinks_gives_what_is_whole(void **state)
{
    (void)state;
    make_full(&made);
    for (size_t size = 0; size < made.size; size++)
        for (size_t step = 0; step < STEPS; step++) {
            reel_replay *cut = NULL, *shrunk = NULL;
            reel_error expected, error;
            reel_status status = reel_load(reel_source_memory(made.data, size), NULL, &cut, &expected);
            assert_int_equal(load_dripped(size, steps[step], made.size, &shrunk, &error), status);
            if (status >= 0) assert_same_replay(cut, shrunk, true, "shrunk");
            expected = damage_of(status, cut, &expected);
            error = damage_of(status, shrunk, &error);
            assert_string_equal(error.message, expected.message);
            assert_true(!strcmp(error.rule, expected.rule) && !strcmp(error.section, expected.section));
            assert_true(error.offset == expected.offset && error.status == expected.status);
            reel_free(cut);
            reel_free(shrunk);
        }
}

/* A file whose end was allocated and never written: the frames before it are the same, whether they are read from a buffer or past it. */
static void a_long_file_that_ends_with_zeros_is_cut_at_them(void **state)
{
    (void)state;
    enum { LONG_FRAMES = 3000, BEHIND = 4000, FRAME_BYTES = sizeof(bsor_frame) };
    static const size_t ends[] = { LONG_FRAMES * FRAME_BYTES, LONG_FRAMES * FRAME_BYTES - 20, 2990 * FRAME_BYTES,
                                   2000 * FRAME_BYTES + 1,    100 * FRAME_BYTES + 50,         FRAME_BYTES + 7 };
    make(&made, "0");
    put_byte(&made, 1);
    put_int(&made, LONG_FRAMES);
    const size_t head = made.size, whole = head + LONG_FRAMES * FRAME_BYTES + BEHIND;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        uint8_t *data = calloc(1, whole);
        assert_non_null(data);
        memcpy(data, made.data, head);
        for (size_t at = 0; at < ends[i]; at++) data[head + at] = (uint8_t)(at % 4 == 3 ? 0x3f : 1 + at % 199);
        for (int past = 0; past < 2; past++) {
            drip source = { data, whole, 0, 1000 };
            reel_replay *replay;
            reel_error error;
            size_t count;
            reel_source from =
                past ? (reel_source){ .context = &source, .size = whole, .read = drip_read } : reel_source_memory(data, whole);
            assert_int_equal(reel_load(from, NULL, &replay, &error), REEL_OK);
            const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
            assert_int_equal(count, ends[i] / FRAME_BYTES);
            for (size_t at = 0; at < count * FRAME_BYTES; at += sizeof(uint32_t)) { /* each field has 4 bytes */
                uint32_t field;
                memcpy(&field, (const uint8_t *)frames + at, sizeof field);
                if (field != reel_load_u32le(data + head + at)) fail_msg("end %zu: frame %zu", i, at / FRAME_BYTES);
            }
            const reel_error *damage = reel_replay_damage(replay);
            assert_non_null(damage);
            assert_string_equal(damage->section, count < LONG_FRAMES ? "frames" : "notes");
            if (count < LONG_FRAMES) assert_int_equal(damage->offset, head + count * FRAME_BYTES);
            reel_free(replay);
        }
        free(data);
    }
}

/* Each read of a file of known size is refused once, with all after it: that is the reason, and nothing leaks. */
static void a_file_that_cannot_be_read_says_why(void **state)
{
    (void)state;
    make_full(&made);
    for (size_t step = 50; step < made.size; step *= 3)
        for (size_t n = 1; n * step < made.size; n++) {
            test_allocator memory = { 0 };
            reel_allocator allocator = test_allocator_of(&memory);
            test_source refused = { .data = made.data, .size = made.size, .step = step, .fail_at = n };
            reel_source source = test_source_of(&refused);
            reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
            reel_replay *replay;
            source.size = made.size;
            assert_int_equal(reel_load(source, &options, &replay, NULL), REEL_IO);
            assert_int_equal(memory.live, 0);
        }
}

/* A file of frames that are all zero, without the memory for it. */
typedef struct noise_file {
    uint64_t at, size; /* `size`: of what there is */
} noise_file;

/* Bytes that are not padding. */
static uint8_t noise(uint64_t at)
{
    uint32_t mixed = (uint32_t)at * UINT32_C(2654435761);
    mixed = (mixed ^ mixed >> 15) * UINT32_C(0x2c1b3c6d);
    return (uint8_t)(mixed >> 24);
}

static reel_status noise_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    noise_file *source = context;
    uint64_t left = source->size - source->at;
    if (left == 0) return REEL_END;
    *got = left < capacity ? (size_t)left : capacity;
    for (size_t i = 0; i < *got; i++, source->at++)
        ((uint8_t *)buffer)[i] = source->at < made.size ? made.data[source->at] : noise(source->at);
    return REEL_OK;
}

/* Reads a file that states so many frames; `there` bytes of it are there. */
static reel_status load_noise(uint32_t frames, uint64_t there, const reel_options *options, reel_replay **replay,
                              reel_error *error)
{
    make(&made, "0");
    put_byte(&made, 1);
    put_int(&made, (int32_t)frames);
    const uint64_t size = made.size + (uint64_t)frames * sizeof(bsor_frame);
    noise_file source = { 0, there < size ? there : size };
    return reel_load((reel_source){ .context = &source, .size = size, .read = noise_read }, options, replay, error);
}

enum { FRAMES_OF_160_MB = 1740000 };

/* More of them than the work that every file is allowed. */
/* The message names the text that is too long, not the one before it. */
static void a_text_that_is_too_long_is_named(void **state)
{
    (void)state;
    static const struct {
        int text;
        const char *name;
    } cases[] = {
        { 1, "game_version" }, { NAME, "player_name" }, { SONG, "song_name" }, { DIFFICULTY, "difficulty" }, { 13, "mode" }
    };
    enum { LONG = 70000 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bytes head = { .size = 0 }, tail = { .size = 0 };
        put_head(&head);
        put_byte(&head, 0);
        for (int k = 0; k < cases[i].text; k++) {
            put_text(&head, (int32_t)strlen(usual_texts[k]), usual_texts[k]);
            if (k == DIFFICULTY) put_int(&head, 1234);
        }
        put_int(&head, LONG);
        make_full(&tail);
        uint8_t *file = malloc(head.size + LONG + tail.size);
        assert_non_null(file);
        memcpy(file, head.data, head.size);
        memset(file + head.size, 'x', LONG);
        memcpy(file + head.size + LONG, tail.data, tail.size);
        reel_replay *replay;
        reel_error error;
        assert_int_equal(reel_load(reel_source_memory(file, head.size + LONG + tail.size), NULL, &replay, &error), REEL_CORRUPT);
        assert_string_equal(error.rule, "bsor.string");
        assert_non_null(strstr(error.message, cases[i].name));
        assert_int_equal(error.offset, head.size - 4);
        free(file);
    }
}

static void frames_of_large_files_are_read(void **state)
{
    (void)state;
    reel_replay *replay;
    reel_error error;
    size_t count;
    assert_int_equal(load_noise(FRAMES_OF_160_MB, UINT64_MAX, NULL, &replay, &error), REEL_OK);
    const bsor_frame *frames = ROWS(bsor_frame, replay, bsor_frames, &count);
    assert_int_equal(count, FRAMES_OF_160_MB);
    for (size_t i = 0; i < count; i++) {
        const uint64_t end = made.size + (i + 1) * sizeof *frames;
        uint32_t last = reel_float_bits(frames[i].right_hand.rotation.w);
        assert_true(last >> 24 == noise(end - 1) && (last & 0xff) == noise(end - 4));
    }
    assert_string_equal(reel_replay_damage(replay)->rule, "bsor.section-missing");
    reel_free(replay);
}

/* The size of a file and its count say 160 MB: what it has decides what it costs. */
static void a_size_that_is_not_there_costs_little(void **state)
{
    (void)state;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    print_message("big-endian: the whole file is buffered before its frames are turned\n");
    skip();
#endif
    for (uint64_t there = 300; there < 40 << 20; there = 3 * there + 1) {
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
        reel_replay *replay;
        reel_error error;
        assert_int_equal(load_noise(FRAMES_OF_160_MB, there, &options, &replay, &error), REEL_OK);
        assert_string_equal(reel_replay_damage(replay)->rule, "bsor.truncated");
        assert_true(memory.peak < (17 << 20) + 4 * there);
        reel_free(replay);
        assert_int_equal(memory.live, 0);
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
    reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
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
    reel_options options = { REEL_SIZED(reel_options), .tables = wanted };
    make_event_type(&made);
    reel_replay *replay = load(made.data, made.size, &options);
    assert_string_equal(reel_replay_damage(replay)->rule, "bsor.event-bytes");
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
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    reel_free(load(data, size, &options));
    assert_true(memory.peak <= reel_memory_bound(&reel_format_bsor, size, &options));
    assert_int_equal(memory.live, 0);
    free(data);
}

static void count_texts(void *context, const reel_finding *finding)
{
    *(size_t *)context += strcmp(finding->rule, "bsor.text") == 0;
}

/* Texts are measured in words and then in bytes: a byte that is not UTF-8 is found wherever it is. */
static void a_text_that_is_not_utf8_is_found_at_any_length(void **state)
{
    (void)state;
    enum { LONGEST = 20 };
    for (size_t size = 1; size <= LONGEST; size++)
        for (size_t bad = 0; bad <= size; bad++) { /* none at `size` */
            char text[LONGEST + 1] = "";
            size_t found = 0;
            memset(text, 'a', size);
            if (bad < size) text[bad] = (char)0xff;
            bytes file = { .size = 0 };
            make_after_info(&file, (const special[]){ { SONG, text, 0 } }, 1, 0);
            const reel_options options = { REEL_SIZED(reel_options), .report = count_texts, .report_context = &found };
            reel_replay *replay = load(file.data, file.size, &options);
            size_t count;
            assert_true(text_is(ROWS(bsor_info, replay, bsor_infos, &count)->song_name, text));
            if (found != (bad < size)) fail_msg("size %zu, byte %zu: %zu findings", size, bad, found);
            reel_free(replay);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_table_of_a_full_file),
        cmocka_unit_test(keeps_the_bytes_of_flags),
        cmocka_unit_test(finds_info_behind_other_sections),
        cmocka_unit_test(reads_the_same_from_drops_as_from_memory),
        cmocka_unit_test(a_file_that_shrinks_gives_what_is_whole),
        cmocka_unit_test(a_long_file_that_ends_with_zeros_is_cut_at_them),
        cmocka_unit_test(a_file_that_cannot_be_read_says_why),
        cmocka_unit_test(a_text_that_is_too_long_is_named),
        cmocka_unit_test(a_text_that_is_not_utf8_is_found_at_any_length),
        cmocka_unit_test(frames_of_large_files_are_read),
        cmocka_unit_test(a_size_that_is_not_there_costs_little),
        cmocka_unit_test(opening_does_not_touch_frames),
        cmocka_unit_test(unwanted_tables_stay_empty),
        cmocka_unit_test(damage_is_found_in_unwanted_tables_too),
        cmocka_unit_test(a_file_cut_anywhere_gives_what_is_whole),
        cmocka_unit_test(the_memory_bound_holds_for_the_worst_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
