/* SPDX-License-Identifier: MIT
 * Writes the decoded JSON: the original text if its rows are unchanged, otherwise in the order and number format
 * of the published decoder, which JavaScript printed. */
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

/* As JavaScript prints numbers: shortest, integers without a point, and null for NaN. It prints null for infinities too;
 * it reads 1e999 as infinity. */
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

static void put_number(job *j, double value)
{
    char text[NUMBER_SIZE];
    push_raw(&j->tree, text, number_text(j, text, value));
}

static void put_whole(job *j, int64_t value) { push_integer(&j->tree, value < 0, (uint64_t)value); }

static void put_key(job *j, const char *key) { push_string(&j->tree, key, strlen(key)); }

/* ---- frames ----------------------------------------------------------------------------------------------------- */

/* Keys of a pose, and of a frame's parts, with the text between them. */
static size_t pose_text(job *j, char *to, const char *before, const scoresaber_json_pose *pose)
{
    static const char *const keys[7] = { ":{\"r\":{\"x\":", ",\"y\":", ",\"z\":", ",\"w\":",
                                         "},\"p\":{\"x\":", ",\"y\":", ",\"z\":" };
    char *at = to;
    size_t size = strlen(before);
    memcpy(at, before, size);
    at += size;
    for (size_t i = 0; i < 7; i++) {
        size = strlen(keys[i]);
        memcpy(at, keys[i], size);
        at += size;
        at += number_text(j, at, i < 4 ? pose->rotation[i] : pose->position[i - 4]);
    }
    memcpy(at, "}}", 2);
    return (size_t)(at + 2 - to);
}

enum { FRAME_ROOM = 22 * NUMBER_SIZE + 300 };

static void put_frame(job *j, const scoresaber_json_frame *frame)
{
    char text[FRAME_ROOM], *at = text;
    at += pose_text(j, at, "{\"h\"", &frame->head);
    at += pose_text(j, at, ",\"l\"", &frame->left_hand);
    at += pose_text(j, at, ",\"r\"", &frame->right_hand);
    memcpy(at, ",\"a\":", 5);
    at += 5;
    at += number_text(j, at, frame->time);
    memcpy(at, ",\"i\":", 5);
    at += 5;
    at += number_i64(at, frame->fps);
    *at++ = '}';
    push_raw(&j->tree, text, (size_t)(at - text));
}

static void put_frames(job *j)
{
    size_t count;
    const scoresaber_json_frame *rows = reel_chunk_rows(j->staged, &scoresaber_json_frames, &count);
    put_key(j, "frames");
    push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) put_frame(j, &rows[i]);
    push_end(&j->tree);
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

static void put_modifiers(job *j, reel_string codes)
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

static void put_point(job *j, const double *numbers)
{
    static const char *const keys[] = { "x", "y", "z" };
    push_map(&j->tree, 3);
    for (size_t i = 0; i < 3; i++) {
        put_key(j, keys[i]);
        put_number(j, numbers[i]);
    }
    push_end(&j->tree);
}

static void put_member(job *j, const decoded_member *member, const scoresaber_json_info *info)
{
    const void *place = (const uint8_t *)info + member->offset;
    reel_string text;
    switch (member->kind) {
    case DECODED_TEXT:
        memcpy(&text, place, sizeof text);
        push_string(&j->tree, text.data, text.size);
        break;
    case DECODED_TEXTS: put_modifiers(j, info->modifiers); break;
    case DECODED_WHOLE: put_whole(j, *(const int64_t *)place); break;
    case DECODED_NUMBER: put_number(j, *(const double *)place); break;
    case DECODED_POINT: put_point(j, place); break;
    default: push_bool(&j->tree, *(const uint8_t *)place != 0); break;
    }
}

static bool is_outermost(const scoresaber_json_extra *row) { return row->object.size == 0; }

/* The next rows of one object, from `*row` on. Their order is that of the file. */
static void put_extras(job *j, bool outermost, size_t *row)
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

