/* SPDX-License-Identifier: MIT
 * Functions shared by the conversions from and to the ScoreSaber formats. */
#include "pairs/beatsaber/scoresaber.h"
#include "core/chunk.h"
#include "core/rows.h"

static bool is_named(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0) return true;
    return false;
}

static bool has_value(const reel_field *field, const uint8_t *row)
{
    return reel_field_present(field, row) && !reel__field_is_zero(field, row);
}

static bool is_empty(const reel_table *table, const uint8_t *row)
{
    for (size_t f = 0; f < table->field_count; f++)
        if (!(table->fields[f].flags & REEL_FIELD_DERIVED) && has_value(&table->fields[f], row)) return false;
    return true;
}

void reel__lose_others(pair_job *job, const reel_chunk *in, const reel_table *table, const char *const *kept, const char *why)
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(in, table, &count);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->flags & REEL_FIELD_DERIVED || is_named(kept, field->name)) continue;
        uint64_t lost = 0;
        for (size_t i = 0; i < count; i++)
            lost +=
                has_value(field, rows + i * table->row_size) || (f == 0 && !*kept && is_empty(table, rows + i * table->row_size));
        reel__pair_lose(job, table, field->name, lost, why);
    }
}

void *reel__make_rows(pair_job *job, const reel_table *table, size_t count)
{
    reel_row_list *list = count ? reel_chunk_table(job->out, table) : NULL;
    void *rows = list ? reel_row_grow(list, count, true) : NULL;
    if (rows) memset(rows, 0, count * table->row_size);
    return rows;
}

reel_status reel__made_status(pair_job *job)
{
    return reel_build_status(job->out) < 0 ? reel__chunk_failure(job->out, 0, job->error) : REEL_OK;
}

void reel__report_converted(pair_job *job, const char *rule, reel_severity severity, const reel_table *table, uint64_t count,
                            const char *message)
{
    if (!count) return;
    reel_find(
        &job->reporter,
        (reel_finding){
            .rule = rule, .severity = severity, .offset = REEL_NO_OFFSET, .table = table, .row = REEL_NO_ROW, .count = count },
        "%s", message);
}

/* Readers of BSOR accept texts of this size, if they are UTF-8. */
enum { BSOR_TEXT_BYTES = 1000 };

reel_string reel__make_bsor_text(pair_job *job, const reel_table *table, const char *field, reel_string text)
{
    const uint8_t *at = (const uint8_t *)text.data;
    size_t left = text.size, size = 0, odd = 0;
    char *copy = reel_chunk_alloc(job->out, text.size < BSOR_TEXT_BYTES ? text.size + 1 : BSOR_TEXT_BYTES);
    while (left && copy) {
        size_t step;
        reel_utf8(at, left, &step);
        size_t taken = step ? step : 1;
        if (size + taken > BSOR_TEXT_BYTES) break;
        memcpy(copy + size, step ? (const void *)at : "?", taken);
        odd += !step;
        size += taken;
        at += taken;
        left -= taken;
    }
    reel__pair_lose(job, table, field, odd || left,
                    "BSOR stores UTF-8 of up to 1000 bytes: longer text is truncated, invalid bytes become question marks");
    return (reel_string){ size ? copy : NULL, size };
}

bool reel__text_starts(reel_string text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && (!size || memcmp(text.data, start, size) == 0);
}

static bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool reel__starts_with_hash(reel_string text)
{
    enum { HASH = 40 };
    size_t digits = 0;
    while (digits < text.size && is_hex(text.data[digits])) digits++;
    return digits == HASH;
}

reel_string reel__level_hash(reel_string level_id)
{
    static const char prefix[] = "custom_level_";
    if (!reel__text_starts(level_id, prefix)) return level_id;
    const reel_string rest = { level_id.data + sizeof prefix - 1, level_id.size - (sizeof prefix - 1) };
    return reel__starts_with_hash(rest) ? rest : level_id;
}

bool reel__text_is(reel_string text, const char *other) { return text.size == strlen(other) && reel__text_starts(text, other); }

static const char *const difficulties[] = { "Easy", "Normal", "Hard", "Expert", "ExpertPlus" };
enum { DIFFICULTIES = sizeof difficulties / sizeof *difficulties };

const char *reel__difficulty_name(int64_t number)
{
    return number >= 1 && number < 2 * DIFFICULTIES && number % 2 ? difficulties[number / 2] : NULL;
}

int32_t reel__difficulty_number(reel_string name)
{
    for (int32_t i = 0; i < DIFFICULTIES; i++)
        if (reel__text_is(name, difficulties[i])) return 2 * i + 1;
    return 0;
}

uint64_t reel__time_key(float time, size_t index)
{
    uint32_t bits = reel_float_bits(time == 0 ? 0.0f : time);
    bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    return (uint64_t)bits << 32 | (uint32_t)index;
}
