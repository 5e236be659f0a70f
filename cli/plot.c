/* SPDX-License-Identifier: MIT
 * reel plot: draws plots of a replay. */
#include "json.h"
#include "output.h"
#include "report.h"
#include "tables.h"
#include "verbs.h"

#include <stdlib.h>

static uint32_t theme_of(const struct arguments *arguments)
{
    const char *theme = value_of(arguments, OPT_THEME);
    if (!theme || !strcmp(theme, "auto")) return REEL_PLOT_AUTO;
    return strcmp(theme, "dark") != 0 ? REEL_PLOT_LIGHT : REEL_PLOT_DARK;
}

static void print_plot_name(struct job *job, const reel_plot *plot, const char *path)
{
    if (!job->into_folder || has(job->arguments, OPT_QUIET)) return;
    if (has(job->arguments, OPT_JSON)) {
        json_open(&job->out, NULL, '{');
        json_file(&job->out, job, NULL);
        json_string(&job->out, "plot", plot->id);
        json_path(&job->out, "output", path);
        json_close(&job->out, '}');
    } else {
        text_visible(&job->out, path, strlen(path));
    }
    text_string(&job->out, "\n");
}

static reel_status draw_plot(struct job *job, const reel_plot *plot, const reel_replay *replay)
{
    reel_sink sink;
    reel_plot_options how = { .theme = theme_of(job->arguments),
                              .who = value_of(job->arguments, OPT_WHO),
                              .allocator = job->options.allocator,
                              .limits = job->options.limits,
                              .on_progress = job->options.on_progress,
                              .progress_context = job->options.progress_context };
    char *ending = joined(".", plot->id, ".svg");
    char *path = output_path(job, ending);
    reel_status status = output_sink(job, path, &sink);
    if (status >= 0) status = reel_plot_draw(plot, replay, sink, &how, &job->error);
    if (status == REEL_OK) {
        print_plot_name(job, plot, path);
    } else if (status == REEL_END && !has(job->arguments, OPT_QUIET)) {
        text_visible(&job->err, job->shown, strlen(job->shown));
        text_print(&job->err, ": no data for plot %s\n", plot->id);
    }
    free(ending);
    free(path);
    return status;
}

static reel_status plot(struct job *job)
{
    reel_source source = { 0 };
    reel_replay *replay;
    reel_status status = job_set_span(job);
    if (status >= 0) status = job_source(job, &source);
    if (status >= 0) status = reel_load(source, &job->options, &replay, &job->error);
    if (status < 0) return status;
    const reel_format *format = reel_replay_format(replay);
    char **names = names_of(job->arguments, OPT_PLOT);
    size_t drawn = 0;
    for (const reel_plot *const *each = reel_plots(); *each && status >= 0; each++) {
        if (!plot_takes(*each, format) || (names && !names_have(names, (*each)->id))) continue;
        if (!names && !(*each)->takes_who && has(job->arguments, OPT_WHO)) continue;
        drawn++;
        status = draw_plot(job, *each, replay);
    }
    if (!drawn) status = fail_job(job, REEL_ARGUMENT, "plot.none", "%s has no such plot; see 'reel plot --list'", format->name);
    names_free(names);
    reel_free(replay);
    return status;
}

/* Adds the id of a plot, which several games may share, and its formats. */
static void add_formats(struct grid *grid, const reel_plot *plot, const char *id)
{
    struct text formats = { 0 };
    for (const reel_format *const *format = plot->formats; *format; format++)
        text_print(&formats, "%s%s", formats.size ? "," : "", (*format)->id);
    grid_add(grid, id, strlen(id));
    grid_add(grid, text_of(&formats), formats.size);
    text_free(&formats);
}

static int list_plots(const struct arguments *arguments)
{
    struct text out = { 0 };
    struct grid grid;
    grid_begin(&grid, 4);
    for (const reel_plot *const *each = reel_plots(); *each; each++) {
        const char *cells[] = { (*each)->id, (*each)->name, (*each)->doc };
        add_formats(&grid, *each, cells[0]);
        for (size_t i = 1; i < 3; i++) grid_add(&grid, cells[i], strlen(cells[i]));
        if (!has(arguments, OPT_JSON)) continue;
        json_open(&out, NULL, '{');
        json_string(&out, "id", cells[0]);
        json_string(&out, "name", cells[1]);
        json_string(&out, "doc", cells[2]);
        json_open(&out, "formats", '[');
        for (const reel_format *const *format = (*each)->formats; *format; format++) json_string(&out, NULL, (*format)->id);
        json_close(&out, ']');
        json_close(&out, '}');
        text_string(&out, "\n");
    }
    if (!has(arguments, OPT_JSON)) grid_print(&out, &grid, 0, SIZE_MAX);
    grid_free(&grid);
    return print_and_free(&out);
}

int run_plot(const struct arguments *arguments)
{
    if (has(arguments, OPT_LIST)) return list_plots(arguments);
    if (!arguments->input_count) return usage_error(arguments->verb, "missing argument: %s", arguments->verb->inputs);
    char **names = names_of(arguments, OPT_PLOT);
    bool one = names && !names[1];
    names_free(names);
    const char *output = value_of(arguments, OPT_OUTPUT);
    size_t size = output ? strlen(output) : 0;
    if (!one && output_is_stdout(arguments))
        return usage_error(arguments->verb, "several plots need a folder; use -o FOLDER, or select one with --plot");
    if (!one && size > 4 && !strcmp(output + size - 4, ".svg"))
        return usage_error(arguments->verb, "'%s' can hold only one plot; select it with --plot, or use -o FOLDER", output);
    struct task task = { .work = plot,
                         .writes = !output_is_stdout(arguments),
                         .in_turn = output_is_stdout(arguments),
                         .one_to_stdout = true,
                         .always_folder = !one };
    return run_files(arguments, &task);
}
