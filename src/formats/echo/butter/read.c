/* SPDX-License-Identifier: MIT
 * Reads .butter: the header, then block after block. A damaged block does not affect the others. */
#include "core/chunk.h"
#include "core/memory.h"
#include "formats/echo/butter/file.h"
#include "formats/echo/common/date.h"

/* Each row of a player refers to the name, so it is limited to what the public decoder reads. The recorder's name is
 * stored once. */
enum { FIRST_FILL = 4096 };

/* ---- the header ------------------------------------------------------------------------------------------------- */

static const char head_section[] = "header", block_section[] = "blocks", end_section[] = "end";

/* Reads a text that ends with NUL, of at most `longest` bytes. A longer one fails the cursor and sets *corrupt. */
static reel_string read_text(reel_cursor *in, size_t longest, bool *corrupt)
{
    size_t left = reel_left(in), most = left < longest + 1 ? left : longest + 1;
    const uint8_t *end = left ? memchr(in->at, 0, most) : NULL;
    if (!end) {
        *corrupt |= left > longest;
        reel_take(in, left + 1);
        return (reel_string){ NULL, 0 };
    }
    reel_string text = { (const char *)in->at, (size_t)(end - in->at) };
    reel_take(in, text.size + 1);
    return text;
}

/* Reads the header up to the table of block sizes. Stores the players in `roster`, unless it is NULL. */
static bool walk_header(reel_cursor *in, butter_info *info, butter_entry *roster, unsigned *players, uint32_t *blocks,
                        bool *corrupt)
{
    *info = (butter_info){ .version = reel_get_u8(in) };
    info->keyframe_interval = reel_get_u16le(in);
    info->compression = reel_get_u8(in);
    info->client_name = read_text(in, LONGEST_CLIENT, corrupt);
    const uint8_t *bytes = reel_take(in, 20);
    if (bytes) {
        memcpy(info->session_id.bytes, bytes, 16);
        memcpy(info->session_ip, bytes + 16, 4);
    }
    *players = reel_get_u8(in);
    for (unsigned i = 0; i < *players && !in->failed; i++) {
        reel_string name = read_text(in, LONGEST_NAME, corrupt);
        if (roster) roster[i] = (butter_entry){ .player = (uint8_t)(i + 1), .name = name };
    }
    for (unsigned i = 0; i < *players && !in->failed; i++) {
        uint64_t userid = reel_get_u64le(in);
        if (roster) roster[i].userid = userid;
    }
    for (unsigned i = 0; i < 2 * *players && !in->failed; i++) {
        uint8_t value = reel_get_u8(in);
        if (roster && i < *players) roster[i].number = value;
        if (roster && i >= *players) roster[i - *players].level = value;
    }
    info->total_round_count = reel_get_u8(in);
    uint8_t scores = reel_get_u8(in), map = reel_get_u8(in);
    info->blue_round_score = scores & 15;
    info->orange_round_score = scores >> 4;
    info->private_match = map & 1;
    info->map = map >> 1;
    *blocks = reel_get_u32le(in);
    return !in->failed;
}

static int text_bits(reel_string text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < 0x20 || text.data[i] > 0x7e) return -1;
    return text.size > 8 ? 8 : (int)text.size;
}

/* Bits of the first block's magic that match, after the table of sizes; 0 if the block is not in `in` or does not match. */
static int block_bits(reel_cursor in, uint8_t compression, uint32_t blocks)
{
    static const uint8_t gzip[] = { 0x1f, 0x8b }, zstd[] = { 0x28, 0xb5, 0x2f, 0xfd }, plain[] = { 0xfc, 0xfe };
    bool packed = compression != BUTTER_NONE, is_zstd = compression >= BUTTER_ZSTD_3;
    size_t size = is_zstd ? sizeof zstd : sizeof gzip;
    if (!blocks || reel_left(&in) / 4 < blocks || !reel_take(&in, 4 * (size_t)blocks)) return 0;
    const uint8_t *begin = reel_take(&in, size);
    return begin && memcmp(begin, is_zstd ? zstd : packed ? gzip : plain, size) == 0 ? 8 * (int)size : 0;
}

enum { TEXT_ENOUGH = 4 };

