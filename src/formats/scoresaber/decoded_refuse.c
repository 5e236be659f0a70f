/* SPDX-License-Identifier: MIT
 * Checks that the decoded JSON can express all rows: others would be read back with different values. */
#include "codec/pull.h"
#include "core/encoder.h"
#include "core/rows.h"
#include "core/text.h"
#include "formats/scoresaber/layout.h"

/* Whether bytes are valid between the quotes of a JSON string. */
static bool is_quotable(reel_string text)
{
    for (size_t i = 0; i < text.size; i++) {
        if ((uint8_t)text.data[i] < 0x20 || text.data[i] == '"') return false;
        if (text.data[i] != '\\') continue;
        if (++i == text.size || !text.data[i] || !strchr("\"\\/bfnrtu", text.data[i])) return false;
        if (text.data[i] != 'u') continue;
        for (size_t digit = 0; digit < 4; digit++)
            if (++i == text.size || hex_digit(text.data[i]) < 0) return false;
    }
    return true;
}

/* Whether a text is exactly one JSON value. */
static bool is_value(pull_reader *tree, reel_string json)
{
    pull_value value;
    reel__pull_begin(tree, PULL_JSON, json.data, json.size, PULL_MOST_DEPTH);
    if (!json.size || !reel__pull_next(tree, &value) || value.start != tree->start) return false;
    return reel__pull_skip(tree, &value) && tree->at == tree->end;
}

/* Whether an extra of info would be read into a field: a member with a field is an extra only if it is a duplicate or has the wrong type. */
static bool has_field(const scoresaber_json_info *info, const scoresaber_json_extra *extra)
{
    const reel_field *field = reel__decoded_find_info_field(extra->key);
    return field && !reel_field_present(field, info) && reel__decoded_fits(field, extra->json);
}

static reel_status fail_extra(reel_error *error, size_t row, const char *why)
{
    return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.extra", "extras", 0, "row %zu of extras cannot be written: %s", row,
                     why);
}

static reel_status check_extra(const scoresaber_json_extra *extra, size_t row, reel_error *error)
{
    pull_reader tree;
    bool inside = reel__text_values_equal(&extra->object, &reel__decoded_parts[DECODED_INFO].key);
    if (!inside && extra->object.size) return fail_extra(error, row, "its object must be empty or info");
    if (!is_quotable(extra->key)) return fail_extra(error, row, "its key is not valid inside JSON quotes");
    if (!is_value(&tree, extra->json)) return fail_extra(error, row, "it is not a single JSON value");
    if (!inside && reel__decoded_find_part(extra->key) != DECODED_PARTS)
        return fail_extra(error, row, "the key has a table of its own");
    return REEL_OK;
}

static reel_status fail_order(reel_error *error, size_t row, const char *why)
{
    return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.extra-of-info", "extras", 0,
                     "row %zu of extras cannot be written: %s", row, why);
}

/* Extras of info are consecutive, as info is one member of the outermost object. */
static reel_status check_extras(const reel_chunk *rows, const scoresaber_json_info *info, reel_error *error)
{
    size_t count, runs = 0;
    const scoresaber_json_extra *extras = reel_chunk_rows(rows, &scoresaber_json_extras, &count);
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        runs += extras[i].object.size && !inside;
        inside = extras[i].object.size != 0;
        if (runs > 1) return fail_order(error, i, "rows of info must be consecutive");
        if (inside && !info) return fail_order(error, i, "it belongs to info, which has no row");
        if (inside && has_field(info, &extras[i])) return fail_order(error, i, "the key has a field of its own");
    }
    return REEL_OK;
}

static reel_status check_note(const scoresaber_json_note *note, size_t row, reel_error *error)
{
    uint8_t known = 0;
    for (size_t i = 0; i < DECODED_LISTS; i++) known |= scoresaber_json_notes.fields[i].present_mask;
    if (note->present & ~known)
        return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.present", "notes", 0,
                         "note %zu marks a value as present that the format does not have", row);
    if (note->present & SCORESABER_JSON_HAS_TIME && note->time != note->time)
        return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.not-a-number", "notes", 0,
                         "the time of note %zu is NaN: in JSON it would be missing", row);
    return REEL_OK;
}

static reel_status check_info(const scoresaber_json_info *info, reel_error *error)
{
    scoresaber_json_info known = { 0 };
    for (size_t i = 0; i < DECODED_INFO_KEYS; i++) {
        const reel_field *field = &scoresaber_json_infos.fields[i];
        ((uint8_t *)&known)[field->present_offset] |= field->present_mask;
    }
    if (info->present[0] & ~known.present[0] || info->present[1] & ~known.present[1])
        return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.present", "info", 0,
                         "the info marks a value as present that the format does not have");
    if (info->left_handed > 1)
        return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.flag", "info", 0,
                         "left_handed is %d: JSON has only true and false", info->left_handed);
    return REEL_OK;
}

static reel_status check_frame(const scoresaber_json_frame *frame, size_t row, reel_error *error)
{
    if (!(frame->present & ~SCORESABER_JSON_HAS_FPS)) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.present", "frames", 0,
                     "frame %zu marks a value as present that the format does not have", row);
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of;
    reel_status status = reel__check_absent(table, row, number, "scoresaber-json.present", error);
    if (status < 0) return status;
    if (table == &scoresaber_json_infos) return check_info(row, error);
    if (table == &scoresaber_json_frames) return check_frame(row, number, error);
    if (table == &scoresaber_json_notes) return check_note(row, number, error);
    return table == &scoresaber_json_extras ? check_extra(row, number, error) : REEL_OK;
}

reel_status reel__decoded_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}

reel_status reel__decoded_check_rows(const reel_chunk *rows, reel_error *error)
{
    size_t count;
    const scoresaber_json_info *info = reel_chunk_rows(rows, &scoresaber_json_infos, &count);
    reel_status status = reel__encoder_check_chunk(check_row, NULL, rows, error);
    return status == REEL_OK ? check_extras(rows, count ? &info[count - 1] : NULL, error) : status;
}
