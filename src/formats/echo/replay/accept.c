/* SPDX-License-Identifier: MIT
 * What a row of an .echoreplay cannot be, whatever other rows there are. */
#include "core/encoder.h"
#include "formats/echo/replay/replay.h"

static reel_status check_info(const echoreplay_info *info, reel_error *error)
{
    bool zip = info->container == ECHOREPLAY_ZIP;
    if (info->container <= ECHOREPLAY_ZIP && (zip || !info->entry.size) && info->entry.size <= UINT16_MAX) return REEL_OK;
    return reel_fail(
        error, REEL_ARGUMENT, "echoreplay.entry", "zip", 0,
        "info.container and info.entry disagree: only a zip has an entry name, of at most 65535 bytes; for text also "
        "set entry to nothing, for a zip to a name");
}

static reel_status check_line(const echoreplay_line *line, reel_error *error)
{
    if (!line->form || (line->form <= FORM_SLOTS && line->text.size <= FORM_LONGEST)) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "echoreplay.form", "lines", 0,
                     "lines.form of frame %lu is not a number from 1 to %d, or the form is longer than %d bytes",
                     (unsigned long)line->frame, (int)FORM_SLOTS, (int)FORM_LONGEST);
}

static reel_status fail_number(const reel_table *table, const char *field, size_t number, reel_error *error)
{
    return reel_fail(error, REEL_ARGUMENT, "echoreplay.number", table->name, 0,
                     "%s of row %zu of %s is not a number that JSON has", field, number, table->name);
}

/* JSON has no NaN, and the time of a line has four digits for the year. */
static reel_status check_numbers(const reel_table *table, const uint8_t *row, size_t number, reel_error *error)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->type != REEL_F32 || field->flags & REEL_FIELD_DERIVED || !reel_field_present(field, row)) continue;
        if (field->offset == offsetof(echoreplay_frame, shoulders) && table == &echoreplay_frames) continue; /* NaN: missing */
        for (size_t i = 0; i < field->count; i++) {
            float value;
            memcpy(&value, row + field->offset + i * sizeof value, sizeof value);
            if (value != value) return fail_number(table, field->name, number, error);
        }
    }
    if (table != &echoreplay_frames) return REEL_OK;
    char time[TIME_SIZE];
    int64_t recorded;
    reel__echo_text_put_time(time, ((const echoreplay_frame *)row)->common.recorded);
    if (reel__echo_text_time(time, TIME_SIZE, &recorded) && recorded == ((const echoreplay_frame *)row)->common.recorded)
        return REEL_OK;
    return fail_number(table, "recorded", number, error);
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of;
    if (table == &echoreplay_infos) return check_info(row, error);
    if (table == &echoreplay_lines) return check_line(row, error);
    if (!(table->flags & REEL_TABLE_LAYOUT)) return check_numbers(table, row, number, error);
    if (table != &echoreplay_deflates || ((const echoreplay_deflated *)row)->level <= DEFLATE_LEVELS) return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "echoreplay.deflated", "zip", 0, "deflated.level is %d, but zlib has 1 to %d",
                     ((const echoreplay_deflated *)row)->level, (int)DEFLATE_LEVELS);
}

reel_status reel__echo_text_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}
