/* SPDX-License-Identifier: MIT
 * Reads a level: Info.dat, the audio data, and the file of each difficulty, in the order in which leaderboards hash them. */
#include "formats/beatsaber_map/level.h"
#include "core/memory.h"
#include "core/text.h"

enum { WHERE_BYTES = 80 };

typedef struct level_reading {
    reel_decoder *d;
    package package;
    map_song song;
    sha1 raw, pc;
    bool hashes; /* info is wanted */
    bool lights; /* one of their tables is */
    bool other;  /* a PC has another hash */
    map_reading *m;
    reel_status status; /* the first failure; its error is in `error` */
    reel_error error;
    bool beyond;  /* damage in a file that has no rows to make it anew */
    bool ended;   /* the zip was cut before a file of a difficulty, or a limit was reached */
    size_t given; /* difficulties that were read, or will not be */
    char where[WHERE_BYTES];
} level_reading;

static bool is_final(reel_status status) { return status == REEL_MEMORY || status == REEL_CANCELLED; }

/* Takes the failure that is in d->error: the first one is returned in the end. Behind a limit nothing is read: what is there are the first
 * rows of the level. */
static void take_failure(level_reading *l, reel_status status)
{
    l->ended |= status == REEL_LIMIT || status == REEL_CANCELLED;
    if (l->status == REEL_OK || is_final(status)) {
        l->status = status;
        l->error = *l->d->error;
    } else {
        reel_find(&l->d->reporter,
                  (reel_finding){ .rule = l->d->error->rule,
                                  .severity = REEL_ERROR,
                                  .section = l->d->error->section,
                                  .offset = l->d->error->offset },
                  "%s", l->d->error->message);
    }
}

/* " (NAME)", for messages. */
static void name_file(level_reading *l, reel_string name)
{
    const size_t most = WHERE_BYTES - sizeof " ()";
    size_t size = name.size < most ? name.size : most;
    while (size && size < name.size && ((uint8_t)name.data[size] & 0xc0) == 0x80) size--; /* not inside a character */
    l->where[0] = 0;
    if (!name.size) return;
    memcpy(l->where, " (", 2);
    if (size) memcpy(l->where + 2, name.data, size);
    memcpy(l->where + 2 + size, ")", 2);
}

/* Unpacks an entry. After a failure there may be the beginning of it. */
static bool unpack(level_reading *l, const package_entry *entry, const char *section, package_file *file)
{
    const char *why;
    const reel_status status = reel__package_read(&l->package, entry, l->d->budget, file, &why);
    if (status == REEL_OK) return true;
    if (status == REEL_MEMORY)
        reel__memory_fail(l->d->error);
    else
        reel_fail(l->d->error, status, "beatsaber-map.zip-entry", section, entry->offset, "a file %s%s", why, l->where);
    take_failure(l, status);
    if (l->ended) file->text_size = 0;
    return false;
}

/* ---- Info.dat and the audio data ---------------------------------------------------------------------------------- */

static void fail_document(level_reading *l, reel_status status, const char *section, size_t at)
{
    l->beyond = true;
    if (status == REEL_MEMORY)
        reel__memory_fail(l->d->error);
    else
        reel_fail(l->d->error, status, status == REEL_TRUNCATED ? "beatsaber-map.truncated" : "beatsaber-map.syntax", section, at,
                  status == REEL_TRUNCATED ? "the file ends inside its JSON%s" : "invalid JSON%s", l->where);
    take_failure(l, status);
}

/* A PC hashes the text of Info.dat, which it reads without a mark and with a character in place of invalid bytes. */
static void hash_text(sha1 *hash, const uint8_t *at, size_t size)
{
    static const uint8_t unknown[] = { 0xef, 0xbf, 0xbd };
    const uint8_t *end = at + size, *from;
    if (text_has_mark(at, size)) at += sizeof text_mark;
    while (at < end) {
        for (from = at; at < end; at++) {
            if (*at < 0x80) continue;
            size_t length = *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : 2;
            if (length > (size_t)(end - at) || !reel__utf8_is_valid(at, length)) break;
            at += length - 1;
        }
        reel__sha1_add(hash, from, (size_t)(at - from));
        if (at == end) return;
        reel__sha1_add(hash, unknown, sizeof unknown);
        at++;
    }
}

