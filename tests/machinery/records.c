/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "records.h"

enum { MOST_LINES = 16384, MOST_TABLES = 32, MOST_ITEMS = 4096, DIGITS = 2, MOST_REPORTED = 20, DRAWN = 240 };

typedef struct record_table {
    char path[512];
    char *text; /* contents in the tree, NUL-terminated; empty without a file */
    size_t lines, asked;
} record_table;

static const char head[] =
    "# Records of behaviour (tests/machinery/records.h): two digits of a hash for each answer. Written by the test.\n";
static const char *table_name;
static bool writes;
static record_table tables[MOST_TABLES];
static size_t table_count, every, different, answers;
static char *lines[MOST_LINES]; /* to write: the path of the table, a line feed, the line */
static size_t line_count;

/* The file and kind that answers are about now. */
static struct {
    record_table *table;
    char name[256];
    const char *kind;
    const char *expected; /* what the table has; NULL: no such line */
    char digits[DIGITS * MOST_ITEMS + 1];
    size_t items, expected_items;
    bool open, left_out;
    uint64_t hash;
    char question[256], text[8192];
    size_t text_size;
} now;

/* ---- the answer ---------------------------------------------------------------------------------------------------- */

void record_bytes(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) now.hash = (now.hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    now.hash = (now.hash ^ size) * UINT64_C(0x100000001b3);
}

static void show(const char *format, va_list arguments)
{
    const size_t room = sizeof now.text - now.text_size;
    const int size = vsnprintf(now.text + now.text_size, room, format, arguments);
    if (size > 0) now.text_size += (size_t)size < room ? (size_t)size : room - 1;
}

RECORD_FORMAT(1)
static void show_only(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    show(format, arguments);
    va_end(arguments);
}

void record_text(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    show_only("%s", text);
    record_bytes(text, strlen(text));
}

/* Numbers are part of an answer, and what a name of a field looks like: a word with an underscore, or what is in front of a colon. Other words are
 * not. */
static void record_message(const char *message)
{
    const size_t named = strcspn(message, ":");
    if (message[named]) record_bytes(message, named);
    for (const char *c = message; *c;) {
        const size_t size = strspn(c, "abcdefghijklmnopqrstuvwxyz_0123456789");
        if (memchr(c, '_', size))
            record_bytes(c, size);
        else
            for (size_t i = 0; i < size; i++)
                if (c[i] >= '0' && c[i] <= '9') record_bytes(c + i, 1);
        c += size + !size;
    }
    show_only("%s\n", message);
}

void record_finding(void *unused, const reel_finding *finding)
{
    (void)unused;
    record_text("    %s %d %s %s %lld+%llu row %lld, %llu times: ", finding->rule, (int)finding->severity, finding->section,
                finding->table ? finding->table->name : "", (long long)finding->offset, (unsigned long long)finding->length,
                (long long)finding->row, (unsigned long long)finding->count);
    record_message(finding->message);
}

void record_status(reel_status status, const reel_error *error)
{
    record_text("    %s", reel_status_name(status));
    if (status < 0) {
        record_text(" %s %s at %lld: ", error->rule ? error->rule : "", error->section ? error->section : "",
                    (long long)error->offset);
        record_message(error->message);
    } else {
        show_only("\n");
    }
}

static void record_value(const reel_field *field, const uint8_t *row)
{
    const uint8_t *place = row + field->offset;
    const size_t size = reel_type_size(field->type);
    if (field->type != REEL_STRING && field->type != REEL_BYTES) {
        record_bytes(place, size * field->count);
        return;
    }
    for (size_t i = 0; i < field->count; i++) {
        reel_bytes text;
        memcpy(&text, place + i * size, sizeof text);
        record_bytes(text.data, text.size);
    }
}

void record_rows(const reel_replay *replay)
{
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay)); *table; table++) {
        size_t count;
        const uint8_t *rows = reel_rows(replay, *table, &count);
        const uint64_t before = now.hash;
        for (size_t i = 0; i < count; i++)
            for (size_t f = 0; f < (*table)->field_count; f++) {
                const uint8_t *row = rows + i * (*table)->row_size;
                const bool present = reel_field_present(&(*table)->fields[f], row);
                record_bytes(&present, sizeof present);
                if (present) record_value(&(*table)->fields[f], row);
            }
        if (count) record_text("    %zu %s %02x\n", count, (*table)->name, (unsigned)((now.hash ^ before) >> 8 & 0xff));
    }
}

