/* SPDX-License-Identifier: MIT
 * Numbers of a .tape and the words and codes of the rows that they stand for. */
#include "codec/number.h"
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "formats/echo/tape/state.h"

const char *const tape_match_types[TAPE_MATCH_TYPES] = {
    "",          "Social_2.0",     "Social_2.0_Private", "Echo_Arena",           "Echo_Combat",
    "Echo_Pass", "Echo_Arena_FFA", "Echo_Arena_Private", "Echo_Arena_Tournament"
};
const char *const tape_goal_types[TAPE_GOAL_TYPES] = {
    "",          "INSIDE SHOT", "LONG SHOT", "BOUNCE SHOT",   "LONG BOUNCE SHOT", "SELF GOAL",
    "[NO GOAL]", "SLAM DUNK",   "HEADBUTT",  "LONG HEADBUTT", "BUMPER SHOT",      "LONG BUMPER SHOT"
};
const char *const tape_pause_states[TAPE_PAUSE_STATES] = { "",     "unpaused",        "paused", "unpausing", "autopause_replay",
                                                           "none", "paused_requested" };
const char *const tape_statuses[TAPE_STATUSES] = {
    "",           "pre_match",  "round_start",      "playing",      "score",
    "round_over", "post_match", "pre_sudden_death", "sudden_death", "post_sudden_death"
};

reel_string tape_word(const char *const *words, size_t count, int64_t number)
{
    if (number <= 0 || (uint64_t)number >= count) return (reel_string){ NULL, 0 };
    return (reel_string){ words[number], strlen(words[number]) };
}

int32_t tape_word_number(const char *const *words, size_t count, reel_string word)
{
    for (size_t i = 1; i < count; i++)
        if (word.size == strlen(words[i]) && memcmp(word.data, words[i], word.size) == 0) return (int32_t)i;
    return 0;
}

uint8_t tape_status_code(int32_t status)
{
    return status > 0 && status < TAPE_STATUSES ? (uint8_t)(status + (int)ECHO_PRE_MATCH - 1) : (uint8_t)ECHO_STATUS_UNKNOWN;
}

uint8_t tape_held_code(reel_string word, uint64_t *unknown)
{
    if (!word.size) return ECHO_HOLDS_NULL;
    const int code = session_code(echo_holdings, word);
    if (code >= 0) return (uint8_t)code;
    unsigned number = 0;
    for (size_t i = 0; i < word.size && i < 4; i++)
        number = word.data[i] >= '0' && word.data[i] <= '9' ? 10 * number + (unsigned)(word.data[i] - '0') : 1000;
    if (number < ECHO_HOLDS_NULL) return (uint8_t)number;
    ++*unknown;
    return ECHO_HOLDS_NULL;
}

uint8_t tape_team_of_role(int32_t role)
{
    enum { BLUE = 1, ORANGE, SPECTATOR };
    return role == BLUE ? ECHO_BLUE : role == ORANGE ? ECHO_ORANGE : role == SPECTATOR ? ECHO_SPECTATORS : ECHO_NO_TEAM;
}

int32_t tape_role_of_team(uint8_t team) { return team <= ECHO_SPECTATORS ? team + 1 : 0; }

/* ---- rotations -------------------------------------------------------------------------------------------------- */

/* The columns of the matrix are left, up and forward; a quaternion that is not of length 1 is used as it is. */
echo_axes tape_axes_of(reel_quaternion q)
{
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    return (echo_axes){
        .forward = { (float)(2 * (x * z + y * w)), (float)(2 * (y * z - x * w)), (float)(1 - 2 * (x * x + y * y)) },
        .left = { (float)(1 - 2 * (y * y + z * z)), (float)(2 * (x * y + z * w)), (float)(2 * (x * z - y * w)) },
        .up = { (float)(2 * (x * y - z * w)), (float)(1 - 2 * (x * x + z * z)), (float)(2 * (y * z + x * w)) },
    };
}

static double root(double value) { return value > 0 ? sqrt(value) : 0; }

reel_quaternion tape_rotation_of(const echo_axes *axes)
{
    const double m00 = (double)axes->left.x, m10 = (double)axes->left.y, m20 = (double)axes->left.z;
    const double m01 = (double)axes->up.x, m11 = (double)axes->up.y, m21 = (double)axes->up.z;
    const double m02 = (double)axes->forward.x, m12 = (double)axes->forward.y, m22 = (double)axes->forward.z;
    const double trace = m00 + m11 + m22;
    double x, y, z, w, s;
    if (trace > 0) {
        s = root(trace + 1) * 2;
        w = 0.25 * s, x = (m21 - m12) / s, y = (m02 - m20) / s, z = (m10 - m01) / s;
    } else if (m00 > m11 && m00 > m22) {
        s = root(1 + m00 - m11 - m22) * 2;
        w = (m21 - m12) / s, x = 0.25 * s, y = (m01 + m10) / s, z = (m02 + m20) / s;
    } else if (m11 > m22) {
        s = root(1 + m11 - m00 - m22) * 2;
        w = (m02 - m20) / s, x = (m01 + m10) / s, y = 0.25 * s, z = (m12 + m21) / s;
    } else {
        s = root(1 + m22 - m00 - m11) * 2;
        w = (m10 - m01) / s, x = (m02 + m20) / s, y = (m12 + m21) / s, z = 0.25 * s;
    }
    if (!(s > 0)) return (reel_quaternion){ 0, 0, 0, 0 };
    return (reel_quaternion){ (float)x, (float)y, (float)z, (float)w };
}

size_t tape_clock_text(char *to, float clock)
{
    const bool usable = clock > 0 && clock < 360000; /* a clock above 100 hours is none */
    const uint32_t hundredths = usable ? (uint32_t)((double)clock * 100) : 0;
    const uint32_t minutes = hundredths / 6000, rest[2] = { hundredths / 100 % 60, hundredths % 100 };
    size_t size = 0;
    if (minutes < 10) to[size++] = '0';
    size += number_u64(to + size, minutes);
    for (size_t i = 0; i < 2; i++) {
        to[size++] = i ? '.' : ':';
        to[size++] = (char)('0' + rest[i] / 10);
        to[size++] = (char)('0' + rest[i] % 10);
    }
    return size;
}
