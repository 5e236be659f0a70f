/* SPDX-License-Identifier: MIT */
#include "run/scramble.h"

#include "base/secret.h"

#include <reel/sign.h>
#include <stdio.h>

enum { KEY_LEAST = 16 };

static char key[SECRET_MOST];
static size_t key_size;

int scramble_read(const struct arguments *arguments)
{
    const char *path = value_of(arguments, OPT_SCRAMBLE), *problem;
    if (!path) return EXIT_FINE;
    if (!read_secret(path, key, sizeof key, &key_size, &problem))
        key_size = 0;
    else if (key_size >= KEY_LEAST)
        return EXIT_FINE;
    else
        problem = "a key for scrambling needs 16 bytes or more; make one with 'head -c 32 /dev/urandom'";
    fprintf(stderr, "reel: %s: %s\n", path, problem);
    scramble_forget();
    return EXIT_USAGE;
}

void scramble_add(reel_convert_options *how)
{
    how->scramble_key = key_size ? key : NULL;
    how->scramble_key_size = key_size;
}

void scramble_forget(void)
{
    reel_wipe(key, sizeof key);
    key_size = 0;
}
