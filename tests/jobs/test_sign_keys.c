/* SPDX-License-Identifier: MIT
 * Keys of signatures and their files. */
#include "codec/base64.h"
#include "jobs/sign/comment.h"
#include "jobs/sign/minisign.h"
#include "support.h"

#include <reel/format.h>
#include <reel/sign.h>

enum { LITTLE = 16 << 20 }; /* bytes for scrypt: 1 GiB takes seconds */

#define need_library()                                                                                                           \
    do {                                                                                                                         \
        if (!reel_signing_library()) {                                                                                           \
            print_message("built without libsodium\n");                                                                          \
            skip();                                                                                                              \
        }                                                                                                                        \
    } while (0)

static bool say(void *context, char *password, size_t capacity, size_t *size)
{
    const char *word = context;
    *size = strlen(word);
    assert_true(*size <= capacity);
    memcpy(password, word, *size);
    return true;
}

static bool refuse(void *context, char *password, size_t capacity, size_t *size)
{
    return (void)context, (void)password, (void)capacity, (void)size, false;
}

static reel_key_options with_password(const char *word)
{
    return (reel_key_options){ REEL_SIZED(reel_key_options), .on_password = say, .password_context = (void *)(uintptr_t)word,
                               .memory = LITTLE };
}

static reel_key *new_key(void)
{
    reel_key *key;
    assert_int_equal(reel_key_new(&key, NULL), REEL_OK);
    return key;
}

