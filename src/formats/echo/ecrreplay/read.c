/* SPDX-License-Identifier: MIT
 * Reads .ecrreplay: the rows of each frame, as the pickle makes it. */
#include "codec/number.h"
#include "core/chunk.h"
#include "core/kept.h"
#include "core/text.h"
#include "formats/echo/ecrreplay/ecrreplay.h"

#include <float.h>
#include <math.h>

#define FLOAT_END 0x1.ffffffp127 /* from here on a double becomes an infinite float */
static const char header_section[] = "info", frame_section[] = "frames";

/* Rows of a chunk as they are built; a table that nobody wants is NULL. */
typedef struct frame_rows {
    reel_row_list *frames, *teams, *players;
} frame_rows;

static reel_status bad_header(const reel_decoder *d, const char *member)
{
    const ecrreplay_reader *r = d->state;
    return reel_fail(d->error, REEL_CORRUPT, "ecrreplay.header", header_section, r->pickle.opcode, "%s is missing or invalid",
                     member);
}

static reel_status bad_frame(const reel_decoder *d, const char *what)
{
    const ecrreplay_reader *r = d->state;
    return reel_fail(d->error, REEL_CORRUPT, "ecrreplay.frame", frame_section, r->pickle.opcode,
                     "frame %lu: %s is missing or invalid", (unsigned long)r->frame, what);
}

