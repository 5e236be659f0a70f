/* SPDX-License-Identifier: MIT
 * Writes BSOR files for bench/scan.sh, always the same bytes: reel_bench_plays FOLDER COUNT FRAMES NOTES. 2500 frames and 200 notes are 250
 * KB, half a minute of play at 80 frames a second. Files are in folders of 1000. */
#include <reel/bsor.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

/* From -0.5 to 0.5; splitmix64. */
static float shake(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (float)((z ^ z >> 31) >> 40) / (float)(1 << 24) - 0.5f;
}

static reel_string text(const char *string) { return (reel_string){ string, strlen(string) }; }

static void move(reel_pose *pose)
{
    pose->position.x += shake() / 16;
    pose->position.y += shake() / 16;
    pose->position.z += shake() / 16;
    float t = shake();
    pose->rotation = (reel_quaternion){ 2 * t / (1 + t * t), 0, 0, (1 - t * t) / (1 + t * t) }; /* of length 1 */
}

static void add_frames(reel_writer *writer, int frames)
{
    reel_quaternion level = { 0, 0, 0, 1 };
    bsor_frame frame = { .fps = 80, .head = { { 0, 1.75f, 0 }, level }, .left_hand = { { -0.25f, 1, 0.5f }, level } };
    frame.right_hand = (reel_pose){ { 0.25f, 1, 0.5f }, level };
    for (int i = 0; i < frames; i++) {
        frame.time = ((float)i + shake() / 4) / 80;
        move(&frame.head);
        move(&frame.left_hand);
        move(&frame.right_hand);
        reel_append(writer, &bsor_frames, &frame, 1);
    }
}

static void add_notes(reel_writer *writer, int notes, int frames)
{
    for (int i = 0; i < notes; i++) {
        float time = (float)(i + 1) * (float)frames / 80 / (float)(notes + 1);
        int color = i % 2, line = i % 4, layer = i % 3, direction = i % 9;
        bsor_note note = { .note_id = 30000 + 1000 * line + 100 * layer + 10 * color + direction,
                           .event_time = time,
                           .spawn_time = time - 0.5f,
                           .event_type = i % 50 == 49 ? BSOR_MISS : BSOR_GOOD_CUT,
                           .has_cut = i % 50 != 49 };
        note.cut = (bsor_cut){ .speed_ok = 1, .direction_ok = 1, .saber_type_ok = 1, .saber_type = color };
        note.cut.saber_speed = 12 + shake();
        note.cut.saber_direction = (reel_vec3){ shake(), -1, shake() };
        note.cut.time_deviation = shake() / 8;
        note.cut.cut_point = (reel_vec3){ shake(), 1 + shake(), 0.875f };
        note.cut.cut_normal = (reel_vec3){ 1, shake(), shake() };
        note.cut.cut_distance_to_center = (shake() + 0.5f) / 4;
        note.cut.cut_angle = 90 + 20 * shake();
        note.cut.before_cut_rating = 1 + shake() / 8;
        note.cut.after_cut_rating = 1 + shake() / 8;
        reel_append(writer, &bsor_notes, &note, 1);
    }
}

static void write_play(const char *folder, int number, int frames, int notes)
{
    char path[4096], hash[48], player[24];
    snprintf(path, sizeof path, "%s/%03d/%03d.bsor", folder, number / 1000, number % 1000);
    snprintf(hash, sizeof hash, "%040d", number % 97);
    snprintf(player, sizeof player, "Player %d", number % 1000);
    static const char *const difficulties[] = { "Easy", "Normal", "Hard", "Expert", "ExpertPlus" };
    const bsor_info info = { .mod_version = text("0.9.20"),
                             .game_version = text("1.40.8_7379"),
                             .timestamp = text("1735689600"),
                             .player_id = text(player),
                             .player_name = text(player),
                             .platform = text("steam"),
                             .map_hash = text(hash),
                             .song_name = text("Song"),
                             .mode = text("Standard"),
                             .difficulty = text(difficulties[number % 5]),
                             .score = 1000 + number,
                             .jump_distance = 18.5f,
                             .height = 1.75f };
    reel_writer *writer;
    reel_error error = { .message = "cannot write" };
    reel_memory memory; /* a file of the library is synced, which takes longer than all else here */
    state = (uint64_t)number << 32;
    reel_status status = reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error);
    if (status >= 0) {
        reel_append(writer, &bsor_infos, &info, 1);
        add_frames(writer, frames);
        add_notes(writer, notes, frames);
        status = reel_finish(writer, &error);
    }
    FILE *file = status >= 0 ? fopen(path, "wb") : NULL;
    bool written = file && fwrite(memory.data, 1, memory.size, file) == memory.size;
    if (file && fclose(file) == 0 && written) {
        reel_memory_free(&memory);
        return;
    }
    fprintf(stderr, "reel_bench_plays: %s: %s\n", path, error.message);
    exit(1);
}

int main(int count, char **words)
{
    if (count != 5) {
        fputs("usage: reel_bench_plays FOLDER COUNT FRAMES NOTES\n", stderr);
        return 2;
    }
    for (int i = 0; i < atoi(words[2]); i++) write_play(words[1], i, atoi(words[3]), atoi(words[4]));
    return 0;
}
