use super::playable::RecordOf;
use super::{BoardView, Opponent, Playable, TerminalCaps, Watch};
use sparring_engine::game::Side;
use sparring_report::{Action, Course};
use sparring_run::{GameLog, Interrupt};

/// Plays to the end by the rules, without claims or resignations. Returns `None` after Ctrl-C.
pub fn self_play<G: Playable>(
    game: &G,
    mut record: RecordOf<G>,
    opponent: &mut impl Opponent<G>,
    log: &mut GameLog<'_>,
    interrupt: &Interrupt,
) -> Option<RecordOf<G>> {
    let watch = Watch::stoppable(interrupt.clone());
    while game.ended(&record).is_none() {
        if let Some(forced) = game.forced(record.state(), Side::First) {
            game.actions(record.state(), &forced.step).into_iter().for_each(|action| log.add(action));
            record.push(forced.step, forced.state);
            continue;
        }
        let (choice, search) = log.decide(|| opponent.choose(game, &record, &watch));
        let choice = choice.filter(|_| !interrupt.requested())?;
        for action in game.actions(record.state(), &choice.step) {
            log.add(Action { search, ..action });
        }
        let state = game.after(record.state(), &choice.step);
        record.push(choice.step, state);
    }
    Some(record)
}

pub fn course<G: Playable>(game: &G, record: &RecordOf<G>, actions: Vec<Action>) -> Course {
    let view = BoardView { side: Side::First, turned: false, caps: TerminalCaps::PLAIN };
    let state = record.state();
    let (position, board) = (game.position(state), game.board(record, view));
    Course::new(actions, game.numbering(record), position, board, game.diagram(record))
}
