/* SPDX-License-Identifier: MIT */
#include "rules/trusted_keys.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 1024 };
static const char comment[] = "untrusted comment:";

static bool add_line(key_list *keys, const char *line, const char *path, unsigned number)
{
    reel_error error;
    if (!*line || *line == '#' || strncmp(line, comment, sizeof comment - 1) == 0) return true;
    if (keys->count == TRUSTED_KEYS)
        return fprintf(stderr, "reel-server: %s:%u: more than %d keys\n", path, number, TRUSTED_KEYS), false;
    if (reel_public_key_read(line, strlen(line), &keys->keys[keys->count], &error) < 0)
        return fprintf(stderr, "reel-server: %s:%u: %s\n", path, number, error.message), false;
    keys->count++;
    return true;
}

bool trusted_keys_read(key_list *keys, const char *path)
{
    char line[LINE];
    bool fine = true;
    FILE *file = fopen(path, "re");
    if (!file) return fprintf(stderr, "reel-server: %s: %s\n", path, strerror(errno)), false;
    for (unsigned number = 1; fine && fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = '\0';
        fine = add_line(keys, line, path, number);
    }
    if (fine && ferror(file)) fine = (fprintf(stderr, "reel-server: %s: cannot be read\n", path), false);
    fclose(file);
    keys->given = true;
    return fine;
}

bool trusted_keys_have(const key_list *keys, const char *text)
{
    reel_public_key key;
    if (reel_public_key_read(text, strlen(text), &key, NULL) < 0) return false;
    for (size_t i = 0; i < keys->count; i++) /* the id of a key proves nothing */
        if (memcmp(keys->keys[i].key, key.key, sizeof key.key) == 0) return true;
    return false;
}
