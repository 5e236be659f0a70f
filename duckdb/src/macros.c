/* SPDX-License-Identifier: MIT
 * The functions once more, as macros of a database in memory called "reel", with names of their parameters and a comment each. The interface
 * for extensions in C gives a table function neither: duckdb_functions() calls its first parameter col0. */
#include "functions.h"

#include <stdarg.h>
#include <stdio.h>

static bool run(duckdb_connection connection, const char *sql) { return duckdb_query(connection, sql, NULL) == DuckDBSuccess; }

typedef struct text {
    char data[8192];
    size_t size;
} text;

static void add(text *to, const char *format, ...) REEL_PRINTF(2, 3);

static void add(text *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(to->data + to->size, sizeof to->data - to->size, format, arguments);
    va_end(arguments);
    if (size > 0) to->size += (size_t)size < sizeof to->data - to->size ? (size_t)size : sizeof to->data - to->size - 1;
}

/* Inside a literal. */
static void add_quoted(text *to, const char *words)
{
    for (; *words; words++) add(to, *words == '\'' ? "''" : "%c", *words);
}

void macros_add(duckdb_connection connection, const function *of)
{
    text macro = { .size = 0 }, comment = { .size = 0 };
    add(&macro, "CREATE MACRO reel.%s(files", of->name);
    for (const parameter *each = of->parameters; each && each->name; each++) add(&macro, ", %s := NULL", each->name);
    add(&macro, ") AS TABLE FROM system.main.%s(files", of->name);
    for (const parameter *each = of->parameters; each && each->name; each++) add(&macro, ", %s := %s", each->name, each->name);
    add(&macro, ")");
    add(&comment, "COMMENT ON MACRO TABLE reel.%s IS '", of->name);
    add_quoted(&comment, of->doc);
    add_quoted(&comment, "\nfiles: a path, a folder, a pattern, or a list of them");
    for (const parameter *each = of->parameters; each && each->name; each++) {
        add(&comment, "\n%s: ", each->name);
        add_quoted(&comment, each->doc);
    }
    add(&comment, "'");
    if (run(connection, macro.data)) run(connection, comment.data);
}

bool macros_begin(duckdb_connection connection) { return run(connection, "ATTACH ':memory:' AS reel (READ_ONLY false)"); }
