/* SPDX-License-Identifier: MIT
 * Fingerprints: the same bytes everywhere, what they survive, and hostile input. */
#include "made_motion.h"
#include "support.h"
#include "toy.h"

#include <reel/butter.h>
#include <reel/format.h>

#include <reel/gdr.h>
#include <reel/teehistorian.h>

static reel_match compare(const reel_motion *query, const reel_motion *stored)
{
    reel_match match;
    assert_int_equal(reel_match_compare(query, reel_motion_fingerprint(stored), &match, NULL), REEL_OK);
    return match;
}

static uint64_t hash_of(reel_bytes bytes)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < bytes.size; i++) hash = (hash ^ bytes.data[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Against hashes from one machine: the cross builds run this test too. */
static void results_are_the_same_on_every_machine(void **state)
{
    (void)state;
    frames made = made_frames(1, 100), other = frames_copy(made);
    reel_motion *motion = motion_of_frames(made);
    reel_bytes print = reel_motion_fingerprint(motion);
    assert_memory_equal(print.data, "RLFP\2\1", 6);
    assert_int_equal(hash_of(print), UINT64_C(0x820e424f74415c8b));
    mirror(&other);
    keep_part(&other, 0.25, 1);
    change_times(&other, 1.015625, 0.5);
    reel_motion *changed = motion_of_frames(other);
    reel_match match = compare(changed, motion);
    double values[] = { match.score,
                        match.head,
                        match.left,
                        match.right,
                        match.scale,
                        match.shift,
                        match.from,
                        match.to,
                        match.evidence,
                        match.copied,
                        match.parts[0].source_from };
    uint8_t bytes[sizeof values];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (size_t j = 0; j < 8; j++) bytes[8 * i + j] = (uint8_t)(bits >> 8 * j);
    }
    assert_int_equal(hash_of((reel_bytes){ bytes, sizeof bytes }), UINT64_C(0xb5b9417271c2bd53));
    reel_motion_free(changed);
    reel_motion_free(motion);
    free(other.data);
    free(made.data);
}

static void every_change_of_the_list_is_found(void **state)
{
    (void)state;
    frames made = made_frames(2, 100);
    reel_motion *motion = motion_of_frames(made);
    for (int which = 0; which < CHANGE_COUNT; which++) {
        const char *name;
        reel_motion *copy = changed_motion(made, which, &name);
        reel_match match = compare(copy, motion);
        if (match.band != REEL_MATCH_SAME || match.score < 0.95)
            fail_msg("%s: score %.3f of %u windows", name, match.score, match.windows);
        reel_motion_free(copy);
    }
    reel_motion_free(motion);
    free(made.data);
}

static void the_time_map_and_the_orientation_are_reported(void **state)
{
    (void)state;
    frames made = made_frames(3, 120), copy = frames_copy(made);
    keep_part(&copy, 0.25, 1);
    mirror(&copy);
    change_times(&copy, 1.05, 2.5);
    reel_motion *motion = motion_of_frames(made), *changed = motion_of_frames(copy);
    reel_match match = compare(changed, motion);
    assert_true(match.mirrored);
    assert_float_equal(match.scale, 1.05, 0.001);
    assert_float_equal(match.shift, 2.5, 0.03);
    assert_in_range((int)match.from, 30, 40);
    assert_in_range((int)match.to, 120, 129);
    assert_int_equal(match.run, match.windows);
    reel_motion_free(motion);
    reel_motion_free(changed);
    free(made.data);
    free(copy.data);
}

static void other_motion_is_not_the_same(void **state)
{
    (void)state;
    frames one = made_frames(4, 100), other = made_frames(5, 100);
    reel_motion *a = motion_of_frames(one), *b = motion_of_frames(other);
    reel_match match = compare(a, b);
    assert_true(match.score < 0.5);
    assert_int_equal(match.band, REEL_MATCH_NOTHING);
    reel_motion_free(a);
    reel_motion_free(b);
    free(one.data);
    free(other.data);
}

/* The hands of one play with the head of another, and a play of two halves. */
static void copied_parts_are_found(void **state)
{
    (void)state;
    frames one = made_frames(6, 120), other = made_frames(7, 120), hands = frames_copy(one), half = frames_copy(one);
    for (size_t i = 0; i < one.count; i++) {
        hands.data[i].head = other.data[i].head;
        if (i > one.count / 2) half.data[i] = other.data[i];
    }
    reel_motion *a = motion_of_frames(one), *b = motion_of_frames(hands), *c = motion_of_frames(half);
    reel_match match = compare(b, a);
    assert_int_equal(match.band, REEL_MATCH_SAME); /* the hands are what plays */
    assert_true(match.left > 0.95 && match.right > 0.95 && match.head < 0.5);
    match = compare(c, a);
    assert_int_equal(match.band, REEL_MATCH_PART);
    assert_true(match.run >= 10 && match.run_to < 62);
    reel_motion_free(a);
    reel_motion_free(b);
    reel_motion_free(c);
    free(one.data);
    free(other.data);
    free(hands.data);
    free(half.data);
}

/* A game of three clients who press keys at random, `later` ticks later than otherwise; client 5 presses few. */
static reel_motion *motion_of_game(const uint64_t seeds[2], int32_t later)
{
    reel_memory memory;
    reel_writer *writer;
    uint64_t states[2] = { seeds[0], seeds[1] };
    teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick < 5000; tick++) {
        for (int i = 0; i < 2; i++) {
            uint64_t bits = random_bits(&states[i]);
            teehistorian_input input = {
                .tick = tick + later, .cid = 3 + i, .direction = (int32_t)(bits >> 8) % 2, .hook = tick % 2
            };
            if (bits % 16 == 0) reel_append(writer, &teehistorian_inputs, &input, 1);
        }
        teehistorian_input input = { .tick = tick + later, .cid = 5, .jump = 1 };
        if (tick == 100) reel_append(writer, &teehistorian_inputs, &input, 1);
    }
    reel_status status = reel_finish(writer, NULL);
    assert_int_equal(status, REEL_OK);
    reel_motion *motion = motion_of_bytes(memory.data, memory.size);
    reel_memory_free(&memory);
    return motion;
}

