/* SPDX-License-Identifier: MIT
 * Cuts: as the bytes of BSOR, as its rows, and as the columns of XROR. */
#include "formats/xror/reader.h"
#include "pairs/beatsaber/xror.h"

size_t reel__bsor_rows_of(const reel_chunk *in, bsor_section_id id)
{
    size_t count, all;
    const bsor_section *sections = reel_chunk_rows(in, &bsor_sections, &count);
    reel_chunk_rows(in, reel__bsor_section_kinds[id].table, &all);
    for (size_t i = 0; i < count; i++)
        if (sections[i].id == id && !sections[i].bare) return sections[i].count < all ? sections[i].count : all;
    return all;
}

void reel__raw_of_cut(const bsor_cut *cut, uint8_t raw[BSOR_CUT_BYTES])
{
    bsor_copy_words(raw, cut, BSOR_CUT_BYTES);
    memcpy(raw, cut, 4);
}

static void fill_vector(double to[3], const reel_vec3 *from)
{
    to[0] = xror_widen(from->x);
    to[1] = xror_widen(from->y);
    to[2] = xror_widen(from->z);
}

void reel__note_from_cut(xror_note *note, const bsor_cut *cut)
{
    note->speed_ok = cut->speed_ok == 1;
    note->direction_ok = cut->direction_ok == 1;
    note->saber_type_ok = cut->saber_type_ok == 1;
    note->was_cut_too_soon = cut->was_cut_too_soon == 1;
    note->saber_speed = xror_widen(cut->saber_speed);
    fill_vector(note->saber_direction, &cut->saber_direction);
    note->saber_type = (int64_t)(uint32_t)cut->saber_type;
    note->time_deviation = xror_widen(cut->time_deviation);
    note->cut_direction_deviation = xror_widen(cut->cut_direction_deviation);
    fill_vector(note->cut_point, &cut->cut_point);
    fill_vector(note->cut_normal, &cut->cut_normal);
    note->cut_distance_to_center = xror_widen(cut->cut_distance_to_center);
    note->cut_angle = xror_widen(cut->cut_angle);
    note->before_cut_rating = xror_widen(cut->before_cut_rating);
    note->after_cut_rating = xror_widen(cut->after_cut_rating);
}

bsor_cut reel__cut_of_raw(const uint8_t raw[BSOR_CUT_BYTES])
{
    bsor_cut cut;
    bsor_copy_words(&cut, raw, BSOR_CUT_BYTES);
    memcpy(&cut, raw, 4);
    return cut;
}

static reel_vec3 vector_of(const double from[3])
{
    return (reel_vec3){ xror_narrow(from[0]), xror_narrow(from[1]), xror_narrow(from[2]) };
}

bsor_cut reel__cut_from_note(const xror_note *note)
{
    bool bad = note->has & XROR_NOTE_FLAGS;
    return (bsor_cut){
        .speed_ok = bad ? note->speed_ok : 1,
        .direction_ok = bad ? note->direction_ok : 1,
        .saber_type_ok = bad ? note->saber_type_ok : 1,
        .was_cut_too_soon = bad ? note->was_cut_too_soon : 0,
        .saber_speed = xror_narrow(note->saber_speed),
        .saber_direction = vector_of(note->saber_direction),
        .saber_type = (int32_t)(uint32_t)note->saber_type,
        .time_deviation = xror_narrow(note->time_deviation),
        .cut_direction_deviation = xror_narrow(note->cut_direction_deviation),
        .cut_point = vector_of(note->cut_point),
        .cut_normal = vector_of(note->cut_normal),
        .cut_distance_to_center = xror_narrow(note->cut_distance_to_center),
        .cut_angle = xror_narrow(note->cut_angle),
        .before_cut_rating = xror_narrow(note->before_cut_rating),
        .after_cut_rating = xror_narrow(note->after_cut_rating),
    };
}
