/* SPDX-License-Identifier: MIT
 * The SVG document. Colours are plain values in classes, not custom properties: librsvg before 2.56 has no var(). */
#include "canvas.h"

#include <math.h>

/* Red is the left hand and blue the right one, as in the game. These two and the teal of INK_MAIN are distinguishable with every
 * kind of colour blindness. Inks used for text have a contrast of at least 4.5 on paper and panel. */
const ink_colors reel__canvas_inks[INK_COUNT] = {
    [INK_PAPER] = { "paper", "#ffffff", "#14171c" },   [INK_TEXT] = { "text", "#1d232b", "#e8ebf0" },
    [INK_MUTED] = { "muted", "#56606c", "#a3adba" },   [INK_AXIS] = { "axis", "#8b95a1", "#6b7684" },
    [INK_GRID] = { "grid", "#e1e5ea", "#2c323b" },     [INK_PANEL] = { "panel", "#f4f6f8", "#1c2027" },
    [INK_LEFT] = { "left", "#c5302b", "#ff7a70" },     [INK_RIGHT] = { "right", "#1c62c4", "#6cb0ff" },
    [INK_ORANGE] = { "orange", "#b3520a", "#ffa14a" }, [INK_MAIN] = { "main", "#00706f", "#3cc9c4" },
    [INK_WARN] = { "warn", "#8a5300", "#f2c265" },
};

const heat_colors reel__canvas_heat[HEAT_STEPS] = {
    { "#2b2a6b", "#ffffff" }, { "#2a4f87", "#ffffff" }, { "#23748a", "#ffffff" },
    { "#4fa88f", "#10141a" }, { "#93c970", "#10141a" }, { "#f2e66f", "#10141a" },
};

enum { TITLE_SIZE = 19, DETAIL_SIZE = 13, MARGIN = 20 };

static void put_markup(reel_canvas *canvas, const char *text) { reel__put_literal(canvas->out, text); }

/* A coordinate in tenths. NaN becomes 0, and large values are clamped to what an int32 and a viewer can hold. */
static int32_t tenths_of(double value)
{
    if (!(value > -1e6)) return value <= -1e6 ? -10000000 : 0;
    return value > 1e6 ? 10000000 : (int32_t)floor(value * 10 + 0.5);
}

static void put_coordinate(reel_canvas *canvas, double value) { reel__put_tenths(canvas->out, tenths_of(value)); }

static void put_attribute(reel_canvas *canvas, const char *name, double value)
{
    put_markup(canvas, " ");
    put_markup(canvas, name);
    put_markup(canvas, "=\"");
    put_coordinate(canvas, value);
    put_markup(canvas, "\"");
}

/* ---- the document ----------------------------------------------------------------------------------------------- */

static void put_rule(reel_canvas *canvas, const char *scope, const char *prefix, const char *name, const char *property,
                     const char *color)
{
    put_markup(canvas, scope);
    put_markup(canvas, " .");
    put_markup(canvas, prefix);
    put_markup(canvas, name);
    put_markup(canvas, "{");
    put_markup(canvas, property);
    put_markup(canvas, ":");
    put_markup(canvas, color);
    put_markup(canvas, "}\n");
}

static void put_theme(reel_canvas *canvas, const char *scope, bool dark)
{
    for (int i = 0; i < INK_COUNT; i++) {
        const char *color = dark ? reel__canvas_inks[i].dark : reel__canvas_inks[i].light;
        put_rule(canvas, scope, "f-", reel__canvas_inks[i].name, "fill", color);
        put_rule(canvas, scope, "s-", reel__canvas_inks[i].name, "stroke", color);
    }
}

static const char *const theme_scopes[] = { ".reel-auto", ".reel-light", ".reel-dark" };

static void put_style(reel_canvas *canvas)
{
    const char *scope = theme_scopes[canvas->theme];
    put_markup(canvas, "<style>\n"
                       ".reel{font-family:system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;font-size:12px}\n"
                       ".reel .title{font-size:19px;font-weight:600}\n"
                       ".reel .detail{font-size:13px}\n"
                       ".reel .bold{font-weight:600}\n"
                       ".reel .middle{text-anchor:middle}\n"
                       ".reel .end{text-anchor:end}\n"
                       ".reel .line,.reel .fine,.reel .trace,.reel .dash{fill:none;stroke-linejoin:round;stroke-linecap:round}\n"
                       ".reel .line{stroke-width:2}\n"
                       ".reel .trace{stroke-opacity:.35}\n"
                       ".reel .dash{stroke-width:1.5;stroke-dasharray:5 4}\n"
                       ".reel .area{fill-opacity:.22}\n"
                       ".reel .shade0{fill-opacity:.14}\n"
                       ".reel .shade1{fill-opacity:.32}\n"
                       ".reel .shade2{fill-opacity:.58}\n"
                       ".reel .shade3{fill-opacity:.9}\n"
                       ".reel .outline{fill:none}\n");
    for (int i = 0; i < HEAT_STEPS; i++) {
        char name[] = { (char)('0' + i), '\0' };
        put_rule(canvas, ".reel", "heat-", name, "fill", reel__canvas_heat[i].fill);
        put_rule(canvas, ".reel", "on-", name, "fill", reel__canvas_heat[i].text);
    }
    put_theme(canvas, scope, canvas->theme == REEL_PLOT_DARK);
    if (canvas->theme == REEL_PLOT_AUTO) {
        put_markup(canvas, "@media (prefers-color-scheme:dark){\n");
        put_theme(canvas, scope, true);
        put_markup(canvas, "}\n");
    }
    put_markup(canvas, "</style>\n");
}

