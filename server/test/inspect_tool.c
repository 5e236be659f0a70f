/* SPDX-License-Identifier: MIT
 * inspect_tool FILE: does the job that an upload is judged by, outside a worker, and prints how often the library opened the file, and
 * verdicts of the job. The linker puts counters before the functions of the library that open a source. */
#include "work/worker_job.h"

#include <fcntl.h>
#include <reel/sign.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned opens;

reel_status __real_reel_open(reel_source source, const reel_options *options, reel_reader **reader, reel_error *error);
reel_status __wrap_reel_open(reel_source source, const reel_options *options, reel_reader **reader, reel_error *error);
reel_status __wrap_reel_open(reel_source source, const reel_options *options, reel_reader **reader, reel_error *error)
{
    opens++;
    return __real_reel_open(source, options, reader, error);
}

reel_status __real_reel_load(reel_source source, const reel_options *options, reel_replay **replay, reel_error *error);
reel_status __wrap_reel_load(reel_source source, const reel_options *options, reel_replay **replay, reel_error *error);
reel_status __wrap_reel_load(reel_source source, const reel_options *options, reel_replay **replay, reel_error *error)
{
    opens++;
    return __real_reel_load(source, options, replay, error);
}

reel_status __real_reel_verify(reel_source source, const reel_options *options, const reel_verify_options *how, reel_mark **mark,
                               reel_error *error);
reel_status __wrap_reel_verify(reel_source source, const reel_options *options, const reel_verify_options *how, reel_mark **mark,
                               reel_error *error);
reel_status __wrap_reel_verify(reel_source source, const reel_options *options, const reel_verify_options *how, reel_mark **mark,
                               reel_error *error)
{
    opens++;
    return __real_reel_verify(source, options, how, mark, error);
}

reel_status __real_reel_identify(reel_source source, const reel_options *options, const reel_format **format, int *bits,
                                 reel_error *error);
reel_status __wrap_reel_identify(reel_source source, const reel_options *options, const reel_format **format, int *bits,
                                 reel_error *error);
reel_status __wrap_reel_identify(reel_source source, const reel_options *options, const reel_format **format, int *bits,
                                 reel_error *error)
{
    opens++;
    return __real_reel_identify(source, options, format, bits, error);
}

int main(int count, char **words)
{
    static const job wanted = { .kind = JOB_INSPECT };
    static job_result result;
    struct stat info;
    int file = count == 2 ? open(words[1], O_RDONLY | O_CLOEXEC) : -1, out = memfd_create("out", MFD_CLOEXEC);
    if (file < 0 || out < 0 || fstat(file, &info) != 0 || info.st_size == 0) return 2;
    void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED) return 2;
    worker_job t = {
        .job = &wanted, .replay = { bytes, (size_t)info.st_size }, .out = { .file = out }, .with = -1, .result = &result
    };
    reel_status status = worker_inspect(&t);
    const inspection *i = &result.inspection;
    printf("opens %u status %d errors %llu damaged %u empty %u mark %u problems %u motion %d\n", opens, status,
           (unsigned long long)i->errors, i->damaged, i->empty, i->has_mark, i->mark_problems, i->probes_size > 0);
    return 0;
}
