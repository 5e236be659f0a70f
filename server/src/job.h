/* SPDX-License-Identifier: MIT
 * What the server asks of a worker process, and what comes back: fixed structs over a socket pair, with the replay and the output as file
 * descriptors. Both sides are the same program, so the structs need no byte order. The server does not trust what comes back: a worker has
 * read a hostile file. */
#ifndef SERVER_JOB_H
#define SERVER_JOB_H

#include <reel/reel.h>

enum { JOB_NAME = 64, JOB_TEXT = 256, JOB_HASH = 65 };

/* Open files that a worker gets with a job: the replay, the output, and what else the job needs. */
enum { WORKER_FILES = 3 };

typedef enum job_kind {
    JOB_EXPORT,   /* tables by an exporter */
    JOB_PLOT,     /* one plot as SVG */
    JOB_STATS,    /* the tables of all insights as JSON */
    JOB_FINDINGS, /* what reel_check finds, as JSON */
    JOB_CONVERT,  /* another format */
    JOB_INSPECT,  /* everything that an upload is judged by */
    JOB_SIMILAR,  /* the candidates that have the same motion, as JSON */
    JOB_KINDS
} job_kind;

typedef struct job {
    uint32_t kind;
    uint32_t pretty;
    char exporter[JOB_NAME]; /* JOB_EXPORT: "json" */
    char format[JOB_NAME];   /* JOB_CONVERT: "scoresaber-json" */
    char table[JOB_NAME];    /* JOB_EXPORT: one table; "": all */
    char plot[JOB_NAME];     /* JOB_PLOT */
    uint32_t has_from, has_to;
    double from, to; /* JOB_EXPORT: span */
    reel_limits limits;
} job;

/* The result of JOB_INSPECT. The output has three parts, one after the other: statistics and findings as JSON, and the fingerprint. */
typedef struct inspection {
    uint64_t findings_size, statistics_size, fingerprint_size;
    uint64_t errors, warnings; /* findings */
    /* of the errors, those for which an upload is held and not refused: the stated score is not the recomputed one, the mark is broken */
    uint64_t score_errors, mark_errors;
    uint32_t has_score, has_hash, has_mark, mark_problems; /* REEL_MARK_... */
    uint32_t failed, practice;                             /* the level was failed or practised: the score does not rank */
    double score, seconds;
    char content_hash[JOB_HASH]; /* of what was played, in hexadecimal */
    char game[JOB_NAME], player[JOB_TEXT], player_name[JOB_TEXT], level[JOB_TEXT];
    char mark_key[JOB_NAME], challenge[JOB_TEXT];
} inspection;

/* JOB_SIMILAR: one entry of the file of candidates, followed by the bytes of its fingerprint. */
typedef struct candidate {
    char id[JOB_HASH];
    uint32_t size;
} candidate;

/* Texts end with a NUL. */
typedef struct job_result {
    int32_t status; /* reel_status */
    uint32_t has_damage;
    uint64_t offset, size; /* of the failure or damage; bytes of output */
    char format[JOB_NAME];
    char rule[JOB_NAME], section[JOB_NAME], message[REEL_MESSAGE_SIZE];
    uint64_t copies; /* JOB_SIMILAR: candidates that are the same recording */
    inspection inspection;
} job_result;

#endif
