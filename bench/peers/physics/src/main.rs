// SPDX-License-Identifier: MIT
//! How often the crate `twgame` agrees with a recording, counted as tests/game/ddnet_agreement.c counts reel, and how fast it is on the course
//! of that program. Its lines are those of that program, too.
//!
//!   peer_physics MAP RECORDING    prints a line a figure
//!   peer_physics --speed          ticks of a tee a second, on a made course
use std::collections::HashMap;
use std::os::raw::c_long;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::sync::{mpsc, Arc, Mutex};
use teehistorian_replayer::{DdnetReplayerWorld, ThReplayer};
use twgame::{DdnetWorld, Map};
use twgame_core::console::Command;
use twgame_core::net_msg::ClNetMessage;
use twgame_core::replay::{DemoChatPtr, GameValidator, ReplayerCheckerHelper, ReplayerConfigure, ReplayerTeeInfo};
use twgame_core::teehistorian::chunks::InputNew;
use twgame_core::teehistorian::{Chunk, ThBufReader, ThCompat, ThStream};
use twgame_core::twsnap::{time::Duration, time::Instant, Snap};
use twgame_core::{Game, Input, Snapper, ThHeader};
use twmap::{CompressedData, GameLayer, GameTile, Group, Layer, TileFlags, TwMap, Version};
use vek::Vec2;

extern "C" {
    fn clock() -> c_long; // of POSIX: microseconds of processor time
}

#[derive(Clone, Default)]
struct Life {
    start: i32,
    alive: bool,
    over: bool,
}

/// A world that is compared with the recording after each tick.
struct Counted {
    world: DdnetWorld,
    freely: bool,
    of: Vec<Life>,
    tick: i32,
    ticks: u64,
    agree: u64,
    first: Option<(i32, usize)>,
    lives: Vec<i32>,
    whole: usize,
}

impl Counted {
    fn ends(&mut self, cid: usize, whole: bool) {
        let life = &mut self.of[cid];
        if life.alive && !life.over {
            life.over = true;
            self.lives.push(self.tick - life.start);
            self.whole += usize::from(whole);
        }
    }

    fn compare(&mut self, cid: usize, recorded: Option<Vec2<i32>>) {
        let computed = self.world.tee_pos(cid as u32);
        let appears = recorded.is_some() && !self.of[cid].alive;
        if recorded.is_none() {
            self.ends(cid, true);
            self.of[cid].alive = false;
        } else if appears {
            self.of[cid] = Life {
                start: self.tick,
                alive: true,
                over: false,
            };
        } else {
            self.ticks += 1;
            self.agree += u64::from(recorded == computed);
            if recorded != computed {
                self.first.get_or_insert((self.tick, cid));
                self.ends(cid, false);
            }
        }
        if recorded != computed && (!self.freely || appears || recorded.is_none()) {
            self.world.set_tee_pos(cid as u32, recorded);
        }
    }
}

impl ReplayerCheckerHelper for Counted {
    fn check_tees(&mut self, now: Instant, tees: &[Option<ReplayerTeeInfo>], _: DemoChatPtr) -> bool {
        self.tick = now.snap_tick();
        self.of
            .resize(tees.len().max(self.world.max_tee_id() as usize), Life::default());
        for cid in 0..self.of.len() {
            let recorded = tees.get(cid).and_then(Option::as_ref);
            self.compare(cid, recorded.map(|tee| tee.pos));
            let id = cid as u32;
            if let (Some(tee), Some(_)) = (recorded, self.world.tee_pos(id)) {
                if tee.team != self.world.player_team(id) {
                    self.world.set_player_team(id, tee.team);
                }
            }
        }
        true
    }
}

impl ReplayerConfigure for Counted {
    fn on_teehistorian_header(&mut self, raw: &[u8], header: &ThHeader) {
        self.world.on_teehistorian_header(raw, header);
    }
}

