/* SPDX-License-Identifier: MIT */
#include "command/options.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };
#define MEBIBYTE (UINT64_C(1) << 20)

typedef enum option_kind {
    IS_TEXT,
    IS_ADDRESS,
    IS_COUNT,
    IS_PORT,
    IS_MEBIBYTES,
    IS_FLAG,
    IS_PROXY,
    IS_HOST,
    IS_PATH,
    IS_KEYS,
    IS_ENDPOINT,
    IS_PUBLIC,
    IS_ORIGIN,
    IS_CORS,
    IS_DEMAND,
    IS_RULE,
    IS_HOOK,
    IS_SECRET,
    IS_SIGN_IN
} option_kind;

typedef struct option_entry {
    const char *name;
    option_kind kind;
    size_t offset; /* in settings */
    uint64_t most;
    const char *value, *doc; /* for --help */
} option_entry;

#define AT(member) offsetof(settings, member)
static const option_entry entries[] = {
    { "address", IS_ADDRESS, AT(server.address), 0, "ADDRESS", "listen on this address [127.0.0.1]" },
    { "port", IS_PORT, AT(server.port), 65535, "PORT", "and port; 0 chooses a free one [8080]" },
    { "metrics", IS_ENDPOINT, 0, 0, "ADDRESS:PORT", "serve /metrics there, and nowhere else [nowhere]" },
    { "store", IS_TEXT, AT(server.store), 0, "WHERE", "keep replays in this folder, or s3://BUCKET/PREFIX" },
    { "database", IS_TEXT, AT(server.database), 0, "WHERE", "catalogue: an SQLite file or postgres://... [in the folder]" },
    { "maps", IS_TEXT, AT(server.maps), 0, "FOLDER",
      "of maps, HASH.zip and HASH.map, that replays are judged with, and where POST /maps keeps them [none]" },
    { "share-maps", IS_FLAG, AT(server.share_maps), 0, NULL, "anyone gets the bytes of maps, GET /maps/HASH/bytes" },
    { "boards", IS_TEXT, AT(boards), 0, "FILE", "* what the boards rank [built in; share/reel-server/boards.conf beside bin]" },
    { "rankings", IS_TEXT, AT(rankings), 0, "FILE",
      "what counts across levels [built in; share/reel-server/rankings.conf beside bin]" },
    { "viewer", IS_TEXT, AT(server.viewer), 0, "PAGE", "page of GET /view [share/reel/viewer.html beside bin]" },
    { "public-url", IS_PUBLIC, 0, 0, "URL",
      "how clients reach this server, https://HOST, for previews of links [http:// and their Host]" },
    { "frame-ancestors", IS_ORIGIN, 0, 0, "ORIGIN",
      "may frame GET /view, besides this server: https://HOST, https://*.HOST, or *; may be repeated [none]" },
    { "cors", IS_CORS, 0, 0, "ORIGIN", "its pages may read answers, https://HOST, or * for all; may be repeated [none]" },
    { "workers", IS_COUNT, AT(server.pool.workers), POOL_WORKERS, "COUNT", "processes that decode [one per processor]" },
    { "body", IS_MEBIBYTES, AT(server.body), 1 << 20, "MIB", "largest body of a request [64]" },
    { "budget", IS_MEBIBYTES, AT(server.budget), 1 << 24, "MIB", "memory in all [half of what there is]" },
    { "scratch", IS_TEXT, AT(server.scratch), 0, "FOLDER", "for large bodies and answers [in the store, or /var/tmp]" },
    { "scratch-size", IS_MEBIBYTES, AT(server.scratch_size), 1 << 24, "MIB", "of them at most [4096]" },
    { "cache", IS_MEBIBYTES, AT(server.cache), 1 << 20, "MIB", "answers in memory; 0: none [32]" },
    { "seconds", IS_COUNT, AT(server.pool.seconds), 3600, "COUNT", "longest time to decode a replay [10]" },
    { "memory", IS_MEBIBYTES, AT(server.pool.memory), 1 << 24, "MIB", "address space of a worker process [2048]" },
    { "connections", IS_COUNT, AT(server.front.connections), 1 << 16, "COUNT", "at most, in all [4096]" },
    { "per-address", IS_COUNT, AT(server.front.per_address), 1 << 16, "COUNT", "connections of one address; 0: no limit [256]" },
    { "header-seconds", IS_COUNT, AT(server.front.header_seconds), 3600, "COUNT", "for the header of a request [20]" },
    { "body-seconds", IS_COUNT, AT(server.front.body_seconds), 3600, "COUNT", "for its body [60]" },
    { "answer-seconds", IS_COUNT, AT(server.front.answer_seconds), 86400, "COUNT", "for reading its answer [300]" },
    { "access-log", IS_FLAG, AT(server.access_log), 0, NULL, "log every answer, not only uploads and what is refused" },
    { "drain", IS_COUNT, AT(server.drain_seconds), 3600, "COUNT", "for running requests after SIGTERM [10]" },
    { "config", IS_TEXT, AT(config), 0, "FILE", "options, one per line without dashes" },
    { "rate", IS_COUNT, AT(server.admission.address.rate), 1000000, "COUNT",
      "* requests a second of one address; 0: no limit [0]" },
    { "burst", IS_COUNT, AT(server.admission.address.burst), 1000000, "COUNT", "* of them at once [as many as the rate]" },
    { "token-rate", IS_COUNT, AT(server.admission.token.rate), 1000000, "COUNT",
      "* requests a second of one token; 0: no limit [0]" },
    { "token-burst", IS_COUNT, AT(server.admission.token.burst), 1000000, "COUNT", "* of them at once [as many as the rate]" },
    { "failures", IS_COUNT, AT(server.admission.failures), 1000000, "COUNT",
      "* wrong tokens of one address in a minute; 0: no limit [60]" },
    { "work", IS_COUNT, AT(server.admission.work), 1000000, "SECONDS",
      "* seconds of workers in a minute for one address without a token; 0: no limit [60]" },
    { "token-work", IS_COUNT, AT(server.admission.token_work), 1000000, "SECONDS", "* the same for one token; 0: no limit [60]" },
    { "no-anonymous", IS_FLAG, AT(server.no_anonymous), 0, NULL, "decoding needs a token, too" },
    { "proxy", IS_PROXY, 0, 0, "ADDRESS", "* proxy whose X-Forwarded-For is believed; may be repeated" },
    { "link-host", IS_HOST, 0, 0, "HOST", "* host of GET /?link=, or *.HOST; may be repeated [none]" },
    { "link-seconds", IS_COUNT, AT(server.admission.link_seconds), 600, "COUNT", "* longest time to fetch a link [10]" },
    { "link-ca", IS_PATH, 0, 0, "FILE", "* certificates that links trust [those of the system]" },
    { "keys", IS_KEYS, 0, 0, "FILE", "* public keys whose marks are trusted; may be repeated [all]" },
    { "require-mark", IS_DEMAND, AT(server.admission.policy.marks), 0, "WHICH",
      "* hold uploads without a trusted mark: all, game:NAME, format:ID, level:LEVEL, uploader:TOKEN; may be repeated [none]" },
    { "require-challenge", IS_DEMAND, AT(server.admission.policy.challenges), 0, "WHICH",
      "* hold uploads whose mark answers no challenge of this server; may be repeated [none]" },
    { "require-evidence", IS_DEMAND, AT(server.admission.policy.evidence), 0, "WHICH",
      "* refuse uploads whose motion contradicts their score, and hold those whose motion cannot show it; may be repeated "
      "[none]" },
    { "mark-days", IS_COUNT, AT(server.admission.policy.mark_days), 36500, "COUNT",
      "* hold marks without a challenge that are older; 0: never [0]" },
    { "hold", IS_RULE, 0, 0, "RULE", "* hold uploads with such a finding, also an error; NAME.* for several; may be repeated" },
    { "quota-uploads", IS_COUNT, AT(server.admission.policy.quota_uploads), 1000000000, "COUNT",
      "* new replays of one token in a day; 0: no limit [0]" },
    { "quota-bytes", IS_MEBIBYTES, AT(server.admission.policy.quota_bytes), UINT64_C(1) << 32, "MIB",
      "* of replays that are kept of one token; 0: no limit [0]" },
    { "login-keys", IS_TEXT, AT(server.login.keys), 0, "WHERE", "keys of players' tokens (JWKS): a file or https://HOST/..." },
    { "login-issuer", IS_TEXT, AT(server.login.demands.issuer), 0, "TEXT", "their claim iss" },
    { "login-audience", IS_TEXT, AT(server.login.demands.audience), 0, "TEXT", "their claim aud, or one of them" },
    { "login-player", IS_TEXT, AT(server.login.demands.player_claim), 0, "CLAIM", "which is the player's id [sub]" },
    { "login-scopes", IS_TEXT, AT(server.login.scopes), 0, "LIST", "of tokens without the claim scope [\"upload challenge\"]" },
    { "sign-in", IS_SIGN_IN, 0, 0, "NAME KEY=VALUE...",
      "where people sign in: issuer=, client-id=, client-secret-file=, or preset=discord or github; may be repeated [nowhere]" },
    { "sign-in-loopback", IS_FLAG, AT(server.sign_in.loopback), 0, NULL, "http://127.0.0.1:PORT is fine there, too: for tests" },
    { "webhook", IS_HOOK, 0, 0, "[FORM] URL",
      "post events there, https://HOST/...; FORM is discord or slack: plays, as messages; may be repeated" },
    { "webhook-secret", IS_SECRET, 0, 0, "FILE", "what signs them: a line of at least 16 bytes" },
    { "webhook-loopback", IS_FLAG, AT(server.hooks.loopback), 0, NULL, "http://127.0.0.1:PORT/ is fine, too: for tests" },
    { "live", IS_TEXT, AT(server.live.folder), 0, "FOLDER",
      "for plays that are being recorded [live in the folder of the store]" },
    { "lives", IS_COUNT, AT(server.live.count), 4096, "COUNT", "of them at a time, half of them of one token; 0: none [256]" },
    { "live-size", IS_MEBIBYTES, AT(server.live.size), 1 << 24, "MIB", "bytes of all of them [1024]" },
    { "live-seconds", IS_COUNT, AT(server.live.seconds), 86400, "COUNT",
      "without a piece, after which a play is judged as it is [60]" },
    { "live-clients", IS_COUNT, AT(server.live.clients), 1 << 16, "COUNT", "that watch, at a time [1024]" },
    { "event-clients", IS_COUNT, AT(server.event_clients), 1 << 16, "COUNT", "of GET /events, at a time [256]" },
    { "keep-removed", IS_COUNT, AT(server.keep_removed), 36500, "DAYS", "keep removed replays as evidence; 0: for ever [30]" },
    { "repair", IS_FLAG, AT(admin.repair), 0, NULL, "fsck: remove temporary files, move bad replays to lost/" },
    { "forget", IS_FLAG, AT(admin.forget), 0, NULL, "fsck: remove entries whose replay is lost" },
    { "check", IS_FLAG, AT(admin.check), 0, NULL, "read the options and FILE, report what is wrong, and end" },
    { "probe", IS_FLAG, AT(admin.probe), 0, NULL, "ask the server at this address and port whether it is ready, and end" },
    { "expires", IS_COUNT, AT(admin.days), 36500, "DAYS", "token add: for how long it is valid; 0: for ever [0]" },
    { "uploader", IS_TEXT, AT(admin.uploader), 0, "NAME",
      "import: whose uploads the replays are, as with a token of this name [import]" },
    { "columns", IS_TEXT, AT(admin.columns), 0, "WHICH",
      "import: which columns FILE has: the name of a table that is built in, or a file that declares one" },
    { "player", IS_TEXT, AT(admin.player), 0, "PLAYER", "token add: uploads are of this player only [of any]" },
    { "apply", IS_FLAG, AT(admin.apply), 0, NULL, "recheck: change what it prints" },
    { "scopes", IS_TEXT, AT(admin.scopes), 0, "LIST", "token add: what it allows [\"upload challenge\"]" },
    { "reason", IS_TEXT, AT(admin.reason), 0, "TEXT", "moderate: why, for the log" },
};
enum { ENTRIES = sizeof entries / sizeof *entries };
/* What getopt returns for each: no character, since '?' is an error. */
enum { OPT_FIRST = 256, OPT_HELP = OPT_FIRST + ENTRIES, OPT_VERSION };

