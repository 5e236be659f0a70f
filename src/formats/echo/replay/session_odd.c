/* SPDX-License-Identifier: MIT
 * What is odd about the values of a recording, summed up by cause: a recorder that writes something odd does so in every line. */
#include "formats/echo/replay/session.h"

static bool same_cause(const odd_cause *a, const odd_cause *b)
{
    return a->oddity == b->oddity && a->owner == b->owner && a->member == b->member && a->size == b->size &&
           memcmp(a->text, b->text, a->size) == 0;
}

void reel__session_note(session_rows *r, session_oddity oddity, reel_string text)
{
    odd_causes *odd = &r->odd;
    if (odd->pending_count == ODD_PENDING) {
        odd->pending_others[oddity]++;
        return;
    }
    odd_cause *cause = &odd->pending[odd->pending_count++];
    *cause =
        (odd_cause){ .owner = r->owner, .member = r->member, .oddity = (uint8_t)oddity, .count = 1, .offset = r->line_offset };
    cause->size = (uint8_t)(text.size < ODD_TEXT ? text.size : ODD_TEXT - 1);
    while (cause->size && cause->size < text.size && ((uint8_t)text.data[cause->size] & 0xc0) == 0x80) cause->size--;
    if (cause->size) memcpy(cause->text, text.data, cause->size);
}

void reel__session_forget_keys(session_rows *r, unsigned from)
{
    odd_causes *odd = &r->odd;
    unsigned kept = from;
    for (unsigned i = from; i < odd->pending_count; i++)
        if (odd->pending[i].oddity != ODD_KEY) odd->pending[kept++] = odd->pending[i];
    odd->pending_count = kept;
}

static void add_cause(odd_causes *odd, const odd_cause *cause)
{
    odd_cause *items = odd->items[cause->oddity];
    const unsigned count = odd->counts[cause->oddity];
    unsigned i = 0;
    while (i < count && !same_cause(&items[i], cause)) i++;
    if (i == ODD_CAUSES) {
        odd->others[cause->oddity]++;
    } else if (i == count) {
        items[i] = *cause;
        odd->counts[cause->oddity]++;
    } else {
        items[i].count++;
    }
}

void reel__session_commit(session_rows *r)
{
    odd_causes *odd = &r->odd;
    for (unsigned i = 0; i < odd->pending_count; i++) add_cause(odd, &odd->pending[i]);
    for (unsigned i = 0; i < ODDITIES; i++) {
        odd->others[i] += odd->pending_others[i];
        odd->pending_others[i] = 0;
    }
    odd->pending_count = 0;
}

static const struct {
    const char *rule;
    reel_severity severity;
    const char *message, *others;
} reports[ODDITIES] = {
    [ODD_KEY] = { "echoreplay.unknown-keys", REEL_NOTE,
                  "%llu {member|members} \"%.*s%s%.*s\" {has an unknown key and is|have an "
                  "unknown key and are} kept as JSON",
                  "%llu {member has another unknown key|members have other unknown keys}" },
    [ODD_WORD] = { "echoreplay.unknown-words", REEL_WARNING,
                   "%llu {value|values} of %.*s%s%.*s {has|have} the unknown word \"%.*s\"",
                   "%llu {value has another unknown word|values have other unknown words}" },
    [ODD_VALUE] = { "echoreplay.values", REEL_WARNING,
                    "%llu {value|values} of %.*s%s%.*s {is|are} out of range or of the wrong type",
                    "%llu {value|values} of other members {is|are} out of range or of the wrong type" },
    [ODD_TYPE] = { "echoreplay.other-type", REEL_NOTE,
                   "%llu {value|values} of %.*s%s%.*s {was|were} converted: a number in quotes, or text without them",
                   "%llu {value|values} of other members {was|were} converted: a number in quotes, or text without them" },
};

static void report_cause(const reel_reporter *reporter, const char *section, const odd_cause *c)
{
    const reel_finding finding = { .rule = reports[c->oddity].rule,
                                   .severity = reports[c->oddity].severity,
                                   .section = section,
                                   .offset = c->offset,
                                   .row = REEL_NO_ROW,
                                   .count = c->count };
    const unsigned long long count = c->count;
    const char *owner = c->owner ? c->owner->key : "", *member = c->member ? c->member->key : c->text;
    const int owner_size = c->owner ? c->owner->size : 0, member_size = c->member ? c->member->size : c->size;
    reel_find(reporter, finding, reports[c->oddity].message, count, owner_size, owner, c->owner ? "." : "", member_size, member,
              (int)c->size, c->text);
}

void reel__session_report(const session_rows *r, const reel_reporter *reporter, const char *section)
{
    const odd_causes *odd = &r->odd;
    for (unsigned kind = 0; kind < ODDITIES; kind++) {
        for (unsigned i = 0; i < odd->counts[kind]; i++) report_cause(reporter, section, &odd->items[kind][i]);
        const uint64_t others = odd->others[kind];
        if (!others) continue;
        reel_find(reporter,
                  (reel_finding){ .rule = reports[kind].rule,
                                  .severity = reports[kind].severity,
                                  .section = section,
                                  .offset = REEL_NO_OFFSET,
                                  .row = REEL_NO_ROW,
                                  .count = others },
                  reports[kind].others, (unsigned long long)others);
    }
}
