/* SPDX-License-Identifier: MIT
 * teehistorian to demo: a snapshot of each tick of the game that is played again. */
#include "pairs/ddnet/demo.h"
#include "pairs/ddnet/state.h"

#include "formats/demo/layout.h"

/* "2020-02-20T20:20:20+0000" as 2020-02-20_20-20-20. */
static reel_string timestamp_of(reel_chunk *out, reel_string start)
{
    static const char form[] = "0000-00-00_00-00-00";
    char text[sizeof form];
    if (start.size < sizeof form - 1) return (reel_string){ NULL, 0 };
    for (size_t i = 0; i < sizeof form - 1; i++) {
        const bool digit = start.data[i] >= '0' && start.data[i] <= '9';
        if (digit != (form[i] == '0')) return (reel_string){ NULL, 0 };
        text[i] = digit ? start.data[i] : form[i];
    }
    return reel_chunk_string(out, text, sizeof form - 1);
}

static const char net_version[] = "0.6 626fce9a778df4d4";

static void add_header(remake *d, const teehistorian_header *header, const level_file *file)
{
    reel_chunk *out = d->job->out;
    reel_row_list *infos = reel_chunk_table(out, &demo_infos), *maps = reel_chunk_table(out, &demo_maps);
    demo_info *info = infos ? reel_row_add(infos) : NULL;
    demo_map *map = maps ? reel_row_add(maps) : NULL;
    if (!info || !map) return;
    size_t name = header->map_name.size < DEMO_MAP_NAME ? header->map_name.size : DEMO_MAP_NAME - 1;
    while (name < header->map_name.size && name && ((uint8_t)header->map_name.data[name] & 0xc0) == 0x80) name--;
    info->version = DEMO_LAST_VERSION;
    info->net_version = (reel_string){ net_version, sizeof net_version - 1 };
    info->map_name = reel_chunk_string(out, header->map_name.data, name);
    info->map_size = (uint32_t)file->bytes.size;
    info->map_crc = reel_chunk_string(out, file->crc.data, file->crc.size);
    info->map_sha256 = reel_chunk_string(out, file->sha256.data, file->sha256.size);
    info->recorder = (reel_string){ "server", sizeof "server" - 1 };
    info->timestamp = timestamp_of(out, header->start_time);
    map->data = file->bytes; /* of the level, which outlives the conversion */
}

/* What no demo can have. */
static const remake_loss losses[] = {
    { &teehistorian_inputs, "fire", "a demo has what tees did, not what was pressed" },
    { &teehistorian_commands, "command", "a demo has no commands" },
    { &teehistorian_clients, "version", "a demo has no versions of clients" },
    { &teehistorian_saves, "save", "a demo has no saves" },
    { &teehistorian_practices, "practice", "a demo has no practice mode of teams" },
    { &teehistorian_antibots, "data", "a demo has no data of anti-cheat modules" },
    { &teehistorian_extensions, "data", "a demo has no extensions of recordings" },
    { NULL, NULL, NULL },
};

static const remake_target demo_target = { .header = add_header, .snapshot = reel__remake_snapshot };

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    const reel_status status = reel__remake_chunk(job, &demo_target, in);
    reel__remake_lose(job, in, losses);
    return status;
}

static void report_left_out(const remake *d)
{
    reel_find(&d->job->reporter,
              (reel_finding){ .rule = "convert.silence",
                              .severity = REEL_NOTE,
                              .section = "positions",
                              .offset = REEL_NO_OFFSET,
                              .row = REEL_NO_ROW },
              "%llu {tick|ticks} in which nothing happens {is|are} left out: there are too many tees for so few rows",
              (unsigned long long)d->left_out);
}

/* Players need one snapshot at least. */
static reel_status convert_finish(pair_job *job)
{
    remake *d = job->state;
    reel_status status = reel__remake_rest(job);
    if (status >= 0 && d->left_out) report_left_out(d);
    if (status < 0 || !d->started || d->stated_tick >= 0) return status;
    if (d->tick < d->first) d->tick = d->first;
    if (d->tick > d->last) d->tick = d->last;
    if (!d->world) status = reel__remake_begin_world(d);
    if (status < 0) return status;
    reel_find(&job->reporter,
              (reel_finding){ .rule = "convert.empty",
                              .severity = REEL_WARNING,
                              .section = "positions",
                              .offset = REEL_NO_OFFSET,
                              .row = REEL_NO_ROW },
              "the recording has no client in these ticks; the demo is one empty snapshot");
    reel__remake_snapshot(d);
    return REEL_OK;
}

const convert_pair reel__pair_teehistorian_demo = {
    .from = &reel_format_teehistorian,
    .to = &reel_format_demo,
    .state_size = sizeof(remake),
    .chunk = convert_chunk,
    .finish = convert_finish,
    .close = reel__remake_close,
    .cuts = true,
    .completes = &demo_infos,
    .scrambles = true,
    .warm_up = REMAKE_WARM_UP,
    .earlier = reel__remake_earlier,
    .enter = reel__remake_enter_at,
};
