/* SPDX-License-Identifier: MIT
 * For LD_PRELOAD: every host has the address 93.184.215.14, and connections to its port 443 go to the port of 127.0.0.1 that REEL_TEST_TLS_PORT
 * names, so that a server of a test answers for any host. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const char address[] = "93.184.215.14";

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **list)
{
    struct addrinfo numeric = *hints;
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
    struct in_addr known;
    numeric.ai_flags |= AI_NUMERICHOST;
    return real(host && inet_pton(AF_INET, host, &known) == 1 ? host : address, service, &numeric, list);
}

int connect(int file, const struct sockaddr *to, socklen_t size)
{
    int (*real)(int, const struct sockaddr *, socklen_t) =
        (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
    const char *port = getenv("REEL_TEST_TLS_PORT");
    struct sockaddr_in four;
    if (!port || to->sa_family != AF_INET || size < (socklen_t)sizeof four) return real(file, to, size);
    memcpy(&four, to, sizeof four);
    struct in_addr public;
    inet_pton(AF_INET, address, &public);
    if (four.sin_addr.s_addr != public.s_addr || ntohs(four.sin_port) != 443) return real(file, to, size);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    four.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
    return real(file, (const struct sockaddr *)&four, sizeof four);
}
