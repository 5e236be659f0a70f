/* SPDX-License-Identifier: MIT
 * POST /replays. An upload is hashed, inspected by a worker, compared with the replays of other players whose motion is alike, judged,
 * stored, and entered into the catalogue, in this order. If such a replay came in meanwhile, it is compared again. It is acknowledged when
 * the entry is on disk. A crash before that leaves at most a file without an entry, which the same upload later completes. */
#include "board_list.h"
#include "catalogue_board.h"
#include "routes.h"
#include "upload_checks.h"

#include <fcntl.h>
#include <reel/sign.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { KEY_TEXT = 128, CANDIDATES = 32 /* that were accepted, and as many that were not */, COMPARISONS = 16 };
#define KEY_MS (INT64_C(24) * 3600 * 1000) /* for which an Idempotency-Key is remembered */
#define MOST_REPORT (UINT64_C(4) << 20)    /* bytes of findings and statistics */

/* What the first job found, for the steps after it. */
typedef struct upload_work {
    inspection inspection;
    char format[JOB_NAME];
    char *statistics, *findings, *evidence; /* JSON, in `data` */
    const uint8_t *fingerprint;
    motion_key *keys; /* and those to look up */
    board_play *plays;
    new_play *new_plays; /* those that are for boards of this server, which point to `plays` */
    new_replay more;
    upload_policy policy;
    ban_action ban; /* of the player or the uploader */
    char data[];    /* the output of the worker, its parts with a NUL each */
} upload_work;

static bool out_of_memory(request *r)
{
    return request_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
}

static bool unavailable(request *r, const reel_error *error)
{
    fprintf(stderr, "reel-server: request %s: %s\n", r->id, error->message);
    return request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, error);
}

/* ---- before the worker -------------------------------------------------------------------------------------------- */

enum MHD_Result upload(request *r)
{
    const char *key = request_header(r, "Idempotency-Key");
    if (key && (!*key || strlen(key) >= KEY_TEXT ||
                strspn(key, " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~") != strlen(key)))
        return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.idempotency-key",
                              "an Idempotency-Key has 1 to 127 printable ASCII characters");
    return request_start(r);
}

static bool hash_body(request *r)
{
    uint8_t hash[REEL_HASH_SIZE];
    size_t size = (size_t)r->body_size;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, r->body, 0) : NULL;
    if (bytes == MAP_FAILED) return out_of_memory(r);
    reel_status status = reel_source_hash(reel_source_memory(bytes, size), NULL, hash, NULL);
    if (bytes) munmap(bytes, size);
    for (size_t i = 0; i < sizeof hash; i++) sprintf(r->entry.id + 2 * i, "%02x", hash[i]);
    return status >= 0 || out_of_memory(r);
}

static bool check_key(request *r)
{
    reel_error error;
    bool same = true;
    const char *key = request_header(r, "Idempotency-Key");
    int64_t now = clock_wall_ms();
    if (key && catalogue_key_use(r->server->catalogue, r->token, key, r->entry.id, now, now - KEY_MS, &same, &error) < 0)
        return unavailable(r, &error);
    return same || request_refuse(r, MHD_HTTP_UNPROCESSABLE_CONTENT, "server.idempotency-key",
                                  "this Idempotency-Key was sent with other bytes");
}

static void keep_answer(void *context, const char *answer) { text_add(context, answer); }

/* Takes the answer that the first upload of these bytes got. False also if there was none. */
static bool find_answer(request *r, bool *found)
{
    reel_error error;
    reel_status status = catalogue_answer(r->server->catalogue, r->entry.id, keep_answer, &r->answer, &error);
    *found = status == REEL_OK;
    r->code = MHD_HTTP_OK;
    return status >= 0 || unavailable(r, &error);
}

/* Also when the catalogue has the replay: fsck may have moved damaged bytes away, and this upload brings them again. */
static bool store_bytes(request *r)
{
    reel_error error;
    return store_put(r->server->store, r->entry.id, r->body, r->body_size, &error) >= 0 || unavailable(r, &error);
}

/* The worker gets the declarations of boards with the replay. */
static bool upload_give_boards(request *r)
{
    board_list *list = board_holder_get(&r->server->boards);
    r->queued.with = fcntl(list->file, F_DUPFD_CLOEXEC, 0);
    board_list_release(list);
    return r->queued.with >= 0 || out_of_memory(r);
}

