// SPDX-License-Identifier: MIT
//! Sources and sinks of C over readers and writers of Rust. A panic of theirs is an error of the call.

use crate::error::{call, keep_cause, Result, Status, CALLERS_IO};
use crate::options::c_path;
use reel_sys as sys;
use std::ffi::{c_char, c_void};
use std::io::{ErrorKind, Read, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;

pub(crate) fn file_source(path: &Path) -> Result<sys::reel_source> {
    let path = c_path(path)?;
    let mut source = std::mem::MaybeUninit::uninit();
    // SAFETY: the function fills the source, or fails.
    call(|error| unsafe { sys::reel_source_file(path.as_ptr(), 0, source.as_mut_ptr(), error) })?;
    // SAFETY: it did not fail.
    Ok(unsafe { source.assume_init() })
}

pub(crate) fn file_sink(path: &Path, replace: bool) -> Result<sys::reel_sink> {
    let path = c_path(path)?;
    let flags = if replace { sys::REEL_FILE_REPLACE } else { 0 };
    let mut sink = std::mem::MaybeUninit::uninit();
    // SAFETY: the function fills the sink, or fails.
    call(|error| unsafe { sys::reel_sink_file(path.as_ptr(), flags, sink.as_mut_ptr(), error) })?;
    // SAFETY: it did not fail.
    Ok(unsafe { sink.assume_init() })
}

/// The library closes the source, and with it drops the reader.
pub(crate) fn read_source<R: Read + Send>(reader: R) -> sys::reel_source {
    sys::reel_source {
        context: Box::into_raw(Box::new(reader)).cast(),
        data: std::ptr::null(),
        size: sys::REEL_UNKNOWN_SIZE,
        read: Some(read::<R>),
        close: Some(free::<R>),
        seek: None,
        reserved: [std::ptr::null(); 2],
    }
}

/// The library commits or discards the sink, and with it drops the writer.
pub(crate) fn write_sink<W: Write + Send>(writer: W) -> sys::reel_sink {
    sys::reel_sink {
        context: Box::into_raw(Box::new(writer)).cast(),
        write: Some(write::<W>),
        flush: Some(flush::<W>),
        reopen: None,
        commit: Some(commit::<W>),
        discard: Some(free::<W>),
        patch: None,
        reserved: [std::ptr::null(); 1],
    }
}

unsafe fn fail(error: *mut sys::reel_error, message: &str) -> sys::reel_status {
    if let Some(error) = error.as_mut() {
        error.status = Status::Io.code();
        error.rule = CALLERS_IO.as_ptr();
        error.section = c"".as_ptr();
        error.offset = 0;
        let text = message.as_bytes();
        let size = text.len().min(error.message.len() - 1);
        for (to, from) in error.message.iter_mut().zip(&text[..size]) {
            *to = *from as c_char;
        }
        error.message[size] = 0;
    }
    Status::Io.code()
}

unsafe fn guarded<T>(error: *mut sys::reel_error, work: impl FnOnce() -> std::io::Result<T>) -> Result<T, sys::reel_status> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(why)) => {
            let status = fail(error, &why.to_string());
            keep_cause(why);
            Err(status)
        }
        Err(_) => Err(fail(error, "a reader or writer panicked")),
    }
}

unsafe extern "C" fn read<R: Read>(
    context: *mut c_void,
    buffer: *mut c_void,
    capacity: usize,
    got: *mut usize,
    error: *mut sys::reel_error,
) -> sys::reel_status {
    let reader = &mut *context.cast::<R>();
    *got = 0;
    // a reader may look at its buffer, so it gets no uninitialised memory
    std::ptr::write_bytes(buffer.cast::<u8>(), 0, capacity);
    let room = std::slice::from_raw_parts_mut(buffer.cast::<u8>(), capacity);
    let result = guarded(error, || loop {
        match reader.read(room) {
            Err(why) if why.kind() == ErrorKind::Interrupted => {}
            other => return other,
        }
    });
    match result {
        Ok(0) => sys::REEL_END,
        Ok(count) if count <= capacity => {
            *got = count;
            sys::REEL_OK
        }
        Ok(_) => fail(error, "a reader returned more bytes than there is room for"),
        Err(status) => status,
    }
}

unsafe extern "C" fn write<W: Write>(
    context: *mut c_void,
    data: *const c_void,
    size: usize,
    error: *mut sys::reel_error,
) -> sys::reel_status {
    let writer = &mut *context.cast::<W>();
    let bytes = if size == 0 {
        &[]
    } else {
        std::slice::from_raw_parts(data.cast::<u8>(), size)
    };
    guarded(error, || writer.write_all(bytes)).map_or_else(|status| status, |()| sys::REEL_OK)
}

unsafe extern "C" fn flush<W: Write>(context: *mut c_void, error: *mut sys::reel_error) -> sys::reel_status {
    let writer = &mut *context.cast::<W>();
    guarded(error, || writer.flush()).map_or_else(|status| status, |()| sys::REEL_OK)
}

unsafe extern "C" fn commit<W: Write>(context: *mut c_void, error: *mut sys::reel_error) -> sys::reel_status {
    let status = flush::<W>(context, error);
    free::<W>(context);
    status
}

unsafe extern "C" fn free<T>(context: *mut c_void) {
    let owned = Box::from_raw(context.cast::<T>());
    let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
}
