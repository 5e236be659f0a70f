/* SPDX-License-Identifier: MIT
 * Writes the inputs that a fuzz target starts from, out of small replays:
 *
 *     fuzz_seeds KIND FOLDER FILE...
 *
 * KIND is the target: read and rewrite get a spool of each file beside it, spool the blocks of that spool, command some command lines;
 * the others get the file with control bytes behind it (support.h). Nothing is written for a file that does not read. */
#include "support.h"

#include "core/models.h"

#include <reel/archive.h>
#include <reel/match.h>
#include <reel/sign.h>

#include <stdio.h>
#include <stdlib.h>

static const char *folder;
static unsigned number;

static void write_seed(const uint8_t *data, size_t size, const uint8_t *more, size_t more_size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/made-%05u", folder, number++);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(data, 1, size, file) == size && (!more_size || fwrite(more, 1, more_size, file) == more_size);
    require(written && fclose(file) == 0, "a seed is written");
}

/* The replay, the control bytes, and their number. */
static void write_parts(reel_bytes replay, uint8_t *control, size_t size)
{
    control[size] = (uint8_t)size;
    control[size + 1] = (uint8_t)(size >> 8);
    write_seed(replay.data, replay.size, control, size + 2);
}

static reel_replay *load(reel_bytes file)
{
    reel_options options = fuzz_options(NULL);
    reel_replay *replay = NULL;
    return reel_load(reel_source_memory(file.data, file.size), &options, &replay, NULL) < 0 ? NULL : replay;
}

/* The rows of a replay as a recorder keeps them that died. Empty where the format cannot be written. */
static reel_memory spool_of(const reel_replay *replay)
{
    uint64_t written;
    reel_memory spool = { .data = NULL };
    reel_writer *writer;
    if (reel_create(null_sink(&written), reel_replay_format(replay), NULL, &writer, NULL) < 0) return spool;
    if (reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL) == REEL_OK)
        reel_append_chunk(writer, reel_replay_chunk(replay));
    reel_discard(writer);
    return spool;
}

static void seed_read(reel_bytes file, const reel_replay *replay)
{
    reel_memory spool = spool_of(replay);
    (void)file;
    if (spool.size) write_seed(spool.data, spool.size, NULL, 0);
    reel_memory_free(&spool);
}

/* The first byte is the index of the format among those that can be written; then the only block, without its head. */
static void seed_spool(reel_bytes file, const reel_replay *replay)
{
    enum { BLOCK_HEAD = 12 };
    reel_memory spool = spool_of(replay);
    uint8_t head[3] = { 0 };
    (void)file;
    if (!spool.size) return;
    for (const reel_format *const *format = fuzz_formats(); *format && *format != reel_replay_format(replay); format++)
        if ((*format)->writer) head[0]++;
    reel_memory start = spool_head(reel_replay_format(replay));
    size_t skip = start.size + BLOCK_HEAD;
    if (spool.size > skip && spool.size - skip <= UINT16_MAX) {
        head[1] = (uint8_t)(spool.size - skip);
        head[2] = (uint8_t)((spool.size - skip) >> 8);
        write_seed(head, sizeof head, spool.data + skip, spool.size - skip);
    }
    reel_memory_free(&start);
    reel_memory_free(&spool);
}

static void seed_rows(const reel_replay *replay)
{
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .chunk_rows = 50 };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    reel_memory archive;
    if (reel_write(reel_replay_chunk(replay), reel_replay_format(replay), reel_sink_memory(&archive, NULL), &options, NULL) < 0)
        return;
    write_seed(archive.data, archive.size, NULL, 0);
    reel_memory_free(&archive);
}

/* The file as it is stored, by LZMA2 or by zstd. */
static void seed_stored(reel_bytes file)
{
    static const reel_archive_level levels[] = { REEL_ARCHIVE_DEFAULT, REEL_ARCHIVE_FAST };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const reel_archive_options how = { REEL_SIZED(reel_archive_options), .level = levels[i], .stored = true };
        reel_memory archive;
        if (reel_pack(reel_source_memory(file.data, file.size), NULL, &how, reel_sink_memory(&archive, NULL), NULL, NULL) < 0)
            return;
        write_seed(archive.data, archive.size, NULL, 0);
        reel_memory_free(&archive);
    }
}

