use std::time::{Duration, Instant};

use crate::matches::game::seat;
use crate::matches::player::{Place, Player};
use crate::matches::stoppable::StoppableEngine;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{MatchEquity, Stakes};
use sparring_engine::games::backgammon::{
    Dice, GameRecord, MatchRecord, MatchState, Position, Roll, Turn, name,
};

/// The stakes of a contest.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'t> {
    /// Match length, score and money rules; the cube is centred.
    pub start: MatchState,
    /// Covers every reachable score.
    pub table: &'t MatchEquity,
}

/// A finished match or money game.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The players are White and Black.
    pub record: MatchRecord,
    /// Decisions of White and Black, including forced plays.
    pub decisions: [u64; 2],
    pub time: [Duration; 2],
}

/// Plays a match or one money game; `players` are White and Black. A game's rolls are a function of
/// `dice` and its number, so matches with the same dice share rolls. Returns `None` if the engine
/// was stopped or a player is [lost](Player::lost).
///
/// # Panics
/// If the rules contradict themselves.
pub fn contest(
    players: [&Player; 2],
    engine: StoppableEngine<'_>,
    rules: Rules<'_>,
    mut dice: Dice,
    chance: &mut Dice,
) -> Option<Contest> {
    let mut record = MatchRecord::new(rules.start, true).expect("a match begins before its end");
    for (side, player) in [Side::First, Side::Second].into_iter().zip(players) {
        record.tags.set(name(side), player.name());
    }
    let mut seats = Seats { players, engine, chance, decisions: [0; 2], time: [Duration::ZERO; 2] };
    loop {
        let state = record.next_state().expect("nobody has won the match");
        let game = seats.play(state, rules.table, dice.split())?;
        record.push(game).expect("the score is that of the game before");
        if record.length() == 0 || record.winner().is_some() {
            let Seats { decisions, time, .. } = seats;
            return Some(Contest { record, decisions, time });
        }
    }
}

struct Seats<'s> {
    players: [&'s Player; 2],
    engine: StoppableEngine<'s>,
    chance: &'s mut Dice,
    decisions: [u64; 2],
    time: [Duration; 2],
}

impl Seats<'_> {
    fn play(&mut self, state: MatchState, table: &MatchEquity, mut dice: Dice) -> Option<GameRecord> {
        let (white, black) = dice.opening();
        let first = if white > black { Side::First } else { Side::Second };
        let start = Position::START.seen_by(first);
        let mut game = GameRecord::new(start, state).expect("the match goes on at this score");
        let mut push = |side, turn| game.push(side, turn).expect("players choose what the rules allow");
        let mut now = Place { position: start, state, table };
        let mut roll = Roll::new(white, black).expect("dice show 1 to 6");
        loop {
            let side = now.position.side();
            let result =
                self.decide(side, |player, engine, chance| player.choose_at(engine, chance, &now, roll))?;
            push(side, Turn::Play { roll, result });
            now.position = result.handed_over();
            if now.position.is_over() {
                return Some(game);
            }
            let side = side.other();
            if self.doubles(side, &now)? {
                push(side, Turn::Double);
                let takes = self.decide(side.other(), |player, engine, _| player.takes(engine, &now))?;
                push(side.other(), if takes { Turn::Take } else { Turn::Drop });
                if !takes {
                    return Some(game);
                }
                (now.state.cube, now.state.owner) = (now.state.cube + 1, Some(side.other()));
            }
            roll = dice.roll();
        }
    }

    /// Asks about a double where it can gain something.
    fn doubles(&mut self, side: Side, now: &Place<'_>) -> Option<bool> {
        let stakes = Stakes::new(&now.state, side, now.table).expect("the table knows the score");
        if !stakes.gains() {
            return Some(false);
        }
        self.decide(side, |player, engine, _| player.doubles(engine, now))
    }

    fn decide<R>(
        &mut self,
        side: Side,
        choose: impl FnOnce(&Player, StoppableEngine<'_>, &mut Dice) -> Option<R>,
    ) -> Option<R> {
        let start = Instant::now();
        let chosen = choose(self.players[seat(side)], self.engine, self.chance)?;
        self.time[seat(side)] += start.elapsed();
        self.decisions[seat(side)] += 1;
        Some(chosen)
    }
}
