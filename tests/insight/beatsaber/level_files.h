/* SPDX-License-Identifier: MIT
 * Rows of a level written as its files, in the versions of the game: a zip of Info.dat and one file for each difficulty. */
#ifndef LEVEL_FILES_H
#define LEVEL_FILES_H

#include "support.h"

#include "core/crc32.h"

#include <reel/beatsaber_map.h>
#include <reel/format.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVEL_BPM 120.0

/* How a level is written. */
typedef struct level_form {
    int version;     /* 2: 2.6.0; 3: 3.3.0; 4: 4.1.0 */
    bool changes;    /* of tempo, after 20 beats; not in version 4, where it needs the length of the music */
    bool steady;     /* in version 4: notes do not change their speed */
    const char *mod; /* that is required; NULL: none */
} level_form;

typedef struct level_rows {
    const beatsaber_map_difficulty *difficulties;
    const beatsaber_map_note *notes;
    const beatsaber_map_bomb *bombs;
    const beatsaber_map_chain *chains;
    const beatsaber_map_arc *arcs;
    const beatsaber_map_wall *walls;
    size_t difficulty_count, note_count, bomb_count, chain_count, arc_count, wall_count;
} level_rows;

typedef struct level_text {
    char *data;
    size_t size, room;
} level_text;

static inline void level_bytes(level_text *text, const void *bytes, size_t size)
{
    if (text->size + size + 1 > text->room) {
        text->room = 2 * (text->size + size + 1);
        text->data = realloc(text->data, text->room);
        assert_non_null(text->data);
    }
    memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = 0;
}

REEL_PRINTF(2, 3) static inline void level_print(level_text *text, const char *format, ...)
{
    char line[512];
    va_list values;
    va_start(values, format);
    const int size = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    assert_true(size >= 0 && (size_t)size < sizeof line);
    level_bytes(text, line, (size_t)size);
}

/* ---- times ---------------------------------------------------------------------------------------------------------- */

enum { LEVEL_CHANGE_BEAT = 20, LEVEL_CHANGED_BPM = 90 };

static inline double level_beat(const level_form *form, double time)
{
    const double change = LEVEL_CHANGE_BEAT * 60 / LEVEL_BPM;
    if (!form->changes || time < change) return time * LEVEL_BPM / 60;
    return LEVEL_CHANGE_BEAT + (time - change) * LEVEL_CHANGED_BPM / 60;
}

/* ---- difficulties --------------------------------------------------------------------------------------------------- */

/* Begins an item of a list. */
static inline void level_item(level_text *text, size_t *count) { level_print(text, "%s", (*count)++ ? ",\n" : ""); }

/* The duration of a wall, in beats. */
static inline double level_beats(const level_form *form, const beatsaber_map_wall *wall)
{
    return level_beat(form, wall->time + wall->duration) - level_beat(form, wall->time);
}

/* Walls of version 2 that are full or for crouching have no layer and no height. */
static inline void level_walls_2(level_text *to, const level_form *form, const level_rows *rows, uint32_t d)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->wall_count; i++) {
        const beatsaber_map_wall *w = &rows->walls[i];
        if (w->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"_time\":%.9f,\"_duration\":%.9f,\"_type\":%d,\"_lineIndex\":%d,\"_width\":%d",
                    level_beat(form, w->time), level_beats(form, w), w->type, w->line, w->width);
        if (w->type == 2) level_print(to, ",\"_lineLayer\":%d,\"_height\":%d", w->layer, w->height);
        level_print(to, "}");
    }
}

static inline void level_walls_3(level_text *to, const level_form *form, const level_rows *rows, uint32_t d)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->wall_count; i++) {
        const beatsaber_map_wall *w = &rows->walls[i];
        if (w->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"b\":%.9f,\"d\":%.9f,\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d}", level_beat(form, w->time),
                    level_beats(form, w), w->line, w->layer, w->width, w->height);
    }
}

static inline void level_walls_4(level_text *to, const level_form *form, const level_rows *rows, uint32_t d)
{
    size_t count = 0;
    level_print(to, "\"obstacles\":[");
    for (size_t i = 0; i < rows->wall_count; i++) {
        if (rows->walls[i].difficulty != d) continue;
        const size_t own = count;
        level_item(to, &count);
        level_print(to, "{\"b\":%.9f,\"i\":%zu}", level_beat(form, rows->walls[i].time), own);
    }
    level_print(to, "],\n\"obstaclesData\":[");
    count = 0;
    for (size_t i = 0; i < rows->wall_count; i++) {
        const beatsaber_map_wall *w = &rows->walls[i];
        if (w->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"d\":%.9f,\"x\":%d,\"y\":%d,\"w\":%d,\"h\":%d}", level_beats(form, w), w->line, w->layer, w->width,
                    w->height);
    }
    level_print(to, "],\n");
}