static const char usage[] = "usage: reel-server [OPTION]...                  serve\n"
                            "       reel-server fsck [--repair] [--forget]   compare the store with its catalogue\n"
                            "       reel-server token add|rotate|revoke NAME, token list\n"
                            "       reel-server account list|erase NAME      those who signed in by browser\n"
                            "       reel-server audit                        list what was done to tokens and by moderators\n"
                            "       reel-server moderate queue|bans|letters|purge\n"
                            "       reel-server moderate approve|hold|hide|remove|restore|undo|show ID [--reason TEXT]\n"
                            "       reel-server moderate ban|ban-hold|unban player|uploader NAME [--reason TEXT]\n"
                            "       reel-server moderate export|erase PLAYER"
                            "  all that is kept of a player\n"
                            "       reel-server recheck [--apply]            check, score and rank what is kept again\n"
                            "       reel-server backup FOLDER, restore FOLDER\n"
                            "       reel-server import FOLDER                upload every replay of a tree\n"
                            "       reel-server import FILE --columns WHICH  take in the plays of a table, with their replays\n"
                            "       reel-server export FOLDER                write the replays, and a table of them\n"
                            "Decodes, verifies, keeps and serves game replays over HTTP.\n\n";

static void print_help(void)
{
    fputs(usage, stdout);
    for (const option_entry *e = entries; e < entries + ENTRIES; e++) {
        char name[48];
        snprintf(name, sizeof name, "--%s%s%s", e->name, e->value ? " " : "", e->value ? e->value : "");
        printf("  %-24s %s\n", name, e->doc);
    }
    puts("  --help                   print this help\n  --version                print the version\n\n"
         "* is read again from FILE after SIGHUP.");
}

