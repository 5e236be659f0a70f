/* SPDX-License-Identifier: MIT
 * JSON that others wrote, and pages that are made of it. Prints "ok NAME" for each test, and ends with status 1 at the first that fails;
 * test_units.py runs it. */
#include "pages/template.h"
#include "json/entry_json.h"
#include "json/facts.h"
#include "json/kept_answer.h"
#include "json/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition), exit(1);                                 \
    } while (0)

/* Whether a text is `expected`; frees it. */
static bool is(text *to, const char *expected)
{
    bool same = !to->failed && to->size == strlen(expected) && memcmp(to->data, expected, to->size) == 0;
    if (!same) printf("%.*s\n", (int)to->size, to->data ? to->data : "");
    text_free(to);
    return same;
}

static const char kept[] =
    "{\"id\":\"ab\",\"verdict\":\"held\",\"mark\":{\"key\":\",\\\"reasons\\\":[\"},"
    "\"reasons\":[{\"rule\":\"a]\",\"message\":\"\\\"verdict\\\":\\\"held\\\"\"}],"
    "\"evidence\":{\"verdict\":\"held\"},\"similar\":[],\"statistics\":{\"t\":[{\"n\":1.50}]},\"findings\":[]}\n";

static void a_report_is_one_value(void)
{
    static const char *const wrong[] = { "",    " ",       "1},\"verdict\":\"accepted\"", "{} {}", "{\"a\":1", "[1,]", "\"\xff\"",
                                         "nul", "\"a\nb\"" };
    json_report report;
    reel_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(json_report_read(wrong[i], strlen(wrong[i]), &report, &error) == REEL_CORRUPT);
        CHECK(strcmp(error.rule, "json.malformed") == 0 && !report.data);
    }
    CHECK(json_report_read("[1,2}", 5, &report, &error) == REEL_CORRUPT && strstr(error.message, "byte 4"));
    text to = { .data = NULL };
    json_begin_object(&to, NULL);
    json_report_member(&to, "missing", &report);
    CHECK(is(&to, "{\"missing\":null"));
}

static void numbers_stay_as_they_are_spelled(void)
{
    static const char numbers[] = "[1e2,18446744073709551616,-0.0,1.50]";
    json_report report;
    reel_error error;
    text to = { .data = NULL };
    CHECK(json_report_read(numbers, strlen(numbers), &report, &error) == REEL_OK);
    json_begin_object(&to, NULL);
    json_member_int(&to, "a", 1);
    json_report_member(&to, "b", &report);
    json_report_free(&report);
    CHECK(is(&to, "{\"a\":1,\"b\":[1e2,18446744073709551616,-0.0,1.50]"));
}

static void the_verdict_of_a_kept_answer_is_that_of_now(void)
{
    char expected[sizeof kept + 8];
    text to = { .data = NULL };
    reel_error error;
    const char *after = strchr(kept, ',') + sizeof ",\"verdict\":\"held\"" - 1;
    snprintf(expected, sizeof expected, "{\"id\":\"ab\",\"verdict\":\"accepted\"%.*s", (int)strcspn(after, "\n"), after);
    CHECK(kept_answer_write(&to, kept, VERDICT_ACCEPTED, true, &error) == REEL_OK);
    CHECK(is(&to, expected));
}

static void reports_of_workers_can_be_left_out(void)
{
    text to = { .data = NULL };
    reel_error error;
    CHECK(kept_answer_write(&to, "{\"evidence\":null,\"id\":\"ab\",\"findings\":[1],\"boards\":[]}", VERDICT_HELD, false,
                            &error) == REEL_OK);
    CHECK(is(&to, "{\"id\":\"ab\",\"boards\":[]}"));
}

/* The n-th struct of a list. */
static const void *at(const record_list *list, const record *of, size_t n)
{
    CHECK(n < list->count);
    return record_list_at(list, of, n);
}

