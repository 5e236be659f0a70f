/* SPDX-License-Identifier: MIT
 * The folder of lives: of each its bytes, under its id, and whose it is, under ID.of. */
#include "service/live_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define OF ".of"
#define OF_NEW ".new"

/* ---- the folder ---------------------------------------------------------------------------------------------------------- */

int live_folder_open(const char *path)
{
    if (mkdir(path, 0700) != 0 && errno != EEXIST) return -1;
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool live_folder_lock(int folder) { return flock(folder, LOCK_EX | LOCK_NB) == 0; }

static bool is_id(const char *name, size_t size) { return size == LIVE_ID - 1 && strspn(name, "0123456789abcdef") >= size; }

static void name_of(char to[LIVE_ID + sizeof OF_NEW], const char *id, const char *end)
{
    snprintf(to, LIVE_ID + sizeof OF_NEW, "%s%s", id, end);
}

void live_folder_walk(int folder, void (*each)(void *context, const char *id), void *context)
{
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = again >= 0 ? fdopendir(again) : NULL;
    if (!list && again >= 0) close(again);
    if (!list) return;
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        const char *name = entry->d_name, *end = strchr(name, '.');
        const size_t size = end ? (size_t)(end - name) : strlen(name);
        char id[LIVE_ID] = "";
        if (!is_id(name, size)) continue;
        memcpy(id, name, size);
        if (!end)
            each(context, id);
        else if (faccessat(folder, id, F_OK, 0) != 0) /* its file was never made, or is gone */
            unlinkat(folder, name, 0);
    }
    closedir(list);
}

/* ---- files --------------------------------------------------------------------------------------------------------------- */

static bool write_owner(int folder, const char *id, const live_owner *owner)
{
    char name[LIVE_ID + sizeof OF_NEW], made[LIVE_ID + sizeof OF_NEW], text[sizeof *owner + 128];
    const size_t token = strlen(owner->token), player = strlen(owner->player), title = strlen(owner->title);
    name_of(name, id, OF);
    name_of(made, id, OF_NEW);
    const int size = snprintf(text, sizeof text, "%lld %zu %zu %zu\n%s%s%s", (long long)owner->begun, token, player, title,
                              owner->token, owner->player, owner->title);
    const int file = openat(folder, made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool fine = file >= 0 && write(file, text, (size_t)size) == size;
    if (file >= 0) fine = close(file) == 0 && fine;
    if (fine && renameat(folder, made, folder, name) == 0) return true;
    const int why = errno;
    unlinkat(folder, made, 0);
    return errno = why, false;
}

static bool read_owner(int folder, const char *id, live_owner *owner)
{
    char name[LIVE_ID + sizeof OF_NEW], text[sizeof *owner + 128], *at;
    name_of(name, id, OF);
    const int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    const ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0) close(file);
    if (size <= 0) return false;
    text[size] = '\0';
    *owner = (live_owner){ .begun = strtoll(text, &at, 10) };
    const unsigned long token = strtoul(at, &at, 10), player = strtoul(at, &at, 10), title = strtoul(at, &at, 10);
    if (*at++ != '\n' || !token || token >= sizeof owner->token || player >= sizeof owner->player || title >= sizeof owner->title)
        return false;
    if ((size_t)(text + size - at) != token + player + title) return false;
    memcpy(owner->token, at, token);
    memcpy(owner->player, at + token, player);
    memcpy(owner->title, at + token + player, title);
    return true;
}

void live_file_remove(int folder, const char *id)
{
    char name[LIVE_ID + sizeof OF_NEW];
    name_of(name, id, OF);
    unlinkat(folder, id, 0); /* first: a crash between the two leaves what the next walk removes */
    unlinkat(folder, name, 0);
}

int live_file_create(int folder, const char *id, const live_owner *owner)
{
    if (!write_owner(folder, id, owner)) return -1;
    const int file = openat(folder, id, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), why = errno;
    if (file < 0) live_file_remove(folder, id);
    return errno = why, file;
}

