/* SPDX-License-Identifier: MIT
 * Records a short play as a mod would: rows of any table as they happen, the info at the end, and a spool in case of a crash.
 * The player is simulated: two sabers cut one note per beat. `record OUT.bsor [SECONDS] [crash]` */
#include <math.h>
#include <reel/beatsaber.h>
#include <reel/bsor.h>
#include <reel/reel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_PER_SECOND = 90 };

static reel_string text(const char *s) { return (reel_string){ s, strlen(s) }; }

static reel_pose pose(float x, float y, float z, float angle)
{
    return (reel_pose){ { x, y, z }, { sinf(angle / 2), 0, 0, cosf(angle / 2) } };
}

/* What people vary: a number in -1 to 1 that is another one for each `number`. */
static float varied(unsigned number)
{
    number = (number ^ 61) * 2654435769u;
    number = (number ^ number >> 15) * 2246822519u;
    return (float)(number >> 8) / 8388608.0f - 1;
}

/* One frame: the hands move up and down in opposite directions, once per second. */
static bsor_frame frame_at(float time)
{
    float swing = sinf(time * 6.2831853f);
    return (bsor_frame){ .time = time,
                         .fps = FRAMES_PER_SECOND,
                         .head = pose(0.02f * swing, 1.7f, 0, 0.05f * swing),
                         .left_hand = pose(-0.3f - 0.1f * swing, 1.1f + 0.4f * swing, 0.35f, 1.2f * swing),
                         .right_hand = pose(0.3f - 0.1f * swing, 1.1f - 0.4f * swing, 0.35f, -1.2f * swing) };
}

/* One note every half second, alternating between left and right and between down and up; one in 67 is missed. */
static bsor_note note_at(int number)
{
    int color = number % 2, direction = number / 2 % 2 ? 0 : 1, line = color ? 2 : 1;
    float time = 1 + 0.5f * (float)number, wide = varied((unsigned)number), off = 0.1f * wide * wide;
    bsor_note note = { .note_id = 3 * 10000 + line * 1000 + color * 10 + direction, .event_time = time, .spawn_time = time };
    if (number % 67 == 47) {
        note.event_type = BSOR_MISS;
        return note;
    }
    note.event_type = BSOR_GOOD_CUT;
    note.has_cut = 1;
    note.cut = (bsor_cut){ .speed_ok = 1,
                           .direction_ok = 1,
                           .saber_type_ok = 1,
                           .saber_speed = 9 + 2 * varied((unsigned)number + 1000),
                           .saber_direction = { 0, direction ? -9.0f : 9.0f, 0 },
                           .saber_type = color,
                           .time_deviation = 0.03f * varied((unsigned)number + 2000),
                           .cut_point = { color ? 0.3f : -0.3f, 1, 0.9f },
                           .cut_normal = { color ? -1.0f : 1.0f, 0, 0 },
                           .cut_distance_to_center = off,
                           .before_cut_rating = number % 11 == 5 ? 0.9f : 1.1f,
                           .after_cut_rating = number % 13 == 8 ? 0.8f : 1.05f };
    return note;
}

/* The state of the game during the play. */
typedef struct progress {
    beatsaber_multiplier multiplier;
    int32_t score;
    int notes;
} progress;

static void count_note(progress *t, const bsor_note *note)
{
    t->notes++;
    if (note->event_type != BSOR_GOOD_CUT) {
        beatsaber_multiplier_lower(&t->multiplier);
        return;
    }
    const bsor_cut *cut = &note->cut;
    beatsaber_multiplier_raise(&t->multiplier);
    t->score +=
        t->multiplier.value *
        beatsaber_points_of(BSOR_NORMAL, cut->before_cut_rating, cut->after_cut_rating, cut->cut_distance_to_center).total;
}

/* Put at the start, so that the spool has it, and again whenever the score is another one. */
static void put_info(reel_writer *writer, int32_t score)
{
    const bsor_info info = { .mod_version = text("1.0.0"),
                             .game_version = text("1.40.0"),
                             .timestamp = text("1767225600"),
                             .player_id = text("1"),
                             .player_name = text("Example Player"),
                             .platform = text("steam"),
                             .tracking_system = text("OpenXR"),
                             .headset = text("Example"),
                             .controller = text("Example"),
                             .map_hash = text("0123456789ABCDEF0123456789ABCDEF01234567"),
                             .song_name = text("Metronome"),
                             .mapper = text("reel"),
                             .difficulty = text("Expert"),
                             .mode = text("Standard"),
                             .environment = text("The First"),
                             .jump_distance = 18,
                             .height = 1.7f,
                             .score = score };
    reel_replace(writer, &bsor_infos, &info);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: record OUT.bsor [SECONDS] [crash]\n");
        return 2;
    }
    int seconds = argc > 2 ? atoi(argv[2]) : 30;
    char spool[1024];
    snprintf(spool, sizeof spool, "%s.spool", argv[1]);
    reel_error error;
    char rescued[1024];
    snprintf(rescued, sizeof rescued, "%s.rescued", argv[1]);
    if (reel_recover(spool, rescued, NULL, &error) == REEL_OK) printf("%s is what a crash left\n", rescued);
    const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool, .flags = REEL_WRITE_BACKGROUND };
    reel_writer *writer;
    if (reel_create_file(argv[1], &reel_format_bsor, &options, &writer, &error) < 0) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    put_info(writer, 0);
    reel_flush(writer, NULL); /* from here on a crash leaves a replay that says what was played */
    progress played = { .multiplier = { 1, 0 } };
    for (int i = 0; i < seconds * FRAMES_PER_SECOND; i++) {
        bsor_frame frame = frame_at(((float)i + 0.2f * varied((unsigned)i)) / FRAMES_PER_SECOND);
        reel_append(writer, &bsor_frames, &frame, 1);
        bsor_note note = note_at(played.notes);
        if (note.event_time <= frame.time && note.event_time < (float)seconds - 0.5f) {
            reel_append(writer, &bsor_notes, &note, 1);
            count_note(&played, &note);
            put_info(writer, played.score); /* also for what a crash leaves */
        }
        if (argc > 3 && i == seconds * FRAMES_PER_SECOND / 2) {
            reel_flush(writer, NULL);
            abort(); /* a crashed game leaves the spool, which the next start finishes */
        }
    }
    put_info(writer, played.score);
    if (reel_finish(writer, &error) < 0) { /* also reports failures of reel_append */
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    return 0;
}
