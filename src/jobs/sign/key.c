/* SPDX-License-Identifier: MIT
 * Secret keys and their files. A file is a comment and a line of base64:
 *
 *     2   algorithm "Ed"
 *     2   how the key is protected: "Sc" (scrypt), or zeros if it is not
 *     2   algorithm of the checksum: "B2" (BLAKE2b-256)
 *     32  salt; 8  operations; 8  bytes of memory: parameters of scrypt
 *     104 key id, secret key, checksum over algorithm, id and key; combined by XOR with what scrypt makes of the password */
#include "jobs/sign/key.h"

#include "codec/base64.h"
#include "core/memory.h"
#include "core/options.h"
#include "jobs/sign/minisign.h"

enum {
    KDF_AT = 2,
    SUM_AT = 4,
    SALT_AT = 6,
    OPERATIONS_AT = SALT_AT + SEAL_SALT,
    MEMORY_AT = OPERATIONS_AT + 8,
    ID_AT = MEMORY_AT + 8,
    SECRET_AT = ID_AT + REEL_KEY_ID_SIZE,
    CHECKSUM_AT = SECRET_AT + SEAL_SECRET,
    FILE_BYTES = CHECKSUM_AT + SEAL_CHECKSUM,
    COVERED = FILE_BYTES - ID_AT, /* bytes that the password protects */
    PUBLIC_IN_SECRET = 32,        /* Ed25519: the seed, then the public key */
    MOST_PASSWORD = 1024,         /* as minisign */
    MEMORY_FOR_AN_OPERATION = 32, /* minisign's ratio */
};

static const char plain_comment[] = "untrusted comment: minisign secret key\n";
static const char protected_comment[] = "untrusted comment: minisign encrypted secret key\n";

static void checksum_of(const uint8_t file[FILE_BYTES], uint8_t sum[SEAL_CHECKSUM])
{
    seal_hash hash;
    reel__seal_hash_begin(&hash, SEAL_CHECKSUM);
    reel__seal_hash_add(&hash, file, KDF_AT);
    reel__seal_hash_add(&hash, file + ID_AT, CHECKSUM_AT - ID_AT);
    reel__seal_hash_end(&hash, sum, SEAL_CHECKSUM);
}

static reel_key_options options_of(const reel_key_options *given)
{
    reel_key_options options;
    reel__memory_options(&options, sizeof options, given);
    if (!options.memory) options.memory = SEAL_MOST_MEMORY;
    if (options.memory < SEAL_LEAST_MEMORY) options.memory = SEAL_LEAST_MEMORY;
    if (options.memory > SEAL_MOST_MEMORY) options.memory = SEAL_MOST_MEMORY;
    return options;
}

/* ---- the password --------------------------------------------------------------------------------------------------- */

typedef struct key_password {
    char text[MOST_PASSWORD];
    size_t size;
} key_password;

static reel_status ask(const reel_key_options *options, key_password *password, reel_error *error)
{
    if (!options->on_password)
        return reel_fail(error, REEL_ARGUMENT, "sign.password", "key", 0, "the secret key needs a password");
    if (!options->on_password(options->password_context, password->text, sizeof password->text, &password->size))
        return reel_fail(error, REEL_CANCELLED, "sign.password", "key", 0, "no password was given");
    if (password->size > sizeof password->text) password->size = sizeof password->text;
    return REEL_OK;
}

/* Combines the protected part of the file with what the password becomes. */
static bool cover(uint8_t file[FILE_BYTES], const key_password *password, uint64_t operations, uint64_t memory)
{
    uint8_t stream[COVERED];
    bool made = reel__seal_stretch(stream, sizeof stream, password->text, password->size, file + SALT_AT, operations, memory);
    for (size_t i = 0; made && i < sizeof stream; i++) file[ID_AT + i] ^= stream[i];
    reel_wipe(stream, sizeof stream);
    return made;
}

/* A machine with less memory gets a weaker key, as from minisign. */
static reel_status protect(uint8_t file[FILE_BYTES], const key_password *password, uint64_t memory, reel_error *error)
{
    memcpy(file + KDF_AT, "Sc", 2);
    reel__seal_random(file + SALT_AT, SEAL_SALT);
    for (; memory >= SEAL_LEAST_MEMORY; memory /= 2) {
        reel_store_u64le(file + OPERATIONS_AT, memory / MEMORY_FOR_AN_OPERATION);
        reel_store_u64le(file + MEMORY_AT, memory);
        if (cover(file, password, memory / MEMORY_FOR_AN_OPERATION, memory)) return REEL_OK;
    }
    return reel__memory_fail(error);
}

