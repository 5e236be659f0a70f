/* SPDX-License-Identifier: MIT */
#include "json/event_json.h"

#include "json/entry_json.h"

void add_event(text *to, const event_entry *e)
{
    text_print(to, "{\"number\":%lld,\"at\":%lld", (long long)e->number, (long long)e->at);
    text_string(to, "event", e->kind);
    text_string(to, "id", e->id);
    text_string(to, "state", state_names[e->state]);
    text_string(to, "game", e->game);
    text_string(to, "level_key", e->level);
    text_add(to, ",\"replay\":");
    if (e->visible) {
        begin_entry(to, &e->replay);
        text_add(to, "}}");
    } else {
        text_add(to, "null}");
    }
}