static void put_info(job *j, size_t *extra)
{
    size_t count;
    const scoresaber_json_info *rows = reel_chunk_rows(j->staged, &scoresaber_json_infos, &count);
    if (!count) return;
    put_key(j, "info");
    push_map(&j->tree, DECODED_MEMBERS);
    for (size_t i = 0; i < DECODED_MEMBERS; i++) {
        if (!(rows[count - 1].present[decoded_members[i].byte] & decoded_members[i].mask)) continue;
        put_key(j, decoded_members[i].key);
        put_member(j, &decoded_members[i], &rows[count - 1]);
    }
    put_extras(j, false, extra);
    push_end(&j->tree);
}

/* ---- lists ------------------------------------------------------------------------------------------------------ */

static void put_item(job *j, const scoresaber_json_note *row, uint8_t bit)
{
    if (!(row->present & bit)) {
        push_null(&j->tree);
        return;
    }
    switch (bit) {
    case SCORESABER_JSON_HAS_SCORE: put_whole(j, row->score); break;
    case SCORESABER_JSON_HAS_COMBO: put_whole(j, row->combo); break;
    case SCORESABER_JSON_HAS_TIME: put_number(j, row->time); break;
    default: push_string(&j->tree, row->note.data, row->note.size); break;
    }
}

/* One of the four lists: up to the last row that has a value there, null for those before it that have none. A row that has a value
 * in none of the lists gets its null in the first. */
static void put_list(job *j, const char *key, uint8_t bit)
{
    size_t count;
    const scoresaber_json_note *rows = reel_chunk_rows(j->staged, &scoresaber_json_notes, &count);
    bool bare = bit == SCORESABER_JSON_HAS_SCORE && count && !rows[count - 1].present;
    while (count && !bare && !(rows[count - 1].present & bit)) count--;
    put_key(j, key);
    push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) put_item(j, &rows[i], bit);
    push_end(&j->tree);
}

static void put_heights(job *j)
{
    size_t count;
    const scoresaber_json_height *rows = reel_chunk_rows(j->staged, &scoresaber_json_heights, &count);
    put_key(j, "dynamicHeight");
    push_array(&j->tree, count);
    for (size_t i = 0; i < count; i++) {
        push_map(&j->tree, 2);
        put_key(j, "h");
        put_number(j, rows[i].height);
        put_key(j, "a");
        put_number(j, rows[i].time);
        push_end(&j->tree);
    }
    push_end(&j->tree);
}

reel_status decoded_finish(reel_encoder *e, const reel_chunk *staged)
{
    reel_bytes same = original_of(staged, decoded_tables);
    if (same.size) {
        reel_put(e->out, same.data, same.size);
        return e->out->status;
    }
    reel_status status = decoded_check_rows(staged, e->error);
    if (status < 0) return status;
    job j = { .encoder = e, .staged = staged };
    size_t extra = 0;
    push_begin(&j.tree, PULL_JSON, append_text, &j);
    push_map(&j.tree, 7);
    put_frames(&j);
    if (has_info_extras(&j)) put_extras(&j, true, &extra);
    put_info(&j, &extra);
    put_list(&j, "scores", SCORESABER_JSON_HAS_SCORE);
    put_list(&j, "combos", SCORESABER_JSON_HAS_COMBO);
    put_list(&j, "noteTime", SCORESABER_JSON_HAS_TIME);
    put_list(&j, "noteInfos", SCORESABER_JSON_HAS_NOTE);
    put_heights(&j);
    put_extras(&j, true, &extra);
    push_end(&j.tree);
    if (j.infinite)
        reel_find(&e->reporter,
                  (reel_finding){ .rule = "scoresaber-json.infinite",
                                  .severity = REEL_WARNING,
                                  .section = "json",
                                  .offset = REEL_NO_OFFSET,
                                  .count = j.infinite },
                  "JSON has no infinity: wrote %llu numbers as 1e999, which some readers refuse", (unsigned long long)j.infinite);
    return e->out->status;
}
