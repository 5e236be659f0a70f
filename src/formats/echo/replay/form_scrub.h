/* SPDX-License-Identifier: MIT */
#ifndef ECHO_REPLAY_FORM_SCRUB_H
#define ECHO_REPLAY_FORM_SCRUB_H

#include "formats/echo/replay/form.h"

/* Turns the lines of a chunk into forms without anything that its rows do not have. Lines that have no such form, and those that are not frames,
 * are dropped. */
reel_status reel__form_scrub(reel_change *change);

#endif