/* ---- values --------------------------------------------------------------------------------------------------------- */

static int refuse(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "reel-server: --%s: '%s' %s\n", name, value, why);
    return EXIT_USAGE;
}

static int set_number(const option_entry *e, const char *value, void *to)
{
    char *end, why[64];
    unsigned long long number = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || number > e->most) {
        snprintf(why, sizeof why, "is not a number from 0 to %llu", (unsigned long long)e->most);
        return refuse(e->name, value, why);
    }
    if (e->kind == IS_PORT)
        *(uint16_t *)to = (uint16_t)number;
    else if (e->kind == IS_MEBIBYTES)
        *(uint64_t *)to = number * MEBIBYTE;
    else
        *(unsigned *)to = (unsigned)number;
    return OPTIONS_GO_ON;
}

/* ADDRESS:PORT, with an address of IPv6 in brackets. */
static int set_endpoint(const option_entry *e, const char *value, settings *s)
{
    char *end = NULL, *address = s->metrics;
    const char *colon = strrchr(value, ':');
    size_t size = colon ? (size_t)(colon - value) : 0;
    unsigned long port = colon ? strtoul(colon + 1, &end, 10) : 0;
    bool fine = colon && colon[1] >= '0' && colon[1] <= '9' && !*end && port <= UINT16_MAX;
    if (size > 1 && *value == '[' && value[size - 1] == ']') value++, size -= 2;
    ip_address read;
    fine = fine && size && size < sizeof s->metrics && snprintf(address, sizeof s->metrics, "%.*s", (int)size, value) > 0 &&
           address_read(address, &read);
    if (!fine) return refuse(e->name, value, "is not ADDRESS:PORT");
    s->server.metrics = address;
    s->server.metrics_port = (uint16_t)port;
    return OPTIONS_GO_ON;
}

