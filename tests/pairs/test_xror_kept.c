/* SPDX-License-Identifier: MIT
 * The key "bsor" of an XROR file whose members are missing, of another type, or those of another play: what is not valid is not used, the
 * rest is. */
#include "machinery.h"

#include <reel/bsor.h>
#include <reel/xror.h>

typedef enum outcome {
    SAME,   /* the play comes back byte for byte */
    PARTLY, /* it comes back, with what the columns hold of a part */
    UNUSED  /* the key is reported, and the play is made of the columns */
} outcome;

#define BYTES(text)                                                                                                              \
    {                                                                                                                            \
        (const uint8_t *)(text), sizeof(text) - 1                                                                                \
    }
#define INT(key, bytes) "\x10" key "\0" bytes
#define ONE "\1\0\0\0"
#define CUT8 "01234567"
#define CUT CUT8 CUT8 CUT8 CUT8 CUT8 CUT8 CUT8 CUT8 CUT8

static const struct {
    const char *key;   /* of the member that is left out; "": none */
    reel_bytes member; /* another one, at the end */
    outcome outcome;
} cases[] = {
    { "", { NULL, 0 }, SAME },
    { "", BYTES("\1later\0\0\0\0\0\0\0\xf8\x7f"), SAME },
    { "version", { NULL, 0 }, UNUSED },
    { "version", BYTES(INT("version", "\2\0\0\0")), UNUSED },
    { "version", BYTES("\x02version\0\2\0\0\0001\0"), UNUSED },
    { "version", BYTES("\x12version\0\1\0\0\0\0\0\0\0"), SAME },
    { "info", { NULL, 0 }, UNUSED },
    { "info", BYTES("\x02info\0\2\0\0\0x\0"), UNUSED },
    { "info", BYTES("\x05info\0\3\0\0\0\0abc"), UNUSED },
    { "", BYTES("\x02rest\0\2\0\0\0x\0"), SAME },
    { "",
      BYTES("\x02"
            "file\0\2\0\0\0x\0"),
      SAME },
    { "",
      BYTES("\x05"
            "file\0\3\0\0\0\0abc"),
      UNUSED },
    { "cuts", { NULL, 0 }, PARTLY },
    { "cuts", BYTES("\3cuts\0\5\0\0\0\0"), PARTLY },                    /* {} */
    { "cuts", BYTES("\4cuts\0\5\0\0\0\0"), PARTLY },                    /* [] */
    { "cuts", BYTES("\4cuts\0\x0c\0\0\0" INT("0", ONE) "\0"), PARTLY }, /* [1] */
    { "cuts",
      BYTES("\4cuts\0\x0d\0\0\0\4"
            "0\0\5\0\0\0\0\0"),
      PARTLY }, /* [[]] */
    { "cuts",
      BYTES("\4cuts\0\x14\0\0\0\4"
            "0\0\x0c\0\0\0" INT("0", ONE) "\0\0"),
      PARTLY }, /* [[1]] */
    { "cuts",
      BYTES("\4cuts\0\x1b\0\0\0\4"
            "0\0\x13\0\0\0" INT("0", ONE) INT("1", ONE) "\0\0"),
      PARTLY }, /* [[1, 1]] */
    { "cuts",
      BYTES("\4cuts\0\x22\0\0\0\4"
            "0\0\x1a\0\0\0" INT("0", ONE) INT("1", ONE) INT("2", ONE) "\0\0"),
      PARTLY }, /* [[1, 1, 1]] */
    { "cuts",
      BYTES("\4cuts\0\x1f\0\0\0\4"
            "0\0\x17\0\0\0" INT("0", ONE) "\5"
                                          "1\0\3\0\0\0\0abc\0\0"),
      PARTLY }, /* [[1, three bytes]] */
    { "cuts",
      BYTES("\4cuts\0\x1d\0\0\0\4"
            "0\0\x15\0\0\0\x02"
            "0\0\2\0\0\0x\0" INT("1", ONE) "\0\0"),
      PARTLY }, /* [["x", 1]] */
    { "cuts",
      BYTES("\4cuts\0\x64\0\0\0\4"
            "0\0\x5c\0\0\0" INT("0", "\x09\0\0\0") "\5"
                                                   "1\0\x48\0\0\0\0" CUT "\0\0"),
      PARTLY }, /* a cut of a note that is not there */
    { "cuts",
      BYTES("\4cuts\0\x64\0\0\0\4"
            "0\0\x5c\0\0\0" INT("0", "\0\0\0\0") "\5"
                                                 "1\0\x48\0\0\0\0" CUT "\0\0"),
      PARTLY }, /* another cut than that of the columns */
    { "cuts",
      BYTES("\4cuts\0\x0c\0\0\0\x10"
            "0\0\1\0"),
      UNUSED }, /* it is cut, and so is all that follows */
    { "wallIDs", { NULL, 0 }, PARTLY },
    { "wallIDs", BYTES("\3wallIDs\0\5\0\0\0\0"), PARTLY },
    { "wallIDs", BYTES("\4wallIDs\0\5\0\0\0\0"), PARTLY },
    { "wallIDs",
      BYTES("\4wallIDs\0\x0e\0\0\0\x02"
            "0\0\2\0\0\0x\0\0"),
      PARTLY },
    { "wallIDs", BYTES("\4wallIDs\0\x0c\0\0\0" INT("0", ONE) "\0"), PARTLY }, /* that of another play */
    { "wallIDs", BYTES("\4wallIDs\0\x0c\0\0\0" INT("0", "\xff\xff\xff\xff") "\0"), PARTLY },
    { "wallIDs", BYTES("\4wallIDs\0\x1a\0\0\0" INT("0", "\3\0\0\1") INT("1", "\xff\xff\xff\xff") INT("2", "\0\0\0\0") "\0"),
      SAME }, /* more than there are walls */
    { "fps", { NULL, 0 }, PARTLY },
    { "fps",
      BYTES("\4"
            "fps\0\x0c\0\0\0" INT("0", "\1\0\0\1") "\0"),
      SAME }, /* a float holds the second */
};