/* ---- hostile input -------------------------------------------------------------------------------------------------- */

static void count_finding(void *context, const reel_finding *finding)
{
    uint64_t *counts = context;
    if (strcmp(finding->rule, "match.not-finite") == 0) counts[0] += finding->count;
    if (strcmp(finding->rule, "match.time") == 0) counts[1] += finding->count;
    if (strcmp(finding->rule, "match.long") == 0) counts[2] += finding->count;
}

static reel_motion *motion_reporting(frames f, uint64_t counts[3])
{
    reel_memory memory = write_frames(f);
    reel_reader *reader;
    reel_motion *motion;
    reel_motion_options how = { REEL_SIZED(reel_motion_options), .report = count_finding, .report_context = counts };
    assert_int_equal(reel_open(reel_source_memory(memory.data, memory.size), NULL, &reader, NULL), REEL_OK);
    assert_int_equal(reel_motion_read(reader, &how, &motion, NULL), REEL_OK);
    reel_close(reader);
    reel_memory_free(&memory);
    return motion;
}

static void rows_without_sense_are_skipped_and_reported(void **state)
{
    (void)state;
    frames made = made_frames(8, 60), hostile = frames_copy(made);
    uint64_t counts[3] = { 0 };
    reel_motion *motion = motion_of_frames(made);
    for (size_t i = 100; i < hostile.count; i += 100) {
        hostile.data[i].head.position.x = NAN;
        hostile.data[i + 1].time = INFINITY;
        hostile.data[i + 2].time = hostile.data[i].time - 0.5f;
        hostile.data[i + 3].left_hand.position.y = 1e30f;
    }
    reel_motion *copy = motion_reporting(hostile, counts);
    assert_int_equal(counts[0], 3 * ((hostile.count - 1) / 100));
    assert_int_equal(counts[1], (hostile.count - 1) / 100);
    assert_true(compare(copy, motion).score > 0.97);
    reel_motion_free(copy);
    reel_motion_free(motion);
    free(made.data);
    free(hostile.data);
}

