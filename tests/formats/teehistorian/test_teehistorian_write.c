/* SPDX-License-Identifier: MIT
 * Writing as a server does, and the operations: what comes out reads as what was meant. */
#include "generate.h"
#include "machinery.h"

static const teehistorian_header usual = { .version = 2, .version_minor = 22, .server_port = -1, .map_size = -1 };

static reel_writer *begin_file(reel_memory *memory)
{
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_headers, &usual, 1), REEL_OK);
    return writer;
}

static void end_file(reel_writer *writer)
{
    reel_error error;
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
}

/* The messages of a file that was written, without its header. */
static void assert_messages(const reel_memory *memory, const char *hex)
{
    bytes wanted = { .size = 0 };
    const uint8_t *nul = memchr(memory->data + TEE_MAGIC_BYTES, 0, memory->size - TEE_MAGIC_BYTES);
    size_t size = (size_t)(memory->data + memory->size - (nul + 1));
    put_hex(&wanted, hex);
    assert_int_equal(size, wanted.size);
    assert_memory_equal(nul + 1, wanted.data, size);
}

static void put_position(reel_writer *writer, int32_t tick, int32_t cid, int32_t x, uint8_t kind)
{
    const teehistorian_position row = { .tick = tick, .cid = cid, .x = x, .kind = kind };
    assert_int_equal(reel_append(writer, &teehistorian_positions, &row, 1), REEL_OK);
}

static void places_skips_as_a_server_does(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = begin_file(&memory);
    put_position(writer, 1, 0, 1, 0);
    put_position(writer, 2, 0, 2, 0);
    put_position(writer, 3, 1, 5, 0);
    put_position(writer, 3, 2, 5, 0);
    put_position(writer, 4, 1, 6, 0);
    put_position(writer, 9, 1, 7, 0);
    end_file(writer);
    assert_messages(&memory, "42 00 01 00 00 01 00 4100 42 01 05 00 42 02 05 00 01 01 00 4104 01 01 00 40");
    reel_memory_free(&memory);
}

static void leaves_out_characters_that_stand_still(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = begin_file(&memory);
    for (int32_t tick = 1; tick < 6; tick++) put_position(writer, tick, 3, tick < 5 ? 10 : 11, 0);
    end_file(writer);
    assert_messages(&memory, "42 03 0a 00 4103 03 01 00 40");
    reel_memory_free(&memory);
}

static void orders_rows_of_a_tick_by_number(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = begin_file(&memory);
    const teehistorian_drop drop = { .tick = 5, .seq = 1, .cid = 1 };
    const teehistorian_join join = { .tick = 5, .seq = 2, .cid = 1 };
    assert_int_equal(reel_append(writer, &teehistorian_joins, &join, 1), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_drops, &drop, 1), REEL_OK);
    end_file(writer);
    assert_messages(&memory, "4104 48 01 00 47 01 40");
    reel_memory_free(&memory);
}

static void keeps_whole_ticks_of_a_server_that_dies(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    reel_writer *writer = begin_file(&memory);
    put_position(writer, 1, 0, 1, 0);
    assert_int_equal(reel_flush(writer, &error), REEL_OK);
    put_position(writer, 2, 0, 2, 0);
    assert_messages(&memory, "42 00 01 00");
    reel_discard(writer);
}

static void refuses(int32_t tick_a, int32_t cid_a, int32_t tick_b, int32_t cid_b, const char *rule)
{
    reel_memory memory;
    reel_error error;
    reel_writer *writer = begin_file(&memory);
    put_position(writer, tick_a, cid_a, 1, TEEHISTORIAN_NEW);
    assert_int_equal(reel_flush(writer, &error), REEL_OK);
    put_position(writer, tick_b, cid_b, 2, TEEHISTORIAN_NEW);
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
}

static void refuses_rows_that_have_no_place(void **state)
{
    (void)state;
    refuses(5, 0, 4, 0, "teehistorian.tick-order");
    refuses(5, 3, 5, 3, "teehistorian.record-order");
    refuses(5, 3, 5, 2, "teehistorian.record-order");
}

static void refuses_to_begin_without_a_header(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    put_position(writer, 1, 0, 1, 0);
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "teehistorian.header");
}

/* ---- operations ------------------------------------------------------------------------------------------------------------- */

