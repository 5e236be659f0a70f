/* SPDX-License-Identifier: MIT */
#include "base/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>

static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

bool address_of(const struct sockaddr *from, ip_address *address)
{
    if (from->sa_family == AF_INET) {
        memcpy(address->bytes, mapped, sizeof mapped);
        memcpy(address->bytes + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
        return true;
    }
    if (from->sa_family != AF_INET6) return false;
    memcpy(address->bytes, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
    return true;
}

bool address_read(const char *text, ip_address *address)
{
    memcpy(address->bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, address->bytes + 12) == 1 || inet_pton(AF_INET6, text, address->bytes) == 1;
}

/* Cuts off ":PORT". An address of IPv6 has more colons, unless it is in brackets. */
static size_t without_port(const char *text, size_t size)
{
    size_t digits = size;
    while (digits && text[digits - 1] >= '0' && text[digits - 1] <= '9') digits--;
    if (digits < 2 || digits == size || size - digits > 5 || text[digits - 1] != ':') return size;
    const char *colon = text + digits - 1;
    return colon[-1] == ']' || memchr(text, ':', size) == colon ? digits - 1 : size;
}

bool address_read_forwarded(const char *text, size_t size, ip_address *address)
{
    char plain[INET6_ADDRSTRLEN];
    while (size && (*text == ' ' || *text == '\t')) text++, size--;
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\t')) size--;
    size = without_port(text, size);
    bool bracketed = size >= 2 && *text == '[' && text[size - 1] == ']';
    if (bracketed) text++, size -= 2;
    if (!size || size >= sizeof plain) return false;
    memcpy(plain, text, size);
    plain[size] = '\0';
    return address_read(plain, address) && (!bracketed || memchr(plain, ':', size));
}

void address_write(const ip_address *address, char text[ADDRESS_TEXT])
{
    bool four = address_is_four(address);
    inet_ntop(four ? AF_INET : AF_INET6, address->bytes + (four ? sizeof mapped : 0), text, ADDRESS_TEXT);
}

bool address_is_none(const ip_address *address)
{
    static const ip_address none;
    return memcmp(address, &none, sizeof none) == 0;
}

bool address_is_four(const ip_address *address) { return memcmp(address->bytes, mapped, sizeof mapped) == 0; }

ip_address address_network(const ip_address *address)
{
    ip_address network = *address;
    if (!address_is_four(address)) memset(network.bytes + 8, 0, 8);
    return network;
}

typedef struct network {
    uint8_t bytes[6];
    uint8_t bits;
} network;

/* Of the registry of special-purpose addresses of IANA (RFC 6890), and groups. */
static const network four_refused[] = {
    { { 0 }, 8 },             /* this network */
    { { 10 }, 8 },            /* private */
    { { 100, 64 }, 10 },      /* carrier-grade NAT */
    { { 127 }, 8 },           /* loopback */
    { { 169, 254 }, 16 },     /* link-local, with the metadata of clouds */
    { { 172, 16 }, 12 },      /* private */
    { { 192, 0, 0 }, 24 },    /* protocol assignments */
    { { 192, 0, 2 }, 24 },    /* documentation */
    { { 192, 31, 196 }, 24 }, /* AS112 */
    { { 192, 52, 193 }, 24 }, /* AMT */
    { { 192, 88, 99 }, 24 },  /* relays of 6to4 */
    { { 192, 168 }, 16 },     /* private */
    { { 192, 175, 48 }, 24 }, /* AS112 */
    { { 198, 18 }, 15 },      /* benchmarks */
    { { 198, 51, 100 }, 24 }, /* documentation */
    { { 203, 0, 113 }, 24 },  /* documentation */
    { { 224 }, 3 },           /* groups, reserved, broadcast */
};

/* All but 2000::/3, and what in it leads elsewhere: NAT64 and IPv4-mapped addresses are outside of it. */
static const network six_refused[] = {
    { { 0x20, 0x01, 0x00 }, 23 },             /* protocol assignments, with Teredo and ORCHID */
    { { 0x20, 0x01, 0x0d, 0xb8 }, 32 },       /* documentation */
    { { 0x20, 0x02 }, 16 },                   /* 6to4 */
    { { 0x26, 0x20, 0x00, 0x4f, 0x80 }, 48 }, /* AS112 */
    { { 0x3f, 0xff, 0x00 }, 20 },             /* documentation */
    { { 0x3f, 0xfe }, 16 },                   /* 6bone */
};
static const network six_allowed = { { 0x20 }, 3 };

static bool is_in(const uint8_t *bytes, const network *network)
{
    unsigned whole = network->bits / 8u, rest = network->bits % 8u;
    if (memcmp(bytes, network->bytes, whole) != 0) return false;
    return rest == 0 || (bytes[whole] ^ network->bytes[whole]) >> (8 - rest) == 0;
}

static bool is_in_any(const uint8_t *bytes, const network *networks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_in(bytes, &networks[i])) return true;
    return false;
}

bool address_is_public(const ip_address *address)
{
    if (address_is_four(address))
        return !is_in_any(address->bytes + 12, four_refused, sizeof four_refused / sizeof *four_refused);
    return is_in(address->bytes, &six_allowed) &&
           !is_in_any(address->bytes, six_refused, sizeof six_refused / sizeof *six_refused);
}
