/* SPDX-License-Identifier: MIT */
#include "base/file_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hash_text(char text[JOB_HASH], const uint8_t hash[REEL_HASH_SIZE])
{
    for (size_t i = 0; i < REEL_HASH_SIZE; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
}

void copy_file_text(char *to, size_t capacity, const char *text, size_t size)
{
    size_t used = 0, step;
    for (; size; text += step, size -= step) {
        uint32_t point = reel_utf8(text, size, &step);
        bool invalid = step == 0 || point == 0;
        if (invalid) step = 1;
        if (used + step >= capacity) break;
        memcpy(to + used, invalid ? "?" : text, step);
        used += step;
    }
    to[used] = '\0';
}

void copy_long_text(char to[JOB_TEXT], const char *whole, size_t size)
{
    uint8_t hash[REEL_HASH_SIZE];
    copy_file_text(to, size < JOB_TEXT ? JOB_TEXT : JOB_TEXT / 2, whole, size);
    if (size < JOB_TEXT || reel_source_hash(reel_source_memory(whole, size), NULL, hash, NULL) != REEL_OK) return;
    char text[JOB_HASH];
    hash_text(text, hash);
    strcat(strcat(to, "#"), text);
}

size_t add_member(char *list, size_t used, size_t size, const char *name)
{
    if (used && used + 3 < size) used += (size_t)sprintf(list + used, " & ");
    for (; *name && used + 2 < size; name++) {
        if (*name == '&') list[used++] = '&';
        list[used++] = *name;
    }
    list[used] = '\0';
    return used;
}

static int compare_codes(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

void order_codes(char codes[JOB_TEXT])
{
    static const char separators[] = ", ";
    char copy[JOB_TEXT], *found[JOB_TEXT / 2], *left = copy;
    size_t count = 0;
    memcpy(copy, codes, sizeof copy);
    for (char *code; (code = strsep(&left, separators)) != NULL;)
        if (*code) found[count++] = code;
    qsort(found, count, sizeof *found, compare_codes);
    *codes = '\0';
    for (size_t i = 0; i < count; i++) {
        if (i && strcmp(found[i], found[i - 1]) == 0) continue;
        if (*codes) strcat(codes, ",");
        strcat(codes, found[i]);
    }
}
