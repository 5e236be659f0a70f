/* SPDX-License-Identifier: MIT */
#include "base/url_text.h"

#include "base/json_write.h"

#include <string.h>

#define UNRESERVED "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"

static void escape(text *to, const char *value, const char *plain)
{
    for (; *value; value++) {
        if (strchr(plain, *value))
            text_raw(to, value, 1);
        else
            text_print(to, "%%%02X", (unsigned char)*value);
    }
}

void url_parameter(text *to, const char *name, const char *value)
{
    text_print(to, "&%s=", name);
    escape(to, value, UNRESERVED);
}

void url_value(text *to, const char *value) { escape(to, value, UNRESERVED); }

void url_path(text *to, const char *value) { escape(to, value, UNRESERVED "/"); }

void url_next(text *to, text *address)
{
    text_raw(address, "", 1);
    json_member_string(to, "next", address->failed ? "" : address->data);
    to->failed |= address->failed;
    text_free(address);
}
