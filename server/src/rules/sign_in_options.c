/* SPDX-License-Identifier: MIT */
#include "rules/sign_in_options.h"

#include "net/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Services that need no more than a client. Where their addresses are from: Discord's are in its /.well-known/openid-configuration and in its pages on
 * OAuth 2.0 and on the resource User; GitHub's in "Authorizing OAuth apps" and in the reference of its call GET /user. */
static const sign_in_provider presets[] = {
    { .name = "discord",
      .title = "Discord",
      .authorize_url = "https://discord.com/oauth2/authorize",
      .token_url = "https://discord.com/api/oauth2/token",
      .user_url = "https://discord.com/api/users/@me",
      .scopes = "identify",
      .id_claim = "id",
      .name_claim = "global_name,username" },
    { .name = "github",
      .title = "GitHub",
      .authorize_url = "https://github.com/login/oauth/authorize",
      .token_url = "https://github.com/login/oauth/access_token",
      .user_url = "https://api.github.com/user",
      .secret_in = "body",
      .scopes = "read:user",
      .id_claim = "id",
      .name_claim = "login" },
};

static const struct sign_in_key {
    const char *name;
    size_t offset;
} keys[] = {
#define KEY(name, member)                                                                                                        \
    {                                                                                                                            \
        name, offsetof(sign_in_provider, member)                                                                                 \
    }
    KEY("preset", preset),
    KEY("title", title),
    KEY("issuer", issuer),
    KEY("authorize", authorize_url),
    KEY("token", token_url),
    KEY("user", user_url),
    KEY("client-id", client_id),
    KEY("client-secret-file", secret_file),
    KEY("client-secret-in", secret_in),
    KEY("scopes", scopes),
    KEY("id", id_claim),
    KEY("name", name_claim),
    KEY("player", player_claim),
    KEY("moderator-claim", role_claim),
    KEY("moderators", moderators[0]),
};
enum { KEYS = sizeof keys / sizeof *keys };

static const char **value_of(sign_in_provider *p, const struct sign_in_key *key)
{
    return (const char **)(void *)((char *)p + key->offset);
}