/* A row with a time far ahead must not hide the play behind it. */
static void a_false_time_does_not_hide_a_play(void **state)
{
    (void)state;
    frames made = made_frames(9, 60), hostile = frames_copy(made);
    reel_motion *motion = motion_of_frames(made);
    hostile.data[0].time = 9e5f;
    hostile.data[2000].time = 9e5f;
    reel_motion *copy = motion_of_frames(hostile);
    reel_match match = compare(copy, motion);
    assert_int_equal(match.band, REEL_MATCH_SAME);
    assert_true(match.score > 0.97);
    reel_motion_free(copy);
    reel_motion_free(motion);
    free(made.data);
    free(hostile.data);
}

static void gaps_are_not_interpolated_and_memory_is_bounded(void **state)
{
    (void)state;
    enum { ROWS = 200000 };
    test_allocator used = { 0 };
    reel_allocator allocator = test_allocator_of(&used);
    frames hostile = made_frames(10, (double)ROWS / MADE_RATE);
    uint64_t counts[3] = { 0 };
    for (size_t i = 0; i < hostile.count; i++) hostile.data[i].time = (float)i * 0.75f; /* 41 hours */
    reel_memory memory = write_frames(hostile);
    reel_reader *reader;
    reel_motion *motion;
    reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = &allocator, .report = count_finding,
                                .report_context = counts };
    assert_int_equal(reel_open(reel_source_memory(memory.data, memory.size), NULL, &reader, NULL), REEL_OK);
    assert_int_equal(reel_motion_read(reader, &how, &motion, NULL), REEL_OK);
    reel_close(reader);
    assert_true(counts[2] > 0);
    assert_true(used.peak < (size_t)64 << 20);
    reel_motion_free(motion);
    assert_int_equal(used.live, 0);
    reel_memory_free(&memory);
    for (size_t i = 0; i < hostile.count; i++) hostile.data[i].time = (float)i * 2; /* no two rows belong together */
    motion = motion_of_frames(hostile);
    assert_int_equal(reel_motion_fingerprint(motion).size, 0);
    reel_motion_free(motion);
    free(hostile.data);
}

static void without_motion_there_is_no_fingerprint(void **state)
{
    (void)state;
    frames still = made_frames(11, 60);
    for (size_t i = 0; i < still.count; i++) {
        float time = still.data[i].time;
        still.data[i] = still.data[0];
        still.data[i].time = time;
    }
    reel_motion *motion = motion_of_frames(still);
    assert_int_equal(reel_motion_fingerprint(motion).size, 0);
    assert_int_equal(reel_match_probes(motion, NULL, 0), 0);
    reel_motion_free(motion);
    still.count = 0;
    motion = motion_of_frames(still);
    assert_int_equal(reel_motion_fingerprint(motion).size, 0);
    reel_motion_free(motion);
    free(still.data);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    frames made = made_frames(12, 20);
    reel_memory memory = write_frames(made);
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
    for (size_t n = 1;; n++) {
        test_allocator used = { .fail_at = n };
        reel_allocator allocator = test_allocator_of(&used);
        reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = &allocator };
        reel_motion *motion;
        reel_error error;
        reel_status status = reel_motion_of(replay, &how, &motion, &error);
        if (status == REEL_OK) {
            reel_motion_free(motion);
            assert_int_equal(used.live, 0);
            break;
        }
        assert_int_equal(status, REEL_MEMORY);
        assert_null(motion);
        assert_int_equal(used.live, 0);
    }
    reel_free(replay);
    reel_memory_free(&memory);
    free(made.data);
}

