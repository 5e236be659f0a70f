/* SPDX-License-Identifier: MIT */
#include "json/kept_answer_again.h"

#include "base/fail.h"
#include "json/entry_json.h"

#include <string.h>

typedef struct upload_board {
    const char *board, *level;
    uint64_t plays;
} upload_board;
static RECORD(upload_board_record, upload_board, FIELD(upload_board, board, FIELD_STRING),
              FIELD(upload_board, level, FIELD_STRING), FIELD(upload_board, plays, FIELD_UINT));

void upload_boards_add(text *to, const new_play *plays, size_t count, uint64_t left_out)
{
    json_begin_array(to, "boards");
    for (size_t first = 0, end; first < count; first = end) {
        const new_play *play = &plays[first];
        for (end = first + 1; end < count; end++)
            if (strcmp(plays[end].board, play->board) != 0 || strcmp(plays[end].level_key, play->level_key) != 0) break;
        record_add(to, &upload_board_record, &(upload_board){ play->board, play->level, end - first });
    }
    json_end_array(to);
    json_member_uint(to, "plays_left_out", left_out);
}

/* Members that are written anew, besides those of the entry. */
static bool is_new(const char *name)
{
    static const char *const names[] = { "map", "reasons", "evidence", "boards", "plays_left_out", "statistics", "findings" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    for (size_t i = 0; i < entry_record.count; i++)
        if (strcmp(entry_record.fields[i].name, name) == 0) return true;
    return false;
}

static void add_reasons(text *to, yyjson_val *before, const hold_reason *reason)
{
    yyjson_val *each;
    size_t i, count;
    json_begin_array(to, "reasons");
    if (yyjson_is_arr(before)) {
        yyjson_arr_foreach(before, i, count, each) { json_value_add(to, each); }
    }
    if (reason) record_add(to, &hold_reason_record, reason);
    json_end_array(to);
}

reel_status kept_answer_again(text *to, const char *kept, const kept_again *again, reel_error *error)
{
    yyjson_doc *document;
    yyjson_val *key, *value;
    size_t i, count;
    reel_status status = json_document_read(kept, strlen(kept), &document, error);
    if (status < 0) return status;
    yyjson_val *root = yyjson_doc_get_root(document);
    record_begin(to, &entry_record, again->entry);
    json_member_string(to, "map", again->map);
    add_reasons(to, yyjson_obj_get(root, "reasons"), again->reason);
    evidence_member(to, "evidence", again->evidence);
    upload_boards_add(to, again->plays, again->play_count, again->plays_left_out);
    if (yyjson_is_obj(root)) {
        yyjson_obj_foreach(root, i, count, key, value)
        {
            if (is_new(yyjson_get_str(key))) continue;
            json_name(to, yyjson_get_str(key));
            json_value_add(to, value);
        }
    }
    json_report_member(to, "statistics", again->statistics);
    record_list_member(to, "findings", &finding_record, &again->findings->list);
    json_end_object(to);
    text_raw(to, "", 1);
    yyjson_doc_free(document);
    return to->failed ? fail(error, REEL_MEMORY, "json.memory", "out of memory") : REEL_OK;
}
