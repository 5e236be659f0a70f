/* SPDX-License-Identifier: MIT
 * reel-server fsck: compares the store with its catalogue. An upload is stored before its entry is made, so a crash leaves a temporary file,
 * or a replay without an entry, that nobody was promised; a promise that is broken is an entry without its bytes. */
#include "command/admin.h"
#include "store/moderation.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { UNLISTED_SECONDS = 3600 /* a younger replay may get its entry yet */ };

typedef struct check {
    repository *keep;
    const admin_options *options;
    sql *database;
    uint64_t entries, replays, missing, damaged, unlisted;
    int64_t now;
    reel_error *error;
    reel_status status;
} check;

static reel_status set_aside(check *c, const char *id, reel_error *error)
{
    if (!c->options->repair) return REEL_OK;
    reel_status status = c->keep->store->kind->set_aside(c->keep->store, id, error);
    if (status >= 0) printf("moved\t%s\tto lost/\n", id);
    return status;
}

static reel_status forget(check *c, const char *id, reel_error *error)
{
    if (!c->options->forget) return REEL_OK;
    reel_status status = catalogue_forget(c->database, id, error);
    if (status >= 0) printf("forgot\t%s\n", id);
    return status;
}

static reel_status check_entry(void *context, const char *id, uint64_t size, reel_error *error)
{
    check *c = context;
    int file = -1;
    uint64_t found;
    c->entries++;
    reel_status status = c->keep->store->kind->get(c->keep->store, id, &file, error);
    if (status < 0 && strcmp(error->rule, "store.missing") == 0) {
        c->missing++;
        printf("missing\t%s\tthe catalogue has an entry, the store has no replay\n", id);
        return forget(c, id, error);
    }
    if (status < 0) return status;
    bool fine = admin_has_hash(file, id, &found);
    close(file);
    if (fine && found == size) return REEL_OK;
    c->damaged++;
    if (fine)
        printf("damaged\t%s\tthe entry has the size %" PRIu64 ", the replay %" PRIu64 "\n", id, size, found);
    else
        printf("damaged\t%s\tthe bytes have another hash\n", id);
    if (fine) return REEL_OK;
    status = set_aside(c, id, error);
    return status < 0 ? status : c->options->repair ? forget(c, id, error) : REEL_OK;
}

static bool check_stored(void *context, const char *id, int64_t stored)
{
    check *c = context;
    replay_entry entry;
    c->replays++;
    bool withdrawn = false;
    c->status = catalogue_get(c->keep->catalogue, id, &entry, c->error);
    if (c->status == REEL_END && moderation_is_withdrawn(c->keep->catalogue, id, "", &withdrawn, c->error) < 0)
        return c->status = c->error->status, false;
    if (withdrawn) return c->status = REEL_OK, true;
    if (c->status != REEL_END || c->now - stored < UNLISTED_SECONDS) return c->status >= 0;
    c->unlisted++;
    printf("unlisted\t%s\tthe store has a replay, the catalogue has no entry\n", id);
    c->status = set_aside(c, id, c->error);
    return c->status >= 0;
}

int admin_fsck(repository *k, char **words, const admin_options *options)
{
    reel_error error = { .message = "" };
    uint64_t strays = 0;
    check c = { .keep = k, .options = options, .now = time(NULL), .error = &error };
    (void)words;
    reel_status status = sql_open(k->database, &c.database, &error);
    if (status >= 0) status = admin_each_entry(k->database, check_entry, &c, &error);
    if (status >= 0) status = k->store->kind->walk(k->store, check_stored, &c, options->repair, &strays, &error);
    if (status >= 0 && c.status < 0) status = c.status;
    if (c.database) sql_close(c.database);
    if (status < 0) return admin_failed(&error);
    printf("%" PRIu64 " entries, %" PRIu64 " replays: %" PRIu64 " missing, %" PRIu64 " damaged, %" PRIu64 " unlisted, %" PRIu64
           " temporary files\n",
           c.entries, c.replays, c.missing, c.damaged, c.unlisted, strays);
    bool left = (c.missing && !options->forget) || (c.damaged && !options->repair);
    return left || (!options->repair && (c.unlisted || strays));
}
