/* SPDX-License-Identifier: MIT
 * The zip around an .echoreplay: which entries are read, which are refused, and what is said of the rest. */
#include "codec/pack/zip.h"
#include "support.h"

#include <reel/echoreplay.h>
#include <reel/format.h>

static uint8_t *text;
static size_t text_size;

static int read_text(void **state)
{
    (void)state;
    text = read_file(project_path("tests/formats/echo/golden/combat.echoreplay"), &text_size);
    return 0;
}

static int free_text(void **state)
{
    (void)state;
    free(text);
    return 0;
}

/* ---- made zips ------------------------------------------------------------------------------------------------------ */

typedef struct entry {
    const char *name;
    uint16_t method, flags;
    bool text; /* holds the recording */
    const char *extra;
    size_t extra_size;
    uint32_t stated; /* 0: the size that it has */
} entry;

enum { ENTRIES = 4 };

typedef struct made {
    uint8_t data[16384];
    size_t size;
    const entry *entries[ENTRIES];
    uint32_t offsets[ENTRIES];
    size_t count;
} made;

static void add(made *m, const void *data, size_t size)
{
    assert_true(m->size + size <= sizeof m->data);
    if (size) memcpy(m->data + m->size, data, size);
    m->size += size;
}

static void add_entry(made *m, const entry *e)
{
    uint8_t head[30] = { 'P', 'K', 3, 4, 20, 0, (uint8_t)e->flags, (uint8_t)(e->flags >> 8), (uint8_t)e->method };
    uint32_t size = e->stated ? e->stated : e->text ? (uint32_t)text_size : 0;
    reel_store_u32le(head + 18, size);
    reel_store_u32le(head + 22, size);
    head[26] = (uint8_t)strlen(e->name);
    head[28] = (uint8_t)e->extra_size;
    if (m->count < ENTRIES) {
        m->entries[m->count] = e;
        m->offsets[m->count++] = (uint32_t)m->size;
    }
    add(m, head, sizeof head);
    add(m, e->name, strlen(e->name));
    add(m, e->extra, e->extra_size);
    if (e->text) add(m, text, text_size);
}

/* Adds the directory of the entries and the end. */
static void close_zip(made *m)
{
    uint8_t end[22] = { 'P', 'K', 5, 6 };
    const size_t begin = m->size;
    for (size_t i = 0; i < m->count; i++) {
        const entry *e = m->entries[i];
        uint8_t listed[46] = { 'P', 'K', 1, 2, 20, 0, 20, 0, (uint8_t)e->flags, (uint8_t)(e->flags >> 8), (uint8_t)e->method };
        reel_store_u32le(listed + 20, e->text ? (uint32_t)text_size : 0);
        reel_store_u32le(listed + 24, e->text ? (uint32_t)text_size : 0);
        reel_store_u32le(listed + 42, m->offsets[i]);
        listed[28] = (uint8_t)strlen(e->name);
        add(m, listed, sizeof listed);
        add(m, e->name, strlen(e->name));
    }
    end[8] = end[10] = (uint8_t)m->count;
    reel_store_u32le(end + 12, (uint32_t)(m->size - begin));
    reel_store_u32le(end + 16, (uint32_t)begin);
    add(m, end, sizeof end);
}

static const char *last_warning;

static void watch(void *context, const reel_finding *finding)
{
    (void)context;
    if (!strncmp(finding->rule, "echoreplay.more", 15) || !strncmp(finding->rule, "echoreplay.check", 16))
        last_warning = finding->rule;
}

/* Rows of frames, or the failure. */
static reel_status load(const made *m, size_t step, size_t *frames, reel_error *error)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay, .report = watch };
    test_source source = { .data = m->data, .size = m->size, .step = step };
    reel_replay *replay;
    last_warning = "";
    *frames = 0;
    reel_status status = reel_load(test_source_of(&source), &options, &replay, error);
    if (status < 0) return status;
    reel_rows(replay, &echoreplay_frames, frames);
    const reel_error *damage = reel_replay_damage(replay);
    if (damage) *error = *damage;
    status = damage ? damage->status : REEL_OK;
    reel_free(replay);
    return status;
}

/* ---- the tests ------------------------------------------------------------------------------------------------------ */