static bool is_packed(const reel_format *format, const uint8_t *data, size_t size)
{
    static const char *const ids[] = {
        "xror", "scoresaber", "butter", "ecrreplay", "echoreplay", "tape", "nevrcap", "ddnet-map"
    };
    if (format->flags & REEL_FORMAT_PACKED) return true;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (!strcmp(format->id, ids[i])) return true;
    return size > 2 && (!memcmp(data, "PK", 2) || !memcmp(data, "\x1f\x8b", 2));
}

void record_made(const reel_format *format, const void *data, size_t size)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_error error;
    if (!is_packed(format, data, size)) {
        record_text("    %zu bytes\n", size);
        record_bytes(data, size);
        return;
    }
    const reel_status status = reel_load(reel_source_memory(data, size), &options, &replay, &error);
    record_status(status, &error);
    if (status >= 0) record_rows(replay);
    if (status >= 0) reel_free(replay);
}

void record_conversion(const reel_format *from, const void *data, size_t size, size_t number)
{
    const reel_format *of_game[64];
    size_t count = 0;
    for (const reel_format *const *to = reel_formats(); *to && count < 64; to++)
        if (!strcmp((*to)->game, from->game) && *to != from) of_game[count++] = *to;
    if (!count) return;
    const reel_format *to = of_game[number % count];
    const reel_convert_options how = { REEL_SIZED(reel_convert_options) };
    reel_options options = machinery_options(NULL);
    reel_memory made;
    reel_error error;
    options.report = record_finding;
    record_text("  to %s\n", to->id);
    const reel_status status =
        reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    record_made(to, made.data, made.size);
    reel_memory_free(&made);
}

/* ---- tables -------------------------------------------------------------------------------------------------------- */

static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (const char *at = text; *at; at++) count += *at == '\n';
    return count;
}

static record_table *table_of(const char *folder, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%.*s/%s", (int)size, folder, table_name);
    for (size_t i = 0; i < table_count; i++)
        if (!strcmp(tables[i].path, path)) return &tables[i];
    assert_true(table_count < MOST_TABLES);
    record_table *table = &tables[table_count++];
    FILE *file = fopen(path, "rb");
    size_t bytes = 0;
    uint8_t *data = NULL;
    if (file) {
        fclose(file);
        data = read_file(path, &bytes);
    }
    table->text = calloc(1, bytes + 1);
    assert_non_null(table->text);
    if (bytes) memcpy(table->text, data, bytes);
    free(data);
    strcpy(table->path, path);
    table->lines = count_lines(table->text);
    return table;
}

bool records_begin(const char *table, bool write)
{
    table_name = table;
    writes = write;
#if defined(__x86_64__) && defined(__linux__) && defined(REEL_WITH_ZLIB) && defined(REEL_WITH_LIBDEFLATE) &&                     \
    defined(REEL_WITH_ZSTD) && defined(REEL_WITH_LZMA)
    const size_t drawn = draws(DRAWN, DRAWN, DRAWN);
    every = write || drawn == DRAWN ? 1 : 3 * (DRAWN / drawn); /* most of what sanitizers can find here, fewer answers show */
    return true;
#else
    print_message("%s: left out: other orders of bytes, sizes of rows, and builds without a codec give other hashes\n", table);
    return false;
#endif
}

void record_begin(const specimen *file, const char *kind)
{
    static char key[300];
    const char *folder = strstr(file->path, "/golden/");
    if (!folder) folder = strstr(file->path, "/bad/");
    assert_non_null(folder);
    now.table = table_of(file->path, (size_t)(folder - file->path));
    now.table->asked++;
    snprintf(now.name, sizeof now.name, "%s", folder + 1);
    snprintf(key, sizeof key, "\n%s\t%s\t", now.name, kind);
    now.kind = kind;
    now.items = 0;
    now.open = false;
    const char *line = strstr(now.table->text, key);
    now.expected = line ? line + strlen(key) : NULL;
    now.expected_items = line ? strcspn(now.expected, "\n") / DIGITS : 0;
}

static void report(const char *what)
{
    if (++different > MOST_REPORTED) return;
    printf("%s: %s: %s: %s\n%s", now.name, now.kind, now.question, what, now.text); /* print_message has room for 1,024 bytes */
}

static void finish_item(void)
{
    char digits[DIGITS + 1];
    if (!now.open) return;
    now.open = false;
    uint64_t hash = now.hash;
    hash ^= hash >> 32;
    hash = hash * UINT64_C(0x9e3779b97f4a7c15) >> 56;
    snprintf(digits, sizeof digits, "%02x", (unsigned)hash);
    assert_true(now.items <= MOST_ITEMS);
    memcpy(now.digits + DIGITS * (now.items - 1), digits, sizeof digits);
    answers++;
    if (writes) return;
    if (now.items > now.expected_items)
        report("is not in the table");
    else if (memcmp(now.expected + DIGITS * (now.items - 1), digits, DIGITS) != 0)
        report("another answer than in the table");
}

