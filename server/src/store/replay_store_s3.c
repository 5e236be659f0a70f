/* SPDX-License-Identifier: MIT
 * Replays as objects of S3: PREFIX/HASH. A PUT of one object is atomic, and S3 itself compares the bytes with x-amz-content-sha256, which is
 * the replay's id. Requests are signed by libcurl (AWS Signature Version 4). */
#include "base/fail.h"
#include "store/replay_store.h"

#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
    IDLE = 64,              /* connections that are kept */
    TRIES = 4,              /* of each request */
    FIRST_WAIT_MS = 100,    /* before the second try; doubled before each one after */
    CONNECT_SECONDS = 5,    /* of one try */
    STALL_SECONDS = 15,     /* of a try, without any byte */
    TOTAL_SECONDS = 120,    /* of one try */
    ANSWER_BYTES = 4 << 20, /* of a list or a message of failure */
    URL = 8192,
};
#define TRIALS "ready/" /* no replay has such a name */
#define EMPTY_SHA256 "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

typedef struct s3_store {
    store store;
    pthread_mutex_t lock;
    CURL *idle[IDLE];
    unsigned count;
    char base[512];                                              /* endpoint and bucket */
    char bucket[64];                                             /* its name */
    char prefix[512];                                            /* ends with a slash, or is empty */
    char sigv4[128];                                             /* for CURLOPT_AWS_SIGV4 */
    char trial[48], trial_sum[2 * crypto_hash_sha256_BYTES + 1]; /* the object of try_put, and the hash of its bytes */
    char *keys;                                                  /* "ID:SECRET" */
    char *session;                                               /* a header, or NULL */
} s3_store;

/* ---- one request --------------------------------------------------------------------------------------------------- */

/* What is sent, and what came back. */
typedef struct exchange {
    const char *method; /* NULL: GET, or PUT with `from` */
    char url[URL];
    const char *sum;  /* SHA-256 of the body in hexadecimal */
    const char *copy; /* a header; NULL: none */
    int from;         /* body of a PUT; -1: none */
    uint64_t size, sent;
    int to; /* gets the body of a success; -1: it goes to `text` */
    char *text;
    size_t text_size;
    long code;
    bool io_failed; /* writing `to` */
} exchange;

static CURL *borrow(s3_store *s)
{
    CURL *curl = NULL;
    pthread_mutex_lock(&s->lock);
    if (s->count) curl = s->idle[--s->count];
    pthread_mutex_unlock(&s->lock);
    return curl ? curl : curl_easy_init();
}

static void give_back(s3_store *s, CURL *curl)
{
    curl_easy_reset(curl); /* keeps the connection */
    pthread_mutex_lock(&s->lock);
    if (s->count < IDLE) s->idle[s->count++] = curl, curl = NULL;
    pthread_mutex_unlock(&s->lock);
    if (curl) curl_easy_cleanup(curl);
}

static size_t send_body(char *to, size_t one, size_t count, void *context)
{
    exchange *e = context;
    size_t most = one * count;
    if (most > e->size - e->sent) most = (size_t)(e->size - e->sent);
    if (!most) return 0;
    ssize_t size = pread(e->from, to, most, (off_t)e->sent);
    if (size <= 0) return CURL_READFUNC_ABORT;
    e->sent += (uint64_t)size;
    return (size_t)size;
}

static int seek_body(void *context, curl_off_t offset, int origin)
{
    if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
    ((exchange *)context)->sent = (uint64_t)offset;
    return CURL_SEEKFUNC_OK;
}

static size_t receive(char *data, size_t one, size_t count, void *context)
{
    exchange *e = context;
    size_t size = one * count;
    if (e->to >= 0 && e->code / 100 == 2) {
        for (size_t at = 0; at < size;) {
            ssize_t written = write(e->to, data + at, size - at);
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return e->io_failed = true, 0;
            at += (size_t)written;
        }
        return size;
    }
    if (size > ANSWER_BYTES - e->text_size) return 0;
    char *text = realloc(e->text, e->text_size + size + 1);
    if (!text) return 0;
    memcpy(text + e->text_size, data, size);
    e->text = text;
    e->text_size += size;
    text[e->text_size] = '\0';
    return size;
}

