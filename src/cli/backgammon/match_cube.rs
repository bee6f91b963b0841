//! `sparring backgammon match` with the cube: matches or money games.

use std::ffi::OsStr;
use std::fs;
use std::ops::Range;
use std::path::Path;

use super::match_args::{MatchArgs, MatchStakes, informed};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{interrupted, say, show};
use crate::matches::cube::{Contest, Rules, Standing, cube_series};
use crate::matches::{Player, StoppableEngine};
use sparring_engine::games::backgammon::Backgammon;
use sparring_engine::{Engine, Stop};
use sparring_run::{Interrupt, Progress, Run, replace};

pub(super) fn run_matches(
    args: &MatchArgs,
    asked: MatchStakes<'_>,
    players: [&Player; 2],
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let table = asked.table()?;
    let rules = Rules { start: asked.start, table: &table };
    for player in players {
        player.suits_cube(rules.start.length).map_err(Failure::usage)?;
    }
    let folder = asked.args.record.as_deref();
    folder.map_or(Ok(()), |folder| empty(folder, args.plan().pairs))?;
    let run = args.delivery.run(args.pool.pool()?, interrupt);
    let players = informed(args, players)?;
    let players = players.each_ref();
    for player in players.iter().filter(|player| !player.knows_cube()) {
        let name = player.name();
        say(&format!("{name} knows no chances of gammons: it never doubles and takes every double"));
    }
    // Players that do not search never replace this guard, but their pairs end soon.
    interrupt.guard(|| {});
    let (standing, failed) = play(args, players, rules, folder, &run);
    let lost = players.iter().find_map(|player| player.lost());
    let lost = lost.map(|why| Failure::Run(format!("from gnubg: {why}; the pairs before it are counted")));
    let failed = failed.or(lost);
    if standing.matches() == 0 {
        failed.map_or(Ok(()), Err)?;
        return interrupted("interrupted before a pair of matches was over; try players with less depth");
    }
    let document = standing.document(players, &rules, &args.plan(), run.pool.threads());
    show(args.delivery.output.json, &document, || document.to_string())?;
    failed.map_or(Ok(()), Err)?;
    Ok(Exit::of(interrupt))
}

fn play(
    args: &MatchArgs,
    players: [&Player; 2],
    rules: Rules<'_>,
    folder: Option<&Path>,
    run: &Run,
) -> (Standing, Option<Failure>) {
    let engine = &Engine::new(Backgammon, run.pool.clone(), 0);
    let watch = &|stop: Stop| run.interrupt.guard(move || stop.stop());
    let (plan, mut failed) = (args.plan(), None);
    let all = plan.pairs.end - plan.pairs.start;
    let standing = run.shown(Progress::turns(all), |screen| {
        cube_series(players, StoppableEngine { engine, watch }, rules, &plan, |standing, number, pair| {
            let share = 100.0 * standing.share();
            screen.reach(standing.matches() / 2, all, &format!("pairs  {share:.1} % won"));
            failed = folder.and_then(|folder| write(folder, number, pair).err());
            failed.is_none() && !run.interrupt.requested()
        })
    });
    (standing, failed)
}

/// Creates the folder; refuses one that has a match of these pairs.
fn empty(folder: &Path, pairs: Range<u64>) -> Result<(), Failure> {
    let refused = |error| unwritable(Some(folder), &error, Failure::Usage);
    fs::create_dir_all(folder).map_err(refused)?;
    for entry in fs::read_dir(folder).map_err(refused)? {
        let path = entry.map_err(refused)?.path();
        let number = path.file_name().and_then(OsStr::to_str).and_then(|name| {
            let (pair, _) = name.strip_prefix("match-")?.strip_suffix(".mat")?.split_once('-')?;
            pair.parse().ok()
        });
        if number.is_some_and(|number| pairs.contains(&number)) {
            let path = path.display();
            return Err(Failure::usage(format!(
                "--record: got '{path}', which exists, expected a folder without these pairs; try another folder, \
                 or --first-pair {}",
                pairs.end
            )));
        }
    }
    Ok(())
}

fn write(folder: &Path, number: u64, pair: &[Contest; 2]) -> Result<(), Failure> {
    for (contest, i) in pair.iter().zip(1..) {
        let path = folder.join(format!("match-{number}-{i}.mat"));
        let text = contest.record.to_mat().expect("each game begins at the usual start");
        replace(&path, text.as_bytes()).map_err(|error| unwritable(Some(&path), &error, Failure::Run))?;
    }
    Ok(())
}

fn unwritable(path: Option<&Path>, error: &std::io::Error, kind: fn(String) -> Failure) -> Failure {
    let path = path.unwrap_or(Path::new("")).display();
    kind(format!("--record: got '{error}' for '{path}', expected a folder to write to; try another one"))
}
