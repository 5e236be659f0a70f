// SPDX-License-Identifier: MIT
//! Reads a BSOR play and a recording of teehistorian from memory with reel-replay and with the public crates, and prints how many times
//! as fast reel is. `peer-crates PLAY.bsor RECORDING.teehistorian`
use reel_replay::{bsor, teehistorian, Options};
use std::hint::black_box;
use std::io::Cursor;
use std::time::Instant;

fn fastest(mut work: impl FnMut() -> f64) -> (f64, f64) {
    let (mut best, mut result) = (f64::MAX, 0.0);
    let begin = Instant::now();
    for round in 0.. {
        let start = Instant::now();
        result = work();
        best = best.min(start.elapsed().as_secs_f64());
        if round >= 20 && begin.elapsed().as_secs_f64() > 0.5 {
            break;
        }
    }
    (best * 1e6, result)
}

fn report(what: &str, bytes: &[u8], reel: f64, peer: f64) {
    println!(
        "{what}, {} bytes: reel {reel:.1} us, peer {peer:.1} us: {:.1} times as fast",
        bytes.len(),
        peer / reel
    );
}

fn main() {
    let files: Vec<Vec<u8>> = std::env::args()
        .skip(1)
        .map(|path| std::fs::read(path).expect("a file"))
        .collect();
    let [play, recording] = files.as_slice() else {
        panic!("peer-crates PLAY.bsor RECORDING.teehistorian");
    };

    let (reel, first) = fastest(|| {
        let replay = Options::new().load_bytes(play).expect("a play");
        let frames = replay.rows::<bsor::Frames>();
        frames.iter().map(|frame| f64::from(frame.head.position.y)).sum()
    });
    let (peer, second) = fastest(|| {
        let replay = ::bsor::prelude::Replay::load(&mut Cursor::new(play)).expect("a play");
        replay.frames.iter().map(|frame| f64::from(frame.head.position.y)).sum()
    });
    assert_eq!(first, second);
    report("crate bsor 0.3.0, sum over all frames", play, reel, peer);

    let (reel, _) = fastest(|| {
        let mut reader = Options::new().open_bytes(recording).expect("a recording");
        let mut rows = 0;
        while let Some(chunk) = reader.next_chunk().expect("a chunk") {
            rows += chunk.rows::<teehistorian::Positions>().len() + chunk.rows::<teehistorian::Inputs>().len();
        }
        rows as f64
    });
    let (peer, _) = fastest(|| {
        let mut reader = ::teehistorian::Th::parse(recording.as_slice()).expect("a recording");
        reader.header().expect("a header");
        let mut chunks = 0;
        while let Ok(chunk) = reader.next_chunk() {
            black_box(&chunk);
            chunks += 1;
        }
        f64::from(chunks)
    });
    report(
        "crate teehistorian 0.12.0, which keeps no state of the game",
        recording,
        reel,
        peer,
    );
}