/* Whether it is https://HOST or http://HOST, maybe with a port. */
static bool is_origin(const char *text)
{
    char host[ADMISSION_HOST];
    const char *after = strncmp(text, "https://", 8) == 0 ? text + 8 : strncmp(text, "http://", 7) == 0 ? text + 7 : NULL;
    size_t size = after ? strcspn(after, ":") : 0, digits = size && after[size] ? strspn(after + size + 1, "0123456789") : 0;
    if (!size || size >= sizeof host || (after[size] && (!digits || digits > 5 || after[size + 1 + digits]))) return false;
    memcpy(host, after, size);
    host[size] = '\0';
    return link_is_host(host) || strcmp(host, "localhost") == 0 || address_read(host, &(ip_address){ { 0 } });
}

static int set_public(const option_entry *e, const char *value, settings *s)
{
    size_t size = strlen(value);
    if (size && value[size - 1] == '/') size--;
    if (size >= sizeof s->public_url) return refuse(e->name, value, "is too long");
    snprintf(s->public_url, sizeof s->public_url, "%.*s", (int)size, value);
    if (!is_origin(s->public_url) || strchr(s->public_url, '*')) return refuse(e->name, value, "is not https://HOST");
    s->server.public_url = s->public_url;
    return OPTIONS_GO_ON;
}

