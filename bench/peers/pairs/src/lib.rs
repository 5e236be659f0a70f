// What bench/pairs.c calls: each function reads one file from memory and returns how many rows it found, or -1.
use std::hint::black_box;
use std::io::Cursor;
use std::os::raw::c_char;

fn bsor(file: &[u8]) -> Option<usize> {
    let replay = bsor::prelude::Replay::load(&mut Cursor::new(file)).ok()?;
    Some(black_box(&replay).frames.len())
}

fn silicate(file: &[u8]) -> Option<usize> {
    let replay = slc_oxide::Replay::<()>::read(&mut Cursor::new(file)).ok()?;
    Some(black_box(&replay).inputs.len())
}

fn tcbot(file: &[u8]) -> Option<usize> {
    let replay = tcm::DynamicReplay::from_reader(&mut Cursor::new(file)).ok()?;
    Some(black_box(&replay).inputs.len())
}

// Messages; it keeps no state of the game.
fn teehistorian(file: &[u8]) -> Option<usize> {
    let mut reader = teehistorian::Th::parse(file).ok()?;
    reader.header().ok()?;
    let mut chunks = 0;
    while let Ok(chunk) = reader.next_chunk() {
        black_box(&chunk);
        chunks += 1;
    }
    Some(chunks)
}

/// # Safety
/// `job` is a C string and `data` has `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn peer_run(job: *const c_char, data: *const u8, size: usize) -> isize {
    let file = std::slice::from_raw_parts(data, size);
    let found = match std::ffi::CStr::from_ptr(job).to_bytes() {
        b"bsor" => bsor(file),
        b"silicate" => silicate(file),
        b"tcbot" => tcbot(file),
        b"teehistorian" => teehistorian(file),
        _ => None,
    };
    found.map_or(-1, |count| count as isize)
}
