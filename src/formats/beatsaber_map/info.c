/* SPDX-License-Identifier: MIT
 * Reads Info.dat and the audio data: small documents, as trees. */
#include "codec/json_dom.h"
#include "core/fill.h"
#include "core/memory.h"
#include "core/text.h"
#include "formats/beatsaber_map/level.h"

/* ---- trees -------------------------------------------------------------------------------------------------------- */

/* The member of an object, or NULL. */
static const json_value *member(const json_value *object, const char *name)
{
    reel_string key;
    const json_value *value;
    if (!object || reel__doc_type(object) != JSON_IS_OBJECT) return NULL;
    for (doc_steps steps = reel__doc_begin(object); reel__doc_step(&steps, &key, &value);)
        if (key.size == strlen(name) && memcmp(key.data, name, key.size) == 0) return value;
    return NULL;
}

static bool number_of(const json_value *value, double *number)
{
    const bool is = value && (reel__doc_type(value) == JSON_IS_INTEGER || reel__doc_type(value) == JSON_IS_REAL);
    *number = is ? reel__doc_number(value) : 0;
    return is;
}

static reel_string text_of(reel_decoder *d, const json_value *value)
{
    const reel_string text = value && reel__doc_type(value) == JSON_IS_TEXT ? reel__doc_string(value) : (reel_string){ "", 0 };
    return text.size ? reel_chunk_string(d->chunk, text.data, text.size) : (reel_string){ "", 0 };
}

/* The texts of a list, joined by commas. */
static reel_string texts_of(reel_decoder *d, const json_value *list)
{
    reel_string key;
    const json_value *item;
    size_t size = 0;
    if (!list || reel__doc_type(list) != JSON_IS_LIST) return (reel_string){ "", 0 };
    for (doc_steps steps = reel__doc_begin(list); reel__doc_step(&steps, &key, &item);)
        if (reel__doc_type(item) == JSON_IS_TEXT) size += reel__doc_string(item).size + (size > 0);
    if (!size) return (reel_string){ "", 0 };
    chunk_fill fill = reel__fill_begin(d->chunk, size);
    size_t used = 0;
    for (doc_steps steps = reel__doc_begin(list); reel__doc_step(&steps, &key, &item);) {
        if (reel__doc_type(item) != JSON_IS_TEXT) continue;
        const reel_string text = reel__doc_string(item);
        if (used) reel__fill_bytes(&fill, ",", 1);
        reel__fill_bytes(&fill, text.data, text.size);
        used += text.size + (used > 0);
    }
    return reel__fill_text(&fill);
}

static const json_value *first_of(const json_value *list)
{
    reel_string key;
    const json_value *item;
    if (!list || reel__doc_type(list) != JSON_IS_LIST) return NULL;
    doc_steps steps = reel__doc_begin(list);
    return reel__doc_step(&steps, &key, &item) ? item : NULL;
}

static void report_replaced(const reel_decoder *d, const map_text *text)
{
    const struct {
        uint64_t count, first;
        const char *rule, *message;
    } both[] = {
        { text->words, text->first_word, "beatsaber-map.not-a-number",
          "%llu {number is|numbers are} NaN or infinite, which JSON does not have: read as 0" },
        { text->commas, text->first_comma, "beatsaber-map.trailing-comma",
          "%llu {comma|commas} before a closing bracket, which JSON does not allow" },
    };
    for (size_t i = 0; i < 2; i++)
        if (both[i].count)
            reel_find(&d->reporter,
                      (reel_finding){ .rule = both[i].rule,
                                      .severity = REEL_WARNING,
                                      .section = "info",
                                      .offset = both[i].first,
                                      .count = both[i].count },
                      both[i].message, (unsigned long long)both[i].count);
}