static int add_ancestor(const option_entry *e, const char *value, settings *s)
{
    size_t size = strlen(s->ancestors);
    if (strcmp(value, "*") != 0 && !is_origin(value)) return refuse(e->name, value, "is not https://HOST, https://*.HOST or *");
    if (size + strlen(value) + 2 > sizeof s->ancestors) return refuse(e->name, value, "is one too many");
    snprintf(s->ancestors + size, sizeof s->ancestors - size, " %s", value);
    s->server.ancestors = s->ancestors;
    return OPTIONS_GO_ON;
}

static int add_cors(const option_entry *e, const char *value, settings *s)
{
    const size_t size = strlen(s->cors);
    if (strcmp(value, "*") != 0 && (!is_origin(value) || strchr(value, '*')))
        return refuse(e->name, value, "is not https://HOST or *");
    if (size + strlen(value) + 2 > sizeof s->cors) return refuse(e->name, value, "is one too many");
    snprintf(s->cors + size, sizeof s->cors - size, " %s", value);
    s->server.cors = s->cors;
    return OPTIONS_GO_ON;
}

/* URL, or the name of a form and a URL. */
static int add_hook(const option_entry *e, const char *value, hook_options *hooks)
{
    if (hooks->count == HOOKS) return refuse(e->name, value, "is one too many");
    hook_target *target = &hooks->targets[hooks->count++];
    *target = (hook_target){ value, HOOK_EVENTS };
    for (hook_form form = 0; form < HOOK_FORMS; form++) {
        const size_t size = strlen(hook_form_names[form]);
        if (strncmp(value, hook_form_names[form], size) != 0 || value[size] != ' ') continue;
        *target = (hook_target){ value + size + strspn(value + size, " "), form };
    }
    return OPTIONS_GO_ON;
}

/* The first line of a file. */
static int read_secret(const option_entry *e, const char *path, char secret[HOOK_SECRET])
{
    enum { LEAST = 16 };
    FILE *file = fopen(path, "re");
    bool fine = file && fgets(secret, HOOK_SECRET, file);
    if (file) fclose(file);
    if (fine) secret[strcspn(secret, "\r\n")] = '\0';
    if (fine && strlen(secret) >= LEAST && strlen(secret) < HOOK_SECRET - 1) return OPTIONS_GO_ON;
    return refuse(e->name, path, "has no line of 16 to 254 bytes, or cannot be read");
}

