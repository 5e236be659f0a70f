/* SPDX-License-Identifier: MIT */
#include "store/audit.h"

reel_status audit_note(sql *db, audit_entry *entry, reel_error *error)
{
    reel_status status = catalogue_next_number(db, &entry->number, error);
    const sql_value values[] = { sql_integer(entry->number), sql_integer(entry->at), sql_text(entry->event),
                                 sql_text(entry->name),      sql_text(entry->who),   sql_text(entry->detail) };
    if (status < 0) return status;
    return sql_do(db, "INSERT INTO audit_log (number, at, event, name, who, detail) VALUES ($1, $2, $3, $4, $5, $6)", values, 6,
                  NULL, error);
}

static reel_status add_steps(sql *db, void *context, reel_error *error) { return audit_note(db, context, error); }

reel_status audit_add(catalogue *c, const audit_entry *entry, reel_error *error)
{
    audit_entry copy = *entry;
    return catalogue_transact(c, add_steps, &copy, error);
}

reel_status audit_last(catalogue *c, int64_t *number, reel_error *error)
{
    *number = 0;
    return catalogue_run(c, "SELECT number FROM audit_log WHERE number > 0 ORDER BY number DESC LIMIT 1", NULL, 0,
                         catalogue_read_integer, number, NULL, error);
}

typedef struct audit_reader {
    void (*each)(void *context, const audit_entry *entry);
    void *context;
} audit_reader;

static bool read_audit(void *context, const sql_value *values, size_t count)
{
    const audit_reader *reader = context;
    audit_entry entry = { .number = values[0].integer, .at = values[1].integer };
    (void)count;
    catalogue_copy(entry.event, sizeof entry.event, &values[2]);
    catalogue_copy(entry.name, sizeof entry.name, &values[3]);
    catalogue_copy(entry.who, sizeof entry.who, &values[4]);
    catalogue_copy(entry.detail, sizeof entry.detail, &values[5]);
    reader->each(reader->context, &entry);
    return true;
}

reel_status audit_list(catalogue *c, const char *name, int64_t after, unsigned limit,
                       void (*each)(void *context, const audit_entry *entry), void *context, reel_error *error)
{
    audit_reader reader = { each, context };
    const sql_value values[] = { sql_integer(after), sql_integer(limit), sql_text(name) };
    if (!name)
        return catalogue_run(
            c, "SELECT number, at, event, name, who, detail FROM audit_log WHERE number > $1 ORDER BY number LIMIT $2", values, 2,
            read_audit, &reader, NULL, error);
    return catalogue_run(c,
                         "SELECT number, at, event, name, who, detail FROM audit_log WHERE name = $3 AND number > $1 ORDER BY "
                         "number LIMIT $2",
                         values, 3, read_audit, &reader, NULL, error);
}
