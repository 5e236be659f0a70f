/* SPDX-License-Identifier: MIT
 * Findings, as workers write them and the catalogue keeps them. */
#ifndef SERVER_JSON_FINDING_JSON_H
#define SERVER_JSON_FINDING_JSON_H

#include "json/record_json.h"

#include <reel/reel.h>
#include <yyjson.h>

/* Texts are of the document that they were read from. */
typedef struct finding {
    const char *severity, *rule, *message;
    const char *section, *table; /* NULL: none */
    uint64_t offset, length, row, count;
    bool has_offset, has_length, has_row, has_count;
} finding;
extern const record finding_record;

typedef struct findings {
    yyjson_doc *document;
    record_list list;
} findings;

/* Fails with the rules json.malformed, json.finding and json.memory; nothing is to be freed then. */
reel_status findings_read(const char *data, size_t size, findings *findings, reel_error *error);
void findings_free(findings *findings);
/* The same of an array in a document, whose texts are borrowed. NULL: no findings. */
reel_status findings_of(yyjson_val *array, record_list *list, reel_error *error);
/* The first error. NULL: none. */
const finding *findings_first_error(const record_list *list);

#endif
