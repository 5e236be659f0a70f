/* SPDX-License-Identifier: MIT
 * Numbers of a .tape and the words and codes of the rows that they stand for. */
#include "codec/number.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "formats/echo/tape/state.h"

const char *const reel__tape_match_types[TAPE_MATCH_TYPES] = {
    "",          "Social_2.0",     "Social_2.0_Private", "Echo_Arena",           "Echo_Combat",
    "Echo_Pass", "Echo_Arena_FFA", "Echo_Arena_Private", "Echo_Arena_Tournament"
};
const char *const reel__tape_goal_types[TAPE_GOAL_TYPES] = {
    "",          "INSIDE SHOT", "LONG SHOT", "BOUNCE SHOT",   "LONG BOUNCE SHOT", "SELF GOAL",
    "[NO GOAL]", "SLAM DUNK",   "HEADBUTT",  "LONG HEADBUTT", "BUMPER SHOT",      "LONG BUMPER SHOT"
};
const char *const reel__tape_pause_states[TAPE_PAUSE_STATES] = {
    "", "unpaused", "paused", "unpausing", "autopause_replay", "none", "paused_requested"
};
const char *const reel__tape_statuses[TAPE_STATUSES] = {
    "",           "pre_match",  "round_start",      "playing",      "score",
    "round_over", "post_match", "pre_sudden_death", "sudden_death", "post_sudden_death"
};

reel_string reel__tape_word(const char *const *words, size_t count, int64_t number)
{
    if (number <= 0 || (uint64_t)number >= count) return (reel_string){ NULL, 0 };
    return (reel_string){ words[number], strlen(words[number]) };
}

int32_t reel__tape_word_number(const char *const *words, size_t count, reel_string word)
{
    for (size_t i = 1; i < count; i++)
        if (word.size == strlen(words[i]) && memcmp(word.data, words[i], word.size) == 0) return (int32_t)i;
    return 0;
}

uint8_t reel__tape_status_code(int32_t status)
{
    return status > 0 && status < TAPE_STATUSES ? (uint8_t)(status + (int)ECHO_PRE_MATCH - 1) : (uint8_t)ECHO_STATUS_UNKNOWN;
}

uint8_t reel__tape_held_code(reel_string word, uint64_t *unknown)
{
    if (!word.size) return ECHO_HOLDS_NULL;
    const int code = reel__session_code(reel__echo_holdings, word);
    if (code >= 0) return (uint8_t)code;
    unsigned number = 0;
    for (size_t i = 0; i < word.size && i < 4; i++)
        number = word.data[i] >= '0' && word.data[i] <= '9' ? 10 * number + (unsigned)(word.data[i] - '0') : 1000;
    if (number < ECHO_HOLDS_NULL) return (uint8_t)number;
    ++*unknown;
    return ECHO_HOLDS_NULL;
}

uint8_t reel__tape_team_of_role(int32_t role)
{
    enum { BLUE = 1, ORANGE, SPECTATOR };
    return role == BLUE ? ECHO_BLUE : role == ORANGE ? ECHO_ORANGE : role == SPECTATOR ? ECHO_SPECTATORS : ECHO_NO_TEAM;
}

int32_t reel__tape_role_of_team(uint8_t team) { return team <= ECHO_SPECTATORS ? team + 1 : 0; }

/* ---- rotations -------------------------------------------------------------------------------------------------- */

/* The columns of the matrix are left, up and forward; a quaternion that is not of length 1 is used as it is. */
echo_axes reel__tape_axes_of(reel_quaternion q)
{
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    return (echo_axes){
        .forward = { (float)(2 * (x * z + y * w)), (float)(2 * (y * z - x * w)), (float)(1 - 2 * (x * x + y * y)) },
        .left = { (float)(1 - 2 * (y * y + z * z)), (float)(2 * (x * y + z * w)), (float)(2 * (x * z - y * w)) },
        .up = { (float)(2 * (x * y - z * w)), (float)(1 - 2 * (x * x + z * z)), (float)(2 * (y * z + x * w)) },
    };
}

