/* SPDX-License-Identifier: MIT
 * Result rows, and text that lives as long as they do. */
#include "insight/echo/game.h"

void *reel__out_add(game *g, echo_out out)
{
    reel_row_list *list = g->rows[out];
    if (!list) return NULL;
    if (list->count >= ECHO_MOST_ROWS) {
        g->rows_lost++;
        return NULL;
    }
    return reel_row_add(list);
}

size_t reel__out_last(const game *g, echo_out out, const void *row) { return row ? g->rows[out]->count - 1 : NO_ROW; }

void *reel__out_at(const game *g, echo_out out, size_t row)
{
    return row == NO_ROW ? NULL : g->rows[out]->data + row * g->rows[out]->table->row_size;
}

/* Truncates to NAME_BYTES, so that a long name is not copied into a million rows. */
reel_string reel__out_text(const game *g, reel_string text)
{
    size_t size = 0, step;
    while (size < text.size) {
        reel_utf8(text.data + size, text.size - size, &step);
        if (size + (step ? step : 1) > NAME_BYTES) break;
        size += step ? step : 1;
    }
    return size ? reel_chunk_string(g->analysis->result, text.data, size) : (reel_string){ NULL, 0 };
}

reel_string reel__out_word(const reel_label *labels, int64_t value)
{
    for (; labels && labels->name; labels++)
        if (labels->value == value) return (reel_string){ labels->name, strlen(labels->name) };
    return (reel_string){ NULL, 0 };
}

/* 64-bit FNV-1a. */
uint64_t reel__out_hash(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    if (!hash) hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