impl Game for Counted {
    fn player_join(&mut self, id: u32) {
        self.world.player_join(id);
    }
    fn player_ready(&mut self, id: u32) {
        self.world.player_ready(id);
    }
    fn player_input(&mut self, id: u32, input: &Input) {
        self.world.player_input(id, input);
    }
    fn player_leave(&mut self, id: u32) {
        self.world.player_leave(id);
    }
    fn on_net_msg(&mut self, id: u32, message: &ClNetMessage) {
        self.world.on_net_msg(id, message);
    }
    fn on_command(&mut self, id: u32, command: &Command) {
        self.world.on_command(id, command);
    }
    fn swap_tees(&mut self, one: u32, two: u32) {
        self.world.swap_tees(one, two);
    }
    fn tick(&mut self, now: Instant) {
        self.world.tick(now);
    }
    fn is_empty(&self) -> bool {
        self.world.is_empty()
    }
}

impl Snapper for Counted {
    fn snap(&self, snapshot: &mut Snap) {
        self.world.snap(snapshot);
    }
}

/// Plays the recording, all of it or until an administrator first changes the tuning; also why the crate stopped, if it did.
fn play(map: &Arc<Map>, recording: &[u8], freely: bool, until_tune: bool) -> (Counted, Option<String>) {
    let said = Arc::new(Mutex::new(String::new()));
    let heard = said.clone();
    set_hook(Box::new(move |panic| {
        *heard.lock().unwrap() = panic.to_string().replace('\n', " ")
    }));
    let (ask, asked) = mpsc::channel();
    let (answer, answers) = mpsc::channel();
    let mut world = DdnetWorld::new_with_map(map.clone(), ask, answers).expect("a world");
    world.enable_ddnet_tele_compat_mode(true); // one list of entities and one sequence of random numbers, as the server has
    let counted = Counted {
        world,
        freely,
        of: vec![],
        tick: 0,
        ticks: 0,
        agree: 0,
        first: None,
        lives: vec![],
        whole: 0,
    };
    let mut all = DdnetReplayerWorld::new(counted, asked, answer);
    let stopped = catch_unwind(AssertUnwindSafe(|| feed(&mut all, recording, until_tune)))
        .err()
        .map(|_| said.lock().unwrap().clone());
    let mut counted = all.retrieve_world();
    for cid in 0..counted.of.len() {
        counted.ends(cid, true);
    }
    counted.lives.sort_unstable();
    (counted, stopped)
}

fn feed(all: &mut DdnetReplayerWorld<Counted>, recording: &[u8], until_tune: bool) {
    let mut stream = ThCompat::parse(ThBufReader::new(recording)).expect("a recording");
    let header = stream.header().expect("a header").to_vec();
    let mut replayer = ThReplayer::new(&header, all);
    let mut begun = false;
    let mut inputs = HashMap::new();
    while let Ok(mut chunk) = stream.next_chunk() {
        match chunk {
            Chunk::ConsoleCommand(ref command) if until_tune && command.cmd == b"tune" => break,
            // These come before the positions of their tick, and nothing follows from them here: the replayer would compare too early.
            Chunk::ConsoleCommand(ref command) if command.cid == -1 => continue,
            Chunk::PlayerFinish { .. } | Chunk::TeamFinish { .. } => continue,
            // The replayer turns an aim of (0, 0) into (0, -1), as the game does, but adds the next change to that: it gets whole inputs.
            Chunk::InputNew(ref new) => {
                inputs.insert(new.cid, new.input);
            }
            Chunk::InputDiff(ref diff) => {
                let input = inputs.entry(diff.cid).or_insert([0; 10]);
                for (value, change) in input.iter_mut().zip(diff.dinput) {
                    *value = value.wrapping_add(change);
                }
                chunk = Chunk::InputNew(InputNew {
                    cid: diff.cid,
                    input: *input,
                });
            }
            Chunk::TickSkip { .. } => begun = true,
            // The first positions begin a tick, which the replayer misses if nothing has begun one before.
            Chunk::PlayerNew(_) if !begun => {
                begun = true;
                replayer.replay_next_chunk(all, Some(Chunk::TickSkip { dt: 0 }), &mut None);
            }
            _ => {}
        }
        replayer.replay_next_chunk(all, Some(chunk), &mut None);
    }
    replayer.replay_next_chunk(all, None, &mut None);
}

