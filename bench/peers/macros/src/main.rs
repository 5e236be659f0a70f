// Makes a macro of a million inputs in each format that the peers write, in the folder that is named, and prints for each file its path
// and the milliseconds of processor time in which the peer decodes it from memory: the best of seven rounds.
use slc_oxide::{InputData, PlayerInput};
use std::io::Cursor;
use tcm::input::{Input, InputCommand, PlayerButton, VanillaInput};
use tcm::meta::{Meta, MetaV1, MetaV2};
use tcm::replay::ReplaySerializer;

const INPUTS: usize = 1_000_000;

// The steps of the macro `plain` of bench/gdr.c: most fit one byte, about a quarter need two.
fn frames() -> Vec<u64> {
    let mut chance: u64 = 88172645463325252;
    let mut frame = 0;
    let mut step = || {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        let far = chance % 100 >= 74;
        frame += if far { 64 + (chance >> 8) % 504 } else { chance >> 8 & 63 };
        frame
    };
    (0..INPUTS).map(|_| step()).collect()
}

fn silicate(frames: &[u64], version: u32) -> Vec<u8> {
    let mut replay = slc_oxide::Replay::<()>::new(240.0, ());
    for (i, &frame) in frames.iter().enumerate() {
        let input = PlayerInput { button: 1, hold: i % 2 == 0, player_2: false };
        replay.add_input(frame, InputData::Player(input));
    }
    let mut bytes = Vec::new();
    if version == 2 { replay.write(&mut bytes) } else { replay.write_v3(&mut bytes) }.expect("written");
    bytes
}

fn tcbot<M: Meta>(frames: &[u64]) -> Vec<u8>
where
    tcm::Replay<M>: ReplaySerializer<Cursor<Vec<u8>>>,
{
    let inputs = frames.iter().enumerate().map(|(i, &frame)| {
        let input = VanillaInput { button: PlayerButton::Jump, push: i % 2 == 0, player2: false };
        InputCommand::new(frame, Input::Vanilla(input))
    });
    let replay = tcm::Replay::new(M::new_empty(240.0), inputs.collect());
    let mut bytes = Cursor::new(Vec::new());
    replay.serialize(&mut bytes).expect("written");
    bytes.into_inner()
}

// Seconds of processor time of this thread (Linux).
fn now() -> f64 {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").expect("schedstat");
    line.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("a number") / 1e9
}

fn measure(decode: impl Fn() -> usize) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..7 {
        let start = now();
        let mut calls = 0;
        while now() - start < 0.1 {
            assert_eq!(std::hint::black_box(decode()), INPUTS);
            calls += 1;
        }
        best = best.min((now() - start) / calls as f64);
    }
    best * 1e3
}

fn main() {
    let folder = std::env::args().nth(1).expect("usage: peer-macros FOLDER");
    let frames = frames();
    let made = |name: &str, bytes: &[u8], decode: &dyn Fn(&[u8]) -> usize| {
        let path = format!("{folder}/{name}");
        std::fs::write(&path, bytes).expect("written");
        println!("{path} {:.3}", measure(|| decode(bytes)));
    };
    let slc = |file: &[u8]| slc_oxide::Replay::<()>::read(&mut Cursor::new(file)).expect("read").inputs.len();
    let tcm = |file: &[u8]| tcm::DynamicReplay::from_reader(&mut Cursor::new(file)).expect("read").inputs.len();
    made("silicate3.slc", &silicate(&frames, 3), &slc);
    made("silicate2.slc", &silicate(&frames, 2), &slc);
    made("tcbot1.tcm", &tcbot::<MetaV1>(&frames), &tcm);
    made("tcbot2.tcm", &tcbot::<MetaV2>(&frames), &tcm);
}
