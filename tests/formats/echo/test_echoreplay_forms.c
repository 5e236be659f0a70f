/* SPDX-License-Identifier: MIT
 * The compact layout of .echoreplay, in which an archive keeps forms and a level of zlib instead of lines and a zip: recordings of many
 * shapes come back byte for byte, rows can be edited, and a hostile layout is refused or ignored. */
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

static void put(reel_memory *to, const char *format, ...)
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
static void put_number(reel_memory *to, const recipe *r, int k)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", r->shortest ? 7 : 8, (double)(float)((float)k * 0.001f));
    if (r->negative_zeros && !k) snprintf(text, sizeof text, "-0.0");
    put(to, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void put_vector(reel_memory *to, const recipe *r, int seed)
{
    put(to, "[");
    for (int i = 0; i < 3; i++) {
        put(to, "%s", i ? r->comma : "");
        put_number(to, r, (seed * (7 + i) + 13 * i) % 4001 - 2000);
    }
    put(to, "]");
}

static void put_pose(reel_memory *to, const recipe *r, const char *key, const char *position, int seed)
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

static void put_player(reel_memory *to, const recipe *r, int frame, int number)
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

static void put_team(reel_memory *to, const recipe *r, int frame, int team, int players)
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

static void put_bones(reel_memory *to, const recipe *r, int frame)
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

static void put_line(reel_memory *to, const recipe *r, int frame)
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

static recipe usual(const recipe *r)
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

static reel_memory made_text(const recipe *r)
{
    const recipe full = usual(r);
    reel_memory text = { .allocator = memory_allocator(NULL) };
    for (int i = 0; i < FRAMES; i++) put_line(&text, &full, i);
    return text;
}

/* A zip with the text, as reel writes it. */
static reel_memory made_zip(const reel_memory *text, int level)
{
    zip_writer zip = { .memory.allocator = memory_allocator(NULL), .level = level };
    assert_int_equal(zip_begin(&zip, (reel_string){ "made.echoreplay", 15 }), REEL_OK);
    assert_int_equal(zip_add(&zip, text->data, text->size), REEL_OK);
    assert_int_equal(zip_end(&zip), REEL_OK);
    reel_memory made = { .allocator = memory_allocator(NULL) };
    assert_true(memory_add(&made, zip.memory.data, zip.memory.size));
    zip_writer_free(&zip);
    return made;
}

/* ---- layouts -------------------------------------------------------------------------------------------------------- */

static reel_replay *load(const reel_memory *file, uint32_t flags)
{
    reel_replay *replay;
    reel_error error;
    const reel_options options = { .flags = flags };
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

/* What a layout holds. */
typedef struct layout {
    size_t lines, forms, plain, form_bytes, plain_bytes, piece_bytes;
    int level; /* of the last row of `deflated`; -1: there is none */
} layout;

static layout layout_of(const reel_replay *replay)
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

static layout compact_layout(const reel_memory *file)
{
    reel_replay *replay = load(file, REEL_COMPACT_LAYOUT);
    layout l = layout_of(replay);
    reel_free(replay);
    return l;
}

static reel_memory pack(const reel_memory *file, reel_packed *packed)
{
    reel_memory archive;
    reel_error error;
    if (reel_pack(reel_source_memory(file->data, file->size), NULL, NULL, reel_sink_memory(&archive, NULL), packed, &error) < 0)
        fail_msg("%s", error.message);
    return archive;
}

static void assert_packs(const char *name, const reel_memory *file)
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
static reel_memory archive_of(const reel_memory *file)
{
    reel_replay *replay = load(file, REEL_COMPACT_LAYOUT);
    reel_memory archive;
    reel_writer *writer;
    reel_error error;
    const reel_archive_options how = { .struct_size = 0 };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel_format_echoreplay,
                                 &(reel_write_options){ .archive = &how }, &writer, &error),
                     REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    reel_free(replay);
    return archive;
}

/* Writes the rows of a replay, and returns what is written. */
static reel_memory write_rows(const reel_replay *replay)
{
    reel_writer *writer;
    reel_memory made;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay, NULL, &writer, &error), REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return made;
}

/* ---- recordings come back ------------------------------------------------------------------------------------------- */

