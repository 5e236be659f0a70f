/* SPDX-License-Identifier: MIT
 * The state of a dataset, in DATASET/_reel: the settings of all runs, and a folder for each shard with its lock, its plan and its list of
 * complete parts. Engines ignore names that begin with an underscore. */
#include "run/pseudonyms.h"
#include "verbs/scan/contents.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The state has the paths of the files. Those of a dataset that hides them are kept beside it, so that the dataset can be given away. */
static char *state_root(const struct scan *scan)
{
    if (!pseudonyms_given()) return joined(scan->dataset, "/", "_reel");
    char *dataset = copy_of(scan->dataset);
    for (size_t size = strlen(dataset); size > 1 && dataset[size - 1] == '/'; size--) dataset[size - 1] = '\0';
    char *root = joined(dataset, ".private", "");
    free(dataset);
    return root;
}

/* ---- files of the dataset -------------------------------------------------------------------------------------- */

enum name_kind { NAME_OTHER, NAME_PART, NAME_TEMPORARY };

/* Reads "part-[sIofN-]GENERATION-NUMBER[-PIECE].KIND", or the same between '.' and ".part": a file that was being written when its process was
 * killed. Only names of this shard count, or those of all shards. */
static enum name_kind examine_name(const struct scan *scan, const char *name, bool all_shards)
{
    bool temporary = name[0] == '.';
    const char *at = name + temporary;
    size_t size = strlen(name), shard = strlen(scan->shard);
    if (strncmp(at, "part-", 5) != 0) return NAME_OTHER;
    at += 5;
    if (all_shards && *at == 's') shard = strcspn(at, "-") + 1;
    if (!all_shards && strncmp(at, scan->shard, shard) != 0) return NAME_OTHER;
    if (all_shards && *at != 's') shard = 0;
    at += shard < strlen(at) ? shard : strlen(at);
    size_t generation = strspn(at, "0123456789"), number = at[generation] == '-' ? strspn(at + generation + 1, "0123456789") : 0;
    const char *end = at + generation + 1 + number;
    const size_t piece = number && *end == '-' ? strspn(end + 1, "0123456789") : 0;
    if (piece) end += 1 + piece;
    if (!generation || !number) return NAME_OTHER;
    if (*end != '.') return NAME_OTHER;
    if (temporary) return size > 5 && !strcmp(name + size - 5, ".part") ? NAME_TEMPORARY : NAME_OTHER;
    return reel_exporter_by_id(end + 1) ? NAME_PART : NAME_OTHER;
}

/* ---- removing what belongs to no part --------------------------------------------------------------------------------- */

/* Hashes of the paths of all outputs of complete parts, sorted: a dataset may have so many that each folder is not to be compared with
 * all folders of a part. */
struct outputs {
    uint64_t *data;
    size_t count, capacity;
};

