mod backgammon_support;
use std::ops::ControlFlow;
use backgammon_support::*;
use sparring::games::backgammon::*;
fn check(p:&Position, roll:Roll) {
    let (_k, want) = results(p.points(), roll);
    let mut got: Vec<Points> = vec![];
    p.each_result(roll, |r| { got.push(*r.points()); ControlFlow::Continue(()) });
    let n = got.len();
    got.sort(); got.dedup();
    assert_eq!(n, got.len(), "{p} {roll} duplicates");
    let want: Vec<Points> = want.into_iter().collect();
    assert_eq!(got.len(), want.len(), "{p} {roll}");
    assert_eq!(got, want, "{p} {roll}");
}
#[test] fn start() {
    assert_eq!(perft(&Position::START,1),447);
    assert_eq!(perft(&Position::START,2),202782);
}
#[test] fn random() {
    let mut r = Random::new(1);
    for i in 0..60000 { let s=[25,25,12,8,6,24][i%6]; let p = r.placement(s); check(&p, r.roll()); }
}
