/* SPDX-License-Identifier: MIT
 * A block as rows, value by value: the form of tables with few rows, for which columns would be larger. */
#ifndef COLUMNS_CODER_ROWS_H
#define COLUMNS_CODER_ROWS_H

#include "columns/coder/block.h"

void reel__rows_encode(block_writer *block, reel_memory *to);
reel_status reel__rows_decode(block_source *source, reel_cursor *in);

#endif
