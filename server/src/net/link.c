/* SPDX-License-Identifier: MIT
 * Each hop is checked from the start: the URL is parsed, its host compared with the list, the host resolved once, all its addresses
 * checked, and libcurl pinned to them (CURLOPT_RESOLVE), so that a second answer of the resolver changes nothing. The address is checked
 * once more when the socket is opened. libcurl follows no redirects and uses no proxy. */
#include "net/link.h"

#include "base/clock.h"
#include "base/fail.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <netdb.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    URL = 2048,
    HOST = 254,
    HEADERS = 32 << 10, /* bytes of the headers of an answer */
    CONNECT_SECONDS = 5,
    STALL_SECONDS = 5,
    PIN = HOST + 16 + LINK_ADDRESSES * (INET6_ADDRSTRLEN + 3)
};

typedef struct fetch {
    const link_options *options;
    int file;
    uint64_t size;
    size_t header_bytes;
    long code;
    char next[URL]; /* the header Location */
    bool too_large, io_failed, refused;
    bool loopback; /* the URL is of this machine, and may be */
} fetch;

/* ---- what is allowed ------------------------------------------------------------------------------------------------- */

bool link_is_host(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    ip_address address;
    if (strncmp(name, "*.", 2) == 0) name += 2;
    size_t size = strlen(name);
    return size && size < HOST && strspn(name, letters) == size && *name != '.' && name[size - 1] != '.' && strchr(name, '.') &&
           !address_read(name, &address);
}

static bool is_listed(const link_options *options, const char *host)
{
    for (size_t i = 0; i < options->count; i++) {
        const char *listed = options->hosts[i];
        if (strncmp(listed, "*.", 2) != 0) {
            if (strcasecmp(listed, host) == 0) return true;
            continue;
        }
        size_t below = strlen(listed) - 1, size = strlen(host); /* with its point */
        if (size > below && strcasecmp(host + size - below, listed + 1) == 0) return true;
    }
    return false;
}

/* The host of a URL of the form that is allowed. */
static reel_status read_host(const char *url, char host[HOST], reel_error *error)
{
    char *parts[5] = { NULL };
    static const CURLUPart wanted[] = { CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT, CURLUPART_USER, CURLUPART_PASSWORD };
    CURLU *handle = curl_url();
    if (!handle) return fail(error, REEL_MEMORY, "link.failed", "out of memory");
    bool fine = strlen(url) < URL && curl_url_set(handle, CURLUPART_URL, url, CURLU_DISALLOW_USER) == CURLUE_OK;
    for (size_t i = 0; fine && i < 5; i++) (void)curl_url_get(handle, wanted[i], &parts[i], 0);
    fine = fine && parts[0] && strcmp(parts[0], "https") == 0 && parts[1] && link_is_host(parts[1]) && parts[1][0] != '*' &&
           (!parts[2] || strcmp(parts[2], "443") == 0) && !parts[3] && !parts[4];
    reel_status status = REEL_OK;
    if (!fine)
        status = fail(error, REEL_ARGUMENT, "link.url", "the link is not https://HOST/..., without a port and a user");
    else
        snprintf(host, HOST, "%s", parts[1]);
    for (size_t i = 0; i < 5; i++) curl_free(parts[i]);
    curl_url_cleanup(handle);
    return status;
}

static reel_status read_url(const link_options *options, const char *url, char host[HOST], reel_error *error)
{
    reel_status status = read_host(url, host, error);
    if (status < 0 || is_listed(options, host)) return status;
    return fail(error, REEL_ARGUMENT, "link.host", "links to this host are not allowed");
}

/* ---- addresses ---------------------------------------------------------------------------------------------------------- */

static size_t link_resolve(const link_options *options, const char *host, ip_address addresses[LINK_ADDRESSES])
{
    struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM }, *list = NULL;
    size_t count = 0;
    if (options->resolve) return options->resolve(options->context, host, addresses);
    if (getaddrinfo(host, NULL, &hints, &list) != 0) return 0;
    for (const struct addrinfo *each = list; each && count < LINK_ADDRESSES; each = each->ai_next)
        if (address_of(each->ai_addr, &addresses[count])) count++;
    freeaddrinfo(list);
    return count;
}