static void read_info(level_reading *l, const package_entry *entry)
{
    package_file file;
    size_t bad_at;
    name_file(l, reel__zip_base_name(entry->name));
    const bool whole = unpack(l, entry, "info", &file), wanted = !is_final(l->status) && (whole || file.text_size);
    l->beyond |= !whole;
    l->other = text_has_mark(file.data, file.size) || !reel__utf8_is_valid(file.data, file.size);
    if (l->hashes) reel__sha1_add(&l->raw, file.data, file.size);
    if (l->hashes && l->other) hash_text(&l->pc, file.data, file.size);
    const reel_status status = !wanted ? REEL_OK : reel__bsmap_read_info(l->d, file.text, file.text_size, &l->song, &bad_at);
    if (status != REEL_OK) fail_document(l, status, "info", bad_at);
    reel__package_file_free(&file);
}

static void add_to_hash(level_reading *l, const package_file *file)
{
    if (l->hashes) reel__sha1_add(&l->raw, file->data, file->size);
    if (l->hashes && l->other) reel__sha1_add(&l->pc, file->data, file->size);
}

static void warn(level_reading *l, const char *rule, const char *section, const char *message)
{
    reel_find(&l->d->reporter,
              (reel_finding){ .rule = rule, .severity = REEL_WARNING, .section = section, .offset = REEL_NO_OFFSET }, "%s%s",
              message, l->where);
}

static void read_audio(level_reading *l)
{
    const package_entry *entry = reel__package_find(&l->package, l->song.audio);
    package_file file;
    size_t bad_at;
    if (!l->song.version4) return;
    name_file(l, l->song.audio);
    if (!entry) {
        warn(l, "beatsaber-map.missing-file", "audio",
             l->song.audio.size ? "the audio data are missing: the tempo is that of Info.dat"
                                : "Info.dat names no audio data: the tempo is its own");
        return;
    }
    const bool whole = unpack(l, entry, "audio", &file), wanted = !is_final(l->status) && (whole || file.text_size);
    l->beyond |= !whole;
    add_to_hash(l, &file);
    const reel_status status = !wanted ? REEL_OK : reel__bsmap_read_audio(l->d, file.text, file.text_size, &l->song, &bad_at);
    if (status != REEL_OK) fail_document(l, status, "audio", bad_at);
    reel__package_file_free(&file);
    if (l->song.bad_regions) warn(l, "beatsaber-map.region", "audio", "a region has no tempo: it is left out");
}

/* ---- difficulties ------------------------------------------------------------------------------------------------- */

static beatsaber_map_difficulty *difficulty_row(const level_reading *l, size_t number)
{
    const reel_row_list *list = reel__chunk_list(l->d->chunk, &beatsaber_map_difficulties);
    return (beatsaber_map_difficulty *)(void *)list->data + number;
}

/* Returns false if the file is damaged. */
static bool read_file(level_reading *l, size_t number, const package_file *file, map_share part)
{
    map_reading *m = l->m;
    beatsaber_map_difficulty read = { .present = 0 }, *row = difficulty_row(l, number);
    const size_t mark = text_has_mark(file->text, file->text_size) ? sizeof text_mark : 0;
    memset(m, 0, sizeof *m);
    m->d = l->d;
    m->where = l->where;
    m->difficulty = (uint32_t)number;
    m->song = &l->song;
    m->part = part;
    m->base = mark;
    m->text.raw = file->text + mark;
    m->text.size = file->text_size - mark;
    const reel_status status = reel__bsmap_read_difficulty(m, &read);
    reel__bsmap_reading_end(m);
    if (status != REEL_OK) take_failure(l, status);
    if (part == MAP_LIGHTS) return status == REEL_OK;
    row->version = read.version;
    row->max_score = read.max_score;
    row->bpm = read.bpm;
    row->notes = read.notes;
    row->bombs = read.bombs;
    row->walls = read.walls;
    row->arcs = read.arcs;
    row->chains = read.chains;
    row->present |= read.present;
    return status == REEL_OK;
}

