/* SPDX-License-Identifier: MIT
 * reel plot: draws plots of a replay or its scene at a time, or writes a report with all plots. */
#include "args/tables.h"
#include "base/grid.h"
#include "base/json.h"
#include "base/svg_png.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/levels.h"
#include "run/output.h"
#include "run/own_map.h"
#include "run/report.h"
#include "verbs/clip.h"
#include "verbs/verbs.h"

#include <math.h>
#include <stdlib.h>

/* A replay, and its level if that is known. */
struct loaded {
    reel_replay *replay;
    const reel_replay *level;
    reel_replay *own;          /* the map that a demo contains, which is the level then */
    const reel_table **tables; /* that are read for a scene; NULL: all */
};

static uint32_t theme_of(const struct arguments *arguments)
{
    const char *theme = value_of(arguments, OPT_THEME);
    if (!theme || !strcmp(theme, "auto")) return REEL_PLOT_AUTO;
    return strcmp(theme, "dark") != 0 ? REEL_PLOT_LIGHT : REEL_PLOT_DARK;
}

static bool ends_with(const char *path, const char *ending)
{
    size_t size = strlen(path), end = strlen(ending);
    return size > end && !strcmp(path + size - end, ending);
}

static bool is_page(const char *path) { return ends_with(path, ".html") || ends_with(path, ".htm"); }

/* Whether the picture is a PNG: as --to says, else by the ending of its name. */
static bool is_png(const struct arguments *arguments, const char *path)
{
    const char *to = value_of(arguments, OPT_TO_PICTURE);
    return to ? !strcmp(to, "png") : ends_with(path, ".png");
}

/* Whether a file name has an ending that is neither that of a picture nor missing. */
static bool is_other_ending(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot && strcmp(dot, ".svg") != 0 && strcmp(dot, ".png") != 0;
}

/* Prints the path of an output whose name was chosen here. */
static void print_output_name(struct job *job, const char *id, const char *path)
{
    if (has(job->arguments, OPT_QUIET)) return;
    if (has(job->arguments, OPT_JSON)) {
        json_open(&job->out, NULL, '{');
        json_file(&job->out, job, NULL);
        json_string(&job->out, "plot", id);
        json_path(&job->out, "output", path);
        json_close(&job->out, '}');
    } else {
        text_visible(&job->out, path, strlen(path));
    }
    text_string(&job->out, "\n");
}

static reel_plot_options plot_options_of(const struct job *job, const reel_replay *level)
{
    uint64_t width = count_of(job->arguments, OPT_WIDTH, 0);
    return (reel_plot_options){ REEL_SIZED(reel_plot_options),
                                .theme = theme_of(job->arguments),
                                .width = width > UINT32_MAX ? UINT32_MAX : (uint32_t)width,
                                .who = value_of(job->arguments, OPT_WHO),
                                .allocator = job->options.allocator,
                                .limits = job->options.limits,
                                .on_progress = job->options.on_progress,
                                .progress_context = job->options.progress_context,
                                .level = level };
}

/* Whether the picture is a scene, and of which time; NaN for a thumbnail. */
static bool scene_of(const struct arguments *arguments, double *time)
{
    struct moment moment = { .value = NAN };
    bool given = moment_of(arguments, OPT_SCENE, &moment);
    *time = moment.value;
    return given || has(arguments, OPT_THUMBNAIL);
}

/* Draws a plot; NULL: the scene. */
static reel_status draw_svg(struct job *job, const reel_plot *plot, const struct loaded *loaded, reel_sink sink)
{
    double time;
    reel_plot_options how = plot_options_of(job, loaded->level);
    if (plot) return reel_plot_draw(plot, loaded->replay, sink, &how, &job->error);
    scene_of(job->arguments, &time);
    return reel_plot_scene(loaded->replay, time, sink, &how, &job->error);
}

