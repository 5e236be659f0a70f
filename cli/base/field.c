/* SPDX-License-Identifier: MIT
 * Values of fields as text, and text as a sink. */
#include "base/field.h"

void field_text(struct text *text, const reel_field *field, const void *row, bool labels)
{
    char small[256];
    size_t size = reel_field_text(field, row, labels, small, sizeof small);
    if (size < sizeof small) {
        text_add(text, small, size);
        return;
    }
    char *room = text_room(text, size + 1);
    if (!room) return;
    reel_field_text(field, row, labels, room, size + 1);
    text->size += size;
}

static reel_status add_to_text(void *text, const void *data, size_t size, reel_error *error)
{
    (void)error;
    text_add(text, data, size);
    return REEL_OK;
}

static reel_status commit_text(void *text, reel_error *error)
{
    (void)text;
    (void)error;
    return REEL_OK;
}

static void discard_text(void *text) { (void)text; }

reel_sink text_sink(struct text *text)
{
    return (reel_sink){ .context = text, .write = add_to_text, .commit = commit_text, .discard = discard_text };
}
