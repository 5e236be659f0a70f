/* SPDX-License-Identifier: MIT
 * Makes the windows and the fingerprint of a replay's motion, or of each player's. */
#include "core/memory.h"
#include "core/options.h"
#include "insight/fingerprint/fingerprint.h"
#include "insight/level.h"

#include "core/reader.h"

#include <stdlib.h>
#include <string.h>

/* s. A fingerprint has one window per cell of at least this length; a query uses all of them. */
#define STORED_CELL 2.0

static reel_status add_chunk(reel_motion *motion, motion_sources *sources, const reel_chunk *chunk, reel_budget *budget,
                             reel_error *error)
{
    for (size_t i = 0; i < sources->count; i++) {
        size_t count;
        motion_source *source = &sources->data[i];
        reel__source_learn_rate(source, chunk);
        const uint8_t *rows = reel_chunk_rows(chunk, source->table, &count);
        if (reel_spend(budget, count) != REEL_OK) return reel_fail_budget(budget, error, "", 0);
        if (!reel__source_add_rows(motion, source, rows, count)) return reel__memory_fail(error);
    }
    return REEL_OK;
}

/* ---- windows ---------------------------------------------------------------------------------------------------- */

static void make_window(const reel_motion *motion, double time, query_window *window)
{
    pose_spectrum spectrum;
    memset(&spectrum, 0, sizeof spectrum);
    window->time = time;
    window->stored = false;
    reel__window_spectrum(&motion->signal, motion->basis, time, 1, &spectrum);
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        complex_number numbers[NUMBERS];
        reel__window_numbers(&spectrum, mirrored, 0, numbers);
        window->codes[mirrored] = reel__window_code_of(numbers);
        for (unsigned family = 0; family < POSE_FAMILIES; family++) {
            unsigned bits[2];
            reel__key_weakest(numbers, family, bits);
            window->weakest[mirrored][family][0] = (uint8_t)bits[0];
            window->weakest[mirrored][family][1] = (uint8_t)bits[1];
        }
    }
}

/* The windows of the fingerprint are among those of the query. */
static bool make_fingerprint(reel_motion *motion, const anchor_list *list)
{
    anchor kept[MOST_WINDOWS];
    window_code codes[MOST_WINDOWS];
    size_t count = reel__anchors_choose(list, MOST_WINDOWS, STORED_CELL, kept), at = 0;
    for (size_t i = 0; i < count; i++) {
        while (motion->windows[at].time < kept[i].time) at++;
        codes[i] = motion->windows[at].codes[0];
        motion->windows[at].stored = true;
    }
    return count == 0 ||
           reel__print_write_poses(&motion->fingerprint, motion->signal.stretches[0].start, kept, codes, count, &motion->stops);
}

static bool make_strokes(reel_motion *motion)
{
    return reel__stops_find(&motion->signal, &motion->stops) &&
           reel__strokes_make(&motion->allocator, &motion->stops, &motion->strokes);
}

static bool make_windows(reel_motion *motion)
{
    anchor_list list = { 0 };
    motion->basis = reel__memory_new(&motion->allocator, sizeof *motion->basis);
    bool done = motion->basis && reel__signal_finish(&motion->signal) && reel__anchors_find(&motion->signal, &list);
    if (done) {
        reel__window_basis_make(motion->basis);
        motion->windows = reel__memory_new(&motion->allocator, (list.count + 1) * sizeof *motion->windows);
        done = motion->windows != NULL;
    }
    for (size_t i = 0; done && i < list.count; i++) make_window(motion, list.data[i].time, &motion->windows[i]);
    motion->window_count = done ? list.count : 0;
    done = done && make_strokes(motion) && make_fingerprint(motion, &list);
    reel__memory_drop(&motion->allocator, list.data);
    return done;
}

static void report(const reel_reporter *reporter, const reel_motion *motion, const reel_table *table)
{
    const struct {
        uint64_t count;
        const char *rule, *message;
    } problems[] = {
        { motion->signal.unusable, "match.not-finite", "%llu rows without a usable time or position were skipped" },
        { motion->signal.late, "match.time", "%llu rows whose time does not increase were skipped" },
        { motion->signal.after, "match.long", "%llu rows after the first two hours were not used" },
        { motion->stops.after, "match.long", "%llu strokes beyond those that a fingerprint holds were not used" },
        { motion->presses.after, "match.long", "%llu presses beyond those that a fingerprint holds were not used" },
        { motion->left_out, "match.players", "%llu rows of further players were not used" },
    };
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        reel_finding finding = { .rule = problems[i].rule, .severity = REEL_NOTE, .table = table, .row = REEL_NO_ROW };
        finding.offset = REEL_NO_OFFSET;
        finding.count = problems[i].count;
        if (problems[i].count) reel_find(reporter, finding, problems[i].message, (unsigned long long)problems[i].count);
    }
}

static reel_status finish(reel_motion *motion, reel_error *error)
{
    if (motion->kind == PRINT_POSES) return make_windows(motion) ? REEL_OK : reel__memory_fail(error);
    if (!reel__presses_finish(&motion->presses)) return reel__memory_fail(error);
    enum { LEAST_PRESSES = 4 };
    if (motion->presses.count < LEAST_PRESSES) return REEL_OK;
    return reel__print_write_presses(&motion->fingerprint, motion->kind, &motion->presses) ? REEL_OK : reel__memory_fail(error);
}

