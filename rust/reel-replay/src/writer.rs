// SPDX-License-Identifier: MIT
use crate::error::{call, Error, Result};
use crate::format::Format;
use crate::options::{c_path, path_of, Finding, Options, Reading};
use crate::replay::{Chunk, Replay};
use crate::row::Table;
use crate::stream::{file_sink, file_source, write_sink};
use reel_sys as sys;
use std::io::Write;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

/// Writes a replay of rows that are appended in any order. Without [`Writer::finish`] there is no file.
#[derive(Debug)]
#[must_use = "without `finish` there is no file"]
pub struct Writer<'w> {
    raw: Option<NonNull<sys::reel_writer>>,
    life: PhantomData<&'w ()>,
}

// SAFETY: it belongs to no thread, and what it writes to is Send.
unsafe impl Send for Writer<'_> {}

impl<'w> Writer<'w> {
    /// A new file; an error if there is one.
    pub fn create(path: impl AsRef<Path>, format: Format) -> Result<Writer<'static>> {
        let path = c_path(path.as_ref())?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: a path that ends with a NUL, and no options.
        call(|error| unsafe { sys::reel_create_file(path.as_ptr(), format.0, std::ptr::null(), &mut raw, error) })?;
        Ok(Writer {
            raw: NonNull::new(raw),
            life: PhantomData,
        })
    }

    /// Writes to a writer of bytes.
    pub fn to_writer(writer: impl Write + Send + 'w, format: Format) -> Result<Writer<'w>> {
        let sink = write_sink(writer);
        let mut raw = std::ptr::null_mut();
        // SAFETY: the library takes the sink.
        call(|error| unsafe { sys::reel_create(sink, format.0, std::ptr::null(), &mut raw, error) })?;
        Ok(Writer {
            raw: NonNull::new(raw),
            life: PhantomData,
        })
    }

    fn raw(&self) -> *mut sys::reel_writer {
        self.raw.expect("a writer that was not finished").as_ptr()
    }

    /// Appends rows of a table; they are copied. Rows that no file of the format can have are an error, and the writer goes on without
    /// them. Any other failure is permanent.
    pub fn append<T: Table>(&mut self, rows: &[T::Row<'_>]) -> Result<()> {
        // SAFETY: the rows are those of the table.
        let status = unsafe { sys::reel_append(self.raw(), T::raw(), rows.as_ptr().cast(), rows.len()) };
        self.appended(status)
    }

    /// Puts a row in the place of the one that the table has, of which a replay has one, or makes it the first. An error if it may have
    /// been written already, or the table has many rows.
    pub fn replace<T: Table>(&mut self, row: &T::Row<'_>) -> Result<()> {
        // SAFETY: the row is one of the table.
        let status = unsafe { sys::reel_replace(self.raw(), T::raw(), std::ptr::from_ref(row).cast()) };
        self.appended(status)
    }

    /// Appends all rows of a chunk of the same format.
    pub fn append_chunk(&mut self, chunk: &Chunk<'_>) -> Result<()> {
        // SAFETY: the chunk lives.
        let status = unsafe { sys::reel_append_chunk(self.raw(), chunk.raw()) };
        self.appended(status)
    }

    fn appended(&self, status: sys::reel_status) -> Result<()> {
        if status >= 0 {
            return Ok(());
        }
        // SAFETY: a writer that refused rows says why, until the next call.
        Err(unsafe { Error::of(&*sys::reel_writer_error(self.raw())) }.with_cause())
    }

    /// Writes out what was appended, as far as the format can.
    pub fn flush(&mut self) -> Result<()> {
        // SAFETY: a writer that was not finished.
        call(|error| unsafe { sys::reel_flush(self.raw(), error) }).map(|_| ())
    }

    /// Completes the file.
    pub fn finish(mut self) -> Result<()> {
        let raw = self.raw.take().expect("a writer that was not finished").as_ptr();
        // SAFETY: the library frees the writer.
        call(|error| unsafe { sys::reel_finish(raw, error) }).map(|_| ())
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        if let Some(raw) = self.raw.take() {
            // SAFETY: not finished, so not freed.
            unsafe { sys::reel_discard(raw.as_ptr()) };
        }
    }
}

/// Records a play from the loop of a game. Rows go to a spool beside the file, so that a crash loses at most a second.
///
/// ```
/// # fn main() -> reel_replay::Result<()> {
/// use reel_replay::{bsor, Format, Recorder};
/// # let path = std::env::temp_dir().join(format!("reel-doc-{}.bsor", std::process::id()));
/// let mut recorder = Recorder::start(&path, Format::by_id("bsor").unwrap())?; // at the start of the play
/// recorder.record::<bsor::Infos>(&bsor::Info { player_name: "Zoë".into(), ..Default::default() })?;
/// recorder.record::<bsor::Frames>(&bsor::Frame::default())?; // in each frame
/// recorder.save()?; // at its end
/// # std::fs::remove_file(&path).unwrap();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "without `save` there is no file"]
pub struct Recorder {
    writer: Writer<'static>,
    path: PathBuf,
}

fn spool_of(path: &Path) -> PathBuf {
    let mut spool = path.as_os_str().to_owned();
    spool.push(".spool");
    spool.into()
}

impl Recorder {
    /// Starts a recording with a spool beside it. It overwrites nothing, and a file that exists is no error: that of a second play has `-2`,
    /// `-3`, ... before the ending of its name. What crashes have left in the folder becomes files first.
    pub fn start(path: impl AsRef<Path>, format: Format) -> Result<Recorder> {
        let path = c_path(path.as_ref())?;
        let mut name = vec![0u8; path.as_bytes().len() + 16]; // and a number
        let mut raw = std::ptr::null_mut();
        // SAFETY: a path that ends with a NUL, no options, and room of the size that is stated.
        call(|error| unsafe {
            sys::reel_record_file(
                path.as_ptr(),
                format.0,
                std::ptr::null(),
                &mut raw,
                name.as_mut_ptr().cast(),
                name.len(),
                error,
            )
        })?;
        name.truncate(name.iter().position(|&byte| byte == 0).unwrap_or(0));
        Ok(Recorder {
            writer: Writer {
                raw: NonNull::new(raw),
                life: PhantomData,
            },
            path: path_of(name),
        })
    }

    /// The file that `save` makes.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts a row in the place of the one that the table has, or makes it the first: a score that is known better now.
    pub fn replace<T: Table>(&mut self, row: &T::Row<'_>) -> Result<()> {
        self.writer.replace::<T>(row)
    }

    /// Adds a row.
    pub fn record<T: Table>(&mut self, row: &T::Row<'_>) -> Result<()> {
        self.writer.append::<T>(std::slice::from_ref(row))
    }

    /// Call this in pauses of the game, when no rows will come for a while.
    pub fn flush(&mut self) -> Result<()> {
        self.writer.flush()
    }

    /// Completes the file and removes the spool.
    pub fn save(self) -> Result<()> {
        self.writer.finish()
    }
}

/// Completes the file of a recording that a crash ended, and removes its spool. False: there is no spool, or only one of a program that
/// still writes it.
pub fn recover(path: impl AsRef<Path>) -> Result<bool> {
    let path = path.as_ref();
    let (spool, path) = (c_path(&spool_of(path))?, c_path(path)?);
    // SAFETY: two paths that end with a NUL.
    let status = call(|error| unsafe { sys::reel_recover(spool.as_ptr(), path.as_ptr(), std::ptr::null(), error) })?;
    Ok(status == sys::REEL_OK)
}

/// How to convert. The default keeps everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conversion {
    /// The format to write; none: that of the file.
    pub to: Option<Format>,
    /// Repair damage.
    pub repair: bool,
    /// Replace what identifies players.
    pub anonymise: bool,
    /// Replace an existing file.
    pub replace: bool,
    /// Header fields to set, as text.
    pub settings: Vec<(String, String)>,
}

