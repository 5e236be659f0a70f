/* SPDX-License-Identifier: MIT
 * Events as JSON. */
#ifndef SERVER_JSON_EVENT_JSON_H
#define SERVER_JSON_EVENT_JSON_H

#include "store/events.h"

/* Adds an object, in one line. */
void add_event(text *to, const event_entry *event);

#endif
