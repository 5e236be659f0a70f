/* SPDX-License-Identifier: MIT
 * Pictures in tests: drawn, held against golden ones, and seen to be sound. To renew golden pictures after looking at them run the test
 * with REEL_WRITE_GOLDEN=1. */
#ifndef PLOT_PICTURE_H
#define PLOT_PICTURE_H

#include "support.h"
#include "xml.h"

#include <math.h>
#include <reel/plot.h>

enum { PICTURE_MOST_BYTES = 300 * 1000 };

/* Draws a plot; "scene" is the scene at the time that it chooses. */
static inline reel_status picture_into(const char *id, const reel_replay *replay, reel_sink sink,
                                       const reel_plot_options *options)
{
    if (!strcmp(id, "scene")) return reel_plot_scene(replay, NAN, sink, options, NULL);
    const reel_plot *plot = reel_plot_by_id(reel_replay_format(replay), id);
    if (!plot) fail_msg("there is no plot %s", id);
    return reel_plot_draw(plot, replay, sink, options, NULL);
}

static inline reel_status picture_draw(const char *id, const reel_replay *replay, const reel_plot_options *options,
                                       reel_memory *memory)
{
    *memory = (reel_memory){ 0 };
    return picture_into(id, replay, reel_sink_memory(memory, NULL), options);
}

static inline bool picture_holds(const reel_memory *memory, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (memcmp(memory->data + i, text, size) == 0) return true;
    return false;
}

/* What a drawing made is a sound document of a bounded size. Returns false if there was nothing to draw. Frees the document. */
static inline bool picture_checked(reel_status status, reel_memory *memory, const char *id, const char *what)
{
    static const char *const never[] = { "nan", "NaN", "inf\"", "Infinity", "<script", "\"\"" };
    if (status == REEL_END) return false;
    if (status != REEL_OK) fail_msg("%s of %s: %s", id, what, reel_status_name(status));
    const char *wrong = xml_wrong(memory->data, memory->size);
    if (wrong) fail_msg("%s of %s: %s", id, what, wrong);
    if (memory->size > PICTURE_MOST_BYTES) fail_msg("%s of %s: %zu bytes", id, what, memory->size);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (picture_holds(memory, never[i])) fail_msg("%s of %s holds %s", id, what, never[i]);
    reel_memory_free(memory);
    return true;
}

/* Whether there was something to draw; then it is sound. */
static inline bool picture_sound(const char *id, const reel_replay *replay, const char *what)
{
    reel_memory memory;
    reel_status status = picture_draw(id, replay, NULL, &memory);
    return picture_checked(status, &memory, id, what);
}

/* Drawn twice with these options, the same each time, and as in tests/plot/golden/<name>.svg. Returns the picture. */
static inline reel_memory picture_golden_of(const char *id, const reel_replay *replay, const reel_plot_options *options,
                                            const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "tests/plot/golden/%s.svg", name);
    reel_memory memory, again;
    assert_int_equal(picture_draw(id, replay, options, &memory), REEL_OK);
    assert_int_equal(picture_draw(id, replay, options, &again), REEL_OK);
    assert_int_equal(memory.size, again.size);
    assert_memory_equal(memory.data, again.data, memory.size);
    if (getenv("REEL_WRITE_GOLDEN")) {
        FILE *file = fopen(project_path(path), "wb");
        assert_non_null(file);
        fwrite(memory.data, 1, memory.size, file);
        fclose(file);
    }
    size_t size;
    uint8_t *golden = read_file(project_path(path), &size);
    if (size != memory.size || memcmp(golden, memory.data, size)) fail_msg("%s is not drawn as before", path);
    assert_true(picture_checked(REEL_OK, &again, id, name));
    free(golden);
    return memory;
}

static inline void picture_golden(const char *id, const reel_replay *replay, const char *name)
{
    reel_memory memory = picture_golden_of(id, replay, NULL, name);
    reel_memory_free(&memory);
}

/* The report of a replay holds each of these texts, ending with NULL. */
static inline void picture_report(const reel_replay *replay, const char *const *texts)
{
    reel_memory memory = { 0 };
    reel_error error = { 0 };
    if (reel_plot_report(replay, reel_sink_memory(&memory, NULL), NULL, &error) != REEL_OK) fail_msg("%s", error.message);
    for (; *texts; texts++)
        if (!picture_holds(&memory, *texts)) fail_msg("missing in the report: %s", *texts);
    reel_memory_free(&memory);
}

/* The n-th allocation refused: no memory, nothing left. */
static inline void picture_faults_of(const char *id, const reel_replay *replay, const reel_replay *level)
{
    for (size_t n = 1;; n++) {
        test_allocator counter = { .fail_at = n };
        const reel_allocator allocator = test_allocator_of(&counter);
        const reel_plot_options options = { REEL_SIZED(reel_plot_options), .allocator = &allocator, .level = level };
        test_sink sink = { 0 };
        reel_status status = picture_into(id, replay, test_sink_of(&sink), &options);
        assert_int_equal(counter.live, 0);
        assert_int_equal(sink.commits, status == REEL_OK);
        assert_int_equal(sink.discards, status != REEL_OK);
        test_sink_free(&sink);
        if (counter.calls < n) {
            assert_int_equal(status, REEL_OK);
            return;
        }
        assert_int_equal(status, REEL_MEMORY);
    }
}

static inline void picture_faults(const char *id, const reel_replay *replay) { picture_faults_of(id, replay, NULL); }

#endif
