/* SPDX-License-Identifier: MIT
 * Each job of reel beside a peer, in turn: `reel_bench_pairs [--registry=LIB] [--rust=LIB] [--cpp=LIB] SET FILE... [SET FILE...]`,
 * where SET is one of --bsor-plays, --bsor-clips, --gdr1, --gdr2, --teehistorian. For each job it prints a row (bench/pair.h). A peer whose
 * library is not given, and a job whose files are not there, is named. bench/pairs.sh builds the peers. */
#include <reel/bsor.h>
#include <reel/format.h>
#include <reel/gdr.h>
#include <reel/macros.h>
#include <reel/teehistorian.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made.h"
#include "pair.h"
#include "unpacker.h"
#include "verbs.h"

enum { MOST_FILES = 256, INPUTS = 70000, MANY_INPUTS = 1000000 };

static volatile size_t kept; /* prevents the compiler from removing results */

/* ---- peers ------------------------------------------------------------------------------------------------------ */

typedef struct peer {
    const char *option, *name;
    ptrdiff_t (*run)(const char *job, const uint8_t *data, size_t size);
    void *(*read)(const char *job, const uint8_t *data, size_t size);
    ptrdiff_t (*write)(const char *job, void *replay);
} peer;

enum { SERVER_LOOP = -2, MEMCPY = -1, REGISTRY = 0, RUST, CPP, PEERS };
static peer peers[PEERS] = { { .option = "--registry=" }, { .option = "--rust=" }, { .option = "--cpp=" } };

static void take_symbol(void *library, const char *name, void *function) /* a pointer to a function pointer */
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
}