/* The rows, those that stand for them in archives, and the file. */
static void seed_archive(reel_bytes file, const reel_replay *replay)
{
    const reel_options options = { REEL_SIZED(reel_options), .formats = reel__models() };
    reel_replay *model;
    seed_rows(replay);
    seed_stored(file);
    if (!reel__models_have(reel_replay_format(replay))) return;
    if (reel_load(reel_source_memory(file.data, file.size), &options, &model, NULL) < 0) return;
    seed_rows(model);
    reel_free(model);
}

/* The fingerprint of the replay, and half of it. */
static void seed_match(reel_bytes file, const reel_replay *replay)
{
    uint8_t control[REEL_FINGERPRINT_BYTES + 2];
    reel_motion *motion;
    if (reel_motion_of(replay, NULL, &motion, NULL) < 0) return;
    reel_bytes own = reel_motion_fingerprint(motion);
    if (own.size) memcpy(control, own.data, own.size);
    write_parts(file, control, own.size);
    write_parts(file, control, own.size / 2);
    reel_motion_free(motion);
}

static void seed_index(reel_bytes file, const reel_replay *replay)
{
    uint8_t control[16];
    (void)replay;
    memcpy(control, "\x04\x00", 2); /* the true index, from 2 on */
    write_parts(file, control, 2);
    memcpy(control, "\x08\x00\x03\x00\x01", 5);
    write_parts(file, control, 5);
    memcpy(control, "\x02\x01\x00", 3); /* an index without entries */
    write_parts(file, control, 3);
}

/* Each operation of the format with usual and unusual arguments. */
static void seed_operations(reel_bytes file, const reel_format *format)
{
    static const char *const arguments[] = { "1", "-5", "1000000", "0.5", "4294967296", "x" };
    size_t count = list_count((const void *const *)format->operations);
    for (size_t i = 0; i < count; i++) {
        bool takes = format->operations[i]->argument != NULL;
        for (size_t a = 0; a < (takes ? sizeof arguments / sizeof *arguments : 1); a++) {
            uint8_t control[32] = { 0, 0xff, 0xff, 1, (uint8_t)i };
            size_t size = 5, length = takes ? strlen(arguments[a]) : 0;
            if (takes) control[size++] = (uint8_t)length;
            memcpy(control + size, arguments[a], length);
            control[size + length] = 0; /* no settings */
            write_parts(file, control, size + length + 1);
        }
    }
}

static void seed_change(reel_bytes file, const reel_replay *replay)
{
    static const uint8_t flags[] = { 0, 1, 2, 32, 33 };
    uint8_t control[32];
    for (size_t i = 0; i < sizeof flags; i++) {
        memcpy(control, (uint8_t[]){ flags[i], 0xff, 0xff, 0, 0 }, 5);
        write_parts(file, control, 5);
    }
    for (uint8_t to = 0; to < list_count((const void *const *)reel_formats()); to++) { /* a span of each format */
        memcpy(control, (uint8_t[]){ 24, to, 0xff, 1, 5, 0, 0 }, 7);
        write_parts(file, control, 7);
    }
    memcpy(control, (uint8_t[]){ 0, 0xff, 0xff, 0, 2, 0, 1, '7', 1, 1, 'x' }, 11); /* settings */
    write_parts(file, control, 11);
    seed_operations(file, reel_replay_format(replay));
}

static void seed_plot(reel_bytes file, const reel_replay *replay)
{
    uint8_t control[32] = "\x01\x00\x00\x00\x00\x00\x02hi";
    (void)replay;
    write_parts(file, control, 9);
    memcpy(control, "\x02\x40\x00\x40\x00\x01\x30\x00", 8);
    write_parts(file, control, 8);
}

static void seed_insight(reel_bytes file, const reel_replay *replay)
{
    uint8_t control[8] = { 0xff, 0x0f, 0xff };
    (void)replay;
    write_parts(file, control, 3);
    control[2] = 1;
    write_parts(file, control, 3);
    control[0] = 3;
    control[1] = 0;
    control[2] = 0xff;
    write_parts(file, control, 3);
}