/* Resolves a host and writes it as CURLOPT_RESOLVE has it. One address that is not public spoils the name. */
static reel_status link_pin(const link_options *options, const char *host, char text[PIN], reel_error *error)
{
    ip_address addresses[LINK_ADDRESSES];
    size_t count = link_resolve(options, host, addresses), used = (size_t)snprintf(text, PIN, "%s:443:", host);
    if (!count) return fail(error, REEL_IO, "link.failed", "the host of the link cannot be resolved");
    for (size_t i = 0; i < count; i++) {
        char one[INET6_ADDRSTRLEN];
        bool four = address_is_four(&addresses[i]);
        if (!address_is_public(&addresses[i]))
            return fail(error, REEL_ARGUMENT, "link.address", "the host of the link has an address that is not public");
        inet_ntop(four ? AF_INET : AF_INET6, addresses[i].bytes + (four ? 12 : 0), one, sizeof one);
        used += (size_t)snprintf(text + used, PIN - used, four ? "%s%s" : "%s[%s]", i ? "," : "", one);
    }
    return REEL_OK;
}

/* The last look at an address: libcurl is about to connect to it. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
    fetch *f = context;
    ip_address address;
    (void)purpose;
    bool known = address_of(&to->addr, &address);
    if (!known || !(address_is_public(&address) || (f->loopback && address_is_four(&address) && address.bytes[12] == 127))) {
        f->refused = true;
        return CURL_SOCKET_BAD;
    }
    if (f->options->divert) f->options->divert(f->options->context, &to->addr);
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* ---- one answer --------------------------------------------------------------------------------------------------------- */

static size_t receive_header(char *data, size_t one, size_t count, void *context)
{
    static const char location[] = "location:";
    fetch *f = context;
    size_t size = one * count;
    f->header_bytes += size;
    if (f->header_bytes > HEADERS) return 0;
    if (size > 12 && memcmp(data, "HTTP/", 5) == 0) {
        const char *space = memchr(data, ' ', size - 4);
        f->code = space ? strtol(space, NULL, 10) : 0;
    }
    if (size < sizeof location || strncasecmp(data, location, sizeof location - 1) != 0) return size;
    size_t from = sizeof location - 1, to = size;
    while (from < to && (data[from] == ' ' || data[from] == '\t')) from++;
    while (to > from && (unsigned char)data[to - 1] <= ' ') to--;
    snprintf(f->next, sizeof f->next, "%.*s", to - from < URL ? (int)(to - from) : 0, data + from);
    return size;
}

static size_t link_receive(char *data, size_t one, size_t count, void *context)
{
    fetch *f = context;
    size_t size = one * count;
    if (f->code != 200) return size <= 65536 && (f->header_bytes += size) <= HEADERS + 65536 ? size : 0;
    if (size > f->options->bytes - f->size) return f->too_large = true, 0;
    for (size_t at = 0; at < size;) {
        ssize_t written = write(f->file, data + at, size - at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return f->io_failed = true, 0;
        at += (size_t)written;
    }
    f->size += size;
    return size;
}

static int is_stopped(void *context, curl_off_t all, curl_off_t so_far, curl_off_t all_up, curl_off_t so_far_up)
{
    const fetch *f = context;
    (void)all, (void)so_far, (void)all_up, (void)so_far_up;
    return atomic_load(f->options->stopped);
}

static void set_options(CURL *curl, fetch *f, const char *url, struct curl_slist *pinned, long milliseconds)
{
    const link_options *o = f->options;
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_RESOLVE, pinned);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)STALL_SECONDS);
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)o->bytes);
    if (o->ca) curl_easy_setopt(curl, CURLOPT_CAINFO, o->ca);
    if (o->stopped) {
        curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_stopped);
        curl_easy_setopt(curl, CURLOPT_XFERINFODATA, f);
    }
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "reel-server");
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, f);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, receive_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, f);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, link_receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, f);
}

