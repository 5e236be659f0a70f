/* SPDX-License-Identifier: MIT
 * Rows that no file can say as they are: the writer refuses them, and a repair settles them. Nothing is written as something else. */
#include "support.h"

#include <reel/format.h>
#include <reel/teehistorian.h>

static const teehistorian_header usual = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };

static reel_string text(const char *s) { return (reel_string){ s, strlen(s) }; }

/* One table's rows of a recording. */
typedef struct rows {
    const reel_table *table;
    const void *data;
    size_t count;
} rows;

#define ROWS(table, ...)                                                                                                         \
    {                                                                                                                            \
        &table, __VA_ARGS__, sizeof(__VA_ARGS__) / sizeof *(__VA_ARGS__)                                                         \
    }

static reel_status write_rows(const teehistorian_header *header, const rows *of, size_t count, reel_memory *memory,
                              reel_error *error)
{
    reel_writer *writer;
    *error = (reel_error){ .rule = "" };
    assert_int_equal(reel_create(reel_sink_memory(memory, NULL), &reel_format_teehistorian, NULL, &writer, error), REEL_OK);
    reel_append(writer, &teehistorian_headers, header, 1);
    for (size_t i = 0; i < count; i++) reel_append(writer, of[i].table, of[i].data, of[i].count);
    return finish_unless_refused(writer, error);
}

