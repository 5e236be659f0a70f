/* SPDX-License-Identifier: MIT
 * Every plot of a replay and the report, with options that the input decides. Control bytes: theme, width and height (u16le), a player, a title. A picture
 * is one SVG document without control characters, and has at most the size that plot.h says where it has the size that the plot likes. */
#include "support.h"

#include <reel/plot.h>

enum { TEXT = 64, MOST_BYTES = 300 * 1000 };

static void check_picture(const reel_memory *picture, const reel_plot_options *options)
{
    static const char end[] = "</svg>\n";
    size_t size = picture->size;
    require(size > sizeof end && memcmp(picture->data, "<svg", 4) == 0, "a picture begins as SVG");
    require(memcmp(picture->data + size - (sizeof end - 1), end, sizeof end - 1) == 0, "a picture ends as SVG");
    for (size_t i = 0; i < size; i++)
        require(picture->data[i] >= ' ' || picture->data[i] == '\n', "a picture has no control characters");
    require(options->width || options->height || size <= MOST_BYTES, "a picture is small");
}

static reel_status check_frame(void *context, const reel_plot_frame *frame, reel_error *error)
{
    const reel_memory picture = { .data = (uint8_t *)(uintptr_t)frame->svg, .size = frame->size };
    (void)error;
    require(frame->number < frame->count, "a clip has as many frames as it says");
    check_picture(&picture, context);
    return REEL_OK;
}

static void check_report(const reel_memory *report)
{
    static const char start[] = "<!doctype html>", end[] = "</html>\n";
    size_t size = report->size;
    require(size > sizeof start + sizeof end && memcmp(report->data, start, sizeof start - 1) == 0, "a report begins as HTML");
    require(memcmp(report->data + size - (sizeof end - 1), end, sizeof end - 1) == 0, "a report ends as HTML");
    for (size_t i = 0; i < size; i++)
        require(report->data[i] >= ' ' || report->data[i] == '\n', "a report has no control characters");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parts input = parts_of(data, size);
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    reel_options options = fuzz_options(&allocator);
    reel_replay *replay;
    char who[TEXT], title[TEXT];
    read_within_bound(input.replay.data, input.replay.size, NULL);
    if (reel_load(reel_source_memory(input.replay.data, input.replay.size), &options, &replay, NULL) < 0) return 0;
    reel_plot_options how = { REEL_SIZED(reel_plot_options), .allocator = &allocator, .theme = reel_get_u8(&input.control) % 4u };
    how.width = reel_get_u16le(&input.control) % 5000u;
    how.height = reel_get_u16le(&input.control) % 5000u;
    how.who = take_text(&input.control, who, TEXT)[0] ? who : NULL;
    how.title = take_text(&input.control, title, TEXT)[0] ? title : NULL;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        reel_memory picture;
        if (reel_plot_draw(*plot, replay, reel_sink_memory(&picture, NULL), &how, NULL) != REEL_OK) continue;
        check_picture(&picture, &how);
        reel_memory_free(&picture);
    }
    reel_memory scene;
    double time = reel_get_f64le(&input.control);
    if (reel_plot_scene(replay, time, reel_sink_memory(&scene, NULL), &how, NULL) == REEL_OK) {
        check_picture(&scene, &how);
        reel_memory_free(&scene);
    }
    double length = reel_get_u8(&input.control) / 64.0; /* s */
    reel_plot_clip(replay, time, length, reel_get_u8(&input.control) % 8u, check_frame, &how, &how, NULL);
    reel_memory report;
    if (reel_plot_report(replay, reel_sink_memory(&report, NULL), &how, NULL) == REEL_OK) {
        check_report(&report);
        reel_memory_free(&report);
    }
    reel_free(replay);
    require(count.live == 0, "no memory leaks");
    return 0;
}
