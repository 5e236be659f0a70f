/* SPDX-License-Identifier: MIT */
#include "jobs/rewrite/edit.h"
#include "codec/number.h"
#include "codec/pseudonym.h"
#include "core/rows.h"
#include "jobs/sign/place.h"

#include <reel/export.h>
#include <reel/scoresaber.h>

static reel_status set_field(reel_chunk *chunk, const reel_format *format, const reel_setting *setting, reel_error *error)
{
    const reel_table *table = NULL;
    reel_field field;
    if (!reel__header_field(format->tables, setting->field, &field, &table))
        return reel_fail(error, REEL_ARGUMENT, "edit.field", "", 0, "%s has no single header field called %s", format->name,
                         setting->field);
    reel_row_list *list = reel__chunk_list(chunk, table);
    if (!list->count)
        return reel_fail(error, REEL_ARGUMENT, "edit.no-row", table->name, 0, "cannot set %s.%s: the replay has no such row",
                         table->name, field.name);
    void *memory = reel_chunk_alloc(chunk, strlen(setting->value) + 1);
    if (!memory) return reel__memory_fail(error);
    return reel_field_parse(&field, list->data, setting->value, memory, error);
}

/* Keeps the rows with from <= time < to; drops rows with a NaN time. */
static bool cut_table(const reel_change *change, reel_row_list *list)
{
    const reel_field *time = reel_table_time(list->table);
    if (!time) return false;
    size_t size = list->table->row_size, kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const uint8_t *row = list->data + i * size;
        if (!reel__row_within(time, row, change->from, change->to)) continue;
        if (kept != i) memcpy(list->data + kept * size, row, size);
        kept++;
    }
    reel_tally(change, "edit.cut", REEL_NOTE, list->table, NULL, list->count - kept, "outside the time range, dropped");
    bool any = kept < list->count;
    list->count = kept;
    return any;
}

bool reel__edit_cut(reel_change *change)
{
    bool any = false;
    for (size_t i = 0; i < change->chunk->count; i++) any |= cut_table(change, &change->chunk->lists[i]);
    return any;
}

static bool all_digits(reel_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9') return false;
    return true;
}

/* Numbers become 0, an id of digits "0", other text "anonymous", opaque bytes nothing; what is empty stays so. */
static bool hide_value(const reel_field *field, uint8_t *place)
{
    static const char zero[] = "0", nobody[] = "anonymous";
    size_t size = reel_type_size(field->type);
    bool changed = false;
    for (size_t i = 0; i < field->count; i++, place += size) {
        if (!type_is_text(field->type)) {
            static const uint8_t nothing[sizeof(reel_uuid)] = { 0 };
            changed |= memcmp(place, nothing, size) != 0;
            memset(place, 0, size);
            continue;
        }
        reel_bytes text = text_value(place);
        if (!text.size) continue;
        const char *cover = field->type == REEL_BYTES ? "" : all_digits(text) ? zero : nobody;
        text = (reel_bytes){ (const uint8_t *)cover, strlen(cover) };
        memcpy(place, &text, sizeof text);
        changed = true;
    }
    return changed;
}

/* The field of a table that says who a row is about, by the name that formats of many players share; NULL: it has none. */
static const reel_field *personal_field(const reel_table *table, const char *name, reel_type type)
{
    const reel_field *field = reel_table_field(table, name);
    return field && field->flags & REEL_FIELD_PERSONAL && field->type == type && field->count == 1 ? field : NULL;
}

