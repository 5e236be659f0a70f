/* SPDX-License-Identifier: MIT
 * The plan of a scan: which file is in which part.
 *
 * A plan is a list of all files in the order of the walk. The next plan is made by merging the walk with it: a file that both have stays in
 * its part, and files that are new get parts of a new generation. So do files that changed, where outputs can be trimmed (trim.c). The number of
 * parts of a generation follows from the number and size of its files, and the part of a file from a hash of its path; a large file has a part of
 * its own. In the same way a part has pieces, and a file is in one of them: tables of -t have an output for each piece, so that what is written
 * again when a part loses a file is a fraction of it. So a part depends on nothing but the files that were there at each plan. Lists are read and
 * written as streams: memory holds one entry and what is known of each part. */
#include "verbs/scan/scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { PART_FILES = 2000, MOST_PIECES = 2000 };
#define NEW_PART UINT32_MAX

static uint64_t hash_path(const char *path) { return fnv_end(fnv_add(FNV_BEGIN, path, strlen(path))); }

/* ---- entries ---------------------------------------------------------------------------------------------------------- */

/* Size of the path, kind, size, time, generation and part, little-endian; then the path. */
enum { ENTRY_HEAD = 4 + 1 + 8 + 8 + 4 + 4, MOST_PATH = 1 << 24 };

static void entry_head(const struct planned *planned, uint8_t head[ENTRY_HEAD])
{
    reel_store_u32le(head, (uint32_t)strlen(planned->path));
    head[4] = (uint8_t)planned->facts.kind;
    reel_store_u64le(head + 5, planned->facts.size);
    reel_store_u64le(head + 13, (uint64_t)planned->facts.modified);
    reel_store_u32le(head + 21, planned->generation);
    reel_store_u32le(head + 25, planned->part);
}

uint64_t planned_hash(const struct planned *planned)
{
    uint8_t head[ENTRY_HEAD];
    entry_head(planned, head);
    return fnv_end(fnv_add(fnv_add(FNV_BEGIN, head, ENTRY_HEAD), planned->path, strlen(planned->path)));
}

bool planned_read(FILE *file, struct planned *planned, size_t *capacity)
{
    uint8_t head[ENTRY_HEAD];
    if (fread(head, 1, sizeof head, file) != sizeof head) return false;
    size_t size = reel_load_u32le(head);
    if (size > MOST_PATH) return false;
    if (size + 1 > *capacity) {
        *capacity = 2 * (size + 1);
        planned->path = grow(planned->path, *capacity);
    }
    planned->facts = (struct facts){ .kind = (enum kind)head[4],
                                     .size = reel_load_u64le(head + 5),
                                     .modified = (int64_t)reel_load_u64le(head + 13) };
    planned->generation = reel_load_u32le(head + 21);
    planned->part = reel_load_u32le(head + 25);
    planned->path[size] = '\0';
    return fread(planned->path, 1, size, file) == size;
}

/* A list that is being written: to a stream, or to the sink of a file that gets its name at the end. */
struct list {
    FILE *stream;
    reel_sink sink;
    uint8_t data[1 << 14];
    size_t used;
    bool failed;
    reel_error error;
};

static void list_flush(struct list *list)
{
    if (list->failed || !list->used) return;
    if (list->stream && fwrite(list->data, 1, list->used, list->stream) != list->used)
        list->failed = reel_fail(&list->error, REEL_IO, "", "", 0, "%s", strerror(errno)) < 0;
    if (!list->stream && list->sink.write(list->sink.context, list->data, list->used, &list->error) < 0) list->failed = true;
    list->used = 0;
}

static void list_put(struct list *list, const void *data, size_t size)
{
    for (const uint8_t *bytes = data; size;) {
        size_t room = sizeof list->data - list->used, step = size < room ? size : room;
        memcpy(list->data + list->used, bytes, step);
        list->used += step;
        bytes += step;
        size -= step;
        if (list->used == sizeof list->data) list_flush(list);
    }
}

static void list_add(struct list *list, const struct planned *planned)
{
    uint8_t head[ENTRY_HEAD];
    entry_head(planned, head);
    list_put(list, head, sizeof head);
    list_put(list, planned->path, strlen(planned->path));
}

/* ---- merging the walk with the last plan --------------------------------------------------------------------------------- */