static const recipe recipes[] = {
    { .name = "the game's own numbers", .most_forms = 1 },
    { .name = "LF", .ending = "\n", .most_forms = 1 },
    { .name = "another order of keys", .order = 1, .most_forms = 1 },
    { .name = "three orders in turn", .order = 2, .most_forms = 3 },
    { .name = "dots in the time", .time = "%04d-%02d-%02d %02d.%02d.%02d.%03d", .most_forms = 1 },
    { .name = "players come and go", .joining = true, .most_forms = 6 },
    { .name = "a trailing tab", .third = "\t", .most_forms = 1 },
    { .name = "an error instead of bones", .third = "\t{\"err_code\":0}", .most_forms = 1 },
    { .name = "another error instead of bones", .third = "\t{\"err_code\":-6}", .most_forms = 1 },
    { .name = "a space before the bones", .third = "\t {\"user_bones\":[],\"err_code\":0} ", .most_forms = 1 },
    { .name = "no JSON instead of bones", .third = "\t#~^{{", .most_forms = 1 },
    { .name = "bones", .bones = true, .most_forms = 1 },
    { .name = "spaces", .bones = true, .colon = ": ", .comma = ", ", .most_forms = 3 },
    { .name = "unknown members of the match",
      .match = ",\"new\":{\"a\":[1,2.5,\"#\"],\"b\":null},\"payload\":{\"distance\":1.5,\"attackers\":2}",
      .most_forms = 1 },
    { .name = "unknown members of players", .player = ",\"hat\":\"red\",\"shoes\":[1,2]", .most_forms = 1 },
    { .name = "unknown members that are in no row", .stats = ",\"jumps\":7", .most_forms = 1 },
    { .name = "unknown members spelled otherwise", .match = ",\"new\": { \"a\" : 1.50 }", .most_forms = 1 },
    { .name = "members twice", .player = ",\"ping\":99,\"head\":{\"up\":[1,2,3]}", .most_forms = FRAMES },
    { .name = "escapes", .title = "\\u00e4\\/\\n", .most_forms = 1 },
    { .name = "nothing where an object should be",
      .match = ",\"pause\":null,\"player\":7,\"err_description\":null,\"last_throw\":[{\"arm_speed\":1.0}]",
      .most_forms = 1 },
    { .name = "unknown words, and numbers out of range",
      .player = ",\"Weapon\":\"spoon\",\"level\":-1,\"number\":99999,\"is_emote_playing\":false",
      .most_forms = 1 },
    { .name = "points as floats", .match = ",\"total_round_count\":3.0,\"left_shoulder_pressed\":0", .most_forms = 1 },
    { .name = "negative zeros", .negative_zeros = true, .most_forms = 1 },
    { .name = "numbers with the fewest digits", .shortest = true, .most_forms = 40 },
    { .name = "no line ending at the end", .open_end = true, .most_forms = 2 },
    { .name = "a date that does not exist", .time = "%04d/%02d/31 %02d:%02d:%02d.%03d", .plain_lines = FRAMES },
};

static void recordings_of_all_shapes_come_back(void **state)
{
    static const int levels[] = { 6, 1, 9 };
    (void)state;
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        const recipe *r = &recipes[i];
        reel_memory text = made_text(r);
        layout l = compact_layout(&text);
        assert_int_equal(l.lines, FRAMES);
        if (l.plain != r->plain_lines || l.forms > r->most_forms)
            fail_msg("%s: %zu forms, %zu lines without", r->name, l.forms, l.plain);
        assert_packs(r->name, &text);
        for (size_t k = 0; k < (i ? 1 : sizeof levels / sizeof *levels); k++) {
            reel_memory zip = made_zip(&text, levels[k]);
            l = compact_layout(&zip);
            assert_int_equal(l.level, levels[k]);
            assert_true(l.piece_bytes < 200);
            assert_packs(r->name, &zip);
            reel_memory_free(&zip);
        }
        reel_memory_free(&text);
    }
}

