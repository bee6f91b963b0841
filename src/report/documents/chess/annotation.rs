use std::fmt;

use crate::statistics::Ledger;
use crate::text::{counted, grouped, span};

/// A summary of annotated games.
#[derive(Clone, Debug)]
pub struct AnnotationSummary {
    pub games: u64,
    /// Games that could not be read.
    pub errors: u64,
    pub moves: u64,
    /// Moves marked `?!`, `?` and `??`.
    pub glyphs: [u64; 3],
    /// Variations and glyphs left out of the input.
    pub left_out: [usize; 2],
    pub nodes: u64,
    pub time_ns: u64,
    pub threads: usize,
    pub ledger: Ledger,
}

impl fmt::Display for AnnotationSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, threads) = (counted(self.games as usize, "game"), counted(self.threads, "thread"));
        write!(f, "{games} of {} annotated", counted(self.moves as usize, "move"))?;
        let [inaccuracies, mistakes, blunders] = self.glyphs;
        write!(f, ": {inaccuracies} ?!, {mistakes} ?, {blunders} ??")?;
        write!(f, "; {} on {threads}, {} nodes", span(self.time_ns), grouped(self.nodes))?;
        match self.left_out {
            [0, 0] => {}
            [variations, glyphs] => {
                let (variations, glyphs) = (counted(variations, "variation"), counted(glyphs, "glyph"));
                write!(f, "; {variations} and {glyphs} of the input left out")?;
            }
        }
        if self.errors > 0 {
            write!(f, "; {} in error", grouped(self.errors))?;
        }
        write!(f, "\n{}", self.ledger.lines())
    }
}
