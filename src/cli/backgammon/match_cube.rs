//! `sparring backgammon match` with the cube: matches to some points, or games for money.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::r#match::{MatchArgs, informed};
use super::stakes::table;
use crate::cli::args::whole;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{say, show};
use crate::matches::cube::{Contest, Rules, Standing, cube_series};
use crate::matches::{Player, StoppableEngine};
use crate::run::{Interrupt, Progress, Run};
use sparring_engine::games::backgammon::cube::{LONGEST, MatchEquity, Stakes};
use sparring_engine::games::backgammon::{Backgammon, MatchState};
use sparring_engine::{Engine, Stop, game::Side};

/// The flags of games with the cube.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Stakes")]
pub(super) struct MatchStakesArgs {
    /// Play matches to N points, 1 to 64, with the cube and the Crawford rule. Players with net
    /// look ahead with the cube, up to depth 3; all others never double, take every double, and
    /// do not heed the score
    #[arg(
        long, value_name = "N", value_parser = whole::<u16>(1..=LONGEST as u64, "--length 7"),
        allow_negative_numbers = true, conflicts_with_all = ["side", "cube"]
    )]
    length: Option<u16>,
    /// Play games for money with the cube, without beavers
    #[arg(long, conflicts_with = "side")]
    cube: bool,
    /// With --cube: gammons count only after a double
    #[arg(long, conflicts_with_all = ["side", "length"], hide_short_help = true)]
    jacoby: bool,
    /// Match equity table in the XML form of gnubg [default: one of our own, up to 25 points]
    #[arg(long, value_name = "FILE.xml", conflicts_with_all = ["side", "cube"], hide_short_help = true)]
    met: Option<PathBuf>,
    /// Write each match into this folder: of pair 7 match-7-1.mat, in which the first player is
    /// White, and match-7-2.mat
    #[arg(long, value_name = "FOLDER", conflicts_with = "side", hide_short_help = true)]
    record: Option<PathBuf>,
}

/// What is played for, if the cube is.
pub(super) struct MatchStakes<'a> {
    start: MatchState,
    args: &'a MatchStakesArgs,
}

impl MatchStakesArgs {
    /// What is asked for, if it is a game with the cube.
    ///
    /// # Errors
    /// Bad usage if flags of such games are given for others.
    pub fn asked(&self) -> Result<Option<MatchStakes<'_>>, Failure> {
        if let Some(length) = self.length {
            return Ok(Some(MatchStakes { start: MatchState { length, ..MatchState::MONEY }, args: self }));
        }
        if self.cube {
            let start = MatchState { jacoby: self.jacoby, ..MatchState::MONEY };
            return Ok(Some(MatchStakes { start, args: self }));
        }
        let given = [
            ("--jacoby", self.jacoby, "--cube"),
            ("--met", self.met.is_some(), "--length 7"),
            ("--record", self.record.is_some(), "--length 7"),
        ];
        match given.into_iter().find(|(_, given, _)| *given) {
            Some((flag, _, instead)) => Err(Failure::usage(format!(
                "got {flag} for games without the cube, expected games with it; try {instead}"
            ))),
            None => Ok(None),
        }
    }
}

impl MatchStakes<'_> {
    /// The match equity table, which knows all scores of the match.
    fn table(&self) -> Result<Cow<'static, MatchEquity>, Failure> {
        let table = table(self.args.met.as_deref())?;
        Stakes::new(&self.start, Side::First, &table).map_err(Failure::usage)?;
        Ok(table)
    }
}

/// Plays matches or games for money between two players.
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
    folder.map_or(Ok(()), fs::create_dir_all).map_err(|error| unwritable(folder, &error, Failure::Usage))?;
    let run = args.delivery.run(args.pool.pool()?, interrupt);
    let players = informed(args, players)?;
    let players = players.each_ref();
    for player in players.iter().filter(|player| !player.knows_cube()) {
        let name = player.name();
        say(&format!("{name} knows no chances of gammons: it never doubles and takes every double"));
    }
    // Players that do not search never replace this guard: their pairs are over soon.
    interrupt.guard(|| {});
    let (standing, failed) = play(args, players, rules, folder, &run);
    let lost = players.iter().find_map(|player| player.lost());
    let lost = lost.map(|why| Failure::Run(format!("from gnubg: {why}; the pairs before it are counted")));
    let failed = failed.or(lost);
    if standing.matches() == 0 {
        failed.map_or(Ok(()), Err)?;
        say("interrupted before a pair of matches was over; try players with less depth");
        return Ok(Exit::Interrupted);
    }
    let document = standing.document(players, &rules, &args.plan(), run.pool.threads());
    show(args.delivery.output.json, &document, || document.to_string())?;
    failed.map_or(Ok(()), Err)?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

/// Plays the pairs; also what a file could not be written for, which ends them.
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

/// Writes the two matches of a pair.
fn write(folder: &Path, number: u64, pair: &[Contest; 2]) -> Result<(), Failure> {
    for (contest, i) in pair.iter().zip(1..) {
        let path = folder.join(format!("match-{number}-{i}.mat"));
        let text = contest.record.to_mat().expect("each game begins at the usual start");
        fs::write(&path, text).map_err(|error| unwritable(Some(&path), &error, Failure::Run))?;
    }
    Ok(())
}

fn unwritable(path: Option<&Path>, error: &std::io::Error, kind: fn(String) -> Failure) -> Failure {
    let path = path.unwrap_or(Path::new("")).display();
    kind(format!("--record: got '{error}' for '{path}', expected a folder to write to; try another one"))
}
