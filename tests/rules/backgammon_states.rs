//! Claim: a game goes from the opening throws to its end, and every action at the wrong time or by
//! the wrong side is refused.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    Action, Dice, GameState, Outcome, PlayError, Position, Refusal, Roll, Stage,
};

const WHITE: Side = Side::First;
const BLACK: Side = Side::Second;

fn roll(text: &str) -> Roll {
    text.parse().unwrap()
}

#[test]
fn the_higher_opening_throw_begins_with_both_dice() {
    let mut game = GameState::new();
    assert_eq!(game.opening_throw(WHITE, 7), Err(Refusal::Die(7)));
    assert_eq!(game.opening_throw(WHITE, 4), Ok(()));
    assert_eq!(game.opening_throw(WHITE, 5), Err(Refusal::HasThrown(WHITE)));
    assert_eq!(game.stage(), Stage::Opening(Some(4), None));
    assert_eq!(game.opening_throw(BLACK, 4), Ok(()));
    assert_eq!(game.stage(), Stage::Opening(None, None), "a tie is thrown again");
    assert_eq!(game.opening_throw(BLACK, 6), Ok(()));
    assert_eq!(game.opening_throw(WHITE, 1), Ok(()));
    assert_eq!((game.stage(), game.position().side()), (Stage::ToMove(roll("61")), BLACK));
    assert_eq!(game.actions(), 4);
}

#[test]
fn actions_at_the_wrong_time_or_by_the_wrong_side_are_refused() {
    let mut game = GameState::new();
    let opening = game.stage();
    assert_eq!(game.throw(WHITE, roll("31")), Err(Refusal::NotNow(Action::Throw, opening)));
    assert_eq!(game.play(WHITE, "8/5 6/5"), Err(Refusal::NotNow(Action::Move, opening)));
    game.opening_throw(WHITE, 3).unwrap();
    game.opening_throw(BLACK, 1).unwrap();
    let to_move = game.stage();
    assert_eq!(game.opening_throw(WHITE, 3), Err(Refusal::NotNow(Action::OpeningThrow, to_move)));
    assert_eq!(game.throw(WHITE, roll("31")), Err(Refusal::NotNow(Action::Throw, to_move)));
    assert_eq!(game.play(BLACK, "8/5 6/5"), Err(Refusal::NotYourTurn(BLACK)));
    assert_eq!(game.play(WHITE, "9/6 6/5"), Err(Refusal::Play(PlayError::NoChecker(9))));
    assert_eq!(game.play(WHITE, "bar/22 6/5"), Err(Refusal::Play(PlayError::NoChecker(25))));
    assert_eq!(game.play_result(WHITE, &Position::START), Err(Refusal::NoResult(roll("31"))));
    assert_eq!(game.actions(), 2, "what is refused does not count");
    game.play(WHITE, "8/5 6/5").unwrap();
    assert_eq!((game.stage(), game.position().side()), (Stage::ToThrow, BLACK));
    assert_eq!(game.throw(WHITE, roll("31")), Err(Refusal::NotYourTurn(WHITE)));
    assert_eq!(game.play(BLACK, "8/5"), Err(Refusal::NotNow(Action::Move, Stage::ToThrow)));
    game.throw(BLACK, roll("55")).unwrap();
    assert_eq!(game.play(BLACK, "24/14"), Err(Refusal::Play(PlayError::Blocked(19))));
    assert_eq!(game.actions(), 4);
}

#[test]
fn the_last_checker_off_ends_the_game() {
    for (text, outcome) in [
        ("-A-------a----------------", Outcome::Single),
        ("-A--------eee-------------", Outcome::Gammon),
        ("-Aa-------eed-------------", Outcome::Backgammon),
        ("aA--------eed-------------", Outcome::Backgammon),
    ] {
        let mut game = GameState::at(text.parse().unwrap(), None);
        game.throw(WHITE, roll("21")).unwrap();
        game.play(WHITE, "1/off").unwrap();
        let end = Stage::Finished(outcome, WHITE);
        assert_eq!(game.stage(), end, "{text}");
        assert_eq!(game.throw(BLACK, roll("31")), Err(Refusal::NotNow(Action::Throw, end)));
    }
    let over: Position = "-----a--------------------".parse().unwrap();
    assert_eq!(GameState::at(over, None).stage(), Stage::Finished(Outcome::Single, WHITE));
}

#[test]
fn whole_games_of_random_plays_end_with_a_winner_who_is_off() {
    let mut dice = Dice::new(11);
    for _ in 0..200 {
        let mut game = GameState::new();
        let mut actions = 0;
        while let Stage::Opening(..) = game.stage() {
            game.opening_throw(WHITE, dice.die()).unwrap();
            game.opening_throw(BLACK, dice.die()).unwrap();
            actions += 2;
        }
        let (outcome, winner) = loop {
            let side = game.position().side();
            match game.stage() {
                Stage::ToThrow => game.throw(side, dice.roll()).unwrap(),
                Stage::ToMove(roll) => {
                    let results = game.position().results(roll);
                    game.play_result(side, &results[dice.below(results.len() as u32) as usize]).unwrap();
                }
                Stage::Finished(outcome, winner) => break (outcome, winner),
                Stage::Opening(..) => unreachable!("the opening is over"),
            }
            actions += 1;
        };
        assert_eq!((game.position().off(), game.position().side()), (15, winner));
        assert_eq!(outcome == Outcome::Single, game.position().opponent_off() > 0);
        assert_eq!(game.actions(), actions);
    }
}
