/* SPDX-License-Identifier: MIT
 * Accounts of those who signed in, for the operator. */
#include "store/account.h"
#include "base/clock.h"
#include "command/admin.h"
#include "store/moderation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PAGE = 1000, DAY = sizeof "2026-01-01" };

typedef struct account_page {
    char last[TOKEN_TEXT];
    unsigned count;
} account_page;

/* Names are what issuers say: a control character in one must not reach a terminal. */
static void print_text(const char *text)
{
    for (; *text; text++) putchar((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text);
    putchar('\t');
}

static void print_account(void *context, const account *a)
{
    account_page *page = context;
    char made[DAY], seen[DAY];
    const time_t first = (time_t)(a->created / 1000), last = (time_t)(a->seen / 1000);
    strftime(made, sizeof made, "%Y-%m-%d", gmtime(&first));
    strftime(seen, sizeof seen, "%Y-%m-%d", gmtime(&last));
    print_text(a->name);
    print_text(a->provider);
    print_text(a->subject);
    print_text(a->shown);
    printf("%s\t%s\n", made, seen);
    snprintf(page->last, sizeof page->last, "%s", a->name);
    page->count++;
}

static int list_accounts(repository *k)
{
    reel_error error;
    account_page page = { .last = "" };
    do {
        page.count = 0;
        if (account_list(k->catalogue, page.last, PAGE, print_account, &page, &error) < 0) return admin_failed(&error);
    } while (page.count == PAGE);
    return 0;
}

static int erase_account(repository *k, const char *name)
{
    reel_error error;
    account who;
    uint64_t count;
    reel_status status = account_get(k->catalogue, name, &who, &error);
    if (status == REEL_END) return fprintf(stderr, "reel-server: no account '%s'\n", name), 1;
    if (status >= 0)
        status = moderation_erase_account(k->catalogue, k->store, &who, AUDIT_OPERATOR, clock_wall_ms(), &count, &error);
    if (status < 0) return admin_failed(&error);
    return printf("replays: %" PRIu64 "\n", count), 0;
}

int admin_account(repository *k, char **words, const admin_options *options)
{
    const char *action = words[0], *name = words[1];
    (void)options;
    if (strcmp(action, "list") == 0 && !name) return list_accounts(k);
    if (strcmp(action, "erase") == 0 && name) return erase_account(k, name);
    return fputs("reel-server: use account list, or account erase NAME\n", stderr), 2;
}
