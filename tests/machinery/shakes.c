/* SPDX-License-Identifier: MIT */
#include "shakes.h"

#include "records.h"

#include <math.h>

enum { CHANGES = 3 };

static uint64_t whole(const reel_field *field, const uint8_t *place)
{
    uint64_t value = 0;
    memcpy(&value, place, reel_type_size(field->type)); /* on machines with this order of bytes */
    return value;
}

/* NULL for an enumeration: its labels are the values. */
static void change_whole(const reel_field *field, uint8_t *place, size_t candidate)
{
    const size_t size = reel_type_size(field->type);
    const uint64_t old = whole(field, place),
                   values[CHANGED_VALUES] = { old + 1, old - 1, 0, 1, UINT64_MAX, UINT64_MAX >> 1, old ^ 4, 77 };
    uint64_t fresh = values[candidate];
    if (candidate == 5) fresh = UINT64_MAX >> (65 - 8 * size); /* the largest signed one */
    if (field->type == REEL_BOOL) fresh = candidate % 2 ? old : !old;
    size_t labels = 0;
    while (field->labels && field->labels[labels].name) labels++;
    if (labels && candidate % 2) fresh = (uint64_t)field->labels[(old + candidate) % labels].value;
    memcpy(place, &fresh, size);
}

static void change_fraction(const reel_field *field, uint8_t *place, size_t candidate)
{
    double old;
    float single;
    memcpy(&old, place, reel_type_size(field->type));
    memcpy(&single, place, sizeof single);
    if (field->type == REEL_F32) old = (double)single;
    const double values[CHANGED_VALUES] = { old + 0.5, -old, 0, 1, NAN, 1e30, 0.1, old * 0.999 };
    old = values[candidate];
    single = (float)old;
    memcpy(place, field->type == REEL_F32 ? (const void *)&single : &old, reel_type_size(field->type));
}

static void change_text(uint8_t *place, size_t candidate)
{
    static const char many[301] = "0123456789";
    static const reel_bytes values[CHANGED_VALUES] = {
        { (const uint8_t *)"changed", 7 }, { NULL, 0 },
        { (const uint8_t *)"7", 1 },       { (const uint8_t *)"\xff\xfe", 2 },
        { (const uint8_t *)many, 300 },    { (const uint8_t *)"a\"\\\n\tb", 6 },
        { (const uint8_t *)"\0x", 2 },     { (const uint8_t *)"0123456789abcdef0123456789abcdef", 32 },
    };
    memcpy(place, &values[candidate], sizeof values[candidate]);
}

void change_value(const reel_table *table, const reel_field *field, uint8_t *row, size_t candidate)
{
    uint8_t *place = row + field->offset + (candidate % field->count) * reel_type_size(field->type);
    (void)table;
    switch (field->type) {
    case REEL_STRING:
    case REEL_BYTES: change_text(place, candidate); break;
    case REEL_F32:
    case REEL_F64: change_fraction(field, place, candidate); break;
    case REEL_UUID: place[candidate] ^= 1; break;
    default: change_whole(field, place, candidate);
    }
}

/* ---- several changes ---------------------------------------------------------------------------------------------------- */

/* A text with an end cut off, or another letter. */
static void draw_text(uint8_t *place)
{
    static uint8_t rooms[64][64];
    static size_t next;
    uint8_t *room = rooms[next++ % 64];
    reel_bytes text;
    memcpy(&text, place, sizeof text);
    if (!text.size || text.size > sizeof rooms[0]) return;
    memcpy(room, text.data, text.size);
    const size_t at = record_draw(text.size), step = record_draw(3);
    if (record_draw(2))
        text.size = at;
    else
        room[at] = (uint8_t)(room[at] + step - 1);
    text.data = room;
    memcpy(place, &text, sizeof text);
}