/* The format has no magic. This checks for a small version, a small compression method, names of printable ASCII that
 * end with NUL, and the magic of the compressed block after the table of sizes. Small bytes prove nothing, so a name or
 * the block's magic is required. */
int reel__butter_sniff(const uint8_t *head, size_t size)
{
    enum { MOST_VERSION = 9, COMPRESSION_AT = 3, MOST_COMPRESSION = 15 };
    reel_cursor in = { .at = head, .end = head + size, .end_offset = size };
    butter_entry roster[255];
    if (size && head[0] > MOST_VERSION) return 0;
    if (size > COMPRESSION_AT && head[COMPRESSION_AT] > MOST_COMPRESSION) return 0;
    memset(roster, 0, sizeof roster);
    butter_info info;
    unsigned players = 0;
    uint32_t blocks = 0;
    bool corrupt = false, whole = walk_header(&in, &info, roster, &players, &blocks, &corrupt);
    bool usual = info.version >= 1 && info.version <= 3 && info.compression <= BUTTER_ZSTD_7_DICT;
    if (corrupt || !info.client_name.data || info.version > MOST_VERSION || info.compression > MOST_COMPRESSION) return 0;
    int bits = usual ? 11 : 4, part = text_bits(info.client_name);
    if (part < 0) return 0;
    for (unsigned i = 0; i < players; i++) {
        int name = roster[i].name.data ? text_bits(roster[i].name) : 0;
        if (name < 0) return 0;
        part += name;
    }
    if (whole && info.map > 15) return 0;
    int magic = whole ? block_bits(in, info.compression, blocks) : 0;
    if (!magic && part < TEXT_ENOUGH) return 0;
    return bits + (part > 13 ? 13 : part) + magic;
}

static reel_status fail_header(reel_decoder *d, const reel_cursor *at, bool corrupt)
{
    if (corrupt)
        return reel_fail(d->error, REEL_CORRUPT, "butter.name-length", head_section, at->failed_at,
                         "a name in the header is too long: at most %d bytes for a player, %d for the recorder",
                         (int)LONGEST_NAME, (int)LONGEST_CLIENT);
    return reel_fail(d->error, REEL_TRUNCATED, "butter.truncated", head_section, at->failed_at,
                     "the file ends inside the header");
}

/* Reads the header again with more bytes until it is complete. */
static reel_status find_header(reel_decoder *d, file_reader *r, reel_cursor *after)
{
    size_t want = FIRST_FILL;
    for (;;) {
        reel_status status = reel_fill(d, want);
        if (status < 0 || status == REEL_AGAIN) return status;
        bool corrupt = false;
        *after = d->in;
        if (walk_header(after, &r->info, NULL, &r->players, &r->blocks, &corrupt)) return REEL_OK;
        if (status == REEL_END || corrupt) return fail_header(d, after, corrupt);
        want = 2 * reel_left(&d->in);
    }
}

static reel_status read_sizes(reel_decoder *d, file_reader *r)
{
    uint64_t at = reel_offset(&d->in), bytes = 4 * (uint64_t)r->blocks;
    if (d->input_size != REEL_UNKNOWN_SIZE && bytes > d->input_size - at)
        return reel_fail(d->error, REEL_TRUNCATED, "butter.block-count", head_section, at - 4,
                         "the header declares %lu blocks, but only %llu {byte is|bytes are} left for their sizes",
                         (unsigned long)r->blocks, (unsigned long long)(d->input_size - at));
    reel_status status = reel__file_fill(d, bytes);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (reel_left(&d->in) < bytes)
        return reel_fail(d->error, REEL_TRUNCATED, "butter.block-count", head_section, at - 4,
                         "the header declares %lu blocks, but only %llu {byte is|bytes are} left for their sizes",
                         (unsigned long)r->blocks, (unsigned long long)reel_left(&d->in));
    r->sizes = d->allocator.alloc(d->allocator.context, (size_t)bytes + 4);
    if (!r->sizes) return reel__memory_fail(d->error);
    for (uint32_t i = 0; i < r->blocks; i++) r->sizes[i] = reel_get_u32le(&d->in);
    return REEL_OK;
}

