/* SPDX-License-Identifier: MIT
 * What ToastyReplay 3 shares with the versions before. */
#ifndef GDR_MACROS_TOASTY_H
#define GDR_MACROS_TOASTY_H

#include "formats/gdr/macros/macros.h"

/* Unpacks a zlib stream from m->c to the end of the file into m->unpacked: exactly `size` bytes. Fails with "macros.limit" at `size_at` or
 * "macros.bad-zlib". */
reel_status reel__toasty_unpack(macros_in *m, uint64_t size, uint64_t size_at);
/* Text behind a 16-bit size of at most 4096. */
reel_string reel__toasty_text(macros_in *m, reel_cursor *c);
/* The inputs' button 1 to 3. */
reel_status reel__toasty_button(macros_in *m, unsigned button, uint64_t at);

#endif