/* Whether webhooks have what they need. */
static int check_hooks(hook_options *hooks, const char *public_url)
{
    hooks->public_url = public_url;
    for (size_t i = 0; i < hooks->count; i++) {
        const hook_target *target = &hooks->targets[i];
        if (!link_is_url(target->url, hooks->loopback))
            return refuse("webhook", target->url, "is not https://HOST/..., without a port and a user");
        if (target->form != HOOK_EVENTS && !public_url)
            return refuse("webhook", target->url, "needs --public-url, for links to the plays");
    }
    if (!hooks->count || *hooks->secret) return OPTIONS_GO_ON;
    return fputs("reel-server: --webhook needs --webhook-secret\n", stderr), EXIT_USAGE;
}

static int check_login(const login_options *login)
{
    const jwt_demands *d = &login->demands;
    if (!login->keys || (d->issuer && *d->issuer && d->audience && *d->audience)) return OPTIONS_GO_ON;
    return fputs("reel-server: --login-keys needs --login-issuer and --login-audience\n", stderr), EXIT_USAGE;
}

static int add_sign_in(const option_entry *e, const char *value, sign_in_options *to)
{
    const char *why = sign_in_add(to, value);
    return why ? refuse(e->name, value, why) : OPTIONS_GO_ON;
}

static int check_sign_in(settings *s)
{
    sign_in_options *o = &s->server.sign_in;
    o->public_url = s->server.public_url;
    const char *why = sign_in_check(o);
    return why ? (fprintf(stderr, "reel-server: --sign-in %s\n", why), EXIT_USAGE) : OPTIONS_GO_ON;
}

static int set_option(settings *s, const option_entry *e, const char *value)
{
    void *to = (char *)s + e->offset;
    admission_options *g = &s->server.admission;
    switch (e->kind) {
    case IS_ADDRESS:
        if (!address_read(value, &(ip_address){ { 0 } })) return refuse(e->name, value, "is not an address");
        *(const char **)to = value;
        return OPTIONS_GO_ON;
    case IS_TEXT: *(const char **)to = value; return OPTIONS_GO_ON;
    case IS_FLAG: *(bool *)to = true; return OPTIONS_GO_ON;
    case IS_PROXY:
        if (g->proxy_count == ADMISSION_PROXIES || !address_read(value, &g->proxies[g->proxy_count]))
            return refuse(e->name, value, "is not an address, or one too many");
        g->proxy_count++;
        return OPTIONS_GO_ON;
    case IS_HOST:
        if (g->host_count == LINK_HOSTS || !link_is_host(value))
            return refuse(e->name, value, "is not a host's name, or one too many");
        snprintf(g->hosts[g->host_count++], ADMISSION_HOST, "%s", value);
        return OPTIONS_GO_ON;
    case IS_PATH:
        if (strlen(value) >= sizeof g->link_ca) return refuse(e->name, value, "is too long");
        snprintf(g->link_ca, sizeof g->link_ca, "%s", value);
        return OPTIONS_GO_ON;
    case IS_ENDPOINT: return set_endpoint(e, value, s);
    case IS_PUBLIC: return set_public(e, value, s);
    case IS_ORIGIN: return add_ancestor(e, value, s);
    case IS_DEMAND:
        if (policy_add_demand(to, value)) return OPTIONS_GO_ON;
        return refuse(e->name, value, "is not all, game:, format:, level: or uploader:, or one too many");
    case IS_RULE:
        if (policy_add_rule(&g->policy, value)) return OPTIONS_GO_ON;
        return refuse(e->name, value, "is not the rule of a finding, or one too many");
    case IS_CORS: return add_cors(e, value, s);
    case IS_HOOK: return add_hook(e, value, &s->server.hooks);
    case IS_SIGN_IN: return add_sign_in(e, value, &s->server.sign_in);
    case IS_SECRET: return read_secret(e, value, s->server.hooks.secret);
    case IS_KEYS: return trusted_keys_read(&g->keys, value) ? OPTIONS_GO_ON : EXIT_USAGE;
    default: return set_number(e, value, to);
    }
}

