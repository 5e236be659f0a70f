/* SPDX-License-Identifier: MIT
 * reel sign: makes keys and signs replays. */
#include "base/json.h"
#include "base/secret.h"
#include "base/system.h"
#include "run/batch.h"
#include "run/output.h"
#include "run/report.h"
#include "verbs/verbs.h"

#include <reel/sign.h>

#include <errno.h>
#include <stdlib.h>
#include <time.h>

/* The key of the run. Threads only read it. */
static reel_key *key;

/* ---- messages about keys -------------------------------------------------------------------------------------------- */

static int key_failed(const char *path, const reel_error *error)
{
    struct text line = { 0 };
    report_failure(&line, path, error);
    const char *message = text_of(&line);
    fputs(counted_refused().any ? "reel: out of memory\n" : message, stderr);
    text_free(&line);
    return error->status == REEL_ARGUMENT ? EXIT_USAGE : EXIT_UNREADABLE;
}

static int file_failed(const char *path, const char *what, const char *problem)
{
    reel_error error = { .status = REEL_IO, .rule = "file.key", .section = "" };
    snprintf(error.message, sizeof error.message, "%s: %s", what, problem);
    return key_failed(path, &error);
}

/* ---- passwords ------------------------------------------------------------------------------------------------------ */

enum { PASSWORD_MOST = 1024 };

static const char too_long[] = "the password is too long";

/* Where a password comes from. */
struct asking {
    const struct arguments *arguments;
    bool twice; /* a new one, in case of a typing error */
    const char *problem;
};

static bool password_from_file(const char *path, char *password, size_t capacity, size_t *size, const char **problem)
{
    char line[SECRET_MOST];
    bool read = read_secret(path, line, sizeof line, size, problem);
    if (read) {
        size_t end = 0;
        while (end < *size && line[end] != '\n' && line[end] != '\r') end++;
        *size = end;
        read = end <= capacity;
        if (read) memcpy(password, line, end);
        *problem = too_long;
    }
    reel_wipe(line, sizeof line);
    return read;
}

static bool password_from_terminal(const struct asking *asking, char *password, size_t capacity, size_t *size,
                                   const char **problem)
{
    char again[PASSWORD_MOST];
    size_t same = 0;
    *problem = "cannot ask for it without a terminal; use --password-file";
    if (!ask_secret(asking->twice ? "New password (empty for none): " : "Password: ", password, capacity, size)) return false;
    *problem = too_long;
    if (*size > capacity) return false;
    if (!asking->twice || !*size) return true;
    *problem = "it was not entered a second time";
    bool asked = ask_secret("The same again: ", again, sizeof again, &same);
    bool equal = asked && same == *size && !memcmp(again, password, same);
    reel_wipe(again, sizeof again);
    if (asked) *problem = "the two passwords differ";
    return equal;
}

static bool on_password(void *context, char *password, size_t capacity, size_t *size)
{
    struct asking *asking = context;
    const char *path = value_of(asking->arguments, OPT_PASSWORD_FILE);
    if (path) return password_from_file(path, password, capacity, size, &asking->problem);
    return password_from_terminal(asking, password, capacity, size, &asking->problem);
}

static int password_failed(const char *path, const struct asking *asking, reel_error *error)
{
    if (asking->problem && error->status == REEL_CANCELLED)
        snprintf(error->message, sizeof error->message, "no password: %s", asking->problem);
    return key_failed(path, error);
}

/* ---- keys ----------------------------------------------------------------------------------------------------------- */

/* The key is used all the same: nobody is locked out by a file system without owners. */
static void warn_of_readers(const struct arguments *arguments, const char *path)
{
    struct text line = { 0 };
    if (has(arguments, OPT_QUIET) || !others_can_read(path)) return;
    text_string(&line, "reel: warning: ");
    text_visible(&line, path, strlen(path));
    text_string(&line, ": other users can read this secret key; 'chmod 600' it\n");
    fputs(text_of(&line), stderr);
    text_free(&line);
}

