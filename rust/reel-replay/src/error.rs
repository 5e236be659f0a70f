// SPDX-License-Identifier: MIT
use reel_sys as sys;
use std::ffi::{c_char, CStr};
use std::fmt;

/// What kind of failure an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// The operating system failed, or a reader or writer of the caller.
    Io,
    /// The file ends inside a structure.
    Truncated,
    /// The bytes contradict the format.
    Corrupt,
    /// Unknown format, version or variant.
    Unsupported,
    /// Valid, but exceeds the limits.
    Limit,
    /// Out of memory.
    Memory,
    /// Invalid argument.
    Argument,
    /// The output would not hold what the input held.
    Loss,
    /// Stopped by the progress callback.
    Cancelled,
    /// A status of a later library.
    Other(i32),
}

impl Status {
    pub(crate) fn of(raw: sys::reel_status) -> Status {
        match raw {
            sys::REEL_IO => Status::Io,
            sys::REEL_TRUNCATED => Status::Truncated,
            sys::REEL_CORRUPT => Status::Corrupt,
            sys::REEL_UNSUPPORTED => Status::Unsupported,
            sys::REEL_LIMIT => Status::Limit,
            sys::REEL_MEMORY => Status::Memory,
            sys::REEL_ARGUMENT => Status::Argument,
            sys::REEL_LOSS => Status::Loss,
            sys::REEL_CANCELLED => Status::Cancelled,
            other => Status::Other(other),
        }
    }

    /// The number that the C interface uses.
    pub fn code(self) -> i32 {
        match self {
            Status::Io => sys::REEL_IO,
            Status::Truncated => sys::REEL_TRUNCATED,
            Status::Corrupt => sys::REEL_CORRUPT,
            Status::Unsupported => sys::REEL_UNSUPPORTED,
            Status::Limit => sys::REEL_LIMIT,
            Status::Memory => sys::REEL_MEMORY,
            Status::Argument => sys::REEL_ARGUMENT,
            Status::Loss => sys::REEL_LOSS,
            Status::Cancelled => sys::REEL_CANCELLED,
            Status::Other(other) => other,
        }
    }

    /// The name: `truncated`, `corrupt`, ...
    pub fn name(self) -> &'static str {
        // SAFETY: takes any number and returns static text.
        unsafe { fixed(sys::reel_status_name(self.code())) }
    }
}

/// Why a call failed, and where in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What kind of failure it is.
    pub status: Status,
    /// Id of the violated rule: `bsor.frame-count`. Empty if there is none.
    pub rule: &'static str,
    /// Part of the file: `frames`. Empty if there is none.
    pub section: &'static str,
    /// Byte offset in the decompressed file.
    pub offset: u64,
    /// One line for people.
    pub message: String,
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(status: Status, rule: &'static str, message: &str) -> Error {
        Error {
            status,
            rule,
            section: "",
            offset: 0,
            message: message.to_owned(),
        }
    }

    /// # Safety
    /// The library filled `raw`.
    pub(crate) unsafe fn of(raw: &sys::reel_error) -> Error {
        Error {
            status: Status::of(raw.status),
            rule: fixed(raw.rule),
            section: fixed(raw.section),
            offset: raw.offset,
            message: CStr::from_ptr(raw.message.as_ptr()).to_string_lossy().into_owned(),
        }
    }
}

/// Calls a function of the library with an error to fill in.
pub(crate) fn call(work: impl FnOnce(&mut sys::reel_error) -> sys::reel_status) -> Result<sys::reel_status> {
    let mut error = std::mem::MaybeUninit::<sys::reel_error>::zeroed();
    // SAFETY: all zeros are numbers and null pointers.
    let status = work(unsafe { error.assume_init_mut() });
    if status >= 0 {
        return Ok(status);
    }
    // SAFETY: a function that fails has filled it.
    Err(unsafe { Error::of(&error.assume_init()) })
}

/// # Safety
/// `text` is null or static text of the library.
pub(crate) unsafe fn fixed(text: *const c_char) -> &'static str {
    if text.is_null() {
        return "";
    }
    CStr::from_ptr(text).to_str().unwrap_or("")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.message, self.status.name())?;
        if !self.rule.is_empty() {
            write!(f, ", {}", self.rule)?;
        }
        write!(f, ", byte {})", self.offset)
    }
}

impl std::error::Error for Error {}