static void an_answer_is_read_for_people(void)
{
    static const char whole[] =
        "{\"reasons\":[{\"rule\":\"a]\",\"message\":\"b\"}],\"mark\":{\"sound\":true,\"trusted\":null,\"key\":\"k\"},"
        "\"evidence\":{\"support\":\"full\",\"motion\":{\"evidence\":[{\"supported\":7,\"stated_score\":5,\"motion_score\":3,"
        "\"motion_score_most\":9}]},\"findings\":[]},"
        "\"similar\":[{\"id\":\"ab\",\"meaning\":\"copy\",\"copied\":2.5,\"mirrored\":true,\"parts\":[{\"hand\":\"left\","
        "\"from\":1,\"to\":2}]}],"
        "\"statistics\":{\"i.t\":{\"t\":[{\"n\":1.50,\"s\":\"x\",\"b\":true,\"o\":null}]}},"
        "\"findings\":[{\"severity\":\"error\",\"rule\":\"r\",\"message\":\"m\",\"offset\":12}]}";
    kept_answer answer;
    reel_error error;
    text to = { .data = NULL };
    CHECK(kept_answer_read(whole, true, &answer, &error) == REEL_OK);
    record_add(&to, &kept_answer_record, &answer);
    kept_answer_free(&answer);
    CHECK(
        is(&to,
           "{\"reasons\":[{\"rule\":\"a]\",\"message\":\"b\"}],\"stated_score\":5,"
           "\"similar\":[{\"id\":\"ab\",\"meaning\":\"copy\",\"copied\":2.5,\"mirrored\":true,\"parts\":[{\"hand\":\"left\","
           "\"source_hand\":\"\",\"mirrored\":false,\"from\":1,\"to\":2,\"source_from\":null,\"source_to\":null}]}],"
           "\"findings\":[{\"severity\":\"error\",\"rule\":\"r\",\"message\":\"m\",\"offset\":12}],"
           "\"statistics\":[{\"name\":\"t\",\"rows\":[{\"values\":[{\"name\":\"n\",\"text\":null,\"number\":1.50},"
           "{\"name\":\"s\",\"text\":\"x\",\"number\":null},{\"name\":\"b\",\"text\":\"yes\",\"number\":null},"
           "{\"name\":\"o\",\"text\":null,\"number\":null}]}]}],"
           "\"evidence\":{\"support\":\"full\",\"supported\":7,\"not_supported\":null,\"good_cuts\":null,"
           "\"motion_score\":3,\"motion_score_most\":9,\"ticks\":null,\"agreed\":null,\"finishes\":null,\"finishes_shown\":null,"
           "\"finishes_against\":null,\"findings\":[]},\"mark\":{\"sound\":true,\"trusted\":false,\"key\":"
           "\"k\"}}"));
    CHECK(kept_answer_read("{\"id\":\"ab\"}", true, &answer, &error) == REEL_OK); /* of the first version */
    CHECK(!answer.reasons.count && !answer.has_mark && !answer.has_evidence);
    kept_answer_free(&answer);
    CHECK(kept_answer_read("{\"findings\":[{\"rule\":1}]}", true, &answer, &error) == REEL_CORRUPT);
    CHECK(strcmp(error.rule, "json.finding") == 0 && strstr(error.message, "finding 0"));
    CHECK(kept_answer_read("{\"findings\":[{\"rule\":1}]}", false, &answer, &error) == REEL_OK);
    kept_answer_free(&answer);
    CHECK(kept_answer_read("[]", true, &answer, &error) == REEL_CORRUPT && kept_answer_read("{", true, &answer, &error) < 0);
}

