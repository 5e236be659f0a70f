/* SPDX-License-Identifier: MIT */
#include "formats/beatsaber_map/package.h"
#include "codec/pack/block.h"
#include "core/memory.h"

static const char info_name[] = "info.dat";
enum { INFO_NAME = sizeof info_name - 1, STORED = 0, DEFLATED = 8, ENCRYPTED = 1, STEP = 1 << 16 };

bool reel__package_begins(const uint8_t *head, size_t size)
{
    return size >= 4 && head[0] == 'P' && head[1] == 'K' && ((head[2] == 3 && head[3] == 4) || (head[2] == 5 && head[3] == 6));
}

/* ---- names -------------------------------------------------------------------------------------------------------- */

static char folded(char c)
{
    if (c == '\\') return '/';
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_text(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (folded(a[i]) != folded(b[i])) return false;
    return true;
}

static bool is_info(reel_string name)
{
    if (name.size < INFO_NAME || !same_text(name.data + name.size - INFO_NAME, info_name, INFO_NAME)) return false;
    return name.size == INFO_NAME || folded(name.data[name.size - INFO_NAME - 1]) == '/';
}

const package_entry *reel__package_info(package *p)
{
    const package_entry *found = NULL;
    for (size_t i = 0; i < p->count; i++)
        if (is_info(p->entries[i].name) && (!found || p->entries[i].name.size < found->name.size)) found = &p->entries[i];
    if (found) p->folder = (reel_string){ found->name.data, found->name.size - INFO_NAME };
    return found;
}

const package_entry *reel__package_find(const package *p, reel_string name)
{
    for (size_t i = 0; i < p->count && name.size; i++) {
        const reel_string other = p->entries[i].name;
        if (other.size == p->folder.size + name.size && same_text(other.data, p->folder.data, p->folder.size) &&
            same_text(other.data + p->folder.size, name.data, name.size))
            return &p->entries[i];
    }
    return NULL;
}

/* ---- the list ----------------------------------------------------------------------------------------------------- */

/* Adds the entry whose local header is at an offset, with the sizes that are known. Its end in *end. */
static reel_status add_entry(package *p, uint64_t offset, const zip_listed *listed, uint64_t *end)
{
    zip_entry local;
    const uint8_t *at = p->data + offset;
    *end = UINT64_MAX;
    if (offset > p->size || p->size - offset < ZIP_HEADER || !reel__zip_header(at, &local)) {
        p->lost++;
        return REEL_OK;
    }
    const uint64_t left = p->size - offset - ZIP_HEADER, before = (uint64_t)local.name_size + local.extra_size;
    if (before <= left) reel__zip_extra(&local, at + ZIP_HEADER + local.name_size);
    const uint64_t size = listed ? listed->size : local.size, packed = listed ? listed->packed_size : local.packed_size;
    const bool known = listed || !zip_sizes_follow(&local);
    if (before > left || packed > left - before || !known || local.flags & ENCRYPTED) {
        p->lost++;
        return REEL_OK;
    }
    package_entry *entries = reel__memory_items(&p->allocator, p->entries, &p->capacity, p->count + 1, sizeof *entries);
    if (!entries) return REEL_MEMORY;
    p->entries = entries;
    p->entries[p->count++] = (package_entry){
        .name = listed ? listed->name : (reel_string){ (const char *)at + ZIP_HEADER, local.name_size },
        .packed = at + ZIP_HEADER + before,
        .packed_size = (size_t)packed,
        .size = size,
        .offset = offset,
        .checksum = listed ? listed->checksum : local.checksum,
        .method = local.method,
    };
    *end = offset + ZIP_HEADER + before + packed;
    return REEL_OK;
}

/* Without a directory, which a cut takes away first: from header to header. */
static reel_status walk_headers(package *p)
{
    uint64_t at = 0;
    reel_status status = REEL_OK;
    while (status == REEL_OK && at < p->size) status = add_entry(p, at, NULL, &at);
    return status;
}

reel_status reel__package_open(package *p, const uint8_t *data, size_t size, const reel_allocator *allocator, reel_budget *budget)
{
    zip_listed listed;
    uint64_t end;
    *p = (package){ .allocator = *allocator, .data = data, .size = size };
    p->whole = reel__zip_find_end(data, size, 0, &p->tail);
    if (!p->whole) return walk_headers(p);
    zip_walk walk = { data, (size_t)(p->tail.directory + p->tail.directory_size), (size_t)p->tail.directory };
    reel_status status = REEL_OK;
    while (status == REEL_OK && reel__zip_next(&walk, &listed)) {
        status = add_entry(p, listed.offset, &listed, &end);
        if (status == REEL_OK && budget) status = reel_spend(budget, 1);
    }
    return status;
}

void reel__package_close(package *p)
{
    reel__memory_drop(&p->allocator, p->entries);
    p->entries = NULL;
    p->count = 0;
}

/* ---- a file ------------------------------------------------------------------------------------------------------- */

static reel_status inflate_all(const package_entry *entry, reel_budget *budget, package_file *file, const char **why)
{
    zip_reader reader = { .allocator = file->own.allocator };
    const uint8_t *at = entry->packed, *end = at + entry->packed_size;
    reel_status status = REEL_OK;
    while (status == REEL_OK) {
        size_t made = 0;
        const uint8_t *before = at;
        const bool room = file->own.capacity - file->own.size >= STEP || reel__memory_room(&file->own, STEP);
        status = room ? reel__zip_inflate(&reader, &at, end, file->own.data + file->own.size, STEP, &made) : REEL_MEMORY;
        file->own.size += made;
        if (status == REEL_OK && !made && at == before) status = REEL_CORRUPT; /* the data end too early */
        if (status >= 0 && reel_spend_unpacked(budget, made) != REEL_OK) status = REEL_LIMIT;
        if (status >= 0 && file->own.size > PACKAGE_MOST_FILE) status = REEL_LIMIT;
    }
    const bool same = status != REEL_END || (file->own.size == entry->size && reader.checksum == entry->checksum);
    reel__zip_reader_free(&reader);
    *why = status == REEL_LIMIT ? "is too large" : "cannot be unpacked";
    if (!same) *why = "has another checksum than the zip states";
    return status == REEL_END ? same ? REEL_OK : REEL_CORRUPT : status;
}

/* Files may be gzip themselves. */
static reel_status open_gzip(package_file *file, reel_budget *budget, const char **why)
{
    block_reader block = { .allocator = file->own.allocator, .codec = BLOCK_GZIP, .budget = budget };
    reel_status status = reel__block_start(&block, file->data, file->size, PACKAGE_MOST_FILE);
    if (status == REEL_OK) status = reel__block_unpack(&block, SIZE_MAX);
    if (block.made && !memory_add(&file->inner, block.buffer, block.made)) status = REEL_MEMORY;
    reel__block_free(&block);
    if (file->inner.data) file->text = file->inner.data;
    file->text_size = file->inner.size;
    *why = status == REEL_LIMIT ? "is too large" : "cannot be unpacked";
    return status == REEL_END ? REEL_OK : status;
}

reel_status reel__package_read(const package *p, const package_entry *entry, reel_budget *budget, package_file *file,
                               const char **why)
{
    reel_status status = REEL_OK;
    static const uint8_t nothing[1];
    *file = (package_file){ .data = nothing, .text = nothing, .own.allocator = p->allocator, .inner.allocator = p->allocator };
    *why = "is compressed in a way that this build does not know";
    if (entry->method == STORED) {
        file->data = entry->packed;
        file->size = entry->packed_size;
        if (reel_spend_unpacked(budget, file->size) != REEL_OK) status = REEL_LIMIT;
        if (file->size > PACKAGE_MOST_FILE) status = REEL_LIMIT;
        if (status == REEL_LIMIT) *why = "is too large";
    } else if (entry->method == DEFLATED && reel__zip_known()) {
        status = inflate_all(entry, budget, file, why);
        if (file->own.data) file->data = file->own.data;
        file->size = file->own.size;
    } else {
        return REEL_UNSUPPORTED;
    }
    file->text = file->data;
    file->text_size = file->size;
    if (status != REEL_OK || file->size < 2 || file->data[0] != 0x1f || file->data[1] != 0x8b) return status;
    return open_gzip(file, budget, why);
}

void reel__package_file_free(package_file *file)
{
    reel_memory_free(&file->own);
    reel_memory_free(&file->inner);
}
