/* SPDX-License-Identifier: MIT
 * The formats of Echo VR. */
#include "formats/butter/file.h"
#include "formats/butter/milk.h"
#include "formats/butter/schema.h"
#include "formats/butter/text.h"

static const char *const butter_extensions[] = { "butter", NULL };
static const reel_table *const butter_tables[] = { &butter_infos, &butter_roster, &butter_frames, &butter_teams, &butter_players,
                                                   &butter_bones, &butter_blocks, &butter_rests,  NULL };

static const char *const conventions[] = { "ideal", "faithful", NULL };

const reel_format reel_format_butter = {
    .struct_size = sizeof(reel_format),
    .id = "butter",
    .name = "Echo VR butter replay",
    .game = "Echo VR",
    .extensions = butter_extensions,
    .tables = butter_tables,
    .flags = REEL_FORMAT_STREAMS | REEL_FORMAT_ROUNDS,
    .sniff = butter_sniff,
    .reader_size = sizeof(file_reader),
    .open = butter_open,
    .next = butter_next,
    .close = butter_close,
    .memory_bound = butter_memory_bound,
    .writer_size = sizeof(file_writer),
    .begin = butter_begin,
    .rows = butter_rows,
    .finish = butter_finish,
    .end = butter_end,
    .anonymise = &butter_anonymise,
    .conventions = conventions,
    .write_conventions = conventions,
};

static const char *const text_extensions[] = { "echoreplay", NULL };
static const reel_table *const text_tables[] = { &echoreplay_infos, &echoreplay_frames, &echoreplay_teams,  &echoreplay_players,
                                                 &echoreplay_bones, &echoreplay_lines,  &echoreplay_pieces, NULL };

const reel_format reel_format_echoreplay = {
    .struct_size = sizeof(reel_format),
    .id = "echoreplay",
    .name = "Echo VR API recording",
    .game = "Echo VR",
    .extensions = text_extensions,
    .tables = text_tables,
    .flags = REEL_FORMAT_STREAMS | REEL_FORMAT_ROUNDS,
    .sniff = echo_text_sniff,
    .reader_size = sizeof(text_reader),
    .open = echo_text_open,
    .next = echo_text_next,
    .close = echo_text_close,
    .memory_bound = echo_text_memory_bound,
    .writer_size = sizeof(text_writer),
    .begin = echo_text_begin,
    .rows = echo_text_rows,
    .finish = echo_text_finish,
    .end = echo_text_end,
    .anonymise = &echoreplay_anonymise,
};

static const char *const milk_extensions[] = { "milk", NULL };
static const reel_table *const milk_tables[] = { &milk_infos,   &milk_roster,     &milk_frames, &milk_teams,
                                                 &milk_players, &milk_statistics, NULL };

const reel_format reel_format_milk = {
    .struct_size = sizeof(reel_format),
    .id = "milk",
    .name = "Echo VR milk recording",
    .game = "Echo VR",
    .extensions = milk_extensions,
    .tables = milk_tables,
    .flags = REEL_FORMAT_STREAMS,
    .sniff = milk_sniff,
    .reader_size = sizeof(milk_reader),
    .open = milk_open,
    .next = milk_next,
    .close = milk_close,
    .memory_bound = milk_memory_bound,
};
