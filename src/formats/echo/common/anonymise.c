/* SPDX-License-Identifier: MIT
 * Anonymises replays of Echo VR. Each player becomes "Player N" with account N, numbered in order of appearance and
 * the same in every frame, so that players can still be told apart. */
#include "codec/number.h"
#include "codec/pseudonym.h"
#include "core/chunk.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/form_scrub.h"

#include <reel/ecrreplay.h>

enum { MOST = 256, ALIAS = 12 };

static const char nobody[] = "anonymous";

/* A known player: found by account, or by name if there is no account. */
typedef struct alias {
    uint64_t userid;
    uint64_t name;     /* hash of the last name */
    reel_string shown; /* lives as long as the chunk number `stamp` */
    uint32_t stamp;
    uint64_t pseudonym; /* with pseudonyms, that of the account, or else that of the name */
    char text[PSEUDONYM_TEXT];
} alias;

typedef struct aliases {
    alias items[MOST];
    uint32_t count;
    uint32_t stamp;                    /* number of the current chunk, from 1 */
    const reel_pseudonyms *pseudonyms; /* NULL: players get numbers */
} aliases;

/* 64-bit FNV-1a. */
static uint64_t hash_of(reel_string text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text.size; i++) hash = (hash ^ (uint8_t)text.data[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static reel_string word(const char *text) { return (reel_string){ text, strlen(text) }; }

/* The number of a player, from 1; 0 if there are too many. */
static uint32_t number_of(aliases *known, uint64_t userid, reel_string name)
{
    uint64_t hash = hash_of(name);
    for (uint32_t i = 0; i < known->count; i++) {
        alias *item = &known->items[i];
        if (userid ? item->userid != userid : item->userid || item->name != hash) continue;
        item->name = hash;
        return i + 1;
    }
    if (known->count == MOST) return 0;
    alias *item = &known->items[known->count++];
    *item = (alias){ .userid = userid, .name = hash };
    if (known->pseudonyms) {
        char digits[NUMBER_SIZE];
        if (userid) name = (reel_string){ digits, reel__number_u64(digits, userid) };
        item->pseudonym = reel__pseudonym_number(known->pseudonyms, name);
        reel__pseudonym_text(known->pseudonyms, name, item->text);
    }
    return known->count;
}

/* The account that a player gets. */
static uint64_t account_of(const aliases *known, uint32_t number)
{
    return number && known->pseudonyms ? known->items[number - 1].pseudonym : number;
}

/* "Player 7" */
static reel_string shown(reel_chunk *chunk, aliases *known, uint32_t number)
{
    if (!number) return word(nobody);
    alias *item = &known->items[number - 1];
    if (item->stamp == known->stamp) return item->shown;
    if (known->pseudonyms) {
        item->stamp = known->stamp;
        return item->shown = reel_chunk_string(chunk, item->text, PSEUDONYM_TEXT);
    }
    char text[ALIAS] = "Player ";
    size_t size = 7;
    if (number >= 100) text[size++] = (char)('0' + number / 100);
    if (number >= 10) text[size++] = (char)('0' + number / 10 % 10);
    text[size++] = (char)('0' + number % 10);
    item->stamp = known->stamp;
    return item->shown = reel_chunk_string(chunk, text, size);
}

/* The replacement of a name that has no account. The game's own word for nobody stays. */
static reel_string cover(reel_chunk *chunk, aliases *known, reel_string name)
{
    static const char none[] = "[INVALID]";
    if (!name.size || (name.size == sizeof none - 1 && !memcmp(name.data, none, name.size))) return name;
    uint64_t hash = hash_of(name);
    for (uint32_t i = 0; i < known->count; i++)
        if (known->items[i].name == hash) return shown(chunk, known, i + 1);
    return word(nobody);
}

static void hide_player(reel_chunk *chunk, aliases *known, echo_player *row)
{
    uint32_t number = number_of(known, row->userid, row->name);
    row->userid = account_of(known, number);
    row->name = shown(chunk, known, number);
}

/* A name or an account that the line does not have stays missing. */
static void hide_stated(reel_chunk *chunk, aliases *known, echoreplay_player *row)
{
    const bool has_name = !row->from_line || row->common.name.size, has_account = !row->from_line || row->keys & ECHO_KEY_USERID;
    hide_player(chunk, known, &row->common);
    if (!has_name) row->common.name = (reel_string){ NULL, 0 };
    if (!has_account) row->common.userid = 0;
}

static aliases *next_chunk(const reel_change *change)
{
    aliases *known = change->state;
    known->stamp++;
    known->pseudonyms = change->pseudonyms ? change->pseudonyms->how : NULL;
    return known;
}

static reel_status done(const reel_change *change)
{
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}

static void tally_replaced(const reel_change *change, const reel_table *table, const char *field, uint64_t rows, const char *what)
{
    reel_tally(change, "edit.anonymised", REEL_NOTE, table, field, rows, what);
}

#define ROWS(change, table, type, rows, rows_count)                                                                              \
    reel_row_list *list_##rows = reel_change_rows((change)->chunk, table);                                                       \
    type *rows = (type *)(void *)list_##rows->data;                                                                              \
    size_t rows_count = list_##rows->count

/* ---- .butter ---------------------------------------------------------------------------------------------------------- */

static reel_status hide_butter(reel_change *change)
{
    aliases *known = next_chunk(change);
    ROWS(change, &butter_roster, butter_entry, roster, roster_count);
    ROWS(change, &butter_players, butter_player, players, player_count);
    ROWS(change, &butter_frames, butter_frame, frames, frame_count);
    ROWS(change, &butter_infos, butter_info, infos, info_count);
    for (size_t i = 0; i < info_count; i++) {
        infos[i].session_id = (reel_uuid){ { 0 } };
        memset(infos[i].session_ip, 0, sizeof infos[i].session_ip);
        infos[i].client_name = word(nobody);
    }
    for (size_t i = 0; i < roster_count; i++) {
        uint32_t number = number_of(known, roster[i].userid, roster[i].name);
        roster[i].userid = account_of(known, number);
        roster[i].name = shown(change->chunk, known, number);
    }
    for (size_t i = 0; i < player_count; i++)
        if (players[i].common.player) hide_player(change->chunk, known, &players[i].common);
    for (size_t i = 0; i < frame_count; i++)
        frames[i].common.rules_changed_by = cover(change->chunk, known, frames[i].common.rules_changed_by);
    tally_replaced(change, &butter_infos, NULL, info_count, "match, server and recorder replaced");
    tally_replaced(change, &butter_roster, NULL, roster_count, "names and accounts replaced");
    return done(change);
}

const reel_operation reel__butter_anonymise = { .id = REEL_OPERATION_ANONYMISE,
                                                .doc = "replace everything that identifies a player",
                                                .state_size = sizeof(aliases),
                                                .apply = hide_butter };

/* ---- .ecrreplay ------------------------------------------------------------------------------------------------------- */

/* The numbers of the roster are those of the bot, and stay. */
static reel_status hide_ecrreplay(reel_change *change)
{
    aliases *known = next_chunk(change);
    ROWS(change, &ecrreplay_infos, ecrreplay_info, infos, info_count);
    ROWS(change, &ecrreplay_roster, ecrreplay_entry, roster, roster_count);
    ROWS(change, &ecrreplay_players, ecrreplay_player, players, player_count);
    for (size_t i = 0; i < info_count; i++) {
        infos[i].session_id = word("00000000-0000-0000-0000-000000000000");
        infos[i].start_time = reel__hidden_local_date(change->pseudonyms, change->chunk, infos[i].start_time);
    }
    for (size_t i = 0; i < roster_count; i++) {
        const uint32_t number = number_of(known, roster[i].userid, roster[i].name);
        roster[i].userid = account_of(known, number);
        roster[i].name = shown(change->chunk, known, number);
    }
    for (size_t i = 0; i < player_count; i++)
        if (players[i].common.name.size || players[i].common.userid) hide_player(change->chunk, known, &players[i].common);
    reel_change_rows(change->chunk, &ecrreplay_originals)->count = 0;
    tally_replaced(change, &ecrreplay_infos, "session_id", info_count, "replaced");
    tally_replaced(change, &ecrreplay_infos, "start_time", info_count, "replaced");
    tally_replaced(change, &ecrreplay_roster, NULL, roster_count, "names and accounts replaced");
    return done(change);
}

const reel_operation reel__ecrreplay_anonymise = { .id = REEL_OPERATION_ANONYMISE,
                                                   .doc = "replace everything that identifies a player",
                                                   .state_size = sizeof(aliases),
                                                   .apply = hide_ecrreplay };

/* ---- .echoreplay ------------------------------------------------------------------------------------------------------ */

/* Unknown members can contain anything. */
static uint64_t drop_extra(reel_string *extra)
{
    bool some = extra->size != 0;
    *extra = (reel_string){ NULL, 0 };
    return some;
}

static void hide_frame(reel_chunk *chunk, aliases *known, echoreplay_frame *row)
{
    if (row->session_id.size) row->session_id = word("00000000-0000-0000-0000-000000000000");
    if (row->session_ip.size) row->session_ip = word("0.0.0.0");
    row->client_name = cover(chunk, known, row->client_name);
    row->person_scored = cover(chunk, known, row->person_scored);
    row->assist_scored = cover(chunk, known, row->assist_scored);
    row->common.rules_changed_by = cover(chunk, known, row->common.rules_changed_by);
}

static reel_status hide_echoreplay(reel_change *change)
{
    aliases *known = next_chunk(change);
    uint64_t extras = 0, player_extras = 0;
    ROWS(change, &echoreplay_players, echoreplay_player, players, player_count);
    ROWS(change, &echoreplay_frames, echoreplay_frame, frames, frame_count);
    ROWS(change, &echoreplay_infos, echoreplay_info, infos, info_count);
    for (size_t i = 0; i < player_count; i++) {
        hide_stated(change->chunk, known, &players[i]);
        player_extras += drop_extra(&players[i].extra);
    }
    for (size_t i = 0; i < frame_count; i++) {
        hide_frame(change->chunk, known, &frames[i]);
        extras += drop_extra(&frames[i].extra);
    }
    for (size_t i = 0; i < info_count; i++)
        if (infos[i].entry.size) infos[i].entry = word("replay.echoreplay");
    tally_replaced(change, &echoreplay_frames, NULL, frame_count, "match, server and recorder replaced");
    tally_replaced(change, &echoreplay_players, NULL, player_count, "names and accounts replaced");
    tally_replaced(change, &echoreplay_frames, "extra", extras, "dropped: contents unknown");
    tally_replaced(change, &echoreplay_players, "extra", player_extras, "dropped: contents unknown");
    const reel_status status = reel__form_scrub(change);
    if (status < 0) return status;
    reel_change_rows(change->chunk, &echoreplay_pieces)->count = 0;
    reel_change_rows(change->chunk, &echoreplay_deflates)->count = 0;
    return done(change);
}

const reel_operation reel__echoreplay_anonymise = { .id = REEL_OPERATION_ANONYMISE,
                                                    .doc = "replace everything that identifies a player",
                                                    .state_size = sizeof(aliases),
                                                    .apply = hide_echoreplay };