/* Copies the roster: the names must outlive the input window and the chunks whose rows point to them. */
static reel_status read_roster(reel_decoder *d, file_reader *r)
{
    reel_cursor start = d->in;
    bool corrupt = false;
    r->roster = reel__memory_new(&d->allocator, (r->players + 1) * sizeof *r->roster);
    if (!r->roster) return reel__memory_fail(d->error);
    walk_header(&start, &r->info, r->roster, &r->players, &r->blocks, &corrupt);
    for (unsigned i = 0; i < r->players; i++) {
        reel_string *name = &r->roster[i].name;
        *name = reel__chunk_lasting_string(d->chunk, name->data, name->size);
    }
    return reel_build_status(d->chunk);
}

static void report_count(const reel_decoder *d, reel_severity severity, const char *rule, const char *section, uint64_t offset,
                         uint64_t count, const char *message)
{
    if (count == 0) return;
    reel_find(&d->reporter,
              (reel_finding){ .rule = rule, .severity = severity, .section = section, .offset = offset, .count = count }, message,
              (unsigned long long)count);
}

static void add_header(reel_decoder *d, const file_reader *r)
{
    butter_info *info = reel_row_add(reel_chunk_table(d->chunk, &butter_infos));
    if (!info) return;
    *info = r->info;
    info->client_name = reel_chunk_string(d->chunk, r->info.client_name.data, r->info.client_name.size);
    for (unsigned i = 0; i < r->players; i++) {
        butter_entry *entry = reel_row_add(reel_chunk_table(d->chunk, &butter_roster));
        if (!entry) return;
        *entry = r->roster[i];
    }
    report_count(d, REEL_WARNING, "butter.client-name", head_section, 4, r->info.client_name.size > LONGEST_NAME,
                 "the recorder's name has 1024 bytes or more: the reference decoder stops here");
    report_count(d, REEL_WARNING, "butter.map", head_section, REEL_NO_OFFSET, r->info.map > BUTTER_TUTORIAL,
                 "unknown map number");
}

