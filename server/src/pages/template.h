/* SPDX-License-Identifier: MIT
 * The writer of HTML: pages from templates, which are the files of server/page, and structs. A value can only become text: whatever it holds,
 * it is escaped, and nothing in it is a tag.
 *
 *   {{name}} {{name|filter}}  a value; see `filters` in template.c
 *   {{#name}} ... {{/name}}   for each struct of a list; once, with its fields, for a struct; once for other values but none, false and ""
 *   {{#name|20}}              for the first 20 at most
 *   {{?name}} ... {{/name}}   once, if {{#name}} gives something
 *   {{^name}} ... {{/name}}   once, if it gives nothing
 *   {{>file}}                 another template, without ".html"
 *
 * A name is looked up in the innermost struct that has it; {{a.b}} is b in a. */
#ifndef SERVER_PAGES_TEMPLATE_H
#define SERVER_PAGES_TEMPLATE_H

#include "base/record.h"
#include "base/text.h"

#include <reel/reel.h>

/* Adds a template with the values of a struct. Fails with the rules page.template and server.memory. */
reel_status template_render(const char *name, const record *of, const void *data, text *to, reel_error *error);

#endif
