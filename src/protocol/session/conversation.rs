//! The loop that reads a person's lines. It handles `quit` and `help`, [`Session::reply`] the rest.

use std::io::{self, Write};

use super::Session;
use crate::protocol::lines::{Input, LineSource, MAX_LINE};
use crate::protocol::playable::{Opponent, Playable};
use crate::protocol::screen::Screen;
use crate::protocol::words::Words;
use sparring_run::Interrupt;

const PROMPT: &str = "> ";

impl<G: Playable, O: Opponent<G>> Session<G, O> {
    /// Runs until `lines` end or the person quits. During a reply Ctrl-C goes to `interrupt`, at
    /// the prompt it asks to quit.
    ///
    /// # Errors
    /// The errors of the screen. An error of `lines` counts as their end.
    pub fn converse(
        &mut self,
        lines: &mut impl LineSource,
        screen: &mut Screen<'_>,
        interrupt: &Interrupt,
    ) -> io::Result<()> {
        let person = lines.is_person();
        let width = screen.caps.width;
        screen.caps.width = lines.width().unwrap_or(width);
        interrupt.hold(person);
        self.begin(screen)?;
        loop {
            screen.flush()?;
            interrupt.hold(false);
            // The first Ctrl-C made the engine move. A second one before the prompt asks to quit.
            let input = if person && interrupt.taken() > 1 {
                Input::Interrupt
            } else {
                lines.next(PROMPT, &self.words(), screen.output)?
            };
            interrupt.hold(person);
            screen.caps.width = lines.width().unwrap_or(width);
            let line = match input {
                Input::Line(line) => line,
                Input::TooLong => {
                    writeln!(
                        screen,
                        "got a line of more than {MAX_LINE} bytes, expected a move or a command; try help"
                    )?;
                    continue;
                }
                Input::Interrupt if !self.leaves(lines, screen)? => continue,
                Input::Interrupt | Input::End => return Ok(()),
            };
            match *line.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>() {
                [] => {}
                [ref word] if word == "quit" || word == "exit" => return Ok(()),
                [ref word] if word == "help" || word == "?" => screen.say(&self.help(None))?,
                [ref word, ref verb] if word == "help" => screen.say(&self.help(Some(verb)))?,
                _ => self.reply(&line, screen)?,
            }
        }
    }

    /// Asks whether to quit. Ctrl-C or the end of the lines means yes.
    fn leaves(&self, lines: &mut impl LineSource, screen: &mut Screen<'_>) -> io::Result<bool> {
        let question = format!("quit?{} [y/N] ", self.files.when_left());
        let answer = lines.next(&question, &Words::default(), screen.output)?;
        Ok(match answer {
            Input::Line(line) => ["y", "yes", "quit", "exit"].contains(&line.trim().to_lowercase().as_str()),
            Input::TooLong => false,
            Input::Interrupt | Input::End => true,
        })
    }
}