static void put_line_of(reel_canvas *canvas, const char *classes, double y, reel_string text, double size)
{
    put_markup(canvas, "<text class=\"");
    put_markup(canvas, classes);
    put_markup(canvas, "\"");
    put_attribute(canvas, "x", MARGIN);
    put_attribute(canvas, "y", y);
    put_markup(canvas, ">");
    reel__put_text(canvas->out, text, size, canvas->width - 2 * MARGIN);
    put_markup(canvas, "</text>\n");
}

/* Title and description for screen readers, truncated to a length that is bearable to listen to. */
static void put_names(reel_canvas *canvas, const plot_heading *heading, reel_string title)
{
    put_markup(canvas, "<title>");
    put_markup(canvas, canvas->plot->name);
    put_markup(canvas, ": ");
    reel__put_text(canvas->out, title, 1, 120);
    put_markup(canvas, "</title>\n<desc>");
    put_markup(canvas, heading->description);
    if (heading->detail.size) {
        put_markup(canvas, " ");
        reel__put_text(canvas->out, heading->detail, 1, 120);
        put_markup(canvas, ".");
    }
    put_markup(canvas, "</desc>\n");
}

plot_box reel__canvas_begin(reel_canvas *canvas, const plot_heading *heading)
{
    /* Labels would collide in less than the natural size: the picture is scaled down instead. */
    double shown_width = canvas->asked_width ? canvas->asked_width : heading->width;
    double shown_height = canvas->asked_height ? canvas->asked_height : heading->height;
    canvas->width = fmax(shown_width, heading->width);
    canvas->height = fmax(shown_height, heading->height);
    canvas->begun = true;
    reel_string title = canvas->asked_title ? string_of(canvas->asked_title) : heading->title;
    if (canvas->before) put_markup(canvas, canvas->before);
    put_markup(canvas, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"reel ");
    put_markup(canvas, theme_scopes[canvas->theme] + 1); /* without the dot */
    put_markup(canvas, "\"");
    put_attribute(canvas, "width", shown_width);
    put_attribute(canvas, "height", shown_height);
    put_markup(canvas, " viewBox=\"0 0 ");
    put_coordinate(canvas, canvas->width);
    put_markup(canvas, " ");
    put_coordinate(canvas, canvas->height);
    put_markup(canvas, "\" role=\"img\">\n");
    put_names(canvas, heading, title);
    put_style(canvas);
    reel__canvas_rect(canvas, (plot_box){ 0, 0, canvas->width, canvas->height }, INK_PAPER);
    put_line_of(canvas, "title f-text", 34, title, TITLE_SIZE);

    plot_label subject = { "", 0 };
    if (!heading->plain) reel__label_text(&subject, canvas->plot->name);
    put_markup(canvas, "<text class=\"detail f-muted\"");
    put_attribute(canvas, "x", MARGIN);
    put_attribute(canvas, "y", 55);
    put_markup(canvas, ">");
    put_markup(canvas, subject.text);
    double room = canvas->width - 2 * MARGIN - reel__text_width(subject.text, DETAIL_SIZE) - DETAIL_SIZE;
    if (heading->detail.size && room > 4 * DETAIL_SIZE) {
        if (subject.size) put_markup(canvas, " \xC2\xB7 ");
        reel__put_text(canvas->out, heading->detail, DETAIL_SIZE, room);
    }
    put_markup(canvas, "</text>\n");
    return (plot_box){ MARGIN, 70, canvas->width - 2 * MARGIN, canvas->height - 70 - MARGIN };
}

void reel__canvas_end(reel_canvas *canvas) { put_markup(canvas, "</svg>\n"); }

/* ---- text and simple shapes ------------------------------------------------------------------------------------- */

static const char *const anchors[] = { "", " middle", " end" };

