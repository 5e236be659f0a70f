/* SPDX-License-Identifier: MIT
 * Addresses of the internet, in the 16 bytes of IPv6. */
#ifndef SERVER_BASE_ADDRESS_H
#define SERVER_BASE_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

typedef struct ip_address {
    uint8_t bytes[16]; /* IPv4 is ::ffff:a.b.c.d */
} ip_address;

enum { ADDRESS_TEXT = 46 };
/* False: it is neither IPv4 nor IPv6. */
bool address_of(const struct sockaddr *from, ip_address *address);
/* Reads an address without brackets or port. */
bool address_read(const char *text, ip_address *address);
/* Reads an element of X-Forwarded-For, which is not NUL-terminated: an address, with blanks around it, brackets, and a port or not. */
bool address_read_forwarded(const char *text, size_t size, ip_address *address);
void address_write(const ip_address *address, char text[ADDRESS_TEXT]);
/* All zeros: the other end is a socket of this machine. */
bool address_is_none(const ip_address *address);
bool address_is_four(const ip_address *address);
/* The address of all that one client can have: of IPv6 its /64, of IPv4 itself. */
ip_address address_network(const ip_address *address);
/* Whether it is of a host that anyone on the internet can reach: not of this machine, a local network, a tunnel, a group, or reserved. */
bool address_is_public(const ip_address *address);

#endif
