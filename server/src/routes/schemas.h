/* SPDX-License-Identifier: MIT
 * What answers in JSON look like: the schemas that the table of routes names, and those that these are made of. */
#ifndef SERVER_ROUTES_SCHEMAS_H
#define SERVER_ROUTES_SCHEMAS_H

typedef struct schema_member {
    const char *name;   /* with "?" at its end: it is not in every answer */
    const char *schema; /* JSON Schema of its value */
} schema_member;

/* An object, with the members of another one (`base`) before its own; or any value, by a JSON Schema (`value`). */
typedef struct answer_schema {
    const char *name;
    const char *base, *value;
    const schema_member *members; /* ending with a NULL name */
} answer_schema;

extern const answer_schema answer_schemas[]; /* ends with a NULL name */

#endif
