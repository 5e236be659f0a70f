/* SPDX-License-Identifier: MIT
 * Events as JSON. */
#ifndef SERVER_JSON_EVENT_JSON_H
#define SERVER_JSON_EVENT_JSON_H

#include "store/events.h"
#include "json/record_json.h"

extern const record event_record; /* of event_entry */

#endif
