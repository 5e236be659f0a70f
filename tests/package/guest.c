/* SPDX-License-Identifier: MIT
 * Says the version of the library and the formats it knows. */
#include <reel/reel.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    printf("reel %s:", reel_version());
    for (const reel_format *const *format = reel_formats(); *format; format++) printf(" %s", reel_format_id(*format));
    printf("\n");
    return strcmp(reel_version(), REEL_VERSION) != 0;
}