/* Layout tables as they are, before an archive packs them. */
static void a_layout_is_a_small_part_of_the_text(void **state)
{
    const recipe r = usual(&(recipe){ .order = 2, .joining = true, .bones = true });
    (void)state;
    reel_memory text = { .allocator = memory_allocator(NULL) };
    for (int i = 0; i < 10 * FRAMES; i++) put_line(&text, &r, i);
    reel_memory zip = made_zip(&text, 6);
    layout l = compact_layout(&zip);
    if ((l.form_bytes + l.plain_bytes + l.piece_bytes) * 50 > text.size) fail_msg("%zu of %zu", l.form_bytes, text.size);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

static void without_the_flag_the_layout_has_all_bytes(void **state)
{
    const recipe r = { .joining = true };
    (void)state;
    reel_memory text = made_text(&r), zip = made_zip(&text, 6);
    reel_replay *replay = load(&zip, 0);
    layout l = layout_of(replay);
    assert_int_equal(l.plain, FRAMES);
    assert_int_equal(l.plain_bytes, text.size);
    assert_int_equal(l.piece_bytes, zip.size);
    assert_int_equal(l.level, -1);
    reel_free(replay);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

enum { ZIP_HEAD = 30 + 15, ZIP_TAIL = 16 + (46 + 15) + 22 };

/* Blocks that are stored, which no level makes of such a text. */
static void other_streams_keep_their_bytes(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ 0 }), usual_zip = made_zip(&text, 6), zip = { .allocator = memory_allocator(NULL) };
    assert_true(memory_add(&zip, usual_zip.data, ZIP_HEAD));
    for (size_t at = 0, size; at < text.size; at += size) {
        size = text.size - at < 60000 ? text.size - at : 60000;
        const uint8_t block[5] = { at + size == text.size, (uint8_t)size, (uint8_t)(size >> 8), (uint8_t)~size,
                                   (uint8_t)(~size >> 8) };
        assert_true(memory_add(&zip, block, sizeof block) && memory_add(&zip, text.data + at, size));
    }
    assert_true(memory_add(&zip, usual_zip.data + usual_zip.size - ZIP_TAIL, ZIP_TAIL));
    layout l = compact_layout(&zip);
    assert_int_equal(l.plain, 0);
    assert_int_equal(l.piece_bytes, zip.size);
    assert_int_equal(l.level, 0);
    assert_packs("stored blocks", &zip);
    reel_memory_free(&zip);
    reel_memory_free(&usual_zip);
    reel_memory_free(&text);
}

/* Of a stream that zlib makes up to a byte near its end, only the bytes from there on are kept. */
static void a_stream_may_differ_at_its_end(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ 0 }), zip = made_zip(&text, 6);
    const size_t end = zip.size - ZIP_TAIL;
    size_t kept = 0;
    for (size_t at = end - 12; at > end - 200 && kept < 2; at--) {
        reel_replay *replay;
        const reel_options options = { .flags = REEL_STRICT | REEL_COMPACT_LAYOUT };
        zip.data[at] ^= 4;
        if (reel_load(reel_source_memory(zip.data, zip.size), &options, &replay, NULL) >= 0) {
            layout l = layout_of(replay);
            kept += l.level == 6 && l.piece_bytes > ZIP_HEAD + ZIP_TAIL && l.piece_bytes < zip.size;
            reel_free(replay);
            if (kept == 1) assert_packs("changed", &zip);
        }
        zip.data[at] ^= 4;
    }
    assert_true(kept > 0);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

/* ---- rows are changed ----------------------------------------------------------------------------------------------- */

