/* SPDX-License-Identifier: MIT
 * reel-server export FOLDER: the replays as files, for `reel scan` and whatever else reads a tree of replays, and what the server knows of
 * them as Parquet. The same command again writes what is new. */
#include "base/fail.h"
#include "command/admin.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <reel/export.h>
#include <reel/file.h>
#include <reel/format.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PART = 10000 /* rows of a file of the table */, TEXTS = 11, PATH_TEXT = 4096 };

/* ---- the table ----------------------------------------------------------------------------------------------------- */

typedef struct play_row {
    reel_string texts[TEXTS];
    int64_t received;
    uint64_t size;
    double score, seconds;
    uint8_t present; /* HAS_SCORE */
    uint8_t ranked;  /* 0 or 1 */
} play_row;

enum { HAS_SCORE = 1 };
enum {
    FILE_TEXT,
    ID_TEXT,
    VERDICT_TEXT,
    FORMAT_TEXT,
    GAME_TEXT,
    PLAYER_TEXT,
    NAME_TEXT,
    LEVEL_TEXT,
    TITLE_TEXT,
    AUTHOR_TEXT,
    UPLOADER_TEXT
};

#define TEXT(name, index, doc) REEL_FIELD(play_row, name, texts[index], STRING, "", doc)
static const reel_field fields[] = {
    TEXT("file", FILE_TEXT, "the replay, from the folder replays"),
    TEXT("id", ID_TEXT, "SHA-256 of its bytes"),
    TEXT("verdict", VERDICT_TEXT, "accepted or held"),
    TEXT("format", FORMAT_TEXT, "id of the format"),
    TEXT("game", GAME_TEXT, "the game"),
    TEXT("player", PLAYER_TEXT, "id of the player"),
    TEXT("player_name", NAME_TEXT, "name of the player"),
    TEXT("level", LEVEL_TEXT, "the level"),
    TEXT("title", TITLE_TEXT, "name of the level"),
    TEXT("author", AUTHOR_TEXT, "who made the level"),
    TEXT("uploader", UPLOADER_TEXT, "name of the token"),
    REEL_FIELD(play_row, "received", received, I64, "unix ms", "when it was uploaded"),
    REEL_FIELD(play_row, "size", size, U64, "bytes", "size of the file"),
    REEL_FIELD(play_row, "score", score, F64, "", "score, recomputed", REEL_PRESENT_IF(play_row, present, HAS_SCORE)),
    REEL_FIELD(play_row, "seconds", seconds, F64, "s", "end of the replay"),
    REEL_FIELD(play_row, "ranked", ranked, BOOL, "", "whether it ranks if it is accepted"),
};
static const reel_table plays = REEL_TABLE("plays", "replays that a server keeps", play_row, fields, 0);
static const reel_table *const tables[] = { &plays, NULL };
static const reel_format format = { .id = "plays", .name = "plays", .game = "", .tables = tables };

typedef struct exporter {
    repository *keep;
    const char *folder;
    replay_entry *entries;        /* PART of them */
    char (*files)[STORE_ID + 72]; /* their paths in the folder replays */
    play_row *rows;
    size_t count;
    int64_t last; /* number of the last entry; 0: none yet */
    uint64_t copied, known;
} exporter;

/* Text of the catalogue, in which U+F700 + b stands for a byte b that is not UTF-8. The exporter writes such bytes in the same way, so they are bytes
 * again first. */
static reel_string string_of(char *text)
{
    size_t size = 0;
    for (const char *at = text; *at;) {
        const uint8_t *p = (const uint8_t *)at;
        const bool escaped = p[0] == 0xef && p[1] >= 0x9e && p[1] <= 0x9f && p[2];
        text[size++] = escaped ? (char)((p[1] & 3) << 6 | (p[2] & 0x3f)) : *at;
        at += escaped ? 3 : 1;
    }
    text[size] = 0;
    return (reel_string){ text, size };
}

static void fill_row(const exporter *x, size_t n)
{
    replay_entry *e = &x->entries[n];
    play_row *row = &x->rows[n];
    *row = (play_row){ .received = e->received,
                       .size = (uint64_t)e->size,
                       .score = e->score,
                       .seconds = e->seconds,
                       .present = e->has_score ? HAS_SCORE : 0,
                       .ranked = e->ranked };
    const char *verdict = verdict_names[e->verdict];
    char *const texts[TEXTS] = { x->files[n],    e->id,    NULL,     e->format, e->game,    e->player,
                                 e->player_name, e->level, e->title, e->author, e->uploader };
    for (size_t i = 0; i < TEXTS; i++) row->texts[i] = texts[i] ? string_of(texts[i]) : (reel_string){ verdict, strlen(verdict) };
}