static void a_comparison_without_memory_fails(void **state)
{
    (void)state;
    static const uint64_t seeds[2] = { 31, 32 };
    frames made = made_frames(14, 30);
    reel_memory memory = write_frames(made);
    reel_replay *replay;
    test_allocator used = { 0 };
    reel_allocator allocator = test_allocator_of(&used);
    reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = &allocator };
    reel_motion *motion, *game = motion_of_game(seeds, 0);
    reel_match match;
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
    assert_int_equal(reel_motion_of(replay, &how, &motion, NULL), REEL_OK);
    used.fail_at = used.calls + 1;
    assert_int_equal(reel_match_compare(motion, reel_motion_fingerprint(motion), &match, NULL), REEL_MEMORY);
    used.fail_at = 0;
    assert_int_equal(reel_match_compare(motion, reel_motion_fingerprint(motion), &match, NULL), REEL_OK);
    assert_int_equal(reel_match_compare(motion, reel_motion_fingerprint(game), &match, NULL), REEL_OK);
    assert_int_equal(match.windows, 0);
    reel_motion_free(game);
    reel_motion_free(motion);
    assert_int_equal(used.live, 0);
    reel_free(replay);
    reel_memory_free(&memory);
    free(made.data);
}

/* ---- fingerprints ------------------------------------------------------------------------------------------------- */

static void damaged_fingerprints_are_errors(void **state)
{
    (void)state;
    frames made = made_frames(13, 30);
    reel_motion *motion = motion_of_frames(made);
    reel_bytes print = reel_motion_fingerprint(motion);
    reel_match match;
    reel_error error;
    for (size_t size = 0; size < print.size; size++)
        assert_int_equal(reel_match_compare(motion, (reel_bytes){ print.data, size }, &match, &error), REEL_CORRUPT);
    uint8_t *copy = malloc(print.size);
    for (size_t i = 0; i < print.size; i++) {
        memcpy(copy, print.data, print.size);
        copy[i] ^= 4;
        reel_status status = reel_match_compare(motion, (reel_bytes){ copy, print.size }, &match, &error);
        assert_int_equal(status, i == 4 ? REEL_UNSUPPORTED : REEL_CORRUPT);
        assert_string_equal(error.rule, i == 4 ? "match.version" : "match.fingerprint");
        assert_int_equal(reel_match_keys((reel_bytes){ copy, print.size }, NULL, 0), 0);
    }
    free(copy);
    reel_motion_free(motion);
    free(made.data);
}

/* What was stored before there were stops. */
static void fingerprints_of_version_1_are_compared(void **state)
{
    (void)state;
    enum { WINDOW = 27 };
    frames made = made_frames(15, 60);
    reel_motion *motion = motion_of_frames(made);
    reel_bytes print = reel_motion_fingerprint(motion);
    size_t size = REEL_FINGERPRINT_HEADER + WINDOW * (size_t)(print.data[6] | print.data[7] << 8);
    uint8_t *old = malloc(print.size);
    uint32_t sum = 2166136261u;
    reel_match match;
    memcpy(old, print.data, size);
    old[4] = 1;
    memset(old + 12, 0, 16);
    for (size_t i = 0; i < size; i++)
        if (i < 28 || i >= REEL_FINGERPRINT_HEADER) sum = (sum ^ old[i]) * 16777619u;
    reel_store_u32le(old + 28, sum);
    assert_int_equal(reel_match_compare(motion, (reel_bytes){ old, size }, &match, NULL), REEL_OK);
    assert_int_equal(match.band, REEL_MATCH_SAME);
    assert_int_equal(match.part_count, 0);
    assert_int_equal(reel_match_keys((reel_bytes){ old, size }, NULL, 0), 2 * (size / WINDOW - 1));
    free(old);
    reel_motion_free(motion);
    free(made.data);
}

