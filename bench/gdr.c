/* SPDX-License-Identifier: MIT
 * Measures reading and writing of macros, in processor time. `reel_bench_gdr` makes macros of a million inputs, decodes and encodes them;
 * `reel_bench_gdr FILE…` does the same with the files that are named.
 * Where msgpack-c is installed its own unpacking stands beside it. */
#include <reel/format.h>
#include <reel/macros.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#ifdef BENCH_MSGPACK_C
#include <msgpack.h>
#endif

enum { ROUNDS = 7, INPUTS = 1000000, PHYSICS_INPUTS = 300000 };
static const double LEAST = 0.1;

static volatile size_t kept; /* prevents the compiler from removing results */

typedef struct work {
    bytes file;
    reel_replay *loaded;
    uint8_t *warm;
} work;

static void decode(void *context)
{
    const work *w = context;
    reel_replay *replay;
    reel_error error;
    must(reel_load(reel_source_memory(w->file.data, w->file.size), NULL, &replay, &error), &error);
    reel_free(replay);
}

static reel_status swallow(void *context, const void *data, size_t size, reel_error *error)
{
    (void)error;
    *(size_t *)context += size;
    kept = size ? ((const uint8_t *)data)[size - 1] : 0;
    return REEL_OK;
}

static reel_status settle(void *context, reel_error *error)
{
    (void)context;
    (void)error;
    return REEL_OK;
}

static void drop(void *context) { (void)context; }

static void encode(void *context)
{
    const work *w = context;
    size_t size = 0;
    reel_sink sink = { .context = &size, .write = swallow, .commit = settle, .discard = drop };
    reel_error error;
    must(reel_write(reel_replay_chunk(w->loaded), reel_replay_format(w->loaded), sink, NULL, &error), &error);
    if (size != w->file.size) exit(1);
}

static void copy(void *context)
{
    const work *w = context;
    memcpy(w->warm, w->file.data, w->file.size);
    kept = w->warm[w->file.size / 2];
}

#ifdef BENCH_MSGPACK_C
static void unpack(void *context)
{
    const work *w = context;
    msgpack_unpacked result;
    size_t offset = 0;
    msgpack_unpacked_init(&result);
    if (msgpack_unpack_next(&result, (const char *)w->file.data, w->file.size, &offset) != MSGPACK_UNPACK_SUCCESS) exit(1);
    kept = offset;
    msgpack_unpacked_destroy(&result);
}
#endif

static void run(const char *name, bytes file)
{
    work w = { .file = file, .warm = malloc(file.size) };
    reel_error error;
    size_t inputs;
    if (!w.warm) exit(1);
    must(reel_load(reel_source_memory(file.data, file.size), NULL, &w.loaded, &error), &error);
    reel_rows(w.loaded, &gdr_inputs, &inputs);
    double reading = measure_processor(decode, &w, ROUNDS, LEAST), copying = measure_processor(copy, &w, ROUNDS, LEAST);
    double size = (double)file.size, count = (double)inputs;
    printf("%-24s %8.2f MB %8zu inputs | decode %7.3f ms %6.0f MB/s %6.1f M/s | memcpy %6.0f MB/s", name, size / 1e6, inputs,
           reading * 1e3, size / reading / 1e6, count / reading / 1e6, size / copying / 1e6);
    if (reel_format_writes(reel_replay_format(w.loaded))) {
        double writing = measure_processor(encode, &w, ROUNDS, LEAST);
        printf(" | encode %7.3f ms %6.0f MB/s %6.1f M/s", writing * 1e3, size / writing / 1e6, count / writing / 1e6);
    }
#ifdef BENCH_MSGPACK_C
    if (reel_replay_format(w.loaded) == &reel_format_gdr1) {
        double unpacking = measure_processor(unpack, &w, ROUNDS, LEAST);
        printf(" | msgpack-c %7.3f ms %6.0f MB/s, %.2f times", unpacking * 1e3, size / unpacking / 1e6, unpacking / reading);
    }
#endif
    printf("\n");
    reel_free(w.loaded);
    free(w.warm);
}

/* A macro as players make them: most steps fit one byte, about a quarter need two. */
static bytes make(size_t count, bool physics, bool platformer)
{
    static const char tag[] = "Phys", bot[] = "bench";
    gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .bot_name = { bot, 5 }, .platformer = platformer };
    if (physics) info.input_tag = (reel_string){ tag, 4 };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    must(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, &error), &error);
    reel_append(writer, &gdr_infos, &info, 1);
    uint64_t chance = 88172645463325252u;
    gdr_input input = { .button = GDR_JUMP, .extra = physics ? GDR_PHYSICS : GDR_PLAIN };
    for (size_t i = 0; i < count; i++) {
        chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
        unsigned limit = platformer ? 15 : 63;
        input.frame += (int64_t)(chance % 100 < 74 ? chance >> 8 & limit : limit + 1 + (chance >> 8) % (8 * limit));
        input.down = !(i & 1);
        if (platformer) input.button = (uint8_t)(1 + chance % 3);
        gdr_physics place = { 5.77, -1.5, (float)input.frame * 1.3f, 105.0f, 0.0f, (uint32_t)input.frame };
        reel_append(writer, &gdr_inputs, &input, 1);
        if (physics) reel_append(writer, &gdr_physics_rows, &place, 1);
    }
    must(reel_finish(writer, &error), &error);
    return (bytes){ memory.data, memory.size };
}

/* The macro in the format of another bot. */
static void run_as(const reel_format *format, bytes gdr2)
{
    reel_memory memory;
    reel_error error;
    must(reel_convert(reel_source_memory(gdr2.data, gdr2.size), NULL, format, reel_sink_memory(&memory, NULL), NULL, &error),
         &error);
    run(format->id, (bytes){ memory.data, memory.size });
    reel_memory_free(&memory);
}

static void run_made(void)
{
    static const reel_format *const bots[] = { &reel_format_slc3, &reel_format_re3, &reel_format_xd, &reel_format_mhr_json,
                                               &reel_format_macro_text };
    run("plain", make(INPUTS, false, false));
    run("platformer", make(INPUTS, false, true));
    run("Phys", make(PHYSICS_INPUTS, true, false));
    bytes plain = make(INPUTS, false, false);
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) run_as(bots[i], plain);
    free(plain.data);
}

int main(int count, char **arguments)
{
    if (count == 1) run_made();
    for (int i = 1; i < count; i++) {
        const char *slash = strrchr(arguments[i], '/');
        run(slash ? slash + 1 : arguments[i], read_all(arguments[i]));
    }
    return 0;
}
