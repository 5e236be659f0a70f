/* SPDX-License-Identifier: MIT
 * Inputs that are archives of several replays: each replay becomes an input of its own, shown as FILE#NAME. */
#include "base/system.h"
#include "run/inputs.h"

#include <reel/archive.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expansion {
    struct inputs *to;
    const struct input *archive;
    size_t count;
};

static bool add_member(void *context, const reel_member *member)
{
    struct expansion *e = context;
    char *relative = member->id.size ? copy_of(member->name) : joined("replay-", member->name, "");
    inputs_add(e->to, (struct input){ .path = copy_of(e->archive->path),
                                      .relative = relative,
                                      .name = joined(e->archive->path, "#", member->name),
                                      .member = copy_of(member->word),
                                      .walked = e->archive->walked });
    e->count++;
    return true;
}

/* Bytes after the last replay: an input that cannot be read. */
static void add_rest(struct expansion *e, uint64_t offset)
{
    char word[24];
    snprintf(word, sizeof word, "@%llu", (unsigned long long)offset);
    inputs_add(e->to, (struct input){ .path = copy_of(e->archive->path),
                                      .relative = joined("after-", word + 1, ""),
                                      .member = copy_of(word),
                                      .walked = e->archive->walked });
}

/* A file that is opened to look for an archive and turns out not to be one stays open for its job, up to this many. */
enum { HELD_FILES = 64 };

static void hold(struct input *input, reel_source source, size_t *held)
{
    input->is_held = *held < HELD_FILES && source.seek && source.seek(source.context, 0, NULL) >= 0;
    input->held = source;
    *held += input->is_held;
    if (!input->is_held) source.close(source.context);
}

/* Adds the replays of an archive of several. False: the input is something else. */
static bool expand(struct inputs *to, struct input *input, size_t *held)
{
    struct expansion e = { .to = to, .archive = input };
    reel_source source;
    size_t before = to->count;
    if (input->member || !strcmp(input->path, "-") || kind_of(input->path) != KIND_FILE) return false;
    if (reel_source_file(input->path, 0, &source, NULL) < 0) return false;
    reel_error error;
    reel_source lent = source;
    lent.close = NULL;
    reel_status status = reel_archive_list(lent, NULL, add_member, &e, &error);
    if (e.count > 1 && status < 0) add_rest(&e, error.offset);
    if (e.count > 1) {
        source.close(source.context);
        return true;
    }
    hold(input, source, held);
    while (to->count > before) input_free(&to->data[--to->count]);
    return false;
}

/* PATH#NAME is a file if one has that name; otherwise it names a replay of an archive or a recording of a zip. A NAME may have a # too. */
static void split_member(struct input *input)
{
    if (input->member || kind_of(input->path) != KIND_NONE) return;
    for (char *end = input->path + strlen(input->path); end > input->path; end--) {
        char *mark = end - 1;
        if (*mark != '#' || !mark[1]) continue;
        *mark = 0;
        if (kind_of(input->path) == KIND_FILE) {
            input->member = copy_of(mark + 1);
            input->name = joined(input->path, "#", mark + 1);
            return;
        }
        *mark = '#';
    }
}

void inputs_expand(struct inputs *inputs, bool whole)
{
    struct inputs expanded = { 0 };
    size_t held = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        split_member(&inputs->data[i]);
        if (!whole && expand(&expanded, &inputs->data[i], &held))
            input_free(&inputs->data[i]);
        else
            inputs_add(&expanded, inputs->data[i]);
    }
    free(inputs->data);
    *inputs = expanded;
}
