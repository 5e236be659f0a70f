/* SPDX-License-Identifier: MIT
 * The file "rows-GENERATION-NUMBER" of the state: a magic, the fingerprint of the files, the outputs, the replays, and a hash of
 * all that. Numbers are little-endian. */
#include "verbs/scan/contents.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char magic[12] = "reel rows 3\n", prefix[] = "rows-";

void contents_begin(struct contents *contents, uint64_t file)
{
    if (contents->count == contents->capacity) {
        contents->capacity = contents->capacity ? 2 * contents->capacity : 64;
        contents->replays = grow(contents->replays, contents->capacity * sizeof *contents->replays);
    }
    contents->replays[contents->count++] =
        (struct content){ .file = file, .first = contents->row_count, .first_level = contents->levels.count };
}

void contents_add_levels(struct contents *contents, const reel_format *format, const reel_chunk *header)
{
    struct content *replay = &contents->replays[contents->count - 1];
    scan_add_level_keys(&contents->levels, format, header);
    replay->levels = contents->levels.count - replay->first_level;
}

static void add_level(struct contents *contents, uint64_t key)
{
    struct level_keys *keys = &contents->levels;
    if (keys->count == keys->capacity) {
        keys->capacity = 2 * keys->capacity + 8;
        keys->data = grow(keys->data, keys->capacity * sizeof *keys->data);
    }
    keys->data[keys->count++] = key;
    contents->replays[contents->count - 1].levels++;
}

/* Of an output that the replay has no rows in yet. */
static void append_rows(struct contents *contents, uint32_t output, uint64_t rows)
{
    struct content *replay = &contents->replays[contents->count - 1];
    if (contents->row_count == contents->row_capacity) {
        contents->row_capacity = contents->row_capacity ? 2 * contents->row_capacity : 256;
        contents->rows = grow(contents->rows, contents->row_capacity * sizeof *contents->rows);
    }
    contents->rows[contents->row_count++] = (struct content_rows){ output, rows };
    replay->number++;
}

void contents_add(struct contents *contents, uint32_t output, uint64_t rows)
{
    struct content *replay = &contents->replays[contents->count - 1];
    for (size_t i = replay->first; i < contents->row_count; i++)
        if (contents->rows[i].output == output) {
            contents->rows[i].rows += rows;
            return;
        }
    append_rows(contents, output, rows);
}

void contents_repeat(struct contents *contents, const struct contents *from, size_t replay)
{
    const struct content *other = &from->replays[replay];
    contents_begin(contents, other->file);
    contents->replays[contents->count - 1].count = other->count;
    contents->replays[contents->count - 1].retry = other->retry;
    for (size_t i = 0; i < other->number; i++)
        append_rows(contents, from->rows[other->first + i].output, from->rows[other->first + i].rows);
    for (size_t i = 0; i < other->levels; i++) add_level(contents, from->levels.data[other->first_level + i]);
}

void contents_free(struct contents *contents)
{
    free(contents->replays);
    free(contents->rows);
    free(contents->levels.data);
    names_free(contents->outputs);
    *contents = (struct contents){ 0 };
}

/* ---- the file ------------------------------------------------------------------------------------------------------- */

static char *path_of(const struct scan *scan, const struct part *part)
{
    char name[64];
    snprintf(name, sizeof name, "%s%05" PRIu32 "-%05" PRIu32, prefix, part->generation, part->number);
    return state_path(scan, name);
}

static void put_number(struct text *text, uint64_t value)
{
    char bytes[8];
    reel_store_u64le((uint8_t *)bytes, value);
    text_add(text, bytes, sizeof bytes);
}

/* A hash of words of 8 bytes, and of the bytes that are left. */
static uint64_t sum_of(const uint8_t *data, size_t size)
{
    static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t sum = FNV_BEGIN;
    for (; size >= 8; data += 8, size -= 8) {
        sum = (sum ^ reel_load_u64le(data)) * factor;
        sum ^= sum >> 32;
    }
    return fnv_end(fnv_add(sum, data, size));
}

/* False: out of memory. */
static bool put_contents(struct text *text, const struct part *part, const struct contents *contents, char *const *outputs)
{
    size_t count = 0, size = sizeof magic + 4 * sizeof(uint64_t) + contents->count * 32 + contents->row_count * 16 +
                             contents->levels.count * 8;
    for (; outputs[count]; count++) size += strlen(outputs[count]) + 1;
    text_add(text, magic, sizeof magic);
    put_number(text, part->fingerprint);
    put_number(text, count);
    for (char *const *output = outputs; *output; output++) text_add(text, *output, strlen(*output) + 1);
    put_number(text, contents->count);
    for (size_t i = 0; i < contents->count; i++) {
        const struct content *replay = &contents->replays[i];
        put_number(text, replay->file);
        put_number(text, (uint64_t)replay->count << 32 | replay->retry);
        put_number(text, replay->number);
        for (size_t k = 0; k < replay->number; k++) {
            put_number(text, contents->rows[replay->first + k].output);
            put_number(text, contents->rows[replay->first + k].rows);
        }
        put_number(text, replay->levels);
        for (size_t k = 0; k < replay->levels; k++) put_number(text, contents->levels.data[replay->first_level + k]);
    }
    if (text->size + sizeof(uint64_t) != size) return false;
    put_number(text, sum_of((const uint8_t *)text->data, text->size));
    return text->size == size;
}