static void the_first_entry_that_is_no_folder_is_read(void **state)
{
    (void)state;
    static const entry folder = { .name = "recordings/" }, file = { .name = "recordings/a.echoreplay", .text = true },
                       bare = { .name = "", .text = true }, another = { .name = "b.echoreplay", .text = true };
    const struct {
        const entry *entries[3];
        const char *warning;
    } cases[] = {
        { { &file }, "" },
        { { &bare }, "" },
        { { &folder, &file }, "" },
        { { &folder, &folder, &file }, "" },
        { { &file, &another }, "echoreplay.more-entries" },
        { { &file, &folder }, "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t step = 1; step < 2000; step *= 40) {
            made m = { .size = 0 };
            reel_error error;
            size_t frames;
            for (size_t e = 0; e < 3 && cases[i].entries[e]; e++) add_entry(&m, cases[i].entries[e]);
            close_zip(&m);
            assert_int_equal(load(&m, step, &frames, &error), REEL_OK);
            assert_int_equal(frames, 1);
            assert_string_equal(last_warning, cases[i].warning);
        }
}

/* What was read completely is written back byte for byte, folders and further entries included. */
static void entries_around_the_recording_are_written_back(void **state)
{
    (void)state;
    static const entry folder = { .name = "recordings/" }, file = { .name = "recordings/a.echoreplay", .text = true },
                       another = { .name = "b.echoreplay", .text = true }, odd = { .name = "odd/", .text = true };
    static const entry *const cases[][4] = {
        { &file }, { &folder, &file }, { &folder, &folder, &file, &folder }, { &file, &another }, { &odd },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made m = { .size = 0 };
        test_sink sink = { 0 };
        reel_error error;
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
        for (size_t e = 0; e < 4 && cases[i][e]; e++) add_entry(&m, cases[i][e]);
        close_zip(&m);
        if (reel_convert(reel_source_memory(m.data, m.size), &options, NULL, test_sink_of(&sink), NULL, &error) < 0)
            fail_msg("case %zu: %s", i, error.message);
        assert_int_equal(sink.size, m.size);
        assert_memory_equal(sink.data, m.data, m.size);
        test_sink_free(&sink);
    }
}

static void what_is_no_stored_or_deflated_entry_is_unsupported(void **state)
{
    (void)state;
    static const entry cases[] = {
        { .name = "a", .method = 9, .text = true },             /* deflate64 */
        { .name = "a", .method = 12, .text = true },            /* bzip2 */
        { .name = "a", .method = 8, .flags = 1, .text = true }, /* encrypted */
        { .name = "a", .method = 0, .flags = 1, .text = true },
        { .name = "a", .method = 0, .flags = 8, .text = true }, /* stored, with its size behind it: its end cannot be found */
        { .name = "f/", .method = 0, .flags = 8, .text = true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made m = { .size = 0 };
        reel_error error;
        size_t frames;
        add_entry(&m, &cases[i]);
        assert_int_equal(load(&m, 0, &frames, &error), REEL_UNSUPPORTED);
        assert_string_equal(error.rule, "echoreplay.zip-method");
        assert_int_equal(error.offset, 8);
    }
}

static void a_zip_without_a_recording_is_corrupt_or_truncated(void **state)
{
    (void)state;
    static const entry folder = { .name = "recordings/" }, file = { .name = "a.echoreplay", .text = true };
    made m = { .size = 0 };
    reel_error error;
    size_t frames, head = 30 + strlen(folder.name);
    add_entry(&m, &folder);
    assert_int_equal(load(&m, 0, &frames, &error), REEL_TRUNCATED); /* the file ends after a folder */
    assert_string_equal(error.rule, "echoreplay.no-entry");
    assert_int_equal(error.offset, head);
    add(&m, "PK\1\2 the directory of the archive....", 36);
    assert_int_equal(load(&m, 0, &frames, &error), REEL_CORRUPT);
    assert_string_equal(error.rule, "echoreplay.no-entry");
    assert_int_equal(error.offset, head);
    for (size_t size = 31; size < 42; size++) { /* inside the name */
        m.size = 0;
        add_entry(&m, &file);
        m.size = size;
        assert_int_equal(load(&m, 0, &frames, &error), REEL_TRUNCATED);
        assert_string_equal(error.rule, "echoreplay.truncated");
        assert_int_equal(error.offset, size);
    }
    m.size = 0;
    add_entry(&m, &file);
    m.size -= 400; /* inside the frame */
    assert_int_equal(load(&m, 0, &frames, &error), REEL_TRUNCATED);
    assert_int_equal(frames, 0);
}

/* APPNOTE 4.5: fields of other programs come before the one of zip64, whose sizes count where the header has all ones. */
static void sizes_of_zip64_are_found_among_other_fields(void **state)
{
    (void)state;
    char extra[4 + 3 + 4 + 16] = "\x55\x54\3\0abc\1\0\x10";
    for (size_t i = 0; i < 2; i++) reel_store_u64le((uint8_t *)extra + 11 + 8 * i, text_size);
    const struct {
        size_t size;
        bool whole;
    } cases[] = { { sizeof extra, true }, { 10, false }, { 3, false }, { 7, false }, { 19, false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const entry e = {
            .name = "a.echoreplay", .text = true, .extra = extra, .extra_size = cases[i].size, .stated = UINT32_MAX
        };
        made m = { .size = 0 };
        reel_error error;
        size_t frames;
        add_entry(&m, &e);
        close_zip(&m);
        reel_status status = load(&m, 0, &frames, &error);
        assert_int_equal(status, cases[i].whole ? REEL_OK : REEL_TRUNCATED); /* 4 GiB are missing, less what is there */
        assert_int_equal(frames, 1);
    }
}

/* APPNOTE 4.3.14 to 4.3.16: with ZIP64 the end and the directory have all ones where a record before, or an extra field, has the value. */
typedef struct wide_zip {
    uint64_t listed_size; /* in the extra field */
    size_t extra_size;    /* of which this much is stated */
    bool no_end64;        /* the record before the locator is something else */
    bool narrow_end;      /* the last record has the values itself */
} wide_zip;

enum { WIDE_EXTRA = 4 + 2 + 4 + 24 };

/* Adds such a directory. Returns its offset. */
static size_t close_wide_zip(made *m, const wide_zip *wide)
{
    uint8_t end64[56] = { 'P', 'K', 6, 6, 44 }, locator[20] = { 'P', 'K', 6, 7 }, end[22] = { 'P', 'K', 5, 6 };
    const size_t begin = m->size;
    for (size_t i = 0; i < m->count; i++) {
        const entry *e = m->entries[i];
        uint8_t listed[46] = { 'P', 'K', 1, 2, 45, 0, 45 }, extra[WIDE_EXTRA] = { 0x55, 0x54, 2, 0, 'a', 'b', 1, 0, 24, 0 };
        memset(listed + 20, 0xff, 8);
        memset(listed + 42, 0xff, 4);
        listed[28] = (uint8_t)strlen(e->name);
        listed[30] = (uint8_t)wide->extra_size;
        reel_store_u64le(extra + 10, wide->listed_size);
        reel_store_u64le(extra + 18, text_size);
        reel_store_u64le(extra + 26, m->offsets[i]);
        add(m, listed, sizeof listed);
        add(m, e->name, strlen(e->name));
        add(m, extra, wide->extra_size);
    }
    reel_store_u64le(end64 + 24, m->count);
    reel_store_u64le(end64 + 32, m->count);
    reel_store_u64le(end64 + 40, m->size - begin);
    reel_store_u64le(end64 + 48, begin);
    if (wide->no_end64) end64[2] = 5;
    memset(end + 8, 0xff, 12);
    if (wide->narrow_end) {
        end[8] = end[10] = (uint8_t)m->count;
        end[9] = end[11] = 0;
        reel_store_u32le(end + 12, (uint32_t)(m->size - begin));
        reel_store_u32le(end + 16, (uint32_t)begin);
    }
    add(m, end64, sizeof end64);
    add(m, locator, sizeof locator);
    add(m, end, sizeof end);
    return begin;
}

static void directories_of_zip64_are_read(void **state)
{
    (void)state;
    enum { LISTED_PACKED = 20, LISTED_SIZE = 24 };
    static const entry file = { .name = "a.echoreplay", .text = true };
    const struct {
        wide_zip zip;
        const char *rule; /* NULL: the file is whole */
        size_t offset;    /* in the directory */
    } cases[] = {
        { { text_size, WIDE_EXTRA, false, false }, NULL, 0 },
        { { text_size, WIDE_EXTRA, false, true }, NULL, 0 },
        { { text_size + 1, WIDE_EXTRA, false, false }, "echoreplay.stated-size", LISTED_SIZE },
        { { text_size, WIDE_EXTRA, true, false }, "echoreplay.no-directory", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made m = { .size = 0 };
        reel_error error;
        size_t frames;
        add_entry(&m, &file);
        size_t directory = close_wide_zip(&m, &cases[i].zip);
        assert_int_equal(load(&m, 0, &frames, &error) == REEL_OK, !cases[i].rule);
        assert_int_equal(frames, 1);
        if (!cases[i].rule) continue;
        assert_string_equal(error.rule, cases[i].rule);
        if (cases[i].offset) assert_int_equal(error.offset, directory + cases[i].offset);
    }
}

/* A truncated extra field leaves the offset at all ones, where no entry begins. */
static void a_cut_field_of_zip64_lists_another_entry(void **state)
{
    (void)state;
    static const entry file = { .name = "a.echoreplay", .text = true };
    static const size_t sizes[] = { 0, 3, 6, 9, 10, WIDE_EXTRA - 1 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        made m = { .size = 0 };
        reel_error error;
        size_t frames;
        add_entry(&m, &file);
        size_t directory = close_wide_zip(&m, &(wide_zip){ text_size, sizes[i], false, false });
        assert_int_equal(load(&m, 0, &frames, &error), REEL_CORRUPT);
        assert_string_equal(error.rule, "echoreplay.entries-overlap"); /* 4 GiB do not fit before the directory */
        assert_int_equal(error.offset, directory);
        assert_string_equal(last_warning, "echoreplay.more-entries");
        assert_int_equal(frames, 1);
    }
}

static void entries_are_known_by_their_name_or_their_text(void **state)
{
    (void)state;
    static const struct {
        entry e;
        int bits;
    } cases[] = {
        { { .name = "a.echoreplay" }, 40 },
        { { .name = "a.txt", .text = true }, 64 },
        { { .name = "a.txt" }, 0 },
        { { .name = "a.txt", .method = 12, .text = true }, 0 },
        { { .name = "a.txt", .method = 8, .text = true }, 0 }, /* not deflated */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made m = { .size = 0 };
        add_entry(&m, &cases[i].e);
        assert_int_equal(reel_format_echoreplay.sniff(m.data, m.size), cases[i].bits);
    }
    assert_int_equal(reel_format_echoreplay.sniff(text, text_size), 64);
    size_t size;
    uint8_t *zip = read_file(project_path("tests/formats/echo/golden/zip.echoreplay"), &size);
    memset(zip + 30, 0x78, zip[26]); /* its name */
    assert_int_equal(reel_format_echoreplay.sniff(zip, size), 64);
    free(zip);
}

/* The time before a frame: 2021/06/01 12:30:45.678, the separators being any. */
static void only_times_that_a_clock_shows_begin_a_frame(void **state)
{
    (void)state;
    static const struct {
        const char *time;
        int bits;
    } cases[] = {
        { "2021/06/01 12:30:45.678\t{}", 64 }, { "2021-06-01T12.30.45,678\t{}", 64 }, { "2021/12/31 24:59:60.999\t{}", 64 },
        { "2021/00/01 12:30:45.678\t{}", 0 },  { "2021/13/01 12:30:45.678\t{}", 0 },  { "2021/06/00 12:30:45.678\t{}", 0 },
        { "2021/06/32 12:30:45.678\t{}", 0 },  { "2021/06/01 25:30:45.678\t{}", 0 },  { "2021/06/01 12:60:45.678\t{}", 0 },
        { "2021/06/01 12:30:45.678 {}", 0 },   { "2021/06/01 12:30:45.6780{}", 0 },   { "2021\t06/01 12:30:45.678\t{}", 0 },
        { "2021/06/011 2:30:45.678\t{}", 0 },  { "x021/06/01 12:30:45.678\t{}", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t head[64] = { 0 };
        memcpy(head, cases[i].time, strlen(cases[i].time));
        if (reel_format_echoreplay.sniff(head, sizeof head) != cases[i].bits) fail_msg("%s", cases[i].time);
    }
}

/* ---- what is wrong with the end ------------------------------------------------------------------------------------- */

static const entry recording = { .name = "rec.echoreplay", .text = true };

/* Repairs the file and returns the number of frames that the copy has; the copy must be whole. */
static size_t frames_after_repair(const made *m)
{
    const reel_options reading = { REEL_SIZED(reel_options), .format = &reel_format_echoreplay };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    test_sink sink = { 0 };
    made copy = { .size = 0 };
    reel_error error;
    size_t frames;
    if (reel_convert(reel_source_memory(m->data, m->size), &reading, NULL, test_sink_of(&sink), &how, &error) < 0)
        fail_msg("%s", error.message);
    add(&copy, sink.data, sink.size);
    test_sink_free(&sink);
    assert_int_equal(load(&copy, 0, &frames, &error), REEL_OK);
    return frames;
}

/* Zips that a recorder did not end, or that something was done to afterwards. All their frames are read and kept by a repair. */
static void a_zip_that_other_programs_cannot_open_is_damaged(void **state)
{
    (void)state;
    enum { NO_DIRECTORY, CUT_DIRECTORY, ZEROS, TEXT_BEHIND, FALSE_SIZE, FALSE_LISTED_SIZE, SHARED, CASES };
    static const struct {
        const char *rule;
        reel_status status;
        size_t frames;
    } expected[CASES] = {
        [NO_DIRECTORY] = { "echoreplay.no-directory", REEL_TRUNCATED, 1 },
        [CUT_DIRECTORY] = { "echoreplay.no-directory", REEL_TRUNCATED, 1 },
        [ZEROS] = { "echoreplay.after-zip", REEL_CORRUPT, 1 },
        [TEXT_BEHIND] = { "echoreplay.after-zip", REEL_CORRUPT, 2 },
        [FALSE_SIZE] = { "echoreplay.stated-size", REEL_CORRUPT, 1 },
        [FALSE_LISTED_SIZE] = { "echoreplay.stated-size", REEL_CORRUPT, 1 },
        [SHARED] = { "echoreplay.entries-overlap", REEL_CORRUPT, 1 },
    };
    for (size_t i = 0; i < CASES; i++) {
        made m = { .size = 0 };
        reel_error error;
        size_t frames, end;
        add_entry(&m, &recording);
        end = m.size;
        if (i == SHARED) m.entries[1] = m.entries[2] = &recording, m.count = 3; /* at the same offset, 0 */
        if (i == SHARED) m.offsets[1] = m.offsets[2] = 0;
        if (i != NO_DIRECTORY) close_zip(&m);
        if (i == CUT_DIRECTORY) m.size -= 1;
        if (i == ZEROS) m.size += 64;
        if (i == TEXT_BEHIND) add(&m, text, text_size);
        if (i == FALSE_SIZE) reel_store_u32le(m.data + 22, 7);
        if (i == FALSE_LISTED_SIZE) reel_store_u32le(m.data + end + 24, 7);
        for (size_t step = 0; step < 2000; step += 999) {
            assert_int_equal(load(&m, step, &frames, &error), expected[i].status);
            assert_string_equal(error.rule, expected[i].rule);
            assert_int_equal(frames, expected[i].frames);
            if (i == FALSE_SIZE) assert_int_equal(error.offset, 22);
            if (i == FALSE_LISTED_SIZE) assert_int_equal(error.offset, end + 24);
        }
        assert_int_equal(frames_after_repair(&m), expected[i].frames);
    }
}

/* Text whose last part was never written. */
static void padding_is_damage_and_no_line(void **state)
{
    (void)state;
    static const uint8_t bytes[] = { 0, 0xff };
    for (size_t i = 0; i < 2; i++)
        for (size_t cut = 0; cut < 60; cut += 20) {
            made m = { .size = 0 };
            reel_error error;
            size_t frames;
            add(&m, text, text_size);
            add(&m, text, cut);
            const size_t end = m.size;
            memset(m.data + end, bytes[i], 4000);
            m.size += 4000;
            assert_int_equal(load(&m, 0, &frames, &error), REEL_CORRUPT);
            assert_string_equal(error.rule, "echoreplay.padding");
            assert_int_equal(error.offset, end);
            assert_int_equal(frames, 1);
            assert_int_equal(frames_after_repair(&m), 1);
        }
}

/* ---- several recordings --------------------------------------------------------------------------------------------- */

/* The name of the entry that is read, or the rule of the failure. */
static const char *entry_read(const made *m, const char *name, const char *member, bool memory)
{
    static char found[64];
    const reel_options options = { REEL_SIZED(reel_options), .name = name, .member = member };
    test_source source = { .data = m->data, .size = m->size, .step = 100 };
    reel_replay *replay;
    reel_error error;
    size_t count;
    if (reel_load(memory ? reel_source_memory(m->data, m->size) : test_source_of(&source), &options, &replay, &error) < 0)
        return error.rule;
    const echoreplay_info *info = reel_rows(replay, &echoreplay_infos, &count);
    assert_int_equal(count, 1);
    snprintf(found, sizeof found, "%.*s", (int)info->entry.size, info->entry.data);
    reel_free(replay);
    return found;
}

/* Recorders that are interrupted leave a recording in the zip of the next one. */
static void an_entry_is_chosen_by_the_name_of_the_file_or_by_a_member(void **state)
{
    (void)state;
    static const entry folder = { .name = "old/" }, left = { .name = "old/left.echoreplay", .text = true },
                       own = { .name = "own.echoreplay", .text = true };
    made m = { .size = 0 };
    char at[16];
    add_entry(&m, &folder);
    add_entry(&m, &left);
    add_entry(&m, &own);
    close_zip(&m);
    snprintf(at, sizeof at, "@%u", (unsigned)m.offsets[2]);
    const struct {
        const char *name, *member, *expected;
    } cases[] = {
        { NULL, NULL, "old/left.echoreplay" },
        { "other.echoreplay", NULL, "old/left.echoreplay" },
        { "own.echoreplay", NULL, "own.echoreplay" },
        { "left.echoreplay", NULL, "old/left.echoreplay" },
        { "own.echoreplay", "left.echoreplay", "old/left.echoreplay" },
        { NULL, "old/left.echoreplay", "old/left.echoreplay" },
        { NULL, "own.echoreplay", "own.echoreplay" },
        { NULL, "#1", "old/left.echoreplay" },
        { NULL, "#2", "own.echoreplay" },
        { NULL, at, "own.echoreplay" },
        { NULL, "#3", "archive.member" },
        { NULL, "none", "archive.member" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(entry_read(&m, cases[i].name, cases[i].member, true), cases[i].expected);
        if (!cases[i].name) assert_string_equal(entry_read(&m, NULL, cases[i].member, false), cases[i].expected);
    }
}

/* With ZIP64 the number of entries and their offsets are elsewhere. */
static void an_entry_is_chosen_by_the_directory_of_zip64(void **state)
{
    (void)state;
    static const entry left = { .name = "left.echoreplay", .text = true }, own = { .name = "own.echoreplay", .text = true };
    made m = { .size = 0 };
    add_entry(&m, &left);
    add_entry(&m, &own);
    close_wide_zip(&m, &(wide_zip){ text_size, WIDE_EXTRA, false, false });
    assert_string_equal(entry_read(&m, "own.echoreplay", NULL, true), "own.echoreplay");
    assert_string_equal(entry_read(&m, "left.echoreplay", NULL, true), "left.echoreplay");
    assert_string_equal(entry_read(&m, "own.echoreplay", NULL, false),
                        "left.echoreplay"); /* this source cannot go to the directory */
}

/* ---- entries whose size is behind them ------------------------------------------------------------------------------ */

/* Adds an entry with bit 3 of the flags, of one stored block of deflate, and a descriptor of `behind` bytes. Returns where its deflated
 * bytes end. */
static size_t add_deflated(made *m, const char *name, size_t behind)
{
    const entry e = { .name = name, .method = 8, .flags = 8 };
    static const uint8_t descriptor[24] = { 'P' + 1 };
    const uint8_t low = (uint8_t)text_size, high = (uint8_t)(text_size >> 8);
    const uint8_t block[5] = { 1, low, high, (uint8_t)~low, (uint8_t)~high };
    static entry entries[ENTRIES];
    assert_true(m->count < ENTRIES && text_size < UINT16_MAX);
    entries[m->count] = e;
    add_entry(m, &entries[m->count]);
    add(m, block, sizeof block);
    add(m, text, text_size);
    const size_t end = m->size;
    add(m, descriptor, behind);
    return end;
}

/* APPNOTE 4.3.9: the descriptor has 12 bytes, 4 more with a signature, and 8 more with ZIP64. */
static void entries_before_the_member_are_passed_whatever_their_descriptor(void **state)
{
    (void)state;
    if (!reel__zip_known()) skip();
    static const entry own = { .name = "own.echoreplay", .text = true };
    for (size_t behind = 12; behind <= 24; behind += 4) {
        made m = { .size = 0 };
        add_deflated(&m, "left.echoreplay", behind);
        add_entry(&m, &own);
        close_zip(&m);
        assert_string_equal(entry_read(&m, NULL, "#2", true), "own.echoreplay");
        assert_string_equal(entry_read(&m, NULL, "own.echoreplay", false), "own.echoreplay");
        assert_string_equal(entry_read(&m, NULL, "#3", true), "archive.member");
    }
}

/* If the entry before the member cannot be skipped, the error is its damage, with its offset, and not a missing member. */
static void damage_before_the_member_is_reported(void **state)
{
    (void)state;
    if (!reel__zip_known()) skip();
    static const entry own = { .name = "own.echoreplay", .text = true };
    const reel_limits few = { .unpacked_bytes = 100 };
    enum { HEAD = 30 + 15, CASES = 4 };
    for (size_t i = 0; i < CASES; i++) {
        made m = { .size = 0 };
        reel_error error;
        reel_options options = { REEL_SIZED(reel_options), .member = "#2" };
        reel_replay *replay;
        size_t end = add_deflated(&m, "left.echoreplay", i == 3 ? 9 : 16);
        add_entry(&m, &own);
        if (i == 0) m.data[HEAD] = 7; /* a block of an invalid type */
        if (i == 1) m.size = end - 1;
        if (i == 2) options.limits = few;
        reel_status status = reel_load(reel_source_memory(m.data, m.size), &options, &replay, &error);
        static const struct {
            reel_status status;
            const char *rule;
        } expected[CASES] = { { REEL_CORRUPT, "echoreplay.packed" },
                              { REEL_TRUNCATED, "echoreplay.truncated" },
                              { REEL_LIMIT, "unpack.limit" },
                              { REEL_ARGUMENT, "archive.member" } };
        assert_int_equal(status, expected[i].status);
        assert_string_equal(error.rule, expected[i].rule);
        if (i == 1) assert_int_equal(error.offset, m.size);
        if (i == 3) assert_int_equal(error.offset, end);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_entry_that_is_no_folder_is_read),
        cmocka_unit_test(entries_around_the_recording_are_written_back),
        cmocka_unit_test(what_is_no_stored_or_deflated_entry_is_unsupported),
        cmocka_unit_test(a_zip_without_a_recording_is_corrupt_or_truncated),
        cmocka_unit_test(sizes_of_zip64_are_found_among_other_fields),
        cmocka_unit_test(directories_of_zip64_are_read),
        cmocka_unit_test(a_cut_field_of_zip64_lists_another_entry),
        cmocka_unit_test(entries_are_known_by_their_name_or_their_text),
        cmocka_unit_test(a_zip_that_other_programs_cannot_open_is_damaged),
        cmocka_unit_test(padding_is_damage_and_no_line),
        cmocka_unit_test(an_entry_is_chosen_by_the_name_of_the_file_or_by_a_member),
        cmocka_unit_test(an_entry_is_chosen_by_the_directory_of_zip64),
        cmocka_unit_test(entries_before_the_member_are_passed_whatever_their_descriptor),
        cmocka_unit_test(damage_before_the_member_is_reported),
        cmocka_unit_test(only_times_that_a_clock_shows_begin_a_frame),
    };
    return cmocka_run_group_tests(tests, read_text, free_text);
}
