use crate::ancestors::{BOARDS, black_to_move, chess};
use crate::documents::{GranularityDocument, SharingRow, SizeFlag};
use crate::measure::{Decisions, DiceSubject, Experiment, Halt, Machine, Sharing, Subject, beside};
use crate::pages::granularity_page;
use sparring_engine::Compiled;
use sparring_engine::games::backgammon;
use sparring_engine::games::chess::NamedBoard;
use sparring_engine::games::dots::{self, Board, BoxesWon, Dots, Rules, Size};
use sparring_engine::search::{DiceStrategy, SearchStrategy, Settings, Strategy};
use sparring_sched::PoolError;

const ABOUT: [&str; 6] = [
    "Size of tasks: the ancestors' authors ended with the advice to fine-tune their sparks. Each flag that makes tasks coarser or",
    "finer is tried at several values, on threads of this machine (the median of 3 runs or more) and on simulated workers (virtual",
    "time, calibrated by the same search on one thread). Too few tasks leave workers idle; so does a task that most of the work is",
    "in. Too many cost time on one thread, which is the overhead, and where the search cuts, they are discarded, or stolen too early",
    "and their nodes wasted. Chess: boards of 2021, Black to move; dots and boxes: 2x2 boxes; backgammon: the first play with 31,",
    "the formula `race`, three plays kept of every roll. All rows of a search find the same move and value.",
];

const CHESS_LEVELS: [u32; 4] = [1, 2, 3, 4];

const DOTS_LEVELS: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// Levels: the plays, then the rolls at two depths.
const DICE_LEVELS: [u32; 3] = [1, 2, 3];

const SPLIT_DEPTHS: [u32; 6] = [6, 5, 4, 3, 2, 1];

const CHUNKS: [usize; 6] = [2, 8, 32, 128, 512, 2048];

pub const GRANULARITY: Experiment<GranularityDocument> = Experiment {
    step: "sizes",
    steps: |_| STEPS,
    measure,
    text: GranularityDocument::text,
    page: granularity_page,
};

const STEPS: usize =
    CHESS_LEVELS.len() + DOTS_LEVELS.len() + DICE_LEVELS.len() + SPLIT_DEPTHS.len() + CHUNKS.len();

struct Rows<'r> {
    rows: Vec<SharingRow>,
    progress: &'r mut dyn FnMut() -> bool,
}

impl Rows<'_> {
    fn add(&mut self, rows: Vec<SharingRow>) -> Result<(), Halt> {
        self.rows.extend(rows);
        if (self.progress)() { Ok(()) } else { Err(Halt::Interrupted) }
    }
}

fn measure(
    machine: &Machine<'_>,
    progress: &mut dyn FnMut() -> bool,
) -> Result<GranularityDocument, PoolError> {
    let mut rows = Rows { rows: Vec::new(), progress };
    let parts = [levels_of_chess, levels_of_dots, levels_of_backgammon, sizes_where_it_cuts];
    match parts.into_iter().try_for_each(|part| part(machine, &mut rows)) {
        Err(Halt::Simulation(error)) => Err(error),
        Ok(()) | Err(Halt::Interrupted) => Ok(GranularityDocument {
            game: "all",
            experiment: "granularity",
            about: ABOUT.map(str::to_owned).to_vec(),
            seed: machine.seed,
            rows: rows.rows,
        }),
    }
}

fn flag(name: &'static str, value: usize, with: &'static str) -> Option<SizeFlag> {
    Some(SizeFlag { name, value, with })
}

/// Measures minimax, which cuts nothing and needs every task.
fn levels_of_chess(machine: &Machine<'_>, rows: &mut Rows<'_>) -> Result<(), Halt> {
    const DEPTH: u32 = 4;
    let start = black_to_move(NamedBoard::Start);
    let sharing = Sharing::new(chess(machine), "chess, start", &[start], DEPTH, Strategy::Minimax);
    for par_depth in CHESS_LEVELS {
        let settings = Settings { par_depth, ..Settings::depth(DEPTH).by(Strategy::Par) };
        rows.add(sharing.rows(settings, flag("--par-depth", par_depth as usize, ""))?)?;
    }
    Ok(())
}

fn levels_of_dots(machine: &Machine<'_>, rows: &mut Rows<'_>) -> Result<(), Halt> {
    const DEPTH: u32 = 6;
    let game = Dots::new(Board::grid(Size::new(2, 2).expect("a small grid")), Rules::Alternate);
    let evaluator = Compiled(BoxesWon::of(&game));
    let subject = Subject { game: &game, evaluator: &evaluator, machine };
    let empty = dots::Position::new(0);
    let sharing = Sharing::new(subject, "dots 2x2", &[empty], DEPTH, Strategy::Minimax);
    for par_depth in DOTS_LEVELS {
        let settings = Settings { par_depth, ..Settings::depth(DEPTH).by(Strategy::Par) };
        rows.add(sharing.rows(settings, flag("--par-depth", par_depth as usize, ""))?)?;
    }
    Ok(())
}

/// Measures expectimax. The default split depth, 2, would not divide the last level.
fn levels_of_backgammon(machine: &Machine<'_>, rows: &mut Rows<'_>) -> Result<(), Halt> {
    const SETTING: &str = "backgammon, start";
    const DEPTH: u32 = 2;
    let (evaluator, roll) = ("race".parse().expect("an evaluator's name"), "31".parse().expect("a roll"));
    let subject = DiceSubject { machine, evaluator, depth: DEPTH, keep: Some(3) };
    let first = vec![(backgammon::Position::START, roll)];
    let decisions = Decisions::new(subject, SETTING.to_owned(), first)?;
    let strategy = DiceStrategy::ParExpectimax;
    for par_depth in DICE_LEVELS {
        let (baseline, _) = decisions.alone(strategy.baseline())?;
        let settings = Settings { par_depth, split_depth: 1, ..decisions.settings(strategy) };
        let measured = decisions.on_all(settings)?;
        let flag = flag("--par-depth", par_depth as usize, " --split-depth 1");
        rows.add(beside(SETTING, flag, &[baseline], &[measured]))?;
    }
    Ok(())
}

/// Measures principal variation search, which wastes tasks started too early.
fn sizes_where_it_cuts(machine: &Machine<'_>, rows: &mut Rows<'_>) -> Result<(), Halt> {
    const DEPTH: u32 = 6;
    let boards = BOARDS.map(black_to_move);
    let sharing = Sharing::new(chess(machine), "chess, four boards", &boards, DEPTH, Strategy::Pvs);
    for split_depth in SPLIT_DEPTHS {
        let settings = Settings { split_depth, ..Settings::depth(DEPTH).by(Strategy::Ybw) };
        rows.add(sharing.rows(settings, flag("--split-depth", split_depth as usize, ""))?)?;
    }
    for chunks in CHUNKS {
        let settings = Settings { chunks, ..Settings::depth(DEPTH).by(Strategy::Chunks) };
        rows.add(sharing.rows(settings, flag("--chunks", chunks, ""))?)?;
    }
    Ok(())
}