static void findings_have_a_severity_a_rule_and_a_message(void)
{
    static const char *const wrong[] = { "{}", "[1]", "[{}]", "[{\"severity\":\"bad\",\"rule\":\"r\",\"message\":\"m\"}]",
                                         "[{\"severity\":\"note\",\"rule\":\"r\"}]" };
    static const char fine[] = "[{\"severity\":\"note\",\"rule\":\"n\",\"message\":\"m\"},"
                               "{\"severity\":\"error\",\"rule\":\"e\",\"message\":\"m\",\"section\":\"frames\","
                               "\"offset\":18446744073709551615,\"length\":2,\"table\":\"t\",\"row\":3,\"count\":1}]";
    findings found;
    reel_error error;
    text to = { .data = NULL };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(findings_read(wrong[i], strlen(wrong[i]), &found, &error) == REEL_CORRUPT && !found.document);
        CHECK(strcmp(error.rule, "json.finding") == 0);
    }
    CHECK(findings_read(fine, strlen(fine), &found, &error) == REEL_OK && found.list.count == 2);
    CHECK(strcmp(findings_first_error(&found.list)->rule, "e") == 0);
    CHECK(!((const finding *)at(&found.list, &finding_record, 0))->has_offset);
    record_add_list(&to, &finding_record, &found.list);
    findings_free(&found);
    CHECK(is(&to, fine));
}

static void facts_have_all_members(void)
{
    static const char *const wrong[] = { "{}", "[]", "{\"header\":[],\"plots\":{}}", "{\"header\":[{}],\"plots\":[]}",
                                         "{\"header\":[],\"plots\":[{\"id\":\"a\"}]}" };
    static const char fine[] = "{\"header\":[{\"name\":\"n\",\"value\":\"v\",\"unit\":\"s\",\"moment\":12}],"
                               "\"plots\":[{\"id\":\"i\",\"name\":\"n\",\"doc\":\"d\"}]}";
    facts found;
    reel_error error;
    text to = { .data = NULL };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(facts_read(wrong[i], strlen(wrong[i]), &found, &error) == REEL_CORRUPT && !found.document);
    CHECK(facts_read(fine, strlen(fine), &found, &error) == REEL_OK);
    record_add(&to, &facts_record, &found);
    facts_free(&found);
    CHECK(is(&to, fine));
}

static void a_struct_is_written_by_its_table(void)
{
    board_entry entry = {
        .replay = { .id = "ab", .verdict = VERDICT_HELD, .player = "\"<", .score = 0.1, .has_score = true, .size = -1 },
        .board = "b",
        .value = 2
    };
    text to = { .data = NULL };
    record_add(&to, &board_entry_record, &entry);
    entry.place = UINT64_MAX;
    record_add(&to, &board_entry_record, &entry);
    char expected[2048];
    static const char one[] =
        "{\"id\":\"ab\",\"verdict\":\"held\",\"format\":\"\",\"game\":\"\",\"player\":\"\\\"<\","
        "\"player_name\":\"\",\"level\":\"\",\"title\":\"\",\"author\":\"\",\"detail\":\"\",\"modifiers\":\"\","
        "\"headset\":\"\",\"score\":0.1,\"accuracy\":null,\"ranked\":false,\"seconds\":0,\"size\":-1,"
        "\"received\":0,\"errors\":0,\"warnings\":0,\"board\":\"b\",\"value\":2";
    snprintf(expected, sizeof expected, "%s},%s,\"place\":18446744073709551615}", one, one);
    CHECK(is(&to, expected));
}

static void an_answer_that_cannot_be_read_says_where(void)
{
    text to = { .data = NULL };
    reel_error error;
    CHECK(kept_answer_write(&to, "{\"id\":ab}", VERDICT_HELD, true, &error) == REEL_CORRUPT);
    CHECK(!to.size && strstr(error.message, "malformed JSON at byte 6"));
    CHECK(kept_answer_write(&to, "[]", VERDICT_HELD, true, &error) == REEL_CORRUPT && strstr(error.message, "not an object"));
}

typedef struct tried {
    const char *heading;
    bool store;
    record_list findings;
} tried;
static RECORD(tried_record, tried, FIELD(tried, heading, FIELD_STRING), FIELD(tried, store, FIELD_BOOL),
              FIELD_OF(tried, findings, FIELD_LIST, &finding_record));

