/* SPDX-License-Identifier: MIT
 * Uploads that were refused, for who sent them: a table of fixed size, in which the first digits of an id are the place. */
#include "catalogue_work.h"

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

/* The beginning of a text, to a whole character. */
static void copy_beginning(char to[MOST_FINDINGS + 1], const char *text)
{
    size_t size = strnlen(text, MOST_FINDINGS + 1);
    if (size > MOST_FINDINGS)
        for (size = MOST_FINDINGS; size && ((unsigned char)text[size] & 0xc0) == 0x80;) size--;
    memcpy(to, text, size);
    to[size] = '\0';
}

reel_status catalogue_refuse(catalogue *c, const refused_upload *refused, const char *findings, reel_error *error)
{
    char kept[MOST_FINDINGS + 1];
    copy_beginning(kept, findings);
    const sql_value values[] = { sql_integer(slot_of(refused->id)),
                                 sql_text(refused->id),
                                 sql_integer(refused->received),
                                 sql_text(refused->format),
                                 sql_text(refused->rule),
                                 sql_text(refused->message),
                                 sql_text(kept) };
    return catalogue_run(c,
                         "INSERT INTO refused (slot, id, received, format, rule, message, findings) VALUES ($1, $2, $3, $4, $5, "
                         "$6, $7) ON CONFLICT (slot) DO UPDATE SET id = excluded.id, received = excluded.received, format = "
                         "excluded.format, rule = excluded.rule, message = excluded.message, findings = excluded.findings",
                         values, 7, NULL, NULL, NULL, error);
}

typedef struct refused_reader {
    refused_upload *refused;
    void (*each)(void *context, const char *findings);
    void *context;
} refused_reader;

static bool read_refused(void *context, const sql_value *values, size_t count)
{
    const refused_reader *reader = context;
    refused_upload *r = reader->refused;
    (void)count;
    catalogue_copy(r->id, sizeof r->id, &values[0]);
    r->received = values[1].integer;
    catalogue_copy(r->format, sizeof r->format, &values[2]);
    catalogue_copy(r->rule, sizeof r->rule, &values[3]);
    catalogue_copy(r->message, sizeof r->message, &values[4]);
    reader->each(reader->context, values[5].text);
    return false;
}

reel_status catalogue_refused(catalogue *c, const char *id, int64_t oldest, refused_upload *refused,
                              void (*each)(void *context, const char *findings), void *context, reel_error *error)
{
    refused_reader reader = { refused, each, context };
    const sql_value values[] = { sql_integer(slot_of(id)), sql_text(id), sql_integer(oldest) };
    refused->id[0] = '\0';
    reel_status status = catalogue_run(
        c, "SELECT id, received, format, rule, message, findings FROM refused WHERE slot = $1 AND id = $2 AND received >= $3",
        values, 3, read_refused, &reader, NULL, error);
    return status < 0 || *refused->id ? status : REEL_END;
}