static uint64_t unused;

static void count_unused(void *context, const reel_finding *finding)
{
    (void)context;
    unused += strcmp(finding->rule, "convert.xror.kept") == 0;
}

static reel_memory convert(const reel_memory *from, const reel_format *to, uint32_t flags)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = count_unused };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = flags };
    reel_memory made;
    reel_error error;
    unused = 0;
    if (reel_convert(reel_source_memory(from->data, from->size), &options, to, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s (%s)", error.message, error.rule);
    return made;
}

/* A play with numbers that do not fit a float and flags other than 0 and 1, so that the key has all its parts. */
static reel_memory make_play(void)
{
    static const bsor_frame frames[] = { { .time = 1, .fps = 16777217 }, { .time = 2, .fps = 90 } };
    static const bsor_wall walls[] = { { .wall_id = 16777219, .time = 1 }, { .wall_id = -1, .time = 2 } };
    const bsor_info info = { .platform = { "steam", 5 }, .player_name = { "a\xff", 2 }, .timestamp = { "yesterday", 9 } };
    bsor_note note = { .note_id = 30014, .event_time = 1, .event_type = BSOR_GOOD_CUT, .has_cut = 1 };
    reel_memory play;
    reel_writer *writer;
    reel_error error;
    note.cut.was_cut_too_soon = 3;
    assert_int_equal(reel_create(reel_sink_memory(&play, NULL), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    reel_append(writer, &bsor_frames, frames, 2);
    reel_append(writer, &bsor_notes, &note, 1);
    reel_append(writer, &bsor_walls, walls, 2);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return play;
}

static uint32_t number_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Bytes of a member of a document of ours: type, key and value. */
static size_t member_size(const uint8_t *member)
{
    size_t head = 2 + strlen((const char *)member + 1);
    switch (member[0]) {
    case 0x10: return head + 4;
    case 0x05: return head + 5 + number_at(member + head);
    case 0x04: return head + number_at(member + head);
    default: fail_msg("type %u", (unsigned)member[0]); return 0;
    }
}

/* A copy of the document without a member and with another. */
static reel_bytes change_document(reel_bytes old, const char *without, reel_bytes with)
{
    static uint8_t made[8192];
    size_t size = 4, left_out = 0;
    assert_true(old.size + with.size < sizeof made);
    for (size_t at = 4, step; at + 1 < old.size; at += step) {
        step = member_size(old.data + at);
        left_out += strcmp((const char *)old.data + at + 1, without) == 0;
        if (strcmp((const char *)old.data + at + 1, without) == 0) continue;
        memcpy(made + size, old.data + at, step);
        size += step;
    }
    assert_int_equal(left_out, *without != 0);
    if (with.size) memcpy(made + size, with.data, with.size);
    size += with.size;
    made[size++] = 0;
    for (size_t i = 0; i < 4; i++) made[i] = (uint8_t)(size >> 8 * i);
    return (reel_bytes){ made, size };
}

/* The spool of a recorder that died: its rows may hold what no reader of XROR would give. */
static reel_memory spool_of(const reel_replay *replay)
{
    reel_memory file, spool;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_xror, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    reel_flush(writer, NULL);
    reel_discard(writer);
    return spool;
}

static void assert_outcome(const reel_replay *recording, const reel_memory *play, outcome wanted, const char *what)
{
    reel_memory spool = spool_of(recording), back = convert(&spool, &reel_format_bsor, 0);
    bool same = back.size == play->size && memcmp(back.data, play->data, back.size) == 0;
    if (unused != (wanted == UNUSED)) fail_msg("%s: the key is %s", what, unused ? "not used" : "used");
    if (same != (wanted == SAME)) fail_msg("%s: the play is %s", what, same ? "the same" : "another");
    reel_replay *read = load_bytes(back.data, back.size, &(reel_options){ REEL_SIZED(reel_options), .flags = REEL_STRICT });
    size_t notes, walls;
    reel_rows(read, &bsor_notes, &notes);
    reel_rows(read, &bsor_walls, &walls);
    if (notes != 1 || walls != 2) fail_msg("%s: %zu notes, %zu walls", what, notes, walls);
    reel_free(read);
    reel_memory_free(&spool);
    reel_memory_free(&back);
}

static void members_that_are_not_valid_are_not_used(void **state)
{
    (void)state;
    reel_memory play = make_play(), file = convert(&play, &reel_format_xror, REEL_CARRY);
    reel_replay *recording = load_bytes(file.data, file.size, NULL);
    size_t count;
    xror_other_key *key = (xror_other_key *)(uintptr_t)reel_rows(recording, &xror_other_keys, &count);
    assert_int_equal(count, 1);
    const reel_bytes document = key->value;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char what[64];
        snprintf(what, sizeof what, "case %zu, %s", i, cases[i].key);
        key->value = change_document(document, cases[i].key, cases[i].member);
        assert_outcome(recording, &play, cases[i].outcome, what);
    }
    for (size_t size = 0; size < document.size; size++) {
        char what[64];
        snprintf(what, sizeof what, "%zu bytes of the document", size);
        key->value = (reel_bytes){ document.data, size };
        assert_outcome(recording, &play, UNUSED, what);
    }
    key->value = document;
    key->kind = 0x04; /* an array is not a document */
    reel_memory spool = spool_of(recording), back = convert(&spool, &reel_format_bsor, 0);
    assert_false(back.size == play.size && memcmp(back.data, play.data, back.size) == 0);
    reel_memory_free(&spool);
    reel_memory_free(&back);
    reel_free(recording);
    reel_memory_free(&file);
    reel_memory_free(&play);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(members_that_are_not_valid_are_not_used) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
