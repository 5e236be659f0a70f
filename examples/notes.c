/* SPDX-License-Identifier: MIT
 * Loads a Beat Saber replay into memory and prints its notes. This is the example at the top of <reel/reel.h>. */
#include <reel/bsor.h>
#include <reel/reel.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(argc > 1 ? argv[1] : "play.bsor", NULL, &replay, &error) < 0) {
        fprintf(stderr, "%s at byte %llu\n", error.message, (unsigned long long)error.offset);
        return 1;
    }
    size_t count;
    const bsor_note *notes = reel_rows(replay, &bsor_notes, &count);
    for (size_t i = 0; i < count; i++)
        printf("%.3f s: note %d, event %d\n", (double)notes[i].event_time, (int)notes[i].note_id, (int)notes[i].event_type);
    reel_free(replay);
    return 0;
}
