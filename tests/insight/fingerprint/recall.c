/* SPDX-License-Identifier: MIT
 * Prints the tables of docs/match.md: fingerprint_recall PLAYS... [-- CLIPS... [-- BOTS...]]. Each change is made to each play, and the copy is
 * compared with the original and looked up in an index of all originals. Clips, and plays, of one map by different players are compared
 * with each other. recall.sh calls it with the human plays of the corpus. */
#include "changes.h"

#include <stdio.h>

typedef struct play {
    const char *path;
    frames frames;
    reel_motion *motion;
    char map[160], player[64];
} play;

static void copy_text(char *to, size_t room, reel_string a, reel_string b)
{
    snprintf(to, room, "%.*s %.*s", (int)a.size, a.data, (int)b.size, b.data);
}

static bool load(play *p, const char *path)
{
    reel_replay *replay;
    size_t count;
    if (reel_load_file(path, NULL, &replay, NULL) < 0) return false;
    const bsor_info *info = reel_rows(replay, &bsor_infos, &count);
    *p = (play){ .path = path };
    copy_text(p->map, sizeof p->map, info->map_hash, info->difficulty);
    copy_text(p->player, sizeof p->player, info->player_id, info->platform);
    reel_free(replay);
    p->frames = frames_of_file(path);
    p->motion = motion_of_frames(p->frames);
    return p->motion && reel_motion_fingerprint(p->motion).size > 0;
}

static reel_match compare(const reel_motion *query, const reel_motion *stored)
{
    reel_match match = { 0 };
    if (query) reel_match_compare(query, reel_motion_fingerprint(stored), &match, NULL);
    return match;
}

/* ---- recall ------------------------------------------------------------------------------------------------------- */

typedef struct first_found {
    char name[512];
    reel_match match;
} first_found;

static bool take_first(void *context, reel_string name, const reel_match *match)
{
    first_found *first = context;
    snprintf(first->name, sizeof first->name, "%.*s", (int)name.size, name.data);
    first->match = *match;
    return false;
}

static bool is_found(reel_match_index *index, const reel_motion *copy, const char *path)
{
    first_found first = { .name = "" };
    if (!copy || reel_match_index_find(index, copy, (reel_string){ NULL, 0 }, 1, take_first, &first, NULL) < 0) return false;
    return strcmp(first.name, path) == 0;
}

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static void print_changes(const play *plays, size_t count, reel_match_index *index)
{
    double *scores = malloc((count + 1) * sizeof *scores);
    size_t all = 0, all_found = 0, all_same = 0;
    double least = 1;
    printf("| change | least score | median | same recording | found by the index |\n| --- | --- | --- | --- | --- |\n");
    for (int which = 0; which < CHANGE_COUNT + FURTHER_COUNT; which++) {
        const char *name = "";
        size_t same = 0, found = 0;
        for (size_t i = 0; i < count; i++) {
            reel_motion *copy = changed_motion(plays[i].frames, which, &name);
            reel_match match = compare(copy, plays[i].motion);
            scores[i] = match.score;
            same += match.band == REEL_MATCH_SAME;
            found += is_found(index, copy, plays[i].path);
            reel_motion_free(copy);
        }
        qsort(scores, count, sizeof *scores, by_value);
        printf("| %s | %.3f | %.3f | %zu/%zu | %zu/%zu |\n", name, scores[0], scores[count / 2], same, count, found, count);
        fflush(stdout);
        if (which >= CHANGE_COUNT) continue;
        all += count, all_found += found, all_same += same;
        if (scores[0] < least) least = scores[0];
    }
    printf("\nthe first %d changes: least score %.3f, same recording %zu of %zu, found %zu of %zu\n", CHANGE_COUNT, least,
           all_same, all, all_found, all);
    free(scores);
}

/* ---- exchanged parts ------------------------------------------------------------------------------------------------ */

/* The frame of `other` at the same share of its time. */
static const bsor_frame *frame_beside(frames other, size_t i, size_t count) { return &other.data[i * other.count / count]; }

static frames exchanged(frames from, frames other, int which)
{
    frames copy = frames_copy(from);
    for (size_t i = 0; i < copy.count; i++) {
        const bsor_frame *beside = frame_beside(other, i, copy.count);
        if (which == 0) copy.data[i].head = beside->head;
        if (which == 1) copy.data[i].left_hand = beside->left_hand;
        if (which == 2 && i >= copy.count / 2) {
            float time = copy.data[i].time;
            copy.data[i] = *beside;
            copy.data[i].time = time;
        }
    }
    return copy;
}

