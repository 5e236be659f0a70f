/* SPDX-License-Identifier: MIT
 * The levels of --map and REEL_MAPS. */
#include "run/levels.h"
#include "run/report.h"

#include <reel/file.h>
#include <stdio.h>
#include <stdlib.h>

/* Those of a run. */
static struct {
    reel_levels *levels; /* NULL: none were named */
    const char *path;
    bool stated; /* by --map: one that is missing is worth a word */
} opened;

/* `many`: one level is refused. */
static int begin(const struct arguments *arguments, const char *kept, bool many)
{
    const enum option_id option = has(arguments, OPT_LEVELS)         ? OPT_LEVELS
                                  : has(arguments, OPT_MATCH_LEVELS) ? OPT_MATCH_LEVELS
                                                                     : OPT_CONVERT_LEVELS;
    const char *stated = value_of(arguments, option), *path = stated ? stated : getenv("REEL_MAPS");
    if (!path || !*path) return EXIT_FINE;
    reel_error error;
    opened.path = path;
    opened.stated = stated != NULL;
    if (reel_levels_open_kept(path, kept, NULL, &opened.levels, &error) >= 0) {
        if ((stated && !many) || reel_levels_are_many(opened.levels)) return EXIT_FINE;
        return usage_error(arguments->verb, "%s has to be a folder of levels, and %s is one level",
                           stated ? "--map" : "REEL_MAPS", path);
    }
    struct text text = { 0 };
    report_failure(&text, path, &error);
    print_report(text.data, text.size);
    text_free(&text);
    return EXIT_UNREADABLE;
}

int levels_begin(const struct arguments *arguments) { return begin(arguments, NULL, false); }
int levels_begin_kept(const struct arguments *arguments, const char *kept) { return begin(arguments, kept, true); }

reel_status levels_find(struct job *job, const reel_chunk *header, const reel_replay **level)
{
    *level = NULL;
    if (!opened.levels) return REEL_OK;
    const reel_status status = reel_levels_find(opened.levels, header, level, &job->error);
    if (status != REEL_END) return status;
    const reel_reporter reporter = { job->options.report, job->options.report_context };
    if (opened.stated && reporter.report)
        reel_find(&reporter,
                  (reel_finding){ .rule = "level.missing",
                                  .severity = REEL_WARNING,
                                  .section = "info",
                                  .offset = REEL_NO_OFFSET,
                                  .row = REEL_NO_ROW },
                  "the level that the replay names is not in %s", opened.path);
    return REEL_OK;
}

reel_status levels_find_quietly(struct job *job, const reel_chunk *header, const reel_replay **level)
{
    reel_error error;
    *level = NULL;
    if (!opened.levels) return REEL_OK;
    const reel_status status = reel_levels_find(opened.levels, header, level, &error);
    if (status == REEL_MEMORY) job->error = error;
    return status == REEL_MEMORY ? status : REEL_OK;
}

uint64_t levels_stamp(uint64_t key) { return opened.levels ? reel_levels_stamp(opened.levels, key) : 0; }

bool levels_are_known(void) { return opened.levels != NULL; }

bool levels_have(const reel_chunk *header)
{
    enum { KEYS_MOST = 8 };
    uint64_t keys[KEYS_MOST];
    if (!opened.levels || !reel_levels_are_many(opened.levels)) return opened.levels != NULL;
    const size_t count = reel_levels_keys(header, keys, KEYS_MOST);
    for (size_t i = 0; i < count && i < KEYS_MOST; i++)
        if (reel_levels_stamp(opened.levels, keys[i])) return true;
    return false;
}

void levels_release(const reel_replay *level)
{
    if (level) reel_levels_release(opened.levels, level);
}

void levels_end(void)
{
    reel_levels_close(opened.levels);
    opened.levels = NULL;
}
