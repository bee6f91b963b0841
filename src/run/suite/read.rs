use std::io::{self, BufRead};

use crate::analyse::lines::BoundedLines;
use sparring_engine::games::chess::{Epd, epd_operations, split_epd};
use sparring_report::SuiteError;

#[derive(Clone, Debug)]
pub struct SuiteEntry {
    /// Line number, from 1.
    pub line: usize,
    pub epd: Epd,
}

impl SuiteEntry {
    pub fn id(&self) -> String {
        self.epd.id.clone().unwrap_or_else(|| format!("line {}", self.line))
    }

    pub fn is_search(&self) -> bool {
        !self.epd.best.is_empty() || !self.epd.avoid.is_empty() || self.epd.mate.is_some()
    }

    pub fn is_count(&self) -> bool {
        !self.epd.leaves.is_empty()
    }
}

#[derive(Clone, Debug, Default)]
pub struct SuiteLines {
    pub entries: Vec<SuiteEntry>,
    pub errors: Vec<SuiteError>,
}

impl SuiteLines {
    /// Reads all lines but empty ones and those with `#` in front.
    ///
    /// # Errors
    /// A read error.
    pub fn read(input: impl BufRead) -> io::Result<SuiteLines> {
        let mut all = SuiteLines::default();
        for (number, line) in BoundedLines::new(input).enumerate() {
            let line_number = number + 1;
            match line?.and_then(|line| entry(line_number, &line)) {
                Ok(entry) => all.entries.extend(entry),
                Err(error) => all.errors.push(SuiteError { line: line_number, error }),
            }
        }
        Ok(all)
    }
}

fn entry(line: usize, text: &str) -> Result<Option<SuiteEntry>, String> {
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let entry = SuiteEntry { line, epd: text.parse().map_err(|error| format!("{error}"))? };
    if entry.is_search() || entry.is_count() {
        return Ok(Some(entry));
    }
    let codes: Vec<String> =
        epd_operations(split_epd(text).1).map(|(code, _)| code.escape_debug().to_string()).collect();
    let got = if codes.is_empty() {
        "a position alone".to_owned()
    } else {
        format!("a position with {}", codes.join(", ").chars().take(40).collect::<String>())
    };
    Err(format!(
        "got {got}, expected an operation bm, am, dm or D1 with operands; try sparring chess analyse"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_line_is_named_and_leaves_the_others_alone() {
        let fen = "8/8/8/8/8/4k3/4p3/4K1R1 w - -";
        let text = format!(
            "# suite\r\n\r\n{fen} bm Rg3+; id \"a\";\r\nbroken\n{fen}\n{fen} ;D1 5\n{fen} bm Ra1;\n{fen} bm; pm Rg3;"
        );
        let SuiteLines { entries, errors } = SuiteLines::read(text.as_bytes()).unwrap();
        let read: Vec<_> =
            entries.iter().map(|entry| (entry.id(), entry.is_search(), entry.is_count())).collect();
        assert_eq!(read, [("a".to_owned(), true, false), ("line 6".to_owned(), false, true)]);
        assert_eq!(errors.iter().map(|error| error.line).collect::<Vec<_>>(), [4, 5, 7, 8]);
        assert!(errors[3].error.starts_with("got a position with bm, pm, "), "{}", errors[3].error);
        assert!(errors.iter().all(|error| error.error.contains("expected")), "{errors:?}");
    }
}
