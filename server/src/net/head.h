/* SPDX-License-Identifier: MIT
 * Reads requests as RFC 9112 and RFC 9110 write them, and nothing else: the head of a request, and the chunks of its body. What two programs
 * could read in two ways is refused, so that a proxy in front of the server and the server never disagree about where a request ends. */
#ifndef SERVER_NET_HEAD_H
#define SERVER_NET_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HEAD_MOST = 16 << 10, /* bytes of a head */
    HEAD_FIELDS = 100,
    HEAD_PARAMETERS = 100, /* of a query */
    HEAD_COOKIES = 100,
    HEAD_COOKIE = 4 << 10,   /* bytes of them */
    HEAD_TARGET = 12 << 10,  /* bytes of the path with its query */
    CHUNK_EXTENSIONS = 1024, /* bytes of the extensions of a body's chunks, in all */
    CHUNK_TRAILERS = 4096,   /* bytes of what follows the last chunk */
    CHUNK_FRAMING = 16 << 10 /* bytes of a body that are not in its chunks, beyond one for each byte that is */
};

typedef enum head_result { HEAD_MORE, HEAD_FINE, HEAD_BAD } head_result;

/* A part of the bytes of a connection. */
typedef struct head_span {
    uint16_t at, size;
} head_span;

/* Where the parts of a sound head are. */
typedef struct head_parts {
    head_span method, target; /* without http://HOST */
    unsigned count;
    struct {
        head_span name, value;
    } fields[HEAD_FIELDS];
} head_parts;

typedef struct head {
    size_t scanned;   /* bytes that were looked at; set to 0 before the first call */
    size_t start;     /* of the request line: an empty line before it is skipped */
    size_t size;      /* with the empty line at its end, from `start` */
    unsigned slashes; /* of the path, as they are, before the first that is escaped (%2F) */
    bool chunked;     /* the body is in chunks */
    bool expects;     /* "100-continue" before the body is sent */
    bool is_old;      /* HTTP/1.0 */
    bool closes;      /* the client wants no more than one answer */
    uint64_t length;
    unsigned code;   /* HEAD_BAD: the status that fits */
    const char *why; /* and a sentence */
} head;

/* Looks for the end of a head in the first `size` bytes of a connection, and reads it. May be called again with more bytes after HEAD_MORE;
 * bytes are looked at once, so that a head that drips costs no more than another. HEAD_FINE: *parts, which may be NULL, is filled. */
head_result head_read(head *head, const char *data, size_t size, head_parts *parts);

/* ---- chunks ------------------------------------------------------------------------------------------------------ */

typedef struct chunks {
    uint8_t state; /* 0: at the start of a body */
    uint8_t digits;
    uint16_t extensions, trailers; /* bytes so far */
    uint64_t left;                 /* of the chunk */
    uint64_t all, held;            /* bytes so far, and those that chunks hold */
} chunks;

/* Reads a part of a body in chunks, and moves what the chunks hold to the start of `data`: *held bytes. Returns how many bytes are sound and
 * belong to the body. Fewer than `size`: the body ended there if chunks_end, else the byte after them is wrong. */
size_t chunks_read(chunks *chunks, char *data, size_t size, size_t *held);
bool chunks_end(const chunks *chunks);
/* Whether the chunks hold so little that reading them costs more than the bytes of a body may. */
bool chunks_are_tiny(const chunks *chunks);

/* Reads escapes (%41) of text that head_read found sound, and, for a part of a query, `+` as a blank. Returns the number of bytes; a NUL is after
 * them. `to` has room for the text as it is, and the NUL. */
size_t head_unescape(char *to, const char *data, size_t size, bool is_query);

/* Whether text with escapes (%41) is UTF-8 without NUL when they are read, and each of them is whole. */
bool head_is_text(const char *data, size_t size);

#endif
