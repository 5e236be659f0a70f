/* SPDX-License-Identifier: MIT
 * The keys that XROR defines. */
#include "formats/xror/layout.h"

#define INFO(place, key, action, bit, member)                                                                                    \
    {                                                                                                                            \
        key, XROR_##place, XROR_##action, bit, 0, offsetof(xror_info, member)                                                    \
    }
#define CHILD(place, key, child)                                                                                                 \
    {                                                                                                                            \
        key, XROR_##place, XROR_CHILD, 0, child, 0                                                                               \
    }
#define MEMBER(place, key, action, bit, row, member)                                                                             \
    {                                                                                                                            \
        key, XROR_##place, XROR_##action, bit, 0, offsetof(row, member)                                                          \
    }
#define BINARY(place, key, action)                                                                                               \
    {                                                                                                                            \
        key, XROR_##place, XROR_##action, 0, 0, 0                                                                                \
    }

const xror_known_key reel__xror_known_keys[XROR_KNOWN_KEYS] = {
    INFO(TOP, "$schema", TEXT, XROR_SCHEMA, schema),
    INFO(TOP, "$id", TEXT_ID, XROR_ID, id),
    CHILD(TOP, "info", XROR_INFO),
    BINARY(TOP, "frames", FRAMES),
    CHILD(TOP, "events", XROR_LIST_EVENTS),
    INFO(INFO, "name", TEXT, XROR_NAME, name),
    INFO(INFO, "timestamp", MOMENT, XROR_TIMESTAMP, timestamp),
    CHILD(INFO, "hardware", XROR_HARDWARE),
    CHILD(INFO, "software", XROR_SOFTWARE),
    CHILD(INFO, "user", XROR_USER),
    CHILD(HARDWARE, "devices", XROR_LIST_DEVICES),
    MEMBER(DEVICE, "name", TEXT, 0, xror_device, name),
    MEMBER(DEVICE, "type", TEXT, 1, xror_device, type),
    MEMBER(DEVICE, "joint", TEXT, 2, xror_device, joint),
    CHILD(DEVICE, "axes", XROR_LIST_AXES),
    CHILD(SOFTWARE, "app", XROR_APP),
    CHILD(SOFTWARE, "environment", XROR_ENVIRONMENT),
    CHILD(SOFTWARE, "activity", XROR_ACTIVITY),
    INFO(SOFTWARE, "runtime", TEXT, XROR_RUNTIME, runtime),
    INFO(SOFTWARE, "api", TEXT, XROR_API, api),
    INFO(APP, "id", TEXT_ID, XROR_APP_ID, app_id),
    INFO(APP, "name", TEXT, XROR_APP_NAME, app_name),
    INFO(APP, "version", TEXT, XROR_APP_VERSION, app_version),
    CHILD(APP, "extensions", XROR_LIST_EXTENSIONS),
    MEMBER(APP_EXTENSION, "id", TEXT_ID, 0, xror_app_extension, id),
    MEMBER(APP_EXTENSION, "name", TEXT, 1, xror_app_extension, name),
    MEMBER(APP_EXTENSION, "version", TEXT, 2, xror_app_extension, version),
    INFO(ENVIRONMENT, "id", TEXT_ID, XROR_ENVIRONMENT_ID, environment_id),
    INFO(ENVIRONMENT, "name", TEXT, XROR_ENVIRONMENT_NAME, environment_name),
    INFO(ACTIVITY, "id", TEXT_ID, XROR_ACTIVITY_ID, activity_id),
    INFO(ACTIVITY, "name", TEXT, XROR_ACTIVITY_NAME, activity_name),
    INFO(ACTIVITY, "songHash", TEXT, XROR_SONG_HASH, song_hash),
    INFO(ACTIVITY, "mapper", TEXT, XROR_MAPPER, mapper),
    INFO(ACTIVITY, "difficulty", TEXT_ID, XROR_DIFFICULTY, difficulty),
    INFO(ACTIVITY, "score", INTEGER, XROR_SCORE, score),
    INFO(ACTIVITY, "mode", TEXT, XROR_MODE, mode),
    INFO(ACTIVITY, "modifiers", TEXT, XROR_MODIFIERS, modifiers),
    INFO(ACTIVITY, "jumpDistance", NUMBER, XROR_JUMP_DISTANCE, jump_distance),
    INFO(ACTIVITY, "leftHanded", FLAG, XROR_LEFT_HANDED, left_handed),
    INFO(ACTIVITY, "height", NUMBER, XROR_HEIGHT, height),
    INFO(ACTIVITY, "startTime", NUMBER, XROR_START_TIME, start_time),
    INFO(ACTIVITY, "failTime", NUMBER, XROR_FAIL_TIME, fail_time),
    INFO(ACTIVITY, "speed", NUMBER, XROR_SPEED, speed),
    INFO(USER, "id", TEXT_ID, XROR_USER_ID, user_id),
    INFO(USER, "name", TEXT, XROR_USER_NAME, user_name),
    MEMBER(EVENT_TYPE, "id", TEXT, 0, xror_event_type, id),
    MEMBER(EVENT_TYPE, "name", TEXT, 1, xror_event_type, name),
    CHILD(EVENT_TYPE, "attr", XROR_LIST_ATTR),
    BINARY(EVENT_TYPE, "floatData", FLOAT_DATA),
    BINARY(EVENT_TYPE, "otherData", OTHER_DATA),
};

unsigned reel__xror_find_key(unsigned place, const uint8_t *name, size_t size)
{
    for (unsigned i = 0; i < XROR_KNOWN_KEYS; i++) {
        const xror_known_key *key = &reel__xror_known_keys[i];
        if (key->place == place && strlen(key->key) == size && memcmp(key->key, name, size) == 0) return i;
    }
    return XROR_KNOWN_KEYS;
}
