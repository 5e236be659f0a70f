/* SPDX-License-Identifier: MIT
 * Archives of captures: rows of messages give the messages, rotations come back bit for bit, and an archive that lies gives an answer. */
#include "models.h"

/* ---- rotations -------------------------------------------------------------------------------------------------- */

static uint8_t assert_comes_back(reel_quaternion q)
{
    const model_rotation stored = reel__tape_model_rotation(q);
    const reel_quaternion back = reel__tape_model_quaternion(&stored);
    const float one[4] = { q.x, q.y, q.z, q.w }, other[4] = { back.x, back.y, back.z, back.w };
    for (size_t i = 0; i < 4; i++)
        if (reel_float_bits(one[i]) != reel_float_bits(other[i]))
            fail_msg("%a %a %a %a becomes %a %a %a %a", (double)q.x, (double)q.y, (double)q.z, (double)q.w, (double)back.x,
                     (double)back.y, (double)back.z, (double)back.w);
    return stored.form;
}

/* Directions with three decimals, of a rotation about an axis that `seed` chooses. */
static echo_axes axes_by(unsigned seed, double t)
{
    const double scale = 1 / (1 + t * t), a = 2 * t * scale, w = (1 - t * t) * scale;
    const float part = (float)a, rest = (float)w;
    const reel_quaternion turns[] = { { part, 0, 0, rest },
                                      { 0, part, 0, rest },
                                      { 0, 0, part, rest },
                                      { part * 0.6f, part * 0.8f, 0, rest },
                                      { part * 0.48f, part * -0.6f, part * 0.64f, rest } };
    const reel_quaternion q = turns[seed % 5];
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, v = (double)q.w;
    return (echo_axes){
        .forward = { thousandths(2 * (x * z + y * v)), thousandths(2 * (y * z - x * v)), thousandths(1 - 2 * (x * x + y * y)) },
        .left = { thousandths(1 - 2 * (y * y + z * z)), thousandths(2 * (x * y + z * v)), thousandths(2 * (x * z - y * v)) },
        .up = { thousandths(2 * (x * y - z * v)), thousandths(1 - 2 * (x * x + z * z)), thousandths(2 * (y * z + x * v)) },
    };
}

static void rotations_come_back_bit_for_bit(void **state)
{
    (void)state;
    static const uint32_t odd[] = { 0,          0x80000000, 1,          0x80000001, 0x7f800000, 0xff800000,
                                    0x7fc00000, 0xffc00001, 0x7f800001, 0x3f800000, 0xbf800000, 0x3f000000 };
    const size_t count = sizeof odd / sizeof *odd;
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++)
            for (size_t c = 0; c < count; c++)
                for (size_t d = 0; d < count; d++)
                    assert_comes_back((reel_quaternion){ reel_float_of(odd[a]), reel_float_of(odd[b]), reel_float_of(odd[c]),
                                                         reel_float_of(odd[d]) });
    for (int i = 0; i < 100000; i++)
        assert_comes_back((reel_quaternion){ reel_float_of(chance()), reel_float_of(chance()), reel_float_of(chance()),
                                             reel_float_of(chance()) });
    unsigned by_sums = 0, all = 0;
    for (unsigned seed = 0; seed < 5; seed++)
        for (int t = -300; t <= 300; t++, all++) {
            const echo_axes axes = axes_by(seed, (double)t / 100);
            by_sums += assert_comes_back(reel__tape_reference_rotation(&axes)) != ROTATION_FLOATS;
        }
    assert_true(by_sums * 10 > all * 9); /* else an archive has floats for what has small numbers */
}

/* ---- a capture -------------------------------------------------------------------------------------------------- */

enum { FRAMES = 480, PLAYERS = 6, INTERVAL = 200 };

static model_pose pose_by(unsigned seed, double t)
{
    const echo_axes axes = axes_by(seed, t);
    return (model_pose){ .position = { thousandths(t), thousandths(seed - t), 1.5f },
                         .rotation = reel__tape_model_rotation(reel__tape_reference_rotation(&axes)),
                         .has = TAPE_POSE_POSITION | TAPE_POSE_ORIENTATION };
}

static model_message row_of(const reel_memory *bytes)
{
    return (model_message){ .form = MESSAGE_BYTES, .begins = 1, .bytes = { bytes->data, bytes->size } };
}

