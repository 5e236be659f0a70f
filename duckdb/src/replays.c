/* SPDX-License-Identifier: MIT */
#include "replays.h"

#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static paths_result no_memory(char message[PATHS_MESSAGE])
{
    snprintf(message, PATHS_MESSAGE, "out of memory");
    return PATHS_FAILED;
}

/* Sets the name to the path and the name of a member, which may be NULL. */
static paths_result set_name(replay *current, const reel_member *member, char message[PATHS_MESSAGE])
{
    const char *name = member ? member->name : "";
    size_t size = strlen(current->path) + strlen(name) + 2;
    current->name = malloc(size);
    if (!current->name) return no_memory(message);
    snprintf(current->name, size, "%s%s%s", current->path, member ? "#" : "", name);
    current->member = member ? member->word : NULL;
    current->size = member ? member->size : 0;
    return PATHS_FOUND;
}

static void open_members(replay *current)
{
    reel_source source;
    if (path_kind_of(current->path) == PATH_FILE && reel_source_file(current->path, 0, &source, NULL) >= 0)
        reel_members_open(source, NULL, &current->others, &current->failure);
}

static paths_result next_of_any_name(replay *current, paths *files, const wanted_replays *only, char message[PATHS_MESSAGE])
{
    free(current->name);
    current->name = NULL;
    current->failure = (reel_error){ 0 };
    for (;;) {
        if (current->others) {
            const reel_member *member;
            reel_status status = reel_members_next(current->others, &member, &current->failure);
            if (status == REEL_OK) return set_name(current, member, message);
            reel_members_close(current->others);
            current->others = NULL;
            if (status < 0) return set_name(current, NULL, message);
        }
        paths_result result;
        do {
            free(current->path);
            result = paths_next(files, &current->path, message);
        } while (result == PATHS_FOUND && !wanted_path(only, current->path));
        if (result != PATHS_FOUND) return result;
        open_members(current);
        if (!current->others) return set_name(current, NULL, message);
    }
}

paths_result replay_next(replay *current, paths *files, const wanted_replays *only, char message[PATHS_MESSAGE])
{
    paths_result result;
    do result = next_of_any_name(current, files, only, message);
    while (result == PATHS_FOUND && !wanted_name(only, current->name));
    return result;
}

reel_status replay_open(const replay *current, reel_source *source, reel_error *error)
{
    if (current->failure.status >= 0) return reel_source_file(current->path, 0, source, error);
    *error = current->failure;
    return error->status;
}

void replay_free(replay *current)
{
    reel_members_close(current->others);
    free(current->path);
    free(current->name);
    *current = (replay){ 0 };
}
