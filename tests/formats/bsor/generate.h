/* SPDX-License-Identifier: MIT
 * Makes the golden and the bad files of BSOR, byte by byte: `test_bsor_golden --write` puts them into the tree. */
#ifndef BSOR_GENERATE_H
#define BSOR_GENERATE_H

#include "support.h"

#include <reel/format.h>

typedef struct bytes {
    uint8_t data[8192];
    size_t size;
} bytes;

static inline void put(bytes *b, const void *data, size_t size)
{
    assert_true(b->size + size <= sizeof b->data);
    if (size) memcpy(b->data + b->size, data, size);
    b->size += size;
}

static inline void put_byte(bytes *b, int value) { put(b, &(uint8_t){ (uint8_t)value }, 1); }

static inline void put_int(bytes *b, int32_t value)
{
    uint8_t word[4];
    reel_store_u32le(word, (uint32_t)value);
    put(b, word, sizeof word);
}

static inline void put_long(bytes *b, int64_t value)
{
    uint8_t word[8];
    reel_store_u64le(word, (uint64_t)value);
    put(b, word, sizeof word);
}

static inline void put_float(bytes *b, float value) { put_int(b, (int32_t)reel_float_bits(value)); }

static inline void put_floats(bytes *b, size_t count, const float *values)
{
    for (size_t i = 0; i < count; i++) put_float(b, values[i]);
}

static inline void put_text(bytes *b, int32_t stated, const char *text)
{
    put_int(b, stated);
    put(b, text, strlen(text));
}

/* ---- section 0 -------------------------------------------------------------------------------------------------- */

enum { STRINGS = 16, NAME = 4, GAME = 1, PLATFORM = 5, HASH = 9, SONG = 10, MAPPER = 11, DIFFICULTY = 12, MODE = 13 };

/* What differs from the usual header: a text by its number, and the length it is said to have (0: its bytes). */
typedef struct special {
    int string;
    const char *text;
    int32_t stated;
} special;

static const char *const usual_texts[STRINGS] = {
    "0.9.20",      "1.29.1_4575554838",
    "1700000000",  "76561190000000000",
    "Player One",  "steam",
    "OpenXR",      "Headset",
    "Controllers", "0123456789ABCDEF0123456789ABCDEF01234567",
    "Song",        "Mapper",
    "Expert",      "Standard",
    "The First",   "FS,GN",
};

static inline void put_info_with(bytes *b, const special *specials, size_t count, int left_handed)
{
    put_byte(b, 0);
    for (int i = 0; i < STRINGS; i++) {
        const char *text = usual_texts[i];
        int32_t stated = 0;
        for (size_t k = 0; k < count; k++) {
            if (specials[k].string != i) continue;
            text = specials[k].text;
            stated = specials[k].stated;
        }
        put_text(b, stated ? stated : (int32_t)strlen(text), text);
        if (i == DIFFICULTY) put_int(b, 1234);
    }
    put_float(b, 17.5f);
    put_byte(b, left_handed);
    put_floats(b, 4, (const float[]){ 1.75f, 0, 0, 0 });
}

static inline void put_info(bytes *b) { put_info_with(b, NULL, 0, 0); }

/* ---- sections 1 to 7 -------------------------------------------------------------------------------------------- */

static inline void put_frame(bytes *b, int i)
{
    float step = (float)i * 0.125f;
    put_float(b, step);
    put_int(b, 90 + i);
    put_floats(b, 7, (const float[]){ 0.25f * step, 1.75f, -0.125f, 0, 0, 0, 1 });
    put_floats(b, 7, (const float[]){ -0.5f, 1 + step, 0.375f, 0.6f, 0, 0.8f, 0 });
    put_floats(b, 7, (const float[]){ 0.5f, 1.5f - step, 0.375f, 0, 0.8f, 0, 0.6f });
}

enum { FRAMES = 8, NOTES = 6 };

static inline void put_frames(bytes *b)
{
    put_byte(b, 1);
    put_int(b, FRAMES);
    for (int i = 0; i < FRAMES; i++) put_frame(b, i);
}

