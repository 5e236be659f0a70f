/* SPDX-License-Identifier: MIT
 * Words of the game and their codes. */
#include "formats/echo/replay/session.h"

int reel__session_code(const reel_label *labels, reel_string word)
{
    for (; labels->name; labels++) {
        size_t i = 0;
        for (; i < word.size && labels->name[i]; i++) {
            char c = word.data[i] == '_' && labels->name[i] == ' ' ? ' ' : word.data[i];
            if (c != labels->name[i]) break;
        }
        if (i == word.size && !labels->name[i]) return (int)labels->value;
    }
    return -1;
}

const char *reel__session_word(const reel_label *labels, int64_t code, const char *other)
{
    for (; labels->name; labels++)
        if (labels->value == code) return labels->name;
    return other;
}
