#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub verbs: Vec<String>,
    pub moves: Vec<String>,
}

impl Words {
    /// Returns completions, and the byte of `typed` where they begin.
    ///
    /// A move can have several words (backgammon), and a line several moves (dots). The last word
    /// is completed if nothing completes the line.
    pub fn completions(&self, typed: &str) -> (usize, Vec<&str>) {
        let text = typed.trim_start();
        let start = typed.len() - text.len();
        let (verb, rest) = text.split_once(' ').unwrap_or(("", text));
        let behind = typed.len() - rest.trim_start().len();
        match verb.to_lowercase().as_str() {
            "help" => return (behind, matching(&self.verbs, rest.trim_start())),
            "move" => return (behind, matching(&self.moves, rest.trim_start())),
            _ => {}
        }
        let mut found = matching(&self.moves, text);
        if !text.contains(' ') {
            found.extend(matching(&self.verbs, text));
        }
        match text.rsplit_once(' ') {
            Some((_, last)) if found.is_empty() => (typed.len() - last.len(), matching(&self.moves, last)),
            _ => (start, found),
        }
    }
}

/// The words with this beginning, in any case if none matches exactly.
fn matching<'w>(words: &'w [String], typed: &str) -> Vec<&'w str> {
    let exact: Vec<&str> = words.iter().map(String::as_str).filter(|word| word.starts_with(typed)).collect();
    if !exact.is_empty() {
        return exact;
    }
    let lower = typed.to_lowercase();
    words.iter().map(String::as_str).filter(|word| word.to_lowercase().starts_with(&lower)).collect()
}

/// The word of `known` that `word` begins, or the closest with at most one typing error per
/// three letters.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let bare = |text: &str| text.trim_start_matches('-').to_lowercase();
    let word = bare(word);
    let slips = |name: &str| {
        let name = bare(name);
        let begun = word.len() >= 3 && name.starts_with(&word);
        if begun { 0 } else { strsim::damerau_levenshtein(&word, &name) }
    };
    let nearest = known.into_iter().map(|name| (slips(name), name)).min_by_key(|(slips, _)| *slips);
    nearest.filter(|(slips, _)| *slips <= word.chars().count() / 3).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completions(typed: &str) -> (usize, Vec<&'static str>) {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let words =
            Words { verbs: owned(&["hint", "help", "save"]), moves: owned(&["h3", "Nf3", "8/5 6/5"]) };
        let (start, found) = words.completions(typed);
        (start, found.into_iter().map(|word| &*word.to_owned().leak()).collect())
    }

    #[test]
    fn moves_and_commands_are_completed() {
        assert_eq!(completions("h"), (0, vec!["h3", "hint", "help"]));
        assert_eq!(completions(" hi"), (1, vec!["hint"]));
        assert_eq!(completions("N"), (0, vec!["Nf3"]));
        assert_eq!(completions("nf"), (0, vec!["Nf3"]));
        assert_eq!(completions("x"), (0, vec![]));
    }

    #[test]
    fn so_are_moves_of_several_words_and_the_words_behind_a_command() {
        assert_eq!(completions("8/5 6"), (0, vec!["8/5 6/5"]));
        assert_eq!(completions("move 8/5 6"), (5, vec!["8/5 6/5"]));
        assert_eq!(completions("h3 h"), (3, vec!["h3"]));
        assert_eq!(completions("help s"), (5, vec!["save"]));
        assert_eq!(completions("help  "), (6, vec!["hint", "help", "save"]));
    }
}
