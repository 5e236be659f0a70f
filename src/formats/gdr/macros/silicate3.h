/* SPDX-License-Identifier: MIT
 * The layout of Silicate 3. */
#ifndef GDR_MACROS_SILICATE3_H
#define GDR_MACROS_SILICATE3_H

#include "formats/gdr/macros/macros.h"

#define SLC3_MAGIC "SLC3RPLY"
enum {
    SLC3_MAGIC_BYTES = 8,
    SLC3_META_BYTES = 64,
    SLC3_PADDING_BYTES = 36,
    SLC3_ATOM_BYTES = 12,
    SLC3_ACTIONS = 1,
    SLC3_FOOTER = 0xcc,
    SLC3_VERSION = 2,
    SLC3_BUILD = 81,
};
enum { SLC3_INPUT = 0, SLC3_REPEAT = 1, SLC3_SPECIAL = 2 }; /* kinds of section */
#define SLC3_SIZE_MASK ((UINT64_C(1) << 56) - 1)            /* the rest of an atom's size are flags */
#define SLC3_MOST_ACTIONS (UINT64_C(1) << 24)               /* of a file: three bytes of a repeat can announce 2^32 */

#endif
