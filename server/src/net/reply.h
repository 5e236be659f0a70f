/* SPDX-License-Identifier: MIT
 * Answers to a request; see exchange.h. */
#ifndef SERVER_NET_REPLY_H
#define SERVER_NET_REPLY_H

#include "base/text.h"
#include "net/front_options.h"

/* What an answer begins with. `headers` are lines that end with CR LF, without those of the framing; it takes and frees them. */
typedef struct front_answer {
    unsigned code;
    text headers;
    bool closes; /* the connection ends after it */
} front_answer;

/* Answers with bytes, which are copied. False: out of memory; nothing was answered. */
bool front_answer_bytes(conn *conn, front_answer *answer, const char *data, size_t size);
/* Answers with a part of a file. `owns`: it closes it, also if it fails; otherwise it stays open until `completed`. */
bool front_answer_file(conn *conn, front_answer *answer, int file, bool owns, uint64_t offset, uint64_t size);

/* Answers with what `read` gives. The answer has no end: it may take any time, and the client only has to take what there is. `end` is called once,
 * also if it fails. */
bool front_answer_stream(conn *conn, front_answer *answer, front_read *read, void (*end)(void *context), void *context);

#endif