/* ---- the file --------------------------------------------------------------------------------------------------------- */

static const option_entry *find_entry(const char *name)
{
    for (const option_entry *e = entries; e < entries + ENTRIES; e++)
        if (strcmp(e->name, name) == 0) return e;
    return NULL;
}

/* "name value", "name=value" or "name"; # begins a comment. */
static int read_line(settings *s, char *line, const char *path, unsigned number)
{
    line += strspn(line, " \t");
    if (!*line || *line == '#') return OPTIONS_GO_ON;
    size_t size = strcspn(line, " \t=");
    char *value = line + size + strspn(line + size, " \t=");
    for (size_t end = strlen(value); end && (value[end - 1] == ' ' || value[end - 1] == '\t');) value[--end] = '\0';
    line[size] = '\0';
    const option_entry *e = find_entry(line);
    if (!e || e->offset == AT(config)) {
        fprintf(stderr, "reel-server: %s:%u: unknown option: %s\n", path, number, line);
        return EXIT_USAGE;
    }
    if ((e->kind == IS_FLAG) == (*value != '\0')) {
        fprintf(stderr, "reel-server: %s:%u: %s %s\n", path, number, line, *value ? "takes no value" : "needs a value");
        return EXIT_USAGE;
    }
    option_text *kept = malloc(sizeof *kept + strlen(value) + 1);
    if (!kept) return EXIT_USAGE;
    kept->next = s->texts;
    s->texts = kept;
    return set_option(s, e, strcpy(kept->text, value));
}

void options_free(settings *s)
{
    board_list_release(s->server.boards);
    s->server.boards = NULL;
    free(s->server.rankings);
    s->server.rankings = NULL;
    while (s->texts) {
        option_text *next = s->texts->next;
        free(s->texts);
        s->texts = next;
    }
}

/* A line is read whole: half of one could be another option. */
static int read_lines(settings *s, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    int status = OPTIONS_GO_ON;
    for (unsigned number = 1; status == OPTIONS_GO_ON && (size = getline(&line, &room, file)) >= 0; number++) {
        while (size && (line[size - 1] == '\n' || line[size - 1] == '\r')) line[--size] = '\0';
        if (strlen(line) == (size_t)size) {
            status = read_line(s, line, s->config, number);
        } else {
            fprintf(stderr, "reel-server: %s:%u: the line has a NUL\n", s->config, number);
            status = EXIT_USAGE;
        }
    }
    free(line);
    return status;
}

static int read_file(settings *s)
{
    FILE *file = fopen(s->config, "re");
    int status = file ? read_lines(s, file) : EXIT_USAGE;
    if (!file || ferror(file)) {
        fprintf(stderr, "reel-server: %s: %s\n", s->config, strerror(errno));
        status = EXIT_USAGE;
    }
    if (file) fclose(file);
    return status;
}

/* ---- the command line ------------------------------------------------------------------------------------------------- */

static int read_arguments(int count, char **arguments, settings *s)
{
    struct option known[ENTRIES + 3] = { { "help", no_argument, NULL, OPT_HELP }, { "version", no_argument, NULL, OPT_VERSION } };
    for (int i = 0; i < ENTRIES; i++)
        known[i + 2] =
            (struct option){ entries[i].name, entries[i].kind == IS_FLAG ? no_argument : required_argument, NULL, OPT_FIRST + i };
    optind = 0; /* from the start: a reload reads them again */
    for (int option; (option = getopt_long(count, arguments, "", known, NULL)) != -1;) {
        if (option == '?') return EXIT_USAGE;
        if (option == OPT_HELP) return print_help(), 0;
        if (option == OPT_VERSION) return printf("reel-server %s\n", reel_version()), 0;
        int status = set_option(s, &entries[option - OPT_FIRST], optarg);
        if (status != OPTIONS_GO_ON) return status;
    }
    return OPTIONS_GO_ON;
}

