// SPDX-License-Identifier: MIT
use reel_sys as sys;
use std::cell::RefCell;
use std::ffi::{c_char, CStr};
use std::fmt;
use std::io;
use std::sync::Arc;

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
    cause: Option<Cause>,
}

/// What a reader or a writer of the caller failed with.
#[derive(Clone, Debug)]
struct Cause(Arc<io::Error>);

impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        self.0.kind() == other.0.kind() && self.0.to_string() == other.0.to_string()
    }
}
impl Eq for Cause {}

/// The rule of a failure of a reader or a writer of the caller.
pub(crate) const CALLERS_IO: &CStr = c"rust.io";

thread_local! {
    /// What a reader or a writer failed with in the call of the library that runs on this thread.
    static FAILED: RefCell<Option<Cause>> = const { RefCell::new(None) };
}

/// Keeps what a reader or a writer failed with for the error of the call.
pub(crate) fn keep_cause(why: io::Error) {
    FAILED.with(|failed| *failed.borrow_mut() = Some(Cause(Arc::new(why))));
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
            cause: None,
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
            cause: None,
        }
    }

    /// The same with what a reader or a writer of the caller failed with.
    pub(crate) fn with_cause(mut self) -> Error {
        let cause = FAILED.with(|failed| failed.borrow_mut().take());
        if self.rule.as_bytes() == CALLERS_IO.to_bytes() {
            self.cause = cause;
        }
        self
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
    Err(unsafe { Error::of(&error.assume_init()) }.with_cause())
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

impl std::error::Error for Error {
    /// What a reader or a writer of the caller failed with.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| &*cause.0 as _)
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        let kind = match (error.status, &error.cause) {
            (Status::Io, Some(cause)) => cause.0.kind(),
            (Status::Truncated, _) => io::ErrorKind::UnexpectedEof,
            (Status::Corrupt, _) => io::ErrorKind::InvalidData,
            (Status::Unsupported, _) => io::ErrorKind::Unsupported,
            (Status::Memory, _) => io::ErrorKind::OutOfMemory,
            (Status::Argument, _) => io::ErrorKind::InvalidInput,
            _ => io::ErrorKind::Other,
        };
        io::Error::new(kind, error)
    }
}
