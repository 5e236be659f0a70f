/* SPDX-License-Identifier: MIT
 * What the tests of every format share: which files there are, and how replays are compared. A format is covered by being in
 * the registry and having a folder in tests/formats; the toys stand for formats from outside. */
#ifndef REEL_MACHINERY_H
#define REEL_MACHINERY_H

#include "support.h"

#include <reel/format.h>

/* The formats that are built in, and the toys; ending with NULL. */
const reel_format *const *machinery_formats(void);

/* Options that choose among them, with an allocator (may be NULL). */
reel_options machinery_options(const reel_allocator *allocator);

enum {
    GOLDEN = 1 << 0, /* tests/formats/<id>/golden: sound files */
    BAD = 1 << 1,    /* tests/formats/<id>/bad: damaged ones, and what fuzzing found */
    CORPUS = 1 << 2  /* files of the corpus that a format of ours claims */
};

typedef struct specimen {
    const char *path; /* full */
    const char *name; /* below the project or the corpus, for messages */
    unsigned kind;
    const uint8_t *data;
    size_t size;
} specimen;

/* Runs `run` on every file of these kinds of at most `cap` bytes (0: any), in order of size. Prints how many were left out,
 * because they are larger or because their compression is not built in, and what could not run without a corpus. Fails if there
 * was no file at all. */
void each_specimen(unsigned kinds, size_t cap, void (*run)(const specimen *file));

/* Whether a file of the project is among those that REEL_TEST_FILES chooses, by how their names begin ("tests/formats/gdr/"); all, if it is
 * not set. For those who are after one format (tests/mutation). */
bool is_chosen_file(const char *name);

/* That a test met what it is about often enough; with REEL_TEST_FILES there may be none of it. */
#define assert_enough(condition) assert_true((condition) || getenv("REEL_TEST_FILES"))

/* Whether everything is to be tried or a sample of it; support.h has the levels. */
bool full_effort(void);

/* How the places of a file are sampled: all of them up to `all`, else one in so many that about `budget` remain. */
size_t stride_for(size_t places, size_t all, size_t budget);

/* Whether the compression inside a file of ours is built in. What becomes of it otherwise is for the tests of its format. */
bool is_readable(const uint8_t *data, size_t size);

/* Loads bytes from memory; the test fails where that fails. */
reel_replay *load_bytes(const void *data, size_t size, const reel_options *options);

/* Whether these are the bytes of the format itself: what is packed, and a spool, is read as a format that it is not. */
bool is_unwrapped(const reel_format *format, const uint8_t *data, size_t size);

/* The page about a format: NAME of docs/formats/NAME.md, which its rules begin with. It is the page that describes formats of other names
 * and has this one (<!-- describes: slc3 slc2 -->), else the one whose name is the longest beginning of the id. False if there is none. */
enum { PAGE_NAME = 64 };
bool page_of(const reel_format *format, char name[PAGE_NAME]);

/* Whether the rows `a` and `b` of a table say the same, derived fields aside. */
bool rows_equal(const reel_table *table, const void *a, const void *b);

/* The rows of a replay, which stays, without the bytes of the file that they are from: no LAYOUT table. */
reel_replay *rows_alone(const reel_replay *replay);

/* Whether these rows can be written so. */
bool can_be_encoded(const reel_replay *replay);

/* Whether a replay has several rows of a ONE_ROW table, as the layout of a damaged file may say. A recorder cannot append these. */
bool repeats_rows(const reel_replay *replay);

/* Fails the test where the tables of `part` (not the layout) are not the first rows of those in `whole`. */
void assert_prefix(const reel_replay *part, const reel_replay *whole, const char *what);

/* Fails the test, naming the first difference, where two replays are not the same. */
void assert_same_replay(const reel_replay *a, const reel_replay *b, bool layout, const char *what);

/* Collects findings into one text, one line each, so that two readings can be compared. */
typedef struct finding_text {
    char text[16384];
    size_t size, errors, total;
} finding_text;
void finding_text_report(void *context, const reel_finding *finding);

#endif
