/* SPDX-License-Identifier: MIT
 * Records rows as a game does, one for each append and a flush for each second of play, and counts allocations:
 *   reel_bench_recorder TABLE WAY SECONDS
 * TABLE is frames (of BSOR, 90 a second), inputs (of GDR2, 240) or positions (of teehistorian, 1600). WAY is fwrite (the same rows to a FILE
 * of the C library, as the yardstick), rows (no spool), spool, archive or nothing (the rows are made, and thrown away).
 * recorder.sh has callgrind count the instructions. */
#include "measure.h"

#include <reel/archive.h>
#include <reel/bsor.h>
#include <reel/gdr.h>
#include <reel/teehistorian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static counts made;

static reel_status write_file(void *context, const void *data, size_t size, reel_error *error)
{
    (void)error;
    return fwrite(data, 1, size, context) == size ? REEL_OK : REEL_IO;
}

static reel_status flush_file(void *context, reel_error *error)
{
    (void)error;
    return fflush(context) == 0 ? REEL_OK : REEL_IO;
}

static reel_status commit_file(void *context, reel_error *error)
{
    (void)error;
    return fclose(context) == 0 ? REEL_OK : REEL_IO;
}

static void discard_file(void *context) { fclose(context); }

static reel_sink sink_of(FILE *file)
{
    return (
        reel_sink){ .context = file, .write = write_file, .flush = flush_file, .commit = commit_file, .discard = discard_file };
}

/* The rows of one second. */
static uint8_t rows[1600 * sizeof(teehistorian_position)];

/* Hands and head on smooth paths, which is what motion looks like. */
static void make_frames(unsigned second)
{
    bsor_frame *frames = (bsor_frame *)(void *)rows;
    for (unsigned i = 0; i < 90; i++) {
        float time = (float)(second * 90 + i) / 90, wave = (float)((second * 90 + i) % 61) / 61;
        reel_pose pose = { { wave, 1 + wave, 0.5f * wave }, { 0.6f * wave, 0.1f, 0, 0.8f } };
        frames[i] = (bsor_frame){ .time = time, .fps = 90, .head = pose, .left_hand = pose, .right_hand = pose };
        frames[i].left_hand.position.x -= 0.3f + wave * wave;
        frames[i].right_hand.position.x += 0.3f - wave * wave;
    }
}

static void make_inputs(unsigned second)
{
    gdr_input *inputs = (gdr_input *)(void *)rows;
    for (unsigned i = 0; i < 240; i++) inputs[i] = (gdr_input){ .frame = second * 240 + i, .button = 1, .down = i % 2 == 0 };
}

static void make_positions(unsigned second)
{
    teehistorian_position *positions = (teehistorian_position *)(void *)rows;
    for (unsigned i = 0; i < 1600; i++) {
        int32_t tick = 1 + (int32_t)(second * 50 + i / 32);
        positions[i] = (teehistorian_position){ .seq = second * 1600 + i,
                                                .tick = tick,
                                                .cid = (int32_t)(i % 32),
                                                .x = 32 * tick % 3200 + (int32_t)i,
                                                .y = 300 + tick % 7 };
    }
}

static const struct kind {
    const char *name;
    const reel_format *format;
    const reel_table *table;
    size_t rows; /* of a second */
    void (*make)(unsigned second);
} kinds[] = {
    { "frames", &reel_format_bsor, &bsor_frames, 90, make_frames },
    { "inputs", &reel_format_gdr2, &gdr_inputs, 240, make_inputs },
    { "positions", &reel_format_teehistorian, &teehistorian_positions, 1600, make_positions },
};

static int fail(const reel_error *error)
{
    fprintf(stderr, "%s\n", error->message);
    return 1;
}

static uint64_t no_time(void) { return 0; }

/* What the last second allocated: the steady state. */
static size_t last_allocations;

static int record(const struct kind *kind, const char *way, unsigned seconds)
{
    const reel_archive_options archive = { REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD };
    const reel_allocator counting = counting_allocator(&made);
    const reel_write_options options = { REEL_SIZED(reel_write_options), .allocator = &counting,
                                         .archive = strcmp(way, "archive") == 0 ? &archive : NULL };
    reel_writer *writer;
    reel_error error;
    if (reel_create(sink_of(fopen("/dev/null", "wb")), kind->format, &options, &writer, &error) < 0) return fail(&error);
    if (strcmp(way, "spool") == 0 && reel_spool(writer, sink_of(fopen("/dev/null", "wb")), no_time, &error) < 0)
        return fail(&error);
    const teehistorian_header header = { .version = 2 };
    if (kind->format == &reel_format_teehistorian) reel_append(writer, &teehistorian_headers, &header, 1);
    for (unsigned s = 0; s < seconds; s++) {
        const size_t before = made.allocations;
        kind->make(s);
        for (size_t i = 0; i < kind->rows; i++) reel_append(writer, kind->table, rows + i * kind->table->row_size, 1);
        if (reel_flush(writer, &error) < 0) return fail(&error);
        last_allocations = made.allocations - before;
    }
    return reel_finish(writer, &error) < 0 ? fail(&error) : 0;
}

static int write_rows(const struct kind *kind, bool keep, unsigned seconds)
{
    FILE *file = fopen("/dev/null", "wb");
    for (unsigned s = 0; s < seconds; s++) {
        kind->make(s);
        for (size_t i = 0; i < kind->rows && keep; i++) fwrite(rows + i * kind->table->row_size, 1, kind->table->row_size, file);
        fflush(file);
    }
    return fclose(file);
}

int main(int argc, char **argv)
{
    const struct kind *kind = NULL;
    for (size_t i = 0; argc > 3 && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, argv[1]) == 0) kind = &kinds[i];
    if (!kind) {
        fprintf(stderr, "usage: reel_bench_recorder frames|inputs|positions nothing|fwrite|rows|spool|archive SECONDS\n");
        return 2;
    }
    const unsigned seconds = (unsigned)atoi(argv[3]);
    const bool keep = strcmp(argv[2], "fwrite") == 0;
    if (keep || strcmp(argv[2], "nothing") == 0) {
        if (write_rows(kind, keep, seconds) != 0) return 1;
    } else if (record(kind, argv[2], seconds) != 0) {
        return 1;
    }
    printf("%zu rows, %zu allocations in the last second\n", seconds * kind->rows, last_allocations);
    return 0;
}
