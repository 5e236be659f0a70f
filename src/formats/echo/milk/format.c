/* SPDX-License-Identifier: MIT
 * The description of the .milk format. */
#include "formats/echo/common/schema.h"
#include "formats/echo/milk/milk.h"

static const char *const milk_extensions[] = { "milk", NULL };
static const reel_table *const milk_tables[] = { &milk_infos,   &milk_roster,     &milk_frames, &milk_teams,
                                                 &milk_players, &milk_statistics, NULL };

static const reel_format_reader milk_reading = {
    .state_size = sizeof(milk_reader),
    .open = reel__milk_open,
    .next = reel__milk_next,
    .close = reel__milk_close,
};

const reel_format reel_format_milk = {
    .id = "milk",
    .name = "Echo VR milk recording",
    .game = "Echo VR",
    .extensions = milk_extensions,
    .tables = milk_tables,
    .flags = REEL_FORMAT_STREAMS,
    .sniff = reel__milk_sniff,
    .memory_bound = reel__milk_memory_bound,
    .reader = &milk_reading,
};
