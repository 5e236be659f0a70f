/* SPDX-License-Identifier: MIT
 * Pseudonyms: HMAC-SHA-256 as another implementation computes it, policies, and that no personal text of a replay is in what is published of
 * it. test_machinery_verbs gives every format's files each policy. */
#include "codec/pseudonym.h"
#include "core/rows.h"
#include "jobs/rewrite/pseudonymise.h"
#include "machinery.h"

#include <reel/bsor.h>

static const reel_pseudonyms names = { REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21 };

static void digests_are_those_of_hmac_sha_256(void **state)
{
    (void)state;
    uint8_t bytes[100]; /* a key longer than a block */
    char text[13];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)i;
    const reel_pseudonyms other = { REEL_SIZED(reel_pseudonyms), .key = bytes, .key_size = sizeof bytes };
    /* python: "p" + hmac.new(key, b"player\0" + b"76561198000000000", "sha256").hexdigest()[:11] */
    assert_int_equal(reel_pseudonym(&names, "player", "76561198000000000", 17, text), 12);
    assert_string_equal(text, "pb7ebcc9813e");
    reel_pseudonym(&other, "player", "76561198000000000", 17, text);
    assert_string_equal(text, "pb712cee9e06");
    reel_pseudonym(&names, "file", "a/b.bsor", 8, text);
    assert_string_equal(text, "590b49382e54");
}

static void a_policy_is_read_or_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t offset; /* of the error; UINT64_MAX: it is read */
    } policies[] = {
        { "times = keep\nheights = blur # 0.1 m\n\n# all\ndevices=drop", UINT64_MAX },
        { "times = keep\nheights = blur\n", 28 },
        { "times = keep\ntimes = keep\nheights = blur\ndevices = drop\n", 13 },
        { "times = keep\nheights = sometimes\ndevices = drop\n", 13 },
        { "names = keep\n", 0 },
        { "", 0 },
    };
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        reel_pseudonyms read = names;
        reel_error error = { .rule = "" };
        const reel_status status = reel_policy_read(policies[i].text, strlen(policies[i].text), &read, &error);
        assert_int_equal(status, policies[i].offset == UINT64_MAX ? REEL_OK : REEL_ARGUMENT);
        if (status < 0) assert_string_equal(error.rule, "pseudonym.policy");
        if (status < 0) assert_int_equal(error.offset, policies[i].offset);
        if (status == REEL_OK) assert_true(read.times == REEL_KEEP && read.bodies == REEL_BLUR && read.devices == REEL_DROP);
        assert_ptr_equal(read.key, names.key);
    }
    static const char *const own[] = { "open", "study", "linked" };
    for (size_t i = 0; i < 3; i++) {
        reel_pseudonyms read = names;
        assert_non_null(reel_policy_text(own[i]));
        assert_int_equal(reel_policy_read(reel_policy_text(own[i]), strlen(reel_policy_text(own[i])), &read, NULL), REEL_OK);
    }
    assert_null(reel_policy_text("none"));
}

static reel_status publish(reel_bytes file, const reel_pseudonyms *how, reel_memory *made, reel_error *error)
{
    const reel_options options = machinery_options(NULL);
    return reel_convert(reel_source_memory(file.data, file.size), &options, NULL, reel_sink_memory(made, NULL),
                        &(reel_convert_options){ REEL_SIZED(reel_convert_options), .pseudonyms = how }, error);
}

static void a_short_key_and_an_unknown_word_are_refused(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &size);
    reel_pseudonyms bad[] = { names, names, names };
    bad[0].key_size = 15;
    bad[1].key = NULL;
    bad[2].times = REEL_DROP + 1;
    for (size_t i = 0; i < 3; i++) {
        reel_memory made;
        reel_error error;
        assert_int_equal(publish((reel_bytes){ data, size }, &bad[i], &made, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, i < 2 ? "pseudonym.key" : "pseudonym.policy");
    }
    free(data);
}

/* Dates of years without four digits have the nearest one that has them. */
static void every_time_has_a_date(void **state)
{
    (void)state;
    static const struct {
        int64_t seconds;
        const char *text;
    } dates[] = {
        { 0, "1970-01-01T00:00:00+0000" },          { 951782400, "2000-02-29T00:00:00+0000" },
        { -1, "1969-12-31T23:59:59+0000" },         { 253402300799, "9999-12-31T23:59:59+0000" },
        { INT64_MAX, "9999-12-31T23:59:59+0000" },  { -62162208000, "0000-03-01T00:00:00+0000" },
        { INT64_MIN, "0000-03-01T00:00:00+0000" },  { 4107542400, "2100-03-01T00:00:00+0000" },
        { 4107542399, "2100-02-28T23:59:59+0000" },
    };
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        char text[PSEUDONYM_DATE + 1] = "";
        reel__date_text(dates[i].seconds, text);
        assert_string_equal(text, dates[i].text);
    }
}

