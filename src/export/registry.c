/* SPDX-License-Identifier: MIT
 * The exporters, one line each. */
#include "export/export.h"

static const reel_exporter *const exporters[] = { &reel__export_json,
                                                  &reel__export_jsonl,
                                                  &reel__export_csv,
                                                  &reel__export_arrow,
                                                  &reel__export_arrows,
                                                  &reel__export_parquet,
                                                  NULL };
static const char *const exporter_ids[] = { "json", "jsonl", "csv", "arrow", "arrows", "parquet", NULL };

const char *const *reel_exporter_ids(void) { return exporter_ids; }

const reel_exporter *reel_exporter_by_id(const char *id)
{
    for (size_t i = 0; exporters[i]; i++)
        if (strcmp(exporters[i]->id, id) == 0) return exporters[i];
    return NULL;
}
