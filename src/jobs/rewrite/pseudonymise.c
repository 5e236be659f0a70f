/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/pseudonymise.h"
#include "codec/number.h"
#include "core/moment.h"
#include "core/options.h"
#include "core/rows.h"
#include "core/text.h"

#include <math.h>

enum { KEY_LEAST = 16 };

reel_status reel__pseudonyms_check(const reel_pseudonyms *how, reel_error *error)
{
    reel_status status = reel__options_are_known(how->struct_size, error);
    if (status < 0) return status;
    if (!how->key || how->key_size < KEY_LEAST)
        return reel_fail(error, REEL_ARGUMENT, "pseudonym.key", "", 0,
                         "the key for pseudonyms has %zu bytes; it needs %d or more", how->key ? how->key_size : 0,
                         (int)KEY_LEAST);
    if (how->times > REEL_DROP || how->bodies > REEL_DROP || how->devices > REEL_DROP)
        return reel_fail(error, REEL_ARGUMENT, "pseudonym.policy", "", 0, "a policy keeps, blurs or drops");
    return REEL_OK;
}

/* ---- values --------------------------------------------------------------------------------------------------------- */

/* Steps of a clock in a second; 0: the field is none that rows may have. */
static int64_t clock_steps(const reel_field *field)
{
    static const struct {
        const char *unit;
        int64_t steps;
    } units[] = { { "unix s", 1 }, { "unix ms", 1000 }, { "unix us", 1000000 }, { "unix ns", 1000000000 }, { "local ms", 1000 } };
    for (size_t i = 0; i < sizeof units / sizeof *units && field->type == REEL_I64 && field->count == 1; i++)
        if (strcmp(field->unit, units[i].unit) == 0) return units[i].steps;
    return 0;
}

/* A clock that rows have: shifted, or counted from 2000-01-01. Nothing that is 0 was a time. */
static bool change_clock(pseudonymisation *p, int64_t steps, uint8_t *slot)
{
    int64_t value;
    memcpy(&value, slot, sizeof value);
    if (p->run.how->times == REEL_KEEP || !value) return false;
    const int64_t seconds = value / steps - (value % steps < 0);
    if (!p->has_base) p->base = seconds, p->has_base = true;
    const uint64_t by = p->run.how->times == REEL_BLUR ? (uint64_t)p->run.shift : (uint64_t)PSEUDONYM_NO_TIME - (uint64_t)p->base;
    value = (int64_t)((uint64_t)value + by * (uint64_t)steps); /* no file's clock is near the ends, where this goes round */
    memcpy(slot, &value, sizeof value);
    return true;
}

static bool change_body(const pseudonymisation *p, const reel_field *field, uint8_t *slot)
{
    const bool wide = field->type == REEL_F64;
    float narrow = 0;
    double value = 0;
    if (p->run.how->bodies == REEL_KEEP || (!wide && field->type != REEL_F32)) return false;
    if (wide)
        memcpy(&value, slot, sizeof value);
    else
        memcpy(&narrow, slot, sizeof narrow), value = (double)narrow;
    value = p->run.how->bodies == REEL_BLUR && isfinite(value) ? floor(value * 10 + 0.5) / 10 : 0;
    narrow = (float)value;
    if (wide)
        memcpy(slot, &value, sizeof value);
    else
        memcpy(slot, &narrow, sizeof narrow);
    return true;
}

/* The first word of a device is its maker. */
static bool change_device(const pseudonymisation *p, const reel_field *field, uint8_t *slot)
{
    if (p->run.how->devices == REEL_KEEP || field->type != REEL_STRING) return false;
    reel_bytes text = text_value(slot);
    size_t kept = 0;
    while (p->run.how->devices == REEL_BLUR && kept < text.size && text.data[kept] > ' ') kept++;
    if (kept == text.size) return false;
    text.size = kept;
    memcpy(slot, &text, sizeof text);
    return true;
}

static void change_field(pseudonymisation *p, const reel_change *change, const reel_row_list *list, const reel_field *field)
{
    const bool personal = field->flags & (REEL_FIELD_PERSONAL | REEL_FIELD_DERIVED);
    const int64_t steps = personal ? 0 : clock_steps(field);
    const uint32_t kinds = field->flags & (REEL_FIELD_BODY | REEL_FIELD_DEVICE);
    uint64_t changed = 0;
    if (!steps && !kinds) return;
    for (size_t i = 0; i < list->count; i++) {
        uint8_t *row = list->data + i * list->table->row_size, *slot = row + field->offset;
        if (!reel_field_present(field, row)) continue;
        changed += steps                            ? change_clock(p, steps, slot)
                   : field->flags & REEL_FIELD_BODY ? change_body(p, field, slot)
                                                    : change_device(p, field, slot);
    }
    reel_tally(change, "edit.policy", REEL_NOTE, list->table, field->name, changed, "changed as the policy says");
}

