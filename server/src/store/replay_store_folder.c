/* SPDX-License-Identifier: MIT
 * Replays as files: ab/abcdef…, where the name is the whole hash. A file is written as .new-…, synced, and renamed to its name; then its
 * folder is synced. So a name is only ever there with all its bytes, unless a disk or a person has damaged it: then the next upload of
 * the replay replaces it. */
#include "base/fail.h"
#include "store/replay_store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct folder_store {
    store store;
    int folder;
} folder_store;

enum { PREFIX = 2, NEW_NAME = 32, COMPARED = 1 << 14 };
#define NEW_PREFIX ".new-"

static reel_status cannot(reel_error *error, const char *what)
{
    return fail(error, REEL_IO, "store.io", "%s: %s", what, strerror(errno));
}

/* ---- writing ------------------------------------------------------------------------------------------------------ */

static bool copy_all(int to, int from, uint64_t size)
{
    off_t at = 0;
    while ((uint64_t)at < size) {
        ssize_t count = sendfile(to, from, &at, size - (uint64_t)at);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) errno = EIO; /* the file is shorter than it was */
        if (count <= 0) return false;
    }
    return true;
}

/* A file with the bytes, synced, under a temporary name in `folder`. */
static bool write_new(int folder, char name[NEW_NAME], int from, uint64_t size)
{
    uint8_t random[8];
    if (getrandom(random, sizeof random, 0) != sizeof random) return false;
    strcpy(name, NEW_PREFIX);
    for (size_t i = 0; i < sizeof random; i++) sprintf(name + sizeof NEW_PREFIX - 1 + 2 * i, "%02x", random[i]);
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool fine = copy_all(file, from, size) && fsync(file) == 0;
    int why = errno;
    if (close(file) != 0 && fine) fine = false, why = errno;
    if (!fine) unlinkat(folder, name, 0);
    errno = why;
    return fine;
}

