/* SPDX-License-Identifier: MIT */
#include "uses.h"

#include "inside.h"
#include "records.h"

manner manner_of(const specimen *file)
{
    manner m = { .first = 0, .last = 1 };
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return m;
    m.format = reel_replay_format(replay);
    record_span(replay, &m.first, &m.last);
    reel_free(replay);
    return m;
}

static void set_limit(reel_limits *limits, size_t which, size_t size)
{
    switch (which % 6) {
    case 0: limits->rows = 1 + which % 7; break;
    case 1: limits->string_bytes = which % 9; break;
    case 2: limits->nesting = 1 + which % 4; break;
    case 3: limits->unpacked_bytes = 1 + size / 2; break;
    case 4: limits->input_bytes = size - size / 4; break;
    default: limits->work = 1 + size;
    }
}

static size_t count_of(const void *const *list)
{
    size_t count = 0;
    while (list && list[count]) count++;
    return count;
}

void use_read(const manner *m, const copy *c, size_t number)
{
    reel_options options = machinery_options(NULL);
    const size_t way = number % 8, other = number / 8;
    test_source pieces = { .data = c->data, .size = c->size, .step = 1 + other % 61 };
    reel_source source = way == 6 ? test_source_of(&pieces) : reel_source_memory(c->data, c->size);
    if (other % 2) source.size = c->size; /* known, though it comes in pieces */
    const reel_table *wanted[2] = { NULL, NULL };
    reel_replay *replay;
    reel_error error;
    if (way == 3 && m->format) {
        const reel_table *const *all = reel_format_tables(m->format);
        wanted[0] = all[other % count_of((const void *const *)all)];
        options.tables = wanted;
        options.format = m->format;
    } else if (way == 4) {
        options.has_from = other % 3 != 0;
        options.has_to = other % 3 != 1;
        options.from = m->first + (m->last - m->first) * (double)(other % 5) / 5;
        options.to = options.from + (m->last - m->first) * (double)(other % 4) / 4;
    } else if (way == 5) {
        set_limit(&options.limits, other, c->size);
    } else if (way == 7 && m->format && m->format->reader->conventions) {
        const char *const *names = m->format->reader->conventions;
        options.convention = names[other % count_of((const void *const *)names)];
    }
    if (way > 3) options.report = record_finding;
    const reel_status status = reel_load(source, &options, &replay, &error);
    record_status(status, &error);
    if (status < 0) return;
    if (reel_replay_damage(replay)) record_status(reel_replay_damage(replay)->status, reel_replay_damage(replay));
    record_rows(replay);
    reel_free(replay);
}

