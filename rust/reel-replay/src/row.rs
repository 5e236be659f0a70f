// SPDX-License-Identifier: MIT
//! What rows are made of.

use reel_sys as sys;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

/// A table of a format or of statistics, as a type: [`crate::bsor::Frames`].
///
/// # Safety
/// `Row` has the layout of the C struct of the table that `raw` returns, for which all bytes are valid.
pub unsafe trait Table {
    /// The struct of a row. Its text lives for `'a`.
    type Row<'a>: Copy;
    /// The name of the table: `frames`.
    const NAME: &'static str;
    #[doc(hidden)]
    const LAYOUT: u32;
    #[doc(hidden)]
    fn raw() -> *const sys::reel_table;
}

/// The table, whose rows have to be those that this crate was made for: a library of another version may have others.
pub(crate) fn checked<T: Table>(table: *const sys::reel_table, known: &AtomicBool) -> *const sys::reel_table {
    if !known.load(Ordering::Relaxed) {
        // SAFETY: the library's own table.
        let (layout, size) = unsafe { (sys::reel_table_layout(table), (*table).row_size as usize) };
        let same = layout == T::LAYOUT && size == std::mem::size_of::<T::Row<'_>>();
        assert!(same, "the library has other rows of {} than this crate was made for", T::NAME);
        known.store(true, Ordering::Relaxed);
    }
    table
}

/// # Safety
/// `data` is what the library returned for `T::raw()`, and is valid for `'a`.
pub(crate) unsafe fn rows_of<'a, T: Table>(data: *const std::ffi::c_void, count: usize) -> &'a [T::Row<'a>] {
    if count == 0 {
        return &[];
    }
    std::slice::from_raw_parts(data.cast(), count)
}

macro_rules! borrowed {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name<'a> {
            data: *const u8,
            size: usize,
            life: PhantomData<&'a [u8]>,
        }

        // SAFETY: it is a `&'a [u8]` in the layout of C.
        unsafe impl Send for $name<'_> {}
        // SAFETY: as above.
        unsafe impl Sync for $name<'_> {}

        impl<'a> $name<'a> {
            /// The bytes.
            pub fn as_bytes(&self) -> &'a [u8] {
                if self.size == 0 {
                    return &[];
                }
                // SAFETY: made of a slice, or by the library, which keeps the bytes for `'a`.
                unsafe { std::slice::from_raw_parts(self.data, self.size) }
            }
        }

        impl<'a> From<&'a [u8]> for $name<'a> {
            fn from(bytes: &'a [u8]) -> Self {
                $name { data: bytes.as_ptr(), size: bytes.len(), life: PhantomData }
            }
        }

        impl Default for $name<'_> {
            fn default() -> Self {
                $name { data: std::ptr::null(), size: 0, life: PhantomData }
            }
        }

        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.as_bytes() == other.as_bytes()
            }
        }
        impl Eq for $name<'_> {}
    };
}

borrowed! {
    /// Text of a row: UTF-8 if the file has valid UTF-8, else the bytes of the file.
    Text
}
borrowed! {
    /// Opaque bytes of a row.
    Bytes
}

impl<'a> Text<'a> {
    /// The text, if it is UTF-8.
    pub fn to_str(&self) -> Result<&'a str, std::str::Utf8Error> {
        std::str::from_utf8(self.as_bytes())
    }

    /// The text, with U+FFFD for what is not UTF-8.
    pub fn to_string_lossy(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.as_bytes())
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        text.as_bytes().into()
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_string_lossy())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.to_string_lossy(), f)
    }
}

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.size)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Text<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string_lossy())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Bytes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.as_bytes())
    }
}

/// A position or a direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// A rotation.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Quaternion {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub w: f32,
}

/// Where a device is, and how it is turned.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Pose {
    pub position: Vec3,
    pub rotation: Quaternion,
}

/// How the reading of a replay went.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reading {
    /// Findings of severity note.
    pub notes: u32,
    /// Findings of severity warning.
    pub warnings: u32,
    /// Findings of severity error.
    pub errors: u32,
    /// 0: nothing else here has a value.
    pub known: u8,
    /// 1: read to the end of the file, without damage.
    pub complete: u8,
}

/// A UUID, with its bytes in the order of its text.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Uuid {
    /// The 16 bytes.
    pub bytes: [u8; 16],
}

#[cfg(test)]
mod tests {
    use super::*;

    enum Other {}
    // SAFETY: its rows are never read.
    unsafe impl Table for Other {
        type Row<'a> = crate::bsor::Frame;
        const NAME: &'static str = "frames";
        const LAYOUT: u32 = crate::bsor::Frames::LAYOUT + 1;
        fn raw() -> *const sys::reel_table {
            static CHECKED: AtomicBool = AtomicBool::new(false);
            checked::<Self>(std::ptr::addr_of!(sys::bsor_frames), &CHECKED)
        }
    }

    #[test]
    #[should_panic(expected = "the library has other rows of frames")]
    fn rows_of_another_layout_are_refused() {
        Other::raw();
    }
}