/* Draws the plot into memory first: it may have no data, and then there is no PNG. */
static reel_status draw_png(struct job *job, const reel_plot *plot, const struct loaded *loaded, reel_sink sink)
{
    reel_memory svg = { 0 };
    struct svg_library library;
    reel_status status = draw_svg(job, plot, loaded, reel_sink_memory(&svg, job->options.allocator));
    if (status == REEL_OK) status = svg_load(&library, &job->error);
    if (status == REEL_OK) status = svg_draw(&library, svg.data, svg.size, &(struct png_size){ 0 }, sink, &job->error);
    if (status == REEL_OK)
        status = sink.commit(sink.context, &job->error);
    else
        sink.discard(sink.context);
    reel_memory_free(&svg);
    return status;
}

static reel_status draw_clip(struct job *job, const struct loaded *loaded, reel_sink sink)
{
    reel_plot_options how = plot_options_of(job, loaded->level);
    return clip_draw(job, loaded->replay, &how, sink);
}

/* `plot` is NULL for the scene, and for a clip. */
static reel_status draw_plot(struct job *job, const reel_plot *plot, const struct loaded *loaded)
{
    reel_sink sink;
    bool clip = has(job->arguments, OPT_CLIP);
    const char *id = plot ? plot->id : clip ? "clip" : "scene";
    char *ending = joined(".", id, clip || is_png(job->arguments, "") ? ".png" : ".svg");
    char *path = output_path(job, ending);
    reel_status status = output_sink(job, path, &sink);
    if (status >= 0 && !job->into_folder && !has(job->arguments, OPT_TO_PICTURE) && is_other_ending(path)) {
        sink.discard(sink.context);
        status = fail_job(job, REEL_ARGUMENT, "plot.ending", "plots are written as .svg, .png or .html, not as %s", path);
    } else if (status >= 0 && clip) {
        status = draw_clip(job, loaded, sink);
    } else if (status >= 0 && is_png(job->arguments, path)) {
        status = draw_png(job, plot, loaded, sink);
    } else if (status >= 0) {
        status = draw_svg(job, plot, loaded, sink);
    }
    if (status == REEL_OK && job->into_folder) {
        print_output_name(job, id, path);
    } else if (status == REEL_END && (!plot || has(job->arguments, OPT_PLOT)) &&
               !has(job->arguments, OPT_QUIET)) { /* asked for by name */
        text_visible(&job->err, job->shown, strlen(job->shown));
        const char *why = !plot                            ? ": nothing to draw at this time\n"
                          : plot->levels && !loaded->level ? ": plot %s needs the level; use --map\n"
                                                           : ": no data for plot %s\n";
        text_print(&job->err, why, id);
    }
    free(ending);
    free(path);
    return status;
}

/* A name beside the input that no file has: FILE.html, FILE.2.html and so on. With --replace, FILE.html. */
static char *path_beside(const struct job *job)
{
    enum { MOST = 10000 };
    const char *input = job->input->path;
    if (!strcmp(input, "-")) return copy_of("-");
    char *path = joined(input, ".html", "");
    for (int number = 2; number < MOST && kind_of(path) != KIND_NONE && !has(job->arguments, OPT_REPLACE); number++) {
        struct text ending = { 0 };
        text_print(&ending, ".%d.html", number);
        free(path);
        path = joined(input, text_of(&ending), "");
        text_free(&ending);
    }
    return path;
}

static bool uses_level(const reel_format *format)
{
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++)
        if ((*plot)->levels && plot_takes(*plot, format)) return true;
    return false;
}

/* A scene shows nothing of how the file was written, and some of that takes longer to read than what it shows. */
static void choose_tables(struct job *job, const reel_format *format, struct loaded *loaded, reel_options *options)
{
    double time;
    size_t count;
    if (!scene_of(job->arguments, &time) && !has(job->arguments, OPT_CLIP)) return;
    free(loaded->tables);
    loaded->tables = tables_chosen(reel_format_tables(format), NULL, REEL_TABLE_LAYOUT | REEL_TABLE_ON_REQUEST, &count);
    options->tables = loaded->tables;
}