reel_status reel__butter_open(reel_decoder *d)
{
    file_reader *r = d->state;
    reel_cursor after;
    r->packed.allocator = d->allocator;
    r->packed.budget = d->budget;
    reel_status status = find_header(d, r, &after);
    if (status != REEL_OK) return status;
    if (r->info.version < 1 || r->info.version > 3)
        return reel_fail(d->error, REEL_UNSUPPORTED, "butter.version", head_section, 0, "unknown version %u", r->info.version);
    if (r->info.compression > BUTTER_ZSTD_7_DICT)
        return reel_fail(d->error, REEL_UNSUPPORTED, "butter.compression", head_section, 3, "unknown compression method %u",
                         r->info.compression);
    status = read_roster(d, r);
    if (status < 0) return status;
    add_header(d, r);
    d->in = after;
    r->info.client_name = (reel_string){ NULL, 0 };
    r->kind = reel__file_kind(&r->info, r->players);
    r->layout_known = r->info.version != 3;
    return read_sizes(d, r);
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

/* The first damage becomes the result of reading; the others are reported as findings. */
static void report_damage(reel_decoder *d, file_reader *r, reel_status status, const char *rule, uint64_t offset,
                          const char *what)
{
    r->frames->bone_players = 0;
    if (r->damaged++ == 0) {
        reel_fail(&r->damage, status, rule, block_section, offset, "block %lu: %s", (unsigned long)r->next, what);
        r->damage.status = status;
        return;
    }
    reel_find(&d->reporter, (reel_finding){ .rule = rule, .severity = REEL_ERROR, .section = block_section, .offset = offset },
              "block %lu: %s", (unsigned long)r->next, what);
}

enum { FIRST_LOOK = 4096 };

/* Decompresses a block. Reports damage and returns the bytes before it. Sets *whole if there is none. */
static reel_status unpack_block(reel_decoder *d, file_reader *r, const uint8_t *packed, size_t size, bool cut, reel_bytes *plain,
                                bool *whole)
{
    uint64_t offset = reel_offset(&d->in), limit = reel__file_block_limit(r->info.keyframe_interval);
    int level;
    *plain = (reel_bytes){ packed, size };
    *whole = !cut;
    if (!reel__file_codec(r->info.compression, &r->packed.codec, &level)) {
        if (cut) report_damage(d, r, REEL_TRUNCATED, "butter.truncated", offset + size, "the file ends inside it");
        return REEL_OK;
    }
    reel_status status = reel__block_start(&r->packed, packed, size, limit);
    if (status == REEL_UNSUPPORTED)
        return reel_fail(d->error, status, "butter.not-built", head_section, 3,
                         "the blocks are compressed, and this build has no %s to read them",
                         reel__block_library(r->packed.codec));
    if (status == REEL_OK) status = reel__block_unpack(&r->packed, FIRST_LOOK);
    if (status == REEL_OK && reel_load_u16le(r->packed.buffer) == WIRE_KEYFRAME)
        status = reel__block_unpack(&r->packed, SIZE_MAX);
    if (status == REEL_MEMORY) return reel__memory_fail(d->error);
    if (reel_spend_unpacked(d->budget, 0) != REEL_OK) return reel_fail_budget(d->budget, d->error, block_section, offset);
    *plain = (reel_bytes){ r->packed.buffer, r->packed.made };
    *whole = status == REEL_END && !cut;
    if (status == REEL_END && !cut && r->packed.at == r->packed.end) return REEL_OK;
    if (status == REEL_END && !cut)
        report_count(d, REEL_WARNING, "butter.block-rest", block_section,
                     offset + size - (uint64_t)(r->packed.end - r->packed.at), (uint64_t)(r->packed.end - r->packed.at),
                     "%llu {byte follows|bytes follow} the compressed frames of a block");
    else if (cut)
        report_damage(d, r, REEL_TRUNCATED, "butter.truncated", offset + size, "the file ends inside it");
    else if (status == REEL_OK && r->packed.made > limit)
        report_damage(d, r, REEL_LIMIT, "butter.block-limit", offset, "it decompresses to more than its frames can occupy");
    else if (status != REEL_OK)
        report_damage(d, r, REEL_CORRUPT, "butter.packed", offset, "it cannot be decompressed");
    return REEL_OK;
}

/* Reports why a block has fewer frames than bytes. Offsets in compressed blocks are those of the block. */
static void report_scan_end(reel_decoder *d, file_reader *r, const frame_scan *scan, bool whole)
{
    static const char *const why[] = { [SCAN_SHORT] = "it ends inside a frame",
                                       [SCAN_MAGIC] = "no valid frame follows the last good one",
                                       [SCAN_FIRST] = "it does not start with a keyframe",
                                       [SCAN_RULE] = "value out of range" };
    static const char *const rules[] = { [SCAN_SHORT] = "butter.frame-truncated",
                                         [SCAN_MAGIC] = "butter.frame-magic",
                                         [SCAN_FIRST] = "butter.first-frame",
                                         [SCAN_RULE] = "butter.value" };
    if (scan->end == SCAN_WHOLE || (!whole && scan->end == SCAN_SHORT)) return;
    bool plain = r->info.compression == BUTTER_NONE;
    report_damage(d, r, REEL_CORRUPT, rules[scan->end], reel_offset(&d->in) + (plain ? scan->size : 0), why[scan->end]);
}

static void find_layout(reel_decoder *d, file_reader *r, reel_bytes plain, bool whole)
{
    static const char *const names[] = { "3b", "3a", "2", "1" };
    bool sure;
    r->kind.layout = reel__frames_layout(&r->kind, plain.data, plain.size, whole, &sure);
    r->layout_known = true;
    if (!sure || r->kind.layout != BUTTER_LAYOUT_3B)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "butter.layout",
                                  .severity = sure ? REEL_NOTE : REEL_WARNING,
                                  .section = block_section,
                                  .offset = reel_offset(&d->in) },
                  "version 3 has several layouts: the frames %s %s", sure ? "match layout" : "are read as layout",
                  names[r->kind.layout]);
}

/* Texts of rules point into the block's buffer, which is reused: each is copied once per keyframe. */
static void copy_texts(reel_decoder *d, butter_frame *frames, size_t count)
{
    reel_string was = { NULL, 0 }, kept = { NULL, 0 };
    for (size_t i = 0; i < count; i++) {
        reel_string *text = &frames[i].common.rules_changed_by;
        if (!text->data) continue;
        if (text->data != was.data) {
            was = *text;
            kept = reel_chunk_string(d->chunk, text->data, text->size);
        }
        *text = kept;
    }
}

