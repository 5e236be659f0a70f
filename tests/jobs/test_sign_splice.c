/* SPDX-License-Identifier: MIT
 * Marks in BSOR, and detached signatures: files are put together from the parts of several signed files. What verifies has, by every door, the rows that
 * were signed. */
#include "codec/pack/block.h"
#include "codec/pack/stored.h"
#include "containers/archive_record.h"
#include "doors.h"

#include <reel/archive.h>
#include <reel/bsor.h>

enum { HEAD = 5, MOST_PARTS = 64, LONGEST = 32, FILES = 3 };

/* A part of a file: its head, a section, or a piece of the user data. */
typedef struct splice_part {
    uint8_t *data;
    size_t size;
} splice_part;

typedef struct signed_file {
    bytes file;
    door_rows rows;
    size_t first, count; /* its parts */
} signed_file;

static struct {
    reel_key *key;
    splice_part parts[MOST_PARTS];
    size_t count;
    signed_file files[FILES];
    uint64_t tried, fine, state;
} bench;

static uint64_t random_below(uint64_t limit)
{
    bench.state ^= bench.state << 13;
    bench.state ^= bench.state >> 7;
    bench.state ^= bench.state << 17;
    return bench.state % limit;
}

/* Where sections are, and the mark. */
static bool is_layout(const reel_table *table, const void *row)
{
    const bsor_user_entry *entry = row;
    if (table->flags & REEL_TABLE_LAYOUT || !strcmp(table->name, "sections")) return true;
    return table == &bsor_user_data && entry->key.size == 9 && !memcmp(entry->key.data, "reel.mark", 9);
}

static void add_part(const uint8_t *data, size_t size)
{
    assert_true(bench.count < MOST_PARTS);
    splice_part *part = &bench.parts[bench.count++];
    part->data = malloc(size + 1);
    assert_non_null(part->data);
    memcpy(part->data, data, size);
    part->size = size;
}

/* A file of few rows with user data, and its mark at the end of that. */
static void make_file(signed_file *made, int32_t score, size_t entries)
{
    const bsor_info info = { .player_id = { "76561198000000001", 17 }, .score = score };
    const bsor_frame frames[] = { { .time = 0.25f, .fps = score }, { .time = 1.5f }, { .time = 5 } };
    const bsor_note note = { .note_id = score, .event_time = 1, .event_type = 2 };
    const bsor_user_entry entry = { .key = { "a key", 5 }, .value = { (const uint8_t *)"a value", 7 } };
    const char name[] = { (char)('a' + entries), '\0' };
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .challenge = name }; /* says whose mark it is */
    reel_memory plain, marked;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&plain, NULL), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    reel_append(writer, &bsor_frames, frames, 3);
    reel_append(writer, &bsor_notes, &note, 1);
    for (size_t i = 0; i < entries; i++) reel_append(writer, &bsor_user_data, &entry, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(
        reel_sign(reel_source_memory(plain.data, plain.size), NULL, bench.key, &how, reel_sink_memory(&marked, NULL), NULL),
        REEL_OK);
    made->file = (bytes){ marked.data, marked.size };
    door_begin(&made->rows);
    door_load(&made->rows, &(door_view){ .file = made->file, .skips = is_layout });
    assert_false(made->rows.failed);
    reel_memory_free(&plain);
}

/* Cuts a file at its sections, and its user data before its entries and the mark. */
static void split_file(signed_file *made)
{
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(bench.key), .key_count = 1 };
    reel_replay *replay = NULL;
    reel_mark *mark;
    size_t count, at = 0;
    assert_int_equal(reel_verify(reel_source_memory(made->file.data, made->file.size), NULL, &how, &mark, NULL), REEL_OK);
    assert_int_equal(mark->problems, 0);
    const size_t marked = (size_t)mark->offset;
    reel_mark_free(mark);
    assert_int_equal(reel_load(reel_source_memory(made->file.data, made->file.size), NULL, &replay, NULL), REEL_OK);
    const bsor_section *sections = reel_rows(replay, &bsor_sections, &count);
    made->first = bench.count;
    for (size_t i = 0; i < count; i++) {
        add_part(made->file.data + at, (size_t)sections[i].offset - at);
        at = (size_t)sections[i].offset;
        if (sections[i].id != 7) continue;
        add_part(made->file.data + at, 1); /* its id, and its count */
        add_part(made->file.data + at + 1, 4);
        at += 5;
        add_part(made->file.data + at, marked - at);
        at = marked;
    }
    add_part(made->file.data + at, made->file.size - at);
    made->count = bench.count - made->first;
    reel_free(replay);
}

