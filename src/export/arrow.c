/* SPDX-License-Identifier: MIT
 * Arrow IPC, of one table: the file format ("arrow") and the stream format ("arrows"). */
#include "columns/ipc.h"
#include "columns/packer.h"
#include "export/arrays.h"

static reel_status begin_ipc(void **writer, const reel_export *e, reel_output *out, const struct ArrowSchema *schema,
                             bool is_stream)
{
    /* not compressed by default, so that a file can be mapped */
    const ipc_options options = { .is_stream = is_stream,
                                  .level = e->zstd_level == REEL_EXPORT_ZSTD_DEFAULT ? PACKER_NONE : e->zstd_level };
    ipc_writer *ipc;
    reel_status status = reel__ipc_begin(&ipc, out, schema, &options, &e->allocator);
    *writer = ipc;
    return status;
}

static reel_status begin_file(void **writer, const reel_export *e, reel_output *out, const struct ArrowSchema *schema,
                              const struct ArrowSchema *stated)
{
    (void)stated;
    return begin_ipc(writer, e, out, schema, false);
}

static reel_status begin_stream(void **writer, const reel_export *e, reel_output *out, const struct ArrowSchema *schema,
                                const struct ArrowSchema *stated)
{
    (void)stated;
    return begin_ipc(writer, e, out, schema, true);
}

static reel_status write_batch(void *writer, const struct ArrowArray *batch) { return reel__ipc_write(writer, batch); }
static reel_status end_writer(void *writer) { return reel__ipc_end(writer); }
static void drop_writer(void *writer) { reel__ipc_free(writer); }

static void arrow_begin(reel_export *e)
{
    static const arrays_writer file = { false, begin_file, write_batch, end_writer, drop_writer, NULL };
    reel__arrays_begin(e, &file);
}

static void arrows_begin(reel_export *e)
{
    static const arrays_writer stream = { false, begin_stream, write_batch, end_writer, drop_writer, NULL };
    reel__arrays_begin(e, &stream);
}

const reel_exporter reel__export_arrow = { "arrow",           true, true, arrow_begin, reel__arrays_chunk, reel__arrays_end,
                                           reel__arrays_drop, NULL };
const reel_exporter reel__export_arrows = { "arrows",          true, true, arrows_begin, reel__arrays_chunk, reel__arrays_end,
                                            reel__arrays_drop, NULL };