/* Why a certificate was refused. libcurl compares its hosts by itself, after OpenSSL found no fault with it. */
static const char *certificate_fault(CURL *curl)
{
    long fault = X509_V_OK;
    curl_easy_getinfo(curl, CURLINFO_SSL_VERIFYRESULT, &fault);
    return fault == X509_V_OK || fault == X509_V_ERR_UNSPECIFIED ? "it is not for this host"
                                                                 : X509_verify_cert_error_string(fault);
}

static reel_status link_explain(const fetch *f, CURL *curl, CURLcode result, reel_error *error)
{
    if (f->refused) return fail(error, REEL_ARGUMENT, "link.address", "the host of the link has an address that is not public");
    if (f->too_large || result == CURLE_FILESIZE_EXCEEDED)
        return fail(error, REEL_LIMIT, "link.size", "the link has more bytes than the server allows");
    if (f->io_failed) return fail(error, REEL_IO, "link.failed", "the server is out of memory");
    if (result == CURLE_OPERATION_TIMEDOUT) return fail(error, REEL_IO, "link.time", "the host of the link is too slow");
    if (result == CURLE_PEER_FAILED_VERIFICATION)
        return fail(error, REEL_IO, "link.failed", "the certificate of the host is not valid: %s", certificate_fault(curl));
    /* libcurl's own words may have parts of the answer, which is not the client's to read */
    return fail(error, REEL_IO, "link.failed", "the link cannot be fetched: %s", curl_easy_strerror(result));
}

static reel_status fetch_one(fetch *f, const char *url, const char *pinned, long milliseconds, reel_error *error)
{
    struct curl_slist *list = curl_slist_append(NULL, pinned);
    CURL *curl = curl_easy_init();
    CURLcode result = CURLE_OUT_OF_MEMORY;
    f->header_bytes = 0;
    f->code = 0;
    *f->next = '\0';
    if (curl && list) {
        set_options(curl, f, url, list, milliseconds);
        result = curl_easy_perform(curl);
    }
    reel_status status = result == CURLE_OK ? REEL_OK : link_explain(f, curl, result, error);
    if (curl) curl_easy_cleanup(curl);
    curl_slist_free_all(list);
    return status;
}

/* ---- a link --------------------------------------------------------------------------------------------------------------- */

/* The URL that a redirect leads to, which may be relative to the one that it came from. */
static bool link_join(char url[URL], const char *next)
{
    char *whole = NULL;
    CURLU *handle = curl_url();
    bool fine = handle && curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK &&
                curl_url_set(handle, CURLUPART_URL, next, 0) == CURLUE_OK &&
                curl_url_get(handle, CURLUPART_URL, &whole, 0) == CURLUE_OK && strlen(whole) < URL;
    if (fine) strcpy(url, whole);
    curl_free(whole);
    curl_url_cleanup(handle);
    return fine;
}

static bool is_redirect(long code) { return code == 301 || code == 302 || code == 303 || code == 307 || code == 308; }

reel_status link_fetch(const link_options *options, const char *link, int file, uint64_t *size, reel_error *error)
{
    fetch f = { .options = options, .file = file };
    char url[URL], host[HOST], pinned[PIN];
    int64_t deadline = clock_steady_ms() + (int64_t)options->seconds * 1000;
    *size = 0;
    if (strlen(link) >= URL) return fail(error, REEL_ARGUMENT, "link.url", "the link is too long");
    strcpy(url, link);
    for (unsigned hop = 0; hop <= options->redirects; hop++) {
        reel_status status = read_url(options, url, host, error);
        if (status >= 0) status = link_pin(options, host, pinned, error);
        int64_t left = deadline - clock_steady_ms();
        if (status >= 0 && left <= 0) status = fail(error, REEL_IO, "link.time", "the host of the link is too slow");
        if (status >= 0) status = fetch_one(&f, url, pinned, (long)left, error);
        if (status < 0) return status;
        if (f.code == 200) return *size = f.size, REEL_OK;
        if (!is_redirect(f.code))
            return fail(error, REEL_IO, "link.status", "the host of the link answers with status %ld", f.code);
        if (!*f.next || !link_join(url, f.next))
            return fail(error, REEL_ARGUMENT, "link.url", "the link redirects to an invalid URL");
    }
    return fail(error, REEL_IO, "link.redirect", "the link redirects more than %u times", options->redirects);
}

