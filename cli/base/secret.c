/* SPDX-License-Identifier: MIT */
#include "base/secret.h"
#include "base/system.h"

#include <reel/sign.h>

#include <errno.h>

bool read_secret(const char *path, char *buffer, size_t capacity, size_t *size, const char **problem)
{
    FILE *file = open_list(path);
    *size = 0;
    if (file) {
        setvbuf(file, NULL, _IONBF, 0);
        *size = fread(buffer, 1, capacity, file);
    }
    int error = !file || ferror(file) ? errno : 0;
    bool large = file && *size == capacity && fgetc(file) != EOF;
    if (file) fclose(file);
    *problem = error ? strerror(error) : "the file is too large";
    if (!error && !large) return true;
    reel_wipe(buffer, capacity);
    return false;
}
