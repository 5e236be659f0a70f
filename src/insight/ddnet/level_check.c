/* SPDX-License-Identifier: MIT
 * The check "ddnet-level": whether a game went as its map lets it. It runs if a level is given. docs/levels.md has the rules. */
#include "insight/ddnet/level.h"

#ifndef REEL_WITHOUT_DDNET_MAP

#include <stddef.h>

static const struct {
    const char *rule, *message; /* its arguments are the number, a client id and a tick */
    const reel_table *table;
} faults[LEVEL_FAULTS] = {
    [LEVEL_SOLID] = { "ddnet.level-solid",
                      "%lu {position is|positions are} in solid tiles: the first is of client %ld in tick %ld",
                      &teehistorian_positions },
    [LEVEL_JUMP] = { "ddnet.level-jump",
                     "%lu {jump|jumps} of more than 8 tiles in a tick, to where no teleporter of the map leads: the first is of "
                     "client "
                     "%ld in tick %ld",
                     &teehistorian_positions },
    [LEVEL_NO_START] = { "ddnet.level-start",
                         "%lu {finish is of a run|finishes are of runs} that did not touch the start: the first is of client %ld "
                         "in "
                         "tick %ld",
                         &teehistorian_finishes },
    [LEVEL_NO_FINISH] = { "ddnet.level-finish",
                          "%lu {finish is of a run|finishes are of runs} that did not touch the finish: the first is of client "
                          "%ld in "
                          "tick %ld",
                          &teehistorian_finishes },
    [LEVEL_TIME] = { "ddnet.level-time",
                     "%lu {finish states|finishes state} another time than from the start to the finish: the first is of client "
                     "%ld in "
                     "tick %ld",
                     &teehistorian_finishes },
};

static reel_finding finding_of(const char *rule, reel_severity severity, const reel_table *table, uint64_t count)
{
    return (reel_finding){ .rule = rule,
                           .severity = severity,
                           .section = table ? table->name : "",
                           .offset = REEL_NO_OFFSET,
                           .table = table,
                           .row = REEL_NO_ROW,
                           .count = count };
}

static void report(const reel_reporter *reporter, const struct level_game *l)
{
    if (!l->map.whole) {
        reel_find(reporter, finding_of("ddnet.level-undecidable", REEL_NOTE, NULL, 1),
                  "the game cannot be compared with the map: the map is damaged");
        return;
    }
    for (size_t i = 0; i < LEVEL_FAULTS; i++) {
        const level_count *fault = &l->faults[i];
        if (fault->count)
            reel_find(reporter, finding_of(faults[i].rule, REEL_ERROR, faults[i].table, fault->count), faults[i].message,
                      (unsigned long)fault->count, (long)fault->cid, (long)fault->tick);
    }
    if (l->doubtful)
        reel_find(reporter, finding_of("ddnet.level-undecidable", REEL_NOTE, NULL, l->doubtful),
                  "%lu {jump or finish|jumps and finishes} cannot be judged: a command, a swap, a save, a teleporting weapon or "
                  "practice may be the cause",
                  (unsigned long)l->doubtful);
    reel_find(reporter, finding_of("ddnet.level-game", REEL_NOTE, NULL, 1),
              "%lu positions and %lu finishes of players were compared with the map", (unsigned long)l->positions,
              (unsigned long)l->finishes);
}

static reel_status finish(reel_analysis *analysis)
{
    const game *g = analysis->state;
    const reel_status status = reel__ddnet_finish(analysis);
    if (status >= 0 && g->beside) report(&analysis->reporter, g->beside);
    return status;
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    ((game *)analysis->state)->judges_only = true;
    return reel__ddnet_chunk(analysis, chunk);
}

static const reel_table *const inputs[] = {
    &teehistorian_headers,  &teehistorian_positions, &teehistorian_commands, &teehistorian_teams,   &teehistorian_practices,
    &teehistorian_finishes, &teehistorian_saves,     &teehistorian_swaps,    &teehistorian_endings, NULL,
};

const reel_insight reel_check_ddnet_level = {
    .id = "ddnet-level",
    .name = "DDNet level",
    .doc = "whether a game went as its map lets it",
    .formats = reel__game_formats,
    .inputs = inputs,
    .levels = reel__game_levels,
    .state_size = sizeof(game),
    .chunk = take_chunk,
    .finish = finish,
    .close = reel__ddnet_close,
};

#endif
