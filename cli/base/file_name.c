/* SPDX-License-Identifier: MIT
 * Values from replays as parts of file names. */
#include "base/file_name.h"
#include "base/fnv.h"

#include <string.h>

/* Hive's list, and what Windows and our own lists of folders do not take. */
static bool is_escaped(unsigned char c) { return c <= ' ' || c == 0x7f || strchr("\"#%'*/:<=>?\\[]^{|}", c); }

void text_file_name(struct text *name, const char *value, size_t size, size_t most)
{
    struct text escaped = { 0 };
    for (size_t i = 0; i < size;) {
        size_t length;
        reel_utf8(value + i, size - i, &length);
        if (!length) { /* an invalid byte, as in exports */
            unsigned point = 0xF700u + (unsigned char)value[i++];
            text_print(&escaped, "%c%c%c", (int)(0xE0 | point >> 12), (int)(0x80 | (point >> 6 & 0x3F)),
                       (int)(0x80 | (point & 0x3F)));
        } else if (length == 1 && is_escaped((unsigned char)value[i])) {
            text_print(&escaped, "%%%02X", (unsigned char)value[i++]);
        } else {
            text_add(&escaped, value + i, length);
            i += length;
        }
    }
    if (escaped.size > most) {
        size_t kept = most;
        while (((unsigned char)escaped.data[kept] & 0xC0) == 0x80) kept--;
        for (int back = 1; back <= 2; back++)
            if (escaped.data[kept - (size_t)back] == '%') kept -= (size_t)back;
        escaped.size = kept;
        text_print(&escaped, "~%016llx", (unsigned long long)fnv_end(fnv_add(FNV_BEGIN, value, size)));
    }
    text_add(name, escaped.data, escaped.size);
    text_free(&escaped);
}
