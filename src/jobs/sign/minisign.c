/* SPDX-License-Identifier: MIT
 * The formats are described at https://jedisct1.github.io/minisign/, "Signature format" and "Public key format". */
#include "jobs/sign/minisign.h"

#include "codec/base64.h"
#include "core/memory.h"

enum {
    ALGORITHM = 2,
    PUBLIC_BYTES = ALGORITHM + REEL_KEY_ID_SIZE + REEL_PUBLIC_KEY_SIZE,
    SIGNATURE_BYTES = ALGORITHM + REEL_KEY_ID_SIZE + SEAL_SIGNATURE,
    LONGEST_BYTES = 160
};

static const char strict_start[] = "untrusted comment: " MINISIGN_UNTRUSTED "\n";
static const char untrusted_word[] = "untrusted comment:", trusted_word[] = "trusted comment: ";

/* ---- lines ---------------------------------------------------------------------------------------------------------- */

bool reel__minisign_line(minisign_lines *lines, reel_string *line)
{
    size_t left = lines->size - lines->at;
    if (!left) return false;
    const char *start = lines->text + lines->at;
    const char *end = memchr(start, '\n', left);
    size_t size = end ? (size_t)(end - start) : left;
    lines->at += size + (end != NULL);
    while (size && start[size - 1] == '\r') size--;
    *line = (reel_string){ start, size };
    return true;
}

bool reel__minisign_prefix(reel_string *text, const char *word)
{
    size_t size = strlen(word);
    if (text->size < size || memcmp(text->data, word, size) != 0) return false;
    text->data += size;
    text->size -= size;
    return true;
}

bool reel__minisign_base64(reel_string line, uint8_t *out, size_t size)
{
    uint8_t bytes[LONGEST_BYTES];
    size_t got;
    if (line.size != base64_size(size) || base64_size(size) / 4 * 3 > sizeof bytes) return false;
    bool sound = reel__base64_read(line.data, line.size, bytes, &got) && got == size;
    if (sound) memcpy(out, bytes, size);
    reel_wipe(bytes, sizeof bytes);
    return sound;
}

/* ---- public keys ---------------------------------------------------------------------------------------------------- */

reel_status reel_public_key_read(const void *data, size_t size, reel_public_key *key, reel_error *error)
{
    minisign_lines lines = { .text = data, .size = size };
    reel_string line = { NULL, 0 };
    uint8_t bytes[PUBLIC_BYTES];
    memset(key, 0, sizeof *key);
    bool any = reel__minisign_line(&lines, &line);
    uint64_t offset = 0;
    if (any && reel__minisign_prefix(&line, untrusted_word)) {
        offset = lines.at;
        any = reel__minisign_line(&lines, &line);
    }
    if (!any || line.size < base64_size(PUBLIC_BYTES))
        return reel_fail(error, REEL_TRUNCATED, "sign.public-key", "key", offset, "the public key is not complete");
    if (!reel__minisign_base64(line, bytes, sizeof bytes))
        return reel_fail(error, REEL_CORRUPT, "sign.public-key", "key", offset,
                         "not a public key: expected %zu characters of base64", base64_size(PUBLIC_BYTES));
    if (memcmp(bytes, "Ed", ALGORITHM) != 0)
        return reel_fail(error, REEL_UNSUPPORTED, "sign.algorithm", "key", offset, "the key is for an unknown algorithm");
    memcpy(key->id, bytes + ALGORITHM, sizeof key->id);
    memcpy(key->key, bytes + ALGORITHM + sizeof key->id, sizeof key->key);
    return REEL_OK;
}

void reel_public_key_text(const reel_public_key *key, char text[REEL_PUBLIC_KEY_TEXT])
{
    uint8_t bytes[PUBLIC_BYTES] = { 'E', 'd' };
    memcpy(bytes + ALGORITHM, key->id, sizeof key->id);
    memcpy(bytes + ALGORITHM + sizeof key->id, key->key, sizeof key->key);
    reel__base64_text(text, bytes, sizeof bytes);
    text[REEL_PUBLIC_KEY_TEXT - 1] = '\0';
}

void reel_key_id_text(const reel_public_key *key, char text[REEL_KEY_ID_TEXT])
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < sizeof key->id; i++) {
        uint8_t byte = key->id[sizeof key->id - 1 - i]; /* minisign prints it as a little-endian number */
        text[2 * i] = digits[byte >> 4];
        text[2 * i + 1] = digits[byte & 15];
    }
    text[REEL_KEY_ID_TEXT - 1] = '\0';
}

/* ---- signatures ----------------------------------------------------------------------------------------------------- */

static reel_status bad_signature(reel_error *error, reel_status status, uint64_t offset, const char *message)
{
    return reel_fail(error, status, "sign.signature", "signature", offset, "%s", message);
}

static bool is_blank(const minisign_lines *lines)
{
    for (size_t i = lines->at; i < lines->size; i++)
        if (lines->text[i] != '\n' && lines->text[i] != '\r' && lines->text[i] != ' ') return false;
    return true;
}

