/* SPDX-License-Identifier: MIT
 * The header of a play in BSOR and in XROR. The reference leaves out what is empty, 0 or false. */
#include "codec/number.h"
#include "core/text.h"
#include "formats/xror/reader.h"
#include "pairs/beatsaber/xror.h"

/* A member that both formats have. */
typedef struct member {
    const char *field, *xror_field; /* of BSOR, of XROR */
    uint16_t bsor, xror;
    uint8_t key;
} member;

#define MEMBER(bsor_, xror_, key_)                                                                                               \
    {                                                                                                                            \
#bsor_, #xror_, (uint16_t)offsetof(bsor_info, bsor_), (uint16_t)offsetof(xror_info, xror_), XROR_##key_                  \
    }
static const member texts[] = {
    MEMBER(game_version, app_version, APP_VERSION),
    MEMBER(player_id, user_id, USER_ID),
    MEMBER(player_name, user_name, USER_NAME),
    MEMBER(platform, runtime, RUNTIME),
    MEMBER(tracking_system, api, API),
    MEMBER(map_hash, song_hash, SONG_HASH),
    MEMBER(song_name, activity_name, ACTIVITY_NAME),
    MEMBER(mapper, mapper, MAPPER),
    MEMBER(difficulty, difficulty, DIFFICULTY),
    MEMBER(mode, mode, MODE),
    MEMBER(environment, environment_name, ENVIRONMENT_NAME),
    MEMBER(modifiers, modifiers, MODIFIERS),
};
static const member numbers[] = {
    MEMBER(jump_distance, jump_distance, JUMP_DISTANCE),
    MEMBER(height, height, HEIGHT),
    MEMBER(start_time, start_time, START_TIME),
    MEMBER(fail_time, fail_time, FAIL_TIME),
    MEMBER(speed, speed, SPEED),
};
enum { TEXTS = sizeof texts / sizeof *texts, NUMBERS = sizeof numbers / sizeof *numbers };

#define AT(type, row, offset) ((type *)(void *)((uint8_t *)(row) + (offset)))
#define AT_CONST(type, row, offset) ((const type *)(const void *)((const uint8_t *)(row) + (offset)))

static void set_key(xror_info *info, unsigned key, bool present)
{
    if (present) info->keys[key / 8] |= (uint8_t)(1u << key % 8);
}

static bool has_key(const xror_info *info, unsigned key) { return info->keys[key / 8] >> key % 8 & 1; }

/* ---- from BSOR -------------------------------------------------------------------------------------------------- */

/* Copies text; bytes that are not UTF-8 become question marks, since BSON has no others. */
static reel_string copy_text(pair_job *job, const char *field, reel_string text, bool strict)
{
    reel_string copy = reel_chunk_string(job->out, text.data, text.size);
    if (!copy.size || reel__utf8_is_valid(copy.data, copy.size)) return copy;
    uint8_t *to = reel_chunk_alloc(job->out, copy.size);
    for (size_t at = 0, step; to && at < copy.size; at += step) {
        reel_utf8((const uint8_t *)copy.data + at, copy.size - at, &step);
        memcpy(to + at, step ? text.data + at : "?", step ? step : 1);
        if (!step) step = 1;
    }
    if (strict) reel__pair_lose(job, &bsor_infos, field, 1, "text in XROR is UTF-8: other bytes become question marks");
    return to ? (reel_string){ (const char *)to, copy.size } : (reel_string){ NULL, 0 };
}

/* Seconds as text: an optional sign and up to 12 digits. */
static bool read_seconds(reel_string text, int64_t *seconds)
{
    enum { MOST_DIGITS = 12 };
    size_t at = text.size && (text.data[0] == '-' || text.data[0] == '+');
    if (text.size == at || text.size - at > MOST_DIGITS) return false;
    int64_t value = 0;
    for (size_t i = at; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9') return false;
        value = value * 10 + (text.data[i] - '0');
    }
    *seconds = text.data[0] == '-' ? -value : value;
    return true;
}

/* The other hand's controller: the reference replaces these words and no other spelling. */
static reel_string left_name(pair_job *job, reel_string name)
{
    static const char *const right[] = { "right", "Right", "RIGHT" }, *const left[] = { "left", "Left", "LEFT" };
    char *to = name.size ? reel_chunk_alloc(job->out, name.size) : NULL;
    size_t size = 0;
    for (size_t at = 0; to && at < name.size;) {
        size_t word = 0;
        while (word < 3 && !reel__text_starts((reel_string){ name.data + at, name.size - at }, right[word])) word++;
        size_t step = word < 3 ? strlen(left[word]) : 1;
        memcpy(to + size, word < 3 ? left[word] : name.data + at, step);
        size += step;
        at += word < 3 ? strlen(right[word]) : 1;
    }
    return (reel_string){ size ? to : NULL, size };
}

