/* SPDX-License-Identifier: MIT
 * A server that dies while it records: what was flushed is there, and what was not is in the spool. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machinery.h"

#include <reel/teehistorian.h>

enum { CLIENTS = 3 };

static reel_string text(const char *s) { return (reel_string){ s, strlen(s) }; }

/* A server's rows, with numbers in the order in which things happen. */
typedef struct server {
    reel_writer *writer;
    uint64_t seq;
    int32_t tick;
    bool flushes; /* after every row */
    bool plain;   /* says in every tick where all are, and leaves the kinds of rows open */
    bool late;    /* appends arguments after the command that they belong to */
} server;

static void add(server *s, const reel_table *table, const void *row)
{
    assert_int_equal(reel_append(s->writer, table, row, 1), REEL_OK);
    if (s->flushes) assert_int_equal(reel_flush(s->writer, NULL), REEL_OK);
}

static void append(server *s, const reel_table *table, const void *row)
{
    add(s, table, row);
    s->seq++;
}

static server start(reel_writer *writer)
{
    server s = { .writer = writer };
    const teehistorian_header header = {
        .version = 2, .version_minor = 22, .server_port = 8303, .map_size = 448, .map_name = text("tiny"), .present = 7
    };
    const teehistorian_value value = { TEEHISTORIAN_CONFIG, text("sv_team"), text("1") };
    assert_int_equal(reel_append(writer, &teehistorian_headers, &header, 1), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_values, &value, 1), REEL_OK);
    for (int32_t cid = 0; cid < CLIENTS; cid++) append(&s, &teehistorian_joins, &(teehistorian_join){ .seq = s.seq, .cid = cid });
    return s;
}

static int32_t place_of(int32_t tick, int32_t cid) { return 100 * cid + 3 * tick; }

static void play_tick(server *s)
{
    static const uint8_t packet[] = { 0x2e, 0x05 };
    int32_t tick = ++s->tick;
    uint8_t kind = s->plain ? 0 : tick == 1 ? TEEHISTORIAN_NEW : TEEHISTORIAN_DIFF;
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        teehistorian_position row = { .seq = s->seq, .tick = tick, .cid = cid, .x = place_of(tick, cid), .kind = kind };
        if (s->plain && cid == 1) row.x = tick / 10; /* stands still most of the time */
        append(s, &teehistorian_positions, &row);
    }
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        teehistorian_input row = { .seq = s->seq, .tick = tick, .cid = cid, .target_x = tick, .fire = tick % 64, .kind = kind };
        if (s->plain && cid == 2) row.target_x = row.fire = tick / 10;
        append(s, &teehistorian_inputs, &row);
    }
    if (tick % 5 == 0) {
        const teehistorian_argument team = { .seq = s->seq, .tick = tick, .cid = 1, .text = text("team") };
        const teehistorian_argument number = { .seq = s->seq, .tick = tick, .cid = 1, .number = 1, .text = text("3") };
        const teehistorian_command command = {
            .seq = s->seq, .tick = tick, .cid = 1, .flags = 128, .command = text("x"), .arguments = 2
        };
        if (s->late) add(s, &teehistorian_commands, &command);
        add(s, &teehistorian_arguments, &team);
        add(s, &teehistorian_arguments, &number);
        if (!s->late) add(s, &teehistorian_commands, &command);
        s->seq++;
        append(s, &teehistorian_messages,
               &(teehistorian_message){ .seq = s->seq, .tick = tick, .cid = 2, .data = { packet, sizeof packet } });
        append(s, &teehistorian_names, &(teehistorian_name){ .seq = s->seq, .tick = tick, .cid = 0, .name = text("alpha") });
    }
}

/* How many records of each kind a recording has. */
typedef struct records {
    size_t positions, inputs, commands, messages, names;
} records;

/* Every fifth tick has a command, a message and a name after its moves. */
static size_t records_through(int32_t tick) { return 2 * CLIENTS * (size_t)tick + 3 * (size_t)(tick / 5); }

static size_t at_most(size_t count, size_t most) { return count < most ? count : most; }

/* What a recorder that was killed leaves: the records of whole ticks, and perhaps the first of the tick that it was writing. They come
 * in the order of play_tick, so a cut tick may have positions and no inputs, or inputs and no command, but never the reverse. */
