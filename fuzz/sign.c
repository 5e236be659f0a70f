/* SPDX-License-Identifier: MIT
 * Files of keys and signatures, and replays with marks. The first byte chooses what the rest is: a public key, a secret key, a detached
 * signature of a fixed replay, a replay to verify, or one to sign. None may crash; what was signed verifies. */
#include "support.h"

#include <reel/sign.h>

#include <stdlib.h>

static bool no_password(void *context, char *password, size_t capacity, size_t *size)
{
    return (void)context, (void)password, (void)capacity, (void)size, false; /* scrypt would take seconds */
}

/* The example of minisign's page. */
static const char public_text[] = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";

static reel_verify_options verifying(reel_public_key *key)
{
    require(reel_public_key_read(public_text, sizeof public_text - 1, key, NULL) == REEL_OK, "the public key can be read");
    return (reel_verify_options){ REEL_SIZED(reel_verify_options), .keys = key, .key_count = 1, .challenge = "c" };
}

static void read_public(const uint8_t *data, size_t size)
{
    reel_public_key key, again;
    char text[REEL_PUBLIC_KEY_TEXT];
    if (reel_public_key_read(data, size, &key, NULL) < 0) return;
    reel_public_key_text(&key, text);
    require(reel_public_key_read(text, REEL_PUBLIC_KEY_TEXT - 1, &again, NULL) == REEL_OK,
            "a key that was read can be read again");
    require(!memcmp(&key, &again, sizeof key), "and is the same");
}

static void read_secret(const uint8_t *data, size_t size)
{
    const reel_key_options options = { REEL_SIZED(reel_key_options), .on_password = no_password };
    reel_key *key;
    if (reel_key_read(data, size, &options, &key, NULL) >= 0) reel_key_free(key);
}

static void verify(const void *replay, size_t replay_size, const void *signature, size_t signature_size)
{
    reel_public_key key;
    reel_verify_options how = verifying(&key);
    reel_options options = fuzz_options(NULL);
    reel_mark *mark;
    how.signature = (reel_bytes){ signature, signature_size };
    if (reel_verify(reel_source_memory(replay, replay_size), &options, &how, &mark, NULL) < 0) return;
    require(mark->problems != 0, "nobody here can sign for that key");
    reel_mark_free(mark);
}

static void sign(const uint8_t *data, size_t size)
{
    reel_options options = fuzz_options(NULL);
    reel_sign_options how = { REEL_SIZED(reel_sign_options), .challenge = "c" };
    reel_memory out;
    reel_key *key;
    reel_mark *mark;
    if (reel_key_new(&key, NULL) < 0) return;
    if (reel_sign(reel_source_memory(data, size), &options, key, &how, reel_sink_memory(&out, NULL), NULL) >= 0) {
        reel_verify_options expected = { REEL_SIZED(reel_verify_options), .keys = reel_key_public(key), .key_count = 1,
                                         .challenge = "c" };
        require(reel_verify(reel_source_memory(out.data, out.size), &options, &expected, &mark, NULL) == REEL_OK,
                "a signed replay is read");
        require(mark->problems == 0, "what was signed verifies");
        reel_mark_free(mark);
        reel_memory_free(&out);
    }
    reel_key_free(key);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    uint8_t what = data[0] % 5;
    data++;
    size--;
    if (what == 0) read_public(data, size);
    if (what == 1) read_secret(data, size);
    if (what == 2) verify("a replay", 8, data, size);
    if (what == 3) verify(data, size, NULL, 0);
    if (what == 4) sign(data, size);
    return 0;
}