/// Converts, repairs or edits a file. The output is read back and compared before it gets its name.
/// [`Options::convert`] also reports what is lost or repaired.
pub fn convert(from: impl AsRef<Path>, to: impl AsRef<Path>, how: &Conversion) -> Result<()> {
    Options::new().convert(from, to, how)
}

fn convert_files(reading: &Reading<'_>, from: &Path, to: &Path, how: &Conversion) -> Result<()> {
    let mut texts = Vec::new();
    for (field, value) in &how.settings {
        texts.push((crate::options::c_string(field)?, crate::options::c_string(value)?));
    }
    let settings: Vec<_> = texts
        .iter()
        .map(|(field, value)| sys::reel_setting {
            field: field.as_ptr(),
            value: value.as_ptr(),
        })
        .collect();
    // SAFETY: all zeros are the defaults.
    let mut options: sys::reel_convert_options = unsafe { std::mem::zeroed() };
    options.struct_size = std::mem::size_of::<sys::reel_convert_options>();
    for (wanted, flag) in [(how.repair, sys::REEL_REPAIR), (how.anonymise, sys::REEL_ANONYMISE)] {
        if wanted {
            options.flags |= flag;
        }
    }
    options.settings = settings.as_ptr();
    options.setting_count = settings.len();
    let source = file_source(from)?;
    let sink = match file_sink(to, how.replace) {
        Ok(sink) => sink,
        Err(why) => {
            if let Some(close) = source.close {
                // SAFETY: the source is not used any more.
                unsafe { close(source.context) };
            }
            return Err(why);
        }
    };
    let format = how.to.map_or(std::ptr::null(), |format| format.0 as *const _);
    // SAFETY: the library takes the source and the sink.
    let status = call(|error| unsafe { sys::reel_convert(source, &reading.raw, format, sink, &options, error) });
    reading.resume();
    status.map(|_| ())
}

