/* SPDX-License-Identifier: MIT
 * Legends. */
#include "legend.h"

enum { KEY_LINE = 22, KEY_GAP = 8, KEY_BETWEEN = 20, KEY_SIZE = 12 };

static void draw_key(reel_canvas *canvas, double x, double y, const plot_key *key)
{
    reel__path_begin(canvas, key->pen, key->ink);
    if (key->pen == PEN_FILL) {
        reel__path_rect(canvas, (plot_box){ x, y - 9, KEY_LINE, 10 });
    } else {
        reel__path_move(canvas, x, y - 4);
        reel__path_line(canvas, x + KEY_LINE, y - 4);
    }
    reel__path_end(canvas);
    reel__canvas_text(canvas, x + KEY_LINE + KEY_GAP, y, AT_START, INK_TEXT, key->text);
}

static double key_width(const plot_key *key) { return KEY_LINE + KEY_GAP + reel__text_width(key->text, KEY_SIZE) + KEY_BETWEEN; }

void reel__legend_draw(reel_canvas *canvas, double right, double y, const plot_key *keys, size_t count)
{
    double x = right + KEY_BETWEEN;
    for (size_t i = 0; i < count; i++) x -= key_width(&keys[i]);
    for (size_t i = 0; i < count; i++) {
        draw_key(canvas, x, y, &keys[i]);
        x += key_width(&keys[i]);
    }
}

int reel__heat_step(const plot_heat_scale *scale, double seconds)
{
    int step = HEAT_STEPS - 1;
    for (double bound = scale->most / scale->factor; step > 0 && seconds <= bound; bound /= scale->factor) step--;
    return step;
}

/* Seconds with as many decimals as they need; minutes and seconds from 100 s on. */
static void label_seconds(plot_label *label, double seconds)
{
    if (seconds >= 99.5) {
        reel__label_clock(label, seconds);
        reel__label_text(label, " min");
        return;
    }
    reel__label_number(label, seconds, seconds < 0.1 ? 3 : seconds < 1 ? 2 : seconds < 10 ? 1 : 0);
    reel__label_text(label, " s");
}

void reel__legend_heat(reel_canvas *canvas, double right, double y, const plot_heat_scale *scale)
{
    enum { SWATCH = 62, HEIGHT = 14 };
    double left = right - HEAT_STEPS * SWATCH - 22, value = scale->most;
    for (int step = 0; step < HEAT_STEPS; step++)
        reel__canvas_heat_rect(canvas, (plot_box){ left + step * SWATCH, y, SWATCH, HEIGHT }, step);
    for (int edge = HEAT_STEPS; edge > 0; edge--, value /= scale->factor) {
        plot_label label = { "", 0 };
        label_seconds(&label, value);
        reel__canvas_text(canvas, left + edge * SWATCH, y + LEGEND_HEAT_HEIGHT - 4, AT_MIDDLE, INK_MUTED, label.text);
    }
    reel__canvas_text(canvas, left, y + LEGEND_HEAT_HEIGHT - 4, AT_MIDDLE, INK_MUTED, "0");
    reel__canvas_text(canvas, left - 10, y + HEIGHT - 3, AT_END, INK_TEXT, scale->name);
}
