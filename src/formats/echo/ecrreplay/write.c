/* SPDX-License-Identifier: MIT
 * Writes .ecrreplay: as it was, if the rows are those that were read; otherwise what Python's pickle makes of the same recording, down to the
 * objects that the recorder stores twice. */
#include "codec/number.h"
#include "core/encoder.h"
#include "core/kept.h"
#include "core/text.h"
#include "formats/echo/ecrreplay/ecrreplay.h"
#include "formats/echo/replay/session.h"

#include <float.h>
#include <math.h>

/* ---- rows that can be written ----------------------------------------------------------------------------------- */

static bool is_text(reel_string text)
{
    return text.size <= ECRREPLAY_TEXT_MOST && reel__utf8_is_valid((const uint8_t *)text.data, text.size);
}

static bool is_finite(const reel_vec3 *v) { return isfinite(v->x) && isfinite(v->y) && isfinite(v->z); }

static bool are_finite(const echo_axes *axes)
{
    return is_finite(&axes->forward) && is_finite(&axes->left) && is_finite(&axes->up);
}

static const char *player_fault(const ecrreplay_player *row)
{
    const echo_player *common = &row->common;
    if (common->team >= ECRREPLAY_TEAMS) return "teams have the numbers 0 to 2";
    if (row->keys > ECRREPLAY_HAS_PING) return "keys has only the bit 1";
    if (!is_finite(&common->velocity) || !is_finite(&common->head) || !is_finite(&common->body) ||
        !is_finite(&common->left_hand) || !is_finite(&common->right_hand) || !are_finite(&row->head_axes) ||
        !are_finite(&row->body_axes) || !are_finite(&row->left_hand_axes) || !are_finite(&row->right_hand_axes))
        return "positions, directions and velocities are finite";
    return NULL;
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const char *fault = NULL;
    (void)of;
    if (table == &ecrreplay_infos) {
        const ecrreplay_info *info = row;
        if (!is_text(info->session_id) || !is_text(info->map_name) || !is_text(info->start_time))
            fault = "texts are UTF-8 of at most 65535 bytes";
    }
    if (table == &ecrreplay_roster && !is_text(((const ecrreplay_entry *)row)->name))
        fault = "texts are UTF-8 of at most 65535 bytes";
    if (table == &ecrreplay_teams && ((const echo_team *)row)->team >= ECRREPLAY_TEAMS) fault = "teams have the numbers 0 to 2";
    if (table == &ecrreplay_players) fault = player_fault(row);
    if (table == &ecrreplay_endings) {
        const ecrreplay_ending *ending = row;
        if (ending->has_version && !(fabs(ending->version) <= DBL_MAX)) fault = "the version is a finite number";
    }
    if (!fault) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "ecrreplay.row", table->name, 0, "row %zu of %s: %s", number, table->name, fault);
}

reel_status reel__ecrreplay_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}

/* ---- the pickle ------------------------------------------------------------------------------------------------- */

/* Texts of the recorder's own source, each of which is one object. Those of one character are the same object wherever they come from. */
typedef enum pickle_word {
    WORD_SESSION,
    WORD_MAP,
    WORD_START,
    WORD_RATE,
    WORD_PLAYERS,
    WORD_NAME,
    WORD_NUMBER,
    WORD_LEVEL,
    WORD_PLAYER_ID,
    WORD_DATA,
    WORD_VERSION,
    WORD_TEAMS,
    WORD_ID,
    WORDS
} pickle_word;

static const char *const words[WORDS] = { "sessionid", "map_name", "start_time", "framerate", "players", "name", "number",
                                          "level",     "playerID", "data",       "version",   "teams",   "id" };

enum { FRAME_BYTES = 65536, FRAME_LEAST = 4, LATIN = 256 };

/* The numbers of the memo begin with 0; here 0 is none, and 1 the first. */
typedef struct pickle_writer {
    bzip2_writer *packed;
    reel_memory frame; /* opcodes since the last boundary */
    bool failed;       /* out of memory */
    uint32_t next;     /* number in the memo */
    uint32_t words[WORDS], characters[LATIN], empty;
} pickle_writer;

