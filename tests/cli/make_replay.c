/* SPDX-License-Identifier: MIT
 * Writes the replays that the transcripts of the command read, always the same bytes: make_replay KIND PATH, where KIND is
 *   play    a short sound play
 *   other   the same with another player, one frame moved and one note gone
 *   lengths with a string whose length is stated wrongly
 *   hostile with a name that would steer a terminal
 *   big     with so many frames that writing them as text takes a while
 *   game    a long game of a server
 *   next    the game that followed it
 *   motion  a play with motion
 *   copied  that play, mirrored, cut and slower
 *   strange a play with other motion
 *   clients a game of two clients who press keys at random */
#include "../insight/fingerprint/made_motion.h"

#include <reel/bsor.h>
#include <reel/teehistorian.h>

#include <stdio.h>
#include <string.h>

enum { NOTES = 8, FRAMES = 40, MANY_FRAMES = 200000 };

static reel_string text(const char *string) { return (reel_string){ string, strlen(string) }; }

static bsor_info info_of(const char *player)
{
    return (bsor_info){
        .mod_version = text("0.9.20"),
        .game_version = text("1.40.8_7379"),
        .timestamp = text("1735689600"),
        .player_id = text("10000000000000001"),
        .player_name = text(player),
        .platform = text("steam"),
        .tracking_system = text("OpenXR"),
        .headset = text("Test Headset"),
        .controller = text("Test Controller"),
        .map_hash = text("00112233445566778899AABBCCDDEEFF00112233"),
        .song_name = text("Étude, No. 1"),
        .mapper = text("Somebody"),
        .difficulty = text("Expert"),
        .mode = text("Standard"),
        .environment = text("The First"),
        .modifiers = text(""),
        .score = 2415,
        .jump_distance = 18.5f,
        .height = 1.75f,
    };
}

static bsor_frame frame_of(int i)
{
    reel_quaternion level = { 0, 0, 0, 1 };
    float time = (float)i / 8;
    return (bsor_frame){ .time = time,
                         .fps = 90,
                         .head = { { 0, 1.75f, (float)i / 64 }, level },
                         .left_hand = { { -0.25f, 1 + time / 16, 0.5f }, level },
                         .right_hand = { { 0.25f, 1 + time / 16, 0.5f }, level } };
}

static bsor_note note_of(int i)
{
    int color = i % 2;
    float time = 1 + (float)i / 2;
    bsor_note note = { .note_id = 30001 + 1000 * (1 + color) + 10 * color,
                       .event_time = time,
                       .spawn_time = time,
                       .event_type = BSOR_GOOD_CUT,
                       .has_cut = 1 };
    note.cut = (bsor_cut){ .speed_ok = 1,
                           .direction_ok = 1,
                           .saber_type_ok = 1,
                           .saber_speed = 12,
                           .saber_direction = { 0, -1, 0 },
                           .saber_type = color,
                           .time_deviation = 0.0078125f,
                           .cut_point = { 0, 1, 0.875f },
                           .cut_normal = { 1, 0, 0 },
                           .cut_distance_to_center = 0,
                           .cut_angle = 88,
                           .before_cut_rating = 1,
                           .after_cut_rating = 1 };
    return note;
}

/* A minute of motion. */
static void add_motion(reel_writer *writer, const char *kind)
{
    frames made = made_frames(strcmp(kind, "strange") ? 1 : 2, 60);
    bsor_info info = info_of("Ada");
    if (!strcmp(kind, "copied")) {
        mirror(&made);
        keep_part(&made, 0.25, 1);
        change_times(&made, 1.03125, 0.5);
    }
    reel_append(writer, &bsor_infos, &info, 1);
    reel_append(writer, &bsor_frames, made.data, made.count);
    free(made.data);
}

static void add_rows(reel_writer *writer, const char *kind)
{
    if (!strcmp(kind, "motion") || !strcmp(kind, "copied") || !strcmp(kind, "strange")) {
        add_motion(writer, kind);
        return;
    }
    bool other = !strcmp(kind, "other");
    bsor_info info = info_of(other ? "Grace" : !strcmp(kind, "hostile") ? "Ada\x1b[31m\xe2\x80\xaeX" : "Ada");
    if (!strcmp(kind, "lengths")) info.player_name = text("Adéle");
    reel_append(writer, &bsor_infos, &info, 1);
    int frame_count = !strcmp(kind, "big") ? MANY_FRAMES : FRAMES;
    for (int i = 0; i < frame_count; i++) {
        bsor_frame frame = frame_of(i);
        if (other && i == 7) frame.head.position.y = 1.5f;
        reel_append(writer, &bsor_frames, &frame, 1);
    }
    for (int i = 0; i < NOTES; i++) {
        bsor_note note = note_of(i);
        if (!other || i != 5) reel_append(writer, &bsor_notes, &note, 1);
    }
    reel_append(writer, &bsor_heights, &(bsor_height){ .height = 1.75f, .time = 0.5f }, 1);
    reel_append(writer, &bsor_pauses, &(bsor_pause){ .duration = 3, .time = 2.25f }, 1);
    reel_append(writer, &bsor_user_data, &(bsor_user_entry){ text("tests:heart"), { (const uint8_t *)"\1\2\3", 3 } }, 1);
    if (strcmp(kind, "lengths") != 0) return;
    bsor_length length = { .string = 4, .stated = 5, .bytes = (uint32_t)info.player_name.size };
    reel_append(writer, &bsor_lengths, &length, 1);
}

/* ---- games of a server -------------------------------------------------------------------------------------------------- */

enum { TICKS = 3000, CLIENTS = 16 };

