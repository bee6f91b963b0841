//! Provenance of trained weights.

/// A file of weights on itself, a `name: value` line for each fact: the seeds, the games
/// and the command that make the weights again, and how well they fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance(pub String);

impl Provenance {
    /// Bytes that it has at most.
    pub const MOST: usize = 4096;

    /// The lines of weights that were trained on from a `parent`'s: their own, then the parent's,
    /// each behind `from: `, as far as there is room. `None` if their own are too long.
    pub fn of(own: &[String], parent: &Provenance) -> Option<Provenance> {
        let mut text = own.join("\n");
        if text.len() > Provenance::MOST {
            return None;
        }
        for line in parent.0.lines() {
            let line = format!("\nfrom: {line}");
            if text.len() + line.len() > Provenance::MOST {
                break;
            }
            text.push_str(&line);
        }
        Some(Provenance(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_of_parents_is_cut_at_the_oldest() {
        let mut last = Provenance::default();
        for generation in 0..100 {
            let own = [format!("games: {generation}"), "note: played against itself".to_owned()];
            let next = Provenance::of(&own, &last).unwrap();
            assert!(next.0.len() <= Provenance::MOST && next.0.starts_with(&own.join("\n")));
            let from: Vec<&str> = next.0.lines().filter_map(|line| line.strip_prefix("from: ")).collect();
            assert!(last.0.lines().zip(&from).all(|(line, &from)| line == from));
            assert!(from.len() == last.0.lines().count() || next.0.len() > Provenance::MOST - 600);
            last = next;
        }
        assert!(last.0.contains("from: from: games: 97\n"), "{last:?}");
        assert_eq!(Provenance::of(&["n".repeat(Provenance::MOST + 1)], &last), None);
        assert!(Provenance::of(&["n".repeat(Provenance::MOST)], &last).is_some());
    }
}