static bool upload_begin(request *r)
{
    bool found;
    ban_action ban;
    if (!hash_body(r) || !upload_check_ban(r, "", &ban) || !upload_check_withdrawn(r, "") || !check_key(r) ||
        !find_answer(r, &found))
        return false;
    if (found && !store_bytes(r)) text_free(&r->answer);
    if (found || !upload_check_quota(r)) return false;
    r->queued.job.kind = JOB_INSPECT;
    return upload_give_boards(r);
}

/* ---- what the worker found ------------------------------------------------------------------------------------------ */

/* Whether bytes from a worker can be part of a JSON text. */
static bool is_clean(const char *at, size_t size)
{
    for (size_t step; size; at += step, size -= step) {
        uint32_t point = reel_utf8(at, size, &step);
        if (!step || (point < 0x20 && point != '\n')) return false;
    }
    return true;
}

static bool read_keys(const request *r, upload_work *work, off_t at)
{
    const inspection *i = &work->inspection;
    size_t size = (size_t)(i->keys_size + i->probes_size);
    work->keys = malloc(size + 1);
    if (!work->keys || !motion_keys_read(r, work->keys, size / sizeof *work->keys, at)) return false;
    work->more = (new_replay){ .level_key = i->level_key,
                               .player_key = i->player_key,
                               .content = i->content,
                               .keys = work->keys,
                               .probes = work->keys + i->keys_size / sizeof *work->keys,
                               .key_count = (size_t)i->keys_size / sizeof *work->keys,
                               .probe_count = (size_t)i->probes_size / sizeof *work->keys };
    return true;
}

static void upload_free(void *block)
{
    upload_work *work = block;
    free(work->keys);
    free(work->plays);
    free(work->new_plays);
    work->keys = NULL;
    work->plays = NULL;
    work->new_plays = NULL;
}

/* Reads the plays, which follow the keys in the output. */
static bool read_plays(const request *r, upload_work *work, off_t at)
{
    const inspection *i = &work->inspection;
    size_t size = (size_t)i->plays_size, count = size / sizeof *work->plays;
    work->plays = malloc(size + 1);
    work->new_plays = malloc((count + 1) * sizeof *work->new_plays);
    if (!work->plays || !work->new_plays || !output_read(r, (char *)work->plays, size, &at)) return false;
    for (size_t n = 0; n < count; n++)
        if (!play_is_sound(&work->plays[n])) return false;
    return true;
}

/* Chooses those that count: after the player is known. */
static void choose_plays(request *r, upload_work *work)
{
    board_list *list = board_holder_get(&r->server->boards);
    const inspection *i = &work->inspection;
    work->more.plays = work->new_plays;
    work->more.play_count = board_list_plays(list, work->plays, (size_t)i->plays_size / sizeof *work->plays, i, work->new_plays);
    board_list_release(list);
}

static bool read_inspection(request *r)
{
    const inspection *i = &r->queued.result.inspection;
    if (i->findings_size > MOST_REPORT || i->statistics_size > MOST_REPORT || i->evidence_size > MOST_REPORT ||
        i->fingerprint_size > MOST_REPORT)
        return request_refuse(r, MHD_HTTP_CONTENT_TOO_LARGE, "server.report", "the list of findings is too long");
    upload_work *work = malloc(sizeof *work + i->findings_size + i->statistics_size + i->evidence_size + i->fingerprint_size + 4);
    if (!work) return out_of_memory(r);
    r->work = work;
    *work = (upload_work){ .inspection = *i };
    memcpy(work->format, r->queued.result.format, sizeof work->format);
    guard_policy(r->server->guard, &work->policy);
    off_t at = 0;
    work->statistics = work->data;
    work->findings = output_read(r, work->statistics, i->statistics_size, &at);
    work->evidence = work->findings ? output_read(r, work->findings, i->findings_size, &at) : NULL;
    char *print = work->evidence ? output_read(r, work->evidence, i->evidence_size, &at) : NULL;
    work->fingerprint = (const uint8_t *)print;
    if (print && output_read(r, print, i->fingerprint_size, &at) && is_clean(work->statistics, i->statistics_size) &&
        is_clean(work->findings, i->findings_size) && is_clean(work->evidence, i->evidence_size) && read_keys(r, work, at) &&
        read_plays(r, work, at + (off_t)(i->keys_size + i->probes_size)))
        return true;
    return request_refuse(r, MHD_HTTP_INTERNAL_SERVER_ERROR, "server.worker", "the worker failed; report the request's id");
}

