/* SPDX-License-Identifier: MIT
 * Makes decoded JSON from rows, with the member order and number format of the published decoder, which is a JavaScript program. */
#include "formats/scoresaber/decoded_write.h"
#include "codec/number.h"

typedef decoded_writing job;

/* Prints a number like JavaScript: the fewest digits, integers without a point, null for NaN. JavaScript prints null for infinity as well,
 * but reads 1e999 as infinity, so that is written. */
static size_t number_text(job *j, char *to, double value)
{
    if (value != value) {
        memcpy(to, "null", 4);
        return 4;
    }
    if (!(value - value == 0)) {
        j->infinite++;
        memcpy(to, value < 0 ? "-1e999" : "1e999", 6);
        return value < 0 ? 6 : 5;
    }
    size_t size = reel__number_f64(to, value);
    return size > 2 && to[size - 2] == '.' && to[size - 1] == '0' ? size - 2 : size;
}

static void write_number(job *j, double value)
{
    char text[NUMBER_SIZE];
    reel__push_raw(&j->tree, text, number_text(j, text, value));
}

static void write_whole(job *j, int64_t value) { reel__push_integer(&j->tree, value < 0, (uint64_t)value); }

static void write_letter(job *j, char key) { reel__push_string(&j->tree, &key, 1); }

void reel__decoded_push_key(job *j, reel_string key) { reel__push_string(&j->tree, key.data, key.size); }

static void write_vector(job *j, const void *from, size_t count)
{
    const double *numbers = from;
    reel__push_map(&j->tree, count);
    for (size_t i = 0; i < count; i++) {
        write_letter(j, reel__decoded_components[i]);
        write_number(j, numbers[i]);
    }
    reel__push_end(&j->tree);
}

/* ---- frames ----------------------------------------------------------------------------------------------------- */

enum { FRAME_ROOM = (DECODED_FRAME_NUMBERS + 1) * NUMBER_SIZE + DECODED_FRAME_TEXT_BYTES };

static void write_frame(job *j, const decoded_frame_form *form, const scoresaber_json_frame *frame)
{
    char text[FRAME_ROOM], *at = text;
    const size_t last = DECODED_FRAME_NUMBERS + (frame->present & SCORESABER_JSON_HAS_FPS ? 1 : 0);
    for (size_t i = 0; i < last; i++) {
        const uint8_t *number = (const uint8_t *)frame + form->offsets[i];
        size_t size = (size_t)form->starts[i + 1] - form->starts[i];
        memcpy(at, form->text + form->starts[i], size);
        at += size;
        at += i < DECODED_FRAME_NUMBERS ? number_text(j, at, *(const double *)(const void *)number)
                                        : reel__number_i64(at, frame->fps);
    }
    *at++ = '}';
    reel__push_raw(&j->tree, text, (size_t)(at - text));
}

static void write_frames(job *j)
{
    size_t count;
    const scoresaber_json_frame *rows = reel_chunk_rows(j->staged, &scoresaber_json_frames, &count);
    decoded_frame_form form;
    reel__decoded_frame_form_make(&form);
    reel__push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) write_frame(j, &form, &rows[i]);
    reel__push_end(&j->tree);
}

static void write_pose(job *j, const uint8_t *pose)
{
    reel__push_map(&j->tree, DECODED_POSE_MEMBERS);
    for (size_t i = 0; i < DECODED_POSE_MEMBERS; i++) {
        write_letter(j, reel__decoded_pose_members[i].key);
        write_vector(j, pose + reel__decoded_pose_members[i].offset, reel__decoded_pose_members[i].count);
    }
    reel__push_end(&j->tree);
}

void reel__decoded_push_member(job *j, const decoded_member *member, const void *row)
{
    const uint8_t *from = (const uint8_t *)row + member->offset;
    write_letter(j, member->key);
    if (member->kind == DECODED_POSE)
        write_pose(j, from);
    else if (member->kind == DECODED_NUMBER)
        write_number(j, *(const double *)(const void *)from);
    else
        write_whole(j, *(const int64_t *)(const void *)from);
}

bool reel__decoded_has_member(const decoded_member *member, const void *row)
{
    return !member->optional || ((const scoresaber_json_frame *)row)->present & SCORESABER_JSON_HAS_FPS;
}

