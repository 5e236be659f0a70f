/* SPDX-License-Identifier: MIT
 * Public keys whose marks are trusted. */
#ifndef SERVER_RULES_TRUSTED_KEYS_H
#define SERVER_RULES_TRUSTED_KEYS_H

#include <reel/sign.h>

enum { TRUSTED_KEYS = 256 };

typedef struct key_list {
    bool given; /* false: marks of every key are accepted */
    size_t count;
    reel_public_key keys[TRUSTED_KEYS];
} key_list;

/* Adds the keys of a file: public key files of minisign, one after the other. Lines that begin with "untrusted comment:" or # are skipped.
 * False: a message was printed. */
bool trusted_keys_read(key_list *keys, const char *path);
/* Whether `text`, a key as reel_public_key_text writes it, is in the list. */
bool trusted_keys_have(const key_list *keys, const char *text);

#endif
