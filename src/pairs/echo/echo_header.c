/* SPDX-License-Identifier: MIT
 * .echoreplay to .butter: the header, and the numbers of players. */
#include "codec/pack/block.h"
#include "core/text.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "pairs/echo/echo_butter.h"

static void parse_session(uint8_t id[16], reel_string text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size && count < 32; i++) {
        int digit = hex_digit(text.data[i]);
        if (digit < 0) continue;
        id[count / 2] = (uint8_t)(count % 2 ? id[count / 2] | digit : digit << 4);
        count++;
    }
}

static void parse_address(uint8_t ip[4], reel_string text)
{
    size_t part = 0;
    for (size_t i = 0; i < text.size && part < 4; i++) {
        if (text.data[i] == '.')
            part++;
        else if (text.data[i] >= '0' && text.data[i] <= '9')
            ip[part] = (uint8_t)(ip[part] * 10 + (text.data[i] - '0'));
    }
}

static uint8_t clamp_byte(pair_job *job, int64_t value, const char *field)
{
    if (value >= 0 && value <= UINT8_MAX) return (uint8_t)value;
    reel__pair_lose(job, &echoreplay_frames, field, 1, "does not fit in a byte");
    return value < 0 ? 0 : UINT8_MAX;
}

/* A text of the header, which must be ASCII: '?' replaces every other character. The public encoder writes one '?' for
 * each UTF-16 unit and keeps control characters. */
static reel_string ascii(pair_job *job, const recording *r, reel_string text, const reel_table *table, const char *field)
{
    char *copy = reel_chunk_alloc(job->out, 2 * text.size + 1);
    bool lost = false;
    if (!copy) return (reel_string){ NULL, 0 };
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if ((c & 0xc0) == 0x80) continue;
        bool odd = c > 127 || c == 0 || (!r->faithful && (c < 32 || c == 127));
        lost |= odd;
        copy[size++] = odd ? '?' : (char)c;
        if (c >= 0xf0 && r->faithful) copy[size++] = '?';
    }
    reel__pair_lose(job, table, field, lost, "texts in the target format are ASCII");
    return (reel_string){ copy, size };
}

void reel__echo_begin(pair_job *job, recording *r, const echoreplay_frame *f)
{
    butter_info *info = &r->info;
    int map = f->map_name.size ? reel__session_code(reel__echo_maps, f->map_name) : 0;
    *info = (butter_info){ .version = 3,
                           .compression = reel__block_known(BLOCK_GZIP) ? BUTTER_GZIP : BUTTER_NONE,
                           .keyframe_interval = ECHO_INTERVAL,
                           .map = map < 0 ? 0 : (uint8_t)map,
                           .private_match = f->private_match ? 1 : 0,
                           .total_round_count = clamp_byte(job, f->total_round_count, "total_round_count"),
                           .blue_round_score = clamp_byte(job, f->blue_round_score, "blue_round_score") & 15,
                           .orange_round_score = clamp_byte(job, f->orange_round_score, "orange_round_score") & 15 };
    reel__pair_lose(job, &echoreplay_frames, "map_name", map < 0, "no number for this map in the target format");
    parse_session(info->session_id.bytes, f->session_id);
    parse_address(info->session_ip, f->session_ip);
    info->client_name = ascii(job, r, f->client_name, &echoreplay_frames, "client_name");
    butter_info *row = reel_row_add(reel_chunk_table(job->out, &butter_infos));
    if (row) *row = *info;
    r->rounds[0] = f->blue_round_score, r->rounds[1] = f->orange_round_score, r->rounds[2] = f->total_round_count;
    r->begun = true;
}

static uint64_t text_sum(reel_string text)
{
    uint64_t sum = text.size;
    for (size_t i = 0; i < text.size; i++) sum = (sum ^ (unsigned char)text.data[i]) * 0x100000001b3u;
    return sum;
}

/* The number of an account in the roster. A new account is added; 0 if the roster is full. */
static unsigned roster_number(pair_job *job, recording *r, const echo_player *p)
{
    unsigned i = 1;
    while (i <= r->players && r->userids[i] != p->userid) i++;
    if (i <= r->players) {
        reel__pair_lose(job, &echoreplay_players, "name", r->names[i] != text_sum(p->name),
                        "only an account's first name is stored");
        reel__pair_lose(job, &echoreplay_players, "number", r->numbers[i] != p->number,
                        "only an account's first value is stored");
        reel__pair_lose(job, &echoreplay_players, "level", r->levels[i] != p->level, "only an account's first value is stored");
        return i;
    }
    if (r->players == 255) {
        reel__pair_lose(job, &echoreplay_players, "userid", 1, "a file can hold at most 255 players");
        return 0;
    }
    r->players = i;
    r->userids[i] = p->userid;
    r->names[i] = text_sum(p->name);
    r->numbers[i] = p->number;
    r->levels[i] = p->level;
    butter_entry *entry = reel_row_add(reel_chunk_table(job->out, &butter_roster));
    if (entry)
        *entry = (butter_entry){ .player = (uint8_t)i,
                                 .userid = p->userid,
                                 .name = ascii(job, r, p->name, &echoreplay_players, "name"),
                                 .number = p->number > 255 ? 255 : (uint8_t)p->number,
                                 .level = p->level > 255 ? 255 : (uint8_t)p->level };
    return i;
}

/* The number of the first player with this name, or 0. */
static uint8_t number_by_name(const recording *r, reel_string name)
{
    uint64_t sum = text_sum(name);
    for (unsigned i = 1; i <= r->players; i++)
        if (r->names[i] == sum) return (uint8_t)i;
    return 0;
}

uint8_t reel__echo_number(pair_job *job, recording *r, const echo_player *p)
{
    unsigned own = roster_number(job, r, p);
    return r->faithful ? number_by_name(r, p->name) : (uint8_t)own;
}

/* The scorer is stored by name: search the players of the frame first, then the roster. */
uint8_t reel__echo_scorer(const recording *r, const frame_slice *s, reel_string name)
{
    if (!name.size) return 0;
    for (size_t i = 0; i < s->player_count && !r->faithful; i++) {
        const echo_player *p = &s->players[i].common;
        if (p->name.size != name.size || memcmp(p->name.data, name.data, name.size) != 0) continue;
        for (unsigned n = 1; n <= r->players; n++)
            if (r->userids[n] == p->userid) return (uint8_t)n;
    }
    return number_by_name(r, name);
}
