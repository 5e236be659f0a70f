/* SPDX-License-Identifier: MIT
 * The body of a form, application/x-www-form-urlencoded. */
#ifndef SERVER_NET_FORM_H
#define SERVER_NET_FORM_H

#include <stdbool.h>
#include <stddef.h>

enum { FORM_MOST = 16 << 10 /* bytes of a body */, FORM_FIELDS = 64 };

typedef struct form {
    struct {
        const char *name, *value;
    } fields[FORM_FIELDS];
    size_t count;
    char data[FORM_MOST + 1];
} form;

/* Reads the fields of the text in form->data, `size` bytes, in place. False: it is not a form, a value is not text, or a field is there twice. */
bool form_parse(form *form, size_t size);
/* The value of a field. "" if there is none. */
const char *form_field(const form *form, const char *name);

#endif
