//! Claim: a record of backgammon holds only what the rules allow, and tells the decisions of a
//! game in order.

use sparring_engine::game::Side::{self, First, Second};
use sparring_engine::games::backgammon::{
    Choice, End, Finish, GameRecord, MatchRecord, MatchState, Offer, Outcome, Position, RecordError, Roll,
    Turn,
};

use crate::support::random::Random;

fn roll(text: &str) -> Roll {
    text.parse().unwrap()
}

fn state(length: u16, score: [u16; 2]) -> MatchState {
    MatchState { length, score, ..MatchState::MONEY }
}

/// White plays 31, Black 52.
fn opened(state: MatchState) -> GameRecord {
    let mut game = GameRecord::new(Position::START, state).unwrap();
    game.push_play(First, roll("31"), "8/5 6/5").unwrap();
    game.push_play(Second, roll("52"), "13/8 24/22").unwrap();
    game
}

/// An end game in which White bears off with any roll.
fn last_checker(state: MatchState) -> GameRecord {
    let start: Position = "-A-----------------o------".parse().unwrap();
    GameRecord::new(start, state).unwrap()
}

#[test]
fn turns_come_from_whom_the_rules_say() {
    let mut game = opened(MatchState::MONEY);
    let before = game.clone();
    let play = |game: &GameRecord, dice: &str| Turn::Play {
        roll: roll(dice),
        result: game.position().results(roll(dice))[0],
    };
    let own = play(&game, "64");
    assert_eq!(game.push(Second, own), Err(RecordError::NotOnTurn(Second)));
    assert_eq!(game.push(First, Turn::Take), Err(RecordError::NoOffer(First)));
    let far = Turn::Play { roll: roll("64"), result: *game.start() };
    assert_eq!(game.push(First, far), Err(RecordError::Illegal(First, roll("64"))));
    game.throw(First, roll("64")).unwrap();
    assert_eq!(game.push(First, Turn::Double), Err(RecordError::Thrown(First)));
    game = before;
    game.push(First, Turn::Double).unwrap();
    assert_eq!((game.to_decide(), game.match_state().offer), (Some(Second), Some(Offer::Double)));
    assert_eq!(game.push(Second, Turn::Double), Err(RecordError::Beaver(Second)));
    assert_eq!(game.push(First, Turn::Double), Err(RecordError::Unanswered(First)));
    assert_eq!(game.push(First, own), Err(RecordError::Unanswered(First)));
    assert_eq!(game.push(First, Turn::Take), Err(RecordError::NotOnTurn(First)));
    game.push(Second, Turn::Take).unwrap();
    assert_eq!((game.match_state().cube, game.match_state().owner), (1, Some(Second)));
    assert_eq!(game.push(First, Turn::Double), Err(RecordError::NotOwner(First)));
    game.push(First, own).unwrap();
    game.push(Second, Turn::Double).unwrap();
    game.push(First, Turn::Drop).unwrap();
    assert_eq!(game.end(), Some(End { winner: Second, finish: Finish::Drop, points: 2 }));
    assert_eq!((game.to_decide(), game.push(First, own)), (None, Err(RecordError::Over(First))));
    assert_eq!(game.resign(First, Outcome::Single), Err(RecordError::Over(First)));
}

#[test]
fn the_cube_has_its_limits() {
    let mut game = GameRecord::new(Position::START, MatchState::MONEY).unwrap();
    assert_eq!(game.push(First, Turn::Double), Err(RecordError::Opening(First)));
    let refused = |state| opened(state).push(First, Turn::Double).unwrap_err();
    assert_eq!(refused(MatchState { max_cube: 0, ..state(0, [0, 0]) }), RecordError::NoCube(First));
    assert_eq!(refused(MatchState { crawford: true, ..state(3, [2, 0]) }), RecordError::Crawford(First));
    assert_eq!(refused(MatchState { cube: 10, ..MatchState::MONEY }), RecordError::Limit(First, 10));
    let begun = |state| GameRecord::new(Position::START, state).unwrap_err();
    assert_eq!(begun(state(3, [3, 0])), RecordError::MatchOver(3, [3, 0]));
    assert_eq!(begun(MatchState { crawford: true, ..state(3, [1, 0]) }), RecordError::NoCrawford(3, [1, 0]));
    assert_eq!(begun(MatchState { cube: 16, ..MatchState::MONEY }), RecordError::Cube(16));
    let doubled = MatchState { offer: Some(Offer::Double), ..MatchState::MONEY };
    assert_eq!(begun(doubled), RecordError::BeginsDoubled);
}

