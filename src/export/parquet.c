/* SPDX-License-Identifier: MIT
 * Parquet, of one table. */
#include "columns/parquet/parquet.h"
#include "columns/packer.h"
#include "export/arrays.h"

_Static_assert((int)REEL_EXPORT_ZSTD_DEFAULT == (int)PACKER_DEFAULT && (int)REEL_EXPORT_ZSTD_NONE == (int)PACKER_NONE,
               "the levels are those of the packer");

static reel_status begin_writer(void **writer, const reel_export *e, reel_output *out, const struct ArrowSchema *schema)
{
    parquet_writer *parquet;
    reel_status status = parquet_begin(&parquet, out, schema, &(parquet_options){ .level = e->zstd_level }, &e->allocator);
    *writer = parquet;
    return status;
}

static reel_status write_batch(void *writer, const struct ArrowArray *batch) { return parquet_write(writer, batch); }
static reel_status end_writer(void *writer) { return parquet_end(writer); }
static void drop_writer(void *writer) { parquet_free(writer); }

static void parquet_export_begin(reel_export *e)
{
    static const arrays_writer parquet = { false, true, begin_writer, write_batch, end_writer, drop_writer };
    arrays_begin(e, &parquet);
}

const reel_exporter export_parquet = { "parquet", true, true, parquet_export_begin, arrays_chunk, arrays_end, arrays_drop };
