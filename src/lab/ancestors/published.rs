//! The ancestors' figures, kept in data files.
//!
//! * `published/tables.csv`: rows of published tables.
//! * `published/stated.csv`: results stated in sentences.
//! * `rebuilt.csv`: runs of programs rebuilt with GHC 9.0.2 -O2 on a machine of two processors.

use std::sync::LazyLock;

use crate::documents::{Ancestor, Published, SparkCounts, StatedNumber};

struct Record(Vec<(&'static str, String)>);

impl Record {
    fn text(&self, column: &str) -> &str {
        let cell = self.0.iter().find(|(name, _)| *name == column);
        &cell.unwrap_or_else(|| panic!("the data file has a column {column}")).1
    }

    fn number(&self, column: &str) -> Option<f64> {
        let cell = self.text(column);
        (!cell.is_empty()).then(|| cell.parse().expect("the data file has numbers there"))
    }

    fn counts(&self) -> SparkCounts {
        let [total, converted, overflowed, dud, collected, fizzled] =
            ["total", "converted", "overflowed", "dud", "collected", "fizzled"]
                .map(|column| self.number(column));
        SparkCounts { total, converted, overflowed, dud, collected, fizzled }
    }

    fn sparks(&self) -> Option<String> {
        let counts = self.counts();
        (!counts.is_empty()).then(|| counts.line())
    }
}

/// Parses a data file. A cell with a comma stands in quotes.
fn records(file: &'static str) -> Vec<Record> {
    let (head, lines) = file.split_once('\n').expect("the names of the columns");
    let record = |line| Record(head.split(',').zip(cells(line)).collect());
    lines.lines().map(record).collect()
}

fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    for (i, part) in line.split('"').enumerate() {
        let quoted = i % 2 == 1;
        let mut pieces = part.split(',').map(str::to_owned);
        let whole = if quoted { part.to_owned() } else { pieces.next().unwrap_or_default() };
        cells.last_mut().expect("a cell").push_str(&whole);
        if !quoted {
            cells.extend(pieces);
        }
    }
    cells
}

static TABLES: LazyLock<Vec<Record>> = LazyLock::new(|| records(include_str!("published/tables.csv")));
static STATED: LazyLock<Vec<Record>> = LazyLock::new(|| records(include_str!("published/stated.csv")));
static REBUILT: LazyLock<Vec<Record>> = LazyLock::new(|| records(include_str!("rebuilt.csv")));

pub fn tables(experiment: &str) -> Vec<Published> {
    let of = match experiment {
        "A" => "game",
        // The program plays two moves before it ends.
        "D" => "two moves",
        _ => "move",
    };
    let rows = || TABLES.iter().filter(|row| row.text("experiment") == experiment);
    // Speed-ups are relative to the first program without parallelism.
    let sequential = |row: &Record| {
        let like = |one: &&Record| match experiment {
            "C" => one.text("program") == "algo-seq",
            _ => one.text("program").starts_with("Seq") && one.text("setting") == row.text("setting"),
        };
        rows().find(like)?.number("seconds")
    };
    let published = |row: &Record| Published {
        program: row.text("program").to_owned(),
        seconds: row.number("seconds"),
        of,
        cores: row.number("cores").unwrap_or(1.0) as u32,
        sparks: row.sparks(),
        source: row.text("source").to_owned(),
        setting: row.text("setting").to_owned(),
        speedup: sequential(row).zip(row.number("seconds")).map(|(one, all)| one / all),
        percent: row.number("percent"),
        counts: row.counts(),
        conversion: row.number("conversion"),
        memory_mib: row.number("memory_mib"),
    };
    rows().map(published).collect()
}

pub struct Stated {
    pub number: StatedNumber,
    /// Empty for several programs.
    pub program: String,
    pub setting: String,
    /// `None` for several core counts.
    pub cores: Option<u32>,
}

/// The numbers stated in a paper's sentences, without ours.
pub fn stated(experiment: &str) -> impl Iterator<Item = Stated> {
    STATED.iter().filter(move |row| row.text("experiment") == experiment).map(|row| Stated {
        number: StatedNumber {
            source: row.text("source").to_owned(),
            quantity: row.text("quantity").to_owned(),
            unit: row.text("unit").to_owned(),
            value: row.number("value").expect("a number that was stated"),
            ours: None,
        },
        program: row.text("program").to_owned(),
        setting: row.text("setting").to_owned(),
        cores: row.number("cores").map(|cores| cores as u32),
    })
}

/// Compares a rebuilt program with a decision of ours of `ns` nanoseconds; `None` if it was not
/// timed with this setting and number of cores.
pub fn rebuilt(experiment: &str, program: &str, setting: &str, cores: usize, ns: u64) -> Option<Ancestor> {
    let row = REBUILT.iter().find(|row| {
        [row.text("experiment"), row.text("program"), row.text("setting")] == [experiment, program, setting]
            && row.number("cores") == Some(cores as f64)
    })?;
    let its_ns = 1e9 * row.number("seconds")? / row.number("decisions")?;
    Some(Ancestor {
        program: if row.sparks().is_some() { format!("{program} -N{cores}") } else { program.to_owned() },
        ns_per_decision: Some(its_ns as u64),
        times_faster: Some(its_ns / ns.max(1) as f64),
        sparks: row.sparks(),
        counts: row.counts(),
        best: Some(row.text("best")).filter(|best| !best.is_empty()).map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_with_a_comma_stands_in_quotes() {
        assert_eq!(cells("D,\"Par,1,4\",,8"), ["D", "Par,1,4", "", "8"]);
        assert_eq!(cells("a,\"b, c\""), ["a", "b, c"]);
    }
}