bool contents_write(const struct scan *scan, const struct part *part, const struct contents *contents, char *const *outputs)
{
    char *path = path_of(scan, part);
    struct text text = { 0 };
    reel_sink sink;
    reel_error error;
    bool fine = put_contents(&text, part, contents, outputs) && reel_sink_file(path, REEL_FILE_REPLACE, &sink, &error) == REEL_OK;
    if (fine && sink.write(sink.context, text.data, text.size, &error) < 0) {
        sink.discard(sink.context);
        fine = false;
    } else if (fine) {
        fine = sink.commit(sink.context, &error) == REEL_OK;
    }
    text_free(&text);
    free(path);
    return fine;
}

/* What is read of the file: sticky, as a cursor. */
struct reading {
    const uint8_t *at, *end;
    bool failed;
};

static uint64_t take_number(struct reading *reading)
{
    if (reading->end - reading->at < 8) reading->failed = true;
    if (reading->failed) return 0;
    reading->at += 8;
    return reel_load_u64le(reading->at - 8);
}

/* A count of items that take `least` bytes each. */
static size_t take_count(struct reading *reading, size_t least)
{
    const uint64_t count = take_number(reading);
    if (count > (size_t)(reading->end - reading->at) / least) reading->failed = true;
    return reading->failed ? 0 : (size_t)count;
}

static void take_outputs(struct reading *reading, struct contents *contents, size_t *count)
{
    *count = take_count(reading, 1);
    contents->outputs = grow(NULL, (*count + 1) * sizeof *contents->outputs);
    for (size_t i = 0; i < *count; i++) {
        const uint8_t *end = reading->at < reading->end ? memchr(reading->at, 0, (size_t)(reading->end - reading->at)) : NULL;
        if (!end) reading->failed = true;
        contents->outputs[i] = copy_of(end ? (const char *)reading->at : "");
        if (end) reading->at = end + 1;
    }
    contents->outputs[*count] = NULL;
}

static bool take_contents(struct reading *reading, const struct part *part, struct contents *contents)
{
    size_t outputs;
    if (reading->end - reading->at < (ptrdiff_t)sizeof magic + 8 || memcmp(reading->at, magic, sizeof magic) != 0) return false;
    reading->end -= 8;
    if (reel_load_u64le(reading->end) != sum_of(reading->at, (size_t)(reading->end - reading->at))) return false;
    reading->at += sizeof magic;
    if (take_number(reading) != part->done_fingerprint) return false;
    take_outputs(reading, contents, &outputs);
    for (size_t count = take_count(reading, 32); count && !reading->failed; count--) {
        contents_begin(contents, take_number(reading));
        const uint64_t state = take_number(reading);
        struct content *replay = &contents->replays[contents->count - 1];
        replay->count = (uint32_t)(state >> 32);
        replay->retry = (uint32_t)state;
        if (replay->count >= COUNTS || replay->retry > 1) return false;
        for (size_t number = take_count(reading, 16); number && !reading->failed; number--) {
            const uint64_t output = take_number(reading), rows = take_number(reading);
            if (output >= outputs) return false;
            append_rows(contents, (uint32_t)output, rows);
        }
        for (size_t number = take_count(reading, 8); number; number--) add_level(contents, take_number(reading));
    }
    return !reading->failed && reading->at == reading->end;
}

static bool read_whole(const char *path, struct text *text)
{
    enum { STEP = 1 << 16 };
    FILE *file = open_list(path);
    if (!file) return false;
    for (size_t got = 1; got;) {
        char *room = text_room(text, STEP);
        got = room ? fread(room, 1, STEP, file) : 0;
        if (!room) text->size = 0;
        text->size += got;
    }
    const bool fine = !ferror(file);
    fclose(file);
    return fine;
}

bool contents_read(const struct scan *scan, const struct part *part, struct contents *contents)
{
    char *path = path_of(scan, part);
    struct text text = { 0 };
    bool fine = read_whole(path, &text) && text.size > 0;
    if (fine) {
        struct reading reading = { .at = (const uint8_t *)text.data, .end = (const uint8_t *)text.data + text.size };
        fine = take_contents(&reading, part, contents);
    }
    if (!fine) contents_free(contents);
    text_free(&text);
    free(path);
    return fine;
}

void contents_remove(const struct scan *scan, const struct part *part)
{
    char *path = path_of(scan, part);
    remove_file(path);
    free(path);
}

/* Whether a part of that name has files. */
static bool is_current(const struct scan *scan, const char *name)
{
    uint32_t generation, number;
    if (sscanf(name + strlen(prefix), "%" SCNu32 "-%" SCNu32, &generation, &number) != 2) return false;
    const struct part *part = find_part(scan, generation, number);
    return part && part->files;
}

void contents_tidy(const struct scan *scan, const char *state, bool all)
{
    char **names = all_names_in(state);
    for (char **name = names; name && *name; name++) {
        if (strncmp(*name, prefix, strlen(prefix)) != 0 || (!all && is_current(scan, *name))) continue;
        char *path = joined(state, "/", *name);
        remove_file(path);
        free(path);
    }
    names_free(names);
}