static double root(double value) { return value > 0 ? sqrt(value) : 0; }

/* Columns as a matrix: m[row][column]. */
typedef struct matrix {
    double m[3][3];
} matrix;

static matrix matrix_of(const echo_axes *axes)
{
    return (matrix){ { { (double)axes->left.x, (double)axes->up.x, (double)axes->forward.x },
                       { (double)axes->left.y, (double)axes->up.y, (double)axes->forward.y },
                       { (double)axes->left.z, (double)axes->up.z, (double)axes->forward.z } } };
}

/* The rotation from the part of x, y or z that is number `i`. */
static reel_quaternion by_part(const matrix *a, unsigned i)
{
    const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
    const double s = root(1 + a->m[i][i] - a->m[j][j] - a->m[k][k]) * 2;
    float part[3];
    if (!(s > 0)) return (reel_quaternion){ 0, 0, 0, 0 };
    part[i] = (float)(0.25 * s);
    part[j] = (float)((a->m[i][j] + a->m[j][i]) / s);
    part[k] = (float)((a->m[i][k] + a->m[k][i]) / s);
    return (reel_quaternion){ part[0], part[1], part[2], (float)((a->m[k][j] - a->m[j][k]) / s) };
}

reel_quaternion reel__tape_reference_rotation(const echo_axes *axes)
{
    const matrix a = matrix_of(axes);
    const double trace = a.m[0][0] + a.m[1][1] + a.m[2][2];
    if (!(trace > 0)) return by_part(&a, a.m[0][0] > a.m[1][1] && a.m[0][0] > a.m[2][2] ? 0 : a.m[1][1] > a.m[2][2] ? 1 : 2);
    const double s = root(trace + 1) * 2;
    return (reel_quaternion){ (float)((a.m[2][1] - a.m[1][2]) / s), (float)((a.m[0][2] - a.m[2][0]) / s),
                              (float)((a.m[1][0] - a.m[0][1]) / s), (float)(0.25 * s) };
}

/* How far the directions of a rotation are from those that are meant. */
static double miss_of(const echo_axes *axes, reel_quaternion q)
{
    const echo_axes made = reel__tape_axes_of(q);
    const matrix a = matrix_of(axes), b = matrix_of(&made);
    double most = 0;
    for (unsigned i = 0; i < 9; i++) {
        const double miss = a.m[i / 3][i % 3] - b.m[i / 3][i % 3];
        if (miss > most || -miss > most) most = miss < 0 ? -miss : miss;
    }
    return most;
}

/* The reference's method is exact for rotations. Directions may also be those of a quaternion that is not of length 1, as captures of degenerate
 * frames have; x, y and z follow from such directions without it, and w from them. */
reel_quaternion reel__tape_rotation_of(const echo_axes *axes)
{
    const matrix a = matrix_of(axes);
    reel_quaternion best = reel__tape_reference_rotation(axes);
    double least = miss_of(axes, best);
    for (unsigned i = 0; i < 3 && least > 1e-4; i++) {
        const reel_quaternion other = by_part(&a, i);
        const double miss = miss_of(axes, other);
        if (miss < least / 2) best = other, least = miss;
    }
    return best;
}

size_t reel__tape_clock_text(char *to, float clock)
{
    const bool usable = clock > 0 && clock < 360000; /* a clock above 100 hours is none */
    const uint32_t hundredths = usable ? (uint32_t)((double)clock * 100) : 0;
    const uint32_t minutes = hundredths / 6000, rest[2] = { hundredths / 100 % 60, hundredths % 100 };
    size_t size = 0;
    if (minutes < 10) to[size++] = '0';
    size += reel__number_u64(to + size, minutes);
    for (size_t i = 0; i < 2; i++) {
        to[size++] = i ? '.' : ':';
        to[size++] = (char)('0' + rest[i] / 10);
        to[size++] = (char)('0' + rest[i] % 10);
    }
    return size;
}
