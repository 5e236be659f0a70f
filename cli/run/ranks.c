/* SPDX-License-Identifier: MIT
 * The first ranks among recordings: each recording is read for its fastest runs, then the fastest of all are chosen for each map. */
#include "run/ranks.h"
#include "base/file_name.h"
#include "base/fnv.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/finishes.h"
#include "run/levels.h"
#include "run/span.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVEL_MOST = 512,
    MAP_MOST = 100,
    NAME_MOST = 60 /* bytes in the name of a file */,
    SUFFIX_MOST = 20,
    HUNDREDTHS = 100,
    CLIENTS = 128
};

static struct {
    const struct inputs *inputs;
    struct ranked *ranked; /* of each input */
    struct run *runs;      /* of each first rank */
} all;

static int32_t time_of(const struct run *run) { return run->finish - run->start; }

static char *copy_text(const char *text, size_t size)
{
    char *copy = grow(NULL, size + 1);
    if (size) memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

/* ---- a recording ------------------------------------------------------------------------------------------------ */

/* A finish, of either insight. */
struct crossing {
    struct run run;
    int32_t team;
    bool of_team;
    reel_string name;
};

struct crossings {
    struct crossing *data;
    size_t count;
};

static void add_crossing(struct crossings *to, const struct crossing *crossing)
{
    if (!(to->count & (to->count - 1))) to->data = grow(to->data, (to->count ? 2 * to->count : 1) * sizeof *to->data);
    to->data[to->count++] = *crossing;
}

/* Without runs that began in an earlier game, or in practice mode, which no demo can show. */
static void add_finishes(struct crossings *to, const struct finishes *read)
{
    size_t count;
    const ddnet_finish *row = finishes_rows(read->people, read->game, "finishes", &count);
    for (size_t i = 0; i < count; i++, row++)
        if (row->kind == DDNET_PLAYER && !row->practice && row->present & DDNET_HAS_START_TICK)
            add_crossing(to, &(struct crossing){
                                 { row->cid, row->tick - row->time_ticks, row->tick }, row->team, row->of_team != 0, row->name });
}

/* Rows of both tables are in the order of their ticks. */
static void add_lines(struct crossings *to, const struct finishes *read)
{
    reel_string called[CLIENTS] = { { NULL, 0 } };
    size_t count, names, next = 0;
    const ddnet_run *row = finishes_rows(read->crossed, read->lines, "runs", &count);
    const ddnet_name *name = finishes_rows(read->people, read->game, "names", &names);
    for (size_t i = 0; i < count; i++, row++) {
        for (; next < names && name[next].tick <= row->tick; next++)
            if (name[next].cid >= 0 && name[next].cid < CLIENTS) called[name[next].cid] = name[next].name;
        const bool is_client = row->cid >= 0 && row->cid < CLIENTS;
        add_crossing(to, &(struct crossing){ { row->cid, row->start_tick, row->tick },
                                             row->team,
                                             row->team > 0,
                                             is_client ? called[row->cid] : (reel_string){ NULL, 0 } });
    }
}

static int in_order(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* Members of a team that finishes together follow each other, with the lowest client id first. */
static int by_team(const void *a, const void *b)
{
    const struct crossing *x = a, *y = b;
    int order = in_order(x->run.finish, y->run.finish);
    if (!order) order = x->of_team - y->of_team;
    if (!order && x->of_team) order = in_order(x->team, y->team);
    return order ? order : in_order(x->run.cid, y->run.cid);
}

/* Leaves one run for each team, that of the first member. */
static void join_teams(struct crossings *all_of)
{
    size_t kept = 0;
    if (all_of->count) qsort(all_of->data, all_of->count, sizeof *all_of->data, by_team);
    for (size_t i = 0; i < all_of->count; i++) {
        const struct crossing *own = &all_of->data[i], *before = kept ? &all_of->data[kept - 1] : NULL;
        const bool again =
            before && own->of_team && before->of_team && before->team == own->team && before->run.finish == own->run.finish;
        if (!again) all_of->data[kept++] = *own;
    }
    all_of->count = kept;
}

/* By name; of one name, the first. */
static int by_name(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : in_order(x->run.finish, y->run.finish);
}

/* Adds the fastest runs, of all or of teams: one of each name. */
static void add_fastest(struct ranked *ranked, const struct crossings *from, bool of_team)
{
    const size_t begin = ranked->count;
    size_t kept = begin;
    int32_t fastest = INT32_MAX;
    for (size_t i = 0; i < from->count; i++)
        if ((from->data[i].of_team || !of_team) && time_of(&from->data[i].run) < fastest) fastest = time_of(&from->data[i].run);
    for (size_t i = 0; i < from->count; i++) {
        const struct crossing *own = &from->data[i];
        if ((own->of_team || !of_team) && time_of(&own->run) == fastest)
            ranked_add(ranked, &(struct rank){ .of_team = of_team, .run = own->run }, own->name.data, own->name.size);
    }
    struct rank *ranks = ranked->ranks;
    if (ranked->count > begin) qsort(ranks + begin, ranked->count - begin, sizeof *ranks, by_name);
    for (size_t i = begin; i < ranked->count; i++) {
        if (kept > begin && strcmp(ranks[kept - 1].name, ranks[i].name) == 0)
            free(ranks[i].name);
        else
            ranks[kept++] = ranks[i];
    }
    ranked->count = kept;
}

static void rank_runs(struct ranked *ranked, const struct finishes *read)
{
    struct crossings crossings = { 0 };
    add_finishes(&crossings, read);
    add_lines(&crossings, read);
    join_teams(&crossings);
    add_fastest(ranked, &crossings, false);
    add_fastest(ranked, &crossings, true);
    free(crossings.data);
}

/* What the header names: the level's name is the first part of it. */
static reel_status take_header(struct job *job, const reel_chunk *header, void *context)
{
    struct ranked *ranked = context;
    char level[LEVEL_MOST], key[LEVEL_MOST];
    size_t size = reel_header_text(header, REEL_FIELD_LEVEL, level, sizeof level);
    if (size >= sizeof level) size = sizeof level - 1;
    reel_level_key(level, size, key, sizeof key);
    if (ranked->map) return REEL_OK; /* it is read a second time */
    ranked->map_key = copy_of(key);
    ranked->map = copy_text(level, strcspn(level, "/"));
    if (levels_have(header)) return REEL_OK;
    return fail_job(job, REEL_ARGUMENT, "ranks.map", "not searched: its map, %s, is not there", ranked->map);
}

static void report_map(const struct job *job)
{
    const reel_reporter reporter = { job->options.report, job->options.report_context };
    reel_find(
        &reporter,
        (reel_finding){
            .rule = "ranks.map", .severity = REEL_WARNING, .section = "header", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW },
        "%s", job->error.message);
}

static reel_status search(struct job *job)
{
    struct ranked *ranked = &all.ranked[job->input->number - 1];
    const reel_replay *level = NULL;
    struct finishes read = { .option = all_options[OPT_FIRST_RANKS].name,
                             .skips_others = true,
                             .level = &level,
                             .header = take_header,
                             .context = ranked };
    if (ranked->is_known) return REEL_OK;
    if (!job_can_reopen(job))
        return fail_job(job, REEL_ARGUMENT, "finish.pipe",
                        "--first-ranks reads a recording twice, which standard input cannot be");
    reel_status status = job->input->member ? REEL_OK : job_find_index(job);
    if (status >= 0) status = finishes_read(job, &read);
    if (status >= 0) {
        rank_runs(ranked, &read);
        job_forget(job);
        ranked->is_known = true;
        if (!ranks_kept_add(job->input, ranked))
            status = fail_job(job, REEL_IO, "ranks.kept", "what was found cannot be kept: %s", strerror(errno));
    } else if (strcmp(job->error.rule, "ranks.map") == 0) {
        report_map(job);
        status = REEL_OK;
    }
    finishes_free(&read);
    levels_release(level);
    return status;
}

/* ---- all recordings --------------------------------------------------------------------------------------------- */

/* A rank and the number of its recording. */
struct entry {
    const struct rank *rank;
    size_t number;
};

static const struct ranked *ranked_of(const struct entry *entry) { return &all.ranked[entry->number]; }

/* By map, players before teams, the fastest first; then as the command line has them. */
static int by_rank(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = strcmp(ranked_of(x)->map_key, ranked_of(y)->map_key);
    if (!order) order = x->rank->of_team - y->rank->of_team;
    if (!order) order = (time_of(&x->rank->run) > time_of(&y->rank->run)) - (time_of(&x->rank->run) < time_of(&y->rank->run));
    if (!order) order = strcmp(x->rank->name, y->rank->name);
    if (!order) order = (x->number > y->number) - (x->number < y->number);
    return order ? order : (x->rank->run.finish > y->rank->run.finish) - (x->rank->run.finish < y->rank->run.finish);
}

static bool is_of_one_list(const struct entry *a, const struct entry *b)
{
    return a->rank->of_team == b->rank->of_team && strcmp(ranked_of(a)->map_key, ranked_of(b)->map_key) == 0;
}

static bool is_same_run(const struct entry *a, const struct entry *b)
{
    return a->number == b->number && a->rank->run.cid == b->rank->run.cid && a->rank->run.finish == b->rank->run.finish;
}

static char *output_name(const struct entry *entry)
{
    struct text name = { 0 };
    const int32_t hundredths = 2 * time_of(&entry->rank->run);
    const char *map = ranked_of(entry)->map;
    text_file_name(&name, map, strlen(map), MAP_MOST);
    text_print(&name, "-%d.%02d-", hundredths / HUNDREDTHS, hundredths % HUNDREDTHS);
    text_file_name(&name, entry->rank->name, strlen(entry->rank->name), NAME_MOST);
    char *copy = copy_of(text_of(&name));
    text_free(&name);
    return copy;
}

/* Whether two names are one on systems that do not tell cases apart. */
static bool names_clash(const char *a, const char *b)
{
    for (;; a++, b++) {
        const int x = *a >= 'A' && *a <= 'Z' ? *a + 32 : *a, y = *b >= 'A' && *b <= 'Z' ? *b + 32 : *b;
        if (x != y) return false;
        if (!x) return true;
    }
}

/* Whether an output has the name, or the name and a number. */
static bool is_taken(const struct inputs *found, const char *name, const char *suffix)
{
    char *whole = joined(name, suffix, "");
    size_t i = 0;
    while (i < found->count && !names_clash(found->data[i].relative, whole)) i++;
    free(whole);
    return i < found->count;
}

/* Maps of one name, and names that differ by case, get a hash of the level and the player. */
static char *free_name(const struct inputs *found, const struct entry *entry, char *name)
{
    char suffix[SUFFIX_MOST] = "";
    const char *key = ranked_of(entry)->map_key, *player = entry->rank->name;
    uint64_t hash = fnv_add(fnv_add(FNV_BEGIN, key, strlen(key) + 1), player, strlen(player));
    for (; is_taken(found, name, suffix); hash = fnv_add(hash, "-", 1))
        snprintf(suffix, sizeof suffix, "-%016llx", (unsigned long long)fnv_end(hash));
    char *chosen = joined(name, suffix, "");
    free(name);
    return chosen;
}

static void add_found(struct inputs *found, const struct entry *entry)
{
    const struct input *input = &all.inputs->data[entry->number];
    all.runs = grow(all.runs, (found->count + 1) * sizeof *all.runs);
    all.runs[found->count] = entry->rank->run;
    inputs_add(found, (struct input){ .path = copy_of(input->path),
                                      .relative = free_name(found, entry, output_name(entry)),
                                      .name = input->name,
                                      .member = input->member ? copy_of(input->member) : NULL,
                                      .number = found->count + 1 });
}

static void choose_first(struct inputs *found)
{
    struct entry *entries = NULL;
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < all.inputs->count; i++) {
        const struct ranked *ranked = &all.ranked[i];
        if (ranked->count) entries = grow(entries, (count + ranked->count) * sizeof *entries);
        for (size_t k = 0; k < ranked->count; k++) entries[count++] = (struct entry){ &ranked->ranks[k], i };
    }
    if (count) qsort(entries, count, sizeof *entries, by_rank);
    struct entry *firsts = grow(NULL, (count + 1) * sizeof *firsts);
    for (size_t i = 0, list = 0; i < count; i++) {
        if (!is_of_one_list(&entries[list], &entries[i])) list = i;
        const bool is_first = time_of(&entries[list].rank->run) == time_of(&entries[i].rank->run);
        const bool again = i > list && strcmp(entries[i - 1].rank->name, entries[i].rank->name) == 0;
        size_t same = kept; /* a team's run may be the fastest of all players, too */
        if (!is_first || again) continue;
        while (same && strcmp(ranked_of(&firsts[same - 1])->map_key, ranked_of(&entries[i])->map_key) == 0 &&
               !is_same_run(&firsts[same - 1], &entries[i]))
            same--;
        if (same && is_same_run(&firsts[same - 1], &entries[i])) continue;
        firsts[kept++] = entries[i];
        add_found(found, &entries[i]);
    }
    free(firsts);
    free(entries);
}

int ranks_find(const struct arguments *arguments, struct inputs *found)
{
    static struct inputs inputs;
    const struct task task = { .work = search, .findings = FINDINGS_ALL, .forgives = true, .searches = true };
    const bool whole = inputs_find(&inputs, arguments, false);
    all.inputs = &inputs;
    all.ranked = grow(NULL, (inputs.count + 1) * sizeof *all.ranked);
    memset(all.ranked, 0, (inputs.count + 1) * sizeof *all.ranked);
    ranks_kept_open(value_of(arguments, OPT_OUTPUT));
    for (size_t i = 0; i < inputs.count; i++) ranks_kept_find(&inputs.data[i], &all.ranked[i]);
    int status = run_inputs(arguments, &task, &inputs);
    choose_first(found);
    return whole || status > EXIT_UNREADABLE ? status : EXIT_UNREADABLE;
}

const struct run *ranks_run(const struct input *input) { return &all.runs[input->number - 1]; }

void ranks_end(struct inputs *found)
{
    struct inputs *inputs = (struct inputs *)(uintptr_t)all.inputs;
    inputs_free(found);
    for (size_t i = 0; inputs && i < inputs->count; i++) ranked_free(&all.ranked[i]);
    free(all.ranked);
    free(all.runs);
    if (inputs) inputs_free(inputs);
    ranks_kept_close();
}
