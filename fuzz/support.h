/* SPDX-License-Identifier: MIT
 * What the fuzz targets share: a check that ends the run, an allocator that counts, and inputs of more than one part. */
#ifndef FUZZ_SUPPORT_H
#define FUZZ_SUPPORT_H

#include <reel/format.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints `what` and aborts where a promise of the library does not hold. */
void require(bool holds, const char *what);

/* Bytes allocated now and at the most. */
typedef struct meter {
    uint64_t live, peak;
} meter;
reel_allocator meter_allocator(meter *count);

/* The built-in formats and the toys, ending with NULL. */
const reel_format *const *fuzz_formats(void);
/* Options that choose among them, with small limits and findings that are checked. The allocator may be NULL. */
reel_options fuzz_options(const reel_allocator *allocator);
void check_finding(void *context, const reel_finding *finding);

/* A sink that drops what it gets; *written counts the bytes. */
reel_sink null_sink(uint64_t *written);

/* Reads `data` by chunks and requires that memory stays within reel_memory_bound (reel_memory_bound_packed where the file is wrapped
 * in gzip, xz or zstd) and that nothing leaks. `given` may have further options (an index, a span), or be NULL. */
void read_within_bound(const uint8_t *data, size_t size, const reel_options *given);

/* An input of two parts: a replay, what is done with it, and the size of the latter as the last two bytes (u16le, modulo what there
 * is). The replay comes first, so that a file with few bytes appended is an input. */
typedef struct parts {
    reel_bytes replay;
    reel_cursor control;
} parts;
parts parts_of(const uint8_t *data, size_t size);

/* The next control bytes as text, NUL-terminated: a length (modulo `capacity`), then the characters, NULs replaced. */
const char *take_text(reel_cursor *control, char *buffer, size_t capacity);
/* A double out of a small set of usual ones, or of any bits. */
double take_double(reel_cursor *control);
/* A place of a list that ends with NULL; `count` of it. */
size_t list_count(const void *const *list);

/* The head of a spool of `format`, as the library writes it. Free with reel_memory_free. */
reel_memory spool_head(const reel_format *format);

#endif
