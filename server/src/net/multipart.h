/* SPDX-License-Identifier: MIT
 * The body of a form with a file, multipart/form-data (RFC 7578). */
#ifndef SERVER_NET_MULTIPART_H
#define SERVER_NET_MULTIPART_H

#include <stdbool.h>
#include <stddef.h>

enum { MULTIPART_PARTS = 16, MULTIPART_HEAD = 4096 /* bytes before the data of a part */, MULTIPART_NAME = 32 };

typedef struct multipart_part {
    char name[MULTIPART_NAME]; /* one that is longer is cut */
    const char *data;
    size_t size;
} multipart_part;

typedef struct multipart {
    multipart_part parts[MULTIPART_PARTS];
    size_t count;
} multipart;

/* Finds the parts, which point into `body`, in linear time. `type` is the header Content-Type, or NULL. False: it is not such a form, or not whole, or
 * has too many parts, or two of one name. */
bool multipart_read(multipart *to, const char *type, const char *body, size_t size);
/* NULL: no part has this name. */
const multipart_part *multipart_find(const multipart *in, const char *name);

#endif