static inline void put_note_head(bytes *b, int32_t id, float time, int32_t event_type)
{
    put_int(b, id);
    put_float(b, time);
    put_float(b, time - 0.03125f);
    put_int(b, event_type);
}

static inline void put_cut(bytes *b, int good, int32_t saber)
{
    for (int i = 0; i < 3; i++) put_byte(b, good);
    put_byte(b, 0);
    put_float(b, 32.25f);
    put_floats(b, 3, (const float[]){ 0.25f, -1, 0.125f });
    put_int(b, saber);
    put_floats(b, 2, (const float[]){ 0.015625f, -12.5f });
    put_floats(b, 3, (const float[]){ 0.375f, 0.875f, 0.5f });
    put_floats(b, 3, (const float[]){ 0.6f, 0, -0.8f });
    put_floats(b, 4, (const float[]){ 0.0625f, 77.5f, 1.25f, 0.75f });
}

static inline void put_notes(bytes *b)
{
    static const struct {
        int32_t id, event;
    } notes[NOTES] = {
        { 30001, 0 }, { 32111, 0 }, { 33008, 1 }, { 31210, 2 }, { 20999, 3 }, { 42018, 0 },
    };
    put_byte(b, 2);
    put_int(b, NOTES);
    for (int i = 0; i < NOTES; i++) {
        put_note_head(b, notes[i].id, 0.125f * (float)(i + 1), notes[i].event);
        if (notes[i].event <= 1) put_cut(b, notes[i].event == 0, notes[i].id / 10 % 10);
    }
}

static inline void put_walls(bytes *b)
{
    put_byte(b, 3);
    put_int(b, 1);
    put_int(b, 102);
    put_floats(b, 3, (const float[]){ 0.5f, 0.375f, 0.25f });
}

static inline void put_heights(bytes *b)
{
    put_byte(b, 4);
    put_int(b, 2);
    put_floats(b, 4, (const float[]){ 1.75f, 0.125f, 1.625f, 0.5f });
}

static inline void put_pauses(bytes *b)
{
    put_byte(b, 5);
    put_int(b, 1);
    put_long(b, 12);
    put_float(b, 0.625f);
}

static inline void put_offsets(bytes *b)
{
    put_byte(b, 6);
    put_floats(b, 7, (const float[]){ 0.0078125f, -0.015625f, 0.03125f, 0, 0, 0, 1 });
    put_floats(b, 7, (const float[]){ -0.0078125f, -0.015625f, 0.03125f, 0, 0, 0, 1 });
}

static inline void put_user_data(bytes *b)
{
    put_byte(b, 7);
    put_int(b, 3);
    put_text(b, 4, "beat");
    put_int(b, 5);
    put(b, "\x01\x00\xff\x7f\x80", 5);
    put_text(b, 4, "beat");
    put_text(b, 3, "two");
    put_text(b, 0, "");
    put_int(b, 0);
}

static inline void put_head(bytes *b) { put(b, "\x69\x3d\x2d\x44\x01", 5); }

static void (*const section_makers[8])(bytes *) = { put_info,    put_frames, put_notes,   put_walls,
                                                    put_heights, put_pauses, put_offsets, put_user_data };

/* A file of these sections: "012345". */
static inline void make(bytes *b, const char *sections)
{
    b->size = 0;
    put_head(b);
    for (; *sections; sections++) section_makers[*sections - '0'](b);
}

static inline void make_after_info(bytes *b, const special *specials, size_t count, int left_handed)
{
    b->size = 0;
    put_head(b);
    put_info_with(b, specials, count, left_handed);
    for (int id = 1; id < 6; id++) section_makers[id](b);
}

/* Offset of the body of section `id` in make(b, "01234567"). */
static inline size_t body_of(int id)
{
    static bytes b;
    b.size = 0;
    put_head(&b);
    for (int i = 0; i < id; i++) section_makers[i](&b);
    return b.size + 1;
}

static inline void set_int(bytes *b, size_t offset, int32_t value) { reel_store_u32le(b->data + offset, (uint32_t)value); }

/* ---- golden files: sound, or odd as real ones are --------------------------------------------------------------- */

