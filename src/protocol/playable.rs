//! What a [`Session`](super::Session) has to know of a game, and of the engine that plays it.

use super::level::{Depths, Level};
use super::record::Record;
use super::terminal_caps::TerminalCaps;
use super::verbs::Verb;
use super::watch::Watch;
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_report::{Action, Diagram, Numbering};

/// The record of a game of `G`.
pub type RecordOf<G> = Record<<G as Playable>::State, <G as Playable>::Step>;

/// How a board is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct BoardView {
    /// Whose side of the board is below.
    pub side: Side,
    /// Whether the board is turned round, in games whose board is the same for both.
    pub turned: bool,
    /// What the terminal can show.
    pub caps: TerminalCaps,
}

/// A step that nobody chooses: a throw of dice, a roll that cannot be played.
#[derive(Clone, Debug)]
pub struct ForcedStep<S, T> {
    /// The step.
    pub step: T,
    /// The state after it.
    pub state: S,
    /// What is said about it; nothing if it speaks for itself.
    pub said: String,
}

/// How a person's word has ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// This side has given up.
    Resigned(Side),
    /// A draw; the words say why.
    Drawn(String),
}

/// A game from a file.
pub struct LoadedGame<G: Playable> {
    /// The game: a file may bring a board of its own.
    pub game: G,
    /// The game as it was played.
    pub record: RecordOf<G>,
    /// Where a new game begins.
    pub start: G::State,
    /// How a person's word has ended it, if it has.
    pub ended: Option<End>,
    /// Who played.
    pub tags: Tags,
}

/// What a command of a game's own does.
pub enum Effect {
    /// No more than a reply.
    Say(String),
    /// It changes how the board is shown.
    Show,
    /// It ends the game, and this is how.
    End(End),
    /// It changes the state of the game, which goes on from there.
    GoOn,
}

/// A step that the engine would choose, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Choice<G: Playable> {
    /// The step.
    pub step: G::Step,
    /// Its value for the side to move.
    pub value: G::Value,
    /// How it expects the game to go on, this step first; empty if it does not know.
    pub line: String,
}

/// A game that a person can play against the engine at a terminal.
pub trait Playable: Sized {
    /// Everything that the rest of a game depends on.
    type State: Clone;
    /// What leads from one state to the next.
    type Step: Clone;
    /// What a step is worth.
    type Value: Copy;

    /// What the file is called in which the game under way is kept, and how its name ends. The end
    /// says in which format games are saved.
    const FILE: [&'static str; 2];
    /// How moves are written, for the help.
    const MOVES: &'static str;
    /// The commands of this game alone.
    const VERBS: &'static [Verb];
    /// How deep the engine can look.
    const DEPTHS: Depths;
    /// Whether the board is shown when the person's own move has ended the game.
    const SHOWS_END: bool = false;

    /// What a side is called.
    fn name(side: Side) -> &'static str;

    /// What is said when a game begins.
    fn greeting(&self) -> String {
        String::new()
    }

    /// Whose turn it is.
    fn mover(&self, state: &Self::State) -> Side;

    /// Whether the side whose turn it is has something to decide.
    fn is_choice(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// The next step if there is nothing to decide; `person` is the person's side.
    fn forced(&self, state: &Self::State, person: Side) -> Option<ForcedStep<Self::State, Self::Step>> {
        let _ = (state, person);
        None
    }

    /// The state after a legal step.
    fn after(&self, state: &Self::State, step: &Self::Step) -> Self::State;

    /// The steps that a person's words mean, played one after the other.
    ///
    /// # Errors
    /// Why they cannot be played.
    fn parse(&self, record: &RecordOf<Self>, text: &str) -> Result<Vec<Self::Step>, String>;

    /// How the game is over by its rules, if it is.
    fn ended(&self, record: &RecordOf<Self>) -> Option<String>;

    /// Who has won by the rules, if anybody has.
    fn winner(&self, record: &RecordOf<Self>) -> Option<Side>;

    /// The position in the notation of documents.
    fn position(&self, state: &Self::State) -> String;

    /// The board, for a page.
    fn diagram(&self, record: &RecordOf<Self>) -> Diagram;

    /// The board, and whose turn it is.
    fn board(&self, record: &RecordOf<Self>, view: BoardView) -> String;

    /// A check, a draw that may be claimed.
    fn notes(&self, record: &RecordOf<Self>, person: Side) -> String {
        let _ = (record, person);
        String::new()
    }

    /// The steps of one turn since ply `since`, and what was expected of the first; nothing if
    /// they speak for themselves.
    fn told(&self, record: &RecordOf<Self>, since: usize, value: Option<Self::Value>) -> String;

    /// A step in the notation of the game.
    fn step(&self, state: &Self::State, step: &Self::Step) -> String;

    /// A step as the actions of a game's document.
    fn actions(&self, state: &Self::State, step: &Self::Step) -> Vec<Action> {
        vec![Action::play(Self::name(self.mover(state)), self.step(state, step))]
    }

    /// The numbering of the moves of a game.
    fn numbering(&self, record: &RecordOf<Self>) -> Numbering {
        let _ = record;
        Numbering::OneByOne
    }

    /// A value for `mover`, with whose view it is.
    fn worth(&self, value: Self::Value, mover: Side) -> String;

    /// The legal moves in the notation of the game.
    fn legal(&self, state: &Self::State) -> Vec<String>;

    /// The reply to `moves`.
    fn moves(&self, state: &Self::State) -> String {
        let moves = self.legal(state);
        format!("{} moves: {}\n", moves.len(), moves.join(" "))
    }

    /// The reply to `id`.
    fn id(&self, record: &RecordOf<Self>) -> String;

    /// The game as a file. `tags` are to be part of it.
    fn saved(&self, record: &RecordOf<Self>, ended: Option<&End>, tags: Tags) -> String;

    /// Reads a saved game.
    ///
    /// # Errors
    /// What is wrong with it.
    fn loaded(&self, text: &str) -> Result<LoadedGame<Self>, String>;

    /// How many moves `hint` asks for if no number is given.
    const HINTS: usize = 1;

    /// The reply to `hint` without a number, if it is not the list of the best moves.
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

    /// What the engine does at a level.
    fn level(level: Level) -> String {
        level.words(Self::DEPTHS)
    }

    /// Carries out a command of [`Playable::VERBS`], given in lower case; `None` if these words are
    /// none, or cannot be carried out because the game `is_over`. It may change the record by what
    /// a person can do beside moving.
    fn own_verb(&mut self, words: &[&str], record: &mut RecordOf<Self>, is_over: bool) -> Option<Effect> {
        let _ = (words, record, is_over);
        None
    }
}

/// Plays one side, and advises the person.
pub trait Opponent<G: Playable> {
    /// The step it would take; `None` only if the game is over.
    fn choose(&mut self, game: &G, record: &RecordOf<G>, watch: &Watch) -> Option<Choice<G>>;

    /// The best `n` steps or all if there are fewer, the best first.
    fn ranked(&mut self, game: &G, record: &RecordOf<G>, n: usize, watch: &Watch) -> Vec<Choice<G>>;

    /// A new game begins, perhaps on another board.
    fn new_game(&mut self, game: &G);

    /// How strongly it plays.
    fn level(&self) -> Level;

    /// Sets how strongly it plays.
    fn set_level(&mut self, level: Level);
}