static inline void level_write_2(level_text *to, const level_form *form, const level_rows *rows, uint32_t d)
{
    size_t count = 0;
    level_print(to, "{\"_version\":\"2.6.0\",\"_notes\":[");
    for (size_t i = 0; i < rows->note_count; i++) {
        const beatsaber_map_note *n = &rows->notes[i];
        if (n->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"_time\":%.9f,\"_lineIndex\":%d,\"_lineLayer\":%d,\"_type\":%d,\"_cutDirection\":%d}",
                    level_beat(form, n->time), n->line, n->layer, n->color, n->direction);
    }
    for (size_t i = 0; i < rows->bomb_count; i++) {
        const beatsaber_map_bomb *b = &rows->bombs[i];
        if (b->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"_time\":%.9f,\"_lineIndex\":%d,\"_lineLayer\":%d,\"_type\":3,\"_cutDirection\":1}",
                    level_beat(form, b->time), b->line, b->layer);
    }
    level_print(to, "],\n\"_sliders\":[");
    count = 0;
    for (size_t i = 0; i < rows->arc_count; i++) {
        const beatsaber_map_arc *a = &rows->arcs[i];
        if (a->difficulty != d) continue;
        level_item(to, &count);
        level_print(to,
                    "{\"_colorType\":%d,\"_headTime\":%.9f,\"_headLineIndex\":%d,\"_headLineLayer\":%d,\"_tailTime\":%.9f,"
                    "\"_tailLineIndex\":%d,\"_tailLineLayer\":%d}",
                    a->color, level_beat(form, a->time), a->line, a->layer, level_beat(form, a->tail_time), a->tail_line,
                    a->tail_layer);
    }
    level_print(to, "],\n\"_obstacles\":[");
    level_walls_2(to, form, rows, d);
    level_print(to, "],\"_events\":[");
    if (form->changes)
        level_print(to, "{\"_time\":%d,\"_type\":100,\"_value\":0,\"_floatValue\":%d}", LEVEL_CHANGE_BEAT, LEVEL_CHANGED_BPM);
    level_print(to, "]}");
}

static inline void level_write_3(level_text *to, const level_form *form, const level_rows *rows, uint32_t d)
{
    size_t count = 0;
    level_print(to, "{\"version\":\"3.3.0\",\"bpmEvents\":[");
    if (form->changes) level_print(to, "{\"b\":0,\"m\":%g},{\"b\":%d,\"m\":%d}", LEVEL_BPM, LEVEL_CHANGE_BEAT, LEVEL_CHANGED_BPM);
    level_print(to, "],\n\"colorNotes\":[");
    for (size_t i = 0; i < rows->note_count; i++) {
        const beatsaber_map_note *n = &rows->notes[i];
        if (n->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"b\":%.9f,\"x\":%d,\"y\":%d,\"c\":%d,\"d\":%d,\"a\":0}", level_beat(form, n->time), n->line, n->layer,
                    n->color, n->direction);
    }
    level_print(to, "],\n\"bombNotes\":[");
    count = 0;
    for (size_t i = 0; i < rows->bomb_count; i++) {
        const beatsaber_map_bomb *b = &rows->bombs[i];
        if (b->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"b\":%.9f,\"x\":%d,\"y\":%d}", level_beat(form, b->time), b->line, b->layer);
    }
    level_print(to, "],\n\"sliders\":[");
    count = 0;
    for (size_t i = 0; i < rows->arc_count; i++) {
        const beatsaber_map_arc *a = &rows->arcs[i];
        if (a->difficulty != d) continue;
        level_item(to, &count);
        level_print(
            to, "{\"c\":%d,\"b\":%.9f,\"x\":%d,\"y\":%d,\"d\":8,\"mu\":1,\"tb\":%.9f,\"tx\":%d,\"ty\":%d,\"tc\":8,\"tmu\":1}",
            a->color, level_beat(form, a->time), a->line, a->layer, level_beat(form, a->tail_time), a->tail_line, a->tail_layer);
    }
    level_print(to, "],\n\"burstSliders\":[");
    count = 0;
    for (size_t i = 0; i < rows->chain_count; i++) {
        const beatsaber_map_chain *c = &rows->chains[i];
        if (c->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"c\":%d,\"b\":%.9f,\"x\":%d,\"y\":%d,\"d\":%d,\"tb\":%.9f,\"tx\":%d,\"ty\":%d,\"sc\":%d,\"s\":1}",
                    c->color, level_beat(form, c->time), c->line, c->layer, c->direction, level_beat(form, c->tail_time),
                    c->tail_line, c->tail_layer, c->parts);
    }
    level_print(to, "],\n\"obstacles\":[");
    level_walls_3(to, form, rows, d);
    level_print(to, "]}");
}

