//! Claim: a match of backgammon at the terminal follows the rules of the cube, says what it asks,
//! and is saved as it was played; a saved one goes on with the same dice.

use crate::inside::support::puppet::Puppet;
use crate::inside::support::session::{begun, reply};
use crate::protocol::backgammon::{BackgammonGame, PlayState, Record, Session, Worth};
use crate::protocol::{End, Playable, Watch};
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{Dice, GameState, MatchRecord, MatchState, parse_id};

const WORTH: Worth = Worth { value: 0.25, unit: "equity", chances: None };

/// A match to so many points, 0 for money, against what does as told, and then the first thing
/// that is allowed: it rolls, it takes, it plays.
fn session(length: u16, seed: u64, told: Vec<&'static str>) -> Session<Puppet<Worth>> {
    let stakes = MatchState { length, ..MatchState::MONEY };
    let record = Record::new(PlayState::at_stakes(stakes, Dice::new(seed)));
    Session::new(BackgammonGame, record, Side::First, Puppet::new(told, |_| WORTH), Watch::nobody())
}

fn legal(session: &Session<Puppet<Worth>>) -> Vec<String> {
    BackgammonGame.legal(session.record().state())
}

/// Does the last thing that is allowed, which is to double or drop, up to `lines` times; all that
/// was said.
fn go_on(session: &mut Session<Puppet<Worth>>, lines: usize) -> String {
    let mut said = String::new();
    for _ in 0..lines {
        if session.is_over() {
            break;
        }
        let line = legal(session).pop().unwrap();
        said += &reply(session, &line);
    }
    said
}

fn saved(session: &Session<Puppet<Worth>>) -> MatchRecord {
    let text = BackgammonGame.saved(session.record(), None, Tags::new());
    MatchRecord::from_sgf(text.as_bytes()).unwrap()
}

#[test]
fn a_match_is_saved_as_it_was_said() {
    for seed in 1..=6 {
        let mut session = session(5, seed, vec![]);
        let said = begun(&mut session) + &go_on(&mut session, 5000);
        let file = saved(&session);
        let [white, black] = file.score();
        let winner = if white >= 5 { "White" } else { "Black" };
        let end = format!("; {winner} wins the match, White {white}, Black {black}\n");
        assert!(said.ends_with(&end), "{end} in {said}");
        assert!(file.winner().is_some() && file.has_crawford());
        // Each game but the last ends with a line on the next one's score.
        for game in &file.games()[1..] {
            let state = game.start_state();
            let score = format!("; 5 points match, White {}, Black {}", state.score[0], state.score[1]);
            let crawford = if state.crawford { ", Crawford\n" } else { "\n" };
            assert!(said.contains(&(score.clone() + crawford)), "{score}{crawford} in {said}");
        }
        assert!(said.contains("roll or double?\n") && said.contains("you: double\nengine: take (equity"));
        assert!(!said.contains("roll ("), "that somebody rolls goes without saying: {said}");
    }
}

