/* SPDX-License-Identifier: MIT
 * What a worker says of a replay for its page: JOB_FACTS. */
#ifndef SERVER_JSON_FACTS_H
#define SERVER_JSON_FACTS_H

#include "base/record.h"

#include <reel/reel.h>
#include <yyjson.h>

/* A field of the header. Texts are of the document. */
typedef struct fact {
    const char *name, *value, *unit;
    const char *moment; /* Unix time in ms, if the field is a time; else NULL */
} fact;

typedef struct fact_plot {
    const char *id, *name, *doc;
} fact_plot;

typedef struct facts {
    yyjson_doc *document;
    record_list header, plots;
} facts;
extern const record facts_record;

/* Fails with the rules json.malformed, json.facts and json.memory; nothing is to be freed then. */
reel_status facts_read(const char *data, size_t size, facts *facts, reel_error *error);
void facts_free(facts *facts);

#endif