/* ---- the interface ---------------------------------------------------------------------------------------------- */

static reel_status begin(const reel_format *format, const reel_motion_options *given, reel_motion_options *options,
                         motion_sources *sources, reel_motion **motion, reel_error *error)
{
    reel__memory_options(options, sizeof *options, given);
    *motion = NULL;
    reel_status known = reel__options_are_known(options->struct_size, error);
    if (known < 0) return known;
    print_kind kind = format ? reel__find_sources(format, sources) : PRINT_NONE;
    if (kind == PRINT_NONE)
        return reel_fail(error, REEL_UNSUPPORTED, "match.format", "", 0, "replays of the format %s have no motion to compare",
                         format ? format->id : "of statistics");
    reel_allocator allocator = reel__memory_allocator(options->allocator);
    *motion = reel__motion_new(&allocator, kind);
    return *motion ? REEL_OK : reel__memory_fail(error);
}

static reel_status end(reel_status status, const reel_motion_options *options, const motion_sources *sources,
                       reel_motion **motion, reel_error *error)
{
    reel_reporter reporter = { options->report, options->report_context };
    for (reel_motion *each = *motion; status >= 0 && each; each = each->next) {
        memcpy(each->level, (*motion)->level, sizeof each->level);
        memcpy(each->levels, (*motion)->levels, sizeof each->levels);
        status = finish(each, error);
        if (status >= 0) report(&reporter, each, sources->data[0].table);
    }
    if (status >= 0) return REEL_OK;
    reel_motion_free(*motion);
    *motion = NULL;
    return status;
}

reel_status reel__motion_begin(motion_run *run, const reel_format *format, const reel_motion_options *options, reel_error *error)
{
    run->began = false;
    return begin(format, options, &run->options, &run->sources, &run->motion, error);
}

/* The level of the header, and that which was given. */
static reel_status take_levels(motion_run *run, const reel_chunk *chunk, reel_error *error)
{
    const reel_motion_options *options = &run->options;
    const reel_analysis asked = { .level = options->level,
                                  .error = error,
                                  .reporter = { options->report, options->report_context } };
    const reel_status status = reel__insight_level(&asked, chunk);
    level_place own = { 0 }, given = { 0 };
    if (status < 0) return status;
    if (!reel__level_next_hash(chunk, &own, run->motion->level)) run->motion->level[0] = '\0';
    for (size_t i = 0; i < MOTION_LEVELS && options->level; i++)
        if (!reel__level_next_hash(reel_replay_chunk(options->level), &given, run->motion->levels[i]))
            run->motion->levels[i][0] = '\0';
    return REEL_OK;
}

reel_status reel__motion_add(motion_run *run, const reel_chunk *chunk, reel_budget *budget, reel_error *error)
{
    const reel_status status = run->began ? REEL_OK : take_levels(run, chunk, error);
    run->began = true;
    if (status < 0) return status;
    return add_chunk(run->motion, &run->sources, chunk, budget, error);
}

reel_status reel__motion_end(motion_run *run, reel_status status, reel_motion **motion, reel_error *error)
{
    *motion = run->motion;
    run->motion = NULL;
    return end(status, &run->options, &run->sources, motion, error);
}

reel_status reel_motion_read(reel_reader *reader, const reel_motion_options *given, reel_motion **motion, reel_error *error)
{
    motion_run run;
    const reel_chunk *chunk;
    *motion = NULL;
    reel_status status = reel__motion_begin(&run, reel_reader_format(reader), given, error);
    if (status < 0) return status;
    while (status == REEL_OK && (status = reel_next(reader, &chunk, error)) == REEL_OK)
        status = reel__motion_add(&run, chunk, &reader->budget, error);
    return reel__motion_end(&run, status, motion, error);
}

reel_status reel_motion_of(const reel_replay *replay, const reel_motion_options *given, reel_motion **motion, reel_error *error)
{
    motion_run run;
    *motion = NULL;
    reel_status status = reel__motion_begin(&run, reel_replay_format(replay), given, error);
    if (status < 0) return status;
    return reel__motion_end(&run, reel__motion_add(&run, reel_replay_chunk(replay), NULL, error), motion, error);
}

reel_bytes reel_motion_fingerprint(const reel_motion *motion)
{
    return (reel_bytes){ motion->fingerprint.data, motion->fingerprint.size };
}

const reel_motion *reel_motion_next(const reel_motion *motion) { return motion->next; }

bool reel_motion_player(const reel_motion *motion, int64_t *player)
{
    *player = motion->player;
    return motion->has_player;
}

const char *reel_motion_level(const reel_motion *motion) { return motion->level; }

bool reel_motion_is_elsewhere(const reel_motion *motion, const char *hash)
{
    bool known = false;
    for (size_t i = 0; i < MOTION_LEVELS && *hash; i++) {
        if (!motion->levels[i][0]) break;
        if (strcmp(hash, motion->levels[i]) == 0) return false;
        known = true;
    }
    return known;
}
