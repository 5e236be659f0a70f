/* SPDX-License-Identifier: MIT
 * Every insight that understands a replay, by each of its conventions, with all of its tables, those that are only given on request too;
 * out of a reader and out of a loaded replay, which give the same number of rows. Control bytes: a limit of rows (u16le, and one more),
 * the reader's convention. */
#include "support.h"

#include <reel/insight.h>

enum { MOST_WORK = 1 << 22 };

typedef struct question {
    reel_bytes replay;
    reel_options options;
    reel_insight_options how;
} question;

static uint64_t rows_of(const reel_insight *insight, const reel_replay *result)
{
    uint64_t rows = 0;
    for (const reel_table *const *table = insight->tables; *table; table++) {
        size_t count;
        reel_rows(result, *table, &count);
        rows += count;
    }
    return rows;
}

/* Returns whether there is a result, and the number of its rows. */
static bool by_reader(const reel_insight *insight, const question *q, uint64_t *rows)
{
    reel_reader *reader;
    reel_replay *result = NULL;
    if (reel_open(reel_source_memory(q->replay.data, q->replay.size), &q->options, &reader, NULL) < 0) return false;
    reel_status status = reel_insight_run(insight, reader, &q->how, &result, NULL);
    if (status >= 0) *rows = rows_of(insight, result);
    reel_free(result);
    reel_close(reader);
    return status >= 0;
}

static bool by_replay(const reel_insight *insight, const question *q, const reel_replay *replay, uint64_t *rows)
{
    reel_replay *result = NULL;
    reel_status status =
        reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &q->how, &result, NULL);
    if (status >= 0) *rows = rows_of(insight, result);
    reel_free(result);
    return status >= 0;
}

static void ask(const reel_insight *insight, question *q, const reel_replay *replay)
{
    const char *const *convention = insight->conventions;
    q->how.tables = insight->tables;
    do {
        uint64_t streamed = 0, whole = 0;
        q->how.convention = convention ? *convention++ : NULL;
        bool reads = by_reader(insight, q, &streamed), loads = by_replay(insight, q, replay, &whole);
        if (reads && loads && !reel_replay_damage(replay))
            require(streamed == whole, "an insight gives the same rows of a reader and of a replay");
    } while (convention && *convention);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parts input = parts_of(data, size);
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    question q = { .replay = input.replay, .options = fuzz_options(&allocator) };
    reel_replay *replay;
    q.how = (reel_insight_options){ REEL_SIZED(reel_insight_options), .allocator = &allocator, .report = check_finding };
    q.how.limits = (reel_limits){ .rows = reel_get_u16le(&input.control) + 1u, .work = MOST_WORK };
    read_within_bound(q.replay.data, q.replay.size, NULL);
    if (reel_load(reel_source_memory(q.replay.data, q.replay.size), &q.options, &replay, NULL) < 0) return 0;
    const char *const *words = reel_replay_format(replay)->reader->conventions;
    size_t word = reel_get_u8(&input.control);
    if (word < list_count((const void *const *)words)) q.options.convention = words[word];
    for (const reel_insight *const *insight = reel_insights(); *insight && !q.options.convention; insight++)
        if ((*insight)->tables && reel_insight_takes(*insight, reel_replay_format(replay))) ask(*insight, &q, replay);
    if (q.options.convention) reel_check(reel_source_memory(q.replay.data, q.replay.size), &q.options, NULL);
    reel_free(replay);
    require(count.live == 0, "no memory leaks");
    return 0;
}
