/* SPDX-License-Identifier: MIT
 * Failures of the operating system on request. The linker puts the functions of faults.c in front of the system's
 * (tests/CMakeLists.txt has the list). And a folder for each test. */
#ifndef REEL_TEST_FAULTS_H
#define REEL_TEST_FAULTS_H

#include <sys/types.h>

#include "support.h"

enum call {
    CALL_READ,
    CALL_WRITE,
    CALL_CLOSE,
    CALL_SYNC,
    CALL_STAT, /* of an open file */
    CALL_SEEK,
    CALL_MAP,
    CALL_OPEN,
    CALL_LINK,
    CALL_LOCK,
    CALL_KILL,
    CALL_THREAD,
    CALL_ALLOCATE,
    CALLS
};

/* After `skip` calls, the next `times` fail with `error`. `seen` counts them. */
struct fault {
    int error;
    unsigned skip, times, seen;
};
extern struct fault faults[CALLS];
void inject(enum call call, int error, unsigned skip, unsigned times);

/* What the system says of this process and machine. */
struct disguise {
    const char *read;   /* what the next read returns; NULL: what is in the file */
    size_t short_write; /* most bytes that one write takes; 0: all */
    pid_t process;      /* 0: the real one */
    const char *host;   /* NULL: the real one */
    bool another_user;  /* files belong to somebody else */
    bool no_processors; /* their number is not known */
    bool swept;         /* the next new file is removed before it is locked */
    /* What another process does just before one of the calls above, after `calls` others. NULL: nothing. */
    void (*meanwhile)(void);
    unsigned calls;
};
extern struct disguise disguise;

/* Setup and teardown of a test: an empty folder, no fault. */
int faults_begin(void **state);
int faults_end(void **state);
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, faults_begin, faults_end)

/* Path of that folder. */
const char *folder_path(void);
/* Path in it. Static until the next call. */
const char *in_folder(const char *name);
/* Entries of the folder; the name of the last temporary file among them goes to `part`, if there is one. `part` may be NULL. */
int entries(char part[256]);
/* Files that are open: none may stay so after a failure. */
int open_files(void);
void put_file(const char *name, const char *text);
void assert_file(const char *name, const char *text);
/* Writes a whole file through a sink, which is discarded if it fails. */
reel_status write_file(const char *name, uint32_t flags, const char *text, reel_error *error);
/* The error has this rule, and its message the system's reason (0: any). */
void assert_failed(const reel_error *error, reel_status status, const char *rule, int why);

#endif
