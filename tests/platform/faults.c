/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE 1 /* flock, gethostname */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct fault faults[CALLS];
struct disguise disguise;

void inject(enum call call, int error, unsigned skip, unsigned times)
{
    faults[call] = (struct fault){ .error = error, .skip = skip, .times = times };
}

static bool fails(enum call call)
{
    struct fault *fault = &faults[call];
    void (*meanwhile)(void) = disguise.meanwhile;
    if (meanwhile && call != CALL_ALLOCATE && disguise.calls-- == 0) {
        disguise.meanwhile = NULL;
        meanwhile();
    }
    if (!fault->times) return false;
    fault->seen++;
    if (fault->skip) {
        fault->skip--;
        return false;
    }
    fault->times--;
    errno = fault->error;
    return true;
}

#define WRAP(result, name, parameters)                                                                                           \
    result __real_##name parameters;                                                                                             \
    result __wrap_##name parameters;                                                                                             \
    result __wrap_##name parameters

WRAP(ssize_t, read, (int file, void *buffer, size_t size))
{
    if (fails(CALL_READ)) return -1;
    if (!disguise.read) return __real_read(file, buffer, size);
    size_t length = strlen(disguise.read) < size ? strlen(disguise.read) : size;
    memcpy(buffer, disguise.read, length);
    disguise.read = NULL;
    return (ssize_t)length;
}

WRAP(ssize_t, write, (int file, const void *data, size_t size))
{
    if (fails(CALL_WRITE)) return faults[CALL_WRITE].error ? -1 : 0;
    return __real_write(file, data, disguise.short_write && disguise.short_write < size ? disguise.short_write : size);
}

WRAP(int, close, (int file))
{
    int result = __real_close(file); /* the number is free again, whatever is returned */
    return fails(CALL_CLOSE) ? -1 : result;
}

WRAP(int, fsync, (int file)) { return fails(CALL_SYNC) || file < 0 ? -1 : 0; } /* a test need not survive the machine */
WRAP(int, fstat64, (int file, struct stat *info)) { return fails(CALL_STAT) ? -1 : __real_fstat64(file, info); }
WRAP(off_t, lseek64, (int file, off_t offset, int from)) { return fails(CALL_SEEK) ? -1 : __real_lseek64(file, offset, from); }
WRAP(int, linkat, (int in, const char *from, int to_in, const char *to, int flags))
{
    return fails(CALL_LINK) ? -1 : __real_linkat(in, from, to_in, to, flags);
}

WRAP(int, flock, (int file, int operation))
{
    char part[256] = "";
    if (disguise.swept && entries(part) && *part) {
        disguise.swept = false;
        remove(in_folder(part));
    }
    return fails(CALL_LOCK) ? -1 : __real_flock(file, operation);
}

WRAP(int, kill, (pid_t process, int number)) { return fails(CALL_KILL) ? -1 : __real_kill(process, number); }
WRAP(pid_t, getpid, (void)) { return disguise.process ? disguise.process : __real_getpid(); }
WRAP(uid_t, geteuid, (void)) { return __real_geteuid() + disguise.another_user; }
WRAP(long, sysconf, (int name)) { return disguise.no_processors && name == _SC_NPROCESSORS_ONLN ? -1 : __real_sysconf(name); }

WRAP(int, gethostname, (char *name, size_t size))
{
    if (!disguise.host) return __real_gethostname(name, size);
    snprintf(name, size, "%s", disguise.host);
    return 0;
}

WRAP(void *, mmap64, (void *near, size_t size, int protection, int flags, int file, off_t offset))
{
    return fails(CALL_MAP) ? MAP_FAILED : __real_mmap64(near, size, protection, flags, file, offset);
}

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? (mode_t)va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    return fails(CALL_OPEN) ? -1 : __real_open64(path, flags, mode);
}

int __real_openat64(int in, const char *path, int flags, ...);
int __wrap_openat64(int in, const char *path, int flags, ...);
int __wrap_openat64(int in, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? (mode_t)va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    return fails(CALL_OPEN) ? -1 : __real_openat64(in, path, flags, mode);
}

WRAP(int, pthread_create, (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *context))
{
    return fails(CALL_THREAD) ? EAGAIN : __real_pthread_create(thread, attributes, start, context);
}

WRAP(void *, malloc, (size_t size)) { return fails(CALL_ALLOCATE) ? NULL : __real_malloc(size); }
WRAP(void *, calloc, (size_t count, size_t size)) { return fails(CALL_ALLOCATE) ? NULL : __real_calloc(count, size); }
WRAP(void *, realloc, (void *old, size_t size)) { return fails(CALL_ALLOCATE) ? NULL : __real_realloc(old, size); }

/* ---- a folder for each test ----------------------------------------------------------------------------------------- */

static char folder[64];

const char *folder_path(void) { return folder; }

const char *in_folder(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

int entries(char part[256])
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        count++;
        size_t size = strlen(entry->d_name);
        if (part && size > 5 && !strcmp(entry->d_name + size - 5, ".part")) strcpy(part, entry->d_name);
    }
    closedir(dir);
    return count;
}

int faults_begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/reel-faults-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

int faults_end(void **state)
{
    (void)state;
    memset(faults, 0, sizeof faults);
    disguise = (struct disguise){ 0 };
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) remove(in_folder(entry->d_name));
    if (dir) closedir(dir);
    return rmdir(folder);
}

void put_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

void assert_file(const char *name, const char *text)
{
    size_t size;
    uint8_t *data = read_file(in_folder(name), &size);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(data, text, size);
    free(data);
}

int open_files(void)
{
    int count = 0;
    for (int file = 0; file < 256; file++) count += fcntl(file, F_GETFD) != -1;
    return count;
}

reel_status write_file(const char *name, uint32_t flags, const char *text, reel_error *error)
{
    reel_sink sink;
    reel_status status = reel_sink_file(in_folder(name), flags, &sink, error);
    if (status < 0) return status;
    status = sink.write(sink.context, text, strlen(text), error);
    if (status == REEL_OK) return sink.commit(sink.context, error);
    sink.discard(sink.context);
    return status;
}

void assert_failed(const reel_error *error, reel_status status, const char *rule, int why)
{
    assert_int_equal(error->status, status);
    assert_string_equal(error->rule, rule);
    if (why && !strstr(error->message, strerror(why))) fail_msg("\"%s\" does not say %s", error->message, strerror(why));
}