static void rows_of_an_archive_can_be_changed(void **state)
{
    static const recipe changed[] = {
        { .name = "usual" },
        { .name = "literals", .player = ",\"Weapon\":\"spoon\",\"level\":-1", .title = "\\u00e4", .match = ",\"disc2\":1" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        for (int zipped = 0; zipped < 2; zipped++) {
            reel_memory text = made_text(&changed[i]), zip = made_zip(&text, 9), *file = zipped ? &zip : &text;
            reel_memory archive = archive_of(file);
            reel_replay *replay = load(&archive, 0);
            size_t count, back_count;
            /* The rows belong to the test, which is the only one that sees them. */
            echoreplay_player *players = (echoreplay_player *)(uintptr_t)reel_rows(replay, &echoreplay_players, &count);
            players[7].common.ping = 123;
            players[12].common.level = 5;
            players[17].common.name = (reel_string){ "New", 3 };
            reel_memory made = write_rows(replay);
            assert_false(made.size == file->size && memcmp(made.data, file->data, made.size) == 0);
            reel_replay *back = load(&made, REEL_STRICT);
            const echoreplay_player *read = reel_rows(back, &echoreplay_players, &back_count);
            assert_int_equal(count, back_count);
            for (size_t k = 0; k < count; k++) {
                assert_int_equal(players[k].common.ping, read[k].common.ping);
                assert_int_equal(players[k].common.level, read[k].common.level);
                assert_int_equal(players[k].common.userid, read[k].common.userid);
                assert_int_equal(players[k].common.name.size, read[k].common.name.size);
                assert_true(players[k].head.up.x == read[k].head.up.x);
            }
            /* Other lines stay as they are. */
            if (!zipped) assert_memory_equal(made.data, text.data, text.size / FRAMES / 2);
            reel_free(back);
            reel_free(replay);
            reel_memory_free(&made);
            reel_memory_free(&archive);
            reel_memory_free(&zip);
            reel_memory_free(&text);
        }
}

/* Frames that are removed leave the other lines in their form, even if it was introduced by a line that is gone. */
static void frames_of_an_archive_can_be_removed(void **state)
{
    const recipe r = { .order = 1 };
    (void)state;
    reel_memory text = made_text(&r), archive = archive_of(&text), made;
    reel_error error;
    const reel_convert_options how = { .has_from = true, .from = 1 };
    if (reel_convert(reel_source_memory(archive.data, archive.size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    assert_true(made.size < text.size && made.size > text.size / 2);
    assert_memory_equal(made.data, text.data + text.size - made.size, made.size);
    reel_memory_free(&made);
    reel_memory_free(&archive);
    reel_memory_free(&text);
}

/* ---- hostile layouts ------------------------------------------------------------------------------------------------ */

/* Writes the rows of a recording with other rows of a layout. Returns the status. */
static reel_status write_with(const reel_memory *file, const echoreplay_line *line, const echoreplay_deflated *deflated,
                              reel_memory *made, reel_error *error)
{
    reel_replay *replay = load(file, REEL_COMPACT_LAYOUT);
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(made, NULL), &reel_format_echoreplay, NULL, &writer, error), REEL_OK);
    const reel_table *const tables[] = { &echoreplay_infos,   &echoreplay_frames, &echoreplay_teams,
                                         &echoreplay_players, &echoreplay_bones,  &echoreplay_pieces };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        size_t count;
        const void *rows = reel_rows(replay, tables[i], &count);
        reel_append(writer, tables[i], rows, count);
    }
    if (line) reel_append(writer, &echoreplay_lines, line, 1);
    if (deflated) reel_append(writer, &echoreplay_deflates, deflated, 1);
    reel_free(replay);
    return reel_finish(writer, error);
}

static void forms_may_be_anything(void **state)
{
    static const char twice[] = "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"sessionid\":#,\"new\":#,\"new\":{\"a\":#}}\t"
                                "{\"user_bones\":[#,{\"bone_t\":#}]}";
    static const char *const forms[] = {
        "#",
        "0000/00/00 00:00:00.000",
        "0000/00/00 00:00:00.000\t",
        "0000/00/00 00:00:00.000\t#",
        "0000/00/00 00:00:00.000\t{",
        "0000/00/00 00:00:00.000\t{}",
        "0000/00/00 00:00:00.000\t{\"sessionid\"",
        "0000/00/00 00:00:00.000\t{\"sessionid\":",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#",
        "0000/00/00 00:00:00.000\t{\"sessionid\":~}",
        "0000/00/00 00:00:00.000\t{\"sessionid\":^}",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#}\n",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"teams\":#}\n",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"teams\":[{\"players\":[{\"name\":#}]}]}\n",
        "0000/00/00 00:00:00.000\t{\"sessionid\":#,\"disc\":{\"position\":[#,#,#,#]}}\n",
        twice,
        "0000/00/00 00:00:00.000\t[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "2021/11/20 21:15:00.000\t{\"sessionid\":\"0-1-2\"}",
    };
    (void)state;
    const recipe r = { .joining = true };
    reel_memory text = made_text(&r), own, made;
    reel_error error;
    assert_int_equal(write_with(&text, NULL, NULL, &own, &error), REEL_OK);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const echoreplay_line line = { .form = 3, .text = { forms[i], strlen(forms[i]) } };
        if (write_with(&text, &line, NULL, &made, &error) < 0) fail_msg("form %zu: %s", i, error.message);
        assert_int_equal(made.size, own.size); /* as if there were no form */
        assert_memory_equal(made.data, own.data, own.size);
        reel_memory_free(&made);
    }
    reel_memory_free(&own);
    reel_memory_free(&text);
}

/* A form that repeats a key cannot make lines of any size. */
static void forms_do_not_multiply(void **state)
{
    (void)state;
    reel_memory form = { .allocator = memory_allocator(NULL) }, text = made_text(&(recipe){ 0 }), made;
    reel_error error;
    char name[8192];
    memset(name, 'x', sizeof name);
    put(&form, "0000/00/00 00:00:00.000\t{\"sessionid\":#");
    for (int i = 0; i < 1500; i++) put(&form, ",\"client_name\":#");
    put(&form, "}\n");
    test_allocator counting = { 0 };
    const reel_allocator allocator = test_allocator_of(&counting);
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay,
                                 &(reel_write_options){ .allocator = &allocator }, &writer, &error),
                     REEL_OK);
    const echoreplay_frame frame = { .common = { .recorded = 1637442903120, .paused_team = 3, .unpaused_team = 3 },
                                     .session_id = { "0", 1 },
                                     .client_name = { name, sizeof name } };
    const echoreplay_line line = { .form = 1, .text = { (const char *)form.data, form.size } };
    reel_append(writer, &echoreplay_frames, &frame, 1);
    reel_append(writer, &echoreplay_lines, &line, 1);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    assert_true(made.size < 2 * sizeof name);
    assert_true(counting.peak < 2000000);
    reel_memory_free(&made);
    reel_memory_free(&text);
    reel_memory_free(&form);
}

