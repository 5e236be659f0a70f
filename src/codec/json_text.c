/* SPDX-License-Identifier: MIT */
#include "codec/json_text.h"

size_t reel__json_escape(char out[JSON_ESCAPE_SIZE], uint8_t byte)
{
    static const char letters[] = { ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r' };
    char letter = byte == '"' || byte == '\\' ? (char)byte : byte < sizeof letters ? letters[byte] : 0;
    out[0] = '\\';
    if (letter) {
        out[1] = letter;
        return 2;
    }
    out[1] = 'u';
    out[2] = out[3] = '0';
    out[4] = (char)('0' + (byte >> 4));
    out[5] = "0123456789abcdef"[byte & 15];
    return JSON_ESCAPE_SIZE;
}

void reel__json_quote(void (*put)(void *context, const void *data, size_t size), void *context, const void *text, size_t size)
{
    const uint8_t *bytes = text;
    put(context, "\"", 1);
    size_t from = 0;
    for (size_t i = 0; i < size; i++) {
        if (!json_needs_escape(bytes[i])) continue;
        char escaped[JSON_ESCAPE_SIZE];
        if (i > from) put(context, bytes + from, i - from);
        from = i + 1;
        put(context, escaped, reel__json_escape(escaped, bytes[i]));
    }
    if (size > from) put(context, bytes + from, size - from);
    put(context, "\"", 1);
}
