/* SPDX-License-Identifier: MIT
 * reel convert: converts a replay to another format and reports what is lost. */
#include "run/batch.h"
#include "run/earlier.h"
#include "run/levels.h"
#include "run/output.h"
#include "run/own_map.h"
#include "run/ranks.h"
#include "run/replayed.h"
#include "run/rewrite.h"
#include "run/scramble.h"
#include "run/votes.h"
#include "verbs/verbs.h"

#include <stdlib.h>

/* The plays that vote with the one that is converted; set before the jobs of a run. */
static struct voters voters;

static reel_status prepare(struct job *job, const reel_chunk *header, reel_options *options, reel_convert_options *how)
{
    if (is_replayed(job)) { /* what comes behind the span is not needed; what comes before is */
        options->has_to = how->has_to;
        options->to = how->to;
    }
    how->names = earlier_find(job, header, &how->name_count);
    return how->level ? REEL_OK : levels_find(job, header, &how->level);
}

/* `run`: of a first rank; NULL: the options choose. */
static reel_status convert_run(struct job *job, const struct run *run)
{
    const char *to = value_of(job->arguments, OPT_TO_FORMAT);
    struct settings set = settings_of(job->arguments, OPT_SET);
    struct rewriting rewriting = { .to = to ? reel_format_by_id(NULL, to) : NULL,
                                   .how = { REEL_SIZED(reel_convert_options),
                                            .flags = has(job->arguments, OPT_CARRY) ? REEL_CARRY : 0, .settings = set.data,
                                            .setting_count = set.count },
                                   .prepare = prepare };
    struct replayed replayed = { 0 };
    job->options.flags |= REEL_STRICT; /* a damaged replay has to be repaired first */
    /* A demo has the map that a ghost of it needs. */
    reel_replay *own = to && !strcmp(to, "ghost") && !has(job->arguments, OPT_CONVERT_LEVELS) ? own_map(job) : NULL;
    rewriting.how.level = own;
    scramble_add(&rewriting.how);
    reel_status status = replayed_begin(job, &replayed, run, &rewriting.how);
    if (status >= 0) status = votes_open(job, &voters, &rewriting.how.merge, &rewriting.how.merge_count);
    if (status >= 0) status = rewrite_prepared(job, &rewriting);
    if (rewriting.how.level != own) levels_release(rewriting.how.level);
    reel_free(own);
    replayed_end(&replayed);
    free_settings(&set);
    free(rewriting.how.merge);
    return status;
}

static reel_status convert(struct job *job) { return convert_run(job, NULL); }

static reel_status convert_rank(struct job *job) { return convert_run(job, ranks_run(job->input)); }

/* The demos are inputs of their own: a run that is there from an earlier command is skipped. */
static int convert_ranks(const struct arguments *arguments)
{
    struct inputs found = { 0 };
    const struct task task = {
        .work = convert_rank, .findings = FINDINGS_ALL, .writes = true, .always_folder = true, .resumes = true
    };
    if (output_is_stdout(arguments)) return usage_error(arguments->verb, "--first-ranks needs -o FOLDER");
    if (!levels_are_known())
        return usage_error(arguments->verb, "--first-ranks needs the maps: --map FOLDER, or the environment variable REEL_MAPS");
    const int searched = ranks_find(arguments, &found), written = run_inputs(arguments, &task, &found);
    ranks_end(&found);
    return searched > written ? searched : written;
}

static int convert_all(const struct arguments *arguments) { return run_rewrite(arguments, convert, false); }

int run_convert(const struct arguments *arguments)
{
    const char *to = value_of(arguments, OPT_TO_FORMAT);
    if (to && !reel_format_by_id(NULL, to)->writer) return usage_error(arguments->verb, "writing %s is not supported", to);
    int status = replayed_usage(arguments);
    if (status == EXIT_FINE) status = scramble_read(arguments);
    if (status == EXIT_FINE) status = levels_begin(arguments);
    if (status == EXIT_FINE) status = earlier_begin(arguments);
    if (status == EXIT_FINE)
        status = has(arguments, OPT_FIRST_RANKS)      ? convert_ranks(arguments)
                 : to && !strcmp(to, "beatsaber-map") ? votes_run(arguments, convert_all, &voters)
                                                      : convert_all(arguments);
    scramble_forget();
    earlier_end();
    levels_end();
    return status;
}
