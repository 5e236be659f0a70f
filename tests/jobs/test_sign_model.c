/* SPDX-License-Identifier: MIT
 * Forged archives, made by a model: any short sequence of records, and longer ones with random edits. An archive that verifies has, by every door, the rows
 * that were signed. */
#include "archive_model.h"

/* All sequences of up to `longest` records. */
static void try_all(const size_t *alphabet, size_t letters, size_t longest)
{
    size_t parts[LONGEST] = { 0 }, digits[LONGEST] = { 0 };
    for (size_t length = 1; length <= longest; length++) {
        memset(digits, 0, sizeof digits);
        for (size_t at = 0; at < length;) {
            for (size_t i = 0; i < length; i++) parts[i + 1] = alphabet[digits[i]];
            judge_sequence(parts, length + 1);
            for (at = 0; at < length && ++digits[at] == letters; at++) digits[at] = 0;
        }
    }
}

static void every_short_sequence_of_records_that_verifies_is_what_was_signed(void **state)
{
    (void)state;
    need_library();
    reel_memory a = record(&reel_format_bsor, append_bsor, 100, 16, false),
                b = record(&reel_format_bsor, append_bsor, 200, 16, false);
    size_t first = add_records("a", &a), second = add_records("b", &b);
    sign_records("sign-a", first, records_before_end(first) + 1);
    const size_t alphabet[] = { first,     first + 1,  first + 2,
                                first + 3, /* START, HEADER, ROWS, END */
                                second,    second + 2, model.archives[0].mark };
    try_all(alphabet, sizeof alphabet / sizeof *alphabet, by_effort(7, 6, 5));
    judge_sequence(model.archives[0].parts, model.archives[0].count);
    print_message("%llu sequences, %llu of them fine\n", (unsigned long long)model.tried, (unsigned long long)model.fine);
    assert_true(model.fine > 0);
    reel_memory_free(&a);
    reel_memory_free(&b);
}

/* ---- random edits --------------------------------------------------------------------------------------------------- */

/* An index in which the spans of rows are others: it hides them. */
static void add_false_index(size_t index)
{
    const piece *p = &model.pieces[index];
    reel_cursor in = { .at = p->data + RECORD_HEAD, .end = p->data + p->size };
    reel_memory made = { .allocator = reel__memory_allocator(NULL) }, entries;
    assert_true(reel__record_begin(&made) && reel__payload_number(&made, reel_get_leb128(&in)) &&
                reel__payload_u64(&made, reel_get_u64le(&in)));
    assert_int_equal(reel__payload_get_part(&in, NULL, &made.allocator, &entries, NULL), REEL_OK);
    for (size_t i = 0; i + 8 <= entries.size; i++) /* doubles from 1 to 4 become greater */
        if (entries.data[i + 7] == 0x40 && !entries.data[i]) entries.data[i + 6] |= 0x20;
    assert_true(reel__payload_part(&made, &entries) && reel__record_seal(&made, RECORD_INDEX));
    add_piece("false-index", made.data, made.size, RECORD_INDEX);
    reel_memory_free(&entries);
    reel_memory_free(&made);
}

static void add_oddities(void)
{
    uint8_t optional[RECORD_HEAD + 3] = { 99, RECORD_OPTIONAL, 0, 0, 3 }, required[RECORD_HEAD] = { 98 },
                                   name[RECORD_HEAD + 2] = { RECORD_NAME, RECORD_OPTIONAL,   0,  0, 2, 0, 0,
                                                             0,           [RECORD_HEAD] = 1, 'x' },
                                   head[ARCHIVE_HEAD];
    seal_record(optional);
    seal_record(required);
    seal_record(name);
    add_piece("optional", optional, sizeof optional, 99);
    add_piece("required", required, sizeof required, 98);
    add_piece("name", name, sizeof name, RECORD_NAME);
    add_piece("junk", "junk", 4, 0);
    add_piece("zeros", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16, 0);
    reel__archive_put_head(head);
    head[ARCHIVE_OPTIONAL] = 1;
    reel_store_u32le(head + 20, (uint32_t)reel__xxh3_64(head, 20, 0));
    add_piece("odd-head", head, sizeof head, 0);
    head[ARCHIVE_OPTIONAL + 1] = 1;
    add_piece("bad-head", head, sizeof head, 0);
}

