// SPDX-License-Identifier: MIT
use crate::error::{call, Error, Result, Status};
use crate::format::{list, AnyRows, Format, TableInfo};
use crate::options::{c_string, Options, Reading};
use crate::row::{rows_of, Table};
use crate::stream::{file_sink, file_source, read_source, write_sink};
use reel_sys as sys;
use std::fmt;
use std::io::{Read, Write};
use std::marker::PhantomData;
use std::path::Path;
use std::ptr::NonNull;

/// What the header says of a replay, whatever the format calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderText {
    /// Id of the player.
    Player,
    /// Name of the player.
    PlayerName,
    /// The map or level.
    Level,
}

/// A slice of a replay, whose rows live for `'a`.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    raw: *const sys::reel_chunk,
    life: PhantomData<&'a ()>,
}

impl<'a> Chunk<'a> {
    pub(crate) fn new(raw: *const sys::reel_chunk) -> Self {
        Chunk { raw, life: PhantomData }
    }

    pub(crate) fn raw(&self) -> *const sys::reel_chunk {
        self.raw
    }

    /// The rows of a table. A table of another format has none.
    pub fn rows<T: Table>(&self) -> &'a [T::Row<'a>] {
        let mut count = 0;
        // SAFETY: the rows of this table live as long as the chunk.
        unsafe { rows_of::<T>(sys::reel_chunk_rows(self.raw, T::raw(), &mut count), count) }
    }

    /// Number in the whole file of the first row of a table here.
    pub fn first<T: Table>(&self) -> u64 {
        // SAFETY: a chunk and a table.
        unsafe { sys::reel_chunk_first(self.raw, T::raw()) }
    }

    /// The tables that the chunk can have.
    pub fn tables(&self) -> impl Iterator<Item = TableInfo> + 'a {
        // SAFETY: a list of static tables that ends with a null pointer, and lives as long as the chunk.
        unsafe { list(sys::reel_chunk_tables(self.raw)) }.map(TableInfo)
    }

    /// The rows of a table that is known by its name.
    pub fn table(&self, name: &str) -> Option<AnyRows<'a>> {
        let table = self.tables().find(|table| table.name() == name)?;
        let mut count = 0;
        // SAFETY: a table of the chunk.
        let data = unsafe { sys::reel_chunk_rows(self.raw, table.0, &mut count) };
        Some(AnyRows {
            table,
            data: data.cast(),
            count,
            life: PhantomData,
        })
    }

    /// What the header says; empty if it does not.
    pub fn header_text(&self, what: HeaderText) -> String {
        let flag = match what {
            HeaderText::Player => sys::REEL_FIELD_PLAYER,
            HeaderText::PlayerName => sys::REEL_FIELD_PLAYER_NAME,
            HeaderText::Level => sys::REEL_FIELD_LEVEL,
        };
        // SAFETY: the buffer has the size that the first call returned, and one byte for the NUL.
        unsafe {
            let size = sys::reel_header_text(self.raw, flag, std::ptr::null_mut(), 0);
            let mut text = vec![0u8; size + 1];
            sys::reel_header_text(self.raw, flag, text.as_mut_ptr().cast(), text.len());
            text.truncate(size);
            String::from_utf8_lossy(&text).into_owned()
        }
    }
}

/// A whole replay in memory.
///
/// Several threads may read it. Its rows do not outlive it:
///
/// ```compile_fail,E0505
/// let play = reel_replay::Replay::open("play.bsor").unwrap();
/// let frames = play.rows::<reel_replay::bsor::Frames>();
/// drop(play);
/// println!("{}", frames.len());
/// ```
///
/// and the struct of a table is its own:
///
/// ```compile_fail,E0308
/// let play = reel_replay::Replay::open("play.bsor").unwrap();
/// let notes: &[reel_replay::bsor::Note] = play.rows::<reel_replay::bsor::Frames>();
/// ```
pub struct Replay {
    raw: NonNull<sys::reel_replay>,
}

// SAFETY: it belongs to no thread, and the functions that take a const replay may run on several threads at once.
unsafe impl Send for Replay {}
// SAFETY: as above.
unsafe impl Sync for Replay {}

impl Replay {
    /// Reads a file. Damage is not an error: see [`Replay::damage`] and [`Options::strict`].
    pub fn open(path: impl AsRef<Path>) -> Result<Replay> {
        Options::new().load(path)
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay> {
        Options::new().load_bytes(bytes)
    }

    pub(crate) fn raw(&self) -> *const sys::reel_replay {
        self.raw.as_ptr()
    }

    fn chunk(&self) -> Chunk<'_> {
        // SAFETY: the replay as a chunk lives as long as the replay.
        Chunk::new(unsafe { sys::reel_replay_chunk(self.raw.as_ptr()) })
    }

