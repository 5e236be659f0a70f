/* SPDX-License-Identifier: MIT */
#include "base/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_file(const scratch *s)
{
    int file = open(s->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
    char *name; /* the file system has no files without names */
    if (asprintf(&name, "%s/.scratch-XXXXXX", s->folder) < 0) return -1;
    file = mkostemp(name, O_CLOEXEC);
    if (file >= 0) unlink(name);
    free(name);
    return file;
}

/* ---- closing ------------------------------------------------------------------------------------------------------- */

typedef struct scratch_closing {
    int file;
    uint64_t taken;
    struct scratch_closing *next;
} scratch_closing;

enum { MOST_CLOSING = 256 /* files that wait to be closed; others are closed at once */ };

static void *close_files(void *argument)
{
    scratch *s = argument;
    scratch_closer *c = &s->closer;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (!c->first && !c->stopping) pthread_cond_wait(&c->changed, &c->lock);
        scratch_closing *each = c->first;
        if (!each) break;
        c->first = each->next;
        pthread_mutex_unlock(&c->lock);
        close(each->file);
        budget_give(&s->disk, each->taken);
        free(each);
        pthread_mutex_lock(&c->lock);
        c->waiting--;
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* False: the caller has to close the file. */
static bool close_later(scratch *s, const scratch_file *of)
{
    scratch_closer *c = &s->closer;
    scratch_closing *one = malloc(sizeof *one);
    if (!one) return false;
    *one = (scratch_closing){ .file = of->file, .taken = of->taken };
    pthread_mutex_lock(&c->lock);
    bool room = c->waiting < MOST_CLOSING;
    if (room) {
        one->next = c->first;
        c->first = one;
        c->waiting++;
        pthread_cond_signal(&c->changed);
    }
    pthread_mutex_unlock(&c->lock);
    if (!room) free(one);
    return room;
}

static bool start_closer(scratch *s)
{
    scratch_closer *c = &s->closer;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    errno = pthread_create(&c->thread, NULL, close_files, s);
    return c->started = errno == 0;
}

static void stop_closer(scratch_closer *c)
{
    if (!c->started) return;
    pthread_mutex_lock(&c->lock);
    c->stopping = true;
    pthread_cond_signal(&c->changed);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->changed);
    c->started = false;
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

bool scratch_open(scratch *s, const char *folder, uint64_t most, budget *memory)
{
    *s = (scratch){ .folder = strdup(folder ? folder : "/var/tmp"), .disk = { .most = most }, .memory = memory };
    int file = s->folder ? open_file(s) : -1; /* better now than with the first body */
    if (file < 0) return false;
    close(file);
    return start_closer(s);
}

bool scratch_try(const scratch *s)
{
    int file = open_file(s);
    bool fine = file >= 0 && write(file, "", 1) == 1;
    int why = errno;
    if (file >= 0) close(file);
    errno = why;
    return fine;
}

void scratch_close(scratch *s)
{
    stop_closer(&s->closer);
    free(s->folder);
    s->folder = NULL;
}

static bool scratch_take(scratch *s, scratch_file *of, uint64_t bytes)
{
    if (!budget_take(of->on_disk ? &s->disk : s->memory, bytes)) return false;
    of->taken += bytes;
    return true;
}

static void scratch_give(scratch *s, scratch_file *of, uint64_t bytes)
{
    budget_give(of->on_disk ? &s->disk : s->memory, bytes);
    of->taken -= bytes;
}

static bool write_all(int file, const char *data, size_t size)
{
    while (size) {
        ssize_t count = write(file, data, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        data += count;
        size -= (size_t)count;
    }
    return true;
}

/* Moves what is in memory to the disk. */
static bool move_to_disk(scratch *s, scratch_file *to)
{
    scratch_file moved = { .file = open_file(s), .on_disk = true, .size = to->size };
    off_t at = 0;
    bool fine = moved.file >= 0 && scratch_take(s, &moved, to->size);
    while (fine && (uint64_t)at < to->size) fine = sendfile(moved.file, to->file, &at, (size_t)to->size - (size_t)at) > 0;
    scratch_drop(s, fine ? to : &moved);
    if (fine) *to = moved;
    return fine;
}

bool scratch_append(scratch *s, scratch_file *to, const void *data, size_t size)
{
    if (to->file < 0) {
        *to = scratch_none;
        to->file = memfd_create("scratch", MFD_CLOEXEC);
        if (to->file < 0) return false;
    }
    if (!to->on_disk && to->size + size > SCRATCH_MEMORY && !move_to_disk(s, to)) return false;
    if (!scratch_take(s, to, size) || !write_all(to->file, data, size)) return false;
    to->size += size;
    return true;
}

bool scratch_reserve(scratch *s, scratch_file *to, uint64_t most)
{
    scratch_drop(s, to);
    to->on_disk = true;
    if (!scratch_take(s, to, most)) return false;
    to->file = open_file(s);
    return to->file >= 0 || (scratch_give(s, to, most), false);
}

void scratch_settle(scratch *s, scratch_file *of)
{
    struct stat info;
    if (of->file < 0 || fstat(of->file, &info) != 0) return;
    of->size = (uint64_t)info.st_size;
    if (of->taken > of->size) scratch_give(s, of, of->taken - of->size);
}

int scratch_share(const scratch_file *of)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", of->file);
    return open(path, O_RDONLY | O_CLOEXEC);
}

void scratch_drop(scratch *s, scratch_file *of)
{
    if (of->file >= 0 && !(of->on_disk && close_later(s, of))) {
        close(of->file);
        scratch_give(s, of, of->taken);
    }
    *of = scratch_none;
}
