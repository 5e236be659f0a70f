/* SPDX-License-Identifier: MIT
 * Getting to the middle of a replay by its index. */
#ifndef JOBS_INDEX_H
#define JOBS_INDEX_H

#include "core/reader.h"

/* Moves a reader that has just been opened to the last place of the index before its window. An index that does not fit leaves it
 * where it was, with a finding. */
reel_status index_enter(reel_reader *reader, reel_bytes index);

#endif