static inline void make_full(bytes *b) { make(b, "01234567"); }
static inline void make_recorder(bytes *b) { make(b, "012345"); }
static inline void make_only_6(bytes *b) { make(b, "0123456"); }
static inline void make_only_7(bytes *b) { make(b, "0123457"); }
static inline void make_order(bytes *b) { make(b, "0214357"); }
static inline void make_info_late(bytes *b) { make(b, "120345"); }
static inline void make_repeated_frames(bytes *b) { make(b, "01213455"); }
static inline void make_repeated_info(bytes *b) { make(b, "0123450"); }
static inline void make_repeated_user_data(bytes *b) { make(b, "01234577"); }

static inline void make_repeated_offsets(bytes *b)
{
    make(b, "0123456");
    put_byte(b, 6);
    for (int i = 0; i < 14; i++) put_float(b, 0);
}

static inline void make_bare_06(bytes *b)
{
    make(b, "012345");
    put_byte(b, 6);
}

static inline void make_bare_07(bytes *b)
{
    make(b, "0123456");
    put_byte(b, 7);
}

static inline void make_trailing(bytes *b)
{
    make(b, "01234567");
    put(b, "\x06trailing\x00\xff", 11);
}

static inline void make_repeated_after_eight(bytes *b) { make(b, "0123456715"); }

static inline void make_empty_lists(bytes *b)
{
    b->size = 0;
    put_head(b);
    put_info(b);
    for (int id = 1; id < 6; id++) {
        put_byte(b, id);
        put_int(b, 0);
    }
    put_byte(b, 6);
    for (int i = 0; i < 14; i++) put_float(b, 0);
    put_byte(b, 7);
    put_int(b, 0);
}

static inline void make_empty_texts(bytes *b)
{
    special none[STRINGS];
    for (int i = 0; i < STRINGS; i++) none[i] = (special){ i, "", 0 };
    make_after_info(b, none, STRINGS, 0);
}

static inline void make_utf16_lengths(bytes *b)
{
    make_after_info(b,
                    (const special[]){ { NAME, "\xf0\x9f\xa5\x9a Made Up", 10 },
                                       { SONG, "\xe7\xba\xa2\xe6\x98\x9f", 2 },
                                       { MAPPER, "\xd0\x9f\xd1\x80\xd0\xb8", 3 } },
                    3, 0);
}

static inline void make_code_point_lengths(bytes *b)
{
    make_after_info(
        b, (const special[]){ { NAME, "\xf0\x9f\xa5\x9a Made Up", 9 }, { DIFFICULTY, "Exper\xc3\xa9", 6 }, { 15, "", 0 } }, 3, 0);
}

/* A text of 1004 bytes and 1000 units: longer than a right length could say. */
static inline void make_long_text(bytes *b)
{
    static char text[1005];
    memset(text, 'x', 1004);
    for (int i = 0; i < 4; i++) memcpy(text + 200 * i, "\xc3\xa9", 2);
    make_after_info(b, (const special[]){ { SONG, text, 1000 } }, 1, 0);
}

/* Half of a surrogate pair in a name, a modifier and a difficulty that are no UTF-8: the lengths are right. */
static inline void make_text_bytes(bytes *b)
{
    make_after_info(b, (const special[]){ { NAME, "Pika \xed\xa0\xbd", 0 }, { DIFFICULTY, "\xff\xfe", 0 }, { 15, "F\xc0", 0 } },
                    3, 0);
}

/* A title longer than other readers take. */
static inline void make_long_title(bytes *b)
{
    static char text[1002];
    memset(text, 'z', 1001);
    make_after_info(b, (const special[]){ { SONG, text, 0 } }, 1, 0);
}

static inline void make_flag_bytes(bytes *b)
{
    make_after_info(b, NULL, 0, 0xff);
    size_t cut = body_of(2) + 4 + 2 * 88 + 16;
    memcpy(b->data + cut, "\x20\xde\x3f\xb8", 4);
    set_int(b, cut + 20, 28859);
}

