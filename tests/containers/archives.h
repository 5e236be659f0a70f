/* SPDX-License-Identifier: MIT
 * Archives of the replays that the machinery knows, made by recording their rows. */
#ifndef REEL_TEST_ARCHIVES_H
#define REEL_TEST_ARCHIVES_H

#include "machinery.h"

#include <reel/archive.h>

/* The archive of a chunk's rows, `rows` of a table in a part. */
static inline reel_memory archive_of_rows(const reel_chunk *chunk, const reel_format *format, size_t rows, const char *id)
{
    reel_memory archive;
    reel_error error;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .chunk_rows = rows, .id = id };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    if (reel_write(chunk, format, reel_sink_memory(&archive, NULL), &options, &error) < 0) fail_msg("%s", error.message);
    return archive;
}

/* The same of a sound file; false: it is not one that rows can give back. */
static inline bool archive_of_file(const specimen *file, size_t rows, reel_memory *archive)
{
    reel_replay *replay;
    reel_options options = machinery_options(NULL);
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return false;
    *archive = archive_of_rows(reel_replay_chunk(replay), reel_replay_format(replay), rows, "");
    reel_free(replay);
    return true;
}

#endif
