/* SPDX-License-Identifier: MIT
 * One job over files, once, to be counted: `reel_instructions none|load|stats|json FILE…`. */
#include <reel/bsor.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

static reel_status swallow(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)data, (void)size, (void)error;
    return REEL_OK;
}

static reel_status commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void discard(void *context) { (void)context; }

static void measure_stats(const reel_replay *replay)
{
    reel_replay *result;
    if (reel_insight_run_chunk(reel_insight_by_id("beatsaber"), &reel_format_bsor, reel_replay_chunk(replay), NULL, &result,
                               NULL) == 0)
        reel_free(result);
}

static void export_json(const reel_replay *replay)
{
    reel_export *out;
    const reel_sink sink = { .write = swallow, .commit = commit, .discard = discard };
    if (reel_export_open(reel_exporter_by_id("json"), sink, &reel_format_bsor, NULL, &out, NULL) < 0) return;
    reel_export_chunk(out, reel_replay_chunk(replay));
    reel_export_finish(out, NULL);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: reel_instructions none|load|stats|json FILE...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        bytes file = read_all(argv[i]);
        reel_replay *replay = NULL;
        if (strcmp(argv[1], "none") != 0 && reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL) < 0)
            return 1;
        if (strcmp(argv[1], "stats") == 0) measure_stats(replay);
        if (strcmp(argv[1], "json") == 0) export_json(replay);
        reel_free(replay);
        free(file.data);
    }
    return 0;
}