static inline void make_no_numbers(bytes *b)
{
    make(b, "012345");
    set_int(b, body_of(1) + 4 + 2 * 92 + 8, 0x7fc00001);
    set_int(b, body_of(1) + 4 + 3 * 92 + 12, 0x7f800000);
    set_int(b, body_of(1) + 4 + 4 * 92, (int32_t)0xff800000);
    set_int(b, body_of(2) + 4 + 16 + 4, (int32_t)0xffc00000);
}

/* Ids of every kind: old, bombs of either platform, large ones, Mapping Extensions, negative. */
static inline void make_note_ids(bytes *b)
{
    static const int32_t ids[] = { 2011, 39, 99, -1, 19999, 20039, 91101, 102011, 123218, 1530011, -1498979, 30135 };
    size_t count = sizeof ids / sizeof *ids;
    make(b, "01");
    put_byte(b, 2);
    put_int(b, (int32_t)count);
    for (size_t i = 0; i < count; i++) put_note_head(b, ids[i], 0.0625f * (float)i, 2 + (int32_t)(i & 1));
    for (int id = 3; id < 6; id++) section_makers[id](b);
}

/* A headset alone: speeds written as the number that their bits are, energy that is a time. */
static inline void make_headset_alone(bytes *b)
{
    make_after_info(b, (const special[]){ { PLATFORM, "oculus", 0 }, { GAME, "1.25.1", 0 }, { 0, "0.5.2", 0 } }, 3, 0);
    bytes with_info = { .size = 0 };
    make_after_info(&with_info, NULL, 0, 0);
    size_t shift = b->size - with_info.size; /* modulo 2^64: the header is shorter */
    set_int(b, body_of(2) + shift + 4 + 16 + 4, (int32_t)reel_float_bits(1107361792.0f));
    set_int(b, body_of(3) + shift + 4 + 4, (int32_t)reel_float_bits(60.125f));
}

/* ---- bad files: what no reader can take whole ------------------------------------------------------------------- */

static inline void make_nothing(bytes *b) { b->size = 0; }

static inline void make_magic_only(bytes *b)
{
    b->size = 0;
    put(b, "\x69\x3d\x2d\x44", 4);
}

static inline void make_head_only(bytes *b)
{
    b->size = 0;
    put_head(b);
}

static inline void make_magic_wrong(bytes *b)
{
    make_full(b);
    b->data[0] = 'x';
}

static inline void make_version_2(bytes *b)
{
    make_full(b);
    b->data[4] = 2;
}

static inline void cut_at(bytes *b, size_t size)
{
    make_full(b);
    b->size = size;
}

static inline void make_cut_text(bytes *b) { cut_at(b, 60); }
static inline void make_cut_length(bytes *b) { cut_at(b, 18); }
static inline void make_cut_score(bytes *b) { cut_at(b, body_of(1) - 1 - 21 - 4 - 5 - 4 - 9 - 4 - 8 - 2); }
static inline void make_cut_numbers(bytes *b) { cut_at(b, body_of(1) - 1 - 3); }
static inline void make_cut_after_info(bytes *b) { cut_at(b, body_of(1) - 1); }
static inline void make_cut_frame_count(bytes *b) { cut_at(b, body_of(1) + 2); }
static inline void make_cut_frame(bytes *b) { cut_at(b, body_of(1) + 4 + 3 * 92 + 91); }
static inline void make_cut_after_frames(bytes *b) { cut_at(b, body_of(2) - 1); }
static inline void make_cut_note(bytes *b) { cut_at(b, body_of(2) + 4 + 88 + 15); }
static inline void make_cut_cut(bytes *b) { cut_at(b, body_of(2) + 4 + 88 + 87); }
static inline void make_cut_wall(bytes *b) { cut_at(b, body_of(3) + 4 + 15); }
static inline void make_cut_height(bytes *b) { cut_at(b, body_of(4) + 4 + 8 + 1); }
static inline void make_cut_pause(bytes *b) { cut_at(b, body_of(5) + 4 + 11); }
static inline void make_cut_after_heights(bytes *b) { cut_at(b, body_of(5) - 1); }
static inline void make_cut_offsets(bytes *b) { cut_at(b, body_of(6) + 55); }
static inline void make_cut_user_count(bytes *b) { cut_at(b, body_of(7) + 3); }
static inline void make_cut_user_key(bytes *b) { cut_at(b, body_of(7) + 4 + 4 + 2); }
static inline void make_cut_user_value(bytes *b) { cut_at(b, body_of(7) + 4 + 17 + 8 + 4 + 1); }

