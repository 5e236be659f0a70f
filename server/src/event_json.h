/* SPDX-License-Identifier: MIT
 * Events as JSON. */
#ifndef SERVER_EVENT_JSON_H
#define SERVER_EVENT_JSON_H

#include "events.h"

/* Adds an object, in one line. */
void add_event(text *to, const event_entry *event);

#endif
