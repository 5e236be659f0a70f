/* SPDX-License-Identifier: MIT */
#include "jobs/sign/mark.h"

#include "core/text.h"
#include "jobs/sign/comment.h"

/* ---- the subject ---------------------------------------------------------------------------------------------------- */

static bool text_of(reel_memory *out, const reel_chunk *header, uint32_t flag)
{
    size_t size = reel_header_text(header, flag, NULL, 0);
    if (!reel__memory_room(out, size + 1)) return false;
    reel_header_text(header, flag, (char *)out->data, size + 1);
    out->size = size;
    return true;
}

bool reel__mark_subject_read(mark_subject *subject, const reel_chunk *header, const reel_allocator *allocator)
{
    *subject = (mark_subject){ .player.allocator = *allocator, .level.allocator = *allocator };
    return text_of(&subject->player, header, REEL_FIELD_PLAYER) && text_of(&subject->level, header, REEL_FIELD_LEVEL);
}

void reel__mark_subject_free(mark_subject *subject)
{
    reel_memory_free(&subject->player);
    reel_memory_free(&subject->level);
}

bool reel__mark_texts_equal(reel_string a, reel_string b)
{
    return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

/* ---- marks ---------------------------------------------------------------------------------------------------------- */

typedef struct mark_box {
    reel_mark mark;
    reel_allocator allocator;
    char room[MINISIGN_MOST]; /* its texts */
} mark_box;

reel_mark *reel__mark_new(const reel_allocator *allocator)
{
    mark_box *box = reel__memory_new(allocator, sizeof *box);
    if (box) box->allocator = *allocator;
    return box ? &box->mark : NULL;
}

void reel_mark_free(reel_mark *mark)
{
    if (!mark) return;
    reel_allocator allocator = ((mark_box *)(void *)mark)->allocator;
    reel__memory_drop(&allocator, mark);
}

/* ---- the comparison ------------------------------------------------------------------------------------------------- */

typedef struct mark_judging {
    reel_mark *mark;
    const mark_evidence *evidence;
    minisign_signature signature;
} mark_judging;

static void report(mark_judging *judge, uint32_t problem, const char *rule, const char *message, ...) REEL_PRINTF(4, 5);

static void report(mark_judging *judge, uint32_t problem, const char *rule, const char *message, ...)
{
    char text[REEL_MESSAGE_SIZE];
    const reel_mark *mark = judge->mark;
    va_list arguments;
    va_start(arguments, message);
    reel__text_format(text, sizeof text, message, arguments);
    va_end(arguments);
    judge->mark->problems |= problem;
    reel_find(judge->evidence->reporter,
              (reel_finding){ .rule = rule,
                              .severity = REEL_ERROR,
                              .section = "mark",
                              .offset = mark->embedded ? mark->offset : REEL_NO_OFFSET,
                              .length = mark->embedded ? mark->size : 0,
                              .flags = REEL_FINDING_MARK },
              "%s", text);
}

/* The trusted key that the mark names: by its bytes if the mark has them, else by its id. */
static const reel_public_key *trusted_key(const mark_judging *judge)
{
    const reel_verify_options *how = judge->evidence->how;
    const reel_mark *mark = judge->mark;
    for (size_t i = 0; i < how->key_count; i++) {
        const reel_public_key *key = &how->keys[i];
        if (mark->has_key ? !memcmp(key->key, mark->key.key, sizeof key->key) : !memcmp(key->id, mark->key.id, sizeof key->id))
            return key;
    }
    return NULL;
}

static void compare_text(mark_judging *judge, uint32_t problem, const char *rule, const char *what, reel_string bound,
                         reel_string expected)
{
    if (reel__mark_texts_equal(bound, expected)) return;
    if (bound.size)
        report(judge, problem, rule, "the mark is for %s %.*s, not %.*s", what, (int)bound.size, bound.data, (int)expected.size,
               expected.data);
    else
        report(judge, problem, rule, "the mark is for no %s, expected %.*s", what, (int)expected.size, expected.data);
}

static void compare_expected(mark_judging *judge, uint32_t problem, const char *rule, const char *what, reel_string bound,
                             const char *expected)
{
    if (expected) compare_text(judge, problem, rule, what, bound, (reel_string){ expected, strlen(expected) });
}

/* A header that names nobody does not contradict. */
static void compare_header(mark_judging *judge, uint32_t problem, const char *rule, const char *what, reel_string bound,
                           reel_string named)
{
    if (bound.size && named.size && !(judge->mark->problems & problem) && !reel__mark_texts_equal(bound, named))
        report(judge, problem, rule, "the mark is for %s %.*s, the header has %.*s", what, (int)bound.size, bound.data,
               (int)named.size, named.data);
}

static void compare_bound(mark_judging *judge)
{
    const reel_verify_options *how = judge->evidence->how;
    const mark_subject *subject = judge->evidence->subject;
    const reel_mark *mark = judge->mark;
    compare_expected(judge, REEL_MARK_OTHER_PLAYER, "mark.player", "player", mark->player, how->player);
    compare_expected(judge, REEL_MARK_OTHER_LEVEL, "mark.level", "level", mark->level, how->level);
    compare_expected(judge, REEL_MARK_OTHER_CHALLENGE, "mark.challenge", "challenge", mark->challenge, how->challenge);
    if (!subject) return;
    compare_header(judge, REEL_MARK_OTHER_PLAYER, "mark.player", "player", mark->player, mark_text(&subject->player));
    compare_header(judge, REEL_MARK_OTHER_LEVEL, "mark.level", "level", mark->level, mark_text(&subject->level));
}

static bool covers(const mark_judging *judge, const uint8_t *public)
{
    const mark_evidence *evidence = judge->evidence;
    if (!judge->signature.legacy) return reel__seal_verify(judge->signature.signature, evidence->digest, SEAL_DIGEST, public);
    return reel__seal_verify(judge->signature.signature, evidence->content.data, evidence->content.size, public);
}

/* What the file has besides what was signed. */
static void report_uncovered(mark_judging *judge)
{
    const mark_evidence *evidence = judge->evidence;
    if (evidence->defect)
        report(judge, REEL_MARK_CHANGED, "mark.changed", "the mark does not cover what is in the file: %s (%s, byte %llu)",
               evidence->defect->message, evidence->defect->rule, (unsigned long long)evidence->defect->offset);
    else if (evidence->partial)
        report(judge, REEL_MARK_CHANGED, "mark.changed", "what follows byte %llu is not signed, or is missing",
               (unsigned long long)evidence->partial_at);
    bool other = evidence->earlier && memcmp(evidence->earlier, &judge->mark->key, sizeof judge->mark->key) != 0;
    if (evidence->disputed || other)
        report(judge, REEL_MARK_DAMAGED, "mark.damaged",
               "an earlier signature is by another key, or not of this replay (byte %llu)",
               (unsigned long long)(evidence->disputed ? evidence->disputed : judge->mark->offset));
}

/* The mark is readable: is it by a trusted key, and about these bytes? */
static reel_status compare(mark_judging *judge, reel_error *error)
{
    reel_mark *mark = judge->mark;
    reel_status status = REEL_OK;
    char id[REEL_KEY_ID_TEXT];
    reel_key_id_text(&mark->key, id);
    const reel_public_key *trusted = trusted_key(judge);
    if (!trusted && (judge->evidence->how->key_count || !mark->has_key))
        report(judge, REEL_MARK_WRONG_KEY, "mark.key", "signed by key %s, which is none of the given keys", id);
    if (!trusted && !mark->has_key) return REEL_OK;
    if (trusted) mark->key = *trusted;
    mark->has_key = true;
    if (!reel__minisign_comment_is_by(&judge->signature, mark->key.key, judge->evidence->allocator, &status)) {
        if (status < 0) return reel__memory_fail(error);
        report(judge, REEL_MARK_DAMAGED, "mark.damaged", "the text of the mark is not what key %s signed", id);
    }
    if (!covers(judge, mark->key.key))
        report(judge, REEL_MARK_CHANGED, "mark.changed", "the replay is not the one that key %s signed", id);
    else
        report_uncovered(judge);
    compare_bound(judge);
    return REEL_OK;
}

reel_status reel__mark_judge(reel_mark *mark, const mark_evidence *evidence, reel_error *error)
{
    mark_judging judge = { .mark = mark, .evidence = evidence };
    reel_error own = { .rule = "", .section = "" };
    if (!mark->embedded && !evidence->text.size) {
        report(&judge, REEL_MARK_MISSING, "mark.missing", "the replay is not signed");
        return REEL_OK;
    }
    if (evidence->cut) report(&judge, REEL_MARK_DAMAGED, "mark.damaged", "the file ends inside the mark");
    if (evidence->marks > 1)
        report(&judge, REEL_MARK_DAMAGED, "mark.damaged", "the replay has %u marks, of which one counts",
               (unsigned)evidence->marks);
    reel_status status = reel__minisign_read(evidence->text, &judge.signature, &own);
    if (status == REEL_OK && mark->embedded && !reel__minisign_is_strict(evidence->text, &judge.signature))
        status = reel_fail(&own, REEL_CORRUPT, "sign.signature", "signature", 0, "it does not have the form of an embedded mark");
    if (status < 0 && !mark->embedded) {
        if (error) *error = own;
        return status;
    }
    if (status == REEL_OK) {
        memcpy(mark->key.id, judge.signature.id, sizeof mark->key.id);
        bool read = reel__comment_read(judge.signature.comment, mark, ((mark_box *)(void *)mark)->room);
        read = read && (mark->has_key || !mark->embedded);
        if (read && !memcmp(mark->key.id, judge.signature.id, sizeof mark->key.id)) return compare(&judge, error);
        reel_fail(&own, REEL_CORRUPT, "sign.comment", "signature", 0, "its trusted comment is not valid");
    }
    report(&judge, REEL_MARK_DAMAGED, "mark.damaged", "the mark cannot be read: %s (at byte %llu)", own.message,
           (unsigned long long)evidence->text_offset + own.offset);
    return REEL_OK;
}

void reel__mark_report_good(const reel_mark *mark, const reel_reporter *reporter)
{
    char id[REEL_KEY_ID_TEXT];
    reel_key_id_text(&mark->key, id);
    reel_find(
        reporter,
        (reel_finding){
            .rule = "mark.unknown-key", .severity = REEL_NOTE, .section = "mark", .offset = mark->offset, .length = mark->size },
        "signed by key %s and unchanged since; reel verify compares the key", id);
}

enum { MARK_HEAD = 4 + sizeof PLACE_KEY - 1 + 4 }; /* of an entry: the sizes and the key */

/* ---- embedded marks ------------------------------------------------------------------------------------------------- */

reel_status reel__mark_of_place(reel_mark *mark, const mark_place *place, const mark_evidence *common, reel_error *error)
{
    mark_evidence evidence = *common;
    mark->embedded = place->marks > 0;
    mark->offset = place->offset;
    mark->size = place->size;
    evidence.marks = place->marks;
    evidence.cut = place->marks && !place->complete;
    evidence.digest = place->digest;
    evidence.text = (reel_bytes){ place->value.data, place->value.size };
    evidence.text_offset = place->offset + MARK_HEAD;
    return reel__mark_judge(mark, &evidence, error);
}

static reel_status place_write(void *context, const void *data, size_t size, reel_error *error)
{
    return reel__place_add(context, data, size) ? REEL_OK : reel__memory_fail(error);
}

static reel_status place_commit(void *context, reel_error *error)
{
    return reel__place_end(context) ? REEL_OK : reel__memory_fail(error);
}

static void place_discard(void *context) { (void)context; }

reel_status reel__mark_walk_rows(const reel_chunk *chunk, const reel_format *format, const reel_allocator *allocator,
                                 mark_place *place, reel_error *error)
{
    const reel_write_options options = { REEL_SIZED(reel_write_options), .allocator = allocator };
    reel_sink sink = { .context = place, .write = place_write, .commit = place_commit, .discard = place_discard };
    return reel_write(chunk, format, sink, &options, error);
}