/// By the Jacoby rule gammons count once until the cube has been turned, resigned ones too.
#[test]
fn points_follow_from_the_cube_and_the_jacoby_rule() {
    for (jacoby, owner, cube, points) in
        [(false, None, 0, 2), (true, None, 0, 1), (true, Some(First), 1, 4), (false, Some(Second), 2, 8)]
    {
        let mut game = last_checker(MatchState { jacoby, owner, cube, ..MatchState::MONEY });
        game.push_play(First, roll("21"), "1/off").unwrap();
        let finish = Finish::BorneOff(Outcome::Gammon);
        assert_eq!(game.end(), Some(End { winner: First, finish, points }), "{jacoby} {owner:?} {cube}");
        let mut game = last_checker(MatchState { jacoby, owner, cube, ..MatchState::MONEY });
        game.resign(First, Outcome::Backgammon).unwrap();
        let is_single = jacoby && owner.is_none();
        let counted = if is_single { Outcome::Single } else { Outcome::Backgammon };
        let points = if is_single { 1 } else { 3 << cube };
        let finish = Finish::Resigned(counted);
        assert_eq!(game.end(), Some(End { winner: Second, finish, points }));
    }
}

#[test]
fn scores_add_up_and_the_crawford_game_comes_once() {
    let won = |state: MatchState, winner: Side, outcome| {
        let mut game = GameRecord::new(Position::START, state).unwrap();
        game.resign(winner.other(), outcome).unwrap();
        game
    };
    let mut games = MatchRecord::new(state(5, [0, 0]), true).unwrap();
    let wrong = GameRecord::new(Position::START, state(5, [1, 0])).unwrap();
    assert!(matches!(games.push(wrong), Err(RecordError::NextGame { .. })));
    let mut crawford = Vec::new();
    for (winner, outcome) in [
        (First, Outcome::Backgammon),
        (First, Outcome::Single),
        (Second, Outcome::Gammon),
        (Second, Outcome::Single),
        (Second, Outcome::Backgammon),
    ] {
        let state = games.next_state().unwrap();
        crawford.push((state.score, state.crawford));
        games.push(won(state, winner, outcome)).unwrap();
    }
    let expected = [([0, 0], false), ([3, 0], false), ([4, 0], true), ([4, 2], false), ([4, 3], false)];
    assert_eq!(crawford, expected);
    assert_eq!((games.score(), games.winner()), ([4, 6], Some(Second)));
    assert_eq!(games.next_state(), Err(RecordError::MatchWon(5, [4, 6])));
    let mut games = MatchRecord::new(state(0, [0, 0]), true).unwrap();
    games.push(opened(MatchState::MONEY)).unwrap();
    assert_eq!(games.next_state(), Ok(MatchState::MONEY), "nobody has won the unfinished game");
}

/// The decisions of a game by name, and who took them.
#[test]
fn decisions_come_in_order() {
    let mut game = opened(state(7, [2, 3]));
    game.push(First, Turn::Double).unwrap();
    game.push(Second, Turn::Take).unwrap();
    game.push_play(First, roll("66"), "24/18(2) 13/7(2)").unwrap();
    game.push_play(Second, roll("43"), "13/10 13/9").unwrap();
    game.push_play(First, roll("21"), "13/11 6/5").unwrap();
    game.throw(Second, roll("62")).unwrap();
    let told: Vec<(&str, Side, u8, Option<Side>, bool)> = game
        .decisions()
        .map(|decision| {
            let name = match decision.choice {
                Choice::Roll => "roll",
                Choice::Double => "double",
                Choice::Take => "take",
                Choice::Drop => "drop",
                Choice::Play(..) => "play",
            };
            let MatchState { cube, owner, offer, .. } = decision.state;
            (name, decision.position.side(), cube, owner, offer.is_some())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("play", First, 0, None, false),
            ("roll", Second, 0, None, false),
            ("play", Second, 0, None, false),
            ("double", First, 0, None, false),
            ("take", Second, 0, None, true),
            ("play", First, 1, Some(Second), false),
            ("roll", Second, 1, Some(Second), false),
            ("play", Second, 1, Some(Second), false),
            ("play", First, 1, Some(Second), false),
            ("roll", Second, 1, Some(Second), false),
        ]
    );
    let positions: Vec<Position> = game.decisions().map(|decision| decision.position).collect();
    assert_eq!(positions[3], positions[4].handed_over());
    assert_eq!(*positions.last().unwrap(), game.position());
}

/// Each decision on a play is one that `results` has, and the game goes on from it.
#[test]
fn decisions_lead_through_random_games() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let games = crate::support::backgammon_matches::random_match(
            &mut random,
            crate::support::backgammon_matches::Start::Anywhere,
        );
        for game in games.games() {
            let mut position = *game.start();
            let mut plays = 0;
            for decision in game.decisions() {
                assert_eq!(decision.position.seen_by(position.side()), position);
                assert_eq!(decision.state.score, game.start_state().score);
                if let Choice::Play(roll, result) = decision.choice {
                    assert!(position.results(roll).contains(&result));
                    (position, plays) = (result.handed_over(), plays + 1);
                }
            }
            let turns = game.turns().iter().filter(|turn| matches!(turn, Turn::Play { .. })).count();
            assert_eq!((position, plays), (game.position(), turns));
        }
    }
}
