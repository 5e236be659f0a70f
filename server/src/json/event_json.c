/* SPDX-License-Identifier: MIT */
#include "json/event_json.h"

#include "routes/table.h"

static void add_word(text *to, const char *name, const char *value)
{
    text_member(to, name);
    text_json(to, value);
}

void add_event(text *to, const event_entry *e)
{
    text_print(to, "{\"number\":%lld,\"at\":%lld", (long long)e->number, (long long)e->at);
    add_word(to, "event", e->kind);
    add_word(to, "id", e->id);
    add_word(to, "state", state_names[e->state]);
    add_word(to, "game", e->game);
    add_word(to, "level_key", e->level);
    text_add(to, ",\"replay\":");
    if (e->visible) {
        begin_entry(to, &e->replay);
        text_add(to, "}}");
    } else {
        text_add(to, "null}");
    }
}
