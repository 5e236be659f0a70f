/* SPDX-License-Identifier: MIT
 * Recordings of .echoreplay of many shapes, and the layouts of archives of them. */
#ifndef MADE_ECHOREPLAY_H
#define MADE_ECHOREPLAY_H

#include "codec/pack/zip.h"
#include "core/memory.h"
#include "corpus.h"

#include <reel/archive.h>
#include <reel/echoreplay.h>

enum { FRAMES = 60 };

/* ---- made recordings ------------------------------------------------------------------------------------------------ */

/* The parts of a recording that differ between recorders. NULL: none, or the usual one. */
typedef struct recipe {
    const char *name;
    const char *time;   /* of printf: year to millisecond */
    const char *third;  /* after the object */
    const char *match;  /* more members of the match */
    const char *player; /* more members of a player */
    const char *stats;  /* more members of a player's stats */
    const char *title;  /* what a player's name ends with */
    const char *ending; /* of a line */
    const char *colon, *comma;
    unsigned order;      /* of keys */
    bool shortest;       /* numbers with the fewest digits */
    bool joining;        /* players come and go */
    bool negative_zeros; /* among the numbers */
    bool bones;
    bool open_end;      /* the last line has no line ending */
    size_t most_forms;  /* that are needed */
    size_t plain_lines; /* lines that are kept as text */
} recipe;

static inline void put(reel_memory *to, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && (size_t)size < sizeof text);
    assert_true(memory_add(to, text, (size_t)size));
}

/* Thousandths, as the game writes them: k * 0.001f with eight digits. */
static inline void put_number(reel_memory *to, const recipe *r, int k)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", r->shortest ? 7 : 8, (double)(float)((float)k * 0.001f));
    if (r->negative_zeros && !k) snprintf(text, sizeof text, "-0.0");
    put(to, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static inline void put_vector(reel_memory *to, const recipe *r, int seed)
{
    put(to, "[");
    for (int i = 0; i < 3; i++) {
        put(to, "%s", i ? r->comma : "");
        put_number(to, r, (seed * (7 + i) + 13 * i) % 4001 - 2000);
    }
    put(to, "]");
}

static inline void put_pose(reel_memory *to, const recipe *r, const char *key, const char *position, int seed)
{
    put(to, "\"%s\"%s{", key, r->colon);
    const char *const keys[] = { position, "forward", "left", "up" };
    for (int i = 0; i < 4; i++) {
        const int k = r->order == 1 ? 3 - i : i;
        put(to, "%s\"%s\"%s", i ? r->comma : "", keys[k], r->colon);
        put_vector(to, r, seed + k);
    }
    put(to, "}");
}

static inline void put_player(reel_memory *to, const recipe *r, int frame, int number)
{
    const char *colon = r->colon, *comma = r->comma;
    put(to, "{\"name\"%s\"P%d%s\"%s", colon, number, r->title, comma);
    put_pose(to, r, "rhand", "pos", frame + 100 * number);
    put(to, "%s\"playerid\"%s%d%s\"stats\"%s{\"possession_time\"%s", comma, colon, number, comma, colon, colon);
    put_number(to, r, 33 * frame + number);
    put(to, "%s\"points\"%s%d%s}%s\"userid\"%s30000000000000%02d", comma, colon, frame / 40, r->stats, comma, colon, number);
    put(to, "%s\"stunned\"%s%s%s", comma, colon, frame / 9 % 2 ? "true" : "false", comma);
    put_pose(to, r, "head", "position", frame + 100 * number + 1);
    put(to, "%s\"holding_left\"%s\"%s\"%s\"ping\"%s%d%s\"velocity\"%s", comma, colon, frame % 5 ? "none" : "12", comma, colon,
        40 + frame % 7, comma, colon);
    put_vector(to, r, 3 * frame + number);
    put(to, "%s}", r->player);
}

static inline void put_team(reel_memory *to, const recipe *r, int frame, int team, int players)
{
    put(to, "{");
    if (players) put(to, "\"players\"%s[", r->colon);
    for (int i = 0; i < players; i++) {
        put(to, "%s", i ? r->comma : "");
        put_player(to, r, frame, 5 * team + i);
    }
    if (players) put(to, "]%s", r->comma);
    put(to, "\"team\"%s\"%s\"%s\"possession\"%sfalse}", r->colon, team ? "ORANGE TEAM" : "BLUE TEAM", r->comma, r->colon);
}

static inline void put_bones(reel_memory *to, const recipe *r, int frame)
{
    put(to, "\t{\"user_bones\"%s[{\"bone_t\"%s[", r->colon, r->colon);
    for (int i = 0; i < 69; i++) {
        put(to, "%s", i ? r->comma : "");
        put_number(to, r, (frame * i) % 3001 - 1500);
    }
    put(to, "]%s\"bone_o\"%s[", r->comma, r->colon);
    for (int i = 0; i < 92; i++) {
        put(to, "%s", i ? r->comma : "");
        put_number(to, r, (frame + 31 * i) % 1999 - 1000);
    }
    put(to, "]}]%s\"err_code\"%s0}", r->comma, r->colon);
}

static inline void put_line(reel_memory *to, const recipe *r, int frame)
{
    const char *colon = r->colon, *comma = r->comma;
    put(to, r->time, 2021, 11, 20, 21, 15, frame / 30, frame % 30 * 33);
    put(to, "\t{");
    const unsigned order = r->order == 2 ? (unsigned)frame % 3 : r->order;
    for (unsigned i = 0; i < 4; i++) {
        put(to, "%s", i ? comma : "");
        switch ((i + order) % 4) {
        case 0: put(to, "\"sessionid\"%s\"0-1-2\"%s\"client_name\"%s\"Me\"", colon, comma, colon); break;
        case 1:
            put(to, "\"game_clock\"%s", colon);
            put_number(to, r, 600000 - 33 * frame);
            put(to, "%s\"blue_points\"%s%d%s\"orange_points\"%s0", comma, colon, frame / 50, comma, colon);
            break;
        case 2:
            put(to, "\"teams\"%s[", colon);
            put_team(to, r, frame, 0, r->joining ? 2 + frame / 10 % 3 : 3);
            put(to, "%s", comma);
            put_team(to, r, frame, 1, r->joining ? frame / 20 % 2 : 2);
            put(to, "]%s", r->match);
            break;
        default:
            put(to, "\"disc\"%s{\"position\"%s", colon, colon);
            put_vector(to, r, 5 * frame);
            put(to, "%s\"bounce_count\"%s%d}", comma, colon, frame / 11);
        }
    }
    put(to, "}");
    if (r->bones) put_bones(to, r, frame);
    put(to, "%s", r->third);
    if (!(r->open_end && frame == FRAMES - 1)) put(to, "%s", r->ending);
}

static inline recipe usual(const recipe *r)
{
    recipe full = *r;
    const char **const texts[] = { &full.third, &full.match, &full.player, &full.stats, &full.title };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!*texts[i]) *texts[i] = "";
    if (!full.time) full.time = "%04d/%02d/%02d %02d:%02d:%02d.%03d";
    if (!full.ending) full.ending = "\r\n";
    if (!full.colon) full.colon = ":";
    if (!full.comma) full.comma = ",";
    return full;
}

