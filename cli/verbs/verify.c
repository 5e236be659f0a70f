/* SPDX-License-Identifier: MIT
 * reel verify: compares the mark of a replay with public keys and with what is expected of it. */
#include "base/json.h"
#include "base/secret.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/report.h"
#include "verbs/verbs.h"

#include <reel/sign.h>

#include <stdlib.h>

/* The keys of the run. Threads only read them. */
static struct {
    reel_public_key *data;
    size_t count;
} keys;

/* The first one names the result. */
static const struct {
    uint32_t problem;
    const char *word;
} words[] = {
    { REEL_MARK_MISSING, "unsigned" },
    { REEL_MARK_WRONG_KEY, "wrong-key" },
    { REEL_MARK_DAMAGED, "damaged-mark" },
    { REEL_MARK_CHANGED, "changed" },
    { REEL_MARK_OTHER_PLAYER, "other-player" },
    { REEL_MARK_OTHER_LEVEL, "other-level" },
    { REEL_MARK_OTHER_CHALLENGE, "other-challenge" },
};

enum { WORDS = sizeof words / sizeof *words };

/* ---- what is compared ----------------------------------------------------------------------------------------------- */

static int read_public(const char *path)
{
    char data[SECRET_MOST];
    size_t size;
    const char *problem;
    reel_error error = { .status = REEL_IO, .rule = "file.key", .section = "" };
    reel_status status = REEL_IO;
    if (read_secret(path, data, sizeof data, &size, &problem))
        status = reel_public_key_read(data, size, &keys.data[keys.count], &error);
    else
        snprintf(error.message, sizeof error.message, "cannot read: %s", problem);
    keys.count += status == REEL_OK;
    if (status == REEL_OK) return EXIT_FINE;
    struct text line = { 0 };
    report_failure(&line, path, &error);
    fputs(text_of(&line), stderr);
    text_free(&line);
    return EXIT_UNREADABLE;
}

static int read_keys(const struct arguments *arguments)
{
    int status = EXIT_FINE;
    keys.data = grow(NULL, arguments->given_count * sizeof *keys.data);
    for (size_t i = 0; i < arguments->given_count && status == EXIT_FINE; i++)
        if (arguments->given[i].id == OPT_KEY) status = read_public(arguments->given[i].value);
    return status;
}

static reel_status verify_with(struct job *job, reel_bytes signature, reel_mark **mark)
{
    reel_source source;
    const reel_verify_options how = { REEL_SIZED(reel_verify_options),
                                      .keys = keys.data,
                                      .key_count = keys.count,
                                      .player = value_of(job->arguments, OPT_PLAYER),
                                      .level = value_of(job->arguments, OPT_MAP),
                                      .challenge = value_of(job->arguments, OPT_CHALLENGE),
                                      .signature = signature };
    *mark = NULL;
    reel_status status = job_source(job, &source);
    return status < 0 ? status : reel_verify(source, &job->options, &how, mark, &job->error);
}

static reel_status verify_detached(struct job *job, const char *path, reel_mark **mark)
{
    char data[SECRET_MOST];
    size_t size;
    const char *problem;
    *mark = NULL;
    if (!read_secret(path, data, sizeof data, &size, &problem))
        return fail_job(job, REEL_IO, "file.signature", "cannot read %s: %s", path, problem);
    if (!size) return fail_job(job, REEL_TRUNCATED, "sign.signature", "%s is empty", path);
    return verify_with(job, (reel_bytes){ (const uint8_t *)data, size }, mark);
}

/* Checks the mark in the replay, or the signature file beside an unmarked one. */
static reel_status find_mark(struct job *job, reel_mark **mark)
{
    const char *given = value_of(job->arguments, OPT_SIGNATURE);
    if (given) return verify_detached(job, given, mark);
    reel_status status = verify_with(job, (reel_bytes){ NULL, 0 }, mark);
    bool missing = status < 0 ? is_not_replay(&job->error) : (*mark)->problems & REEL_MARK_MISSING;
    char *beside = joined(job->input->path, SIGNATURE_ENDING, "");
    if (missing && job_can_reopen(job) && kind_of(beside) == KIND_FILE) {
        reel_mark_free(*mark);
        job_forget(job);
        status = verify_detached(job, beside, mark);
    }
    free(beside);
    return status;
}

