/* SPDX-License-Identifier: MIT
 * Shared by the repairs of macros. */
#ifndef GDR_REPAIR_H
#define GDR_REPAIR_H

#include "formats/gdr/macro.h"

/* Reports one repair. */
void reel__gdr_report_repair(const reel_change *change, const char *rule, const reel_table *table, const char *message);
/* Reports inputs out of order, which are kept. */
void reel__gdr_report_order(const reel_change *change);
/* Replaces a framerate that is not one by 240, which nearly all macros have. */
void reel__gdr_repair_rate(const reel_change *change);
/* Data of inputs and rows of it that a crash parted: the last inputs without a row lose their mark, rows without an input are dropped. */
void reel__gdr_repair_extras(const reel_change *change);

#endif