static inline reel_memory made_text(const recipe *r)
{
    const recipe full = usual(r);
    reel_memory text = { .allocator = reel__memory_allocator(NULL) };
    for (int i = 0; i < FRAMES; i++) put_line(&text, &full, i);
    return text;
}

/* A zip with the text, as reel writes it. */
static inline reel_memory made_zip(const reel_memory *text, int level)
{
    zip_writer zip = { .memory.allocator = reel__memory_allocator(NULL), .level = level };
    assert_int_equal(reel__zip_begin(&zip, (reel_string){ "made.echoreplay", 15 }), REEL_OK);
    assert_int_equal(reel__zip_add(&zip, text->data, text->size), REEL_OK);
    assert_int_equal(reel__zip_end(&zip), REEL_OK);
    reel_memory made = { .allocator = reel__memory_allocator(NULL) };
    assert_true(memory_add(&made, zip.memory.data, zip.memory.size));
    reel__zip_writer_free(&zip);
    return made;
}

/* ---- layouts -------------------------------------------------------------------------------------------------------- */

static inline reel_replay *load(const reel_memory *file, uint32_t flags)
{
    reel_replay *replay;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .flags = flags };
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

/* What a layout holds. */
typedef struct layout {
    size_t lines, forms, plain, form_bytes, plain_bytes, piece_bytes;
    int level; /* in the last row of `deflated`; -1 if it has no rows */
} layout;

static inline layout layout_of(const reel_replay *replay)
{
    layout l = { .level = -1 };
    size_t pieces, deflated;
    const echoreplay_line *line = reel_rows(replay, &echoreplay_lines, &l.lines);
    for (size_t i = 0; i < l.lines; i++) {
        *(line[i].form ? &l.form_bytes : &l.plain_bytes) += line[i].text.size;
        l.forms += line[i].form && line[i].text.size;
        l.plain += !line[i].form;
        if (line[i].form) assert_true(!line[i].digest && !line[i].offset);
    }
    const echoreplay_piece *piece = reel_rows(replay, &echoreplay_pieces, &pieces);
    for (size_t i = 0; i < pieces; i++) l.piece_bytes += piece[i].bytes.size;
    const echoreplay_deflated *row = reel_rows(replay, &echoreplay_deflates, &deflated);
    if (deflated) l.level = row[deflated - 1].level;
    return l;
}

static inline layout compact_layout(const reel_memory *file)
{
    reel_replay *replay = load(file, REEL_COMPACT_LAYOUT);
    layout l = layout_of(replay);
    reel_free(replay);
    return l;
}

static inline reel_memory pack(const reel_memory *file, reel_packed *packed)
{
    reel_memory archive;
    reel_error error;
    if (reel_pack(reel_source_memory(file->data, file->size), NULL, NULL, reel_sink_memory(&archive, NULL), packed, &error) < 0)
        fail_msg("%s", error.message);
    return archive;
}

static inline void assert_packs(const char *name, const reel_memory *file)
{
    reel_packed packed;
    reel_memory archive = pack(file, &packed), back;
    reel_error error;
    if (packed.stored && packed.reason && strstr(packed.reason, "the same bytes")) fail_msg("%s: %s", name, packed.reason);
    if (reel_unpack(reel_source_memory(archive.data, archive.size), NULL, reel_sink_memory(&back, NULL), &error) < 0)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(back.size, file->size);
    assert_memory_equal(back.data, file->data, file->size);
    reel_memory_free(&archive);
    reel_memory_free(&back);
}

/* An archive of the rows, even if the file is smaller. */
static inline reel_memory archive_of(const reel_memory *file)
{
    reel_replay *replay = load(file, REEL_COMPACT_LAYOUT);
    reel_memory archive;
    reel_writer *writer;
    reel_error error;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options) };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel_format_echoreplay,
                                 &(reel_write_options){ REEL_SIZED(reel_write_options), .archive = &how }, &writer, &error),
                     REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    reel_free(replay);
    return archive;
}

/* Writes the rows of a replay, and returns what is written. */
static inline reel_memory write_rows(const reel_replay *replay)
{
    reel_writer *writer;
    reel_memory made;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay, NULL, &writer, &error), REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return made;
}

#endif