struct generation {
    uint32_t hashed, parts; /* number of parts that share files by hash, and of all */
    uint32_t pieces;        /* of each of the former */
};

struct planner {
    struct scan *scan;
    FILE *last; /* the last plan; NULL: none */
    struct planned old;
    size_t old_capacity;
    bool has_old, damaged;
    uint64_t old_left;

    struct generation *generations;
    uint32_t generation_count;
    uint64_t entries, new_files, new_bytes, new_large;
    struct list list;
    char *closed; /* the last folder that could not be read, with a slash */
    size_t closed_size;
};

static const char plan_magic[12] = "reel plan 2\n";

static bool is_sound(const struct planner *planner, const struct planned *planned)
{
    uint32_t generation = planned->generation;
    return generation && generation <= planner->generation_count && planned->part < planner->generations[generation - 1].parts;
}

static void next_old(struct planner *planner)
{
    planner->has_old = planner->old_left > 0;
    if (!planner->has_old) return;
    planner->old_left--;
    planner->has_old = planned_read(planner->last, &planner->old, &planner->old_capacity) && is_sound(planner, &planner->old);
    if (!planner->has_old) planner->damaged = true;
}

static bool read_u32(FILE *file, uint32_t *value)
{
    uint8_t bytes[4];
    if (fread(bytes, 1, sizeof bytes, file) != sizeof bytes) return false;
    *value = reel_load_u32le(bytes);
    return true;
}

/* The generations and the number of entries. */
static bool read_head(struct planner *planner)
{
    char magic[sizeof plan_magic];
    uint32_t low, high;
    FILE *file = planner->last;
    if (fread(magic, 1, sizeof magic, file) != sizeof magic || memcmp(magic, plan_magic, sizeof magic) != 0) return false;
    if (!read_u32(file, &low) || !read_u32(file, &high) || !read_u32(file, &planner->generation_count)) return false;
    planner->old_left = (uint64_t)high << 32 | low;
    for (uint32_t i = 0; i < planner->generation_count; i++) {
        struct generation *more = grow(planner->generations, (i + 2) * sizeof *more);
        planner->generations = more;
        if (!read_u32(file, &more[i].hashed) || !read_u32(file, &more[i].parts)) return false;
        if (!read_u32(file, &more[i].pieces) || !more[i].pieces || more[i].pieces > MOST_PIECES) return false;
    }
    return true;
}

/* In the order of the walk '/' is before all other bytes, since the names of a folder are sorted before what is in them. */
static int compare_paths(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    int x = *a == '/' ? 1 : *a ? (unsigned char)*a + 1 : 0, y = *b == '/' ? 1 : *b ? (unsigned char)*b + 1 : 0;
    return x - y;
}

static void add_entry(struct planner *planner, const struct planned *planned)
{
    list_add(&planner->list, planned);
    planner->entries++;
}

/* The last plan has files that the walk does not have. They are gone, unless their folder cannot be read now. */
static void skip_old(struct planner *planner, const char *path)
{
    while (planner->has_old && (!path || compare_paths(planner->old.path, path) < 0)) {
        bool hidden = planner->closed && !strncmp(planner->old.path, planner->closed, planner->closed_size);
        if (hidden) add_entry(planner, &planner->old);
        next_old(planner);
    }
}

static void close_folder(struct planner *planner, const char *path)
{
    free(planner->closed);
    planner->closed = joined(path, "/", "");
    planner->closed_size = strlen(planner->closed);
}

static bool is_large(const struct scan *scan, const struct facts *facts) { return facts->size >= scan->part_bytes; }

static void count_new(struct planner *planner, const struct facts *facts)
{
    planner->new_large += is_large(planner->scan, facts);
    if (is_large(planner->scan, facts)) return;
    planner->new_files++;
    planner->new_bytes += facts->size;
}

static void show_found(struct planner *planner)
{
    struct progress *progress = &planner->scan->progress;
    uint64_t counted = 0;
    if (!planner->scan->shows || planner->entries % 1000 || !progress_is_due(progress, &counted, 0)) return;
    struct text text = { 0 };
    text_string(&text, "\r\x1b[K");
    text_counted(&text, planner->entries, "file found", "files found");
    fputs(text_of(&text), stderr);
    text_free(&text);
    progress->drawn = true;
    atomic_store(&progress->shown, clock_ms());
}

