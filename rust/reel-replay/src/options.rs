// SPDX-License-Identifier: MIT
use crate::error::{fixed, Error, Result, Status};
use crate::format::Format;
use crate::row::Table;
use reel_sys as sys;
use std::any::Any;
use std::ffi::{c_char, c_void, CStr, CString};
use std::fmt;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

/// How serious a [`Finding`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably wrong.
    Warning,
    /// Wrong.
    Error,
}

/// Something to say about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Id of the rule: `bsor.name-length`.
    pub rule: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// Part of the file. Empty if there is none.
    pub section: &'static str,
    /// Byte offset in the decompressed file.
    pub offset: Option<u64>,
    /// The table that it is about. Empty if there is none.
    pub table: &'static str,
    /// The row of that table.
    pub row: Option<u64>,
    /// Number of rows or bytes that it covers.
    pub count: u64,
    /// One line for people.
    pub message: String,
}

impl Finding {
    /// # Safety
    /// `raw` is a finding that the library reports.
    unsafe fn of(raw: &sys::reel_finding) -> Finding {
        Finding {
            rule: fixed(raw.rule),
            severity: match raw.severity {
                sys::REEL_NOTE => Severity::Note,
                sys::REEL_WARNING => Severity::Warning,
                _ => Severity::Error,
            },
            section: fixed(raw.section),
            offset: (raw.offset != u64::MAX).then_some(raw.offset),
            table: if raw.table.is_null() { "" } else { fixed((*raw.table).name) },
            row: (raw.row != u64::MAX).then_some(raw.row),
            count: raw.count,
            message: CStr::from_ptr(raw.message).to_string_lossy().into_owned(),
        }
    }
}

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file that were read.
    pub read: u64,
    /// Bytes of the file, if known.
    pub size: Option<u64>,
}

/// Limits on untrusted input. 0 means the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Limits {
    pub input_bytes: u64,
    pub buffer_bytes: u64,
    pub rows: u64,
    pub string_bytes: u64,
    pub unpacked_bytes: u64,
    pub work: u64,
}

type OnFinding<'c> = Box<dyn FnMut(Finding) + Send + 'c>;
type OnProgress<'c> = Box<dyn FnMut(Progress) -> bool + Send + 'c>;

/// How to read. The callbacks and borrowed bytes live for `'c`.
///
/// A callback that panics ends the call, which then panics with the same payload.
#[derive(Default)]
#[must_use = "options do nothing until something is read with them"]
pub struct Options<'c> {
    strict: bool,
    tables: Vec<*const sys::reel_table>,
    select: Vec<String>,
    convention: Option<String>,
    member: Option<String>,
    from: Option<f64>,
    to: Option<f64>,
    limits: Limits,
    format: Option<Format>,
    expected: Vec<(String, String)>,
    on_finding: Option<OnFinding<'c>>,
    on_progress: Option<OnProgress<'c>>,
}

impl<'c> Options<'c> {
    /// The defaults: all tables, and the rows before damage.
    pub fn new() -> Self {
        Self::default()
    }

    /// Damage is an error; otherwise the rows before it are returned.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Reads only this table, and others that are named so, besides the header.
    pub fn table<T: Table>(mut self) -> Self {
        self.tables.push(T::raw());
        self
    }

    /// The same by name, for files of any format: `notes`, or a field, `notes.event_time`.
    pub fn select(mut self, name: &str) -> Self {
        self.select.push(name.to_owned());
        self
    }

    /// Only rows with `from <= time < to`.
    pub fn between(mut self, from: f64, to: f64) -> Self {
        (self.from, self.to) = (Some(from), Some(to));
        self
    }

    /// One of the reading conventions of the format.
    pub fn convention(mut self, name: &str) -> Self {
        self.convention = Some(name.to_owned());
        self
    }

    /// Of an archive of several replays, the one to read.
    pub fn member(mut self, id: &str) -> Self {
        self.member = Some(id.to_owned());
        self
    }

    /// Limits for files of strangers.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads the file as this format, whatever its content looks like.
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// A header field that [`Options::check`] compares with a value.
    pub fn expect(mut self, field: &str, value: &str) -> Self {
        self.expected.push((field.to_owned(), value.to_owned()));
        self
    }

    /// Receives each finding.
    pub fn on_finding(mut self, report: impl FnMut(Finding) + Send + 'c) -> Self {
        self.on_finding = Some(Box::new(report));
        self
    }

    /// Calls `also` with each finding, then what was set before.
    pub(crate) fn also_on_finding<'d>(self, mut also: impl FnMut(Finding) + Send + 'd) -> Options<'d>
    where
        'c: 'd,
    {
        let mut options: Options<'d> = self;
        let mut before = options.on_finding.take();
        options.on_finding(move |finding: Finding| {
            also(finding.clone());
            if let Some(report) = &mut before {
                report(finding);
            }
        })
    }

    /// Called from time to time; returns false to stop.
    pub fn on_progress(mut self, progress: impl FnMut(Progress) -> bool + Send + 'c) -> Self {
        self.on_progress = Some(Box::new(progress));
        self
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("strict", &self.strict)
            .field("select", &self.select)
            .field("from", &self.from)
            .field("to", &self.to)
            .field("limits", &self.limits)
            .field("format", &self.format)
            .finish_non_exhaustive()
    }
}

/// The options of C, and what they point to.
pub(crate) struct Reading<'c> {
    pub(crate) raw: sys::reel_options,
    callbacks: NonNull<Callbacks<'c>>,
    _tables: Vec<*const sys::reel_table>,
    _select: Vec<*const c_char>,
    _expected: Vec<sys::reel_setting>,
    _texts: Vec<CString>,
}