static reel_status read_first_half(minisign_lines *lines, minisign_signature *signature, reel_error *error)
{
    reel_string line;
    uint8_t bytes[SIGNATURE_BYTES];
    if (!reel__minisign_line(lines, &line)) return bad_signature(error, REEL_TRUNCATED, 0, "the signature is empty");
    if (!reel__minisign_prefix(&line, untrusted_word))
        return bad_signature(error, REEL_CORRUPT, 0, "not a signature: the first line is not an untrusted comment");
    uint64_t offset = lines->at;
    if (!reel__minisign_line(lines, &line) || (lines->at == lines->size && line.size < base64_size(sizeof bytes)))
        return bad_signature(error, REEL_TRUNCATED, offset, "the signature ends before its second line");
    if (!reel__minisign_base64(line, bytes, sizeof bytes))
        return bad_signature(error, REEL_CORRUPT, offset, "the second line of the signature is not base64 of its size");
    signature->legacy = !memcmp(bytes, "Ed", ALGORITHM);
    if (!signature->legacy && memcmp(bytes, "ED", ALGORITHM) != 0)
        return reel_fail(error, REEL_UNSUPPORTED, "sign.algorithm", "signature", offset, "unknown signature algorithm");
    memcpy(signature->id, bytes + ALGORITHM, sizeof signature->id);
    memcpy(signature->signature, bytes + ALGORITHM + sizeof signature->id, sizeof signature->signature);
    return REEL_OK;
}

reel_status reel__minisign_read(reel_bytes text, minisign_signature *signature, reel_error *error)
{
    minisign_lines lines = { .text = (const char *)text.data, .size = text.size };
    *signature = (minisign_signature){ .legacy = false };
    if (text.size > MINISIGN_MOST) return bad_signature(error, REEL_CORRUPT, MINISIGN_MOST, "not a signature: it is too long");
    reel_status status = read_first_half(&lines, signature, error);
    if (status < 0) return status;
    uint64_t offset = lines.at;
    if (!reel__minisign_line(&lines, &signature->comment) || lines.at == lines.size)
        return bad_signature(error, REEL_TRUNCATED, offset, "the signature ends before its last line");
    if (!reel__minisign_prefix(&signature->comment, trusted_word))
        return bad_signature(error, REEL_CORRUPT, offset, "the third line of the signature is not a trusted comment");
    offset = lines.at;
    reel_string line;
    reel__minisign_line(&lines, &line);
    if (lines.at == lines.size && line.size < base64_size(SEAL_SIGNATURE))
        return bad_signature(error, REEL_TRUNCATED, offset, "the signature ends inside its last line");
    if (!reel__minisign_base64(line, signature->global, SEAL_SIGNATURE))
        return bad_signature(error, REEL_CORRUPT, offset, "the last line of the signature is not base64 of its size");
    if (!is_blank(&lines)) return bad_signature(error, REEL_CORRUPT, lines.at, "there is more after the signature");
    return REEL_OK;
}

bool reel__minisign_is_strict(reel_bytes text, const minisign_signature *signature)
{
    size_t start = sizeof strict_start - 1;
    size_t size = start + base64_size(SIGNATURE_BYTES) + 1 + sizeof trusted_word - 1 + signature->comment.size + 1 +
                  base64_size(SEAL_SIGNATURE) + 1;
    return text.size == size && !memcmp(text.data, strict_start, start) && text.data[size - 1] == '\n' && !signature->legacy;
}

/* The message of the second signature: the first one, then the comment. */
static bool add_message(reel_memory *message, const uint8_t signature[SEAL_SIGNATURE], reel_string comment)
{
    return memory_add(message, signature, SEAL_SIGNATURE) && memory_add(message, comment.data, comment.size);
}

static bool add_text(reel_memory *out, const char *text) { return memory_add(out, text, strlen(text)); }

static bool add_base64(reel_memory *out, const uint8_t *data, size_t size)
{
    size_t length = base64_size(size);
    if (!reel__memory_room(out, length + 1)) return false;
    reel__base64_text((char *)out->data + out->size, data, size);
    out->size += length;
    out->data[out->size++] = '\n';
    return true;
}

bool reel__minisign_write(reel_memory *out, const uint8_t digest[SEAL_DIGEST], reel_string comment, const reel_public_key *key,
                          const uint8_t secret[SEAL_SECRET])
{
    uint8_t bytes[SIGNATURE_BYTES] = { 'E', 'D' }, global[SEAL_SIGNATURE];
    uint8_t *signature = bytes + ALGORITHM + REEL_KEY_ID_SIZE;
    reel_memory message = { .allocator = out->allocator };
    memcpy(bytes + ALGORITHM, key->id, REEL_KEY_ID_SIZE);
    reel__seal_sign(signature, digest, SEAL_DIGEST, secret);
    bool made = add_message(&message, signature, comment);
    if (made) reel__seal_sign(global, message.data, message.size, secret);
    reel_memory_free(&message);
    return made && add_text(out, strict_start) && add_base64(out, bytes, sizeof bytes) && add_text(out, trusted_word) &&
           memory_add(out, comment.data, comment.size) && add_text(out, "\n") && add_base64(out, global, sizeof global);
}

bool reel__minisign_comment_is_by(const minisign_signature *signature, const uint8_t public[SEAL_PUBLIC],
                                  const reel_allocator *allocator, reel_status *status)
{
    reel_memory message = { .allocator = *allocator };
    bool made = add_message(&message, signature->signature, signature->comment);
    bool good = made && reel__seal_verify(signature->global, message.data, message.size, public);
    if (!made) *status = REEL_MEMORY;
    reel_memory_free(&message);
    return good;
}
