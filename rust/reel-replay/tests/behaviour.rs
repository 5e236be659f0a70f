// SPDX-License-Identifier: MIT
//! What users of the crate rely on.
use reel_replay::*;
use std::error::Error as _;
use std::path::{Path, PathBuf};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats").join(name)
}

fn play() -> PathBuf {
    golden("bsor/golden/full.bsor")
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("reel-rust-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn cut() -> Vec<u8> {
    let mut bytes = std::fs::read(play()).unwrap();
    bytes.truncate(bytes.len() / 2);
    bytes
}

fn format(id: &str) -> Format {
    Format::by_id(id).unwrap()
}

#[test]
fn rows_are_typed_or_by_name() {
    let replay = Replay::open(play()).unwrap();
    let notes = replay.rows::<bsor::Notes>();
    assert!(!notes.is_empty());
    assert_eq!(replay.table("notes").unwrap().len(), notes.len());
    assert!(replay.table("nots").is_none());
    assert_eq!(
        replay.rows::<bsor::Infos>()[0].player_name.to_string_lossy(),
        replay.header_text(HeaderText::PlayerName)
    );
    assert!(replay.rows::<gdr::Inputs>().is_empty());
    assert_eq!(replay.format().unwrap().id(), "bsor");
}

#[test]
fn every_table_has_the_size_of_its_struct() {
    for format in Format::all() {
        assert!(
            format
                .tables()
                .all(|table| table.fields().count() > 0 && !table.doc().is_empty()),
            "{}",
            format.name()
        );
    }
}

#[test]
#[should_panic(expected = "has no such field")]
fn a_field_of_another_table_is_refused() {
    let replay = Replay::open(play()).unwrap();
    let other = format("gdr2").tables().next().unwrap().fields().next().unwrap();
    replay.table("notes").unwrap().row(0).bytes(&other);
}

#[test]
#[should_panic(expected = "row 1000000 of")]
fn a_row_beyond_the_end_is_refused() {
    Replay::open(play()).unwrap().table("notes").unwrap().row(1_000_000);
}

#[test]
fn a_reader_has_its_header_first() {
    let mut reader = Options::new()
        .open(golden("teehistorian/golden/every-message.teehistorian"))
        .unwrap();
    assert_eq!(reader.header().rows::<teehistorian::Headers>().len(), 1);
    while reader.next_chunk().unwrap().is_some() {}
    assert!(!reader.is_growing());
}

#[test]
fn nul_and_missing_files_are_errors() {
    assert_eq!(Replay::open("play\0.bsor").err().unwrap().rule, "rust.nul");
    assert_eq!(Writer::create("play\0.bsor", format("bsor")).err().unwrap().rule, "rust.nul");
    assert_eq!(recover("play\0.bsor").err().unwrap().rule, "rust.nul");
    assert_eq!(Options::new().select("a\0b").load(play()).err().unwrap().rule, "rust.nul");
    assert_eq!(Replay::open(scratch("none")).err().unwrap().status, Status::Io);
    assert!(Format::by_id("bs\0or").is_none() && Format::by_id("chess").is_none());
    assert!(Options::new().select("nots").load(play()).is_err());
}

/// Every text that goes to C: of one with a NUL, C would only see what is before it.
#[test]
fn a_text_with_nul_is_an_error() {
    fn refused<T>(name: &str, got: Result<T>) {
        assert_eq!(
            got.err().unwrap_or_else(|| panic!("{name} took it")).rule,
            "rust.nul",
            "{name}"
        );
    }
    let (nul, to) = ("a\0b", scratch("nul"));
    let replay = Replay::open(play()).unwrap();
    refused("save", replay.save(nul));
    refused("statistics", replay.statistics(nul));
    assert!(replay.table(nul).is_none());
    refused("load", Options::new().load(nul));
    refused("open", Options::new().open(nul));
    refused("check", Options::new().check(nul));
    refused("from", convert(nul, &to, &Conversion::default()));
    refused("to", convert(play(), nul, &Conversion::default()));
    refused("start", Recorder::start(nul, format("bsor")));
    for (field, value) in [(nul, "value"), ("player_name", nul)] {
        let settings = vec![(field.to_owned(), value.to_owned())];
        let how = Conversion {
            settings,
            ..Default::default()
        };
        refused("settings", convert(play(), &to, &how));
    }
    type Made = fn() -> Options<'static>;
    let options: [(&str, Made); 5] = [
        ("select", || Options::new().select("notes").select("a\0b")),
        ("convention", || Options::new().convention("a\0b")),
        ("member", || Options::new().member("a\0b")),
        ("field", || Options::new().expect("a\0b", "value")),
        ("value", || Options::new().expect("player_id", "a\0b")),
    ];
    for (name, how) in options {
        refused(name, how().load(play()));
        refused(name, how().open(play()));
        refused(name, how().check(play()));
        refused(name, how().convert(play(), &to, &Conversion::default()));
    }
    #[cfg(feature = "arrow")]
    refused("arrow", Options::new().arrow(play(), nul));
    assert!(!to.exists(), "a file of half a name");
}

#[test]
fn a_callback_that_panics_ends_the_call() {
    let bytes = cut();
    let load = || Options::new().on_finding(|_| panic!("no")).load_bytes(&bytes);
    assert_eq!(
        std::panic::catch_unwind(load).err().unwrap().downcast_ref::<&str>(),
        Some(&"no")
    );
    let check = || {
        Options::new()
            .on_finding(|_| panic!("no"))
            .check(golden("bsor/bad/bool-2.bsor"))
    };
    let _ = std::panic::catch_unwind(check);
    struct Panics;
    impl std::io::Read for Panics {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            panic!("no")
        }
    }
    assert_eq!(Options::new().load_from(Panics).err().unwrap().status, Status::Io);
    struct Liar;
    impl std::io::Read for Liar {
        fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
            Ok(room.len() + 1)
        }
    }
    assert_eq!(Options::new().load_from(Liar).err().unwrap().rule, "rust.io");
}