/* Remembers a refusal for its page. That this fails changes nothing for the client. */
static void remember_refusal(const request *r, const char *rule, const char *message, const char *findings)
{
    reel_error ignored;
    refused_upload refused = { .received = clock_wall_ms() };
    memcpy(refused.id, r->entry.id, sizeof refused.id);
    snprintf(refused.format, sizeof refused.format, "%s", r->queued.result.format);
    snprintf(refused.rule, sizeof refused.rule, "%s", rule);
    snprintf(refused.message, sizeof refused.message, "%s", message);
    catalogue_refuse(r->server->catalogue, &refused, findings, &ignored);
}

/* Adds the members of a refusal to the problem that is the answer. */
static void add_refusal(request *r, const char *findings, const char *evidence)
{
    text_add(&r->answer, ",\"verdict\":\"refused\",\"id\":");
    text_json(&r->answer, r->entry.id);
    text_add(&r->answer, ",\"format\":");
    text_json(&r->answer, r->queued.result.format);
    text_add(&r->answer, ",\"evidence\":");
    text_add(&r->answer, evidence);
    text_add(&r->answer, ",\"findings\":");
    text_add(&r->answer, findings);
}

/* A file that cannot be read at all: the failure is its only finding. */
static bool refuse_unreadable(request *r)
{
    const job_result *result = &r->queued.result;
    text finding = { .data = NULL };
    text_add(&finding, "[{\"severity\":\"error\",\"rule\":");
    text_json(&finding, result->rule);
    text_add(&finding, ",\"section\":");
    text_json(&finding, result->section);
    text_print(&finding, ",\"offset\":%llu,\"message\":", (unsigned long long)result->offset);
    text_json(&finding, result->message);
    text_raw(&finding, "}]", 3);
    if (!finding.failed) add_refusal(r, finding.data, "null");
    if (!finding.failed) remember_refusal(r, result->rule, result->message, finding.data);
    text_free(&finding);
    return false;
}

/* Whether other replays follow the one that was read, and nobody looked at them. */
static bool has_more(const inspection *i)
{
    for (uint32_t n = 0; n < i->rule_count; n++)
        if (strcmp(i->rules[n].rule, "archive.more") == 0) return true;
    return false;
}

static void fill_entry(request *r, const upload_work *work)
{
    const inspection *i = &work->inspection;
    replay_entry *e = &r->entry;
    e->received = clock_wall_ms();
    e->size = (int64_t)r->body_size;
    e->has_score = i->has_score;
    e->ranked = work->more.play_count > 0;
    e->score = i->score;
    e->seconds = i->seconds;
    e->errors = (int64_t)i->errors;
    e->warnings = (int64_t)i->warnings;
    memcpy(e->format, work->format, sizeof e->format);
    memcpy(e->game, i->game, sizeof e->game);
    memcpy(e->player, i->player, sizeof e->player);
    memcpy(e->player_name, i->player_name, sizeof e->player_name);
    memcpy(e->level, i->level, sizeof e->level);
    memcpy(e->title, i->title, sizeof e->title);
    memcpy(e->author, i->author, sizeof e->author);
    memcpy(e->detail, i->detail, sizeof e->detail);
    memcpy(e->uploader, r->token, sizeof e->uploader);
}