/* The size of the outermost value, if it is whole; else that of the text. */
static size_t document_size(const reel_decoder *d, const map_text *text)
{
    pull_reader *reader = reel__memory_new(&d->allocator, sizeof *reader);
    pull_value value;
    size_t size = text->size;
    if (!reader) return size;
    reel__pull_begin(reader, PULL_JSON, text->text, text->size, PULL_MOST_DEPTH);
    if (reel__pull_next(reader, &value) && reel__pull_skip(reader, &value)) size = (size_t)(reader->at - text->text);
    reel__memory_drop(&d->allocator, reader);
    return size;
}

static void report_tail(const reel_decoder *d, size_t at, size_t size)
{
    reel_find(&d->reporter,
              (reel_finding){ .rule = "beatsaber-map.trailing-bytes",
                              .severity = REEL_WARNING,
                              .section = "info",
                              .offset = at,
                              .length = size - at,
                              .count = size - at },
              "%zu {byte|bytes} after the end of the JSON", size - at);
}

/* Parses text that is perhaps only nearly JSON, or has something behind it. */
static const json_value *parse(reel_decoder *d, json_pool *pool, const uint8_t *text, size_t size, reel_status *status,
                               size_t *bad_at)
{
    const size_t mark = text_has_mark(text, size) ? sizeof text_mark : 0;
    map_text given = { .raw = text + mark, .text = text + mark, .size = size - mark };
    const json_value *root = reel__json_doc_read(pool, given.text, given.size, status, bad_at);
    if (!root && *status == REEL_CORRUPT) {
        const size_t first = *bad_at;
        if (reel__bsmap_text_replace(&given, &d->allocator) == REEL_MEMORY) given.text = given.raw;
        const size_t whole = document_size(d, &given);
        root = reel__json_doc_read(pool, given.text, whole, status, bad_at);
        if (root) report_replaced(d, &given);
        if (root && whole < given.size) report_tail(d, mark + whole, size);
        if (!root && !given.words && !given.commas) *bad_at = first;
        reel__memory_drop(&d->allocator, given.copy);
    }
    *bad_at += mark;
    if (!root && *status == REEL_CORRUPT && *bad_at >= size) *status = REEL_TRUNCATED;
    return root;
}

/* ---- the jump ----------------------------------------------------------------------------------------------------- */

static double usual_speed(reel_string difficulty)
{
    static const struct {
        const char *name;
        double speed;
    } usual[] = { { "Expert", 12 }, { "ExpertPlus", 16 }, { "Expert+", 16 } };
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (difficulty.size == strlen(usual[i].name) && memcmp(difficulty.data, usual[i].name, difficulty.size) == 0)
            return usual[i].speed;
    return 10;
}