/* ---- the result ----------------------------------------------------------------------------------------------------- */

static void add_bound(struct text *out, const char *what, reel_string value)
{
    if (!value.size) return;
    text_print(out, ", %s ", what);
    text_cut(out, value.data, value.size, 80);
}

static void result_text(struct job *job, const reel_mark *mark)
{
    bool any = false;
    char id[REEL_KEY_ID_TEXT];
    struct text *out = &job->out;
    job->escaped = true;
    text_visible(out, job->shown, strlen(job->shown));
    text_string(out, ": ");
    for (size_t i = 0; i < WORDS; i++) {
        if (!(mark->problems & words[i].problem)) continue;
        text_print(out, "%s%s", any ? ", " : "", words[i].word);
        any = true;
    }
    if (!any) {
        reel_key_id_text(&mark->key, id);
        text_print(out, "fine: key %s", id);
        add_bound(out, "player", mark->player);
        add_bound(out, "level", mark->level);
        add_bound(out, "challenge", mark->challenge);
        if (mark->time > 0) {
            text_string(out, ", ");
            text_date(out, (uint64_t)mark->time);
        }
    }
    text_string(out, "\n");
}

static void json_text(struct text *out, const char *name, reel_string value)
{
    const reel_field text = { .name = "", .type = REEL_STRING, .count = 1 };
    if (value.size)
        json_field(out, name, &text, &value);
    else
        json_null(out, name);
}

static void json_mark(struct text *out, const reel_mark *mark)
{
    char id[REEL_KEY_ID_TEXT], key[REEL_PUBLIC_KEY_TEXT];
    reel_key_id_text(&mark->key, id);
    reel_public_key_text(&mark->key, key);
    if (mark->problems & REEL_MARK_MISSING) {
        json_null(out, "mark");
        return;
    }
    json_open(out, "mark", '{');
    json_bool(out, "embedded", mark->embedded);
    json_string(out, "key", id);
    if (mark->has_key)
        json_string(out, "public_key", key);
    else
        json_null(out, "public_key");
    if (mark->time > 0)
        json_count(out, "time", (uint64_t)mark->time);
    else
        json_null(out, "time");
    json_text(out, "player", mark->player);
    json_text(out, "level", mark->level);
    json_text(out, "challenge", mark->challenge);
    json_close(out, '}');
}

static void result_json(struct job *job, const reel_mark *mark)
{
    const char *verdict = "fine";
    for (size_t i = WORDS; i-- > 0;)
        if (mark->problems & words[i].problem) verdict = words[i].word;
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, NULL);
    json_string(&job->out, "verdict", verdict);
    json_open(&job->out, "problems", '[');
    for (size_t i = 0; i < WORDS; i++)
        if (mark->problems & words[i].problem) json_string(&job->out, NULL, words[i].word);
    json_close(&job->out, ']');
    json_mark(&job->out, mark);
    json_findings(&job->out, job->findings);
    json_close(&job->out, '}');
    text_string(&job->out, "\n");
}

static reel_status verify(struct job *job)
{
    reel_mark *mark;
    reel_status status = find_mark(job, &mark);
    if (status >= 0 && has(job->arguments, OPT_JSON))
        result_json(job, mark);
    else if (status >= 0 && !has(job->arguments, OPT_QUIET))
        result_text(job, mark);
    reel_mark_free(mark);
    return status;
}

int run_verify(const struct arguments *arguments)
{
    if (!has(arguments, OPT_KEY)) return usage_error(arguments->verb, "--key PATH is required: the public key to verify with");
    if (has(arguments, OPT_SIGNATURE) && arguments->input_count > 1)
        return usage_error(arguments->verb, "--signature is for one FILE");
    if (has(arguments, OPT_HASH) && !has(arguments, OPT_JSON)) return usage_error(arguments->verb, "--hash requires --json");
    const struct task task = { .work = verify, .collection = COLLECT_ALWAYS, .whole = true };
    int status = read_keys(arguments);
    if (status == EXIT_FINE) status = run_files(arguments, &task);
    free(keys.data);
    keys.data = NULL;
    keys.count = 0;
    return status;
}