static void print_exchanges(const play *plays, size_t count, reel_match_index *index)
{
    static const char *const names[] = { "head of another play", "left hand of another play", "second half of another play" };
    printf("\n| exchanged | score | head | left | right | strong | review or same | found by the index |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (int which = 0; which < 3; which++) {
        double score = 0, head = 0, left = 0, right = 0, strong = 0;
        size_t seen = 0, found = 0;
        for (size_t i = 0; i < count; i++) {
            frames copy = exchanged(plays[i].frames, plays[(i + 1) % count].frames, which);
            reel_motion *motion = motion_of_frames(copy);
            reel_match match = compare(motion, plays[i].motion);
            score += match.score, head += match.head, left += match.left, right += match.right, strong += match.strong;
            seen += match.band != REEL_MATCH_NOTHING;
            found +=
                is_found(index, motion, plays[i].path) || (which == 2 && is_found(index, motion, plays[(i + 1) % count].path));
            reel_motion_free(motion);
            free(copy.data);
        }
        double n = (double)count;
        printf("| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %zu/%zu | %zu/%zu |\n", names[which], score / n, head / n, left / n,
               right / n, strong / n, seen, count, found, count);
    }
}

/* ---- false matches ---------------------------------------------------------------------------------------------------- */

/* The second best score of head, left and right. */
static double second_of(const reel_match *match)
{
    double low = match->head < match->left ? match->head : match->left,
           high = match->head < match->left ? match->left : match->head;
    return match->right < low ? low : match->right < high ? match->right : high;
}

/* `others` is `plays`, or another list. */
static void print_pairs(const char *what, const play *plays, size_t count, const play *others, size_t other_count, bool same_map)
{
    double *scores = malloc((count * other_count + 1) * sizeof *scores), strong = 0, parts = 0;
    size_t pairs = 0, bands[3] = { 0 };
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < other_count; j++) {
            const play *one = &plays[i], *other = &others[j];
            bool same = strcmp(one->map, other->map) == 0;
            if (one == other || same != same_map || (same && strcmp(one->player, other->player) == 0)) continue;
            reel_match match = compare(one->motion, other->motion);
            scores[pairs++] = match.score;
            bands[match.band]++;
            if (match.strong * match.windows > strong) strong = match.strong * match.windows;
            double two = second_of(&match);
            if (two > parts) parts = two;
        }
    }
    if (pairs == 0) {
        free(scores);
        return;
    }
    qsort(scores, pairs, sizeof *scores, by_value);
    printf("%s: %zu ordered pairs, median %.3f, 99 %% %.3f, largest %.3f; review %zu, same %zu; most strong windows %.0f; "
           "second best part %.3f\n",
           what, pairs, scores[pairs / 2], scores[pairs * 99 / 100], scores[pairs - 1], bands[1], bands[2], strong, parts);
    free(scores);
}

int main(int count, char **words)
{
    enum { LISTS = 3 };
    play *lists[LISTS];
    size_t counts[LISTS] = { 0 }, list = 0;
    for (int i = 0; i < LISTS; i++) lists[i] = malloc((size_t)count * sizeof *lists[i]);
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--") == 0 && list + 1 < LISTS)
            list++;
        else if (load(&lists[list][counts[list]], words[i]))
            counts[list]++;
        else
            printf("not used: %s\n", words[i]);
    }
    play *plays = lists[0], *clips = lists[1], *bots = lists[2];
    reel_match_index *index;
    reel_error error;
    if (reel_match_index_open("", REEL_MATCH_ADD, &index, &error) < 0) return puts(error.message), 1; /* "": in memory */
    for (size_t i = 0; i < counts[0]; i++)
        reel_match_index_add(index, (reel_string){ plays[i].path, strlen(plays[i].path) },
                             reel_motion_fingerprint(plays[i].motion), &error);
    printf("%zu plays, %zu clips, %zu bots\n\n", counts[0], counts[1], counts[2]);
    if (counts[0]) {
        print_changes(plays, counts[0], index);
        print_exchanges(plays, counts[0], index);
    }
    printf("\n");
    print_pairs("plays, other maps", plays, counts[0], plays, counts[0], false);
    print_pairs("clips, one map", clips, counts[1], clips, counts[1], true);
    print_pairs("clips, other maps", clips, counts[1], clips, counts[1], false);
    print_pairs("clips and bots, one map", clips, counts[1], bots, counts[2], true);
    print_pairs("bots and clips, one map", bots, counts[2], clips, counts[1], true);
    print_pairs("plays and bots, one map", plays, counts[0], bots, counts[2], true);
    print_pairs("bots, one map", bots, counts[2], bots, counts[2], true);
    reel_match_index_close(index);
    for (int i = 0; i < LISTS; i++) {
        for (size_t j = 0; j < counts[i]; j++) reel_motion_free(lists[i][j].motion), free(lists[i][j].frames.data);
        free(lists[i]);
    }
    return 0;
}
