/* SPDX-License-Identifier: MIT
 * Fetches one link, for test_link.py: link_tool [OPTION]... LINK
 *   --host HOST              allows a host
 *   --answer HOST=ADDR,...   what the resolver says of a host; given again, what it says the next time
 *   --to ADDR=PORT           connections to a public address go to this port of 127.0.0.1 instead
 *   --post BODY              posts this to the link instead, and prints "status N"
 *   --public ADDR            prints whether the address is public, and ends
 * Prints "resolve HOST" and "connect ADDR" as they happen, then "size N" or "RULE: MESSAGE". */
#include "net/link.h"

#include <arpa/inet.h>
#include <getopt.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char *answers[32];
static struct {
    ip_address address;
    uint16_t port;
} diverted[32];
static size_t answer_count, diverted_count;

static size_t resolve(void *context, const char *host, ip_address addresses[LINK_ADDRESSES])
{
    (void)context;
    printf("resolve %s\n", host);
    for (size_t i = 0; i < answer_count; i++) {
        size_t size = strlen(host), count = 0;
        char *at = answers[i];
        if (!at || strncmp(at, host, size) != 0 || at[size] != '=') continue;
        answers[i] = NULL;
        for (char *one = strtok(at + size + 1, ","); one && count < LINK_ADDRESSES; one = strtok(NULL, ","))
            if (address_read(one, &addresses[count])) count++;
        return count;
    }
    return 0;
}

/* As IPv4: the servers of the test listen on 127.0.0.1. */
static void divert(void *context, struct sockaddr *to)
{
    ip_address address;
    char text[INET6_ADDRSTRLEN];
    (void)context;
    address_of(to, &address);
    inet_ntop(AF_INET, address.bytes + 12, text, sizeof text);
    printf("connect %s\n", text);
    for (size_t i = 0; i < diverted_count; i++) {
        if (memcmp(&diverted[i].address, &address, sizeof address) != 0) continue;
        struct sockaddr_in *four = (struct sockaddr_in *)(void *)to;
        four->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        four->sin_port = htons(diverted[i].port);
        return;
    }
    printf("stray connection\n");
    exit(3);
}

static void add_port(char *text)
{
    char *port = strchr(text, '=');
    *port++ = '\0';
    address_read(text, &diverted[diverted_count].address);
    diverted[diverted_count++].port = (uint16_t)atoi(port);
}

int main(int count, char **arguments)
{
    static const struct option known[] = { { "host", 1, NULL, 'h' },      { "answer", 1, NULL, 'a' },  { "to", 1, NULL, 't' },
                                           { "ca", 1, NULL, 'c' },        { "seconds", 1, NULL, 's' }, { "bytes", 1, NULL, 'b' },
                                           { "redirects", 1, NULL, 'r' }, { "public", 1, NULL, 'p' },  { "post", 1, NULL, 'P' },
                                           { NULL, 0, NULL, 0 } };
    link_options options = { .seconds = 10, .redirects = 3, .bytes = 1 << 20, .resolve = resolve, .divert = divert };
    ip_address address;
    reel_error error = { .rule = "" };
    uint64_t size = 0;
    const char *body = NULL;
    long code = 0;
    for (int option; (option = getopt_long(count, arguments, "", known, NULL)) != -1;) {
        switch (option) {
        case 'h': options.hosts[options.count++] = optarg; break;
        case 'a': answers[answer_count++] = optarg; break;
        case 't': add_port(optarg); break;
        case 'c': options.ca = optarg; break;
        case 's': options.seconds = (unsigned)atoi(optarg); break;
        case 'b': options.bytes = strtoull(optarg, NULL, 10); break;
        case 'P': body = optarg; break;
        case 'r': options.redirects = (unsigned)atoi(optarg); break;
        case 'p':
            return puts(!address_read(optarg, &address) ? "invalid" : address_is_public(&address) ? "public" : "refused"), 0;
        default: return 2;
        }
    }
    if (optind + 1 != count) return 2;
    reel_status status =
        body ? link_ask(&options, &(link_request){ arguments[optind], (const char *[]){ NULL }, body, strlen(body), -1 }, &code,
                        &error)
             : link_fetch(&options, arguments[optind], memfd_create("link", 0), &size, &error);
    if (status < 0)
        printf("%s: %s\n", error.rule, error.message);
    else if (body)
        printf("status %ld\n", code);
    else
        printf("size %llu\n", (unsigned long long)size);
    return status < 0;
}