/* The level is known when the header is. */
static reel_status choose_level(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options)
{
    struct loaded *loaded = job->choosing;
    if (!header) choose_tables(job, format, loaded, options);
    if (header && uses_level(format)) return levels_find(job, header, &loaded->level);
    if (header || uses_level(format) || !has(job->arguments, OPT_LEVELS)) return REEL_OK;
    return fail_job(job, REEL_ARGUMENT, "plot.level", "the plots of %s use no level", format->name);
}

/* unload in either case. */
static reel_status load_replay(struct job *job, struct loaded *loaded)
{
    reel_source source = { 0 };
    *loaded = (struct loaded){ .replay = NULL };
    job->narrows = true;
    job->choose = choose_level;
    job->choosing = loaded;
    reel_status status = job_source(job, &source);
    if (status >= 0) status = reel_load(source, &job->options, &loaded->replay, &job->error);
    job->choose = NULL, job->choosing = NULL;
    if (status >= 0 && !loaded->level) loaded->own = own_map_of(job, loaded->replay);
    if (loaded->own) loaded->level = loaded->own;
    return status;
}

static void unload(const struct loaded *loaded)
{
    reel_free(loaded->replay);
    if (!loaded->own) levels_release(loaded->level);
    reel_free(loaded->own);
    free(loaded->tables);
}

static reel_status report(struct job *job)
{
    struct loaded loaded;
    reel_sink sink;
    reel_status status = load_replay(job, &loaded);
    if (status < 0) {
        unload(&loaded);
        return status;
    }
    reel_plot_options how = plot_options_of(job, loaded.level);
    bool named = value_of(job->arguments, OPT_OUTPUT) != NULL;
    char *path = named ? output_path(job, job->into_folder ? ".html" : "") : path_beside(job);
    status = output_sink(job, path, &sink);
    if (status >= 0) status = reel_plot_report(loaded.replay, sink, &how, &job->error);
    if (status == REEL_OK && !named && strcmp(path, "-") != 0) print_output_name(job, "report", path);
    free(path);
    unload(&loaded);
    return status;
}

static reel_status draw_plots(struct job *job, const struct loaded *loaded)
{
    const reel_format *format = reel_replay_format(loaded->replay);
    reel_status status = REEL_OK;
    char **names = names_of(job->arguments, OPT_PLOT);
    size_t drawn = 0;
    for (const reel_plot *const *each = reel_plots(); *each && status >= 0; each++) {
        if (!plot_takes(*each, format) || (names && !names_have(names, (*each)->id))) continue;
        if (!names && !(*each)->takes_who && has(job->arguments, OPT_WHO)) continue;
        drawn++;
        status = draw_plot(job, *each, loaded);
    }
    if (!drawn)
        status = fail_job(job, REEL_ARGUMENT, "plot.none", "%s has no such plot%s; see 'reel plot --list'", format->name,
                          has(job->arguments, OPT_WHO) && !names ? " of a single player" : "");
    names_free(names);
    return status;
}

static reel_status plot(struct job *job)
{
    struct loaded loaded;
    reel_status status = load_replay(job, &loaded);
    if (status >= 0) status = draw_plots(job, &loaded);
    unload(&loaded);
    return status;
}

static reel_status scene(struct job *job)
{
    struct loaded loaded;
    reel_status status = load_replay(job, &loaded);
    if (status >= 0) status = draw_plot(job, NULL, &loaded);
    unload(&loaded);
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

/* Reports go beside their inputs, or to -o: a file, or standard output. */
static int run_reports(const struct arguments *arguments)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    bool standard = output && !strcmp(output, "-");
    for (size_t i = 0; i < arguments->input_count && !output; i++) standard = standard || !strcmp(arguments->inputs[i], "-");
    struct task task = { .work = report, .writes = true, .in_turn = standard, .one_to_stdout = standard };
    return run_files(arguments, &task);
}

