use super::level::{Depths, Level};
use super::record::Record;
use super::terminal_caps::TerminalCaps;
use super::verbs::Verb;
use super::watch::Watch;
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_report::{Action, Diagram, Numbering};

pub type RecordOf<G> = Record<<G as Playable>::State, <G as Playable>::Step>;

#[derive(Clone, Copy, Debug)]
pub struct BoardView {
    /// The side shown at the bottom.
    pub side: Side,
    /// True if turned, in games with one board for both sides.
    pub turned: bool,
    pub caps: TerminalCaps,
}

/// A step without a choice, such as a throw of dice.
#[derive(Clone, Debug)]
pub struct ForcedStep<S, T> {
    pub step: T,
    pub state: S,
    pub said: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// This side resigned so many times the game's value: 1 but for gammons and backgammons.
    Resigned(Side, u8),
    /// A win of this side for a reason that its file does not give.
    Won(Side),
    /// A draw, for this reason.
    Drawn(String),
}

pub struct LoadedGame<G: Playable> {
    /// The game, with the file's own board.
    pub game: G,
    pub record: RecordOf<G>,
    /// The state in which `new` begins.
    pub start: G::State,
    /// The end by a person's command, if any.
    pub ended: Option<End>,
    pub tags: Tags,
}

/// The effect of a game's own command.
pub enum Effect {
    /// Only a reply.
    Say(String),
    Show,
    End(End),
    /// Continues from a changed state.
    GoOn,
}

#[derive(Clone, Debug)]
pub struct Choice<G: Playable> {
    pub step: G::Step,
    pub value: G::Value,
    /// Expected line, this step first; empty if unknown.
    pub line: String,
}

/// A game that a person can play against the engine.
pub trait Playable: Sized {
    /// Everything that the rest of a game depends on.
    type State: Clone;
    /// A transition between states.
    type Step: Clone;
    type Value: Copy;

    /// Name and extension (format) of the autosave file.
    const FILE: [&'static str; 2];
    /// Extensions of further formats that [`Playable::exported`] writes.
    const OTHER_FORMATS: &'static [&'static str] = &[];
    const MOVES: &'static str;
    const VERBS: &'static [Verb];
    const DEPTHS: Depths;
    /// True if the person's last move is followed by the board.
    const SHOWS_END: bool = false;

    fn name(side: Side) -> &'static str;

    fn greeting(&self) -> String {
        String::new()
    }

    /// The side that decides.
    fn mover(&self, state: &Self::State) -> Side;