static int begin(void **state)
{
    (void)state;
    memset(&bench, 0, sizeof bench);
    bench.state = 88172645463325252u;
    if (!reel_signing_library()) return 0;
    if (reel_key_new(&bench.key, NULL) < 0) return 1;
    for (size_t i = 0; i < FILES; i++) {
        make_file(&bench.files[i], 100 * (int32_t)(i + 1), i);
        split_file(&bench.files[i]);
    }
    add_part((const uint8_t *)"\7\0\0\0\0", 5); /* an empty section 7 */
    add_part((const uint8_t *)"\1\0\0\0\0", 5);
    add_part((const uint8_t *)"\2\0\0\0", 4);
    add_part((const uint8_t *)"junk", 4);
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (size_t i = 0; i < bench.count; i++) free(bench.parts[i].data);
    for (size_t i = 0; i < FILES; i++) {
        free(bench.files[i].file.data);
        door_free(&bench.files[i].rows);
    }
    reel_key_free(bench.key);
    return 0;
}

static void judge(bytes file, const char *what)
{
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(bench.key), .key_count = 1 };
    reel_mark *mark = NULL;
    bench.tried++;
    if (reel_verify(reel_source_memory(file.data, file.size), NULL, &how, &mark, NULL) == REEL_OK && !mark->problems) {
        assert_int_equal(mark->challenge.size, 1);
        const signed_file *owner = &bench.files[mark->challenge.data[0] - 'a'];
        bench.fine++;
        assert_doors(&(door_view){ .file = file, .skips = is_layout }, &owner->rows, what);
    }
    reel_mark_free(mark);
}

/* ---- structures ----------------------------------------------------------------------------------------------------- */

static size_t edit(size_t *parts, size_t count)
{
    size_t at = (size_t)random_below(count), other = (size_t)random_below(count), swap = parts[other];
    const signed_file *splice = &bench.files[random_below(FILES)];
    switch (random_below(5)) {
    case 0: /* insert, or duplicate somewhere else */
    case 1:
        if (count >= LONGEST - 1) return count;
        memmove(parts + at + 1, parts + at, (count - at) * sizeof *parts);
        parts[at] = random_below(2) ? swap : (size_t)random_below(bench.count);
        return count + 1;
    case 2: memmove(parts + at, parts + at + 1, (count - at - 1) * sizeof *parts); return count > 2 ? count - 1 : count;
    case 3:
        parts[other] = parts[at];
        parts[at] = swap;
        return count;
    default: /* go on as another file */
        for (other = (size_t)random_below(splice->count); at < LONGEST - 1 && other < splice->count; at++, other++)
            parts[at] = splice->first + other;
        return at;
    }
}

static bytes put_together(const size_t *parts, size_t count)
{
    reel_memory file = { .allocator = reel__memory_allocator(NULL) };
    for (size_t i = 0; i < count; i++) assert_true(memory_add(&file, bench.parts[parts[i]].data, bench.parts[parts[i]].size));
    return (bytes){ file.data, file.size };
}

static void spliced_files_that_verify_are_what_was_signed(void **state)
{
    (void)state;
    need_library();
    uint64_t seed = bench.state;
    for (size_t i = 0, times = by_effort(500000, 50000, 10000); i < times; i++) {
        const signed_file *from = &bench.files[random_below(FILES)];
        size_t parts[LONGEST + 1], count = from->count;
        char what[64];
        for (size_t p = 0; p < count; p++) parts[p] = from->first + p;
        for (uint64_t edits = random_below(4); edits; edits--) count = edit(parts, count);
        bytes file = put_together(parts, count);
        snprintf(what, sizeof what, "file %zu of seed %llu", i, (unsigned long long)seed);
        if (file.data) judge(file, what);
        free(file.data);
    }
    print_message("%llu files, %llu of them fine\n", (unsigned long long)bench.tried, (unsigned long long)bench.fine);
    assert_true(bench.fine > bench.tried / 10);
}

/* ---- bytes ---------------------------------------------------------------------------------------------------------- */

/* Every byte changed, left out, put in twice; each run of bytes of a few lengths from another file. */
static void edit_bytes(bytes file, bytes other, void (*give)(bytes file, const char *what))
{
    bytes copy = { malloc(2 * file.size + other.size), 0 };
    assert_non_null(copy.data);
    for (size_t at = 0; at <= file.size; at++)
        for (int how = 0; how < 6; how++) {
            static const size_t lengths[] = { 1, 1, 1, 4, 7, 60 };
            size_t length = lengths[how] < file.size - at ? lengths[how] : file.size - at;
            char what[64];
            snprintf(what, sizeof what, "byte %zu, change %d", at, how);
            memcpy(copy.data, file.data, file.size);
            copy.size = file.size;
            if (how == 0 && length) copy.data[at] ^= (uint8_t)(1u << at % 8);
            if (how == 1) { /* left out */
                memmove(copy.data + at, copy.data + at + length, file.size - at - length);
                copy.size -= length;
            } else if (how == 2 || how == 4) { /* twice */
                memmove(copy.data + at + length, file.data + at, file.size - at);
                copy.size += length;
            } else if (how == 3 || how == 5) { /* of the other */
                for (size_t i = at; i < at + length && i < other.size; i++) copy.data[i] = other.data[i];
            }
            if (copy.size == file.size && !memcmp(copy.data, file.data, file.size)) continue;
            give(copy, what);
        }
    free(copy.data);
}

