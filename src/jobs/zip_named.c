/* SPDX-License-Identifier: MIT
 * Recorders that are interrupted can leave a recording in the zip of the next one. Its own recording has the name of the file. */
#include "jobs/zip_named.h"

#include "codec/number.h"
#include "codec/pack/zip_end.h"

#include <string.h>

enum { TAIL = 65536 + 22 + 76, MOST_DIRECTORY = 1 << 24 };

/* The bytes of the zip that are looked at: part of an input in memory, or a copy. */
typedef struct zip_part {
    const uint8_t *data;
    uint8_t *copy; /* NULL: none */
} zip_part;

/* Makes `size` bytes at `offset` available. REEL_END: the input ends before. */
static reel_status part_read(reel_reader *reader, zip_part *part, uint64_t offset, size_t size, reel_error *error)
{
    reel_input *input = &reader->input;
    reel_cursor window = { 0 };
    size_t got = 0;
    if (input->source.data) {
        part->data = input->source.data + offset;
        return REEL_OK;
    }
    part->data = part->copy = reel__memory_new(&reader->allocator, size + !size);
    if (!part->copy) return reel__memory_fail(error);
    reel_status status = reel__input_move(input, &window, offset, error);
    return status < 0 ? status : reel__input_read(input, &window, part->copy, size, &got, error);
}

/* Sets *offset to that of the last entry called `name`. */
static bool find_entry(const uint8_t *directory, size_t size, const char *name, uint64_t *offset)
{
    zip_walk walk = { .data = directory, .size = size };
    zip_listed entry;
    bool found = false;
    while (reel__zip_next(&walk, &entry)) {
        const reel_string base = reel__zip_base_name(entry.name);
        if (base.size != strlen(name) || memcmp(base.data, name, base.size) != 0) continue;
        *offset = entry.offset;
        found = true;
    }
    return found;
}

/* Finds the entry by the directory. REEL_END if there is none. */
static reel_status look_up(reel_reader *reader, zip_part *tail, zip_part *directory, uint64_t *offset, reel_error *error)
{
    const uint64_t all = reader->input.source.size;
    const size_t size = all < TAIL ? (size_t)all : TAIL;
    zip_tail end;
    reel_status status = part_read(reader, tail, all - size, size, error);
    if (status != REEL_OK) return status;
    if (!reel__zip_find_end(tail->data, size, all - size, &end) || end.entries < 2 || end.directory_size > MOST_DIRECTORY)
        return REEL_END;
    const size_t listed = (size_t)end.directory_size;
    status = part_read(reader, directory, end.directory, listed, error);
    if (status != REEL_OK) return status;
    return find_entry(directory->data, listed, reader->options.name, offset) ? REEL_OK : REEL_END;
}

static bool can_choose(const reel_reader *reader)
{
    const reel_cursor *head = &reader->decoder.in;
    const reel_input *input = &reader->input;
    if (!reader->options.name || reader->options.member || reader->packed.source.size) return false;
    return reel_left(head) >= 4 && memcmp(head->at, "PK\3\4", 4) == 0 && input->source.size != REEL_UNKNOWN_SIZE &&
           reel__input_moves(input);
}

reel_status reel__zip_choose(reel_reader *reader, reel_error *error)
{
    zip_part tail = { 0 }, directory = { 0 };
    uint64_t offset = 0;
    if (!can_choose(reader)) return REEL_OK;
    reel_status status = look_up(reader, &tail, &directory, &offset, error);
    reel__memory_drop(&reader->allocator, tail.copy);
    reel__memory_drop(&reader->allocator, directory.copy);
    if (status < 0) return status;
    if (status == REEL_OK) {
        reader->member[0] = '@';
        reader->member[1 + reel__number_u64(reader->member + 1, offset)] = 0;
        reader->options.member = reader->member;
    }
    return reel__input_move(&reader->input, &reader->decoder.in, 0, error);
}