/* Refuses what the command calls damaged, has errors, is empty, or is more than one replay. True: none of these applies. */
static bool check_inspection(request *r, const upload_work *work)
{
    uint64_t errors = policy_errors(&work->policy, &work->inspection);
    const inspection *i = &work->inspection;
    reel_error error = { .rule = "server.refused", .section = "" };
    bool against =
        i->evidence == EVIDENCE_AGAINST && policy_demands(&work->policy.evidence, &r->entry, work->inspection.level_key);
    bool more = has_more(i);
    if (!errors && !i->damaged && !i->empty && !against && !more) return true;
    add_refusal(r, work->findings, work->evidence);
    if (against)
        error = (reel_error){ .rule = "server.evidence", .section = "", .message = "the motion contradicts the score" };
    else if (errors)
        snprintf(error.message, sizeof error.message, "the replay has %llu error%s", (unsigned long long)errors,
                 errors == 1 ? "" : "s");
    else if (i->damaged)
        snprintf(error.message, sizeof error.message, "the replay is damaged");
    else if (more)
        error = (reel_error){ .rule = "server.several", .section = "", .message = "the file holds more than one replay" };
    else
        error = (reel_error){ .rule = "server.empty", .section = "", .message = "the replay has no frame, input or other row" };
    remember_refusal(r, error.rule, error.message, work->findings);
    return request_fail(r, MHD_HTTP_UNPROCESSABLE_CONTENT, &error);
}

/* ---- the verdict ---------------------------------------------------------------------------------------------------- */

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
static void hold_for_evidence(request *r, const upload_work *work, text *reasons)
{
    static const char *const why[] = {
        [EVIDENCE_NONE] =
            "the server accepts such replays only if their motion supports the score, which this replay cannot show",
        [EVIDENCE_PARTIAL] = "the motion supports the score only in part: some cuts cannot be compared, or only roughly",
        [EVIDENCE_DOUBTED] = "the motion does not support one or two cuts",
        [EVIDENCE_AGAINST] = NULL,
    };
    const motion_evidence evidence = (motion_evidence)work->inspection.evidence;
    if (why[evidence] && policy_demands(&work->policy.evidence, &r->entry, work->inspection.level_key))
        upload_hold(r, reasons, evidence == EVIDENCE_NONE ? "server.evidence-missing" : "server.evidence", why[evidence]);
}

/* What the operator demands, besides what is there being right. */
static void hold_for_demands(request *r, const upload_work *work, int trusted, text *reasons)
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
static void hold_for_findings(request *r, const upload_work *work, text *reasons)
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
static bool check_challenge(request *r, const upload_work *work, int trusted, text *reasons)
{
    reel_error error;
    bool fine;
    const inspection *i = &work->inspection;
    if (!is_good_mark(i, trusted) || !*i->challenge) return true;
    if (catalogue_challenge_use(r->server->catalogue, i->challenge, r->entry.id, &work->more, clock_onward_ms(), &fine, &error) <
        0)
        return unavailable(r, &error);
    if (!fine)
        upload_hold(r, reasons, "server.challenge", "the challenge is unknown, too old, used, or of another player or level");
    return true;
}

