use super::collect::Like;
use crate::documents::{Published, ReproduceRow, SequentialShare};

const ALL: &str = "all boards";

/// The average percentage of every search that has a row in each setting of the program
/// `sequential`.
pub fn shares(rows: &[(ReproduceRow, Like)], tables: &[Published], sequential: &str) -> Vec<SequentialShare> {
    let one: Vec<(&str, u64)> = rows
        .iter()
        .filter(|(_, like)| like.published.as_deref() == Some(sequential))
        .map(|(row, like)| (like.setting.as_str(), row.ns_per_decision))
        .collect();
    let settings = tables.iter().filter(|row| row.program == sequential && row.setting != ALL).count();
    let mut shares: Vec<SequentialShare> = Vec::new();
    for (row, like) in rows {
        let Some(strategy) = &like.averaged else { continue };
        let same = |row: &ReproduceRow, strategy: &String| (strategy.clone(), row.threads, row.clock);
        let key = same(row, strategy);
        if shares.iter().any(|share| (share.strategy.clone(), share.threads, share.clock) == key) {
            continue;
        }
        let alike =
            rows.iter().filter(|(row, like)| like.averaged.as_ref().is_some_and(|s| same(row, s) == key));
        let percents: Vec<f64> = alike
            .filter_map(|(row, like)| {
                let (_, ns) = one.iter().find(|(setting, _)| *setting == like.setting)?;
                Some(100.0 * row.ns_per_decision as f64 / *ns as f64)
            })
            .collect();
        if percents.is_empty() || percents.len() < settings {
            continue;
        }
        let published = tables.iter().find(|average| {
            average.setting == ALL
                && Some(&average.program) == like.published.as_ref()
                && average.cores as usize == row.threads
        });
        shares.push(SequentialShare {
            program: like.published.clone(),
            strategy: strategy.clone(),
            threads: row.threads,
            clock: row.clock,
            percent: percents.iter().sum::<f64>() / percents.len() as f64,
            published: published.and_then(|average| average.percent),
        });
    }
    shares
}