static int read_key(const struct arguments *arguments, const char *path)
{
    char data[SECRET_MOST];
    size_t size;
    reel_error error;
    const char *problem;
    struct asking asking = { .arguments = arguments };
    reel_key_options options = { REEL_SIZED(reel_key_options), .on_password = on_password, .password_context = &asking };
    if (!read_secret(path, data, sizeof data, &size, &problem)) return file_failed(path, "cannot read", problem);
    reel_status status = reel_key_read(data, size, &options, &key, &error);
    reel_wipe(data, sizeof data);
    if (status >= 0) warn_of_readers(arguments, path);
    return status < 0 ? password_failed(path, &asking, &error) : EXIT_FINE;
}

/* "me.key" gives "me.pub"; another name gets the ending. */
static char *public_path(const char *path)
{
    size_t size = strlen(path), end = strlen(".key");
    char *stem = copy_of(path);
    if (size > end && !strcmp(path + size - end, ".key") && path[size - end - 1] != '/') stem[size - end] = '\0';
    char *public = joined(stem, ".pub", "");
    free(stem);
    return public;
}

static int write_public(const char *path, const reel_public_key *public)
{
    struct text file = { 0 };
    reel_sink sink;
    reel_error error;
    char line[REEL_PUBLIC_KEY_TEXT], id[REEL_KEY_ID_TEXT];
    reel_public_key_text(public, line);
    reel_key_id_text(public, id);
    text_print(&file, "untrusted comment: minisign public key %s\n%s\n", id, line);
    reel_status status = reel_sink_file(path, 0, &sink, &error);
    if (status == REEL_OK) {
        status = sink.write(sink.context, file.data, file.size, &error);
        if (status == REEL_OK)
            status = sink.commit(sink.context, &error);
        else
            sink.discard(sink.context);
    }
    text_free(&file);
    if (status < 0) return key_failed(path, &error);
    if (print_message("public key: ", 12) && print_message(line, strlen(line)) && print_message("\n", 1)) print_done();
    return print_has_failed() ? EXIT_UNREADABLE : EXIT_FINE;
}

/* The public key is written last: where it is, the secret key is complete. */
static int make_key(const struct arguments *arguments, const char *path)
{
    char data[REEL_SECRET_KEY_FILE];
    size_t size = 0;
    reel_error error;
    struct asking asking = { .arguments = arguments, .twice = true };
    reel_key_options options = { REEL_SIZED(reel_key_options) };
    if (!has(arguments, OPT_NO_PASSWORD)) {
        options.on_password = on_password;
        options.password_context = &asking;
    }
    char *public = public_path(path);
    int status = EXIT_FINE;
    if (kind_of(path) != KIND_NONE || kind_of(public) != KIND_NONE)
        status = file_failed(kind_of(path) != KIND_NONE ? path : public, "cannot create",
                             "the file exists; keys are never overwritten");
    else if (reel_key_new(&key, &error) < 0 || reel_key_write(key, &options, data, &size, &error) < 0)
        status = password_failed(path, &asking, &error);
    else if (!write_secret(path, data, size))
        status = file_failed(path, "cannot create", strerror(errno));
    else
        status = write_public(public, reel_key_public(key));
    reel_wipe(data, sizeof data);
    free(public);
    return status;
}

/* ---- replays -------------------------------------------------------------------------------------------------------- */

/* The input is read twice, for a look and for the signature. Standard input is read into `all` for that. */
static reel_status sign_source(struct job *job, struct text *all, reel_source *source)
{
    reel_status status = REEL_OK;
    if (job_can_reopen(job)) return job_source(job, source);
    if (!job->is_open) {
        status = job_source(job, source);
        if (status >= 0) status = job_read_all(job, *source, SIZE_MAX, all);
    }
    *source = reel_source_memory(all->data, all->size);
    return status;
}

/* A signature is named after the file as it is: unlike other outputs, it keeps .gz. */
static char *signature_path(const struct job *job)
{
    const char *output = value_of(job->arguments, OPT_OUTPUT);
    if (!output && !strcmp(job->input->path, "-")) return copy_of("-");
    if (!output) return joined(job->input->path, SIGNATURE_ENDING, "");
    if (job->collected || !job->into_folder) return copy_of(output);
    char *folder = joined(output, output[strlen(output) - 1] == '/' ? "" : "/", "");
    char *path = joined(folder, job->input->relative, SIGNATURE_ENDING);
    free(folder);
    return path;
}

