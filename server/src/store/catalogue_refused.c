/* SPDX-License-Identifier: MIT
 * Uploads that were refused, for who sent them: a table of fixed size, in which the first digits of an id are the place. */
#include "store/catalogue.h"
#include "store/catalogue_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT_DIGITS = 4, SLOT_MASK = 0x3fff, MOST_FINDINGS = 8192 };

static int64_t slot_of(const char *id)
{
    char digits[SLOT_DIGITS + 1];
    snprintf(digits, sizeof digits, "%.*s", SLOT_DIGITS, id);
    return (int64_t)(strtoul(digits, NULL, 16) & SLOT_MASK);
}

/* The length of the objects at the start of an array that fit, and end with the array's own bracket. */
static size_t whole_objects(const char *array, size_t most)
{
    size_t end = 1, depth = 0;
    bool in_string = false;
    for (size_t i = 0; array[i] && i + 1 < most; i++) {
        if (in_string && array[i] == '\\' && array[i + 1])
            i++;
        else if (array[i] == '"')
            in_string = !in_string;
        else if (!in_string && (array[i] == '[' || array[i] == '{'))
            depth++;
        else if (!in_string && (array[i] == ']' || array[i] == '}') && --depth == 1)
            end = i + 1;
    }
    return end;
}

/* As many findings as there is room for. */
static void copy_findings(char to[MOST_FINDINGS + 1], const char *array)
{
    size_t size = strnlen(array, MOST_FINDINGS + 1);
    bool fits = size <= MOST_FINDINGS;
    if (!fits) size = whole_objects(array, MOST_FINDINGS);
    memcpy(to, array, size);
    if (!fits) to[size++] = ']';
    to[size] = '\0';
}

typedef struct refusal {
    const refused_upload *refused;
    const char *findings;
} refusal;

static reel_status refuse_steps(sql *db, void *context, reel_error *error)
{
    const refusal *n = context;
    const refused_upload *refused = n->refused;
    char kept[MOST_FINDINGS + 1];
    int64_t number;
    bool erased = false;
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0) status = catalogue_find_erased(db, refused->uploader, &erased, error);
    if (status < 0 || erased) return status < 0 ? status : REEL_END;
    copy_findings(kept, n->findings);
    const sql_value values[] = { sql_integer(slot_of(refused->id)),
                                 sql_text(refused->id),
                                 sql_integer(refused->received),
                                 sql_text(refused->format),
                                 sql_text(refused->rule),
                                 sql_text(refused->message),
                                 sql_text(kept),
                                 sql_text(refused->uploader),
                                 sql_text(refused->finding),
                                 sql_text(refused->section),
                                 sql_integer(refused->offset) };
    return sql_do(
        db,
        "INSERT INTO refused (slot, id, received, format, rule, message, findings, uploader, finding, section, at_offset) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (slot) DO UPDATE SET id = excluded.id, "
        "received = excluded.received, format = excluded.format, rule = excluded.rule, message = "
        "excluded.message, findings = excluded.findings, uploader = excluded.uploader, finding = excluded.finding, section = "
        "excluded.section, at_offset = excluded.at_offset",
        values, sizeof values / sizeof *values, NULL, error);
}

reel_status catalogue_refuse(catalogue *c, const refused_upload *refused, const char *findings, reel_error *error)
{
    refusal n = { refused, findings };
    const reel_status status = catalogue_transact(c, refuse_steps, &n, error);
    return status < 0 ? status : REEL_OK;
}

typedef struct refused_reader {
    refused_upload *refused;
    void (*each)(void *context, const char *findings);
    void *context;
} refused_reader;

#define REFUSED_COLUMNS "id, received, format, rule, message, uploader, finding, section, at_offset, slot"
enum { REFUSED_VALUES = 10 };

static void read_columns(const sql_value *values, refused_upload *r)
{
    r->received = values[1].integer;
    r->offset = values[8].integer;
    r->slot = values[9].integer;
    catalogue_copy(r->id, sizeof r->id, &values[0]);
    catalogue_copy(r->format, sizeof r->format, &values[2]);
    catalogue_copy(r->rule, sizeof r->rule, &values[3]);
    catalogue_copy(r->message, sizeof r->message, &values[4]);
    catalogue_copy(r->uploader, sizeof r->uploader, &values[5]);
    catalogue_copy(r->finding, sizeof r->finding, &values[6]);
    catalogue_copy(r->section, sizeof r->section, &values[7]);
}

static bool read_refused(void *context, const sql_value *values, size_t count)
{
    const refused_reader *reader = context;
    (void)count;
    read_columns(values, reader->refused);
    reader->each(reader->context, values[REFUSED_VALUES].text);
    return false;
}

reel_status catalogue_refused(catalogue *c, const char *id, int64_t oldest, refused_upload *refused,
                              void (*each)(void *context, const char *findings), void *context, reel_error *error)
{
    refused_reader reader = { refused, each, context };
    const sql_value values[] = { sql_integer(slot_of(id)), sql_text(id), sql_integer(oldest) };
    refused->id[0] = '\0';
    reel_status status =
        catalogue_run(c, "SELECT " REFUSED_COLUMNS ", findings FROM refused WHERE slot = $1 AND id = $2 AND received >= $3",
                      values, 3, read_refused, &reader, NULL, error);
    return status < 0 || *refused->id ? status : REEL_END;
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

typedef struct refusal_reader {
    void (*each)(void *context, const refused_upload *refused);
    void *context;
} refusal_reader;

static bool read_each_refusal(void *context, const sql_value *values, size_t count)
{
    const refusal_reader *reader = context;
    refused_upload refused;
    (void)count;
    read_columns(values, &refused);
    reader->each(reader->context, &refused);
    return true;
}

#define REFUSALS(where)                                                                                                          \
    "SELECT " REFUSED_COLUMNS " FROM refused WHERE " where                                                                       \
    "(received, slot) < ($1, CAST($2 AS BIGINT)) AND received >= $3 ORDER BY received "                                          \
    "DESC, slot DESC LIMIT $4"

reel_status catalogue_refusals(catalogue *c, const char *uploader, const refused_upload *before, int64_t oldest, unsigned limit,
                               void (*each)(void *context, const refused_upload *refused), void *context, reel_error *error)
{
    refusal_reader reader = { each, context };
    const sql_value values[] = { sql_integer(before->received), sql_integer(before->slot), sql_integer(oldest),
                                 sql_integer(limit), sql_text(uploader) };
    if (!uploader) return catalogue_run(c, REFUSALS(""), values, 4, read_each_refusal, &reader, NULL, error);
    return catalogue_run(c, REFUSALS("uploader = $5 AND "), values, 5, read_each_refusal, &reader, NULL, error);
}

reel_status catalogue_forget_refusals(catalogue *c, int64_t oldest, reel_error *error)
{
    const sql_value value = sql_integer(oldest);
    return catalogue_run(c, "DELETE FROM refused WHERE received < $1", &value, 1, NULL, NULL, NULL, error);
}