static void files_with_edited_bytes_that_verify_are_what_was_signed(void **state)
{
    (void)state;
    need_library();
    for (size_t i = 0; i < by_effort(FILES, FILES, 2); i++)
        edit_bytes(bench.files[i].file, bench.files[(i + 1) % FILES].file, judge);
}

/* The same in an archive that stores the file, and in one of its rows. */
static void packed_files_with_edited_bytes_that_verify_are_what_was_signed(void **state)
{
    (void)state;
    need_library();
    for (int stored = 0; stored < 2; stored++) {
        const signed_file *from = &bench.files[1], *to = &bench.files[2];
        const reel_archive_options how = { REEL_SIZED(reel_archive_options), .stored = stored };
        reel_memory packed, other;
        assert_int_equal(reel_pack(reel_source_memory(from->file.data, from->file.size), NULL, &how,
                                   reel_sink_memory(&packed, NULL), NULL, NULL),
                         REEL_OK);
        assert_int_equal(
            reel_pack(reel_source_memory(to->file.data, to->file.size), NULL, &how, reel_sink_memory(&other, NULL), NULL, NULL),
            REEL_OK);
        edit_bytes((bytes){ packed.data, packed.size }, (bytes){ other.data, other.size }, judge);
        reel_memory_free(&packed);
        reel_memory_free(&other);
    }
}

/* Neither bytes nor another replay may follow what was signed, unless the caller chose the replay. */
static void what_follows_a_stored_file_is_not_signed(void **state)
{
    (void)state;
    need_library();
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(bench.key), .key_count = 1 };
    const signed_file *from = &bench.files[1];
    const reel_archive_options stored = { REEL_SIZED(reel_archive_options), .stored = true, .id = "a", .named = true };
    reel_memory packed;
    assert_int_equal(reel_pack(reel_source_memory(from->file.data, from->file.size), NULL, &stored,
                               reel_sink_memory(&packed, NULL), NULL, NULL),
                     REEL_OK);
    const reel_bytes more[] = { { NULL, 0 }, { (const uint8_t *)"junk", 4 }, { packed.data, packed.size }, { packed.data, 30 } };
    for (size_t i = 0; i < 4; i++)
        for (int way = 0; way < 3; way++) {
            bytes file = { malloc(packed.size + more[i].size + 1), packed.size + more[i].size };
            assert_non_null(file.data);
            memcpy(file.data, packed.data, packed.size);
            if (more[i].size) memcpy(file.data + packed.size, more[i].data, more[i].size);
            test_source pipe = { .data = file.data, .size = file.size, .step = 11 };
            door_file disk = { file, 0 };
            reel_source sources[] = { reel_source_memory(file.data, file.size), test_source_of(&pipe), door_source(&disk) };
            reel_mark *mark = NULL;
            bool fine = reel_verify(sources[way], NULL, &how, &mark, NULL) == REEL_OK && !mark->problems;
            if (fine != (i == 0)) fail_msg("what follows: %zu, by way %d", i, way);
            reel_mark_free(mark);
            free(file.data);
        }
    reel_memory_free(&packed);
}

/* ---- layers --------------------------------------------------------------------------------------------------------- */

typedef enum splice_layer { LAYER_GZIP, LAYER_ZSTD, LAYER_STORED, LAYER_STORED_ZSTD, LAYER_NAMED, LAYERS } splice_layer;

static const char layer_letters[] = "gzsSn";

/* A stored file as docs/formats/reel.md describes it, with a name before it or not. */
static bool store(reel_memory *out, const reel_memory *inner, const reel_memory *body, bool named)
{
    const uint8_t magic[STORED_MAGIC_SIZE] = STORED_MAGIC(0);
    uint8_t head[ARCHIVE_HEAD], hash[SHA256_SIZE];
    sha256 sum;
    reel_memory name = { .allocator = out->allocator };
    reel__sha256_begin(&sum);
    reel__sha256_add(&sum, inner->data, inner->size);
    reel__sha256_end(&sum, hash);
    reel__archive_put_head(head);
    bool made = !named || (memory_add(out, head, sizeof head) && reel__record_begin(&name) && reel__payload_text(&name, "a", 1) &&
                           reel__record_seal(&name, RECORD_NAME) && memory_add(out, name.data, name.size));
    size_t at = out->size;
    made = made && memory_add(out, magic, sizeof magic) && reel__payload_number(out, body->size) &&
           memory_add(out, hash, STORED_CHECK);
    if (made && body != inner) out->data[at + 6] = STORED_PACKED;
    reel_memory_free(&name);
    return made && memory_add(out, body->data, body->size);
}

