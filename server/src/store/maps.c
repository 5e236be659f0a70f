/* SPDX-License-Identifier: MIT */
#include "store/maps.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int maps_open(const char *folder, const char *level_key, char hash[JOB_MAP])
{
    enum { DIGITS = JOB_MAP - 1 };
    char path[PATH_MAX];
    struct stat info;
    hash[0] = '\0';
    /* keys are in lower case, and the hash is their first part */
    if (!folder || strspn(level_key, "0123456789abcdef") != DIGITS || (level_key[DIGITS] && level_key[DIGITS] != '/')) return -1;
    const int size = snprintf(path, sizeof path, "%s/%.*s.zip", folder, DIGITS, level_key);
    const int file = size > 0 && (size_t)size < sizeof path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (file >= 0 && (fstat(file, &info) != 0 || !S_ISREG(info.st_mode))) {
        close(file);
        return -1;
    }
    if (file >= 0) snprintf(hash, JOB_MAP, "%.*s", DIGITS, level_key);
    return file;
}