/* Of rows about players: the pseudonym of the account, or else of the name, in both. */
static void name_players(const reel_change *change, reel_row_list *list, const reel_field *account, const reel_field *name)
{
    for (size_t i = 0; i < list->count; i++) {
        uint8_t *row = list->data + i * list->table->row_size;
        char digits[NUMBER_SIZE], text[PSEUDONYM_TEXT];
        uint64_t number = 0;
        reel_bytes shown = { NULL, 0 };
        if (account) memcpy(&number, row + account->offset, sizeof number);
        if (name) shown = text_value(row + name->offset);
        if (!number && !shown.size) continue;
        const reel_string player = number ? (reel_string){ digits, reel__number_u64(digits, number) }
                                          : (reel_string){ (const char *)shown.data, shown.size };
        reel__pseudonym_text(change->pseudonyms->how, player, text);
        if (number) {
            number = reel__pseudonym_number(change->pseudonyms->how, player);
            memcpy(row + account->offset, &number, sizeof number);
        }
        if (!shown.size) continue;
        const reel_string cover = reel_chunk_string(change->chunk, text, sizeof text);
        memcpy(row + name->offset, &cover, sizeof cover);
    }
    reel_tally(change, "edit.anonymised", REEL_NOTE, list->table, NULL, list->count, "players replaced by pseudonyms");
}

static uint64_t hide_dates(const reel_change *change, reel_row_list *list, const reel_field *field)
{
    uint64_t changed = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint8_t *place = list->data + i * list->table->row_size + field->offset;
        const reel_bytes text = text_value(place);
        changed += text.size != 0;
        const reel_string date =
            reel__hidden_local_date(NULL, change->chunk, (reel_string){ (const char *)text.data, text.size });
        memcpy(place, &date, sizeof date);
    }
    return changed;
}

/* Rows that others added to a file, by key. Keys may say as much as values. */
static void drop_others(const reel_change *change)
{
    static const reel_table *const others[] = {
#ifndef REEL_WITHOUT_BSOR
        &bsor_user_data,
#endif
#ifndef REEL_WITHOUT_SCORESABER
        &scoresaber_extensions,
        &scoresaber_json_extras,
#endif
        NULL,
    };
    for (const reel_table *const *table = others; *table; table++) {
        reel_row_list *list = reel__chunk_list(change->chunk, *table);
        if (!list) continue;
        reel_tally(change, "edit.anonymised", REEL_NOTE, *table, NULL, list->count, "dropped");
        list->count = 0;
    }
}

static void hide_table(const reel_change *change, reel_row_list *list)
{
    const bool names = change->pseudonyms && !(list->table->flags & REEL_TABLE_ONE_ROW);
    const reel_field *account = names ? personal_field(list->table, "userid", REEL_U64) : NULL;
    const reel_field *name = names ? personal_field(list->table, "name", REEL_STRING) : NULL;
    if (account || name) name_players(change, list, account, name);
    for (size_t f = 0; f < list->table->field_count; f++) {
        const reel_field *field = &list->table->fields[f];
        if (!(field->flags & REEL_FIELD_PERSONAL) || field == account || field == name) continue;
        uint64_t changed = reel__is_local_date(field) ? hide_dates(change, list, field) : 0;
        for (size_t i = 0; i < list->count && !reel__is_local_date(field); i++)
            changed += hide_value(field, list->data + i * list->table->row_size + field->offset);
        reel_tally(change, "edit.anonymised", REEL_NOTE, list->table, field->name, changed, "replaced");
    }
}

/* A mark names the player, and would not verify any more. */
static void drop_marks(const reel_change *change)
{
#ifndef REEL_WITHOUT_BSOR
    reel_row_list *list = reel__chunk_list(change->chunk, &bsor_user_data);
    if (!list) return;
    bsor_user_entry *rows = (bsor_user_entry *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!mark_is_entry(&rows[i])) rows[kept++] = rows[i];
    reel_tally(change, "edit.mark", REEL_NOTE, list->table, NULL, list->count - kept, "the signature, dropped");
    list->count = kept;
#else
    (void)change;
#endif
}

void reel__edit_hide(reel_change *change)
{
    drop_marks(change);
    drop_others(change);
    for (size_t i = 0; i < change->chunk->count; i++) hide_table(change, &change->chunk->lists[i]);
}

reel_status reel__edit_set(reel_chunk *chunk, const reel_format *format, const reel_convert_options *how, reel_error *error)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < how->setting_count && status == REEL_OK; i++)
        status = set_field(chunk, format, &how->settings[i], error);
    return status;
}
