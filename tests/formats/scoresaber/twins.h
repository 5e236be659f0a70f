/* SPDX-License-Identifier: MIT
 * Files of the corpus that hold the same play in different formats. They are found by content: the map and the numbers of frames and
 * notes, which are compared with truth elsewhere. */
#ifndef TEST_SCORESABER_TWINS_H
#define TEST_SCORESABER_TWINS_H

#include "corpus.h"

#include <reel/bsor.h>
#include <reel/scoresaber.h>

typedef struct play {
    const reel_format *format;
    char map[128], version[32]; /* no version of a BSOR */
    size_t frames, notes;
} play;

static inline void play_text(char *out, size_t capacity, reel_string text)
{
    static const char prefix[] = "custom_level_";
    size_t skipped = text.size >= sizeof prefix - 1 && memcmp(text.data, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
    snprintf(out, capacity, "%.*s", (int)(text.size - skipped), text.size ? text.data + skipped : "");
}

/* False for what cannot be read, or is of another format. */
static inline bool play_read(const char *path, const reel_format *format, play *out)
{
    reel_source source;
    reel_replay *replay;
    size_t count;
    *out = (play){ .format = NULL };
    if (reel_source_file(path, 0, &source, NULL) < 0) return false;
    if (reel_identify(source, NULL, &out->format, NULL, NULL) != REEL_OK || out->format != format) return false;
    if (reel_load_file(path, NULL, &replay, NULL) < 0) return false;
    bool right = true;
    if (format == &reel_format_bsor) {
        const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
        play_text(out->map, sizeof out->map, info->map_hash);
        reel_rows(replay, &bsor_frames, &out->frames);
        reel_rows(replay, &bsor_notes, &out->notes);
    } else if (format == &reel_format_scoresaber) {
        const scoresaber_info *info = reel_rows(replay, &scoresaber_infos, &count);
        right = count == 1; /* key frames have none */
        if (right) play_text(out->map, sizeof out->map, info->level_id);
        if (right) play_text(out->version, sizeof out->version, info->version);
        reel_rows(replay, &scoresaber_poses, &out->frames);
        reel_rows(replay, &scoresaber_notes, &out->notes);
    } else {
        const scoresaber_json_info *info = reel_rows(replay, &scoresaber_json_infos, &count);
        play_text(out->map, sizeof out->map, info->hash);
        play_text(out->version, sizeof out->version, info->version);
        reel_rows(replay, &scoresaber_json_frames, &out->frames);
        reel_rows(replay, &scoresaber_json_notes, &out->notes);
    }
    reel_free(replay);
    return right;
}

/* Whether a BSOR is of the map: a cheap look at its header, before all of it is read. */
static inline bool play_on_map(const char *path, const char *map)
{
    static const reel_table *const tables[] = { &bsor_infos, NULL };
    const reel_options options = { REEL_SIZED(reel_options), .tables = tables };
    reel_reader *reader;
    const reel_chunk *chunk;
    bool same = false;
    if (reel_open_file(path, &options, &reader, NULL) < 0) return false;
    for (size_t count = 0; !count && reel_next(reader, &chunk, NULL) == REEL_OK;) {
        char text[128];
        const bsor_info *info = reel_chunk_rows(chunk, &bsor_infos, &count);
        if (!count) continue;
        play_text(text, sizeof text, info->map_hash);
        same = strcmp(text, map) == 0;
    }
    reel_close(reader);
    return same;
}

/* The first file of `format` in `folder` with the same play, and of the same version if both have one. */
static inline bool play_twin(const play *wanted, const reel_format *format, const char *folder, char *path, size_t capacity)
{
    const char *found = corpus_path(folder);
    if (!found) return false;
    file_list files = files_below(found);
    bool twin = false;
    for (size_t i = 0; i < files.count && !twin; i++) {
        play other;
        if (format == &reel_format_bsor && !play_on_map(files.paths[i], wanted->map)) continue;
        twin = play_read(files.paths[i], format, &other) && strcmp(other.map, wanted->map) == 0 &&
               other.frames == wanted->frames && other.notes == wanted->notes &&
               (!*other.version || !*wanted->version || strcmp(other.version, wanted->version) == 0);
        if (twin) snprintf(path, capacity, "%s", files.paths[i]);
    }
    file_list_free(&files);
    return twin;
}

/* Calls `run` for each .dat of the corpus and the BSOR that it was made from; gives how many returned true. */
static inline size_t play_each_origin(bool (*run)(const char *dat, const char *bsor, const play *of))
{
    size_t ran = 0;
    const char *found = corpus_path("samples/scoresaber");
    if (!found) skip();
    file_list files = files_below(found);
    for (size_t i = 0; i < files.count; i++) {
        play of;
        char origin[1024];
        if (!play_read(files.paths[i], &reel_format_scoresaber, &of) || !of.frames || !of.notes) continue;
        if (play_twin(&of, &reel_format_bsor, "samples/bsor", origin, sizeof origin)) ran += run(files.paths[i], origin, &of);
    }
    file_list_free(&files);
    return ran;
}

/* The same for each decoded JSON and the .dat that it was decoded from. */
static inline size_t play_each_decoded(bool (*run)(const char *json, const char *dat))
{
    size_t ran = 0;
    const char *found = corpus_path("samples/scoresaber");
    if (!found) skip();
    file_list files = files_below(found);
    for (size_t i = 0; i < files.count; i++) {
        play of;
        char dat[1024];
        if (!play_read(files.paths[i], &reel_format_scoresaber_json, &of)) continue;
        if (play_twin(&of, &reel_format_scoresaber, "samples/scoresaber", dat, sizeof dat)) ran += run(files.paths[i], dat);
    }
    file_list_free(&files);
    return ran;
}

#endif
