/* SPDX-License-Identifier: MIT
 * reel match: finds replays whose motion is that of others, in an index or by comparing two files, and motion that a replay repeats. */
#include "base/json.h"
#include "run/batch.h"
#include "run/end.h"
#include "run/levels.h"
#include "run/report.h"
#include "verbs/verbs.h"

#include <reel/match.h>

#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_LIMIT = 20 };

static const char no_similar[] = "no similar replay";

/* For people; the names in JSON are those of the library. */
static const char *band_text(reel_match_band band)
{
    return band == REEL_MATCH_SAME     ? "same recording"
           : band == REEL_MATCH_PART   ? "part of the motion"
           : band == REEL_MATCH_REVIEW ? "a person should look"
                                       : "nothing can be said";
}

static const char *hand_text(uint8_t hand) { return hand ? "right" : "left"; }

/* ---- results ---------------------------------------------------------------------------------------------------- */

enum { SHOWN_PARTS = 4 };

/* Which part of which hand is whose: the parts with most evidence. */
static void add_parts_text(struct text *out, const reel_match *match)
{
    for (uint32_t i = 0; i < match->part_count && i < SHOWN_PARTS; i++) {
        const reel_match_part *part = &match->parts[i];
        text_print(out, "%s %s hand %.1f to %.1f s = its %s hand %.1f to %.1f s%s", i ? "," : ";", hand_text(part->hand),
                   part->from, part->to, hand_text(part->source_hand), part->source_from, part->source_to,
                   part->mirrored ? " mirrored" : "");
    }
    if (match->part_count > SHOWN_PARTS) text_print(out, ", and %u more", (unsigned)(match->part_count - SHOWN_PARTS));
}

/* How alike the windows or presses are. */
static void add_score_text(struct text *out, const reel_match *match)
{
    bool presses = match->head == 0 && match->left == 0 && match->right == 0;
    text_print(out, ": score %.3f", match->score);
    if (!presses) text_print(out, " (head %.2f, left %.2f, right %.2f)", match->head, match->left, match->right);
    text_string(out, ", ");
    if (presses)
        text_counted(out, match->windows, "press", "presses");
    else
        text_counted(out, match->windows, "window", "windows");
    text_print(out, ", %.1f to %.1f s, time %.4f x %+.3f s%s", match->from, match->to, match->scale, match->shift,
               match->mirrored ? ", mirrored" : "");
}

static void add_match_text(struct text *out, const char *file, const reel_motion *query, reel_string name,
                           const reel_match *match)
{
    int64_t player;
    text_visible(out, file, strlen(file));
    if (reel_motion_player(query, &player)) text_print(out, "#%lld", (long long)player);
    text_print(out, ": %s: ", band_text(match->band));
    text_visible(out, name.data, name.size);
    if (match->windows) add_score_text(out, match);
    if (match->band == REEL_MATCH_REVIEW && match->run > 1)
        text_print(out, "; %u like windows in a row, %.1f to %.1f s", (unsigned)match->run, match->run_from, match->run_to);
    if (match->part_count) text_print(out, "%s evidence %.0f", match->windows ? ";" : ":", match->evidence);
    if (match->band == REEL_MATCH_PART) add_parts_text(out, match);
    text_string(out, "\n");
}

static void json_integer(struct text *out, const char *name, int64_t value)
{
    struct text digits = { 0 };
    text_print(&digits, "%lld", (long long)value);
    json_raw(out, name, digits.data, digits.size);
    text_free(&digits);
}

static void add_parts_json(struct text *out, const reel_match *match)
{
    json_open(out, "parts", '[');
    for (uint32_t i = 0; i < match->part_count; i++) {
        const reel_match_part *part = &match->parts[i];
        json_open(out, NULL, '{');
        json_string(out, "hand", hand_text(part->hand));
        json_string(out, "source_hand", hand_text(part->source_hand));
        json_bool(out, "mirrored", part->mirrored);
        json_number(out, "from", part->from, REEL_F64);
        json_number(out, "to", part->to, REEL_F64);
        json_number(out, "source_from", part->source_from, REEL_F64);
        json_number(out, "source_to", part->source_to, REEL_F64);
        json_count(out, "strokes", part->strokes);
        json_number(out, "evidence", part->evidence, REEL_F64);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void add_match_json(struct text *out, const reel_motion *query, reel_string name, const reel_match *match)
{
    int64_t player;
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        { "score", match->score },       { "head", match->head },     { "left", match->left },
        { "right", match->right },       { "strong", match->strong }, { "scale", match->scale },
        { "shift", match->shift },       { "from", match->from },     { "to", match->to },
        { "run_from", match->run_from }, { "run_to", match->run_to }, { "evidence", match->evidence },
        { "copied", match->copied },
    };
    char *path = grow(NULL, name.size + 1);
    if (name.size) memcpy(path, name.data, name.size);
    path[name.size] = '\0';
    json_open(out, NULL, '{');
    if (reel_motion_player(query, &player)) json_integer(out, "player", player);
    json_path(out, "name", path);
    json_string(out, "band", reel_match_band_name(match->band));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) json_number(out, numbers[i].name, numbers[i].value, REEL_F64);
    json_count(out, "windows", match->windows);
    json_count(out, "run", match->run);
    json_bool(out, "mirrored", match->mirrored);
    add_parts_json(out, match);
    json_close(out, '}');
    free(path);
}

