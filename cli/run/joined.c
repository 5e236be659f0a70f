/* SPDX-License-Identifier: MIT */
#include "run/joined.h"
#include "base/system.h"
#include "run/output.h"
#include "run/report.h"

#include <stdio.h>
#include <stdlib.h>

/* The one output of a run. */
static struct {
    reel_export *export_;
    const reel_table *tables[2];
} output;

bool kind_is_binary(const char *kind) { return kind && (!strcmp(kind, "parquet") || !strncmp(kind, "arrow", strlen("arrow"))); }

bool kind_is_one_table(const char *kind) { return kind_is_binary(kind) || (kind && !strcmp(kind, "csv")); }

bool is_joined(const struct job *job, const char *kind) { return kind_is_binary(kind) && job->collected && job->many; }

int refuse_binary(const struct arguments *arguments, const char *kind)
{
    if (!kind_is_binary(kind)) return EXIT_FINE;
    if (output_is_stdout(arguments) && is_terminal(1))
        return usage_error(arguments->verb, "--to %s is not written to a terminal; use -o FILE or a pipe", kind);
    if (has(arguments, OPT_HASH)) return usage_error(arguments->verb, "--hash requires --to csv, json or jsonl");
    return EXIT_FINE;
}

static reel_status write_all(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context;
    if (print_bytes(data, size)) return REEL_OK;
    *error = (reel_error){ .status = REEL_IO, .rule = "file.write", .section = "" };
    snprintf(error->message, sizeof error->message, "%s", "cannot write the output");
    return REEL_IO;
}

static reel_status commit_nothing(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void discard_nothing(void *context) { (void)context; }

static reel_status open_joined(struct job *job, const char *kind, const reel_format *format, const reel_export_options *how)
{
    static const reel_sink sink = { .write = write_all, .commit = commit_nothing, .discard = discard_nothing };
    reel_export_options own = *how;
    output.tables[0] = how->tables[0];
    own.tables = output.tables;
    own.origin = "file";
    own.allocator = NULL; /* the limit is that of one file */
    return reel_export_open(reel_exporter_by_id(kind), sink, format, &own, &output.export_, &job->error);
}

reel_status joined_export(struct job *job, const char *kind, const reel_format *format, const reel_export_options *how,
                          reel_export **export_)
{
    *export_ = NULL;
    if (!how->tables[0] || how->tables[1])
        return fail_job(job, REEL_ARGUMENT, "export.one-table", "%s holds one table; select one with -t", kind);
    reel_status status = output.export_ ? REEL_OK : open_joined(job, kind, format, how);
    if (status < 0) return status;
    if (how->tables[0] != output.tables[0])
        return fail_job(job, REEL_ARGUMENT, "export.other-table", "the table %s has other columns than the one in the output",
                        how->tables[0]->name);
    *export_ = output.export_;
    return reel_export_origin(output.export_, job_name(job));
}

int joined_finish(const struct arguments *arguments)
{
    (void)arguments;
    reel_error error;
    if (!output.export_ || reel_export_finish(output.export_, &error) == REEL_OK) return EXIT_FINE;
    output.export_ = NULL;
    struct text message = { 0 };
    report_failure(&message, "output", &error);
    fwrite(message.data, 1, message.size, stderr);
    text_free(&message);
    return EXIT_UNREADABLE;
}
