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
use game::tells_depth;
use judge::GLYPHS;
use sparring_engine::games::chess::{Annotations, Chess, GameRecord, PgnGames, PgnNotes};
use sparring_engine::search::{AnyStrategy, SearchStrategy, Settings};
use sparring_report::{AnnotationSummary, JudgedGame, JudgedGamesDocument, Ledger, RunKeys, SuiteError};

pub struct Annotate<'a> {
    /// Name of the input in documents.
    pub file: &'a str,
    pub settings: Settings<AnyStrategy>,
    /// Positions searched side by side.
    pub jobs: usize,
    /// MiB of all tables together.
    pub hash: usize,
    /// Positions of all games, if known.
    pub length: Option<u64>,
    /// True to keep the games for the document.
    pub keeps: bool,
    /// Gets line and reason of every unreadable game, and remarks on others.
    pub refused: &'a dyn Fn(usize, &str),
}

/// Annotated games.
pub struct Annotated {
    pub summary: AnnotationSummary,
    /// Without games unless they are kept.
    pub document: JudgedGamesDocument,
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
) -> Result<Annotated, AnnotateError> {
    let mut engines = SideBySide::new(&Chess, &run.pool, how.jobs, how.hash);
    let outcome = run.shown(Progress::lines(Some(how.length.unwrap_or(0))), |screen| {
        run.counted(|| {
            let (engines, interrupt) = (&mut engines, &run.interrupt);
            let mut games = Games { how, engines, output, interrupt, screen, done: Done::default() };
            games.run(input)?;
            Ok(games.done)
        })
    });
    let (keys, done) = (outcome.keys(), outcome.value?);
    Ok(done.annotated(how, keys, Ledger::of(&outcome.observed.snapshot)))
}

/// Counts games, also unreadable ones, and the positions of readable ones, until Ctrl-C.
///
/// # Errors
/// A read error.
pub fn count_games(input: impl BufRead, interrupt: &Interrupt) -> io::Result<(u64, u64)> {
    let (mut games, mut positions) = (0, 0);
    for chunk in Chunks::new(input) {
        let Some(text) = chunk?.text else { continue };
        for game in PgnGames::new(&text) {
            games += 1;
            positions += game.map_or(0, |record| record.moves.len() as u64 + 1);
        }
        if interrupt.requested() {
            break;
        }
    }
    Ok((games, positions))
}

#[derive(Default)]
struct Done {
    games: u64,
    refused: Vec<SuiteError>,
    kept: Vec<JudgedGame>,
    positions: u64,
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
        self.done.refused.push(SuiteError { line, error: why.to_owned() });
        self.screen.aside(|| (self.how.refused)(line, why));
    }

    /// Writes an empty line before all games but the first.
    fn game(&mut self, mut record: GameRecord, notes: &PgnNotes) -> io::Result<()> {
        let (settings, before) = (self.how.settings, self.done.positions);
        let after = before + record.moves.len() as u64 + 1;
        let length = self.how.length.unwrap_or(0).max(after);
        let count = |done| self.screen.reach(before + done, length, "positions");
        count(0);
        let searched = game::search(self.engines, &record, settings, self.interrupt, &count);
        let Some(searched) = searched else { return Ok(()) };
        let annotations = searched.annotations(notes);
        self.done.positions = after;
        self.done.count(&annotations, notes, searched.nodes);
        if self.how.keeps {
            let number = self.done.games + self.done.refused.len() as u64;
            self.done.kept.push(searched.judged_game(number));
        }
        record.tags.set("Annotator", &game::annotator(settings));
        let between = if self.done.games > 1 { "\n" } else { "" };
        write!(self.output, "{between}{}", record.to_annotated_pgn(&annotations))?;
        self.output.flush()
    }
}

impl Done {
    fn annotated(self, how: &Annotate<'_>, keys: RunKeys, ledger: Ledger) -> Annotated {
        let settings = how.settings;
        let summary = AnnotationSummary {
            games: self.games,
            errors: self.refused.len() as u64,
            moves: self.moves,
            glyphs: self.glyphs,
            left_out: [self.variations, self.foreign_glyphs],
            nodes: self.nodes,
            time_ns: keys.time_ns,
            threads: keys.threads,
            ledger: ledger.clone(),
        };
        let document = JudgedGamesDocument {
            game: "chess",
            file: how.file.to_owned(),
            strategy: settings.strategy.name(),
            depth: Some(settings.depth).filter(|_| tells_depth(settings)),
            movetime_ms: settings.limits.movetime.map(|limit| limit.as_millis() as u64),
            node_limit: settings.limits.nodes,
            threads: keys.threads,
            time_ns: keys.time_ns,
            nodes: self.nodes,
            games: self.kept,
            errors: self.refused,
            ledger,
        };
        Annotated { summary, document }
    }

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
