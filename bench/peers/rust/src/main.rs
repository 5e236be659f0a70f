// Prints the MB/s at which the peer decodes the given files from memory: the best of seven rounds, as bench/measure.c does.
use bsor::prelude::*;
use std::io::Cursor;
use std::time::Instant;

fn main() {
    let files: Vec<Vec<u8>> = std::env::args().skip(1).map(|p| std::fs::read(p).expect("readable")).collect();
    let readable: Vec<&Vec<u8>> = files.iter().filter(|f| Replay::load(&mut Cursor::new(f)).is_ok()).collect();
    let total: usize = readable.iter().map(|f| f.len()).sum();
    let mut best = f64::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        let mut calls = 0;
        while start.elapsed().as_secs_f64() < 0.2 {
            for file in &readable {
                std::hint::black_box(Replay::load(&mut Cursor::new(file)).unwrap());
            }
            calls += 1;
        }
        best = best.min(start.elapsed().as_secs_f64() / calls as f64);
    }
    eprintln!("peer: Rust crate bsor 0.3.0 reads {} of {} files", readable.len(), files.len());
    println!("{:.1}", total as f64 / best / 1e6);
}
