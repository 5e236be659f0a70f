/* SPDX-License-Identifier: MIT
 * The container: a head, lists, items and blocks. Every number of the head is checked against the size of the file before it is used. */
#include "formats/ddnet_map/layout.h"

static int32_t load_int(const uint8_t *p) { return (int32_t)reel_load_u32le(p); }

/* ---- findings --------------------------------------------------------------------------------------------------- */

reel_status reel__ddmap_damage(reel_decoder *d, reel_status status)
{
    map_reader *r = d->state;
    if (status >= 0 || status == REEL_MEMORY || status == REEL_CANCELLED || status == REEL_LIMIT) return status;
    r->damages++;
    if (!r->damaged) {
        r->damage = *d->error;
        r->damaged = true;
    } else {
        reel_find(&d->reporter,
                  (reel_finding){
                      .rule = d->error->rule, .severity = REEL_ERROR, .section = d->error->section, .offset = d->error->offset },
                  "%s", d->error->message);
    }
    return REEL_OK;
}

void reel__ddmap_find(const reel_decoder *d, reel_severity severity, const char *rule, const char *section, uint64_t offset,
                      const char *message)
{
    reel_find(&d->reporter, (reel_finding){ .rule = rule, .severity = severity, .section = section, .offset = offset }, "%s",
              message);
}

/* ---- the head --------------------------------------------------------------------------------------------------- */

typedef struct map_head {
    int32_t version, size, swap_size, types, items, blocks, item_bytes, block_bytes;
} map_head;

static map_head load_head(const uint8_t *p)
{
    return (map_head){ load_int(p + 4),  load_int(p + 8),  load_int(p + 12), load_int(p + 16),
                       load_int(p + 20), load_int(p + 24), load_int(p + 28), load_int(p + 32) };
}

static bool head_is_sound(const map_head *head)
{
    return head->types >= 0 && head->types <= MAP_MOST_TYPES && head->items >= 0 && head->blocks >= 0 && head->item_bytes >= 0 &&
           head->item_bytes % 4 == 0 && head->block_bytes >= 0;
}

/* Bytes of the offsets of a block, and of its size in version 4. */
static uint64_t block_list_bytes(const map_head *head) { return head->version == MAP_PACKED ? 8 : 4; }

static uint64_t lists_end(const map_head *head)
{
    return MAP_HEAD + MAP_TYPE_ENTRY * (uint64_t)head->types + 4 * (uint64_t)head->items +
           block_list_bytes(head) * (uint64_t)head->blocks;
}

static uint64_t file_end(const map_head *head)
{
    return lists_end(head) + (uint64_t)head->item_bytes + (uint64_t)head->block_bytes;
}

uint64_t reel__ddmap_announced(const uint8_t *bytes, size_t size)
{
    if (size < MAP_HEAD) return 0;
    map_head head = load_head(bytes);
    return head_is_sound(&head) ? file_end(&head) : MAP_HEAD;
}

/* Old writers left the list of unpacked sizes out of both stated sizes. */
static bool states_size(const map_head *head, uint64_t size)
{
    uint64_t stated = (uint64_t)head->size + MAP_SIZE_FROM;
    return head->size >= 0 && (stated == size || (head->version == MAP_PACKED && stated + 4 * (uint64_t)head->blocks == size));
}

/* Which is wrong where the counts need more bytes than there are: the counts, or the size of the file. */
static reel_status fail_short(reel_decoder *d, const map_head *head, const char *section)
{
    const map_reader *r = d->state;
    unsigned long long end = file_end(head);
    if (states_size(head, r->size))
        return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.counts", "head", 16,
                         "the counts need %llu bytes, but the file has %zu, as it states", end, r->size);
    return reel_fail(d->error, REEL_TRUNCATED, "ddnet-map.truncated", section, r->size, "the file has %zu of its %llu bytes",
                     r->size, end);
}

static void check_sizes(const reel_decoder *d, const map_head *head)
{
    const map_reader *r = d->state;
    if (r->size > r->end)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "ddnet-map.trailing-bytes",
                                  .severity = REEL_WARNING,
                                  .section = "blocks",
                                  .offset = r->end,
                                  .length = r->size - r->end,
                                  .count = r->size - r->end },
                  "%llu {byte|bytes} after the last block", (unsigned long long)(r->size - r->end));
    if (!states_size(head, r->end))
        reel__ddmap_find(d, REEL_WARNING, "ddnet-map.stated-size", "head", 8, "the stated size is not that of the file");
    else if ((uint64_t)head->size + MAP_SIZE_FROM != r->end)
        reel__ddmap_find(d, REEL_NOTE, "ddnet-map.stated-size", "head", 8,
                         "the stated size leaves out the list of unpacked sizes, as old writers did");
    else if ((int64_t)head->swap_size != (int64_t)head->size - head->block_bytes)
        reel__ddmap_find(d, REEL_WARNING, "ddnet-map.stated-size", "head", 12, "the stated size of what is not blocks is wrong");
}

