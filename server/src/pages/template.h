/* SPDX-License-Identifier: MIT
 * Pages from templates, which are the files of server/page, and values, which are JSON. A value can only become text: whatever it holds, it is
 * escaped, and nothing in it is a tag.
 *
 *   {{name}} {{name|filter}}  a value; see `filters` in template.c
 *   {{#name}} ... {{/name}}   for each value of an array; once, with its members, for an object; once for other values but false, null and ""
 *   {{#name*}} ... {{/name}}  for each member of an object; its name is {{@}}
 *   {{#name|20}}              for the first 20 at most
 *   {{?name}} ... {{/name}}   once, if {{#name}} gives something
 *   {{^name}} ... {{/name}}   once, if it gives nothing
 *   {{>file}}                 another template, without ".html"
 *
 * A name is looked up in the innermost value that has it; {{a.b}} is b in a, and {{.}} the value itself. */
#ifndef SERVER_PAGES_TEMPLATE_H
#define SERVER_PAGES_TEMPLATE_H

#include "base/text.h"

#include <reel/reel.h>

/* Adds a template with its values, a JSON text. Fails with the rules page.template, json.malformed, json.memory and server.memory. */
reel_status template_render(const char *name, const text *values, text *to, reel_error *error);

#endif
