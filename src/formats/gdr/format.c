/* SPDX-License-Identifier: MIT
 * The descriptors of GDR2 and both kinds of GDR1. */
#include "codec/words.h"
#include "core/encoder.h"
#include "formats/gdr/carry.h"
#include "formats/gdr/gdr1.h"
#include "formats/gdr/gdr2.h"
#include "formats/gdr/operations.h"

static const char *const gdr2_extensions[] = { "gdr2", "gdr", NULL };

static const reel_table *const gdr2_tables[] = {
    &gdr_infos, &gdr_inputs, &gdr_physics_rows, &gdr_blocks, &gdr_deaths, &gdr_documents, NULL,
};

static int gdr2_sniff(const uint8_t *head, size_t size)
{
    size_t magic = size < GDR2_MAGIC_BYTES ? size : GDR2_MAGIC_BYTES;
    if (memcmp(head, GDR2_MAGIC, magic) != 0) return 0;
    return size > GDR2_MAGIC_BYTES && head[GDR2_MAGIC_BYTES] == GDR2_VERSION ? 32 : (int)(8 * magic);
}

static const reel_format_reader gdr2_reading = {
    .state_size = sizeof(gdr2_reader),
    .open = reel__gdr2_open,
    .next = reel__gdr2_next,
};

/* Of macros that are converted and whose framerate changes. Rows of GDR2 itself have one framerate. */
static const char *const gdr2_conventions[] = { "frames", GDR2_ONE_RATE, NULL };

static const reel_format_writer gdr2_writing = {
    .conventions = gdr2_conventions,
    .finish = reel__gdr2_finish,
    .accepts = reel__gdr2_accepts,
};

static const reel_operation gdr2_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .apply = reel__gdr2_repair,
};

static const reel_operation *const gdr2_operations[] = { &gdr2_repairing, &reel__gdr_anonymise, GDR_OPERATIONS, NULL };

const reel_format reel_format_gdr2 = {
    .id = "gdr2",
    .name = "Geometry Dash Replay 2",
    .game = "Geometry Dash",
    .extensions = gdr2_extensions,
    .tables = gdr2_tables,
    .input_limit = GDR_INPUT_LIMIT,
    .sniff = gdr2_sniff,
    .memory_bound = reel__gdr2_memory_bound,
    .reader = &gdr2_reading,
    .writer = REEL_WRITES(&gdr2_writing),
    .operations = REEL_WRITES(gdr2_operations),
    .check = REEL_CHECKS(&reel__gdr_fixes_check),
    .clean = &reel__gdr_cleaning,
};

/* ---- GDR1 ------------------------------------------------------------------------------------------------------- */

static const char *const gdr1_extensions[] = { "gdr", NULL };
static const char *const gdr1_json_extensions[] = { "gdr.json", "json", NULL };

static const reel_table *const gdr1_tables[] = {
    &gdr_infos_v1, &gdr_inputs, &gdr_blocks, &gdr_extensions, &gdr_documents, &gdr_cut_infos, NULL,
};

/* Accepts a map whose first key is a string, and bids higher if the format defines that key. */
static int gdr1_sniff(const uint8_t *head, size_t size)
{
    size_t map = head[0] >= 0x80 && head[0] <= 0x8f ? 1 : head[0] == 0xde ? 3 : head[0] == 0xdf ? 5 : 0;
    if (!map) return 0;
    if (size <= map) return 2;
    if (head[map] < 0xa0 || head[map] > 0xbf) return head[map] == 0xd9 || (map == 1 && head[0] == 0x80) ? 3 : 0;
    size_t name = head[map] & 0x1f;
    if (size - map - 1 < name) return 3;
    return reel__gdr1_find_key(GDR1_TOP, head + map + 1, name) ? 8 * (int)(name + 1) : 7;
}

/* The quotation mark that ends the string at `at`, or NULL. */
static const uint8_t *end_of_string(const uint8_t *at, const uint8_t *end)
{
    for (at = word_search(at + 1, end, '"', '\\'); at < end && *at == '\\'; at = word_search(at, end, '"', '\\'))
        at += end - at > 1 ? 2 : 1;
    return at < end ? at : NULL;
}

/* Accepts a JSON object, and bids higher if a string in it is a key of the format. No other format has "inputs" beside one of the others
 * near the start: those that come after need not look through the text. */