/* Whether a file of the last plan keeps its part. If it changed and its part can be trimmed, it is as one that is gone and one that is new. */
static bool stays(const struct scan *scan, const struct facts *old, const struct facts *now)
{
    return !scan->trims || (old->kind == now->kind && old->size == now->size && old->modified == now->modified);
}

static bool merge_entry(void *context, const struct entry *entry)
{
    struct planner *planner = context;
    const struct scan *scan = planner->scan;
    bool own = !scan->shard_count || hash_path(entry->path) % scan->shard_count == scan->shard_number;
    skip_old(planner, entry->path);
    if (entry->facts.kind == KIND_FOLDER) close_folder(planner, entry->path);
    if (!own) return true;
    struct planned planned = { .facts = entry->facts, .generation = planner->generation_count + 1, .part = NEW_PART };
    const bool is_old = planner->has_old && !compare_paths(planner->old.path, entry->path);
    if (is_old && stays(scan, &planner->old.facts, &entry->facts)) {
        planned.generation = planner->old.generation;
        planned.part = planner->old.part;
    } else {
        count_new(planner, &entry->facts);
    }
    if (is_old) next_old(planner);
    planned.path = (char *)entry->path;
    add_entry(planner, &planned);
    show_found(planner);
    return !planner->list.failed && !planner->damaged;
}

/* ---- the new plan ------------------------------------------------------------------------------------------------------- */

static uint64_t at_least(uint64_t count, uint64_t each) { return count / each + (count % each != 0); }

/* A piece is the least that is written again when it loses a file, so only outputs that can be trimmed are divided; and a partition is already. */
static uint32_t count_pieces(const struct planner *planner, uint32_t hashed)
{
    const struct scan *scan = planner->scan;
    if (!hashed || !scan->trims || (!scan->tables && !scan->stats) || scan->partition) return 1;
    const uint64_t pieces = at_least(at_least(planner->new_bytes, hashed), scan->piece_bytes);
    return pieces > MOST_PIECES ? MOST_PIECES : pieces ? (uint32_t)pieces : 1;
}

static void add_generation(struct planner *planner)
{
    if (!planner->new_files && !planner->new_large) return;
    uint64_t by_bytes = at_least(planner->new_bytes, planner->scan->part_bytes),
             by_files = at_least(planner->new_files, PART_FILES);
    uint32_t hashed = (uint32_t)(by_bytes > by_files ? by_bytes : by_files);
    planner->generations = grow(planner->generations, (planner->generation_count + 1) * sizeof *planner->generations);
    planner->generations[planner->generation_count++] =
        (struct generation){ hashed, hashed + (uint32_t)planner->new_large, count_pieces(planner, hashed) };
}

/* All parts of all generations, without files. Sets `first` to the index of the first part of each generation. */
static void make_parts(const struct planner *planner, size_t *first)
{
    struct scan *scan = planner->scan;
    scan->part_count = 0;
    for (uint32_t g = 0; g < planner->generation_count; g++) {
        first[g] = scan->part_count;
        scan->part_count += planner->generations[g].parts;
    }
    scan->parts = grow(NULL, (scan->part_count + 1) * sizeof *scan->parts);
    for (uint32_t g = 0; g < planner->generation_count; g++)
        for (uint32_t i = 0; i < planner->generations[g].parts; i++)
            scan->parts[first[g] + i] =
                (struct part){ .generation = g + 1,
                               .number = i,
                               .pieces = i < planner->generations[g].hashed ? planner->generations[g].pieces : 1,
                               .fingerprint = FNV_BEGIN };
}

static void count_entry(struct part *part, const struct planned *planned)
{
    uint8_t head[ENTRY_HEAD];
    entry_head(planned, head);
    part->files++;
    part->bytes += planned->facts.size;
    part->size += ENTRY_HEAD + strlen(planned->path);
    part->fingerprint = fnv_add(fnv_add(part->fingerprint, head, ENTRY_HEAD), planned->path, strlen(planned->path));
}