static void put_label(reel_canvas *canvas, double x, double y, plot_text_at at, const char *more, plot_ink ink, const char *text)
{
    put_markup(canvas, "<text class=\"f-");
    put_markup(canvas, reel__canvas_inks[ink].name);
    put_markup(canvas, anchors[at]);
    put_markup(canvas, more);
    put_markup(canvas, "\"");
    put_attribute(canvas, "x", x);
    put_attribute(canvas, "y", y);
    put_markup(canvas, ">");
    reel__put_text(canvas->out, string_of(text), 1, 0);
    put_markup(canvas, "</text>\n");
}

void reel__canvas_text(reel_canvas *canvas, double x, double y, plot_text_at at, plot_ink ink, const char *text)
{
    put_label(canvas, x, y, at, "", ink, text);
}

void reel__canvas_text_bold(reel_canvas *canvas, double x, double y, plot_text_at at, plot_ink ink, const char *text)
{
    put_label(canvas, x, y, at, " bold", ink, text);
}

void reel__canvas_text_on_heat(reel_canvas *canvas, double x, double y, int step, double size, const char *text)
{
    char digit[] = { (char)('0' + step), '\0' };
    put_markup(canvas, "<text class=\"middle on-");
    put_markup(canvas, digit);
    put_markup(canvas, "\" style=\"font-size:");
    put_coordinate(canvas, size);
    put_markup(canvas, "px\"");
    put_attribute(canvas, "x", x);
    put_attribute(canvas, "y", y);
    put_markup(canvas, ">");
    reel__put_text(canvas->out, string_of(text), 1, 0);
    put_markup(canvas, "</text>\n");
}

static void put_box(reel_canvas *canvas, plot_box box)
{
    put_attribute(canvas, "x", box.x);
    put_attribute(canvas, "y", box.y);
    put_attribute(canvas, "width", fmax(box.width, 0));
    put_attribute(canvas, "height", fmax(box.height, 0));
}

static void put_rect(reel_canvas *canvas, plot_box box, const char *prefix, const char *name)
{
    put_markup(canvas, "<rect class=\"");
    put_markup(canvas, prefix);
    put_markup(canvas, name);
    put_markup(canvas, "\"");
    put_box(canvas, box);
    put_markup(canvas, "/>\n");
}

void reel__canvas_rect(reel_canvas *canvas, plot_box box, plot_ink ink)
{
    put_rect(canvas, box, "f-", reel__canvas_inks[ink].name);
}

void reel__canvas_heat_rect(reel_canvas *canvas, plot_box box, int step)
{
    char digit[] = { (char)('0' + step), '\0' };
    put_rect(canvas, box, "heat-", digit);
}

void reel__canvas_outline(reel_canvas *canvas, plot_box box, plot_ink ink)
{
    put_rect(canvas, box, "outline s-", reel__canvas_inks[ink].name);
}

void reel__canvas_line(reel_canvas *canvas, plot_point from, plot_point to, plot_ink ink, bool dashed)
{
    put_markup(canvas, dashed ? "<line class=\"dash s-" : "<line class=\"fine s-");
    put_markup(canvas, reel__canvas_inks[ink].name);
    put_markup(canvas, "\"");
    put_attribute(canvas, "x1", from.x);
    put_attribute(canvas, "y1", from.y);
    put_attribute(canvas, "x2", to.x);
    put_attribute(canvas, "y2", to.y);
    put_markup(canvas, "/>\n");
}

/* A nested document clips its content. Unlike a clip path it needs no id, which could clash with another picture on the page. */
void reel__canvas_clip_begin(reel_canvas *canvas, plot_box box)
{
    put_markup(canvas, "<svg");
    put_box(canvas, box);
    put_markup(canvas, " viewBox=\"");
    const double values[] = { box.x, box.y, box.width, box.height };
    for (size_t i = 0; i < 4; i++) {
        if (i) put_markup(canvas, " ");
        put_coordinate(canvas, values[i]);
    }
    put_markup(canvas, "\">\n");
}

void reel__canvas_clip_end(reel_canvas *canvas) { put_markup(canvas, "</svg>\n"); }

/* ---- paths ------------------------------------------------------------------------------------------------------ */

void reel__path_begin(reel_canvas *canvas, plot_pen pen, plot_ink ink)
{
    static const char *const pens[] = { "line s-", "fine s-", "trace s-", "dash s-", "f-", "area f-" };
    canvas->path_pen = pens[pen];
    canvas->path_ink = reel__canvas_inks[ink].name;
    canvas->path_open = canvas->moved = false;
}

void reel__path_begin_shade(reel_canvas *canvas, int step, plot_ink ink)
{
    static const char *const shades[PEN_SHADES] = { "shade0 f-", "shade1 f-", "shade2 f-", "shade3 f-" };
    reel__path_begin(canvas, PEN_FILL, ink);
    canvas->path_pen = shades[step];
}

