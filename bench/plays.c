/* SPDX-License-Identifier: MIT
 * Writes BSOR files for bench/scans.sh, always the same bytes: reel_bench_plays FOLDER COUNT FRAMES NOTES. 2500 frames and 200 notes are 250
 * KB, half a minute of play at 80 frames a second. Files are in folders of 1000. */
#include "made.h"

#include <stdio.h>
#include <stdlib.h>

static void write_play(const char *folder, int number, int frames, int notes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%03d/%03d.bsor", folder, number / 1000, number % 1000);
    const bytes play =
        made_play(number, frames, notes); /* a file of the library is synced, which takes longer than all else here */
    FILE *file = fopen(path, "wb");
    const bool written = file && fwrite(play.data, 1, play.size, file) == play.size;
    if (!file || fclose(file) != 0 || !written) {
        fprintf(stderr, "reel_bench_plays: %s: cannot write\n", path);
        exit(1);
    }
    free(play.data);
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
