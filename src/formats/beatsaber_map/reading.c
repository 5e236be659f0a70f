/* SPDX-License-Identifier: MIT
 * What a reading has made and holds. */
#include "core/memory.h"
#include "formats/beatsaber_map/reader.h"

void *reel__bsmap_rows(const map_reading *m, const reel_table *table, size_t *count)
{
    const reel_row_list *list = reel__chunk_list(m->d->chunk, table);
    const size_t first = m->first[reel__bsmap_list_number(table)];
    *count = list->count - first;
    return *count ? list->data + first * table->row_size : NULL;
}

const map_shape *reel__bsmap_own_list(const map_reading *m, const pull_value *key)
{
    const map_shape *shape = reel__bsmap_find_list(m->form, key->data, key->size);
    const bool lights = m->part == MAP_LIGHTS;
    if (!shape || m->part == MAP_WHOLE_FILE || (m->form < 4 && !lights)) return shape;
    return m->form == 4 && shape->light == lights ? shape : NULL;
}

void reel__bsmap_reading_end(map_reading *m)
{
    reel__memory_drop(&m->d->allocator, m->text.copy);
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) reel__memory_drop(&m->d->allocator, m->data[i].items);
}