static reel_status check_head(reel_decoder *d, const map_head *head)
{
    const map_reader *r = d->state;
    if (memcmp(r->file, "ATAD", MAP_MAGIC) == 0)
        reel__ddmap_find(d, REEL_NOTE, "ddnet-map.magic", "head", 0, "a big-endian machine wrote the file");
    if (head->version != MAP_STORED && head->version != MAP_PACKED)
        return reel_fail(d->error, REEL_UNSUPPORTED, "ddnet-map.version", "head", MAP_VERSION_AT,
                         "unsupported datafile version %d; versions 3 and 4 are supported", head->version);
    if (!head_is_sound(head))
        return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.counts", "head", 16, "a count or a size of the head is impossible");
    return REEL_OK;
}

/* ---- the lists -------------------------------------------------------------------------------------------------- */

/* Items know their type themselves, so a wrong list hides none. */
static reel_status check_types(reel_decoder *d)
{
    const map_reader *r = d->state;
    uint8_t seen[MAP_MOST_TYPES / 8] = { 0 };
    uint64_t sum = 0;
    for (uint32_t i = 0; i < r->types; i++) {
        const uint8_t *p = r->file + MAP_HEAD + (size_t)i * MAP_TYPE_ENTRY;
        uint32_t type = reel_load_u32le(p), start = reel_load_u32le(p + 4), count = reel_load_u32le(p + 8);
        bool sound = type < MAP_MOST_TYPES && !(seen[type / 8] >> type % 8 & 1) && count > 0 && start == sum;
        for (uint64_t k = sum; sound && k < sum + count && k < r->item_end; k++)
            sound = reel__ddmap_entry(r, (uint32_t)k).type == type;
        if (!sound || sum + count > r->item_count)
            return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.types", "types", (uint64_t)(p - r->file),
                             "entry %u of the list of types contradicts the items", i);
        seen[type / 8] |= (uint8_t)(1u << type % 8);
        sum += count;
    }
    if (sum == r->item_count) return REEL_OK;
    return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.types", "types", 20,
                     "the list of types has %llu items, but the file has %u", (unsigned long long)sum, r->item_count);
}

static uint64_t item_offset(const map_reader *r, uint32_t number)
{
    return number < r->item_count ? reel_load_u32le(r->file + r->item_offsets + 4 * (uint64_t)number) : r->item_bytes;
}

uint64_t reel__ddmap_entry_offset(const map_reader *r, uint32_t number) { return r->items + item_offset(r, number); }

/* The offset may be anything, so the finding is at its place in the list. */
static reel_status fail_item(reel_decoder *d, uint32_t number)
{
    const map_reader *r = d->state;
    return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.item", "items", r->item_offsets + 4 * (uint64_t)number,
                     "item %u does not have the size that its offset says; the %u items from it on were not read", number,
                     r->item_count - number);
}

/* Items follow each other without gaps, each with its size. The first that does not ends them. */
static reel_status check_items(reel_decoder *d)
{
    map_reader *r = d->state;
    uint64_t end = 0;
    for (uint32_t i = 0; i < r->item_count; i++) {
        uint64_t at = item_offset(r, i), next = item_offset(r, i + 1);
        r->item_end = i;
        if (at != end || next < at + MAP_ITEM_HEAD || next > r->item_bytes || next % 4) return fail_item(d, i);
        if (r->items + next > r->size) return REEL_OK; /* the file is cut, which is reported */
        if (reel_load_u32le(r->file + r->items + at + 4) != next - at - MAP_ITEM_HEAD) return fail_item(d, i);
        end = next;
    }
    r->item_end = r->item_count;
    if (end == r->item_bytes) return REEL_OK;
    return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.item", "items", r->items + end, "bytes after the last item");
}

