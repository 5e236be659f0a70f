/* SPDX-License-Identifier: MIT
 * GET /start: the page for people, server/page/start.html. The build puts it into start_page.h. */
#include "routes.h"
#include "start_page.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { DIGEST_TEXT = sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL), MOST_POLICY = 512 };

static char policy[MOST_POLICY];
static pthread_once_t made = PTHREAD_ONCE_INIT;

/* The digest of what is between the first <name> and </name> of the page, as Content-Security-Policy has it. */
static void digest_of(const char *name, char text[DIGEST_TEXT])
{
    char begin[16], end[16];
    uint8_t digest[crypto_hash_sha256_BYTES];
    snprintf(begin, sizeof begin, "<%s>", name);
    snprintf(end, sizeof end, "</%s>", name);
    const uint8_t *last = start_page + sizeof start_page, *from = memmem(start_page, sizeof start_page, begin, strlen(begin));
    from += strlen(begin);
    const uint8_t *to = memmem(from, (size_t)(last - from), end, strlen(end));
    crypto_hash_sha256(digest, from, (size_t)(to - from));
    sodium_bin2base64(text, DIGEST_TEXT, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
}

/* Only the page's own script and style, and requests to this server. */
static void make_policy(void)
{
    char script[DIGEST_TEXT], style[DIGEST_TEXT];
    digest_of("script", script);
    digest_of("style", style);
    snprintf(policy, sizeof policy,
             "default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; connect-src 'self'; base-uri 'none'; "
             "form-action 'none'; frame-ancestors 'none'",
             script, style);
}

enum MHD_Result get_start(request *r)
{
    pthread_once(&made, make_policy);
    r->policy = policy;
    return answer_text(r, MHD_HTTP_OK, "text/html; charset=utf-8", (const char *)start_page, sizeof start_page);
}
