/* SPDX-License-Identifier: MIT */
#include "json/event_json.h"

#include "json/entry_json.h"

RECORD(event_record, event_entry, FIELD(event_entry, number, FIELD_INT), FIELD(event_entry, at, FIELD_INT),
       FIELD_AS(event_entry, "event", kind, FIELD_TEXT), FIELD(event_entry, id, FIELD_TEXT),
       FIELD_OF(event_entry, state, FIELD_CHOICE, state_names), FIELD(event_entry, game, FIELD_TEXT),
       FIELD_AS(event_entry, "level_key", level, FIELD_TEXT),
       { .name = "replay",
         .kind = FIELD_STRUCT,
         .offset = offsetof(event_entry, replay),
         .given = offsetof(event_entry, visible),
         .of = &entry_record });