/* Puts a layer around a file. False: this build cannot. */
static bool wrap(splice_layer layer, const reel_memory *inner, reel_memory *out)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    *out = (reel_memory){ .allocator = allocator };
    if (layer <= LAYER_ZSTD)
        return reel__block_pack(layer == LAYER_GZIP ? BLOCK_GZIP : BLOCK_ZSTD, 3, inner->data, inner->size, &allocator, out) ==
               REEL_OK;
    if (layer != LAYER_STORED_ZSTD) return store(out, inner, inner, layer == LAYER_NAMED);
    reel_memory packed = { .allocator = allocator };
    bool made = reel__block_pack(BLOCK_ZSTD, 3, inner->data, inner->size, &allocator, &packed) == REEL_OK &&
                store(out, inner, &packed, false);
    reel_memory_free(&packed);
    return made;
}

/* Puts the layers that `number` stands for around a file, the first one innermost, and judges what comes of it. */
static void judge_layers(bytes file, size_t depth, size_t number, size_t *built)
{
    char what[16] = "";
    reel_memory inner = { .allocator = reel__memory_allocator(NULL) }, outer;
    assert_true(memory_add(&inner, file.data, file.size));
    bool made = true;
    for (size_t i = 0; i < depth && made; i++, number /= LAYERS) {
        what[i] = layer_letters[number % LAYERS];
        made = wrap((splice_layer)(number % LAYERS), &inner, &outer);
        reel_memory_free(&inner);
        inner = outer;
    }
    if (made) judge((bytes){ inner.data, inner.size }, what);
    *built += made;
    reel_memory_free(&inner);
}

/* A mark is not looked for behind layers that no reader looks behind. */
static void layers_that_verify_can_be_read(void **state)
{
    (void)state;
    need_library();
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .challenge = "b" };
    const bytes file = bench.files[1].file;
    reel_memory packed, archive;
    assert_int_equal(reel_pack(reel_source_memory(file.data, file.size), NULL, NULL, reel_sink_memory(&packed, NULL), NULL, NULL),
                     REEL_OK);
    assert_int_equal(
        reel_sign(reel_source_memory(packed.data, packed.size), NULL, bench.key, &how, reel_sink_memory(&archive, NULL), NULL),
        REEL_OK);
    size_t built = 0;
    for (size_t depth = 1, count = LAYERS; depth <= 3; depth++, count *= LAYERS)
        for (size_t number = 0; number < count; number++) {
            judge_layers(file, depth, number, &built);
            judge_layers((bytes){ archive.data, archive.size }, depth, number, &built);
        }
    print_message("%zu files, %llu of them fine\n", built, (unsigned long long)bench.fine);
    assert_true(bench.fine >= 2 * 2); /* stored, and with a name */
    reel_memory_free(&archive);
    reel_memory_free(&packed);
}

/* ---- detached ------------------------------------------------------------------------------------------------------- */

static reel_memory detached;

static void judge_detached(bytes file, const char *what)
{
    const reel_verify_options how = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(bench.key), .key_count = 1,
                                      .signature = { detached.data, detached.size } };
    reel_mark *mark = NULL;
    if (reel_verify(reel_source_memory(file.data, file.size), NULL, &how, &mark, NULL) == REEL_OK && !mark->problems)
        fail_msg("%s verifies by its detached signature", what);
    reel_mark_free(mark);
}

static void a_detached_signature_is_of_one_file_only(void **state)
{
    (void)state;
    need_library();
    const signed_file *file = &bench.files[0];
    const reel_sign_options how = { REEL_SIZED(reel_sign_options), .flags = REEL_SIGN_DETACHED };
    assert_int_equal(reel_sign(reel_source_memory(file->file.data, file->file.size), NULL, bench.key, &how,
                               reel_sink_memory(&detached, NULL), NULL),
                     REEL_OK);
    edit_bytes(file->file, bench.files[1].file, judge_detached);
    reel_memory_free(&detached);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(spliced_files_that_verify_are_what_was_signed),
        test(files_with_edited_bytes_that_verify_are_what_was_signed),
        test(packed_files_with_edited_bytes_that_verify_are_what_was_signed),
        test(what_follows_a_stored_file_is_not_signed),
        test(layers_that_verify_can_be_read),
        test(a_detached_signature_is_of_one_file_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