/* A message with its size. */
static reel_memory sized(const reel_memory *message)
{
    reel_memory whole = { .allocator = message->allocator };
    assert_true(reel__proto_put_varint(&whole, message->size) && memory_add(&whole, message->data, message->size));
    return whole;
}

static reel_memory header_message(void)
{
    reel_memory content = { .allocator = reel__memory_allocator(NULL) };
    const tape_header header = {
        .capture_id = { "capture", 7 }, .created = { 1790000000, 0 }, .version = 2, .minor = 1, .has = 1
    };
    assert_true(reel__proto_put(&content, &reel__tape_header_list, &header) && reel__proto_end(&content, 0, ENVELOPE_HEADER));
    reel_memory whole = sized(&content);
    reel_memory_free(&content);
    return whole;
}

static reel_memory footer_message(uint64_t offset)
{
    reel_memory content = { .allocator = reel__memory_allocator(NULL) };
    const tape_footer footer = { .frames = FRAMES, .duration = 33 * (FRAMES - 1), .offset = offset };
    assert_true(reel__proto_put(&content, &reel__tape_footer_list, &footer) && reel__proto_end(&content, 0, ENVELOPE_FOOTER));
    reel_memory whole = sized(&content);
    reel_memory_free(&content);
    return whole;
}

static model_message frame_of(uint32_t i, model_player *players)
{
    for (uint32_t p = 0; p < PLAYERS; p++) {
        const double t = (double)i / 100;
        players[p] = (model_player){ .slot = (int32_t)p,
                                     .has = 31,
                                     .flags = p / 3 << TAPE_TEAM_SHIFT,
                                     .ping = 30 + i % 3,
                                     .velocity = { thousandths(t), 0, thousandths(p - t) },
                                     .head = pose_by(p, t),
                                     .body = pose_by(p, t),
                                     .left = pose_by(p + 1, t + 1),
                                     .right = pose_by(p + 2, (double)(chance() % 1000) / 300) };
    }
    return (model_message){ .form = i % 2 ? MESSAGE_GROUPED : MESSAGE_ASCENDING, /* the same, without what is behind players */
                            .begins = i % INTERVAL == 0,
                            .frame = { i, 33 * i },
                            .arena = { .status = 3, .clock = thousandths(600 - i / 30.0) },
                            .players = PLAYERS };
}

