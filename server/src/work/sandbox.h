/* SPDX-License-Identifier: MIT
 * What a worker process may do: use the memory and the descriptors that it has. */
#ifndef SERVER_WORK_SANDBOX_H
#define SERVER_WORK_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sandbox_limits {
    uint64_t memory; /* bytes of address space; 0: no limit */
    uint64_t output; /* bytes of one file */
    uint64_t data;   /* bytes of memory that can be filled; 0: no limit */
    int nice;        /* added to the process's own */
    bool draws;      /* may start threads, and read the fonts of the system: libraries that draw text do */
} sandbox_limits;

/* Limits the calling process to the system calls that reading a
 * mapped file and writing to an open one need: no files, no network, no other processes. There is no way back. False: errno says why. */
bool sandbox_enter(const sandbox_limits *limits);

#endif
