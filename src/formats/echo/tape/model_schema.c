/* SPDX-License-Identifier: MIT
 * The fields of the rows of an archive of a capture. */
#include "formats/echo/tape/model.h"

#define M(name, member, type, doc) REEL_FIELD(model_message, name, member, type, "", doc)
#define P(name, member, type, doc) REEL_FIELD(model_player, name, member, type, "", doc)

/* The fields of a pose. A player has four of them: what they have in common is found by who packs. */
#define POSE(F, name, member)                                                                                                    \
    F(name "_has", member.has, U8, "1 position, 2 rotation"), F(name "_position", member.position, F32, "position"),             \
        F(name "_form", member.rotation.form, U8, "how the rotation is stored"),                                                 \
        F(name "_products", member.rotation.products, I32, "products of its parts"),                                             \
        F(name "_square", member.rotation.square, I32, "square of the largest part"),                                            \
        F(name "_errors", member.rotation.errors, I32, "what is added to the floats"),                                           \
        F(name "_floats", member.rotation.floats, F32, "the rotation, if it is stored so")

static const reel_field info_fields[] = { REEL_FIELD(model_info, "container", container, U8, "", "compression of the file") };

static const reel_field message_fields[] = {
    M("form", form, U8, "how the message is made"),
    M("begins", begins, U8, "1: a zstd frame begins with it"),
    M("index", frame.index, U32, "frame_index"),
    M("offset", frame.offset, U32, "timestamp_offset_ms"),
    M("has", arena.has, U8, "parts that it has"),
    M("status", arena.status, I32, "game_status"),
    M("clock", arena.clock, F32, "game_clock"),
    M("pause_state", arena.pause_state, I32, "pause_state"),
    M("holder", arena.holder, I32, "disc_holder_slot"),
    M("blue_points", arena.blue_points, I32, "blue_points"),
    M("orange_points", arena.orange_points, I32, "orange_points"),
    M("round", arena.round, I32, "round_number"),
    M("left", arena.left, F32, "left_shoulder_pressed"),
    M("right", arena.right, F32, "right_shoulder_pressed"),
    M("left2", arena.left2, F32, "left_shoulder_pressed2"),
    M("right2", arena.right2, F32, "right_shoulder_pressed2"),
    M("error", arena.error, I32, "err_code"),
    M("blue_restart", arena.blue_restart, I32, "blue_team_restart_request"),
    M("orange_restart", arena.orange_restart, I32, "orange_team_restart_request"),
    M("payload_multiplier", arena.payload.multiplier, F32, "payload"),
    M("payload_checkpoint", arena.payload.checkpoint, I32, "payload"),
    M("payload_distance", arena.payload.distance, F32, "payload"),
    M("payload_defenders", arena.payload.defenders, I32, "payload"),
    M("payload_speed", arena.payload.speed, F32, "payload"),
    M("unpaused_team", arena.pause.unpaused_team, I32, "pause_detail"),
    M("paused_team", arena.pause.paused_team, I32, "pause_detail"),
    M("unpaused_timer", arena.pause.unpaused_timer, F32, "pause_detail"),
    M("paused_timer", arena.pause.paused_timer, F32, "pause_detail"),
    M("disc_parts", arena.disc.has, U8, "1 pose, 2 velocity"),
    M("disc_velocity", arena.disc.velocity, F32, "velocity of the disc"),
    M("disc_bounces", arena.disc.bounces, U32, "bounce_count"),
    POSE(M, "disc", disc),
    POSE(M, "vr", vr),
    M("players", players, U32, "rows of players"),
    M("skeletons", skeletons, U32, "rows of skeletons"),
    M("events", events, U32, "rows of events"),
    M("bytes", bytes, BYTES, "the message, or what follows its values"),
};

static const reel_field player_fields[] = {
    P("slot", slot, I32, "slot"),
    P("has", has, U8, "parts that it has"),
    P("flags", flags, U32, "flags"),
    P("ping", ping, U32, "ping"),
    P("packet_loss", packet_loss, F32, "packet_loss_ratio"),
    P("possession_time", possession_time, F32, "possession_time"),
    POSE(P, "head", head),
    POSE(P, "body", body),
    POSE(P, "left_hand", left),
    POSE(P, "right_hand", right),
    P("velocity", velocity, F32, "velocity"),
};

#define SKELETON(name, type, doc) REEL_FIELD(model_skeleton, #name, name, type, "", doc)
static const reel_field skeleton_fields[] = {
    SKELETON(slot, I32, "slot"),
    SKELETON(positions, U16, "bones with a position"),
    SKELETON(rotations, U16, "bones with a rotation"),
    SKELETON(has, U8, "lists that it has"),
};

#define BONE(name, type, doc) REEL_FIELD(model_bone, #name, name, type, "", doc)
static const reel_field bone_fields[] = {
    BONE(key, U8, "number of the bone in its frame"),
    BONE(position, F32, "position"),
    BONE(rotation, F32, "rotation"),
};

static const reel_field event_fields[] = { REEL_FIELD(model_event, "bytes", bytes, BYTES, "", "content of an event") };

const reel_table reel__tape_model_infos =
    REEL_TABLE("info", "the file", model_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_FIRST);
const reel_table reel__tape_model_messages = REEL_TABLE("messages", "messages in order", model_message, message_fields, 0);
const reel_table reel__tape_model_players = REEL_TABLE("players", "players of frames", model_player, player_fields, 0);
const reel_table reel__tape_model_skeletons = REEL_TABLE("skeletons", "skeletons of frames", model_skeleton, skeleton_fields, 0);
const reel_table reel__tape_model_bones = REEL_TABLE("bones", "bones of skeletons", model_bone, bone_fields, 0);
const reel_table reel__tape_model_events = REEL_TABLE("events", "events of frames", model_event, event_fields, 0);
