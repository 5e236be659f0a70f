/* SPDX-License-Identifier: MIT */
#include "insight/ddnet/played.h"

#ifndef REEL_WITHOUT_DDNET_MAP

#include "core/memory.h"

/* The release in "0.6.4, 16.4 (abc)" or "0.6, 20.1". */
static uint32_t release_of(reel_string version)
{
    uint32_t numbers[2] = { 0, 0 };
    size_t at = 0, part = 0;
    while (at < version.size && version.data[at] != ',') at++;
    for (at += 2; at < version.size; at++) {
        const char c = version.data[at];
        if (c == '.' && part == 0)
            part = 1;
        else if (c >= '0' && c <= '9' && numbers[part] < 100)
            numbers[part] = 10 * numbers[part] + (uint32_t)(c - '0');
        else
            break;
    }
    return numbers[0] ? 100 * numbers[0] + numbers[1] % 100 : 0;
}

const char *reel__played_text(reel_string text, char to[PLAYED_TEXT])
{
    const size_t size = text.size < PLAYED_TEXT ? text.size : PLAYED_TEXT - 1;
    if (size) memcpy(to, text.data, size);
    to[size] = 0;
    return to;
}

int32_t reel__played_number(const char *text)
{
    const bool negative = *text == '-';
    int64_t value = 0;
    for (text += negative; *text >= '0' && *text <= '9' && value < INT32_MAX; text++) value = 10 * value + *text - '0';
    if (value > INT32_MAX) value = INT32_MAX;
    return (int32_t)(negative ? -value : value);
}

played_rules reel__played_rules(const teehistorian_header *header, const teehistorian_value *values, size_t count)
{
    char key[PLAYED_TEXT] = { 0 }, value[PLAYED_TEXT];
    const bool stated = header->present & TEEHISTORIAN_HAS_VERSION_MINOR && header->version_minor > 0;
    played_rules of = { .rules = reel__ddnet_rules_default(stated ? (uint32_t)header->version_minor : 0),
                        .tuning = reel__ddnet_tuning_default(),
                        .release = release_of(header->server_version) };
    if (of.release) of.rules.release = of.release;
    for (size_t i = 0; i < count; i++) {
        reel__played_text(values[i].key, key);
        reel__played_text(values[i].value, value);
        if (values[i].section == TEEHISTORIAN_CONFIG) reel__ddnet_rules_set(&of.rules, key, value);
        if (values[i].section != TEEHISTORIAN_TUNING || reel__ddnet_tuning_set(&of.tuning, key, reel__played_number(value)))
            continue;
        if (!of.unknown) memcpy(of.unknown_tuning, key, PLAYED_NAME - 1);
        of.unknown = true;
    }
    return of;
}

/* A line of any length: the map's settings are console commands. */
static bool add_setting(ddnet_map *map, const reel_allocator *allocator, reel_string line)
{
    reel_memory text = { .allocator = *allocator };
    const bool fits = memory_add(&text, line.data, line.size) && memory_add(&text, "", 1);
    if (fits) reel__ddnet_map_setting(map, (const char *)text.data);
    reel_memory_free(&text);
    return fits;
}

ddnet_map *reel__played_map(const reel_allocator *allocator, const reel_chunk *level)
{
    size_t infos, tiles, settings;
    const ddnet_map_info *info = reel_chunk_rows(level, &ddnet_map_infos, &infos);
    const ddnet_map_tile *tile = reel_chunk_rows(level, &ddnet_map_tiles, &tiles);
    const ddnet_map_setting *setting = reel_chunk_rows(level, &ddnet_map_settings, &settings);
    ddnet_map *map = infos ? reel__ddnet_map_create(allocator, info->width, info->height) : NULL;
    bool fits = map && (!tiles || reel__ddnet_map_tiles(map, tile, tiles));
    for (size_t i = 0; fits && i < settings; i++) fits = add_setting(map, allocator, setting[i].text);
    if (fits) return map;
    reel__ddnet_map_free(map);
    return NULL;
}

#endif
