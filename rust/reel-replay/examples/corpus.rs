// SPDX-License-Identifier: MIT
//! Sums all rows of the files whose paths are in standard input, for the tests of this repository.
use reel_replay::{AnyRow, Field, Replay};

struct Sum(u64);

impl Sum {
    fn mix(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    fn mix_bytes(&mut self, bytes: &[u8]) {
        self.mix(bytes.len() as u64);
        for part in bytes.chunks(8) {
            self.mix(word(part));
        }
    }

    fn mix_field(&mut self, row: AnyRow<'_>, field: &Field, size: usize) {
        let bytes = row.bytes(field);
        match size {
            0 => self.mix_bytes(bytes),
            16 => bytes.chunks(16).for_each(|uuid| self.mix_bytes(uuid)),
            _ => bytes.chunks(size).for_each(|value| self.mix(word(value))),
        }
    }
}

fn word(part: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..part.len()].copy_from_slice(part);
    u64::from_le_bytes(bytes)
}

/// 0 for text and bytes, whose size is another one in each row.
fn size_of(field: &Field) -> usize {
    match field.type_name() {
        "string" | "bytes" => 0,
        "uuid" => 16,
        "bool" | "u8" | "i8" => 1,
        "u16" | "i16" => 2,
        "u32" | "i32" | "f32" => 4,
        _ => 8,
    }
}

fn hash(replay: &Replay) -> u64 {
    let mut sum = Sum(0xcbf2_9ce4_8422_2325);
    sum.mix(replay.damage().map_or(0, |damage| -i64::from(damage.status.code()) as u64));
    for table in replay.tables() {
        let rows = replay.table(table.name()).expect("a table of the replay");
        let fields: Vec<(Field, usize)> = table.fields().map(|field| (field, size_of(&field))).collect();
        sum.mix(rows.len() as u64);
        for index in 0..rows.len() {
            for (field, size) in &fields {
                sum.mix_field(rows.row(index), field, *size);
            }
        }
    }
    sum.0
}

fn main() {
    for path in std::io::stdin().lines() {
        let path = path.expect("a path");
        match Replay::open(&path) {
            Err(why) => println!("{} none {path}", why.status.name()),
            Ok(replay) => {
                let mut bytes = Vec::new();
                let written = match replay.write_to(&mut bytes) {
                    Err(_) => "none",
                    Ok(()) if std::fs::read(&path).expect("the file") == bytes => "same",
                    Ok(()) => "other",
                };
                println!("{:016x} {written} {path}", hash(&replay));
            }
        }
    }
}
