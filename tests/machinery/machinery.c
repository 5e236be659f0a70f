/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "machinery.h"

#include "packed.h"
#include "text.h"

enum { MOST_FORMATS = 64 };

const reel_format *const *machinery_formats(void)
{
    static const reel_format *all[MOST_FORMATS + 5];
    size_t count = 0;
    for (const reel_format *const *format = reel_formats(); *format && count < MOST_FORMATS; format++) all[count++] = *format;
    all[count++] = &reel_format_toy;
    all[count++] = &reel_format_toy_stream;
    all[count++] = &reel_format_toy_packed;
    all[count++] = &reel_format_toy_text;
    all[count] = NULL;
    return all;
}

reel_options machinery_options(const reel_allocator *allocator)
{
    return (reel_options){ REEL_SIZED(reel_options), .formats = machinery_formats(), .allocator = allocator };
}

bool full_effort(void) { return effort_level() == EFFORT_FULL; }

size_t stride_for(size_t places, size_t all, size_t budget)
{
    if (effort_level() == EFFORT_LIGHT) all /= 8, budget = (budget + 7) / 8;
    if (places <= all || places <= budget) return 1;
    size_t stride = places / budget;
    while (stride % 2 == 0 || stride % 3 == 0 || stride % 23 == 0) stride++; /* no common beat with rows of 8, 72, 92 bytes */
    return stride;
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

typedef struct entry {
    char *path;
    size_t name_at;
    size_t size;
    unsigned kind;
} entry;
typedef struct entry_list {
    entry *entries;
    size_t count;
} entry_list;

static void add_entry(entry_list *list, const char *path, size_t name_at, unsigned kind)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    fclose(file);
    list->entries = realloc(list->entries, (list->count + 1) * sizeof *list->entries);
    assert_non_null(list->entries);
    list->entries[list->count++] = (entry){ strdup(path), name_at, size, kind };
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

bool is_chosen_file(const char *name)
{
    const char *chosen = getenv("REEL_TEST_FILES");
    return !chosen || strncmp(name, chosen, strlen(chosen)) == 0;
}

static void add_own(entry_list *list, const char *top, unsigned kinds)
{
    size_t root = strlen(project_path(""));
    file_list files = files_below(project_path(top));
    for (size_t i = 0; i < files.count; i++) {
        bool golden = strstr(files.paths[i], "/golden/"), bad = strstr(files.paths[i], "/bad/");
        if (ends_with(files.paths[i], ".tsv") || ends_with(files.paths[i], ".md")) continue;
        if (!is_chosen_file(files.paths[i] + root)) continue;
        if (golden && kinds & GOLDEN) add_entry(list, files.paths[i], root, GOLDEN);
        if (bad && kinds & BAD) add_entry(list, files.paths[i], root, BAD);
    }
    file_list_free(&files);
}

/* The corpus holds formats that are not ours yet: a file is taken where one of ours claims its content. */
static bool claimed(const char *path)
{
    reel_source source;
    reel_options options = machinery_options(NULL);
    if (reel_source_file(path, 0, &source, NULL) < 0) return false;
    return reel_identify(source, &options, NULL, NULL, NULL) == REEL_OK;
}

static void add_corpus(entry_list *list)
{
    const char *found = corpus_path("samples");
    if (!found) return;
    size_t root = strlen(found) - strlen("samples"), others = 0;
    file_list files = files_below(found);
    for (size_t i = 0; i < files.count; i++) {
        if (ends_with(files.paths[i], ".tsv") || ends_with(files.paths[i], ".md")) continue;
        if (claimed(files.paths[i]))
            add_entry(list, files.paths[i], root, CORPUS);
        else
            others++;
    }
    if (others) printf("corpus: %zu files that no format here claims\n", others);
    file_list_free(&files);
}

bool is_readable(const uint8_t *data, size_t size)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_error error;
    reel_status status = reel_load(reel_source_memory(data, size), &options, &replay, &error);
    const reel_error *failure = status < 0 ? &error : reel_replay_damage(replay);
    bool readable = !failure || strcmp(failure->rule, "unpack.not-built") != 0;
    if (status >= 0) reel_free(replay);
    return readable;
}