/* A value of the field as its neighbours have it: that of another row, or one near it, or a small one. */
static void draw_value(const reel_table *table, const reel_field *field, const reel_row_list *list, uint8_t *row)
{
    const size_t size = reel_type_size(field->type);
    const uint8_t *other = list->data + record_draw(list->count) * table->row_size;
    const bool number = field->type != REEL_STRING && field->type != REEL_BYTES && field->type != REEL_UUID;
    if (record_draw(3) || !number) {
        memcpy(row + field->offset, other + field->offset, size * field->count);
        if (!number && field->type != REEL_UUID && record_draw(2)) draw_text(row + field->offset);
        return;
    }
    uint8_t *place = row + field->offset + record_draw(field->count) * size;
    if (field->type == REEL_F32 || field->type == REEL_F64) {
        const double values[] = { 0, 1, -1, 0.5, 2, 10, -0.25, 1000 };
        const size_t which = record_draw(8), added = record_draw(2);
        const double value = values[which] + (added ? reel_field_number(field, row, 0) : 0);
        const float single = (float)value;
        memcpy(place, field->type == REEL_F32 ? (const void *)&single : &value, size);
        return;
    }
    const uint64_t value = record_draw(4) ? record_draw(18) - 1 : whole(field, place) + record_draw(9) - 4;
    const uint8_t truth = value & 1;
    memcpy(place, field->type == REEL_BOOL ? (const void *)&truth : &value, size);
}

static void shake_row(const reel_table *table, const reel_row_list *list, char *what, size_t room)
{
    const reel_field *field = &table->fields[record_draw(table->field_count)];
    uint8_t *row = list->data + record_draw(list->count) * table->row_size;
    const size_t kind = record_draw(10);
    snprintf(what, room, " %s.%s", table->name, field->name);
    if (kind == 0 && field->present_mask)
        row[field->present_offset] ^= field->present_mask;
    else if (kind == 1)
        change_value(table, field, row, record_draw(CHANGED_VALUES));
    else
        draw_value(table, field, list, row);
}

/* A row more or fewer, or two exchanged. The list gets rows of its own. */
static void shake_rows(const reel_table *table, reel_row_list *list, char *what, size_t room)
{
    const size_t size = table->row_size, at = record_draw(list->count), other = record_draw(list->count), kind = record_draw(3);
    uint8_t *from = list->data + at * size;
    if (kind == 0) {
        memmove(from, from + size, (list->count - at - 1) * size);
        list->count--;
    } else if (kind == 1) {
        memmove(from + size, from, (list->count - at) * size);
        list->count++;
    } else {
        for (size_t i = 0; i < size; i++) {
            uint8_t *a = from + i, *b = list->data + other * size + i, byte = *a;
            *a = *b, *b = byte;
        }
    }
    snprintf(what, room, " %s %s", kind == 2 ? "order of" : kind ? "a row more of" : "a row fewer of", table->name);
}

void shaking_begin(shaking *s, const reel_replay *replay, size_t shakes)
{
    s->count = s->what_size = 0;
    s->what[0] = 0;
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table && s->count < SHAKEN_TABLES;
         table++) {
        reel_row_list *list = reel_change_rows((reel_chunk *)(uintptr_t)reel_replay_chunk(replay), *table);
        if (!list || !list->count || list->count > SHAKEN_ROWS) continue;
        s->before[s->count] = *list;
        s->lists[s->count++] = list;
        list->capacity = list->count + CHANGES * shakes;
        uint8_t *rows = malloc(list->capacity * (*table)->row_size);
        assert_non_null(rows);
        memcpy(rows, list->data, list->count * (*table)->row_size);
        list->data = rows;
    }
}

void shaking_shake(shaking *s, size_t number)
{
    for (size_t i = 0; i < 1 + number % CHANGES && s->count; i++) {
        reel_row_list *list = s->lists[record_draw(s->count)];
        if (!list->count) continue;
        char *what = s->what + s->what_size;
        if (record_draw(4))
            shake_row(list->table, list, what, sizeof s->what - s->what_size);
        else
            shake_rows(list->table, list, what, sizeof s->what - s->what_size);
        s->what_size += strlen(what);
    }
}

void shaking_end(shaking *s)
{
    for (size_t i = 0; i < s->count; i++) {
        free(s->lists[i]->data);
        *s->lists[i] = s->before[i];
    }
}
