/* SPDX-License-Identifier: MIT
 * JSON that others wrote, and pages that are made of it. Prints "ok NAME" for each test, and ends with status 1 at the first that fails;
 * test_units.py runs it. */
#include "pages/template.h"
#include "json/kept_answer.h"

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
    text_add(&to, "{");
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
    text_add(&to, "{\"a\":1");
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

static void reasons_are_those_of_the_answer(void)
{
    text to = { .data = NULL };
    text_add(&to, "{\"a\":1");
    kept_answer_reasons(&to, kept);
    CHECK(is(&to, "{\"a\":1,\"reasons\":[{\"rule\":\"a]\",\"message\":\"\\\"verdict\\\":\\\"held\\\"\"}]"));
    kept_answer_reasons(&to, "{\"id\":\"ab\"}");
    CHECK(is(&to, "\"reasons\":[]"));
    kept_answer_reasons(&to, "{\"reasons\":[");
    CHECK(is(&to, "\"reasons\":null"));
    kept_answer_reasons(&to, "[]");
    CHECK(is(&to, "\"reasons\":null"));
}

static void an_answer_that_cannot_be_read_says_where(void)
{
    text to = { .data = NULL };
    reel_error error;
    CHECK(kept_answer_write(&to, "{\"id\":ab}", VERDICT_HELD, true, &error) == REEL_CORRUPT);
    CHECK(!to.size && strstr(error.message, "malformed JSON at byte 6"));
    CHECK(kept_answer_write(&to, "[]", VERDICT_HELD, true, &error) == REEL_CORRUPT && strstr(error.message, "not an object"));
}

static void a_page_that_cannot_be_made_says_why(void)
{
    text to = { .data = NULL }, values = { .data = NULL };
    reel_error error;
    text_add(&values, "{\"heading\":\"A\"}");
    CHECK(template_render("no_such", &values, &to, &error) == REEL_ARGUMENT);
    CHECK(strcmp(error.rule, "page.template") == 0 && strstr(error.message, "no_such"));
    CHECK(template_render("states", &values, &to, &error) == REEL_OK && to.size);
    text_free(&to);
    text_add(&values, "}");
    CHECK(template_render("states", &values, &to, &error) == REEL_CORRUPT && strcmp(error.rule, "json.malformed") == 0);
    values.failed = true;
    CHECK(template_render("states", &values, &to, &error) == REEL_MEMORY && strcmp(error.message, "out of memory") == 0);
    text_free(&values);
    text_free(&to);
}

#define RUN(test) (test(), puts("ok " #test))

int main(void)
{
    RUN(a_report_is_one_value);
    RUN(numbers_stay_as_they_are_spelled);
    RUN(the_verdict_of_a_kept_answer_is_that_of_now);
    RUN(reports_of_workers_can_be_left_out);
    RUN(reasons_are_those_of_the_answer);
    RUN(an_answer_that_cannot_be_read_says_where);
    RUN(a_page_that_cannot_be_made_says_why);
    return 0;
}