static void put_bytes(pickle_writer *w, const void *data, size_t size)
{
    if (!w->failed && !memory_add(&w->frame, data, size)) w->failed = true;
}

static void put_opcode(pickle_writer *w, uint8_t opcode) { put_bytes(w, &opcode, 1); }

static void put_u32(pickle_writer *w, uint8_t opcode, uint32_t value)
{
    uint8_t bytes[5] = { opcode };
    reel_store_u32le(bytes + 1, value);
    put_bytes(w, bytes, sizeof bytes);
}

static void end_frame(pickle_writer *w)
{
    uint8_t head[9] = { PICKLE_FRAME };
    reel_store_u64le(head + 1, w->frame.size);
    if (w->frame.size >= FRAME_LEAST) reel__bzip2_add(w->packed, head, sizeof head);
    reel__bzip2_add(w->packed, w->frame.data, w->frame.size);
    w->frame.size = 0;
}

/* In front of each value: a frame that is full ends. */
static void begin_value(pickle_writer *w)
{
    if (w->frame.size >= FRAME_BYTES) end_frame(w);
}

static uint32_t memoise(pickle_writer *w)
{
    put_opcode(w, PICKLE_MEMO);
    return ++w->next;
}

static void put_again(pickle_writer *w, uint32_t number)
{
    const uint8_t bytes[] = { PICKLE_GET, (uint8_t)(number - 1) };
    begin_value(w);
    if (number <= LATIN)
        put_bytes(w, bytes, sizeof bytes);
    else
        put_u32(w, PICKLE_LONG_GET, number - 1);
}

static void put_new_text(pickle_writer *w, reel_string text, uint32_t *number)
{
    const uint8_t head[] = { PICKLE_SHORT_TEXT, (uint8_t)text.size };
    begin_value(w);
    if (text.size < LATIN)
        put_bytes(w, head, sizeof head);
    else
        put_u32(w, PICKLE_TEXT, (uint32_t)text.size);
    put_bytes(w, text.data, text.size);
    const uint32_t made = memoise(w);
    if (number) *number = made;
}

/* Where Python keeps the only object of such a text; NULL: each is one of its own. */
static uint32_t *single_text(pickle_writer *w, reel_string text)
{
    const uint8_t *at = (const uint8_t *)text.data;
    if (!text.size) return &w->empty;
    if (text.size == 1) return &w->characters[at[0]];
    if (text.size == 2 && (at[0] == 0xc2 || at[0] == 0xc3)) return &w->characters[(at[0] & 3) << 6 | (at[1] & 63)];
    return NULL;
}

static void put_text(pickle_writer *w, reel_string text)
{
    uint32_t *const number = single_text(w, text);
    if (number && *number)
        put_again(w, *number);
    else
        put_new_text(w, text, number);
}

static void put_word(pickle_writer *w, pickle_word word)
{
    if (w->words[word])
        put_again(w, w->words[word]);
    else
        put_new_text(w, (reel_string){ words[word], strlen(words[word]) }, &w->words[word]);
}

static void put_letter(pickle_writer *w, const char *letter) { put_text(w, (reel_string){ letter, 1 }); }

static void put_integer(pickle_writer *w, int64_t value)
{
    const uint8_t small[] = { PICKLE_INT_1, (uint8_t)value },
                  middle[] = { PICKLE_INT_2, (uint8_t)value, (uint8_t)((uint64_t)value >> 8 & 255) };
    begin_value(w);
    if (value >= 0 && value <= UINT8_MAX)
        put_bytes(w, small, sizeof small);
    else if (value >= 0 && value <= UINT16_MAX)
        put_bytes(w, middle, sizeof middle);
    else
        put_u32(w, PICKLE_INT, (uint32_t)(int32_t)value);
}

static void put_number(pickle_writer *w, double value)
{
    uint8_t bytes[9] = { PICKLE_FLOAT };
    const uint64_t bits = reel_double_bits(value);
    for (unsigned i = 0; i < 8; i++) bytes[1 + i] = (uint8_t)(bits >> (56 - 8 * i));
    begin_value(w);
    put_bytes(w, bytes, sizeof bytes);
}