int live_file_open(int folder, const char *id, live_owner *owner)
{
    return read_owner(folder, id, owner) ? openat(folder, id, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
}

/* ---- forms --------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *magic;
    size_t size;
} forms[] = { { "spool", "REELSPL1", 8 }, { "reel", "\x89reela\r\n", 8 }, { "reel", "\x89reels", 6 } };

const char *live_form_of(const unsigned char *first, size_t size)
{
    for (size_t n = 0; n < sizeof forms / sizeof *forms; n++) {
        const size_t known = size < forms[n].size ? size : forms[n].size;
        if (memcmp(first, forms[n].magic, known) == 0) return size < forms[n].size ? "" : forms[n].name;
    }
    return NULL;
}

/* Reads a file from its start on, without a copy for each step. */
typedef struct window {
    int file;
    uint64_t size, at; /* of the file; of the bytes that are there */
    size_t count;
    unsigned char bytes[16 << 10];
} window;

/* `size` bytes at an offset, or NULL if the file ends before. */
static const unsigned char *window_at(window *w, uint64_t at, size_t size)
{
    if (at > w->size || w->size - at < size) return NULL;
    if (at < w->at || at - w->at > w->count || w->count - (at - w->at) < size) {
        const ssize_t count = pread(w->file, w->bytes, sizeof w->bytes, (off_t)at);
        w->at = at;
        w->count = count > 0 ? (size_t)count : 0;
    }
    return at - w->at <= w->count && w->count - (at - w->at) >= size ? w->bytes + (at - w->at) : NULL;
}

static uint64_t u32le(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The end of a text with its length before it. 0: the file ends before. */
static uint64_t skip_text(window *w, uint64_t at)
{
    const unsigned char *size = window_at(w, at, 1);
    return size ? at + 1 + *size : 0;
}

/* The end of the header of a spool (docs/spool.md). */
static uint64_t spool_head(window *w)
{
    enum { SCHEMA = 4 /* bytes after the name of each table */ };
    uint64_t at = skip_text(w, LIVE_MAGIC);
    const unsigned char *tables = at ? window_at(w, at, 1) : NULL;
    if (!tables) return 0;
    at++;
    for (unsigned count = *tables; count && at; count--) {
        at = skip_text(w, at);
        if (at) at += SCHEMA;
    }
    return at;
}

/* How records are written one after the other: the size of their heads, and where the size of what follows is in them. */
typedef struct layout {
    size_t head, size_at;
    int before; /* a kind, which is the first byte, of records that are a part of what the next one says; -1: none */
} layout;

/* The end of the last record that is whole. */
static uint64_t records_end(window *w, uint64_t at, layout of)
{
    const unsigned char *record;
    uint64_t found = at;
    while (at && (record = window_at(w, at, of.head)) != NULL) {
        const bool counts = *record != of.before;
        at += of.head + u32le(record + of.size_at);
        if (at > w->size) break;
        if (counts) found = at;
    }
    return found <= w->size ? found : 0;
}

/* A spool without a block, and an archive without a record, have nothing. */
uint64_t live_file_whole(int file, uint64_t size)
{
    enum { ARCHIVE_HEAD = 24, ARCHIVE_HEADER = 3 };
    static const layout block = { 12, 0, -1 },
                        record = { 16, 4, ARCHIVE_HEADER }; /* its score may be that of the rows behind it */
    window w = { .file = file, .size = size };
    const unsigned char *magic = window_at(&w, 0, LIVE_MAGIC);
    if (!magic) return 0;
    if (memcmp(magic, forms[0].magic, forms[0].size) == 0) return records_end(&w, spool_head(&w), block);
    if (memcmp(magic, forms[1].magic, forms[1].size) == 0) return records_end(&w, ARCHIVE_HEAD, record);
    return size;
}
