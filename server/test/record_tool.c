/* SPDX-License-Identifier: MIT
 * Records a play as a mod does, from a BSOR: record_tool reel|spool IN OUT. After each second of it, the rows so far are flushed, and a line says
 * how many bytes OUT has, and how many frames. A spool is left, as by a crash. */
#include <reel/archive.h>
#include <reel/beatsaber.h>
#include <reel/bsor.h>
#include <reel/file.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int print_state(reel_writer *writer, const char *path, size_t frames)
{
    struct stat info;
    reel_error error;
    if (reel_flush(writer, &error) < 0) return fprintf(stderr, "%s\n", error.message), 1;
    if (stat(path, &info) != 0) return perror(path), 1;
    printf("%lld %zu\n", (long long)info.st_size, frames);
    return 0;
}

/* What the game counts while it is played. */
typedef struct progress {
    beatsaber_multiplier multiplier;
    bsor_info info;
} progress;

static void count_note(progress *p, const bsor_note *note)
{
    const bsor_cut *cut = &note->cut;
    if (note->event_type != BSOR_GOOD_CUT) {
        beatsaber_multiplier_lower(&p->multiplier);
        return;
    }
    beatsaber_multiplier_raise(&p->multiplier);
    p->info.score +=
        p->multiplier.value *
        beatsaber_points_of(BSOR_NORMAL, cut->before_cut_rating, cut->after_cut_rating, cut->cut_distance_to_center).total;
}

/* The rows in the order of their times. The header says the score so far. */
static int record(reel_writer *writer, const reel_replay *replay, const char *path)
{
    size_t infos, frames, notes, note = 0;
    const bsor_info *info = reel_rows(replay, &bsor_infos, &infos);
    const bsor_frame *frame = reel_rows(replay, &bsor_frames, &frames);
    const bsor_note *hit = reel_rows(replay, &bsor_notes, &notes);
    progress played = { .multiplier = { 1, 0 }, .info = *info };
    played.info.score = 0;
    reel_replace(writer, &bsor_infos, &played.info);
    int failed = print_state(writer, path, 0);
    for (size_t i = 0, second = 1; i < frames && !failed; i++) {
        reel_append(writer, &bsor_frames, &frame[i], 1);
        for (; note < notes && hit[note].event_time <= frame[i].time; note++) {
            reel_append(writer, &bsor_notes, &hit[note], 1);
            count_note(&played, &hit[note]);
            reel_replace(writer, &bsor_infos, &played.info);
        }
        if (frame[i].time < (float)second) continue;
        failed = print_state(writer, path, i + 1);
        second++;
    }
    if (failed) return failed;
    reel_append(writer, &bsor_notes, hit + note, notes - note);
    reel_replace(writer, &bsor_infos, info);
    return print_state(writer, path, frames);
}

int main(int argc, char **argv)
{
    reel_error error;
    reel_replay *replay;
    reel_writer *writer;
    char beside[4096];
    if (argc != 4) return fputs("usage: record_tool reel|spool IN OUT\n", stderr), 2;
    const bool spools = strcmp(argv[1], "spool") == 0;
    snprintf(beside, sizeof beside, "%s.bsor", argv[3]);
    const reel_archive_options archive = { REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = spools ? NULL : &archive,
                                         .spool = spools ? argv[3] : NULL, .flags = spools ? 0 : REEL_WRITE_DIRECT };
    if (reel_load_file(argv[2], NULL, &replay, &error) < 0 ||
        reel_create_file(spools ? beside : argv[3], &reel_format_bsor, &options, &writer, &error) < 0)
        return fprintf(stderr, "%s\n", error.message), 1;
    int status = record(writer, replay, argv[3]);
    if (spools)
        reel_discard(writer);
    else if (reel_finish(writer, &error) < 0)
        status = fprintf(stderr, "%s\n", error.message);
    reel_free(replay);
    return status != 0;
}