/* The status is needed before the body. */
static size_t receive_header(char *data, size_t one, size_t count, void *context)
{
    exchange *e = context;
    size_t size = one * count;
    if (size > 12 && memcmp(data, "HTTP/", 5) == 0) {
        const char *space = memchr(data, ' ', size - 4);
        e->code = space ? strtol(space, NULL, 10) : 0;
    }
    return size;
}

static bool add_header(struct curl_slist **list, const char *text)
{
    struct curl_slist *longer = text ? curl_slist_append(*list, text) : *list;
    if (!longer) return text == NULL;
    *list = longer;
    return true;
}

static CURLcode perform(s3_store *s, exchange *e, char message[CURL_ERROR_SIZE])
{
    struct curl_slist *headers = NULL;
    char sum[128];
    CURL *curl = borrow(s);
    if (!curl) return CURLE_OUT_OF_MEMORY;
    snprintf(sum, sizeof sum, "x-amz-content-sha256: %s", e->sum);
    *message = '\0';
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, message);
    curl_easy_setopt(curl, CURLOPT_URL, e->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)STALL_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TOTAL_SECONDS);
    curl_easy_setopt(curl, CURLOPT_AWS_SIGV4, s->sigv4);
    curl_easy_setopt(curl, CURLOPT_USERPWD, s->keys);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, receive_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, e);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, e);
    if (e->from >= 0) {
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)e->size);
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, send_body);
        curl_easy_setopt(curl, CURLOPT_READDATA, e);
        curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, seek_body);
        curl_easy_setopt(curl, CURLOPT_SEEKDATA, e);
    }
    if (e->method) curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, e->method);
    CURLcode result = CURLE_OUT_OF_MEMORY;
    if (add_header(&headers, sum) && add_header(&headers, s->session) && add_header(&headers, e->copy)) {
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        result = curl_easy_perform(curl);
    }
    give_back(s, curl);
    curl_slist_free_all(headers);
    return result;
}

static void forget_answer(exchange *e)
{
    free(e->text);
    e->text = NULL;
    e->text_size = 0;
    e->sent = 0;
    e->code = 0;
}

/* What S3 said: <Code>SlowDown</Code>. Borrows from the answer. */
static const char *code_of(const exchange *e, int *size)
{
    const char *at = e->text ? strstr(e->text, "<Code>") : NULL;
    at = at ? at + sizeof "<Code>" - 1 : "";
    size_t length = strcspn(at, "<");
    *size = length < 64 ? (int)length : 64;
    return at;
}

/* Sends a request, again after failures that may pass. A 404 is REEL_END. The caller frees e->text. */
static reel_status run(s3_store *s, exchange *e, const char *what, reel_error *error)
{
    char message[CURL_ERROR_SIZE];
    CURLcode result = CURLE_OK;
    for (int i = 0, wait = FIRST_WAIT_MS; i < TRIES; i++, wait *= 2) {
        if (i) {
            struct timespec pause = { .tv_sec = wait / 1000, .tv_nsec = wait % 1000 * 1000000L };
            nanosleep(&pause, NULL);
            forget_answer(e);
            if (e->to >= 0 && (ftruncate(e->to, 0) != 0 || lseek(e->to, 0, SEEK_SET) != 0)) break;
        }
        result = perform(s, e, message);
        if (result == CURLE_OK && e->code / 100 == 2) return REEL_OK;
        if (result == CURLE_OK && e->code == 404) return REEL_END;
        if (e->io_failed) return fail(error, REEL_IO, "store.io", "%s: %s", what, strerror(errno));
        bool passes = result != CURLE_OK ? result != CURLE_OUT_OF_MEMORY : e->code >= 500 || e->code == 429 || e->code == 408;
        if (!passes) break;
    }
    if (result != CURLE_OK)
        return fail(error, REEL_IO, "store.s3", "%s: %s", what, *message ? message : curl_easy_strerror(result));
    int size;
    const char *code = code_of(e, &size);
    return fail(error, REEL_IO, "store.s3", "%s: status %ld %.*s", what, e->code, size, code);
}

