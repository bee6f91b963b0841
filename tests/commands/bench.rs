//! Claim: `sparring bench` visits the same nodes on every machine, and says so as test frameworks
//! read it.

use crate::support::binary::{assert_ledger, json, stdout};

/// The nodes of the search as it is. A change of the search or of the evaluation changes this
/// number, and names it in the commit.
const SIGNATURE: &str = "1309254";

#[test]
fn the_benchmark_ends_with_nodes_and_their_rate() {
    let text = stdout(&["bench"]);
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", rate, "nps"] = words[..] else { panic!("{text}") };
    assert_eq!(nodes, SIGNATURE);
    assert!(rate.parse::<u64>().unwrap() > 0);
}

#[test]
fn a_shallower_benchmark_has_fewer_nodes() {
    let nodes =
        |depth: &str| -> u64 { stdout(&["bench", depth]).split(' ').next().unwrap().parse().unwrap() };
    assert!(nodes("1") < nodes("4"));
}

#[test]
fn the_playing_strategies_answer_on_the_command_line() {
    for strategy in ["play", "lazy"] {
        let args = ["chess", "bestmove", "--board", "stamma", "--depth", "7", "--threads", "2", "--strategy"];
        let document = json(&[&args[..], &[strategy]].concat());
        assert_eq!((document["strategy"].as_str(), document["depth"].as_u64()), (Some(strategy), Some(7)));
        assert_ledger(&document);
        let two = json(&[&args[..], &[strategy, "--multipv", "2"]].concat());
        assert_eq!(two["lines"].as_array().unwrap().len(), 2);
    }
}
