/* SPDX-License-Identifier: MIT
 * How many of something each client address has now. Of IPv6, a /64 is one address. */
#ifndef SERVER_TALLY_H
#define SERVER_TALLY_H

#include "address.h"

typedef struct tally tally;

/* NULL: out of memory. */
tally *tally_new(void);
void tally_free(tally *tally);

/* Adds one, unless the address has `most` already or memory ran out; then returns false. 0: no limit. Thread-safe, as is tally_remove. */
bool tally_add(tally *tally, const ip_address *address, unsigned most);
void tally_remove(tally *tally, const ip_address *address);
/* A number for each address that no client can foresee. */
uint32_t tally_hash(const tally *tally, const ip_address *address);

#endif