void use_repaired(const copy *c)
{
    reel_options options = machinery_options(NULL);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_memory made;
    reel_error error;
    options.report = record_finding;
    record_text("  repaired\n");
    const reel_format *format = NULL;
    if (reel_identify(reel_source_memory(c->data, c->size), &options, &format, NULL, NULL) < 0) format = NULL;
    const reel_status status =
        reel_convert(reel_source_memory(c->data, c->size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    if (format) record_made(format, made.data, made.size);
    reel_memory_free(&made);
}

void use_converted(const reel_format *from, const reel_format *to, const void *data, size_t size, reel_convert_options how)
{
    reel_options options = machinery_options(NULL);
    reel_memory made;
    reel_error error;
    how.struct_size = sizeof how;
    options.report = record_finding;
    const reel_status status =
        reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    record_made(to ? to : from, made.data, made.size);
    reel_memory_free(&made);
}

/* Arguments to try, by what the operation calls its own. Others get numbers. */
static const struct {
    const char *argument, *values[USE_ARGUMENTS];
} arguments[] = {
    { "FRAMES", { "+7", "-20", "100000" } },
    { "RATE", { "60", "480", "144.5" } },
    { "FACTOR", { "2", "0.5", "1.1" } },
    { "KEY", { "a key" } },
};
static const char *const usual[USE_ARGUMENTS] = { "0", "1", "2", "x" };

const char *use_argument(const reel_operation *operation, size_t which)
{
    const char *const *values = usual;
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments && operation->argument; i++)
        if (!strcmp(arguments[i].argument, operation->argument)) values = arguments[i].values;
    return values[which];
}

void use_written(const reel_replay *replay, const char *convention, size_t also)
{
    const reel_write_options how = { REEL_SIZED(reel_write_options), .report = record_finding, .convention = convention };
    const reel_format *format = reel_replay_format(replay);
    reel_memory made;
    reel_error error;
    const reel_status status = reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    record_made(format, made.data, made.size);
    if (also) record_conversion(format, made.data, made.size, also);
    reel_memory_free(&made);
}

void use_spool(const reel_replay *replay)
{
    const reel_format *format = reel_replay_format(replay);
    reel_memory file, spool;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    record_status(reel_flush(writer, &error), &error);
    reel_discard(writer);
    use_converted(format, format, spool.data, spool.size, (reel_convert_options){ .flags = REEL_REPAIR });
    reel_memory_free(&spool);
}

/* ---- edits --------------------------------------------------------------------------------------------------------- */

static void use_operation(const reel_format *format, const void *data, size_t size, size_t number)
{
    const size_t count = count_of((const void *const *)format->operations);
    if (!count) return;
    const reel_operation *operation = format->operations[number % count];
    if (reel_operation_is_reserved(operation)) return;
    const reel_setting setting = { operation->id, operation->argument ? use_argument(operation, number / count % 4) : NULL };
    if (operation->argument && !setting.value) return;
    record_text("  %s %s\n", operation->id, setting.value ? setting.value : "");
    use_converted(format, NULL, data, size, (reel_convert_options){ .operations = &setting, .operation_count = 1 });
}

static void use_names(const reel_format *format, const void *data, size_t size, size_t number)
{
    const uint8_t policy = (uint8_t)(number % 3);
    const reel_pseudonyms names = {
        REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21, policy, policy, policy
    };
    record_text("  names %zu\n", number % 4);
    if (number % 4 == 3)
        use_converted(format, NULL, data, size, (reel_convert_options){ .flags = REEL_ANONYMISE });
    else
        use_converted(format, NULL, data, size, (reel_convert_options){ .pseudonyms = &names });
}

void use_merged(const specimen *with, const reel_format *format, const void *data, size_t size, size_t number)
{
    reel_source ours = reel_source_memory(data, size), other = reel_source_memory(with->data, with->size);
    record_text("  merged %zu\n", number % 2);
    if (number % 2)
        use_converted(format, NULL, data, size, (reel_convert_options){ .merge = &other, .merge_count = 1 });
    else
        use_converted(format, NULL, with->data, with->size, (reel_convert_options){ .merge = &ours, .merge_count = 1 });
}

static void use_setting(const reel_format *format, const void *data, size_t size, size_t number)
{
    static const char *const values[] = { "3", "-2.5", "a name", "0", "true", "18446744073709551615" };
    const reel_field *fields[512];
    size_t count = 0;
    for (const reel_table *const *table = reel_format_tables(format); *table; table++)
        for (size_t f = 0; f < (*table)->field_count && (*table)->flags & REEL_TABLE_ONE_ROW && count < 512; f++)
            fields[count++] = &(*table)->fields[f];
    if (!count) return;
    const reel_setting setting = { fields[number % count]->name, values[number / count % (sizeof values / sizeof *values)] };
    record_text("  --set %s=%s\n", setting.field, setting.value);
    use_converted(format, NULL, data, size, (reel_convert_options){ .settings = &setting, .setting_count = 1 });
}

static void use_index(const manner *m, const void *data, size_t size, size_t number)
{
    reel_options options = machinery_options(NULL);
    reel_memory made;
    reel_replay *replay;
    reel_error error;
    options.report = record_finding;
    record_text("  index\n");
    reel_status status =
        reel_index(reel_source_memory(data, size), &options, 1 + number % 7 * 50, reel_sink_memory(&made, NULL), &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    options.index = (reel_bytes){ made.data, made.size };
    options.has_from = options.has_to = true;
    options.from = m->first + (m->last - m->first) * (double)(number % 5) / 5;
    options.to = options.from + (m->last - m->first) * (double)(number % 3) / 4;
    status = reel_load(reel_source_memory(data, size), &options, &replay, &error);
    record_status(status, &error);
    if (status >= 0) record_rows(replay);
    if (status >= 0) reel_free(replay);
    reel_memory_free(&made);
}

static void use_span(const manner *m, const void *data, size_t size, size_t number)
{
    const double step = (m->last - m->first) / 4;
    const reel_convert_options how = { .has_from = number % 3 != 0,
                                       .has_to = number % 3 != 1,
                                       .from = m->first + (double)(number % 5) * step,
                                       .to = m->first + (double)(number % 7) * step };
    record_text("  span %zu\n", number % 105);
    use_converted(m->format, NULL, data, size, how);
}

void use_edited(const manner *m, const specimen *original, const void *data, size_t size, size_t number)
{
    const reel_format *format = m->format;
    const size_t other = number / 8;
    if (!format) return;
    switch (number % 8) {
    case 0:
        record_text("  repaired\n");
        use_converted(format, NULL, data, size, (reel_convert_options){ .flags = REEL_REPAIR });
        break;
    case 1: record_conversion(format, data, size, other); break;
    case 2: use_operation(format, data, size, other); break;
    case 3: use_names(format, data, size, other); break;
    case 4: use_merged(original, format, data, size, other); break;
    case 5: use_span(m, data, size, other); break;
    case 6: use_setting(format, data, size, other); break;
    default:
        if (format->reader->positions)
            use_index(m, data, size, other);
        else
            use_operation(format, data, size, other);
    }
}