#[test]
fn progress_cancels() {
    let mut bytes = Vec::new();
    let mut writer = Writer::to_writer(&mut bytes, format("bsor")).unwrap();
    writer.append::<bsor::Infos>(&[bsor::Info::default()]).unwrap();
    writer.append::<bsor::Frames>(&vec![bsor::Frame::default(); 100_000]).unwrap();
    writer.finish().unwrap();
    let stopped = Options::new().on_progress(|_| false).load_bytes(&bytes);
    assert_eq!(stopped.err().unwrap().status, Status::Cancelled);
    let mut calls = 0;
    Options::new()
        .on_progress(|now| {
            calls += 1;
            now.read > 0 || now.size.is_some()
        })
        .load_bytes(&bytes)
        .unwrap();
    assert!(calls > 0);
}

#[test]
fn a_reader_of_bytes_is_a_source() {
    let file = std::fs::File::open(play()).unwrap();
    assert!(!Options::new().load_from(file).unwrap().rows::<bsor::Frames>().is_empty());
}

#[test]
fn a_writer_that_fails_is_an_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk full"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            panic!("no")
        }
    }
    let full = Replay::open(play()).unwrap().write_to(Full).unwrap_err();
    assert_eq!(full.message, "disk full");
    assert_eq!(full.source().unwrap().to_string(), "disk full");
}

#[test]
fn a_row_that_no_file_has_is_refused_with_its_reason() {
    let mut bytes = Vec::new();
    let mut writer = Writer::to_writer(&mut bytes, format("bsor")).unwrap();
    writer.append::<bsor::Infos>(&[bsor::Info::default()]).unwrap();
    let note = bsor::Note {
        event_type: 9,
        ..Default::default()
    };
    let why = writer.append::<bsor::Notes>(&[note]).err().unwrap();
    assert!(why.rule == "bsor.event-type" && !why.message.is_empty());
    writer.append::<bsor::Frames>(&[bsor::Frame::default()]).unwrap();
    writer.finish().unwrap();
    let replay = Options::new().load_bytes(&bytes).unwrap();
    assert!(replay.rows::<bsor::Notes>().is_empty() && replay.rows::<bsor::Frames>().len() == 1);
}

#[test]
fn a_left_spool_becomes_a_file() {
    let path = scratch("left.bsor");
    assert!(!recover(&path).unwrap());
    let mut recorder = Recorder::start(&path, format("bsor")).unwrap();
    recorder
        .record::<bsor::Infos>(&bsor::Info {
            player_name: "Zoë".into(),
            ..Default::default()
        })
        .unwrap();
    recorder.record::<bsor::Frames>(&bsor::Frame::default()).unwrap();
    recorder.flush().unwrap();
    drop(recorder);
    assert!(!path.exists() && recover(&path).unwrap() && !recover(&path).unwrap());
    assert_eq!(Replay::open(&path).unwrap().rows::<bsor::Infos>()[0].player_name, "Zoë");
    let mut second = Recorder::start(&path, format("bsor")).unwrap();
    let name = second.path().to_owned();
    assert!(name.to_str().unwrap().ends_with("left-2.bsor"));
    second.record::<bsor::Infos>(&bsor::Info::default()).unwrap();
    second.flush().unwrap();
    drop(second);
    let third = Recorder::start(&path, format("bsor")).unwrap(); // completes what is left
    assert!(third.path().to_str().unwrap().ends_with("left-3.bsor") && name.exists());
    drop(third);
    std::fs::remove_file(&name).unwrap();
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn an_error_has_what_the_reader_failed_with() {
    struct Dead(Option<std::io::Error>);
    impl std::io::Read for Dead {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(self.0.take().unwrap())
        }
    }
    let dead = || {
        Dead(Some(std::io::Error::new(
            std::io::ErrorKind::ConnectionReset,
            "the line is dead",
        )))
    };
    for error in [
        Options::new().load_from(dead()).unwrap_err(),
        Options::new().open_from(dead()).unwrap_err(),
    ] {
        let cause = error.source().unwrap().downcast_ref::<std::io::Error>().unwrap();
        assert_eq!((cause.kind(), error.rule), (std::io::ErrorKind::ConnectionReset, "rust.io"));
        assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::ConnectionReset);
    }
    let other = Replay::from_bytes(b"nothing").unwrap_err();
    assert!(other.source().is_none());
    assert_eq!(std::io::Error::from(other).kind(), std::io::ErrorKind::Unsupported);
}