/* Decides about an upload without errors, and says why it is held. False: the request has failed. */
static bool upload_judge(request *r, const upload_work *work, uint64_t copies, int trusted, text *reasons)
{
    r->entry.verdict = VERDICT_ACCEPTED;
    hold_for_findings(r, work, reasons);
    if (work->ban == BAN_HOLD) upload_hold(r, reasons, "server.banned", "uploads of this player or uploader are held");
    if (copies) upload_hold(r, reasons, "server.copy", "the motion is that of another player's replay");
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
static void add_boards(text *to, const upload_work *work)
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
static void write_answer(request *r, const upload_work *work, int trusted, const char *reasons, const char *similar)
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

/* ---- keeping it ------------------------------------------------------------------------------------------------------ */

/* Answers with what the upload of another replay got: it holds the same, packed in another way. */
static bool link_to(request *r)
{
    bool found;
    text_free(&r->answer);
    return find_answer(r, &found) && !found && out_of_memory(r);
}

static bool upload_compare(request *r);

/* Returns true if the motion is to be compared again. */
static bool upload_keep(request *r, upload_work *work)
{
    reel_error error;
    server *s = r->server;
    add_result result = ADD_DONE;
    size_t size = (size_t)work->inspection.fingerprint_size,
           length = sodium_base64_encoded_len(size, sodium_base64_VARIANT_ORIGINAL);
    reel_status same = catalogue_same(s->catalogue, work->more.content, (verdict)r->entry.verdict, &r->entry, &error);
    if (same == REEL_OK) return link_to(r); /* before there are bytes without an entry */
    char *print = malloc(length);
    if (same < 0) text_free(&r->answer);
    if (same < 0) return free(print), unavailable(r, &error);
    if (!print || r->answer.failed) return free(print), out_of_memory(r);
    *print = '\0';
    if (size) sodium_bin2base64(print, length, work->fingerprint, size, sodium_base64_VARIANT_ORIGINAL);
    work->more.quota = upload_quota_of(&work->policy);
    work->more.answer = r->answer.data;
    work->more.fingerprint = print;
    bool stored = store_bytes(r);
    reel_status status = stored ? catalogue_add(s->catalogue, &r->entry, &work->more, &result, &error) : REEL_OK;
    free(print);
    r->code = MHD_HTTP_CREATED;
    if (!stored || status < 0 || result == ADD_NEWER) text_free(&r->answer);
    if (!stored) return false;
    if (status < 0) return unavailable(r, &error);
    if (result == ADD_NEWER) return upload_compare(r);
    if (result == ADD_DONE) return false;
    if (result == ADD_UPLOADS || result == ADD_BYTES) return text_free(&r->answer), upload_judge_quota(r, result);
    if (result == ADD_WITHDRAWN) return text_free(&r->answer), upload_check_withdrawn(r, work->more.content) && out_of_memory(r);
    return link_to(r); /* another request was faster with the same */
}

static bool upload_conclude(request *r, uint64_t copies, const char *similar)
{
    upload_work *work = r->work;
    text reasons = { .data = NULL };
    bool again = false;
    int trusted = guard_trusts(r->server->guard, work->inspection.mark_key);
    bool fine = upload_judge(r, work, copies, trusted, &reasons);
    text_raw(&reasons, "", 1);
    if (fine && reasons.failed) fine = out_of_memory(r);
    if (fine) {
        write_answer(r, work, trusted, reasons.data, similar);
        again = upload_keep(r, work);
    }
    text_free(&reasons);
    return again;
}

/* ---- the steps ------------------------------------------------------------------------------------------------------- */

/* Compares the motion with the replays of other players that have keys in common with it. A step. */
static bool upload_compare(request *r)
{
    upload_work *work = r->work;
    unsigned count = 0;
    if (r->jobs > COMPARISONS)
        return request_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.busy", "too many uploads of like motion");
    if (work->more.probe_count && !add_candidates(r, &work->more, CANDIDATES, &count)) return false;
    if (!count) return upload_conclude(r, 0, "[]");
    r->queued.job.kind = JOB_SIMILAR;
    return true;
}

static bool after_inspection(request *r)
{
    reel_error error;
    if (r->queued.result.status < 0) return refuse_unreadable(r);
    if (!read_inspection(r)) return false;
    upload_work *work = r->work;
    if (!upload_find_player(r, &work->inspection)) return false;
    choose_plays(r, work);
    fill_entry(r, work);
    if (!check_inspection(r, work)) return false;
    if (!upload_check_ban(r, work->inspection.player_key, &work->ban) || !upload_check_withdrawn(r, work->inspection.content))
        return false;
    reel_status status = catalogue_same(r->server->catalogue, work->inspection.content, VERDICT_ACCEPTED, &r->entry, &error);
    if (status < 0) return unavailable(r, &error);
    return status == REEL_OK ? link_to(r) : upload_compare(r);
}

static bool after_comparison(request *r)
{
    const job_result *result = &r->queued.result;
    char *similar = result->status >= 0 && result->size <= MOST_REPORT ? malloc((size_t)result->size + 1) : NULL;
    off_t at = 0;
    bool fine = similar && output_read(r, similar, result->size, &at) && is_clean(similar, (size_t)result->size);
    bool more =
        fine ? upload_conclude(r, result->copies, similar)
             : request_refuse(r, MHD_HTTP_INTERNAL_SERVER_ERROR, "server.worker", "the worker failed; report the request's id");
    free(similar);
    return more;
}

bool upload_step(request *r)
{
    bool more = r->jobs == 0 ? upload_begin(r) : r->jobs == 1 ? after_inspection(r) : after_comparison(r);
    if (!more && r->work) upload_free(r->work);
    return more;
}

enum MHD_Result finish_upload(request *r)
{
    char place[sizeof "/replays/" + STORE_ID];
    snprintf(place, sizeof place, "/replays/%s", r->entry.id);
    request_add_header(r, MHD_HTTP_HEADER_LOCATION, place);
    return answer_prepared(r, "application/json");
}