static void a_page_that_cannot_be_made_says_why(void)
{
    text to = { .data = NULL };
    tried values = { .heading = "A" };
    reel_error error;
    CHECK(template_render("no_such", &tried_record, &values, &to, &error) == REEL_ARGUMENT);
    CHECK(strcmp(error.rule, "page.template") == 0 && strstr(error.message, "no_such"));
    CHECK(template_render("states", &tried_record, &values, &to, &error) == REEL_OK && to.size);
    text_free(&to);
    values.findings.failed = true;
    CHECK(template_render("states", &tried_record, &values, &to, &error) == REEL_MEMORY);
    CHECK(strcmp(error.message, "out of memory") == 0);
    text_free(&to);
}

static void a_value_of_a_page_is_text(void)
{
    text to = { .data = NULL };
    tried values = { .store = true };
    reel_error error;
    const finding one = { .severity = "error", .rule = "{{>head}}", .message = "<script>&'\"\x01\xff" };
    record_list_copy(&values.findings, &finding_record, &one);
    CHECK(template_render("findings", &tried_record, &values, &to, &error) == REEL_OK);
    record_free(&tried_record, &values);
    CHECK(!values.findings.rows && !values.findings.count);
    CHECK(is(&to, "<ul class=\"findings\">\n<li><strong class=\"error\">error</strong> "
                  "&lt;script&gt;&amp;&#39;&quot;\xef\xbf\xbd\xef\xbf\xbd "
                  "<code>{{&gt;head}}</code></li>\n</ul>\n"));
}

#define RUN(test) (test(), puts("ok " #test))

/* Floats have as few digits as read back to the same value, and no "+", which an address would turn into a space. */
static void numbers_have_the_fewest_digits(void)
{
    static const struct {
        double value;
        const char *text;
    } doubles[] = { { 0, "0" },
                    { -0.0, "-0" },
                    { 1, "1" },
                    { -1, "-1" },
                    { 10, "10" },
                    { -123456, "-123456" },
                    { 0.5, "0.5" },
                    { -0.1, "-0.1" },
                    { 0.1 + 0.2, "0.30000000000000004" },
                    { 123456.75, "123456.75" },
                    { 999999999999999.0, "999999999999999" },
                    { 1e300, "1e300" },
                    { 4.9e-324, "5e-324" } };
    static const double large[] = { 1e14, 1e15, -1e15, 1e16, 1e17, 1e21, 123456789012345680000.0, 2.5e22 };
    static const int64_t wholes[] = { 0, 1, -1, 9, 10, -10, 1234567890123, INT64_MAX, INT64_MIN, INT64_MIN + 1 };
    char expected[64], number[REAL_TEXT];
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        const replay_entry e = { .score = doubles[i].value, .has_score = true };
        text to = { .data = NULL };
        record_add(&to, &entry_record, &e);
        text_raw(&to, "", 1);
        snprintf(expected, sizeof expected, ",\"score\":%s,", doubles[i].text);
        CHECK(!to.failed && strstr(to.data, expected));
        text_free(&to);
        CHECK(strcmp(real_text(doubles[i].value, number), doubles[i].text) == 0);
    }
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        CHECK(strtod(real_text(large[i], number), NULL) == large[i] && !strchr(number, '+'));
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        const replay_entry e = { .received = wholes[i] };
        text to = { .data = NULL };
        record_add(&to, &entry_record, &e);
        text_raw(&to, "", 1);
        snprintf(expected, sizeof expected, ",\"received\":%lld,", (long long)wholes[i]);
        CHECK(!to.failed && strstr(to.data, expected));
        text_free(&to);
    }
}

static void strings_are_escaped(void)
{
    text to = { .data = NULL };
    json_string(&to, "plain \"x\\ \x01\x7f\xc3\xa9\xe2\x80\xa8\xff end");
    CHECK(is(&to, "\"plain \\\"x\\\\ \\u0001\\u007f\xc3\xa9\\u2028\xef\xbf\xbd end\""));
    json_string(&to, "");
    CHECK(is(&to, "\"\""));
    json_member_string(&to, "a", "1");
    json_member_string(&to, "b", "2");
    CHECK(is(&to, "\"a\":\"1\",\"b\":\"2\""));
    json_name(&to, "a\"\\");
    json_string(&to, NULL);
    CHECK(is(&to, "\"a\\\"\\\\\":null"));
}