#[test]
fn jobs_report_and_convert() {
    let path = scratch("converted.dat");
    let how = Conversion {
        to: Some(format("scoresaber")),
        ..Default::default()
    };
    convert(play(), &path, &how).unwrap();
    let again = Conversion { replace: true, ..how };
    let mut lost = 0;
    Options::new()
        .on_finding(|_| lost += 1)
        .convert(play(), &path, &again)
        .unwrap();
    assert!(lost > 0);
    let panics = std::panic::catch_unwind(|| Options::new().on_finding(|_| panic!("no")).convert(play(), &path, &again));
    assert_eq!(*panics.unwrap_err().downcast::<&str>().unwrap(), "no");
    std::fs::remove_file(&path).unwrap();
    let statistics = Replay::open(play()).unwrap().statistics("beatsaber").unwrap();
    assert_eq!(statistics.rows::<beatsaber::Summaries>().len(), 1);
    let replay = Replay::open(play()).unwrap();
    let evidence = replay.statistics("evidence").unwrap();
    assert_eq!(evidence.rows::<beatsaber::Evidences>().len(), 1);
    assert!(statistics.rows::<beatsaber::Evidences>().is_empty() && replay.statistics("frames").is_err());
    assert!(!replay.statistics("motion").unwrap().rows::<beatsaber::Samples>().is_empty());
    assert!(
        statistics.format().is_none() && statistics.statistics("beatsaber").is_err() && statistics.write_to(Vec::new()).is_err()
    );
}

#[test]
fn a_play_is_judged_with_its_map() {
    let path = scratch("level.dat");
    let how = Conversion {
        to: Some(format("beatsaber-map")),
        ..Default::default()
    };
    convert(play(), &path, &how).unwrap();
    let (replay, level) = (Replay::open(play()).unwrap(), Replay::open(&path).unwrap());
    std::fs::remove_file(&path).unwrap();
    let alone = replay.statistics("beatsaber").unwrap();
    assert!(alone.rows::<beatsaber::Levels>().is_empty());
    let judged = replay.statistics_with_level("beatsaber", &level).unwrap();
    assert!(judged.rows::<beatsaber::Levels>().len() == 1 && judged.rows::<beatsaber::Levels>()[0].notes > 0);
    let is_judged = |found: Vec<Finding>| found.iter().any(|finding| finding.rule == "beatsaber.level-play");
    assert!(!is_judged(Options::new().check(play()).unwrap()));
    assert!(is_judged(Options::new().check_with_level(play(), &level).unwrap()));
    assert_eq!(
        replay.statistics_with_level("beatsaber", &replay).err().unwrap().rule,
        "level.none"
    );
    assert!(Options::new().check_with_level(play(), &replay).is_err());
}

#[test]
fn threads_read_one_replay() {
    let replay = Replay::open(play()).unwrap();
    let count = replay.rows::<bsor::Frames>().len();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(replay.rows::<bsor::Frames>().len(), count));
        }
    });
    let reader = Options::new().open(play()).unwrap();
    std::thread::spawn(move || drop(reader)).join().unwrap();
}

#[cfg(feature = "serde")]
#[test]
fn rows_are_serde() {
    let replay = Replay::open(play()).unwrap();
    let json = serde_json::to_value(replay.rows::<bsor::Infos>()[0]).unwrap();
    assert_eq!(json["player_name"], replay.header_text(HeaderText::PlayerName));
    let frame = serde_json::to_value(replay.rows::<bsor::Frames>()[0]).unwrap();
    assert!(frame["head"]["position"]["y"].is_number());
}

#[cfg(feature = "arrow")]
#[test]
fn tables_are_arrow() {
    use arrow_array::RecordBatchReader;
    let batches = Options::new().arrow(play(), "frames").unwrap();
    assert!(batches.schema().field_with_name("head_position_y").is_ok());
    let rows: usize = batches.map(|batch| batch.unwrap().num_rows()).sum();
    assert_eq!(rows, Replay::open(play()).unwrap().rows::<bsor::Frames>().len());
    assert_eq!(Options::new().arrow(play(), "nots").err().unwrap().rule, "arrow.table");
}
