/* SPDX-License-Identifier: MIT
 * Archives of several replays, and spans and tables of one: what is asked for is found, whatever is beside it. */
#include "archives.h"

#include <reel/bsor.h>

static reel_memory day; /* golden files, one after the other */
static size_t files;
static uint8_t *data_of[512];
static size_t size_of[512];
static uint64_t offset_of[512];

static void add_file(const specimen *file)
{
    char id[32];
    reel_memory archive;
    reel_options options = machinery_options(NULL);
    snprintf(id, sizeof id, "file-%zu", files);
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .id = id, .named = true };
    assert_true(files < 512);
    if (reel_pack(reel_source_memory(file->data, file->size), &options, &how, reel_sink_memory(&archive, NULL), NULL, NULL) < 0)
        fail_msg("%s cannot be packed", file->name);
    day.data = realloc(day.data, day.size + archive.size);
    assert_non_null(day.data);
    memcpy(day.data + day.size, archive.data, archive.size);
    day.size += archive.size;
    data_of[files] = malloc(file->size + 1);
    memcpy(data_of[files], file->data, file->size);
    size_of[files++] = file->size;
    reel_memory_free(&archive);
}

static bool see(void *context, const reel_member *member)
{
    size_t *seen = context;
    assert_true(*seen < 512);
    offset_of[*seen] = member->offset;
    char id[32];
    int size = snprintf(id, sizeof id, "file-%zu", *seen);
    assert_int_equal(member->number, *seen + 1);
    assert_int_equal(member->id.size, size);
    assert_memory_equal(member->id.data, id, (size_t)size);
    ++*seen;
    return true;
}

static void unpack_member(const char *word, size_t file)
{
    reel_options options = machinery_options(NULL);
    reel_memory unpacked;
    reel_error error;
    options.member = word;
    if (reel_unpack(reel_source_memory(day.data, day.size), &options, reel_sink_memory(&unpacked, NULL), &error) < 0)
        fail_msg("%s: %s", word, error.message);
    if (size_of[file] == unpacked.size) assert_memory_equal(unpacked.data, data_of[file], size_of[file]);
    reel_memory_free(&unpacked);
}

static void members_are_found_by_id_and_number(void **state)
{
    (void)state;
    size_t seen = 0;
    reel_error error;
    each_specimen(GOLDEN, 20000, add_file);
    reel_options options = machinery_options(NULL);
    assert_int_equal(reel_archive_list(reel_source_memory(day.data, day.size), &options, see, &seen, &error), REEL_OK);
    assert_int_equal(seen, files);
    for (size_t i = 0; i < files; i++) {
        char word[32];
        snprintf(word, sizeof word, "file-%zu", i);
        unpack_member(word, i);
        snprintf(word, sizeof word, "#%zu", i + 1);
        unpack_member(word, i);
        snprintf(word, sizeof word, "@%llu", (unsigned long long)offset_of[i]);
        unpack_member(word, i);
    }
    reel_replay *replay;
    options.member = "nobody";
    assert_int_equal(reel_load(reel_source_memory(day.data, day.size), &options, &replay, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "archive.member");
    for (size_t i = 0; i < files; i++) free(data_of[i]);
    free(day.data);
}

static void note_more(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "archive.more") == 0) ++*(size_t *)context;
}

/* Frames that do not compress: their records are larger than what is read of them to find out that nobody wants them. */
static bsor_frame frame_at(uint32_t i)
{
    bsor_frame frame = { .time = (float)i / 64, .fps = 64 };
    float *const values[] = { &frame.head.position.x, &frame.left_hand.position.x, &frame.right_hand.position.x };
    for (size_t v = 0; v < 9; v++) values[v / 3][v % 3] = (float)((i * 9 + v) * UINT32_C(2654435761) >> 8) / (1 << 24);
    return frame;
}