static bool integer_in(const pickle_reader *p, pickle_id id, int64_t low, int64_t high, int64_t *value)
{
    const pickle_node *node = pickle_node_of(p, id);
    if (node->kind != PICKLED_INT || node->as.integer < low || node->as.integer > high) return false;
    *value = node->as.integer;
    return true;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

/* Days from 1970 to the first of a month of the Gregorian calendar: years begin in March, so that the odd day is their last. */
static int64_t days_before(int year, int month)
{
    const int64_t years = month <= 2 ? year - 1 : year, months = month <= 2 ? month + 9 : month - 3;
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 - 719468;
}

/* "2021-08-14 20-51-44" as ms since 1970; 0: it is not one. */
static int64_t moment_of(reel_string text)
{
    static const char form[] = "0000-00-00 00-00-00";
    if (text.size != sizeof form - 1) return 0;
    for (size_t i = 0; i < text.size; i++)
        if (form[i] == '0' ? text.data[i] < '0' || text.data[i] > '9' : text.data[i] != form[i]) return 0;
    const int year = reel__number_digits(text.data, 4), month = reel__number_digits(text.data + 5, 2),
              day = reel__number_digits(text.data + 8, 2), hour = reel__number_digits(text.data + 11, 2),
              minute = reel__number_digits(text.data + 14, 2), second = reel__number_digits(text.data + 17, 2);
    if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return 0;
    return (((days_before(year, month) + day - 1) * 24 + hour) * 60 + minute) * 60000 + (int64_t)second * 1000;
}

/* An account as the recorder writes it: a number in decimal digits. */
static bool account_of(reel_string text, uint64_t *userid)
{
    enum { MOST_DIGITS = 20 };
    char digits[MOST_DIGITS + 1];
    if (!text.size || text.size > MOST_DIGITS || (text.data[0] == '0' && text.size > 1)) return false;
    memcpy(digits, text.data, text.size);
    digits[text.size] = '\0';
    for (size_t i = 0; i < text.size; i++)
        if (digits[i] < '0' || digits[i] > '9') return false;
    const char *end = reel__number_read_u64(digits, userid);
    return end && !*end;
}

static bool read_entry(const reel_decoder *d, ecrreplay_reader *r, pickle_id key, pickle_id value, ecrreplay_entry *entry)
{
    enum { NAME = 1, NUMBER = 2, LEVEL = 4, ID = 8 };
    const pickle_reader *p = &r->pickle;
    const pickle_node *node = pickle_node_of(p, value);
    pickle_walk walk = pickle_walk_of(node);
    unsigned have = 0;
    pickle_id member;
    int64_t number;
    if (node->kind != PICKLED_DICT || !account_of(pickle_text_of(p, key), &entry->userid)) return false;
    while (pickle_step_pair(p, &walk, &key, &value)) {
        member = key;
        if (pickle_text_is(p, member, "name") && pickle_is_text(value)) {
            const reel_string name = pickle_text_of(p, value);
            entry->name = reel__chunk_lasting_string(d->chunk, name.data, name.size);
            have |= NAME;
        } else if (pickle_text_is(p, member, "number") && integer_in(p, value, INT32_MIN, INT32_MAX, &number)) {
            entry->number = (int32_t)number;
            have |= NUMBER;
        } else if (pickle_text_is(p, member, "level") && integer_in(p, value, INT32_MIN, INT32_MAX, &number)) {
            entry->level = (int32_t)number;
            have |= LEVEL;
        } else if (pickle_text_is(p, member, "playerID") && integer_in(p, value, 0, ECRREPLAY_PLAYERS - 1, &number)) {
            entry->player_id = (uint8_t)number;
            have |= ID;
        } else {
            r->unknown++;
        }
    }
    return have == (NAME | NUMBER | LEVEL | ID);
}

static reel_status read_roster(reel_decoder *d, ecrreplay_reader *r, pickle_id players)
{
    const pickle_node *node = pickle_node_of(&r->pickle, players);
    pickle_walk walk = pickle_walk_of(node);
    pickle_id key, value;
    reel_row_list *list = reel_chunk_table(d->chunk, &ecrreplay_roster);
    if (node->kind != PICKLED_DICT) return bad_header(d, "players");
    if (node->count / 2 > ECRREPLAY_PLAYERS)
        return reel_fail(d->error, REEL_LIMIT, "ecrreplay.players", header_section, r->pickle.opcode,
                         "more than %d players are listed", (int)ECRREPLAY_PLAYERS);
    while (pickle_step_pair(&r->pickle, &walk, &key, &value)) {
        ecrreplay_entry entry = { 0 };
        if (!read_entry(d, r, key, value, &entry)) return bad_header(d, "a player");
        if (r->known[entry.player_id]) return bad_header(d, "the number of a player");
        r->known[entry.player_id] = true;
        r->roster[entry.player_id] = entry;
        ecrreplay_entry *row = list ? reel_row_add(list) : NULL;
        if (row) *row = entry;
    }
    return reel_build_status(d->chunk);
}

/* Reads the members before the frames, which are on the stack. */
static reel_status read_header(reel_decoder *d, ecrreplay_reader *r)
{
    static const char *const header_keys[] = { "sessionid", "map_name", "start_time", "framerate", "players" };
    enum { TEXTS = 3, RATE = 3, PLAYERS = 4 };
    const pickle_reader *p = &r->pickle;
    ecrreplay_info info = { 0 };
    reel_string *const texts[TEXTS] = { &info.session_id, &info.map_name, &info.start_time };
    pickle_id players = 0;
    int64_t number = 0;
    unsigned have = 0;
    for (size_t i = 1; i + 1 < p->data; i += 2) {
        const pickle_id key = p->stack[i], value = p->stack[i + 1];
        const reel_string text = pickle_text_of(p, value);
        unsigned which = 0;
        while (which < TEXTS && !pickle_text_is(p, key, header_keys[which])) which++;
        if (which < TEXTS && pickle_is_text(value)) {
            *texts[which] = reel__chunk_lasting_string(d->chunk, text.data, text.size);
            have |= 1u << which;
        } else if (pickle_text_is(p, key, "framerate") && integer_in(p, value, INT32_MIN, INT32_MAX, &number)) {
            info.framerate = (int32_t)number;
            have |= 1u << RATE;
        } else if (pickle_text_is(p, key, "players")) {
            players = value;
            have |= 1u << PLAYERS;
        } else {
            r->unknown++;
        }
    }
    if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
    for (unsigned i = 0; i <= PLAYERS; i++)
        if (!(have >> i & 1)) return bad_header(d, header_keys[i]);
    r->start = moment_of(info.start_time);
    r->rate = info.framerate >= 1 && info.framerate <= ECRREPLAY_RATE_MOST ? (uint32_t)info.framerate : ECRREPLAY_RATE;
    ecrreplay_info *row = reel_row_add(reel_chunk_table(d->chunk, &ecrreplay_infos));
    if (row) *row = info;
    return read_roster(d, r, players);
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

static bool read_vector(const pickle_reader *p, pickle_id id, reel_vec3 *v)
{
    const pickle_node *node = pickle_node_of(p, id);
    float *const into[] = { &v->x, &v->y, &v->z };
    pickle_walk walk = pickle_walk_of(node);
    pickle_id value;
    if (node->kind != PICKLED_LIST || node->count != 3) return false;
    for (size_t i = 0; pickle_step(p, &walk, &value); i++) {
        const pickle_node *number = pickle_node_of(p, value);
        const double component = number->kind == PICKLED_FLOAT ? number->as.number : (double)number->as.integer;
        if (number->kind != PICKLED_FLOAT && number->kind != PICKLED_INT) return false;
        if (!(fabs(component) < FLOAT_END)) return false;
        *into[i] = (float)component;
    }
    return true;
}

/* A position and three directions. */
static bool read_pose(const pickle_reader *p, pickle_id id, reel_vec3 *position, echo_axes *axes)
{
    const pickle_node *node = pickle_node_of(p, id);
    reel_vec3 *const into[] = { position, &axes->forward, &axes->left, &axes->up };
    pickle_walk walk = pickle_walk_of(node);
    pickle_id value;
    if (node->kind != PICKLED_LIST || node->count != 4) return false;
    for (size_t i = 0; pickle_step(p, &walk, &value); i++)
        if (!read_vector(p, value, into[i])) return false;
    return true;
}

/* Reads one member. Returns its bit; 0: it is not known or not valid. */
static unsigned read_member(const pickle_reader *p, pickle_id key, pickle_id value, ecrreplay_player *row)
{
    const reel_string name = pickle_text_of(p, key);
    int64_t number;
    if (pickle_text_is(p, key, "id") && integer_in(p, value, 0, ECRREPLAY_PLAYERS - 1, &number)) {
        row->common.player_id = (uint8_t)number;
        return 1;
    }
    if (name.size != 1) return 0;
    echo_player *common = &row->common;
    switch (name.data[0]) {
    case 'r': return read_pose(p, value, &common->right_hand, &row->right_hand_axes) ? 2 : 0;
    case 'l': return read_pose(p, value, &common->left_hand, &row->left_hand_axes) ? 4 : 0;
    case 'h': return read_pose(p, value, &common->head, &row->head_axes) ? 8 : 0;
    case 'b': return read_pose(p, value, &common->body, &row->body_axes) ? 16 : 0;
    case 'v': return read_vector(p, value, &common->velocity) ? 32 : 0;
    case 'p':
        if (!integer_in(p, value, INT32_MIN, INT32_MAX, &number)) return 0;
        common->ping = (int32_t)number;
        row->keys |= ECRREPLAY_HAS_PING;
        return 64;
    default: return 0;
    }
}

static bool is_known(const pickle_reader *p, pickle_id key)
{
    const reel_string name = pickle_text_of(p, key);
    return pickle_text_is(p, key, "id") || (name.size == 1 && name.data[0] && memchr("rlhbvp", name.data[0], 6));
}

static bool read_player(ecrreplay_reader *r, pickle_id id, ecrreplay_player *row)
{
    enum { NEEDED = 63 };
    const pickle_reader *p = &r->pickle;
    const pickle_node *node = pickle_node_of(p, id);
    pickle_walk walk = pickle_walk_of(node);
    pickle_id key, value;
    unsigned have = 0;
    if (node->kind != PICKLED_DICT) return false;
    while (pickle_step_pair(p, &walk, &key, &value)) {
        const unsigned bit = read_member(p, key, value, row);
        if (!bit && is_known(p, key)) return false;
        r->unknown += !bit;
        have |= bit;
    }
    if ((have & NEEDED) != NEEDED) return false;
    const uint8_t number = row->common.player_id;
    r->strangers += !r->known[number];
    r->has_ping |= row->keys & ECRREPLAY_HAS_PING;
    row->common.userid = r->roster[number].userid;
    row->common.name = r->roster[number].name;
    return true;
}

/* Adds the rows of a team. Returns what is wrong with it, or NULL. */
static const char *read_team(ecrreplay_reader *r, const frame_rows *rows, pickle_id id, uint8_t team)
{
    const pickle_node *node = pickle_node_of(&r->pickle, id);
    pickle_walk walk = pickle_walk_of(node);
    pickle_id value;
    if (node->kind != PICKLED_LIST || node->count >= ECRREPLAY_PLAYERS) return "a team";
    echo_team *row = rows->teams ? reel_row_add(rows->teams) : NULL;
    if (row) {
        row->frame = r->frame;
        row->team = team;
        row->players = (uint8_t)node->count;
    }
    for (uint8_t slot = 0; pickle_step(&r->pickle, &walk, &value); slot++) {
        ecrreplay_player player = { .common = { .frame = r->frame, .team = team, .slot = slot } };
        if (!read_player(r, value, &player)) return "a player";
        ecrreplay_player *into = rows->players ? reel_row_add(rows->players) : NULL;
        if (into) *into = player;
    }
    return NULL;
}

/* Adds the rows of a frame. Returns what is wrong with it, or NULL. */
static const char *read_teams(ecrreplay_reader *r, const frame_rows *rows, pickle_id frame)
{
    const pickle_reader *p = &r->pickle;
    const pickle_node *node = pickle_node_of(p, frame), *teams = NULL;
    pickle_walk walk = pickle_walk_of(node);
    pickle_id key, value;
    if (node->kind != PICKLED_DICT) return "what it is";
    while (pickle_step_pair(p, &walk, &key, &value)) {
        if (pickle_text_is(p, key, "teams"))
            teams = pickle_node_of(p, value);
        else
            r->unknown++;
    }
    if (!teams || teams->kind != PICKLED_LIST || teams->count > ECRREPLAY_TEAMS) return "the list of teams";
    echo_frame *row = rows->frames ? reel_row_add(rows->frames) : NULL;
    if (row) row->frame = r->frame;
    walk = pickle_walk_of(teams);
    const char *fault = NULL;
    for (uint8_t team = 0; !fault && pickle_step(p, &walk, &value); team++) fault = read_team(r, rows, value, team);
    return fault;
}

static reel_status read_frame(reel_decoder *d, ecrreplay_reader *r, const frame_rows *rows)
{
    reel_row_list *const lists[] = { rows->frames, rows->teams, rows->players };
    enum { LISTS = sizeof lists / sizeof *lists };
    size_t before[LISTS];
    uint64_t bytes = 0;
    for (size_t i = 0; i < LISTS; i++) before[i] = lists[i] ? lists[i]->count : 0;
    const pickle_id frame = r->pickle.stack[r->pickle.stack_count - 1];
    const char *fault = read_teams(r, rows, frame);
    if (reel_build_status(d->chunk) < 0) return reel_build_status(d->chunk);
    for (size_t i = 0; i < LISTS; i++)
        if (lists[i]) bytes += (uint64_t)(lists[i]->count - before[i]) * lists[i]->table->row_size;
    const bool fits = allowance_take(&r->allowance, d, bytes);
    for (size_t i = 0; i < LISTS && (fault || !fits); i++)
        if (lists[i]) lists[i]->count = before[i];
    if (fault) return bad_frame(d, fault);
    if (!fits)
        return reel_fail(d->error, REEL_LIMIT, "ecrreplay.rows", frame_section, r->pickle.opcode,
                         "the rows exceed the memory limit for a file of this size");
    r->frame++;
    return REEL_OK;
}

/* ---- the end ---------------------------------------------------------------------------------------------------- */

/* Reads the members behind the frames. */
static void read_ending(const reel_decoder *d, ecrreplay_reader *r)
{
    const pickle_reader *p = &r->pickle;
    const pickle_node *root = pickle_node_of(p, p->stack[0]);
    pickle_walk walk = pickle_walk_of(root);
    pickle_id key, value;
    ecrreplay_ending ending = { 0 };
    bool behind = false;
    while (pickle_step_pair(p, &walk, &key, &value)) {
        const pickle_node *node = pickle_node_of(p, value);
        const bool is_version =
            pickle_text_is(p, key, "version") && node->kind == PICKLED_FLOAT && fabs(node->as.number) <= DBL_MAX;
        if (behind && is_version) {
            ending.version = node->as.number;
            ending.has_version = 1;
        }
        r->unknown += behind && !is_version;
        behind |= pickle_text_is(p, key, "data");
    }
    if (ending.has_version || r->has_ping) r->rate = ECRREPLAY_RATE_11;
    ending.rate = r->rate;
    reel_row_list *list = reel_chunk_table(d->chunk, &ecrreplay_endings);
    ecrreplay_ending *row = list ? reel_row_add(list) : NULL;
    if (row) *row = ending;
}

/* Sets the times, now that the rate is known. Should the end of the file be missing, pings tell version 1.1. */
static void set_times(ecrreplay_reader *r, const frame_rows *rows)
{
    ecrreplay_player *players = rows->players ? (ecrreplay_player *)(void *)rows->players->data : NULL;
    echo_team *teams = rows->teams ? (echo_team *)(void *)rows->teams->data : NULL;
    echo_frame *frames = rows->frames ? (echo_frame *)(void *)rows->frames->data : NULL;
    if (r->has_ping) r->rate = ECRREPLAY_RATE_11;
    const double rate = r->rate;
    for (size_t i = 0; players && i < rows->players->count; i++) players[i].common.time = players[i].common.frame / rate;
    for (size_t i = 0; teams && i < rows->teams->count; i++) teams[i].time = teams[i].frame / rate;
    for (size_t i = 0; frames && i < rows->frames->count; i++) {
        frames[i].time = frames[i].frame / rate;
        if (r->start) frames[i].recorded = r->start + (int64_t)frames[i].frame * 1000 / (int64_t)r->rate;
    }
}

static void report(const reel_decoder *d, const char *rule, reel_severity severity, const char *section, uint64_t count,
                   const char *message)
{
    if (!count) return;
    reel_find(&d->reporter,
              (reel_finding){ .rule = rule, .severity = severity, .section = section, .offset = REEL_NO_OFFSET, .count = count },
              message, (unsigned long long)count);
}

static void report_all(const reel_decoder *d, const ecrreplay_reader *r)
{
    report(d, "ecrreplay.stranger", REEL_WARNING, frame_section, r->strangers,
           "%llu {row of a player has|rows of players have} a number that the roster does not have");
    report(d, "ecrreplay.unknown", REEL_NOTE, frame_section, r->unknown,
           "%llu {member has|members have} no known meaning; a file that is changed loses {it|them}");
    if (!r->start)
        reel_find(
            &d->reporter,
            (reel_finding){
                .rule = "ecrreplay.start-time", .severity = REEL_WARNING, .section = header_section, .offset = REEL_NO_OFFSET },
            "start_time is not a date: when the frames were recorded is unknown");
}

static void store_original(const reel_decoder *d, const ecrreplay_reader *r, const uint8_t *file, size_t size)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &ecrreplay_originals);
    ecrreplay_original *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->bytes = reel_chunk_bytes(d->chunk, file, size);
    row->unknown = r->unknown < UINT32_MAX ? (uint32_t)r->unknown : UINT32_MAX;
    if (reel__kept_is_whole(d->chunk, reel__ecrreplay_tables))
        row->rows = reel__kept_sum(d->chunk, reel__ecrreplay_tables, NULL, row->bytes);
}

