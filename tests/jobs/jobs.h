/* SPDX-License-Identifier: MIT
 * Jobs of the library that tests run again and again with faults: packing, unpacking, lists of archives, signatures, hashes, fingerprints,
 * columns, surveys, exports, conversions. Each works on a golden file, or on what another job made of one. */
#ifndef REEL_TEST_JOBS_H
#define REEL_TEST_JOBS_H

#include <reel/sign.h>
#include <stddef.h>

/* What a job works with. Its findings and its output, if any, go to `sink`; jobs without output write what they found out. */
typedef struct job_call {
    reel_source source;
    const reel_options *options;
    reel_sink sink;
    const reel_key *key;
    reel_error *error;
} job_call;

typedef reel_status job_run(job_call *call);

typedef struct job {
    const char *name;
    const char *file; /* below tests/formats */
    job_run *prepare; /* makes the input of the job from the file; NULL: the file itself */
    job_run *run;
    enum { USUAL, TWICE, WITH_KEY } how; /* TWICE: the prepared bytes are there two times, one after the other */
} job;

/* Jobs that write no replay and no export. */
extern const job jobs[];
extern const size_t job_count;
/* Exports, recordings, conversions and repairs. */
extern const job output_jobs[];
extern const size_t output_job_count;

#endif
