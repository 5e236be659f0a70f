/* SPDX-License-Identifier: MIT
 * BSOR and ScoreSaber to XROR and back: the bytes of the reference, what comes back, what is lost, what wins after an edit. */
#include "codec/sha256.h"

#include "corpus.h"
#include "machinery.h"

#include <reel/bsor.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

enum { MOST_SMALL = 3000000 };

typedef struct findings {
    char text[16384];
    size_t size;
} findings;

static findings found;

static void note_finding(void *context, const reel_finding *finding)
{
    findings *all = context;
    int size = snprintf(all->text + all->size, sizeof all->text - all->size, "%s: %s (%llu)\n", finding->rule, finding->message,
                        (unsigned long long)finding->count);
    if (size > 0 && (size_t)size < sizeof all->text - all->size) all->size += (size_t)size;
}

static bool was_found(const char *text) { return strstr(found.text, text) != NULL; }

/* Converts bytes; the test fails where that fails. Findings are in `found`. */
static reel_memory convert_with(const void *data, size_t size, const reel_format *to, reel_convert_options how)
{
    reel_memory memory = { 0 };
    reel_error error;
    found = (findings){ .size = 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = note_finding, .report_context = &found };
    how.struct_size = sizeof how;
    if (reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s (%s)", error.message, error.rule);
    return memory;
}

static reel_memory convert(const void *data, size_t size, const reel_format *to, uint32_t flags, const char *convention)
{
    return convert_with(data, size, to,
                        (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = flags, .convention = convention });
}

static void assert_same_bytes(const reel_memory *made, const void *wanted, size_t size, const char *what)
{
    if (made->size != size) fail_msg("%s: %zu bytes, not %zu", what, made->size, size);
    for (size_t i = 0; i < size; i++)
        if (made->data[i] != ((const uint8_t *)wanted)[i]) fail_msg("%s: byte %zu differs", what, i);
}

static reel_replay *load_memory(const reel_memory *memory) { return load_bytes(memory->data, memory->size, NULL); }

/* ---- files of the corpus ---------------------------------------------------------------------------------------- */

/* A play that is damaged cannot be converted. */
static bool is_sound(const uint8_t *data, size_t size)
{
    reel_replay *replay = NULL;
    reel_error error;
    const reel_format *format;
    if (reel_identify(reel_source_memory(data, size), NULL, &format, NULL, &error) < 0 || format != &reel_format_bsor)
        return false;
    bool sound = reel_load(reel_source_memory(data, size), &(reel_options){ REEL_SIZED(reel_options), .flags = REEL_STRICT },
                           &replay, &error) >= 0;
    reel_free(replay);
    return sound;
}

static void assert_comes_back(const uint8_t *data, size_t size, const char *name)
{
    reel_memory recording = convert(data, size, &reel_format_xror, REEL_CARRY, NULL);
    if (was_found("convert.")) fail_msg("%s: %s", name, found.text);
    reel_memory back = convert(recording.data, recording.size, &reel_format_bsor, 0, NULL);
    assert_same_bytes(&back, data, size, name);
    reel_memory_free(&recording);
    reel_memory_free(&back);
}

static bool comes_back(const char *path, const char *name)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    bool sound = is_sound(data, size) && size <= by_effort(SIZE_MAX, MOST_SMALL, MOST_SMALL / 10);
    if (sound) assert_comes_back(data, size, name);
    free(data);
    return sound;
}

static void every_play_comes_back_byte_for_byte(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", ".bsor", comes_back), "plays");
}

/* INDEX.tsv says what the reference made of which play: "reference writer over BSOR NAME, options: none". */
static bool is_of_the_reference(const char *path, const char *name)
{
    static const char start[] = "reference writer over BSOR ", options[] = ", options: ";
    const char *what = corpus_index("xror", name, "what it is");
    const char *end = strncmp(what, start, strlen(start)) == 0 ? strstr(what, options) : NULL;
    if (!end) return false;
    char origin[512];
    snprintf(origin, sizeof origin, "samples/bsor/%.*s", (int)(end - what - (ptrdiff_t)strlen(start)), what + strlen(start));
    bool full = strcmp(end + strlen(options), "none") != 0;
    if (!corpus_path(origin)) return false;
    size_t size, wanted_size;
    uint8_t *data = read_file(corpus_path(origin), &size), *wanted = read_file(path, &wanted_size);
    reel_memory made = convert(data, size, &reel_format_xror, 0, full ? "full" : NULL);
    assert_same_bytes(&made, wanted, wanted_size, name);
    reel_memory_free(&made);
    free(data);
    free(wanted);
    return true;
}

