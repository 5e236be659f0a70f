/* SPDX-License-Identifier: MIT
 * Positions of imports. Paths are any bytes, which not every database takes as text: they are kept in hexadecimal. */
#include "base/fail.h"
#include "store/catalogue.h"
#include "store/catalogue_internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static char *hex_of(const char *string)
{
    size_t size = strlen(string);
    char *hex = malloc(2 * size + 1);
    if (hex) sodium_bin2hex(hex, 2 * size + 1, (const uint8_t *)string, size);
    return hex;
}

reel_status catalogue_import_set(catalogue *c, const char *source, const char *position, reel_error *error)
{
    char *from = hex_of(source), *at = hex_of(position);
    const sql_value values[] = { sql_text(from), sql_text(at) };
    reel_status status =
        !from || !at ? fail(error, REEL_MEMORY, "catalogue.memory", "out of memory")
                     : catalogue_run(c,
                                     "INSERT INTO import_position (source, position) VALUES ($1, $2) ON CONFLICT (source) "
                                     "DO UPDATE SET position = excluded.position",
                                     values, 2, NULL, NULL, NULL, error);
    free(from);
    free(at);
    return status;
}

typedef struct position_reader {
    void (*each)(void *context, const char *position);
    void *context;
} position_reader;

static bool read_position(void *context, const sql_value *values, size_t count)
{
    const position_reader *reader = context;
    size_t size = strlen(values[0].text);
    char *position = malloc(size + 1);
    (void)count;
    if (position && sodium_hex2bin((uint8_t *)position, size, values[0].text, size, NULL, &size, NULL) == 0) {
        position[size] = '\0';
        reader->each(reader->context, position);
    }
    free(position);
    return false;
}

reel_status catalogue_import_get(catalogue *c, const char *source, void (*each)(void *context, const char *position),
                                 void *context, reel_error *error)
{
    char *from = hex_of(source);
    position_reader reader = { each, context };
    const sql_value value = sql_text(from);
    if (!from) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    reel_status status = catalogue_run(c, "SELECT position FROM import_position WHERE source = $1", &value, 1, read_position,
                                       &reader, NULL, error);
    free(from);
    return status;
}

reel_status catalogue_import_end(catalogue *c, const char *source, reel_error *error)
{
    char *from = hex_of(source);
    const sql_value value = sql_text(from);
    if (!from) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    reel_status status = catalogue_run(c, "DELETE FROM import_position WHERE source = $1", &value, 1, NULL, NULL, NULL, error);
    free(from);
    return status;
}
