/* SPDX-License-Identifier: MIT
 * Text that a spreadsheet would run as a formula gets an apostrophe in CSV, if that is wanted; other text does not. */
#include "support.h"

#include <reel/bsor.h>
#include <reel/export.h>

static reel_memory export_name(const char *name, uint32_t flags)
{
    reel_memory file, csv;
    reel_writer *writer;
    reel_replay *replay;
    reel_export *out;
    const bsor_info info = { .player_name = { name, strlen(name) } };
    static const reel_table *const tables[] = { &bsor_infos, NULL };
    static const char *const fields[] = { "player_name", NULL };
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
    const reel_export_options how = { .struct_size = sizeof how, .tables = tables, .fields = fields, .flags = flags };
    assert_int_equal(
        reel_export_open(reel_exporter_by_id("csv"), reel_sink_memory(&csv, NULL), &reel_format_bsor, &how, &out, NULL), REEL_OK);
    assert_int_equal(reel_export_chunk(out, reel_replay_chunk(replay)), REEL_OK);
    assert_int_equal(reel_export_finish(out, NULL), REEL_OK);
    reel_free(replay);
    reel_memory_free(&file);
    return csv;
}

static void text_that_begins_a_formula_is_guarded_on_request(void **state)
{
    (void)state;
    static const struct {
        const char *name, *plain, *safe;
    } cases[] = {
        { "=1+1", "=1+1", "'=1+1" },
        { "+1", "+1", "'+1" },
        { "-1", "-1", "'-1" },
        { "@x", "@x", "'@x" },
        { "\tx", "\tx", "'\tx" },
        { "\rx", "\"\rx\"", "\"'\rx\"" },
        { "\nx", "\"\nx\"", "\"'\nx\"" },
        { "=a,b\"", "\"=a,b\"\"\"", "\"'=a,b\"\"\"" },
        { "\xef\xbc\x9d"
          "1",
          "\xef\xbc\x9d"
          "1",
          "'\xef\xbc\x9d"
          "1" },
        { "\xef\xbc\x8b", "\xef\xbc\x8b", "'\xef\xbc\x8b" },
        { "\xef\xbc\x8d", "\xef\xbc\x8d", "'\xef\xbc\x8d" },
        { "\xef\xbc\xa0", "\xef\xbc\xa0", "'\xef\xbc\xa0" },
        { "\xef\xbc\x81", "\xef\xbc\x81", "\xef\xbc\x81" }, /* a full-width exclamation mark */
        { "\xef\xbb\xbf", "\xef\xbb\xbf", "\xef\xbb\xbf" },
        { "\xc3\xa9=", "\xc3\xa9=", "\xc3\xa9=" },
        { "a=1", "a=1", "a=1" },
        { "'=1", "'=1", "'=1" },
        { "", "\"\"", "\"\"" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int safe = 0; safe < 2; safe++) {
            char wanted[100];
            reel_memory csv = export_name(cases[i].name, safe ? REEL_EXPORT_CSV_SAFE : 0);
            snprintf(wanted, sizeof wanted, "player_name\n%s\n", safe ? cases[i].safe : cases[i].plain);
            if (csv.size != strlen(wanted) || memcmp(csv.data, wanted, csv.size) != 0)
                fail_msg("\"%s\": %.*s", cases[i].name, (int)csv.size, (const char *)csv.data);
            reel_memory_free(&csv);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_begins_a_formula_is_guarded_on_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
