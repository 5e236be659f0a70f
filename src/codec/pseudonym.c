/* SPDX-License-Identifier: MIT */
#include "codec/pseudonym.h"
#include "codec/sha256.h"
#include "core/moment.h"
#include "core/text.h"

enum { NIBBLES = PSEUDONYM_TEXT - 1, DAY = 86400, MOST_SHIFT = 365 * DAY };

/* The key as a block; one that is longer is replaced by its hash. */
static void key_block(const reel_pseudonyms *how, uint8_t block[SHA256_BLOCK])
{
    memset(block, 0, SHA256_BLOCK);
    if (how->key_size <= SHA256_BLOCK) {
        if (how->key_size) memcpy(block, how->key, how->key_size);
        return;
    }
    sha256 sha;
    reel__sha256_begin(&sha);
    reel__sha256_add(&sha, how->key, how->key_size);
    reel__sha256_end(&sha, block);
}

static void begin_padded(sha256 *sha, const uint8_t block[SHA256_BLOCK], uint8_t pad)
{
    uint8_t padded[SHA256_BLOCK];
    for (size_t i = 0; i < SHA256_BLOCK; i++) padded[i] = block[i] ^ pad;
    reel__sha256_begin(sha);
    reel__sha256_add(sha, padded, sizeof padded);
}

void reel__pseudonym_digest(const reel_pseudonyms *how, const char *purpose, const void *data, size_t size,
                            uint8_t digest[PSEUDONYM_DIGEST])
{
    uint8_t block[SHA256_BLOCK], inner[SHA256_SIZE];
    sha256 sha;
    key_block(how, block);
    begin_padded(&sha, block, 0x36);
    reel__sha256_add(&sha, purpose, strlen(purpose) + 1);
    if (size) reel__sha256_add(&sha, data, size);
    reel__sha256_end(&sha, inner);
    begin_padded(&sha, block, 0x5c);
    reel__sha256_add(&sha, inner, sizeof inner);
    reel__sha256_end(&sha, digest);
}

/* Of the key of the player, so that spellings of one id are one player. A longer one than any platform has is taken as it is. */
static void player_digest(const reel_pseudonyms *how, const char *purpose, reel_string player, uint8_t digest[PSEUDONYM_DIGEST])
{
    char key[256];
    const size_t size = reel_player_key(player.data, player.size, key, sizeof key);
    if (size < sizeof key)
        reel__pseudonym_digest(how, purpose, key, size, digest);
    else
        reel__pseudonym_digest(how, purpose, player.data, player.size, digest);
}

void reel__pseudonym_text(const reel_pseudonyms *how, reel_string player, char text[PSEUDONYM_TEXT])
{
    uint8_t digest[PSEUDONYM_DIGEST];
    char digits[NIBBLES + 1];
    player_digest(how, "player", player, digest);
    hex_text(digits, digest, sizeof digits / 2);
    text[0] = 'p';
    memcpy(text + 1, digits, NIBBLES);
}

uint64_t reel__pseudonym_number(const reel_pseudonyms *how, reel_string player)
{
    uint8_t digest[PSEUDONYM_DIGEST];
    uint64_t number = 0;
    player_digest(how, "player", player, digest);
    for (size_t i = 0; i < sizeof number; i++) number = number << 8 | digest[i];
    return number >> (64 - 4 * NIBBLES);
}

int64_t reel__pseudonym_shift(const reel_pseudonyms *how, reel_string player)
{
    uint8_t digest[PSEUDONYM_DIGEST];
    uint64_t number = 0;
    player_digest(how, "shift", player, digest);
    for (size_t i = 0; i < sizeof number; i++) number = number << 8 | digest[i];
    return (int64_t)(number % (2 * (uint64_t)MOST_SHIFT + 1)) - MOST_SHIFT;
}

bool reel__pseudonym_time(const reel_pseudonym_run *run, int64_t *seconds)
{
    if (run->how->times == REEL_DROP) return false;
    if (run->how->times == REEL_BLUR) *seconds = (int64_t)((uint64_t)*seconds + (uint64_t)run->shift);
    return true;
}

/* The years that four digits have: 0000-03-01 and 9999-12-31T23:59:59, in seconds since 1970. */
#define FIRST_DATE (INT64_C(-719468) * DAY)
#define LAST_DATE INT64_C(253402300799)

static void put_digits(char *text, size_t digits, int64_t value)
{
    for (size_t i = digits; i--; value /= 10) text[i] = (char)('0' + value % 10);
}

/* Days are counted from March, so that the day that a leap year adds is the last one of its year. */
void reel__date_text(int64_t seconds, char text[PSEUDONYM_DATE])
{
    enum { FOUR_CENTURIES = 146097, FROM_MARCH_0 = 719468 };
    if (seconds < FIRST_DATE) seconds = FIRST_DATE;
    if (seconds > LAST_DATE) seconds = LAST_DATE;
    const int64_t days = seconds / DAY - (seconds % DAY < 0), second = seconds - days * DAY, from = days + FROM_MARCH_0;
    const int64_t era = from / FOUR_CENTURIES, day = from % FOUR_CENTURIES;
    const int64_t year = (day - day / 1460 + day / 36524 - day / (FOUR_CENTURIES - 1)) / 365;
    const int64_t of_year = day - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    memcpy(text, "0000-00-00T00:00:00+0000", PSEUDONYM_DATE);
    put_digits(text, 4, era * 400 + year + (month >= 10));
    put_digits(text + 5, 2, month < 10 ? month + 3 : month - 9);
    put_digits(text + 8, 2, of_year - (153 * month + 2) / 5 + 1);
    put_digits(text + 11, 2, second / 3600);
    put_digits(text + 14, 2, second / 60 % 60);
    put_digits(text + 17, 2, second % 60);
}

/* ---- dates without a zone -------------------------------------------------------------------------------------------- */

bool reel__is_local_date(const reel_field *field) { return field->type == REEL_STRING && !strcmp(field->unit, "local time"); }

reel_string reel__hidden_local_date(const reel_pseudonym_run *run, reel_chunk *chunk, reel_string text)
{
    enum { SIZE = 19 };
    static const reel_string none = { NULL, 0 };
    char date[PSEUDONYM_DATE], form[SIZE];
    reel__date_text(0, date);
    if (text.size != SIZE) return none;
    for (size_t i = 0; i < SIZE; i++) {
        const bool digit = text.data[i] >= '0' && text.data[i] <= '9', due = date[i] >= '0' && date[i] <= '9';
        if (digit != due || (!digit && !strchr("-_: T", text.data[i]))) return none;
        if (digit) date[i] = text.data[i];
        form[i] = text.data[i];
    }
    int64_t seconds = reel__moment_parse((reel_string){ date, sizeof date });
    if (seconds == INT64_MIN) return none;
    if (!run || !reel__pseudonym_time(run, &seconds)) seconds = PSEUDONYM_NO_TIME;
    reel__date_text(seconds, date);
    for (size_t i = 0; i < SIZE; i++)
        if (form[i] >= '0' && form[i] <= '9') form[i] = date[i];
    return reel_chunk_string(chunk, form, SIZE);
}
