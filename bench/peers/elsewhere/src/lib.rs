// Readers and writers of GDR that are in no registry, as bench/pairs.c calls them. bench/pairs.sh builds this beside a copy of their sources,
// if REEL_PEER_ZCB3 names one: a checkout of the clickbot zcb3, whose crates `gdr` and `gdr2` these are.
use std::hint::black_box;
use std::os::raw::{c_char, c_void};

/// # Safety
/// `job` is a C string and `data` has `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn peer_run(job: *const c_char, data: *const u8, size: usize) -> isize {
    let file = std::slice::from_raw_parts(data, size);
    let found = match std::ffi::CStr::from_ptr(job).to_bytes() {
        b"gdr" => gdr::Replay::from_slice(file).ok().map(|replay| black_box(replay).inputs.len()),
        b"gdr2" => gdr2::Replay::import_data(file).ok().map(|replay| black_box(replay).inputs.len()),
        _ => None,
    };
    found.map_or(-1, |count| count as isize)
}

/// Reads what peer_write writes.
/// # Safety
/// As for peer_run.
#[no_mangle]
pub unsafe extern "C" fn peer_read(_job: *const c_char, data: *const u8, size: usize) -> *mut c_void {
    let file = std::slice::from_raw_parts(data, size);
    match gdr2::Replay::import_data(file) {
        Ok(replay) => Box::into_raw(Box::new(replay)).cast(),
        Err(_) => std::ptr::null_mut(),
    }
}

/// The size of the file.
/// # Safety
/// `replay` is from peer_read.
#[no_mangle]
pub unsafe extern "C" fn peer_write(_job: *const c_char, replay: *mut c_void) -> isize {
    let replay = &*replay.cast::<gdr2::Replay>();
    black_box(replay.export_data()).map_or(-1, |bytes| bytes.len() as isize)
}
