/* SPDX-License-Identifier: MIT */
#include "json/entry_json.h"

static void add_number(text *to, const char *name, bool there, double value)
{
    text_member(to, name);
    if (there)
        text_print(to, "%.17g", value);
    else
        text_add(to, "null");
}

void begin_entry(text *to, const replay_entry *e)
{
    text_add(to, "{");
    text_string(to, "id", e->id);
    text_string(to, "verdict", verdict_names[e->verdict]);
    text_string(to, "format", e->format);
    text_string(to, "game", e->game);
    text_string(to, "player", e->player);
    text_string(to, "player_name", e->player_name);
    text_string(to, "level", e->level);
    text_string(to, "title", e->title);
    text_string(to, "author", e->author);
    text_string(to, "detail", e->detail);
    text_string(to, "modifiers", e->modifiers);
    text_string(to, "headset", e->headset);
    add_number(to, "score", e->has_score, e->score);
    add_number(to, "accuracy", e->has_accuracy, e->accuracy);
    text_print(to, ",\"ranked\":%s", e->ranked ? "true" : "false");
    text_print(to, ",\"seconds\":%.17g,\"size\":%lld,\"received\":%lld,\"errors\":%lld,\"warnings\":%lld", e->seconds,
               (long long)e->size, (long long)e->received, (long long)e->errors, (long long)e->warnings);
}

void add_entry(text *to, const replay_entry *e)
{
    if (to->size && to->data[to->size - 1] == '}') text_add(to, ",");
    begin_entry(to, e);
    text_add(to, "}");
}

void add_board_entry(text *to, const board_entry *entry)
{
    if (to->size && to->data[to->size - 1] == '}') text_add(to, ",");
    begin_entry(to, &entry->replay);
    text_string(to, "board", entry->board);
    text_print(to, ",\"value\":%.17g", entry->value);
    if (entry->place) text_print(to, ",\"place\":%llu", (unsigned long long)entry->place);
    text_add(to, "}");
}