static records first_records(size_t count, int32_t *whole, size_t *rest)
{
    int32_t tick = 0;
    while (records_through(tick + 1) <= count) tick++;
    size_t cut = count - records_through(tick), moves = (size_t)tick * CLIENTS, fifths = (size_t)tick / 5;
    *whole = tick;
    *rest = cut;
    return (records){
        .positions = moves + at_most(cut, CLIENTS),
        .inputs = moves + at_most(cut - at_most(cut, CLIENTS), CLIENTS),
        .commands = fifths + (cut > 2 * CLIENTS),
        .messages = fifths + (cut > 2 * CLIENTS + 1),
        .names = fifths,
    };
}

static void assert_moves(const reel_replay *replay, records *found)
{
    const teehistorian_position *position = reel_rows(replay, &teehistorian_positions, &found->positions);
    const teehistorian_input *input = reel_rows(replay, &teehistorian_inputs, &found->inputs);
    for (size_t i = 0; i < found->positions; i++) {
        int32_t tick = (int32_t)(i / CLIENTS) + 1, cid = (int32_t)(i % CLIENTS);
        assert_true(position[i].tick == tick && position[i].cid == cid && position[i].x == place_of(tick, cid));
    }
    for (size_t i = 0; i < found->inputs; i++) {
        int32_t tick = (int32_t)(i / CLIENTS) + 1, cid = (int32_t)(i % CLIENTS);
        assert_true(input[i].tick == tick && input[i].cid == cid && input[i].target_x == tick && input[i].fire == tick % 64);
    }
}

static void assert_texts(const reel_replay *replay, records *found)
{
    size_t arguments;
    const teehistorian_command *command = reel_rows(replay, &teehistorian_commands, &found->commands);
    const teehistorian_message *message = reel_rows(replay, &teehistorian_messages, &found->messages);
    const teehistorian_name *name = reel_rows(replay, &teehistorian_names, &found->names);
    reel_rows(replay, &teehistorian_arguments, &arguments);
    assert_int_equal(arguments, 2 * found->commands); /* a command and its arguments are one record */
    for (size_t i = 0; i < found->commands; i++)
        assert_true(command[i].tick == 5 * (int32_t)(i + 1) && command[i].arguments == 2);
    for (size_t i = 0; i < found->messages; i++)
        assert_true(message[i].tick == 5 * (int32_t)(i + 1) && message[i].data.size == 2);
    for (size_t i = 0; i < found->names; i++) assert_true(name[i].tick == 5 * (int32_t)(i + 1) && name[i].name.size == 5);
}

/* The last whole tick of a recording that may have been cut, and how many records of the next one there are. */
static int32_t whole_ticks_of(const reel_replay *replay, size_t *rest)
{
    int32_t whole;
    records found;
    assert_moves(replay, &found);
    assert_texts(replay, &found);
    size_t count = found.positions + found.inputs + found.commands + found.messages + found.names;
    records wanted = first_records(count, &whole, rest);
    assert_memory_equal(&found, &wanted, sizeof found);
    return whole;
}

/* The last tick of a recording that ends with a whole one. */
static int32_t last_tick_of(const reel_replay *replay)
{
    size_t rest;
    int32_t tick = whole_ticks_of(replay, &rest);
    assert_int_equal(rest, 0);
    return tick;
}

