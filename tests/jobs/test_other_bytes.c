/* SPDX-License-Identifier: MIT
 * A file with one byte replaced by a small number, by 0x80 or by 0xff, which are the kinds, counts and sizes of its structures: it is read
 * and written back byte for byte, or what is wrong has a rule of the format and an offset in the file. */
#include "machinery.h"

enum { SMALL = 24 };

static const uint8_t others[] = { 0x7f, 0x80, 0xff };

static char page[PAGE_NAME]; /* about the format of the file */

/* The library's own rules, and those of the format: "gdr." for gdr2. */
static bool is_rule_of(const char *rule)
{
    if (!strncmp(rule, "reel.", 5) || !strncmp(rule, "unpack.", 7)) return true;
    return !strncmp(rule, page, strlen(page));
}

static void assert_blamed(const reel_error *error, const char *what)
{
    if (error->status == REEL_IO || error->status == REEL_MEMORY || error->status == REEL_ARGUMENT ||
        error->status == REEL_CANCELLED)
        fail_msg("%s: %s: %s", what, reel_status_name(error->status), error->message);
    if (!is_rule_of(error->rule)) fail_msg("%s: rule %s", what, error->rule);
    if (!*error->message) fail_msg("%s: no message", what);
}

static uint64_t sound, damaged;

static void try_bytes(const specimen *file, const reel_format *format, const uint8_t *data, const char *what)
{
    trying("%s", what);
    const reel_options options = { REEL_SIZED(reel_options), .format = format, .limits = { .ratio = 100 } };
    reel_replay *replay;
    reel_error error = { .rule = "" };
    if (reel_load(reel_source_memory(data, file->size), &options, &replay, &error) < 0) {
        assert_blamed(&error, what);
        damaged++;
        return;
    }
    const reel_error *damage = reel_replay_damage(replay);
    if (damage) {
        assert_blamed(damage, what);
        damaged++;
    } else if (format->writer) {
        test_sink sink = { 0 };
        if (reel_write(reel_replay_chunk(replay), format, test_sink_of(&sink), NULL, &error) < 0)
            fail_msg("%s: %s", what, error.message);
        if (sink.size != file->size || memcmp(sink.data, data, file->size) != 0) fail_msg("%s: other bytes are written", what);
        test_sink_free(&sink);
        sound++;
    }
    reel_free(replay);
}

static void try_file(const specimen *file)
{
    static size_t number;
    char what[256];
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(replay);
    reel_free(replay);
    if (!is_unwrapped(format, file->data, file->size)) return;
    if (!page_of(format, page)) snprintf(page, sizeof page, "%.3s", format->id); /* a toy */
    uint8_t *data = malloc(file->size + 1);
    memcpy(data, file->data, file->size);
    size_t step = full_effort() ? 7 : stride_for(file->size * (SMALL + sizeof others), 100, 150);
    if (strstr(file->name, "keyframes")) step = step > 5 ? 5 : step; /* records inside records */
    for (size_t at = 0; at < file->size; at++) {
        for (size_t v = 0; v < SMALL + sizeof others; v++) {
            if (++number % step) continue;
            data[at] = v < SMALL ? (uint8_t)v : others[v - SMALL];
            snprintf(what, sizeof what, "%s with %d at %zu", file->name, data[at], at);
            try_bytes(file, format, data, what);
        }
        data[at] = file->data[at];
    }
    free(data);
}

static void another_byte_is_kept_or_blamed(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 4096, try_file);
    print_message("%llu sound, %llu damaged\n", (unsigned long long)sound, (unsigned long long)damaged);
    assert_enough(sound > 100 && damaged > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_byte_is_kept_or_blamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