struct results {
    struct job *job;
    const reel_motion *query; /* of the player that is compared */
    bool json, all;
    size_t shown;
    const reel_match_index *index; /* NULL: two files are compared */
    uint64_t not_compared;         /* entries of the index */
};

static bool add_result(void *context, reel_string name, const reel_match *match)
{
    struct results *results = context;
    if (!results->all && !results->json && match->band == REEL_MATCH_NOTHING) return true;
    results->shown++;
    if (results->json)
        add_match_json(&results->job->out, results->query, name, match);
    else
        add_match_text(&results->job->out, results->job->shown, results->query, name, match);
    return true;
}

static void begin_results(struct results *results, struct job *job, const reel_format *format)
{
    *results = (struct results){ .job = job, .json = has(job->arguments, OPT_JSON), .all = has(job->arguments, OPT_ALL_MATCHES) };
    if (!results->json) return;
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, format);
    json_open(&job->out, "matches", '[');
}

/* `nothing`: what is printed if there were none. */
static void end_results(struct results *results, const char *nothing)
{
    struct job *job = results->job;
    if (results->json) {
        json_close(&job->out, ']');
        if (results->index) json_count(&job->out, "not_compared", results->not_compared);
        json_findings(&job->out, job->findings);
        json_close(&job->out, '}');
        text_string(&job->out, "\n");
    } else if (!results->shown && !has(job->arguments, OPT_QUIET)) {
        text_visible(&job->out, job->shown, strlen(job->shown));
        text_print(&job->out, ": %s\n", nothing);
    }
    if (results->json || !results->not_compared || has(job->arguments, OPT_QUIET)) return;
    text_visible(&job->out, job->shown, strlen(job->shown));
    text_string(&job->out, ": at least ");
    text_counted(&job->out, results->not_compared, "more entry has", "more entries have");
    text_string(&job->out, " as much in common; not compared\n");
}

/* The first motion of a list that has a fingerprint, or NULL. */
static const reel_motion *first_usable(const reel_motion *motion)
{
    while (motion && !reel_motion_fingerprint(motion).size) motion = reel_motion_next(motion);
    return motion;
}

static const reel_motion *next_usable(const reel_motion *motion) { return first_usable(reel_motion_next(motion)); }

/* ---- with an index ---------------------------------------------------------------------------------------------- */

static reel_status read_motion(struct job *job, reel_motion **motion, const reel_format **format)
{
    reel_reader *reader;
    *motion = NULL;
    reel_status status = job_reader(job, NULL, &reader);
    if (status < 0) return status;
    *format = reel_reader_format(reader);
    const reel_replay *level;
    status = levels_find(job, reel_header(reader), &level);
    reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = job->options.allocator,
                                .report = job->options.report, .report_context = job->options.report_context, .level = level };
    if (status >= 0) status = reel_motion_read(reader, &how, motion, &job->error);
    levels_release(level);
    reel_close(reader);
    if (status >= 0 && !first_usable(*motion))
        status = fail_job(job, REEL_UNSUPPORTED, "match.too-short", "too little motion to compare");
    return status;
}

/* The name of an entry: that of the file, with the number of the player if it may have several. */
static struct text entry_name(const struct job *job, const reel_motion *motion)
{
    struct text name = { 0 };
    int64_t player;
    text_string(&name, job_name(job));
    if (reel_motion_player(motion, &player)) text_print(&name, "#%lld", (long long)player);
    return name;
}

static reel_status match_player(struct job *job, reel_match_index *index, const reel_motion *motion, struct results *results)
{
    struct text name = entry_name(job, motion);
    uint64_t limit = count_of(job->arguments, OPT_LIMIT, DEFAULT_LIMIT);
    reel_string own = { name.data, name.size };
    results->query = motion;
    reel_status status = reel_match_index_find(index, motion, own, limit && limit < SIZE_MAX ? (size_t)limit : SIZE_MAX,
                                               add_result, results, &job->error);
    if (status >= 0) results->not_compared += reel_match_index_not_compared(index);
    if (status >= 0 && has(job->arguments, OPT_ADD)) status = reel_match_index_add_motion(index, own, motion, &job->error);
    text_free(&name);
    return status;
}

static reel_status match_with_index(struct job *job, const reel_motion *motion, const reel_format *format)
{
    const struct arguments *arguments = job->arguments;
    reel_match_index *index;
    struct results results;
    uint32_t flags = has(arguments, OPT_ADD) ? REEL_MATCH_ADD : 0;
    reel_status status = reel_match_index_open(value_of(arguments, OPT_MATCH_INDEX), flags, &index, &job->error);
    if (status < 0) return status;
    begin_results(&results, job, format);
    results.index = index;
    for (; motion && status >= 0; motion = next_usable(motion)) status = match_player(job, index, motion, &results);
    if (status >= 0) end_results(&results, no_similar);
    reel_match_index_close(index);
    if (status < 0) job->out.size = 0;
    return status;
}

