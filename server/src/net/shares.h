/* SPDX-License-Identifier: MIT
 * What an address may use of a thread that serves connections. In a turn, so many of its connections; and while other addresses are there,
 * too, a part of the thread's time and so many bytes of bodies a second. What is beyond that waits: nothing is refused, and an address that is
 * alone is not held back. The time of a processor is measured, so it counts whatever a client
 * has found to be expensive, and nothing that another program on this machine does. */
#ifndef SERVER_NET_SHARES_H
#define SERVER_NET_SHARES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SHARE_SLOTS = 1024,
    SHARE_CONNECTIONS = 16,      /* of an address in a turn */
    SHARE_TURN = 64,             /* connections in a turn, if there are many addresses: but one of each */
    SHARE_PARTS = 8,             /* an address may use one of these parts of the time, or less if there are many */
    SHARE_US = 20000,            /* of the time at once */
    SHARE_BYTES_MS = 16 << 10,   /* of bodies in a millisecond */
    SHARE_BYTES = 64 << 20,      /* of bodies at once */
    SHARE_CONTENDED_US = 500000, /* for which an address that was there counts as there */
    SHARE_WINDOW_US = 100000     /* in which addresses are counted */
};

typedef enum share_verdict { SHARE_NOW, SHARE_NEXT_TURN, SHARE_LATER } share_verdict;

/* Of the addresses of a slot. */
typedef struct share {
    uint32_t turn, count; /* connections that were served in this turn */
    uint32_t window;      /* in which it was counted */
    int64_t filled;       /* steady us at which the two below were right */
    int64_t us, bytes;    /* that may be used; less than 0: it has used more */
    uint32_t connections; /* that are open */
} share;

/* Of a thread. All zeros at first. */
typedef struct shares {
    uint32_t turn;
    uint32_t last_slot;                     /* whose connection was served last */
    uint32_t window, active, active_before; /* addresses in this window, and in the one before */
    int64_t window_begun;
    share slots[SHARE_SLOTS];
} shares;

/* When two addresses were there at a time, in all threads: steady us. */
typedef _Atomic int64_t shares_contended;

void shares_begin_turn(shares *shares);
/* Whether a connection of the slot may be served at `now`. `limited`: its address is that of one client; `has_body`: it sends a body. */
share_verdict shares_ask(shares *shares, shares_contended *contended, uint32_t slot, bool limited, bool has_body, int64_t now);
/* Whether the addresses of a slot have used more than their share. */
bool shares_in_debt(shares *shares, uint32_t slot, int64_t now);
/* What serving it took: time of a processor, and bytes of a body. */
void shares_charge(shares *shares, uint32_t slot, int64_t us, size_t body);

#endif