static void expect_refused(const teehistorian_header *header, const rows *of, size_t count, const char *rule)
{
    reel_memory memory;
    reel_error error;
    assert_int_equal(write_rows(header, of, count, &memory, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
}

#define EXPECT_REFUSED(rule, ...)                                                                                                \
    do {                                                                                                                         \
        const rows of_[] = { __VA_ARGS__ };                                                                                      \
        expect_refused(&usual, of_, sizeof of_ / sizeof *of_, rule);                                                             \
    } while (0)

/* ---- the header --------------------------------------------------------------------------------------------------- */

static void a_header_that_would_not_read_back_is_refused(void **state)
{
    (void)state;
    teehistorian_header header = usual;
    header.version_minor = -5;
    expect_refused(&header, NULL, 0, "teehistorian.header");
    header = usual;
    header.server_port = -2;
    header.present |= TEEHISTORIAN_HAS_SERVER_PORT;
    expect_refused(&header, NULL, 0, "teehistorian.header");
    header = usual;
    header.map_size = INT64_MIN;
    header.present |= TEEHISTORIAN_HAS_MAP_SIZE;
    expect_refused(&header, NULL, 0, "teehistorian.header");
    header = usual;
    header.map_size = 448; /* but marked as missing */
    expect_refused(&header, NULL, 0, "teehistorian.header");
    header = usual;
    header.present |= 0x80;
    expect_refused(&header, NULL, 0, "teehistorian.header");
    header = usual;
    header.version = 3;
    expect_refused(&header, NULL, 0, "teehistorian.version");
}

static void lists_of_the_header_that_json_cannot_say_are_refused(void **state)
{
    (void)state;
    const teehistorian_value bad[][2] = {
        { { TEEHISTORIAN_OTHER, text("a"), text("no json") }, { 0 } },
        { { TEEHISTORIAN_OTHER, text("a"), text("") }, { 0 } },
        { { TEEHISTORIAN_OTHER, text("a"), text("1,\"b\":2") }, { 0 } },
        { { TEEHISTORIAN_OTHER, text("a"), text("1 ") }, { 0 } },                 /* reads back as 1 */
        { { TEEHISTORIAN_OTHER, text("map_name"), text("\"other\"") }, { 0 } },   /* reads back as the field of the header */
        { { TEEHISTORIAN_UUIDS, text("key"), text("name@example.org") }, { 0 } }, /* a list of names has no keys */
        { { 4, text("a"), text("b") }, { 0 } },
        { { TEEHISTORIAN_TUNING, text("a"), text("1") }, { TEEHISTORIAN_CONFIG, text("b"), text("2") } }, /* another order */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const rows of = { &teehistorian_values, bad[i], bad[i][1].key.size ? 2 : 1 };
        expect_refused(&usual, &of, 1, "teehistorian.header");
    }
}

/* {"server_port": 5} is not a port: the value is kept as it is, and a port beside it would be lost. */
static void a_field_that_another_value_hides_is_refused(void **state)
{
    (void)state;
    teehistorian_header header = usual;
    const teehistorian_value hiding = { TEEHISTORIAN_OTHER, text("server_port"), text("5") };
    const rows of = { &teehistorian_values, &hiding, 1 };
    reel_memory memory;
    reel_error error;
    assert_int_equal(write_rows(&header, &of, 1, &memory, &error), REEL_OK);
    reel_memory_free(&memory);
    header.server_port = 8303;
    header.present |= TEEHISTORIAN_HAS_SERVER_PORT;
    expect_refused(&header, &of, 1, "teehistorian.header");
}

static void the_largest_map_size_reads_back(void **state)
{
    (void)state;
    teehistorian_header header = usual;
    reel_memory memory;
    reel_error error;
    reel_replay *replay;
    size_t count;
    header.map_size = INT64_MAX;
    header.server_port = INT32_MAX;
    header.present |= TEEHISTORIAN_HAS_SERVER_PORT | TEEHISTORIAN_HAS_MAP_SIZE;
    assert_int_equal(write_rows(&header, NULL, 0, &memory, &error), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, &error), REEL_OK);
    const teehistorian_header *again = reel_rows(replay, &teehistorian_headers, &count);
    assert_true(again->map_size == INT64_MAX && again->server_port == INT32_MAX);
    reel_rows(replay, &teehistorian_values, &count);
    assert_int_equal(count, 0);
    reel_free(replay);
    reel_memory_free(&memory);
}

/* ---- kinds ---------------------------------------------------------------------------------------------------------- */

static void kinds_that_would_read_back_as_others_are_refused(void **state)
{
    (void)state;
    EXPECT_REFUSED(
        "teehistorian.character",
        ROWS(teehistorian_positions, (const teehistorian_position[]){ { .tick = 1, .cid = 1, .kind = TEEHISTORIAN_DIFF } }));
    EXPECT_REFUSED("teehistorian.kind",
                   ROWS(teehistorian_positions, (const teehistorian_position[]){ { .tick = 1, .cid = 1, .kind = 3 } }));
    EXPECT_REFUSED(
        "teehistorian.character",
        ROWS(teehistorian_positions, (const teehistorian_position[]){ { .tick = 1, .cid = 1, .kind = TEEHISTORIAN_NEW },
                                                                      { .tick = 2, .cid = 1, .kind = TEEHISTORIAN_STRAY } }));
    EXPECT_REFUSED("teehistorian.kind",
                   ROWS(teehistorian_inputs, (const teehistorian_input[]){ { .tick = 1, .cid = 1, .kind = TEEHISTORIAN_OLD } }));
    EXPECT_REFUSED("teehistorian.kind", ROWS(teehistorian_auths, (const teehistorian_auth[]){ { .kind = TEEHISTORIAN_AUTH_LOGOUT,
                                                                                                .key_name = text("k") } }));
    EXPECT_REFUSED("teehistorian.kind", ROWS(teehistorian_saves, (const teehistorian_save[]){
                                                                     { .kind = TEEHISTORIAN_SAVE_FAILURE, .save = text("s") } }));
    EXPECT_REFUSED("teehistorian.kind",
                   ROWS(teehistorian_clients,
                        (const teehistorian_client[]){ { .kind = TEEHISTORIAN_DDNETVER_OLD, .version_string = text("v") } }));
}

/* Two numbers are all that PLAYER_TEAM has: with its UUID these bytes are a row of teams. */
static void an_extension_that_would_read_back_in_another_table_is_refused(void **state)
{
    (void)state;
    static const uint8_t team[16] = { 0xa1, 0x11, 0xc0, 0x4e, 0x1e, 0xa8, 0x38, 0xe0,
                                      0x90, 0xb1, 0xd7, 0xf9, 0x93, 0xca, 0x0d, 0xa9 };
    teehistorian_extension row = { .tick = 1, .data = { (const uint8_t *)"\1\1", 2 } };
    const rows of = { &teehistorian_extensions, &row, 1 };
    reel_memory memory;
    reel_error error;
    memcpy(row.uuid.bytes, team, sizeof team);
    expect_refused(&usual, &of, 1, "teehistorian.extension");
    row.data.size = 1; /* too short for that kind */
    assert_int_equal(write_rows(&usual, &of, 1, &memory, &error), REEL_OK);
    reel_memory_free(&memory);
}

/* ---- arguments ------------------------------------------------------------------------------------------------------ */

static const teehistorian_command command = { .seq = 5, .tick = 3, .cid = 2, .command = { "team", 4 } };

static void expect_arguments_refused(const teehistorian_argument *arguments, size_t count, const char *rule)
{
    const rows of[] = { { &teehistorian_arguments, arguments, count }, { &teehistorian_commands, &command, 1 } };
    expect_refused(&usual, of, 2, rule);
    reel_memory memory; /* and when they come with different batches */
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &teehistorian_headers, &usual, 1);
    for (size_t i = 0; i < count; i++) {
        reel_append(writer, &teehistorian_arguments, &arguments[i], 1);
        reel_flush(writer, NULL);
    }
    reel_append(writer, &teehistorian_commands, &command, 1);
    assert_int_equal(finish_unless_refused(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, rule);
}

static void arguments_that_do_not_fit_their_command_are_refused(void **state)
{
    (void)state;
    const teehistorian_argument good = { .seq = 5, .tick = 3, .cid = 2, .text = text("3") };
    teehistorian_argument two[2] = { good, good };
    two[1].number = 1;
    two[1].cid = 1;
    expect_arguments_refused(two, 2, "teehistorian.arguments");
    two[1].cid = 2, two[1].number = 2;
    expect_arguments_refused(two, 2, "teehistorian.arguments");
    two[1].number = 1, two[0].seq = 4; /* no command has that number */
    expect_arguments_refused(two, 2, "teehistorian.arguments");
    two[0].seq = 5, two[1].seq = 6;
    expect_arguments_refused(two, 2, "teehistorian.arguments");
    two[1].seq = 5, two[1].tick = 4;
    expect_arguments_refused(two, 2, "teehistorian.arguments");
    two[1].tick = 3, two[1].text = (reel_string){ "a\0b", 3 };
    expect_arguments_refused(two, 2, "teehistorian.text");
    EXPECT_REFUSED("teehistorian.arguments", { &teehistorian_arguments, &good, 1 });
}

/* ---- repair --------------------------------------------------------------------------------------------------------- */

static uint64_t time_ms;

static uint64_t fast_clock(void) { return time_ms += 5000; } /* every append makes a block of the spool, and so a chunk */

static reel_memory spool_of(const rows *of, size_t count)
{
    reel_memory file, spool;
    reel_writer *writer;
    reel_format_writer lax =
        *reel_format_teehistorian.writer; /* rows that are refused now, as older versions have recorded them */
    reel_format format = reel_format_teehistorian;
    lax.accepts = NULL;
    format.writer = &lax;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &format, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), fast_clock, NULL), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_headers, &usual, 1), REEL_OK);
    for (size_t i = 0; i < count; i++) assert_int_equal(reel_append(writer, of[i].table, of[i].data, of[i].count), REEL_OK);
    reel_discard(writer);
    return spool;
}

