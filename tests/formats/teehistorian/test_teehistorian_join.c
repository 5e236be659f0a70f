/* SPDX-License-Identifier: MIT
 * Recordings of a model of a server, old and new, that are cut into parts and joined again: the same bytes. What is no next part is refused. */
#include "support.h"

#include <reel/format.h>
#include <reel/teehistorian.h>

enum { CLIENTS = 5, TICKS = 90, MOST_PARTS = 3, OLD = -1, NEW = 22 };

static uint32_t random_state;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % limit;
}

typedef struct server {
    reel_writer *writer;
    int32_t minor, tick;
    uint64_t seq;
    bool online[CLIENTS], alive[CLIENTS], slot_has_input[CLIENTS], client_has_input[CLIENTS], placed;
    int32_t last; /* tick of the last row */
} server;

static void put(server *s, const reel_table *table, const void *row)
{
    assert_int_equal(reel_append(s->writer, table, row, 1), REEL_OK);
    s->seq++;
    s->last = s->tick;
}

static void come_or_go(server *s, int32_t cid)
{
    if (s->online[cid]) {
        put(s, &teehistorian_drops, &(teehistorian_drop){ .tick = s->tick, .seq = s->seq, .cid = cid, .reason = { "bye", 3 } });
    } else {
        if (s->minor >= 2)
            put(s, &teehistorian_protocols,
                &(teehistorian_protocol){ .tick = s->tick,
                                          .seq = s->seq,
                                          .cid = cid,
                                          .kind = below(2) ? TEEHISTORIAN_JOINVER6 : TEEHISTORIAN_JOINVER7 });
        put(s, &teehistorian_joins, &(teehistorian_join){ .tick = s->tick, .seq = s->seq, .cid = cid });
    }
    s->online[cid] = !s->online[cid];
    s->client_has_input[cid] = false;
}

static void move(server *s, int32_t cid)
{
    teehistorian_position row = {
        .tick = s->tick, .seq = s->seq, .cid = cid, .x = (int32_t)below(9999), .y = (int32_t)below(9999)
    };
    if (s->alive[cid] && (!s->online[cid] || below(20) == 0)) {
        row.kind = TEEHISTORIAN_OLD;
        s->alive[cid] = false;
    } else if (s->alive[cid] ? below(3) == 0 : s->online[cid] && below(6) == 0) {
        row.kind = s->alive[cid] ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW;
        s->alive[cid] = true;
    } else {
        return;
    }
    if (row.kind == TEEHISTORIAN_OLD) row.x = row.y = 0;
    put(s, &teehistorian_positions, &row);
}

/* Old servers have one INPUT_NEW for each slot, whoever is in it. */
static void press(server *s, int32_t cid)
{
    const bool known = s->minor < 4 ? s->slot_has_input[cid] : s->client_has_input[cid];
    put(s, &teehistorian_inputs,
        &(teehistorian_input){ .tick = s->tick,
                               .seq = s->seq,
                               .cid = cid,
                               .direction = (int32_t)below(3) - 1,
                               .jump = (int32_t)below(2),
                               .fire = (int32_t)below(64),
                               .kind = known ? TEEHISTORIAN_DIFF : TEEHISTORIAN_NEW });
    s->slot_has_input[cid] = s->client_has_input[cid] = true;
}

static void act(server *s, int32_t cid)
{
    static const uint8_t info[] = { 0x28, 'a', 0, 'b', 0, 0x40, 'd', 0, 0, 0, 0 };
    const uint64_t seq = s->seq;
    switch (below(s->minor == OLD ? 3 : 8)) {
    case 0: press(s, cid); break;
    case 1:
        put(s, &teehistorian_messages,
            &(teehistorian_message){ .tick = s->tick, .seq = seq, .cid = cid, .data = { info, sizeof info } });
        break;
    case 2:
        put(s, &teehistorian_commands,
            &(teehistorian_command){ .tick = s->tick, .seq = seq, .cid = cid, .flags = 128, .command = { "rank", 4 } });
        break;
    case 3:
        put(s, &teehistorian_names,
            &(teehistorian_name){ .tick = s->tick, .seq = seq, .cid = cid, .name = { "xy", 1 + below(2) } });
        break;
    case 4:
        put(s, &teehistorian_teams, &(teehistorian_team){ .tick = s->tick, .seq = seq, .cid = cid, .team = (int32_t)below(4) });
        break;
    case 5:
        put(s, &teehistorian_practices,
            &(teehistorian_practice){ .tick = s->tick, .seq = seq, .team = (int32_t)below(4), .practice = (int32_t)below(2) });
        break;
    case 6:
        put(s, &teehistorian_auths,
            &(teehistorian_auth){ .tick = s->tick,
                                  .seq = seq,
                                  .cid = cid,
                                  .kind = TEEHISTORIAN_AUTH_LOGIN,
                                  .level = 1 + (int32_t)below(3),
                                  .key_name = { "key", 3 } });
        break;
    default: put(s, &teehistorian_readies, &(teehistorian_ready){ .tick = s->tick, .seq = seq, .cid = cid }); break;
    }
}

