/* SPDX-License-Identifier: MIT
 * Macros that are cut into parts and joined again, in every format that is written: the same bytes. Macros are drawn with all that the format
 * stores. An argument is the number of macros. */
#include "macro_documents.h"

#include <math.h>
#include <reel/format.h>

enum {
    MOST_PARTS = 3,
    MOST_ROWS = 24,
    BUTTONS = 1,
    FIXES = 2,
    PHYSICS = 4,
    EVENTS = 8,
    DEATHS = 16,
    SEED = 32,
    RATES = 64,
    FEATURES = 128
};

static size_t cases;
static uint64_t drawn;

static unsigned draw(unsigned below)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(drawn >> 33) % below;
}

typedef struct play {
    gdr_info info;
    gdr_input inputs[MOST_ROWS];
    gdr_physics physics[MOST_ROWS];
    macros_fix fixes[2 * MOST_ROWS];
    macros_event events[MOST_ROWS];
    gdr_death deaths[MOST_ROWS];
    size_t input_count, physics_count, fix_count, event_count, death_count;
    int64_t last;
} play;

static bool is_before(const gdr_input *a, const gdr_input *b)
{
    return a->frame != b->frame ? a->frame < b->frame : !a->player2 && b->player2;
}

static void draw_inputs(play *p, unsigned features)
{
    bool held[2][4] = { { false } };
    const size_t count = draw(MOST_ROWS);
    int64_t frame = (int64_t)draw(10);
    for (size_t i = 0; i < count; i++) {
        gdr_input in = { .frame = frame, .button = GDR_JUMP, .player2 = draw(3) == 0 };
        if (features & BUTTONS) in.button = (uint8_t)(1 + draw(3));
        const gdr_input *before = p->input_count ? &p->inputs[p->input_count - 1] : NULL;
        if (before && is_before(&in, before)) in.frame = ++frame; /* the first player's inputs of a frame come first */
        bool *is_held = &held[in.player2][in.button];
        in.down = *is_held = !*is_held;
        if (features & PHYSICS && draw(2)) {
            in.extra = GDR_PHYSICS;
            p->physics[p->physics_count++] = (gdr_physics){ .frame = (uint32_t)in.frame,
                                                            .x = (float)draw(100) / 4,
                                                            .y = (float)draw(100) / 4,
                                                            .rotation = (float)draw(8),
                                                            .x_velocity = NAN,
                                                            .y_velocity = (double)draw(100) / 8 };
        }
        p->inputs[p->input_count++] = in;
        if (features & EVENTS && draw(4) == 0) {
            macros_event *event = &p->events[p->event_count++];
            *event = (macros_event){ .frame = in.frame, .index = (uint32_t)p->input_count, .kind = (uint8_t)(1 + draw(4)) };
            if (features & RATES) event->kind = MACROS_TPS;
            if (event->kind == MACROS_TPS) event->tps = 240 + draw(100);
            event->has_seed = event->kind != MACROS_TPS && features & SEED;
            if (event->has_seed) event->seed = draw(1000);
        }
        p->last = in.frame;
        frame += draw(3) ? draw(40) : 0;
    }
}

static void draw_play(play *p, unsigned features)
{
    memset(p, 0, sizeof *p);
    p->info = (gdr_info){ .version = 2, .framerate = 240 };
    draw_inputs(p, features);
    const bool pairs = draw(2), rotation = draw(2), velocity = draw(2);
    const uint8_t has =
        (uint8_t)(MACROS_FIX_POSITION | (rotation ? MACROS_FIX_ROTATION : 0) | (velocity ? MACROS_FIX_Y_VELOCITY : 0));
    for (int64_t frame = draw(20); features & FIXES && frame < p->last && p->fix_count < MOST_ROWS; frame += 1 + draw(60))
        for (uint8_t player2 = 0; player2 <= pairs; player2++)
            p->fixes[p->fix_count++] = (macros_fix){ .frame = frame,
                                                     .x = (float)draw(100) / 4 + 1,
                                                     .y = (float)draw(100) / 4 + 1,
                                                     .rotation = rotation ? (float)draw(8) + 1 : 0,
                                                     .y_velocity = velocity ? (double)draw(8) + 1 : 0,
                                                     .player2 = player2,
                                                     .has = has };
    for (int64_t frame = draw(20); features & DEATHS && frame < p->last && p->death_count < MOST_ROWS; frame += 1 + draw(60))
        p->deaths[p->death_count++] = (gdr_death){ .frame = frame };
}

/* Writes what a format stores of a play; false: it does not store one of the features. */
static bool write_play(const play *p, const reel_format *format, reel_memory *made)
{
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(made, NULL), format, NULL, &writer, NULL), REEL_OK);
    const struct {
        const reel_table *table;
        const void *rows;
        size_t count;
    } all[] = {
        { &gdr_infos, &p->info, 1 },
        { &gdr_inputs, p->inputs, p->input_count },
        { &gdr_physics_rows, p->physics, p->physics_count },
        { &macros_fixes, p->fixes, p->fix_count },
        { &macros_events, p->events, p->event_count },
        { &gdr_deaths, p->deaths, p->death_count },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].count && reel_append(writer, all[i].table, all[i].rows, all[i].count) < 0) break;
    reel_error error;
    return finish_unless_refused(writer, &error) == REEL_OK;
}

static bool edit(const reel_memory *file, const reel_format *format, reel_convert_options how, reel_memory *made,
                 reel_error *error)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = format };
    how.struct_size = sizeof how;
    return reel_convert(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(made, NULL), &how, error) >=
           0;
}

