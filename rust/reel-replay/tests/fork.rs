// SPDX-License-Identifier: MIT
//! A program of its own: a fork has the locks of all files that other tests have open, for as long as it lives.
#![cfg(unix)]
use reel_replay::*;

/// A fork has copies of all handles: it can drop them, but neither write nor remove a file.
#[test]
fn a_fork_writes_nothing() {
    extern "C" {
        fn fork() -> i32;
        fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(status: i32) -> !;
    }
    let path = std::env::temp_dir().join(format!("reel-rust-{}-forked.bsor", std::process::id()));
    let mut recorder = Recorder::start(&path, Format::by_id("bsor").unwrap()).unwrap();
    recorder.record::<bsor::Infos>(&bsor::Info::default()).unwrap();
    recorder.flush().unwrap();
    // SAFETY: the child calls only the library, and ends.
    let child = unsafe { fork() };
    if child == 0 {
        let wrote = recorder.save().is_ok();
        unsafe { _exit(wrote.into()) };
    }
    let mut status = 1;
    assert_eq!(unsafe { waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0);
    recorder.record::<bsor::Frames>(&bsor::Frame::default()).unwrap();
    recorder.save().unwrap();
    assert_eq!(Replay::open(&path).unwrap().rows::<bsor::Frames>().len(), 1);
    std::fs::remove_file(&path).unwrap();
}
