/* SPDX-License-Identifier: MIT
 * The Huffman code of Teeworlds: one fixed code for bytes, and for the end of what is packed. Messages on the network, demos and ghosts have
 * it. A code begins in the lowest free bit of a byte. */
#ifndef CODEC_TEEWORLDS_HUFFMAN_H
#define CODEC_TEEWORLDS_HUFFMAN_H

#include <reel/reel.h>

/* Bytes that `size` bytes take at most: a code has up to 15 bits. */
static inline size_t tw_huffman_most(size_t size) { return (size + 1) * 15 / 8 + 2; }

/* Unpacks up to `capacity` bytes and sets *made to their number. Returns REEL_OK; REEL_TRUNCATED if the bytes end before the end is coded;
 * or REEL_LIMIT if there are more than `capacity`. Bytes behind the end are ignored, as the game does. */
reel_status reel__tw_huffman_unpack(reel_bytes packed, uint8_t *out, size_t capacity, size_t *made);
/* Packs bytes into `out`, which has room for tw_huffman_most(size), and returns how many it took. */
size_t reel__tw_huffman_pack(const uint8_t *data, size_t size, uint8_t *out);
/* Bits that they take. If that is whole bytes, encoders before DDNet 20.0 add a byte of zeros. */
size_t reel__tw_huffman_bits(const uint8_t *data, size_t size);

#endif