static int gdr1_json_sniff(const uint8_t *head, size_t size)
{
    enum { CERTAIN = 32, OWN = 16, COMMON = 4, NEAR = 4096 };
    size_t at = size >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size && (head[at] == ' ' || head[at] == '\t' || head[at] == '\n' || head[at] == '\r')) at++;
    if (at == size || head[at] != '{') return 0;
    bool inputs = false, others = false;
    int best = 1;
    uint32_t letters = 0; /* that keys begin with, by their lowest five bits: most strings have another one */
    for (size_t i = 0; i < GDR1_KEYS; i++) letters |= UINT32_C(1) << (*reel__gdr1_keys[i].key & 31);
    for (const uint8_t *open; best < OWN || at < NEAR; at++) {
        open = word_search_byte(head + at, head + size, '"');
        at = (size_t)(open - head);
        const uint8_t *end = at < size ? end_of_string(open, head + size) : NULL;
        if (!end) break;
        at = (size_t)(end - head);
        if (!(letters >> (open[1] & 31) & 1)) continue;
        const gdr1_key *key = reel__gdr1_find_key(GDR1_TOP, open + 1, (size_t)(end - open) - 1);
        /* bid less for keys that are common in files of other games */
        bool own =
            key && (key->kind == GDR1_GROUP || key->kind == GDR1_INPUTS || key->offset == offsetof(gdr_info_v1, framerate));
        inputs |= own && key->kind == GDR1_INPUTS;
        others |= own && key->kind != GDR1_INPUTS;
        if (inputs && others) return CERTAIN;
        if (key && best < (own ? OWN : COMMON)) best = own ? OWN : COMMON;
    }
    return best;
}

static const reel_format_reader gdr1_reading = {
    .state_size = sizeof(gdr1_reader),
    .zeroed = offsetof(gdr1_reader, tree),
    .open = reel__gdr1_open,
    .next = reel__gdr1_next,
};

static const reel_format_writer gdr1_writing = {
    .state_size = sizeof(gdr1_writer),
    .finish = reel__gdr1_finish,
    .accepts = reel__gdr1_accepts,
};

static const reel_operation gdr1_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .state_size = sizeof(gdr1_writer),
    .apply = reel__gdr1_repair,
};

static const reel_operation *const gdr1_operations[] = { &gdr1_repairing, &reel__gdr_anonymise, GDR_OPERATIONS, NULL };

const reel_format reel_format_gdr1 = {
    .id = "gdr1",
    .name = "Geometry Dash Replay 1",
    .game = "Geometry Dash",
    .extensions = gdr1_extensions,
    .tables = gdr1_tables,
    .input_limit = GDR_INPUT_LIMIT,
    .sniff = gdr1_sniff,
    .memory_bound = reel__gdr1_memory_bound,
    .reader = &gdr1_reading,
    .writer = REEL_WRITES(&gdr1_writing),
    .operations = REEL_WRITES(gdr1_operations),
    .check = REEL_CHECKS(&reel__gdr_fixes_check),
    .clean = &reel__gdr_cleaning,
};

static const reel_format_reader gdr1_json_reading = {
    .state_size = sizeof(gdr1_reader),
    .zeroed = offsetof(gdr1_reader, tree),
    .open = reel__gdr1_json_open,
    .next = reel__gdr1_next,
};

static const reel_format_writer gdr1_json_writing = {
    .state_size = sizeof(gdr1_writer),
    .finish = reel__gdr1_json_finish,
    .accepts = reel__gdr1_json_accepts,
};

static const reel_operation gdr1_json_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .state_size = sizeof(gdr1_writer),
    .apply = reel__gdr1_json_repair,
};

static const reel_operation *const gdr1_json_operations[] = { &gdr1_json_repairing, &reel__gdr_anonymise, GDR_OPERATIONS, NULL };

const reel_format reel_format_gdr1_json = {
    .id = "gdr1-json",
    .name = "Geometry Dash Replay 1 (JSON)",
    .game = "Geometry Dash",
    .extensions = gdr1_json_extensions,
    .tables = gdr1_tables,
    .input_limit = GDR_INPUT_LIMIT,
    .sniff = gdr1_json_sniff,
    .memory_bound = reel__gdr1_memory_bound,
    .reader = &gdr1_json_reading,
    .writer = REEL_WRITES(&gdr1_json_writing),
    .operations = REEL_WRITES(gdr1_json_operations),
    .check = REEL_CHECKS(&reel__gdr_fixes_check),
    .clean = &reel__gdr_cleaning,
};