/* A capture in which players move. */
static reel_memory long_capture(bool blocks)
{
    const model_info info = { blocks ? TAPE_BLOCKS : TAPE_STREAM };
    reel_memory file, header = header_message(), footer = footer_message(0);
    reel_replay *replay;
    reel_error error;
    model_message *messages = calloc(FRAMES + 2, sizeof *messages);
    model_player *players = calloc(FRAMES * PLAYERS, sizeof *players);
    assert_true(messages && players);
    messages[0] = row_of(&header);
    for (uint32_t i = 0; i < FRAMES; i++) messages[i + 1] = frame_of(i, players + i * PLAYERS);
    messages[FRAMES + 1] = row_of(&footer);
    const reel_own_rows own[] = { { .table = &reel__tape_model_infos, .rows = &info, .count = 1 },
                                  { .table = &reel__tape_model_messages, .rows = messages, .count = FRAMES + 2 },
                                  { .table = &reel__tape_model_players, .rows = players, .count = FRAMES * PLAYERS } };
    if (reel_replay_of_rows(&reel__tape_model, own, 3, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    if (reel_write(reel_replay_chunk(replay), &reel__tape_model, reel_sink_memory(&file, NULL), NULL, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    reel_free(replay);
    free(messages);
    free(players);
    reel_memory_free(&header);
    reel_memory_free(&footer);
    return file;
}

static void an_archive_has_messages_and_gives_the_file_and_its_rows(void **state)
{
    (void)state;
    for (int blocks = 0; blocks < 2; blocks++) {
        reel_packed how;
        reel_memory file = long_capture(blocks), archive = assert_is_archived(&file, &reel_format_tape);
        reel_memory twice = packed(&archive, &how); /* an archive is packed as the file that it holds */
        assert_unpacks(&twice, &file);
        reel_memory_free(&twice);
        reel_memory_free(&archive);
        reel_memory_free(&file);
    }
}

/* ---- zstd frames ------------------------------------------------------------------------------------------------- */

/* Reads what is whole; *error is why it ends. With a small buffer, a zstd frame is unpacked block by block. */
static reel_replay *read_by(const uint8_t *data, size_t size, uint64_t buffer, reel_error *error)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay = NULL;
    options.limits.buffer_bytes = buffer;
    *error = (reel_error){ .rule = "" };
    if (reel_load(reel_source_memory(data, size), &options, &replay, error) >= 0 && reel_replay_damage(replay))
        *error = *reel_replay_damage(replay);
    return replay;
}

/* Returns the frames that were read. */
static size_t assert_reads_the_same(const char *what, size_t at, const uint8_t *data, size_t size)
{
    reel_error one, other;
    reel_replay *whole = read_by(data, size, 0, &one), *blocks = read_by(data, size, 1 << 16, &other);
    size_t frames = 0, also;
    if (strcmp(one.rule, other.rule) != 0 || one.offset != other.offset || !whole != !blocks)
        fail_msg("%s at %zu: %s at %llu, not %s at %llu", what, at, one.rule, (unsigned long long)one.offset, other.rule,
                 (unsigned long long)other.offset);
    for (const reel_table *const *table = reel_format_tape.tables; whole && *table; table++) {
        size_t count;
        const void *a = reel_rows(whole, *table, &count), *b = reel_rows(blocks, *table, &also);
        if (count != also || !reel__rows_are_equal(*table, a, b, count)) fail_msg("%s at %zu: %s", what, at, (*table)->name);
        if (*table == &echoreplay_frames) frames = count;
    }
    reel_free(whole);
    reel_free(blocks);
    return frames;
}

static void a_zstd_frame_gives_the_same_at_once_and_block_by_block(void **state)
{
    (void)state;
    enum { TRIES = 40 };
    reel_memory file = long_capture(true);
    size_t inside = 0;
    assert_int_equal(assert_reads_the_same("nothing", 0, file.data, file.size), FRAMES);
    for (size_t i = 0; i < TRIES; i++) {
        const size_t at = chance() % file.size;
        const uint8_t bit = (uint8_t)(1 << chance() % 8);
        file.data[at] ^= bit;
        const size_t frames = assert_reads_the_same("flip", at, file.data, file.size);
        inside += frames % INTERVAL != 0 && frames < FRAMES;
        file.data[at] ^= bit;
        assert_reads_the_same("cut", at, file.data, at);
    }
    assert_true(inside > 0); /* blocks before the damage were kept */
    reel_memory_free(&file);
}

static void assert_has_blocks(const uint8_t *data, size_t size)
{
    reel_error error;
    size_t count;
    reel_replay *replay = read_by(data, size, 0, &error);
    const tape_info *info = reel_rows(replay, &tape_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(info->container, TAPE_BLOCKS);
    reel_free(replay);
}

static size_t second_frame(const uint8_t *data)
{
    static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };
    size_t second = 1;
    while (memcmp(data + second, magic, sizeof magic) != 0) second++;
    return second;
}

/* A file of several zstd frames is known as such when the first one has the header alone, whether its checksum is there or not. */
static void a_cut_behind_the_first_zstd_frame_leaves_its_kind(void **state)
{
    (void)state;
    enum { HEADER = 18, CHECKSUM = 4 };
    reel_memory file = long_capture(true);
    size_t second = second_frame(file.data), size;
    for (size_t cut = second; cut < second + 2 * HEADER; cut++) assert_has_blocks(file.data, cut);
    reel_memory_free(&file);
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/combat.tape"), &size);
    second = second_frame(data);
    for (size_t cut = second - CHECKSUM; cut <= second; cut++) assert_has_blocks(data, cut);
    free(data);
}

/* A footer with one more field. */
static void a_broken_index_is_damage_and_an_unknown_field_is_not(void **state)
{
    (void)state;
    const struct {
        uint32_t number;
        const char *bytes, *rule;
    } fields[] = { { FOOTER_EVENTS, "\x08", "tape.message" },
                   { FOOTER_KEYFRAMES, "\x08", "tape.message" },
                   { FOOTER_EVENTS + 1, "\x08", "" },
                   { FOOTER_EVENTS, "\x08\x0a", "" } };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        reel_memory file = header_message(), content = { .allocator = file.allocator };
        reel_error error;
        assert_true(reel__proto_put_bytes(&content, fields[i].number, fields[i].bytes, strlen(fields[i].bytes)) &&
                    reel__proto_end(&content, 0, ENVELOPE_FOOTER));
        reel_memory footer = sized(&content);
        assert_true(memory_add(&file, footer.data, footer.size));
        reel_free(read_by(file.data, file.size, 0, &error));
        assert_string_equal(error.rule, fields[i].rule);
        reel_memory_free(&footer);
        reel_memory_free(&content);
        reel_memory_free(&file);
    }
}

static void damaged_archives_give_an_answer(void **state)
{
    (void)state;
    reel_packed how;
    reel_memory file = long_capture(true), archive = packed(&file, &how);
    for (size_t cut = 0; cut < archive.size; cut += archive.size / 60 + 1) {
        uint8_t *copy = malloc(cut + 1); /* of its own, so that a sanitizer sees what is read behind it */
        assert_non_null(copy);
        memcpy(copy, archive.data, cut);
        reel_free(damage_read_container("cut", copy, cut));
        free(copy);
    }
    for (size_t at = 0; at < archive.size; at += archive.size / 60 + 1) {
        archive.data[at] ^= (uint8_t)(1 << at % 8);
        reel_free(damage_read_container("flipped", archive.data, archive.size));
        archive.data[at] ^= (uint8_t)(1 << at % 8);
    }
    reel_memory_free(&archive);
    reel_memory_free(&file);
}

/* ---- rows that lie ---------------------------------------------------------------------------------------------- */

/* The archive of one message's rows. */
static reel_memory archive_of(const model_message *message, const model_skeleton *skeletons, size_t skeleton_count,
                              size_t players)
{
    static const model_player nobody[2];
    const model_info info = { TAPE_PLAIN };
    const reel_archive_options how = { REEL_SIZED(reel_archive_options) };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    reel_writer *writer;
    reel_memory archive;
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel__tape_model, &options, &writer, NULL), REEL_OK);
    reel_append(writer, &reel__tape_model_infos, &info, 1);
    reel_append(writer, &reel__tape_model_messages, message, 1);
    if (skeleton_count) reel_append(writer, &reel__tape_model_skeletons, skeletons, skeleton_count);
    if (players) reel_append(writer, &reel__tape_model_players, nobody, players);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return archive;
}

