/* SPDX-License-Identifier: MIT
 * Measures reading and writing of GDR. `reel_bench_gdr [FILE…]` makes macros of a million inputs, decodes and encodes them, and then
 * does the same with the files that are named. Where msgpack-c is installed its own unpacking stands beside it. */
#include <reel/gdr.h>
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

static void must(reel_status status, const reel_error *error)
{
    if (status >= 0) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

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
    double reading = measure(decode, &w, ROUNDS, LEAST), writing = measure(encode, &w, ROUNDS, LEAST);
    double copying = measure(copy, &w, ROUNDS, LEAST), size = (double)file.size, count = (double)inputs;
    printf("%-24s %8.2f MB %8zu inputs | decode %7.3f ms %6.0f MB/s %6.1f M/s | encode %7.3f ms %6.0f MB/s %6.1f M/s | memcpy "
           "%6.0f MB/s",
           name, size / 1e6, inputs, reading * 1e3, size / reading / 1e6, count / reading / 1e6, writing * 1e3,
           size / writing / 1e6, count / writing / 1e6, size / copying / 1e6);
#ifdef BENCH_MSGPACK_C
    if (reel_replay_format(w.loaded) == &reel_format_gdr1) {
        double peer = measure(unpack, &w, ROUNDS, LEAST);
        printf(" | msgpack-c %7.3f ms %6.0f MB/s, %.2f times", peer * 1e3, size / peer / 1e6, peer / reading);
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

int main(int count, char **arguments)
{
    run("plain", make(INPUTS, false, false));
    run("platformer", make(INPUTS, false, true));
    run("Phys", make(PHYSICS_INPUTS, true, false));
    for (int i = 1; i < count; i++) {
        const char *slash = strrchr(arguments[i], '/');
        run(slash ? slash + 1 : arguments[i], read_all(arguments[i]));
    }
    return 0;
}