/* Writes a file of the table. Its name is the number of the part, so that the same command again replaces it. */
static reel_status write_part(exporter *x, unsigned number, reel_error *error)
{
    char path[PATH_TEXT];
    reel_sink sink;
    reel_replay *replay = NULL;
    reel_export *export_ = NULL;
    const reel_export_options how = { REEL_SIZED(reel_export_options), .flags = 0 };
    for (size_t n = 0; n < x->count; n++) fill_row(x, n);
    const reel_own_rows own = { &plays, x->rows, x->count };
    snprintf(path, sizeof path, "%s/plays/part-%06u.parquet", x->folder, number);
    reel_status status = reel_replay_of_rows(&format, &own, 1, NULL, &replay, error);
    if (status >= 0) status = reel_sink_file(path, REEL_FILE_REPLACE, &sink, error);
    if (status >= 0) status = reel_export_open(reel_exporter_by_id("parquet"), sink, NULL, &how, &export_, error);
    if (status >= 0) {
        reel_export_chunk(export_, reel_replay_chunk(replay));
        status = reel_export_finish(export_, error);
    }
    reel_free(replay);
    return status;
}

/* ---- replays -------------------------------------------------------------------------------------------------------- */

static bool make_folder(const char *path) { return mkdir(path, 0777) == 0 || errno == EEXIST; }

static reel_status copy_bytes(int from, const char *path, const char *id, reel_error *error)
{
    uint64_t size = 0;
    if (!admin_has_hash(from, id, &size))
        return fail(error, REEL_IO, "export.hash", "the bytes of %s have another hash: run reel-server fsck", id);
    char *bytes = malloc((size_t)size + 1);
    reel_sink sink;
    reel_status status = bytes && pread(from, bytes, (size_t)size, 0) == (ssize_t)size
                             ? reel_sink_file(path, REEL_FILE_REPLACE, &sink, error)
                             : fail(error, REEL_IO, "export.read", "%s cannot be read", id);
    if (status >= 0) {
        status = sink.write(sink.context, bytes, (size_t)size, error);
        if (status < 0)
            sink.discard(sink.context);
        else
            status = sink.commit(sink.context, error);
    }
    free(bytes);
    return status;
}

/* Copies a replay, unless a run before did. */
static reel_status export_replay(exporter *x, size_t n, reel_error *error)
{
    char path[PATH_TEXT];
    struct stat info;
    int file = -1;
    const replay_entry *e = &x->entries[n];
    store *store = x->keep->store;
    snprintf(path, sizeof path, "%s/replays/%.2s", x->folder, e->id);
    snprintf(x->files[n], sizeof x->files[n], "%.2s/%.64s.%.63s", e->id, e->id, e->format);
    if (!make_folder(path)) return fail(error, REEL_IO, "export.folder", "%s: %s", path, strerror(errno));
    snprintf(path, sizeof path, "%s/replays/%s", x->folder, x->files[n]);
    if (stat(path, &info) == 0 && info.st_size == e->size) return x->known++, REEL_OK;
    reel_status status = store->kind->get(store, e->id, &file, error);
    if (status >= 0) status = copy_bytes(file, path, e->id, error);
    if (file >= 0) close(file);
    x->copied += status >= 0;
    return status;
}

static void add_entry(void *context, const replay_entry *entry)
{
    exporter *x = context;
    x->entries[x->count++] = *entry;
    x->last = entry->number;
}

static reel_status export_all(exporter *x, reel_error *error)
{
    char path[PATH_TEXT];
    reel_status status = REEL_OK;
    unsigned part = 0;
    do {
        const replay_filter filter = { .before = x->last, .limit = PART };
        x->count = 0;
        status = catalogue_list(x->keep->catalogue, &filter, add_entry, x, error);
        for (size_t n = 0; n < x->count && status >= 0; n++) status = export_replay(x, n, error);
        if (status >= 0 && (x->count || !part)) status = write_part(x, part++, error);
    } while (status >= 0 && x->count == PART);
    /* of a run when there were more */
    do {
        snprintf(path, sizeof path, "%s/plays/part-%06u.parquet", x->folder, part++);
    } while (status >= 0 && unlink(path) == 0);
    return status;
}

static bool make_folders(const char *folder)
{
    static const char *const names[] = { "", "/replays", "/plays" };
    char path[PATH_TEXT];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int size = snprintf(path, sizeof path, "%s%s", folder, names[i]);
        if (size + 128 > PATH_TEXT) return errno = ENAMETOOLONG, false;
        if (!make_folder(path)) return false;
    }
    return true;
}

int admin_export(repository *k, char **words, const admin_options *options)
{
    reel_error error = { .message = "out of memory" };
    exporter x = { .keep = k, .folder = words[0] };
    (void)options;
    if (!make_folders(words[0])) return fprintf(stderr, "reel-server: %s: %s\n", words[0], strerror(errno)), 1;
    x.entries = malloc(PART * sizeof *x.entries);
    x.files = malloc(PART * sizeof *x.files);
    x.rows = malloc(PART * sizeof *x.rows);
    reel_status status = x.entries && x.files && x.rows ? export_all(&x, &error) : REEL_MEMORY;
    free(x.entries);
    free(x.files);
    free(x.rows);
    if (status < 0) return admin_failed(&error);
    printf("%" PRIu64 " replays, %" PRIu64 " of them new\n", x.copied + x.known, x.copied);
    return 0;
}