/* Sets what rows of players take from the roster. The names live as long as the chunk, not only for one slice. */
static void name_players(file_reader *r)
{
    for (unsigned i = 0; i < r->players; i++) {
        echo_player *row = &r->frames->players[i + 1].row.common;
        const butter_entry *entry = &r->roster[i];
        row->player = entry->player;
        row->userid = entry->userid;
        row->number = entry->number;
        row->level = entry->level;
        row->name = entry->name;
    }
}

enum { ROW_TABLES = 4 };

static reel_status decode_rows(reel_decoder *d, file_reader *r, reel_bytes plain, const frame_scan *scan, uint64_t *digest,
                               void *scratch[ROW_TABLES])
{
    row_request requests[ROW_TABLES] = { { &butter_frames, scan->frames, NULL },
                                         { &butter_teams, 3 * scan->frames, NULL },
                                         { &butter_players, scan->players, NULL },
                                         { &butter_bones, scan->bones, NULL } };
    for (size_t i = 0; digest && i < ROW_TABLES; i++) { /* a checksum needs the rows of all tables */
        if (reel_chunk_table(d->chunk, requests[i].table)) continue;
        scratch[i] = d->allocator.alloc(d->allocator.context, requests[i].count * requests[i].table->row_size + 1);
        if (!scratch[i]) return reel__memory_fail(d->error);
    }
    if (!reel__chunk_grow_tables(d->chunk, requests, ROW_TABLES)) return reel_build_status(d->chunk);
    for (size_t i = 0; i < ROW_TABLES; i++)
        if (scratch[i]) requests[i].rows = scratch[i];
    frame_rows rows = { requests[0].rows, requests[1].rows, requests[2].rows, requests[3].rows };
    frame_rows ends = rows;
    reel__frames_decode(r->frames, plain.data, scan->frames, &ends);
    if (rows.frames) copy_texts(d, rows.frames, scan->frames);
    if (digest)
        *digest = reel__file_digest(rows.frames, scan->frames, rows.teams, 3 * scan->frames, rows.players, scan->players,
                                    rows.bones, scan->bones);
    return REEL_OK;
}

static reel_status add_frames(reel_decoder *d, file_reader *r, reel_bytes plain, const frame_scan *scan, uint64_t *digest)
{
    void *scratch[ROW_TABLES] = { 0 };
    frame_state *state = r->frames;
    uint64_t at = reel_offset(&d->in);
    if (scan->frames > UINT32_MAX - state->frame)
        return reel_fail(d->error, REEL_LIMIT, "butter.frames", block_section, at, "too many frames to number");
    state->kind = r->kind;
    bool later = state->frame > 0 && scan->frames;
    uint64_t begin = scan->frames ? reel_load_u64le(plain.data + 2) : 0;
    bool odd = scan->frames && !date_possible((int64_t)begin);
    report_count(d, REEL_WARNING, later ? "butter.block-time" : "butter.start-time", block_section,
                 at + (r->info.compression == BUTTER_NONE ? 2 : 0), odd && !r->odd_date,
                 later ? "a block starts before 2017 or after 2099, when the game was not played"
                       : "the recording starts before 2017 or after 2099, when the game was not played");
    if (scan->frames) r->odd_date = odd;
    int64_t step = later ? (int64_t)(begin - (uint64_t)state->time) : 0;
    reel_status status = decode_rows(d, r, plain, scan, digest, scratch);
    for (size_t i = 0; i < ROW_TABLES; i++) reel__memory_drop(&d->allocator, scratch[i]);
    if (status < 0) return status;
    report_count(d, REEL_NOTE, "butter.gap", block_section, at, step > UINT16_MAX,
                 "more than 65 s between two blocks: a gap between them, or inside the earlier one");
    report_count(d, REEL_WARNING, "butter.time-backwards", block_section, at, step < 0, "time goes backwards between two blocks");
    return REEL_OK;
}

/* Whether the limit on rows allows another block. */
static bool allow_rows(reel_decoder *d, file_reader *r, const frame_scan *scan)
{
    uint64_t bytes = (uint64_t)scan->frames * (sizeof(butter_frame) + 3 * sizeof(echo_team)) +
                     (uint64_t)scan->players * sizeof(butter_player) + (uint64_t)scan->bones * sizeof(echo_bone);
    return bytes <= FILE_MOST_ROWS && allowance_take(&r->rows, d, bytes);
}