static void a_play_becomes_what_the_reference_writes(void **state)
{
    (void)state;
    corpus_need("samples/xror");
    corpus_compared(corpus_each("samples/xror", ".xror", is_of_the_reference), "files");
}

/* What a file with the key "bsor" has beside the reference's members is described in the page of the format. */
static bool is_kept_alike(const char *path, const char *name)
{
    static const char with[] = ".bsor with extra key bsor";
    const char *what = corpus_index("xror", name, "what it is"), *end = strstr(what, with);
    if (!end) return false;
    char origin[512];
    snprintf(origin, sizeof origin, "samples/bsor/made/%.*s.bsor", (int)(end - what), what);
    if (!corpus_path(origin)) return false;
    size_t size, wanted_size;
    uint8_t *data = read_file(corpus_path(origin), &size), *wanted = read_file(path, &wanted_size);
    reel_memory made = convert(data, size, &reel_format_xror, REEL_CARRY, NULL);
    assert_same_bytes(&made, wanted, wanted_size, name);
    reel_memory_free(&made);
    free(data);
    free(wanted);
    return true;
}

static void a_carried_play_has_the_known_key(void **state)
{
    (void)state;
    corpus_need("samples/xror");
    corpus_compared(corpus_each("samples/xror", ".xror", is_kept_alike), "files");
}

static void a_recording_becomes_the_known_play(void **state)
{
    (void)state;
    tsv truth;
    size_t compared = 0;
    if (!corpus_table("expected/xror/to_bsor.tsv", &truth)) skip();
    for (size_t row = 0; row < truth.rows; row++) {
        char name[512], text[2 * SHA256_SIZE + 1];
        snprintf(name, sizeof name, "samples/xror/%s", tsv_cell(&truth, row, "file"));
        if (!corpus_path(name)) continue;
        size_t size;
        uint8_t *data = read_file(corpus_path(name), &size), hash[SHA256_SIZE];
        reel_memory play = convert(data, size, &reel_format_bsor, 0, NULL);
        sha256 sha;
        reel__sha256_begin(&sha);
        reel__sha256_add(&sha, play.data, play.size);
        reel__sha256_end(&sha, hash);
        for (size_t i = 0; i < SHA256_SIZE; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
        if (strcmp(text, tsv_cell(&truth, row, "sha256 (byte lengths, bsor key)")) != 0)
            fail_msg("%s becomes another play", name);
        compared++;
        reel_memory_free(&play);
        free(data);
    }
    tsv_free(&truth);
    corpus_compared(compared, "files");
}

/* ---- golden plays ----------------------------------------------------------------------------------------------- */

/* Some have their sections in another order than a recorder writes them, or twice. */
static void every_golden_play_comes_back_byte_for_byte(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/bsor/golden"));
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        uint8_t *data = read_file(files.paths[i], &size);
        assert_comes_back(data, size, files.paths[i]);
        free(data);
    }
    assert_true(files.count > 0);
    file_list_free(&files);
}

typedef struct play_file {
    uint8_t *data;
    size_t size;
} play_file;

static play_file golden(const char *name)
{
    char path[256];
    play_file p;
    snprintf(path, sizeof path, "tests/formats/bsor/golden/%s", name);
    p.data = read_file(project_path(path), &p.size);
    return p;
}

static const bsor_info *info_of(const reel_replay *replay)
{
    size_t count;
    const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
    assert_int_equal(count, 1);
    return info;
}

static void assert_text(reel_string text, const char *wanted)
{
    assert_int_equal(text.size, strlen(wanted));
    if (text.size) assert_memory_equal(text.data, wanted, text.size);
}