static void read_difficulty(level_reading *l, size_t number)
{
    const beatsaber_map_difficulty row = *difficulty_row(l, number);
    const package_entry *map = reel__package_find(&l->package, row.map_file),
                        *lights = reel__package_find(&l->package, row.lights);
    package_file file;
    name_file(l, row.map_file);
    if (map) {
        const bool whole = unpack(l, map, "difficulties", &file);
        add_to_hash(l, &file);
        l->m->form = 0;
        if (!is_final(l->status) && file.text_size) read_file(l, number, &file, l->song.version4 ? MAP_PLAYED : MAP_WHOLE_FILE);
        if (!whole) difficulty_row(l, number)->present &= (uint8_t)~BEATSABER_MAP_HAS_COUNTS;
        reel__package_file_free(&file);
    } else if (l->package.whole) {
        warn(l, "beatsaber-map.missing-file", "difficulties", "a file is missing");
    } else { /* what follows would be taken for what was cut off */
        l->ended = true;
        return;
    }
    if (l->ended || is_final(l->status) || reel_build_status(l->d->chunk) != REEL_OK) return;
    l->given++;
    name_file(l, row.lights);
    if (lights && l->song.version4 && !is_final(l->status)) {
        l->beyond |= !unpack(l, lights, "lights", &file);
        add_to_hash(l, &file);
        if (map && l->m->form == 4 && l->lights && !is_final(l->status) && file.text_size)
            l->beyond |= !read_file(l, number, &file, MAP_LIGHTS);
        reel__package_file_free(&file);
    } else if (l->song.version4 && row.lights.size && !lights) {
        warn(l, "beatsaber-map.missing-file", "lights", "a file is missing");
    }
}

/* ---- the end ------------------------------------------------------------------------------------------------------ */