/* The next word of a line, which is cut there; a value may be in double quotes. NULL: there is none, or its quote does not end: then *at is at one. */
static char *next_word(char **at)
{
    char *word = *at + strspn(*at, " \t"), *to = word, *from = word;
    bool quoted = false;
    if (!*word) return NULL;
    for (; *from && (quoted || (*from != ' ' && *from != '\t')); from++) {
        if (*from == '"')
            quoted = !quoted;
        else
            *to++ = *from;
    }
    if (quoted) return *at = strcpy(word, "\""), NULL;
    *at = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

/* Commas are between the words of a value that has several; the other side wants blanks. */
static void split_commas(char *text)
{
    for (; *text; text++)
        if (*text == ',') *text = ' ';
}

static const char *read_words(sign_in_provider *p, char *at)
{
    for (char *word; (word = next_word(&at)) != NULL;) {
        char *value = strchr(word, '=');
        size_t i = 0;
        while (value && i < KEYS &&
               (strlen(keys[i].name) != (size_t)(value - word) || strncmp(keys[i].name, word, strlen(keys[i].name)) != 0))
            i++;
        if (!value || i == KEYS) return "has a word that is not KEY=VALUE, or an unknown key";
        if (!value[1]) return "has a key without a value";
        if (*value_of(p, &keys[i])) return "has a key twice";
        if (strcmp(keys[i].name, "scopes") == 0) split_commas(value + 1);
        *value_of(p, &keys[i]) = value + 1;
    }
    return *at == '"' ? "has a quote that does not end" : NULL;
}

static const char *use_preset(sign_in_provider *p)
{
    static const sign_in_provider usual = {
        .secret_in = "header", .scopes = "openid profile", .id_claim = "sub", .name_claim = "name,preferred_username"
    };
    if (p->preset) {
        size_t i = 0;
        while (i < sizeof presets / sizeof *presets && strcmp(presets[i].name, p->preset) != 0) i++;
        if (i == sizeof presets / sizeof *presets) return "has an unknown preset: there are discord and github";
        for (size_t k = 0; k < KEYS; k++)
            if (!*value_of(p, &keys[k])) *value_of(p, &keys[k]) = *value_of((sign_in_provider *)(void *)&presets[i], &keys[k]);
    }
    for (size_t k = 0; k < KEYS; k++)
        if (!*value_of(p, &keys[k])) *value_of(p, &keys[k]) = *value_of((sign_in_provider *)(void *)&usual, &keys[k]);
    return NULL;
}

/* The first line of the file. */
static const char *read_secret(sign_in_provider *p)
{
    FILE *file = fopen(p->secret_file, "re");
    const bool fine = file && fgets(p->secret, sizeof p->secret, file);
    if (file) fclose(file);
    if (fine) p->secret[strcspn(p->secret, "\r\n")] = '\0';
    return fine && *p->secret && strlen(p->secret) < sizeof p->secret - 1
               ? NULL
               : "has a file of the secret without a line of 1 to 254 bytes";
}

/* CLAIM:VALUE, where the claim may be an address, and ids between commas. */
static const char *read_moderators(sign_in_provider *p)
{
    char *colon = p->role_claim ? strrchr(p->line + (p->role_claim - p->line), ':') : NULL;
    char *list = p->moderators[0] ? p->line + (p->moderators[0] - p->line) : NULL;
    if (p->role_claim && (!colon || colon == p->role_claim || !colon[1])) return "has a moderator-claim that is not CLAIM:VALUE";
    if (colon) *colon = '\0', p->role = colon + 1;
    for (char *id; (id = strsep(&list, ",")) != NULL;) {
        if (!*id) continue;
        if (p->moderator_count == SIGN_IN_MODERATORS) return "has too many moderators";
        p->moderators[p->moderator_count++] = id;
    }
    return NULL;
}

static const char *check_provider(const sign_in_provider *p)
{
    if (!p->client_id) return "has no client-id";
    if (!p->issuer && !(p->authorize_url && p->token_url && p->user_url))
        return "has no issuer; without one it needs authorize, token and user";
    if (strcmp(p->secret_in, "header") != 0 && strcmp(p->secret_in, "body") != 0)
        return "has a client-secret-in that is not header or body";
    return NULL;
}

static bool is_name(const char *name)
{
    const size_t size = strlen(name);
    return size && size < SIGN_IN_NAME && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == size;
}

const char *sign_in_add(sign_in_options *o, const char *line)
{
    if (o->count == SIGN_INS) return "is one too many";
    sign_in_provider *p = &o->providers[o->count];
    memset(p, 0, sizeof *p);
    if (strlen(line) >= sizeof p->line) return "is too long";
    strcpy(p->line, line);
    char *at = p->line;
    p->name = next_word(&at);
    if (!p->name || !is_name(p->name)) return "does not begin with a name of small letters, digits and -";
    for (size_t i = 0; i < o->count; i++)
        if (strcmp(o->providers[i].name, p->name) == 0) return "has the name of another one";
    const char *why = read_words(p, at);
    if (!why) why = read_moderators(p);
    if (!why) why = use_preset(p);
    if (!why && !p->title) p->title = p->name;
    if (!why) why = check_provider(p);
    if (!why && p->secret_file) why = read_secret(p);
    o->count += !why;
    return why;
}

const char *sign_in_check(const sign_in_options *o)
{
    if (o->count && !o->public_url) return "needs --public-url, where browsers come back to";
    for (size_t i = 0; i < o->count; i++) {
        const sign_in_provider *p = &o->providers[i];
        const char *const urls[] = { p->issuer, p->authorize_url, p->token_url, p->user_url };
        for (size_t u = 0; u < sizeof urls / sizeof *urls; u++)
            if (urls[u] && !link_is_url(urls[u], o->loopback))
                return "has an address that is not https://HOST/..., without a port and a user";
    }
    return NULL;
}

bool sign_in_moderates(const sign_in_provider *p, const char *id, bool has_role)
{
    bool listed = has_role && p->role_claim;
    for (size_t i = 0; i < p->moderator_count && !listed; i++) listed = strcmp(p->moderators[i], id) == 0;
    return listed;
}