/* Set in the XROR file, whose key "bsor" still has the old name. */
static void a_header_that_was_edited_wins(void **state)
{
    (void)state;
    play_file full = golden("full.bsor");
    static const reel_setting settings[] = { { "user_name", "Somebody Else" }, { "score", "4321" }, { "height", "1.5" } };
    reel_memory recording = convert_with(full.data, full.size, &reel_format_xror,
                                         (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_CARRY,
                                                                 .settings = settings, .setting_count = 3 });
    reel_memory back = convert(recording.data, recording.size, &reel_format_bsor, 0, NULL);
    reel_replay *origin = load_bytes(full.data, full.size, NULL), *made = load_memory(&back);
    assert_text(info_of(made)->player_name, "Somebody Else");
    assert_int_equal(info_of(made)->score, 4321);
    assert_true(info_of(made)->height == 1.5f);
    assert_true(info_of(made)->jump_distance == info_of(origin)->jump_distance);
    assert_int_equal(info_of(made)->timestamp.size, info_of(origin)->timestamp.size);
    for (const reel_table *const *table = reel_format_bsor.tables; *table; table++) {
        size_t count, others;
        const uint8_t *rows = reel_rows(made, *table, &count), *wanted = reel_rows(origin, *table, &others);
        if (*table == &bsor_infos || (*table)->flags & REEL_TABLE_LAYOUT) continue;
        assert_int_equal(count, others);
        for (size_t i = 0; i < count; i++)
            assert_true(rows_equal(*table, rows + i * (*table)->row_size, wanted + i * (*table)->row_size));
    }
    reel_free(origin);
    reel_free(made);
    reel_memory_free(&recording);
    reel_memory_free(&back);
    free(full.data);
}

/* Changes the first bytes of `old` in a file to those of `new`. */
static void replace(reel_memory *file, const char *old, const char *new)
{
    size_t size = strlen(old);
    for (size_t i = 0; i + size <= file->size; i++) {
        if (memcmp(file->data + i, old, size) != 0) continue;
        memcpy(file->data + i, new, size);
        return;
    }
    fail_msg("no %s in the file", old);
}

static void a_key_of_another_version_is_reported_and_not_used(void **state)
{
    (void)state;
    play_file full = golden("full.bsor");
    reel_memory recording = convert(full.data, full.size, &reel_format_xror, REEL_CARRY, NULL);
    replace(&recording, "\x10version\0\x01", "\x10verzion\0\x01");
    reel_memory back = convert(recording.data, recording.size, &reel_format_bsor, 0, NULL);
    assert_true(was_found("convert.xror.kept"));
    reel_replay *made = load_memory(&back);
    size_t count;
    reel_rows(made, &bsor_user_data, &count);
    assert_int_equal(count, 0);
    reel_free(made);
    reel_memory_free(&recording);
    reel_memory_free(&back);
    free(full.data);
}

static void what_is_lost_is_reported(void **state)
{
    (void)state;
    play_file full = golden("full.bsor");
    reel_memory plain = convert(full.data, full.size, &reel_format_xror, 0, NULL);
    assert_true(was_found("frames.fps is lost"));
    assert_true(was_found("user_data.key is lost"));
    assert_true(was_found("controller_offsets.left_position is lost") || was_found("offsets.left_position is lost"));
    reel_memory all = convert(full.data, full.size, &reel_format_xror, 0, "full");
    assert_false(was_found("frames.fps is lost"));
    assert_true(was_found("user_data.key is lost"));
    assert_true(all.size > plain.size);
    reel_memory_free(&plain);
    reel_memory_free(&all);
    free(full.data);
}

/* ---- plays that the reference cannot convert back --------------------------------------------------------------- */

static reel_memory write_play(const bsor_info *info, const bsor_frame *frames, size_t frame_count, const bsor_note *notes,
                              size_t note_count)
{
    reel_memory memory = { 0 };
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &bsor_infos, info, 1), REEL_OK);
    assert_int_equal(reel_append(writer, &bsor_frames, frames, frame_count), REEL_OK);
    assert_int_equal(reel_append(writer, &bsor_notes, notes, note_count), REEL_OK);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    return memory;
}

