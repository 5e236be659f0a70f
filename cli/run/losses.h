/* SPDX-License-Identifier: MIT
 * The losses of a conversion for people: one line for the fields of a table that are lost in the same way. */
#ifndef CLI_RUN_LOSSES_H
#define CLI_RUN_LOSSES_H

#include "base/text.h"

#include <reel/reel.h>

enum { LOSSES_TOGETHER = 3 }; /* fewer fields have lines of their own */

/* Where finding `first` begins such a group, prints "TABLE: 9 fields are lost: WHY: a (3 times), b" without the file and the severity, marks
 * its findings in `done`, and returns true. */
bool losses_group(struct text *text, const reel_findings *findings, size_t first, bool *done);

#endif
