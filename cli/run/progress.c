/* SPDX-License-Identifier: MIT
 * The progress of a run, on one line of a terminal:
 *   [12/5,000] 24%, 31.5 MB/s, 2:10 left  uploads/12.bsor */
#include "run/progress.h"
#include "base/system.h"

#include <stdio.h>
#include <stdlib.h>

/* Milliseconds between two drawings while a file is read, and before a single file is worth a line. */
enum { PERIOD = 100, PATIENCE = 500, NAME_COLUMNS = 40 };

void progress_open(struct progress *progress, const struct inputs *inputs)
{
    progress->inputs = inputs;
    progress->sizes = grow(NULL, (inputs->count + 1) * sizeof *progress->sizes);
    progress->began = clock_ms();
    for (size_t i = 0; i < inputs->count; i++) {
        progress->sizes[i] = strcmp(inputs->data[i].path, "-") != 0 ? size_of_file(inputs->data[i].path) : 0;
        progress->total += progress->sizes[i];
    }
}

void progress_close(struct progress *progress)
{
    free(progress->sizes);
    progress->sizes = NULL;
}

bool progress_is_due(struct progress *progress, uint64_t *counted, uint64_t read)
{
    if (read > *counted) { /* a second pass begins at 0 */
        atomic_fetch_add(&progress->done, read - *counted);
        *counted = read;
    }
    uint64_t now = clock_ms(), shown = atomic_load(&progress->shown);
    return now - shown >= PERIOD && now - progress->began >= PATIENCE;
}

void progress_end(struct progress *progress, size_t index, uint64_t counted)
{
    if (progress->sizes && progress->sizes[index] > counted) atomic_fetch_add(&progress->done, progress->sizes[index] - counted);
}

static void add_time(struct text *text, uint64_t seconds)
{
    uint64_t hours = seconds / 3600;
    if (hours) text_print(text, "%llu:%02u:", (unsigned long long)hours, (unsigned)(seconds / 60 % 60));
    if (!hours) text_print(text, "%u:", (unsigned)(seconds / 60));
    text_print(text, "%02u left", (unsigned)(seconds % 60));
}

void progress_draw(struct progress *progress, size_t number, size_t count, const char *path)
{
    uint64_t now = clock_ms(), took = now - progress->began, done = atomic_load(&progress->done);
    struct text text = { 0 };
    text_string(&text, "\r\x1b[K");
    if (count > 1) {
        text_string(&text, "[");
        text_count(&text, number);
        text_string(&text, "/");
        text_count(&text, count);
        text_string(&text, "] ");
    }
    if (done > progress->total) done = progress->total; /* a file that grows */
    if (progress->total) text_print(&text, "%u%%", (unsigned)((double)done / (double)progress->total * 100));
    if (done && took) {
        double rate = (double)done / (double)took; /* bytes per millisecond */
        text_print(&text, ", %.1f MB/s, ", rate / 1000);
        add_time(&text, (uint64_t)((double)(progress->total - done) / rate / 1000));
    }
    text_string(&text, "  ");
    text_cut(&text, path, strlen(path), NAME_COLUMNS);
    fputs(text_of(&text), stderr);
    text_free(&text);
    progress->drawn = true;
    atomic_store(&progress->shown, now);
}

void progress_show(struct progress *progress, size_t next)
{
    if (!progress->sizes || next >= progress->inputs->count) return;
    if (progress->inputs->count == 1 && clock_ms() - progress->began < PATIENCE) return;
    progress_draw(progress, next + 1, progress->inputs->count, progress->inputs->data[next].path);
}

void progress_clear(struct progress *progress)
{
    if (progress->drawn) fputs("\r\x1b[K", stderr);
    progress->drawn = false;
}