fn agreement(map: &str, recording: &str) {
    let bytes = std::fs::read(map).expect("a map");
    let map = Arc::new(Map::try_from(&mut TwMap::parse(&bytes).expect("a map")).expect("a map"));
    let recording = std::fs::read(recording).expect("a recording");
    for until_tune in [false, true] {
        let label = if until_tune { "to the first tune: " } else { "" };
        let (counted, stopped) = play(&map, &recording, false, until_tune);
        let share = if counted.ticks > 0 {
            100.0 * counted.agree as f64 / counted.ticks as f64
        } else {
            100.0
        };
        println!("{label}ticks {} agree {} ({share:.3} %)", counted.ticks, counted.agree);
        if let Some((tick, cid)) = counted.first {
            println!("{label}first difference: tick {tick} cid {cid}");
        }
        let (free, stopped_freely) = play(&map, &recording, true, until_tune);
        let count = free.lives.len();
        if count > 0 {
            println!(
                "{label}freely: lives {count}, to their end {}, ticks until they differ or end: median {} worst {} longest {}",
                free.whole,
                free.lives[count / 2],
                free.lives[0],
                free.lives[count - 1]
            );
        }
        for (why, tick) in [(stopped, counted.tick), (stopped_freely, free.tick)] {
            if let Some(why) = why {
                println!("{label}stopped after tick {tick}: {why}");
            }
        }
    }
}

/// The room of ddnet_agreement --speed.
fn room(width: usize, height: usize) -> TwMap {
    let mut tiles = ndarray::Array2::from_elem((height, width), GameTile::new(0, TileFlags::empty()));
    for y in 0..height {
        let wall = y == 0 || y == height - 1;
        let step = 7 * (y % 13);
        let rows = [
            (0, if wall { width } else { 1 }, 1),
            (width - 1, 1, 1),
            (step, 4, if y % 5 != 0 { 1 } else { 32 }),
        ];
        for (x, count, id) in rows {
            for tile in x..x + count {
                tiles[[y, tile]] = GameTile::new(id, TileFlags::empty());
            }
        }
    }
    let mut group = Group::physics();
    group.layers.push(Layer::Game(GameLayer {
        tiles: CompressedData::Loaded(tiles),
    }));
    let mut map = TwMap::empty(Version::DDNet06);
    map.groups.push(group);
    map
}

/// Tees that run, jump, hook and shoot in a room.
fn speed(tees: u32) {
    const TICKS: u32 = 20000;
    let (ask, _asked) = mpsc::channel();
    let (_answer, answers) = mpsc::channel();
    let mut world = DdnetWorld::new(&mut room(100, 50), ask, answers).expect("a world");
    let mut seed: u32 = 7;
    let mut now = Instant::zero();
    for cid in 0..tees {
        world.player_join(cid);
        world.player_ready(cid);
    }
    let start = unsafe { clock() };
    for tick in 1..=TICKS {
        for cid in 0..tees {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            if (seed >> 16) % 8 != 0 {
                continue;
            }
            let input = Input {
                direction: (seed >> 8) as i32 % 3 - 1,
                target_x: (seed >> 20) as i32 % 500 - 250,
                target_y: -100,
                jump: (seed >> 12 & 1) as i32,
                hook: (seed >> 13 & 1) as i32,
                fire: (seed >> 14 & 63) as i32,
                ..Input::default()
            };
            world.player_input(cid, &input);
        }
        now = now + Duration::from_ticks(1);
        world.tick(now);
        if tick == 1 {
            for cid in 0..tees {
                world.set_tee_pos(cid, Some(Vec2::new(200 + 20 * cid as i32, 200)));
            }
        }
    }
    let seconds = unsafe { clock() - start } as f64 / 1e6;
    println!(
        "{tees} tees: {:.2} million ticks of a tee a second",
        f64::from(TICKS * tees) / seconds / 1e6
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--speed"] => [1, 8, 64].map(speed).into_iter().collect(),
        [map, recording] => agreement(map, recording),
        _ => std::process::exit(2),
    }
}