static void seed_export(reel_bytes file, const reel_replay *replay)
{
    (void)replay;
    for (uint8_t exporter = 0; exporter < 3; exporter++)
        for (uint8_t flags = 0; flags < 8; flags++) {
            uint8_t control[16] = { exporter, (uint8_t)(flags * 37), flags, 3, 2, 'a', 'b', 1 };
            write_parts(file, control, 8);
        }
}

/* The replay to sign, the same with a mark to verify, and the texts of a key and a signature. */
static void seed_sign(reel_bytes file, const reel_replay *replay)
{
    reel_key *key;
    char secret[1 + REEL_SECRET_KEY_FILE], public[1 + REEL_PUBLIC_KEY_TEXT];
    size_t size;
    (void)replay;
    if (reel_key_new(&key, NULL) < 0) return;
    write_seed((const uint8_t *)"\x04", 1, file.data, file.size);
    for (uint8_t what = 2; what < 4; what++) {
        reel_memory out = { .data = NULL };
        const reel_sign_options how = { REEL_SIZED(reel_sign_options), .flags = what == 2 ? REEL_SIGN_DETACHED : 0,
                                        .challenge = "c" };
        if (reel_sign(reel_source_memory(file.data, file.size), NULL, key, &how, reel_sink_memory(&out, NULL), NULL) < 0)
            continue;
        write_seed(&what, 1, out.data, out.size);
        reel_memory_free(&out);
    }
    public[0] = 0;
    reel_public_key_text(reel_key_public(key), public + 1);
    write_seed((const uint8_t *)public, strlen(public + 1) + 1, NULL, 0);
    secret[0] = 1;
    require(reel_key_write(key, NULL, secret + 1, &size, NULL) == REEL_OK, "a key is written");
    write_seed((const uint8_t *)secret, size + 1, NULL, 0);
    reel_key_free(key);
}

static void seed_command(void)
{
    static const char *const lines[] = {
        "info\na\nb\nc\nd\ne",
        "check\n--strict\n--json\n.",
        "convert\n-o\nout\na",
        "convert\n-o\nout\n--to\nid\nb",
        "export\n--to\ncsv\n-t\ninfo\na",
        "export\n--to\njsonl\n--after\n1\n--before\n2\n.",
        "export\n--chain\na\nb",
        "stats\n--json\nc",
        "stats\n-o\nout\n--to\ncsv\na",
        "diff\na\nb",
        "diff\n--layout\na\na",
        "edit\n-o\nout\n--set\ninfo.x=1\na",
        "edit\n-o\nout\n--do\nshift=5\nc",
        "edit\n-o\nout\n--merge\nc\nc",
        "edit\n--replace\n--anonymise\na",
        "plot\n--list\na",
        "plot\n-o\nout\n--theme\ndark\na",
        "index\ne",
        "repair\n-o\nout\na",
        "repair\n--replace\na\nb\nc",
        "formats\n--json",
        "help\nexport",
        "help\n--man",
        "check\n--sarif\n--expect\ninfo.x=1\na",
        "info\n-j\n8\n-v\n-",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) write_seed((const uint8_t *)lines[i], strlen(lines[i]), NULL, 0);
}

typedef void seed(reel_bytes file, const reel_replay *replay);

static seed *seed_of(const char *kind)
{
    static const struct {
        const char *kind;
        seed *make;
    } kinds[] = {
        { "load", seed_read }, { "read", seed_read },       { "rewrite", seed_read },  { "spool", seed_spool },
        { "sign", seed_sign }, { "index", seed_index },     { "change", seed_change }, { "archive", seed_archive },
        { "plot", seed_plot }, { "insight", seed_insight }, { "export", seed_export }, { "match", seed_match },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i].kind) == 0) return kinds[i].make;
    return NULL;
}

static void seed_file(seed *make, const char *path)
{
    static uint8_t data[1 << 16];
    FILE *file = fopen(path, "rb");
    require(file != NULL, path);
    reel_bytes bytes = { data, fread(data, 1, sizeof data, file) };
    fclose(file);
    reel_replay *replay = load(bytes);
    if (replay) make(bytes, replay);
    reel_free(replay);
}

int main(int count, char **words)
{
    if (count < 3) return 2;
    seed *make = seed_of(words[1]);
    folder = words[2];
    if (!make) seed_command();
    for (int i = 3; i < count && make; i++) seed_file(make, words[i]);
    return 0;
}