static int by_hash(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void add_outputs(const struct scan *scan, const struct part *part, struct outputs *outputs)
{
    for (const char *at = part->outputs; at && *at;) {
        size_t size = strcspn(at, " ");
        char *path = part_output_path(scan, part, at, size);
        if (outputs->count == outputs->capacity) {
            outputs->capacity = outputs->capacity ? 2 * outputs->capacity : 256;
            outputs->data = grow(outputs->data, outputs->capacity * sizeof *outputs->data);
        }
        outputs->data[outputs->count++] = fnv_end(fnv_add(FNV_BEGIN, path, strlen(path)));
        free(path);
        at += size + (at[size] == ' ');
    }
}

static struct outputs find_outputs(const struct scan *scan)
{
    struct outputs outputs = { 0 };
    for (size_t i = 0; i < scan->part_count; i++)
        if (scan->parts[i].files) add_outputs(scan, &scan->parts[i], &outputs);
    if (outputs.count) qsort(outputs.data, outputs.count, sizeof *outputs.data, by_hash);
    return outputs;
}

static bool is_output(const struct outputs *outputs, const char *folder, const char *name)
{
    uint64_t hash = fnv_end(fnv_add(fnv_add(fnv_add(FNV_BEGIN, folder, strlen(folder)), "/", 1), name, strlen(name)));
    return outputs->count && bsearch(&hash, outputs->data, outputs->count, sizeof hash, by_hash);
}

enum tidy { TIDY_TEMPORARY, TIDY_STRAY, TIDY_ALL };

struct tidying {
    const struct scan *scan;
    enum tidy what;
    struct outputs outputs; /* of TIDY_STRAY */
};

static bool is_stray(const struct tidying *tidying, enum name_kind kind, const char *folder, const char *name)
{
    if (kind != NAME_PART) return kind == NAME_TEMPORARY;
    if (tidying->what != TIDY_STRAY) return tidying->what == TIDY_ALL;
    return !is_output(&tidying->outputs, folder, name);
}

/* Folders below the dataset; the paths are relative to it. */
struct folders {
    char **data;
    size_t count, capacity;
};

static void push_folder(struct folders *folders, char *path)
{
    if (folders->count == folders->capacity) {
        folders->capacity = folders->capacity ? 2 * folders->capacity : 64;
        folders->data = grow(folders->data, folders->capacity * sizeof *folders->data);
    }
    folders->data[folders->count++] = path;
}

static bool tidy_folder(const struct tidying *tidying, struct folders *folders, const char *folder)
{
    char *path = joined(tidying->scan->dataset, *folder ? "/" : "", folder), **names = all_names_in(path);
    bool fine = names != NULL;
    for (char **name = names; name && *name; name++) {
        const enum name_kind kind = examine_name(tidying->scan, *name, tidying->what == TIDY_ALL);
        char *full = joined(path, "/", *name);
        if (is_stray(tidying, kind, folder, *name)) {
            if (!remove_file(full) && errno != ENOENT) fine = scan_fails(full, strerror(errno)) == EXIT_FINE;
        } else if (kind == NAME_OTHER && **name != '.' && **name != '_' && !is_link(full) && kind_of(full) == KIND_FOLDER) {
            push_folder(folders, joined(folder, *folder ? "/" : "", *name));
        }
        free(full);
    }
    names_free(names);
    free(path);
    return fine;
}

/* Whether a folder of the dataset is one that a scan makes. */
static bool is_ours(const char *folder)
{
    struct text first = { 0 };
    text_add(&first, folder, strcspn(folder, "/"));
    const char *name = text_of(&first);
    bool ours = !strcmp(name, scan_files.name) || !strcmp(name, scan_findings.name) || reel_format_by_id(NULL, name) ||
                reel_insight_by_id(name);
    text_free(&first);
    return ours;
}

/* Folders that became empty are removed as well, unless another shard may be about to write there. */
static bool tidy(const struct scan *scan, enum tidy what)
{
    struct tidying tidying = { .scan = scan, .what = what };
    struct folders folders = { 0 };
    bool fine = true;
    if (what == TIDY_STRAY) tidying.outputs = find_outputs(scan);
    push_folder(&folders, copy_of(""));
    for (size_t i = 0; i < folders.count; i++)
        if (!tidy_folder(&tidying, &folders, folders.data[i])) fine = false;
    while (folders.count) {
        char *folder = folders.data[--folders.count], *path = joined(scan->dataset, "/", folder);
        if (!scan->shard_count && *folder && is_ours(folder)) remove_empty_folder(path);
        free(path);
        free(folder);
    }
    free(folders.data);
    free(tidying.outputs.data);
    return fine;
}

/* ---- settings ------------------------------------------------------------------------------------------------------- */

static void add_names(struct text *text, const char *option, char *const *names)
{
    text_string(text, option);
    if (!names) text_string(text, " none");
    for (; names && *names; names++) text_print(text, " %s", *names);
    text_string(text, "\n");
}

/* What all runs of a dataset have in common, a line for each option. */
static void add_settings(const struct scan *scan, struct text *text)
{
    text_string(text, "reel dataset 3\n");
    text_print(text, "--to %s\n", scan->kind);
    add_names(text, "--table", scan->tables);
    add_names(text, "--partition", scan->partition);
    text_print(text, "--stats %s\n", scan->stats ? "yes" : "no");
    text_print(text, "--labels %s\n", scan->flags & REEL_EXPORT_LABELS ? "yes" : "no");
    if (scan->shard_count)
        text_print(text, "--shard I/%" PRIu64 "\n", scan->shard_count);
    else
        text_string(text, "--shard none\n");
    text_string(text, "trees");
    for (size_t i = 0; i < scan->tree_count && scan->tree_count > 1; i++) text_print(text, " %s", scan->trees[i].name);
    text_string(text, scan->tree_count > 1 ? "\n" : " one\n");
    const reel_pseudonyms *pseudonyms = pseudonyms_given();
    if (!pseudonyms) return;
    char key[64];
    reel_pseudonym(pseudonyms, "settings", "", 0, key);
    text_print(text, "--pseudonymise %s %d %d %d\n", key, pseudonyms->times, pseudonyms->bodies, pseudonyms->devices);
}

/* Compares a file with a text, both of lines. NULL: they are equal. Otherwise the first line of the text that differs, and in `line` that of
 * the file, without line feeds. */
static const char *compare_lines(const char *path, const char *text, struct text *line)
{
    FILE *file = open_list(path);
    while (file && *text) {
        size_t size = strcspn(text, "\n");
        line->size = 0;
        for (int c; (c = getc(file)) != EOF && c != '\n';) {
            char byte = (char)c;
            text_add(line, &byte, 1);
        }
        if (line->size != size || memcmp(line->data, text, size) != 0) break;
        text += size + (text[size] == '\n');
    }
    if (file) fclose(file);
    return *text ? text : NULL;
}

/* Makes the file of settings, unless another shard was first. It is written in the folder of this shard, which no other run uses. */
static int make_settings(const struct scan *scan, const char *path, const struct text *text)
{
    char *own = state_path(scan, "settings"), *root = state_root(scan);
    reel_sink sink;
    reel_error error;
    reel_status status = reel_sink_file(own, REEL_FILE_REPLACE, &sink, &error);
    int exit = EXIT_FINE;
    if (status == REEL_OK && (status = sink.write(sink.context, text->data, text->size, &error)) < 0)
        sink.discard(sink.context);
    else if (status == REEL_OK)
        status = sink.commit(sink.context, &error);
    if (status < 0)
        exit = scan_fails(own, error.message);
    else if (reel_move_below(own, root, "settings", &error) < 0 && strcmp(error.rule, "file.exists") != 0)
        exit = scan_fails(path, error.message);
    remove_file(own);
    free(own);
    free(root);
    return exit;
}

static int check_settings(const struct scan *scan)
{
    char *root = state_root(scan), *path = joined(root, "/", "settings");
    struct text text = { 0 }, line = { 0 };
    add_settings(scan, &text);
    int status = kind_of(path) == KIND_NONE ? make_settings(scan, path, &text) : EXIT_FINE;
    const char *own = status == EXIT_FINE ? compare_lines(path, text_of(&text), &line) : NULL;
    if (own)
        status = usage_error(scan->arguments->verb,
                             "'%s' was made with other options (%s, now %.*s); use the same ones, another folder, or --replace",
                             scan->dataset, text_of(&line), (int)strcspn(own, "\n"), own);
    text_free(&text);
    text_free(&line);
    free(root);
    free(path);
    return status;
}

/* ---- opening -------------------------------------------------------------------------------------------------------- */

/* A process that was killed keeps its lock until the disk has what it was writing. */
static int lock_state(const struct scan *scan, const char *folder)
{
    enum { TRIES = 10 };
    char *path = joined(folder, "/", "lock");
    enum lock lock = lock_file(path);
    for (int i = 1; lock == LOCK_TAKEN && i < TRIES && pause_briefly(); i++) lock = lock_file(path);
    int status = EXIT_FINE;
    if (lock == LOCK_TAKEN) status = scan_fails(scan->dataset, "another run is writing this dataset, or this shard of it");
    if (lock == LOCK_FAILED) status = scan_fails(path, strerror(errno));
    free(path);
    return status;
}

/* Forgets all runs. First what makes parts complete, then the parts, then the settings: killed in between, it can be repeated. */
static int replace_dataset(const struct scan *scan)
{
    char *root = state_root(scan), **shards = all_names_in(root);
    int status = EXIT_FINE;
    for (char **shard = shards; shard && *shard && status == EXIT_FINE; shard++) {
        static const char *const names[] = { "done", "plan", WORK_NAME, "walk", LEVELS_NAME, NULL };
        char *folder = joined(root, "/", *shard);
        bool is_state = kind_of(folder) == KIND_FOLDER;
        if (is_state && strcmp(folder, scan->state) != 0) status = lock_state(scan, folder);
        for (const char *const *name = names; is_state && status == EXIT_FINE && *name; name++) {
            char *path = joined(folder, "/", *name);
            remove_file(path);
            free(path);
        }
        if (is_state && status == EXIT_FINE) contents_tidy(scan, folder, true);
        free(folder);
    }
    names_free(shards);
    if (status == EXIT_FINE && !tidy(scan, TIDY_ALL)) status = EXIT_UNREADABLE;
    char *settings = joined(root, "/", "settings");
    if (status == EXIT_FINE) remove_file(settings);
    free(settings);
    free(root);
    return status;
}

/* Whether the folder is a dataset, or may become one. */
static int check_folder(const struct scan *scan, const char *root)
{
    enum kind kind = kind_of(scan->dataset);
    if (kind == KIND_NONE || kind_of(root) == KIND_FOLDER) return EXIT_FINE;
    if (kind != KIND_FOLDER) return usage_error(scan->arguments->verb, "'%s' is not a folder", scan->dataset);
    char **names = all_names_in(scan->dataset);
    if (!names) return scan_fails(scan->dataset, strerror(errno));
    bool usable = !*names || names_have(names, "_reel"); /* another shard may have made it just now */
    names_free(names);
    if (usable) return EXIT_FINE;
    return usage_error(scan->arguments->verb, "'%s' has other files and is not a dataset of reel scan; use a new folder",
                       scan->dataset);
}

/* Removes what a killed run of this shard left in the folder of its state. */
static void tidy_state(const struct scan *scan)
{
    static const char ending[] = ".part";
    char **names = all_names_in(scan->state);
    for (char **name = names; name && *name; name++) {
        size_t size = strlen(*name);
        bool temporary = **name == '.' && size > strlen(ending) && !strcmp(*name + size - strlen(ending), ending);
        if (!temporary && strcmp(*name, "settings") != 0 && strcmp(*name, "walk") != 0) continue;
        char *path = state_path(scan, *name);
        remove_file(path);
        free(path);
    }
    names_free(names);
}

int state_open(struct scan *scan)
{
    char *root = state_root(scan);
    int status = check_folder(scan, root);
    if (scan->shard_count)
        snprintf(scan->shard, sizeof scan->shard, "s%" PRIu64 "of%" PRIu64 "-", scan->shard_number, scan->shard_count);
    scan->state = joined(root, "/", scan->shard_count ? scan->shard : "all");
    if (scan->shard_count) scan->state[strlen(scan->state) - 1] = 0; /* the hyphen */
    if (status == EXIT_FINE && !make_folders(scan->dataset)) status = scan_fails(scan->dataset, strerror(errno));
    if (status == EXIT_FINE && !make_folders(scan->state)) status = scan_fails(scan->state, strerror(errno));
    if (status == EXIT_FINE) status = lock_state(scan, scan->state);
    if (status == EXIT_FINE && has(scan->arguments, OPT_REPLACE)) status = replace_dataset(scan);
    if (status == EXIT_FINE) {
        tidy_state(scan);
        status = check_settings(scan);
    }
    if (status == EXIT_FINE && !tidy(scan, TIDY_TEMPORARY)) status = EXIT_UNREADABLE;
    identity_of(scan->dataset, &scan->identity);
    free(root);
    return status;
}

/* ---- complete parts ------------------------------------------------------------------------------------------------------- */

/* "SUM GENERATION NUMBER FINGERPRINT COUNT... OUTPUT...", and what levels.c adds: the sum is a hash of the rest of the line, since a line may be cut off. */
static void add_line(struct text *text, const struct part *part)
{
    struct text line = { 0 };
    text_print(&line, "%" PRIu32 " %" PRIu32 " %016" PRIx64, part->generation, part->number, part->done_fingerprint);
    for (size_t i = 0; i < COUNTS; i++) text_print(&line, " %" PRIu64, part->counts[i]);
    text_print(&line, " %s", part->outputs ? part->outputs : "");
    scan_put_levels(&line, part);
    text_string(&line, "\n");
    text_print(text, "%016" PRIx64 " ", fnv_end(fnv_add(FNV_BEGIN, line.data, line.size)));
    text_add(text, line.data, line.size);
    text_free(&line);
}

static void read_line(struct scan *scan, const char *line, size_t size)
{
    char *at;
    uint64_t sum = strtoull(line, &at, 16);
    if (at != line + 16 || *at != ' ' || sum != fnv_end(fnv_add(FNV_BEGIN, at + 1, size - 17))) return;
    uint32_t generation = (uint32_t)strtoul(at, &at, 10), number = (uint32_t)strtoul(at, &at, 10);
    struct part *part = find_part(scan, generation, number);
    if (!part) return;
    part->done_fingerprint = strtoull(at, &at, 16);
    for (size_t i = 0; i < COUNTS; i++) part->counts[i] = strtoull(at, &at, 10);
    free(part->outputs);
    part->outputs = copy_of(at + 1);
    part->outputs[strcspn(part->outputs, "\t\n")] = '\0';
    scan_get_levels(part, at);
    part->complete = true;
}

static bool has_outputs(const struct scan *scan, const struct part *part)
{
    bool exist = true;
    for (const char *at = part->outputs; exist && at && *at;) {
        size_t size = strcspn(at, " ");
        char *below = part_output_path(scan, part, at, size), *path = joined(scan->dataset, "/", below);
        exist = kind_of(path) == KIND_FILE;
        free(below);
        free(path);
        at += size + (at[size] == ' ');
    }
    return exist;
}

void state_load(struct scan *scan)
{
    char *path = state_path(scan, "done");
    FILE *file = open_list(path);
    struct text line = { 0 };
    for (int c; file && (c = getc(file)) != EOF;) {
        char byte = (char)c;
        text_add(&line, &byte, 1);
        if (c != '\n') continue;
        if (line.size > 17) read_line(scan, text_of(&line), line.size);
        line.size = 0;
    }
    if (file) fclose(file);
    text_free(&line);
    free(path);
    for (size_t i = 0; i < scan->part_count; i++)
        if (scan->parts[i].complete && !has_outputs(scan, &scan->parts[i])) scan->parts[i].complete = false;
}

bool state_add(struct scan *scan, const struct part *part)
{
    char *path = state_path(scan, "done");
    struct text line = { 0 };
    add_line(&line, part);
    bool added = append_to_file(path, line.data, line.size);
    if (!added) scan_stop(scan, path, strerror(errno));
    text_free(&line);
    free(path);
    return added;
}

static int write_done(struct scan *scan)
{
    char *path = state_path(scan, "done");
    reel_sink sink;
    reel_error error;
    reel_status status = reel_sink_file(path, REEL_FILE_REPLACE, &sink, &error);
    bool opened = status == REEL_OK;
    struct text lines = { 0 };
    for (size_t i = 0; i < scan->part_count && status == REEL_OK; i++) {
        if (scan->parts[i].files) add_line(&lines, &scan->parts[i]);
        if (lines.size < 1 << 16 && i + 1 < scan->part_count) continue;
        status = sink.write(sink.context, lines.data, lines.size, &error);
        lines.size = 0;
    }
    text_free(&lines);
    if (opened && status < 0) sink.discard(sink.context);
    if (opened && status == REEL_OK) status = sink.commit(sink.context, &error);
    int exit = status < 0 ? scan_fails(path, error.message) : EXIT_FINE;
    free(path);
    return exit;
}

int state_settle(struct scan *scan)
{
    char *work = state_path(scan, WORK_NAME);
    remove_file(work);
    free(work);
    int status = write_done(scan);
    contents_tidy(scan, scan->state, false);
    if (status == EXIT_FINE && !tidy(scan, TIDY_STRAY)) status = EXIT_UNREADABLE;
    return status;
}