static void open_peer(peer *p, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    take_symbol(library, "peer_run", &p->run);
    take_symbol(library, "peer_read", &p->read);
    take_symbol(library, "peer_write", &p->write);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

typedef struct set {
    const char *option;
    size_t count;
    bytes files[MOST_FILES];
    reel_replay *loaded[MOST_FILES]; /* of each file, for the writers */
    void *read[MOST_FILES];          /* the same of the peer */
} set;

enum { PLAYS, CLIPS, GDR1, GDR2, TEE, MADE_JSON, MADE_MSGPACK, MADE_TCM, MADE_SLC, SETS };
static set sets[SETS] = {
    { .option = "--bsor-plays" }, { .option = "--bsor-clips" },   { .option = "--gdr1" },
    { .option = "--gdr2" },       { .option = "--teehistorian" },
};

static void add_file(set *s, bytes file)
{
    if (s->count < MOST_FILES) s->files[s->count++] = file;
}

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

typedef struct row {
    const char *what, *name; /* of the peer */
    int set, peer;           /* peer: below 0, one that is part of this program */
    const char *job;         /* of the peer */
    void (*ours)(void *set);
    bool writes;
    const reel_table *table; /* whose rows the peer counts, or NULL */
} row;

static void load_all(void *context)
{
    const set *s = context;
    for (size_t i = 0; i < s->count; i++) {
        reel_replay *replay;
        reel_error error;
        must(reel_load(reel_source_memory(s->files[i].data, s->files[i].size), NULL, &replay, &error), &error);
        reel_free(replay);
    }
}

static void stream_all(void *context)
{
    const set *s = context;
    for (size_t i = 0; i < s->count; i++) {
        reel_reader *reader;
        const reel_chunk *chunk;
        reel_error error;
        must(reel_open(reel_source_memory(s->files[i].data, s->files[i].size), NULL, &reader, &error), &error);
        while (reel_next(reader, &chunk, &error) == REEL_OK) kept++;
        reel_close(reader);
    }
}

static void write_all(void *context)
{
    const set *s = context;
    for (size_t i = 0; i < s->count; i++) {
        reel_memory memory;
        reel_error error;
        must(reel_write(reel_replay_chunk(s->loaded[i]), reel_replay_format(s->loaded[i]), reel_sink_memory(&memory, NULL), NULL,
                        &error),
             &error);
        kept = memory.size;
        reel_memory_free(&memory);
    }
}

static void copy_all(void *context)
{
    const set *s = context;
    for (size_t i = 0; i < s->count; i++) {
        uint8_t *to = malloc(s->files[i].size);
        if (!to) exit(1);
        memcpy(to, s->files[i].data, s->files[i].size);
        kept = to[s->files[i].size / 2];
        free(to);
    }
}

/* A verb (bench/verbs.h) of each file; those of rows that write have it loaded. */
static void run_verb(const set *s, const char *name)
{
    const verb *found = verbs;
    while (strcmp(found->name, name) != 0) found++;
    for (size_t i = 0; i < s->count; i++) {
        const task t = {
            .file = s->files[i], .replay = s->loaded[i], .format = &reel_format_bsor, .options = { REEL_SIZED(reel_options) }
        };
        if (found->run(&t)) continue;
        fprintf(stderr, "%s failed on file %zu\n", name, i);
        exit(1);
    }
}

static void header_all(void *context) { run_verb(context, "header"); }

static void append_all(void *context) { run_verb(context, "append"); }

static void statistics_all(void *context) { run_verb(context, "stats"); }

static const row rows[] = {
    { "GDR1 JSON read, 70,000 inputs", "Rust `gdr` of zcb3", MADE_JSON, RUST, "gdr", load_all, false, &gdr_inputs },
    { "GDR1 msgpack read, 70,000 inputs", "Rust `gdr` of zcb3", MADE_MSGPACK, RUST, "gdr", load_all, false, &gdr_inputs },
    { "GDR1 read, real files", "C++ GDReplayFormat 1", GDR1, CPP, "read", load_all, false, &gdr_inputs },
    { "GDR1 written, real files", "C++ GDReplayFormat 1, which writes less", GDR1, CPP, "msgpack", write_all, true, &gdr_inputs },
    { "GDR1 msgpack written, 70,000 inputs", "C++ GDReplayFormat 1", MADE_MSGPACK, CPP, "msgpack", write_all, true, &gdr_inputs },
    { "GDR2 read, small files", "Rust `gdr2` of zcb3", GDR2, RUST, "gdr2", load_all, false, &gdr_inputs },
    { "GDR2 written, small files", "Rust `gdr2` of zcb3", GDR2, RUST, "gdr2", write_all, true, &gdr_inputs },
    { "TCBot 2 read, a million inputs", "crate `tcm` 0.1.1", MADE_TCM, REGISTRY, "tcbot", load_all, false, &gdr_inputs },
    { "Silicate 3 read, a million inputs", "crate `slc_oxide` 0.2.0", MADE_SLC, REGISTRY, "silicate", load_all, false,
      &gdr_inputs },
    { "BSOR read, full plays", "crate `bsor` 0.3.0", PLAYS, REGISTRY, "bsor", load_all, false, &bsor_frames },
    { "BSOR read, full plays", "memcpy", PLAYS, MEMCPY, "", load_all, false, NULL },
    { "BSOR read, clips", "memcpy", CLIPS, MEMCPY, "", load_all, false, NULL },
    { "BSOR written, full plays", "memcpy", PLAYS, MEMCPY, "", write_all, true, NULL },
    { "BSOR written row by row, full plays", "memcpy", PLAYS, MEMCPY, "", append_all, true, NULL },
    { "BSOR opened with its header, full plays", "memcpy", PLAYS, MEMCPY, "", header_all, false, NULL },
    { "BSOR statistics of rows, full plays", "memcpy", PLAYS, MEMCPY, "", statistics_all, true, NULL },
    { "teehistorian streamed, recordings", "crate `teehistorian` 0.12.0, which keeps no state", TEE, REGISTRY, "teehistorian",
      stream_all, false, NULL },
    { "teehistorian streamed, recordings", "the unpacking loop of the server, -O2, which makes no rows", TEE, SERVER_LOOP, "",
      stream_all, false, NULL },
};

/* What the peer does in turn with ours. */
typedef struct turn {
    const row *row;
    set *set;
} turn;

static void run_peer(void *context)
{
    const turn *t = context;
    set *s = t->set;
    if (t->row->peer == MEMCPY) copy_all(s);
    if (t->row->peer == SERVER_LOOP)
        for (size_t i = 0; i < s->count; i++) kept = (size_t)unpack_as_server(s->files[i].data, s->files[i].size);
    if (t->row->peer < 0) return;
    const peer *p = &peers[t->row->peer];
    for (size_t i = 0; i < s->count; i++)
        kept = (size_t)(t->row->writes ? p->write(t->row->job, s->read[i])
                                       : p->run(t->row->job, s->files[i].data, s->files[i].size));
}

/* Whether the peer finds as many rows as reel; a peer that counts something else is not asked. */
static bool finds_the_same(const turn *t, const reel_replay *replay, ptrdiff_t found)
{
    size_t count;
    if (!t->row->table) return found >= 0;
    reel_rows(replay, t->row->table, &count);
    return found >= 0 && (size_t)found == count;
}

/* Drops the files that one of both cannot read or of which they find different numbers of rows, and prepares those that are written. */
static size_t prepare(const turn *t)
{
    set *s = t->set;
    const peer *p = t->row->peer < 0 ? NULL : &peers[t->row->peer];
    size_t good = 0;
    for (size_t i = 0; i < s->count; i++) {
        const bytes file = s->files[i];
        reel_replay *replay;
        if (reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL) < 0) continue;
        if (p && !finds_the_same(t, replay, p->run(t->row->job, file.data, file.size))) {
            reel_free(replay);
            continue;
        }
        s->read[good] = t->row->writes && p ? p->read(t->row->job, file.data, file.size) : NULL;
        if (!t->row->writes) reel_free(replay);
        s->loaded[good] = t->row->writes ? replay : NULL;
        s->files[i] = s->files[good];
        s->files[good++] = file;
    }
    return good;
}