static double widen(float value, const xror_wishes *wishes)
{
    bool quiet = value != value && !wishes->every;
    return xror_widen(quiet ? reel_float_of(reel_float_bits(value) | UINT32_C(1) << 22) : value);
}

void reel__header_of_bsor(pair_job *job, const bsor_info *info, const xror_wishes *wishes, xror_header *to)
{
    bool every = wishes->every, strict = wishes->strict;
    int64_t seconds;
    *to = (xror_header){ .info = { .schema = { XROR_SCHEMA_TEXT, strlen(XROR_SCHEMA_TEXT) },
                                   .app_id = { "620980", 6 },
                                   .app_name = { "Beat Saber", 10 } } };
    xror_info *x = &to->info;
    set_key(x, XROR_SCHEMA, true);
    set_key(x, XROR_APP_ID, true);
    set_key(x, XROR_APP_NAME, true);
    for (size_t i = 0; i < TEXTS; i++) {
        reel_string *text = AT(reel_string, x, texts[i].xror);
        *text = copy_text(job, texts[i].field, *AT_CONST(reel_string, info, texts[i].bsor), strict);
        set_key(x, texts[i].key, text->size || every || texts[i].key == XROR_RUNTIME || texts[i].key == XROR_API);
    }
    for (size_t i = 0; i < NUMBERS; i++) {
        float value = *AT_CONST(float, info, numbers[i].bsor);
        bool present = value != 0 || every;
        *AT(double, x, numbers[i].xror) = present ? widen(value, wishes) : 0;
        set_key(x, numbers[i].key, present);
    }
    x->score = (int64_t)(uint32_t)info->score;
    set_key(x, XROR_SCORE, x->score || every);
    x->left_handed = info->left_handed == 1;
    set_key(x, XROR_LEFT_HANDED, x->left_handed || every);
    bool dated = read_seconds(info->timestamp, &seconds);
    x->timestamp = dated ? seconds * 1000 : 0;
    set_key(x, XROR_TIMESTAMP, dated);
    if (strict)
        reel__pair_lose(job, &bsor_infos, "timestamp", !dated && info->timestamp.size,
                        "XROR stores a date: this is not a number");
    to->headset = copy_text(job, "headset", info->headset, strict);
    to->controller = copy_text(job, "controller", info->controller, strict);
    to->left_controller = left_name(job, to->controller);
    to->mod_version = copy_text(job, "mod_version", info->mod_version, strict);
    to->has_mod = to->mod_version.size || every;
}

static void add_devices(pair_job *job, const xror_header *header, bool every)
{
    enum { DEVICES = 3, AXES = 7 };
    static const char *const axes[AXES] = { "x", "y", "z", "i", "j", "k", "1" };
    const struct {
        const char *type, *joint;
        reel_string name;
        uint8_t role;
    } devices[DEVICES] = { { "HMD", "HEAD", header->headset, XROR_HEAD },
                           { "CONTROLLER", "HAND_LEFT", header->left_controller, XROR_LEFT_HAND },
                           { "CONTROLLER", "HAND_RIGHT", header->controller, XROR_RIGHT_HAND } };
    xror_device *rows = reel__make_rows(job, &xror_devices, DEVICES);
    xror_device_axis *axis = reel__make_rows(job, &xror_device_axes, (size_t)DEVICES * AXES);
    for (uint32_t d = 0; rows && d < DEVICES; d++) {
        bool named = devices[d].name.size || every;
        rows[d] = (xror_device){ .name = devices[d].name,
                                 .type = { devices[d].type, strlen(devices[d].type) },
                                 .joint = { devices[d].joint, strlen(devices[d].joint) },
                                 .first_column = 1 + d * AXES,
                                 .axes = AXES,
                                 .role = devices[d].role,
                                 .keys = (uint8_t)(XROR_DEVICE_TYPE | XROR_DEVICE_JOINT | (named ? XROR_DEVICE_NAME : 0)) };
        for (uint32_t a = 0; axis && a < AXES; a++)
            axis[d * AXES + a] = (xror_device_axis){ { axes[a], 1 }, d, 1 + d * AXES + a };
    }
}