static void an_empty_play_comes_back_without_the_key(void **state)
{
    (void)state;
    static const bsor_info info = { .score = 0 };
    reel_memory play = write_play(&info, NULL, 0, NULL, 0), recording = convert(play.data, play.size, &reel_format_xror, 0, NULL);
    reel_memory back = convert(recording.data, recording.size, &reel_format_bsor, 0, NULL);
    assert_same_bytes(&back, play.data, play.size, "an empty play");
    reel_memory_free(&play);
    reel_memory_free(&recording);
    reel_memory_free(&back);
}

static bsor_note note_at(float time, int32_t type, int32_t id)
{
    bsor_note note = { .note_id = id, .event_time = time, .spawn_time = time, .event_type = type };
    note.has_cut = type <= BSOR_BAD_CUT;
    if (note.has_cut) note.cut = (bsor_cut){ .speed_ok = 1, .direction_ok = 1, .saber_type_ok = 1, .saber_speed = time + 1 };
    return note;
}

/* The score depends on the order of notes: where their times do not give it, it is written, whatever the convention. */
static void the_order_of_notes_survives(void **state)
{
    (void)state;
    const bsor_info info = { .song_name = { "Song", 4 } };
    const bsor_note notes[] = { note_at(3, BSOR_MISS, 1), note_at(2, BSOR_BOMB, 2), note_at(1, BSOR_MISS, 3),
                                note_at(1, BSOR_GOOD_CUT, 4), note_at(1.5f, BSOR_BAD_CUT, 5) };
    reel_memory play = write_play(&info, NULL, 0, notes, 5), plain = convert(play.data, play.size, &reel_format_xror, 0, NULL);
    assert_false(was_found("notes.event_time is lost"));
    reel_memory back = convert(plain.data, plain.size, &reel_format_bsor, 0, NULL);
    reel_replay *made = load_memory(&back);
    size_t count;
    const bsor_note *rows = reel_rows(made, &bsor_notes, &count);
    assert_int_equal(count, 5);
    for (size_t i = 0; i < count; i++) assert_int_equal(rows[i].note_id, (int)i + 1);
    reel_free(made);
    reel_memory_free(&back);
    reel_memory all = convert(play.data, play.size, &reel_format_xror, 0, "full");
    back = convert(all.data, all.size, &reel_format_bsor, 0, NULL);
    assert_same_bytes(&back, play.data, play.size, "a play with the order of its notes");
    reel_memory_free(&play);
    reel_memory_free(&plain);
    reel_memory_free(&all);
    reel_memory_free(&back);
}

/* The bits of a NaN are kept, or their loss is reported: those of a quiet one, and of a signalling one, which the reference makes quiet. */
static void the_bits_of_nan_are_kept_or_reported(void **state)
{
    (void)state;
    static const struct {
        uint32_t bits;
        bool lost;
    } cases[] = { { 0x7fc00000, false }, { 0xffc12345, false }, { 0x7f800001, true }, { 0xffa54321, true } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int carried = 0; carried < 2; carried++) {
            const bsor_info info = { .song_name = { "Song", 4 } };
            bsor_note note = note_at(3, BSOR_GOOD_CUT, 1);
            bsor_frame frame = { .time = 1 };
            memcpy(&note.cut.before_cut_rating, &cases[i].bits, sizeof cases[i].bits);
            memcpy(&frame.head.position.y, &cases[i].bits, sizeof cases[i].bits);
            note.cut.direction_ok = 1;
            reel_memory play = write_play(&info, &frame, 1, &note, 1);
            reel_memory recording = convert(play.data, play.size, &reel_format_xror, carried ? REEL_CARRY : 0, NULL);
            assert_int_equal(was_found("notes.before_cut_rating is lost"), cases[i].lost && !carried);
            assert_int_equal(was_found("frames.head_position is lost"), cases[i].lost && !carried);
            reel_memory back = convert(recording.data, recording.size, &reel_format_bsor, 0, NULL);
            reel_replay *made = load_memory(&back);
            size_t count;
            const bsor_note *notes = reel_rows(made, &bsor_notes, &count);
            const uint32_t kept = cases[i].lost && !carried ? cases[i].bits | UINT32_C(1) << 22 : cases[i].bits;
            assert_memory_equal(&notes->cut.before_cut_rating, &kept, sizeof kept);
            const bsor_frame *frames = reel_rows(made, &bsor_frames, &count);
            assert_memory_equal(&frames->head.position.y, &kept, sizeof kept);
            reel_free(made);
            reel_memory_free(&play);
            reel_memory_free(&recording);
            reel_memory_free(&back);
        }
}

