/* SPDX-License-Identifier: MIT
 * The first ranks among recordings: each recording is read for its fastest runs, then the fastest of all are chosen for each map. */
#include "run/ranks.h"
#include "base/file_name.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/finishes.h"
#include "run/levels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_MOST = 512, MAP_MOST = 100, NAME_MOST = 60 /* bytes in the name of a file */, SUFFIX_MOST = 16, HUNDREDTHS = 100 };

static struct {
    const struct inputs *inputs;
    struct ranked *ranked; /* of each input */
    struct run *runs;      /* of each first rank */
} all;

static int32_t time_of(const struct run *run) { return run->finish - run->start; }

void ranked_free(struct ranked *ranked)
{
    for (size_t i = 0; i < ranked->count; i++) free(ranked->ranks[i].name);
    free(ranked->ranks);
    free(ranked->map);
    free(ranked->map_key);
    *ranked = (struct ranked){ 0 };
}

static char *copy_text(const char *text, size_t size)
{
    char *copy = grow(NULL, size + 1);
    if (size) memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

void ranked_add(struct ranked *ranked, const struct rank *rank, const char *name, size_t size)
{
    ranked->ranks = grow(ranked->ranks, (ranked->count + 1) * sizeof *ranked->ranks);
    struct rank *added = &ranked->ranks[ranked->count++];
    *added = *rank;
    added->name = copy_text(name, size);
}

/* ---- a recording ------------------------------------------------------------------------------------------------ */

static bool has_name(const struct rank *rank, reel_string name)
{
    return strlen(rank->name) == name.size && (!name.size || memcmp(rank->name, name.data, name.size) == 0);
}

/* Keeps a run if none is faster. Of two runs of a player with the same time, the first counts. */
static void consider(struct ranked *ranked, const struct rank *rank, reel_string name)
{
    for (size_t i = 0; i < ranked->count;) {
        struct rank *other = &ranked->ranks[i];
        const int32_t time = time_of(&other->run), own = time_of(&rank->run);
        if (other->of_team != rank->of_team || (time == own && !has_name(other, name))) {
            i++;
        } else if (time <= own) {
            return;
        } else {
            free(other->name);
            *other = ranked->ranks[--ranked->count];
        }
    }
    ranked_add(ranked, rank, name.data, name.size);
}

/* The member of a team with the lowest client id, for one run of the team. */
static const ddnet_finish *leader_of(const ddnet_finish *rows, size_t count, const ddnet_finish *member)
{
    const ddnet_finish *leader = member;
    for (size_t i = 0; i < count; i++) {
        const ddnet_finish *row = &rows[i];
        if (row->kind == DDNET_PLAYER && row->of_team && row->tick == member->tick && row->team == member->team &&
            row->cid < leader->cid)
            leader = row;
    }
    return leader;
}

/* A run that began in an earlier game, or in practice mode, is none that a demo can show. */
static bool counts(const ddnet_finish *finish)
{
    return finish->kind == DDNET_PLAYER && !finish->practice && finish->present & DDNET_HAS_START_TICK;
}

static void consider_finishes(struct ranked *ranked, const struct finishes *read)
{
    size_t count;
    const ddnet_finish *rows = finishes_rows(read->people, read->game, "finishes", &count);
    for (size_t i = 0; i < count; i++) {
        if (!counts(&rows[i])) continue;
        const ddnet_finish *row = rows[i].of_team ? leader_of(rows, count, &rows[i]) : &rows[i];
        struct rank rank = { .run = { row->cid, rows[i].tick - rows[i].time_ticks, rows[i].tick } };
        consider(ranked, &rank, row->name);
        rank.of_team = true;
        if (row->of_team) consider(ranked, &rank, row->name);
    }
}

/* What a client was called at a tick; empty: not known. */
static reel_string name_at(const ddnet_name *names, size_t count, int32_t cid, int32_t tick)
{
    reel_string name = { NULL, 0 };
    for (size_t i = 0; i < count && names[i].tick <= tick; i++)
        if (names[i].cid == cid) name = names[i].name;
    return name;
}

static void consider_lines(struct ranked *ranked, const struct finishes *read)
{
    size_t count, names;
    const ddnet_run *rows = finishes_rows(read->crossed, read->lines, "runs", &count);
    const ddnet_name *name = finishes_rows(read->people, read->game, "names", &names);
    for (size_t i = 0; i < count; i++) {
        const ddnet_run *row = &rows[i], *leader = row;
        for (size_t k = 0; k < count && row->team > 0; k++)
            if (rows[k].team == row->team && rows[k].tick == row->tick && rows[k].cid < leader->cid) leader = &rows[k];
        struct rank rank = { .run = { leader->cid, row->start_tick, row->tick } };
        const reel_string who = name_at(name, names, leader->cid, row->tick);
        consider(ranked, &rank, who);
        rank.of_team = true;
        if (row->team > 0) consider(ranked, &rank, who);
    }
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
    reel_status status = finishes_read(job, &read);
    if (status >= 0) {
        consider_finishes(ranked, &read);
        consider_lines(ranked, &read);
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

/* Whether an entry is a first rank: none of its map and kind is before it with another time, or with its name. */
static bool is_first(const struct entry *entries, size_t at)
{
    const struct entry *own = &entries[at], *first = own;
    for (; first > entries; first--)
        if (strcmp(ranked_of(&first[-1])->map_key, ranked_of(own)->map_key) != 0 || first[-1].rank->of_team != own->rank->of_team)
            break;
    const bool again = own > first && strcmp(own[-1].rank->name, own->rank->name) == 0;
    return time_of(&first->rank->run) == time_of(&own->rank->run) && !again;
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

/* Maps of one name, and names that differ by case, get numbers. */
static char *free_name(const struct inputs *found, char *name)
{
    for (unsigned number = 2;; number++) {
        char suffix[SUFFIX_MOST];
        snprintf(suffix, sizeof suffix, "-%u", number);
        char *next = joined(name, number > 2 ? suffix : "", "");
        size_t i = 0;
        while (i < found->count && !names_clash(found->data[i].relative, next)) i++;
        if (i == found->count) {
            free(name);
            return next;
        }
        free(next);
    }
}

static void add_found(struct inputs *found, const struct entry *entry)
{
    const struct input *input = &all.inputs->data[entry->number];
    all.runs = grow(all.runs, (found->count + 1) * sizeof *all.runs);
    all.runs[found->count] = entry->rank->run;
    inputs_add(found, (struct input){ .path = copy_of(input->path),
                                      .relative = free_name(found, output_name(entry)),
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
    for (size_t i = 0; i < count; i++) {
        size_t same = kept; /* a team's run may be the fastest of all players, too */
        if (!is_first(entries, i)) continue;
        while (same && !is_same_run(&firsts[same - 1], &entries[i])) same--;
        if (same) continue;
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