void reel__decoded_push_item(job *j, const reel_table *table, const void *row)
{
    const bool frames = table == &scoresaber_json_frames;
    const decoded_member *members = frames ? reel__decoded_frame_members : reel__decoded_height_members;
    const size_t count = frames ? DECODED_FRAME_MEMBERS : DECODED_HEIGHT_MEMBERS;
    reel__push_map(&j->tree, count);
    for (size_t i = 0; i < count; i++)
        if (reel__decoded_has_member(&members[i], row)) reel__decoded_push_member(j, &members[i], row);
    reel__push_end(&j->tree);
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

static void write_modifiers(job *j, reel_string codes)
{
    reel__push_array(&j->tree, 0);
    for (size_t from = 0; codes.size && from <= codes.size;) {
        size_t end = from;
        while (end < codes.size && codes.data[end] != ',') end++;
        reel__push_string(&j->tree, codes.data + from, end - from);
        from = end + 1;
    }
    reel__push_end(&j->tree);
}

void reel__decoded_push_value(job *j, const reel_field *field, const void *row)
{
    const void *from = (const uint8_t *)row + field->offset;
    reel_string text;
    switch ((int)field->type) {
    case REEL_STRING:
        memcpy(&text, from, sizeof text);
        if (decoded_is_modifiers(field))
            write_modifiers(j, text);
        else
            reel__push_string(&j->tree, text.data, text.size);
        break;
    case REEL_I64: write_whole(j, *(const int64_t *)from); break;
    case REEL_I32: write_whole(j, *(const int32_t *)from); break;
    case REEL_F64:
        if (field->count > 1)
            write_vector(j, from, field->count);
        else
            write_number(j, *(const double *)from);
        break;
    default: reel__push_bool(&j->tree, *(const uint8_t *)from != 0); break;
    }
}

static bool is_outermost(const scoresaber_json_extra *row) { return row->object.size == 0; }

void reel__decoded_push_extras(job *j, bool outermost)
{
    size_t count;
    const scoresaber_json_extra *rows = reel_chunk_rows(j->staged, &scoresaber_json_extras, &count);
    for (; j->extra < count && is_outermost(&rows[j->extra]) == outermost; j->extra++) {
        reel__push_raw(&j->tree, "\"", 1);
        decoded_append(j, rows[j->extra].key.data, rows[j->extra].key.size);
        decoded_append(j, "\"", 1);
        reel__push_raw(&j->tree, rows[j->extra].json.data, rows[j->extra].json.size);
    }
}

bool reel__decoded_has_info_extras(const job *j)
{
    size_t count;
    const scoresaber_json_extra *rows = reel_chunk_rows(j->staged, &scoresaber_json_extras, &count);
    while (count > j->extra && is_outermost(&rows[count - 1])) count--;
    return count > j->extra;
}

static void write_info(job *j)
{
    size_t count;
    const scoresaber_json_info *rows = reel_chunk_rows(j->staged, &scoresaber_json_infos, &count);
    reel__push_map(&j->tree, DECODED_INFO_KEYS);
    for (size_t i = 0; i < DECODED_INFO_KEYS; i++) {
        const reel_field *field = &scoresaber_json_infos.fields[i];
        if (!reel_field_present(field, &rows[count - 1])) continue;
        reel__decoded_push_key(j, reel__decoded_info_keys[i]);
        reel__decoded_push_value(j, field, &rows[count - 1]);
    }
    reel__decoded_push_extras(j, false);
    reel__push_end(&j->tree);
}

/* ---- lists ------------------------------------------------------------------------------------------------------ */

size_t reel__decoded_list_size(const job *j, decoded_part list)
{
    size_t count;
    const scoresaber_json_note *rows = reel_chunk_rows(j->staged, &scoresaber_json_notes, &count);
    const reel_field *field = &scoresaber_json_notes.fields[list - DECODED_SCORES];
    if (list == DECODED_SCORES && count && !rows[count - 1].present) return count;
    while (count && !reel_field_present(field, &rows[count - 1])) count--;
    return count;
}

/* Rows before the last one of a list that have no value are null. */
static void write_list(job *j, decoded_part list)
{
    size_t all;
    const size_t count = reel__decoded_list_size(j, list);
    const scoresaber_json_note *rows = reel_chunk_rows(j->staged, &scoresaber_json_notes, &all);
    const reel_field *field = &scoresaber_json_notes.fields[list - DECODED_SCORES];
    reel__push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) {
        if (reel_field_present(field, &rows[i]))
            reel__decoded_push_value(j, field, &rows[i]);
        else
            reel__push_null(&j->tree);
    }
    reel__push_end(&j->tree);
}

static void write_heights(job *j)
{
    size_t count;
    const scoresaber_json_height *rows = reel_chunk_rows(j->staged, &scoresaber_json_heights, &count);
    reel__push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) reel__decoded_push_item(j, &scoresaber_json_heights, &rows[i]);
    reel__push_end(&j->tree);
}

void reel__decoded_push_part(job *j, decoded_part part)
{
    reel__decoded_push_key(j, reel__decoded_parts[part].key);
    if (part == DECODED_FRAMES)
        write_frames(j);
    else if (part == DECODED_INFO)
        write_info(j);
    else if (part == DECODED_HEIGHTS)
        write_heights(j);
    else
        write_list(j, part);
}
