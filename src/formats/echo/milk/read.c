/* SPDX-License-Identifier: MIT
 * Reads .milk: the header, then records of a fixed size, a slice at a time. */
#include "core/chunk.h"
#include "core/memory.h"
#include "formats/echo/common/wire.h"
#include "formats/echo/milk/milk.h"

enum { TALLY_MAGIC = 0xfdfe, FRAME_MAGIC = 0xfefd }; /* FE FD and FD FE */
enum {
    MOST_HEADER = 65536,
    LONGEST_NAME = 1023,
    FIRST_FILL = 4096,
    SLICE = 256,     /* records */
    USUAL_RATE = 45, /* of the only public file */
    MOST_RATE = 240,
    MASK_PLAYERS = 4, /* players of a team that the masks have bits for */
    KNOWN_STATES = 9,
    PLAYER_BYTES = 42, /* of a player in a frame */
    CLOCK_STEPS = 10   /* fewest steps that give a rate */
};

static const char head_section[] = "header", frame_section[] = "frames";

static size_t frame_size(const milk_reader *r) { return 12 + 42 * (size_t)r->players; }
static size_t tally_size(const milk_reader *r) { return 6 + MILK_STATS_BYTES * (2 + (size_t)r->players); }
static size_t longest(const milk_reader *r) { return frame_size(r) > tally_size(r) ? frame_size(r) : tally_size(r); }

static void report_count(const reel_decoder *d, const char *rule, const char *section, uint64_t count, const char *message)
{
    if (count == 0) return;
    reel_find(
        &d->reporter,
        (reel_finding){ .rule = rule, .severity = REEL_WARNING, .section = section, .offset = REEL_NO_OFFSET, .count = count },
        message, (unsigned long long)count);
}

/* ---- what it is ------------------------------------------------------------------------------------------------- */

/* Detects version 2, a different format of the same name: the version byte, the recorder's name and the match id, each
 * ending with NUL. */
static int version_2_bits(const uint8_t *head, size_t size)
{
    enum { ID = 36, ID_BITS = 4 * 8 + 32 * 4 };
    size_t at = 1;
    if (size < 1 || head[0] != 2) return 0;
    while (at < size && head[at] >= 0x20 && head[at] != 0x7f) at++;
    if (size - at < ID + 2 || head[at] || head[at + 1 + ID]) return 0;
    const uint8_t *id = head + at + 1;
    for (size_t i = 0; i < ID; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        bool hex = (id[i] >= '0' && id[i] <= '9') || ((id[i] | 0x20) >= 'a' && (id[i] | 0x20) <= 'f');
        if (dash ? id[i] != '-' : !hex) return 0;
    }
    return 8 + ID_BITS;
}

/* Size of the JSON object at the start of a text; nothing else tells it. 0 if it does not end here. */
static size_t object_size(const uint8_t *text, size_t size)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (quoted) {
            if (text[i] == '\\')
                i++;
            else if (text[i] == '"')
                quoted = false;
        } else if (text[i] == '"') {
            quoted = true;
        } else if (text[i] == '{' || text[i] == '[') {
            depth++;
        } else if ((text[i] == '}' || text[i] == ']') && --depth == 0) {
            return i + 1;
        }
    }
    return 0;
}

/* The program wrote the flags as a character of UTF-8: 128 and more, a private match, have two bytes. As one byte, 194 and 195 have bits
 * that no flag has. Bytes of the flags, 0 if they are not all there; `*flags` are their value. */
static size_t flags_at(const uint8_t *at, size_t left, uint8_t *flags)
{
    const bool two = left && (at[0] & 0xfe) == 0xc2;
    if (left < 1u + two) return 0;
    *flags = two ? (uint8_t)(at[0] << 6 | (at[1] & 0x3f)) : at[0];
    return 1u + two;
}

