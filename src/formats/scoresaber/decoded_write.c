/* SPDX-License-Identifier: MIT
 * Writes the decoded JSON: the original text if its rows are unchanged, otherwise with the member order and number format of the published
 * decoder, which is a JavaScript program. */
#include "codec/number.h"
#include "codec/pull.h"
#include "formats/scoresaber/layout.h"

typedef struct job {
    reel_encoder *encoder;
    const reel_chunk *staged;
    push_writer tree;
    uint64_t infinite;
} job;

static void append_text(void *context, const void *data, size_t size)
{
    job *j = context;
    reel_put(j->encoder->out, data, size);
}

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
    size_t size = number_f64(to, value);
    return size > 2 && to[size - 2] == '.' && to[size - 1] == '0' ? size - 2 : size;
}

static void write_number(job *j, double value)
{
    char text[NUMBER_SIZE];
    push_raw(&j->tree, text, number_text(j, text, value));
}

static void write_whole(job *j, int64_t value) { push_integer(&j->tree, value < 0, (uint64_t)value); }

static void write_key(job *j, reel_string key) { push_string(&j->tree, key.data, key.size); }

/* ---- frames ----------------------------------------------------------------------------------------------------- */

enum { FRAME_ROOM = (DECODED_FRAME_NUMBERS + 1) * NUMBER_SIZE + DECODED_FRAME_TEXT_BYTES };

static void write_frame(job *j, const decoded_frame_form *form, const scoresaber_json_frame *frame)
{
    char text[FRAME_ROOM], *at = text;
    for (size_t i = 0; i <= DECODED_FRAME_NUMBERS; i++) {
        const uint8_t *number = (const uint8_t *)frame + form->offsets[i];
        size_t size = (size_t)form->starts[i + 1] - form->starts[i];
        memcpy(at, form->text + form->starts[i], size);
        at += size;
        at += i < DECODED_FRAME_NUMBERS ? number_text(j, at, *(const double *)(const void *)number) : number_i64(at, frame->fps);
    }
    *at++ = '}';
    push_raw(&j->tree, text, (size_t)(at - text));
}

static void write_frames(job *j)
{
    size_t count;
    const scoresaber_json_frame *rows = reel_chunk_rows(j->staged, &scoresaber_json_frames, &count);
    decoded_frame_form form;
    decoded_frame_form_make(&form);
    push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) write_frame(j, &form, &rows[i]);
    push_end(&j->tree);
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

static void write_modifiers(job *j, reel_string codes)
{
    push_array(&j->tree, 0);
    for (size_t from = 0; codes.size && from <= codes.size;) {
        size_t end = from;
        while (end < codes.size && codes.data[end] != ',') end++;
        push_string(&j->tree, codes.data + from, end - from);
        from = end + 1;
    }
    push_end(&j->tree);
}

static void write_letter(job *j, char key) { push_string(&j->tree, &key, 1); }

static void write_point(job *j, const double *numbers)
{
    push_map(&j->tree, 3);
    for (size_t i = 0; i < 3; i++) {
        write_letter(j, decoded_components[i]);
        write_number(j, numbers[i]);
    }
    push_end(&j->tree);
}

static void write_field(job *j, const reel_field *field, const uint8_t *row)
{
    const void *from = row + field->offset;
    reel_string text;
    switch ((int)field->type) {
    case REEL_STRING:
        memcpy(&text, from, sizeof text);
        if (decoded_is_modifiers(field))
            write_modifiers(j, text);
        else
            push_string(&j->tree, text.data, text.size);
        break;
    case REEL_I64: write_whole(j, *(const int64_t *)from); break;
    case REEL_I32: write_whole(j, *(const int32_t *)from); break;
    case REEL_F64:
        if (field->count > 1)
            write_point(j, from);
        else
            write_number(j, *(const double *)from);
        break;
    default: push_bool(&j->tree, *(const uint8_t *)from != 0); break;
    }
}

static bool is_outermost(const scoresaber_json_extra *row) { return row->object.size == 0; }

/* Writes consecutive extras of one object, starting with *row. They are in file order. */
static void write_extras(job *j, bool outermost, size_t *row)
{
    size_t count;
    const scoresaber_json_extra *rows = reel_chunk_rows(j->staged, &scoresaber_json_extras, &count);
    for (; *row < count && is_outermost(&rows[*row]) == outermost; ++*row) {
        push_raw(&j->tree, "\"", 1);
        append_text(j, rows[*row].key.data, rows[*row].key.size);
        append_text(j, "\"", 1);
        push_raw(&j->tree, rows[*row].json.data, rows[*row].json.size);
    }
}