static reel_status read_block(reel_decoder *d, file_reader *r, const uint8_t *packed, size_t size, bool cut)
{
    reel_bytes plain;
    bool whole;
    uint32_t first = r->frames->frame;
    uint64_t digest = 0;
    reel_status status = unpack_block(d, r, packed, size, cut, &plain, &whole);
    if (status < 0) return status;
    if (!r->layout_known && plain.size) find_layout(d, r, plain, whole);
    frame_scan scan = reel__frames_scan(&r->kind, plain.data, plain.size, false);
    report_scan_end(d, r, &scan, whole);
    if (!allow_rows(d, r, &scan))
        return reel_fail(d->error, REEL_LIMIT, "butter.rows", block_section, reel_offset(&d->in),
                         "block %lu: the rows so far exceed the memory limit for a file of this size", (unsigned long)r->next);
    reel_row_list *blocks = reel_chunk_table(d->chunk, &butter_blocks);
    status = add_frames(d, r, plain, &scan, blocks ? &digest : NULL);
    if (status < 0) return status;
    butter_block *block = whole && scan.end == SCAN_WHOLE && blocks ? reel_row_add(blocks) : NULL;
    if (block) {
        *block = (butter_block){ .offset = reel_offset(&d->in),
                                 .first_frame = first,
                                 .layout = r->kind.layout,
                                 .frame_count = (uint32_t)scan.frames,
                                 .compression = r->info.compression,
                                 .packed = reel_chunk_bytes(d->chunk, packed, size) };
        block->digest = reel__file_block_digest(digest, block, &r->info);
    }
    return REEL_OK;
}

/* ---- the end ---------------------------------------------------------------------------------------------------- */

static void report_counts(const reel_decoder *d, const frame_counts *c)
{
    report_count(d, REEL_NOTE, "butter.repeated-difference", block_section, REEL_NO_OFFSET, c->repeated,
                 "%llu omitted {position repeats|positions repeat} the previous difference, as the encoder does");
    report_count(d, REEL_NOTE, "butter.team-stats", block_section, REEL_NO_OFFSET, c->team_sums,
                 "%llu team {statistic was|statistics were} summed from differences, as the encoder does");
    report_count(d, REEL_NOTE, "butter.stats-wrap", block_section, REEL_NO_OFFSET, c->wrapped,
                 "%llu {counter|counters} fell or passed 255: read modulo 256");
    report_count(d, REEL_NOTE, "butter.bones-carried", block_section, REEL_NO_OFFSET, c->carried_bones,
                 "bones of %llu {keyframe is|keyframes are} relative to the previous frame, as the encoder writes them");
    report_count(d, REEL_WARNING, "butter.player", block_section, REEL_NO_OFFSET, c->unknown_players,
                 "%llu {player|players} in frames {is|are} missing from the roster");
    report_count(d, REEL_WARNING, "butter.rotation", block_section, REEL_NO_OFFSET, c->odd_rotations,
                 "%llu invalid {rotation|rotations}: three components have a length above 1");
    report_count(d, REEL_WARNING, "butter.not-finite", block_section, REEL_NO_OFFSET, c->not_finite,
                 "%llu {number is|numbers are} NaN or infinite");
    report_count(d, REEL_WARNING, "butter.clock", block_section, REEL_NO_OFFSET, c->bad_clock,
                 "invalid clock in %llu {frame|frames}");
}

static reel_status finish_file(reel_decoder *d, file_reader *r)
{
    if (!r->ended) {
        r->ended = true;
        if (r->frames) report_counts(d, &r->frames->counts);
        reel_status status = r->damaged ? REEL_OK : reel_fill(d, SIZE_MAX);
        if (status < 0 || status == REEL_AGAIN) return status;
        size_t left = r->damaged ? 0 : reel_left(&d->in);
        report_count(d, REEL_WARNING, "butter.trailing", end_section, reel_offset(&d->in), left,
                     "%llu {byte follows|bytes follow} the last block");
        reel_row_list *rests = reel_chunk_table(d->chunk, &butter_rests);
        butter_rest *rest = left && rests ? reel_row_add(rests) : NULL;
        if (rest) *rest = (butter_rest){ .offset = reel_offset(&d->in), .bytes = reel_chunk_bytes(d->chunk, d->in.at, left) };
        if (left) reel_take(&d->in, left);
    }
    if (!r->damaged) return REEL_END;
    *d->error = r->damage;
    return r->damage.status;
}

