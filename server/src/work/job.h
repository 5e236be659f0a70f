/* SPDX-License-Identifier: MIT
 * What the server asks of a worker process, and what comes back: fixed structs over a socket pair, with the replay and the output as file
 * descriptors. Both sides are the same program, so the structs need no byte order. The server does not trust what comes back: a worker has
 * read a hostile file. */
#ifndef SERVER_WORK_JOB_H
#define SERVER_WORK_JOB_H

#include "base/map_facts.h"

/* Open files that a worker gets with a job: the replay, the output, and what else the job needs. */
enum { WORKER_FILES = 4 };

/* The name of the picture of a time at which much happens, beside those of the plots. */
#define SCENE_PLOT "scene"

typedef enum job_kind {
    JOB_EXPORT,   /* tables by an exporter */
    JOB_PLOT,     /* one plot as SVG, or the scene */
    JOB_STATS,    /* the tables of all insights as JSON */
    JOB_FINDINGS, /* what reel_check finds, as JSON */
    JOB_CONVERT,  /* another format */
    JOB_INSPECT,  /* everything that an upload is judged by */
    JOB_LEVEL,    /* what is kept of a map */
    JOB_FINISH,   /* the run of a finish, as a file that the game plays */
    JOB_PROBES,   /* the keys to look up for the motion, motion_key */
    JOB_SIMILAR,  /* the candidates that have the same motion, motion_match */
    JOB_PICTURE,  /* the SVG that is its file as PNG; in a process of its own, see sandbox_limits */
    JOB_FACTS,    /* what the page of a play shows: the header and the plots, as JSON */
    JOB_KINDS
} job_kind;

typedef struct job {
    uint32_t kind;
    uint32_t pretty;
    char exporter[JOB_NAME]; /* JOB_EXPORT: "json" */
    char format[JOB_NAME];   /* JOB_CONVERT: "scoresaber-json" */
    char table[JOB_NAME];    /* JOB_EXPORT: one table; "": all */
    char plot[JOB_NAME];     /* JOB_PLOT */
    uint32_t width, theme;   /* JOB_PLOT, as in reel_plot_options */
    uint32_t has_from, has_to;
    double from, to;       /* JOB_EXPORT: span */
    char map[JOB_MAP];     /* JOB_INSPECT, JOB_FINISH: hash of the map that comes as a file; "": none */
    char finish[JOB_TEXT]; /* JOB_FINISH: NAME or NAME,TIME */
    reel_limits limits;
} job;

/* JOB_SIMILAR: one entry of the file of candidates, followed by the bytes of its fingerprint. */
typedef struct candidate {
    char id[JOB_HASH];
    uint32_t size;
    uint32_t own;   /* of the same player */
    int64_t number; /* replays have numbers in the order in which they came */
} candidate;

/* Texts end with a NUL. */
typedef struct job_result {
    int32_t status; /* reel_status */
    uint32_t has_damage;
    uint64_t offset, size; /* of the failure or damage; bytes of output */
    char format[JOB_NAME];
    char rule[JOB_NAME], section[JOB_NAME], message[REEL_MESSAGE_SIZE];
    uint64_t
        copies; /* JOB_SIMILAR: candidates of other players that are the same recording, if none of the player's own came before */
    inspection inspection;
    map_facts map; /* JOB_LEVEL */
} job_result;

#endif
