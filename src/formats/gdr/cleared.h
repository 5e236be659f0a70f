/* SPDX-License-Identifier: MIT
 * Inputs that are not there: what a crash or a power cut left of a file whose counts are those of the whole. */
#ifndef FORMATS_GDR_CLEARED_H
#define FORMATS_GDR_CLEARED_H

#include <reel/gdr.h>

/* How many inputs at the end are padding, if the file ends with many of one byte: 0 or 0xFF. Zeros are a valid record: a release on frame 0, or on the frame
 * before, in formats with steps; 0xFF is one far behind the end. But no program writes the same record again and again. `steps`: the format has
 * steps only. */
size_t reel__gdr_cleared_inputs(const gdr_input *rows, size_t count, uint8_t byte, bool steps);

#endif
