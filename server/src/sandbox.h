/* SPDX-License-Identifier: MIT
 * What a worker process may do: use the memory and the descriptors that it has. */
#ifndef SERVER_SANDBOX_H
#define SERVER_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

/* Limits the calling process to `memory` bytes of address space and `output` bytes of one file, and to the system calls that reading a
 * mapped file and writing to an open one need: no files, no network, no other processes. There is no way back. False: errno says why. */
bool sandbox_enter(uint64_t memory, uint64_t output);

#endif
