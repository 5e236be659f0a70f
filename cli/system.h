/* SPDX-License-Identifier: MIT
 * The few things that the command asks of the operating system itself. */
#ifndef REEL_CLI_SYSTEM_H
#define REEL_CLI_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kind { KIND_NONE, KIND_FILE, KIND_FOLDER, KIND_OTHER };

/* What a path is, symbolic links followed; KIND_NONE where there is nothing or it cannot be asked. */
enum kind kind_of(const char *path);
/* Whether the name itself is a symbolic link. */
bool is_link(const char *path);
/* What a file is known by under all its names, links followed. False: no such file, or the system cannot tell. */
struct identity {
    uint64_t device, number;
};
bool identity_of(const char *path, struct identity *identity);
/* The names in a folder without those that begin with a dot, sorted by bytes, ending with NULL; NULL: see errno. The list and
 * the names are to be freed. */
char **names_in(const char *folder);
/* Makes a folder and those above it that are missing. False: see errno. */
bool make_folders(const char *path);

bool is_terminal(int stream);
/* Columns of the terminal on standard output; 160 where it is none. */
size_t terminal_columns(void);

/* Standard input and output carry bytes; a reader that has gone, or a limit on the size of files, shows as a failed write. */
void prepare_streams(void);

/* Between hold_signals and release_signals, both called by the first thread, an interruption (Ctrl-C) only sets a mark, so that
 * half-written outputs can be taken back; so does a second one, and the third ends the process at once. */
void hold_signals(void);
void release_signals(void);
bool was_interrupted(void);
/* Whether standard input has something to read, or its end; waits a tenth of a second for it at most. */
bool input_is_ready(void);
/* Lets a tenth of a second go by. False: it was interrupted. */
bool pause_a_moment(void);
/* Milliseconds of a clock that never goes back. */
uint64_t clock_ms(void);
/* Ends the process the way that the signal would have, if there was one. */
void end_if_interrupted(void);

#endif
