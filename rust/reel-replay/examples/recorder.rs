// SPDX-License-Identifier: MIT
//! A recorder as a mod would have it: poses in each frame, notes as they are scored, and a file after a crash, too.
//! `recorder OUT.bsor [SECONDS [KILLED_AT_FRAME]]`. The play is simulated.
use reel_replay::{bsor, Format, Pose, Quaternion, Recorder, Result, Vec3};

const RATE: i32 = 72;

fn pose(x: f32, y: f32, z: f32, angle: f32) -> Pose {
    Pose {
        position: Vec3 { x, y, z },
        rotation: Quaternion {
            x: (angle / 2.0).sin(),
            y: 0.0,
            z: 0.0,
            w: (angle / 2.0).cos(),
        },
    }
}

struct Mod {
    recorder: Recorder,
    notes: i32,
    combo: i32,
    score: i32,
}

impl Mod {
    fn frame(&mut self, number: i32) -> Result<()> {
        let jitter = (number * 37 % 100) as f32 / 500.0;
        let time = (number as f32 + jitter) / RATE as f32;
        let swing = (time * std::f32::consts::TAU).sin();
        self.recorder.record::<bsor::Frames>(&bsor::Frame {
            time,
            fps: RATE,
            head: pose(0.02 * swing, 1.7, 0.0, 0.05 * swing),
            left_hand: pose(-0.3, 1.1 + 0.4 * swing, 0.35, 1.2 * swing),
            right_hand: pose(0.3, 1.1 - 0.4 * swing, 0.35, -1.2 * swing),
        })?;
        if time >= 1.0 + 0.5 * self.notes as f32 {
            self.note(time)?;
        }
        if number % RATE == 0 {
            self.recorder.flush()?; // at most a second of play is lost
        }
        Ok(())
    }

    fn note(&mut self, time: f32) -> Result<()> {
        let (color, direction) = (self.notes % 2, if self.notes / 2 % 2 == 0 { 1 } else { 0 });
        let off = 0.02 * (self.notes * 7 % 10) as f32;
        let note = bsor::Note {
            note_id: 30000 + 1000 * (1 + color) + 10 * color + direction,
            event_time: time,
            spawn_time: time,
            event_type: 0,
            has_cut: 1,
            cut: bsor::Cut {
                speed_ok: 1,
                direction_ok: 1,
                saber_type_ok: 1,
                saber_speed: 9.0 + off * 20.0,
                saber_direction: Vec3 {
                    x: 0.0,
                    y: if direction == 1 { -9.0 } else { 9.0 },
                    z: 0.0,
                },
                saber_type: color,
                time_deviation: off / 5.0,
                cut_point: Vec3 {
                    x: if color == 1 { 0.3 } else { -0.3 },
                    y: 1.0,
                    z: 0.9,
                },
                cut_normal: Vec3 {
                    x: if color == 1 { -1.0 } else { 1.0 },
                    y: 0.0,
                    z: 0.0,
                },
                cut_distance_to_center: off,
                before_cut_rating: 1.1,
                after_cut_rating: 1.05,
                ..Default::default()
            },
        };
        self.recorder.record::<bsor::Notes>(&note)?;
        self.notes += 1;
        self.combo += 1;
        let multiplier = [(2, 1), (6, 2), (14, 4)]
            .iter()
            .find(|(most, _)| self.combo < *most)
            .map_or(8, |(_, value)| *value);
        let center = 15.0 * (1.0 - off / 0.3).clamp(0.0, 1.0);
        self.score += multiplier * (100 + center.round() as i32);
        self.info()
    }

    /// With the score so far in its info, the file of a crash is as good as any.
    fn info(&mut self) -> Result<()> {
        self.recorder.replace::<bsor::Infos>(&bsor::Info {
            mod_version: "1.0.0".into(),
            game_version: "1.40.0".into(),
            timestamp: "1767225600".into(),
            player_id: "1".into(),
            player_name: "Example Player".into(),
            platform: "steam".into(),
            tracking_system: "OpenXR".into(),
            headset: "Example".into(),
            controller: "Example".into(),
            map_hash: "0123456789ABCDEF0123456789ABCDEF01234567".into(),
            song_name: "Metronome".into(),
            mapper: "reel".into(),
            difficulty: "Expert".into(),
            mode: "Standard".into(),
            environment: "The First".into(),
            jump_distance: 18.0,
            height: 1.7,
            score: self.score,
            ..Default::default()
        })
    }
}

fn record(path: &str, seconds: i32, killed: i32) -> Result<()> {
    // what an earlier run left when it was killed becomes a file first
    let recorder = Recorder::start(path, Format::by_id("bsor").expect("a format of every library"))?;
    let mut game = Mod {
        recorder,
        notes: 0,
        combo: 0,
        score: 0,
    };
    game.info()?;
    for number in 0..seconds * RATE {
        game.frame(number)?;
        if number == killed {
            kill();
        }
    }
    game.recorder.save()
}

/// Ends the process as the system would.
fn kill() -> ! {
    let me = std::process::id().to_string();
    let _ = std::process::Command::new("kill").args(["-9", &me]).status();
    std::process::abort()
}

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |index: usize, default| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default);
    let Some(path) = arguments.get(1) else {
        eprintln!("usage: recorder OUT.bsor [SECONDS [KILLED_AT_FRAME]]");
        return 2.into();
    };
    match record(path, number(2, 30), number(3, -1)) {
        Ok(()) => 0.into(),
        Err(why) => {
            eprintln!("{why}");
            1.into()
        }
    }
}
