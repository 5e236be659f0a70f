/* SPDX-License-Identifier: MIT
 * An import of a tree. Where the first file is that has not been judged yet is kept in the catalogue: an import that was stopped or killed goes
 * on there, and at most the files that were being judged are judged again, which changes nothing. */
#include "command/import.h"

#include "command/admin.h"
#include "command/import_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SAVE_MS = 1000 };

typedef struct tree {
    import_files files;
    const char *source; /* key of the position in the catalogue */
    walk *walk;
    int64_t saved;
} tree;

/* Keeps where the first file is that has not been judged. */
static reel_status save_position(tree *t, reel_error *error)
{
    char path[WALK_PATH];
    uint64_t ignored;
    t->saved = clock_steady_ms();
    if (!import_oldest(&t->files, path, &ignored)) return REEL_OK;
    return catalogue_import_set(t->files.server.catalogue, t->source, path, error);
}

static reel_status walk_files(tree *t, reel_error *error)
{
    const char *path, *in_tree;
    reel_status status = REEL_OK;
    while (!import_stopped && status >= 0 && walk_next(t->walk, &path, &in_tree)) {
        import_judge(&t->files, path, in_tree, 0, NULL, NULL);
        if (clock_steady_ms() - t->saved >= SAVE_MS) status = save_position(t, error);
        import_show(&t->files, "", false);
    }
    bool ended = !import_stopped && status >= 0;
    if (!ended && status >= 0) status = save_position(t, error);
    import_wait(&t->files);
    if (ended) status = catalogue_import_end(t->files.server.catalogue, t->source, error);
    import_show(&t->files, "", true);
    return status;
}

static void keep_position(void *context, const char *path) { snprintf(context, WALK_PATH, "%s", path); }

static int import_tree(tree *t, const char *folder)
{
    reel_error error;
    char from[WALK_PATH] = "";
    if (catalogue_import_get(t->files.server.catalogue, t->source, keep_position, from, &error) < 0) return admin_failed(&error);
    t->walk = walk_open(folder, *from ? from : NULL);
    if (!t->walk) return fprintf(stderr, "reel-server: %s: %s\n", folder, strerror(errno)), 1;
    if (*from) fprintf(stderr, "reel-server: goes on at %s\n", from);
    reel_status status = walk_files(t, &error);
    unsigned unread = walk_failures(t->walk);
    walk_close(t->walk);
    if (status < 0) return admin_failed(&error);
    if (unread) fprintf(stderr, "reel-server: %u folders or files could not be read\n", unread);
    if (import_stopped) fputs("reel-server: stopped; the same command goes on\n", stderr);
    return import_stopped || unread || t->files.counts[IMPORT_FAILED] ? 1 : 0;
}

int import_run(const server_options *options, const char *path, const char *uploader, const char *columns)
{
    static tree t;
    struct stat info;
    char *source = realpath(path, NULL);
    if (!source || stat(source, &info) != 0)
        return fprintf(stderr, "reel-server: %s: %s\n", path, strerror(errno)), free(source), 1;
    int status = 1;
    if (S_ISDIR(info.st_mode) && columns) {
        fputs("reel-server: --columns is for a table, which is a file\n", stderr);
    } else if (!S_ISDIR(info.st_mode)) {
        status = import_table(options, source, uploader, columns);
    } else {
        t.source = source;
        status = import_start(&t.files, options, uploader) ? import_tree(&t, path) : 1;
        import_stop(&t.files);
    }
    free(source);
    return status;
}
