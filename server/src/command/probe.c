/* SPDX-License-Identifier: MIT
 * reel-server --probe: for the health check of a container, in which there is no other client. */
#include "command/admin.h"

#include <curl/curl.h>
#include <string.h>

enum { PROBE_SECONDS = 4 };

static size_t drop(char *bytes, size_t size, size_t count, void *context) { return (void)bytes, (void)context, size * count; }

/* A server that listens on every address of the machine answers on this one. */
static const char *own_address(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 ? "127.0.0.1" : strcmp(address, "::") == 0 ? "::1" : address;
}

int admin_probe(const char *address, unsigned port)
{
    char link[128];
    long code = 0;
    const char *own = own_address(address);
    bool six = strchr(own, ':') != NULL;
    snprintf(link, sizeof link, "http://%s%s%s:%u/readyz", six ? "[" : "", own, six ? "]" : "", port);
    CURL *curl = curl_easy_init();
    CURLcode result = curl ? CURLE_OK : CURLE_OUT_OF_MEMORY;
    if (curl) {
        curl_easy_setopt(curl, CURLOPT_URL, link);
        curl_easy_setopt(curl, CURLOPT_PROXY, "");
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)PROBE_SECONDS);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
        result = curl_easy_perform(curl);
        if (result == CURLE_OK) curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
        curl_easy_cleanup(curl);
    }
    if (code == 200) return 0;
    fprintf(stderr, "reel-server: %s: %s\n", link, code ? "not ready" : curl_easy_strerror(result));
    return 1;
}