/* Each object has data of its own, though equal ones could share it. What is 0 is left out, as the game does. */
static inline void level_write_4(level_text *to, const level_form *form, const level_rows *rows, uint32_t d)
{
    level_text data = { 0 }, arcs = { 0 };
    size_t count = 0, note_count = 0, arc_count = 0;
    level_print(to, "{\"version\":\"4.1.0\",\"colorNotes\":[");
    for (size_t i = 0; i < rows->note_count; i++) {
        const beatsaber_map_note *n = &rows->notes[i];
        if (n->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"b\":%.9f,\"i\":%zu}", level_beat(form, n->time), note_count);
        level_item(&data, &note_count);
        level_print(&data, "{\"x\":%d,\"y\":%d,\"c\":%d,\"d\":%d}", n->line, n->layer, n->color, n->direction);
    }
    level_print(to, "],\n\"arcs\":[");
    for (size_t i = 0; i < rows->arc_count; i++) {
        const beatsaber_map_arc *a = &rows->arcs[i];
        if (a->difficulty != d) continue;
        level_item(&arcs, &arc_count);
        level_print(&arcs, "{\"hb\":%.9f,\"tb\":%.9f,\"hi\":%zu,\"ti\":%zu}", level_beat(form, a->time),
                    level_beat(form, a->tail_time), note_count, note_count + 1);
        level_item(&data, &note_count);
        level_print(&data, "{\"x\":%d,\"y\":%d,\"c\":%d,\"d\":8}", a->line, a->layer, a->color);
        level_item(&data, &note_count);
        level_print(&data, "{\"x\":%d,\"y\":%d,\"c\":%d,\"d\":8}", a->tail_line, a->tail_layer, a->color);
    }
    if (arcs.size) level_bytes(to, arcs.data, arcs.size);
    level_print(to, "],\n\"arcsData\":[{\"m\":1,\"tm\":1}],\n\"chains\":[");
    count = 0;
    for (size_t i = 0; i < rows->chain_count; i++) {
        const beatsaber_map_chain *c = &rows->chains[i];
        if (c->difficulty != d) continue;
        const size_t own = count;
        level_item(to, &count);
        level_print(to, "{\"hb\":%.9f,\"tb\":%.9f,\"i\":%zu,\"ci\":%zu}", level_beat(form, c->time),
                    level_beat(form, c->tail_time), note_count, own);
        level_item(&data, &note_count);
        level_print(&data, "{\"x\":%d,\"y\":%d,\"c\":%d,\"d\":%d}", c->line, c->layer, c->color, c->direction);
    }
    level_print(to, "],\n\"chainsData\":[");
    count = 0;
    for (size_t i = 0; i < rows->chain_count; i++) {
        const beatsaber_map_chain *c = &rows->chains[i];
        if (c->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"tx\":%d,\"ty\":%d,\"c\":%d,\"s\":1}", c->tail_line, c->tail_layer, c->parts);
    }
    level_print(to, "],\n\"bombNotes\":[");
    count = 0;
    for (size_t i = 0; i < rows->bomb_count; i++) {
        const beatsaber_map_bomb *b = &rows->bombs[i];
        if (b->difficulty != d) continue;
        const size_t own = count;
        level_item(to, &count);
        level_print(to, "{\"b\":%.9f,\"i\":%zu}", level_beat(form, b->time), own);
    }
    level_print(to, "],\n\"bombNotesData\":[");
    count = 0;
    for (size_t i = 0; i < rows->bomb_count; i++) {
        const beatsaber_map_bomb *b = &rows->bombs[i];
        if (b->difficulty != d) continue;
        level_item(to, &count);
        level_print(to, "{\"x\":%d,\"y\":%d}", b->line, b->layer);
    }
    level_print(to, "],\n");
    level_walls_4(to, form, rows, d);
    if (!form->steady)
        level_print(to,
                    "\"njsEvents\":[{\"b\":4},{\"b\":9,\"i\":1}],\"njsEventData\":[{\"d\":1.5,\"e\":0},{\"d\":-1,\"e\":1}],\n");
    level_print(to, "\"colorNotesData\":[");
    if (data.size) level_bytes(to, data.data, data.size);
    level_print(to, "]}");
    free(data.data);
    free(arcs.data);
}