static void rows_that_make_no_message_are_refused(void **state)
{
    (void)state;
    const model_skeleton huge = { .positions = UINT16_MAX, .rotations = UINT16_MAX, .has = 3 };
    const struct {
        model_message message;
        size_t skeletons, players;
    } lies[] = { { { .form = MESSAGE_ASCENDING, .players = UINT32_MAX }, 0, 1 },
                 { { .form = MESSAGE_GROUPED, .events = 1 }, 0, 0 },
                 { { .form = MESSAGE_GROUPED, .skeletons = 1 }, 1, 0 },
                 { { .form = MESSAGE_ASCENDING, .players = 1 }, 0, 2 },
                 { { .form = MESSAGE_GROUPED }, 1, 0 },
                 { { .form = 3 }, 0, 0 } };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        reel_memory archive = archive_of(&lies[i].message, &huge, lies[i].skeletons, lies[i].players);
        assert_refused(&archive, "tape.model");
        reel_memory_free(&archive);
    }
    const model_message nothing = { .form = MESSAGE_BYTES };
    reel_memory archive = archive_of(&nothing, NULL, 0, 0);
    reel_error error = { .rule = "" };
    reel_replay *replay = NULL;
    assert_true(reel_load(reel_source_memory(archive.data, archive.size), NULL, &replay, &error) < 0);
    assert_string_equal(error.rule, "reel.empty"); /* the file that it holds */
    reel_memory_free(&archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_come_back_bit_for_bit),
        cmocka_unit_test(an_archive_has_messages_and_gives_the_file_and_its_rows),
        cmocka_unit_test(a_zstd_frame_gives_the_same_at_once_and_block_by_block),
        cmocka_unit_test(a_cut_behind_the_first_zstd_frame_leaves_its_kind),
        cmocka_unit_test(a_broken_index_is_damage_and_an_unknown_field_is_not),
        cmocka_unit_test(damaged_archives_give_an_answer),
        cmocka_unit_test(rows_that_make_no_message_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
