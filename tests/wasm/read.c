/* SPDX-License-Identifier: MIT
 * Reads a replay from memory and writes every row of it as JSON, then all statistics: the same code as a WebAssembly module, which
 * exports `give` and `read_replay`, and as a program, which takes a path. */
#include <reel/export.h>
#include <reel/insight.h>
#include <stdlib.h>
#include <string.h>

static reel_memory result;

static void add(const char *text)
{
    size_t size = strlen(text);
    uint8_t *data = realloc(result.data, result.size + size);
    if (!data) abort();
    memcpy(data + result.size, text, size);
    result.data = data;
    result.size += size;
}

static void add_rows(const reel_chunk *chunk, const reel_format *format)
{
    reel_memory rows;
    reel_export *export_;
    reel_export_options how = { REEL_SIZED(reel_export_options), .flags = REEL_EXPORT_LAYOUT | REEL_EXPORT_WHOLE };
    reel_error error;
    if (reel_export_open(reel_exporter_by_id("json"), reel_sink_memory(&rows, NULL), format, &how, &export_, &error) < 0) abort();
    reel_export_chunk(export_, chunk);
    if (reel_export_finish(export_, &error) < 0) {
        add(error.rule);
        add("\n");
        return;
    }
    uint8_t *data = realloc(result.data, result.size + rows.size);
    if (!data) abort();
    memcpy(data + result.size, rows.data, rows.size);
    result.data = data;
    result.size += rows.size;
    reel_memory_free(&rows);
}

static void add_damage(const reel_error *error)
{
    add("damage ");
    add(reel_status_name(error->status));
    add(" ");
    add(error->rule);
    add(": ");
    add(error->message);
    add("\n");
}

static void read_all(const void *data, size_t size)
{
    reel_replay *replay, *figures;
    reel_error error;
    free(result.data);
    result = (reel_memory){ 0 };
    if (reel_load(reel_source_memory(data, size), NULL, &replay, &error) < 0) {
        add_damage(&error);
        return;
    }
    const reel_format *format = reel_replay_format(replay);
    if (reel_replay_damage(replay)) add_damage(reel_replay_damage(replay));
    add_rows(reel_replay_chunk(replay), format);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!reel_insight_takes(*insight, format)) continue;
        if (reel_insight_run_chunk(*insight, format, reel_replay_chunk(replay), NULL, &figures, &error) < 0) {
            add_damage(&error);
            continue;
        }
        add_rows(reel_replay_chunk(figures), NULL);
        reel_free(figures);
    }
    reel_free(replay);
}

#ifdef __wasm__

static uint8_t *given;

/* Memory for the file. */
__attribute__((export_name("give"))) uint8_t *give(size_t size)
{
    free(given);
    return given = malloc(size + 1);
}

/* Reads the file that was given, and returns the size of the result. */
__attribute__((export_name("read_replay"))) size_t read_replay(size_t size)
{
    read_all(given, size);
    return result.size;
}

__attribute__((export_name("result"))) const uint8_t *result_data(void) { return result.data; }

#else

#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        static uint8_t data[1 << 24];
        FILE *file = fopen(argv[i], "rb");
        if (!file) return 2;
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        read_all(data, size);
        fwrite(result.data, 1, result.size, stdout);
    }
    free(result.data);
    return 0;
}

#endif
