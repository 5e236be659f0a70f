/* SPDX-License-Identifier: MIT
 * Rows that no reader would give: a spool holds rows of any values, and is read as a replay of its format. Whatever is done to such a
 * replay gives an answer. */
#include "machinery.h"

#include <reel/insight.h>
#include <reel/plot.h>

enum { MOST_TICKS = 40, ROW_BYTES = 4096 };

static uint64_t state_of_draw;

static uint32_t draw(uint32_t below)
{
    state_of_draw = state_of_draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_draw >> 33) % below;
}

static void draw_text(uint8_t *place)
{
    static const char *const words[] = { "",           "a",         "mpl_arena_a",        "Echo_Arena",
                                         "playing",    "{\"x\":1}", "SLAM DUNK",          "\xff\xfe\n",
                                         "0123456789", "-1",        "9999999999999999999" };
    const char *word = words[draw(sizeof words / sizeof *words)];
    const reel_string text = { word, strlen(word) }; /* bytes are a pointer and a size too */
    memcpy(place, &text, sizeof text);
}

/* Small numbers mostly, so that rows belong together now and then; else any bits. */
static void draw_number(const reel_field *field, uint8_t *place, uint32_t tick)
{
    size_t size = reel_type_size(field->type);
    bool is_place = field->flags & REEL_FIELD_TIME || !strcmp(field->name, "frame") || !strcmp(field->name, "seq");
    double number = is_place && draw(16) ? tick : (double)draw(6);
    if (draw(8) == 0) {
        for (size_t i = 0; i < size; i++) place[i] = (uint8_t)draw(256);
    } else if (draw(12) == 0) {
        memset(place, 0xff, size);
    } else if (field->type == REEL_F64) {
        memcpy(place, &number, sizeof number);
    } else if (field->type == REEL_F32) {
        const float single = (float)number;
        memcpy(place, &single, sizeof single);
    } else {
        const uint64_t whole = (uint64_t)number;
        const uint32_t half = (uint32_t)number;
        memset(place, 0, size);
        if (size == 8) memcpy(place, &whole, sizeof whole);
        if (size == 4) memcpy(place, &half, sizeof half);
        if (size < 4) place[0] = (uint8_t)half;
    }
}

static void draw_row(const reel_table *table, uint8_t *row, uint32_t tick)
{
    memset(row, 0, table->row_size);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        for (size_t i = 0; i < field->count; i++) {
            uint8_t *place = row + field->offset + i * reel_type_size(field->type);
            if (field->type == REEL_STRING || field->type == REEL_BYTES)
                draw_text(place);
            else
                draw_number(field, place, tick);
        }
    }
}

static void append_tick(reel_writer *writer, const reel_format *format, uint32_t tick)
{
    static uint64_t row[ROW_BYTES / 8];
    for (const reel_table *const *table = format->tables; *table; table++) {
        bool header = (*table)->flags & REEL_TABLE_HEADER, layout = (*table)->flags & REEL_TABLE_LAYOUT;
        if ((header && tick) || (layout && draw(4))) continue;
        assert_true((*table)->row_size <= sizeof row);
        for (uint32_t rows = header ? 1 : draw(4); rows > 0; rows--) {
            draw_row(*table, (uint8_t *)row, tick);
            reel_append(writer, *table, row, 1);
        }
    }
}

/* What a recorder of such rows leaves that died. */
static reel_memory spool_of(const reel_format *format)
{
    reel_memory file, spool;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    for (uint32_t tick = 0, ticks = 2 + draw(MOST_TICKS); tick < ticks; tick++) append_tick(writer, format, tick);
    reel_flush(writer, NULL);
    reel_discard(writer);
    return spool;
}

static void look_at(const reel_memory *spool, const reel_format *format)
{
    reel_replay *replay, *figures;
    if (reel_load(reel_source_memory(spool->data, spool->size), NULL, &replay, NULL) < 0) return;
    assert_ptr_equal(reel_replay_format(replay), format);
    const reel_chunk *rows = reel_replay_chunk(replay);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if (reel_insight_takes(*insight, format) && reel_insight_run_chunk(*insight, format, rows, NULL, &figures, NULL) >= 0)
            reel_free(figures);
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        reel_memory picture;
        if (reel_plot_draw(*plot, replay, reel_sink_memory(&picture, NULL), NULL, NULL) == REEL_OK) reel_memory_free(&picture);
    }
    reel_free(replay);
}

static void change(const reel_memory *spool)
{
    static const reel_convert_options hows[] = { { REEL_SIZED(reel_convert_options) },
                                                 { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR },
                                                 { REEL_SIZED(reel_convert_options), .flags = REEL_CARRY },
                                                 { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE },
                                                 { REEL_SIZED(reel_convert_options), .has_from = true, .from = 3, .has_to = true,
                                                   .to = 30 } };
    reel_check(reel_source_memory(spool->data, spool->size), NULL, NULL);
    for (const reel_format *const *to = reel_formats(); *to; to++) {
        for (size_t h = 0; h < sizeof hows / sizeof *hows; h++) {
            const char *const *word = (*to)->writer ? (*to)->writer->conventions : NULL;
            do {
                reel_memory made;
                reel_convert_options how = hows[h];
                how.convention = word ? *word++ : NULL;
                if (reel_convert(reel_source_memory(spool->data, spool->size), NULL, *to, reel_sink_memory(&made, NULL), &how,
                                 NULL) >= 0)
                    reel_memory_free(&made);
            } while (word && *word);
        }
    }
}

static void any_rows_get_an_answer(void **state)
{
    (void)state;
    uint64_t seeds = by_effort(300, 40, 10);
    for (uint64_t seed = 1; seed <= seeds; seed++)
        for (const reel_format *const *format = reel_formats(); *format; format++) {
            if (!(*format)->writer) continue;
            state_of_draw = seed * 7919;
            trying("%s, seed %llu", (*format)->id, (unsigned long long)seed);
            reel_memory spool = spool_of(*format);
            look_at(&spool, *format);
            change(&spool);
            reel_memory_free(&spool);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(any_rows_get_an_answer) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
