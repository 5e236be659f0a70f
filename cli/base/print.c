/* SPDX-License-Identifier: MIT
 * Standard output: exact bytes for a file or a pipe, escaped text for a terminal. */
#include "base/print.h"
#include "base/system.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int failed;
static const reel_sink *target; /* NULL: standard output */
static bool target_written;     /* something was written to it */

bool print_has_failed(void) { return failed != 0; }

/* Reports the first failure, unless the reader has closed the pipe. Returns false. */
static bool report_write_error(void)
{
    int error = errno;
    bool closed = is_closed_pipe(error);
    if (!atomic_exchange(&failed, 1) && !closed) fprintf(stderr, "reel: standard output: %s\n", strerror(error));
    return false;
}

static bool write_target(const char *data, size_t size)
{
    reel_error error = { .rule = "", .section = "" };
    target_written = target_written || size;
    if (!size || target->write(target->context, data, size, &error) >= 0) return true;
    if (!atomic_exchange(&failed, 1) && error.status != REEL_CANCELLED) fprintf(stderr, "reel: %s\n", error.message);
    return false;
}

static bool write_raw(const char *data, size_t size)
{
    if (target) return write_target(data, size);
    return !size || fwrite(data, 1, size, stdout) == size || report_write_error();
}

/* ---- a terminal ---------------------------------------------------------------------------------------------------- */

enum { SLICE = 4096, CHARACTER = 4 };

/* The first bytes of a character that is not complete yet. */
static char begun[CHARACTER];
static size_t begun_size;

static size_t character_size(unsigned char first) { return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4; }

/* Number of bytes at the end that may begin an incomplete character. */
static size_t incomplete_bytes(const char *data, size_t size)
{
    for (size_t back = 1; back < CHARACTER && back <= size; back++) {
        unsigned char byte = (unsigned char)data[size - back];
        if ((byte & 0xc0) == 0x80) continue;
        return character_size(byte) > back ? back : 0;
    }
    return 0;
}

static bool print_escaped(const char *data, size_t size)
{
    struct text text = { 0 };
    text_terminal(&text, data, size);
    bool shown = write_raw(text.data, text.size);
    text_free(&text);
    return shown;
}

static bool print_visible(const char *data, size_t size)
{
    char slice[CHARACTER + SLICE];
    while (size) {
        size_t some = size < SLICE ? size : SLICE;
        memcpy(slice, begun, begun_size);
        memcpy(slice + begun_size, data, some);
        size_t all = begun_size + some, left = incomplete_bytes(slice, all);
        memcpy(begun, slice + all - left, left);
        begun_size = left;
        if (!print_escaped(slice, all - left)) return false;
        data += some;
        size -= some;
    }
    return true;
}

/* ---- public ------------------------------------------------------------------------------------------------------- */

bool print_bytes(const void *data, size_t size)
{
    if (failed) return false;
    return !target && is_terminal(1) ? print_visible(data, size) : write_raw(data, size);
}

bool print_message(const void *data, size_t size) { return !failed && write_raw(data, size); }

bool print_report(const void *data, size_t size)
{
    const reel_sink *redirected = target;
    target = NULL;
    bool printed = print_bytes(data, size) && print_done();
    target = redirected;
    return printed;
}

bool print_done(void)
{
    if (target) return !failed;
    size_t left = begun_size;
    begun_size = 0;
    if (!failed && left) print_escaped(begun, left);
    return !failed && (fflush(stdout) == 0 || report_write_error());
}

void print_redirect(const reel_sink *sink)
{
    target = sink;
    target_written = false;
}

bool print_restore(void)
{
    target = NULL;
    return target_written;
}

int print_and_free(struct text *text)
{
    bool whole = !counted_refused().any;
    if (!whole) fputs("reel: out of memory\n", stderr);
    bool printed = whole && print_bytes(text->data, text->size) && print_done();
    text_free(text);
    return printed ? EXIT_FINE : EXIT_UNREADABLE;
}
