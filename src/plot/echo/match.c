/* SPDX-License-Identifier: MIT */
#include "match.h"

#include <reel/echo.h>
#include <reel/ecrreplay.h>
#include <reel/tape.h>

#include <math.h>

const reel_format *const reel__match_formats[] = {
    &reel_format_butter,
    &reel_format_echoreplay,
    &reel_format_milk,
    &reel_format_tape,
    &reel_format_nevrcap,
#ifndef REEL_WITHOUT_ECRREPLAY
    &reel_format_ecrreplay,
#endif
    NULL,
};
const plot_ink reel__match_inks[2] = { INK_RIGHT, INK_ORANGE };

static match_rows rows_of(const reel_replay *replay, const reel_table *table)
{
    match_rows rows = { .size = table->row_size };
    rows.rows = reel_rows(replay, table, &rows.count);
    return rows;
}

static void open_butter(match_view *view, const reel_replay *replay)
{
    size_t count;
    const butter_info *info = reel_rows(replay, &butter_infos, &count);
    if (count) {
        const reel_label *label = reel_table_field(&butter_infos, "map")->labels;
        while (label->name && label->value != info->map) label++;
        view->map = string_of(info->map ? label->name : NULL);
        view->recorder = info->client_name;
        view->arena = info->map == BUTTER_ARENA;
    }
    view->frames = rows_of(replay, &butter_frames);
    view->teams = rows_of(replay, &butter_teams);
    view->players = rows_of(replay, &butter_players);
}

static void open_text(match_view *view, const reel_replay *replay)
{
    static const char arena[] = "mpl_arena_a";
    size_t count;
    const echoreplay_frame *frames = reel_rows(replay, &echoreplay_frames, &count);
    if (count) {
        view->map = frames[0].map_name;
        view->recorder = frames[0].client_name;
        view->arena = view->map.size == sizeof arena - 1 && memcmp(view->map.data, arena, sizeof arena - 1) == 0;
    }
    view->frames = rows_of(replay, &echoreplay_frames);
    view->teams = rows_of(replay, &echoreplay_teams);
    view->players = rows_of(replay, &echoreplay_players);
    view->has_keys = true;
}

static void open_milk(match_view *view, const reel_replay *replay)
{
    size_t count;
    const milk_info *info = reel_rows(replay, &milk_infos, &count);
    if (count) {
        view->recorder = info->author;
        view->arena = !(info->flags & MILK_NOT_ARENA);
    }
    view->has_speeds = false;
    view->frames = rows_of(replay, &milk_frames);
    view->teams = rows_of(replay, &milk_teams);
    view->players = rows_of(replay, &milk_players);
}

#ifndef REEL_WITHOUT_ECRREPLAY
static void open_ecrreplay(match_view *view, const reel_replay *replay)
{
    size_t count;
    const ecrreplay_info *info = reel_rows(replay, &ecrreplay_infos, &count);
    if (count) view->map = info->map_name;
    view->has_speeds = false;
    view->frames = rows_of(replay, &ecrreplay_frames);
    view->teams = rows_of(replay, &ecrreplay_teams);
    view->players = rows_of(replay, &ecrreplay_players);
}
#endif

bool reel__match_open(match_view *view, const reel_replay *replay)
{
    const reel_format *format = reel_replay_format(replay);
    *view = (match_view){ .has_speeds = true };
    if (format == &reel_format_butter)
        open_butter(view, replay);
    else if (format == &reel_format_echoreplay || format == &reel_format_tape || format == &reel_format_nevrcap)
        open_text(view, replay);
#ifndef REEL_WITHOUT_ECRREPLAY
    else if (format == &reel_format_ecrreplay)
        open_ecrreplay(view, replay);
#endif
    else
        open_milk(view, replay);
    return view->frames.count > 0;
}