/* A number of the game's interface, which writes eight digits: the recorder has what they say, with the digits of a double. */
static void put_float(pickle_writer *w, float value)
{
    const double parsed = reel__session_parsed(value);
    const bool same = (float)parsed == value && value != 0;
    put_number(w, same ? parsed : (double)value);
}

/* Lists and dictionaries are filled by opcodes that add up to a thousand members, or one. */
static uint32_t begin_list(pickle_writer *w)
{
    begin_value(w);
    put_opcode(w, PICKLE_EMPTY_LIST);
    return memoise(w);
}

static void begin_dict(pickle_writer *w)
{
    begin_value(w);
    put_opcode(w, PICKLE_EMPTY_DICT);
    memoise(w);
}

static void begin_member(pickle_writer *w, size_t number, size_t count)
{
    if (count > 1 && number % PICKLE_BATCH == 0) put_opcode(w, PICKLE_MARK);
}

static void end_member(pickle_writer *w, size_t number, size_t count, uint8_t one, uint8_t many)
{
    if (count == 1)
        put_opcode(w, one);
    else if (number + 1 == count || number % PICKLE_BATCH == PICKLE_BATCH - 1)
        put_opcode(w, many);
}

static void end_item(pickle_writer *w, size_t number, size_t count)
{
    end_member(w, number, count, PICKLE_APPEND, PICKLE_APPENDS);
}
static void end_pair(pickle_writer *w, size_t number, size_t count) { end_member(w, number, count, PICKLE_SET, PICKLE_SETS); }

/* ---- the recording ---------------------------------------------------------------------------------------------- */

static uint32_t put_vector(pickle_writer *w, const reel_vec3 *v)
{
    const float components[] = { v->x, v->y, v->z };
    const uint32_t number = begin_list(w);
    for (size_t i = 0; i < 3; i++) {
        begin_member(w, i, 3);
        put_float(w, components[i]);
        end_item(w, i, 3);
    }
    return number;
}

/* A position and three directions, which may be objects that were written before. */
static void put_pose(pickle_writer *w, const reel_vec3 *position, const echo_axes *axes, const uint32_t again[3],
                     uint32_t made[3])
{
    const reel_vec3 *const vectors[] = { position, &axes->forward, &axes->left, &axes->up };
    begin_list(w);
    for (size_t i = 0; i < 4; i++) {
        begin_member(w, i, 4);
        if (i && again) {
            put_again(w, again[i - 1]);
        } else {
            const uint32_t number = put_vector(w, vectors[i]);
            if (i && made) made[i - 1] = number;
        }
        end_item(w, i, 4);
    }
}

static void put_player(pickle_writer *w, const ecrreplay_player *row)
{
    const echo_player *common = &row->common;
    uint32_t head[3] = { 0 };
    begin_dict(w);
    put_opcode(w, PICKLE_MARK);
    put_word(w, WORD_ID);
    put_integer(w, common->player_id);
    put_letter(w, "r");
    put_pose(w, &common->right_hand, &row->right_hand_axes, NULL, NULL);
    put_letter(w, "l");
    put_pose(w, &common->left_hand, &row->left_hand_axes, NULL, NULL);
    put_letter(w, "h");
    put_pose(w, &common->head, &row->head_axes, NULL, head);
    put_letter(w, "b");
    put_pose(w, &common->body, &row->body_axes, ecrreplay_axes_equal(&row->head_axes, &row->body_axes) ? head : NULL, NULL);
    put_letter(w, "v");
    put_vector(w, &common->velocity);
    if (row->keys & ECRREPLAY_HAS_PING) {
        put_letter(w, "p");
        put_integer(w, common->ping);
    }
    put_opcode(w, PICKLE_SETS);
}

/* The rows of a replay, and how many of each were written. */
typedef struct recording {
    const ecrreplay_info *info;
    const ecrreplay_entry *roster;
    const echo_frame *frames;
    const echo_team *teams;
    const ecrreplay_player *players;
    const ecrreplay_ending *ending; /* NULL: none */
    size_t roster_count, frame_count, team_count, player_count, team, player;
} recording;

