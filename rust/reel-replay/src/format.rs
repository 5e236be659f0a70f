// SPDX-License-Identifier: MIT
//! Formats and their tables, as the library describes them.

use crate::error::fixed;
use reel_sys as sys;
use std::ffi::CString;
use std::fmt;

/// A file format.
#[derive(Clone, Copy)]
pub struct Format(pub(crate) &'static sys::reel_format);

// SAFETY: the library never changes a format.
unsafe impl Send for Format {}
// SAFETY: as above.
unsafe impl Sync for Format {}

impl Format {
    /// All formats of the library.
    pub fn all() -> impl Iterator<Item = Format> {
        // SAFETY: a static list that ends with a null pointer.
        unsafe { list(sys::reel_formats()) }.map(Format)
    }

    /// The format with this id, such as `bsor` or `gdr2`.
    pub fn by_id(id: &str) -> Option<Format> {
        let id = CString::new(id).ok()?;
        // SAFETY: null stands for all formats; the result is static.
        unsafe { sys::reel_format_by_id(std::ptr::null(), id.as_ptr()).as_ref() }.map(Format)
    }

    /// The id: `bsor`.
    pub fn id(&self) -> &'static str {
        // SAFETY: static text.
        unsafe { fixed(sys::reel_format_id(self.0)) }
    }

    /// The name for people.
    pub fn name(&self) -> &'static str {
        // SAFETY: static text.
        unsafe { fixed(sys::reel_format_name(self.0)) }
    }

    /// Whether files of this format can be written.
    pub fn writes(&self) -> bool {
        // SAFETY: a format of the library.
        unsafe { sys::reel_format_writes(self.0) }
    }

    /// The tables, in the order of every export.
    pub fn tables(&self) -> impl Iterator<Item = TableInfo> {
        // SAFETY: a static list that ends with a null pointer.
        unsafe { list(sys::reel_format_tables(self.0)) }.map(TableInfo)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.id()).finish()
    }
}

/// # Safety
/// `first` is a list of static objects that ends with a null pointer.
pub(crate) unsafe fn list<T: 'static>(first: *const *const T) -> impl Iterator<Item = &'static T> {
    let mut at = first;
    std::iter::from_fn(move || {
        // SAFETY: not beyond the null pointer.
        let item = unsafe { (*at).as_ref() }?;
        at = unsafe { at.add(1) };
        Some(item)
    })
}

/// The description of a table.
#[derive(Clone, Copy)]
pub struct TableInfo(pub(crate) &'static sys::reel_table);

impl TableInfo {
    /// The name: `frames`.
    pub fn name(&self) -> &'static str {
        // SAFETY: static text.
        unsafe { fixed(self.0.name) }
    }

    /// What the table has, in one line.
    pub fn doc(&self) -> &'static str {
        // SAFETY: static text.
        unsafe { fixed(self.0.doc) }
    }

    /// The fields of a row.
    pub fn fields(&self) -> impl Iterator<Item = Field> {
        // SAFETY: a static array of that many fields.
        unsafe { std::slice::from_raw_parts(self.0.fields, usize::from(self.0.field_count)) }
            .iter()
            .map(Field)
    }
}

impl fmt::Debug for TableInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableInfo").field(&self.name()).finish()
    }
}

/// The description of a field.
#[derive(Clone, Copy)]
pub struct Field(pub(crate) &'static sys::reel_field);

impl Field {
    /// The name: `head_position`.
    pub fn name(&self) -> &'static str {
        // SAFETY: static text.
        unsafe { fixed(self.0.name) }
    }

    /// The unit: `m`. Empty if there is none.
    pub fn unit(&self) -> &'static str {
        // SAFETY: static text.
        unsafe { fixed(self.0.unit) }
    }

    /// What the field is, in one line.
    pub fn doc(&self) -> &'static str {
        // SAFETY: static text.
        unsafe { fixed(self.0.doc) }
    }

    /// The type of a value: `f32`, `string`, ...
    pub fn type_name(&self) -> &'static str {
        // SAFETY: static text for any number.
        unsafe { fixed(sys::reel_type_name(self.0.r#type)) }
    }

    /// Number of values: more than 1 for a vector.
    pub fn count(&self) -> usize {
        usize::from(self.0.count)
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Field").field(&self.name()).finish()
    }
}

/// The rows of a table that is known by its name only.
#[derive(Clone, Copy, Debug)]
pub struct AnyRows<'a> {
    pub(crate) table: TableInfo,
    pub(crate) data: *const u8,
    pub(crate) count: usize,
    pub(crate) life: std::marker::PhantomData<&'a [u8]>,
}

impl<'a> AnyRows<'a> {
    /// The table.
    pub fn table(&self) -> TableInfo {
        self.table
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// A row. Panics if there is none of this number.
    pub fn row(&self, index: usize) -> AnyRow<'a> {
        assert!(index < self.count, "row {index} of {}", self.count);
        // SAFETY: the array has that row.
        AnyRow {
            table: self.table,
            data: unsafe { self.data.add(index * self.table.0.row_size as usize) },
            life: self.life,
        }
    }
}

/// A row of a table that is known by its name only.
#[derive(Clone, Copy, Debug)]
pub struct AnyRow<'a> {
    table: TableInfo,
    data: *const u8,
    life: std::marker::PhantomData<&'a [u8]>,
}

impl<'a> AnyRow<'a> {
    /// The bytes of a field: numbers in the order of this machine, text as it is. Panics if the table has no such field.
    pub fn bytes(&self, field: &Field) -> &'a [u8] {
        let fields = self.table.0.fields as usize;
        let number = (field.0 as *const sys::reel_field as usize).wrapping_sub(fields) / std::mem::size_of::<sys::reel_field>();
        assert!(
            number < usize::from(self.table.0.field_count),
            "table {} has no such field",
            self.table.name()
        );
        // SAFETY: the row has that field, whose bytes the library wrote.
        unsafe {
            let at = self.data.add(usize::from(field.0.offset));
            if field.0.r#type == sys::REEL_STRING || field.0.r#type == sys::REEL_BYTES {
                return at.cast::<crate::row::Bytes<'a>>().read_unaligned().as_bytes();
            }
            std::slice::from_raw_parts(at, sys::reel_type_size(field.0.r#type) * field.count())
        }
    }
}
