/* SPDX-License-Identifier: MIT */
#include "json/kept_answer.h"

#include "base/fail.h"
#include "base/json_write.h"
#include "json/report.h"

#include <string.h>

/* ---- as it is kept --------------------------------------------------------------------------------------------------- */

/* Reads an answer, which is an object. */
static reel_status read_kept(const char *kept, yyjson_doc **document, reel_error *error)
{
    reel_status status = json_document_read(kept, strlen(kept), document, error);
    if (status < 0 || yyjson_is_obj(yyjson_doc_get_root(*document))) return status;
    yyjson_doc_free(*document);
    *document = NULL;
    return fail(error, REEL_CORRUPT, "json.malformed", "the answer that is kept is not an object");
}

static bool is_report(const char *name)
{
    static const char *const names[] = { "evidence", "similar", "statistics", "findings" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

reel_status kept_answer_write(text *to, const char *kept, verdict now, bool reports, reel_error *error)
{
    yyjson_doc *document;
    yyjson_val *key, *value;
    size_t i, count;
    reel_status status = read_kept(kept, &document, error);
    if (status < 0) return status;
    json_begin_object(to, NULL);
    yyjson_obj_foreach(yyjson_doc_get_root(document), i, count, key, value)
    {
        const char *name = yyjson_get_str(key);
        if (!reports && is_report(name)) continue;
        json_name(to, name);
        if (strcmp(name, "verdict") == 0)
            json_string(to, verdict_names[now]);
        else
            json_value_add(to, value);
    }
    json_end_object(to);
    yyjson_doc_free(document);
    return REEL_OK;
}

/* ---- for people ------------------------------------------------------------------------------------------------------ */

RECORD(hold_reason_record, hold_reason, FIELD(hold_reason, rule, FIELD_STRING), FIELD(hold_reason, message, FIELD_STRING));
static RECORD(mark_record, kept_mark, FIELD(kept_mark, sound, FIELD_BOOL), FIELD(kept_mark, trusted, FIELD_BOOL),
              FIELD(kept_mark, key, FIELD_STRING));
static RECORD(evidence_record, kept_evidence, FIELD(kept_evidence, support, FIELD_STRING),
              FIELD(kept_evidence, supported, FIELD_NUMBER), FIELD(kept_evidence, not_supported, FIELD_NUMBER),
              FIELD(kept_evidence, good_cuts, FIELD_NUMBER), FIELD(kept_evidence, motion_score, FIELD_NUMBER),
              FIELD(kept_evidence, motion_score_most, FIELD_NUMBER), FIELD(kept_evidence, ticks, FIELD_NUMBER),
              FIELD(kept_evidence, agreed, FIELD_NUMBER), FIELD(kept_evidence, finishes, FIELD_NUMBER),
              FIELD(kept_evidence, finishes_shown, FIELD_NUMBER), FIELD(kept_evidence, finishes_against, FIELD_NUMBER),
              FIELD_OF(kept_evidence, findings, FIELD_LIST, &finding_record));
static RECORD(value_record, kept_value, FIELD(kept_value, name, FIELD_STRING), FIELD(kept_value, text, FIELD_STRING),
              FIELD(kept_value, number, FIELD_NUMBER));
static RECORD(row_record, kept_row, FIELD_OF(kept_row, values, FIELD_LIST, &value_record));
static RECORD(table_record, kept_table, FIELD(kept_table, name, FIELD_STRING),
              FIELD_OF(kept_table, rows, FIELD_LIST, &row_record));

static RECORD(kept_part_record, kept_part, FIELD(kept_part, hand, FIELD_STRING), FIELD(kept_part, source_hand, FIELD_STRING),
              FIELD(kept_part, mirrored, FIELD_BOOL), FIELD(kept_part, from, FIELD_NUMBER), FIELD(kept_part, to, FIELD_NUMBER),
              FIELD(kept_part, source_from, FIELD_NUMBER), FIELD(kept_part, source_to, FIELD_NUMBER));
RECORD(kept_similar_record, kept_similar, FIELD(kept_similar, id, FIELD_STRING), FIELD(kept_similar, meaning, FIELD_STRING),
       FIELD(kept_similar, copied, FIELD_NUMBER), FIELD(kept_similar, mirrored, FIELD_BOOL),
       FIELD_OF(kept_similar, parts, FIELD_LIST, &kept_part_record));

RECORD(kept_answer_record, kept_answer, FIELD_OF(kept_answer, reasons, FIELD_LIST, &hold_reason_record),
       FIELD(kept_answer, stated_score, FIELD_NUMBER), FIELD_OF(kept_answer, similar, FIELD_LIST, &kept_similar_record),
       FIELD_OF(kept_answer, findings, FIELD_LIST, &finding_record), FIELD_OF(kept_answer, statistics, FIELD_LIST, &table_record),
       { .name = "evidence",
         .kind = FIELD_STRUCT,
         .offset = offsetof(kept_answer, evidence),
         .given = offsetof(kept_answer, has_evidence),
         .of = &evidence_record },
       { .name = "mark",
         .kind = FIELD_STRUCT,
         .offset = offsetof(kept_answer, mark),
         .given = offsetof(kept_answer, has_mark),
         .of = &mark_record });

static const char *text_of(yyjson_val *object, const char *name)
{
    const char *found = yyjson_get_str(yyjson_obj_get(object, name));
    return found ? found : "";
}

static const char *number_of(yyjson_val *object, const char *name) { return yyjson_get_raw(yyjson_obj_get(object, name)); }

/* Answers from before there were reasons have none: nothing was held. */
static void read_reasons(yyjson_val *array, record_list *to)
{
    yyjson_val *each;
    size_t i, count;
    if (!yyjson_is_arr(array)) return;
    yyjson_arr_foreach(array, i, count, each)
        record_list_copy(to, &hold_reason_record, &(hold_reason){ text_of(each, "rule"), text_of(each, "message") });
}

static void read_mark(yyjson_val *object, kept_answer *to)
{
    to->has_mark = yyjson_is_obj(object);
    to->mark = (kept_mark){ .sound = yyjson_is_true(yyjson_obj_get(object, "sound")),
                            .trusted = yyjson_is_true(yyjson_obj_get(object, "trusted")),
                            .key = text_of(object, "key") };
}

static reel_status read_evidence(yyjson_val *object, kept_answer *to, reel_error *error)
{
    kept_evidence *evidence = &to->evidence;
    yyjson_val *row = yyjson_arr_get_first(yyjson_obj_get(yyjson_obj_get(object, "motion"), "evidence"));
    to->has_evidence = yyjson_is_obj(object);
    evidence->support = text_of(object, "support");
    evidence->supported = number_of(row, "supported");
    evidence->not_supported = number_of(row, "not_supported");
    evidence->good_cuts = number_of(row, "good_cuts");
    evidence->motion_score = number_of(row, "motion_score");
    evidence->motion_score_most = number_of(row, "motion_score_most");
    evidence->ticks = number_of(row, "ticks");
    evidence->agreed = number_of(row, "agreed");
    evidence->finishes = number_of(row, "finishes");
    evidence->finishes_shown = number_of(row, "finishes_shown");
    evidence->finishes_against = number_of(row, "finishes_against");
    return findings_of(yyjson_obj_get(object, "findings"), &evidence->findings, error);
}

static void read_row(yyjson_val *object, record_list *rows)
{
    yyjson_val *key, *value;
    size_t i, count;
    kept_row row = { .values = { .rows = NULL } };
    yyjson_obj_foreach(object, i, count, key, value)
    {
        kept_value one = { yyjson_get_str(key), yyjson_get_str(value), yyjson_get_raw(value) };
        if (yyjson_is_bool(value)) one.text = yyjson_is_true(value) ? "yes" : "no";
        record_list_copy(&row.values, &value_record, &one);
    }
    record_list_copy(rows, &row_record, &row);
    if (rows->failed) record_free(&row_record, &row);
}

static void read_similar(yyjson_val *array, record_list *to)
{
    yyjson_val *each, *part;
    size_t i, count, n, parts;
    if (!yyjson_is_arr(array)) return;
    yyjson_arr_foreach(array, i, count, each)
    {
        kept_similar *one = record_list_add(to, &kept_similar_record);
        if (!one) return;
        one->id = text_of(each, "id");
        one->meaning = text_of(each, "meaning");
        one->copied = number_of(each, "copied");
        one->mirrored = yyjson_is_true(yyjson_obj_get(each, "mirrored"));
        yyjson_val *all = yyjson_obj_get(each, "parts");
        if (!yyjson_is_arr(all)) continue;
        yyjson_arr_foreach(all, n, parts, part)
            record_list_copy(&one->parts, &kept_part_record,
                             &(kept_part){ .hand = text_of(part, "hand"),
                                           .source_hand = text_of(part, "source_hand"),
                                           .from = number_of(part, "from"),
                                           .to = number_of(part, "to"),
                                           .source_from = number_of(part, "source_from"),
                                           .source_to = number_of(part, "source_to"),
                                           .mirrored = yyjson_is_true(yyjson_obj_get(part, "mirrored")) });
    }
}

/* The score that the replay states: the first of the evidence, or of the statistics. */
static const char *find_stated(yyjson_val *root)
{
    static const char name[] = "stated_score";
    yyjson_val *key, *insight, *table;
    size_t i, count, n, tables;
    yyjson_val *motion = yyjson_obj_get(yyjson_obj_get(yyjson_obj_get(root, "evidence"), "motion"), "evidence");
    yyjson_val *statistics = yyjson_obj_get(root, "statistics");
    const char *found = number_of(yyjson_arr_get_first(motion), name);
    if (!yyjson_is_obj(statistics)) return found;
    yyjson_obj_foreach(statistics, i, count, key, insight)
    {
        if (!yyjson_is_obj(insight)) continue;
        yyjson_val *inner;
        yyjson_obj_foreach(insight, n, tables, inner, table) if (!found) found = number_of(yyjson_arr_get_first(table), name);
    }
    return found;
}

/* One member for each table of statistics, named by its insight: an object with the table, as an export has it. */
static void read_statistics(yyjson_val *object, record_list *to)
{
    yyjson_val *key, *one, *name, *rows, *row;
    size_t i, count, n, tables, at, all;
    if (!yyjson_is_obj(object)) return; /* the loop computes an address behind it */
    yyjson_obj_foreach(object, i, count, key, one) yyjson_obj_foreach(one, n, tables, name, rows)
    {
        kept_table *table = record_list_add(to, &table_record);
        if (!table) return;
        table->name = yyjson_get_str(name);
        yyjson_arr_foreach(rows, at, all, row) read_row(row, &table->rows);
    }
}

reel_status kept_answer_read(const char *kept, bool reports, kept_answer *to, reel_error *error)
{
    *to = (kept_answer){ .document = NULL };
    reel_status status = read_kept(kept, &to->document, error);
    if (status < 0) return status;
    yyjson_val *root = yyjson_doc_get_root(to->document);
    read_reasons(yyjson_obj_get(root, "reasons"), &to->reasons);
    read_mark(yyjson_obj_get(root, "mark"), to);
    to->map = yyjson_get_str(yyjson_obj_get(root, "map"));
    if (reports) status = findings_of(yyjson_obj_get(root, "findings"), &to->findings, error);
    if (reports && status >= 0) status = read_evidence(yyjson_obj_get(root, "evidence"), to, error);
    if (reports) read_statistics(yyjson_obj_get(root, "statistics"), &to->statistics);
    if (reports) read_similar(yyjson_obj_get(root, "similar"), &to->similar);
    if (reports) to->stated_score = find_stated(root);
    if (status >= 0 && record_failed(&kept_answer_record, to)) status = fail(error, REEL_MEMORY, "json.memory", "out of memory");
    if (status < 0) kept_answer_free(to);
    return status;
}

void kept_answer_free(kept_answer *answer)
{
    record_free(&kept_answer_record, answer);
    yyjson_doc_free(answer->document);
    *answer = (kept_answer){ .document = NULL };
}