static reel_string hash_words(reel_decoder *d, sha1 *hash)
{
    static const char digits[] = "0123456789ABCDEF";
    uint8_t bytes[SHA1_SIZE];
    char text[2 * SHA1_SIZE];
    reel__sha1_end(hash, bytes);
    for (size_t i = 0; i < SHA1_SIZE; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    return reel_chunk_string(d->chunk, text, sizeof text);
}

static void give_hashes(level_reading *l)
{
    const reel_row_list *list = reel__chunk_list(l->d->chunk, &beatsaber_map_infos);
    if (!list->count) return;
    beatsaber_map_info *info = (beatsaber_map_info *)(void *)list->data;
    info->level_hash = hash_words(l->d, &l->raw);
    info->present |= BEATSABER_MAP_HAS_HASH;
    if (!l->other) return;
    info->pc_hash = hash_words(l->d, &l->pc);
    info->present |= BEATSABER_MAP_HAS_PC_HASH;
}

static void report_package(level_reading *l)
{
    if (l->song.left_out)
        reel_find(&l->d->reporter,
                  (reel_finding){ .rule = "beatsaber-map.difficulty-count",
                                  .severity = REEL_WARNING,
                                  .section = "info",
                                  .offset = REEL_NO_OFFSET,
                                  .count = l->song.left_out },
                  "%llu {difficulty is|difficulties are} left out: a level has %d at most", (unsigned long long)l->song.left_out,
                  MAP_MOST_DIFFICULTIES);
    if (l->package.whole && l->package.tail.after < l->package.size)
        reel_find(&l->d->reporter,
                  (reel_finding){ .rule = "beatsaber-map.trailing-bytes",
                                  .severity = REEL_WARNING,
                                  .section = "zip",
                                  .offset = l->package.tail.after,
                                  .length = l->package.size - l->package.tail.after,
                                  .count = l->package.size - l->package.tail.after },
                  "%llu {byte|bytes} after the end of the zip", (unsigned long long)(l->package.size - l->package.tail.after));
    if (l->package.whole && !l->package.lost) return;
    reel_fail(l->d->error, l->package.whole ? REEL_CORRUPT : REEL_TRUNCATED, "beatsaber-map.zip", "zip",
              l->package.whole ? l->package.tail.directory : l->package.size,
              l->package.whole ? "an entry of the zip's directory is not where it should be"
                               : "the zip has no directory at its end");
    take_failure(l, l->package.whole ? REEL_CORRUPT : REEL_TRUNCATED);
}

/* Rows of difficulties that were not read would say that they have no version. */
static void read_difficulties(level_reading *l)
{
    reel_row_list *list = reel__chunk_list(l->d->chunk, &beatsaber_map_difficulties);
    for (size_t i = 0; i < list->count && l->given == i && !l->ended; i++) read_difficulty(l, i);
    list->count = l->given;
}

static void read_files(level_reading *l)
{
    const package_entry *info = reel__package_info(&l->package);
    if (!info) {
        const reel_status status = l->package.whole ? REEL_UNSUPPORTED : REEL_TRUNCATED;
        reel_fail(l->d->error, status, "beatsaber-map.no-info", "zip", 0, "the zip has no Info.dat");
        take_failure(l, status);
        return;
    }
    read_info(l, info);
    if (!is_final(l->status)) read_audio(l);
    read_difficulties(l);
    if (is_final(l->status)) return;
    if (l->hashes && l->status == REEL_OK && l->package.whole && !l->package.lost) give_hashes(l);
    report_package(l);
}

reel_status reel__bsmap_read_level(reel_decoder *d, map_level *level)
{
    level_reading *l = reel__memory_new(&d->allocator, sizeof *l);
    map_reading *m = reel__memory_new(&d->allocator, sizeof *m);
    reel_status status = l && m ? REEL_OK : reel__memory_fail(d->error);
    if (status == REEL_OK) {
        l->d = d;
        l->m = m;
        l->hashes = reel_chunk_table(d->chunk, &beatsaber_map_infos) != NULL;
        l->lights = reel_chunk_table(d->chunk, &beatsaber_map_lights) || reel_chunk_table(d->chunk, &beatsaber_map_light_boxes) ||
                    reel_chunk_table(d->chunk, &beatsaber_map_light_events);
        reel__sha1_begin(&l->raw);
        reel__sha1_begin(&l->pc);
        status = reel__package_open(&l->package, d->in.at, reel_left(&d->in), &d->allocator, d->budget);
        if (status == REEL_OK)
            read_files(l);
        else if (status == REEL_MEMORY)
            reel__memory_fail(d->error);
        else
            reel_fail_budget(d->budget, d->error, "zip", 0);
        if (status == REEL_OK) {
            status = l->status;
            if (status != REEL_OK) *d->error = l->error;
            *level = (map_level){ l->beyond, l->song.version4 };
        }
        reel__package_close(&l->package);
        reel__memory_drop(&d->allocator, l->song.regions);
    }
    reel__memory_drop(&d->allocator, m);
    reel__memory_drop(&d->allocator, l);
    return status;
}

reel_status reel__bsmap_read_lone_info(reel_decoder *d)
{
    map_song song = { .bpm = 0 };
    size_t bad_at;
    const reel_status status = reel__bsmap_read_info(d, d->in.at, reel_left(&d->in), &song, &bad_at);
    if (status == REEL_OK) return REEL_OK;
    if (status == REEL_MEMORY) return reel__memory_fail(d->error);
    return reel_fail(d->error, status, status == REEL_TRUNCATED ? "beatsaber-map.truncated" : "beatsaber-map.syntax", "info",
                     reel_offset(&d->in) + bad_at, status == REEL_TRUNCATED ? "the file ends inside its JSON" : "invalid JSON");
}
