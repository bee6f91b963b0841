//! A match that was judged decision by decision, as plain data: what its document, the documents
//! of several matches and its page are made of.

use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::colour::Colour;
use crate::documents::diagram::BackgammonDiagram;
use crate::documents::plies::plies;
use crate::text::counted;

/// What was judged, and how well both sides played.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchHead {
    /// The game: `backgammon`.
    pub game: &'static str,
    /// The file.
    pub file: String,
    /// Points to win; 0 for money.
    pub length: u16,
    /// Games in the file.
    pub games: usize,
    /// White and Black.
    pub players: [PlayerLine; 2],
    /// The plies that were looked ahead.
    pub depth: u32,
    /// Whether the bear-off databases were asked where both sides bear off (`--bearoff`).
    pub bearoff: bool,
}

/// A match, decision by decision. Equities are in units of the cube at that moment: 1 is a single
/// game won. A decision counts if there was a choice: a play if another one was legal; a cube
/// action if the cube was turned or answered, or if a double would have been within 0.16 of none.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchCourse {
    /// All decisions in order; those up to an interruption.
    pub decisions: Vec<DecisionLine>,
    /// The games in order.
    pub results: Vec<GameLine>,
}

/// How one player played.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// Points at the end.
    pub points: u32,
    /// Plays that count.
    pub plays: u64,
    /// Cube actions that count.
    pub cubes: u64,
    /// Equity lost by plays.
    pub plays_lost: f64,
    /// Equity lost by cube actions.
    pub cubes_lost: f64,
    /// Equity lost for each decision that counts, in thousandths; null without any.
    pub error_rate: Option<f64>,
    /// The performance rating: 500 times the equity lost for each decision that counts; null
    /// without any.
    pub pr: Option<f64>,
    /// The error rate of the program Snowie: equity lost for each play of both sides, forced ones
    /// included, in thousandths; null without any.
    pub snowie: Option<f64>,
    /// Luck of all rolls.
    pub luck: f64,
    /// Decisions that lost 0.02 or more, 0.04 or more, and 0.08 or more.
    pub errors: [u64; 3],
    /// Plays of both sides, forced ones included.
    pub moves: u64,
}

/// One decision.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DecisionLine {
    /// The number of the game, from 1.
    pub number: usize,
    /// The number of the decision in the game, from 1.
    pub decision: usize,
    /// Who decided.
    #[schemars(with = "String")]
    pub side: Colour,
    /// The position, as an XGID with score, cube and dice. For an answer to a double, of the side
    /// that doubled.
    pub position: String,
    /// What was decided: the dice and the play, `no double`, `double`, `take`, `pass`.
    pub choice: String,
    /// The best decision.
    pub best: String,
    /// What the best decision is worth to the side that decided.
    pub equity: f64,
    /// What its own decision lost.
    pub loss: f64,
    /// Whether the decision counts.
    pub counts: bool,
    /// How lucky the roll was: what its best play is worth, less the mean over all rolls.
    pub luck: f64,
    /// The plies that were looked ahead for what was decided.
    pub depth: u32,
    /// What the best decision is worth to the side that decided: its chance to win the match, or
    /// points of a money game.
    pub value: f64,
    /// The best plays, five at most, and the play that was made; empty for a cube action.
    pub plays: Vec<JudgedPlayLine>,
    /// What the cube actions are worth; null for a play.
    pub cube: Option<JudgedCubeLine>,
    /// The board seen by the side that decided, for the page.
    #[serde(skip)]
    pub board: BackgammonDiagram,
    /// Score and cube in words, for the page.
    #[serde(skip)]
    pub stakes: String,
    /// The side that doubled or could have doubled, for the page: the equities of the cube actions
    /// are its own.
    #[serde(skip)]
    pub doubler: Colour,
}

/// A play that could have been made.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct JudgedPlayLine {
    /// Its rank, from 1.
    pub rank: usize,
    /// The play, without the dice.
    #[serde(rename = "move")]
    pub name: String,
    /// What it is worth to the side that decided.
    pub equity: f64,
    /// What the best play has more.
    pub loss: f64,
    /// The plies that were looked ahead.
    pub depth: u32,
    /// Whether it was made.
    pub made: bool,
}

/// What the cube actions are worth to the side that doubled or could have doubled.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct JudgedCubeLine {
    /// The equity without a double.
    pub no_double: f64,
    /// The equity of a double that is taken.
    pub double_take: f64,
    /// The equity of a double that is passed.
    pub double_pass: f64,
}

/// One game of a match.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GameLine {
    /// Its number, from 1.
    pub number: usize,
    /// White's and Black's points before it.
    pub score: [u16; 2],
    /// Whether it is the Crawford game.
    pub crawford: bool,
    /// Who won it; null if it was not finished.
    pub winner: Option<&'static str>,
    /// Points won, with the cube.
    pub points: u32,
    /// How it ended: `single game`, `gammon` or `backgammon`, `double passed`, or what was
    /// resigned; null if it was not finished.
    pub finish: Option<String>,
}