/* Copies the merged entries to the plan, with the parts of those that are new. False: they cannot be read back. */
static bool assign_parts(struct planner *planner, FILE *merged, struct list *plan)
{
    size_t *first = grow(NULL, (planner->generation_count + 1) * sizeof *first), capacity = 0;
    struct planned planned = { 0 };
    uint32_t large = 0;
    bool fine = true;
    make_parts(planner, first);
    for (uint64_t i = 0; i < planner->entries && (fine = planned_read(merged, &planned, &capacity)); i++) {
        const struct generation *own = &planner->generations[planned.generation - 1];
        if (planned.part == NEW_PART && is_large(planner->scan, &planned.facts))
            planned.part = own->hashed + large++;
        else if (planned.part == NEW_PART)
            planned.part = (uint32_t)(fnv_end(hash_path(planned.path) + 1) % own->hashed);
        if (planned.part < own->parts) count_entry(&planner->scan->parts[first[planned.generation - 1] + planned.part], &planned);
        list_add(plan, &planned);
    }
    free(planned.path);
    free(first);
    for (size_t i = 0; i < planner->scan->part_count; i++)
        planner->scan->parts[i].fingerprint = fnv_end(planner->scan->parts[i].fingerprint);
    return fine;
}

static void put_u32(struct list *list, uint32_t value)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, value);
    list_put(list, bytes, sizeof bytes);
}

static int write_plan(struct planner *planner, FILE *merged, const char *path)
{
    struct list *plan = &planner->list;
    *plan = (struct list){ .failed = false };
    if (reel_sink_file(path, REEL_FILE_REPLACE, &plan->sink, &plan->error) < 0) return scan_fails(path, plan->error.message);
    list_put(plan, plan_magic, sizeof plan_magic);
    put_u32(plan, (uint32_t)planner->entries);
    put_u32(plan, (uint32_t)(planner->entries >> 32));
    put_u32(plan, planner->generation_count);
    for (uint32_t i = 0; i < planner->generation_count; i++) {
        put_u32(plan, planner->generations[i].hashed);
        put_u32(plan, planner->generations[i].parts);
        put_u32(plan, planner->generations[i].pieces);
    }
    if (!assign_parts(planner, merged, plan))
        plan->failed = reel_fail(&plan->error, REEL_IO, "", "", 0, "cannot read the list of files again") < 0;
    list_flush(plan);
    if (plan->failed)
        plan->sink.discard(plan->sink.context);
    else
        plan->failed = plan->sink.commit(plan->sink.context, &plan->error) < 0;
    return plan->failed ? scan_fails(path, plan->error.message) : EXIT_FINE;
}

static int merge(struct planner *planner, const char *path)
{
    int status = EXIT_FINE;
    planner->last = open_list(path);
    if (!planner->last && errno != ENOENT) return scan_fails(path, strerror(errno));
    if (planner->last && !read_head(planner)) planner->damaged = true;
    if (planner->last && !planner->damaged) next_old(planner);
    if (!planner->damaged) status = scan_walk(planner->scan, merge_entry, planner);
    if (status == EXIT_FINE) skip_old(planner, NULL);
    list_flush(&planner->list);
    if (planner->damaged) return scan_fails(path, "the plan is damaged; use --replace to start anew");
    if (planner->list.failed) status = scan_fails(path, planner->list.error.message);
    if (status == EXIT_FINE) add_generation(planner);
    return status;
}

int scan_plan(struct scan *scan)
{
    struct planner *planner = grow(NULL, sizeof *planner);
    *planner = (struct planner){ .scan = scan };
    scan->progress.began = clock_ms();
    char *path = state_path(scan, "plan"), *scratch = state_path(scan, "walk");
    FILE *merged = planner->list.stream = open_scratch(scratch);
    int status = merged ? merge(planner, path) : scan_fails(scratch, strerror(errno));
    if (planner->last) fclose(planner->last);
    if (status == EXIT_FINE) {
        rewind(merged);
        status = write_plan(planner, merged, path);
    }
    if (merged) fclose(merged);
    remove_file(scratch);
    free(planner->old.path);
    free(planner->generations);
    free(planner->closed);
    free(planner);
    free(path);
    free(scratch);
    return status;
}

/* ---- the list of work ------------------------------------------------------------------------------------------------------- */

static bool is_due(const struct scan *scan, const struct part *part)
{
    if (!part->files) return false;
    return has(scan->arguments, OPT_REHASH) || !part->complete || part->done_fingerprint != part->fingerprint ||
           part->counts[COUNT_RETRY] > 0 || scan_has_other_levels(part);
}