static bool join(const reel_memory *parts, size_t count, const reel_format *format, reel_memory *made, reel_error *error)
{
    reel_source others[MOST_PARTS];
    for (size_t i = 1; i < count; i++) others[i - 1] = reel_source_memory(parts[i].data, parts[i].size);
    return edit(&parts[0], format,
                (reel_convert_options){ REEL_SIZED(reel_convert_options), .merge = others, .merge_count = count - 1 }, made,
                error);
}

static void print_file(const char *name, const reel_memory *file)
{
    print_error("%s: ", name);
    for (size_t i = 0; i < file->size && i < 1500; i++) {
        const unsigned byte = file->data[i];
        print_error(byte >= 32 && byte < 127 ? "%c" : "\\%02x", byte);
    }
    print_error("\n");
}

static void check_parts(const reel_memory *file, const reel_format *format, int64_t last)
{
    double cuts[MOST_PARTS + 1] = { 0 };
    reel_memory parts[MOST_PARTS], made;
    reel_error error;
    const size_t count = 2 + draw(MOST_PARTS - 1);
    for (size_t i = 1; i < count; i++)
        cuts[i] = 1 + (double)draw((unsigned)last + 2); /* a part of no time has the duration 0, which says nothing */
    if (count == 3 && cuts[1] > cuts[2]) cuts[1] = cuts[2];
    for (size_t i = 0; i < count; i++) {
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = i > 0, .from = cuts[i],
                                           .has_to = i + 1 < count, .to = i + 1 < count ? cuts[i + 1] : 0 };
        if (!edit(file, format, how, &parts[i], &error)) fail_msg("%s: cut at %g: %s", format->id, cuts[i], error.message);
    }
    if (!join(parts, count, format, &made, &error)) fail_msg("%s: join at %g: %s", format->id, cuts[1], error.message);
    if (made.size != file->size || memcmp(made.data, file->data, file->size) != 0) {
        print_file("file", file);
        print_file("made", &made);
        fail_msg("%s cut at %g and %g of %lld: other bytes", format->id, cuts[1], cuts[2], (long long)last);
    }
    reel_memory_free(&made);
    for (size_t i = 0; i < count; i++) reel_memory_free(&parts[i]);
}

static const reel_format *const formats[] = { &reel_format_gdr2, MACROS_FORMATS };
enum { FORMATS = sizeof formats / sizeof *formats };

static void parts_give_the_macro_again(void **state)
{
    (void)state;
    static play p;
    unsigned stored[FORMATS] = { 0 };
    size_t joined = 0, writers = 0;
    const size_t count = cases ? cases : by_effort(200000, 6000, 1200); /* of formats that are written or not */
    for (size_t i = 0; i < FORMATS; i++) writers += reel_format_writes(formats[i]);
    for (size_t i = 0; i < count; i++) {
        const size_t f = draw(FORMATS);
        if (!reel_format_writes(formats[f])) continue;
        reel_memory file = { 0 };
        bool written = false;
        for (int attempt = 0; attempt < 4 && !written; attempt++) { /* all of the features, one of them, none */
            unsigned features = attempt == 0 ? draw(FEATURES) : attempt < 3 ? 1u << draw(5) : 0;
            if (attempt && features == EVENTS) features |= draw(2) ? SEED : draw(2) ? RATES : 0;
            draw_play(&p, features);
            if (formats[f] == &reel_format_gdr2 && p.physics_count) p.info.input_tag = (reel_string){ "Phys", 4 };
            written = write_play(&p, formats[f], &file);
        }
        if (!written) fail_msg("%s: nothing is stored", formats[f]->id);
        stored[f] |= (p.physics_count ? PHYSICS : 0u) | (p.fix_count ? FIXES : 0u) | (p.event_count ? EVENTS : 0u) |
                     (p.death_count ? DEATHS : 0u);
        trying("macro %zu in %s", i, formats[f]->id);
        check_parts(&file, formats[f], p.last);
        reel_memory_free(&file);
        joined++;
    }
    for (size_t f = 0; f < FORMATS; f++)
        if (stored[f])
            printf("%s:%s%s%s%s\n", formats[f]->id, stored[f] & PHYSICS ? " physics" : "", stored[f] & FIXES ? " fixes" : "",
                   stored[f] & EVENTS ? " events" : "", stored[f] & DEATHS ? " deaths" : "");
    printf("%zu macros in %zu formats, cut and joined\n", joined, writers);
    assert_true(joined * 8 > count);
}

/* What bots write. In JSON of other bots than those of GDR1 the events of the second part are written from their rows, and it is said. */
static void documents_are_joined_at_every_frame(void **state)
{
    (void)state;
    enum { LAST = 64 };
    size_t joined = 0;
    for (size_t d = 0; d < DOCUMENTS; d++) {
        const reel_format *format = documents[d].format;
        if (format != &reel_format_gdr1 && format != &reel_format_gdr1_json) continue;
        document text = { .size = 0 }, bytes = { .size = 0 };
        add_bytes(&text, documents[d].text, strlen(documents[d].text));
        if (format == &reel_format_gdr1)
            pack_value(text.text, 0, &bytes);
        else
            bytes = text;
        reel_memory file = { .data = (uint8_t *)bytes.text, .size = bytes.size };
        for (int i = 0; i < LAST; i++, joined++) check_parts(&file, format, LAST);
    }
    printf("%zu documents cut and joined\n", joined);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_give_the_macro_again),
        cmocka_unit_test(documents_are_joined_at_every_frame),
    };
    if (argc > 1) cases = (size_t)strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
