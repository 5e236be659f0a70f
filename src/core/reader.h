/* SPDX-License-Identifier: MIT
 * The reader: a reader facet over a window on a source. src/jobs/open.c finds out which format it is and what wraps the bytes. */
#ifndef JOBS_READER_H
#define JOBS_READER_H

#include "core/chunk.h"
#include "core/input.h"
#include "core/tally.h"

/* What can hold a replay of any format, and so supplies the reader of the one that it holds. */
typedef struct reel_container {
    /* The format of the replay inside, with in *bits how much of `head` was verified; NULL: `head` does not begin such a container, or
     * it holds none of `formats`. */
    const reel_format *(*recognise)(const uint8_t *head, size_t size, const reel_format *const *formats, int *bits);
    const reel_format_reader *(*reader)(const reel_format *format);
} reel_container;

struct reel_reader {
    reel_allocator allocator;
    reel_options options;
    const reel_format *format;
    const reel_format_reader *facet; /* the format's, or that of the container it came in */
    reel_budget budget;
    reel_decoder decoder;
    reel_input input;
    reel_input packed; /* what `input` unpacks, kept because its first bytes are still read; else empty */
    reel_chunk *chunk;
    reel_error error; /* the failure of the decoder */
    reel_error damage;
    void *clean_state;                /* of format->clean, if the reader uses it; else NULL */
    reel_tallies cleaned;             /* what it changed */
    reel_reading early;               /* findings from before there was a chunk */
    char member[24];                  /* options.member, if it was found by the file's name */
    const reel_format *packed_format; /* REEL_FORMAT_PACKED, of a file that it unpacks itself; else NULL */
    int packed_bits;                  /* that were verified */
    bool marked;                      /* a byte order mark was taken off the start */
    uint64_t (*file_offset)(const reel_source *source,
                            uint64_t offset); /* in the file, of a byte that `input` gives; NULL: the same */
    bool damaged, started, ended, keep;       /* keep: rows add up instead of being forgotten, for reel_load */
};

/* Options with every default filled in; no limit is 0. */
reel_options reel__reader_options(const reel_options *options);
/* The same without REEL_CLEAN, for functions whose subject is the file. */
reel_options reel__reader_raw_options(const reel_options *options);
/* Whether a convention is NULL or one of a format's list. */
bool reel__knows_convention(const char *const *known, const char *word);
/* An open input becomes a reader of `format` by a facet: its header is read. Everything of `reader` is freed by reel_close. */
reel_status reel__reader_start(reel_reader *reader, const reel_format *format, const reel_format_reader *facet,
                               reel_error *error);
/* REEL_CLEAN, in clean.c: begins, cleans what the chunk holds, reports what was changed, and frees. */
reel_status reel__clean_begin(reel_reader *reader, reel_error *error);
reel_status reel__clean_rows(reel_reader *reader);
void reel__clean_report(reel_reader *reader, reel_reporter to);
void reel__clean_free(reel_reader *reader);
/* Where findings about the reading go: they are counted, too. */
reel_reporter reel__reader_counting(reel_reader *reader);
/* Where findings go that are not about the reading, such as those of a check. */
reel_reporter reel__reader_reporter(reel_reader *reader);
/* The same for a function that has a reporter of its own: *own is used until the last finding. */
typedef struct reader_report {
    const reel_reader *reader;
    reel_reporter to;
} reader_report;
reel_reporter reel__reader_report_to(reader_report *own, const reel_reader *reader, reel_reporter to);
/* An error on its way to the caller. */
reel_status reel__reader_failure(const reel_reader *reader, reel_status status, reel_error *error);

#endif
