//! Claims: a rollout with the cube adds up what naive trials say, at every score and hold and
//! whoever plays them; exact bear-offs with the cube end trials.

use crate::support::bearoff::bearoff;
use crate::support::folder::Folder;
use crate::support::simulated::simulate;
use sparring_engine::cubeful::{Cubeful, Lookahead};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{Doubling, Efficiency, Hold, Holds, MatchEquity, Response};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{MatchState, Outcome, Position, Roll};
use sparring_engine::rollout::{
    Checkpoint, CheckpointError, Level, Plan, Rollout, Start, Sums, Throws, WithCube,
};
use sparring_engine::search::Filter;
use sparring_engine::solve::bearoff::Home;
use sparring_sched::{Costs, Pool, PoolBuilder};

const TRIALS: u64 = 5;
const UNIT: f64 = (1 << 16) as f64;
const BEST: Filter = Filter { most: 1, within: 0 };

fn plan(trials: u64) -> Plan {
    Plan { trials, seed: 11, truncate: None, level: Level::Static, until: None }
}

fn holds(state: &MatchState) -> Holds {
    Holds::new(state, MatchEquity::built_in(), Efficiency::default(), 15).unwrap()
}

/// Money, also with Jacoby and beavers; matches: an even one, one at its Crawford game, one in
/// which a double is free.
fn states() -> Vec<MatchState> {
    let money = MatchState::MONEY;
    let to_seven = MatchState { length: 7, score: [2, 4], ..money };
    vec![
        money,
        MatchState { jacoby: true, beavers: true, ..money },
        to_seven,
        MatchState { crawford: true, score: [6, 4], ..to_seven },
        MatchState { score: [6, 4], ..to_seven },
    ]
}

/// A game in which the cube is soon turned: before a roll, and after a play.
fn starts() -> [Start; 2] {
    let position: Position = "-a-BaBC-A---eE---c-e----B-".parse().unwrap();
    let results = position.results("31".parse().unwrap());
    [Start::ToRoll(position), Start::Played(results[results.len() / 2])]
}

/// What a value is as a whole number.
fn fixed(state: &MatchState, value: f64) -> i64 {
    let value = if state.length > 0 { 2.0 * value - 1.0 } else { value };
    (value * UNIT).round() as i64
}

/// A trial by hand, which makes everything anew at every turn: what it is worth without luck to
/// the side asked about, times 36 UNIT; and how often the cube was turned and passed.
fn naive(pool: &Pool, start: &Start, state: MatchState, trial: u64) -> (i64, [u32; 2]) {
    let (mut position, mut sign, mut acts) = match start {
        Start::ToRoll(position) => (*position, 1, false),
        Start::Played(result) => (result.handed_over(), -1, true),
    };
    let (mut state, mut luck, mut turned) = (state, 0, 0);
    let mut throws = Throws::of(11, trial);
    let scope = &pool.cancel_scope();
    loop {
        let look = |state: &MatchState| {
            Cubeful::new(Network::built_in(), state, MatchEquity::built_in(), Efficiency::default()).unwrap()
        };
        if acts {
            let decision = pool.install_in(scope, |task| look(&state).decide(task, &position, 1)).unwrap();
            if let Some(double) = decision.double.filter(|double| double.doubling == Doubling::Double) {
                turned += 1;
                let times = match double.response {
                    Response::Pass => {
                        return (sign * 36 * fixed(&state, double.pass.value) - luck, [turned, 1]);
                    }
                    Response::Take => 1,
                    Response::Beaver => 2,
                };
                state.cube += times;
                state.owner = Some(position.side().other());
            }
        }
        let best = |roll| {
            let plays = pool.install_in(scope, |task| {
                look(&state).plays(task, (&position, roll), Lookahead { depth: 0, filter: BEST }, &[])
            });
            let plays = plays.unwrap();
            (fixed(&state, plays[0].value), plays[0].result)
        };
        let (mut mean, mut played, thrown) = (0, None, throws.throw());
        for (a, b) in (1..=6).flat_map(|a| (1..=a).map(move |b| (a, b))) {
            let roll = Roll::new(a, b).unwrap();
            let found = best(roll);
            mean += if a == b { 1 } else { 2 } * found.0;
            if roll == thrown {
                played = Some(found);
            }
        }
        let (drawn, result) = played.unwrap();
        luck += sign * (36 * drawn - mean);
        if let Some(outcome) = Outcome::of(&result) {
            let stakes = holds(&state);
            let won = stakes.stakes(stakes.begin(), position.side()).finished(outcome, true);
            return (sign * 36 * fixed(&state, won) - luck, [turned, 0]);
        }
        (position, sign, acts) = (result.handed_over(), -sign, true);
    }
}

