/* SPDX-License-Identifier: MIT
 * Documents on top of yyjson, which is included here as static code. */
#include "codec/json_dom.h"
#include "core/memory.h"

/* Inlined where it pays, instead of everywhere: documents are headers, and this file compiles in 1.5 s instead of 5. */
#undef yyjson_inline
#define yyjson_inline inline
#include "codec/yyjson_static.h"

static yyjson_val *own(const json_value *value) { return (yyjson_val *)(const void *)value; }

static const json_value *given(const yyjson_val *value) { return (const json_value *)(const void *)value; }

const json_value *reel__json_doc_read(json_pool *pool, const void *text, size_t size, reel_status *status, size_t *bad_at)
{
    size_t need = yyjson_read_max_memory_usage(size, YYJSON_READ_NOFLAG);
    *bad_at = 0;
    *status = REEL_MEMORY;
    if (pool->size < need) {
        size_t more = need + need / 4;
        uint8_t *memory = pool->allocator.resize(pool->allocator.context, pool->memory, pool->size, more);
        if (!memory) return NULL;
        pool->memory = memory;
        pool->size = more;
    }
    yyjson_alc memory;
    yyjson_read_err error;
    if (!yyjson_alc_pool_init(&memory, pool->memory, pool->size)) return NULL;
    /* Without the in-situ flag yyjson copies the text, so the const is safe to cast away. */
    yyjson_doc *doc = yyjson_read_opts((char *)text, size, YYJSON_READ_ALLOW_INVALID_UNICODE, &memory, &error);
    if (doc) {
        *status = REEL_OK;
        return given(yyjson_doc_get_root(doc));
    }
    *bad_at = error.pos;
    *status = error.code == YYJSON_READ_ERROR_MEMORY_ALLOCATION ? REEL_MEMORY : REEL_CORRUPT;
    return NULL;
}

void reel__json_pool_free(json_pool *pool)
{
    if (pool->memory) pool->allocator.free(pool->allocator.context, pool->memory);
    pool->memory = NULL;
    pool->size = 0;
}

json_type reel__doc_type(const json_value *value)
{
    switch (unsafe_yyjson_get_type(own(value))) {
    case YYJSON_TYPE_BOOL: return JSON_IS_BOOL;
    case YYJSON_TYPE_NUM: return unsafe_yyjson_get_subtype(own(value)) == YYJSON_SUBTYPE_REAL ? JSON_IS_REAL : JSON_IS_INTEGER;
    case YYJSON_TYPE_STR: return JSON_IS_TEXT;
    case YYJSON_TYPE_ARR: return JSON_IS_LIST;
    case YYJSON_TYPE_OBJ: return JSON_IS_OBJECT;
    default: return JSON_IS_NULL;
    }
}

double reel__doc_number(const json_value *value)
{
    const yyjson_val *number = own(value);
    if (unsafe_yyjson_get_type((void *)number) != YYJSON_TYPE_NUM) return 0;
    return unsafe_yyjson_get_num((void *)number);
}

int64_t reel__doc_whole(const json_value *value)
{
    yyjson_val *number = own(value);
    if (yyjson_is_uint(number)) return number->uni.u64 > INT64_MAX ? INT64_MAX : (int64_t)number->uni.u64;
    if (yyjson_is_sint(number)) return number->uni.i64;
    double real = reel__doc_number(value);
    return real >= 0x1p63 ? INT64_MAX : real > -0x1p63 ? (int64_t)real : INT64_MIN;
}

reel_string reel__doc_string(const json_value *value)
{
    const char *text = yyjson_get_str(own(value));
    return (reel_string){ text, text ? yyjson_get_len(own(value)) : 0 };
}

doc_steps reel__doc_begin(const json_value *value)
{
    bool object = yyjson_is_obj(own(value));
    if (!object && !yyjson_is_arr(own(value))) return (doc_steps){ 0 };
    return (doc_steps){ given(own(value) + 1), unsafe_yyjson_get_len(own(value)), object };
}

bool reel__doc_step(doc_steps *steps, reel_string *key, const json_value **value)
{
    if (!steps->left) return false;
    steps->left--;
    yyjson_val *at = own(steps->next);
    *key = steps->object ? (reel_string){ unsafe_yyjson_get_str(at), unsafe_yyjson_get_len(at) } : (reel_string){ NULL, 0 };
    if (steps->object) at++;
    *value = given(at);
    steps->next = given(unsafe_yyjson_get_next(at));
    return true;
}

static void *give(void *context, size_t size)
{
    const reel_allocator *allocator = context;
    return allocator->alloc(allocator->context, size);
}

static void *regrow(void *context, void *old, size_t old_size, size_t size)
{
    const reel_allocator *allocator = context;
    return allocator->resize(allocator->context, old, old_size, size);
}

static void take_back(void *context, void *pointer) { reel__memory_drop(context, pointer); }

reel_string reel__doc_text(const json_value *value, reel_allocator *allocator)
{
    yyjson_alc memory = { give, regrow, take_back, allocator };
    size_t size = 0;
    char *text = yyjson_val_write_opts(own(value), YYJSON_WRITE_ALLOW_INVALID_UNICODE, &memory, &size, NULL);
    return (reel_string){ text, text ? size : 0 };
}