static reel_replay *repair(const rows *of, size_t count, reel_findings *findings)
{
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    reel_memory spool = spool_of(of, count), made;
    reel_replay *replay;
    reel_error error;
    if (reel_convert(reel_source_memory(spool.data, spool.size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &replay, NULL), REEL_OK);
    reel_memory_free(&made);
    reel_memory_free(&spool);
    return replay;
}

static uint64_t counted(const reel_findings *findings, const char *rule)
{
    uint64_t count = 0;
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        if (!strcmp(reel_findings_at(findings, i)->rule, rule)) count += reel_findings_at(findings, i)->count;
    return count;
}

static void a_repair_settles_arguments(void **state)
{
    (void)state;
    const teehistorian_argument first = { .seq = 5, .tick = 3, .text = text("a") };            /* of another client */
    const teehistorian_argument second = { .seq = 5, .tick = 3, .cid = 2, .text = text("b") }; /* of another number */
    const teehistorian_argument nobody[] = { { .seq = 7, .tick = 4, .text = text("c") }, { .seq = 8, .tick = 4 } };
    const teehistorian_command later = { .seq = 9, .tick = 5, .cid = 2, .command = { "x", 1 } };
    const rows of[] = { { &teehistorian_arguments, (const teehistorian_argument[]){ first, second }, 2 },
                        { &teehistorian_commands, &command, 1 },
                        { &teehistorian_arguments, nobody, 2 },
                        { &teehistorian_commands, &later, 1 } };
    reel_findings *findings = reel_findings_new(NULL);
    reel_replay *replay = repair(of, 4, findings);
    size_t count;
    const teehistorian_argument *made = reel_rows(replay, &teehistorian_arguments, &count);
    assert_int_equal(count, 2);
    assert_true(made[0].cid == 2 && made[0].number == 0 && made[0].text.size == 1 && made[0].text.data[0] == 'a');
    assert_true(made[1].cid == 2 && made[1].number == 1 && made[1].text.size == 1 && made[1].text.data[0] == 'b');
    assert_true(counted(findings, "repair.teehistorian.arguments") >= 4);
    reel_free(replay);
    reel_findings_free(findings);
}

/* The recorder died between the arguments and their command. */
static void a_repair_drops_arguments_without_a_command(void **state)
{
    (void)state;
    const teehistorian_argument last[] = { { .seq = 5, .tick = 3, .cid = 2, .text = text("a") } };
    const rows of[] = { { &teehistorian_arguments, last, 1 } };
    reel_findings *findings = reel_findings_new(NULL);
    reel_replay *replay = repair(of, 1, findings);
    size_t count;
    reel_rows(replay, &teehistorian_arguments, &count);
    assert_int_equal(count, 0);
    assert_int_equal(counted(findings, "repair.teehistorian.arguments"), 1);
    reel_free(replay);
    reel_findings_free(findings);
}

static void a_repair_settles_kinds(void **state)
{
    (void)state;
    const teehistorian_position places[] = { { .seq = 1, .tick = 1, .cid = 1, .x = 5, .kind = TEEHISTORIAN_DIFF },
                                             { .seq = 2, .tick = 2, .cid = 1, .x = 6, .kind = 7 },
                                             { .seq = 3, .tick = 3, .cid = 1, .x = 6, .kind = TEEHISTORIAN_OLD } };
    const teehistorian_input inputs[] = { { .seq = 4, .tick = 3, .cid = 1, .fire = 1, .kind = 9 } };
    const teehistorian_auth auths[] = { { .seq = 5, .tick = 3, .kind = TEEHISTORIAN_AUTH_LOGOUT, .key_name = text("k") } };
    const rows of[] = { { &teehistorian_positions, places, 3 },
                        { &teehistorian_inputs, inputs, 1 },
                        { &teehistorian_auths, auths, 1 } };
    reel_findings *findings = reel_findings_new(NULL);
    reel_replay *replay = repair(of, 3, findings);
    size_t count;
    const teehistorian_position *made = reel_rows(replay, &teehistorian_positions, &count);
    assert_int_equal(count, 3);
    assert_true(made[0].kind == TEEHISTORIAN_NEW && made[1].kind == TEEHISTORIAN_DIFF && made[2].kind == TEEHISTORIAN_OLD);
    assert_true(made[0].x == 5 && made[1].x == 6);
    assert_int_equal(counted(findings, "repair.teehistorian.kind"), 4);
    reel_free(replay);
    reel_findings_free(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_that_would_not_read_back_is_refused),
        cmocka_unit_test(lists_of_the_header_that_json_cannot_say_are_refused),
        cmocka_unit_test(a_field_that_another_value_hides_is_refused),
        cmocka_unit_test(the_largest_map_size_reads_back),
        cmocka_unit_test(kinds_that_would_read_back_as_others_are_refused),
        cmocka_unit_test(an_extension_that_would_read_back_in_another_table_is_refused),
        cmocka_unit_test(arguments_that_do_not_fit_their_command_are_refused),
        cmocka_unit_test(a_repair_settles_arguments),
        cmocka_unit_test(a_repair_drops_arguments_without_a_command),
        cmocka_unit_test(a_repair_settles_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
