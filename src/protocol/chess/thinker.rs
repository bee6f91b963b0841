use super::game::ChessGame;
use super::record::Record;
use crate::protocol::{Choice, Level, Opponent, Watch};
use sparring_engine::Engine;
use sparring_engine::games::chess::{Chess, Move, Position};
use sparring_engine::search::{AnyStrategy, Iteration, ScoredLine, Settings};
use sparring_run::{CHESS_EVALUATORS, ChessRequest};

pub struct Thinker {
    pub engine: Engine<Chess>,
    pub settings: Settings<AnyStrategy>,
}

impl Opponent<ChessGame> for Thinker {
    fn choose(&mut self, game: &ChessGame, record: &Record, watch: &Watch) -> Option<Choice<ChessGame>> {
        self.ranked(game, record, 1, watch).into_iter().next()
    }

    fn ranked(
        &mut self,
        _game: &ChessGame,
        record: &Record,
        n: usize,
        watch: &Watch,
    ) -> Vec<Choice<ChessGame>> {
        let (earlier, position) = (record.earlier(), record.position());
        let settings = self.settings.with_lines(n);
        let request = ChessRequest { position: position.clone(), earlier: &earlier, settings };
        let stop = self.engine.stop_switch();
        let watched = watch.search(&stop);
        let mut listener = |found: &Iteration<Move>| {
            watched.show(|| format!("depth {}  {}", found.depth, line(position, &found.pv)));
        };
        let last = self.engine.go(&CHESS_EVALUATORS, &request, &stop, &mut listener).last;
        let choice = |ScoredLine { score, pv }: ScoredLine<Move>| Choice {
            step: pv[0],
            value: score,
            line: line(position, &pv),
        };
        last.map_or(vec![], |last| last.lines.into_iter().map(choice).collect())
    }

    fn new_game(&mut self, _game: &ChessGame) {
        self.engine.new_game();
    }

    fn level(&self) -> Level {
        Level::of(&self.settings)
    }

    fn set_level(&mut self, level: Level) {
        self.settings = level.apply(self.settings);
    }
}

fn line(position: &Position, moves: &[Move]) -> String {
    position.line(moves, Position::san).join(" ")
}