static void run_ours(void *context)
{
    const turn *t = context;
    t->row->ours(t->set);
}

static void measure_row(const row *r)
{
    set *s = &sets[r->set];
    turn t = { r, s };
    const size_t all = s->count;
    if (r->peer >= 0 && !peers[r->peer].run) {
        pair_missing(r->what, r->name);
        return;
    }
    s->count = prepare(&t);
    pair_row(r->what, r->name, run_peer, run_ours, &t, s->count ? 1 : 0, sizeof t);
    if (s->count < all) printf("<!-- %s: %zu of %zu files -->\n", r->what, s->count, all);
    s->count = all;
}

int main(int argc, char **argv)
{
    set *current = NULL;
    const char *only = NULL;
    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (size_t p = 0; p < PEERS; p++) {
            const size_t size = strlen(peers[p].option);
            if (strncmp(argv[i], peers[p].option, size) != 0) continue;
            open_peer(&peers[p], argv[i] + size);
            known = true;
        }
        if (strncmp(argv[i], "--only=", 7) == 0) only = argv[i] + 7, known = true;
        for (size_t s = 0; s < SETS && sets[s].option; s++)
            if (strcmp(argv[i], sets[s].option) == 0) current = &sets[s], known = true;
        if (!known && current) add_file(current, read_all(argv[i]));
    }
    add_file(&sets[MADE_JSON], made_as(made_macro(INPUTS), &reel_format_gdr1_json));
    add_file(&sets[MADE_MSGPACK], made_as(made_macro(INPUTS), &reel_format_gdr1));
    add_file(&sets[MADE_TCM], made_as(made_macro(MANY_INPUTS), &reel_format_tcm));
    add_file(&sets[MADE_SLC], made_as(made_macro(MANY_INPUTS), &reel_format_slc3));
    printf("| work | peer | peer's time / ours | range |\n| --- | --- | --: | --- |\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!only || strstr(rows[i].what, only)) measure_row(&rows[i]);
    return 0;
}
