/* SPDX-License-Identifier: MIT
 * reel-server backup and restore. The catalogue is copied first: whatever is in it was stored before, so the replays that are copied after it
 * have all of its entries. */
#include "base/fail.h"
#include "command/admin.h"
#include "service/server.h"
#include "store/maps.h"

#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEP_PAGES = 1000, BUSY_MS = 10000 };
#define COPY_NAME "catalogue.sqlite"
#define MAPS_NAME "maps"

static bool is_postgres(const char *database) { return strncmp(database, "postgres", 8) == 0 && strstr(database, "://"); }

/* Copies an SQLite database, while servers use it. */
static reel_status copy_database(const char *from, const char *to, reel_error *error)
{
    sqlite3 *source = NULL, *target = NULL;
    int result = sqlite3_open_v2(from, &source, SQLITE_OPEN_READONLY, NULL);
    if (result == SQLITE_OK) result = sqlite3_open_v2(to, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (result == SQLITE_OK) result = sqlite3_busy_timeout(source, BUSY_MS);
    if (result == SQLITE_OK) result = sqlite3_exec(target, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    sqlite3_backup *copy = result == SQLITE_OK ? sqlite3_backup_init(target, "main", source, "main") : NULL;
    if (copy) {
        do {
            result = sqlite3_backup_step(copy, STEP_PAGES);
            if (result == SQLITE_BUSY || result == SQLITE_LOCKED) sqlite3_sleep(50);
        } while (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED);
        result = sqlite3_backup_finish(copy);
    }
    reel_status status = REEL_OK;
    if (result != SQLITE_OK || !copy)
        status = fail(error, REEL_IO, "backup.database", "cannot copy %s to %s: %s", from, to,
                      target ? sqlite3_errmsg(target) : sqlite3_errstr(result));
    sqlite3_close(source);
    sqlite3_close(target);
    return status;
}

typedef struct copier {
    store *from, *to;
    uint64_t count, bytes;
    reel_error *error;
    reel_status status;
} copier;

static reel_status copy_replay(copier *c, const char *id, reel_error *error)
{
    int file = -1;
    uint64_t size = 0;
    reel_status status = c->from->kind->get(c->from, id, &file, error);
    if (status < 0) return status;
    if (admin_has_hash(file, id, &size))
        status = c->to->kind->put(c->to, id, file, size, error);
    else
        status = fail(error, REEL_IO, "backup.hash", "the bytes of %s have another hash: run reel-server fsck", id);
    close(file);
    c->count++;
    c->bytes += size;
    return status;
}

static reel_status copy_entry(void *context, const char *id, uint64_t size, reel_error *error)
{
    (void)size;
    return copy_replay(context, id, error);
}

/* After all of the backup was copied, which compared their hashes. */
static reel_status find_restored(void *context, const char *id, uint64_t size, reel_error *error)
{
    const copier *c = context;
    int file = -1;
    (void)size;
    if (c->to->kind->get(c->to, id, &file, error) < 0)
        return fail(error, REEL_IO, "backup.missing", "the rest was restored, but the backup lacks %s: run reel-server fsck", id);
    close(file);
    return REEL_OK;
}

static bool copy_stored(void *context, const char *id, int64_t stored)
{
    copier *c = context;
    (void)stored;
    c->status = copy_replay(c, id, c->error);
    return c->status >= 0;
}

/* Maps are beside the replays, in a folder of the backup, if the server has any. */
static reel_status copy_maps(const char *maps, const char *backup, bool back, reel_error *error)
{
    uint64_t count = 0;
    char *there = NULL;
    if (asprintf(&there, "%s/" MAPS_NAME, backup) < 0) return REEL_MEMORY;
    const bool is_there = access(there, F_OK) == 0;
    reel_status status = REEL_OK;
    if (back && is_there && !maps)
        fprintf(stderr, "reel-server: %s has maps: copy them, or restore with --maps FOLDER\n", there);
    else if (maps && (back ? is_there : access(maps, F_OK) == 0))
        status = maps_copy(back ? there : maps, back ? maps : there, &count, error);
    if (status >= 0 && count) printf("%s %" PRIu64 " maps\n", back ? "restored" : "copied", count);
    free(there);
    return status;
}

static int report(reel_status status, const copier *c, const char *what, const reel_error *error)
{
    if (status < 0) return admin_failed(error);
    printf("%s %" PRIu64 " replays, %" PRIu64 " bytes\n", what, c->count, c->bytes);
    return 0;
}

int admin_backup(repository *k, char **words, const admin_options *options)
{
    reel_error error = { .message = "out of memory" };
    copier c = { .from = k->store, .to = store_open_folder(words[0], &error), .error = &error };
    char *copy = NULL, *name = NULL;
    reel_status status = c.to ? REEL_OK : REEL_IO;
    bool postgres = is_postgres(k->database);
    if (postgres)
        fputs("reel-server: run pg_dump before this command: only the replays are copied\n", stderr);
    else if (status >= 0 && asprintf(&copy, "%s/.new-" COPY_NAME, words[0]) >= 0 &&
             asprintf(&name, "%s/" COPY_NAME, words[0]) >= 0)
        status = copy_database(k->database, copy, &error);
    else
        status = REEL_MEMORY;
    if (status >= 0) status = admin_each_entry(postgres ? k->database : copy, copy_entry, &c, &error);
    /* the copy was opened as a catalogue is, which leaves a log beside it until the last connection closes */
    if (status >= 0 && !postgres && rename(copy, name) != 0)
        status = fail(&error, REEL_IO, "backup.database", "%s: %s", name, strerror(errno));
    if (c.to) store_close(c.to);
    if (status >= 0) status = copy_maps(options->server->maps, words[0], false, &error);
    free(copy);
    free(name);
    return report(status, &c, "copied", &error);
}

/* A backup of a folder has a catalogue; one of a bucket has replays only. */
bool admin_is_backup(char **words)
{
    struct stat info;
    if (stat(words[0], &info) != 0) return fprintf(stderr, "reel-server: %s: %s\n", words[0], strerror(errno)), false;
    return S_ISDIR(info.st_mode) || (fprintf(stderr, "reel-server: %s: not a folder\n", words[0]), false);
}

int admin_restore(repository *k, char **words, const admin_options *options)
{
    reel_error error = { .message = "out of memory" };
    uint64_t count = 0, strays;
    char *name = NULL;
    struct stat info;
    bool postgres = is_postgres(k->database);
    if (catalogue_count(k->catalogue, &count, &error) < 0) return admin_failed(&error);
    if (count && !postgres) return fputs("reel-server: the catalogue has entries: restore into an empty store\n", stderr), 1;
    if (asprintf(&name, "%s/" COPY_NAME, words[0]) < 0) return admin_failed(&error);
    if (!postgres && stat(name, &info) != 0) {
        fprintf(stderr, "reel-server: %s: %s\n", name, strerror(errno));
        return free(name), 1;
    }
    copier c = { .from = store_open_folder(words[0], &error), .to = k->store, .error = &error };
    if (!c.from) return free(name), admin_failed(&error);
    reel_status status = c.from->kind->walk(c.from, copy_stored, &c, false, &strays, &error);
    if (status >= 0) status = c.status;
    if (status >= 0 && !postgres) {
        catalogue_close(k->catalogue); /* the copy replaces what its connections know */
        k->catalogue = NULL;
        status = copy_database(name, k->database, &error);
        if (status >= 0) status = admin_each_entry(k->database, find_restored, &c, &error);
    }
    store_close(c.from);
    if (status >= 0) status = copy_maps(options->server->maps, words[0], true, &error);
    free(name);
    return report(status, &c, "restored", &error);
}