struct Callbacks<'c> {
    on_finding: Option<OnFinding<'c>>,
    on_progress: Option<OnProgress<'c>>,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'c> Reading<'c> {
    pub(crate) fn new(options: Options<'c>) -> Result<Self> {
        let mut texts = Vec::new();
        let mut keep = |text: &str| -> Result<*const c_char> {
            let text = c_string(text)?;
            let at = text.as_ptr(); // the bytes do not move with the CString
            texts.push(text);
            Ok(at)
        };
        let null = std::ptr::null();
        let convention = options.convention.as_deref().map_or(Ok(null), &mut keep)?;
        let member = options.member.as_deref().map_or(Ok(null), &mut keep)?;
        let mut select = options.select.iter().map(|name| keep(name)).collect::<Result<Vec<_>>>()?;
        let mut expected = Vec::new();
        for (field, value) in &options.expected {
            expected.push(sys::reel_setting {
                field: keep(field)?,
                value: keep(value)?,
            });
        }
        let mut tables = options.tables;
        select.push(null);
        tables.push(std::ptr::null());
        let limits = options.limits;
        let callbacks = Box::new(Callbacks {
            on_finding: options.on_finding,
            on_progress: options.on_progress,
            panic: None,
        });
        let callbacks = NonNull::from(Box::leak(callbacks));
        // SAFETY: all zeros are the defaults.
        let mut raw: sys::reel_options = unsafe { std::mem::zeroed() };
        raw.struct_size = std::mem::size_of::<sys::reel_options>();
        // SAFETY: static.
        raw.allocator = unsafe { sys::reel_large_allocator() };
        raw.flags = if options.strict { sys::REEL_STRICT } else { 0 };
        raw.limits.input_bytes = limits.input_bytes;
        raw.limits.buffer_bytes = limits.buffer_bytes;
        raw.limits.rows = limits.rows;
        raw.limits.string_bytes = limits.string_bytes;
        raw.limits.unpacked_bytes = limits.unpacked_bytes;
        raw.limits.work = limits.work;
        raw.format = options.format.map_or(std::ptr::null(), |format| format.0);
        raw.tables = if tables.len() > 1 { tables.as_ptr() } else { std::ptr::null() };
        raw.select = if select.len() > 1 { select.as_ptr() } else { std::ptr::null() };
        raw.convention = convention;
        raw.member = member;
        (raw.has_from, raw.from) = (options.from.is_some(), options.from.unwrap_or(0.0));
        (raw.has_to, raw.to) = (options.to.is_some(), options.to.unwrap_or(0.0));
        raw.expected = expected.as_ptr();
        raw.expected_count = expected.len();
        raw.report = Some(report);
        raw.report_context = callbacks.as_ptr().cast();
        raw.on_progress = Some(progress);
        raw.progress_context = callbacks.as_ptr().cast();
        Ok(Reading {
            raw,
            callbacks,
            _tables: tables,
            _select: select,
            _expected: expected,
            _texts: texts,
        })
    }

    /// Panics with what a callback panicked with.
    pub(crate) fn resume(&self) {
        // SAFETY: no call of the library runs that could use the callbacks.
        let panic = unsafe { (*self.callbacks.as_ptr()).panic.take() };
        if let Some(payload) = panic {
            resume_unwind(payload);
        }
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        // SAFETY: leaked in `new`, and the reader that used it is closed.
        drop(unsafe { Box::from_raw(self.callbacks.as_ptr()) });
    }
}

// SAFETY: the callbacks are Send, and the pointers are to what it owns or to static tables.
unsafe impl Send for Reading<'_> {}

unsafe extern "C" fn report(context: *mut c_void, finding: *const sys::reel_finding) {
    let callbacks = &mut *context.cast::<Callbacks<'_>>();
    if callbacks.panic.is_some() {
        return;
    }
    if let Some(report) = &mut callbacks.on_finding {
        let work = AssertUnwindSafe(|| report(Finding::of(&*finding)));
        callbacks.panic = catch_unwind(work).err();
    }
}

unsafe extern "C" fn progress(context: *mut c_void, now: *const sys::reel_progress) -> bool {
    let callbacks = &mut *context.cast::<Callbacks<'_>>();
    if callbacks.panic.is_some() {
        return false;
    }
    let Some(progress) = &mut callbacks.on_progress else {
        return true;
    };
    let now = Progress {
        read: (*now).read,
        size: ((*now).size != sys::REEL_UNKNOWN_SIZE).then_some((*now).size),
    };
    match catch_unwind(AssertUnwindSafe(|| progress(now))) {
        Ok(go_on) => go_on,
        Err(payload) => {
            callbacks.panic = Some(payload);
            false
        }
    }
}

pub(crate) fn c_string(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::new(Status::Argument, "rust.nul", "a text has a NUL byte"))
}

/// A path of the bytes that the library has of it.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    let path = <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes);
    #[cfg(not(unix))]
    let path = String::from_utf8_lossy(&bytes).into_owned();
    path.into()
}

pub(crate) fn c_path(path: &Path) -> Result<CString> {
    #[cfg(unix)]
    let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
    #[cfg(not(unix))]
    let bytes = path
        .to_str()
        .ok_or_else(|| Error::new(Status::Argument, "rust.path", "a path is not Unicode"))?
        .as_bytes();
    CString::new(bytes).map_err(|_| Error::new(Status::Argument, "rust.nul", "a path has a NUL byte"))
}
