/* SPDX-License-Identifier: MIT
 * How many of something each client address has now. Of IPv6, a /64 is one address. */
#ifndef SERVER_NET_ADDRESS_COUNT_H
#define SERVER_NET_ADDRESS_COUNT_H

#include "base/address.h"

typedef struct address_count address_count;

/* NULL: out of memory. */
address_count *address_count_new(void);
void address_count_free(address_count *address_count);

/* Adds one, unless the address has `most` already or memory ran out; then returns false. 0: no limit. Thread-safe, as is address_count_remove. */
bool address_count_add(address_count *address_count, const ip_address *address, unsigned most);
void address_count_remove(address_count *address_count, const ip_address *address);
/* A number for each address that no client can foresee. */
uint32_t address_count_hash(const address_count *address_count, const ip_address *address);

#endif
