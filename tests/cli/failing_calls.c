/* SPDX-License-Identifier: MIT
 * Preloaded into the command by failing_calls.sh: makes one call of the file system fail, or with REEL_FAIL_MEMORY one allocation.
 *
 * Calls are numbered from 1 over all threads. REEL_FAIL_AT is the number of the call that fails; it fails once, as on a disk that is full
 * for a moment, or with REEL_FAIL_ON every later call that writes fails too, as on a full disk. REEL_FAIL_LOG names a file that gets the
 * name of the call that failed; it stays absent if there were fewer calls. Only calls on relative paths count, and on files that were opened by one: what
 * libraries and counters of coverage do for themselves does not.
 *
 * With REEL_FAIL_PLACES, only the first call from each place of the program counts: a place is the chain of the functions around it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unwind.h>

static atomic_long calls;
static atomic_bool failing, ended;

/* Sets the function pointer `to` to the next definition of `name`. */
static void find_next(const char *name, void *to)
{
    void *symbol = dlsym(RTLD_NEXT, name);
    memcpy(to, &symbol, sizeof symbol);
}

/* Declares `next`, the definition that this one hides. */
#define NEXT(name)                                                                                                               \
    __typeof__(&name) next;                                                                                                      \
    find_next(#name, &next)

static void log_call(const char *name)
{
    const char *path = getenv("REEL_FAIL_LOG");
    int (*open_next)(const char *, int, ...);
    ssize_t (*write_next)(int, const void *, size_t);
    find_next("open", &open_next);
    find_next("write", &write_next);
    int file = path ? open_next(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    if (file < 0 || write_next(file, name, strlen(name)) < 0 || write_next(file, "\n", 1) < 0) abort();
    close(file);
}

enum { DEPTH = 10, PLACES = 1 << 14 };

struct chain {
    uint64_t hash;
    int depth;
};

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *frame, void *context)
{
    struct chain *chain = context;
    chain->hash = (chain->hash ^ (uint64_t)_Unwind_GetIP(frame)) * UINT64_C(0x9e3779b97f4a7c15);
    return ++chain->depth < DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Whether nothing was called from this place before. */
static bool is_new_place(void)
{
    static uint64_t known[PLACES];
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    struct chain chain = { .hash = 1 };
    _Unwind_Backtrace(add_frame, &chain);
    while (atomic_flag_test_and_set(&taken)) continue;
    size_t at = (size_t)(chain.hash >> 40) % PLACES;
    while (known[at] && known[at] != chain.hash) at = (at + 1) % PLACES;
    bool is_new = !known[at];
    known[at] = chain.hash;
    atomic_flag_clear(&taken);
    return is_new;
}

static void end(void) { atomic_store(&ended, true); }

/* Whether this call is to fail. Sets errno. */
static bool fails(const char *name, bool writes, int error)
{
    const char *text = getenv("REEL_FAIL_AT");
    if (!text || atomic_load(&ended)) return false;
    bool failed = atomic_load(&failing), again = failed && writes && getenv("REEL_FAIL_ON");
    bool counts = !failed && (!getenv("REEL_FAIL_PLACES") || is_new_place());
    long number = counts ? atomic_fetch_add(&calls, 1) + 1 : 0, at = strtol(text, NULL, 10);
    if (number != at && !again) return false;
    if (number == at) {
        atomic_store(&failing, true);
        log_call(name);
    }
    errno = error;
    return true;
}

/* Whether a call of the file system is to fail. */
static bool call_fails(const char *name, bool writes, int error)
{
    return !getenv("REEL_FAIL_MEMORY") && fails(name, writes, error);
}

/* Whether an allocation is to fail. What is allocated on behalf of this function does not count, nor what is before and after main. */
static bool allocation_fails(const char *name)
{
    static _Thread_local bool within;
    static atomic_bool registered;
    if (within || !getenv("REEL_FAIL_MEMORY")) return false;
    within = true;
    if (!atomic_exchange(&registered, true)) atexit(end);
    bool fail = fails(name, true, ENOMEM);
    within = false;
    return fail;
}

static bool is_outside(const char *path) { return path[0] == '/'; }

/* Descriptors of files that were opened by a relative path. */
static atomic_bool inside[1024];

static bool is_inside(int file) { return file >= 0 && file < 1024 && atomic_load(&inside[file]); }

static int note_file(int file, const char *path)
{
    if (file >= 0 && file < 1024) atomic_store(&inside[file], !is_outside(path));
    return file;
}

static FILE *note_stream(FILE *file, const char *path)
{
    if (file) note_file(fileno(file), path);
    return file;
}

static int open_flags(const char *path, int flags, unsigned mode, const char *name)
{
    bool writes = (flags & O_ACCMODE) != O_RDONLY;
    if (!is_outside(path) && call_fails(writes ? "open for writing" : "open", writes, writes ? ENOSPC : EIO)) return -1;
    int (*next)(const char *, int, ...);
    find_next(name, &next);
    return note_file(next(path, flags, mode), path);
}

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
    va_end(list);
    return open_flags(path, flags, mode, "open");
}

int open64(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
    va_end(list);
    return open_flags(path, flags, mode, "open64");
}

FILE *fopen(const char *path, const char *how)
{
    bool writes = *how != 'r';
    if (!is_outside(path) && call_fails(writes ? "fopen for writing" : "fopen", writes, writes ? ENOSPC : EACCES)) return NULL;
    NEXT(fopen);
    return note_stream(next(path, how), path);
}

FILE *fopen64(const char *path, const char *how)
{
    bool writes = *how != 'r';
    if (!is_outside(path) && call_fails(writes ? "fopen for writing" : "fopen", writes, writes ? ENOSPC : EACCES)) return NULL;
    NEXT(fopen64);
    return note_stream(next(path, how), path);
}

ssize_t read(int file, void *data, size_t size)
{
    if (is_inside(file) && call_fails("read", false, EIO)) return -1;
    NEXT(read);
    return next(file, data, size);
}

ssize_t write(int file, const void *data, size_t size)
{
    if (is_inside(file) && call_fails("write", true, ENOSPC)) return -1;
    NEXT(write);
    return next(file, data, size);
}

size_t fread(void *data, size_t size, size_t count, FILE *file)
{
    if (is_inside(fileno(file)) && call_fails("fread", false, EIO)) return 0;
    NEXT(fread);
    return next(data, size, count, file);
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *file)
{
    if (is_inside(fileno(file)) && call_fails("fwrite", true, ENOSPC)) return 0;
    NEXT(fwrite);
    return next(data, size, count, file);
}

int fflush(FILE *file)
{
    if (file && is_inside(fileno(file)) && call_fails("fflush", true, ENOSPC)) return EOF;
    NEXT(fflush);
    return next(file);
}

int fseeko(FILE *file, off_t offset, int whence)
{
    if (is_inside(fileno(file)) && call_fails("fseeko", false, EIO)) return -1;
    NEXT(fseeko);
    return next(file, offset, whence);
}

int fsync(int file)
{
    if (is_inside(file) && call_fails("fsync", true, EIO)) return -1;
    NEXT(fsync);
    return next(file);
}

int fstat(int file, struct stat *info)
{
    if (is_inside(file) && call_fails("fstat", false, EIO)) return -1;
    NEXT(fstat);
    return next(file, info);
}

int stat(const char *path, struct stat *info)
{
    if (!is_outside(path) && call_fails("stat", false, EACCES)) return -1;
    NEXT(stat);
    return next(path, info);
}

int rename(const char *from, const char *to)
{
    if (!is_outside(from) && call_fails("rename", true, ENOSPC)) return -1;
    NEXT(rename);
    return next(from, to);
}

int link(const char *from, const char *to)
{
    if (!is_outside(from) && call_fails("link", true, EPERM)) return -1; /* as on a file system without links */
    NEXT(link);
    return next(from, to);
}

int unlink(const char *path)
{
    if (!is_outside(path) && call_fails("unlink", false, EACCES)) return -1;
    NEXT(unlink);
    return next(path);
}

int mkdir(const char *path, mode_t mode)
{
    if (!is_outside(path) && call_fails("mkdir", true, ENOSPC)) return -1;
    NEXT(mkdir);
    return next(path, mode);
}

DIR *opendir(const char *path)
{
    if (!is_outside(path) && call_fails("opendir", false, EACCES)) return NULL;
    NEXT(opendir);
    return next(path);
}

struct dirent *readdir(DIR *folder)
{
    if (call_fails("readdir", false, EIO)) return NULL;
    NEXT(readdir);
    return next(folder);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    if (!is_outside(from) && call_fails("linkat", true, EPERM)) return -1;
    NEXT(linkat);
    return next(from_folder, from, to_folder, to, flags);
}

int lstat(const char *path, struct stat *info)
{
    if (!is_outside(path) && call_fails("lstat", false, EACCES)) return -1;
    NEXT(lstat);
    return next(path, info);
}

void *malloc(size_t size)
{
    if (allocation_fails("malloc")) return NULL;
    static __typeof__(&malloc) next;
    if (!next) find_next("malloc", &next);
    return next(size);
}

void *realloc(void *old, size_t size)
{
    if (allocation_fails("realloc")) return NULL;
    static __typeof__(&realloc) next;
    if (!next) find_next("realloc", &next);
    return next(old, size);
}
