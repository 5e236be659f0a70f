/* SPDX-License-Identifier: MIT
 * Every recording and vector of the corpus says what an independent decoder found in it: outcome, findings, ticks, numbers of
 * messages of each kind, and every position and input, by the hash of their lines. */
#include "codec/json_dom.h"
#include "corpus.h"
#include "formats/teehistorian/layout.h"

/* ---- SHA-256 ------------------------------------------------------------------------------------------------------ */

typedef struct sha {
    uint32_t state[8];
    uint8_t block[64];
    uint64_t size;
} sha;

static uint32_t turned(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

static void mix(sha *s)
{
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
        0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
        0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
        0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };
    uint32_t w[64], v[8];
    for (size_t i = 0; i < 16; i++) w[i] = reel_load_u32be(s->block + 4 * i);
    for (size_t i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, s->state, sizeof v);
    for (size_t i = 0; i < 64; i++) {
        uint32_t t1 =
            v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        uint32_t t2 = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (size_t i = 0; i < 8; i++) s->state[i] += v[i];
}

static void add_bytes(sha *s, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) {
        s->block[s->size++ % 64] = bytes[i];
        if (s->size % 64 == 0) mix(s);
    }
}

static sha begin_sha(void)
{
    return (sha){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } };
}

static void end_sha(sha *s, char text[65])
{
    uint64_t bits = s->size * 8;
    uint8_t length[8];
    for (size_t i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    add_bytes(s, "\x80", 1);
    while (s->size % 64 != 56) add_bytes(s, "", 1);
    add_bytes(s, length, sizeof length);
    for (size_t i = 0; i < 8; i++) snprintf(text + 8 * i, 9, "%08x", (unsigned)s->state[i]);
}

/* ---- the truth ------------------------------------------------------------------------------------------------------ */

static const json_value *get(const json_value *object, const char *name)
{
    const json_value *value;
    reel_string key;
    for (doc_steps walk = reel__doc_begin(object); reel__doc_step(&walk, &key, &value);) {
        if (key.size == strlen(name) && memcmp(key.data, name, key.size) == 0) return value;
    }
    return NULL;
}

static int64_t number(const json_value *object, const char *name)
{
    int64_t value = 0;
    const json_value *item = object ? get(object, name) : NULL;
    if (item && reel__doc_type(item) == JSON_IS_INTEGER) value = reel__doc_whole(item);
    return value;
}

static const char *text(const json_value *object, const char *name)
{
    const json_value *item = get(object, name);
    assert_non_null(item);
    return reel__doc_string(item).data;
}

static void *libc_alloc(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}
static void *libc_resize(void *context, void *old, size_t old_size, size_t size)
{
    (void)context, (void)old_size;
    return realloc(old, size);
}
static void libc_free(void *context, void *pointer)
{
    (void)context;
    free(pointer);
}
static const reel_allocator libc = { libc_alloc, libc_resize, libc_free, NULL };

/* ---- comparing ------------------------------------------------------------------------------------------------------- */

static char place[300];

static void same(const char *what, int64_t got, int64_t wanted)
{
    if (got != wanted) fail_msg("%s: %s is %lld, not %lld", place, what, (long long)got, (long long)wanted);
}

static void compare_findings(const json_value *truth, const reel_findings *findings)
{
    const json_value *item;
    reel_string key;
    static const char *const severities[] = { "note", "warning", "error" };
    size_t count = 0;
    for (doc_steps walk = reel__doc_begin(get(truth, "findings")); reel__doc_step(&walk, &key, &item); count++) {
        bool found = false;
        for (size_t i = 0; i < reel_findings_count(findings); i++) {
            const reel_finding *finding = reel_findings_at(findings, i);
            const char *dot = strchr(finding->rule, '.');
            found |= dot && !strcmp(dot + 1, text(item, "rule")) && finding->offset == (uint64_t)number(item, "offset") &&
                     !strcmp(severities[finding->severity], text(item, "severity"));
        }
        if (!found) fail_msg("%s: no %s at %lld", place, text(item, "rule"), (long long)number(item, "offset"));
    }
    same("number of findings", (int64_t)reel_findings_count(findings), (int64_t)count);
}

static void compare_positions(const json_value *truth, const reel_replay *replay)
{
    size_t count;
    int64_t kinds[9] = { 0 };
    char line[80], hash[65];
    sha s = begin_sha();
    const teehistorian_position *rows = reel_rows(replay, &teehistorian_positions, &count);
    for (size_t i = 0; i < count; i++) {
        kinds[rows[i].kind]++;
        if (rows[i].kind == TEEHISTORIAN_OLD)
            snprintf(line, sizeof line, "%d %d - -\n", rows[i].tick, rows[i].cid);
        else
            snprintf(line, sizeof line, "%d %d %d %d\n", rows[i].tick, rows[i].cid, rows[i].x, rows[i].y);
        add_bytes(&s, line, strlen(line));
    }
    end_sha(&s, hash);
    if (strcmp(hash, text(truth, "position_stream_sha256"))) fail_msg("%s: other positions", place);
    const json_value *messages = get(truth, "messages");
    same("PLAYER_NEW", kinds[TEEHISTORIAN_NEW], number(messages, "PLAYER_NEW"));
    same("PLAYER_DIFF", kinds[TEEHISTORIAN_DIFF], number(messages, "PLAYER_DIFF"));
    same("PLAYER_OLD", kinds[TEEHISTORIAN_OLD], number(messages, "PLAYER_OLD"));
}

static void compare_inputs(const json_value *truth, const reel_replay *replay)
{
    size_t count;
    int64_t kinds[3] = { 0 };
    char line[200], hash[65];
    sha s = begin_sha();
    const teehistorian_input *rows = reel_rows(replay, &teehistorian_inputs, &count);
    for (size_t i = 0; i < count; i++) {
        const int32_t *v = &rows[i].direction;
        kinds[rows[i].kind]++;
        snprintf(line, sizeof line, "%d %d %d %d %d %d %d %d %d %d %d %d\n", rows[i].tick, rows[i].cid, v[0], v[1], v[2], v[3],
                 v[4], v[5], v[6], v[7], v[8], v[9]);
        add_bytes(&s, line, strlen(line));
    }
    end_sha(&s, hash);
    if (strcmp(hash, text(truth, "input_stream_sha256"))) fail_msg("%s: other inputs", place);
    same("INPUT_NEW", kinds[TEEHISTORIAN_NEW], number(get(truth, "messages"), "INPUT_NEW"));
    same("INPUT_DIFF", kinds[TEEHISTORIAN_DIFF], number(get(truth, "messages"), "INPUT_DIFF"));
}

/* Rows of all tables that describe the EX messages of a kind. */
static int64_t rows_of_kind(const reel_replay *replay, const tee_kind *kind)
{
    size_t count;
    int64_t found = 0;
    const uint8_t *rows = reel_rows(replay, kind->table, &count);
    for (size_t i = 0; i < count; i++) found += reel__tee_kind_of_row(kind->table, rows + i * kind->table->row_size) == kind;
    return found;
}

static void compare_messages(const json_value *truth, const reel_replay *replay)
{
    int64_t known = 0;
    const json_value *value, *messages = get(truth, "messages");
    reel_string key;
    size_t extensions;
    const teehistorian_extension *rows = reel_rows(replay, &teehistorian_extensions, &extensions);
    for (size_t i = 0; i < TEE_KINDS; i++) {
        const tee_kind *kind = &reel__tee_kinds[i];
        int64_t count = rows_of_kind(replay, kind);
        if (kind->id == TEE_EX) {
            for (size_t e = 0; e < extensions; e++) count += !memcmp(rows[e].uuid.bytes, kind->uuid, 16);
            known += count;
        }
        same(kind->name, count, number(kind->id == TEE_EX ? get(truth, "ex") : messages, kind->name));
    }
    for (doc_steps walk = reel__doc_begin(get(truth, "ex")); reel__doc_step(&walk, &key, &value);) {
        int64_t count;
        count = reel__doc_whole(value);
        known -= count;
    }
    size_t other = 0;
    for (size_t e = 0; e < extensions; e++) other += reel__tee_kind_of(TEE_EX, rows[e].uuid.bytes) == NULL;
    same("other EX", (int64_t)other + known, 0);
}

static void compare_net(const json_value *truth, const reel_replay *replay)
{
    size_t count;
    const teehistorian_message *rows = reel_rows(replay, &teehistorian_messages, &count);
    const json_value *value;
    reel_string key;
    for (doc_steps walk = reel__doc_begin(get(truth, "net_messages")); reel__doc_step(&walk, &key, &value);) {
        int64_t wanted, found = 0;
        wanted = reel__doc_whole(value);
        for (size_t i = 0; i < count; i++) {
            char name[64];
            teehistorian_net net = teehistorian_net_of(rows[i].data, rows[i].protocol);
            snprintf(name, sizeof name, "%d:%d", rows[i].protocol, rows[i].message_id);
            const char *wanted_name = key.data;
            if (strchr(wanted_name, '?'))
                found += wanted_name[0] - '0' == rows[i].protocol && !net.whole;
            else if (strchr(wanted_name, ' '))
                found += wanted_name[0] - '0' == rows[i].protocol && rows[i].message_id == 0;
            else
                found += !strcmp(name, wanted_name);
        }
        if (!strchr(key.data, ' ')) same(key.data, found, wanted);
    }
}

static void compare_ends(const json_value *truth, const reel_replay *replay, uint64_t consumed, uint64_t seq_seen)
{
    size_t count;
    const teehistorian_ending *ending = reel_rows(replay, &teehistorian_endings, &count);
    bool damaged = reel_replay_damage(replay);
    same("endings", (int64_t)count, !damaged);
    if (!damaged) {
        same("last_tick", ending->tick, number(truth, "last_tick"));
        same("messages", (int64_t)ending->seq + ending->finished, number(truth, "messages_total"));
        same("finished", ending->finished, !strcmp(text(truth, "status"), "complete"));
        if (ending->finished) same("finish_offset", (int64_t)ending->offset, number(truth, "finish_offset"));
    }
    (void)seq_seen;
    if (damaged) same("consumed", (int64_t)consumed, number(truth, "consumed"));
}

static void compare(const json_value *truth, const char *path)
{
    reel_findings *findings = reel_findings_new(NULL);
    reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(path, &options, &replay, &error) < 0) {
        static const char *const names[] = { "truncated", "corrupt", "unsupported", "not-teehistorian" };
        bool named = false;
        for (size_t i = 0; i < 4; i++) named |= !strcmp(names[i], text(truth, "status"));
        if (!named) fail_msg("%s: %s", place, error.message);
        same("consumed", 0, number(truth, "consumed"));
    } else {
        const reel_error *damage = reel_replay_damage(replay);
        if (damage && strcmp(reel_status_name(damage->status), text(truth, "status")))
            fail_msg("%s: %s, not %s", place, reel_status_name(damage->status), text(truth, "status"));
        compare_findings(truth, findings);
        compare_positions(truth, replay);
        compare_inputs(truth, replay);
        compare_messages(truth, replay);
        compare_net(truth, replay);
        compare_ends(truth, replay, damage ? damage->offset : 0, 0);
        reel_free(replay);
    }
    reel_findings_free(findings);
}

/* "expected/teehistorian/recorded/a.json" is about "samples/teehistorian/recorded/a.teehistorian". */
static bool compare_sample(const char *path, const char *name)
{
    char sample[300];
    size_t size, bad_at;
    reel_status status;
    snprintf(place, sizeof place, "%s", name);
    snprintf(sample, sizeof sample, "samples/teehistorian/%.*s.teehistorian", (int)(strlen(name) - strlen(".json")), name);
    const char *found = corpus_path(sample);
    if (!found) return false;
    json_pool pool = { .allocator = libc };
    uint8_t *bytes = read_file(path, &size);
    const json_value *truth = reel__json_doc_read(&pool, bytes, size, &status, &bad_at);
    assert_non_null(truth);
    compare(truth, found);
    free(bytes);
    reel__json_pool_free(&pool);
    return true;
}

static void every_sample_says_what_was_found_in_it(void **state)
{
    (void)state;
    corpus_need("expected/teehistorian");
    corpus_compared(corpus_each("expected/teehistorian", ".json", compare_sample), "recordings");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_sample_says_what_was_found_in_it) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