    /// True if that side has a choice.
    fn is_choice(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// The next step if there is no choice.
    fn forced(&self, state: &Self::State, person: Side) -> Option<ForcedStep<Self::State, Self::Step>> {
        let _ = (state, person);
        None
    }

    fn after(&self, state: &Self::State, step: &Self::Step) -> Self::State;

    /// Reads a person's steps.
    ///
    /// # Errors
    /// A reason why they cannot be played.
    fn parse(&self, record: &RecordOf<Self>, text: &str) -> Result<Vec<Self::Step>, String>;

    /// Describes the end by the rules.
    fn ended(&self, record: &RecordOf<Self>) -> Option<String>;

    /// Describes the end by a resignation of `side`, as [`End::Resigned`].
    fn resigned(&self, record: &RecordOf<Self>, side: Side, times: u8) -> String {
        let _ = (record, times);
        format!("{} resigns, {} wins", Self::name(side), Self::name(side.other()))
    }

    /// True if a step begins another game of the same match.
    fn begins_game(step: &Self::Step) -> bool {
        let _ = step;
        false
    }

    /// The winner by the rules.
    fn winner(&self, record: &RecordOf<Self>) -> Option<Side>;

    /// The position for documents.
    fn position(&self, state: &Self::State) -> String;

    fn diagram(&self, record: &RecordOf<Self>) -> Diagram;

    fn board(&self, record: &RecordOf<Self>, view: BoardView) -> String;

    /// Returns notes such as a check or a claimable draw.
    fn notes(&self, record: &RecordOf<Self>, person: Side) -> String {
        let _ = (record, person);
        String::new()
    }

    /// Describes the steps since ply `since`; empty if they need no words.
    fn told(&self, record: &RecordOf<Self>, since: usize, value: Option<Self::Value>) -> String;

    fn step(&self, state: &Self::State, step: &Self::Step) -> String;

    /// A step as actions of a document.
    fn actions(&self, state: &Self::State, step: &Self::Step) -> Vec<Action> {
        vec![Action::play(Self::name(self.mover(state)), self.step(state, step))]
    }

    fn numbering(&self, record: &RecordOf<Self>) -> Numbering {
        let _ = record;
        Numbering::OneByOne
    }

    /// A value for `mover` as text that names the side.
    fn worth(&self, value: Self::Value, mover: Side) -> String;

    /// Returns what is known beside a value, as a line; empty if nothing is.
    fn outlook(&self, value: Self::Value) -> String {
        let _ = value;
        String::new()
    }

    /// The legal moves in notation.
    fn legal(&self, state: &Self::State) -> Vec<String>;

    fn moves(&self, state: &Self::State) -> String {
        let moves = self.legal(state);
        format!("{} moves: {}\n", moves.len(), moves.join(" "))
    }

    fn id(&self, record: &RecordOf<Self>) -> String;

    fn saved(&self, record: &RecordOf<Self>, ended: Option<&End>, tags: Tags) -> String;

    /// The game as a file of one of the [`Playable::OTHER_FORMATS`].
    ///
    /// # Errors
    /// A reason why the format cannot hold it.
    fn exported(
        &self,
        record: &RecordOf<Self>,
        ended: Option<&End>,
        tags: Tags,
        format: &str,
    ) -> Result<String, String> {
        let _ = format;
        Ok(self.saved(record, ended, tags))
    }

    /// Reads a saved game.
    ///
    /// # Errors
    /// A reason why it cannot be read.
    fn loaded(&self, text: &str) -> Result<LoadedGame<Self>, String>;

    /// Remarks on a file that [`Playable::loaded`] reads otherwise than it says.
    fn remarks(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// Moves listed by `hint` without a number.
    const HINTS: usize = 1;

    /// A special reply to `hint` without a number.
    fn hint(
        &self,
        record: &RecordOf<Self>,
        view: BoardView,
        choices: &[Choice<Self>],
        ahead: &str,
    ) -> Option<String> {
        let _ = (record, view, choices, ahead);
        None
    }

    fn level(level: Level) -> String {
        level.words(Self::DEPTHS)
    }

    /// Runs a command of [`Playable::VERBS`], which may change the record. Returns `None` for other
    /// words, or if it needs a game in progress and `is_over`.
    fn own_verb(&mut self, words: &[&str], record: &mut RecordOf<Self>, is_over: bool) -> Option<Effect> {
        let _ = (words, record, is_over);
        None
    }
}

/// A player of one side, and an adviser.
pub trait Opponent<G: Playable> {
    /// The chosen step; `None` only if the game is over.
    fn choose(&mut self, game: &G, record: &RecordOf<G>, watch: &Watch) -> Option<Choice<G>>;

    /// At most `n` steps, the best first.
    fn ranked(&mut self, game: &G, record: &RecordOf<G>, n: usize, watch: &Watch) -> Vec<Choice<G>>;

    /// The chosen step with all that can be told of its value.
    fn judge(&mut self, game: &G, record: &RecordOf<G>, watch: &Watch) -> Option<Choice<G>> {
        self.choose(game, record, watch)
    }

    /// Begins a new game, perhaps on another board.
    fn new_game(&mut self, game: &G);

    fn level(&self) -> Level;

    fn set_level(&mut self, level: Level);
}