/* The name of the map as players say it: mpl_combat_dyson is "Combat: Dyson", and mpl_combat_gauss "Combat: Surge". */
static void append_map(plot_label *label, reel_string map)
{
    static const char prefix[] = "mpl_", gauss[] = "gauss"; /* which its players call by another name */
    enum { PREFIX = sizeof prefix - 1, MOST = 72 };
    if (map.size <= PREFIX || map.size > MOST || memcmp(map.data, prefix, PREFIX) != 0) {
        reel__label_string(label, map, MOST);
        return;
    }
    const char *end = map.data + map.size, *at = map.data + PREFIX;
    for (const char *next; at < end; at = next + (next < end)) {
        next = memchr(at, '_', (size_t)(end - at));
        if (!next) next = end;
        if (next - at < 2) continue; /* a variant */
        if (label->size) reel__label_text(label, ": ");
        if (next - at == sizeof gauss - 1 && memcmp(at, gauss, sizeof gauss - 1) == 0) {
            reel__label_text(label, "Surge");
            continue;
        }
        const char first[] = { *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at, '\0' };
        reel__label_text(label, first);
        reel__label_string(label, (reel_string){ at + 1, (size_t)(next - at - 1) }, MOST);
    }
}

plot_heading reel__match_heading(const match_view *view, const char *description, double width, double height, plot_label *detail)
{
    plot_heading heading = { .width = width, .height = height, .title = string_of("Echo VR match"), .description = description };
    *detail = (plot_label){ "", 0 };
    if (view->arena)
        heading.title = string_of("Echo Arena");
    else if (view->map.size) {
        append_map(detail, view->map);
        heading.title = (reel_string){ detail->text, detail->size };
    }
    const size_t before = detail->size; /* the title is in the same text */
    if (view->recorder.size) {
        reel__label_text(detail, "recorded by ");
        reel__label_string(detail, view->recorder, 72);
    }
    heading.detail = (reel_string){ detail->text + before, detail->size - before };
    return heading;
}

double reel__match_distance(reel_vec3 a, reel_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

bool reel__match_jumps(reel_vec3 from, reel_vec3 to, double seconds)
{
    double distance = reel__match_distance(from, to);
    return distance > ECHO_JUMP_DISTANCE && !(distance <= ECHO_JUMP_SPEED * seconds);
}

double reel__match_end(const match_view *view)
{
    double end = 0;
    for (size_t i = 0; i < view->frames.count; i++) {
        double time = match_frame(view, i)->time;
        if (match_time_usable(time)) end = fmax(end, time);
    }
    return end;
}

static bool is_account(uint64_t userid, const char *who)
{
    uint64_t number = 0;
    if (!*who || !userid) return false;
    for (; *who >= '0' && *who <= '9'; who++) {
        const uint64_t digit = (uint64_t)(*who - '0');
        if (number > (UINT64_MAX - digit) / 10) return false;
        number = number * 10 + digit;
    }
    return !*who && number == userid;
}

reel_vec3 reel__match_head(const match_view *view, const echo_player *player)
{
    const echoreplay_player *row = (const echoreplay_player *)(const void *)player;
    const float nan = reel_float_of(0x7fc00000u);
    if (!view->has_keys || row->pose_keys & ECHO_KEY_POSITION) return player->head;
    if (row->flat_keys & ECHO_KEY_POSITION) return row->position;
    return row->from_line ? (reel_vec3){ nan, nan, nan } : player->head;
}

bool reel__match_shows(const match_view *view, const echo_player *player)
{
    if (player->team > ECHO_ORANGE || !view->who) return player->team <= ECHO_ORANGE;
    size_t size = strlen(view->who);
    return (player->name.size == size && memcmp(player->name.data, view->who, size) == 0) ||
           is_account(player->userid, view->who);
}

reel_status reel__match_choose(match_view *view, const reel_canvas *canvas, reel_error *error)
{
    view->who = canvas->who;
    for (size_t i = 0; i < view->players.count; i++)
        if (reel__match_shows(view, match_player(view, i))) return REEL_OK;
    if (!view->who) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "plot.who", "", 0, "no player named %s in the two teams", view->who);
}