static void formats_without_motion_are_unsupported(void **state)
{
    (void)state;
    assert_true(reel_motion_supports(&reel_format_bsor));
    assert_true(reel_motion_supports(&reel_format_scoresaber));
    assert_true(reel_motion_supports(&reel_format_gdr2));
    assert_true(reel_motion_supports(&reel_format_teehistorian));
    assert_true(reel_motion_supports(&reel_format_butter));
    assert_false(reel_motion_supports(&reel_format_toy));
    static const reel_format *const toys[] = { &reel_format_toy, NULL };
    reel_options options = { REEL_SIZED(reel_options), .formats = toys };
    reel_reader *reader;
    reel_motion *motion;
    reel_error error;
    uint8_t *toy;
    size_t size;
    toy = read_file(project_path("tests/toy/golden/three.toy"), &size);
    assert_int_equal(reel_open(reel_source_memory(toy, size), &options, &reader, &error), REEL_OK);
    assert_int_equal(reel_motion_read(reader, NULL, &motion, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "match.format");
    assert_null(motion);
    reel_close(reader);
    free(toy);
}

/* Tables that have some of what motion needs: a time in the right unit, and fields of the right names and types. */
static void motion_needs_fields_of_its_names_and_types(void **state)
{
    (void)state;
    typedef struct odd_row {
        double time;
        float head[3], left[3], right[3];
        int32_t number, others[3];
        bool down;
    } odd_row;
#define ODD(name_, type_, count_, member, unit_, flags_)                                                                         \
    {                                                                                                                            \
        .name = name_, .type = type_, .count = count_, .offset = offsetof(odd_row, member), .unit = unit_, .flags = flags_,      \
        .doc = ""                                                                                                                \
    }
    static const struct {
        reel_field fields[5];
        bool moves;
    } cases[] = {
        { { ODD("time", REEL_F64, 1, time, "s", REEL_FIELD_TIME), ODD("head_position", REEL_F32, 3, head, "m", 0),
            ODD("left_position", REEL_F32, 3, left, "m", 0), ODD("right_position", REEL_F32, 3, right, "m", 0) },
          true },
        { { ODD("time", REEL_F64, 1, time, "ms", REEL_FIELD_TIME), ODD("head_position", REEL_F32, 3, head, "m", 0),
            ODD("left_position", REEL_F32, 3, left, "m", 0), ODD("right_position", REEL_F32, 3, right, "m", 0) },
          false },
        { { ODD("time", REEL_F64, 1, time, "s", REEL_FIELD_TIME), ODD("head_position", REEL_F64, 1, time, "m", 0),
            ODD("left_position", REEL_F32, 3, left, "m", 0), ODD("right_position", REEL_F32, 3, right, "m", 0) },
          false },
        { { ODD("time", REEL_F64, 1, time, "s", REEL_FIELD_TIME), ODD("head_position", REEL_I32, 3, others, "m", 0),
            ODD("left_position", REEL_F32, 3, left, "m", 0), ODD("right_position", REEL_F32, 3, right, "m", 0) },
          false },
        { { ODD("time", REEL_F64, 1, time, "s", REEL_FIELD_TIME), ODD("head", REEL_F32, 3, head, "m", 0),
            ODD("left_hand", REEL_F32, 3, left, "m", 0), ODD("right_hand", REEL_F32, 3, right, "m", 0) },
          false }, /* of which player? */
        { { ODD("time", REEL_F64, 1, time, "s", REEL_FIELD_TIME), ODD("head", REEL_F32, 3, head, "m", 0),
            ODD("left_hand", REEL_F32, 3, left, "m", 0), ODD("right_hand", REEL_F32, 3, right, "m", 0),
            ODD("userid", REEL_I32, 1, number, "", 0) },
          true },
        { { ODD("frame", REEL_F64, 1, time, "frames", REEL_FIELD_TIME), ODD("down", REEL_BOOL, 1, down, "", 0) }, true },
        { { ODD("frame", REEL_F64, 1, time, "s", REEL_FIELD_TIME), ODD("down", REEL_BOOL, 1, down, "", 0) }, false },
        { { ODD("frame", REEL_F64, 1, time, "frames", REEL_FIELD_TIME), ODD("down", REEL_I32, 1, number, "", 0) }, false },
        { { ODD("frame", REEL_F64, 1, time, "frames", 0), ODD("down", REEL_BOOL, 1, down, "", 0) }, false },
        { { ODD("tick", REEL_I32, 1, number, "tick", REEL_FIELD_TIME), ODD("cid", REEL_I32, 1, number, "", 0) }, false },
        { { ODD("tick", REEL_I32, 1, number, "s", REEL_FIELD_TIME), ODD("cid", REEL_I32, 1, number, "", 0) }, false },
        { { ODD("tick", REEL_I32, 1, number, "tick", REEL_FIELD_TIME), ODD("cid", REEL_I32, 1, number, "", 0),
            ODD("direction", REEL_I32, 1, number, "", 0), ODD("jump", REEL_I32, 1, number, "", 0),
            ODD("hook", REEL_I32, 1, number, "", 0) },
          true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint16_t count = 0;
        while (count < 5 && cases[i].fields[count].name) count++;
        const reel_table table = { .name = "rows", .row_size = sizeof(odd_row), .fields = cases[i].fields, .field_count = count };
        const reel_table *tables[] = { &table, NULL };
        const struct reel_format format = { .id = "odd", .name = "odd", .tables = tables };
        if (reel_motion_supports(&format) != cases[i].moves) fail_msg("case %zu", i);
    }
#undef ODD
}

/* ---- presses -------------------------------------------------------------------------------------------------------- */

static reel_motion *motion_of_presses(const int64_t *presses, size_t count, double rate)
{
    reel_memory memory;
    reel_writer *writer;
    gdr_info info = { .version = 2, .framerate = rate };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    for (size_t i = 0; i < count; i++) {
        gdr_input input = { .frame = presses[i], .button = GDR_JUMP, .down = 1 };
        reel_append(writer, &gdr_inputs, &input, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_motion *motion = motion_of_bytes(memory.data, memory.size);
    reel_memory_free(&memory);
    return motion;
}

static void presses_are_found_after_changes(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    int64_t presses[COUNT], changed[COUNT], other[COUNT];
    uint64_t seed = 5;
    int64_t at = 100, elsewhere = 50;
    for (int i = 0; i < COUNT; i++) {
        presses[i] = at += 12 + (int64_t)(random_bits(&seed) % 200);
        other[i] = elsewhere += 12 + (int64_t)(random_bits(&seed) % 200);
        changed[i] = presses[i] * 102 / 100 + 240;
    }
    reel_motion *motion = motion_of_presses(presses, COUNT, 240), *copy = motion_of_presses(changed, COUNT, 240),
                *none = motion_of_presses(other, COUNT, 240), *few = motion_of_presses(presses, 10, 240);
    reel_match match = compare(copy, motion);
    assert_int_equal(match.band, REEL_MATCH_SAME);
    assert_float_equal(match.scale, 1.02, 0.001);
    assert_float_equal(match.shift, 1, 0.02);
    assert_int_equal(compare(none, motion).band, REEL_MATCH_NOTHING);
    assert_int_equal(compare(few, motion).band, REEL_MATCH_NOTHING);
    reel_motion_free(motion);
    reel_motion_free(copy);
    reel_motion_free(none);
    reel_motion_free(few);
}

/* The keys of a fingerprint are among the probes of a play whose presses are a little late; a short array gets the first of them. */
static void keys_of_presses_are_found_by_probes(void **state)
{
    (void)state;
    enum { COUNT = 300, ROOM = 16 * COUNT };
    static reel_match_key keys[ROOM], probes[ROOM], few[ROOM];
    int64_t presses[COUNT], late[COUNT];
    uint64_t seed = 6;
    int64_t at = 100;
    for (int i = 0; i < COUNT; i++) {
        at += i % 50 == 49 ? 6000 : i % 50 == 48 ? 1 : 12 + (int64_t)(random_bits(&seed) % 200); /* pauses, and presses at once */
        presses[i] = at;
        late[i] = at + 1;
    }
    reel_motion *motion = motion_of_presses(presses, COUNT, 240), *copy = motion_of_presses(late, COUNT, 240);
    reel_bytes print = reel_motion_fingerprint(motion);
    size_t made = reel_match_keys(print, keys, ROOM), probed = reel_match_probes(copy, probes, ROOM), found = 0;
    assert_true(made > COUNT / 2 && made <= 3 * (COUNT - 3) && probed > made && probed <= ROOM);
    assert_int_equal(reel_match_keys(print, few, 5), made);
    assert_memory_equal(few, keys, 5 * sizeof *keys);
    assert_int_equal(few[5].family, 0); /* was not written */
    assert_int_equal(reel_match_probes(copy, few, 5), probed);
    for (size_t i = 0; i < made; i++) {
        bool known = false;
        for (size_t p = 0; p < probed; p++) known |= probes[p].key == keys[i].key;
        assert_int_equal(keys[i].family, 2);
        found += known;
    }
    for (size_t p = 1; p < probed; p++) assert_true(probes[p - 1].key <= probes[p].key);
    if (found < made / 2) fail_msg("%zu of %zu keys", found, made);
    reel_motion_free(motion);
    reel_motion_free(copy);
}

static void bands_have_names(void **state)
{
    (void)state;
    assert_string_equal(reel_match_band_name(REEL_MATCH_NOTHING), "nothing");
    assert_string_equal(reel_match_band_name(REEL_MATCH_REVIEW), "review");
    assert_string_equal(reel_match_band_name(REEL_MATCH_SAME), "same recording");
    assert_string_equal(reel_match_band_name(REEL_MATCH_PART), "part");
    assert_string_equal(reel_match_band_name((reel_match_band)4), "nothing");
}

/* ---- several players ------------------------------------------------------------------------------------------------ */

static const reel_motion *client_of(const reel_motion *motion, int64_t client)
{
    int64_t player;
    while (motion && !(reel_motion_player(motion, &player) && player == client)) motion = reel_motion_next(motion);
    return motion;
}

static void clients_of_a_server_are_compared_one_by_one(void **state)
{
    (void)state;
    static const uint64_t one[2] = { 21, 22 }, other[2] = { 23, 21 };
    reel_motion *game = motion_of_game(one, 0), *copied = motion_of_game(other, 250);
    assert_int_equal(reel_motion_fingerprint(client_of(game, 5)).size, 0);
    assert_null(client_of(game, 6));
    reel_match match = compare(client_of(copied, 4), client_of(game, 3));
    assert_int_equal(match.band, REEL_MATCH_SAME);
    assert_float_equal(match.shift, 5, 0.02);
    assert_int_equal(compare(client_of(copied, 3), client_of(game, 3)).band, REEL_MATCH_NOTHING);
    assert_int_equal(compare(client_of(copied, 4), client_of(game, 4)).band, REEL_MATCH_NOTHING);
    reel_motion_free(game);
    reel_motion_free(copied);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_the_same_on_every_machine),
        cmocka_unit_test(every_change_of_the_list_is_found),
        cmocka_unit_test(the_time_map_and_the_orientation_are_reported),
        cmocka_unit_test(other_motion_is_not_the_same),
        cmocka_unit_test(copied_parts_are_found),
        cmocka_unit_test(rows_without_sense_are_skipped_and_reported),
        cmocka_unit_test(a_false_time_does_not_hide_a_play),
        cmocka_unit_test(gaps_are_not_interpolated_and_memory_is_bounded),
        cmocka_unit_test(without_motion_there_is_no_fingerprint),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_comparison_without_memory_fails),
        cmocka_unit_test(damaged_fingerprints_are_errors),
        cmocka_unit_test(fingerprints_of_version_1_are_compared),
        cmocka_unit_test(formats_without_motion_are_unsupported),
        cmocka_unit_test(motion_needs_fields_of_its_names_and_types),
        cmocka_unit_test(presses_are_found_after_changes),
        cmocka_unit_test(keys_of_presses_are_found_by_probes),
        cmocka_unit_test(bands_have_names),
        cmocka_unit_test(clients_of_a_server_are_compared_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