static size_t edit(size_t *parts, size_t count)
{
    size_t at = (size_t)random_below(count), other = (size_t)random_below(count), swap;
    const signed_archive *splice = &model.archives[random_below(model.signed_count)];
    switch (random_below(6)) {
    case 0: /* insert */
    case 1:
        if (count >= LONGEST - 1) return count;
        memmove(parts + at + 1, parts + at, (count - at) * sizeof *parts);
        parts[at] = (size_t)random_below(model.count);
        return count + 1;
    case 2: /* delete */
        if (count < 3) return count;
        memmove(parts + at, parts + at + 1, (count - at - 1) * sizeof *parts);
        return count - 1;
    case 3: /* duplicate, somewhere else */
        if (count >= LONGEST - 1) return count;
        swap = parts[other];
        memmove(parts + at + 1, parts + at, (count - at) * sizeof *parts);
        parts[at] = swap;
        return count + 1;
    case 4: /* exchange */
        swap = parts[at];
        parts[at] = parts[other];
        parts[other] = swap;
        return count;
    default: /* go on as another archive */
        other = (size_t)random_below(splice->count);
        for (; at < LONGEST - 1 && other < splice->count; at++, other++) parts[at] = splice->parts[other];
        return at;
    }
}

static void add_recording(const char *prefix, const reel_format *format, append_rows *append, int32_t score, bool corrected)
{
    reel_memory archive = record(format, append, score, 2, corrected);
    size_t first = add_records(prefix, &archive), before = records_before_end(first);
    char name[16];
    snprintf(name, sizeof name, "sign-%s", prefix);
    sign_records(name, first, before + 1);
    snprintf(name, sizeof name, "part-%s", prefix);
    sign_records(name, first, before - 1);
    if (first + before + 1 < model.count && model.pieces[first + before + 1].kind == RECORD_INDEX)
        add_false_index(first + before + 1);
    reel_memory_free(&archive);
}

/* The archive of a signature, with the index and the tail of its recording behind it. */
static size_t honest(const signed_archive *archive, size_t *parts)
{
    size_t count = archive->count, end = archive->parts[count - 2];
    memcpy(parts, archive->parts, count * sizeof *parts);
    for (size_t i = end + 1; i < model.count && (model.pieces[i].kind == RECORD_INDEX || model.pieces[i].kind == RECORD_TAIL);
         i++)
        if (model.pieces[i].kind != RECORD_INDEX || i == end + 1) parts[count++] = i;
    return count;
}

static void edited_archives_that_verify_are_what_was_signed(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, false);
    add_recording("b", &reel_format_bsor, append_bsor, 200, true);
    add_recording("t", &reel_format_teehistorian, append_teehistorian, 10, false);
    add_oddities();
    uint64_t seed = model.state;
    const size_t times = by_effort(300000, 30000, 6000);
    for (size_t i = 0; i < times; i++) {
        size_t parts[LONGEST + 1], edits = (size_t)random_below(4);
        size_t count = honest(&model.archives[random_below(model.signed_count)], parts);
        for (size_t e = 0; e < edits; e++) count = edit(parts, count);
        judge_sequence(parts, count);
    }
    print_message("%llu archives from seed %llu, %llu of them fine\n", (unsigned long long)model.tried, (unsigned long long)seed,
                  (unsigned long long)model.fine);
    assert_true(model.fine > times / 20);
}

/* A reader of a span that finds another index than the records have reads the records, and reports the index. */
static void assert_hides_nothing(const size_t *parts, size_t count)
{
    bytes file = put_together(parts, count);
    const reel_options span = { REEL_SIZED(reel_options), .has_from = true, .from = 1, .has_to = true, .to = 4 };
    reel_replay *replay;
    size_t frames;
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size), &span, &replay, NULL), REEL_OK);
    reel_rows(replay, &bsor_frames, &frames);
    assert_int_equal(frames, 3);
    assert_non_null(reel_replay_damage(replay));
    assert_string_equal(reel_replay_damage(replay)->rule, "archive.index");
    reel_free(replay);
    free(file.data);
}

