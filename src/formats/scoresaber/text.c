/* SPDX-License-Identifier: MIT
 * Version numbers of .dat. */
#include "formats/scoresaber/layout.h"

/* Public readers compare the text with 2.0.0 and treat all other versions up to 3.1.0 as version 3. The recorder strings came with 3.1.0. */
dat_version reel__dat_version_of(reel_string text)
{
    uint32_t numbers[3] = { 0 };
    size_t at = 0, part = 0;
    for (; part < 3; part++) {
        size_t first = at;
        for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9' && at - first < 6; at++)
            numbers[part] = numbers[part] * 10 + (uint32_t)(text.data[at] - '0');
        if (at == first) return (dat_version){ .known = false };
        if (part < 2 && (at == text.size || text.data[at++] != '.')) return (dat_version){ .known = false };
    }
    if (at != text.size) return (dat_version){ .known = false };
    bool v2 = text.size == 5 && memcmp(text.data, "2.0.0", 5) == 0;
    bool above = numbers[0] > 3 || (numbers[0] == 3 && (numbers[1] > 1 || (numbers[1] == 1 && numbers[2] > 0)));
    return (dat_version){ .known = !above, .v2 = v2, .recorder = numbers[0] == 3 && numbers[1] == 1 };
}
