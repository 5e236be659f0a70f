/* SPDX-License-Identifier: MIT
 * .nevrcap, version 1. */
#ifndef ECHO_TAPE_FIRST_H
#define ECHO_TAPE_FIRST_H

#include "formats/echo/tape/tape.h"

/* Reads a frame, as tape_read_frame does. */
bool nevrcap_read_frame(tape_state *state, tape_rows *rows, reel_bytes body);

#endif
