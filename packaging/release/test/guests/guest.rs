// SPDX-License-Identifier: MIT
// Who uses the crates, beside play.bsor. Prints each job that was done.
use reel_replay::{bsor, convert, Conversion, Format, HeaderText, Options, Replay};

fn main() -> reel_replay::Result<()> {
    let play = Replay::open("play.bsor")?;
    assert!(!play.header_text(HeaderText::PlayerName).is_empty());
    assert!(!play.rows::<bsor::Frames>().is_empty());
    println!("did info");
    assert!(Options::new()
        .check("play.bsor")?
        .iter()
        .all(|finding| !finding.message.is_empty()));
    println!("did check");
    convert(
        "play.bsor",
        "copy.xror",
        &Conversion {
            to: Format::by_id("xror"),
            ..Default::default()
        },
    )?;
    Replay::open("copy.xror")?;
    println!("did convert");
    Ok(())
}
