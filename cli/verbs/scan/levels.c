/* SPDX-License-Identifier: MIT
 * Which levels a part was made with. A part keeps the keys that its replays name their levels by, whether there were levels or not, and a stamp
 * of what was found for them. It is written again if another run finds something else: a level was added, changed or removed. */
#include "run/levels.h"
#include "verbs/scan/scan.h"

#include <inttypes.h>
#include <stdlib.h>

static bool uses_levels(const reel_format *format)
{
    bool uses = false;
    for (const reel_insight *const *insight = reel_insights(); *insight && !uses; insight++)
        uses = (*insight)->levels && reel_insight_takes(*insight, format);
    return uses;
}

void scan_add_level_keys(struct level_keys *keys, const reel_format *format, const reel_chunk *header)
{
    enum { EACH = 8 };
    if (!uses_levels(format)) return;
    if (keys->capacity - keys->count < EACH) {
        keys->capacity = 2 * keys->capacity + EACH;
        keys->data = grow(keys->data, keys->capacity * sizeof *keys->data);
    }
    keys->count += reel_levels_keys(header, keys->data + keys->count, EACH);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t stamp_now(const struct part *part)
{
    uint64_t stamp = FNV_BEGIN;
    bool any = false;
    for (size_t i = 0; i < part->level_count && levels_are_known(); i++) {
        uint8_t bytes[16];
        const uint64_t found = levels_stamp(part->level_keys[i]);
        reel_store_u64le(bytes, part->level_keys[i]);
        reel_store_u64le(bytes + 8, found);
        if (found) stamp = fnv_add(stamp, bytes, sizeof bytes);
        any = any || found;
    }
    stamp = fnv_end(stamp);
    return !any ? 0 : stamp ? stamp : 1;
}

void scan_set_levels(struct part *part, struct level_keys *keys)
{
    size_t kept = 0;
    if (keys->count) qsort(keys->data, keys->count, sizeof *keys->data, by_number);
    for (size_t i = 0; i < keys->count; i++)
        if (!kept || keys->data[kept - 1] != keys->data[i]) keys->data[kept++] = keys->data[i];
    free(part->level_keys);
    part->level_keys = keys->data;
    part->level_count = kept;
    part->level_stamp = stamp_now(part);
    part->knows_levels = true;
    *keys = (struct level_keys){ 0 };
}

bool scan_has_other_levels(const struct part *part)
{
    if (!part->knows_levels) return levels_are_known();
    return part->level_stamp != stamp_now(part);
}

enum { KEY_SIZE = 17 }; /* characters of a key, with the blank before it */

/* "\tSTAMP KEY...", in hexadecimal. */
void scan_put_levels(struct text *line, const struct part *part)
{
    if (!part->knows_levels) return;
    text_print(line, "\t%016" PRIx64, part->level_stamp);
    for (size_t i = 0; i < part->level_count; i++) text_print(line, " %016" PRIx64, part->level_keys[i]);
}

void scan_get_levels(struct part *part, const char *line)
{
    const char *at = strchr(line, '\t');
    char *end;
    free(part->level_keys);
    part->level_keys = NULL;
    part->level_count = 0;
    part->knows_levels = at != NULL;
    if (!at) return;
    part->level_stamp = strtoull(at + 1, &end, 16);
    const size_t most = strlen(end) / KEY_SIZE;
    part->level_keys = grow(NULL, most * sizeof *part->level_keys + 1);
    while (part->level_count < most && *end == ' ') part->level_keys[part->level_count++] = strtoull(end, &end, 16);
}
