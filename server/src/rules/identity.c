/* SPDX-License-Identifier: MIT */
#include "rules/identity.h"

#include "rules/plain_json.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 4 };

/* A claim by its name, or by a path with points, as in realm_access.roles. */
static yyjson_val *find_claim(yyjson_val *object, const char *path)
{
    for (int depth = 0; depth < DEPTH && plain_json_is_object(object); depth++) {
        yyjson_val *whole = yyjson_obj_get(object, path);
        const size_t size = strcspn(path, ".");
        if (whole || !path[size]) return whole;
        object = yyjson_obj_getn(object, path, size);
        path += size + 1;
    }
    return NULL;
}

/* Text, or a whole number. */
static bool read_id(yyjson_val *value, char to[CATALOGUE_TEXT])
{
    const char *text = plain_json_text(value);
    *to = '\0';
    if (text && strlen(text) < CATALOGUE_TEXT) strcpy(to, text);
    if (yyjson_is_uint(value)) snprintf(to, CATALOGUE_TEXT, "%llu", (unsigned long long)yyjson_get_uint(value));
    return *to != '\0';
}

/* The first of the claims, with commas between, that has text. */
static void read_shown(const char *claims, yyjson_val *object, char to[CATALOGUE_TEXT])
{
    char name[64];
    for (; *claims; claims += strspn(claims, ",")) {
        const size_t size = strcspn(claims, ",");
        snprintf(name, sizeof name, "%.*s", (int)size, claims);
        if (plain_json_copy(object, name, to, CATALOGUE_TEXT)) return;
        claims += size;
    }
}

/* The claim is the value, or a list that has it. */
static bool has_value(yyjson_val *claim, const char *wanted)
{
    yyjson_val *each;
    size_t i, count;
    const char *one = plain_json_text(claim);
    if (one) return strcmp(one, wanted) == 0;
    if (yyjson_is_bool(claim)) return yyjson_is_true(claim) && strcmp(wanted, "true") == 0;
    yyjson_arr_foreach(claim, i, count, each)
    {
        one = plain_json_text(each);
        if (one && strcmp(one, wanted) == 0) return true;
    }
    return false;
}

bool identity_read(const sign_in_provider *p, const char *id_claim, const char *json, size_t size, identity *to)
{
    yyjson_doc *document = plain_json_read(json, size);
    yyjson_val *object = yyjson_doc_get_root(document);
    *to = (identity){ .has_role = false };
    const bool fine = object && read_id(find_claim(object, id_claim), to->id);
    if (fine) {
        read_shown(p->name_claim, object, to->shown);
        if (!*to->shown) strcpy(to->shown, to->id);
        if (p->player_claim) read_id(find_claim(object, p->player_claim), to->player);
        to->has_role = p->role_claim && has_value(find_claim(object, p->role_claim), p->role);
    }
    yyjson_doc_free(document);
    return fine;
}
