// Prints the MB/s at which the peer reads the given recordings from memory: the best of seven rounds, as bench/measure.c does. It keeps no
// state: ticks, positions and inputs are left to its callers. With --times=N before the files it reads them N times and prints the
// time of the fastest pass.
use std::time::Instant;
use teehistorian::Th;

fn read(file: &[u8]) -> u64 {
    let mut chunks = 0;
    let mut th = Th::parse(file).unwrap();
    th.header().unwrap();
    while let Ok(chunk) = th.next_chunk() {
        std::hint::black_box(&chunk);
        chunks += 1;
    }
    chunks
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let times = arguments.next_if(|a| a.starts_with("--times=")).map(|a| a[8..].parse::<u32>().expect("a number"));
    let files: Vec<Vec<u8>> = arguments.map(|p| std::fs::read(p).expect("readable")).collect();
    if let Some(times) = times {
        let mut fastest = f64::MAX;
        for _ in 0..times {
            let start = Instant::now();
            for file in &files {
                std::hint::black_box(read(file));
            }
            fastest = fastest.min(start.elapsed().as_secs_f64());
        }
        println!("fastest pass: {:.1} us", 1e6 * fastest);
        return;
    }
    let total: usize = files.iter().map(|f| f.len()).sum();
    let chunks: u64 = files.iter().map(|f| read(f)).sum();
    let mut best = f64::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        let mut calls = 0;
        while start.elapsed().as_secs_f64() < 0.2 {
            for file in &files {
                std::hint::black_box(read(file));
            }
            calls += 1;
        }
        best = best.min(start.elapsed().as_secs_f64() / calls as f64);
    }
    eprintln!("peer: Rust crate teehistorian 0.12.0 reads {chunks} messages");
    println!("{:.1}", total as f64 / best / 1e6);
}
