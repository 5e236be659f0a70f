/* SPDX-License-Identifier: MIT */
#include "run/votes.h"
#include "base/system.h"
#include "run/report.h"
#include "run/rewrite.h"

#include <reel/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ROOM = 512, NAME_ROOM = 128 };

/* The plays of one difficulty. */
struct group {
    char key[KEY_ROOM];   /* of the level, with its difficulty and mode */
    char name[NAME_ROOM]; /* of its file */
    const char **paths;
    size_t count;
};

struct groups {
    struct group *data;
    size_t count;
};

/* The length of the first part of a key, which is that of the song. */
static size_t song_length(const char *key) { return strcspn(key, "/"); }

/* The difficulty and the mode, without what file names cannot have. */
static void name_file(const char *level, char name[NAME_ROOM])
{
    size_t size = 0;
    for (const char *at = level + song_length(level); *at && size + sizeof ".dat" < NAME_ROOM; at++) {
        const bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9');
        if (letter || *at == '+') name[size++] = *at;
    }
    memcpy(name + size, size ? ".dat" : "map.dat", size ? sizeof ".dat" : sizeof "map.dat");
}

static reel_status read_level(const char *path, struct group *group, reel_error *error)
{
    char level[KEY_ROOM];
    reel_source source;
    reel_reader *reader;
    reel_status status = reel_source_file(path, 0, &source, error);
    if (status >= 0) status = reel_open(source, NULL, &reader, error);
    if (status < 0) return status;
    reel_header_text(reel_header(reader), REEL_FIELD_LEVEL, level, sizeof level);
    reel_level_key(level, strlen(level), group->key, sizeof group->key);
    name_file(level, group->name);
    reel_close(reader);
    return REEL_OK;
}

static struct group *group_of(struct groups *groups, const struct group *read)
{
    unsigned number = 2;
    for (size_t i = 0; i < groups->count; i++)
        if (strcmp(groups->data[i].key, read->key) == 0) return &groups->data[i];
    groups->data = grow(groups->data, (groups->count + 1) * sizeof *groups->data);
    struct group *group = &groups->data[groups->count];
    *group = *read;
    group->paths = NULL;
    group->count = 0;
    for (size_t i = 0; i < groups->count; i++) { /* of difficulties whose names differ in what was left out */
        if (strcmp(groups->data[i].name, group->name) != 0) continue;
        snprintf(group->name, sizeof group->name, "map-%u.dat", number++);
        i = SIZE_MAX;
    }
    groups->count++;
    return group;
}

static int add_play(const struct arguments *arguments, struct groups *groups, const struct input *input)
{
    struct group read = { .key = "" };
    reel_error error;
    if (input->member || strcmp(input->path, "-") == 0)
        return usage_error(arguments->verb, "plays that vote have to be files: '%s' is not", input->path);
    if (read_level(input->path, &read, &error) < 0) {
        struct text text = { 0 };
        report_failure(&text, input->path, &error);
        print_report(text.data, text.size);
        text_free(&text);
        return EXIT_UNREADABLE;
    }
    const struct group *first = groups->data;
    const size_t song = song_length(read.key);
    if (first && (song_length(first->key) != song || memcmp(first->key, read.key, song) != 0))
        return usage_error(arguments->verb, "the plays are of different levels: %s is of %.*s, and %s of %.*s", first->paths[0],
                           (int)song_length(first->key), first->key, input->path, (int)song, read.key);
    struct group *group = group_of(groups, &read);
    group->paths = grow(group->paths, (group->count + 1) * sizeof *group->paths);
    group->paths[group->count++] = input->path;
    return EXIT_FINE;
}

static int run_group(const struct arguments *arguments, const struct group *group, int (*run)(const struct arguments *arguments),
                     struct voters *voters)
{
    const char *folder = value_of(arguments, OPT_OUTPUT);
    char *output = joined(folder, folder[strlen(folder) - 1] == '/' ? "" : "/", group->name);
    struct arguments own = *arguments;
    own.inputs = group->paths;
    own.input_count = 1;
    own.given = grow(NULL, (arguments->given_count + 1) * sizeof *own.given);
    memcpy(own.given, arguments->given, arguments->given_count * sizeof *own.given);
    own.given[own.given_count++] = (struct given){ OPT_OUTPUT, output };
    *voters = (struct voters){ group->paths + 1, group->count - 1 };
    const int status = run(&own);
    *voters = (struct voters){ NULL, 0 };
    free(own.given);
    free(output);
    return status;
}

static int run_all(const struct arguments *arguments, const struct groups *groups, int (*run)(const struct arguments *arguments),
                   struct voters *voters)
{
    const char *folder = value_of(arguments, OPT_OUTPUT);
    int status = EXIT_FINE;
    if (!folder || !strcmp(folder, "-")) return usage_error(arguments->verb, "maps of several plays need -o FOLDER");
    if (!make_folders(folder)) return usage_error(arguments->verb, "cannot make the folder %s", folder);
    for (size_t i = 0; i < groups->count; i++) {
        const int own = run_group(arguments, &groups->data[i], run, voters);
        if (own > status) status = own;
    }
    return status;
}

int votes_run(const struct arguments *arguments, int (*run)(const struct arguments *arguments), struct voters *voters)
{
    struct inputs inputs = { 0 };
    struct groups groups = { 0 };
    int status = inputs_find(&inputs, arguments, false) ? EXIT_FINE : EXIT_UNREADABLE;
    const bool many = inputs_are_many(&inputs, arguments) && inputs.count > 1;
    for (size_t i = 0; many && i < inputs.count && status == EXIT_FINE; i++)
        status = add_play(arguments, &groups, &inputs.data[i]);
    if (status == EXIT_FINE) status = many ? run_all(arguments, &groups, run, voters) : run(arguments);
    for (size_t i = 0; i < groups.count; i++) free(groups.data[i].paths);
    free(groups.data);
    inputs_free(&inputs);
    return status;
}

reel_status votes_open(struct job *job, const struct voters *voters, reel_source **sources, size_t *count)
{
    *sources = grow(NULL, (voters->count + 1) * sizeof **sources);
    for (*count = 0; *count < voters->count; ++*count) {
        const char *path = voters->paths[*count];
        const reel_status status = reel_source_file(path, 0, &(*sources)[*count], &job->error);
        if (status >= 0) continue;
        const reel_error why = job->error;
        close_sources(*sources, *count);
        *count = 0;
        return fail_job(job, status, why.rule, "%s (%s)", why.message, path);
    }
    return REEL_OK;
}