bool record_item(const char *question, ...)
{
    va_list arguments;
    finish_item();
    now.items++;
    if ((now.items - 1) % every) return false;
    va_start(arguments, question);
    vsnprintf(now.question, sizeof now.question, question, arguments);
    va_end(arguments);
    trying("%s %s: %s", now.name, now.kind, now.question);
    now.open = true;
    now.hash = UINT64_C(0xcbf29ce484222325);
    now.text_size = 0;
    now.text[0] = 0;
    return true;
}

void record_end(void)
{
    finish_item();
    if (writes) {
        const size_t size = strlen(now.table->path) + strlen(now.name) + strlen(now.kind) + DIGITS * now.items + 8;
        char *line = malloc(size);
        assert_non_null(line);
        assert_true(line_count < MOST_LINES);
        snprintf(line, size, "%s\n%s\t%s\t%.*s", now.table->path, now.name, now.kind, (int)(DIGITS * now.items), now.digits);
        lines[line_count++] = line;
    } else if (now.items < now.expected_items) {
        snprintf(now.question, sizeof now.question, "%zu questions", now.items);
        now.text[0] = 0;
        report("the table has more");
    }
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void write_tables(void)
{
    FILE *file = NULL;
    size_t open_size = 0;
    qsort(lines, line_count, sizeof *lines, by_text);
    for (size_t i = 0; i < line_count; i++) {
        const size_t size = strcspn(lines[i], "\n");
        if (!file || size != open_size || strncmp(lines[i], lines[i - 1], size) != 0) {
            char path[512];
            if (file) assert_int_equal(fclose(file), 0);
            snprintf(path, sizeof path, "%.*s", (int)size, lines[i]);
            file = fopen(path, "wb");
            assert_non_null(file);
            fputs(head, file);
        }
        open_size = size;
        fprintf(file, "%s\n", lines[i] + size + 1);
    }
    if (file) assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i < line_count; i++) free(lines[i]);
}

void records_end(void)
{
    print_message("%zu answers\n", answers);
    if (writes) write_tables();
    for (size_t i = 0; i < table_count; i++) {
        const size_t listed = tables[i].lines ? tables[i].lines - 1 : 0; /* without the head */
        if (!writes && !getenv("REEL_TEST_FILES") && listed != tables[i].asked) {
            print_message("%s has %zu lines, %zu were asked for\n", tables[i].path, listed, tables[i].asked);
            different++;
        }
        free(tables[i].text);
    }
    table_count = 0;
    if (different > MOST_REPORTED) print_message("and %zu more\n", different - MOST_REPORTED);
    if (different) fail_msg("%zu answers differ; if that was meant, --write renews %s", different, table_name);
    assert_enough(answers > 100);
}

/* ---- what is drawn ------------------------------------------------------------------------------------------------- */

static uint64_t drawn;

void record_seed(const specimen *file, size_t number)
{
    drawn = UINT64_C(0xcbf29ce484222325);
    for (const char *name = strrchr(file->path, '/'); *name; name++) drawn = (drawn ^ (uint8_t)*name) * UINT64_C(0x100000001b3);
    drawn = (drawn + number) * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

size_t record_draw(size_t below)
{
    drawn ^= drawn << 13, drawn ^= drawn >> 7, drawn ^= drawn << 17;
    return below ? (size_t)(drawn >> 11) % below : 0;
}

size_t records_beside(const specimen *file)
{
    static char folder[4096];
    static size_t count;
    char own[4096];
    snprintf(own, sizeof own, "%.*s/golden", (int)(strrchr(file->path, '/') - file->path), file->path);
    char *bad = strstr(own, "/bad/golden"), *golden = strstr(own, "/golden/golden");
    if (bad) strcpy(bad, "/golden");
    if (golden) strcpy(golden, "/golden");
    if (!strcmp(own, folder)) return count;
    strcpy(folder, own);
    file_list list = files_below(folder);
    count = list.count;
    file_list_free(&list);
    return count;
}

void record_span(const reel_replay *replay, double *first, double *last)
{
    bool any = false;
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay)); *table; table++) {
        const reel_field *time = reel_table_time(*table);
        size_t count;
        const uint8_t *row = reel_rows(replay, *table, &count);
        for (size_t i = 0; time && i < count; i++) {
            const double value = reel_field_number(time, row + i * (*table)->row_size, 0);
            if (value - value != 0) continue;
            if (!any || value < *first) *first = value;
            if (!any || value > *last) *last = value;
            any = true;
        }
    }
}
