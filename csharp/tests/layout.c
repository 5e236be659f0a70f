/* SPDX-License-Identifier: MIT
 * The sizes, constants and offsets that csharp/src/Native.cs repeats, in the order of its Layout(). */
#include <reel/insight.h>
#include <reel/reel.h>
#include <reel/sign.h>
#include <stdio.h>

int main(void)
{
    const size_t values[] = {
        sizeof(reel_error),
        sizeof(reel_source),
        sizeof(reel_sink),
        sizeof(reel_options),
        sizeof(reel_convert_options),
        sizeof(reel_finding),
        sizeof(reel_progress),
        sizeof(reel_table),
        sizeof(reel_field),
        sizeof(reel_mark),
        sizeof(reel_sign_options),
        sizeof(reel_verify_options),
        REEL_STRICT,
        REEL_REPAIR,
        REEL_ANONYMISE,
        REEL_FILE_REPLACE,
        sizeof(reel_public_key),
        REEL_PUBLIC_KEY_TEXT,
        REEL_SECRET_KEY_FILE,
        offsetof(reel_options, from),
        offsetof(reel_options, select),
        offsetof(reel_convert_options, from),
        offsetof(reel_mark, player),
        offsetof(reel_field, doc),
        offsetof(reel_finding, row),
        sizeof(reel_insight_options),
        offsetof(reel_insight_options, level),
        sizeof(reel_survey),
        offsetof(reel_survey, insight_options),
        REEL_SURVEY_CHECK,
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) printf("%s%zu", i ? " " : "", values[i]);
    return putchar('\n') == EOF;
}