/* ---- the header ----------------------------------------------------------------------------------------------------- */

static bool is_header(const reel_row_list *list)
{
    return list->table->flags & REEL_TABLE_HEADER && !(list->table->flags & REEL_TABLE_LAYOUT) && list->count == 1;
}

/* The id of the player, or the name without one. */
static void name_player(pseudonymisation *p, const reel_chunk *chunk)
{
    char text[1024];
    size_t size = reel_header_text(chunk, REEL_FIELD_PLAYER, text, sizeof text);
    if (!size) size = reel_header_text(chunk, REEL_FIELD_PLAYER_NAME, text, sizeof text);
    if (size >= sizeof text) size = sizeof text - 1;
    const reel_string player = { text, size };
    p->has_player = size != 0;
    reel__pseudonym_text(p->run.how, player, p->id);
    p->run.shift = reel__pseudonym_shift(p->run.how, player); /* recordings without a player of their own are shifted together */
}

/* Copies of the header rows; their texts are those of the chunk. */
static bool keep_headers(pseudonymisation *p, reel_chunk *chunk)
{
    p->table_count = 0;
    for (size_t t = 0; t < chunk->count && p->table_count < PSEUDONYM_HEADERS; t++) {
        const reel_row_list *list = &chunk->lists[t];
        if (!is_header(list)) continue;
        uint8_t *copy = reel_chunk_alloc(chunk, list->table->row_size);
        if (!copy) return false;
        memcpy(copy, list->data, list->table->row_size);
        p->tables[p->table_count] = list->table;
        p->rows[p->table_count++] = copy;
    }
    return true;
}

reel_status reel__pseudonyms_before(pseudonymisation *p, reel_change *change)
{
    reel_chunk *chunk = change->chunk;
    if (!p->began) name_player(p, chunk);
    p->began = true;
    if (!keep_headers(p, chunk)) return reel__memory_fail(change->error);
    for (size_t t = 0; t < chunk->count; t++)
        for (size_t f = 0; f < chunk->lists[t].table->field_count; f++)
            change_field(p, change, &chunk->lists[t], &chunk->lists[t].table->fields[f]);
    return REEL_OK;
}

/* Sets a text, or a number, to the pseudonym. */
static void set_pseudonym(const pseudonymisation *p, reel_change *change, const reel_field *field, uint8_t *slot)
{
    if (field->type != REEL_STRING) return;
    const reel_string text = reel_chunk_string(change->chunk, p->id, PSEUDONYM_TEXT);
    memcpy(slot, &text, sizeof text);
}

/* Sets a time that the anonymisation took away to what the policy keeps of it, in the unit that it had. */
static void set_moment(const pseudonymisation *p, reel_change *change, const reel_field *field, const uint8_t *before,
                       uint8_t *row)
{
    int64_t moment;
    uint8_t *slot = row + field->offset;
    if (!reel_field_moment(field, before, &moment)) return;
    int64_t seconds = moment / 1000000 - (moment % 1000000 < 0);
    const int64_t since = seconds;
    if (!reel__pseudonym_time(&p->run, &seconds)) return;
    if (field->type == REEL_I64) {
        int64_t value;
        memcpy(&value, before + field->offset, sizeof value);
        value = (int64_t)((uint64_t)value + ((uint64_t)seconds - (uint64_t)since) * (uint64_t)clock_steps(field));
        memcpy(slot, &value, sizeof value);
    } else if (field->type == REEL_STRING) {
        char text[NUMBER_SIZE];
        const bool date = strcmp(field->unit, "iso 8601") == 0;
        const size_t size = date ? PSEUDONYM_DATE : reel__number_i64(text, seconds);
        if (date) reel__date_text(seconds, text);
        const reel_string copy = reel_chunk_string(change->chunk, text, size);
        memcpy(slot, &copy, sizeof copy);
    }
}

static void set_local_date(const pseudonymisation *p, reel_change *change, const reel_field *field, const uint8_t *before,
                           uint8_t *row)
{
    const reel_bytes text = text_value(before + field->offset);
    const reel_string date = reel__hidden_local_date(&p->run, change->chunk, (reel_string){ (const char *)text.data, text.size });
    memcpy(row + field->offset, &date, sizeof date);
}