    /// All rows of a table. A table of another format has none.
    pub fn rows<T: Table>(&self) -> &[T::Row<'_>] {
        self.chunk().rows::<T>()
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = TableInfo> + '_ {
        self.chunk().tables()
    }

    /// The rows of a table that is known by its name.
    pub fn table(&self, name: &str) -> Option<AnyRows<'_>> {
        self.chunk().table(name)
    }

    /// What the header says; empty if it does not.
    pub fn header_text(&self, what: HeaderText) -> String {
        self.chunk().header_text(what)
    }

    /// The format; none for statistics.
    pub fn format(&self) -> Option<Format> {
        // SAFETY: static, or null.
        unsafe { sys::reel_replay_format(self.raw.as_ptr()).as_ref() }.map(Format)
    }

    /// The damage that ended reading early.
    pub fn damage(&self) -> Option<Error> {
        // SAFETY: an error of the library, or null.
        unsafe {
            sys::reel_replay_damage(self.raw.as_ptr())
                .as_ref()
                .map(|error| Error::of(error))
        }
    }

    /// Statistics, such as `beatsaber`. The result has their tables. Those that are computed on request only are computed
    /// if they are named: `evidence`, `ddnet.tick_positions`.
    pub fn statistics(&self, id: &str) -> Result<Replay> {
        self.statistics_beside(id, std::ptr::null())
    }

    /// Statistics that need what was played, too: `level` is the map, opened like a replay. Another level than the replay names
    /// fails with the rule `level.other`.
    pub fn statistics_with_level(&self, id: &str, level: &Replay) -> Result<Replay> {
        self.statistics_beside(id, level.raw())
    }

    fn statistics_beside(&self, id: &str, level: *const sys::reel_replay) -> Result<Replay> {
        let id = c_string(id)?;
        let missing = |message| Error::new(Status::Argument, "rust.statistics", message);
        // SAFETY: static, or null.
        let mut insight = unsafe { sys::reel_insight_by_id(id.as_ptr()) };
        let format = self.format().ok_or_else(|| missing("these are statistics"))?;
        let mut named = [std::ptr::null(); 2];
        if insight.is_null() {
            // SAFETY: a format and a text of C.
            named[0] = unsafe { sys::reel_find_table(format.0, id.as_ptr(), &mut insight) };
        }
        // SAFETY: static, or null.
        let insight = unsafe { insight.as_ref() }.ok_or_else(|| missing("there are no such statistics"))?;
        // SAFETY: all zeros are the defaults.
        let mut options: sys::reel_insight_options = unsafe { std::mem::zeroed() };
        options.struct_size = std::mem::size_of::<sys::reel_insight_options>();
        options.level = level;
        // SAFETY: a list of static tables that ends with null, and has one.
        let first = unsafe { insight.tables.as_ref().and_then(|table| table.as_ref()) };
        if !named[0].is_null() {
            options.tables = named.as_ptr();
        } else if first.is_some_and(|table| u32::from(table.flags) & sys::REEL_TABLE_ON_REQUEST != 0) {
            options.tables = insight.tables;
        }
        let mut raw = std::ptr::null_mut();
        // SAFETY: the chunk is the whole replay of that format.
        call(|error| unsafe { sys::reel_insight_run_chunk(insight, format.0, self.chunk().raw(), &options, &mut raw, error) })?;
        Ok(Replay {
            raw: NonNull::new(raw).expect("a result"),
        })
    }

    /// Writes the replay to a new file. As it was read, its bytes are those of the file that it is from.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.write(file_sink(path.as_ref(), false)?)
    }

    /// Writes the replay.
    pub fn write_to(&self, writer: impl Write + Send) -> Result<()> {
        self.write(write_sink(writer))
    }

    fn write(&self, sink: sys::reel_sink) -> Result<()> {
        let Some(format) = self.format() else {
            if let Some(discard) = sink.discard {
                // SAFETY: the sink is not used any more.
                unsafe { discard(sink.context) };
            }
            return Err(Error::new(
                Status::Argument,
                "rust.statistics",
                "statistics have no file format",
            ));
        };
        // SAFETY: the chunk is the whole replay; the library takes the sink.
        call(|error| unsafe { sys::reel_write(self.chunk().raw(), format.0, sink, std::ptr::null(), error) }).map(|_| ())
    }
}

impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay")
            .field("format", &self.format())
            .finish_non_exhaustive()
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        // SAFETY: nothing borrows it any more.
        unsafe { sys::reel_free(self.raw.as_ptr()) };
    }
}

/// Reads a replay chunk by chunk, for files larger than memory.
///
/// A chunk lives until the next one:
///
/// ```compile_fail,E0499
/// let mut reader = reel_replay::Options::new().open("play.bsor").unwrap();
/// let first = reader.next_chunk().unwrap().unwrap();
/// let second = reader.next_chunk().unwrap();
/// println!("{}", first.rows::<reel_replay::bsor::Frames>().len());
/// ```
///
/// A reader moves between threads, and is used by one at a time:
///
/// ```compile_fail,E0277
/// fn shared<T: Sync>(_: T) {}
/// shared(reel_replay::Options::new().open("play.bsor").unwrap());
/// ```
pub struct Reader<'c> {
    raw: NonNull<sys::reel_reader>,
    reading: Reading<'c>,
    again: bool,
}

