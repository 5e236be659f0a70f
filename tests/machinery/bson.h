/* SPDX-License-Identifier: MIT
 * Changes to BSON whose sizes stay right: a byte more or less in a document ends the whole document. */
#ifndef REEL_TEST_BSON_H
#define REEL_TEST_BSON_H

#include "copies.h"

/* Gives an element another value, removes, repeats, copies or renames it, as record_draw says. False: this is no BSON. */
bool bson_change(copy *c);

#endif