static void object_url(const s3_store *s, exchange *e, const char *id)
{
    snprintf(e->url, sizeof e->url, "%s/%s%s", s->base, s->prefix, id);
}

/* ---- the interface --------------------------------------------------------------------------------------------------- */

static reel_status s3_put(store *store, const char *id, int file, uint64_t size, reel_error *error)
{
    s3_store *s = (s3_store *)store;
    exchange e = { .sum = id, .from = file, .size = size, .to = -1 };
    object_url(s, &e, id);
    reel_status status = run(s, &e, "cannot store the replay", error);
    free(e.text);
    return status == REEL_END ? fail(error, REEL_IO, "store.s3", "cannot store the replay: no bucket '%s'", s->bucket) : status;
}

static reel_status s3_get(store *store, const char *id, int *file, reel_error *error)
{
    s3_store *s = (s3_store *)store;
    exchange e = { .sum = EMPTY_SHA256, .from = -1, .to = memfd_create("replay", MFD_CLOEXEC) };
    *file = -1;
    if (e.to < 0) return fail(error, REEL_MEMORY, "store.memory", "out of memory");
    object_url(s, &e, id);
    reel_status status = run(s, &e, "cannot read the store", error);
    free(e.text);
    if (status == REEL_END) status = fail(error, REEL_IO, "store.missing", "the replay is not in the store");
    if (status == REEL_OK && lseek(e.to, 0, SEEK_SET) != 0) status = fail(error, REEL_IO, "store.io", "%s", strerror(errno));
    if (status == REEL_OK)
        *file = e.to;
    else
        close(e.to);
    return status;
}

/* The text of the next <name> from *at on, which moves behind it. Names and values here need no entities. False if there is none. */
static bool next_element(const char **at, const char *name, char *value, size_t size)
{
    char open[48], close[48];
    snprintf(open, sizeof open, "<%s>", name);
    snprintf(close, sizeof close, "</%s>", name);
    const char *begin = strstr(*at, open);
    const char *end = begin ? strstr(begin, close) : NULL;
    if (!end) return false;
    begin += strlen(open);
    snprintf(value, size, "%.*s", (int)((size_t)(end - begin) < size ? (size_t)(end - begin) : size - 1), begin);
    *at = end + strlen(close);
    return true;
}

/* 2026-01-31T12:00:00.000Z */
static int64_t read_time(const char *text)
{
    struct tm parts = { .tm_mday = 1 };
    return strptime(text, "%Y-%m-%dT%H:%M:%S", &parts) ? timegm(&parts) : 0;
}

/* One page of the list. */
static bool walk_page(const s3_store *s, const char *text, store_each *each, void *context)
{
    char object[2048], key[1200], modified[64];
    while (next_element(&text, "Contents", object, sizeof object)) {
        const char *at = object, *from = object;
        if (!next_element(&at, "Key", key, sizeof key) || !next_element(&from, "LastModified", modified, sizeof modified))
            continue;
        size_t prefix = strlen(s->prefix);
        if (strncmp(key, s->prefix, prefix) != 0 || !store_is_id(key + prefix)) continue;
        if (!each(context, key + prefix, read_time(modified))) return false;
    }
    return true;
}

/* Parameters are in the order of their names, as they are signed. */
static void list_url(const s3_store *s, exchange *e, const char *token)
{
    char *escaped = curl_easy_escape(NULL, token, 0), *prefix = curl_easy_escape(NULL, s->prefix, 0);
    snprintf(e->url, sizeof e->url, "%s/?%s%s%sdelimiter=%%2F&list-type=2&max-keys=1000&prefix=%s", s->base,
             *token ? "continuation-token=" : "", *token && escaped ? escaped : "", *token ? "&" : "", prefix ? prefix : "");
    curl_free(escaped);
    curl_free(prefix);
}