/* The path of a replay with a mark in it; NULL: none is given. */
static char *marked_path(const struct job *job)
{
    if (value_of(job->arguments, OPT_OUTPUT)) return output_path(job, "");
    bool in_place = has(job->arguments, OPT_REPLACE) && job_can_reopen(job);
    return in_place ? copy_of(job->input->path) : NULL;
}

static void result_json(struct job *job, const char *path, bool embedded)
{
    char id[REEL_KEY_ID_TEXT];
    reel_key_id_text(reel_key_public(key), id);
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, NULL);
    json_path(&job->out, "output", path);
    json_bool(&job->out, "embedded", embedded);
    json_string(&job->out, "key", id);
    json_findings(&job->out, job->findings);
    json_close(&job->out, '}');
    text_string(&job->out, "\n");
}

static reel_status sign_to(struct job *job, struct text *all, char *path, bool embedded)
{
    reel_source source;
    struct deferred deferred;
    const struct arguments *arguments = job->arguments;
    const char *slash = strrchr(job_name(job), '/');
    const reel_sign_options how = { REEL_SIZED(reel_sign_options),
                                    .flags = embedded ? 0 : REEL_SIGN_DETACHED,
                                    .time = (int64_t)time(NULL),
                                    .player = value_of(arguments, OPT_PLAYER),
                                    .level = value_of(arguments, OPT_MAP),
                                    .challenge = value_of(arguments, OPT_CHALLENGE),
                                    .file = slash ? slash + 1 : job_name(job) };
    reel_status status = sign_source(job, all, &source);
    if (status >= 0) {
        reel_sink sink = output_deferred(job, &deferred, path);
        status = reel_sign(source, &job->options, key, &how, sink, &job->error);
        if (status >= 0 && has(job->arguments, OPT_JSON)) result_json(job, path, embedded);
        if (status >= 0 && has(job->arguments, OPT_VERBOSE)) report_written(job, path);
        deferred_end(&deferred);
    } else {
        free(path);
    }
    return status;
}

static reel_status sign(struct job *job)
{
    bool embedded = false;
    reel_source source;
    struct text all = { 0 };
    reel_status status = REEL_OK;
    if (!has(job->arguments, OPT_DETACHED)) {
        status = sign_source(job, &all, &source);
        if (status >= 0) status = reel_can_embed_mark(source, &job->options, &embedded, &job->error);
    }
    char *path = status < 0 ? NULL : embedded ? marked_path(job) : signature_path(job);
    if (path)
        status = sign_to(job, &all, path, embedded);
    else if (status >= 0)
        status = fail_job(job, REEL_ARGUMENT, "sign.output",
                          "the mark goes into the replay: use -o PATH for a signed copy, --replace to sign the file itself, or "
                          "--detached");
    text_free(&all);
    return status;
}

int run_sign(const struct arguments *arguments)
{
    const char *made = value_of(arguments, OPT_NEW_KEY), *path = value_of(arguments, OPT_KEY),
               *output = value_of(arguments, OPT_OUTPUT);
    bool files = arguments->input_count || has(arguments, OPT_FILES_FROM);
    if (made && (path || files)) return usage_error(arguments->verb, "--new-key takes no FILE and no --key");
    if (!made && !path) return usage_error(arguments->verb, "--key PATH is required; --new-key PATH makes a key");
    if (!made && !files) return usage_error(arguments->verb, "missing argument: FILE...");
    if (made && has(arguments, OPT_NO_PASSWORD) && has(arguments, OPT_PASSWORD_FILE))
        return usage_error(arguments->verb, "--no-password and --password-file cannot be combined");
    if (output && !strcmp(output, "-") && has(arguments, OPT_JSON))
        return usage_error(arguments->verb, "--json and -o - cannot be combined: both use standard output");
    int status = made ? make_key(arguments, made) : read_key(arguments, path);
    struct task task = { .work = sign, .writes = true, .rewrites = true, .one_to_stdout = output != NULL };
    task.in_turn = output && !strcmp(output, "-");
    if (!made && status == EXIT_FINE) status = run_files(arguments, &task);
    reel_key_free(key);
    key = NULL;
    return status;
}