/* Bits that match after the header: flags and the magic of a record. -1 if it is not a .milk, such as a JSON file. */
static int after_bits(const uint8_t *at, size_t left)
{
    const uint8_t known = MILK_PRIVATE | MILK_NOT_ARENA | MILK_TOURNAMENT;
    uint8_t flags = 0;
    const size_t size = flags_at(at, left, &flags);
    if (left == 0) return -1;
    if (left < size + 2) return flags & ~known ? -1 : 8;
    unsigned magic = reel_load_u16le(at + size);
    return magic == TALLY_MAGIC || magic == FRAME_MAGIC ? 16 : -1;
}

/* How many of the bytes are as expected. */
static size_t equal_bytes(const uint8_t *at, const char *expected, size_t size)
{
    size_t equal = 0;
    for (size_t i = 0; i < size; i++) equal += at[i] == (uint8_t)expected[i];
    return equal;
}

/* The only program that wrote the format put `author` first, then `players`, without spaces. The second may be damaged in up to two bytes:
 * other JSON also begins with an author. */
int reel__milk_sniff(const uint8_t *head, size_t size)
{
    static const char first[] = "{\"author\":\"", second[] = ",\"players\":[[";
    size_t at = sizeof first - 1, rest = sizeof second - 1;
    if (size < at || memcmp(head, first, at) != 0) return version_2_bits(head, size);
    while (at < size && head[at] != '"') at += head[at] == '\\' ? 2 : 1;
    if (at++ >= size) return 8 * (int)(sizeof first - 1);
    if (size - at < rest) rest = size - at;
    size_t equal = equal_bytes(head + at, second, rest), damage = rest < sizeof second - 1 ? 0 : 2;
    if (equal + damage < rest) return 0;
    size_t object = object_size(head, size);
    if (equal < rest) return object == size ? 0 : 8 * (int)(sizeof first - 1 + equal); /* nothing follows: other JSON */
    int after = object ? after_bits(head + object, size - object) : 0;
    return after < 0 ? 0 : 8 * (int)(sizeof first - 1 + rest) + after;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

/* REEL_AGAIN: a growing file does not have all of it yet. */
static reel_status find_object(reel_decoder *d, size_t *size)
{
    for (size_t want = FIRST_FILL;; want *= 2) {
        reel_status status = reel_fill(d, want);
        if (status < 0) return status;
        size_t left = reel_left(&d->in);
        if (version_2_bits(d->in.at, left))
            return reel_fail(d->error, REEL_UNSUPPORTED, "milk.version", head_section, 0,
                             "version 2 is a different format of the same name and is not supported");
        if (left && d->in.at[0] != '{')
            return reel_fail(d->error, REEL_CORRUPT, "milk.header", head_section, 0, "the file does not start with JSON");
        *size = object_size(d->in.at, left < MOST_HEADER ? left : MOST_HEADER);
        if (*size) return REEL_OK;
        if (left >= MOST_HEADER)
            return reel_fail(d->error, REEL_CORRUPT, "milk.header-size", head_section, MOST_HEADER,
                             "the header's JSON is longer than %d bytes", (int)MOST_HEADER);
        if (status == REEL_AGAIN) return REEL_AGAIN;
        if (status != REEL_OK)
            return reel_fail(d->error, REEL_TRUNCATED, "milk.truncated", head_section, d->in.end_offset,
                             "the file ends inside the header");
    }
}

/* Members of the header with a list for each team. */
typedef struct header_parts {
    const json_value *author, *players[2], *numbers[2];
} header_parts;

static bool read_pair(const json_value *list, const json_value *pair[2])
{
    doc_steps steps = reel__doc_begin(list);
    reel_string key;
    if (steps.object || steps.left != 2) return false;
    for (size_t i = 0; i < 2; i++)
        if (!reel__doc_step(&steps, &key, &pair[i]) || reel__doc_type(pair[i]) != JSON_IS_LIST) return false;
    return true;
}

static bool is_key(reel_string key, const char *name)
{
    return key.size == strlen(name) && memcmp(key.data, name, key.size) == 0;
}

static bool read_parts(const json_value *root, header_parts *parts)
{
    reel_string key;
    const json_value *value;
    bool players = false;
    doc_steps steps = reel__doc_begin(root);
    while (reel__doc_step(&steps, &key, &value)) {
        if (is_key(key, "author")) parts->author = value;
        if (is_key(key, "players")) players = read_pair(value, parts->players);
        if (is_key(key, "numbers") && !read_pair(value, parts->numbers)) parts->numbers[0] = parts->numbers[1] = NULL;
    }
    return players;
}

static void copy_name(reel_decoder *d, milk_entry *entry, reel_string name)
{
    entry->name = reel__chunk_lasting_string(d->chunk, name.data, name.size);
}

/* Returns how many values are missing or invalid. */
static uint64_t read_team(reel_decoder *d, milk_reader *r, uint8_t team, const json_value *players, const json_value *numbers)
{
    doc_steps names = reel__doc_begin(players), shirts = numbers ? reel__doc_begin(numbers) : (doc_steps){ 0 };
    const json_value *name, *number;
    reel_string key;
    uint64_t bad = 0;
    for (uint8_t slot = 0; reel__doc_step(&names, &key, &name); slot++) {
        milk_entry *entry = &r->roster[r->players++];
        *entry = (milk_entry){ .player = (uint8_t)r->players, .team = team, .slot = slot };
        copy_name(d, entry, reel__doc_string(name));
        bool known = reel__doc_step(&shirts, &key, &number) && reel__doc_type(number) == JSON_IS_INTEGER &&
                     reel__doc_whole(number) >= 0 && reel__doc_whole(number) <= UINT16_MAX;
        if (known) entry->number = (uint16_t)reel__doc_whole(number);
        bad += !known;
        bad += reel__doc_type(name) != JSON_IS_TEXT;
    }
    return bad;
}

static void add_header(reel_decoder *d, const milk_reader *r, reel_string author)
{
    milk_info *info = reel_row_add(reel_chunk_table(d->chunk, &milk_infos));
    if (!info) return;
    *info = r->info;
    info->author = reel_chunk_string(d->chunk, author.data, author.size);
    for (unsigned i = 0; i < r->players; i++) {
        milk_entry *entry = reel_row_add(reel_chunk_table(d->chunk, &milk_roster));
        if (!entry) return;
        *entry = r->roster[i];
    }
}

/* Each row of a player has the name, so its length is limited. */
static bool has_long_name(const json_value *players)
{
    doc_steps names = reel__doc_begin(players);
    const json_value *name;
    reel_string key;
    while (reel__doc_step(&names, &key, &name))
        if (reel__doc_string(name).size > LONGEST_NAME) return true;
    return false;
}

static reel_status read_roster(reel_decoder *d, milk_reader *r, const header_parts *parts)
{
    size_t blue = reel__doc_begin(parts->players[0]).left, orange = reel__doc_begin(parts->players[1]).left;
    if (blue > MILK_PLAYERS || orange > MILK_PLAYERS - blue)
        return reel_fail(d->error, REEL_LIMIT, "milk.players", head_section, 0, "too many players: the limit is %d",
                         (int)MILK_PLAYERS);
    r->roster = reel__memory_new(&d->allocator, (blue + orange + 1) * sizeof *r->roster);
    if (!r->roster) return reel__memory_fail(d->error);
    if (has_long_name(parts->players[0]) || has_long_name(parts->players[1]))
        return reel_fail(d->error, REEL_LIMIT, "milk.name-length", head_section, 0, "a player's name is longer than %d bytes",
                         (int)LONGEST_NAME);
    uint64_t bad = read_team(d, r, ECHO_BLUE, parts->players[0], parts->numbers[0]);
    bad += read_team(d, r, ECHO_ORANGE, parts->players[1], parts->numbers[1]);
    r->info.blue_players = (uint8_t)blue;
    r->info.orange_players = (uint8_t)orange;
    report_count(d, "milk.header-values", head_section, bad,
                 "%llu {player name or number is|player names or numbers are} missing or invalid");
    uint64_t wide = (uint64_t)(blue > MASK_PLAYERS) + (orange > MASK_PLAYERS);
    report_count(d, "milk.masks", head_section, wide,
                 "%llu {team has|teams have} more than four players: possession, blocking and stuns are stored for four only");
    return REEL_OK;
}

/* ---- records ---------------------------------------------------------------------------------------------------- */

typedef enum slice_end { SLICE_FULL, SLICE_SHORT, SLICE_MAGIC } slice_end;

/* Consecutive records. */
typedef struct milk_slice {
    size_t frames, tallies, size;
    slice_end end;
} milk_slice;

/* Size of the record that starts at `at`; 0 if none does. */
static size_t record_size(const milk_reader *r, const uint8_t *at)
{
    unsigned magic = reel_load_u16le(at);
    return magic == TALLY_MAGIC ? tally_size(r) : magic == FRAME_MAGIC ? frame_size(r) : 0;
}

/* Measures up to `most` complete records; with `one_second` only up to the second tally. */
static milk_slice measure(const milk_reader *r, const uint8_t *data, size_t size, size_t most, bool one_second)
{
    milk_slice s = { .end = SLICE_FULL };
    while (s.frames + s.tallies < most) {
        const uint8_t *at = data + s.size;
        size_t left = size - s.size, record = left < 2 ? 0 : record_size(r, at);
        if (left >= 2 && !record) s.end = SLICE_MAGIC;
        if (left < 2 || left < record) s.end = SLICE_SHORT;
        if (s.end != SLICE_FULL) break;
        bool tally = reel_load_u16le(at) == TALLY_MAGIC;
        if (one_second && tally && s.tallies) break;
        s.tallies += tally;
        s.frames += !tally;
        s.size += record;
    }
    return s;
}

/* A tally is written once a second, so the number of frames between two tallies is the frame rate. */
static reel_status find_rate(reel_decoder *d, milk_reader *r)
{
    r->info.rate = USUAL_RATE;
    reel_status status = REEL_OK;
    for (size_t records = 32; records <= 2 * MOST_RATE && status == REEL_OK; records *= 2) {
        status = reel_fill(d, records * longest(r));
        if (status < 0) return status;
        milk_slice s = measure(r, d->in.at, reel_left(&d->in), records, true);
        if (s.end != SLICE_FULL || s.tallies != 1 || s.frames == 0) return REEL_OK;
        if (s.frames + s.tallies == records) continue;
        r->rate_known = s.frames <= MOST_RATE && reel_load_u16le(d->in.at) == TALLY_MAGIC;
        if (r->rate_known) r->info.rate = (uint32_t)s.frames;
        return REEL_OK;
    }
    return REEL_OK;
}

reel_status reel__milk_open(reel_decoder *d)
{
    milk_reader *r = d->state;
    size_t size = 0, bad_at;
    r->pool.allocator = d->allocator;
    reel_status status = find_object(d, &size);
    if (status != REEL_OK) return status;
    const json_value *root = reel__json_doc_read(&r->pool, d->in.at, size, &status, &bad_at);
    header_parts parts = { .author = NULL };
    if (status == REEL_MEMORY) return reel__memory_fail(d->error);
    if (!root) return reel_fail(d->error, REEL_CORRUPT, "milk.header", head_section, bad_at, "the header is not valid JSON");
    if (!read_parts(root, &parts))
        return reel_fail(d->error, REEL_CORRUPT, "milk.header", head_section, 0,
                         "the header does not list the players of two teams");
    status = read_roster(d, r, &parts);
    if (status < 0) return status;
    reel_string author = parts.author ? reel__doc_string(parts.author) : (reel_string){ NULL, 0 };
    reel_take(&d->in, size);
    status = reel_fill(d, 2);
    if (status < 0) return status;
    size = flags_at(d->in.at, reel_left(&d->in), &r->info.flags);
    if (size == 0 && status == REEL_AGAIN) return REEL_AGAIN;
    if (size == 0)
        return reel_fail(d->error, REEL_TRUNCATED, "milk.truncated", head_section, d->in.end_offset,
                         "the file ends inside the header");
    reel_take(&d->in, size);
    status = find_rate(d, r);
    if (status < 0) return status;
    add_header(d, r, author);
    reel__json_pool_free(&r->pool);
    return REEL_OK;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* Where the rows of a slice go. NULL: not wanted. */
typedef struct slice_rows {
    milk_frame *frames;
    echo_team *teams;
    milk_player *players;
    milk_stats *stats;
} slice_rows;

static float half_at(milk_reader *r, const uint8_t *at)
{
    uint16_t half = reel_load_u16le(at);
    r->not_finite += (half & 0x7c00) == 0x7c00;
    return wire_half(half);
}

static const uint8_t *read_vec(milk_reader *r, const uint8_t *at, reel_vec3 *v)
{
    *v = (reel_vec3){ half_at(r, at), half_at(r, at + 2), half_at(r, at + 4) };
    return at + 6;
}

static double time_of(const milk_reader *r) { return (double)r->frame / r->info.rate; }

/* Sums steps of the clock while it runs. The first step may be less than a second and is not used. */
static void watch_clock(milk_clock *c, float clock)
{
    double step = c->known ? (double)c->last - (double)clock : 0;
    bool ran = step > 0 && step < CLOCK_STEPS;
    if (ran && c->runs) {
        c->steps++;
        c->seconds += step;
    }
    c->runs = ran;
    c->known = true;
    c->last = clock;
}

/* Statistics of the blue team and of its players, then of the orange team and of its players. */
static void read_tally(milk_reader *r, const uint8_t *at, uint64_t offset, slice_rows *rows)
{
    r->points[ECHO_BLUE] = at[2];
    r->points[ECHO_ORANGE] = at[3];
    r->clock = half_at(r, at + 4);
    watch_clock(&r->clocks, r->clock);
    at += 6;
    offset += 6;
    for (unsigned i = 0; rows->stats && i < 2 + r->players; i++) {
        const bool blue = i <= r->info.blue_players, sum = i == 0 || i == 1u + r->info.blue_players;
        const milk_entry *entry = sum ? NULL : &r->roster[i - (blue ? 1 : 2)];
        milk_stats *stats = rows->stats++;
        *stats = (milk_stats){ .time = time_of(r),
                               .offset = offset + MILK_STATS_BYTES * i,
                               .frame = r->frame,
                               .tally = r->tallies,
                               .team = blue ? ECHO_BLUE : ECHO_ORANGE,
                               .player = entry ? entry->player : 0 };
        memcpy(stats->bytes, at + MILK_STATS_BYTES * i, MILK_STATS_BYTES);
    }
    r->tallies++;
}

/* A player's bit in a mask: most significant bit first, four bits for each team. */
static uint8_t flag_of(uint8_t mask, const milk_entry *entry)
{
    return (uint8_t)(entry->slot < MASK_PLAYERS ? mask >> (7 - MASK_PLAYERS * entry->team - entry->slot) & 1 : 0);
}

static uint64_t strays_of(const milk_reader *r, const uint8_t *masks)
{
    unsigned blue = r->info.blue_players < MASK_PLAYERS ? r->info.blue_players : MASK_PLAYERS;
    unsigned orange = r->info.orange_players < MASK_PLAYERS ? r->info.orange_players : MASK_PLAYERS;
    unsigned there = (0xf0u << (MASK_PLAYERS - blue) & 0xf0u) | (0x0fu << (MASK_PLAYERS - orange) & 0x0fu);
    return ((masks[0] | masks[1] | masks[2]) & ~there) != 0;
}

static void add_frame(milk_reader *r, const uint8_t *at, milk_frame *row)
{
    *row = (milk_frame){ .common = { .time = time_of(r),
                                     .frame = r->frame,
                                     .game_clock = r->clock,
                                     .blue_points = r->points[ECHO_BLUE],
                                     .orange_points = r->points[ECHO_ORANGE],
                                     .has = r->tallies ? ECHO_HAS_POINTS | ECHO_HAS_DISC : ECHO_HAS_DISC,
                                     .paused_team = ECHO_NO_TEAM,
                                     .unpaused_team = ECHO_NO_TEAM },
                         .tally = r->tallies ? r->tallies - 1 : 0 };
    at = read_vec(r, at, &row->common.disc_position);
    row->state = *at;
    row->common.status = *at < KNOWN_STATES ? (uint8_t)(*at + ECHO_PRE_MATCH) : ECHO_STATUS_UNKNOWN;
}

static void add_teams(const milk_reader *r, const uint8_t *masks, echo_team *rows)
{
    const uint8_t players[2] = { r->info.blue_players, r->info.orange_players };
    for (uint8_t t = 0; t < 2; t++)
        rows[t] = (echo_team){ .time = time_of(r), .frame = r->frame, .team = t, .players = players[t] };
    for (unsigned i = 0; i < r->players; i++) rows[r->roster[i].team].possession |= flag_of(masks[0], &r->roster[i]);
}

static void add_players(milk_reader *r, const uint8_t *at, const uint8_t *masks, slice_rows *rows)
{
    for (unsigned i = 0; i < r->players; i++) {
        const milk_entry *entry = &r->roster[i];
        milk_player *row = rows->players++;
        *row = (milk_player){ .common = { .time = time_of(r),
                                          .frame = r->frame,
                                          .name = entry->name,
                                          .number = entry->number,
                                          .team = entry->team,
                                          .slot = entry->slot,
                                          .player = entry->player,
                                          .possession = flag_of(masks[0], entry),
                                          .blocking = flag_of(masks[1], entry),
                                          .stunned = flag_of(masks[2], entry) } };
        at = read_vec(r, at, &row->common.head);
        at = read_vec(r, at, &row->common.right_hand);
        at = read_vec(r, at, &row->common.left_hand);
        at = read_vec(r, at, &row->axes.left);
        at = read_vec(r, at, &row->axes.up);
        at = read_vec(r, at, &row->axes.forward);
        at = read_vec(r, at, &row->common.velocity);
        row->common.body = row->common.head;
    }
}

static void read_frame(milk_reader *r, const uint8_t *at, slice_rows *rows)
{
    milk_frame frame;
    const uint8_t *players = at + 9, *masks = players + 42 * (size_t)r->players;
    add_frame(r, at + 2, &frame);
    r->untallied += r->tallies == 0;
    r->bad_states += frame.state >= KNOWN_STATES;
    r->stray_bits += strays_of(r, masks);
    if (rows->frames) *rows->frames++ = frame;
    if (rows->teams) {
        add_teams(r, masks, rows->teams);
        rows->teams += 2;
    }
    if (rows->players) add_players(r, players, masks, rows);
    r->frame++;
}

static reel_status add_slice(reel_decoder *d, milk_reader *r, const milk_slice *s)
{
    if (s->frames > UINT32_MAX - r->frame || s->tallies > UINT32_MAX - r->tallies)
        return reel_fail(d->error, REEL_LIMIT, "milk.frames", frame_section, reel_offset(&d->in), "too many frames to number");
    uint64_t bytes = (uint64_t)s->frames * (sizeof(milk_frame) + 2 * sizeof(echo_team) + r->players * sizeof(milk_player)) +
                     (uint64_t)s->tallies * (2 + r->players) * sizeof(milk_stats);
    if (!allowance_take(&r->rows, d, bytes))
        return reel_fail(d->error, REEL_LIMIT, "milk.rows", frame_section, reel_offset(&d->in),
                         "the rows exceed the memory limit for a file of this size");
    row_request requests[] = { { &milk_frames, s->frames, NULL },
                               { &milk_teams, 2 * s->frames, NULL },
                               { &milk_players, r->players * s->frames, NULL },
                               { &milk_statistics, (2 + r->players) * s->tallies, NULL } };
    if (!reel__chunk_grow_tables(d->chunk, requests, sizeof requests / sizeof *requests)) return reel_build_status(d->chunk);
    slice_rows rows = { requests[0].rows, requests[1].rows, requests[2].rows, requests[3].rows };
    for (size_t i = 0; i < s->frames + s->tallies; i++) {
        uint64_t offset = reel_offset(&d->in);
        size_t size = record_size(r, d->in.at);
        bool tally = reel_load_u16le(d->in.at) == TALLY_MAGIC;
        const uint8_t *at = reel_take(&d->in, size);
        if (tally)
            read_tally(r, at, offset, &rows);
        else
            read_frame(r, at, &rows);
    }
    return REEL_OK;
}

/* ---- the end ---------------------------------------------------------------------------------------------------- */

static void report_time(const reel_decoder *d, const milk_reader *r)
{
    const milk_clock *c = &r->clocks;
    double mean = c->steps ? c->seconds / (double)c->steps : 1;
    bool off = c->steps >= CLOCK_STEPS && (mean < 0.9 || mean > 1.1);
    reel_finding finding = { .rule = "milk.time",
                             .severity = off ? REEL_WARNING : REEL_NOTE,
                             .section = frame_section,
                             .offset = REEL_NO_OFFSET,
                             .row = REEL_NO_ROW,
                             .count = 1 };
    unsigned rate = r->info.rate;
    if (r->rate_known && c->steps)
        reel_find(&d->reporter, finding,
                  "the file has no timestamps: assuming %u frames per second, from its first statistics records; the game clock "
                  "gives %f s",
                  rate, mean);
    else if (r->rate_known)
        reel_find(&d->reporter, finding,
                  "the file has no timestamps: assuming %u frames per second, from its first statistics records", rate);
    else
        reel_find(&d->reporter, finding,
                  "the file has no timestamps and covers less than a second: assuming %u frames per second", rate);
}

static void report_totals(const reel_decoder *d, milk_reader *r)
{
    if (r->ended) return;
    r->ended = true;
    if (r->frame) report_time(d, r);
    report_count(d, "milk.no-tally", frame_section, r->untallied,
                 "%llu {frame precedes|frames precede} the first statistics record: {its|their} points are unknown");
    report_count(d, "milk.state", frame_section, r->bad_states, "unknown state in %llu {frame|frames}");
    report_count(d, "milk.mask", frame_section, r->stray_bits, "%llu {frame sets|frames set} bits of absent players");
    report_count(d, "milk.not-finite", frame_section, r->not_finite, "%llu {number is|numbers are} NaN or infinite");
}

reel_status reel__milk_next(reel_decoder *d)
{
    milk_reader *r = d->state;
    if (r->ended) return REEL_END;
    reel_status filled = reel_fill(d, SLICE * longest(r));
    if (filled < 0) return filled;
    milk_slice s = measure(r, d->in.at, reel_left(&d->in), SLICE, false);
    reel_status status = add_slice(d, r, &s);
    if (status < 0) return status;
    if (s.end == SLICE_FULL) return REEL_OK;
    if (s.end == SLICE_SHORT && filled == REEL_AGAIN) return s.size ? REEL_OK : REEL_AGAIN;
    report_totals(d, r);
    if (s.end == SLICE_MAGIC)
        return reel_fail(d->error, REEL_CORRUPT, "milk.magic", frame_section, reel_offset(&d->in),
                         "expected a frame or a statistics record");
    if (reel_left(&d->in) == 0) return REEL_END;
    return reel_fail(d->error, REEL_TRUNCATED, "milk.truncated", frame_section, d->in.end_offset,
                     "the file ends inside a frame or a statistics record");
}

void reel__milk_close(reel_decoder *d)
{
    milk_reader *r = d->state;
    reel__json_pool_free(&r->pool);
    reel__memory_drop(&d->allocator, r->roster);
}

/* A chunk is a slice of records, in lists that double. The 42 bytes of a player become a row. A record without players
 * becomes three rows of 34 times its size, but only SLICE of them. The document of the header takes 16 bytes for each of
 * its bytes. 256 KiB are for everything else. */
uint64_t reel__milk_memory_bound(uint64_t size, const reel_limits *limits)
{
    const uint64_t slice = 2 * SLICE * (sizeof(milk_frame) + 2 * sizeof(echo_team));
    uint64_t records = 72 * size < slice ? 72 * size : slice, header = size < MOST_HEADER ? size : MOST_HEADER;
    (void)limits;
    return ((uint64_t)256 << 10) + 18 * header + 2 * size + records + size * (2 * sizeof(milk_player) / PLAYER_BYTES + 1);
}
