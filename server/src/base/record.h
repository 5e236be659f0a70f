/* SPDX-License-Identifier: MIT
 * Structs by tables of their fields, as those who write them see them. The writer of JSON (json/record_json.h) and that of HTML
 * (pages/template.h) walk the same tables, so what one of them shows of a struct has the name that the other gives it. */
#ifndef SERVER_BASE_RECORD_H
#define SERVER_BASE_RECORD_H

#include "base/real.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum field_kind {
    FIELD_TEXT,    /* char[] with a NUL */
    FIELD_STRING,  /* const char *; NULL: missing */
    FIELD_NUMBER,  /* const char *: a number as it was spelled; NULL: missing */
    FIELD_INT,     /* int64_t */
    FIELD_UINT,    /* uint64_t */
    FIELD_DOUBLE,  /* double */
    FIELD_BOOL,    /* bool */
    FIELD_CHOICE,  /* int32_t or an enum: a name of `of`, const char *const [] */
    FIELD_LIST,    /* record_list of structs, which are `of`; it owns them */
    FIELD_STRUCT,  /* a struct in it, which is `of` */
    FIELD_POINTER, /* to a struct, which is `of`; NULL: missing */
    FIELD_PARTS    /* a struct whose fields count as those of this one; it has no name */
} field_kind;

enum {
    FIELD_NOT_ZERO = 1, /* 0 and "" mean missing */
    FIELD_LEAVE_OUT = 2 /* in JSON, none is left out instead of null */
};

typedef struct record_field {
    const char *name;
    field_kind kind;
    unsigned flags;
    size_t offset;
    size_t given; /* offset of a bool that is false, or of a text that is empty, if there is none; NO_FIELD: always given */
    const void *of;
} record_field;

#define NO_FIELD SIZE_MAX

typedef struct record {
    const record_field *fields;
    size_t count;
    size_t size; /* of the struct */
} record;

typedef struct record_list {
    void *rows;
    size_t count, capacity;
    bool failed; /* out of memory: some are missing */
} record_list;

/* For tables: RECORD(name, struct, FIELDS...) defines one; a field is the same in the struct and in the table. */
#define FIELD_AT(type, member, kind_, flags_, of_)                                                                               \
    {                                                                                                                            \
        .name = #member, .kind = (kind_), .flags = (flags_), .offset = offsetof(type, member), .given = NO_FIELD, .of = (of_)    \
    }
#define FIELD(type, member, kind) FIELD_AT(type, member, kind, 0, NULL)
#define FIELD_OF(type, member, kind, of) FIELD_AT(type, member, kind, 0, of)
/* Under another name than in the struct. */
#define FIELD_AS(type, name_, member, kind_)                                                                                     \
    {                                                                                                                            \
        .name = (name_), .kind = (kind_), .offset = offsetof(type, member), .given = NO_FIELD                                    \
    }
#define FIELD_IF(type, member, kind_, given_)                                                                                    \
    {                                                                                                                            \
        .name = #member, .kind = (kind_), .offset = offsetof(type, member), .given = offsetof(type, given_)                      \
    }
#define FIELDS_OF(type, member, of_)                                                                                             \
    {                                                                                                                            \
        .name = "", .kind = FIELD_PARTS, .offset = offsetof(type, member), .given = NO_FIELD, .of = (of_)                        \
    }
#define RECORD(name, type, ...)                                                                                                  \
    const record name = { (const record_field[]){ __VA_ARGS__ },                                                                 \
                          sizeof((const record_field[]){ __VA_ARGS__ }) / sizeof(record_field), sizeof(type) }

/* A value of a struct. `text` of a number is its digits. */
typedef struct record_value {
    enum { VALUE_NONE, VALUE_TEXT, VALUE_NUMBER, VALUE_TRUE, VALUE_FALSE, VALUE_LIST, VALUE_STRUCT } kind;
    const char *text;
    const record *of;        /* of a struct, or of those of a list */
    const void *data;        /* the struct */
    const record_list *list; /* NULL for other values */
    char digits[REAL_TEXT];
} record_value;

/* The value of a field in a struct; not of FIELD_PARTS. */
void record_read(const record_field *field, const void *data, record_value *value);
/* The value of this name, whose length is `size`. False: the struct has no such field. */
bool record_find(const record *of, const void *data, const char *name, size_t size, record_value *value);

/* Adds a struct of zeros. NULL: out of memory. */
void *record_list_add(record_list *list, const record *of);
/* The same with what `row` has. */
void record_list_copy(record_list *list, const record *of, const void *row);
void *record_list_at(const record_list *list, const record *of, size_t index);
/* Frees the lists of a struct, and those of their structs. */
void record_free(const record *of, void *data);
/* Whether a list in it, or in one of its structs, is not whole. */
bool record_failed(const record *of, const void *data);

#endif
