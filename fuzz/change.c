/* SPDX-License-Identifier: MIT
 * What `reel edit` and `reel convert` do, with arguments that the input decides: operations, settings, spans, merging, conventions,
 * another format. Control bytes: flags, a format to write, a convention, a span (two doubles), operations and settings (a count, and for
 * each a choice and a text); the rest is the replay to be merged in, the input itself where it is empty. The output reads whole. */
#include "support.h"

enum {
    MOST = 4,
    TEXT = 40,
    FLAG_REPAIR = 1,
    FLAG_ANONYMISE = 2,
    FLAG_NO_VERIFY = 4,
    FLAG_FROM = 8,
    FLAG_TO = 16,
    FLAG_MERGE = 32,
    FLAG_CARRY = 64
};

typedef struct wishes {
    reel_convert_options how;
    reel_setting operations[MOST], settings[MOST];
    char texts[2 * MOST][TEXT];
    reel_source merge;
    const reel_format *to;
} wishes;

/* The format that the replay has, or NULL. */
static const reel_format *identify(reel_bytes replay)
{
    const reel_format *format = NULL;
    reel_options options = fuzz_options(NULL);
    return reel_identify(reel_source_memory(replay.data, replay.size), &options, &format, NULL, NULL) < 0 ? NULL : format;
}

static const reel_format *choose_format(uint8_t pick)
{
    const reel_format *const *all = reel_formats();
    size_t count = list_count((const void *const *)all);
    return pick < count ? all[pick] : NULL;
}

static const char *choose_word(const char *const *words, uint8_t pick)
{
    size_t count = list_count((const void *const *)words);
    return pick < count ? words[pick] : NULL;
}

static void take_operations(wishes *w, const reel_format *format, reel_cursor *control)
{
    size_t count = list_count((const void *const *)format->operations);
    for (size_t i = reel_get_u8(control) % (MOST + 1); i > 0 && count; i--) {
        const reel_operation *operation = format->operations[reel_get_u8(control) % count];
        size_t n = w->how.operation_count++;
        w->operations[n] = (reel_setting){ operation->id, operation->argument ? take_text(control, w->texts[n], TEXT) : NULL };
    }
}

static void take_settings(wishes *w, const reel_format *format, reel_cursor *control)
{
    const reel_table *header = format->tables[0];
    for (size_t i = reel_get_u8(control) % (MOST + 1); i > 0; i--) {
        size_t n = w->how.setting_count++;
        const char *field = header->fields[reel_get_u8(control) % header->field_count].name;
        w->settings[n] = (reel_setting){ field, take_text(control, w->texts[MOST + n], TEXT) };
    }
}

static void take_wishes(wishes *w, const reel_format *format, parts *input)
{
    reel_cursor *control = &input->control;
    uint8_t flags = reel_get_u8(control);
    w->to = choose_format(reel_get_u8(control));
    w->how =
        (reel_convert_options){ REEL_SIZED(reel_convert_options),
                                .flags = (flags & FLAG_REPAIR ? REEL_REPAIR : 0u) |
                                         (flags & FLAG_ANONYMISE ? REEL_ANONYMISE : 0u) |
                                         (flags & FLAG_NO_VERIFY ? REEL_NO_VERIFY : 0u) | (flags & FLAG_CARRY ? REEL_CARRY : 0u),
                                .operations = w->operations,
                                .settings = w->settings,
                                .has_from = flags & FLAG_FROM,
                                .has_to = flags & FLAG_TO };
    const reel_format_writer *writer = (w->to ? w->to : format)->writer;
    w->how.convention = choose_word(writer ? writer->conventions : NULL, reel_get_u8(control));
    if (w->how.has_from) w->how.from = take_double(control);
    if (w->how.has_to) w->how.to = take_double(control);
    take_operations(w, format, control);
    take_settings(w, format, control);
    if (!(flags & FLAG_MERGE)) return;
    bool own = reel_left(control) == 0;
    w->merge =
        own ? reel_source_memory(input->replay.data, input->replay.size) : reel_source_memory(control->at, reel_left(control));
    w->how.merge = &w->merge;
    w->how.merge_count = 1;
}

/* Verified output can be read completely, in the format it was written in. */
static void read_back(const reel_memory *made, const reel_format *format)
{
    reel_options options = fuzz_options(NULL);
    reel_replay *replay;
    options.flags = REEL_STRICT;
    options.format = format;
    require(reel_load(reel_source_memory(made->data, made->size), &options, &replay, NULL) == REEL_OK,
            "written output can be read");
    reel_free(replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parts input = parts_of(data, size);
    const reel_format *format = identify(input.replay);
    if (!format) return 0;
    wishes w = { .to = NULL };
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    reel_options options = fuzz_options(&allocator);
    reel_memory made;
    read_within_bound(input.replay.data, input.replay.size, NULL);
    take_wishes(&w, format, &input);
    reel_status status = reel_convert(reel_source_memory(input.replay.data, input.replay.size), &options, w.to,
                                      reel_sink_memory(&made, NULL), &w.how, NULL);
    require(count.live == 0, "no memory leaks");
    if (status < 0) return 0;
    if (!(w.how.flags & REEL_NO_VERIFY) && (w.how.flags & REEL_REPAIR)) read_back(&made, w.to ? w.to : format);
    reel_memory_free(&made);
    return 0;
}