/* Uninitialised memory of a standalone headset, ids that no float holds, flags that are neither 0 nor 1. */
static void odd_values_come_back_with_the_key(void **state)
{
    (void)state;
    const bsor_info info = { .platform = { "oculus", 6 },
                             .timestamp = { "yesterday", 9 },
                             .player_name = { "a\xff"
                                              "b",
                                              3 } };
    bsor_note notes[] = { note_at(1, BSOR_BAD_CUT, -1), note_at(2, BSOR_GOOD_CUT, 30014) };
    notes[0].cut.saber_type = -77;
    notes[0].cut.speed_ok = 0xDE;
    notes[1].cut.was_cut_too_soon = 3;
    static const bsor_frame frames[] = { { .time = 1, .fps = 16777217 }, { .time = 2, .fps = 90 } };
    reel_memory play = write_play(&info, frames, 2, notes, 2);
    reel_memory all = convert(play.data, play.size, &reel_format_xror, 0, "full");
    assert_true(was_found("frames.fps is lost") && was_found("notes.speed_ok is lost") && was_found("info.timestamp is lost"));
    reel_memory_free(&all);
    all = convert(play.data, play.size, &reel_format_xror, REEL_CARRY, NULL);
    reel_memory back = convert(all.data, all.size, &reel_format_bsor, 0, NULL);
    reel_replay *origin = load_memory(&play), *made = load_memory(&back);
    size_t count;
    const bsor_note *rows = reel_rows(made, &bsor_notes, &count);
    assert_memory_equal(&rows[0].cut, &notes[0].cut, sizeof rows[0].cut);
    assert_memory_equal(&rows[1].cut, &notes[1].cut, sizeof rows[1].cut);
    assert_text(info_of(made)->timestamp, "yesterday");
    assert_int_equal(info_of(made)->player_name.size, info_of(origin)->player_name.size);
    reel_free(origin);
    reel_free(made);
    reel_memory_free(&play);
    reel_memory_free(&all);
    reel_memory_free(&back);
}

/* ---- hostile files and failing allocations ---------------------------------------------------------------------- */

/* Converts with an allocator that fails; memory that was allocated is freed. */
static reel_status convert_failing(reel_bytes from, const reel_format *to, size_t fail_at)
{
    test_allocator counted = { .fail_at = fail_at };
    reel_allocator allocator = test_allocator_of(&counted);
    reel_memory memory = { 0 };
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_CARRY };
    reel_status status =
        reel_convert(reel_source_memory(from.data, from.size), &options, to, reel_sink_memory(&memory, &allocator), &how, &error);
    if (status >= 0) reel_memory_free(&memory);
    assert_int_equal(counted.live, 0);
    return status;
}

static void fail_everywhere(reel_bytes from, const reel_format *to)
{
    reel_status status = REEL_MEMORY;
    for (size_t n = 1; status != REEL_OK; n++) {
        status = convert_failing(from, to, n);
        if (status != REEL_OK) assert_int_equal(status, REEL_MEMORY);
    }
}

static void conversions_survive_failing_allocations(void **state)
{
    (void)state;
    static const char *const names[] = { "recorder.bsor", "info-late.bsor", "flag-bytes.bsor" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        play_file file = golden(names[i]);
        reel_memory recording = convert(file.data, file.size, &reel_format_xror, REEL_CARRY, NULL);
        fail_everywhere((reel_bytes){ file.data, file.size }, &reel_format_xror);
        fail_everywhere((reel_bytes){ recording.data, recording.size }, &reel_format_bsor);
        reel_memory_free(&recording);
        free(file.data);
    }
}

