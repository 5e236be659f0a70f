/* SPDX-License-Identifier: MIT */
#include "store/replay_entry.h"

const char *const verdict_names[] = { "refused", "held", "accepted" };
const char *const state_names[] = { "listed", "held", "hidden", "removed" };
