/* SPDX-License-Identifier: MIT */
#include "json/evidence_json.h"

#include "json/record_json.h"

void evidence_member(text *to, const char *name, const evidence_report *report)
{
    static const char *const words[] = {
        [EVIDENCE_NONE] = "none", [EVIDENCE_PARTIAL] = "partial", [EVIDENCE_FULL] = "full", [EVIDENCE_AGAINST] = "against"
    };
    json_name(to, name);
    if (!report->motion.data) {
        json_null(to);
        return;
    }
    json_begin_object(to, NULL);
    json_member_string(to, "support", words[report->support]);
    json_report_member(to, "motion", &report->motion);
    record_list_member(to, "findings", &finding_record, &report->findings.list);
    json_end_object(to);
}

void evidence_free(evidence_report *report)
{
    json_report_free(&report->motion);
    findings_free(&report->findings);
}

/* ---- like motion -------------------------------------------------------------------------------------------------------- */

enum { TIME_DIGITS = 3, SCORE_DIGITS = 4, SCALE_DIGITS = 6, EVIDENCE_DIGITS = 1 };

static void member(text *to, const char *name, double number, int digits)
{
    json_name(to, name);
    json_fixed(to, number, digits);
}

static const char *hand(uint32_t hand) { return hand ? "right" : "left"; }

static void add_part(text *to, const motion_part *part)
{
    json_begin_object(to, NULL);
    json_member_string(to, "hand", hand(part->hand));
    json_member_string(to, "source_hand", hand(part->source_hand));
    json_member_bool(to, "mirrored", part->mirrored);
    member(to, "from", part->from, TIME_DIGITS);
    member(to, "to", part->to, TIME_DIGITS);
    member(to, "source_from", part->source_from, TIME_DIGITS);
    member(to, "source_to", part->source_to, TIME_DIGITS);
    member(to, "evidence", part->evidence, EVIDENCE_DIGITS);
    json_end_object(to);
}

static void add_match(text *to, const motion_match *match)
{
    json_begin_object(to, NULL);
    json_member_string(to, "id", match->id);
    member(to, "score", match->score, SCORE_DIGITS);
    json_member_string(to, "meaning", reel_match_band_name((reel_match_band)match->band));
    json_member_uint(to, "windows", match->windows);
    json_member_bool(to, "mirrored", match->mirrored);
    member(to, "scale", match->scale, SCALE_DIGITS);
    member(to, "shift", match->shift, TIME_DIGITS);
    member(to, "evidence", match->evidence, EVIDENCE_DIGITS);
    member(to, "copied", match->copied, TIME_DIGITS);
    json_begin_array(to, "parts");
    for (uint32_t i = 0; i < match->part_count; i++) add_part(to, &match->parts[i]);
    json_end_array(to);
    json_end_object(to);
}

void motion_matches_add(text *to, const motion_match *matches, size_t count)
{
    json_begin_array(to, NULL);
    for (size_t i = 0; i < count; i++) add_match(to, &matches[i]);
    json_end_array(to);
}
