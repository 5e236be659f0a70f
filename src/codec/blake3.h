/* SPDX-License-Identifier: MIT
 * BLAKE3 of bytes that come in pieces: blake3_hasher_init, blake3_hasher_update, blake3_hasher_finalize. The functions of third_party/blake3
 * have names of their own here, so that a program can link its own BLAKE3 beside the library. It is fastest with pieces of 16 KiB or
 * more: up to 16 blocks of 1 KiB are hashed side by side. */
#ifndef CODEC_BLAKE3_H
#define CODEC_BLAKE3_H

#define BLAKE3_API
#define BLAKE3_PRIVATE
#define blake3_version reel_blake3_version
#define blake3_hasher_init reel_blake3_init
#define blake3_hasher_init_keyed reel_blake3_init_keyed
#define blake3_hasher_init_derive_key reel_blake3_init_derive_key
#define blake3_hasher_init_derive_key_raw reel_blake3_init_derive_key_raw
#define blake3_hasher_update reel_blake3_update
#define blake3_hasher_finalize reel_blake3_finalize
#define blake3_hasher_finalize_seek reel_blake3_finalize_seek
#define blake3_hasher_reset reel_blake3_reset

#include "blake3/blake3.h"

#endif