static reel_memory long_archive(const char *id)
{
    reel_memory archive;
    reel_writer *writer;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .chunk_rows = 100, .id = id };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    const bsor_info info = { .score = 7 };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    for (uint32_t i = 0; i < 6400; i++) {
        const bsor_frame frame = frame_at(i);
        const bsor_note note = { .note_id = (int32_t)i, .event_time = frame.time };
        reel_append(writer, &bsor_frames, &frame, 1);
        if (i % 10 == 0) reel_append(writer, &bsor_notes, &note, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return archive;
}

static void the_first_of_several_is_read_with_a_note(void **state)
{
    (void)state;
    reel_memory archive = long_archive("one");
    size_t notes = 0, count;
    uint8_t *twice = malloc(2 * archive.size);
    assert_non_null(twice);
    memcpy(twice, archive.data, archive.size);
    memcpy(twice + archive.size, archive.data, archive.size);
    reel_options options = { REEL_SIZED(reel_options), .report = note_more, .report_context = &notes, .flags = REEL_STRICT };
    reel_replay *replay = load_bytes(twice, 2 * archive.size, &options);
    reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, 6400);
    assert_int_equal(notes, 1);
    reel_free(replay);
    free(twice);
    reel_memory_free(&archive);
}

/* Counts the bytes that are read. */
typedef struct counted {
    const reel_memory *archive;
    size_t at, read;
} counted;

static reel_status read_counted(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    counted *c = context;
    (void)error;
    size_t left = c->archive->size - c->at;
    *got = left < capacity ? left : capacity;
    if (*got > 512) *got = 512;
    if (*got) memcpy(buffer, c->archive->data + c->at, *got);
    c->at += *got;
    c->read += *got;
    return *got ? REEL_OK : REEL_END;
}

static reel_status seek_counted(void *context, uint64_t offset, reel_error *error)
{
    (void)error;
    ((counted *)context)->at = (size_t)offset;
    return REEL_OK;
}

static size_t bytes_read(const reel_memory *archive, const reel_options *options, size_t frames, uint64_t first)
{
    counted c = { .archive = archive };
    reel_replay *replay;
    const reel_source source = { .context = &c, .size = archive->size, .read = read_counted, .seek = seek_counted };
    assert_int_equal(reel_load(source, options, &replay, NULL), REEL_OK);
    size_t count;
    const bsor_frame *rows = reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, frames);
    for (size_t i = 0; i < count; i++) {
        const bsor_frame frame = frame_at((uint32_t)(first + i));
        assert_memory_equal(&rows[i], &frame, sizeof frame);
    }
    assert_int_equal(reel_chunk_first(reel_replay_chunk(replay), &bsor_frames), frames ? first : 0);
    reel_free(replay);
    return c.read;
}

static void a_span_reads_only_its_chunks(void **state)
{
    (void)state;
    reel_memory archive = long_archive("one");
    const reel_options all = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    const reel_options part = { REEL_SIZED(reel_options), .flags = REEL_STRICT,
                                .has_from = true,         .from = 50,
                                .has_to = true,           .to = 51 };
    size_t whole = bytes_read(&archive, &all, 6400, 0), some = bytes_read(&archive, &part, 64, 50 * 64);
    assert_true(some < whole / 2);
    reel_memory_free(&archive);
}

static void tables_that_nobody_wants_are_not_decoded(void **state)
{
    (void)state;
    reel_memory archive = long_archive("one");
    static const reel_table *const notes[] = { &bsor_notes, NULL };
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT, .tables = notes };
    size_t count;
    reel_replay *replay = load_bytes(archive.data, archive.size, &options);
    reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, 0);
    reel_rows(replay, &bsor_notes, &count);
    assert_int_equal(count, 640);
    reel_free(replay);
    reel_memory_free(&archive);
}