static reel_status begin_frames(reel_decoder *d, file_reader *r)
{
    r->frames = reel__frames_new(&d->allocator, r->players);
    if (!r->frames) return reel__memory_fail(d->error);
    r->frames->ideal = !file_faithful(d->convention);
    name_players(r);
    return REEL_OK;
}

static void add_empty_block(reel_decoder *d, const file_reader *r)
{
    reel_row_list *blocks = reel_chunk_table(d->chunk, &butter_blocks);
    butter_block *block = blocks ? reel_row_add(blocks) : NULL;
    if (block)
        *block = (butter_block){ .offset = reel_offset(&d->in),
                                 .first_frame = r->frames->frame,
                                 .layout = r->kind.layout,
                                 .compression = r->info.compression };
}

enum { EMPTY_AT_ONCE = 4096 };

/* Older encoders leave blocks without frames in the last two places. Elsewhere they are damage, reported once per
 * series. */
static reel_status skip_empty_blocks(reel_decoder *d, file_reader *r)
{
    if (r->next + 2 < r->blocks && !r->in_empty)
        report_damage(d, r, REEL_CORRUPT, "butter.empty-block", reel_offset(&d->in), "it has no frames");
    for (unsigned n = 0; n < EMPTY_AT_ONCE && r->next < r->blocks && r->sizes[r->next] == 0; n++, r->next++)
        add_empty_block(d, r);
    r->in_empty = r->next < r->blocks && r->sizes[r->next] == 0;
    return reel_build_status(d->chunk);
}

reel_status reel__butter_next(reel_decoder *d)
{
    file_reader *r = d->state;
    reel_status status = r->frames ? REEL_OK : begin_frames(d, r);
    if (status == REEL_OK) status = reel__file_find_window(d, r);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END) { /* the rest is after the requested span and is not read */
        r->ended = true;
        r->next = r->blocks;
    }
    if (r->next >= r->blocks) return finish_file(d, r);
    uint32_t size = r->sizes[r->next];
    uint64_t limit = reel__file_block_limit(r->info.keyframe_interval);
    r->in_empty = r->in_empty && size == 0;
    if (size > limit + limit / 100 + 1024) {
        report_damage(d, r, REEL_CORRUPT, "butter.block-size", reel_offset(&d->in), "it is larger than its frames can make it");
        r->next = r->blocks;
        return finish_file(d, r);
    }
    if (size == 0) return skip_empty_blocks(d, r);
    status = reel__file_fill(d, size);
    if (status < 0 || status == REEL_AGAIN) return status;
    size_t have = reel_left(&d->in) < size ? reel_left(&d->in) : size;
    status = read_block(d, r, d->in.at, have, have < size);
    if (status < 0) return status;
    reel_take(&d->in, have);
    r->next = have < size ? r->blocks : r->next + 1;
    return REEL_OK;
}

void reel__butter_close(reel_decoder *d)
{
    file_reader *r = d->state;
    reel__memory_drop(&d->allocator, r->roster);
    reel__memory_drop(&d->allocator, r->sizes);
    reel__memory_drop(&d->allocator, r->frames);
    reel__block_free(&r->packed);
}

/* A chunk holds one block: its packed bytes in the window and in the row of the block, its frames in a list that doubles and in the
 * decompressor's window, and its rows in lists that double. The decoder's state, the names and the codecs take less than 2 MiB. */
uint64_t reel__butter_memory_bound(uint64_t size, const reel_limits *limits)
{
    uint64_t plain = reel_unpacked_most(limits, size), rows = allowance_most(limits, size);
    if (plain > FILE_MOST_BLOCK) plain = FILE_MOST_BLOCK;
    if (rows > FILE_MOST_ROWS) rows = FILE_MOST_ROWS;
    return ((uint64_t)2 << 20) + 5 * size + 4 * plain + 2 * rows;
}
