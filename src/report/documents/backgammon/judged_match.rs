use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::colour::Colour;
use crate::documents::diagram::BackgammonDiagram;
use crate::documents::plies::plies;
use crate::text::counted;

/// The match, and the quality of play.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchHead {
    /// Always `backgammon`.
    pub game: &'static str,
    /// File.
    pub file: String,
    /// Points to win; 0 for money.
    pub length: u16,
    /// Number of games.
    pub games: usize,
    /// White and Black.
    pub players: [PlayerLine; 2],
    /// Depth in plies.
    pub depth: u32,
    /// True if the bear-off databases were used (`--bearoff`).
    pub bearoff: bool,
    /// Assumptions where the file breaks the rules, each with its line. Illegal plays are not
    /// judged.
    pub assumed: Vec<String>,
}

/// A match, decision by decision. Equities are in units of the cube at that moment: 1 is a single
/// game won. A play counts if another one was legal; a cube action, if the cube was turned or
/// answered, or if a double would have been within 0.16 of none.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchCourse {
    /// All decisions in order, up to an interruption.
    pub decisions: Vec<DecisionLine>,
    /// Games in order.
    pub results: Vec<GameLine>,
}

/// The quality of one player's play.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct PlayerLine {
    /// Name.
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
    /// Performance rating: 500 times the equity lost for each decision that counts; null without
    /// any.
    pub pr: Option<f64>,
    /// Snowie's error rate: equity lost for each play of both sides, including forced ones, in
    /// thousandths; null without any.
    pub snowie: Option<f64>,
    /// Luck of all rolls.
    pub luck: f64,
    /// Decisions that lost at least 0.02, 0.04 and 0.08.
    pub errors: [u64; 3],
    /// Plays of both sides, including forced ones.
    pub moves: u64,
}

/// One decision.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DecisionLine {
    /// Number of the game, from 1.
    pub number: usize,
    /// Number of the decision in the game, from 1.
    pub decision: usize,
    /// Number of the line in the game's part of a .mat file, which has a turn of each side.
    pub mat_line: usize,
    /// Side that decided.
    #[schemars(with = "String")]
    pub side: Colour,
    /// XGID with score, cube and dice; for an answer to a double, as seen by the doubler.
    pub position: String,
    /// Decision: dice and play, `no double`, `double`, `take` or `pass`.
    pub choice: String,
    /// Best decision.
    pub best: String,
    /// Equity of the best decision.
    pub equity: f64,
    /// Equity lost by the decision.
    pub loss: f64,
    /// True if the decision counts.
    pub counts: bool,
    /// Luck of the roll: the value of its best play minus the mean over all rolls.
    pub luck: f64,
    /// Depth of the chosen decision's search, in plies.
    pub depth: u32,
    /// Chance to win the match, or points for money, with the best decision.
    pub value: f64,
    /// Best plays, at most five, and the play made; empty for a cube action.
    pub plays: Vec<JudgedPlayLine>,
    /// Equities of the cube actions; null for a play.
    pub cube: Option<JudgedCubeLine>,
    /// Board seen by the side that decided, for the page.
    #[serde(skip)]
    pub board: BackgammonDiagram,
    /// Score and cube in words, for the page.
    #[serde(skip)]
    pub stakes: String,
    /// Side that could double, to which the equities of the cube actions apply, for the page.
    #[serde(skip)]
    pub doubler: Colour,
}

/// A legal play.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct JudgedPlayLine {
    /// Rank, from 1.
    pub rank: usize,
    /// Play, without the dice.
    #[serde(rename = "move")]
    pub name: String,
    /// Equity for the side that decided.
    pub equity: f64,
    /// Equity lost against the best play.
    pub loss: f64,
    /// Depth in plies.
    pub depth: u32,
    /// True if it was made.
    pub made: bool,
}

/// Equities of the cube actions for the side that could double.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct JudgedCubeLine {
    /// Equity without a double.
    pub no_double: f64,
    /// Equity of a double that is taken.
    pub double_take: f64,
    /// Equity of a double that is passed.
    pub double_pass: f64,
}

/// One game of a match.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GameLine {
    /// Number, from 1.
    pub number: usize,
    /// White's and Black's points before the game.
    pub score: [u16; 2],
    /// True if it is the Crawford game.
    pub crawford: bool,
    /// Winner; null if unfinished.
    pub winner: Option<&'static str>,
    /// Points won, with the cube.
    pub points: u32,
    /// End: `single game`, `gammon`, `backgammon`, `double passed` or the resignation; null if
    /// unfinished.
    pub finish: Option<String>,
}

/// Usual bounds of loss for doubtful decisions, errors and blunders.
pub const MARKS: [f64; 3] = [0.02, 0.04, 0.08];

impl PlayerLine {
    /// Sums up a player's decisions; `moves` are both sides' plays, including forced ones.
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

    fn rate(&mut self) {
        let lost = self.lost();
        let each = |number: u64| (number > 0).then(|| 1000.0 * lost / number as f64);
        self.error_rate = each(self.plays + self.cubes);
        self.pr = self.error_rate.map(|rate| rate / 2.0);
        self.snowie = each(self.moves);
    }

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

    pub(crate) fn lost(&self) -> f64 {
        self.plays_lost + self.cubes_lost
    }

    pub(crate) fn pr(&self) -> String {
        self.pr.map_or("-".to_owned(), |pr| format!("{pr:.2}"))
    }

    pub(crate) fn marked(&self) -> [u64; 3] {
        let [doubtful, errors, blunders] = self.errors;
        [doubtful - errors, errors - blunders, blunders]
    }
}

impl DecisionLine {
    pub fn is_play(&self) -> bool {
        self.cube.is_none()
    }

    /// The numbers of the game and of the line in a .mat file.
    pub(crate) fn place(&self) -> String {
        format!("{}.{}", self.number, self.mat_line)
    }

    /// The number of [`MARKS`] that the loss reaches; 0 if the decision does not count.
    pub(crate) fn badness(&self) -> usize {
        MARKS.iter().filter(|&&least| self.counts && self.loss >= least).count()
    }

    pub(crate) fn mark(&self) -> &'static str {
        ["", "?!", "?", "??"][self.badness()]
    }
}

impl GameLine {
    pub(crate) fn score_before(&self) -> String {
        let [white, black] = self.score;
        format!("{white} - {black}{}", if self.crawford { ", Crawford" } else { "" })
    }

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
    pub(crate) fn title(&self) -> String {
        let games = counted(self.games, "game");
        match self.length {
            0 => format!("{games} for money"),
            n => format!("match to {n} points, {games}"),
        }
    }

    pub(crate) fn plies(&self) -> String {
        plies(self.depth, self.bearoff)
    }

    pub(crate) fn score(&self) -> String {
        let [white, black] = &self.players;
        format!("{} {} - {} {}", white.name, white.points, black.points, black.name)
    }

    pub(crate) fn ratings(&self) -> String {
        let [white, black] = &self.players;
        format!("PR {} and {}", white.pr(), black.pr())
    }
}

impl MatchCourse {
    pub fn worst(&self) -> Vec<&DecisionLine> {
        let mut worst: Vec<&DecisionLine> = self.decisions.iter().filter(|line| line.badness() > 0).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst
    }
}