static reel_status s3_walk(store *store, store_each *each, void *context, bool remove_strays, uint64_t *strays, reel_error *error)
{
    s3_store *s = (s3_store *)store;
    char token[1024] = "";
    (void)remove_strays;
    *strays = 0; /* an object is there as a whole or not at all */
    for (bool more = true; more;) {
        exchange e = { .sum = EMPTY_SHA256, .from = -1, .to = -1 };
        list_url(s, &e, token);
        reel_status status = run(s, &e, "cannot list the store", error);
        if (status == REEL_END) status = fail(error, REEL_IO, "store.s3", "cannot list the store: no bucket '%s'", s->bucket);
        if (status == REEL_OK) {
            const char *at = e.text ? e.text : "";
            more = walk_page(s, at, each, context) && next_element(&at, "NextContinuationToken", token, sizeof token);
        }
        free(e.text);
        if (status < 0) return status;
    }
    return REEL_OK;
}

static reel_status s3_set_aside(store *store, const char *id, reel_error *error)
{
    s3_store *s = (s3_store *)store;
    char copy[1024], name[STORE_ID + 8];
    exchange to = { .method = "PUT", .sum = EMPTY_SHA256, .copy = copy, .from = -1, .to = -1 };
    exchange old = { .method = "DELETE", .sum = EMPTY_SHA256, .from = -1, .to = -1 };
    snprintf(copy, sizeof copy, "x-amz-copy-source: /%s/%s%s", s->bucket, s->prefix, id);
    snprintf(name, sizeof name, "lost/%s", id);
    object_url(s, &to, name);
    object_url(s, &old, id);
    reel_status status = run(s, &to, "cannot move a replay to lost", error);
    /* a copy may fail with status 200 */
    if (status == REEL_OK && to.text && strstr(to.text, "<Error>")) status = REEL_END;
    if (status == REEL_OK) status = run(s, &old, "cannot move a replay to lost", error);
    free(to.text);
    free(old.text);
    return status == REEL_END ? fail(error, REEL_IO, "store.s3", "cannot move a replay to lost") : status;
}

static reel_status s3_remove(store *store, const char *id, reel_error *error)
{
    s3_store *s = (s3_store *)store;
    exchange old = { .method = "DELETE", .sum = EMPTY_SHA256, .from = -1, .to = -1 };
    object_url(s, &old, id);
    reel_status status = run(s, &old, "cannot remove a replay", error);
    free(old.text);
    return status == REEL_END ? REEL_OK : status; /* it was not there */
}

static void s3_close(store *store)
{
    s3_store *s = (s3_store *)store;
    while (s->count) curl_easy_cleanup(s->idle[--s->count]);
    pthread_mutex_destroy(&s->lock);
    free(s->keys);
    free(s->session);
    free(s);
}

/* An object that holds its own name, which is another one for each server. It stays if the bucket does not let it be deleted; uploads need no
 * such right. */
static reel_status s3_try_put(store *store, reel_error *error)
{
    s3_store *s = (s3_store *)store;
    exchange put = { .sum = s->trial_sum, .from = memfd_create("tried", MFD_CLOEXEC), .size = strlen(s->trial), .to = -1 };
    exchange get = { .sum = EMPTY_SHA256, .from = -1, .to = memfd_create("tried", MFD_CLOEXEC) };
    exchange away = { .method = "DELETE", .sum = EMPTY_SHA256, .from = -1, .to = -1 };
    char text[sizeof s->trial] = "";
    reel_error ignored;
    object_url(s, &put, s->trial);
    object_url(s, &get, s->trial);
    object_url(s, &away, s->trial);
    bool opened = put.from >= 0 && get.to >= 0 && pwrite(put.from, s->trial, (size_t)put.size, 0) == (ssize_t)put.size;
    reel_status status = opened ? REEL_OK : fail(error, REEL_MEMORY, "store.memory", "out of memory");
    if (status == REEL_OK) status = run(s, &put, "cannot write to the store", error);
    if (status == REEL_OK) {
        status = run(s, &get, "cannot read the store", error);
        bool same = status == REEL_OK && pread(get.to, text, sizeof text - 1, 0) >= 0 && strcmp(text, s->trial) == 0;
        if (status >= 0 && !same) status = fail(error, REEL_IO, "store.s3", "the store does not return what was written");
        run(s, &away, "", &ignored);
    }
    if (status == REEL_END) status = fail(error, REEL_IO, "store.s3", "cannot write to the store: no bucket '%s'", s->bucket);
    free(put.text);
    free(get.text);
    free(away.text);
    if (put.from >= 0) close(put.from);
    if (get.to >= 0) close(get.to);
    return status;
}