/* What was tried on archives of others. */
static void known_forgeries_do_not_verify(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, false);
    const size_t pieces = model.count;
    add_recording("b", &reel_format_bsor, append_bsor, 200, false);
    add_oddities();
    size_t signed_parts[LONGEST], count = honest(&model.archives[0], signed_parts), last = count - 1, parts[LONGEST];
    const struct {
        const char *inserted[4]; /* pieces */
        size_t at;
    } forgeries[] = {
        { { "bS0", "bH1", "bR2" }, 1 },      /* rows of another recording */
        { { "aS0" }, 1 },                    /* START twice */
        { { "false-index" }, last - 1 },     /* in front of the right one */
        { { "false-index", "aT8" }, count }, /* behind it */
        { { "bad-head" }, 0 },
        { { "junk" }, count },
        { { "zeros" }, count },
        { { "optional" }, count - 2 },
        { { "head", "bS0", "bH1", "bR2" }, count },
    };
    for (size_t f = 0; f < sizeof forgeries / sizeof *forgeries; f++) {
        size_t added = 0;
        for (; added < 4 && forgeries[f].inserted[added]; added++)
            for (size_t p = 0; p < model.count; p++)
                if (!strcmp(model.pieces[p].name, forgeries[f].inserted[added])) parts[forgeries[f].at + added] = p;
        memcpy(parts, signed_parts, forgeries[f].at * sizeof *parts);
        memcpy(parts + forgeries[f].at + added, signed_parts + forgeries[f].at, (count - forgeries[f].at) * sizeof *parts);
        judge_sequence(parts, count + added);
        if (model.fine) fail_msg("forgery %zu verifies", f);
    }
    memcpy(parts, signed_parts, count * sizeof *parts);
    for (size_t p = 0; p < pieces; p++)
        if (!strcmp(model.pieces[p].name, "false-index")) parts[last - 1] = p; /* in its place */
    judge_sequence(parts, count);
    assert_int_equal(model.fine, 0);
    assert_hides_nothing(parts, count);
    judge_sequence(signed_parts, count);
    assert_int_equal(model.fine, 1);
}

/* Of an archive of several, each replay is judged for itself. */
static void edited_members_that_verify_are_what_was_signed(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, false);
    add_recording("t", &reel_format_teehistorian, append_teehistorian, 10, false);
    add_oddities();
    for (size_t i = 0, times = by_effort(50000, 10000, 2000); i < times; i++) {
        size_t parts[2][LONGEST + 1], count[2];
        for (size_t m = 0; m < 2; m++) {
            count[m] = honest(&model.archives[random_below(model.signed_count)], parts[m]);
            for (uint64_t edits = random_below(3); edits; edits--) count[m] = edit(parts[m], count[m]);
        }
        bytes one = put_together(parts[0], count[0]), two = put_together(parts[1], count[1]),
              both = { malloc(one.size + two.size), one.size + two.size };
        memcpy(both.data, one.data, one.size);
        memcpy(both.data + one.size, two.data, two.size);
        char what[LONGEST * 20], word[32] = "@";
        describe(what, sizeof what, parts[1], count[1]);
        snprintf(word, sizeof word, "@%zu", one.size);
        judge(both, one.size, word, what);
        describe(what, sizeof what, parts[0], count[0]);
        judge(both, 0, "#1", what);
        free(one.data);
        free(two.data);
        free(both.data);
    }
    assert_true(model.fine > 0);
}

/* ---- bytes ---------------------------------------------------------------------------------------------------------- */

/* Seals the head and every record that is whole. */
static void seal_all(bytes file)
{
    reel_store_u32le(file.data + 20, (uint32_t)reel__xxh3_64(file.data, 20, 0));
    for (size_t at = ARCHIVE_HEAD; at + RECORD_HEAD <= file.size;) {
        size_t size = reel_load_u32le(file.data + at + 4);
        if (size > file.size - at - RECORD_HEAD) return;
        seal_record(file.data + at);
        at += RECORD_HEAD + size;
    }
}

static void changed_bytes_that_verify_change_no_row(void **state)
{
    (void)state;
    need_library();
    add_recording("a", &reel_format_bsor, append_bsor, 100, true);
    add_recording("t", &reel_format_teehistorian, append_teehistorian, 10, false);
    for (size_t a = 0; a < model.signed_count; a++) {
        size_t parts[LONGEST + 1], count = honest(&model.archives[a], parts);
        bytes file = put_together(parts, count), copy = { malloc(file.size), file.size };
        for (size_t at = 0; at < file.size; at++)
            for (size_t change = 0; change < by_effort(20, 6, 2); change++) {
                char what[128];
                memcpy(copy.data, file.data, file.size);
                copy.data[at] ^= change / 2 < 8 ? (uint8_t)(1u << (change / 2 + at) % 8) : (uint8_t)random_below(255) + 1;
                if (change % 2) seal_all(copy);
                snprintf(what, sizeof what, "archive %zu, byte %zu, change %zu", a, at, change);
                judge(copy, 0, NULL, what);
            }
        free(file.data);
        free(copy.data);
    }
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin_model, end_model)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(every_short_sequence_of_records_that_verifies_is_what_was_signed),
        test(known_forgeries_do_not_verify),
        test(edited_archives_that_verify_are_what_was_signed),
        test(edited_members_that_verify_are_what_was_signed),
        test(changed_bytes_that_verify_change_no_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
