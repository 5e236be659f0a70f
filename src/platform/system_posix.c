/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64
#include "platform/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int system_open_read(const char *path) { return open(path, O_RDONLY | O_CLOEXEC); }

int system_open_new(const char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666); }

int system_open_write(const char *path) { return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666); }

int system_standard(int number) { return number; }

void system_set_mode(int file, unsigned mode) { (void)!fchmod(file, mode & 0777); }

ptrdiff_t system_read(int file, void *buffer, size_t size) { return read(file, buffer, size); }

ptrdiff_t system_write(int file, const void *data, size_t size) { return write(file, data, size); }

int system_close(int file) { return close(file); }

bool system_seek(int file, uint64_t offset)
{
    if (offset > INT64_MAX) {
        errno = EINVAL;
        return false;
    }
    return lseek(file, (off_t)offset, SEEK_SET) >= 0;
}

int system_rename(const char *from, const char *to, bool replace)
{
    if (replace) return rename(from, to);
    if (link(from, to) == 0) return unlink(from); /* fails where the name is taken, with no moment between */
    if (errno == EEXIST) return -1;
    if (access(to, F_OK) == 0) { /* a file system without links */
        errno = EEXIST;
        return -1;
    }
    return rename(from, to);
}

void *system_map(int file, size_t size)
{
    void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    return map == MAP_FAILED ? NULL : map;
}

void system_unmap(void *map, size_t size) { munmap(map, size); }

uint64_t system_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}
#else
typedef int system_posix_is_empty;
#endif
