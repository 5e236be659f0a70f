/* SPDX-License-Identifier: MIT
 * Each verb on each file, once, to be counted by callgrind: `reel_instructions [--waste=N] [--verb=NAME] FILE...`. bench/instructions.sh runs it. For each verb that
 * works on a file it prints the verb, the format, the file's name, its size, and the allocations that the verb made. Under callgrind it
 * also dumps the counts of that verb alone. `--verb` leaves the others out. `--waste` adds about N instructions to each verb: a slow-down that the comparison has to find. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verbs.h"

#ifdef BENCH_CALLGRIND
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(label) (void)(label)
#endif

/* ---- a slow-down ------------------------------------------------------------------------------------------------- */

static volatile size_t spent;

static void spend_instructions(size_t count)
{
    enum { OF_A_STEP = 4 };
    for (size_t i = 0; i < count / OF_A_STEP; i++) spent = i;
}

static void (*volatile spend)(size_t count) = spend_instructions; /* a function of its own, also in an optimised build */

/* ---- files ------------------------------------------------------------------------------------------------------ */

typedef struct settings {
    size_t waste;
    const char *verb; /* NULL: all */
} settings;

static void count_verbs(task *t, const char *name, const settings *how, const counts *made)
{
    for (size_t i = 0; i < COUNTED_VERBS; i++) {
        char label[256];
        if (how->verb && strcmp(how->verb, verbs[i].name) != 0) continue;
        if (!verbs[i].run(t)) continue; /* and what is set up once is set up */
        snprintf(label, sizeof label, "%s %s %s", verbs[i].name, reel_format_id(t->format), name);
        counts before = *made;
        CALLGRIND_ZERO_STATS;
        verbs[i].run(t);
        spend(how->waste);
        CALLGRIND_DUMP_STATS_AT(label);
        printf("%s\t%zu\t%zu\t%zu\n", label, t->file.size, made->allocations - before.allocations, made->bytes - before.bytes);
    }
}

int main(int argc, char **argv)
{
    counts made = { 0 };
    const reel_allocator counting = counting_allocator(&made);
    settings how = { 0 };
    int first = 1;
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        if (strncmp(argv[first], "--waste=", 8) == 0) how.waste = strtoul(argv[first] + 8, NULL, 10);
        if (strncmp(argv[first], "--verb=", 7) == 0) how.verb = argv[first] + 7;
    }
    for (int i = first; i < argc; i++) {
        task t = { .file = read_all(argv[i]),
                   .options = { REEL_SIZED(reel_options), .allocator = &counting },
                   .allocator = &counting };
        reel_replay *replay;
        if (reel_load(reel_source_memory(t.file.data, t.file.size), NULL, &replay, NULL) < 0) {
            fprintf(stderr, "%s: not a replay\n", argv[i]);
            return 1;
        }
        const char *slash = strrchr(argv[i], '/');
        t.replay = replay;
        t.format = reel_replay_format(replay);
        t.other = how.verb && strcmp(how.verb, "convert") != 0 ? NULL : other_format(t);
        count_verbs(&t, slash ? slash + 1 : argv[i], &how, &made);
        reel_free(replay);
        free(t.file.data);
    }
    return 0;
}