static inline void set_count(bytes *b, int id, int32_t count)
{
    make_full(b);
    set_int(b, body_of(id), count);
}

static inline void make_frames_negative(bytes *b) { set_count(b, 1, -1); }
static inline void make_frames_huge(bytes *b) { set_count(b, 1, INT32_MAX); }
static inline void make_notes_negative(bytes *b) { set_count(b, 2, INT32_MIN); }
static inline void make_notes_huge(bytes *b) { set_count(b, 2, 268435456); }
static inline void make_notes_too_many(bytes *b) { set_count(b, 2, NOTES + 1); }
static inline void make_walls_negative(bytes *b) { set_count(b, 3, -7); }
static inline void make_walls_huge(bytes *b) { set_count(b, 3, INT32_MAX); }
static inline void make_heights_negative(bytes *b) { set_count(b, 4, -1); }
static inline void make_heights_huge(bytes *b) { set_count(b, 4, INT32_MAX); }
static inline void make_heights_too_many(bytes *b) { set_count(b, 4, 1000000); }
static inline void make_pauses_negative(bytes *b) { set_count(b, 5, -1); }
static inline void make_pauses_huge(bytes *b) { set_count(b, 5, INT32_MAX); }
static inline void make_user_data_negative(bytes *b) { set_count(b, 7, -2); }
static inline void make_user_data_huge(bytes *b) { set_count(b, 7, INT32_MAX); }

static inline void make_user_key_negative(bytes *b)
{
    make_full(b);
    set_int(b, body_of(7) + 4, -1);
}

static inline void make_user_value_huge(bytes *b)
{
    make_full(b);
    set_int(b, body_of(7) + 4 + 8, INT32_MAX);
}

static inline void make_event_type(bytes *b)
{
    make_full(b);
    set_int(b, body_of(2) + 4 + 88 + 12, 7);
}

static inline void make_event_type_negative(bytes *b)
{
    make_full(b);
    set_int(b, body_of(2) + 4 + 12, -1);
}

static inline void make_section_9(bytes *b)
{
    make_full(b);
    b->data[body_of(7) - 1] = 9;
}

static inline void make_section_255_first(bytes *b)
{
    make_head_only(b);
    put_byte(b, 255);
}

static inline void make_unknown_tail(bytes *b)
{
    make(b, "012345");
    put(b, "\x2atail", 5);
}

static inline void make_eight_without_info(bytes *b) { make(b, "12345555"); }

static inline void make_eight_without_heights(bytes *b)
{
    make(b, "01235333");
    put(b, "tail", 4);
}

/* Two headers, the second with a long text, and then too little. */
static inline void make_cut_repeated_info(bytes *b)
{
    static bytes rest;
    make_long_text(&rest);
    make(b, "0");
    put(b, rest.data + 5, rest.size - 5 - 30);
}

/* Section 0 comes third, and the file ends in it. */
static inline void make_cut_info_late(bytes *b)
{
    make(b, "120");
    b->size -= 40;
}

static inline void make_string_negative(bytes *b)
{
    make_full(b);
    set_int(b, 6, -5);
}

static inline void make_string_long(bytes *b)
{
    make_full(b);
    set_int(b, 6, 1001);
}

static inline void make_string_huge(bytes *b)
{
    make_full(b);
    set_int(b, 6, 2147483392);
}

static inline void make_string_short(bytes *b)
{
    make_full(b);
    set_int(b, 6, 3);
}

/* A bomb that a cut follows, as some builds of a mod wrote it. */
static inline void make_bomb_cut(bytes *b)
{
    make(b, "01");
    put_byte(b, 2);
    put_int(b, 3);
    put_note_head(b, 30001, 0.125f, 0);
    put_cut(b, 1, 0);
    put_note_head(b, 20999, 0.25f, 3);
    put_cut(b, 1, 1);
    put_note_head(b, 31210, 0.375f, 2);
    for (int id = 3; id < 6; id++) section_makers[id](b);
}