static bool has_info_extras(const job *j)
{
    size_t count;
    const scoresaber_json_extra *rows = reel_chunk_rows(j->staged, &scoresaber_json_extras, &count);
    while (count && is_outermost(&rows[count - 1])) count--;
    return count > 0;
}

static void write_info(job *j, size_t *extra)
{
    size_t count;
    const scoresaber_json_info *rows = reel_chunk_rows(j->staged, &scoresaber_json_infos, &count);
    const uint8_t *row = (const uint8_t *)&rows[count - 1];
    push_map(&j->tree, DECODED_INFO_KEYS);
    for (size_t i = 0; i < DECODED_INFO_KEYS; i++) {
        const reel_field *field = &scoresaber_json_infos.fields[i];
        if (!reel_field_present(field, row)) continue;
        write_key(j, decoded_info_keys[i]);
        write_field(j, field, row);
    }
    write_extras(j, false, extra);
    push_end(&j->tree);
}

/* ---- lists ------------------------------------------------------------------------------------------------------ */

/* Writes one of the four lists: it ends with the last row that has this value, and rows before that without one are null. If the last row
 * has no value at all, its null is in the first list, so that the row is not lost. */
static void write_list(job *j, decoded_part list)
{
    size_t count;
    const scoresaber_json_note *rows = reel_chunk_rows(j->staged, &scoresaber_json_notes, &count);
    const reel_field *field = &scoresaber_json_notes.fields[list - DECODED_SCORES];
    bool bare = list == DECODED_SCORES && count && !rows[count - 1].present;
    while (count && !bare && !reel_field_present(field, &rows[count - 1])) count--;
    push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) {
        if (reel_field_present(field, &rows[i]))
            write_field(j, field, (const uint8_t *)&rows[i]);
        else
            push_null(&j->tree);
    }
    push_end(&j->tree);
}

static void write_heights(job *j)
{
    size_t count;
    const scoresaber_json_height *rows = reel_chunk_rows(j->staged, &scoresaber_json_heights, &count);
    push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) {
        push_map(&j->tree, DECODED_HEIGHT_MEMBERS);
        for (size_t m = 0; m < DECODED_HEIGHT_MEMBERS; m++) {
            write_letter(j, decoded_height_members[m].key);
            write_number(j, *(const double *)(const void *)((const uint8_t *)&rows[i] + decoded_height_members[m].offset));
        }
        push_end(&j->tree);
    }
    push_end(&j->tree);
}

static void write_part(job *j, decoded_part part, size_t *extra)
{
    size_t infos;
    reel_chunk_rows(j->staged, &scoresaber_json_infos, &infos);
    if (part == DECODED_INFO && !infos) return;
    write_key(j, decoded_parts[part].key);
    if (part == DECODED_FRAMES)
        write_frames(j);
    else if (part == DECODED_INFO)
        write_info(j, extra);
    else if (part == DECODED_HEIGHTS)
        write_heights(j);
    else
        write_list(j, part);
}

reel_status decoded_finish(reel_encoder *e, const reel_chunk *staged)
{
    reel_bytes original = original_of(staged, decoded_tables);
    if (original.size) {
        reel_put(e->out, original.data, original.size);
        return e->out->status;
    }
    reel_status status = decoded_check_rows(staged, e->error);
    if (status < 0) return status;
    job j = { .encoder = e, .staged = staged };
    size_t extra = 0;
    push_begin(&j.tree, PULL_JSON, append_text, &j);
    push_map(&j.tree, DECODED_PARTS);
    for (size_t part = 0; part < DECODED_PARTS; part++) {
        if (part == DECODED_INFO && has_info_extras(&j)) write_extras(&j, true, &extra);
        write_part(&j, (decoded_part)part, &extra);
    }
    write_extras(&j, true, &extra);
    push_end(&j.tree);
    if (j.infinite)
        reel_find(&e->reporter,
                  (reel_finding){ .rule = "scoresaber-json.infinite",
                                  .severity = REEL_WARNING,
                                  .section = "json",
                                  .offset = REEL_NO_OFFSET,
                                  .count = j.infinite },
                  "JSON has no infinity: wrote %llu {number|numbers} as 1e999, which some readers refuse",
                  (unsigned long long)j.infinite);
    return e->out->status;
}
