/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
#ifdef __APPLE__
#define _DARWIN_C_SOURCE 1 /* _POSIX_C_SOURCE would hide flock, O_NOFOLLOW and _SC_NPROCESSORS_ONLN there */
#else
#define _GNU_SOURCE 1     /* O_PATH */
#define _DEFAULT_SOURCE 1 /* flock, madvise */
#define _POSIX_C_SOURCE 200809L
#endif
#define _FILE_OFFSET_BITS 64
#include "platform/system.h"
#include "platform/threads.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- folders ------------------------------------------------------------------------------------------------------- */

struct system_folder {
    int file;
};

/* A folder that may be entered and written but not read is fine. */
#if defined O_SEARCH
enum { ENTER = O_SEARCH | O_DIRECTORY | O_CLOEXEC };
#elif defined O_PATH
enum { ENTER = O_PATH | O_DIRECTORY | O_CLOEXEC };
#else
enum { ENTER = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif

static int file_of(const struct system_folder *folder) { return folder ? folder->file : AT_FDCWD; }

/* The name that is looked up in a folder. */
static const char *name_of(const struct system_folder *folder, const char *path)
{
    const char *slash = folder ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

static int no_follow(const struct system_folder *folder) { return folder ? O_NOFOLLOW : 0; }

/* Systems differ in what a link to a folder fails with. */
static int enter(int folder, const char *name)
{
    struct stat info = { 0 };
    int file = openat(folder, name, ENTER | O_NOFOLLOW), why = errno;
    if (file < 0 && why == ENOENT) {
        if (mkdirat(folder, name, 0777) != 0 && errno != EEXIST) return -1;
        file = openat(folder, name, ENTER | O_NOFOLLOW);
        why = errno;
    }
    if (file < 0 && fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode)) why = ELOOP;
    errno = why;
    return file;
}

struct system_folder *reel__system_open_folder(const char *path, size_t root)
{
    struct system_folder *folder = malloc(sizeof *folder);
    char *parts = strdup(path);
    int file = -1, why = ENOMEM;
    if (!folder || !parts) goto cleanup;
    parts[root] = '\0';
    file = open(root ? parts : ".", ENTER);
    why = errno;
    parts[root] = path[root];
    char *name = parts + root;
    for (char *slash; file >= 0 && (slash = strchr(name, '/')) != NULL; name = slash + 1) {
        *slash = '\0';
        if (!*name) continue;
        int inner = enter(file, name);
        why = errno;
        close(file);
        file = inner;
    }
cleanup:
    free(parts);
    if (file >= 0) {
        folder->file = file;
        return folder;
    }
    free(folder);
    errno = why;
    return NULL;
}

void reel__system_close_folder(struct system_folder *folder)
{
    if (folder) close(folder->file);
    free(folder);
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

int reel__system_open_read(const struct system_folder *folder, const char *path)
{
    return openat(file_of(folder), name_of(folder, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | no_follow(folder));
}

/* Another process that sweeps may have found the file before it was locked: then it is that one's, or it is gone. */
static bool lock_new(int file)
{
    struct stat info = { 0 };
    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
    return fstat(file, &info) != 0 || info.st_nlink > 0;
}

int reel__system_open_new(const struct system_folder *folder, const char *path)
{
    int file = openat(file_of(folder), name_of(folder, path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 || lock_new(file)) return file;
    close(file);
    errno = EAGAIN;
    return -1;
}

bool reel__system_is_being_written(const char *path)
{
    int file = reel__system_open_read(NULL, path);
    if (file < 0) return false;
    bool locked = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(file);
    return locked;
}

int reel__system_open_write(const struct system_folder *folder, const char *path)
{
    return openat(file_of(folder), name_of(folder, path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | no_follow(folder), 0666);
}

int reel__system_standard(int number) { return number; }

void reel__system_set_mode(int file, unsigned mode) { (void)!fchmod(file, (mode_t)mode); }

ptrdiff_t reel__system_read(int file, void *buffer, size_t size) { return read(file, buffer, size); }

ptrdiff_t reel__system_write(int file, const void *data, size_t size) { return write(file, data, size); }

ptrdiff_t reel__system_write_at(int file, const void *data, size_t size, uint64_t offset)
{
    return pwrite(file, data, size, (off_t)offset);
}

int reel__system_close(int file) { return close(file); }

bool reel__system_seek(int file, uint64_t offset)
{
    if (offset > INT64_MAX) {
        errno = EINVAL;
        return false;
    }
    return lseek(file, (off_t)offset, SEEK_SET) >= 0;
}

/* ---- finished files ---------------------------------------------------------------------------------------------- */

static int give_name(const struct system_folder *folder, const char *from, const char *to, bool replace)
{
    struct stat info = { 0 };
    int in = file_of(folder);
    from = name_of(folder, from);
    to = name_of(folder, to);
    if (replace) return renameat(in, from, in, to);
    if (linkat(in, from, in, to, 0) == 0)
        return unlinkat(in, from, 0); /* fails where the name is taken, with no moment between */
    if (errno == EEXIST) return -1;
    if (fstatat(in, to, &info, AT_SYMLINK_NOFOLLOW) == 0) { /* a file system without links */
        errno = EEXIST;
        return -1;
    }
    return renameat(in, from, in, to);
}

/* Some file systems, and special files, cannot be synced: then there is nothing to wait for. */
static int sync_file(int file)
{
    int result;
    do result = fsync(file);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : -1;
}

int reel__system_move(const struct system_folder *folder, const char *from, const char *to)
{
    int in = file_of(folder);
    to = name_of(folder, to);
    if (linkat(AT_FDCWD, from, in, to, 0) == 0) {
        if (unlink(from) == 0) return 0;
    } else {
        if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return -1;
        /* without hard links: an empty file of our own reserves the name */
        int file = openat(in, to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0) return -1;
        close(file);
        if (renameat(AT_FDCWD, from, in, to) == 0) return 0;
    }
    int why = errno;
    unlinkat(in, to, 0);
    errno = why;
    return -1;
}

int reel__system_remove(const struct system_folder *folder, const char *path)
{
    return unlinkat(file_of(folder), name_of(folder, path), 0);
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t size = !slash ? 1 : slash == path ? 1 : (size_t)(slash - path);
    char *folder = malloc(size + 1);
    if (!folder) return NULL;
    memcpy(folder, slash ? path : ".", size);
    folder[size] = '\0';
    return folder;
}

/* The folder of a path, for reading its names and for bringing them to the disk. */
static int open_folder_of(const struct system_folder *in, const char *path)
{
    if (in) return openat(in->file, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char *folder = folder_of(path);
    int file = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    return file;
}

/* The name is there already: where this fails a crash of the machine may still take it back, and that is all. */
static void sync_folder_of(const struct system_folder *in, const char *path)
{
    int file = open_folder_of(in, path);
    if (file < 0) return;
    fsync(file);
    close(file);
}

/* The lock is held until the file has its name: a file that is swept is never one that is whole. */
int reel__system_publish(const struct system_folder *folder, int file, const char *from, const char *to, bool replace)
{
    int result = sync_file(file);
    if (result == 0 && from) result = give_name(folder, from, to, replace);
    int why = errno;
    bool closed = close(file) == 0 || errno == EINTR;
    if (result != 0) {
        errno = why;
        return result;
    }
    sync_folder_of(folder, to);
    return closed || from ? 0 : -1; /* a file that was renamed is complete and synced: closing it cannot lose anything */
}

/* ---- writers that died ------------------------------------------------------------------------------------------- */

static uint32_t hash_of(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++) hash = (hash ^ (uint8_t)*text) * 16777619u;
    return hash;
}

enum { STAT_FIELD_AFTER_NAME = 3, STAT_FIELD_START = 22 };

/* When a process began, in ticks since the machine did (proc(5), field 22 of stat); 0: not known. Its name, in brackets, may hold
 * anything. */
static uint32_t start_of(uint32_t process)
{
    char path[40], line[1024];
    snprintf(path, sizeof path, "/proc/%lu/stat", (unsigned long)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ptrdiff_t size = read(file, line, sizeof line - 1);
    close(file);
    if (size <= 0) return 0;
    line[size] = '\0';
    const char *at = strrchr(line, ')');
    for (int field = STAT_FIELD_AFTER_NAME; at && field <= STAT_FIELD_START; field++) at = strchr(at + 1, ' ');
    return at ? (uint32_t)strtoull(at + 1, NULL, 10) : 0;
}

static uint32_t this_host(void)
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return hash_of(name);
}

uint32_t reel__system_process(void) { return (uint32_t)getpid(); }

struct system_writer reel__system_writer(void)
{
    uint32_t process = reel__system_process();
    return (struct system_writer){ .host = this_host(), .process = process, .start = start_of(process) };
}

bool reel__system_has_ended(const struct system_writer *writer)
{
    if (writer->host != this_host() || writer->process == 0 || writer->process > INT32_MAX) return false;
    if (kill((pid_t)writer->process, 0) != 0) return errno == ESRCH;
    uint32_t start = start_of(writer->process); /* the number may have been given to another process since */
    return writer->start && start && start != writer->start;
}

/* A lock that can be had proves that nobody writes; the name must still be that of the file that was locked. */
static void remove_abandoned(int folder, const char *name)
{
    struct stat file_info, name_info;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    if (fstat(file, &file_info) == 0 && S_ISREG(file_info.st_mode) && file_info.st_uid == geteuid() &&
        flock(file, LOCK_EX | LOCK_NB) == 0 && fstatat(folder, name, &name_info, AT_SYMLINK_NOFOLLOW) == 0 &&
        name_info.st_dev == file_info.st_dev && name_info.st_ino == file_info.st_ino)
        unlinkat(folder, name, 0);
    close(file);
}

void reel__system_sweep(const struct system_folder *folder, const char *path, bool (*abandoned)(void *context, const char *name),
                        void *context)
{
    int file = open_folder_of(folder, path);
    DIR *dir = file >= 0 ? fdopendir(file) : NULL;
    if (!dir && file >= 0) close(file);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (abandoned(context, entry->d_name)) remove_abandoned(dirfd(dir), entry->d_name);
    closedir(dir);
}

bool reel__system_list(const char *folder, bool (*each)(void *context, const char *name), void *context)
{
    DIR *dir = opendir(folder);
    if (!dir) return false;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL && each(context, entry->d_name);) continue;
    closedir(dir);
    return true;
}

/* ---- what a path is ----------------------------------------------------------------------------------------------- */

static bool info_from(int failed, const struct stat *found, struct system_info *info)
{
    if (failed) return false;
#ifdef __APPLE__
    const struct timespec *modified = &found->st_mtimespec;
#else
    const struct timespec *modified = &found->st_mtim;
#endif
    bool is_link = S_ISLNK(found->st_mode); /* where links are not followed, one is replaced as a file is */
    *info = (struct system_info){ .kind = S_ISREG(found->st_mode) || is_link ? SYSTEM_FILE
                                          : S_ISDIR(found->st_mode)          ? SYSTEM_FOLDER
                                                                             : SYSTEM_SPECIAL,
                                  .mode = is_link ? 0666 : (unsigned)found->st_mode & 0777,
                                  .size = (uint64_t)found->st_size,
                                  .device = (uint64_t)found->st_dev,
                                  .number = (uint64_t)found->st_ino,
                                  .modified = (int64_t)modified->tv_sec * 1000000000 + modified->tv_nsec };
    return true;
}

bool reel__system_info_of(const struct system_folder *folder, const char *path, struct system_info *info)
{
    struct stat found = { 0 };
    int failed = fstatat(file_of(folder), name_of(folder, path), &found, folder ? AT_SYMLINK_NOFOLLOW : 0);
    return info_from(failed, &found, info);
}

bool reel__system_info_of_open(int file, struct system_info *info)
{
    struct stat found = { 0 };
    return info_from(fstat(file, &found), &found, info);
}

/* ---- memory and time ---------------------------------------------------------------------------------------------- */

void *reel__system_map(int file, size_t size)
{
    void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    return map == MAP_FAILED ? NULL : map;
}

void reel__system_unmap(void *map, size_t size) { munmap(map, size); }

void reel__system_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)2 << 20, start = ((uintptr_t)memory + page - 1) & ~(page - 1);
    const uintptr_t end = ((uintptr_t)memory + size) & ~(page - 1);
    int before = errno;
    if (end > start) madvise((void *)start, end - start, MADV_HUGEPAGE);
    errno = before;
#else
    (void)memory, (void)size;
#endif
}

uint64_t reel__system_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

unsigned reel__system_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

/* ---- threads ------------------------------------------------------------------------------------------------------ */

void reel__system_mutex_init(system_mutex *mutex) { pthread_mutex_init(mutex, NULL); }
void reel__system_mutex_lock(system_mutex *mutex) { pthread_mutex_lock(mutex); }
void reel__system_mutex_unlock(system_mutex *mutex) { pthread_mutex_unlock(mutex); }
void reel__system_mutex_free(system_mutex *mutex) { pthread_mutex_destroy(mutex); }
void reel__system_condition_init(system_condition *condition) { pthread_cond_init(condition, NULL); }
void reel__system_condition_wait(system_condition *condition, system_mutex *mutex) { pthread_cond_wait(condition, mutex); }
void reel__system_condition_wake(system_condition *condition) { pthread_cond_broadcast(condition); }
void reel__system_condition_free(system_condition *condition) { pthread_cond_destroy(condition); }

typedef struct thread_start {
    void (*main)(void *context);
    void *context;
} thread_start;

static void *run_thread(void *given)
{
    thread_start start = *(thread_start *)given;
    free(given);
    start.main(start.context);
    return NULL;
}

bool reel__system_thread_start(system_thread *thread, void (*main)(void *context), void *context)
{
    thread_start *start = malloc(sizeof *start);
    if (!start) return false;
    *start = (thread_start){ main, context };
    if (pthread_create(thread, NULL, run_thread, start) == 0) return true;
    free(start);
    return false;
}

void reel__system_thread_join(system_thread thread) { pthread_join(thread, NULL); }
#else
typedef int system_posix_is_empty;
#endif
