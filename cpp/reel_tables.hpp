// SPDX-License-Identifier: MIT
// Made by tests/doors/generate.py; do not edit. The headers of the library, and the struct of the rows of each table. <reel.hpp> includes this file.
#ifndef REEL_TABLES_HPP
#define REEL_TABLES_HPP

// clang-format off
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif
#include <reel/archive.h>
#include <reel/arrow.h>
#include <reel/beatsaber.h>
#include <reel/beatsaber_map.h>
#include <reel/bsor.h>
#include <reel/butter.h>
#include <reel/ddnet.h>
#include <reel/ddnet_map.h>
#include <reel/demo.h>
#include <reel/echo.h>
#include <reel/echoreplay.h>
#include <reel/ecrreplay.h>
#include <reel/export.h>
#include <reel/file.h>
#include <reel/format.h>
#include <reel/gdr.h>
#include <reel/geometrydash.h>
#include <reel/ghost.h>
#include <reel/insight.h>
#include <reel/macros.h>
#include <reel/match.h>
#include <reel/milk.h>
#include <reel/plot.h>
#include <reel/reel.h>
#include <reel/scoresaber.h>
#include <reel/sign.h>
#include <reel/tape.h>
#include <reel/teehistorian.h>
#include <reel/xror.h>
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

namespace reel {

// Whether a table has rows of type Row, and which table that is if there is only one.
template <class Row> struct tables_of;

// A table together with the type of its rows: play.rows(reel::tables::bsor_frames) is an array of bsor_frame.
namespace tables {

// beatsaber, cells: statistics per grid cell.
struct beatsaber_cells_t {
    using row = ::beatsaber_cell;
    static const reel_table &get() noexcept { return ::beatsaber_cells; }
};
inline constexpr beatsaber_cells_t beatsaber_cells{};
// beatsaber, cuts: note events beside what follows from the motion.
struct beatsaber_cuts_t {
    using row = ::beatsaber_cut;
    static const reel_table &get() noexcept { return ::beatsaber_cuts; }
};
inline constexpr beatsaber_cuts_t beatsaber_cuts{};
// beatsaber, scored_events: notes and walls in the order in which they count.
struct beatsaber_events_t {
    using row = ::beatsaber_event;
    static const reel_table &get() noexcept { return ::beatsaber_events; }
};
inline constexpr beatsaber_events_t beatsaber_events{};
// beatsaber, evidence: whether the motion supports the play, in one row.
struct beatsaber_evidences_t {
    using row = ::beatsaber_evidence;
    static const reel_table &get() noexcept { return ::beatsaber_evidences; }
};
inline constexpr beatsaber_evidences_t beatsaber_evidences{};
// beatsaber, graph: the play second by second.
struct beatsaber_graph_t {
    using row = ::beatsaber_second;
    static const reel_table &get() noexcept { return ::beatsaber_graph; }
};
inline constexpr beatsaber_graph_t beatsaber_graph{};
// beatsaber, hands: statistics per hand.
struct beatsaber_hands_t {
    using row = ::beatsaber_hand;
    static const reel_table &get() noexcept { return ::beatsaber_hands; }
};
inline constexpr beatsaber_hands_t beatsaber_hands{};
// beatsaber, heart_rate: heart rate of the player, from user data of a mod.
struct beatsaber_heart_rates_t {
    using row = ::beatsaber_heart_rate;
    static const reel_table &get() noexcept { return ::beatsaber_heart_rates; }
};
inline constexpr beatsaber_heart_rates_t beatsaber_heart_rates{};
// beatsaber, jitters: tracking jitters.
struct beatsaber_jitters_t {
    using row = ::beatsaber_jitter;
    static const reel_table &get() noexcept { return ::beatsaber_jitters; }
};
inline constexpr beatsaber_jitters_t beatsaber_jitters{};
// beatsaber, level_cuts: notes and bombs of the map beside what the sabers do to them.
struct beatsaber_level_cuts_t {
    using row = ::beatsaber_level_cut;
    static const reel_table &get() noexcept { return ::beatsaber_level_cuts; }
};
inline constexpr beatsaber_level_cuts_t beatsaber_level_cuts{};
// beatsaber, level_directions: notes by the direction of their arrow.
struct beatsaber_level_directions_t {
    using row = ::beatsaber_level_part;
    static const reel_table &get() noexcept { return ::beatsaber_level_directions; }
};
inline constexpr beatsaber_level_directions_t beatsaber_level_directions{};
// beatsaber, level_lanes: notes by the lane they come in.
struct beatsaber_level_lanes_t {
    using row = ::beatsaber_level_part;
    static const reel_table &get() noexcept { return ::beatsaber_level_lanes; }
};
inline constexpr beatsaber_level_lanes_t beatsaber_level_lanes{};
// beatsaber, level_notes: all notes, bombs and walls of the map, and events that belong to none.
struct beatsaber_level_notes_t {
    using row = ::beatsaber_level_note;
    static const reel_table &get() noexcept { return ::beatsaber_level_notes; }
};
inline constexpr beatsaber_level_notes_t beatsaber_level_notes{};
// beatsaber, level_outcomes: notes by what became of them: how difficult those were that were missed.
struct beatsaber_level_outcomes_t {
    using row = ::beatsaber_level_part;
    static const reel_table &get() noexcept { return ::beatsaber_level_outcomes; }
};
inline constexpr beatsaber_level_outcomes_t beatsaber_level_outcomes{};
// beatsaber, level_patterns: notes by the pattern they are part of.
struct beatsaber_level_patterns_t {
    using row = ::beatsaber_level_part;
    static const reel_table &get() noexcept { return ::beatsaber_level_patterns; }
};
inline constexpr beatsaber_level_patterns_t beatsaber_level_patterns{};
// beatsaber, level_reenacted: the play re-enacted from motion and map, in one row.
struct beatsaber_level_reenacted_rows_t {
    using row = ::beatsaber_level_reenacted;
    static const reel_table &get() noexcept { return ::beatsaber_level_reenacted_rows; }
};
inline constexpr beatsaber_level_reenacted_rows_t beatsaber_level_reenacted_rows{};
// beatsaber, level_sections: tenths of the map, from its first to its last note.
struct beatsaber_level_sections_t {
    using row = ::beatsaber_level_part;
    static const reel_table &get() noexcept { return ::beatsaber_level_sections; }
};
inline constexpr beatsaber_level_sections_t beatsaber_level_sections{};
// beatsaber, level: the play beside its map, in one row.
struct beatsaber_levels_t {
    using row = ::beatsaber_level;
    static const reel_table &get() noexcept { return ::beatsaber_levels; }
};
inline constexpr beatsaber_levels_t beatsaber_levels{};
// beatsaber, lost_notes: notes that were missed, cut badly or have no event, and bombs and walls that were hit.
struct beatsaber_lost_notes_t {
    using row = ::beatsaber_level_note;
    static const reel_table &get() noexcept { return ::beatsaber_lost_notes; }
};
inline constexpr beatsaber_lost_notes_t beatsaber_lost_notes{};
// beatsaber-map, arcs: arcs between notes.
struct beatsaber_map_arcs_t {
    using row = ::beatsaber_map_arc;
    static const reel_table &get() noexcept { return ::beatsaber_map_arcs; }
};
inline constexpr beatsaber_map_arcs_t beatsaber_map_arcs{};
// beatsaber-map, bombs: bombs.
struct beatsaber_map_bombs_t {
    using row = ::beatsaber_map_bomb;
    static const reel_table &get() noexcept { return ::beatsaber_map_bombs; }
};
inline constexpr beatsaber_map_bombs_t beatsaber_map_bombs{};
// beatsaber-map, bpm_events: changes of the tempo.
struct beatsaber_map_bpm_events_t {
    using row = ::beatsaber_map_bpm_event;
    static const reel_table &get() noexcept { return ::beatsaber_map_bpm_events; }
};
inline constexpr beatsaber_map_bpm_events_t beatsaber_map_bpm_events{};
// beatsaber-map, chains: chains of links.
struct beatsaber_map_chains_t {
    using row = ::beatsaber_map_chain;
    static const reel_table &get() noexcept { return ::beatsaber_map_chains; }
};
inline constexpr beatsaber_map_chains_t beatsaber_map_chains{};
// beatsaber-map, difficulties: what can be played.
struct beatsaber_map_difficulties_t {
    using row = ::beatsaber_map_difficulty;
    static const reel_table &get() noexcept { return ::beatsaber_map_difficulties; }
};
inline constexpr beatsaber_map_difficulties_t beatsaber_map_difficulties{};
// beatsaber-map, info: the song and the level.
struct beatsaber_map_infos_t {
    using row = ::beatsaber_map_info;
    static const reel_table &get() noexcept { return ::beatsaber_map_infos; }
};
inline constexpr beatsaber_map_infos_t beatsaber_map_infos{};
// beatsaber-map, light_boxes: boxes of groups of lights.
struct beatsaber_map_light_boxes_t {
    using row = ::beatsaber_map_light_box;
    static const reel_table &get() noexcept { return ::beatsaber_map_light_boxes; }
};
inline constexpr beatsaber_map_light_boxes_t beatsaber_map_light_boxes{};
// beatsaber-map, light_events: events of groups of lights.
struct beatsaber_map_light_events_t {
    using row = ::beatsaber_map_light_event;
    static const reel_table &get() noexcept { return ::beatsaber_map_light_events; }
};
inline constexpr beatsaber_map_light_events_t beatsaber_map_light_events{};
// beatsaber-map, lights: events of lights.
struct beatsaber_map_lights_t {
    using row = ::beatsaber_map_light;
    static const reel_table &get() noexcept { return ::beatsaber_map_lights; }
};
inline constexpr beatsaber_map_lights_t beatsaber_map_lights{};
// beatsaber-map, njs_events: changes of the note jump speed.
struct beatsaber_map_njs_events_t {
    using row = ::beatsaber_map_njs_event;
    static const reel_table &get() noexcept { return ::beatsaber_map_njs_events; }
};
inline constexpr beatsaber_map_njs_events_t beatsaber_map_njs_events{};
// beatsaber-map, notes: notes.
struct beatsaber_map_notes_t {
    using row = ::beatsaber_map_note;
    static const reel_table &get() noexcept { return ::beatsaber_map_notes; }
};
inline constexpr beatsaber_map_notes_t beatsaber_map_notes{};
// beatsaber-map, original: the file itself, to write it back byte for byte.
struct beatsaber_map_originals_t {
    using row = ::beatsaber_map_original;
    static const reel_table &get() noexcept { return ::beatsaber_map_originals; }
};
inline constexpr beatsaber_map_originals_t beatsaber_map_originals{};
// beatsaber-map, rotations: turns of the lanes.
struct beatsaber_map_rotations_t {
    using row = ::beatsaber_map_rotation;
    static const reel_table &get() noexcept { return ::beatsaber_map_rotations; }
};
inline constexpr beatsaber_map_rotations_t beatsaber_map_rotations{};
// beatsaber-map, walls: walls.
struct beatsaber_map_walls_t {
    using row = ::beatsaber_map_wall;
    static const reel_table &get() noexcept { return ::beatsaber_map_walls; }
};
inline constexpr beatsaber_map_walls_t beatsaber_map_walls{};
// beatsaber, origin_resets: frames in which a hand is at the tracking origin.
struct beatsaber_origin_resets_t {
    using row = ::beatsaber_origin_reset;
    static const reel_table &get() noexcept { return ::beatsaber_origin_resets; }
};
inline constexpr beatsaber_origin_resets_t beatsaber_origin_resets{};
// motion, samples: poses, velocities and accelerations at a fixed rate.
struct beatsaber_samples_t {
    using row = ::beatsaber_sample;
    static const reel_table &get() noexcept { return ::beatsaber_samples; }
};
inline constexpr beatsaber_samples_t beatsaber_samples{};
// beatsaber, scoring: statistics per scoring type.
struct beatsaber_scorings_t {
    using row = ::beatsaber_scoring;
    static const reel_table &get() noexcept { return ::beatsaber_scorings; }
};
inline constexpr beatsaber_scorings_t beatsaber_scorings{};
// beatsaber, stills: spans of a second or more in which a tracker does not move at all.
struct beatsaber_stills_t {
    using row = ::beatsaber_still;
    static const reel_table &get() noexcept { return ::beatsaber_stills; }
};
inline constexpr beatsaber_stills_t beatsaber_stills{};
// beatsaber, summary: the play in one row.
struct beatsaber_summaries_t {
    using row = ::beatsaber_summary;
    static const reel_table &get() noexcept { return ::beatsaber_summaries; }
};
inline constexpr beatsaber_summaries_t beatsaber_summaries{};
// beatsaber, underswings: good cuts that lost swing points.
struct beatsaber_underswings_t {
    using row = ::beatsaber_underswing;
    static const reel_table &get() noexcept { return ::beatsaber_underswings; }
};
inline constexpr beatsaber_underswings_t beatsaber_underswings{};
// bsor, frames: poses of head and hands, one row per rendered frame.
struct bsor_frames_t {
    using row = ::bsor_frame;
    static const reel_table &get() noexcept { return ::bsor_frames; }
};
inline constexpr bsor_frames_t bsor_frames{};
// bsor, heights: measured heights of the player.
struct bsor_heights_t {
    using row = ::bsor_height;
    static const reel_table &get() noexcept { return ::bsor_heights; }
};
inline constexpr bsor_heights_t bsor_heights{};
// bsor, info: the player, the map and the result.
struct bsor_infos_t {
    using row = ::bsor_info;
    static const reel_table &get() noexcept { return ::bsor_infos; }
};
inline constexpr bsor_infos_t bsor_infos{};
// bsor, lengths: strings whose stated length differs from their length in bytes.
struct bsor_lengths_t {
    using row = ::bsor_length;
    static const reel_table &get() noexcept { return ::bsor_lengths; }
};
inline constexpr bsor_lengths_t bsor_lengths{};
// bsor, notes: notes and bombs, in the order they were scored.
struct bsor_notes_t {
    using row = ::bsor_note;
    static const reel_table &get() noexcept { return ::bsor_notes; }
};
inline constexpr bsor_notes_t bsor_notes{};
// bsor, controller_offsets: positions and rotations of the sabers in the hands.
struct bsor_offsets_t {
    using row = ::bsor_controller_offsets;
    static const reel_table &get() noexcept { return ::bsor_offsets; }
};
inline constexpr bsor_offsets_t bsor_offsets{};
// bsor, pauses: pauses.
struct bsor_pauses_t {
    using row = ::bsor_pause;
    static const reel_table &get() noexcept { return ::bsor_pauses; }
};
inline constexpr bsor_pauses_t bsor_pauses{};
// bsor, sections: layout of the file, in file order.
struct bsor_sections_t {
    using row = ::bsor_section;
    static const reel_table &get() noexcept { return ::bsor_sections; }
};
inline constexpr bsor_sections_t bsor_sections{};
// bsor, user_data: data of other mods, by key.
struct bsor_user_data_t {
    using row = ::bsor_user_entry;
    static const reel_table &get() noexcept { return ::bsor_user_data; }
};
inline constexpr bsor_user_data_t bsor_user_data{};
// bsor, walls: contacts of the head with walls.
struct bsor_walls_t {
    using row = ::bsor_wall;
    static const reel_table &get() noexcept { return ::bsor_walls; }
};
inline constexpr bsor_walls_t bsor_walls{};
// butter, blocks: blocks as stored.
struct butter_blocks_t {
    using row = ::butter_block;
    static const reel_table &get() noexcept { return ::butter_blocks; }
};
inline constexpr butter_blocks_t butter_blocks{};
// butter, bones: bones in each frame.
struct butter_bones_t {
    using row = ::echo_bone;
    static const reel_table &get() noexcept { return ::butter_bones; }
};
inline constexpr butter_bones_t butter_bones{};
// butter, frames: match state in each frame.
struct butter_frames_t {
    using row = ::butter_frame;
    static const reel_table &get() noexcept { return ::butter_frames; }
};
inline constexpr butter_frames_t butter_frames{};
// butter, info: file header.
struct butter_infos_t {
    using row = ::butter_info;
    static const reel_table &get() noexcept { return ::butter_infos; }
};
inline constexpr butter_infos_t butter_infos{};
// butter, players: players in each frame.
struct butter_players_t {
    using row = ::butter_player;
    static const reel_table &get() noexcept { return ::butter_players; }
};
inline constexpr butter_players_t butter_players{};
// butter, rests: bytes after the last block.
struct butter_rests_t {
    using row = ::butter_rest;
    static const reel_table &get() noexcept { return ::butter_rests; }
};
inline constexpr butter_rests_t butter_rests{};
// butter, roster: players in the file.
struct butter_roster_t {
    using row = ::butter_entry;
    static const reel_table &get() noexcept { return ::butter_roster; }
};
inline constexpr butter_roster_t butter_roster{};
// butter, teams: teams in each frame.
struct butter_teams_t {
    using row = ::echo_team;
    static const reel_table &get() noexcept { return ::butter_teams; }
};
inline constexpr butter_teams_t butter_teams{};
// ddnet, activity: player activity per session.
struct ddnet_activities_t {
    using row = ::ddnet_activity;
    static const reel_table &get() noexcept { return ::ddnet_activities; }
};
inline constexpr ddnet_activities_t ddnet_activities{};
// ddnet, lives: lifetimes of characters.
struct ddnet_characters_t {
    using row = ::ddnet_character;
    static const reel_table &get() noexcept { return ::ddnet_characters; }
};
inline constexpr ddnet_characters_t ddnet_characters{};
// ddnet, commands: commands that were run.
struct ddnet_commands_t {
    using row = ::ddnet_command;
    static const reel_table &get() noexcept { return ::ddnet_commands; }
};
inline constexpr ddnet_commands_t ddnet_commands{};
// ddnet, evidence_ticks: ticks whose position does not follow from the inputs.
struct ddnet_evidence_ticks_t {
    using row = ::ddnet_evidence_tick;
    static const reel_table &get() noexcept { return ::ddnet_evidence_ticks; }
};
inline constexpr ddnet_evidence_ticks_t ddnet_evidence_ticks{};
// ddnet, evidence: whether the motion follows from the inputs, in one row.
struct ddnet_evidences_t {
    using row = ::ddnet_evidence;
    static const reel_table &get() noexcept { return ::ddnet_evidences; }
};
inline constexpr ddnet_evidences_t ddnet_evidences{};
// ddnet, finish_evidence: finishes of players beside the motion of their runs.
struct ddnet_finish_evidences_t {
    using row = ::ddnet_finish_evidence;
    static const reel_table &get() noexcept { return ::ddnet_finish_evidences; }
};
inline constexpr ddnet_finish_evidences_t ddnet_finish_evidences{};
// ddnet, finishes: finishes of players and teams.
struct ddnet_finishes_t {
    using row = ::ddnet_finish;
    static const reel_table &get() noexcept { return ::ddnet_finishes; }
};
inline constexpr ddnet_finishes_t ddnet_finishes{};
// ddnet, heat: time characters spent on each tile.
struct ddnet_heats_t {
    using row = ::ddnet_heat;
    static const reel_table &get() noexcept { return ::ddnet_heats; }
};
inline constexpr ddnet_heats_t ddnet_heats{};
// ddnet, input_figures: how keys and aim of each session go.
struct ddnet_input_figures_t {
    using row = ::ddnet_input_figure;
    static const reel_table &get() noexcept { return ::ddnet_input_figures; }
};
inline constexpr ddnet_input_figures_t ddnet_input_figures{};
// ddnet, tick_inputs: every input in every tick.
struct ddnet_inputs_t {
    using row = ::ddnet_input;
    static const reel_table &get() noexcept { return ::ddnet_inputs; }
};
inline constexpr ddnet_inputs_t ddnet_inputs{};
// ddnet, kills: kill messages of a demo.
struct ddnet_kills_t {
    using row = ::ddnet_kill;
    static const reel_table &get() noexcept { return ::ddnet_kills; }
};
inline constexpr ddnet_kills_t ddnet_kills{};
// ddnet, level_checkpoints: time checkpoints that players touched.
struct ddnet_level_checkpoints_t {
    using row = ::ddnet_level_checkpoint;
    static const reel_table &get() noexcept { return ::ddnet_level_checkpoints; }
};
inline constexpr ddnet_level_checkpoints_t ddnet_level_checkpoints{};
// ddnet, level_finishes: finishes of players beside the lines that they touched.
struct ddnet_level_finishes_t {
    using row = ::ddnet_level_finish;
    static const reel_table &get() noexcept { return ::ddnet_level_finishes; }
};
inline constexpr ddnet_level_finishes_t ddnet_level_finishes{};
// ddnet, level_tiles: lines, freezes and deaths that players came to.
struct ddnet_level_tiles_t {
    using row = ::ddnet_level_tile;
    static const reel_table &get() noexcept { return ::ddnet_level_tiles; }
};
inline constexpr ddnet_level_tiles_t ddnet_level_tiles{};
// ddnet-map, envelope_points: points of the curves.
struct ddnet_map_envelope_points_t {
    using row = ::ddnet_map_envelope_point;
    static const reel_table &get() noexcept { return ::ddnet_map_envelope_points; }
};
inline constexpr ddnet_map_envelope_points_t ddnet_map_envelope_points{};
// ddnet-map, envelopes: curves over time.
struct ddnet_map_envelopes_t {
    using row = ::ddnet_map_envelope;
    static const reel_table &get() noexcept { return ::ddnet_map_envelopes; }
};
inline constexpr ddnet_map_envelopes_t ddnet_map_envelopes{};
// ddnet-map, groups: groups of layers, in drawing order.
struct ddnet_map_groups_t {
    using row = ::ddnet_map_group;
    static const reel_table &get() noexcept { return ::ddnet_map_groups; }
};
inline constexpr ddnet_map_groups_t ddnet_map_groups{};
// ddnet-map, images: images of tiles and quads.
struct ddnet_map_images_t {
    using row = ::ddnet_map_image;
    static const reel_table &get() noexcept { return ::ddnet_map_images; }
};
inline constexpr ddnet_map_images_t ddnet_map_images{};
// ddnet-map, info: what the map says of itself, and what names it.
struct ddnet_map_infos_t {
    using row = ::ddnet_map_info;
    static const reel_table &get() noexcept { return ::ddnet_map_infos; }
};
inline constexpr ddnet_map_infos_t ddnet_map_infos{};
// ddnet-map, items: items of types without a table.
struct ddnet_map_items_t {
    using row = ::ddnet_map_item;
    static const reel_table &get() noexcept { return ::ddnet_map_items; }
};
inline constexpr ddnet_map_items_t ddnet_map_items{};
// ddnet-map, layers: layers, in drawing order within their group.
struct ddnet_map_layers_t {
    using row = ::ddnet_map_layer;
    static const reel_table &get() noexcept { return ::ddnet_map_layers; }
};
inline constexpr ddnet_map_layers_t ddnet_map_layers{};
// ddnet-map, original: the file as it was read.
struct ddnet_map_originals_t {
    using row = ::ddnet_map_original;
    static const reel_table &get() noexcept { return ::ddnet_map_originals; }
};
inline constexpr ddnet_map_originals_t ddnet_map_originals{};
// ddnet-map, quads: quads of the layers of quads.
struct ddnet_map_quads_t {
    using row = ::ddnet_map_quad;
    static const reel_table &get() noexcept { return ::ddnet_map_quads; }
};
inline constexpr ddnet_map_quads_t ddnet_map_quads{};
// ddnet-map, settings: console lines that the map sets.
struct ddnet_map_settings_t {
    using row = ::ddnet_map_setting;
    static const reel_table &get() noexcept { return ::ddnet_map_settings; }
};
inline constexpr ddnet_map_settings_t ddnet_map_settings{};
// ddnet-map, sound_sources: sources of the layers of sounds.
struct ddnet_map_sound_sources_t {
    using row = ::ddnet_map_sound_source;
    static const reel_table &get() noexcept { return ::ddnet_map_sound_sources; }
};
inline constexpr ddnet_map_sound_sources_t ddnet_map_sound_sources{};
// ddnet-map, sounds: sounds of sources.
struct ddnet_map_sounds_t {
    using row = ::ddnet_map_sound;
    static const reel_table &get() noexcept { return ::ddnet_map_sounds; }
};
inline constexpr ddnet_map_sounds_t ddnet_map_sounds{};
// ddnet-map, tiles: runs of equal tiles that are not empty.
struct ddnet_map_tiles_t {
    using row = ::ddnet_map_tile;
    static const reel_table &get() noexcept { return ::ddnet_map_tiles; }
};
inline constexpr ddnet_map_tiles_t ddnet_map_tiles{};
// ddnet, names: player names requested and assigned.
struct ddnet_names_t {
    using row = ::ddnet_name;
    static const reel_table &get() noexcept { return ::ddnet_names; }
};
inline constexpr ddnet_names_t ddnet_names{};
// ddnet, online: clients and characters over time.
struct ddnet_onlines_t {
    using row = ::ddnet_online;
    static const reel_table &get() noexcept { return ::ddnet_onlines; }
};
inline constexpr ddnet_onlines_t ddnet_onlines{};
// ddnet, player_evidence: whether the motion follows from the inputs, by session.
struct ddnet_player_evidences_t {
    using row = ::ddnet_player_evidence;
    static const reel_table &get() noexcept { return ::ddnet_player_evidences; }
};
inline constexpr ddnet_player_evidences_t ddnet_player_evidences{};
// ddnet, player_stats: players, by the name that their sessions end with.
struct ddnet_players_t {
    using row = ::ddnet_player;
    static const reel_table &get() noexcept { return ::ddnet_players; }
};
inline constexpr ddnet_players_t ddnet_players{};
// ddnet, tick_positions: position of every character in every tick.
struct ddnet_positions_t {
    using row = ::ddnet_position;
    static const reel_table &get() noexcept { return ::ddnet_positions; }
};
inline constexpr ddnet_positions_t ddnet_positions{};
// ddnet, sessions: stays of clients on the server.
struct ddnet_sessions_t {
    using row = ::ddnet_session;
    static const reel_table &get() noexcept { return ::ddnet_sessions; }
};
inline constexpr ddnet_sessions_t ddnet_sessions{};
// ddnet, tees: what tees did, as a demo or a ghost shows it.
struct ddnet_shown_tees_t {
    using row = ::ddnet_shown_tee;
    static const reel_table &get() noexcept { return ::ddnet_shown_tees; }
};
inline constexpr ddnet_shown_tees_t ddnet_shown_tees{};
// ddnet, summary: the recording in one row.
struct ddnet_summaries_t {
    using row = ::ddnet_summary;
    static const reel_table &get() noexcept { return ::ddnet_summaries; }
};
inline constexpr ddnet_summaries_t ddnet_summaries{};
// ddnet, teams: team changes and practice mode.
struct ddnet_teams_t {
    using row = ::ddnet_team;
    static const reel_table &get() noexcept { return ::ddnet_teams; }
};
inline constexpr ddnet_teams_t ddnet_teams{};
// ddnet, votes: votes called and cast.
struct ddnet_votes_t {
    using row = ::ddnet_vote;
    static const reel_table &get() noexcept { return ::ddnet_votes; }
};
inline constexpr ddnet_votes_t ddnet_votes{};
// demo, characters: tees, where a snapshot states them.
struct demo_characters_t {
    using row = ::demo_character;
    static const reel_table &get() noexcept { return ::demo_characters; }
};
inline constexpr demo_characters_t demo_characters{};
// demo, clients: who the players are, where a snapshot states it.
struct demo_clients_t {
    using row = ::demo_client;
    static const reel_table &get() noexcept { return ::demo_clients; }
};
inline constexpr demo_clients_t demo_clients{};
// demo, flags: flags, where a snapshot states them.
struct demo_flags_t {
    using row = ::demo_flag;
    static const reel_table &get() noexcept { return ::demo_flags; }
};
inline constexpr demo_flags_t demo_flags{};
// demo, forms: chunks that were written in an unusual way.
struct demo_forms_t {
    using row = ::demo_form;
    static const reel_table &get() noexcept { return ::demo_forms; }
};
inline constexpr demo_forms_t demo_forms{};
// demo, game: state of the game, where a snapshot states it.
struct demo_games_t {
    using row = ::demo_game;
    static const reel_table &get() noexcept { return ::demo_games; }
};
inline constexpr demo_games_t demo_games{};
// demo, head: the bytes of an unusual header.
struct demo_heads_t {
    using row = ::demo_head;
    static const reel_table &get() noexcept { return ::demo_heads; }
};
inline constexpr demo_heads_t demo_heads{};
// demo, info: the header.
struct demo_infos_t {
    using row = ::demo_info;
    static const reel_table &get() noexcept { return ::demo_infos; }
};
inline constexpr demo_infos_t demo_infos{};
// demo, items: items without a table of their own.
struct demo_items_t {
    using row = ::demo_item;
    static const reel_table &get() noexcept { return ::demo_items; }
};
inline constexpr demo_items_t demo_items{};
// demo, lasers: lasers, where a snapshot states them.
struct demo_lasers_t {
    using row = ::demo_laser;
    static const reel_table &get() noexcept { return ::demo_lasers; }
};
inline constexpr demo_lasers_t demo_lasers{};
// demo, map: the embedded map.
struct demo_maps_t {
    using row = ::demo_map;
    static const reel_table &get() noexcept { return ::demo_maps; }
};
inline constexpr demo_maps_t demo_maps{};
// demo, markers: places on the timeline that the recorder marked.
struct demo_markers_t {
    using row = ::demo_marker;
    static const reel_table &get() noexcept { return ::demo_markers; }
};
inline constexpr demo_markers_t demo_markers{};
// demo, messages: messages of the server.
struct demo_messages_t {
    using row = ::demo_message;
    static const reel_table &get() noexcept { return ::demo_messages; }
};
inline constexpr demo_messages_t demo_messages{};
// demo, orders: order of the items of snapshots.
struct demo_orders_t {
    using row = ::demo_order;
    static const reel_table &get() noexcept { return ::demo_orders; }
};
inline constexpr demo_orders_t demo_orders{};
// demo, others: chunks without a meaning.
struct demo_others_t {
    using row = ::demo_other;
    static const reel_table &get() noexcept { return ::demo_others; }
};
inline constexpr demo_others_t demo_others{};
// demo, pickups: pickups, where a snapshot states them.
struct demo_pickups_t {
    using row = ::demo_pickup;
    static const reel_table &get() noexcept { return ::demo_pickups; }
};
inline constexpr demo_pickups_t demo_pickups{};
// demo, players: players, with score and team, where a snapshot states them.
struct demo_players_t {
    using row = ::demo_player;
    static const reel_table &get() noexcept { return ::demo_players; }
};
inline constexpr demo_players_t demo_players{};
// demo, projectiles: projectiles, where a snapshot states them.
struct demo_projectiles_t {
    using row = ::demo_projectile;
    static const reel_table &get() noexcept { return ::demo_projectiles; }
};
inline constexpr demo_projectiles_t demo_projectiles{};
// demo, removals: items that are no longer there.
struct demo_removals_t {
    using row = ::demo_removal;
    static const reel_table &get() noexcept { return ::demo_removals; }
};
inline constexpr demo_removals_t demo_removals{};
// demo, snapshots: ticks of the file.
struct demo_snapshots_t {
    using row = ::demo_snapshot;
    static const reel_table &get() noexcept { return ::demo_snapshots; }
};
inline constexpr demo_snapshots_t demo_snapshots{};
// demo, types: numbers of extended types.
struct demo_types_t {
    using row = ::demo_type;
    static const reel_table &get() noexcept { return ::demo_types; }
};
inline constexpr demo_types_t demo_types{};
// echo, disc_speed: speed of the disc in each frame.
struct echo_disc_speeds_t {
    using row = ::echo_disc_speed;
    static const reel_table &get() noexcept { return ::echo_disc_speeds; }
};
inline constexpr echo_disc_speeds_t echo_disc_speeds{};
// echo, events: increases of the game's player counters.
struct echo_events_t {
    using row = ::echo_event;
    static const reel_table &get() noexcept { return ::echo_events; }
};
inline constexpr echo_events_t echo_events{};
// echo, goals: goals.
struct echo_goals_t {
    using row = ::echo_goal;
    static const reel_table &get() noexcept { return ::echo_goals; }
};
inline constexpr echo_goals_t echo_goals{};
// echo, loadouts: what players carry in Combat.
struct echo_loadouts_t {
    using row = ::echo_loadout;
    static const reel_table &get() noexcept { return ::echo_loadouts; }
};
inline constexpr echo_loadouts_t echo_loadouts{};
// echo, match: statistics of the recording.
struct echo_matches_t {
    using row = ::echo_match;
    static const reel_table &get() noexcept { return ::echo_matches; }
};
inline constexpr echo_matches_t echo_matches{};
// echo, motion: movement and connection quality per player.
struct echo_motions_t {
    using row = ::echo_motion;
    static const reel_table &get() noexcept { return ::echo_motions; }
};
inline constexpr echo_motions_t echo_motions{};
// echo, pauses: pauses.
struct echo_pauses_t {
    using row = ::echo_pause;
    static const reel_table &get() noexcept { return ::echo_pauses; }
};
inline constexpr echo_pauses_t echo_pauses{};
// echo, payload: progress of a Combat match.
struct echo_payload_steps_t {
    using row = ::echo_payload_step;
    static const reel_table &get() noexcept { return ::echo_payload_steps; }
};
inline constexpr echo_payload_steps_t echo_payload_steps{};
// echo, player_stats: statistics per player.
struct echo_player_sums_t {
    using row = ::echo_player_sum;
    static const reel_table &get() noexcept { return ::echo_player_sums; }
};
inline constexpr echo_player_sums_t echo_player_sums{};
// echo, possession: intervals of disc possession.
struct echo_possessions_t {
    using row = ::echo_possession;
    static const reel_table &get() noexcept { return ::echo_possessions; }
};
inline constexpr echo_possessions_t echo_possessions{};
// echo, throws: throws of the recording player.
struct echo_recorder_throws_t {
    using row = ::echo_recorder_throw;
    static const reel_table &get() noexcept { return ::echo_recorder_throws; }
};
inline constexpr echo_recorder_throws_t echo_recorder_throws{};
// echo, releases: releases of the disc by a hand.
struct echo_releases_t {
    using row = ::echo_release;
    static const reel_table &get() noexcept { return ::echo_releases; }
};
inline constexpr echo_releases_t echo_releases{};
// echo, rounds: rounds.
struct echo_rounds_t {
    using row = ::echo_round;
    static const reel_table &get() noexcept { return ::echo_rounds; }
};
inline constexpr echo_rounds_t echo_rounds{};
// echo, presence: stays of players in teams.
struct echo_stays_t {
    using row = ::echo_stay;
    static const reel_table &get() noexcept { return ::echo_stays; }
};
inline constexpr echo_stays_t echo_stays{};
// echoreplay, bones: bones in each frame.
struct echoreplay_bones_t {
    using row = ::echo_bone;
    static const reel_table &get() noexcept { return ::echoreplay_bones; }
};
inline constexpr echoreplay_bones_t echoreplay_bones{};
// echoreplay, deflated: in an archive: compressed text that is made again.
struct echoreplay_deflates_t {
    using row = ::echoreplay_deflated;
    static const reel_table &get() noexcept { return ::echoreplay_deflates; }
};
inline constexpr echoreplay_deflates_t echoreplay_deflates{};
// echoreplay, frames: match state in each frame.
struct echoreplay_frames_t {
    using row = ::echoreplay_frame;
    static const reel_table &get() noexcept { return ::echoreplay_frames; }
};
inline constexpr echoreplay_frames_t echoreplay_frames{};
// echoreplay, info: container and entry name.
struct echoreplay_infos_t {
    using row = ::echoreplay_info;
    static const reel_table &get() noexcept { return ::echoreplay_infos; }
};
inline constexpr echoreplay_infos_t echoreplay_infos{};
// echoreplay, lines: original lines.
struct echoreplay_lines_t {
    using row = ::echoreplay_line;
    static const reel_table &get() noexcept { return ::echoreplay_lines; }
};
inline constexpr echoreplay_lines_t echoreplay_lines{};
// echoreplay, pieces: original bytes of the zip archive.
struct echoreplay_pieces_t {
    using row = ::echoreplay_piece;
    static const reel_table &get() noexcept { return ::echoreplay_pieces; }
};
inline constexpr echoreplay_pieces_t echoreplay_pieces{};
// echoreplay, players: players in each frame.
struct echoreplay_players_t {
    using row = ::echoreplay_player;
    static const reel_table &get() noexcept { return ::echoreplay_players; }
};
inline constexpr echoreplay_players_t echoreplay_players{};
// echoreplay, teams: teams in each frame.
struct echoreplay_teams_t {
    using row = ::echoreplay_team;
    static const reel_table &get() noexcept { return ::echoreplay_teams; }
};
inline constexpr echoreplay_teams_t echoreplay_teams{};
// ecrreplay, ending: what follows the frames.
struct ecrreplay_endings_t {
    using row = ::ecrreplay_ending;
    static const reel_table &get() noexcept { return ::ecrreplay_endings; }
};
inline constexpr ecrreplay_endings_t ecrreplay_endings{};
// ecrreplay, frames: frames.
struct ecrreplay_frames_t {
    using row = ::echo_frame;
    static const reel_table &get() noexcept { return ::ecrreplay_frames; }
};
inline constexpr ecrreplay_frames_t ecrreplay_frames{};
// ecrreplay, info: what precedes the frames.
struct ecrreplay_infos_t {
    using row = ::ecrreplay_info;
    static const reel_table &get() noexcept { return ::ecrreplay_infos; }
};
inline constexpr ecrreplay_infos_t ecrreplay_infos{};
// ecrreplay, original: the file as it was.
struct ecrreplay_originals_t {
    using row = ::ecrreplay_original;
    static const reel_table &get() noexcept { return ::ecrreplay_originals; }
};
inline constexpr ecrreplay_originals_t ecrreplay_originals{};
// ecrreplay, players: players in each frame.
struct ecrreplay_players_t {
    using row = ::ecrreplay_player;
    static const reel_table &get() noexcept { return ::ecrreplay_players; }
};
inline constexpr ecrreplay_players_t ecrreplay_players{};
// ecrreplay, roster: players in the file.
struct ecrreplay_roster_t {
    using row = ::ecrreplay_entry;
    static const reel_table &get() noexcept { return ::ecrreplay_roster; }
};
inline constexpr ecrreplay_roster_t ecrreplay_roster{};
// ecrreplay, teams: teams in each frame.
struct ecrreplay_teams_t {
    using row = ::echo_team;
    static const reel_table &get() noexcept { return ::ecrreplay_teams; }
};
inline constexpr ecrreplay_teams_t ecrreplay_teams{};
// gdr2, blocks: bot data of an input, for inputs that have it.
struct gdr_blocks_t {
    using row = ::gdr_block;
    static const reel_table &get() noexcept { return ::gdr_blocks; }
};
inline constexpr gdr_blocks_t gdr_blocks{};
// gdr1, cut_info: the keys found in a truncated file.
struct gdr_cut_infos_t {
    using row = ::gdr_info_v1;
    static const reel_table &get() noexcept { return ::gdr_cut_infos; }
};
inline constexpr gdr_cut_infos_t gdr_cut_infos{};
// gdr2, deaths: deaths of the player.
struct gdr_deaths_t {
    using row = ::gdr_death;
    static const reel_table &get() noexcept { return ::gdr_deaths; }
};
inline constexpr gdr_deaths_t gdr_deaths{};
// gdr2, document: the original file, if rows cannot represent all of it.
struct gdr_documents_t {
    using row = ::gdr_document;
    static const reel_table &get() noexcept { return ::gdr_documents; }
};
inline constexpr gdr_documents_t gdr_documents{};
// gdr1, extensions: keys of the file that the format does not define.
struct gdr_extensions_t {
    using row = ::gdr_extension;
    static const reel_table &get() noexcept { return ::gdr_extensions; }
};
inline constexpr gdr_extensions_t gdr_extensions{};
// gdr2, info: the level, the recording program and the result.
struct gdr_infos_t {
    using row = ::gdr_info;
    static const reel_table &get() noexcept { return ::gdr_infos; }
};
inline constexpr gdr_infos_t gdr_infos{};
// gdr1, info: the level, the recording program and the result.
struct gdr_infos_v1_t {
    using row = ::gdr_info_v1;
    static const reel_table &get() noexcept { return ::gdr_infos_v1; }
};
inline constexpr gdr_infos_v1_t gdr_infos_v1{};
// gdr2, inputs: presses and releases, in file order.
struct gdr_inputs_t {
    using row = ::gdr_input;
    static const reel_table &get() noexcept { return ::gdr_inputs; }
};
inline constexpr gdr_inputs_t gdr_inputs{};
// gdr2, physics: physics of the player at an input, for inputs that have it.
struct gdr_physics_rows_t {
    using row = ::gdr_physics;
    static const reel_table &get() noexcept { return ::gdr_physics_rows; }
};
inline constexpr gdr_physics_rows_t gdr_physics_rows{};
// geometrydash, buttons: presses and releases per button.
struct geometrydash_buttons_t {
    using row = ::geometrydash_button;
    static const reel_table &get() noexcept { return ::geometrydash_buttons; }
};
inline constexpr geometrydash_buttons_t geometrydash_buttons{};
// geometrydash, clicks: every press: a click track.
struct geometrydash_clicks_t {
    using row = ::geometrydash_click;
    static const reel_table &get() noexcept { return ::geometrydash_clicks; }
};
inline constexpr geometrydash_clicks_t geometrydash_clicks{};
// geometrydash, holds: presses with their releases.
struct geometrydash_holds_t {
    using row = ::geometrydash_hold;
    static const reel_table &get() noexcept { return ::geometrydash_holds; }
};
inline constexpr geometrydash_holds_t geometrydash_holds{};
// geometrydash, player_stats: statistics per player.
struct geometrydash_players_t {
    using row = ::geometrydash_player;
    static const reel_table &get() noexcept { return ::geometrydash_players; }
};
inline constexpr geometrydash_players_t geometrydash_players{};
// geometrydash, summary: statistics of the macro.
struct geometrydash_summaries_t {
    using row = ::geometrydash_summary;
    static const reel_table &get() noexcept { return ::geometrydash_summaries; }
};
inline constexpr geometrydash_summaries_t geometrydash_summaries{};
// ghost, characters: the player, tick by tick.
struct ghost_characters_t {
    using row = ::ghost_character;
    static const reel_table &get() noexcept { return ::ghost_characters; }
};
inline constexpr ghost_characters_t ghost_characters{};
// ghost, info: the header.
struct ghost_infos_t {
    using row = ::ghost_info;
    static const reel_table &get() noexcept { return ::ghost_infos; }
};
inline constexpr ghost_infos_t ghost_infos{};
// ghost, original: the file as it was read.
struct ghost_originals_t {
    using row = ::ghost_original;
    static const reel_table &get() noexcept { return ::ghost_originals; }
};
inline constexpr ghost_originals_t ghost_originals{};
// ghost, skins: looks of the player, usually one.
struct ghost_skins_t {
    using row = ::ghost_skin;
    static const reel_table &get() noexcept { return ::ghost_skins; }
};
inline constexpr ghost_skins_t ghost_skins{};
// ghost, starts: starts of the run, usually one.
struct ghost_starts_t {
    using row = ::ghost_start;
    static const reel_table &get() noexcept { return ::ghost_starts; }
};
inline constexpr ghost_starts_t ghost_starts{};
// slc3, attempts: failed attempts before the run.
struct macros_attempts_t {
    using row = ::macros_attempt;
    static const reel_table &get() noexcept { return ::macros_attempts; }
};
inline constexpr macros_attempts_t macros_attempts{};
// slc3, ending: what follows the inputs.
struct macros_endings_t {
    using row = ::macros_ending;
    static const reel_table &get() noexcept { return ::macros_endings; }
};
inline constexpr macros_endings_t macros_endings{};
// slc3, events: restarts, deaths and changes of the rate between the inputs.
struct macros_events_t {
    using row = ::macros_event;
    static const reel_table &get() noexcept { return ::macros_events; }
};
inline constexpr macros_events_t macros_events{};
// slc3, fixes: positions to which the bot puts a player back.
struct macros_fixes_t {
    using row = ::macros_fix;
    static const reel_table &get() noexcept { return ::macros_fixes; }
};
inline constexpr macros_fixes_t macros_fixes{};
// slc3, header: what the info has no field for.
struct macros_headers_t {
    using row = ::macros_header;
    static const reel_table &get() noexcept { return ::macros_headers; }
};
inline constexpr macros_headers_t macros_headers{};
// slc3, times: times of the inputs, if the format stores times.
struct macros_times_t {
    using row = ::macros_time;
    static const reel_table &get() noexcept { return ::macros_times; }
};
inline constexpr macros_times_t macros_times{};
// slc3, attempt_inputs: inputs of the failed attempts.
struct macros_tries_t {
    using row = ::macros_try;
    static const reel_table &get() noexcept { return ::macros_tries; }
};
inline constexpr macros_tries_t macros_tries{};
// milk, frames: match state in each frame.
struct milk_frames_t {
    using row = ::milk_frame;
    static const reel_table &get() noexcept { return ::milk_frames; }
};
inline constexpr milk_frames_t milk_frames{};
// milk, info: data before the frames.
struct milk_infos_t {
    using row = ::milk_info;
    static const reel_table &get() noexcept { return ::milk_infos; }
};
inline constexpr milk_infos_t milk_infos{};
// milk, players: players in each frame.
struct milk_players_t {
    using row = ::milk_player;
    static const reel_table &get() noexcept { return ::milk_players; }
};
inline constexpr milk_players_t milk_players{};
// milk, roster: players in the file.
struct milk_roster_t {
    using row = ::milk_entry;
    static const reel_table &get() noexcept { return ::milk_roster; }
};
inline constexpr milk_roster_t milk_roster{};
// milk, stats: statistics of teams and players, once per second, as raw bytes.
struct milk_statistics_t {
    using row = ::milk_stats;
    static const reel_table &get() noexcept { return ::milk_statistics; }
};
inline constexpr milk_statistics_t milk_statistics{};
// milk, teams: teams in each frame.
struct milk_teams_t {
    using row = ::echo_team;
    static const reel_table &get() noexcept { return ::milk_teams; }
};
inline constexpr milk_teams_t milk_teams{};
// scoresaber, combos: changes of the combo.
struct scoresaber_combos_t {
    using row = ::scoresaber_combo;
    static const reel_table &get() noexcept { return ::scoresaber_combos; }
};
inline constexpr scoresaber_combos_t scoresaber_combos{};
// scoresaber, energies: changes of the energy.
struct scoresaber_energies_t {
    using row = ::scoresaber_energy;
    static const reel_table &get() noexcept { return ::scoresaber_energies; }
};
inline constexpr scoresaber_energies_t scoresaber_energies{};
// scoresaber, extensions: extensions without a table of their own, as raw bytes.
struct scoresaber_extensions_t {
    using row = ::scoresaber_extension;
    static const reel_table &get() noexcept { return ::scoresaber_extensions; }
};
inline constexpr scoresaber_extensions_t scoresaber_extensions{};
// scoresaber, gaps: bytes outside every section.
struct scoresaber_gaps_t {
    using row = ::scoresaber_gap;
    static const reel_table &get() noexcept { return ::scoresaber_gaps; }
};
inline constexpr scoresaber_gaps_t scoresaber_gaps{};
// scoresaber, heights: height of the player.
struct scoresaber_heights_t {
    using row = ::scoresaber_height;
    static const reel_table &get() noexcept { return ::scoresaber_heights; }
};
inline constexpr scoresaber_heights_t scoresaber_heights{};
// scoresaber, info: the map, the player's settings and the result.
struct scoresaber_infos_t {
    using row = ::scoresaber_info;
    static const reel_table &get() noexcept { return ::scoresaber_infos; }
};
inline constexpr scoresaber_infos_t scoresaber_infos{};
// scoresaber-json, extras: members that are not documented.
struct scoresaber_json_extras_t {
    using row = ::scoresaber_json_extra;
    static const reel_table &get() noexcept { return ::scoresaber_json_extras; }
};
inline constexpr scoresaber_json_extras_t scoresaber_json_extras{};
// scoresaber-json, frames: poses of head and hands, one row per recorded frame.
struct scoresaber_json_frames_t {
    using row = ::scoresaber_json_frame;
    static const reel_table &get() noexcept { return ::scoresaber_json_frames; }
};
inline constexpr scoresaber_json_frames_t scoresaber_json_frames{};
// scoresaber-json, heights: height of the player.
struct scoresaber_json_heights_t {
    using row = ::scoresaber_json_height;
    static const reel_table &get() noexcept { return ::scoresaber_json_heights; }
};
inline constexpr scoresaber_json_heights_t scoresaber_json_heights{};
// scoresaber-json, info: the map, the player's settings and the result.
struct scoresaber_json_infos_t {
    using row = ::scoresaber_json_info;
    static const reel_table &get() noexcept { return ::scoresaber_json_infos; }
};
inline constexpr scoresaber_json_infos_t scoresaber_json_infos{};
// scoresaber-json, notes: result of each note, bomb and wall.
struct scoresaber_json_notes_t {
    using row = ::scoresaber_json_note;
    static const reel_table &get() noexcept { return ::scoresaber_json_notes; }
};
inline constexpr scoresaber_json_notes_t scoresaber_json_notes{};
// scoresaber, keyframes: key frames, the only data of the oldest files.
struct scoresaber_keyframes_t {
    using row = ::scoresaber_keyframe;
    static const reel_table &get() noexcept { return ::scoresaber_keyframes; }
};
inline constexpr scoresaber_keyframes_t scoresaber_keyframes{};
// scoresaber, multipliers: changes of the multiplier.
struct scoresaber_multipliers_t {
    using row = ::scoresaber_multiplier;
    static const reel_table &get() noexcept { return ::scoresaber_multipliers; }
};
inline constexpr scoresaber_multipliers_t scoresaber_multipliers{};
// scoresaber, notes: result of each note and bomb.
struct scoresaber_notes_t {
    using row = ::scoresaber_note;
    static const reel_table &get() noexcept { return ::scoresaber_notes; }
};
inline constexpr scoresaber_notes_t scoresaber_notes{};
// scoresaber, controller_offsets: positions and rotations of the sabers in the hands, from the extension block.
struct scoresaber_offsets_t {
    using row = ::scoresaber_controller_offsets;
    static const reel_table &get() noexcept { return ::scoresaber_offsets; }
};
inline constexpr scoresaber_offsets_t scoresaber_offsets{};
// scoresaber, original: the original file, for byte-exact writing.
struct scoresaber_originals_t {
    using row = ::scoresaber_original;
    static const reel_table &get() noexcept { return ::scoresaber_originals; }
};
inline constexpr scoresaber_originals_t scoresaber_originals{};
// scoresaber, pauses: pauses, from the extension block.
struct scoresaber_pauses_t {
    using row = ::scoresaber_pause;
    static const reel_table &get() noexcept { return ::scoresaber_pauses; }
};
inline constexpr scoresaber_pauses_t scoresaber_pauses{};
// scoresaber, play_settings: settings of the player, from the extension block.
struct scoresaber_play_settings_rows_t {
    using row = ::scoresaber_play_settings;
    static const reel_table &get() noexcept { return ::scoresaber_play_settings_rows; }
};
inline constexpr scoresaber_play_settings_rows_t scoresaber_play_settings_rows{};
// scoresaber, poses: poses of head and hands, one row per recorded frame.
struct scoresaber_poses_t {
    using row = ::scoresaber_pose;
    static const reel_table &get() noexcept { return ::scoresaber_poses; }
};
inline constexpr scoresaber_poses_t scoresaber_poses{};
// scoresaber, scores: changes of the score.
struct scoresaber_scores_t {
    using row = ::scoresaber_score;
    static const reel_table &get() noexcept { return ::scoresaber_scores; }
};
inline constexpr scoresaber_scores_t scoresaber_scores{};
// scoresaber, walls: walls that the head entered, from the extension block.
struct scoresaber_walls_t {
    using row = ::scoresaber_wall;
    static const reel_table &get() noexcept { return ::scoresaber_walls; }
};
inline constexpr scoresaber_walls_t scoresaber_walls{};
// tape, envelopes: original messages.
struct tape_envelopes_t {
    using row = ::tape_envelope;
    static const reel_table &get() noexcept { return ::tape_envelopes; }
};
inline constexpr tape_envelopes_t tape_envelopes{};
// tape, info: the capture itself.
struct tape_infos_t {
    using row = ::tape_info;
    static const reel_table &get() noexcept { return ::tape_infos; }
};
inline constexpr tape_infos_t tape_infos{};
// tape, metadata: metadata of the header.
struct tape_notes_t {
    using row = ::tape_note;
    static const reel_table &get() noexcept { return ::tape_notes; }
};
inline constexpr tape_notes_t tape_notes{};
// tape, pieces: original bytes of a compressed capture.
struct tape_pieces_t {
    using row = ::tape_piece;
    static const reel_table &get() noexcept { return ::tape_pieces; }
};
inline constexpr tape_pieces_t tape_pieces{};
// teehistorian, antibots: data of an anti-cheat module.
struct teehistorian_antibots_t {
    using row = ::teehistorian_antibot;
    static const reel_table &get() noexcept { return ::teehistorian_antibots; }
};
inline constexpr teehistorian_antibots_t teehistorian_antibots{};
// teehistorian, arguments: command arguments.
struct teehistorian_arguments_t {
    using row = ::teehistorian_argument;
    static const reel_table &get() noexcept { return ::teehistorian_arguments; }
};
inline constexpr teehistorian_arguments_t teehistorian_arguments{};
// teehistorian, auths: logins to the remote console.
struct teehistorian_auths_t {
    using row = ::teehistorian_auth;
    static const reel_table &get() noexcept { return ::teehistorian_auths; }
};
inline constexpr teehistorian_auths_t teehistorian_auths{};
// teehistorian, clients: versions of the clients.
struct teehistorian_clients_t {
    using row = ::teehistorian_client;
    static const reel_table &get() noexcept { return ::teehistorian_clients; }
};
inline constexpr teehistorian_clients_t teehistorian_clients{};
// teehistorian, commands: executed commands.
struct teehistorian_commands_t {
    using row = ::teehistorian_command;
    static const reel_table &get() noexcept { return ::teehistorian_commands; }
};
inline constexpr teehistorian_commands_t teehistorian_commands{};
// teehistorian, drops: clients that left.
struct teehistorian_drops_t {
    using row = ::teehistorian_drop;
    static const reel_table &get() noexcept { return ::teehistorian_drops; }
};
inline constexpr teehistorian_drops_t teehistorian_drops{};
// teehistorian, endings: end of the file.
struct teehistorian_endings_t {
    using row = ::teehistorian_ending;
    static const reel_table &get() noexcept { return ::teehistorian_endings; }
};
inline constexpr teehistorian_endings_t teehistorian_endings{};
// teehistorian, extensions: unknown or truncated extensions.
struct teehistorian_extensions_t {
    using row = ::teehistorian_extension;
    static const reel_table &get() noexcept { return ::teehistorian_extensions; }
};
inline constexpr teehistorian_extensions_t teehistorian_extensions{};
// teehistorian, finishes: players and teams that finished the map.
struct teehistorian_finishes_t {
    using row = ::teehistorian_finish;
    static const reel_table &get() noexcept { return ::teehistorian_finishes; }
};
inline constexpr teehistorian_finishes_t teehistorian_finishes{};
// teehistorian, forms: messages with overlong numbers.
struct teehistorian_forms_t {
    using row = ::teehistorian_form;
    static const reel_table &get() noexcept { return ::teehistorian_forms; }
};
inline constexpr teehistorian_forms_t teehistorian_forms{};
// teehistorian, header_text: header text.
struct teehistorian_header_texts_t {
    using row = ::teehistorian_header_text;
    static const reel_table &get() noexcept { return ::teehistorian_header_texts; }
};
inline constexpr teehistorian_header_texts_t teehistorian_header_texts{};
// teehistorian, header: game, map and server.
struct teehistorian_headers_t {
    using row = ::teehistorian_header;
    static const reel_table &get() noexcept { return ::teehistorian_headers; }
};
inline constexpr teehistorian_headers_t teehistorian_headers{};
// teehistorian, inputs: client inputs.
struct teehistorian_inputs_t {
    using row = ::teehistorian_input;
    static const reel_table &get() noexcept { return ::teehistorian_inputs; }
};
inline constexpr teehistorian_inputs_t teehistorian_inputs{};
// teehistorian, joins: clients that connected.
struct teehistorian_joins_t {
    using row = ::teehistorian_join;
    static const reel_table &get() noexcept { return ::teehistorian_joins; }
};
inline constexpr teehistorian_joins_t teehistorian_joins{};
// teehistorian, messages: network messages from clients.
struct teehistorian_messages_t {
    using row = ::teehistorian_message;
    static const reel_table &get() noexcept { return ::teehistorian_messages; }
};
inline constexpr teehistorian_messages_t teehistorian_messages{};
// teehistorian, names: names as the server accepted them.
struct teehistorian_names_t {
    using row = ::teehistorian_name;
    static const reel_table &get() noexcept { return ::teehistorian_names; }
};
inline constexpr teehistorian_names_t teehistorian_names{};
// teehistorian, positions: characters that appeared, moved or disappeared.
struct teehistorian_positions_t {
    using row = ::teehistorian_position;
    static const reel_table &get() noexcept { return ::teehistorian_positions; }
};
inline constexpr teehistorian_positions_t teehistorian_positions{};
// teehistorian, practices: teams in practice mode.
struct teehistorian_practices_t {
    using row = ::teehistorian_practice;
    static const reel_table &get() noexcept { return ::teehistorian_practices; }
};
inline constexpr teehistorian_practices_t teehistorian_practices{};
// teehistorian, protocols: protocols of joining clients.
struct teehistorian_protocols_t {
    using row = ::teehistorian_protocol;
    static const reel_table &get() noexcept { return ::teehistorian_protocols; }
};
inline constexpr teehistorian_protocols_t teehistorian_protocols{};
// teehistorian, readies: clients that entered the game.
struct teehistorian_readies_t {
    using row = ::teehistorian_ready;
    static const reel_table &get() noexcept { return ::teehistorian_readies; }
};
inline constexpr teehistorian_readies_t teehistorian_readies{};
// teehistorian, saves: teams that were saved and loaded.
struct teehistorian_saves_t {
    using row = ::teehistorian_save;
    static const reel_table &get() noexcept { return ::teehistorian_saves; }
};
inline constexpr teehistorian_saves_t teehistorian_saves{};
// teehistorian, skips: TICK_SKIP where servers write none.
struct teehistorian_skips_t {
    using row = ::teehistorian_skip;
    static const reel_table &get() noexcept { return ::teehistorian_skips; }
};
inline constexpr teehistorian_skips_t teehistorian_skips{};
// teehistorian, swaps: players who swapped their tees.
struct teehistorian_swaps_t {
    using row = ::teehistorian_swap;
    static const reel_table &get() noexcept { return ::teehistorian_swaps; }
};
inline constexpr teehistorian_swaps_t teehistorian_swaps{};
// teehistorian, tails: bytes after the fields of extensions.
struct teehistorian_tails_t {
    using row = ::teehistorian_tail;
    static const reel_table &get() noexcept { return ::teehistorian_tails; }
};
inline constexpr teehistorian_tails_t teehistorian_tails{};
// teehistorian, teams: team changes.
struct teehistorian_teams_t {
    using row = ::teehistorian_team;
    static const reel_table &get() noexcept { return ::teehistorian_teams; }
};
inline constexpr teehistorian_teams_t teehistorian_teams{};
// teehistorian, ticks: tick marks in the file.
struct teehistorian_ticks_t {
    using row = ::teehistorian_tick;
    static const reel_table &get() noexcept { return ::teehistorian_ticks; }
};
inline constexpr teehistorian_ticks_t teehistorian_ticks{};
// teehistorian, trailing: bytes after FINISH.
struct teehistorian_trailings_t {
    using row = ::teehistorian_trailing;
    static const reel_table &get() noexcept { return ::teehistorian_trailings; }
};
inline constexpr teehistorian_trailings_t teehistorian_trailings{};
// teehistorian, header_values: lists in the header: settings, physics, names.
struct teehistorian_values_t {
    using row = ::teehistorian_value;
    static const reel_table &get() noexcept { return ::teehistorian_values; }
};
inline constexpr teehistorian_values_t teehistorian_values{};
// xror, app_extensions: extensions of the application.
struct xror_app_extensions_t {
    using row = ::xror_app_extension;
    static const reel_table &get() noexcept { return ::xror_app_extensions; }
};
inline constexpr xror_app_extensions_t xror_app_extensions{};
// xror, attributes: attributes of the types of events.
struct xror_attributes_t {
    using row = ::xror_attribute;
    static const reel_table &get() noexcept { return ::xror_attributes; }
};
inline constexpr xror_attributes_t xror_attributes{};
// xror, axes: values of other axes, by frame.
struct xror_axes_t {
    using row = ::xror_axis;
    static const reel_table &get() noexcept { return ::xror_axes; }
};
inline constexpr xror_axes_t xror_axes{};
// xror, device_axes: axes of the devices.
struct xror_device_axes_t {
    using row = ::xror_device_axis;
    static const reel_table &get() noexcept { return ::xror_device_axes; }
};
inline constexpr xror_device_axes_t xror_device_axes{};
// xror, devices: tracked devices.
struct xror_devices_t {
    using row = ::xror_device;
    static const reel_table &get() noexcept { return ::xror_devices; }
};
inline constexpr xror_devices_t xror_devices{};
// xror, document: the original file.
struct xror_documents_t {
    using row = ::xror_document;
    static const reel_table &get() noexcept { return ::xror_documents; }
};
inline constexpr xror_documents_t xror_documents{};
// xror, event_types: types of events.
struct xror_event_types_t {
    using row = ::xror_event_type;
    static const reel_table &get() noexcept { return ::xror_event_types; }
};
inline constexpr xror_event_types_t xror_event_types{};
// xror, events: events of other types.
struct xror_events_t {
    using row = ::xror_event;
    static const reel_table &get() noexcept { return ::xror_events; }
};
inline constexpr xror_events_t xror_events{};
// xror, fps: frame rates.
struct xror_frame_rates_t {
    using row = ::xror_fps;
    static const reel_table &get() noexcept { return ::xror_frame_rates; }
};
inline constexpr xror_frame_rates_t xror_frame_rates{};
// xror, frames: poses of head and hands, by frame.
struct xror_frames_t {
    using row = ::xror_frame;
    static const reel_table &get() noexcept { return ::xror_frames; }
};
inline constexpr xror_frames_t xror_frames{};
// xror, garbage: cuts that may be uninitialised memory.
struct xror_garbages_t {
    using row = ::xror_garbage;
    static const reel_table &get() noexcept { return ::xror_garbages; }
};
inline constexpr xror_garbages_t xror_garbages{};
// xror, heights: measured heights of the player.
struct xror_heights_t {
    using row = ::xror_height;
    static const reel_table &get() noexcept { return ::xror_heights; }
};
inline constexpr xror_heights_t xror_heights{};
// xror, info: the recording: software, user and result.
struct xror_infos_t {
    using row = ::xror_info;
    static const reel_table &get() noexcept { return ::xror_infos; }
};
inline constexpr xror_infos_t xror_infos{};
// xror, notes: notes and bombs, by type of event.
struct xror_notes_t {
    using row = ::xror_note;
    static const reel_table &get() noexcept { return ::xror_notes; }
};
inline constexpr xror_notes_t xror_notes{};
// xror, other_keys: keys that the format does not define.
struct xror_other_keys_t {
    using row = ::xror_other_key;
    static const reel_table &get() noexcept { return ::xror_other_keys; }
};
inline constexpr xror_other_keys_t xror_other_keys{};
// xror, pauses: pauses.
struct xror_pauses_t {
    using row = ::xror_pause;
    static const reel_table &get() noexcept { return ::xror_pauses; }
};
inline constexpr xror_pauses_t xror_pauses{};
// xror, points: points of a drawing.
struct xror_points_t {
    using row = ::xror_point;
    static const reel_table &get() noexcept { return ::xror_points; }
};
inline constexpr xror_points_t xror_points{};
// xror, strokes: strokes of a drawing.
struct xror_strokes_t {
    using row = ::xror_stroke;
    static const reel_table &get() noexcept { return ::xror_strokes; }
};
inline constexpr xror_strokes_t xror_strokes{};
// xror, values: attributes of these events.
struct xror_values_t {
    using row = ::xror_value;
    static const reel_table &get() noexcept { return ::xror_values; }
};
inline constexpr xror_values_t xror_values{};
// xror, walls: contacts of the head with walls.
struct xror_walls_t {
    using row = ::xror_wall;
    static const reel_table &get() noexcept { return ::xror_walls; }
};
inline constexpr xror_walls_t xror_walls{};

} // namespace tables

template <> struct tables_of<::beatsaber_cell> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_cells; }
    using only = tables::beatsaber_cells_t;
};
template <> struct tables_of<::beatsaber_cut> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_cuts; }
    using only = tables::beatsaber_cuts_t;
};
template <> struct tables_of<::beatsaber_event> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_events; }
    using only = tables::beatsaber_events_t;
};
template <> struct tables_of<::beatsaber_evidence> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_evidences; }
    using only = tables::beatsaber_evidences_t;
};
template <> struct tables_of<::beatsaber_hand> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_hands; }
    using only = tables::beatsaber_hands_t;
};
template <> struct tables_of<::beatsaber_heart_rate> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_heart_rates; }
    using only = tables::beatsaber_heart_rates_t;
};
template <> struct tables_of<::beatsaber_jitter> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_jitters; }
    using only = tables::beatsaber_jitters_t;
};
template <> struct tables_of<::beatsaber_level> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_levels; }
    using only = tables::beatsaber_levels_t;
};
template <> struct tables_of<::beatsaber_level_cut> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_level_cuts; }
    using only = tables::beatsaber_level_cuts_t;
};
template <> struct tables_of<::beatsaber_level_note> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_level_notes || &table == &::beatsaber_lost_notes; }
};
template <> struct tables_of<::beatsaber_level_part> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_level_directions || &table == &::beatsaber_level_lanes || &table == &::beatsaber_level_outcomes || &table == &::beatsaber_level_patterns || &table == &::beatsaber_level_sections; }
};
template <> struct tables_of<::beatsaber_level_reenacted> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_level_reenacted_rows; }
    using only = tables::beatsaber_level_reenacted_rows_t;
};
template <> struct tables_of<::beatsaber_map_arc> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_arcs; }
    using only = tables::beatsaber_map_arcs_t;
};
template <> struct tables_of<::beatsaber_map_bomb> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_bombs; }
    using only = tables::beatsaber_map_bombs_t;
};
template <> struct tables_of<::beatsaber_map_bpm_event> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_bpm_events; }
    using only = tables::beatsaber_map_bpm_events_t;
};
template <> struct tables_of<::beatsaber_map_chain> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_chains; }
    using only = tables::beatsaber_map_chains_t;
};
template <> struct tables_of<::beatsaber_map_difficulty> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_difficulties; }
    using only = tables::beatsaber_map_difficulties_t;
};
template <> struct tables_of<::beatsaber_map_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_infos; }
    using only = tables::beatsaber_map_infos_t;
};
template <> struct tables_of<::beatsaber_map_light> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_lights; }
    using only = tables::beatsaber_map_lights_t;
};
template <> struct tables_of<::beatsaber_map_light_box> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_light_boxes; }
    using only = tables::beatsaber_map_light_boxes_t;
};
template <> struct tables_of<::beatsaber_map_light_event> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_light_events; }
    using only = tables::beatsaber_map_light_events_t;
};
template <> struct tables_of<::beatsaber_map_njs_event> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_njs_events; }
    using only = tables::beatsaber_map_njs_events_t;
};
template <> struct tables_of<::beatsaber_map_note> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_notes; }
    using only = tables::beatsaber_map_notes_t;
};
template <> struct tables_of<::beatsaber_map_original> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_originals; }
    using only = tables::beatsaber_map_originals_t;
};
template <> struct tables_of<::beatsaber_map_rotation> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_rotations; }
    using only = tables::beatsaber_map_rotations_t;
};
template <> struct tables_of<::beatsaber_map_wall> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_map_walls; }
    using only = tables::beatsaber_map_walls_t;
};
template <> struct tables_of<::beatsaber_origin_reset> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_origin_resets; }
    using only = tables::beatsaber_origin_resets_t;
};
template <> struct tables_of<::beatsaber_sample> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_samples; }
    using only = tables::beatsaber_samples_t;
};
template <> struct tables_of<::beatsaber_scoring> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_scorings; }
    using only = tables::beatsaber_scorings_t;
};
template <> struct tables_of<::beatsaber_second> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_graph; }
    using only = tables::beatsaber_graph_t;
};
template <> struct tables_of<::beatsaber_still> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_stills; }
    using only = tables::beatsaber_stills_t;
};
template <> struct tables_of<::beatsaber_summary> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_summaries; }
    using only = tables::beatsaber_summaries_t;
};
template <> struct tables_of<::beatsaber_underswing> {
    static bool has(const reel_table &table) noexcept { return &table == &::beatsaber_underswings; }
    using only = tables::beatsaber_underswings_t;
};
template <> struct tables_of<::bsor_controller_offsets> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_offsets; }
    using only = tables::bsor_offsets_t;
};
template <> struct tables_of<::bsor_frame> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_frames; }
    using only = tables::bsor_frames_t;
};
template <> struct tables_of<::bsor_height> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_heights; }
    using only = tables::bsor_heights_t;
};
template <> struct tables_of<::bsor_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_infos; }
    using only = tables::bsor_infos_t;
};
template <> struct tables_of<::bsor_length> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_lengths; }
    using only = tables::bsor_lengths_t;
};
template <> struct tables_of<::bsor_note> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_notes; }
    using only = tables::bsor_notes_t;
};
template <> struct tables_of<::bsor_pause> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_pauses; }
    using only = tables::bsor_pauses_t;
};
template <> struct tables_of<::bsor_section> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_sections; }
    using only = tables::bsor_sections_t;
};
template <> struct tables_of<::bsor_user_entry> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_user_data; }
    using only = tables::bsor_user_data_t;
};
template <> struct tables_of<::bsor_wall> {
    static bool has(const reel_table &table) noexcept { return &table == &::bsor_walls; }
    using only = tables::bsor_walls_t;
};
template <> struct tables_of<::butter_block> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_blocks; }
    using only = tables::butter_blocks_t;
};
template <> struct tables_of<::butter_entry> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_roster; }
    using only = tables::butter_roster_t;
};
template <> struct tables_of<::butter_frame> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_frames; }
    using only = tables::butter_frames_t;
};
template <> struct tables_of<::butter_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_infos; }
    using only = tables::butter_infos_t;
};
template <> struct tables_of<::butter_player> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_players; }
    using only = tables::butter_players_t;
};
template <> struct tables_of<::butter_rest> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_rests; }
    using only = tables::butter_rests_t;
};
template <> struct tables_of<::ddnet_activity> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_activities; }
    using only = tables::ddnet_activities_t;
};
template <> struct tables_of<::ddnet_character> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_characters; }
    using only = tables::ddnet_characters_t;
};
template <> struct tables_of<::ddnet_command> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_commands; }
    using only = tables::ddnet_commands_t;
};
template <> struct tables_of<::ddnet_evidence> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_evidences; }
    using only = tables::ddnet_evidences_t;
};
template <> struct tables_of<::ddnet_evidence_tick> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_evidence_ticks; }
    using only = tables::ddnet_evidence_ticks_t;
};
template <> struct tables_of<::ddnet_finish> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_finishes; }
    using only = tables::ddnet_finishes_t;
};
template <> struct tables_of<::ddnet_finish_evidence> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_finish_evidences; }
    using only = tables::ddnet_finish_evidences_t;
};
template <> struct tables_of<::ddnet_heat> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_heats; }
    using only = tables::ddnet_heats_t;
};
template <> struct tables_of<::ddnet_input> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_inputs; }
    using only = tables::ddnet_inputs_t;
};
template <> struct tables_of<::ddnet_input_figure> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_input_figures; }
    using only = tables::ddnet_input_figures_t;
};
template <> struct tables_of<::ddnet_kill> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_kills; }
    using only = tables::ddnet_kills_t;
};
template <> struct tables_of<::ddnet_level_checkpoint> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_level_checkpoints; }
    using only = tables::ddnet_level_checkpoints_t;
};
template <> struct tables_of<::ddnet_level_finish> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_level_finishes; }
    using only = tables::ddnet_level_finishes_t;
};
template <> struct tables_of<::ddnet_level_tile> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_level_tiles; }
    using only = tables::ddnet_level_tiles_t;
};
template <> struct tables_of<::ddnet_map_envelope> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_envelopes; }
    using only = tables::ddnet_map_envelopes_t;
};
template <> struct tables_of<::ddnet_map_envelope_point> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_envelope_points; }
    using only = tables::ddnet_map_envelope_points_t;
};
template <> struct tables_of<::ddnet_map_group> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_groups; }
    using only = tables::ddnet_map_groups_t;
};
template <> struct tables_of<::ddnet_map_image> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_images; }
    using only = tables::ddnet_map_images_t;
};
template <> struct tables_of<::ddnet_map_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_infos; }
    using only = tables::ddnet_map_infos_t;
};
template <> struct tables_of<::ddnet_map_item> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_items; }
    using only = tables::ddnet_map_items_t;
};
template <> struct tables_of<::ddnet_map_layer> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_layers; }
    using only = tables::ddnet_map_layers_t;
};
template <> struct tables_of<::ddnet_map_original> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_originals; }
    using only = tables::ddnet_map_originals_t;
};
template <> struct tables_of<::ddnet_map_quad> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_quads; }
    using only = tables::ddnet_map_quads_t;
};
template <> struct tables_of<::ddnet_map_setting> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_settings; }
    using only = tables::ddnet_map_settings_t;
};
template <> struct tables_of<::ddnet_map_sound> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_sounds; }
    using only = tables::ddnet_map_sounds_t;
};
template <> struct tables_of<::ddnet_map_sound_source> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_sound_sources; }
    using only = tables::ddnet_map_sound_sources_t;
};
template <> struct tables_of<::ddnet_map_tile> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_map_tiles; }
    using only = tables::ddnet_map_tiles_t;
};
template <> struct tables_of<::ddnet_name> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_names; }
    using only = tables::ddnet_names_t;
};
template <> struct tables_of<::ddnet_online> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_onlines; }
    using only = tables::ddnet_onlines_t;
};
template <> struct tables_of<::ddnet_player> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_players; }
    using only = tables::ddnet_players_t;
};
template <> struct tables_of<::ddnet_player_evidence> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_player_evidences; }
    using only = tables::ddnet_player_evidences_t;
};
template <> struct tables_of<::ddnet_position> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_positions; }
    using only = tables::ddnet_positions_t;
};
template <> struct tables_of<::ddnet_session> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_sessions; }
    using only = tables::ddnet_sessions_t;
};
template <> struct tables_of<::ddnet_shown_tee> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_shown_tees; }
    using only = tables::ddnet_shown_tees_t;
};
template <> struct tables_of<::ddnet_summary> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_summaries; }
    using only = tables::ddnet_summaries_t;
};
template <> struct tables_of<::ddnet_team> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_teams; }
    using only = tables::ddnet_teams_t;
};
template <> struct tables_of<::ddnet_vote> {
    static bool has(const reel_table &table) noexcept { return &table == &::ddnet_votes; }
    using only = tables::ddnet_votes_t;
};
template <> struct tables_of<::demo_character> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_characters; }
    using only = tables::demo_characters_t;
};
template <> struct tables_of<::demo_client> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_clients; }
    using only = tables::demo_clients_t;
};
template <> struct tables_of<::demo_flag> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_flags; }
    using only = tables::demo_flags_t;
};
template <> struct tables_of<::demo_form> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_forms; }
    using only = tables::demo_forms_t;
};
template <> struct tables_of<::demo_game> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_games; }
    using only = tables::demo_games_t;
};
template <> struct tables_of<::demo_head> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_heads; }
    using only = tables::demo_heads_t;
};
template <> struct tables_of<::demo_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_infos; }
    using only = tables::demo_infos_t;
};
template <> struct tables_of<::demo_item> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_items; }
    using only = tables::demo_items_t;
};
template <> struct tables_of<::demo_laser> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_lasers; }
    using only = tables::demo_lasers_t;
};
template <> struct tables_of<::demo_map> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_maps; }
    using only = tables::demo_maps_t;
};
template <> struct tables_of<::demo_marker> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_markers; }
    using only = tables::demo_markers_t;
};
template <> struct tables_of<::demo_message> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_messages; }
    using only = tables::demo_messages_t;
};
template <> struct tables_of<::demo_order> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_orders; }
    using only = tables::demo_orders_t;
};
template <> struct tables_of<::demo_other> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_others; }
    using only = tables::demo_others_t;
};
template <> struct tables_of<::demo_pickup> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_pickups; }
    using only = tables::demo_pickups_t;
};
template <> struct tables_of<::demo_player> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_players; }
    using only = tables::demo_players_t;
};
template <> struct tables_of<::demo_projectile> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_projectiles; }
    using only = tables::demo_projectiles_t;
};
template <> struct tables_of<::demo_removal> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_removals; }
    using only = tables::demo_removals_t;
};
template <> struct tables_of<::demo_snapshot> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_snapshots; }
    using only = tables::demo_snapshots_t;
};
template <> struct tables_of<::demo_type> {
    static bool has(const reel_table &table) noexcept { return &table == &::demo_types; }
    using only = tables::demo_types_t;
};
template <> struct tables_of<::echo_bone> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_bones || &table == &::echoreplay_bones; }
};
template <> struct tables_of<::echo_disc_speed> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_disc_speeds; }
    using only = tables::echo_disc_speeds_t;
};
template <> struct tables_of<::echo_event> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_events; }
    using only = tables::echo_events_t;
};
template <> struct tables_of<::echo_frame> {
    static bool has(const reel_table &table) noexcept { return &table == &::ecrreplay_frames; }
    using only = tables::ecrreplay_frames_t;
};
template <> struct tables_of<::echo_goal> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_goals; }
    using only = tables::echo_goals_t;
};
template <> struct tables_of<::echo_loadout> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_loadouts; }
    using only = tables::echo_loadouts_t;
};
template <> struct tables_of<::echo_match> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_matches; }
    using only = tables::echo_matches_t;
};
template <> struct tables_of<::echo_motion> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_motions; }
    using only = tables::echo_motions_t;
};
template <> struct tables_of<::echo_pause> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_pauses; }
    using only = tables::echo_pauses_t;
};
template <> struct tables_of<::echo_payload_step> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_payload_steps; }
    using only = tables::echo_payload_steps_t;
};
template <> struct tables_of<::echo_player_sum> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_player_sums; }
    using only = tables::echo_player_sums_t;
};
template <> struct tables_of<::echo_possession> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_possessions; }
    using only = tables::echo_possessions_t;
};
template <> struct tables_of<::echo_recorder_throw> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_recorder_throws; }
    using only = tables::echo_recorder_throws_t;
};
template <> struct tables_of<::echo_release> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_releases; }
    using only = tables::echo_releases_t;
};
template <> struct tables_of<::echo_round> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_rounds; }
    using only = tables::echo_rounds_t;
};
template <> struct tables_of<::echo_stay> {
    static bool has(const reel_table &table) noexcept { return &table == &::echo_stays; }
    using only = tables::echo_stays_t;
};
template <> struct tables_of<::echo_team> {
    static bool has(const reel_table &table) noexcept { return &table == &::butter_teams || &table == &::ecrreplay_teams || &table == &::milk_teams; }
};
template <> struct tables_of<::echoreplay_deflated> {
    static bool has(const reel_table &table) noexcept { return &table == &::echoreplay_deflates; }
    using only = tables::echoreplay_deflates_t;
};
template <> struct tables_of<::echoreplay_frame> {
    static bool has(const reel_table &table) noexcept { return &table == &::echoreplay_frames; }
    using only = tables::echoreplay_frames_t;
};
template <> struct tables_of<::echoreplay_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::echoreplay_infos; }
    using only = tables::echoreplay_infos_t;
};
template <> struct tables_of<::echoreplay_line> {
    static bool has(const reel_table &table) noexcept { return &table == &::echoreplay_lines; }
    using only = tables::echoreplay_lines_t;
};
template <> struct tables_of<::echoreplay_piece> {
    static bool has(const reel_table &table) noexcept { return &table == &::echoreplay_pieces; }
    using only = tables::echoreplay_pieces_t;
};
template <> struct tables_of<::echoreplay_player> {
    static bool has(const reel_table &table) noexcept { return &table == &::echoreplay_players; }
    using only = tables::echoreplay_players_t;
};
template <> struct tables_of<::echoreplay_team> {
    static bool has(const reel_table &table) noexcept { return &table == &::echoreplay_teams; }
    using only = tables::echoreplay_teams_t;
};
template <> struct tables_of<::ecrreplay_ending> {
    static bool has(const reel_table &table) noexcept { return &table == &::ecrreplay_endings; }
    using only = tables::ecrreplay_endings_t;
};
template <> struct tables_of<::ecrreplay_entry> {
    static bool has(const reel_table &table) noexcept { return &table == &::ecrreplay_roster; }
    using only = tables::ecrreplay_roster_t;
};
template <> struct tables_of<::ecrreplay_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::ecrreplay_infos; }
    using only = tables::ecrreplay_infos_t;
};
template <> struct tables_of<::ecrreplay_original> {
    static bool has(const reel_table &table) noexcept { return &table == &::ecrreplay_originals; }
    using only = tables::ecrreplay_originals_t;
};
template <> struct tables_of<::ecrreplay_player> {
    static bool has(const reel_table &table) noexcept { return &table == &::ecrreplay_players; }
    using only = tables::ecrreplay_players_t;
};
template <> struct tables_of<::gdr_block> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_blocks; }
    using only = tables::gdr_blocks_t;
};
template <> struct tables_of<::gdr_death> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_deaths; }
    using only = tables::gdr_deaths_t;
};
template <> struct tables_of<::gdr_document> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_documents; }
    using only = tables::gdr_documents_t;
};
template <> struct tables_of<::gdr_extension> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_extensions; }
    using only = tables::gdr_extensions_t;
};
template <> struct tables_of<::gdr_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_infos; }
    using only = tables::gdr_infos_t;
};
template <> struct tables_of<::gdr_info_v1> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_cut_infos || &table == &::gdr_infos_v1; }
};
template <> struct tables_of<::gdr_input> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_inputs; }
    using only = tables::gdr_inputs_t;
};
template <> struct tables_of<::gdr_physics> {
    static bool has(const reel_table &table) noexcept { return &table == &::gdr_physics_rows; }
    using only = tables::gdr_physics_rows_t;
};
template <> struct tables_of<::geometrydash_button> {
    static bool has(const reel_table &table) noexcept { return &table == &::geometrydash_buttons; }
    using only = tables::geometrydash_buttons_t;
};
template <> struct tables_of<::geometrydash_click> {
    static bool has(const reel_table &table) noexcept { return &table == &::geometrydash_clicks; }
    using only = tables::geometrydash_clicks_t;
};
template <> struct tables_of<::geometrydash_hold> {
    static bool has(const reel_table &table) noexcept { return &table == &::geometrydash_holds; }
    using only = tables::geometrydash_holds_t;
};
template <> struct tables_of<::geometrydash_player> {
    static bool has(const reel_table &table) noexcept { return &table == &::geometrydash_players; }
    using only = tables::geometrydash_players_t;
};
template <> struct tables_of<::geometrydash_summary> {
    static bool has(const reel_table &table) noexcept { return &table == &::geometrydash_summaries; }
    using only = tables::geometrydash_summaries_t;
};
template <> struct tables_of<::ghost_character> {
    static bool has(const reel_table &table) noexcept { return &table == &::ghost_characters; }
    using only = tables::ghost_characters_t;
};
template <> struct tables_of<::ghost_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::ghost_infos; }
    using only = tables::ghost_infos_t;
};
template <> struct tables_of<::ghost_original> {
    static bool has(const reel_table &table) noexcept { return &table == &::ghost_originals; }
    using only = tables::ghost_originals_t;
};
template <> struct tables_of<::ghost_skin> {
    static bool has(const reel_table &table) noexcept { return &table == &::ghost_skins; }
    using only = tables::ghost_skins_t;
};
template <> struct tables_of<::ghost_start> {
    static bool has(const reel_table &table) noexcept { return &table == &::ghost_starts; }
    using only = tables::ghost_starts_t;
};
template <> struct tables_of<::macros_attempt> {
    static bool has(const reel_table &table) noexcept { return &table == &::macros_attempts; }
    using only = tables::macros_attempts_t;
};
template <> struct tables_of<::macros_ending> {
    static bool has(const reel_table &table) noexcept { return &table == &::macros_endings; }
    using only = tables::macros_endings_t;
};
template <> struct tables_of<::macros_event> {
    static bool has(const reel_table &table) noexcept { return &table == &::macros_events; }
    using only = tables::macros_events_t;
};
template <> struct tables_of<::macros_fix> {
    static bool has(const reel_table &table) noexcept { return &table == &::macros_fixes; }
    using only = tables::macros_fixes_t;
};
template <> struct tables_of<::macros_header> {
    static bool has(const reel_table &table) noexcept { return &table == &::macros_headers; }
    using only = tables::macros_headers_t;
};
template <> struct tables_of<::macros_time> {
    static bool has(const reel_table &table) noexcept { return &table == &::macros_times; }
    using only = tables::macros_times_t;
};
template <> struct tables_of<::macros_try> {
    static bool has(const reel_table &table) noexcept { return &table == &::macros_tries; }
    using only = tables::macros_tries_t;
};
template <> struct tables_of<::milk_entry> {
    static bool has(const reel_table &table) noexcept { return &table == &::milk_roster; }
    using only = tables::milk_roster_t;
};
template <> struct tables_of<::milk_frame> {
    static bool has(const reel_table &table) noexcept { return &table == &::milk_frames; }
    using only = tables::milk_frames_t;
};
template <> struct tables_of<::milk_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::milk_infos; }
    using only = tables::milk_infos_t;
};
template <> struct tables_of<::milk_player> {
    static bool has(const reel_table &table) noexcept { return &table == &::milk_players; }
    using only = tables::milk_players_t;
};
template <> struct tables_of<::milk_stats> {
    static bool has(const reel_table &table) noexcept { return &table == &::milk_statistics; }
    using only = tables::milk_statistics_t;
};
template <> struct tables_of<::scoresaber_combo> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_combos; }
    using only = tables::scoresaber_combos_t;
};
template <> struct tables_of<::scoresaber_controller_offsets> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_offsets; }
    using only = tables::scoresaber_offsets_t;
};
template <> struct tables_of<::scoresaber_energy> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_energies; }
    using only = tables::scoresaber_energies_t;
};
template <> struct tables_of<::scoresaber_extension> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_extensions; }
    using only = tables::scoresaber_extensions_t;
};
template <> struct tables_of<::scoresaber_gap> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_gaps; }
    using only = tables::scoresaber_gaps_t;
};
template <> struct tables_of<::scoresaber_height> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_heights; }
    using only = tables::scoresaber_heights_t;
};
template <> struct tables_of<::scoresaber_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_infos; }
    using only = tables::scoresaber_infos_t;
};
template <> struct tables_of<::scoresaber_json_extra> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_json_extras; }
    using only = tables::scoresaber_json_extras_t;
};
template <> struct tables_of<::scoresaber_json_frame> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_json_frames; }
    using only = tables::scoresaber_json_frames_t;
};
template <> struct tables_of<::scoresaber_json_height> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_json_heights; }
    using only = tables::scoresaber_json_heights_t;
};
template <> struct tables_of<::scoresaber_json_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_json_infos; }
    using only = tables::scoresaber_json_infos_t;
};
template <> struct tables_of<::scoresaber_json_note> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_json_notes; }
    using only = tables::scoresaber_json_notes_t;
};
template <> struct tables_of<::scoresaber_keyframe> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_keyframes; }
    using only = tables::scoresaber_keyframes_t;
};
template <> struct tables_of<::scoresaber_multiplier> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_multipliers; }
    using only = tables::scoresaber_multipliers_t;
};
template <> struct tables_of<::scoresaber_note> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_notes; }
    using only = tables::scoresaber_notes_t;
};
template <> struct tables_of<::scoresaber_original> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_originals; }
    using only = tables::scoresaber_originals_t;
};
template <> struct tables_of<::scoresaber_pause> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_pauses; }
    using only = tables::scoresaber_pauses_t;
};
template <> struct tables_of<::scoresaber_play_settings> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_play_settings_rows; }
    using only = tables::scoresaber_play_settings_rows_t;
};
template <> struct tables_of<::scoresaber_pose> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_poses; }
    using only = tables::scoresaber_poses_t;
};
template <> struct tables_of<::scoresaber_score> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_scores; }
    using only = tables::scoresaber_scores_t;
};
template <> struct tables_of<::scoresaber_wall> {
    static bool has(const reel_table &table) noexcept { return &table == &::scoresaber_walls; }
    using only = tables::scoresaber_walls_t;
};
template <> struct tables_of<::tape_envelope> {
    static bool has(const reel_table &table) noexcept { return &table == &::tape_envelopes; }
    using only = tables::tape_envelopes_t;
};
template <> struct tables_of<::tape_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::tape_infos; }
    using only = tables::tape_infos_t;
};
template <> struct tables_of<::tape_note> {
    static bool has(const reel_table &table) noexcept { return &table == &::tape_notes; }
    using only = tables::tape_notes_t;
};
template <> struct tables_of<::tape_piece> {
    static bool has(const reel_table &table) noexcept { return &table == &::tape_pieces; }
    using only = tables::tape_pieces_t;
};
template <> struct tables_of<::teehistorian_antibot> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_antibots; }
    using only = tables::teehistorian_antibots_t;
};
template <> struct tables_of<::teehistorian_argument> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_arguments; }
    using only = tables::teehistorian_arguments_t;
};
template <> struct tables_of<::teehistorian_auth> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_auths; }
    using only = tables::teehistorian_auths_t;
};
template <> struct tables_of<::teehistorian_client> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_clients; }
    using only = tables::teehistorian_clients_t;
};
template <> struct tables_of<::teehistorian_command> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_commands; }
    using only = tables::teehistorian_commands_t;
};
template <> struct tables_of<::teehistorian_drop> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_drops; }
    using only = tables::teehistorian_drops_t;
};
template <> struct tables_of<::teehistorian_ending> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_endings; }
    using only = tables::teehistorian_endings_t;
};
template <> struct tables_of<::teehistorian_extension> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_extensions; }
    using only = tables::teehistorian_extensions_t;
};
template <> struct tables_of<::teehistorian_finish> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_finishes; }
    using only = tables::teehistorian_finishes_t;
};
template <> struct tables_of<::teehistorian_form> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_forms; }
    using only = tables::teehistorian_forms_t;
};
template <> struct tables_of<::teehistorian_header> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_headers; }
    using only = tables::teehistorian_headers_t;
};
template <> struct tables_of<::teehistorian_header_text> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_header_texts; }
    using only = tables::teehistorian_header_texts_t;
};
template <> struct tables_of<::teehistorian_input> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_inputs; }
    using only = tables::teehistorian_inputs_t;
};
template <> struct tables_of<::teehistorian_join> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_joins; }
    using only = tables::teehistorian_joins_t;
};
template <> struct tables_of<::teehistorian_message> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_messages; }
    using only = tables::teehistorian_messages_t;
};
template <> struct tables_of<::teehistorian_name> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_names; }
    using only = tables::teehistorian_names_t;
};
template <> struct tables_of<::teehistorian_position> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_positions; }
    using only = tables::teehistorian_positions_t;
};
template <> struct tables_of<::teehistorian_practice> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_practices; }
    using only = tables::teehistorian_practices_t;
};
template <> struct tables_of<::teehistorian_protocol> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_protocols; }
    using only = tables::teehistorian_protocols_t;
};
template <> struct tables_of<::teehistorian_ready> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_readies; }
    using only = tables::teehistorian_readies_t;
};
template <> struct tables_of<::teehistorian_save> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_saves; }
    using only = tables::teehistorian_saves_t;
};
template <> struct tables_of<::teehistorian_skip> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_skips; }
    using only = tables::teehistorian_skips_t;
};
template <> struct tables_of<::teehistorian_swap> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_swaps; }
    using only = tables::teehistorian_swaps_t;
};
template <> struct tables_of<::teehistorian_tail> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_tails; }
    using only = tables::teehistorian_tails_t;
};
template <> struct tables_of<::teehistorian_team> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_teams; }
    using only = tables::teehistorian_teams_t;
};
template <> struct tables_of<::teehistorian_tick> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_ticks; }
    using only = tables::teehistorian_ticks_t;
};
template <> struct tables_of<::teehistorian_trailing> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_trailings; }
    using only = tables::teehistorian_trailings_t;
};
template <> struct tables_of<::teehistorian_value> {
    static bool has(const reel_table &table) noexcept { return &table == &::teehistorian_values; }
    using only = tables::teehistorian_values_t;
};
template <> struct tables_of<::xror_app_extension> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_app_extensions; }
    using only = tables::xror_app_extensions_t;
};
template <> struct tables_of<::xror_attribute> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_attributes; }
    using only = tables::xror_attributes_t;
};
template <> struct tables_of<::xror_axis> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_axes; }
    using only = tables::xror_axes_t;
};
template <> struct tables_of<::xror_device> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_devices; }
    using only = tables::xror_devices_t;
};
template <> struct tables_of<::xror_device_axis> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_device_axes; }
    using only = tables::xror_device_axes_t;
};
template <> struct tables_of<::xror_document> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_documents; }
    using only = tables::xror_documents_t;
};
template <> struct tables_of<::xror_event> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_events; }
    using only = tables::xror_events_t;
};
template <> struct tables_of<::xror_event_type> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_event_types; }
    using only = tables::xror_event_types_t;
};
template <> struct tables_of<::xror_fps> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_frame_rates; }
    using only = tables::xror_frame_rates_t;
};
template <> struct tables_of<::xror_frame> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_frames; }
    using only = tables::xror_frames_t;
};
template <> struct tables_of<::xror_garbage> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_garbages; }
    using only = tables::xror_garbages_t;
};
template <> struct tables_of<::xror_height> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_heights; }
    using only = tables::xror_heights_t;
};
template <> struct tables_of<::xror_info> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_infos; }
    using only = tables::xror_infos_t;
};
template <> struct tables_of<::xror_note> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_notes; }
    using only = tables::xror_notes_t;
};
template <> struct tables_of<::xror_other_key> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_other_keys; }
    using only = tables::xror_other_keys_t;
};
template <> struct tables_of<::xror_pause> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_pauses; }
    using only = tables::xror_pauses_t;
};
template <> struct tables_of<::xror_point> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_points; }
    using only = tables::xror_points_t;
};
template <> struct tables_of<::xror_stroke> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_strokes; }
    using only = tables::xror_strokes_t;
};
template <> struct tables_of<::xror_value> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_values; }
    using only = tables::xror_values_t;
};
template <> struct tables_of<::xror_wall> {
    static bool has(const reel_table &table) noexcept { return &table == &::xror_walls; }
    using only = tables::xror_walls_t;
};

} // namespace reel
// clang-format on

#endif
