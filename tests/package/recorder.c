/* SPDX-License-Identifier: MIT
 * The least that a recorder needs: rows go to a file, and to a spool in case of a crash. symbols.sh measures how large it is. */
#include <reel/bsor.h>
#include <reel/reel.h>

int main(int argc, char **argv)
{
    if (argc < 3 || !reel_version_check()) return 2;
    const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = argv[2], .flags = REEL_WRITE_BACKGROUND };
    reel_writer *writer;
    reel_error error;
    if (reel_create_file(argv[1], &reel_format_bsor, &options, &writer, &error) < 0) return 1;
    const bsor_info info = { .player_id = { "1", 1 }, .score = 1 };
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < 1000; i++) {
        const bsor_frame frame = { .time = (float)i / 90, .fps = 90 };
        if (reel_append(writer, &bsor_frames, &frame, 1) < 0) break;
    }
    return reel_finish(writer, &error) < 0;
}