static void flushing_anywhere_changes_nothing(void **state)
{
    (void)state;
    reel_memory rarely, often;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&rarely, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    server s = start(writer);
    while (s.tick < 50) play_tick(&s);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(reel_create(reel_sink_memory(&often, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    s = start(writer);
    s.flushes = true;
    while (s.tick < 50) play_tick(&s);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(rarely.size, often.size);
    assert_memory_equal(rarely.data, often.data, often.size);
    reel_memory_free(&rarely);
    reel_memory_free(&often);
}

/* A command that has lost its arguments would be another command. */
static void assert_refused(uint32_t count, size_t size)
{
    static char letters[5000];
    memset(letters, 'a', sizeof letters);
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    server s = start(writer);
    s.flushes = true;
    for (uint32_t i = 0; i < count; i++)
        add(&s, &teehistorian_arguments,
            &(teehistorian_argument){ .seq = s.seq, .tick = 1, .number = i, .text = { letters, size } });
    s.flushes = false;
    append(&s, &teehistorian_commands, &(teehistorian_command){ .seq = s.seq, .tick = 1, .command = text("x") });
    assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "teehistorian.arguments");
}

static void arguments_too_long_before_their_command_are_refused(void **state)
{
    (void)state;
    assert_refused(1000, 1);
    assert_refused(2, 4000);
    assert_refused(1, 5000);
}

/* ---- the spool ----------------------------------------------------------------------------------------------------------- */

static uint64_t time_ms;

static uint64_t fake_clock(void) { return time_ms += 1; } /* a second is about 90 ticks */

/* How a server records: `name` is that of a client, which says it before the first tick. */
typedef struct manner {
    bool plain, late;
    reel_string name;
} manner;

static void record(test_sink *file, test_sink *spool, int32_t ticks, manner how, server *s)
{
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(test_sink_of(file), &reel_format_teehistorian, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_spool(writer, test_sink_of(spool), fake_clock, &error), REEL_OK);
    *s = start(writer);
    s->plain = how.plain;
    s->late = how.late;
    if (how.name.size) append(s, &teehistorian_names, &(teehistorian_name){ .seq = s->seq, .name = how.name });
    while (s->tick < ticks) play_tick(s);
}

static void assert_spool_becomes_file(manner how)
{
    test_sink file = { 0 }, spool = { 0 }, other = { 0 }, rest = { 0 };
    server s;
    record(&file, &rest, 400, how, &s);
    assert_int_equal(reel_finish(s.writer, NULL), REEL_OK);
    record(&other, &spool, 400, how, &s);
    assert_int_equal(reel_flush(s.writer, NULL), REEL_OK);
    reel_discard(s.writer); /* the spool stays, the file does not */
    assert_int_equal(spool.commits, 1);
    const reel_convert_options repair = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_memory repaired;
    reel_error error;
    if (reel_convert(reel_source_memory(spool.data, spool.size), NULL, NULL, reel_sink_memory(&repaired, NULL), &repair, &error) <
        0)
        fail_msg("%s", error.message);
    assert_int_equal(repaired.size, file.size);
    assert_memory_equal(repaired.data, file.data, file.size);
    reel_memory_free(&repaired);
    test_sink_free(&file);
    test_sink_free(&rest);
    test_sink_free(&other);
    test_sink_free(&spool);
}

static void the_spool_becomes_the_file_that_was_meant(void **state)
{
    (void)state;
    assert_spool_becomes_file((manner){ 0 });
}

static void the_spool_of_a_plain_recorder_does_too(void **state)
{
    (void)state;
    assert_spool_becomes_file((manner){ .plain = true });
}

/* Names of many lengths, so that the batches of a recording end between any two rows. The file is that of a recorder that appends arguments
 * first. */
static void arguments_may_come_after_their_command(void **state)
{
    enum { PERIOD = 8000, STEP = 40 }; /* bytes: five ticks, and less than a row */
    static char name[PERIOD];
    (void)state;
    memset(name, 'n', sizeof name);
    for (size_t size = STEP; size <= PERIOD; size += STEP) {
        test_sink files[2] = { { 0 }, { 0 } }, spools[2] = { { 0 }, { 0 } };
        for (int late = 0; late <= 1; late++) {
            server s;
            record(&files[late], &spools[late], 200, (manner){ .late = late, .name = { name, size } }, &s);
            reel_error error;
            if (reel_finish(s.writer, &error) < 0) fail_msg("a name of %zu bytes: %s", size, error.message);
            test_sink_free(&spools[late]);
        }
        assert_int_equal(files[0].size, files[1].size);
        assert_memory_equal(files[0].data, files[1].data, files[0].size);
        for (int late = 0; late <= 1; late++) test_sink_free(&files[late]);
    }
    assert_spool_becomes_file((manner){ .late = true });
}

static void a_spool_that_is_cut_keeps_what_comes_before(void **state)
{
    (void)state;
    test_sink file = { 0 }, spool = { 0 };
    server s;
    record(&file, &spool, 400, (manner){ 0 }, &s);
    assert_int_equal(reel_flush(s.writer, NULL), REEL_OK);
    reel_replay *whole, *part;
    assert_int_equal(reel_load(reel_source_memory(spool.data, spool.size), NULL, &whole, NULL), REEL_OK);
    assert_int_equal(last_tick_of(whole), 400);
    size_t read = 0, last = 0;
    for (size_t size = spool.size % 101; size < spool.size; size += 101) {
        if (reel_load(reel_source_memory(spool.data, size), NULL, &part, NULL) < 0) continue; /* within its head */
        size_t count;
        assert_prefix(part, whole, "a cut spool");
        reel_rows(part, &teehistorian_positions, &count);
        assert_true(count >= last); /* more bytes, never fewer rows */
        last = count;
        read++;
        reel_free(part);
    }
    assert_true(read > 100);
    assert_in_range(last, 1, (size_t)400 * CLIENTS);
    reel_free(whole);
    reel_discard(s.writer);
    test_sink_free(&file);
    test_sink_free(&spool);
}

/* ---- killed -------------------------------------------------------------------------------------------------------------- */

/* A kill may cut a write at any byte; these are all of them. */
static void a_recording_that_is_cut_ends_within_a_tick(void **state)
{
    (void)state;
    enum { TICKS = 12 };
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    server s = start(writer);
    while (s.tick < TICKS) play_tick(&s);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    int32_t last = 0;
    size_t cut_ticks = 0, rest;
    for (size_t size = 0; size <= memory.size; size++) {
        reel_replay *part;
        if (reel_load(reel_source_memory(memory.data, size), NULL, &part, NULL) < 0) continue; /* in the header */
        int32_t whole = whole_ticks_of(part, &rest);
        assert_in_range(whole, last, last + 1);
        last = whole;
        cut_ticks += rest > 0;
        reel_free(part);
    }
    assert_int_equal(last, TICKS);
    assert_true(cut_ticks > TICKS);
    reel_memory_free(&memory);
}

/* Records tick after tick, flushes each, and then says so, for ever. Never returns. */
static void record_until_killed(const char *path, int said)
{
    reel_sink sink;
    reel_writer *writer;
    if (reel_sink_file(path, REEL_FILE_DIRECT, &sink, NULL) < 0) _exit(1);
    if (reel_create(sink, &reel_format_teehistorian, NULL, &writer, NULL) < 0) _exit(1);
    server s = start(writer);
    for (;;) {
        play_tick(&s);
        if (reel_flush(writer, NULL) < 0) _exit(1);
        if (write(said, &s.tick, sizeof s.tick) != sizeof s.tick) _exit(1);
    }
}

/* Lets a recorder say `enough` ticks, kills it, and gives the last tick that it said. */
static int32_t kill_after(const char *path, int32_t enough)
{
    int ends[2], status;
    int32_t said = 0, tick;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        record_until_killed(path, ends[1]);
    }
    close(ends[1]);
    while (said < enough && read(ends[0], &tick, sizeof tick) == sizeof tick) said = tick;
    kill(child, SIGKILL);
    while (read(ends[0], &tick, sizeof tick) == sizeof tick) said = tick;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_true(said >= enough);
    return said;
}

static void a_killed_recorder_loses_only_the_tick_it_was_in(void **state)
{
    (void)state;
    char folder[] = "/tmp/reel-tee-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/run.teehistorian", folder);
    for (int32_t enough = 1; enough < 300; enough = 2 * enough + 1) {
        int32_t said = kill_after(path, enough);
        reel_replay *replay;
        reel_error error;
        if (reel_load_file(path, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
        const reel_error *damage = reel_replay_damage(replay); /* a system may stop a write between two pages */
        if (damage) assert_int_equal(damage->status, REEL_TRUNCATED);
        /* Every tick that was reported is whole. The recorder may die in the middle of the next one, or between the end of that
         * one and reporting it. */
        size_t rest;
        int32_t last = whole_ticks_of(replay, &rest);
        assert_in_range(last, said, said + 1);
        if (last > said) assert_int_equal(rest, 0);
        reel_free(replay);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flushing_anywhere_changes_nothing),
        cmocka_unit_test(arguments_too_long_before_their_command_are_refused),
        cmocka_unit_test(the_spool_becomes_the_file_that_was_meant),
        cmocka_unit_test(the_spool_of_a_plain_recorder_does_too),
        cmocka_unit_test(arguments_may_come_after_their_command),
        cmocka_unit_test(a_spool_that_is_cut_keeps_what_comes_before),
        cmocka_unit_test(a_recording_that_is_cut_ends_within_a_tick),
        cmocka_unit_test(a_killed_recorder_loses_only_the_tick_it_was_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