/* Nor can one that has much text of its own: an archive could repeat it for each of its frames, which take a byte. */
static void forms_are_in_proportion_to_their_rows(void **state)
{
    (void)state;
    for (int bytes = 15000; bytes <= 30000; bytes += 15000) {
        reel_memory form = { .allocator = memory_allocator(NULL) }, made;
        reel_error error;
        put(&form, "0000/00/00 00:00:00.000\t{\"sessionid\":#");
        while (form.size < (size_t)bytes) put(&form, "%80s", "");
        put(&form, "}\n");
        reel_writer *writer;
        assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay, NULL, &writer, &error), REEL_OK);
        const echoreplay_frame frame = { .common = { .recorded = 1637442903120, .paused_team = 3, .unpaused_team = 3 },
                                         .session_id = { "0", 1 } };
        const echoreplay_line line = { .form = 1, .text = { (const char *)form.data, form.size } };
        reel_append(writer, &echoreplay_frames, &frame, 1);
        reel_append(writer, &echoreplay_lines, &line, 1);
        if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
        assert_true(made.size < 1024 + 8 * sizeof frame);
        reel_memory_free(&made);
        reel_memory_free(&form);
    }
}

static void numbers_of_a_layout_are_checked(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ 0 }), zip = made_zip(&text, 6), made;
    reel_error error;
    reel_replay *replay = load(&zip, REEL_COMPACT_LAYOUT);
    size_t count;
    const echoreplay_deflated right = ((const echoreplay_deflated *)reel_rows(replay, &echoreplay_deflates, &count))[0];
    assert_int_equal(count, 1);
    reel_free(replay);
    char *longest = calloc(1, 1 << 16);
    const echoreplay_line lines[] = { { .form = 33 }, { .form = 255 }, { .form = 1, .text = { longest, (1 << 15) + 1 } } };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_int_equal(write_with(&zip, &lines[i], NULL, &made, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "echoreplay.form");
    }
    free(longest);
    echoreplay_deflated wrong[] = { right, right, right, right };
    wrong[0].level = 10;
    wrong[1].level = 255;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(write_with(&zip, NULL, &wrong[i], &made, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "echoreplay.deflated");
    }
    /* These fit the text that the rows say, but neither the pieces nor what is deflated of it. */
    reel_memory lines_text, zipped_lines;
    assert_int_equal(write_with(&text, NULL, NULL, &lines_text, &error), REEL_OK);
    zipped_lines = made_zip(&lines_text, 6);
    reel_replay *own = load(&zipped_lines, REEL_COMPACT_LAYOUT);
    const echoreplay_deflated fits = ((const echoreplay_deflated *)reel_rows(own, &echoreplay_deflates, &count))[0];
    const size_t line_count = layout_of(own).lines;
    assert_int_equal(line_count, FRAMES);
    const struct {
        uint64_t offset, size;
        uint8_t level;
    } bad[] = { { UINT64_MAX, fits.size, 6 },
                { fits.offset, UINT64_MAX, 6 },
                { fits.offset, fits.size + 1, 6 },
                { fits.offset, fits.size, 0 } };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reel_writer *writer;
        assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_echoreplay, NULL, &writer, &error), REEL_OK);
        reel_append_chunk(writer, reel_replay_chunk(own));
        echoreplay_deflated row = fits;
        row.offset = bad[i].offset, row.size = bad[i].size, row.level = bad[i].level;
        reel_append(writer, &echoreplay_deflates, &row, 1);
        assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "echoreplay.deflated");
    }
    reel_free(own);
    reel_memory_free(&lines_text);
    reel_memory_free(&zipped_lines);
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