/* The last 200 bytes are zeros. */
static inline void make_zero_tail(bytes *b)
{
    make_full(b);
    memset(b->data + b->size - 200, 0, 200);
}

typedef struct made_file {
    const char *name;
    void (*make)(bytes *);
} made_file;

static const made_file golden_files[] = {
    { "full", make_full },
    { "recorder", make_recorder },
    { "empty-lists", make_empty_lists },
    { "empty-texts", make_empty_texts },
    { "only-6", make_only_6 },
    { "only-7", make_only_7 },
    { "bare-06", make_bare_06 },
    { "bare-07", make_bare_07 },
    { "trailing-bytes", make_trailing },
    { "order", make_order },
    { "info-late", make_info_late },
    { "repeated-frames", make_repeated_frames },
    { "repeated-info", make_repeated_info },
    { "repeated-offsets", make_repeated_offsets },
    { "repeated-user-data", make_repeated_user_data },
    { "repeated-after-eight", make_repeated_after_eight },
    { "utf16-lengths", make_utf16_lengths },
    { "code-point-lengths", make_code_point_lengths },
    { "long-text", make_long_text },
    { "text-bytes", make_text_bytes },
    { "long-title", make_long_title },
    { "flag-bytes", make_flag_bytes },
    { "no-numbers", make_no_numbers },
    { "note-ids", make_note_ids },
    { "headset-alone", make_headset_alone },
};

static const made_file bad_files[] = {
    { "empty", make_nothing },
    { "magic-only", make_magic_only },
    { "magic-wrong", make_magic_wrong },
    { "head-only", make_head_only },
    { "version-2", make_version_2 },
    { "cut-text", make_cut_text },
    { "cut-length", make_cut_length },
    { "cut-score", make_cut_score },
    { "cut-numbers", make_cut_numbers },
    { "cut-after-info", make_cut_after_info },
    { "cut-frame-count", make_cut_frame_count },
    { "cut-frame", make_cut_frame },
    { "cut-after-frames", make_cut_after_frames },
    { "cut-note", make_cut_note },
    { "cut-cut", make_cut_cut },
    { "cut-wall", make_cut_wall },
    { "cut-height", make_cut_height },
    { "cut-after-heights", make_cut_after_heights },
    { "cut-pause", make_cut_pause },
    { "cut-offsets", make_cut_offsets },
    { "cut-user-count", make_cut_user_count },
    { "cut-user-key", make_cut_user_key },
    { "cut-user-value", make_cut_user_value },
    { "cut-info-late", make_cut_info_late },
    { "cut-repeated-info", make_cut_repeated_info },
    { "frames-negative", make_frames_negative },
    { "frames-huge", make_frames_huge },
    { "notes-negative", make_notes_negative },
    { "notes-huge", make_notes_huge },
    { "notes-too-many", make_notes_too_many },
    { "walls-negative", make_walls_negative },
    { "walls-huge", make_walls_huge },
    { "heights-negative", make_heights_negative },
    { "heights-huge", make_heights_huge },
    { "heights-too-many", make_heights_too_many },
    { "pauses-negative", make_pauses_negative },
    { "pauses-huge", make_pauses_huge },
    { "user-data-negative", make_user_data_negative },
    { "user-data-huge", make_user_data_huge },
    { "user-key-negative", make_user_key_negative },
    { "user-value-huge", make_user_value_huge },
    { "event-type", make_event_type },
    { "event-type-negative", make_event_type_negative },
    { "section-9", make_section_9 },
    { "section-255-first", make_section_255_first },
    { "unknown-tail", make_unknown_tail },
    { "eight-without-info", make_eight_without_info },
    { "eight-without-heights", make_eight_without_heights },
    { "bomb-cut", make_bomb_cut },
    { "zero-tail", make_zero_tail },
    { "string-negative", make_string_negative },
    { "string-long", make_string_long },
    { "string-huge", make_string_huge },
    { "string-short", make_string_short },
};

#endif
