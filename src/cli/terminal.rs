use std::io::{self, IsTerminal};
use std::{env, fs};

use super::failure::{Exit, Failure};
use super::output::say;
use crate::protocol::{
    Autosave, Editor, LoadedGame, Opponent, Plain, Playable, Screen, Session, TerminalCaps, Watch,
    read_saved, state_folder,
};
use sparring_run::Interrupt;

pub(super) fn watch(interrupt: &Interrupt) -> Watch {
    if io::stdin().is_terminal() { Watch::person(interrupt.clone()) } else { Watch::nobody() }
}

/// Lets a person play. Games are kept only if a person types the moves.
pub(super) fn converse<G: Playable, O: Opponent<G>>(
    session: Session<G, O>,
    resume: bool,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let person = io::stdin().is_terminal();
    let autosave = Autosave::of(G::FILE);
    let mut session = match (&autosave, resume) {
        (Some(autosave), true) => {
            let loaded = kept(session.game(), autosave)?;
            session.resuming(loaded)
        }
        (None, true) => {
            return Err(Failure::usage(
                "--resume: got neither HOME nor XDG_STATE_HOME as an absolute path, expected the folder of kept games; try to set HOME",
            ));
        }
        (Some(autosave), false) if person => {
            remind(session.game(), autosave);
            session
        }
        (None, false) if person => {
            say(
                "the game is not kept: got neither HOME nor XDG_STATE_HOME as an absolute path; try to set HOME",
            );
            session
        }
        _ => session,
    };
    if person {
        session =
            session.autosaved(autosave.map(|autosave| if resume { autosave.resumed() } else { autosave }));
    }
    talk(&mut session, interrupt)?;
    Ok(Exit::Done)
}

fn kept<G: Playable>(game: &G, autosave: &Autosave) -> Result<LoadedGame<G>, Failure> {
    let path = autosave.path().display().to_string();
    let text = read_saved(autosave.path()).map_err(|error| {
        Failure::usage(format!(
            "--resume: got '{error}' for '{path}', expected a game played at a terminal; try play without --resume"
        ))
    })?;
    game.loaded(&text).map_err(|why| Failure::usage(format!("--resume: '{path}': {why}")))
}

fn remind<G: Playable>(game: &G, autosave: &Autosave) {
    let kept = read_saved(autosave.path()).ok().and_then(|text| game.loaded(&text).ok());
    let goes_on = |kept: &LoadedGame<G>| kept.ended.is_none() && kept.game.ended(&kept.record).is_none();
    if kept.as_ref().is_some_and(goes_on) {
        say("the game you left is kept; play --resume goes on with it");
    }
}

fn talk<G: Playable>(session: &mut Session<G, impl Opponent<G>>, interrupt: &Interrupt) -> io::Result<()> {
    let is_terminal = io::stdout().is_terminal();
    let caps =
        if is_terminal { TerminalCaps::of_terminal(|name| env::var(name).ok()) } else { TerminalCaps::PLAIN };
    let mut output = io::stdout().lock();
    let mut screen = Screen::new(&mut output, caps);
    let edits = caps.moves_cursor && io::stdin().is_terminal();
    match edits.then(|| editor(G::FILE[0])).flatten() {
        Some(mut editor) => {
            let modes = rustix::termios::tcgetattr(io::stdin()).ok();
            interrupt.at_exit(move || {
                if let Some(modes) = &modes {
                    let _gone =
                        rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, modes);
                }
            });
            session.converse(&mut editor, &mut screen, interrupt)
        }
        None => {
            let mut lines = Plain::new(io::stdin().lock(), io::stdin().is_terminal());
            session.converse(&mut lines, &mut screen, interrupt)
        }
    }
}

fn editor(kind: &str) -> Option<Editor> {
    let folder = state_folder().filter(|folder| fs::create_dir_all(folder).is_ok());
    Editor::open(folder.map(|folder| folder.join(format!("{kind}.history"))))
}

pub(super) fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};

    RandomState::new().hash_one(()) % 1_000_000
}