/* The folder of a replay, opened. It is made, and its name synced, if it is missing. */
static int open_part(folder_store *s, const char *id, bool make)
{
    char part[PREFIX + 1] = { id[0], id[1], '\0' };
    if (make && mkdirat(s->folder, part, 0700) == 0 && fsync(s->folder) != 0) return -1;
    return openat(s->folder, part, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Whether two files have the same bytes. */
static bool same_bytes(int one, int other, uint64_t size)
{
    uint8_t bytes[2][COMPARED];
    for (uint64_t at = 0; at < size;) {
        size_t part = size - at < COMPARED ? (size_t)(size - at) : COMPARED;
        ssize_t count = pread(one, bytes[0], part, (off_t)at);
        if (count <= 0 || pread(other, bytes[1], (size_t)count, (off_t)at) != count) return false;
        if (memcmp(bytes[0], bytes[1], (size_t)count) != 0) return false;
        at += (uint64_t)count;
    }
    return true;
}

/* Whether the replay is there, and whole. */
static bool is_stored(int part, const char *id, int file, uint64_t size)
{
    struct stat info;
    int there = openat(part, id, O_RDONLY | O_CLOEXEC);
    if (there < 0) return false;
    bool same = fstat(there, &info) == 0 && (uint64_t)info.st_size == size && same_bytes(there, file, size);
    close(there);
    return same;
}

static reel_status folder_put(store *store, const char *id, int file, uint64_t size, reel_error *error)
{
    folder_store *s = (folder_store *)store;
    char name[NEW_NAME];
    int part = open_part(s, id, true);
    if (part < 0) return cannot(error, "cannot open the store");
    bool fine = is_stored(part, id, file, size);
    if (!fine && write_new(part, name, file, size)) {
        fine = renameat(part, name, part, id) == 0;
        int why = errno;
        if (!fine) unlinkat(part, name, 0);
        errno = why;
    }
    if (fine) fine = fsync(part) == 0; /* also where it was there: another request may have renamed it just now */
    reel_status status = fine ? REEL_OK : cannot(error, "cannot store the replay");
    close(part);
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

static reel_status folder_get(store *store, const char *id, int *file, reel_error *error)
{
    int part = open_part((folder_store *)store, id, false);
    *file = part < 0 ? -1 : openat(part, id, O_RDONLY | O_CLOEXEC);
    int why = errno;
    if (part >= 0) close(part);
    errno = why;
    if (*file >= 0) return REEL_OK;
    if (errno == ENOENT) return fail(error, REEL_IO, "store.missing", "the replay is not in the store");
    return cannot(error, "cannot read the store");
}

typedef struct walk {
    store_each *each;
    void *context;
    bool remove_strays, goes_on;
    int64_t now;
    uint64_t strays;
} walk;

static void walk_entry(int part, const char *name, walk *walk)
{
    struct stat info;
    bool is_new = strncmp(name, NEW_PREFIX, sizeof NEW_PREFIX - 1) == 0;
    if ((!is_new && !store_is_id(name)) || fstatat(part, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (!is_new) {
        walk->goes_on = walk->each(walk->context, name, info.st_mtime);
    } else if (walk->now - info.st_mtime > STORE_STRAY_SECONDS) {
        walk->strays++;
        if (walk->remove_strays) unlinkat(part, name, 0);
    }
}

static bool walk_part(int part, walk *walk)
{
    DIR *list = fdopendir(part);
    if (!list) return close(part), false;
    struct dirent *entry;
    for (errno = 0; walk->goes_on && (entry = readdir(list)) != NULL; errno = 0) walk_entry(part, entry->d_name, walk);
    bool fine = errno == 0 || !walk->goes_on;
    closedir(list);
    return fine;
}

static reel_status folder_walk(store *store, store_each *each, void *context, bool remove_strays, uint64_t *strays,
                               reel_error *error)
{
    folder_store *s = (folder_store *)store;
    walk walk = { each, context, remove_strays, true, time(NULL), 0 };
    for (unsigned i = 0; i < 256 && walk.goes_on; i++) {
        char id[PREFIX + 1];
        sprintf(id, "%02x", i);
        int part = open_part(s, id, false);
        if (part < 0 && errno == ENOENT) continue;
        if (part < 0 || !walk_part(part, &walk)) return cannot(error, "cannot read the store");
    }
    *strays = walk.strays;
    return REEL_OK;
}

static reel_status folder_set_aside(store *store, const char *id, reel_error *error)
{
    folder_store *s = (folder_store *)store;
    int part = open_part(s, id, false), lost = -1;
    if (part >= 0 && (mkdirat(s->folder, "lost", 0700) == 0 || errno == EEXIST))
        lost = openat(s->folder, "lost", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = lost >= 0 && renameat(part, id, lost, id) == 0 && fsync(lost) == 0 && fsync(part) == 0 && fsync(s->folder) == 0;
    reel_status status = fine ? REEL_OK : cannot(error, "cannot move a replay to lost");
    if (part >= 0) close(part);
    if (lost >= 0) close(lost);
    return status;
}

static reel_status folder_remove(store *store, const char *id, reel_error *error)
{
    folder_store *s = (folder_store *)store;
    int part = open_part(s, id, false);
    if (part < 0 && errno == ENOENT) return REEL_OK;
    bool fine = part >= 0 && (unlinkat(part, id, 0) == 0 || errno == ENOENT) && fsync(part) == 0;
    reel_status status = fine ? REEL_OK : cannot(error, "cannot remove a replay");
    if (part >= 0) close(part);
    return status;
}

static void folder_close(store *store)
{
    close(((folder_store *)store)->folder);
    free(store);
}

/* A file of the size of many replays, which is removed. */
static reel_status folder_try_put(store *store, reel_error *error)
{
    enum { TRIED = 1 << 18 };
    folder_store *s = (folder_store *)store;
    char name[NEW_NAME];
    int bytes = memfd_create("tried", MFD_CLOEXEC), there = -1;
    bool fine = bytes >= 0 && ftruncate(bytes, TRIED) == 0 && write_new(s->folder, name, bytes, TRIED);
    bool written = fine;
    if (fine) {
        there = openat(s->folder, name, O_RDONLY | O_CLOEXEC);
        if (there >= 0) errno = EIO;
        fine = there >= 0 && same_bytes(there, bytes, TRIED);
    }
    reel_status status = fine ? REEL_OK : cannot(error, written ? "cannot read the store" : "cannot write to the store");
    if (written) unlinkat(s->folder, name, 0);
    if (there >= 0) close(there);
    if (bytes >= 0) close(bytes);
    return status;
}

static const store_kind folder_kind = {
    .put = folder_put,
    .get = folder_get,
    .walk = folder_walk,
    .set_aside = folder_set_aside,
    .remove = folder_remove,
    .try_put = folder_try_put,
    .try_ms = 1000,
    .close = folder_close,
};

store *store_open_folder(const char *path, reel_error *error)
{
    folder_store *s = calloc(1, sizeof *s);
    if (!s) {
        fail(error, REEL_MEMORY, "store.memory", "out of memory");
        return NULL;
    }
    if (mkdir(path, 0700) != 0 && errno != EEXIST) goto failed;
    s->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->folder < 0) goto failed;
    s->store.kind = &folder_kind;
    return &s->store;
failed:
    cannot(error, path);
    free(s);
    return NULL;
}
