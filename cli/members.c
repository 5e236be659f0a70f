/* SPDX-License-Identifier: MIT
 * Inputs that are archives of several replays: each replay becomes an input of its own, shown as FILE#NAME. */
#include "files.h"
#include "system.h"

#include <reel/archive.h>
#include <stdio.h>
#include <stdlib.h>

struct expansion {
    struct inputs *to;
    const struct input *archive;
    size_t count;
};

/* A name from an archive as a path below an output folder: nothing leaves the folder, and no character is special. */
static char *safe_path(const reel_member *member)
{
    struct text path = { 0 };
    size_t begin = 0;
    for (size_t i = 0; i <= member->id.size; i++) {
        if (i < member->id.size && member->id.data[i] != '/') continue;
        const char *part = member->id.data + begin;
        size_t size = i - begin;
        begin = i + 1;
        if (size == 0 || (part[0] == '.' && (size == 1 || (size == 2 && part[1] == '.')))) continue;
        if (path.size) text_string(&path, "/");
        for (size_t c = 0; c < size; c++) {
            bool plain = (unsigned char)part[c] >= 0x20 && part[c] != 0x7f && !strchr("\\:*?\"<>|", part[c]);
            text_add(&path, plain ? &part[c] : "_", 1);
        }
    }
    if (!path.size) text_print(&path, "replay-%llu", (unsigned long long)member->number);
    char *copy = copy_of(text_of(&path));
    text_free(&path);
    return copy;
}

static bool add_member(void *context, const reel_member *member)
{
    struct expansion *e = context;
    char number[24], place[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)member->number);
    snprintf(place, sizeof place, "@%llu", (unsigned long long)member->offset);
    char *relative = safe_path(member), *name = joined(e->archive->path, "#", member->id.size ? relative : number);
    inputs_add(e->to, (struct input){ .path = copy_of(e->archive->path),
                                      .relative = relative,
                                      .name = name,
                                      .member = copy_of(place),
                                      .walked = e->archive->walked });
    e->count++;
    return true;
}

/* Adds the replays of an archive of several. False: the input is something else. */
static bool expand(struct inputs *to, const struct input *input)
{
    struct expansion e = { .to = to, .archive = input };
    reel_source source;
    size_t before = to->count;
    if (!strcmp(input->path, "-") || kind_of(input->path) != KIND_FILE) return false;
    if (reel_source_file(input->path, 0, &source, NULL) < 0) return false;
    reel_archive_list(source, NULL, add_member, &e, NULL);
    if (e.count > 1) return true;
    while (to->count > before) input_free(&to->data[--to->count]);
    return false;
}

void inputs_expand(struct inputs *inputs)
{
    struct inputs expanded = { 0 };
    for (size_t i = 0; i < inputs->count; i++) {
        if (expand(&expanded, &inputs->data[i]))
            input_free(&inputs->data[i]);
        else
            inputs_add(&expanded, inputs->data[i]);
    }
    free(inputs->data);
    *inputs = expanded;
}