/* One picture of each input. */
static int run_pictures(const struct arguments *arguments, reel_status (*work)(struct job *job), bool folder)
{
    struct task task = { .work = work,
                         .writes = !output_is_stdout(arguments),
                         .in_turn = output_is_stdout(arguments),
                         .one_to_stdout = true,
                         .always_folder = folder };
    return run_files(arguments, &task);
}

static int run_clips(const struct arguments *arguments)
{
    const char *output = value_of(arguments, OPT_OUTPUT), *to = value_of(arguments, OPT_TO_PICTURE);
    int status = clip_check(arguments);
    if (status != EXIT_FINE) return status;
    if (has(arguments, OPT_PLOT)) return usage_error(arguments->verb, "a clip is not a plot; leave out --plot");
    bool page = output && is_page(output) && kind_of(output) != KIND_FOLDER;
    if (page || (output && ends_with(output, ".svg")) || (to && strcmp(to, "png") != 0))
        return usage_error(arguments->verb, "a clip is an animated PNG; use -o FILE.png");
    return run_pictures(arguments, scene, false);
}

static int run_scenes(const struct arguments *arguments)
{
    struct moment moment;
    const char *output = value_of(arguments, OPT_OUTPUT);
    if (moment_of(arguments, OPT_SCENE, &moment) && moment.ticks)
        return usage_error(arguments->verb, "--scene needs a time in seconds, such as 80.5 or 1:20.5");
    if (has(arguments, OPT_SCENE) && has(arguments, OPT_THUMBNAIL))
        return usage_error(arguments->verb, "--thumbnail chooses the time; leave out --scene");
    if (has(arguments, OPT_PLOT)) return usage_error(arguments->verb, "a scene is not a plot; leave out --plot");
    if (output && is_page(output) && kind_of(output) != KIND_FOLDER)
        return usage_error(arguments->verb, "'%s': a scene is written as .svg or .png", output);
    return run_pictures(arguments, scene, false);
}

static int run_files_of(const struct arguments *arguments)
{
    double time;
    if (has(arguments, OPT_CLIP) || has(arguments, OPT_AT)) return run_clips(arguments);
    if (scene_of(arguments, &time)) return run_scenes(arguments);
    char **names = names_of(arguments, OPT_PLOT);
    bool one = names && !names[1], some = names != NULL;
    names_free(names);
    const char *output = value_of(arguments, OPT_OUTPUT);
    bool page = output && is_page(output) && kind_of(output) != KIND_FOLDER;
    if (!some && (output_is_stdout(arguments) || page)) {
        if (!has(arguments, OPT_TO_PICTURE)) return run_reports(arguments);
        return usage_error(arguments->verb, "a report is HTML; select a picture for --to with --plot, --scene or --thumbnail");
    }
    if (page) return usage_error(arguments->verb, "'%s': a report has all plots; leave out --plot, or use -o FILE.svg", output);
    if (!one && output_is_stdout(arguments))
        return usage_error(arguments->verb, "several plots need a folder; use -o FOLDER, or select one with --plot");
    if (!one && (ends_with(output, ".svg") || ends_with(output, ".png")))
        return usage_error(arguments->verb, "'%s' can hold only one plot; select it with --plot, or use -o FOLDER", output);
    return run_pictures(arguments, plot, !one);
}

int run_plot(const struct arguments *arguments)
{
    if (has(arguments, OPT_LIST)) return list_plots(arguments);
    if (!arguments->input_count && !has(arguments, OPT_FILES_FROM))
        return usage_error(arguments->verb, "missing argument: %s", arguments->verb->inputs);
    int status = levels_begin(arguments);
    if (status == EXIT_FINE) status = run_files_of(arguments);
    levels_end();
    return status;
}
