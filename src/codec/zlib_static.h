/* SPDX-License-Identifier: MIT
 * zlib's deflate for one file of reel: its functions are static, and what cannot be has other names, so that a program can link its own
 * zlib. */
#ifndef CODEC_ZLIB_STATIC_H
#define CODEC_ZLIB_STATIC_H

#include <stddef.h>

#define ZEXTERN static
#define ZLIB_CONST
#define NO_GZIP
/* What zlib shares between its files. */
#define z_errmsg reel_zlib_messages
#define deflate_copyright reel_zlib_copyright
#define _tr_init reel_zlib_init
#define _tr_tally reel_zlib_tally
#define _tr_flush_block reel_zlib_flush_block
#define _tr_flush_bits reel_zlib_flush_bits
#define _tr_align reel_zlib_align
#define _tr_stored_block reel_zlib_stored_block
#define _length_code reel_zlib_length_code
#define _dist_code reel_zlib_dist_code

#include "codec/vendored_begin.h"

#include "zlib/zutil.h"

/* Every stream has an allocator of its own, so zlib's are never called. */
#define zcalloc zlib_no_alloc
#define zcfree zlib_no_free
static voidpf zlib_no_alloc(voidpf opaque, unsigned items, unsigned size)
{
    (void)opaque, (void)items, (void)size;
    return Z_NULL;
}
static void zlib_no_free(voidpf opaque, voidpf pointer) { (void)opaque, (void)pointer; }
z_const char *const z_errmsg[10] = { "", "", "", "", "", "", "", "", "", "" };

#include "zlib/adler32.c" /* NOLINT(bugprone-suspicious-include): static, so that no symbol leaves */
#include "zlib/deflate.c" /* NOLINT(bugprone-suspicious-include) */
#include "zlib/trees.c"   /* NOLINT(bugprone-suspicious-include) */

#include "codec/vendored_end.h"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function" /* gcc reports functions that zlib.h declares at the end of the file */
#endif

#endif
