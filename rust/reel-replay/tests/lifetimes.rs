// SPDX-License-Identifier: MIT
//! Random calls with damaged files, callbacks that panic, readers and writers that fail: nothing outlives its user. `rust/test.sh` runs this
//! with valgrind, too, which looks for what the library keeps. One test in a program of its own: it silences panics.

use reel_replay::{Conversion, Limits, Options, Result, Writer};
use std::io::{Error, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// What a call is given. Each part of it holds `alive`.
#[derive(Clone)]
struct User {
    random: Arc<Mutex<u64>>,
    data: Vec<u8>,
    at: usize,
    left: usize,
    alive: Arc<()>,
}

fn below(random: &Mutex<u64>, limit: usize) -> usize {
    let mut state = random.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize % limit
}

impl User {
    fn chance(&self, of: usize) -> bool {
        below(&self.random, of) == 0
    }

    fn spend(&mut self, count: usize) -> std::io::Result<usize> {
        if count > self.left {
            assert!(self.chance(2), "no more");
            return Err(Error::other("no more"));
        }
        self.left -= count;
        Ok(count)
    }

    fn options<'c>(&self) -> Options<'c> {
        let mut options = Options::new();
        if self.chance(4) {
            options = options.strict();
        }
        if self.chance(8) {
            options = options.between(0.0, 1.0);
        }
        if self.chance(8) {
            options = options.select("frames");
        }
        if self.chance(16) {
            options = options.select("a\0b");
        }
        if self.chance(16) {
            options = options.expect("player_id", "nobody");
        }
        if self.chance(8) {
            options = options.limits(Limits {
                work: 1000,
                ..Default::default()
            });
        }
        if self.chance(2) {
            let user = self.clone();
            options = options.on_finding(move |_| assert!(!user.chance(20), "no more of {:?}", user.alive));
        }
        if self.chance(2) {
            let user = self.clone();
            options = options.on_progress(move |_| {
                assert!(!user.chance(20), "no more of {:?}", user.alive);
                !user.chance(20)
            });
        }
        options
    }

    fn read_all(&self) -> Result<()> {
        let replay = self.options().load_from(self.clone())?;
        let written = replay.write_to(self.clone());
        let _ = replay.statistics("beatsaber");
        let Some(format) = replay.format() else { return written };
        let mut writer = Writer::to_writer(self.clone(), format)?;
        let mut reader = self.options().open_bytes(&self.data)?;
        while let Some(chunk) = reader.next_chunk()? {
            writer.append_chunk(&chunk)?;
        }
        if self.chance(2) {
            writer.finish()?;
        }
        written
    }

    fn read_chunks(&self) -> Result<()> {
        let mut reader = self.options().open_from(self.clone())?;
        while reader.next_chunk()?.is_some() && !self.chance(4) {}
        Ok(())
    }

    fn read_files(&self, folder: &Path) -> Result<()> {
        let from = folder.join("from");
        std::fs::write(&from, &self.data).unwrap();
        let how = Conversion {
            repair: self.chance(2),
            anonymise: self.chance(2),
            replace: !self.chance(4),
            ..Default::default()
        };
        #[cfg(feature = "arrow")]
        if let Ok(batches) = options_for_ever(self).arrow(&from, "frames") {
            let _ = batches.take(2).count();
        }
        self.options().check(&from)?;
        self.options().convert(&from, folder.join("to"), &how)
    }
}

#[cfg(feature = "arrow")]
fn options_for_ever(user: &User) -> Options<'static> {
    let mut options = Options::new();
    if user.chance(4) {
        options = options.select("a\0b");
    }
    let user = user.clone();
    options.on_progress(move |_| !user.chance(20))
}

impl Read for User {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let count = room.len().min(self.data.len() - self.at);
        self.spend(count)?;
        room[..count].copy_from_slice(&self.data[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

impl Write for User {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.spend(data.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.spend(0).map(|_| ())
    }
}

fn files() -> Vec<PathBuf> {
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats");
    let mut found = Vec::new();
    for family in std::fs::read_dir(formats).unwrap() {
        for kind in ["golden", "bad"] {
            if let Ok(files) = std::fs::read_dir(family.as_ref().unwrap().path().join(kind)) {
                found.extend(files.map(|file| file.unwrap().path()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn nothing_outlives_its_user() {
    let files = files();
    let random = Arc::new(Mutex::new(35));
    let folder = std::env::temp_dir().join(format!("reel-lifetimes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::panic::set_hook(Box::new(|_| {}));
    let calls: usize = std::env::var("REEL_CALLS").map_or(600, |calls| calls.parse().unwrap());
    let (mut made, mut failed) = (0, 0);
    for _ in 0..calls {
        let mut data = std::fs::read(&files[below(&random, files.len())]).unwrap();
        if data.is_empty() || data.len() > 100_000 {
            continue;
        }
        if below(&random, 2) == 0 {
            let at = below(&random, data.len());
            data[at] ^= 1 << below(&random, 8);
        }
        if below(&random, 4) == 0 {
            data.truncate(below(&random, data.len()) + 1);
        }
        let left = if below(&random, 4) == 0 {
            below(&random, data.len())
        } else {
            usize::MAX
        };
        let alive = Arc::new(());
        let user = User {
            random: random.clone(),
            data,
            at: 0,
            left,
            alive: alive.clone(),
        };
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match below(&random, 3) {
            0 => user.read_all(),
            1 => user.read_chunks(),
            _ => user.read_files(&folder),
        }));
        failed += usize::from(!matches!(result, Ok(Ok(()))));
        made += 1;
        drop((user, result));
        assert_eq!(Arc::strong_count(&alive), 1, "call {made}");
    }
    let _ = std::panic::take_hook();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(failed > made / 10 && failed < made * 9 / 10, "{failed} of {made} calls fail");
}
