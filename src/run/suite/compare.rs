use super::solve::Attempt;
use sparring_report::SuiteComparison;

/// The first run's time and nodes over the second's, to the deepest common depth, as
/// geometric means; `None` without a common position.
pub fn compare(first: &[Option<Attempt>], second: &[Option<Attempt>]) -> Option<SuiteComparison> {
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    for (one, other) in first.iter().zip(second) {
        let (Some(one), Some(other)) = (one, other) else { continue };
        let finished = |tried: &Attempt, depth| {
            tried.steps.iter().find(|step| step.finished && step.depth == depth).copied()
        };
        let mut depths = one.steps.iter().rev().map(|step| step.depth);
        let common = depths.find_map(|depth| Some((finished(one, depth)?, finished(other, depth)?)));
        let Some((one, other)) = common else { continue };
        times.push(ratio(one.time_ns, other.time_ns));
        nodes.push(ratio(one.nodes, other.nodes));
    }
    if times.is_empty() {
        return None;
    }
    Some(SuiteComparison {
        positions: times.len(),
        time_to_depth: geometric_mean(&times),
        nodes_to_depth: geometric_mean(&nodes),
    })
}

fn ratio(one: u64, other: u64) -> f64 {
    one.max(1) as f64 / other.max(1) as f64
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::super::solve::Step;
    use super::*;
    use sparring_report::{SuiteResult, Value};

    fn tried(steps: &[(u32, u64, u64)]) -> Option<Attempt> {
        let step = |&(depth, time_ns, nodes): &(u32, u64, u64)| Step {
            depth,
            right: true,
            time_ns,
            nodes,
            finished: true,
        };
        let result = SuiteResult {
            best: None,
            san: None,
            value: Value::Score(0),
            solved: false,
            solved_depth: None,
            solved_time_ns: None,
            depth: 0,
            nodes: 0,
            time_ns: 0,
        };
        Some(Attempt { result, steps: steps.iter().map(step).collect() })
    }

    #[test]
    fn runs_are_compared_at_the_deepest_depth_of_both() {
        let first = [tried(&[(1, 5, 5), (2, 400, 30)]), tried(&[(1, 100, 10), (2, 900, 90)]), None];
        let second = [tried(&[(1, 5, 5), (2, 100, 30), (3, 1, 1)]), tried(&[(1, 100, 40)]), tried(&[])];
        let both = compare(&first, &second).unwrap();
        assert_eq!(both.positions, 2);
        // Time ratios 4 and 1, node ratios 1 and 1/4.
        assert!((both.time_to_depth - 2.0).abs() < 1e-9 && (both.nodes_to_depth - 0.5).abs() < 1e-9);
        assert!(compare(&[None], &second).is_none());
        // A depth that was not finished counts for neither.
        let mut stopped = tried(&[(1, 100, 10), (2, 900, 90)]).unwrap();
        stopped.steps[1].finished = false;
        let alike = compare(&[Some(stopped)], &[tried(&[(1, 100, 40), (2, 1, 1)])]).unwrap();
        assert!((alike.time_to_depth - 1.0).abs() < 1e-9 && (alike.nodes_to_depth - 0.25).abs() < 1e-9);
    }
}
