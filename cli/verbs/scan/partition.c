/* SPDX-License-Identifier: MIT
 * Partitions of a dataset, as Hive names them: FIELD=VALUE, one folder in the other. */
#include "verbs/scan/partition.h"
#include "args/tables.h"
#include "base/field.h"
#include "base/file_name.h"

#include <stdio.h>
#include <stdlib.h>

/* What Hive calls the partition of rows without a value. */
static const char no_value[] = "__HIVE_DEFAULT_PARTITION__";

enum { MOST_VALUE = 160 };

/* The field of a header table that "name" or "table.name" selects, and its row. */
static const void *find_value(const reel_format *format, const reel_chunk *header, const char *name, reel_field *field)
{
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t count;
        if (!((*table)->flags & REEL_TABLE_HEADER) || !reel_table_select(*table, name, field, NULL)) continue;
        const void *row = reel_chunk_rows(header, *table, &count);
        return count == 1 && reel_field_present(field, row) ? row : NULL;
    }
    return NULL;
}

static void add_folder(struct text *folders, const reel_reader *reader, const char *name, bool labels)
{
    reel_field field;
    struct text value = { 0 };
    const char *dot = strrchr(name, '.');
    const void *row = reader ? find_value(reel_reader_format(reader), reel_header(reader), name, &field) : NULL;
    if (row) field_text(&value, &field, row, labels);
    text_print(folders, "%s%s=", folders->size ? "/" : "", dot ? dot + 1 : name);
    if (value.size)
        text_file_name(folders, value.data, value.size, MOST_VALUE);
    else
        text_string(folders, no_value);
    text_free(&value);
}

static char *folders_of(const struct scan *scan, const struct planned *file, const char *path, const reel_member *member)
{
    static const reel_table *const none[] = { NULL };
    const struct input input = {
        .path = (char *)path, .relative = file->path, .member = member ? (char *)member->word : NULL, .walked = true
    };
    struct job job;
    struct text folders = { 0 };
    reel_reader *reader = NULL;
    job_begin(&job, scan->arguments, &input);
    if (file->facts.kind == KIND_FILE) job_reader(&job, none, &reader);
    for (char **name = scan->partition; *name; name++) add_folder(&folders, reader, *name, scan->flags & REEL_EXPORT_LABELS);
    reel_close(reader);
    job_close(&job);
    reel_findings_free(job.findings);
    char *copy = copy_of(text_of(&folders));
    text_free(&folders);
    return copy;
}

static int by_folders(const void *a, const void *b)
{
    const struct partition *x = a, *y = b;
    int order = strcmp(x->folders, y->folders);
    if (order) return order;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return x->member.number < y->member.number ? -1 : x->member.number > y->member.number;
}

struct ordering {
    struct partition *data;
    size_t count, capacity;
};

static void add_partition(struct ordering *order, struct partition partition)
{
    if (order->count == order->capacity) {
        order->capacity = order->capacity ? 2 * order->capacity : 64;
        order->data = grow(order->data, order->capacity * sizeof *order->data);
    }
    order->data[order->count++] = partition;
}

static void add_members(struct ordering *order, const struct scan *scan, const struct planned *files, size_t file)
{
    char *path = scan_full_path(scan, files[file].path);
    reel_members *members = scan_open_members(&files[file], path, NULL);
    const reel_member *member;
    while (members && reel_members_next(members, &member, NULL) == REEL_OK) {
        struct partition partition = { .folders = folders_of(scan, &files[file], path, member), .file = file, .member = *member };
        partition.member.name = copy_of(member->name);
        partition.member.word = copy_of(member->word);
        add_partition(order, partition);
    }
    char *folders = folders_of(scan, &files[file], path, NULL);
    add_partition(order, (struct partition){ .folders = folders, .file = file });
    reel_members_close(members);
    free(path);
}

struct partition *partition_order(const struct scan *scan, const struct planned *files, uint64_t *count)
{
    struct ordering order = { 0 };
    for (size_t i = 0; i < *count; i++) {
        if (scan->partition)
            add_members(&order, scan, files, i);
        else
            add_partition(&order, (struct partition){ .folders = copy_of(""), .file = i });
    }
    if (scan->partition && order.count) qsort(order.data, order.count, sizeof *order.data, by_folders);
    *count = order.count;
    return order.data;
}

void partition_free(struct partition *order, uint64_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(order[i].folders);
        free((void *)order[i].member.name);
        free((void *)order[i].member.word);
    }
    free(order);
}