static int by_size(const void *a, const void *b)
{
    const entry *one = a, *other = b;
    if (one->size != other->size) return one->size < other->size ? -1 : 1;
    return strcmp(one->path, other->path);
}

void each_specimen(unsigned kinds, size_t cap, void (*run)(const specimen *file))
{
    entry_list list = { NULL, 0 };
    size_t ran = 0, large = 0, not_built = 0;
    add_own(&list, "tests/formats", kinds);
    add_own(&list, "tests/toy", kinds);
    if (kinds & CORPUS) add_corpus(&list);
    if (list.count) qsort(list.entries, list.count, sizeof *list.entries, by_size);
    for (size_t i = 0; i < list.count; i++) {
        entry *next = &list.entries[i];
        if (cap && next->size > cap) {
            large++;
        } else {
            size_t size;
            uint8_t *data = read_file(next->path, &size);
            if (next->kind == CORPUS || is_readable(data, size)) {
                trying_with(next->path + next->name_at);
                run(&(specimen){ next->path, next->path + next->name_at, next->kind, data, size });
                trying_with("");
                ran++;
            } else {
                not_built++;
            }
            free(data);
        }
        free(next->path);
    }
    free(list.entries);
    printf("%zu files", ran);
    if (large) printf(", %zu left out that are larger than %zu bytes", large, cap);
    if (not_built) printf(", %zu left out whose compression is not built in", not_built);
    printf("\n");
    assert_true(ran > 0);
}

/* ---- comparing -------------------------------------------------------------------------------------------------- */

reel_replay *load_bytes(const void *data, size_t size, const reel_options *options)
{
    reel_error error;
    reel_replay *replay;
    reel_status status = reel_load(reel_source_memory(data, size), options, &replay, &error);
    if (status < 0) fail_msg("load: %s: %s at %llu", error.rule, error.message, (unsigned long long)error.offset);
    return replay;
}

reel_replay *rows_alone(const reel_replay *replay)
{
    const reel_format *format = reel_replay_format(replay);
    reel_own_rows own[64];
    reel_replay *copy;
    size_t count = 0;
    for (const reel_table *const *table = format->tables; *table; table++) {
        reel_own_rows *rows = &own[count];
        assert_true(count < sizeof own / sizeof *own);
        rows->table = *table;
        rows->rows = reel_rows(replay, *table, &rows->count);
        count += !((*table)->flags & REEL_TABLE_LAYOUT);
    }
    assert_int_equal(reel_replay_of_rows(format, own, count, NULL, &copy, NULL), REEL_OK);
    return copy;
}

bool can_be_encoded(const reel_replay *replay)
{
    reel_memory made;
    reel_replay *copy = rows_alone(replay);
    const reel_status status =
        reel_write(reel_replay_chunk(copy), reel_replay_format(replay), reel_sink_memory(&made, NULL), NULL, NULL);
    if (status == REEL_OK) reel_memory_free(&made);
    reel_free(copy);
    return status == REEL_OK;
}

bool repeats_rows(const reel_replay *replay)
{
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table; table++) {
        size_t count;
        reel_rows(replay, *table, &count);
        if (count > 1 && (*table)->flags & REEL_TABLE_ONE_ROW) return true;
    }
    return false;
}

bool is_unwrapped(const reel_format *format, const uint8_t *data, size_t size) { return size && format->sniff(data, size) > 0; }

/* Whether a page names a format as one that it describes. */
static bool describes(const char *page, const char *id)
{
    const char *at = strstr(page, "<!-- describes:"), *end = at ? strstr(at, "-->") : NULL;
    size_t size = strlen(id);
    while (end && (at = strstr(at, id)) != NULL && at < end) {
        if (at[-1] == ' ' && at[size] == ' ') return true;
        at += size;
    }
    return false;
}