/* Each kind of value is written after each other one, in arrays and objects: the reader gets as many as were written. */
enum { VALUES = 9 };

static void add_kind(text *to, int kind)
{
    switch (kind) {
    case 0: json_string(to, ""); break;
    case 1: json_int(to, INT64_MIN); break;
    case 2: json_uint(to, UINT64_MAX); break;
    case 3: json_fixed(to, kind - 3.25, 2); break;
    case 4: json_bool(to, true); break;
    case 5: json_null(to); break;
    case 6: json_begin_object(to, NULL), json_end_object(to); break;
    case 7: json_begin_array(to, NULL), json_end_array(to); break;
    default: json_raw(to, "1e5", 3); break;
    }
}

static void commas_come_by_themselves(void)
{
    for (int first = 0; first < VALUES; first++)
        for (int second = 0; second < VALUES; second++) {
            text to = { .data = NULL };
            json_begin_object(&to, NULL);
            json_begin_array(&to, "a");
            add_kind(&to, first);
            add_kind(&to, second);
            json_end_array(&to);
            json_name(&to, "b");
            add_kind(&to, first);
            json_name(&to, "c");
            add_kind(&to, second);
            json_end_line(&to);
            yyjson_doc *document = yyjson_read(to.data, to.size, YYJSON_READ_NOFLAG);
            yyjson_val *root = yyjson_doc_get_root(document);
            CHECK(yyjson_arr_size(yyjson_obj_get(root, "a")) == 2 && yyjson_obj_size(root) == 3);
            CHECK(yyjson_get_type(yyjson_obj_get(root, "b")) == yyjson_get_type(yyjson_arr_get(yyjson_obj_get(root, "a"), 0)));
            CHECK(yyjson_get_type(yyjson_obj_get(root, "c")) == yyjson_get_type(yyjson_arr_get(yyjson_obj_get(root, "a"), 1)));
            yyjson_doc_free(document);
            text_free(&to);
        }
}

static void a_text_goes_on_in_another(void)
{
    text list = { .data = NULL }, none = { .data = NULL }, to = { .data = NULL };
    json_int(&list, 1);
    json_int(&list, 2);
    json_begin_array(&to, NULL);
    json_move(&to, &none);
    json_string(&to, "a");
    json_move(&to, &list);
    json_end_array(&to);
    CHECK(is(&to, "[\"a\",1,2]") && !list.data);
    text after = { .before = '}' };
    json_name(&after, "b");
    CHECK(is(&after, ",\"b\":"));
    list.failed = true;
    json_move(&to, &list);
    CHECK(to.failed);
}

static void numbers_that_are_not_finite_are_null(void)
{
    text to = { .data = NULL };
    json_begin_array(&to, NULL);
    json_fixed(&to, NAN, 3);
    json_fixed(&to, -INFINITY, 3);
    json_fixed(&to, 0.0625, 3);
    json_fixed(&to, -1e15, 0);
    json_end_array(&to);
    CHECK(is(&to, "[null,null,0.062,-1000000000000000]"));
}

int main(void)
{
    RUN(numbers_have_the_fewest_digits);
    RUN(strings_are_escaped);
    RUN(commas_come_by_themselves);
    RUN(a_text_goes_on_in_another);
    RUN(numbers_that_are_not_finite_are_null);
    RUN(a_report_is_one_value);
    RUN(numbers_stay_as_they_are_spelled);
    RUN(the_verdict_of_a_kept_answer_is_that_of_now);
    RUN(reports_of_workers_can_be_left_out);
    RUN(an_answer_is_read_for_people);
    RUN(findings_have_a_severity_a_rule_and_a_message);
    RUN(facts_have_all_members);
    RUN(a_struct_is_written_by_its_table);
    RUN(an_answer_that_cannot_be_read_says_where);
    RUN(a_page_that_cannot_be_made_says_why);
    RUN(a_value_of_a_page_is_text);
    return 0;
}