#[test]
fn a_saved_match_goes_on_with_the_same_dice() {
    for lines in [1, 2, 3, 7, 20, 41, 60] {
        let mut session = session(7, 4, vec![]);
        begun(&mut session);
        go_on(&mut session, lines);
        let text = BackgammonGame.saved(session.record(), None, Tags::new());
        let loaded = BackgammonGame.loaded(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        let [now, then] = [loaded.record.state(), session.record().state()];
        assert_eq!((now.game.position(), now.game.stage()), (then.game.position(), then.game.stage()));
        assert_eq!((&now.dice, now.cube), (&then.dice, then.cube), "after {lines} lines");
        assert_eq!(BackgammonGame.saved(&loaded.record, None, Tags::new()), text);
        let mut again = self::session(1, 0, vec![]).resuming(loaded);
        assert_eq!(go_on(&mut again, 40), go_on(&mut session, 40), "after {lines} lines");
    }
}

#[test]
fn a_double_is_asked_for_and_answered() {
    // The engine plays, doubles at its second turn, and is asked nothing while it stands.
    let mut session = session(0, 1, vec![]);
    begun(&mut session);
    assert_eq!(reply(&mut session, "double"), "not played: a double comes before the throw; try a play\n");
    assert_eq!(reply(&mut session, "take"), "not played: nobody has doubled; try a play\n");
    let first = legal(&session).swap_remove(0);
    let said = reply(&mut session, &first);
    assert!(said.ends_with("roll or double?\n") && said.contains("\nmoney\n"), "{said}");
    assert_eq!(legal(&session), ["roll", "double"]);
    assert_eq!(reply(&mut session, "8/5"), "not played: you have not thrown yet; try roll or double\n");
    let taken = reply(&mut session, "double");
    assert!(taken.starts_with("you: double\nengine: take (equity +0.250 for Black)\n"), "{taken}");
    assert!(
        taken.contains("money, Black owns the cube at 2\n") && taken.contains("White to play"),
        "{taken}"
    );
    assert_eq!(reply(&mut session, "double"), "not played: Black owns the cube; try a play\n");
    // Both are taken back together, and come again with the same dice.
    assert!(reply(&mut session, "undo").ends_with("roll or double?\n"));
    assert_eq!(reply(&mut session, "double"), taken);
}

#[test]
fn a_double_of_the_engine_can_be_dropped() {
    let mut engine = session(0, 1, vec!["double"]);
    begun(&mut engine);
    let first = legal(&engine).swap_remove(0);
    let said = reply(&mut engine, &first);
    assert!(said.contains("engine: double (equity +0.250 for Black)\n"), "{said}");
    assert!(said.ends_with("Black doubles to 2: take or drop?\n"), "{said}");
    assert_eq!(legal(&engine), ["take", "drop"]);
    assert!(reply(&mut engine, "roll 31").starts_with("not thrown: a double stands to be answered"));
    assert_eq!(reply(&mut engine, "8/5"), "not played: a double stands to be answered; try take or drop\n");
    let dropped = reply(&mut engine, "drop");
    assert!(
        dropped.starts_with("you: drop\n") && dropped.ends_with("game over: Black wins by a drop, 1 point\n")
    );
    assert_eq!(saved(&engine).score(), [0, 1]);
    assert!(reply(&mut engine, "undo").ends_with("Black doubles to 2: take or drop?\n"));
    let taken = reply(&mut engine, "pass");
    assert_eq!(taken, dropped, "two words for one thing");
    assert!(reply(&mut engine, "undo").ends_with("take or drop?\n"));
    assert!(reply(&mut engine, "take").contains("money, White owns the cube at 2\n"));
}

/// What a resignation in the first game gives up, at a cube of 1.
#[test]
fn a_resignation_gives_up_a_game_and_the_match_goes_on() {
    for (line, what, points) in [
        ("resign", "single game", 1),
        ("resign single", "single game", 1),
        ("resign gammon", "gammon", 2),
        ("RESIGN Backgammon", "backgammon", 3),
    ] {
        let mut session = session(7, 1, vec![]);
        begun(&mut session);
        let said = reply(&mut session, line);
        let counted = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
        let end = format!(
            "White resigns a {what}, Black wins {counted}; 7 points match, White 0, Black {points}\n"
        );
        assert!(said.starts_with(&end), "{end} is not first in {said}");
        assert!(!session.is_over() && said.contains(" begins\n"), "{said}");
        let file = saved(&session);
        assert_eq!((file.score(), file.games().len()), ([0, points], 2));
        assert_eq!(file.games()[0].resigned().unwrap().0, Side::First);
        assert_eq!(
            reply(&mut session, "resign 2"),
            "not resigned: got '2', expected single, gammon or backgammon; try resign\n"
        );
        // A loaded file goes on with the same game and the same dice.
        let text = BackgammonGame.saved(session.record(), None, Tags::new());
        let loaded = BackgammonGame.loaded(&text).unwrap();
        let [now, then] = [loaded.record.state(), session.record().state()];
        assert_eq!((now.game.position(), &now.dice, now.cube), (then.game.position(), &then.dice, then.cube));
        assert_eq!(BackgammonGame.saved(&loaded.record, None, Tags::new()), text);
        assert!(reply(&mut session, "undo").contains("White 0, Black 0\n"));
    }
}

#[test]
fn new_goes_on_with_the_match() {
    let mut session = session(5, 1, vec![]);
    let first = begun(&mut session);
    reply(&mut session, "resign gammon");
    let begins = go_on(&mut session, 3);
    assert!(begins.contains("White 0, Black 2"), "{begins}");
    let again = reply(&mut session, "new");
    assert!(again.starts_with("you play White") && again.contains("White 0, Black 2"), "{again}");
    assert_eq!(saved(&session).games().len(), 2);
    let second = reply(&mut session, "resign backgammon");
    let end = "White resigns a backgammon, Black wins 3 points; Black wins the match, White 0, Black 5\n";
    assert!(second.contains(end), "{second}");
    assert!(reply(&mut session, "hint").contains("the game is over: White resigns a backgammon"));
    let file = {
        let ended = End::Resigned(Side::First, 3);
        let text = BackgammonGame.saved(session.record(), Some(&ended), Tags::new());
        MatchRecord::from_sgf(text.as_bytes()).unwrap()
    };
    assert_eq!((file.score(), file.winner()), ([0, 5], Some(Side::Second)));
    assert_eq!(reply(&mut session, "new"), first, "after its end the match begins again");
    reply(&mut session, "resign");
    assert_eq!(reply(&mut session, "new match"), first);
}

#[test]
fn a_gammon_is_given_up_only_if_it_can_be_lost() {
    // White has borne off a checker, which gammons presuppose the absence of.
    let id = |off: &str| format!("XGID=-{off}B------------------ca---:0:0:1:31:0:0:0:7:10");
    let told = |off: &str, line: &str| {
        let id = parse_id(&id(off)).unwrap();
        let game = GameState::at(id.position, id.roll);
        let stakes = PlayState::at_stakes(id.state, Dice::new(1));
        let record = Record::new(PlayState { game, ..stakes });
        let puppet = Puppet::new(vec![], |_| WORTH);
        let mut session = Session::new(BackgammonGame, record, Side::First, puppet, Watch::nobody());
        begun(&mut session);
        reply(&mut session, line)
    };
    let refused = "not resigned: got a gammon, expected a single game, because White has borne off a checker; try resign\n";
    assert_eq!(told("A", "resign gammon"), refused);
    assert!(told("A", "resign").starts_with("White resigns a single game, Black wins 1 point; "));
}

#[test]
fn other_dice_can_be_typed_before_the_throw() {
    let mut session = session(0, 1, vec![]);
    begun(&mut session);
    let first = legal(&session).swap_remove(0);
    reply(&mut session, &first);
    assert!(reply(&mut session, "roll 6-5").ends_with("White to play 6-5\nmoney\n"));
    let text = BackgammonGame.saved(session.record(), None, Tags::new());
    let loaded = BackgammonGame.loaded(&text).unwrap();
    assert_eq!(loaded.record.state().dice, session.record().state().dice);
}

#[test]
fn without_the_cube_there_is_none() {
    let record = Record::new(PlayState::new(Default::default(), Dice::new(1)));
    let puppet = Puppet::new(vec![], |_| WORTH);
    let mut session = Session::new(BackgammonGame, record, Side::First, puppet, Watch::nobody());
    begun(&mut session);
    assert_eq!(
        reply(&mut session, "double"),
        "not played: this game has no cube; try play --cube or play --length 5\n"
    );
    let text = BackgammonGame.saved(session.record(), None, Tags::new());
    assert!(text.contains("RU[NoCube]"), "{text}");
}