/* Half of the memory of the machine, or of what its control group may use. */
static uint64_t half_of_memory(void)
{
    static const char *const limits[] = { "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes" };
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t memory = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 2048 * MEBIBYTE;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        unsigned long long limit;
        FILE *file = fopen(limits[i], "re");
        if (!file) continue;
        if (fscanf(file, "%llu", &limit) == 1 && limit && limit < memory) memory = limit;
        fclose(file);
    }
    return memory / 2;
}

static int read_declarations(settings *s)
{
    s->server.boards = board_list_read(s->boards);
    if (!s->server.boards) return EXIT_USAGE;
    s->server.rankings = rankings_read(s->rankings, s->server.boards);
    return s->server.rankings ? OPTIONS_GO_ON : EXIT_USAGE;
}

int options_read(int count, char **arguments, settings *s)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const settings usual = { .server = { .address = "127.0.0.1",
                                         .port = 8080,
                                         .front = { .threads = 2,
                                                    .connections = 4096,
                                                    .per_address = 256,
                                                    .idle_seconds = 15,
                                                    .header_seconds = 20,
                                                    .body_seconds = 60,
                                                    .answer_seconds = 300 },
                                         .ancestors = "",
                                         .cors = "",
                                         .drain_seconds = 10,
                                         .login = { .demands = { .player_claim = "sub", .scope_claim = "scope", .skew = 60 },
                                                    .scopes = "upload challenge" },
                                         .event_clients = 256,
                                         .live = { .count = 256, .seconds = 60, .clients = 1024, .size = 1024 * MEBIBYTE },
                                         .keep_removed = 30,
                                         .body = 64 * MEBIBYTE,
                                         .cache = 32 * MEBIBYTE,
                                         .budget = half_of_memory(),
                                         .scratch_size = 4096 * MEBIBYTE,
                                         .socket = -1,
                                         .pool = { .workers = processors > 0 ? (unsigned)processors : 1,
                                                   .queue = 256,
                                                   .seconds = 10,
                                                   .memory = 2048 * MEBIBYTE,
                                                   .output = 1024 * MEBIBYTE,
                                                   .jobs = 1000 },
                                         .admission = { .link_seconds = 10, .failures = 60, .work = 60, .token_work = 60 } },
                             .admin = { .uploader = "import" } };
    *s = usual;
    int status = read_arguments(count, arguments, s);
    if (status == OPTIONS_GO_ON && s->config) {
        const char *config = s->config;
        *s = usual;
        s->config = config;
        status = read_file(s);
        if (status == OPTIONS_GO_ON) status = read_arguments(count, arguments, s);
    }
    if (status == OPTIONS_GO_ON) status = check_hooks(&s->server.hooks, s->server.public_url);
    if (status == OPTIONS_GO_ON) status = check_login(&s->server.login);
    if (status == OPTIONS_GO_ON) status = check_sign_in(s);
    if (status != OPTIONS_GO_ON) return status;
    s->server.sign_in.ca = *s->server.admission.link_ca ? s->server.admission.link_ca : NULL;
    s->server.login.ca = *s->server.admission.link_ca ? s->server.admission.link_ca : NULL;
    s->server.hooks.ca = *s->server.admission.link_ca ? s->server.admission.link_ca : NULL;
    s->server.admission.link_bytes = s->server.body;
    s->server.admission.links = s->server.pool.workers > 1 ? s->server.pool.workers / 2 : 1;
    if (s->server.pool.workers && s->server.front.connections) return read_declarations(s);
    fputs("reel-server: at least one worker and one connection are needed\n", stderr);
    return EXIT_USAGE;
}
