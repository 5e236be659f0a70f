/* SPDX-License-Identifier: MIT
 * The verdict of an upload, and its answer. */
#include "api/upload_state.h"
#include "json/entry_json.h"
#include "json/kept_answer_again.h"

#include <reel/sign.h>
#include <stdio.h>
#include <string.h>

/* A reason beyond the last is left out: the upload is held by the others. */
static void upload_hold(request *r, upload_state *work, const char *rule, const char *message)
{
    r->entry.verdict = VERDICT_HELD;
    if (work->reason_count < HOLD_REASONS) work->reasons[work->reason_count++] = (hold_reason){ rule, message };
}

static void hold_for_mark(request *r, upload_state *work)
{
    const inspection *i = &work->inspection;
    static const struct {
        uint32_t problem;
        const char *rule, *message;
    } all[] = {
        { REEL_MARK_DAMAGED, "mark.damaged", "the mark cannot be read" },
        { REEL_MARK_WRONG_KEY, "mark.key", "the mark was made by an unknown key" },
        { REEL_MARK_CHANGED, "mark.changed", "the replay has changed since it was signed" },
        { REEL_MARK_OTHER_PLAYER, "mark.player", "the mark is another player's" },
        { REEL_MARK_OTHER_LEVEL, "mark.level", "the mark is of another level" },
        { REEL_MARK_OTHER_CHALLENGE, "mark.challenge", "the mark answers another challenge" },
    };
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        if (i->mark_problems & all[n].problem) upload_hold(r, work, all[n].rule, all[n].message);
    if (i->has_mark && work->trusted == 0)
        upload_hold(r, work, "mark.key", "the mark was made by a key that this server does not trust");
}

static bool is_good_mark(const upload_state *work)
{
    const inspection *i = &work->inspection;
    return i->has_mark && !i->mark_problems && work->trusted != 0;
}

/* Uploads whose motion contradicts the score were refused before. */
static void hold_for_evidence(request *r, upload_state *work)
{
    static const char *const why[] = {
        [EVIDENCE_NONE] =
            "the server accepts such replays only if their motion supports the score, which this replay cannot show",
        [EVIDENCE_PARTIAL] = "the motion supports the score only in part: some cuts cannot be compared, or are not supported",
        [EVIDENCE_AGAINST] = NULL,
    };
    const motion_evidence evidence = (motion_evidence)work->inspection.evidence;
    if (why[evidence] && policy_demands(&work->policy.evidence, &r->entry, work->inspection.level_key))
        upload_hold(r, work, evidence == EVIDENCE_NONE ? "server.evidence-missing" : "server.evidence", why[evidence]);
}

/* What the operator demands, besides what is there being right. */
static void hold_for_demands(request *r, upload_state *work)
{
    const inspection *i = &work->inspection;
    const upload_policy *policy = &work->policy;
    bool good = is_good_mark(work), challenged = good && *i->challenge;
    if (!good && !i->has_mark && policy_demands(&policy->marks, &r->entry, i->level_key))
        upload_hold(r, work, "mark.missing", "the server accepts such replays only with a mark");
    if (!challenged && policy_demands(&policy->challenges, &r->entry, i->level_key))
        upload_hold(r, work, "server.challenge-missing",
                    "the server accepts such replays only if their mark answers its challenge");
    hold_for_evidence(r, work);
    if (good && !challenged && policy_is_old(policy, i->mark_time, clock_wall_ms()))
        upload_hold(r, work, "server.mark-expired",
                    "the mark answers no challenge and is too old, or does not say when it was made");
}

/* Findings that the operator named. */
static void hold_for_findings(request *r, upload_state *work)
{
    const inspection *i = &work->inspection;
    bool score = false, mark = false;
    for (uint32_t n = 0; n < i->rule_count; n++) {
        const rule_count *rule = &i->rules[n];
        score = score || (rule->severity == REEL_ERROR && rule->flags & REEL_FINDING_SCORE);
        mark = mark || (rule->severity == REEL_ERROR && rule->flags & REEL_FINDING_MARK);
        if (policy_holds_finding(&work->policy, rule))
            upload_hold(r, work, rule->rule, "the server holds replays with such a finding");
    }
    if (score) upload_hold(r, work, "server.score", "the stated score is not the recomputed one");
    if (mark && !i->mark_problems) upload_hold(r, work, "mark.damaged", "the mark is broken");
}

/* A mark that is sound, by a key that may sign, uses its challenge up. */
static bool check_challenge(request *r, upload_state *work)
{
    reel_error error;
    bool fine;
    const inspection *i = &work->inspection;
    if (!is_good_mark(work) || !*i->challenge) return true;
    if (catalogue_challenge_use(r->server->catalogue, i->challenge, r->entry.id, &work->more, clock_onward_ms(), &fine, &error) <
        0)
        return upload_unavailable(r, &error);
    if (!fine) upload_hold(r, work, "server.challenge", "the challenge is unknown, too old, used, or of another player or level");
    return true;
}

bool upload_judge(request *r, upload_state *work, uint64_t copies)
{
    r->entry.verdict = VERDICT_ACCEPTED;
    work->reason_count = 0;
    work->trusted = admission_trusts(r->server->admission, work->inspection.mark_key);
    hold_for_findings(r, work);
    if (work->ban == BAN_HOLD) upload_hold(r, work, "server.banned", "uploads of this player or uploader are held");
    if (copies) upload_hold(r, work, "server.copy", "the motion, or a part of it, is that of another player's replay");
    hold_for_mark(r, work);
    hold_for_demands(r, work);
    return check_challenge(r, work);
}

typedef struct upload_mark {
    bool sound, judged, trusted; /* `judged`: the server has a list of keys */
    const char *key, *challenge;
} upload_mark;
static RECORD(mark_record, upload_mark, FIELD(upload_mark, sound, FIELD_BOOL), FIELD_IF(upload_mark, trusted, FIELD_BOOL, judged),
              FIELD(upload_mark, key, FIELD_STRING), FIELD(upload_mark, challenge, FIELD_STRING));

static void add_mark(text *to, const upload_state *work)
{
    const inspection *i = &work->inspection;
    const upload_mark mark = { .sound = !i->mark_problems,
                               .judged = work->trusted >= 0,
                               .trusted = work->trusted > 0,
                               .key = i->mark_key,
                               .challenge = i->challenge };
    json_name(to, "mark");
    if (i->has_mark)
        record_add(to, &mark_record, &mark);
    else
        json_null(to);
}

void upload_write_answer(request *r, const upload_state *work)
{
    text *to = &r->answer;
    const record_list reasons = { .rows = (hold_reason *)(size_t)work->reasons, .count = work->reason_count };
    record_begin(to, &entry_record, &r->entry);
    json_member_string(to, "content_hash", work->inspection.content_hash);
    if (*work->inspection.map) json_member_string(to, "map", work->inspection.map);
    add_mark(to, work);
    record_list_member(to, "reasons", &hold_reason_record, &reasons);
    evidence_member(to, "evidence", &work->evidence);
    json_name(to, "similar");
    motion_matches_add(to, work->similar, work->similar_count);
    upload_boards_add(to, work->more.plays, work->more.play_count, work->inspection.plays_left_out);
    json_report_member(to, "statistics", &work->statistics);
    record_list_member(to, "findings", &finding_record, &work->findings.list);
    json_end_line(to);
    text_raw(to, "", 1); /* a NUL, which is not part of the answer */
    if (!to->failed) to->size--;
}
