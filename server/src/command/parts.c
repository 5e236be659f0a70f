/* SPDX-License-Identifier: MIT
 * What the commands of the operator share. */
#include "command/admin.h"
#include "store/audit.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 1000, COPY = 1 << 16 };

int admin_failed(const reel_error *error)
{
    fprintf(stderr, "reel-server: %s\n", error->message);
    return 1;
}

void admin_print_audit(void *context, const audit_entry *entry)
{
    char when[32];
    time_t seconds = (time_t)(entry->at / 1000);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
    printf("%s\t%s\t%s\t%s\t%s\n", when, entry->event, entry->name, entry->detail, entry->who);
    *(int64_t *)context = entry->number;
}

bool admin_has_hash(int file, const char *id, uint64_t *size)
{
    static uint8_t data[COPY];
    crypto_hash_sha256_state state;
    uint8_t hash[crypto_hash_sha256_BYTES];
    char text[STORE_ID];
    ssize_t count;
    crypto_hash_sha256_init(&state);
    for (*size = 0; (count = pread(file, data, sizeof data, (off_t)*size)) > 0; *size += (uint64_t)count)
        crypto_hash_sha256_update(&state, data, (unsigned long long)count);
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(text, sizeof text, hash, sizeof hash);
    return count == 0 && strcmp(text, id) == 0;
}

/* ---- entries ------------------------------------------------------------------------------------------------------- */

typedef struct page {
    char ids[PAGE][STORE_ID];
    uint64_t sizes[PAGE];
    size_t count;
} page;

static bool read_row(void *context, const sql_value *values, size_t count)
{
    page *p = context;
    (void)count;
    if (p->count < PAGE && values[0].kind == SQL_TEXT && store_is_id(values[0].text)) {
        strcpy(p->ids[p->count], values[0].text);
        p->sizes[p->count++] = (uint64_t)values[1].integer;
    }
    return true;
}

reel_status admin_each_entry(const char *database,
                             reel_status (*each)(void *context, const char *id, uint64_t size, reel_error *error), void *context,
                             reel_error *error)
{
    sql *db;
    char last[STORE_ID] = "";
    page *p = malloc(sizeof *p);
    reel_status status = p ? sql_open(database, &db, error) : REEL_MEMORY;
    if (status < 0) return free(p), status;
    do {
        const sql_value from = sql_text(last);
        p->count = 0;
        status =
            sql_ask(db,
                    "SELECT * FROM (SELECT id, size FROM replay WHERE id > $1 ORDER BY id LIMIT 1000) AS here UNION ALL SELECT "
                    "* FROM (SELECT id, size FROM withdrawn WHERE id > $1 ORDER BY id LIMIT 1000) AS away ORDER BY id LIMIT "
                    "1000",
                    &from, 1, read_row, p, error);
        for (size_t i = 0; status >= 0 && i < p->count; i++) status = each(context, p->ids[i], p->sizes[i], error);
        if (p->count) strcpy(last, p->ids[p->count - 1]);
    } while (status >= 0 && p->count == PAGE);
    sql_close(db);
    free(p);
    return status;
}