fn sums(pool: &Pool, rollout: &Rollout<'_>) -> Sums {
    rollout.run((pool, &pool.cancel_scope()), Sums::new(rollout.starts.len()), &|_| {})
}

#[test]
fn a_rollout_with_the_cube_adds_up_naive_trials_whoever_plays_them() {
    let (starts, pool) = (starts(), Pool::new(1).unwrap());
    let mut seen = [0; 2];
    for state in states() {
        let mut expected = [0; 2];
        for (sum, start) in expected.iter_mut().zip(&starts) {
            for trial in 0..TRIALS {
                let (value, turned) = naive(&pool, start, state, trial);
                *sum += value;
                seen = [seen[0] + turned[0], seen[1] + turned[1]];
            }
        }
        let holds = holds(&state);
        let begins = [holds.begin(); 2];
        let cube = Some(WithCube { holds: &holds, begins: &begins });
        let rollout = Rollout {
            starts: &starts,
            plan: plan(TRIALS),
            network: Network::built_in(),
            bearoff: None,
            cube,
        };
        let one = sums(&pool, &rollout);
        assert_eq!([0, 1].map(|start| one.sample(start).value), expected, "{state:?}");
        for threads in [2, 8] {
            assert_eq!(sums(&Pool::new(threads).unwrap(), &rollout), one, "{state:?}, {threads} threads");
        }
        let builder = PoolBuilder::new().threads(64).stack(1 << 20);
        let simulated = simulate(builder, Costs::default()).seed(5).build().unwrap();
        assert_eq!(sums(&simulated, &rollout), one, "{state:?}, 64 simulated workers");
        let total = simulated.snapshot().total();
        total.check().unwrap();
        assert_eq!((total.created, total.run()), (TRIALS * 2, TRIALS * 2));
        let ahead = Rollout { plan: Plan { level: Level::Ahead, truncate: Some(2), ..plan(4) }, ..rollout };
        assert_eq!(sums(&pool, &ahead), sums(&Pool::new(3).unwrap(), &ahead));
    }
    println!("{seen:?} doubles and passes");
    assert!(seen[0] > seen[1] && seen[1] > 5, "{seen:?}: doubles are taken, and passed");
}

/// Mirrored positions look alike to the sides on roll, but the cube is White's.
#[test]
fn a_checkpoint_knows_which_side_rolls() {
    let folder = Folder::new("sides");
    let file = folder.path().join("rollout");
    let holds = holds(&MatchState { cube: 1, owner: Some(Side::First), ..MatchState::MONEY });
    let begins = [holds.begin()];
    let open = |side| {
        let rollout = Rollout {
            starts: &[Start::ToRoll(Position::START.seen_by(side))],
            plan: plan(4),
            network: Network::built_in(),
            bearoff: None,
            cube: Some(WithCube { holds: &holds, begins: &begins }),
        };
        Checkpoint::open(&file, &rollout).map(|(checkpoint, _)| checkpoint.write(&Sums::new(1)).unwrap())
    };
    open(Side::First).unwrap();
    assert!(matches!(open(Side::Second), Err(CheckpointError::Other(..))));
    open(Side::First).unwrap();
}

#[test]
fn databases_end_trials_with_exact_values_of_a_cube() {
    let state = MatchState { cube: 2, owner: Some(Side::First), ..MatchState::MONEY };
    let holds = holds(&state);
    let position: Position = "-----C-----------------e--".parse().unwrap();
    let (own, theirs) = Home::both(&position).unwrap();
    let exact = bearoff().two_sided.cubeful(own, theirs).unwrap();
    let side = position.side();
    let owners = [(Some(side), exact.owned), (None, exact.centred), (Some(side.other()), exact.against)];
    for (owner, undoubled) in owners {
        let begins = [Hold { cube: 2, owner }];
        let cube = Some(WithCube { holds: &holds, begins: &begins });
        let rollout = Rollout {
            starts: &[Start::ToRoll(position)],
            plan: plan(4),
            network: Network::built_in(),
            bearoff: Some(bearoff()),
            cube,
        };
        let found = sums(&Pool::new(2).unwrap(), &rollout).equity(0);
        assert!((found.mean - 4.0 * undoubled).abs() < 1e-5, "{owner:?}: {found:?}, {undoubled}");
    }
}