static size_t written(const reel_key *key, const reel_key_options *options, char *data)
{
    size_t size;
    reel_error error;
    if (reel_key_write(key, options, data, &size, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(strlen(data), size);
    assert_true(size < REEL_SECRET_KEY_FILE);
    return size;
}

static void keys_come_back_from_their_files(void **state)
{
    (void)state;
    need_library();
    const reel_key_options protected = with_password("correct horse"), empty = with_password("");
    const reel_key_options *const all[] = { NULL, &protected, &empty };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char data[REEL_SECRET_KEY_FILE];
        reel_key *key = new_key(), *back;
        size_t size = written(key, all[i], data);
        assert_int_equal(reel_key_read(data, size, i == 1 ? all[i] : NULL, &back, NULL), REEL_OK);
        assert_memory_equal(reel_key_public(key), reel_key_public(back), sizeof(reel_public_key));
        reel_key_free(back);
        reel_key_free(key);
    }
}

static void public_keys_come_back_from_their_text(void **state)
{
    (void)state;
    need_library();
    reel_key *key = new_key();
    char text[REEL_PUBLIC_KEY_TEXT], file[200], id[REEL_KEY_ID_TEXT];
    reel_public_key back;
    reel_public_key_text(reel_key_public(key), text);
    reel_key_id_text(reel_key_public(key), id);
    assert_int_equal(strlen(id), REEL_KEY_ID_TEXT - 1);
    assert_int_equal(reel_public_key_read(text, strlen(text), &back, NULL), REEL_OK);
    assert_memory_equal(reel_key_public(key), &back, sizeof back);
    snprintf(file, sizeof file, "untrusted comment: anything\r\n%s\r\n", text);
    assert_int_equal(reel_public_key_read(file, strlen(file), &back, NULL), REEL_OK);
    assert_memory_equal(reel_key_public(key), &back, sizeof back);
    reel_key_free(key);
}

/* The example of minisign's page. */
static void a_public_key_of_minisign_has_the_id_that_it_prints(void **state)
{
    (void)state;
    static const char text[] = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
    reel_public_key key;
    char id[REEL_KEY_ID_TEXT], again[REEL_PUBLIC_KEY_TEXT];
    assert_int_equal(reel_public_key_read(text, strlen(text), &key, NULL), REEL_OK);
    reel_key_id_text(&key, id);
    reel_public_key_text(&key, again);
    assert_string_equal(id, "E7620F1842B4E81F");
    assert_string_equal(again, text);
}

static void wrong_and_missing_passwords_have_a_rule(void **state)
{
    (void)state;
    need_library();
    char data[REEL_SECRET_KEY_FILE];
    const reel_key_options right = with_password("right"), wrong = with_password("wrong"),
                           none = { REEL_SIZED(reel_key_options), .on_password = refuse };
    reel_key *key = new_key(), *back;
    reel_error error;
    size_t size = written(key, &right, data);
    assert_int_equal(reel_key_read(data, size, &wrong, &back, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "sign.password");
    assert_null(back);
    assert_int_equal(reel_key_read(data, size, NULL, &back, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "sign.password");
    assert_int_equal(reel_key_read(data, size, &none, &back, &error), REEL_CANCELLED);
    assert_string_equal(error.rule, "sign.password");
    reel_key_free(key);
}

static void damaged_key_files_are_refused(void **state)
{
    (void)state;
    need_library();
    char data[REEL_SECRET_KEY_FILE];
    reel_key *key = new_key(), *back;
    reel_error error;
    size_t size = written(key, NULL, data), start = (size_t)(strchr(data, '\n') - data) + 1;
    for (size_t cut = 0; cut + 1 < size; cut++) {
        reel_status status = reel_key_read(data, cut, NULL, &back, &error);
        assert_true(status == REEL_TRUNCATED || status == REEL_CORRUPT);
        assert_string_equal(error.rule, "sign.secret-key");
        assert_null(back);
    }
    for (size_t i = start; i + 1 < size; i++) {
        char kept = data[i];
        data[i] = kept == 'A' ? 'B' : 'A';
        bool parameter = i >= start + 8 && i < start + 72; /* salt and cost mean nothing without a password */
        if (reel_key_read(data, size, NULL, &back, &error) == REEL_OK) {
            if (!parameter) fail_msg("byte %zu", i);
            reel_key_free(back);
        }
        data[i] = kept;
    }
    reel_key_free(key);
}

static void a_file_cannot_demand_more_memory_than_minisign(void **state)
{
    (void)state;
    need_library();
    enum { FILE_BYTES = 158, OPERATIONS_AT = 38, MEMORY_AT = 46 };
    static const struct {
        size_t at;
        uint64_t value;
    } demands[] = { { OPERATIONS_AT, (UINT64_C(1) << 25) + 1 }, { MEMORY_AT, UINT64_C(1) << 31 }, { MEMORY_AT, UINT64_MAX } };
    const reel_key_options options = with_password("x");
    reel_key *key = new_key(), *back;
    reel_error error;
    for (size_t i = 0; i < sizeof demands / sizeof *demands; i++) {
        char data[REEL_SECRET_KEY_FILE];
        uint8_t file[160];
        size_t got, size = written(key, &options, data), start = (size_t)(strchr(data, '\n') - data) + 1;
        assert_true(reel__base64_read(data + start, size - start - 1, file, &got));
        assert_int_equal(got, FILE_BYTES);
        reel_store_u64le(file + demands[i].at, demands[i].value);
        reel__base64_text(data + start, file, FILE_BYTES);
        assert_int_equal(reel_key_read(data, size, &options, &back, &error), REEL_LIMIT);
        assert_string_equal(error.rule, "sign.key-cost");
    }
    reel_key_free(key);
}

static void damaged_public_keys_are_refused(void **state)
{
    (void)state;
    static const char text[] = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
    reel_public_key key;
    reel_error error;
    for (size_t cut = 0; cut < strlen(text); cut++)
        assert_int_equal(reel_public_key_read(text, cut, &key, &error), REEL_TRUNCATED);
    assert_int_equal(reel_public_key_read("RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO!", 56, &key, &error),
                     REEL_CORRUPT);
    assert_string_equal(error.rule, "sign.public-key");
    assert_int_equal(reel_public_key_read("RXQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3", 56, &key, &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "sign.algorithm");
    assert_int_equal(reel_public_key_read("untrusted comment: none", 23, &key, &error), REEL_TRUNCATED);
}

static void wiping_clears_memory(void **state)
{
    (void)state;
    char secret[32], zeros[32] = { 0 };
    memset(secret, 'x', sizeof secret);
    reel_wipe(secret, sizeof secret);
    assert_memory_equal(secret, zeros, sizeof secret);
    reel_key_free(NULL);
    reel_mark_free(NULL);
}

/* ---- texts of minisign ---------------------------------------------------------------------------------------------- */

/* A signature by nobody: its form is right. */
static size_t signature_text(char *text, size_t room, const char *first, const char *ends, const char *comment, const char *after)
{
    char half[101] = "RUQ", global[89] = "";
    memset(half + 3, 'A', 97);
    half[99] = '=';
    memset(global, 'A', 86);
    memcpy(global + 86, "==", 2);
    return (size_t)snprintf(text, room, "%s%s%s%s%s%s%s%s%s", first, ends, half, ends, comment, ends, global, ends, after);
}

static void signatures_have_the_form_of_minisign(void **state)
{
    (void)state;
    static const struct {
        const char *first, *ends, *comment, *after;
        reel_status status;
    } cases[] = {
        { "untrusted comment: a", "\n", "trusted comment: b", "", REEL_OK },
        { "untrusted comment: a", "\r\n", "trusted comment: b", "\r\n \n", REEL_OK },
        { "untrusted comment: a", "\n", "trusted comment: b", "more", REEL_CORRUPT },
        { "untrusted comment: a", "\n", "comment: b", "", REEL_CORRUPT },
        { "comment: a", "\n", "trusted comment: b", "", REEL_CORRUPT },
    };
    char text[1000];
    minisign_signature read;
    reel_error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = signature_text(text, sizeof text, cases[i].first, cases[i].ends, cases[i].comment, cases[i].after);
        reel_status status = reel__minisign_read((reel_bytes){ (const uint8_t *)text, size }, &read, &error);
        if (status != cases[i].status) fail_msg("case %zu: %s", i, error.message);
        if (status < 0) assert_string_equal(error.rule, "sign.signature");
        if (status < 0) continue;
        assert_int_equal(read.comment.size, 1);
        assert_false(
            reel__minisign_is_strict((reel_bytes){ (const uint8_t *)text, size }, &read)); /* another program's first line */
    }
    static uint8_t large[MINISIGN_MOST + 1];
    memset(large, 'a', sizeof large);
    assert_int_equal(reel__minisign_read((reel_bytes){ large, sizeof large }, &read, &error), REEL_CORRUPT);
    assert_int_equal(error.offset, MINISIGN_MOST);
    reel_string line = { (const char *)large, 400 };
    assert_false(reel__minisign_base64(line, large, 300)); /* longer than any line of a key or a signature */
}

static void comments_bind_what_they_say_once(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool sound;
        int64_t time;
        const char *player;
    } cases[] = {
        { "reel:1\tplayer:a%20b\ttimestamp:-5", true, -5, "a b" },
        { "reel:1\ttimestamp:123456789012345678", true, 123456789012345678, "" },
        { "reel:1\ttimestamp:1234567890123456789", false, 0, "" },
        { "reel:1\ttimestamp:", false, 0, "" },
        { "reel:1\ttimestamp:-", false, 0, "" },
        { "reel:1\ttimestamp:1x", false, 0, "" },
        { "reel:1\ttimestamp:1/", false, 0, "" },
        { "reel:1\tplayer:a\tplayer:b", false, 0, "a" },
        { "reel:1\ttimestamp:5\ttimestamp:6", false, 5, "" },
        { "reel:1\tplayer:a\treel:1", false, 0, "a" },
        { "timestamp:5\treel:1\tlevel:\tlevel:b", false, 5, "" },
        { "reel:1\thashed\thashed\tother:\tother:", true, 0, "" },
        { "reel:1\tplayer:%4", false, 0, "" },
        { "reel:1\tplayer:%", false, 0, "" },
        { "reel:1\tplayer:%g0", false, 0, "" },
        { "reel:1\tplayer:%0g", false, 0, "" },
        { "reel:1\tkey:abc", false, 0, "" },
        { "reel:1\tother:%zz\t", true, 0, "" },
        { "timestamp:7\tplayer:a", true, 7, "" }, /* of another program: only the time counts */
        { "timestamp:x\tfile:%", true, 0, "" },
        { "", true, 0, "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char room[64];
        reel_mark mark = { .time = 0 };
        const reel_string comment = { cases[i].text, strlen(cases[i].text) };
        if (reel__comment_read(comment, &mark, room) != cases[i].sound) fail_msg("%s", cases[i].text);
        assert_int_equal(mark.time, cases[i].time);
        assert_int_equal(mark.player.size, strlen(cases[i].player));
        if (mark.player.size) assert_memory_equal(mark.player.data, cases[i].player, mark.player.size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_back_from_their_files),
        cmocka_unit_test(public_keys_come_back_from_their_text),
        cmocka_unit_test(a_public_key_of_minisign_has_the_id_that_it_prints),
        cmocka_unit_test(wrong_and_missing_passwords_have_a_rule),
        cmocka_unit_test(damaged_key_files_are_refused),
        cmocka_unit_test(a_file_cannot_demand_more_memory_than_minisign),
        cmocka_unit_test(damaged_public_keys_are_refused),
        cmocka_unit_test(wiping_clears_memory),
        cmocka_unit_test(signatures_have_the_form_of_minisign),
        cmocka_unit_test(comments_bind_what_they_say_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