/* Any byte of a recording may be damaged. Whether it can still be read depends on the byte; what is written can be read. */
static void a_damaged_recording_gives_a_readable_play_or_an_error(void **state)
{
    (void)state;
    static const char *const names[] = { "flag-bytes.bsor", "info-late.bsor" };
    size_t written = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        play_file file = golden(names[i]);
        reel_memory recording = convert(file.data, file.size, &reel_format_xror, REEL_CARRY, NULL);
        size_t stride = by_effort(1, 3, 17);
        for (size_t at = 0; at < recording.size; at += stride) {
            reel_memory play = { 0 };
            reel_error error;
            uint8_t old = recording.data[at];
            recording.data[at] = (uint8_t)(at % 2 ? ~old : old + 1);
            reel_status status = reel_convert(reel_source_memory(recording.data, recording.size), NULL, &reel_format_bsor,
                                              reel_sink_memory(&play, NULL), NULL, &error);
            recording.data[at] = old;
            if (status < 0) continue;
            reel_replay *made = load_memory(&play);
            assert_non_null(made);
            reel_free(made);
            reel_memory_free(&play);
            written++;
        }
        reel_memory_free(&recording);
        free(file.data);
    }
    assert_true(written > 0);
}

/* The kept file is that of other rows after a cut. */
static void a_file_that_was_kept_whole_is_not_used_after_a_cut(void **state)
{
    (void)state;
    play_file file = golden("info-late.bsor");
    reel_memory recording = convert(file.data, file.size, &reel_format_xror, REEL_CARRY, NULL);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = 1e6 };
    reel_memory part = convert_with(recording.data, recording.size, &reel_format_xror, how);
    reel_memory play = convert(part.data, part.size, &reel_format_bsor, 0, NULL);
    assert_true(was_found("convert.xror.kept"));
    reel_replay *made = load_memory(&play);
    size_t count;
    reel_rows(made, &bsor_frames, &count);
    assert_int_equal(count, 0);
    reel_free(made);
    reel_memory_free(&recording);
    reel_memory_free(&part);
    reel_memory_free(&play);
    free(file.data);
}

/* ---- ScoreSaber ------------------------------------------------------------------------------------------------- */

static void scoresaber_goes_by_way_of_bsor(void **state)
{
    (void)state;
    size_t compared = 0;
    file_list files = files_below(project_path("tests/formats/scoresaber/golden"));
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        uint8_t *data = read_file(files.paths[i], &size);
        reel_memory direct = convert(data, size, &reel_format_xror, 0, "full"),
                    play = convert(data, size, &reel_format_bsor, 0, NULL);
        reel_memory again = convert(play.data, play.size, &reel_format_xror, 0, "full");
        reel_replay *a = load_memory(&direct), *b = load_memory(&again);
        static const reel_table *const tables[] = { &xror_frames, &xror_notes, &xror_walls, &xror_heights, &xror_pauses, NULL };
        for (const reel_table *const *table = tables; *table; table++) {
            size_t count, others;
            const uint8_t *rows = reel_rows(a, *table, &count), *wanted = reel_rows(b, *table, &others);
            assert_int_equal(count, others);
            for (size_t row = 0; row < count; row++)
                assert_true(rows_equal(*table, rows + row * (*table)->row_size, wanted + row * (*table)->row_size));
            compared += count;
        }
        reel_free(a);
        reel_free(b);
        reel_memory_free(&direct);
        reel_memory_free(&play);
        reel_memory_free(&again);
        free(data);
    }
    assert_true(compared > 0);
    file_list_free(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_play_comes_back_byte_for_byte),
        cmocka_unit_test(a_play_becomes_what_the_reference_writes),
        cmocka_unit_test(a_carried_play_has_the_known_key),
        cmocka_unit_test(a_recording_becomes_the_known_play),
        cmocka_unit_test(every_golden_play_comes_back_byte_for_byte),
        cmocka_unit_test(a_header_that_was_edited_wins),
        cmocka_unit_test(a_key_of_another_version_is_reported_and_not_used),
        cmocka_unit_test(what_is_lost_is_reported),
        cmocka_unit_test(an_empty_play_comes_back_without_the_key),
        cmocka_unit_test(the_order_of_notes_survives),
        cmocka_unit_test(the_bits_of_nan_are_kept_or_reported),
        cmocka_unit_test(odd_values_come_back_with_the_key),
        cmocka_unit_test(conversions_survive_failing_allocations),
        cmocka_unit_test(a_damaged_recording_gives_a_readable_play_or_an_error),
        cmocka_unit_test(a_file_that_was_kept_whole_is_not_used_after_a_cut),
        cmocka_unit_test(scoresaber_goes_by_way_of_bsor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
