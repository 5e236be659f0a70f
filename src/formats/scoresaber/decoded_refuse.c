/* SPDX-License-Identifier: MIT
 * Checks that the decoded JSON can express all rows: others would be read back with different values. */
#include "codec/pull.h"
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
    pull_begin(tree, PULL_JSON, json.data, json.size, PULL_MOST_DEPTH);
    if (!json.size || !pull_next(tree, &value) || value.start != tree->start) return false;
    return pull_skip(tree, &value) && tree->at == tree->end;
}

/* Whether an extra of info would be read into a field: a member with a field is an extra only if it is a duplicate or has the wrong type. */
static bool has_field(const scoresaber_json_info *info, const scoresaber_json_extra *extra)
{
    const reel_field *field = decoded_find_info_field(extra->key);
    return field && !reel_field_present(field, info) && decoded_accepts(field, extra->json);
}

static reel_status fail_extra(reel_error *error, size_t row, const char *why)
{
    return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.extra", "extras", 0, "row %zu of extras cannot be written: %s", row,
                     why);
}

static reel_status check_extra(pull_reader *tree, const scoresaber_json_info *info, const scoresaber_json_extra *extra,
                               size_t row, reel_error *error)
{
    bool inside = text_values_equal(&extra->object, &decoded_parts[DECODED_INFO].key);
    if (!inside && extra->object.size) return fail_extra(error, row, "its object must be empty or info");
    if (inside && !info) return fail_extra(error, row, "it belongs to info, which has no row");
    if (!is_quotable(extra->key)) return fail_extra(error, row, "its key is not valid inside JSON quotes");
    if (!is_value(tree, extra->json)) return fail_extra(error, row, "it is not a single JSON value");
    if (inside ? has_field(info, extra) : decoded_find_part(extra->key) != DECODED_PARTS)
        return fail_extra(error, row, "the key has a field or a table of its own");
    return REEL_OK;
}

/* Extras of info are consecutive, as info is one member of the outermost object. */
static reel_status check_extras(const reel_chunk *rows, const scoresaber_json_info *info, reel_error *error)
{
    size_t count, runs = 0;
    const scoresaber_json_extra *extras = reel_chunk_rows(rows, &scoresaber_json_extras, &count);
    pull_reader tree;
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        reel_status status = check_extra(&tree, info, &extras[i], i, error);
        if (status < 0) return status;
        runs += extras[i].object.size && !inside;
        inside = extras[i].object.size != 0;
        if (runs > 1) return fail_extra(error, i, "rows of info must be consecutive");
    }
    return REEL_OK;
}

static reel_status check_notes(const reel_chunk *rows, reel_error *error)
{
    size_t count;
    uint8_t known = 0;
    for (size_t i = 0; i < DECODED_LISTS; i++) known |= scoresaber_json_notes.fields[i].present_mask;
    const scoresaber_json_note *notes = reel_chunk_rows(rows, &scoresaber_json_notes, &count);
    for (size_t i = 0; i < count; i++) {
        if (notes[i].present & ~known)
            return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.present", "notes", 0,
                             "note %zu marks a value as present that the format does not have", i);
        if (notes[i].present & SCORESABER_JSON_HAS_TIME && notes[i].time != notes[i].time)
            return reel_fail(error, REEL_ARGUMENT, "scoresaber-json.not-a-number", "notes", 0,
                             "the time of note %zu is NaN: in JSON it would be missing", i);
    }
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

reel_status decoded_check_rows(const reel_chunk *rows, reel_error *error)
{
    size_t count;
    const scoresaber_json_info *info = reel_chunk_rows(rows, &scoresaber_json_infos, &count);
    reel_status status = check_absent(rows, decoded_tables, "scoresaber-json.present", error);
    if (status == REEL_OK && count) status = check_info(&info[count - 1], error);
    if (status == REEL_OK) status = check_notes(rows, error);
    return status == REEL_OK ? check_extras(rows, count ? &info[count - 1] : NULL, error) : status;
}