static void put_teams(pickle_writer *w, recording *r, uint32_t frame)
{
    size_t teams = 0;
    while (r->team + teams < r->team_count && r->teams[r->team + teams].frame == frame) teams++;
    begin_list(w);
    for (size_t i = 0; i < teams; i++, r->team++) {
        size_t players = 0;
        while (r->player + players < r->player_count && r->players[r->player + players].common.frame == frame &&
               r->players[r->player + players].common.team == r->teams[r->team].team)
            players++;
        begin_member(w, i, teams);
        begin_list(w);
        for (size_t k = 0; k < players; k++, r->player++) {
            begin_member(w, k, players);
            put_player(w, &r->players[r->player]);
            end_item(w, k, players);
        }
        end_item(w, i, teams);
    }
}

static void put_frames(pickle_writer *w, recording *r)
{
    begin_list(w);
    for (size_t i = 0; i < r->frame_count; i++) {
        begin_member(w, i, r->frame_count);
        begin_dict(w);
        put_word(w, WORD_TEAMS);
        put_teams(w, r, r->frames[i].frame);
        put_opcode(w, PICKLE_SET);
        end_item(w, i, r->frame_count);
    }
}

static void put_roster(pickle_writer *w, const recording *r)
{
    char digits[NUMBER_SIZE] = { 0 };
    begin_dict(w);
    for (size_t i = 0; i < r->roster_count; i++) {
        const ecrreplay_entry *entry = &r->roster[i];
        begin_member(w, i, r->roster_count);
        const size_t size = reel__number_u64(digits, entry->userid);
        put_text(w, (reel_string){ digits, size });
        begin_dict(w);
        put_opcode(w, PICKLE_MARK);
        put_word(w, WORD_NAME);
        put_text(w, entry->name);
        put_word(w, WORD_NUMBER);
        put_integer(w, entry->number);
        put_word(w, WORD_LEVEL);
        put_integer(w, entry->level);
        put_word(w, WORD_PLAYER_ID);
        put_integer(w, entry->player_id);
        put_opcode(w, PICKLE_SETS);
        end_pair(w, i, r->roster_count);
    }
}

static void put_recording(pickle_writer *w, recording *r)
{
    const uint8_t proto[] = { PICKLE_PROTO, PICKLE_VERSION };
    reel__bzip2_add(w->packed, proto, sizeof proto); /* before the first frame */
    begin_dict(w);
    put_opcode(w, PICKLE_MARK);
    put_word(w, WORD_SESSION);
    put_text(w, r->info->session_id);
    put_word(w, WORD_MAP);
    put_text(w, r->info->map_name);
    put_word(w, WORD_START);
    put_text(w, r->info->start_time);
    put_word(w, WORD_RATE);
    put_integer(w, r->info->framerate);
    put_word(w, WORD_PLAYERS);
    put_roster(w, r);
    put_word(w, WORD_DATA);
    put_frames(w, r);
    if (r->ending && r->ending->has_version) {
        put_word(w, WORD_VERSION);
        put_number(w, r->ending->version);
    }
    put_opcode(w, PICKLE_SETS);
    put_opcode(w, PICKLE_STOP);
    end_frame(w);
}

/* ---- the order of rows ------------------------------------------------------------------------------------------ */

static reel_status bad_order(const reel_encoder *e, const reel_table *table, size_t row, const char *why)
{
    return reel_fail(e->error, REEL_ARGUMENT, "ecrreplay.order", table->name, 0, "row %zu of %s %s", row, table->name, why);
}