/* ---- Info.dat ------------------------------------------------------------------------------------------------------- */

static inline void level_write_info(level_text *to, const level_form *form, const level_rows *rows)
{
    const bool new = form->version == 4;
    if (new)
        level_print(to,
                    "{\"version\":\"4.0.1\",\"song\":{\"title\":\"A song\"},\"audio\":{\"bpm\":%g,\"songDuration\":60},"
                    "\"difficultyBeatmaps\":[",
                    LEVEL_BPM);
    else
        level_print(to,
                    "{\"_version\":\"2.1.0\",\"_songName\":\"A song\",\"_levelAuthorName\":\"somebody\",\"_beatsPerMinute\":%g,"
                    "\"_difficultyBeatmapSets\":[{\"_beatmapCharacteristicName\":\"Standard\",\"_difficultyBeatmaps\":[",
                    LEVEL_BPM);
    for (size_t d = 0; d < rows->difficulty_count; d++) {
        const char *name = rows->difficulties[d].difficulty.data;
        level_print(to,
                    new ? "%s{\"characteristic\":\"Standard\",\"difficulty\":\"%s\",\"beatmapDataFilename\":\"%zu.dat\","
                          "\"noteJumpMovementSpeed\":16,\"noteJumpStartBeatOffset\":0"
                        : "%s{\"_difficulty\":\"%s\",\"_beatmapFilename\":\"%zu.dat\",\"_noteJumpMovementSpeed\":16,"
                          "\"_noteJumpStartBeatOffset\":0",
                    d ? "," : "", name, d);
        if (form->mod)
            level_print(to, new ? ",\"customData\":{\"requirements\":[\"%s\"]}" : ",\"_customData\":{\"_requirements\":[\"%s\"]}",
                        form->mod);
        level_print(to, "}");
    }
    level_print(to, new ? "]}" : "]}]}");
}

/* ---- the zip -------------------------------------------------------------------------------------------------------- */

static inline void level_number(level_text *to, uint32_t value, size_t size)
{
    for (size_t i = 0; i < size; i++) level_bytes(to, &(char){ (char)(value >> 8 * i & 255) }, 1);
}

/* Version, flags, method, time, date, checksum, sizes, length of the name, of the extra field: as in both headers of an entry. */
static inline void level_entry(level_text *to, const char *name, const level_text *file, uint32_t checksum)
{
    level_number(to, 20, 2);
    level_number(to, 0, 4);
    level_number(to, UINT32_C(0x21) << 16, 4);
    level_number(to, checksum, 4);
    level_number(to, (uint32_t)file->size, 4);
    level_number(to, (uint32_t)file->size, 4);
    level_number(to, (uint32_t)strlen(name), 4);
}

static inline void level_add_file(level_text *zip, level_text *list, const char *name, level_text *file)
{
    const uint32_t at = (uint32_t)zip->size, checksum = reel__crc32(file->data, file->size);
    level_number(zip, 0x04034b50, 4);
    level_entry(zip, name, file, checksum);
    level_bytes(zip, name, strlen(name));
    level_bytes(zip, file->data, file->size);
    level_number(list, 0x02014b50, 4);
    level_number(list, 20, 2);
    level_entry(list, name, file, checksum);
    level_number(list, 0, 4);
    level_number(list, 0, 2);
    level_number(list, 0, 4);
    level_number(list, at, 4);
    level_bytes(list, name, strlen(name));
    free(file->data);
    *file = (level_text){ 0 };
}

/* The caller frees the data. */
static inline level_text level_zip(const level_form *form, const level_rows *rows)
{
    level_text zip = { 0 }, list = { 0 }, file = { 0 };
    level_write_info(&file, form, rows);
    level_add_file(&zip, &list, "Info.dat", &file);
    for (uint32_t d = 0; d < rows->difficulty_count; d++) {
        char name[32];
        snprintf(name, sizeof name, "%u.dat", (unsigned)d);
        (form->version == 2 ? level_write_2 : form->version == 3 ? level_write_3 : level_write_4)(&file, form, rows, d);
        level_add_file(&zip, &list, name, &file);
    }
    const uint32_t at = (uint32_t)zip.size, count = (uint32_t)rows->difficulty_count + 1;
    level_bytes(&zip, list.data, list.size);
    level_number(&zip, 0x06054b50, 4);
    level_number(&zip, 0, 4);
    level_number(&zip, count | count << 16, 4);
    level_number(&zip, (uint32_t)list.size, 4);
    level_number(&zip, at, 4);
    level_number(&zip, 0, 2);
    free(list.data);
    return zip;
}

#endif