/* ---- limits --------------------------------------------------------------------------------------------------------- */

static void compact_reading_keeps_to_the_memory_bound(void **state)
{
    (void)state;
    reel_memory text = made_text(&(recipe){ .bones = true, .shortest = true, .joining = true }), zip = made_zip(&text, 6);
    for (size_t size = zip.size; size > 1000; size = size * 3 / 4) {
        test_allocator counting = { 0 };
        const reel_allocator allocator = test_allocator_of(&counting);
        const reel_options options = { .flags = REEL_COMPACT_LAYOUT, .allocator = &allocator };
        test_source source = { .data = zip.data, .size = size, .step = 1000 };
        reel_reader *reader;
        const reel_chunk *chunk;
        reel_error error;
        assert_int_equal(reel_open(test_source_of(&source), &options, &reader, &error), REEL_OK);
        while (reel_next(reader, &chunk, &error) == REEL_OK) {
        }
        reel_close(reader);
        assert_int_equal(counting.live, 0);
        assert_true(counting.peak < reel_memory_bound(&reel_format_echoreplay, size, &options));
    }
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    const recipe r = { .joining = true, .shortest = true };
    reel_memory text = made_text(&r);
    text.size /= FRAMES / 4;
    while (text.data[text.size - 1] != '\n') text.size--;
    reel_memory zip = made_zip(&text, 6);
    reel_status status = REEL_MEMORY;
    for (size_t n = 1; status < 0; n += by_effort(7, 31, 101)) {
        test_allocator failing = { .fail_at = n };
        const reel_allocator allocator = test_allocator_of(&failing);
        reel_memory made;
        reel_error error;
        const reel_options options = { .allocator = &allocator };
        status = reel_pack(reel_source_memory(zip.data, zip.size), &options, NULL, reel_sink_memory(&made, NULL), NULL, &error);
        assert_int_equal(failing.live, 0);
        if (status >= 0) {
            reel_memory_free(&made);
        } else {
            assert_int_equal(status, REEL_MEMORY);
        }
    }
    reel_memory_free(&zip);
    reel_memory_free(&text);
}

/* ---- the corpus ----------------------------------------------------------------------------------------------------- */

static void recordings_of_the_corpus_come_back(void **state)
{
    static const char *const folders[] = { "samples/butter/echoreplay", "samples/butter/hostile" };
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *folder = corpus_path(folders[i]);
        size_t compared = 0;
        if (!folder) continue;
        file_list list = files_below(folder);
        for (size_t k = 0; k < list.count; k++) {
            reel_memory file = { .allocator = memory_allocator(NULL) };
            size_t size;
            uint8_t *data = read_file(list.paths[k], &size);
            assert_true(memory_add(&file, data, size));
            free(data);
            assert_packs(list.paths[k], &file);
            reel_memory_free(&file);
            compared++;
        }
        file_list_free(&list);
        corpus_compared(compared, "files");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_of_all_shapes_come_back),
        cmocka_unit_test(a_layout_is_a_small_part_of_the_text),
        cmocka_unit_test(without_the_flag_the_layout_has_all_bytes),
        cmocka_unit_test(other_streams_keep_their_bytes),
        cmocka_unit_test(a_stream_may_differ_at_its_end),
        cmocka_unit_test(rows_of_an_archive_can_be_changed),
        cmocka_unit_test(frames_of_an_archive_can_be_removed),
        cmocka_unit_test(forms_may_be_anything),
        cmocka_unit_test(forms_do_not_multiply),
        cmocka_unit_test(forms_are_in_proportion_to_their_rows),
        cmocka_unit_test(numbers_of_a_layout_are_checked),
        cmocka_unit_test(compact_reading_keeps_to_the_memory_bound),
        cmocka_unit_test(failing_allocations_leave_nothing),
        cmocka_unit_test(recordings_of_the_corpus_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
