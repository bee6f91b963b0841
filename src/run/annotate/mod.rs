//! Annotation of saved chess games.
//!
//! Games of a PGN file are read one by one. Their positions are searched side by side, and the
//! moves are judged and written with comments that other programs read.

mod chunks;
mod game;
mod judge;
mod words;

use std::io::{self, BufRead, Write};

use super::interrupt::Interrupt;
use super::lifecycle::Run;
use super::live::Screen;
use super::progress::Progress;
use super::side_by_side::SideBySide;
use chunks::{Chunk, Chunks, LONGEST};
use judge::GLYPHS;
use sparring_engine::games::chess::{Annotations, Chess, GameRecord, PgnGames, PgnNotes};
use sparring_engine::search::{AnyStrategy, Settings};
use sparring_report::{AnnotationSummary, Ledger};

/// The parameters of an annotation.
pub struct Annotate<'a> {
    pub settings: Settings<AnyStrategy>,
    /// Positions searched side by side.
    pub jobs: usize,
    /// MiB of all tables together.
    pub hash: usize,
    /// Gets line and reason of every unreadable game, and remarks on others.
    pub refused: &'a dyn Fn(usize, &str),
}

/// A reason for an incomplete annotation.
#[derive(Debug)]
pub enum AnnotateError {
    Unread(io::Error),
    Unwritten(io::Error),
}

/// Annotates games until Ctrl-C, and drops the unfinished one.
///
/// # Errors
/// The errors of reading and writing.
pub fn annotate(
    how: &Annotate<'_>,
    run: &Run,
    input: impl BufRead,
    output: impl Write,
) -> Result<AnnotationSummary, AnnotateError> {
    let mut engines = SideBySide::new(&Chess, &run.pool, how.jobs, how.hash);
    let outcome = run.shown(Progress::lines(None), |screen| {
        run.counted(|| {
            let (engines, interrupt) = (&mut engines, &run.interrupt);
            let mut games = Games { how, engines, output, interrupt, screen, done: Done::default() };
            games.run(input)?;
            Ok(games.done)
        })
    });
    let (keys, done) = (outcome.keys(), outcome.value?);
    Ok(AnnotationSummary {
        games: done.games,
        errors: done.errors,
        moves: done.moves,
        glyphs: done.glyphs,
        left_out: [done.variations, done.foreign_glyphs],
        nodes: done.nodes,
        time_ns: keys.time_ns,
        threads: keys.threads,
        ledger: Ledger::of(&outcome.observed.snapshot),
    })
}

#[derive(Default)]
struct Done {
    games: u64,
    errors: u64,
    moves: u64,
    glyphs: [u64; 3],
    variations: usize,
    foreign_glyphs: usize,
    nodes: u64,
}

struct Games<'g, W> {
    how: &'g Annotate<'g>,
    engines: &'g mut SideBySide<Chess>,
    output: W,
    interrupt: &'g Interrupt,
    screen: &'g Screen<'g>,
    done: Done,
}

impl<W: Write> Games<'_, W> {
    fn run(&mut self, input: impl BufRead) -> Result<(), AnnotateError> {
        for chunk in Chunks::new(input) {
            let Chunk { line, text } = chunk.map_err(AnnotateError::Unread)?;
            // Ctrl-C may have truncated the text.
            if self.interrupt.requested() {
                return Ok(());
            }
            let Some(text) = text else {
                self.refuse(
                    line,
                    &format!(
                        "got a game of more than {} MiB, expected a shorter one; try without its comments",
                        LONGEST >> 20
                    ),
                );
                continue;
            };
            let mut games = PgnGames::new(&text);
            while let Some(game) = games.next_with_notes() {
                match game {
                    Ok((record, notes)) => {
                        for (at, remark) in &notes.remarks {
                            self.screen.aside(|| (self.how.refused)(line + at - 1, remark));
                        }
                        self.game(record, &notes).map_err(AnnotateError::Unwritten)?;
                    }
                    Err(why) => self.refuse(line + why.line - 1, &why.fault.to_string()),
                }
                if self.interrupt.requested() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn refuse(&mut self, line: usize, why: &str) {
        self.done.errors += 1;
        self.screen.aside(|| (self.how.refused)(line, why));
    }

    /// Writes an empty line before all games but the first.
    fn game(&mut self, mut record: GameRecord, notes: &PgnNotes) -> io::Result<()> {
        let (settings, count) = (self.how.settings, |done| self.screen.count(self.done.moves + done, None));
        let searched = game::search(self.engines, &record, settings, self.interrupt, &count);
        let Some((searched, nodes)) = searched else { return Ok(()) };
        let annotations = game::annotations(&record, &searched, notes);
        record.tags.set("Annotator", &game::annotator(settings));
        self.done.count(&annotations, notes, nodes);
        let between = if self.done.games > 1 { "\n" } else { "" };
        write!(self.output, "{between}{}", record.to_annotated_pgn(&annotations))?;
        self.output.flush()
    }
}

impl Done {
    fn count(&mut self, annotations: &Annotations, notes: &PgnNotes, nodes: u64) {
        self.games += 1;
        self.moves += annotations.moves.len() as u64;
        self.nodes += nodes;
        self.variations += notes.variations;
        self.foreign_glyphs += notes.glyphs;
        for (count, (_, glyph)) in self.glyphs.iter_mut().zip(GLYPHS) {
            let given = annotations.moves.iter().filter(|said| said.glyph == Some(glyph));
            *count += given.count() as u64;
        }
    }
}
