/* SPDX-License-Identifier: MIT
 * What a header says of the player and the level, whatever its format calls it. */
#include "core/chunk.h"

#include <reel/export.h>

/* Text that may be longer than the buffer that gets it. */
typedef struct text_buffer {
    char *data;
    size_t size, length;
} text_buffer;

static char *text_rest(const text_buffer *text) { return text->length < text->size ? text->data + text->length : NULL; }

static size_t text_room(const text_buffer *text) { return text->length < text->size ? text->size - text->length : 0; }

static bool is_unknown(const reel_field *field, const void *row)
{
    char start[2];
    size_t size = reel_field_text(field, row, true, start, sizeof start);
    return size == 0 || (size == 1 && *start == '0');
}

static void add_field(text_buffer *text, const reel_field *field, const void *row)
{
    if (!reel_field_present(field, row) || is_unknown(field, row)) return;
    if (text->length) {
        if (text_room(text)) *text_rest(text) = '/';
        text->length++;
    }
    text->length += reel_field_text(field, row, true, text_rest(text), text_room(text));
}

size_t reel_header_text(const reel_chunk *header, uint32_t flag, char *buffer, size_t size)
{
    text_buffer text = { buffer, size, 0 };
    if (size) *buffer = '\0';
    for (const reel_table *const *table = reel_chunk_tables(header); *table; table++) {
        size_t count = 0;
        const void *row = (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(header, *table, &count) : NULL;
        for (size_t i = 0; count && i < (*table)->field_count; i++)
            if ((*table)->fields[i].flags & flag) add_field(&text, &(*table)->fields[i], row);
    }
    if (size) buffer[text.length < size ? text.length : size - 1] = '\0';
    return text.length;
}

static bool same_letters(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char x = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] | 0x20) : a[i],
                   y = b[i] >= 'A' && b[i] <= 'Z' ? (char)(b[i] | 0x20) : b[i];
        if (x != y) return false;
    }
    return true;
}

/* The game of a list that has a name, in any case; NULL if it has none. */
static const char *listed_game(const char *list, const char *name, size_t size)
{
    for (const char *at = list;; at += 2) {
        const char *end = strstr(at, ", ");
        const size_t length = end ? (size_t)(end - at) : strlen(at);
        if (length == size && same_letters(at, name, size)) return at;
        if (!end) return NULL;
        at = end;
    }
}

bool reel_format_has_game(const reel_format *format, const char *game)
{
    return listed_game(format->game, game, strlen(game)) != NULL;
}

size_t reel_replay_game(const reel_format *format, const reel_chunk *header, char *buffer, size_t size)
{
    const char *game = format->game;
    size_t length = strlen(game);
    if (strstr(game, ", ")) {
        char named[128] = "";
        length = header ? reel_header_text(header, REEL_FIELD_TITLE, named, sizeof named) : 0;
        game = length < sizeof named ? listed_game(format->game, named, length) : NULL;
        if (!game && header) return reel_header_text(header, REEL_FIELD_TITLE, buffer, size);
        if (!game) game = "", length = 0;
    }
    if (!size) return length;
    const size_t kept = length < size ? length : size - 1;
    memcpy(buffer, game, kept);
    buffer[kept] = '\0';
    return length;
}