/* Frames are in the order of their numbers; the rows of a frame come in its order, teams from 0 without a gap, each with its players. */
static reel_status check_order(const reel_encoder *e, const recording *r)
{
    size_t team = 0, player = 0;
    for (size_t i = 0; i < r->frame_count; i++) {
        const uint32_t frame = r->frames[i].frame;
        if (i && frame <= r->frames[i - 1].frame)
            return bad_order(e, &ecrreplay_frames, i, "comes after a later frame, or again");
        for (uint8_t number = 0; team < r->team_count && r->teams[team].frame == frame; team++, number++) {
            if (r->teams[team].team != number) return bad_order(e, &ecrreplay_teams, team, "is not the next team of its frame");
            size_t slots = 0;
            while (player < r->player_count && r->players[player].common.frame == frame &&
                   r->players[player].common.team == number) {
                player++;
                if (++slots >= ECRREPLAY_PLAYERS)
                    return bad_order(e, &ecrreplay_players, player - 1, "is one too many in its team");
            }
        }
    }
    if (team < r->team_count) return bad_order(e, &ecrreplay_teams, team, "has no frame, or is not in its order");
    if (player < r->player_count)
        return bad_order(e, &ecrreplay_players, player, "has no team in its frame, or is not in its order");
    return REEL_OK;
}

static reel_status check_roster(const reel_encoder *e, const recording *r)
{
    bool known[ECRREPLAY_PLAYERS] = { false };
    if (r->roster_count > ECRREPLAY_PLAYERS)
        return reel_fail(e->error, REEL_ARGUMENT, "ecrreplay.roster", "roster", 0, "at most %d players can be listed",
                         (int)ECRREPLAY_PLAYERS);
    for (size_t i = 0; i < r->roster_count; i++) {
        if (known[r->roster[i].player_id]) return bad_order(e, &ecrreplay_roster, i, "has the number of another player");
        known[r->roster[i].player_id] = true;
        for (size_t k = 0; k < i; k++) /* at most 256 */
            if (r->roster[k].userid == r->roster[i].userid)
                return bad_order(e, &ecrreplay_roster, i, "has the account of another player");
    }
    return REEL_OK;
}

reel_status reel__ecrreplay_finish(reel_encoder *e, const reel_chunk *staged)
{
    size_t infos, originals, endings;
    recording r = { .info = reel_chunk_rows(staged, &ecrreplay_infos, &infos) };
    const ecrreplay_original *original = reel_chunk_rows(staged, &ecrreplay_originals, &originals);
    if (originals == 1 && original->rows &&
        original->rows == reel__kept_sum(staged, reel__ecrreplay_tables, NULL, original->bytes)) {
        reel_put(e->out, original->bytes.data, original->bytes.size);
        return e->out->status;
    }
    if (infos != 1)
        return reel_fail(e->error, REEL_ARGUMENT, "ecrreplay.info", "info", 0, "a recording has one info, not %zu", infos);
    reel_status status = reel__encoder_check_chunk(check_row, NULL, staged, e->error);
    r.roster = reel_chunk_rows(staged, &ecrreplay_roster, &r.roster_count);
    r.frames = reel_chunk_rows(staged, &ecrreplay_frames, &r.frame_count);
    r.teams = reel_chunk_rows(staged, &ecrreplay_teams, &r.team_count);
    r.players = reel_chunk_rows(staged, &ecrreplay_players, &r.player_count);
    r.ending = reel_chunk_rows(staged, &ecrreplay_endings, &endings);
    if (!endings) r.ending = NULL;
    if (endings > 1)
        return reel_fail(e->error, REEL_ARGUMENT, "ecrreplay.ending", "ending", 0, "a recording has one ending, not %zu",
                         endings);
    if (status >= 0) status = check_roster(e, &r);
    if (status >= 0) status = check_order(e, &r);
    if (status < 0) return status;
    pickle_writer *w = reel__memory_new(&e->allocator, sizeof *w);
    if (!w) return reel__memory_fail(e->error);
    w->frame.allocator = e->allocator;
    w->packed = reel__bzip2_new(e->out, &e->allocator);
    w->failed = !w->packed;
    if (w->packed) {
        put_recording(w, &r);
        w->failed |= !reel__bzip2_end(w->packed);
    }
    const bool failed = w->failed;
    reel__bzip2_free(w->packed);
    reel__memory_drop(&e->allocator, w->frame.data);
    reel__memory_drop(&e->allocator, w);
    return failed ? reel__memory_fail(e->error) : e->out->status;
}