static reel_status look_up(struct job *job)
{
    reel_motion *motion;
    const reel_format *format;
    reel_status status = read_motion(job, &motion, &format);
    if (status >= 0) status = match_with_index(job, first_usable(motion), format);
    reel_motion_free(motion);
    return status;
}

/* ---- two files -------------------------------------------------------------------------------------------------- */

static void print_job(struct job *job)
{
    print_bytes(job->out.data, job->out.size);
    print_done();
    job_print_messages(job);
    text_free(&job->err);
    text_free(&job->out);
}

/* Compares each player of the first file with each of the second. */
static void compare_two(struct job *job, const reel_motion *const motions[2], const reel_format *format, struct job *other)
{
    struct results results;
    begin_results(&results, job, format);
    for (const reel_motion *query = first_usable(motions[0]); query; query = next_usable(query)) {
        for (const reel_motion *stored = first_usable(motions[1]); stored; stored = next_usable(stored)) {
            reel_match match;
            struct text name = entry_name(other, stored);
            results.query = query;
            results.all = has(job->arguments, OPT_ALL_MATCHES) || !(reel_motion_next(motions[0]) || reel_motion_next(motions[1]));
            if (reel_match_compare(query, reel_motion_fingerprint(stored), &match, NULL) >= 0 &&
                (match.windows || match.part_count))
                add_result(&results, (reel_string){ name.data, name.size }, &match);
            text_free(&name);
        }
    }
    end_results(&results, no_similar);
}

static int match_two(const struct arguments *arguments)
{
    static const struct task task = { .forgives = true };
    struct input inputs[2] = { { .path = copy_of(arguments->inputs[0]) }, { .path = copy_of(arguments->inputs[1]) } };
    struct job jobs[2];
    reel_motion *motions[2];
    const reel_format *formats[2];
    reel_status statuses[2];
    bool failed = false;
    for (int i = 0; i < 2; i++) {
        job_begin(&jobs[i], arguments, &inputs[i]);
        statuses[i] = read_motion(&jobs[i], &motions[i], &formats[i]);
    }
    if (statuses[0] >= 0 && statuses[1] >= 0)
        compare_two(&jobs[0], (const reel_motion *const[2]){ motions[0], motions[1] }, formats[0], &jobs[1]);
    for (int i = 0; i < 2; i++) {
        job_end(&jobs[i], &task, statuses[i]);
        failed = failed || jobs[i].status != EXIT_FINE;
        print_job(&jobs[i]);
        reel_motion_free(motions[i]);
        free(inputs[i].path);
    }
    return failed || print_has_failed() ? EXIT_UNREADABLE : EXIT_FINE;
}

/* ---- one file --------------------------------------------------------------------------------------------------- */

/* Motion that the players of a file repeat. */
static reel_status find_repeats(struct job *job)
{
    reel_motion *motion;
    const reel_format *format;
    struct results results;
    reel_status status = read_motion(job, &motion, &format);
    if (status >= 0) begin_results(&results, job, format);
    for (const reel_motion *each = status < 0 ? NULL : first_usable(motion); each && status >= 0; each = next_usable(each)) {
        reel_match match;
        struct text name = entry_name(job, each);
        results.query = each;
        status = reel_match_repeats(each, &match, &job->error);
        if (status >= 0 && match.part_count) add_result(&results, (reel_string){ name.data, name.size }, &match);
        text_free(&name);
    }
    if (status >= 0) end_results(&results, "no repeated motion");
    if (status < 0) job->out.size = 0;
    reel_motion_free(motion);
    return status;
}

static int match_files(const struct arguments *arguments)
{
    /* with --add one after the other, so that each is compared with those before it */
    struct task task = { .work = look_up, .forgives = true, .collection = COLLECT_ALWAYS, .in_turn = has(arguments, OPT_ADD) };
    if (value_of(arguments, OPT_MATCH_INDEX)) return run_files(arguments, &task);
    if (has(arguments, OPT_ADD)) return usage_error(arguments->verb, "--add requires --index");
    task.work = find_repeats;
    if (arguments->input_count == 1 && !has(arguments, OPT_FILES_FROM)) return run_files(arguments, &task);
    if (arguments->input_count != 2 || has(arguments, OPT_FILES_FROM))
        return usage_error(arguments->verb, "without --index, two files are compared, or one with itself");
    if (has(arguments, OPT_OUTPUT)) return usage_error(arguments->verb, "-o requires --index");
    return match_two(arguments);
}

/* A folder of REEL_MAPS is not used: it would hide copies whose header names another level. */
int run_match(const struct arguments *arguments)
{
    int status = has(arguments, OPT_MATCH_LEVELS) ? levels_begin(arguments) : EXIT_FINE;
    if (status == EXIT_FINE) status = match_files(arguments);
    levels_end();
    return status;
}
