use super::equity::{LONGEST, MatchEquity};
use super::tokens::{COMPARE, TableError, Token, Tokens, attribute};
use crate::games::quoted;

/// The largest error in a sum of both sides' chances; tables are rounded.
const ROUNDING: f64 = 0.01;

const ANOTHER: &str = "a table that lists all chances, like Kazaross-XG2.xml";

impl MatchEquity {
    /// Reads a table in the XML form of GNU Backgammon's folder `met`. It must list all chances,
    /// the same for both sides.
    ///
    /// # Errors
    /// If the text is no such table; the error has the line and the reason.
    pub fn from_xml(text: &str) -> Result<MatchEquity, TableError> {
        read(text)
    }
}

fn read(text: &str) -> Result<MatchEquity, TableError> {
    let mut tokens = Tokens::new(text)?;
    tokens.open("met")?;
    tokens.open("info")?;
    tokens.element("name", |_, _| Ok(()))?;
    tokens.element("description", |_, _| Ok(()))?;
    let size = tokens.element("length", |tokens, text| length(tokens, text))?;
    tokens.close("info")?;

    let attributes = tokens.open("pre-crawford-table")?;
    explicit(&tokens, attributes)?;
    let mut rows = Vec::new();
    while rows.len() < size {
        rows.push(row(&mut tokens, size, size)?);
    }
    tokens.close("pre-crawford-table")?;

    let attributes = tokens.open("post-crawford-table")?;
    explicit(&tokens, attributes)?;
    if let Some(player) = attribute(attributes, "player").filter(|player| *player != "both") {
        let got = format!("a table for player {}", quoted(player));
        return Err(tokens.error(got, "one for both", ANOTHER));
    }
    // After the Crawford game the trailing side has won a point.
    let after = row(&mut tokens, (size - 1).max(1), size)?;
    tokens.close("post-crawford-table")?;
    let table = joined(&tokens, &rows, &after)?;
    tokens.close("met")?;
    if tokens.peek() != Token::End {
        return Err(tokens.unexpected("the end of the text"));
    }
    Ok(table)
}

fn length(tokens: &Tokens<'_>, text: &str) -> Result<usize, TableError> {
    if text.starts_with('-') {
        return Err(tokens.error("a table made by a formula".to_owned(), "listed chances", ANOTHER));
    }
    let size = text.parse().ok().filter(|size| (1..=LONGEST).contains(size));
    size.ok_or_else(|| tokens.error(quoted(text), format!("a length of 1 to {LONGEST} points"), COMPARE))
}

fn explicit(tokens: &Tokens<'_>, attributes: &str) -> Result<(), TableError> {
    match attribute(attributes, "type") {
        Some("explicit") => Ok(()),
        kind => {
            let got = format!("a table of the type {}", quoted(kind.unwrap_or_default()));
            Err(tokens.error(got, "the type 'explicit'", ANOTHER))
        }
    }
}

fn row(tokens: &mut Tokens<'_>, least: usize, most: usize) -> Result<Vec<f64>, TableError> {
    tokens.open("row")?;
    let mut row = Vec::new();
    while row.len() < least || row.len() < most && tokens.peek() != Token::Close("row") {
        row.push(tokens.element("me", |tokens, text| chance(tokens, text))?);
    }
    tokens.close("row")?;
    Ok(row)
}

fn chance(tokens: &Tokens<'_>, text: &str) -> Result<f64, TableError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let chance = text.parse().ok().filter(|chance| digits && (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| tokens.error(quoted(text), "a chance from 0 to 1", COMPARE))
}

/// Builds the table. Both sides' chances must add up to 1, and needing a point more must never be
/// better.
fn joined(tokens: &Tokens<'_>, rows: &[Vec<f64>], after: &[f64]) -> Result<MatchEquity, TableError> {
    let mut table = MatchEquity::empty(rows.len());
    for (i, row) in rows.iter().enumerate() {
        for (j, chance) in row.iter().enumerate().take(i + 1) {
            let sum = chance + rows[j][i];
            if (sum - 1.0).abs() > ROUNDING {
                let got = format!("chances of {} to {} and back that add up to {sum:.4}", i + 1, j + 1);
                return Err(tokens.error(got, "a sum of 1", ANOTHER));
            }
            table.set(i + 1, j + 1, chance + (1.0 - sum) / 2.0);
        }
    }
    for (i, &chance) in after.iter().enumerate() {
        table.set_after(i + 1, chance);
    }
    if after.len() < rows.len() {
        // No match reaches this score.
        table.set_after(rows.len(), after[after.len() - 1]);
    }
    match table.rise() {
        None => Ok(table),
        Some(score) => {
            let got = format!("a better chance at {score} to go than with one less");
            Err(tokens.error(got, "none", COMPARE))
        }
    }
}