bool page_of(const reel_format *format, char name[PAGE_NAME])
{
    file_list pages = files_below(project_path("docs/formats"));
    size_t longest = 0;
    bool described = false;
    for (size_t i = 0; i < pages.count && !described; i++) {
        size_t size;
        const char *start = strrchr(pages.paths[i], '/') + 1, *dot = strrchr(start, '.');
        uint8_t *text = read_file(pages.paths[i], &size);
        size_t length = dot ? (size_t)(dot - start) : 0;
        char *page = calloc(1, size + 1);
        assert_non_null(page);
        memcpy(page, text, size);
        described = describes(page, format->id);
        free(page);
        free(text);
        if (!described && (length <= longest || strncmp(format->id, start, length) != 0)) continue;
        longest = length;
        snprintf(name, PAGE_NAME, "%.*s", (int)length, start);
    }
    file_list_free(&pages);
    return longest > 0;
}

static bool values_equal(const reel_field *field, const uint8_t *a, const uint8_t *b)
{
    size_t size = reel_type_size(field->type);
    a += field->offset, b += field->offset;
    if (field->type != REEL_STRING && field->type != REEL_BYTES) return memcmp(a, b, size * field->count) == 0;
    for (size_t i = 0; i < field->count; i++) {
        reel_bytes one, other; /* strings and bytes have one layout */
        memcpy(&one, a + i * size, sizeof one);
        memcpy(&other, b + i * size, sizeof other);
        if (one.size != other.size || (one.size && memcmp(one.data, other.data, one.size) != 0)) return false;
    }
    return true;
}

bool rows_equal(const reel_table *table, const void *a, const void *b)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        if (reel_field_present(field, a) != reel_field_present(field, b)) return false;
        if (reel_field_present(field, a) && !values_equal(field, a, b)) return false;
    }
    return true;
}

void assert_prefix(const reel_replay *part, const reel_replay *whole, const char *what)
{
    for (const reel_table *const *next = reel_chunk_tables(reel_replay_chunk(part)); *next; next++) {
        const reel_table *table = *next;
        if (table->flags & REEL_TABLE_LAYOUT) continue;
        size_t count, most;
        const uint8_t *rows = reel_rows(part, table, &count), *all = reel_rows(whole, table, &most);
        if (count > most) fail_msg("%s: %zu rows of %s, the whole file has %zu", what, count, table->name, most);
        if (count == 0 || memcmp(rows, all, count * table->row_size) == 0) continue;
        for (size_t i = 0; i < count; i++)
            if (!rows_equal(table, rows + i * table->row_size, all + i * table->row_size))
                fail_msg("%s: row %zu of %s is not that of the whole file", what, i, table->name);
    }
}

typedef struct first_difference {
    bool any;
    char text[256];
} first_difference;

static bool keep_first(void *context, const reel_difference *difference)
{
    first_difference *first = context;
    first->any = true;
    snprintf(first->text, sizeof first->text, "table %s, field %s, rows %llu and %llu", difference->table->name,
             difference->field ? difference->field->name : "(all)", (unsigned long long)difference->row_a,
             (unsigned long long)difference->row_b);
    return false;
}

void assert_same_replay(const reel_replay *a, const reel_replay *b, bool layout, const char *what)
{
    reel_error error;
    first_difference first = { 0 };
    if (reel_diff(a, b, layout, keep_first, &first, NULL, &error) < 0) fail_msg("%s: diff: %s", what, error.message);
    if (first.any) fail_msg("%s: %s", what, first.text);
}

void finding_text_report(void *context, const reel_finding *finding)
{
    finding_text *all = context;
    all->total++;
    if (finding->severity == REEL_ERROR) all->errors++;
    size_t room = sizeof all->text - all->size;
    int size = snprintf(all->text + all->size, room, "%s %d %s %llu+%llu %llu x%llu %s\n", finding->rule, (int)finding->severity,
                        finding->section, (unsigned long long)finding->offset, (unsigned long long)finding->length,
                        (unsigned long long)finding->row, (unsigned long long)finding->count, finding->message);
    if (size > 0 && (size_t)size < room) all->size += (size_t)size;
}
