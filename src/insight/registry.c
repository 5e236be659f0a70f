/* SPDX-License-Identifier: MIT
 * The built-in insights and checks, one line each. */
#include <reel/beatsaber.h>
#include <reel/ddnet.h>
#include <reel/echo.h>
#include <reel/geometrydash.h>
#include <reel/insight.h>

#include "insight/run.h"

static const reel_insight *const built_in[] = {
#ifndef REEL_WITHOUT_BEATSABER
    &reel_insight_beatsaber,
    &reel_insight_motion,
    &reel_check_beatsaber_score,
    &reel_check_beatsaber_signs,
    &reel_check_beatsaber_physics,
#endif
#ifndef REEL_WITHOUT_GEOMETRYDASH
    &reel_insight_geometrydash,
    &reel_check_geometrydash,
#endif
#ifndef REEL_WITHOUT_DDNET
    &reel_insight_ddnet,
#endif
#ifndef REEL_WITHOUT_ECHO
    &reel_insight_echo,
    &reel_check_echo,
#endif
    NULL,
};

/* Checks that cost more than the others together. */
static const reel_insight *const on_request[] = {
#if !defined REEL_WITHOUT_BEATSABER && !defined REEL_WITHOUT_EVIDENCE
    &reel_check_beatsaber_motion,
#endif
#if !defined REEL_WITHOUT_DDNET && !defined REEL_WITHOUT_EVIDENCE && !defined REEL_WITHOUT_LEVELS &&                             \
    !defined REEL_WITHOUT_DDNET_MAP
    &reel_check_ddnet_motion,
#endif
    NULL,
};

/* Checks that need a level. */
static const reel_insight *const with_level[] = {
#if !defined REEL_WITHOUT_BEATSABER && !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP
    &reel_check_beatsaber_level,
#endif
#if !defined REEL_WITHOUT_DDNET && !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_DDNET_MAP
    &reel_check_ddnet_level,
#endif
    NULL,
};

/* What is found by its id only. */
static const reel_insight *const by_id[] = {
#if !defined REEL_WITHOUT_DDNET && !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_DDNET_MAP
    &reel_insight_ddnet_runs,
#endif
    NULL,
};

const reel_insight *const *reel__insight_with_level(void) { return with_level; }

const reel_insight *const *reel__insight_on_request(void) { return on_request; }

const reel_insight *const *reel_insights(void) { return built_in; }

const reel_insight *reel_insight_by_id(const char *id)
{
    static const reel_insight *const *const lists[] = { built_in, by_id };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const reel_insight *const *insight = lists[i]; *insight; insight++)
            if (strcmp((*insight)->id, id) == 0) return *insight;
    return NULL;
}

bool reel_insight_takes(const reel_insight *insight, const reel_format *format)
{
    if (!insight->formats) return format->check == insight;
    for (const reel_format *const *known = insight->formats; *known; known++)
        if (*known == format) return true;
    return false;
}
