/* SPDX-License-Identifier: MIT
 * Operating system functions that libreel does not provide. Paths are UTF-8 on Windows, and bytes elsewhere. */
#ifndef REEL_CLI_SYSTEM_H
#define REEL_CLI_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef _WIN32
/* The arguments of the command in UTF-8. */
char **words_of(int count, wchar_t **wide);
#endif

/* On Windows, replaces the backslashes in a path of the user by slashes, so that everything else sees slashes alone. */
void use_slashes(char *path);
/* Size of what comes before the first slash that separates names: on Windows of "C:", "//server/share" or "//?/C:"; else 0. */
size_t root_size(const char *path);

enum kind { KIND_NONE, KIND_FILE, KIND_FOLDER, KIND_OTHER };

/* The kind of file at a path, following symbolic links; KIND_NONE if it does not exist or stat fails. */
enum kind kind_of(const char *path);
/* Whether users other than the owner of a regular file may read it. Windows: never; there, folders of users are closed. */
bool others_can_read(const char *path);
/* Size of a regular file; 0 for all else. */
uint64_t size_of_file(const char *path);
/* Whether the path is a symbolic link. */
bool is_link(const char *path);
/* What reel scan compares to find out whether a file has changed. */
struct facts {
    enum kind kind;
    uint64_t size;
    int64_t modified; /* nanoseconds since 1970 */
};
/* Follows links. False: see errno. */
bool facts_of(const char *path, struct facts *facts);
/* Device and inode, which are equal for all names of a file. Follows links. False: no such file, or not supported. */
struct identity {
    uint64_t device, number;
};
bool identity_of(const char *path, struct identity *identity);
/* The names in a folder, except those that begin with a dot, sorted by bytes and NULL-terminated. NULL: see errno. The caller
 * frees the names and the list. */
char **names_in(const char *folder);
/* The same with names that begin with a dot, except "." and "..". */
char **all_names_in(const char *folder);
/* Creates a folder and its missing parents. False: see errno. */
bool make_folders(const char *path);

/* Keeps memory that is freed for what is allocated next, up to 64 MiB a thread: getting its pages anew for each file costs up to as
 * much as the work. */
void keep_memory(void);

/* Opens a file for reading, as bytes. NULL: see errno. */
FILE *open_list(const char *path);
/* Creates or empties a file, for reading and writing. NULL: see errno. */
FILE *open_scratch(const char *path);
/* Continues at a position. False: see errno. */
bool seek_stream(FILE *file, uint64_t position);
/* Writes to the end of a file, which it creates, and waits until the disk has it. May be called by several threads. False: see
 * errno. */
bool append_to_file(const char *path, const void *data, size_t size);
/* False: see errno. */
bool remove_file(const char *path);
bool remove_empty_folder(const char *path);

/* Creates a file and locks it until the process ends, however it ends. */
enum lock { LOCK_FREE, LOCK_TAKEN, LOCK_FAILED /* see errno */ };
enum lock lock_file(const char *path);

bool is_terminal(int stream);
/* Whether the terminal understands escape sequences. */
bool terminal_has_escapes(void);
/* Width of the terminal on standard output; 160 if it is not a terminal. */
size_t terminal_columns(void);

/* Makes standard streams binary, and turns SIGPIPE and SIGXFSZ into failed writes. On Windows, what goes to a console from then on
 * is UTF-8, whatever its code page. */
void prepare_streams(void);

/* Whether a write failed because nobody reads the pipe any more. Called after the failure, with its errno. */
bool is_closed_pipe(int error);

/* Between hold_signals and release_signals, both called by the main thread, Ctrl-C and other signals only set a flag, so that
 * partial outputs can be removed. The third signal ends the process at once. */
void hold_signals(void);
void release_signals(void);
bool was_interrupted(void);
/* Whether standard input has data or has ended. Waits at most 100 ms. */
bool input_is_ready(void);
/* Sleeps for 100 ms. False: it was interrupted. */
bool pause_briefly(void);
/* Sleeps for a millisecond. */
void rest(void);
/* Number of processors that can be used, at least 1. */
unsigned processor_count(void);
/* Monotonic clock, in milliseconds. */
uint64_t clock_ms(void);
/* The local time of the day. */
struct local_time {
    int year, month, day, hour, minute, second, ms;
};
struct local_time local_time(void);
/* If a signal was held, ends the process as that signal would have done. */
void end_if_interrupted(void);

#endif
