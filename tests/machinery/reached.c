/* SPDX-License-Identifier: MIT */
#include "reached.h"

#include "bson.h"
#include "records.h"
#include "shakes.h"

const char *const reached_names[REACHED_KINDS] = { "bytes", "rows" };

reached_file reached_open(const specimen *file)
{
    reached_file of = { .file = file, .m = manner_of(file), .in = inside_of(file->data, file->size) };
    const reel_options options = machinery_options(NULL);
    if (!of.m.format || !of.m.format->writer || file->kind == BAD) return of;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &of.replay, NULL) < 0)
        of.replay = NULL;
    else
        of.alone = rows_alone(of.replay);
    return of;
}

void reached_close(reached_file *of)
{
    inside_free(&of->in);
    if (of->replay) reel_free(of->replay);
    if (of->alone) reel_free(of->alone);
}

/* ---- bytes --------------------------------------------------------------------------------------------------------- */

/* A block of another place, which replaces as many bytes or is put in. */
static void take_block(copy *c)
{
    const size_t from = record_draw(c->size), at = record_draw(c->size), size = record_draw(64) % (c->size - from) + 1;
    uint8_t block[64];
    memcpy(block, c->data + from, size);
    const bool over = record_draw(2) && at + size <= c->size;
    copy_splice(c, at, over ? size : 0, block, size);
    snprintf(c->what, sizeof c->what, "%zu bytes of %zu %s %zu", size, from, over ? "over" : "at", at);
}

/* A number of some bytes, in either order, that is a bit more or less. */
static void add_to_number(copy *c)
{
    const size_t size = (size_t)1 << record_draw(4), at = record_draw(c->size), added = record_draw(17) - 8;
    const bool big = record_draw(4) == 0;
    uint64_t value = 0;
    if (at + size > c->size) return;
    for (size_t i = 0; i < size; i++) value |= (uint64_t)c->data[at + (big ? size - 1 - i : i)] << 8 * i;
    value += added;
    for (size_t i = 0; i < size; i++) c->data[at + (big ? size - 1 - i : i)] = (uint8_t)(value >> 8 * i);
    snprintf(c->what, sizeof c->what, "%d more in %zu bytes at %zu", (int)added, size, at);
}

static void change_bytes(const reached_file *of, copy *c, size_t number)
{
    record_seed(of->file, number);
    const size_t kind = record_draw(8);
    if (!c->size)
        copy_splice(c, 0, 0, of->file->data, of->file->size);
    else if (kind == 0)
        take_block(c);
    else if (kind == 1)
        add_to_number(c);
    else if (kind > 4 || !bson_change(c))
        copy_damage(c, 2 + number % 14);
}

static void answer_bytes(const reached_file *of, const size_t *numbers, size_t count)
{
    reel_options options = machinery_options(NULL);
    reel_error error;
    const size_t number = numbers[count - 1] / 2;
    const bool within = of->in.kind != INSIDE_NONE && of->in.memory.size && numbers[0] % 8;
    copy c = within ? copy_of(of->in.memory.data, of->in.memory.size) : copy_of(of->file->data, of->file->size);
    for (size_t i = 0; i < count; i++) change_bytes(of, &c, numbers[i]);
    if (within) {
        uint8_t *contents = c.data;
        c.data = inside_packed(&of->in, of->file->data, contents, c.size, &c.size);
        free(contents);
    }
    options.report = record_finding;
    record_text("  %zu changes, then %s: checked\n", count - 1, c.what);
    record_status(reel_check(reel_source_memory(c.data, c.size), &options, &error), &error);
    record_text("  read\n");
    use_read(&of->m, &c, number);
    use_edited(&of->m, of->file, c.data, c.size, number);
    free(c.data);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------- */

static void answer_rows(const reached_file *of, const size_t *numbers, size_t count)
{
    const reel_format *format = of->m.format;
    const size_t number = numbers[count - 1];
    const reel_replay *replay = numbers[0] % 4 == 1 ? of->alone : of->replay;
    const char *const *names = format->writer->conventions;
    size_t conventions = 0;
    while (names && names[conventions]) conventions++;
    shaking changed;
    shaking_begin(&changed, replay, REACHED_DEEP);
    for (size_t i = 0; i < count; i++) {
        record_seed(of->file, numbers[i]);
        shaking_shake(&changed, numbers[i]);
    }
    record_text("  %zu changes:%s\n", count, changed.what);
    if (number % 9 == 0) {
        use_spool(replay);
    } else {
        const reel_write_options how = { REEL_SIZED(reel_write_options), .report = record_finding,
                                         .convention = conventions && number % 3 == 0 ? names[number / 9 % conventions] : NULL };
        reel_memory made;
        reel_error error;
        const reel_status status = reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, NULL), &how, &error);
        record_status(status, &error);
        if (status == REEL_OK) {
            record_made(format, made.data, made.size);
            use_edited(&of->m, of->file, made.data, made.size, number / 9);
            reel_memory_free(&made);
        }
    }
    shaking_end(&changed);
}

void reached_answer(const reached_file *of, reached_kind kind, const size_t *numbers, size_t count)
{
    if (kind == REACHED_BYTES)
        answer_bytes(of, numbers, count);
    else if (of->replay)
        answer_rows(of, numbers, count);
}

/* ---- tables -------------------------------------------------------------------------------------------------------- */

size_t reached_path(const reached_input *inputs, size_t which, size_t numbers[REACHED_DEEP])
{
    size_t count = 0;
    for (size_t i = which; i != REACHED_NONE; i = inputs[i].parent) count++;
    assert_true(count <= REACHED_DEEP);
    for (size_t i = which, at = count; i != REACHED_NONE; i = inputs[i].parent) numbers[--at] = inputs[i].number;
    return count;
}

reached_input *reached_list(const specimen *file, reached_kind kind, size_t *count)
{
    char path[4096], key[300];
    const char *name = strstr(file->path, "/golden/");
    if (!name) name = strstr(file->path, "/bad/");
    assert_non_null(name);
    snprintf(path, sizeof path, "%.*s/inputs.tsv", (int)(name - file->path), file->path);
    snprintf(key, sizeof key, "\n%s\t%s\t", name + 1, reached_names[kind]);
    *count = 0;
    FILE *there = fopen(path, "rb");
    if (!there) return NULL;
    fclose(there);
    size_t size, room = 0;
    char *text = (char *)read_file(path, &size);
    text = realloc(text, size + 1);
    assert_non_null(text);
    text[size] = 0;
    reached_input *list = NULL;
    const char *at = strstr(text, key);
    for (at = at ? at + strlen(key) : "\n"; *at && *at != '\n'; at += *at == ' ') {
        char *end;
        if (*count == room) {
            room = 2 * room + 64;
            list = realloc(list, room * sizeof *list);
            assert_non_null(list);
        }
        list[*count] = (reached_input){ REACHED_NONE, strtoul(at, &end, 36) };
        if (*end == '.') {
            list[*count].parent = list[*count].number;
            list[*count].number = strtoul(end + 1, &end, 36);
            assert_true(list[*count].parent < *count);
        }
        assert_true(end > at);
        at = end;
        ++*count;
    }
    free(text);
    return list;
}