static reel_status unprotect(uint8_t file[FILE_BYTES], const reel_key_options *options, reel_error *error)
{
    uint64_t operations = reel_load_u64le(file + OPERATIONS_AT), memory = reel_load_u64le(file + MEMORY_AT);
    if (operations > SEAL_MOST_OPERATIONS || memory > SEAL_MOST_MEMORY)
        return reel_fail(error, REEL_LIMIT, "sign.key-cost", "key", 0,
                         "the password of the key needs %llu operations and %llu bytes of memory, the limits are %llu and %llu",
                         (unsigned long long)operations, (unsigned long long)memory, (unsigned long long)SEAL_MOST_OPERATIONS,
                         (unsigned long long)SEAL_MOST_MEMORY);
    key_password password = { .size = 0 };
    reel_status status = ask(options, &password, error);
    if (status == REEL_OK && !cover(file, &password, operations, memory)) status = reel__memory_fail(error);
    reel_wipe(&password, sizeof password);
    return status;
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

static reel_status bad_key(reel_error *error, reel_status status, const char *message)
{
    return reel_fail(error, status, "sign.secret-key", "key", 0, "%s", message);
}

static reel_status read_file(const void *data, size_t size, uint8_t file[FILE_BYTES], reel_error *error)
{
    minisign_lines lines = { .text = data, .size = size };
    reel_string line = { NULL, 0 };
    bool any = reel__minisign_line(&lines, &line);
    if (any && reel__minisign_prefix(&line, "untrusted comment:")) any = reel__minisign_line(&lines, &line);
    if (any && line.size == REEL_PUBLIC_KEY_TEXT - 1) return bad_key(error, REEL_CORRUPT, "a public key, not a secret one");
    if (!any || line.size < base64_size(FILE_BYTES)) return bad_key(error, REEL_TRUNCATED, "the secret key is not complete");
    if (!reel__minisign_base64(line, file, FILE_BYTES)) return bad_key(error, REEL_CORRUPT, "not a secret key");
    bool known = !memcmp(file, "Ed", KDF_AT) && !memcmp(file + SUM_AT, "B2", SALT_AT - SUM_AT) &&
                 (!memcmp(file + KDF_AT, "Sc", SUM_AT - KDF_AT) || !memcmp(file + KDF_AT, "\0\0", SUM_AT - KDF_AT));
    return known ? REEL_OK
                 : reel_fail(error, REEL_UNSUPPORTED, "sign.algorithm", "key", 0, "the secret key is for an unknown algorithm");
}

/* minisign leaves out the checksum of a key without a password. The two halves of the key must fit together in any case. */
static bool is_sound(const uint8_t file[FILE_BYTES], bool had_password)
{
    static const uint8_t none[SEAL_CHECKSUM];
    uint8_t sum[SEAL_CHECKSUM];
    checksum_of(file, sum);
    bool equal = reel__seal_equal(sum, file + CHECKSUM_AT, sizeof sum) ||
                 (!had_password && reel__seal_equal(none, file + CHECKSUM_AT, sizeof none));
    return equal && reel__seal_is_pair(file + SECRET_AT);
}

/* The key of an unprotected file. */
static reel_status open_key(const uint8_t file[FILE_BYTES], bool had_password, reel_key **key, reel_error *error)
{
    if (!is_sound(file, had_password))
        return had_password ? reel_fail(error, REEL_ARGUMENT, "sign.password", "key", 0, "the password is wrong")
                            : bad_key(error, REEL_CORRUPT, "the secret key has changed: its parts do not fit together");
    reel_key *made = reel__seal_secret_new(sizeof *made);
    if (!made) return reel__memory_fail(error);
    memcpy(made->public.id, file + ID_AT, REEL_KEY_ID_SIZE);
    memcpy(made->secret, file + SECRET_AT, SEAL_SECRET);
    memcpy(made->public.key, made->secret + PUBLIC_IN_SECRET, REEL_PUBLIC_KEY_SIZE);
    *key = made;
    return REEL_OK;
}

reel_status reel_key_read(const void *data, size_t size, const reel_key_options *given, reel_key **key, reel_error *error)
{
    uint8_t file[FILE_BYTES] = { 0 };
    reel_key_options options = options_of(given);
    *key = NULL;
    reel_status status = reel__options_are_known(options.struct_size, error);
    if (status == REEL_OK) status = reel__seal_begin(error);
    if (status == REEL_OK) status = read_file(data, size, file, error);
    if (status < 0) return status;
    bool has_password = file[KDF_AT] != 0;
    if (has_password) status = unprotect(file, &options, error);
    if (status == REEL_OK) status = open_key(file, has_password, key, error);
    reel_wipe(file, sizeof file);
    return status;
}

/* ---- making and writing --------------------------------------------------------------------------------------------- */

reel_status reel_key_new(reel_key **key, reel_error *error)
{
    *key = NULL;
    reel_status status = reel__seal_begin(error);
    if (status < 0) return status;
    reel_key *made = reel__seal_secret_new(sizeof *made);
    if (!made) return reel__memory_fail(error);
    reel__seal_random(made->public.id, sizeof made->public.id);
    reel__seal_new_pair(made->public.key, made->secret);
    *key = made;
    return REEL_OK;
}

reel_status reel_key_write(const reel_key *key, const reel_key_options *given, char data[REEL_SECRET_KEY_FILE], size_t *size,
                           reel_error *error)
{
    _Static_assert(sizeof protected_comment + (FILE_BYTES + 2) / 3 * 4 + 1 <= REEL_SECRET_KEY_FILE, "a file fits");
    uint8_t file[FILE_BYTES] = { 'E', 'd', 0, 0, 'B', '2' };
    reel_key_options options = options_of(given);
    key_password password = { .size = 0 };
    *size = 0;
    reel_status status = reel__options_are_known(options.struct_size, error);
    if (status == REEL_OK && options.on_password) status = ask(&options, &password, error);
    memcpy(file + ID_AT, key->public.id, REEL_KEY_ID_SIZE);
    memcpy(file + SECRET_AT, key->secret, SEAL_SECRET);
    checksum_of(file, file + CHECKSUM_AT);
    if (status == REEL_OK && password.size) status = protect(file, &password, options.memory, error);
    if (status == REEL_OK) {
        const char *comment = password.size ? protected_comment : plain_comment;
        size_t start = strlen(comment), length = base64_size(FILE_BYTES);
        memcpy(data, comment, start);
        reel__base64_text(data + start, file, FILE_BYTES);
        memcpy(data + start + length, "\n", 2);
        *size = start + length + 1;
    }
    reel_wipe(file, sizeof file);
    reel_wipe(&password, sizeof password);
    return status;
}

const reel_public_key *reel_key_public(const reel_key *key) { return &key->public; }

void reel_key_free(reel_key *key)
{
    if (key) reel__seal_secret_free(key);
}