void reel__path_end(reel_canvas *canvas)
{
    if (canvas->path_open) put_markup(canvas, "\"/>\n");
}

static void put_pair(reel_canvas *canvas, int32_t x, int32_t y)
{
    reel__put_tenths(canvas->out, x);
    if (y >= 0) put_markup(canvas, " ");
    reel__put_tenths(canvas->out, y);
}

void reel__path_move(reel_canvas *canvas, double x, double y)
{
    if (!canvas->path_open) {
        put_markup(canvas, "<path class=\"");
        put_markup(canvas, canvas->path_pen);
        put_markup(canvas, canvas->path_ink);
        put_markup(canvas, "\" d=\"");
        canvas->path_open = true;
    }
    canvas->at_x = tenths_of(x);
    canvas->at_y = tenths_of(y);
    canvas->moved = true;
    put_markup(canvas, "M");
    put_pair(canvas, canvas->at_x, canvas->at_y);
}

void reel__path_line(reel_canvas *canvas, double x, double y)
{
    if (!canvas->moved) {
        reel__path_move(canvas, x, y);
        return;
    }
    int32_t to_x = tenths_of(x), to_y = tenths_of(y);
    put_markup(canvas, "l");
    put_pair(canvas, to_x - canvas->at_x, to_y - canvas->at_y);
    canvas->at_x = to_x;
    canvas->at_y = to_y;
}

void reel__path_rect(reel_canvas *canvas, plot_box box)
{
    reel__path_move(canvas, box.x, box.y);
    reel__path_line(canvas, box.x + box.width, box.y);
    reel__path_line(canvas, box.x + box.width, box.y + box.height);
    reel__path_line(canvas, box.x, box.y + box.height);
    put_markup(canvas, "z");
    canvas->moved = false;
}

void reel__path_shape(reel_canvas *canvas, plot_shape shape, double x, double y, double radius)
{
    switch (shape) {
    case SHAPE_CROSS:
        reel__path_move(canvas, x - radius, y - radius);
        reel__path_line(canvas, x + radius, y + radius);
        reel__path_move(canvas, x - radius, y + radius);
        reel__path_line(canvas, x + radius, y - radius);
        return;
    case SHAPE_BAR:
        reel__path_move(canvas, x, y - radius);
        reel__path_line(canvas, x, y + radius);
        return;
    case SHAPE_TRIANGLE:
        reel__path_move(canvas, x - radius, y + radius);
        reel__path_line(canvas, x + radius, y + radius);
        reel__path_line(canvas, x, y - radius);
        break;
    case SHAPE_DISC:
        reel__path_move(canvas, x - radius, y);
        for (int half = 0; half < 2; half++) {
            put_markup(canvas, "a");
            put_pair(canvas, tenths_of(radius), tenths_of(radius));
            put_markup(canvas, half ? " 0 1 0-" : " 0 1 0 ");
            put_coordinate(canvas, 2 * radius);
            put_markup(canvas, " 0");
        }
        break;
    }
    put_markup(canvas, "z");
    canvas->moved = false;
}

/* ---- series ----------------------------------------------------------------------------------------------------- */

plot_series reel__series_of(reel_canvas *canvas) { return (plot_series){ .canvas = canvas }; }

static void series_flush(plot_series *s)
{
    if (!s->any) return;
    double x = s->column, values[4] = { s->first, s->low_first ? s->low : s->high, s->low_first ? s->high : s->low, s->last };
    for (size_t i = 0; i < 4; i++)
        if (i == 0 || values[i] != values[i - 1]) reel__path_line(s->canvas, x, values[i]);
    s->any = false;
}

void reel__series_add(plot_series *s, double x, double y)
{
    if (!isfinite(x) || !isfinite(y)) return;
    if (!s->begun) s->from_x = s->last_x = x;
    s->begun = true;
    s->last_x = s->to_x = fmax(x, s->last_x);
    double column = floor(s->last_x);
    if (s->any && floor(s->column) != column) series_flush(s);
    if (!s->any) {
        s->column = s->last_x;
        s->first = s->low = s->high = y;
        s->low_first = s->any = true;
    }
    if (y < s->low) {
        s->low = y;
        s->low_first = false;
    }
    if (y > s->high) {
        s->high = y;
        s->low_first = true;
    }
    s->last = y;
}

/* A single point has no line: a disc shows it. */
void reel__series_end(plot_series *s)
{
    bool single = s->any && s->column == s->from_x && s->low == s->high;
    double x = s->column, y = s->last;
    series_flush(s);
    if (single) reel__path_shape(s->canvas, SHAPE_DISC, x, y, 2.5);
}