static reel_replay *change(const char *path, const reel_convert_options *how, reel_memory *memory)
{
    reel_source source;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
    if (reel_convert(source, NULL, NULL, reel_sink_memory(memory, NULL), how, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(reel_load(reel_source_memory(memory->data, memory->size), NULL, &replay, &error), REEL_OK);
    return replay;
}

static reel_replay *operate(const char *path, const char *operation, const char *argument, reel_memory *memory)
{
    const reel_setting setting = { operation, argument };
    const reel_convert_options how = { .operations = &setting, .operation_count = 1 };
    return change(path, &how, memory);
}

static const char recording[] = "samples/teehistorian/recorded/v2m22_mix_8p.teehistorian";

static void a_cut_holds_the_rows_of_its_ticks(void **state)
{
    (void)state;
    const char *path = corpus_path(recording);
    if (!path) skip();
    reel_memory memory;
    const reel_convert_options how = { .has_from = true, .from = 500, .has_to = true, .to = 1001 };
    reel_replay *whole, *part = change(path, &how, &memory);
    size_t all, some, matched = 0;
    assert_int_equal(reel_load_file(path, NULL, &whole, NULL), REEL_OK);
    const teehistorian_position *a = reel_rows(whole, &teehistorian_positions, &all),
                                *b = reel_rows(part, &teehistorian_positions, &some);
    size_t before = 0;
    while (before < some && b[before].tick < 500) assert_int_equal(b[before++].kind, TEEHISTORIAN_NEW);
    assert_int_equal(before, 8);
    for (size_t i = 0; i < all; i++) {
        if (a[i].tick < 500 || a[i].tick > 1000) continue;
        const teehistorian_position *p = &b[before + matched++];
        assert_true(p->tick == a[i].tick && p->cid == a[i].cid && p->x == a[i].x && p->y == a[i].y && p->kind == a[i].kind);
    }
    assert_int_equal(before + matched, some);
    const teehistorian_input *c = reel_rows(whole, &teehistorian_inputs, &all), *d = reel_rows(part, &teehistorian_inputs, &some);
    size_t at = 0;
    while (at < some && d[at].tick < 500) at++;
    for (size_t i = 0; i < all; i++)
        if (c[i].tick >= 500 && c[i].tick <= 1000) assert_memory_equal(&c[i].direction, &d[at++].direction, 40);
    assert_int_equal(at, some);
    reel_free(whole);
    reel_free(part);
    reel_memory_free(&memory);
}

static bool holds(const reel_memory *memory, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (memcmp(memory->data + i, text, size) == 0) return true;
    return false;
}

static void expect_nobody(reel_replay *replay, const reel_memory *memory)
{
    static const char *const secrets[] = {
        "nameless", "Zw\xc3\xb6lf", "default_admin", "127.0.0.1", "research", "clan", "seven"
    };
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
        if (holds(memory, secrets[i])) fail_msg("\"%s\" is still there", secrets[i]);
    size_t count;
    reel_rows(replay, &teehistorian_positions, &count);
    assert_int_equal(count, 13569);
}

static void a_scrubbed_file_names_nobody(void **state)
{
    (void)state;
    const char *path = corpus_path(recording);
    if (!path) skip();
    reel_memory memory;
    reel_replay *replay = operate(path, "scrub", "key", &memory);
    expect_nobody(replay, &memory);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void an_anonymised_file_names_nobody_and_stays_whole(void **state)
{
    (void)state;
    const char *path = corpus_path(recording);
    if (!path) skip();
    reel_memory memory;
    const reel_convert_options how = { .flags = REEL_ANONYMISE };
    reel_replay *replay = change(path, &how, &memory);
    expect_nobody(replay, &memory);
    size_t count;
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    assert_int_equal(header->version, 2);
    assert_int_equal(header->map_name.size, 8);
    reel_free(replay);
    reel_memory_free(&memory);
}

static void version_1_has_no_extensions(void **state)
{
    (void)state;
    reel_memory memory;
    char path[300];
    snprintf(path, sizeof path, "%s", project_path("tests/formats/teehistorian/golden/every-message.teehistorian"));
    reel_replay *replay = operate(path, "version", "1", &memory);
    size_t count;
    for (size_t i = 0; i < TEE_KINDS; i++) {
        if (tee_kinds[i].id != TEE_EX) continue;
        reel_rows(replay, tee_kinds[i].table, &count);
        assert_int_equal(count, 0);
    }
    const teehistorian_header *header = reel_rows(replay, &teehistorian_headers, &count);
    assert_int_equal(header->version, 1);
    reel_rows(replay, &teehistorian_joins, &count);
    assert_int_equal(count, 2);
    reel_free(replay);
    reel_memory_free(&memory);
}

/* Rows of `table` that are `cid`'s, the server's (below 0), or have no client: from `i` on. */
static size_t next_kept(const reel_table *table, const uint8_t *rows, size_t count, size_t i, int32_t wanted)
{
    const reel_field *field = reel_table_field(table, "cid");
    for (; field && i < count; i++) {
        const uint8_t *row = rows + i * table->row_size;
        int32_t cid;
        memcpy(&cid, row + field->offset, sizeof cid);
        bool team =
            table == &teehistorian_finishes && ((const teehistorian_finish *)(const void *)row)->kind == TEEHISTORIAN_TEAM_FINISH;
        if (cid == wanted || cid < 0 || team) break;
    }
    return i;
}

static void assert_client_alone(const char *path, int32_t cid)
{
    char argument[12];
    reel_memory memory;
    reel_replay *whole;
    snprintf(argument, sizeof argument, "%d", (int)cid);
    reel_replay *part = operate(path, "client", argument, &memory);
    assert_int_equal(reel_load_file(path, NULL, &whole, NULL), REEL_OK);
    for (const reel_table *const *t = tee_tables; *t; t++) {
        size_t all, some, kept = 0;
        const uint8_t *a = reel_rows(whole, *t, &all), *b = reel_rows(part, *t, &some);
        if ((*t)->flags & REEL_TABLE_LAYOUT) continue;
        for (size_t i = next_kept(*t, a, all, 0, cid); i < all; i = next_kept(*t, a, all, i + 1, cid), kept++)
            if (kept >= some || !rows_equal(*t, a + i * (*t)->row_size, b + kept * (*t)->row_size))
                fail_msg("%s: row %zu is not there any more", (*t)->name, i);
        if (kept != some) fail_msg("%s: %zu rows belong to others", (*t)->name, some - kept);
    }
    reel_free(whole);
    reel_free(part);
    reel_memory_free(&memory);
}

static void a_client_alone_has_its_own_rows(void **state)
{
    (void)state;
    char path[300];
    snprintf(path, sizeof path, "%s", project_path("tests/formats/teehistorian/golden/every-message.teehistorian"));
    for (int32_t cid = 0; cid < 3; cid++) assert_client_alone(path, cid);
    snprintf(path, sizeof path, "%s", project_path("tests/formats/teehistorian/golden/last-clients.teehistorian"));
    for (int32_t cid = 62; cid < TEEHISTORIAN_CLIENTS; cid++) assert_client_alone(path, cid);
}

static void a_client_of_a_real_game_has_its_own_rows(void **state)
{
    (void)state;
    const char *path = corpus_path(recording);
    if (!path) skip();
    char kept[512];
    snprintf(kept, sizeof kept, "%s", path);
    for (int32_t cid = 0; cid < 9; cid++) assert_client_alone(kept, cid);
}

static void a_client_has_to_be_one(void **state)
{
    (void)state;
    static const char *const wrong[] = { "", "x", "-1", "1 ", "128", "99999999999" };
    char path[300];
    snprintf(path, sizeof path, "%s", project_path("tests/formats/teehistorian/golden/every-message.teehistorian"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const reel_setting setting = { "client", wrong[i] };
        const reel_convert_options how = { .operations = &setting, .operation_count = 1 };
        test_sink sink = { 0 };
        reel_source source;
        reel_error error;
        assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
        assert_int_equal(reel_convert(source, NULL, NULL, test_sink_of(&sink), &how, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "edit.argument");
        assert_int_equal(sink.commits, 0);
        test_sink_free(&sink);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_skips_as_a_server_does),
        cmocka_unit_test(leaves_out_characters_that_stand_still),
        cmocka_unit_test(orders_rows_of_a_tick_by_number),
        cmocka_unit_test(keeps_whole_ticks_of_a_server_that_dies),
        cmocka_unit_test(refuses_rows_that_have_no_place),
        cmocka_unit_test(refuses_to_begin_without_a_header),
        cmocka_unit_test(a_cut_holds_the_rows_of_its_ticks),
        cmocka_unit_test(a_scrubbed_file_names_nobody),
        cmocka_unit_test(an_anonymised_file_names_nobody_and_stays_whole),
        cmocka_unit_test(version_1_has_no_extensions),
        cmocka_unit_test(a_client_alone_has_its_own_rows),
        cmocka_unit_test(a_client_of_a_real_game_has_its_own_rows),
        cmocka_unit_test(a_client_has_to_be_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