void reel__header_add(pair_job *job, const xror_header *header, const xror_wishes *wishes, const char *extension)
{
    xror_info *info = reel__make_rows(job, &xror_infos, 1);
    xror_app_extension *mod = reel__make_rows(job, &xror_app_extensions, 1);
    if (info) *info = header->info;
    if (mod)
        *mod = (xror_app_extension){ .name = { extension, strlen(extension) },
                                     .version = header->mod_version,
                                     .keys = (uint8_t)(XROR_EXTENSION_NAME | (header->has_mod ? XROR_EXTENSION_VERSION : 0)) };
    add_devices(job, header, wishes->every);
}

/* ---- to BSOR ---------------------------------------------------------------------------------------------------- */

void reel__header_of_xror(const reel_chunk *in, xror_header *to)
{
    size_t count;
    *to = (xror_header){ .has_mod = false };
    const xror_info *info = reel_chunk_rows(in, &xror_infos, &count);
    if (count) to->info = info[count - 1];
    const xror_device *devices = reel_chunk_rows(in, &xror_devices, &count);
    for (size_t i = count; i-- > 0;) {
        if (devices[i].role == XROR_HEAD) to->headset = devices[i].name;
        if (devices[i].role == XROR_LEFT_HAND) to->left_controller = devices[i].name;
        if (devices[i].role == XROR_RIGHT_HAND) to->controller = devices[i].name;
    }
    const xror_app_extension *extensions = reel_chunk_rows(in, &xror_app_extensions, &count);
    to->has_mod = count && extensions->keys & XROR_EXTENSION_VERSION;
    if (to->has_mod) to->mod_version = extensions->version;
}

static bool same_text(reel_string a, reel_string b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_number(double a, double b) { return reel_double_bits(a) == reel_double_bits(b); }

static void text_to_bsor(pair_job *job, const reel_table *table, reel_string text, const reel_string *known, const char *field,
                         reel_string *to)
{
    if (!known || !same_text(text, *known)) *to = reel__make_bsor_text(job, table, field, text);
}

static void numbers_to_bsor(pair_job *job, const xror_info *info, const xror_info *known, bsor_info *to)
{
    for (size_t i = 0; i < NUMBERS; i++) {
        double value = *AT_CONST(double, info, numbers[i].xror);
        if (known && same_number(value, *AT_CONST(double, known, numbers[i].xror))) continue;
        *AT(float, to, numbers[i].bsor) = xror_narrow(value);
        reel__pair_lose(job, &xror_infos, numbers[i].xror_field, !xror_is_float(value), "BSOR stores only 32 bits of it");
    }
    if (!known || known->score != info->score) {
        bool fits = info->score >= INT32_MIN && info->score <= UINT32_MAX;
        to->score = fits ? (int32_t)(uint32_t)info->score : 0;
        reel__pair_lose(job, &xror_infos, "score", !fits, "BSOR stores only 32 bits of it");
    }
    if (!known || known->left_handed != info->left_handed) to->left_handed = info->left_handed;
}

static void timestamp_to_bsor(pair_job *job, const xror_info *info, const xror_info *known, bsor_info *to)
{
    bool present = has_key(info, XROR_TIMESTAMP);
    if (known && present == has_key(known, XROR_TIMESTAMP) && info->timestamp == known->timestamp) return;
    char text[NUMBER_SIZE];
    int64_t seconds = info->timestamp / 1000 - (info->timestamp % 1000 < 0);
    to->timestamp = (reel_string){ NULL, 0 };
    if (present) to->timestamp = reel_chunk_string(job->out, text, reel__number_i64(text, seconds));
    reel__pair_lose(job, &xror_infos, "timestamp", present && info->timestamp % 1000 != 0, "BSOR stores whole seconds");
}

void reel__header_to_bsor(pair_job *job, const xror_header *header, const xror_header *known, bsor_info *to)
{
    const xror_info *info = &header->info;
    for (size_t i = 0; i < TEXTS; i++) {
        const reel_string *old = known ? AT_CONST(reel_string, &known->info, texts[i].xror) : NULL;
        text_to_bsor(job, &xror_infos, *AT_CONST(reel_string, info, texts[i].xror), old, texts[i].xror_field,
                     AT(reel_string, to, texts[i].bsor));
    }
    numbers_to_bsor(job, info, known ? &known->info : NULL, to);
    timestamp_to_bsor(job, info, known ? &known->info : NULL, to);
    text_to_bsor(job, &xror_devices, header->headset, known ? &known->headset : NULL, "name", &to->headset);
    text_to_bsor(job, &xror_devices, header->controller, known ? &known->controller : NULL, "name", &to->controller);
    text_to_bsor(job, &xror_app_extensions, header->mod_version, known ? &known->mod_version : NULL, "version", &to->mod_version);
}