map_entry reel__ddmap_entry(const map_reader *r, uint32_t number)
{
    uint64_t at = item_offset(r, number);
    const uint8_t *p = r->file + r->items + at;
    uint32_t id = reel_load_u32le(p);
    return (map_entry){ (uint16_t)(id >> 16),
                        (uint16_t)(id & 0xffff),
                        { p + MAP_ITEM_HEAD, (size_t)(item_offset(r, number + 1) - at - MAP_ITEM_HEAD) } };
}

static reel_status check_blocks(reel_decoder *d)
{
    const map_reader *r = d->state;
    uint64_t last = 0;
    for (uint32_t i = 0; i < r->block_count; i++) {
        uint64_t at = reel_load_u32le(r->file + r->block_offsets + 4 * (uint64_t)i);
        bool sound = (i ? at > last : at == 0) && at < r->block_bytes;
        if (sound && r->version == MAP_PACKED) sound = load_int(r->file + r->block_sizes + 4 * (uint64_t)i) >= 0;
        if (!sound)
            return reel_fail(d->error, REEL_CORRUPT, "ddnet-map.block-list", "blocks", r->block_offsets + 4 * (uint64_t)i,
                             "block %u has an impossible offset or size", i);
        last = at;
    }
    return REEL_OK;
}

bool reel__ddmap_find_block(const map_reader *r, int32_t number, map_block *block)
{
    if (number < 0 || (uint32_t)number >= r->block_count) return false;
    const uint8_t *offsets = r->file + r->block_offsets + 4 * (uint64_t)(uint32_t)number;
    uint64_t begin = reel_load_u32le(offsets), end = r->block_bytes;
    if ((uint32_t)number + 1 < r->block_count) end = reel_load_u32le(offsets + 4);
    if (begin >= end || end > r->block_bytes) return false;
    block->at = r->blocks + begin;
    block->whole = end - begin;
    uint64_t there = block->at < r->size ? r->size - block->at : 0;
    block->bytes = (reel_bytes){ there ? r->file + block->at : NULL, (size_t)(there < block->whole ? there : block->whole) };
    block->stated = block->whole;
    if (r->version == MAP_PACKED) {
        int32_t stated = load_int(r->file + r->block_sizes + 4 * (uint64_t)(uint32_t)number);
        if (stated < 0) return false;
        block->stated = (uint64_t)stated;
    }
    return true;
}

bool reel__ddmap_is_cut(const map_reader *r, int32_t number)
{
    map_block block;
    return r->truncated && reel__ddmap_find_block(r, number, &block) && block.bytes.size < block.whole;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

reel_status reel__ddmap_parse(reel_decoder *d)
{
    map_reader *r = d->state;
    const size_t begins = r->size < MAP_MAGIC ? r->size : MAP_MAGIC;
    if (memcmp(r->file, "DATA", begins) != 0 && memcmp(r->file, "ATAD", begins) != 0)
        return reel_fail(d->error, REEL_UNSUPPORTED, "ddnet-map.magic", "head", 0, "the file does not begin with DATA");
    if (r->size < MAP_HEAD)
        return reel_fail(d->error, REEL_TRUNCATED, "ddnet-map.truncated", "head", r->size, "the file ends inside its head");
    map_head head = load_head(r->file);
    reel_status status = check_head(d, &head);
    if (status < 0) return status;
    r->version = head.version;
    r->types = (uint32_t)head.types;
    r->item_count = (uint32_t)head.items;
    r->block_count = (uint32_t)head.blocks;
    r->item_bytes = (size_t)head.item_bytes;
    r->block_bytes = (size_t)head.block_bytes;
    r->item_offsets = MAP_HEAD + MAP_TYPE_ENTRY * (uint64_t)r->types;
    r->block_offsets = r->item_offsets + 4 * (uint64_t)r->item_count;
    r->block_sizes = r->block_offsets + 4 * (uint64_t)r->block_count;
    r->items = lists_end(&head);
    r->blocks = r->items + r->item_bytes;
    r->end = file_end(&head);
    if (r->items > r->size) return fail_short(d, &head, "lists");
    check_sizes(d, &head);
    r->truncated = r->end > r->size;
    if (r->truncated) status = reel__ddmap_damage(d, fail_short(d, &head, r->blocks > r->size ? "items" : "blocks"));
    if (status >= 0) status = reel__ddmap_damage(d, check_items(d));
    if (status >= 0) status = reel__ddmap_damage(d, check_types(d));
    return status >= 0 ? reel__ddmap_damage(d, check_blocks(d)) : status;
}
