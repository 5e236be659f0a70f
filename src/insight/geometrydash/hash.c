/* SPDX-License-Identifier: MIT
 * SHA-256 of the inputs of a macro. Macros with the same inputs have the same hash, whatever their headers state. */
#include "codec/number.h"
#include "codec/sha256.h"
#include "core/text.h"
#include "macro.h"

void reel__macro_hash(const macro *m, char digits[HASH_DIGITS])
{
    sha256 sha;
    uint8_t hash[SHA256_SIZE];
    reel__sha256_begin(&sha);
    for (size_t i = 0; i < m->count; i++) {
        const gdr_input *in = &m->inputs[i];
        char line[2 * NUMBER_SIZE];
        size_t size = reel__number_i64(line, in->frame);
        line[size++] = '\t';
        size += reel__number_u64(line + size, in->button);
        memcpy(line + size, "\t0\t0\n", 5);
        line[size + 1] = in->player2 ? '1' : '0';
        line[size + 3] = in->down ? '1' : '0';
        reel__sha256_add(&sha, line, size + 5);
    }
    reel__sha256_end(&sha, hash);
    hex_text(digits, hash, HASH_DIGITS / 2);
}