static const struct scan *sorted; /* qsort has no context */

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const struct part *one = &sorted->parts[x], *other = &sorted->parts[y];
    if (one->bytes != other->bytes) return one->bytes < other->bytes ? 1 : -1;
    return x < y ? -1 : x > y;
}

/* Entries that wait to be written to their place in the list: one write for each would be slow. */
struct waiting {
    uint8_t *data;
    size_t used;
};

static bool write_waiting(FILE *file, struct part *part, struct waiting *waiting)
{
    bool fine = seek_stream(file, part->position) && fwrite(waiting->data, 1, waiting->used, file) == waiting->used;
    part->position += waiting->used;
    waiting->used = 0;
    return fine;
}

static bool add_waiting(FILE *file, struct part *part, struct waiting *waiting, size_t room, const struct planned *planned)
{
    size_t path = strlen(planned->path), size = ENTRY_HEAD + path;
    if (waiting->used + size > room && waiting->used && !write_waiting(file, part, waiting)) return false;
    if (!waiting->data || size > room) waiting->data = grow(waiting->data, size > room ? size : room);
    entry_head(planned, waiting->data + waiting->used);
    memcpy(waiting->data + waiting->used + ENTRY_HEAD, planned->path, path);
    waiting->used += size;
    return true;
}

/* Sorts the entries of the plan by part: a counting sort, since the size of each part is known. */
static bool sort_entries(struct scan *scan, FILE *plan, FILE *work, struct waiting *waiting)
{
    enum { MEMORY = 16 << 20, LEAST = 1 << 10, MOST = 1 << 16 };
    size_t room = MEMORY / (scan->work_count + 1), capacity = 0;
    room = room < LEAST ? LEAST : room > MOST ? MOST : room;
    struct planner head = { .last = plan };
    struct planned planned = { 0 };
    bool fine = read_head(&head);
    size_t *first = grow(NULL, (head.generation_count + 1) * sizeof *first), total = 0;
    for (uint32_t g = 0; g < head.generation_count; g++) {
        first[g] = total;
        total += head.generations[g].parts;
    }
    for (uint64_t i = 0; fine && i < head.old_left && planned_read(plan, &planned, &capacity); i++) {
        size_t index = first[planned.generation - 1] + planned.part;
        if (is_due(scan, &scan->parts[index])) fine = add_waiting(work, &scan->parts[index], &waiting[index], room, &planned);
    }
    for (size_t i = 0; fine && i < scan->part_count; i++)
        if (waiting[i].used) fine = write_waiting(work, &scan->parts[i], &waiting[i]);
    free(planned.path);
    free(first);
    free(head.generations);
    return fine && fflush(work) == 0;
}

static int write_work(struct scan *scan, const char *path)
{
    char *plan_path = state_path(scan, "plan");
    FILE *plan = open_list(plan_path), *work = open_scratch(path);
    struct waiting *waiting = grow(NULL, (scan->part_count + 1) * sizeof *waiting);
    memset(waiting, 0, (scan->part_count + 1) * sizeof *waiting);
    bool fine = plan && work && sort_entries(scan, plan, work, waiting);
    int error = errno;
    if (plan) fclose(plan);
    if (work && fclose(work) != 0 && fine) fine = false;
    for (size_t i = 0; i < scan->part_count; i++) {
        free(waiting[i].data);
        if (is_due(scan, &scan->parts[i])) scan->parts[i].position -= scan->parts[i].size; /* back to its begin */
    }
    free(waiting);
    free(plan_path);
    return fine ? EXIT_FINE : scan_fails(path, strerror(error));
}

int scan_list_work(struct scan *scan)
{
    uint64_t position = 0;
    scan->work = grow(NULL, (scan->part_count + 1) * sizeof *scan->work);
    for (size_t i = 0; i < scan->part_count; i++) {
        struct part *part = &scan->parts[i];
        if (!is_due(scan, part)) continue;
        part->position = position;
        position += part->size;
        scan->work[scan->work_count++] = i;
        scan->work_files += part->files;
        scan->progress.total += part->bytes;
    }
    if (!scan->work_count) return EXIT_FINE;
    sorted = scan;
    qsort(scan->work, scan->work_count, sizeof *scan->work, by_size);
    char *path = state_path(scan, WORK_NAME);
    int status = write_work(scan, path);
    free(path);
    return status;
}
