/* SPDX-License-Identifier: MIT
 * What is odd in a file, counted and reported once. */
#include "formats/beatsaber_map/reader.h"

static const struct {
    const char *rule;
    reel_severity severity;
    const char *message;
} odds[MAP_ODDS] = {
    [MAP_ODD_ITEM] = { "beatsaber-map.item", REEL_WARNING,
                       "%llu {object was|objects were} skipped: not an object, or a member is not a number in range%s" },
    [MAP_ODD_NULL] = { "beatsaber-map.null", REEL_NOTE, "%llu {null was|nulls were} skipped in a list%s" },
    [MAP_ODD_TYPE] = { "beatsaber-map.other-type", REEL_NOTE,
                       "%llu {number is|numbers are} written in quotes, as true, false or null%s" },
    [MAP_ODD_WHOLE] = { "beatsaber-map.whole-number", REEL_NOTE, "%llu whole {number is|numbers are} written with a fraction%s" },
    [MAP_ODD_WORD] = { "beatsaber-map.not-a-number", REEL_WARNING,
                       "%llu {number is|numbers are} NaN or infinite, which JSON does not have%s" },
    [MAP_ODD_COMMA] = { "beatsaber-map.trailing-comma", REEL_WARNING,
                        "%llu {comma|commas} before a closing bracket, which JSON does not allow%s" },
    [MAP_ODD_REPEATED] = { "beatsaber-map.repeated", REEL_WARNING, "%llu {list is|lists are} there twice: the first counts%s" },
    [MAP_ODD_LIST] = { "beatsaber-map.list", REEL_WARNING, "%llu {list is|lists are} not an array%s" },
    [MAP_ODD_INDEX] = { "beatsaber-map.index", REEL_WARNING,
                        "%llu {index points|indices point} outside of the data: the values are 0%s" },
    [MAP_ODD_NOT_NOTE] = { "beatsaber-map.not-a-note", REEL_WARNING,
                           "%llu {object|objects} among the notes without column, layer or type: skipped%s" },
    [MAP_ODD_NOTE_TYPE] = { "beatsaber-map.note-type", REEL_NOTE,
                            "%llu {note has a type|notes have types} that the game does not show%s" },
    [MAP_ODD_TEMPO] = { "beatsaber-map.tempo", REEL_WARNING, "%llu {tempo is|tempos are} not above 0: not counted in times%s" },
    [MAP_ODD_OLD_TEMPO] = { "beatsaber-map.old-tempo", REEL_NOTE,
                            "%llu {event|events} of type 10, a change of the tempo in games 1.8 to 1.18: not counted in "
                            "times%s" },
    [MAP_ODD_UNUSED_TEMPO] = { "beatsaber-map.unused-tempo", REEL_NOTE,
                               "%llu {list|lists} of tempo changes that games of version 4 do not read%s" },
    [MAP_ODD_CHAIN] = { "beatsaber-map.chain", REEL_WARNING,
                        "%llu {chain has|chains have} no part or a squish of 0, which crashes the game%s" },
    [MAP_ODD_VERSIONS] = { "beatsaber-map.two-versions", REEL_WARNING,
                           "%llu more {version|versions}: games without mods may read the file as empty%s" },
    [MAP_ODD_NO_VERSION] = { "beatsaber-map.no-version", REEL_NOTE, "%llu {file|files} without a version%s" },
    [MAP_ODD_OTHER_VERSION] = { "beatsaber-map.other-version", REEL_WARNING,
                                "%llu {file is|files are} of another version than stated%s" },
};

void reel__bsmap_count_odd(map_reading *m, map_odd what, const uint8_t *at)
{
    if (m->odd[what].count++) return;
    m->odd[what].first = at ? m->base + (uint64_t)(at - m->tree.start) : REEL_NO_OFFSET;
    m->odd[what].section = m->section;
}

void reel__bsmap_report_odds(map_reading *m)
{
    if (m->text.commas) {
        m->odd[MAP_ODD_COMMA].count = m->text.commas;
        m->odd[MAP_ODD_COMMA].first = m->base + m->text.first_comma;
        m->odd[MAP_ODD_COMMA].section = "json";
    }
    for (size_t i = 0; i < MAP_ODDS; i++) {
        if (!m->odd[i].count) continue;
        reel_find(&m->d->reporter,
                  (reel_finding){ .rule = odds[i].rule,
                                  .severity = odds[i].severity,
                                  .section = m->odd[i].section,
                                  .offset = m->odd[i].first,
                                  .count = m->odd[i].count },
                  odds[i].message, (unsigned long long)m->odd[i].count, m->where);
    }
}
