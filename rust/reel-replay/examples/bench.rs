// SPDX-License-Identifier: MIT
//! The crate beside the C API, in one run: sums the heights of the head in all frames. `bench FILE.bsor [ROUNDS]`
use reel_replay::{bsor, Replay};
use std::time::Instant;

fn in_rust(path: &str) -> f64 {
    let replay = Replay::open(path).expect("a replay");
    replay
        .rows::<bsor::Frames>()
        .iter()
        .map(|frame| f64::from(frame.head.position.y))
        .sum()
}

fn in_c(path: &std::ffi::CStr) -> f64 {
    let (mut replay, mut count) = (std::ptr::null_mut(), 0);
    // SAFETY: as the C API is used.
    unsafe {
        let null = std::ptr::null;
        let status = reel_sys::reel_load_file(path.as_ptr(), null(), &mut replay, std::ptr::null_mut());
        assert!(status >= 0);
        let rows: *const reel_sys::bsor_frame =
            reel_sys::reel_rows(replay, std::ptr::addr_of!(reel_sys::bsor_frames), &mut count).cast();
        let sum = (0..count).map(|i| f64::from((*rows.add(i)).head.position.y)).sum();
        reel_sys::reel_free(replay);
        sum
    }
}

fn fastest(rounds: u32, mut work: impl FnMut() -> f64) -> (f64, f64) {
    let (mut best, mut result) = (f64::MAX, 0.0);
    for _ in 0..rounds {
        let start = Instant::now();
        result = work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best * 1e3, result)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let rounds = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(50);
    let path = std::ffi::CString::new(arguments[1].as_str()).expect("a path");
    let (c, first) = fastest(rounds, || in_c(&path));
    let (rust, second) = fastest(rounds, || in_rust(&arguments[1]));
    println!("C {c:.3} ms, Rust {rust:.3} ms: {:.2} times", rust / c);
    assert_eq!(first, second);
}
