/* SPDX-License-Identifier: MIT
 * The verdict of an upload, and its answer. */
#include "api/upload_state.h"
#include "json/entry_json.h"

#include <reel/sign.h>
#include <stdio.h>
#include <string.h>

static void upload_hold(request *r, text *reasons, const char *rule, const char *message)
{
    r->entry.verdict = VERDICT_HELD;
    text_add(reasons, reasons->size ? ",{\"rule\":" : "{\"rule\":");
    text_json(reasons, rule);
    text_member(reasons, "message");
    text_json(reasons, message);
    text_add(reasons, "}");
}

static void hold_for_mark(request *r, const inspection *i, int trusted, text *reasons)
{
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
        if (i->mark_problems & all[n].problem) upload_hold(r, reasons, all[n].rule, all[n].message);
    if (i->has_mark && trusted == 0)
        upload_hold(r, reasons, "mark.key", "the mark was made by a key that this server does not trust");
}

static bool is_good_mark(const inspection *i, int trusted) { return i->has_mark && !i->mark_problems && trusted != 0; }

/* Uploads whose motion contradicts the score were refused before. */
static void hold_for_evidence(request *r, const upload_state *work, text *reasons)
{
    static const char *const why[] = {
        [EVIDENCE_NONE] =
            "the server accepts such replays only if their motion supports the score, which this replay cannot show",
        [EVIDENCE_PARTIAL] = "the motion supports the score only in part: some cuts cannot be compared, or are not supported",
        [EVIDENCE_AGAINST] = NULL,
    };
    const motion_evidence evidence = (motion_evidence)work->inspection.evidence;
    if (why[evidence] && policy_demands(&work->policy.evidence, &r->entry, work->inspection.level_key))
        upload_hold(r, reasons, evidence == EVIDENCE_NONE ? "server.evidence-missing" : "server.evidence", why[evidence]);
}

/* What the operator demands, besides what is there being right. */
static void hold_for_demands(request *r, const upload_state *work, int trusted, text *reasons)
{
    const inspection *i = &work->inspection;
    const upload_policy *policy = &work->policy;
    bool good = is_good_mark(i, trusted), challenged = good && *i->challenge;
    if (!good && !i->has_mark && policy_demands(&policy->marks, &r->entry, i->level_key))
        upload_hold(r, reasons, "mark.missing", "the server accepts such replays only with a mark");
    if (!challenged && policy_demands(&policy->challenges, &r->entry, i->level_key))
        upload_hold(r, reasons, "server.challenge-missing",
                    "the server accepts such replays only if their mark answers its challenge");
    hold_for_evidence(r, work, reasons);
    if (good && !challenged && policy_is_old(policy, i->mark_time, clock_wall_ms()))
        upload_hold(r, reasons, "server.mark-expired",
                    "the mark answers no challenge and is too old, or does not say when it was made");
}

/* Findings that the operator named. */
static void hold_for_findings(request *r, const upload_state *work, text *reasons)
{
    const inspection *i = &work->inspection;
    bool score = false, mark = false;
    for (uint32_t n = 0; n < i->rule_count; n++) {
        const rule_count *rule = &i->rules[n];
        score = score || (rule->severity == REEL_ERROR && rule->flags & REEL_FINDING_SCORE);
        mark = mark || (rule->severity == REEL_ERROR && rule->flags & REEL_FINDING_MARK);
        if (policy_holds_finding(&work->policy, rule))
            upload_hold(r, reasons, rule->rule, "the server holds replays with such a finding");
    }
    if (score) upload_hold(r, reasons, "server.score", "the stated score is not the recomputed one");
    if (mark && !i->mark_problems) upload_hold(r, reasons, "mark.damaged", "the mark is broken");
}

/* A mark that is sound, by a key that may sign, uses its challenge up. */
static bool check_challenge(request *r, const upload_state *work, int trusted, text *reasons)
{
    reel_error error;
    bool fine;
    const inspection *i = &work->inspection;
    if (!is_good_mark(i, trusted) || !*i->challenge) return true;
    if (catalogue_challenge_use(r->server->catalogue, i->challenge, r->entry.id, &work->more, clock_onward_ms(), &fine, &error) <
        0)
        return upload_unavailable(r, &error);
    if (!fine)
        upload_hold(r, reasons, "server.challenge", "the challenge is unknown, too old, used, or of another player or level");
    return true;
}

/* Decides about an upload without errors, and says why it is held. False: the request has failed. */
bool upload_judge(request *r, const upload_state *work, uint64_t copies, int trusted, text *reasons)
{
    r->entry.verdict = VERDICT_ACCEPTED;
    hold_for_findings(r, work, reasons);
    if (work->ban == BAN_HOLD) upload_hold(r, reasons, "server.banned", "uploads of this player or uploader are held");
    if (copies) upload_hold(r, reasons, "server.copy", "the motion, or a part of it, is that of another player's replay");
    hold_for_mark(r, &work->inspection, trusted, reasons);
    hold_for_demands(r, work, trusted, reasons);
    return check_challenge(r, work, trusted, reasons);
}

static void add_mark(text *to, const inspection *i, int trusted)
{
    text_member(to, "mark");
    if (!i->has_mark) {
        text_add(to, "null");
        return;
    }
    text_print(to, "{\"sound\":%s", i->mark_problems ? "false" : "true");
    text_print(to, ",\"trusted\":%s", trusted < 0 ? "null" : trusted ? "true" : "false");
    text_member(to, "key");
    text_json(to, i->mark_key);
    text_member(to, "challenge");
    text_json(to, i->challenge);
    text_add(to, "}");
}

/* On which boards and levels it has plays; they are in the order of the boards. */
static void add_boards(text *to, const upload_state *work)
{
    const new_replay *more = &work->more;
    text_add(to, ",\"boards\":[");
    for (size_t first = 0, end; first < more->play_count; first = end) {
        const new_play *play = &more->plays[first];
        for (end = first + 1; end < more->play_count; end++)
            if (strcmp(more->plays[end].board, play->board) != 0 || strcmp(more->plays[end].level_key, play->level_key) != 0)
                break;
        text_add(to, first ? ",{\"board\":" : "{\"board\":");
        text_json(to, play->board);
        text_member(to, "level");
        text_json(to, play->level);
        text_print(to, ",\"plays\":%zu}", end - first);
    }
    text_print(to, "],\"plays_left_out\":%llu", (unsigned long long)work->inspection.plays_left_out);
}

/* The answer, which is kept: the same bytes get it again. */
void upload_write_answer(request *r, const upload_state *work, int trusted, const char *reasons, const char *similar)
{
    const inspection *i = &work->inspection;
    text *to = &r->answer;
    begin_entry(to, &r->entry);
    text_member(to, "content_hash");
    text_json(to, i->content_hash);
    add_mark(to, i, trusted);
    text_print(to, ",\"reasons\":[");
    text_add(to, reasons);
    text_print(to, "]");
    text_member(to, "evidence");
    text_add(to, work->evidence);
    text_add(to, ",\"similar\":");
    text_add(to, similar);
    add_boards(to, work);
    text_add(to, ",\"statistics\":");
    text_add(to, work->statistics);
    text_add(to, ",\"findings\":");
    text_add(to, work->findings);
    while (!to->failed && to->size && to->data[to->size - 1] == '\n') to->size--;
    text_raw(to, "}\n", 3); /* with a NUL, which is not part of the answer */
    if (!to->failed) to->size--;
}
