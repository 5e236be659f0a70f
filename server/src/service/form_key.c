/* SPDX-License-Identifier: MIT */
#include "service/form_key.h"

#include "service/cookie.h"

#include <sodium.h>
#include <string.h>

void form_key(request *r, char key[FORM_KEY])
{
    static const uint8_t purpose[] = "reel-server key of forms";
    uint8_t hash[(FORM_KEY - 1) / 2];
    const char *token = cookie_token(r);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)(token ? token : ""), token ? strlen(token) : 0, purpose,
                       sizeof purpose);
    sodium_bin2hex(key, FORM_KEY, hash, sizeof hash);
}

const char *form_fault(request *r, const char *sent)
{
    char key[FORM_KEY];
    const char *site = request_header(r, "Sec-Fetch-Site");
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) return "the form was sent by another site";
    if (!sent) return NULL;
    form_key(r, key);
    if (strlen(sent) == FORM_KEY - 1 && sodium_memcmp(sent, key, FORM_KEY - 1) == 0) return NULL;
    return "the form is not of this server, or of another token: open its page again";
}