/* ---- asking ---------------------------------------------------------------------------------------------------------------- */

static bool is_loopback(const char *url)
{
    static const char begin[] = "http://127.0.0.1:";
    return strncmp(url, begin, sizeof begin - 1) == 0;
}

bool link_is_url(const char *url, bool loopback)
{
    char host[HOST];
    reel_error error;
    return strlen(url) < URL && ((loopback && is_loopback(url)) || read_host(url, host, &error) >= 0);
}

/* The answer is not of interest, and may not be long. */
static size_t drop_answer(char *data, size_t one, size_t count, void *context)
{
    fetch *f = context;
    (void)data;
    f->header_bytes += one * count;
    return f->header_bytes <= HEADERS + 65536 ? one * count : 0;
}

static reel_status ask_once(fetch *f, const link_request *request, const char *pinned, struct curl_slist *headers,
                            reel_error *error)
{
    CURL *curl = curl_easy_init();
    struct curl_slist *list = *pinned ? curl_slist_append(NULL, pinned) : NULL;
    CURLcode result = CURLE_OUT_OF_MEMORY;
    if (curl && (list || !*pinned)) {
        set_options(curl, f, request->url, list, (long)f->options->seconds * 1000);
        if (f->loopback) curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http");
        if (f->file < 0) curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop_answer);
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        if (request->body) {
            curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->size);
            curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
        }
        result = curl_easy_perform(curl);
    }
    reel_status status = result == CURLE_OK ? REEL_OK : link_explain(f, curl, result, error);
    if (curl) curl_easy_cleanup(curl);
    curl_slist_free_all(list);
    return status;
}

reel_status link_ask(const link_options *options, const link_request *request, long *code, reel_error *error)
{
    fetch f = { .options = options, .file = request->file, .loopback = options->loopback && is_loopback(request->url) };
    char host[HOST], pinned[PIN] = "";
    struct curl_slist *list = NULL;
    reel_status status = f.loopback ? REEL_OK : read_host(request->url, host, error);
    if (status >= 0 && !f.loopback) status = link_pin(options, host, pinned, error);
    for (const char *const *header = request->headers; status >= 0 && *header; header++) {
        struct curl_slist *longer = curl_slist_append(list, *header);
        if (!longer) status = fail(error, REEL_MEMORY, "link.failed", "out of memory");
        list = longer ? longer : list;
    }
    if (status >= 0) status = ask_once(&f, request, pinned, list, error);
    curl_slist_free_all(list);
    *code = f.code;
    return status;
}

reel_status link_ask_text(const link_options *options, const link_request *request, char *text, size_t room, size_t *size,
                          reel_error *error)
{
    long code = 0;
    link_request to_file = *request;
    *size = 0;
    to_file.file = memfd_create("answer", MFD_CLOEXEC);
    if (to_file.file < 0) return fail(error, REEL_IO, "link.failed", "too many open files");
    reel_status status = link_ask(options, &to_file, &code, error);
    const ssize_t count = status < 0 ? 0 : pread(to_file.file, text, room - 1, 0);
    close(to_file.file);
    if (status < 0) return status;
    if (code != 200) return fail(error, REEL_IO, "link.status", "the host of the link answers with status %ld", code);
    *size = count > 0 ? (size_t)count : 0;
    text[*size] = '\0';
    return REEL_OK;
}