static reel_memory record(int32_t minor, uint8_t game, int32_t *last)
{
    server s = { .minor = minor };
    reel_memory memory;
    reel_error error;
    const teehistorian_header header = { .version = minor == OLD ? 1 : 2,
                                         .version_minor = minor < 0 ? 0 : minor,
                                         .present = minor >= 0 ? TEEHISTORIAN_HAS_VERSION_MINOR : 0,
                                         .game_uuid = { { game } } };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &s.writer, &error), REEL_OK);
    reel_append(s.writer, &teehistorian_headers, &header, 1);
    for (s.tick = below(2) ? 0 : 1; s.tick <= TICKS; s.tick += 1 + (int32_t)(below(6) == 0 ? below(9) : 0)) {
        for (int32_t cid = 0; s.tick > 0 && cid < CLIENTS; cid++) move(&s, cid);
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            if (below(15) == 0) come_or_go(&s, cid);
            if (s.online[cid] && s.tick > 0 && below(4) == 0) act(&s, cid);
        }
    }
    if (reel_finish(s.writer, &error) != REEL_OK) fail_msg("%s", error.message);
    *last = s.last;
    return memory;
}

static reel_memory part_of(const reel_memory *file, int32_t from, int32_t to)
{
    reel_memory made;
    reel_error error;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = from >= 0, .has_to = to >= 0, .from = from,
                                       .to = to };
    if (reel_convert(reel_source_memory(file->data, file->size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    return made;
}

static reel_status join(const reel_memory *parts, size_t count, reel_memory *made, reel_error *error)
{
    reel_source others[MOST_PARTS];
    for (size_t i = 1; i < count; i++) others[i - 1] = reel_source_memory(parts[i].data, parts[i].size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = others, .merge_count = count - 1 };
    return reel_convert(reel_source_memory(parts[0].data, parts[0].size), NULL, NULL, reel_sink_memory(made, NULL), &how, error);
}

static void parts_give_the_file_again(void **state)
{
    (void)state;
    size_t refused = 0;
    for (uint32_t seed = 1; seed <= by_effort(100000, 2000, 200); seed++) {
        random_state = seed * 2654435761u;
        int32_t last, cuts[MOST_PARTS + 1] = { -1, -1, -1, -1 };
        reel_memory file = record(seed % 2 ? NEW : OLD, 1, &last), parts[MOST_PARTS], made;
        reel_error error;
        const size_t count = 2 + below(MOST_PARTS - 1);
        for (size_t i = 1; i < count; i++) cuts[i] = (int32_t)below((uint32_t)last + 3);
        if (count == 3 && cuts[1] > cuts[2]) cuts[1] = cuts[2];
        for (size_t i = 0; i < count; i++) parts[i] = part_of(&file, cuts[i], i + 1 < count ? cuts[i + 1] : -1);
        if (join(parts, count, &made, &error) < 0) fail_msg("seed %u: %s", seed, error.message);
        if (made.size != file.size || memcmp(made.data, file.data, file.size) != 0)
            fail_msg("seed %u: cut at %d and %d of %d, other bytes", seed, cuts[1], cuts[2], last);
        reel_memory_free(&made);
        /* another game, and parts that are not the next ones */
        int32_t end;
        reel_memory other = record(seed % 2 ? NEW : OLD, 2, &end), both[2] = { parts[0], other };
        assert_int_equal(join(both, 2, &made, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "edit.merge");
        both[0] = file, both[1] = file;
        if (join(both, 2, &made, &error) < 0)
            refused++;
        else
            reel_memory_free(&made);
        reel_memory_free(&other);
        for (size_t i = 0; i < count; i++) reel_memory_free(&parts[i]);
        reel_memory_free(&file);
    }
    assert_true(refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(parts_give_the_file_again) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
