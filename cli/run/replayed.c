/* SPDX-License-Identifier: MIT
 * What a conversion that plays a game again is asked for: whose run, which players, which names. */
#include "run/replayed.h"
#include "base/field.h"
#include "base/system.h"
#include "run/span.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDS_MOST = 128, TICKS = 50, AFTER_FINISH = TICKS };

/* Reads "0,3,17". False: anything else. */
static bool read_ids(const char *text, int32_t *ids, size_t *count)
{
    *count = 0;
    for (;; text++) {
        int32_t id = 0;
        if (*text < '0' || *text > '9' || *count == IDS_MOST) return false;
        for (; *text >= '0' && *text <= '9' && id < IDS_MOST; text++) id = 10 * id + *text - '0';
        if (id >= IDS_MOST) return false;
        ids[(*count)++] = id;
        if (!*text) return true;
        if (*text != ',') return false;
    }
}

/* Options that choose what --first-ranks chooses. */
static int ranks_usage(const struct arguments *arguments)
{
    static const enum option_id others[] = { OPT_FINISH, OPT_AFTER, OPT_BEFORE, OPT_KEEP };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (has(arguments, others[i]))
            return usage_error(arguments->verb, "--first-ranks and --%s cannot be combined", all_options[others[i]].name);
    return EXIT_FINE;
}

static bool makes(const struct arguments *arguments, const char *format)
{
    const char *to = value_of(arguments, OPT_TO_FORMAT);
    return to && !strcmp(to, format);
}

bool is_replayed(const struct job *job) { return makes(job->arguments, "demo") || makes(job->arguments, "ghost"); }

int replayed_usage(const struct arguments *arguments)
{
    int32_t ids[IDS_MOST];
    size_t count = 0;
    const char *who = value_of(arguments, OPT_KEEP);
    const bool finds = has(arguments, OPT_FINISH) || has(arguments, OPT_FIRST_RANKS);
    static const enum option_id own[] = { OPT_FINISH, OPT_FIRST_RANKS, OPT_LEAD, OPT_KEEP, OPT_ONLY_TEAM, OPT_NAMES };
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (has(arguments, own[i]) && !makes(arguments, "demo") && !makes(arguments, "ghost"))
            return usage_error(arguments->verb, "--%s needs --to demo or --to ghost", all_options[own[i]].name);
    if (has(arguments, OPT_SCRAMBLE) && !makes(arguments, "demo"))
        return usage_error(arguments->verb, "--scramble needs --to demo");
    if (has(arguments, OPT_LEAD) && makes(arguments, "ghost")) return usage_error(arguments->verb, "--lead needs --to demo");
    if (who && !read_ids(who, ids, &count))
        return usage_error(arguments->verb, "--who takes client ids from 0 to 127, separated by commas, not '%s'", who);
    if (has(arguments, OPT_LEAD) && !finds) return usage_error(arguments->verb, "--lead needs --finish or --first-ranks");
    if (has(arguments, OPT_FINISH) && (has(arguments, OPT_AFTER) || has(arguments, OPT_BEFORE)))
        return usage_error(arguments->verb, "--finish and --after or --before cannot be combined");
    if (has(arguments, OPT_ONLY_TEAM) && !finds && count != 1)
        return usage_error(arguments->verb, "--only-team needs --finish, --first-ranks, or --who with one player");
    return has(arguments, OPT_FIRST_RANKS) ? ranks_usage(arguments) : EXIT_FINE;
}

/* Standard output cannot be changed at the end: the header states the length of the run from the start. */
static void set_length(struct replayed *replayed, reel_convert_options *how, int64_t ticks)
{
    replayed->settings = grow(NULL, (how->setting_count + 1) * sizeof *replayed->settings);
    snprintf(replayed->length, sizeof replayed->length, "%d", (int)(ticks / TICKS));
    replayed->settings[0] = (reel_setting){ .field = "length", .value = replayed->length };
    if (how->setting_count) memcpy(replayed->settings + 1, how->settings, how->setting_count * sizeof *how->settings);
    how->settings = replayed->settings;
    how->setting_count++;
}

static void take_run(struct job *job, struct replayed *replayed, reel_convert_options *how, const struct run *run)
{
    const int64_t lead = (int64_t)(seconds_of(job->arguments, OPT_LEAD) * TICKS);
    const bool is_demo = makes(job->arguments, "demo"); /* a ghost is the run and nothing else */
    const int64_t first = run->start > lead ? run->start - lead : 0, last = (int64_t)run->finish + (is_demo ? AFTER_FINISH : 0);
    job->span = (struct span){ true, true, (double)first, (double)(last + 1) };
    const char *output = value_of(job->arguments, OPT_OUTPUT);
    if (is_demo && output && !strcmp(output, "-")) set_length(replayed, how, last - first);
    how->flags |= REEL_FOLLOW;
    how->follow = run->cid;
}

/* A recording that is read for its finishes is indexed by the way: of a large one, the way to the run is longer than the run. Compressed ones
 * have no index, and are read twice. */
static void make_index(struct job *job)
{
    enum { WORTH_IT = 1 << 20, EVERY = 1 << 20 };
    reel_source source;
    reel_options options = job->options;
    options.report = NULL;
    options.choose = NULL;
    if (!job_can_reopen(job) || size_of_file(job->input->path) < WORTH_IT || job_source(job, &source) < 0) return;
    if (reel_index(source, &options, EVERY, text_sink(&job->index), NULL) < 0) job_drop_index(job);
    job->options.index = (reel_bytes){ (const uint8_t *)job->index.data, job->index.size };
}

static reel_status find_index(struct job *job, bool searches)
{
    const reel_status status = job->input->member ? REEL_OK : job_find_index(job);
    if (status >= 0 && searches && !job->options.index.size) make_index(job);
    return status;
}

static reel_status find_run(struct job *job, struct replayed *replayed, reel_convert_options *how)
{
    struct run run;
    const reel_status status = finish_find(job, &how->level, &run);
    if (status >= 0) take_run(job, replayed, how, &run);
    return status;
}

reel_status replayed_begin(struct job *job, struct replayed *replayed, const struct run *run, reel_convert_options *how)
{
    const char *who = value_of(job->arguments, OPT_KEEP);
    replayed->who = grow(NULL, IDS_MOST * sizeof *replayed->who);
    size_t count = 0;
    if (who) read_ids(who, replayed->who, &count);
    how->who = replayed->who;
    how->who_count = count;
    if (count == 1) how->flags |= REEL_FOLLOW;
    if (count == 1) how->follow = replayed->who[0];
    if (has(job->arguments, OPT_ONLY_TEAM)) how->flags |= REEL_ONLY_TEAM;
    if (has(job->arguments, OPT_ONLY_TEAM) && !has(job->arguments, OPT_FINISH)) how->who_count = 0;
    const reel_status status =
        is_replayed(job) ? find_index(job, run || has(job->arguments, OPT_FINISH) || has(job->arguments, OPT_AFTER)) : REEL_OK;
    if (status < 0) return status;
    if (run) take_run(job, replayed, how, run);
    return has(job->arguments, OPT_FINISH) ? find_run(job, replayed, how) : REEL_OK;
}

void replayed_end(struct replayed *replayed)
{
    free(replayed->who);
    free(replayed->settings);
}