/* The last opcode was run: what follows is looked at, and the checksum of the stream. */
static reel_status read_rest(const reel_decoder *d, ecrreplay_reader *r)
{
    pickle_reader *p = &r->pickle;
    uint64_t more = p->raw.size - p->at;
    reel_status status = REEL_OK;
    while (status == REEL_OK) {
        p->raw.size = p->at = 0;
        status = reel__bzip2_block(&p->packed, &p->raw, d->error);
        if (status == REEL_OK) more += p->raw.size;
    }
    if (status < 0) return status;
    report(d, "ecrreplay.after-end", REEL_WARNING, "pickle", more, "%llu {byte follows|bytes follow} the pickle");
    report(d, "ecrreplay.trailing", REEL_WARNING, "bzip2", p->packed.size - p->packed.used,
           "%llu {byte follows|bytes follow} the compressed data");
    return REEL_OK;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

reel_status reel__ecrreplay_open(reel_decoder *d)
{
    ecrreplay_reader *r = d->state;
    pickle_reader *p = &r->pickle;
    pickle_event event = PICKLE_AT_END;
    reel_status filled = reel_fill(d, SIZE_MAX);
    if (filled < 0) return filled;
    p->allocator = d->allocator;
    p->budget = d->budget;
    p->error = d->error;
    p->packed.data = d->in.at;
    p->packed.size = reel_left(&d->in);
    if (!reel__bzip2_begins(d->in.at, p->packed.size)) {
        if (filled == REEL_AGAIN && p->packed.size < BZIP2_HEAD) return REEL_AGAIN;
        return reel_fail(d->error, REEL_CORRUPT, "ecrreplay.magic", "bzip2", 0, "the file is not a bzip2 stream");
    }
    reel_status status = reel__pickle_run(p, &event);
    if (status == REEL_TRUNCATED && filled == REEL_AGAIN) return REEL_AGAIN;
    if (status < 0) return status;
    if (event != PICKLE_AT_DATA) return bad_header(d, "the list of frames");
    return read_header(d, r);
}

reel_status reel__ecrreplay_next(reel_decoder *d)
{
    ecrreplay_reader *r = d->state;
    if (r->done) return REEL_END;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    const frame_rows rows = { reel_chunk_table(d->chunk, &ecrreplay_frames), reel_chunk_table(d->chunk, &ecrreplay_teams),
                              reel_chunk_table(d->chunk, &ecrreplay_players) };
    pickle_event event = PICKLE_AT_FRAME;
    r->done = true;
    r->pickle.error = d->error;
    r->pickle.packed.data = d->in.at;
    r->pickle.packed.size = reel_left(&d->in);
    status = reel__pickle_run(&r->pickle, &event);
    while (status >= 0 && event == PICKLE_AT_FRAME) {
        status = read_frame(d, r, &rows);
        if (status >= 0) status = reel__pickle_run(&r->pickle, &event);
    }
    if (status >= 0) read_ending(d, r);
    set_times(r, &rows);
    if (status >= 0) status = read_rest(d, r);
    if (status == REEL_MEMORY || status == REEL_CANCELLED) return status;
    report_all(d, r);
    if (status < 0) return status;
    const size_t size = reel_left(&d->in);
    store_original(d, r, reel_take(&d->in, size), size);
    return reel_build_status(d->chunk);
}

void reel__ecrreplay_close(reel_decoder *d)
{
    ecrreplay_reader *r = d->state;
    if (r->pickle.allocator.free) reel__pickle_close(&r->pickle);
}

/* The input, whose buffer doubles, and the copy of it; rows, which are limited by the size of the file, in lists that double; a block of the
 * packer and what it unpacks to, in a buffer that doubles; values of a frame and texts, whose number is limited, in lists that double; names. */
uint64_t reel__ecrreplay_memory_bound(uint64_t size, const reel_limits *limits)
{
    enum { OWN = 96 << 20 };
    const uint64_t unpacked = reel_unpacked_most(limits, size), most = allowance_most(limits, size);
    uint64_t rows = unpacked < UINT64_MAX / 600 ? 600 * unpacked : UINT64_MAX;
    if (rows > 2 * most) rows = 2 * most;
    return (uint64_t)OWN + rows + 6 * size + (unpacked < UINT64_MAX / 24 ? 24 * unpacked : UINT64_MAX / 2);
}