static const store_kind s3_kind = {
    .put = s3_put,
    .get = s3_get,
    .walk = s3_walk,
    .set_aside = s3_set_aside,
    .remove = s3_remove,
    .try_put = s3_try_put,
    .try_ms = 10000,
    .close = s3_close,
};

/* ---- opening --------------------------------------------------------------------------------------------------------- */

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* Splits s3://BUCKET/PREFIX. Names are such that no URL needs escapes. */
static bool read_where(s3_store *s, const char *where)
{
    where += sizeof "s3://" - 1;
    size_t size = strcspn(where, "/"), left;
    if (!size || size >= sizeof s->bucket || strspn(where, LETTERS ".-") < size) return false;
    memcpy(s->bucket, where, size);
    where += size;
    where += strspn(where, "/");
    left = strlen(where);
    if (left + 2 > sizeof s->prefix || strspn(where, LETTERS "._-/") < left || strstr(where, "..")) return false;
    snprintf(s->prefix, sizeof s->prefix, "%s%s", where, left && where[left - 1] != '/' ? "/" : "");
    return true;
}

static bool read_environment(s3_store *s, reel_error *error)
{
    const char *id = getenv("AWS_ACCESS_KEY_ID"), *secret = getenv("AWS_SECRET_ACCESS_KEY");
    const char *session = getenv("AWS_SESSION_TOKEN"), *region = getenv("AWS_REGION"), *endpoint = getenv("AWS_ENDPOINT_URL");
    if (!region) region = getenv("AWS_DEFAULT_REGION");
    if (!region) region = "us-east-1";
    if (!id || !secret) {
        fail(error, REEL_ARGUMENT, "store.s3-keys", "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3://%s", s->bucket);
        return false;
    }
    size_t size = endpoint ? strlen(endpoint) : 0;
    while (size && endpoint[size - 1] == '/') size--;
    if (size + sizeof s->bucket + 2 > sizeof s->base || strlen(region) > 32) {
        fail(error, REEL_ARGUMENT, "store.s3-endpoint", "AWS_ENDPOINT_URL or AWS_REGION is too long");
        return false;
    }
    if (endpoint)
        snprintf(s->base, sizeof s->base, "%.*s/%s", (int)size, endpoint, s->bucket);
    else
        snprintf(s->base, sizeof s->base, "https://s3.%s.amazonaws.com/%s", region, s->bucket);
    snprintf(s->sigv4, sizeof s->sigv4, "aws:amz:%s:s3", region);
    bool fine = asprintf(&s->keys, "%s:%s", id, secret) >= 0;
    if (fine && session && *session) fine = asprintf(&s->session, "x-amz-security-token: %s", session) >= 0;
    if (!fine) fail(error, REEL_MEMORY, "store.memory", "out of memory");
    return fine;
}

static void name_trial(s3_store *s)
{
    uint8_t random[16], hash[crypto_hash_sha256_BYTES];
    memcpy(s->trial, TRIALS, sizeof TRIALS);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(s->trial + sizeof TRIALS - 1, sizeof s->trial - sizeof TRIALS + 1, random, sizeof random);
    crypto_hash_sha256(hash, (const uint8_t *)s->trial, strlen(s->trial));
    sodium_bin2hex(s->trial_sum, sizeof s->trial_sum, hash, sizeof hash);
}

store *store_open_s3(const char *where, reel_error *error)
{
    s3_store *s = calloc(1, sizeof *s);
    if (!s || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        fail(error, REEL_MEMORY, "store.memory", "out of memory");
        free(s);
        return NULL;
    }
    s->store.kind = &s3_kind;
    name_trial(s);
    pthread_mutex_init(&s->lock, NULL);
    if (!read_where(s, where))
        fail(error, REEL_ARGUMENT, "store.s3-name", "'%s' is not s3://BUCKET/PREFIX with letters, digits and ._-/", where);
    else if (read_environment(s, error))
        return &s->store;
    s3_close(&s->store);
    return NULL;
}
