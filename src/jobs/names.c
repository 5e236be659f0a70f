/* SPDX-License-Identifier: MIT
 * What the names of files say. */
#include <reel/format.h>

#include <string.h>

static char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter; }

static bool has_ending(const char *name, size_t size, const char *extension)
{
    size_t length = strlen(extension);
    if (size <= length + 1 || name[size - length - 1] != '.') return false;
    for (size_t i = 0; i < length; i++)
        if (lower(name[size - length + i]) != extension[i]) return false;
    return true;
}

size_t reel_unpacked_name(const char *name)
{
    static const char *const packed[] = { "gz", "xz", "zst" };
    size_t size = strlen(name);
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (has_ending(name, size, packed[i])) return size - strlen(packed[i]) - 1;
    return size;
}

/* Extensions that other programs use for other things. */
static bool is_shared(const char *extension)
{
    return strcmp(extension, "dat") == 0 || strcmp(extension, "json") == 0 || strcmp(extension, "txt") == 0 ||
           has_ending(extension, strlen(extension), "json");
}

bool reel_is_replay_name(const char *name)
{
    size_t size = reel_unpacked_name(name);
    for (const reel_format *const *format = reel_formats(); *format; format++)
        for (const char *const *extension = (*format)->extensions; extension && *extension; extension++)
            if (!is_shared(*extension) && has_ending(name, size, *extension)) return true;
    return false;
}