/* The conversion keeps the header rows of a format in an array. */
static void no_format_has_more_headers_than_are_kept(void **state)
{
    (void)state;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        size_t headers = 0;
        for (const reel_table *const *table = (*format)->tables; *table; table++)
            headers += ((*table)->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT)) == REEL_TABLE_HEADER;
        if (headers > PSEUDONYM_HEADERS) fail_msg("%s has %zu header tables", reel_format_id(*format), headers);
    }
}

/* ---- secrets ---------------------------------------------------------------------------------------------------------- */

enum { LEAST_SECRET = 5 };
static size_t secrets, published, failures;

/* Long enough, and of different bytes: anything else may be there by chance. */
static bool is_secret(reel_bytes text)
{
    size_t same = 1;
    while (same < text.size && text.data[same] == text.data[0]) same++;
    static const char nobody[] = "[INVALID]"; /* what Echo VR writes if nobody scored */
    if (text.size == sizeof nobody - 1 && memcmp(text.data, nobody, text.size) == 0) return false;
    return text.size >= LEAST_SECRET && same < text.size;
}

static bool has(const uint8_t *data, size_t size, reel_bytes text)
{
    for (size_t at = 0; at + text.size <= size; at++)
        if (memcmp(data + at, text.data, text.size) == 0) return true;
    return false;
}

/* Whether a row of the replay has the text in a field of text; packed formats show it there only. */
static bool rows_have(const reel_replay *replay, reel_bytes text)
{
    for (const reel_table *const *table = reel_replay_format(replay)->tables; *table; table++) {
        size_t count;
        const uint8_t *row = reel_rows(replay, *table, &count);
        for (size_t i = 0; i < count; i++, row += (*table)->row_size)
            for (size_t f = 0; f < (*table)->field_count; f++) {
                const reel_field *field = &(*table)->fields[f];
                if (field->type != REEL_STRING && field->type != REEL_BYTES) continue;
                const reel_bytes value = text_value(row + field->offset);
                if (has(value.data, value.size, text)) return true;
            }
    }
    return false;
}

static void no_secret_is_published(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *before, *after;
    reel_memory made, again;
    reel_error error;
    const reel_bytes bytes = { file->data, file->size };
    reel_pseudonyms how = names;
    how.times = how.bodies = how.devices = REEL_BLUR;
    if (publish(bytes, &how, &made, &error) < 0) return;
    assert_true(publish(bytes, &how, &again, &error) >= 0);
    if (made.size != again.size || memcmp(made.data, again.data, made.size) != 0) fail_msg("%s: other bytes", file->name);
    assert_true(reel_load(reel_source_memory(bytes.data, bytes.size), &options, &before, NULL) >= 0);
    assert_true(reel_load(reel_source_memory(made.data, made.size), &options, &after, NULL) >= 0);
    published++;
    for (const reel_table *const *table = reel_replay_format(before)->tables; *table; table++) {
        size_t count;
        const uint8_t *row = reel_rows(before, *table, &count);
        for (size_t i = 0; i < count; i++, row += (*table)->row_size)
            for (size_t f = 0; f < (*table)->field_count; f++) {
                const reel_field *field = &(*table)->fields[f];
                if (field->type != REEL_STRING || !(field->flags & REEL_FIELD_PERSONAL)) continue;
                const reel_bytes text = text_value(row + field->offset);
                if (!is_secret(text) || !reel_field_present(field, row)) continue;
                secrets++;
                if (has(made.data, made.size, text) || rows_have(after, text))
                    failures++, print_error("%s: %s.%s \"%.*s\" is published\n", file->name, (*table)->name, field->name,
                                            (int)text.size, (const char *)text.data);
            }
    }
    reel_free(before);
    reel_free(after);
    reel_memory_free(&made);
    reel_memory_free(&again);
}

static void no_personal_text_is_in_what_is_published(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(1 << 20, 1 << 16, 1 << 15), no_secret_is_published);
    print_message("%zu replays published, without %zu personal texts\n", published, secrets);
    assert_int_equal(failures, 0);
    assert_enough(published > 100 && secrets > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_hmac_sha_256),
        cmocka_unit_test(a_policy_is_read_or_refused_with_its_line),
        cmocka_unit_test(a_short_key_and_an_unknown_word_are_refused),
        cmocka_unit_test(every_time_has_a_date),
        cmocka_unit_test(no_format_has_more_headers_than_are_kept),
        cmocka_unit_test(no_personal_text_is_in_what_is_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
