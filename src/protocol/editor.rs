use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};

use super::lines::{Input, LineSource, MAX_LINE};
use super::words::Words;

const HISTORY: usize = 1000;

pub struct Editor {
    editor: rustyline::Editor<Completion, FileHistory>,
    history: Option<PathBuf>,
}

impl Editor {
    /// Opens an editor. Returns `None` if the terminal does not allow editing.
    pub fn open(history: Option<PathBuf>) -> Option<Editor> {
        let config = Config::builder()
            .max_history_size(HISTORY)
            .and_then(|config| config.history_ignore_dups(true))
            .ok()?
            .completion_type(CompletionType::List)
            .build();
        let mut editor = rustyline::Editor::with_history(config, FileHistory::new()).ok()?;
        if let Some(path) = &history {
            let _none_yet = editor.load_history(path);
        }
        editor.set_helper(Some(Completion::default()));
        Some(Editor { editor, history })
    }

    fn remember(&mut self, line: &str) {
        let added = self.editor.add_history_entry(line).unwrap_or(false);
        if let Some(path) = self.history.as_ref().filter(|_| added) {
            let _unwritten = self.editor.append_history(path);
        }
    }
}

impl LineSource for Editor {
    fn next(&mut self, prompt: &str, words: &Words, output: &mut dyn Write) -> io::Result<Input> {
        output.flush()?;
        if let Some(helper) = self.editor.helper_mut() {
            helper.words = words.clone();
        }
        Ok(match self.editor.readline(prompt) {
            Ok(line) if line.len() > MAX_LINE => Input::TooLong,
            Ok(line) => {
                // Only questions come without completions; their answers are not remembered.
                if !line.trim().is_empty() && *words != Words::default() {
                    self.remember(line.trim());
                }
                Input::Line(line.trim().to_owned())
            }
            Err(ReadlineError::Interrupted) => Input::Interrupt,
            Err(_) => Input::End,
        })
    }

    fn is_person(&self) -> bool {
        true
    }

    fn width(&mut self) -> Option<usize> {
        let (columns, _) = self.editor.dimensions()?;
        (columns > 0).then_some(columns.into())
    }
}

#[derive(Default)]
struct Completion {
    words: Words,
    files: FilenameCompleter,
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..pos];
        if ["save ", "load "].iter().any(|verb| typed.trim_start().to_lowercase().starts_with(verb)) {
            return self.files.complete_path(line, pos);
        }
        let (start, found) = self.words.completions(typed);
        let pair = |word: &str| Pair { display: word.to_owned(), replacement: word.to_owned() };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {
    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        Cow::Borrowed(candidate)
    }
}

impl Validator for Completion {}

impl Helper for Completion {}