static void add_game(reel_writer *writer, bool next)
{
    teehistorian_header header = { .version = 2,
                                   .version_minor = 22,
                                   .present = TEEHISTORIAN_HAS_VERSION_MINOR,
                                   .server_name = text("tests"),
                                   .map_name = text(next ? "Second" : "First") };
    header.game_uuid.bytes[15] = next ? 2 : 1;
    header.prev_game_uuid.bytes[15] = next ? 1 : 0;
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick <= TICKS; tick++) {
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            const teehistorian_join join = { .tick = tick, .cid = cid };
            const teehistorian_position position = { .tick = tick, .cid = cid, .x = 32 * cid + tick % 90, .y = tick * (cid + 1) };
            if (tick == 1) reel_append(writer, &teehistorian_joins, &join, 1);
            reel_append(writer, &teehistorian_positions, &position, 1);
        }
        const teehistorian_command command = { .tick = tick, .cid = tick % CLIENTS, .flags = 128, .command = text("emote") };
        if (tick % 500 == 0) reel_append(writer, &teehistorian_commands, &command, 1);
    }
}

static void add_clients(reel_writer *writer)
{
    uint64_t states[2] = { 3, 4 };
    teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int tick = 1; tick < 5000; tick++) {
        for (int i = 0; i < 2; i++) {
            uint64_t bits = random_bits(&states[i]);
            teehistorian_input input = { .tick = tick, .cid = 3 + i, .direction = (int)(bits >> 8) % 2, .hook = tick % 2 };
            if (bits % 16 == 0) reel_append(writer, &teehistorian_inputs, &input, 1);
        }
    }
}

/* Two tees walk through a small room; one finishes twice, the other in a team. A third player watches. As a relay, both are in a team, which
 * finishes once, and nobody else does. A long race goes on for two hours, with a finish near its end. */
static void add_race(reel_writer *writer, bool relay, bool goes_on)
{
    static const struct {
        int32_t tick, cid, time;
    } finishes[] = { { 400, 0, 250 }, { 700, 3, 500 }, { 900, 0, 200 }, { 300000, 0, 150 } };
    enum { RELAY_TEAM = 7, RELAY_TICK = 600, RELAY_TIME = 220 };
    const int32_t last = goes_on ? 330000 : 1000;
    teehistorian_header header = { .version = 2,
                                   .version_minor = 22,
                                   .present = TEEHISTORIAN_HAS_VERSION_MINOR,
                                   .map_name = text("usual"),
                                   .start_time = text("2024-05-06T07:08:09+0000") };
    uint64_t seq = 0;
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick <= last; tick++) {
        for (size_t i = 0; i < sizeof finishes / sizeof *finishes; i++) {
            const teehistorian_finish finish = {
                .seq = ++seq, .tick = tick, .cid = finishes[i].cid, .time = finishes[i].time, .kind = TEEHISTORIAN_PLAYER_FINISH
            };
            if (finishes[i].tick == tick && !relay) reel_append(writer, &teehistorian_finishes, &finish, 1);
        }
        for (int32_t cid = 0; cid < 4 && relay && tick == RELAY_TICK; cid += 3) {
            const teehistorian_finish own = {
                .seq = ++seq, .tick = tick, .cid = cid, .time = RELAY_TIME, .kind = TEEHISTORIAN_PLAYER_FINISH
            };
            const teehistorian_finish all = {
                .seq = ++seq, .tick = tick, .cid = RELAY_TEAM, .time = RELAY_TIME, .kind = TEEHISTORIAN_TEAM_FINISH
            };
            reel_append(writer, &teehistorian_finishes, &own, 1);
            if (cid) reel_append(writer, &teehistorian_finishes, &all, 1);
        }
        for (int32_t cid = 0; cid < 4; cid += 3) {
            const teehistorian_position position = {
                .seq = ++seq, .tick = tick, .cid = cid, .x = 40 + tick % 200, .y = 100 + cid
            };
            reel_append(writer, &teehistorian_positions, &position, 1);
        }
        const teehistorian_name watcher = { .seq = ++seq, .tick = tick, .cid = 5, .name = text("eve") };
        if (tick == 1) reel_append(writer, &teehistorian_names, &watcher, 1);
        for (int32_t cid = 0; cid < 4 && tick == 1; cid += 3) {
            const teehistorian_name name = { .seq = ++seq, .tick = tick, .cid = cid, .name = text(cid ? "bob" : "ann") };
            const teehistorian_team team = { .seq = ++seq, .tick = tick, .cid = cid, .team = relay ? RELAY_TEAM : cid };
            reel_append(writer, &teehistorian_names, &name, 1);
            if (cid || relay) reel_append(writer, &teehistorian_teams, &team, 1);
        }
    }
}

int main(int count, char **words)
{
    reel_error error = { .message = "two arguments are needed: KIND PATH" };
    reel_writer *writer;
    reel_status status = REEL_ARGUMENT;
    if (count == 3) {
        bool next = !strcmp(words[1], "next"), clients = !strcmp(words[1], "clients");
        bool relay = !strcmp(words[1], "relay"), goes_on = !strcmp(words[1], "long");
        bool race = relay || goes_on || !strcmp(words[1], "race"), game = next || clients || race || !strcmp(words[1], "game");
        status = reel_create_file(words[2], game ? &reel_format_teehistorian : &reel_format_bsor, NULL, &writer, &error);
        if (status >= 0) {
            if (clients)
                add_clients(writer);
            else if (race)
                add_race(writer, relay, goes_on);
            else if (game)
                add_game(writer, next);
            else
                add_rows(writer, words[1]);
            status = reel_finish(writer, &error);
        }
    }
    if (status < 0) fprintf(stderr, "make_replay: %s\n", error.message);
    return status < 0;
}
