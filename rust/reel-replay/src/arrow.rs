// SPDX-License-Identifier: MIT
use crate::error::{call, Result};
use crate::options::{c_string, Options, Reading};
use crate::stream::file_source;
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use reel_sys as sys;
use std::ffi::c_void;
use std::path::Path;

impl Options<'static> {
    /// A table of a file as record batches of arrow: a table of the format, or of its statistics.
    pub fn arrow(self, path: impl AsRef<Path>, table: &str) -> Result<ArrowArrayStreamReader> {
        let table = c_string(table)?;
        let reading = Reading::new(self)?;
        let source = file_source(path.as_ref())?;
        let reading = Box::into_raw(Box::new(reading));
        // SAFETY: all zeros are the defaults.
        let mut options: sys::reel_arrow_options = unsafe { std::mem::zeroed() };
        options.struct_size = std::mem::size_of::<sys::reel_arrow_options>();
        options.observer.context = reading.cast();
        options.observer.release = Some(release);
        let mut stream = FFI_ArrowArrayStream::empty();
        // SAFETY: both structs are the stream of the C interface of Arrow; the stream owns the source and the options.
        call(|error| unsafe {
            sys::reel_arrow_stream(
                source,
                &(*reading).raw,
                table.as_ptr(),
                &options,
                std::ptr::addr_of_mut!(stream).cast(),
                error,
            )
        })?;
        Ok(ArrowArrayStreamReader::try_new(stream).expect("a schema that arrow knows"))
    }
}

unsafe extern "C" fn release(context: *mut c_void) {
    drop(Box::from_raw(context.cast::<Reading<'static>>()));
}
