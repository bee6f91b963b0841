//! Flags, input and output of `analyse` in all games.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{PoolArgs, whole};
use super::failure::{Exit, Failure};
use super::output::tell;
use super::read::lines_of;
use super::run::LiveArgs;
use sparring_run::{Analysis, Batch, BatchOutcome, Earlier, InputFault, Interrupt, Run, analyse, flags_of};
use sparring_sched::{MAX_THREADS, Pool};

pub(super) const THREADS: &str = "Workers for each position that is searched at a time \
    [default: 1]. With neither --jobs nor --threads there is one worker for each processor in \
    all. Any worker may serve any position";

pub(super) const HASH: &str = "Size of the transposition tables in MiB, shared out among positions that are searched side by side [default: 64; none \
     for minimax and par, which do not use them]";

/// Flags of a batch.
#[derive(Args, Clone, Debug)]
pub(super) struct BatchArgs {
    /// File with a position on each line; - is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
    /// Positions to search side by side. Idle workers may help with the last ones [default: as
    /// many as processors, or 1 with --threads]
    #[arg(
        long, value_name = "J", value_parser = whole::<usize>(1..=MAX_THREADS as u64, "--jobs 2"),
        allow_negative_numbers = true, help_heading = "Workers"
    )]
    jobs: Option<usize>,
    /// Write answers as they are found, not in the order of the lines
    #[arg(long, help_heading = "Output")]
    unordered: bool,
    /// Leave out what differs between runs: times, nodes, and all but the first move of lines
    #[arg(long, help_heading = "Output")]
    repeatable: bool,
    /// Append the answers to this file, except those that it contains. Repairs an incomplete last
    /// line; refuses answers made with other flags or to other positions
    #[arg(long, value_name = "OUT", help_heading = "Output")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    pub pool: PoolArgs,
    #[command(flatten)]
    live: LiveArgs,
}

struct BatchInput {
    lines: Box<dyn BufRead + Send>,
    /// Their number, for a regular file.
    length: Option<u64>,
}

struct BatchOutput {
    /// Existing answers.
    earlier: Earlier,
    answers: Box<dyn Write + Send>,
}

pub(super) struct BatchWorkers {
    pub jobs: usize,
    pub run: Run,
}

impl BatchArgs {
    /// Analyses the input. `hash` returns the MiB of all tables for a number of positions that are
    /// searched side by side.
    pub fn run<A: Analysis>(
        &self,
        what: &A,
        hash: impl FnOnce(usize) -> Result<usize, Failure>,
        interrupt: &Interrupt,
    ) -> Result<Exit, Failure> {
        let BatchInput { lines, length } = self.input(interrupt)?;
        let flags = flags_of(what, self.repeatable);
        let BatchOutput { earlier, answers } = self.output(&flags)?;
        let BatchWorkers { jobs, run } = self.workers(interrupt)?;
        let hash = hash(jobs)?;
        let repeats = what.is_exact() || what.is_alone();
        if self.repeatable && run.pool.threads() > 1 && !repeats {
            return Err(Failure::usage(format!(
                "--repeatable: got {} workers and a strategy that proves nothing, expected one worker or another \
                 strategy; try --threads 1",
                run.pool.threads()
            )));
        }
        let (ordered, repeatable) = (!self.unordered, self.repeatable);
        let batch = Batch { flags, jobs, hash, ordered, repeatable, earlier, length };
        let BatchOutcome { summary, unread } = analyse(what, batch, &run, lines, answers)?;
        tell(&summary.to_string());
        match unread {
            Some(InputFault::OtherPosition(id)) => Err(Failure::usage(format!(
                "--resume: got an answer with the id {id} to another position than the line's, expected answers to \
                 this input; try a new file"
            ))),
            Some(InputFault::Unread(error)) => Err(Failure::Run(format!(
                "{}: got '{error}' while reading, expected lines of text; try --resume to go on",
                self.input_name()
            ))),
            None if interrupt.requested() => Ok(Exit::Interrupted),
            None if summary.errors > 0 => Err(Failure::Run(format!(
                "got {} of {} lines that could not be read, expected none; try to look for \"error\" in the output",
                summary.errors, summary.positions
            ))),
            None => Ok(Exit::Done),
        }
    }

    fn input_name(&self) -> String {
        if self.file == Path::new("-") {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        }
    }

    fn input(&self, interrupt: &Interrupt) -> Result<BatchInput, Failure> {
        let refused = |error: io::Error| {
            let path = self.file.display();
            Failure::usage(format!(
                "got '{path}' ({error}), expected a file with a position a line; try - for standard input"
            ))
        };
        let lines = lines_of(&self.file, interrupt).map_err(refused)?;
        let is_file =
            fs::metadata(&self.file).is_ok_and(|file| file.is_file()) && self.file != Path::new("-");
        let length =
            is_file.then(|| File::open(&self.file).map(number_of_lines).map_err(refused)).transpose()?;
        Ok(BatchInput { lines, length })
    }

    fn output(&self, flags: &str) -> Result<BatchOutput, Failure> {
        let Some(path) = &self.resume else {
            return Ok(BatchOutput { earlier: Earlier::default(), answers: Box::new(io::stdout()) });
        };
        let refused = |got: &dyn std::fmt::Display| {
            let path = path.display();
            Failure::usage(format!(
                "--resume: got '{path}' ({got}), expected answers of this command with the same flags; try a new file"
            ))
        };
        let same = |path: &Path| fs::canonicalize(path).ok();
        if same(path).is_some_and(|path| Some(path) == same(&self.file)) {
            return Err(refused(&"the input"));
        }
        let (earlier, file) = Earlier::open(path, flags).map_err(|error| refused(&error))?;
        Ok(BatchOutput { earlier, answers: Box::new(file) })
    }

    /// True if each position has one worker.
    pub fn is_alone(&self) -> bool {
        self.pool.threads().is_none_or(|threads| threads == 1)
    }

    pub fn workers(&self, interrupt: &Interrupt) -> Result<BatchWorkers, Failure> {
        let (jobs, pool) = self.pool_of_jobs()?;
        Ok(BatchWorkers { jobs, run: Run { view: self.live.view(), ..Run::new(pool, interrupt) } })
    }

    fn pool_of_jobs(&self) -> Result<(usize, Pool), Failure> {
        let (jobs, threads) = (self.jobs, self.pool.threads());
        if jobs.is_none() && threads.is_none() {
            let pool = self.pool.pool()?;
            return Ok((pool.threads(), pool));
        }
        let (jobs, threads) = (jobs.unwrap_or(1), threads.unwrap_or(1));
        if jobs * threads > MAX_THREADS {
            return Err(Failure::usage(format!(
                "got --jobs {jobs} with --threads {threads}, expected at most {MAX_THREADS} workers in all; try --jobs {jobs} \
                 --threads {}",
                (MAX_THREADS / jobs).max(1)
            )));
        }
        Ok((jobs, self.pool.pool_of(jobs * threads)?))
    }
}

fn number_of_lines(file: File) -> u64 {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut lines = 0;
    while let Ok(chunk @ [_, ..]) = reader.fill_buf() {
        let length = chunk.len();
        lines += chunk.iter().filter(|&&byte| byte == b'\n').count() as u64;
        reader.consume(length);
    }
    lines
}