/// Losses from which on a decision is doubtful, an error, a blunder: the usual bounds.
pub const MARKS: [f64; 3] = [0.02, 0.04, 0.08];

impl PlayerLine {
    /// A player's part in these decisions; `moves` are the plays of both, forced ones included.
    pub fn of<'d>(
        (name, points): (String, u32),
        decisions: impl Iterator<Item = &'d DecisionLine>,
        moves: u64,
    ) -> PlayerLine {
        let mut line = PlayerLine { name, points, moves, ..PlayerLine::default() };
        for decision in decisions {
            line.luck += decision.luck;
            if !decision.counts {
                continue;
            }
            let (number, lost) = match decision.is_play() {
                true => (&mut line.plays, &mut line.plays_lost),
                false => (&mut line.cubes, &mut line.cubes_lost),
            };
            *number += 1;
            *lost += decision.loss;
            for (count, least) in line.errors.iter_mut().zip(MARKS) {
                *count += u64::from(decision.loss >= least);
            }
        }
        line.rate();
        line
    }

    /// Computes the rates from the sums.
    fn rate(&mut self) {
        let lost = self.lost();
        let each = |number: u64| (number > 0).then(|| 1000.0 * lost / number as f64);
        self.error_rate = each(self.plays + self.cubes);
        self.pr = self.error_rate.map(|rate| rate / 2.0);
        self.snowie = each(self.moves);
    }

    /// Adds what the same player did in another match.
    pub(crate) fn add(&mut self, more: &PlayerLine) {
        self.points += more.points;
        self.plays += more.plays;
        self.cubes += more.cubes;
        self.plays_lost += more.plays_lost;
        self.cubes_lost += more.cubes_lost;
        self.luck += more.luck;
        self.errors.iter_mut().zip(more.errors).for_each(|(sum, n)| *sum += n);
        self.moves += more.moves;
        self.rate();
    }

    /// Equity lost by all decisions that count.
    pub(crate) fn lost(&self) -> f64 {
        self.plays_lost + self.cubes_lost
    }

    /// The performance rating in words.
    pub(crate) fn pr(&self) -> String {
        self.pr.map_or("-".to_owned(), |pr| format!("{pr:.2}"))
    }

    /// How many decisions have each mark: `?!`, `?` and `??`.
    pub(crate) fn marked(&self) -> [u64; 3] {
        let [doubtful, errors, blunders] = self.errors;
        [doubtful - errors, errors - blunders, blunders]
    }
}

impl DecisionLine {
    /// Whether it is a play, not a cube action.
    pub fn is_play(&self) -> bool {
        self.cube.is_none()
    }

    /// The numbers of the game and of the decision.
    pub(crate) fn place(&self) -> String {
        format!("{}.{}", self.number, self.decision)
    }

    /// How bad it was, 0 to 3: the number of [`MARKS`] that its loss reaches, if it counts.
    pub(crate) fn badness(&self) -> usize {
        MARKS.iter().filter(|&&least| self.counts && self.loss >= least).count()
    }

    /// What the usual marks of annotated matches say of the loss.
    pub(crate) fn mark(&self) -> &'static str {
        ["", "?!", "?", "??"][self.badness()]
    }
}

impl GameLine {
    /// The score before the game, White's points first.
    pub(crate) fn score_before(&self) -> String {
        let [white, black] = self.score;
        format!("{white} - {black}{}", if self.crawford { ", Crawford" } else { "" })
    }

    /// The end of the game.
    pub(crate) fn result(&self) -> String {
        match (self.winner, &self.finish) {
            (Some(winner), Some(finish)) => {
                format!("{winner} wins {}: {finish}", counted(self.points as usize, "point"))
            }
            _ => "not finished".to_owned(),
        }
    }
}

impl MatchHead {
    /// The length of the match and the number of its games.
    pub(crate) fn title(&self) -> String {
        let games = counted(self.games, "game");
        match self.length {
            0 => format!("{games} for money"),
            n => format!("match to {n} points, {games}"),
        }
    }

    /// The plies that were looked ahead, and whether the bear-off databases were asked.
    pub(crate) fn plies(&self) -> String {
        plies(self.depth, self.bearoff)
    }

    /// The players and the points that both have at the end.
    pub(crate) fn score(&self) -> String {
        let [white, black] = &self.players;
        format!("{} {} - {} {}", white.name, white.points, black.points, black.name)
    }

    /// The performance ratings of both.
    pub(crate) fn ratings(&self) -> String {
        let [white, black] = &self.players;
        format!("PR {} and {}", white.pr(), black.pr())
    }
}

impl MatchCourse {
    /// The decisions that cost most, the worst first.
    pub fn worst(&self) -> Vec<&DecisionLine> {
        let mut worst: Vec<&DecisionLine> = self.decisions.iter().filter(|line| line.badness() > 0).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst
    }
}
