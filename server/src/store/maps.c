/* SPDX-License-Identifier: MIT */
#include "store/maps.h"

#include "base/fail.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- names -------------------------------------------------------------------------------------------------------- */

/* Digits of the hashes by which games name maps, and how the files end. */
static const struct {
    size_t digits;
    bool is_first; /* it is the first part of a level's key, else any later one */
    const char *extension;
} kinds[] = { { 40, true, "zip" }, { 64, false, "map" } };
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Keys are in lower case. */
static size_t count_digits(const char *text) { return strspn(text, "0123456789abcdef"); }

bool maps_key(const char *level_key, char hash[JOB_MAP])
{
    bool first = true;
    hash[0] = '\0';
    for (const char *at = level_key; at && *at; first = false) {
        const size_t digits = count_digits(at);
        for (size_t i = 0; i < KINDS; i++) {
            if (kinds[i].digits != digits || kinds[i].is_first != first || (at[digits] && at[digits] != '/')) continue;
            memcpy(hash, at, digits);
            hash[digits] = '\0';
            return true;
        }
        const char *slash = strchr(at, '/');
        at = slash ? slash + 1 : NULL;
    }
    return false;
}

const char *maps_extension(const char *hash)
{
    const size_t digits = count_digits(hash);
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].digits == digits && !hash[digits]) return kinds[i].extension;
    return NULL;
}

bool maps_is_hash(const char *text) { return maps_extension(text) != NULL; }

bool maps_is_file(const char *name, char hash[JOB_MAP])
{
    const size_t digits = count_digits(name);
    hash[0] = '\0';
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].digits != digits || name[digits] != '.' || strcmp(name + digits + 1, kinds[i].extension) != 0) continue;
        memcpy(hash, name, digits);
        hash[digits] = '\0';
        return true;
    }
    return false;
}

/* False: the path is too long, or `hash` is not a hash. */
static bool name_file(char path[PATH_MAX], const char *folder, const char *hash)
{
    const char *extension = maps_extension(hash);
    const int size = extension ? snprintf(path, PATH_MAX, "%s/%s.%s", folder, hash, extension) : -1;
    return size > 0 && size < PATH_MAX;
}

/* ---- files -------------------------------------------------------------------------------------------------------- */

int maps_open(const char *folder, const char *hash)
{
    char path[PATH_MAX];
    struct stat info;
    const int file = folder && name_file(path, folder, hash) ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (file < 0 || (fstat(file, &info) == 0 && S_ISREG(info.st_mode))) return file;
    close(file);
    return -1;
}

int maps_open_level(const char *folder, const char *level_key, char hash[JOB_MAP])
{
    const int file = folder && maps_key(level_key, hash) ? maps_open(folder, hash) : -1;
    if (file < 0) hash[0] = '\0';
    return file;
}

static reel_status failed(reel_error *error, const char *what)
{
    return fail(error, REEL_IO, "server.maps", "the folder of maps: %s: %s", what, strerror(errno));
}

static bool copy(int from, int to, uint64_t size)
{
    char bytes[1 << 15];
    for (uint64_t at = 0; at < size;) {
        const size_t most = size - at < sizeof bytes ? (size_t)(size - at) : sizeof bytes;
        const ssize_t count = pread(from, bytes, most, (off_t)at);
        if (count <= 0) return false;
        for (ssize_t done = 0; done < count;) {
            const ssize_t written = write(to, bytes + done, (size_t)(count - done));
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return false;
            done += written;
        }
        at += (uint64_t)count;
    }
    return true;
}

#define NEW_PREFIX ".new-"
enum { STRAY_SECONDS = 3600 };

/* A rename outlives a crash when its folder was synced. */
static bool sync_folder(const char *folder)
{
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done = file >= 0 && fsync(file) == 0;
    if (file >= 0) close(file);
    return done;
}

reel_status maps_put(const char *folder, const char *hash, int file, uint64_t size, reel_error *error)
{
    char path[PATH_MAX], temporary[PATH_MAX];
    const int length = snprintf(temporary, sizeof temporary, "%s/" NEW_PREFIX "XXXXXX", folder);
    if (!name_file(path, folder, hash) || length < 0 || (size_t)length >= sizeof temporary)
        return fail(error, REEL_IO, "server.maps", "the folder of maps has a path that is too long");
    const int to = mkostemp(temporary, O_CLOEXEC);
    if (to < 0) return failed(error, "no file can be made");
    const bool written = fchmod(to, 0640) == 0 && copy(file, to, size) && fsync(to) == 0;
    reel_status status = written ? REEL_OK : failed(error, "a file cannot be written");
    close(to);
    if (status >= 0 && rename(temporary, path) != 0) status = failed(error, "a file cannot be renamed");
    if (status < 0) return unlink(temporary), status;
    return sync_folder(folder) ? REEL_OK : failed(error, "it cannot be synced");
}

reel_status maps_remove(const char *folder, const char *hash, reel_error *error)
{
    char path[PATH_MAX];
    if (!folder || !name_file(path, folder, hash)) return REEL_OK;
    if (unlink(path) != 0 && errno != ENOENT) return failed(error, "a map cannot be removed");
    return sync_folder(folder) ? REEL_OK : failed(error, "it cannot be synced");
}

static bool is_same(int one, int other, uint64_t size)
{
    char a[1 << 14], b[1 << 14];
    struct stat info;
    if (fstat(other, &info) != 0 || (uint64_t)info.st_size != size) return false;
    for (uint64_t at = 0; at < size;) {
        const ssize_t count = pread(one, a, sizeof a, (off_t)at);
        if (count <= 0 || pread(other, b, (size_t)count, (off_t)at) != count || memcmp(a, b, (size_t)count) != 0) return false;
        at += (uint64_t)count;
    }
    return true;
}

static reel_status copy_map(const char *from, const char *to, const char *hash, uint64_t *count, reel_error *error)
{
    struct stat info;
    const int file = maps_open(from, hash), there = maps_open(to, hash);
    reel_status status = REEL_OK;
    if (file >= 0 && fstat(file, &info) != 0) status = failed(error, hash);
    if (file >= 0 && status >= 0 && !(there >= 0 && is_same(file, there, (uint64_t)info.st_size))) {
        status = maps_put(to, hash, file, (uint64_t)info.st_size, error);
        ++*count;
    }
    if (file >= 0) close(file);
    if (there >= 0) close(there);
    return status;
}

reel_status maps_copy(const char *from, const char *to, uint64_t *count, reel_error *error)
{
    char hash[JOB_MAP];
    const struct dirent *found;
    reel_status status = REEL_OK;
    *count = 0;
    DIR *folder = opendir(from);
    if (!folder) return failed(error, from);
    if (mkdir(to, 0750) != 0 && errno != EEXIST) status = failed(error, to);
    while (status >= 0 && (found = readdir(folder)) != NULL)
        if (maps_is_file(found->d_name, hash)) status = copy_map(from, to, hash, count, error);
    closedir(folder);
    return status;
}

void maps_sweep(const char *name)
{
    struct stat info;
    const struct dirent *found;
    DIR *folder = opendir(name);
    if (!folder) return;
    while ((found = readdir(folder)) != NULL) {
        if (strncmp(found->d_name, NEW_PREFIX, strlen(NEW_PREFIX)) != 0) continue;
        const bool known = fstatat(dirfd(folder), found->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode);
        if (known && time(NULL) - info.st_mtime >= STRAY_SECONDS) unlinkat(dirfd(folder), found->d_name, 0);
    }
    closedir(folder);
}
