/* SPDX-License-Identifier: MIT
 * Makes a replay of a program's own arrays, and walks its rows as they happened: notes, walls and pauses by one clock. */
#include <reel/bsor.h>
#include <reel/reel.h>
#include <stdio.h>

int main(void)
{
    const bsor_note notes[] = { { .event_time = 1, .note_id = 30001 }, { .event_time = 3, .note_id = 31011 } };
    const bsor_wall walls[] = { { .time = 2, .energy = 0.5f } };
    const reel_own_rows own[] = { { &bsor_notes, notes, 2 }, { &bsor_walls, walls, 1 } };
    reel_replay *replay;
    reel_order *order;
    reel_error error;
    if (reel_replay_of_rows(&reel_format_bsor, own, 2, NULL, &replay, &error) < 0) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (reel_order_open(reel_replay_chunk(replay), NULL, NULL, &order, &error) < 0) {
        fprintf(stderr, "%s\n", error.message);
        reel_free(replay);
        return 1;
    }
    const reel_table *table;
    const void *row;
    while (reel_order_next(order, &table, &row)) {
        if (table == &bsor_notes) printf("note %d\n", (int)((const bsor_note *)row)->note_id);
        if (table == &bsor_walls) printf("wall, energy %.1f\n", (double)((const bsor_wall *)row)->energy);
    }
    reel_order_close(order);
    reel_free(replay);
    return 0;
}