reel_status reel__pseudonyms_after(pseudonymisation *p, reel_change *change)
{
    for (size_t t = 0; t < p->table_count; t++) {
        reel_row_list *list = reel_change_rows(change->chunk, p->tables[t]);
        if (!list || list->count != 1) continue;
        for (size_t f = 0; f < list->table->field_count; f++) {
            const reel_field *field = &list->table->fields[f];
            const uint8_t *before = p->rows[t];
            if (!(field->flags & REEL_FIELD_PERSONAL) || field->flags & REEL_FIELD_DERIVED ||
                !reel_field_present(field, before) || reel__field_is_zero(field, before))
                continue;
            if (field->flags & (REEL_FIELD_PLAYER | REEL_FIELD_PLAYER_NAME))
                set_pseudonym(p, change, field, list->data + field->offset);
            else if (reel_field_is_moment(field))
                set_moment(p, change, field, before, list->data);
            else if (reel__is_local_date(field))
                set_local_date(p, change, field, before, list->data);
        }
    }
    p->table_count = 0;
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}

/* ---- policies ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *text;
} policies[] = {
    { "open",
      "# For everybody: nothing that is not needed to see how it was played.\ntimes = drop\nheights = drop\ndevices = drop\n" },
    { "study",
      "# For a study over time: intervals between the plays of a player stay.\ntimes = blur\nheights = blur\ndevices = blur\n" },
    { "linked", "# For people who are bound by a contract: only the names go.\ntimes = keep\nheights = keep\ndevices = keep\n" },
};

const char *reel_policy_text(const char *name)
{
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (strcmp(policies[i].name, name) == 0) return policies[i].text;
    return NULL;
}

static reel_string trimmed(const char *from, const char *to)
{
    while (from < to && (*from == ' ' || *from == '\t')) from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r')) to--;
    return (reel_string){ from, (size_t)(to - from) };
}

static bool is_word(reel_string text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

/* A line without its comment. */
static bool read_line(reel_pseudonyms *to, reel_string line, unsigned *seen)
{
    static const char *const kinds[] = { "times", "heights", "devices" }, *const what[] = { "keep", "blur", "drop" };
    uint8_t *const places[] = { &to->times, &to->bodies, &to->devices };
    const char *equal = memchr(line.data, '=', line.size), *end = line.data + line.size;
    if (!equal) return false;
    const reel_string kind = trimmed(line.data, equal), value = trimmed(equal + 1, end);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t w = 0; is_word(kind, kinds[k]) && w < sizeof what / sizeof *what; w++)
            if (is_word(value, what[w]) && !(*seen & 1u << k)) {
                *places[k] = (uint8_t)w;
                *seen |= 1u << k;
                return true;
            }
    return false;
}

reel_status reel_policy_read(const char *text, size_t size, reel_pseudonyms *pseudonyms, reel_error *error)
{
    static const reel_error none = { .rule = "", .section = "" };
    reel_error own = none;
    unsigned seen = 0;
    if (!error) error = &own;
    for (const char *at = text, *end = text + size; at < end;) {
        const char *line = at, *feed = memchr(at, '\n', (size_t)(end - at)), *stop = feed ? feed : end;
        const char *comment = memchr(at, '#', (size_t)(stop - at));
        const reel_string content = trimmed(line, comment ? comment : stop);
        at = feed ? feed + 1 : end;
        if (content.size && !read_line(pseudonyms, content, &seen))
            return reel_fail(error, REEL_ARGUMENT, "pseudonym.policy", "", (uint64_t)(line - text),
                             "a line of a policy is 'times|heights|devices = keep|blur|drop', each of them once");
    }
    if (seen == 7) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "pseudonym.policy", "", size, "the policy does not say what to do with %s",
                     !(seen & 1)   ? "times"
                     : !(seen & 2) ? "heights"
                                   : "devices");
}

size_t reel_pseudonym(const reel_pseudonyms *pseudonyms, const char *purpose, const char *text, size_t size, char *buffer)
{
    if (strcmp(purpose, "player") == 0) {
        reel__pseudonym_text(pseudonyms, (reel_string){ text, size }, buffer);
    } else {
        uint8_t digest[PSEUDONYM_DIGEST];
        reel__pseudonym_digest(pseudonyms, purpose, text, size, digest);
        hex_text(buffer, digest, PSEUDONYM_TEXT / 2);
    }
    buffer[PSEUDONYM_TEXT] = '\0';
    return PSEUDONYM_TEXT;
}
