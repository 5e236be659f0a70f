/* SPDX-License-Identifier: MIT
 * JSON that another process or an older version wrote. It is read once, where it comes in, and written anew: whatever it says, it is one value, so
 * no text of a worker can become a member of what the server says. */
#ifndef SERVER_JSON_REPORT_H
#define SERVER_JSON_REPORT_H

#include "base/json_write.h"

#include <reel/reel.h>
#include <yyjson.h>

/* One value, with a NUL at its end. Only json_report_read makes it. */
typedef struct json_report {
    char *data;
    size_t size;
} json_report;

/* Fails with the rules json.malformed and json.memory. The message says where it is malformed. */
reel_status json_report_read(const char *data, size_t size, json_report *report, reel_error *error);
void json_report_free(json_report *report);
/* ,"name":VALUE; null if nothing was read. */
void json_report_member(text *to, const char *name, const json_report *report);

/* The same as a document, whose numbers stay as they are spelled. */
reel_status json_document_read(const char *data, size_t size, yyjson_doc **document, reel_error *error);
/* Adds a value of a document; NULL is null. */
void json_value_add(text *to, yyjson_val *value);

#endif
