/* SPDX-License-Identifier: MIT
 * Records a short play as a mod would: rows of any table as they happen, the info at the end, and a spool in case of a crash.
 * The game and its player are simulated (game.h). `record OUT.bsor [SECONDS] [crash]` */
#include "game.h"

#include <reel/beatsaber.h>
#include <reel/bsor.h>
#include <reel/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static reel_string text(const char *s) { return (reel_string){ s, strlen(s) }; }

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

static void say(void *context, const reel_finding *finding)
{
    (void)context;
    printf("%s\n", finding->message);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: record OUT.bsor [SECONDS] [crash]\n");
        return 2;
    }
    const int seconds = argc > 2 ? atoi(argv[2]) : 30;
    game_play play;
    if (!game_begin(&play, seconds > 0 ? (size_t)seconds : 0)) return 1;
    char name[1024];
    reel_error error;
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = say, .flags = REEL_WRITE_BACKGROUND };
    reel_writer *writer;
    /* finishes first what a crash has left; a second play gets another name */
    if (reel_record_file(argv[1], &reel_format_bsor, &options, &writer, name, sizeof name, &error) < 0) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    put_info(writer, 0);
    reel_flush(writer, NULL); /* from here on a crash leaves a replay that says what was played */
    progress played = { .multiplier = { 1, 0 } };
    for (size_t i = 0, note = 0; i < play.frame_count; i++) {
        reel_append(writer, &bsor_frames, &play.frames[i], 1);
        while (note < play.note_count && play.notes[note].event_time <= play.frames[i].time) {
            reel_append(writer, &bsor_notes, &play.notes[note], 1);
            count_note(&played, &play.notes[note++]);
            put_info(writer, played.score); /* also for what a crash leaves */
        }
        if (argc > 3 && i == play.frame_count / 2) {
            reel_flush(writer, NULL);
            abort(); /* a crashed game leaves the spool, which the next start finishes */
        }
    }
    game_end(&play);
    put_info(writer, played.score);
    if (reel_finish(writer, &error) < 0) { /* also reports failures of reel_append */
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    return 0;
}