/* A difficulty's jump. False: speed and tempo give none. */
static bool jump_of(reel_string difficulty, double speed, double offset, double bpm, double *distance, double *reaction)
{
    const double longest = 17.999, least = 0.25; /* m of half a jump; beats */
    double half = 4;
    if (!(bpm > 0) || !(speed - speed == 0) || !(offset - offset == 0)) return false;
    if (speed <= 0) speed = usual_speed(difficulty);
    const double beat = 60 / bpm;
    if (!(speed * beat * half - speed * beat * half == 0)) return false; /* infinite */
    while (speed * beat * half > longest) half /= 2;
    half = half + offset < least ? least : half + offset;
    *reaction = half * beat;
    *distance = speed * 2 * *reaction;
    return *distance - *distance == 0;
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

typedef struct info_reading {
    reel_decoder *d;
    map_song *song;
    size_t listed;
} info_reading;

static void add_difficulty(info_reading *r, const json_value *map, const json_value *mode, bool version4)
{
    reel_row_list *list = reel__chunk_list(r->d->chunk, &beatsaber_map_difficulties);
    const json_value *custom = member(map, version4 ? "customData" : "_customData"), *authors = member(map, "beatmapAuthors");
    if (r->listed++ >= MAP_MOST_DIFFICULTIES) {
        r->song->left_out++;
        return;
    }
    beatsaber_map_difficulty *row = reel_row_add(list);
    if (!row) return;
    row->mode = text_of(r->d, mode);
    row->difficulty = text_of(r->d, member(map, version4 ? "difficulty" : "_difficulty"));
    row->map_file = text_of(r->d, member(map, version4 ? "beatmapDataFilename" : "_beatmapFilename"));
    row->lights = text_of(r->d, member(map, "lightshowDataFilename"));
    row->mappers = texts_of(r->d, member(authors, "mappers"));
    row->label = text_of(r->d, member(custom, version4 ? "difficultyLabel" : "_difficultyLabel"));
    row->requirements = texts_of(r->d, member(custom, version4 ? "requirements" : "_requirements"));
    row->version = (reel_string){ "", 0 };
    if (!number_of(member(map, version4 ? "noteJumpMovementSpeed" : "_noteJumpMovementSpeed"), &row->note_jump_speed)) return;
    number_of(member(map, version4 ? "noteJumpStartBeatOffset" : "_noteJumpStartBeatOffset"), &row->note_jump_offset);
    row->present |= BEATSABER_MAP_HAS_SPEED;
    if (jump_of(row->difficulty, row->note_jump_speed, row->note_jump_offset, r->song->bpm, &row->jump_distance,
                &row->reaction_time))
        row->present |= BEATSABER_MAP_HAS_JUMP;
    else
        row->jump_distance = row->reaction_time = 0;
}

static void read_difficulties2(info_reading *r, const json_value *sets)
{
    reel_string key;
    const json_value *set, *map;
    if (!sets || reel__doc_type(sets) != JSON_IS_LIST) return;
    for (doc_steps steps = reel__doc_begin(sets); reel__doc_step(&steps, &key, &set);) {
        const json_value *maps = member(set, "_difficultyBeatmaps"), *mode = member(set, "_beatmapCharacteristicName");
        if (!maps || reel__doc_type(maps) != JSON_IS_LIST) continue;
        for (doc_steps inner = reel__doc_begin(maps); reel__doc_step(&inner, &key, &map);) add_difficulty(r, map, mode, false);
    }
}

static void read_difficulties4(info_reading *r, const json_value *maps)
{
    reel_string key;
    const json_value *map;
    if (!maps || reel__doc_type(maps) != JSON_IS_LIST) return;
    for (doc_steps steps = reel__doc_begin(maps); reel__doc_step(&steps, &key, &map);)
        add_difficulty(r, map, member(map, "characteristic"), true);
}

static void fill_info(reel_decoder *d, const json_value *root, map_song *song, beatsaber_map_info *info)
{
    const bool four = song->version4;
    const json_value *name = four ? member(root, "song") : root, *audio = four ? member(root, "audio") : root;
    const json_value *environment = first_of(member(root, four ? "environmentNames" : "_environmentNames"));
    info->version = text_of(d, member(root, four ? "version" : "_version"));
    info->song_name = text_of(d, member(name, four ? "title" : "_songName"));
    info->song_sub_name = text_of(d, member(name, four ? "subTitle" : "_songSubName"));
    info->song_author = text_of(d, member(name, four ? "author" : "_songAuthorName"));
    info->mapper = text_of(d, four ? NULL : member(root, "_levelAuthorName"));
    info->music = text_of(d, member(audio, four ? "songFilename" : "_songFilename"));
    info->cover = text_of(d, member(root, four ? "coverImageFilename" : "_coverImageFilename"));
    info->environment = text_of(d, four || environment ? environment : member(root, "_environmentName"));
    info->level_hash = info->pc_hash = (reel_string){ "", 0 };
    if (number_of(member(audio, four ? "bpm" : "_beatsPerMinute"), &info->bpm)) info->present |= BEATSABER_MAP_HAS_SONG_BPM;
    if (!four && number_of(member(root, "_songTimeOffset"), &info->song_offset)) info->present |= BEATSABER_MAP_HAS_SONG_OFFSET;
    song->bpm = info->bpm > 0 && info->bpm - info->bpm == 0 ? info->bpm : 0;
    song->audio = text_of(d, four ? member(audio, "audioDataFilename") : NULL);
}

reel_status reel__bsmap_read_info(reel_decoder *d, const uint8_t *text, size_t size, map_song *song, size_t *bad_at)
{
    json_pool pool = { .allocator = d->allocator };
    reel_status status;
    const json_value *root = parse(d, &pool, text, size, &status, bad_at);
    if (root) {
        info_reading r = { .d = d, .song = song };
        song->version4 = member(root, "difficultyBeatmaps") != NULL;
        reel_row_list *list = reel__chunk_list(d->chunk, &beatsaber_map_infos);
        beatsaber_map_info *row = reel_row_add(list);
        if (row) fill_info(d, root, song, row);
        if (!song->version4 && !member(root, "_difficultyBeatmapSets"))
            reel_find(&d->reporter,
                      (reel_finding){ .rule = "beatsaber-map.no-difficulties",
                                      .severity = REEL_WARNING,
                                      .section = "info",
                                      .offset = REEL_NO_OFFSET },
                      "Info.dat lists no difficulties");
        if (song->version4)
            read_difficulties4(&r, member(root, "difficultyBeatmaps"));
        else
            read_difficulties2(&r, member(root, "_difficultyBeatmapSets"));
    }
    reel__json_pool_free(&pool);
    return root ? REEL_OK : status;
}

/* ---- audio data --------------------------------------------------------------------------------------------------- */

/* A region has a first and a last sample, and a first and a last beat. */
static void add_region(map_song *song, const json_value *region, bool version4, double frequency)
{
    double first, last, from, to;
    bool all = number_of(member(region, version4 ? "si" : "_startSampleIndex"), &first) | !version4;
    all &= number_of(member(region, version4 ? "ei" : "_endSampleIndex"), &last);
    number_of(member(region, version4 ? "sb" : "_startBeat"), &from);
    all &= number_of(member(region, version4 ? "eb" : "_endBeat"), &to);
    const double bpm = (to - from) / ((last - first) / frequency) * 60;
    if (!all || !(frequency > 0) || last == first || !(bpm > 0) || bpm - bpm != 0 || from - from != 0) {
        song->bad_regions++;
        return;
    }
    song->regions[song->region_count++] = (beatsaber_map_bpm_event){ .beat = from, .bpm = bpm };
}

static size_t count_items(const json_value *list)
{
    reel_string key;
    const json_value *item;
    size_t count = 0;
    for (doc_steps steps = reel__doc_begin(list); reel__doc_step(&steps, &key, &item);) count++;
    return count;
}

reel_status reel__bsmap_read_audio(reel_decoder *d, const uint8_t *text, size_t size, map_song *song, size_t *bad_at)
{
    json_pool pool = { .allocator = d->allocator };
    reel_string key;
    const json_value *region;
    reel_status status;
    const json_value *root = parse(d, &pool, text, size, &status, bad_at);
    const json_value *regions = member(root, "bpmData");
    const bool version4 = regions != NULL;
    double frequency;
    if (!regions) regions = member(root, "_regions");
    if (root && regions && reel__doc_type(regions) == JSON_IS_LIST) {
        number_of(member(root, version4 ? "songFrequency" : "_songFrequency"), &frequency);
        song->regions = reel__memory_new(&d->allocator, (count_items(regions) + 1) * sizeof *song->regions);
        if (!song->regions) status = REEL_MEMORY;
        for (doc_steps steps = reel__doc_begin(regions); song->regions && reel__doc_step(&steps, &key, &region);)
            add_region(song, region, version4, frequency);
    }
    reel__json_pool_free(&pool);
    return status;
}
