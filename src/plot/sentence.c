/* SPDX-License-Identifier: MIT
 * Sentences of a report: what the games say. */
#include "report.h"

void reel__report_say(plot_report *report, report_kind kind, const plot_label *sentence)
{
    static const char *const lists[REPORT_KINDS] = { "<h2>At a glance</h2>\n<ul>\n",
                                                     "<h2>What went well</h2>\n<ul class=\"good\">\n",
                                                     "<h2>What did not</h2>\n<ul class=\"bad\">\n" };
    if (kind != report->kind) return;
    if (!report->lines++) reel__put_literal(report->out, lists[kind]);
    reel__put_literal(report->out, "<li>");
    reel__put_text(report->out, (reel_string){ sentence->text, sentence->size }, 1, 0);
    reel__put_literal(report->out, "</li>\n");
}
