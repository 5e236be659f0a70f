/* SPDX-License-Identifier: MIT
 * Writes BSOR files for bench/scan.sh, always the same bytes: reel_bench_plays FOLDER COUNT FRAMES NOTES. 2500 frames and 200 notes are 250
 * KB, half a minute of play at 80 frames a second. Files are in folders of 1000. */
#include <reel/beatsaber.h>
#include <reel/bsor.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As in the median of the corpus' full plays: per 2500 frames some 200 notes, 6 of them with an incomplete swing, and a jitter at most. */
enum { FRAME_RATE = 80, NOISE = 10000, JITTER_PERIOD = 2000, UNDERSWING_PERIOD = 32 };

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

/* Turns at a constant rate around the unit circle. */
typedef struct wave {
    double cosine, sine, step_cosine, step_sine;
} wave;

static wave wave_of(double turns_per_second, double phase)
{
    double t = 3.14159265 * turns_per_second / FRAME_RATE; /* the tangent of half the angle, which is small */
    return (wave){ (1 - phase * phase) / (1 + phase * phase), 2 * phase / (1 + phase * phase), (1 - t * t) / (1 + t * t),
                   2 * t / (1 + t * t) };
}

static void turn(wave *w)
{
    double cosine = w->cosine * w->step_cosine - w->sine * w->step_sine;
    w->sine = w->sine * w->step_cosine + w->cosine * w->step_sine;
    w->cosine = cosine;
}

/* A tracker that swings around a place, smoothly but for the noise of tracking. */
typedef struct tracker {
    reel_vec3 center, reach; /* m */
    wave fast, slow;
} tracker;

static void move(tracker *body, reel_pose *pose)
{
    const reel_vec3 *center = &body->center, *reach = &body->reach;
    turn(&body->fast);
    turn(&body->slow);
    pose->position.x = center->x + reach->x * (float)body->slow.cosine + shake() / NOISE;
    pose->position.y = center->y + reach->y * (float)body->fast.sine + shake() / NOISE;
    pose->position.z = center->z + reach->z * (float)body->fast.cosine + shake() / NOISE;
    float t = (float)body->fast.sine / 2 + shake() / NOISE; /* the tangent of a quarter of the angle */
    float sine = 2 * t / (1 + t * t);
    pose->rotation = (reel_quaternion){ sine * 0.8f, sine * 0.6f, 0, (1 - t * t) / (1 + t * t) }; /* of length 1 */
}

static void add_frames(reel_writer *writer, int frames)
{
    tracker head = { { 0, 1.75f, 0 }, { 0.1f, 0.05f, 0.1f }, wave_of(0.4, shake()), wave_of(0.3, shake()) };
    tracker left = { { -0.25f, 1, 0.5f }, { 0.2f, 0.4f, 0.3f }, wave_of(2.5, shake()), wave_of(0.5, shake()) };
    tracker right = { { 0.25f, 1, 0.5f }, { 0.2f, 0.4f, 0.3f }, wave_of(2.4, shake()), wave_of(0.6, shake()) };
    bsor_frame frame = { .fps = FRAME_RATE };
    for (int i = 0; i < frames; i++) {
        frame.time = ((float)i + shake() / 4) / FRAME_RATE;
        move(&head, &frame.head);
        move(&left, &frame.left_hand);
        move(&right, &frame.right_hand);
        bool lost = i % JITTER_PERIOD == JITTER_PERIOD - 1 || i % JITTER_PERIOD == JITTER_PERIOD - 3;
        if (lost) frame.right_hand.position.y += 0.2f;
        reel_append(writer, &bsor_frames, &frame, 1);
    }
}

/* Returns the score. */
static int add_notes(reel_writer *writer, int notes, int frames)
{
    beatsaber_multiplier multiplier = { 1, 0 };
    int score = 0;
    for (int i = 0; i < notes; i++) {
        float time = (float)(i + 1) * (float)frames / FRAME_RATE / (float)(notes + 1);
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
        note.cut.before_cut_rating = (i % UNDERSWING_PERIOD ? 1.125f : 0.875f) + shake() / 8;
        note.cut.after_cut_rating = 1.125f + shake() / 8;
        reel_append(writer, &bsor_notes, &note, 1);
        if (!note.has_cut) {
            beatsaber_multiplier_lower(&multiplier);
            continue;
        }
        beatsaber_multiplier_raise(&multiplier);
        beatsaber_points points = beatsaber_points_of(BSOR_NORMAL, note.cut.before_cut_rating, note.cut.after_cut_rating,
                                                      note.cut.cut_distance_to_center);
        score += multiplier.value * points.total;
    }
    return score;
}

static void write_play(const char *folder, int number, int frames, int notes)
{
    char path[4096], hash[48], player[24];
    snprintf(path, sizeof path, "%s/%03d/%03d.bsor", folder, number / 1000, number % 1000);
    snprintf(hash, sizeof hash, "%040d", number % 97);
    snprintf(player, sizeof player, "Player %d", number % 1000);
    static const char *const difficulties[] = { "Easy", "Normal", "Hard", "Expert", "ExpertPlus" };
    bsor_info info = { .mod_version = text("0.9.20"),
                       .game_version = text("1.40.8_7379"),
                       .timestamp = text("1735689600"),
                       .player_id = text(player),
                       .player_name = text(player),
                       .platform = text("steam"),
                       .map_hash = text(hash),
                       .song_name = text("Song"),
                       .mode = text("Standard"),
                       .difficulty = text(difficulties[number % 5]),
                       .jump_distance = 18.5f,
                       .height = 1.75f };
    reel_writer *writer;
    reel_error error = { .message = "cannot write" };
    reel_memory memory; /* a file of the library is synced, which takes longer than all else here */
    state = (uint64_t)number << 32;
    reel_status status = reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error);
    if (status >= 0) {
        add_frames(writer, frames);
        info.score = add_notes(writer, notes, frames);
        reel_append(writer, &bsor_infos, &info, 1);
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