static void fields_that_nobody_selects_are_not_decoded(void **state)
{
    (void)state;
    reel_memory archive = long_archive("one");
    static const char *const words[] = { "frames.head_position_y", NULL };
    const reel_options all = { REEL_SIZED(reel_options), .flags = REEL_STRICT },
                       some = { REEL_SIZED(reel_options), .flags = REEL_STRICT, .select = words };
    size_t count, selected;
    reel_replay *whole = load_bytes(archive.data, archive.size, &all), *part = load_bytes(archive.data, archive.size, &some);
    const bsor_frame *a = reel_rows(whole, &bsor_frames, &count), *b = reel_rows(part, &bsor_frames, &selected);
    assert_int_equal(selected, count);
    for (size_t i = 0; i < count; i++) {
        assert_memory_equal(&a[i].time, &b[i].time, sizeof a[i].time); /* for spans */
        assert_int_equal(a[i].fps, 64);
        assert_int_equal(b[i].fps, 0);
    }
    reel_free(whole);
    reel_free(part);
    reel_memory_free(&archive);
}

static void add_archive(reel_memory *all, const char *id)
{
    reel_memory one = long_archive(id);
    all->data = realloc(all->data, all->size + one.size);
    assert_non_null(all->data);
    memcpy(all->data + all->size, one.data, one.size);
    all->size += one.size;
    reel_memory_free(&one);
}

static void replays_come_one_by_one_and_each_has_a_name_of_its_own(void **state)
{
    (void)state;
    static const char *const ids[] = { "one", "", "one", "3", "../a/./b:", "one#3", "one" };
    static const char *const names[] = { "one", "2", "one#3", "3", "a/b_", "one#3#6", "one#7" };
    enum { COUNT = sizeof ids / sizeof *ids };
    reel_memory all = { 0 };
    reel_members *members;
    const reel_member *member;
    reel_error error;
    uint64_t behind = 0;
    for (size_t i = 0; i < COUNT; i++) add_archive(&all, ids[i]);
    all.data = realloc(all.data, all.size + 1);
    assert_non_null(all.data);
    all.data[all.size] = 'x'; /* is nothing */
    assert_int_equal(reel_members_open(reel_source_memory(all.data, all.size + 1), NULL, &members, &error), REEL_OK);
    assert_non_null(members);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(reel_members_next(members, &member, &error), REEL_OK);
        assert_int_equal(member->number, i + 1);
        assert_int_equal(member->offset, behind);
        assert_string_equal(member->name, names[i]);
        const reel_options options = { REEL_SIZED(reel_options), .member = member->word };
        reel_replay *replay = load_bytes(all.data, all.size, &options);
        reel_free(replay);
        behind += member->size;
    }
    assert_int_equal(reel_members_next(members, &member, &error), REEL_CORRUPT);
    assert_string_equal(error.rule, "archive.member");
    assert_int_equal(error.offset, all.size);
    reel_members_close(members);
    free(all.data);
}

static void a_source_of_one_replay_is_not_a_list_of_them(void **state)
{
    (void)state;
    static const char text[] = "not an archive";
    reel_memory archive = long_archive("one");
    reel_members *members;
    assert_int_equal(reel_members_open(reel_source_memory(archive.data, archive.size), NULL, &members, NULL), REEL_OK);
    assert_null(members);
    assert_int_equal(reel_members_open(reel_source_memory(archive.data, archive.size - 3), NULL, &members, NULL), REEL_OK);
    assert_null(members);
    assert_int_equal(reel_members_open(reel_source_memory(text, sizeof text), NULL, &members, NULL), REEL_OK);
    assert_null(members);
    counted pipe = { .archive = &archive };
    const reel_source source = { .context = &pipe, .size = REEL_UNKNOWN_SIZE, .read = read_counted };
    assert_int_equal(reel_members_open(source, NULL, &members, NULL), REEL_OK);
    assert_null(members);
    reel_members_close(members);
    reel_memory_free(&archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_found_by_id_and_number),
        cmocka_unit_test(the_first_of_several_is_read_with_a_note),
        cmocka_unit_test(a_span_reads_only_its_chunks),
        cmocka_unit_test(tables_that_nobody_wants_are_not_decoded),
        cmocka_unit_test(fields_that_nobody_selects_are_not_decoded),
        cmocka_unit_test(replays_come_one_by_one_and_each_has_a_name_of_its_own),
        cmocka_unit_test(a_source_of_one_replay_is_not_a_list_of_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
