/* SPDX-License-Identifier: MIT */
#include "file_text.h"

#include <stdio.h>
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
