/* SPDX-License-Identifier: MIT
 * What every door has to find in a file, by the C API: one line for each path of standard input,
 *
 *     HASH WRITTEN PATH
 *
 * HASH covers all rows of all tables, field by field, and whether the file was damaged. WRITTEN is `same` if writing the replay gives the
 * bytes of the file, `other`, or `none` if it cannot be written. A file that cannot be read has the name of the status as its HASH. */
#include <reel/reel.h>
#include <stdio.h>
#include <string.h>

typedef struct sum {
    uint64_t value;
} sum;

static void mix(sum *s, uint64_t v)
{
    s->value = (s->value ^ v) * UINT64_C(0x9e3779b97f4a7c15);
    s->value ^= s->value >> 29;
}

static void mix_bytes(sum *s, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    mix(s, size);
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        for (size_t i = 0; i < 8 && at + i < size; i++) word |= (uint64_t)bytes[at + i] << (8 * i);
        mix(s, word);
    }
}

static void mix_field(sum *s, const reel_field *field, const uint8_t *row)
{
    const uint8_t *at = row + field->offset;
    if (field->type == REEL_STRING || field->type == REEL_BYTES) {
        reel_bytes value;
        memcpy(&value, at, sizeof value);
        mix_bytes(s, value.data, value.size);
        return;
    }
    size_t size = reel_type_size(field->type);
    for (size_t i = 0; i < field->count; i++, at += size) {
        if (size > 8) {
            mix_bytes(s, at, size);
            continue;
        }
        uint64_t value = 0;
        for (size_t b = size; b-- > 0;) value = value << 8 | at[b];
        mix(s, value);
    }
}

static uint64_t hash_of(const reel_replay *replay)
{
    sum s = { UINT64_C(0xcbf29ce484222325) };
    const reel_error *damage = reel_replay_damage(replay);
    mix(&s, damage ? (uint64_t)-damage->status : 0);
    for (const reel_table *const *t = reel_format_tables(reel_replay_format(replay)); *t; t++) {
        size_t count;
        const uint8_t *rows = reel_rows(replay, *t, &count);
        mix(&s, count);
        for (size_t i = 0; i < count; i++)
            for (size_t f = 0; f < (*t)->field_count; f++) mix_field(&s, &(*t)->fields[f], rows + i * (*t)->row_size);
    }
    return s.value;
}

static const char *written(const reel_replay *replay, const char *path)
{
    reel_memory memory, file = { 0 };
    uint8_t block[65536];
    size_t got;
    if (reel_write(reel_replay_chunk(replay), reel_replay_format(replay), reel_sink_memory(&memory, NULL), NULL, NULL) < 0)
        return "none";
    FILE *stream = fopen(path, "rb");
    reel_sink copy = reel_sink_memory(&file, NULL);
    while (stream && (got = fread(block, 1, sizeof block, stream)) > 0) copy.write(copy.context, block, got, NULL);
    if (stream) fclose(stream);
    copy.commit(copy.context, NULL);
    const char *word =
        memory.size == file.size && (!file.size || memcmp(memory.data, file.data, file.size) == 0) ? "same" : "other";
    reel_memory_free(&memory);
    reel_memory_free(&file);
    return word;
}

int main(void)
{
    char path[4096];
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = 0;
        reel_replay *replay;
        reel_error error;
        if (reel_load_file(path, NULL, &replay, &error) < 0) {
            printf("%s none %s\n", reel_status_name(error.status), path);
            continue;
        }
        printf("%016llx %s %s\n", (unsigned long long)hash_of(replay), written(replay, path), path);
        reel_free(replay);
    }
    return 0;
}