impl Options<'_> {
    /// What is wrong with a file: damage, violations of the format, implausible data.
    pub fn check(self, path: impl AsRef<Path>) -> Result<Vec<Finding>> {
        self.check_beside(path.as_ref(), std::ptr::null())
    }

    /// The same, and events that what was played cannot have caused: `level` is the map, opened like a replay.
    pub fn check_with_level(self, path: impl AsRef<Path>, level: &Replay) -> Result<Vec<Finding>> {
        self.check_beside(path.as_ref(), level.raw())
    }

    fn check_beside(self, path: &Path, level: *const sys::reel_replay) -> Result<Vec<Finding>> {
        let mut found = Vec::new();
        {
            let reading = Reading::new(self.also_on_finding(|finding| found.push(finding)))?;
            let source = file_source(path)?;
            // SAFETY: all zeros are the defaults.
            let mut beside: sys::reel_insight_options = unsafe { std::mem::zeroed() };
            beside.struct_size = std::mem::size_of::<sys::reel_insight_options>();
            beside.level = level;
            // SAFETY: all zeros are the defaults.
            let mut survey: sys::reel_survey = unsafe { std::mem::zeroed() };
            survey.struct_size = std::mem::size_of::<sys::reel_survey>();
            survey.flags = sys::REEL_SURVEY_CHECK;
            survey.insight_options = &beside;
            // SAFETY: the library takes the source; the level outlives the call.
            let status = call(|error| unsafe { sys::reel_survey_run(source, &reading.raw, &mut survey, error) });
            reading.resume();
            status?;
        }
        Ok(found)
    }

    /// Converts, repairs or edits a file. The output is read back and compared before it gets its name. Each loss, and each correction
    /// of a repair, is a finding.
    pub fn convert(self, from: impl AsRef<Path>, to: impl AsRef<Path>, how: &Conversion) -> Result<()> {
        convert_files(&Reading::new(self)?, from.as_ref(), to.as_ref(), how)
    }
}
