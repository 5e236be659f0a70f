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
    HEAD_PARAMETERS = 100,   /* of a query */
    HEAD_COOKIES = 100,      /* libmicrohttpd makes a list of them */
    HEAD_COOKIE = 4 << 10,   /* bytes of them */
    HEAD_TARGET = 12 << 10,  /* bytes of the path with its query */
    CHUNK_EXTENSIONS = 1024, /* bytes of the extensions of a body's chunks, in all */
    CHUNK_TRAILERS = 4096,   /* bytes of what follows the last chunk */
    CHUNK_FRAMING = 16 << 10 /* bytes of a body that are not in its chunks, beyond one for each byte that is */
};

typedef enum head_result { HEAD_MORE, HEAD_FINE, HEAD_BAD } head_result;

typedef struct head {
    size_t scanned;         /* bytes that were looked at; set to 0 before the first call */
    size_t start;           /* of the request line: an empty line before it is skipped */
    size_t size;            /* with the empty line at its end, from `start` */
    size_t skip_from, skip; /* bytes of the request line that are left out: the host in GET http://HOST/PATH */
    unsigned slashes;       /* of the path, as they are, before the first that is escaped (%2F) */
    bool chunked;           /* the body is in chunks */
    bool expects;           /* "100-continue" before the body is sent */
    uint64_t length;
    unsigned code;   /* HEAD_BAD: the status that fits */
    const char *why; /* and a sentence */
} head;

/* Looks for the end of a head in the first `size` bytes of a connection, and reads it. May be called again with more bytes after HEAD_MORE;
 * bytes are looked at once, so that a head that drips costs no more than another. */
head_result head_read(head *head, const char *data, size_t size);

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

/* Whether text with escapes (%41) is UTF-8 without NUL when they are read, and each of them is whole. */
bool head_is_text(const char *data, size_t size);

#endif
