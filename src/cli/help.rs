//! `sparring help`, `sparring completions` and `sparring man`.

use std::ffi::OsString;

use clap::builder::{PossibleValue, Resettable};
use clap::{Arg, ArgAction, Args, Command, ValueEnum};
use clap_complete::Shell;

use super::failure::{Exit, Failure};
use super::output::print;
use crate::protocol::closest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// `-h`: a screen with the common flags, the first sentence of each, and examples.
    Short,
    /// `--help`: everything.
    Whole,
}

pub(super) fn length(args: &[OsString]) -> Length {
    if args.iter().any(|arg| arg == "-h") { Length::Short } else { Length::Whole }
}

/// Sets the length of help. clap's own long layout would give each flag a paragraph.
pub(super) fn told(program: Command, length: Length) -> Command {
    let program = program.mut_subcommands(|command| told(command, length));
    // A flattened struct's heading would also apply to arguments after it.
    let program = program.mut_args(|arg| match arg.is_positional() {
        true => arg.help_heading(Resettable::Reset),
        false => arg,
    });
    let (program, said) = match length {
        Length::Short => (shortened(program), "Print this; --help prints all there is to say"),
        Length::Whole => (program.mut_args(whole), "Print this; -h prints a screen of it"),
    };
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).help(said);
    program.disable_help_flag(true).arg(help.help_heading(Resettable::Reset))
}

/// Moves helps of values into the argument's, which keeps clap's compact layout.
fn whole(arg: Arg) -> Arg {
    let arg = arg.hide_short_help(false);
    let values = arg.get_possible_values();
    let width = values.iter().map(|value| value.get_name().len()).max().unwrap_or(0);
    let told = |value: &PossibleValue| Some(format!("\n{:width$}  {}", value.get_name(), value.get_help()?));
    match values.iter().map(told).collect::<Option<String>>() {
        Some(lines) if !lines.is_empty() => {
            let help = arg.get_help().map_or(String::new(), ToString::to_string);
            arg.help(help + ":" + &lines).hide_possible_values(true)
        }
        _ => arg,
    }
}

fn shortened(program: Command) -> Command {
    let examples = program.get_after_help().map_or(String::new(), |text| examples(&text.to_string()));
    program
        .mut_args(|arg| {
            let hidden = arg.is_hide_set() || arg.is_hide_short_help_set();
            let help = arg.get_help().map_or(String::new(), |text| first_sentence(&text.to_string()));
            arg.help(help).hide(hidden)
        })
        .after_help(examples)
}

/// The first sentence, and the default if that is one word.
fn first_sentence(text: &str) -> String {
    let (said, default) = text.split_once(" [default: ").unwrap_or((text, ""));
    let end = [". ", "; ", ": ", " ("].iter().filter_map(|end| said.find(end)).min();
    let default = default.strip_suffix(']').filter(|default| !default.contains(' '));
    let default = default.map_or(String::new(), |default| format!(" [default: {default}]"));
    said[..end.unwrap_or(said.len())].to_owned() + &default
}

fn examples(text: &str) -> String {
    text.find("Examples:\n").map_or(String::new(), |at| text[at..].to_owned())
}

/// A help page without a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Topic {
    Json,
    #[value(aliases = ["sparks", "stats", "tasks"])]
    Documents,
    #[value(aliases = ["fen", "pgn", "positions", "xgid"])]
    Formats,
    #[value(aliases = ["latency", "report"])]
    Timeline,
    #[value(aliases = ["crawford", "doubling"])]
    Cube,
}

impl Topic {
    fn text(self) -> String {
        match self {
            Topic::Json => format!("{:#}\n", sparring_report::schema(&super::documents::KINDS)),
            Topic::Documents => include_str!("topics/documents.txt").to_owned(),
            Topic::Formats => include_str!("topics/formats.txt").to_owned(),
            Topic::Timeline => include_str!("topics/timeline.txt").to_owned(),
            Topic::Cube => include_str!("topics/cube.txt").to_owned(),
        }
    }
}

const HELP: &str = "\
Examples:
  sparring help formats
  sparring help dots solve";

#[derive(Args, Clone, Debug)]
#[command(after_help = HELP)]
pub(super) struct HelpArgs {
    /// A topic (json: the JSON Schema of what --json prints; documents: the same in words; formats:
    /// positions, moves and files; timeline: the keys of a report; cube: the cube and matches of
    /// backgammon), or a command
    #[arg(value_name = "TOPIC|COMMAND")]
    words: Vec<String>,
}

const COMPLETIONS: &str = "\
Examples:
  sparring completions bash > sparring.bash
  sparring completions zsh > _sparring";

#[derive(Args, Clone, Debug)]
#[command(after_help = COMPLETIONS)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const MAN: &str = "\
Examples:
  sparring man > sparring.1
  sparring man chess bestmove > sparring-chess-bestmove.1";

#[derive(Args, Clone, Debug)]
#[command(after_help = MAN)]
pub(super) struct ManArgs {
    /// A command [default: the program itself]
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
}

impl HelpArgs {
    pub fn topic(&self) -> Option<String> {
        let [word] = &*self.words else { return None };
        Topic::from_str(word, true).ok().map(Topic::text)
    }

    pub fn refusal(&self, program: &Command) -> Option<Failure> {
        let [word] = &*self.words else { return None };
        if program.find_subcommand(word).is_some() {
            return None;
        }
        let topics: Vec<String> = Topic::value_variants()
            .iter()
            .filter_map(|topic| Some(topic.to_possible_value()?.get_name().to_owned()))
            .collect();
        let commands = program.get_subcommands().map(Command::get_name);
        let near = closest(word, topics.iter().map(String::as_str).chain(commands));
        let near = near.map_or(String::new(), |near| format!(" {near}"));
        let (got, topics) = (word.escape_debug(), topics.join(", "));
        Some(Failure::Usage(format!(
            "got '{got}', expected a topic ({topics}) or a command; try sparring help{near}"
        )))
    }

    pub fn command_line(&self) -> Vec<OsString> {
        let words = self.words.iter().map(String::as_str);
        ["sparring"].into_iter().chain(words).chain(["--help"]).map(OsString::from).collect()
    }
}

pub(super) fn completions(args: &CompletionsArgs, mut program: Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "sparring", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

pub(super) fn man(args: &ManArgs, program: Command) -> Result<Exit, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(named(program, &args.words)?).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Done)
}

fn named(mut program: Command, words: &[String]) -> Result<Command, Failure> {
    program.build();
    words.iter().try_fold(program, |command, word| {
        command.find_subcommand(word).cloned().ok_or_else(|| {
            let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            let known = if known.is_empty() { "no more words".to_owned() } else { known.join(", ") };
            let word = word.escape_debug();
            Failure::usage(format!("got '{word}', expected a topic or a command: {known}; try sparring help"))
        })
    })
}

/// Turns `sparring GAME help VERB` into `sparring help GAME VERB`.
pub(super) fn help_first(mut args: Vec<OsString>) -> Vec<OsString> {
    let game =
        args.get(1).is_some_and(|word| ["chess", "backgammon", "dots"].iter().any(|game| word == game));
    if game && args.get(2).is_some_and(|word| word == "help") {
        args.swap(1, 2);
    }
    args
}
