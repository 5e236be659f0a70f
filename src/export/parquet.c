/* SPDX-License-Identifier: MIT
 * Parquet, of one table. */
#include "columns/parquet/parquet.h"
#include "columns/packer.h"
#include "export/arrays.h"

_Static_assert((int)REEL_EXPORT_ZSTD_DEFAULT == (int)PACKER_DEFAULT && (int)REEL_EXPORT_ZSTD_NONE == (int)PACKER_NONE,
               "the levels are those of the packer");

static reel_status begin_writer(void **writer, const reel_export *e, reel_output *out, const struct ArrowSchema *schema,
                                const struct ArrowSchema *stated)
{
    parquet_writer *parquet;
    const parquet_options options = { .level = e->zstd_level, .stated = stated };
    reel_status status = reel__parquet_begin(&parquet, out, schema, &options, &e->allocator);
    *writer = parquet;
    return status;
}

static reel_status write_batch(void *writer, const struct ArrowArray *batch) { return reel__parquet_write(writer, batch); }
#ifndef REEL_WITHOUT_PARQUET_COPY
#define COPIES(function) function
static reel_status copy_rows(void *writer, reel_source source, uint64_t rows, const reel_export_range *ranges, size_t count,
                             uint64_t *found)
{
    return reel__parquet_copy(writer, source, rows, ranges, count, found);
}
#else /* for modules that have to be small: the reader of Parquet is left out */
#define COPIES(function) NULL
#endif

static reel_status end_writer(void *writer) { return reel__parquet_end(writer); }
static void drop_writer(void *writer) { reel__parquet_free(writer); }

static void parquet_export_begin(reel_export *e)
{
    static const arrays_writer parquet = { true, begin_writer, write_batch, end_writer, drop_writer, COPIES(copy_rows) };
    reel__arrays_begin(e, &parquet);
}

const reel_exporter reel__export_parquet = { "parquet",
                                             true,
                                             true,
                                             parquet_export_begin,
                                             reel__arrays_chunk,
                                             reel__arrays_end,
                                             reel__arrays_drop,
                                             COPIES(reel__arrays_copy) };