// SAFETY: it belongs to no thread, and what it calls is Send.
unsafe impl Send for Reader<'_> {}

impl Reader<'_> {
    /// The next chunk. None at the end, or where a growing file ends for now: see [`Reader::is_growing`].
    pub fn next_chunk(&mut self) -> Result<Option<Chunk<'_>>> {
        let mut chunk = std::ptr::null();
        // SAFETY: the chunk borrows the reader, so that no other call comes before it is dropped.
        let status = call(|error| unsafe { sys::reel_next(self.raw.as_ptr(), &mut chunk, error) });
        self.reading.resume();
        let status = status?;
        self.again = status == sys::REEL_AGAIN;
        Ok((status == sys::REEL_OK).then(|| Chunk::new(chunk)))
    }

    /// Whether the last chunk was none because a growing file has no more rows yet.
    pub fn is_growing(&self) -> bool {
        self.again
    }

    /// The tables of the header.
    pub fn header(&self) -> Chunk<'_> {
        // SAFETY: valid until the second chunk; the borrow ends before the first.
        Chunk::new(unsafe { sys::reel_header(self.raw.as_ptr()) })
    }

    /// The format.
    pub fn format(&self) -> Format {
        // SAFETY: static, and every open reader has one.
        Format(unsafe { &*sys::reel_reader_format(self.raw.as_ptr()) })
    }

    /// The damage that ended reading early.
    pub fn damage(&self) -> Option<Error> {
        // SAFETY: an error of the library, or null.
        unsafe {
            sys::reel_reader_damage(self.raw.as_ptr())
                .as_ref()
                .map(|error| Error::of(error))
        }
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("format", &self.format())
            .finish_non_exhaustive()
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing borrows it any more; what it reads with is dropped after it.
        unsafe { sys::reel_close(self.raw.as_ptr()) };
    }
}

impl<'c> Options<'c> {
    /// Reads a whole file.
    pub fn load(self, path: impl AsRef<Path>) -> Result<Replay> {
        let reading = Reading::new(self)?;
        load(reading, file_source(path.as_ref())?)
    }

    /// Reads the bytes of a file.
    pub fn load_bytes(self, bytes: &[u8]) -> Result<Replay> {
        let reading = Reading::new(self)?;
        // SAFETY: the library reads them in this call only.
        load(reading, unsafe {
            sys::reel_source_memory(bytes.as_ptr().cast(), bytes.len())
        })
    }

    /// Reads a whole replay from a reader.
    pub fn load_from(self, reader: impl Read + Send) -> Result<Replay> {
        let reading = Reading::new(self)?;
        load(reading, read_source(reader))
    }

    /// Opens a file, to read it chunk by chunk.
    pub fn open(self, path: impl AsRef<Path>) -> Result<Reader<'c>> {
        let reading = Reading::new(self)?;
        open(reading, file_source(path.as_ref())?)
    }

    /// Opens the bytes of a file.
    pub fn open_bytes(self, bytes: &'c [u8]) -> Result<Reader<'c>> {
        let reading = Reading::new(self)?;
        // SAFETY: they live as long as the reader.
        open(reading, unsafe {
            sys::reel_source_memory(bytes.as_ptr().cast(), bytes.len())
        })
    }

    /// Opens a reader of bytes.
    pub fn open_from(self, reader: impl Read + Send + 'c) -> Result<Reader<'c>> {
        let reading = Reading::new(self)?;
        open(reading, read_source(reader))
    }
}

fn load(reading: Reading<'_>, source: sys::reel_source) -> Result<Replay> {
    let mut raw = std::ptr::null_mut();
    // SAFETY: the library takes the source.
    let status = call(|error| unsafe { sys::reel_load(source, &reading.raw, &mut raw, error) });
    let loaded = NonNull::new(raw).map(|raw| Replay { raw });
    reading.resume();
    status?;
    Ok(loaded.expect("a replay"))
}

fn open(reading: Reading<'_>, source: sys::reel_source) -> Result<Reader<'_>> {
    let mut raw = std::ptr::null_mut();
    // SAFETY: the library takes the source; the reader owns what the options point to.
    let status = call(|error| unsafe { sys::reel_open(source, &reading.raw, &mut raw, error) });
    let Some(raw) = NonNull::new(raw) else {
        reading.resume();
        return Err(status.expect_err("a reader or an error"));
    };
    let reader = Reader {
        raw,
        reading,
        again: false,
    };
    reader.reading.resume();
    Ok(reader)
}
