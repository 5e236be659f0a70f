/* SPDX-License-Identifier: MIT
 * An archive gives back what was packed: the same rows, and the same bytes. */
#include "archives.h"

#include "core/rows.h"

#include <reel/teehistorian.h>

static size_t offsets_compared;

enum { SMALL = 65536, LIGHT = 12000, SHORT = 2000, HEAD_MOST = 16 };

static void rows_come_back(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    static const size_t sizes[] = { 1, 3, 100, 0 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i] && sizes[i] < 100 && file->size > by_effort(SMALL, SHORT, SHORT)) continue; /* many parts take long */
        reel_memory archive = archive_of_rows(reel_replay_chunk(replay), reel_replay_format(replay), sizes[i], "");
        reel_replay *again = load_bytes(archive.data, archive.size, &options);
        assert_ptr_equal(reel_replay_format(again), reel_replay_format(replay));
        assert_same_replay(replay, again, true, file->name);
        reel_free(again);
        reel_memory_free(&archive);
    }
    reel_free(replay);
}

static void archives_have_the_rows_of_their_files(void **state)
{
    (void)state;
    each_specimen(GOLDEN | CORPUS, by_effort(SMALL, LIGHT, LIGHT), rows_come_back);
}

static void bytes_come_back(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_memory archive, again;
    reel_packed packed;
    reel_error error;
    if (!is_readable(file->data, file->size)) return;
    reel_status status =
        reel_pack(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&archive, NULL), &packed, &error);
    if (status < 0) fail_msg("%s: %s", file->name, error.message);
    assert_int_equal(packed.packed, archive.size);
    if (packed.size == file->size && archive.size > file->size + HEAD_MOST)
        fail_msg("%s: %zu bytes for %zu", file->name, archive.size, file->size);
    status = reel_unpack(reel_source_memory(archive.data, archive.size), &options, reel_sink_memory(&again, NULL), &error);
    if (status < 0) fail_msg("%s: %s", file->name, error.message);
    assert_int_equal(again.size, packed.size);
    if (packed.size == file->size) assert_memory_equal(again.data, file->data, file->size);
    reel_memory_free(&archive);
    reel_memory_free(&again);
}

static void unpacking_gives_the_bytes_that_were_packed(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD | CORPUS, by_effort(0, LIGHT, LIGHT), bytes_come_back);
}

/* Offsets depend on rows of other tables: they are right even if one table's are all that is read. */
static void offsets_come_back(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_chunk *chunk = reel_replay_chunk(replay);
    reel_memory archive = archive_of_rows(chunk, reel_replay_format(replay), 0, "");
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        char name[100];
        reel_field field;
        size_t count, others;
        const uint8_t *rows = reel_chunk_rows(chunk, *table, &count);
        const char *select[] = { name, NULL };
        snprintf(name, sizeof name, "%s.offset", (*table)->name);
        if (!count || !field_select(*table, name, &field)) continue;
        options.select = select;
        reel_replay *some = load_bytes(archive.data, archive.size, &options);
        const uint8_t *read = reel_rows(some, *table, &others);
        assert_int_equal(others, count);
        for (size_t i = 0; i < count; i++)
            if (!field_values_equal(&field, rows + i * (*table)->row_size, read + i * (*table)->row_size))
                fail_msg("%s: %s of row %zu differs", file->name, name, i);
        offsets_compared += count;
        reel_free(some);
    }
    reel_memory_free(&archive);
    reel_free(replay);
}

static void offsets_are_right_when_nothing_else_is_read(void **state)
{
    (void)state;
    offsets_compared = 0;
    each_specimen(GOLDEN | CORPUS, by_effort(SMALL, LIGHT, LIGHT), offsets_come_back);
    assert_true(offsets_compared > 0);
}

/* What a reader of the file says, a reader of its archive says too: about the format, the rows, and the damage. */
static void reads_alike(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_memory archive;
    reel_replay *plain = NULL, *packed = NULL;
    if (reel_pack(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&archive, NULL), NULL, NULL) < 0)
        fail_msg("%s cannot be packed", file->name);
    reel_status status = reel_load(reel_source_memory(file->data, file->size), &options, &plain, NULL);
    assert_int_equal(reel_load(reel_source_memory(archive.data, archive.size), &options, &packed, NULL), status);
    if (status == REEL_OK) {
        assert_same_replay(plain, packed, true, file->name);
        assert_int_equal(!reel_replay_damage(plain), !reel_replay_damage(packed));
    }
    reel_free(plain);
    reel_free(packed);
    reel_memory_free(&archive);
}

static void archives_read_like_their_files(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, by_effort(SMALL, LIGHT, LIGHT), reads_alike);
}

static reel_memory long_recording(int32_t ticks)
{
    enum { CLIENTS = 8, EMOTE = 10 };
    const teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    reel_memory file;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick <= ticks; tick++) {
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            const teehistorian_position position = { .tick = tick, .cid = cid, .x = tick % 90, .y = tick * (cid + 1) % 977 };
            reel_append(writer, &teehistorian_positions, &position, 1);
        }
        const teehistorian_command command = { .tick = tick, .cid = tick % CLIENTS, .command = { "emote", 5 } };
        if (tick % EMOTE == 0) reel_append(writer, &teehistorian_commands, &command, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return file;
}

/* The tables of a loaded replay are in one chunk. In the archive, rows that belong together have to be in one record. */
static void a_loaded_recording_can_be_written_as_an_archive(void **state)
{
    (void)state;
    static const int32_t lengths[] = { 1000, 6000 }; /* below and above what is copied before it is written */
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        reel_options options = machinery_options(NULL);
        reel_error error;
        reel_memory file = long_recording(lengths[i]), again;
        reel_replay *replay = load_bytes(file.data, file.size, &options);
        reel_memory archive = archive_of_rows(reel_replay_chunk(replay), reel_replay_format(replay), 0, "");
        if (reel_unpack(reel_source_memory(archive.data, archive.size), &options, reel_sink_memory(&again, NULL), &error) < 0)
            fail_msg("%d ticks: %s", lengths[i], error.message);
        assert_int_equal(again.size, file.size);
        assert_memory_equal(again.data, file.data, file.size);
        reel_free(replay);
        reel_memory_free(&again);
        reel_memory_free(&archive);
        reel_memory_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_recording_can_be_written_as_an_archive),
        cmocka_unit_test(archives_have_the_rows_of_their_files),
        cmocka_unit_test(unpacking_gives_the_bytes_that_were_packed),
        cmocka_unit_test(offsets_are_right_when_nothing_else_is_read),
        cmocka_unit_test(archives_read_like_their_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
